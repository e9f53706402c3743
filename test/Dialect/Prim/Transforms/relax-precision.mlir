// Divisions and exponentials whose error a rounding to f16 or bf16 hides.
// RUN: prim-opt %s --split-input-file --prim-relax-precision | FileCheck %s

// A softmax: the exponentials reach the rounding through the quotient, as the
// numerator and in the sum.
// CHECK-LABEL: func.func @softmax
// CHECK: math.exp %{{.*}} {prim.relaxed} : f32
// CHECK: arith.divf %{{.*}} {prim.relaxed} : f32
func.func @softmax(%x: memref<?x?xbf16>, %y: memref<?x?xbf16>) {
  prim.device_rows ins(%x : memref<?x?xbf16>) outs(%y : memref<?x?xbf16>) dimension(1) row {
  ^bb0(%e: bf16, %index: index, %number: index):
    %w = arith.extf %e : bf16 to f32
    %max = prim.block_reduce maximumf %w all : f32
    %less = arith.subf %w, %max : f32
    %power = math.exp %less : f32
    %sum = prim.block_reduce add %power all : f32
    %part = arith.divf %power, %sum : f32
    %n = arith.truncf %part : f32 to bf16
    prim.yield %n : bf16
  }
  return
}

// -----

// A second output in f32 holds the sum of the exponentials. The quotient has no
// other use.
// CHECK-LABEL: func.func @sum_is_output
// CHECK: math.exp %{{[a-z0-9]+}} : f32
// CHECK: arith.divf %{{.*}} {prim.relaxed} : f32
func.func @sum_is_output(%x: memref<?x?xf16>, %y: memref<?x?xf16>, %s: memref<?xf32>) {
  prim.device_rows ins(%x : memref<?x?xf16>) outs(%y, %s : memref<?x?xf16>, memref<?xf32>) dimension(1) row {
  ^bb0(%e: f16, %index: index, %number: index):
    %w = arith.extf %e : f16 to f32
    %power = math.exp %w : f32
    %sum = prim.block_reduce add %power all : f32
    %part = arith.divf %power, %sum : f32
    %n = arith.truncf %part : f32 to f16
    prim.yield %n, %sum : f16, f32
  }
  return
}

// -----

// Nothing else than rounded values may use the result: not an output of f32, a
// difference, a comparison, a maximum, or another function.
// CHECK-LABEL: func.func @other_uses
// CHECK-NOT: prim.relaxed
// CHECK: return
func.func @other_uses(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>, %o: memref<?xbf16>, %p: memref<?xbf16>, %q: memref<?xbf16>, %r: memref<?xbf16>) {
  prim.device_map ins(%x, %y : memref<?xf32>, memref<?xf32>) outs(%z, %o, %p, %q, %r : memref<?xf32>, memref<?xbf16>, memref<?xbf16>, memref<?xbf16>, memref<?xbf16>) map {
  ^bb0(%a: f32, %b: f32, %i: index):
    %c1 = arith.constant 1.0 : f32
    %stored = arith.divf %a, %b : f32
    %t0 = arith.truncf %stored : f32 to bf16
    %subtracted = arith.divf %b, %a : f32
    %less = arith.subf %subtracted, %c1 : f32
    %t1 = arith.truncf %less : f32 to bf16
    %compared = math.exp %a : f32
    %is = arith.cmpf olt, %compared, %b : f32
    %chosen = arith.select %is, %compared, %c1 : f32
    %t2 = arith.truncf %chosen : f32 to bf16
    %largest = math.exp2 %a : f32
    %max = arith.maximumf %largest, %b : f32
    %log = math.exp %b : f32
    %l = math.log %log : f32
    %both = arith.mulf %max, %l : f32
    %t3 = arith.truncf %both : f32 to bf16
    prim.yield %stored, %t0, %t1, %t2, %t3 : f32, bf16, bf16, bf16, bf16
  }
  return
}

// -----

// Sums of values of one sign keep the relative error, others do not.
// CHECK-LABEL: func.func @sums
// CHECK: %[[E:.*]] = math.exp %{{[a-z0-9]+}} {prim.relaxed}
// CHECK: arith.divf %{{.*}}, %{{.*}} {prim.relaxed}
// CHECK: math.exp %{{[a-z0-9]+}} : f32
// CHECK: arith.divf %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : f32
// CHECK: math.exp2 %{{[a-z0-9]+}} {prim.relaxed}
// CHECK: arith.divf %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : f32
// CHECK-NOT: prim.relaxed
func.func @sums(%x: memref<?x?xf32>, %o: memref<?x?xf16>, %p: memref<?x?xf16>, %q: memref<?x?xf16>, %r: memref<?x?xf16>) {
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%o, %p, %q, %r : memref<?x?xf16>, memref<?x?xf16>, memref<?x?xf16>, memref<?x?xf16>) dimension(1) row {
  ^bb0(%a: f32, %index: index, %number: index):
    %c1 = arith.constant 1.0 : f32
    // The logistic function.
    %negated = arith.negf %a : f32
    %power = math.exp %negated : f32
    %sum = arith.addf %power, %c1 : f32
    %logistic = arith.divf %a, %sum : f32
    %t0 = arith.truncf %logistic : f32 to f16
    // Of unknown sign.
    %other = math.exp %a : f32
    %unknown = arith.addf %other, %a : f32
    %t1 = arith.truncf %unknown : f32 to f16
    %quotient = arith.divf %c1, %a : f32
    %fold = prim.block_reduce add %quotient all : f32
    %t2 = arith.truncf %fold : f32 to f16
    // Negative terms, and squares.
    %power2 = math.exp2 %a : f32
    %below = arith.negf %power2 : f32
    %square = arith.mulf %a, %a : f32
    %minus = arith.negf %square : f32
    %sum2 = arith.addf %below, %minus : f32
    %folded = prim.block_reduce add %sum2 all : f32
    %t3 = arith.truncf %folded : f32 to f16
    // A prefix is no sum to the analysis, and neither is a largest element.
    %last = arith.divf %square, %a : f32
    %most = prim.block_reduce maximumf %last all : f32
    %p3 = arith.truncf %most : f32 to f16
    %t4 = arith.mulf %t3, %p3 : f16
    prim.yield %t0, %t1, %t2, %t4 : f16, f16, f16, f16
  }
  return
}

