// RUN: prim-opt %s --split-input-file --prim-lower-device="chip=gfx942" | FileCheck %s
// RUN: prim-opt %s --split-input-file --prim-lower-device="chip=sm_90" | FileCheck %s --check-prefix=NV
// RUN: prim-opt %s --split-input-file --prim-lower-device="chip=gfx942 print-plan" -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLAN
// RUN: prim-opt %s --split-input-file --prim-lower-device="chip=gfx942" -o /dev/null --remarks-filter=prim-lower-device 2>&1 | FileCheck %s --check-prefix=REMARK

// A row is loaded once, and elementwise ops run once for each item. A maximum needs no
// mask, as items past the end stand for elements of the row; a sum does.

// PLAN: plan: {{.*}} up to 0: nothing; up to 32: rows_lanes ({{.*}} up to 32768: rows (1024 threads{{.*}} beyond: rows_walked (1024 threads
// REMARK-DAG: remark: [Analysis] device_rows | Category:prim-lower-device{{.*}}reads rows 2 times, if they are longer than what a block holds

func.func @softmax(%x: memref<?x?xf32>, %o: memref<?x?xf32>) {
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%o : memref<?x?xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %max = prim.block_reduce maximumf %e all : f32
    %less = arith.subf %e, %max : f32
    %power = math.exp %less : f32
    %sum = prim.block_reduce add %power all : f32
    %part = arith.divf %power, %sum : f32
    prim.yield %part : f32
  }
  return
}

// -----

// Vectors of a known width need no test on AMD, and one of their alignment on NVIDIA.

// CHECK-LABEL: func.func @short(
// CHECK: gpu.func @rows_lanes_0
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
// CHECK-COUNT-1: prim.load {{.*}} : !prim.base<global> -> vector<4xf32>
// CHECK-NOT: prim.load
// CHECK: prim.warp_reduce maximumf %{{.*}} all width(8) : f32
// CHECK-COUNT-4: math.exp
// CHECK-COUNT-4: arith.select
// CHECK: prim.warp_reduce add %{{.*}} all width(8) : f32
// CHECK-COUNT-4: arith.divf
// CHECK: prim.store {{.*}} : vector<4xf32>, !prim.base<global>
// CHECK-NOT: prim.load
// CHECK: gpu.return

// NV-LABEL: func.func @short(
// NV: gpu.func @rows_lanes_0
// NV: prim.is_aligned %{{.*}} to 16
// NV: prim.is_aligned %{{.*}} to 16
// NV: prim.load {{.*}} align(16) : !prim.base<global> -> vector<4xf32>
// NV: } else {
// NV-COUNT-4: prim.load {{.*}} : !prim.base<global> -> f32
// NV: gpu.return

func.func @short(%x: memref<?x20xf32>, %o: memref<?x20xf32>) {
  prim.device_rows ins(%x : memref<?x20xf32>) outs(%o : memref<?x20xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %max = prim.block_reduce maximumf %e all : f32
    %less = arith.subf %e, %max : f32
    %power = math.exp %less : f32
    %sum = prim.block_reduce add %power all : f32
    %part = arith.divf %power, %sum : f32
    prim.yield %part : f32
  }
  return
}

// -----

// Rows of a width that is not known are tested once for whether they fill the tile.

// NV-LABEL: func.func @filled(
// NV: gpu.func @rows_{{[0-9]+}}
// NV: prim.is_aligned
// NV: %[[FULL:.*]] = arith.cmpi eq, %{{.*}}, %c1024_i64
// NV: scf.if %[[FULL]] {
// NV-NOT: arith.select
// NV: prim.block_reduce add %{{.*}} all arrangement(rows(4)) : vector<8xf32>
// NV-NOT: arith.select
// NV: } else {
// NV: arith.select
// NV: prim.block_reduce add

func.func @filled(%x: memref<?x?xf32>, %o: memref<?x?xf32>) {
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%o : memref<?x?xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : f32
    %part = arith.mulf %e, %sum : f32
    prim.yield %part : f32
  }
  return
}

// -----

// A row that fills the tile of its block has nothing to leave out.

// CHECK-LABEL: func.func @full(
// CHECK: gpu.func @rows_0
// CHECK: prim.block_reduce add %{{.*}} all arrangement(rows(4)) : vector<16xf32>
// CHECK-NOT: arith.select
// CHECK: prim.store {{.*}} : f32, !prim.base<global>
// CHECK: gpu.return

func.func @full(%x: memref<?x4096xf32>, %o: memref<?xf32>) {
  prim.device_rows ins(%x : memref<?x4096xf32>) outs(%o : memref<?xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %square = arith.mulf %e, %e : f32
    %sum = prim.block_reduce add %square all : f32
    prim.yield %sum : f32
  }
  return
}

