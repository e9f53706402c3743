#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?x?xf32>) -> tensor<?x?xf32>, sym_name = "main"}> ({
  ^bb0(%arg0: tensor<?x?xf32>):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %2 = "arith.constant"() <{value = 0xFF800000 : f32}> : () -> f32
    %3 = "arith.constant"() <{value = 1 : index}> : () -> index
    %4 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %5 = "tensor.dim"(%arg0, %0) : (tensor<?x?xf32>, index) -> index
    %6 = "tensor.empty"(%5) : (index) -> tensor<?xi64>
    %7 = "linalg.fill"(%1, %6) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg18: i64, %arg19: i64):
      "linalg.yield"(%arg18) : (i64) -> ()
    }) : (i64, tensor<?xi64>) -> tensor<?xi64>
    %8 = "tensor.empty"(%5) : (index) -> tensor<?xf32>
    %9 = "linalg.fill"(%2, %8) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg16: f32, %arg17: f32):
      "linalg.yield"(%arg16) : (f32) -> ()
    }) : (f32, tensor<?xf32>) -> tensor<?xf32>
    %10:2 = "linalg.generic"(%arg0, %9, %7) <{indexing_maps = [#map, #map1, #map1], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 2>}> ({
    ^bb0(%arg13: f32, %arg14: f32, %arg15: i64):
      %24 = "linalg.index"() <{dim = 1 : i64}> : () -> index
      %25 = "arith.index_cast"(%24) : (index) -> i64
      %26 = "arith.maximumf"(%arg13, %arg14) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %27 = "arith.cmpf"(%arg13, %arg14) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
      %28 = "arith.select"(%27, %25, %arg15) : (i1, i64, i64) -> i64
      "linalg.yield"(%26, %28) : (f32, i64) -> ()
    }) : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xi64>) -> (tensor<?xf32>, tensor<?xi64>)
    %11 = "tensor.expand_shape"(%10#0, %5) <{reassociation = [[0, 1]], static_output_shape = array<i64: -9223372036854775808, 1>}> : (tensor<?xf32>, index) -> tensor<?x1xf32>
    %12 = "tensor.dim"(%arg0, %3) : (tensor<?x?xf32>, index) -> index
    %13 = "tensor.empty"(%5, %12) : (index, index) -> tensor<?x?xf32>
    %14 = "linalg.generic"(%arg0, %11, %13) <{indexing_maps = [#map, #map2, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg10: f32, %arg11: f32, %arg12: f32):
      %23 = "arith.subf"(%arg10, %arg11) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%23) : (f32) -> ()
    }) : (tensor<?x?xf32>, tensor<?x1xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    %15 = "linalg.generic"(%14, %13) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg8: f32, %arg9: f32):
      %22 = "math.exp"(%arg8) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%22) : (f32) -> ()
    }) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    %16 = "tensor.empty"(%5) : (index) -> tensor<?x1xf32>
    %17 = "linalg.fill"(%4, %16) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg6: f32, %arg7: f32):
      "linalg.yield"(%arg6) : (f32) -> ()
    }) : (f32, tensor<?x1xf32>) -> tensor<?x1xf32>
    %18 = "linalg.generic"(%15, %17) <{indexing_maps = [#map, #map2], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg4: f32, %arg5: f32):
      %21 = "arith.addf"(%arg4, %arg5) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%21) : (f32) -> ()
    }) : (tensor<?x?xf32>, tensor<?x1xf32>) -> tensor<?x1xf32>
    %19 = "linalg.generic"(%15, %18, %13) <{indexing_maps = [#map, #map2, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg1: f32, %arg2: f32, %arg3: f32):
      %20 = "arith.divf"(%arg1, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%20) : (f32) -> ()
    }) : (tensor<?x?xf32>, tensor<?x1xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    "func.return"(%19) : (tensor<?x?xf32>) -> ()
  }) : () -> ()
}) : () -> ()

