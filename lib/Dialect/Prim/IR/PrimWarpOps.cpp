//===- PrimWarpOps.cpp - Collectives of a logical warp ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assembly, verification and folds of the warp ops.
//
//===----------------------------------------------------------------------===//

#include "OpClauses.h"
#include "OpFolds.h"
#include "OpVerify.h"

using namespace mlir;
using namespace mlir::prim;
using namespace mlir::prim::detail;

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

static constexpr Clause kReduceClauses[] = {
    {ClauseForm::Values, "identity", "", 1},
    {ClauseForm::Values, "valid", "", 2, TypeRule::I32},
    {ClauseForm::Values, "head", "segment", 3, TypeRule::I1, nullptr,
     static_cast<uint32_t>(SegmentKind::Head)},
    {ClauseForm::Values, "tail", "segment", 3, TypeRule::I1, nullptr,
     static_cast<uint32_t>(SegmentKind::Tail)},
    {ClauseForm::Values, "init", "", 4},
    {ClauseForm::Flag, "all", "all"},
    {ClauseForm::I32, "width", "width"},
    {ClauseForm::FastMath, "fastmath", "fastmath"},
    {ClauseForm::Combiner, "combiner", "commutative", 0}};
static constexpr OpSyntax kReduceSyntax = {
    kKindLeading, kReduceClauses, 5, 1, 0, inferElements};

static constexpr Clause kScanClauses[] = {
    {ClauseForm::Values, "init", "", 1},
    {ClauseForm::Values, "identity", "", 2},
    {ClauseForm::Values, "valid", "", 3, TypeRule::I32},
    {ClauseForm::Values, "head", "", 4, TypeRule::I1},
    {ClauseForm::Flag, "total", "total"},
    {ClauseForm::Flag, "reverse", "reverse"},
    {ClauseForm::Flag, "packed", "packed"},
    {ClauseForm::Flag, "distance", "distance"},
    {ClauseForm::I32, "width", "width"},
    {ClauseForm::FastMath, "fastmath", "fastmath"},
    {ClauseForm::Combiner, "combiner", "commutative", 0}};
static constexpr OpSyntax kScanSyntax = {kModeLeading,    kScanClauses, 5, 1, 0,
                                         inferScanResults};

static constexpr Clause kSortClauses[] = {
    {ClauseForm::Values, "valid", "", 1, TypeRule::I32},
    {ClauseForm::Flag, "stable", "stable"},
    {ClauseForm::I32, "width", "width"},
    {ClauseForm::Region, "comparator", "", 0}};
static constexpr OpSyntax kSortSyntax = {kOrderLeading, kSortClauses, 2, 1, 0,
                                         inferInputs};

const OpSyntax &WarpReduceOp::getSyntax() { return kReduceSyntax; }
const OpSyntax &WarpScanOp::getSyntax() { return kScanSyntax; }
const OpSyntax &WarpSortOp::getSyntax() { return kSortSyntax; }

/// Whether a lane holds one item instead of a vector of items.
static bool hasScalars(ValueRange inputs) {
  return llvm::none_of(inputs.getTypes(), llvm::IsaPred<VectorType>);
}

//===----------------------------------------------------------------------===//
// WarpReduceOp
//===----------------------------------------------------------------------===//

LogicalResult WarpReduceOp::verify() {
  if (failed(verifyItems(*this, getInputs().getTypes())) ||
      failed(verifyResults(*this, getAccumulatorTypes())) ||
      failed(verifyCombiner(*this)) || failed(verifyInit(*this, getInit())) ||
      failed(verifyWidth(*this, getWidth(), /*powerOfTwo=*/false)) ||
      failed(verifyValid(*this, getValid())))
    return failure();
  if (getSegment().has_value() != !!getFlag())
    return emitOpError("needs a segment kind together with a segment flag");
  if (getFlag() && getAll())
    return emitOpError("has segment flags and 'all'; the result of a segment "
                       "is defined only in its first lane, so remove 'all'");
  return success();
}

