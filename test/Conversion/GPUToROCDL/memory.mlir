// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-lower-warp,prim-gpu-to-rocdl))' | FileCheck %s

// CHECK-LABEL: gpu.module @m
gpu.module @m [#rocdl.target<chip = "gfx942">] {
  // CHECK-DAG: llvm.mlir.global internal @__prim_counters_k() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>
  // CHECK-DAG: llvm.mlir.global internal @__prim_workgroup_k() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<32 x i8>

  // Three i16 may be read as four, which have to be there.
  // CHECK-DAG: llvm.mlir.global internal @__prim_three_k() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<16 x i8>

  // Bases are bare pointers, whatever they go through.
  // CHECK-LABEL: llvm.func @k
  // CHECK-SAME: (%[[B:[a-z0-9]+]]: !llvm.ptr<1>, %[[N:[a-z0-9]+]]: i32, %[[P:[a-z0-9]+]]: i1)
  gpu.func @k(%b: !prim.base<global>, %n: i32, %p: i1) kernel {
    // CHECK-DAG: %[[W:.*]] = llvm.mlir.addressof @__prim_counters_k : !llvm.ptr<3>
    // CHECK-DAG: llvm.mlir.addressof @__prim_workgroup_k : !llvm.ptr<3>
    %w = prim.workgroup_alloc 64 for "counters" : !prim.base<workgroup>
    %u = prim.workgroup_alloc 32 : !prim.base<workgroup>
    %three = prim.workgroup_alloc 6 for "three" : !prim.base<workgroup>
    %four = arith.constant 4 : i32
    %far = arith.constant 1024 : index
    // CHECK: %[[A:.*]] = llvm.getelementptr %[[B]][1024] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    %next = prim.advance %b, %far : !prim.base<global>
    // CHECK: llvm.cond_br %[[P]], ^[[JOIN:[a-z0-9]+]](%[[A]] : !llvm.ptr<1>), ^{{.*}}(%[[B]] : !llvm.ptr<1>)
    %chosen = scf.if %p -> !prim.base<global> {
      scf.yield %next : !prim.base<global>
    } else {
      scf.yield %b : !prim.base<global>
    }
    // A constant goes last.
    // CHECK: ^[[JOIN]](%[[C:.*]]: !llvm.ptr<1>):
    // CHECK: %[[WIDE:.*]] = llvm.zext %[[N]] : i32 to i64
    // CHECK: %[[AT:.*]] = llvm.getelementptr nuw %[[C]][%[[WIDE]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
    // CHECK: %[[BEHIND:.*]] = llvm.getelementptr nuw %[[AT]][4] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    // CHECK: llvm.load %[[BEHIND]] {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
    %sum = arith.addi %n, %four overflow<nuw> : i32
    %v = prim.load %chosen[%sum] align(16) : !prim.base<global> -> vector<4xf32>
    // CHECK: llvm.store %{{.*}}, %[[AT]] {alignment = 4 : i64} : vector<4xf32>, !llvm.ptr<1>
    prim.store %v, %chosen[%n] : vector<4xf32>, !prim.base<global>
    // An index of elements stays one in workgroup memory.
    // CHECK: %[[SLOT:.*]] = llvm.getelementptr %[[W]][%[[N]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<4 x i8>
    // CHECK: llvm.atomicrmw add %[[SLOT]], %[[N]] syncscope("workgroup") monotonic : !llvm.ptr<3>, i32
    %slot = arith.muli %n, %four overflow<nuw> : i32
    %old = prim.atomic_rmw add %n, %w[%slot] atomic(relaxed, block) : i32, !prim.base<workgroup>
    // CHECK: llvm.load %{{.*}} atomic syncscope("agent") acquire {alignment = 8 : i64} : !llvm.ptr<1> -> i64
    %i = prim.load %b[%n] atomic(acquire, device) : !prim.base<global> -> index
    // CHECK: llvm.store %{{.*}}, %{{.*}} atomic syncscope("wavefront") release {alignment = 8 : i64} : i64, !llvm.ptr<1>
    prim.store %i, %b[%n] atomic(release, wave) : index, !prim.base<global>
    // CHECK: llvm.atomicrmw xchg %{{.*}}, %{{.*}} syncscope("agent") acq_rel : !llvm.ptr<1>, i32
    %x = prim.atomic_rmw exchange %old, %b[%n] atomic(acq_rel, device) : i32, !prim.base<global>
    // Workgroup memory only is waited for.
    // CHECK: llvm.fence syncscope("workgroup") release {llvm.mmra =
    // CHECK: rocdl.s.barrier
    // CHECK: llvm.fence syncscope("workgroup") acquire {llvm.mmra =
    prim.block_barrier
    // And with all that a thread may release afterwards.
    // CHECK: rocdl.barrier
    prim.block_barrier orders(device)
    // CHECK: rocdl.barrier
    prim.block_barrier orders(block)
    // CHECK: rocdl.readfirstlane %{{.*}} : i32
    %uniform = prim.warp_uniform %x : i32
    prim.store %uniform, %u[%n] : i32, !prim.base<workgroup>
    gpu.return
  }

  // The offset of a layout counts.
  // CHECK-LABEL: llvm.func @of_memref
  // CHECK: llvm.ptrtoint
  // CHECK: llvm.mul
  // CHECK: llvm.add
  // CHECK: llvm.inttoptr %{{.*}} : i64 to !llvm.ptr<1>
  gpu.func @of_memref(%x: memref<?xf32, strided<[1], offset: ?>>, %n: i32) kernel {
    %b = prim.base_of %x : memref<?xf32, strided<[1], offset: ?>>
    %v = prim.load %b[%n] : !prim.base<global> -> f32
    prim.store %v, %b[%n] : f32, !prim.base<global>
    gpu.return
  }
}

