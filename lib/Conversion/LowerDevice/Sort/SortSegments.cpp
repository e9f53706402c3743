//===- SortSegments.cpp - What a sort keeps apart *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list's counter has the number of its segments in the upper 32 bits and
// their tiles in the lower ones. One addition takes a slot and tiles, so that
// slots have their tiles in ascending order, and a tile finds its segment by
// bisection.
//
//===----------------------------------------------------------------------===//

#include "SortSegments.h"

#include "../Tile/HeadFlagBitmap.h"
#include "DeviceSort.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// SortSegmentTable
//===----------------------------------------------------------------------===//

Value SortSegmentTable::count() {
  if (!op.getSegmentForm())
    return kernel.argument({LaunchValue::Kind::Rows});
  return HeadFlagBitmap::count(op, kernel);
}

SortSegment SortSegmentTable::load(Value number) {
  CodeBuilder &b = kernel;
  if (!op.getSegmentForm())
    return {b.mul(number, kernel.elements()), kernel.elements()};
  ValueRange offsets = op.getSegments();
  Value next = number;
  if (HeadFlagBitmap::isShared(op))
    next = b.add(number, 1);
  // A sort has fewer than 2^31 elements, and LLVM sees that the results are
  // narrow.
  Value begin = SegmentOffsets(kernel, offsets.front()).loadNarrow(number);
  Value end = SegmentOffsets(kernel, offsets.back()).loadNarrow(next);
  Value size = b.maxsi(b.sub(end, begin), 0);
  return {b.zextI64(begin), b.zextI64(size)};
}

//===----------------------------------------------------------------------===//
// SortLists
//===----------------------------------------------------------------------===//

SortLists::SortLists(const RadixSort &sort, KernelBuilder &kernel)
    : sort(sort), kernel(kernel), b(kernel),
      counters(kernel.argument(LaunchValue::region(SortCounters)),
               kernel.getI64Type()),
      records(kernel.argument(LaunchValue::region(sort.lists)),
              kernel.getI32Type(),
              std::min<unsigned>(recordWords * sizeof(int32_t),
                                 kernel.target().accessBytes)) {}

unsigned SortLists::getCapacity(const RadixSort &sort, unsigned list) {
  // Segments of a list are longer than what the one before it takes.
  unsigned shorter =
      list == 0 ? sort.waveTile.items() : sort.blockTiles[list - 1].items();
  return llvm::divideCeil(sort.tile.items(), shorter);
}

unsigned SortLists::getStart(const RadixSort &sort, unsigned list) {
  unsigned start = 0;
  for (unsigned before = 0; before < list; ++before)
    start += getCapacity(sort, before);
  return start;
}

unsigned SortLists::getTilesPerTile(const RadixSort &sort) {
  // A segment has less than a tile more than its elements fill.
  return 1 + getCapacity(sort, sort.blockTiles.size());
}

WorkspaceRegion SortLists::getCounters(const RadixSort &sort) {
  return WorkspaceRegion::zeros(sizeof(int64_t) * (sort.blockTiles.size() + 1));
}

WorkspaceRegion SortLists::getRegion(const RadixSort &sort) {
  return WorkspaceRegion::scratch(
      Size::tiles() * Size::rows() * sizeof(int32_t) * recordWords *
      uint64_t(getStart(sort, sort.blockTiles.size() + 1)));
}

unsigned SortLists::passes() const { return sort.blockTiles.size(); }

Value SortLists::times(Value value) { return b.mul(kernel.tiles(), value); }

