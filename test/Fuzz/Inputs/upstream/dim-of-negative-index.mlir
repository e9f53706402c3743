// signature: Segmentation fault in mlir::PatternApplicator::matchAndRewrite
// reason: the pattern for memref.dim of gpu.alloc takes the dimension's number unseen
// command: prim-opt --canonicalize
func.func @f(%n: index) -> index {
  %c-1 = arith.constant -1 : index
  %m = gpu.alloc(%n) : memref<?xf32>
  %d = memref.dim %m, %c-1 : memref<?xf32>
  return %d : index
}
