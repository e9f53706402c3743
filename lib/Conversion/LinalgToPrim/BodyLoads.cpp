//===- BodyLoads.cpp - Loads in linalg bodies ------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementCode.h"
#include "FuseElementwise.h"
#include "Operands.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// Loads from a tensor instead of the same one with dimensions of extent 1
/// added or removed, so that its producer and the load can be fused.
template <typename ReshapeOp>
struct LoadThroughReshape : OpRewritePattern<tensor::ExtractOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractOp load,
                                PatternRewriter &rewriter) const override {
    auto reshape = load.getTensor().getDefiningOp<ReshapeOp>();
    if (!reshape)
      return rewriter.notifyMatchFailure(load, "loads from no such reshape");
    // A device op names the buffers that its regions read.
    if (!load->getParentOfType<linalg::LinalgOp>())
      return rewriter.notifyMatchFailure(load, "is in no linalg body");
    if (!findInSource(reshape, load.getIndices(), /*zero=*/Value()))
      return rewriter.notifyMatchFailure(load, "joins dimensions");
    Value zero = arith::ConstantIndexOp::create(rewriter, load.getLoc(), 0);
    rewriter.replaceOpWithNewOp<tensor::ExtractOp>(
        load, reshape.getSrc(),
        *findInSource(reshape, load.getIndices(), zero));
    return success();
  }
};

/// Uses the body's own element of an input instead of a load of it.
struct UseOwnElement : OpRewritePattern<tensor::ExtractOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractOp load,
                                PatternRewriter &rewriter) const override {
    auto op = dyn_cast<linalg::GenericOp>(load->getParentOp());
    if (!op)
      return rewriter.notifyMatchFailure(load, "is in no linalg body");
    for (OpOperand *input : op.getDpsInputOperands()) {
      if (input->get() != load.getTensor())
        continue;
      AffineMap map = op.getMatchingIndexingMap(input);
      bool isOwn = llvm::all_of_zip(
          map.getResults(), load.getIndices(),
          [](AffineExpr expr, Value position) {
            auto loop = dyn_cast<AffineDimExpr>(expr);
            auto index = position.getDefiningOp<linalg::IndexOp>();
            return loop && index && index.getDim() == loop.getPosition();
          });
      if (!isOwn)
        continue;
      rewriter.replaceOp(load, op.getMatchingBlockArgument(input));
      return success();
    }
    return rewriter.notifyMatchFailure(load, "is of no own element");
  }
};

/// Uses a value that all elements of a tensor are instead of a load of one.
struct UseFillValue : OpRewritePattern<tensor::ExtractOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractOp load,
                                PatternRewriter &rewriter) const override {
    auto op = load.getTensor().getDefiningOp<linalg::GenericOp>();
    if (!op || !isParallelOnTensors(op))
      return rewriter.notifyMatchFailure(load, "is of no elementwise op");
    unsigned number = cast<OpResult>(load.getTensor()).getResultNumber();
    // Elements that the op does not write are those of the old tensor.
    if (!op.getMatchingIndexingMap(op.getDpsInitOperand(number))
             .isPermutation())
      return rewriter.notifyMatchFailure(load, "is of elements not written");
    Value value = op.getBlock()->getTerminator()->getOperand(number);
    if (op->isAncestor(value.getParentRegion()->getParentOp()))
      return rewriter.notifyMatchFailure(load, "is of elements that differ");
    rewriter.replaceOp(load, value);
    return success();
  }
};

} // namespace

void prim::populateLoadPatterns(RewritePatternSet &patterns) {
  patterns.add<LoadThroughReshape<tensor::ExpandShapeOp>,
               LoadThroughReshape<tensor::CollapseShapeOp>, UseOwnElement,
               UseFillValue>(patterns.getContext());
}
