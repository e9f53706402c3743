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
// counts as a digit has values, and nobody waits for anybody.
//
//===----------------------------------------------------------------------===//

#include "RankSelect.h"
#include "TileIO.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;
using arith::CmpIPredicate;

namespace {

class DigitCounter {
public:
  DigitCounter(const RankSelect &select, KernelBuilder &kernel)
      : select(select), kernel(kernel), b(kernel.b()), loc(kernel.loc()),
        i32(kernel.b().getI32Type()), i64(kernel.b().getI64Type()),
        shift(kernel.own(0, i32)), number(kernel.own(1, i32)),
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
  /// Runs `body` in threads for each value of a digit (i32).
  void forValues(llvm::function_ref<void(Value)> body);
  /// The counts of digit `which` (i32) of the row.
  MemoryArray getHistogram(Value which);

  Value constant(int64_t value) { return createI32(b, loc, value); }
  Value wide(Value value) { return arith::ExtUIOp::create(b, loc, i64, value); }
  Value mul(Value x, Value y) { return arith::MulIOp::create(b, loc, x, y); }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, loc, x, y); }
  Value sub(Value x, Value y) { return arith::SubIOp::create(b, loc, x, y); }
  Value both(Value x, Value y) { return arith::AndIOp::create(b, loc, x, y); }
  Value compare(CmpIPredicate predicate, Value x, Value y) {
    return arith::CmpIOp::create(b, loc, predicate, x, y);
  }

  const RankSelect &select;
  KernelBuilder &kernel;
  OpBuilder &b;
  Location loc;
  Type i32, i64;
  Value shift, number;
  MemoryArray counters, found;
  /// The row, i32 (null for the only one), and of its blocks this one, of how
  /// many; i64.
  Value row, block, blocks;
};

} // namespace

void DigitCounter::forValues(llvm::function_ref<void(Value)> body) {
  unsigned threads = kernel.blockSize(), count = select.radix();
  for (unsigned done = 0; done < count; done += threads) {
    Value value = add(kernel.threadId(), constant(done));
    if (done + threads <= count) {
      body(value);
      continue;
    }
    kernel.ifThen(compare(CmpIPredicate::ult, value, constant(count)),
                  [&] { body(value); });
  }
}

MemoryArray DigitCounter::getHistogram(Value which) {
  MemoryArray all(kernel.argument(LaunchValue::region(select.histograms)), i32);
  Value digit = wide(which);
  if (row)
    digit = add(mul(wide(row), createI64(b, loc, select.numDigits)), digit);
  return all.from(b, loc, mul(digit, createI64(b, loc, select.radix())));
}

void DigitCounter::enterRow() {
  block = wide(kernel.blockId());
  blocks = kernel.blocks();
  if (!kernel.rows().isByRow() || kernel.rows().getKnownRows() == 1)
    return;
  Value number = arith::DivUIOp::create(b, loc, block, blocks);
  block = sub(block, mul(number, blocks));
  row = arith::TruncIOp::create(b, loc, i32, number);
}

RankSelect::Threshold DigitCounter::findNext() {
  Value before = sub(number, constant(1));
  Threshold known = select.load(kernel, row, before);
  MemoryArray counts = getHistogram(before);
  unsigned each = llvm::divideCeil(select.radix(), kernel.blockSize());
  Value first = mul(kernel.threadId(), constant(each));
  SmallVector<Value> values, own;
  for (unsigned i = 0; i < each; ++i) {
    Value value = values.emplace_back(add(first, constant(i)));
    Value exists = compare(CmpIPredicate::ult, value, constant(select.radix()));
    own.push_back(
        evaluateIf(b, loc, exists, /*anywhere=*/false, constant(0),
                   [&]() -> ValueTuple { return {counts.load(b, loc, value)}; })
            .front());
  }
  Value vector =
      vector::FromElementsOp::create(b, loc, VectorType::get({each}, i32), own);
  BlockScanOp scan = createBlockScan(b, loc, Combiner(CombinerKind::Add, i32),
                                     ScanMode::Exclusive, vector);
  SmallVector<ValueTuple> sums =
      unpackItems(b, loc, scan.getExclusiveResults());
  Value isNone = compare(CmpIPredicate::eq, known.rank, constant(0));
  for (auto [value, count, sum] : llvm::zip_equal(values, own, sums)) {
    Value before = sum.front();
    Value isIn =
        both(compare(CmpIPredicate::ult, before, known.rank),
             compare(CmpIPredicate::ule, known.rank, add(before, count)));
    // Of none, the first value is as good as any.
    Value isFirst =
        both(isNone, compare(CmpIPredicate::eq, value, constant(0)));
    kernel.ifThen(arith::OrIOp::create(b, loc, isIn, isFirst),
                  [&, &value = value, &count = count] {
                    found.store(b, loc, value, constant(0));
                    found.store(b, loc, sub(known.rank, before), constant(1));
                    found.store(b, loc, count, constant(2));
                  });
  }
  kernel.barrier();
  auto get = [&](int64_t word) -> Value {
    return WarpUniformOp::create(b, loc, found.load(b, loc, constant(word)));
  };
  Value prefix = arith::ShLIOp::create(b, loc, known.prefix,
                                       createI64(b, loc, kMaxRadixBits));
  return {arith::OrIOp::create(b, loc, prefix, wide(get(0))), get(1), get(2)};
}

