// RUN: prim-opt %s --prim-host-memory | FileCheck %s

memref.global "private" constant @table : memref<4xi32> = dense<[1, 2, 3, 4]>
memref.global "private" constant @twos : memref<4xf32> = dense<2.0>

// A constant is copied once, at the start, and freed at the end.

// CHECK-LABEL: func.func @constant(
// CHECK-SAME: %[[N:.*]]: index, %[[Y:.*]]: memref<4xi32>)
func.func @constant(%n: index, %y: memref<4xi32>) {
  // CHECK: %[[D:.*]] = gpu.alloc () : memref<4xi32>
  // CHECK: %[[G:.*]] = memref.get_global @table
  // CHECK: gpu.memcpy %[[D]], %[[G]]
  // CHECK: scf.for
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.get_global @table : memref<4xi32>
    // CHECK-NOT: gpu.memcpy
    // CHECK: prim.device_scan inclusive add ins(%[[D]]
    prim.device_scan inclusive add ins(%x : memref<4xi32>) outs(%y : memref<4xi32>)
    %z = memref.get_global @table : memref<4xi32>
    // CHECK: prim.device_scan inclusive add ins(%[[D]]
    prim.device_scan inclusive add ins(%z : memref<4xi32>) outs(%y : memref<4xi32>)
  }
  // CHECK: gpu.dealloc %[[D]]
  // CHECK-NEXT: return
  return
}

// One whose elements are equal is set.

// CHECK-LABEL: func.func @splat(
func.func @splat(%s: memref<f32>) {
  // CHECK: %[[D:.*]] = gpu.alloc () : memref<4xf32>
  // CHECK: %[[TWO:.*]] = arith.constant 2.0
  // CHECK: gpu.memset %[[D]], %[[TWO]]
  // CHECK-NOT: get_global
  %x = memref.get_global @twos : memref<4xf32>
  %v = memref.cast %x : memref<4xf32> to memref<?xf32>
  prim.device_reduce add ins(%v : memref<?xf32>) outs(%s : memref<f32>)
  return
}

// What is returned is the caller's.

// CHECK-LABEL: func.func @returned(
func.func @returned() -> memref<4xi32> {
  // CHECK: %[[D:.*]] = gpu.alloc () : memref<4xi32>
  // CHECK: %[[SAME:.*]] = arith.cmpi eq
  // CHECK: %[[OTHER:.*]] = arith.xori %[[SAME]]
  // CHECK: scf.if %[[OTHER]] {
  // CHECK: gpu.dealloc %[[D]]
  // CHECK: return %[[D]]
  %x = memref.get_global @table : memref<4xi32>
  return %x : memref<4xi32>
}

// The host reads its own constant, the device a copy.

// CHECK-LABEL: func.func @both(
func.func @both(%i: index, %y: memref<4xi32>) -> i32 {
  // CHECK: %[[D:.*]] = gpu.alloc
  %x = memref.get_global @table : memref<4xi32>
  // CHECK: prim.device_scan inclusive add ins(%[[D]]
  prim.device_scan inclusive add ins(%x : memref<4xi32>) outs(%y : memref<4xi32>)
  // CHECK: %[[G:.*]] = memref.get_global @table
  // CHECK: memref.load %[[G]]
  %v = memref.load %x[%i] : memref<4xi32>
  return %v : i32
}

// CHECK-LABEL: func.func @host_only(
func.func @host_only(%i: index) -> i32 {
  // CHECK-NOT: gpu.alloc
  %x = memref.get_global @table : memref<4xi32>
  %v = memref.load %x[%i] : memref<4xi32>
  return %v : i32
}

// Elements at constant positions are copied to the host, or set from it.

// CHECK-LABEL: func.func @elements(
// CHECK-SAME: %[[X:.*]]: memref<?x4xi32>, %[[S:.*]]: memref<i32>)
func.func @elements(%x: memref<?x4xi32>, %s: memref<i32>) -> i32 {
  // CHECK-DAG: %[[H0:.*]] = memref.alloca() : memref<i32>
  // CHECK-DAG: %[[H1:.*]] = memref.alloca() : memref<i32>
  // Of the two indices the type leaves one open.
  // CHECK: %[[ROWS:.*]] = memref.dim %[[X]], %{{.*}}
  // CHECK: %[[SIZE:.*]] = arith.index_cast %[[ROWS]]
  // CHECK: %[[INSIDE:.*]] = arith.cmpi sgt, %[[SIZE]], %{{.*}}
  // CHECK: prim.check %[[INSIDE]], invalid_argument, "memref.load: has the index 2 in dimension 0 of a buffer that has a size of {} there"(%[[SIZE]])
  // CHECK-NEXT: %[[E:.*]] = memref.subview %[[X]][2, 3] [1, 1] [1, 1]
  // CHECK: gpu.memcpy %[[A:.*]], %[[E]]
  // CHECK: %[[V:.*]] = memref.load %[[A]][]
  %v = affine.load %x[2, 3] : memref<?x4xi32>
  // CHECK: gpu.memcpy %[[B:.*]], %[[S]]
  // CHECK: %[[W:.*]] = memref.load %[[B]][]
  %w = memref.load %s[] : memref<i32>
  %sum = arith.addi %v, %w : i32
  // CHECK: gpu.memset %[[S]], %{{.*}} : memref<i32>, i32
  memref.store %sum, %s[] : memref<i32>
  return %sum : i32
}

// Memory of the host is the host's: nothing changes.

// CHECK-LABEL: func.func @host(
func.func @host(%x: memref<4xi32>, %i: index, %v: i32) -> i32 {
  // CHECK: %[[A:.*]] = memref.alloca() : memref<4xi32>
  // CHECK-NEXT: memref.store %{{.*}}, %[[A]]
  // CHECK-NEXT: gpu.memcpy %{{.*}}, %[[A]]
  // CHECK-NEXT: memref.load %[[A]]
  %a = memref.alloca() : memref<4xi32>
  memref.store %v, %a[%i] : memref<4xi32>
  gpu.memcpy %x, %a : memref<4xi32>, memref<4xi32>
  %w = memref.load %a[%i] : memref<4xi32>
  return %w : i32
}

// What no pattern of bytes fills goes through the stack.

// CHECK-LABEL: func.func @wide(
// CHECK-SAME: %[[X:.*]]: memref<4xvector<4xf32>>, %[[V:.*]]: vector<4xf32>)
func.func @wide(%x: memref<4xvector<4xf32>>, %v: vector<4xf32>) {
  %c1 = arith.constant 1 : index
  // CHECK: %[[H:.*]] = memref.alloca() : memref<vector<4xf32>>
  // CHECK: %[[E:.*]] = memref.subview %[[X]][1] [1] [1]
  // CHECK: memref.store %[[V]], %[[H]][]
  // CHECK: gpu.memcpy %[[E]], %[[H]]
  memref.store %v, %x[%c1] : memref<4xvector<4xf32>>
  return
}
