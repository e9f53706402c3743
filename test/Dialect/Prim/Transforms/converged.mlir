// What is no divergence, and what is promised to be none.

// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-lower-block,prim-lower-warp))' | FileCheck %s
// RUN: prim-opt %s | prim-opt | FileCheck %s --check-prefix=ROUND

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  // The promise goes on from a block op to what it becomes.
  // ROUND-LABEL: gpu.func @promised
  // CHECK-LABEL: gpu.func @promised
  // CHECK-NOT: prim.{{warp_|block_(reduce|scan|sort)}}
  // CHECK: rocdl.update.dpp
  gpu.func @promised(%x: i32, %m: memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %t = gpu.thread_id x
    %v = memref.load %m[%t] : memref<?xi32>
    %p = arith.cmpi ne, %v, %c0 : i32
    scf.if %p {
      // ROUND: prim.block_reduce add %{{.*}} all {prim.converged} : i32
      %r = prim.block_reduce add %x all {prim.converged} : i32
      // ROUND: prim.warp_reduce add %{{.*}} all width(16) {prim.converged} : i32
      %s = prim.warp_reduce add %r all width(16) {prim.converged} : i32
      // ROUND: prim.warp_shuffle %{{.*}} up(%{{.*}}) {prim.converged} : i32
      %u = prim.warp_shuffle %s up(%r) {prim.converged} : i32
      // ROUND: prim.warp_barrier {prim.converged}
      prim.warp_barrier {prim.converged}
      // ROUND: gpu.barrier {prim.converged}
      gpu.barrier {prim.converged}
      memref.store %u, %m[%t] : memref<?xi32>
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @uniform
  // CHECK-NOT: prim.{{warp_|block_(reduce|scan|sort)}}
  gpu.func @uniform(%x: i32, %n: index, %q: i1, %m: memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %z = arith.constant 0 : i32
    %c1 = arith.constant 1 : index
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %v = memref.load %m[%b] : memref<?xi32>
    %p = arith.cmpi ne, %v, %z : i32
    // A loop over what all threads load, with an exit of all threads.
    scf.if %p {
      scf.for %i = %c0 to %n step %c1 {
        %r = prim.block_reduce add %x all : i32
        memref.store %r, %m[%i] : memref<?xi32>
      }
      %last = scf.while (%s = %x) : (i32) -> i32 {
        %total = prim.block_reduce add %s all : i32
        %more = arith.cmpi slt, %total, %v : i32
        scf.condition(%more) %total : i32
      } do {
      ^bb0(%a: i32):
        scf.yield %a : i32
      }
      memref.store %last, %m[%n] : memref<?xi32>
    }
    cf.cond_br %q, ^left, ^right
  ^left:
    gpu.barrier
    cf.br ^right
  ^right:
    gpu.return
  }

  // Lanes part and meet again.
  // CHECK-LABEL: gpu.func @meeting
  // CHECK-NOT: prim.{{warp_|block_(reduce|scan|sort)}}
  gpu.func @meeting(%x: i32, %n: index, %m: memref<?xi32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %z = arith.constant 0 : i32
    %t = gpu.thread_id x
    %p = arith.cmpi ult, %t, %n : index
    cf.cond_br %p, ^load, ^all(%z : i32)
  ^load:
    %v = memref.load %m[%t] : memref<?xi32>
    cf.br ^all(%v : i32)
  ^all(%w: i32):
    %r = prim.block_scan inclusive add %w : i32
    memref.store %r, %m[%t] : memref<?xi32>
    gpu.return
  }

  // Logical warps as a whole.
  // CHECK-LABEL: gpu.func @whole_warps
  // CHECK-NOT: prim.{{warp_|block_(reduce|scan|sort)}}
  gpu.func @whole_warps(%x: i32, %n: index, %m: memref<?xi32>) kernel attributes {known_block_size = array<i32: 16, 16, 1>} {
    %c3 = arith.constant 3 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %t = gpu.thread_id x
    %y = gpu.thread_id y
    %row = arith.cmpi eq, %y, %c3 : index
    scf.if %row {
      %r = prim.warp_reduce add %x all width(16) : i32
      memref.store %r, %m[%t] : memref<?xi32>
    }
    %above = arith.muli %y, %c16 : index
    %linear = arith.addi %above, %t : index
    %wave = arith.cmpi ult, %linear, %c64 : index
    scf.if %wave {
      %r = prim.warp_reduce add %x all : i32
      memref.store %r, %m[%t] : memref<?xi32>
    }
    %lane = gpu.lane_id
    %c12 = arith.constant 12 : index
    %part = arith.divui %lane, %c12 : index
    %second = arith.cmpi eq, %part, %c3 : index
    scf.if %second {
      %r = prim.warp_reduce add %x all width(12) : i32
      memref.store %r, %m[%t] : memref<?xi32>
    }
    gpu.return
  }
}
