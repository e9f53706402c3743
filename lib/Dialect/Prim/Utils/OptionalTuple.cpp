//===- OptionalTuple.cpp - Folds with absent members ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Independent of the reasons for which a member may be absent.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Utils/OptionalTuple.h"

#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace mlir::prim;

ValueTuple mlir::prim::selectTuple(CodeBuilder &b, Value condition,
                                   ValueRange yes, ValueRange no) {
  ValueTuple result;
  for (auto [one, other] : llvm::zip_equal(yes, no))
    result.push_back(b.select(condition, one, other));
  return result;
}

ValueTuple mlir::prim::evaluateIf(CodeBuilder &b, Value condition,
                                  bool anywhere, ValueRange otherwise,
                                  llvm::function_ref<ValueTuple()> body) {
  if (!condition)
    return body();
  if (anywhere)
    return selectTuple(b, condition, body(), otherwise);
  return b.select(condition, otherwise.getTypes(), body,
                  [&] { return ValueTuple(otherwise); });
}

ValueTuple mlir::prim::combineIf(CodeBuilder &b, const Combiner &combiner,
                                 Value condition, ValueRange lhs,
                                 ValueRange rhs, ValueRange otherwise) {
  return evaluateIf(
      b, condition, combiner.isTotal(), otherwise,
      [&]() -> ValueTuple { return combiner.combine(b, lhs, rhs); });
}

OptionalTuple mlir::prim::makeOptional(CodeBuilder &b, const Combiner &combiner,
                                       ValueRange values, Value present) {
  if (!present || !combiner.hasIdentity())
    return {ValueTuple(values), present};
  return selectTuple(b, present, values, combiner.neutral(b));
}

OptionalTuple mlir::prim::combineOptional(CodeBuilder &b,
                                          const Combiner &combiner,
                                          const OptionalTuple &lhs,
                                          const OptionalTuple &rhs) {
  if (lhs.isNever())
    return rhs;
  if (rhs.isNever())
    return lhs;
  if (!lhs.present && !rhs.present)
    return combiner.combine(b, lhs.values, rhs.values);
  if (!rhs.present)
    return combineIf(b, combiner, lhs.present, lhs.values, rhs.values,
                     rhs.values);
  if (!lhs.present)
    return combineIf(b, combiner, rhs.present, lhs.values, rhs.values,
                     lhs.values);
  Value both = b.andi(lhs.present, rhs.present);
  ValueTuple one = selectTuple(b, lhs.present, lhs.values, rhs.values);
  return {combineIf(b, combiner, both, lhs.values, rhs.values, one),
          b.ori(lhs.present, rhs.present)};
}

OptionalTuple mlir::prim::foldLeading(CodeBuilder &b, const Combiner &combiner,
                                      ArrayRef<OptionalTuple> members) {
  // If the first member is absent, so are the others, and nothing is combined.
  OptionalTuple fold = members.front().values;
  for (const OptionalTuple &member : members.drop_front())
    fold = combineOptional(b, combiner, fold, member);
  fold.present = members.front().present;
  return fold;
}

ValueTuple mlir::prim::poisonTuple(CodeBuilder &b, const Combiner &combiner) {
  return llvm::map_to_vector(combiner.getTypes(), [&](Type type) -> Value {
    return ub::PoisonOp::create(b, type);
  });
}

ValueTuple mlir::prim::identityOrPoison(CodeBuilder &b,
                                        const Combiner &combiner) {
  return combiner.hasIdentity() ? combiner.identity(b)
                                : poisonTuple(b, combiner);
}

void mlir::prim::startWithIdentity(
    CodeBuilder &b, const Combiner &combiner, MutableArrayRef<ValueTuple> items,
    llvm::function_ref<Value(unsigned)> isFirst) {
  if (!combiner.hasIdentity() || combiner.isIdentityNeutral())
    return;
  for (auto [i, item] : llvm::enumerate(items))
    if (Value first = isFirst(i))
      item = selectTuple(b, first, combiner.identity(b), item);
}
