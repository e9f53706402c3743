// Writes outside of the buffer where the offset is not 0.
func.func @main(%x: memref<?xi32>, %offset: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = arith.constant 7 : i32
  %n = memref.dim %x, %c0 : memref<?xi32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %j = arith.addi %i, %offset : index
    memref.store %v, %x[%j] : memref<?xi32>
  }
  return
}
