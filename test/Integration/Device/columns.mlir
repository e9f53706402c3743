// Rows side by side, by several blocks. What they leave for each other does not stay in a
// workspace that is kept zero: the op after finds it so. And lanes without a row fold
// nothing: the region never ends unless it is given elements.
// REQUIRES: prim-run, emulator
// DEFINE: %{run} = timeout 100 prim-run %s --device=emulator --print
// RUN: %{run} --entry=kept --chip=gfx942 --generate=4000x20xi32:constant=1 --generate=20xi32:constant=0 \
// RUN:   --generate=1048576xi8:constant=0 --generate=100000xi32:constant=1 --generate=i32:constant=7 \
// RUN:   --inout=4 --inout=1 | FileCheck %s --check-prefix=KEPT
// KEPT: i32: 100000
// KEPT: 20xi32: 4000 4000
// RUN: %{run} --entry=ends --chip=gfx1100 --limits=max-blocks=4 --generate=400x20xi32:constant=2 \
// RUN:   --generate=20xi32:constant=0 --generate=1048576xi8:constant=1 --inout=1 | FileCheck %s --check-prefix=ENDS
// ENDS: 20xi32: 800 800

func.func @kept(%x: memref<?x?xi32>, %y: memref<?xi32>, %ws: memref<?xi8>, %z: memref<?xi32>, %o: memref<i32>) {
  prim.device_reduce add ins(%x : memref<?x?xi32>) outs(%y : memref<?xi32>)
      workspace(%ws : memref<?xi8>) initialized dimension(0)
  prim.device_reduce add ins(%z : memref<?xi32>) outs(%o : memref<i32>)
      workspace(%ws : memref<?xi8>) initialized
  return
}

func.func @ends(%x: memref<?x?xi32>, %y: memref<?xi32>, %ws: memref<?xi8>) {
  %none = arith.constant 0 : i32
  prim.device_reduce ins(%x : memref<?x?xi32>) outs(%y : memref<?xi32>)
      workspace(%ws : memref<?xi8>) identity(%none : i32) dimension(0) combiner {
  ^bb0(%a: i32, %b: i32):
    %zero = arith.constant 0 : i32
    %two = arith.constant 2 : i32
    %sum:2 = scf.while (%i = %zero, %s = %a) : (i32, i32) -> (i32, i32) {
      %more = arith.cmpi ne, %i, %b : i32
      scf.condition(%more) %i, %s : i32, i32
    } do {
    ^bb0(%i: i32, %s: i32):
      %next = arith.addi %i, %two : i32
      %t = arith.addi %s, %two : i32
      scf.yield %next, %t : i32, i32
    }
    prim.yield %sum#1 : i32
  }
  return
}
