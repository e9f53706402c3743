// RUN: prim-opt %s --prim-lower-device=chip=gfx942 --canonicalize | FileCheck %s

// Rows of 100 elements in a tile of 64 x 32. In workgroup memory a thread's 32 items have 4
// free places after them, so that threads meet all banks in turn. A row's init is its own.
// CHECK-LABEL: func.func @packed
// CHECK-LABEL: gpu.func @reduce_packed_0
// CHECK: %[[SHARED:.*]] = prim.workgroup_alloc 9216 for "packed rows"
// CHECK-COUNT-8: prim.store {{.*}} vector<4xi32>
// CHECK-NEXT: prim.block_barrier
// CHECK: scf.for
// CHECK: %[[LAST:.*]] = arith.subi %{{.*}}, %c1_i32
// CHECK: %[[THREAD:.*]] = arith.divui %[[LAST]], %c32_i32
// CHECK: %[[FREE:.*]] = arith.muli %[[THREAD]], %c4_i32
// CHECK: %[[PLACE:.*]] = arith.addi %[[LAST]], %[[FREE]]
// CHECK: %[[BYTES:.*]] = arith.muli %[[PLACE]], %c4_i32
// CHECK: %[[FOLD:.*]] = prim.load %[[SHARED]][%[[BYTES]]]
// CHECK: %[[ROW:.*]] = prim.advance
// CHECK: %[[INIT:.*]] = prim.load %[[ROW]]
// CHECK: arith.addi %[[INIT]], %[[FOLD]]
func.func @packed(%x: memref<7x100xi32>, %y: memref<7xi32>, %i: memref<7xi32>) {
  prim.device_reduce add ins(%x : memref<7x100xi32>) outs(%y : memref<7xi32>) init(%i : memref<7xi32>) dimension(1)
  return
}
