// RUN: prim-opt %s --split-input-file --pass-pipeline='builtin.module(prim-lower-device{chip=gfx942},canonicalize)' | FileCheck %s

// How long rows are chooses what sorts them: waves what four items of each lane hold, blocks a
// quarter of a tile or all of it, and the passes the others. Only the passes take a
// workspace, in which each row has a histogram and a look-back of its own.

// CHECK-LABEL: func.func @lengths
// CHECK: prim.check {{.*}} "prim.device_sort: ins 0 has a size of {} along dimension 1"
// CHECK: prim.check {{.*}} "prim.device_sort: outs 0 has {} elements along dimension 1, but ins 0 has {}"
// CHECK: prim.check {{.*}} "prim.device_sort: sorts fewer than {{[0-9]+}} items at once, found {}; sort in parts and merge them"(%[[LENGTH:.*]])
// CHECK: prim.check {{.*}} "prim.device_sort: one launch covers at most {} parts of rows, but {} rows of {} elements need more; work in parts"(%{{.*}}, %[[ROWS:.*]], %[[LENGTH]])
// CHECK: arith.cmpi sgt, %[[ROWS]], %c0_i64
// CHECK: arith.cmpi sgt, %[[LENGTH]], %c0_i64
// CHECK: arith.cmpi sle, %[[LENGTH]], %c256_i64
// CHECK-NEXT: scf.if
// CHECK-NOT: gpu.alloc
// CHECK: gpu.launch_func @prim_kernels::@sort_short_0 {{.*}} threads in (%c64, %c1, %c1)
// CHECK: arith.cmpi sle, %[[LENGTH]], %c512_i64
// CHECK-NEXT: scf.if
// CHECK-NOT: gpu.alloc
// CHECK: gpu.launch_func @prim_kernels::@sort_block_0 {{.*}} threads in (%c256, %c1, %c1)
// CHECK: arith.cmpi sle, %[[LENGTH]], %c2048_i64
// CHECK-NEXT: scf.if
// CHECK-NOT: gpu.alloc
// CHECK: gpu.launch_func @prim_kernels::@sort_block_1 {{.*}} threads in (%c256, %c1, %c1)
// CHECK: } else {
// CHECK: %[[EACH:.*]] = prim.grid_state_size %{{.*}} chains(256) bits(30) : i32
// CHECK: gpu.alloc
// CHECK: gpu.memset
// CHECK-NOT: gpu.memset
// CHECK: gpu.launch_func @prim_kernels::@sort_histogram_0
// CHECK-COUNT-4: gpu.launch_func @prim_kernels::@sort_pass_0
// CHECK-NOT: gpu.launch_func
// CHECK: gpu.dealloc
// CHECK-NOT: gpu.launch_func

// Groups of 4 lanes sort a row each; longer ones a wave, with an item of each lane or with four.
// CHECK: gpu.func @sort_short_0
// CHECK: prim.warp_sort slt %{{.*}} valid(%{{.*}}) stable width(4) : vector<4xi32>
// CHECK: prim.warp_sort slt %{{.*}} valid(%{{.*}}) stable width(64) : vector<1xi32>
// CHECK: prim.warp_sort slt %{{.*}} valid(%{{.*}}) stable width(64) : vector<4xi32>
// CHECK-NOT: prim.block_sort
// CHECK: gpu.func @sort_block_0
// CHECK: prim.block_sort slt %{{.*}} valid(%{{.*}}) to(striped) : vector<2xi32>
// CHECK: gpu.func @sort_block_1
// CHECK: prim.block_sort slt %{{.*}} valid(%{{.*}}) to(striped) : vector<8xi32>
// A block counts tiles of one row, and a ticket says which row's tile it is.
// CHECK: gpu.func @sort_histogram_0
// CHECK: arith.divui
// CHECK: prim.block_histogram
// CHECK: gpu.func @sort_pass_0
// CHECK: %[[TICKET:.*]] = prim.grid_ticket %
// CHECK: arith.divui %[[TICKET]], %{{.*}} : i32
// CHECK: prim.grid_state_size %{{.*}} chains(256) bits(30) : i32
// CHECK: prim.grid_publish complete
func.func @lengths(%x: memref<?x?xi32>, %y: memref<?x?xi32>) {
  prim.device_sort slt ins(%x : memref<?x?xi32>) outs(%y : memref<?x?xi32>) dimension(1)
      tuning<block_size = 256, items_per_thread = 8>
  return
}

// -----

// A length that is known makes the kernel for it alone.

// CHECK-LABEL: func.func @waves
// CHECK-NOT: scf.if
// Sixteen lanes a row, at least: four rows of a wave.
// CHECK: gpu.launch_func @prim_kernels::@sort_short_0 blocks in (%c250, %c1, %c1) threads in (%c64, %c1, %c1)
// CHECK-NOT: gpu.launch_func
// CHECK-NOT: @sort_block
func.func @waves(%x: memref<1000x256xi32>, %y: memref<1000x256xi32>) {
  prim.device_sort slt ins(%x : memref<1000x256xi32>) outs(%y : memref<1000x256xi32>) dimension(1)
      tuning<block_size = 256, items_per_thread = 8>
  return
}