// -----

// The error may be an eighth of what a rounding may add: products of three
// exponentials are left alone before a rounding to f16, but not to bf16.
// Roundings to f32, in other directions, and of f64 hide nothing.
// CHECK-LABEL: func.func @too_much
// CHECK: math.exp %{{[a-z0-9]+}} {prim.relaxed}
// CHECK: math.exp %{{[a-z0-9]+}} {other} : f32
// CHECK: math.exp %{{[a-z0-9]+}} {third} : f32
// CHECK: arith.divf %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : f32
// CHECK: arith.divf %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : f64
func.func @too_much(%x: memref<?xf32>, %z: memref<?xf64>, %o: memref<?xbf16>, %p: memref<?xf16>, %q: memref<?xf16>, %r: memref<?xbf16>, %s: memref<?xbf16>) {
  prim.device_map ins(%x, %z : memref<?xf32>, memref<?xf64>) outs(%o, %p, %q, %r, %s : memref<?xbf16>, memref<?xf16>, memref<?xf16>, memref<?xbf16>, memref<?xbf16>) map {
  ^bb0(%a: f32, %d: f64, %i: index):
    %e0 = math.exp %a : f32
    %e1 = arith.mulf %e0, %e0 : f32
    %e2 = arith.mulf %e1, %e1 : f32
    %t0 = arith.truncf %e2 : f32 to bf16
    %f0 = math.exp %a {other} : f32
    %f1 = arith.mulf %f0, %f0 : f32
    %f2 = arith.mulf %f1, %f1 : f32
    %t1 = arith.truncf %f2 : f32 to f16
    // Both roundings must hide it.
    %g0 = math.exp %a {third} : f32
    %g1 = arith.mulf %g0, %g0 : f32
    %g2 = arith.mulf %g1, %g1 : f32
    %g3 = arith.truncf %g1 : f32 to f16
    %g4 = arith.truncf %g2 : f32 to f16
    %t2 = arith.addf %g3, %g4 : f16
    %h = arith.divf %a, %a : f32
    %t3 = arith.truncf %h downward : f32 to bf16
    %j = arith.divf %d, %d : f64
    %t4 = arith.truncf %j : f64 to bf16
    prim.yield %t0, %t1, %t2, %t3, %t4 : bf16, f16, f16, bf16, bf16
  }
  return
}

// -----

// Prologues are marked too, unless all chips must give the same bits. Host code
// is not.
// CHECK-LABEL: func.func @prologues
// CHECK: arith.divf %{{.*}} {prim.relaxed} : f32
// CHECK-NOT: prim.relaxed
func.func @prologues(%x: memref<?xf32>, %y: memref<f32>, %s: f32) -> bf16 {
  prim.device_reduce add ins(%x : memref<?xf32>) outs(%y : memref<f32>) prologue {
  ^bb0(%e: f32, %i: index):
    %q = arith.divf %e, %s : f32
    %n = arith.truncf %q : f32 to bf16
    %w = arith.extf %n : bf16 to f32
    prim.yield %w : f32
  }
  prim.device_reduce add ins(%x : memref<?xf32>) outs(%y : memref<f32>) deterministic(any) prologue {
  ^bb0(%e: f32, %i: index):
    %q = arith.divf %e, %s : f32
    %n = arith.truncf %q : f32 to bf16
    %w = arith.extf %n : bf16 to f32
    prim.yield %w : f32
  }
  %q = arith.divf %s, %s : f32
  %n = arith.truncf %q : f32 to bf16
  return %n : bf16
}

// -----

// Elementwise code that is in no device op becomes a kernel later. Kernels in the
// source are not changed.
// CHECK-LABEL: func.func @elementwise
// CHECK: math.exp %{{.*}} {prim.relaxed} : f32
// CHECK: math.exp %{{[a-z0-9]+}} : f32
// CHECK-LABEL: gpu.func @kernel
// CHECK-NOT: prim.relaxed
#id = affine_map<(d0) -> (d0)>
func.func @elementwise(%x: tensor<64xf32>, %y: tensor<64xbf16>, %z: tensor<64xf32>) -> (tensor<64xbf16>, tensor<64xf32>) {
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x : tensor<64xf32>) outs(%y, %z : tensor<64xbf16>, tensor<64xf32>) {
  ^bb0(%a: f32, %b: bf16, %c: f32):
    %narrow = math.exp %a : f32
    %n = arith.truncf %narrow : f32 to bf16
    %wide = math.exp %a : f32
    linalg.yield %n, %wide : bf16, f32
  } -> (tensor<64xbf16>, tensor<64xf32>)
  return %0#0, %0#1 : tensor<64xbf16>, tensor<64xf32>
}
gpu.module @m {
  gpu.func @kernel(%x: memref<64xf32>, %y: memref<64xbf16>) kernel {
    linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<64xf32>) outs(%y : memref<64xbf16>) {
    ^bb0(%a: f32, %b: bf16):
      %narrow = math.exp %a : f32
      %n = arith.truncf %narrow : f32 to bf16
      linalg.yield %n : bf16
    }
    gpu.return
  }
}
