//===- OptionalTuple.h - Folds with absent members ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that decides how values are combined where some of them may be
// absent: items past a count, lanes without a source, a prefix that the first
// tile has not got. A combiner with an identity gets its neutral element in
// their place; for another one presence is tracked beside the value, and what a
// region might make of values that do not exist is selected away, or branched
// around where it might never come to an end.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_UTILS_OPTIONALTUPLE_H
#define PRIM_DIALECT_PRIM_UTILS_OPTIONALTUPLE_H

#include "prim/Dialect/Prim/Utils/Combiner.h"

namespace mlir::prim {

/// One value per member of the accumulator tuple.
using ValueTuple = SmallVector<Value>;

/// A tuple that may be absent.
struct OptionalTuple {
  OptionalTuple() = default;
  OptionalTuple(ValueTuple values, Value present = {})
      : values(std::move(values)), present(present) {}

  /// Empty where there never is one; of no meaning where `present` is false.
  ValueTuple values;
  /// i1; null where there always is one.
  Value present;

  bool isNever() const { return values.empty(); }
};

/// Member-wise select between two tuples.
ValueTuple selectTuple(CodeBuilder &b, Value condition, ValueRange yes,
                       ValueRange no);

/// `condition ? body() : otherwise`, where a null condition is one that holds.
/// With `anywhere` the body, which must be defined and without effect on any
/// values, is evaluated in any case: a select is cheaper than a branch. Else it
/// is branched around.
ValueTuple evaluateIf(CodeBuilder &b, Value condition, bool anywhere,
                      ValueRange otherwise,
                      llvm::function_ref<ValueTuple()> body);

/// `condition ? combiner(lhs, rhs) : otherwise`.
ValueTuple combineIf(CodeBuilder &b, const Combiner &combiner, Value condition,
                     ValueRange lhs, ValueRange rhs, ValueRange otherwise);

/// `values` where `present` (i1, null for always), else nothing: of a combiner
/// with an identity the neutral element, so that there always is a tuple.
OptionalTuple makeOptional(CodeBuilder &b, const Combiner &combiner,
                           ValueRange values, Value present);

/// The fold of two tuples, of the one that is present if the other is not.
OptionalTuple combineOptional(CodeBuilder &b, const Combiner &combiner,
                              const OptionalTuple &lhs,
                              const OptionalTuple &rhs);

/// The fold of `members` (at least one) in order. None may be present behind an
/// absent one, so the first says whether there is anything at all.
OptionalTuple foldLeading(CodeBuilder &b, const Combiner &combiner,
                          ArrayRef<OptionalTuple> members);

/// Poison of every type of the accumulator tuple.
ValueTuple poisonTuple(CodeBuilder &b, const Combiner &combiner);

/// The identity of `combiner`, or poison where it has none.
ValueTuple identityOrPoison(CodeBuilder &b, const Combiner &combiner);

/// Exclusive prefixes that start from the neutral element, `items` by number,
/// are right but for the first of all, which is the identity: puts it where
/// `isFirst(item)` (i1; null for an item that never is the first) holds. Emits
/// nothing where the two do not differ.
void startWithIdentity(CodeBuilder &b, const Combiner &combiner,
                       MutableArrayRef<ValueTuple> items,
                       llvm::function_ref<Value(unsigned)> isFirst);

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_UTILS_OPTIONALTUPLE_H
