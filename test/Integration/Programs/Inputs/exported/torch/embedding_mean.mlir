#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<50x24xf32>, tensor<8x12xi64>) -> tensor<8x24xf32>, sym_name = "main"}> ({
  ^bb0(%arg0: tensor<50x24xf32>, %arg1: tensor<8x12xi64>):
    %0 = "arith.constant"() <{value = 50 : index}> : () -> index
    %1 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %2 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %3 = "arith.constant"() <{value = 1.200000e+01 : f32}> : () -> f32
    %4 = "tensor.empty"() : () -> tensor<8x12x24xf32>
    %5 = "linalg.generic"(%arg1, %4) <{indexing_maps = [#map, #map1], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg8: i64, %arg9: f32):
      %12 = "arith.index_cast"(%arg8) : (i64) -> index
      %13 = "linalg.index"() <{dim = 2 : i64}> : () -> index
      %14 = "arith.cmpi"(%12, %0) <{predicate = 2 : i64}> : (index, index) -> i1
      "cf.assert"(%14) <{msg = "index must be smaller than dim size"}> : (i1) -> ()
      %15 = "arith.cmpi"(%arg8, %1) <{predicate = 5 : i64}> : (i64, i64) -> i1
      "cf.assert"(%15) <{msg = "index must be larger or equal to 0"}> : (i1) -> ()
      %16 = "tensor.extract"(%arg0, %12, %13) : (tensor<50x24xf32>, index, index) -> f32
      "linalg.yield"(%16) : (f32) -> ()
    }) : (tensor<8x12xi64>, tensor<8x12x24xf32>) -> tensor<8x12x24xf32>
    %6 = "tensor.empty"() : () -> tensor<8x24xf32>
    %7 = "linalg.fill"(%2, %6) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg6: f32, %arg7: f32):
      "linalg.yield"(%arg6) : (f32) -> ()
    }) : (f32, tensor<8x24xf32>) -> tensor<8x24xf32>
    %8 = "linalg.generic"(%5, %7) <{indexing_maps = [#map1, #map2], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg4: f32, %arg5: f32):
      %11 = "arith.addf"(%arg4, %arg5) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%11) : (f32) -> ()
    }) : (tensor<8x12x24xf32>, tensor<8x24xf32>) -> tensor<8x24xf32>
    %9 = "linalg.generic"(%8, %6) <{indexing_maps = [#map3, #map3], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg2: f32, %arg3: f32):
      %10 = "arith.divf"(%arg2, %3) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%10) : (f32) -> ()
    }) : (tensor<8x24xf32>, tensor<8x24xf32>) -> tensor<8x24xf32>
    "func.return"(%9) : (tensor<8x24xf32>) -> ()
  }) : () -> ()
}) : () -> ()