// Copies are a load and a store here, which need no wait.
// CHECK-LABEL: gpu.module @copies
gpu.module @copies [#rocdl.target<chip = "gfx942">] {
  // CHECK-LABEL: llvm.func @k
  // CHECK: %[[V:.*]] = llvm.load {{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
  // CHECK: llvm.store %[[V]], {{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
  // CHECK: %[[B:.*]] = llvm.load {{.*}} {alignment = 1 : i64} : !llvm.ptr<1> -> i8
  // CHECK: llvm.store %[[B]], {{.*}} {alignment = 1 : i64} : i8, !llvm.ptr<3>
  // CHECK-NEXT: llvm.return
  gpu.func @k(%b: !prim.base<global>, %o: i32, %p: i32) kernel {
    %w = prim.workgroup_alloc 64 : !prim.base<workgroup>
    prim.copy_async 16 %b[%o] to %w[%p] : !prim.base<global>, !prim.base<workgroup>
    prim.copy_async 1 %b[%o] to %w[%p] : !prim.base<global>, !prim.base<workgroup>
    prim.copy_commit
    prim.copy_wait 0
    prim.grid_wait_previous
    prim.grid_start_next
    gpu.return
  }
}

// The offset of a subview needs no affine ops.
// CHECK-LABEL: gpu.module @subviews
gpu.module @subviews [#rocdl.target<chip = "gfx942">] {
  // CHECK-LABEL: llvm.func @k
  // CHECK-NOT: affine
  // CHECK: llvm.load
  // CHECK-NOT: affine
  // CHECK: llvm.store
  gpu.func @k(%x: memref<40x4x8xf32>, %i: index, %j: index, %t: index) kernel {
    %s = memref.subview %x[0, %i, %j] [40, 1, 1] [1, 1, 1] : memref<40x4x8xf32> to memref<40xf32, strided<[32], offset: ?>>
    %v = memref.load %s[%t] : memref<40xf32, strided<[32], offset: ?>>
    memref.store %v, %s[%i] : memref<40xf32, strided<[32], offset: ?>>
    gpu.return
  }
}
