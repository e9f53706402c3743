// Kernels that are still in host functions.
func.func @main(%x: memref<?xi32>, %h: !foo.handle) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    "foo.visit"(%x, %tx, %h) : (memref<?xi32>, index, !foo.handle) -> ()
    gpu.terminator
  }
  return
}
