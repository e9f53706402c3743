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

#include "FuseElementwise.h"
#include "Operands.h"
#include "prim/Conversion/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
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
/// except fills, whose value is the start of a reduction, and convolutions.
/// Returns whether there are any.
static bool generalizeOps(func::FuncOp function) {
  SmallVector<linalg::LinalgOp> ops;
  function.walk([&](linalg::LinalgOp op) {
    if (op.hasPureTensorSemantics() && !isa<linalg::FillOp>(*op) &&
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

/// Most ops of a body that is computed instead of loaded.
static constexpr size_t kMaxIndexOps = 8;

/// Whether the op computes with its loops' indices alone: an iota, or a mask.
/// That costs less than to load what it gives.
static bool isOfIndices(linalg::LinalgOp op) {
  Block::OpListType &ops = op.getBlock()->getOperations();
  return op.getNumDpsInputs() == 0 && ops.size() <= kMaxIndexOps &&
         llvm::all_of(
             op.getBlock()->without_terminator(), [](Operation &inner) {
               return isa<linalg::IndexOp, CastOpInterface, arith::CmpIOp,
                          arith::AddIOp, arith::SubIOp, arith::AndIOp,
                          arith::OrIOp, arith::XOrIOp, arith::SelectOp>(inner);
             });
}

/// Whether each user computes the op's elements, so that nothing needs them in
/// memory. An op of prim that uses them may share them with others. Divisions
/// cost more than loads where they are broadcast.
static bool isRepeated(linalg::LinalgOp op) {
  bool divides =
      llvm::any_of(op.getBlock()->without_terminator(), [](Operation &inner) {
        return isa<arith::DivFOp, arith::DivSIOp, arith::DivUIOp, arith::RemFOp,
                   arith::RemSIOp, arith::RemUIOp>(inner);
      });
  return isParallelOnTensors(op) && !divides &&
         !op.getBlock()->without_terminator().empty() && isRepeatable(op) &&
         llvm::all_of(op->getUsers(), [&](Operation *user) {
           return isa<linalg::LinalgOp>(user) &&
                  user->getBlock() == op->getBlock();
         });
}

/// Whether an operand's producer is fused into its consumer. One with other
/// uses would be computed twice, one that is broadcast, more often than it has
/// elements, and one before the consumer's loop, in each iteration. Copies and
/// indices cost nothing. One with side effects, such as assertions on the
/// indices of a gather, would be computed for these as well. A contraction
/// stays out of reductions, which are converted without loops in their bodies.
static bool isFused(OpOperand *operand) {
  Operation *producer = operand->get().getDefiningOp();
  auto consumer = dyn_cast<linalg::LinalgOp>(operand->getOwner());
  auto structured = dyn_cast_if_present<linalg::LinalgOp>(producer);
  if (structured && consumer &&
      (isOfIndices(structured) || isRepeated(structured)))
    return true;
  if (!producer || !producer->hasOneUse() ||
      (structured && consumer && hasLoopInBody(structured) &&
       consumer.getNumReductionLoops() != 0))
    return false;
  // Loops over more dimensions would compute their indices from those. An
  // argument of the function gains nothing from that.
  if (isa<tensor::CollapseShapeOp>(producer) && consumer &&
      isa<BlockArgument>(producer->getOperand(0)) &&
      consumer.hasIndexSemantics())
    return false;
  if (!structured || !consumer)
    return true;
  if (!llvm::all_of(*structured.getBlock(),
                    [](Operation &op) { return isMemoryEffectFree(&op); }))
    return false;
  if (structured.getBlock()->without_terminator().empty())
    return true;
  return consumer.getMatchingIndexingMap(operand).isPermutation() &&
         producer->getParentOfType<LoopLikeOpInterface>() ==
             consumer->getParentOfType<LoopLikeOpInterface>();
}

namespace {

/// Lets elementwise ops write to new tensors where they do not read the old
/// ones. Upstream's pattern also does that for reductions whose body ignores
/// the accumulator, which are that of the old tensor where nothing is reduced.
struct DropUnreadOuts : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!isParallelOnTensors(op))
      return rewriter.notifyMatchFailure(op, "is not elementwise on tensors");
    bool isChanged = false;
    for (OpOperand &init : op.getDpsInitsMutable()) {
      auto type = cast<RankedTensorType>(init.get().getType());
      if (op.payloadUsesValueFromOperand(&init) || type.getEncoding() ||
          !op.getMatchingIndexingMap(&init).isPermutation() ||
          init.get().getDefiningOp<tensor::EmptyOp>())
        continue;
      Value empty = tensor::EmptyOp::create(
          rewriter, op.getLoc(),
          tensor::getMixedSizes(rewriter, op.getLoc(), init.get()),
          type.getElementType());
      rewriter.modifyOpInPlace(op, [&] { init.set(empty); });
      isChanged = true;
    }
    return success(isChanged);
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
    populateLoadPatterns(set);
    set.add<DropUnreadOuts>(context);
    patterns = FrozenRewritePatternSet(
        std::move(set),
        /*disabledPatternLabels=*/{
            "(anonymous namespace)::RemoveOutsDependency"});
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
      if (!generalizeOps(function))
        continue;
      if (failed(runPipeline(before, function)) ||
          failed(applyPatternsGreedily(function, patterns)) ||
          // A contraction takes copies of its operands before it is changed.
          (makeContractionsElementwise(function) &&
           failed(applyPatternsGreedily(function, patterns))))
        return signalPassFailure();
      // The patterns would undo this.
      collapseFoldedLoops(function);
      if (failed(runPipeline(after, function)))
        return signalPassFailure();
    }
  }

private:
  FrozenRewritePatternSet patterns;
};

} // namespace
