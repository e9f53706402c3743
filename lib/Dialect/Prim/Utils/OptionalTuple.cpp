//===- OptionalTuple.cpp - Folds with absent members ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing here knows why a member may be absent.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Utils/OptionalTuple.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace mlir::prim;

ValueTuple mlir::prim::selectTuple(CodeBuilder &builder, Value condition,
                                   ValueRange yes, ValueRange no) {
  ValueTuple result;
  for (auto [a, b] : llvm::zip_equal(yes, no))
    result.push_back(builder.select(condition, a, b));
  return result;
}

ValueTuple mlir::prim::evaluateIf(CodeBuilder &builder, Value condition,
                                  bool anywhere, ValueRange otherwise,
                                  llvm::function_ref<ValueTuple()> body) {
  if (anywhere)
    return selectTuple(builder, condition, body(), otherwise);
  auto branch = scf::IfOp::create(builder, otherwise.getTypes(), condition,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  ValueTuple values = body();
  scf::YieldOp::create(builder, values);
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(builder, otherwise);
  return ValueTuple(branch.getResults());
}

ValueTuple mlir::prim::combineIf(CodeBuilder &builder, const Combiner &combiner,
                                 Value condition, ValueRange lhs,
                                 ValueRange rhs, ValueRange otherwise) {
  return evaluateIf(
      builder, condition, combiner.isTotal(), otherwise,
      [&]() -> ValueTuple { return combiner.combine(builder, lhs, rhs); });
}

OptionalTuple mlir::prim::makeOptional(CodeBuilder &builder,
                                       const Combiner &combiner,
                                       ValueRange values, Value present) {
  if (!present || !combiner.hasIdentity())
    return {ValueTuple(values), present};
  return selectTuple(builder, present, values, combiner.neutral(builder));
}

OptionalTuple mlir::prim::combineOptional(CodeBuilder &builder,
                                          const Combiner &combiner,
                                          const OptionalTuple &lhs,
                                          const OptionalTuple &rhs) {
  if (lhs.isNever())
    return rhs;
  if (rhs.isNever())
    return lhs;
  if (!lhs.present && !rhs.present)
    return combiner.combine(builder, lhs.values, rhs.values);
  if (!rhs.present)
    return combineIf(builder, combiner, lhs.present, lhs.values, rhs.values,
                     rhs.values);
  if (!lhs.present)
    return combineIf(builder, combiner, rhs.present, lhs.values, rhs.values,
                     lhs.values);
  Value both = builder.andi(lhs.present, rhs.present);
  ValueTuple one = selectTuple(builder, lhs.present, lhs.values, rhs.values);
  return {combineIf(builder, combiner, both, lhs.values, rhs.values, one),
          builder.ori(lhs.present, rhs.present)};
}

OptionalTuple mlir::prim::foldLeading(CodeBuilder &builder,
                                      const Combiner &combiner,
                                      ArrayRef<OptionalTuple> members) {
  // Where the first member is absent the others are: nothing is combined then.
  OptionalTuple fold = members.front().values;
  for (const OptionalTuple &member : members.drop_front())
    fold = combineOptional(builder, combiner, fold, member);
  fold.present = members.front().present;
  return fold;
}

ValueTuple mlir::prim::poisonTuple(CodeBuilder &builder,
                                   const Combiner &combiner) {
  return llvm::map_to_vector(combiner.getTypes(), [&](Type type) -> Value {
    return ub::PoisonOp::create(builder, type);
  });
}

ValueTuple mlir::prim::identityOrPoison(CodeBuilder &builder,
                                        const Combiner &combiner) {
  return combiner.hasIdentity() ? combiner.identity(builder)
                                : poisonTuple(builder, combiner);
}

void mlir::prim::startWithIdentity(
    CodeBuilder &builder, const Combiner &combiner,
    MutableArrayRef<ValueTuple> items,
    llvm::function_ref<Value(unsigned)> isFirst) {
  if (!combiner.hasIdentity() || combiner.isIdentityNeutral())
    return;
  for (auto [i, item] : llvm::enumerate(items))
    if (Value first = isFirst(i))
      item = selectTuple(builder, first, combiner.identity(builder), item);
}
