"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<16x300xf32>) -> tensor<16x300xf32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<16x300xf32>):
    %0 = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0x7FC00000 : f32}> : () -> f32
    %3 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %4 = "iree_linalg_ext.sort"(%arg0) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg1: f32, %arg2: f32):
      %5 = "arith.cmpf"(%arg1, %3) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
      %6 = "arith.select"(%5, %3, %arg1) : (i1, f32, f32) -> f32
      %7 = "arith.cmpf"(%arg1, %arg1) <{fastmath = #arith.fastmath<none>, predicate = 13 : i64}> : (f32, f32) -> i1
      %8 = "arith.select"(%7, %2, %6) : (i1, f32, f32) -> f32
      %9 = "arith.cmpf"(%arg2, %3) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
      %10 = "arith.select"(%9, %3, %arg2) : (i1, f32, f32) -> f32
      %11 = "arith.cmpf"(%arg2, %arg2) <{fastmath = #arith.fastmath<none>, predicate = 13 : i64}> : (f32, f32) -> i1
      %12 = "arith.select"(%11, %2, %10) : (i1, f32, f32) -> f32
      %13 = "arith.bitcast"(%8) : (f32) -> i32
      %14 = "arith.cmpi"(%13, %1) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %15 = "arith.subi"(%0, %13) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %16 = "arith.select"(%14, %15, %13) : (i1, i32, i32) -> i32
      %17 = "arith.bitcast"(%12) : (f32) -> i32
      %18 = "arith.cmpi"(%17, %1) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %19 = "arith.subi"(%0, %17) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %20 = "arith.select"(%18, %19, %17) : (i1, i32, i32) -> i32
      %21 = "arith.cmpi"(%16, %20) <{predicate = 2 : i64}> : (i32, i32) -> i1
      "iree_linalg_ext.yield"(%21) : (i1) -> ()
    }) : (tensor<16x300xf32>) -> tensor<16x300xf32>
    "util.return"(%4) : (tensor<16x300xf32>) -> ()
  }) : () -> ()
}) : () -> ()