// The conversion for NVIDIA chips: names of special registers and scopes, memory
// of threads and blocks, and math functions with and without libdevice.

// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-gpu-to-nvvm{device-libs=none}))' | FileCheck %s
// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-gpu-to-nvvm{device-libs=none}),prim-serialize{format=isa})' -o /dev/null

gpu.module @m [#nvvm.target<chip = "sm_90">] {
  // CHECK: llvm.mlir.global internal @__prim_workgroup_k() {addr_space = 3 : i32, alignment = 16 : i64}
  // CHECK: llvm.func @k
  // CHECK-SAME: nvvm.kernel
  // CHECK-SAME: nvvm.maxntid = array<i32: 64, 1, 1>
  gpu.func @k(%p: !prim.base<global>, %n: i32, %x: f32, %d: f64) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // CHECK: llvm.alloca {{.*}} : (i64) -> !llvm.ptr
    // CHECK: nvvm.read.ptx.sreg.tid.x
    %tid = gpu.thread_id x
    %i = arith.index_cast %tid : index to i32
    %own = memref.alloca() : memref<4xi32>
    memref.store %i, %own[%tid] : memref<4xi32>
    %shared = prim.workgroup_alloc 256 : !prim.base<workgroup>
    %c0 = arith.constant 0 : i32
    %c4 = arith.constant 4 : i32
    %at = arith.muli %i, %c4 : i32
    prim.store %i, %shared[%at] : i32, !prim.base<workgroup>
    // CHECK: nvvm.barrier
    prim.block_barrier
    // CHECK: nvvm.barrier
    prim.block_barrier orders(device)
    // CHECK: llvm.load {{.*}} atomic syncscope("device") monotonic
    %w = prim.load %p[%c0] atomic(relaxed, device) : !prim.base<global> -> i32
    // CHECK: llvm.ptrtoint
    // CHECK: llvm.icmp "eq"
    %wide = prim.is_aligned %p to 16 : !prim.base<global>
    %z = arith.select %wide, %w, %i : i32
    prim.store %z, %p[%at] : i32, !prim.base<global>
    // LLVM would forget the order of the operation itself.
    // CHECK: llvm.fence syncscope("device") release
    // CHECK-NEXT: llvm.atomicrmw add {{.*}} syncscope("device") monotonic
    // CHECK-NEXT: llvm.fence syncscope("device") acquire
    %old = prim.atomic_rmw add %z, %p[%c4] atomic(acq_rel, device) : i32, !prim.base<global>
    prim.store %old, %p[%at] : i32, !prim.base<global>
    // The chip copies 4 bytes or more by itself, 16 of them past the L1 cache.
    // CHECK: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 16, cache = cg
    prim.copy_async 16 %p[%c0] to %shared[%c0] : !prim.base<global>, !prim.base<workgroup>
    // CHECK: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 4, cache = ca
    prim.copy_async 4 %p[%at] to %shared[%at] : !prim.base<global>, !prim.base<workgroup>
    // CHECK: llvm.load {{.*}} {alignment = 2 : i64} : !llvm.ptr<1> -> i16
    // CHECK: llvm.store {{.*}} {alignment = 2 : i64} : i16, !llvm.ptr<3>
    prim.copy_async 2 %p[%at] to %shared[%at] : !prim.base<global>, !prim.base<workgroup>
    // CHECK: nvvm.cp.async.commit.group
    prim.copy_commit
    // CHECK: nvvm.cp.async.wait.group 1
    prim.copy_wait 1
    // CHECK-NOT: __nv_
    %e = math.exp %x : f32
    %s = math.sqrt %d : f64
    %f = arith.truncf %s : f64 to f32
    %sum = arith.addf %e, %f : f32
    prim.store %sum, %p[%at] : f32, !prim.base<global>
    gpu.return
  }
}
