"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<8x200xf32>) -> tensor<8x200xf32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<8x200xf32>):
    %0 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %1 = "tensor.empty"() : () -> tensor<8x200xf32>
    %2 = "tensor.empty"() : () -> tensor<8xf32>
    %3 = "linalg.generic"(%0, %2) <{indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg3: f32, %arg4: f32):
      "linalg.yield"(%arg3) : (f32) -> ()
    }) : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
    %4:2 = "iree_linalg_ext.scan"(%arg0, %1, %3) <{dimension = 1 : i64, inclusive = true}> ({
    ^bb0(%arg1: f32, %arg2: f32):
      %5 = "arith.addf"(%arg1, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "iree_linalg_ext.yield"(%5) : (f32) -> ()
    }) : (tensor<8x200xf32>, tensor<8x200xf32>, tensor<8xf32>) -> (tensor<8x200xf32>, tensor<8xf32>)
    "util.return"(%4#0) : (tensor<8x200xf32>) -> ()
  }) : () -> ()
}) : () -> ()