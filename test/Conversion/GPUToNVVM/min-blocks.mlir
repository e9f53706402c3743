// Room for several blocks: the threads' registers are limited accordingly.
// RUN: prim-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(prim-gpu-to-nvvm{device-libs=none}))' | FileCheck %s

// CHECK-LABEL: llvm.func @k
// CHECK-SAME: nvvm.maxntid = array<i32: 256, 1, 1>
// CHECK-SAME: nvvm.minctasm = 3 : i32
// CHECK-NOT: prim.min_blocks
gpu.module @m [#nvvm.target<chip = "sm_90">] {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 256, 1, 1>, prim.min_blocks = 3 : i32} {
    gpu.return
  }
}

// -----

gpu.module @m [#nvvm.target<chip = "sm_90">] {
  // expected-error @below {{has 'prim.min_blocks', which requires a known block size; add 'known_block_size = array<i32: x, y, z>', or remove the attribute}}
  gpu.func @k() kernel attributes {prim.min_blocks = 3 : i32} {
    gpu.return
  }
}
