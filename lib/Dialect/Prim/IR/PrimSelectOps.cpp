//===- PrimSelectOps.cpp - Compaction of device memory ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assembly, effects, folds and checks of the ops in PrimSelectOps.td.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/IR/PrimSelectOps.h"

#include "DeviceOps.h"

using namespace mlir;
using namespace mlir::prim;
using namespace mlir::prim::detail;

#define GET_OP_CLASSES
#include "prim/Dialect/Prim/IR/PrimSelectOps.cpp.inc"

void PrimDialect::registerSelectOps() {
  addOperations<
#define GET_OP_LIST
#include "prim/Dialect/Prim/IR/PrimSelectOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Assembly, effects, folds
//===----------------------------------------------------------------------===//

static constexpr auto kSelectClauses = joinClauses(
    makeBuffers("ins", 0), makeBuffers("outs", 2),
    Clause{ClauseForm::TypedValues, "rest", "", 3, TypeRule::Elements, nullptr,
           std::nullopt, "rest_reversed"},
    makeWorkspace(4), makeBuffer("flags", 1), makeBuffers("reads", 5),
    makeNumber("heads"), makeRegion("equal", 2), makeNumber("classes"),
    makeLaunch(/*async=*/6,
               makeTuning(Algorithm::LookBack, Algorithm::Cooperative)),
    makeRegion("prologue", 0), makeRegion("where", 1));
static constexpr OpSyntax kSelectSyntax = {{}, kSelectClauses, 7, 3,
                                           -1, nullptr};

const OpSyntax &DeviceSelectOp::getSyntax() { return kSelectSyntax; }

OperandRange DeviceSelectOp::getDeviceIns() {
  return getOperation()->getOperands().take_front(getIns().size() +
                                                  (getFlags() ? 1 : 0));
}

OperandRange DeviceSelectOp::getDeviceOuts() {
  return getOperation()->getOperands().slice(
      getODSOperandIndexAndLength(2).first,
      getOuts().size() + getRest().size());
}

SmallVector<Type> DeviceSelectOp::getItemTypes() {
  return getMappedTypes(getPrologue(), getIns().getTypes());
}

OperandRange DeviceSelectOp::getOutsOf(unsigned number) {
  size_t members = getItemTypes().size();
  return getOuts().slice(number * members, members);
}

OperandRange DeviceSelectOp::getCounts() {
  return getOuts().take_back(getNumCounted());
}

static constexpr LeadingWord kRunLengthLeading[] = {
    {"nontrivial", nullptr, true, "nontrivial"}};
static constexpr auto kRunLengthClauses =
    joinClauses(makeDestination(/*ins=*/0, /*outs=*/1, /*workspace=*/2),
                makeBuffers("reads", 3),
                makeLaunch(/*async=*/4, makeTuning(Algorithm::Cooperative)),
                makeRegion("prologue", 1), makeRegion("equal", 0));
static constexpr OpSyntax kRunLengthSyntax = {
    kRunLengthLeading, kRunLengthClauses, 5, 2, -1, nullptr};

const OpSyntax &DeviceRunLengthOp::getSyntax() { return kRunLengthSyntax; }

SmallVector<Type> DeviceRunLengthOp::getItemTypes() {
  return getMappedTypes(getPrologue(), getIns().getTypes());
}

void DeviceRunLengthOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addEffects(*this, /*clobbersInput=*/false, effects);
}

void DeviceRunLengthOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                    MLIRContext *context) {
  patterns.add<FoldCasts<DeviceRunLengthOp>, DropUnwanted<DeviceRunLengthOp>>(
      context);
}

void DeviceSelectOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addEffects(*this, /*clobbersInput=*/false, effects);
}

void DeviceSelectOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                 MLIRContext *context) {
  patterns.add<FoldCasts<DeviceSelectOp>, DropUnwanted<DeviceSelectOp>>(
      context);
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

/// Verifies that the selection is defined in exactly one way, consistent with
/// the other clauses.
static LogicalResult verifySelection(DeviceSelectOp op) {
  bool hasWhere = !op.getWhere().empty();
  bool hasHeads = op.getHeads().has_value();
  if (!hasWhere && !hasHeads && !op.getFlags())
    return op.emitOpError(
        "needs flags, where or heads, which select the elements");
  if (hasHeads && (hasWhere || op.getFlags()))
    return op.emitOpError() << "has both heads and "
                            << (hasWhere ? "where" : "flags") << "; give one";
  if (!op.getEqual().empty() && !hasHeads)
    return op.emitOpError(
        "has an equal region, but no heads; add heads, or remove the region");
  if (std::optional<uint32_t> classes = op.getClasses()) {
    if (*classes < 2 || *classes > 3)
      return op.emitOpError() << "expects 2 or 3 classes, found "
                              << static_cast<int32_t>(*classes);
    if (!hasWhere)
      return op.emitOpError("has classes, but no where region, which computes "
                            "the class of an element; add it");
  }
  if (!op.getRestReversed())
    return success();
  if (!op.getRest().empty())
    return op.emitOpError("has both rest and rest_reversed; give one");
  if (op.getNumCounted() > 1)
    return op.emitOpError("has a reversed rest with several selected classes; "
                          "use rest(...) instead");
  return success();
}

/// Verifies the regions, and the flags, which follow the item in the arguments
/// of a region.
static LogicalResult verifySelectRegions(DeviceSelectOp op,
                                         ArrayRef<Type> items) {
  MLIRContext *context = op.getContext();
  auto i1 = IntegerType::get(context, 1);
  if (Value flags = op.getFlags()) {
    Type flag = getElement(flags.getType());
    if (failed(verifyStored(op, "flags", flag)))
      return failure();
    if (op.getWhere().empty() && !flag.isIntOrIndex())
      return op.emitOpError()
             << "expects flags of i1 or integers, found " << flags.getType();
  }
  if (Region &where = op.getWhere(); !where.empty()) {
    SmallVector<Type> arguments(items);
    if (Value flags = op.getFlags())
      arguments.push_back(getElement(flags.getType()));
    if (where.getNumArguments() == arguments.size() + 1)
      arguments.push_back(IndexType::get(context));
    Type yields = i1;
    if (op.getClasses())
      yields = IntegerType::get(context, 32);
    if (failed(verifySignature(op, where, "where", arguments, yields)) ||
        failed(verifyPure(where, "where")))
      return failure();
  }
  if (!op.getHeads())
    return success();
  auto keys = static_cast<int32_t>(*op.getHeads());
  if (keys < 1 || static_cast<size_t>(keys) > items.size())
    return op.emitOpError() << "expects from 1 to " << items.size()
                            << " keys in heads, found " << keys;
  if (op.getEqual().empty())
    return success();
  SmallVector<Type> arguments(items.take_front(keys));
  arguments.append(SmallVector<Type>(arguments));
  if (failed(verifySignature(op, op.getEqual(), "equal", arguments, i1)))
    return failure();
  return verifyPure(op.getEqual(), "equal");
}

/// Verifies one group of outputs; a reversed rest is as large as ins.
static LogicalResult verifyKept(DeviceSelectOp op, StringRef group,
                                ValueRange outs, TypeRange items) {
  auto capacity = cast<ShapedType>(outs.front().getType());
  for (auto [out, item] : llvm::zip_equal(outs, items)) {
    auto type = cast<ShapedType>(out.getType());
    if (type.getElementType() != item || type.getRank() != 1)
      return op.emitOpError() << "expects buffers of rank 1 with elements of "
                                 "type "
                              << item << " in " << group << ", found " << type;
    if (failed(verifyCompatibleShape(capacity, type)))
      return op.emitOpError() << "expects buffers of one size in " << group
                              << ", found " << capacity << " and " << type;
    if (op.getRestReversed() &&
        failed(verifyCompatibleShape(getShape(op), type.getShape())))
      return op.emitOpError() << "expects outs of the size of ins, which a "
                                 "reversed rest fills, found "
                              << type;
  }
  return success();
}

LogicalResult DeviceSelectOp::verify() {
  if (failed(verifyDevice(*this)) || failed(verifySelection(*this)))
    return failure();
  SmallVector<Type> items = getItemTypes();
  SmallVector<Type> elements = getElements(getIns().getTypes());
  if (failed(verifyStored(*this, "ins", elements)))
    return failure();
  if (failed(verifyMapped(*this, getPrologue(), elements, items)))
    return failure();
  if (failed(verifySelectRegions(*this, items)))
    return failure();
  size_t wanted = (items.size() + 1) * getNumCounted();
  if (getOuts().size() != wanted)
    return emitOpError() << "expects " << wanted << " outs, the last "
                         << getNumCounted() << " for "
                         << (getNumCounted() == 1 ? "the count" : "counts")
                         << "; found " << getOuts().size();
  for (unsigned number = 0; number < getNumCounted(); ++number)
    if (failed(verifyKept(*this, "outs", getOutsOf(number), items)))
      return failure();
  for (Value count : getCounts())
    if (failed(verifyCount(*this, count)))
      return failure();
  if (getRest().empty())
    return success();
  if (getRest().size() != items.size())
    return emitOpError() << "expects " << items.size()
                         << " buffers in rest, found " << getRest().size();
  return verifyKept(*this, "rest", getRest(), items);
}

LogicalResult DeviceRunLengthOp::verify() {
  if (failed(verifyDevice(*this)))
    return failure();
  SmallVector<Type> ins = getElements(getIns().getTypes());
  SmallVector<Type> elements = getItemTypes();
  if (failed(verifyStored(*this, "ins", ins)) ||
      failed(verifyMapped(*this, getPrologue(), ins, elements)))
    return failure();
  if (!getEqual().empty()) {
    SmallVector<Type> arguments(elements);
    arguments.append(elements);
    if (failed(verifySignature(*this, getEqual(), "equal", arguments,
                               IntegerType::get(getContext(), 1))) ||
        failed(verifyPure(getEqual(), "equal")))
      return failure();
  }
  size_t numFirsts = getNontrivial() ? 0 : elements.size();
  size_t numPlaces = getNontrivial() ? 2 : 1;
  if (getOuts().size() != numFirsts + numPlaces + 1)
    return emitOpError() << "expects " << numFirsts + numPlaces + 1
                         << " outs, which are "
                         << (getNontrivial() ? "places" : "the first elements")
                         << ", lengths and the count; found "
                         << getOuts().size();
  auto capacity = cast<ShapedType>(getOuts().front().getType());
  for (auto [number, out] : llvm::enumerate(getOuts().drop_back())) {
    auto type = cast<ShapedType>(out.getType());
    Type element = type.getElementType();
    if (number < numFirsts && element != elements[number])
      return emitOpError() << "expects elements of type " << elements[number]
                           << " in outs " << number << ", found " << type;
    if (number >= numFirsts && !element.isInteger(32) &&
        !element.isInteger(64) && !element.isIndex())
      return emitOpError() << "expects lengths and places of i32, i64 or "
                              "index, found "
                           << type;
    if (type.getRank() != 1 || failed(verifyCompatibleShape(capacity, type)))
      return emitOpError() << "expects buffers of rank 1 and of one size in "
                              "outs, except the count; found "
                           << capacity << " and " << type;
  }
  return verifyCount(*this, getOuts().back());
}
