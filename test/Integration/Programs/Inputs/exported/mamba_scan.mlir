"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<4x40x8xf32>, tensor<4x40x8xf32>) -> tensor<40x4x8xf32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x40x8xf32>, %arg1: tensor<4x40x8xf32>):
    %0 = "arith.constant"() <{value = 39 : index}> : () -> index
    %1 = "arith.constant"() <{value = 0 : index}> : () -> index
    %2 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %3 = "arith.constant"() <{value = 40 : i32}> : () -> i32
    %4 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %5 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<40x4x8xf32>}> : () -> tensor<40x4x8xf32>
    %6 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
    %7 = "tensor.empty"() : () -> tensor<40x4x8xf32>
    %8 = "linalg.generic"(%arg0, %7) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg15: f32, %arg16: f32):
      "linalg.yield"(%arg15) : (f32) -> ()
    }) : (tensor<4x40x8xf32>, tensor<40x4x8xf32>) -> tensor<40x4x8xf32>
    %9 = "tensor.empty"() : () -> tensor<40x4x8xf32>
    %10 = "linalg.generic"(%arg1, %9) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg13: f32, %arg14: f32):
      "linalg.yield"(%arg13) : (f32) -> ()
    }) : (tensor<4x40x8xf32>, tensor<40x4x8xf32>) -> tensor<40x4x8xf32>
    %11:2 = "scf.for"(%4, %3, %2, %6, %5) ({
    ^bb0(%arg2: i32, %arg3: tensor<4x8xf32>, %arg4: tensor<40x4x8xf32>):
      %12 = "arith.index_cast"(%arg2) : (i32) -> index
      %13 = "arith.maxsi"(%12, %1) : (index, index) -> index
      %14 = "arith.minsi"(%13, %0) : (index, index) -> index
      %15 = "tensor.extract_slice"(%8, %14) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0, 0>, static_sizes = array<i64: 1, 4, 8>, static_strides = array<i64: 1, 1, 1>}> : (tensor<40x4x8xf32>, index) -> tensor<1x4x8xf32>
      %16 = "tensor.collapse_shape"(%15) <{reassociation = [[0, 1], [2]]}> : (tensor<1x4x8xf32>) -> tensor<4x8xf32>
      %17 = "arith.index_cast"(%arg2) : (i32) -> index
      %18 = "arith.maxsi"(%17, %1) : (index, index) -> index
      %19 = "arith.minsi"(%18, %0) : (index, index) -> index
      %20 = "tensor.extract_slice"(%10, %19) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0, 0>, static_sizes = array<i64: 1, 4, 8>, static_strides = array<i64: 1, 1, 1>}> : (tensor<40x4x8xf32>, index) -> tensor<1x4x8xf32>
      %21 = "tensor.collapse_shape"(%20) <{reassociation = [[0, 1], [2]]}> : (tensor<1x4x8xf32>) -> tensor<4x8xf32>
      %22 = "tensor.empty"() : () -> tensor<4x8xf32>
      %23 = "linalg.generic"(%16, %arg3, %22) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg10: f32, %arg11: f32, %arg12: f32):
        %33 = "arith.mulf"(%arg10, %arg11) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%33) : (f32) -> ()
      }) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
      %24 = "tensor.empty"() : () -> tensor<4x8xf32>
      %25 = "linalg.generic"(%23, %21, %24) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg7: f32, %arg8: f32, %arg9: f32):
        %32 = "arith.addf"(%arg7, %arg8) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%32) : (f32) -> ()
      }) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
      %26 = "tensor.empty"() : () -> tensor<1x4x8xf32>
      %27 = "linalg.generic"(%25, %26) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg5: f32, %arg6: f32):
        "linalg.yield"(%arg5) : (f32) -> ()
      }) : (tensor<4x8xf32>, tensor<1x4x8xf32>) -> tensor<1x4x8xf32>
      %28 = "arith.index_cast"(%arg2) : (i32) -> index
      %29 = "arith.maxsi"(%28, %1) : (index, index) -> index
      %30 = "arith.minsi"(%29, %0) : (index, index) -> index
      %31 = "tensor.insert_slice"(%27, %arg4, %30) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0, 0>, static_sizes = array<i64: 1, 4, 8>, static_strides = array<i64: 1, 1, 1>}> : (tensor<1x4x8xf32>, tensor<40x4x8xf32>, index) -> tensor<40x4x8xf32>
      "scf.yield"(%25, %31) : (tensor<4x8xf32>, tensor<40x4x8xf32>) -> ()
    }) : (i32, i32, i32, tensor<4x8xf32>, tensor<40x4x8xf32>) -> (tensor<4x8xf32>, tensor<40x4x8xf32>)
    "util.return"(%11#1) : (tensor<40x4x8xf32>) -> ()
  }) : () -> ()
}) : () -> ()