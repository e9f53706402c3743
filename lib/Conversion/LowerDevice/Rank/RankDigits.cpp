//===- RankDigits.cpp - Digits of a threshold, counted -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts the next digit of all elements that have the digits of the threshold
// so far. The launch before this one has left its counts of the digit above;
// every block finds in them which digit it is, which takes a scan of as many
// counts as a digit has values, and no block waits for another.
//
//===----------------------------------------------------------------------===//

#include "../Tile/TileIO.h"
#include "RankSelect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class DigitCounter {
public:
  DigitCounter(const RankSelect &select, KernelBuilder &kernel)
      : select(select), kernel(kernel), b(kernel), i32(kernel.getI32Type()),
        i64(kernel.getI64Type()), shift(kernel.param(RankDigitParams::shift)),
        number(kernel.param(RankDigitParams::number)),
        counters(kernel.workgroupArray(i32, select.radix(), "counters")),
        found(kernel.workgroupArray(i32, 3, "found")) {}

  void emit();

private:
  using Threshold = RankSelect::Threshold;

  /// Goes to the block's row, and to its share of it.
  void enterRow();
  /// The threshold as far as it is known before this digit.
  Threshold find();
  Threshold findNext();
  void count(const Threshold &threshold);
  void countTile(TileIO &io, const Threshold &threshold, bool isFull);
  /// The counts of digit `which` (i32) of the row.
  MemoryArray getHistogram(Value which);

  const RankSelect &select;
  KernelBuilder &kernel;
  CodeBuilder &b;
  Type i32, i64;
  Value shift, number;
  MemoryArray counters, found;
  /// The row, i32 (null for the only one), and of its blocks this one, of how
  /// many; i64.
  Value row, block, blocks;
};

} // namespace

RankDigit mlir::prim::findRankDigit(KernelBuilder &kernel,
                                    const MemoryArray &counts, Value rank,
                                    const MemoryArray &found) {
  CodeBuilder &b = kernel;
  Type i32 = b.getI32Type();
  unsigned radix = 1u << kMaxRadixBits;
  unsigned each = llvm::divideCeil(radix, kernel.blockSize());
  Value first = b.mul(kernel.threadId(), each);
  SmallVector<Value> values, own;
  for (unsigned i = 0; i < each; ++i) {
    Value value = values.emplace_back(b.add(first, i));
    Value exists = b.ult(value, radix);
    own.push_back(
        evaluateIf(b, exists, /*anywhere=*/false, b.i32(0),
                   [&]() -> ValueTuple { return {counts.load(b, value)}; })
            .front());
  }
  Value vector =
      vector::FromElementsOp::create(b, VectorType::get({each}, i32), own);
  BlockScanOp scan = createBlockScan(b, Combiner(CombinerKind::Add, i32),
                                     ScanMode::Exclusive, vector);
  SmallVector<ValueTuple> sums = unpackItems(b, scan.getExclusiveResults());
  Value isNone = b.eq(rank, 0);
  for (auto [value, count, sum] : llvm::zip_equal(values, own, sums)) {
    Value before = sum.front();
    Value isIn = b.ult(before, rank);
    isIn = b.andi(isIn, b.ule(rank, b.add(before, count)));
    // If there are none, any value will do; this takes the first.
    Value isFirst = b.andi(isNone, b.eq(value, 0));
    kernel.ifThen(b.ori(isIn, isFirst), [&, &value = value, &count = count] {
      found.store(b, value, 0);
      found.store(b, b.sub(rank, before), 1);
      found.store(b, count, 2);
    });
  }
  kernel.barrier();
  auto get = [&](int64_t word) -> Value {
    return WarpUniformOp::create(b, found.load(b, word));
  };
  Value value = get(0), left = get(1);
  return {value, left, get(2)};
}

MemoryArray DigitCounter::getHistogram(Value which) {
  MemoryArray all(kernel.argument(LaunchValue::region(select.histograms)), i32);
  Value digit = b.zextI64(which);
  if (row)
    digit = b.add(b.mul(b.zextI64(row), select.numDigits), digit);
  return all.from(b, b.mul(digit, select.radix()));
}

void DigitCounter::enterRow() {
  block = b.zextI64(kernel.blockId());
  blocks = kernel.blocks();
  if (Value number = kernel.splitRow(block, [&] { return blocks; }))
    row = b.trunci(i32, number);
}

