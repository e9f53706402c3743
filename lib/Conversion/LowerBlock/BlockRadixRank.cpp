//===- BlockRadixRank.cpp - Lower prim.block_radix_rank *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every wave has its own counters. An item finds the lanes with the same digit
// by one ballot per digit bit. Its rank within the wave is the counter plus the
// number of such lanes below it. Summing the counters over waves and digits
// gives the rank within the block. Items are in rows of one item per lane, so
// that lanes hold adjacent items; other arrangements are converted and
// converted back.
//
// If a region computes digits, all items are counted before any is ranked. The
// counters then hold ranks in the block, from which the next item of the digit
// takes its rank. Digits and ranks live only within a row.
//
//===----------------------------------------------------------------------===//

#include "Counters.h"
#include "ItemExchange.h"
#include "ValueBounds.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

static uint64_t getCounterBytes(const BlockContext &context, unsigned bits) {
  return uint64_t(context.getNumWaves()) * 4 << bits;
}

uint64_t mlir::prim::getRadixRankBytes(const BlockContext &context,
                                       unsigned bits) {
  // The scan of the counts has a partial sum per wave.
  return getCounterBytes(context, bits) +
         llvm::alignTo(uint64_t(context.getNumWaves()) * 4,
                       WorkgroupAllocOp::kAlignment);
}

namespace {

/// The state of lowering one op.
class RadixRankLowering {
public:
  RadixRankLowering(BlockRadixRankOp op, BlockContext &context)
      : op(op), context(context), b(op), bits(op.getBits()),
        share(op.getCounts().value_or(BlockRadixRankOp::getDigitsPerThread(
            bits, context.getBlockSize()))),
        wholeWaves(context.getBlockSize() % context.getTarget().waveSize == 0) {
  }

  void run();

private:
  using Values = SmallVector<Value>;

  unsigned radix() const { return 1u << bits; }
  bool computesDigits() { return !op.getDigit().empty(); }

  /// Moves `values` from the items' arrangement to rows(1), or back.
  Value exchange(Value values, bool back);
  /// Sets `digits` to those of the thread's items, in rows(1). An item that
  /// takes no part gets the last digit, after all others with that digit.
  /// `absent` is the number of such items if this thread owns the last digit
  /// (i32; null for none).
  void takeDigits();
  /// The digit of an item, which is the item itself or computed by the region
  /// with these captures.
  Value toDigit(Value item, const IRMapping *captures = nullptr);
  /// Whether an item takes part; and how many counted items of the last digit
  /// do not.
  Value takesPart(Value position);
  Value countAbsent(Value all);
  /// Passes the captures of the digit region through memory after the counters.
  /// Otherwise LLVM would see that repeated digits are equal, and would keep
  /// them in registers from one use to the next.
  void hideCaptures();
  IRMapping getHidden();
  /// Allocates the counters and clears those of the calling wave.
  void clear();
  /// Returns the item's number among those of its digit in the wave, and counts
  /// the item.
  Value countItem(Value digit);
  /// Counts all items in the counters of their waves, with or without numbering
  /// them.
  void numberItems();
  void countItems();
  /// The count in the block of each digit of the calling thread; 0 if the
  /// thread owns none.
  Values sumCounts();
  /// The ranks at which the thread's digits start. Afterwards the counters hold
  /// the rank of each wave's first item of a digit.
  Values placeDigits(ValueRange counts);
  /// Computes the final ranks of the thread's items.
  void addPlaces();
  void rankItems();
  /// Runs the region for an item with its rank.
  void tellRank(Value item, Value rank);
  /// Numbers of the thread's digits as a result of the op.
  Value pack(ValueRange numbers);

