// RUN: prim-opt %s --prim-lower-block --prim-plan-workgroup-memory | FileCheck %s

// CHECK-LABEL: gpu.module @m
gpu.module @m [#rocdl.target<chip = "gfx942">] {
  // CHECK-LABEL: gpu.func @reduce
  gpu.func @reduce(%x: vector<2xi32>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    // A thread's items, then a wave's threads, then the four waves.
    // CHECK: %[[OWN:.*]] = arith.addi
    // CHECK: %[[WARP:.*]] = prim.warp_reduce add %[[OWN]] : i32
    // CHECK: prim.workgroup_alloc 16 for "values of waves" : !prim.base<workgroup>
    // CHECK-NOT: prim.block_barrier
    // CHECK: scf.if
    // CHECK: prim.store %[[WARP]]
    // CHECK: prim.block_barrier
    // CHECK-COUNT-4: prim.load
    // CHECK-COUNT-2: arith.addi
    // CHECK: %[[SUM:.*]] = arith.addi
    // CHECK-NOT: prim.block_barrier
    // CHECK: llvm.store %[[SUM]]
    %r = prim.block_reduce add %x all : vector<2xi32>
    llvm.store %r, %out : i32, !llvm.ptr<1>
    gpu.return
  }

  // One wave needs no workgroup memory.
  // CHECK-LABEL: gpu.func @one_wave
  // CHECK-NEXT: %[[R:.*]] = prim.warp_reduce add %{{.*}} all : i32
  // CHECK-NEXT: llvm.store %[[R]]
  gpu.func @one_wave(%x: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %r = prim.block_reduce add %x all : i32
    llvm.store %r, %out : i32, !llvm.ptr<1>
    gpu.return
  }

  // Each op has memory of its own, and needs a barrier only inside.
  // CHECK-LABEL: gpu.func @two_ops
  // CHECK-COUNT-2: prim.block_barrier
  // CHECK-NOT: prim.block_barrier
  gpu.func @two_ops(%x: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %r = prim.block_reduce add %x all : i32
    %s = prim.block_reduce maxsi %r all : i32
    llvm.store %s, %out : i32, !llvm.ptr<1>
    gpu.return
  }

  // So it is where the op itself may come again: in a loop, in a loop of branches,
  // and in a function.
  // CHECK-LABEL: gpu.func @in_loop
  // CHECK: scf.for
  // CHECK-COUNT-2: prim.block_barrier
  // CHECK: scf.yield
  gpu.func @in_loop(%x: i32, %n: index, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> i32 {
      %r = prim.block_reduce add %a all : i32
      scf.yield %r : i32
    }
    llvm.store %s, %out : i32, !llvm.ptr<1>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @in_branches
  // CHECK: cf.br
  // CHECK-COUNT-2: prim.block_barrier
  // CHECK: cf.cond_br
  gpu.func @in_branches(%x: i32, %n: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    cf.br ^loop(%x : i32)
  ^loop(%a: i32):
    %r = prim.block_reduce add %a all : i32
    %more = arith.cmpi slt, %r, %n : i32
    cf.cond_br %more, ^loop(%r : i32), ^done
  ^done:
    llvm.store %r, %out : i32, !llvm.ptr<1>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @in_function
  // CHECK-COUNT-2: prim.block_barrier
  // CHECK: gpu.return
  gpu.func @in_function(%x: i32) -> i32 attributes {known_block_size = array<i32: 128, 1, 1>} {
    %r = prim.block_reduce add %x all : i32
    gpu.return %r : i32
  }

  // Several items: the wave scans the threads' folds, and the items are scanned
  // from what that gives.
  // CHECK-LABEL: gpu.func @scan
  // CHECK: %[[FOLD:.*]] = arith.addi
  // CHECK: %[[SCAN:.*]]:2 = prim.warp_scan exclusive add %[[FOLD]] init(%{{.*}}) total : i32
  // CHECK: prim.store %[[SCAN]]#1
  // CHECK: prim.block_barrier
  // CHECK: vector.from_elements
  gpu.func @scan(%x: vector<2xi32>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %r = prim.block_scan inclusive add %x : vector<2xi32>
    llvm.store %r, %out : vector<2xi32>, !llvm.ptr<1>
    gpu.return
  }

  // One item per thread is scanned once.
  // CHECK-LABEL: gpu.func @scan_one_item
  // CHECK: prim.warp_scan inclusive add %{{.*}} total : i32
  // CHECK-NOT: prim.warp_scan
  gpu.func @scan_one_item(%x: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %r = prim.block_scan inclusive add %x : i32
    llvm.store %r, %out : i32, !llvm.ptr<1>
    gpu.return
  }

  // The prefix region runs in the first wave and its result is shared.
  // CHECK-LABEL: gpu.func @prefix
  // CHECK: prim.block_barrier
  // CHECK: %[[FIRST:.*]] = arith.cmpi eq, %{{.*}}, %c0
  // CHECK: scf.if %[[FIRST]] {
  // CHECK: %[[P:.*]] = arith.muli
  // CHECK: prim.store %[[P]]
  // CHECK: prim.block_barrier
  gpu.func @prefix(%x: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %r = prim.block_scan inclusive add %x prefix {
    ^bb0(%total: i32):
      %p = arith.muli %total, %total : i32
      prim.yield %p : i32
    } : i32
    llvm.store %r, %out : i32, !llvm.ptr<1>
    gpu.return
  }
}

// -0.0 is what waves and lanes without anything before them have; only the very
// first prefix is the identity, 0.0. Integers have one zero.
// CHECK-LABEL: gpu.module @zeros
gpu.module @zeros [#rocdl.target<chip = "gfx942">] {
  // CHECK-LABEL: gpu.func @float
  // CHECK: %[[THREAD:.*]] = arith.index_cast
  // CHECK-NOT: arith.constant 0.000000e+00
  // CHECK: prim.warp_scan exclusive add
  // CHECK-NOT: arith.constant 0.000000e+00
  // CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[THREAD]],
  // CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK-NEXT: arith.select %[[FIRST]], %[[ZERO]]
  // CHECK-NOT: arith.select
  // CHECK: vector.from_elements
  gpu.func @float(%x: vector<2xf32>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %r = prim.block_scan exclusive add %x : vector<2xf32>
    llvm.store %r, %out : vector<2xf32>, !llvm.ptr<1>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @integer
  // CHECK: prim.warp_scan exclusive add
  // CHECK: arith.select
  // CHECK-NOT: arith.select
  // CHECK: vector.from_elements
  gpu.func @integer(%x: vector<2xi32>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %r = prim.block_scan exclusive add %x : vector<2xi32>
    llvm.store %r, %out : vector<2xi32>, !llvm.ptr<1>
    gpu.return
  }
}

// A region with a division runs where the items that it is given are valid; one
// that is defined on everything is run and its result selected. Without an
// identity the warp op is told how many lanes count.
// CHECK-LABEL: gpu.module @valid
gpu.module @valid [#rocdl.target<chip = "gfx942">] {
  // CHECK-LABEL: gpu.func @branches
  // CHECK-NOT: arith.divsi
  // CHECK: scf.if %{{.*}} -> (i32) {
  // CHECK-NEXT: arith.divsi
  // CHECK: prim.warp_reduce {{.*}} valid(%
  gpu.func @branches(%x: vector<2xi32>, %n: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %r = prim.block_reduce %x valid(%n) combiner {
    ^bb0(%a: i32, %b: i32):
      %c = arith.divsi %a, %b : i32
      prim.yield %c : i32
    } : vector<2xi32>
    llvm.store %r, %out : i32, !llvm.ptr<1>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @selects
  // CHECK-NOT: scf.if
  // CHECK: %[[C:.*]] = arith.xori
  // CHECK-NEXT: arith.select %{{.*}}, %[[C]]
  // CHECK-NOT: scf.if
  // CHECK: prim.warp_reduce {{.*}} valid(%
  gpu.func @selects(%x: vector<2xi32>, %n: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %r = prim.block_reduce %x valid(%n) combiner {
    ^bb0(%a: i32, %b: i32):
      %c = arith.xori %a, %b : i32
      prim.yield %c : i32
    } : vector<2xi32>
    llvm.store %r, %out : i32, !llvm.ptr<1>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @scans
  // CHECK: prim.warp_scan exclusive {{.*}} valid(%{{.*}}) total
  gpu.func @scans(%x: vector<2xi32>, %n: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %r:2 = prim.block_scan inclusive %x valid(%n) total combiner {
    ^bb0(%a: i32, %b: i32):
      %c = arith.divsi %a, %b : i32
      prim.yield %c : i32
    } : vector<2xi32>
    llvm.store %r#0, %out : vector<2xi32>, !llvm.ptr<1>
    gpu.return
  }
}

// Threads of a block in three dimensions are numbered x fastest.
// CHECK-LABEL: gpu.module @three_dimensions
gpu.module @three_dimensions [#rocdl.target<chip = "gfx1100">] {
  // CHECK: gpu.func @k
  // CHECK: %[[Z:.*]] = gpu.thread_id z
  // CHECK: arith.muli
  // CHECK: %[[Y:.*]] = gpu.thread_id y
  // CHECK: arith.addi
  // CHECK: arith.muli
  // CHECK: %[[X:.*]] = gpu.thread_id x
  // CHECK: arith.addi
  gpu.func @k(%x: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 8, 4, 2>} {
    %r = prim.block_reduce add %x all : i32
    llvm.store %r, %out : i32, !llvm.ptr<1>
    gpu.return
  }
}

// Lanes fold the waves. Those behind the last item take what the last wave that
// has one knows: lanes of the others have nothing that a region may be given.
// CHECK-LABEL: gpu.module @waves_by_lanes
gpu.module @waves_by_lanes [#rocdl.target<chip = "gfx1100">] {
  // CHECK: prim.block_barrier
  // CHECK: %[[KNOWN:.*]] = prim.warp_scan inclusive {{.*}} valid(%[[WAVES:[^)]*]])
  // CHECK: %[[LAST:.*]] = arith.subi %[[WAVES]],
  // CHECK: %[[BEFORE:.*]] = arith.minsi %{{.*}}, %[[LAST]]
  // CHECK: prim.warp_broadcast %[[KNOWN]] lane(%[[BEFORE]])
  gpu.func @k(%x: i32, %n: i32, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 512, 1, 1>} {
    %r = prim.block_scan inclusive %x valid(%n) combiner {
    ^bb0(%a: i32, %b: i32):
      %c = arith.divsi %a, %b : i32
      prim.yield %c : i32
    } : i32
    llvm.store %r, %out : i32, !llvm.ptr<1>
    gpu.return
  }
}
