// RUN: prim-opt %s --prim-lower-device="chip=gfx942" --split-input-file | FileCheck %s

// One pass: a tile's items are counted as they lie in memory, what comes before is
// asked for once the tile's own counts are known, and items go to their places in the
// tile through workgroup memory before they are stored. An empty buffer has a count.
// CHECK-LABEL: func.func @even
// CHECK: prim.check {{.*}} "prim.device_select: takes fewer than 2147483648 elements, found {}; select in parts"
// CHECK: gpu.launch_func @prim_kernels::@counts_empty_0
// CHECK: gpu.launch_func @prim_kernels::@select_0
// CHECK: gpu.launch_func @prim_kernels::@select_0
// CHECK-LABEL: gpu.func @select_0
// CHECK: prim.grid_ticket
// CHECK: prim.block_load {{.*}} arrangement(rows(4))
// CHECK-NOT: prim.block_load
// CHECK: } else {
// CHECK: prim.block_load {{.*}} arrangement(rows(4))
// CHECK: prim.block_scan exclusive add %{{.*}} total arrangement(rows(4)) : vector<4xi32>
// CHECK-NOT: prefix
// CHECK: prim.grid_scan add %{{.*}} : i32
// CHECK: prim.block_exchange %{{.*}} ranks(%{{.*}} : vector<4xi32>) to(striped) : vector<4xi32>
// CHECK-COUNT-4: prim.store
// CHECK-NOT: prim.store
// CHECK: gpu.return
func.func @even(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>) {
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>)
      tuning<block_size = 64, items_per_thread = 4> where {
  ^bb0(%a: i32):
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %bit = arith.andi %a, %one : i32
    %even = arith.cmpi eq, %bit, %zero : i32
    prim.yield %even : i1
  }
  return
}

// -----

// Counts of two classes share a word. Both members move in one exchange.
// CHECK-LABEL: gpu.func @select_0
// CHECK: prim.block_scan exclusive add %{{.*}} total arrangement(rows({{.}})) : vector<4xi64>
// CHECK: prim.grid_scan add %{{.*}} : i64
// CHECK: %{{.*}}:2 = prim.block_exchange %{{.*}}, %{{.*}} ranks(
func.func @classes(%x: memref<?xi32>, %y: memref<?xf64>, %o: memref<?xi32>, %p: memref<?xf64>, %q: memref<?xi32>, %r: memref<?xf64>, %n: memref<i32>, %m: memref<i32>) {
  prim.device_select ins(%x, %y : memref<?xi32>, memref<?xf64>)
      outs(%o, %p, %q, %r, %n, %m : memref<?xi32>, memref<?xf64>, memref<?xi32>, memref<?xf64>, memref<i32>, memref<i32>)
      classes(3) tuning<block_size = 64, items_per_thread = 4> where {
  ^bb0(%a: i32, %b: f64):
    prim.yield %a : i32
  }
  return
}

// -----

// The element before the first one of a row of lanes is in memory, others are in the
// lane before: no key is loaded twice but for that.
// CHECK-LABEL: gpu.func @select_0
// CHECK: scf.if %{{.*}} -> (
// CHECK: prim.block_load
// CHECK: prim.load
// CHECK: prim.warp_shuffle
// CHECK-NOT: prim.load
// CHECK-NOT: prim.warp_shuffle
// CHECK: } else {
func.func @unique(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>) {
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) heads(1)
      tuning<block_size = 64, items_per_thread = 4>
  return
}
