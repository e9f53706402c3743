//===- Order.cpp - The order that a comparison defines ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Order.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// Whether `value` is `of` with one NaN for all, and one zero for both. The two
/// selections are in any order.
bool isCanonical(Value value, Value of) {
  bool hasNaN = false, hasZero = false;
  while (value != of) {
    auto select = value.getDefiningOp<arith::SelectOp>();
    if (!select)
      return false;
    auto test = select.getCondition().getDefiningOp<arith::CmpFOp>();
    APFloat constant(0.0);
    if (!test || test.getLhs() != of ||
        !matchPattern(select.getTrueValue(), m_ConstantFloat(&constant)))
      return false;
    APFloat zero(0.0);
    if (test.getRhs() == of &&
        (test.getPredicate() == arith::CmpFPredicate::UNE ||
         test.getPredicate() == arith::CmpFPredicate::UNO) &&
        constant.isNaN() && !constant.isNegative() && !hasNaN)
      hasNaN = true;
    else if (test.getPredicate() == arith::CmpFPredicate::OEQ &&
             matchPattern(test.getRhs(), m_ConstantFloat(&zero)) &&
             zero.isZero() && constant.isPosZero() && !hasZero)
      hasZero = true;
    else
      return false;
    value = select.getFalseValue();
  }
  return hasNaN && hasZero;
}

/// The float whose order the signed integer `value` has; null if there is none:
/// select(bits < 0, greatest - bits, bits) of canonical bits.
Value getTotalOf(Value value) {
  auto select = value.getDefiningOp<arith::SelectOp>();
  if (!select)
    return Value();
  auto test = select.getCondition().getDefiningOp<arith::CmpIOp>();
  auto flipped = select.getTrueValue().getDefiningOp<arith::SubIOp>();
  auto bits = select.getFalseValue().getDefiningOp<arith::BitcastOp>();
  APInt greatest;
  if (!test || !flipped || !bits ||
      test.getPredicate() != arith::CmpIPredicate::slt ||
      test.getLhs() != bits.getResult() ||
      !matchPattern(test.getRhs(), m_Zero()) ||
      flipped.getRhs() != bits.getResult() ||
      !matchPattern(flipped.getLhs(), m_ConstantInt(&greatest)) ||
      !greatest.isMaxSignedValue())
    return Value();
  // The float is the innermost value that is selected.
  Value canonical = bits.getIn(), of = canonical;
  while (auto inner = of.getDefiningOp<arith::SelectOp>())
    of = inner.getFalseValue();
  return isa<FloatType>(of.getType()) && isCanonical(canonical, of) ? of
                                                                    : Value();
}

class Finder {
public:
  Finder(ValueRange lefts, ValueRange rights) : lefts(lefts), rights(rights) {}

  /// Adds the keys of a lexicographic comparison.
  bool find(Value first) {
    if (std::optional<Key> key = findKey(first)) {
      keys.push_back(*key);
      return true;
    }
    // The first key decides, or it is equal and the others do.
    auto either = first.getDefiningOp<arith::OrIOp>();
    if (!either)
      return false;
    for (auto [decided, other] :
         {std::pair(either.getLhs(), either.getRhs()),
          std::pair(either.getRhs(), either.getLhs())}) {
      std::optional<Key> key = findKey(decided, /*isStrict=*/true);
      auto both = other.getDefiningOp<arith::AndIOp>();
      if (!key || !both)
        continue;
      for (auto [equal, rest] : {std::pair(both.getLhs(), both.getRhs()),
                                 std::pair(both.getRhs(), both.getLhs())})
        if (isEqual(equal, *key)) {
          keys.push_back(*key);
          return find(rest);
        }
    }
    return false;
  }

  SmallVector<Key> keys;

private:
  /// The member that two values are of, and whether the first one is of the
  /// right item.
  std::optional<std::pair<unsigned, bool>> getMember(Value lhs, Value rhs) {
    for (auto [member, left, right] : llvm::enumerate(lefts, rights)) {
      if (lhs == left && rhs == right)
        return std::pair(unsigned(member), false);
      if (lhs == right && rhs == left)
        return std::pair(unsigned(member), true);
    }
    return std::nullopt;
  }

  std::optional<Key> findKey(Value first, bool isStrict = false) {
    using P = arith::CmpIPredicate;
    if (auto compare = first.getDefiningOp<arith::CmpFOp>()) {
      // With the bit for NaN left out, which has no place in such an order.
      auto relation = static_cast<unsigned>(compare.getPredicate()) & 7;
      auto member = getMember(compare.getLhs(), compare.getRhs());
      // The bits are equal, greater, less.
      bool isGreater = relation & 2, isLess = relation & 4;
      if (!member || isGreater == isLess || (isStrict && (relation & 1)))
        return std::nullopt;
      return Key{member->first, SortOrder::Total, isGreater != member->second};
    }
    auto compare = first.getDefiningOp<arith::CmpIOp>();
    if (!compare)
      return std::nullopt;
    P predicate = compare.getPredicate();
    if (predicate == P::eq || predicate == P::ne ||
        (isStrict && (predicate == P::sle || predicate == P::sge ||
                      predicate == P::ule || predicate == P::uge)))
      return std::nullopt;
    bool isGreater = predicate == P::sgt || predicate == P::sge ||
                     predicate == P::ugt || predicate == P::uge;
    bool isUnsigned = predicate >= P::ult;
    if (auto member = getMember(compare.getLhs(), compare.getRhs()))
      return Key{member->first, isUnsigned ? SortOrder::ULT : SortOrder::SLT,
                 isGreater != member->second};
    Value lhs = getTotalOf(compare.getLhs()),
          rhs = getTotalOf(compare.getRhs());
    if (!lhs || !rhs || isUnsigned)
      return std::nullopt;
    auto member = getMember(lhs, rhs);
    if (!member)
      return std::nullopt;
    return Key{member->first, SortOrder::Total, isGreater != member->second};
  }

  /// Whether `equal` says that the key's member is equal in its order.
  bool isEqual(Value equal, Key key) {
    Value lhs, rhs;
    if (auto compare = equal.getDefiningOp<arith::CmpIOp>()) {
      if (compare.getPredicate() != arith::CmpIPredicate::eq)
        return false;
      lhs = compare.getLhs(), rhs = compare.getRhs();
      if (key.order == SortOrder::Total)
        lhs = getTotalOf(lhs), rhs = getTotalOf(rhs);
    } else if (auto compare = equal.getDefiningOp<arith::CmpFOp>()) {
      if (compare.getPredicate() != arith::CmpFPredicate::OEQ &&
          compare.getPredicate() != arith::CmpFPredicate::UEQ)
        return false;
      lhs = compare.getLhs(), rhs = compare.getRhs();
    }
    if (!lhs || !rhs)
      return false;
    auto member = getMember(lhs, rhs);
    return member && member->first == key.member;
  }

  ValueRange lefts, rights;
};

} // namespace

SmallVector<Key> prim::findKeys(Value first, ValueRange lefts,
                                ValueRange rights) {
  Finder finder(lefts, rights);
  if (!finder.find(first))
    return {};
  llvm::SmallBitVector seen(lefts.size());
  for (const Key &key : finder.keys) {
    if (seen.test(key.member) ||
        key.descending != finder.keys.front().descending)
      return {};
    seen.set(key.member);
  }
  return finder.keys;
}
