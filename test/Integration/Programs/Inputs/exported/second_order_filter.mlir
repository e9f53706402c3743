"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<70x33xf32>) -> tensor<70x33xf32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<70x33xf32>):
    %0 = "arith.constant"() <{value = 6.000000e-01 : f32}> : () -> f32
    %1 = "arith.constant"() <{value = 1.200000e+00 : f32}> : () -> f32
    %2 = "arith.constant"() <{value = 32 : index}> : () -> index
    %3 = "arith.constant"() <{value = 0 : index}> : () -> index
    %4 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %5 = "arith.constant"() <{value = 33 : i32}> : () -> i32
    %6 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %7 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<33x70xf32>}> : () -> tensor<33x70xf32>
    %8 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<70xf32>}> : () -> tensor<70xf32>
    %9 = "tensor.empty"() : () -> tensor<33x70xf32>
    %10 = "linalg.generic"(%arg0, %9) <{indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg19: f32, %arg20: f32):
      "linalg.yield"(%arg19) : (f32) -> ()
    }) : (tensor<70x33xf32>, tensor<33x70xf32>) -> tensor<33x70xf32>
    %11:3 = "scf.for"(%6, %5, %4, %8, %8, %7) ({
    ^bb0(%arg3: i32, %arg4: tensor<70xf32>, %arg5: tensor<70xf32>, %arg6: tensor<33x70xf32>):
      %14 = "arith.index_cast"(%arg3) : (i32) -> index
      %15 = "arith.maxsi"(%14, %3) : (index, index) -> index
      %16 = "arith.minsi"(%15, %2) : (index, index) -> index
      %17 = "tensor.extract_slice"(%10, %16) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 70>, static_strides = array<i64: 1, 1>}> : (tensor<33x70xf32>, index) -> tensor<1x70xf32>
      %18 = "tensor.collapse_shape"(%17) <{reassociation = [[0, 1]]}> : (tensor<1x70xf32>) -> tensor<70xf32>
      %19 = "tensor.empty"() : () -> tensor<70xf32>
      %20 = "linalg.generic"(%arg4, %19) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg17: f32, %arg18: f32):
        %36 = "arith.mulf"(%arg17, %1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%36) : (f32) -> ()
      }) : (tensor<70xf32>, tensor<70xf32>) -> tensor<70xf32>
      %21 = "tensor.empty"() : () -> tensor<70xf32>
      %22 = "linalg.generic"(%18, %20, %21) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg14: f32, %arg15: f32, %arg16: f32):
        %35 = "arith.addf"(%arg14, %arg15) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%35) : (f32) -> ()
      }) : (tensor<70xf32>, tensor<70xf32>, tensor<70xf32>) -> tensor<70xf32>
      %23 = "tensor.empty"() : () -> tensor<70xf32>
      %24 = "linalg.generic"(%arg5, %23) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg12: f32, %arg13: f32):
        %34 = "arith.mulf"(%arg12, %0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%34) : (f32) -> ()
      }) : (tensor<70xf32>, tensor<70xf32>) -> tensor<70xf32>
      %25 = "tensor.empty"() : () -> tensor<70xf32>
      %26 = "linalg.generic"(%22, %24, %25) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg9: f32, %arg10: f32, %arg11: f32):
        %33 = "arith.subf"(%arg9, %arg10) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%33) : (f32) -> ()
      }) : (tensor<70xf32>, tensor<70xf32>, tensor<70xf32>) -> tensor<70xf32>
      %27 = "tensor.empty"() : () -> tensor<1x70xf32>
      %28 = "linalg.generic"(%26, %27) <{indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg7: f32, %arg8: f32):
        "linalg.yield"(%arg7) : (f32) -> ()
      }) : (tensor<70xf32>, tensor<1x70xf32>) -> tensor<1x70xf32>
      %29 = "arith.index_cast"(%arg3) : (i32) -> index
      %30 = "arith.maxsi"(%29, %3) : (index, index) -> index
      %31 = "arith.minsi"(%30, %2) : (index, index) -> index
      %32 = "tensor.insert_slice"(%28, %arg6, %31) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 70>, static_strides = array<i64: 1, 1>}> : (tensor<1x70xf32>, tensor<33x70xf32>, index) -> tensor<33x70xf32>
      "scf.yield"(%26, %arg4, %32) : (tensor<70xf32>, tensor<70xf32>, tensor<33x70xf32>) -> ()
    }) : (i32, i32, i32, tensor<70xf32>, tensor<70xf32>, tensor<33x70xf32>) -> (tensor<70xf32>, tensor<70xf32>, tensor<33x70xf32>)
    %12 = "tensor.empty"() : () -> tensor<70x33xf32>
    %13 = "linalg.generic"(%11#2, %12) <{indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg1: f32, %arg2: f32):
      "linalg.yield"(%arg1) : (f32) -> ()
    }) : (tensor<33x70xf32>, tensor<70x33xf32>) -> tensor<70x33xf32>
    "util.return"(%13) : (tensor<70x33xf32>) -> ()
  }) : () -> ()
}) : () -> ()