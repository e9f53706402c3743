//===- BlockScan.cpp - Lower prim.block_scan *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread folds its items of a row, and a wave scans the folds of every row.
// Every thread then folds the earlier waves and the rows before each of its
// own, and scans its items from that prefix. Blocked items are a single row. A
// prefix region runs in the first wave between the last two steps.
//
//===----------------------------------------------------------------------===//

#include "ValidItems.h"
#include "WaveExchange.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// The state of lowering one op.
class BlockScanLowering {
public:
  BlockScanLowering(BlockScanOp op, BlockContext &context)
      : op(op), context(context), b(op), combiner(op),
        ordered(op.getReverse() ? combiner.flipped() : combiner),
        layout(context.getLayout(op, op.getInputs().front().getType())),
        valid(b, context, combiner, layout, op.getValid()) {}

  LogicalResult run();

private:
  /// The folds of one row of a wave.
  struct Row {
    /// The inclusive fold of the thread's items and all earlier lanes, and the
    /// exclusive fold of the earlier lanes; only those that are needed.
    OptionalTuple inclusive, before;
    /// The fold of the row.
    OptionalTuple total;
  };

  /// `first` followed by `second` in scan direction.
  OptionalTuple append(const OptionalTuple &first,
                       const OptionalTuple &second) {
    return combineOptional(b, ordered, first, second);
  }
  /// The conjunction of two conditions, either of which may be null.
  Value both(Value lhs, Value rhs) {
    return lhs && rhs ? b.andi(lhs, rhs) : (lhs ? lhs : rhs);
  }

  /// Whether this wave comes after `wave` in scan direction.
  Value isAfterWave(unsigned wave) {
    Value own = context.getWaveId();
    return op.getReverse() ? b.slt(own, wave) : b.sgt(own, wave);
  }

  /// Runs the prefix region in the first wave and broadcasts its results.
  OptionalTuple runPrefixRegion(WaveExchange &exchange, ValueRange total);
  /// Whether any lane of row `row` precedes this one; null if the combiner has
  /// an identity as its exclusive fold.
  Value hasLanesBefore(unsigned row);
  /// The items of row `row` as one vector, if that saves instructions and all
  /// exist; otherwise null.
  Value packRow(ArrayRef<OptionalTuple> items, unsigned row);
  /// Scans the wave's rows of `items`; with `total`, computes their folds as
  /// well.
  void scanRows(ArrayRef<OptionalTuple> items, bool total);
  /// The results of one mode for a row, continuing `before`.
  SmallVector<ValueTuple> scanRow(ArrayRef<OptionalTuple> items, unsigned row,
                                  const OptionalTuple &before, ScanMode mode);
  /// The results of one mode, continuing `start`, which precedes all items of
  /// the wave.
  SmallVector<ValueTuple> scanItems(ArrayRef<OptionalTuple> items,
                                    OptionalTuple start, ScanMode mode);
  /// The fold of the waves before this one, and with `total` that of all waves.
  std::pair<OptionalTuple, ValueTuple> foldWaves(WaveExchange &exchange,
                                                 bool total);
  /// Computes foldWaves() by lanes, see WaveExchange::foldsByLanes().
  std::pair<OptionalTuple, ValueTuple> foldWavesByLanes(WaveExchange &exchange,
                                                        bool total);
  /// Replaces the very first exclusive result by the identity, unless `prefix`
  /// (i1, may be null) says that a prefix exists.
  void startWithIdentity(MutableArrayRef<ValueTuple> results, Value prefix);

  BlockScanOp op;
  BlockContext &context;
  CodeBuilder b;
  Combiner combiner;
  /// The combiner with the operand order of the scan's direction.
  Combiner ordered;
  TileLayout layout;
  ValidItems valid;
  SmallVector<Row> rows;
};

} // namespace

OptionalTuple BlockScanLowering::runPrefixRegion(WaveExchange &exchange,
                                                 ValueRange total) {
  bool mayBeAbsent = false;
  b.ifThen(b.eq(context.getWaveId(), 0), [&] {
    SmallVector<Value> yielded = inlineRegion(b, op.getPrefix(), total);
    mayBeAbsent = yielded.size() > total.size();
    // Presence is passed as an i32, because an i1 has no size in memory.
    if (mayBeAbsent)
      yielded.back() = b.zextI32(yielded.back());
    exchange.publishSlot(yielded);
  });
  exchange.barrier();

  OptionalTuple result = exchange.readSlot();
  if (mayBeAbsent)
    result.present = b.ne(result.values.pop_back_val(), 0);
  return result;
}

Value BlockScanLowering::hasLanesBefore(unsigned row) {
  if (combiner.hasIdentity())
    return Value();
  Value lane = context.getLaneId();
  Value lanes = valid.lanes(row);
  if (!op.getReverse()) {
    Value isLater = b.ne(lane, 0);
    // Lanes that take no part are given nothing.
    return lanes ? b.andi(isLater, b.slt(lane, lanes)) : isLater;
  }
  if (lanes) {
    Value next = b.add(lane, 1);
    return b.slt(next, lanes);
  }
  Value isInner = b.ne(lane, context.getTarget().waveSize - 1);
  return b.andi(isInner,
                b.ne(context.getThreadId(), context.getBlockSize() - 1));
}

