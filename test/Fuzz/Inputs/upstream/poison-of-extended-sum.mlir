// signature: mlir::arith::AddUIExtendedOp::fold
// reason: the folder takes the type of what the operands fold to; poison has none
// command: prim-opt --canonicalize
gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @k(%p: memref<1xi32>, %x: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %y = ub.poison : i32
    %sum, %carry = arith.addui_extended %x, %y : i32, i1
    memref.store %sum, %p[%c0] : memref<1xi32>
    gpu.return
  }
}
