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
//===----------------------------------------------------------------------===//

#include "Counters.h"
#include "ItemExchange.h"
#include "ValueBounds.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
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
  Value constant(int64_t value) { return createI32(builder, loc, value); }

  /// Moves `items` from one arrangement to rows(1), or back.
  Value exchange(Value items, bool back);
  /// The digits of the thread's items, in rows(1). An item that does not take
  /// part has the last digit, behind all others of it; `absent` is how many of
  /// those are counted with the last digit of this thread (i32; null for none).
  Values takeDigits(Value &absent);
  /// Sets the counters of the calling wave to zero.
  void clear();
  /// Returns how often each digit of the calling thread occurs in the block; 0
  /// where the thread has none.
  Values count(ValueRange digits);
  /// The ranks of the thread's items, given what count() returned. `starts`
  /// gets the ranks at which the thread's digits start.
  Values finish(ValueRange digits, ValueRange counts, Values &starts);
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
  /// The ranks of the thread's items among the wave's ones of their digits.
  Values waveRanks;
  /// Per wave, what it has of this thread's digits in the waves before.
  SmallVector<Values> before;
};

} // namespace

Value RadixRankLowering::exchange(Value items, bool back) {
  std::pair given(op.getArrangement(), op.getRowVector().value_or(0));
  std::pair striped(Arrangement::Rows, 1u);
  auto [from, to] =
      back ? std::pair(striped, given) : std::pair(given, striped);
  SmallVector<Value> moved;
  builder.createOrFold<BlockExchangeOp>(moved, loc, items, /*ranks=*/Value(),
                                        from.first, from.second, to.first,
                                        to.second);
  return moved.front();
}

SmallVector<Value> RadixRankLowering::takeDigits(Value &absent) {
  Values items =
      splitMembers(builder, loc, exchange(op.getDigits(), /*back=*/false))
          .front();
  Value mask = constant(radix() - 1);
  bool areDigits = getBounds(op.getDigits()).umax().ult(radix());
  auto digit = [&](Value item) -> Value {
    if (areDigits)
      return item;
    return arith::AndIOp::create(builder, loc, item, mask);
  };
  Value valid = op.getValid();
  if (!valid)
    return llvm::map_to_vector(items, digit);

  // Whether all take part is uniform over the block.
  TileLayout layout =
      context.getLayout(items.size(), Arrangement::Rows, /*vector=*/1);
  Value all = constant(layout.tileItems());
  Value isFull = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                                       valid, all);
  SmallVector<Type> types(items.size() + 1, builder.getI32Type());
  auto branch = scf::IfOp::create(builder, loc, types, isFull,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    Values digits = llvm::map_to_vector(items, digit);
    digits.push_back(constant(0));
    scf::YieldOp::create(builder, loc, digits);
    builder.setInsertionPointToStart(branch.elseBlock());
    digits.clear();
    for (auto [item, position] : llvm::zip_equal(
             items, layout.positions(builder, loc, context.getThreadIds()))) {
      Value takesPart = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::slt, position, valid);
      digits.push_back(
          arith::SelectOp::create(builder, loc, takesPart, digit(item), mask));
    }
    Value some =
        arith::MaxSIOp::create(builder, loc, valid, constant(0)).getResult();
    Value isLast = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         context.getThreadId(),
                                         constant(radix() / share - 1));
    digits.push_back(arith::SelectOp::create(
        builder, loc, isLast, arith::SubIOp::create(builder, loc, all, some),
        constant(0)));
    scf::YieldOp::create(builder, loc, digits);
  }
  Values digits(branch.getResults());
  absent = digits.pop_back_val();
  return digits;
}

void RadixRankLowering::clear() {
  if (wholeWaves) {
    // A wave clears its own counters and needs no barrier for that.
    Value start = arith::MulIOp::create(builder, loc, context.getWaveId(),
                                        constant(radix()));
    return counters->clear(start, radix(), context.getLaneId(),
                           context.getTarget().waveSize);
  }
  counters->clear(constant(0), radix() * context.getNumWaves(),
                  context.getThreadId(), context.getBlockSize());
  context.barrier(builder, loc);
}

