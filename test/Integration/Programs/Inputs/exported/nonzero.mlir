"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<2000xf32>) -> tensor<2000xi32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2000xf32>):
    %0 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %3 = "arith.constant"() <{value = 2000 : i32}> : () -> i32
    %4 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %5 = "arith.constant"() <{value = 5.000000e-01 : f32}> : () -> f32
    %6 = "arith.constant"() <{value = dense<1> : tensor<2000xi32>}> : () -> tensor<2000xi32>
    %7 = "arith.constant"() <{value = dense<0> : tensor<2000xi32>}> : () -> tensor<2000xi32>
    %8 = "arith.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %9 = "tensor.empty"() : () -> tensor<2000xi1>
    %10 = "linalg.generic"(%arg0, %9) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg67: f32, %arg68: i1):
      %96 = "arith.cmpf"(%arg67, %5) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
      "linalg.yield"(%96) : (i1) -> ()
    }) : (tensor<2000xf32>, tensor<2000xi1>) -> tensor<2000xi1>
    %11 = "tensor.empty"() : () -> tensor<2000xi32>
    %12 = "linalg.generic"(%10, %11) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg65: i1, %arg66: i32):
      %95 = "arith.extui"(%arg65) : (i1) -> i32
      "linalg.yield"(%95) : (i32) -> ()
    }) : (tensor<2000xi1>, tensor<2000xi32>) -> tensor<2000xi32>
    %13 = "tensor.empty"() : () -> tensor<2000xi32>
    %14:2 = "iree_linalg_ext.scan"(%12, %13, %8) <{dimension = 0 : i64, inclusive = true}> ({
    ^bb0(%arg63: i32, %arg64: i32):
      %94 = "arith.addi"(%arg63, %arg64) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "iree_linalg_ext.yield"(%94) : (i32) -> ()
    }) : (tensor<2000xi32>, tensor<2000xi32>, tensor<i32>) -> (tensor<2000xi32>, tensor<i32>)
    %15 = "tensor.empty"() : () -> tensor<2000xi32>
    %16 = "linalg.generic"(%14#0, %15) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg61: i32, %arg62: i32):
      %93 = "arith.maxsi"(%arg61, %4) : (i32, i32) -> i32
      "linalg.yield"(%93) : (i32) -> ()
    }) : (tensor<2000xi32>, tensor<2000xi32>) -> tensor<2000xi32>
    %17 = "tensor.empty"() : () -> tensor<2000xi1>
    %18 = "linalg.generic"(%16, %17) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg59: i32, %arg60: i1):
      %92 = "arith.cmpi"(%arg59, %4) <{predicate = 2 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%92) : (i1) -> ()
    }) : (tensor<2000xi32>, tensor<2000xi1>) -> tensor<2000xi1>
    %19 = "tensor.empty"() : () -> tensor<2000xi32>
    %20 = "linalg.generic"(%16, %19) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg57: i32, %arg58: i32):
      %91 = "arith.addi"(%arg57, %3) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%91) : (i32) -> ()
    }) : (tensor<2000xi32>, tensor<2000xi32>) -> tensor<2000xi32>
    %21 = "tensor.empty"() : () -> tensor<2000xi32>
    %22 = "linalg.generic"(%18, %20, %16, %21) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg53: i1, %arg54: i32, %arg55: i32, %arg56: i32):
      %90 = "arith.select"(%arg53, %arg54, %arg55) : (i1, i32, i32) -> i32
      "linalg.yield"(%90) : (i32) -> ()
    }) : (tensor<2000xi1>, tensor<2000xi32>, tensor<2000xi32>, tensor<2000xi32>) -> tensor<2000xi32>
    %23 = "tensor.expand_shape"(%22) <{reassociation = [[0, 1]], static_output_shape = array<i64: 2000, 1>}> : (tensor<2000xi32>) -> tensor<2000x1xi32>
    %24 = "iree_linalg_ext.scatter"(%6, %23, %7) <{dimension_map = array<i64: 0>, unique_indices = false}> ({
    ^bb0(%arg51: i32, %arg52: i32):
      %89 = "arith.addi"(%arg52, %arg51) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "iree_linalg_ext.yield"(%89) : (i32) -> ()
    }) : (tensor<2000xi32>, tensor<2000x1xi32>, tensor<2000xi32>) -> tensor<2000xi32>
    %25 = "tensor.empty"() : () -> tensor<2000xi32>
    %26:2 = "iree_linalg_ext.scan"(%24, %25, %8) <{dimension = 0 : i64, inclusive = true}> ({
    ^bb0(%arg49: i32, %arg50: i32):
      %88 = "arith.addi"(%arg49, %arg50) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "iree_linalg_ext.yield"(%88) : (i32) -> ()
    }) : (tensor<2000xi32>, tensor<2000xi32>, tensor<i32>) -> (tensor<2000xi32>, tensor<i32>)
    %27 = "tensor.empty"() : () -> tensor<2000xi32>
    %28 = "linalg.generic"(%26#0, %27) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg47: i32, %arg48: i32):
      %84 = "arith.cmpi"(%arg47, %4) <{predicate = 0 : i64}> : (i32, i32) -> i1
      %85 = "arith.shrsi"(%arg47, %0) : (i32, i32) -> i32
      %86 = "arith.ori"(%85, %2) : (i32, i32) -> i32
      %87 = "arith.select"(%84, %4, %86) : (i1, i32, i32) -> i32
      "linalg.yield"(%87) : (i32) -> ()
    }) : (tensor<2000xi32>, tensor<2000xi32>) -> tensor<2000xi32>
    %29 = "tensor.empty"() : () -> tensor<i32>
    %30 = "linalg.generic"(%29) <{indexing_maps = [affine_map<() -> ()>], iterator_types = [], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg46: i32):
      "linalg.yield"(%2) : (i32) -> ()
    }) : (tensor<i32>) -> tensor<i32>
    %31 = "tensor.empty"() : () -> tensor<2000xi32>
    %32 = "linalg.generic"(%30, %31) <{indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg44: i32, %arg45: i32):
      "linalg.yield"(%arg44) : (i32) -> ()
    }) : (tensor<i32>, tensor<2000xi32>) -> tensor<2000xi32>
    %33 = "tensor.empty"() : () -> tensor<2000xi1>
    %34 = "linalg.generic"(%28, %32, %33) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg41: i32, %arg42: i32, %arg43: i1):
      %83 = "arith.cmpi"(%arg41, %arg42) <{predicate = 1 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%83) : (i1) -> ()
    }) : (tensor<2000xi32>, tensor<2000xi32>, tensor<2000xi1>) -> tensor<2000xi1>
    %35 = "tensor.empty"() : () -> tensor<2000xi32>
    %36 = "linalg.generic"(%35) <{indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg40: i32):
      "linalg.yield"(%4) : (i32) -> ()
    }) : (tensor<2000xi32>) -> tensor<2000xi32>
    %37 = "tensor.empty"() : () -> tensor<2000xi1>
    %38 = "linalg.generic"(%36, %37) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg38: i32, %arg39: i1):
      %82 = "arith.cmpi"(%arg38, %4) <{predicate = 1 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%82) : (i1) -> ()
    }) : (tensor<2000xi32>, tensor<2000xi1>) -> tensor<2000xi1>
    %39 = "tensor.empty"() : () -> tensor<2000xi1>
    %40 = "linalg.generic"(%34, %38, %39) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg35: i1, %arg36: i1, %arg37: i1):
      %81 = "arith.andi"(%arg35, %arg36) : (i1, i1) -> i1
      "linalg.yield"(%81) : (i1) -> ()
    }) : (tensor<2000xi1>, tensor<2000xi1>, tensor<2000xi1>) -> tensor<2000xi1>
    %41 = "tensor.empty"() : () -> tensor<2000xi32>
    %42 = "linalg.generic"(%26#0, %41) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg33: i32, %arg34: i32):
      %80 = "arith.subi"(%arg33, %2) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%80) : (i32) -> ()
    }) : (tensor<2000xi32>, tensor<2000xi32>) -> tensor<2000xi32>
    %43 = "tensor.empty"() : () -> tensor<2000xi32>
    %44 = "linalg.generic"(%40, %42, %26#0, %43) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg29: i1, %arg30: i32, %arg31: i32, %arg32: i32):
      %79 = "arith.select"(%arg29, %arg30, %arg31) : (i1, i32, i32) -> i32
      "linalg.yield"(%79) : (i32) -> ()
    }) : (tensor<2000xi1>, tensor<2000xi32>, tensor<2000xi32>, tensor<2000xi32>) -> tensor<2000xi32>
    %45 = "tensor.empty"() : () -> tensor<2000xi32>
    %46 = "linalg.generic"(%44, %45) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg27: i32, %arg28: i32):
      %78 = "arith.remsi"(%arg27, %3) : (i32, i32) -> i32
      "linalg.yield"(%78) : (i32) -> ()
    }) : (tensor<2000xi32>, tensor<2000xi32>) -> tensor<2000xi32>
    %47 = "tensor.empty"() : () -> tensor<2000xi1>
    %48 = "linalg.generic"(%46, %47) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg25: i32, %arg26: i1):
      %77 = "arith.cmpi"(%arg25, %4) <{predicate = 1 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%77) : (i1) -> ()
    }) : (tensor<2000xi32>, tensor<2000xi1>) -> tensor<2000xi1>
    %49 = "tensor.empty"() : () -> tensor<2000xi1>
    %50 = "linalg.generic"(%46, %49) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg23: i32, %arg24: i1):
      %76 = "arith.cmpi"(%arg23, %4) <{predicate = 2 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%76) : (i1) -> ()
    }) : (tensor<2000xi32>, tensor<2000xi1>) -> tensor<2000xi1>
    %51 = "tensor.empty"() : () -> tensor<2000xi1>
    %52 = "linalg.generic"(%50, %48, %51) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg20: i1, %arg21: i1, %arg22: i1):
      %75 = "arith.andi"(%arg20, %arg21) : (i1, i1) -> i1
      "linalg.yield"(%75) : (i1) -> ()
    }) : (tensor<2000xi1>, tensor<2000xi1>, tensor<2000xi1>) -> tensor<2000xi1>
    %53 = "tensor.empty"() : () -> tensor<2000xi32>
    %54 = "linalg.generic"(%46, %53) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg18: i32, %arg19: i32):
      %74 = "arith.addi"(%arg18, %3) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%74) : (i32) -> ()
    }) : (tensor<2000xi32>, tensor<2000xi32>) -> tensor<2000xi32>
    %55 = "tensor.empty"() : () -> tensor<2000xi32>
    %56 = "linalg.generic"(%52, %54, %46, %55) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg14: i1, %arg15: i32, %arg16: i32, %arg17: i32):
      %73 = "arith.select"(%arg14, %arg15, %arg16) : (i1, i32, i32) -> i32
      "linalg.yield"(%73) : (i32) -> ()
    }) : (tensor<2000xi1>, tensor<2000xi32>, tensor<2000xi32>, tensor<2000xi32>) -> tensor<2000xi32>
    %57 = "tensor.empty"() : () -> tensor<2000xi32>
    %58 = "linalg.generic"(%57) <{indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg13: i32):
      %71 = "linalg.index"() <{dim = 0 : i64}> : () -> index
      %72 = "arith.index_cast"(%71) : (index) -> i32
      "linalg.yield"(%72) : (i32) -> ()
    }) : (tensor<2000xi32>) -> tensor<2000xi32>
    %59 = "tensor.empty"() : () -> tensor<i32>
    %60 = "linalg.fill"(%4, %59) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg11: i32, %arg12: i32):
      "linalg.yield"(%arg11) : (i32) -> ()
    }) : (i32, tensor<i32>) -> tensor<i32>
    %61 = "linalg.generic"(%12, %60) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = [#linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg9: i32, %arg10: i32):
      %70 = "arith.addi"(%arg10, %arg9) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%70) : (i32) -> ()
    }) : (tensor<2000xi32>, tensor<i32>) -> tensor<i32>
    %62 = "tensor.empty"() : () -> tensor<2000xi32>
    %63 = "linalg.generic"(%61, %62) <{indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg7: i32, %arg8: i32):
      "linalg.yield"(%arg7) : (i32) -> ()
    }) : (tensor<i32>, tensor<2000xi32>) -> tensor<2000xi32>
    %64 = "tensor.empty"() : () -> tensor<2000xi1>
    %65 = "linalg.generic"(%58, %63, %64) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg4: i32, %arg5: i32, %arg6: i1):
      %69 = "arith.cmpi"(%arg4, %arg5) <{predicate = 5 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%69) : (i1) -> ()
    }) : (tensor<2000xi32>, tensor<2000xi32>, tensor<2000xi1>) -> tensor<2000xi1>
    %66 = "tensor.empty"() : () -> tensor<2000xi32>
    %67 = "linalg.generic"(%65, %56, %66) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg1: i1, %arg2: i32, %arg3: i32):
      %68 = "arith.select"(%arg1, %1, %arg2) : (i1, i32, i32) -> i32
      "linalg.yield"(%68) : (i32) -> ()
    }) : (tensor<2000xi1>, tensor<2000xi32>, tensor<2000xi32>) -> tensor<2000xi32>
    "util.return"(%67) : (tensor<2000xi32>) -> ()
  }) : () -> ()
}) : () -> ()