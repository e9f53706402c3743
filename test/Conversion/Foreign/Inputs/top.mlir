"foo.module"() ({
  func.func @main(%x: tensor<4xf32>, %o: tensor<f32>) -> tensor<f32> {
    %r = prim.device_reduce maxnumf ins(%x : tensor<4xf32>) outs(%o : tensor<f32>) -> tensor<f32>
    return %r : tensor<f32>
  }
}) : () -> ()
