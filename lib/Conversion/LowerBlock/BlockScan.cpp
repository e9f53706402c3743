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
// Scans of wide values take many instructions. So the folds of several rows may
// be exchanged in workgroup memory first, such that a lane has consecutive ones
// and one warp scan does for the rows. Their prefixes are exchanged back.
//
//===----------------------------------------------------------------------===//

#include "ItemExchange.h"
#include "ValidItems.h"
#include "WaveExchange.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"
#include "prim/Target/Tuning.h"

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
        valid(b, context, combiner, layout, op.getValid()),
        rowsPerGroup(chooseRowsPerGroup()) {}

  LogicalResult run();

private:
  /// The folds of one row of a wave.
  struct Row {
    /// The inclusive fold of the thread's items and all earlier lanes, and the
    /// exclusive fold of the earlier lanes; only those that are needed.
    OptionalTuple inclusive, before;
    /// The fold of the row; that of its group in the last row of a group in
    /// scan direction, and never present in other rows of a group.
    OptionalTuple total;
  };

  /// Rows whose folds are scanned together.
  struct RowGroup {
    /// As many consecutive folds of rows and lanes as the group has rows.
    SmallVector<ValueTuple> folds;
    /// The fold of the earlier lanes' folds.
    OptionalTuple before;
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

  /// Emits `body` in the first wave, and lets all waves wait for it.
  void runInFirstWave(WaveExchange &exchange, llvm::function_ref<void()> body);
  /// Runs the prefix region in the first wave and broadcasts its results.
  OptionalTuple runPrefixRegion(WaveExchange &exchange, ValueRange total);
  /// Whether any lane of row `row` precedes this one; null if the combiner has
  /// an identity as its exclusive fold.
  Value hasLanesBefore(unsigned row);
  /// The items of row `row` as one vector, if that saves instructions and all
  /// exist; otherwise null.
  Value packRow(ArrayRef<OptionalTuple> items, unsigned row);
  /// The rows of a group, 1 if rows are scanned separately.
  unsigned chooseRowsPerGroup();
  /// The thread's fold of each row of `items`.
  SmallVector<OptionalTuple> foldRows(ArrayRef<OptionalTuple> items);
  /// Scans the wave's rows of `items`; with `total`, computes their folds as
  /// well.
  void scanRows(ArrayRef<OptionalTuple> items, bool total);
  /// Scans the folds of rows in groups.
  void scanGroups(ArrayRef<OptionalTuple> folds);
  /// The fold of everything before the thread's items of each row, of rows that
  /// are scanned in groups. `start` precedes all items of the wave.
  SmallVector<OptionalTuple> findPrefixes(OptionalTuple start);
  /// The layout of the folds of a group as rows, or as consecutive ones.
  TileLayout getGroupLayout(Arrangement arrangement) {
    return context.getLayout(rowsPerGroup, arrangement, /*vector=*/1);
  }
  ItemExchange getGroupExchange();
  /// The folds of rows, or of groups of rows, in order.
  SmallVector<OptionalTuple> getTotals();
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
  /// Whether the first wave is to compute where each wave starts. Folds of
  /// groups occupy registers while the prefix region runs. So those of waves do
  /// not, and other waves have less to compute.
  bool startsWaves(const WaveExchange &exchange);
  /// Runs the prefix region in the first wave. Returns the fold of its results
  /// and of the waves before this one.
  OptionalTuple runAndStartWaves(WaveExchange &exchange);
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
  unsigned rowsPerGroup;
  SmallVector<Row> rows;
  SmallVector<RowGroup> groups;
  /// Workgroup memory for the folds of one group of each wave.
  Value groupMemory;
};

} // namespace

void BlockScanLowering::runInFirstWave(WaveExchange &exchange,
                                       llvm::function_ref<void()> body) {
  b.ifThen(b.eq(context.getWaveId(), 0), body);
  exchange.barrier();
}

