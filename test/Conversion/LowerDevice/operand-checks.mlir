// RUN: prim-opt %s --prim-lower-device=chip=gfx942 --canonicalize | FileCheck %s

// Elements are fewer than 2^63 bytes of the input, but they may be more of an output that is
// wider. Offsets are one more than segments. Sizes that are not static may be negative.
// CHECK-LABEL: func.func @wider
// CHECK: prim.check {{.*}} "prim.device_scan: outs 0 has a size in bytes that does not fit in 63 bits; work in parts"
func.func @wider(%x: memref<?xi8>, %y: memref<?xi64>) {
  prim.device_scan inclusive add ins(%x : memref<?xi8>) outs(%y : memref<?xi64>) prologue {
  ^bb0(%e: i8):
    %v = arith.extsi %e : i8 to i64
    prim.yield %v : i64
  }
  return
}

// CHECK-LABEL: func.func @segments
// CHECK: %[[SOME:.*]] = arith.cmpi sge, %[[COUNT:.*]], %c1_i64
// CHECK: prim.check %[[SOME]], invalid_argument, "prim.device_reduce: segments 0 has {} elements, but n segments have n + 1 offsets"
// CHECK: arith.subi %[[COUNT]], %c1_i64
func.func @segments(%x: memref<?xi32>, %y: memref<?xi32>, %s: memref<?xi32>) {
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) segments(%s : memref<?xi32>)
  return
}

// CHECK-LABEL: func.func @negative
// CHECK: %[[GOOD:.*]] = arith.cmpi sge, %{{.*}}, %c0_i64
// CHECK: prim.check %[[GOOD]], invalid_argument, "prim.device_merge: with 0 has a size of {}"
func.func @negative(%a: memref<5xi32>, %b: memref<?xi32>, %y: memref<?xi32>) {
  prim.device_merge slt ins(%a : memref<5xi32>) with(%b : memref<?xi32>) outs(%y : memref<?xi32>)
  return
}
