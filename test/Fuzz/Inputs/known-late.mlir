// A fold over nothing needs an identity; that it is one over nothing is seen when
// the count is computed: an error of the program's.
gpu.module @m {
  gpu.func @k(%p: memref<1xi32>, %x: i32, %i: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %none = arith.subi %x, %x : i32
    %s = prim.block_reduce %x valid(%none) combiner {
    ^bb0(%a: i32, %b: i32):
      %c = arith.muli %a, %b : i32
      prim.yield %c : i32
    } : i32
    memref.store %s, %p[%i] : memref<1xi32>
    gpu.return
  }
}
