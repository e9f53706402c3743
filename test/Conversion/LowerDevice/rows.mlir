// RUN: prim-opt %s --split-input-file --prim-lower-device=chip=gfx942 --canonicalize | FileCheck %s

// A wave takes several short rows, segments of its tile, and reads what is behind them, too;
// rows no longer than its tile take a wave each, with nothing to look back at; longer ones
// take tiles as buffers do, each row for itself.
// CHECK-LABEL: func.func @scan
// CHECK: %[[ROWS:.*]] = arith.index_cast %{{.*}} : index to i64
// CHECK: prim.check %{{.*}}, invalid_argument, "prim.device_scan: one launch covers at most {} parts of rows, but {} rows of {} elements need more; work in parts"
// CHECK: %[[PACKED:.*]] = arith.divui %c2048{{.*}}, %[[LENGTH:.*]] : i64
// CHECK: gpu.launch_func @prim_kernels::@[[TINY:.*]] blocks in
// CHECK-SAME: %[[PACKED]] : i64
// CHECK: gpu.launch_func @prim_kernels::@[[SMALL:.*]] blocks in
// CHECK: gpu.launch_func @prim_kernels::@[[LARGE:.*]] blocks in
// CHECK: gpu.alloc
// CHECK: gpu.launch_func @prim_kernels::@[[LARGE]] blocks in
// CHECK: gpu.func @[[TINY]]
// CHECK-SAME: known_block_size = array<i32: 64, 1, 1>
// CHECK-NOT: prim.grid
// CHECK: scf.for
// CHECK: prim.block_load %{{.*}} arrangement(rows(4)) : !prim.base<global>, vector<32xi32>
// CHECK: arith.remui
// CHECK: prim.block_scan inclusive %{{.*}} combiner
// CHECK: prim.block_store %{{.*}} valid
// CHECK: gpu.func @[[SMALL]]
// CHECK-SAME: known_block_size = array<i32: 64, 1, 1>
// CHECK-NOT: prim.grid
// CHECK: prim.block_scan inclusive add %{{.*}} arrangement(rows(4)) : vector<16xi32>
// CHECK: gpu.func @[[LARGE]]
// CHECK-SAME: known_block_size = array<i32: 128, 1, 1>
// CHECK: prim.grid_ticket
// CHECK: %[[ROW:.*]] = arith.divui
// CHECK: prim.grid_scan
func.func @scan(%x: memref<?x?xi32>, %y: memref<?x?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?x?xi32>) outs(%y : memref<?x?xi32>) dimension(1)
  return
}

// -----

// A length that is known leaves one kernel, and rows that are known no question
// whether there are any.
// CHECK-LABEL: func.func @known
// CHECK-NOT: scf.if
// CHECK: gpu.launch_func @prim_kernels::@[[KERNEL:.*]] blocks in (%[[SEVEN:.*]], %{{.*}}, %{{.*}}) threads
// CHECK-NOT: gpu.launch_func
// CHECK: gpu.func @[[KERNEL]]
// CHECK-SAME: known_block_size = array<i32: 64, 1, 1>
// CHECK: prim.block_reduce add
// CHECK-NOT: gpu.func
func.func @known(%x: memref<7x1000xi32>, %y: memref<7xi32>) {
  prim.device_reduce add ins(%x : memref<7x1000xi32>) outs(%y : memref<7xi32>) dimension(1)
  return
}

// -----

// The folds of packed rows are those of a scan at their last elements, which threads side by
// side write.
// CHECK-LABEL: func.func @packed
// CHECK: gpu.func
// CHECK: prim.block_scan inclusive
// CHECK: prim.workgroup_alloc
// CHECK-COUNT-8: prim.store {{.*}} vector<4xi32>
// CHECK: prim.block_barrier
// CHECK: scf.for
// CHECK: prim.load
// CHECK: prim.store {{.*}} i32, !prim.base<global>
// CHECK-NOT: gpu.func
func.func @packed(%x: memref<7x100xi32>, %y: memref<7xi32>) {
  prim.device_reduce add ins(%x : memref<7x100xi32>) outs(%y : memref<7xi32>) dimension(1)
  return
}

// -----

// Rows with holes between them are not packed, nor those of a scan that start from elements
// of their own, or leave totals.
// CHECK-LABEL: func.func @not_packed
// CHECK-COUNT-3: blocks in (%c7
// CHECK-NOT: arith.remui
func.func @not_packed(%x: memref<7x100xi32, strided<[128, 1]>>, %y: memref<7xi32>, %z: memref<7x100xi32>, %w: memref<7x100xi32>) {
  prim.device_reduce add ins(%x : memref<7x100xi32, strided<[128, 1]>>) outs(%y : memref<7xi32>) dimension(1)
  prim.device_scan inclusive add ins(%z : memref<7x100xi32>) outs(%w : memref<7x100xi32>) init(%y : memref<7xi32>) dimension(1)
  prim.device_scan inclusive add ins(%z : memref<7x100xi32>) outs(%w, %y : memref<7x100xi32>, memref<7xi32>) total dimension(1)
  return
}

