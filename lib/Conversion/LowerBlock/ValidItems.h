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

/// The first `valid` items of a block, in blocked arrangement, as each part of
/// it sees them. All of them count where there is no such clause.
///
/// For a combiner with an identity, items that do not count are neutral ones,
/// and nothing else need know of them. For another one they are absent, which
/// isTracked() says; at least one item must then be valid.
class ValidItems {
public:
  /// `valid` (i32) may be null.
  ValidItems(OpBuilder &builder, Location loc, BlockContext &context,
             const Combiner &combiner, Value valid)
      : builder(builder), loc(loc), context(context), combiner(combiner),
        valid(valid) {}

  bool isTracked() const { return valid && !combiner.hasIdentity(); }

  /// The calling thread's items.
  SmallVector<OptionalTuple> take(ArrayRef<ValueTuple> items);
  /// Whether item `item` of `count` per thread is the last one, i1; null for
  /// the last of the thread where all items count.
  Value isLast(unsigned item, unsigned count);

  /// The following are null where nothing is absent.

  /// Lanes of this wave that have a valid item, but at least one, so that a
  /// fold over them is never empty; what a wave behind the last item folds is
  /// not used. i32.
  Value lanes() { return isTracked() ? lanesOfWave : Value(); }
  /// Whether wave `wave` has a valid item, i1.
  Value hasWave(unsigned wave);

  /// `fold`, or the identity where no item is valid: the neutral elements that
  /// have been folded then may differ from it in the sign of zero.
  ValueTuple orIdentity(ValueRange fold);

private:
  /// i32 ceil(value / divisor) for a value that is not negative.
  Value ceilDiv(Value value, unsigned divisor);
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
  }
  /// Number of item `item` of `count` per thread in the block.
  Value itemIndex(unsigned item, unsigned count);

  OpBuilder &builder;
  Location loc;
  BlockContext &context;
  const Combiner &combiner;
  Value valid;
  /// Lanes and waves with valid items, made by take().
  Value lanesOfWave, waves;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERBLOCK_VALIDITEMS_H
