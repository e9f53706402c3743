"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<64x32xf32>, tensor<32x8xf32>) -> (tensor<64x2xf32>, tensor<64x2xi32>, tensor<128xi32>), sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<64x32xf32>, %arg1: tensor<32x8xf32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %3 = "arith.constant"() <{value = 0xFF800000 : f32}> : () -> f32
    %4 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %5 = "arith.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %6 = "tensor.empty"() : () -> tensor<64x8xf32>
    %7 = "linalg.fill"(%4, %6) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg63: f32, %arg64: f32):
      "linalg.yield"(%arg63) : (f32) -> ()
    }) : (f32, tensor<64x8xf32>) -> tensor<64x8xf32>
    %8 = "linalg.matmul"(%arg0, %arg1, %7) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg60: f32, %arg61: f32, %arg62: f32):
      %75 = "arith.mulf"(%arg60, %arg61) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %76 = "arith.addf"(%arg62, %75) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%76) : (f32) -> ()
    }) : (tensor<64x32xf32>, tensor<32x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
    %9 = "tensor.empty"() : () -> tensor<64xf32>
    %10 = "linalg.fill"(%3, %9) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg58: f32, %arg59: f32):
      "linalg.yield"(%arg58) : (f32) -> ()
    }) : (f32, tensor<64xf32>) -> tensor<64xf32>
    %11 = "linalg.generic"(%8, %10) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg56: f32, %arg57: f32):
      %74 = "arith.maximumf"(%arg57, %arg56) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%74) : (f32) -> ()
    }) : (tensor<64x8xf32>, tensor<64xf32>) -> tensor<64xf32>
    %12 = "tensor.empty"() : () -> tensor<64x8xf32>
    %13 = "linalg.generic"(%11, %12) <{indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg54: f32, %arg55: f32):
      "linalg.yield"(%arg54) : (f32) -> ()
    }) : (tensor<64xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
    %14 = "tensor.empty"() : () -> tensor<64x8xf32>
    %15 = "linalg.generic"(%8, %13, %14) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg51: f32, %arg52: f32, %arg53: f32):
      %73 = "arith.subf"(%arg51, %arg52) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%73) : (f32) -> ()
    }) : (tensor<64x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
    %16 = "tensor.empty"() : () -> tensor<64x8xf32>
    %17 = "linalg.generic"(%15, %16) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg49: f32, %arg50: f32):
      %72 = "math.exp"(%arg49) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%72) : (f32) -> ()
    }) : (tensor<64x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
    %18 = "tensor.empty"() : () -> tensor<64xf32>
    %19 = "linalg.fill"(%4, %18) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg47: f32, %arg48: f32):
      "linalg.yield"(%arg47) : (f32) -> ()
    }) : (f32, tensor<64xf32>) -> tensor<64xf32>
    %20 = "linalg.generic"(%17, %19) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg45: f32, %arg46: f32):
      %71 = "arith.addf"(%arg46, %arg45) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%71) : (f32) -> ()
    }) : (tensor<64x8xf32>, tensor<64xf32>) -> tensor<64xf32>
    %21 = "tensor.empty"() : () -> tensor<64x8xf32>
    %22 = "linalg.generic"(%20, %21) <{indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg43: f32, %arg44: f32):
      "linalg.yield"(%arg43) : (f32) -> ()
    }) : (tensor<64xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
    %23 = "tensor.empty"() : () -> tensor<64x8xf32>
    %24 = "linalg.generic"(%17, %22, %23) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg40: f32, %arg41: f32, %arg42: f32):
      %70 = "arith.divf"(%arg40, %arg41) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%70) : (f32) -> ()
    }) : (tensor<64x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
    %25 = "tensor.empty"() : () -> tensor<64x2xf32>
    %26 = "tensor.empty"() : () -> tensor<64x2xi32>
    %27 = "linalg.fill"(%3, %25) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg38: f32, %arg39: f32):
      "linalg.yield"(%arg38) : (f32) -> ()
    }) : (f32, tensor<64x2xf32>) -> tensor<64x2xf32>
    %28 = "linalg.fill"(%2, %26) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg36: i32, %arg37: i32):
      "linalg.yield"(%arg36) : (i32) -> ()
    }) : (i32, tensor<64x2xi32>) -> tensor<64x2xi32>
    %29:2 = "iree_linalg_ext.topk"(%24, %27, %28) <{dimension = 1 : i64}> ({
    ^bb0(%arg34: f32, %arg35: f32):
      %69 = "arith.cmpf"(%arg34, %arg35) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
      "iree_linalg_ext.yield"(%69) : (i1) -> ()
    }) : (tensor<64x8xf32>, tensor<64x2xf32>, tensor<64x2xi32>) -> (tensor<64x2xf32>, tensor<64x2xi32>)
    %30 = "tensor.collapse_shape"(%29#1) <{reassociation = [[0, 1]]}> : (tensor<64x2xi32>) -> tensor<128xi32>
    %31 = "tensor.empty"() : () -> tensor<1x8xi32>
    %32 = "linalg.generic"(%31) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg33: i32):
      %67 = "linalg.index"() <{dim = 1 : i64}> : () -> index
      %68 = "arith.index_cast"(%67) : (index) -> i32
      "linalg.yield"(%68) : (i32) -> ()
    }) : (tensor<1x8xi32>) -> tensor<1x8xi32>
    %33 = "tensor.empty"() : () -> tensor<128x8xi32>
    %34 = "linalg.generic"(%30, %33) <{indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg31: i32, %arg32: i32):
      "linalg.yield"(%arg31) : (i32) -> ()
    }) : (tensor<128xi32>, tensor<128x8xi32>) -> tensor<128x8xi32>
    %35 = "tensor.empty"() : () -> tensor<128x8xi32>
    %36 = "linalg.generic"(%32, %35) <{indexing_maps = [affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg29: i32, %arg30: i32):
      "linalg.yield"(%arg29) : (i32) -> ()
    }) : (tensor<1x8xi32>, tensor<128x8xi32>) -> tensor<128x8xi32>
    %37 = "tensor.empty"() : () -> tensor<128x8xi1>
    %38 = "linalg.generic"(%34, %36, %37) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg26: i32, %arg27: i32, %arg28: i1):
      %66 = "arith.cmpi"(%arg26, %arg27) <{predicate = 0 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%66) : (i1) -> ()
    }) : (tensor<128x8xi32>, tensor<128x8xi32>, tensor<128x8xi1>) -> tensor<128x8xi1>
    %39 = "tensor.empty"() : () -> tensor<128x8xi32>
    %40 = "linalg.generic"(%38, %39) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg24: i1, %arg25: i32):
      %65 = "arith.extui"(%arg24) : (i1) -> i32
      "linalg.yield"(%65) : (i32) -> ()
    }) : (tensor<128x8xi1>, tensor<128x8xi32>) -> tensor<128x8xi32>
    %41 = "tensor.empty"() : () -> tensor<128x8xi32>
    %42 = "tensor.empty"() : () -> tensor<8xi32>
    %43 = "linalg.generic"(%5, %42) <{indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg22: i32, %arg23: i32):
      "linalg.yield"(%arg22) : (i32) -> ()
    }) : (tensor<i32>, tensor<8xi32>) -> tensor<8xi32>
    %44:2 = "iree_linalg_ext.scan"(%40, %41, %43) <{dimension = 0 : i64, inclusive = true}> ({
    ^bb0(%arg20: i32, %arg21: i32):
      %64 = "arith.addi"(%arg20, %arg21) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "iree_linalg_ext.yield"(%64) : (i32) -> ()
    }) : (tensor<128x8xi32>, tensor<128x8xi32>, tensor<8xi32>) -> (tensor<128x8xi32>, tensor<8xi32>)
    %45 = "tensor.empty"() : () -> tensor<128x8xi32>
    %46 = "linalg.generic"(%44#0, %45) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg18: i32, %arg19: i32):
      %63 = "arith.subi"(%arg18, %1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%63) : (i32) -> ()
    }) : (tensor<128x8xi32>, tensor<128x8xi32>) -> tensor<128x8xi32>
    %47 = "tensor.empty"() : () -> tensor<128x8xi32>
    %48 = "linalg.generic"(%46, %40, %47) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg15: i32, %arg16: i32, %arg17: i32):
      %62 = "arith.muli"(%arg15, %arg16) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%62) : (i32) -> ()
    }) : (tensor<128x8xi32>, tensor<128x8xi32>, tensor<128x8xi32>) -> tensor<128x8xi32>
    %49 = "tensor.empty"() : () -> tensor<128xi32>
    %50 = "linalg.fill"(%0, %49) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg13: i32, %arg14: i32):
      "linalg.yield"(%arg13) : (i32) -> ()
    }) : (i32, tensor<128xi32>) -> tensor<128xi32>
    %51 = "linalg.generic"(%48, %50) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg11: i32, %arg12: i32):
      %61 = "arith.addi"(%arg12, %arg11) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%61) : (i32) -> ()
    }) : (tensor<128x8xi32>, tensor<128xi32>) -> tensor<128xi32>
    %52 = "tensor.empty"() : () -> tensor<64xf32>
    %53 = "linalg.fill"(%4, %52) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg9: f32, %arg10: f32):
      "linalg.yield"(%arg9) : (f32) -> ()
    }) : (f32, tensor<64xf32>) -> tensor<64xf32>
    %54 = "linalg.generic"(%29#0, %53) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg7: f32, %arg8: f32):
      %60 = "arith.addf"(%arg8, %arg7) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%60) : (f32) -> ()
    }) : (tensor<64x2xf32>, tensor<64xf32>) -> tensor<64xf32>
    %55 = "tensor.empty"() : () -> tensor<64x2xf32>
    %56 = "linalg.generic"(%54, %55) <{indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg5: f32, %arg6: f32):
      "linalg.yield"(%arg5) : (f32) -> ()
    }) : (tensor<64xf32>, tensor<64x2xf32>) -> tensor<64x2xf32>
    %57 = "tensor.empty"() : () -> tensor<64x2xf32>
    %58 = "linalg.generic"(%29#0, %56, %57) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg2: f32, %arg3: f32, %arg4: f32):
      %59 = "arith.divf"(%arg2, %arg3) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%59) : (f32) -> ()
    }) : (tensor<64x2xf32>, tensor<64x2xf32>, tensor<64x2xf32>) -> tensor<64x2xf32>
    "util.return"(%58, %29#1, %51) : (tensor<64x2xf32>, tensor<64x2xi32>, tensor<128xi32>) -> ()
  }) : () -> ()
}) : () -> ()