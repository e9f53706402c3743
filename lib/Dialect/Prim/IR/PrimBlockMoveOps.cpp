//===- PrimBlockMoveOps.cpp - Items among the threads of a block ----*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assembly, effects, folds and checks of the ops in PrimBlockMoveOps.td.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/IR/PrimBlockMoveOps.h"

#include "OpClauses.h"
#include "OpVerify.h"

using namespace mlir;
using namespace mlir::prim;
using namespace mlir::prim::detail;

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

/// `element` for each item of `items`.
static Type getTypeLike(Type items, Type element) {
  auto vector = dyn_cast<VectorType>(items);
  return vector ? VectorType::get(vector.getShape(), element) : element;
}

/// `count` items of a thread; the verifier reports an invalid number.
static Type getItemsType(Type element, int64_t count) {
  if (count <= 1 || count > int64_t(kMaxItemRegisters))
    return element;
  return VectorType::get({count}, element);
}

/// The types that a region yields; empty if the region is malformed, which the
/// verifier reports.
static SmallVector<Type> getYields(Region &region) {
  if (region.empty() || region.front().empty())
    return {};
  auto yield = dyn_cast<YieldOp>(region.front().back());
  return yield ? SmallVector<Type>(yield.getValues().getTypes())
               : SmallVector<Type>();
}

/// The region's results, for each requested side.
static SmallVector<Type> getAdjacentResults(Type items, Region &map,
                                            unsigned sides) {
  SmallVector<Type> types;
  for (unsigned side = 0; side < sides; ++side)
    for (Type type : getYields(map))
      types.push_back(VectorType::isValidElementType(type)
                          ? getTypeLike(items, type)
                          : type);
  return types;
}

static SmallVector<Type> getShuffleResults(TypeRange inputs, bool edge) {
  SmallVector<Type> types(inputs);
  if (edge)
    llvm::append_range(types, getElements(inputs));
  return types;
}

static SmallVector<Type> getDecodedResults(TypeRange inputs, int64_t items,
                                           bool offsets, bool total) {
  SmallVector<Type> types;
  for (Type element : getElements(inputs))
    types.push_back(getItemsType(element, items));
  Type i32 = IntegerType::get(inputs.front().getContext(), 32);
  if (offsets)
    types.push_back(getItemsType(i32, items));
  if (total)
    types.push_back(i32);
  return types;
}

static constexpr LeadingWord kSides[] = {{"left", nullptr, true, "left"},
                                         {"right", nullptr, true, "right"}};
static constexpr Clause kAdjacentClauses[] = {
    {ClauseForm::Values, "predecessor", "", 1},
    {ClauseForm::Values, "successor", "", 2},
    {ClauseForm::Values, "valid", "", 3, TypeRule::I32},
    kNeighbourArrangementClause,
    {ClauseForm::Region, "map", "", 0}};
static constexpr OpSyntax kAdjacentSyntax = {
    kSides,
    kAdjacentClauses,
    4,
    1,
    0,
    [](const ParsedCollective &parsed, SmallVectorImpl<Type> &types) {
      unsigned sides =
          !!parsed.attributes.get("left") + !!parsed.attributes.get("right");
      types = getAdjacentResults(parsed.inputTypes.front(),
                                 *parsed.regions.front(), sides);
    }};

static constexpr LeadingWord kDirections[] = {{"up", nullptr, true, "up"},
                                              {"down", nullptr, true, "down"}};
static constexpr Clause kShuffleClauses[] = {
    {ClauseForm::Values, "offset", "", 1, TypeRule::I32},
    {ClauseForm::Values, "rotate", "", 2, TypeRule::I32},
    {ClauseForm::Values, "fill", "", 3},
    {ClauseForm::Flag, "edge", "edge"}};
static constexpr OpSyntax kShuffleSyntax = {
    kDirections,
    kShuffleClauses,
    4,
    0,
    0,
    [](const ParsedCollective &parsed, SmallVectorImpl<Type> &types) {
      types = getShuffleResults(parsed.inputTypes,
                                parsed.attributes.get("edge") != nullptr);
    }};

static constexpr Clause kDecodeClauses[] = {
    {ClauseForm::TypedValue, "lengths", "", 1},
    {ClauseForm::Values, "window", "", 2, TypeRule::I32},
    {ClauseForm::I32, "items", "items"},
    {ClauseForm::Flag, "offsets", "offsets"},
    {ClauseForm::Flag, "total", "total"}};
static constexpr OpSyntax kDecodeSyntax = {
    {},
    kDecodeClauses,
    3,
    0,
    0,
    [](const ParsedCollective &parsed, SmallVectorImpl<Type> &types) {
      auto items =
          dyn_cast_or_null<IntegerAttr>(parsed.attributes.get("items"));
      types = getDecodedResults(parsed.inputTypes, items ? items.getInt() : 1,
                                parsed.attributes.get("offsets") != nullptr,
                                parsed.attributes.get("total") != nullptr);
    }};

const OpSyntax &BlockAdjacentOp::getSyntax() { return kAdjacentSyntax; }
const OpSyntax &BlockShuffleOp::getSyntax() { return kShuffleSyntax; }
const OpSyntax &BlockRunLengthDecodeOp::getSyntax() { return kDecodeSyntax; }

