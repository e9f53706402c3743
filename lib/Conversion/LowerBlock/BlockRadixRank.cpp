//===- BlockRadixRank.cpp - Lower prim.block_radix_rank *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every wave counts its items in counters of its own. An item finds the lanes
// with the same digit by one ballot per digit bit; the counter and the number
// of such lanes below give its rank within the wave. Summing the counters over
// waves and digits gives the rank within the block. The items are in rows of
// single ones, so that lanes hold neighbours; others are moved there and back.
//
// Where digits are computed by a region, all items are counted before any is
// ranked: the counters then hold ranks in the block, of which the next item of
// the digit takes its own. Digits and ranks live no longer than a row.
//
//===----------------------------------------------------------------------===//

#include "Counters.h"
#include "ItemExchange.h"
#include "ValueBounds.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
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
  // The scan of the counts has a sum of every wave.
  return getCounterBytes(context, bits) +
         llvm::alignTo(uint64_t(context.getNumWaves()) * 4,
                       WorkgroupAllocOp::kAlignment);
}

namespace {

/// The state of lowering one op.
class RadixRankLowering {
public:
  RadixRankLowering(BlockRadixRankOp op, BlockContext &context)
      : op(op), context(context), builder(op), loc(op.getLoc()),
        bits(op.getBits()),
        share(op.getCounts().value_or(BlockRadixRankOp::getDigitsPerThread(
            bits, context.getBlockSize()))),
        wholeWaves(context.getBlockSize() % context.getTarget().waveSize == 0) {
  }

  void run();

private:
  using Values = SmallVector<Value>;

  unsigned radix() const { return 1u << bits; }
  bool computesDigits() { return !op.getDigit().empty(); }
  Value constant(int64_t value) { return createI32(builder, loc, value); }

  /// Moves `values` from the items' arrangement to rows(1), or back.
  Value exchange(Value values, bool back);
  /// Sets `digits` to those of the thread's items, in rows(1). An item that
  /// does not take part has the last digit, behind all others of it; `absent`
  /// is how many of those are counted with the last digit of this thread (i32;
  /// null for none).
  void takeDigits();
  /// The digit of an item that is one, or that the region computes, whose
  /// captures are given.
  Value toDigit(Value item, const IRMapping *captures = nullptr);
  /// Whether an item takes part; and what of the last digit does not.
  Value takesPart(Value position);
  Value countAbsent(Value all);
  /// What the region that computes digits uses from outside goes through
  /// memory, behind the counters, so that nobody sees that digits are the same
  /// again: they would be kept from one use to the next.
  void hideCaptures();
  IRMapping getHidden();
  /// Makes the counters and sets those of the calling wave to zero.
  void clear();
  /// Each item finds its number among those of its digit in the wave's counter,
  /// and counts itself there.
  Value countItem(Value digit);
  /// Counts all items in the counters of their waves, and gives them numbers
  /// there or not.
  void numberItems();
  void countItems();
  /// How often each digit of the calling thread occurs in the block; 0 where
  /// the thread has none.
  Values sumCounts();
  /// The ranks at which the thread's digits start; from then on the counters
  /// hold what each wave's first items of the digits have.
  Values placeDigits(ValueRange counts);
  /// The ranks of the thread's items in the end.
  void addPlaces();
  void rankItems();
  /// Runs the region for an item whose rank is known.
  void tellRank(Value item, Value rank);
  /// Numbers of the thread's digits as a result of the op.
  Value pack(ValueRange numbers);

  BlockRadixRankOp op;
  BlockContext &context;
  OpBuilder builder;
  Location loc;
  /// Of a digit; and how many digits a thread looks after.
  unsigned bits, share;
  bool wholeWaves;
  /// A row of them for each wave, with one for each digit; from count() on.
  std::optional<Counters> counters;
  /// Those of the calling wave. An address is a uniform base and an item's
  /// digit.
  std::optional<MemoryArray> ofWave;
  SmallVector<std::pair<Value, MemoryArray>> hidden;
  /// The thread's items in rows(1), where they lie in the block if not all take
  /// part, and their digits, if these are kept.
  Values items, positions, digits;
  Value absent;
  /// The ranks of the thread's items: among the wave's ones of their digits,
  /// then in the block.
  Values ranks;
  /// Per wave, what it has of this thread's digits in the waves before, if that
  /// is kept.
  SmallVector<Values> before;
};

} // namespace

