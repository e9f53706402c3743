// RUN: prim-opt %s --verify-diagnostics --split-input-file --prim-lower-device="chip=gfx942"

// Sorts that no block holds.

func.func @long(%x: memref<?x10000xf32>) {
  // expected-error @+1 {{sorts rows of at most 8192 elements on gfx942, found 10000; use prim.device_sort, and other ops before and after it}}
  prim.device_rows ins(%x : memref<?x10000xf32>) outs(%x : memref<?x10000xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %k = prim.block_sort total %e : f32
    prim.yield %k : f32
  }
  return
}

// -----

func.func @tuned(%x: memref<?x?xi64>) {
  // expected-error @+1 {{sorts rows of at most 0 elements on gfx942; use prim.device_sort, and other ops before and after it}}
  prim.device_rows ins(%x : memref<?x?xi64>) outs(%x : memref<?x?xi64>) dimension(1)
      tuning<block_size = 1024, items_per_thread = 8> row {
  ^bb0(%e: i64, %index: index, %number: index):
    %k = prim.block_sort slt %e : i64
    prim.yield %k : i64
  }
  return
}
