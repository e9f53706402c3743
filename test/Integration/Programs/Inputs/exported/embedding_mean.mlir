"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<50x24xf32>, tensor<8x12xi32>) -> tensor<8x24xf32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<50x24xf32>, %arg1: tensor<8x12xi32>):
    %0 = "arith.constant"() <{value = 1.200000e+01 : f32}> : () -> f32
    %1 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %2 = "arith.constant"() <{value = 50 : i32}> : () -> i32
    %3 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %4 = "tensor.empty"() : () -> tensor<8x12xi1>
    %5 = "linalg.generic"(%arg1, %4) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg16: i32, %arg17: i1):
      %26 = "arith.cmpi"(%arg16, %3) <{predicate = 2 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%26) : (i1) -> ()
    }) : (tensor<8x12xi32>, tensor<8x12xi1>) -> tensor<8x12xi1>
    %6 = "tensor.empty"() : () -> tensor<8x12xi32>
    %7 = "linalg.generic"(%arg1, %6) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg14: i32, %arg15: i32):
      %25 = "arith.addi"(%arg14, %2) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%25) : (i32) -> ()
    }) : (tensor<8x12xi32>, tensor<8x12xi32>) -> tensor<8x12xi32>
    %8 = "tensor.empty"() : () -> tensor<8x12xi32>
    %9 = "linalg.generic"(%5, %7, %arg1, %8) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg10: i1, %arg11: i32, %arg12: i32, %arg13: i32):
      %24 = "arith.select"(%arg10, %arg11, %arg12) : (i1, i32, i32) -> i32
      "linalg.yield"(%24) : (i32) -> ()
    }) : (tensor<8x12xi1>, tensor<8x12xi32>, tensor<8x12xi32>, tensor<8x12xi32>) -> tensor<8x12xi32>
    %10 = "tensor.expand_shape"(%9) <{reassociation = [[0], [1, 2]], static_output_shape = array<i64: 8, 12, 1>}> : (tensor<8x12xi32>) -> tensor<8x12x1xi32>
    %11 = "tensor.empty"() : () -> tensor<8x12x1x24xf32>
    %12 = "linalg.generic"(%10, %11) <{indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg8: i32, %arg9: f32):
      %21 = "arith.index_cast"(%arg8) : (i32) -> index
      %22 = "linalg.index"() <{dim = 3 : i64}> : () -> index
      %23 = "tensor.extract"(%arg0, %21, %22) : (tensor<50x24xf32>, index, index) -> f32
      "linalg.yield"(%23) : (f32) -> ()
    }) : (tensor<8x12x1xi32>, tensor<8x12x1x24xf32>) -> tensor<8x12x1x24xf32>
    %13 = "tensor.collapse_shape"(%12) <{reassociation = [[0], [1], [2, 3]]}> : (tensor<8x12x1x24xf32>) -> tensor<8x12x24xf32>
    %14 = "tensor.empty"() : () -> tensor<8x24xf32>
    %15 = "linalg.fill"(%1, %14) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg6: f32, %arg7: f32):
      "linalg.yield"(%arg6) : (f32) -> ()
    }) : (f32, tensor<8x24xf32>) -> tensor<8x24xf32>
    %16 = "linalg.generic"(%13, %15) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg4: f32, %arg5: f32):
      %20 = "arith.addf"(%arg5, %arg4) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%20) : (f32) -> ()
    }) : (tensor<8x12x24xf32>, tensor<8x24xf32>) -> tensor<8x24xf32>
    %17 = "tensor.empty"() : () -> tensor<8x24xf32>
    %18 = "linalg.generic"(%16, %17) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg2: f32, %arg3: f32):
      %19 = "arith.divf"(%arg2, %0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%19) : (f32) -> ()
    }) : (tensor<8x24xf32>, tensor<8x24xf32>) -> tensor<8x24xf32>
    "util.return"(%18) : (tensor<8x24xf32>) -> ()
  }) : () -> ()
}) : () -> ()