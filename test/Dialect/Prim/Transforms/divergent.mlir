// Collectives that only some of their lanes come to, where thread ids are not in
// sight: the op is named, the place where lanes part, and the calls on the way.

// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-lower-block,prim-lower-warp))' --split-input-file --verify-diagnostics -o /dev/null

// What a lane has loaded decides.
gpu.module @loaded [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: i32, %m: memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %t = gpu.thread_id x
    %v = memref.load %m[%t] : memref<?xi32>
    %p = arith.cmpi ne, %v, %c0 : i32
    // expected-note @+1 {{divergent here}}
    scf.if %p {
      // expected-error @+1 {{'prim.warp_reduce' op needs all of its lanes, but only some reach it: 'scf.if' depends on the thread id; move the op out of it and give the other lanes a neutral value, or add the attribute 'prim.converged' if all lanes reach it}}
      %r = prim.warp_reduce add %x : i32
      memref.store %r, %m[%t] : memref<?xi32>
    }
    gpu.return
  }
}

// -----

gpu.module @shuffled [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: i32, %n: i32, %m: memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : i32
    %t = gpu.thread_id x
    %i = arith.index_cast %t : index to i32
    %s = prim.warp_scan inclusive add %i : i32
    %p = arith.cmpi slt, %s, %n : i32
    // expected-note @+1 {{divergent here}}
    scf.if %p {
      // expected-error @+1 {{'scf.if' depends on the result of 'prim.warp_scan'}}
      %r = prim.block_reduce add %x : i32
      memref.store %r, %m[%c0] : memref<?xi32>
    }
    gpu.return
  }
}

// -----

gpu.module @atomic [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: i32, %m: memref<?xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : i32
    %old = memref.atomic_rmw addi %c1, %m[%c0] : (i32, memref<?xi32>) -> i32
    %p = arith.cmpi slt, %old, %c1 : i32
    // expected-note @+1 {{divergent here}}
    scf.if %p {
      // expected-error @+1 {{'scf.if' depends on the result of 'memref.atomic_rmw'}}
      %r = prim.warp_scan inclusive add %x : i32
      memref.store %r, %m[%c0] : memref<?xi32>
    }
    gpu.return
  }
}

// -----

// Waves agree, the block does not.
gpu.module @ballot [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: i32, %q: i1, %m: memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %z = arith.constant 0 : i64
    %mask = prim.warp_ballot %q : i64
    %p = arith.cmpi ne, %mask, %z : i64
    // expected-note @+1 {{divergent here}}
    scf.if %p {
      %w = prim.warp_reduce add %x all : i32
      // expected-error @+1 {{'prim.block_reduce' op needs all of its lanes, but only some reach it: 'scf.if' depends on the result of 'prim.warp_ballot'}}
      %r = prim.block_reduce add %w : i32
      memref.store %r, %m[%c0] : memref<?xi32>
    }
    gpu.return
  }
}

// -----

gpu.module @cluster [#nvvm.target<chip = "sm_90">] {
  gpu.func @k(%n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>, known_cluster_size = array<i32: 2, 1, 1>} {
    %t = gpu.thread_id x
    %p = arith.cmpi ult, %t, %n : index
    // expected-note @+1 {{divergent here}}
    scf.if %p {
      // expected-error @+1 {{'prim.cluster_barrier' op needs all of its lanes, but only some reach it}}
      prim.cluster_barrier
    }
    gpu.return
  }
}

// -----

gpu.module @barrier [#rocdl.target<chip = "gfx1100">] {
  gpu.func @k(%n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %p = arith.cmpi ult, %t, %n : index
    // expected-note @+1 {{divergent here}}
    scf.if %p {
      // expected-error @+1 {{'gpu.barrier' op needs all of its lanes, but only some reach it}}
      gpu.barrier
    }
    gpu.return
  }
}

// -----

// Lanes that have left do not come.
gpu.module @early_exit [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: i32, %n: index, %m: memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %p = arith.cmpi ult, %t, %n : index
    // expected-note @+1 {{divergent here}}
    cf.cond_br %p, ^work, ^exit
  ^work:
    // expected-error @+1 {{'cf.cond_br' depends on the thread id}}
    %r = prim.warp_scan inclusive add %x : i32
    memref.store %r, %m[%t] : memref<?xi32>
    cf.br ^exit
  ^exit:
    gpu.return
  }
}

// -----

gpu.module @while_loop [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: i32, %m: memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %first = memref.load %m[%t] : memref<?xi32>
    // expected-note @+1 {{divergent here}}
    scf.while (%v = %first) : (i32) -> i32 {
      // expected-error @+1 {{'scf.while' depends on the result of 'prim.warp_scan'}}
      %r = prim.warp_scan inclusive add %x : i32
      %p = arith.cmpi slt, %r, %v : i32
      scf.condition(%p) %v : i32
    } do {
    ^bb0(%v: i32):
      %n = arith.addi %v, %x : i32
      scf.yield %n : i32
    }
    gpu.return
  }
}

// -----

// The number of turns of one loop is a condition behind it.
gpu.module @temporal [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: i32, %m: memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c9 = arith.constant 9 : index
    %t = gpu.thread_id x
    %n = scf.for %i = %c0 to %t step %c1 iter_args(%a = %c0) -> index {
      %b = arith.addi %a, %c1 : index
      scf.yield %b : index
    }
    %p = arith.cmpi ult, %n, %c9 : index
    // expected-note @+1 {{divergent here}}
    scf.if %p {
      // expected-error @+1 {{needs all of its lanes, but only some reach it}}
      %r = prim.warp_scan inclusive add %x : i32
      memref.store %r, %m[%t] : memref<?xi32>
    }
    gpu.return
  }
}

// -----

