// RUN: prim-opt %s --prim-lower-device=chip=gfx942 | FileCheck %s

// Without an identity a thread's fold starts from a full tile, whose loop tests nothing.
// The last tile folds what exists, and threads that have none do not count.
// CHECK-LABEL: gpu.func @reduce_0
// CHECK: %[[WHOLE:.*]] = arith.minsi
// CHECK: %[[SOME:.*]] = arith.cmpi slt, %[[BLOCK:.*]], %[[WHOLE]] : i64
// CHECK: %[[FULL:.*]]:2 = scf.if %[[SOME]] -> (i32, i64)
// CHECK-NOT: arith.select
// CHECK: prim.block_load {{.*}} arrangement(rows(4))
// CHECK: scf.for %{{.*}} to %[[WHOLE]] step
// CHECK-NOT: scf.if
// CHECK-NOT: arith.select
// CHECK: prim.block_load %{{[^ ]*}} arrangement(rows(4))
// CHECK-NOT: prim.block_reduce
// CHECK: scf.yield
// CHECK: ub.poison
// CHECK: scf.if %{{.*}} -> (i32, i32)
// CHECK: prim.block_load %{{.*}} valid(%{{.*}}) arrangement(rows(4))
// CHECK: arith.select
// CHECK: %[[PART:.*]] = arith.select %[[SOME]], %{{.*}}, %{{.*}} : i32
// CHECK: %[[THREADS:.*]] = arith.select %[[SOME]], %c128_i32{{[^,]*}}, %{{.*}} : i32
// CHECK: prim.block_reduce %{{.*}} valid(%[[THREADS]]) combiner commutative
func.func @commutes(%x: memref<?xi32>, %y: memref<i32>, %z: i32) {
  prim.device_reduce ins(%x : memref<?xi32>) outs(%y : memref<i32>) init(%z : i32) tuning<block_size = 128, items_per_thread = 8> combiner commutative {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    prim.yield %c : i32
  }
  return
}

// What keeps its order takes a block fold for each tile.
// CHECK-LABEL: gpu.func @reduce_1
// CHECK: scf.for
// CHECK: prim.block_load %{{[^ ]*}} : 
// CHECK: prim.block_reduce
func.func @ordered(%x: memref<?xi32>, %y: memref<i32>, %z: i32) {
  prim.device_reduce ins(%x : memref<?xi32>) outs(%y : memref<i32>) init(%z : i32) tuning<block_size = 128, items_per_thread = 8> combiner {
  ^bb0(%a: i32, %b: i32):
    prim.yield %b : i32
  }
  return
}