std::pair<OptionalTuple, ValueTuple>
BlockScanLowering::foldWavesByLanes(WaveExchange &exchange, bool total) {
  unsigned numWaves = context.getNumWaves();
  Value waves = exchange.countLanes(valid.countWaves());
  auto warp = createWarpScan(b, combiner, ScanMode::Inclusive,
                             exchange.readByLane(), total, op.getReverse(),
                             /*init=*/{}, waves, exchange.getFoldWidth());
  // The last of the earlier waves, in scan direction, has their fold. For waves
  // after the last item it is the last wave with an item.
  Value wave = context.getWaveId();
  Value last = waves ? b.sub(waves, 1) : b.i32(numWaves - 1);
  Value some, before;
  if (op.getReverse()) {
    some = b.slt(wave, last);
    before = b.add(wave, 1);
  } else {
    some = b.ne(wave, 0);
    before = b.maxsi(b.sub(wave, 1), 0);
  }
  before = b.minsi(before, last);
  ValueRange known = warp.getInclusiveResults();
  auto fold = WarpBroadcastOp::create(b, known.getTypes(), known, before,
                                      /*width=*/IntegerAttr());
  ValueTuple all(warp.getTotalResults().begin(), warp.getTotalResults().end());
  return {makeOptional(b, combiner, fold.getResults(), some), all};
}

std::pair<OptionalTuple, ValueTuple>
BlockScanLowering::foldWaves(WaveExchange &exchange, bool total) {
  if (exchange.foldsByLanes())
    return foldWavesByLanes(exchange, total);
  ValueTuple all;
  if (total) {
    SmallVector<OptionalTuple> waves;
    for (unsigned wave = 0; wave < context.getNumWaves(); ++wave)
      waves.emplace_back(exchange.read(wave), valid.hasWave(wave));
    all = foldLeading(b, combiner, waves).values;
  }
  SmallVector<OptionalTuple> waves;
  for (unsigned step = 0, e = context.getNumWaves() - 1; step < e; ++step) {
    unsigned wave = op.getReverse() ? e - step : step;
    waves.emplace_back(exchange.read(wave),
                       both(isAfterWave(wave), valid.hasWave(wave)));
  }
  // With a first fold that is always present, the result always is.
  waves.front() =
      makeOptional(b, combiner, waves.front().values, waves.front().present);
  // In scan direction, waves after the last item precede the others.
  if (!op.getReverse() || !valid.isTracked())
    return {foldLeading(b, ordered, waves), all};
  OptionalTuple fold;
  for (const OptionalTuple &wave : waves)
    fold = append(fold, wave);
  return {fold, all};
}

void BlockScanLowering::startWithIdentity(MutableArrayRef<ValueTuple> results,
                                          Value prefix) {
  Value none;
  if (prefix)
    none = b.invert(prefix);
  prim::startWithIdentity(b, combiner, results, [&](unsigned item) -> Value {
    Value first;
    if (op.getReverse())
      first = valid.isLast(item);
    else if (item == 0)
      first = b.eq(context.getThreadId(), 0);
    return first ? both(first, none) : Value();
  });
}

Value BlockScanLowering::packRow(ArrayRef<OptionalTuple> items, unsigned row) {
  ArrayRef<OptionalTuple> own =
      items.slice(row * layout.vector(), layout.vector());
  auto type = VectorType::get({layout.vector()}, combiner.getTypes().front());
  if (!scansWords(combiner, type) ||
      llvm::any_of(own, [](const OptionalTuple &item) { return item.present; }))
    return Value();
  return vector::FromElementsOp::create(
      b, type, llvm::map_to_vector(own, [](const OptionalTuple &item) {
        return item.values.front();
      }));
}

void BlockScanLowering::scanRows(ArrayRef<OptionalTuple> items, bool total) {
  // One item per row needs no second pass over the items: the wave's inclusive
  // scan is the thread's.
  ScanMode mode = layout.vector() == 1 ? op.getMode() : ScanMode::Exclusive;
  SmallVector<Value> neutral;
  if (mode != ScanMode::Inclusive && combiner.hasIdentity())
    neutral = combiner.neutral(b);
  SmallVector<OptionalTuple> folds;
  for (unsigned row = 0; row < layout.rows(); ++row) {
    Value packed = packRow(items, row);
    Value fold = packed ? threadReduceWords(b, combiner, packed) : Value();
    folds.push_back(fold ? OptionalTuple(ValueTuple{fold})
                         : foldLeading(b, combiner,
                                       items.slice(row * layout.vector(),
                                                   layout.vector())));
  }
  auto take = [](ResultRange results) {
    return ValueTuple(results.begin(), results.end());
  };
  for (auto [row, own] : llvm::enumerate(folds)) {
    auto warp = createWarpScan(b, combiner, mode, own.values,
                               total || layout.rows() > 1, op.getReverse(),
                               neutral, valid.lanes(row));
    Row known;
    known.inclusive = {take(warp.getInclusiveResults()), own.present};
    if (mode != ScanMode::Inclusive)
      known.before = {take(warp.getExclusiveResults()), hasLanesBefore(row)};
    known.total = {take(warp.getTotalResults()), valid.hasRow(row)};
    rows.push_back(known);
  }
}

