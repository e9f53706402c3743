//===- PackedRows.cpp - Several rows in one tile --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread divides once; which of its items start a row is then a shift of what
// is the same for all.
//
//===----------------------------------------------------------------------===//

#include "PackedRows.h"

#include "prim/Dialect/Prim/Utils/WorkgroupMemory.h"

using namespace mlir;
using namespace mlir::prim;

PackedRows::PackedRows(KernelBuilder &kernel, const TileShape &tile)
    : kernel(kernel), tile(tile), b(kernel), length(kernel.rowLength()) {
  // The number of rows is a constant, too, where the length is.
  if (std::optional<int64_t> known = kernel.rows().getKnownLength())
    perTile = b.i64(tile.items() / std::max<int64_t>(*known, 1));
  else
    perTile = kernel.perBlock();
  // Said so, LLVM divides by a few bits.
  Value mask = b.i32(llvm::PowerOf2Ceil(getMaxPacked(tile) + 1) - 1);
  narrowLength = b.andi(b.truncI32(length), mask);
  elements = b.mul(kernel.argument({LaunchValue::Kind::Rows}), length);
}

PlanCase PackedRows::getCase(unsigned kernel, const RowGrouping &rows,
                             const DeviceContext &context) {
  const TileShape &tile = rows.tile;
  PlanLaunch launch{
      kernel, LaunchSchedule::ofWork(Size::rows(),
                                     Size(tile.items()).div(Size::elements()),
                                     context.getMaxGrid(tile.blockSize))};
  return {rows.maxElements, /*usesWorkspace=*/false, {launch}};
}

void PackedRows::forTiles(llvm::function_ref<void()> body) {
  Value rows = kernel.argument({LaunchValue::Kind::Rows});
  kernel.forGridStride(b.ceildivui(rows, perTile), [&](Value number) {
    firstRow = b.mul(number, perTile);
    Value left = b.sub(rows, firstRow);
    count = b.truncI32(b.minui(left, perTile));
    items = b.mul(count, narrowLength);
    base = b.mul(firstRow, length);
    body();
  });
}

Value PackedRows::getLast(Value row) {
  Value end = b.mul(b.add(row, 1), narrowLength);
  return b.sub(end, 1);
}

SmallVector<Value> PackedRows::areFirst() {
  // A bit for each item of a thread whose first item starts a row. Further away
  // than that, a row is of no interest.
  constexpr unsigned bits = 32;
  assert(tile.itemsPerThread <= bits && "a bit for each item");
  auto shift = [&](Value value, Value by) -> Value {
    Value wide = b.zextI64(b.minui(by, bits));
    return b.shli(value, wide);
  };
  Value pattern = b.i64(1), apart = narrowLength;
  for (unsigned found = 1; found < tile.itemsPerThread; found *= 2) {
    pattern = b.ori(pattern, shift(pattern, apart));
    apart = b.add(apart, apart);
  }
  Value zero = b.i32(0);
  Value start = getPlace(b.mul(kernel.threadId(), tile.itemsPerThread));
  Value isFirst = b.eq(start, zero);
  Value next = b.select(isFirst, zero, b.sub(narrowLength, start));
  Value mask = b.truncI32(shift(pattern, next));
  SmallVector<Value> result;
  for (unsigned i = 0; i < tile.itemsPerThread; ++i) {
    Value bit = b.andi(mask, static_cast<int32_t>(1u << i));
    result.push_back(b.ne(bit, zero));
  }
  return result;
}

SmallVector<Value> PackedRows::getPlaces(ArrayRef<Value> positions,
                                         unsigned run, bool reverse) {
  Value one = b.i32(1), zero = b.i32(0);
  Value last = b.sub(narrowLength, one);
  Value place;
  SmallVector<Value> result;
  for (auto [i, position] : llvm::enumerate(positions)) {
    if (i % run == 0)
      place = getPlace(position);
    Value inMemory = reverse ? b.sub(last, place) : place;
    result.push_back(b.zextI64(inMemory));
    Value isLast = b.eq(place, last);
    place = b.select(isLast, zero, b.add(place, one));
  }
  return result;
}
