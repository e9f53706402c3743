"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<2000xi32>) -> tensor<2000xi32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2000xi32>):
    %0 = "iree_linalg_ext.sort"(%arg0) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg1: i32, %arg2: i32):
      %1 = "arith.cmpi"(%arg1, %arg2) <{predicate = 2 : i64}> : (i32, i32) -> i1
      "iree_linalg_ext.yield"(%1) : (i1) -> ()
    }) : (tensor<2000xi32>) -> tensor<2000xi32>
    "util.return"(%0) : (tensor<2000xi32>) -> ()
  }) : () -> ()
}) : () -> ()