"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<2000xi32>) -> (tensor<120xi32>, tensor<120xi32>), sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2000xi32>):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = 121 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 31 : i32}> : () -> i32
    %3 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %4 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %5 = "arith.constant"() <{value = 120 : i32}> : () -> i32
    %6 = "arith.constant"() <{value = 2000 : i32}> : () -> i32
    %7 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %8 = "arith.constant"() <{value = dense<0> : tensor<121xi32>}> : () -> tensor<121xi32>
    %9 = "arith.constant"() <{value = dense<1> : tensor<2000xi32>}> : () -> tensor<2000xi32>
    %10 = "arith.constant"() <{value = dense<0> : tensor<120xi32>}> : () -> tensor<120xi32>
    %11 = "arith.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %12 = "arith.constant"() <{value = dense<true> : tensor<2000xi1>}> : () -> tensor<2000xi1>
    %13 = "tensor.expand_shape"(%arg0) <{reassociation = [[0, 1]], static_output_shape = array<i64: 1, 2000>}> : (tensor<2000xi32>) -> tensor<1x2000xi32>
    %14 = "tensor.empty"() : () -> tensor<1x2000xi32>
    %15 = "linalg.generic"(%14) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg147: i32):
      %211 = "linalg.index"() <{dim = 1 : i64}> : () -> index
      %212 = "tensor.extract"(%13, %0, %211) : (tensor<1x2000xi32>, index, index) -> i32
      "linalg.yield"(%212) : (i32) -> ()
    }) : (tensor<1x2000xi32>) -> tensor<1x2000xi32>
    %16 = "tensor.collapse_shape"(%15) <{reassociation = [[0, 1]]}> : (tensor<1x2000xi32>) -> tensor<2000xi32>
    %17 = "tensor.empty"() : () -> tensor<2000xi32>
    %18 = "linalg.generic"(%17) <{indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg146: i32):
      %209 = "linalg.index"() <{dim = 0 : i64}> : () -> index
      %210 = "arith.index_cast"(%209) : (index) -> i32
      "linalg.yield"(%210) : (i32) -> ()
    }) : (tensor<2000xi32>) -> tensor<2000xi32>
    %19:2 = "iree_linalg_ext.sort"(%16, %18) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 2>}> ({
    ^bb0(%arg142: i32, %arg143: i32, %arg144: i32, %arg145: i32):
      %208 = "arith.cmpi"(%arg142, %arg143) <{predicate = 2 : i64}> : (i32, i32) -> i1
      "iree_linalg_ext.yield"(%208) : (i1) -> ()
    }) : (tensor<2000xi32>, tensor<2000xi32>) -> (tensor<2000xi32>, tensor<2000xi32>)
    %20 = "tensor.empty"() : () -> tensor<2000xi1>
    %21 = "linalg.generic"(%19#1, %20) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg140: i32, %arg141: i1):
      %207 = "arith.cmpi"(%arg140, %7) <{predicate = 2 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%207) : (i1) -> ()
    }) : (tensor<2000xi32>, tensor<2000xi1>) -> tensor<2000xi1>
    %22 = "tensor.empty"() : () -> tensor<2000xi32>
    %23 = "linalg.generic"(%19#1, %22) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg138: i32, %arg139: i32):
      %206 = "arith.addi"(%arg138, %6) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%206) : (i32) -> ()
    }) : (tensor<2000xi32>, tensor<2000xi32>) -> tensor<2000xi32>
    %24 = "tensor.empty"() : () -> tensor<2000xi32>
    %25 = "linalg.generic"(%21, %23, %19#1, %24) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg134: i1, %arg135: i32, %arg136: i32, %arg137: i32):
      %205 = "arith.select"(%arg134, %arg135, %arg136) : (i1, i32, i32) -> i32
      "linalg.yield"(%205) : (i32) -> ()
    }) : (tensor<2000xi1>, tensor<2000xi32>, tensor<2000xi32>, tensor<2000xi32>) -> tensor<2000xi32>
    %26 = "tensor.expand_shape"(%25) <{reassociation = [[0, 1]], static_output_shape = array<i64: 2000, 1>}> : (tensor<2000xi32>) -> tensor<2000x1xi32>
    %27 = "tensor.empty"() : () -> tensor<2000x1xi32>
    %28 = "linalg.generic"(%26, %27) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg132: i32, %arg133: i32):
      %203 = "arith.index_cast"(%arg132) : (i32) -> index
      %204 = "tensor.extract"(%arg0, %203) : (tensor<2000xi32>, index) -> i32
      "linalg.yield"(%204) : (i32) -> ()
    }) : (tensor<2000x1xi32>, tensor<2000x1xi32>) -> tensor<2000x1xi32>
    %29 = "tensor.collapse_shape"(%28) <{reassociation = [[0, 1]]}> : (tensor<2000x1xi32>) -> tensor<2000xi32>
    %30 = "tensor.extract_slice"(%29) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 1999>, static_strides = array<i64: 1>}> : (tensor<2000xi32>) -> tensor<1999xi32>
    %31 = "tensor.extract_slice"(%29) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1999>, static_strides = array<i64: 1>}> : (tensor<2000xi32>) -> tensor<1999xi32>
    %32 = "tensor.empty"() : () -> tensor<1999xi1>
    %33 = "linalg.generic"(%30, %31, %32) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg129: i32, %arg130: i32, %arg131: i1):
      %202 = "arith.cmpi"(%arg129, %arg130) <{predicate = 1 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%202) : (i1) -> ()
    }) : (tensor<1999xi32>, tensor<1999xi32>, tensor<1999xi1>) -> tensor<1999xi1>
    %34 = "tensor.insert_slice"(%33, %12) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 1999>, static_strides = array<i64: 1>}> : (tensor<1999xi1>, tensor<2000xi1>) -> tensor<2000xi1>
    %35 = "tensor.empty"() : () -> tensor<2000xi32>
    %36 = "linalg.generic"(%34, %35) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg127: i1, %arg128: i32):
      %201 = "arith.extui"(%arg127) : (i1) -> i32
      "linalg.yield"(%201) : (i32) -> ()
    }) : (tensor<2000xi1>, tensor<2000xi32>) -> tensor<2000xi32>
    %37 = "tensor.empty"() : () -> tensor<2000xi32>
    %38:2 = "iree_linalg_ext.scan"(%36, %37, %11) <{dimension = 0 : i64, inclusive = true}> ({
    ^bb0(%arg125: i32, %arg126: i32):
      %200 = "arith.addi"(%arg125, %arg126) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "iree_linalg_ext.yield"(%200) : (i32) -> ()
    }) : (tensor<2000xi32>, tensor<2000xi32>, tensor<i32>) -> (tensor<2000xi32>, tensor<i32>)
    %39 = "tensor.empty"() : () -> tensor<2000xi32>
    %40 = "linalg.generic"(%38#0, %39) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg123: i32, %arg124: i32):
      %199 = "arith.maxsi"(%arg123, %7) : (i32, i32) -> i32
      "linalg.yield"(%199) : (i32) -> ()
    }) : (tensor<2000xi32>, tensor<2000xi32>) -> tensor<2000xi32>
    %41 = "tensor.empty"() : () -> tensor<2000xi1>
    %42 = "linalg.generic"(%40, %41) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg121: i32, %arg122: i1):
      %198 = "arith.cmpi"(%arg121, %7) <{predicate = 2 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%198) : (i1) -> ()
    }) : (tensor<2000xi32>, tensor<2000xi1>) -> tensor<2000xi1>
    %43 = "tensor.empty"() : () -> tensor<2000xi32>
    %44 = "linalg.generic"(%40, %43) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg119: i32, %arg120: i32):
      %197 = "arith.addi"(%arg119, %5) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%197) : (i32) -> ()
    }) : (tensor<2000xi32>, tensor<2000xi32>) -> tensor<2000xi32>
    %45 = "tensor.empty"() : () -> tensor<2000xi32>
    %46 = "linalg.generic"(%42, %44, %40, %45) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg115: i1, %arg116: i32, %arg117: i32, %arg118: i32):
      %196 = "arith.select"(%arg115, %arg116, %arg117) : (i1, i32, i32) -> i32
      "linalg.yield"(%196) : (i32) -> ()
    }) : (tensor<2000xi1>, tensor<2000xi32>, tensor<2000xi32>, tensor<2000xi32>) -> tensor<2000xi32>
    %47 = "tensor.expand_shape"(%46) <{reassociation = [[0, 1]], static_output_shape = array<i64: 2000, 1>}> : (tensor<2000xi32>) -> tensor<2000x1xi32>
    %48 = "iree_linalg_ext.scatter"(%9, %47, %10) <{dimension_map = array<i64: 0>, unique_indices = false}> ({
    ^bb0(%arg113: i32, %arg114: i32):
      %195 = "arith.addi"(%arg114, %arg113) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "iree_linalg_ext.yield"(%195) : (i32) -> ()
    }) : (tensor<2000xi32>, tensor<2000x1xi32>, tensor<120xi32>) -> tensor<120xi32>
    %49 = "tensor.empty"() : () -> tensor<120xi32>
    %50:2 = "iree_linalg_ext.scan"(%48, %49, %11) <{dimension = 0 : i64, inclusive = true}> ({
    ^bb0(%arg111: i32, %arg112: i32):
      %194 = "arith.addi"(%arg111, %arg112) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "iree_linalg_ext.yield"(%194) : (i32) -> ()
    }) : (tensor<120xi32>, tensor<120xi32>, tensor<i32>) -> (tensor<120xi32>, tensor<i32>)
    %51 = "tensor.empty"() : () -> tensor<120xi32>
    %52 = "linalg.generic"(%50#0, %51) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg109: i32, %arg110: i32):
      %190 = "arith.cmpi"(%arg109, %7) <{predicate = 0 : i64}> : (i32, i32) -> i1
      %191 = "arith.shrsi"(%arg109, %2) : (i32, i32) -> i32
      %192 = "arith.ori"(%191, %4) : (i32, i32) -> i32
      %193 = "arith.select"(%190, %7, %192) : (i1, i32, i32) -> i32
      "linalg.yield"(%193) : (i32) -> ()
    }) : (tensor<120xi32>, tensor<120xi32>) -> tensor<120xi32>
    %53 = "tensor.empty"() : () -> tensor<i32>
    %54 = "linalg.generic"(%53) <{indexing_maps = [affine_map<() -> ()>], iterator_types = [], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg108: i32):
      "linalg.yield"(%4) : (i32) -> ()
    }) : (tensor<i32>) -> tensor<i32>
    %55 = "tensor.empty"() : () -> tensor<120xi32>
    %56 = "linalg.generic"(%54, %55) <{indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg106: i32, %arg107: i32):
      "linalg.yield"(%arg106) : (i32) -> ()
    }) : (tensor<i32>, tensor<120xi32>) -> tensor<120xi32>
    %57 = "tensor.empty"() : () -> tensor<120xi1>
    %58 = "linalg.generic"(%52, %56, %57) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg103: i32, %arg104: i32, %arg105: i1):
      %189 = "arith.cmpi"(%arg103, %arg104) <{predicate = 1 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%189) : (i1) -> ()
    }) : (tensor<120xi32>, tensor<120xi32>, tensor<120xi1>) -> tensor<120xi1>
    %59 = "tensor.empty"() : () -> tensor<120xi32>
    %60 = "linalg.generic"(%59) <{indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg102: i32):
      "linalg.yield"(%7) : (i32) -> ()
    }) : (tensor<120xi32>) -> tensor<120xi32>
    %61 = "tensor.empty"() : () -> tensor<120xi1>
    %62 = "linalg.generic"(%60, %61) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg100: i32, %arg101: i1):
      %188 = "arith.cmpi"(%arg100, %7) <{predicate = 1 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%188) : (i1) -> ()
    }) : (tensor<120xi32>, tensor<120xi1>) -> tensor<120xi1>
    %63 = "tensor.empty"() : () -> tensor<120xi1>
    %64 = "linalg.generic"(%58, %62, %63) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg97: i1, %arg98: i1, %arg99: i1):
      %187 = "arith.andi"(%arg97, %arg98) : (i1, i1) -> i1
      "linalg.yield"(%187) : (i1) -> ()
    }) : (tensor<120xi1>, tensor<120xi1>, tensor<120xi1>) -> tensor<120xi1>
    %65 = "tensor.empty"() : () -> tensor<120xi32>
    %66 = "linalg.generic"(%50#0, %65) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg95: i32, %arg96: i32):
      %186 = "arith.subi"(%arg95, %4) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%186) : (i32) -> ()
    }) : (tensor<120xi32>, tensor<120xi32>) -> tensor<120xi32>
    %67 = "tensor.empty"() : () -> tensor<120xi32>
    %68 = "linalg.generic"(%64, %66, %50#0, %67) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg91: i1, %arg92: i32, %arg93: i32, %arg94: i32):
      %185 = "arith.select"(%arg91, %arg92, %arg93) : (i1, i32, i32) -> i32
      "linalg.yield"(%185) : (i32) -> ()
    }) : (tensor<120xi1>, tensor<120xi32>, tensor<120xi32>, tensor<120xi32>) -> tensor<120xi32>
    %69 = "tensor.empty"() : () -> tensor<120xi32>
    %70 = "linalg.generic"(%68, %69) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg89: i32, %arg90: i32):
      %184 = "arith.remsi"(%arg89, %6) : (i32, i32) -> i32
      "linalg.yield"(%184) : (i32) -> ()
    }) : (tensor<120xi32>, tensor<120xi32>) -> tensor<120xi32>
    %71 = "tensor.empty"() : () -> tensor<120xi1>
    %72 = "linalg.generic"(%70, %71) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg87: i32, %arg88: i1):
      %183 = "arith.cmpi"(%arg87, %7) <{predicate = 1 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%183) : (i1) -> ()
    }) : (tensor<120xi32>, tensor<120xi1>) -> tensor<120xi1>
    %73 = "tensor.empty"() : () -> tensor<120xi1>
    %74 = "linalg.generic"(%70, %73) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg85: i32, %arg86: i1):
      %182 = "arith.cmpi"(%arg85, %7) <{predicate = 2 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%182) : (i1) -> ()
    }) : (tensor<120xi32>, tensor<120xi1>) -> tensor<120xi1>
    %75 = "tensor.empty"() : () -> tensor<120xi1>
    %76 = "linalg.generic"(%74, %72, %75) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg82: i1, %arg83: i1, %arg84: i1):
      %181 = "arith.andi"(%arg82, %arg83) : (i1, i1) -> i1
      "linalg.yield"(%181) : (i1) -> ()
    }) : (tensor<120xi1>, tensor<120xi1>, tensor<120xi1>) -> tensor<120xi1>
    %77 = "tensor.empty"() : () -> tensor<120xi32>
    %78 = "linalg.generic"(%70, %77) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg80: i32, %arg81: i32):
      %180 = "arith.addi"(%arg80, %6) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%180) : (i32) -> ()
    }) : (tensor<120xi32>, tensor<120xi32>) -> tensor<120xi32>
    %79 = "tensor.empty"() : () -> tensor<120xi32>
    %80 = "linalg.generic"(%76, %78, %70, %79) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg76: i1, %arg77: i32, %arg78: i32, %arg79: i32):
      %179 = "arith.select"(%arg76, %arg77, %arg78) : (i1, i32, i32) -> i32
      "linalg.yield"(%179) : (i32) -> ()
    }) : (tensor<120xi1>, tensor<120xi32>, tensor<120xi32>, tensor<120xi32>) -> tensor<120xi32>
    %81 = "tensor.empty"() : () -> tensor<120xi1>
    %82 = "linalg.generic"(%80, %81) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg74: i32, %arg75: i1):
      %178 = "arith.cmpi"(%arg74, %7) <{predicate = 2 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%178) : (i1) -> ()
    }) : (tensor<120xi32>, tensor<120xi1>) -> tensor<120xi1>
    %83 = "tensor.empty"() : () -> tensor<120xi32>
    %84 = "linalg.generic"(%80, %83) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg72: i32, %arg73: i32):
      %177 = "arith.addi"(%arg72, %6) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%177) : (i32) -> ()
    }) : (tensor<120xi32>, tensor<120xi32>) -> tensor<120xi32>
    %85 = "tensor.empty"() : () -> tensor<120xi32>
    %86 = "linalg.generic"(%82, %84, %80, %85) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg68: i1, %arg69: i32, %arg70: i32, %arg71: i32):
      %176 = "arith.select"(%arg68, %arg69, %arg70) : (i1, i32, i32) -> i32
      "linalg.yield"(%176) : (i32) -> ()
    }) : (tensor<120xi1>, tensor<120xi32>, tensor<120xi32>, tensor<120xi32>) -> tensor<120xi32>
    %87 = "tensor.expand_shape"(%86) <{reassociation = [[0, 1]], static_output_shape = array<i64: 120, 1>}> : (tensor<120xi32>) -> tensor<120x1xi32>
    %88 = "tensor.empty"() : () -> tensor<120x1xi32>
    %89 = "linalg.generic"(%87, %88) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg66: i32, %arg67: i32):
      %174 = "arith.index_cast"(%arg66) : (i32) -> index
      %175 = "tensor.extract"(%29, %174) : (tensor<2000xi32>, index) -> i32
      "linalg.yield"(%175) : (i32) -> ()
    }) : (tensor<120x1xi32>, tensor<120x1xi32>) -> tensor<120x1xi32>
    %90 = "tensor.collapse_shape"(%89) <{reassociation = [[0, 1]]}> : (tensor<120x1xi32>) -> tensor<120xi32>
    %91 = "tensor.empty"() : () -> tensor<120xi32>
    %92 = "linalg.generic"(%91) <{indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg65: i32):
      %172 = "linalg.index"() <{dim = 0 : i64}> : () -> index
      %173 = "arith.index_cast"(%172) : (index) -> i32
      "linalg.yield"(%173) : (i32) -> ()
    }) : (tensor<120xi32>) -> tensor<120xi32>
    %93 = "tensor.empty"() : () -> tensor<i32>
    %94 = "linalg.fill"(%7, %93) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg63: i32, %arg64: i32):
      "linalg.yield"(%arg63) : (i32) -> ()
    }) : (i32, tensor<i32>) -> tensor<i32>
    %95 = "linalg.generic"(%36, %94) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = [#linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg61: i32, %arg62: i32):
      %171 = "arith.addi"(%arg62, %arg61) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%171) : (i32) -> ()
    }) : (tensor<2000xi32>, tensor<i32>) -> tensor<i32>
    %96 = "tensor.empty"() : () -> tensor<120xi32>
    %97 = "linalg.generic"(%95, %96) <{indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg59: i32, %arg60: i32):
      "linalg.yield"(%arg59) : (i32) -> ()
    }) : (tensor<i32>, tensor<120xi32>) -> tensor<120xi32>
    %98 = "tensor.empty"() : () -> tensor<120xi1>
    %99 = "linalg.generic"(%92, %97, %98) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg56: i32, %arg57: i32, %arg58: i1):
      %170 = "arith.cmpi"(%arg56, %arg57) <{predicate = 2 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%170) : (i1) -> ()
    }) : (tensor<120xi32>, tensor<120xi32>, tensor<120xi1>) -> tensor<120xi1>
    %100 = "tensor.empty"() : () -> tensor<120xi32>
    %101 = "linalg.generic"(%99, %90, %100) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg53: i1, %arg54: i32, %arg55: i32):
      %169 = "arith.select"(%arg53, %arg54, %3) : (i1, i32, i32) -> i32
      "linalg.yield"(%169) : (i32) -> ()
    }) : (tensor<120xi1>, tensor<120xi32>, tensor<120xi32>) -> tensor<120xi32>
    %102 = "tensor.empty"() : () -> tensor<2000xi32>
    %103 = "linalg.generic"(%40, %102) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg51: i32, %arg52: i32):
      %168 = "arith.addi"(%arg51, %1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%168) : (i32) -> ()
    }) : (tensor<2000xi32>, tensor<2000xi32>) -> tensor<2000xi32>
    %104 = "tensor.empty"() : () -> tensor<2000xi32>
    %105 = "linalg.generic"(%42, %103, %40, %104) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg47: i1, %arg48: i32, %arg49: i32, %arg50: i32):
      %167 = "arith.select"(%arg47, %arg48, %arg49) : (i1, i32, i32) -> i32
      "linalg.yield"(%167) : (i32) -> ()
    }) : (tensor<2000xi1>, tensor<2000xi32>, tensor<2000xi32>, tensor<2000xi32>) -> tensor<2000xi32>
    %106 = "tensor.expand_shape"(%105) <{reassociation = [[0, 1]], static_output_shape = array<i64: 2000, 1>}> : (tensor<2000xi32>) -> tensor<2000x1xi32>
    %107 = "iree_linalg_ext.scatter"(%9, %106, %8) <{dimension_map = array<i64: 0>, unique_indices = false}> ({
    ^bb0(%arg45: i32, %arg46: i32):
      %166 = "arith.addi"(%arg46, %arg45) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "iree_linalg_ext.yield"(%166) : (i32) -> ()
    }) : (tensor<2000xi32>, tensor<2000x1xi32>, tensor<121xi32>) -> tensor<121xi32>
    %108 = "tensor.empty"() : () -> tensor<121xi32>
    %109:2 = "iree_linalg_ext.scan"(%107, %108, %11) <{dimension = 0 : i64, inclusive = true}> ({
    ^bb0(%arg43: i32, %arg44: i32):
      %165 = "arith.addi"(%arg43, %arg44) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "iree_linalg_ext.yield"(%165) : (i32) -> ()
    }) : (tensor<121xi32>, tensor<121xi32>, tensor<i32>) -> (tensor<121xi32>, tensor<i32>)
    %110 = "tensor.empty"() : () -> tensor<121xi32>
    %111 = "linalg.generic"(%109#0, %110) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg41: i32, %arg42: i32):
      %161 = "arith.cmpi"(%arg41, %7) <{predicate = 0 : i64}> : (i32, i32) -> i1
      %162 = "arith.shrsi"(%arg41, %2) : (i32, i32) -> i32
      %163 = "arith.ori"(%162, %4) : (i32, i32) -> i32
      %164 = "arith.select"(%161, %7, %163) : (i1, i32, i32) -> i32
      "linalg.yield"(%164) : (i32) -> ()
    }) : (tensor<121xi32>, tensor<121xi32>) -> tensor<121xi32>
    %112 = "tensor.empty"() : () -> tensor<121xi32>
    %113 = "linalg.generic"(%54, %112) <{indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg39: i32, %arg40: i32):
      "linalg.yield"(%arg39) : (i32) -> ()
    }) : (tensor<i32>, tensor<121xi32>) -> tensor<121xi32>
    %114 = "tensor.empty"() : () -> tensor<121xi1>
    %115 = "linalg.generic"(%111, %113, %114) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg36: i32, %arg37: i32, %arg38: i1):
      %160 = "arith.cmpi"(%arg36, %arg37) <{predicate = 1 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%160) : (i1) -> ()
    }) : (tensor<121xi32>, tensor<121xi32>, tensor<121xi1>) -> tensor<121xi1>
    %116 = "tensor.empty"() : () -> tensor<121xi32>
    %117 = "linalg.generic"(%116) <{indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg35: i32):
      "linalg.yield"(%7) : (i32) -> ()
    }) : (tensor<121xi32>) -> tensor<121xi32>
    %118 = "tensor.empty"() : () -> tensor<121xi1>
    %119 = "linalg.generic"(%117, %118) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg33: i32, %arg34: i1):
      %159 = "arith.cmpi"(%arg33, %7) <{predicate = 1 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%159) : (i1) -> ()
    }) : (tensor<121xi32>, tensor<121xi1>) -> tensor<121xi1>
    %120 = "tensor.empty"() : () -> tensor<121xi1>
    %121 = "linalg.generic"(%115, %119, %120) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg30: i1, %arg31: i1, %arg32: i1):
      %158 = "arith.andi"(%arg30, %arg31) : (i1, i1) -> i1
      "linalg.yield"(%158) : (i1) -> ()
    }) : (tensor<121xi1>, tensor<121xi1>, tensor<121xi1>) -> tensor<121xi1>
    %122 = "tensor.empty"() : () -> tensor<121xi32>
    %123 = "linalg.generic"(%109#0, %122) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg28: i32, %arg29: i32):
      %157 = "arith.subi"(%arg28, %4) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%157) : (i32) -> ()
    }) : (tensor<121xi32>, tensor<121xi32>) -> tensor<121xi32>
    %124 = "tensor.empty"() : () -> tensor<121xi32>
    %125 = "linalg.generic"(%121, %123, %109#0, %124) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg24: i1, %arg25: i32, %arg26: i32, %arg27: i32):
      %156 = "arith.select"(%arg24, %arg25, %arg26) : (i1, i32, i32) -> i32
      "linalg.yield"(%156) : (i32) -> ()
    }) : (tensor<121xi1>, tensor<121xi32>, tensor<121xi32>, tensor<121xi32>) -> tensor<121xi32>
    %126 = "tensor.empty"() : () -> tensor<121xi32>
    %127 = "linalg.generic"(%125, %126) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg22: i32, %arg23: i32):
      %155 = "arith.remsi"(%arg22, %6) : (i32, i32) -> i32
      "linalg.yield"(%155) : (i32) -> ()
    }) : (tensor<121xi32>, tensor<121xi32>) -> tensor<121xi32>
    %128 = "tensor.empty"() : () -> tensor<121xi1>
    %129 = "linalg.generic"(%127, %128) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg20: i32, %arg21: i1):
      %154 = "arith.cmpi"(%arg20, %7) <{predicate = 1 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%154) : (i1) -> ()
    }) : (tensor<121xi32>, tensor<121xi1>) -> tensor<121xi1>
    %130 = "tensor.empty"() : () -> tensor<121xi1>
    %131 = "linalg.generic"(%127, %130) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg18: i32, %arg19: i1):
      %153 = "arith.cmpi"(%arg18, %7) <{predicate = 2 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%153) : (i1) -> ()
    }) : (tensor<121xi32>, tensor<121xi1>) -> tensor<121xi1>
    %132 = "tensor.empty"() : () -> tensor<121xi1>
    %133 = "linalg.generic"(%131, %129, %132) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg15: i1, %arg16: i1, %arg17: i1):
      %152 = "arith.andi"(%arg15, %arg16) : (i1, i1) -> i1
      "linalg.yield"(%152) : (i1) -> ()
    }) : (tensor<121xi1>, tensor<121xi1>, tensor<121xi1>) -> tensor<121xi1>
    %134 = "tensor.empty"() : () -> tensor<121xi32>
    %135 = "linalg.generic"(%127, %134) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg13: i32, %arg14: i32):
      %151 = "arith.addi"(%arg13, %6) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%151) : (i32) -> ()
    }) : (tensor<121xi32>, tensor<121xi32>) -> tensor<121xi32>
    %136 = "tensor.empty"() : () -> tensor<121xi32>
    %137 = "linalg.generic"(%133, %135, %127, %136) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg9: i1, %arg10: i32, %arg11: i32, %arg12: i32):
      %150 = "arith.select"(%arg9, %arg10, %arg11) : (i1, i32, i32) -> i32
      "linalg.yield"(%150) : (i32) -> ()
    }) : (tensor<121xi1>, tensor<121xi32>, tensor<121xi32>, tensor<121xi32>) -> tensor<121xi32>
    %138 = "tensor.extract_slice"(%137) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 120>, static_strides = array<i64: 1>}> : (tensor<121xi32>) -> tensor<120xi32>
    %139 = "tensor.empty"() : () -> tensor<120xi1>
    %140 = "linalg.generic"(%138, %139) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg7: i32, %arg8: i1):
      %149 = "arith.cmpi"(%arg7, %7) <{predicate = 1 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%149) : (i1) -> ()
    }) : (tensor<120xi32>, tensor<120xi1>) -> tensor<120xi1>
    %141 = "tensor.empty"() : () -> tensor<120xi32>
    %142 = "linalg.generic"(%140, %138, %141) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg4: i1, %arg5: i32, %arg6: i32):
      %148 = "arith.select"(%arg4, %arg5, %6) : (i1, i32, i32) -> i32
      "linalg.yield"(%148) : (i32) -> ()
    }) : (tensor<120xi1>, tensor<120xi32>, tensor<120xi32>) -> tensor<120xi32>
    %143 = "tensor.insert_slice"(%142, %137) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 120>, static_strides = array<i64: 1>}> : (tensor<120xi32>, tensor<121xi32>) -> tensor<121xi32>
    %144 = "tensor.extract_slice"(%143) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 120>, static_strides = array<i64: 1>}> : (tensor<121xi32>) -> tensor<120xi32>
    %145 = "tensor.empty"() : () -> tensor<120xi32>
    %146 = "linalg.generic"(%142, %144, %145) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg1: i32, %arg2: i32, %arg3: i32):
      %147 = "arith.subi"(%arg1, %arg2) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%147) : (i32) -> ()
    }) : (tensor<120xi32>, tensor<120xi32>, tensor<120xi32>) -> tensor<120xi32>
    "util.return"(%101, %146) : (tensor<120xi32>, tensor<120xi32>) -> ()
  }) : () -> ()
}) : () -> ()