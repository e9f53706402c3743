// Segments by begins and ends may leave gaps. Whether a tile has one is a block
// reduction whose result guards stores with barriers. In blocks of 16 waves or more,
// lanes fold the results of waves; the result must still be known as uniform, also
// where a wave is wider than the number of waves.
// RUN: prim-compile %s --chip=sm_90 --emit=isa | FileCheck %s --check-prefix=PTX
// RUN: prim-compile %s --chip=gfx1100 --emit=isa | FileCheck %s
// RUN: prim-compile %s --chip=gfx942 --emit=isa | FileCheck %s

// The kernel has the barriers of the stores, after the branch on the result.
// PTX: .entry scan_0
// PTX: bar.sync
// CHECK: scan_0:
// CHECK: s_barrier

func.func @scan(%x: memref<?xf32>, %y: memref<?xf32>, %b: memref<?xi32>, %e: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
      segments(%b, %e : memref<?xi32>, memref<?xi32>) tuning<block_size = 512, items_per_thread = 12>
  return
}

func.func @scan_wide(%x: memref<?xi32>, %y: memref<?xi32>, %b: memref<?xi32>, %e: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
      segments(%b, %e : memref<?xi32>, memref<?xi32>) tuning<block_size = 1024, items_per_thread = 4>
  return
}
