// RUN: prim-opt %s --canonicalize --cse --loop-invariant-code-motion --control-flow-sink \
// RUN:   | FileCheck %s
// RUN: prim-opt %s --loop-invariant-code-motion | FileCheck %s --check-prefix=LICM
// RUN: prim-opt %s --control-flow-sink | FileCheck %s --check-prefix=SINK

// All lanes of a warp are to be active together in a collective, so that no
// pass may move one into or out of a branch or a loop, or run it on a path
// where it was not.

// Used on one path only, but run by all lanes.
// CHECK-LABEL: func @sink
// SINK-LABEL: func @sink
func.func @sink(%x: i32, %c: i1, %m: memref<i32>) {
  // CHECK: %[[W:.*]] = prim.warp_reduce add
  // CHECK-NEXT: %[[S:.*]] = prim.warp_scan inclusive add
  // CHECK-NEXT: %[[B:.*]] = prim.block_reduce add
  // CHECK-NEXT: scf.if
  // CHECK-NOT: prim
  // SINK: prim.warp_reduce
  // SINK-NEXT: prim.warp_scan
  // SINK-NEXT: prim.block_reduce
  // The passes are at work: the addition is sunk.
  // SINK-NEXT: scf.if
  // SINK-NEXT: arith.addi
  %w = prim.warp_reduce add %x : i32
  %s = prim.warp_scan inclusive add %x : i32
  %b = prim.block_reduce add %x : i32
  %a = arith.addi %x, %x : i32
  scf.if %c {
    memref.store %w, %m[] : memref<i32>
    memref.store %s, %m[] : memref<i32>
    memref.store %b, %m[] : memref<i32>
    memref.store %a, %m[] : memref<i32>
  }
  return
}

