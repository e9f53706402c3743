// Warp ops may stand where whole logical warps come: behind a comparison with a
// multiple of the width, or a condition on the number of the wave.

// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-lower-warp))' | FileCheck %s

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  // CHECK-LABEL: gpu.func @first_wave
  gpu.func @first_wave(%x: i32, %p: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c64 = arith.constant 64 : index
    %tid = gpu.thread_id x
    %first = arith.cmpi ult, %tid, %c64 : index
    // CHECK: scf.if
    scf.if %first {
      // CHECK: rocdl.update.dpp
      // CHECK-NOT: prim.
      %r = prim.warp_reduce add %x all : i32
      llvm.store %r, %p : i32, !llvm.ptr<1>
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @wave_number
  gpu.func @wave_number(%x: i32, %p: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %tid = gpu.thread_id x
    %wave = arith.divui %tid, %c64 : index
    %first = arith.cmpi eq, %wave, %c0 : index
    // CHECK: scf.if
    scf.if %first {
      // CHECK: rocdl.update.dpp
      // CHECK-NOT: prim.
      %r = prim.warp_scan inclusive add %x : i32
      llvm.store %r, %p : i32, !llvm.ptr<1>
    }
    gpu.return
  }
}