Value RadixRankLowering::exchange(Value values, bool back) {
  std::pair given(op.getArrangement(), op.getRowVector().value_or(0));
  std::pair striped(Arrangement::Rows, 1u);
  auto [from, to] =
      back ? std::pair(striped, given) : std::pair(given, striped);
  SmallVector<Value> moved;
  builder.createOrFold<BlockExchangeOp>(moved, loc, values, /*ranks=*/Value(),
                                        from.first, from.second, to.first,
                                        to.second);
  return moved.front();
}

Value RadixRankLowering::toDigit(Value item, const IRMapping *captures) {
  Value digit = item, known = op.getItems();
  if (computesDigits())
    known = digit = inlineRegion(builder, op.getDigit(), item, captures)[0];
  if (getBounds(known).umax().ult(radix()))
    return digit;
  return arith::AndIOp::create(builder, loc, digit, constant(radix() - 1));
}

Value RadixRankLowering::takesPart(Value position) {
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                               position, op.getValid());
}

Value RadixRankLowering::countAbsent(Value all) {
  Value some = arith::MaxSIOp::create(builder, loc, op.getValid(), constant(0));
  Value isLast = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       context.getThreadId(),
                                       constant(radix() / share - 1));
  return arith::SelectOp::create(builder, loc, isLast,
                                 arith::SubIOp::create(builder, loc, all, some),
                                 constant(0));
}

void RadixRankLowering::takeDigits() {
  items = splitMembers(builder, loc, exchange(op.getItems(), /*back=*/false))
              .front();
  Value valid = op.getValid();
  TileLayout layout =
      context.getLayout(items.size(), Arrangement::Rows, /*vector=*/1);
  if (computesDigits()) {
    if (!valid)
      return;
    positions = layout.positions(builder, loc, context.getThreadIds());
    absent = arith::MaxSIOp::create(
        builder, loc, countAbsent(constant(layout.tileItems())), constant(0));
    return;
  }
  auto digit = [&](Value item) { return toDigit(item); };
  if (!valid) {
    digits = llvm::map_to_vector(items, digit);
    return;
  }

  // Whether all take part is uniform over the block.
  Value all = constant(layout.tileItems());
  Value isFull = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                                       valid, all);
  SmallVector<Type> types(items.size() + 1, builder.getI32Type());
  auto branch = scf::IfOp::create(builder, loc, types, isFull,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    Values yields = llvm::map_to_vector(items, digit);
    yields.push_back(constant(0));
    scf::YieldOp::create(builder, loc, yields);
    builder.setInsertionPointToStart(branch.elseBlock());
    yields.clear();
    Value last = constant(radix() - 1);
    for (auto [item, position] : llvm::zip_equal(
             items, layout.positions(builder, loc, context.getThreadIds())))
      yields.push_back(arith::SelectOp::create(
          builder, loc, takesPart(position), digit(item), last));
    yields.push_back(countAbsent(all));
    scf::YieldOp::create(builder, loc, yields);
  }
  digits = branch.getResults();
  absent = digits.pop_back_val();
}

void RadixRankLowering::hideCaptures() {
  Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        context.getThreadId(), constant(0));
  scf::IfOp::create(builder, loc, isFirst, [&](OpBuilder &b, Location l) {
    for (auto [value, array] : hidden)
      array.store(b, l, value, createI32(b, l, 0));
    scf::YieldOp::create(b, l);
  });
}

