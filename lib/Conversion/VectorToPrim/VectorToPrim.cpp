//===- VectorToPrim.cpp - prim-vector-to-prim ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Distributes reductions of vectors in a region of one lane over all lanes of
// its warp. Upstream's patterns distribute the vectors; prim's warp ops
// implement their cross-lane operations. A vector.reduction outside of such a
// region belongs to one thread and is not changed.
//
//===----------------------------------------------------------------------===//

#include "prim/Conversion/VectorToPrim.h"
#include "prim/Conversion/OptionsOnce.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/Transforms/VectorDistribution.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "prim/Conversion/Passes.h"
#include "prim/Dialect/Prim/IR/Elements.h"
#include "prim/Dialect/Prim/IR/Limits.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Utils/KnownThreads.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMVECTORTOPRIM
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

Value prim::createWarpReduction(Location loc, OpBuilder &builder, Value part,
                                vector::CombiningKind kind, uint32_t width) {
  Value own = vector::ReductionOp::create(builder, loc, kind, part);
  // Both dialects use the same names for the operators.
  std::optional<CombinerKind> combiner =
      symbolizeCombinerKind(vector::stringifyCombiningKind(kind));
  assert(combiner && "operators of vector are operators of prim");
  return WarpReduceOp::create(
             builder, loc, TypeRange{own.getType()}, ValueRange{own},
             /*identity=*/ValueRange(), /*valid=*/Value(), /*flag=*/Value(),
             /*init=*/ValueRange(), /*segment=*/SegmentKindAttr(), /*all=*/true,
             builder.getI32IntegerAttr(width),
             CombinerKindAttr::get(builder.getContext(), *combiner))
      .getResult(0);
}

Value prim::createWarpShuffle(Location loc, OpBuilder &builder, Value value,
                              Value lane, int64_t width) {
  Value source =
      arith::IndexCastOp::create(builder, loc, builder.getI32Type(), lane);
  return WarpShuffleOp::create(builder, loc, value.getType(), value, source,
                               ShuffleMode::Lane,
                               builder.getI32IntegerAttr(width))
      .getResult(0);
}

/// The identity map for a vector: upstream divides the outermost dimension that
/// is divisible by the lanes.
static AffineMap getDistribution(Value value) {
  auto type = dyn_cast<VectorType>(value.getType());
  if (!type)
    return AffineMap::get(value.getContext());
  return AffineMap::getMultiDimIdentityMap(type.getRank(), value.getContext());
}

void prim::populateVectorToPrimPatterns(RewritePatternSet &patterns,
                                        PatternBenefit benefit) {
  // Stores first and loads last: see keepsOrder().
  vector::populateDistributeTransferWriteOpPatterns(
      patterns, getDistribution, /*maxNumElementsToExtract=*/1,
      PatternBenefit(benefit.getBenefit() + 1));
  vector::populatePropagateWarpVectorDistributionPatterns(
      patterns, getDistribution, createWarpShuffle, benefit,
      /*readBenefit=*/PatternBenefit(benefit.getBenefit() - 1));
  vector::populateDistributeReduction(patterns, createWarpReduction, benefit);
}

namespace {

/// Executes the region in one lane, and broadcasts its results to all lanes.
struct WarpRegionPattern : OpRewritePattern<gpu::WarpExecuteOnLane0Op> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::WarpExecuteOnLane0Op op,
                                PatternRewriter &rewriter) const override {
    if (!op.getArgs().empty())
      return rewriter.notifyMatchFailure(op, "takes parts of vectors");
    if (op.getResultTypes() != op.getTerminator().getOperandTypes())
      return rewriter.notifyMatchFailure(op, "returns parts of vectors");
    bool hasResults = op.getNumResults() != 0;
    if (hasResults &&
        (op.getWarpSize() < 1 || op.getWarpSize() > kMaxLogicalWidth))
      return rewriter.notifyMatchFailure(op, "has more lanes than any wave");
    for (Type type : op.getResultTypes()) {
      auto vector = dyn_cast<VectorType>(type);
      if (!isElementType(getElementTypeOrSelf(type)) ||
          (vector && vector.getRank() != 1))
        return rewriter.notifyMatchFailure(op, "has results that no warp op "
                                               "takes");
    }
    Location loc = op.getLoc();
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    Value isFirst = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::eq, op.getLaneid(), zero);
    auto branch = scf::IfOp::create(rewriter, loc, op.getResultTypes(), isFirst,
                                    /*addThenBlock=*/false,
                                    /*addElseBlock=*/false);
    Operation *yield = op.getTerminator();
    rewriter.inlineRegionBefore(op.getWarpRegion(), branch.getThenRegion(),
                                branch.getThenRegion().end());
    rewriter.setInsertionPoint(yield);
    rewriter.replaceOpWithNewOp<scf::YieldOp>(yield, yield->getOperands());
    if (!hasResults) {
      rewriter.eraseOp(op);
      return success();
    }
    rewriter.createBlock(&branch.getElseRegion());
    // Not poison: LLVM assumes that a value that is poison in the other lanes
    // is the same in all of them, and would omit the broadcast.
    SmallVector<Value> nothing;
    for (Type type : op.getResultTypes())
      nothing.push_back(
          arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(type)));
    scf::YieldOp::create(rewriter, loc, nothing);
    rewriter.setInsertionPointAfter(branch);
    Value first = arith::ConstantIntOp::create(rewriter, loc, 0, 32);
    rewriter.replaceOpWithNewOp<WarpBroadcastOp>(
        op, op.getResultTypes(), branch.getResults(), first,
        rewriter.getI32IntegerAttr(op.getWarpSize()));
    return success();
  }
};

