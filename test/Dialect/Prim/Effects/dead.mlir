// RUN: prim-opt %s --canonicalize | FileCheck %s
// RUN: prim-opt %s --cse | FileCheck %s
// RUN: prim-opt %s --remove-dead-values | FileCheck %s

// Unused warp ops vanish: they read what the other lanes have and change
// nothing. Unused block ops stay: they synchronise. Unused device ops vanish
// on tensors and stay on memrefs.

// CHECK-LABEL: func @warp
// CHECK-NOT: prim
// CHECK: return
func.func @warp(%x: i32) {
  %0 = prim.warp_reduce add %x : i32
  %1 = prim.warp_scan inclusive add %x : i32
  %2 = prim.warp_sort slt %x : i32
  %3 = prim.warp_reduce %x combiner {
  ^bb0(%a: i32, %b: i32):
    prim.yield %b : i32
  } : i32
  %4 = prim.warp_broadcast %x lane(%x) : i32
  %5 = prim.warp_shuffle %x up(%x) : i32
  %6 = prim.warp_match_any %x : i32 -> i64
  %7 = prim.warp_masked_bit_count %x : i32
  return
}

// CHECK-LABEL: func @block
// CHECK: prim.block_reduce
// CHECK: prim.block_scan
// CHECK: prim.block_sort
func.func @block(%x: i32) {
  %0 = prim.block_reduce add %x : i32
  %1 = prim.block_scan inclusive add %x : i32
  %2 = prim.block_sort slt %x : i32
  return
}

// CHECK-LABEL: func @tensors
// CHECK-NOT: prim
// CHECK: return
func.func @tensors(%x: tensor<?xf32>, %o: tensor<?xf32>, %t: tensor<f32>, %f: tensor<?xi1>,
                   %k: tensor<?xi64>, %n: tensor<i32>) {
  %0 = prim.device_scan inclusive add ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  %1 = prim.device_reduce add ins(%x : tensor<?xf32>) outs(%t : tensor<f32>) -> tensor<f32>
  %2 = prim.device_sort total ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  %3 = prim.device_scan inclusive add ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>) head(%f : tensor<?xi1>) -> tensor<?xf32>
  %4:3 = prim.device_reduce add ins(%x : tensor<?xf32>) outs(%k, %o, %n : tensor<?xi64>, tensor<?xf32>, tensor<i32>) by_key(%k : tensor<?xi64>) -> tensor<?xi64>, tensor<?xf32>, tensor<i32>
  return
}

// CHECK-LABEL: func @memrefs
// CHECK: prim.device_scan
// CHECK: prim.device_reduce
// CHECK: prim.device_sort {{.*}} async
// CHECK: prim.device_scan {{.*}} segments
// CHECK: prim.device_reduce {{.*}} head
func.func @memrefs(%x: memref<?xf32>, %o: memref<?xf32>, %t: memref<f32>, %f: memref<?xi1>,
                   %k: memref<?xi64>, %n: memref<i32>) {
  prim.device_scan inclusive add ins(%x : memref<?xf32>) outs(%o : memref<?xf32>)
  prim.device_reduce add ins(%x : memref<?xf32>) outs(%t : memref<f32>)
  %0 = prim.device_sort total ins(%x : memref<?xf32>) outs(%o : memref<?xf32>) async
  prim.device_scan inclusive add ins(%x : memref<?xf32>) outs(%o : memref<?xf32>) segments(%k : memref<?xi64>)
  prim.device_reduce add ins(%x : memref<?xf32>) outs(%o, %n : memref<?xf32>, memref<i32>) head(%f : memref<?xi1>)
  return
}
