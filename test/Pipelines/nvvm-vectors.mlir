// RUN: prim-compile %s --chip=sm_90 --emit=isa -o - | FileCheck %s

// Where memory is aligned a lane loads 16 bytes at once, though each element is
// looked at by itself and the other branch loads it so.
// CHECK: .entry reduce_0
// CHECK-COUNT-8: ld.global.v2.b64
func.func @reduce(%x: memref<?xi64>, %o: memref<i64>) {
  prim.device_reduce add ins(%x : memref<?xi64>) outs(%o : memref<i64>)
      tuning<block_size = 128, items_per_thread = 16>
  return
}
