// RUN: prim-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(prim-lower-block))'

gpu.module @k [#rocdl.target<chip = "gfx942">] {
  gpu.func @comparator(%k: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{'prim.block_sort' op with a comparator region is not lowered yet on gfx942; use one of the orders slt, ult, total}}
    %r = prim.block_sort %k comparator {
    ^bb0(%a: i32, %b: i32):
      %lt = arith.cmpi slt, %a, %b : i32
      prim.yield %lt : i1
    } : i32
    gpu.return
  }
}

