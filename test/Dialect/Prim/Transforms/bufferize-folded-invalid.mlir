// RUN: prim-opt %s --canonicalize --prim-bufferize -split-input-file -verify-diagnostics

// Canonicalisation makes a constant of this, which has no size.
func.func @constant(%x: tensor<?xi32>) -> tensor<?xi1> {
  // expected-error@+1 {{'arith.constant' op is a tensor of unknown size, which folding creates from an op with equal operands; run prim-bufferize before passes that fold, or fill a tensor of that size}}
  %y = arith.cmpi eq, %x, %x : tensor<?xi32>
  return %y : tensor<?xi1>
}
