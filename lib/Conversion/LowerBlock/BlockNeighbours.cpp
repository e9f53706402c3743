//===- BlockNeighbours.cpp - Items beside a thread's own *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shuffle by one lane gives what lies within a row. The lane at a row's edge
// takes what another row of the wave has there, or what another wave left.
//
//===----------------------------------------------------------------------===//

#include "BlockNeighbours.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::prim;

BlockNeighbours::BlockNeighbours(OpBuilder &builder, Location loc,
                                 BlockContext &context,
                                 const TileLayout &layout,
                                 ArrayRef<ValueTuple> items, Sides sides)
    : builder(builder), loc(loc), context(context), layout(layout),
      items(items), types(ValueRange(items.front()).getTypes()) {
  unsigned waves = context.getNumWaves();
  if (waves == 1)
    return;
  BufferLayout room;
  SmallVector<uint64_t> offsets;
  for (bool wanted : {sides.behind, sides.before})
    for (Type type : types)
      offsets.push_back(wanted ? room.add(getElementBytes(type), waves) : 0);
  Value base = acquireWorkgroupMemory(builder, loc, room.size(),
                                      "items at borders of waves");
  auto publish = [&](SmallVector<MemoryArray> &borders, ValueRange item,
                     Value lane, ArrayRef<uint64_t> places) {
    for (auto [type, place] : llvm::zip_equal(types, places))
      borders.emplace_back(advance(builder, loc, base, place), type);
    Value wave = context.getWaveId();
    auto branch = scf::IfOp::create(builder, loc, isLane(lane),
                                    /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    for (auto [array, value] : llvm::zip_equal(borders, item))
      array.store(builder, loc, value, wave);
  };
  ArrayRef<uint64_t> places(offsets);
  if (sides.behind)
    publish(firsts, first(0), constant(0), places.take_front(types.size()));
  if (sides.before)
    publish(lasts, last(layout.rows() - 1), lastLane(),
            places.drop_front(types.size()));
  context.barrier(builder, loc);
}

Value BlockNeighbours::lastLane() {
  return builder.createOrFold<arith::SubIOp>(
      loc, layout.lanesOfWave(builder, loc, context.getThreadIds()),
      constant(1));
}

Value BlockNeighbours::isLane(Value lane) {
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                               context.getLaneId(), lane);
}

ValueTuple BlockNeighbours::shuffle(ValueRange tuple, ShuffleMode mode) {
  auto op = WarpShuffleOp::create(builder, loc, TypeRange(types), tuple,
                                  constant(1), mode, /*width=*/IntegerAttr());
  return ValueTuple(op.getResults());
}

ValueTuple BlockNeighbours::ofLane(ValueRange tuple, Value lane) {
  auto op = WarpBroadcastOp::create(builder, loc, TypeRange(types), tuple, lane,
                                    /*width=*/IntegerAttr());
  return ValueTuple(op.getResults());
}

ValueTuple BlockNeighbours::load(ArrayRef<MemoryArray> borders, Value wave) {
  return llvm::map_to_vector(borders, [&](const MemoryArray &array) {
    return array.load(builder, loc, wave);
  });
}

ValueTuple BlockNeighbours::before(unsigned row) {
  ValueTuple inRow = shuffle(last(row), ShuffleMode::Up);
  ValueTuple edge;
  if (row > 0) {
    edge = ofLane(last(row - 1), lastLane());
  } else if (!lasts.empty()) {
    Value wave = context.getWaveId();
    Value isFirst = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, wave, constant(0));
    Value previous = arith::SubIOp::create(builder, loc, wave, constant(1));
    edge = load(lasts,
                arith::SelectOp::create(builder, loc, isFirst, wave, previous));
  } else {
    return inRow;
  }
  return selectTuple(builder, loc, isLane(constant(0)), edge, inRow);
}

ValueTuple BlockNeighbours::behind(unsigned row) {
  ValueTuple inRow = shuffle(first(row), ShuffleMode::Down);
  ValueTuple edge;
  if (row + 1 < layout.rows()) {
    edge = ofLane(first(row + 1), constant(0));
  } else if (!firsts.empty()) {
    Value next =
        arith::AddIOp::create(builder, loc, context.getWaveId(), constant(1));
    edge = load(firsts,
                arith::MinUIOp::create(builder, loc, next,
                                       constant(context.getNumWaves() - 1)));
  } else {
    return inRow;
  }
  return selectTuple(builder, loc, isLane(lastLane()), edge, inRow);
}

ValueTuple BlockNeighbours::firstOfBlock() {
  return firsts.empty() ? ofLane(items.front(), constant(0))
                        : load(firsts, constant(0));
}

ValueTuple BlockNeighbours::lastOfBlock() {
  return lasts.empty() ? ofLane(items.back(), lastLane())
                       : load(lasts, constant(context.getNumWaves() - 1));
}
