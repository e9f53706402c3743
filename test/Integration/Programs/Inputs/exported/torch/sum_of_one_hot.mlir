#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<300xi64>) -> tensor<64xi64>, sym_name = "main"}> ({
  ^bb0(%arg0: tensor<300xi64>):
    %0 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %1 = "tensor.empty"() : () -> tensor<64xi64>
    %2 = "linalg.generic"(%1) <{indexing_maps = [#map], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg10: i64):
      %13 = "linalg.index"() <{dim = 0 : i64}> : () -> index
      %14 = "arith.index_cast"(%13) : (index) -> i64
      "linalg.yield"(%14) : (i64) -> ()
    }) : (tensor<64xi64>) -> tensor<64xi64>
    %3 = "tensor.expand_shape"(%arg0) <{reassociation = [[0, 1]], static_output_shape = array<i64: 300, 1>}> : (tensor<300xi64>) -> tensor<300x1xi64>
    %4 = "tensor.empty"() : () -> tensor<300x64xi1>
    %5 = "linalg.generic"(%3, %2, %4) <{indexing_maps = [#map1, #map2, #map3], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg7: i64, %arg8: i64, %arg9: i1):
      %12 = "arith.cmpi"(%arg7, %arg8) <{predicate = 0 : i64}> : (i64, i64) -> i1
      "linalg.yield"(%12) : (i1) -> ()
    }) : (tensor<300x1xi64>, tensor<64xi64>, tensor<300x64xi1>) -> tensor<300x64xi1>
    %6 = "tensor.empty"() : () -> tensor<300x64xi64>
    %7 = "linalg.generic"(%5, %6) <{indexing_maps = [#map3, #map3], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg5: i1, %arg6: i64):
      %11 = "arith.extui"(%arg5) : (i1) -> i64
      "linalg.yield"(%11) : (i64) -> ()
    }) : (tensor<300x64xi1>, tensor<300x64xi64>) -> tensor<300x64xi64>
    %8 = "linalg.fill"(%0, %1) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg3: i64, %arg4: i64):
      "linalg.yield"(%arg3) : (i64) -> ()
    }) : (i64, tensor<64xi64>) -> tensor<64xi64>
    %9 = "linalg.generic"(%7, %8) <{indexing_maps = [#map3, #map2], iterator_types = [#linalg.iterator_type<reduction>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg1: i64, %arg2: i64):
      %10 = "arith.addi"(%arg1, %arg2) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
      "linalg.yield"(%10) : (i64) -> ()
    }) : (tensor<300x64xi64>, tensor<64xi64>) -> tensor<64xi64>
    "func.return"(%9) : (tensor<64xi64>) -> ()
  }) : () -> ()
}) : () -> ()

