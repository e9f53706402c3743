// A dimension's number that only folding shows: what there is not has no size, and no
// pattern of upstream's reads out of bounds for it.
// RUN: prim-opt %s --canonicalize | FileCheck %s
// RUN: prim-opt %s --prim-to-rocdl-pipeline="chip=gfx942" -o /dev/null
// RUN: prim-opt %s --prim-to-nvvm-pipeline="chip=sm_90 format=isa" -o /dev/null

// CHECK-LABEL: func.func @negative
// CHECK: %[[NONE:.*]] = ub.poison : index
// CHECK: return %[[NONE]]
func.func @negative(%m: memref<?xi32>) -> index {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c-1 = arith.subi %c2, %c3 : index
  %d = memref.dim %m, %c-1 : memref<?xi32>
  return %d : index
}

// CHECK-LABEL: func.func @allocation
// CHECK: ub.poison : index
func.func @allocation(%n: index) -> index {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c-1 = arith.subi %c2, %c3 : index
  %m = gpu.alloc(%n) : memref<?xf32>
  %d = memref.dim %m, %c-1 : memref<?xf32>
  return %d : index
}

// Upstream's canonicalisation is mended where prim's dialect is loaded.
func.func @loaded(%m: memref<?xi32>) {
  prim.device_scan inclusive add ins(%m : memref<?xi32>) outs(%m : memref<?xi32>)
  return
}

// CHECK-LABEL: func.func @last
// CHECK: memref.dim %{{.*}}, %c1
func.func @last(%m: memref<4x?xi32>) -> index {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c1 = arith.subi %c3, %c2 : index
  %d = memref.dim %m, %c1 : memref<4x?xi32>
  return %d : index
}