SmallVector<ValueTuple>
BlockScanLowering::scanRow(ArrayRef<OptionalTuple> items, unsigned row,
                           const OptionalTuple &before, ScanMode mode) {
  if (!op.getReverse() && !before.isNever() && !before.present)
    if (Value packed = packRow(items, row))
      return unpackItems(
          b, threadScanWords(b, combiner, packed, before.values.front(), mode));
  unsigned width = layout.vector();
  return threadScan(b, combiner, items.slice(row * width, width), before, mode,
                    op.getReverse());
}

SmallVector<ValueTuple>
BlockScanLowering::scanItems(ArrayRef<OptionalTuple> items, OptionalTuple start,
                             ScanMode mode) {
  unsigned width = layout.vector();
  bool isDirect = width == 1 && mode == ScanMode::Inclusive;
  SmallVector<ValueTuple> results(items.size());
  for (unsigned step = 0, e = layout.rows(); step < e; ++step) {
    unsigned row = op.getReverse() ? e - 1 - step : step;
    SmallVector<ValueTuple> scanned;
    if (isDirect)
      scanned.push_back(append(start, rows[row].inclusive).values);
    else
      scanned = scanRow(items, row, append(start, rows[row].before), mode);
    llvm::move(scanned, results.begin() + row * width);
    if (step + 1 != e)
      start = append(start, rows[row].total);
  }
  return results;
}

LogicalResult BlockScanLowering::run() {
  SmallVector<OptionalTuple> items = valid.take(unpackItems(b, op.getInputs()));
  ScanMode mode = op.getMode();
  bool reverse = op.getReverse();
  bool wantInclusive = mode != ScanMode::Exclusive;
  bool wantExclusive = mode != ScanMode::Inclusive;
  bool hasRegion = !op.getPrefix().empty();
  bool acrossWaves = context.getNumWaves() > 1;
  bool needTotal = op.getTotal() || hasRegion;

  scanRows(items, /*total=*/acrossWaves || needTotal);
  ValueTuple total;
  if (acrossWaves || needTotal)
    total = foldLeading(b, combiner,
                        llvm::map_to_vector(
                            rows, [](const Row &row) { return row.total; }))
                .values;

  OptionalTuple wavesBefore, regionPrefix;
  std::optional<WaveExchange> exchange;
  if (acrossWaves || hasRegion) {
    SmallVector<Type> slotTypes;
    if (hasRegion)
      for (Type type :
           op.getPrefix().front().getTerminator()->getOperandTypes())
        slotTypes.push_back(type.isInteger(1) ? b.getI32Type() : type);
    exchange.emplace(b, context, combiner.getTypes(), slotTypes);
  }
  if (acrossWaves) {
    exchange->publish(total);
    exchange->barrier();
    ValueTuple all;
    std::tie(wavesBefore, all) = foldWaves(*exchange, needTotal);
    if (needTotal)
      total = all;
  }
  if (needTotal)
    total = valid.orIdentity(total);
  if (hasRegion)
    regionPrefix = runPrefixRegion(*exchange, total);

  // Results after a forward scan's last valid item are undefined, so presence
  // is dropped if the region is total.
  if (!reverse && combiner.isTotal()) {
    for (Row &row : rows)
      row.inclusive.present = row.total.present = Value();
    for (OptionalTuple &item : items)
      item.present = Value();
  }
  Value hasPrefix = regionPrefix.present;
  if (hasPrefix)
    regionPrefix =
        makeOptional(b, combiner, regionPrefix.values, regionPrefix.present);
  OptionalTuple start = append(regionPrefix, wavesBefore);
  SmallVector<SmallVector<ValueTuple>> results;
  OptionalTuple init = ValueTuple(op.getInit());
  if (wantInclusive)
    // With both modes, init applies to the exclusive prefixes only.
    results.push_back(scanItems(items,
                                wantExclusive ? start : append(init, start),
                                ScanMode::Inclusive));
  if (wantExclusive) {
    SmallVector<ValueTuple> exclusive =
        scanItems(items, append(init, start), ScanMode::Exclusive);
    if (init.isNever() && (!hasRegion || hasPrefix))
      startWithIdentity(exclusive, hasPrefix);
    results.push_back(exclusive);
  }

  SmallVector<Value> replacements;
  for (ArrayRef<ValueTuple> tuples : results)
    llvm::append_range(replacements,
                       packItems(b, tuples, op.getInputs().getTypes()));
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
