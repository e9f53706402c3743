//===- StepPositions.cpp - Integers that a loop counts -----------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepPositions.h"
#include "Operands.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::prim;

/// Positions and numbers of iterations are below this, so that products of two
/// fit in 64 bits.
static constexpr int64_t kLimit = int64_t(1) << 31;

StepPositions::StepPositions(scf::ForOp loop) : loop(loop) {
  std::optional<APInt> trips = loop.getStaticTripCount();
  std::optional<int64_t> first = getConstantIntValue(loop.getLowerBound());
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!trips || trips->uge(kLimit) || !first || !step)
    return;
  steps = static_cast<int64_t>(trips->getZExtValue());
  Value counter = loop.getInductionVar();
  Found position = fit(StepPosition{*step, *first}, counter.getType());
  // Loops whose counter is no position are not counted at all.
  if (!position) {
    steps = 0;
    return;
  }
  known[counter] = position;
  // Counters may depend on those before them.
  for (BlockArgument argument : loop.getRegionIterArgs())
    known[argument] = findCounter(argument);
}

bool StepPositions::covers(StepPosition position, int64_t extent) const {
  return steps == extent && std::abs(position.scale) == 1 &&
         std::min(position.offset, getLast(position)) == 0;
}

bool StepPositions::isWithin(Value value, int64_t extent) {
  Found position = find(value);
  return position && isBelow({}, *position, /*isStrict=*/false) &&
         isBelow(*position, {0, extent}, /*isStrict=*/true);
}

StepPositions::Found StepPositions::fit(Found position, Type type) const {
  if (!position || steps == 0 || std::abs(position->scale) >= kLimit ||
      std::abs(position->offset) >= kLimit)
    return std::nullopt;
  // An index has at least 32 bits.
  unsigned width = type.isIndex() ? 32 : type.getIntOrFloatBitWidth();
  auto fits = [&](int64_t number) {
    return std::abs(number) < kLimit &&
           APInt(64, number, /*isSigned=*/true).isSignedIntN(width);
  };
  return fits(position->offset) && fits(getLast(*position)) ? position
                                                            : std::nullopt;
}

bool StepPositions::isBelow(StepPosition one, StepPosition other,
                            bool isStrict) const {
  int64_t most = isStrict ? -1 : 0;
  return one.offset - other.offset <= most &&
         getLast(one) - getLast(other) <= most;
}

std::optional<StepPosition> StepPositions::find(Value value) {
  if (steps == 0 || !getElementTypeOrSelf(value).isIntOrIndex())
    return std::nullopt;
  if (auto found = known.find(value); found != known.end())
    return found->second;
  // Code that depends on itself has no position.
  known[value] = std::nullopt;
  Found position = fit(compute(value), getElementTypeOrSelf(value));
  return known[value] = position;
}

StepPositions::Found StepPositions::compute(Value value) {
  if (TypedAttr constant = findConstantInit(value))
    if (auto number = dyn_cast<IntegerAttr>(constant))
      return number.getValue().isSignedIntN(64)
                 ? Found({0, number.getValue().getSExtValue()})
                 : std::nullopt;
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number)))
    return number.isSignedIntN(64) ? Found({0, number.getSExtValue()})
                                   : std::nullopt;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return computeArgument(argument);
  return loop.isDefinedOutsideOfLoop(value)
             ? std::nullopt
             : computeResult(cast<OpResult>(value));
}

StepPositions::Found StepPositions::computeArgument(BlockArgument value) {
  auto structured = dyn_cast<linalg::LinalgOp>(value.getOwner()->getParentOp());
  if (!structured || structured.getNumLoops() != 0)
    return std::nullopt;
  return find(structured.getMatchingOpOperand(value)->get());
}

/// A carried value is a counter if it is one in the first iteration, and each
/// iteration adds the same amount as the first one.
StepPositions::Found StepPositions::findCounter(BlockArgument value) {
  if (steps == 0 || !getElementTypeOrSelf(value).isIntOrIndex())
    return std::nullopt;
  OpOperand *init = loop.getTiedLoopInit(value);
  Value yielded = loop.getTiedLoopYieldedValue(value)->get();
  Found first = find(init->get());
  if (!first || first->scale != 0)
    return std::nullopt;
  auto findNext = [&](StepPosition current) {
    llvm::DenseMap<Value, Found> before = known;
    known[value] = current;
    Found next = find(yielded);
    known = std::move(before);
    return next;
  };
  Found next = findNext(*first);
  if (!next || next->scale != 0)
    return std::nullopt;
  StepPosition position{next->offset - first->offset, first->offset};
  if (!fit(position, getElementTypeOrSelf(value)))
    return std::nullopt;
  StepPosition wanted{position.scale, position.offset + position.scale};
  Found confirmed = findNext(position);
  return confirmed && *confirmed == wanted ? Found(position) : std::nullopt;
}

