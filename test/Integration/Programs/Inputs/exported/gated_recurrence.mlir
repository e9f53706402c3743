"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<30x5x7xf32>, tensor<30x5x7xf32>) -> tensor<30x5x7xf32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<30x5x7xf32>, %arg1: tensor<30x5x7xf32>):
    %0 = "arith.constant"() <{value = 5.000000e-01 : f32}> : () -> f32
    %1 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %2 = "arith.constant"() <{value = 29 : index}> : () -> index
    %3 = "arith.constant"() <{value = 0 : index}> : () -> index
    %4 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<5x7xf32>}> : () -> tensor<5x7xf32>
    %5 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<30x5x7xf32>}> : () -> tensor<30x5x7xf32>
    %6 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %7 = "arith.constant"() <{value = 30 : i32}> : () -> i32
    %8 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %9:2 = "scf.for"(%6, %7, %8, %4, %5) ({
    ^bb0(%arg2: i32, %arg3: tensor<5x7xf32>, %arg4: tensor<30x5x7xf32>):
      %10 = "arith.index_cast"(%arg2) : (i32) -> index
      %11 = "arith.maxsi"(%10, %3) : (index, index) -> index
      %12 = "arith.minsi"(%11, %2) : (index, index) -> index
      %13 = "tensor.extract_slice"(%arg0, %12) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0, 0>, static_sizes = array<i64: 1, 5, 7>, static_strides = array<i64: 1, 1, 1>}> : (tensor<30x5x7xf32>, index) -> tensor<1x5x7xf32>
      %14 = "tensor.collapse_shape"(%13) <{reassociation = [[0, 1], [2]]}> : (tensor<1x5x7xf32>) -> tensor<5x7xf32>
      %15 = "arith.index_cast"(%arg2) : (i32) -> index
      %16 = "arith.maxsi"(%15, %3) : (index, index) -> index
      %17 = "arith.minsi"(%16, %2) : (index, index) -> index
      %18 = "tensor.extract_slice"(%arg1, %17) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0, 0>, static_sizes = array<i64: 1, 5, 7>, static_strides = array<i64: 1, 1, 1>}> : (tensor<30x5x7xf32>, index) -> tensor<1x5x7xf32>
      %19 = "tensor.collapse_shape"(%18) <{reassociation = [[0, 1], [2]]}> : (tensor<1x5x7xf32>) -> tensor<5x7xf32>
      %20 = "tensor.empty"() : () -> tensor<5x7xf32>
      %21 = "linalg.generic"(%19, %arg3, %20) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg33: f32, %arg34: f32, %arg35: f32):
        %61 = "arith.addf"(%arg33, %arg34) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%61) : (f32) -> ()
      }) : (tensor<5x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>) -> tensor<5x7xf32>
      %22 = "tensor.empty"() : () -> tensor<5x7xf32>
      %23 = "linalg.generic"(%21, %22) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg31: f32, %arg32: f32):
        %60 = "arith.negf"(%arg31) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
        "linalg.yield"(%60) : (f32) -> ()
      }) : (tensor<5x7xf32>, tensor<5x7xf32>) -> tensor<5x7xf32>
      %24 = "tensor.empty"() : () -> tensor<5x7xf32>
      %25 = "linalg.generic"(%23, %24) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg29: f32, %arg30: f32):
        %59 = "math.exp"(%arg29) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
        "linalg.yield"(%59) : (f32) -> ()
      }) : (tensor<5x7xf32>, tensor<5x7xf32>) -> tensor<5x7xf32>
      %26 = "tensor.empty"() : () -> tensor<5x7xf32>
      %27 = "linalg.generic"(%25, %26) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg27: f32, %arg28: f32):
        %58 = "arith.addf"(%arg27, %1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%58) : (f32) -> ()
      }) : (tensor<5x7xf32>, tensor<5x7xf32>) -> tensor<5x7xf32>
      %28 = "tensor.empty"() : () -> tensor<5x7xf32>
      %29 = "linalg.generic"(%27, %28) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg25: f32, %arg26: f32):
        %57 = "arith.divf"(%1, %arg25) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%57) : (f32) -> ()
      }) : (tensor<5x7xf32>, tensor<5x7xf32>) -> tensor<5x7xf32>
      %30 = "tensor.empty"() : () -> tensor<5x7xf32>
      %31 = "linalg.generic"(%29, %30) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg23: f32, %arg24: f32):
        %56 = "arith.subf"(%1, %arg23) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%56) : (f32) -> ()
      }) : (tensor<5x7xf32>, tensor<5x7xf32>) -> tensor<5x7xf32>
      %32 = "tensor.empty"() : () -> tensor<5x7xf32>
      %33 = "linalg.generic"(%arg3, %32) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg21: f32, %arg22: f32):
        %55 = "arith.mulf"(%arg21, %0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%55) : (f32) -> ()
      }) : (tensor<5x7xf32>, tensor<5x7xf32>) -> tensor<5x7xf32>
      %34 = "tensor.empty"() : () -> tensor<5x7xf32>
      %35 = "linalg.generic"(%14, %33, %34) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg18: f32, %arg19: f32, %arg20: f32):
        %54 = "arith.subf"(%arg18, %arg19) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%54) : (f32) -> ()
      }) : (tensor<5x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>) -> tensor<5x7xf32>
      %36 = "tensor.empty"() : () -> tensor<5x7xf32>
      %37 = "linalg.generic"(%35, %36) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg16: f32, %arg17: f32):
        %53 = "math.tanh"(%arg16) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
        "linalg.yield"(%53) : (f32) -> ()
      }) : (tensor<5x7xf32>, tensor<5x7xf32>) -> tensor<5x7xf32>
      %38 = "tensor.empty"() : () -> tensor<5x7xf32>
      %39 = "linalg.generic"(%31, %37, %38) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg13: f32, %arg14: f32, %arg15: f32):
        %52 = "arith.mulf"(%arg13, %arg14) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%52) : (f32) -> ()
      }) : (tensor<5x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>) -> tensor<5x7xf32>
      %40 = "tensor.empty"() : () -> tensor<5x7xf32>
      %41 = "linalg.generic"(%29, %arg3, %40) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg10: f32, %arg11: f32, %arg12: f32):
        %51 = "arith.mulf"(%arg10, %arg11) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%51) : (f32) -> ()
      }) : (tensor<5x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>) -> tensor<5x7xf32>
      %42 = "tensor.empty"() : () -> tensor<5x7xf32>
      %43 = "linalg.generic"(%39, %41, %42) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg7: f32, %arg8: f32, %arg9: f32):
        %50 = "arith.addf"(%arg7, %arg8) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%50) : (f32) -> ()
      }) : (tensor<5x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>) -> tensor<5x7xf32>
      %44 = "tensor.empty"() : () -> tensor<1x5x7xf32>
      %45 = "linalg.generic"(%43, %44) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg5: f32, %arg6: f32):
        "linalg.yield"(%arg5) : (f32) -> ()
      }) : (tensor<5x7xf32>, tensor<1x5x7xf32>) -> tensor<1x5x7xf32>
      %46 = "arith.index_cast"(%arg2) : (i32) -> index
      %47 = "arith.maxsi"(%46, %3) : (index, index) -> index
      %48 = "arith.minsi"(%47, %2) : (index, index) -> index
      %49 = "tensor.insert_slice"(%45, %arg4, %48) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0, 0>, static_sizes = array<i64: 1, 5, 7>, static_strides = array<i64: 1, 1, 1>}> : (tensor<1x5x7xf32>, tensor<30x5x7xf32>, index) -> tensor<30x5x7xf32>
      "scf.yield"(%43, %49) : (tensor<5x7xf32>, tensor<30x5x7xf32>) -> ()
    }) : (i32, i32, i32, tensor<5x7xf32>, tensor<30x5x7xf32>) -> (tensor<5x7xf32>, tensor<30x5x7xf32>)
    "util.return"(%9#1) : (tensor<30x5x7xf32>) -> ()
  }) : () -> ()
}) : () -> ()