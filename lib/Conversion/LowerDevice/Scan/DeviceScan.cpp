//===- DeviceScan.cpp - Lower prim.device_scan *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scan by tiles whose folds all have a place of their own. Of segments given
// by offsets some elements may lie in none, and are not written. Resident
// blocks scan such a tile as if nothing came before each wave's part of it.
// The elements before the first segment that starts there are folded with the
// prefix of the tile when the tile is stored, turns later.
//
//===----------------------------------------------------------------------===//

#include "../Decompose/Decompositions.h"
#include "../Engine/DeviceLowering.h"
#include "../StridedRows/StridedRows.h"
#include "LateScan.h"
#include "ReduceThenScan.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class ScanKernel : public TileScan {
public:
  ScanKernel(DeviceScanOp op, KernelBuilder &kernel, TileShape tile,
             const TileScanForm &form)
      : TileScan(op, op.getPrologue(), kernel, tile, form), op(op) {
    keys.equal = &op.getEqual();
  }

  /// The form of a scan that has `row` of the tuning table.
  static TileScanForm getForm(DeviceScanOp op, DeviceAlgorithm row) {
    TileScanForm form{op.getMode(), op.getReverse(), op.getTotal()};
    if (row != DeviceAlgorithm::Scan)
      form.order = ItemOrder::Blocked;
    if (op.getSegmentForm() == SegmentForm::Offsets &&
        !HeadFlagBitmap::isShared(op))
      form.segmentFlag = Combiner::SegmentFlag::Gaps;
    return form;
  }

protected:
  void bindOuts(BindFn bind) override {
    inclusive = bind(op.getInclusiveOuts());
    exclusive = bind(op.getExclusiveOuts());
    totals = bind(op.getTotalOuts());
  }
  void storeTotal(ValueRange total) override;
  void store(TileIO &io, const TileFolds &folds) override;
  /// Writes the folds of segments with borders after them, between which there
  /// may be gaps.
  void storeSegments(TileIO &io, const TileFolds &folds);
  void storeItems(TileIO &io, ArrayRef<MemoryArray> arrays,
                  ArrayRef<ValueTuple> items);
  /// Whether each item lies in a segment, where there may be gaps.
  SmallVector<Value> areOutsideGaps(TileIO &scanned, const TileFolds &folds);
  /// Whether each item lies in a segment, where there are no gaps between
  /// segments, which are in `range`; and whether all do.
  SmallVector<Value> areInRange(TileIO &scanned, std::pair<Value, Value> range,
                                Value &isWhole);
  /// Whether all conditions hold in all threads.
  Value holdsForBlock(ArrayRef<Value> conditions);

  /// The folds of a segment's items, which start with what it starts from.
  std::pair<SmallVector<ValueTuple>, SmallVector<ValueTuple>>
  dropBorders(const TileFolds &folds);

  DeviceScanOp op;
  SmallVector<MemoryArray> inclusive, exclusive, totals;
};

/// A scan of segments whose waves scan their own parts of a tile.
class WaveScan : public ScanKernel, public WaveSegments {
public:
  WaveScan(DeviceScanOp op, KernelBuilder &kernel, TileShape tile,
           const TileScanForm &form)
      : ScanKernel(op, kernel, tile, form),
        WaveSegments(static_cast<TileScan &>(*this)) {}

  /// `form`, with what waits in workgroup memory.
  static TileScanForm getForm(DeviceScanOp op, TileScanForm form);

