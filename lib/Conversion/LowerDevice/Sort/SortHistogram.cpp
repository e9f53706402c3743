//===- SortHistogram.cpp - Digits of a sort, counted -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One read of all keys counts all of their digits: in workgroup memory, and
// from there into the histogram of the segment that the tiles belong to.
//
//===----------------------------------------------------------------------===//

#include "../Tile/TileIO.h"
#include "DeviceSort.h"
#include "SortSegments.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class HistogramBuilder {
public:
  HistogramBuilder(DeviceSortOp op, const RadixSort &sort,
                   KernelBuilder &kernel)
      : op(op), sort(sort), kernel(kernel), b(kernel),
        keys(kernel.param(SortParams::sources), sort.types.front()),
        histogram(kernel.argument(LaunchValue::region(Histograms)),
                  kernel.getI32Type()),
        counters(
            kernel.workgroupArray(kernel.getI32Type(), words(), "counters")) {}

  void emit();

private:
  using DigitBody = llvm::function_ref<void(MemoryArray, ArrayRef<ValueTuple>)>;

  void emitRow();
  void emitSegments();
  /// Goes to the segment that begins at element `begin` (i64), number `number`
  /// (i64) of those with a histogram.
  void enterSegment(Value begin, Value number);
  /// Counts the tiles from element `begin` of `size` on, up to `end`, each
  /// `step` elements (all i64) behind the one before.
  void countTiles(Value size, Value begin, Value end,
                  CodeBuilder::Operand step);
  void countTile(TileIO &io, Value first);
  /// The counters of a digit, and the digit of keys.
  void forDigits(ArrayRef<ValueTuple> items, DigitBody body);
  /// Counts single digits, in the lane's counters where there are several.
  void countEach(MemoryArray own, ArrayRef<ValueTuple> digits);
  /// The count of the value of a digit with a number.
  Value getCounted(Value number);
  unsigned words() const { return sort.histogramSize() * sort.histogramCopies; }

  int64_t items() const { return sort.histogramTile.items(); }

  DeviceSortOp op;
  const RadixSort &sort;
  KernelBuilder &kernel;
  CodeBuilder &b;
  MemoryArray keys, histogram, counters;
};

} // namespace

void HistogramBuilder::forDigits(ArrayRef<ValueTuple> items, DigitBody body) {
  for (unsigned digit = 0; digit < sort.numDigits; ++digit) {
    SmallVector<ValueTuple> digits(items);
    for (ValueTuple &item : digits)
      item.front() = sort.codec.digit(
          b, item.front(), sort.codec.getDigitShift(digit, sort.numDigits),
          sort.digitBits);
    Value own =
        advance(b, counters.getBase(),
                int64_t(4) * digit * sort.radix() * sort.histogramCopies);
    body(MemoryArray(own, b.getI32Type()), digits);
  }
}

void HistogramBuilder::countEach(MemoryArray own, ArrayRef<ValueTuple> digits) {
  Value copy;
  if (sort.histogramCopies > 1)
    copy = b.andi(kernel.laneId(), sort.histogramCopies - 1);
  for (const ValueTuple &digit : digits) {
    Value number = digit.front();
    if (copy)
      number = b.ori(
          b.mul(number, sort.histogramCopies, arith::IntegerOverflowFlags::nuw),
          copy);
    createAtomicAdd(b, 1, own.place(b, number), MemoryOrder::Relaxed,
                    MemoryScope::Block);
  }
}

Value HistogramBuilder::getCounted(Value number) {
  unsigned copies = sort.histogramCopies;
  if (copies == 1)
    return counters.load(b, number);
  Value first = b.mul(number, copies, arith::IntegerOverflowFlags::nuw);
  Value sum = b.i32(0);
  // Lanes begin at different ones, so that they meet in no bank.
  for (unsigned i = 0; i < copies; ++i) {
    Value copy = b.andi(b.add(kernel.laneId(), i), copies - 1);
    sum = b.add(sum, counters.load(b, b.ori(first, copy)));
  }
  return sum;
}

