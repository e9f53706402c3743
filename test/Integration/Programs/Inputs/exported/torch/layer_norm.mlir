#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1) -> (d1)>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<16x300xf32>, tensor<300xf32>, tensor<300xf32>) -> tensor<16x300xf32>, sym_name = "main"}> ({
  ^bb0(%arg0: tensor<16x300xf32>, %arg1: tensor<300xf32>, %arg2: tensor<300xf32>):
    %0 = "arith.constant"() <{value = 0.000000e+00 : f64}> : () -> f64
    %1 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %2 = "arith.constant"() <{value = 1.000000e-05 : f64}> : () -> f64
    %3 = "arith.constant"() <{value = 3.000000e+02 : f64}> : () -> f64
    %4 = "arith.constant"() <{value = 3.000000e+02 : f32}> : () -> f32
    %5 = "tensor.empty"() : () -> tensor<16x300xf64>
    %6 = "linalg.generic"(%arg0, %5) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg43: f32, %arg44: f64):
      %43 = "arith.extf"(%arg43) : (f32) -> f64
      "linalg.yield"(%43) : (f64) -> ()
    }) : (tensor<16x300xf32>, tensor<16x300xf64>) -> tensor<16x300xf64>
    %7 = "tensor.empty"() : () -> tensor<16x1xf64>
    %8 = "linalg.fill"(%0, %7) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg41: f64, %arg42: f64):
      "linalg.yield"(%arg41) : (f64) -> ()
    }) : (f64, tensor<16x1xf64>) -> tensor<16x1xf64>
    %9 = "linalg.generic"(%6, %8) <{indexing_maps = [#map, #map1], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg39: f64, %arg40: f64):
      %42 = "arith.addf"(%arg39, %arg40) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
      "linalg.yield"(%42) : (f64) -> ()
    }) : (tensor<16x300xf64>, tensor<16x1xf64>) -> tensor<16x1xf64>
    %10 = "linalg.generic"(%9, %7) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg37: f64, %arg38: f64):
      %41 = "arith.divf"(%arg37, %3) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
      "linalg.yield"(%41) : (f64) -> ()
    }) : (tensor<16x1xf64>, tensor<16x1xf64>) -> tensor<16x1xf64>
    %11 = "linalg.generic"(%6, %10, %5) <{indexing_maps = [#map, #map1, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg34: f64, %arg35: f64, %arg36: f64):
      %40 = "arith.subf"(%arg34, %arg35) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
      "linalg.yield"(%40) : (f64) -> ()
    }) : (tensor<16x300xf64>, tensor<16x1xf64>, tensor<16x300xf64>) -> tensor<16x300xf64>
    %12 = "linalg.generic"(%11, %11, %5) <{indexing_maps = [#map, #map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg31: f64, %arg32: f64, %arg33: f64):
      %39 = "arith.mulf"(%arg31, %arg32) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
      "linalg.yield"(%39) : (f64) -> ()
    }) : (tensor<16x300xf64>, tensor<16x300xf64>, tensor<16x300xf64>) -> tensor<16x300xf64>
    %13 = "linalg.generic"(%12, %8) <{indexing_maps = [#map, #map1], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg29: f64, %arg30: f64):
      %38 = "arith.addf"(%arg29, %arg30) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
      "linalg.yield"(%38) : (f64) -> ()
    }) : (tensor<16x300xf64>, tensor<16x1xf64>) -> tensor<16x1xf64>
    %14 = "linalg.generic"(%13, %7) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg27: f64, %arg28: f64):
      %37 = "arith.divf"(%arg27, %3) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
      "linalg.yield"(%37) : (f64) -> ()
    }) : (tensor<16x1xf64>, tensor<16x1xf64>) -> tensor<16x1xf64>
    %15 = "tensor.empty"() : () -> tensor<16x1xf32>
    %16 = "linalg.generic"(%14, %15) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg25: f64, %arg26: f32):
      %36 = "arith.truncf"(%arg25) : (f64) -> f32
      "linalg.yield"(%36) : (f32) -> ()
    }) : (tensor<16x1xf64>, tensor<16x1xf32>) -> tensor<16x1xf32>
    %17 = "linalg.fill"(%1, %15) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg23: f32, %arg24: f32):
      "linalg.yield"(%arg23) : (f32) -> ()
    }) : (f32, tensor<16x1xf32>) -> tensor<16x1xf32>
    %18 = "linalg.generic"(%arg0, %17) <{indexing_maps = [#map, #map1], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg21: f32, %arg22: f32):
      %35 = "arith.addf"(%arg21, %arg22) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%35) : (f32) -> ()
    }) : (tensor<16x300xf32>, tensor<16x1xf32>) -> tensor<16x1xf32>
    %19 = "linalg.generic"(%18, %15) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg19: f32, %arg20: f32):
      %34 = "arith.divf"(%arg19, %4) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%34) : (f32) -> ()
    }) : (tensor<16x1xf32>, tensor<16x1xf32>) -> tensor<16x1xf32>
    %20 = "linalg.generic"(%16, %15) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg17: f32, %arg18: f32):
      %32 = "arith.truncf"(%2) : (f64) -> f32
      %33 = "arith.addf"(%arg17, %32) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%33) : (f32) -> ()
    }) : (tensor<16x1xf32>, tensor<16x1xf32>) -> tensor<16x1xf32>
    %21 = "linalg.generic"(%20, %15) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg15: f32, %arg16: f32):
      %31 = "math.rsqrt"(%arg15) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%31) : (f32) -> ()
    }) : (tensor<16x1xf32>, tensor<16x1xf32>) -> tensor<16x1xf32>
    %22 = "tensor.empty"() : () -> tensor<16x300xf32>
    %23 = "linalg.generic"(%arg0, %19, %22) <{indexing_maps = [#map, #map1, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg12: f32, %arg13: f32, %arg14: f32):
      %30 = "arith.subf"(%arg12, %arg13) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%30) : (f32) -> ()
    }) : (tensor<16x300xf32>, tensor<16x1xf32>, tensor<16x300xf32>) -> tensor<16x300xf32>
    %24 = "linalg.generic"(%23, %21, %22) <{indexing_maps = [#map, #map1, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg9: f32, %arg10: f32, %arg11: f32):
      %29 = "arith.mulf"(%arg9, %arg10) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%29) : (f32) -> ()
    }) : (tensor<16x300xf32>, tensor<16x1xf32>, tensor<16x300xf32>) -> tensor<16x300xf32>
    %25 = "linalg.generic"(%24, %arg1, %22) <{indexing_maps = [#map, #map2, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg6: f32, %arg7: f32, %arg8: f32):
      %28 = "arith.mulf"(%arg6, %arg7) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%28) : (f32) -> ()
    }) : (tensor<16x300xf32>, tensor<300xf32>, tensor<16x300xf32>) -> tensor<16x300xf32>
    %26 = "linalg.generic"(%25, %arg2, %22) <{indexing_maps = [#map, #map2, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg3: f32, %arg4: f32, %arg5: f32):
      %27 = "arith.addf"(%arg3, %arg4) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%27) : (f32) -> ()
    }) : (tensor<16x300xf32>, tensor<300xf32>, tensor<16x300xf32>) -> tensor<16x300xf32>
    "func.return"(%26) : (tensor<16x300xf32>) -> ()
  }) : () -> ()
}) : () -> ()