/// A logical warp of one lane folds to the lane's value.
LogicalResult WarpReduceOp::fold(FoldAdaptor,
                                 SmallVectorImpl<OpFoldResult> &results) {
  // With no valid lane the result would be the identity instead.
  if (getWidth() != 1u || !hasScalars(getInputs()) || getValid() ||
      !getInit().empty())
    return failure();
  llvm::append_range(results, getInputs());
  return success();
}

//===----------------------------------------------------------------------===//
// WarpScanOp
//===----------------------------------------------------------------------===//

static ResultRange getSlice(WarpScanOp op, unsigned part) {
  auto [offset, count] =
      getScanSlice(op.getMode(), op.getTotal(), op.getInputs().size(), part);
  return op->getResults().slice(offset, count);
}
ResultRange WarpScanOp::getInclusiveResults() { return getSlice(*this, 0); }
ResultRange WarpScanOp::getExclusiveResults() { return getSlice(*this, 1); }
ResultRange WarpScanOp::getTotalResults() { return getSlice(*this, 2); }

Value WarpScanOp::getDistanceResult() {
  return getDistance() ? Value(getResults().back()) : Value();
}

LogicalResult WarpScanOp::verify() {
  TypeRange inputs = getInputs().getTypes();
  if (failed(verifyItems(*this, inputs)) ||
      failed(verifyResults(*this, getScanResults(getMode(), inputs, getTotal(),
                                                 getDistance()))) ||
      failed(verifyCombiner(*this)) ||
      failed(verifyWidth(*this, getWidth(), /*powerOfTwo=*/false)) ||
      failed(verifyInit(*this, getInit())))
    return failure();
  if (getTotal() && failed(verifyValid(*this, getValid())))
    return failure();
  if (getPacked()) {
    if (getFlag())
      return emitOpError("has both head flags and packed flags; give one");
    if (inputs.size() != 1 || !isa<IntegerType>(inputs.front()))
      return emitOpError("has 'packed', which needs one integer per lane whose "
                         "top bit is the head flag, found ")
             << formatTypes(inputs);
  }
  if (getDistance() && !getFlag() && !getPacked())
    return emitOpError("has 'distance', which needs head flags; add them, or "
                       "remove 'distance'");
  return success();
}

/// In a logical warp of one lane, the inclusive prefix and the total are the
/// lane's value, and the exclusive prefix is the init.
LogicalResult WarpScanOp::fold(FoldAdaptor,
                               SmallVectorImpl<OpFoldResult> &results) {
  if (getWidth() != 1u || !hasScalars(getInputs()) || getDistance() ||
      getPacked())
    return failure();
  // An inclusive prefix with an init needs an operation.
  if ((getMode() == ScanMode::Inclusive) != getInit().empty())
    return failure();
  // With no valid lane the total would be the identity.
  if (getTotal() && getValid())
    return failure();
  if (getMode() != ScanMode::Exclusive)
    llvm::append_range(results, getInputs());
  if (getMode() != ScanMode::Inclusive)
    llvm::append_range(results, getInit());
  if (getTotal())
    llvm::append_range(results, getInputs());
  return success();
}

void WarpScanOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                             MLIRContext *) {
  addDropInitPattern<WarpScanOp>(patterns);
}

//===----------------------------------------------------------------------===//
// WarpSortOp
//===----------------------------------------------------------------------===//

LogicalResult WarpSortOp::verify() {
  if (failed(verifyItems(*this, getInputs().getTypes())) ||
      failed(verifyResults(*this, getInputs().getTypes())) ||
      failed(verifyOrder(*this)))
    return failure();
  return verifyWidth(*this, getWidth(), /*powerOfTwo=*/true);
}

/// A single item of a single lane is sorted.
LogicalResult WarpSortOp::fold(FoldAdaptor,
                               SmallVectorImpl<OpFoldResult> &results) {
  if (getWidth() != 1u || !hasScalars(getInputs()))
    return failure();
  llvm::append_range(results, getInputs());
  return success();
}
