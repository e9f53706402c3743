"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<3x37x5xf32>, tensor<3x37x5xf32>) -> tensor<3x37x5xf32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x37x5xf32>, %arg1: tensor<3x37x5xf32>):
    %0 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %1 = "tensor.extract_slice"(%arg0) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 3, 18, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x37x5xf32>) -> tensor<3x18x5xf32>
    %2 = "tensor.extract_slice"(%arg1) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 3, 18, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x37x5xf32>) -> tensor<3x18x5xf32>
    %3 = "tensor.extract_slice"(%arg0) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 1, 0>, static_sizes = array<i64: 3, 18, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x37x5xf32>) -> tensor<3x18x5xf32>
    %4 = "tensor.extract_slice"(%arg1) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 1, 0>, static_sizes = array<i64: 3, 18, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x37x5xf32>) -> tensor<3x18x5xf32>
    %5 = "tensor.empty"() : () -> tensor<3x18x5xf32>
    %6 = "linalg.generic"(%1, %3, %5) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg100: f32, %arg101: f32, %arg102: f32):
      %157 = "arith.mulf"(%arg100, %arg101) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%157) : (f32) -> ()
    }) : (tensor<3x18x5xf32>, tensor<3x18x5xf32>, tensor<3x18x5xf32>) -> tensor<3x18x5xf32>
    %7 = "tensor.empty"() : () -> tensor<3x18x5xf32>
    %8 = "linalg.generic"(%3, %2, %7) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg97: f32, %arg98: f32, %arg99: f32):
      %156 = "arith.mulf"(%arg97, %arg98) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%156) : (f32) -> ()
    }) : (tensor<3x18x5xf32>, tensor<3x18x5xf32>, tensor<3x18x5xf32>) -> tensor<3x18x5xf32>
    %9 = "tensor.empty"() : () -> tensor<3x18x5xf32>
    %10 = "linalg.generic"(%8, %4, %9) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg94: f32, %arg95: f32, %arg96: f32):
      %155 = "arith.addf"(%arg94, %arg95) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%155) : (f32) -> ()
    }) : (tensor<3x18x5xf32>, tensor<3x18x5xf32>, tensor<3x18x5xf32>) -> tensor<3x18x5xf32>
    %11 = "tensor.extract_slice"(%6) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 3, 9, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x18x5xf32>) -> tensor<3x9x5xf32>
    %12 = "tensor.extract_slice"(%10) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 3, 9, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x18x5xf32>) -> tensor<3x9x5xf32>
    %13 = "tensor.extract_slice"(%6) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 1, 0>, static_sizes = array<i64: 3, 9, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x18x5xf32>) -> tensor<3x9x5xf32>
    %14 = "tensor.extract_slice"(%10) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 1, 0>, static_sizes = array<i64: 3, 9, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x18x5xf32>) -> tensor<3x9x5xf32>
    %15 = "tensor.empty"() : () -> tensor<3x9x5xf32>
    %16 = "linalg.generic"(%11, %13, %15) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg91: f32, %arg92: f32, %arg93: f32):
      %154 = "arith.mulf"(%arg91, %arg92) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%154) : (f32) -> ()
    }) : (tensor<3x9x5xf32>, tensor<3x9x5xf32>, tensor<3x9x5xf32>) -> tensor<3x9x5xf32>
    %17 = "tensor.empty"() : () -> tensor<3x9x5xf32>
    %18 = "linalg.generic"(%13, %12, %17) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg88: f32, %arg89: f32, %arg90: f32):
      %153 = "arith.mulf"(%arg88, %arg89) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%153) : (f32) -> ()
    }) : (tensor<3x9x5xf32>, tensor<3x9x5xf32>, tensor<3x9x5xf32>) -> tensor<3x9x5xf32>
    %19 = "tensor.empty"() : () -> tensor<3x9x5xf32>
    %20 = "linalg.generic"(%18, %14, %19) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg85: f32, %arg86: f32, %arg87: f32):
      %152 = "arith.addf"(%arg85, %arg86) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%152) : (f32) -> ()
    }) : (tensor<3x9x5xf32>, tensor<3x9x5xf32>, tensor<3x9x5xf32>) -> tensor<3x9x5xf32>
    %21 = "tensor.extract_slice"(%16) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 3, 4, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x9x5xf32>) -> tensor<3x4x5xf32>
    %22 = "tensor.extract_slice"(%20) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 3, 4, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x9x5xf32>) -> tensor<3x4x5xf32>
    %23 = "tensor.extract_slice"(%16) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 1, 0>, static_sizes = array<i64: 3, 4, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x9x5xf32>) -> tensor<3x4x5xf32>
    %24 = "tensor.extract_slice"(%20) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 1, 0>, static_sizes = array<i64: 3, 4, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x9x5xf32>) -> tensor<3x4x5xf32>
    %25 = "tensor.empty"() : () -> tensor<3x4x5xf32>
    %26 = "linalg.generic"(%21, %23, %25) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg82: f32, %arg83: f32, %arg84: f32):
      %151 = "arith.mulf"(%arg82, %arg83) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%151) : (f32) -> ()
    }) : (tensor<3x4x5xf32>, tensor<3x4x5xf32>, tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
    %27 = "tensor.empty"() : () -> tensor<3x4x5xf32>
    %28 = "linalg.generic"(%23, %22, %27) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg79: f32, %arg80: f32, %arg81: f32):
      %150 = "arith.mulf"(%arg79, %arg80) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%150) : (f32) -> ()
    }) : (tensor<3x4x5xf32>, tensor<3x4x5xf32>, tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
    %29 = "tensor.empty"() : () -> tensor<3x4x5xf32>
    %30 = "linalg.generic"(%28, %24, %29) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg76: f32, %arg77: f32, %arg78: f32):
      %149 = "arith.addf"(%arg76, %arg77) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%149) : (f32) -> ()
    }) : (tensor<3x4x5xf32>, tensor<3x4x5xf32>, tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
    %31 = "tensor.extract_slice"(%26) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 3, 2, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x4x5xf32>) -> tensor<3x2x5xf32>
    %32 = "tensor.extract_slice"(%30) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 3, 2, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x4x5xf32>) -> tensor<3x2x5xf32>
    %33 = "tensor.extract_slice"(%26) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 1, 0>, static_sizes = array<i64: 3, 2, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x4x5xf32>) -> tensor<3x2x5xf32>
    %34 = "tensor.extract_slice"(%30) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 1, 0>, static_sizes = array<i64: 3, 2, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x4x5xf32>) -> tensor<3x2x5xf32>
    %35 = "tensor.empty"() : () -> tensor<3x2x5xf32>
    %36 = "linalg.generic"(%31, %33, %35) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg73: f32, %arg74: f32, %arg75: f32):
      %148 = "arith.mulf"(%arg73, %arg74) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%148) : (f32) -> ()
    }) : (tensor<3x2x5xf32>, tensor<3x2x5xf32>, tensor<3x2x5xf32>) -> tensor<3x2x5xf32>
    %37 = "tensor.empty"() : () -> tensor<3x2x5xf32>
    %38 = "linalg.generic"(%33, %32, %37) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg70: f32, %arg71: f32, %arg72: f32):
      %147 = "arith.mulf"(%arg70, %arg71) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%147) : (f32) -> ()
    }) : (tensor<3x2x5xf32>, tensor<3x2x5xf32>, tensor<3x2x5xf32>) -> tensor<3x2x5xf32>
    %39 = "tensor.empty"() : () -> tensor<3x2x5xf32>
    %40 = "linalg.generic"(%38, %34, %39) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg67: f32, %arg68: f32, %arg69: f32):
      %146 = "arith.addf"(%arg67, %arg68) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%146) : (f32) -> ()
    }) : (tensor<3x2x5xf32>, tensor<3x2x5xf32>, tensor<3x2x5xf32>) -> tensor<3x2x5xf32>
    %41 = "tensor.extract_slice"(%40) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 3, 1, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x2x5xf32>) -> tensor<3x1x5xf32>
    %42 = "tensor.extract_slice"(%36) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 1, 0>, static_sizes = array<i64: 3, 1, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x2x5xf32>) -> tensor<3x1x5xf32>
    %43 = "tensor.extract_slice"(%40) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 1, 0>, static_sizes = array<i64: 3, 1, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x2x5xf32>) -> tensor<3x1x5xf32>
    %44 = "tensor.empty"() : () -> tensor<3x1x5xf32>
    %45 = "linalg.generic"(%42, %41, %44) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg64: f32, %arg65: f32, %arg66: f32):
      %145 = "arith.mulf"(%arg64, %arg65) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%145) : (f32) -> ()
    }) : (tensor<3x1x5xf32>, tensor<3x1x5xf32>, tensor<3x1x5xf32>) -> tensor<3x1x5xf32>
    %46 = "tensor.empty"() : () -> tensor<3x1x5xf32>
    %47 = "linalg.generic"(%45, %43, %46) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg61: f32, %arg62: f32, %arg63: f32):
      %144 = "arith.addf"(%arg61, %arg62) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%144) : (f32) -> ()
    }) : (tensor<3x1x5xf32>, tensor<3x1x5xf32>, tensor<3x1x5xf32>) -> tensor<3x1x5xf32>
    %48 = "tensor.extract_slice"(%40) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 3, 1, 5>, static_strides = array<i64: 1, 1, 1>}> : (tensor<3x2x5xf32>) -> tensor<3x1x5xf32>
    %49 = "tensor.empty"() : () -> tensor<3x2x5xf32>
    %50 = "linalg.fill"(%0, %49) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg59: f32, %arg60: f32):
      "linalg.yield"(%arg59) : (f32) -> ()
    }) : (f32, tensor<3x2x5xf32>) -> tensor<3x2x5xf32>
    %51 = "tensor.insert_slice"(%48, %50) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 3, 1, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x1x5xf32>, tensor<3x2x5xf32>) -> tensor<3x2x5xf32>
    %52 = "tensor.empty"() : () -> tensor<3x2x5xf32>
    %53 = "linalg.fill"(%0, %52) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg57: f32, %arg58: f32):
      "linalg.yield"(%arg57) : (f32) -> ()
    }) : (f32, tensor<3x2x5xf32>) -> tensor<3x2x5xf32>
    %54 = "tensor.insert_slice"(%47, %53) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 1, 0>, static_sizes = array<i64: 3, 1, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x1x5xf32>, tensor<3x2x5xf32>) -> tensor<3x2x5xf32>
    %55 = "tensor.empty"() : () -> tensor<3x2x5xf32>
    %56 = "linalg.generic"(%51, %54, %55) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg54: f32, %arg55: f32, %arg56: f32):
      %143 = "arith.addf"(%arg54, %arg55) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%143) : (f32) -> ()
    }) : (tensor<3x2x5xf32>, tensor<3x2x5xf32>, tensor<3x2x5xf32>) -> tensor<3x2x5xf32>
    %57 = "tensor.extract_slice"(%56) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 3, 1, 5>, static_strides = array<i64: 1, 1, 1>}> : (tensor<3x2x5xf32>) -> tensor<3x1x5xf32>
    %58 = "tensor.extract_slice"(%26) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 2, 0>, static_sizes = array<i64: 3, 1, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x4x5xf32>) -> tensor<3x1x5xf32>
    %59 = "tensor.extract_slice"(%30) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 2, 0>, static_sizes = array<i64: 3, 1, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x4x5xf32>) -> tensor<3x1x5xf32>
    %60 = "tensor.empty"() : () -> tensor<3x1x5xf32>
    %61 = "linalg.generic"(%58, %57, %60) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg51: f32, %arg52: f32, %arg53: f32):
      %142 = "arith.mulf"(%arg51, %arg52) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%142) : (f32) -> ()
    }) : (tensor<3x1x5xf32>, tensor<3x1x5xf32>, tensor<3x1x5xf32>) -> tensor<3x1x5xf32>
    %62 = "tensor.empty"() : () -> tensor<3x1x5xf32>
    %63 = "linalg.generic"(%61, %59, %62) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg48: f32, %arg49: f32, %arg50: f32):
      %141 = "arith.addf"(%arg48, %arg49) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%141) : (f32) -> ()
    }) : (tensor<3x1x5xf32>, tensor<3x1x5xf32>, tensor<3x1x5xf32>) -> tensor<3x1x5xf32>
    %64 = "tensor.extract_slice"(%30) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 3, 1, 5>, static_strides = array<i64: 1, 1, 1>}> : (tensor<3x4x5xf32>) -> tensor<3x1x5xf32>
    %65 = "tensor.empty"() : () -> tensor<3x2x5xf32>
    %66 = "tensor.insert_slice"(%64, %65) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 3, 1, 5>, static_strides = array<i64: 1, 1, 1>}> : (tensor<3x1x5xf32>, tensor<3x2x5xf32>) -> tensor<3x2x5xf32>
    %67 = "tensor.insert_slice"(%63, %66) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 1, 0>, static_sizes = array<i64: 3, 1, 5>, static_strides = array<i64: 1, 1, 1>}> : (tensor<3x1x5xf32>, tensor<3x2x5xf32>) -> tensor<3x2x5xf32>
    %68 = "tensor.empty"() : () -> tensor<3x4x5xf32>
    %69 = "linalg.fill"(%0, %68) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg46: f32, %arg47: f32):
      "linalg.yield"(%arg46) : (f32) -> ()
    }) : (f32, tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
    %70 = "tensor.insert_slice"(%67, %69) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 3, 2, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x2x5xf32>, tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
    %71 = "tensor.empty"() : () -> tensor<3x4x5xf32>
    %72 = "linalg.fill"(%0, %71) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg44: f32, %arg45: f32):
      "linalg.yield"(%arg44) : (f32) -> ()
    }) : (f32, tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
    %73 = "tensor.insert_slice"(%56, %72) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 1, 0>, static_sizes = array<i64: 3, 2, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x2x5xf32>, tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
    %74 = "tensor.empty"() : () -> tensor<3x4x5xf32>
    %75 = "linalg.generic"(%70, %73, %74) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg41: f32, %arg42: f32, %arg43: f32):
      %140 = "arith.addf"(%arg41, %arg42) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%140) : (f32) -> ()
    }) : (tensor<3x4x5xf32>, tensor<3x4x5xf32>, tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
    %76 = "tensor.extract_slice"(%16) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 2, 0>, static_sizes = array<i64: 3, 4, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x9x5xf32>) -> tensor<3x4x5xf32>
    %77 = "tensor.extract_slice"(%20) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 2, 0>, static_sizes = array<i64: 3, 4, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x9x5xf32>) -> tensor<3x4x5xf32>
    %78 = "tensor.empty"() : () -> tensor<3x4x5xf32>
    %79 = "linalg.generic"(%76, %75, %78) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg38: f32, %arg39: f32, %arg40: f32):
      %139 = "arith.mulf"(%arg38, %arg39) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%139) : (f32) -> ()
    }) : (tensor<3x4x5xf32>, tensor<3x4x5xf32>, tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
    %80 = "tensor.empty"() : () -> tensor<3x4x5xf32>
    %81 = "linalg.generic"(%79, %77, %80) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg35: f32, %arg36: f32, %arg37: f32):
      %138 = "arith.addf"(%arg35, %arg36) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%138) : (f32) -> ()
    }) : (tensor<3x4x5xf32>, tensor<3x4x5xf32>, tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
    %82 = "tensor.extract_slice"(%20) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 3, 1, 5>, static_strides = array<i64: 1, 1, 1>}> : (tensor<3x9x5xf32>) -> tensor<3x1x5xf32>
    %83 = "tensor.empty"() : () -> tensor<3x5x5xf32>
    %84 = "tensor.insert_slice"(%82, %83) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 3, 1, 5>, static_strides = array<i64: 1, 1, 1>}> : (tensor<3x1x5xf32>, tensor<3x5x5xf32>) -> tensor<3x5x5xf32>
    %85 = "tensor.insert_slice"(%81, %84) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 1, 0>, static_sizes = array<i64: 3, 4, 5>, static_strides = array<i64: 1, 1, 1>}> : (tensor<3x4x5xf32>, tensor<3x5x5xf32>) -> tensor<3x5x5xf32>
    %86 = "tensor.empty"() : () -> tensor<3x9x5xf32>
    %87 = "linalg.fill"(%0, %86) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg33: f32, %arg34: f32):
      "linalg.yield"(%arg33) : (f32) -> ()
    }) : (f32, tensor<3x9x5xf32>) -> tensor<3x9x5xf32>
    %88 = "tensor.insert_slice"(%85, %87) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 3, 5, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x5x5xf32>, tensor<3x9x5xf32>) -> tensor<3x9x5xf32>
    %89 = "tensor.empty"() : () -> tensor<3x9x5xf32>
    %90 = "linalg.fill"(%0, %89) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg31: f32, %arg32: f32):
      "linalg.yield"(%arg31) : (f32) -> ()
    }) : (f32, tensor<3x9x5xf32>) -> tensor<3x9x5xf32>
    %91 = "tensor.insert_slice"(%75, %90) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 1, 0>, static_sizes = array<i64: 3, 4, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x4x5xf32>, tensor<3x9x5xf32>) -> tensor<3x9x5xf32>
    %92 = "tensor.empty"() : () -> tensor<3x9x5xf32>
    %93 = "linalg.generic"(%88, %91, %92) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg28: f32, %arg29: f32, %arg30: f32):
      %137 = "arith.addf"(%arg28, %arg29) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%137) : (f32) -> ()
    }) : (tensor<3x9x5xf32>, tensor<3x9x5xf32>, tensor<3x9x5xf32>) -> tensor<3x9x5xf32>
    %94 = "tensor.extract_slice"(%93) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 3, 8, 5>, static_strides = array<i64: 1, 1, 1>}> : (tensor<3x9x5xf32>) -> tensor<3x8x5xf32>
    %95 = "tensor.extract_slice"(%6) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 2, 0>, static_sizes = array<i64: 3, 8, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x18x5xf32>) -> tensor<3x8x5xf32>
    %96 = "tensor.extract_slice"(%10) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 2, 0>, static_sizes = array<i64: 3, 8, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x18x5xf32>) -> tensor<3x8x5xf32>
    %97 = "tensor.empty"() : () -> tensor<3x8x5xf32>
    %98 = "linalg.generic"(%95, %94, %97) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg25: f32, %arg26: f32, %arg27: f32):
      %136 = "arith.mulf"(%arg25, %arg26) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%136) : (f32) -> ()
    }) : (tensor<3x8x5xf32>, tensor<3x8x5xf32>, tensor<3x8x5xf32>) -> tensor<3x8x5xf32>
    %99 = "tensor.empty"() : () -> tensor<3x8x5xf32>
    %100 = "linalg.generic"(%98, %96, %99) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg22: f32, %arg23: f32, %arg24: f32):
      %135 = "arith.addf"(%arg22, %arg23) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%135) : (f32) -> ()
    }) : (tensor<3x8x5xf32>, tensor<3x8x5xf32>, tensor<3x8x5xf32>) -> tensor<3x8x5xf32>
    %101 = "tensor.extract_slice"(%10) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 3, 1, 5>, static_strides = array<i64: 1, 1, 1>}> : (tensor<3x18x5xf32>) -> tensor<3x1x5xf32>
    %102 = "tensor.empty"() : () -> tensor<3x9x5xf32>
    %103 = "tensor.insert_slice"(%101, %102) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 3, 1, 5>, static_strides = array<i64: 1, 1, 1>}> : (tensor<3x1x5xf32>, tensor<3x9x5xf32>) -> tensor<3x9x5xf32>
    %104 = "tensor.insert_slice"(%100, %103) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 1, 0>, static_sizes = array<i64: 3, 8, 5>, static_strides = array<i64: 1, 1, 1>}> : (tensor<3x8x5xf32>, tensor<3x9x5xf32>) -> tensor<3x9x5xf32>
    %105 = "tensor.empty"() : () -> tensor<3x18x5xf32>
    %106 = "linalg.fill"(%0, %105) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg20: f32, %arg21: f32):
      "linalg.yield"(%arg20) : (f32) -> ()
    }) : (f32, tensor<3x18x5xf32>) -> tensor<3x18x5xf32>
    %107 = "tensor.insert_slice"(%104, %106) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 3, 9, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x9x5xf32>, tensor<3x18x5xf32>) -> tensor<3x18x5xf32>
    %108 = "tensor.empty"() : () -> tensor<3x18x5xf32>
    %109 = "linalg.fill"(%0, %108) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg18: f32, %arg19: f32):
      "linalg.yield"(%arg18) : (f32) -> ()
    }) : (f32, tensor<3x18x5xf32>) -> tensor<3x18x5xf32>
    %110 = "tensor.insert_slice"(%93, %109) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 1, 0>, static_sizes = array<i64: 3, 9, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x9x5xf32>, tensor<3x18x5xf32>) -> tensor<3x18x5xf32>
    %111 = "tensor.empty"() : () -> tensor<3x18x5xf32>
    %112 = "linalg.generic"(%107, %110, %111) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg15: f32, %arg16: f32, %arg17: f32):
      %134 = "arith.addf"(%arg15, %arg16) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%134) : (f32) -> ()
    }) : (tensor<3x18x5xf32>, tensor<3x18x5xf32>, tensor<3x18x5xf32>) -> tensor<3x18x5xf32>
    %113 = "tensor.extract_slice"(%arg0) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 2, 0>, static_sizes = array<i64: 3, 18, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x37x5xf32>) -> tensor<3x18x5xf32>
    %114 = "tensor.extract_slice"(%arg1) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 2, 0>, static_sizes = array<i64: 3, 18, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x37x5xf32>) -> tensor<3x18x5xf32>
    %115 = "tensor.empty"() : () -> tensor<3x18x5xf32>
    %116 = "linalg.generic"(%113, %112, %115) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg12: f32, %arg13: f32, %arg14: f32):
      %133 = "arith.mulf"(%arg12, %arg13) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%133) : (f32) -> ()
    }) : (tensor<3x18x5xf32>, tensor<3x18x5xf32>, tensor<3x18x5xf32>) -> tensor<3x18x5xf32>
    %117 = "tensor.empty"() : () -> tensor<3x18x5xf32>
    %118 = "linalg.generic"(%116, %114, %117) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg9: f32, %arg10: f32, %arg11: f32):
      %132 = "arith.addf"(%arg9, %arg10) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%132) : (f32) -> ()
    }) : (tensor<3x18x5xf32>, tensor<3x18x5xf32>, tensor<3x18x5xf32>) -> tensor<3x18x5xf32>
    %119 = "tensor.extract_slice"(%arg1) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 3, 1, 5>, static_strides = array<i64: 1, 1, 1>}> : (tensor<3x37x5xf32>) -> tensor<3x1x5xf32>
    %120 = "tensor.empty"() : () -> tensor<3x19x5xf32>
    %121 = "tensor.insert_slice"(%119, %120) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 3, 1, 5>, static_strides = array<i64: 1, 1, 1>}> : (tensor<3x1x5xf32>, tensor<3x19x5xf32>) -> tensor<3x19x5xf32>
    %122 = "tensor.insert_slice"(%118, %121) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 1, 0>, static_sizes = array<i64: 3, 18, 5>, static_strides = array<i64: 1, 1, 1>}> : (tensor<3x18x5xf32>, tensor<3x19x5xf32>) -> tensor<3x19x5xf32>
    %123 = "tensor.empty"() : () -> tensor<3x37x5xf32>
    %124 = "linalg.fill"(%0, %123) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg7: f32, %arg8: f32):
      "linalg.yield"(%arg7) : (f32) -> ()
    }) : (f32, tensor<3x37x5xf32>) -> tensor<3x37x5xf32>
    %125 = "tensor.insert_slice"(%122, %124) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 3, 19, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x19x5xf32>, tensor<3x37x5xf32>) -> tensor<3x37x5xf32>
    %126 = "tensor.empty"() : () -> tensor<3x37x5xf32>
    %127 = "linalg.fill"(%0, %126) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg5: f32, %arg6: f32):
      "linalg.yield"(%arg5) : (f32) -> ()
    }) : (f32, tensor<3x37x5xf32>) -> tensor<3x37x5xf32>
    %128 = "tensor.insert_slice"(%112, %127) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 1, 0>, static_sizes = array<i64: 3, 18, 5>, static_strides = array<i64: 1, 2, 1>}> : (tensor<3x18x5xf32>, tensor<3x37x5xf32>) -> tensor<3x37x5xf32>
    %129 = "tensor.empty"() : () -> tensor<3x37x5xf32>
    %130 = "linalg.generic"(%125, %128, %129) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg2: f32, %arg3: f32, %arg4: f32):
      %131 = "arith.addf"(%arg2, %arg3) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%131) : (f32) -> ()
    }) : (tensor<3x37x5xf32>, tensor<3x37x5xf32>, tensor<3x37x5xf32>) -> tensor<3x37x5xf32>
    "util.return"(%130) : (tensor<3x37x5xf32>) -> ()
  }) : () -> ()
}) : () -> ()