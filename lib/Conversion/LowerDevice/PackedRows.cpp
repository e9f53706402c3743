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
    : kernel(kernel), tile(tile), b(kernel.b()), loc(kernel.loc()),
      length(kernel.rowLength()) {
  // What the launch would say is a constant, too, where the length is.
  if (std::optional<int64_t> known = kernel.rows().getKnownLength())
    perTile = createI64(b, loc, tile.items() / std::max<int64_t>(*known, 1));
  else
    perTile = kernel.perBlock();
  // Said so, LLVM divides by a few bits.
  Value mask = createI32(
      b, loc, llvm::PowerOf2Ceil(DeviceContext::getMaxPacked(tile) + 1) - 1);
  narrowLength = arith::AndIOp::create(
      b, loc, arith::TruncIOp::create(b, loc, b.getI32Type(), length), mask);
  elements = arith::MulIOp::create(
      b, loc, kernel.argument({LaunchValue::Kind::Rows}), length);
}

PlanCase PackedRows::getCase(unsigned kernel, const TileShape &tile,
                             const DeviceContext &context) {
  PlanLaunch launch{kernel, context.getMaxGrid(tile.blockSize)};
  launch.work = PlanLaunch::Work::Rows;
  launch.packedInto = tile.items();
  return {DeviceContext::getMaxPacked(tile), /*usesWorkspace=*/false, {launch}};
}

void PackedRows::forTiles(llvm::function_ref<void()> body) {
  Value rows = kernel.argument({LaunchValue::Kind::Rows});
  kernel.forOwn(arith::CeilDivUIOp::create(b, loc, rows, perTile),
                [&](Value number) {
                  firstRow = arith::MulIOp::create(b, loc, number, perTile);
                  Value left = arith::SubIOp::create(b, loc, rows, firstRow);
                  count = arith::TruncIOp::create(
                      b, loc, b.getI32Type(),
                      arith::MinUIOp::create(b, loc, left, perTile));
                  items = arith::MulIOp::create(b, loc, count, narrowLength);
                  base = arith::MulIOp::create(b, loc, firstRow, length);
                  body();
                });
}

Value PackedRows::getLast(Value row) {
  Value end = arith::MulIOp::create(
      b, loc, arith::AddIOp::create(b, loc, row, createI32(b, loc, 1)),
      narrowLength);
  return arith::SubIOp::create(b, loc, end, createI32(b, loc, 1));
}

SmallVector<Value> PackedRows::areFirst() {
  // A bit for each item of a thread whose first item starts a row. Further away
  // than that, a row is of no interest.
  constexpr unsigned bits = 32;
  assert(tile.itemsPerThread <= bits && "a bit for each item");
  auto shift = [&](Value value, Value by) -> Value {
    Value most = createI32(b, loc, bits);
    Value wide = arith::ExtUIOp::create(
        b, loc, b.getI64Type(), arith::MinUIOp::create(b, loc, by, most));
    return arith::ShLIOp::create(b, loc, value, wide);
  };
  Value pattern = createI64(b, loc, 1), apart = narrowLength;
  for (unsigned found = 1; found < tile.itemsPerThread; found *= 2) {
    pattern = arith::OrIOp::create(b, loc, pattern, shift(pattern, apart));
    apart = arith::AddIOp::create(b, loc, apart, apart);
  }
  Value zero = createI32(b, loc, 0);
  Value start = getPlace(arith::MulIOp::create(
      b, loc, kernel.threadId(), createI32(b, loc, tile.itemsPerThread)));
  Value isFirst =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, start, zero);
  Value next = arith::SelectOp::create(
      b, loc, isFirst, zero,
      arith::SubIOp::create(b, loc, narrowLength, start));
  Value mask =
      arith::TruncIOp::create(b, loc, b.getI32Type(), shift(pattern, next));
  SmallVector<Value> result;
  for (unsigned i = 0; i < tile.itemsPerThread; ++i) {
    Value bit = arith::AndIOp::create(
        b, loc, mask, createI32(b, loc, static_cast<int32_t>(1u << i)));
    result.push_back(
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, bit, zero));
  }
  return result;
}

SmallVector<Value> PackedRows::getPlaces(ArrayRef<Value> positions,
                                         unsigned run, bool reverse) {
  Value one = createI32(b, loc, 1), zero = createI32(b, loc, 0);
  Value last = arith::SubIOp::create(b, loc, narrowLength, one);
  Value place;
  SmallVector<Value> result;
  for (auto [i, position] : llvm::enumerate(positions)) {
    if (i % run == 0)
      place = getPlace(position);
    Value inMemory =
        reverse ? arith::SubIOp::create(b, loc, last, place).getResult()
                : place;
    result.push_back(arith::ExtUIOp::create(b, loc, b.getI64Type(), inMemory));
    Value isLast =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, place, last);
    place = arith::SelectOp::create(b, loc, isLast, zero,
                                    arith::AddIOp::create(b, loc, place, one));
  }
  return result;
}