// -----

// Odd widths have a last vector that overlaps the one before it, and of which only the
// lane's own elements are written. NVIDIA's chips need aligned vectors.

// CHECK-LABEL: func.func @odd(
// CHECK: gpu.func @rows_lanes_0
// CHECK: %[[WIDTH:.*]] = arith.constant 21 : i64
// CHECK: %[[LENGTH:.*]] = arith.trunci %[[WIDTH]] : i64 to i32
// CHECK: %[[LAST:.*]] = arith.subi %[[LENGTH]], %{{.*}} : i32
// CHECK: arith.minsi %{{.*}}, %[[LAST]] : i32
// CHECK: prim.load {{.*}} : !prim.base<global> -> vector<4xf32>
// CHECK: prim.store {{.*}} : vector<4xf32>
// CHECK: prim.store {{.*}} : f32

// NV-LABEL: func.func @odd(
// NV: gpu.func @rows_lanes_0
// NV-NOT: prim.load {{.*}} align(4) : {{.*}} -> vector<4xf32>
// NV: gpu.return

func.func @odd(%x: memref<?x21xf32>, %o: memref<?x21xf32>) {
  prim.device_rows ins(%x : memref<?x21xf32>) outs(%o : memref<?x21xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : f32
    %part = arith.divf %e, %sum : f32
    prim.yield %part : f32
  }
  return
}

// -----

// A walk for the sum, in which threads fold items of their own, and one that writes.

// CHECK-LABEL: func.func @long(
// CHECK: gpu.func @rows_walked_0
// CHECK: scf.for {{.*}} iter_args
// CHECK-NOT: prim.block_reduce
// CHECK: }
// CHECK: prim.block_reduce add %{{.*}} all : f32
// CHECK: scf.for
// CHECK: prim.store

// REMARK-DAG: reads rows 2 times, if they are longer

func.func @long(%x: memref<?x100000xf32>, %o: memref<?x100000xf32>) {
  prim.device_rows ins(%x : memref<?x100000xf32>) outs(%o : memref<?x100000xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : f32
    %part = arith.divf %e, %sum : f32
    prim.yield %part : f32
  }
  return
}

// -----

// Columns are walked along by a thread each.

// CHECK-LABEL: func.func @columns(
// CHECK: gpu.func @rows_single_0
// CHECK-NOT: prim.block_reduce
// CHECK-NOT: prim.warp_reduce
// CHECK: gpu.return

// REMARK-DAG: reads rows 2 times, because they lie side by side

func.func @columns(%x: memref<?x?xf32>, %o: memref<?x?xf32>) {
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%o : memref<?x?xf32>) dimension(0) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : f32
    %part = arith.divf %e, %sum : f32
    prim.yield %part : f32
  }
  return
}

// -----

// Rows without elements have the identities of folds.

// CHECK-LABEL: func.func @sums(
// CHECK: gpu.func @rows_empty_0
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: prim.store %[[ZERO]]

func.func @sums(%x: memref<?x?xf32>, %o: memref<?xf32>) {
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%o : memref<?xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : f32
    prim.yield %sum : f32
  }
  return
}

// -----

// Prefixes in both directions have a limit: no walk has both.

// CHECK-LABEL: func.func @both_ways(
// CHECK: prim.check {{.*}}scans rows of at most 32768 elements in both directions, found {}; use one op for each direction

func.func @both_ways(%x: memref<?x?xf32>, %o: memref<?x?xf32>) {
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%o : memref<?x?xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %a = prim.block_scan inclusive add %e : f32
    %b = prim.block_scan inclusive add %e reverse : f32
    %c = arith.mulf %a, %b : f32
    prim.yield %c : f32
  }
  return
}

// -----

// Clusters of blocks keep long rows of f32: all tiles are copied to workgroup memory before
// the first walk, and each walk reads them there. What a block has folded goes to each of
// them, into memory that all blocks have before.

