//===- BlockScan.cpp - Lower prim.block_scan *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread folds its items, a wave scans its threads, every thread folds the
// waves before its own, and then scans its items from the prefix that is known
// by then. A prefix region runs in the first wave between the last two steps.
//
//===----------------------------------------------------------------------===//

#include "WaveExchange.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// A tuple that may be absent: `present` is null where it is always there, and
/// the values are empty where it never is.
struct Prefix {
  ValueTuple values;
  Value present;

  bool isNever() const { return values.empty(); }
};

/// The state of lowering one op.
class BlockScanLowering {
public:
  BlockScanLowering(BlockScanOp op, BlockContext &context)
      : op(op), context(context), builder(op), loc(op.getLoc()), combiner(op),
        ordered(op.getReverse() ? combiner.flipped() : combiner) {}

  LogicalResult run();

private:
  /// Folds `prefix` before `values`, in scan direction.
  ValueTuple prepend(const Prefix &prefix, ValueRange values);
  /// `prefix` followed by `values`, where either may be absent.
  Prefix append(const Prefix &prefix, const Prefix &values);
  ValueTuple select(Value condition, ValueRange yes, ValueRange no);

  /// Wave number `step` in scan direction, and whether this wave comes after
  /// it.
  unsigned waveAt(unsigned step) {
    return op.getReverse() ? context.getNumWaves() - 1 - step : step;
  }
  Value isAfterWave(unsigned wave);

  /// Runs the prefix region in the first wave and shares what it gives.
  Prefix runPrefixRegion(WaveExchange &exchange, ValueRange total);
  /// The wave's exclusive results, absent in its first lane where the combiner
  /// has nothing to put there.
  Prefix foldLanesBefore(ValueRange exclusive);
  /// The fold of the waves before this one.
  Prefix foldWavesBefore(WaveExchange &exchange);
  /// Scans a thread's items from `prefix`.
  SmallVector<ValueTuple> scanItems(ArrayRef<ValueTuple> items,
                                    const Prefix &prefix, ScanMode mode);

  BlockScanOp op;
  BlockContext &context;
  OpBuilder builder;
  Location loc;
  Combiner combiner;
  /// The combiner with the operand order of the scan's direction.
  Combiner ordered;
};

} // namespace

ValueTuple BlockScanLowering::select(Value condition, ValueRange yes,
                                     ValueRange no) {
  ValueTuple result;
  for (auto [a, b] : llvm::zip_equal(yes, no))
    result.push_back(arith::SelectOp::create(builder, loc, condition, a, b));
  return result;
}

ValueTuple BlockScanLowering::prepend(const Prefix &prefix, ValueRange values) {
  if (prefix.isNever())
    return ValueTuple(values);
  ValueTuple folded = ordered.combine(builder, loc, prefix.values, values);
  return prefix.present ? select(prefix.present, folded, values) : folded;
}

Prefix BlockScanLowering::append(const Prefix &prefix, const Prefix &values) {
  if (prefix.isNever())
    return values;
  if (values.isNever())
    return prefix;
  Prefix result;
  result.values = ordered.combine(builder, loc, prefix.values, values.values);
  if (values.present)
    result.values = select(values.present, result.values, prefix.values);
  if (prefix.present)
    result.values = select(prefix.present, result.values, values.values);
  if (prefix.present && values.present)
    result.present =
        arith::OrIOp::create(builder, loc, prefix.present, values.present);
  return result;
}

Value BlockScanLowering::isAfterWave(unsigned wave) {
  return arith::CmpIOp::create(
      builder, loc,
      op.getReverse() ? arith::CmpIPredicate::slt : arith::CmpIPredicate::sgt,
      context.getWaveId(), createI32(builder, loc, wave));
}

