//===- PrimSearchOps.cpp - Searches and copies by index ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assembly, effects, folds and checks of the ops in PrimMapOps.td that access
// elements by computed indices: search and batch copy.
//
//===----------------------------------------------------------------------===//

#include "DeviceOps.h"

#include "prim/Dialect/Prim/IR/PrimMapOps.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::prim;
using namespace mlir::prim::detail;

using Effects =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

/// Adds read effects of `operands`, which are not among the inputs.
static void addReads(MutableOperandRange operands, Effects &effects) {
  for (OpOperand &operand : operands)
    if (isa<BaseMemRefType>(operand.get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
}

/// Verifies a group of buffers that is read besides the inputs: rank 1, one
/// size, and no output among them.
static LogicalResult verifyReadGroup(DeviceOpInterface op, StringRef name,
                                     ValueRange buffers) {
  if (buffers.empty())
    return op->emitOpError() << "needs at least one buffer in " << name;
  auto first = cast<ShapedType>(buffers.front().getType());
  for (Value buffer : buffers) {
    auto type = cast<ShapedType>(buffer.getType());
    if (failed(verifyBuffer(op, buffer, name, /*written=*/false)) ||
        failed(verifyStored(op, name, type.getElementType())))
      return failure();
    if (type.getRank() != 1 || failed(verifyCompatibleShape(first, type)))
      return op->emitOpError() << "expects buffers of rank 1 and one size in "
                               << name << ", found " << type;
    if (!op.hasBufferForm())
      continue;
    Value memory = stripCasts(buffer);
    for (Value out : op.getDeviceOuts())
      if (memory == stripCasts(out))
        return op->emitOpError()
               << "has one buffer in " << name << " and outs; use two buffers";
    Value workspace = op.getDeviceWorkspace();
    if (workspace && memory == stripCasts(workspace))
      return op->emitOpError()
             << "has its workspace in " << name << "; use a buffer of its own";
  }
  return success();
}

/// Whether numbers of this type can be indices.
static bool isIndexLike(Type type) {
  return type.isInteger(32) || type.isInteger(64) || type.isIndex();
}

//===----------------------------------------------------------------------===//
// DeviceSearchOp
//===----------------------------------------------------------------------===//

static StringRef stringifyMode(uint32_t mode) {
  switch (static_cast<SearchMode>(mode)) {
  case SearchMode::Lower:
    return "lower";
  case SearchMode::Upper:
    return "upper";
  case SearchMode::Contains:
    return "contains";
  }
  return "";
}

static std::optional<uint32_t> symbolizeMode(StringRef word) {
  for (uint32_t mode = 0; !stringifyMode(mode).empty(); ++mode)
    if (word == stringifyMode(mode))
      return mode;
  return std::nullopt;
}

static constexpr EnumWords kSearchWords = {symbolizeMode, stringifyMode};
static constexpr LeadingWord kSearchLeading[] = {
    {"mode", &kSearchWords, false},
    {"order", &kOrderWords},
    {"descending", nullptr, true, "descending"}};
static constexpr auto kSearchClauses =
    joinClauses(makeBuffers("ins", 0), makeBuffers("in", 1),
                makeBuffer("outs", 2), makeWorkspace(3, kNoDiscardsClause),
                makeComparison(/*reads=*/4, /*prologue=*/0, /*comparator=*/1));
static constexpr OpSyntax kSearchSyntax = {
    kSearchLeading, kSearchClauses, 6, 2, -1, nullptr};

const OpSyntax &DeviceSearchOp::getSyntax() { return kSearchSyntax; }

SmallVector<Type> DeviceSearchOp::getItemTypes() {
  return getMappedTypes(getPrologue(), getIns().getTypes());
}

void DeviceSearchOp::getEffects(Effects &effects) {
  addReads(getSortedMutable(), effects);
  addEffects(*this, /*clobbersInput=*/false, effects);
}

void DeviceSearchOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                 MLIRContext *context) {
  patterns.add<FoldCasts<DeviceSearchOp>>(context);
}

LogicalResult DeviceSearchOp::verify() {
  if (stringifyMode(getMode()).empty())
    return emitOpError() << "expects a mode from 0 to 2 (lower, upper, "
                            "contains), found "
                         << static_cast<int32_t>(getMode());
  SmallVector<Type> items = getItemTypes();
  if (failed(verifyDevice(*this)) ||
      failed(verifyReadGroup(*this, "in", getSorted())) ||
      failed(verifyPrologue(*this, getPrologue(), items)) ||
      failed(verifyOrder(*this)))
    return failure();
  if (getOrder() && items.size() != 1)
    return emitOpError() << "looks for items of " << items.size()
                         << " members with a built-in order, which compares "
                            "one key; use a comparator region";
  SmallVector<Type> sorted = getElements(getSorted().getTypes());
  if (sorted != items)
    return emitOpError() << "looks for " << formatTypes(items)
                         << ", but in holds " << formatTypes(sorted)
                         << "; convert in a prologue";
  if (getOuts().size() != 1)
    return emitOpError() << "expects one buffer in outs, found "
                         << getOuts().size();
  bool contains = getSearchMode() == SearchMode::Contains;
  auto out = cast<ShapedType>(getOuts().front().getType());
  Type answer = out.getElementType();
  if (contains ? !answer.isIntOrIndex() : !isIndexLike(answer))
    return emitOpError() << "expects elements of "
                         << (contains ? "i1, integers or index"
                                      : "i32, i64 or index")
                         << " in outs, found " << out;
  if (failed(verifyStored(*this, "outs", answer)))
    return failure();
  return verifyOuts(*this, getOuts(), answer, getShape(*this), "answers");
}

//===----------------------------------------------------------------------===//
// DeviceBatchCopyOp
//===----------------------------------------------------------------------===//

static constexpr auto kBatchCopyClauses = joinClauses(
    makeBuffer("ins", 3), makeBuffer("outs", 4),
    makeWorkspace(5, kNoDiscardsClause), makeBuffer("from", 0),
    makeBuffer("to", 1), makeBuffer("sizes", 2), makeNumber("addressed"),
    makeLaunch(/*async=*/6), makeRegion("prologue", 0));
static constexpr OpSyntax kBatchCopySyntax = {
    {}, kBatchCopyClauses, 7, 1, -1, nullptr};

const OpSyntax &DeviceBatchCopyOp::getSyntax() { return kBatchCopySyntax; }

void DeviceBatchCopyOp::getEffects(Effects &effects) {
  addReads(getInsMutable(), effects);
  addEffects(*this, /*clobbersInput=*/false, effects);
  if (!getAddressed())
    return;
  // Accesses through addresses may reach any memory.
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

void DeviceBatchCopyOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                    MLIRContext *context) {
  patterns.add<FoldCasts<DeviceBatchCopyOp>>(context);
}

LogicalResult DeviceBatchCopyOp::verify() {
  // The buffers of addresses and sizes are the op's inputs.
  constexpr StringRef names[] = {"from", "to", "sizes"};
  for (auto [group, name] : llvm::enumerate(names))
    if (unsigned found = getODSOperandIndexAndLength(group).second; found != 1)
      return emitOpError() << "expects one buffer in " << name << ", found "
                           << found;
  SmallVector<Type> types(getDeviceIns().getTypes());
  for (auto [name, type] : llvm::zip_equal(names, types)) {
    auto shaped = cast<ShapedType>(type);
    if (shaped.getRank() != 1 ||
        failed(verifyCompatibleShape(types.front(), type)))
      return emitOpError() << "expects buffers of rank 1 and one size in from, "
                              "to and sizes, found "
                           << type << " in " << name;
    if (shaped.getElementType() != getElement(types.front()) ||
        !isIndexLike(shaped.getElementType()))
      return emitOpError() << "expects elements of one type, i32, i64 or "
                              "index, in from, to and sizes, found "
                           << type << " in " << name;
  }
  if (std::optional<uint32_t> bytes = getAddressed()) {
    if (!getIns().empty() || !getOuts().empty())
      return emitOpError("has addressed with ins or outs; remove ins and outs, "
                         "because from and to hold addresses");
    if (!getPrologue().empty())
      return emitOpError("has addressed with a prologue, which maps only "
                         "elements of ins; remove the prologue");
    if (*bytes > 8 || !llvm::isPowerOf2_32(*bytes))
      return emitOpError() << "has addressed(" << static_cast<int32_t>(*bytes)
                           << "); expected elements of 1, 2, 4 or 8 bytes";
    if (!hasBufferForm())
      return emitOpError(
          "has addressed on tensors, which have no addresses; use memrefs");
    if (getElement(types.front()).isInteger(32))
      return emitOpError("expects addresses of type i64 or index in from, to "
                         "and sizes, found i32");
    return verifyDevice(*this);
  }
  if (failed(verifyDevice(*this)) ||
      failed(verifyReadGroup(*this, "ins", getIns())))
    return failure();
  if (getIns().size() != 1 || getOuts().size() != 1)
    return emitOpError() << "expects one buffer in ins and one in outs, found "
                         << getIns().size() << " and " << getOuts().size();
  auto in = cast<ShapedType>(getIns().front().getType());
  auto out = cast<ShapedType>(getOuts().front().getType());
  Type item = in.getElementType();
  if (!getPrologue().empty()) {
    item = out.getElementType();
    if (failed(verifyMapped(*this, getPrologue(), in.getElementType(), item)))
      return failure();
  }
  if (out.getRank() != 1 || out.getElementType() != item)
    return emitOpError() << "expects outs of rank 1 with elements of type "
                         << item << ", found " << out;
  return success();
}