  SmallVector<Value> loadAhead(Value tile) override;
  SmallVector<Value> load(TileIO &io, ArrayRef<MemoryArray> slots,
                          ValueRange ahead) override;
  /// Where in the tile the first border in the wave's part is, or the number of
  /// a tile's items; and, if there may be gaps, a bit for each of the lane's
  /// items in one, as if the part began in a segment.
  SmallVector<Type> getWaiting() override {
    return SmallVector<Type>(hasGaps() ? 2 : 1, b.getI32Type());
  }
  ValueTuple compact(TileIO &io, ValueRange loaded,
                     ArrayRef<MemoryArray> slots) override;
  void store(TileIO &io, const ValueTuple &own, const ValueTuple &before,
             ArrayRef<MemoryArray> slots) override;

private:
  /// The schedule calls the functions of WaveCompaction.
  void store(TileIO &io, const TileFolds &folds) override {
    llvm_unreachable("a late schedule has no folds of items");
  }
  void bindOuts(BindFn bind) override {
    ScanKernel::bindOuts(bind);
    if (hasMarks() && !hasGaps())
      range = getHeadFlags().getRange();
  }
  /// Whether segments are given by offsets, and some element may lie in none.
  bool hasMarks() { return !hasSegmentItems(TileScan::op); }
  bool hasGaps() const {
    return form.segmentFlag == Combiner::SegmentFlag::Gaps;
  }
  /// Whether each item of `rows` lies in a segment, of a wave whose lanes have
  /// `gaps` of blocked items, behind something that ends in a gap or not.
  SmallVector<Value> areInWave(TileIO &rows, ArrayRef<Value> isBefore,
                               Value gaps, Value isGapBefore);

  /// Where the segments are, if there are no gaps between them.
  std::pair<Value, Value> range;
};

} // namespace

void ScanKernel::storeTotal(ValueRange total) {
  SmallVector<Value> mapped = kernel.map(op.getEpilogue(), total);
  storeAll(b, totals, mapped, 0);
}

void ScanKernel::storeItems(TileIO &io, ArrayRef<MemoryArray> arrays,
                            ArrayRef<ValueTuple> items) {
  if (!items.empty())
    io.store(arrays, toMemoryOrder(items, base.getTypes()), &op.getEpilogue());
}

void ScanKernel::store(TileIO &io, const TileFolds &folds) {
  if (foldsSegments())
    return storeSegments(io, folds);
  storeItems(io, inclusive, folds.inclusive);
  storeItems(io, exclusive, folds.exclusive);
}

std::pair<SmallVector<ValueTuple>, SmallVector<ValueTuple>>
ScanKernel::dropBorders(const TileFolds &folds) {
  auto drop = [](ArrayRef<ValueTuple> items) {
    return llvm::map_to_vector(items, [](const ValueTuple &item) {
      return ValueTuple(ArrayRef(item).drop_back());
    });
  };
  SmallVector<ValueTuple> before = drop(folds.exclusive);
  ValueTuple start =
      init.empty() ? identityOrPoison(b, base) : ValueTuple(init);
  for (auto [item, isStart] : llvm::zip(before, folds.segments.starts))
    item = selectTuple(b, isStart, start, item);
  return {drop(folds.inclusive), before};
}

void ScanKernel::storeSegments(TileIO &io, const TileFolds &folds) {
  auto [prefixes, before] = dropBorders(folds);
  if (op.getSegmentForm() != SegmentForm::Offsets) {
    storeItems(io, inclusive, prefixes);
    return storeItems(io, exclusive, before);
  }
  // Items that lie in no segment are left alone, one by one, where there are
  // any in the tile. All threads go the same way, which may have barriers on
  // it.
  TileIO scanned(kernel, shape, TileIO::blocked, form.reverse, size,
                 io.getBase());
  SmallVector<Value> inside;
  Value isWhole;
  if (form.segmentFlag == Combiner::SegmentFlag::Gaps) {
    inside = areOutsideGaps(scanned, folds);
    isWhole = holdsForBlock(inside);
  } else {
    inside = areInRange(scanned, getHeadFlags().getRange(), isWhole);
  }
  kernel.ifThen(
      isWhole,
      [&, &prefixes = prefixes, &before = before] {
        storeItems(io, inclusive, prefixes);
        storeItems(io, exclusive, before);
      },
      [&, &prefixes = prefixes, &before = before] {
        for (auto [isInside, exists] :
             llvm::zip_equal(inside, scanned.areValid()))
          isInside = b.andi(isInside, exists);
        if (!prefixes.empty())
          scanned.storeIf(inside, inclusive, prefixes, &op.getEpilogue());
        if (!before.empty())
          scanned.storeIf(inside, exclusive, before, &op.getEpilogue());
      });
}

