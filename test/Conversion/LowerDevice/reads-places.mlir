// RUN: prim-opt %s --prim-lower-device=chip=gfx942 --canonicalize --split-input-file | FileCheck %s

// An element's place comes of all indices and strides. Five are in a row here, and the fourth is
// read of each.
// CHECK-LABEL: gpu.func @reduce_0
// CHECK: %[[ROW:.*]] = arith.index_castui %{{.*}} : i32 to index
// CHECK: %[[FIRST:.*]] = arith.muli %[[ROW]], %c5
// CHECK: arith.addi %[[FIRST]], %c3
func.func @places(%x: memref<?xi32>, %y: memref<i32>, %t: memref<?x5xi32>, %i: i32) {
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%y : memref<i32>) init(%i : i32)
      reads(%t : memref<?x5xi32>) prologue {
  ^bb0(%a: i32):
    %row = arith.index_castui %a : i32 to index
    %column = arith.constant 3 : index
    %v = memref.load %t[%row, %column] : memref<?x5xi32>
    prim.yield %v : i32
  }
  return
}

// -----

// A plan for few columns and one for many: the kernels of both load the element themselves.
// CHECK-LABEL: func.func @columns
// CHECK-NOT: memref.load
// CHECK-LABEL: gpu.func @reduce_0
func.func @columns(%x: memref<?x?xf32>, %y: memref<?xf32>, %t: memref<f32>) {
  prim.device_reduce add ins(%x : memref<?x?xf32>) outs(%y : memref<?xf32>) reads(%t : memref<f32>)
      dimension(0) prologue {
  ^bb0(%a: f32):
    %v = memref.load %t[] : memref<f32>
    %w = arith.mulf %a, %v : f32
    prim.yield %w : f32
  }
  return
}
