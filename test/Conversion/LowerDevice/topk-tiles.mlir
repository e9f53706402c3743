// RUN: prim-opt %s --prim-lower-device=chip=sm_90 --split-input-file | FileCheck %s
// RUN: prim-opt %s --prim-lower-device='chip=sm_90 print-plan=true' --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLAN

// Blocks of 256 threads take rows of which there are enough for all multiprocessors, and
// larger blocks take longer and fewer rows.
// PLAN: rank_few {{.*}}; up to 65536: rank_stream (256 threads, {{[^;]*}}) if few of many are taken; up to 131072: rank_stream (512 threads, {{[^;]*}}) if few of many are taken; beyond: rank_digits
// CHECK-LABEL: func.func @streams
// CHECK-COUNT-4: gpu.launch_func @prim_kernels::@rank_few
// CHECK: %[[LEAST:[^ ]*]] = arith.constant 1024 : i64
// CHECK-NEXT: arith.divui %{{.*}}, %[[LEAST]] : i64
// CHECK: gpu.launch_func @prim_kernels::@rank_stream_0
// CHECK-NOT: arith.divui
// CHECK: gpu.launch_func @prim_kernels::@rank_stream_1
// CHECK: gpu.func @rank_few_0
func.func @streams(%x: memref<?x?xf32>, %o: memref<?x8xf32>) {
  prim.device_topk total ins(%x : memref<?x?xf32>) outs(%o : memref<?x8xf32>) dimension(1)
  return
}

// -----

// A block size of the user is that of all rows.
// PLAN: rank_few {{.*}}; up to 131072: rank_stream (128 threads, {{[^;]*}}) if few of many are taken; beyond: rank_digits
func.func @tuned(%x: memref<?x?xf32>, %o: memref<?x8xf32>) {
  prim.device_topk total ins(%x : memref<?x?xf32>) outs(%o : memref<?x8xf32>) dimension(1) tuning<block_size = 128>
  return
}

// -----

// A short buffer has smaller tiles, and heads with either tile, by the same kernels. The
// states of tiles are as many as those of a short buffer, or more.
// PLAN: workspace [8, max(grid_state(tiles), grid_state(ceil_div(min(elements, 4194304), 2048))),
// PLAN-SAME: up to 4194304: rank_heads {{[^;]*}} if few of many come first; up to 4194304: rank_heads {{[^;]*}} if few of many come last; up to 4194304: rank_digits {{[^;]*}} by tiles of 2048 with workspace; beyond: rank_heads {{[^;]*}} if few of many come first; beyond: rank_heads {{[^;]*}} if few of many come last; beyond: rank_digits {{[^;]*}} then rank_gather (256 threads, a block for each tile) with workspace
// CHECK-LABEL: func.func @short
// CHECK-COUNT-2: gpu.launch_func @prim_kernels::@rank_heads_0
// CHECK: gpu.launch_func @prim_kernels::@rank_digits_0
// CHECK: gpu.launch_func @prim_kernels::@rank_gather_0
// CHECK-COUNT-2: gpu.launch_func @prim_kernels::@rank_heads_0
// CHECK: gpu.launch_func @prim_kernels::@rank_digits_1
// CHECK: gpu.launch_func @prim_kernels::@rank_gather_1
// CHECK: gpu.func @rank_block_0
func.func @short(%x: memref<?xf32>, %o: memref<?xf32>, %n: index) {
  prim.device_nth total ins(%x : memref<?xf32>) outs(%o : memref<?xf32>) nth(%n)
  return
}

// -----

// Rows keep their tile, and so do elements that the table has no other for.
// PLAN: workspace
// PLAN-NOT: by tiles of
func.func @others(%x: memref<?x?xf32>, %o: memref<?x?xf32>, %y: memref<?xf64>, %p: memref<?xf64>, %n: index) {
  prim.device_nth total ins(%x : memref<?x?xf32>) outs(%o : memref<?x?xf32>) dimension(1) nth(%n)
  prim.device_nth total ins(%y : memref<?xf64>) outs(%p : memref<?xf64>) nth(%n)
  return
}
