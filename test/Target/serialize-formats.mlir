// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-gpu-to-rocdl),prim-serialize{format=isa})' | FileCheck %s --check-prefix=ISA
// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-gpu-to-rocdl),prim-serialize{format=llvm})' | FileCheck %s --check-prefix=LLVM

// ISA: gpu.binary @m
// ISA-SAME: assembly = "
// ISA-SAME: .amdgcn_target \22amdgcn-amd-amdhsa--gfx942\22
// ISA-SAME: .amdhsa_code_object_version 5
// One atomic stays one atomic: no loop over the lanes around it.
// ISA-SAME: k:
// ISA-NOT: s_ff1
// ISA-NOT: s_cbranch
// ISA-SAME: global_atomic_add
// ISA-SAME: s_endpgm

// LLVM: gpu.binary @m
// LLVM-SAME: offload = "
// LLVM-SAME: define {{.*}}amdgpu_kernel void @k(
// LLVM-SAME: atomicrmw add

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%p: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %tid = gpu.thread_id x
    %i = arith.index_castui %tid : index to i32
    %old = llvm.atomicrmw add %p, %i syncscope("agent") monotonic : !llvm.ptr<1>, i32
    gpu.return
  }
}
