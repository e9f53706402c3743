//===- ValidItems.h - The items of a block that count --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The clause `valid(%n)` of a block op for its threads and waves.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERBLOCK_VALIDITEMS_H
#define PRIM_LIB_CONVERSION_LOWERBLOCK_VALIDITEMS_H

#include "BlockContext.h"
#include "prim/Dialect/Prim/Utils/ThreadScan.h"

namespace mlir::prim {

/// The first `valid` items of a block, from the view of its threads and waves.
/// Without the clause all items are valid.
///
/// If the combiner has an identity, invalid items become neutral elements, and
/// no further handling is needed. Otherwise they are absent, which isTracked()
/// returns; at least one item must then be valid.
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
  /// Whether the thread's item `item` is the block's last valid one, i1; null
  /// if it never is.
  Value isLast(unsigned item);

  /// The following functions return null if no item can be absent.

  /// The number of lanes of this wave with a valid item in row `row`, i32. At
  /// least one, so that a fold over them is never empty; the fold of a row
  /// after the last item is not used. No row has more such lanes than the
  /// first.
  Value lanes(unsigned row) { return isTracked() ? lanesOfRow[row] : Value(); }
  /// Whether this wave has a valid item in row `row`, i1.
  Value hasRow(unsigned row) { return isTracked() ? rowExists[row] : Value(); }
  /// Whether wave `wave` has a valid item, i1.
  Value hasWave(unsigned wave);
  /// The number of waves with a valid item, i32, at least 1.
  Value countWaves() { return isTracked() ? waves : Value(); }

  /// `fold`, or the identity if no item is valid. The fold is then one of
  /// neutral elements, which may differ from the identity in the sign of zero.
  ValueTuple orIdentity(ValueRange fold);

private:
  /// i32 ceil(value / divisor) for a nonnegative value.
  Value ceilDiv(Value value, unsigned divisor);
  CodeBuilder &b;
  BlockContext &context;
  const Combiner &combiner;
  const TileLayout &layout;
  Value valid;
  /// Lanes of rows, rows and waves with valid items, computed by take().
  SmallVector<Value> lanesOfRow, rowExists;
  Value waves;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERBLOCK_VALIDITEMS_H
