//===- LastBlock.cpp - Folds by the block that comes last *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state is a count in the first 8 bytes, followed by an array of parts per
// member of the tuple. Each array starts at a multiple of 8 bytes. From two
// tiles on, this is at most 8 bytes per tile and 4 bytes of a part.
//
//===----------------------------------------------------------------------===//

#include "LastBlock.h"

#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

SmallVector<MemoryArray> LastBlock::getParts() {
  SmallVector<MemoryArray> parts;
  Value base = advance(b, op.getState(), 8);
  for (Type type : combiner.getTypes()) {
    parts.emplace_back(base, type);
    if (parts.size() == combiner.getTypes().size())
      break;
    Value tiles = b.indexCastUI(b.getIndexType(), op.getTiles());
    Value bytes = b.mul(tiles, getElementBytes(type));
    Value bumped = b.add(bytes, 7);
    base = advance(b, base, b.andi(bumped, -8));
  }
  return parts;
}

Value LastBlock::publish() {
  Value zero = b.i32(0);
  ValueTuple counted =
      evaluateIf(b, isFirst, /*anywhere=*/false, zero, [&]() -> ValueTuple {
        storeAll(b, getParts(), op.getInputs(), op.getTile());
        return {createAtomicAdd(b, 1, {op.getState(), zero},
                                MemoryOrder::AcqRel, MemoryScope::Device)};
      });
  Value count = WarpBroadcastOp::create(b, counted.front().getType(), counted,
                                        zero, /*width=*/IntegerAttr())
                    .getResult(0);
  // The acquire by the first lane covers the reads of the other lanes.
  WarpBarrierOp::create(b);
  return count;
}

ValueTuple LastBlock::readParts(Value index) {
  return loadAll(b, getParts(), index);
}

void LastBlock::reset(Value begin, Value end, Value step) {
  Value zero = b.i32(0);
  b.ifThen(isFirst, [&] { StoreOp::create(b, zero, op.getState(), zero); });
  SmallVector<MemoryArray> parts = getParts();
  b.forEach(begin, end, step, [&](Value index) {
    for (auto [array, type] : llvm::zip_equal(parts, combiner.getTypes()))
      array.store(b, b.zero(type), index);
  });
}

ValueTuple LastBlock::foldReordered() {
  Value tiles = op.getTiles();
  Value last = b.sub(tiles, 1);
  auto foldSome = [&](Value first, ValueRange before) {
    Value index = b.add(first, lane);
    OptionalTuple fold{ValueTuple(before)};
    SmallVector<std::pair<Value, ValueTuple>> read;
    for (unsigned i = 0; i != partsTogether; ++i) {
      Value at = b.add(index, i * lanes);
      Value exists = b.sle(at, last);
      read.emplace_back(exists, readParts(b.minsi(at, last)));
    }
    for (auto &[exists, part] : read)
      fold = combineOptional(b, combiner, fold,
                             makeOptional(b, combiner, part, exists));
    return fold.values;
  };
  // Without an identity each lane starts from a part, and lanes that have none
  // do not count.
  ValueTuple start;
  Value valid;
  if (combiner.hasIdentity()) {
    start = combiner.neutral(b);
  } else {
    start = readParts(b.minsi(lane, last));
    valid = b.maxsi(b.minsi(tiles, lanes), 1);
  }
  ValueTuple fold = b.forEach(b.i32(valid ? lanes : 0), tiles,
                              lanes * partsTogether, start, foldSome);
  if (op.getReset())
    reset(lane, tiles, b.i32(lanes));
  return ValueTuple(
      createWarpReduce(b, combiner, fold, /*all=*/false, valid).getResults());
}

ValueTuple LastBlock::foldParts() {
  if (combiner.isCommutative())
    return foldReordered();
  Value one = b.i32(1);
  auto ceilDiv = [&](Value x, Value y) -> Value {
    Value bumped = b.add(x, b.sub(y, one));
    return b.divui(bumped, y);
  };
  // Every lane folds a run of consecutive parts, and the wave folds the lanes.
  Value tiles = op.getTiles();
  Value last = b.sub(tiles, one);
  Value run = ceilDiv(tiles, b.i32(lanes));
  Value begin = b.mul(lane, run);
  Value end = b.minsi(tiles, b.add(begin, run));
  ValueTuple start = readParts(b.minsi(begin, last));
  Value second = b.add(begin, one);
  ValueTuple fold =
      b.forEach(second, end, one, start, [&](Value index, ValueRange before) {
        return combiner.combine(b, before, readParts(index));
      });
  if (op.getReset())
    reset(begin, end, one);
  // At least one lane has a value.
  Value valid = b.maxsi(ceilDiv(tiles, run), one);
  return ValueTuple(
      createWarpReduce(b, combiner, fold, /*all=*/false, valid).getResults());
}

OptionalTuple LastBlock::run() {
  isFirst = b.eq(lane, 0);
  Value several = b.ugt(op.getTiles(), 1);
  SmallVector<Value> alone(op.getInputs());
  alone.push_back(isFirst);
  ValueTuple values =
      evaluateIf(b, several, /*anywhere=*/false, alone, [&]() -> ValueTuple {
        Value last = b.sub(op.getTiles(), 1);
        Value isLast = b.eq(publish(), last);
        ValueTuple fold =
            evaluateIf(b, isLast, /*anywhere=*/false, poisonTuple(b, combiner),
                       [&] { return foldParts(); });
        fold.push_back(b.andi(isLast, isFirst));
        return fold;
      });
  Value present = values.pop_back_val();
  return {values, present};
}
