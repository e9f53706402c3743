"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<50x4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>, tensor<50x4x6xf32>, tensor<50x4x6xf32>), sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<50x4x6xf32>):
    %0 = "arith.constant"() <{value = 1.000000e-03 : f32}> : () -> f32
    %1 = "arith.constant"() <{value = 0.00999999977 : f32}> : () -> f32
    %2 = "arith.constant"() <{value = 9.900000e-01 : f32}> : () -> f32
    %3 = "arith.constant"() <{value = 1.000000e-01 : f32}> : () -> f32
    %4 = "arith.constant"() <{value = 0.899999976 : f32}> : () -> f32
    %5 = "arith.constant"() <{value = 49 : index}> : () -> index
    %6 = "arith.constant"() <{value = 0 : index}> : () -> index
    %7 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<4x6xf32>}> : () -> tensor<4x6xf32>
    %8 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<50x4x6xf32>}> : () -> tensor<50x4x6xf32>
    %9 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %10 = "arith.constant"() <{value = 50 : i32}> : () -> i32
    %11 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %12:4 = "scf.for"(%9, %10, %11, %7, %7, %8, %8) ({
    ^bb0(%arg1: i32, %arg2: tensor<4x6xf32>, %arg3: tensor<4x6xf32>, %arg4: tensor<50x4x6xf32>, %arg5: tensor<50x4x6xf32>):
      %13 = "arith.index_cast"(%arg1) : (i32) -> index
      %14 = "arith.maxsi"(%13, %6) : (index, index) -> index
      %15 = "arith.minsi"(%14, %5) : (index, index) -> index
      %16 = "tensor.extract_slice"(%arg0, %15) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0, 0>, static_sizes = array<i64: 1, 4, 6>, static_strides = array<i64: 1, 1, 1>}> : (tensor<50x4x6xf32>, index) -> tensor<1x4x6xf32>
      %17 = "tensor.collapse_shape"(%16) <{reassociation = [[0, 1], [2]]}> : (tensor<1x4x6xf32>) -> tensor<4x6xf32>
      %18 = "tensor.empty"() : () -> tensor<4x6xf32>
      %19 = "linalg.generic"(%arg2, %18) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg32: f32, %arg33: f32):
        %59 = "arith.mulf"(%arg32, %4) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%59) : (f32) -> ()
      }) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
      %20 = "tensor.empty"() : () -> tensor<4x6xf32>
      %21 = "linalg.generic"(%17, %20) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg30: f32, %arg31: f32):
        %58 = "arith.mulf"(%arg30, %3) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%58) : (f32) -> ()
      }) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
      %22 = "tensor.empty"() : () -> tensor<4x6xf32>
      %23 = "linalg.generic"(%19, %21, %22) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg27: f32, %arg28: f32, %arg29: f32):
        %57 = "arith.addf"(%arg27, %arg28) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%57) : (f32) -> ()
      }) : (tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
      %24 = "tensor.empty"() : () -> tensor<4x6xf32>
      %25 = "linalg.generic"(%arg3, %24) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg25: f32, %arg26: f32):
        %56 = "arith.mulf"(%arg25, %2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%56) : (f32) -> ()
      }) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
      %26 = "tensor.empty"() : () -> tensor<4x6xf32>
      %27 = "linalg.generic"(%17, %26) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg23: f32, %arg24: f32):
        %55 = "arith.mulf"(%arg23, %1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%55) : (f32) -> ()
      }) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
      %28 = "tensor.empty"() : () -> tensor<4x6xf32>
      %29 = "linalg.generic"(%27, %17, %28) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg20: f32, %arg21: f32, %arg22: f32):
        %54 = "arith.mulf"(%arg20, %arg21) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%54) : (f32) -> ()
      }) : (tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
      %30 = "tensor.empty"() : () -> tensor<4x6xf32>
      %31 = "linalg.generic"(%25, %29, %30) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg17: f32, %arg18: f32, %arg19: f32):
        %53 = "arith.addf"(%arg17, %arg18) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%53) : (f32) -> ()
      }) : (tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
      %32 = "tensor.empty"() : () -> tensor<4x6xf32>
      %33 = "linalg.generic"(%31, %32) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg15: f32, %arg16: f32):
        %52 = "arith.addf"(%arg15, %0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%52) : (f32) -> ()
      }) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
      %34 = "tensor.empty"() : () -> tensor<4x6xf32>
      %35 = "linalg.generic"(%33, %34) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg13: f32, %arg14: f32):
        %51 = "math.sqrt"(%arg13) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
        "linalg.yield"(%51) : (f32) -> ()
      }) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
      %36 = "tensor.empty"() : () -> tensor<4x6xf32>
      %37 = "linalg.generic"(%23, %35, %36) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg10: f32, %arg11: f32, %arg12: f32):
        %50 = "arith.divf"(%arg10, %arg11) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%50) : (f32) -> ()
      }) : (tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
      %38 = "tensor.empty"() : () -> tensor<1x4x6xf32>
      %39 = "linalg.generic"(%23, %38) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg8: f32, %arg9: f32):
        "linalg.yield"(%arg8) : (f32) -> ()
      }) : (tensor<4x6xf32>, tensor<1x4x6xf32>) -> tensor<1x4x6xf32>
      %40 = "arith.index_cast"(%arg1) : (i32) -> index
      %41 = "arith.maxsi"(%40, %6) : (index, index) -> index
      %42 = "arith.minsi"(%41, %5) : (index, index) -> index
      %43 = "tensor.insert_slice"(%39, %arg4, %42) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0, 0>, static_sizes = array<i64: 1, 4, 6>, static_strides = array<i64: 1, 1, 1>}> : (tensor<1x4x6xf32>, tensor<50x4x6xf32>, index) -> tensor<50x4x6xf32>
      %44 = "tensor.empty"() : () -> tensor<1x4x6xf32>
      %45 = "linalg.generic"(%37, %44) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg6: f32, %arg7: f32):
        "linalg.yield"(%arg6) : (f32) -> ()
      }) : (tensor<4x6xf32>, tensor<1x4x6xf32>) -> tensor<1x4x6xf32>
      %46 = "arith.index_cast"(%arg1) : (i32) -> index
      %47 = "arith.maxsi"(%46, %6) : (index, index) -> index
      %48 = "arith.minsi"(%47, %5) : (index, index) -> index
      %49 = "tensor.insert_slice"(%45, %arg5, %48) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0, 0>, static_sizes = array<i64: 1, 4, 6>, static_strides = array<i64: 1, 1, 1>}> : (tensor<1x4x6xf32>, tensor<50x4x6xf32>, index) -> tensor<50x4x6xf32>
      "scf.yield"(%23, %31, %43, %49) : (tensor<4x6xf32>, tensor<4x6xf32>, tensor<50x4x6xf32>, tensor<50x4x6xf32>) -> ()
    }) : (i32, i32, i32, tensor<4x6xf32>, tensor<4x6xf32>, tensor<50x4x6xf32>, tensor<50x4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>, tensor<50x4x6xf32>, tensor<50x4x6xf32>)
    "util.return"(%12#0, %12#1, %12#2, %12#3) : (tensor<4x6xf32>, tensor<4x6xf32>, tensor<50x4x6xf32>, tensor<50x4x6xf32>) -> ()
  }) : () -> ()
}) : () -> ()