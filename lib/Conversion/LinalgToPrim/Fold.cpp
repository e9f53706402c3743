//===- Fold.cpp - The body of a linalg op that folds ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fold.h"
#include "Operands.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "prim/Dialect/Prim/IR/Elements.h"
#include "prim/Dialect/Prim/Utils/Combiner.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::prim;

static constexpr StringRef kUnknownOperator =
    "has an operator that is not known to be associative";

std::optional<CombinerKind> prim::getKind(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<CombinerKind>>(op)
      .Case<arith::AddIOp, arith::AddFOp>(
          [](auto) { return CombinerKind::Add; })
      .Case<arith::MulIOp, arith::MulFOp>(
          [](auto) { return CombinerKind::Mul; })
      .Case([](arith::MinSIOp) { return CombinerKind::MinSI; })
      .Case([](arith::MaxSIOp) { return CombinerKind::MaxSI; })
      .Case([](arith::MinUIOp) { return CombinerKind::MinUI; })
      .Case([](arith::MaxUIOp) { return CombinerKind::MaxUI; })
      .Case([](arith::MinimumFOp) { return CombinerKind::MinimumF; })
      .Case([](arith::MaximumFOp) { return CombinerKind::MaximumF; })
      .Case([](arith::MinNumFOp) { return CombinerKind::MinNumF; })
      .Case([](arith::MaxNumFOp) { return CombinerKind::MaxNumF; })
      .Case([](arith::AndIOp) { return CombinerKind::And; })
      .Case([](arith::OrIOp) { return CombinerKind::Or; })
      .Case([](arith::XOrIOp) { return CombinerKind::Xor; })
      .Default([](Operation *) { return std::nullopt; });
}

arith::FastMathFlags prim::getFastMath(Operation *op) {
  auto flags = dyn_cast<arith::ArithFastMathInterface>(op);
  return flags ? flags.getFastMathFlagsAttr().getValue()
               : arith::FastMathFlags::none;
}

bool prim::isOnStored(Operation *op) {
  return !op->getResult(0).getType().isInteger(1) ||
         isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op);
}

/// Whether reassociation changes the result's bits.
static bool isRounded(Operation *op) {
  return isa<arith::AddFOp, arith::MulFOp>(op);
}

/// Whether the op only selects one of its operands.
static bool isMinOrMax(Operation *op) {
  return isa<arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp,
             arith::MinimumFOp, arith::MaximumFOp, arith::MinNumFOp,
             arith::MaxNumFOp>(op);
}

/// Finds the ops that depend on the accumulators. Returns why the body is not
/// allowed in regions of device ops; empty if it is.
StringRef Fold::findFoldingOps() {
  for (Operation &op : body->without_terminator()) {
    if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
      if (extract.getTensor().getParentBlock() == body ||
          !isElementType(getDeviceElement(extract.getType())))
        return "loads elements that are not element types of prim";
    } else if (!isa<linalg::IndexOp>(op) &&
               (!isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
                    op.getDialect()) ||
                op.getNumRegions() != 0)) {
      return "has ops other than those of arith and math in its body";
    }
    for (Value operand : op.getOperands())
      if (operand.getParentBlock() != body &&
          !isa<TensorType>(operand.getType()) &&
          !isElementType(operand.getType()) && !operand.getType().isInteger(1))
        return "captures a value that is not a scalar of prim";
    if (llvm::any_of(op.getOperands(),
                     [&](Value value) { return isFolding(value); })) {
      if (isa<tensor::ExtractOp>(op))
        return "loads at positions that depend on what it has reduced";
      folding.insert(&op);
    }
  }
  for (Value next : body->getTerminator()->getOperands())
    if (!next.getDefiningOp() || !folding.contains(next.getDefiningOp()))
      return "yields a value that is not reduced";
  return "";
}

/// Whether the op that computes `output` combines its accumulator with an
/// element, and nothing else uses either.
bool Fold::isCombinedAlone(unsigned output) {
  Value next = body->getTerminator()->getOperand(output);
  Operation *step = next.getDefiningOp();
  Value accumulator = accumulators[output];
  if (!getKind(step) || !accumulator.hasOneUse() || !next.hasOneUse() ||
      !llvm::is_contained(step->getOperands(), accumulator))
    return false;
  Value left = step->getOperand(0), right = step->getOperand(1);
  Value element = left == accumulator ? right : left;
  if (isFolding(element))
    return false;
  elements[output] = element;
  steps[output] = step;
  return true;
}

