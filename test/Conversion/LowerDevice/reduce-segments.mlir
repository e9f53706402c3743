// RUN: prim-opt %s --prim-lower-device=chip=gfx942 | FileCheck %s
// RUN: prim-opt %s --prim-lower-device=chip=sm_90 | FileCheck %s --check-prefix=ALIGNED

// Offsets and begins with ends take the same kernels. Few elements need one kernel and no
// workspace.

// CHECK-LABEL: func.func @offsets
// CHECK: gpu.launch_func @prim_kernels::@ranges
// CHECK: gpu.launch_func @prim_kernels::@ranges_tiny
// CHECK: gpu.launch_func @prim_kernels::@ranges_listed
// CHECK-NOT: gpu.launch_func
func.func @offsets(%x: memref<?xi32>, %y: memref<?xi32>, %k: memref<?xi64>) {
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) segments(%k : memref<?xi64>)
  return
}

// CHECK-LABEL: func.func @pairs
// CHECK: gpu.launch_func @prim_kernels::@ranges
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

// ALIGNED-LABEL: gpu.func @ranges_tiny
// ALIGNED: prim.is_aligned {{.*}} to 16
// ALIGNED: prim.load {{.*}} align(16) {{.*}}-> vector<4xi32>
