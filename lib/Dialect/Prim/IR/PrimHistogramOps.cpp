//===- PrimHistogramOps.cpp - Histograms of device memory ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assembly, effects, folds and checks of the ops in PrimHistogramOps.td.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/IR/PrimHistogramOps.h"

#include "DeviceOps.h"

using namespace mlir;
using namespace mlir::prim;
using namespace mlir::prim::detail;

#define GET_OP_CLASSES
#include "prim/Dialect/Prim/IR/PrimHistogramOps.cpp.inc"

void PrimDialect::registerHistogramOps() {
  addOperations<
#define GET_OP_LIST
#include "prim/Dialect/Prim/IR/PrimHistogramOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Assembly, effects, folds
//===----------------------------------------------------------------------===//

static constexpr LeadingWord kHistogramLeading[] = {{"order", &kOrderWords}};
static constexpr auto kHistogramClauses = joinClauses(
    makeDestination(
        /*ins=*/0, /*outs=*/2, /*workspace=*/3,
        without(kDiscardsClause,
                refuseClause(
                    "cannot discard outs; use channels(c, a) with fewer active "
                    "channels, ordered so that these are the first"))),
    makeBuffer("weights", 1),
    Clause{ClauseForm::I32Pair, "channels", "channels", 0, TypeRule::I32,
           nullptr, std::nullopt, "active"},
    makeBuffers("even", 4), makeBuffers("range", 5), makeBuffers("reads", 6),
    kDeterministicInRunClause, makeLaunch(/*async=*/7),
    makeRegion("prologue", 0), makeRegion("bin", 1), makeRegion("epilogue", 2));
static constexpr OpSyntax kHistogramSyntax = {
    kHistogramLeading, kHistogramClauses, 8, 3, -1, nullptr};

const OpSyntax &DeviceHistogramOp::getSyntax() { return kHistogramSyntax; }

OperandRange DeviceHistogramOp::getDeviceIns() {
  return getOperation()->getOperands().take_front(getIns().size() +
                                                  (getWeights() ? 1 : 0));
}

ValueRange DeviceHistogramOp::getDeviceInit() {
  return getOperation()->getOperands().slice(
      getODSOperandIndexAndLength(4).first,
      getEven().size() + getRange().size());
}

SmallVector<Type> DeviceHistogramOp::getItemTypes() {
  return getMappedTypes(getPrologue(), getIns().getTypes());
}

Type DeviceHistogramOp::getCountType() {
  if (Region &epilogue = getEpilogue();
      !epilogue.empty() && epilogue.getNumArguments() != 0)
    return epilogue.getArgument(0).getType();
  return getElement(getOuts().front().getType());
}

Type DeviceHistogramOp::getLevelType() {
  if (ValueRange levels = getDeviceInit(); !levels.empty())
    return getElement(levels.front().getType());
  return Type();
}

void DeviceHistogramOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addEffects(*this, /*clobbersInput=*/false, effects);
}

void DeviceHistogramOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                    MLIRContext *context) {
  patterns.add<FoldCasts<DeviceHistogramOp>>(context);
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

/// Most elements of a pixel; a thread holds whole pixels.
static constexpr int32_t kMaxChannels = 64;

/// Verifies that the bins are defined in exactly one way.
static LogicalResult verifyWay(DeviceHistogramOp op) {
  SmallVector<StringRef> ways;
  if (!op.getEven().empty())
    ways.push_back("even");
  if (!op.getRange().empty())
    ways.push_back("range");
  if (!op.getBin().empty())
    ways.push_back("bin");
  if (ways.empty())
    return op.emitOpError(
        "needs even, range or bin, which maps elements to bins");
  if (ways.size() > 1)
    return op.emitOpError()
           << "has both " << ways[0] << " and " << ways[1] << "; give one";
  if (op.getOrder() && !op.getBin().empty())
    return op.emitOpError("has an order with a bin region, which compares "
                          "nothing; remove the order");
  return success();
}

/// Verifies channels against outs, ins and weights.
static LogicalResult verifyChannels(DeviceHistogramOp op) {
  auto channels = static_cast<int32_t>(op.getNumChannels());
  auto active = static_cast<int32_t>(op.getNumActive());
  if (op.getChannels().has_value() != op.getActive().has_value())
    return op.emitOpError("needs both channels and active, or none");
  if (channels < 1 || channels > kMaxChannels)
    return op.emitOpError() << "expects from 1 to " << kMaxChannels
                            << " channels, found " << channels;
  if (active < 1 || active > channels)
    return op.emitOpError() << "expects from 1 to " << channels
                            << " active channels, found " << active;
  if (op.getOuts().size() != static_cast<size_t>(active))
    return op.emitOpError() << "expects " << active
                            << " outs, one for each channel that is counted; "
                               "found "
                            << op.getOuts().size();
  if (!op.getChannels())
    return success();
  if (op.getWeights())
    return op.emitOpError("has both channels and weights; give one");
  int64_t last = getShape(op).back();
  if (!ShapedType::isDynamic(last) && last % channels != 0)
    return op.emitOpError() << "expects whole pixels of " << channels
                            << " channels in the last dimension of ins, found "
                            << op.getIns().front().getType();
  return success();
}

/// Whether elements of type `from` are widened to type `to` for comparisons.
static bool widensTo(Type from, Type to) {
  auto bits = [](Type type) {
    return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  };
  if (from == to || (from.isIntOrIndex() && isa<FloatType>(to)))
    return true;
  // f16 and bf16 have the same width, so neither widens to the other.
  return from.isIntOrIndex() == to.isIntOrIndex() && bits(from) < bits(to);
}

/// Verifies bounds or levels, and the order.
static LogicalResult verifyLevels(DeviceHistogramOp op, ArrayRef<Type> items) {
  bool isEven = !op.getEven().empty();
  StringRef name = isEven ? "even" : "range";
  ValueRange levels = op.getDeviceInit();
  unsigned wanted = op.getNumActive() * (isEven ? 2 : 1);
  if (levels.size() != wanted)
    return op.emitOpError() << "expects " << wanted
                            << (isEven ? " bounds in even, two for each out"
                                       : " buffers of levels in range, one for "
                                         "each out")
                            << "; found " << levels.size();
  Type type = op.getLevelType();
  if (!isElementType(type))
    return op.emitOpError()
           << "cannot have bounds of type " << type << " in " << name;
  for (Value level : levels) {
    if (getElement(level.getType()) != type)
      return op.emitOpError() << "expects one type in " << name << ", found "
                              << type << " and " << getElement(level.getType());
    auto shaped = dyn_cast<ShapedType>(level.getType());
    if (!shaped)
      continue;
    if (failed(verifyBuffer(op, level, name, /*written=*/false)))
      return failure();
    if (shaped.getRank() != (isEven ? 0 : 1))
      return op.emitOpError()
             << "expects "
             << (isEven ? "scalars or buffers of rank 0" : "buffers of rank 1")
             << " in " << name << ", found " << shaped;
  }
  if (items.size() != 1)
    return op.emitOpError()
           << "compares one element with " << name << ", but has "
           << formatTypes(items)
           << "; compute one element in a prologue, or the bin in a bin region";
  if (!widensTo(items.front(), type))
    return op.emitOpError()
           << "compares elements of type " << items.front() << " with " << name
           << " of type " << type
           << ", which cannot represent all of them; use a wider type";
  if (std::optional<SortOrder> order = op.getOrder()) {
    bool isFloat = isa<FloatType>(items.front());
    if (isFloat != (*order == SortOrder::Total))
      return op.emitOpError() << "compares " << items.front() << " in order "
                              << stringifySortOrder(*order) << "; use "
                              << (isFloat ? "total" : "slt or ult");
  }
  if (isEven)
    return success();
  for (auto [out, level] : llvm::zip_equal(op.getOuts(), levels)) {
    int64_t bins = cast<ShapedType>(out.getType()).getDimSize(0);
    int64_t size = cast<ShapedType>(level.getType()).getDimSize(0);
    bool isKnown = !ShapedType::isDynamic(bins) && !ShapedType::isDynamic(size);
    if (size == 0 || (isKnown && size != bins + 1))
      return op.emitOpError() << "expects one level more than there are bins, "
                                 "found "
                              << level.getType() << " for " << out.getType();
  }
  return success();
}

static bool isCountType(Type type, bool isWeighted) {
  return type.isInteger(32) || type.isInteger(64) || type.isIndex() ||
         (isWeighted && (type.isF32() || type.isF64()));
}

/// Verifies the epilogue: from a count, and optionally the index of its bin, to
/// the element of the output.
static LogicalResult verifyEpilogue(DeviceHistogramOp op, Type weight) {
  if (op.getChannels())
    return op.emitOpError("has both channels and an epilogue; convert counts "
                          "after the op");
  auto out = cast<ShapedType>(op.getOuts().front().getType());
  if (out.getRank() != 1)
    return op.emitOpError() << "expects outs of rank 1, found " << out;
  Region &epilogue = op.getEpilogue();
  SmallVector<Type> arguments{op.getCountType()};
  if (epilogue.getNumArguments() == 2)
    arguments.push_back(IndexType::get(op.getContext()));
  if (failed(verifySignature(op, epilogue, "epilogue", arguments,
                             out.getElementType())) ||
      failed(verifyPure(epilogue, "epilogue")) ||
      failed(verifyStored(op, "outs", out.getElementType())))
    return failure();
  Type count = arguments.front();
  if (!isCountType(count, static_cast<bool>(weight)))
    return op.emitOpError() << "expects counts of i32, i64 or index"
                            << (weight ? ", f32 or f64" : "")
                            << " in the epilogue region, found " << count;
  if (weight && weight != count)
    return op.emitOpError() << "expects weights of the type of the epilogue's "
                               "counts, found "
                            << weight << " and " << count;
  return success();
}

static LogicalResult verifyCounters(DeviceHistogramOp op) {
  Type weight;
  if (Value weights = op.getWeights())
    weight = getElement(weights.getType());
  if (!op.getEpilogue().empty())
    return verifyEpilogue(op, weight);
  for (Value out : op.getOuts()) {
    auto type = cast<ShapedType>(out.getType());
    Type element = type.getElementType();
    if (type.getRank() != 1 || !isCountType(element, static_cast<bool>(weight)))
      return op.emitOpError()
             << "expects outs of rank 1 of i32, i64 or index"
             << (weight ? ", f32 or f64" : "") << ", found " << type;
    if (weight && weight != element)
      return op.emitOpError() << "expects weights of the type of outs, found "
                              << weight << " and " << element;
  }
  return success();
}

LogicalResult DeviceHistogramOp::verify() {
  if (failed(verifyDevice(*this)) || failed(verifyWay(*this)) ||
      failed(verifyChannels(*this)) || failed(verifyCounters(*this)))
    return failure();
  SmallVector<Type> items = getItemTypes();
  SmallVector<Type> elements = getElements(getIns().getTypes());
  if (failed(verifyStored(*this, "ins", elements)))
    return failure();
  if (getChannels() && elements.size() != 1)
    return emitOpError() << "expects the pixels of its channels in one buffer, "
                            "found "
                         << elements.size() << " in ins";
  if (Region &prologue = getPrologue(); !prologue.empty()) {
    if (prologue.getNumArguments() == elements.size() + 1)
      elements.push_back(IndexType::get(getContext()));
    if (failed(verifySignature(*this, prologue, "prologue", elements, items)) ||
        failed(verifyPure(prologue, "prologue")))
      return failure();
    if (items.empty())
      return emitOpError(
          "yields nothing in its prologue region; yield at least one value");
  }
  Region &bin = getBin();
  if (bin.empty())
    return verifyLevels(*this, items);
  if (bin.getNumArguments() == items.size() + 1)
    items.push_back(IndexType::get(getContext()));
  Type number = IntegerType::get(getContext(), 32);
  if (!bin.front().empty())
    if (auto yield = dyn_cast<YieldOp>(bin.front().back());
        yield && yield.getNumOperands() == 1 &&
        yield.getOperand(0).getType().isIndex())
      number = IndexType::get(getContext());
  if (failed(verifySignature(*this, bin, "bin", items, number)))
    return failure();
  return verifyPure(bin, "bin");
}
