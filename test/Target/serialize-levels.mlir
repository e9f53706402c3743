// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-gpu-to-rocdl),prim-serialize{format=isa})' | FileCheck %s --check-prefix=O3
// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-gpu-to-rocdl),prim-serialize{format=isa opt-level=0})' | FileCheck %s --check-prefix=O0

// Code that is not optimised goes round its loops.
// O3: gpu.binary @m
// O3-SAME: k:
// O3-NOT: s_cbranch
// O3-SAME: s_endpgm
// O0: gpu.binary @m
// O0-SAME: k:
// O0-SAME: s_cbranch
// O0-SAME: s_endpgm
gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%p: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %four = llvm.mlir.constant(4 : i32) : i32
    cf.br ^loop(%zero : i32)
  ^loop(%i: i32):
    %old = llvm.atomicrmw add %p, %i syncscope("agent") monotonic : !llvm.ptr<1>, i32
    %next = arith.addi %i, %one : i32
    %goes_on = arith.cmpi slt, %next, %four : i32
    cf.cond_br %goes_on, ^loop(%next : i32), ^end
  ^end:
    gpu.return
  }
}
