// Blocks that all run at once take tiles in turns. Each wave compacts its part of a
// tile in workgroup memory, and stores it in a later turn, in which the counts of all
// tiles between are known.
// RUN: prim-opt %s --prim-lower-device=chip=gfx942 | FileCheck %s
// RUN: prim-opt %s --prim-lower-device='chip=gfx942 limits=cooperative=0' | FileCheck %s --check-prefix=PLAIN
// RUN: prim-opt %s --prim-lower-device='chip=gfx942 limits=max-blocks=2' | FileCheck %s --check-prefix=FEW
// RUN: prim-opt %s --prim-lower-device=chip=sm_90 | FileCheck %s --check-prefix=TABLE
// PLAIN-NOT: prim.cooperative
// PLAIN-NOT: prim.grid_peek

// One tile needs no others, and without a cooperative launch tiles look back.
// CHECK-LABEL: func.func @select
// CHECK: gpu.launch_func @prim_kernels::@select_0 {{[^{]*$}}
// CHECK: prim.resident_blocks @prim_kernels::@select_1 threads(64)
// CHECK: gpu.launch_func @prim_kernels::@select_1 {{.*}} {prim.cooperative}
// CHECK: gpu.launch_func @prim_kernels::@select_0 {{[^{]*$}}

// CHECK-LABEL: gpu.func @select_1
// CHECK-SAME: %[[TILES:[a-z0-9]+]]: i32, %{{[a-z0-9]+}}: !prim.base<global>, %[[COUNT:[a-z0-9]+]]: i64
// CHECK-NOT: prim.grid_ticket
// Five tiles: two that come, one that is compacted, and two that wait.
// CHECK: prim.workgroup_alloc 5120 for "stages"
// The tuning has another tile, and the table says that only one comes.
// TABLE: prim.workgroup_alloc 4096 for "stages"
// A wave of 64 lanes reads at most 64 other blocks. Each has a cell in two sets.
// CHECK: %[[BETWEEN:.*]] = prim.workgroup_alloc 8 for "tiles between"
// CHECK: %[[WAVES:.*]] = prim.workgroup_alloc 8 for "waves of a tile"
// CHECK: arith.trunci %[[COUNT]] : i64 to i32
// CHECK: prim.block_stage {{.*}} arrangement(rows(4))
// CHECK: prim.copy_commit
// CHECK: prim.block_stage
// CHECK: prim.copy_commit
// CHECK-NOT: prim.copy_commit
// CHECK: scf.while
// CHECK: arith.cmpi slt, %{{.*}}, %[[TILES]]
// CHECK: ^bb0(%[[TILE:[a-z0-9]+]]: i32,
// CHECK: prim.warp_barrier
// CHECK: prim.block_stage
// CHECK: prim.copy_commit
// CHECK: %[[WORDS:.*]] = scf.if
// CHECK: prim.grid_peek
// CHECK: arith.cmpi ult, %[[TILE]], %[[TILES]]
// CHECK: scf.if
// CHECK: prim.copy_wait 2
// CHECK-NEXT: prim.warp_barrier
// CHECK: prim.block_load {{.*}} arrangement(rows(1)) align(16) : !prim.base<workgroup>
// CHECK-COUNT-4: prim.warp_ballot %{{.*}} whole : i64
// CHECK: } else {
// CHECK: prim.block_load {{.*}} valid(%{{.*}}) arrangement(rows(1)) : !prim.base<global>
// CHECK: prim.warp_barrier
// CHECK-COUNT-4: prim.warp_masked_bit_count
// CHECK-COUNT-4: prim.store %{{.*}} : i32, !prim.base<workgroup>
// CHECK: prim.store %{{.*}}, %[[WAVES]]
// CHECK: prim.grid_gather %[[WORDS]]
// CHECK: prim.warp_reduce add
// CHECK: prim.store %{{.*}}, %[[BETWEEN]]
// CHECK: prim.block_barrier
// CHECK: prim.load %[[WAVES]]
// CHECK: %[[TOTAL:.*]] = prim.warp_reduce add %{{.*}} all
// CHECK: prim.grid_publish %[[TOTAL]] tile(%[[TILE]])
// CHECK: prim.load %[[WAVES]]
// CHECK: prim.warp_reduce add %{{.*}} all
// CHECK: } else {
// CHECK: prim.grid_gather %[[WORDS]]
// CHECK: prim.block_barrier
// CHECK-NOT: prim.block_barrier
// CHECK: prim.load %[[BETWEEN]]
// CHECK: prim.warp_reduce add %{{.*}} all
// CHECK: prim.load %{{.*}} : !prim.base<workgroup> -> i32
// CHECK: prim.store %{{.*}} : i32, !prim.base<global>
// CHECK: gpu.return

// FEW-LABEL: func.func @select
// FEW: prim.resident_blocks
// FEW: arith.constant 2 : i64
// FEW: {prim.cooperative}
func.func @select(%x: memref<?xi32>, %o: memref<?xi32>, %c: memref<i32>, %l: i32) {
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %c : memref<?xi32>, memref<i32>)
      tuning<block_size = 64, items_per_thread = 4, algorithm = cooperative> where {
  ^bb0(%e: i32):
    %less = arith.cmpi slt, %e, %l : i32
    prim.yield %less : i1
  }
  return
}

// Inputs with gaps are left to a look-back.
// CHECK-NOT: gpu.func @select_3
// CHECK-LABEL: gpu.func @select_2
// CHECK: prim.grid_ticket
// CHECK: gpu.return
func.func @gaps(%x: memref<?xi32, strided<[2]>>, %y: memref<?xi64>, %o: memref<?xi32>, %p: memref<?xi64>, %c: memref<i32>) {
  prim.device_select ins(%x, %y : memref<?xi32, strided<[2]>>, memref<?xi64>) outs(%o, %p, %c : memref<?xi32>, memref<?xi64>, memref<i32>)
      discards(1) heads(1) tuning<block_size = 64, items_per_thread = 4, algorithm = cooperative>
  return
}

// Five tiles of 64 items a thread do not fit into workgroup memory, and those of 20 do.
// CHECK-LABEL: gpu.func @select_4
// CHECK: prim.workgroup_alloc 51200 for "stages"
func.func @fits(%x: memref<?xi32>, %o: memref<?xi32>, %c: memref<i32>) {
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %c : memref<?xi32>, memref<i32>)
      heads(1) tuning<block_size = 128, items_per_thread = 64, algorithm = cooperative>
  return
}

// Results of other sizes than the inputs have a place of their own: a wave's part of
// them is another part of the slot.
// CHECK-LABEL: gpu.func @select_6
// CHECK: prim.workgroup_alloc 15360 for "stages"
// The tuning has another tile, and the table says that only one comes.
// TABLE: prim.workgroup_alloc 12288 for "stages"
func.func @wider(%x: memref<?xi32>, %o: memref<?xi64>, %c: memref<i32>) {
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %c : memref<?xi64>, memref<i32>)
      heads(1) tuning<block_size = 64, items_per_thread = 4, algorithm = cooperative> prologue {
  ^bb0(%e: i32):
    %w = arith.extsi %e : i32 to i64
    prim.yield %w : i64
  }
  return
}
