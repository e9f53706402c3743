"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<40xf32>, tensor<300xi32>) -> tensor<40xf32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<40xf32>, %arg1: tensor<300xi32>):
    %0 = "arith.constant"() <{value = 40 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<300xf32>}> : () -> tensor<300xf32>
    %3 = "tensor.empty"() : () -> tensor<300xi1>
    %4 = "linalg.generic"(%arg1, %3) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg10: i32, %arg11: i1):
      %13 = "arith.cmpi"(%arg10, %1) <{predicate = 2 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%13) : (i1) -> ()
    }) : (tensor<300xi32>, tensor<300xi1>) -> tensor<300xi1>
    %5 = "tensor.empty"() : () -> tensor<300xi32>
    %6 = "linalg.generic"(%arg1, %5) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg8: i32, %arg9: i32):
      %12 = "arith.addi"(%arg8, %0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%12) : (i32) -> ()
    }) : (tensor<300xi32>, tensor<300xi32>) -> tensor<300xi32>
    %7 = "tensor.empty"() : () -> tensor<300xi32>
    %8 = "linalg.generic"(%4, %6, %arg1, %7) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg4: i1, %arg5: i32, %arg6: i32, %arg7: i32):
      %11 = "arith.select"(%arg4, %arg5, %arg6) : (i1, i32, i32) -> i32
      "linalg.yield"(%11) : (i32) -> ()
    }) : (tensor<300xi1>, tensor<300xi32>, tensor<300xi32>, tensor<300xi32>) -> tensor<300xi32>
    %9 = "tensor.expand_shape"(%8) <{reassociation = [[0, 1]], static_output_shape = array<i64: 300, 1>}> : (tensor<300xi32>) -> tensor<300x1xi32>
    %10 = "iree_linalg_ext.scatter"(%2, %9, %arg0) <{dimension_map = array<i64: 0>, unique_indices = false}> ({
    ^bb0(%arg2: f32, %arg3: f32):
      "iree_linalg_ext.yield"(%arg2) : (f32) -> ()
    }) : (tensor<300xf32>, tensor<300x1xi32>, tensor<40xf32>) -> tensor<40xf32>
    "util.return"(%10) : (tensor<40xf32>) -> ()
  }) : () -> ()
}) : () -> ()