// RUN: prim-opt %s --prim-lower-block --prim-plan-workgroup-memory --canonicalize | FileCheck %s

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  // Neighbours move as vectors: rows of two are written, and a thread's blocked
  // items read at once.
  // CHECK-LABEL: gpu.func @rows
  // CHECK: prim.workgroup_alloc 2048 for "items"
  // CHECK-COUNT-2: prim.store {{.*}} align(8) : vector<2xi32>, !prim.base<workgroup>
  // CHECK-NOT: prim.store
  // CHECK: prim.block_barrier
  // CHECK: prim.load {{.*}} align(16) : !prim.base<workgroup> -> vector<4xi32>
  // CHECK-NOT: block_barrier
  // CHECK: gpu.return
  gpu.func @rows(%x: vector<4xi32>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %y = prim.block_exchange %x from(rows(2)) : vector<4xi32>
    llvm.store %y, %out : vector<4xi32>, !llvm.ptr<1>
    gpu.return
  }

  // To ranks, and one member after the other through the same room, which is as
  // large as the widest of them needs.
  // CHECK-LABEL: gpu.func @ranks
  // CHECK: prim.workgroup_alloc 2048 for "items"
  // CHECK: %[[RANK:.*]] = vector.extract %arg2[0]
  // CHECK: %[[AT:.*]] = arith.shli %[[RANK]], %{{.*}} overflow<nsw, nuw> : i32
  // CHECK: prim.store %{{.*}}, %{{.*}}[%[[AT]]] : i32, !prim.base<workgroup>
  // CHECK: prim.store {{.*}} : i32
  // CHECK: prim.block_barrier
  // CHECK-COUNT-2: prim.load {{.*}} -> i32
  // CHECK: prim.block_barrier
  // CHECK-COUNT-2: prim.store {{.*}} : i64
  // CHECK: prim.block_barrier
  // CHECK-COUNT-2: prim.load {{.*}} -> i64
  // CHECK-NOT: block_barrier
  // CHECK: gpu.return
  gpu.func @ranks(%x: vector<2xi32>, %y: vector<2xi64>, %r: vector<2xi32>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %s, %t = prim.block_exchange %x, %y ranks(%r : vector<2xi32>) to(striped) : vector<2xi32>, vector<2xi64>
    llvm.store %s, %out : vector<2xi32>, !llvm.ptr<1>
    llvm.store %t, %out : vector<2xi64>, !llvm.ptr<1>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @nothing
  // CHECK-NEXT: llvm.store %arg0
  // CHECK-NEXT: gpu.return
  gpu.func @nothing(%x: vector<4xi32>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %y = prim.block_exchange %x from(rows(4)) to(blocked) : vector<4xi32>
    llvm.store %y, %out : vector<4xi32>, !llvm.ptr<1>
    gpu.return
  }
}
