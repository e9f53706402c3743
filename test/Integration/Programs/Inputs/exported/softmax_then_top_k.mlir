"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<6x77xf32>) -> (tensor<6x5xf32>, tensor<6x5xi32>), sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<6x77xf32>):
    %0 = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %2 = "arith.constant"() <{value = 0xFF800000 : f32}> : () -> f32
    %3 = "tensor.empty"() : () -> tensor<6xf32>
    %4 = "linalg.fill"(%2, %3) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg25: f32, %arg26: f32):
      "linalg.yield"(%arg25) : (f32) -> ()
    }) : (f32, tensor<6xf32>) -> tensor<6xf32>
    %5 = "linalg.generic"(%arg0, %4) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg23: f32, %arg24: f32):
      %29 = "arith.maximumf"(%arg24, %arg23) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%29) : (f32) -> ()
    }) : (tensor<6x77xf32>, tensor<6xf32>) -> tensor<6xf32>
    %6 = "tensor.empty"() : () -> tensor<6x77xf32>
    %7 = "linalg.generic"(%5, %6) <{indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg21: f32, %arg22: f32):
      "linalg.yield"(%arg21) : (f32) -> ()
    }) : (tensor<6xf32>, tensor<6x77xf32>) -> tensor<6x77xf32>
    %8 = "tensor.empty"() : () -> tensor<6x77xf32>
    %9 = "linalg.generic"(%arg0, %7, %8) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg18: f32, %arg19: f32, %arg20: f32):
      %28 = "arith.subf"(%arg18, %arg19) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%28) : (f32) -> ()
    }) : (tensor<6x77xf32>, tensor<6x77xf32>, tensor<6x77xf32>) -> tensor<6x77xf32>
    %10 = "tensor.empty"() : () -> tensor<6x77xf32>
    %11 = "linalg.generic"(%9, %10) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg16: f32, %arg17: f32):
      %27 = "math.exp"(%arg16) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%27) : (f32) -> ()
    }) : (tensor<6x77xf32>, tensor<6x77xf32>) -> tensor<6x77xf32>
    %12 = "tensor.empty"() : () -> tensor<6xf32>
    %13 = "linalg.fill"(%1, %12) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg14: f32, %arg15: f32):
      "linalg.yield"(%arg14) : (f32) -> ()
    }) : (f32, tensor<6xf32>) -> tensor<6xf32>
    %14 = "linalg.generic"(%11, %13) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg12: f32, %arg13: f32):
      %26 = "arith.addf"(%arg13, %arg12) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%26) : (f32) -> ()
    }) : (tensor<6x77xf32>, tensor<6xf32>) -> tensor<6xf32>
    %15 = "tensor.empty"() : () -> tensor<6x77xf32>
    %16 = "linalg.generic"(%14, %15) <{indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg10: f32, %arg11: f32):
      "linalg.yield"(%arg10) : (f32) -> ()
    }) : (tensor<6xf32>, tensor<6x77xf32>) -> tensor<6x77xf32>
    %17 = "tensor.empty"() : () -> tensor<6x77xf32>
    %18 = "linalg.generic"(%11, %16, %17) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg7: f32, %arg8: f32, %arg9: f32):
      %25 = "arith.divf"(%arg7, %arg8) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%25) : (f32) -> ()
    }) : (tensor<6x77xf32>, tensor<6x77xf32>, tensor<6x77xf32>) -> tensor<6x77xf32>
    %19 = "tensor.empty"() : () -> tensor<6x5xf32>
    %20 = "tensor.empty"() : () -> tensor<6x5xi32>
    %21 = "linalg.fill"(%2, %19) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg5: f32, %arg6: f32):
      "linalg.yield"(%arg5) : (f32) -> ()
    }) : (f32, tensor<6x5xf32>) -> tensor<6x5xf32>
    %22 = "linalg.fill"(%0, %20) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg3: i32, %arg4: i32):
      "linalg.yield"(%arg3) : (i32) -> ()
    }) : (i32, tensor<6x5xi32>) -> tensor<6x5xi32>
    %23:2 = "iree_linalg_ext.topk"(%18, %21, %22) <{dimension = 1 : i64}> ({
    ^bb0(%arg1: f32, %arg2: f32):
      %24 = "arith.cmpf"(%arg1, %arg2) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
      "iree_linalg_ext.yield"(%24) : (i1) -> ()
    }) : (tensor<6x77xf32>, tensor<6x5xf32>, tensor<6x5xi32>) -> (tensor<6x5xf32>, tensor<6x5xi32>)
    "util.return"(%23#0, %23#1) : (tensor<6x5xf32>, tensor<6x5xi32>) -> ()
  }) : () -> ()
}) : () -> ()