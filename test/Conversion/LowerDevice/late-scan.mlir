// Blocks that all run at once scan segments in turns. Each wave scans its part of a
// tile, puts the prefixes where the keys were, and stores them in a later turn, the
// first ones with what comes before the part.
// RUN: prim-opt %s --prim-lower-device=chip=gfx942 | FileCheck %s
// RUN: prim-opt %s --prim-lower-device=chip=sm_90 | FileCheck %s --check-prefix=SM90

// CHECK-LABEL: func.func @by_key
// CHECK: gpu.launch_func @prim_kernels::@scan_0 {{[^{]*$}}
// CHECK: prim.resident_blocks @prim_kernels::@scan_1 threads(64)
// CHECK: gpu.launch_func @prim_kernels::@scan_1 {{.*}} {prim.cooperative}
// CHECK: gpu.launch_func @prim_kernels::@scan_0 {{[^{]*$}}
func.func @by_key(%x: memref<?xf32>, %k: memref<?xi32>, %y: memref<?xf32>) {
  prim.device_scan inclusive add ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
      by_key(%k : memref<?xi32>) tuning<block_size = 64, items_per_thread = 4, algorithm = cooperative>
  return
}

// Sums that are the same in each run do not depend on the number of blocks.
// CHECK-LABEL: func.func @deterministic
// CHECK-NOT: prim.resident_blocks
// CHECK: return
func.func @deterministic(%x: memref<?xf32>, %k: memref<?xi32>, %y: memref<?xf32>) {
  prim.device_scan inclusive add ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
      by_key(%k : memref<?xi32>) deterministic(run)
  return
}

// SM90-LABEL: func.func @heads
// SM90: prim.resident_blocks
func.func @heads(%x: memref<?xi32>, %h: memref<?xi8>, %y: memref<?xi32>) {
  prim.device_scan exclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) head(%h : memref<?xi8>)
  return
}

// Prefixes that are wider than keys replace the values.
// CHECK-LABEL: func.func @wide
func.func @wide(%x: memref<?xi64>, %k: memref<?xi32>, %y: memref<?xi64>) {
  prim.device_scan inclusive add ins(%x : memref<?xi64>) outs(%y : memref<?xi64>)
      by_key(%k : memref<?xi32>) tuning<block_size = 64, items_per_thread = 4, algorithm = cooperative>
  return
}

// CHECK-LABEL: gpu.func @scan_1
// Five tiles of keys and values.
// CHECK: prim.workgroup_alloc 10240 for "stages"
// CHECK-COUNT-2: prim.block_stage {{.*}} arrangement(rows(4))
// CHECK: prim.copy_commit
// CHECK: scf.while
// CHECK: prim.grid_peek
// CHECK-NOT: prim.block_exchange
// CHECK: prim.block_load {{.*}} align(16) : !prim.base<workgroup>
// CHECK: prim.block_load {{.*}} align(16) : !prim.base<workgroup>
// CHECK: prim.warp_scan inclusive
// CHECK: prim.store %{{.*}} : vector<4xf32>, !prim.base<workgroup>
// CHECK: prim.warp_reduce minui %{{.*}} all
// CHECK: prim.block_barrier
// CHECK-NOT: prim.block_barrier
// CHECK: prim.grid_publish
// CHECK: prim.block_load {{.*}} arrangement(rows(4)) align(16) : !prim.base<workgroup>
// CHECK: prim.block_store {{.*}} arrangement(rows(4))
// CHECK: gpu.return

// CHECK: prim.workgroup_alloc 15360 for "stages"
