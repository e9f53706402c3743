// RUN: prim-opt %s --affine-scalrep | FileCheck %s

// What says where segments are is read and not written: what has been stored there before
// is still there after the op, and was not stored for nothing. Outputs are written, the
// first keys and the count too. A store that nobody reads before the next one goes.

// CHECK-LABEL: func @flags
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i32
// CHECK-DAG: %[[X:.*]] = memref.alloc() {x}
// CHECK-DAG: %[[F:.*]] = memref.alloc() {f}
// CHECK-DAG: %[[O:.*]] = memref.alloc() {o}
// CHECK-DAG: affine.store %[[ONE]], %[[X]][3]
// CHECK-DAG: affine.store %[[ONE]], %[[F]][3]
// CHECK: prim.device_scan
// CHECK-NOT: affine.load
// CHECK: %[[V:.*]] = affine.load %[[O]][3]
// CHECK-NOT: affine.load
// CHECK: return %[[ONE]], %[[ONE]], %[[V]]
func.func @flags(%use: memref<4xmemref<8xi32>>) -> (i32, i32, i32) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %x = memref.alloc() {x} : memref<8xi32>
  %f = memref.alloc() {f} : memref<8xi32>
  %o = memref.alloc() {o} : memref<8xi32>
  affine.store %one, %x[3] : memref<8xi32>
  affine.store %one, %f[3] : memref<8xi32>
  prim.device_scan inclusive add ins(%x : memref<8xi32>) outs(%o : memref<8xi32>) head(%f : memref<8xi32>)
  %0 = affine.load %x[3] : memref<8xi32>
  %1 = affine.load %f[3] : memref<8xi32>
  %2 = affine.load %o[3] : memref<8xi32>
  affine.store %two, %f[3] : memref<8xi32>
  memref.store %x, %use[%i0] : memref<4xmemref<8xi32>>
  memref.store %f, %use[%i1] : memref<4xmemref<8xi32>>
  memref.store %o, %use[%i2] : memref<4xmemref<8xi32>>
  return %0, %1, %2 : i32, i32, i32
}

// CHECK-LABEL: func @keys
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i32
// CHECK-DAG: %[[K:.*]] = memref.alloc() {k}
// CHECK-DAG: %[[L:.*]] = memref.alloc() {l}
// CHECK-DAG: %[[U:.*]] = memref.alloc() {u}
// CHECK-DAG: %[[N:.*]] = memref.alloc() {n}
// CHECK-DAG: %[[Q:.*]] = memref.alloc() {q}
// CHECK-NOT: affine.store {{.*}}, %[[Q]]
// CHECK: affine.store %[[ONE]], %[[K]][3]
// CHECK-NOT: affine.store {{.*}}, %[[Q]]
// CHECK: affine.store %[[ONE]], %[[L]][3]
// CHECK-NOT: affine.store {{.*}}, %[[Q]]
// CHECK: prim.device_reduce
// CHECK-DAG: %[[V:.*]] = affine.load %[[U]][3]
// CHECK-DAG: %[[W:.*]] = affine.load %[[N]][]
// CHECK-NOT: affine.load
// CHECK: affine.store %{{.*}}, %[[Q]][3]
// CHECK: return %[[ONE]], %[[ONE]], %[[V]], %[[W]]
func.func @keys(%x: memref<8xi32>, %use: memref<8xmemref<8xi32>>, %other: memref<8xmemref<i32>>) -> (i32, i32, i32, i32) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i3 = arith.constant 3 : index
  %i4 = arith.constant 4 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %k = memref.alloc() {k} : memref<8xi32>
  %l = memref.alloc() {l} : memref<8xi32>
  %u = memref.alloc() {u} : memref<8xi32>
  %v = memref.alloc() {v} : memref<8xi32>
  %o = memref.alloc() {o} : memref<8xi32>
  %n = memref.alloc() {n} : memref<i32>
  %q = memref.alloc() {q} : memref<8xi32>
  affine.store %one, %q[3] : memref<8xi32>
  affine.store %one, %k[3] : memref<8xi32>
  affine.store %one, %l[3] : memref<8xi32>
  affine.store %one, %u[3] : memref<8xi32>
  affine.store %one, %n[] : memref<i32>
  prim.device_reduce add ins(%x : memref<8xi32>) outs(%u, %v, %o, %n : memref<8xi32>, memref<8xi32>, memref<8xi32>, memref<i32>)
      by_key(%k, %l : memref<8xi32>, memref<8xi32>)
  %0 = affine.load %k[3] : memref<8xi32>
  %1 = affine.load %l[3] : memref<8xi32>
  %2 = affine.load %u[3] : memref<8xi32>
  %3 = affine.load %n[] : memref<i32>
  affine.store %two, %q[3] : memref<8xi32>
  affine.store %two, %k[3] : memref<8xi32>
  affine.store %two, %l[3] : memref<8xi32>
  memref.store %k, %use[%i0] : memref<8xmemref<8xi32>>
  memref.store %l, %use[%i1] : memref<8xmemref<8xi32>>
  memref.store %u, %use[%i2] : memref<8xmemref<8xi32>>
  memref.store %q, %use[%i3] : memref<8xmemref<8xi32>>
  memref.store %n, %other[%i4] : memref<8xmemref<i32>>
  return %0, %1, %2, %3 : i32, i32, i32, i32
}
