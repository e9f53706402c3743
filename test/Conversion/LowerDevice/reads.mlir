// RUN: prim-opt %s --prim-lower-device=chip=gfx942 --split-input-file | FileCheck %s

// An element of a rank-0 buffer is loaded once per thread, at the top of the kernel,
// and by nobody on the host.
// CHECK-LABEL: func.func @element
// CHECK-SAME: %[[T:[a-z0-9]+]]: memref<f32>
// CHECK-NOT: memref.load
// CHECK: %[[B:.*]] = prim.base_of %[[T]] : memref<f32>
// CHECK: gpu.launch_func @prim_kernels::@scan_0 {{.*}} %[[B]] : !prim.base<global>
// CHECK-LABEL: gpu.func @scan_0
// CHECK: %[[V:.*]] = prim.load {{.*}} : !prim.base<global> -> f32
// CHECK: prim.grid_ticket
// CHECK: arith.divf %{{.*}}, %[[V]] : f32
// CHECK: arith.mulf %{{.*}}, %[[V]] : f32
// CHECK-NOT: prim.load
// CHECK: gpu.return
func.func @element(%x: memref<?xf32>, %y: memref<?xf32>, %t: memref<f32>) {
  prim.device_scan inclusive add ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
      reads(%t : memref<f32>) tuning<items_per_thread = 1> prologue {
  ^bb0(%e: f32):
    %v = memref.load %t[] : memref<f32>
    %w = arith.divf %e, %v : f32
    prim.yield %w : f32
  } epilogue {
  ^bb0(%e: f32):
    %v = memref.load %t[] : memref<f32>
    %w = arith.mulf %e, %v : f32
    prim.yield %w : f32
  }
  return
}

// -----

// Other buffers are captured as bases, their strides as numbers. A region that loads
// does not run on what lies past the end.
// CHECK-LABEL: func.func @table
// CHECK-SAME: %[[T:[a-z0-9]+]]: memref<?x?xi32>
// CHECK-DAG: %[[B:.*]] = prim.base_of %[[T]]
// CHECK-DAG: memref.extract_strided_metadata %[[T]]
// CHECK: gpu.launch_func @prim_kernels::@reduce_0
// CHECK-LABEL: gpu.func @reduce_0
// CHECK: prim.block_reduce %{{.*}} combiner {
// CHECK-NEXT: ^bb0
// CHECK: %[[ROW:.*]] = prim.advance
// CHECK: prim.load %[[ROW]]
// CHECK: prim.yield
func.func @table(%x: memref<?xi32>, %y: memref<i32>, %t: memref<?x?xi32>, %i: i32) {
  prim.device_reduce ins(%x : memref<?xi32>) outs(%y : memref<i32>) init(%i : i32)
      reads(%t : memref<?x?xi32>) combiner {
  ^bb0(%a: i32, %b: i32):
    %ai = arith.index_castui %a : i32 to index
    %bi = arith.index_castui %b : i32 to index
    %v = memref.load %t[%ai, %bi] : memref<?x?xi32>
    prim.yield %v : i32
  }
  return
}