SmallVector<Value> ScanKernel::areInRange(TileIO &scanned,
                                          std::pair<Value, Value> range,
                                          Value &isWhole) {
  Value first = scanned.inTile(range.first),
        last = scanned.inTile(range.second);
  isWhole = b.sle(first, 0);
  isWhole = b.andi(isWhole, b.sge(last, scanned.count()));
  return llvm::map_to_vector(scanned.positions(), [&](Value position) -> Value {
    Value isBehind = b.sge(position, first);
    return b.andi(isBehind, b.slt(position, last));
  });
}

Value ScanKernel::holdsForBlock(ArrayRef<Value> conditions) {
  Value yes = b.boolean(true);
  Value all = yes;
  for (Value each : conditions)
    all = b.andi(all, each);
  Type i32 = b.getI32Type();
  Value fails = b.extui(i32, b.xori(all, yes));
  auto reduce = createBlockReduce(b, Combiner(CombinerKind::Or, i32), fails,
                                  /*all=*/true);
  // In a wave, several logical warps may fold the results of all waves, so that
  // the lowered op does not show that lanes agree.
  Value any = WarpUniformOp::create(b, reduce.getResults().front());
  return b.eq(any, 0);
}

SmallVector<Value> ScanKernel::areOutsideGaps(TileIO &scanned,
                                              const TileFolds &folds) {
  SmallVector<Value> inside;
  Value yes = b.boolean(true);
  for (unsigned i = 0; i < shape.itemsPerThread; ++i) {
    const SmallVector<ValueTuple> &items =
        folds.inclusive.empty() ? folds.exclusive : folds.inclusive;
    Value border = items[i].back();
    // A combiner without identity has nothing before the first item of all.
    if (i == 0 && folds.inclusive.empty() && !combiner.hasIdentity())
      border = b.select(scanned.hasFirst(), b.i32(0), border);
    Value bit = b.andi(border, Combiner::gapBit);
    Value isInside = b.eq(bit, 0);
    // Items before this one say nothing of a border at it.
    if (folds.inclusive.empty()) {
      Value start = folds.segments.starts[i];
      Value goesOn = b.xori(folds.segments.ends[i], yes);
      if (i == 0)
        goesOn = b.andi(goesOn, b.xori(scanned.hasFirst(), yes));
      isInside = b.ori(start, b.andi(isInside, goesOn));
    }
    inside.push_back(isInside);
  }
  return inside;
}

//===----------------------------------------------------------------------===//
// By waves
//===----------------------------------------------------------------------===//

TileScanForm WaveScan::getForm(DeviceScanOp op, TileScanForm form) {
  unsigned arrays = form.mode == ScanMode::Both ? 2 : 1;
  for (unsigned i = 0; i < arrays; ++i)
    for (Type type : op.getAccumulatorTypes())
      form.placed.push_back(widenBit(type));
  return form;
}

SmallVector<Value> WaveScan::loadAhead(Value tile) {
  if (!hasMarks())
    return WaveSegments::loadAhead(tile);
  // There is none after the last one.
  Value known = b.minui(tile, b.sub(tiles, 1));
  Value first = b.mul(kernel.threadId(), shape.itemsPerThread);
  return getHeadFlags().load(getFirst(known), first, shape.itemsPerThread);
}

SmallVector<Value> WaveScan::load(TileIO &io, ArrayRef<MemoryArray> slots,
                                  ValueRange ahead) {
  if (!hasMarks())
    return WaveSegments::load(io, slots, ahead);
  marks = SmallVector<Value>(ahead);
  return WaveSegments::load(io, slots, /*ahead=*/{});
}

