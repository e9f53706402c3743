// RUN: prim-opt %s --prim-host-kernels | FileCheck %s

// A reduction reads a view with strides of 0 instead of a broadcast.

#row = affine_map<(i, j, k) -> (i, k)>
#turned = affine_map<(i, j, k) -> (k, j)>
#all = affine_map<(i, j, k) -> (i, j, k)>
!wide = memref<4x5x6xf32>

// CHECK-LABEL: func.func @product(
// CHECK-SAME: %[[A:.*]]: memref<4x6xf32>, %[[B:.*]]: memref<6x5xf32, strided<[8, 1], offset: 3>>)
// CHECK: %[[R:.*]] = gpu.alloc
// CHECK-NOT: gpu.alloc
// CHECK-NOT: gpu.launch_func
// CHECK: %[[X:.*]] = memref.reinterpret_cast %[[A]] to offset: [0], sizes: [4, 5, 6], strides: [6, 0, 1] : memref<4x6xf32> to memref<4x5x6xf32, strided<[6, 0, 1]>>
// CHECK: %[[Y:.*]] = memref.reinterpret_cast %[[B]] to offset: [3], sizes: [4, 5, 6], strides: [0, 1, 8] : memref<6x5xf32, strided<[8, 1], offset: 3>> to memref<4x5x6xf32, strided<[0, 1, 8], offset: 3>>
// CHECK: prim.device_reduce add ins(%[[X]], %[[Y]] : {{.*}}) outs(%[[R]] :
// CHECK-NOT: dealloc
// CHECK: return
func.func @product(%a: memref<4x6xf32>, %b: memref<6x5xf32, strided<[8, 1], offset: 3>>) -> memref<4x5xf32> {
  %r = gpu.alloc () : memref<4x5xf32>
  %x = gpu.alloc () : !wide
  linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : memref<4x6xf32>) outs(%x : !wide) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  %y = gpu.alloc () : !wide
  linalg.generic {indexing_maps = [#turned, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%b : memref<6x5xf32, strided<[8, 1], offset: 3>>) outs(%y : !wide) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  prim.device_reduce add ins(%x, %y : !wide, !wide) outs(%r : memref<4x5xf32>) dimension(2) prologue {
  ^bb0(%p: f32, %q: f32):
    %m = arith.mulf %p, %q : f32
    prim.yield %m : f32
  }
  memref.dealloc %x : !wide
  memref.dealloc %y : !wide
  return %r : memref<4x5xf32>
}

// These stay copies: of a buffer that is written before it is read, for outputs that may be
// in its memory, with another reader, of computed elements, and without a known shape.

// CHECK-LABEL: func.func @written(
// CHECK: gpu.launch_func
// CHECK: prim.device_reduce
func.func @written(%a: memref<4x6xf32>, %v: f32) -> memref<4x5xf32> {
  %r = gpu.alloc () : memref<4x5xf32>
  %x = gpu.alloc () : !wide
  linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : memref<4x6xf32>) outs(%x : !wide) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  linalg.fill ins(%v : f32) outs(%a : memref<4x6xf32>)
  prim.device_reduce add ins(%x : !wide) outs(%r : memref<4x5xf32>) dimension(2)
  return %r : memref<4x5xf32>
}

// CHECK-LABEL: func.func @overlapping(
// CHECK: gpu.launch_func
// CHECK: prim.device_reduce
func.func @overlapping(%a: memref<4x6xf32>, %r: memref<4x5xf32>) {
  %x = gpu.alloc () : !wide
  linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : memref<4x6xf32>) outs(%x : !wide) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  prim.device_reduce add ins(%x : !wide) outs(%r : memref<4x5xf32>) dimension(2)
  return
}

// CHECK-LABEL: func.func @returned(
// CHECK: gpu.launch_func
// CHECK: prim.device_reduce
func.func @returned(%a: memref<4x6xf32>) -> (memref<4x5xf32>, !wide) {
  %r = gpu.alloc () : memref<4x5xf32>
  %x = gpu.alloc () : !wide
  linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : memref<4x6xf32>) outs(%x : !wide) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  prim.device_reduce add ins(%x : !wide) outs(%r : memref<4x5xf32>) dimension(2)
  return %r, %x : memref<4x5xf32>, !wide
}

// CHECK-LABEL: func.func @computed(
// CHECK: gpu.launch_func
// CHECK: prim.device_reduce
func.func @computed(%a: memref<4x6xf32>) -> memref<4x5xf32> {
  %r = gpu.alloc () : memref<4x5xf32>
  %x = gpu.alloc () : !wide
  linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : memref<4x6xf32>) outs(%x : !wide) {
  ^bb0(%in: f32, %out: f32):
    %e = math.absf %in : f32
    linalg.yield %e : f32
  }
  prim.device_reduce add ins(%x : !wide) outs(%r : memref<4x5xf32>) dimension(2)
  return %r : memref<4x5xf32>
}

// CHECK-LABEL: func.func @unknown(
// CHECK: gpu.launch_func
// CHECK: prim.device_reduce
func.func @unknown(%a: memref<?x6xf32>) -> memref<4x5xf32> {
  %r = gpu.alloc () : memref<4x5xf32>
  %x = gpu.alloc () : !wide
  linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : memref<?x6xf32>) outs(%x : !wide) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  prim.device_reduce add ins(%x : !wide) outs(%r : memref<4x5xf32>) dimension(2)
  return %r : memref<4x5xf32>
}
