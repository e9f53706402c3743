#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
#map3 = affine_map<(d0, d1) -> ()>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x100xf32>) -> (tensor<4x100xf32>, tensor<4x100xi64>), sym_name = "main"}> ({
  ^bb0(%arg0: tensor<4x100xf32>):
    %0 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %1 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %2 = "arith.constant"() <{value = 0xFF800000 : f32}> : () -> f32
    %3 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %4 = "arith.constant"() <{value = 9.000000e-01 : f64}> : () -> f64
    %5 = "tensor.empty"() : () -> tensor<4xi64>
    %6 = "linalg.fill"(%1, %5) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg38: i64, %arg39: i64):
      "linalg.yield"(%arg38) : (i64) -> ()
    }) : (i64, tensor<4xi64>) -> tensor<4xi64>
    %7 = "tensor.empty"() : () -> tensor<4xf32>
    %8 = "linalg.fill"(%2, %7) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg36: f32, %arg37: f32):
      "linalg.yield"(%arg36) : (f32) -> ()
    }) : (f32, tensor<4xf32>) -> tensor<4xf32>
    %9:2 = "linalg.generic"(%arg0, %8, %6) <{indexing_maps = [#map, #map1, #map1], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 2>}> ({
    ^bb0(%arg33: f32, %arg34: f32, %arg35: i64):
      %40 = "linalg.index"() <{dim = 1 : i64}> : () -> index
      %41 = "arith.index_cast"(%40) : (index) -> i64
      %42 = "arith.maximumf"(%arg33, %arg34) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %43 = "arith.cmpf"(%arg33, %arg34) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
      %44 = "arith.select"(%43, %41, %arg35) : (i1, i64, i64) -> i64
      "linalg.yield"(%42, %44) : (f32, i64) -> ()
    }) : (tensor<4x100xf32>, tensor<4xf32>, tensor<4xi64>) -> (tensor<4xf32>, tensor<4xi64>)
    %10 = "tensor.expand_shape"(%9#0) <{reassociation = [[0, 1]], static_output_shape = array<i64: 4, 1>}> : (tensor<4xf32>) -> tensor<4x1xf32>
    %11 = "tensor.empty"() : () -> tensor<4x100xf32>
    %12 = "linalg.generic"(%arg0, %10, %11) <{indexing_maps = [#map, #map2, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg30: f32, %arg31: f32, %arg32: f32):
      %39 = "arith.subf"(%arg30, %arg31) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%39) : (f32) -> ()
    }) : (tensor<4x100xf32>, tensor<4x1xf32>, tensor<4x100xf32>) -> tensor<4x100xf32>
    %13 = "linalg.generic"(%12, %11) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg28: f32, %arg29: f32):
      %38 = "math.exp"(%arg28) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%38) : (f32) -> ()
    }) : (tensor<4x100xf32>, tensor<4x100xf32>) -> tensor<4x100xf32>
    %14 = "tensor.empty"() : () -> tensor<4x1xf32>
    %15 = "linalg.fill"(%0, %14) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg26: f32, %arg27: f32):
      "linalg.yield"(%arg26) : (f32) -> ()
    }) : (f32, tensor<4x1xf32>) -> tensor<4x1xf32>
    %16 = "linalg.generic"(%13, %15) <{indexing_maps = [#map, #map2], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg24: f32, %arg25: f32):
      %37 = "arith.addf"(%arg24, %arg25) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%37) : (f32) -> ()
    }) : (tensor<4x100xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
    %17 = "linalg.generic"(%13, %16, %11) <{indexing_maps = [#map, #map2, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg21: f32, %arg22: f32, %arg23: f32):
      %36 = "arith.divf"(%arg21, %arg22) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%36) : (f32) -> ()
    }) : (tensor<4x100xf32>, tensor<4x1xf32>, tensor<4x100xf32>) -> tensor<4x100xf32>
    %18 = "tensor.empty"() : () -> tensor<4x100xi64>
    %19 = "linalg.generic"(%18) <{indexing_maps = [#map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg20: i64):
      %34 = "linalg.index"() <{dim = 1 : i64}> : () -> index
      %35 = "arith.index_cast"(%34) : (index) -> i64
      "linalg.yield"(%35) : (i64) -> ()
    }) : (tensor<4x100xi64>) -> tensor<4x100xi64>
    %20:2 = "tm_tensor.sort"(%17, %19) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 0, 2>}> ({
    ^bb0(%arg16: f32, %arg17: f32, %arg18: i64, %arg19: i64):
      %33 = "arith.cmpf"(%arg16, %arg17) <{fastmath = #arith.fastmath<none>, predicate = 3 : i64}> : (f32, f32) -> i1
      "tm_tensor.yield"(%33) : (i1) -> ()
    }) : (tensor<4x100xf32>, tensor<4x100xi64>) -> (tensor<4x100xf32>, tensor<4x100xi64>)
    %21 = "linalg.fill"(%0, %11) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg14: f32, %arg15: f32):
      "linalg.yield"(%arg14) : (f32) -> ()
    }) : (f32, tensor<4x100xf32>) -> tensor<4x100xf32>
    %22 = "linalg.fill"(%0, %7) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg12: f32, %arg13: f32):
      "linalg.yield"(%arg12) : (f32) -> ()
    }) : (f32, tensor<4xf32>) -> tensor<4xf32>
    %23:2 = "tm_tensor.scan"(%20#0, %21, %22) <{dimension = 1 : i64, inclusive = true, operandSegmentSizes = array<i32: 1, 2>}> ({
    ^bb0(%arg10: f32, %arg11: f32):
      %32 = "arith.addf"(%arg10, %arg11) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "tm_tensor.yield"(%32) : (f32) -> ()
    }) : (tensor<4x100xf32>, tensor<4x100xf32>, tensor<4xf32>) -> (tensor<4x100xf32>, tensor<4xf32>)
    %24 = "linalg.generic"(%23#0, %20#0, %11) <{indexing_maps = [#map, #map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg7: f32, %arg8: f32, %arg9: f32):
      %31 = "arith.subf"(%arg7, %arg8) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%31) : (f32) -> ()
    }) : (tensor<4x100xf32>, tensor<4x100xf32>, tensor<4x100xf32>) -> tensor<4x100xf32>
    %25 = "tensor.empty"() : () -> tensor<4x100xi1>
    %26 = "linalg.generic"(%24, %25) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg5: f32, %arg6: i1):
      %29 = "arith.extf"(%arg5) : (f32) -> f64
      %30 = "arith.cmpf"(%29, %4) <{fastmath = #arith.fastmath<none>, predicate = 4 : i64}> : (f64, f64) -> i1
      "linalg.yield"(%30) : (i1) -> ()
    }) : (tensor<4x100xf32>, tensor<4x100xi1>) -> tensor<4x100xi1>
    %27 = "linalg.generic"(%26, %20#0, %3, %11) <{indexing_maps = [#map, #map, #map3, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg1: i1, %arg2: f32, %arg3: f32, %arg4: f32):
      %28 = "arith.select"(%arg1, %arg2, %arg3) : (i1, f32, f32) -> f32
      "linalg.yield"(%28) : (f32) -> ()
    }) : (tensor<4x100xi1>, tensor<4x100xf32>, tensor<f32>, tensor<4x100xf32>) -> tensor<4x100xf32>
    "func.return"(%27, %20#1) : (tensor<4x100xf32>, tensor<4x100xi64>) -> ()
  }) : () -> ()
}) : () -> ()