// The same op on both paths is not hoisted, and not made a select.
// CHECK-LABEL: func @branches
func.func @branches(%x: i32, %c: i1) -> (i32, i32) {
  // CHECK: scf.if
  // CHECK-NEXT: prim.warp_reduce add
  // CHECK-NEXT: prim.warp_sort
  // CHECK-NEXT: scf.yield
  // CHECK-NEXT: } else {
  // CHECK-NEXT: prim.warp_reduce add
  // CHECK-NEXT: scf.yield
  %r:2 = scf.if %c -> (i32, i32) {
    %w = prim.warp_reduce add %x : i32
    %s = prim.warp_sort slt %x : i32
    scf.yield %w, %s : i32, i32
  } else {
    %w = prim.warp_reduce add %x : i32
    scf.yield %w, %x : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// An earlier result is not taken for one under a condition: other lanes are
// active there.
// CHECK-LABEL: func @not_the_same
func.func @not_the_same(%x: i32, %c: i1, %m: memref<i32>) -> i32 {
  // CHECK: %[[W:.*]] = prim.warp_reduce add
  // CHECK-NEXT: scf.if
  // CHECK-NEXT: %[[V:.*]] = prim.warp_reduce add
  // CHECK-NEXT: memref.store %[[V]]
  // CHECK: return %[[W]]
  %w = prim.warp_reduce add %x : i32
  scf.if %c {
    %v = prim.warp_reduce add %x : i32
    memref.store %v, %m[] : memref<i32>
  }
  return %w : i32
}

// In one block the active lanes are the same, and so are the results.
// CHECK-LABEL: func @the_same
// CHECK: %[[W:.*]] = prim.warp_reduce add
// CHECK-NOT: prim.warp_reduce
// CHECK: return %[[W]], %[[W]]
func.func @the_same(%x: i32) -> (i32, i32) {
  %w = prim.warp_reduce add %x : i32
  %v = prim.warp_reduce add %x : i32
  return %w, %v : i32, i32
}

// Loop-invariant, but a loop may run no times, or leave lanes behind.
// CHECK-LABEL: func @invariant
// LICM-LABEL: func @invariant
func.func @invariant(%x: i32, %v: vector<2xi32>, %n: index, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  // CHECK-NEXT: prim.warp_reduce
  // CHECK-NEXT: prim.warp_scan
  // CHECK-NEXT: prim.warp_sort
  // CHECK-NEXT: prim.block_reduce
  // CHECK-NEXT: prim.block_scan
  // CHECK-NEXT: prim.block_sort
  // The pass is at work: the addition leaves the loop.
  // LICM: arith.addi
  // LICM: scf.for
  // LICM-NEXT: prim.warp_reduce
  // LICM-NEXT: prim.warp_scan
  // LICM-NEXT: prim.warp_sort
  // LICM-NEXT: prim.block_reduce
  // LICM-NEXT: prim.block_scan
  // LICM-NEXT: prim.block_sort
  scf.for %i = %c0 to %n step %c1 {
    %0 = prim.warp_reduce add %x : i32
    %1 = prim.warp_scan inclusive add %x : i32
    %2 = prim.warp_sort slt %x : i32
    %3 = prim.block_reduce add %x : i32
    %4 = prim.block_scan inclusive add %x : i32
    %5 = prim.block_sort slt %x : i32
    %a = arith.addi %x, %x : i32
    %6 = arith.addi %0, %1 : i32
    %7 = arith.addi %2, %3 : i32
    %8 = arith.addi %4, %5 : i32
    %9 = arith.addi %6, %7 : i32
    %10 = arith.addi %8, %9 : i32
    %11 = arith.addi %10, %a : i32
    memref.store %11, %m[%i] : memref<?xi32>
  }
  return
}

// A block op synchronises, so that two of them are two.
// CHECK-LABEL: func @two_blocks
// CHECK-COUNT-2: prim.block_reduce add
func.func @two_blocks(%x: i32) -> (i32, i32) {
  %w = prim.block_reduce add %x : i32
  %v = prim.block_reduce add %x : i32
  return %w, %v : i32, i32
}

// A combiner region leaves them no more movable.
// LICM-LABEL: func @region
func.func @region(%x: i32, %n: index, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // LICM: scf.for
  // LICM-NEXT: prim.warp_reduce
  scf.for %i = %c0 to %n step %c1 {
    %0 = prim.warp_reduce %x combiner {
    ^bb0(%a: i32, %b: i32):
      %c = arith.addi %a, %b : i32
      prim.yield %c : i32
    } : i32
    memref.store %0, %m[%i] : memref<?xi32>
  }
  return
}

// Moves between lanes and masks stay as well.
// CHECK-LABEL: func @lanes
// SINK-LABEL: func @lanes
func.func @lanes(%x: i32, %v: vector<2xi32>, %p: i1, %c: i1, %m: memref<?xi32>, %o: index) {
  // CHECK: prim.warp_shuffle
  // CHECK-NEXT: prim.warp_broadcast
  // CHECK-NEXT: prim.warp_exchange
  // CHECK-NEXT: prim.warp_match_any
  // CHECK-NEXT: prim.warp_load
  // CHECK-NEXT: scf.if
  // SINK: prim.warp_shuffle
  // SINK-NEXT: prim.warp_broadcast
  // SINK-NEXT: prim.warp_exchange
  // SINK-NEXT: prim.warp_match_any
  // SINK-NEXT: prim.warp_load
  // SINK-NEXT: scf.if
  %s = prim.warp_shuffle %x up(%x) : i32
  %b = prim.warp_broadcast %x lane(%x) : i32
  %e = prim.warp_exchange blocked_to_striped %v : vector<2xi32>
  %a = prim.warp_match_any %x : i32 -> i32
  %l = prim.warp_load striped %m[%o] : memref<?xi32>, vector<2xi32>
  scf.if %c {
    // CHECK: prim.warp_ballot
    // CHECK-NEXT: memref.store
    %k = prim.warp_ballot %p : i32
    memref.store %k, %m[%o] : memref<?xi32>
    %e0 = vector.extract %e[0] : i32 from vector<2xi32>
    memref.store %s, %m[%o] : memref<?xi32>
    memref.store %b, %m[%o] : memref<?xi32>
    memref.store %a, %m[%o] : memref<?xi32>
    memref.store %e0, %m[%o] : memref<?xi32>
    prim.warp_store direct %l, %m[%o] : vector<2xi32>, memref<?xi32>
  }
  return
}