gpu.module @other_regions [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: i32, %m: memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %t = gpu.thread_id x
    // expected-note @+1 {{divergent here}}
    scf.index_switch %t
    case 1 {
      // expected-error @+1 {{'scf.index_switch' depends on the thread id}}
      %r = prim.warp_scan inclusive add %x : i32
      memref.store %r, %m[%t] : memref<?xi32>
      scf.yield
    }
    default {
    }
    // expected-note @+1 {{divergent here}}
    scf.parallel (%i) = (%c0) to (%t) step (%c1) {
      // expected-error @+1 {{'scf.parallel' depends on the thread id}}
      %r = prim.warp_scan inclusive add %x : i32
      memref.store %r, %m[%t] : memref<?xi32>
    }
    // expected-note @+1 {{divergent here}}
    scf.forall (%i) in (%t) {
      // expected-error @+1 {{'scf.forall' depends on the thread id}}
      %r = prim.warp_scan inclusive add %x : i32
      memref.store %r, %m[%t] : memref<?xi32>
    }
    scf.execute_region {
      %p = arith.cmpi ult, %t, %c1 : index
      // expected-note @+1 {{divergent here}}
      cf.cond_br %p, ^left, ^right
    ^left:
      // expected-error @+1 {{'cf.cond_br' depends on the thread id}}
      %r = prim.warp_scan inclusive add %x : i32
      memref.store %r, %m[%t] : memref<?xi32>
      cf.br ^right
    ^right:
      // All are together again.
      %s = prim.warp_scan inclusive add %x : i32
      memref.store %s, %m[%t] : memref<?xi32>
      scf.yield
    }
    gpu.return
  }
}

// -----

gpu.module @calls [#rocdl.target<chip = "gfx942">] {
  func.func @inner(%x: i32) -> i32 {
    // expected-error @+1 {{'prim.warp_reduce' op needs all of its lanes, but only some reach it: 'scf.if' depends on the lane id}}
    %r = prim.warp_reduce add %x all : i32
    return %r : i32
  }
  func.func @outer(%x: i32) -> i32 {
    // expected-note @+1 {{called here}}
    %r = func.call @inner(%x) : (i32) -> i32
    return %r : i32
  }
  gpu.func @k(%x: i32, %m: memref<?xi32>) kernel {
    %c5 = arith.constant 5 : index
    %l = gpu.lane_id
    %p = arith.cmpi ult, %l, %c5 : index
    // expected-note @+1 {{divergent here}}
    scf.if %p {
      // expected-note @+1 {{called here}}
      %r = func.call @outer(%x) : (i32) -> i32
      memref.store %r, %m[%l] : memref<?xi32>
    }
    gpu.return
  }
}

// -----

// Arguments flow into functions, and what they return flows back.
gpu.module @arguments [#rocdl.target<chip = "gfx942">] {
  func.func @less(%a: index, %b: index) -> i1 {
    %r = arith.cmpi ult, %a, %b : index
    return %r : i1
  }
  gpu.func @k(%x: i32, %n: index, %m: memref<?xi32>) kernel {
    %t = gpu.thread_id x
    %p = func.call @less(%t, %n) : (index, index) -> i1
    // expected-note @+1 {{divergent here}}
    scf.if %p {
      // expected-error @+1 {{needs all of its lanes, but only some reach it}}
      %r = prim.warp_reduce add %x all : i32
      memref.store %r, %m[%n] : memref<?xi32>
    }
    gpu.return
  }
}

// -----

gpu.module @private_memory [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: i32, %n: index, %m: memref<?xi32>) kernel {
    %c0 = arith.constant 0 : i32
    %t = gpu.thread_id x
    %i = arith.index_cast %t : index to i32
    %a = memref.alloca() : memref<4xi32>
    memref.store %i, %a[%n] : memref<4xi32>
    %v = memref.load %a[%n] : memref<4xi32>
    %p = arith.cmpi ne, %v, %c0 : i32
    // expected-note @+1 {{divergent here}}
    scf.if %p {
      // expected-error @+1 {{'scf.if' depends on a value in private memory}}
      %r = prim.warp_reduce add %x all : i32
      memref.store %r, %m[%n] : memref<?xi32>
    }
    gpu.return
  }
}

// -----

// No logical warp of 12 lanes starts at lane 8 of a second wave.
gpu.module @odd_width [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: i32, %n: index, %m: memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c72 = arith.constant 72 : index
    %t = gpu.thread_id x
    %p = arith.cmpi ult, %t, %c72 : index
    // expected-note @+1 {{divergent here}}
    scf.if %p {
      // expected-error @+1 {{needs all of its lanes, but only some reach it}}
      %r = prim.warp_reduce add %x all width(12) : i32
      memref.store %r, %m[%n] : memref<?xi32>
    }
    gpu.return
  }
}

// -----

// A vector register may hold what is different in every lane; a scalar one holds
// one value for the wave.
gpu.module @assembly [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%x: i32, %n: index, %m: memref<?xi32>) kernel {
    %c0 = arith.constant 0 : i32
    %s = llvm.inline_asm "s_mov_b32 $0, ttmp9", "=s" : () -> i32
    %ps = arith.cmpi ne, %s, %c0 : i32
    scf.if %ps {
      %r = prim.warp_reduce add %x all : i32
      memref.store %r, %m[%n] : memref<?xi32>
    }
    %v = llvm.inline_asm "v_mov_b32 $0, v0", "=v" : () -> i32
    %pv = arith.cmpi ne, %v, %c0 : i32
    // expected-note @+1 {{divergent here}}
    scf.if %pv {
      // expected-error @+1 {{'scf.if' depends on the result of 'llvm.inline_asm'}}
      %r = prim.warp_reduce add %x all : i32
      memref.store %r, %m[%n] : memref<?xi32>
    }
    gpu.return
  }
}
