"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<300xf32>, tensor<300xi32>) -> tensor<40xf32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<300xf32>, %arg1: tensor<300xi32>):
    %0 = "arith.constant"() <{value = dense<1.000000e+00> : tensor<40xf32>}> : () -> tensor<40xf32>
    %1 = "tensor.expand_shape"(%arg1) <{reassociation = [[0, 1]], static_output_shape = array<i64: 300, 1>}> : (tensor<300xi32>) -> tensor<300x1xi32>
    %2 = "iree_linalg_ext.scatter"(%arg0, %1, %0) <{dimension_map = array<i64: 0>, unique_indices = false}> ({
    ^bb0(%arg2: f32, %arg3: f32):
      %3 = "arith.mulf"(%arg3, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "iree_linalg_ext.yield"(%3) : (f32) -> ()
    }) : (tensor<300xf32>, tensor<300x1xi32>, tensor<40xf32>) -> tensor<40xf32>
    "util.return"(%2) : (tensor<40xf32>) -> ()
  }) : () -> ()
}) : () -> ()