ValueTuple WaveScan::compact(TileIO &io, ValueRange loaded,
                             ArrayRef<MemoryArray> slots) {
  WarpScanOp scan = scanPart(form.mode);
  TileFolds &folds = tile->folds;
  if (form.mode != ScanMode::Exclusive)
    folds.inclusive = unpackItems(b, scan.getInclusiveResults());
  if (form.mode != ScanMode::Inclusive)
    folds.exclusive = unpackItems(b, scan.getExclusiveResults());
  auto [prefixes, before] = dropBorders(folds);
  // Folds of a lane lie side by side.
  SmallVector<SmallVector<Value>> members(slots.size());
  unsigned arity = base.getTypes().size();
  for (auto [number, items] : llvm::enumerate(ArrayRef{prefixes, before})) {
    unsigned place = number && !prefixes.empty() ? arity : 0;
    for (const ValueTuple &item : items)
      for (auto [member, value] : llvm::enumerate(item))
        members[place + member].push_back(widenBit(b, value));
  }
  // In the order of memory, as the wave's inputs are.
  Value first =
      b.add(getWaveStart(), b.mul(kernel.laneId(), shape.itemsPerThread));
  if (form.reverse)
    first = b.sub(b.i32(shape.items() - shape.itemsPerThread), first);
  for (auto [slot, values] : llvm::zip_equal(slots, members)) {
    if (form.reverse)
      std::reverse(values.begin(), values.end());
    unsigned bytes = getElementBytes(slot.getElement());
    unsigned vector = TileIO::getVector(kernel.target(), bytes, shape);
    MemoryArray aligned = slot.aligned(vector * bytes);
    auto type = VectorType::get({vector}, slot.getElement());
    for (unsigned i = 0; i < values.size(); i += vector)
      aligned.storeVector(b,
                          vector::FromElementsOp::create(
                              b, type, ArrayRef(values).slice(i, vector)),
                          b.add(first, i));
  }

  Value border = b.i32(shape.items());
  SmallVector<Value> positions = io.positions();
  SmallVector<ValueTuple> items = unpackItems(b, tile->inputs);
  for (auto [position, item] : llvm::reverse(llvm::zip_equal(positions, items)))
    border = b.select(b.slt(item.back(), 0), position, border);
  Combiner least(CombinerKind::MinUI, b.getI32Type());
  ValueTuple result(scan.getTotalResults());
  llvm::append_range(
      result, createWarpReduce(b, least, border, /*all=*/true).getResults());
  if (!hasGaps())
    return result;
  Value gaps = b.i32(0);
  for (auto [i, isInside] : llvm::enumerate(areOutsideGaps(io, folds)))
    gaps = b.ori(gaps, b.select(isInside, b.i32(0), int64_t(1) << i));
  result.push_back(gaps);
  return result;
}

SmallVector<Value> WaveScan::areInWave(TileIO &rows, ArrayRef<Value> isBefore,
                                       Value gaps, Value isGapBefore) {
  SmallVector<Value> inside;
  Value start = getWaveStart();
  for (auto [position, isFirst] : llvm::zip_equal(rows.positions(), isBefore)) {
    Value place = b.sub(position, start);
    Value lane = b.divui(place, shape.itemsPerThread);
    auto there =
        WarpShuffleOp::create(b, gaps.getType(), gaps, lane, ShuffleMode::Lane,
                              /*width=*/IntegerAttr());
    Value bit =
        b.shrui(there.getResult(0), b.remui(place, shape.itemsPerThread));
    Value isGap = b.ne(b.andi(bit, 1), 0);
    isGap = b.ori(isGap, b.andi(isFirst, isGapBefore));
    inside.push_back(b.invert(isGap));
  }
  return inside;
}

