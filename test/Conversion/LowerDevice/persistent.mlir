// Blocks that take tile after tile: as many as the chip holds, three tiles each in
// workgroup memory.
// RUN: prim-opt %s --prim-lower-device=chip=sm_90 | FileCheck %s
// RUN: prim-opt %s --prim-lower-device=chip=sm_90 | FileCheck %s --check-prefix=MORE
// RUN: prim-opt %s --prim-lower-device=chip=gfx942 | FileCheck %s --check-prefix=AMD

// Two blocks for each unit of the chip, by workgroup memory; a tile that is all
// there is takes the kernel without them.
// CHECK-LABEL: func.func @scan
// CHECK: %[[SMALL:[0-9]+]] = arith.cmpi sle, %{{.*}}, %c8192_i64
// CHECK: scf.if %[[SMALL]]
// CHECK: gpu.launch_func @{{.*}}::@scan_0
// CHECK: else
// CHECK: %[[MOST:.*]] = arith.constant 264 : i64
// CHECK: %[[BLOCKS:.*]] = arith.minsi %{{.*}}, %[[MOST]] : i64
// CHECK: gpu.launch_func @{{.*}}::@scan_1
// There three tiles are too large for workgroup memory, but not of i16: then it
// holds one block for each of 304 units.
// AMD-LABEL: func.func @scan
// AMD-LABEL: func.func @kept
// AMD: arith.constant 304 : i64
// AMD-LABEL: gpu.func @scan_1
// AMD-NOT: prim.block_stage
// AMD-LABEL: gpu.func @scan_3
// AMD: prim.workgroup_alloc 49152 for "stages"
// AMD: prim.block_stage

// CHECK-LABEL: func.func @kept
// CHECK-LABEL: gpu.func @scan_1
// CHECK: %[[STAGES:.*]] = prim.workgroup_alloc 98304 for "stages"
// CHECK: %[[FIRST:.*]] = prim.grid_ticket
// CHECK: %[[IS:.*]] = arith.cmpi ult, %[[FIRST]], %[[TILES:.*]] : i32
// CHECK: scf.if %[[IS]]
// CHECK: prim.block_stage
// CHECK: prim.copy_commit
// CHECK: prim.copy_wait 0
// CHECK: prim.grid_ticket_request
// CHECK: prim.block_reduce
// CHECK: prim.grid_publish {{.*}} tile(%[[FIRST]])
// CHECK: prim.grid_ticket_wait
// CHECK: prim.block_stage
// CHECK: prim.copy_commit
// CHECK: prim.grid_ticket_request
// CHECK: scf.while (%[[CURRENT:[a-z0-9]+]] =
// CHECK: arith.cmpi ult, %[[CURRENT]], %[[TILES]] : i32
// CHECK: ^bb0(%[[OWN:[a-z0-9]+]]: i32, %[[NEXT:[a-z0-9]+]]: i32, %[[A:[a-z0-9]+]]: index, %[[B:[a-z0-9]+]]: index, %[[C:[a-z0-9]+]]: index, %[[PENDING:[a-z0-9]+]]: i32):
// CHECK: %[[AHEAD:.*]] = prim.grid_ticket_wait %[[PENDING]]
// CHECK: %[[FURTHER:.*]] = prim.grid_ticket_request
// CHECK: prim.advance %[[STAGES]], %[[C]]
// CHECK: prim.block_stage
// CHECK: prim.copy_commit
// CHECK: prim.copy_wait 1
// CHECK: prim.advance %[[STAGES]], %[[B]]
// CHECK: prim.block_reduce
// CHECK: prim.grid_publish {{.*}} tile(%[[NEXT]])
// CHECK: prim.advance %[[STAGES]], %[[A]]
// CHECK: prim.block_load {{.*}} align(16)
// CHECK: prim.block_scan
// CHECK: prim.grid_prefix {{.*}} tile(%[[OWN]]) {{.*}} window(256)
// CHECK: scf.yield %[[NEXT]], %[[AHEAD]], %[[B]], %[[C]], %[[A]], %[[FURTHER]]
func.func @scan(%x: memref<?xi32>, %y: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) tuning<block_size = 256, items_per_thread = 32, algorithm = persistent>
  return
}

// All blocks count, those without a tile, too: a late one would take a ticket of
// the next run.
// CHECK-LABEL: gpu.func @scan_3
// CHECK-SAME: %[[BLOCKS:[a-z0-9]+]]: i64) kernel
// CHECK: scf.while
// CHECK: prim.atomic_rmw add {{.*}} atomic(acq_rel, device)
// CHECK: %[[ALL:.*]] = arith.trunci %[[BLOCKS]] : i64 to i32
// CHECK: arith.subi %[[ALL]], %{{.*}} : i32
func.func @kept(%x: memref<?xi16>, %y: memref<?xi16>, %w: memref<?xi8>) {
  prim.device_scan inclusive add ins(%x : memref<?xi16>) outs(%y : memref<?xi16>) workspace(%w : memref<?xi8>) initialized tuning<block_size = 256, items_per_thread = 32, algorithm = persistent>
  return
}

// Of 8 bytes, the table's tile is cut so that three fit; of segments by offsets,
// too, blocks stay.
// MORE-LABEL: func.func @offsets
// MORE: gpu.launch_func @{{.*}}::@scan_marks
// MORE: arith.minsi %{{.*}}, %c{{[0-9]+}}_i64{{.*}} : i64
// MORE: gpu.launch_func
// MORE: prim.workgroup_alloc 196608 for "stages"
func.func @wide(%x: memref<?xi64>, %y: memref<?xi64>) {
  prim.device_scan inclusive add ins(%x : memref<?xi64>) outs(%y : memref<?xi64>) tuning<block_size = 1024, algorithm = persistent>
  return
}
func.func @offsets(%x: memref<?xi32>, %y: memref<?xi32>, %o: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) segments(%o : memref<?xi32>) tuning<block_size = 64, items_per_thread = 4, algorithm = persistent>
  return
}
