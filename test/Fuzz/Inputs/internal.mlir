// Upstream's conversion makes an operation of this that LLVM does not have, and
// the verifier says so in its own words: a defect for the fuzzer to see.
gpu.module @m {
  gpu.func @k(%p: memref<?xi32>, %i: index) kernel {
    %x = memref.load %p[%i] : memref<?xi32>
    %f = arith.sitofp %x : i32 to f8E5M2
    %b = arith.bitcast %f : f8E5M2 to i8
    %y = arith.extui %b : i8 to i32
    memref.store %y, %p[%i] : memref<?xi32>
    gpu.return
  }
}
