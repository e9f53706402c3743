// Waves that have no elements of a column have no fold either, where the operator has no
// identity: the last elements of columns of one, and of 33, which sixteen waves share.
// REQUIRES: prim-run, emulator
// DEFINE: %{rows} = 1
// DEFINE: %{run} = timeout 100 prim-run %s --device=emulator --print --entry=last --chip=gfx942 \
// DEFINE:   --generate=%{rows}x20xi32:constant=5 --generate=20xi32:constant=0 --generate=1048576xi8:constant=1 \
// DEFINE:   --generate=i32:constant=3 --inout=1
// RUN: %{run} | FileCheck %s
// REDEFINE: %{rows} = 33
// RUN: %{run} | FileCheck %s
// CHECK: 20xi32: 5 5 5

func.func @last(%x: memref<?x?xi32>, %y: memref<?xi32>, %ws: memref<?xi8>, %i: memref<i32>) {
  prim.device_reduce ins(%x : memref<?x?xi32>) outs(%y : memref<?xi32>) init(%i : memref<i32>)
      workspace(%ws : memref<?xi8>) dimension(0) tuning<block_size = 1024, items_per_thread = 1> combiner {
  ^bb0(%a: i32, %b: i32):
    prim.yield %b : i32
  }
  return
}
