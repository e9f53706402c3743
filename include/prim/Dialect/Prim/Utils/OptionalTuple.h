//===- OptionalTuple.h - Folds with absent members ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Combines values of which some may be absent: items past a count, lanes
// without a source, the prefix of the first tile. A combiner with an identity
// gets its neutral element for absent values. For other combiners presence is
// tracked beside the value. The result of a region on absent values is then
// selected away, or branched around if the region might not terminate.
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

  /// Empty if the tuple is never present; undefined if `present` is false.
  ValueTuple values;
  /// i1; null if the tuple is always present.
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

/// `values` if `present` (i1, null for always), otherwise absent. If the
/// combiner has an identity, the neutral element replaces absent values, so
/// that a tuple is always present.
OptionalTuple makeOptional(CodeBuilder &b, const Combiner &combiner,
                           ValueRange values, Value present);

/// The fold of two tuples, or the present one if the other is absent.
OptionalTuple combineOptional(CodeBuilder &b, const Combiner &combiner,
                              const OptionalTuple &lhs,
                              const OptionalTuple &rhs);

/// The fold of `members` (at least one) in order. No member after an absent one
/// may be present, so the first one says whether the fold is present.
OptionalTuple foldLeading(CodeBuilder &b, const Combiner &combiner,
                          ArrayRef<OptionalTuple> members);

/// Poison for every type of the accumulator tuple.
ValueTuple poisonTuple(CodeBuilder &b, const Combiner &combiner);

/// The identity of `combiner`, or poison where it has none.
ValueTuple identityOrPoison(CodeBuilder &b, const Combiner &combiner);

/// Corrects exclusive prefixes, `items` by number, that start from the neutral
/// element. They are right except for the first of all, which must be the
/// identity. The identity replaces each item for which `isFirst(item)` holds
/// (i1; null for an item that is never the first). Emits nothing if the two
/// values are equal.
void startWithIdentity(CodeBuilder &b, const Combiner &combiner,
                       MutableArrayRef<ValueTuple> items,
                       llvm::function_ref<Value(unsigned)> isFirst);

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_UTILS_OPTIONALTUPLE_H
