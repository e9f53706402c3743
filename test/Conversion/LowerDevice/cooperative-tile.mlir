// Where the device holds a block for each tile, and a block has a thread for each of
// them, all blocks run at once: each publishes what its tile has, and its threads read
// what the tiles before it have. No tickets, no look-back; elements are loaded once.
// RUN: prim-opt %s --prim-lower-device=chip=sm_90 | FileCheck %s

// CHECK-LABEL: func.func @scan
// 256 tiles of 1024 elements.
// CHECK: %[[MOST:.*]] = arith.constant 262144 : i64
// CHECK: arith.cmpi sle, %{{.*}}, %[[MOST]]
// CHECK: prim.resident_blocks @[[M:.*]]::@scan_1 threads(256)
// CHECK: gpu.launch_func @[[M]]::@scan_1 {{.*}}{prim.cooperative}
// CHECK: else
// CHECK: gpu.launch_func @[[M]]::@scan_0
// CHECK-NOT: prim.cooperative

// CHECK-LABEL: gpu.func @scan_1
// CHECK-NOT: prim.grid_ticket
// CHECK: gpu.block_id x
// CHECK: %[[TILE:[0-9]+]] = arith.index_cast %{{.*}} : index to i32
// CHECK: prim.block_load
// CHECK: %[[OWN:.*]] = prim.block_reduce add
// CHECK: prim.grid_publish %[[OWN]] tile(%[[TILE]])
// CHECK: %[[EXISTS:.*]] = arith.cmpi ult, %[[OTHER:.*]], %{{.*}} : i32
// CHECK: %[[READ:.*]] = arith.select %[[EXISTS]], %[[OTHER]]
// CHECK: %[[WORDS:.*]] = prim.grid_peek tile(%[[READ]])
// CHECK: %[[HAS:.*]] = prim.grid_gather %[[WORDS]] where(%{{.*}}) tile(%{{.*}})
// CHECK: prim.block_reduce add %[[HAS]] valid(%{{.*}}) : i32
// CHECK-NOT: prim.block_load
// CHECK: prim.block_scan inclusive add
// CHECK-NOT: prim.grid_scan
// CHECK: gpu.return
func.func @scan(%x: memref<?xi32>, %y: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) tuning<block_size = 256, items_per_thread = 4, algorithm = cooperative_tile>
  return
}
