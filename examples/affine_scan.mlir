// A linear recurrence y[i] = a[i] * y[i-1] + b[i] for all i at once: the scan of
// the affine maps (a, b) under composition, which is associative and not
// commutative. A tuple of operands needs no struct type.
//
//   prim-run examples/affine_scan.mlir --generate=100000xi32:small \
//       --generate=100000xi32:small --output=a.npy --output=y.npy

func.func @main(%a: tensor<?xi32>, %b: tensor<?xi32>)
    -> (tensor<?xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xi32>
  %ao = tensor.empty(%n) : tensor<?xi32>
  %bo = tensor.empty(%n) : tensor<?xi32>
  %as, %bs = prim.device_scan inclusive
      ins(%a, %b : tensor<?xi32>, tensor<?xi32>)
      outs(%ao, %bo : tensor<?xi32>, tensor<?xi32>)
      combiner {
  ^bb0(%a0: i32, %b0: i32, %a1: i32, %b1: i32):
    // First (a0, b0), then (a1, b1).
    %ac = arith.muli %a1, %a0 : i32
    %t = arith.muli %a1, %b0 : i32
    %bc = arith.addi %t, %b1 : i32
    prim.yield %ac, %bc : i32, i32
  } -> tensor<?xi32>, tensor<?xi32>
  return %as, %bs : tensor<?xi32>, tensor<?xi32>
}
