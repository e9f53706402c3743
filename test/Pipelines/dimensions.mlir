// The size of a dimension that there is not: upstream's pattern for memref.dim reads
// out of bounds where the number is negative, and bufferisation leads into it.
// RUN: prim-opt %s --prim-to-rocdl-pipeline="chip=gfx942 format=isa" -split-input-file -verify-diagnostics
// RUN: prim-opt %s --prim-bufferize -split-input-file -verify-diagnostics

func.func @argument(%a: tensor<?xi32>) -> tensor<?xi32> {
  %c-1 = arith.constant -1 : index
  // expected-error@+1 {{'tensor.dim' op reads the size of dimension -1 of 'tensor<?xi32>'; use a number from 0 to 0}}
  %n = tensor.dim %a, %c-1 : tensor<?xi32>
  %o = tensor.empty(%n) : tensor<?xi32>
  return %o : tensor<?xi32>
}

// -----

func.func @past_the_rank(%a: tensor<4x?xi32>) -> index {
  %c2 = arith.constant 2 : index
  // expected-error@+1 {{'tensor.dim' op reads the size of dimension 2 of 'tensor<4x?xi32>'; use a number from 0 to 1}}
  %n = tensor.dim %a, %c2 : tensor<4x?xi32>
  return %n : index
}

// -----

func.func @allocation(%n: index) -> index {
  %c-5 = arith.constant -5 : index
  %m = gpu.alloc(%n) : memref<?xf32>
  // expected-error@+1 {{'memref.dim' op reads the size of dimension -5 of 'memref<?xf32>'; use a number from 0 to 0}}
  %d = memref.dim %m, %c-5 : memref<?xf32>
  return %d : index
}

// -----

gpu.module @kernels {
  gpu.func @k(%m: memref<?xi32>, %o: memref<1xindex>) kernel {
    %c-1 = arith.constant -1 : index
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{'memref.dim' op reads the size of dimension -1 of 'memref<?xi32>'; use a number from 0 to 0}}
    %d = memref.dim %m, %c-1 : memref<?xi32>
    memref.store %d, %o[%c0] : memref<1xindex>
    gpu.return
  }
}
