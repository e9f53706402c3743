"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<16x300xf32>) -> tensor<16xi32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<16x300xf32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 5.000000e-01 : f32}> : () -> f32
    %2 = "tensor.empty"() : () -> tensor<16x300xi1>
    %3 = "linalg.generic"(%arg0, %2) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg7: f32, %arg8: i1):
      %11 = "arith.cmpf"(%arg7, %1) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
      "linalg.yield"(%11) : (i1) -> ()
    }) : (tensor<16x300xf32>, tensor<16x300xi1>) -> tensor<16x300xi1>
    %4 = "tensor.empty"() : () -> tensor<16x300xi32>
    %5 = "linalg.generic"(%3, %4) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg5: i1, %arg6: i32):
      %10 = "arith.extui"(%arg5) : (i1) -> i32
      "linalg.yield"(%10) : (i32) -> ()
    }) : (tensor<16x300xi1>, tensor<16x300xi32>) -> tensor<16x300xi32>
    %6 = "tensor.empty"() : () -> tensor<16xi32>
    %7 = "linalg.fill"(%0, %6) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg3: i32, %arg4: i32):
      "linalg.yield"(%arg3) : (i32) -> ()
    }) : (i32, tensor<16xi32>) -> tensor<16xi32>
    %8 = "linalg.generic"(%5, %7) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg1: i32, %arg2: i32):
      %9 = "arith.addi"(%arg2, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%9) : (i32) -> ()
    }) : (tensor<16x300xi32>, tensor<16xi32>) -> tensor<16xi32>
    "util.return"(%8) : (tensor<16xi32>) -> ()
  }) : () -> ()
}) : () -> ()