void SortLists::add(const SortSegment &segment) {
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  Value size = b.trunci(i32, segment.size);
  Value list = b.i32(0), start = b.i32(0);
  Value capacity = b.i32(getCapacity(sort, 0));
  for (auto [shorter, tile] : llvm::enumerate(sort.blockTiles)) {
    Value isLonger = b.ugt(size, tile.items());
    list = b.select(isLonger, b.i32(shorter + 1), list);
    start = b.select(isLonger, b.i32(getStart(sort, shorter + 1)), start);
    capacity =
        b.select(isLonger, b.i32(getCapacity(sort, shorter + 1)), capacity);
  }
  Value tiles = b.ceildivui(size, sort.tile.items());
  Value one = b.add(b.extui(i64, tiles), int64_t(1) << 32);
  Value before = createAtomicAdd(b, one, counters.place(b, list),
                                 MemoryOrder::Relaxed, MemoryScope::Device);
  Value slot = b.trunci(i32, b.shrui(before, 32));
  Value firstTile = b.trunci(i32, before);
  Value fits = b.ult(slot, times(capacity));
  kernel.ifThen(fits, [&] {
    Value begin = b.trunci(i32, segment.begin);
    auto type = VectorType::get({recordWords}, i32);
    Value record = vector::FromElementsOp::create(
        b, type, ValueRange{begin, size, firstTile, b.i32(0)});
    Value index = b.add(times(start), slot);
    records.storeVector(b, record, b.mul(index, recordWords));
  });
}

Value SortLists::counter(unsigned list) { return counters.load(b, list); }

Value SortLists::count(unsigned list) {
  Value segments = b.shrui(counter(list), 32);
  Value most = b.zextI64(times(b.i32(getCapacity(sort, list))));
  return b.minui(segments, most);
}

Value SortLists::record(unsigned list, Value slot) {
  Value index = b.add(times(b.i32(getStart(sort, list))), slot);
  return records.loadVector(b, b.mul(index, recordWords), recordWords);
}

Value SortLists::word(Value record, unsigned number) {
  return vector::ExtractOp::create(b, record, int64_t(number));
}

SortSegment SortLists::toSegment(Value record) {
  Value elements = kernel.argument({LaunchValue::Kind::Elements32});
  Value begin = b.minui(word(record, 0), elements);
  Value size = word(record, 1);
  size = b.minui(size, b.sub(elements, begin));
  return {b.zextI64(begin), b.zextI64(size)};
}

SortSegment SortLists::load(unsigned list, Value slot) {
  return toSegment(record(list, b.truncI32(slot)));
}

Value SortLists::tiles() {
  Value most = b.mul(kernel.tiles(), getTilesPerTile(sort));
  Value listed = b.truncI32(counter(passes()));
  return b.minui(listed, most);
}

void SortLists::clearForPasses() {
  auto [first, step] = kernel.gridThreads();
  MemoryArray histograms(kernel.argument(LaunchValue::region(Histograms)),
                         b.getI32Type());
  MemoryArray states(kernel.argument(LaunchValue::region(States)),
                     b.getI32Type());
  Value zero = b.i32(0);
  Value segments = count(passes());
  kernel.forEach(first, b.mul(segments, sort.histogramSize()), step,
                 [&](Value word) { histograms.store(b, zero, word); });
  Value bytes = kernel.stateBytes(tiles(), b.getI32Type(),
                                  b.getI32IntegerAttr(sort.radix()),
                                  b.getI32IntegerAttr(sortCountBits));
  Value words = b.shrui(b.indexCastUI(b.getI64Type(), bytes), 2);
  kernel.forEach(first, words, step,
                 [&](Value word) { states.store(b, zero, word); });
}

SortLists::Found SortLists::find(Value tile) {
  // The last slot whose tiles begin at or before this one.
  Value most = b.sub(b.truncI32(count(passes())), 1);
  SmallVector<Value> bounds = b.whileLoop(
      {b.i32(0), most},
      [&](ValueRange range) { return b.slt(range[0], range[1]); },
      [&](ValueRange range) -> SmallVector<Value> {
        Value low = range[0], high = range[1];
        Value sum = b.add(b.add(low, high), 1);
        Value middle = b.shrui(sum, 1);
        Value isBehind = b.ugt(word(record(passes(), middle), 2), tile);
        return {b.select(isBehind, low, middle),
                b.select(isBehind, b.sub(middle, 1), high)};
      });
  Value slot = bounds.front();
  Value found = record(passes(), slot);
  return {slot, toSegment(found), word(found, 2)};
}
