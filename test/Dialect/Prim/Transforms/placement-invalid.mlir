// RUN: prim-opt %s --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(prim-lower-block))'

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: i32, %p: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c64 = arith.constant 64 : index
    %tid = gpu.thread_id x
    // One whole wave is not yet a whole block.
    %first = arith.cmpi ult, %tid, %c64 : index
    // expected-note @+1 {{divergent here}}
    scf.if %first {
      // expected-error @+1 {{'prim.block_reduce' op needs all of its lanes, but only some reach it: 'scf.if' depends on the thread id}}
      %r = prim.block_reduce add %x : i32
      llvm.store %r, %p : i32, !llvm.ptr<1>
    }
    gpu.return
  }
}
