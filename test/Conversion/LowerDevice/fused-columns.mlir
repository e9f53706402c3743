// RUN: prim-opt %s --split-input-file --prim-lower-device="chip=gfx942" | FileCheck %s --check-prefixes=CHECK,HALF
// RUN: prim-opt %s --split-input-file --prim-lower-device="chip=gfx1100" | FileCheck %s --check-prefixes=CHECK,WAVE
// RUN: prim-opt %s --split-input-file --prim-lower-device="chip=gfx942 print-plan" -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLAN
// RUN: prim-opt %s --split-input-file --prim-lower-device="chip=gfx942" -o /dev/null --remarks-filter=prim-lower-device 2>&1 | FileCheck %s --check-prefix=REMARK

// Short columns have a thread each. A block has a strip of 32 longer ones, whose threads hold them,
// or walk along those that registers do not hold.

// PLAN: plan: {{.*}} up to 0: nothing; up to 32: rows_single (256 threads, {{.*}} up to 128: rows_strip (256 threads, {{.*}} parts of 32); {{.*}} up to 1024: rows_strip (1024 threads, {{.*}} beyond: rows_strip_walked (1024 threads,
// REMARK-DAG: reads rows 2 times, because they lie side by side
// REMARK-DAG: reads rows 2 times, if they are longer than what a strip holds

func.func @softmax(%x: memref<?x?xf32>, %o: memref<?x?xf32>) {
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%o : memref<?x?xf32>) dimension(0) row {
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

// 8 threads share a column that they hold: 16 elements each, of which none are left out. Threads
// side by side have columns side by side, and those without a column compute the last one once more.
// Partial folds meet in workgroup memory, after one barrier before it is used and one after.

// CHECK-LABEL: func.func @held(
// CHECK: gpu.func @rows_strip_0
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
// HALF: %[[LANE:.*]] = arith.remui %{{.*}}, %c32_i32{{.*}}
// WAVE: %[[LANE:.*]] = arith.andi %{{.*}}, %c31_i32{{.*}}
// CHECK: %[[OF_THREAD:.*]] = arith.extui %[[LANE]] : i32 to i64
// CHECK: scf.for %[[BEGIN:.*]] = {{.*}} : i64 {
// CHECK: %[[OWN:.*]] = arith.addi %[[BEGIN]], %[[OF_THREAD]]
// CHECK: %[[ROW:.*]] = arith.minsi %[[OWN]], %{{.*}} : i64
// CHECK: %[[ACTIVE:.*]] = arith.cmpi eq, %[[OWN]], %[[ROW]] : i64
// HALF: arith.divui %{{.*}}, %c32_i32{{.*}}
// CHECK-COUNT-16: prim.load {{.*}} : !prim.base<global> -> f32
// CHECK-NOT: arith.select
// CHECK: %[[MEMORY:.*]] = prim.workgroup_alloc 1024 for "folds of a strip"
// CHECK: prim.block_barrier acquires(%[[MEMORY]] : !prim.base<workgroup>)
// CHECK: prim.store {{.*}} : f32, !prim.base<workgroup>
// CHECK: prim.block_barrier
// CHECK-COUNT-8: prim.load {{.*}} : !prim.base<workgroup> -> f32
// CHECK-NOT: prim.load {{.*}}<global>
// CHECK: scf.if %[[ACTIVE]] {
// CHECK-COUNT-16: prim.store {{.*}} : f32, !prim.base<global>
// CHECK: gpu.return

func.func @held(%x: memref<128x?xf32>, %o: memref<128x?xf32>) {
  prim.device_rows ins(%x : memref<128x?xf32>) outs(%o : memref<128x?xf32>) dimension(0) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : f32
    %part = arith.divf %e, %sum : f32
    prim.yield %part : f32
  }
  return
}

// -----

// 32 threads fold in two rounds, of 8 and of 4 parts. One of them writes what a column has one of.

