#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<16x300xf32>) -> tensor<16x1xi64>, sym_name = "main"}> ({
  ^bb0(%arg0: tensor<16x300xf32>):
    %0 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %1 = "arith.constant"() <{value = 0xFF800000 : f32}> : () -> f32
    %2 = "tensor.empty"() : () -> tensor<16xi64>
    %3 = "linalg.fill"(%0, %2) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg6: i64, %arg7: i64):
      "linalg.yield"(%arg6) : (i64) -> ()
    }) : (i64, tensor<16xi64>) -> tensor<16xi64>
    %4 = "tensor.empty"() : () -> tensor<16xf32>
    %5 = "linalg.fill"(%1, %4) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg4: f32, %arg5: f32):
      "linalg.yield"(%arg4) : (f32) -> ()
    }) : (f32, tensor<16xf32>) -> tensor<16xf32>
    %6:2 = "linalg.generic"(%arg0, %5, %3) <{indexing_maps = [#map, #map1, #map1], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 2>}> ({
    ^bb0(%arg1: f32, %arg2: f32, %arg3: i64):
      %8 = "linalg.index"() <{dim = 1 : i64}> : () -> index
      %9 = "arith.index_cast"(%8) : (index) -> i64
      %10 = "arith.maximumf"(%arg1, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %11 = "arith.cmpf"(%arg1, %arg2) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
      %12 = "arith.select"(%11, %9, %arg3) : (i1, i64, i64) -> i64
      "linalg.yield"(%10, %12) : (f32, i64) -> ()
    }) : (tensor<16x300xf32>, tensor<16xf32>, tensor<16xi64>) -> (tensor<16xf32>, tensor<16xi64>)
    %7 = "tensor.expand_shape"(%6#1) <{reassociation = [[0, 1]], static_output_shape = array<i64: 16, 1>}> : (tensor<16xi64>) -> tensor<16x1xi64>
    "func.return"(%7) : (tensor<16x1xi64>) -> ()
  }) : () -> ()
}) : () -> ()

