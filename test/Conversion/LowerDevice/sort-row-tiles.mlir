// RUN: prim-opt %s --prim-lower-device="chip=sm_90 print-plan=true" -o /dev/null 2>&1 | FileCheck %s
// RUN: prim-opt %s --prim-lower-device="chip=gfx942 print-plan=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=GFX942

// A row is sorted by the least tile of the table that holds it. The tile of the passes is
// the last one, unless it is no larger or its items take too many registers.

// CHECK: plan:
// CHECK-SAME: up to 128: sort_short ({{[^;]*}}; up to 512: sort_block (64 threads, {{[^;]*}}; up to 1024: sort_block (128 threads, {{[^;]*}}; up to 2048: sort_block (256 threads, {{[^;]*}}; up to 3072: sort_block (256 threads, {{[^;]*}}; up to 6144: sort_block (512 threads, {{[^;]*}}; up to 10240: sort_block (512 threads, {{[^;]*}}; up to 12288: sort_block (256 threads, {{[^;]*}}; beyond:
// GFX942: plan:
// GFX942-SAME: up to 256: sort_short ({{[^;]*}}; up to 512: sort_block (64 threads, {{[^;]*}}; up to 1024: sort_block (128 threads, {{[^;]*}}; up to 2048: sort_block (128 threads, {{[^;]*}}; up to 4096: sort_block (256 threads, {{[^;]*}}; beyond:
func.func @rows(%x: memref<?x?xi32>, %o: memref<?x?xi32>) {
  prim.device_sort slt ins(%x : memref<?x?xi32>) outs(%o : memref<?x?xi32>) dimension(1)
  return
}

// Nine registers of an item leave 14 items to a thread.
// CHECK: plan:
// CHECK-SAME: up to 2048: sort_block (256 threads, {{[^;]*}}; up to 3072: sort_block (256 threads, {{[^;]*}}; up to 6144: sort_block (512 threads, {{[^;]*}}; beyond:
func.func @wide(%v0: memref<?x?xi32>, %v1: memref<?x?xi32>, %v2: memref<?x?xi32>, %v3: memref<?x?xi32>, %v4: memref<?x?xi32>, %v5: memref<?x?xi32>, %v6: memref<?x?xi32>, %v7: memref<?x?xi32>, %v8: memref<?x?xi32>, %p0: memref<?x?xi32>, %p1: memref<?x?xi32>, %p2: memref<?x?xi32>, %p3: memref<?x?xi32>, %p4: memref<?x?xi32>, %p5: memref<?x?xi32>, %p6: memref<?x?xi32>, %p7: memref<?x?xi32>, %p8: memref<?x?xi32>) {
  prim.device_sort slt ins(%v0, %v1, %v2, %v3, %v4, %v5, %v6, %v7, %v8 : memref<?x?xi32>, memref<?x?xi32>, memref<?x?xi32>, memref<?x?xi32>, memref<?x?xi32>, memref<?x?xi32>, memref<?x?xi32>, memref<?x?xi32>, memref<?x?xi32>)
      outs(%p0, %p1, %p2, %p3, %p4, %p5, %p6, %p7, %p8 : memref<?x?xi32>, memref<?x?xi32>, memref<?x?xi32>, memref<?x?xi32>, memref<?x?xi32>, memref<?x?xi32>, memref<?x?xi32>, memref<?x?xi32>, memref<?x?xi32>) dimension(1)
  return
}

// Each tile for segments has a list and a launch.
// CHECK: plan:
// CHECK-SAME: up to 1024: sort_short ({{[^;]*}}then sort_block (128 threads, {{[^;]*}}; up to 3072: {{[^;]*}}; up to 10240: {{[^;]*}}then sort_block (512 threads, {{[^;]*}}; beyond:
func.func @segments(%x: memref<?xi32>, %o: memref<?xi32>, %b: memref<?xi32>) {
  prim.device_sort slt ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%b : memref<?xi32>)
  return
}
