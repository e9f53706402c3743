#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0) -> (d0)>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<16x300xf32>) -> (tensor<16xf32>, tensor<16xf32>), sym_name = "main"}> ({
  ^bb0(%arg0: tensor<16x300xf32>):
    %0 = "arith.constant"() <{value = 0.000000e+00 : f64}> : () -> f64
    %1 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %2 = "arith.constant"() <{value = 2.990000e+02 : f64}> : () -> f64
    %3 = "arith.constant"() <{value = 3.000000e+02 : f64}> : () -> f64
    %4 = "arith.constant"() <{value = 3.000000e+02 : f32}> : () -> f32
    %5 = "tensor.empty"() : () -> tensor<16x300xf64>
    %6 = "linalg.generic"(%arg0, %5) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg27: f32, %arg28: f64):
      %31 = "arith.extf"(%arg27) : (f32) -> f64
      "linalg.yield"(%31) : (f64) -> ()
    }) : (tensor<16x300xf32>, tensor<16x300xf64>) -> tensor<16x300xf64>
    %7 = "tensor.empty"() : () -> tensor<16x1xf64>
    %8 = "linalg.fill"(%0, %7) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg25: f64, %arg26: f64):
      "linalg.yield"(%arg25) : (f64) -> ()
    }) : (f64, tensor<16x1xf64>) -> tensor<16x1xf64>
    %9 = "linalg.generic"(%6, %8) <{indexing_maps = [#map, #map1], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg23: f64, %arg24: f64):
      %30 = "arith.addf"(%arg23, %arg24) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
      "linalg.yield"(%30) : (f64) -> ()
    }) : (tensor<16x300xf64>, tensor<16x1xf64>) -> tensor<16x1xf64>
    %10 = "linalg.generic"(%9, %7) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg21: f64, %arg22: f64):
      %29 = "arith.divf"(%arg21, %3) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
      "linalg.yield"(%29) : (f64) -> ()
    }) : (tensor<16x1xf64>, tensor<16x1xf64>) -> tensor<16x1xf64>
    %11 = "linalg.generic"(%6, %10, %5) <{indexing_maps = [#map, #map1, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg18: f64, %arg19: f64, %arg20: f64):
      %28 = "arith.subf"(%arg18, %arg19) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
      "linalg.yield"(%28) : (f64) -> ()
    }) : (tensor<16x300xf64>, tensor<16x1xf64>, tensor<16x300xf64>) -> tensor<16x300xf64>
    %12 = "linalg.generic"(%11, %11, %5) <{indexing_maps = [#map, #map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg15: f64, %arg16: f64, %arg17: f64):
      %27 = "arith.mulf"(%arg15, %arg16) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
      "linalg.yield"(%27) : (f64) -> ()
    }) : (tensor<16x300xf64>, tensor<16x300xf64>, tensor<16x300xf64>) -> tensor<16x300xf64>
    %13 = "tensor.empty"() : () -> tensor<16xf64>
    %14 = "linalg.fill"(%0, %13) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg13: f64, %arg14: f64):
      "linalg.yield"(%arg13) : (f64) -> ()
    }) : (f64, tensor<16xf64>) -> tensor<16xf64>
    %15 = "linalg.generic"(%12, %14) <{indexing_maps = [#map, #map2], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg11: f64, %arg12: f64):
      %26 = "arith.addf"(%arg11, %arg12) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
      "linalg.yield"(%26) : (f64) -> ()
    }) : (tensor<16x300xf64>, tensor<16xf64>) -> tensor<16xf64>
    %16 = "linalg.generic"(%15, %13) <{indexing_maps = [#map3, #map3], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg9: f64, %arg10: f64):
      %25 = "arith.divf"(%arg9, %2) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
      "linalg.yield"(%25) : (f64) -> ()
    }) : (tensor<16xf64>, tensor<16xf64>) -> tensor<16xf64>
    %17 = "tensor.empty"() : () -> tensor<16xf32>
    %18 = "linalg.generic"(%16, %17) <{indexing_maps = [#map3, #map3], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg7: f64, %arg8: f32):
      %24 = "arith.truncf"(%arg7) : (f64) -> f32
      "linalg.yield"(%24) : (f32) -> ()
    }) : (tensor<16xf64>, tensor<16xf32>) -> tensor<16xf32>
    %19 = "linalg.fill"(%1, %17) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg5: f32, %arg6: f32):
      "linalg.yield"(%arg5) : (f32) -> ()
    }) : (f32, tensor<16xf32>) -> tensor<16xf32>
    %20 = "linalg.generic"(%arg0, %19) <{indexing_maps = [#map, #map2], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg3: f32, %arg4: f32):
      %23 = "arith.addf"(%arg3, %arg4) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%23) : (f32) -> ()
    }) : (tensor<16x300xf32>, tensor<16xf32>) -> tensor<16xf32>
    %21 = "linalg.generic"(%20, %17) <{indexing_maps = [#map3, #map3], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg1: f32, %arg2: f32):
      %22 = "arith.divf"(%arg1, %4) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%22) : (f32) -> ()
    }) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    "func.return"(%18, %21) : (tensor<16xf32>, tensor<16xf32>) -> ()
  }) : () -> ()
}) : () -> ()