void WaveScan::store(TileIO &io, const ValueTuple &own,
                     const ValueTuple &before, ArrayRef<MemoryArray> slots) {
  unsigned vector = TileIO::getRowVector(kernel.target(),
                                         TileScan::op.getWrittenOuts(), shape);
  TileIO rows(kernel, shape, vector, form.reverse, size, io.getBase());
  rows.setStaged(slots, slots);
  SmallVector<ValueTuple> items = rows.load(slots, /*valid=*/Value());
  ArrayRef<Value> waiting = ArrayRef(own).drop_front(types.size());
  SmallVector<Value> isBefore =
      llvm::map_to_vector(rows.positions(), [&](Value position) -> Value {
        return b.ult(position, waiting[0]);
      });
  ValueRange bounded = ValueRange(before).drop_back();
  unsigned arity = base.getTypes().size();
  auto finish = [&](unsigned number) {
    SmallVector<ValueTuple> results;
    for (auto [item, joins] : llvm::zip_equal(items, isBefore)) {
      ValueTuple fold(ArrayRef(item).slice(number * arity, arity));
      for (auto [value, type] : llvm::zip_equal(fold, base.getTypes()))
        value = narrowBit(b, value, type);
      results.emplace_back(combineIf(b, base, joins, bounded, fold, fold));
    }
    return results;
  };
  SmallVector<ValueTuple> prefixes, earlier;
  if (form.mode != ScanMode::Exclusive)
    prefixes = finish(0);
  if (form.mode != ScanMode::Inclusive)
    earlier = finish(prefixes.empty() ? 0 : 1);
  if (!hasMarks()) {
    storeItems(rows, inclusive, prefixes);
    return storeItems(rows, exclusive, earlier);
  }
  SmallVector<Value> inside;
  Value isWhole, isGapBefore;
  if (hasGaps()) {
    isGapBefore = b.ne(b.andi(before.back(), Combiner::gapBit), 0);
    Value isReached = b.ult(getWaveStart(), waiting[0]);
    Value isGap = b.ori(b.ne(waiting[1], 0), b.andi(isGapBefore, isReached));
    Type i64 = b.getI64Type();
    Value any = WarpBallotOp::create(b, i64, isGap, /*whole=*/true);
    isWhole = b.eq(any, b.i64(0));
  } else {
    inside = areInRange(rows, range, isWhole);
  }
  kernel.ifThen(
      isWhole,
      [&] {
        storeItems(rows, inclusive, prefixes);
        storeItems(rows, exclusive, earlier);
      },
      [&] {
        if (hasGaps())
          inside = areInWave(rows, isBefore, waiting[1], isGapBefore);
        for (auto [isInside, exists] : llvm::zip_equal(inside, rows.areValid()))
          isInside = b.andi(isInside, exists);
        if (!prefixes.empty())
          rows.storeIf(inside, inclusive, prefixes, &op.getEpilogue());
        if (!earlier.empty())
          rows.storeIf(inside, exclusive, earlier, &op.getEpilogue());
      });
}

/// Writes the totals of an empty buffer.
static void emitEmpty(DeviceScanOp op, KernelBuilder &kernel) {
  CodeBuilder &b = kernel;
  SmallVector<Value> mapped =
      kernel.map(op.getEpilogue(), kernel.combiner().identity(b));
  // Kernels that are to be shared have no dead ops.
  bool byRow = kernel.rows().isByRow();
  RowView view(op, kernel, byRow ? kernel.blockId() : Value());
  storeAll(b, view.at(op.getTotalOuts()), mapped, 0);
}

static bool isTunedTo(DeviceScanOp op, Algorithm algorithm) {
  TuningAttr tuning = op.getTuningAttr();
  return tuning && tuning.getAlgorithm() == algorithm;
}

/// Whether blocks are to take several tiles each.
static bool blocksStay(DeviceScanOp op) {
  return isTunedTo(op, Algorithm::Persistent) ||
         isTunedTo(op, Algorithm::Cooperative);
}

/// Whether blocks can take several tiles each.
static bool mayStay(DeviceScanOp op) { return !RowForm::get(op).isByRow(); }

/// The row of the tuning table for items with borders.
static DeviceAlgorithm getBordered(DeviceScanOp op) {
  bool hasNoGaps = op.getSegmentForm() == SegmentForm::Offsets &&
                   HeadFlagBitmap::isShared(op);
  return hasNoGaps ? DeviceAlgorithm::SegmentScan : DeviceAlgorithm::SerialScan;
}

