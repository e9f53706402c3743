#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> ()>
#map3 = affine_map<(d0, d1) -> (d0, 0)>
#map4 = affine_map<(d0) -> (d0)>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<16x300xf32>) -> tensor<16xf32>, sym_name = "main"}> ({
  ^bb0(%arg0: tensor<16x300xf32>):
    %0 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %1 = "arith.constant"() <{value = 0xFF800000 : f32}> : () -> f32
    %2 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %3 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %4 = "arith.constant"() <{value = 0x7FF0000000000000 : f64}> : () -> f64
    %5 = "tensor.empty"() : () -> tensor<16xi64>
    %6 = "linalg.fill"(%0, %5) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg28: i64, %arg29: i64):
      "linalg.yield"(%arg28) : (i64) -> ()
    }) : (i64, tensor<16xi64>) -> tensor<16xi64>
    %7 = "tensor.empty"() : () -> tensor<16xf32>
    %8 = "linalg.fill"(%1, %7) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg26: f32, %arg27: f32):
      "linalg.yield"(%arg26) : (f32) -> ()
    }) : (f32, tensor<16xf32>) -> tensor<16xf32>
    %9:2 = "linalg.generic"(%arg0, %8, %6) <{indexing_maps = [#map, #map1, #map1], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 2>}> ({
    ^bb0(%arg23: f32, %arg24: f32, %arg25: i64):
      %33 = "linalg.index"() <{dim = 1 : i64}> : () -> index
      %34 = "arith.index_cast"(%33) : (index) -> i64
      %35 = "arith.maximumf"(%arg23, %arg24) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %36 = "arith.cmpf"(%arg23, %arg24) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
      %37 = "arith.select"(%36, %34, %arg25) : (i1, i64, i64) -> i64
      "linalg.yield"(%35, %37) : (f32, i64) -> ()
    }) : (tensor<16x300xf32>, tensor<16xf32>, tensor<16xi64>) -> (tensor<16xf32>, tensor<16xi64>)
    %10 = "tensor.expand_shape"(%9#0) <{reassociation = [[0, 1]], static_output_shape = array<i64: 16, 1>}> : (tensor<16xf32>) -> tensor<16x1xf32>
    %11 = "tensor.empty"() : () -> tensor<16x1xf32>
    %12 = "linalg.generic"(%10, %11) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg21: f32, %arg22: f32):
      %32 = "math.absf"(%arg21) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%32) : (f32) -> ()
    }) : (tensor<16x1xf32>, tensor<16x1xf32>) -> tensor<16x1xf32>
    %13 = "tensor.empty"() : () -> tensor<16x1xi1>
    %14 = "linalg.generic"(%12, %13) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg19: f32, %arg20: i1):
      %30 = "arith.extf"(%arg19) : (f32) -> f64
      %31 = "arith.cmpf"(%30, %4) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f64, f64) -> i1
      "linalg.yield"(%31) : (i1) -> ()
    }) : (tensor<16x1xf32>, tensor<16x1xi1>) -> tensor<16x1xi1>
    %15 = "linalg.generic"(%14, %3, %10, %11) <{indexing_maps = [#map, #map2, #map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg15: i1, %arg16: f32, %arg17: f32, %arg18: f32):
      %29 = "arith.select"(%arg15, %arg16, %arg17) : (i1, f32, f32) -> f32
      "linalg.yield"(%29) : (f32) -> ()
    }) : (tensor<16x1xi1>, tensor<f32>, tensor<16x1xf32>, tensor<16x1xf32>) -> tensor<16x1xf32>
    %16 = "tensor.collapse_shape"(%15) <{reassociation = [[0, 1]]}> : (tensor<16x1xf32>) -> tensor<16xf32>
    %17 = "tensor.empty"() : () -> tensor<16x300xf32>
    %18 = "linalg.generic"(%arg0, %15, %17) <{indexing_maps = [#map, #map3, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg12: f32, %arg13: f32, %arg14: f32):
      %28 = "arith.subf"(%arg12, %arg13) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%28) : (f32) -> ()
    }) : (tensor<16x300xf32>, tensor<16x1xf32>, tensor<16x300xf32>) -> tensor<16x300xf32>
    %19 = "linalg.generic"(%18, %17) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg10: f32, %arg11: f32):
      %27 = "math.exp"(%arg10) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%27) : (f32) -> ()
    }) : (tensor<16x300xf32>, tensor<16x300xf32>) -> tensor<16x300xf32>
    %20 = "linalg.fill"(%2, %7) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg8: f32, %arg9: f32):
      "linalg.yield"(%arg8) : (f32) -> ()
    }) : (f32, tensor<16xf32>) -> tensor<16xf32>
    %21 = "linalg.generic"(%19, %20) <{indexing_maps = [#map, #map1], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg6: f32, %arg7: f32):
      %26 = "arith.addf"(%arg6, %arg7) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%26) : (f32) -> ()
    }) : (tensor<16x300xf32>, tensor<16xf32>) -> tensor<16xf32>
    %22 = "linalg.generic"(%21, %7) <{indexing_maps = [#map4, #map4], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg4: f32, %arg5: f32):
      %25 = "math.log"(%arg4) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%25) : (f32) -> ()
    }) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %23 = "linalg.generic"(%22, %16, %7) <{indexing_maps = [#map4, #map4, #map4], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg1: f32, %arg2: f32, %arg3: f32):
      %24 = "arith.addf"(%arg1, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%24) : (f32) -> ()
    }) : (tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    "func.return"(%23) : (tensor<16xf32>) -> ()
  }) : () -> ()
}) : () -> ()

