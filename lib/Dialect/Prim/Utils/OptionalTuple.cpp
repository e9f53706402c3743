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

ValueTuple mlir::prim::selectTuple(OpBuilder &builder, Location loc,
                                   Value condition, ValueRange yes,
                                   ValueRange no) {
  ValueTuple result;
  for (auto [a, b] : llvm::zip_equal(yes, no))
    result.push_back(arith::SelectOp::create(builder, loc, condition, a, b));
  return result;
}

ValueTuple mlir::prim::evaluateIf(OpBuilder &builder, Location loc,
                                  Value condition, bool anywhere,
                                  ValueRange otherwise,
                                  llvm::function_ref<ValueTuple()> body) {
  if (anywhere)
    return selectTuple(builder, loc, condition, body(), otherwise);
  auto branch = scf::IfOp::create(builder, loc, otherwise.getTypes(), condition,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  ValueTuple values = body();
  scf::YieldOp::create(builder, loc, values);
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(builder, loc, otherwise);
  return ValueTuple(branch.getResults());
}

ValueTuple mlir::prim::combineIf(OpBuilder &builder, Location loc,
                                 const Combiner &combiner, Value condition,
                                 ValueRange lhs, ValueRange rhs,
                                 ValueRange otherwise) {
  return evaluateIf(
      builder, loc, condition, combiner.isTotal(), otherwise,
      [&]() -> ValueTuple { return combiner.combine(builder, loc, lhs, rhs); });
}

OptionalTuple mlir::prim::makeOptional(OpBuilder &builder, Location loc,
                                       const Combiner &combiner,
                                       ValueRange values, Value present) {
  if (!present || !combiner.hasIdentity())
    return {ValueTuple(values), present};
  return selectTuple(builder, loc, present, values,
                     combiner.neutral(builder, loc));
}

OptionalTuple mlir::prim::combineOptional(OpBuilder &builder, Location loc,
                                          const Combiner &combiner,
                                          const OptionalTuple &lhs,
                                          const OptionalTuple &rhs) {
  if (lhs.isNever())
    return rhs;
  if (rhs.isNever())
    return lhs;
  if (!lhs.present && !rhs.present)
    return combiner.combine(builder, loc, lhs.values, rhs.values);
  if (!rhs.present)
    return combineIf(builder, loc, combiner, lhs.present, lhs.values,
                     rhs.values, rhs.values);
  if (!lhs.present)
    return combineIf(builder, loc, combiner, rhs.present, lhs.values,
                     rhs.values, lhs.values);
  Value both = arith::AndIOp::create(builder, loc, lhs.present, rhs.present);
  ValueTuple one =
      selectTuple(builder, loc, lhs.present, lhs.values, rhs.values);
  return {combineIf(builder, loc, combiner, both, lhs.values, rhs.values, one),
          arith::OrIOp::create(builder, loc, lhs.present, rhs.present)};
}

OptionalTuple mlir::prim::foldLeading(OpBuilder &builder, Location loc,
                                      const Combiner &combiner,
                                      ArrayRef<OptionalTuple> members) {
  // Where the first member is absent the others are: nothing is combined then.
  OptionalTuple fold = members.front().values;
  for (const OptionalTuple &member : members.drop_front())
    fold = combineOptional(builder, loc, combiner, fold, member);
  fold.present = members.front().present;
  return fold;
}

ValueTuple mlir::prim::poisonTuple(OpBuilder &builder, Location loc,
                                   const Combiner &combiner) {
  return llvm::map_to_vector(combiner.getTypes(), [&](Type type) -> Value {
    return ub::PoisonOp::create(builder, loc, type);
  });
}

ValueTuple mlir::prim::identityOrPoison(OpBuilder &builder, Location loc,
                                        const Combiner &combiner) {
  return combiner.hasIdentity() ? combiner.identity(builder, loc)
                                : poisonTuple(builder, loc, combiner);
}

void mlir::prim::startWithIdentity(
    OpBuilder &builder, Location loc, const Combiner &combiner,
    MutableArrayRef<ValueTuple> items,
    llvm::function_ref<Value(unsigned)> isFirst) {
  if (!combiner.hasIdentity() || combiner.isIdentityNeutral())
    return;
  for (auto [i, item] : llvm::enumerate(items))
    if (Value first = isFirst(i))
      item = selectTuple(builder, loc, first, combiner.identity(builder, loc),
                         item);
}
