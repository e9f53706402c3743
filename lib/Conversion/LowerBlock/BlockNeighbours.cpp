//===- BlockNeighbours.cpp - Items beside a thread's own *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shuffle by one lane returns neighbours within a row. The lane at a row's
// edge uses an item of another row of the wave, or an item that another wave
// stored.
//
//===----------------------------------------------------------------------===//

#include "BlockNeighbours.h"

using namespace mlir;
using namespace mlir::prim;

BlockNeighbours::BlockNeighbours(CodeBuilder &b, BlockContext &context,
                                 const TileLayout &layout,
                                 ArrayRef<ValueTuple> items, Sides sides)
    : b(b), context(context), layout(layout), items(items),
      types(ValueRange(items.front()).getTypes()) {
  unsigned waves = context.getNumWaves();
  if (waves == 1)
    return;
  BufferLayout room;
  SmallVector<uint64_t> offsets;
  for (bool wanted : {sides.behind, sides.before})
    for (Type type : types)
      offsets.push_back(wanted ? room.add(getElementBytes(type), waves) : 0);
  Value base =
      acquireWorkgroupMemory(b, room.size(), "items at borders of waves");
  auto publish = [&](SmallVector<MemoryArray> &borders, ValueRange item,
                     Value lane, ArrayRef<uint64_t> places) {
    for (auto [type, place] : llvm::zip_equal(types, places))
      borders.emplace_back(advance(b, base, place), type);
    Value wave = context.getWaveId();
    b.ifThen(isLane(lane), [&] { storeAll(b, borders, item, wave); });
  };
  ArrayRef<uint64_t> places(offsets);
  if (sides.behind)
    publish(firsts, first(0), b.i32(0), places.take_front(types.size()));
  if (sides.before)
    publish(lasts, last(layout.rows() - 1), lastLane(),
            places.drop_front(types.size()));
  context.barrier(b);
}

Value BlockNeighbours::lastLane() {
  return b.createOrFold<arith::SubIOp>(
      layout.lanesOfWave(b, context.getThreadIds()), b.i32(1));
}

Value BlockNeighbours::isLane(Value lane) {
  return b.eq(context.getLaneId(), lane);
}

ValueTuple BlockNeighbours::shuffle(ValueRange tuple, ShuffleMode mode) {
  auto op = WarpShuffleOp::create(b, TypeRange(types), tuple, b.i32(1), mode,
                                  /*width=*/IntegerAttr());
  return ValueTuple(op.getResults());
}

ValueTuple BlockNeighbours::ofLane(ValueRange tuple, Value lane) {
  auto op = WarpBroadcastOp::create(b, TypeRange(types), tuple, lane,
                                    /*width=*/IntegerAttr());
  return ValueTuple(op.getResults());
}

ValueTuple BlockNeighbours::load(ArrayRef<MemoryArray> borders, Value wave) {
  return loadAll(b, borders, wave);
}

ValueTuple BlockNeighbours::before(unsigned row) {
  ValueTuple inRow = shuffle(last(row), ShuffleMode::Up);
  ValueTuple edge;
  if (row > 0) {
    edge = ofLane(last(row - 1), lastLane());
  } else if (!lasts.empty()) {
    Value wave = context.getWaveId();
    Value isFirst = b.eq(wave, 0);
    Value previous = b.sub(wave, 1);
    edge = load(lasts, b.select(isFirst, wave, previous));
  } else {
    return inRow;
  }
  return selectTuple(b, isLane(b.i32(0)), edge, inRow);
}

ValueTuple BlockNeighbours::behind(unsigned row) {
  ValueTuple inRow = shuffle(first(row), ShuffleMode::Down);
  ValueTuple edge;
  if (row + 1 < layout.rows()) {
    edge = ofLane(first(row + 1), b.i32(0));
  } else if (!firsts.empty()) {
    Value next = b.add(context.getWaveId(), 1);
    edge = load(firsts, b.minui(next, context.getNumWaves() - 1));
  } else {
    return inRow;
  }
  return selectTuple(b, isLane(lastLane()), edge, inRow);
}

ValueTuple BlockNeighbours::firstOfBlock() {
  return firsts.empty() ? ofLane(items.front(), b.i32(0))
                        : load(firsts, b.i32(0));
}

ValueTuple BlockNeighbours::lastOfBlock() {
  return lasts.empty() ? ofLane(items.back(), lastLane())
                       : load(lasts, b.i32(context.getNumWaves() - 1));
}
