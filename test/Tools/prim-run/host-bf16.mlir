// Host code computes with bf16: what rounds to it comes with prim, since not every
// system's compiler library has it.

// REQUIRES: prim-run, emulator, numpy
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %python -c "import numpy as np; np.save('x.npy', np.array([1.00390625, 1.01171875, -3, 1e30], np.float32)); np.save('y.npy', np.zeros((2, 4), np.float32))"
// RUN: prim-run %s --device=emulator --chip=gfx942 x.npy y.npy --inout=1 --output=z.npy
// RUN: %python -c "import numpy as np; print(*np.load('z.npy').view(np.uint32) >> 16, sep='\n')" | FileCheck %s
// Twice each, rounded to the nearest and ties to even; and a third of each.
// CHECK: [16384 16386 49344 29130]
// CHECK: [16043 16045 49024 28807]

func.func private @round(%v: f32) -> (f32, f32) {
  %short = arith.truncf %v : f32 to bf16
  %sum = arith.addf %short, %short : bf16
  %a = arith.extf %sum : bf16 to f32
  %third = arith.constant 0.33333333333333333 : f64
  %wide = arith.extf %v : f32 to f64
  %part = arith.mulf %wide, %third : f64
  %rounded = arith.truncf %part : f64 to bf16
  %b = arith.extf %rounded : bf16 to f32
  return %a, %b : f32, f32
}

func.func @main(%x: memref<4xf32>, %y: memref<2x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %v0 = memref.load %x[%c0] : memref<4xf32>
  %r0:2 = call @round(%v0) : (f32) -> (f32, f32)
  memref.store %r0#0, %y[%c0, %c0] : memref<2x4xf32>
  memref.store %r0#1, %y[%c1, %c0] : memref<2x4xf32>
  %v1 = memref.load %x[%c1] : memref<4xf32>
  %r1:2 = call @round(%v1) : (f32) -> (f32, f32)
  memref.store %r1#0, %y[%c0, %c1] : memref<2x4xf32>
  memref.store %r1#1, %y[%c1, %c1] : memref<2x4xf32>
  %v2 = memref.load %x[%c2] : memref<4xf32>
  %r2:2 = call @round(%v2) : (f32) -> (f32, f32)
  memref.store %r2#0, %y[%c0, %c2] : memref<2x4xf32>
  memref.store %r2#1, %y[%c1, %c2] : memref<2x4xf32>
  %v3 = memref.load %x[%c3] : memref<4xf32>
  %r3:2 = call @round(%v3) : (f32) -> (f32, f32)
  memref.store %r3#0, %y[%c0, %c3] : memref<2x4xf32>
  memref.store %r3#1, %y[%c1, %c3] : memref<2x4xf32>
  return
}