  BlockRadixRankOp op;
  BlockContext &context;
  CodeBuilder b;
  /// Bits of a digit; and the number of digits that a thread owns.
  unsigned bits, share;
  bool wholeWaves;
  /// A row of counters per wave, with one counter per digit; set by clear().
  std::optional<Counters> counters;
  /// The counters of the calling wave. An address is a uniform base plus an
  /// item's digit.
  std::optional<MemoryArray> ofWave;
  SmallVector<std::pair<Value, MemoryArray>> hidden;
  /// The thread's items in rows(1), their positions in the block if not all
  /// take part, and their digits, if these are kept.
  Values items, positions, digits;
  Value absent;
  /// The ranks of the thread's items: first within the wave and the digit,
  /// finally within the block.
  Values ranks;
  /// Per wave, the counts of this thread's digits in the earlier waves, if
  /// these are kept.
  SmallVector<Values> before;
};

} // namespace

Value RadixRankLowering::exchange(Value values, bool back) {
  std::pair given(op.getArrangement(), op.getRowVector().value_or(0));
  std::pair striped(Arrangement::Rows, 1u);
  auto [from, to] =
      back ? std::pair(striped, given) : std::pair(given, striped);
  SmallVector<Value> moved;
  b.createOrFold<BlockExchangeOp>(moved, values, /*ranks=*/Value(), from.first,
                                  from.second, to.first, to.second);
  return moved.front();
}

Value RadixRankLowering::toDigit(Value item, const IRMapping *captures) {
  Value digit = item, known = op.getItems();
  if (computesDigits())
    known = digit = inlineRegion(b, op.getDigit(), item, captures)[0];
  if (getBounds(known).umax().ult(radix()))
    return digit;
  return b.andi(digit, radix() - 1);
}

Value RadixRankLowering::takesPart(Value position) {
  return b.slt(position, op.getValid());
}

Value RadixRankLowering::countAbsent(Value all) {
  Value some = b.maxsi(op.getValid(), 0);
  Value isLast = b.eq(context.getThreadId(), radix() / share - 1);
  return b.select(isLast, b.sub(all, some), 0);
}

void RadixRankLowering::takeDigits() {
  items = splitMembers(b, exchange(op.getItems(), /*back=*/false)).front();
  Value valid = op.getValid();
  TileLayout layout =
      context.getLayout(items.size(), Arrangement::Rows, /*vector=*/1);
  if (computesDigits()) {
    if (!valid)
      return;
    positions = layout.positions(b, context.getThreadIds());
    absent = b.maxsi(countAbsent(b.i32(layout.tileItems())), 0);
    return;
  }
  auto digit = [&](Value item) { return toDigit(item); };
  if (!valid) {
    digits = llvm::map_to_vector(items, digit);
    return;
  }

  // Whether all items take part is uniform over the block.
  Value all = b.i32(layout.tileItems());
  Value isFull = b.sge(valid, all);
  SmallVector<Type> types(items.size() + 1, b.getI32Type());
  auto takeAll = [&] {
    Values taken = llvm::map_to_vector(items, digit);
    taken.push_back(b.i32(0));
    return taken;
  };
  auto takeValid = [&] {
    Values taken;
    Value last = b.i32(radix() - 1);
    for (auto [item, position] :
         llvm::zip_equal(items, layout.positions(b, context.getThreadIds())))
      taken.push_back(b.select(takesPart(position), digit(item), last));
    taken.push_back(countAbsent(all));
    return taken;
  };
  digits = b.select(isFull, types, takeAll, takeValid);
  absent = digits.pop_back_val();
}

void RadixRankLowering::hideCaptures() {
  Value isFirst = b.eq(context.getThreadId(), 0);
  b.ifThen(isFirst, [&] {
    for (auto [value, array] : hidden)
      array.store(b, value, 0);
  });
}

IRMapping RadixRankLowering::getHidden() {
  IRMapping captures;
  for (auto [value, array] : hidden)
    captures.map(value, array.load(b, 0));
  return captures;
}

