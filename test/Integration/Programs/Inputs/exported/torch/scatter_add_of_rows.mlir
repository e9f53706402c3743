#map = affine_map<(d0) -> (d0, 0)>
#map1 = affine_map<(d0) -> (d0)>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<16x100xi64>, tensor<16x100xf32>) -> tensor<16x40xf32>, sym_name = "main"}> ({
  ^bb0(%arg0: tensor<16x100xi64>, %arg1: tensor<16x100xf32>):
    %0 = "arith.constant"() <{value = 16 : index}> : () -> index
    %1 = "arith.constant"() <{value = 100 : index}> : () -> index
    %2 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %3 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %4 = "arith.constant"() <{value = dense<0.000000e+00> : tensor<16x40xf32>}> : () -> tensor<16x40xf32>
    %5 = "tensor.empty"() : () -> tensor<1600x1xi64>
    %6 = "linalg.fill"(%2, %5) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg11: i64, %arg12: i64):
      "linalg.yield"(%arg11) : (i64) -> ()
    }) : (i64, tensor<1600x1xi64>) -> tensor<1600x1xi64>
    %7 = "tensor.empty"() : () -> tensor<1600xf32>
    %8 = "linalg.fill"(%3, %7) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg9: f32, %arg10: f32):
      "linalg.yield"(%arg9) : (f32) -> ()
    }) : (f32, tensor<1600xf32>) -> tensor<1600xf32>
    %9:3 = "linalg.generic"(%6, %6, %8) <{indexing_maps = [#map, #map, #map1], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 3>}> ({
    ^bb0(%arg6: i64, %arg7: i64, %arg8: f32):
      %16 = "linalg.index"() <{dim = 0 : i64}> : () -> index
      %17 = "arith.remsi"(%16, %1) : (index, index) -> index
      %18 = "arith.divsi"(%16, %1) : (index, index) -> index
      %19 = "arith.remsi"(%18, %0) : (index, index) -> index
      %20 = "tensor.extract"(%arg0, %19, %17) : (tensor<16x100xi64>, index, index) -> i64
      %21 = "tensor.extract"(%arg1, %19, %17) : (tensor<16x100xf32>, index, index) -> f32
      %22 = "arith.index_cast"(%19) : (index) -> i64
      "linalg.yield"(%22, %20, %21) : (i64, i64, f32) -> ()
    }) : (tensor<1600x1xi64>, tensor<1600x1xi64>, tensor<1600xf32>) -> (tensor<1600x1xi64>, tensor<1600x1xi64>, tensor<1600xf32>)
    %10 = "tensor.empty"() : () -> tensor<1600x2xi64>
    %11 = "linalg.fill"(%2, %10) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg4: i64, %arg5: i64):
      "linalg.yield"(%arg4) : (i64) -> ()
    }) : (i64, tensor<1600x2xi64>) -> tensor<1600x2xi64>
    %12 = "tensor.insert_slice"(%9#0, %11) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 1600, 1>, static_strides = array<i64: 1, 1>}> : (tensor<1600x1xi64>, tensor<1600x2xi64>) -> tensor<1600x2xi64>
    %13 = "tensor.insert_slice"(%9#1, %12) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 1>, static_sizes = array<i64: 1600, 1>, static_strides = array<i64: 1, 1>}> : (tensor<1600x1xi64>, tensor<1600x2xi64>) -> tensor<1600x2xi64>
    %14 = "tm_tensor.scatter"(%9#2, %13, %4) <{dimension_map = array<i64: 0, 1>, operandSegmentSizes = array<i32: 2, 1>, unique_indices = false}> ({
    ^bb0(%arg2: f32, %arg3: f32):
      %15 = "arith.addf"(%arg3, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "tm_tensor.yield"(%15) : (f32) -> ()
    }) : (tensor<1600xf32>, tensor<1600x2xi64>, tensor<16x40xf32>) -> tensor<16x40xf32>
    "func.return"(%14) : (tensor<16x40xf32>) -> ()
  }) : () -> ()
}) : () -> ()

