// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-gpu-to-rocdl),prim-serialize{format=isa})' | FileCheck %s

// LLVM's vectorizers run where operations can share an instruction.
// CHECK: gpu.binary @m
// CHECK-SAME: k:
// CHECK-SAME: v_pk_mul_f16
// CHECK-SAME: s_endpgm
gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%p: !llvm.ptr<1>, %factor: f16) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %first = llvm.load %p {alignment = 4} : !llvm.ptr<1> -> f16
    %next = llvm.getelementptr %p[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
    %second = llvm.load %next : !llvm.ptr<1> -> f16
    %x = arith.mulf %first, %factor : f16
    %y = arith.mulf %second, %factor : f16
    llvm.store %x, %p {alignment = 4} : f16, !llvm.ptr<1>
    llvm.store %y, %next : f16, !llvm.ptr<1>
    gpu.return
  }
}
