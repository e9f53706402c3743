//===- MergePath.h - Partitions of a merge ----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The merge of two sorted runs is a path: each item is a step along one run. A
// diagonal is a number of items from the start; a search finds its intersection
// with the path independently. Each thread, or block, then follows its own part
// of the path. If items are equal, those of the first run come first.
//
// With an invalid order, such as one that treats NaN as equal to everything,
// the parts may be inconsistent. Every part still stays within its runs:
// searches halve a range within them, and no part has more items than follow
// its start.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_UTILS_MERGEPATH_H
#define PRIM_DIALECT_PRIM_UTILS_MERGEPATH_H

#include "prim/Dialect/Prim/Utils/OptionalTuple.h"
#include "prim/Dialect/Prim/Utils/WorkgroupMemory.h"

namespace mlir::prim {

/// Which of two items comes first, and which members the comparison reads.
struct ItemOrder {
  /// The order of the comparator region of a block op, or a built-in order.
  static ItemOrder get(SortOpInterface op);
  /// The members that the comparator or the order of `op` reads; at least the
  /// key.
  static SmallVector<unsigned> getCompared(SortOpInterface op);

  /// Whether the left one of two items must precede the right one: i1. The
  /// items have compared members only.
  std::function<Value(CodeBuilder &, ValueRange, ValueRange)> precedes;
  /// `precedes` if both items exist (`bothExist`), otherwise false. A total
  /// comparator is evaluated unconditionally, and its result is used if
  /// `suffices`, a cheaper condition with which the caller gets correct results
  /// too.
  Value ask(CodeBuilder &b, Value bothExist, Value suffices, ValueRange lhs,
            ValueRange rhs) const;
  /// Whether `precedes` may be evaluated on any values.
  bool isTotal = true;
  /// Members of an item, in ascending order of their numbers.
  SmallVector<unsigned> compared;
};

/// A complete item of `types` from `values`, its compared members. The other
/// members are placeholders that nothing reads.
SmallVector<Value> fillItem(CodeBuilder &b, ArrayRef<Type> types,
                            ArrayRef<unsigned> compared, ValueRange values);

/// Two sorted runs with access to items by position.
struct MergeRuns {
  /// The sizes, i32 or i64; the type of positions and diagonals. Neither the
  /// sizes nor their sum are negative.
  Value firstSize, secondSize;
  /// Loads the compared members of an existing item by its position.
  std::function<ValueTuple(Value)> first, second;
  /// The position of each run's first item; null for 0.
  Value firstBegin = {}, secondBegin = {};
  /// The distance of neighbours, a power of two: sizes, positions and diagonals
  /// are multiples of it.
  unsigned unit = 1;
};

/// The distance at which numbers of items are their offsets in bytes, so that
/// no access has to scale them; 1 if several members have different offsets, or
/// if offsets of `count` items do not fit into `bits` bits.
unsigned getMergeUnit(const ItemOrder &order, TypeRange types, uint64_t count,
                      unsigned bits = 32);
/// The number of an item from its multiple of `unit`, and the compared members
/// there.
Value toItemNumber(CodeBuilder &b, Value multiple, unsigned unit);
ValueTuple loadMerged(CodeBuilder &b, ArrayRef<MemoryArray> compared,
                      Value multiple, unsigned unit);

/// The number of items of the first run among the first `diagonal` items of the
/// merge, in [max(diagonal - secondSize, 0), min(diagonal, firstSize)]. Each
/// thread searches by itself. The smaller run has at most `most` items (i32),
/// which is uniform so that the loop has no vote.
Value searchMergePath(CodeBuilder &b, const ItemOrder &order,
                      const MergeRuns &runs, Value diagonal, Value most);

/// Performs searchMergePath() with a whole wave, for runs in slow memory: the
/// lanes probe one item each at the same time. All lanes must exist and have
/// the same diagonal. Requires a unit of 1.
Value searchMergePathByWave(CodeBuilder &b, const ItemOrder &order,
                            const MergeRuns &runs, Value diagonal, Value lane,
                            unsigned waveSize);

/// A part of the path with both runs in one array.
struct MergePart {
  /// Positions of the next items and of the ends: i32.
  Value first, firstEnd, second, secondEnd;
  /// The distance of neighbouring positions.
  unsigned unit = 1;
};

/// The next `count` items in order, and their positions: i32. If there are
/// fewer, the remaining positions are from `secondEnd` on, and `load` must
/// accept them.
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
