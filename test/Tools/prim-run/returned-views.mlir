// A result that is a part of a buffer begins where the part does; one with holes is no
// array, and is an error.

// REQUIRES: prim-run, emulator, numpy
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %python -c "import numpy as np; np.save('x.npy', np.arange(10, dtype=np.int32))"
// RUN: prim-run %s --device=emulator --chip=gfx942 x.npy --scalar=3 --scalar=1 --output=y.npy
// RUN: %python -c "import numpy as np; print(np.load('y.npy'))" | FileCheck %s
// CHECK: [3 4 5 6]
// RUN: not prim-run %s --device=emulator --chip=gfx942 x.npy --scalar=0 --scalar=2 --output=z.npy 2>&1 | FileCheck %s --check-prefix=HOLES
// HOLES: error: a result is not a contiguous array: 4xi32
// RUN: not ls z.npy

func.func @main(%x: memref<?xi32>, %from: index, %step: index) -> memref<?xi32> {
  %c4 = arith.constant 4 : index
  %s = memref.subview %x[%from] [%c4] [%step] : memref<?xi32> to memref<?xi32, strided<[?], offset: ?>>
  %d = memref.cast %s : memref<?xi32, strided<[?], offset: ?>> to memref<?xi32>
  return %d : memref<?xi32>
}
