// RUN: prim-opt %s --prim-lower-block --prim-plan-workgroup-memory --canonicalize | FileCheck %s

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  // Neighbours move as vectors: rows of two are written, and a thread's blocked
  // items read at once. They stay in their wave, so nobody else waits.
  // CHECK-LABEL: gpu.func @rows
  // CHECK: prim.workgroup_alloc 2048 for "items"
  // CHECK-COUNT-2: prim.store {{.*}} align(8) : vector<2xi32>, !prim.base<workgroup>
  // CHECK-NOT: prim.store
  // CHECK-NEXT: prim.warp_barrier
  // CHECK: prim.load {{.*}} align(16) : !prim.base<workgroup> -> vector<4xi32>
  // CHECK-NOT: block_barrier
  // CHECK: gpu.return
  gpu.func @rows(%x: vector<4xi32>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %y = prim.block_exchange %x from(rows(2)) : vector<4xi32>
    llvm.store %y, %out : vector<4xi32>, !llvm.ptr<1>
    gpu.return
  }

  // Eight accesses of 16 bytes per thread would all begin in the same banks: behind
  // what each thread has 16 bytes are free, here 1152 bytes from row to row.
  // CHECK-LABEL: gpu.func @padded
  // CHECK-DAG: %[[PITCH:.*]] = arith.constant 1152 : i32
  // CHECK: prim.workgroup_alloc 18432 for "items"
  // CHECK: prim.store {{.*}} align(16) : vector<4xi32>, !prim.base<workgroup>
  // CHECK: arith.addi %{{.*}}, %[[PITCH]]
  // CHECK-COUNT-7: prim.store {{.*}} align(16) : vector<4xi32>, !prim.base<workgroup>
  // CHECK-NEXT: prim.warp_barrier
  // CHECK: prim.load {{.*}} align(16) : !prim.base<workgroup> -> vector<32xi32>
  gpu.func @padded(%x: vector<32xi32>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %y = prim.block_exchange %x from(rows(4)) : vector<32xi32>
    llvm.store %y, %out : vector<32xi32>, !llvm.ptr<1>
    gpu.return
  }

  // Two accesses per thread: four threads lie between two gaps.
  // CHECK-LABEL: gpu.func @runs
  // CHECK: prim.workgroup_alloc 4608 for "items"
  gpu.func @runs(%x: vector<8xi32>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %y = prim.block_exchange %x to(rows(4)) : vector<8xi32>
    llvm.store %y, %out : vector<8xi32>, !llvm.ptr<1>
    gpu.return
  }

  // In a wave that is not whole, the second row begins within a run.
  // CHECK-LABEL: gpu.func @partial
  // CHECK-COUNT-2: arith.divui
  // CHECK-COUNT-2: prim.store
  // CHECK: prim.warp_barrier
  gpu.func @partial(%x: vector<8xi32>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 100, 1, 1>} {
    %y = prim.block_exchange %x from(rows(4)) : vector<8xi32>
    llvm.store %y, %out : vector<8xi32>, !llvm.ptr<1>
    gpu.return
  }

  // Items that fill the memory go without gaps. Members of one width lie in one place
  // for a wave; those of another width do not.
  // CHECK-LABEL: gpu.func @full
  // CHECK: prim.workgroup_alloc 65536 for "items"
  // CHECK: prim.warp_barrier
  // CHECK: prim.load {{.*}} -> vector<16xi32>
  // CHECK-NOT: block_barrier
  // CHECK: prim.warp_barrier
  // CHECK: prim.load {{.*}} -> vector<16xf32>
  // CHECK: prim.block_barrier
  // CHECK: prim.warp_barrier
  // CHECK: prim.load {{.*}} -> vector<16xi8>
  // CHECK-NOT: block_barrier
  // CHECK: gpu.return
  gpu.func @full(%x: vector<16xi32>, %y: vector<16xf32>, %z: vector<16xi8>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 1024, 1, 1>} {
    %a, %b, %c = prim.block_exchange %x, %y, %z from(rows(4)) : vector<16xi32>, vector<16xf32>, vector<16xi8>
    llvm.store %a, %out : vector<16xi32>, !llvm.ptr<1>
    llvm.store %b, %out : vector<16xf32>, !llvm.ptr<1>
    llvm.store %c, %out : vector<16xi8>, !llvm.ptr<1>
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