void RadixRankLowering::clear() {
  SetVector<Value> captures;
  if (computesDigits())
    getUsedValuesDefinedAbove(op.getDigit(), captures);
  captures.remove_if([](Value value) {
    return matchPattern(value, m_Constant()) ||
           !value.getType().isIntOrFloat() || value.getType().isInteger(1);
  });
  BufferLayout layout;
  layout.add(getCounterBytes(context, bits), 1, WorkgroupAllocOp::kAlignment);
  SmallVector<uint64_t> offsets;
  for (Value value : captures) {
    uint64_t bytes = getElementBytes(value.getType());
    offsets.push_back(layout.add(bytes, 1, bytes));
  }
  Value base = acquireWorkgroupMemory(b, layout.size(), "counters");
  for (auto [value, offset] : llvm::zip_equal(captures, offsets))
    hidden.emplace_back(value,
                        MemoryArray(advance(b, base, offset), value.getType()));
  counters.emplace(b, context, base, radix(), share);
  if (wholeWaves) {
    // A wave clears its own counters and needs no barrier for that.
    Value start = b.mul(context.getWaveId(), radix());
    counters->clear(start, radix(), context.getLaneId(),
                    context.getTarget().waveSize);
  } else {
    counters->clear(b.i32(0), radix() * context.getNumWaves(),
                    context.getThreadId(), context.getBlockSize());
    context.barrier(b);
  }
  ofWave = counters->array().from(b, b.mul(context.getWaveId(), radix()));
}

Value RadixRankLowering::countItem(Value digit) {
  // Orders the accesses after the wave's previous stores, by any lane, and
  // before its next ones.
  WarpBarrierOp::create(b);
  Value counted = ofWave->load(b, digit);
  WarpBarrierOp::create(b);
  auto lanes =
      WarpMatchAnyOp::create(b, b.getI64Type(), digit, /*valid=*/Value(),
                             /*numBits=*/Value(), b.getI32IntegerAttr(bits),
                             /*whole=*/wholeWaves);
  Value rank = WarpMaskedBitCountOp::create(b, lanes, counted);
  if (computesDigits()) {
    // The last lane of the digit counts all its lanes without a population
    // count.
    unsigned lanesOfWave = context.getTarget().waveSize;
    Type word = b.getIntegerType(lanesOfWave);
    Value mask = b.createOrFold<arith::TruncIOp>(word, lanes);
    Value lane = b.createOrFold<arith::ExtUIOp>(word, context.getLaneId());
    Value behind = b.constant(word, -2);
    Value above = b.shli(behind, lane);
    Value isLast = b.eq(b.andi(mask, above), 0);
    Value next = b.add(rank, 1);
    b.ifThen(isLast, [&] { ofWave->store(b, next, digit); });
    return rank;
  }
  // One word at a time, because a population count and an addition form one
  // instruction.
  Value next = counted;
  for (unsigned word = 0; word * 32 < context.getTarget().waveSize; ++word) {
    Value shifted = b.createOrFold<arith::ShRUIOp>(lanes, b.i64(word * 32));
    Value ones = math::CtPopOp::create(
        b, b.createOrFold<arith::TruncIOp>(b.getI32Type(), shifted));
    next = b.add(ones, next);
  }
  // All lanes of the digit store the same value, so no lane has to be elected.
  ofWave->store(b, next, digit);
  return rank;
}

void RadixRankLowering::numberItems() {
  ranks = llvm::map_to_vector(digits,
                              [&](Value digit) { return countItem(digit); });
}

void RadixRankLowering::countItems() {
  if (!hidden.empty())
    hideCaptures();
  WarpBarrierOp::create(b);
  Value last = b.i32(radix() - 1);
  for (auto [i, item] : llvm::enumerate(items)) {
    Value digit = toDigit(item);
    if (!positions.empty())
      digit = b.select(takesPart(positions[i]), digit, last);
    createAtomicAdd(b, 1, ofWave->place(b, digit), MemoryOrder::Relaxed,
                    MemoryScope::Block);
  }
}