//===----------------------------------------------------------------------===//
// BlockAdjacentOp
//===----------------------------------------------------------------------===//

/// Verifies the neighbour of the block on one side. It must be given if an item
/// cannot replace the region's result.
static LogicalResult verifyOutside(BlockAdjacentOp op, bool side,
                                   StringRef word, StringRef name,
                                   ValueRange outside) {
  SmallVector<Type> elements = getElements(op.getInputs().getTypes());
  if (!outside.empty()) {
    if (!side)
      return op.emitOpError() << "has a " << name << ", which only '" << word
                              << "' uses; add that word, or remove the clause";
    return verifyElements(op, name, outside.getTypes(), elements);
  }
  if (!side)
    return success();
  for (auto [i, type] : llvm::enumerate(getYields(op.getMap())))
    if (!type.isInteger(1) && (i >= elements.size() || type != elements[i]))
      return op.emitOpError()
             << "yields " << type << " as result " << i
             << ", which the item at "
             << "the block's edge cannot replace; give the neighbour with "
             << name << "(...)";
  return success();
}

LogicalResult BlockAdjacentOp::verify() {
  TypeRange inputs = getInputs().getTypes();
  if (failed(verifyItems(*this, inputs)) ||
      failed(verifyArrangement(*this, getArrangement(), getRowVector(),
                               inputs.front())))
    return failure();
  if (!getLeft() && !getRight())
    return emitOpError("uses no neighbour; write left, right, or left right");
  Region &map = getMap();
  if (map.empty())
    return emitOpError(
        "needs a map region, which takes two neighbouring items");
  SmallVector<Type> arguments = getElements(inputs);
  llvm::append_range(arguments, getElements(inputs));
  Type i32 = IntegerType::get(getContext(), 32);
  if (map.getNumArguments() == arguments.size() + 1)
    arguments.push_back(i32);
  SmallVector<Type> yields = getYields(map);
  if (failed(verifySignature(*this, map, "map", arguments, yields)) ||
      failed(verifyPure(map, "map")))
    return failure();
  if (yields.empty())
    return emitOpError("has a map region that yields nothing; yield a flag "
                       "(i1) or an element");
  for (Type type : yields)
    if (!type.isInteger(1) && !isElementType(type))
      return emitOpError()
             << "cannot yield values of type " << type
             << "; use i1, i8, i16, i32, i64, index, f16, bf16, f32 or f64";
  if (failed(
          verifyResults(*this, getAdjacentResults(inputs.front(), map,
                                                  getLeft() + getRight()))) ||
      failed(verifyOutside(*this, getLeft(), "left", "predecessor",
                           getPredecessor())))
    return failure();
  return verifyOutside(*this, getRight(), "right", "successor", getSuccessor());
}

//===----------------------------------------------------------------------===//
// BlockShuffleOp
//===----------------------------------------------------------------------===//

LogicalResult BlockShuffleOp::verify() {
  TypeRange inputs = getInputs().getTypes();
  if (failed(verifyItems(*this, inputs)))
    return failure();
  if (!!getOffset() + !!getRotate() + getUp() + getDown() != 1)
    return emitOpError(
        "expects exactly one of offset(...), rotate(...), up and down");
  if (getEdge() && !getUp() && !getDown())
    return emitOpError("has edge, which only up and down support; add up or "
                       "down, or remove edge");
  if (getRotate() && !getFill().empty())
    return emitOpError(
        "has fill with rotate, which leaves no item to fill; remove fill");
  if (!getFill().empty() &&
      failed(verifyElements(*this, "fill", getFill().getTypes(),
                            getElements(inputs))))
    return failure();
  return verifyResults(*this, getShuffleResults(inputs, getEdge()));
}

//===----------------------------------------------------------------------===//
// BlockRunLengthDecodeOp
//===----------------------------------------------------------------------===//

LogicalResult BlockRunLengthDecodeOp::verify() {
  TypeRange inputs = getInputs().getTypes();
  if (failed(verifyItems(*this, inputs)))
    return failure();
  Type lengths =
      getTypeLike(inputs.front(), IntegerType::get(getContext(), 32));
  if (!getLengths())
    return emitOpError(
        "needs lengths(...), the number of repetitions of each item");
  if (getLengths().getType() != lengths)
    return emitOpError() << "expects one length per item, of type " << lengths
                         << ", found " << getLengths().getType();
  int64_t items = static_cast<int32_t>(getItems());
  SmallVector<Type> elements = getElements(inputs);
  if (items < 1 ||
      uint64_t(items) > kMaxItemRegisters / countRegisters(elements))
    return emitOpError()
           << "has items(" << items
           << "); expected at least one per thread, and at most "
           << kMaxItemRegisters / countRegisters(elements)
           << " of these types; decode the rest in further windows";
  return verifyResults(
      *this, getDecodedResults(inputs, items, getOffsets(), getTotal()));
}

#define GET_OP_CLASSES
#include "prim/Dialect/Prim/IR/PrimBlockMoveOps.cpp.inc"

void PrimDialect::registerBlockMoveOps() {
  addOperations<
#define GET_OP_LIST
#include "prim/Dialect/Prim/IR/PrimBlockMoveOps.cpp.inc"
      >();
}
