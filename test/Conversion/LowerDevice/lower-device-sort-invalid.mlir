// RUN: prim-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(prim-lower-device{chip=gfx942})'

func.func @tensor(%k: tensor<?xi32>, %ko: tensor<?xi32>) -> tensor<?xi32> {
  // expected-error @+1 {{'prim.device_sort' op on tensors must be bufferized before prim-lower-device}}
  %r = prim.device_sort slt ins(%k : tensor<?xi32>) outs(%ko : tensor<?xi32>) -> tensor<?xi32>
  return %r : tensor<?xi32>
}

// -----

func.func @segments_tensor(%k: tensor<?xi32>, %ko: tensor<?xi32>, %o: tensor<?xi32>) -> tensor<?xi32> {
  // expected-error @+1 {{'prim.device_sort' op on tensors must be bufferized before prim-lower-device}}
  %r = prim.device_sort slt ins(%k : tensor<?xi32>) outs(%ko : tensor<?xi32>) segments(%o : tensor<?xi32>) -> tensor<?xi32>
  return %r : tensor<?xi32>
}

// -----

func.func @resident_rows(%x: memref<?x?xi32>, %y: memref<?x?xi32>) {
  // expected-error @+1 {{'prim.device_sort' op with algorithm cooperative, on rows, on segments or on elements that are not contiguous, is not implemented on gfx942; remove the algorithm from the tuning}}
  prim.device_sort slt ins(%x : memref<?x?xi32>) outs(%y : memref<?x?xi32>) dimension(1) tuning<algorithm = cooperative>
  return
}

// -----

func.func @resident_strided(%x: memref<?xi32, strided<[?]>>, %y: memref<?xi32>) {
  // expected-error @+1 {{'prim.device_sort' op with algorithm cooperative, on rows, on segments or on elements that are not contiguous, is not implemented on gfx942; remove the algorithm from the tuning}}
  prim.device_sort slt ins(%x : memref<?xi32, strided<[?]>>) outs(%y : memref<?xi32>) tuning<algorithm = cooperative>
  return
}
// -----

func.func @comparator_resident(%k: memref<?xi32>, %ko: memref<?xi32>) {
  // expected-error @+1 {{'prim.device_sort' op is tuned to algorithm 'cooperative', which is for radix sorts; remove the algorithm, because a comparator needs a merge sort}}
  prim.device_sort ins(%k : memref<?xi32>) outs(%ko : memref<?xi32>) tuning<algorithm = cooperative> comparator {
  ^bb0(%a: i32, %b: i32):
    %lt = arith.cmpi slt, %a, %b : i32
    prim.yield %lt : i1
  }
  return
}
