//===- PrimOrderOps.cpp - Order in device memory ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assembly, effects, folds and checks of the ops in PrimOrderOps.td.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/IR/PrimOrderOps.h"

#include "DeviceOps.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::prim;
using namespace mlir::prim::detail;

#define GET_OP_CLASSES
#include "prim/Dialect/Prim/IR/PrimOrderOps.cpp.inc"

void PrimDialect::registerOrderOps() {
  addOperations<
#define GET_OP_LIST
#include "prim/Dialect/Prim/IR/PrimOrderOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Assembly, effects, folds
//===----------------------------------------------------------------------===//

static constexpr auto kMergeClauses =
    joinClauses(makeBuffers("ins", 0), makeBuffers("with", 1),
                makeBuffers("outs", 2), makeWorkspace(3), makeFlag("wide"),
                makeComparison(/*reads=*/4, /*prologue=*/1, /*comparator=*/0));
static constexpr OpSyntax kMergeSyntax = {
    kOrderLeading, kMergeClauses, 6, 2, -1, nullptr};

const OpSyntax &DeviceMergeOp::getSyntax() { return kMergeSyntax; }

OperandRange DeviceMergeOp::getDeviceIns() {
  return getOperation()->getOperands().take_front(getIns().size() +
                                                  getOthers().size());
}

SmallVector<Type> DeviceMergeOp::getItemTypes() {
  return getMappedTypes(getPrologue(), getIns().getTypes());
}

void DeviceMergeOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addEffects(*this, /*clobbersInput=*/false, effects);
}

void DeviceMergeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                MLIRContext *context) {
  patterns.add<FoldCasts<DeviceMergeOp>, DropUnwanted<DeviceMergeOp>>(context);
}

static constexpr auto kNthClauses =
    joinClauses(makeDestination(/*ins=*/0, /*outs=*/1, /*workspace=*/2),
                Clause{ClauseForm::Values, "nth", "", 3, TypeRule::Index},
                kDimensionClause, kSortKeyClauses,
                makeComparison(/*reads=*/4, /*prologue=*/1, /*comparator=*/0));
static constexpr OpSyntax kNthSyntax = {kOrderLeading, kNthClauses, 6, 2, -1,
                                        nullptr};

static constexpr auto kTopkClauses = joinClauses(
    makeBuffers("ins", 0), makeBuffers("outs", 1), makeBuffers("rest", 2),
    makeWorkspace(3), kDimensionClause, kSortKeyClauses, makeFlag("unordered"),
    makeComparison(/*reads=*/4, /*prologue=*/1, /*comparator=*/0));
static constexpr OpSyntax kTopkSyntax = {kOrderLeading, kTopkClauses, 6, 2, -1,
                                         nullptr};

const OpSyntax &DeviceNthOp::getSyntax() { return kNthSyntax; }
const OpSyntax &DeviceTopkOp::getSyntax() { return kTopkSyntax; }

SmallVector<Type> DeviceNthOp::getItemTypes() {
  return getMappedTypes(getPrologue(), getIns().getTypes());
}

SmallVector<Type> DeviceTopkOp::getItemTypes() {
  return getMappedTypes(getPrologue(), getIns().getTypes());
}

OperandRange DeviceTopkOp::getDeviceOuts() {
  return getOperation()->getOperands().slice(
      getODSOperandIndexAndLength(1).first,
      getOuts().size() + getRest().size());
}

void DeviceNthOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addEffects(*this, /*clobbersInput=*/false, effects);
}

void DeviceTopkOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addEffects(*this, /*clobbersInput=*/false, effects);
}

void DeviceNthOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<FoldCasts<DeviceNthOp>, DropUnwanted<DeviceNthOp>>(context);
}

void DeviceTopkOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *context) {
  patterns.add<FoldCasts<DeviceTopkOp>, DropUnwanted<DeviceTopkOp>>(context);
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

/// Verifies one group of buffers, and returns its size.
static FailureOr<int64_t> verifyRange(DeviceMergeOp op, StringRef group,
                                      ValueRange buffers, TypeRange items) {
  if (buffers.size() != items.size())
    return op.emitOpError() << "expects as many buffers in " << group
                            << (group == "outs" && !op.getPrologue().empty()
                                    ? " as the prologue yields, "
                                    : " as in ins, ")
                            << items.size() << ", found " << buffers.size();
  int64_t size = ShapedType::kDynamic;
  for (auto [buffer, item] : llvm::zip_equal(buffers, items)) {
    auto type = cast<ShapedType>(buffer.getType());
    if (type.getElementType() != item || type.getRank() != 1)
      return op.emitOpError()
             << "expects buffers of rank 1 with elements of type " << item
             << " in " << group << ", found " << type;
    if (failed(verifyCompatibleShape({size}, type.getShape())))
      return op.emitOpError()
             << "expects buffers of one size in " << group << ", found " << size
             << " and " << type.getDimSize(0);
    if (!type.isDynamicDim(0))
      size = type.getDimSize(0);
  }
  return size;
}

LogicalResult DeviceMergeOp::verify() {
  if (failed(verifyDevice(*this)))
    return failure();
  SmallVector<Type> items = getItemTypes();
  SmallVector<Type> elements = getElements(getIns().getTypes());
  if (failed(verifyMapped(*this, getPrologue(), elements, items)))
    return failure();
  FailureOr<int64_t> first = verifyRange(*this, "ins", getIns(), elements);
  if (failed(first))
    return failure();
  FailureOr<int64_t> second = verifyRange(*this, "with", getOthers(), elements);
  if (failed(second))
    return failure();
  FailureOr<int64_t> all = verifyRange(*this, "outs", getOuts(), items);
  if (failed(all))
    return failure();
  bool isKnown = llvm::none_of(ArrayRef<int64_t>{*first, *second, *all},
                               ShapedType::isDynamic);
  if (isKnown &&
      static_cast<uint64_t>(*first) + static_cast<uint64_t>(*second) !=
          static_cast<uint64_t>(*all))
    return emitOpError() << "expects outs to have as many elements as ins and "
                            "with together, "
                         << *first << " and " << *second << ", found " << *all;
  return verifyOrder(*this);
}

LogicalResult DeviceNthOp::verify() {
  if (!getNth())
    return emitOpError("needs nth(%n), the position of the element to select");
  if (failed(verifyDevice(*this)) ||
      failed(verifyMapped(*this, getPrologue(),
                          getElements(getIns().getTypes()), getItemTypes())) ||
      failed(verifyBits(*this, getBeginBit(), getEndBit())) ||
      failed(verifyOrder(*this)) ||
      failed(verifyOuts(*this, getOuts(), getItemTypes(), getShape(*this),
                        "arranged items")))
    return failure();
  int64_t size = getShape(*this)[getAlong()];
  APInt nth;
  if (!matchPattern(getNth(), m_ConstantInt(&nth)) || size == 0)
    return success();
  if (nth.isNegative() ||
      (!ShapedType::isDynamic(size) && nth.getSExtValue() >= size))
    return emitOpError() << "has an nth of " << nth.getSExtValue()
                         << ", which is outside "
                         << (ShapedType::isDynamic(size)
                                 ? std::string("the elements")
                                 : "the " + std::to_string(size) + " elements");
  return success();
}

/// Verifies one group of outputs: the shape of ins, except along the dimension,
/// where all outputs have one size.
static LogicalResult verifyTaken(DeviceTopkOp op, StringRef group,
                                 ValueRange outs) {
  SmallVector<int64_t> shape(getShape(op));
  for (Value out : outs) {
    auto type = cast<ShapedType>(out.getType());
    if (type.getRank() != static_cast<int64_t>(shape.size()))
      continue;
    int64_t size = type.getDimSize(op.getAlong());
    int64_t all = getShape(op)[op.getAlong()];
    if (!ShapedType::isDynamic(size) && !ShapedType::isDynamic(all) &&
        size > all)
      return op.emitOpError() << "takes " << size << " elements in " << group
                              << ", but ins has " << all << "; found " << type;
  }
  if (!outs.empty())
    if (auto type = cast<ShapedType>(outs.front().getType());
        type.getRank() == static_cast<int64_t>(shape.size()))
      shape[op.getAlong()] = type.getDimSize(op.getAlong());
  return verifyOuts(op, outs, op.getItemTypes(), shape, group,
                    "the sizes of ins, and one size along the dimension");
}

LogicalResult DeviceTopkOp::verify() {
  if (failed(verifyDevice(*this)) ||
      failed(verifyMapped(*this, getPrologue(),
                          getElements(getIns().getTypes()), getItemTypes())) ||
      failed(verifyBits(*this, getBeginBit(), getEndBit())) ||
      failed(verifyOrder(*this)) ||
      failed(verifyTaken(*this, "taken items", getOuts())))
    return failure();
  if (getRest().empty())
    return success();
  if (failed(verifyTaken(*this, "the rest", getRest())))
    return failure();
  int64_t taken =
      cast<ShapedType>(getOuts().front().getType()).getDimSize(getAlong());
  int64_t left =
      cast<ShapedType>(getRest().front().getType()).getDimSize(getAlong());
  int64_t all = getShape(*this)[getAlong()];
  if (!llvm::any_of(ArrayRef<int64_t>{taken, left, all},
                    ShapedType::isDynamic) &&
      taken + left != all)
    return emitOpError() << "takes " << taken << " elements and has a rest of "
                         << left << ", but ins has " << all;
  return success();
}

//===----------------------------------------------------------------------===//
// Codes of keys
//===----------------------------------------------------------------------===//

static IntegerType getCodeType(Type key) {
  unsigned width = key.isIndex() ? IndexType::kInternalStorageBitWidth
                                 : key.getIntOrFloatBitWidth();
  return IntegerType::get(key.getContext(), width);
}

/// Verifies that `order` is valid for keys of a type.
static LogicalResult verifyKeyOrder(Operation *op, Type key, SortOrder order) {
  bool isFloat = isa<FloatType>(key);
  if (isFloat == (order == SortOrder::Total))
    return success();
  return op->emitOpError() << "order '" << stringifySortOrder(order)
                           << "' does not support keys of type " << key
                           << "; use "
                           << (isFloat ? "'total'" : "'slt' or 'ult'");
}

LogicalResult SortCodeOp::inferReturnTypes(MLIRContext *,
                                           std::optional<Location> location,
                                           ValueRange operands, DictionaryAttr,
                                           OpaqueProperties, RegionRange,
                                           SmallVectorImpl<Type> &types) {
  // The parser infers types before the operand is verified.
  Type key = operands.empty() ? Type() : operands.front().getType();
  if (!key || !key.isIntOrIndexOrFloat())
    return emitOptionalError(location, "'prim.sort_code' op expects a key that "
                                       "is an integer, an index or a float");
  types.push_back(getCodeType(key));
  return success();
}

LogicalResult SortCodeOp::verify() {
  return verifyKeyOrder(*this, getKey().getType(), getOrder());
}

LogicalResult SortKeyOp::verify() {
  Type key = getKey().getType();
  if (Type code = getCodeType(key); getCode().getType() != code)
    return emitOpError() << "expects codes of type " << code
                         << " for keys of type " << key << ", found "
                         << getCode().getType();
  return verifyKeyOrder(*this, key, getOrder());
}
