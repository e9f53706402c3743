//===- PrimDeviceOps.cpp - Primitives over device memory --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assembly, effects and folds of the device ops; DeviceOpVerify.cpp verifies.
//
//===----------------------------------------------------------------------===//

#include "DeviceOps.h"
#include "OpFolds.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace mlir::prim;
using namespace mlir::prim::detail;

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

/// The operands of both folds, and the last clauses of their tables.
static constexpr auto kFoldOperandClauses =
    joinClauses(makeDestination(/*ins=*/0, /*outs=*/1, /*workspace=*/2),
                makeBuffers("init", 3), makeBuffers("identity", 4),
                makeBuffers("reads", 5));
static constexpr auto makeFoldEnd(Clause dimension, Clause deterministic,
                                  Clause tuning) {
  return joinClauses(
      dimension, makeSegments("segments", SegmentForm::Offsets, /*group=*/7),
      makeSegments("head", SegmentForm::Head, /*group=*/7),
      makeSegments("by_key", SegmentForm::Key, /*group=*/7),
      makeRegion("equal", 3), deterministic, tuning,
      Clause{ClauseForm::FastMath, "fastmath", "fastmath"}, makeAsync(6),
      makeRegion("prologue", 0),
      Clause{ClauseForm::Combiner, "combiner", "commutative", 1},
      makeRegion("epilogue", 2));
}

static constexpr auto kReduceClauses = joinClauses(
    kFoldOperandClauses, makeFoldEnd(kDimensionsClause, kDeterministicClause,
                                     makeTuning(Algorithm::Cooperative)));
static constexpr OpSyntax kReduceSyntax = {kKindLeading, kReduceClauses, 8, 4,
                                           -1,           nullptr};

static constexpr auto kScanClauses = joinClauses(
    kFoldOperandClauses, makeFlag("total"), makeFlag("reverse"),
    makeFoldEnd(kDimensionClause, kDeterministicInRunClause,
                makeTuning(Algorithm::LookBack, Algorithm::ReduceThenScan,
                           Algorithm::Persistent, Algorithm::Cooperative,
                           Algorithm::CooperativeTile)));
static constexpr OpSyntax kScanSyntax = {kModeLeading, kScanClauses, 8, 4,
                                         -1,           nullptr};

static constexpr auto kSortClauses = joinClauses(
    makeDestination(/*ins=*/0, /*outs=*/1, /*workspace=*/2), kDimensionClause,
    makeSegments("segments", SegmentForm::Offsets, /*group=*/5),
    kSortKeyClauses, makeFlag("batches"), makeFlag("may_clobber_input"),
    makeComparison(/*reads=*/3, /*prologue=*/1, /*comparator=*/0,
                   makeTuning(Algorithm::Cooperative, Algorithm::CountFirst)));
static constexpr OpSyntax kSortSyntax = {kOrderLeading, kSortClauses, 6, 2, -1,
                                         nullptr};

const OpSyntax &DeviceReduceOp::getSyntax() { return kReduceSyntax; }
const OpSyntax &DeviceScanOp::getSyntax() { return kScanSyntax; }
const OpSyntax &DeviceSortOp::getSyntax() { return kSortSyntax; }

//===----------------------------------------------------------------------===//
// Shared by the device ops
//===----------------------------------------------------------------------===//

SmallVector<Type> prim::detail::getMappedTypes(Region &prologue,
                                               TypeRange ins) {
  if (!prologue.empty() && !prologue.front().empty())
    return llvm::to_vector(prologue.front().back().getOperandTypes());
  return getElements(ins);
}

/// The accumulator tuple: the combiner's types, or else the mapped types.
static SmallVector<Type> getFoldTypes(Region &combiner, Region &prologue,
                                      TypeRange ins) {
  if (!combiner.empty()) {
    auto types = combiner.getArgumentTypes();
    return SmallVector<Type>(types.begin(),
                             types.begin() + combiner.getNumArguments() / 2);
  }
  return getMappedTypes(prologue, ins);
}

void prim::detail::addEffects(
    DeviceOpInterface op, bool clobbersInput,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  auto add = [&](ValueRange values, MemoryEffects::Effect *effect) {
    // An effect needs an operand as its location, and any use of the value
    // serves.
    for (Value value : values)
      if (isa<BaseMemRefType>(value.getType()))
        for (OpOperand &operand : op->getOpOperands())
          if (operand.get() == value) {
            effects.emplace_back(effect, &operand);
            break;
          }
  };
  ValueRange workspace;
  Value work = op.getDeviceWorkspace();
  if (work)
    workspace = work;
  add(op.getDeviceIns(), MemoryEffects::Read::get());
  add(op.getDeviceInit(), MemoryEffects::Read::get());
  add(op.getDeviceReads(), MemoryEffects::Read::get());
  add(op.getDeviceSegments(), MemoryEffects::Read::get());
  add(workspace, MemoryEffects::Read::get());
  if (clobbersInput)
    add(op.getDeviceIns(), MemoryEffects::Write::get());
  add(op.getWrittenOuts(), MemoryEffects::Write::get());
  add(workspace, MemoryEffects::Write::get());
  // The op within prim.workspace_size is never run, but must not be removed.
  if (isa_and_nonnull<WorkspaceSizeOp>(op->getParentOp()))
    effects.emplace_back(MemoryEffects::Write::get());
}

//===----------------------------------------------------------------------===//
// DeviceReduceOp
//===----------------------------------------------------------------------===//

SmallVector<Type> DeviceReduceOp::getAccumulatorTypes() {
  return getFoldTypes(getCombiner(), getPrologue(), getIns().getTypes());
}

void DeviceReduceOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addEffects(*this, /*clobbersInput=*/false, effects);
}

//===----------------------------------------------------------------------===//
// DeviceScanOp
//===----------------------------------------------------------------------===//

SmallVector<Type> DeviceScanOp::getAccumulatorTypes() {
  return getFoldTypes(getCombiner(), getPrologue(), getIns().getTypes());
}

void DeviceScanOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addEffects(*this, /*clobbersInput=*/false, effects);
}

/// An epilogue may return more or fewer outputs than there are accumulators. So
/// the count is derived from `outs`, which has as many prefixes as totals.
static OperandRange getSlice(DeviceScanOp op, unsigned part) {
  unsigned groups =
      (op.getMode() == ScanMode::Both ? 2 : 1) + (op.getTotal() ? 1 : 0);
  auto [offset, length] = getScanSlice(op.getMode(), op.getTotal(),
                                       op.getOuts().size() / groups, part);
  return op.getOuts().slice(offset, length);
}
OperandRange DeviceScanOp::getInclusiveOuts() { return getSlice(*this, 0); }
OperandRange DeviceScanOp::getExclusiveOuts() { return getSlice(*this, 1); }
OperandRange DeviceScanOp::getTotalOuts() { return getSlice(*this, 2); }

//===----------------------------------------------------------------------===//
// DeviceSortOp
//===----------------------------------------------------------------------===//

SmallVector<Type> DeviceSortOp::getItemTypes() {
  return getMappedTypes(getPrologue(), getIns().getTypes());
}

void DeviceSortOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addEffects(*this, getMayClobberInput(), effects);
}

//===----------------------------------------------------------------------===//
// CheckOp
//===----------------------------------------------------------------------===//

LogicalResult CheckOp::verify() {
  size_t places = getMessage().count("{}");
  if (places != getValues().size())
    return emitOpError()
           << "has " << getValues().size() << " values for " << places
           << " placeholders {} in its message; give one value for each";
  return success();
}

LogicalResult CheckOp::canonicalize(CheckOp op, PatternRewriter &rewriter) {
  if (!matchPattern(op.getCondition(), m_One()))
    return rewriter.notifyMatchFailure(op, "may fail");
  rewriter.eraseOp(op);
  return success();
}

//===----------------------------------------------------------------------===//
// Canonicalisation
//===----------------------------------------------------------------------===//

/// Whether at most one element is known to take part, in the tensor form and
/// without outputs other than the results.
template <typename OpTy>
static bool isTrivial(OpTy op) {
  if (cast<DeviceOpInterface>(op.getOperation()).hasBufferForm() ||
      op.getWorkspace() || !op.getDiscards().empty() ||
      op.getIns().getTypes() != op.getOuts().getTypes() ||
      isa<WorkspaceSizeOp>(op->getParentOp()))
    return false;
  auto type = cast<RankedTensorType>(op.getIns().front().getType());
  ArrayRef<int64_t> along =
      cast<DeviceOpInterface>(op.getOperation()).getDeviceDimensions();
  int64_t size = type.getDimSize(along.empty() ? 0 : along.front());
  return !ShapedType::isDynamic(size) && size <= 1;
}

/// The result of an inclusive scan or a sort of at most one element is its
/// input.
template <typename OpTy>
struct FoldTrivial : public OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (!isTrivial(op))
      return rewriter.notifyMatchFailure(op, "may have several elements");
    if constexpr (std::is_same_v<OpTy, DeviceScanOp>) {
      if (op.getMode() != ScanMode::Inclusive || op.getTotal() ||
          !op.getInit().empty() || !op.getPrologue().empty() ||
          !op.getEpilogue().empty())
        return rewriter.notifyMatchFailure(op, "changes its elements");
    }
    if constexpr (std::is_same_v<OpTy, DeviceSortOp>) {
      if (!op.getPrologue().empty())
        return rewriter.notifyMatchFailure(op, "changes its elements");
    }
    rewriter.replaceOp(op, op.getIns());
    return success();
  }
};

namespace {
/// The size of a dimension that a memref lacks is undefined. Upstream's pattern
/// for memref.dim, which comes with gpu.alloc, reads out of bounds if the
/// number is negative. This pattern is tried first.
struct DimOutOfRange : OpRewritePattern<memref::DimOp> {
  explicit DimOutOfRange(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/10) {}

  LogicalResult matchAndRewrite(memref::DimOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<MemRefType>(op.getSource().getType());
    std::optional<int64_t> number = op.getConstantIndex();
    if (!type || !number || (*number >= 0 && *number < type.getRank()))
      return failure();
    rewriter.replaceOpWithNewOp<ub::PoisonOp>(op, op.getType());
    return success();
  }
};
} // namespace

void DeviceReduceOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                 MLIRContext *context) {
  addDropInitPattern<DeviceReduceOp>(patterns);
  patterns.add<FoldCasts<DeviceReduceOp>, DropUnwanted<DeviceReduceOp>,
               DimOutOfRange>(context);
}

void DeviceScanOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *context) {
  addDropInitPattern<DeviceScanOp>(patterns);
  patterns.add<FoldTrivial<DeviceScanOp>, FoldCasts<DeviceScanOp>,
               DropUnwanted<DeviceScanOp>>(context);
}

void DeviceSortOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *context) {
  patterns.add<FoldTrivial<DeviceSortOp>, FoldCasts<DeviceSortOp>,
               DropUnwanted<DeviceSortOp>>(context);
}
