// The results of a tuned tile may be too large for workgroup memory. Each thread then
// stores its own.
// RUN: prim-compile %s --chip=gfx942 --kernel-info | FileCheck %s
// RUN: prim-compile %s --chip=gfx1100 --emit=isa -o %t
// RUN: prim-compile %s --chip=sm_90 --emit=isa -o %t

// CHECK-DAG: runs_0 {{.*}} 164
func.func @by_key(%x: memref<?xi32>, %k: memref<?xi32>, %o: memref<?xi32>, %u: memref<?xi32>, %n: memref<i32>) {
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%u, %o, %n : memref<?xi32>, memref<?xi32>, memref<i32>)
      by_key(%k : memref<?xi32>) tuning<block_size = 1024, items_per_thread = 32>
  return
}

// CHECK-DAG: runs_1 {{.*}} 164
func.func @nontrivial(%x: memref<?xi32>, %o: memref<?xi32>, %l: memref<?xi32>, %n: memref<i32>) {
  prim.device_run_length nontrivial ins(%x : memref<?xi32>) outs(%o, %l, %n : memref<?xi32>, memref<?xi32>, memref<i32>)
      tuning<block_size = 1024, items_per_thread = 32>
  return
}
