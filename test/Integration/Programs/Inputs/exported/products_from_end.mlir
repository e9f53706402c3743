"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<7xi32>, tensor<7xi32>, tensor<7xi32>, tensor<7xi32>) -> (tensor<7xi32>, tensor<7xi32>, tensor<7xi32>, tensor<7xi32>), sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<7xi32>, %arg1: tensor<7xi32>, %arg2: tensor<7xi32>, %arg3: tensor<7xi32>):
    %0 = "arith.constant"() <{value = 6 : index}> : () -> index
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %2 = "tensor.empty"() : () -> tensor<7xi32>
    %3 = "linalg.generic"(%2) <{indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg211: i32):
      %311 = "linalg.index"() <{dim = 0 : i64}> : () -> index
      %312 = "arith.subi"(%0, %311) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %313 = "tensor.extract"(%arg0, %312) : (tensor<7xi32>, index) -> i32
      "linalg.yield"(%313) : (i32) -> ()
    }) : (tensor<7xi32>) -> tensor<7xi32>
    %4 = "tensor.empty"() : () -> tensor<7xi32>
    %5 = "linalg.generic"(%4) <{indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg210: i32):
      %308 = "linalg.index"() <{dim = 0 : i64}> : () -> index
      %309 = "arith.subi"(%0, %308) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %310 = "tensor.extract"(%arg1, %309) : (tensor<7xi32>, index) -> i32
      "linalg.yield"(%310) : (i32) -> ()
    }) : (tensor<7xi32>) -> tensor<7xi32>
    %6 = "tensor.empty"() : () -> tensor<7xi32>
    %7 = "linalg.generic"(%6) <{indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg209: i32):
      %305 = "linalg.index"() <{dim = 0 : i64}> : () -> index
      %306 = "arith.subi"(%0, %305) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %307 = "tensor.extract"(%arg2, %306) : (tensor<7xi32>, index) -> i32
      "linalg.yield"(%307) : (i32) -> ()
    }) : (tensor<7xi32>) -> tensor<7xi32>
    %8 = "tensor.empty"() : () -> tensor<7xi32>
    %9 = "linalg.generic"(%8) <{indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg208: i32):
      %302 = "linalg.index"() <{dim = 0 : i64}> : () -> index
      %303 = "arith.subi"(%0, %302) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %304 = "tensor.extract"(%arg3, %303) : (tensor<7xi32>, index) -> i32
      "linalg.yield"(%304) : (i32) -> ()
    }) : (tensor<7xi32>) -> tensor<7xi32>
    %10 = "tensor.extract_slice"(%3) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 3>, static_strides = array<i64: 2>}> : (tensor<7xi32>) -> tensor<3xi32>
    %11 = "tensor.extract_slice"(%5) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 3>, static_strides = array<i64: 2>}> : (tensor<7xi32>) -> tensor<3xi32>
    %12 = "tensor.extract_slice"(%7) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 3>, static_strides = array<i64: 2>}> : (tensor<7xi32>) -> tensor<3xi32>
    %13 = "tensor.extract_slice"(%9) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 3>, static_strides = array<i64: 2>}> : (tensor<7xi32>) -> tensor<3xi32>
    %14 = "tensor.extract_slice"(%3) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 3>, static_strides = array<i64: 2>}> : (tensor<7xi32>) -> tensor<3xi32>
    %15 = "tensor.extract_slice"(%5) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 3>, static_strides = array<i64: 2>}> : (tensor<7xi32>) -> tensor<3xi32>
    %16 = "tensor.extract_slice"(%7) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 3>, static_strides = array<i64: 2>}> : (tensor<7xi32>) -> tensor<3xi32>
    %17 = "tensor.extract_slice"(%9) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 3>, static_strides = array<i64: 2>}> : (tensor<7xi32>) -> tensor<3xi32>
    %18 = "tensor.empty"() : () -> tensor<3xi32>
    %19 = "linalg.generic"(%10, %14, %18) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg205: i32, %arg206: i32, %arg207: i32):
      %301 = "arith.muli"(%arg205, %arg206) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%301) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %20 = "tensor.empty"() : () -> tensor<3xi32>
    %21 = "linalg.generic"(%11, %16, %20) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg202: i32, %arg203: i32, %arg204: i32):
      %300 = "arith.muli"(%arg202, %arg203) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%300) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %22 = "tensor.empty"() : () -> tensor<3xi32>
    %23 = "linalg.generic"(%19, %21, %22) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg199: i32, %arg200: i32, %arg201: i32):
      %299 = "arith.addi"(%arg199, %arg200) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%299) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %24 = "tensor.empty"() : () -> tensor<3xi32>
    %25 = "linalg.generic"(%10, %15, %24) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg196: i32, %arg197: i32, %arg198: i32):
      %298 = "arith.muli"(%arg196, %arg197) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%298) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %26 = "tensor.empty"() : () -> tensor<3xi32>
    %27 = "linalg.generic"(%11, %17, %26) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg193: i32, %arg194: i32, %arg195: i32):
      %297 = "arith.muli"(%arg193, %arg194) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%297) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %28 = "tensor.empty"() : () -> tensor<3xi32>
    %29 = "linalg.generic"(%25, %27, %28) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg190: i32, %arg191: i32, %arg192: i32):
      %296 = "arith.addi"(%arg190, %arg191) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%296) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %30 = "tensor.empty"() : () -> tensor<3xi32>
    %31 = "linalg.generic"(%12, %14, %30) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg187: i32, %arg188: i32, %arg189: i32):
      %295 = "arith.muli"(%arg187, %arg188) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%295) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %32 = "tensor.empty"() : () -> tensor<3xi32>
    %33 = "linalg.generic"(%13, %16, %32) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg184: i32, %arg185: i32, %arg186: i32):
      %294 = "arith.muli"(%arg184, %arg185) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%294) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %34 = "tensor.empty"() : () -> tensor<3xi32>
    %35 = "linalg.generic"(%31, %33, %34) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg181: i32, %arg182: i32, %arg183: i32):
      %293 = "arith.addi"(%arg181, %arg182) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%293) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %36 = "tensor.empty"() : () -> tensor<3xi32>
    %37 = "linalg.generic"(%12, %15, %36) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg178: i32, %arg179: i32, %arg180: i32):
      %292 = "arith.muli"(%arg178, %arg179) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%292) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %38 = "tensor.empty"() : () -> tensor<3xi32>
    %39 = "linalg.generic"(%13, %17, %38) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg175: i32, %arg176: i32, %arg177: i32):
      %291 = "arith.muli"(%arg175, %arg176) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%291) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %40 = "tensor.empty"() : () -> tensor<3xi32>
    %41 = "linalg.generic"(%37, %39, %40) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg172: i32, %arg173: i32, %arg174: i32):
      %290 = "arith.addi"(%arg172, %arg173) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%290) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %42 = "tensor.extract_slice"(%23) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 2>}> : (tensor<3xi32>) -> tensor<1xi32>
    %43 = "tensor.extract_slice"(%29) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 2>}> : (tensor<3xi32>) -> tensor<1xi32>
    %44 = "tensor.extract_slice"(%35) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 2>}> : (tensor<3xi32>) -> tensor<1xi32>
    %45 = "tensor.extract_slice"(%41) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 2>}> : (tensor<3xi32>) -> tensor<1xi32>
    %46 = "tensor.extract_slice"(%23) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 1>, static_strides = array<i64: 2>}> : (tensor<3xi32>) -> tensor<1xi32>
    %47 = "tensor.extract_slice"(%29) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 1>, static_strides = array<i64: 2>}> : (tensor<3xi32>) -> tensor<1xi32>
    %48 = "tensor.extract_slice"(%35) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 1>, static_strides = array<i64: 2>}> : (tensor<3xi32>) -> tensor<1xi32>
    %49 = "tensor.extract_slice"(%41) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 1>, static_strides = array<i64: 2>}> : (tensor<3xi32>) -> tensor<1xi32>
    %50 = "tensor.empty"() : () -> tensor<1xi32>
    %51 = "linalg.generic"(%42, %46, %50) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg169: i32, %arg170: i32, %arg171: i32):
      %289 = "arith.muli"(%arg169, %arg170) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%289) : (i32) -> ()
    }) : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %52 = "tensor.empty"() : () -> tensor<1xi32>
    %53 = "linalg.generic"(%43, %48, %52) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg166: i32, %arg167: i32, %arg168: i32):
      %288 = "arith.muli"(%arg166, %arg167) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%288) : (i32) -> ()
    }) : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %54 = "tensor.empty"() : () -> tensor<1xi32>
    %55 = "linalg.generic"(%51, %53, %54) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg163: i32, %arg164: i32, %arg165: i32):
      %287 = "arith.addi"(%arg163, %arg164) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%287) : (i32) -> ()
    }) : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %56 = "tensor.empty"() : () -> tensor<1xi32>
    %57 = "linalg.generic"(%42, %47, %56) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg160: i32, %arg161: i32, %arg162: i32):
      %286 = "arith.muli"(%arg160, %arg161) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%286) : (i32) -> ()
    }) : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %58 = "tensor.empty"() : () -> tensor<1xi32>
    %59 = "linalg.generic"(%43, %49, %58) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg157: i32, %arg158: i32, %arg159: i32):
      %285 = "arith.muli"(%arg157, %arg158) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%285) : (i32) -> ()
    }) : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %60 = "tensor.empty"() : () -> tensor<1xi32>
    %61 = "linalg.generic"(%57, %59, %60) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg154: i32, %arg155: i32, %arg156: i32):
      %284 = "arith.addi"(%arg154, %arg155) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%284) : (i32) -> ()
    }) : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %62 = "tensor.empty"() : () -> tensor<1xi32>
    %63 = "linalg.generic"(%44, %46, %62) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg151: i32, %arg152: i32, %arg153: i32):
      %283 = "arith.muli"(%arg151, %arg152) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%283) : (i32) -> ()
    }) : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %64 = "tensor.empty"() : () -> tensor<1xi32>
    %65 = "linalg.generic"(%45, %48, %64) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg148: i32, %arg149: i32, %arg150: i32):
      %282 = "arith.muli"(%arg148, %arg149) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%282) : (i32) -> ()
    }) : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %66 = "tensor.empty"() : () -> tensor<1xi32>
    %67 = "linalg.generic"(%63, %65, %66) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg145: i32, %arg146: i32, %arg147: i32):
      %281 = "arith.addi"(%arg145, %arg146) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%281) : (i32) -> ()
    }) : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %68 = "tensor.empty"() : () -> tensor<1xi32>
    %69 = "linalg.generic"(%44, %47, %68) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg142: i32, %arg143: i32, %arg144: i32):
      %280 = "arith.muli"(%arg142, %arg143) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%280) : (i32) -> ()
    }) : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %70 = "tensor.empty"() : () -> tensor<1xi32>
    %71 = "linalg.generic"(%45, %49, %70) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg139: i32, %arg140: i32, %arg141: i32):
      %279 = "arith.muli"(%arg139, %arg140) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%279) : (i32) -> ()
    }) : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %72 = "tensor.empty"() : () -> tensor<1xi32>
    %73 = "linalg.generic"(%69, %71, %72) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg136: i32, %arg137: i32, %arg138: i32):
      %278 = "arith.addi"(%arg136, %arg137) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%278) : (i32) -> ()
    }) : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %74 = "tensor.extract_slice"(%23) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2>, static_sizes = array<i64: 1>, static_strides = array<i64: 2>}> : (tensor<3xi32>) -> tensor<1xi32>
    %75 = "tensor.extract_slice"(%29) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2>, static_sizes = array<i64: 1>, static_strides = array<i64: 2>}> : (tensor<3xi32>) -> tensor<1xi32>
    %76 = "tensor.extract_slice"(%35) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2>, static_sizes = array<i64: 1>, static_strides = array<i64: 2>}> : (tensor<3xi32>) -> tensor<1xi32>
    %77 = "tensor.extract_slice"(%41) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2>, static_sizes = array<i64: 1>, static_strides = array<i64: 2>}> : (tensor<3xi32>) -> tensor<1xi32>
    %78 = "tensor.empty"() : () -> tensor<1xi32>
    %79 = "linalg.generic"(%55, %74, %78) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg133: i32, %arg134: i32, %arg135: i32):
      %277 = "arith.muli"(%arg133, %arg134) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%277) : (i32) -> ()
    }) : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %80 = "tensor.empty"() : () -> tensor<1xi32>
    %81 = "linalg.generic"(%61, %76, %80) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg130: i32, %arg131: i32, %arg132: i32):
      %276 = "arith.muli"(%arg130, %arg131) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%276) : (i32) -> ()
    }) : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %82 = "tensor.empty"() : () -> tensor<1xi32>
    %83 = "linalg.generic"(%79, %81, %82) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg127: i32, %arg128: i32, %arg129: i32):
      %275 = "arith.addi"(%arg127, %arg128) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%275) : (i32) -> ()
    }) : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %84 = "tensor.empty"() : () -> tensor<1xi32>
    %85 = "linalg.generic"(%55, %75, %84) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg124: i32, %arg125: i32, %arg126: i32):
      %274 = "arith.muli"(%arg124, %arg125) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%274) : (i32) -> ()
    }) : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %86 = "tensor.empty"() : () -> tensor<1xi32>
    %87 = "linalg.generic"(%61, %77, %86) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg121: i32, %arg122: i32, %arg123: i32):
      %273 = "arith.muli"(%arg121, %arg122) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%273) : (i32) -> ()
    }) : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %88 = "tensor.empty"() : () -> tensor<1xi32>
    %89 = "linalg.generic"(%85, %87, %88) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg118: i32, %arg119: i32, %arg120: i32):
      %272 = "arith.addi"(%arg118, %arg119) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%272) : (i32) -> ()
    }) : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %90 = "tensor.empty"() : () -> tensor<1xi32>
    %91 = "linalg.generic"(%67, %74, %90) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg115: i32, %arg116: i32, %arg117: i32):
      %271 = "arith.muli"(%arg115, %arg116) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%271) : (i32) -> ()
    }) : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %92 = "tensor.empty"() : () -> tensor<1xi32>
    %93 = "linalg.generic"(%73, %76, %92) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg112: i32, %arg113: i32, %arg114: i32):
      %270 = "arith.muli"(%arg112, %arg113) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%270) : (i32) -> ()
    }) : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %94 = "tensor.empty"() : () -> tensor<1xi32>
    %95 = "linalg.generic"(%91, %93, %94) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg109: i32, %arg110: i32, %arg111: i32):
      %269 = "arith.addi"(%arg109, %arg110) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%269) : (i32) -> ()
    }) : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %96 = "tensor.empty"() : () -> tensor<1xi32>
    %97 = "linalg.generic"(%67, %75, %96) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg106: i32, %arg107: i32, %arg108: i32):
      %268 = "arith.muli"(%arg106, %arg107) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%268) : (i32) -> ()
    }) : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %98 = "tensor.empty"() : () -> tensor<1xi32>
    %99 = "linalg.generic"(%73, %77, %98) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg103: i32, %arg104: i32, %arg105: i32):
      %267 = "arith.muli"(%arg103, %arg104) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%267) : (i32) -> ()
    }) : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %100 = "tensor.empty"() : () -> tensor<1xi32>
    %101 = "linalg.generic"(%97, %99, %100) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg100: i32, %arg101: i32, %arg102: i32):
      %266 = "arith.addi"(%arg100, %arg101) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%266) : (i32) -> ()
    }) : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %102 = "tensor.extract_slice"(%23) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<3xi32>) -> tensor<1xi32>
    %103 = "tensor.empty"() : () -> tensor<2xi32>
    %104 = "tensor.insert_slice"(%102, %103) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<1xi32>, tensor<2xi32>) -> tensor<2xi32>
    %105 = "tensor.insert_slice"(%83, %104) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<1xi32>, tensor<2xi32>) -> tensor<2xi32>
    %106 = "tensor.extract_slice"(%29) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<3xi32>) -> tensor<1xi32>
    %107 = "tensor.empty"() : () -> tensor<2xi32>
    %108 = "tensor.insert_slice"(%106, %107) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<1xi32>, tensor<2xi32>) -> tensor<2xi32>
    %109 = "tensor.insert_slice"(%89, %108) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<1xi32>, tensor<2xi32>) -> tensor<2xi32>
    %110 = "tensor.extract_slice"(%35) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<3xi32>) -> tensor<1xi32>
    %111 = "tensor.empty"() : () -> tensor<2xi32>
    %112 = "tensor.insert_slice"(%110, %111) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<1xi32>, tensor<2xi32>) -> tensor<2xi32>
    %113 = "tensor.insert_slice"(%95, %112) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<1xi32>, tensor<2xi32>) -> tensor<2xi32>
    %114 = "tensor.extract_slice"(%41) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<3xi32>) -> tensor<1xi32>
    %115 = "tensor.empty"() : () -> tensor<2xi32>
    %116 = "tensor.insert_slice"(%114, %115) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<1xi32>, tensor<2xi32>) -> tensor<2xi32>
    %117 = "tensor.insert_slice"(%101, %116) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<1xi32>, tensor<2xi32>) -> tensor<2xi32>
    %118 = "tensor.empty"() : () -> tensor<3xi32>
    %119 = "linalg.fill"(%1, %118) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg98: i32, %arg99: i32):
      "linalg.yield"(%arg98) : (i32) -> ()
    }) : (i32, tensor<3xi32>) -> tensor<3xi32>
    %120 = "tensor.insert_slice"(%105, %119) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 2>, static_strides = array<i64: 2>}> : (tensor<2xi32>, tensor<3xi32>) -> tensor<3xi32>
    %121 = "tensor.empty"() : () -> tensor<3xi32>
    %122 = "linalg.fill"(%1, %121) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg96: i32, %arg97: i32):
      "linalg.yield"(%arg96) : (i32) -> ()
    }) : (i32, tensor<3xi32>) -> tensor<3xi32>
    %123 = "tensor.insert_slice"(%55, %122) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 1>, static_strides = array<i64: 2>}> : (tensor<1xi32>, tensor<3xi32>) -> tensor<3xi32>
    %124 = "tensor.empty"() : () -> tensor<3xi32>
    %125 = "linalg.generic"(%120, %123, %124) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg93: i32, %arg94: i32, %arg95: i32):
      %265 = "arith.addi"(%arg93, %arg94) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%265) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %126 = "tensor.empty"() : () -> tensor<3xi32>
    %127 = "linalg.fill"(%1, %126) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg91: i32, %arg92: i32):
      "linalg.yield"(%arg91) : (i32) -> ()
    }) : (i32, tensor<3xi32>) -> tensor<3xi32>
    %128 = "tensor.insert_slice"(%109, %127) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 2>, static_strides = array<i64: 2>}> : (tensor<2xi32>, tensor<3xi32>) -> tensor<3xi32>
    %129 = "tensor.empty"() : () -> tensor<3xi32>
    %130 = "linalg.fill"(%1, %129) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg89: i32, %arg90: i32):
      "linalg.yield"(%arg89) : (i32) -> ()
    }) : (i32, tensor<3xi32>) -> tensor<3xi32>
    %131 = "tensor.insert_slice"(%61, %130) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 1>, static_strides = array<i64: 2>}> : (tensor<1xi32>, tensor<3xi32>) -> tensor<3xi32>
    %132 = "tensor.empty"() : () -> tensor<3xi32>
    %133 = "linalg.generic"(%128, %131, %132) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg86: i32, %arg87: i32, %arg88: i32):
      %264 = "arith.addi"(%arg86, %arg87) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%264) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %134 = "tensor.empty"() : () -> tensor<3xi32>
    %135 = "linalg.fill"(%1, %134) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg84: i32, %arg85: i32):
      "linalg.yield"(%arg84) : (i32) -> ()
    }) : (i32, tensor<3xi32>) -> tensor<3xi32>
    %136 = "tensor.insert_slice"(%113, %135) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 2>, static_strides = array<i64: 2>}> : (tensor<2xi32>, tensor<3xi32>) -> tensor<3xi32>
    %137 = "tensor.empty"() : () -> tensor<3xi32>
    %138 = "linalg.fill"(%1, %137) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg82: i32, %arg83: i32):
      "linalg.yield"(%arg82) : (i32) -> ()
    }) : (i32, tensor<3xi32>) -> tensor<3xi32>
    %139 = "tensor.insert_slice"(%67, %138) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 1>, static_strides = array<i64: 2>}> : (tensor<1xi32>, tensor<3xi32>) -> tensor<3xi32>
    %140 = "tensor.empty"() : () -> tensor<3xi32>
    %141 = "linalg.generic"(%136, %139, %140) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg79: i32, %arg80: i32, %arg81: i32):
      %263 = "arith.addi"(%arg79, %arg80) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%263) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %142 = "tensor.empty"() : () -> tensor<3xi32>
    %143 = "linalg.fill"(%1, %142) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg77: i32, %arg78: i32):
      "linalg.yield"(%arg77) : (i32) -> ()
    }) : (i32, tensor<3xi32>) -> tensor<3xi32>
    %144 = "tensor.insert_slice"(%117, %143) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 2>, static_strides = array<i64: 2>}> : (tensor<2xi32>, tensor<3xi32>) -> tensor<3xi32>
    %145 = "tensor.empty"() : () -> tensor<3xi32>
    %146 = "linalg.fill"(%1, %145) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg75: i32, %arg76: i32):
      "linalg.yield"(%arg75) : (i32) -> ()
    }) : (i32, tensor<3xi32>) -> tensor<3xi32>
    %147 = "tensor.insert_slice"(%73, %146) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 1>, static_strides = array<i64: 2>}> : (tensor<1xi32>, tensor<3xi32>) -> tensor<3xi32>
    %148 = "tensor.empty"() : () -> tensor<3xi32>
    %149 = "linalg.generic"(%144, %147, %148) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg72: i32, %arg73: i32, %arg74: i32):
      %262 = "arith.addi"(%arg72, %arg73) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%262) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %150 = "tensor.extract_slice"(%3) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2>, static_sizes = array<i64: 3>, static_strides = array<i64: 2>}> : (tensor<7xi32>) -> tensor<3xi32>
    %151 = "tensor.extract_slice"(%5) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2>, static_sizes = array<i64: 3>, static_strides = array<i64: 2>}> : (tensor<7xi32>) -> tensor<3xi32>
    %152 = "tensor.extract_slice"(%7) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2>, static_sizes = array<i64: 3>, static_strides = array<i64: 2>}> : (tensor<7xi32>) -> tensor<3xi32>
    %153 = "tensor.extract_slice"(%9) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2>, static_sizes = array<i64: 3>, static_strides = array<i64: 2>}> : (tensor<7xi32>) -> tensor<3xi32>
    %154 = "tensor.empty"() : () -> tensor<3xi32>
    %155 = "linalg.generic"(%125, %150, %154) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg69: i32, %arg70: i32, %arg71: i32):
      %261 = "arith.muli"(%arg69, %arg70) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%261) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %156 = "tensor.empty"() : () -> tensor<3xi32>
    %157 = "linalg.generic"(%133, %152, %156) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg66: i32, %arg67: i32, %arg68: i32):
      %260 = "arith.muli"(%arg66, %arg67) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%260) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %158 = "tensor.empty"() : () -> tensor<3xi32>
    %159 = "linalg.generic"(%155, %157, %158) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg63: i32, %arg64: i32, %arg65: i32):
      %259 = "arith.addi"(%arg63, %arg64) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%259) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %160 = "tensor.empty"() : () -> tensor<3xi32>
    %161 = "linalg.generic"(%125, %151, %160) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg60: i32, %arg61: i32, %arg62: i32):
      %258 = "arith.muli"(%arg60, %arg61) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%258) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %162 = "tensor.empty"() : () -> tensor<3xi32>
    %163 = "linalg.generic"(%133, %153, %162) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg57: i32, %arg58: i32, %arg59: i32):
      %257 = "arith.muli"(%arg57, %arg58) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%257) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %164 = "tensor.empty"() : () -> tensor<3xi32>
    %165 = "linalg.generic"(%161, %163, %164) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg54: i32, %arg55: i32, %arg56: i32):
      %256 = "arith.addi"(%arg54, %arg55) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%256) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %166 = "tensor.empty"() : () -> tensor<3xi32>
    %167 = "linalg.generic"(%141, %150, %166) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg51: i32, %arg52: i32, %arg53: i32):
      %255 = "arith.muli"(%arg51, %arg52) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%255) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %168 = "tensor.empty"() : () -> tensor<3xi32>
    %169 = "linalg.generic"(%149, %152, %168) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg48: i32, %arg49: i32, %arg50: i32):
      %254 = "arith.muli"(%arg48, %arg49) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%254) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %170 = "tensor.empty"() : () -> tensor<3xi32>
    %171 = "linalg.generic"(%167, %169, %170) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg45: i32, %arg46: i32, %arg47: i32):
      %253 = "arith.addi"(%arg45, %arg46) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%253) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %172 = "tensor.empty"() : () -> tensor<3xi32>
    %173 = "linalg.generic"(%141, %151, %172) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg42: i32, %arg43: i32, %arg44: i32):
      %252 = "arith.muli"(%arg42, %arg43) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%252) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %174 = "tensor.empty"() : () -> tensor<3xi32>
    %175 = "linalg.generic"(%149, %153, %174) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg39: i32, %arg40: i32, %arg41: i32):
      %251 = "arith.muli"(%arg39, %arg40) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%251) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %176 = "tensor.empty"() : () -> tensor<3xi32>
    %177 = "linalg.generic"(%173, %175, %176) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg36: i32, %arg37: i32, %arg38: i32):
      %250 = "arith.addi"(%arg36, %arg37) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%250) : (i32) -> ()
    }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %178 = "tensor.extract_slice"(%3) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<7xi32>) -> tensor<1xi32>
    %179 = "tensor.empty"() : () -> tensor<4xi32>
    %180 = "tensor.insert_slice"(%178, %179) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<1xi32>, tensor<4xi32>) -> tensor<4xi32>
    %181 = "tensor.insert_slice"(%159, %180) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 3>, static_strides = array<i64: 1>}> : (tensor<3xi32>, tensor<4xi32>) -> tensor<4xi32>
    %182 = "tensor.extract_slice"(%5) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<7xi32>) -> tensor<1xi32>
    %183 = "tensor.empty"() : () -> tensor<4xi32>
    %184 = "tensor.insert_slice"(%182, %183) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<1xi32>, tensor<4xi32>) -> tensor<4xi32>
    %185 = "tensor.insert_slice"(%165, %184) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 3>, static_strides = array<i64: 1>}> : (tensor<3xi32>, tensor<4xi32>) -> tensor<4xi32>
    %186 = "tensor.extract_slice"(%7) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<7xi32>) -> tensor<1xi32>
    %187 = "tensor.empty"() : () -> tensor<4xi32>
    %188 = "tensor.insert_slice"(%186, %187) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<1xi32>, tensor<4xi32>) -> tensor<4xi32>
    %189 = "tensor.insert_slice"(%171, %188) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 3>, static_strides = array<i64: 1>}> : (tensor<3xi32>, tensor<4xi32>) -> tensor<4xi32>
    %190 = "tensor.extract_slice"(%9) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<7xi32>) -> tensor<1xi32>
    %191 = "tensor.empty"() : () -> tensor<4xi32>
    %192 = "tensor.insert_slice"(%190, %191) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<1xi32>, tensor<4xi32>) -> tensor<4xi32>
    %193 = "tensor.insert_slice"(%177, %192) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 3>, static_strides = array<i64: 1>}> : (tensor<3xi32>, tensor<4xi32>) -> tensor<4xi32>
    %194 = "tensor.empty"() : () -> tensor<7xi32>
    %195 = "linalg.fill"(%1, %194) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg34: i32, %arg35: i32):
      "linalg.yield"(%arg34) : (i32) -> ()
    }) : (i32, tensor<7xi32>) -> tensor<7xi32>
    %196 = "tensor.insert_slice"(%181, %195) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 4>, static_strides = array<i64: 2>}> : (tensor<4xi32>, tensor<7xi32>) -> tensor<7xi32>
    %197 = "tensor.empty"() : () -> tensor<7xi32>
    %198 = "linalg.fill"(%1, %197) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg32: i32, %arg33: i32):
      "linalg.yield"(%arg32) : (i32) -> ()
    }) : (i32, tensor<7xi32>) -> tensor<7xi32>
    %199 = "tensor.insert_slice"(%125, %198) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 3>, static_strides = array<i64: 2>}> : (tensor<3xi32>, tensor<7xi32>) -> tensor<7xi32>
    %200 = "tensor.empty"() : () -> tensor<7xi32>
    %201 = "linalg.generic"(%196, %199, %200) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg29: i32, %arg30: i32, %arg31: i32):
      %249 = "arith.addi"(%arg29, %arg30) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%249) : (i32) -> ()
    }) : (tensor<7xi32>, tensor<7xi32>, tensor<7xi32>) -> tensor<7xi32>
    %202 = "tensor.empty"() : () -> tensor<7xi32>
    %203 = "linalg.fill"(%1, %202) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg27: i32, %arg28: i32):
      "linalg.yield"(%arg27) : (i32) -> ()
    }) : (i32, tensor<7xi32>) -> tensor<7xi32>
    %204 = "tensor.insert_slice"(%185, %203) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 4>, static_strides = array<i64: 2>}> : (tensor<4xi32>, tensor<7xi32>) -> tensor<7xi32>
    %205 = "tensor.empty"() : () -> tensor<7xi32>
    %206 = "linalg.fill"(%1, %205) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg25: i32, %arg26: i32):
      "linalg.yield"(%arg25) : (i32) -> ()
    }) : (i32, tensor<7xi32>) -> tensor<7xi32>
    %207 = "tensor.insert_slice"(%133, %206) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 3>, static_strides = array<i64: 2>}> : (tensor<3xi32>, tensor<7xi32>) -> tensor<7xi32>
    %208 = "tensor.empty"() : () -> tensor<7xi32>
    %209 = "linalg.generic"(%204, %207, %208) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg22: i32, %arg23: i32, %arg24: i32):
      %248 = "arith.addi"(%arg22, %arg23) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%248) : (i32) -> ()
    }) : (tensor<7xi32>, tensor<7xi32>, tensor<7xi32>) -> tensor<7xi32>
    %210 = "tensor.empty"() : () -> tensor<7xi32>
    %211 = "linalg.fill"(%1, %210) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg20: i32, %arg21: i32):
      "linalg.yield"(%arg20) : (i32) -> ()
    }) : (i32, tensor<7xi32>) -> tensor<7xi32>
    %212 = "tensor.insert_slice"(%189, %211) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 4>, static_strides = array<i64: 2>}> : (tensor<4xi32>, tensor<7xi32>) -> tensor<7xi32>
    %213 = "tensor.empty"() : () -> tensor<7xi32>
    %214 = "linalg.fill"(%1, %213) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg18: i32, %arg19: i32):
      "linalg.yield"(%arg18) : (i32) -> ()
    }) : (i32, tensor<7xi32>) -> tensor<7xi32>
    %215 = "tensor.insert_slice"(%141, %214) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 3>, static_strides = array<i64: 2>}> : (tensor<3xi32>, tensor<7xi32>) -> tensor<7xi32>
    %216 = "tensor.empty"() : () -> tensor<7xi32>
    %217 = "linalg.generic"(%212, %215, %216) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg15: i32, %arg16: i32, %arg17: i32):
      %247 = "arith.addi"(%arg15, %arg16) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%247) : (i32) -> ()
    }) : (tensor<7xi32>, tensor<7xi32>, tensor<7xi32>) -> tensor<7xi32>
    %218 = "tensor.empty"() : () -> tensor<7xi32>
    %219 = "linalg.fill"(%1, %218) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg13: i32, %arg14: i32):
      "linalg.yield"(%arg13) : (i32) -> ()
    }) : (i32, tensor<7xi32>) -> tensor<7xi32>
    %220 = "tensor.insert_slice"(%193, %219) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 4>, static_strides = array<i64: 2>}> : (tensor<4xi32>, tensor<7xi32>) -> tensor<7xi32>
    %221 = "tensor.empty"() : () -> tensor<7xi32>
    %222 = "linalg.fill"(%1, %221) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg11: i32, %arg12: i32):
      "linalg.yield"(%arg11) : (i32) -> ()
    }) : (i32, tensor<7xi32>) -> tensor<7xi32>
    %223 = "tensor.insert_slice"(%149, %222) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 3>, static_strides = array<i64: 2>}> : (tensor<3xi32>, tensor<7xi32>) -> tensor<7xi32>
    %224 = "tensor.empty"() : () -> tensor<7xi32>
    %225 = "linalg.generic"(%220, %223, %224) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg8: i32, %arg9: i32, %arg10: i32):
      %246 = "arith.addi"(%arg8, %arg9) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%246) : (i32) -> ()
    }) : (tensor<7xi32>, tensor<7xi32>, tensor<7xi32>) -> tensor<7xi32>
    %226 = "tensor.empty"() : () -> tensor<7xi32>
    %227 = "linalg.generic"(%226) <{indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg7: i32):
      %243 = "linalg.index"() <{dim = 0 : i64}> : () -> index
      %244 = "arith.subi"(%0, %243) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %245 = "tensor.extract"(%201, %244) : (tensor<7xi32>, index) -> i32
      "linalg.yield"(%245) : (i32) -> ()
    }) : (tensor<7xi32>) -> tensor<7xi32>
    %228 = "tensor.empty"() : () -> tensor<7xi32>
    %229 = "linalg.generic"(%228) <{indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg6: i32):
      %240 = "linalg.index"() <{dim = 0 : i64}> : () -> index
      %241 = "arith.subi"(%0, %240) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %242 = "tensor.extract"(%209, %241) : (tensor<7xi32>, index) -> i32
      "linalg.yield"(%242) : (i32) -> ()
    }) : (tensor<7xi32>) -> tensor<7xi32>
    %230 = "tensor.empty"() : () -> tensor<7xi32>
    %231 = "linalg.generic"(%230) <{indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg5: i32):
      %237 = "linalg.index"() <{dim = 0 : i64}> : () -> index
      %238 = "arith.subi"(%0, %237) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %239 = "tensor.extract"(%217, %238) : (tensor<7xi32>, index) -> i32
      "linalg.yield"(%239) : (i32) -> ()
    }) : (tensor<7xi32>) -> tensor<7xi32>
    %232 = "tensor.empty"() : () -> tensor<7xi32>
    %233 = "linalg.generic"(%232) <{indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg4: i32):
      %234 = "linalg.index"() <{dim = 0 : i64}> : () -> index
      %235 = "arith.subi"(%0, %234) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %236 = "tensor.extract"(%225, %235) : (tensor<7xi32>, index) -> i32
      "linalg.yield"(%236) : (i32) -> ()
    }) : (tensor<7xi32>) -> tensor<7xi32>
    "util.return"(%227, %229, %231, %233) : (tensor<7xi32>, tensor<7xi32>, tensor<7xi32>, tensor<7xi32>) -> ()
  }) : () -> ()
}) : () -> ()