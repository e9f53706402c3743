"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<4x100xf32>) -> (tensor<4x100xf32>, tensor<4x100xi32>), sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x100xf32>):
    %0 = "arith.constant"() <{value = 0.899999976 : f32}> : () -> f32
    %1 = "arith.constant"() <{value = 99 : index}> : () -> index
    %2 = "arith.constant"() <{value = 0 : index}> : () -> index
    %3 = "arith.constant"() <{value = true}> : () -> i1
    %4 = "arith.constant"() <{value = 99 : i32}> : () -> i32
    %5 = "arith.constant"() <{value = 100 : i32}> : () -> i32
    %6 = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %7 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %8 = "arith.constant"() <{value = 0x7FC00000 : f32}> : () -> f32
    %9 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %10 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %11 = "arith.constant"() <{value = 0xFF800000 : f32}> : () -> f32
    %12 = "tensor.empty"() : () -> tensor<4xf32>
    %13 = "linalg.fill"(%11, %12) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg61: f32, %arg62: f32):
      "linalg.yield"(%arg61) : (f32) -> ()
    }) : (f32, tensor<4xf32>) -> tensor<4xf32>
    %14 = "linalg.generic"(%arg0, %13) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg59: f32, %arg60: f32):
      %106 = "arith.maximumf"(%arg60, %arg59) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%106) : (f32) -> ()
    }) : (tensor<4x100xf32>, tensor<4xf32>) -> tensor<4xf32>
    %15 = "tensor.empty"() : () -> tensor<4x100xf32>
    %16 = "linalg.generic"(%14, %15) <{indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg57: f32, %arg58: f32):
      "linalg.yield"(%arg57) : (f32) -> ()
    }) : (tensor<4xf32>, tensor<4x100xf32>) -> tensor<4x100xf32>
    %17 = "tensor.empty"() : () -> tensor<4x100xf32>
    %18 = "linalg.generic"(%arg0, %16, %17) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg54: f32, %arg55: f32, %arg56: f32):
      %105 = "arith.subf"(%arg54, %arg55) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%105) : (f32) -> ()
    }) : (tensor<4x100xf32>, tensor<4x100xf32>, tensor<4x100xf32>) -> tensor<4x100xf32>
    %19 = "tensor.empty"() : () -> tensor<4x100xf32>
    %20 = "linalg.generic"(%18, %19) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg52: f32, %arg53: f32):
      %104 = "math.exp"(%arg52) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%104) : (f32) -> ()
    }) : (tensor<4x100xf32>, tensor<4x100xf32>) -> tensor<4x100xf32>
    %21 = "tensor.empty"() : () -> tensor<4xf32>
    %22 = "linalg.fill"(%10, %21) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg50: f32, %arg51: f32):
      "linalg.yield"(%arg50) : (f32) -> ()
    }) : (f32, tensor<4xf32>) -> tensor<4xf32>
    %23 = "linalg.generic"(%20, %22) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg48: f32, %arg49: f32):
      %103 = "arith.addf"(%arg49, %arg48) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%103) : (f32) -> ()
    }) : (tensor<4x100xf32>, tensor<4xf32>) -> tensor<4xf32>
    %24 = "tensor.empty"() : () -> tensor<4x100xf32>
    %25 = "linalg.generic"(%23, %24) <{indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg46: f32, %arg47: f32):
      "linalg.yield"(%arg46) : (f32) -> ()
    }) : (tensor<4xf32>, tensor<4x100xf32>) -> tensor<4x100xf32>
    %26 = "tensor.empty"() : () -> tensor<4x100xf32>
    %27 = "linalg.generic"(%20, %25, %26) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg43: f32, %arg44: f32, %arg45: f32):
      %102 = "arith.divf"(%arg43, %arg44) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%102) : (f32) -> ()
    }) : (tensor<4x100xf32>, tensor<4x100xf32>, tensor<4x100xf32>) -> tensor<4x100xf32>
    %28 = "tensor.empty"() : () -> tensor<4x100xf32>
    %29 = "linalg.generic"(%27, %28) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg41: f32, %arg42: f32):
      %101 = "arith.negf"(%arg41) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%101) : (f32) -> ()
    }) : (tensor<4x100xf32>, tensor<4x100xf32>) -> tensor<4x100xf32>
    %30 = "tensor.empty"() : () -> tensor<4x100xi32>
    %31 = "linalg.generic"(%30) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg40: i32):
      %99 = "linalg.index"() <{dim = 1 : i64}> : () -> index
      %100 = "arith.index_cast"(%99) : (index) -> i32
      "linalg.yield"(%100) : (i32) -> ()
    }) : (tensor<4x100xi32>) -> tensor<4x100xi32>
    %32:2 = "iree_linalg_ext.sort"(%29, %31) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 0, 2>}> ({
    ^bb0(%arg36: f32, %arg37: f32, %arg38: i32, %arg39: i32):
      %82 = "arith.cmpf"(%arg36, %10) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
      %83 = "arith.select"(%82, %10, %arg36) : (i1, f32, f32) -> f32
      %84 = "arith.cmpf"(%arg36, %arg36) <{fastmath = #arith.fastmath<none>, predicate = 13 : i64}> : (f32, f32) -> i1
      %85 = "arith.select"(%84, %8, %83) : (i1, f32, f32) -> f32
      %86 = "arith.cmpf"(%arg37, %10) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
      %87 = "arith.select"(%86, %10, %arg37) : (i1, f32, f32) -> f32
      %88 = "arith.cmpf"(%arg37, %arg37) <{fastmath = #arith.fastmath<none>, predicate = 13 : i64}> : (f32, f32) -> i1
      %89 = "arith.select"(%88, %8, %87) : (i1, f32, f32) -> f32
      %90 = "arith.bitcast"(%85) : (f32) -> i32
      %91 = "arith.cmpi"(%90, %7) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %92 = "arith.subi"(%6, %90) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %93 = "arith.select"(%91, %92, %90) : (i1, i32, i32) -> i32
      %94 = "arith.bitcast"(%89) : (f32) -> i32
      %95 = "arith.cmpi"(%94, %7) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %96 = "arith.subi"(%6, %94) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %97 = "arith.select"(%95, %96, %94) : (i1, i32, i32) -> i32
      %98 = "arith.cmpi"(%93, %97) <{predicate = 2 : i64}> : (i32, i32) -> i1
      "iree_linalg_ext.yield"(%98) : (i1) -> ()
    }) : (tensor<4x100xf32>, tensor<4x100xi32>) -> (tensor<4x100xf32>, tensor<4x100xi32>)
    %33 = "tensor.empty"() : () -> tensor<4x100xi1>
    %34 = "linalg.generic"(%32#1, %33) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg34: i32, %arg35: i1):
      %81 = "arith.cmpi"(%arg34, %7) <{predicate = 2 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%81) : (i1) -> ()
    }) : (tensor<4x100xi32>, tensor<4x100xi1>) -> tensor<4x100xi1>
    %35 = "tensor.empty"() : () -> tensor<4x100xi32>
    %36 = "linalg.generic"(%32#1, %35) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg32: i32, %arg33: i32):
      %80 = "arith.addi"(%arg32, %5) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%80) : (i32) -> ()
    }) : (tensor<4x100xi32>, tensor<4x100xi32>) -> tensor<4x100xi32>
    %37 = "tensor.empty"() : () -> tensor<4x100xi32>
    %38 = "linalg.generic"(%34, %36, %32#1, %37) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg28: i1, %arg29: i32, %arg30: i32, %arg31: i32):
      %79 = "arith.select"(%arg28, %arg29, %arg30) : (i1, i32, i32) -> i32
      "linalg.yield"(%79) : (i32) -> ()
    }) : (tensor<4x100xi1>, tensor<4x100xi32>, tensor<4x100xi32>, tensor<4x100xi32>) -> tensor<4x100xi32>
    %39 = "tensor.expand_shape"(%38) <{reassociation = [[0], [1, 2]], static_output_shape = array<i64: 4, 100, 1>}> : (tensor<4x100xi32>) -> tensor<4x100x1xi32>
    %40 = "tensor.empty"() : () -> tensor<4x100x1xi1>
    %41 = "linalg.generic"(%39, %40) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg26: i32, %arg27: i1):
      %78 = "arith.cmpi"(%arg26, %7) <{predicate = 5 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%78) : (i1) -> ()
    }) : (tensor<4x100x1xi32>, tensor<4x100x1xi1>) -> tensor<4x100x1xi1>
    %42 = "tensor.empty"() : () -> tensor<4x100x1xi1>
    %43 = "linalg.generic"(%39, %42) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg24: i32, %arg25: i1):
      %77 = "arith.cmpi"(%arg24, %4) <{predicate = 3 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%77) : (i1) -> ()
    }) : (tensor<4x100x1xi32>, tensor<4x100x1xi1>) -> tensor<4x100x1xi1>
    %44 = "tensor.empty"() : () -> tensor<4x100x1xi1>
    %45 = "linalg.generic"(%41, %43, %44) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg21: i1, %arg22: i1, %arg23: i1):
      %76 = "arith.andi"(%arg21, %arg22) : (i1, i1) -> i1
      "linalg.yield"(%76) : (i1) -> ()
    }) : (tensor<4x100x1xi1>, tensor<4x100x1xi1>, tensor<4x100x1xi1>) -> tensor<4x100x1xi1>
    %46 = "tensor.empty"() : () -> tensor<4x100xi1>
    %47 = "linalg.fill"(%3, %46) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg19: i1, %arg20: i1):
      "linalg.yield"(%arg19) : (i1) -> ()
    }) : (i1, tensor<4x100xi1>) -> tensor<4x100xi1>
    %48 = "linalg.generic"(%45, %47) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg17: i1, %arg18: i1):
      %75 = "arith.andi"(%arg18, %arg17) : (i1, i1) -> i1
      "linalg.yield"(%75) : (i1) -> ()
    }) : (tensor<4x100x1xi1>, tensor<4x100xi1>) -> tensor<4x100xi1>
    %49 = "tensor.empty"() : () -> tensor<4x100xf32>
    %50 = "linalg.generic"(%49) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg16: f32):
      %68 = "linalg.index"() <{dim = 0 : i64}> : () -> index
      %69 = "linalg.index"() <{dim = 1 : i64}> : () -> index
      %70 = "tensor.extract"(%39, %68, %69, %2) : (tensor<4x100x1xi32>, index, index, index) -> i32
      %71 = "arith.index_cast"(%70) : (i32) -> index
      %72 = "arith.maxsi"(%71, %2) : (index, index) -> index
      %73 = "arith.minsi"(%72, %1) : (index, index) -> index
      %74 = "tensor.extract"(%27, %68, %73) : (tensor<4x100xf32>, index, index) -> f32
      "linalg.yield"(%74) : (f32) -> ()
    }) : (tensor<4x100xf32>) -> tensor<4x100xf32>
    %51 = "tensor.empty"() : () -> tensor<4x100xf32>
    %52 = "linalg.generic"(%48, %50, %51) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg13: i1, %arg14: f32, %arg15: f32):
      %67 = "arith.select"(%arg13, %arg14, %8) : (i1, f32, f32) -> f32
      "linalg.yield"(%67) : (f32) -> ()
    }) : (tensor<4x100xi1>, tensor<4x100xf32>, tensor<4x100xf32>) -> tensor<4x100xf32>
    %53 = "tensor.empty"() : () -> tensor<4x100xf32>
    %54 = "tensor.empty"() : () -> tensor<4xf32>
    %55 = "linalg.generic"(%9, %54) <{indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg11: f32, %arg12: f32):
      "linalg.yield"(%arg11) : (f32) -> ()
    }) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
    %56:2 = "iree_linalg_ext.scan"(%52, %53, %55) <{dimension = 1 : i64, inclusive = true}> ({
    ^bb0(%arg9: f32, %arg10: f32):
      %66 = "arith.addf"(%arg9, %arg10) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "iree_linalg_ext.yield"(%66) : (f32) -> ()
    }) : (tensor<4x100xf32>, tensor<4x100xf32>, tensor<4xf32>) -> (tensor<4x100xf32>, tensor<4xf32>)
    %57 = "tensor.empty"() : () -> tensor<4x100xf32>
    %58 = "linalg.generic"(%56#0, %52, %57) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg6: f32, %arg7: f32, %arg8: f32):
      %65 = "arith.subf"(%arg6, %arg7) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%65) : (f32) -> ()
    }) : (tensor<4x100xf32>, tensor<4x100xf32>, tensor<4x100xf32>) -> tensor<4x100xf32>
    %59 = "tensor.empty"() : () -> tensor<4x100xi1>
    %60 = "linalg.generic"(%58, %59) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg4: f32, %arg5: i1):
      %64 = "arith.cmpf"(%arg4, %0) <{fastmath = #arith.fastmath<none>, predicate = 4 : i64}> : (f32, f32) -> i1
      "linalg.yield"(%64) : (i1) -> ()
    }) : (tensor<4x100xf32>, tensor<4x100xi1>) -> tensor<4x100xi1>
    %61 = "tensor.empty"() : () -> tensor<4x100xf32>
    %62 = "linalg.generic"(%60, %52, %61) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg1: i1, %arg2: f32, %arg3: f32):
      %63 = "arith.select"(%arg1, %arg2, %10) : (i1, f32, f32) -> f32
      "linalg.yield"(%63) : (f32) -> ()
    }) : (tensor<4x100xi1>, tensor<4x100xf32>, tensor<4x100xf32>) -> tensor<4x100xf32>
    "util.return"(%62, %32#1) : (tensor<4x100xf32>, tensor<4x100xi32>) -> ()
  }) : () -> ()
}) : () -> ()