/// The memory that `memref` is a part of.
static Value getBase(Value memref) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  return memref;
}

/// Whether the memory accesses in the region of `op` may be distributed over
/// the lanes. Upstream moves reads after the region without regard to writes.
/// Accesses of different lanes have no order, and LLVM, which sees one lane,
/// would not keep one. So all reads must come before all writes, and writes
/// must be vector transfers. If any part of a memory is written, all accesses
/// to that memory must be to the same part.
static bool keepsOrder(gpu::WarpExecuteOnLane0Op op) {
  SmallVector<VectorTransferOpInterface> transfers;
  bool writes = false, readsLater = false, areTransfers = true;
  op.getWarpRegion().walk([&](Operation *inner) {
    if (isMemoryEffectFree(inner) ||
        inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
      return;
    if (auto transfer = dyn_cast<VectorTransferOpInterface>(inner))
      transfers.push_back(transfer);
    else
      areTransfers = false;
    bool isRead = hasSingleEffect<MemoryEffects::Read>(inner);
    readsLater |= isRead && writes;
    writes |= !isRead;
  });
  if (!writes)
    return true;
  // Memory accesses other than transfers stay in one lane.
  if (!areTransfers)
    return transfers.empty();
  if (readsLater)
    return false;
  for (VectorTransferOpInterface written : transfers) {
    if (!isa<vector::TransferWriteOp>(written))
      continue;
    for (VectorTransferOpInterface other : transfers)
      if (getBase(written.getBase()) == getBase(other.getBase()) &&
          (written.getBase() != other.getBase() ||
           !llvm::equal(written.getIndices(), other.getIndices()) ||
           written.getPermutationMap() != other.getPermutationMap() ||
           written.getVectorType() != other.getVectorType()))
        return false;
  }
  return true;
}

struct PrimVectorToPrim
    : OptionsOnce<prim::impl::PrimVectorToPrimBase<PrimVectorToPrim>> {
  using OptionsOnce::OptionsOnce;

  /// Whether the reductions in the region may be distributed over the lanes of
  /// the warp, and whether this is known to be supported.
  bool isShared(gpu::WarpExecuteOnLane0Op op) {
    int64_t width = op.getWarpSize();
    if (width > kMaxLogicalWidth || !llvm::isPowerOf2_64(width))
      return false;
    // A partial warp lacks lanes that would hold parts.
    std::optional<int64_t> threads = getKnownThreads(op);
    if (threads && *threads % width != 0)
      return false;
    bool hasReduction = false;
    WalkResult walk = op.walk([&](vector::ReductionOp reduction) {
      hasReduction = true;
      Type type = reduction.getDest().getType();
      bool isRounded =
          isa<FloatType>(type) &&
          (reduction.getKind() == vector::CombiningKind::ADD ||
           reduction.getKind() == vector::CombiningKind::MUL) &&
          !arith::bitEnumContainsAny(reduction.getFastmath(),
                                     arith::FastMathFlags::reassoc);
      return !isElementType(type) || (isRounded && !reassociate)
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    return hasReduction && !walk.wasInterrupted() && keepsOrder(op);
  }

  void runOnOperation() override {
    SmallVector<Operation *> shared;
    getOperation().walk([&](gpu::WarpExecuteOnLane0Op op) {
      if (isShared(op))
        shared.push_back(op);
    });
    for (Operation *op : llvm::to_vector(shared)) {
      vector::moveScalarUniformCode(cast<gpu::WarpExecuteOnLane0Op>(op));
      // Ops of the region are simplified as they become dead, because upstream
      // moves a load out only for a single use.
      op->getRegion(0).walk([&](Operation *inner) { shared.push_back(inner); });
    }
    RewritePatternSet distribution(&getContext());
    populateVectorToPrimPatterns(distribution);
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
    if (failed(
            applyOpPatternsGreedily(shared, std::move(distribution), config)))
      return signalPassFailure();

    RewritePatternSet regions(&getContext());
    populateWarpRegionToPrimPatterns(regions);
    walkAndApplyPatterns(getOperation(), std::move(regions));
  }
};

} // namespace

void prim::populateWarpRegionToPrimPatterns(RewritePatternSet &patterns,
                                            PatternBenefit benefit) {
  patterns.add<WarpRegionPattern>(patterns.getContext(), benefit);
}
