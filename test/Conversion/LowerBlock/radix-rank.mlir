// RUN: prim-opt %s --prim-lower-block --prim-plan-workgroup-memory --canonicalize | FileCheck %s

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  // Whole waves in rows of single items: a wave clears its own counters; per item
  // read, match, write. Then the waves' counts are summed, the region sees them, a
  // scan turns them into ranks, and items add what lies before them.
  // CHECK-LABEL: gpu.func @early
  // CHECK: prim.workgroup_alloc 2048 for "counters"
  // CHECK-NOT: block_barrier
  // CHECK: prim.store {{.*}} : vector<4xi32>, !prim.base<workgroup>
  // CHECK-NOT: block_barrier
  // CHECK: prim.warp_barrier
  // CHECK: prim.load {{.*}} : !prim.base<workgroup> -> i32
  // CHECK: prim.warp_barrier
  // CHECK: prim.warp_match_any %{{.*}} bits(8) whole
  // CHECK: prim.store {{.*}} : i32, !prim.base<workgroup>
  // CHECK: prim.warp_match_any %{{.*}} bits(8) whole
  // CHECK: prim.block_barrier
  // CHECK-COUNT-2: prim.load {{.*}} -> vector<2xi32>
  // CHECK: prim.store %{{.*}} atomic(relaxed, device) : i32, !prim.base<global>
  // CHECK: prim.warp_scan exclusive add
  // CHECK: prim.block_barrier
  // CHECK-COUNT-2: prim.store {{.*}} : vector<2xi32>
  // CHECK: prim.block_barrier
  // CHECK-NOT: block_barrier
  // CHECK-COUNT-2: prim.load {{.*}} -> i32
  // CHECK: gpu.return
  gpu.func @early(%d: vector<2xi32>, %b: !prim.base<global>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %r, %c, %s = prim.block_radix_rank %d bits(8) counts(2) arrangement(rows(1)) counted {
    ^bb0(%early: vector<2xi32>):
      %zero = arith.constant 0 : i32
      %first = vector.extract %early[0] : i32 from vector<2xi32>
      %sum = prim.warp_reduce add %first all : i32
      prim.store %sum, %b[%zero] atomic(relaxed, device) : i32, !prim.base<global>
      prim.yield
    }  : vector<2xi32>
    llvm.store %r, %out : vector<2xi32>, !llvm.ptr<1>
    gpu.return
  }

  // A part of a wave: the block clears all counters. Of 100
  // threads 64 look after two of the 128 digits each, and the others after none.
  // CHECK-LABEL: gpu.func @partial
  // CHECK: prim.block_barrier
  // CHECK-NOT: whole
  // CHECK: prim.warp_match_any %{{.*}} bits(7) : i32 -> i64
  // CHECK: prim.block_barrier
  // CHECK: scf.if %{{.*}} -> (i32, i32, i32, i32)
  // CHECK-COUNT-2: prim.load {{.*}} -> vector<2xi32>
  gpu.func @partial(%d: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 100, 1, 1>} {
    %r = prim.block_radix_rank %d bits(7) : i32
    llvm.store %r, %out : i32, !llvm.ptr<1>
    gpu.return
  }

  // Items in another arrangement go to rows and their ranks back. Bits above the
  // digit are cut off where they may be set.
  // CHECK-LABEL: gpu.func @blocked
  // CHECK-DAG: %[[MASK:.*]] = arith.constant 15 : i32
  // CHECK: prim.store %arg0, {{.*}} : vector<2xi32>, !prim.base<workgroup>
  // CHECK-NEXT: prim.warp_barrier
  // CHECK-COUNT-2: prim.load {{.*}} -> i32
  // CHECK-COUNT-2: arith.andi %{{.*}}, %[[MASK]] : i32
  // CHECK: prim.warp_match_any %{{.*}} bits(4) whole
  // CHECK: prim.load {{.*}} -> vector<2xi32>
  // CHECK-NEXT: llvm.store
  gpu.func @blocked(%d: vector<2xi32>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %r = prim.block_radix_rank %d bits(4) : vector<2xi32>
    llvm.store %r, %out : vector<2xi32>, !llvm.ptr<1>
    gpu.return
  }

  // What does not take part has the last digit, and is taken from its count. If
  // all take part, which is the same for the block, nothing is compared.
  // CHECK-LABEL: gpu.func @valid
  // CHECK-DAG: %[[ALL:.*]] = arith.constant 128 : i32
  // CHECK-DAG: %[[LAST:.*]] = arith.constant 3 : i32
  // CHECK: %[[FULL:.*]] = arith.cmpi sge, %arg1, %[[ALL]]
  // CHECK: %[[D:.*]]:3 = scf.if %[[FULL]] -> (i32, i32, i32) {
  // CHECK-NOT: arith.cmpi
  // CHECK: } else {
  // CHECK-COUNT-2: arith.select %{{.*}}, %{{.*}}, %[[LAST]] : i32
  // CHECK: %[[ABSENT:.*]] = arith.subi %[[ALL]], %{{.*}}
  // CHECK: arith.select %{{.*}}, %[[ABSENT]]
  // CHECK: prim.warp_match_any %[[D]]#0 bits(2)
  // CHECK: %[[COUNT:.*]] = arith.subi %{{.*}}, %[[D]]#2
  // CHECK: llvm.store %[[COUNT]]
  gpu.func @valid(%d: vector<2xi32>, %n: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %r, %c, %s = prim.block_radix_rank %d bits(2) valid(%n) counts(1) arrangement(rows(1)) : vector<2xi32>
    llvm.store %c, %out : i32, !llvm.ptr<1>
    gpu.return
  }

  // With a region that computes digits items are counted by atomic additions, and
  // ranked from where each wave's items of a digit begin. The region is computed
  // anew, from what has gone through memory; ranks are told one by one, and the
  // last lane of a digit stores the next one. Waves before are read again.
  // CHECK-LABEL: gpu.func @digits
  // CHECK: prim.workgroup_alloc 2052 for "counters"
  // CHECK: prim.store %arg2, {{.*}} : i32, !prim.base<workgroup>
  // CHECK: %[[D:.*]] = arith.shrui %{{.*}}, %arg2 : i32
  // CHECK: arith.andi %[[D]]
  // CHECK: prim.atomic_rmw add
  // CHECK: prim.atomic_rmw add
  // CHECK-NOT: prim.atomic_rmw
  // CHECK: prim.block_barrier
  // CHECK: prim.warp_scan exclusive add
  // CHECK-COUNT-2: prim.store {{.*}} : vector<2xi32>
  // CHECK: prim.block_barrier
  // CHECK: %[[SHIFT:.*]] = prim.load {{.*}} : !prim.base<workgroup> -> i32
  // CHECK: arith.shrui %{{.*}}, %[[SHIFT]] : i32
  // CHECK: %[[LANES:.*]] = prim.warp_match_any %{{.*}} bits(8) whole
  // CHECK: %[[RANK:.*]] = prim.warp_masked_bit_count %[[LANES]]
  // CHECK: %[[ABOVE:.*]] = arith.shli %c-2
  // CHECK: arith.andi %[[LANES]], %[[ABOVE]]
  // CHECK: %[[LAST:.*]] = arith.cmpi eq
  // CHECK: scf.if %[[LAST]] {
  // CHECK: prim.store %{{.*}} : i32, !prim.base<workgroup>
  // CHECK: prim.store %[[RANK]], %arg1[%{{.*}}] : i32, !prim.base<global>
  // CHECK: prim.warp_match_any
  // CHECK: prim.store %{{.*}}, %arg1[%{{.*}}] : i32, !prim.base<global>
  // CHECK-NOT: block_barrier
  // CHECK: gpu.return
  gpu.func @digits(%k: vector<2xi32>, %b: !prim.base<global>, %shift: i32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %r, %c, %s = prim.block_radix_rank %k bits(8) counts(2) arrangement(rows(1)) digit {
    ^bb0(%key: i32):
      %d = arith.shrui %key, %shift : i32
      prim.yield %d : i32
    } ranked {
    ^bb0(%key: i32, %rank: i32):
      prim.store %rank, %b[%key] : i32, !prim.base<global>
      prim.yield
    } : vector<2xi32>
    gpu.return
  }
}
