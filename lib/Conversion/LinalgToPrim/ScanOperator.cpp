//===- ScanOperator.cpp - The operator of a scan ----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScanOperator.h"
#include "Fold.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/TypeSwitch.h"

#include <map>
#include <vector>

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// Polynomials
//===----------------------------------------------------------------------===//

/// Terms of a polynomial, at most.
static constexpr size_t kMaxTerms = 256;

namespace {

/// A product of variables, which ascend.
using Monomial = std::vector<unsigned>;
/// Coefficients modulo 2^64, of which integers' are a remainder.
using Polynomial = std::map<Monomial, uint64_t>;

/// Computes with polynomials instead of numbers. A value of i1 is 0 or 1 and
/// equals its square.
class PolynomialEvaluator {
public:
  PolynomialEvaluator(ValueRange lefts, ValueRange rights, ValueRange results)
      : lefts(lefts), rights(rights), results(results) {}

  /// A tuple of new variables.
  SmallVector<Polynomial> getVariables() {
    SmallVector<Polynomial> tuple;
    for (Value left : lefts)
      tuple.push_back(getVariable(left.getType()));
    return tuple;
  }

  /// The results for these operands. Fails if they are no polynomials.
  std::optional<SmallVector<Polynomial>> apply(ArrayRef<Polynomial> left,
                                               ArrayRef<Polynomial> right) {
    values.clear();
    for (auto [number, value] : llvm::enumerate(lefts))
      values[value] = left[number];
    for (auto [number, value] : llvm::enumerate(rights))
      values[value] = right[number];
    SmallVector<Polynomial> tuple;
    for (Value result : results) {
      if (!evaluate(result))
        return std::nullopt;
      tuple.push_back(values[result]);
    }
    return tuple;
  }

private:
  Polynomial getVariable(Type type) {
    areBooleans.push_back(type.isInteger(1));
    return {{{static_cast<unsigned>(areBooleans.size() - 1)}, 1}};
  }

  static Polynomial getNumber(uint64_t number) {
    if (number == 0)
      return {};
    return {{{}, number}};
  }

  /// a + factor * b.
  static Polynomial add(Polynomial a, const Polynomial &b, uint64_t factor) {
    for (const auto &[monomial, coefficient] : b) {
      uint64_t &sum = a[monomial];
      sum += factor * coefficient;
      if (sum == 0)
        a.erase(monomial);
    }
    return a;
  }

  Polynomial multiply(const Polynomial &a, const Polynomial &b) {
    Polynomial product;
    if (a.size() * b.size() > kMaxTerms) {
      isTooLarge = true;
      return product;
    }
    for (const auto &[left, leftCoefficient] : a)
      for (const auto &[right, rightCoefficient] : b) {
        Monomial all;
        std::merge(left.begin(), left.end(), right.begin(), right.end(),
                   std::back_inserter(all));
        auto isSquare = [&](unsigned first, unsigned second) {
          return first == second && areBooleans[first];
        };
        all.erase(std::unique(all.begin(), all.end(), isSquare), all.end());
        product = add(std::move(product), {{all, 1}},
                      leftCoefficient * rightCoefficient);
      }
    return product;
  }

  /// Computes a value of the block. False if it is no polynomial.
  bool evaluate(Value value) {
    if (values.contains(value))
      return true;
    Operation *op = value.getDefiningOp();
    if (std::optional<Polynomial> constant =
            op ? readConstant(op) : std::nullopt) {
      values[value] = std::move(*constant);
      return true;
    }
    if (value.getParentBlock() != lefts.front().getParentBlock()) {
      values[value] = getVariable(value, value.getType());
      return true;
    }
    if (!op || op->getNumResults() != 1 ||
        !llvm::all_of(op->getOperands(), [&](Value v) { return evaluate(v); }))
      return false;
    std::optional<Polynomial> result = compute(op);
    if (!result || isTooLarge || result->size() > kMaxTerms)
      return false;
    values[value] = std::move(*result);
    return true;
  }

  /// A constant, if the op is one. One that is no integer is a variable.
  std::optional<Polynomial> readConstant(Operation *op) {
    Attribute attribute;
    if (!matchPattern(op, m_Constant(&attribute)))
      return std::nullopt;
    if (auto integer = dyn_cast<IntegerAttr>(attribute);
        integer && integer.getValue().getBitWidth() <= 64)
      return getNumber(integer.getType().isInteger(1)
                           ? integer.getValue().getZExtValue()
                           : integer.getValue().getSExtValue());
    auto number = dyn_cast<FloatAttr>(attribute);
    if (!number)
      return std::nullopt;
    APSInt integer(/*BitWidth=*/32, /*isUnsigned=*/false);
    bool isExact = false;
    if (number.getValue().convertToInteger(integer, APFloat::rmTowardZero,
                                           &isExact) == APFloat::opOK &&
        isExact)
      return getNumber(integer.getSExtValue());
    return getVariable(attribute, number.getType());
  }

  /// The variable that stands for a constant or a value from outside.
  template <typename T>
  const Polynomial &getVariable(T known, Type type) {
    auto [place, isNew] = variables.try_emplace(known.getAsOpaquePointer());
    if (isNew)
      place->second = getVariable(type);
    return place->second;
  }

