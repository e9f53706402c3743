// What must come where, as notes that the emulator reads.

// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-check-convergence))' --mlir-print-local-scope | FileCheck %s
// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-check-convergence,prim-lower-block,prim-lower-warp))' | FileCheck %s --check-prefix=LOWERED

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  // CHECK-LABEL: gpu.func @k
  // LOWERED-LABEL: gpu.func @k
  gpu.func @k(%x: i32, %p: i1, %m: memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    // CHECK: prim.check_convergence "'prim.warp_reduce' at {{.*}}check-convergence.mlir:[[#@LINE+4]]:{{[0-9]+}}" width(16)
    // CHECK-NEXT: prim.warp_reduce
    // LOWERED: llvm.inline_asm has_side_effects ".Lprim_convergence${:uid}:\0As_nop 0\0A.pushsection .prim.convergence{{.*}}.long 16\0A.asciz \22'prim.warp_reduce' at
    // LOWERED: rocdl.update.dpp
    %r = prim.warp_reduce add %x all width(16) : i32
    // CHECK: prim.check_convergence "'prim.warp_scan'{{.*}} width(64)
    // CHECK-NEXT: prim.warp_scan
    %s = prim.warp_scan inclusive add %r : i32
    // CHECK: prim.check_convergence "'prim.block_reduce' at {{[^"]*}}"{{$}}
    // CHECK-NEXT: prim.block_reduce
    // LOWERED: .long 0\0A.asciz \22'prim.block_reduce' at
    %t = prim.block_reduce add %s all : i32
    memref.store %t, %m[%c0] : memref<?xi32>
    // CHECK: prim.check_convergence "'gpu.barrier' at {{[^"]*}}"{{$}}
    // CHECK-NEXT: gpu.barrier
    gpu.barrier
    // Lanes that are not there are no lack.
    // CHECK-NEXT: prim.warp_ballot
    %b = prim.warp_ballot %p : i64
    // CHECK-NEXT: arith.trunci
    %u = arith.trunci %b : i64 to i32
    memref.store %u, %m[%c0] : memref<?xi32>
    gpu.return
  }
}
