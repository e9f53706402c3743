"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<16x300xf32>) -> tensor<300xi32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<16x300xf32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0x7F800000 : f32}> : () -> f32
    %2 = "tensor.empty"() : () -> tensor<16x300xi32>
    %3 = "linalg.generic"(%2) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg9: i32):
      %18 = "linalg.index"() <{dim = 0 : i64}> : () -> index
      %19 = "arith.index_cast"(%18) : (index) -> i32
      "linalg.yield"(%19) : (i32) -> ()
    }) : (tensor<16x300xi32>) -> tensor<16x300xi32>
    %4 = "tensor.empty"() : () -> tensor<300xf32>
    %5 = "linalg.fill"(%1, %4) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg7: f32, %arg8: f32):
      "linalg.yield"(%arg7) : (f32) -> ()
    }) : (f32, tensor<300xf32>) -> tensor<300xf32>
    %6 = "tensor.empty"() : () -> tensor<300xi32>
    %7 = "linalg.fill"(%0, %6) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg5: i32, %arg6: i32):
      "linalg.yield"(%arg5) : (i32) -> ()
    }) : (i32, tensor<300xi32>) -> tensor<300xi32>
    %8:2 = "linalg.generic"(%arg0, %3, %5, %7) <{indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 2, 2>}> ({
    ^bb0(%arg1: f32, %arg2: i32, %arg3: f32, %arg4: i32):
      %9 = "arith.cmpf"(%arg3, %arg1) <{fastmath = #arith.fastmath<none>, predicate = 4 : i64}> : (f32, f32) -> i1
      %10 = "arith.cmpf"(%arg3, %arg3) <{fastmath = #arith.fastmath<none>, predicate = 13 : i64}> : (f32, f32) -> i1
      %11 = "arith.ori"(%9, %10) : (i1, i1) -> i1
      %12 = "arith.cmpf"(%arg3, %arg1) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
      %13 = "arith.cmpi"(%arg4, %arg2) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %14 = "arith.andi"(%12, %13) : (i1, i1) -> i1
      %15 = "arith.ori"(%11, %14) : (i1, i1) -> i1
      %16 = "arith.select"(%11, %arg3, %arg1) : (i1, f32, f32) -> f32
      %17 = "arith.select"(%15, %arg4, %arg2) : (i1, i32, i32) -> i32
      "linalg.yield"(%16, %17) : (f32, i32) -> ()
    }) : (tensor<16x300xf32>, tensor<16x300xi32>, tensor<300xf32>, tensor<300xi32>) -> (tensor<300xf32>, tensor<300xi32>)
    "util.return"(%8#1) : (tensor<300xi32>) -> ()
  }) : () -> ()
}) : () -> ()