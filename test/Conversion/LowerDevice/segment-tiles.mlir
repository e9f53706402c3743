// The tiles of scans and reductions of segments by offsets have rows of their own in the tuning
// table, if the chip has them.
// RUN: prim-opt %s --prim-lower-device="chip=sm_90 print-plan=true" 2>&1 >/dev/null | FileCheck %s
// RUN: prim-opt %s --prim-lower-device="chip=gfx942 print-plan=true" 2>&1 >/dev/null | FileCheck %s --check-prefix=AMD

// CHECK: plan: tuning = #prim.tuning<block_size = 384, items_per_thread = 32>
// AMD: plan: tuning = #prim.tuning<block_size = 64, items_per_thread = 32>
func.func @shared(%x: memref<?xi32>, %y: memref<?xi32>, %b: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) segments(%b : memref<?xi32>)
  return
}
// The tile of resident blocks is the smaller one.
// CHECK: plan: tuning = #prim.tuning<block_size = 512, items_per_thread = 12>
// CHECK-SAME: then scan (256 threads, a block for each tile) by tiles of 8192
// AMD: plan: tuning = #prim.tuning<block_size = 64, items_per_thread = 32>
func.func @gaps(%x: memref<?xi32>, %y: memref<?xi32>, %b: memref<?xi32>, %e: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) segments(%b, %e : memref<?xi32>, memref<?xi32>)
  return
}
// CHECK: plan: tuning = #prim.tuning<block_size = 128, items_per_thread = 32>
// CHECK-SAME: ranges_each (128 threads
// AMD: plan: tuning = #prim.tuning<block_size = 128, items_per_thread = 32>
// AMD-SAME: ranges_each (128 threads
func.func @sums(%x: memref<?xi32>, %y: memref<?xi32>, %b: memref<?xi32>) {
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) segments(%b : memref<?xi32>)
  return
}
