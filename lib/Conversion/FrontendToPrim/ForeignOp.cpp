//===- ForeignOp.cpp - Ops of dialects that prim does not have --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignOp.h"

#include "../LinalgToPrim/Operands.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "prim/Dialect/Prim/IR/Elements.h"

using namespace mlir;
using namespace mlir::prim;

bool prim::isStoredType(Type type) {
  return isElementType(type) || type.isInteger(1);
}

/// Whether the value may be used in a region of a device op.
static bool isScalar(Value value) { return isStoredType(value.getType()); }

StringRef ForeignOp::check(unsigned results, unsigned arguments,
                           llvm::function_ref<bool(Type)> isElement) const {
  if (!llvm::all_of(op->getOperandTypes(), [&](Type type) {
        auto tensor = dyn_cast<RankedTensorType>(type);
        return tensor && !tensor.getEncoding() &&
               isElement(tensor.getElementType());
      }))
    return "is not on tensors whose elements are element types of prim";
  if (op->getNumResults() != results || op->getNumOperands() < results ||
      !llvm::equal(op->getResultTypes(),
                   op->getOperands().take_back(results).getTypes()))
    return "has other results than this pass expects";
  if (op->getNumRegions() != 1 || !llvm::hasSingleElement(op->getRegion(0)) ||
      getBody()->getNumArguments() != arguments || getBody()->empty() ||
      getBody()->back().getNumOperands() != 1)
    return "has another region than this pass expects";
  for (Operation &member : getMembers()) {
    if (!isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
            member.getDialect()) ||
        member.getNumRegions() != 0)
      return "has ops other than those of arith and math in its region";
    if (!llvm::all_of(member.getOperands(), isScalar))
      return "uses values in its region that are not scalars of prim";
  }
  return "";
}

StringRef ForeignOp::readDimension(unsigned operand) {
  auto attribute = dyn_cast_or_null<IntegerAttr>(op->getAttr("dimension"));
  int64_t rank = getType(operand).getRank();
  if (!attribute || attribute.getInt() < 0 || attribute.getInt() >= rank)
    return "has no attribute 'dimension' that is one of its operand's";
  dimension = attribute.getInt();
  return "";
}

DenseI64ArrayAttr ForeignOp::getDimensionClause(unsigned operand) const {
  return getType(operand).getRank() == 1
             ? DenseI64ArrayAttr()
             : DenseI64ArrayAttr::get(op->getContext(), dimension);
}

Value ForeignOp::cloneBody(CodeBuilder &builder, ValueRange arguments) const {
  IRMapping mapping;
  mapping.map(getBody()->getArguments(), arguments);
  for (Operation &member : getMembers())
    builder.clone(member, mapping);
  return mapping.lookupOrDefault(getYielded());
}

Value prim::createEmpty(CodeBuilder &builder, Value like) {
  like = skipFills(like);
  return tensor::EmptyOp::create(
      builder, tensor::getMixedSizes(builder, builder.getLoc(), like),
      getElementTypeOrSelf(like));
}

/// The tensor whose elements `tensor` repeats, where that is all it does.
static Value skipBroadcasts(Value tensor) {
  while (true) {
    Operation *op = tensor.getDefiningOp();
    if (auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
        generic && generic.getInputs().size() == 1 &&
        generic->getNumResults() == 1 && generic.getNumReductionLoops() == 0 &&
        generic.getBody()->getTerminator()->getOperand(0) ==
            generic.getBody()->getArgument(0))
      tensor = generic.getInputs().front();
    else if (auto broadcast = dyn_cast_or_null<linalg::BroadcastOp>(op))
      tensor = broadcast.getInput();
    else
      return tensor;
  }
}

TypedAttr prim::getConstantSplat(Value tensor) {
  tensor = skipBroadcasts(tensor);
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>()) {
    TypedAttr value;
    return matchPattern(fill.getInputs().front(), m_Constant(&value)) &&
                   value.getType() == getElementTypeOrSelf(tensor)
               ? value
               : TypedAttr();
  }
  DenseElementsAttr constant;
  return matchPattern(tensor, m_Constant(&constant)) && constant.isSplat()
             ? constant.getSplatValue<TypedAttr>()
             : TypedAttr();
}

Value prim::getSplat(CodeBuilder &builder, Value tensor) {
  if (TypedAttr constant = getConstantSplat(tensor))
    return builder.constant(constant);
  auto fill = skipBroadcasts(tensor).getDefiningOp<linalg::FillOp>();
  return fill && fill.getInputs().front().getType() ==
                     getElementTypeOrSelf(tensor)
             ? fill.getInputs().front()
             : Value();
}
