//===- PrimLaneOps.cpp - Moving values between lanes ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assembly, verification and folds of the warp ops that move values between
// lanes, or between lanes and memory, without combining them.
//
//===----------------------------------------------------------------------===//

#include "OpClauses.h"
#include "OpVerify.h"

using namespace mlir;
using namespace mlir::prim;
using namespace mlir::prim::detail;

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

static constexpr Clause kBroadcastClauses[] = {
    {ClauseForm::Values, "lane", "", 1, TypeRule::I32},
    {ClauseForm::I32, "width", "width"}};
static constexpr OpSyntax kBroadcastSyntax = {{}, kBroadcastClauses, 2, 0,
                                              0,  inferInputs};

/// The clause whose keyword sets `mode` in the attribute; its argument is the
/// source.
static constexpr Clause getSourceClause(StringLiteral keyword,
                                        ShuffleMode mode) {
  return {
      ClauseForm::Values,         keyword, "mode", 1, TypeRule::I32, nullptr,
      static_cast<uint32_t>(mode)};
}
static constexpr Clause kShuffleClauses[] = {
    getSourceClause("lane", ShuffleMode::Lane),
    getSourceClause("up", ShuffleMode::Up),
    getSourceClause("down", ShuffleMode::Down),
    getSourceClause("xor", ShuffleMode::Xor),
    {ClauseForm::I32, "width", "width"}};
static constexpr OpSyntax kShuffleSyntax = {{}, kShuffleClauses, 2, 0,
                                            0,  inferInputs};

static constexpr LeadingWord kExchangeLeading[] = {
    {"mode", &kExchangeWords, false}};
static constexpr Clause kExchangeClauses[] = {
    {ClauseForm::TypedValue, "ranks", "", 1},
    {ClauseForm::Flag, "in_registers", "in_registers"},
    {ClauseForm::I32, "width", "width"}};
static constexpr OpSyntax kExchangeSyntax = {
    kExchangeLeading, kExchangeClauses, 2, 0, 0, inferInputs};

const OpSyntax &WarpBroadcastOp::getSyntax() { return kBroadcastSyntax; }
const OpSyntax &WarpShuffleOp::getSyntax() { return kShuffleSyntax; }
const OpSyntax &WarpExchangeOp::getSyntax() { return kExchangeSyntax; }

//===----------------------------------------------------------------------===//
// Values of other lanes
//===----------------------------------------------------------------------===//

/// The lanes of a logical warp of one lane get their own values.
static LogicalResult foldSingleLane(std::optional<uint32_t> width,
                                    ValueRange inputs,
                                    SmallVectorImpl<OpFoldResult> &results) {
  if (width != 1u)
    return failure();
  llvm::append_range(results, inputs);
  return success();
}

LogicalResult WarpBroadcastOp::verify() {
  if (failed(verifyItems(*this, getInputs().getTypes())) ||
      failed(verifyResults(*this, getInputs().getTypes())))
    return failure();
  return verifyWidth(*this, getWidth(), /*powerOfTwo=*/false);
}

LogicalResult WarpBroadcastOp::fold(FoldAdaptor,
                                    SmallVectorImpl<OpFoldResult> &results) {
  return foldSingleLane(getWidth(), getInputs(), results);
}

LogicalResult WarpShuffleOp::verify() {
  if (failed(verifyItems(*this, getInputs().getTypes())) ||
      failed(verifyResults(*this, getInputs().getTypes())))
    return failure();
  return verifyWidth(*this, getWidth(), /*powerOfTwo=*/true);
}

LogicalResult WarpShuffleOp::fold(FoldAdaptor,
                                  SmallVectorImpl<OpFoldResult> &results) {
  return foldSingleLane(getWidth(), getInputs(), results);
}

