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
