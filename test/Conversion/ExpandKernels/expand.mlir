// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx1100},gpu.module(prim-expand-kernels,canonicalize))' | FileCheck %s

gpu.module @m {
  // Sizes are constants where the kernel says them.
  // CHECK-LABEL: gpu.func @known
  gpu.func @known() -> (index, index, index, index, index) attributes {known_block_size = array<i32: 64, 2, 1>, known_grid_size = array<i32: 5, 1, 1>} {
    %0 = gpu.block_dim y
    %1 = gpu.grid_dim x
    %2 = gpu.subgroup_size : index
    %3 = gpu.num_subgroups : index
    // CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
    // CHECK-DAG: %[[C5:.*]] = arith.constant 5 : index
    // CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
    // CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
    // CHECK-DAG: %[[C64:.*]] = arith.constant 64 : index
    // CHECK: %[[B:.*]] = gpu.block_id x
    // CHECK: %[[M:.*]] = arith.muli %[[B]], %[[C64]]
    // CHECK: %[[T:.*]] = gpu.thread_id x
    // CHECK: %[[G:.*]] = arith.addi %[[T]], %[[M]]
    %4 = gpu.global_id x
    // CHECK: gpu.return %[[C2]], %[[C5]], %[[C32]], %[[C4]], %[[G]]
    gpu.return %0, %1, %2, %3, %4 : index, index, index, index, index
  }

  // Else they are what the driver passes: 16 bits from byte 12 on, 32 bits from
  // byte 0 on.
  // CHECK-LABEL: gpu.func @unknown
  gpu.func @unknown() -> (index, index) {
    // CHECK: %[[P:.*]] = llvm.call_intrinsic "llvm.amdgcn.implicitarg.ptr"() : () -> !llvm.ptr<4>
    // CHECK: %[[Q:.*]] = llvm.getelementptr %[[P]][16] : (!llvm.ptr<4>) -> !llvm.ptr<4>, i8
    // CHECK: llvm.load %[[Q]] invariant {alignment = 2 : i64} : !llvm.ptr<4> -> i16
    %0 = gpu.block_dim z
    // CHECK: %[[R:.*]] = llvm.getelementptr %{{.*}}[4] : (!llvm.ptr<4>) -> !llvm.ptr<4>, i8
    // CHECK: llvm.load %[[R]] invariant {alignment = 4 : i64} : !llvm.ptr<4> -> i32
    %1 = gpu.grid_dim y
    gpu.return %0, %1 : index, index
  }

  // CHECK-LABEL: gpu.func @assertion
  gpu.func @assertion(%ok: i1) kernel {
    // CHECK: %[[WRONG:.*]] = arith.xori %arg0, %true : i1
    // CHECK: scf.if %[[WRONG]] {
    // CHECK:   llvm.inline_asm has_side_effects "\22prim_assert.${:uid}: {{.*}}expand.mlir:[[#@LINE+3]]:5: of __this__\22:\0A\09s_trap 2", ""
    // CHECK:   llvm.intr.trap
    // CHECK: }
    cf.assert %ok, "of {{this}}"
    gpu.return
  }

  // CHECK-LABEL: gpu.func @product
  // CHECK: memref.generic_atomic_rmw
  // CHECK:   arith.muli
  gpu.func @product(%p: memref<4xi32>, %i: index, %x: i32) kernel {
    memref.atomic_rmw muli %x, %p[%i] : (i32, memref<4xi32>) -> i32
    gpu.return
  }

  // Two sizes that only show at run time come from the op.
  // CHECK-LABEL: gpu.func @rows(
  // CHECK-SAME: %[[X:.*]]: memref<?xf32, strided<[?], offset: ?>>, %[[A:.*]]: index, %[[B:.*]]: index)
  // CHECK: %{{.*}}, %[[OFFSET:.*]], %{{.*}}, %[[STRIDE:.*]] = memref.extract_strided_metadata %[[X]]
  // CHECK: %[[INNER:.*]] = arith.muli %[[STRIDE]], %{{.*}} : index
  // CHECK: %[[OUTER:.*]] = arith.muli %[[INNER]], %[[B]] : index
  // CHECK: memref.reinterpret_cast %[[X]] to offset: [%[[OFFSET]]], sizes: [%[[A]], %[[B]], 4], strides: [%[[OUTER]], %[[INNER]], %[[STRIDE]]]
  gpu.func @rows(%x: memref<?xf32, strided<[?], offset: ?>>, %a: index, %b: index) kernel {
    %c0 = arith.constant 0 : index
    %e = memref.expand_shape %x [[0, 1, 2]] output_shape [%a, %b, 4] : memref<?xf32, strided<[?], offset: ?>> into memref<?x?x4xf32, strided<[?, ?, ?], offset: ?>>
    %v = memref.load %e[%c0, %a, %b] : memref<?x?x4xf32, strided<[?, ?, ?], offset: ?>>
    memref.store %v, %x[%c0] : memref<?xf32, strided<[?], offset: ?>>
    gpu.return
  }
}
