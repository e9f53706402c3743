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

/// Makes a tensor an input whose element at the loops' indices is loaded.
struct MakeInput : OpRewritePattern<tensor::ExtractOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractOp load,
                                PatternRewriter &rewriter) const override {
    auto op = dyn_cast<linalg::GenericOp>(load->getParentOp());
    Value tensor = load.getTensor();
    if (!op || !isParallelOnTensors(op) ||
        op->isAncestor(tensor.getParentRegion()->getParentOp()))
      return rewriter.notifyMatchFailure(load, "is in no elementwise body");
    SmallVector<int64_t> extents = op.getStaticLoopRanges();
    SmallVector<AffineExpr> exprs;
    llvm::SmallBitVector seen(op.getNumLoops());
    for (auto [position, extent] : llvm::zip_equal(
             load.getIndices(), load.getTensor().getType().getShape())) {
      auto index = position.getDefiningOp<linalg::IndexOp>();
      if (!index || ShapedType::isDynamic(extent) ||
          seen.test(index.getDim()) || extents[index.getDim()] != extent)
        return rewriter.notifyMatchFailure(load, "is at another position");
      seen.set(index.getDim());
      exprs.push_back(rewriter.getAffineDimExpr(index.getDim()));
    }
    if (exprs.empty())
      return rewriter.notifyMatchFailure(load, "is of a scalar");
    SmallVector<Value> inputs(op.getInputs());
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    maps.insert(maps.begin() + inputs.size(),
                AffineMap::get(op.getNumLoops(), 0, exprs, op.getContext()));
    inputs.push_back(tensor);
    rewriter.setInsertionPoint(op);
    auto made = linalg::GenericOp::create(
        rewriter, op.getLoc(), op.getResultTypes(), inputs, op.getOutputs(),
        maps, op.getIteratorTypesArray());
    rewriter.inlineRegionBefore(op.getRegion(), made.getRegion(),
                                made.getRegion().end());
    BlockArgument element = made.getBody()->insertArgument(
        inputs.size() - 1, load.getType(), load.getLoc());
    rewriter.replaceOp(load, element);
    rewriter.replaceOp(op, made);
    return success();
  }
};

/// Uses an input instead of a result that is a copy of it.
struct ForwardInput : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!isParallelOnTensors(op) || op->getNumResults() < 2)
      return rewriter.notifyMatchFailure(op, "has no copies beside results");
    bool isChanged = false;
    for (OpOperand *input : op.getDpsInputOperands())
      for (auto [result, value] :
           llvm::zip_equal(op.getResults(),
                           op.getBlock()->getTerminator()->getOperands())) {
        AffineMap map = op.getIndexingMapMatchingResult(result);
        if (result.use_empty() || value != op.getMatchingBlockArgument(input) ||
            result.getType() != input->get().getType() ||
            !map.isPermutation() || map != op.getMatchingIndexingMap(input))
          continue;
        rewriter.replaceAllUsesWith(result, input->get());
        isChanged = true;
      }
    return success(isChanged);
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
               MakeInput, ForwardInput, UseFillValue>(patterns.getContext());
}
