//===- ValidItems.cpp - The items of a block that count *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts counts of items to counts of threads, lanes and waves.
//
//===----------------------------------------------------------------------===//

#include "ValidItems.h"

using namespace mlir;
using namespace mlir::prim;

Value ValidItems::ceilDiv(Value value, unsigned divisor) {
  if (divisor == 1)
    return value;
  Value bumped = b.add(value, divisor - 1);
  return b.divui(bumped, divisor);
}

SmallVector<OptionalTuple> ValidItems::take(ArrayRef<ValueTuple> items) {
  if (!valid)
    return presentItems(items);
  SmallVector<OptionalTuple> taken;
  for (auto [item, position] :
       llvm::zip_equal(items, layout.positions(b, context.getThreadIds()))) {
    Value counts = b.slt(position, valid);
    taken.push_back(makeOptional(b, combiner, item, counts));
  }
  if (!isTracked())
    return taken;
  unsigned wave = context.getTarget().waveSize;
  Value vectors = ceilDiv(valid, layout.vector());
  // More items may be said to be valid than there are.
  waves =
      b.minsi(ceilDiv(vectors, wave * layout.rows()), context.getNumWaves());
  // A row of the last wave may be shorter than the wave.
  Value whole = layout.lanesOfWave(b, context.getThreadIds());
  for (unsigned row = 0; row < layout.rows(); ++row) {
    Value before = layout.vectorsBefore(b, context.getThreadIds(), row);
    Value left = b.sub(vectors, before);
    rowExists.push_back(b.sge(left, 1));
    left = b.minsi(left, whole);
    lanesOfRow.push_back(b.maxsi(left, 1));
  }
  return taken;
}

Value ValidItems::isLast(unsigned item) {
  if (!valid && item + 1 != layout.items())
    return Value();
  Value position = layout.positions(b, context.getThreadIds())[item];
  Value next = b.add(position, 1);
  return b.eq(next, valid ? valid : b.i32(layout.tileItems()));
}

Value ValidItems::hasWave(unsigned wave) {
  if (!isTracked())
    return Value();
  return b.slt(b.i32(wave), waves);
}

ValueTuple ValidItems::orIdentity(ValueRange fold) {
  if (!valid || !combiner.hasIdentity() || combiner.isIdentityNeutral())
    return ValueTuple(fold);
  Value some = b.sgt(valid, 0);
  return selectTuple(b, some, fold, combiner.identity(b));
}
