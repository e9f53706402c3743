"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<2000xf32>) -> tensor<2000xi32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2000xf32>):
    %0 = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0x7FC00000 : f32}> : () -> f32
    %3 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %4 = "tensor.empty"() : () -> tensor<2000xi32>
    %5 = "linalg.generic"(%4) <{indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg5: i32):
      %24 = "linalg.index"() <{dim = 0 : i64}> : () -> index
      %25 = "arith.index_cast"(%24) : (index) -> i32
      "linalg.yield"(%25) : (i32) -> ()
    }) : (tensor<2000xi32>) -> tensor<2000xi32>
    %6:2 = "iree_linalg_ext.sort"(%arg0, %5) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 2>}> ({
    ^bb0(%arg1: f32, %arg2: f32, %arg3: i32, %arg4: i32):
      %7 = "arith.cmpf"(%arg1, %3) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
      %8 = "arith.select"(%7, %3, %arg1) : (i1, f32, f32) -> f32
      %9 = "arith.cmpf"(%arg1, %arg1) <{fastmath = #arith.fastmath<none>, predicate = 13 : i64}> : (f32, f32) -> i1
      %10 = "arith.select"(%9, %2, %8) : (i1, f32, f32) -> f32
      %11 = "arith.cmpf"(%arg2, %3) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
      %12 = "arith.select"(%11, %3, %arg2) : (i1, f32, f32) -> f32
      %13 = "arith.cmpf"(%arg2, %arg2) <{fastmath = #arith.fastmath<none>, predicate = 13 : i64}> : (f32, f32) -> i1
      %14 = "arith.select"(%13, %2, %12) : (i1, f32, f32) -> f32
      %15 = "arith.bitcast"(%10) : (f32) -> i32
      %16 = "arith.cmpi"(%15, %1) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %17 = "arith.subi"(%0, %15) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %18 = "arith.select"(%16, %17, %15) : (i1, i32, i32) -> i32
      %19 = "arith.bitcast"(%14) : (f32) -> i32
      %20 = "arith.cmpi"(%19, %1) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %21 = "arith.subi"(%0, %19) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %22 = "arith.select"(%20, %21, %19) : (i1, i32, i32) -> i32
      %23 = "arith.cmpi"(%18, %22) <{predicate = 2 : i64}> : (i32, i32) -> i1
      "iree_linalg_ext.yield"(%23) : (i1) -> ()
    }) : (tensor<2000xf32>, tensor<2000xi32>) -> (tensor<2000xf32>, tensor<2000xi32>)
    "util.return"(%6#1) : (tensor<2000xi32>) -> ()
  }) : () -> ()
}) : () -> ()