"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<16x300xf32>, tensor<16x300xi1>) -> tensor<16xi32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<16x300xf32>, %arg1: tensor<16x300xi1>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0xFF800000 : f32}> : () -> f32
    %2 = "tensor.empty"() : () -> tensor<16x300xf32>
    %3 = "linalg.generic"(%arg1, %arg0, %2) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg11: i1, %arg12: f32, %arg13: f32):
      %22 = "arith.select"(%arg11, %arg12, %1) : (i1, f32, f32) -> f32
      "linalg.yield"(%22) : (f32) -> ()
    }) : (tensor<16x300xi1>, tensor<16x300xf32>, tensor<16x300xf32>) -> tensor<16x300xf32>
    %4 = "tensor.empty"() : () -> tensor<16x300xi32>
    %5 = "linalg.generic"(%4) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg10: i32):
      %20 = "linalg.index"() <{dim = 1 : i64}> : () -> index
      %21 = "arith.index_cast"(%20) : (index) -> i32
      "linalg.yield"(%21) : (i32) -> ()
    }) : (tensor<16x300xi32>) -> tensor<16x300xi32>
    %6 = "tensor.empty"() : () -> tensor<16xf32>
    %7 = "linalg.fill"(%1, %6) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg8: f32, %arg9: f32):
      "linalg.yield"(%arg8) : (f32) -> ()
    }) : (f32, tensor<16xf32>) -> tensor<16xf32>
    %8 = "tensor.empty"() : () -> tensor<16xi32>
    %9 = "linalg.fill"(%0, %8) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg6: i32, %arg7: i32):
      "linalg.yield"(%arg6) : (i32) -> ()
    }) : (i32, tensor<16xi32>) -> tensor<16xi32>
    %10:2 = "linalg.generic"(%3, %5, %7, %9) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 2, 2>}> ({
    ^bb0(%arg2: f32, %arg3: i32, %arg4: f32, %arg5: i32):
      %11 = "arith.cmpf"(%arg4, %arg2) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
      %12 = "arith.cmpf"(%arg4, %arg4) <{fastmath = #arith.fastmath<none>, predicate = 13 : i64}> : (f32, f32) -> i1
      %13 = "arith.ori"(%11, %12) : (i1, i1) -> i1
      %14 = "arith.cmpf"(%arg4, %arg2) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
      %15 = "arith.cmpi"(%arg5, %arg3) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %16 = "arith.andi"(%14, %15) : (i1, i1) -> i1
      %17 = "arith.ori"(%13, %16) : (i1, i1) -> i1
      %18 = "arith.select"(%13, %arg4, %arg2) : (i1, f32, f32) -> f32
      %19 = "arith.select"(%17, %arg5, %arg3) : (i1, i32, i32) -> i32
      "linalg.yield"(%18, %19) : (f32, i32) -> ()
    }) : (tensor<16x300xf32>, tensor<16x300xi32>, tensor<16xf32>, tensor<16xi32>) -> (tensor<16xf32>, tensor<16xi32>)
    "util.return"(%10#1) : (tensor<16xi32>) -> ()
  }) : () -> ()
}) : () -> ()