SmallVector<Value> RadixRankLowering::sumCounts() {
  context.barrier(b);
  unsigned numWaves = context.getNumWaves();
  // Per wave the counts of the earlier waves, and finally the total.
  unsigned kept = computesDigits() ? 0 : numWaves;
  Values flat = counters->inOwners((kept + 1) * share, [&]() -> Values {
    Values sums(share, b.i32(0));
    Values all;
    for (unsigned wave = 0; wave < numWaves; ++wave) {
      if (kept)
        llvm::append_range(all, sums);
      for (auto [sum, own] : llvm::zip_equal(sums, counters->loadOwn(wave)))
        sum = b.add(sum, own);
    }
    llvm::append_range(all, sums);
    return all;
  });
  for (unsigned wave = 0; wave < kept; ++wave)
    before.emplace_back(ArrayRef(flat).slice(wave * share, share));
  Values counts(ArrayRef(flat).take_back(share));
  if (absent)
    counts.back() = b.sub(counts.back(), absent);
  return counts;
}

SmallVector<Value> RadixRankLowering::placeDigits(ValueRange counts) {
  // An exclusive scan over the counts.
  Type i32 = b.getI32Type();
  Value scanned =
      createBlockScan(b, Combiner(CombinerKind::Add, i32), ScanMode::Exclusive,
                      vector::FromElementsOp::create(
                          b, VectorType::get({share}, i32), counts)
                          .getResult())
          .getResult(0);
  Values starts;
  for (unsigned i = 0; i < share; ++i)
    starts.push_back(vector::ExtractOp::create(b, scanned, i));

  counters->inOwners(0, [&]() -> Values {
    Values next(starts);
    for (unsigned wave = 0; wave < context.getNumWaves(); ++wave) {
      Values places, own;
      if (before.empty()) {
        places = next;
        own = counters->loadOwn(wave);
        for (auto [sum, count] : llvm::zip_equal(next, own))
          sum = b.add(sum, count);
      } else {
        for (auto [start, sum] : llvm::zip_equal(starts, before[wave]))
          places.push_back(b.add(start, sum));
      }
      counters->storeOwn(wave, places);
    }
    return Values();
  });
  context.barrier(b);
  return starts;
}

void RadixRankLowering::addPlaces() {
  for (auto [item, digit, rank] : llvm::zip_equal(items, digits, ranks)) {
    rank = b.add(ofWave->load(b, digit), rank);
    tellRank(item, rank);
  }
}

void RadixRankLowering::rankItems() {
  IRMapping captures = getHidden();
  Value last = b.i32(radix() - 1);
  for (auto [i, item] : llvm::enumerate(items)) {
    Value digit = toDigit(item, &captures);
    if (!positions.empty())
      digit = b.select(takesPart(positions[i]), digit, last);
    ranks.push_back(countItem(digit));
    tellRank(item, ranks.back());
  }
}

void RadixRankLowering::tellRank(Value item, Value rank) {
  if (!op.getRanked().empty())
    inlineRegion(b, op.getRanked(), {item, rank});
}

Value RadixRankLowering::pack(ValueRange numbers) {
  if (share == 1)
    return numbers.front();
  return vector::FromElementsOp::create(b, op.getDigitCounts().getType(),
                                        numbers);
}

void RadixRankLowering::run() {
  takeDigits();
  clear();
  if (computesDigits())
    countItems();
  else
    numberItems();
  Values counts = sumCounts();
  if (!op.getCounted().empty())
    inlineRegion(b, op.getCounted(), pack(counts));
  Values starts = placeDigits(counts);
  if (computesDigits())
    rankItems();
  else
    addPlaces();

  Type type = op.getRanks().getType();
  Value packed = joinMembers(b, {ranks}, type).front();
  Values results{exchange(packed, /*back=*/true)};
  if (op.getCounts())
    results.append({pack(counts), pack(starts)});
  op.replaceAllUsesWith(results);
  op.erase();
}

LogicalResult mlir::prim::lowerBlockRadixRank(BlockRadixRankOp op,
                                              BlockContext &context) {
  RadixRankLowering(op, context).run();
  return success();
}
