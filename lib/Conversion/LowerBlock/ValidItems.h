//===- ValidItems.h - The items of a block that count --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the clause `valid(%n)` of a block op means for its threads and waves.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERBLOCK_VALIDITEMS_H
#define PRIM_LIB_CONVERSION_LOWERBLOCK_VALIDITEMS_H

#include "BlockContext.h"
#include "prim/Dialect/Prim/Utils/ThreadScan.h"

namespace mlir::prim {

/// The first `valid` items of a block as each part of it sees them. All of them
/// count where there is no such clause.
///
/// For a combiner with an identity, items that do not count are neutral ones,
/// and nothing else need know of them. For another one they are absent, which
/// isTracked() says; at least one item must then be valid.
class ValidItems {
public:
  /// `valid` (i32) may be null.
  ValidItems(CodeBuilder &b, BlockContext &context, const Combiner &combiner,
             const TileLayout &layout, Value valid)
      : b(b), context(context), combiner(combiner), layout(layout),
        valid(valid) {}

  bool isTracked() const { return valid && !combiner.hasIdentity(); }

  /// The calling thread's items.
  SmallVector<OptionalTuple> take(ArrayRef<ValueTuple> items);
  /// Whether the thread's item `item` is the block's last one, i1; null for one
  /// that never is.
  Value isLast(unsigned item);

  /// The following are null where nothing is absent.

  /// Lanes of this wave that have a valid item in row `row`, but at least one,
  /// so that a fold over them is never empty; what is folded of a row behind
  /// the last item is not used. i32. No row has more of them than the first.
  Value lanes(unsigned row) { return isTracked() ? lanesOfRow[row] : Value(); }
  /// Whether this wave has a valid item in row `row`, i1.
  Value hasRow(unsigned row) { return isTracked() ? rowExists[row] : Value(); }
  /// Whether wave `wave` has a valid item, i1.
  Value hasWave(unsigned wave);
  /// How many waves have one, i32, at least 1.
  Value countWaves() { return isTracked() ? waves : Value(); }

  /// `fold`, or the identity where no item is valid: the neutral elements that
  /// have been folded then may differ from it in the sign of zero.
  ValueTuple orIdentity(ValueRange fold);

private:
  /// i32 ceil(value / divisor) for a value that is not negative.
  Value ceilDiv(Value value, unsigned divisor);
  CodeBuilder &b;
  BlockContext &context;
  const Combiner &combiner;
  const TileLayout &layout;
  Value valid;
  /// Lanes of rows, rows and waves with valid items, made by take().
  SmallVector<Value> lanesOfRow, rowExists;
  Value waves;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERBLOCK_VALIDITEMS_H
