// RUN: prim-opt %s --prim-lower-device="chip=sm_90 print-plan=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=SM90
// RUN: prim-opt %s --prim-lower-device="chip=gfx942 print-plan=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=GFX942
// RUN: prim-opt %s --prim-lower-device="chip=sm_90 limits=max-blocks=7 print-plan=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=LIMIT

// There are as many blocks as the chip holds threads, however small a block is.
// SM90: sort_short (32 threads, at most 8448 blocks
// SM90: sort_block (256 threads, at most 1056 blocks
// GFX942: sort_short (64 threads, at most 9728 blocks
// GFX942: sort_block (256 threads, at most 2432 blocks
// LIMIT: sort_short (32 threads, at most 7 blocks
func.func @rows(%x: memref<?x10xi32>, %y: memref<?x10xi32>) {
  prim.device_sort slt ins(%x : memref<?x10xi32>) outs(%y : memref<?x10xi32>) dimension(1)
  return
}

// Bins are cleared by blocks as their number needs. Bytes are shared out by vectors.
// SM90: clear_bins (1024 threads, at most 264 blocks of extent in parts of 1024) then histogram (1024 threads, at most 264 blocks of elements in parts of 16384)
// GFX942: clear_bins (1024 threads, at most 608 blocks of extent in parts of 1024) then histogram (1024 threads, at most 608 blocks of elements in parts of 16384)
// LIMIT: clear_bins (1024 threads, at most 7 blocks
func.func @histogram(%x: memref<?xi8>, %h: memref<256xi32>, %lo: i32, %hi: i32) {
  prim.device_histogram ult ins(%x : memref<?xi8>) outs(%h : memref<256xi32>) even(%lo, %hi : i32, i32)
  return
}

// Partial results are no more than one block reads well.
// SM90: ranges_tiny (128 threads, at most 2112 blocks {{.*}}ranges_listed (128 threads, at most 1024 blocks)
// GFX942: ranges_tiny (128 threads, at most 4864 blocks {{.*}}ranges_listed (128 threads, at most 2048 blocks)
// LIMIT: ranges_tiny (128 threads, at most 7 blocks {{.*}}ranges_listed (128 threads, at most 7 blocks)
func.func @ranges(%x: memref<?xi32>, %y: memref<?xi32>, %b: memref<?xi32>, %e: memref<?xi32>) {
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) segments(%b, %e : memref<?xi32>, memref<?xi32>)
  return
}
