//===- RadixRank.cpp - Where a block's digits go *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every wave counts its items in counters of its own. An item finds the lanes
// with the same digit by one ballot per digit bit; the counter and the number
// of such lanes below give its rank within the wave. Summing the counters over
// waves and digits gives the rank within the block.
//
//===----------------------------------------------------------------------===//

#include "RadixRank.h"

#include "WaveExchange.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

static bool hasPartialWave(const BlockContext &context) {
  return context.getBlockSize() % context.getTarget().waveSize != 0;
}

std::optional<unsigned> mlir::prim::getWaveStride(const BlockContext &context) {
  if (hasPartialWave(context))
    return std::nullopt;
  return context.getTarget().waveSize;
}

Value mlir::prim::createExclusiveSum(OpBuilder &builder, Location loc,
                                     Value counts) {
  Combiner add(CombinerKind::Add, builder.getI32Type());
  return createBlockScan(builder, loc, add, ScanMode::Exclusive, counts)
      .getResult(0);
}

//===----------------------------------------------------------------------===//
// RadixRank
//===----------------------------------------------------------------------===//

RadixRank::RadixRank(OpBuilder &builder, Location loc, BlockContext &context,
                     unsigned digitBits, Value base)
    : builder(builder), loc(loc), context(context), digitBits(digitBits),
      digitsPerThread(llvm::PowerOf2Ceil(
          llvm::divideCeil(1u << digitBits, context.getBlockSize()))),
      base(base), counters(base, builder.getI32Type(), /*alignment=*/4) {}

uint64_t RadixRank::getBytes(const BlockContext &context, unsigned digitBits) {
  return uint64_t(context.getNumWaves()) * 4 << digitBits;
}

uint64_t RadixRank::getScanBytes(const BlockContext &context) {
  return llvm::alignTo(uint64_t(context.getNumWaves()) * 4, 16);
}

Value RadixRank::hasDigits() {
  // Both are powers of two, or the last owner's digits would run over.
  unsigned owners = radix() / digitsPerThread;
  if (owners >= context.getBlockSize())
    return {};
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                               context.getThreadId(),
                               createI32(builder, loc, owners));
}

void RadixRank::clear() {
  unsigned wave = context.getTarget().waveSize;
  // A whole wave clears its own counters and needs no barrier for that. Where
  // a wave is partial the block does it together.
  bool together = hasPartialWave(context);
  unsigned threads = together ? context.getBlockSize() : wave;
  unsigned words = together ? radix() * context.getNumWaves() : radix();
  Value first = together ? context.getThreadId() : context.getLaneId();
  Value start = createI32(builder, loc, 0);
  if (!together)
    start = arith::MulIOp::create(builder, loc, context.getWaveId(),
                                  createI32(builder, loc, radix()));
  // As wide as the words go round evenly.
  unsigned width = 1;
  while (width * 4 < context.getTarget().accessBytes &&
         words % (threads * width * 2) == 0)
    width *= 2;
  auto type = VectorType::get({width}, builder.getI32Type());
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  MemoryArray wide(base, builder.getI32Type(), width * 4);
  for (unsigned done = 0; done < words; done += threads * width) {
    Value own = arith::MulIOp::create(builder, loc, first,
                                      createI32(builder, loc, width));
    Value behind = createI32(builder, loc, done);
    auto flags = arith::IntegerOverflowFlags::nuw;
    auto store = [&](OpBuilder &b, Location l) {
      Value place = arith::AddIOp::create(b, l, start, own, flags);
      wide.storeVector(b, l, zero,
                       b.createOrFold<arith::AddIOp>(l, place, behind, flags));
    };
    if (done + threads * width <= words) {
      store(builder, loc);
      continue;
    }
    Value index = arith::AddIOp::create(builder, loc, own, behind);
    Value inside =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, index,
                              createI32(builder, loc, words));
    scf::IfOp::create(builder, loc, inside, [&](OpBuilder &b, Location l) {
      store(b, l);
      scf::YieldOp::create(b, l);
    });
  }
  if (together)
    context.barrier(builder, loc);
}

Value RadixRank::counterOf(Value digit) {
  Value start = arith::MulIOp::create(builder, loc, context.getWaveId(),
                                      createI32(builder, loc, radix()));
  return arith::AddIOp::create(builder, loc, start, digit);
}

Value RadixRank::ownCounter(OpBuilder &b, unsigned wave) {
  Value first = arith::MulIOp::create(b, loc, context.getThreadId(),
                                      createI32(b, loc, digitsPerThread));
  return b.createOrFold<arith::AddIOp>(loc, first,
                                       createI32(b, loc, wave * radix()),
                                       arith::IntegerOverflowFlags::nuw);
}