/// The only value besides the accumulator that `output` may be; null if there
/// are others or none.
Value Fold::findElement(unsigned output) {
  SmallVector<Value> candidates{body->getTerminator()->getOperand(output)};
  Value element;
  while (!candidates.empty()) {
    Value value = candidates.pop_back_val();
    if (value == accumulators[output])
      continue;
    if (!isFolding(value)) {
      if (element && element != value)
        return Value();
      element = value;
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (!op)
      return Value();
    if (isa<arith::SelectOp>(op))
      llvm::append_range(candidates, op->getOperands().drop_front());
    else if (isMinOrMax(op))
      llvm::append_range(candidates, op->getOperands());
    else
      return Value();
  }
  return element;
}

/// Matches outputs that a kind combines alone, and a selection of tuples of the
/// others.
StringRef Fold::matchOperator(bool reassociate) {
  elements.assign(accumulators.size(), Value());
  steps.assign(accumulators.size(), nullptr);
  SmallVector<Value> lefts, rights, results;
  for (unsigned output = 0; output < accumulators.size(); ++output) {
    if (isCombinedAlone(output)) {
      if (isRounded(steps[output]) && !reassociate &&
          !arith::bitEnumContainsAny(getFastMath(steps[output]),
                                     arith::FastMathFlags::reassoc))
        return "would round differently in another order; allow that with the "
               "fast-math flag reassoc, or the option reassociate";
      continue;
    }
    elements[output] = findElement(output);
    if (!elements[output])
      return kUnknownOperator;
    selected.push_back(output);
    lefts.push_back(accumulators[output]);
    rights.push_back(elements[output]);
    results.push_back(body->getTerminator()->getOperand(output));
  }
  if (selected.empty())
    return "";
  auto unique = llvm::SetVector<Value>(rights.begin(), rights.end());
  if (unique.size() != rights.size())
    return "combines one element with several accumulators";
  std::optional<Selection> found = Selection::get(lefts, rights, results);
  if (!found || !found->isAssociative)
    return kUnknownOperator;
  std::optional<unsigned> member =
      found->nanMember ? found->nanMember : found->stopMember;
  if (member) {
    auto start = dyn_cast_if_present<FloatAttr>(
        findConstantInit(op.getDpsInits()[selected[*member]]));
    if (!start || start.getValue().isNaN())
      return "keeps or drops NaNs by their position, unless it starts from a "
             "constant that is none";
  }
  selection = std::move(*found);
  return "";
}

/// Matches a body whose operator the user declares associative. The body has as
/// many elements as accumulators, in the same order and of the same types.
StringRef Fold::matchWhole() {
  if (getInputs().size() != accumulators.size() ||
      !llvm::equal(ValueRange(getInputs()).getTypes(),
                   ValueRange(accumulators).getTypes()) ||
      !body->getOps<linalg::IndexOp>().empty() ||
      !body->getOps<tensor::ExtractOp>().empty())
    return "does not reduce elements of the accumulators' types";
  isWhole = true;
  selected.clear();
  elements.assign(getInputs().begin(), getInputs().end());
  return "";
}

StringRef Fold::match(bool reassociate, bool assumeAssociative) {
  StringRef obstacle = findFoldingOps();
  if (!obstacle.empty())
    return obstacle;
  obstacle = matchOperator(reassociate);
  if (obstacle.empty() || !assumeAssociative)
    return obstacle;
  return matchWhole();
}

llvm::SetVector<Operation *> Fold::getElementOps() const {
  llvm::SmallPtrSet<Operation *, 16> needed;
  for (Value element : elements)
    if (Operation *op = element.getDefiningOp())
      needed.insert(op);
  SmallVector<Operation *> ops;
  for (Operation &op : llvm::reverse(*body)) {
    if (!needed.contains(&op))
      continue;
    ops.push_back(&op);
    for (Value operand : op.getOperands())
      if (Operation *producer = operand.getDefiningOp();
          producer && producer->getBlock() == body)
        needed.insert(producer);
  }
  return llvm::SetVector<Operation *>(ops.rbegin(), ops.rend());
}

Value Fold::combineKind(CodeBuilder &builder, unsigned output, Value left,
                        Value right) const {
  Operation *step = steps[output];
  return Combiner(*getKind(step), left.getType(), getFastMath(step))
      .combine(builder, left, right)
      .front();
}

SmallVector<Value> Fold::combineSelected(CodeBuilder &builder, ValueRange left,
                                         ValueRange right) const {
  IRMapping mapping;
  // Constants of the body are not among the ops.
  for (Operation *member : selection.ops)
    for (Value operand : member->getOperands())
      if (Operation *constant = operand.getDefiningOp();
          constant && constant->getBlock() == body &&
          !mapping.contains(operand) && matchPattern(constant, m_Constant()))
        builder.clone(*constant, mapping);
  // A flag may follow the elements.
  for (auto [output, before, element] :
       llvm::zip_first(selected, left, right)) {
    mapping.map(accumulators[output], before);
    mapping.map(elements[output], element);
  }
  for (Operation *member : selection.ops)
    builder.clone(*member, mapping);
  Value isSkipped;
  if (std::optional<unsigned> member = selection.nanMember) {
    Value key = left[*member];
    isSkipped =
        arith::CmpFOp::create(builder, arith::CmpFPredicate::UNO, key, key);
  }
  SmallVector<Value> folds;
  for (auto [output, element] : llvm::zip_first(selected, right)) {
    Value value =
        mapping.lookupOrDefault(body->getTerminator()->getOperand(output));
    folds.push_back(isSkipped ? builder.select(isSkipped, element, value)
                              : value);
  }
  if (selection.stopMember)
    stopAtNaN(builder, left, right, folds);
  return folds;
}

Value Fold::isNaN(CodeBuilder &builder, Value value) {
  return arith::CmpFOp::create(builder, arith::CmpFPredicate::UNO, value,
                               value);
}

void Fold::stopAtNaN(CodeBuilder &builder, ValueRange left, ValueRange right,
                     SmallVectorImpl<Value> &folds) const {
  unsigned stop = *selection.stopMember;
  folds[stop] =
      builder.select(isNaN(builder, right[stop]), left[stop], folds[stop]);
  Value isStopped = builder.ne(left.back(), 0);
  for (auto [value, before] : llvm::zip_first(folds, left))
    value = builder.select(isStopped, before, value);
  folds.push_back(builder.ori(left.back(), right.back()));
}

Value Fold::getStopFlag(CodeBuilder &builder, ValueRange elements) const {
  return builder.extui(builder.getI8Type(),
                       isNaN(builder, elements[*selection.stopMember]));
}

Value Fold::finishStopped(CodeBuilder &builder, Value value, Value flag) const {
  auto type = cast<FloatType>(value.getType());
  Value nan = builder.constant(
      FloatAttr::get(type, APFloat::getNaN(type.getFloatSemantics())));
  return builder.select(builder.ne(flag, 0), nan, value);
}
