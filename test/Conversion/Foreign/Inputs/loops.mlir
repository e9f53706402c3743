// Loops and branches that become kernels, or stay on the host.
func.func @parallel(%x: memref<?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %v = memref.load %x[%i] : memref<?xi32>
    %w = "foo.twice"(%v) : (i32) -> i32
    memref.store %w, %x[%i] : memref<?xi32>
  }
  return
}
func.func @forall(%x: memref<?xi32>, %n: index) {
  scf.forall (%i) in (%n) {
    "foo.visit"(%x, %i) : (memref<?xi32>, index) -> ()
  }
  return
}
func.func @steps(%x: memref<?xi32>, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %h = scf.for %i = %c0 to %n step %c1 iter_args(%s = %n) -> (index) {
    %t = "foo.step"(%s) : (index) -> index
    scf.yield %t : index
  }
  scf.if %c {
    prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%x : memref<?xi32>)
    "foo.note"(%h) : (index) -> ()
  }
  return
}
