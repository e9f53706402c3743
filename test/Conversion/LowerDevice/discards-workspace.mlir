// RUN: prim-opt %s -prim-lower-device=chip=gfx942 -canonicalize -cse | FileCheck %s

// Of the keys of the first 100 alone there is a buffer, of 512 bytes, and of no rest.
// CHECK-LABEL: func @rest
// CHECK-DAG: %[[BUFFER:.*]] = arith.constant 512 : i64
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK: arith.muli
// CHECK-NEXT: %[[PLAN:.*]] = arith.addi
// CHECK-NEXT: %[[LEAST:.*]] = arith.maxsi %[[PLAN]], %[[ZERO]]
// CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[LEAST]], %[[BUFFER]]
// CHECK: %[[ALL:.*]] = arith.index_cast %[[SUM]]
// CHECK: %[[LESS:.*]] = arith.index_cast %[[PLAN]]
// CHECK: return %[[ALL]], %[[LESS]]
func.func @rest(%k: memref<100000xf32>, %v: memref<100000xi32>, %ko: memref<100xf32>, %vo: memref<100xi32>, %kr: memref<99900xf32>, %vr: memref<99900xi32>) -> (index, index) {
  %s = prim.workspace_size {
    prim.device_topk total ins(%k, %v : memref<100000xf32>, memref<100000xi32>) outs(%ko, %vo : memref<100xf32>, memref<100xi32>) rest(%kr, %vr : memref<99900xf32>, memref<99900xi32>) discards(0, 2, 3)
  } : index
  %t = prim.workspace_size {
    prim.device_topk total ins(%k, %v : memref<100000xf32>, memref<100000xi32>) outs(%ko, %vo : memref<100xf32>, memref<100xi32>) rest(%kr, %vr : memref<99900xf32>, memref<99900xi32>) discards(2, 3)
  } : index
  return %s, %t : index, index
}
