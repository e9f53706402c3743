// RUN: prim-opt %s --prim-bufferize -split-input-file -verify-diagnostics --allow-unregistered-dialect

// Ops on tensors without a bufferization: the error is at the op, before
// anything is converted.

func.func @pack(%x: tensor<128x256xf32>, %o: tensor<16x8x8x32xf32>) -> tensor<16x8x8x32xf32> {
  %e = tensor.empty() : tensor<4xf32>
  // expected-error@+1 {{'linalg.pack' op is not lowered by prim; run transform.structured.lower_pack first}}
  %0 = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %o : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
  return %0 : tensor<16x8x8x32xf32>
}

// -----

func.func @tosa(%x: tensor<?xi32>) -> tensor<?xi32> {
  // expected-error@+1 {{'tosa.abs' op is not lowered by prim; run tosa-to-linalg-pipeline first}}
  %0 = tosa.abs %x : (tensor<?xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// In the body of a loop, and an op without tensor results.
func.func @shape(%x: tensor<?xi32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> index {
    // expected-error@+1 {{'shape.shape_of' op is not lowered by prim; run convert-shape-to-std first}}
    %s = shape.shape_of %x : tensor<?xi32> -> tensor<1xindex>
    %d = tensor.extract %s[%c0] : tensor<1xindex>
    scf.yield %d : index
  }
  return %r : index
}

// -----

// Of dialects that only the frontend knows.
func.func @stablehlo(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'stablehlo.abs' op is not lowered by prim; run stablehlo-legalize-to-linalg first}}
  %0 = "stablehlo.abs"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @unknown(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'mine.op' op is not lowered by prim; convert it to linalg, arith, scf or prim ops first}}
  %0 = "mine.op"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @bitcast(%x: tensor<4xui32>) -> tensor<4xi32> {
  // expected-error@+1 {{'tensor.bitcast' op is not lowered by prim; convert it to linalg, arith, scf or prim ops first}}
  %0 = tensor.bitcast %x : tensor<4xui32> to tensor<4xi32>
  return %0 : tensor<4xi32>
}
