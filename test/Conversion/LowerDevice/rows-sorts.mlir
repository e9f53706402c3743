// RUN: prim-opt %s --split-input-file --prim-lower-device="chip=gfx942" | FileCheck %s
// RUN: prim-opt %s --split-input-file --prim-lower-device="chip=sm_90" | FileCheck %s --check-prefix=NV
// RUN: prim-opt %s --split-input-file --prim-lower-device="chip=gfx942 print-plan" -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLAN

// Rows of all lengths are held. Only items that exist take part in a sort, and only they
// look up what is at a sorted place.

// PLAN: plan: {{.*}} up to 0: nothing; up to 32: rows_lanes ({{.*}} up to 512: rows (64 threads{{.*}} up to 4096: rows (256 threads
// PLAN-NOT: rows_walked

// CHECK-LABEL: func.func @any(
// CHECK: sorts rows of at most 4096 elements on gfx942, found {}; use prim.device_sort, and other ops before and after it
// CHECK: gpu.func @rows_{{[0-9]+}}
// CHECK: %[[LENGTH:.*]] = arith.trunci %{{.*}} : i64 to i32
// CHECK: prim.block_sort total %{{.*}}, %{{.*}} valid(%[[LENGTH]]) from(rows(1)) to(rows(1)) : vector<8xf32>, vector<8xindex>
// CHECK: scf.if
// CHECK-NEXT: prim.load
// CHECK: prim.store
// NV-LABEL: func.func @any(
// NV: prim.warp_sort total {{.*}} stable width(8)
// NV: prim.block_sort total {{.*}} from(rows(1)) to(rows(1))

func.func @any(%x: memref<?x?xf32>, %t: memref<?xf32>, %o: memref<?x?xf32>) {
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%o : memref<?x?xf32>) reads(%t : memref<?xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %k, %p = prim.block_sort total %e, %index : f32, index
    %v = memref.load %t[%p] : memref<?xf32>
    %s = arith.addf %k, %v : f32
    prim.yield %s : f32
  }
  return
}

// -----

// The lanes of a group have neighbours, in vectors where the length of rows allows it. The
// key alone is sorted where nothing needs the value. Outputs with the first elements of
// rows are written by the items that have them.

// CHECK-LABEL: func.func @first(
// CHECK: gpu.func @rows_lanes_0
// CHECK: prim.load {{.*}} : !prim.base<global> -> vector<4xi32>
// CHECK: %[[S:.*]] = prim.warp_sort slt %{{.*}} valid(%{{.*}}) stable width(8) : vector<4xi32>
// CHECK: prim.warp_reduce add {{.*}} width(8)
// CHECK: arith.cmpi ult, %{{.*}}, %c3_i32
// CHECK: prim.store {{.*}} : i32
// CHECK-NOT: vector<4xi32>, !prim.base<global>
// CHECK: gpu.return

func.func @first(%x: memref<?x20xi32>, %o: memref<?x3xi32>, %s: memref<?xi32>) {
  prim.device_rows ins(%x : memref<?x20xi32>) outs(%o, %s : memref<?x3xi32>, memref<?xi32>) dimension(1) row {
  ^bb0(%e: i32, %index: index, %number: index):
    %k, %p = prim.block_sort slt %e, %index : i32, index
    %sum = prim.block_reduce add %k all : i32
    prim.yield %k, %sum : i32, i32
  }
  return
}

// -----

// An odd length has no vectors: a sort takes items in the row's order.

// CHECK-LABEL: func.func @odd(
// CHECK: gpu.func @rows_lanes_0
// CHECK-NOT: !prim.base<global> -> vector
// CHECK: prim.warp_sort
// CHECK: gpu.return

func.func @odd(%x: memref<?x21xi32>) {
  prim.device_rows ins(%x : memref<?x21xi32>) outs(%x : memref<?x21xi32>) dimension(1) row {
  ^bb0(%e: i32, %index: index, %number: index):
    %k = prim.block_sort slt %e : i32
    prim.yield %k : i32
  }
  return
}

// -----

// Blocks sort by several keys, and rows of columns, which no thread sorts by itself.

// CHECK-LABEL: func.func @keys(
// CHECK: gpu.func @rows_0
// CHECK: prim.block_sort %{{.*}}, %{{.*}} valid(%{{.*}}) keys(2) orders(slt, total) from(rows(1)) to(rows(1))

func.func @keys(%x: memref<20x?xi32>, %y: memref<20x?xf32>) {
  prim.device_rows ins(%x, %y : memref<20x?xi32>, memref<20x?xf32>) outs(%x, %y : memref<20x?xi32>, memref<20x?xf32>) dimension(0) row {
  ^bb0(%e: i32, %f: f32, %index: index, %number: index):
    %k, %l = prim.block_sort %e, %f keys(2) orders(slt, total) : i32, f32
    prim.yield %k, %l : i32, f32
  }
  return
}
