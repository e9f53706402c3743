// RUN: not prim-opt %s --prim-lower-device="chip=gfx942 limits=window=3" 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not prim-opt %s --prim-lower-device="chip=gfx942 limits=max-blocks=0" 2>&1 | FileCheck %s --check-prefix=BLOCKS
// RUN: not prim-opt %s --prim-lower-device="chip=gfx942 limits=max-blocks=65537" 2>&1 | FileCheck %s --check-prefix=BLOCKS
// RUN: not prim-opt %s --prim-lower-device="chip=gfx942 limits=max-blocks" 2>&1 | FileCheck %s --check-prefix=BLOCKS
// RUN: not prim-opt %s --prim-lower-device="chip=gfx942 limits=max-blocks=4," 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not prim-opt %s --prim-lower-device="chip=gfx942 limits=max-blocks=4,max-blocks=5" 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not prim-opt %s --prim-lower-device="chip=gfx942 limits=max-launch-threads=1023" 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: not prim-opt %s --prim-lower-device="chip=gfx942 limits=max-launch-threads=4294967296" 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: not prim-opt %s --prim-lower-device="chip=gfx942 limits=max-sort-items=1073741825" 2>&1 | FileCheck %s --check-prefix=ITEMS
// RUN: not prim-opt %s --prim-lower-device="chip=gfx942 limits=look-back-window=65" 2>&1 | FileCheck %s --check-prefix=WINDOW
// RUN: not prim-opt %s '--prim-lower-device=chip=gfx1100 limits=look-back-window=33' 2>&1 | FileCheck %s --check-prefix=WAVE
// RUN: not prim-opt %s '--prim-to-rocdl-pipeline=chip=gfx942 limits=max-blocks=-1' 2>&1 | FileCheck %s --check-prefix=BLOCKS

// NAME: error: limits has no 'window'; it takes max-blocks, look-back-window, max-launch-threads, least-columns, cooperative, overlapped, histogram-bytes, copy-words, align-tiles, max-sort-items
// NAME-NOT: see current operation
// BLOCKS: error: limits takes max-blocks from 1 to 65536, found '
// EMPTY: error: limits has no ''
// TWICE: error: limits has 'max-blocks' twice; remove one
// THREADS: error: limits takes max-launch-threads from 1024 to 4294967295, found '
// ITEMS: error: limits takes max-sort-items from 2 to 1073741824, found '1073741825'
// WINDOW: error: limits takes look-back-window from 1 to 64, found '65'
// WAVE: error: option limits has a look-back-window of 33 tiles, but a wave of gfx1100 has only 32 lanes
func.func @scan(%x: memref<?xi32>, %y: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
  return
}
