"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<3000xf32>) -> tensor<32xf32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3000xf32>):
    %0 = "arith.constant"() <{value = 33 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 2147483647 : i32}> : () -> i32
    %3 = "arith.constant"() <{value = 0x7FC00000 : f32}> : () -> f32
    %4 = "arith.constant"() <{value = -1 : i32}> : () -> i32
    %5 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %6 = "arith.constant"() <{value = 32 : index}> : () -> index
    %7 = "arith.constant"() <{value = 0 : index}> : () -> index
    %8 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %9 = "arith.constant"() <{value = 3.200000e+01 : f32}> : () -> f32
    %10 = "arith.constant"() <{value = 5.000000e-01 : f32}> : () -> f32
    %11 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %12 = "arith.constant"() <{value = 0x7F800000 : f32}> : () -> f32
    %13 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %14 = "arith.constant"() <{value = 6 : i32}> : () -> i32
    %15 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %16 = "arith.constant"() <{value = dense<33> : tensor<3000xi32>}> : () -> tensor<3000xi32>
    %17 = "arith.constant"() <{value = dense<0> : tensor<3000xi32>}> : () -> tensor<3000xi32>
    %18 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<33xf32>}> : () -> tensor<33xf32>
    %19 = "arith.constant"() <{value = dense<[0.000000e+00, 1.000000e+00]> : tensor<2xf32>}> : () -> tensor<2xf32>
    %20 = "arith.constant"() <{value = dense<1.000000e+00> : tensor<3000xf32>}> : () -> tensor<3000xf32>
    %21 = "arith.constant"() <{value = 0xFF800000 : f32}> : () -> f32
    %22 = "tensor.empty"() : () -> tensor<f32>
    %23 = "linalg.fill"(%21, %22) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg107: f32, %arg108: f32):
      "linalg.yield"(%arg107) : (f32) -> ()
    }) : (f32, tensor<f32>) -> tensor<f32>
    %24 = "linalg.generic"(%19, %23) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = [#linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg105: f32, %arg106: f32):
      %169 = "arith.maximumf"(%arg106, %arg105) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%169) : (f32) -> ()
    }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %25 = "tensor.empty"() : () -> tensor<f32>
    %26 = "linalg.fill"(%12, %25) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg103: f32, %arg104: f32):
      "linalg.yield"(%arg103) : (f32) -> ()
    }) : (f32, tensor<f32>) -> tensor<f32>
    %27 = "linalg.generic"(%19, %26) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = [#linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg101: f32, %arg102: f32):
      %168 = "arith.minimumf"(%arg102, %arg101) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%168) : (f32) -> ()
    }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %28 = "tensor.empty"() : () -> tensor<f32>
    %29 = "linalg.generic"(%24, %27, %28) <{indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = [], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg98: f32, %arg99: f32, %arg100: f32):
      %167 = "arith.subf"(%arg98, %arg99) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%167) : (f32) -> ()
    }) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %30 = "tensor.empty"() : () -> tensor<i1>
    %31 = "linalg.generic"(%29, %30) <{indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = [], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg96: f32, %arg97: i1):
      %166 = "arith.cmpf"(%arg96, %11) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
      "linalg.yield"(%166) : (i1) -> ()
    }) : (tensor<f32>, tensor<i1>) -> tensor<i1>
    %32 = "tensor.extract_slice"(%19) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<2xf32>) -> tensor<1xf32>
    %33 = "tensor.collapse_shape"(%32) <{reassociation = []}> : (tensor<1xf32>) -> tensor<f32>
    %34 = "tensor.empty"() : () -> tensor<f32>
    %35 = "linalg.generic"(%33, %34) <{indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = [], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg94: f32, %arg95: f32):
      %165 = "arith.subf"(%arg94, %10) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%165) : (f32) -> ()
    }) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %36 = "tensor.empty"() : () -> tensor<f32>
    %37 = "linalg.generic"(%31, %35, %33, %36) <{indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = [], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg90: i1, %arg91: f32, %arg92: f32, %arg93: f32):
      %164 = "arith.select"(%arg90, %arg91, %arg92) : (i1, f32, f32) -> f32
      "linalg.yield"(%164) : (f32) -> ()
    }) : (tensor<i1>, tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %38 = "tensor.extract_slice"(%19) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<2xf32>) -> tensor<1xf32>
    %39 = "tensor.collapse_shape"(%38) <{reassociation = []}> : (tensor<1xf32>) -> tensor<f32>
    %40 = "tensor.empty"() : () -> tensor<f32>
    %41 = "linalg.generic"(%39, %40) <{indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = [], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg88: f32, %arg89: f32):
      %163 = "arith.addf"(%arg88, %10) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%163) : (f32) -> ()
    }) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %42 = "tensor.empty"() : () -> tensor<f32>
    %43 = "linalg.generic"(%31, %41, %39, %42) <{indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = [], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg84: i1, %arg85: f32, %arg86: f32, %arg87: f32):
      %162 = "arith.select"(%arg84, %arg85, %arg86) : (i1, f32, f32) -> f32
      "linalg.yield"(%162) : (f32) -> ()
    }) : (tensor<i1>, tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %44 = "tensor.empty"() : () -> tensor<32xf32>
    %45 = "linalg.generic"(%44) <{indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg83: f32):
      %159 = "linalg.index"() <{dim = 0 : i64}> : () -> index
      %160 = "arith.index_cast"(%159) : (index) -> i32
      %161 = "arith.sitofp"(%160) : (i32) -> f32
      "linalg.yield"(%161) : (f32) -> ()
    }) : (tensor<32xf32>) -> tensor<32xf32>
    %46 = "tensor.empty"() : () -> tensor<32xf32>
    %47 = "linalg.generic"(%45, %46) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg81: f32, %arg82: f32):
      %158 = "arith.divf"(%arg81, %9) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%158) : (f32) -> ()
    }) : (tensor<32xf32>, tensor<32xf32>) -> tensor<32xf32>
    %48 = "tensor.expand_shape"(%37) <{reassociation = [], static_output_shape = array<i64: 1>}> : (tensor<f32>) -> tensor<1xf32>
    %49 = "tensor.empty"() : () -> tensor<32xf32>
    %50 = "linalg.generic"(%47, %49) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg79: f32, %arg80: f32):
      %157 = "arith.subf"(%8, %arg79) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%157) : (f32) -> ()
    }) : (tensor<32xf32>, tensor<32xf32>) -> tensor<32xf32>
    %51 = "tensor.empty"() : () -> tensor<32xf32>
    %52 = "linalg.generic"(%48, %51) <{indexing_maps = [affine_map<(d0) -> (0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg77: f32, %arg78: f32):
      "linalg.yield"(%arg77) : (f32) -> ()
    }) : (tensor<1xf32>, tensor<32xf32>) -> tensor<32xf32>
    %53 = "tensor.empty"() : () -> tensor<32xf32>
    %54 = "linalg.generic"(%52, %50, %53) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg74: f32, %arg75: f32, %arg76: f32):
      %156 = "arith.mulf"(%arg74, %arg75) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%156) : (f32) -> ()
    }) : (tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) -> tensor<32xf32>
    %55 = "tensor.expand_shape"(%43) <{reassociation = [], static_output_shape = array<i64: 1>}> : (tensor<f32>) -> tensor<1xf32>
    %56 = "tensor.empty"() : () -> tensor<32xf32>
    %57 = "linalg.generic"(%55, %56) <{indexing_maps = [affine_map<(d0) -> (0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg72: f32, %arg73: f32):
      "linalg.yield"(%arg72) : (f32) -> ()
    }) : (tensor<1xf32>, tensor<32xf32>) -> tensor<32xf32>
    %58 = "tensor.empty"() : () -> tensor<32xf32>
    %59 = "linalg.generic"(%57, %47, %58) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg69: f32, %arg70: f32, %arg71: f32):
      %155 = "arith.mulf"(%arg69, %arg70) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%155) : (f32) -> ()
    }) : (tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) -> tensor<32xf32>
    %60 = "tensor.empty"() : () -> tensor<32xf32>
    %61 = "linalg.generic"(%54, %59, %60) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg66: f32, %arg67: f32, %arg68: f32):
      %154 = "arith.addf"(%arg66, %arg67) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%154) : (f32) -> ()
    }) : (tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) -> tensor<32xf32>
    %62 = "tensor.empty"() : () -> tensor<33xf32>
    %63 = "tensor.insert_slice"(%61, %62) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 32>, static_strides = array<i64: 1>}> : (tensor<32xf32>, tensor<33xf32>) -> tensor<33xf32>
    %64 = "tensor.insert_slice"(%55, %63) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 32>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<1xf32>, tensor<33xf32>) -> tensor<33xf32>
    %65:2 = "scf.for"(%15, %14, %13, %17, %16) ({
    ^bb0(%arg19: i32, %arg20: tensor<3000xi32>, %arg21: tensor<3000xi32>):
      %87 = "tensor.empty"() : () -> tensor<3000xi32>
      %88 = "linalg.generic"(%arg21, %arg20, %87) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg63: i32, %arg64: i32, %arg65: i32):
        %153 = "arith.subi"(%arg63, %arg64) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        "linalg.yield"(%153) : (i32) -> ()
      }) : (tensor<3000xi32>, tensor<3000xi32>, tensor<3000xi32>) -> tensor<3000xi32>
      %89 = "tensor.empty"() : () -> tensor<i32>
      %90 = "linalg.generic"(%89) <{indexing_maps = [affine_map<() -> ()>], iterator_types = [], operandSegmentSizes = array<i32: 0, 1>}> ({
      ^bb0(%arg62: i32):
        "linalg.yield"(%5) : (i32) -> ()
      }) : (tensor<i32>) -> tensor<i32>
      %91 = "tensor.empty"() : () -> tensor<3000xi32>
      %92 = "linalg.generic"(%90, %91) <{indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg60: i32, %arg61: i32):
        "linalg.yield"(%arg60) : (i32) -> ()
      }) : (tensor<i32>, tensor<3000xi32>) -> tensor<3000xi32>
      %93 = "tensor.empty"() : () -> tensor<3000xi32>
      %94 = "linalg.generic"(%88, %92, %93) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg57: i32, %arg58: i32, %arg59: i32):
        %149 = "arith.cmpi"(%arg58, %15) <{predicate = 0 : i64}> : (i32, i32) -> i1
        %150 = "arith.select"(%149, %13, %arg58) : (i1, i32, i32) -> i32
        %151 = "arith.divui"(%arg57, %150) : (i32, i32) -> i32
        %152 = "arith.select"(%149, %4, %151) : (i1, i32, i32) -> i32
        "linalg.yield"(%152) : (i32) -> ()
      }) : (tensor<3000xi32>, tensor<3000xi32>, tensor<3000xi32>) -> tensor<3000xi32>
      %95 = "tensor.empty"() : () -> tensor<3000xi32>
      %96 = "linalg.generic"(%arg20, %94, %95) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg54: i32, %arg55: i32, %arg56: i32):
        %148 = "arith.addi"(%arg54, %arg55) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        "linalg.yield"(%148) : (i32) -> ()
      }) : (tensor<3000xi32>, tensor<3000xi32>, tensor<3000xi32>) -> tensor<3000xi32>
      %97 = "tensor.expand_shape"(%96) <{reassociation = [[0, 1]], static_output_shape = array<i64: 3000, 1>}> : (tensor<3000xi32>) -> tensor<3000x1xi32>
      %98 = "tensor.empty"() : () -> tensor<3000x1xf32>
      %99 = "linalg.generic"(%98) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
      ^bb0(%arg53: f32):
        %142 = "linalg.index"() <{dim = 0 : i64}> : () -> index
        %143 = "tensor.extract"(%97, %142, %7) : (tensor<3000x1xi32>, index, index) -> i32
        %144 = "arith.index_castui"(%143) : (i32) -> index
        %145 = "arith.maxsi"(%144, %7) : (index, index) -> index
        %146 = "arith.minsi"(%145, %6) : (index, index) -> index
        %147 = "tensor.extract"(%64, %146) : (tensor<33xf32>, index) -> f32
        "linalg.yield"(%147) : (f32) -> ()
      }) : (tensor<3000x1xf32>) -> tensor<3000x1xf32>
      %100 = "tensor.collapse_shape"(%99) <{reassociation = [[0, 1]]}> : (tensor<3000x1xf32>) -> tensor<3000xf32>
      %101 = "tensor.empty"() : () -> tensor<3000xi1>
      %102 = "linalg.generic"(%arg0, %101) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg51: f32, %arg52: i1):
        %141 = "arith.cmpf"(%arg51, %11) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
        "linalg.yield"(%141) : (i1) -> ()
      }) : (tensor<3000xf32>, tensor<3000xi1>) -> tensor<3000xi1>
      %103 = "tensor.empty"() : () -> tensor<3000xf32>
      %104 = "linalg.generic"(%102, %arg0, %103) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg48: i1, %arg49: f32, %arg50: f32):
        %140 = "arith.select"(%arg48, %11, %arg49) : (i1, f32, f32) -> f32
        "linalg.yield"(%140) : (f32) -> ()
      }) : (tensor<3000xi1>, tensor<3000xf32>, tensor<3000xf32>) -> tensor<3000xf32>
      %105 = "tensor.empty"() : () -> tensor<3000xi1>
      %106 = "linalg.generic"(%arg0, %105) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg46: f32, %arg47: i1):
        %139 = "arith.cmpf"(%arg46, %arg46) <{fastmath = #arith.fastmath<none>, predicate = 13 : i64}> : (f32, f32) -> i1
        "linalg.yield"(%139) : (i1) -> ()
      }) : (tensor<3000xf32>, tensor<3000xi1>) -> tensor<3000xi1>
      %107 = "tensor.empty"() : () -> tensor<3000xf32>
      %108 = "linalg.generic"(%106, %104, %107) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg43: i1, %arg44: f32, %arg45: f32):
        %138 = "arith.select"(%arg43, %3, %arg44) : (i1, f32, f32) -> f32
        "linalg.yield"(%138) : (f32) -> ()
      }) : (tensor<3000xi1>, tensor<3000xf32>, tensor<3000xf32>) -> tensor<3000xf32>
      %109 = "tensor.empty"() : () -> tensor<3000xi1>
      %110 = "linalg.generic"(%100, %109) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg41: f32, %arg42: i1):
        %137 = "arith.cmpf"(%arg41, %11) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
        "linalg.yield"(%137) : (i1) -> ()
      }) : (tensor<3000xf32>, tensor<3000xi1>) -> tensor<3000xi1>
      %111 = "tensor.empty"() : () -> tensor<3000xf32>
      %112 = "linalg.generic"(%110, %100, %111) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg38: i1, %arg39: f32, %arg40: f32):
        %136 = "arith.select"(%arg38, %11, %arg39) : (i1, f32, f32) -> f32
        "linalg.yield"(%136) : (f32) -> ()
      }) : (tensor<3000xi1>, tensor<3000xf32>, tensor<3000xf32>) -> tensor<3000xf32>
      %113 = "tensor.empty"() : () -> tensor<3000xi1>
      %114 = "linalg.generic"(%100, %113) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
      ^bb0(%arg36: f32, %arg37: i1):
        %135 = "arith.cmpf"(%arg36, %arg36) <{fastmath = #arith.fastmath<none>, predicate = 13 : i64}> : (f32, f32) -> i1
        "linalg.yield"(%135) : (i1) -> ()
      }) : (tensor<3000xf32>, tensor<3000xi1>) -> tensor<3000xi1>
      %115 = "tensor.empty"() : () -> tensor<3000xf32>
      %116 = "linalg.generic"(%114, %112, %115) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg33: i1, %arg34: f32, %arg35: f32):
        %134 = "arith.select"(%arg33, %3, %arg34) : (i1, f32, f32) -> f32
        "linalg.yield"(%134) : (f32) -> ()
      }) : (tensor<3000xi1>, tensor<3000xf32>, tensor<3000xf32>) -> tensor<3000xf32>
      %117 = "tensor.empty"() : () -> tensor<3000xi1>
      %118 = "linalg.generic"(%108, %116, %117) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
      ^bb0(%arg30: f32, %arg31: f32, %arg32: i1):
        %125 = "arith.bitcast"(%arg30) : (f32) -> i32
        %126 = "arith.cmpi"(%125, %15) <{predicate = 2 : i64}> : (i32, i32) -> i1
        %127 = "arith.subi"(%2, %125) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %128 = "arith.select"(%126, %127, %125) : (i1, i32, i32) -> i32
        %129 = "arith.bitcast"(%arg31) : (f32) -> i32
        %130 = "arith.cmpi"(%129, %15) <{predicate = 2 : i64}> : (i32, i32) -> i1
        %131 = "arith.subi"(%2, %129) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %132 = "arith.select"(%130, %131, %129) : (i1, i32, i32) -> i32
        %133 = "arith.cmpi"(%128, %132) <{predicate = 2 : i64}> : (i32, i32) -> i1
        "linalg.yield"(%133) : (i1) -> ()
      }) : (tensor<3000xf32>, tensor<3000xf32>, tensor<3000xi1>) -> tensor<3000xi1>
      %119 = "tensor.empty"() : () -> tensor<3000xi32>
      %120 = "linalg.generic"(%118, %arg20, %96, %119) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
      ^bb0(%arg26: i1, %arg27: i32, %arg28: i32, %arg29: i32):
        %124 = "arith.select"(%arg26, %arg27, %arg28) : (i1, i32, i32) -> i32
        "linalg.yield"(%124) : (i32) -> ()
      }) : (tensor<3000xi1>, tensor<3000xi32>, tensor<3000xi32>, tensor<3000xi32>) -> tensor<3000xi32>
      %121 = "tensor.empty"() : () -> tensor<3000xi32>
      %122 = "linalg.generic"(%118, %96, %arg21, %121) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
      ^bb0(%arg22: i1, %arg23: i32, %arg24: i32, %arg25: i32):
        %123 = "arith.select"(%arg22, %arg23, %arg24) : (i1, i32, i32) -> i32
        "linalg.yield"(%123) : (i32) -> ()
      }) : (tensor<3000xi1>, tensor<3000xi32>, tensor<3000xi32>, tensor<3000xi32>) -> tensor<3000xi32>
      "scf.yield"(%120, %122) : (tensor<3000xi32>, tensor<3000xi32>) -> ()
    }) : (i32, i32, i32, tensor<3000xi32>, tensor<3000xi32>) -> (tensor<3000xi32>, tensor<3000xi32>)
    %66 = "tensor.empty"() : () -> tensor<3000xf32>
    %67 = "linalg.generic"(%43, %66) <{indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg17: f32, %arg18: f32):
      "linalg.yield"(%arg17) : (f32) -> ()
    }) : (tensor<f32>, tensor<3000xf32>) -> tensor<3000xf32>
    %68 = "tensor.empty"() : () -> tensor<3000xi1>
    %69 = "linalg.generic"(%arg0, %67, %68) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg14: f32, %arg15: f32, %arg16: i1):
      %86 = "arith.cmpf"(%arg14, %arg15) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
      "linalg.yield"(%86) : (i1) -> ()
    }) : (tensor<3000xf32>, tensor<3000xf32>, tensor<3000xi1>) -> tensor<3000xi1>
    %70 = "tensor.empty"() : () -> tensor<3000xi32>
    %71 = "linalg.generic"(%69, %65#1, %70) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg11: i1, %arg12: i32, %arg13: i32):
      %85 = "arith.select"(%arg11, %1, %arg12) : (i1, i32, i32) -> i32
      "linalg.yield"(%85) : (i32) -> ()
    }) : (tensor<3000xi1>, tensor<3000xi32>, tensor<3000xi32>) -> tensor<3000xi32>
    %72 = "tensor.empty"() : () -> tensor<3000xi1>
    %73 = "linalg.generic"(%71, %72) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg9: i32, %arg10: i1):
      %84 = "arith.cmpi"(%arg9, %15) <{predicate = 2 : i64}> : (i32, i32) -> i1
      "linalg.yield"(%84) : (i1) -> ()
    }) : (tensor<3000xi32>, tensor<3000xi1>) -> tensor<3000xi1>
    %74 = "tensor.empty"() : () -> tensor<3000xi32>
    %75 = "linalg.generic"(%71, %74) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg7: i32, %arg8: i32):
      %83 = "arith.addi"(%arg7, %0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%83) : (i32) -> ()
    }) : (tensor<3000xi32>, tensor<3000xi32>) -> tensor<3000xi32>
    %76 = "tensor.empty"() : () -> tensor<3000xi32>
    %77 = "linalg.generic"(%73, %75, %71, %76) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg3: i1, %arg4: i32, %arg5: i32, %arg6: i32):
      %82 = "arith.select"(%arg3, %arg4, %arg5) : (i1, i32, i32) -> i32
      "linalg.yield"(%82) : (i32) -> ()
    }) : (tensor<3000xi1>, tensor<3000xi32>, tensor<3000xi32>, tensor<3000xi32>) -> tensor<3000xi32>
    %78 = "tensor.expand_shape"(%77) <{reassociation = [[0, 1]], static_output_shape = array<i64: 3000, 1>}> : (tensor<3000xi32>) -> tensor<3000x1xi32>
    %79 = "iree_linalg_ext.scatter"(%20, %78, %18) <{dimension_map = array<i64: 0>, unique_indices = false}> ({
    ^bb0(%arg1: f32, %arg2: f32):
      %81 = "arith.addf"(%arg2, %arg1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "iree_linalg_ext.yield"(%81) : (f32) -> ()
    }) : (tensor<3000xf32>, tensor<3000x1xi32>, tensor<33xf32>) -> tensor<33xf32>
    %80 = "tensor.extract_slice"(%79) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 32>, static_strides = array<i64: 1>}> : (tensor<33xf32>) -> tensor<32xf32>
    "util.return"(%80) : (tensor<32xf32>) -> ()
  }) : () -> ()
}) : () -> ()