// Launches of one op overlap where the chip can do that: all but the first, whose
// kernels begin with a wait for the one before them. On other chips, and where that
// is said, none do.
// RUN: prim-opt %s --prim-lower-device=chip=sm_90 | FileCheck %s
// RUN: prim-opt %s --prim-lower-device=chip=sm_100 | FileCheck %s
// RUN: prim-opt %s --prim-lower-device=chip=sm_80 | FileCheck %s --check-prefix=NONE
// RUN: prim-opt %s --prim-lower-device=chip=gfx942 | FileCheck %s --check-prefix=NONE
// RUN: prim-opt %s --prim-lower-device='chip=sm_90 limits=overlapped=0' | FileCheck %s --check-prefix=NONE
// NONE-NOT: prim.overlapped
// NONE-NOT: prim.grid_wait_previous

// What is cleared before the first launch is no kernel that could be waited for.
// CHECK-LABEL: func.func @sort
// CHECK: gpu.memset
// CHECK-NOT: prim.overlapped
// CHECK: gpu.launch_func @[[M:.*]]::@sort_histogram_0
// CHECK-COUNT-4: gpu.launch_func @[[M]]::@sort_pass_0 {{.*}} {prim.overlapped}
// CHECK-NOT: gpu.launch_func

// The second op waits for the first one as a whole.
// CHECK-LABEL: func.func @twice
// CHECK-NOT: prim.overlapped
// CHECK: gpu.launch_func @[[M]]::@reduce_
// CHECK-NOT: prim.overlapped
// CHECK: gpu.launch_func @[[M]]::@reduce_
// CHECK-NOT: prim.overlapped

// CHECK-LABEL: gpu.func @sort_histogram_0
// CHECK-NOT: prim.grid_wait_previous
// CHECK-LABEL: gpu.func @sort_pass_0
// CHECK-NEXT: prim.grid_wait_previous
// CHECK-LABEL: gpu.func @reduce_
// CHECK-NOT: prim.grid_wait_previous
func.func @sort(%x: memref<100000000xi32>, %y: memref<100000000xi32>) {
  prim.device_sort slt ins(%x : memref<100000000xi32>) outs(%y : memref<100000000xi32>)
  return
}

func.func @twice(%x: memref<100000xi32>, %y: memref<i32>, %z: memref<i32>) {
  prim.device_reduce add ins(%x : memref<100000xi32>) outs(%y : memref<i32>)
  prim.device_reduce add ins(%x : memref<100000xi32>) outs(%z : memref<i32>)
  return
}
