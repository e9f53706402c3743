// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-lower-warp))' | FileCheck %s

// An exchange through workgroup memory is ordered within its wave: what the one
// before it left has been read before items are written, and they have been written
// before they are read. In a wave that needs no instruction, and so shows in none.
gpu.module @m [#rocdl.target<chip = "gfx942">] {
  // CHECK-LABEL: gpu.func @exchanges
  // CHECK-COUNT-2: llvm.load
  // CHECK: llvm.fence syncscope("wavefront") release
  // CHECK-NEXT: llvm.call_intrinsic "llvm.amdgcn.wave.barrier"
  // CHECK-NEXT: llvm.fence syncscope("wavefront") acquire
  // CHECK: prim.store
  // CHECK: llvm.fence syncscope("wavefront") release
  // CHECK-NEXT: llvm.call_intrinsic "llvm.amdgcn.wave.barrier"
  // CHECK-NEXT: llvm.fence syncscope("wavefront") acquire
  // CHECK-COUNT-2: prim.load
  // CHECK: llvm.fence syncscope("wavefront") release
  // CHECK-NEXT: llvm.call_intrinsic "llvm.amdgcn.wave.barrier"
  // CHECK-NEXT: llvm.fence syncscope("wavefront") acquire
  // CHECK-COUNT-2: prim.store
  // CHECK: llvm.fence syncscope("wavefront") release
  // CHECK-NEXT: llvm.call_intrinsic "llvm.amdgcn.wave.barrier"
  // CHECK-NEXT: llvm.fence syncscope("wavefront") acquire
  // CHECK: prim.load
  // CHECK-NOT: llvm.fence
  // CHECK: gpu.return
  gpu.func @exchanges(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %x = llvm.load %in : !llvm.ptr<1> -> vector<2xi32>
    %y = llvm.load %in : !llvm.ptr<1> -> vector<2xi32>
    %s = prim.warp_exchange blocked_to_striped %x : vector<2xi32>
    %b = prim.warp_exchange striped_to_blocked %y : vector<2xi32>
    llvm.store %s, %out : vector<2xi32>, !llvm.ptr<1>
    llvm.store %b, %out : vector<2xi32>, !llvm.ptr<1>
    gpu.return
  }
}
