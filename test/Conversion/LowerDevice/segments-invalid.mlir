// RUN: prim-opt %s --prim-lower-device=chip=gfx942 --split-input-file --verify-diagnostics

func.func @tensors(%x: tensor<?xi32>, %y: tensor<?xi32>, %k: tensor<?xi64>) -> tensor<?xi32> {
  // expected-error @below {{on tensors must be bufferized before prim-lower-device}}
  %0 = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%y : tensor<?xi32>) by_key(%k : tensor<?xi64>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

func.func @algorithm(%x: memref<?xf32>, %y: memref<?xf32>, %k: memref<?xi64>) {
  // expected-error @below {{is deterministic and may round, but algorithm persistent is not deterministic; use reduce_then_scan, or remove the algorithm from the tuning}}
  prim.device_scan inclusive add ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) by_key(%k : memref<?xi64>) deterministic(run) tuning<algorithm = persistent>
  return
}

// -----

func.func @block_size(%x: memref<?xi32>, %y: memref<?xi32>, %n: memref<i32>, %f: memref<?xi1>) {
  // expected-error @below {{has a tuned block size of 32, which is not a multiple of the 64 lanes of a wave of gfx942}}
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%y, %n : memref<?xi32>, memref<i32>) head(%f : memref<?xi1>) tuning<block_size = 32>
  return
}

// -----

// A thread holds the keys of its items, too.
func.func @many_keys(%x: memref<?xi32>, %y: memref<?xi32>, %k: memref<?xi64>, %l: memref<?xi64>, %m: memref<?xi64>, %n: memref<?xi64>) {
  // expected-error @below {{has items of 320 registers of 32 bits per thread, but at most 256 are supported; use fewer items or operands}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) by_key(%k, %l, %m, %n : memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>) tuning<block_size = 64, items_per_thread = 32>
  return
}
