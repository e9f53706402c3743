// RUN: prim-opt %s --prim-lower-device=chip=gfx942 --canonicalize | FileCheck %s

// Sizes are compared without a sum, and nothing is launched for no elements. What is compared
// and written is what the prologue makes of elements.
// CHECK-LABEL: func.func @merge
// CHECK: %[[REST:.*]] = arith.subi
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[REST]]
// CHECK: prim.check %[[SAME]], invalid_argument, "prim.device_merge: outs 0 has {} elements, but
// CHECK: %[[SOME:.*]] = arith.cmpi sgt, %{{.*}}, %c0_i64
// CHECK: scf.if %[[SOME]]
// CHECK: gpu.launch_func @prim_kernels::@merge_0
// CHECK-LABEL: gpu.func @merge_0
// CHECK: scf.while
// CHECK-COUNT-2: arith.xori %{{.*}}, %c1365_i32
// CHECK: prim.block_barrier
// CHECK-COUNT-4: arith.xori %{{.*}}, %c1365_i32
// CHECK: prim.block_barrier
// CHECK: gpu.return
func.func @merge(%a: memref<?xi32>, %b: memref<?xi32>, %y: memref<?xi32>) {
  prim.device_merge slt ins(%a : memref<?xi32>) with(%b : memref<?xi32>) outs(%y : memref<?xi32>)
      tuning<block_size = 64, items_per_thread = 4> prologue {
  ^bb0(%e: i32):
    %c = arith.constant 1365 : i32
    %v = arith.xori %e, %c : i32
    prim.yield %v : i32
  }
  return
}
