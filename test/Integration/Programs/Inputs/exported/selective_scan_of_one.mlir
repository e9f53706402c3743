"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<1x100x12xf32>, tensor<1x100x12xf32>, tensor<12x3xf32>, tensor<1x100x3xf32>, tensor<1x100x3xf32>, tensor<12xf32>, tensor<1x100x12xf32>) -> tensor<1x100x12xf32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<1x100x12xf32>, %arg1: tensor<1x100x12xf32>, %arg2: tensor<12x3xf32>, %arg3: tensor<1x100x3xf32>, %arg4: tensor<1x100x3xf32>, %arg5: tensor<12xf32>, %arg6: tensor<1x100x12xf32>):
    %0 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %1 = "arith.constant"() <{value = 99 : index}> : () -> index
    %2 = "arith.constant"() <{value = 0 : index}> : () -> index
    %3 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %4 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %5 = "arith.constant"() <{value = 100 : i32}> : () -> i32
    %6 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %7 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<100x1x12xf32>}> : () -> tensor<100x1x12xf32>
    %8 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<1x12x3xf32>}> : () -> tensor<1x12x3xf32>
    %9 = "tensor.empty"() : () -> tensor<1x100x12xf32>
    %10 = "linalg.generic"(%arg1, %9) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg91: f32, %arg92: f32):
      %139 = "arith.maximumf"(%arg91, %3) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%139) : (f32) -> ()
    }) : (tensor<1x100x12xf32>, tensor<1x100x12xf32>) -> tensor<1x100x12xf32>
    %11 = "tensor.empty"() : () -> tensor<1x100x12xi1>
    %12 = "linalg.generic"(%arg1, %11) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg89: f32, %arg90: i1):
      %138 = "arith.cmpf"(%arg89, %arg89) <{fastmath = #arith.fastmath<none>, predicate = 13 : i64}> : (f32, f32) -> i1
      "linalg.yield"(%138) : (i1) -> ()
    }) : (tensor<1x100x12xf32>, tensor<1x100x12xi1>) -> tensor<1x100x12xi1>
    %13 = "tensor.empty"() : () -> tensor<1x100x12xf32>
    %14 = "linalg.generic"(%arg1, %13) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg87: f32, %arg88: f32):
      %137 = "arith.addf"(%arg87, %3) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%137) : (f32) -> ()
    }) : (tensor<1x100x12xf32>, tensor<1x100x12xf32>) -> tensor<1x100x12xf32>
    %15 = "tensor.empty"() : () -> tensor<1x100x12xf32>
    %16 = "linalg.generic"(%arg1, %15) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg85: f32, %arg86: f32):
      %136 = "math.absf"(%arg85) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%136) : (f32) -> ()
    }) : (tensor<1x100x12xf32>, tensor<1x100x12xf32>) -> tensor<1x100x12xf32>
    %17 = "tensor.empty"() : () -> tensor<1x100x12xf32>
    %18 = "linalg.generic"(%16, %17) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg83: f32, %arg84: f32):
      %135 = "arith.negf"(%arg83) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%135) : (f32) -> ()
    }) : (tensor<1x100x12xf32>, tensor<1x100x12xf32>) -> tensor<1x100x12xf32>
    %19 = "tensor.empty"() : () -> tensor<1x100x12xf32>
    %20 = "linalg.generic"(%18, %19) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg81: f32, %arg82: f32):
      %134 = "math.exp"(%arg81) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%134) : (f32) -> ()
    }) : (tensor<1x100x12xf32>, tensor<1x100x12xf32>) -> tensor<1x100x12xf32>
    %21 = "tensor.empty"() : () -> tensor<1x100x12xf32>
    %22 = "linalg.generic"(%20, %21) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg79: f32, %arg80: f32):
      %133 = "math.log1p"(%arg79) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%133) : (f32) -> ()
    }) : (tensor<1x100x12xf32>, tensor<1x100x12xf32>) -> tensor<1x100x12xf32>
    %23 = "tensor.empty"() : () -> tensor<1x100x12xf32>
    %24 = "linalg.generic"(%10, %22, %23) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg76: f32, %arg77: f32, %arg78: f32):
      %132 = "arith.addf"(%arg76, %arg77) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%132) : (f32) -> ()
    }) : (tensor<1x100x12xf32>, tensor<1x100x12xf32>, tensor<1x100x12xf32>) -> tensor<1x100x12xf32>
    %25 = "tensor.empty"() : () -> tensor<1x100x12xf32>
    %26 = "linalg.generic"(%12, %14, %24, %25) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg72: i1, %arg73: f32, %arg74: f32, %arg75: f32):
      %131 = "arith.select"(%arg72, %arg73, %arg74) : (i1, f32, f32) -> f32
      "linalg.yield"(%131) : (f32) -> ()
    }) : (tensor<1x100x12xi1>, tensor<1x100x12xf32>, tensor<1x100x12xf32>, tensor<1x100x12xf32>) -> tensor<1x100x12xf32>
    %27 = "tensor.empty"() : () -> tensor<12x3xf32>
    %28 = "linalg.generic"(%arg2, %27) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg70: f32, %arg71: f32):
      %130 = "math.exp"(%arg70) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%130) : (f32) -> ()
    }) : (tensor<12x3xf32>, tensor<12x3xf32>) -> tensor<12x3xf32>
    %29 = "tensor.empty"() : () -> tensor<12x3xf32>
    %30 = "linalg.generic"(%28, %29) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg68: f32, %arg69: f32):
      %129 = "arith.negf"(%arg68) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%129) : (f32) -> ()
    }) : (tensor<12x3xf32>, tensor<12x3xf32>) -> tensor<12x3xf32>
    %31 = "tensor.collapse_shape"(%arg0) <{reassociation = [[0, 1, 2]]}> : (tensor<1x100x12xf32>) -> tensor<1200xf32>
    %32 = "tensor.expand_shape"(%31) <{reassociation = [[0, 1, 2]], static_output_shape = array<i64: 100, 1, 12>}> : (tensor<1200xf32>) -> tensor<100x1x12xf32>
    %33 = "tensor.collapse_shape"(%26) <{reassociation = [[0, 1, 2]]}> : (tensor<1x100x12xf32>) -> tensor<1200xf32>
    %34 = "tensor.expand_shape"(%33) <{reassociation = [[0, 1, 2]], static_output_shape = array<i64: 100, 1, 12>}> : (tensor<1200xf32>) -> tensor<100x1x12xf32>
    %35 = "tensor.collapse_shape"(%arg3) <{reassociation = [[0, 1, 2]]}> : (tensor<1x100x3xf32>) -> tensor<300xf32>
    %36 = "tensor.expand_shape"(%35) <{reassociation = [[0, 1, 2]], static_output_shape = array<i64: 100, 1, 3>}> : (tensor<300xf32>) -> tensor<100x1x3xf32>
    %37 = "tensor.collapse_shape"(%arg4) <{reassociation = [[0, 1, 2]]}> : (tensor<1x100x3xf32>) -> tensor<300xf32>
    %38 = "tensor.expand_shape"(%37) <{reassociation = [[0, 1, 2]], static_output_shape = array<i64: 100, 1, 3>}> : (tensor<300xf32>) -> tensor<100x1x3xf32>
    %39:2 = "scf.for"(%6, %5, %4, %8, %7) ({
    ^bb0(%arg29: i32, %arg30: tensor<1x12x3xf32>, %arg31: tensor<100x1x12xf32>):
      %68 = "arith.index_cast"(%arg29) : (i32) -> index
      %69 = "arith.maxsi"(%68, %2) : (index, index) -> index
      %70 = "arith.minsi"(%69, %1) : (index, index) -> index
      %71 = "tensor.extract_slice"(%32, %70) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0, 0>, static_sizes = array<i64: 1, 1, 12>, static_strides = array<i64: 1, 1, 1>}> : (tensor<100x1x12xf32>, index) -> tensor<1x1x12xf32>
      %72 = "tensor.collapse_shape"(%71) <{reassociation = [[0], [1, 2]]}> : (tensor<1x1x12xf32>) -> tensor<1x12xf32>
      %73 = "arith.index_cast"(%arg29) : (i32) -> index
      %74 = "arith.maxsi"(%73, %2) : (index, index) -> index
      %75 = "arith.minsi"(%74, %1) : (index, index) -> index
      %76 = "tensor.extract_slice"(%34, %75) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0, 0>, static_sizes = array<i64: 1, 1, 12>, static_strides = array<i64: 1, 1, 1>}> : (tensor<100x1x12xf32>, index) -> tensor<1x1x12xf32>
      %77 = "tensor.collapse_shape"(%76) <{reassociation = [[0], [1, 2]]}> : (tensor<1x1x12xf32>) -> tensor<1x12xf32>
      %78 = "arith.index_cast"(%arg29) : (i32) -> index
      %79 = "arith.maxsi"(%78, %2) : (index, index) -> index
      %80 = "arith.minsi"(%79, %1) : (index, index) -> index
      %81 = "tensor.extract_slice"(%36, %80) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0, 0>, static_sizes = array<i64: 1, 1, 3>, static_strides = array<i64: 1, 1, 1>}> : (tensor<100x1x3xf32>, index) -> tensor<1x1x3xf32>
      %82 = "tensor.collapse_shape"(%81) <{reassociation = [[0], [1, 2]]}> : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
      %83 = "arith.index_cast"(%arg29) : (i32) -> index
      %84 = "arith.maxsi"(%83, %2) : (index, index) -> index
      %85 = "arith.minsi"(%84, %1) : (index, index) -> index
      %86 = "tensor.extract_slice"(%38, %85) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0, 0>, static_sizes = array<i64: 1, 1, 3>, static_strides = array<i64: 1, 1, 1>}> : (tensor<100x1x3xf32>, index) -> tensor<1x1x3xf32>
      %87 = "tensor.collapse_shape"(%86) <{reassociation = [[0], [1, 2]]}> : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
      %88 = "tensor.empty"() : () -> tensor<1x12x3xf32>
      %89 = "linalg.generic"(%30, %88) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg66: f32, %arg67: f32):
        "linalg.yield"(%arg66) : (f32) -> ()
      }) : (tensor<12x3xf32>, tensor<1x12x3xf32>) -> tensor<1x12x3xf32>
      %90 = "tensor.empty"() : () -> tensor<1x12x3xf32>
      %91 = "linalg.generic"(%77, %90) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg64: f32, %arg65: f32):
        "linalg.yield"(%arg64) : (f32) -> ()
      }) : (tensor<1x12xf32>, tensor<1x12x3xf32>) -> tensor<1x12x3xf32>
      %92 = "tensor.empty"() : () -> tensor<1x12x3xf32>
      %93 = "linalg.generic"(%91, %89, %92) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg61: f32, %arg62: f32, %arg63: f32):
        %128 = "arith.mulf"(%arg61, %arg62) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%128) : (f32) -> ()
      }) : (tensor<1x12x3xf32>, tensor<1x12x3xf32>, tensor<1x12x3xf32>) -> tensor<1x12x3xf32>
      %94 = "tensor.empty"() : () -> tensor<1x12x3xf32>
      %95 = "linalg.generic"(%93, %94) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg59: f32, %arg60: f32):
        %127 = "math.exp"(%arg59) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
        "linalg.yield"(%127) : (f32) -> ()
      }) : (tensor<1x12x3xf32>, tensor<1x12x3xf32>) -> tensor<1x12x3xf32>
      %96 = "tensor.empty"() : () -> tensor<1x12x3xf32>
      %97 = "linalg.generic"(%95, %arg30, %96) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg56: f32, %arg57: f32, %arg58: f32):
        %126 = "arith.mulf"(%arg56, %arg57) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%126) : (f32) -> ()
      }) : (tensor<1x12x3xf32>, tensor<1x12x3xf32>, tensor<1x12x3xf32>) -> tensor<1x12x3xf32>
      %98 = "tensor.empty"() : () -> tensor<1x12xf32>
      %99 = "linalg.generic"(%77, %72, %98) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg53: f32, %arg54: f32, %arg55: f32):
        %125 = "arith.mulf"(%arg53, %arg54) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%125) : (f32) -> ()
      }) : (tensor<1x12xf32>, tensor<1x12xf32>, tensor<1x12xf32>) -> tensor<1x12xf32>
      %100 = "tensor.empty"() : () -> tensor<1x12x3xf32>
      %101 = "linalg.generic"(%99, %100) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg51: f32, %arg52: f32):
        "linalg.yield"(%arg51) : (f32) -> ()
      }) : (tensor<1x12xf32>, tensor<1x12x3xf32>) -> tensor<1x12x3xf32>
      %102 = "tensor.empty"() : () -> tensor<1x12x3xf32>
      %103 = "linalg.generic"(%82, %102) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg49: f32, %arg50: f32):
        "linalg.yield"(%arg49) : (f32) -> ()
      }) : (tensor<1x3xf32>, tensor<1x12x3xf32>) -> tensor<1x12x3xf32>
      %104 = "tensor.empty"() : () -> tensor<1x12x3xf32>
      %105 = "linalg.generic"(%101, %103, %104) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg46: f32, %arg47: f32, %arg48: f32):
        %124 = "arith.mulf"(%arg46, %arg47) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%124) : (f32) -> ()
      }) : (tensor<1x12x3xf32>, tensor<1x12x3xf32>, tensor<1x12x3xf32>) -> tensor<1x12x3xf32>
      %106 = "tensor.empty"() : () -> tensor<1x12x3xf32>
      %107 = "linalg.generic"(%97, %105, %106) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg43: f32, %arg44: f32, %arg45: f32):
        %123 = "arith.addf"(%arg43, %arg44) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%123) : (f32) -> ()
      }) : (tensor<1x12x3xf32>, tensor<1x12x3xf32>, tensor<1x12x3xf32>) -> tensor<1x12x3xf32>
      %108 = "tensor.empty"() : () -> tensor<1x12x3xf32>
      %109 = "linalg.generic"(%87, %108) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg41: f32, %arg42: f32):
        "linalg.yield"(%arg41) : (f32) -> ()
      }) : (tensor<1x3xf32>, tensor<1x12x3xf32>) -> tensor<1x12x3xf32>
      %110 = "tensor.empty"() : () -> tensor<1x12x3xf32>
      %111 = "linalg.generic"(%107, %109, %110) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg38: f32, %arg39: f32, %arg40: f32):
        %122 = "arith.mulf"(%arg38, %arg39) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%122) : (f32) -> ()
      }) : (tensor<1x12x3xf32>, tensor<1x12x3xf32>, tensor<1x12x3xf32>) -> tensor<1x12x3xf32>
      %112 = "tensor.empty"() : () -> tensor<1x12xf32>
      %113 = "linalg.fill"(%3, %112) <{operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg36: f32, %arg37: f32):
        "linalg.yield"(%arg36) : (f32) -> ()
      }) : (f32, tensor<1x12xf32>) -> tensor<1x12xf32>
      %114 = "linalg.generic"(%111, %113) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg34: f32, %arg35: f32):
        %121 = "arith.addf"(%arg35, %arg34) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "linalg.yield"(%121) : (f32) -> ()
      }) : (tensor<1x12x3xf32>, tensor<1x12xf32>) -> tensor<1x12xf32>
      %115 = "tensor.empty"() : () -> tensor<1x1x12xf32>
      %116 = "linalg.generic"(%114, %115) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg32: f32, %arg33: f32):
        "linalg.yield"(%arg32) : (f32) -> ()
      }) : (tensor<1x12xf32>, tensor<1x1x12xf32>) -> tensor<1x1x12xf32>
      %117 = "arith.index_cast"(%arg29) : (i32) -> index
      %118 = "arith.maxsi"(%117, %2) : (index, index) -> index
      %119 = "arith.minsi"(%118, %1) : (index, index) -> index
      %120 = "tensor.insert_slice"(%116, %arg31, %119) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0, 0>, static_sizes = array<i64: 1, 1, 12>, static_strides = array<i64: 1, 1, 1>}> : (tensor<1x1x12xf32>, tensor<100x1x12xf32>, index) -> tensor<100x1x12xf32>
      "scf.yield"(%107, %120) : (tensor<1x12x3xf32>, tensor<100x1x12xf32>) -> ()
    }) : (i32, i32, i32, tensor<1x12x3xf32>, tensor<100x1x12xf32>) -> (tensor<1x12x3xf32>, tensor<100x1x12xf32>)
    %40 = "tensor.collapse_shape"(%39#1) <{reassociation = [[0, 1, 2]]}> : (tensor<100x1x12xf32>) -> tensor<1200xf32>
    %41 = "tensor.expand_shape"(%40) <{reassociation = [[0, 1, 2]], static_output_shape = array<i64: 1, 100, 12>}> : (tensor<1200xf32>) -> tensor<1x100x12xf32>
    %42 = "tensor.empty"() : () -> tensor<1x100x12xf32>
    %43 = "linalg.generic"(%arg5, %42) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg27: f32, %arg28: f32):
      "linalg.yield"(%arg27) : (f32) -> ()
    }) : (tensor<12xf32>, tensor<1x100x12xf32>) -> tensor<1x100x12xf32>
    %44 = "tensor.empty"() : () -> tensor<1x100x12xf32>
    %45 = "linalg.generic"(%arg0, %43, %44) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg24: f32, %arg25: f32, %arg26: f32):
      %67 = "arith.mulf"(%arg24, %arg25) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%67) : (f32) -> ()
    }) : (tensor<1x100x12xf32>, tensor<1x100x12xf32>, tensor<1x100x12xf32>) -> tensor<1x100x12xf32>
    %46 = "tensor.empty"() : () -> tensor<1x100x12xf32>
    %47 = "linalg.generic"(%41, %45, %46) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg21: f32, %arg22: f32, %arg23: f32):
      %66 = "arith.addf"(%arg21, %arg22) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%66) : (f32) -> ()
    }) : (tensor<1x100x12xf32>, tensor<1x100x12xf32>, tensor<1x100x12xf32>) -> tensor<1x100x12xf32>
    %48 = "tensor.empty"() : () -> tensor<1x100x12xf32>
    %49 = "linalg.generic"(%arg6, %48) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg19: f32, %arg20: f32):
      %65 = "arith.negf"(%arg19) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%65) : (f32) -> ()
    }) : (tensor<1x100x12xf32>, tensor<1x100x12xf32>) -> tensor<1x100x12xf32>
    %50 = "tensor.empty"() : () -> tensor<1x100x12xf32>
    %51 = "linalg.generic"(%49, %50) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg17: f32, %arg18: f32):
      %64 = "math.exp"(%arg17) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%64) : (f32) -> ()
    }) : (tensor<1x100x12xf32>, tensor<1x100x12xf32>) -> tensor<1x100x12xf32>
    %52 = "tensor.empty"() : () -> tensor<1x100x12xf32>
    %53 = "linalg.generic"(%51, %52) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg15: f32, %arg16: f32):
      %63 = "arith.addf"(%arg15, %0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%63) : (f32) -> ()
    }) : (tensor<1x100x12xf32>, tensor<1x100x12xf32>) -> tensor<1x100x12xf32>
    %54 = "tensor.empty"() : () -> tensor<1x100x12xf32>
    %55 = "linalg.generic"(%53, %54) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg13: f32, %arg14: f32):
      %62 = "arith.divf"(%0, %arg13) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%62) : (f32) -> ()
    }) : (tensor<1x100x12xf32>, tensor<1x100x12xf32>) -> tensor<1x100x12xf32>
    %56 = "tensor.empty"() : () -> tensor<1x100x12xf32>
    %57 = "linalg.generic"(%arg6, %55, %56) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg10: f32, %arg11: f32, %arg12: f32):
      %61 = "arith.mulf"(%arg10, %arg11) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%61) : (f32) -> ()
    }) : (tensor<1x100x12xf32>, tensor<1x100x12xf32>, tensor<1x100x12xf32>) -> tensor<1x100x12xf32>
    %58 = "tensor.empty"() : () -> tensor<1x100x12xf32>
    %59 = "linalg.generic"(%47, %57, %58) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg7: f32, %arg8: f32, %arg9: f32):
      %60 = "arith.mulf"(%arg7, %arg8) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%60) : (f32) -> ()
    }) : (tensor<1x100x12xf32>, tensor<1x100x12xf32>, tensor<1x100x12xf32>) -> tensor<1x100x12xf32>
    "util.return"(%59) : (tensor<1x100x12xf32>) -> ()
  }) : () -> ()
}) : () -> ()