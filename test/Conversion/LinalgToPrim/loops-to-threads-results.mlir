// RUN: prim-opt %s --prim-loops-to-threads | FileCheck %s

// Elementwise ops after a loop that compute one element of each element that a
// step inserts are computed by the step.

#id2 = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
#columns = affine_map<(i, j) -> (j)>

// A transposition, and a product with what another op computes.
// CHECK-LABEL: func.func @gated(
// CHECK-SAME: %[[X:.*]]: tensor<9x5xf32>, %[[Z:.*]]: tensor<5x9xf32>)
func.func @gated(%x: tensor<9x5xf32>, %z: tensor<5x9xf32>) -> tensor<5x9xf16> {
  // CHECK-NOT: linalg.generic
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<5x9xf16>
  // CHECK: %[[R:.*]] = scf.forall (%[[I:[a-z0-9]+]]) in (5) shared_outs(%[[O:.*]] = %[[E]]) -> (tensor<5x9xf16>) {
  // CHECK: tensor.extract_slice %[[O]][%[[I]], 0] [1, 9] [1, 1] : tensor<5x9xf16> to tensor<9xf16>
  // CHECK: scf.for %[[T:[a-z0-9]+]] =
  // CHECK: %[[S:.*]] = arith.addf
  // CHECK: %[[G:.*]] = tensor.extract %[[Z]][%[[I]], %[[T]]] : tensor<5x9xf32>
  // CHECK: %[[N:.*]] = math.exp %[[G]] : f32
  // CHECK: %[[M:.*]] = arith.mulf %[[S]], %[[N]] : f32
  // CHECK: %[[H:.*]] = arith.truncf %[[M]] : f32 to f16
  // CHECK: tensor.insert %[[H]] into %{{.*}}[%[[T]]] : tensor<9xf16>
  // CHECK: scf.yield %[[S]]
  // CHECK: tensor.parallel_insert_slice %{{.*}} into %[[O]][%[[I]], 0] [1, 9] [1, 1]
  // CHECK-NOT: linalg.generic
  // CHECK: return %[[R]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %zeros = arith.constant dense<0.0> : tensor<5xf32>
  %none = arith.constant dense<0.0> : tensor<9x5xf32>
  %r:2 = scf.for %t = %c0 to %c9 step %c1 iter_args(%h = %zeros, %o = %none) -> (tensor<5xf32>, tensor<9x5xf32>) {
    %v = tensor.extract_slice %x[%t, 0] [1, 5] [1, 1] : tensor<9x5xf32> to tensor<5xf32>
    %f = tensor.empty() : tensor<5xf32>
    %sum = linalg.add ins(%h, %v : tensor<5xf32>, tensor<5xf32>) outs(%f : tensor<5xf32>) -> tensor<5xf32>
    %p = tensor.insert_slice %sum into %o[%t, 0] [1, 5] [1, 1] : tensor<5xf32> into tensor<9x5xf32>
    scf.yield %sum, %p : tensor<5xf32>, tensor<9x5xf32>
  }
  %e = tensor.empty() : tensor<5x9xf32>
  %y = linalg.generic {indexing_maps = [#turned, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%r#1 : tensor<9x5xf32>) outs(%e : tensor<5x9xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<5x9xf32>
  %g = linalg.exp ins(%z : tensor<5x9xf32>) outs(%e : tensor<5x9xf32>) -> tensor<5x9xf32>
  %d = tensor.empty() : tensor<5x9xf16>
  %w = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%y, %g : tensor<5x9xf32>, tensor<5x9xf32>) outs(%d : tensor<5x9xf16>) {
  ^bb0(%in: f32, %gate: f32, %out: f16):
    %m = arith.mulf %in, %gate : f32
    %n = arith.truncf %m : f32 to f16
    linalg.yield %n : f16
  } -> tensor<5x9xf16>
  return %w : tensor<5x9xf16>
}

// The last sums are known after all steps only.
// CHECK-LABEL: func.func @normalised(
func.func @normalised(%x: tensor<9x5xf32>) -> tensor<9x5xf32> {
  // CHECK: %[[R:.*]]:2 = scf.forall
  // CHECK-SAME: -> (tensor<5xf32>, tensor<9x5xf32>)
  // CHECK-NOT: arith.divf
  // CHECK: scf.forall.in_parallel
  // CHECK: linalg.generic {{.*}} ins(%[[R]]#1, %[[R]]#0 :
  // CHECK: arith.divf
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %zeros = arith.constant dense<0.0> : tensor<5xf32>
  %none = arith.constant dense<0.0> : tensor<9x5xf32>
  %r:2 = scf.for %t = %c0 to %c9 step %c1 iter_args(%h = %zeros, %o = %none) -> (tensor<5xf32>, tensor<9x5xf32>) {
    %v = tensor.extract_slice %x[%t, 0] [1, 5] [1, 1] : tensor<9x5xf32> to tensor<5xf32>
    %f = tensor.empty() : tensor<5xf32>
    %sum = linalg.add ins(%h, %v : tensor<5xf32>, tensor<5xf32>) outs(%f : tensor<5xf32>) -> tensor<5xf32>
    %p = tensor.insert_slice %sum into %o[%t, 0] [1, 5] [1, 1] : tensor<5xf32> into tensor<9x5xf32>
    scf.yield %sum, %p : tensor<5xf32>, tensor<9x5xf32>
  }
  %e = tensor.empty() : tensor<9x5xf32>
  %y = linalg.generic {indexing_maps = [#id2, #columns, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%r#1, %r#0 : tensor<9x5xf32>, tensor<5xf32>) outs(%e : tensor<9x5xf32>) {
  ^bb0(%in: f32, %last: f32, %out: f32):
    %q = arith.divf %in, %last : f32
    linalg.yield %q : f32
  } -> tensor<9x5xf32>
  return %y : tensor<9x5xf32>
}

// The last row is not written, so that the op computes it of %first.
// CHECK-LABEL: func.func @partial(
// CHECK-SAME: %{{.*}}: tensor<9x5xf32>, %[[FIRST:.*]]: tensor<9x5xf32>)
func.func @partial(%x: tensor<9x5xf32>, %first: tensor<9x5xf32>) -> tensor<9x5xf32> {
  // CHECK: scf.forall {{.*}} shared_outs(%{{.*}} = %[[FIRST]])
  // CHECK: scf.forall.in_parallel
  // CHECK: linalg.exp
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zeros = arith.constant dense<0.0> : tensor<5xf32>
  %r:2 = scf.for %t = %c0 to %c8 step %c1 iter_args(%h = %zeros, %o = %first) -> (tensor<5xf32>, tensor<9x5xf32>) {
    %v = tensor.extract_slice %x[%t, 0] [1, 5] [1, 1] : tensor<9x5xf32> to tensor<5xf32>
    %f = tensor.empty() : tensor<5xf32>
    %sum = linalg.add ins(%h, %v : tensor<5xf32>, tensor<5xf32>) outs(%f : tensor<5xf32>) -> tensor<5xf32>
    %p = tensor.insert_slice %sum into %o[%t, 0] [1, 5] [1, 1] : tensor<5xf32> into tensor<9x5xf32>
    scf.yield %sum, %p : tensor<5xf32>, tensor<9x5xf32>
  }
  %e = tensor.empty() : tensor<9x5xf32>
  %y = linalg.exp ins(%r#1 : tensor<9x5xf32>) outs(%e : tensor<9x5xf32>) -> tensor<9x5xf32>
  return %y : tensor<9x5xf32>
}

// Another result is used before the op.
// CHECK-LABEL: func.func @earlier(
func.func @earlier(%x: tensor<9x5xf32>) -> tensor<9x5xf32> {
  // CHECK: %[[R:.*]]:2 = scf.forall
  // CHECK: scf.forall.in_parallel
  // CHECK: call @use(%[[R]]#0)
  // CHECK: linalg.exp ins(%[[R]]#1
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %zeros = arith.constant dense<0.0> : tensor<5xf32>
  %none = arith.constant dense<0.0> : tensor<9x5xf32>
  %r:2 = scf.for %t = %c0 to %c9 step %c1 iter_args(%h = %zeros, %o = %none) -> (tensor<5xf32>, tensor<9x5xf32>) {
    %v = tensor.extract_slice %x[%t, 0] [1, 5] [1, 1] : tensor<9x5xf32> to tensor<5xf32>
    %f = tensor.empty() : tensor<5xf32>
    %sum = linalg.add ins(%h, %v : tensor<5xf32>, tensor<5xf32>) outs(%f : tensor<5xf32>) -> tensor<5xf32>
    %p = tensor.insert_slice %sum into %o[%t, 0] [1, 5] [1, 1] : tensor<5xf32> into tensor<9x5xf32>
    scf.yield %sum, %p : tensor<5xf32>, tensor<9x5xf32>
  }
  func.call @use(%r#0) : (tensor<5xf32>) -> ()
  %e = tensor.empty() : tensor<9x5xf32>
  %y = linalg.exp ins(%r#1 : tensor<9x5xf32>) outs(%e : tensor<9x5xf32>) -> tensor<9x5xf32>
  return %y : tensor<9x5xf32>
}
func.func private @use(tensor<5xf32>)

// In a batch of one sequence, transpositions are reshapes.
// CHECK-LABEL: func.func @batch(
// CHECK-SAME: %[[X:.*]]: tensor<1x9x5xf32>)
func.func @batch(%x: tensor<1x9x5xf32>) -> tensor<1x9x5xf32> {
  // CHECK-NOT: tensor.collapse_shape
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<1x9x5xf32>
  // CHECK: %[[R:.*]] = scf.forall (%[[I:[a-z0-9]+]]) in (5) shared_outs(%[[O:.*]] = %[[E]]) -> (tensor<1x9x5xf32>) {
  // CHECK: tensor.extract_slice %[[O]][0, 0, %[[I]]] [1, 9, 1] [1, 1, 1] : tensor<1x9x5xf32> to tensor<9xf32>
  // CHECK: scf.for %[[T:[a-z0-9]+]] =
  // CHECK: tensor.extract %[[X]][%c0{{.*}}, %[[T]], %[[I]]] : tensor<1x9x5xf32>
  // CHECK: math.sqrt
  // CHECK: math.exp
  // CHECK: tensor.insert %{{.*}} into %{{.*}}[%[[T]]] : tensor<9xf32>
  // CHECK: return %[[R]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %zeros = arith.constant dense<0.0> : tensor<1x5xf32>
  %none = arith.constant dense<0.0> : tensor<9x1x5xf32>
  %d = tensor.empty() : tensor<1x9x5xf32>
  %s = linalg.sqrt ins(%x : tensor<1x9x5xf32>) outs(%d : tensor<1x9x5xf32>) -> tensor<1x9x5xf32>
  %flat = tensor.collapse_shape %s [[0, 1, 2]] : tensor<1x9x5xf32> into tensor<45xf32>
  %xs = tensor.expand_shape %flat [[0, 1, 2]] output_shape [9, 1, 5] : tensor<45xf32> into tensor<9x1x5xf32>
  %r:2 = scf.for %t = %c0 to %c9 step %c1 iter_args(%h = %zeros, %o = %none) -> (tensor<1x5xf32>, tensor<9x1x5xf32>) {
    %v = tensor.extract_slice %xs[%t, 0, 0] [1, 1, 5] [1, 1, 1] : tensor<9x1x5xf32> to tensor<1x5xf32>
    %f = tensor.empty() : tensor<1x5xf32>
    %sum = linalg.add ins(%h, %v : tensor<1x5xf32>, tensor<1x5xf32>) outs(%f : tensor<1x5xf32>) -> tensor<1x5xf32>
    %p = tensor.insert_slice %sum into %o[%t, 0, 0] [1, 1, 5] [1, 1, 1] : tensor<1x5xf32> into tensor<9x1x5xf32>
    scf.yield %sum, %p : tensor<1x5xf32>, tensor<9x1x5xf32>
  }
  %line = tensor.collapse_shape %r#1 [[0, 1, 2]] : tensor<9x1x5xf32> into tensor<45xf32>
  %y = tensor.expand_shape %line [[0, 1, 2]] output_shape [1, 9, 5] : tensor<45xf32> into tensor<1x9x5xf32>
  %z = linalg.exp ins(%y : tensor<1x9x5xf32>) outs(%d : tensor<1x9x5xf32>) -> tensor<1x9x5xf32>
  return %z : tensor<1x9x5xf32>
}

// A flattened result with other extents is a tensor of its own.
// CHECK-LABEL: func.func @joined(
func.func @joined(%x: tensor<9x6xf32>) -> tensor<6x9xf32> {
  // CHECK: %[[R:.*]] = scf.forall
  // CHECK-SAME: -> (tensor<9x6xf32>)
  // CHECK: tensor.collapse_shape %[[R]]
  // CHECK: linalg.exp
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %zeros = arith.constant dense<0.0> : tensor<6xf32>
  %none = arith.constant dense<0.0> : tensor<9x6xf32>
  %r:2 = scf.for %t = %c0 to %c9 step %c1 iter_args(%h = %zeros, %o = %none) -> (tensor<6xf32>, tensor<9x6xf32>) {
    %v = tensor.extract_slice %x[%t, 0] [1, 6] [1, 1] : tensor<9x6xf32> to tensor<6xf32>
    %f = tensor.empty() : tensor<6xf32>
    %sum = linalg.add ins(%h, %v : tensor<6xf32>, tensor<6xf32>) outs(%f : tensor<6xf32>) -> tensor<6xf32>
    %p = tensor.insert_slice %sum into %o[%t, 0] [1, 6] [1, 1] : tensor<6xf32> into tensor<9x6xf32>
    scf.yield %sum, %p : tensor<6xf32>, tensor<9x6xf32>
  }
  %line = tensor.collapse_shape %r#1 [[0, 1]] : tensor<9x6xf32> into tensor<54xf32>
  %y = tensor.expand_shape %line [[0, 1]] output_shape [6, 9] : tensor<54xf32> into tensor<6x9xf32>
  %e = tensor.empty() : tensor<6x9xf32>
  %z = linalg.exp ins(%y : tensor<6x9xf32>) outs(%e : tensor<6x9xf32>) -> tensor<6x9xf32>
  return %z : tensor<6x9xf32>
}
