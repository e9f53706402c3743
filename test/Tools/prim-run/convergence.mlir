// Promises that are kept and promises that are not, as the emulator sees them.

// REQUIRES: prim-run, emulator
// DEFINE: %{chip} = gfx942
// DEFINE: %{run} = prim-run %s --device=emulator --chip=%{chip} --check-convergence --generate=256xi32:iota

// RUN: %{run} --entry=kept --print | FileCheck %s --check-prefix=KEPT
// RUN: not %{run} --entry=broken_warp 2>&1 | FileCheck %s --check-prefix=WARP
// RUN: not %{run} --entry=broken_block 2>&1 | FileCheck %s --check-prefix=BLOCK
// RUN: not %{run} --entry=broken_waves 2>&1 | FileCheck %s --check-prefix=WAVES
// RUN: not %{run} --entry=broken_barrier 2>&1 | FileCheck %s --check-prefix=BARRIER
// Without the option there is nothing that could be reported.
// RUN: prim-run %s --device=emulator --chip=%{chip} --generate=256xi32:iota --entry=broken_warp
// RUN: prim-run %s --chip=%{chip} --dump=isa | FileCheck %s --check-prefix=OFF
// RUN: prim-run %s --chip=%{chip} --check-convergence --dump=isa | FileCheck %s --check-prefix=ON
// OFF-NOT: .prim.convergence
// ON: s_nop 0
// ON: .prim.convergence

// REDEFINE: %{chip} = gfx1100
// RUN: %{run} --entry=kept --print | FileCheck %s --check-prefix=KEPT
// RUN: not %{run} --entry=broken_warp 2>&1 | FileCheck %s --check-prefix=WARP
// RUN: not %{run} --entry=broken_block 2>&1 | FileCheck %s --check-prefix=BLOCK
// RUN: not %{run} --entry=broken_waves 2>&1 | FileCheck %s --check-prefix=WAVES
// RUN: not %{run} --entry=broken_barrier 2>&1 | FileCheck %s --check-prefix=BARRIER

// The logical warps of 16 lanes that load something from 32 on: all of a warp's
// lanes or none.
// KEPT: 0 0 0 0

// WARP: error: {{.*}}kernel 'broken_warp' group (0, 0, 0) wave 0
// WARP-SAME: 'prim.warp_reduce' at {{.*}}convergence.mlir:[[#]]:{{[0-9]+}} is run with only some of the lanes of a logical warp: lanes 5-15 are active, lanes 0-4 are missing

// BLOCK: error: {{.*}}kernel 'broken_block'
// BLOCK-SAME: 'prim.block_reduce' at {{.*}}convergence.mlir:[[#]]:{{[0-9]+}} is run with only some of the lanes of the block: lanes 5-{{31|63}} are active, lanes 0-4 are missing

// WAVES: error: {{.*}}kernel 'broken_waves'
// WAVES-SAME: 'prim.block_reduce' at {{.*}}all {{waves|of them}}

// BARRIER: error: {{.*}}kernel 'broken_barrier'
// BARRIER-SAME: 'gpu.barrier' at

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kept(%m: memref<256xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : i32
      %z = arith.constant 0 : i32
      %t = gpu.thread_id x
      %first = arith.divui %t, %c16 : index
      %i = arith.muli %first, %c16 : index
      // What the lanes of a logical warp load is in the same class for all.
      %v = memref.load %m[%t] : memref<256xi32>
      %p = arith.cmpi sge, %v, %c32 : i32
      %r = scf.if %p -> i32 {
        %s = prim.warp_reduce add %v all width(16) {prim.converged} : i32
        scf.yield %s : i32
      } else {
        scf.yield %z : i32
      }
      memref.store %r, %m[%t] : memref<256xi32>
      gpu.return
    }
    gpu.func @broken_warp(%m: memref<256xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c5 = arith.constant 5 : i32
      %t = gpu.thread_id x
      %v = memref.load %m[%t] : memref<256xi32>
      %p = arith.cmpi sge, %v, %c5 : i32
      scf.if %p {
        %s = prim.warp_reduce add %v all width(16) {prim.converged} : i32
        memref.store %s, %m[%t] : memref<256xi32>
      }
      gpu.return
    }
    gpu.func @broken_block(%m: memref<256xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c5 = arith.constant 5 : i32
      %t = gpu.thread_id x
      %v = memref.load %m[%t] : memref<256xi32>
      %p = arith.cmpi sge, %v, %c5 : i32
      scf.if %p {
        %s = prim.block_reduce add %v all {prim.converged} : i32
        memref.store %s, %m[%t] : memref<256xi32>
      }
      gpu.return
    }
    // Whole waves stay away.
    gpu.func @broken_waves(%m: memref<256xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c128 = arith.constant 128 : i32
      %t = gpu.thread_id x
      %v = memref.load %m[%t] : memref<256xi32>
      %p = arith.cmpi sge, %v, %c128 : i32
      scf.if %p {
        %s = prim.block_reduce add %v all {prim.converged} : i32
        memref.store %s, %m[%t] : memref<256xi32>
      }
      gpu.return
    }
    gpu.func @broken_barrier(%m: memref<256xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c128 = arith.constant 128 : i32
      %t = gpu.thread_id x
      %v = memref.load %m[%t] : memref<256xi32>
      %p = arith.cmpi sge, %v, %c128 : i32
      scf.if %p {
        gpu.barrier {prim.converged}
      }
      gpu.return
    }
  }
  func.func @kept(%m: memref<256xi32>) -> memref<256xi32> {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %o = gpu.alloc () : memref<256xi32>
    gpu.memcpy %o, %m : memref<256xi32>, memref<256xi32>
    gpu.launch_func @kernels::@kept blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1) args(%o : memref<256xi32>)
    return %o : memref<256xi32>
  }
  func.func @broken_warp(%m: memref<256xi32>) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    gpu.launch_func @kernels::@broken_warp blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1) args(%m : memref<256xi32>)
    return
  }
  func.func @broken_block(%m: memref<256xi32>) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    gpu.launch_func @kernels::@broken_block blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1) args(%m : memref<256xi32>)
    return
  }
  func.func @broken_waves(%m: memref<256xi32>) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    gpu.launch_func @kernels::@broken_waves blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1) args(%m : memref<256xi32>)
    return
  }
  func.func @broken_barrier(%m: memref<256xi32>) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    gpu.launch_func @kernels::@broken_barrier blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1) args(%m : memref<256xi32>)
    return
  }
}
