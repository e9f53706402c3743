//===- ExpandShapes.cpp - memref.expand_shape by its sizes ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Utils/ExpandShapes.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

using namespace mlir;
using namespace mlir::prim;

static bool hasSeveralUnknownSizes(memref::ExpandShapeOp op) {
  return llvm::any_of(op.getReassociationIndices(),
                      [&](ArrayRef<int64_t> dims) {
                        return llvm::count_if(dims, [&](int64_t dim) {
                                 return op.getResultType().isDynamicDim(dim);
                               }) > 1;
                      });
}

/// The constant if there is one, as the result's type has it.
static OpFoldResult getStated(OpBuilder &builder, int64_t known, Value found) {
  return ShapedType::isDynamic(known) ? OpFoldResult(found)
                                      : builder.getIndexAttr(known);
}

static void lowerExpandShape(memref::ExpandShapeOp op) {
  CodeBuilder builder(op);
  auto source = memref::ExtractStridedMetadataOp::create(builder, op.getSrc());
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
  auto [knownStrides, knownOffset] = op.getResultType().getStridesAndOffset();
  SmallVector<OpFoldResult> strides(sizes.size());
  for (auto [dims, outer] :
       llvm::zip(op.getReassociationIndices(), source.getStrides())) {
    Value stride = outer;
    for (int64_t dim : llvm::reverse(dims)) {
      strides[dim] = getStated(builder, knownStrides[dim], stride);
      Value size =
          getValueOrCreateConstantIndexOp(builder, op.getLoc(), sizes[dim]);
      stride = builder.mul(stride, size);
    }
  }
  Value view = memref::ReinterpretCastOp::create(
      builder, op.getResultType(), source.getBaseBuffer(),
      getStated(builder, knownOffset, source.getOffset()), sizes, strides);
  op.getResult().replaceAllUsesWith(view);
  op.erase();
}

void prim::lowerExpandShapes(Operation *root) {
  SmallVector<memref::ExpandShapeOp> ops;
  root->walk([&](memref::ExpandShapeOp op) {
    if (hasSeveralUnknownSizes(op))
      ops.push_back(op);
  });
  llvm::for_each(ops, lowerExpandShape);
}
