//===- PrimGridOps.cpp - Among the blocks of a launch -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assembly and verification of the grid ops.
//
//===----------------------------------------------------------------------===//

#include "OpClauses.h"
#include "OpVerify.h"

using namespace mlir;
using namespace mlir::prim;
using namespace mlir::prim::detail;

//===----------------------------------------------------------------------===//
// GridStateSizeOp
//===----------------------------------------------------------------------===//

/// Only integers may be kept in a limited number of bits.
static LogicalResult verifyBits(Operation *op, std::optional<uint32_t> bits,
                                TypeRange types) {
  for (Type type : types)
    if (bits && !type.isIntOrIndex())
      return op->emitOpError()
             << "has bits(" << *bits << "), which requires integers, on type "
             << type << "; remove the clause";
  return success();
}

LogicalResult GridStateSizeOp::verify() {
  if (getTypes().empty())
    return emitOpError("needs the type of at least one value");
  SmallVector<Type> types(getTypes().getAsValueRange<TypeAttr>());
  for (Type type : types)
    if (!isElementType(type))
      return emitOpError()
             << "cannot keep state of type " << type
             << "; use i8, i16, i32, i64, index, f16, bf16, f32 or f64";
  return verifyBits(*this, getBits(), types);
}

//===----------------------------------------------------------------------===//
// Ops among tiles
//===----------------------------------------------------------------------===//

static constexpr LeadingWord kPublishLeading[] = {
    {"complete", nullptr, true, "complete"}};
static constexpr Clause kPublishClauses[] = {
    {ClauseForm::Values, "tile", "", 1, TypeRule::I32},
    {ClauseForm::Values, "tiles", "", 2, TypeRule::I32},
    {ClauseForm::TypedValue, "state", "", 3},
    {ClauseForm::Values, "epoch", "", 4, TypeRule::I32},
    {ClauseForm::I32, "chains", "chains"},
    {ClauseForm::I32, "bits", "bits"}};
static constexpr Clause kScanClauses[] = {
    {ClauseForm::Values, "identity", "", 1},
    {ClauseForm::Values, "tile", "", 2, TypeRule::I32},
    {ClauseForm::Values, "tiles", "", 3, TypeRule::I32},
    {ClauseForm::TypedValue, "state", "", 4},
    {ClauseForm::Values, "epoch", "", 5, TypeRule::I32},
    {ClauseForm::I32, "chains", "chains"},
    {ClauseForm::I32, "bits", "bits"},
    {ClauseForm::I32, "window", "window"},
    {ClauseForm::FastMath, "fastmath", "fastmath"},
    {ClauseForm::Combiner, "combiner", "commutative", 0}};
static constexpr Clause kReduceClauses[] = {
    {ClauseForm::Values, "identity", "", 1},
    {ClauseForm::Values, "tile", "", 2, TypeRule::I32},
    {ClauseForm::Values, "tiles", "", 3, TypeRule::I32},
    {ClauseForm::TypedValue, "state", "", 4},
    {ClauseForm::Flag, "reset", "reset"},
    {ClauseForm::Flag, "all", "all"},
    {ClauseForm::FastMath, "fastmath", "fastmath"},
    {ClauseForm::Combiner, "combiner", "commutative", 0}};

/// Infers the results of an optional fold, followed by an i1 for its presence.
static void inferOptionalFold(const ParsedCollective &parsed,
                              SmallVectorImpl<Type> &types) {
  llvm::append_range(types, parsed.inputTypes);
  if (!parsed.inputTypes.empty())
    types.push_back(
        IntegerType::get(parsed.inputTypes.front().getContext(), 1));
}

/// Infers no results.
static void inferNothing(const ParsedCollective &, SmallVectorImpl<Type> &) {}

static constexpr OpSyntax kPublishSyntax = {
    kPublishLeading, kPublishClauses, 5, 0, 0, inferNothing};
static constexpr OpSyntax kScanSyntax = {
    kKindLeading, kScanClauses, 6, 1, 0, inferOptionalFold};
static constexpr OpSyntax kReduceSyntax = {
    kKindLeading, kReduceClauses, 5, 1, 0, inferOptionalFold};

