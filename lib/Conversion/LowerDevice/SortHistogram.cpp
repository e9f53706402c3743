//===- SortHistogram.cpp - Digits of a sort, counted -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One read of all keys counts all of their digits: in workgroup memory, and
// from there into the histogram of the span that the tiles belong to.
//
//===----------------------------------------------------------------------===//

#include "DeviceSort.h"
#include "SortSpans.h"
#include "TileIO.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class HistogramBuilder {
public:
  HistogramBuilder(DeviceSortOp op, const RadixSort &sort,
                   KernelBuilder &kernel)
      : op(op), sort(sort), kernel(kernel), b(kernel.b()), loc(kernel.loc()),
        keys(kernel.ownBase(0), sort.types.front()),
        histogram(kernel.argument(LaunchValue::region(Histograms)),
                  kernel.b().getI32Type()),
        counters(kernel.workgroupArray(kernel.b().getI32Type(), words(),
                                       "counters")) {}

  void emit();

private:
  using DigitBody = llvm::function_ref<void(MemoryArray, ArrayRef<ValueTuple>)>;

  void emitRow();
  void emitSegments();
  /// Goes to the span that begins at element `begin` (i64), number `number`
  /// (i64) of those with a histogram.
  void enterSpan(Value begin, Value number);
  /// Counts the tiles from element `begin` of `size` on, up to `end`, each
  /// `step` elements (all i64) behind the one before.
  void countTiles(Value size, Value begin, Value end, Value step);
  void countTile(TileIO &io, Value first);
  /// Runs `body` in threads for each of `count` numbers (i32).
  void forNumbers(unsigned count, llvm::function_ref<void(Value)> body);
  /// The counters of a digit, and the digit of keys.
  void forDigits(ArrayRef<ValueTuple> items, DigitBody body);
  /// Counts single digits, in the lane's counters where there are several.
  void countEach(MemoryArray own, ArrayRef<ValueTuple> digits);
  /// What has been counted of the value of a digit with a number.
  Value getCounted(Value number);
  unsigned words() const { return sort.histogramSize() * sort.histogramCopies; }

  Value constant(int64_t value) { return createI32(b, loc, value); }
  Value wide(Value value) {
    return arith::ExtUIOp::create(b, loc, b.getI64Type(), value);
  }
  Value mul(Value lhs, Value rhs) {
    return arith::MulIOp::create(b, loc, lhs, rhs);
  }
  Value items() { return createI64(b, loc, sort.histogramTile.items()); }

  DeviceSortOp op;
  const RadixSort &sort;
  KernelBuilder &kernel;
  OpBuilder &b;
  Location loc;
  MemoryArray keys, histogram, counters;
};

} // namespace

void HistogramBuilder::forNumbers(unsigned count,
                                  llvm::function_ref<void(Value)> body) {
  unsigned threads = kernel.blockSize();
  for (unsigned done = 0; done < count; done += threads) {
    Value number =
        arith::AddIOp::create(b, loc, kernel.threadId(), constant(done));
    if (done + threads <= count) {
      body(number);
      continue;
    }
    Value inside = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                         number, constant(count));
    kernel.ifThen(inside, [&] { body(number); });
  }
}

void HistogramBuilder::forDigits(ArrayRef<ValueTuple> items, DigitBody body) {
  for (unsigned digit = 0; digit < sort.numDigits; ++digit) {
    SmallVector<ValueTuple> digits(items);
    for (ValueTuple &item : digits)
      item.front() = sort.codec.digit(
          b, loc, item.front(), sort.codec.getDigitShift(digit, sort.numDigits),
          sort.digitBits);
    Value own =
        advance(b, loc, counters.getBase(),
                int64_t(4) * digit * sort.radix() * sort.histogramCopies);
    body(MemoryArray(own, b.getI32Type()), digits);
  }
}

void HistogramBuilder::countEach(MemoryArray own, ArrayRef<ValueTuple> digits) {
  Value copy;
  if (sort.histogramCopies > 1)
    copy = arith::AndIOp::create(b, loc, kernel.laneId(),
                                 constant(sort.histogramCopies - 1));
  for (const ValueTuple &digit : digits) {
    Value number = digit.front();
    if (copy)
      number = arith::OrIOp::create(
          b, loc,
          arith::MulIOp::create(b, loc, number, constant(sort.histogramCopies),
                                arith::IntegerOverflowFlags::nuw),
          copy);
    createAtomicAdd(b, loc, constant(1), own.place(b, loc, number),
                    MemoryOrder::Relaxed, MemoryScope::Block);
  }
}

Value HistogramBuilder::getCounted(Value number) {
  unsigned copies = sort.histogramCopies;
  if (copies == 1)
    return counters.load(b, loc, number);
  Value first = arith::MulIOp::create(b, loc, number, constant(copies),
                                      arith::IntegerOverflowFlags::nuw);
  Value sum = constant(0);
  // Lanes begin at different ones, so that they meet in no bank.
  for (unsigned i = 0; i < copies; ++i) {
    Value copy = arith::AndIOp::create(
        b, loc, arith::AddIOp::create(b, loc, kernel.laneId(), constant(i)),
        constant(copies - 1));
    sum = arith::AddIOp::create(
        b, loc, sum,
        counters.load(b, loc, arith::OrIOp::create(b, loc, first, copy)));
  }
  return sum;
}

