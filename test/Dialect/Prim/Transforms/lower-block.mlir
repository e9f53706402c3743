// RUN: prim-opt %s --prim-lower-block | FileCheck %s

// The workgroup buffer of a kernel is as large as its greediest op.
// CHECK-LABEL: gpu.module @m
gpu.module @m [#rocdl.target<chip = "gfx942">] {
  // CHECK: llvm.mlir.global internal @__prim_workgroup_reduce() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<16 x i8>
  // CHECK-LABEL: gpu.func @reduce
  gpu.func @reduce(%x: vector<2xi32>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    // A thread's items, then a wave's threads, then the four waves.
    // CHECK: %[[OWN:.*]] = arith.addi
    // CHECK: %[[WARP:.*]] = prim.warp_reduce add %[[OWN]] : i32
    // CHECK: scf.if
    // CHECK: llvm.store %[[WARP]]
    // CHECK: amdgpu.lds_barrier
    // CHECK-COUNT-4: llvm.load
    // CHECK: %[[SUM:.*]] = arith.addi
    // Nothing else uses the buffer: no second barrier.
    // CHECK-NOT: amdgpu.lds_barrier
    // CHECK: llvm.store %[[SUM]]
    %r = prim.block_reduce add %x all : vector<2xi32>
    llvm.store %r, %out : i32, !llvm.ptr<1>
    gpu.return
  }

  // One wave needs no workgroup memory.
  // CHECK-LABEL: gpu.func @one_wave
  // CHECK-NEXT: %[[R:.*]] = prim.warp_reduce add %{{.*}} all : i32
  // CHECK-NEXT: llvm.store %[[R]]
  gpu.func @one_wave(%x: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %r = prim.block_reduce add %x all : i32
    llvm.store %r, %out : i32, !llvm.ptr<1>
    gpu.return
  }

  // What follows may use the buffer: a barrier between the two.
  // CHECK-LABEL: gpu.func @two_ops
  // CHECK-COUNT-4: amdgpu.lds_barrier
  // CHECK-NOT: amdgpu.lds_barrier
  gpu.func @two_ops(%x: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %r = prim.block_reduce add %x all : i32
    %s = prim.block_reduce maxsi %r all : i32
    llvm.store %s, %out : i32, !llvm.ptr<1>
    gpu.return
  }

  // Several items: the wave scans the threads' folds, and the items are scanned
  // from what that gives.
  // CHECK-LABEL: gpu.func @scan
  // CHECK: %[[FOLD:.*]] = arith.addi
  // CHECK: %[[SCAN:.*]]:2 = prim.warp_scan exclusive add %[[FOLD]] init(%{{.*}}) total : i32
  // CHECK: llvm.store %[[SCAN]]#1
  // CHECK: amdgpu.lds_barrier
  // CHECK: vector.from_elements
  gpu.func @scan(%x: vector<2xi32>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %r = prim.block_scan inclusive add %x : vector<2xi32>
    llvm.store %r, %out : vector<2xi32>, !llvm.ptr<1>
    gpu.return
  }

  // One item per thread is scanned once.
  // CHECK-LABEL: gpu.func @scan_one_item
  // CHECK: prim.warp_scan inclusive add %{{.*}} total : i32
  // CHECK-NOT: prim.warp_scan
  gpu.func @scan_one_item(%x: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %r = prim.block_scan inclusive add %x : i32
    llvm.store %r, %out : i32, !llvm.ptr<1>
    gpu.return
  }

  // The prefix region runs in the first wave and its result is shared.
  // CHECK-LABEL: gpu.func @prefix
  // CHECK: amdgpu.lds_barrier
  // CHECK: %[[FIRST:.*]] = arith.cmpi eq, %{{.*}}, %c0
  // CHECK: scf.if %[[FIRST]] {
  // CHECK: %[[P:.*]] = arith.muli
  // CHECK: llvm.store %[[P]]
  // CHECK: amdgpu.lds_barrier
  gpu.func @prefix(%x: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %r = prim.block_scan inclusive add %x prefix {
    ^bb0(%total: i32):
      %p = arith.muli %total, %total : i32
      prim.yield %p : i32
    } : i32
    llvm.store %r, %out : i32, !llvm.ptr<1>
    gpu.return
  }
}

// Threads of a block in three dimensions are numbered x fastest.
// CHECK-LABEL: gpu.module @three_dimensions
gpu.module @three_dimensions [#rocdl.target<chip = "gfx1100">] {
  // CHECK: gpu.func @k
  // CHECK: %[[Z:.*]] = gpu.thread_id z
  // CHECK: arith.muli
  // CHECK: %[[Y:.*]] = gpu.thread_id y
  // CHECK: arith.addi
  // CHECK: arith.muli
  // CHECK: %[[X:.*]] = gpu.thread_id x
  // CHECK: arith.addi
  gpu.func @k(%x: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 8, 4, 2>} {
    %r = prim.block_reduce add %x all : i32
    llvm.store %r, %out : i32, !llvm.ptr<1>
    gpu.return
  }
}
