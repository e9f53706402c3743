// RUN: prim-opt %s --split-input-file --prim-lower-device=chip=gfx942 --canonicalize | FileCheck %s

// Rows no longer than the tile of a wave take a wave each, with nothing to look
// back at; longer ones take tiles as buffers do, each row for itself.
// CHECK-LABEL: func.func @scan
// CHECK: %[[ROWS:.*]] = arith.index_cast %{{.*}} : index to i64
// CHECK: prim.check %{{.*}}, invalid_argument, "prim.device_scan: one launch covers at most {} parts of rows, and {} rows of {} elements take more; work in parts"
// CHECK: gpu.launch_func @prim_kernels::@[[TINY:.*]] blocks in
// CHECK: gpu.launch_func @prim_kernels::@[[SMALL:.*]] blocks in
// CHECK: gpu.launch_func @prim_kernels::@[[LARGE:.*]] blocks in
// CHECK: gpu.alloc
// CHECK: gpu.launch_func @prim_kernels::@[[LARGE]] blocks in
// CHECK: gpu.func @[[TINY]]
// CHECK-SAME: known_block_size = array<i32: 64, 1, 1>
// CHECK-NOT: prim.grid
// CHECK: prim.block_scan inclusive add %{{.*}} arrangement(rows(2)) : vector<2xi32>
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