// -----

// CHECK-LABEL: func.func @blocks
// CHECK: gpu.launch_func @prim_kernels::@sort_block_0
// CHECK-NOT: gpu.launch_func
// CHECK: gpu.func @sort_block_0
// CHECK: prim.block_sort slt {{.*}} : vector<2xi32>
// CHECK-NOT: gpu.func
func.func @blocks(%x: memref<?x257xi32>, %y: memref<?x257xi32>) {
  prim.device_sort slt ins(%x : memref<?x257xi32>) outs(%y : memref<?x257xi32>) dimension(1)
      tuning<block_size = 256, items_per_thread = 8>
  return
}

// -----

// CHECK-LABEL: func.func @tiles
// CHECK: gpu.launch_func @prim_kernels::@sort_block_0
// CHECK-NOT: gpu.launch_func
// CHECK: gpu.func @sort_block_0
// CHECK: prim.block_sort slt {{.*}} : vector<8xi32>
// CHECK-NOT: gpu.func
func.func @tiles(%x: memref<?x513xi32>, %y: memref<?x513xi32>) {
  prim.device_sort slt ins(%x : memref<?x513xi32>) outs(%y : memref<?x513xi32>) dimension(1)
      tuning<block_size = 256, items_per_thread = 8>
  return
}

// -----

// Two tiles of each of three rows.
// CHECK-LABEL: func.func @passes
// CHECK: gpu.launch_func @prim_kernels::@sort_histogram_0 blocks in (%c3, %c1, %c1)
// CHECK-COUNT-4: gpu.launch_func @prim_kernels::@sort_pass_0 blocks in (%c6, %c1, %c1)
// CHECK-NOT: gpu.launch_func
func.func @passes(%x: memref<3x2049xi32>, %y: memref<3x2049xi32>) {
  prim.device_sort slt ins(%x : memref<3x2049xi32>) outs(%y : memref<3x2049xi32>) dimension(1)
      tuning<block_size = 256, items_per_thread = 8>
  return
}

// -----

// Items of many registers leave a wave fewer of them, and a block no second tile.
// CHECK-LABEL: func.func @wide
// CHECK: gpu.func @sort_short_0
// CHECK: prim.warp_sort {{.*}} width(64) : vector<1xi64>, vector<1xi64>, vector<1xi64>, vector<1xi64>, vector<1xi64>
// CHECK: prim.warp_sort {{.*}} width(64) : vector<2xi64>, vector<2xi64>, vector<2xi64>, vector<2xi64>, vector<2xi64>
// CHECK-NOT: prim.warp_sort
func.func @wide(%x: memref<?x100xi64>, %y: memref<?x100xi64>, %a: memref<?x100xi64>, %b: memref<?x100xi64>, %c: memref<?x100xi64>,
                %d: memref<?x100xi64>, %e: memref<?x100xi64>, %f: memref<?x100xi64>, %g: memref<?x100xi64>, %h: memref<?x100xi64>) {
  prim.device_sort slt ins(%x, %a, %b, %c, %d : memref<?x100xi64>, memref<?x100xi64>, memref<?x100xi64>, memref<?x100xi64>, memref<?x100xi64>)
      outs(%y, %e, %f, %g, %h : memref<?x100xi64>, memref<?x100xi64>, memref<?x100xi64>, memref<?x100xi64>, memref<?x100xi64>) dimension(1)
  return
}

// -----

// Only some bits: the network goes by these, and the key moves along.
// CHECK-LABEL: func.func @bits
// CHECK: gpu.func @sort_short_0
// CHECK: arith.shrui %[[KEY:.*]], %cst{{.*}} : vector<4xi32>
// CHECK: %[[CUT:.*]] = arith.andi %{{.*}}, %cst{{.*}} : vector<4xi32>
// CHECK: prim.warp_sort ult %[[CUT]], %[[KEY]] valid(%{{.*}}) stable width(4) : vector<4xi32>, vector<4xi32>
// CHECK: prim.warp_sort ult %{{.*}}, %{{.*}} valid(%{{.*}}) stable width(64) : vector<1xi32>, vector<1xi32>
func.func @bits(%x: memref<?x20xi32>, %y: memref<?x20xi32>) {
  prim.device_sort ult ins(%x : memref<?x20xi32>) outs(%y : memref<?x20xi32>) dimension(1) bits(3, 11)
  return
}

// -----

// One row, whatever its dimensions are called, is a buffer.
// CHECK-LABEL: func.func @one_row
// CHECK: gpu.launch_func @prim_kernels::@sort_block_0 blocks in (%c1, %c1, %c1)
// CHECK-NOT: gpu.launch_func
func.func @one_row(%x: memref<1x30x1xi32>, %y: memref<1x30x1xi32>) {
  prim.device_sort slt ins(%x : memref<1x30x1xi32>) outs(%y : memref<1x30x1xi32>) dimension(1)
  return
}

