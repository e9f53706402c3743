"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<6x77xf32>) -> (tensor<6x5xf32>, tensor<6x5xi32>), sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<6x77xf32>):
    %0 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %1 = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 0xFF800000 : f32}> : () -> f32
    %3 = "tensor.empty"() : () -> tensor<6x5xf32>
    %4 = "tensor.empty"() : () -> tensor<6x5xi32>
    %5 = "linalg.fill"(%2, %3) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg25: f32, %arg26: f32):
      "linalg.yield"(%arg25) : (f32) -> ()
    }) : (f32, tensor<6x5xf32>) -> tensor<6x5xf32>
    %6 = "linalg.fill"(%1, %4) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg23: i32, %arg24: i32):
      "linalg.yield"(%arg23) : (i32) -> ()
    }) : (i32, tensor<6x5xi32>) -> tensor<6x5xi32>
    %7:2 = "iree_linalg_ext.topk"(%arg0, %5, %6) <{dimension = 1 : i64}> ({
    ^bb0(%arg21: f32, %arg22: f32):
      %29 = "arith.cmpf"(%arg21, %arg22) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
      "iree_linalg_ext.yield"(%29) : (i1) -> ()
    }) : (tensor<6x77xf32>, tensor<6x5xf32>, tensor<6x5xi32>) -> (tensor<6x5xf32>, tensor<6x5xi32>)
    %8 = "tensor.empty"() : () -> tensor<6xf32>
    %9 = "linalg.fill"(%2, %8) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg19: f32, %arg20: f32):
      "linalg.yield"(%arg19) : (f32) -> ()
    }) : (f32, tensor<6xf32>) -> tensor<6xf32>
    %10 = "linalg.generic"(%7#0, %9) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg17: f32, %arg18: f32):
      %28 = "arith.maximumf"(%arg18, %arg17) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%28) : (f32) -> ()
    }) : (tensor<6x5xf32>, tensor<6xf32>) -> tensor<6xf32>
    %11 = "tensor.empty"() : () -> tensor<6x5xf32>
    %12 = "linalg.generic"(%10, %11) <{indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg15: f32, %arg16: f32):
      "linalg.yield"(%arg15) : (f32) -> ()
    }) : (tensor<6xf32>, tensor<6x5xf32>) -> tensor<6x5xf32>
    %13 = "tensor.empty"() : () -> tensor<6x5xf32>
    %14 = "linalg.generic"(%7#0, %12, %13) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg12: f32, %arg13: f32, %arg14: f32):
      %27 = "arith.subf"(%arg12, %arg13) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%27) : (f32) -> ()
    }) : (tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<6x5xf32>
    %15 = "tensor.empty"() : () -> tensor<6x5xf32>
    %16 = "linalg.generic"(%14, %15) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg10: f32, %arg11: f32):
      %26 = "math.exp"(%arg10) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%26) : (f32) -> ()
    }) : (tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<6x5xf32>
    %17 = "tensor.empty"() : () -> tensor<6xf32>
    %18 = "linalg.fill"(%0, %17) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg8: f32, %arg9: f32):
      "linalg.yield"(%arg8) : (f32) -> ()
    }) : (f32, tensor<6xf32>) -> tensor<6xf32>
    %19 = "linalg.generic"(%16, %18) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg6: f32, %arg7: f32):
      %25 = "arith.addf"(%arg7, %arg6) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%25) : (f32) -> ()
    }) : (tensor<6x5xf32>, tensor<6xf32>) -> tensor<6xf32>
    %20 = "tensor.empty"() : () -> tensor<6x5xf32>
    %21 = "linalg.generic"(%19, %20) <{indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg4: f32, %arg5: f32):
      "linalg.yield"(%arg4) : (f32) -> ()
    }) : (tensor<6xf32>, tensor<6x5xf32>) -> tensor<6x5xf32>
    %22 = "tensor.empty"() : () -> tensor<6x5xf32>
    %23 = "linalg.generic"(%16, %21, %22) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg1: f32, %arg2: f32, %arg3: f32):
      %24 = "arith.divf"(%arg1, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%24) : (f32) -> ()
    }) : (tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<6x5xf32>
    "util.return"(%23, %7#1) : (tensor<6x5xf32>, tensor<6x5xi32>) -> ()
  }) : () -> ()
}) : () -> ()