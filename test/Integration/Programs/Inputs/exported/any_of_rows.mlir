"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<16x300xf32>) -> tensor<16xi1>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<16x300xf32>):
    %0 = "arith.constant"() <{value = false}> : () -> i1
    %1 = "arith.constant"() <{value = 2.000000e+00 : f32}> : () -> f32
    %2 = "tensor.empty"() : () -> tensor<16x300xi1>
    %3 = "linalg.generic"(%arg0, %2) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg5: f32, %arg6: i1):
      %8 = "arith.cmpf"(%arg5, %1) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
      "linalg.yield"(%8) : (i1) -> ()
    }) : (tensor<16x300xf32>, tensor<16x300xi1>) -> tensor<16x300xi1>
    %4 = "tensor.empty"() : () -> tensor<16xi1>
    %5 = "linalg.fill"(%0, %4) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg3: i1, %arg4: i1):
      "linalg.yield"(%arg3) : (i1) -> ()
    }) : (i1, tensor<16xi1>) -> tensor<16xi1>
    %6 = "linalg.generic"(%3, %5) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg1: i1, %arg2: i1):
      %7 = "arith.ori"(%arg2, %arg1) : (i1, i1) -> i1
      "linalg.yield"(%7) : (i1) -> ()
    }) : (tensor<16x300xi1>, tensor<16xi1>) -> tensor<16xi1>
    "util.return"(%6) : (tensor<16xi1>) -> ()
  }) : () -> ()
}) : () -> ()