// -----

// The first dimension: neighbours of a row lie as far apart as the buffer is wide.
// CHECK-LABEL: func.func @first
// CHECK: memref.extract_strided_metadata
// CHECK: gpu.func
// CHECK-NOT: prim.block_load
// CHECK: prim.load
// CHECK: prim.block_reduce add
func.func @first(%x: memref<1000x?xi32>, %y: memref<?xi32>) {
  prim.device_reduce add ins(%x : memref<1000x?xi32>) outs(%y : memref<?xi32>) dimension(0)
  return
}

// -----

// One row of several dimensions is a buffer.
// CHECK-LABEL: func.func @one_row
// CHECK: gpu.func
// CHECK-NOT: arith.divui
// CHECK: prim.block_load
func.func @one_row(%x: memref<1x?x1xi32>, %y: memref<1x1xi32>) {
  prim.device_reduce add ins(%x : memref<1x?x1xi32>) outs(%y : memref<1x1xi32>) dimension(1)
  return
}

// -----

// Several dimensions. Those of a buffer without holes that lie inside of the others are one,
// and are read as rows are.
// CHECK-LABEL: func.func @adjacent
// CHECK-NOT: "prim.device_reduce: takes several dimensions
// CHECK: gpu.launch_func
// CHECK: gpu.func
// CHECK: prim.block_load
// CHECK: prim.block_reduce add
func.func @adjacent(%x: memref<4x?x5xi32>, %y: memref<4xi32>) {
  prim.device_reduce add ins(%x : memref<4x?x5xi32>) outs(%y : memref<4xi32>) dimension(1, 2)
      tuning<block_size = 64, items_per_thread = 2>
  return
}

// -----

// In 31 bits, of which the host sees to it that they are enough.
// CHECK-LABEL: func.func @limited
// CHECK: prim.check %{{.*}}, invalid_argument, "prim.device_reduce: takes several dimensions of at most {} elements in total, found {}; use one op for each dimension"
func.func @limited(%x: memref<?x4x?xi32>, %y: memref<4xi32>) {
  prim.device_reduce add ins(%x : memref<?x4x?xi32>) outs(%y : memref<4xi32>) dimension(0, 2)
      tuning<block_size = 64, items_per_thread = 2>
  return
}

// -----

// With another one in between, the place of an element takes a division. Of 20 elements no
// one asks whether they are too many.
// CHECK-LABEL: func.func @apart
// CHECK-NOT: "prim.device_reduce: takes several dimensions
// CHECK: prim.check {{.*}} "prim.device_reduce: outs 0 has {} elements along dimension 0, but ins 0 has {} along dimension 1"
// CHECK-NOT: "prim.device_reduce: takes several dimensions
// CHECK: gpu.launch_func
// CHECK: gpu.func
// CHECK-NOT: prim.block_load
// CHECK: arith.divui %{{.*}}, %c5_i32 : i32
// CHECK: prim.load
// CHECK: prim.block_reduce add
func.func @apart(%x: memref<4x?x5xi32>, %y: memref<?xi32>) {
  prim.device_reduce add ins(%x : memref<4x?x5xi32>) outs(%y : memref<?xi32>) dimension(0, 2)
      tuning<block_size = 64, items_per_thread = 2>
  return
}

// -----

// All of a buffer with holes is one row along all of its dimensions; strides that are known to
// follow one another make one.
// CHECK-LABEL: func.func @holes
// CHECK: prim.check %{{.*}}, invalid_argument, "prim.device_reduce: takes several dimensions
// CHECK: memref.extract_strided_metadata
// CHECK: gpu.launch_func
// CHECK: gpu.func
// CHECK-NOT: prim.block_load
// CHECK: arith.divui
// CHECK: prim.load
func.func @holes(%x: memref<?x?xi32, strided<[?, 1]>>, %y: memref<i32>) {
  prim.device_reduce add ins(%x : memref<?x?xi32, strided<[?, 1]>>) outs(%y : memref<i32>)
      tuning<block_size = 64, items_per_thread = 2>
  return
}

// -----

// CHECK-LABEL: func.func @evenly_spaced
// CHECK-NOT: prim.check
// CHECK: gpu.func
// CHECK-NOT: arith.divui
// CHECK: prim.load
// CHECK-NOT: arith.divui
// CHECK: prim.block_reduce add
func.func @evenly_spaced(%x: memref<6x7xi32, strided<[14, 2]>>, %y: memref<i32>) {
  prim.device_reduce add ins(%x : memref<6x7xi32, strided<[14, 2]>>) outs(%y : memref<i32>)
  return
}

// -----

// Dimensions of one element are none.
// CHECK-LABEL: func.func @ones
// CHECK-NOT: prim.check
// CHECK: gpu.func
// CHECK: prim.block_load
func.func @ones(%x: memref<6x1x7x1xi32>, %y: memref<1x1xi32>) {
  prim.device_reduce add ins(%x : memref<6x1x7x1xi32>) outs(%y : memref<1x1xi32>) dimension(0, 2)
  return
}
