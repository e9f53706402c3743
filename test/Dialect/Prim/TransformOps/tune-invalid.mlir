// RUN: prim-opt %s --transform-interpreter --verify-diagnostics --split-input-file -o /dev/null

// An algorithm of another op.
func.func @foreign_algorithm(%x: memref<?xf32>, %r: memref<f32>) {
  // expected-note @+1 {{'prim.device_reduce' op is tuned to algorithm 'look_back', }}
  prim.device_reduce add ins(%x : memref<?xf32>) outs(%r : memref<f32>)
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %folds = transform.structured.match ops{["prim.device_reduce"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{sets a tuning that an op refuses}}
    transform.prim.tune %folds tuning<algorithm = look_back> : !transform.any_op
    transform.yield
  }
}

// -----

// A definite failure is none that can be silenced.
func.func @segments(%x: memref<?xf32>, %s: memref<?xi32>, %r: memref<?xf32>) {
  // expected-note @+1 {{which a reduction of segments does not have}}
  prim.device_reduce add ins(%x : memref<?xf32>) outs(%r : memref<?xf32>) segments(%s : memref<?xi32>)
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    transform.sequence %root : !transform.any_op failures(suppress) {
    ^bb0(%arg: !transform.any_op):
      %folds = transform.structured.match ops{["prim.device_reduce"]} in %arg : (!transform.any_op) -> !transform.any_op
      // expected-error @+1 {{sets a tuning that an op refuses}}
      transform.prim.tune %folds tuning<algorithm = cooperative> : !transform.any_op
    }
    transform.yield
  }
}

// -----

func.func @foreign(%x: memref<?xf32>) {
  // expected-note @+1 {{'func.return' is none}}
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %ops = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{expects a handle of prim's device ops}}
    transform.prim.tune %ops tuning<block_size = 64> : !transform.any_op
    transform.yield
  }
}

// -----

// The same, silenced.
func.func @silenced(%x: memref<?xf32>) {
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    transform.sequence %root : !transform.any_op failures(suppress) {
    ^bb0(%arg: !transform.any_op):
      %ops = transform.structured.match ops{["func.return"]} in %arg : (!transform.any_op) -> !transform.any_op
      transform.prim.tune %ops tuning<block_size = 64> : !transform.any_op
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{block_size must be a multiple of 32, found 33}}
    transform.prim.tune %root tuning<block_size = 33> : !transform.any_op
    transform.yield
  }
}
