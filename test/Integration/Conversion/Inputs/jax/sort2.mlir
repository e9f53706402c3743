"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<100xi32>, tensor<100xf32>, tensor<100xi32>) -> (tensor<100xi32>, tensor<100xf32>, tensor<100xi32>), sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<100xi32>, %arg1: tensor<100xf32>, %arg2: tensor<100xi32>):
    %0 = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0x7FC00000 : f32}> : () -> f32
    %3 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %4:3 = "iree_linalg_ext.sort"(%arg0, %arg1, %arg2) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 3>}> ({
    ^bb0(%arg3: i32, %arg4: i32, %arg5: f32, %arg6: f32, %arg7: i32, %arg8: i32):
      %5 = "arith.cmpf"(%arg5, %3) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
      %6 = "arith.select"(%5, %3, %arg5) : (i1, f32, f32) -> f32
      %7 = "arith.cmpf"(%arg5, %arg5) <{fastmath = #arith.fastmath<none>, predicate = 13 : i64}> : (f32, f32) -> i1
      %8 = "arith.select"(%7, %2, %6) : (i1, f32, f32) -> f32
      %9 = "arith.cmpf"(%arg6, %3) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
      %10 = "arith.select"(%9, %3, %arg6) : (i1, f32, f32) -> f32
      %11 = "arith.cmpf"(%arg6, %arg6) <{fastmath = #arith.fastmath<none>, predicate = 13 : i64}> : (f32, f32) -> i1
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
      %22 = "arith.cmpi"(%arg3, %arg4) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %23 = "arith.cmpi"(%arg3, %arg4) <{predicate = 0 : i64}> : (i32, i32) -> i1
      %24 = "arith.andi"(%23, %21) : (i1, i1) -> i1
      %25 = "arith.ori"(%22, %24) : (i1, i1) -> i1
      "iree_linalg_ext.yield"(%25) : (i1) -> ()
    }) : (tensor<100xi32>, tensor<100xf32>, tensor<100xi32>) -> (tensor<100xi32>, tensor<100xf32>, tensor<100xi32>)
    "util.return"(%4#0, %4#1, %4#2) : (tensor<100xi32>, tensor<100xf32>, tensor<100xi32>) -> ()
  }) : () -> ()
}) : () -> ()