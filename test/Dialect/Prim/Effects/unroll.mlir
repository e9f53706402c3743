// RUN: prim-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-unroll{unroll-factor=2}))" | FileCheck %s
// RUN: prim-opt %s --transform-interpreter | FileCheck %s --check-prefix=SCF

// An unrolled loop has its collectives once per iteration, in their order.

// CHECK-LABEL: func @affine
// CHECK: affine.for
// CHECK-NEXT: memref.load
// CHECK-NEXT: %[[A:.*]] = prim.warp_scan inclusive add
// CHECK-NEXT: %[[B:.*]] = prim.block_reduce add %[[A]]
// CHECK-NEXT: memref.store %[[B]]
// CHECK: memref.load
// CHECK-NEXT: %[[C:.*]] = prim.warp_scan inclusive add
// CHECK-NEXT: %[[D:.*]] = prim.block_reduce add %[[C]]
// CHECK-NEXT: memref.store %[[D]]
// CHECK: return
func.func @affine(%m: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %x = memref.load %m[%i] : memref<8xi32>
    %s = prim.warp_scan inclusive add %x : i32
    %r = prim.block_reduce add %s all : i32
    memref.store %r, %m[%i] : memref<8xi32>
  }
  return
}

// SCF-LABEL: func @scf
// SCF: scf.for
// SCF-COUNT-4: prim.warp_reduce maxsi
// SCF-NOT: prim.warp_reduce
// SCF: return
func.func @scf(%m: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %m[%i] : memref<8xi32>
    %s = prim.warp_reduce maxsi %x all : i32
    memref.store %s, %m[%i] : memref<8xi32>
  }
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loop = transform.structured.match ops{["scf.for"]} in %root
        : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll %loop {factor = 4} : !transform.any_op
    transform.yield
  }
}