// NV-LABEL: func.func @cluster(
// NV: gpu.func @rows_kept_0({{.*}}known_cluster_size = array<i32: 8, 1, 1>, prim.min_blocks = 3 : i32
// NV: %[[KEPT:.*]] = prim.workgroup_alloc 65536 for "kept row"
// NV-DAG: %[[ROW:.*]] = arith.divui %{{.*}}, %c8_i32
// NV-DAG: %[[RANK:.*]] = arith.remui %{{.*}}, %c8_i32
// NV-NOT: prim.block_reduce
// NV: prim.cluster_barrier
// NV: scf.for
// NV: arith.muli %[[RANK]], %c4096_i32
// NV-COUNT-2: prim.copy_async 16 %{{.*}} to %[[KEPT]]
// NV-NOT: prim.copy_async
// NV: }
// NV: prim.copy_commit
// NV-NEXT: prim.copy_wait 0
// NV: %[[SUM:.*]] = scf.for
// NV-NOT: prim.load {{.*}}global
// NV: prim.load %[[KEPT]]
// NV: scf.yield
// NV: %[[OWN:.*]] = prim.block_reduce add %[[SUM]] all
// NV: %[[FOLDS:.*]] = prim.workgroup_alloc 32 for "folds of a cluster"
// NV: scf.if
// NV: prim.cluster_store %[[OWN]], %[[FOLDS]][%{{.*}}] in %{{.*}} : f32
// NV: prim.cluster_barrier
// NV-COUNT-8: prim.load %[[FOLDS]]
// NV: scf.for
// NV-NOT: prim.load {{.*}}global
// NV: prim.load %[[KEPT]]
// NV: prim.store

func.func @cluster(%x: memref<?x131072xf32>, %o: memref<?x131072xf32>) {
  prim.device_rows ins(%x : memref<?x131072xf32>) outs(%o : memref<?x131072xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : f32
    %part = arith.mulf %e, %sum : f32
    prim.yield %part : f32
  }
  return
}

// -----

// A block keeps what its registers do not hold, as far as its workgroup memory has room. In
// rows of any length whose vectors may begin anywhere, the first walk stores what it loads.

// CHECK-LABEL: func.func @kept(
// CHECK: gpu.func @rows_kept
// CHECK: %[[KEPT:.*]] = prim.workgroup_alloc 57344 for "kept row"
// CHECK-NOT: prim.copy_async
// CHECK: scf.for
// CHECK: prim.load {{.*}}global> -> vector<4xf32>
// CHECK: prim.store {{.*}}, %[[KEPT]]
// CHECK: prim.block_reduce add
// CHECK: scf.for
// CHECK-NOT: prim.load {{.*}}global
// CHECK: prim.load %[[KEPT]]
// CHECK: gpu.func @rows_walked
// CHECK-NOT: "kept row"

// PLAN: plan: {{.*}} up to 256: rows ({{.*}} up to 14336: rows_kept (64 threads{{.*}} beyond: rows_walked

func.func @kept(%x: memref<?x?xf32>, %o: memref<?x?xf32>) {
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%o : memref<?x?xf32>) dimension(1) tuning<block_size = 64, items_per_thread = 4> row {
  ^bb0(%e: f32, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : f32
    %part = arith.mulf %e, %sum : f32
    prim.yield %part : f32
  }
  return
}

// -----

// One walk finds a maximum and the sum of exponentials of differences from it: a thread
// scales its sum whenever its maximum grows.

// CHECK-LABEL: func.func @scaled(
// CHECK: gpu.func @rows_walked
// CHECK: scf.for {{.*}} iter_args(%[[MAX:.*]] = %{{.*}}, %[[SUM:.*]] = %{{.*}}) -> (f32, f32)
// CHECK: %[[NEXT:.*]] = arith.maximumf %[[MAX]]
// CHECK: %[[FINITE:.*]] = math.isfinite %[[NEXT]]
// CHECK: %[[CENTER:.*]] = arith.select %[[FINITE]], %[[NEXT]]
// CHECK: %[[FROM:.*]] = arith.minnumf %[[MAX]], %[[CENTER]]
// CHECK: %[[LESS:.*]] = arith.subf %[[FROM]], %[[CENTER]]
// CHECK: %[[FACTOR:.*]] = math.exp %[[LESS]]
// CHECK: arith.mulf %[[SUM]], %[[FACTOR]]
// CHECK: arith.subf %{{.*}}, %[[CENTER]]
// CHECK: math.exp
// CHECK: scf.yield
// CHECK: prim.block_reduce maximumf
// CHECK: prim.block_reduce add
// CHECK-NOT: scf.for
// CHECK: } else {

// REMARK-NOT: reads rows 1 times

func.func @scaled(%x: memref<?x?xf32>, %o: memref<?xf32>) {
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%o : memref<?xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %max = prim.block_reduce maximumf %e all : f32
    %less = arith.subf %e, %max : f32
    %power = math.exp %less : f32
    %sum = prim.block_reduce add %power all : f32
    %log = math.log %sum : f32
    %all = arith.addf %log, %max : f32
    prim.yield %all : f32
  }
  return
}

// -----

