#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, 0)>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x6x50xf32>) -> tensor<4x6x50xf32>, sym_name = "main"}> ({
  ^bb0(%arg0: tensor<4x6x50xf32>):
    %0 = "arith.constant"() <{value = 0.000000e+00 : f64}> : () -> f64
    %1 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %2 = "arith.constant"() <{value = 1.000000e-05 : f64}> : () -> f64
    %3 = "arith.constant"() <{value = 1.000000e+02 : f64}> : () -> f64
    %4 = "arith.constant"() <{value = 1.000000e+02 : f32}> : () -> f32
    %5 = "tensor.expand_shape"(%arg0) <{reassociation = [[0], [1, 2], [3]], static_output_shape = array<i64: 4, 3, 2, 50>}> : (tensor<4x6x50xf32>) -> tensor<4x3x2x50xf32>
    %6 = "tensor.empty"() : () -> tensor<4x3x2x50xf64>
    %7 = "linalg.generic"(%5, %6) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg35: f32, %arg36: f64):
      %41 = "arith.extf"(%arg35) : (f32) -> f64
      "linalg.yield"(%41) : (f64) -> ()
    }) : (tensor<4x3x2x50xf32>, tensor<4x3x2x50xf64>) -> tensor<4x3x2x50xf64>
    %8 = "tensor.empty"() : () -> tensor<4x3x1x1xf64>
    %9 = "linalg.fill"(%0, %8) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg33: f64, %arg34: f64):
      "linalg.yield"(%arg33) : (f64) -> ()
    }) : (f64, tensor<4x3x1x1xf64>) -> tensor<4x3x1x1xf64>
    %10 = "linalg.generic"(%7, %9) <{indexing_maps = [#map, #map1], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg31: f64, %arg32: f64):
      %40 = "arith.addf"(%arg31, %arg32) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
      "linalg.yield"(%40) : (f64) -> ()
    }) : (tensor<4x3x2x50xf64>, tensor<4x3x1x1xf64>) -> tensor<4x3x1x1xf64>
    %11 = "linalg.generic"(%10, %8) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg29: f64, %arg30: f64):
      %39 = "arith.divf"(%arg29, %3) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
      "linalg.yield"(%39) : (f64) -> ()
    }) : (tensor<4x3x1x1xf64>, tensor<4x3x1x1xf64>) -> tensor<4x3x1x1xf64>
    %12 = "linalg.generic"(%7, %11, %6) <{indexing_maps = [#map, #map1, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg26: f64, %arg27: f64, %arg28: f64):
      %38 = "arith.subf"(%arg26, %arg27) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
      "linalg.yield"(%38) : (f64) -> ()
    }) : (tensor<4x3x2x50xf64>, tensor<4x3x1x1xf64>, tensor<4x3x2x50xf64>) -> tensor<4x3x2x50xf64>
    %13 = "linalg.generic"(%12, %12, %6) <{indexing_maps = [#map, #map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg23: f64, %arg24: f64, %arg25: f64):
      %37 = "arith.mulf"(%arg23, %arg24) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
      "linalg.yield"(%37) : (f64) -> ()
    }) : (tensor<4x3x2x50xf64>, tensor<4x3x2x50xf64>, tensor<4x3x2x50xf64>) -> tensor<4x3x2x50xf64>
    %14 = "linalg.generic"(%13, %9) <{indexing_maps = [#map, #map1], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg21: f64, %arg22: f64):
      %36 = "arith.addf"(%arg21, %arg22) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
      "linalg.yield"(%36) : (f64) -> ()
    }) : (tensor<4x3x2x50xf64>, tensor<4x3x1x1xf64>) -> tensor<4x3x1x1xf64>
    %15 = "linalg.generic"(%14, %8) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg19: f64, %arg20: f64):
      %35 = "arith.divf"(%arg19, %3) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
      "linalg.yield"(%35) : (f64) -> ()
    }) : (tensor<4x3x1x1xf64>, tensor<4x3x1x1xf64>) -> tensor<4x3x1x1xf64>
    %16 = "tensor.empty"() : () -> tensor<4x3x1x1xf32>
    %17 = "linalg.generic"(%15, %16) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg17: f64, %arg18: f32):
      %34 = "arith.truncf"(%arg17) : (f64) -> f32
      "linalg.yield"(%34) : (f32) -> ()
    }) : (tensor<4x3x1x1xf64>, tensor<4x3x1x1xf32>) -> tensor<4x3x1x1xf32>
    %18 = "linalg.fill"(%1, %16) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg15: f32, %arg16: f32):
      "linalg.yield"(%arg15) : (f32) -> ()
    }) : (f32, tensor<4x3x1x1xf32>) -> tensor<4x3x1x1xf32>
    %19 = "linalg.generic"(%5, %18) <{indexing_maps = [#map, #map1], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg13: f32, %arg14: f32):
      %33 = "arith.addf"(%arg13, %arg14) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%33) : (f32) -> ()
    }) : (tensor<4x3x2x50xf32>, tensor<4x3x1x1xf32>) -> tensor<4x3x1x1xf32>
    %20 = "linalg.generic"(%19, %16) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg11: f32, %arg12: f32):
      %32 = "arith.divf"(%arg11, %4) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%32) : (f32) -> ()
    }) : (tensor<4x3x1x1xf32>, tensor<4x3x1x1xf32>) -> tensor<4x3x1x1xf32>
    %21 = "linalg.generic"(%17, %16) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg9: f32, %arg10: f32):
      %30 = "arith.truncf"(%2) : (f64) -> f32
      %31 = "arith.addf"(%arg9, %30) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%31) : (f32) -> ()
    }) : (tensor<4x3x1x1xf32>, tensor<4x3x1x1xf32>) -> tensor<4x3x1x1xf32>
    %22 = "linalg.generic"(%21, %16) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg7: f32, %arg8: f32):
      %29 = "math.rsqrt"(%arg7) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%29) : (f32) -> ()
    }) : (tensor<4x3x1x1xf32>, tensor<4x3x1x1xf32>) -> tensor<4x3x1x1xf32>
    %23 = "tensor.empty"() : () -> tensor<4x3x2x50xf32>
    %24 = "linalg.generic"(%5, %20, %23) <{indexing_maps = [#map, #map1, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg4: f32, %arg5: f32, %arg6: f32):
      %28 = "arith.subf"(%arg4, %arg5) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%28) : (f32) -> ()
    }) : (tensor<4x3x2x50xf32>, tensor<4x3x1x1xf32>, tensor<4x3x2x50xf32>) -> tensor<4x3x2x50xf32>
    %25 = "linalg.generic"(%24, %22, %23) <{indexing_maps = [#map, #map1, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg1: f32, %arg2: f32, %arg3: f32):
      %27 = "arith.mulf"(%arg1, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%27) : (f32) -> ()
    }) : (tensor<4x3x2x50xf32>, tensor<4x3x1x1xf32>, tensor<4x3x2x50xf32>) -> tensor<4x3x2x50xf32>
    %26 = "tensor.collapse_shape"(%25) <{reassociation = [[0], [1, 2], [3]]}> : (tensor<4x3x2x50xf32>) -> tensor<4x6x50xf32>
    "func.return"(%26) : (tensor<4x6x50xf32>) -> ()
  }) : () -> ()
}) : () -> ()

