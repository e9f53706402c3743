// RUN: prim-opt %s --prim-lower-device=chip=gfx942 --canonicalize | FileCheck %s

// A count has the type of its buffer; of no elements it is 0. The output may have more elements
// than 31 bits count: there is room for all then.
// CHECK-LABEL: func.func @even
// CHECK: gpu.launch_func @prim_kernels::@counts_empty_0
// CHECK-LABEL: gpu.func @counts_empty_0
// CHECK: prim.store %c0_i64, %{{.*}} : i64, !prim.base<global>
// CHECK-LABEL: gpu.func @select_0
// CHECK: scf.if
// CHECK: arith.cmpi eq, %{{.*}}, %c0_i32 : i32
// CHECK: scf.if
// CHECK-NEXT: %[[WIDE:.*]] = arith.extui %{{.*}} : i32 to i64
// CHECK-NEXT: prim.store %[[WIDE]], %{{.*}} : i64, !prim.base<global>
// CHECK: %[[LEAST:.*]] = arith.minsi %{{.*}}, %c2147483647_i64 : i64
// CHECK: %[[ROOM:.*]] = arith.trunci %[[LEAST]] : i64 to i32
// CHECK: arith.subi %[[ROOM]]
func.func @even(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i64>) {
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i64>)
      tuning<block_size = 64, items_per_thread = 4> where {
  ^bb0(%a: i32):
    %zero = arith.constant 0 : i32
    %even = arith.cmpi eq, %a, %zero : i32
    prim.yield %even : i1
  }
  return
}