/// The scalar that is `value`, or the only element of it, in the code of ops
/// without loops.
static Value getSource(Value value) {
  while (true) {
    Operation *parent = value.getParentBlock()->getParentOp();
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto op = dyn_cast<linalg::LinalgOp>(parent);
      if (!op || op.getNumLoops() != 0)
        return value;
      value = op.getMatchingOpOperand(argument)->get();
    } else if (auto op = value.getDefiningOp<linalg::LinalgOp>();
               op && op.getNumLoops() == 0) {
      value = op.getBlock()->getTerminator()->getOperand(
          cast<OpResult>(value).getResultNumber());
    } else if (auto extract = value.getDefiningOp<tensor::ExtractOp>();
               extract && extract.getIndices().empty()) {
      value = extract.getTensor();
    } else {
      return value;
    }
  }
}

StepPositions::Found StepPositions::computeSelect(Value condition, Value yes,
                                                  Value no) {
  auto compared = getSource(condition).getDefiningOp<arith::CmpIOp>();
  Found left = compared ? find(compared.getLhs()) : std::nullopt;
  Found right = compared ? find(compared.getRhs()) : std::nullopt;
  if (!left || !right)
    return std::nullopt;
  using P = arith::CmpIPredicate;
  P predicate = compared.getPredicate();
  bool isUnsigned =
      llvm::is_contained({P::ult, P::ule, P::ugt, P::uge}, predicate);
  // Both orders agree on numbers that are not negative.
  if (predicate == P::eq || predicate == P::ne ||
      (isUnsigned && (!isBelow({}, *left, /*isStrict=*/false) ||
                      !isBelow({}, *right, /*isStrict=*/false))))
    return std::nullopt;
  if (llvm::is_contained({P::sgt, P::sge, P::ugt, P::uge}, predicate))
    std::swap(left, right);
  bool isStrict =
      llvm::is_contained({P::slt, P::sgt, P::ult, P::ugt}, predicate);
  if (isBelow(*left, *right, isStrict))
    return find(yes);
  if (isBelow(*right, *left, !isStrict))
    return find(no);
  return std::nullopt;
}

StepPositions::Found StepPositions::choose(Value one, Value other,
                                           bool isLarger) {
  Found first = find(one), second = find(other);
  if (!first || !second)
    return std::nullopt;
  if (isBelow(*first, *second, /*isStrict=*/false))
    return isLarger ? second : first;
  if (isBelow(*second, *first, /*isStrict=*/false))
    return isLarger ? first : second;
  return std::nullopt;
}

StepPositions::Found StepPositions::combine(Value one, Value other,
                                            int64_t factor, Type type) {
  Found first = find(one), second = find(other);
  if (!first || !second)
    return std::nullopt;
  return fit(StepPosition{first->scale + factor * second->scale,
                          first->offset + factor * second->offset},
             type);
}

StepPositions::Found StepPositions::product(Value one, Value other, Type type) {
  Found first = find(one), second = find(other);
  if (first && second && first->scale != 0)
    std::swap(first, second);
  if (!first || !second || first->scale != 0)
    return std::nullopt;
  return fit(StepPosition{first->offset * second->scale,
                          first->offset * second->offset},
             type);
}

StepPositions::Found StepPositions::computeTensor(OpResult value) {
  return llvm::TypeSwitch<Operation *, Found>(value.getOwner())
      .Case([&](linalg::LinalgOp op) {
        return op.getNumLoops() == 0
                   ? find(op.getBlock()->getTerminator()->getOperand(
                         value.getResultNumber()))
                   : std::nullopt;
      })
      .Case([&](tensor::FromElementsOp op) {
        return op.getElements().size() == 1 ? find(op.getElements().front())
                                            : std::nullopt;
      })
      .Case([&](tensor::SplatOp op) { return find(op.getInput()); })
      .Default([](Operation *) { return std::nullopt; });
}

StepPositions::Found StepPositions::computeResult(OpResult value) {
  Type type = value.getType();
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.getRank() == 0 ? computeTensor(value) : std::nullopt;
  return llvm::TypeSwitch<Operation *, Found>(value.getOwner())
      .Case([&](tensor::ExtractOp op) {
        return op.getIndices().empty() ? find(op.getTensor()) : std::nullopt;
      })
      .Case<arith::IndexCastOp, arith::ExtSIOp, arith::TruncIOp>(
          [&](auto op) { return fit(find(op.getIn()), type); })
      .Case<arith::ExtUIOp, arith::IndexCastUIOp>([&](auto op) {
        Found found = find(op.getIn());
        return found && isBelow({}, *found, /*isStrict=*/false)
                   ? fit(found, type)
                   : std::nullopt;
      })
      .Case([&](arith::AddIOp op) {
        return combine(op.getLhs(), op.getRhs(), 1, type);
      })
      .Case([&](arith::SubIOp op) {
        return combine(op.getLhs(), op.getRhs(), -1, type);
      })
      .Case([&](arith::MulIOp op) {
        return product(op.getLhs(), op.getRhs(), type);
      })
      .Case([&](arith::MaxSIOp op) {
        return choose(op.getLhs(), op.getRhs(), /*isLarger=*/true);
      })
      .Case([&](arith::MinSIOp op) {
        return choose(op.getLhs(), op.getRhs(), /*isLarger=*/false);
      })
      .Case([&](arith::SelectOp op) {
        return computeSelect(op.getCondition(), op.getTrueValue(),
                             op.getFalseValue());
      })
      .Default([](Operation *) { return std::nullopt; });
}
