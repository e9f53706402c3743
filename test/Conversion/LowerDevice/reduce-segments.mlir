// RUN: prim-opt %s --prim-lower-device=chip=gfx942 | FileCheck %s
// RUN: prim-opt %s --prim-lower-device=chip=sm_90 | FileCheck %s --check-prefix=ALIGNED

// Offsets and begins with ends take the same kernels. Few elements need one kernel and no
// workspace. If a mean segment has a tile, each segment has a block.

// CHECK-LABEL: func.func @offsets
// CHECK: gpu.launch_func @prim_kernels::@ranges
// CHECK: %[[TILES:.*]] = arith.muli %{{.*}}, %c4096_i64{{.*}} : i64
// CHECK: arith.cmpi sle, %[[TILES]], %{{.*}} : i64
// CHECK: gpu.launch_func @prim_kernels::@ranges_each
// CHECK: gpu.launch_func @prim_kernels::@ranges_listed
// CHECK: gpu.launch_func @prim_kernels::@ranges_tiny
// CHECK: gpu.launch_func @prim_kernels::@ranges_listed
// CHECK-NOT: gpu.launch_func
func.func @offsets(%x: memref<?xi32>, %y: memref<?xi32>, %k: memref<?xi64>) {
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) segments(%k : memref<?xi64>)
  return
}

// CHECK-LABEL: func.func @pairs
// CHECK: gpu.launch_func @prim_kernels::@ranges
// CHECK: %[[TILES:.*]] = arith.muli %{{.*}}, %c4096_i64{{.*}} : i64
// CHECK: arith.cmpi sle, %[[TILES]], %{{.*}} : i64
// CHECK: gpu.launch_func @prim_kernels::@ranges_each
// CHECK: gpu.launch_func @prim_kernels::@ranges_listed
// CHECK: gpu.launch_func @prim_kernels::@ranges_tiny
// CHECK: gpu.launch_func @prim_kernels::@ranges_listed
// CHECK-NOT: gpu.launch_func
func.func @pairs(%x: memref<?xi32>, %y: memref<?xi32>, %k: memref<?xi64>, %l: memref<?xi64>) {
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) segments(%k, %l : memref<?xi64>, memref<?xi64>)
  return
}

// CHECK-LABEL: func.func @few
// CHECK-NOT: gpu.alloc
// CHECK: gpu.launch_func @prim_kernels::@ranges
// CHECK-NOT: gpu.launch_func
// CHECK: return
func.func @few(%x: memref<1000xi32>, %y: memref<?xi32>, %k: memref<?xi64>) {
  prim.device_reduce add ins(%x : memref<1000xi32>) outs(%y : memref<?xi32>) segments(%k : memref<?xi64>)
  return
}

// A wave copies the elements of its tiny segments in vectors, where their addresses allow it.

// CHECK-LABEL: gpu.func @ranges_tiny
// CHECK: prim.warp_masked_bit_count
// CHECK: prim.warp_barrier
// CHECK: prim.load {{.*}}-> vector<4xi32>
// CHECK: prim.store {{.*}} : vector<4xi32>
// CHECK: prim.warp_barrier

// Where chips ask for that, the tiles of a long segment begin at its first aligned element. One
// thread each folds those before it.

// ALIGNED-LABEL: gpu.func @ranges_each
// ALIGNED-COUNT-3: prim.is_aligned {{.*}} to 16
// ALIGNED: %[[HEAD:.*]] = arith.minsi
// ALIGNED: prim.advance
// ALIGNED: %[[LEFT:.*]] = arith.subi %{{.*}}, %[[HEAD]] : i64
// ALIGNED: %[[OWN:.*]] = arith.cmpi slt, %{{.*}}, %[[HEAD]] : i64
// ALIGNED: %[[TAKES:.*]] = arith.andi %[[OWN]], %{{.*}} : i1
// ALIGNED: scf.if %[[TAKES]]
// ALIGNED: prim.load {{.*}} -> i32
// ALIGNED: scf.for

// ALIGNED-LABEL: gpu.func @ranges_tiny
// ALIGNED: prim.is_aligned {{.*}} to 16
// ALIGNED: prim.load {{.*}} align(16) {{.*}}-> vector<4xi32>