IRMapping RadixRankLowering::getHidden() {
  IRMapping captures;
  for (auto [value, array] : hidden)
    captures.map(value, array.load(builder, loc, constant(0)));
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
  Value base = acquireWorkgroupMemory(builder, loc, layout.size(), "counters");
  for (auto [value, offset] : llvm::zip_equal(captures, offsets))
    hidden.emplace_back(value, MemoryArray(advance(builder, loc, base, offset),
                                           value.getType()));
  counters.emplace(builder, loc, context, base, radix(), share);
  if (wholeWaves) {
    // A wave clears its own counters and needs no barrier for that.
    Value start = arith::MulIOp::create(builder, loc, context.getWaveId(),
                                        constant(radix()));
    counters->clear(start, radix(), context.getLaneId(),
                    context.getTarget().waveSize);
  } else {
    counters->clear(constant(0), radix() * context.getNumWaves(),
                    context.getThreadId(), context.getBlockSize());
    context.barrier(builder, loc);
  }
  ofWave = counters->array().from(builder, loc,
                                  arith::MulIOp::create(builder, loc,
                                                        context.getWaveId(),
                                                        constant(radix())));
}

Value RadixRankLowering::countItem(Value digit) {
  // Behind what the wave stored before, by whichever lane, and before what it
  // stores next.
  WarpBarrierOp::create(builder, loc);
  Value counted = ofWave->load(builder, loc, digit);
  WarpBarrierOp::create(builder, loc);
  auto lanes = WarpMatchAnyOp::create(
      builder, loc, builder.getI64Type(), digit, /*valid=*/Value(),
      /*numBits=*/Value(), builder.getI32IntegerAttr(bits),
      /*whole=*/wholeWaves);
  Value rank = WarpMaskedBitCountOp::create(builder, loc, lanes, counted);
  if (computesDigits()) {
    // The last lane of the digit counts all of them, without counting bits.
    unsigned lanesOfWave = context.getTarget().waveSize;
    Type word = builder.getIntegerType(lanesOfWave);
    Value mask = builder.createOrFold<arith::TruncIOp>(loc, word, lanes);
    Value lane =
        builder.createOrFold<arith::ExtUIOp>(loc, word, context.getLaneId());
    Value behind = arith::ConstantOp::create(builder, loc,
                                             builder.getIntegerAttr(word, -2));
    Value above = arith::ShLIOp::create(builder, loc, behind, lane);
    Value isLast = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq,
        arith::AndIOp::create(builder, loc, mask, above),
        arith::ConstantOp::create(builder, loc,
                                  builder.getIntegerAttr(word, 0)));
    Value next = arith::AddIOp::create(builder, loc, rank, constant(1));
    scf::IfOp::create(builder, loc, isLast, [&](OpBuilder &b, Location l) {
      ofWave->store(b, l, next, digit);
      scf::YieldOp::create(b, l);
    });
    return rank;
  }
  // Word by word, since counting the bits of one and adding make one
  // instruction.
  Value next = counted;
  for (unsigned word = 0; word * 32 < context.getTarget().waveSize; ++word) {
    Value shifted = builder.createOrFold<arith::ShRUIOp>(
        loc, lanes, createI64(builder, loc, word * 32));
    Value ones = math::CtPopOp::create(builder, loc,
                                       builder.createOrFold<arith::TruncIOp>(
                                           loc, builder.getI32Type(), shifted));
    next = arith::AddIOp::create(builder, loc, ones, next);
  }
  // All lanes of the digit write the same, which needs no lane to be elected.
  ofWave->store(builder, loc, next, digit);
  return rank;
}

void RadixRankLowering::numberItems() {
  ranks = llvm::map_to_vector(digits,
                              [&](Value digit) { return countItem(digit); });
}

void RadixRankLowering::countItems() {
  if (!hidden.empty())
    hideCaptures();
  WarpBarrierOp::create(builder, loc);
  Value last = constant(radix() - 1);
  for (auto [i, item] : llvm::enumerate(items)) {
    Value digit = toDigit(item);
    if (!positions.empty())
      digit = arith::SelectOp::create(builder, loc, takesPart(positions[i]),
                                      digit, last);
    createAtomicAdd(builder, loc, constant(1),
                    ofWave->place(builder, loc, digit), MemoryOrder::Relaxed,
                    MemoryScope::Block);
  }
}

