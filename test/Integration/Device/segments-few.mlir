// One block does not fold a long segment by itself, if there are too few for the device:
// all blocks share it, and each has barriers of its own.
// RUN: prim-run %s --device=emulator --chip=gfx942 --generate=1048576xi32:constant=1 \
// RUN:   --generate=1xi32:constant=0 --generate=1xi32:constant=1048576 \
// RUN:   --generate=1xi32:constant=0 --inout=3 --print --stats 2>&1 | FileCheck %s
// REQUIRES: prim-run, emulator
// CHECK: {{^}}1xi32: 1048576
// CHECK: {{^}}  barrier {{ *[0-9][0-9][0-9]}}

func.func @main(%x: memref<?xi32>, %b: memref<?xi32>, %e: memref<?xi32>, %y: memref<?xi32>) {
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
      segments(%b, %e : memref<?xi32>, memref<?xi32>)
  return
}
