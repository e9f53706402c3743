// Blocks that all run at once take tiles in turns: a cooperative launch of no more
// than the device says, and no tickets. Before a block turns to its next tile it
// begins to read what the others have published since its last one, each thread one
// tile's.
// RUN: prim-opt %s --prim-lower-device=chip=sm_90 | FileCheck %s

// CHECK-LABEL: func.func @scan
// CHECK: gpu.launch_func @{{.*}}::@scan_0 {{[^{]*$}}
// CHECK: else
// A block's 512 threads read from as many others.
// CHECK: arith.constant 513 : i64
// CHECK: %[[MOST:.*]] = prim.resident_blocks @[[MODULE:.*]]::@scan_1 threads(512) : index
// CHECK: %[[WIDE:.*]] = arith.index_cast %[[MOST]] : index to i64
// CHECK: %[[SOME:.*]] = arith.maxsi %[[WIDE]], %{{.*}} : i64
// CHECK: %[[BLOCKS:.*]] = arith.minsi %{{.*}}, %[[SOME]] : i64
// CHECK: %[[GRID:.*]] = arith.index_cast %[[BLOCKS]] : i64 to index
// CHECK: gpu.launch_func @[[MODULE]]::@scan_1 blocks in (%[[GRID]], {{.*}} {prim.cooperative}

// CHECK-LABEL: gpu.func @scan_1
// CHECK-SAME: %[[COUNT:[a-z0-9]+]]: i64) kernel
// CHECK-NOT: prim.grid_ticket
// CHECK: gpu.block_id x
// CHECK: %[[FIRST:[0-9]+]] = arith.index_cast %{{.*}} : index to i32
// CHECK: %[[STEP:[0-9]+]] = arith.trunci %[[COUNT]] : i64 to i32
// CHECK: arith.cmpi ult, %
// CHECK: prim.block_stage
// CHECK: prim.copy_commit
// CHECK: %[[SECOND:[0-9]+]] = arith.addi %[[FIRST]], %[[STEP]] : i32
// CHECK: prim.block_stage
// CHECK: prim.copy_commit
// CHECK: prim.copy_wait 1
// CHECK-NEXT: prim.warp_barrier
// CHECK: prim.grid_publish {{.*}} tile(%[[FIRST]])
// CHECK: scf.while
// CHECK: ^bb0(%[[OWN:[a-z0-9]+]]: i32, %[[NEXT:[a-z0-9]+]]: i32, %{{[a-z0-9]+}}: index, %{{[a-z0-9]+}}: index, %{{[a-z0-9]+}}: index, %[[FOLD:[a-z0-9]+]]: i32, %[[LAST:[a-z0-9]+]]: i32):
// CHECK: %[[AHEAD:.*]] = arith.addi %[[NEXT]], %[[STEP]] : i32
// CHECK: arith.subi %[[OWN]], %[[STEP]] : i32
// CHECK: %[[END:.*]] = arith.minui %[[OWN]]
// CHECK: %[[EXISTS:.*]] = arith.cmpi ult, %[[OTHER:.*]], %[[END]] : i32
// CHECK: %[[READ:.*]] = arith.select %[[EXISTS]], %[[OTHER]]
// CHECK: %[[WORDS:.*]] = prim.grid_peek tile(%[[READ]])
// CHECK: prim.block_stage
// CHECK: %[[PUBLISHED:.*]] = scf.if
// CHECK: prim.grid_publish {{.*}} tile(%[[NEXT]])
// CHECK: %[[HAS:.*]] = prim.grid_gather %[[WORDS]] where(%{{.*}}) tile(%{{.*}})
// CHECK: %[[BETWEEN:.*]] = arith.minsi %[[OWN]]
// CHECK: %[[VALID:.*]] = arith.maxsi %[[BETWEEN]]
// CHECK: prim.block_reduce add %[[HAS]] valid(%[[VALID]]) : i32
// CHECK: %[[UP_TO:.*]] = arith.addi %{{.*}}, %[[FOLD]] : i32
// CHECK: prim.block_scan inclusive add
// CHECK-NOT: prim.grid_prefix
// CHECK: scf.yield %[[NEXT]], %[[AHEAD]], {{.*}}, %[[PUBLISHED]], %{{.*}} :
func.func @scan(%x: memref<?xi32>, %y: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) tuning<block_size = 512, items_per_thread = 32, algorithm = cooperative>
  return
}
