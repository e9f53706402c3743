"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<3000xi32>) -> tensor<64xi32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3000xi32>):
    %0 = "arith.constant"() <{value = 64 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = dense<1> : tensor<3000xi32>}> : () -> tensor<3000xi32>
    %3 = "arith.constant"() <{value = dense<0> : tensor<64xi32>}> : () -> tensor<64xi32>
    %4 = "tensor.empty"() : () -> tensor<3000xi32>
    %5 = "linalg.generic"(%arg0, %4) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg11: i32, %arg12: i32):
      %18 = "arith.maxsi"(%arg11, %1) : (i32, i32) -> i32
      "linalg.yield"(%18) : (i32) -> ()
    }) : (tensor<3000xi32>, tensor<3000xi32>) -> tensor<3000xi32>
    %6 = "tensor.empty"() : () -> tensor<3000xi1>
    %7 = "linalg.generic"(%5, %6) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg9: i32, %arg10: i1):
      %17 = "arith.cmpi"(%arg9, %1) <{predicate = 2 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%17) : (i1) -> ()
    }) : (tensor<3000xi32>, tensor<3000xi1>) -> tensor<3000xi1>
    %8 = "tensor.empty"() : () -> tensor<3000xi32>
    %9 = "linalg.generic"(%5, %8) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg7: i32, %arg8: i32):
      %16 = "arith.addi"(%arg7, %0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%16) : (i32) -> ()
    }) : (tensor<3000xi32>, tensor<3000xi32>) -> tensor<3000xi32>
    %10 = "tensor.empty"() : () -> tensor<3000xi32>
    %11 = "linalg.generic"(%7, %9, %5, %10) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg3: i1, %arg4: i32, %arg5: i32, %arg6: i32):
      %15 = "arith.select"(%arg3, %arg4, %arg5) : (i1, i32, i32) -> i32
      "linalg.yield"(%15) : (i32) -> ()
    }) : (tensor<3000xi1>, tensor<3000xi32>, tensor<3000xi32>, tensor<3000xi32>) -> tensor<3000xi32>
    %12 = "tensor.expand_shape"(%11) <{reassociation = [[0, 1]], static_output_shape = array<i64: 3000, 1>}> : (tensor<3000xi32>) -> tensor<3000x1xi32>
    %13 = "iree_linalg_ext.scatter"(%2, %12, %3) <{dimension_map = array<i64: 0>, unique_indices = false}> ({
    ^bb0(%arg1: i32, %arg2: i32):
      %14 = "arith.addi"(%arg2, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "iree_linalg_ext.yield"(%14) : (i32) -> ()
    }) : (tensor<3000xi32>, tensor<3000x1xi32>, tensor<64xi32>) -> tensor<64xi32>
    "util.return"(%13) : (tensor<64xi32>) -> ()
  }) : () -> ()
}) : () -> ()