// RUN: prim-opt %s --split-input-file --pass-pipeline='builtin.module(gpu.module(prim-lower-block))' | FileCheck %s

// Each thread sorts its items: neighbours change places in a loop, whose body has the
// comparator once for each pair. Then a loop of rounds: items go to workgroup memory, a
// search of as many steps as there is in a run, and a merge in registers.
gpu.module @k [#rocdl.target<chip = "gfx942">] {
  // CHECK-LABEL: gpu.func @pairs
  gpu.func @pairs(%k: vector<4xi32>, %v: vector<4xi32>, %o: memref<2x256xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // Both members, 64 x 4 items and as many behind them as a thread has.
    // CHECK: prim.workgroup_alloc 2080
    // CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args
    // CHECK-COUNT-3: arith.cmpi ult
    // CHECK-NOT: arith.cmpi ult
    // CHECK: scf.yield
    // CHECK: %[[ROUNDS:.*]] = arith.constant 6 : i32
    // CHECK: scf.for %{{.*}} = %{{.*}} to %[[ROUNDS]]
    // CHECK-COUNT-2: prim.store {{.*}} : vector<4xi32>, !prim.base<workgroup>
    // CHECK: prim.block_barrier
    // Positions are offsets in bytes, and a step is the same in all threads.
    // CHECK: %[[ZEROS:.*]] = math.ctlz
    // CHECK: %[[STEP:.*]] = arith.shrui %{{.*}}, %[[ZEROS]]
    // CHECK: scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %[[STEP]])
    // CHECK: arith.subi %{{.*}} : i32
    // CHECK-NEXT: prim.load %{{.*}} : !prim.base<workgroup> -> i32
    // CHECK-NEXT: prim.load %{{.*}} : !prim.base<workgroup> -> i32
    // CHECK: arith.cmpi ult
    // CHECK: scf.yield
    // CHECK-COUNT-4: arith.cmpi ult
    // CHECK-NOT: arith.cmpi ult
    // CHECK: prim.block_barrier
    // CHECK: scf.yield
    %r, %s = prim.block_sort %k, %v comparator {
    ^bb0(%a: i32, %x: i32, %b: i32, %y: i32):
      %lt = arith.cmpi ult, %a, %b : i32
      prim.yield %lt : i1
    } : vector<4xi32>, vector<4xi32>
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    vector.store %r, %o[%c0, %t] : memref<2x256xi32>, vector<4xi32>
    vector.store %s, %o[%c0, %t] : memref<2x256xi32>, vector<4xi32>
    gpu.return
  }
}

// -----

// What is not compared goes to its place once, by its number, which is carried instead.
gpu.module @k [#rocdl.target<chip = "gfx942">] {
  // CHECK-LABEL: gpu.func @large
  gpu.func @large(%k: i32, %v: i64, %w: f64, %o: memref<64xi64>, %p: memref<64xf64>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // CHECK: scf.for
    // CHECK-NOT: prim.store {{.*}} : i64, !prim.base<workgroup>
    // CHECK: }
    // CHECK-COUNT-1: prim.store {{.*}} : i64, !prim.base<workgroup>
    // CHECK-COUNT-1: prim.load {{.*}} -> i64
    // CHECK-COUNT-1: prim.store {{.*}} : f64, !prim.base<workgroup>
    // CHECK-COUNT-1: prim.load {{.*}} -> f64
    // CHECK: gpu.return
    %r:3 = prim.block_sort %k, %v, %w comparator {
    ^bb0(%a: i32, %x: i64, %xx: f64, %b: i32, %y: i64, %yy: f64):
      %lt = arith.cmpi ult, %a, %b : i32
      prim.yield %lt : i1
    } : i32, i64, f64
    %t = gpu.thread_id x
    memref.store %r#1, %o[%t] : memref<64xi64>
    memref.store %r#2, %p[%t] : memref<64xf64>
    gpu.return
  }
}
