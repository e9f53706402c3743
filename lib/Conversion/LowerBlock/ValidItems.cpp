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

Value ValidItems::itemIndex(unsigned item, unsigned count) {
  Value first = arith::MulIOp::create(builder, loc, context.getThreadId(),
                                      createI32(builder, loc, count));
  return arith::AddIOp::create(builder, loc, first,
                               createI32(builder, loc, item));
}

SmallVector<OptionalTuple> ValidItems::take(ArrayRef<ValueTuple> items) {
  if (!valid)
    return presentItems(items);
  unsigned count = items.size();
  SmallVector<OptionalTuple> taken;
  for (auto [i, item] : llvm::enumerate(items)) {
    Value counts = compare(CmpIPredicate::slt, itemIndex(i, count), valid);
    taken.push_back(makeOptional(builder, loc, combiner, item, counts));
  }
  if (!isTracked())
    return taken;
  unsigned wave = context.getTarget().waveSize;
  Value threads = ceilDiv(valid, count);
  waves = ceilDiv(threads, wave);
  Value before = arith::MulIOp::create(builder, loc, context.getWaveId(),
                                       createI32(builder, loc, wave));
  Value left = arith::SubIOp::create(builder, loc, threads, before);
  left =
      arith::MinSIOp::create(builder, loc, left, createI32(builder, loc, wave));
  lanesOfWave =
      arith::MaxSIOp::create(builder, loc, left, createI32(builder, loc, 1));
  return taken;
}

Value ValidItems::isLast(unsigned item, unsigned count) {
  if (valid) {
    Value next = itemIndex(item + 1, count);
    return compare(CmpIPredicate::eq, next, valid);
  }
  if (item + 1 != count)
    return Value();
  return compare(CmpIPredicate::eq, context.getThreadId(),
                 createI32(builder, loc, context.getBlockSize() - 1));
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
