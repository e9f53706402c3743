// RUN: prim-opt %s --prim-lower-device="chip=sm_90 print-plan=true" -o %t 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=KERNEL < %t
// RUN: prim-opt %s --prim-lower-device="chip=gfx942 print-plan=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=GFX942

// Waves of a block take rows of some lengths, one each.

// CHECK: up to 256: reduce_packed ({{[^;]*}}; up to 512: reduce_waves (256 threads, at most 16777215 blocks of rows in parts of 8)
// CHECK-SAME: up to 1024: reduce (64 threads
// GFX942: reduce-waves.mlir:{{.*}}remark
// GFX942-NOT: reduce_waves
// GFX942: reduce-waves.mlir:{{.*}}remark
// KERNEL: gpu.func @reduce_waves
// KERNEL-NOT: gpu.barrier
// KERNEL: prim.warp_reduce
// KERNEL-NOT: gpu.barrier
// KERNEL: gpu.return
func.func @sums(%x: memref<?x?xf32>, %y: memref<?xf32>) {
  prim.device_reduce add ins(%x : memref<?x?xf32>) outs(%y : memref<?xf32>) dimension(1)
  return
}

// Waves are chosen over packed rows from their least length on, and over the tiles of
// blocks up to their longest rows.
// CHECK: up to 192: reduce_packed ({{[^;]*}}; up to 512: reduce_waves ({{[^;]*}}; up to 1024: reduce (
// GFX942: up to 256: reduce (64 threads, {{[^;]*}}; up to 1024: reduce_waves (512 threads, {{[^;]*}}; up to 6144: reduce (
func.func @argmax(%x: memref<?x?xf32>, %y: memref<?xf32>, %p: memref<?xi32>, %least: f32, %none: i32) {
  prim.device_reduce ins(%x : memref<?x?xf32>) outs(%y, %p : memref<?xf32>, memref<?xi32>)
      dimension(1) init(%least, %none : f32, i32) prologue {
  ^bb0(%e: f32, %at: index):
    %place = arith.index_cast %at : index to i32
    prim.yield %e, %place : f32, i32
  } combiner commutative {
  ^bb0(%a: f32, %i: i32, %b: f32, %j: i32):
    %greater = arith.cmpf ogt, %a, %b : f32
    %s = arith.select %greater, %a, %b : f32
    %t = arith.select %greater, %i, %j : i32
    prim.yield %s, %t : f32, i32
  }
  return
}
