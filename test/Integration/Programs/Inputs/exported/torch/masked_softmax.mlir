#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> ()>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0, 0)>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<16x300xf32>, tensor<16x300xi1>) -> tensor<16x300xf32>, sym_name = "main"}> ({
  ^bb0(%arg0: tensor<16x300xf32>, %arg1: tensor<16x300xi1>):
    %0 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %1 = "arith.constant"() <{value = 0xFF800000 : f32}> : () -> f32
    %2 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %3 = "arith.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %4 = "tensor.empty"() : () -> tensor<16x300xf32>
    %5 = "linalg.generic"(%arg1, %3, %arg0, %4) <{indexing_maps = [#map, #map1, #map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg21: i1, %arg22: f32, %arg23: f32, %arg24: f32):
      %27 = "arith.select"(%arg21, %arg22, %arg23) : (i1, f32, f32) -> f32
      "linalg.yield"(%27) : (f32) -> ()
    }) : (tensor<16x300xi1>, tensor<f32>, tensor<16x300xf32>, tensor<16x300xf32>) -> tensor<16x300xf32>
    %6 = "tensor.empty"() : () -> tensor<16xi64>
    %7 = "linalg.fill"(%0, %6) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg19: i64, %arg20: i64):
      "linalg.yield"(%arg19) : (i64) -> ()
    }) : (i64, tensor<16xi64>) -> tensor<16xi64>
    %8 = "tensor.empty"() : () -> tensor<16xf32>
    %9 = "linalg.fill"(%1, %8) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg17: f32, %arg18: f32):
      "linalg.yield"(%arg17) : (f32) -> ()
    }) : (f32, tensor<16xf32>) -> tensor<16xf32>
    %10:2 = "linalg.generic"(%5, %9, %7) <{indexing_maps = [#map, #map2, #map2], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 2>}> ({
    ^bb0(%arg14: f32, %arg15: f32, %arg16: i64):
      %22 = "linalg.index"() <{dim = 1 : i64}> : () -> index
      %23 = "arith.index_cast"(%22) : (index) -> i64
      %24 = "arith.maximumf"(%arg14, %arg15) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %25 = "arith.cmpf"(%arg14, %arg15) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
      %26 = "arith.select"(%25, %23, %arg16) : (i1, i64, i64) -> i64
      "linalg.yield"(%24, %26) : (f32, i64) -> ()
    }) : (tensor<16x300xf32>, tensor<16xf32>, tensor<16xi64>) -> (tensor<16xf32>, tensor<16xi64>)
    %11 = "tensor.expand_shape"(%10#0) <{reassociation = [[0, 1]], static_output_shape = array<i64: 16, 1>}> : (tensor<16xf32>) -> tensor<16x1xf32>
    %12 = "linalg.generic"(%5, %11, %4) <{indexing_maps = [#map, #map3, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg11: f32, %arg12: f32, %arg13: f32):
      %21 = "arith.subf"(%arg11, %arg12) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%21) : (f32) -> ()
    }) : (tensor<16x300xf32>, tensor<16x1xf32>, tensor<16x300xf32>) -> tensor<16x300xf32>
    %13 = "linalg.generic"(%12, %4) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg9: f32, %arg10: f32):
      %20 = "math.exp"(%arg9) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%20) : (f32) -> ()
    }) : (tensor<16x300xf32>, tensor<16x300xf32>) -> tensor<16x300xf32>
    %14 = "tensor.empty"() : () -> tensor<16x1xf32>
    %15 = "linalg.fill"(%2, %14) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg7: f32, %arg8: f32):
      "linalg.yield"(%arg7) : (f32) -> ()
    }) : (f32, tensor<16x1xf32>) -> tensor<16x1xf32>
    %16 = "linalg.generic"(%13, %15) <{indexing_maps = [#map, #map3], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg5: f32, %arg6: f32):
      %19 = "arith.addf"(%arg5, %arg6) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%19) : (f32) -> ()
    }) : (tensor<16x300xf32>, tensor<16x1xf32>) -> tensor<16x1xf32>
    %17 = "linalg.generic"(%13, %16, %4) <{indexing_maps = [#map, #map3, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg2: f32, %arg3: f32, %arg4: f32):
      %18 = "arith.divf"(%arg2, %arg3) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%18) : (f32) -> ()
    }) : (tensor<16x300xf32>, tensor<16x1xf32>, tensor<16x300xf32>) -> tensor<16x300xf32>
    "func.return"(%17) : (tensor<16x300xf32>) -> ()
  }) : () -> ()
}) : () -> ()