// CHECK-LABEL: func.func @walked(
// CHECK: gpu.func @rows_strip_walked_0
// CHECK-SAME: known_block_size = array<i32: 1024, 1, 1>
// CHECK: %[[ACTIVE:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : i64
// CHECK: scf.for {{.*}} iter_args
// CHECK-COUNT-8: prim.load {{.*}} : !prim.base<global> -> f32
// CHECK-NOT: prim.block_barrier
// CHECK: scf.yield
// CHECK: prim.workgroup_alloc 4096 for "folds of a strip"
// CHECK: prim.block_barrier
// CHECK: prim.block_barrier
// CHECK-COUNT-8: prim.load {{.*}} : !prim.base<workgroup> -> f32
// CHECK: prim.workgroup_alloc 512 for "folds of a strip"
// CHECK: scf.if
// CHECK: arith.divui
// CHECK: prim.store {{.*}} : f32, !prim.base<workgroup>
// CHECK: prim.block_barrier
// CHECK-COUNT-4: prim.load {{.*}} : !prim.base<workgroup> -> f32
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %{{.*}}, %c0_i32{{.*}}
// CHECK: %[[WRITES:.*]] = arith.andi %[[FIRST]], %[[ACTIVE]] : i1
// CHECK: scf.if %[[WRITES]] {
// CHECK: gpu.return

func.func @walked(%x: memref<100000x?xf32>, %o: memref<?xf32>) {
  prim.device_rows ins(%x : memref<100000x?xf32>) outs(%o : memref<?xf32>) dimension(0) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %square = arith.mulf %e, %e : f32
    %sum = prim.block_reduce add %square all : f32
    prim.yield %sum : f32
  }
  return
}

// -----

// The rows along a dimension in the middle lie side by side as well.

// CHECK-LABEL: func.func @middle(
// CHECK: gpu.func @rows_strip_0

func.func @middle(%x: memref<?x100x?xf16>, %o: memref<?x100x?xf16>) {
  prim.device_rows ins(%x : memref<?x100x?xf16>) outs(%o : memref<?x100x?xf16>) dimension(1) row {
  ^bb0(%e: f16, %index: index, %number: index):
    %max = prim.block_reduce maximumf %e all : f16
    %less = arith.subf %e, %max : f16
    prim.yield %less : f16
  }
  return
}

// -----

// CHECK-LABEL: func.func @short(
// CHECK-NOT: rows_strip
// CHECK: gpu.func @rows_single_0
// CHECK-NOT: rows_strip

func.func @short(%x: memref<32x?xf32>, %o: memref<32x?xf32>) {
  prim.device_rows ins(%x : memref<32x?xf32>) outs(%o : memref<32x?xf32>) dimension(0) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : f32
    %part = arith.divf %e, %sum : f32
    prim.yield %part : f32
  }
  return
}

// -----

// Prefixes, and operators that do not commute or have no identity, have a thread for each column.

// PLAN: up to 0: nothing; beyond: rows_single
// CHECK-LABEL: func.func @prefixes(
// CHECK-NOT: rows_strip
// CHECK: gpu.func @rows_single_0
// CHECK-NOT: rows_strip

func.func @prefixes(%x: memref<?x?xf32>, %o: memref<?x?xf32>) {
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%o : memref<?x?xf32>) dimension(0) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %prefix, %total = prim.block_scan inclusive add %e total : f32
    %part = arith.divf %prefix, %total : f32
    prim.yield %part : f32
  }
  return
}

// -----

// CHECK-LABEL: func.func @ordered(
// CHECK-NOT: rows_strip
// CHECK: gpu.func @rows_single_0
// CHECK-NOT: rows_strip

func.func @ordered(%x: memref<?x?xi32>, %o: memref<?xi32>) {
  %one = arith.constant 1 : i32
  prim.device_rows ins(%x : memref<?x?xi32>) outs(%o : memref<?xi32>) dimension(0) row {
  ^bb0(%e: i32, %index: index, %number: index):
    %a, %b = prim.block_reduce %e, %e all identity(%one, %one) combiner {
    ^bb0(%a0: i32, %b0: i32, %a1: i32, %b1: i32):
      %p = arith.muli %a1, %a0 : i32
      %t = arith.muli %a1, %b0 : i32
      %q = arith.addi %t, %b1 : i32
      prim.yield %p, %q : i32, i32
    } : i32, i32
    prim.yield %b : i32
  }
  return
}

// -----

// A tuned block goes along all columns that are not short: 4 threads each.

// CHECK-LABEL: func.func @tuned(
// PLAN: up to 32: rows_single {{.*}} beyond: rows_strip_walked (128 threads, {{.*}} parts of 32

func.func @tuned(%x: memref<?x?xf32>, %o: memref<?xf32>) {
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%o : memref<?xf32>) dimension(0) tuning<block_size = 128, items_per_thread = 4> row {
  ^bb0(%e: f32, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : f32
    prim.yield %sum : f32
  }
  return
}
