// RUN: prim-opt %s --prim-host-kernels -split-input-file -verify-diagnostics

func.func @fold(%x: memref<8xf32>, %s: memref<f32>) {
  // expected-error@+1 {{'linalg.reduce' op reduces a whole buffer in one thread; use prim.device_reduce}}
  linalg.reduce { arith.addf } ins(%x : memref<8xf32>) outs(%s : memref<f32>) dimensions = [0]
  return
}

// -----

func.func @reduction(%x: memref<?xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  // expected-error@+1 {{'scf.parallel' op with a reduction is not lowered on device memory; use prim.device_reduce}}
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init(%z) -> i32 {
    %v = memref.load %x[%i] : memref<?xi32>
    scf.reduce(%v : i32) {
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      scf.reduce.return %s : i32
    }
  }
  return %r : i32
}

// -----

func.func @steps(%x: memref<?xi32>, %v: i32) {
  // expected-error@+1 {{'scf.forall' op has a step of 0; steps must be positive}}
  scf.forall (%i) = (0) to (64) step (0) {
    memref.store %v, %x[%i] : memref<?xi32>
  }
  return
}
