//===- TileLayout.cpp - Which item of a tile is whose *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Positions are small and not negative. All arithmetic says so, which is what
// lets constants become the offsets of addresses.
//
//===----------------------------------------------------------------------===//

#include "TileLayout.h"

#include "prim/Dialect/Prim/Utils/WorkgroupMemory.h"

using namespace mlir;
using namespace mlir::prim;

static constexpr auto inRange =
    arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw;

static Value add(OpBuilder &builder, Location loc, Value a, Value b) {
  return builder.createOrFold<arith::AddIOp>(loc, a, b, inRange);
}

static Value mul(OpBuilder &builder, Location loc, Value value,
                 unsigned factor) {
  return builder.createOrFold<arith::MulIOp>(
      loc, value, createI32(builder, loc, factor), inRange);
}

TileLayout::TileLayout(unsigned blockSize, unsigned waveSize, unsigned items,
                       Arrangement arrangement, unsigned vector,
                       unsigned rowWidth)
    : blockSize(blockSize), waveSize(waveSize),
      warpSize(rowWidth ? rowWidth : waveSize), count(items),
      striped(arrangement == Arrangement::Striped) {
  switch (arrangement) {
  case Arrangement::Blocked:
    width = items;
    return;
  case Arrangement::Striped:
    width = 1;
    return;
  case Arrangement::Rows:
    width = vector;
    return;
  }
}

Value TileLayout::warp(OpBuilder &builder, Location loc,
                       const ThreadIds &ids) const {
  if (warpSize == waveSize)
    return ids.wave;
  return builder.createOrFold<arith::DivUIOp>(
      loc, ids.thread, createI32(builder, loc, warpSize));
}

Value TileLayout::lanesOfWave(OpBuilder &builder, Location loc,
                              const ThreadIds &ids) const {
  Value whole = createI32(builder, loc, warpSize);
  unsigned lanesOfLast = blockSize % warpSize;
  if (lanesOfLast == 0)
    return whole;
  Value last = createI32(builder, loc, lanesOfLast);
  unsigned numWaves = llvm::divideCeil(blockSize, warpSize);
  if (numWaves == 1)
    return last;
  Value isLast = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       warp(builder, loc, ids),
                                       createI32(builder, loc, numWaves - 1));
  return arith::SelectOp::create(builder, loc, isLast, last, whole);
}

Value TileLayout::vectorsBefore(OpBuilder &builder, Location loc,
                                const ThreadIds &ids, unsigned row) const {
  assert(!striped && "striped tiles have no rows of one wave");
  Value before = mul(builder, loc, warp(builder, loc, ids), warpSize * rows());
  if (row == 0)
    return before;
  return add(builder, loc, before,
             mul(builder, loc, lanesOfWave(builder, loc, ids), row));
}

std::pair<Value, Value> TileLayout::rowRange(OpBuilder &builder, Location loc,
                                             const ThreadIds &ids,
                                             unsigned row) const {
  if (striped)
    return {createI32(builder, loc, row * blockSize),
            createI32(builder, loc, (row + 1) * blockSize)};
  Value before = vectorsBefore(builder, loc, ids, row);
  Value behind = add(builder, loc, before, lanesOfWave(builder, loc, ids));
  return {mul(builder, loc, before, width), mul(builder, loc, behind, width)};
}

SmallVector<Value> TileLayout::positions(OpBuilder &builder, Location loc,
                                         const ThreadIds &ids,
                                         unsigned step) const {
  Value first = mul(builder, loc, ids.thread, width);
  Value lanes = createI32(builder, loc, blockSize);
  if (!striped && rows() != 1) {
    // The waves before this one have other rows besides.
    first = add(
        builder, loc, first,
        mul(builder, loc, warp(builder, loc, ids), warpSize * (count - width)));
    lanes = lanesOfWave(builder, loc, ids);
  }
  SmallVector<Value> result;
  for (unsigned item = 0; item < count; item += step) {
    Value behind =
        add(builder, loc, mul(builder, loc, lanes, item / width * width),
            createI32(builder, loc, item % width));
    result.push_back(add(builder, loc, first, behind));
  }
  return result;
}
