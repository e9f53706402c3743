// Blocks that all run at once take tiles in turns: a cooperative launch of no more
// than the device says, and no tickets.
// RUN: prim-opt %s --prim-lower-device=chip=sm_90 | FileCheck %s

// CHECK-LABEL: func.func @scan
// CHECK: gpu.launch_func @{{.*}}::@scan_0 {{[^{]*$}}
// CHECK: else
// CHECK: %[[MOST:.*]] = prim.resident_blocks @[[MODULE:.*]]::@scan_1 threads(256) : index
// CHECK: %[[WIDE:.*]] = arith.index_cast %[[MOST]] : index to i64
// CHECK: %[[BLOCKS:.*]] = arith.minsi %{{.*}}, %[[WIDE]] : i64
// CHECK: %[[GRID:.*]] = arith.index_cast %[[BLOCKS]] : i64 to index
// CHECK: gpu.launch_func @[[MODULE]]::@scan_1 blocks in (%[[GRID]], {{.*}} {prim.cooperative}

// CHECK-LABEL: gpu.func @scan_1
// CHECK-SAME: %[[COUNT:[a-z0-9]+]]: i64) kernel
// CHECK-NOT: prim.grid_ticket
// CHECK: %[[FIRST:.*]] = arith.index_cast %{{.*}} : index to i32
// CHECK: %[[STEP:.*]] = arith.trunci %[[COUNT]] : i64 to i32
// CHECK: arith.cmpi ult, %[[FIRST]]
// CHECK: prim.block_stage
// CHECK: prim.copy_commit
// CHECK: %[[SECOND:.*]] = arith.addi %[[FIRST]], %[[STEP]] : i32
// CHECK: prim.block_stage
// CHECK: prim.copy_commit
// CHECK: prim.copy_wait 1
// CHECK: prim.grid_publish {{.*}} tile(%[[FIRST]])
// CHECK: scf.while
// CHECK: ^bb0(%[[OWN:[a-z0-9]+]]: i32, %[[NEXT:[a-z0-9]+]]: i32, %{{[a-z0-9]+}}: index, %{{[a-z0-9]+}}: index, %{{[a-z0-9]+}}: index):
// CHECK: %[[AHEAD:.*]] = arith.addi %[[NEXT]], %[[STEP]] : i32
// CHECK: prim.block_stage
// CHECK: prim.grid_publish {{.*}} tile(%[[NEXT]])
// CHECK: prim.grid_prefix {{.*}} tile(%[[OWN]])
// CHECK: scf.yield %[[NEXT]], %[[AHEAD]]
func.func @scan(%x: memref<?xi32>, %y: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) tuning<block_size = 256, items_per_thread = 32, algorithm = resident>
  return
}
