"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<24x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x64xf32>, tensor<64x32xf32>) -> tensor<24x32xf32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<24x32xf32>, %arg1: tensor<32xf32>, %arg2: tensor<32x32xf32>, %arg3: tensor<32x32xf32>, %arg4: tensor<32x32xf32>, %arg5: tensor<32x32xf32>, %arg6: tensor<32xf32>, %arg7: tensor<32x64xf32>, %arg8: tensor<64x32xf32>):
    %0 = "arith.constant"() <{value = 5.000000e-01 : f32}> : () -> f32
    %1 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %2 = "arith.constant"() <{value = 0.797884583 : f32}> : () -> f32
    %3 = "arith.constant"() <{value = 4.471500e-02 : f32}> : () -> f32
    %4 = "arith.constant"() <{value = 0xFF800000 : f32}> : () -> f32
    %5 = "arith.constant"() <{value = -1.000000e+30 : f32}> : () -> f32
    %6 = "arith.constant"() <{value = 4.000000e+00 : f32}> : () -> f32
    %7 = "arith.constant"() <{value = 9.99999997E-7 : f32}> : () -> f32
    %8 = "arith.constant"() <{value = 3.200000e+01 : f32}> : () -> f32
    %9 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %10 = "tensor.empty"() : () -> tensor<24x32xf32>
    %11 = "linalg.generic"(%arg0, %10) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg160: f32, %arg161: f32):
      %190 = "arith.mulf"(%arg160, %arg160) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%190) : (f32) -> ()
    }) : (tensor<24x32xf32>, tensor<24x32xf32>) -> tensor<24x32xf32>
    %12 = "tensor.empty"() : () -> tensor<24xf32>
    %13 = "linalg.fill"(%9, %12) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg158: f32, %arg159: f32):
      "linalg.yield"(%arg158) : (f32) -> ()
    }) : (f32, tensor<24xf32>) -> tensor<24xf32>
    %14 = "linalg.generic"(%11, %13) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg156: f32, %arg157: f32):
      %189 = "arith.addf"(%arg157, %arg156) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%189) : (f32) -> ()
    }) : (tensor<24x32xf32>, tensor<24xf32>) -> tensor<24xf32>
    %15 = "tensor.expand_shape"(%14) <{reassociation = [[0, 1]], static_output_shape = array<i64: 24, 1>}> : (tensor<24xf32>) -> tensor<24x1xf32>
    %16 = "tensor.empty"() : () -> tensor<24x1xf32>
    %17 = "linalg.generic"(%15, %16) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg154: f32, %arg155: f32):
      %188 = "arith.divf"(%arg154, %8) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%188) : (f32) -> ()
    }) : (tensor<24x1xf32>, tensor<24x1xf32>) -> tensor<24x1xf32>
    %18 = "tensor.empty"() : () -> tensor<24x1xf32>
    %19 = "linalg.generic"(%17, %18) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg152: f32, %arg153: f32):
      %187 = "arith.addf"(%arg152, %7) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%187) : (f32) -> ()
    }) : (tensor<24x1xf32>, tensor<24x1xf32>) -> tensor<24x1xf32>
    %20 = "tensor.empty"() : () -> tensor<24x1xf32>
    %21 = "linalg.generic"(%19, %20) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg150: f32, %arg151: f32):
      %186 = "math.rsqrt"(%arg150) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%186) : (f32) -> ()
    }) : (tensor<24x1xf32>, tensor<24x1xf32>) -> tensor<24x1xf32>
    %22 = "tensor.empty"() : () -> tensor<24x32xf32>
    %23 = "linalg.generic"(%21, %22) <{indexing_maps = [affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg148: f32, %arg149: f32):
      "linalg.yield"(%arg148) : (f32) -> ()
    }) : (tensor<24x1xf32>, tensor<24x32xf32>) -> tensor<24x32xf32>
    %24 = "tensor.empty"() : () -> tensor<24x32xf32>
    %25 = "linalg.generic"(%arg0, %23, %24) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg145: f32, %arg146: f32, %arg147: f32):
      %185 = "arith.mulf"(%arg145, %arg146) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%185) : (f32) -> ()
    }) : (tensor<24x32xf32>, tensor<24x32xf32>, tensor<24x32xf32>) -> tensor<24x32xf32>
    %26 = "tensor.empty"() : () -> tensor<24x32xf32>
    %27 = "linalg.generic"(%arg1, %26) <{indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg143: f32, %arg144: f32):
      "linalg.yield"(%arg143) : (f32) -> ()
    }) : (tensor<32xf32>, tensor<24x32xf32>) -> tensor<24x32xf32>
    %28 = "tensor.empty"() : () -> tensor<24x32xf32>
    %29 = "linalg.generic"(%25, %27, %28) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg140: f32, %arg141: f32, %arg142: f32):
      %184 = "arith.mulf"(%arg140, %arg141) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%184) : (f32) -> ()
    }) : (tensor<24x32xf32>, tensor<24x32xf32>, tensor<24x32xf32>) -> tensor<24x32xf32>
    %30 = "tensor.empty"() : () -> tensor<24x32xf32>
    %31 = "linalg.fill"(%9, %30) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg138: f32, %arg139: f32):
      "linalg.yield"(%arg138) : (f32) -> ()
    }) : (f32, tensor<24x32xf32>) -> tensor<24x32xf32>
    %32 = "linalg.matmul"(%29, %arg2, %31) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg135: f32, %arg136: f32, %arg137: f32):
      %182 = "arith.mulf"(%arg135, %arg136) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %183 = "arith.addf"(%arg137, %182) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%183) : (f32) -> ()
    }) : (tensor<24x32xf32>, tensor<32x32xf32>, tensor<24x32xf32>) -> tensor<24x32xf32>
    %33 = "tensor.expand_shape"(%32) <{reassociation = [[0], [1, 2]], static_output_shape = array<i64: 24, 2, 16>}> : (tensor<24x32xf32>) -> tensor<24x2x16xf32>
    %34 = "tensor.empty"() : () -> tensor<2x24x16xf32>
    %35 = "linalg.generic"(%33, %34) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg133: f32, %arg134: f32):
      "linalg.yield"(%arg133) : (f32) -> ()
    }) : (tensor<24x2x16xf32>, tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
    %36 = "tensor.empty"() : () -> tensor<24x32xf32>
    %37 = "linalg.fill"(%9, %36) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg131: f32, %arg132: f32):
      "linalg.yield"(%arg131) : (f32) -> ()
    }) : (f32, tensor<24x32xf32>) -> tensor<24x32xf32>
    %38 = "linalg.matmul"(%29, %arg3, %37) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg128: f32, %arg129: f32, %arg130: f32):
      %180 = "arith.mulf"(%arg128, %arg129) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %181 = "arith.addf"(%arg130, %180) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%181) : (f32) -> ()
    }) : (tensor<24x32xf32>, tensor<32x32xf32>, tensor<24x32xf32>) -> tensor<24x32xf32>
    %39 = "tensor.expand_shape"(%38) <{reassociation = [[0], [1, 2]], static_output_shape = array<i64: 24, 2, 16>}> : (tensor<24x32xf32>) -> tensor<24x2x16xf32>
    %40 = "tensor.empty"() : () -> tensor<2x24x16xf32>
    %41 = "linalg.generic"(%39, %40) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg126: f32, %arg127: f32):
      "linalg.yield"(%arg126) : (f32) -> ()
    }) : (tensor<24x2x16xf32>, tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
    %42 = "tensor.empty"() : () -> tensor<24x32xf32>
    %43 = "linalg.fill"(%9, %42) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg124: f32, %arg125: f32):
      "linalg.yield"(%arg124) : (f32) -> ()
    }) : (f32, tensor<24x32xf32>) -> tensor<24x32xf32>
    %44 = "linalg.matmul"(%29, %arg4, %43) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg121: f32, %arg122: f32, %arg123: f32):
      %178 = "arith.mulf"(%arg121, %arg122) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %179 = "arith.addf"(%arg123, %178) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%179) : (f32) -> ()
    }) : (tensor<24x32xf32>, tensor<32x32xf32>, tensor<24x32xf32>) -> tensor<24x32xf32>
    %45 = "tensor.expand_shape"(%44) <{reassociation = [[0], [1, 2]], static_output_shape = array<i64: 24, 2, 16>}> : (tensor<24x32xf32>) -> tensor<24x2x16xf32>
    %46 = "tensor.empty"() : () -> tensor<2x24x16xf32>
    %47 = "linalg.generic"(%45, %46) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg119: f32, %arg120: f32):
      "linalg.yield"(%arg119) : (f32) -> ()
    }) : (tensor<24x2x16xf32>, tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
    %48 = "tensor.empty"() : () -> tensor<2x16x24xf32>
    %49 = "linalg.generic"(%41, %48) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg117: f32, %arg118: f32):
      "linalg.yield"(%arg117) : (f32) -> ()
    }) : (tensor<2x24x16xf32>, tensor<2x16x24xf32>) -> tensor<2x16x24xf32>
    %50 = "tensor.empty"() : () -> tensor<2x24x24xf32>
    %51 = "linalg.fill"(%9, %50) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg115: f32, %arg116: f32):
      "linalg.yield"(%arg115) : (f32) -> ()
    }) : (f32, tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
    %52 = "linalg.batch_matmul"(%35, %49, %51) <{indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg112: f32, %arg113: f32, %arg114: f32):
      %176 = "arith.mulf"(%arg112, %arg113) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %177 = "arith.addf"(%arg114, %176) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%177) : (f32) -> ()
    }) : (tensor<2x24x16xf32>, tensor<2x16x24xf32>, tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
    %53 = "tensor.empty"() : () -> tensor<2x24x24xf32>
    %54 = "linalg.generic"(%52, %53) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg110: f32, %arg111: f32):
      %175 = "arith.divf"(%arg110, %6) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%175) : (f32) -> ()
    }) : (tensor<2x24x24xf32>, tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
    %55 = "tensor.empty"() : () -> tensor<24x24xi32>
    %56 = "linalg.generic"(%55) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg109: i32):
      %173 = "linalg.index"() <{dim = 0 : i64}> : () -> index
      %174 = "arith.index_cast"(%173) : (index) -> i32
      "linalg.yield"(%174) : (i32) -> ()
    }) : (tensor<24x24xi32>) -> tensor<24x24xi32>
    %57 = "tensor.empty"() : () -> tensor<24x24xi32>
    %58 = "linalg.generic"(%57) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg108: i32):
      %171 = "linalg.index"() <{dim = 1 : i64}> : () -> index
      %172 = "arith.index_cast"(%171) : (index) -> i32
      "linalg.yield"(%172) : (i32) -> ()
    }) : (tensor<24x24xi32>) -> tensor<24x24xi32>
    %59 = "tensor.empty"() : () -> tensor<24x24xi1>
    %60 = "linalg.generic"(%56, %58, %59) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg105: i32, %arg106: i32, %arg107: i1):
      %170 = "arith.cmpi"(%arg105, %arg106) <{predicate = 5 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%170) : (i1) -> ()
    }) : (tensor<24x24xi32>, tensor<24x24xi32>, tensor<24x24xi1>) -> tensor<24x24xi1>
    %61 = "tensor.empty"() : () -> tensor<2x24x24xi1>
    %62 = "linalg.generic"(%60, %61) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg103: i1, %arg104: i1):
      "linalg.yield"(%arg103) : (i1) -> ()
    }) : (tensor<24x24xi1>, tensor<2x24x24xi1>) -> tensor<2x24x24xi1>
    %63 = "tensor.empty"() : () -> tensor<2x24x24xf32>
    %64 = "linalg.generic"(%62, %54, %63) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg100: i1, %arg101: f32, %arg102: f32):
      %169 = "arith.select"(%arg100, %arg101, %5) : (i1, f32, f32) -> f32
      "linalg.yield"(%169) : (f32) -> ()
    }) : (tensor<2x24x24xi1>, tensor<2x24x24xf32>, tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
    %65 = "tensor.empty"() : () -> tensor<2x24xf32>
    %66 = "linalg.fill"(%4, %65) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg98: f32, %arg99: f32):
      "linalg.yield"(%arg98) : (f32) -> ()
    }) : (f32, tensor<2x24xf32>) -> tensor<2x24xf32>
    %67 = "linalg.generic"(%64, %66) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg96: f32, %arg97: f32):
      %168 = "arith.maximumf"(%arg97, %arg96) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%168) : (f32) -> ()
    }) : (tensor<2x24x24xf32>, tensor<2x24xf32>) -> tensor<2x24xf32>
    %68 = "tensor.empty"() : () -> tensor<2x24x24xf32>
    %69 = "linalg.generic"(%67, %68) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg94: f32, %arg95: f32):
      "linalg.yield"(%arg94) : (f32) -> ()
    }) : (tensor<2x24xf32>, tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
    %70 = "tensor.empty"() : () -> tensor<2x24x24xf32>
    %71 = "linalg.generic"(%64, %69, %70) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg91: f32, %arg92: f32, %arg93: f32):
      %167 = "arith.subf"(%arg91, %arg92) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%167) : (f32) -> ()
    }) : (tensor<2x24x24xf32>, tensor<2x24x24xf32>, tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
    %72 = "tensor.empty"() : () -> tensor<2x24x24xf32>
    %73 = "linalg.generic"(%71, %72) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg89: f32, %arg90: f32):
      %166 = "math.exp"(%arg89) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%166) : (f32) -> ()
    }) : (tensor<2x24x24xf32>, tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
    %74 = "tensor.empty"() : () -> tensor<2x24xf32>
    %75 = "linalg.fill"(%9, %74) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg87: f32, %arg88: f32):
      "linalg.yield"(%arg87) : (f32) -> ()
    }) : (f32, tensor<2x24xf32>) -> tensor<2x24xf32>
    %76 = "linalg.generic"(%73, %75) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg85: f32, %arg86: f32):
      %165 = "arith.addf"(%arg86, %arg85) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%165) : (f32) -> ()
    }) : (tensor<2x24x24xf32>, tensor<2x24xf32>) -> tensor<2x24xf32>
    %77 = "tensor.empty"() : () -> tensor<2x24x24xf32>
    %78 = "linalg.generic"(%76, %77) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg83: f32, %arg84: f32):
      "linalg.yield"(%arg83) : (f32) -> ()
    }) : (tensor<2x24xf32>, tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
    %79 = "tensor.empty"() : () -> tensor<2x24x24xf32>
    %80 = "linalg.generic"(%73, %78, %79) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg80: f32, %arg81: f32, %arg82: f32):
      %164 = "arith.divf"(%arg80, %arg81) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%164) : (f32) -> ()
    }) : (tensor<2x24x24xf32>, tensor<2x24x24xf32>, tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
    %81 = "tensor.empty"() : () -> tensor<2x24x16xf32>
    %82 = "linalg.fill"(%9, %81) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg78: f32, %arg79: f32):
      "linalg.yield"(%arg78) : (f32) -> ()
    }) : (f32, tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
    %83 = "linalg.batch_matmul"(%80, %47, %82) <{indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg75: f32, %arg76: f32, %arg77: f32):
      %162 = "arith.mulf"(%arg75, %arg76) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %163 = "arith.addf"(%arg77, %162) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%163) : (f32) -> ()
    }) : (tensor<2x24x24xf32>, tensor<2x24x16xf32>, tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
    %84 = "tensor.empty"() : () -> tensor<24x2x16xf32>
    %85 = "linalg.generic"(%83, %84) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg73: f32, %arg74: f32):
      "linalg.yield"(%arg73) : (f32) -> ()
    }) : (tensor<2x24x16xf32>, tensor<24x2x16xf32>) -> tensor<24x2x16xf32>
    %86 = "tensor.collapse_shape"(%85) <{reassociation = [[0], [1, 2]]}> : (tensor<24x2x16xf32>) -> tensor<24x32xf32>
    %87 = "tensor.empty"() : () -> tensor<24x32xf32>
    %88 = "linalg.fill"(%9, %87) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg71: f32, %arg72: f32):
      "linalg.yield"(%arg71) : (f32) -> ()
    }) : (f32, tensor<24x32xf32>) -> tensor<24x32xf32>
    %89 = "linalg.matmul"(%86, %arg5, %88) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg68: f32, %arg69: f32, %arg70: f32):
      %160 = "arith.mulf"(%arg68, %arg69) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %161 = "arith.addf"(%arg70, %160) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%161) : (f32) -> ()
    }) : (tensor<24x32xf32>, tensor<32x32xf32>, tensor<24x32xf32>) -> tensor<24x32xf32>
    %90 = "tensor.empty"() : () -> tensor<24x32xf32>
    %91 = "linalg.generic"(%arg0, %89, %90) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg65: f32, %arg66: f32, %arg67: f32):
      %159 = "arith.addf"(%arg65, %arg66) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%159) : (f32) -> ()
    }) : (tensor<24x32xf32>, tensor<24x32xf32>, tensor<24x32xf32>) -> tensor<24x32xf32>
    %92 = "tensor.empty"() : () -> tensor<24x32xf32>
    %93 = "linalg.generic"(%91, %92) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg63: f32, %arg64: f32):
      %158 = "arith.mulf"(%arg63, %arg63) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%158) : (f32) -> ()
    }) : (tensor<24x32xf32>, tensor<24x32xf32>) -> tensor<24x32xf32>
    %94 = "tensor.empty"() : () -> tensor<24xf32>
    %95 = "linalg.fill"(%9, %94) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg61: f32, %arg62: f32):
      "linalg.yield"(%arg61) : (f32) -> ()
    }) : (f32, tensor<24xf32>) -> tensor<24xf32>
    %96 = "linalg.generic"(%93, %95) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg59: f32, %arg60: f32):
      %157 = "arith.addf"(%arg60, %arg59) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%157) : (f32) -> ()
    }) : (tensor<24x32xf32>, tensor<24xf32>) -> tensor<24xf32>
    %97 = "tensor.expand_shape"(%96) <{reassociation = [[0, 1]], static_output_shape = array<i64: 24, 1>}> : (tensor<24xf32>) -> tensor<24x1xf32>
    %98 = "tensor.empty"() : () -> tensor<24x1xf32>
    %99 = "linalg.generic"(%97, %98) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg57: f32, %arg58: f32):
      %156 = "arith.divf"(%arg57, %8) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%156) : (f32) -> ()
    }) : (tensor<24x1xf32>, tensor<24x1xf32>) -> tensor<24x1xf32>
    %100 = "tensor.empty"() : () -> tensor<24x1xf32>
    %101 = "linalg.generic"(%99, %100) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg55: f32, %arg56: f32):
      %155 = "arith.addf"(%arg55, %7) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%155) : (f32) -> ()
    }) : (tensor<24x1xf32>, tensor<24x1xf32>) -> tensor<24x1xf32>
    %102 = "tensor.empty"() : () -> tensor<24x1xf32>
    %103 = "linalg.generic"(%101, %102) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg53: f32, %arg54: f32):
      %154 = "math.rsqrt"(%arg53) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%154) : (f32) -> ()
    }) : (tensor<24x1xf32>, tensor<24x1xf32>) -> tensor<24x1xf32>
    %104 = "tensor.empty"() : () -> tensor<24x32xf32>
    %105 = "linalg.generic"(%103, %104) <{indexing_maps = [affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg51: f32, %arg52: f32):
      "linalg.yield"(%arg51) : (f32) -> ()
    }) : (tensor<24x1xf32>, tensor<24x32xf32>) -> tensor<24x32xf32>
    %106 = "tensor.empty"() : () -> tensor<24x32xf32>
    %107 = "linalg.generic"(%91, %105, %106) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg48: f32, %arg49: f32, %arg50: f32):
      %153 = "arith.mulf"(%arg48, %arg49) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%153) : (f32) -> ()
    }) : (tensor<24x32xf32>, tensor<24x32xf32>, tensor<24x32xf32>) -> tensor<24x32xf32>
    %108 = "tensor.empty"() : () -> tensor<24x32xf32>
    %109 = "linalg.generic"(%arg6, %108) <{indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg46: f32, %arg47: f32):
      "linalg.yield"(%arg46) : (f32) -> ()
    }) : (tensor<32xf32>, tensor<24x32xf32>) -> tensor<24x32xf32>
    %110 = "tensor.empty"() : () -> tensor<24x32xf32>
    %111 = "linalg.generic"(%107, %109, %110) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg43: f32, %arg44: f32, %arg45: f32):
      %152 = "arith.mulf"(%arg43, %arg44) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%152) : (f32) -> ()
    }) : (tensor<24x32xf32>, tensor<24x32xf32>, tensor<24x32xf32>) -> tensor<24x32xf32>
    %112 = "tensor.empty"() : () -> tensor<24x64xf32>
    %113 = "linalg.fill"(%9, %112) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg41: f32, %arg42: f32):
      "linalg.yield"(%arg41) : (f32) -> ()
    }) : (f32, tensor<24x64xf32>) -> tensor<24x64xf32>
    %114 = "linalg.matmul"(%111, %arg7, %113) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg38: f32, %arg39: f32, %arg40: f32):
      %150 = "arith.mulf"(%arg38, %arg39) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %151 = "arith.addf"(%arg40, %150) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%151) : (f32) -> ()
    }) : (tensor<24x32xf32>, tensor<32x64xf32>, tensor<24x64xf32>) -> tensor<24x64xf32>
    %115 = "tensor.empty"() : () -> tensor<24x64xf32>
    %116 = "linalg.generic"(%114, %115) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg36: f32, %arg37: f32):
      %149 = "arith.mulf"(%arg36, %arg36) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%149) : (f32) -> ()
    }) : (tensor<24x64xf32>, tensor<24x64xf32>) -> tensor<24x64xf32>
    %117 = "tensor.empty"() : () -> tensor<24x64xf32>
    %118 = "linalg.generic"(%116, %114, %117) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg33: f32, %arg34: f32, %arg35: f32):
      %148 = "arith.mulf"(%arg33, %arg34) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%148) : (f32) -> ()
    }) : (tensor<24x64xf32>, tensor<24x64xf32>, tensor<24x64xf32>) -> tensor<24x64xf32>
    %119 = "tensor.empty"() : () -> tensor<24x64xf32>
    %120 = "linalg.generic"(%118, %119) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg31: f32, %arg32: f32):
      %147 = "arith.mulf"(%arg31, %3) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%147) : (f32) -> ()
    }) : (tensor<24x64xf32>, tensor<24x64xf32>) -> tensor<24x64xf32>
    %121 = "tensor.empty"() : () -> tensor<24x64xf32>
    %122 = "linalg.generic"(%114, %120, %121) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg28: f32, %arg29: f32, %arg30: f32):
      %146 = "arith.addf"(%arg28, %arg29) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%146) : (f32) -> ()
    }) : (tensor<24x64xf32>, tensor<24x64xf32>, tensor<24x64xf32>) -> tensor<24x64xf32>
    %123 = "tensor.empty"() : () -> tensor<24x64xf32>
    %124 = "linalg.generic"(%122, %123) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg26: f32, %arg27: f32):
      %145 = "arith.mulf"(%arg26, %2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%145) : (f32) -> ()
    }) : (tensor<24x64xf32>, tensor<24x64xf32>) -> tensor<24x64xf32>
    %125 = "tensor.empty"() : () -> tensor<24x64xf32>
    %126 = "linalg.generic"(%124, %125) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg24: f32, %arg25: f32):
      %144 = "math.tanh"(%arg24) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%144) : (f32) -> ()
    }) : (tensor<24x64xf32>, tensor<24x64xf32>) -> tensor<24x64xf32>
    %127 = "tensor.empty"() : () -> tensor<24x64xf32>
    %128 = "linalg.generic"(%126, %127) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg22: f32, %arg23: f32):
      %143 = "arith.addf"(%arg22, %1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%143) : (f32) -> ()
    }) : (tensor<24x64xf32>, tensor<24x64xf32>) -> tensor<24x64xf32>
    %129 = "tensor.empty"() : () -> tensor<24x64xf32>
    %130 = "linalg.generic"(%128, %129) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg20: f32, %arg21: f32):
      %142 = "arith.mulf"(%arg20, %0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%142) : (f32) -> ()
    }) : (tensor<24x64xf32>, tensor<24x64xf32>) -> tensor<24x64xf32>
    %131 = "tensor.empty"() : () -> tensor<24x64xf32>
    %132 = "linalg.generic"(%114, %130, %131) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg17: f32, %arg18: f32, %arg19: f32):
      %141 = "arith.mulf"(%arg17, %arg18) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%141) : (f32) -> ()
    }) : (tensor<24x64xf32>, tensor<24x64xf32>, tensor<24x64xf32>) -> tensor<24x64xf32>
    %133 = "tensor.empty"() : () -> tensor<24x32xf32>
    %134 = "linalg.fill"(%9, %133) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg15: f32, %arg16: f32):
      "linalg.yield"(%arg15) : (f32) -> ()
    }) : (f32, tensor<24x32xf32>) -> tensor<24x32xf32>
    %135 = "linalg.matmul"(%132, %arg8, %134) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg12: f32, %arg13: f32, %arg14: f32):
      %139 = "arith.mulf"(%arg12, %arg13) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %140 = "arith.addf"(%arg14, %139) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%140) : (f32) -> ()
    }) : (tensor<24x64xf32>, tensor<64x32xf32>, tensor<24x32xf32>) -> tensor<24x32xf32>
    %136 = "tensor.empty"() : () -> tensor<24x32xf32>
    %137 = "linalg.generic"(%91, %135, %136) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg9: f32, %arg10: f32, %arg11: f32):
      %138 = "arith.addf"(%arg9, %arg10) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%138) : (f32) -> ()
    }) : (tensor<24x32xf32>, tensor<24x32xf32>, tensor<24x32xf32>) -> tensor<24x32xf32>
    "util.return"(%137) : (tensor<24x32xf32>) -> ()
  }) : () -> ()
}) : () -> ()