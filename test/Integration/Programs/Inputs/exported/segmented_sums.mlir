"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "util.func"() <{function_type = (tensor<22xi1>, tensor<22xi32>) -> tensor<22xi32>, sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<22xi1>, %arg1: tensor<22xi32>):
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "tensor.extract_slice"(%arg0) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 11>, static_strides = array<i64: 2>}> : (tensor<22xi1>) -> tensor<11xi1>
    %2 = "tensor.extract_slice"(%arg1) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 11>, static_strides = array<i64: 2>}> : (tensor<22xi32>) -> tensor<11xi32>
    %3 = "tensor.extract_slice"(%arg0) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 11>, static_strides = array<i64: 2>}> : (tensor<22xi1>) -> tensor<11xi1>
    %4 = "tensor.extract_slice"(%arg1) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 11>, static_strides = array<i64: 2>}> : (tensor<22xi32>) -> tensor<11xi32>
    %5 = "tensor.empty"() : () -> tensor<11xi1>
    %6 = "linalg.generic"(%1, %3, %5) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg85: i1, %arg86: i1, %arg87: i1):
      %122 = "arith.ori"(%arg85, %arg86) : (i1, i1) -> i1
      "linalg.yield"(%122) : (i1) -> ()
    }) : (tensor<11xi1>, tensor<11xi1>, tensor<11xi1>) -> tensor<11xi1>
    %7 = "tensor.empty"() : () -> tensor<11xi32>
    %8 = "linalg.generic"(%2, %4, %7) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg82: i32, %arg83: i32, %arg84: i32):
      %121 = "arith.addi"(%arg82, %arg83) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%121) : (i32) -> ()
    }) : (tensor<11xi32>, tensor<11xi32>, tensor<11xi32>) -> tensor<11xi32>
    %9 = "tensor.empty"() : () -> tensor<11xi32>
    %10 = "linalg.generic"(%3, %4, %8, %9) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg78: i1, %arg79: i32, %arg80: i32, %arg81: i32):
      %120 = "arith.select"(%arg78, %arg79, %arg80) : (i1, i32, i32) -> i32
      "linalg.yield"(%120) : (i32) -> ()
    }) : (tensor<11xi1>, tensor<11xi32>, tensor<11xi32>, tensor<11xi32>) -> tensor<11xi32>
    %11 = "tensor.extract_slice"(%6) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 5>, static_strides = array<i64: 2>}> : (tensor<11xi1>) -> tensor<5xi1>
    %12 = "tensor.extract_slice"(%10) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 5>, static_strides = array<i64: 2>}> : (tensor<11xi32>) -> tensor<5xi32>
    %13 = "tensor.extract_slice"(%6) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 5>, static_strides = array<i64: 2>}> : (tensor<11xi1>) -> tensor<5xi1>
    %14 = "tensor.extract_slice"(%10) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 5>, static_strides = array<i64: 2>}> : (tensor<11xi32>) -> tensor<5xi32>
    %15 = "tensor.empty"() : () -> tensor<5xi1>
    %16 = "linalg.generic"(%11, %13, %15) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg75: i1, %arg76: i1, %arg77: i1):
      %119 = "arith.ori"(%arg75, %arg76) : (i1, i1) -> i1
      "linalg.yield"(%119) : (i1) -> ()
    }) : (tensor<5xi1>, tensor<5xi1>, tensor<5xi1>) -> tensor<5xi1>
    %17 = "tensor.empty"() : () -> tensor<5xi32>
    %18 = "linalg.generic"(%12, %14, %17) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg72: i32, %arg73: i32, %arg74: i32):
      %118 = "arith.addi"(%arg72, %arg73) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%118) : (i32) -> ()
    }) : (tensor<5xi32>, tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
    %19 = "tensor.empty"() : () -> tensor<5xi32>
    %20 = "linalg.generic"(%13, %14, %18, %19) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg68: i1, %arg69: i32, %arg70: i32, %arg71: i32):
      %117 = "arith.select"(%arg68, %arg69, %arg70) : (i1, i32, i32) -> i32
      "linalg.yield"(%117) : (i32) -> ()
    }) : (tensor<5xi1>, tensor<5xi32>, tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
    %21 = "tensor.extract_slice"(%16) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 2>, static_strides = array<i64: 2>}> : (tensor<5xi1>) -> tensor<2xi1>
    %22 = "tensor.extract_slice"(%20) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 2>, static_strides = array<i64: 2>}> : (tensor<5xi32>) -> tensor<2xi32>
    %23 = "tensor.extract_slice"(%16) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 2>, static_strides = array<i64: 2>}> : (tensor<5xi1>) -> tensor<2xi1>
    %24 = "tensor.extract_slice"(%20) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 2>, static_strides = array<i64: 2>}> : (tensor<5xi32>) -> tensor<2xi32>
    %25 = "tensor.empty"() : () -> tensor<2xi1>
    %26 = "linalg.generic"(%21, %23, %25) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg65: i1, %arg66: i1, %arg67: i1):
      %116 = "arith.ori"(%arg65, %arg66) : (i1, i1) -> i1
      "linalg.yield"(%116) : (i1) -> ()
    }) : (tensor<2xi1>, tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
    %27 = "tensor.empty"() : () -> tensor<2xi32>
    %28 = "linalg.generic"(%22, %24, %27) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg62: i32, %arg63: i32, %arg64: i32):
      %115 = "arith.addi"(%arg62, %arg63) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%115) : (i32) -> ()
    }) : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %29 = "tensor.empty"() : () -> tensor<2xi32>
    %30 = "linalg.generic"(%23, %24, %28, %29) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg58: i1, %arg59: i32, %arg60: i32, %arg61: i32):
      %114 = "arith.select"(%arg58, %arg59, %arg60) : (i1, i32, i32) -> i32
      "linalg.yield"(%114) : (i32) -> ()
    }) : (tensor<2xi1>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %31 = "tensor.extract_slice"(%30) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 2>}> : (tensor<2xi32>) -> tensor<1xi32>
    %32 = "tensor.extract_slice"(%26) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 1>, static_strides = array<i64: 2>}> : (tensor<2xi1>) -> tensor<1xi1>
    %33 = "tensor.extract_slice"(%30) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 1>, static_strides = array<i64: 2>}> : (tensor<2xi32>) -> tensor<1xi32>
    %34 = "tensor.empty"() : () -> tensor<1xi32>
    %35 = "linalg.generic"(%31, %33, %34) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg55: i32, %arg56: i32, %arg57: i32):
      %113 = "arith.addi"(%arg55, %arg56) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%113) : (i32) -> ()
    }) : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %36 = "tensor.empty"() : () -> tensor<1xi32>
    %37 = "linalg.generic"(%32, %33, %35, %36) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg51: i1, %arg52: i32, %arg53: i32, %arg54: i32):
      %112 = "arith.select"(%arg51, %arg52, %arg53) : (i1, i32, i32) -> i32
      "linalg.yield"(%112) : (i32) -> ()
    }) : (tensor<1xi1>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %38 = "tensor.extract_slice"(%30) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<2xi32>) -> tensor<1xi32>
    %39 = "tensor.empty"() : () -> tensor<2xi32>
    %40 = "linalg.fill"(%0, %39) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg49: i32, %arg50: i32):
      "linalg.yield"(%arg49) : (i32) -> ()
    }) : (i32, tensor<2xi32>) -> tensor<2xi32>
    %41 = "tensor.insert_slice"(%38, %40) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 2>}> : (tensor<1xi32>, tensor<2xi32>) -> tensor<2xi32>
    %42 = "tensor.empty"() : () -> tensor<2xi32>
    %43 = "linalg.fill"(%0, %42) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg47: i32, %arg48: i32):
      "linalg.yield"(%arg47) : (i32) -> ()
    }) : (i32, tensor<2xi32>) -> tensor<2xi32>
    %44 = "tensor.insert_slice"(%37, %43) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 1>, static_strides = array<i64: 2>}> : (tensor<1xi32>, tensor<2xi32>) -> tensor<2xi32>
    %45 = "tensor.empty"() : () -> tensor<2xi32>
    %46 = "linalg.generic"(%41, %44, %45) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg44: i32, %arg45: i32, %arg46: i32):
      %111 = "arith.addi"(%arg44, %arg45) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%111) : (i32) -> ()
    }) : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %47 = "tensor.extract_slice"(%16) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2>, static_sizes = array<i64: 2>, static_strides = array<i64: 2>}> : (tensor<5xi1>) -> tensor<2xi1>
    %48 = "tensor.extract_slice"(%20) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2>, static_sizes = array<i64: 2>, static_strides = array<i64: 2>}> : (tensor<5xi32>) -> tensor<2xi32>
    %49 = "tensor.empty"() : () -> tensor<2xi32>
    %50 = "linalg.generic"(%46, %48, %49) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg41: i32, %arg42: i32, %arg43: i32):
      %110 = "arith.addi"(%arg41, %arg42) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%110) : (i32) -> ()
    }) : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %51 = "tensor.empty"() : () -> tensor<2xi32>
    %52 = "linalg.generic"(%47, %48, %50, %51) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg37: i1, %arg38: i32, %arg39: i32, %arg40: i32):
      %109 = "arith.select"(%arg37, %arg38, %arg39) : (i1, i32, i32) -> i32
      "linalg.yield"(%109) : (i32) -> ()
    }) : (tensor<2xi1>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %53 = "tensor.extract_slice"(%20) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<5xi32>) -> tensor<1xi32>
    %54 = "tensor.empty"() : () -> tensor<3xi32>
    %55 = "tensor.insert_slice"(%53, %54) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<1xi32>, tensor<3xi32>) -> tensor<3xi32>
    %56 = "tensor.insert_slice"(%52, %55) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 2>, static_strides = array<i64: 1>}> : (tensor<2xi32>, tensor<3xi32>) -> tensor<3xi32>
    %57 = "tensor.empty"() : () -> tensor<5xi32>
    %58 = "linalg.fill"(%0, %57) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg35: i32, %arg36: i32):
      "linalg.yield"(%arg35) : (i32) -> ()
    }) : (i32, tensor<5xi32>) -> tensor<5xi32>
    %59 = "tensor.insert_slice"(%56, %58) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 3>, static_strides = array<i64: 2>}> : (tensor<3xi32>, tensor<5xi32>) -> tensor<5xi32>
    %60 = "tensor.empty"() : () -> tensor<5xi32>
    %61 = "linalg.fill"(%0, %60) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg33: i32, %arg34: i32):
      "linalg.yield"(%arg33) : (i32) -> ()
    }) : (i32, tensor<5xi32>) -> tensor<5xi32>
    %62 = "tensor.insert_slice"(%46, %61) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 2>, static_strides = array<i64: 2>}> : (tensor<2xi32>, tensor<5xi32>) -> tensor<5xi32>
    %63 = "tensor.empty"() : () -> tensor<5xi32>
    %64 = "linalg.generic"(%59, %62, %63) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg30: i32, %arg31: i32, %arg32: i32):
      %108 = "arith.addi"(%arg30, %arg31) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%108) : (i32) -> ()
    }) : (tensor<5xi32>, tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
    %65 = "tensor.extract_slice"(%6) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2>, static_sizes = array<i64: 5>, static_strides = array<i64: 2>}> : (tensor<11xi1>) -> tensor<5xi1>
    %66 = "tensor.extract_slice"(%10) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2>, static_sizes = array<i64: 5>, static_strides = array<i64: 2>}> : (tensor<11xi32>) -> tensor<5xi32>
    %67 = "tensor.empty"() : () -> tensor<5xi32>
    %68 = "linalg.generic"(%64, %66, %67) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg27: i32, %arg28: i32, %arg29: i32):
      %107 = "arith.addi"(%arg27, %arg28) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%107) : (i32) -> ()
    }) : (tensor<5xi32>, tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
    %69 = "tensor.empty"() : () -> tensor<5xi32>
    %70 = "linalg.generic"(%65, %66, %68, %69) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg23: i1, %arg24: i32, %arg25: i32, %arg26: i32):
      %106 = "arith.select"(%arg23, %arg24, %arg25) : (i1, i32, i32) -> i32
      "linalg.yield"(%106) : (i32) -> ()
    }) : (tensor<5xi1>, tensor<5xi32>, tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
    %71 = "tensor.extract_slice"(%10) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<11xi32>) -> tensor<1xi32>
    %72 = "tensor.empty"() : () -> tensor<6xi32>
    %73 = "tensor.insert_slice"(%71, %72) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<1xi32>, tensor<6xi32>) -> tensor<6xi32>
    %74 = "tensor.insert_slice"(%70, %73) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 5>, static_strides = array<i64: 1>}> : (tensor<5xi32>, tensor<6xi32>) -> tensor<6xi32>
    %75 = "tensor.empty"() : () -> tensor<11xi32>
    %76 = "linalg.fill"(%0, %75) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg21: i32, %arg22: i32):
      "linalg.yield"(%arg21) : (i32) -> ()
    }) : (i32, tensor<11xi32>) -> tensor<11xi32>
    %77 = "tensor.insert_slice"(%74, %76) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 6>, static_strides = array<i64: 2>}> : (tensor<6xi32>, tensor<11xi32>) -> tensor<11xi32>
    %78 = "tensor.empty"() : () -> tensor<11xi32>
    %79 = "linalg.fill"(%0, %78) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg19: i32, %arg20: i32):
      "linalg.yield"(%arg19) : (i32) -> ()
    }) : (i32, tensor<11xi32>) -> tensor<11xi32>
    %80 = "tensor.insert_slice"(%64, %79) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 5>, static_strides = array<i64: 2>}> : (tensor<5xi32>, tensor<11xi32>) -> tensor<11xi32>
    %81 = "tensor.empty"() : () -> tensor<11xi32>
    %82 = "linalg.generic"(%77, %80, %81) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg16: i32, %arg17: i32, %arg18: i32):
      %105 = "arith.addi"(%arg16, %arg17) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%105) : (i32) -> ()
    }) : (tensor<11xi32>, tensor<11xi32>, tensor<11xi32>) -> tensor<11xi32>
    %83 = "tensor.extract_slice"(%82) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 10>, static_strides = array<i64: 1>}> : (tensor<11xi32>) -> tensor<10xi32>
    %84 = "tensor.extract_slice"(%arg0) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2>, static_sizes = array<i64: 10>, static_strides = array<i64: 2>}> : (tensor<22xi1>) -> tensor<10xi1>
    %85 = "tensor.extract_slice"(%arg1) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2>, static_sizes = array<i64: 10>, static_strides = array<i64: 2>}> : (tensor<22xi32>) -> tensor<10xi32>
    %86 = "tensor.empty"() : () -> tensor<10xi32>
    %87 = "linalg.generic"(%83, %85, %86) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg13: i32, %arg14: i32, %arg15: i32):
      %104 = "arith.addi"(%arg13, %arg14) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%104) : (i32) -> ()
    }) : (tensor<10xi32>, tensor<10xi32>, tensor<10xi32>) -> tensor<10xi32>
    %88 = "tensor.empty"() : () -> tensor<10xi32>
    %89 = "linalg.generic"(%84, %85, %87, %88) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg9: i1, %arg10: i32, %arg11: i32, %arg12: i32):
      %103 = "arith.select"(%arg9, %arg10, %arg11) : (i1, i32, i32) -> i32
      "linalg.yield"(%103) : (i32) -> ()
    }) : (tensor<10xi1>, tensor<10xi32>, tensor<10xi32>, tensor<10xi32>) -> tensor<10xi32>
    %90 = "tensor.extract_slice"(%arg1) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<22xi32>) -> tensor<1xi32>
    %91 = "tensor.empty"() : () -> tensor<11xi32>
    %92 = "tensor.insert_slice"(%90, %91) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<1xi32>, tensor<11xi32>) -> tensor<11xi32>
    %93 = "tensor.insert_slice"(%89, %92) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 10>, static_strides = array<i64: 1>}> : (tensor<10xi32>, tensor<11xi32>) -> tensor<11xi32>
    %94 = "tensor.empty"() : () -> tensor<22xi32>
    %95 = "linalg.fill"(%0, %94) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg7: i32, %arg8: i32):
      "linalg.yield"(%arg7) : (i32) -> ()
    }) : (i32, tensor<22xi32>) -> tensor<22xi32>
    %96 = "tensor.insert_slice"(%93, %95) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 11>, static_strides = array<i64: 2>}> : (tensor<11xi32>, tensor<22xi32>) -> tensor<22xi32>
    %97 = "tensor.empty"() : () -> tensor<22xi32>
    %98 = "linalg.fill"(%0, %97) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg5: i32, %arg6: i32):
      "linalg.yield"(%arg5) : (i32) -> ()
    }) : (i32, tensor<22xi32>) -> tensor<22xi32>
    %99 = "tensor.insert_slice"(%82, %98) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 11>, static_strides = array<i64: 2>}> : (tensor<11xi32>, tensor<22xi32>) -> tensor<22xi32>
    %100 = "tensor.empty"() : () -> tensor<22xi32>
    %101 = "linalg.generic"(%96, %99, %100) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg2: i32, %arg3: i32, %arg4: i32):
      %102 = "arith.addi"(%arg2, %arg3) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%102) : (i32) -> ()
    }) : (tensor<22xi32>, tensor<22xi32>, tensor<22xi32>) -> tensor<22xi32>
    "util.return"(%101) : (tensor<22xi32>) -> ()
  }) : () -> ()
}) : () -> ()