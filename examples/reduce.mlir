// The sum of a buffer, in one launch.
//
//   prim-run examples/reduce.mlir --generate=1048576xi32 --print

func.func @main(%x: tensor<?xi32>) -> tensor<i32> {
  %out = tensor.empty() : tensor<i32>
  %sum = prim.device_reduce add ins(%x : tensor<?xi32>)
      outs(%out : tensor<i32>) -> tensor<i32>
  return %sum : tensor<i32>
}

// The same for floats: --entry=floats.
func.func @floats(%x: tensor<?xf32>) -> tensor<f32> {
  %out = tensor.empty() : tensor<f32>
  %sum = prim.device_reduce add ins(%x : tensor<?xf32>)
      outs(%out : tensor<f32>) -> tensor<f32>
  return %sum : tensor<f32>
}
