#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0, 0)>
#map2 = affine_map<(d0) -> ()>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> (0, d1)>
#map5 = affine_map<(d0, d1) -> (d1)>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2000xf32>) -> tensor<?x1xi64>, sym_name = "main"}> ({
  ^bb0(%arg0: tensor<2000xf32>):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = -1 : index}> : () -> index
    %2 = "arith.constant"() <{value = 5.000000e-01 : f64}> : () -> f64
    %3 = "arith.constant"() <{value = 2000 : i64}> : () -> i64
    %4 = "arith.constant"() <{value = 2000 : index}> : () -> index
    %5 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %6 = "arith.constant"() <{value = 1 : i64}> : () -> i64
    %7 = "arith.constant"() <{value = dense<2000> : tensor<1xi64>}> : () -> tensor<1xi64>
    %8 = "arith.constant"() <{value = dense<1> : tensor<1x1xi64>}> : () -> tensor<1x1xi64>
    %9 = "arith.constant"() <{value = dense<0> : tensor<2000xi64>}> : () -> tensor<2000xi64>
    %10 = "tensor.empty"() : () -> tensor<2000xi1>
    %11 = "linalg.generic"(%arg0, %10) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg31: f32, %arg32: i1):
      %69 = "arith.extf"(%arg31) : (f32) -> f64
      %70 = "arith.cmpf"(%69, %2) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f64, f64) -> i1
      "linalg.yield"(%70) : (i1) -> ()
    }) : (tensor<2000xf32>, tensor<2000xi1>) -> tensor<2000xi1>
    %12 = "tensor.empty"() : () -> tensor<2000xi64>
    %13 = "linalg.generic"(%11, %12) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg29: i1, %arg30: i64):
      %68 = "arith.extui"(%arg29) : (i1) -> i64
      "linalg.yield"(%68) : (i64) -> ()
    }) : (tensor<2000xi1>, tensor<2000xi64>) -> tensor<2000xi64>
    %14 = "linalg.fill"(%5, %12) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg27: i64, %arg28: i64):
      "linalg.yield"(%arg27) : (i64) -> ()
    }) : (i64, tensor<2000xi64>) -> tensor<2000xi64>
    %15 = "tensor.empty"() : () -> tensor<i64>
    %16 = "linalg.fill"(%5, %15) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg25: i64, %arg26: i64):
      "linalg.yield"(%arg25) : (i64) -> ()
    }) : (i64, tensor<i64>) -> tensor<i64>
    %17:2 = "tm_tensor.scan"(%13, %14, %16) <{dimension = 0 : i64, inclusive = true, operandSegmentSizes = array<i32: 1, 2>}> ({
    ^bb0(%arg23: i64, %arg24: i64):
      %67 = "arith.addi"(%arg23, %arg24) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
      "tm_tensor.yield"(%67) : (i64) -> ()
    }) : (tensor<2000xi64>, tensor<2000xi64>, tensor<i64>) -> (tensor<2000xi64>, tensor<i64>)
    %18 = "linalg.generic"(%17#0, %12) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg21: i64, %arg22: i64):
      %66 = "arith.subi"(%arg21, %6) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
      "linalg.yield"(%66) : (i64) -> ()
    }) : (tensor<2000xi64>, tensor<2000xi64>) -> tensor<2000xi64>
    %19 = "linalg.generic"(%18, %12) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg19: i64, %arg20: i64):
      %65 = "arith.maxsi"(%arg19, %5) : (i64, i64) -> i64
      "linalg.yield"(%65) : (i64) -> ()
    }) : (tensor<2000xi64>, tensor<2000xi64>) -> tensor<2000xi64>
    %20 = "linalg.generic"(%12) <{indexing_maps = [#map], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg18: i64):
      %63 = "linalg.index"() <{dim = 0 : i64}> : () -> index
      %64 = "arith.index_cast"(%63) : (index) -> i64
      "linalg.yield"(%64) : (i64) -> ()
    }) : (tensor<2000xi64>) -> tensor<2000xi64>
    %21 = "linalg.generic"(%20, %13, %12) <{indexing_maps = [#map, #map, #map], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg15: i64, %arg16: i64, %arg17: i64):
      %62 = "arith.muli"(%arg15, %arg16) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
      "linalg.yield"(%62) : (i64) -> ()
    }) : (tensor<2000xi64>, tensor<2000xi64>, tensor<2000xi64>) -> tensor<2000xi64>
    %22 = "tensor.empty"() : () -> tensor<2000x1xi64>
    %23 = "linalg.fill"(%5, %22) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg13: i64, %arg14: i64):
      "linalg.yield"(%arg13) : (i64) -> ()
    }) : (i64, tensor<2000x1xi64>) -> tensor<2000x1xi64>
    %24:2 = "linalg.generic"(%23, %14) <{indexing_maps = [#map1, #map], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 2>}> ({
    ^bb0(%arg11: i64, %arg12: i64):
      %58 = "linalg.index"() <{dim = 0 : i64}> : () -> index
      %59 = "arith.remsi"(%58, %4) : (index, index) -> index
      %60 = "tensor.extract"(%19, %59) : (tensor<2000xi64>, index) -> i64
      %61 = "tensor.extract"(%21, %59) : (tensor<2000xi64>, index) -> i64
      "linalg.yield"(%60, %61) : (i64, i64) -> ()
    }) : (tensor<2000x1xi64>, tensor<2000xi64>) -> (tensor<2000x1xi64>, tensor<2000xi64>)
    %25 = "tm_tensor.scatter"(%24#1, %24#0, %9) <{dimension_map = array<i64: 0>, operandSegmentSizes = array<i32: 2, 1>, unique_indices = false}> ({
    ^bb0(%arg9: i64, %arg10: i64):
      %57 = "arith.addi"(%arg10, %arg9) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
      "tm_tensor.yield"(%57) : (i64) -> ()
    }) : (tensor<2000xi64>, tensor<2000x1xi64>, tensor<2000xi64>) -> tensor<2000xi64>
    %26 = "linalg.generic"(%13, %16) <{indexing_maps = [#map, #map2], iterator_types = [#linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg7: i64, %arg8: i64):
      %56 = "arith.addi"(%arg7, %arg8) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
      "linalg.yield"(%56) : (i64) -> ()
    }) : (tensor<2000xi64>, tensor<i64>) -> tensor<i64>
    %27 = "tensor.extract"(%26) : (tensor<i64>) -> i64
    %28 = "arith.index_cast"(%27) : (i64) -> index
    %29 = "arith.cmpi"(%28, %0) <{predicate = 2 : i64}> : (index, index) -> i1
    %30 = "arith.addi"(%28, %4) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
    %31 = "arith.select"(%29, %30, %28) : (i1, index, index) -> index
    %32 = "arith.cmpi"(%31, %0) <{predicate = 2 : i64}> : (index, index) -> i1
    %33 = "arith.select"(%32, %1, %31) : (i1, index, index) -> index
    %34 = "arith.minsi"(%33, %4) : (index, index) -> index
    %35 = "arith.maxsi"(%34, %0) : (index, index) -> index
    %36 = "tensor.extract_slice"(%25, %35) <{operandSegmentSizes = array<i32: 1, 0, 1, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: -9223372036854775808>, static_strides = array<i64: 1>}> : (tensor<2000xi64>, index) -> tensor<?xi64>
    %37 = "tensor.expand_shape"(%36, %35) <{reassociation = [[0, 1]], static_output_shape = array<i64: -9223372036854775808, 1>}> : (tensor<?xi64>, index) -> tensor<?x1xi64>
    %38 = "tensor.empty"(%35) : (index) -> tensor<?x1xi64>
    %39 = "linalg.generic"(%37, %8, %38) <{indexing_maps = [#map3, #map4, #map3], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg4: i64, %arg5: i64, %arg6: i64):
      %51 = "arith.sitofp"(%arg4) : (i64) -> f64
      %52 = "arith.sitofp"(%arg5) : (i64) -> f64
      %53 = "arith.divf"(%51, %52) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
      %54 = "math.floor"(%53) <{fastmath = #arith.fastmath<none>}> : (f64) -> f64
      %55 = "arith.fptosi"(%54) : (f64) -> i64
      "linalg.yield"(%55) : (i64) -> ()
    }) : (tensor<?x1xi64>, tensor<1x1xi64>, tensor<?x1xi64>) -> tensor<?x1xi64>
    %40 = "linalg.generic"(%39, %7, %38) <{indexing_maps = [#map3, #map5, #map3], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg1: i64, %arg2: i64, %arg3: i64):
      %43 = "arith.remsi"(%arg1, %arg2) : (i64, i64) -> i64
      %44 = "arith.cmpi"(%43, %5) <{predicate = 1 : i64}> : (i64, i64) -> i1
      %45 = "arith.cmpi"(%arg2, %5) <{predicate = 2 : i64}> : (i64, i64) -> i1
      %46 = "arith.cmpi"(%43, %5) <{predicate = 2 : i64}> : (i64, i64) -> i1
      %47 = "arith.xori"(%45, %46) : (i1, i1) -> i1
      %48 = "arith.andi"(%44, %47) : (i1, i1) -> i1
      %49 = "arith.addi"(%43, %arg2) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
      %50 = "arith.select"(%48, %49, %43) : (i1, i64, i64) -> i64
      "linalg.yield"(%50) : (i64) -> ()
    }) : (tensor<?x1xi64>, tensor<1xi64>, tensor<?x1xi64>) -> tensor<?x1xi64>
    %41 = "arith.index_cast"(%35) : (index) -> i64
    %42 = "arith.cmpi"(%41, %3) <{predicate = 3 : i64}> : (i64, i64) -> i1
    "cf.assert"(%42) <{msg = "Runtime assertion failed for expression u0 <= 2000 on node 'le_1'"}> : (i1) -> ()
    "func.return"(%40) : (tensor<?x1xi64>) -> ()
  }) : () -> ()
}) : () -> ()

