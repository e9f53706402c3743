// RUN: prim-opt %s --prim-lower-device="chip=sm_90 print-plan=true" -o %t 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=KERNEL < %t
// RUN: prim-opt %s --prim-lower-device="chip=gfx942 print-plan=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=GFX942

// Waves of a block take rows of some lengths, one each.

// CHECK: up to 256: reduce_packed
// CHECK-SAME: up to 512: reduce_waves (256 threads, at most 16777215 blocks of rows in parts of 8)
// CHECK-SAME: up to 1024: reduce (64 threads
// GFX942-NOT: reduce_waves
// KERNEL: gpu.func @reduce_waves
// KERNEL-NOT: gpu.barrier
// KERNEL: prim.warp_reduce
// KERNEL-NOT: gpu.barrier
// KERNEL: gpu.return
func.func @sums(%x: memref<?x?xf32>, %y: memref<?xf32>) {
  prim.device_reduce add ins(%x : memref<?x?xf32>) outs(%y : memref<?xf32>) dimension(1)
  return
}
