#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<16x300xf32>, tensor<300xf32>) -> tensor<16x300xf32>, sym_name = "main"}> ({
  ^bb0(%arg0: tensor<16x300xf32>, %arg1: tensor<300xf32>):
    %0 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %1 = "arith.constant"() <{value = 5.000000e-01 : f32}> : () -> f32
    %2 = "arith.constant"() <{value = 1.41421354 : f32}> : () -> f32
    %3 = "tensor.empty"() : () -> tensor<16x300xf32>
    %4 = "linalg.generic"(%arg0, %arg1, %3) <{indexing_maps = [#map, #map1, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg4: f32, %arg5: f32, %arg6: f32):
      %11 = "arith.addf"(%arg4, %arg5) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%11) : (f32) -> ()
    }) : (tensor<16x300xf32>, tensor<300xf32>, tensor<16x300xf32>) -> tensor<16x300xf32>
    %5 = "linalg.generic"(%4, %3) <{indexing_maps = [#map, #map], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg2: f32, %arg3: f32):
      %6 = "arith.divf"(%arg2, %2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %7 = "math.erf"(%6) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      %8 = "arith.addf"(%7, %0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %9 = "arith.mulf"(%8, %1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %10 = "arith.mulf"(%arg2, %9) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%10) : (f32) -> ()
    }) : (tensor<16x300xf32>, tensor<16x300xf32>) -> tensor<16x300xf32>
    "func.return"(%5) : (tensor<16x300xf32>) -> ()
  }) : () -> ()
}) : () -> ()

