#map = affine_map<(d0, d1) -> (d0, d1)>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<16x300xf32>) -> (tensor<16x300xf32>, tensor<16x300xi64>), sym_name = "main"}> ({
  ^bb0(%arg0: tensor<16x300xf32>):
    %0 = "tensor.empty"() : () -> tensor<16x300xi64>
    %1 = "linalg.generic"(%0) <{indexing_maps = [#map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg5: i64):
      %4 = "linalg.index"() <{dim = 1 : i64}> : () -> index
      %5 = "arith.index_cast"(%4) : (index) -> i64
      "linalg.yield"(%5) : (i64) -> ()
    }) : (tensor<16x300xi64>) -> tensor<16x300xi64>
    %2:2 = "tm_tensor.sort"(%arg0, %1) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 0, 2>}> ({
    ^bb0(%arg1: f32, %arg2: f32, %arg3: i64, %arg4: i64):
      %3 = "arith.cmpf"(%arg1, %arg2) <{fastmath = #arith.fastmath<none>, predicate = 5 : i64}> : (f32, f32) -> i1
      "tm_tensor.yield"(%3) : (i1) -> ()
    }) : (tensor<16x300xf32>, tensor<16x300xi64>) -> (tensor<16x300xf32>, tensor<16x300xi64>)
    "func.return"(%2#0, %2#1) : (tensor<16x300xf32>, tensor<16x300xi64>) -> ()
  }) : () -> ()
}) : () -> ()

