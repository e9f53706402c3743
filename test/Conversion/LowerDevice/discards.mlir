// RUN: prim-opt %s -prim-bufferize -prim-lower-device=chip=gfx942 | FileCheck %s

// No memory is made for what nobody wants, and only the last pass does not write keys:
// of four digits, keys lie in turns in two buffers of the workspace.
// CHECK-LABEL: func @values
// CHECK: %[[OUT:.*]] = gpu.alloc (%{{.*}}) : memref<?xi64>
// CHECK-NOT: gpu.alloc {{.*}} : memref<?xi32>
// CHECK: gpu.launch_func @prim_kernels::@sort_block_0
// CHECK: gpu.launch_func @prim_kernels::@sort_histogram_0
// CHECK-COUNT-3: gpu.launch_func @prim_kernels::@sort_pass_0
// CHECK: gpu.launch_func @prim_kernels::@sort_pass_1
func.func @values(%k: tensor<?xi32>, %v: tensor<?xi64>) -> tensor<?xi64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %k, %c0 : tensor<?xi32>
  %e = tensor.empty(%n) : tensor<?xi32>
  %f = tensor.empty(%n) : tensor<?xi64>
  %s:2 = prim.device_sort slt ins(%k, %v : tensor<?xi32>, tensor<?xi64>) outs(%e, %f : tensor<?xi32>, tensor<?xi64>)
      -> tensor<?xi32>, tensor<?xi64>
  return %s#1 : tensor<?xi64>
}

// Neither is the count of nothing launched, nor is a kernel given where it would be.
// CHECK-LABEL: func @uncounted
// CHECK-SAME: %[[X:.*]]: memref<?xi32>, %[[O:.*]]: memref<?xi32>, %[[N:.*]]: memref<i32>
// CHECK-NOT: counts_empty
// CHECK-NOT: prim.base_of %[[N]]
func.func @uncounted(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>) {
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) discards(1) heads(1)
  return
}

// A channel that nobody looks at is counted all the same.
// CHECK-LABEL: func @channel
// CHECK-COUNT-2: gpu.alloc {{.*}}: memref<4xi32>
func.func @channel(%x: tensor<?xi32>, %a: i32, %b: i32) -> tensor<4xi32> {
  %o = tensor.empty() : tensor<4xi32>
  %p = tensor.empty() : tensor<4xi32>
  %h:2 = prim.device_histogram ins(%x : tensor<?xi32>) outs(%o, %p : tensor<4xi32>, tensor<4xi32>)
      even(%a, %b, %a, %b : i32, i32, i32, i32) channels(2, 2) -> tensor<4xi32>, tensor<4xi32>
  return %h#1 : tensor<4xi32>
}

// Memory is asked for a size that it may not have.
// CHECK-LABEL: func @no_such_size
// CHECK: %[[E:.*]] = gpu.alloc
// CHECK: memref.dim %[[E]]
func.func @no_such_size(%k: memref<?xi32>, %v: memref<?xi32>, %f: memref<?xi32>, %c9: index) -> index {
  %c0 = arith.constant 0 : index
  %d = memref.dim %k, %c0 : memref<?xi32>
  %e = gpu.alloc(%d) : memref<?xi32>
  prim.device_sort slt ins(%k, %v : memref<?xi32>, memref<?xi32>) outs(%e, %f : memref<?xi32>, memref<?xi32>) discards(0)
  %z = memref.dim %e, %c9 : memref<?xi32>
  gpu.dealloc %e : memref<?xi32>
  return %z : index
}
