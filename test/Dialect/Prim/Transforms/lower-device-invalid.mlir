// RUN: prim-opt %s --prim-lower-device=chip=gfx942 --split-input-file --verify-diagnostics

func.func @tensors(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  // expected-error @below {{on tensors must be bufferized before prim-lower-device}}
  %r = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%y : tensor<?xi32>) -> tensor<?xi32>
  return %r : tensor<?xi32>
}

// -----

func.func @dimension(%x: memref<4x?xi32>, %y: memref<4x?xi32>) {
  // expected-error @below {{along one dimension of a buffer of rank 2 is not lowered yet on gfx942}}
  prim.device_scan inclusive add ins(%x : memref<4x?xi32>) outs(%y : memref<4x?xi32>) dimension(1)
  return
}

// -----

func.func @strided(%x: memref<?xi32, strided<[2]>>, %y: memref<?xi32>) {
  // expected-error @below {{on a buffer that is not contiguous is not lowered yet on gfx942}}
  prim.device_scan inclusive add ins(%x : memref<?xi32, strided<[2]>>) outs(%y : memref<?xi32>)
  return
}

// -----

// A pitch, and columns of a matrix: neither is one run of elements.
func.func @pitched(%x: memref<?x8xi32, strided<[16, 1]>>, %y: memref<i32>) {
  // expected-error @below {{on a buffer that is not contiguous is not lowered yet on gfx942}}
  prim.device_reduce add ins(%x : memref<?x8xi32, strided<[16, 1]>>) outs(%y : memref<i32>)
  return
}

// -----

func.func @transposed(%x: memref<4x8xi32, strided<[1, 4]>>, %y: memref<i32>) {
  // expected-error @below {{on a buffer that is not contiguous is not lowered yet on gfx942}}
  prim.device_reduce add ins(%x : memref<4x8xi32, strided<[1, 4]>>) outs(%y : memref<i32>)
  return
}

// -----

func.func @unknown_pitch(%x: memref<4x?xi32, strided<[?, 1]>>, %y: memref<i32>) {
  // expected-error @below {{on a buffer that is not contiguous is not lowered yet on gfx942}}
  prim.device_reduce add ins(%x : memref<4x?xi32, strided<[?, 1]>>) outs(%y : memref<i32>)
  return
}

// -----

func.func @reduce_rows(%x: memref<4x?xi32>, %y: memref<4xi32>) {
  // expected-error @below {{along one dimension of a buffer of rank 2 is not lowered yet on gfx942}}
  prim.device_reduce add ins(%x : memref<4x?xi32>) outs(%y : memref<4xi32>) dimension(1)
  return
}

// -----

func.func @deterministic(%x: memref<?xf32>, %y: memref<?xf32>) {
  // expected-error @below {{with 'deterministic' and a combiner that may round is not lowered yet on gfx942}}
  prim.device_scan inclusive add ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) deterministic(run)
  return
}

// -----

func.func @any(%x: memref<?xf32>, %y: memref<f32>) {
  // expected-error @below {{with deterministic(any) is not lowered yet on gfx942}}
  prim.device_reduce add ins(%x : memref<?xf32>) outs(%y : memref<f32>) deterministic(any)
  return
}

// -----

func.func @algorithm(%x: memref<?xi32>, %y: memref<?xi32>) {
  // expected-error @below {{as persistent is not lowered yet on gfx942}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) tuning(#prim.tuning<algorithm = persistent>)
  return
}

// -----

func.func @not_whole_waves(%x: memref<?xi32>, %y: memref<?xi32>) {
  // expected-error @below {{has a tuned block size of 32, which is no multiple of the 64 lanes of a wave of gfx942}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) tuning<block_size = 32, items_per_thread = 4>
  return
}

// -----

module {
  func.func @nested(%x: memref<?xi32>, %o: memref<i32>) {
    // expected-error @+1 {{stands in a module within the module; device ops belong in host functions of the outermost one}}
    prim.device_reduce add ins(%x : memref<?xi32>) outs(%o : memref<i32>)
    return
  }
}
func.func private @outside(index)
