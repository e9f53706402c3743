// Where a tile is not aligned, the lanes of a wave copy each other's elements to workgroup
// memory. The first scan gives different elements, and the sum of the prefix sums of these
// depends on their order.
// REQUIRES: prim-run, emulator
// DEFINE: %{chip} = gfx942
// DEFINE: %{run} = timeout 100 prim-run %s --device=emulator --print --entry=scan --chip=%{chip} \
// DEFINE:   --generate=3000xi32:constant=1 --generate=3001xi32:constant=0 --generate=3003xi32:constant=0 \
// DEFINE:   --generate=i32:constant=0 --inout=3
// RUN: %{run} | FileCheck %s
// REDEFINE: %{chip} = gfx1100
// RUN: %{run} | FileCheck %s
// CHECK: {{^}}i32: 209533704

func.func @scan(%x: memref<3000xi32>, %y: memref<3001xi32>, %z: memref<3003xi32>, %s: memref<i32>) {
  %from = memref.subview %y[1] [3000] [1] : memref<3001xi32> to memref<3000xi32, strided<[1], offset: 1>>
  %to = memref.subview %z[3] [3000] [1] : memref<3003xi32> to memref<3000xi32, strided<[1], offset: 3>>
  prim.device_scan inclusive add ins(%x : memref<3000xi32>) outs(%from : memref<3000xi32, strided<[1], offset: 1>>)
  prim.device_scan inclusive add ins(%from : memref<3000xi32, strided<[1], offset: 1>>) outs(%to : memref<3000xi32, strided<[1], offset: 3>>)
      tuning<block_size = 64, items_per_thread = 8, algorithm = persistent>
  prim.device_reduce add ins(%to : memref<3000xi32, strided<[1], offset: 3>>) outs(%s : memref<i32>)
  return
}
