"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<20x4x3xf32>, tensor<20x4x3xi32>) -> (tensor<4x3xi32>, tensor<4x3xf32>, tensor<f32>, tensor<20x4x3xf32>, tensor<20x4x3xi32>), sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<20x4x3xf32>, %arg1: tensor<20x4x3xi32>):
    %0 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %1 = "arith.constant"() <{value = 19 : index}> : () -> index
    %2 = "arith.constant"() <{value = 0 : index}> : () -> index
    %3 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %4 = "arith.constant"() <{value = dense<0> : tensor<4x3xi32>}> : () -> tensor<4x3xi32>
    %5 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<4x3xf32>}> : () -> tensor<4x3xf32>
    %6 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<20x4x3xf32>}> : () -> tensor<20x4x3xf32>
    %7 = "arith.constant"() <{value = dense<0> : tensor<20x4x3xi32>}> : () -> tensor<20x4x3xi32>
    %8 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %9 = "arith.constant"() <{value = 20 : i32}> : () -> i32
    %10 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %11:5 = "scf.for"(%8, %9, %10, %4, %5, %3, %6, %7) ({
    ^bb0(%arg2: i32, %arg3: tensor<4x3xi32>, %arg4: tensor<4x3xf32>, %arg5: tensor<f32>, %arg6: tensor<20x4x3xf32>, %arg7: tensor<20x4x3xi32>):
      %12 = "arith.index_cast"(%arg2) : (i32) -> index
      %13 = "arith.maxsi"(%12, %2) : (index, index) -> index
      %14 = "arith.minsi"(%13, %1) : (index, index) -> index
      %15 = "tensor.extract_slice"(%arg0, %14) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0, 0>, static_sizes = array<i64: 1, 4, 3>, static_strides = array<i64: 1, 1, 1>}> : (tensor<20x4x3xf32>, index) -> tensor<1x4x3xf32>
      %16 = "tensor.collapse_shape"(%15) <{reassociation = [[0, 1], [2]]}> : (tensor<1x4x3xf32>) -> tensor<4x3xf32>
      %17 = "arith.index_cast"(%arg2) : (i32) -> index
      %18 = "arith.maxsi"(%17, %2) : (index, index) -> index
      %19 = "arith.minsi"(%18, %1) : (index, index) -> index
      %20 = "tensor.extract_slice"(%arg1, %19) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0, 0>, static_sizes = array<i64: 1, 4, 3>, static_strides = array<i64: 1, 1, 1>}> : (tensor<20x4x3xi32>, index) -> tensor<1x4x3xi32>
      %21 = "tensor.collapse_shape"(%20) <{reassociation = [[0, 1], [2]]}> : (tensor<1x4x3xi32>) -> tensor<4x3xi32>
      %22 = "tensor.empty"() : () -> tensor<f32>
      %23 = "linalg.generic"(%arg5, %22) <{indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = [], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg26: f32, %arg27: f32):
        %50 = "arith.addf"(%arg26, %0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%50) : (f32) -> ()
      }) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      %24 = "tensor.empty"() : () -> tensor<4x3xf32>
      %25 = "linalg.generic"(%16, %arg4, %24) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg23: f32, %arg24: f32, %arg25: f32):
        %49 = "arith.subf"(%arg23, %arg24) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%49) : (f32) -> ()
      }) : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
      %26 = "tensor.empty"() : () -> tensor<4x3xf32>
      %27 = "linalg.generic"(%23, %26) <{indexing_maps = [affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg21: f32, %arg22: f32):
        "linalg.yield"(%arg21) : (f32) -> ()
      }) : (tensor<f32>, tensor<4x3xf32>) -> tensor<4x3xf32>
      %28 = "tensor.empty"() : () -> tensor<4x3xf32>
      %29 = "linalg.generic"(%25, %27, %28) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg18: f32, %arg19: f32, %arg20: f32):
        %48 = "arith.divf"(%arg18, %arg19) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%48) : (f32) -> ()
      }) : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
      %30 = "tensor.empty"() : () -> tensor<4x3xf32>
      %31 = "linalg.generic"(%arg4, %29, %30) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg15: f32, %arg16: f32, %arg17: f32):
        %47 = "arith.addf"(%arg15, %arg16) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%47) : (f32) -> ()
      }) : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
      %32 = "tensor.empty"() : () -> tensor<4x3xi32>
      %33 = "linalg.generic"(%arg3, %21, %32) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg12: i32, %arg13: i32, %arg14: i32):
        %46 = "arith.addi"(%arg12, %arg13) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        "linalg.yield"(%46) : (i32) -> ()
      }) : (tensor<4x3xi32>, tensor<4x3xi32>, tensor<4x3xi32>) -> tensor<4x3xi32>
      %34 = "tensor.empty"() : () -> tensor<1x4x3xf32>
      %35 = "linalg.generic"(%31, %34) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg10: f32, %arg11: f32):
        "linalg.yield"(%arg10) : (f32) -> ()
      }) : (tensor<4x3xf32>, tensor<1x4x3xf32>) -> tensor<1x4x3xf32>
      %36 = "arith.index_cast"(%arg2) : (i32) -> index
      %37 = "arith.maxsi"(%36, %2) : (index, index) -> index
      %38 = "arith.minsi"(%37, %1) : (index, index) -> index
      %39 = "tensor.insert_slice"(%35, %arg6, %38) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0, 0>, static_sizes = array<i64: 1, 4, 3>, static_strides = array<i64: 1, 1, 1>}> : (tensor<1x4x3xf32>, tensor<20x4x3xf32>, index) -> tensor<20x4x3xf32>
      %40 = "tensor.empty"() : () -> tensor<1x4x3xi32>
      %41 = "linalg.generic"(%33, %40) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg8: i32, %arg9: i32):
        "linalg.yield"(%arg8) : (i32) -> ()
      }) : (tensor<4x3xi32>, tensor<1x4x3xi32>) -> tensor<1x4x3xi32>
      %42 = "arith.index_cast"(%arg2) : (i32) -> index
      %43 = "arith.maxsi"(%42, %2) : (index, index) -> index
      %44 = "arith.minsi"(%43, %1) : (index, index) -> index
      %45 = "tensor.insert_slice"(%41, %arg7, %44) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0, 0>, static_sizes = array<i64: 1, 4, 3>, static_strides = array<i64: 1, 1, 1>}> : (tensor<1x4x3xi32>, tensor<20x4x3xi32>, index) -> tensor<20x4x3xi32>
      "scf.yield"(%33, %31, %23, %39, %45) : (tensor<4x3xi32>, tensor<4x3xf32>, tensor<f32>, tensor<20x4x3xf32>, tensor<20x4x3xi32>) -> ()
    }) : (i32, i32, i32, tensor<4x3xi32>, tensor<4x3xf32>, tensor<f32>, tensor<20x4x3xf32>, tensor<20x4x3xi32>) -> (tensor<4x3xi32>, tensor<4x3xf32>, tensor<f32>, tensor<20x4x3xf32>, tensor<20x4x3xi32>)
    "util.return"(%11#0, %11#1, %11#2, %11#3, %11#4) : (tensor<4x3xi32>, tensor<4x3xf32>, tensor<f32>, tensor<20x4x3xf32>, tensor<20x4x3xi32>) -> ()
  }) : () -> ()
}) : () -> ()