// RUN: prim-opt %s --prim-lower-block --prim-plan-workgroup-memory --canonicalize --split-input-file | FileCheck %s

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  // A block of one wave needs no memory and no barrier; only its first item has
  // no neighbour, and asks for it.
  // CHECK-LABEL: gpu.func @one_wave
  // CHECK-NOT: prim.workgroup_alloc
  // CHECK-NOT: prim.block_barrier
  // CHECK: prim.warp_shuffle %{{.*}} up(
  // CHECK-COUNT-1: arith.cmpi
  // CHECK: arith.subi
  // CHECK: arith.select
  // CHECK: arith.subi
  // CHECK-NOT: arith.select
  // CHECK: gpu.return
  gpu.func @one_wave(%x: vector<2xi32>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %d = prim.block_adjacent left %x map {
    ^bb0(%a: i32, %b: i32):
      %r = arith.subi %b, %a : i32
      prim.yield %r : i32
    } : vector<2xi32>
    llvm.store %d, %out : vector<2xi32>, !llvm.ptr<1>
    gpu.return
  }

  // Of two waves each leaves one item per side, and of both sides no pair is
  // looked at twice: two items of a thread make three.
  // CHECK-LABEL: gpu.func @both
  // CHECK: prim.workgroup_alloc 24 for "items at borders of waves"
  // CHECK-COUNT-2: prim.store {{.*}} : i32, !prim.base<workgroup>
  // CHECK: prim.block_barrier
  // CHECK-COUNT-3: arith.cmpi ult, %{{.*}}, %{{.*}} : i32
  // CHECK-NOT: arith.cmpi ult
  // CHECK: gpu.return
  gpu.func @both(%x: vector<2xi32>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %h, %t = prim.block_adjacent left right %x map {
    ^bb0(%a: i32, %b: i32):
      %r = arith.cmpi ult, %a, %b : i32
      prim.yield %r : i1
    } : vector<2xi32>
    %z = arith.andi %h, %t : vector<2xi1>
    llvm.store %z, %out : vector<2xi1>, !llvm.ptr<1>
    gpu.return
  }

  // A region that may not be run on anything is branched around where there is no
  // pair.
  // CHECK-LABEL: gpu.func @branch
  // CHECK: scf.if %{{.*}} -> (i32) {
  // CHECK: arith.divsi
  // CHECK: } else {
  // CHECK-NOT: scf.if
  // CHECK: gpu.return
  gpu.func @branch(%x: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %d = prim.block_adjacent right %x map {
    ^bb0(%a: i32, %b: i32):
      %r = arith.divsi %a, %b : i32
      prim.yield %r : i32
    } : i32
    llvm.store %d, %out : i32, !llvm.ptr<1>
    gpu.return
  }

  // By one item, only the items at borders of waves are in memory; further, all.
  // CHECK-LABEL: gpu.func @shuffles
  // CHECK: prim.workgroup_alloc 8 for "items at borders of waves"
  // CHECK: prim.warp_shuffle %{{.*}} down(
  // CHECK: arith.remsi
  // CHECK: prim.workgroup_alloc 512 for "items"
  // CHECK: prim.block_barrier
  // CHECK: prim.load
  gpu.func @shuffles(%x: i32, %d: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %a = prim.block_shuffle down %x : i32
    %b = prim.block_shuffle %a rotate(%d) : i32
    llvm.store %b, %out : i32, !llvm.ptr<1>
    gpu.return
  }

  // Two scans, and no loop and no search.
  // CHECK-LABEL: gpu.func @decode
  // CHECK-NOT: scf.while
  // CHECK-NOT: scf.for
  // CHECK: prim.warp_scan exclusive add
  // CHECK-NOT: scf.for
  // CHECK: prim.warp_scan exclusive maxsi
  // CHECK-NOT: scf.for
  // CHECK: gpu.return
  gpu.func @decode(%x: i32, %l: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %a = prim.block_run_length_decode %x lengths(%l : i32) items(2) : i32
    llvm.store %a, %out : vector<2xi32>, !llvm.ptr<1>
    gpu.return
  }

  // Items that stay behind are not written; sources are read where they lie.
  // CHECK-LABEL: gpu.func @exchange
  // CHECK-SAME: %{{.*}}: i32, %[[R:.*]]: i32, %[[F:.*]]: i1
  // CHECK: %[[THERE:.*]] = arith.cmpi ult, %[[R]], %{{.*}} : i32
  // CHECK: %[[GOES:.*]] = arith.andi %[[F]], %[[THERE]] : i1
  // CHECK: scf.if %[[GOES]] {
  // CHECK-NEXT: %[[AT:.*]] = arith.shli %[[R]]
  // CHECK-NEXT: prim.store %{{.*}}[%[[AT]]]
  // CHECK: prim.block_barrier
  // CHECK: prim.load
  // CHECK: prim.store
  // CHECK: prim.block_barrier
  // CHECK: %[[FROM:.*]] = arith.muli %[[R]]
  // CHECK: prim.load %{{.*}}[%[[FROM]]]
  gpu.func @exchange(%x: i32, %r: i32, %f: i1, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %a = prim.block_exchange %x ranks(%r : i32) flags(%f) guarded : i32
    %b = prim.block_exchange %a gather(%r : i32) from(striped) : i32
    llvm.store %b, %out : i32, !llvm.ptr<1>
    gpu.return
  }
}
