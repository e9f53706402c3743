// Blocks that all run at once fold runs in turns. Each wave scans its part of a tile,
// and stores what belongs to the starts of runs in a later turn.
// RUN: prim-opt %s --prim-lower-device=chip=gfx942 | FileCheck %s
// RUN: prim-opt %s --prim-lower-device='chip=gfx942 limits=cooperative=0' | FileCheck %s --check-prefix=PLAIN
// RUN: prim-opt %s --prim-lower-device=chip=sm_90 | FileCheck %s --check-prefix=SM90
// PLAIN-NOT: prim.cooperative
// PLAIN-NOT: prim.grid_peek

// CHECK-LABEL: func.func @by_key
// CHECK: gpu.launch_func @prim_kernels::@runs_0 {{[^{]*$}}
// CHECK: prim.resident_blocks @prim_kernels::@runs_1 threads(64)
// CHECK: gpu.launch_func @prim_kernels::@runs_1 {{.*}} {prim.cooperative}
// CHECK: gpu.launch_func @prim_kernels::@runs_0 {{[^{]*$}}
func.func @by_key(%x: memref<?xf32>, %k: memref<?xi32>, %u: memref<?xi32>, %y: memref<?xf32>, %n: memref<i32>) {
  prim.device_reduce add ins(%x : memref<?xf32>) outs(%u, %y, %n : memref<?xi32>, memref<?xf32>, memref<i32>)
      by_key(%k : memref<?xi32>) tuning<block_size = 64, items_per_thread = 4, algorithm = cooperative>
  return
}

// Sums that are the same in each run do not depend on the number of blocks.
// CHECK-LABEL: func.func @deterministic
// CHECK-NOT: prim.resident_blocks
// CHECK: return
func.func @deterministic(%x: memref<?xf32>, %k: memref<?xi32>, %u: memref<?xi32>, %y: memref<?xf32>, %n: memref<i32>) {
  prim.device_reduce add ins(%x : memref<?xf32>) outs(%u, %y, %n : memref<?xi32>, memref<?xf32>, memref<i32>)
      by_key(%k : memref<?xi32>) deterministic(run) tuning<block_size = 64, items_per_thread = 4, algorithm = cooperative>
  return
}

// An operator without identity has no value for a run that has no items yet.
// CHECK-LABEL: func.func @last
// CHECK-NOT: prim.resident_blocks
// CHECK: return
func.func @last(%x: memref<?xi32>, %k: memref<?xi32>, %u: memref<?xi32>, %y: memref<?xi32>, %n: memref<i32>) {
  prim.device_reduce ins(%x : memref<?xi32>) outs(%u, %y, %n : memref<?xi32>, memref<?xi32>, memref<i32>)
      by_key(%k : memref<?xi32>) tuning<block_size = 64, items_per_thread = 4, algorithm = cooperative> combiner {
  ^bb0(%l: i32, %r: i32):
    prim.yield %r : i32
  }
  return
}

// SM90-LABEL: func.func @lengths
// SM90: prim.resident_blocks
func.func @lengths(%x: memref<?xi32>, %u: memref<?xi32>, %l: memref<?xi32>, %n: memref<i32>) {
  prim.device_run_length ins(%x : memref<?xi32>) outs(%u, %l, %n : memref<?xi32>, memref<?xi32>, memref<i32>)
  return
}

// CHECK-LABEL: gpu.func @runs_1
// Five tiles of keys and values. Keys and folds replace them.
// CHECK: prim.workgroup_alloc 10240 for "stages"
// CHECK-COUNT-2: prim.block_stage {{.*}} arrangement(rows(4))
// CHECK: prim.copy_commit
// CHECK: scf.while
// CHECK: prim.grid_peek
// CHECK-NOT: prim.block_exchange
// CHECK: prim.block_load {{.*}} align(16) : !prim.base<workgroup>
// CHECK: prim.block_load {{.*}} align(16) : !prim.base<workgroup>
// CHECK: prim.warp_scan exclusive
// CHECK: prim.store %{{.*}} : i32, !prim.base<workgroup>
// CHECK: prim.store %{{.*}} : f32, !prim.base<workgroup>
// CHECK: prim.block_barrier
// CHECK-NOT: prim.block_barrier
// CHECK: prim.grid_publish
// CHECK: scf.while
// CHECK: prim.store %{{.*}} : i32, !prim.base<global>
// CHECK: prim.store %{{.*}} : f32, !prim.base<global>
// CHECK: gpu.return
