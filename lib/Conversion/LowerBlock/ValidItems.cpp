//===- ValidItems.cpp - The items of a block that count *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts of items cut into counts of threads, lanes and waves.
//
//===----------------------------------------------------------------------===//

#include "ValidItems.h"

using namespace mlir;
using namespace mlir::prim;
using arith::CmpIPredicate;

Value ValidItems::ceilDiv(Value value, unsigned divisor) {
  if (divisor == 1)
    return value;
  Value bumped = arith::AddIOp::create(builder, loc, value,
                                       createI32(builder, loc, divisor - 1));
  return arith::DivUIOp::create(builder, loc, bumped,
                                createI32(builder, loc, divisor));
}

SmallVector<OptionalTuple> ValidItems::take(ArrayRef<ValueTuple> items) {
  if (!valid)
    return presentItems(items);
  SmallVector<OptionalTuple> taken;
  for (auto [item, position] : llvm::zip_equal(
           items, layout.positions(builder, loc, context.getThreadIds()))) {
    Value counts = compare(CmpIPredicate::slt, position, valid);
    taken.push_back(makeOptional(builder, loc, combiner, item, counts));
  }
  if (!isTracked())
    return taken;
  unsigned wave = context.getTarget().waveSize;
  Value vectors = ceilDiv(valid, layout.vector());
  // More items may be said to be valid than there are.
  waves = arith::MinSIOp::create(
      builder, loc, ceilDiv(vectors, wave * layout.rows()),
      createI32(builder, loc, context.getNumWaves()));
  // A row of the last wave may be shorter than the wave.
  Value whole = layout.lanesOfWave(builder, loc, context.getThreadIds());
  Value one = createI32(builder, loc, 1);
  for (unsigned row = 0; row < layout.rows(); ++row) {
    Value before =
        layout.vectorsBefore(builder, loc, context.getThreadIds(), row);
    Value left = arith::SubIOp::create(builder, loc, vectors, before);
    rowExists.push_back(compare(CmpIPredicate::sge, left, one));
    left = arith::MinSIOp::create(builder, loc, left, whole);
    lanesOfRow.push_back(arith::MaxSIOp::create(builder, loc, left, one));
  }
  return taken;
}

Value ValidItems::isLast(unsigned item) {
  if (!valid && item + 1 != layout.items())
    return Value();
  Value position = layout.positions(builder, loc, context.getThreadIds())[item];
  Value next =
      arith::AddIOp::create(builder, loc, position, createI32(builder, loc, 1));
  return compare(CmpIPredicate::eq, next,
                 valid ? valid : createI32(builder, loc, layout.tileItems()));
}

Value ValidItems::hasWave(unsigned wave) {
  if (!isTracked())
    return Value();
  return compare(CmpIPredicate::slt, createI32(builder, loc, wave), waves);
}

ValueTuple ValidItems::orIdentity(ValueRange fold) {
  if (!valid || !combiner.hasIdentity() || combiner.isIdentityNeutral())
    return ValueTuple(fold);
  Value some = compare(CmpIPredicate::sgt, valid, createI32(builder, loc, 0));
  return selectTuple(builder, loc, some, fold, combiner.identity(builder, loc));
}