  std::optional<Polynomial> compute(Operation *op) {
    auto in = [&](unsigned operand) -> const Polynomial & {
      return values[op->getOperand(operand)];
    };
    constexpr uint64_t minus = -1;
    bool isBoolean = op->getOperand(0).getType().isInteger(1);
    using Result = std::optional<Polynomial>;
    auto exclude = [&]() -> Result {
      return add(add(in(0), in(1), 1), multiply(in(0), in(1)), -2);
    };
    return llvm::TypeSwitch<Operation *, Result>(op)
        .Case<arith::AddIOp, arith::AddFOp>([&](auto) -> Result {
          return isBoolean ? exclude() : add(in(0), in(1), 1);
        })
        .Case<arith::SubIOp, arith::SubFOp>([&](auto) -> Result {
          return isBoolean ? exclude() : add(in(0), in(1), minus);
        })
        .Case<arith::MulIOp, arith::MulFOp>(
            [&](auto) -> Result { return multiply(in(0), in(1)); })
        .Case([&](arith::NegFOp) -> Result { return add({}, in(0), minus); })
        .Case([&](arith::SelectOp) -> Result {
          if (!isBoolean)
            return std::nullopt;
          return add(in(2), multiply(in(0), add(in(1), in(2), minus)), 1);
        })
        .Case<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(
            [&](auto logic) -> Result {
              if (!isBoolean)
                return std::nullopt;
              if (isa<arith::XOrIOp>(logic))
                return exclude();
              Polynomial both = multiply(in(0), in(1));
              return isa<arith::AndIOp>(logic)
                         ? both
                         : add(add(in(0), in(1), 1), both, minus);
            })
        .Case<arith::ExtUIOp, arith::UIToFPOp>([&](auto) -> Result {
          return isBoolean ? Result(in(0)) : std::nullopt;
        })
        .Default([](Operation *) -> Result { return std::nullopt; });
  }

  ValueRange lefts, rights, results;
  /// By variable: whether it is an i1.
  SmallVector<bool> areBooleans;
  llvm::DenseMap<Value, Polynomial> values;
  llvm::DenseMap<const void *, Polynomial> variables;
  bool isTooLarge = false;
};

} // namespace

AlgebraicLaws AlgebraicLaws::get(ValueRange lefts, ValueRange rights,
                                 ValueRange results) {
  AlgebraicLaws laws;
  PolynomialEvaluator evaluator(lefts, rights, results);
  SmallVector<Polynomial> x = evaluator.getVariables(),
                          y = evaluator.getVariables(),
                          z = evaluator.getVariables();
  auto xy = evaluator.apply(x, y), yz = evaluator.apply(y, z),
       yx = evaluator.apply(y, x);
  if (!xy || !yz || !yx)
    return laws;
  auto front = evaluator.apply(*xy, z), rear = evaluator.apply(x, *yz);
  laws.isAssociative = front && rear && *front == *rear;
  laws.isCommutative = *xy == *yx;
  return laws;
}

//===----------------------------------------------------------------------===//
// ScanOperator
//===----------------------------------------------------------------------===//

static constexpr StringRef kRounds =
    "would round differently in another order; allow that with the fast-math "
    "flag reassoc, or the option reassociate";

StringRef ScanOperator::matchKind(Operation *step) {
  kind = getKind(step);
  fastmath = getFastMath(step);
  isCommutative = true;
  if (isa<arith::AddFOp, arith::MulFOp>(step) && !reassociate &&
      !arith::bitEnumContainsAny(fastmath, arith::FastMathFlags::reassoc))
    return kRounds;
  return "";
}

StringRef ScanOperator::match(ValueRange lefts, ValueRange rights,
                              ValueRange results) {
  if (results.size() == 1) {
    Operation *step = results.front().getDefiningOp();
    if (step && step->getNumOperands() == 2 && getKind(step) &&
        llvm::is_contained(step->getOperands(), lefts.front()) &&
        llvm::is_contained(step->getOperands(), rights.front()))
      return matchKind(step);
  }
  std::optional<Selection> selection = Selection::get(lefts, rights, results);
  if (selection && selection->isAssociative && !selection->nanMember &&
      !selection->stopMember) {
    isCommutative = selection->isCommutative;
    return "";
  }
  AlgebraicLaws laws = AlgebraicLaws::get(lefts, rights, results);
  if (laws.isAssociative) {
    auto isOrdered = [](Operation &op) {
      return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp>(op) &&
             !arith::bitEnumContainsAny(getFastMath(&op),
                                        arith::FastMathFlags::reassoc);
    };
    if (!reassociate &&
        llvm::any_of(*lefts.front().getParentBlock(), isOrdered))
      return kRounds;
    isCommutative = laws.isCommutative;
    return "";
  }
  return assumeAssociative
             ? ""
             : "has an operator that is not known to be associative; if it is, "
               "say so with the option assume-associative";
}

void prim::dropOverflowFlags(Block &block) {
  for (Operation &op : block)
    if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
      op.setAttr(flags.getIntegerOverflowAttrName(),
                 arith::IntegerOverflowFlagsAttr::get(
                     op.getContext(), arith::IntegerOverflowFlags::none));
}
