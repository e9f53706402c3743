#map = affine_map<(d0, d1) -> (d0, d1)>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<8x200xf32>) -> tensor<8x200xf32>, sym_name = "main"}> ({
  ^bb0(%arg0: tensor<8x200xf32>):
    %0 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %1 = "tensor.empty"() : () -> tensor<8x200xf32>
    %2 = "linalg.generic"(%arg0, %1) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg9: f32, %arg10: f32):
      %10 = "math.exp"(%arg9) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%10) : (f32) -> ()
    }) : (tensor<8x200xf32>, tensor<8x200xf32>) -> tensor<8x200xf32>
    %3 = "linalg.fill"(%0, %1) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg7: f32, %arg8: f32):
      "linalg.yield"(%arg7) : (f32) -> ()
    }) : (f32, tensor<8x200xf32>) -> tensor<8x200xf32>
    %4 = "tensor.empty"() : () -> tensor<8xf32>
    %5 = "linalg.fill"(%0, %4) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg5: f32, %arg6: f32):
      "linalg.yield"(%arg5) : (f32) -> ()
    }) : (f32, tensor<8xf32>) -> tensor<8xf32>
    %6:2 = "tm_tensor.scan"(%2, %3, %5) <{dimension = 1 : i64, inclusive = true, operandSegmentSizes = array<i32: 1, 2>}> ({
    ^bb0(%arg3: f32, %arg4: f32):
      %9 = "arith.addf"(%arg3, %arg4) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "tm_tensor.yield"(%9) : (f32) -> ()
    }) : (tensor<8x200xf32>, tensor<8x200xf32>, tensor<8xf32>) -> (tensor<8x200xf32>, tensor<8xf32>)
    %7 = "linalg.generic"(%6#0, %1) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg1: f32, %arg2: f32):
      %8 = "math.log"(%arg1) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%8) : (f32) -> ()
    }) : (tensor<8x200xf32>, tensor<8x200xf32>) -> tensor<8x200xf32>
    "func.return"(%7) : (tensor<8x200xf32>) -> ()
  }) : () -> ()
}) : () -> ()