SmallVector<Value> RadixRankLowering::sumCounts() {
  context.barrier(builder, loc);
  unsigned numWaves = context.getNumWaves();
  // Per wave the counts of the waves before, and at the end those of all.
  unsigned kept = computesDigits() ? 0 : numWaves;
  Values flat = counters->inOwners((kept + 1) * share, [&](OpBuilder &b) {
    Values sums(share, createI32(b, loc, 0));
    Values all;
    for (unsigned wave = 0; wave < numWaves; ++wave) {
      if (kept)
        llvm::append_range(all, sums);
      for (auto [sum, own] : llvm::zip_equal(sums, counters->loadOwn(b, wave)))
        sum = arith::AddIOp::create(b, loc, sum, own);
    }
    llvm::append_range(all, sums);
    return all;
  });
  for (unsigned wave = 0; wave < kept; ++wave)
    before.emplace_back(ArrayRef(flat).slice(wave * share, share));
  Values counts(ArrayRef(flat).take_back(share));
  if (absent)
    counts.back() = arith::SubIOp::create(builder, loc, counts.back(), absent);
  return counts;
}

SmallVector<Value> RadixRankLowering::placeDigits(ValueRange counts) {
  // An exclusive scan over the counts.
  Type i32 = builder.getI32Type();
  Value scanned =
      createBlockScan(builder, loc, Combiner(CombinerKind::Add, i32),
                      ScanMode::Exclusive,
                      vector::FromElementsOp::create(
                          builder, loc, VectorType::get({share}, i32), counts)
                          .getResult())
          .getResult(0);
  Values starts;
  for (unsigned i = 0; i < share; ++i)
    starts.push_back(vector::ExtractOp::create(builder, loc, scanned, i));

  counters->inOwners(0, [&](OpBuilder &b) {
    Values next(starts);
    for (unsigned wave = 0; wave < context.getNumWaves(); ++wave) {
      Values places, own;
      if (before.empty()) {
        places = next;
        own = counters->loadOwn(b, wave);
        for (auto [sum, count] : llvm::zip_equal(next, own))
          sum = arith::AddIOp::create(b, loc, sum, count);
      } else {
        for (auto [start, sum] : llvm::zip_equal(starts, before[wave]))
          places.push_back(arith::AddIOp::create(b, loc, start, sum));
      }
      counters->storeOwn(b, wave, places);
    }
    return Values();
  });
  context.barrier(builder, loc);
  return starts;
}

void RadixRankLowering::addPlaces() {
  for (auto [item, digit, rank] : llvm::zip_equal(items, digits, ranks)) {
    rank = arith::AddIOp::create(builder, loc,
                                 ofWave->load(builder, loc, digit), rank);
    tellRank(item, rank);
  }
}

void RadixRankLowering::rankItems() {
  IRMapping captures = getHidden();
  Value last = constant(radix() - 1);
  for (auto [i, item] : llvm::enumerate(items)) {
    Value digit = toDigit(item, &captures);
    if (!positions.empty())
      digit = arith::SelectOp::create(builder, loc, takesPart(positions[i]),
                                      digit, last);
    ranks.push_back(countItem(digit));
    tellRank(item, ranks.back());
  }
}

void RadixRankLowering::tellRank(Value item, Value rank) {
  if (!op.getRanked().empty())
    inlineRegion(builder, op.getRanked(), {item, rank});
}

Value RadixRankLowering::pack(ValueRange numbers) {
  if (share == 1)
    return numbers.front();
  return vector::FromElementsOp::create(builder, loc,
                                        op.getDigitCounts().getType(), numbers);
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
    inlineRegion(builder, op.getCounted(), pack(counts));
  Values starts = placeDigits(counts);
  if (computesDigits())
    rankItems();
  else
    addPlaces();

  Type type = op.getRanks().getType();
  Value packed = joinMembers(builder, loc, {ranks}, type).front();
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