void HistogramBuilder::countTile(TileIO &io, Value first) {
  io.byCase({}, [&](bool isFull) -> SmallVector<Value> {
    if (isFull) {
      auto type =
          VectorType::get({sort.histogramTile.itemsPerThread}, b.getI32Type());
      forDigits(io.load(keys, /*valid=*/Value()),
                [&](MemoryArray own, ArrayRef<ValueTuple> digits) {
                  if (sort.histogramCopies > 1)
                    return countEach(own, digits);
                  BlockHistogramOp::create(
                      b, loc, packItems(b, loc, digits, type).front(),
                      sort.radix(), own.getBase(), /*valid=*/Value());
                });
      return {};
    }
    // The one tile that is cut off need not be unrolled: each thread goes as
    // far as it has items, which is no place for an op of the block.
    auto loop = scf::ForOp::create(b, loc, kernel.threadId(), io.count(),
                                   constant(sort.histogramTile.blockSize));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value index =
        arith::AddIOp::create(b, loc, first, wide(loop.getInductionVar()));
    ValueTuple key{keys.load(b, loc, index)};
    forDigits(key, [&](MemoryArray own, ArrayRef<ValueTuple> digits) {
      countEach(own, digits);
    });
    return {};
  });
}

void HistogramBuilder::countTiles(Value size, Value begin, Value end,
                                  Value step) {
  forNumbers(words(),
             [&](Value index) { counters.store(b, loc, constant(0), index); });
  kernel.barrier();
  auto loop = scf::ForOp::create(b, loc, begin, end, step);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    TileIO io(kernel, sort.histogramTile, TileIO::striped, /*reverse=*/false,
              size, loop.getInductionVar());
    countTile(io, loop.getInductionVar());
  }
  kernel.barrier();
  forNumbers(sort.histogramSize(), [&](Value index) {
    Value counted = getCounted(index);
    Value some = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne,
                                       counted, constant(0));
    kernel.ifThen(some, [&] {
      createAtomicAdd(b, loc, counted, histogram.place(b, loc, index),
                      MemoryOrder::Relaxed, MemoryScope::Device);
    });
  });
}

void HistogramBuilder::enterSpan(Value begin, Value number) {
  keys = keys.from(b, loc, begin);
  histogram = histogram.from(
      b, loc, mul(number, createI64(b, loc, sort.histogramSize())));
}

void HistogramBuilder::emitRow() {
  Value block = wide(kernel.blockId()), blocks = kernel.blocks();
  Value size = kernel.elements();
  if (sort.form == SortForm::Rows) {
    Value row = arith::DivUIOp::create(b, loc, block, blocks);
    block = arith::SubIOp::create(b, loc, block, mul(row, blocks));
    enterSpan(mul(row, size), row);
  }
  countTiles(size, mul(block, items()), size, mul(blocks, items()));
}

void HistogramBuilder::emitSegments() {
  Type i32 = b.getI32Type();
  SortLists lists(sort, kernel);
  Value most = arith::MulIOp::create(
      b, loc, kernel.tiles(), constant(SortLists::getTilesPerTile(sort)));
  Value tiles = arith::MinUIOp::create(b, loc, lists.tiles(), most);
  Value blocks = arith::TruncIOp::create(b, loc, i32, kernel.blocks());
  Value each = arith::CeilDivUIOp::create(b, loc, tiles, blocks);
  Value first = mul(kernel.blockId(), each);
  Value end = arith::MinUIOp::create(
      b, loc, arith::AddIOp::create(b, loc, first, each), tiles);
  auto loop = scf::WhileOp::create(b, loc, TypeRange{i32}, ValueRange{first});
  OpBuilder::InsertionGuard guard(b);
  Block *test = b.createBlock(&loop.getBefore(), {}, i32, loc);
  Value more = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                     test->getArgument(0), end);
  scf::ConditionOp::create(b, loc, more, test->getArguments());
  Block *body = b.createBlock(&loop.getAfter(), {}, i32, loc);
  Value tile = body->getArgument(0);
  SortLists::Found found = lists.find(tile);
  Value inSpan = arith::SubIOp::create(b, loc, tile, found.firstTile);
  // As many as the block takes of this span, and one of none.
  Value left = arith::SubIOp::create(
      b, loc,
      arith::TruncIOp::create(
          b, loc, i32,
          arith::CeilDivUIOp::create(b, loc, found.span.size, items())),
      inSpan);
  left = arith::MaxSIOp::create(b, loc, left, constant(1));
  Value taken = arith::MinUIOp::create(
      b, loc, left, arith::SubIOp::create(b, loc, end, tile));
  Value begin = mul(wide(inSpan), items());
  Value last = arith::AddIOp::create(b, loc, begin, mul(wide(taken), items()));
  MemoryArray allKeys = keys, allCounts = histogram;
  enterSpan(found.span.begin, wide(found.slot));
  countTiles(found.span.size, begin,
             arith::MinUIOp::create(b, loc, last, found.span.size), items());
  keys = allKeys;
  histogram = allCounts;
  scf::YieldOp::create(
      b, loc,
      ValueRange{arith::AddIOp::create(b, loc, tile, taken).getResult()});
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
