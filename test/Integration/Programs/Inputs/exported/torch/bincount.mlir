#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<3000xi64>) -> tensor<?xi64>, sym_name = "main"}> ({
  ^bb0(%arg0: tensor<3000xi64>):
    %0 = "arith.constant"() <{value = 1 : i64}> : () -> i64
    %1 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %2 = "arith.constant"() <{value = 64 : i64}> : () -> i64
    %3 = "arith.constant"() <{value = -9223372036854775808 : i64}> : () -> i64
    %4 = "arith.constant"() <{value = 0 : index}> : () -> index
    %5 = "tensor.empty"() : () -> tensor<i64>
    %6 = "linalg.fill"(%3, %5) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg7: i64, %arg8: i64):
      "linalg.yield"(%arg7) : (i64) -> ()
    }) : (i64, tensor<i64>) -> tensor<i64>
    %7 = "linalg.generic"(%arg0, %6) <{indexing_maps = [#map, #map1], iterator_types = [#linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg5: i64, %arg6: i64):
      %21 = "arith.maxsi"(%arg5, %arg6) : (i64, i64) -> i64
      "linalg.yield"(%21) : (i64) -> ()
    }) : (tensor<3000xi64>, tensor<i64>) -> tensor<i64>
    %8 = "tensor.extract"(%7) : (tensor<i64>) -> i64
    %9 = "tensor.expand_shape"(%arg0) <{reassociation = [[0, 1]], static_output_shape = array<i64: 3000, 1>}> : (tensor<3000xi64>) -> tensor<3000x1xi64>
    %10 = "tensor.empty"() : () -> tensor<3000xi64>
    %11 = "arith.addi"(%8, %0) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
    %12 = "arith.maxsi"(%11, %2) : (i64, i64) -> i64
    %13 = "arith.index_cast"(%12) : (i64) -> index
    %14 = "tensor.empty"(%13) : (index) -> tensor<?xi64>
    %15 = "linalg.fill"(%1, %14) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg3: i64, %arg4: i64):
      "linalg.yield"(%arg3) : (i64) -> ()
    }) : (i64, tensor<?xi64>) -> tensor<?xi64>
    %16 = "tm_tensor.scatter"(%10, %9, %15) <{dimension_map = array<i64: 0>, operandSegmentSizes = array<i32: 2, 1>, unique_indices = false}> ({
    ^bb0(%arg1: i64, %arg2: i64):
      %20 = "arith.addi"(%arg2, %0) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
      "tm_tensor.yield"(%20) : (i64) -> ()
    }) : (tensor<3000xi64>, tensor<3000x1xi64>, tensor<?xi64>) -> tensor<?xi64>
    %17 = "tensor.dim"(%16, %4) : (tensor<?xi64>, index) -> index
    %18 = "arith.index_cast"(%17) : (index) -> i64
    %19 = "arith.cmpi"(%18, %2) <{predicate = 5 : i64}> : (i64, i64) -> i1
    "cf.assert"(%19) <{msg = "Runtime assertion failed for expression u0 >= 64 on node 'ge_1'"}> : (i1) -> ()
    "func.return"(%16) : (tensor<?xi64>) -> ()
  }) : () -> ()
}) : () -> ()

