//===- ValueBounds.cpp - Bounds of numbers ----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Derives bounds from a few preceding ops. Users and lowerings bound a number
// directly before its use.
//
//===----------------------------------------------------------------------===//

#include "ValueBounds.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::prim;

ConstantIntRanges mlir::prim::getBounds(Value value, unsigned depth) {
  unsigned width = ConstantIntRanges::getStorageBitwidth(value.getType());
  ConstantIntRanges range = ConstantIntRanges::maxRange(width);
  auto join = [&](ValueRange values, unsigned depth) {
    ConstantIntRanges joined = getBounds(values.front(), depth);
    for (Value other : values.drop_front())
      joined = joined.rangeUnion(getBounds(other, depth));
    return joined;
  };
  // The vector of a thread's items is built by lowerings, or is the result of a
  // branch that builds it.
  if (auto elements = value.getDefiningOp<vector::FromElementsOp>())
    return join(elements.getElements(), depth);
  if (auto branch = value.getDefiningOp<scf::IfOp>(); branch && depth != 0) {
    unsigned number = cast<OpResult>(value).getResultNumber();
    return join({branch.thenYield().getOperand(number),
                 branch.elseYield().getOperand(number)},
                depth - 1);
  }
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return ConstantIntRanges::constant(constant);
  auto op = value.getDefiningOp<InferIntRangeInterface>();
  if (!op || depth == 0)
    return range;
  SmallVector<ConstantIntRanges> operands;
  for (Value operand : op->getOperands()) {
    // Only integers have bounds.
    if (ConstantIntRanges::getStorageBitwidth(operand.getType()) == 0)
      return range;
    operands.push_back(getBounds(operand, depth - 1));
  }
  op.inferResultRanges(operands,
                       [&](Value result, const ConstantIntRanges &inferred) {
                         if (result == value)
                           range = inferred;
                       });
  return range;
}
