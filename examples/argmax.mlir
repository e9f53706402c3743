// The largest element and where it is: a reduction of (value, index) tuples.
// The combiner keeps the smaller index of equal values, so it may be called
// commutative. An empty input gives (-inf, -1).
//
//   prim-run examples/argmax.mlir --generate=1000000xf32 \
//       --generate=1000000xi32:iota --print

func.func @main(%x: tensor<?xf32>, %index: tensor<?xi32>)
    -> (tensor<f32>, tensor<i32>) {
  %lowest = arith.constant 0xFF800000 : f32
  %none = arith.constant -1 : i32
  %mo = tensor.empty() : tensor<f32>
  %io = tensor.empty() : tensor<i32>
  %m, %i = prim.device_reduce ins(%x, %index : tensor<?xf32>, tensor<?xi32>)
      outs(%mo, %io : tensor<f32>, tensor<i32>)
      init(%lowest, %none : f32, i32)
      combiner commutative {
  ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
    %greater = arith.cmpf ogt, %a, %b : f32
    %equal = arith.cmpf oeq, %a, %b : f32
    %first = arith.cmpi ult, %ai, %bi : i32
    %tie = arith.andi %equal, %first : i1
    %take = arith.ori %greater, %tie : i1
    %v = arith.select %take, %a, %b : f32
    %vi = arith.select %take, %ai, %bi : i32
    prim.yield %v, %vi : f32, i32
  } -> tensor<f32>, tensor<i32>
  return %m, %i : tensor<f32>, tensor<i32>
}
