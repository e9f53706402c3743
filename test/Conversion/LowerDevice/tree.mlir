// RUN: prim-opt %s --split-input-file --prim-lower-device="chip=gfx942 print-plan=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLAN
// RUN: prim-opt %s --split-input-file --prim-lower-device="chip=gfx942" --canonicalize --cse | FileCheck %s

// Tiles are cut to powers of two. There are as many levels as the grid has room for: of 2^32
// threads, 2^26 blocks have 2^34 elements.
// PLAN: remark: plan: tuning = #prim.tuning<block_size = 64, items_per_thread = 4>
// PLAN-SAME: up to 256: tree (
// PLAN-SAME: up to 65536: tree (
// PLAN-SAME: up to 16777216: tree (
// PLAN-SAME: up to 4294967296: tree (
// PLAN-NOT: up to
// PLAN-SAME: beyond: tree (

// Launches read and write two regions in turns.
// CHECK-LABEL: func.func @levels
// CHECK: gpu.launch_func @prim_kernels::@tree_0
// CHECK: gpu.launch_func @prim_kernels::@tree_0
// CHECK: gpu.launch_func @prim_kernels::@tree_folds_0
// CHECK: gpu.launch_func @prim_kernels::@tree_0 {{.*}} %[[FIRST:[a-z0-9_]+]] : !prim.base<global>)
// CHECK: %[[SECOND:.*]] = prim.advance %[[FIRST]]
// CHECK: gpu.launch_func @prim_kernels::@tree_folds_0 {{.*}}(%c0_i32 : i32, {{.*}} %[[FIRST]] : !prim.base<global>, %[[SECOND]] : !prim.base<global>)
// CHECK: gpu.launch_func @prim_kernels::@tree_folds_0 {{.*}}(%c8_i32 : i32, {{.*}} %[[SECOND]] : !prim.base<global>, %[[FIRST]] : !prim.base<global>)
func.func @levels(%x: memref<?xf32>, %y: memref<f32>, %w: memref<?xi8>) {
  prim.device_reduce add ins(%x : memref<?xf32>) outs(%y : memref<f32>) workspace(%w : memref<?xi8>)
      deterministic(any) tuning<block_size = 64, items_per_thread = 6>
  return
}

// -----

// A region that need not end runs only in lanes whose range begins at a multiple of its length:
// others would fold what is no range, and may never end.
// CHECK-LABEL: gpu.func @tree_0
// CHECK: %[[RIGHT:.*]] = prim.warp_shuffle %[[LEFT:.*]] down(%c1_i32
// CHECK: %[[EXISTS:.*]] = arith.cmpi slt
// CHECK: %[[REST:.*]] = arith.andi %{{.*}}, %c1_i32
// CHECK: %[[WHOLE:.*]] = arith.cmpi eq, %[[REST]], %c0_i32
// CHECK: %[[JOINS:.*]] = arith.andi %[[EXISTS]], %[[WHOLE]]
// CHECK: scf.if %[[JOINS]]
// CHECK: prim.warp_shuffle %{{.*}} down(%c2_i32
// CHECK: arith.andi %{{.*}}, %c3_i32
// CHECK: gpu.return
func.func @loops(%x: memref<?xi32>, %y: memref<i32>, %i: i32) {
  prim.device_reduce ins(%x : memref<?xi32>) outs(%y : memref<i32>) init(%i : i32) deterministic(any)
      tuning<block_size = 64, items_per_thread = 1> combiner {
  ^bb0(%a: i32, %b: i32):
    %zero = arith.constant 0 : i32
    %two = arith.constant 2 : i32
    %sum:2 = scf.while (%k = %zero, %s = %a) : (i32, i32) -> (i32, i32) {
      %more = arith.cmpi ne, %k, %b : i32
      scf.condition(%more) %k, %s : i32, i32
    } do {
    ^bb0(%k: i32, %s: i32):
      %next = arith.addi %k, %two : i32
      %t = arith.addi %s, %two : i32
      scf.yield %next, %t : i32, i32
    }
    prim.yield %sum#1 : i32
  }
  return
}
