// RUN: prim-opt %s --split-input-file --pass-pipeline='builtin.module(gpu.module(prim-lower-block,prim-plan-workgroup-memory))' | FileCheck %s

// One 8-bit digit of a signed key in a whole wave: clear, match, scan, scatter.

// 64 items, and the counters of one wave.
// CHECK-LABEL: gpu.func @digit
gpu.module @k [#rocdl.target<chip = "gfx942">] {
  gpu.func @digit(%k: i32, %p: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // CHECK: prim.workgroup_alloc 256 for "items"
    // The sign bit is flipped before the digit is cut.
    // CHECK: %[[CODE:.*]] = arith.xori %{{.*}}, %{{.*}} : i32
    // CHECK: %[[SHIFTED:.*]] = arith.shrui %[[CODE]], %{{.*}}
    // CHECK: %[[DIGIT:.*]] = arith.andi %[[SHIFTED]], %{{.*}}
    // CHECK: prim.workgroup_alloc 1024 for "counters"
    // A wave clears its own counters, and reads them before any lane adds.
    // CHECK-NOT: barrier
    // CHECK: prim.store {{.*}} : vector<4xi32>, !prim.base<workgroup>
    // CHECK-NOT: block_barrier
    // CHECK: prim.warp_barrier
    // CHECK: prim.load {{.*}} : !prim.base<workgroup> -> i32
    // CHECK: prim.warp_barrier
    // CHECK: %[[SAME:.*]] = prim.warp_match_any %[[DIGIT]] bits(8) whole : i32 -> i64
    // CHECK: prim.warp_masked_bit_count %[[SAME]] add(%{{.*}}) : i64
    // CHECK: prim.store {{.*}} : i32, !prim.base<workgroup>
    // CHECK: prim.block_barrier
    // Four digits per lane.
    // CHECK: prim.load {{.*}} -> vector<4xi32>
    // CHECK: prim.warp_scan exclusive add
    // CHECK: prim.store {{.*}} : vector<4xi32>
    // CHECK: prim.block_barrier
    // CHECK: prim.load {{.*}} : !prim.base<workgroup> -> i32
    // CHECK: prim.store %arg0, {{.*}} : i32, !prim.base<workgroup>
    // CHECK: prim.block_barrier
    // CHECK: prim.load {{.*}} -> i32
    // CHECK-NOT: block_barrier
    %r = prim.block_sort slt %k bits(24, 32) : i32
    llvm.store %r, %p : i32, !llvm.ptr<1>
    gpu.return
  }
}

// -----

// 20 bits are three digits of seven bits, the last of which overlaps. The last
// wave is not whole.

// CHECK-LABEL: gpu.func @range
gpu.module @k [#rocdl.target<chip = "gfx1100">] {
  gpu.func @range(%k: vector<2xi64>, %v: vector<2xi8>, %n: i32, %p: !llvm.ptr<1>) kernel
      attributes {known_block_size = array<i32: 100, 1, 1>} {
    // Keys that do not take part become the last of all keys.
    // CHECK: %[[LAST:.*]] = arith.constant -1 : i64
    // CHECK-COUNT-2: arith.select %{{.*}}, %{{.*}}, %[[LAST]] : i64
    // CHECK: %[[LOOP:.*]]:4 = scf.for %[[SHIFT:.*]] = %c4{{.*}} to %c25{{.*}} step %c7
    // CHECK: arith.minui %[[SHIFT]], %c17
    // CHECK: arith.constant 127 : i32
    // CHECK-COUNT-2: prim.warp_match_any %{{.*}} bits(7) : i32 -> i64
    // CHECK: scf.yield
    // CHECK: prim.store %[[LOOP]]#0
    %r, %s = prim.block_sort ult %k, %v bits(4, 24) valid(%n) to(striped) : vector<2xi64>, vector<2xi8>
    llvm.store %r, %p : vector<2xi64>, !llvm.ptr<1>
    llvm.store %s, %p : vector<2xi8>, !llvm.ptr<1>
    gpu.return
  }
}

// -----

// Float codes: both zeros alike, NaN above everything, all bits inverted for
// descending order; the key that is moved keeps its bits.

// CHECK-LABEL: gpu.func @float
gpu.module @k [#rocdl.target<chip = "gfx942">] {
  gpu.func @float(%k: f32, %p: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    // CHECK: scf.for {{.*}} iter_args(%[[KEY:.*]] = %arg0) -> (f32)
    // CHECK: %[[BITS:.*]] = arith.bitcast %[[KEY]] : f32 to i32
    // CHECK: %[[ZERO:.*]] = arith.cmpi eq, %[[BITS]], %[[SIGN:.*]] :
    // CHECK: %[[NAN:.*]] = arith.cmpf uno, %[[KEY]], %[[KEY]]
    // CHECK: %[[CODE:.*]] = arith.xori %[[BITS]], %{{.*}}
    // CHECK: %[[C0:.*]] = arith.select %[[ZERO]], %{{.*}}, %[[CODE]]
    // CHECK: %[[C1:.*]] = arith.select %[[NAN]], %{{.*}}, %[[C0]]
    // CHECK: arith.xori %[[C1]], %{{.*}}
    // CHECK: prim.store %[[KEY]], %{{.*}} : f32, !prim.base<workgroup>
    %r = prim.block_sort total descending %k : f32
    llvm.store %r, %p : f32, !llvm.ptr<1>
    gpu.return
  }
}
