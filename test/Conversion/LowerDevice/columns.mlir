// RUN: prim-opt %s --split-input-file --verify-diagnostics --prim-lower-device="chip=gfx942 print-plan=true" | FileCheck %s
// RUN: prim-opt %s --split-input-file --prim-lower-device="chip=gfx942 limits=least-columns=15" | FileCheck %s --check-prefix=LEAST

// Lanes go along columns only if there are enough of them.
// LEAST-LABEL: func.func @few
// LEAST: gpu.func @reduce_columns_0
// LEAST-LABEL: func.func @many
func.func @few(%x: memref<100x15xf64>, %y: memref<15xf64>) {
  // expected-remark @below {{beyond: reduce (}}
  prim.device_reduce add ins(%x : memref<100x15xf64>) outs(%y : memref<15xf64>) dimension(0)
  return
}

// -----

// The last lanes may have no column: they read the last one, and store nothing. The fold of a
// block is a partial, unless the block is alone.
// CHECK-LABEL: gpu.func @reduce_columns_0
// CHECK: %[[EXISTS:.*]] = arith.cmpi slt, %[[COLUMN:.*]], %[[COLUMNS:.*]] : i64
// CHECK: %[[LAST:.*]] = arith.subi %[[COLUMNS]], %{{.*}} : i64
// CHECK: arith.minsi %[[COLUMN]], %[[LAST]] : i64
// CHECK: prim.block_barrier
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %{{.*}}, %c0_i32{{.*}} : i32
// CHECK: %[[OWN:.*]] = arith.andi %[[EXISTS]], %[[FIRST]]
// CHECK: scf.if %[[OWN]]
// CHECK: %[[ALONE:.*]] = arith.cmpi eq, %{{.*}}, %c1_i64{{.*}} : i64
// CHECK: scf.if %[[ALONE]]
// CHECK: } else {
// CHECK: gpu.return
func.func @many(%x: memref<100x16xf64>, %y: memref<16xf64>) {
  // expected-remark @below {{beyond: reduce_columns (}}
  prim.device_reduce add ins(%x : memref<100x16xf64>) outs(%y : memref<16xf64>) dimension(0)
  return
}

// -----

// Short columns have a wave each. A scan writes the folds of waves again for its next tile. All
// waves have read the old ones then.
// CHECK-LABEL: gpu.func @scan_columns_0
// CHECK-NOT: prim.block_barrier
// CHECK: scf.for {{.*}} step %c16_i64
// CHECK: scf.for {{.*}} step %c4_i64
// CHECK: scf.for {{.*}} step %c1_i64
// CHECK-NOT: prim.block_barrier
// CHECK: gpu.return
// CHECK-LABEL: gpu.func @scan_columns_1
// CHECK: scf.for
// CHECK: prim.block_barrier
// CHECK-NOT: gpu.return
// CHECK: prim.block_barrier
// CHECK: gpu.return
func.func @scan(%x: memref<?x64xf64>, %y: memref<?x64xf64>) {
  // expected-remark @below {{beyond: scan_column_parts (}}
  prim.device_scan inclusive add ins(%x : memref<?x64xf64>) outs(%y : memref<?x64xf64>) dimension(0)
  return
}

// -----

// The lanes of 1024 threads leave their folds in workgroup memory: 64 bytes each are the 64 KiB
// that there are.
func.func @fits(%x: memref<?x64xf64>, %y0: memref<64xf64>, %y1: memref<64xf64>, %y2: memref<64xf64>, %y3: memref<64xf64>, %y4: memref<64xf64>, %y5: memref<64xf64>, %y6: memref<64xf64>, %y7: memref<64xf64>) {
  %z = arith.constant 0.0 : f64
  // expected-remark @below {{beyond: reduce_columns (1024 threads}}
  prim.device_reduce ins(%x, %x, %x, %x, %x, %x, %x, %x : memref<?x64xf64>, memref<?x64xf64>, memref<?x64xf64>, memref<?x64xf64>, memref<?x64xf64>, memref<?x64xf64>, memref<?x64xf64>, memref<?x64xf64>)
      outs(%y0, %y1, %y2, %y3, %y4, %y5, %y6, %y7 : memref<64xf64>, memref<64xf64>, memref<64xf64>, memref<64xf64>, memref<64xf64>, memref<64xf64>, memref<64xf64>, memref<64xf64>)
      init(%z, %z, %z, %z, %z, %z, %z, %z : f64, f64, f64, f64, f64, f64, f64, f64) dimension(0) tuning<block_size = 1024, items_per_thread = 1> combiner {
  ^bb0(%a0: f64, %a1: f64, %a2: f64, %a3: f64, %a4: f64, %a5: f64, %a6: f64, %a7: f64, %b0: f64, %b1: f64, %b2: f64, %b3: f64, %b4: f64, %b5: f64, %b6: f64, %b7: f64):
    prim.yield %b1, %b2, %b3, %b4, %b5, %b6, %b7, %b0 : f64, f64, f64, f64, f64, f64, f64, f64
  }
  return
}

// -----

// More than that goes by rows.
func.func @exceeds(%x: memref<?x64xf64>, %y0: memref<64xf64>, %y1: memref<64xf64>, %y2: memref<64xf64>, %y3: memref<64xf64>, %y4: memref<64xf64>, %y5: memref<64xf64>, %y6: memref<64xf64>, %y7: memref<64xf64>, %y8: memref<64xf64>) {
  %z = arith.constant 0.0 : f64
  // expected-remark @below {{beyond: reduce (1024 threads}}
  prim.device_reduce ins(%x, %x, %x, %x, %x, %x, %x, %x, %x : memref<?x64xf64>, memref<?x64xf64>, memref<?x64xf64>, memref<?x64xf64>, memref<?x64xf64>, memref<?x64xf64>, memref<?x64xf64>, memref<?x64xf64>, memref<?x64xf64>)
      outs(%y0, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8 : memref<64xf64>, memref<64xf64>, memref<64xf64>, memref<64xf64>, memref<64xf64>, memref<64xf64>, memref<64xf64>, memref<64xf64>, memref<64xf64>)
      init(%z, %z, %z, %z, %z, %z, %z, %z, %z : f64, f64, f64, f64, f64, f64, f64, f64, f64) dimension(0) tuning<block_size = 1024, items_per_thread = 1> combiner {
  ^bb0(%a0: f64, %a1: f64, %a2: f64, %a3: f64, %a4: f64, %a5: f64, %a6: f64, %a7: f64, %a8: f64, %b0: f64, %b1: f64, %b2: f64, %b3: f64, %b4: f64, %b5: f64, %b6: f64, %b7: f64, %b8: f64):
    prim.yield %b1, %b2, %b3, %b4, %b5, %b6, %b7, %b8, %b0 : f64, f64, f64, f64, f64, f64, f64, f64, f64
  }
  return
}

// -----

// How many columns there are says which way is taken, and so how much workspace that takes:
// partials, or the states of rows.
// CHECK-LABEL: func.func @bytes
// CHECK: %[[MANY:.*]] = arith.cmpi sge, %{{.*}}, %c16_i64
// CHECK: scf.if %[[MANY]] -> (i64) {
// CHECK-NOT: prim.grid_state_size
// CHECK: } else {
// CHECK: prim.grid_state_size
// CHECK: return
func.func @bytes(%x: memref<?x?xf64>, %y: memref<?xf64>) -> index {
  %bytes = prim.workspace_size {
    prim.device_reduce add ins(%x : memref<?x?xf64>) outs(%y : memref<?xf64>) dimension(0)
  } : index
  return %bytes : index
}
