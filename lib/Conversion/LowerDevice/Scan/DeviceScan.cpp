//===- DeviceScan.cpp - Lower prim.device_scan *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scan by tiles whose folds all have a place of their own. Of segments given
// by offsets some elements may lie in none, and are not written.
//
//===----------------------------------------------------------------------===//

#include "../Decompose/Decompositions.h"
#include "../Engine/DeviceLowering.h"
#include "../StridedRows/StridedRows.h"
#include "PersistentScan.h"
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

private:
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
  /// segments; and whether all do.
  SmallVector<Value> areInRange(TileIO &scanned, Value &isWhole);
  /// Whether all conditions hold in all threads.
  Value holdsForBlock(ArrayRef<Value> conditions);

  DeviceScanOp op;
  SmallVector<MemoryArray> inclusive, exclusive, totals;
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

void ScanKernel::storeSegments(TileIO &io, const TileFolds &folds) {
  auto dropBorders = [](ArrayRef<ValueTuple> items) {
    return llvm::map_to_vector(items, [](const ValueTuple &item) {
      return ValueTuple(ArrayRef(item).drop_back());
    });
  };
  SmallVector<ValueTuple> prefixes = dropBorders(folds.inclusive);
  SmallVector<ValueTuple> before = dropBorders(folds.exclusive);
  ValueTuple start =
      init.empty() ? identityOrPoison(b, base) : ValueTuple(init);
  for (auto [item, isStart] : llvm::zip(before, folds.segments.starts))
    item = selectTuple(b, isStart, start, item);
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
    inside = areInRange(scanned, isWhole);
  }
  kernel.ifThen(
      isWhole,
      [&] {
        storeItems(io, inclusive, prefixes);
        storeItems(io, exclusive, before);
      },
      [&] {
        for (auto [isInside, exists] :
             llvm::zip_equal(inside, scanned.areValid()))
          isInside = b.andi(isInside, exists);
        if (!prefixes.empty())
          scanned.storeIf(inside, inclusive, prefixes, &op.getEpilogue());
        if (!before.empty())
          scanned.storeIf(inside, exclusive, before, &op.getEpilogue());
      });
}

SmallVector<Value> ScanKernel::areInRange(TileIO &scanned, Value &isWhole) {
  auto [begin, end] = getHeadFlags().getRange();
  Value first = scanned.inTile(begin), last = scanned.inTile(end);
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
};

} // namespace

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
  // Items past the end of a tile that others follow have to be neutral.
  form.aligns = (!steps.empty() || isTunedTo(op, Algorithm::Cooperative)) &&
                context.alignsTiles() && form.order == ItemOrder::Rows &&
                combiner.hasIdentity();
  DevicePlan plan{tile, RowForm::get(op)};
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
  bool hasMarks = op.getSegmentForm() == SegmentForm::Offsets;
  if (hasMarks)
    plan.regions.push_back(HeadFlagBitmap::getRegion(op, tile));
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
  if (isTunedTo(op, Algorithm::Persistent))
    scans.back() = addPersistent(tile);
  if (isTunedTo(op, Algorithm::Cooperative))
    scans.back() = addCooperative(tile, /*readsAhead=*/false);
  plan.cases = {{0, /*usesWorkspace=*/false, {}}};
  if (hasMarks) {
    unsigned number = plan.addKernel(
        "scan_marks", HeadFlagBitmap::blockSize,
        [=, op = op](KernelBuilder &kernel) {
          Value marks = kernel.argument(LaunchValue::region(TileScan::Marks));
          HeadFlagBitmap(op, kernel, marks, form.reverse).emit();
        });
    scans.insert(scans.begin(), HeadFlagBitmap::getLaunch(op, number, context));
    plan.cases.push_back({INT64_MAX, /*usesWorkspace=*/true, scans});
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
  plan.cases.push_back({tile.items(), /*usesWorkspace=*/false, {single}});
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
