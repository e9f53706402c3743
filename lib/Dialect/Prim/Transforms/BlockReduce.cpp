//===- BlockReduce.cpp - Lower prim.block_reduce *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread folds its items, a wave its threads, and every thread the waves'
// results, which it reads from workgroup memory. Order is kept throughout, so
// the combiner need not be commutative.
//
//===----------------------------------------------------------------------===//

#include "WaveExchange.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// The first `valid` items of a block as each part of it sees them. Built only
/// for combiners without an identity; others put the neutral element in place
/// of what does not count.
struct ValidItems {
  ValidItems(OpBuilder &builder, Location loc, BlockContext &context,
             Value valid, unsigned itemsPerThread);

  /// Item index of the thread's first item, and the end: i32.
  Value first, valid;
  /// Lanes of this wave that have a valid item, but at least one, so that a
  /// fold over them is never empty. What a wave behind the last item folds is
  /// not used.
  Value lanes;
  /// Waves that have a valid item.
  Value waves;
};

} // namespace

/// i32 ceil(value / divisor) for a value that is not negative.
static Value ceilDiv(OpBuilder &builder, Location loc, Value value,
                     unsigned divisor) {
  if (divisor == 1)
    return value;
  Value bumped = arith::AddIOp::create(builder, loc, value,
                                       createI32(builder, loc, divisor - 1));
  return arith::DivUIOp::create(builder, loc, bumped,
                                createI32(builder, loc, divisor));
}

ValidItems::ValidItems(OpBuilder &builder, Location loc, BlockContext &context,
                       Value valid, unsigned itemsPerThread)
    : valid(valid) {
  unsigned wave = context.getTarget().waveSize;
  first = arith::MulIOp::create(builder, loc, context.getThreadId(),
                                createI32(builder, loc, itemsPerThread));
  Value threads = ceilDiv(builder, loc, valid, itemsPerThread);
  waves = ceilDiv(builder, loc, threads, wave);
  Value before = arith::MulIOp::create(builder, loc, context.getWaveId(),
                                       createI32(builder, loc, wave));
  Value left = arith::SubIOp::create(builder, loc, threads, before);
  left =
      arith::MinSIOp::create(builder, loc, left, createI32(builder, loc, wave));
  lanes =
      arith::MaxSIOp::create(builder, loc, left, createI32(builder, loc, 1));
}

/// Member-wise select between two tuples.
static ValueTuple select(OpBuilder &builder, Location loc, Value condition,
                         ValueRange yes, ValueRange no) {
  ValueTuple result;
  for (auto [a, b] : llvm::zip_equal(yes, no))
    result.push_back(arith::SelectOp::create(builder, loc, condition, a, b));
  return result;
}

LogicalResult mlir::prim::lowerBlockReduce(BlockReduceOp op,
                                           BlockContext &context) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Combiner combiner(op);
  SmallVector<ValueTuple> items = unpackItems(builder, loc, op.getInputs());
  Value valid = op.getValid();
  unsigned count = items.size();

  auto isBelow = [&](Value index, Value end) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, index,
                                 end);
  };
  auto itemIndex = [&](Value first, unsigned item) -> Value {
    return arith::AddIOp::create(builder, loc, first,
                                 createI32(builder, loc, item));
  };

  // With an identity, what does not count becomes neutral. Without one, every
  // step of the fold is taken or left.
  std::optional<ValidItems> partial;
  if (valid && combiner.hasIdentity()) {
    ValueTuple neutral = combiner.neutral(builder, loc);
    Value first = arith::MulIOp::create(builder, loc, context.getThreadId(),
                                        createI32(builder, loc, count));
    for (auto [i, item] : llvm::enumerate(items))
      item = select(builder, loc, isBelow(itemIndex(first, i), valid), item,
                    neutral);
  } else if (valid) {
    partial.emplace(builder, loc, context, valid, count);
  }

  ValueTuple fold = items.front();
  if (!partial) {
    fold = threadReduce(builder, loc, combiner, items);
  } else {
    for (unsigned i = 1; i < count; ++i)
      fold = select(builder, loc, isBelow(itemIndex(partial->first, i), valid),
                    combiner.combine(builder, loc, fold, items[i]), fold);
  }

  unsigned numWaves = context.getNumWaves();
  bool acrossWaves = numWaves > 1;
  auto warp = createWarpReduce(builder, loc, combiner, fold,
                               op.getAll() && !acrossWaves,
                               partial ? partial->lanes : Value());
  fold = ValueTuple(warp.getResults());

  if (acrossWaves) {
    WaveExchange exchange(builder, loc, context, combiner.getTypes());
    exchange.publish(fold);
    context.barrier(builder, loc);
    fold = exchange.read(0);
    for (unsigned wave = 1; wave < numWaves; ++wave) {
      ValueTuple next =
          combiner.combine(builder, loc, fold, exchange.read(wave));
      fold =
          partial
              ? select(builder, loc,
                       isBelow(createI32(builder, loc, wave), partial->waves),
                       next, fold)
              : next;
    }
    context.releaseBuffer(builder, loc, op);
  }

  // An empty fold is the identity, of which the neutral element may differ in
  // the sign of zero.
  if (valid && combiner.hasIdentity()) {
    Value some = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                       valid, createI32(builder, loc, 0));
    fold = select(builder, loc, some, fold, combiner.identity(builder, loc));
  }
  op.replaceAllUsesWith(fold);
  op.erase();
  return success();
}
