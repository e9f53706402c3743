// RUN: prim-opt %s --split-input-file --verify-diagnostics \
// RUN:   --pass-pipeline='builtin.module(gpu.module(prim-lower-warp))'

gpu.module @wide [#rocdl.target<chip = "gfx1100">] {
  gpu.func @k(%x: i32) kernel {
    // expected-error @+1 {{'prim.warp_reduce' op has logical warps of 64 lanes, but a wave of gfx1100 has only 32; use a smaller width or a block op}}
    %r = prim.warp_reduce add %x width(64) : i32
    gpu.return
  }
}

// -----

// Half a wave64 of gfx1030 can be sorted, a whole one cannot.
gpu.module @sort [#rocdl.target<chip = "gfx1030", features = "+wavefrontsize64">] {
  gpu.func @k(%x: i32, %v: f32) kernel {
    %s:2 = prim.warp_sort slt %x, %v width(32) : i32, f32
    // expected-error @+1 {{'prim.warp_sort' op needs any lane to read any other, which gfx1030 cannot do in waves of 64 lanes; use waves of 32 lanes}}
    %r:2 = prim.warp_sort slt %x, %v : i32, f32
    gpu.return
  }
}

// -----

// A wave64 on gfx1030 has no way from one half to the other for any lane.
gpu.module @halves [#rocdl.target<chip = "gfx1030", features = "+wavefrontsize64">] {
  gpu.func @k(%x: i32) kernel {
    // expected-error @+1 {{'prim.warp_scan' op needs any lane to read any other, which gfx1030 cannot do in waves of 64 lanes; use waves of 32 lanes}}
    %r = prim.warp_scan inclusive add %x width(7) : i32
    gpu.return
  }
}

// -----

// expected-error @+1 {{'gpu.module' op needs exactly one target on its gpu.module}}
gpu.module @untargeted {
  gpu.func @k(%x: i32) kernel {
    %r = prim.warp_scan inclusive add %x : i32
    gpu.return
  }
}

// -----

// expected-error @+1 {{'gpu.module' op unknown chip 'gfx000'; prim knows gfx90a, gfx942, gfx950, gfx1030, gfx1100, gfx1201}}
gpu.module @unknown [#rocdl.target<chip = "gfx000">] {
  gpu.func @k(%x: i32) kernel {
    %r = prim.warp_scan inclusive add %x : i32
    gpu.return
  }
}

// -----

gpu.module @divergent_if [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: i32, %p: !llvm.ptr<1>) kernel {
    %c3 = arith.constant 3 : index
    %tid = gpu.thread_id x
    %few = arith.cmpi ult, %tid, %c3 : index
    // expected-note @+1 {{divergent here}}
    scf.if %few {
      // expected-error @+1 {{'prim.warp_reduce' op needs all of its lanes, but only some reach it: 'scf.if' depends on the thread id; move the op out of it and give the other lanes a neutral value}}
      %r = prim.warp_reduce add %x : i32
      llvm.store %r, %p : i32, !llvm.ptr<1>
    }
    gpu.return
  }
}

// -----

gpu.module @divergent_for [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: i32, %p: !llvm.ptr<1>) kernel {
    %c1 = arith.constant 1 : index
    %c9 = arith.constant 9 : index
    %lane = gpu.lane_id
    // expected-note @+1 {{divergent here}}
    scf.for %i = %lane to %c9 step %c1 {
      // expected-error @+1 {{'prim.warp_scan' op needs all of its lanes, but only some reach it: 'scf.for' depends on the lane id}}
      %r = prim.warp_scan inclusive add %x width(8) : i32
      llvm.store %r, %p : i32, !llvm.ptr<1>
    }
    gpu.return
  }
}

// -----

gpu.module @divergent_while [#rocdl.target<chip = "gfx1100">] {
  gpu.func @k(%x: i32, %p: !llvm.ptr<1>) kernel {
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %tid = gpu.thread_id x
    // expected-note @+1 {{divergent here}}
    scf.while : () -> () {
      %r = arith.remui %tid, %c4 : index
      %c = arith.cmpi ne, %r, %c3 : index
      scf.condition(%c)
    } do {
      // expected-error @+1 {{'prim.warp_scan' op needs all of its lanes, but only some reach it: 'scf.while' depends on the thread id}}
      %r = prim.warp_scan inclusive add %x : i32
      llvm.store %r, %p : i32, !llvm.ptr<1>
      scf.yield
    }
    gpu.return
  }
}
