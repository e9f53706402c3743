// Room for several blocks: so many waves on each SIMD, and no more than it holds.
// RUN: prim-opt %s --split-input-file --pass-pipeline='builtin.module(gpu.module(prim-gpu-to-rocdl))' | FileCheck %s

// CHECK-LABEL: llvm.func @k
// CHECK-SAME: rocdl.waves_per_eu = 3 : i32
// CHECK-LABEL: llvm.func @most
// CHECK-SAME: rocdl.waves_per_eu = 8 : i32
gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 256, 1, 1>, prim.min_blocks = 3 : i32} {
    gpu.return
  }
  gpu.func @most() kernel attributes {known_block_size = array<i32: 1024, 1, 1>, prim.min_blocks = 30 : i32} {
    gpu.return
  }
}
