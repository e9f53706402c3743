"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<20x5xf32>) -> tensor<20x5xf32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<20x5xf32>):
    %0 = "arith.constant"() <{value = 19 : index}> : () -> index
    %1 = "arith.constant"() <{value = 0 : index}> : () -> index
    %2 = "arith.constant"() <{value = 5.000000e-01 : f32}> : () -> f32
    %3 = "arith.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %4 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<5xf32>}> : () -> tensor<5xf32>
    %5 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<20x5xf32>}> : () -> tensor<20x5xf32>
    %6 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %7 = "arith.constant"() <{value = 20 : i32}> : () -> i32
    %8 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %9:3 = "scf.for"(%6, %7, %8, %3, %4, %5) ({
    ^bb0(%arg1: i32, %arg2: tensor<i32>, %arg3: tensor<5xf32>, %arg4: tensor<20x5xf32>):
      %10 = "tensor.empty"() : () -> tensor<i32>
      %11 = "linalg.generic"(%arg2, %10) <{indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = [], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg20: i32, %arg21: i32):
        %36 = "arith.addi"(%arg20, %8) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        "linalg.yield"(%36) : (i32) -> ()
      }) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %12 = "tensor.empty"() : () -> tensor<5xf32>
      %13 = "linalg.generic"(%arg3, %12) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg18: f32, %arg19: f32):
        %35 = "arith.mulf"(%arg18, %2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%35) : (f32) -> ()
      }) : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
      %14 = "tensor.empty"() : () -> tensor<i1>
      %15 = "linalg.generic"(%arg2, %14) <{indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = [], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg16: i32, %arg17: i1):
        %34 = "arith.cmpi"(%arg16, %6) <{predicate = 2 : i64}> : (i32, i32) -> i1
        "linalg.yield"(%34) : (i1) -> ()
      }) : (tensor<i32>, tensor<i1>) -> tensor<i1>
      %16 = "tensor.empty"() : () -> tensor<i32>
      %17 = "linalg.generic"(%arg2, %16) <{indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = [], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg14: i32, %arg15: i32):
        %33 = "arith.addi"(%arg14, %7) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        "linalg.yield"(%33) : (i32) -> ()
      }) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %18 = "tensor.empty"() : () -> tensor<i32>
      %19 = "linalg.generic"(%15, %17, %arg2, %18) <{indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = [], operandSegmentSizes = array<i32: 3, 1>}> ({
      ^bb0(%arg10: i1, %arg11: i32, %arg12: i32, %arg13: i32):
        %32 = "arith.select"(%arg10, %arg11, %arg12) : (i1, i32, i32) -> i32
        "linalg.yield"(%32) : (i32) -> ()
      }) : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
      %20 = "tensor.extract"(%19) : (tensor<i32>) -> i32
      %21 = "arith.index_cast"(%20) : (i32) -> index
      %22 = "arith.maxsi"(%21, %1) : (index, index) -> index
      %23 = "arith.minsi"(%22, %0) : (index, index) -> index
      %24 = "tensor.extract_slice"(%arg0, %23) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 5>, static_strides = array<i64: 1, 1>}> : (tensor<20x5xf32>, index) -> tensor<1x5xf32>
      %25 = "tensor.collapse_shape"(%24) <{reassociation = [[0, 1]]}> : (tensor<1x5xf32>) -> tensor<5xf32>
      %26 = "tensor.empty"() : () -> tensor<5xf32>
      %27 = "linalg.generic"(%13, %25, %26) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg7: f32, %arg8: f32, %arg9: f32):
        %31 = "arith.addf"(%arg7, %arg8) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%31) : (f32) -> ()
      }) : (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
      %28 = "tensor.expand_shape"(%19) <{reassociation = [], static_output_shape = array<i64: 1, 1>}> : (tensor<i32>) -> tensor<1x1xi32>
      %29 = "tensor.expand_shape"(%27) <{reassociation = [[0, 1]], static_output_shape = array<i64: 1, 5>}> : (tensor<5xf32>) -> tensor<1x5xf32>
      %30 = "iree_linalg_ext.scatter"(%29, %28, %arg4) <{dimension_map = array<i64: 0>, unique_indices = true}> ({
      ^bb0(%arg5: f32, %arg6: f32):
        "iree_linalg_ext.yield"(%arg5) : (f32) -> ()
      }) : (tensor<1x5xf32>, tensor<1x1xi32>, tensor<20x5xf32>) -> tensor<20x5xf32>
      "scf.yield"(%11, %27, %30) : (tensor<i32>, tensor<5xf32>, tensor<20x5xf32>) -> ()
    }) : (i32, i32, i32, tensor<i32>, tensor<5xf32>, tensor<20x5xf32>) -> (tensor<i32>, tensor<5xf32>, tensor<20x5xf32>)
    "util.return"(%9#2) : (tensor<20x5xf32>) -> ()
  }) : () -> ()
}) : () -> ()