// A byte that is chosen at run time is one instruction where the shift is known to
// be by whole bytes. Other shifts, masks and words are left to LLVM.
// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-gpu-to-nvvm))' | FileCheck %s

gpu.module @m [#nvvm.target<chip = "sm_90">] {
  // CHECK-LABEL: llvm.func @byte
  // CHECK: %[[SHIFT:.*]] = llvm.and %arg1
  // CHECK: %[[NUMBER:.*]] = llvm.lshr %[[SHIFT]]
  // CHECK: %[[SELECTOR:.*]] = llvm.or %[[NUMBER]], %{{.*}}
  // CHECK: nvvm.prmt {{.*}}%[[SELECTOR]]
  // CHECK: llvm.return
  gpu.func @byte(%x: i32, %s: i32, %p: !prim.base<global>) kernel {
    %c24 = arith.constant 24 : i32
    %c255 = arith.constant 255 : i32
    %shift = arith.andi %s, %c24 : i32
    %shifted = arith.shrui %x, %shift : i32
    %byte = arith.andi %shifted, %c255 : i32
    prim.store %byte, %p[%s] : i32, !prim.base<global>
    gpu.return
  }

  // CHECK-LABEL: llvm.func @others
  // CHECK-NOT: nvvm.prmt
  // CHECK: llvm.return
  gpu.func @others(%x: i32, %s: i32, %p: !prim.base<global>) kernel {
    %c24 = arith.constant 24 : i32
    %c31 = arith.constant 31 : i32
    %c255 = arith.constant 255 : i32
    %any = arith.andi %s, %c31 : i32
    %a = arith.shrui %x, %any : i32
    %b = arith.andi %a, %c255 : i32
    %whole = arith.andi %s, %c24 : i32
    %c = arith.shrui %x, %whole : i32
    %d = arith.andi %c, %c31 : i32
    prim.store %b, %p[%s] : i32, !prim.base<global>
    prim.store %d, %p[%s] : i32, !prim.base<global>
    gpu.return
  }
}
