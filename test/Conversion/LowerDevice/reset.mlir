// RUN: prim-opt %s --prim-lower-device=chip=gfx942 | FileCheck %s

// The block that ends last clears the states of an initialized workspace. The states of a wide
// tuple may take more bytes than 32 bits count, so the words are counted in 64 bits.

// CHECK-LABEL: gpu.func @scan
// CHECK: %[[STATES:.*]] = prim.grid_state_size %{{.*}} : i32
// CHECK: %[[ALL:.*]] = arith.addi %[[STATES]], %{{.*}} : index
// CHECK: %[[BYTES:.*]] = arith.index_castui %[[ALL]] : index to i64
// CHECK: %[[WORDS:.*]] = arith.shrui %[[BYTES]], %{{.*}} : i64
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[WORDS]] step %{{.*}} : i64
// CHECK: prim.store %c0_i64
func.func @scan(%x: memref<?xi32>, %o: memref<?xi32>, %w: memref<?xi8>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) workspace(%w : memref<?xi8>) initialized
  return
}
