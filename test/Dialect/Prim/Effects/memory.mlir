// RUN: prim-opt %s --cse | FileCheck %s

// Device ops on memrefs read and write their operands; what is loaded before
// is loaded again after one that writes it, and not after one that reads it.

// CHECK-LABEL: func @written
// CHECK: memref.load
// CHECK: prim.device_scan
// CHECK: memref.load
func.func @written(%x: memref<?xi32>, %o: memref<?xi32>, %i: index) -> (i32, i32) {
  %0 = memref.load %o[%i] : memref<?xi32>
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>)
  %1 = memref.load %o[%i] : memref<?xi32>
  return %0, %1 : i32, i32
}

// What a prefix region writes, the block op writes.
// CHECK-LABEL: func @prefix
// CHECK: memref.load
// CHECK: prim.block_scan
// CHECK: memref.load
func.func @prefix(%x: i32, %o: memref<?xi32>, %i: index) -> (i32, i32) {
  %0 = memref.load %o[%i] : memref<?xi32>
  %1 = prim.block_scan inclusive add %x prefix {
  ^bb0(%t: i32):
    memref.store %t, %o[%i] : memref<?xi32>
    prim.yield %t : i32
  } : i32
  %2 = memref.load %o[%i] : memref<?xi32>
  return %0, %2 : i32, i32
}

// Equal tensor programs are one.
// CHECK-LABEL: func @tensors
// CHECK-COUNT-1: prim.device_sort
// CHECK-NOT: prim.device_sort
func.func @tensors(%x: tensor<?xf32>, %o: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = prim.device_sort total ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  %1 = prim.device_sort total ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// Those that read one buffer as flags, as keys and as offsets are three.
// CHECK-LABEL: func @forms
// CHECK-COUNT-3: prim.device_scan
// CHECK-NOT: prim.device_scan
func.func @forms(%x: tensor<?xi32>, %k: tensor<?xi32>, %o: tensor<?xi32>)
    -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %0 = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) head(%k : tensor<?xi32>) -> tensor<?xi32>
  %1 = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) by_key(%k : tensor<?xi32>) -> tensor<?xi32>
  %2 = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) segments(%k : tensor<?xi32>) -> tensor<?xi32>
  %3 = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) by_key(%k : tensor<?xi32>) -> tensor<?xi32>
  return %0, %1, %2, %3 : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}
