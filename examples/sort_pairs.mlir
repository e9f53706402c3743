// Keys in descending order, and values that move along with them. Equal keys
// keep their order: with the positions as values this is a stable argsort.
//
//   prim-run examples/sort_pairs.mlir --generate=100000xi32:small \
//       --generate=100000xi32:iota --output=keys.npy --output=positions.npy

func.func @main(%keys: tensor<?xi32>, %values: tensor<?xi32>)
    -> (tensor<?xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %keys, %c0 : tensor<?xi32>
  %ko = tensor.empty(%n) : tensor<?xi32>
  %vo = tensor.empty(%n) : tensor<?xi32>
  %k, %v = prim.device_sort ult descending
      ins(%keys, %values : tensor<?xi32>, tensor<?xi32>)
      outs(%ko, %vo : tensor<?xi32>, tensor<?xi32>)
      -> tensor<?xi32>, tensor<?xi32>
  return %k, %v : tensor<?xi32>, tensor<?xi32>
}
