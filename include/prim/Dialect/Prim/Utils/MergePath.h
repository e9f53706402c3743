//===- MergePath.h - Where parts of a merge begin ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The merge of two sorted runs is a path: each item is a step along the one run
// or the other. Where it crosses a diagonal, which is so many items from the
// start, a search finds by itself, and each thread, or block, then goes its
// part of the path. Of equal items those of the first run come first.
//
// An order that is none, such as one that takes NaN for equal to everything,
// makes parts that do not fit together. Every part stays in its runs all the
// same, whatever the answers: searches halve what is within them, and no part
// has more items than there are behind its start.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_UTILS_MERGEPATH_H
#define PRIM_DIALECT_PRIM_UTILS_MERGEPATH_H

#include "prim/Dialect/Prim/Utils/OptionalTuple.h"
#include "prim/Dialect/Prim/Utils/WorkgroupMemory.h"

namespace mlir::prim {

/// What decides which of two items comes first, and what it looks at.
struct ItemOrder {
  /// By the comparator region of a block op, or by a built-in order.
  static ItemOrder get(SortOpInterface op);
  /// The members that the comparator of `op`, or its order, looks at; the key
  /// at least.
  static SmallVector<unsigned> getCompared(SortOpInterface op);

  /// Whether the left one of two items, which are compared members only, has to
  /// come before the right one: i1.
  std::function<Value(CodeBuilder &, ValueRange, ValueRange)> precedes;
  /// `precedes` where both items exist, which `bothExist` says, and else false.
  /// One that is total is asked anyway, and counts where `suffices`, which
  /// tells as much to the caller.
  Value ask(CodeBuilder &b, Value bothExist, Value suffices, ValueRange lhs,
            ValueRange rhs) const;
  /// Whether that may be asked of any values.
  bool isTotal = true;
  /// Members of an item, by ascending numbers.
  SmallVector<unsigned> compared;
};

/// All members (of `types`) of an item of which `values` are those that are
/// compared: nothing looks at the others.
SmallVector<Value> fillItem(CodeBuilder &b, ArrayRef<Type> types,
                            ArrayRef<unsigned> compared, ValueRange values);

/// Two sorted runs, of which items can be had by their number.
struct MergeRuns {
  /// i32 or i64, as numbers and diagonals are then; not negative, nor both
  /// together.
  Value firstSize, secondSize;
  /// What is compared of an item that exists.
  std::function<ValueTuple(Value)> first, second;
};

/// How many of the first `diagonal` items of the merge are of the first run: in
/// [max(diagonal - secondSize, 0), min(diagonal, firstSize)]. Each
/// thread finds its own.
Value searchMergePath(CodeBuilder &b, const ItemOrder &order,
                      const MergeRuns &runs, Value diagonal);

/// The same where the items are far away: all lanes of a wave, which exist and
/// have one diagonal, look at an item each at the same time.
Value searchMergePathByWave(CodeBuilder &b, const ItemOrder &order,
                            const MergeRuns &runs, Value diagonal, Value lane,
                            unsigned waveSize);

/// A part of the path, where both runs lie in one array.
struct MergePart {
  /// Places of the next items, and behind the last ones: i32.
  Value first, firstEnd, second, secondEnd;
};

/// The next `count` items in order, by the places at which they lie: i32. If
/// there are fewer, the rest are places from `secondEnd` on, which `load` must
/// bear, too.
struct MergedItems {
  SmallVector<ValueTuple> compared;
  SmallVector<Value> places;
};
MergedItems mergeSerially(CodeBuilder &b, const ItemOrder &order,
                          MergePart part,
                          llvm::function_ref<ValueTuple(Value)> load,
                          unsigned count);

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_UTILS_MERGEPATH_H
