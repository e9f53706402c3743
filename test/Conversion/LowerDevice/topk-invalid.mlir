// RUN: prim-opt %s --prim-lower-device="chip=gfx942" --verify-diagnostics --split-input-file

// What is not lowered yet says what to use instead.

func.func @topk(%x: memref<?xi32>, %o: memref<?xi32>) {
  // expected-error @+1 {{with a comparator region is not lowered yet on gfx942; use one of the orders slt, ult, total}}
  prim.device_topk ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) comparator {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi slt, %a, %b : i32
    prim.yield %c : i1
  }
  return
}
