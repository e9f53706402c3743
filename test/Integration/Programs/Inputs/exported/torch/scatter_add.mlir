#map = affine_map<(d0) -> (d0, 0)>
#map1 = affine_map<(d0) -> (d0)>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<3000xi64>, tensor<3000xf32>) -> tensor<40xf32>, sym_name = "main"}> ({
  ^bb0(%arg0: tensor<3000xi64>, %arg1: tensor<3000xf32>):
    %0 = "arith.constant"() <{value = 3000 : index}> : () -> index
    %1 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %2 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %3 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<40xf32>}> : () -> tensor<40xf32>
    %4 = "tensor.empty"() : () -> tensor<3000x1xi64>
    %5 = "linalg.fill"(%1, %4) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg8: i64, %arg9: i64):
      "linalg.yield"(%arg8) : (i64) -> ()
    }) : (i64, tensor<3000x1xi64>) -> tensor<3000x1xi64>
    %6 = "tensor.empty"() : () -> tensor<3000xf32>
    %7 = "linalg.fill"(%2, %6) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg6: f32, %arg7: f32):
      "linalg.yield"(%arg6) : (f32) -> ()
    }) : (f32, tensor<3000xf32>) -> tensor<3000xf32>
    %8:2 = "linalg.generic"(%5, %7) <{indexing_maps = [#map, #map1], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 2>}> ({
    ^bb0(%arg4: i64, %arg5: f32):
      %11 = "linalg.index"() <{dim = 0 : i64}> : () -> index
      %12 = "arith.remsi"(%11, %0) : (index, index) -> index
      %13 = "tensor.extract"(%arg0, %12) : (tensor<3000xi64>, index) -> i64
      %14 = "tensor.extract"(%arg1, %12) : (tensor<3000xf32>, index) -> f32
      "linalg.yield"(%13, %14) : (i64, f32) -> ()
    }) : (tensor<3000x1xi64>, tensor<3000xf32>) -> (tensor<3000x1xi64>, tensor<3000xf32>)
    %9 = "tm_tensor.scatter"(%8#1, %8#0, %3) <{dimension_map = array<i64: 0>, operandSegmentSizes = array<i32: 2, 1>, unique_indices = false}> ({
    ^bb0(%arg2: f32, %arg3: f32):
      %10 = "arith.addf"(%arg3, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "tm_tensor.yield"(%10) : (f32) -> ()
    }) : (tensor<3000xf32>, tensor<3000x1xi64>, tensor<40xf32>) -> tensor<40xf32>
    "func.return"(%9) : (tensor<40xf32>) -> ()
  }) : () -> ()
}) : () -> ()