SmallVector<Value>
RadixRank::inOwners(unsigned results,
                    llvm::function_ref<SmallVector<Value>(OpBuilder &)> body) {
  Value owner = hasDigits();
  if (!owner)
    return body(builder);
  SmallVector<Type> types(results, builder.getI32Type());
  auto guard =
      scf::IfOp::create(builder, loc, types, owner, /*addThenBlock=*/true,
                        /*addElseBlock=*/results != 0);
  OpBuilder inside = guard.getThenBodyBuilder();
  SmallVector<Value> values = body(inside);
  scf::YieldOp::create(inside, loc, values);
  if (results) {
    OpBuilder outside = guard.getElseBodyBuilder();
    SmallVector<Value> zeros(results, createI32(outside, loc, 0));
    scf::YieldOp::create(outside, loc, zeros);
  }
  return SmallVector<Value>(guard.getResults());
}

SmallVector<Value> RadixRank::count(ValueRange digits) {
  ownCounters.clear();
  waveRanks.clear();
  before.clear();
  clear();
  Type i32 = builder.getI32Type();
  for (Value digit : digits) {
    // Behind what the wave stored before, by whichever lane, and before what it
    // stores next.
    WarpBarrierOp::create(builder, loc);
    Value counter = counterOf(digit);
    Value counted = counters.load(builder, loc, counter);
    WarpBarrierOp::create(builder, loc);
    auto lanes = WarpMatchAnyOp::create(builder, loc, builder.getI64Type(),
                                        digit, /*valid=*/Value(),
                                        builder.getI32IntegerAttr(digitBits),
                                        /*whole=*/!hasPartialWave(context));
    Value rank = WarpMaskedBitCountOp::create(builder, loc, lanes, counted);
    // Word by word, since counting the bits of one and adding make one
    // instruction.
    Value next = counted;
    for (unsigned word = 0; word * 32 < context.getTarget().waveSize; ++word) {
      Value shifted = builder.createOrFold<arith::ShRUIOp>(
          loc, lanes, createI64(builder, loc, word * 32));
      Value bits = math::CtPopOp::create(
          builder, loc,
          builder.createOrFold<arith::TruncIOp>(loc, i32, shifted));
      next = arith::AddIOp::create(builder, loc, bits, next);
    }
    // All lanes of the digit write the same, which needs no lane to be
    // elected.
    counters.store(builder, loc, next, counter);
    ownCounters.push_back(counter);
    waveRanks.push_back(rank);
  }
  context.barrier(builder, loc);

  unsigned numWaves = context.getNumWaves();
  MemoryArray wide(
      base, i32,
      std::min(4 * digitsPerThread, context.getTarget().accessBytes));
  // Per wave the counts of the waves before, and at the end those of all.
  SmallVector<Value> flat =
      inOwners((numWaves + 1) * digitsPerThread, [&](OpBuilder &b) {
        SmallVector<Value> sums(digitsPerThread, createI32(b, loc, 0));
        SmallVector<Value> all(sums);
        for (unsigned wave = 0; wave < numWaves; ++wave) {
          Value own =
              wide.loadVector(b, loc, ownCounter(b, wave), digitsPerThread);
          for (auto [i, sum] : llvm::enumerate(sums)) {
            Value count = vector::ExtractOp::create(b, loc, own, i);
            sum = arith::AddIOp::create(b, loc, sum, count);
          }
          llvm::append_range(all, sums);
        }
        return all;
      });
  for (unsigned wave = 0; wave <= numWaves; ++wave)
    before.emplace_back(
        ArrayRef(flat).slice(wave * digitsPerThread, digitsPerThread));
  return before.pop_back_val();
}

SmallVector<Value> RadixRank::finish(ValueRange counts,
                                     SmallVectorImpl<Value> &bases) {
  Type i32 = builder.getI32Type();
  // The digits' ranks: an exclusive scan over the counts.
  auto type = VectorType::get({digitsPerThread}, i32);
  Value items = vector::FromElementsOp::create(builder, loc, type, counts);
  Value scanned = createExclusiveSum(builder, loc, items);
  bases.clear();
  for (unsigned i = 0; i < digitsPerThread; ++i)
    bases.push_back(vector::ExtractOp::create(builder, loc, scanned, i));

  MemoryArray wide(
      base, i32,
      std::min(4 * digitsPerThread, context.getTarget().accessBytes));
  inOwners(0, [&](OpBuilder &b) {
    for (auto [wave, sums] : llvm::enumerate(before)) {
      SmallVector<Value> starts;
      for (auto [start, sum] : llvm::zip_equal(bases, sums))
        starts.push_back(arith::AddIOp::create(b, loc, start, sum));
      wide.storeVector(b, loc,
                       vector::FromElementsOp::create(b, loc, type, starts),
                       ownCounter(b, wave));
    }
    return SmallVector<Value>();
  });
  context.barrier(builder, loc);

  SmallVector<Value> ranks;
  for (auto [counter, rank] : llvm::zip_equal(ownCounters, waveRanks))
    ranks.push_back(arith::AddIOp::create(
        builder, loc, counters.load(builder, loc, counter), rank));
  return ranks;
}
