// RUN: prim-opt %s --prim-attach-target=chip=gfx942 | FileCheck %s

// CHECK: gpu.module @none [#rocdl.target<O = 3, chip = "gfx942">]
gpu.module @none {
}

// CHECK: gpu.module @same [#rocdl.target<chip = "gfx942", features = "+xnack">]
gpu.module @same [#rocdl.target<chip = "gfx942", features = "+xnack">] {
}
