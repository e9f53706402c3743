// RUN: prim-opt %s --prim-lower-device="chip=gfx942" --split-input-file | FileCheck %s

// One pass, which loads each element once but for the one before each wave's: what is
// folded is a one for each, and what a run has is written where the next one starts.
// CHECK-LABEL: func.func @lengths
// CHECK: prim.check {{.*}} "prim.device_run_length: takes fewer than 2147483648 elements, found {}; reduce in parts"
// CHECK: gpu.launch_func @prim_kernels::@counts_empty_0
// CHECK: gpu.launch_func @prim_kernels::@runs_0
// CHECK: gpu.launch_func @prim_kernels::@runs_0
// CHECK-LABEL: gpu.func @runs_0
// CHECK: prim.grid_ticket
// CHECK: prim.block_load
// CHECK: } else {
// CHECK: prim.block_load
// CHECK-NOT: prim.block_load
// CHECK: prim.warp_shuffle
// CHECK-NOT: prim.warp_shuffle
// CHECK: prim.block_scan exclusive
// CHECK: prim.grid_scan
// CHECK: gpu.return
func.func @lengths(%x: memref<?xi32>, %o: memref<?xi32>, %l: memref<?xi32>, %n: memref<i32>) {
  prim.device_run_length ins(%x : memref<?xi32>) outs(%o, %l, %n : memref<?xi32>, memref<?xi32>, memref<i32>)
      tuning<block_size = 64, items_per_thread = 4>
  return
}

// -----

// Of runs of several elements the second ones are counted, in the bits below that of
// whether any starts. One more move says whether the element before starts one, which
// two elements of memory say before a wave.
// CHECK-LABEL: gpu.func @runs_0
// CHECK-COUNT-2: prim.warp_shuffle
// CHECK-NOT: prim.warp_shuffle
// CHECK: prim.block_scan exclusive
// CHECK: %[[EITHER:.*]] = arith.ori %[[L:.*]], %[[R:.*]] : i32
// CHECK: %[[SUM:.*]] = arith.addi %[[L]], %[[R]] : i32
// CHECK: %[[MASK:.*]] = arith.constant 2147483647 : i32
// CHECK: %[[COUNT:.*]] = arith.andi %[[SUM]], %[[MASK]] : i32
// CHECK: %[[SIGN:.*]] = arith.constant -2147483648 : i32
// CHECK: %[[ANY:.*]] = arith.andi %[[EITHER]], %[[SIGN]] : i32
// CHECK: arith.ori %[[COUNT]], %[[ANY]] : i32
// Ones are scanned as they are. Each thread puts ends and second elements of runs into
// halves of words, of which neighbouring threads make neighbouring results.
// CHECK-COUNT-4: prim.store {{.*}} : i16, !prim.base<workgroup>
// CHECK: prim.block_barrier
// CHECK: scf.for
// CHECK: prim.load {{.*}} : !prim.base<workgroup> -> i32
// CHECK: arith.shrui
// CHECK-COUNT-2: prim.store {{.*}} : i32, !prim.base<global>
// CHECK: gpu.return
func.func @nontrivial(%x: memref<?xi32>, %o: memref<?xi32>, %l: memref<?xi32>, %n: memref<i32>) {
  prim.device_run_length nontrivial ins(%x : memref<?xi32>) outs(%o, %l, %n : memref<?xi32>, memref<?xi32>, memref<i32>)
      tuning<block_size = 64, items_per_thread = 4>
  return
}