// -----

// What are no rows of neighbours, one behind the other, is copied into such ones and back; an
// operand that has them stays where it is. Along a dimension whose neighbours lie apart
// squares of elements go through workgroup memory.

// CHECK-LABEL: func.func @first
// CHECK: gpu.alloc
// CHECK: gpu.launch_func @prim_kernels::@sort_to_rows_0 {{.*}} threads in (%c256, %c1, %c1)
// CHECK: gpu.launch_func @prim_kernels::@sort_short_0
// CHECK: gpu.launch_func @prim_kernels::@sort_from_rows_0 {{.*}} threads in (%c256, %c1, %c1)
// CHECK-NOT: gpu.launch_func
// CHECK: gpu.dealloc
// CHECK: gpu.func @sort_to_rows_0
// CHECK: prim.workgroup_alloc 4224 for "square"
// CHECK: gpu.func @sort_short_0
// CHECK: gpu.func @sort_from_rows_0
// CHECK: prim.workgroup_alloc 4224 for "square"
func.func @first(%x: memref<100x?xi32>, %y: memref<100x?xi32>) {
  prim.device_sort slt ins(%x : memref<100x?xi32>) outs(%y : memref<100x?xi32>) dimension(0)
  return
}

// -----

// CHECK-LABEL: func.func @pitch
// CHECK-SAME: (%[[X:.*]]: memref<?x100xi32, strided<[128, 1]>>, %{{.*}}: memref<?x100xi16>, %[[Y:.*]]: memref<?x100xi32>,
// CHECK: %[[YBASE:.*]] = prim.base_of %[[Y]]
// CHECK: gpu.launch_func @prim_kernels::@sort_to_rows_0
// CHECK: gpu.launch_func @prim_kernels::@sort_short_0 {{.*}}args(%{{.*}}, %{{.*}}, %[[YBASE]] :
// CHECK: gpu.launch_func @prim_kernels::@sort_from_rows_0
// CHECK-NOT: gpu.launch_func
// CHECK: gpu.func @sort_to_rows_0
// CHECK-NOT: prim.workgroup_alloc
// CHECK: gpu.func @sort_short_0
// CHECK: gpu.func @sort_from_rows_0
// CHECK-NOT: prim.workgroup_alloc
func.func @pitch(%x: memref<?x100xi32, strided<[128, 1]>>, %v: memref<?x100xi16>, %y: memref<?x100xi32>,
                 %w: memref<?x100xi16, strided<[?, 1], offset: ?>>) {
  prim.device_sort slt ins(%x, %v : memref<?x100xi32, strided<[128, 1]>>, memref<?x100xi16>)
      outs(%y, %w : memref<?x100xi32>, memref<?x100xi16, strided<[?, 1], offset: ?>>) dimension(1)
  return
}

// -----

// Rank 1 with holes. Where the passes are odd in number a copied input is the second buffer, and the
// workspace has no other: 20000 bytes, rounded up, behind what is cleared.

// CHECK-LABEL: func.func @holes
// CHECK-SAME: , %[[Y:.*]]: memref<5000xi32>)
// CHECK-DAG: %[[CLEARED:.*]] = arith.constant 3328 : i64
// CHECK-DAG: %[[ALL:.*]] = arith.constant 23552 : i64
// CHECK: %[[OUT:.*]] = prim.base_of %[[Y]]
// CHECK: %[[STATES:.*]] = prim.grid_state_size
// CHECK: arith.addi %[[ROUNDED:.*]], %[[CLEARED]] : i64
// CHECK: %[[BYTES:.*]] = arith.addi %[[ROUNDED]], %[[ALL]] : i64
// CHECK: gpu.alloc
// CHECK: gpu.launch_func @prim_kernels::@sort_to_rows_0
// CHECK: gpu.launch_func @prim_kernels::@sort_histogram_0
// CHECK: gpu.launch_func @prim_kernels::@sort_pass_0 {{.*}}args(%{{[0-9]+}} : !prim.base<global>, %[[OUT]] : !prim.base<global>
// CHECK: gpu.launch_func @prim_kernels::@sort_pass_0 {{.*}}args(%[[OUT]] : !prim.base<global>, %{{.*}}
// CHECK: gpu.launch_func @prim_kernels::@sort_pass_0 {{.*}}args(%{{[0-9]+}} : !prim.base<global>, %[[OUT]] : !prim.base<global>
// CHECK-NOT: gpu.launch_func
func.func @holes(%x: memref<5000xi32, strided<[2]>>, %y: memref<5000xi32>) {
  prim.device_sort slt ins(%x : memref<5000xi32, strided<[2]>>) outs(%y : memref<5000xi32>) bits(0, 24)
      tuning<block_size = 256, items_per_thread = 8>
  return
}
