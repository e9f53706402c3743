// RUN: prim-opt %s --prim-host-kernels | FileCheck %s
// RUN: prim-opt %s --prim-host-kernels | FileCheck %s --check-prefix=KERNEL

// What the host does to whole buffers of the device becomes launches, fills and
// copies.

// KERNEL: gpu.module @loops_kernel {
// KERNEL: gpu.func @loops_kernel(%{{.*}}: index, %[[V:.*]]: i32, %[[X:.*]]: memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>
// KERNEL: %[[IN:.*]] = arith.cmpi ult
// KERNEL: scf.if %[[IN]] {
// KERNEL: memref.store %[[V]], %[[X]]

// CHECK-LABEL: func.func @fill(
// CHECK-SAME: %[[X:.*]]: memref<?xf64>, %[[V:.*]]: f64
func.func @fill(%x: memref<?xf64>, %v: f64, %s: memref<4x4xf64, strided<[8, 1]>>) {
  // CHECK: gpu.memset %[[X]], %[[V]]
  linalg.fill ins(%v : f64) outs(%x : memref<?xf64>)
  // Holes stay as they are.
  // CHECK-NOT: gpu.memset
  // CHECK: gpu.launch_func @[[FILL:.*]]::@
  linalg.fill ins(%v : f64) outs(%s : memref<4x4xf64, strided<[8, 1]>>)
  // CHECK: return
  return
}

// CHECK-LABEL: func.func @copy(
// CHECK-SAME: %[[X:.*]]: memref<16xi32>, %[[Y:.*]]: memref<16xi32>
func.func @copy(%x: memref<16xi32>, %y: memref<16xi32>, %s: memref<4x4xi32>, %t: memref<4x4xi32, strided<[8, 1]>>) {
  // CHECK: memref.copy %[[X]], %[[Y]]
  linalg.copy ins(%x : memref<16xi32>) outs(%y : memref<16xi32>)
  // CHECK: gpu.launch_func
  memref.copy %t, %s : memref<4x4xi32, strided<[8, 1]>> to memref<4x4xi32>
  // CHECK: gpu.launch_func
  gpu.memcpy %t, %s : memref<4x4xi32, strided<[8, 1]>>, memref<4x4xi32>
  return
}

// CHECK-LABEL: func.func @loops(
// CHECK-SAME: %[[X:.*]]: memref<?xi32>, %[[N:.*]]: index, %[[V:.*]]: i32
func.func @loops(%x: memref<?xi32>, %n: index, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[TRIPS:.*]] = arith.ceildivui
  // CHECK: %[[TOTAL:.*]] = arith.muli %{{.*}}, %[[TRIPS]]
  // CHECK: %[[BLOCKS:.*]] = arith.ceildivui %[[TOTAL]], %[[C256:.*]] :
  // CHECK: gpu.launch_func @loops_kernel::@loops_kernel blocks in (%[[BLOCKS]], %{{.*}}) threads in (%[[C256]], %{{.*}}) args(
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %v, %x[%i] : memref<?xi32>
  }
  // CHECK: gpu.launch_func
  scf.forall (%i) in (%n) {
    memref.store %v, %x[%i] : memref<?xi32>
  }
  // CHECK: gpu.launch_func
  affine.parallel (%i) = (0) to (%n) {
    affine.store %v, %x[%i] : memref<?xi32>
  }
  // CHECK: gpu.launch_func
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %x[%bx] : memref<?xi32>
    gpu.terminator
  }
  // CHECK: return
  return
}

// The host's own memory, and loops that launch, stay the host's.

// CHECK-LABEL: func.func @host(
func.func @host(%x: memref<4xi32>, %v: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = memref.alloca() : memref<4xi32>
  // CHECK-NOT: launch_func
  // CHECK: scf.for
  // CHECK: memref.store
  linalg.fill ins(%v : i32) outs(%a : memref<4xi32>)
  // CHECK: scf.parallel
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    prim.device_scan inclusive add ins(%x : memref<4xi32>) outs(%x : memref<4xi32>)
  }
  %r = memref.load %a[%c1] : memref<4xi32>
  // CHECK: return
  return %r : i32
}
