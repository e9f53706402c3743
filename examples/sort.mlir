// A stable sort of signed integers.
//
//   prim-run examples/sort.mlir --generate=1048576xi32 --output=y.npy --stats

func.func @main(%x: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %out = tensor.empty(%n) : tensor<?xi32>
  %y = prim.device_sort slt ins(%x : tensor<?xi32>)
      outs(%out : tensor<?xi32>) -> tensor<?xi32>
  return %y : tensor<?xi32>
}

// Floats, with NaN above everything: --entry=floats.
func.func @floats(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %out = tensor.empty(%n) : tensor<?xf32>
  %y = prim.device_sort total ins(%x : tensor<?xf32>)
      outs(%out : tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