// Not where terms are no exponentials, where the center is not of a walk of a maximum of the
// same values, or where a factor would be rounded.

// CHECK-LABEL: func.func @not_scaled(
// CHECK: gpu.func @rows_walked
// CHECK-NOT: math.isfinite
// CHECK: gpu.return

func.func @not_scaled(%x: memref<?x?xf32>, %h: memref<?x?xf16>, %o: memref<?xf32>, %p: memref<?xf32>, %q: memref<?xf16>) {
  prim.device_rows ins(%x, %h : memref<?x?xf32>, memref<?x?xf16>) outs(%o, %p, %q : memref<?xf32>, memref<?xf32>, memref<?xf16>) dimension(1) row {
  ^bb0(%e: f32, %n: f16, %index: index, %number: index):
    %max = prim.block_reduce maximumf %e all : f32
    %less = arith.subf %e, %max : f32
    %squared = arith.mulf %less, %less : f32
    %sum = prim.block_reduce add %squared all : f32
    %least = prim.block_reduce minimumf %e all : f32
    %double = arith.addf %e, %e : f32
    %more = arith.subf %double, %least : f32
    %power = math.exp %more : f32
    %powers = prim.block_reduce add %power all : f32
    %peak = prim.block_reduce maximumf %n all : f16
    %down = arith.subf %n, %peak : f16
    %narrow = math.exp %down : f16
    %halves = prim.block_reduce add %narrow all : f16
    prim.yield %sum, %powers, %halves : f32, f32, f16
  }
  return
}

// -----

// Where accesses must be aligned, vectors of rows of odd lengths begin behind the elements
// before the first aligned one. These, and those behind the last whole vector, are one more
// item of the first threads.

// NV-LABEL: func.func @peeled(
// NV: gpu.func @rows_0
// NV: %[[ALIGNED:.*]] = arith.andi {{.*}} : i1
// NV: scf.if %[[ALIGNED]] {
// NV: %[[HEAD:.*]] = scf.if %{{.*}} -> (i64)
// NV: %[[REST:.*]] = arith.subi %c999_i64{{.*}}, %[[HEAD]] : i64
// NV-DAG: %[[THREAD:.*]] = arith.extui %{{.*}} : i32 to i64
// NV-DAG: %[[ISBEFORE:.*]] = arith.cmpi ult, %[[THREAD]], %[[HEAD]] : i64
// NV: %[[PLACE:.*]] = arith.select %[[ISBEFORE]], %[[THREAD]]
// NV: %[[EXISTS:.*]] = arith.cmpi ult, %[[PLACE]], %{{.*}} : i64
// NV-COUNT-2: prim.load {{.*}} align(16) : !prim.base<global> -> vector<8xbf16>
// NV: prim.load {{.*}} : !prim.base<global> -> bf16
// NV: prim.block_reduce add %{{.*}} all : bf16
// NV-COUNT-2: prim.store {{.*}} align(16) : vector<8xbf16>
// NV: scf.if %[[EXISTS]] {
// NV: prim.store {{.*}} : bf16
// NV: } else {
// NV-NOT: vector<8xbf16>, !prim.base<global>
// NV: gpu.return

