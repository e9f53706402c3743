"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<30x4x4xf32>, tensor<4xf32>) -> tensor<30x4xf32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<30x4x4xf32>, %arg1: tensor<4xf32>):
    %0 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %1 = "arith.constant"() <{value = 29 : index}> : () -> index
    %2 = "arith.constant"() <{value = 0 : index}> : () -> index
    %3 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<30x4xf32>}> : () -> tensor<30x4xf32>
    %4 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %5 = "arith.constant"() <{value = 30 : i32}> : () -> i32
    %6 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %7:2 = "scf.for"(%4, %5, %6, %arg1, %3) ({
    ^bb0(%arg2: i32, %arg3: tensor<4xf32>, %arg4: tensor<30x4xf32>):
      %8 = "arith.index_cast"(%arg2) : (i32) -> index
      %9 = "arith.maxsi"(%8, %2) : (index, index) -> index
      %10 = "arith.minsi"(%9, %1) : (index, index) -> index
      %11 = "tensor.extract_slice"(%arg0, %10) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0, 0>, static_sizes = array<i64: 1, 4, 4>, static_strides = array<i64: 1, 1, 1>}> : (tensor<30x4x4xf32>, index) -> tensor<1x4x4xf32>
      %12 = "tensor.collapse_shape"(%11) <{reassociation = [[0, 1], [2]]}> : (tensor<1x4x4xf32>) -> tensor<4x4xf32>
      %13 = "tensor.empty"() : () -> tensor<4xf32>
      %14 = "linalg.fill"(%0, %13) <{operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg12: f32, %arg13: f32):
        "linalg.yield"(%arg12) : (f32) -> ()
      }) : (f32, tensor<4xf32>) -> tensor<4xf32>
      %15 = "linalg.matvec"(%12, %arg3, %14) <{operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg9: f32, %arg10: f32, %arg11: f32):
        %25 = "arith.mulf"(%arg9, %arg10) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        %26 = "arith.addf"(%arg11, %25) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%26) : (f32) -> ()
      }) {linalg.memoized_indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>]} : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %16 = "tensor.empty"() : () -> tensor<4xf32>
      %17 = "linalg.generic"(%15, %16) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg7: f32, %arg8: f32):
        %24 = "math.tanh"(%arg7) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
        "linalg.yield"(%24) : (f32) -> ()
      }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %18 = "tensor.empty"() : () -> tensor<1x4xf32>
      %19 = "linalg.generic"(%17, %18) <{indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg5: f32, %arg6: f32):
        "linalg.yield"(%arg5) : (f32) -> ()
      }) : (tensor<4xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
      %20 = "arith.index_cast"(%arg2) : (i32) -> index
      %21 = "arith.maxsi"(%20, %2) : (index, index) -> index
      %22 = "arith.minsi"(%21, %1) : (index, index) -> index
      %23 = "tensor.insert_slice"(%19, %arg4, %22) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 4>, static_strides = array<i64: 1, 1>}> : (tensor<1x4xf32>, tensor<30x4xf32>, index) -> tensor<30x4xf32>
      "scf.yield"(%17, %23) : (tensor<4xf32>, tensor<30x4xf32>) -> ()
    }) : (i32, i32, i32, tensor<4xf32>, tensor<30x4xf32>) -> (tensor<4xf32>, tensor<30x4xf32>)
    "util.return"(%7#1) : (tensor<30x4xf32>) -> ()
  }) : () -> ()
}) : () -> ()