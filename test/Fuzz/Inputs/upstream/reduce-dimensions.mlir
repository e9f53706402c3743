// signature: mlir::linalg::ReduceOp::parse
// reason: the parser of linalg.reduce goes on without the dimensions that it could not read
// command: prim-opt
func.func @f(%x: tensor<8xi32>, %o: tensor<i32>) -> tensor<i32> {
  %0 = linalg.reduce { arith.addi } ins(%x : tensor<8xi32>) outs(%o : tensor<i32>) dimensions = [0 1]
  return %0 : tensor<i32>
}
