#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<16x300xf16>) -> tensor<16x300xf16>, sym_name = "main"}> ({
  ^bb0(%arg0: tensor<16x300xf16>):
    %0 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %1 = "arith.constant"() <{value = 0xFF800000 : f32}> : () -> f32
    %2 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %3 = "tensor.empty"() : () -> tensor<16x300xf32>
    %4 = "linalg.generic"(%arg0, %3) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg22: f16, %arg23: f32):
      %29 = "arith.extf"(%arg22) : (f16) -> f32
      "linalg.yield"(%29) : (f32) -> ()
    }) : (tensor<16x300xf16>, tensor<16x300xf32>) -> tensor<16x300xf32>
    %5 = "tensor.empty"() : () -> tensor<16xi64>
    %6 = "linalg.fill"(%0, %5) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg20: i64, %arg21: i64):
      "linalg.yield"(%arg20) : (i64) -> ()
    }) : (i64, tensor<16xi64>) -> tensor<16xi64>
    %7 = "tensor.empty"() : () -> tensor<16xf32>
    %8 = "linalg.fill"(%1, %7) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg18: f32, %arg19: f32):
      "linalg.yield"(%arg18) : (f32) -> ()
    }) : (f32, tensor<16xf32>) -> tensor<16xf32>
    %9:2 = "linalg.generic"(%4, %8, %6) <{indexing_maps = [#map, #map1, #map1], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 2>}> ({
    ^bb0(%arg15: f32, %arg16: f32, %arg17: i64):
      %24 = "linalg.index"() <{dim = 1 : i64}> : () -> index
      %25 = "arith.index_cast"(%24) : (index) -> i64
      %26 = "arith.maximumf"(%arg15, %arg16) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %27 = "arith.cmpf"(%arg15, %arg16) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
      %28 = "arith.select"(%27, %25, %arg17) : (i1, i64, i64) -> i64
      "linalg.yield"(%26, %28) : (f32, i64) -> ()
    }) : (tensor<16x300xf32>, tensor<16xf32>, tensor<16xi64>) -> (tensor<16xf32>, tensor<16xi64>)
    %10 = "tensor.expand_shape"(%9#0) <{reassociation = [[0, 1]], static_output_shape = array<i64: 16, 1>}> : (tensor<16xf32>) -> tensor<16x1xf32>
    %11 = "linalg.generic"(%4, %10, %3) <{indexing_maps = [#map, #map2, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg12: f32, %arg13: f32, %arg14: f32):
      %23 = "arith.subf"(%arg12, %arg13) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%23) : (f32) -> ()
    }) : (tensor<16x300xf32>, tensor<16x1xf32>, tensor<16x300xf32>) -> tensor<16x300xf32>
    %12 = "linalg.generic"(%11, %3) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg10: f32, %arg11: f32):
      %22 = "math.exp"(%arg10) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%22) : (f32) -> ()
    }) : (tensor<16x300xf32>, tensor<16x300xf32>) -> tensor<16x300xf32>
    %13 = "tensor.empty"() : () -> tensor<16x1xf32>
    %14 = "linalg.fill"(%2, %13) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg8: f32, %arg9: f32):
      "linalg.yield"(%arg8) : (f32) -> ()
    }) : (f32, tensor<16x1xf32>) -> tensor<16x1xf32>
    %15 = "linalg.generic"(%12, %14) <{indexing_maps = [#map, #map2], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg6: f32, %arg7: f32):
      %21 = "arith.addf"(%arg6, %arg7) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%21) : (f32) -> ()
    }) : (tensor<16x300xf32>, tensor<16x1xf32>) -> tensor<16x1xf32>
    %16 = "linalg.generic"(%12, %15, %3) <{indexing_maps = [#map, #map2, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg3: f32, %arg4: f32, %arg5: f32):
      %20 = "arith.divf"(%arg3, %arg4) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%20) : (f32) -> ()
    }) : (tensor<16x300xf32>, tensor<16x1xf32>, tensor<16x300xf32>) -> tensor<16x300xf32>
    %17 = "tensor.empty"() : () -> tensor<16x300xf16>
    %18 = "linalg.generic"(%16, %17) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg1: f32, %arg2: f16):
      %19 = "arith.truncf"(%arg1) : (f32) -> f16
      "linalg.yield"(%19) : (f16) -> ()
    }) : (tensor<16x300xf32>, tensor<16x300xf16>) -> tensor<16x300xf16>
    "func.return"(%18) : (tensor<16x300xf16>) -> ()
  }) : () -> ()
}) : () -> ()

