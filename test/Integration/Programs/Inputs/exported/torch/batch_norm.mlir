#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d1, 0)>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x6x50xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<4x6x50xf32>, sym_name = "main"}> ({
  ^bb0(%arg0: tensor<4x6x50xf32>, %arg1: tensor<6xf32>, %arg2: tensor<6xf32>, %arg3: tensor<6xf32>, %arg4: tensor<6xf32>):
    %0 = "arith.constant"() <{value = 1.000000e-05 : f64}> : () -> f64
    %1 = "tensor.empty"() : () -> tensor<6xf32>
    %2 = "linalg.generic"(%arg2, %1) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg19: f32, %arg20: f32):
      %18 = "arith.truncf"(%0) : (f64) -> f32
      %19 = "arith.addf"(%arg19, %18) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%19) : (f32) -> ()
    }) : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
    %3 = "linalg.generic"(%2, %1) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg17: f32, %arg18: f32):
      %17 = "math.rsqrt"(%arg17) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%17) : (f32) -> ()
    }) : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
    %4 = "tensor.expand_shape"(%arg1) <{reassociation = [[0, 1]], static_output_shape = array<i64: 6, 1>}> : (tensor<6xf32>) -> tensor<6x1xf32>
    %5 = "tensor.expand_shape"(%3) <{reassociation = [[0, 1]], static_output_shape = array<i64: 6, 1>}> : (tensor<6xf32>) -> tensor<6x1xf32>
    %6 = "tensor.empty"() : () -> tensor<4x6x50xf32>
    %7 = "linalg.generic"(%arg0, %4, %6) <{indexing_maps = [#map1, #map2, #map1], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg14: f32, %arg15: f32, %arg16: f32):
      %16 = "arith.subf"(%arg14, %arg15) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%16) : (f32) -> ()
    }) : (tensor<4x6x50xf32>, tensor<6x1xf32>, tensor<4x6x50xf32>) -> tensor<4x6x50xf32>
    %8 = "linalg.generic"(%7, %5, %6) <{indexing_maps = [#map1, #map2, #map1], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg11: f32, %arg12: f32, %arg13: f32):
      %15 = "arith.mulf"(%arg11, %arg12) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%15) : (f32) -> ()
    }) : (tensor<4x6x50xf32>, tensor<6x1xf32>, tensor<4x6x50xf32>) -> tensor<4x6x50xf32>
    %9 = "tensor.expand_shape"(%arg3) <{reassociation = [[0, 1]], static_output_shape = array<i64: 6, 1>}> : (tensor<6xf32>) -> tensor<6x1xf32>
    %10 = "linalg.generic"(%8, %9, %6) <{indexing_maps = [#map1, #map2, #map1], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg8: f32, %arg9: f32, %arg10: f32):
      %14 = "arith.mulf"(%arg8, %arg9) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%14) : (f32) -> ()
    }) : (tensor<4x6x50xf32>, tensor<6x1xf32>, tensor<4x6x50xf32>) -> tensor<4x6x50xf32>
    %11 = "tensor.expand_shape"(%arg4) <{reassociation = [[0, 1]], static_output_shape = array<i64: 6, 1>}> : (tensor<6xf32>) -> tensor<6x1xf32>
    %12 = "linalg.generic"(%10, %11, %6) <{indexing_maps = [#map1, #map2, #map1], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg5: f32, %arg6: f32, %arg7: f32):
      %13 = "arith.addf"(%arg5, %arg6) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%13) : (f32) -> ()
    }) : (tensor<4x6x50xf32>, tensor<6x1xf32>, tensor<4x6x50xf32>) -> tensor<4x6x50xf32>
    "func.return"(%12) : (tensor<4x6x50xf32>) -> ()
  }) : () -> ()
}) : () -> ()