void HistogramBuilder::countTile(TileIO &io, Value first) {
  io.fullOrPartial([&](bool isFull) {
    if (isFull) {
      auto type =
          VectorType::get({sort.histogramTile.itemsPerThread}, b.getI32Type());
      forDigits(io.load(keys, /*valid=*/Value()),
                [&](MemoryArray own, ArrayRef<ValueTuple> digits) {
                  if (sort.histogramCopies > 1)
                    return countEach(own, digits);
                  BlockHistogramOp::create(
                      b, packItems(b, digits, type).front(), sort.radix(),
                      own.getBase(), /*valid=*/Value());
                });
      return;
    }
    // The one tile that is cut off need not be unrolled: each thread goes as
    // far as it has items, which is no place for an op of the block.
    kernel.forEach(
        kernel.threadId(), io.count(), sort.histogramTile.blockSize,
        [&](Value place) {
          Value index = b.add(first, b.zextI64(place));
          ValueTuple key{keys.load(b, index)};
          forDigits(key, [&](MemoryArray own, ArrayRef<ValueTuple> digits) {
            countEach(own, digits);
          });
        });
  });
}

void HistogramBuilder::countTiles(Value size, Value begin, Value end,
                                  CodeBuilder::Operand step) {
  kernel.forBlockStride(
      words(), [&](Value index) { counters.store(b, b.i32(0), index); });
  kernel.barrier();
  kernel.forEach(begin, end, step, [&](Value base) {
    TileIO io(kernel, sort.histogramTile, TileIO::striped, /*reverse=*/false,
              size, base);
    countTile(io, base);
  });
  kernel.barrier();
  kernel.forBlockStride(sort.histogramSize(), [&](Value index) {
    Value counted = getCounted(index);
    Value some = b.ne(counted, 0);
    kernel.ifThen(some, [&] {
      createAtomicAdd(b, counted, histogram.place(b, index),
                      MemoryOrder::Relaxed, MemoryScope::Device);
    });
  });
}

void HistogramBuilder::enterSegment(Value begin, Value number) {
  keys = keys.from(b, begin);
  histogram = histogram.from(b, b.mul(number, sort.histogramSize()));
}

void HistogramBuilder::emitRow() {
  Value block = b.zextI64(kernel.blockId()), blocks = kernel.blocks();
  Value size = kernel.elements();
  if (sort.form == SortForm::Rows) {
    Value row = b.divui(block, blocks);
    block = b.sub(block, b.mul(row, blocks));
    enterSegment(b.mul(row, size), row);
  }
  Value first = b.mul(block, items());
  countTiles(size, first, size, b.mul(blocks, items()));
}

void HistogramBuilder::emitSegments() {
  SortLists lists(sort, kernel);
  Value tiles = lists.tiles();
  Value blocks = b.truncI32(kernel.blocks());
  Value each = b.ceildivui(tiles, blocks);
  Value first = b.mul(kernel.blockId(), each);
  Value end = b.minui(b.add(first, each), tiles);
  auto isLeft = [&](ValueRange values) { return b.ult(values.front(), end); };
  b.whileLoop(first, isLeft, [&](ValueRange values) -> SmallVector<Value> {
    Value tile = values.front();
    SortLists::Found found = lists.find(tile);
    Value inSegment = b.sub(tile, found.firstTile);
    // As many as the block takes of this segment, and one of none.
    Value left =
        b.sub(b.truncI32(b.ceildivui(found.segment.size, items())), inSegment);
    left = b.maxsi(left, 1);
    Value taken = b.minui(left, b.sub(end, tile));
    Value begin = b.mul(b.zextI64(inSegment), items());
    Value last = b.add(begin, b.mul(b.zextI64(taken), items()));
    MemoryArray allKeys = keys, allCounts = histogram;
    enterSegment(found.segment.begin, b.zextI64(found.slot));
    countTiles(found.segment.size, begin, b.minui(last, found.segment.size),
               items());
    keys = allKeys;
    histogram = allCounts;
    return {b.add(tile, taken)};
  });
}

void HistogramBuilder::emit() {
  if (sort.form == SortForm::Segments)
    emitSegments();
  else
    emitRow();
}

void mlir::prim::emitSortHistogram(DeviceSortOp op, const RadixSort &sort,
                                   KernelBuilder &kernel) {
  HistogramBuilder(op, sort, kernel).emit();
}