OptionalTuple BlockScanLowering::runPrefixRegion(WaveExchange &exchange,
                                                 ValueRange total) {
  bool mayBeAbsent = false;
  runInFirstWave(exchange, [&] {
    SmallVector<Value> yielded = inlineRegion(b, op.getPrefix(), total);
    mayBeAbsent = yielded.size() > total.size();
    // Presence is passed as an i32, because an i1 has no size in memory.
    if (mayBeAbsent)
      yielded.back() = b.zextI32(yielded.back());
    exchange.publishSlot(yielded);
  });

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
  return {makeOptional(b, combiner, fold.getResults(), some),
          exchange.makeUniform(warp.getTotalResults())};
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

bool BlockScanLowering::startsWaves(const WaveExchange &exchange) {
  if (rowsPerGroup == 1 || op.getPrefix().empty() || op.getTotal() ||
      exchange.foldsByLanes())
    return false;
  Operation *yield = op.getPrefix().front().getTerminator();
  return yield->getNumOperands() == combiner.getTypes().size();
}

OptionalTuple BlockScanLowering::runAndStartWaves(WaveExchange &exchange) {
  unsigned numWaves = context.getNumWaves();
  runInFirstWave(exchange, [&] {
    SmallVector<OptionalTuple> waves;
    for (unsigned wave = 0; wave < numWaves; ++wave) {
      ValueTuple fold = exchange.read(wave);
      for (Value &member : fold)
        member = WarpUniformOp::create(b, member);
      waves.emplace_back(fold);
    }
    ValueTuple total = valid.orIdentity(foldLeading(b, combiner, waves).values);
    OptionalTuple start = ValueTuple(inlineRegion(b, op.getPrefix(), total));
    SmallVector<ValueTuple> starts(numWaves);
    for (unsigned step = 0; step < numWaves; ++step) {
      unsigned wave = op.getReverse() ? numWaves - 1 - step : step;
      starts[wave] = start.values;
      if (step + 1 != numWaves)
        start = append(start, waves[wave]);
    }
    exchange.publishAll(starts);
  });
  return exchange.readOwn();
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

SmallVector<OptionalTuple>
BlockScanLowering::foldRows(ArrayRef<OptionalTuple> items) {
  SmallVector<OptionalTuple> folds;
  for (unsigned row = 0; row < layout.rows(); ++row) {
    Value packed = packRow(items, row);
    Value fold = packed ? threadReduceWords(b, combiner, packed) : Value();
    folds.push_back(fold ? OptionalTuple(ValueTuple{fold})
                         : foldLeading(b, combiner,
                                       items.slice(row * layout.vector(),
                                                   layout.vector())));
  }
  return folds;
}

void BlockScanLowering::scanRows(ArrayRef<OptionalTuple> items, bool total) {
  SmallVector<OptionalTuple> folds = foldRows(items);
  if (rowsPerGroup > 1)
    return scanGroups(folds);
  // One item per row needs no second pass over the items: the wave's inclusive
  // scan is the thread's.
  ScanMode mode = layout.vector() == 1 ? op.getMode() : ScanMode::Exclusive;
  SmallVector<Value> neutral;
  if (mode != ScanMode::Inclusive && combiner.hasIdentity())
    neutral = combiner.neutral(b);
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

unsigned BlockScanLowering::chooseRowsPerGroup() {
  const TargetInfo &target = context.getTarget();
  if (combiner.getTypes().size() != 1 || !combiner.hasIdentity() ||
      !combiner.isTotal() || context.getBlockSize() % target.waveSize != 0)
    return 1;
  unsigned most = getRowsScannedTogether(
      target, getElementBytes(combiner.getTypes().front()));
  // A kernel may need most of the memory for itself.
  TileLayout group = context.getLayout(most, Arrangement::Rows, /*vector=*/1);
  bool fits =
      ItemExchange::getBytes(group, combiner.getTypes()) <= target.ldsBytes / 8;
  return fits && layout.rows() % most == 0 ? most : 1;
}

ItemExchange BlockScanLowering::getGroupExchange() {
  ItemExchange exchange(b, context, groupMemory);
  exchange.stayInWave();
  return exchange;
}

void BlockScanLowering::scanGroups(ArrayRef<OptionalTuple> folds) {
  groupMemory = acquireWorkgroupMemory(
      b,
      ItemExchange::getBytes(getGroupLayout(Arrangement::Rows),
                             combiner.getTypes()),
      "folds of rows");
  SmallVector<SmallVector<Value>> members(folds.size() / rowsPerGroup);
  for (auto [row, fold] : llvm::enumerate(folds))
    members[row / rowsPerGroup].push_back(fold.values.front());
  ItemExchange exchange = getGroupExchange();
  exchange.exchange(members, getGroupLayout(Arrangement::Blocked),
                    [&](ValueRange folds) {
                      exchange.put(folds, getGroupLayout(Arrangement::Rows));
                    });

  SmallVector<ValueTuple> own;
  for (ArrayRef<Value> member : members) {
    RowGroup group;
    for (Value fold : member)
      group.folds.push_back(ValueTuple{fold});
    own.push_back(threadReduce(b, combiner, group.folds));
    groups.push_back(group);
  }
  SmallVector<Value> neutral = combiner.neutral(b);
  rows.resize(layout.rows());
  for (auto [number, group] : llvm::enumerate(groups)) {
    auto warp = createWarpScan(b, combiner, ScanMode::Exclusive, own[number],
                               /*total=*/true, op.getReverse(), neutral,
                               /*valid=*/Value());
    group.before = ValueTuple(warp.getExclusiveResults());
    unsigned last = op.getReverse() ? 0 : rowsPerGroup - 1;
    rows[number * rowsPerGroup + last].total =
        ValueTuple(warp.getTotalResults());
  }
}

SmallVector<OptionalTuple> BlockScanLowering::getTotals() {
  SmallVector<OptionalTuple> totals;
  for (const Row &row : rows)
    if (!row.total.isNever())
      totals.push_back(row.total);
  return totals;
}

SmallVector<OptionalTuple>
BlockScanLowering::findPrefixes(OptionalTuple start) {
  bool reverse = op.getReverse();
  SmallVector<SmallVector<Value>> members(groups.size());
  for (unsigned step = 0, e = groups.size(); step < e; ++step) {
    unsigned number = reverse ? e - 1 - step : step;
    const RowGroup &group = groups[number];
    OptionalTuple before = append(start, group.before);
    for (const ValueTuple &prefix :
         threadScan(b, combiner, presentItems(group.folds), before,
                    ScanMode::Exclusive, reverse))
      members[number].push_back(prefix.front());
    unsigned last = number * rowsPerGroup + (reverse ? 0 : rowsPerGroup - 1);
    if (step + 1 != e)
      start = append(start, rows[last].total);
  }
  // Other lanes of the wave have read the folds, or other prefixes.
  WarpBarrierOp::create(b);
  ItemExchange exchange = getGroupExchange();
  exchange.exchange(
      members, getGroupLayout(Arrangement::Rows), [&](ValueRange prefixes) {
        exchange.put(prefixes, getGroupLayout(Arrangement::Blocked));
      });
  SmallVector<OptionalTuple> result;
  for (ArrayRef<Value> member : members)
    for (Value prefix : member)
      result.push_back(ValueTuple{prefix});
  return result;
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
  if (rowsPerGroup > 1) {
    for (auto [row, before] : llvm::enumerate(findPrefixes(start)))
      llvm::move(scanRow(items, row, before, mode),
                 results.begin() + row * width);
    return results;
  }
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
    total = foldLeading(b, combiner, getTotals()).values;

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
  }
  if (acrossWaves && startsWaves(*exchange)) {
    regionPrefix = runAndStartWaves(*exchange);
  } else {
    if (acrossWaves) {
      ValueTuple all;
      std::tie(wavesBefore, all) = foldWaves(*exchange, needTotal);
      if (needTotal)
        total = all;
    }
    if (needTotal)
      total = valid.orIdentity(total);
    if (hasRegion)
      regionPrefix = runPrefixRegion(*exchange, total);
  }

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
