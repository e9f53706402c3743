// A scan along columns by several blocks, backwards: the first row has the fold of all rows after
// it, and the init before that. Totals are without it, written by the block that has seen all rows.
// REQUIRES: prim-run, emulator
// RUN: timeout 100 prim-run %s --device=emulator --print --entry=backwards --chip=gfx942 \
// RUN:   --generate=400x20xi32:constant=2 --generate=400x20xi32:constant=0 --generate=20xi32:constant=0 \
// RUN:   --generate=20xi32:constant=3 --generate=1048576xi8:constant=1 --inout=1 --inout=2 | FileCheck %s
// CHECK: 400x20xi32: 801 801 801
// CHECK: 20xi32: 800 800 800

func.func @backwards(%x: memref<?x?xi32>, %y: memref<?x?xi32>, %t: memref<?xi32>, %i: memref<?xi32>, %ws: memref<?xi8>) {
  prim.device_scan exclusive add ins(%x : memref<?x?xi32>) outs(%y, %t : memref<?x?xi32>, memref<?xi32>)
      init(%i : memref<?xi32>) workspace(%ws : memref<?xi8>) reverse total dimension(0)
      tuning<block_size = 128, items_per_thread = 4>
  return
}
