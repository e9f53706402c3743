#map = affine_map<(d0, d1) -> (d0, d1)>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?x?xf32>) -> (tensor<?x5xf32>, tensor<?x5xi64>), sym_name = "main"}> ({
  ^bb0(%arg0: tensor<?x?xf32>):
    %0 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %1 = "arith.constant"() <{value = 0 : index}> : () -> index
    %2 = "arith.constant"() <{value = 1 : index}> : () -> index
    %3 = "tensor.dim"(%arg0, %1) : (tensor<?x?xf32>, index) -> index
    %4 = "tensor.dim"(%arg0, %2) : (tensor<?x?xf32>, index) -> index
    %5 = "tensor.empty"(%3, %4) : (index, index) -> tensor<?x?xi64>
    %6 = "linalg.generic"(%5) <{indexing_maps = [#map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg5: i64):
      %21 = "linalg.index"() <{dim = 1 : i64}> : () -> index
      %22 = "arith.index_cast"(%21) : (index) -> i64
      "linalg.yield"(%22) : (i64) -> ()
    }) : (tensor<?x?xi64>) -> tensor<?x?xi64>
    %7:2 = "tm_tensor.sort"(%arg0, %6) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 0, 2>}> ({
    ^bb0(%arg1: f32, %arg2: f32, %arg3: i64, %arg4: i64):
      %20 = "arith.cmpf"(%arg1, %arg2) <{fastmath = #arith.fastmath<none>, predicate = 3 : i64}> : (f32, f32) -> i1
      "tm_tensor.yield"(%20) : (i1) -> ()
    }) : (tensor<?x?xf32>, tensor<?x?xi64>) -> (tensor<?x?xf32>, tensor<?x?xi64>)
    %8 = "tensor.dim"(%7#0, %2) : (tensor<?x?xf32>, index) -> index
    %9 = "arith.index_cast"(%8) : (index) -> i64
    %10 = "arith.minsi"(%9, %0) : (i64, i64) -> i64
    %11 = "arith.index_cast"(%10) : (i64) -> index
    %12 = "tensor.dim"(%7#0, %1) : (tensor<?x?xf32>, index) -> index
    %13 = "tensor.extract_slice"(%7#0, %11, %12) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>, static_offsets = array<i64: 0, -9223372036854775808>, static_sizes = array<i64: -9223372036854775808, 5>, static_strides = array<i64: 1, 1>}> : (tensor<?x?xf32>, index, index) -> tensor<?x5xf32>
    %14 = "tensor.dim"(%7#1, %2) : (tensor<?x?xi64>, index) -> index
    %15 = "arith.index_cast"(%14) : (index) -> i64
    %16 = "arith.minsi"(%15, %0) : (i64, i64) -> i64
    %17 = "arith.index_cast"(%16) : (i64) -> index
    %18 = "tensor.dim"(%7#1, %1) : (tensor<?x?xi64>, index) -> index
    %19 = "tensor.extract_slice"(%7#1, %17, %18) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>, static_offsets = array<i64: 0, -9223372036854775808>, static_sizes = array<i64: -9223372036854775808, 5>, static_strides = array<i64: 1, 1>}> : (tensor<?x?xi64>, index, index) -> tensor<?x5xi64>
    "func.return"(%13, %19) : (tensor<?x5xf32>, tensor<?x5xi64>) -> ()
  }) : () -> ()
}) : () -> ()