/// How the op goes for buffers of different sizes, if its tuning does not say.
static SmallVector<ScanTuningRow> getSteps(DeviceScanOp op,
                                           const TileScanForm &form,
                                           const DeviceContext &context) {
  if (op.getTuningAttr() || !mayStay(op) || form.order != ItemOrder::Rows ||
      TileScan::isReducedThenScanned(op) || !context.getLimits().cooperative)
    return {};
  SmallVector<ScanTuningRow> steps = getScanTuningRows(
      context.getTarget(), countBytes(op.getAccumulatorTypes()));
  // Elements that are read may be wider than those that are scanned.
  for (const ScanTuningRow &step : steps)
    if (step.form == ScanTuningRow::Form::Cooperative &&
        !TileStages::getBytes(op, form, context.getTarget(), step.tile))
      return {};
  return steps;
}

namespace {

class ScanLowering : public OpLowering<DeviceScanOp> {
public:
  explicit ScanLowering(DeviceScanOp op)
      : OpLowering(op,
                   op.getKind() ? DeviceAlgorithm::Scan
                                : DeviceAlgorithm::SerialScan,
                   getBordered(op)) {}

  uint64_t countItemRegisters() const override {
    // Totals are no items.
    return std::max(OpLowering::countItemRegisters(),
                    countElementRegisters(op.getInclusiveOuts()) +
                        countElementRegisters(op.getExclusiveOuts()));
  }

  /// A scan of rows with something to read or write for each is not packed.
  std::optional<SmallVector<Value>> getPackedBuffers() const override {
    auto isOfRows = [](Value init) {
      auto type = dyn_cast<MemRefType>(init.getType());
      return type && type.getRank() != 0;
    };
    if (op.getTotal() || llvm::any_of(op.getInit(), isOfRows))
      return std::nullopt;
    SmallVector<Value> buffers(op.getIns());
    llvm::append_range(buffers, device.getWrittenOuts());
    return buffers;
  }

  std::unique_ptr<Decomposition>
  decompose(const DeviceContext &context) const override {
    if (std::unique_ptr<Decomposition> steps = decomposeMembers(op))
      return steps;
    return decomposeStridedRows(op, getTile(context), context);
  }

  FailureOr<DevicePlan> plan(const DeviceContext &context) const override;

private:
  /// How resident blocks scan segments by offsets, if they do; `tile` is that
  /// of a look-back.
  std::optional<LateTuningRow> findLate(const TileScanForm &form,
                                        TileShape tile,
                                        const DeviceContext &context) const;
};

} // namespace

std::optional<LateTuningRow>
ScanLowering::findLate(const TileScanForm &form, TileShape tile,
                       const DeviceContext &context) const {
  if (!op.getSegmentForm() || TileScan::isReducedThenScanned(op))
    return std::nullopt;
  LateFamily family = hasSegmentItems(op)            ? LateFamily::KeyScan
                      : HeadFlagBitmap::isShared(op) ? LateFamily::OffsetScan
                                                     : LateFamily::RangeScan;
  std::optional<LateTuningRow> late = LateSchedule::findRow(
      op, WaveScan::getForm(op, form),
      getLateTuningRow(context.getTarget(), family,
                       countItemBytes(/*hasBorder=*/true)),
      tile, context);
  // The bits of a lane's items are a word.
  if (late && form.segmentFlag == Combiner::SegmentFlag::Gaps &&
      late->tile.itemsPerThread > 32)
    return std::nullopt;
  return late;
}