RankSelect::Threshold DigitCounter::find() {
  Value isLater = compare(CmpIPredicate::ne, number, constant(0));
  SmallVector<Type> types{i64, i32, i32};
  auto branch = scf::IfOp::create(b, loc, types, isLater, /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  auto yield = [&](Block *block, llvm::function_ref<Threshold()> body) {
    b.setInsertionPointToStart(block);
    Threshold result = body();
    scf::YieldOp::create(b, loc,
                         ValueRange{result.prefix, result.rank, result.equal});
  };
  yield(branch.thenBlock(), [&] { return findNext(); });
  yield(branch.elseBlock(), [&]() -> Threshold {
    return {createI64(b, loc, 0), select.countFirst(kernel), constant(0)};
  });
  return {branch.getResult(0), branch.getResult(1), branch.getResult(2)};
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
  // Of a code with the digits so far nothing is left above the next digit when
  // they are taken away.
  SmallVector<Value> codes;
  for (const ValueTuple &key : keys)
    codes.push_back(select.encode(b, loc, key.front()));
  Type type = codes.front().getType();
  Value by = shift, prefix = threshold.prefix, one = createI64(b, loc, 1);
  if (type == i64) {
    by = wide(by);
  } else {
    prefix = arith::TruncIOp::create(b, loc, type, prefix);
    one = constant(1);
  }
  auto toPlace = [&](Value value) -> Value {
    Value eight = arith::ConstantOp::create(
        b, loc, b.getIntegerAttr(type, kMaxRadixBits));
    return arith::ShLIOp::create(
        b, loc, arith::ShLIOp::create(b, loc, value, by), eight);
  };
  Value before = toPlace(prefix), highest = sub(toPlace(one), one);
  for (auto [i, whole] : llvm::enumerate(codes)) {
    Value code = arith::XOrIOp::create(b, loc, whole, before);
    Value counts = compare(CmpIPredicate::ule, code, highest);
    if (!isFull)
      counts = both(counts, exist[i]);
    Value digit = arith::ShRUIOp::create(b, loc, code, by);
    if (type == i64)
      digit = arith::TruncIOp::create(b, loc, i32, digit);
    kernel.ifThen(counts, [&] {
      createAtomicAdd(b, loc, constant(1), counters.place(b, loc, digit),
                      MemoryOrder::Relaxed, MemoryScope::Block);
    });
  }
}

void DigitCounter::count(const Threshold &threshold) {
  forValues([&](Value value) { counters.store(b, loc, constant(0), value); });
  kernel.barrier();
  Value items = createI64(b, loc, select.tile.items());
  Value size = kernel.elements();
  unsigned vector = TileIO::getRowVector(
      kernel.target(), select.getIns().take_front(select.countKeyIns()),
      select.tile);
  kernel.forEach(mul(block, items), size, mul(blocks, items), [&](Value base) {
    TileIO io(kernel, select.tile, vector, /*reverse=*/false, size, base);
    io.byCase({}, [&](bool isFull) -> SmallVector<Value> {
      countTile(io, threshold, isFull);
      return {};
    });
  });
  kernel.barrier();
  MemoryArray histogram = getHistogram(number);
  forValues([&](Value value) {
    Value counted = counters.load(b, loc, value);
    kernel.ifThen(compare(CmpIPredicate::ne, counted, constant(0)), [&] {
      createAtomicAdd(b, loc, counted, histogram.place(b, loc, value),
                      MemoryOrder::Relaxed, MemoryScope::Device);
    });
  });
}

void DigitCounter::emit() {
  enterRow();
  Threshold threshold = find();
  Value isFirst = both(kernel.isFirstThread(),
                       compare(CmpIPredicate::eq, block, createI64(b, loc, 0)));
  kernel.ifThen(isFirst, [&] { select.store(kernel, row, number, threshold); });
  kernel.ifThen(compare(CmpIPredicate::ult, number, constant(select.numDigits)),
                [&] { count(threshold); });
}

void mlir::prim::emitRankDigits(const RankSelect &select,
                                KernelBuilder &kernel) {
  DigitCounter(select, kernel).emit();
}
