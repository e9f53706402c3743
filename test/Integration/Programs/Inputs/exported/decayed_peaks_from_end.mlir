"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<40x9xf32>) -> tensor<40x9xf32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<40x9xf32>):
    %0 = "arith.constant"() <{value = 39 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0.899999976 : f32}> : () -> f32
    %2 = "arith.constant"() <{value = 39 : index}> : () -> index
    %3 = "arith.constant"() <{value = 0 : index}> : () -> index
    %4 = "arith.constant"() <{value = dense<-9.000000e+00> : tensor<9xf32>}> : () -> tensor<9xf32>
    %5 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<40x9xf32>}> : () -> tensor<40x9xf32>
    %6 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %7 = "arith.constant"() <{value = 40 : i32}> : () -> i32
    %8 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %9:2 = "scf.for"(%6, %7, %8, %4, %5) ({
    ^bb0(%arg1: i32, %arg2: tensor<9xf32>, %arg3: tensor<40x9xf32>):
      %10 = "arith.subi"(%0, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %11 = "arith.index_cast"(%10) : (i32) -> index
      %12 = "arith.maxsi"(%11, %3) : (index, index) -> index
      %13 = "arith.minsi"(%12, %2) : (index, index) -> index
      %14 = "tensor.extract_slice"(%arg0, %13) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 9>, static_strides = array<i64: 1, 1>}> : (tensor<40x9xf32>, index) -> tensor<1x9xf32>
      %15 = "tensor.collapse_shape"(%14) <{reassociation = [[0, 1]]}> : (tensor<1x9xf32>) -> tensor<9xf32>
      %16 = "tensor.empty"() : () -> tensor<9xf32>
      %17 = "linalg.generic"(%arg2, %16) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg9: f32, %arg10: f32):
        %27 = "arith.mulf"(%arg9, %1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%27) : (f32) -> ()
      }) : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xf32>
      %18 = "tensor.empty"() : () -> tensor<9xf32>
      %19 = "linalg.generic"(%17, %15, %18) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg6: f32, %arg7: f32, %arg8: f32):
        %26 = "arith.maximumf"(%arg6, %arg7) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%26) : (f32) -> ()
      }) : (tensor<9xf32>, tensor<9xf32>, tensor<9xf32>) -> tensor<9xf32>
      %20 = "tensor.empty"() : () -> tensor<1x9xf32>
      %21 = "linalg.generic"(%19, %20) <{indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg4: f32, %arg5: f32):
        "linalg.yield"(%arg4) : (f32) -> ()
      }) : (tensor<9xf32>, tensor<1x9xf32>) -> tensor<1x9xf32>
      %22 = "arith.index_cast"(%10) : (i32) -> index
      %23 = "arith.maxsi"(%22, %3) : (index, index) -> index
      %24 = "arith.minsi"(%23, %2) : (index, index) -> index
      %25 = "tensor.insert_slice"(%21, %arg3, %24) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 9>, static_strides = array<i64: 1, 1>}> : (tensor<1x9xf32>, tensor<40x9xf32>, index) -> tensor<40x9xf32>
      "scf.yield"(%19, %25) : (tensor<9xf32>, tensor<40x9xf32>) -> ()
    }) : (i32, i32, i32, tensor<9xf32>, tensor<40x9xf32>) -> (tensor<9xf32>, tensor<40x9xf32>)
    "util.return"(%9#1) : (tensor<40x9xf32>) -> ()
  }) : () -> ()
}) : () -> ()