//===- FuseElementwise.cpp - prim-fuse-elementwise --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs upstream's fusion of elementwise linalg ops where there are any, so that
// other programs do not pay for it.
//
//===----------------------------------------------------------------------===//

#include "ElementCode.h"
#include "prim/Conversion/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMFUSEELEMENTWISE
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

/// Makes linalg.softmax the reductions and elementwise ops that it consists of.
static LogicalResult decomposeSoftmax(func::FuncOp function) {
  SmallVector<linalg::SoftmaxOp> ops;
  function.walk([&](linalg::SoftmaxOp op) {
    if (op.hasPureTensorSemantics())
      ops.push_back(op);
  });
  IRRewriter rewriter(function.getContext());
  for (linalg::SoftmaxOp op : ops) {
    rewriter.setInsertionPoint(op);
    FailureOr<SmallVector<Value>> results = op.decomposeOperation(rewriter);
    if (failed(results))
      return op.emitOpError("cannot be split into reductions and elementwise "
                            "ops; write it as linalg.generic");
    rewriter.replaceOp(op, *results);
  }
  return success();
}

/// Makes ops linalg.generic, which upstream fuses: all on tensors that compute,
/// except fills, whose value is the start of a reduction, and contractions.
/// Returns whether there are any.
static bool generalizeOps(func::FuncOp function) {
  SmallVector<linalg::LinalgOp> ops;
  function.walk([&](linalg::LinalgOp op) {
    if (op.hasPureTensorSemantics() && !isa<linalg::FillOp>(*op) &&
        !linalg::isaContractionOpInterface(op) &&
        !linalg::isaConvolutionOpInterface(op))
      ops.push_back(op);
  });
  IRRewriter rewriter(function.getContext());
  for (linalg::LinalgOp op : ops) {
    rewriter.setInsertionPoint(op);
    (void)linalg::generalizeNamedOp(rewriter, op);
  }
  return !ops.empty();
}

/// Whether an operand's producer is fused into its consumer. One with other
/// uses would be computed twice, and one that is broadcast, more often than it
/// has elements. Copies cost nothing. One with side effects, such as assertions
/// on the indices of a gather, would be computed for these as well.
static bool isFused(OpOperand *operand) {
  Operation *producer = operand->get().getDefiningOp();
  auto consumer = dyn_cast<linalg::LinalgOp>(operand->getOwner());
  if (!producer || !producer->hasOneUse())
    return false;
  auto structured = dyn_cast<linalg::LinalgOp>(producer);
  if (!structured || !consumer)
    return true;
  if (!llvm::all_of(*structured.getBlock(),
                    [](Operation &op) { return isMemoryEffectFree(&op); }))
    return false;
  return consumer.getMatchingIndexingMap(operand).isPermutation() ||
         structured.getBlock()->without_terminator().empty();
}

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

struct PrimFuseElementwise
    : public prim::impl::PrimFuseElementwiseBase<PrimFuseElementwise> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    linalg::populateElementwiseOpsFusionPatterns(set, isFused);
    linalg::populateFoldReshapeOpsByExpansionPatterns(set, isFused);
    linalg::GenericOp::getCanonicalizationPatterns(set, context);
    tensor::ExpandShapeOp::getCanonicalizationPatterns(set, context);
    tensor::CollapseShapeOp::getCanonicalizationPatterns(set, context);
    set.add<LoadThroughReshape<tensor::ExpandShapeOp>,
            LoadThroughReshape<tensor::CollapseShapeOp>, UseOwnElement>(
        context);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    OpPassManager before(func::FuncOp::getOperationName());
    before.addPass(createLinalgFoldUnitExtentDimsPass());
    OpPassManager after(func::FuncOp::getOperationName());
    after.addPass(createCanonicalizerPass());
    after.addPass(createCSEPass());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      if (failed(decomposeSoftmax(function)))
        return signalPassFailure();
      if (generalizeOps(function) &&
          (failed(runPipeline(before, function)) ||
           failed(applyPatternsGreedily(function, patterns)) ||
           failed(runPipeline(after, function))))
        return signalPassFailure();
    }
  }

private:
  FrozenRewritePatternSet patterns;
};

} // namespace
