// RUN: prim-opt %s --prim-lower-block --split-input-file --verify-diagnostics | FileCheck %s

gpu.module @m [#rocdl.target<chip = "gfx1100">] {
  // What an op promises its collectives promise, and no others do.
  // CHECK-LABEL: gpu.func @promised
  // CHECK: prim.warp_reduce add %arg0 {{.*}}prim.converged
  // CHECK: prim.block_barrier {prim.converged}
  // CHECK-NOT: prim.converged
  // CHECK: prim.warp_reduce add
  // CHECK-NOT: prim.converged
  // CHECK: gpu.return
  gpu.func @promised(%x: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %r = prim.block_reduce add %x all {prim.converged} : i32
    %s = prim.block_reduce add %r all : i32
    llvm.store %s, %out : i32, !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @m [#rocdl.target<chip = "gfx1100">] {
  // Some threads would wait for ever.
  gpu.func @barrier(%c: i32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %n = arith.index_cast %t : index to i32
    %less = arith.cmpi slt, %n, %c : i32
    // expected-note @below {{divergent here}}
    scf.if %less {
      // expected-error @below {{'gpu.barrier' op needs all of its lanes, but only some reach it}}
      gpu.barrier
    }
    gpu.return
  }
}