LogicalResult WarpExchangeOp::verify() {
  TypeRange inputs = getInputs().getTypes();
  if (failed(verifyItems(*this, inputs)) ||
      failed(verifyResults(*this, inputs)) ||
      failed(verifyWidth(*this, getWidth(), /*powerOfTwo=*/false)))
    return failure();
  bool scatters = getMode() == ExchangeMode::ScatterToStriped;
  if (scatters != !!getRanks())
    return emitOpError()
           << (scatters ? "needs ranks(...), the destinations of its items"
                        : "has ranks, which only scatter_to_striped takes; "
                          "remove them");
  if (!scatters)
    return success();
  if (getInRegisters())
    return emitOpError(
        "scatters through workgroup memory; remove in_registers");
  Type ranks = getRanks().getType(), rank = getElement(ranks);
  if (!rank.isIntOrIndex())
    return emitOpError() << "expects ranks that are integers, found " << rank;
  if (failed(verifyItems(*this, {inputs.front(), ranks})))
    return failure();
  // Without a width the lowering checks with the target's wave.
  return getWidth() ? verifyRanks(*getWidth()) : success();
}

int64_t WarpExchangeOp::getNumItems() {
  auto type = dyn_cast<VectorType>(getInputs().front().getType());
  return type ? type.getNumElements() : 1;
}

LogicalResult WarpExchangeOp::verifyRanks(unsigned width) {
  Type rank = getElement(getRanks().getType());
  int64_t last = width * getNumItems() - 1;
  if (rank.isIndex() || rank.getIntOrFloatBitWidth() >= 32 ||
      last >> rank.getIntOrFloatBitWidth() == 0)
    return success();
  return emitOpError() << "has ranks of type " << rank
                       << ", which cannot represent the last rank " << last
                       << "; use a wider type";
}

LogicalResult WarpExchangeOp::fold(FoldAdaptor,
                                   SmallVectorImpl<OpFoldResult> &results) {
  // The items of one lane have the same order in both arrangements, but a
  // scatter permutes them.
  if (getMode() == ExchangeMode::ScatterToStriped)
    return failure();
  return foldSingleLane(getWidth(), getInputs(), results);
}

//===----------------------------------------------------------------------===//
// Lane masks
//===----------------------------------------------------------------------===//

LogicalResult WarpMatchAnyOp::verify() {
  std::optional<uint32_t> bits = getBits();
  if (bits && getNumBits())
    return emitOpError("has two numbers of bits; give one");
  unsigned width = getLabel().getType().getIntOrFloatBitWidth();
  if (bits && (*bits < 1 || *bits > width))
    return emitOpError() << "compares " << static_cast<int32_t>(*bits)
                         << " bits of a label; expected 1 to " << width;
  return success();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Verifies the common parts of a load and a store.
template <typename OpTy>
static LogicalResult verifyTransfer(OpTy op) {
  if (failed(verifyItems(op, op.getItems().getType())) ||
      failed(verifyWidth(op, op.getWidth(), /*powerOfTwo=*/false)))
    return failure();
  MemRefType memory = op.getMemoryType();
  if (getElement(op.getItems().getType()) != memory.getElementType())
    return op.emitOpError()
           << "moves items of type " << getElement(op.getItems().getType())
           << ", but the memory has elements of " << memory.getElementType();
  if (!memory.areTrailingDimsContiguous(1))
    return op.emitOpError()
           << "expects memory that is contiguous in its last dimension, found "
           << memory;
  return success();
}

LogicalResult WarpLoadOp::verify() {
  if (failed(verifyTransfer(*this)))
    return failure();
  if (!getFill())
    return success();
  if (!getValid())
    return emitOpError("has a fill without valid(...), so there is no item to "
                       "fill; add valid(...), or remove the fill");
  Type element = getMemoryType().getElementType();
  if (getFill().getType() != element)
    return emitOpError() << "expects a fill of type " << element << ", found "
                         << getFill().getType();
  return success();
}

LogicalResult WarpStoreOp::verify() { return verifyTransfer(*this); }