RankSelect::Threshold DigitCounter::findNext() {
  Value before = b.sub(number, 1);
  Threshold known = select.load(kernel, row, before);
  MemoryArray counts = getHistogram(before);
  RankDigit digit = findRankDigit(kernel, counts, known.rank, found);
  Value prefix = b.shli(known.prefix, kMaxRadixBits);
  return {b.ori(prefix, b.zextI64(digit.value)), digit.rank, digit.count};
}

RankSelect::Threshold DigitCounter::find() {
  Value isLater = b.ne(number, 0);
  auto pack = [](const Threshold &threshold) {
    return SmallVector<Value>{threshold.prefix, threshold.rank,
                              threshold.equal};
  };
  SmallVector<Value> known = b.select(
      isLater, {i64, i32, i32}, [&] { return pack(findNext()); },
      [&] { return pack({b.i64(0), select.countFirst(kernel), b.i32(0)}); });
  return {known[0], known[1], known[2]};
}

void DigitCounter::countTile(TileIO &io, const Threshold &threshold,
                             bool isFull) {
  RowView view(select.op, kernel, row);
  SmallVector<ValueTuple> keys =
      io.loadMapped(view.at(select.getIns().take_front(select.countKeyIns())),
                    select.getPrologue(), /*neutral=*/nullptr, isFull);
  SmallVector<Value> exist;
  if (!isFull)
    exist = io.areValid();
  // Subtracting the digits so far leaves nothing above the next digit of a code
  // that begins with them.
  SmallVector<Value> codes;
  for (const ValueTuple &key : keys)
    codes.push_back(select.encode(b, key.front()));
  Type type = codes.front().getType();
  Value by = shift, prefix = threshold.prefix, one = b.i64(1);
  if (type == i64) {
    by = b.zextI64(by);
  } else {
    prefix = b.trunci(type, prefix);
    one = b.i32(1);
  }
  auto toPlace = [&](Value value) -> Value {
    return b.shli(b.shli(value, by), kMaxRadixBits);
  };
  Value before = toPlace(prefix), highest = b.sub(toPlace(one), one);
  for (auto [i, whole] : llvm::enumerate(codes)) {
    Value code = b.xori(whole, before);
    Value counts = b.ule(code, highest);
    if (!isFull)
      counts = b.andi(counts, exist[i]);
    Value digit = b.shrui(code, by);
    if (type == i64)
      digit = b.trunci(i32, digit);
    kernel.ifThen(counts, [&] {
      createAtomicAdd(b, 1, counters.place(b, digit), MemoryOrder::Relaxed,
                      MemoryScope::Block);
    });
  }
}

void DigitCounter::count(const Threshold &threshold) {
  kernel.forBlockStride(
      select.radix(), [&](Value value) { counters.store(b, b.i32(0), value); });
  kernel.barrier();
  Value size = kernel.elements();
  unsigned vector = TileIO::getRowVector(
      kernel.target(), select.getIns().take_front(select.countKeyIns()),
      select.tile);
  Value first = b.mul(block, select.tile.items());
  kernel.forEach(
      first, size, b.mul(blocks, select.tile.items()), [&](Value base) {
        TileIO io(kernel, select.tile, vector, /*reverse=*/false, size, base);
        io.fullOrPartial(
            [&](bool isFull) { countTile(io, threshold, isFull); });
      });
  kernel.barrier();
  MemoryArray histogram = getHistogram(number);
  kernel.forBlockStride(select.radix(), [&](Value value) {
    Value counted = counters.load(b, value);
    kernel.ifThen(b.ne(counted, 0), [&] {
      createAtomicAdd(b, counted, histogram.place(b, value),
                      MemoryOrder::Relaxed, MemoryScope::Device);
    });
  });
}

void DigitCounter::emit() {
  enterRow();
  Threshold threshold = find();
  Value isFirst = kernel.isFirstThread();
  isFirst = b.andi(isFirst, b.eq(block, 0));
  kernel.ifThen(isFirst, [&] { select.store(kernel, row, number, threshold); });
  kernel.ifThen(b.ult(number, select.numDigits), [&] { count(threshold); });
}

void mlir::prim::emitRankDigits(const RankSelect &select,
                                KernelBuilder &kernel) {
  DigitCounter(select, kernel).emit();
}