const OpSyntax &GridPublishOp::getSyntax() { return kPublishSyntax; }
const OpSyntax &GridPrefixOp::getSyntax() { return kScanSyntax; }
const OpSyntax &GridScanOp::getSyntax() { return kScanSyntax; }
const OpSyntax &GridReduceOp::getSyntax() { return kReduceSyntax; }

/// Verifies that an op among tiles has exactly one value for each of its single
/// operands; the tile is group `tile`. The generic form allows other numbers,
/// which nothing else checks.
static LogicalResult verifyTile(Operation *op, ArrayRef<int32_t> segments,
                                unsigned tile) {
  for (auto [group, name] :
       llvm::zip(segments.slice(tile, 3), ArrayRef{"tile", "tiles", "state"}))
    if (group != 1)
      return op->emitOpError()
             << "expects one value for '" << name << "', found " << group;
  return success();
}

/// Verifies the common parts of folds over tiles.
template <typename OpTy>
static LogicalResult verifyTileFold(OpTy op) {
  SmallVector<Type> results(op.getInputs().getTypes());
  results.push_back(IntegerType::get(op.getContext(), 1));
  if (failed(verifyTile(op, op.getProperties().operandSegmentSizes, 2)) ||
      failed(verifyItems(op, op.getInputs().getTypes())) ||
      failed(verifyResults(op, results)))
    return failure();
  return verifyCombiner(op);
}

/// Verifies the common parts of look-back ops. `segments` are the sizes of
/// operand groups; `tile` is the number of the group of the tile, which the
/// other common groups follow.
static LogicalResult verifyLookBack(LookBackOpInterface op,
                                    ArrayRef<int32_t> segments, unsigned tile) {
  if (failed(verifyTile(op, segments, tile)))
    return failure();
  TypeRange inputs = op.getInputs().getTypes();
  if (failed(verifyItems(op, inputs)) ||
      failed(verifyBits(op, op.getBits(), getElements(inputs))))
    return failure();
  if (!op.getChains() && isa<VectorType>(inputs.front()))
    return op->emitOpError(
        "has vector inputs, whose elements are chains; give the number of "
        "chains of the block with chains(count)");
  if (op.getChains() && isInPrefix(op))
    return op->emitOpError("has chains in a prefix region, which only one wave "
                           "runs; move the op out of the region");
  return success();
}

/// The most tiles whose words a thread holds for each of its chains.
static constexpr uint32_t kMaxChainWindow = 8;

template <typename OpTy>
static LogicalResult verifyGridFold(OpTy op) {
  if (failed(verifyLookBack(op, op.getProperties().operandSegmentSizes, 2)))
    return failure();
  if (op.getChains() && op.getWindow().value_or(1) > kMaxChainWindow)
    return op.emitOpError()
           << "has window(" << *op.getWindow()
           << "), but with chains a thread reads at most " << kMaxChainWindow
           << " tiles at once; use a smaller window";
  return verifyTileFold(op);
}

LogicalResult GridPublishOp::verify() {
  return verifyLookBack(*this, getProperties().operandSegmentSizes, 1);
}

LogicalResult GridPrefixOp::verify() { return verifyGridFold(*this); }

LogicalResult GridScanOp::verify() { return verifyGridFold(*this); }

LogicalResult GridReduceOp::verify() { return verifyTileFold(*this); }

//===----------------------------------------------------------------------===//
// Tile by tile
//===----------------------------------------------------------------------===//

VectorType GridPeekOp::getWordsType(TypeRange types) {
  int64_t words = 0;
  for (Type type : types)
    words += type.isIndex()
                 ? 2
                 : llvm::divideCeil(type.getIntOrFloatBitWidth(), 32u);
  return VectorType::get({words},
                         IntegerType::get(types.front().getContext(), 64));
}

LogicalResult GridGatherOp::verify() {
  if (getValues().empty())
    return emitOpError(
        "has no results; give it the types of the published values");
  VectorType words = GridPeekOp::getWordsType(getValues().getTypes());
  if (getWords().getType() != words)
    return emitOpError() << "has words of type " << getWords().getType()
                         << ", but its results take " << words
                         << "; read that many with 'prim.grid_peek'";
  return success();
}