Prefix BlockScanLowering::runPrefixRegion(WaveExchange &exchange,
                                          ValueRange total) {
  Value firstWave =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                            context.getWaveId(), createI32(builder, loc, 0));
  auto guard = scf::IfOp::create(builder, loc, firstWave,
                                 /*withElseRegion=*/false);
  builder.setInsertionPointToStart(guard.thenBlock());
  SmallVector<Value> yielded = inlineRegion(builder, op.getPrefix(), total);
  bool mayBeAbsent = yielded.size() > total.size();
  // Presence travels as an i32: an i1 has no size in memory of its own.
  if (mayBeAbsent)
    yielded.back() = arith::ExtUIOp::create(builder, loc, builder.getI32Type(),
                                            yielded.back());
  exchange.publishSlot(yielded);
  builder.setInsertionPointAfter(guard);
  context.barrier(builder, loc);

  Prefix result;
  result.values = exchange.readSlot();
  if (mayBeAbsent) {
    Value flag = result.values.pop_back_val();
    result.present =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, flag,
                              createI32(builder, loc, 0));
  }
  return result;
}

SmallVector<ValueTuple> BlockScanLowering::scanItems(ArrayRef<ValueTuple> items,
                                                     const Prefix &prefix,
                                                     ScanMode mode) {
  if (!prefix.present)
    return threadScan(builder, loc, combiner, items, prefix.values, mode,
                      op.getReverse());
  SmallVector<ValueTuple> results = threadScan(
      builder, loc, combiner, items, /*prefix=*/{}, mode, op.getReverse());
  unsigned firstItem = op.getReverse() ? items.size() - 1 : 0;
  for (auto [i, result] : llvm::enumerate(results)) {
    // Before the first item there is nothing but the prefix.
    if (mode == ScanMode::Exclusive && i == firstItem)
      result = select(prefix.present, prefix.values, result);
    else
      result = prepend(prefix, result);
  }
  return results;
}

Prefix BlockScanLowering::foldLanesBefore(ValueRange exclusive) {
  Prefix result;
  result.values = ValueTuple(exclusive);
  if (combiner.hasIdentity())
    return result;
  // The scan's first lane has nothing before it.
  unsigned last = context.getTarget().waveSize - 1;
  auto differs = [&](Value id, unsigned from) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, id,
                                 createI32(builder, loc, from));
  };
  result.present = differs(context.getLaneId(), op.getReverse() ? last : 0);
  if (op.getReverse())
    result.present = arith::AndIOp::create(
        builder, loc, result.present,
        differs(context.getThreadId(), context.getBlockSize() - 1));
  return result;
}

Prefix BlockScanLowering::foldWavesBefore(WaveExchange &exchange) {
  Prefix result;
  if (combiner.hasIdentity())
    result.values = combiner.neutral(builder, loc);
  for (unsigned step = 0, e = context.getNumWaves() - 1; step < e; ++step) {
    unsigned wave = waveAt(step);
    ValueTuple next = exchange.read(wave);
    Value after = isAfterWave(wave);
    if (step == 0) {
      if (result.isNever())
        result = {next, after};
      else
        result.values = select(after, next, result.values);
      continue;
    }
    result.values =
        select(after, ordered.combine(builder, loc, result.values, next),
               result.values);
  }
  return result;
}

