"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<100xi32>) -> (tensor<4xi32>, tensor<4xi32>), sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<100xi32>):
    %0 = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = -2147483648 : i32}> : () -> i32
    %2 = "tensor.empty"() : () -> tensor<4xi32>
    %3 = "tensor.empty"() : () -> tensor<4xi32>
    %4 = "linalg.fill"(%1, %2) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg5: i32, %arg6: i32):
      "linalg.yield"(%arg5) : (i32) -> ()
    }) : (i32, tensor<4xi32>) -> tensor<4xi32>
    %5 = "linalg.fill"(%0, %3) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg3: i32, %arg4: i32):
      "linalg.yield"(%arg3) : (i32) -> ()
    }) : (i32, tensor<4xi32>) -> tensor<4xi32>
    %6:2 = "iree_linalg_ext.topk"(%arg0, %4, %5) <{dimension = 0 : i64}> ({
    ^bb0(%arg1: i32, %arg2: i32):
      %7 = "arith.cmpi"(%arg1, %arg2) <{predicate = 5 : i64}> : (i32, i32) -> i1
      "iree_linalg_ext.yield"(%7) : (i1) -> ()
    }) : (tensor<100xi32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
    "util.return"(%6#0, %6#1) : (tensor<4xi32>, tensor<4xi32>) -> ()
  }) : () -> ()
}) : () -> ()