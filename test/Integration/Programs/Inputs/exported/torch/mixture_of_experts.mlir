#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> (d0)>
#map5 = affine_map<(d0, d1) -> (d0, 0)>
#map6 = affine_map<(d0) -> (d0)>
#map7 = affine_map<(d0, d1) -> (d1)>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<64x32xf32>, tensor<32x8xf32>) -> (tensor<64x2xf32>, tensor<64x2xi64>, tensor<128xi64>), sym_name = "main"}> ({
  ^bb0(%arg0: tensor<64x32xf32>, %arg1: tensor<32x8xf32>):
    %0 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %1 = "arith.constant"() <{value = 1 : i64}> : () -> i64
    %2 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %3 = "arith.constant"() <{value = 0xFF800000 : f32}> : () -> f32
    %4 = "tensor.empty"() : () -> tensor<64x8xf32>
    %5 = "linalg.fill"(%2, %4) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg55: f32, %arg56: f32):
      "linalg.yield"(%arg55) : (f32) -> ()
    }) : (f32, tensor<64x8xf32>) -> tensor<64x8xf32>
    %6 = "linalg.matmul"(%arg0, %arg1, %5) <{indexing_maps = [#map, #map1, #map2], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg52: f32, %arg53: f32, %arg54: f32):
      %65 = "arith.mulf"(%arg52, %arg53) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %66 = "arith.addf"(%arg54, %65) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%66) : (f32) -> ()
    }) : (tensor<64x32xf32>, tensor<32x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
    %7 = "tensor.empty"() : () -> tensor<64xi64>
    %8 = "linalg.fill"(%0, %7) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg50: i64, %arg51: i64):
      "linalg.yield"(%arg50) : (i64) -> ()
    }) : (i64, tensor<64xi64>) -> tensor<64xi64>
    %9 = "tensor.empty"() : () -> tensor<64xf32>
    %10 = "linalg.fill"(%3, %9) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg48: f32, %arg49: f32):
      "linalg.yield"(%arg48) : (f32) -> ()
    }) : (f32, tensor<64xf32>) -> tensor<64xf32>
    %11:2 = "linalg.generic"(%6, %10, %8) <{indexing_maps = [#map3, #map4, #map4], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 2>}> ({
    ^bb0(%arg45: f32, %arg46: f32, %arg47: i64):
      %60 = "linalg.index"() <{dim = 1 : i64}> : () -> index
      %61 = "arith.index_cast"(%60) : (index) -> i64
      %62 = "arith.maximumf"(%arg45, %arg46) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %63 = "arith.cmpf"(%arg45, %arg46) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
      %64 = "arith.select"(%63, %61, %arg47) : (i1, i64, i64) -> i64
      "linalg.yield"(%62, %64) : (f32, i64) -> ()
    }) : (tensor<64x8xf32>, tensor<64xf32>, tensor<64xi64>) -> (tensor<64xf32>, tensor<64xi64>)
    %12 = "tensor.expand_shape"(%11#0) <{reassociation = [[0, 1]], static_output_shape = array<i64: 64, 1>}> : (tensor<64xf32>) -> tensor<64x1xf32>
    %13 = "linalg.generic"(%6, %12, %4) <{indexing_maps = [#map3, #map5, #map3], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg42: f32, %arg43: f32, %arg44: f32):
      %59 = "arith.subf"(%arg42, %arg43) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%59) : (f32) -> ()
    }) : (tensor<64x8xf32>, tensor<64x1xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
    %14 = "linalg.generic"(%13, %4) <{indexing_maps = [#map3, #map3], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg40: f32, %arg41: f32):
      %58 = "math.exp"(%arg40) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%58) : (f32) -> ()
    }) : (tensor<64x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
    %15 = "tensor.empty"() : () -> tensor<64x1xf32>
    %16 = "linalg.fill"(%2, %15) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg38: f32, %arg39: f32):
      "linalg.yield"(%arg38) : (f32) -> ()
    }) : (f32, tensor<64x1xf32>) -> tensor<64x1xf32>
    %17 = "linalg.generic"(%14, %16) <{indexing_maps = [#map3, #map5], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg36: f32, %arg37: f32):
      %57 = "arith.addf"(%arg36, %arg37) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%57) : (f32) -> ()
    }) : (tensor<64x8xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
    %18 = "linalg.generic"(%14, %17, %4) <{indexing_maps = [#map3, #map5, #map3], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg33: f32, %arg34: f32, %arg35: f32):
      %56 = "arith.divf"(%arg33, %arg34) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%56) : (f32) -> ()
    }) : (tensor<64x8xf32>, tensor<64x1xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
    %19 = "tensor.empty"() : () -> tensor<64x8xi64>
    %20 = "linalg.generic"(%19) <{indexing_maps = [#map3], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg32: i64):
      %54 = "linalg.index"() <{dim = 1 : i64}> : () -> index
      %55 = "arith.index_cast"(%54) : (index) -> i64
      "linalg.yield"(%55) : (i64) -> ()
    }) : (tensor<64x8xi64>) -> tensor<64x8xi64>
    %21:2 = "tm_tensor.sort"(%18, %20) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 0, 2>}> ({
    ^bb0(%arg28: f32, %arg29: f32, %arg30: i64, %arg31: i64):
      %53 = "arith.cmpf"(%arg28, %arg29) <{fastmath = #arith.fastmath<none>, predicate = 3 : i64}> : (f32, f32) -> i1
      "tm_tensor.yield"(%53) : (i1) -> ()
    }) : (tensor<64x8xf32>, tensor<64x8xi64>) -> (tensor<64x8xf32>, tensor<64x8xi64>)
    %22 = "tensor.extract_slice"(%21#0) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 64, 2>, static_strides = array<i64: 1, 1>}> : (tensor<64x8xf32>) -> tensor<64x2xf32>
    %23 = "tensor.extract_slice"(%21#1) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 64, 2>, static_strides = array<i64: 1, 1>}> : (tensor<64x8xi64>) -> tensor<64x2xi64>
    %24 = "tensor.collapse_shape"(%23) <{reassociation = [[0, 1]]}> : (tensor<64x2xi64>) -> tensor<128xi64>
    %25 = "tensor.empty"() : () -> tensor<8xi64>
    %26 = "linalg.generic"(%25) <{indexing_maps = [#map6], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg27: i64):
      %51 = "linalg.index"() <{dim = 0 : i64}> : () -> index
      %52 = "arith.index_cast"(%51) : (index) -> i64
      "linalg.yield"(%52) : (i64) -> ()
    }) : (tensor<8xi64>) -> tensor<8xi64>
    %27 = "tensor.expand_shape"(%24) <{reassociation = [[0, 1]], static_output_shape = array<i64: 128, 1>}> : (tensor<128xi64>) -> tensor<128x1xi64>
    %28 = "tensor.empty"() : () -> tensor<128x8xi1>
    %29 = "linalg.generic"(%27, %26, %28) <{indexing_maps = [#map5, #map7, #map3], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg24: i64, %arg25: i64, %arg26: i1):
      %50 = "arith.cmpi"(%arg24, %arg25) <{predicate = 0 : i64}> : (i64, i64) -> i1
      "linalg.yield"(%50) : (i1) -> ()
    }) : (tensor<128x1xi64>, tensor<8xi64>, tensor<128x8xi1>) -> tensor<128x8xi1>
    %30 = "tensor.empty"() : () -> tensor<128x8xi64>
    %31 = "linalg.generic"(%29, %30) <{indexing_maps = [#map3, #map3], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg22: i1, %arg23: i64):
      %49 = "arith.extui"(%arg22) : (i1) -> i64
      "linalg.yield"(%49) : (i64) -> ()
    }) : (tensor<128x8xi1>, tensor<128x8xi64>) -> tensor<128x8xi64>
    %32 = "linalg.fill"(%0, %30) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg20: i64, %arg21: i64):
      "linalg.yield"(%arg20) : (i64) -> ()
    }) : (i64, tensor<128x8xi64>) -> tensor<128x8xi64>
    %33 = "linalg.fill"(%0, %25) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg18: i64, %arg19: i64):
      "linalg.yield"(%arg18) : (i64) -> ()
    }) : (i64, tensor<8xi64>) -> tensor<8xi64>
    %34:2 = "tm_tensor.scan"(%31, %32, %33) <{dimension = 0 : i64, inclusive = true, operandSegmentSizes = array<i32: 1, 2>}> ({
    ^bb0(%arg16: i64, %arg17: i64):
      %48 = "arith.addi"(%arg16, %arg17) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
      "tm_tensor.yield"(%48) : (i64) -> ()
    }) : (tensor<128x8xi64>, tensor<128x8xi64>, tensor<8xi64>) -> (tensor<128x8xi64>, tensor<8xi64>)
    %35 = "linalg.generic"(%34#0, %30) <{indexing_maps = [#map3, #map3], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg14: i64, %arg15: i64):
      %47 = "arith.subi"(%arg14, %1) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
      "linalg.yield"(%47) : (i64) -> ()
    }) : (tensor<128x8xi64>, tensor<128x8xi64>) -> tensor<128x8xi64>
    %36 = "linalg.generic"(%35, %31, %30) <{indexing_maps = [#map3, #map3, #map3], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg11: i64, %arg12: i64, %arg13: i64):
      %46 = "arith.muli"(%arg11, %arg12) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
      "linalg.yield"(%46) : (i64) -> ()
    }) : (tensor<128x8xi64>, tensor<128x8xi64>, tensor<128x8xi64>) -> tensor<128x8xi64>
    %37 = "tensor.empty"() : () -> tensor<128xi64>
    %38 = "linalg.fill"(%0, %37) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg9: i64, %arg10: i64):
      "linalg.yield"(%arg9) : (i64) -> ()
    }) : (i64, tensor<128xi64>) -> tensor<128xi64>
    %39 = "linalg.generic"(%36, %38) <{indexing_maps = [#map3, #map4], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg7: i64, %arg8: i64):
      %45 = "arith.addi"(%arg7, %arg8) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
      "linalg.yield"(%45) : (i64) -> ()
    }) : (tensor<128x8xi64>, tensor<128xi64>) -> tensor<128xi64>
    %40 = "linalg.generic"(%22, %16) <{indexing_maps = [#map3, #map5], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg5: f32, %arg6: f32):
      %44 = "arith.addf"(%arg5, %arg6) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%44) : (f32) -> ()
    }) : (tensor<64x2xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
    %41 = "tensor.empty"() : () -> tensor<64x2xf32>
    %42 = "linalg.generic"(%22, %40, %41) <{indexing_maps = [#map3, #map5, #map3], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg2: f32, %arg3: f32, %arg4: f32):
      %43 = "arith.divf"(%arg2, %arg3) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%43) : (f32) -> ()
    }) : (tensor<64x2xf32>, tensor<64x1xf32>, tensor<64x2xf32>) -> tensor<64x2xf32>
    "func.return"(%42, %23, %39) : (tensor<64x2xf32>, tensor<64x2xi64>, tensor<128xi64>) -> ()
  }) : () -> ()
}) : () -> ()

