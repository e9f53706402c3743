// RUN: prim-opt %s --prim-lower-device=chip=gfx942 --split-input-file | FileCheck %s

// What must agree is checked before anything is allocated, cleared or launched.

// CHECK-LABEL: func.func @flags
// CHECK-NOT: gpu.
// CHECK: prim.check {{.*}} "prim.device_scan: outs 0 has {} elements, but ins 0 has {}"
// CHECK-NOT: gpu.
// CHECK: prim.check {{.*}} "prim.device_scan: head 0 has {} elements, but ins 0 has {}"
// CHECK-NOT: gpu.
// CHECK: scf.if
func.func @flags(%x: memref<?xi32>, %y: memref<?xi32>, %f: memref<?xi1>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) head(%f : memref<?xi1>)
  return
}

// -----

// CHECK-LABEL: func.func @keys
// CHECK-NOT: gpu.
// CHECK: prim.check {{.*}} "prim.device_reduce: by_key 0 has {} elements, but ins 0 has {}"
// CHECK-NOT: gpu.
// CHECK: prim.check {{.*}} "prim.device_reduce: by_key 1 has {} elements, but ins 0 has {}"
// CHECK-NOT: gpu.
// CHECK: prim.check {{.*}} "prim.device_reduce: outs 1 has {} elements, but outs 0 has {}"
// CHECK-NOT: gpu.
// CHECK: prim.check {{.*}} "prim.device_reduce: outs 2 has {} elements, but outs 0 has {}"
// CHECK-NOT: gpu.
// CHECK: prim.check {{.*}} "prim.device_reduce: takes fewer than 2147483648 elements
// CHECK-NOT: gpu.
// CHECK: scf.if
func.func @keys(%x: memref<?xi32>, %k: memref<?xi64>, %l: memref<?xbf16>, %u: memref<?xi64>,
                %v: memref<?xbf16>, %y: memref<?xi32>, %n: memref<i64>) {
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%u, %v, %y, %n : memref<?xi64>, memref<?xbf16>, memref<?xi32>, memref<i64>)
      by_key(%k, %l : memref<?xi64>, memref<?xbf16>)
  return
}

// -----

// CHECK-LABEL: func.func @offsets
// CHECK-NOT: gpu.
// CHECK: prim.check {{.*}} "prim.device_reduce: segments 0 has {} elements
// CHECK-NOT: gpu.
// CHECK: prim.check {{.*}} "prim.device_reduce: outs 0 has {} elements, but there are {} segments"
// CHECK-NOT: gpu.
// CHECK: scf.if
func.func @offsets(%x: memref<?xi32>, %y: memref<?xi32>, %k: memref<?xi64>) {
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) segments(%k : memref<?xi64>)
  return
}

// -----

// CHECK-LABEL: func.func @pairs
// CHECK-NOT: gpu.
// CHECK: prim.check {{.*}} "prim.device_scan: segments 1 has {} elements, but segments 0 has {}"
// CHECK-NOT: gpu.
// CHECK: scf.if
// CHECK: gpu.launch_func @prim_kernels::@scan_marks
// CHECK: gpu.launch_func @prim_kernels::@scan
func.func @pairs(%x: memref<?xi32>, %y: memref<?xi32>, %k: memref<?xindex>, %l: memref<?xindex>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) segments(%k, %l : memref<?xindex>, memref<?xindex>)
  return
}

// -----

// So are the sizes of the op whose workspace is asked for.
// CHECK-LABEL: func.func @workspace
// CHECK: prim.check {{.*}} "prim.device_reduce: outs 0 has {} elements, but there are {} segments"
// CHECK: prim.grid_state_size
// CHECK-NOT: gpu.
// CHECK: return
func.func @workspace(%x: memref<?xi32>, %y: memref<?xi32>, %k: memref<?xi64>) -> index {
  %bytes = prim.workspace_size {
    prim.device_reduce add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) segments(%k : memref<?xi64>)
  } : index
  return %bytes : index
}

// -----

// Buffers of one tile, and none: flags and keys take no workspace, and a scan of nothing no
// kernel. A reduction of nothing writes what nothing has.
// CHECK-LABEL: func.func @one_tile
// CHECK-NOT: gpu.alloc
// CHECK: gpu.launch_func @prim_kernels::@scan
// CHECK-NOT: gpu.
// CHECK: return
// CHECK-LABEL: func.func @scan_nothing
// CHECK-NOT: gpu.
// CHECK: return
// CHECK-LABEL: func.func @count_nothing
// CHECK-NOT: gpu.alloc
// CHECK: gpu.launch_func @prim_kernels::@counts_empty
// CHECK-NOT: gpu.
// CHECK: return
func.func @one_tile(%x: memref<16xi32>, %y: memref<16xi32>, %f: memref<16xi1>) {
  prim.device_scan inclusive add ins(%x : memref<16xi32>) outs(%y : memref<16xi32>) head(%f : memref<16xi1>)
  return
}
func.func @scan_nothing(%x: memref<0xi32>, %y: memref<0xi32>, %k: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<0xi32>) outs(%y : memref<0xi32>) segments(%k : memref<?xi32>)
  return
}
func.func @count_nothing(%x: memref<0xi32>, %y: memref<?xi32>, %n: memref<i32>, %f: memref<0xi1>) {
  prim.device_reduce add ins(%x : memref<0xi32>) outs(%y, %n : memref<?xi32>, memref<i32>) head(%f : memref<0xi1>)
  return
}
