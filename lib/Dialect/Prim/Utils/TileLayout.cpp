//===- TileLayout.cpp - Positions of items ----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Positions are small and nonnegative. All arithmetic has the flags for this,
// which let constants become offsets of addresses.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Utils/TileLayout.h"

#include "prim/Dialect/Prim/Utils/WorkgroupMemory.h"

using namespace mlir;
using namespace mlir::prim;

static constexpr auto inRange =
    arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw;

static Value add(CodeBuilder &b, Value lhs, Value rhs) {
  return b.createOrFold<arith::AddIOp>(lhs, rhs, inRange);
}

static Value mul(CodeBuilder &b, Value value, unsigned factor) {
  return b.createOrFold<arith::MulIOp>(value, b.i32(factor), inRange);
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

Value TileLayout::warp(CodeBuilder &b, const ThreadIds &ids) const {
  if (warpSize == waveSize)
    return ids.wave;
  return b.createOrFold<arith::DivUIOp>(ids.thread, b.i32(warpSize));
}

Value TileLayout::lanesOfWave(CodeBuilder &b, const ThreadIds &ids) const {
  Value whole = b.i32(warpSize);
  unsigned lanesOfLast = blockSize % warpSize;
  if (lanesOfLast == 0)
    return whole;
  Value last = b.i32(lanesOfLast);
  unsigned numWaves = llvm::divideCeil(blockSize, warpSize);
  if (numWaves == 1)
    return last;
  Value isLast = b.eq(warp(b, ids), numWaves - 1);
  return b.select(isLast, last, whole);
}

Value TileLayout::vectorsBefore(CodeBuilder &b, const ThreadIds &ids,
                                unsigned row) const {
  assert(!striped && "striped tiles have no rows of one wave");
  Value before = mul(b, warp(b, ids), warpSize * rows());
  if (row == 0)
    return before;
  return add(b, before, mul(b, lanesOfWave(b, ids), row));
}

Value TileLayout::countThreads(CodeBuilder &b, Value items) const {
  auto vectors = [&](Value some) {
    return b.divui(add(b, some, b.i32(width - 1)), width);
  };
  if (striped || rows() == 1)
    return b.minui(vectors(items), blockSize);
  Value wave = b.divui(items, warpSize * count);
  Value rest = b.sub(items, mul(b, wave, warpSize * count));
  Value lanes = b.minui(vectors(rest), warpSize);
  return b.minui(add(b, mul(b, wave, warpSize), lanes), blockSize);
}

std::pair<Value, Value>
TileLayout::rowRange(CodeBuilder &b, const ThreadIds &ids, unsigned row) const {
  if (striped)
    return {b.i32(row * blockSize), b.i32((row + 1) * blockSize)};
  Value before = vectorsBefore(b, ids, row);
  Value behind = add(b, before, lanesOfWave(b, ids));
  return {mul(b, before, width), mul(b, behind, width)};
}

Value TileLayout::itemsOfRow(CodeBuilder &b, const ThreadIds &ids) const {
  return striped ? b.i32(blockSize) : mul(b, lanesOfWave(b, ids), width);
}

std::pair<Value, Value> TileLayout::firstRun(CodeBuilder &b,
                                             const ThreadIds &ids) const {
  Value first = mul(b, ids.thread, width);
  Value lanes = b.i32(blockSize);
  if (!striped && rows() != 1) {
    // Earlier waves have other rows as well.
    first = add(b, first, mul(b, warp(b, ids), warpSize * (count - width)));
    lanes = lanesOfWave(b, ids);
  }
  return {first, lanes};
}

SmallVector<Value> TileLayout::positions(CodeBuilder &b, const ThreadIds &ids,
                                         unsigned step) const {
  auto [first, lanes] = firstRun(b, ids);
  SmallVector<Value> result;
  for (unsigned item = 0; item < count; item += step) {
    Value behind = mul(b, lanes, item / width * width);
    behind = add(b, behind, b.i32(item % width));
    result.push_back(add(b, first, behind));
  }
  return result;
}

Value TileLayout::position(CodeBuilder &b, const ThreadIds &ids,
                           Value item) const {
  auto [first, lanes] = firstRun(b, ids);
  if (rows() == 1)
    return add(b, first, item);
  Value inRun = b.remui(item, width);
  Value before = b.sub(item, inRun);
  Value behind = b.mul(before, lanes);
  return add(b, first, add(b, behind, inRun));
}
