// RUN: prim-opt %s --split-input-file --verify-diagnostics --prim-lower-device="chip=gfx942 print-plan=true" -o /dev/null
// RUN: not prim-opt %s --split-input-file --prim-lower-device 2>&1 | FileCheck %s --check-prefix=CHIP
// CHIP: error: 'prim.device_scan' op needs a target chip; pass one to prim-lower-device, such as chip=gfx942 or chip=sm_90

func.func @scan(%x: memref<?xi32>, %y: memref<?xi32>) {
  // expected-remark-re @below {{plan: tuning = #prim.tuning<block_size = {{[0-9]+}}, items_per_thread = {{[0-9]+}}>; workspace [8, grid_state(tiles)]; up to 0: nothing; up to {{[0-9]+}}: scan ({{[0-9]+}} threads, a block for each tile); beyond: scan ({{[0-9]+}} threads, a block for each tile)}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
  return
}

// -----

// What an op is given is what its plan has.
func.func @tuned(%x: memref<?xi32>, %y: memref<?xi32>) {
  // expected-remark-re @below {{plan: tuning = #prim.tuning<block_size = 128, items_per_thread = 4>; {{.*}}; up to 512: scan (128 threads}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
      tuning<block_size = 128, items_per_thread = 4>
  return
}

// -----

// Few columns have another plan than many, and only the host knows how many there are.
func.func @columns(%x: memref<?x?xf32>, %y: memref<?xf32>) {
  // expected-remark-re @below {{plan: tuning = #prim.tuning<block_size = 128, {{.*}}; beyond: reduce_columns (128 threads, at most {{[0-9]+}} blocks) then reduce_columns (128 threads, one block) by tiles of {{[0-9]+}} with workspace if blocks share a row; beyond: reduce_columns (}}
  // expected-remark-re @below {{plan: tuning = #prim.tuning<block_size = 128, {{.*}}; beyond: reduce (}}
  prim.device_reduce add ins(%x : memref<?x?xf32>) outs(%y : memref<?xf32>) dimension(0)
  return
}
