// RUN: prim-opt %s --prim-lower-device=chip=gfx942 --split-input-file | FileCheck %s

// Kernels are shared by all ops of a module that need the same ones: what their
// types, regions and attributes make of them counts, not where the op stands, how
// large its buffers are, or what it captures.

// CHECK-LABEL: func.func @first
// CHECK-COUNT-5: gpu.launch_func @prim_kernels::@sort_histogram_0
// CHECK-LABEL: func.func @second
// CHECK-COUNT-5: gpu.launch_func @prim_kernels::@sort_histogram_0
// CHECK-LABEL: gpu.module @prim_kernels
// CHECK-COUNT-3: gpu.func
// CHECK-NOT: gpu.func
func.func @first(%k: memref<?xi32>, %o: memref<?xi32>) {
  prim.device_sort slt ins(%k : memref<?xi32>) outs(%o : memref<?xi32>)
  prim.device_sort slt ins(%k : memref<?xi32>) outs(%o : memref<?xi32>)
  prim.device_sort slt ins(%k : memref<?xi32>) outs(%o : memref<?xi32>)
  prim.device_sort slt ins(%o : memref<?xi32>) outs(%k : memref<?xi32>)
  prim.device_sort slt ins(%k : memref<?xi32>) outs(%o : memref<?xi32>)
  return
}
func.func @second(%k: memref<70000xi32>, %o: memref<70000xi32>, %l: memref<?xi32>, %p: memref<?xi32>, %w: memref<?xi8>) {
  prim.device_sort slt ins(%k : memref<70000xi32>) outs(%o : memref<70000xi32>)
  prim.device_sort slt ins(%k : memref<70000xi32>) outs(%o : memref<70000xi32>) workspace(%w : memref<?xi8>)
  prim.device_sort slt ins(%k : memref<70000xi32>) outs(%o : memref<70000xi32>) workspace(%w : memref<?xi8>) initialized
  prim.device_sort slt ins(%l : memref<?xi32>) outs(%p : memref<?xi32>)
  prim.device_sort slt ins(%p : memref<?xi32>) outs(%l : memref<?xi32>)
  return
}

// -----

// Of an odd number of digits, whether buffers take turns is a matter of launches.
// CHECK-LABEL: func.func @turns
// CHECK-COUNT-2: gpu.launch_func @prim_kernels::@sort_histogram_0
// CHECK-LABEL: gpu.module @prim_kernels
// CHECK-COUNT-3: gpu.func
// CHECK-NOT: gpu.func
func.func @turns(%k: memref<?xi32>, %o: memref<?xi32>) {
  prim.device_sort slt ins(%k : memref<?xi32>) outs(%o : memref<?xi32>) bits(0, 24)
  prim.device_sort slt ins(%k : memref<?xi32>) outs(%o : memref<?xi32>) bits(0, 24) may_clobber_input
  return
}

// -----

// Another type, order, direction, tuple or tile is another kernel.
// CHECK-LABEL: func.func @others
// CHECK: @prim_kernels::@sort_pass_0
// CHECK: @prim_kernels::@sort_pass_1
// CHECK: @prim_kernels::@sort_pass_2
// CHECK: @prim_kernels::@sort_pass_3
// CHECK: @prim_kernels::@sort_pass_4
// CHECK: @prim_kernels::@sort_pass_5
func.func @others(%k: memref<?xi32>, %o: memref<?xi32>, %l: memref<?xi64>, %p: memref<?xi64>) {
  prim.device_sort slt ins(%k : memref<?xi32>) outs(%o : memref<?xi32>)
  prim.device_sort ult ins(%k : memref<?xi32>) outs(%o : memref<?xi32>)
  prim.device_sort ult descending ins(%k : memref<?xi32>) outs(%o : memref<?xi32>)
  prim.device_sort slt ins(%l : memref<?xi64>) outs(%p : memref<?xi64>)
  prim.device_sort slt ins(%k, %l : memref<?xi32>, memref<?xi64>) outs(%o, %p : memref<?xi32>, memref<?xi64>)
  prim.device_sort slt ins(%k : memref<?xi32>) outs(%o : memref<?xi32>) tuning<items_per_thread = 8>
  return
}

// -----

// A captured scalar is an argument, a constant a part of the kernel.
// CHECK-LABEL: func.func @regions
// CHECK-SAME: %[[A:[a-z0-9]+]]: i32, %[[B:[a-z0-9]+]]: i32
// CHECK: gpu.launch_func @prim_kernels::@reduce_0 {{.*}} %[[A]] : i32
// CHECK: gpu.launch_func @prim_kernels::@reduce_0 {{.*}} %[[B]] : i32
// CHECK: gpu.launch_func @prim_kernels::@reduce_1
// CHECK: gpu.launch_func @prim_kernels::@reduce_2
// CHECK: gpu.launch_func @prim_kernels::@reduce_3
// CHECK: gpu.launch_func @prim_kernels::@reduce_1
// CHECK: gpu.launch_func @prim_kernels::@reduce_4
// CHECK-LABEL: gpu.module @prim_kernels
// CHECK-COUNT-5: gpu.func
// CHECK-NOT: gpu.func
func.func @regions(%a: i32, %b: i32, %x: memref<100xi32>, %y: memref<i32>) {
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  prim.device_reduce add ins(%x : memref<100xi32>) outs(%y : memref<i32>) prologue {
  ^bb0(%e: i32):
    %s = arith.muli %e, %a : i32
    prim.yield %s : i32
  }
  prim.device_reduce add ins(%x : memref<100xi32>) outs(%y : memref<i32>) prologue {
  ^bb0(%e: i32):
    %s = arith.muli %e, %b : i32
    prim.yield %s : i32
  }
  prim.device_reduce add ins(%x : memref<100xi32>) outs(%y : memref<i32>) prologue {
  ^bb0(%e: i32):
    %s = arith.muli %e, %two : i32
    prim.yield %s : i32
  }
  prim.device_reduce add ins(%x : memref<100xi32>) outs(%y : memref<i32>) prologue {
  ^bb0(%e: i32):
    %s = arith.muli %e, %three : i32
    prim.yield %s : i32
  }
  prim.device_reduce xor ins(%x : memref<100xi32>) outs(%y : memref<i32>)
  prim.device_reduce add ins(%x : memref<100xi32>) outs(%y : memref<i32>) prologue {
  ^bb0(%e: i32):
    %s = arith.muli %e, %two : i32
    prim.yield %s : i32
  }
  prim.device_reduce add ins(%x : memref<100xi32>) outs(%y : memref<i32>) epilogue {
  ^bb0(%e: i32):
    %s = arith.muli %e, %two : i32
    prim.yield %s : i32
  }
  return
}
