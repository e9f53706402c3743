"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<500xf32>, tensor<200xf32>) -> tensor<200xi32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<500xf32>, %arg1: tensor<200xf32>):
    %0 = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 0x7FC00000 : f32}> : () -> f32
    %2 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %3 = "arith.constant"() <{value = 499 : index}> : () -> index
    %4 = "arith.constant"() <{value = 0 : index}> : () -> index
    %5 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %6 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %7 = "arith.constant"() <{value = dense<0> : tensor<200xi32>}> : () -> tensor<200xi32>
    %8 = "arith.constant"() <{value = dense<500> : tensor<200xi32>}> : () -> tensor<200xi32>
    %9 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %10 = "arith.constant"() <{value = 9 : i32}> : () -> i32
    %11 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %12:2 = "scf.for"(%9, %10, %11, %7, %8) ({
    ^bb0(%arg2: i32, %arg3: tensor<200xi32>, %arg4: tensor<200xi32>):
      %13 = "tensor.empty"() : () -> tensor<200xi32>
      %14 = "linalg.generic"(%arg4, %arg3, %13) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg46: i32, %arg47: i32, %arg48: i32):
        %79 = "arith.subi"(%arg46, %arg47) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        "linalg.yield"(%79) : (i32) -> ()
      }) : (tensor<200xi32>, tensor<200xi32>, tensor<200xi32>) -> tensor<200xi32>
      %15 = "tensor.empty"() : () -> tensor<i32>
      %16 = "linalg.generic"(%15) <{indexing_maps = [affine_map<() -> ()>], iterator_types = [], operandSegmentSizes = array<i32: 0, 1>}> ({
      ^bb0(%arg45: i32):
        "linalg.yield"(%6) : (i32) -> ()
      }) : (tensor<i32>) -> tensor<i32>
      %17 = "tensor.empty"() : () -> tensor<200xi32>
      %18 = "linalg.generic"(%16, %17) <{indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg43: i32, %arg44: i32):
        "linalg.yield"(%arg43) : (i32) -> ()
      }) : (tensor<i32>, tensor<200xi32>) -> tensor<200xi32>
      %19 = "tensor.empty"() : () -> tensor<200xi32>
      %20 = "linalg.generic"(%14, %18, %19) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg40: i32, %arg41: i32, %arg42: i32):
        %75 = "arith.cmpi"(%arg41, %9) <{predicate = 0 : i64}> : (i32, i32) -> i1
        %76 = "arith.select"(%75, %11, %arg41) : (i1, i32, i32) -> i32
        %77 = "arith.divui"(%arg40, %76) : (i32, i32) -> i32
        %78 = "arith.select"(%75, %5, %77) : (i1, i32, i32) -> i32
        "linalg.yield"(%78) : (i32) -> ()
      }) : (tensor<200xi32>, tensor<200xi32>, tensor<200xi32>) -> tensor<200xi32>
      %21 = "tensor.empty"() : () -> tensor<200xi32>
      %22 = "linalg.generic"(%arg3, %20, %21) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg37: i32, %arg38: i32, %arg39: i32):
        %74 = "arith.addi"(%arg37, %arg38) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        "linalg.yield"(%74) : (i32) -> ()
      }) : (tensor<200xi32>, tensor<200xi32>, tensor<200xi32>) -> tensor<200xi32>
      %23 = "tensor.expand_shape"(%22) <{reassociation = [[0, 1]], static_output_shape = array<i64: 200, 1>}> : (tensor<200xi32>) -> tensor<200x1xi32>
      %24 = "tensor.empty"() : () -> tensor<200x1xf32>
      %25 = "linalg.generic"(%24) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
      ^bb0(%arg36: f32):
        %68 = "linalg.index"() <{dim = 0 : i64}> : () -> index
        %69 = "tensor.extract"(%23, %68, %4) : (tensor<200x1xi32>, index, index) -> i32
        %70 = "arith.index_castui"(%69) : (i32) -> index
        %71 = "arith.maxsi"(%70, %4) : (index, index) -> index
        %72 = "arith.minsi"(%71, %3) : (index, index) -> index
        %73 = "tensor.extract"(%arg0, %72) : (tensor<500xf32>, index) -> f32
        "linalg.yield"(%73) : (f32) -> ()
      }) : (tensor<200x1xf32>) -> tensor<200x1xf32>
      %26 = "tensor.collapse_shape"(%25) <{reassociation = [[0, 1]]}> : (tensor<200x1xf32>) -> tensor<200xf32>
      %27 = "tensor.empty"() : () -> tensor<200xi1>
      %28 = "linalg.generic"(%arg1, %27) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg34: f32, %arg35: i1):
        %67 = "arith.cmpf"(%arg34, %2) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
        "linalg.yield"(%67) : (i1) -> ()
      }) : (tensor<200xf32>, tensor<200xi1>) -> tensor<200xi1>
      %29 = "tensor.empty"() : () -> tensor<200xf32>
      %30 = "linalg.generic"(%28, %arg1, %29) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg31: i1, %arg32: f32, %arg33: f32):
        %66 = "arith.select"(%arg31, %2, %arg32) : (i1, f32, f32) -> f32
        "linalg.yield"(%66) : (f32) -> ()
      }) : (tensor<200xi1>, tensor<200xf32>, tensor<200xf32>) -> tensor<200xf32>
      %31 = "tensor.empty"() : () -> tensor<200xi1>
      %32 = "linalg.generic"(%arg1, %31) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg29: f32, %arg30: i1):
        %65 = "arith.cmpf"(%arg29, %arg29) <{fastmath = #arith.fastmath<none>, predicate = 13 : i64}> : (f32, f32) -> i1
        "linalg.yield"(%65) : (i1) -> ()
      }) : (tensor<200xf32>, tensor<200xi1>) -> tensor<200xi1>
      %33 = "tensor.empty"() : () -> tensor<200xf32>
      %34 = "linalg.generic"(%32, %30, %33) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg26: i1, %arg27: f32, %arg28: f32):
        %64 = "arith.select"(%arg26, %1, %arg27) : (i1, f32, f32) -> f32
        "linalg.yield"(%64) : (f32) -> ()
      }) : (tensor<200xi1>, tensor<200xf32>, tensor<200xf32>) -> tensor<200xf32>
      %35 = "tensor.empty"() : () -> tensor<200xi1>
      %36 = "linalg.generic"(%26, %35) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg24: f32, %arg25: i1):
        %63 = "arith.cmpf"(%arg24, %2) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
        "linalg.yield"(%63) : (i1) -> ()
      }) : (tensor<200xf32>, tensor<200xi1>) -> tensor<200xi1>
      %37 = "tensor.empty"() : () -> tensor<200xf32>
      %38 = "linalg.generic"(%36, %26, %37) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg21: i1, %arg22: f32, %arg23: f32):
        %62 = "arith.select"(%arg21, %2, %arg22) : (i1, f32, f32) -> f32
        "linalg.yield"(%62) : (f32) -> ()
      }) : (tensor<200xi1>, tensor<200xf32>, tensor<200xf32>) -> tensor<200xf32>
      %39 = "tensor.empty"() : () -> tensor<200xi1>
      %40 = "linalg.generic"(%26, %39) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg19: f32, %arg20: i1):
        %61 = "arith.cmpf"(%arg19, %arg19) <{fastmath = #arith.fastmath<none>, predicate = 13 : i64}> : (f32, f32) -> i1
        "linalg.yield"(%61) : (i1) -> ()
      }) : (tensor<200xf32>, tensor<200xi1>) -> tensor<200xi1>
      %41 = "tensor.empty"() : () -> tensor<200xf32>
      %42 = "linalg.generic"(%40, %38, %41) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg16: i1, %arg17: f32, %arg18: f32):
        %60 = "arith.select"(%arg16, %1, %arg17) : (i1, f32, f32) -> f32
        "linalg.yield"(%60) : (f32) -> ()
      }) : (tensor<200xi1>, tensor<200xf32>, tensor<200xf32>) -> tensor<200xf32>
      %43 = "tensor.empty"() : () -> tensor<200xi1>
      %44 = "linalg.generic"(%34, %42, %43) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg13: f32, %arg14: f32, %arg15: i1):
        %51 = "arith.bitcast"(%arg13) : (f32) -> i32
        %52 = "arith.cmpi"(%51, %9) <{predicate = 2 : i64}> : (i32, i32) -> i1
        %53 = "arith.subi"(%0, %51) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %54 = "arith.select"(%52, %53, %51) : (i1, i32, i32) -> i32
        %55 = "arith.bitcast"(%arg14) : (f32) -> i32
        %56 = "arith.cmpi"(%55, %9) <{predicate = 2 : i64}> : (i32, i32) -> i1
        %57 = "arith.subi"(%0, %55) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %58 = "arith.select"(%56, %57, %55) : (i1, i32, i32) -> i32
        %59 = "arith.cmpi"(%54, %58) <{predicate = 3 : i64}> : (i32, i32) -> i1
        "linalg.yield"(%59) : (i1) -> ()
      }) : (tensor<200xf32>, tensor<200xf32>, tensor<200xi1>) -> tensor<200xi1>
      %45 = "tensor.empty"() : () -> tensor<200xi32>
      %46 = "linalg.generic"(%44, %arg3, %22, %45) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
      ^bb0(%arg9: i1, %arg10: i32, %arg11: i32, %arg12: i32):
        %50 = "arith.select"(%arg9, %arg10, %arg11) : (i1, i32, i32) -> i32
        "linalg.yield"(%50) : (i32) -> ()
      }) : (tensor<200xi1>, tensor<200xi32>, tensor<200xi32>, tensor<200xi32>) -> tensor<200xi32>
      %47 = "tensor.empty"() : () -> tensor<200xi32>
      %48 = "linalg.generic"(%44, %22, %arg4, %47) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
      ^bb0(%arg5: i1, %arg6: i32, %arg7: i32, %arg8: i32):
        %49 = "arith.select"(%arg5, %arg6, %arg7) : (i1, i32, i32) -> i32
        "linalg.yield"(%49) : (i32) -> ()
      }) : (tensor<200xi1>, tensor<200xi32>, tensor<200xi32>, tensor<200xi32>) -> tensor<200xi32>
      "scf.yield"(%46, %48) : (tensor<200xi32>, tensor<200xi32>) -> ()
    }) : (i32, i32, i32, tensor<200xi32>, tensor<200xi32>) -> (tensor<200xi32>, tensor<200xi32>)
    "util.return"(%12#1) : (tensor<200xi32>) -> ()
  }) : () -> ()
}) : () -> ()