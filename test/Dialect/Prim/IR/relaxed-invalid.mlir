// RUN: prim-opt %s --split-input-file --verify-diagnostics

func.func @value(%x: f32) -> f32 {
  // expected-error @+1 {{attribute 'prim.relaxed' takes no value}}
  %r = math.exp %x {prim.relaxed = true} : f32
  return %r : f32
}

// -----

func.func @other_op(%x: f32) -> f32 {
  // expected-error @+1 {{attribute 'prim.relaxed' must be on an arith.divf, math.exp or math.exp2 of f32}}
  %r = math.log %x {prim.relaxed} : f32
  return %r : f32
}

// -----

func.func @vectors(%x: vector<4xf32>) -> vector<4xf32> {
  // expected-error @+1 {{attribute 'prim.relaxed' must be on an arith.divf, math.exp or math.exp2 of f32}}
  %r = arith.divf %x, %x {prim.relaxed} : vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @no_result(%x: f32) {
  // expected-error @+1 {{attribute 'prim.relaxed' must be on an arith.divf, math.exp or math.exp2 of f32}}
  return {prim.relaxed}
}
