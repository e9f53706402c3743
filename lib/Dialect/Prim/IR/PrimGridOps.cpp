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

ParseResult GridStateSizeOp::parse(OpAsmParser &parser,
                                   OperationState &result) {
  OpAsmParser::UnresolvedOperand tiles;
  SmallVector<Type> types;
  Type index = parser.getBuilder().getIndexType();
  if (parser.parseOperand(tiles) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonTypeList(types) ||
      parser.resolveOperand(tiles, index, result.operands))
    return failure();
  result.getOrAddProperties<Properties>().types =
      parser.getBuilder().getTypeArrayAttr(types);
  result.addTypes(index);
  return success();
}

void GridStateSizeOp::print(OpAsmPrinter &p) {
  p << ' ' << getTiles();
  p.printOptionalAttrDict((*this)->getAttrs(), {getTypesAttrName()});
  p << " : ";
  llvm::interleaveComma(getTypes().getAsValueRange<TypeAttr>(), p);
}

LogicalResult GridStateSizeOp::verify() {
  if (getTypes().empty())
    return emitOpError("asks for the state of no values; name their types");
  for (Type type : getTypes().getAsValueRange<TypeAttr>())
    if (!isElementType(type))
      return emitOpError() << "asks for the state of " << type
                           << ", which is no element type";
  return success();
}

//===----------------------------------------------------------------------===//
// Folds over tiles
//===----------------------------------------------------------------------===//

static constexpr LeadingWord kFoldLeading[] = {{"kind", &kCombinerWords}};
static constexpr Clause kScanClauses[] = {
    {ClauseForm::Values, "identity", "", 1},
    {ClauseForm::Values, "tile", "", 2, TypeRule::I32},
    {ClauseForm::Values, "tiles", "", 3, TypeRule::I32},
    {ClauseForm::TypedValues, "state", "", 4},
    {ClauseForm::I32, "window", "window"},
    {ClauseForm::FastMath, "fastmath", "fastmath"},
    {ClauseForm::Combiner, "combiner", "commutative", 0}};
static constexpr Clause kReduceClauses[] = {
    {ClauseForm::Values, "identity", "", 1},
    {ClauseForm::Values, "tile", "", 2, TypeRule::I32},
    {ClauseForm::Values, "tiles", "", 3, TypeRule::I32},
    {ClauseForm::TypedValues, "state", "", 4},
    {ClauseForm::Flag, "reset", "reset"},
    {ClauseForm::Flag, "all", "all"},
    {ClauseForm::FastMath, "fastmath", "fastmath"},
    {ClauseForm::Combiner, "combiner", "commutative", 0}};

/// The results of a fold that may not be there: an i1 behind it says so.
static void inferOptionalFold(const ParsedCollective &parsed,
                              SmallVectorImpl<Type> &types) {
  llvm::append_range(types, parsed.inputTypes);
  if (!parsed.inputTypes.empty())
    types.push_back(
        IntegerType::get(parsed.inputTypes.front().getContext(), 1));
}

static constexpr OpSyntax kScanSyntax = {
    kFoldLeading, kScanClauses, 5, 1, 0, inferOptionalFold};
static constexpr OpSyntax kReduceSyntax = {
    kFoldLeading, kReduceClauses, 5, 1, 0, inferOptionalFold};

/// What folds over tiles have in common.
template <typename OpTy>
static LogicalResult verifyTileFold(OpTy op) {
  SmallVector<Type> results = op.getAccumulatorTypes();
  results.push_back(IntegerType::get(op.getContext(), 1));
  // The segments of the generic form are not checked one by one elsewhere.
  ArrayRef<int32_t> segments = op.getProperties().operandSegmentSizes;
  for (auto [group, name] :
       {std::pair(2, "tile"), std::pair(3, "tiles"), std::pair(4, "state")})
    if (segments[group] != 1)
      return op.emitOpError() << "takes one value for '" << name << "', found "
                              << segments[group];
  if (failed(verifyItems(op, op.getInputs().getTypes())) ||
      failed(verifyResults(op, results)))
    return failure();
  return verifyCombiner(op);
}

//===----------------------------------------------------------------------===//
// GridScanOp
//===----------------------------------------------------------------------===//

ParseResult GridScanOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseCollective(parser, result, kScanSyntax);
}
void GridScanOp::print(OpAsmPrinter &p) {
  printCollective(p, *this, kScanSyntax);
}

SmallVector<Type> GridScanOp::getAccumulatorTypes() {
  return SmallVector<Type>(getInputs().getTypes());
}

LogicalResult GridScanOp::verify() { return verifyTileFold(*this); }

bool GridScanOp::isInPrefix() {
  auto scan = (*this)->getParentOfType<BlockScanOp>();
  return scan && scan.getPrefix().isAncestor((*this)->getParentRegion());
}

//===----------------------------------------------------------------------===//
// GridReduceOp
//===----------------------------------------------------------------------===//

ParseResult GridReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseCollective(parser, result, kReduceSyntax);
}
void GridReduceOp::print(OpAsmPrinter &p) {
  printCollective(p, *this, kReduceSyntax);
}

SmallVector<Type> GridReduceOp::getAccumulatorTypes() {
  return SmallVector<Type>(getInputs().getTypes());
}

LogicalResult GridReduceOp::verify() { return verifyTileFold(*this); }