FailureOr<DevicePlan> ScanLowering::plan(const DeviceContext &context) const {
  Combiner combiner(op);
  if (TuningAttr tuning = op.getTuningAttr()) {
    Algorithm algorithm = tuning.getAlgorithm();
    bool looksBack = algorithm == Algorithm::LookBack ||
                     algorithm == Algorithm::CooperativeTile || blocksStay(op);
    if (looksBack && TileScan::isReducedThenScanned(op))
      return op.emitOpError("is deterministic and may round, but algorithm ")
             << stringifyAlgorithm(algorithm)
             << " is not deterministic; use reduce_then_scan, or remove the "
                "algorithm from the tuning";
    if ((blocksStay(op) || algorithm == Algorithm::CooperativeTile) &&
        !mayStay(op))
      return context.notLowered(
          op, "with algorithm " + stringifyAlgorithm(algorithm) +
                  ", on rows or on elements that are not contiguous,");
  }

  TileShape tile = getTile(context);
  if (foldsRowsSideBySide(op, tile, context))
    return planStridedRowsScan(op, tile, context);
  TileScanForm form = ScanKernel::getForm(op, getTuningRow());
  if (blocksStay(op) && !op.getTuningAttr().getItemsPerThread())
    tile = TileStages::fit(op, form, context.getTarget(), tile);
  // The least tile, which takes the largest workspace.
  SmallVector<ScanTuningRow> steps = getSteps(op, form, context);
  if (!steps.empty())
    tile = steps.front().tile;
  bool hasMarks = op.getSegmentForm() == SegmentForm::Offsets;
  // Items past the end of a tile that others follow have to be neutral.
  form.aligns = (!steps.empty() || isTunedTo(op, Algorithm::Cooperative)) &&
                !hasMarks && context.alignsTiles() &&
                form.order == ItemOrder::Rows && combiner.hasIdentity();
  // A tile of resident blocks is the least if it is smaller.
  TileShape least = tile;
  std::optional<LateTuningRow> late = findLate(form, tile, context);
  if (late && late->tile.items() < tile.items())
    least = late->tile;
  DevicePlan plan{least, RowForm::get(op)};
  plan.regions = TileScan::getRegions(op, form, plan);
  auto addKernel = [&](TileShape tile, const TileScanForm &form,
                       TileScheduleFn schedule) {
    return PlanLaunch{
        plan.addKernel("scan", tile, [=, op = op](KernelBuilder &kernel) {
          ScanKernel scan(op, kernel, tile, form);
          schedule(scan);
        })};
  };
  auto lookBack = [](TileScan &scan) { LookBackSchedule(scan).emit(); };
  if (hasMarks)
    plan.regions.push_back(HeadFlagBitmap::getRegion(
        op, least,
        late && late->tile.items() > tile.items() ? late->tile : tile));
  SmallVector<PlanLaunch> scans;
  if (TileScan::isReducedThenScanned(op))
    scans = addReduceThenScan(op, form, plan, [&](TileScheduleFn schedule) {
      return addKernel(tile, form, schedule);
    });
  else
    scans = {addKernel(tile, form, lookBack)};
  PlanLaunch single = scans.back();
  auto addPersistent = [&](TileShape tile) {
    PlanLaunch launch = addKernel(
        tile, form, [](TileScan &scan) { PersistentSchedule(scan).emit(); });
    launch.schedule = LaunchSchedule::gridStride(
        PersistentSchedule::getBlocks(op, form, context, tile));
    return launch;
  };
  auto addCooperative = [&](TileShape tile, bool readsAhead) {
    PlanLaunch launch = addKernel(tile, form, [=](TileScan &scan) {
      CooperativeSchedule(scan, readsAhead).emit();
    });
    launch.schedule = LaunchSchedule::gridStride(CooperativeSchedule::getBlocks(
                                                     op, form, context, tile))
                          .cooperative();
    return launch;
  };
  auto makeLate = [&] {
    TileScanForm waits = WaveScan::getForm(op, form);
    waits.ahead = late->ahead;
    waits.late = late->late;
    PlanLaunch launch{
        plan.addKernel("scan", late->tile, [=, op = op](KernelBuilder &kernel) {
          WaveScan scan(op, kernel, late->tile, waits);
          LateSchedule(scan, scan).emit();
        })};
    return LateSchedule::makeCase(op, waits, *late, context, launch);
  };
  if (isTunedTo(op, Algorithm::Persistent))
    scans.back() = addPersistent(tile);
  if (isTunedTo(op, Algorithm::Cooperative) && !op.getSegmentForm())
    scans.back() = addCooperative(tile, /*readsAhead=*/false);
  plan.cases = {{0, /*usesWorkspace=*/false, {}}};
  if (hasMarks) {
    unsigned number = plan.addKernel(
        "scan_marks", HeadFlagBitmap::blockSize,
        [=, op = op](KernelBuilder &kernel) {
          Value marks = kernel.argument(LaunchValue::region(TileScan::Marks));
          HeadFlagBitmap(op, kernel, marks, form.reverse).emit();
        });
    PlanLaunch marks = HeadFlagBitmap::getLaunch(op, number, context);
    scans.insert(scans.begin(), marks);
    if (late) {
      plan.cases.push_back({tile.items(), /*usesWorkspace=*/true, scans, tile});
      PlanCase resident = makeLate();
      resident.launches.insert(resident.launches.begin(), marks);
      plan.cases.push_back(resident);
    }
    plan.cases.push_back({INT64_MAX, /*usesWorkspace=*/true, scans, tile});
    return plan;
  }
  unsigned empty = plan.addKernel(
      "scan_empty", /*blockSize=*/1,
      [=, op = op](KernelBuilder &kernel) { emitEmpty(op, kernel); });
  if (op.getTotal() && combiner.hasIdentity())
    plan.cases.front().launches = {{empty, LaunchSchedule::oneBlock()}};
  auto ofRow = [](TileScan &scan) { RowSchedule(scan).emit(); };
  auto ofPacked = [](TileScan &scan) { PackedSchedule(scan).emit(); };
  for (const RowGrouping &rows : getRowGroups(
           context, RowFamily::Scan, {RowGroup::Packed, RowGroup::Block})) {
    if (rows.group == RowGroup::Packed) {
      TileScanForm packs = form;
      packs.order = ItemOrder::PackedRows;
      PlanLaunch launch = addKernel(rows.tile, packs, ofPacked);
      plan.cases.push_back(PackedRows::getCase(launch.kernel, rows, context));
      continue;
    }
    plan.cases.push_back({rows.maxElements,
                          /*usesWorkspace=*/false,
                          {addKernel(rows.tile, form, ofRow)},
                          rows.tile});
  }
  // A tile that is all there is learns nothing of others.
  std::optional<TileShape> own;
  if (late)
    own = tile;
  plan.cases.push_back({tile.items(), /*usesWorkspace=*/false, {single}, own});
  auto addCooperativeTile = [&](TileShape tile, int64_t maxElements) {
    PlanLaunch launch = addKernel(tile, form, [](TileScan &scan) {
      CooperativeTileSchedule(scan).emit();
    });
    launch.schedule = LaunchSchedule::blockPerTile().cooperative();
    // A thread reads what one tile has.
    int64_t most = tile.blockSize;
    if (std::optional<int64_t> limit = context.getLimits().maxBlocks)
      most = std::min(most, *limit);
    PlanCase planCase{std::min(maxElements, most * tile.items()),
                      /*usesWorkspace=*/true,
                      {launch},
                      tile,
                      CaseGuard::holds(Size::tiles())};
    plan.cases.push_back(planCase);
  };
  if (isTunedTo(op, Algorithm::CooperativeTile) &&
      context.getLimits().cooperative)
    addCooperativeTile(tile, INT64_MAX);
  auto addCase = [&](int64_t maxElements, SmallVector<PlanLaunch> launches,
                     TileShape tile) {
    PlanCase planCase{maxElements, /*usesWorkspace=*/true, launches, tile};
    if (launches.back().schedule.form == LaunchSchedule::Form::Cooperative)
      planCase.guard = CaseGuard::holds(1);
    plan.cases.push_back(planCase);
  };
  if (late)
    plan.cases.push_back(makeLate());
  if (steps.empty())
    addCase(INT64_MAX, scans, tile);
  for (const ScanTuningRow &step : steps) {
    if (step.form == ScanTuningRow::Form::CooperativeTile) {
      addCooperativeTile(step.tile, step.maxElements);
      continue;
    }
    addCase(step.maxElements,
            {step.form == ScanTuningRow::Form::Cooperative
                 ? addCooperative(step.tile, step.readsAhead)
                 : addKernel(step.tile, form, lookBack)},
            step.tile);
  }
  // Where there are no cooperative launches, or the device lends too little of
  // itself, what is there for one tile anyway looks back.
  if (plan.cases.back().guard)
    addCase(INT64_MAX, {single}, tile);
  return plan;
}

std::unique_ptr<DeviceLowering> mlir::prim::createLowering(DeviceScanOp op) {
  return std::make_unique<ScanLowering>(op);
}
