//===- PrimMapOps.cpp - Elements of device memory ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assembly, effects, folds and checks of the ops in PrimMapOps.td.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/IR/PrimMapOps.h"

#include "DeviceOps.h"

using namespace mlir;
using namespace mlir::prim;
using namespace mlir::prim::detail;

#include "prim/Dialect/Prim/IR/PrimMapEnums.cpp.inc"

#define GET_OP_CLASSES
#include "prim/Dialect/Prim/IR/PrimMapOps.cpp.inc"

void PrimDialect::registerMapOps() {
  addOperations<
#define GET_OP_LIST
#include "prim/Dialect/Prim/IR/PrimMapOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// device_map: assembly, effects, folds
//===----------------------------------------------------------------------===//

static const EnumWords kNeighbourWords = {
    [](StringRef word) -> std::optional<uint32_t> {
      if (std::optional<Neighbour> value = symbolizeNeighbour(word))
        return static_cast<uint32_t>(*value);
      return std::nullopt;
    },
    [](uint32_t value) {
      return stringifyNeighbour(static_cast<Neighbour>(value));
    }};

static constexpr Clause kMapClauses[] = {
    {ClauseForm::TypedValues, "ins", "", 0},
    {ClauseForm::TypedValues, "outs", "", 1},
    {ClauseForm::TypedValues, "workspace", "", 2},
    {ClauseForm::Flag, "initialized", "initialized"},
    {ClauseForm::TypedValues, "reads", "", 3},
    {ClauseForm::Enum, "neighbour", "neighbour", 0, TypeRule::I32,
     &kNeighbourWords},
    {ClauseForm::I64s, "dimension", "dimension"},
    {ClauseForm::Flag, "predicated", "predicated"},
    {ClauseForm::Tuning, "tuning", "tuning"},
    {ClauseForm::Async, "async", "", 4},
    {ClauseForm::Region, "map", "", 0}};
static constexpr OpSyntax kMapSyntax = {{}, kMapClauses, 5, 1, -1, nullptr};

const OpSyntax &DeviceMapOp::getSyntax() { return kMapSyntax; }

SmallVector<Type> DeviceMapOp::getItemTypes() {
  SmallVector<Type> types = getElements(getIns().getTypes());
  if (getNeighbour()) {
    types.append(SmallVector<Type>(types));
    types.push_back(IntegerType::get(getContext(), 1));
  }
  return types;
}

void DeviceMapOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addEffects(*this, /*clobbersInput=*/false, effects);
}

namespace {
/// What nobody uses need not be made: on tensors results are all that the op
/// does.
struct DropUnusedResults : public OpRewritePattern<DeviceMapOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DeviceMapOp op,
                                PatternRewriter &rewriter) const override {
    if (op.hasBufferForm())
      return rewriter.notifyMatchFailure(op, "writes memrefs");
    size_t numOuts = op.getOuts().size();
    auto isUsed = [&](size_t number) {
      return !op->getResult(number).use_empty();
    };
    SmallVector<size_t> kept =
        llvm::filter_to_vector(llvm::seq<size_t>(0, numOuts), isUsed);
    if (kept.size() == numOuts)
      return rewriter.notifyMatchFailure(op, "all results are used");
    if (kept.empty())
      return rewriter.notifyMatchFailure(op, "no result is used");
    // Without inputs the first output says what sizes there are.
    if (op.getIns().empty() &&
        op.getOuts()[kept.front()].getType() != op.getOuts().front().getType())
      return rewriter.notifyMatchFailure(op, "the sizes would be others");
    Operation *yield = op.getMap().front().getTerminator();
    SmallVector<Value> outs, yields;
    SmallVector<Type> types;
    for (size_t number : kept) {
      outs.push_back(op.getOuts()[number]);
      yields.push_back(yield->getOperand(number));
      types.push_back(op->getResult(number).getType());
    }
    llvm::append_range(yields, yield->getOperands().drop_front(numOuts));
    for (Value other : op->getResults().drop_front(numOuts))
      types.push_back(other.getType());
    auto smaller = DeviceMapOp::create(
        rewriter, op.getLoc(), types, op.getIns(), outs, op.getWorkspace(),
        op.getReads(), op.getAsyncDependencies(), op.getNeighbourAttr(),
        op.getDimensionAttr(), op.getPredicatedAttr(), op.getInitializedAttr(),
        op.getTuningAttr());
    rewriter.modifyOpInPlace(yield, [&] { yield->setOperands(yields); });
    rewriter.inlineRegionBefore(op.getMap(), smaller.getMap(),
                                smaller.getMap().end());
    // What is not kept has no uses, whatever it is replaced by.
    SmallVector<Value> results(op.getOuts());
    for (auto [number, result] : llvm::zip_first(kept, smaller->getResults()))
      results[number] = result;
    llvm::append_range(results, smaller->getResults().drop_front(kept.size()));
    rewriter.replaceOp(op, results);
    return success();
  }
};
} // namespace

void DeviceMapOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<DropUnusedResults>(context);
  patterns.add<FoldCasts<DeviceMapOp>>(context);
}

//===----------------------------------------------------------------------===//
// device_map: verifier
//===----------------------------------------------------------------------===//

LogicalResult DeviceMapOp::verify() {
  if (failed(verifyDevice(*this)))
    return failure();
  SmallVector<Type> elements = getElements(getOuts().getTypes());
  if (failed(verifyStored(*this, "ins", getElements(getIns().getTypes()))) ||
      failed(verifyStored(*this, "outs", elements)))
    return failure();
  if (getMap().empty())
    return emitOpError("needs a region map, which says what outs are made of");
  if (getNeighbour() && getIns().empty())
    return emitOpError("has a neighbour, but no ins whose neighbours it sees");
  if (failed(verifyOuts(*this, getOuts(), elements, getShape(*this), "the map",
                        getIns().empty() ? "one size" : "the sizes of ins")))
    return failure();
  SmallVector<Type> arguments = getItemTypes();
  if (getMap().getNumArguments() == arguments.size() + 1)
    arguments.push_back(IndexType::get(getContext()));
  SmallVector<Type> yields(elements);
  if (getPredicated())
    yields.push_back(IntegerType::get(getContext(), 1));
  if (failed(verifySignature(*this, getMap(), "map", arguments, yields)))
    return failure();
  return verifyPure(getMap(), "map");
}