LogicalResult BlockScanLowering::run() {
  if (op.getFlag())
    return op.emitOpError("with head flags is not lowered yet on ")
           << context.getTarget().chip;
  if (op.getValid() && !combiner.hasIdentity())
    return op.emitOpError("with 'valid' needs a combiner with an identity on ")
           << context.getTarget().chip << "; add 'identity(...)'";

  SmallVector<ValueTuple> items = unpackItems(builder, loc, op.getInputs());
  unsigned count = items.size();
  if (Value valid = op.getValid()) {
    ValueTuple neutral = combiner.neutral(builder, loc);
    Value first = arith::MulIOp::create(builder, loc, context.getThreadId(),
                                        createI32(builder, loc, count));
    for (auto [i, item] : llvm::enumerate(items)) {
      Value index = arith::AddIOp::create(builder, loc, first,
                                          createI32(builder, loc, i));
      item = select(arith::CmpIOp::create(
                        builder, loc, arith::CmpIPredicate::slt, index, valid),
                    item, neutral);
    }
  }

  ScanMode mode = op.getMode();
  bool wantInclusive = mode != ScanMode::Exclusive;
  bool wantExclusive = mode != ScanMode::Inclusive;
  bool hasRegion = !op.getPrefix().empty();
  bool acrossWaves = context.getNumWaves() > 1;
  bool needTotal = op.getTotal() || hasRegion;

  // One item per thread needs no second pass over the items: the wave's
  // inclusive scan is the thread's.
  bool direct = count == 1;
  ScanMode warpMode = direct ? mode : ScanMode::Exclusive;
  ValueTuple fold = threadReduce(builder, loc, combiner, items);
  SmallVector<Value> neutral;
  if (warpMode != ScanMode::Inclusive && combiner.hasIdentity())
    neutral = combiner.neutral(builder, loc);
  auto warp =
      createWarpScan(builder, loc, combiner, warpMode, fold,
                     acrossWaves || needTotal, op.getReverse(), neutral);
  auto take = [](ResultRange results) {
    return ValueTuple(results.begin(), results.end());
  };
  ValueTuple warpInclusive = take(warp.getInclusiveResults());
  ValueTuple total = take(warp.getTotalResults());
  Prefix before;
  if (warpMode != ScanMode::Inclusive)
    before = foldLanesBefore(take(warp.getExclusiveResults()));

  Prefix wavesBefore, regionPrefix;
  std::optional<WaveExchange> exchange;
  if (acrossWaves || hasRegion) {
    SmallVector<Type> slotTypes;
    if (hasRegion)
      for (Type type :
           op.getPrefix().front().getTerminator()->getOperandTypes())
        slotTypes.push_back(type.isInteger(1) ? builder.getI32Type() : type);
    exchange.emplace(builder, loc, context, combiner.getTypes(), slotTypes);
  }
  if (acrossWaves) {
    exchange->publish(total);
    context.barrier(builder, loc);
    wavesBefore = foldWavesBefore(*exchange);
    if (needTotal) {
      total = exchange->read(0);
      for (unsigned wave = 1; wave < context.getNumWaves(); ++wave)
        total = combiner.combine(builder, loc, total, exchange->read(wave));
    }
  }
  if (hasRegion)
    regionPrefix = runPrefixRegion(*exchange, total);
  if (exchange)
    context.releaseBuffer(builder, loc, op);

  SmallVector<SmallVector<ValueTuple>> results;
  if (wantInclusive) {
    Prefix base = append(regionPrefix, wavesBefore);
    if (direct)
      results.push_back({prepend(base, warpInclusive)});
    else
      results.push_back(
          scanItems(items, append(base, before), ScanMode::Inclusive));
  }
  if (wantExclusive) {
    Prefix base = regionPrefix;
    if (!op.getInit().empty())
      base.values = ValueTuple(op.getInit());
    else if (base.isNever() && combiner.hasIdentity())
      base.values = combiner.identity(builder, loc);
    Prefix prefix = append(append(base, wavesBefore), before);
    results.push_back(scanItems(items, prefix, ScanMode::Exclusive));
  }

  SmallVector<Value> replacements;
  for (ArrayRef<ValueTuple> tuples : results)
    llvm::append_range(replacements, packItems(builder, loc, tuples,
                                               op.getInputs().getTypes()));
  if (op.getTotal())
    llvm::append_range(replacements, total);
  op->replaceAllUsesWith(replacements);
  op.erase();
  return success();
}

LogicalResult mlir::prim::lowerBlockScan(BlockScanOp op,
                                         BlockContext &context) {
  return BlockScanLowering(op, context).run();
}
