// REQUIRES: prim-compile
// RUN: not prim-compile %s --chip=gfx942 -o %t.hsaco 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: prim-compile %s --chip=gfx942 --module=b -o %t.hsaco
// RUN: llvm-readelf --notes %t.hsaco | FileCheck %s --check-prefix=B
// RUN: not prim-compile %s --chip=gfx942 --module=c -o %t.hsaco 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: prim-compile %s --chip=gfx942 --kernel-info | FileCheck %s --check-prefix=INFO

// SEVERAL: error: the file makes several code objects (a, b): choose one with --module
// NONE: error: no gpu.module is called 'c'; use one of a, b
// B-NOT: first
// B: .name: {{ *}}second
// INFO: a::first
// INFO: b::second
gpu.module @a {
  gpu.func @first() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
}
gpu.module @b {
  gpu.func @second() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
}