func.func @peeled(%x: memref<?x999xbf16>, %o: memref<?x999xbf16>) {
  prim.device_rows ins(%x : memref<?x999xbf16>) outs(%o : memref<?x999xbf16>) dimension(1) row {
  ^bb0(%e: bf16, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : bf16
    %part = arith.mulf %e, %sum : bf16
    prim.yield %part : bf16
  }
  return
}

// -----

// Not where items have an order, where rows of one buffer have gaps between them, or for
// words beside columns.

// NV-LABEL: func.func @not_peeled(
// NV-NOT: align(16)

func.func @not_peeled(%x: memref<?x999xbf16>, %o: memref<?x999xbf16>) {
  prim.device_rows ins(%x : memref<?x999xbf16>) outs(%o : memref<?x999xbf16>) dimension(1) row {
  ^bb0(%e: bf16, %index: index, %number: index):
    %sum = prim.block_scan inclusive add %e : bf16
    prim.yield %sum : bf16
  }
  return
}

// -----

// NV-LABEL: func.func @not_peeled_strided(
// NV-NOT: align(16)

func.func @not_peeled_strided(%x: memref<?x999xbf16, strided<[1001, 1]>>, %o: memref<?x999xbf16>) {
  prim.device_rows ins(%x : memref<?x999xbf16, strided<[1001, 1]>>) outs(%o : memref<?x999xbf16>) dimension(1) row {
  ^bb0(%e: bf16, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : bf16
    %part = arith.mulf %e, %sum : bf16
    prim.yield %part : bf16
  }
  return
}

// -----

// NV-LABEL: func.func @not_peeled_columns(
// NV-NOT: align(16)

func.func @not_peeled_columns(%x: memref<?x999xf32>, %c: memref<999xf32>, %o: memref<?x999xf32>) {
  prim.device_rows ins(%x : memref<?x999xf32>) column_ins(%c : memref<999xf32>) outs(%o : memref<?x999xf32>) dimension(1) row {
  ^bb0(%e: f32, %g: f32, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : f32
    %part = arith.mulf %g, %sum : f32
    prim.yield %part : f32
  }
  return
}

// -----

// All members of a fold are exchanged at once.

// NV-LABEL: func.func @cluster_of_pairs(
// NV: gpu.func @rows_cluster_0
// NV: prim.cluster_barrier
// NV-COUNT-2: prim.workgroup_alloc {{.*}} for "folds of a cluster"
// NV-COUNT-2: prim.cluster_store
// NV: prim.cluster_barrier
// NV-COUNT-16: prim.load {{.*}}workgroup
// NV-NOT: prim.cluster_barrier
// NV: prim.store {{.*}} : f32, !prim.base<global>

func.func @cluster_of_pairs(%x: memref<?x131072xf32>, %o: memref<?xf32>, %p: memref<?xi32>) {
  %none = arith.constant -1 : i32
  %least = arith.constant 0xFF800000 : f32
  prim.device_rows ins(%x : memref<?x131072xf32>) outs(%o, %p : memref<?xf32>, memref<?xi32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %at = arith.index_cast %index : index to i32
    %most, %first = prim.block_reduce %e, %at all identity(%least, %none) combiner {
    ^bb0(%a: f32, %i: i32, %b: f32, %j: i32):
      %greater = arith.cmpf ogt, %a, %b : f32
      %value = arith.select %greater, %a, %b : f32
      %place = arith.select %greater, %i, %j : i32
      prim.yield %value, %place : f32, i32
    } : f32, i32
    prim.yield %most, %first : f32, i32
  }
  return
}

// -----

// Prefixes are not continued from block to block.

// NV-LABEL: func.func @no_cluster(
// NV-NOT: rows_cluster
// NV: gpu.func @rows_walked

func.func @no_cluster(%x: memref<?x131072xf32>, %o: memref<?x131072xf32>) {
  prim.device_rows ins(%x : memref<?x131072xf32>) outs(%o : memref<?x131072xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %sum = prim.block_scan inclusive add %e : f32
    prim.yield %sum : f32
  }
  return
}

// -----

// What is computed from columns alone comes after the folds, as nothing before needs it.

// CHECK-LABEL: func.func @late_columns(
// CHECK: gpu.func @rows_lanes_0
// CHECK: prim.load {{.*}} vector<8xf16>
// CHECK-NOT: prim.load
// CHECK: prim.warp_reduce add
// CHECK: prim.load {{.*}} vector<8xf16>
// CHECK: arith.extf

func.func @late_columns(%x: memref<?x128xf16>, %scale: memref<128xf16>, %o: memref<?x128xf16>) {
  prim.device_rows ins(%x : memref<?x128xf16>) column_ins(%scale : memref<128xf16>) outs(%o : memref<?x128xf16>) dimension(1) row {
  ^bb0(%e: f16, %s: f16, %index: index, %number: index):
    %wide = arith.extf %s : f16 to f32
    %more = arith.addf %wide, %wide : f32
    %element = arith.extf %e : f16 to f32
    %sum = prim.block_reduce add %element all : f32
    %scaled = arith.mulf %sum, %more : f32
    %result = arith.truncf %scaled : f32 to f16
    prim.yield %result : f16
  }
  return
}

// -----

// Where an input has holes, each way of access finds the row's elements for itself.

// CHECK-LABEL: func.func @holes(
// CHECK: gpu.func @rows_lanes_0
// CHECK: scf.if
// CHECK: prim.store {{.*}} : vector<8xi16>, !prim.base<global>
// CHECK: } else {
// CHECK: prim.store {{.*}} : i16, !prim.base<global>
// CHECK: gpu.return

func.func @holes(%x: memref<?x?xi16, strided<[?, ?], offset: ?>>, %o: memref<?x?xi16>) {
  prim.device_rows ins(%x : memref<?x?xi16, strided<[?, ?], offset: ?>>) outs(%o : memref<?x?xi16>) dimension(1) row {
  ^bb0(%e: i16, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : i16
    %own = arith.subi %e, %sum : i16
    prim.yield %own : i16
  }
  return
}