SmallVector<Value> RadixRankLowering::count(ValueRange digits) {
  counters.emplace(builder, loc, context,
                   acquireWorkgroupMemory(builder, loc,
                                          getCounterBytes(context, bits),
                                          "counters"),
                   radix(), share);
  clear();
  ofWave = counters->array().from(builder, loc,
                                  arith::MulIOp::create(builder, loc,
                                                        context.getWaveId(),
                                                        constant(radix())));
  Type i32 = builder.getI32Type();
  for (Value digit : digits) {
    // Behind what the wave stored before, by whichever lane, and before what it
    // stores next.
    WarpBarrierOp::create(builder, loc);
    Value counted = ofWave->load(builder, loc, digit);
    WarpBarrierOp::create(builder, loc);
    auto lanes = WarpMatchAnyOp::create(
        builder, loc, builder.getI64Type(), digit, /*valid=*/Value(),
        builder.getI32IntegerAttr(bits), /*whole=*/wholeWaves);
    Value rank = WarpMaskedBitCountOp::create(builder, loc, lanes, counted);
    // Word by word, since counting the bits of one and adding make one
    // instruction.
    Value next = counted;
    for (unsigned word = 0; word * 32 < context.getTarget().waveSize; ++word) {
      Value shifted = builder.createOrFold<arith::ShRUIOp>(
          loc, lanes, createI64(builder, loc, word * 32));
      Value ones = math::CtPopOp::create(
          builder, loc,
          builder.createOrFold<arith::TruncIOp>(loc, i32, shifted));
      next = arith::AddIOp::create(builder, loc, ones, next);
    }
    // All lanes of the digit write the same, which needs no lane to be
    // elected.
    ofWave->store(builder, loc, next, digit);
    waveRanks.push_back(rank);
  }
  context.barrier(builder, loc);

  unsigned numWaves = context.getNumWaves();
  // Per wave the counts of the waves before, and at the end those of all.
  Values flat = counters->inOwners((numWaves + 1) * share, [&](OpBuilder &b) {
    Values sums(share, createI32(b, loc, 0));
    Values all(sums);
    for (unsigned wave = 0; wave < numWaves; ++wave) {
      for (auto [sum, own] : llvm::zip_equal(sums, counters->loadOwn(b, wave)))
        sum = arith::AddIOp::create(b, loc, sum, own);
      llvm::append_range(all, sums);
    }
    return all;
  });
  for (unsigned wave = 0; wave <= numWaves; ++wave)
    before.emplace_back(ArrayRef(flat).slice(wave * share, share));
  return before.pop_back_val();
}

SmallVector<Value> RadixRankLowering::finish(ValueRange digits,
                                             ValueRange counts,
                                             Values &starts) {
  // An exclusive scan over the counts.
  Type i32 = builder.getI32Type();
  Value scanned =
      createBlockScan(builder, loc, Combiner(CombinerKind::Add, i32),
                      ScanMode::Exclusive,
                      vector::FromElementsOp::create(
                          builder, loc, VectorType::get({share}, i32), counts)
                          .getResult())
          .getResult(0);
  for (unsigned i = 0; i < share; ++i)
    starts.push_back(vector::ExtractOp::create(builder, loc, scanned, i));

  counters->inOwners(0, [&](OpBuilder &b) {
    for (auto [wave, sums] : llvm::enumerate(before)) {
      Values ranks;
      for (auto [start, sum] : llvm::zip_equal(starts, sums))
        ranks.push_back(arith::AddIOp::create(b, loc, start, sum));
      counters->storeOwn(b, wave, ranks);
    }
    return Values();
  });
  context.barrier(builder, loc);

  Values ranks;
  for (auto [digit, rank] : llvm::zip_equal(digits, waveRanks))
    ranks.push_back(arith::AddIOp::create(
        builder, loc, ofWave->load(builder, loc, digit), rank));
  return ranks;
}

Value RadixRankLowering::pack(ValueRange numbers) {
  if (share == 1)
    return numbers.front();
  return vector::FromElementsOp::create(builder, loc,
                                        op.getDigitCounts().getType(), numbers);
}

void RadixRankLowering::run() {
  Value absent;
  Values digits = takeDigits(absent);
  Values counts = count(digits);
  if (absent)
    counts.back() = arith::SubIOp::create(builder, loc, counts.back(), absent);
  if (!op.getCounted().empty())
    inlineRegion(builder, op.getCounted(), pack(counts));
  Values starts;
  Values ranks = finish(digits, counts, starts);

  Type type = op.getDigits().getType();
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
