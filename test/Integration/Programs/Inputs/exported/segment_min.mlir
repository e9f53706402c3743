"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<3000xi32>, tensor<3000xi32>) -> tensor<40xi32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3000xi32>, %arg1: tensor<3000xi32>):
    %0 = "arith.constant"() <{value = dense<2147483647> : tensor<40xi32>}> : () -> tensor<40xi32>
    %1 = "tensor.expand_shape"(%arg1) <{reassociation = [[0, 1]], static_output_shape = array<i64: 3000, 1>}> : (tensor<3000xi32>) -> tensor<3000x1xi32>
    %2 = "iree_linalg_ext.scatter"(%arg0, %1, %0) <{dimension_map = array<i64: 0>, unique_indices = false}> ({
    ^bb0(%arg2: i32, %arg3: i32):
      %3 = "arith.minsi"(%arg3, %arg2) : (i32, i32) -> i32
      "iree_linalg_ext.yield"(%3) : (i32) -> ()
    }) : (tensor<3000xi32>, tensor<3000x1xi32>, tensor<40xi32>) -> tensor<40xi32>
    "util.return"(%2) : (tensor<40xi32>) -> ()
  }) : () -> ()
}) : () -> ()