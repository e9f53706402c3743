"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<32x300xf32>, tensor<32xi32>) -> tensor<32xf32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<32x300xf32>, %arg1: tensor<32xi32>):
    %0 = "arith.constant"() <{value = 0x7FC00000 : f32}> : () -> f32
    %1 = "arith.constant"() <{value = 299 : index}> : () -> index
    %2 = "arith.constant"() <{value = 0 : index}> : () -> index
    %3 = "arith.constant"() <{value = true}> : () -> i1
    %4 = "arith.constant"() <{value = 299 : i32}> : () -> i32
    %5 = "arith.constant"() <{value = 300 : i32}> : () -> i32
    %6 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %7 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %8 = "arith.constant"() <{value = 0xFF800000 : f32}> : () -> f32
    %9 = "tensor.empty"() : () -> tensor<32xf32>
    %10 = "linalg.fill"(%8, %9) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg47: f32, %arg48: f32):
      "linalg.yield"(%arg47) : (f32) -> ()
    }) : (f32, tensor<32xf32>) -> tensor<32xf32>
    %11 = "linalg.generic"(%arg0, %10) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg45: f32, %arg46: f32):
      %72 = "arith.maximumf"(%arg46, %arg45) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%72) : (f32) -> ()
    }) : (tensor<32x300xf32>, tensor<32xf32>) -> tensor<32xf32>
    %12 = "tensor.empty"() : () -> tensor<32x300xf32>
    %13 = "linalg.generic"(%11, %12) <{indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg43: f32, %arg44: f32):
      "linalg.yield"(%arg43) : (f32) -> ()
    }) : (tensor<32xf32>, tensor<32x300xf32>) -> tensor<32x300xf32>
    %14 = "tensor.empty"() : () -> tensor<32x300xf32>
    %15 = "linalg.generic"(%arg0, %13, %14) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg40: f32, %arg41: f32, %arg42: f32):
      %71 = "arith.subf"(%arg40, %arg41) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%71) : (f32) -> ()
    }) : (tensor<32x300xf32>, tensor<32x300xf32>, tensor<32x300xf32>) -> tensor<32x300xf32>
    %16 = "tensor.empty"() : () -> tensor<32x300xf32>
    %17 = "linalg.generic"(%15, %16) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg38: f32, %arg39: f32):
      %70 = "math.exp"(%arg38) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%70) : (f32) -> ()
    }) : (tensor<32x300xf32>, tensor<32x300xf32>) -> tensor<32x300xf32>
    %18 = "tensor.empty"() : () -> tensor<32xf32>
    %19 = "linalg.fill"(%7, %18) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg36: f32, %arg37: f32):
      "linalg.yield"(%arg36) : (f32) -> ()
    }) : (f32, tensor<32xf32>) -> tensor<32xf32>
    %20 = "linalg.generic"(%17, %19) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg34: f32, %arg35: f32):
      %69 = "arith.addf"(%arg35, %arg34) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%69) : (f32) -> ()
    }) : (tensor<32x300xf32>, tensor<32xf32>) -> tensor<32xf32>
    %21 = "tensor.empty"() : () -> tensor<32xf32>
    %22 = "linalg.generic"(%20, %21) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg32: f32, %arg33: f32):
      %68 = "math.log"(%arg32) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%68) : (f32) -> ()
    }) : (tensor<32xf32>, tensor<32xf32>) -> tensor<32xf32>
    %23 = "tensor.expand_shape"(%22) <{reassociation = [[0, 1]], static_output_shape = array<i64: 32, 1>}> : (tensor<32xf32>) -> tensor<32x1xf32>
    %24 = "tensor.empty"() : () -> tensor<32x300xf32>
    %25 = "linalg.generic"(%23, %24) <{indexing_maps = [affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg30: f32, %arg31: f32):
      "linalg.yield"(%arg30) : (f32) -> ()
    }) : (tensor<32x1xf32>, tensor<32x300xf32>) -> tensor<32x300xf32>
    %26 = "tensor.empty"() : () -> tensor<32x300xf32>
    %27 = "linalg.generic"(%15, %25, %26) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg27: f32, %arg28: f32, %arg29: f32):
      %67 = "arith.subf"(%arg27, %arg28) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%67) : (f32) -> ()
    }) : (tensor<32x300xf32>, tensor<32x300xf32>, tensor<32x300xf32>) -> tensor<32x300xf32>
    %28 = "tensor.expand_shape"(%arg1) <{reassociation = [[0, 1]], static_output_shape = array<i64: 32, 1>}> : (tensor<32xi32>) -> tensor<32x1xi32>
    %29 = "tensor.empty"() : () -> tensor<32x1xi1>
    %30 = "linalg.generic"(%28, %29) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg25: i32, %arg26: i1):
      %66 = "arith.cmpi"(%arg25, %6) <{predicate = 2 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%66) : (i1) -> ()
    }) : (tensor<32x1xi32>, tensor<32x1xi1>) -> tensor<32x1xi1>
    %31 = "tensor.empty"() : () -> tensor<32x1xi32>
    %32 = "linalg.generic"(%28, %31) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg23: i32, %arg24: i32):
      %65 = "arith.addi"(%arg23, %5) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%65) : (i32) -> ()
    }) : (tensor<32x1xi32>, tensor<32x1xi32>) -> tensor<32x1xi32>
    %33 = "tensor.empty"() : () -> tensor<32x1xi32>
    %34 = "linalg.generic"(%30, %32, %28, %33) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg19: i1, %arg20: i32, %arg21: i32, %arg22: i32):
      %64 = "arith.select"(%arg19, %arg20, %arg21) : (i1, i32, i32) -> i32
      "linalg.yield"(%64) : (i32) -> ()
    }) : (tensor<32x1xi1>, tensor<32x1xi32>, tensor<32x1xi32>, tensor<32x1xi32>) -> tensor<32x1xi32>
    %35 = "tensor.expand_shape"(%34) <{reassociation = [[0], [1, 2]], static_output_shape = array<i64: 32, 1, 1>}> : (tensor<32x1xi32>) -> tensor<32x1x1xi32>
    %36 = "tensor.empty"() : () -> tensor<32x1x1xi1>
    %37 = "linalg.generic"(%35, %36) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg17: i32, %arg18: i1):
      %63 = "arith.cmpi"(%arg17, %6) <{predicate = 5 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%63) : (i1) -> ()
    }) : (tensor<32x1x1xi32>, tensor<32x1x1xi1>) -> tensor<32x1x1xi1>
    %38 = "tensor.empty"() : () -> tensor<32x1x1xi1>
    %39 = "linalg.generic"(%35, %38) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg15: i32, %arg16: i1):
      %62 = "arith.cmpi"(%arg15, %4) <{predicate = 3 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%62) : (i1) -> ()
    }) : (tensor<32x1x1xi32>, tensor<32x1x1xi1>) -> tensor<32x1x1xi1>
    %40 = "tensor.empty"() : () -> tensor<32x1x1xi1>
    %41 = "linalg.generic"(%37, %39, %40) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg12: i1, %arg13: i1, %arg14: i1):
      %61 = "arith.andi"(%arg12, %arg13) : (i1, i1) -> i1
      "linalg.yield"(%61) : (i1) -> ()
    }) : (tensor<32x1x1xi1>, tensor<32x1x1xi1>, tensor<32x1x1xi1>) -> tensor<32x1x1xi1>
    %42 = "tensor.empty"() : () -> tensor<32x1xi1>
    %43 = "linalg.fill"(%3, %42) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg10: i1, %arg11: i1):
      "linalg.yield"(%arg10) : (i1) -> ()
    }) : (i1, tensor<32x1xi1>) -> tensor<32x1xi1>
    %44 = "linalg.generic"(%41, %43) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg8: i1, %arg9: i1):
      %60 = "arith.andi"(%arg9, %arg8) : (i1, i1) -> i1
      "linalg.yield"(%60) : (i1) -> ()
    }) : (tensor<32x1x1xi1>, tensor<32x1xi1>) -> tensor<32x1xi1>
    %45 = "tensor.empty"() : () -> tensor<32x1xf32>
    %46 = "linalg.generic"(%45) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg7: f32):
      %54 = "linalg.index"() <{dim = 0 : i64}> : () -> index
      %55 = "tensor.extract"(%35, %54, %2, %2) : (tensor<32x1x1xi32>, index, index, index) -> i32
      %56 = "arith.index_cast"(%55) : (i32) -> index
      %57 = "arith.maxsi"(%56, %2) : (index, index) -> index
      %58 = "arith.minsi"(%57, %1) : (index, index) -> index
      %59 = "tensor.extract"(%27, %54, %58) : (tensor<32x300xf32>, index, index) -> f32
      "linalg.yield"(%59) : (f32) -> ()
    }) : (tensor<32x1xf32>) -> tensor<32x1xf32>
    %47 = "tensor.empty"() : () -> tensor<32x1xf32>
    %48 = "linalg.generic"(%44, %46, %47) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg4: i1, %arg5: f32, %arg6: f32):
      %53 = "arith.select"(%arg4, %arg5, %0) : (i1, f32, f32) -> f32
      "linalg.yield"(%53) : (f32) -> ()
    }) : (tensor<32x1xi1>, tensor<32x1xf32>, tensor<32x1xf32>) -> tensor<32x1xf32>
    %49 = "tensor.empty"() : () -> tensor<32x1xf32>
    %50 = "linalg.generic"(%48, %49) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg2: f32, %arg3: f32):
      %52 = "arith.negf"(%arg2) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%52) : (f32) -> ()
    }) : (tensor<32x1xf32>, tensor<32x1xf32>) -> tensor<32x1xf32>
    %51 = "tensor.collapse_shape"(%50) <{reassociation = [[0, 1]]}> : (tensor<32x1xf32>) -> tensor<32xf32>
    "util.return"(%51) : (tensor<32xf32>) -> ()
  }) : () -> ()
}) : () -> ()