//===- DeviceSort.cpp - Lower prim.device_sort *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plan of the radix sort: up to one block's worth of items a single launch
// of a block sort; above it one cooperative launch, where that is faster and
// the device holds all of its blocks at once; else a memset, one histogram over
// all digits, and one pass over the items per digit. Rows of up to a block's
// worth are sorted by waves or blocks, all in one launch, longer ones by the
// same passes, in which each has tiles of its own. Segments of all lengths come
// together: waves sort short ones and list the others, for the launches behind.
// The kernels are in SortShort.cpp, CooperativeSort.cpp, SortHistogram.cpp and
// SortPass.cpp.
//
//===----------------------------------------------------------------------===//

#include "DeviceSort.h"
#include "../Decompose/Decompositions.h"
#include "../Engine/DeviceLowering.h"

#include "RowCopy.h"
#include "SortSegments.h"

using namespace mlir;
using namespace mlir::prim;

/// Whether an attribute says what the tile is.
static bool hasTunedTile(DeviceSortOp op) {
  TuningAttr tuning = op.getTuningAttr();
  return tuning && (tuning.getBlockSize() || tuning.getItemsPerThread());
}

/// The table's tiles that a block sorts in one go.
static SmallVector<TileShape>
getShortTiles(SortForm form, const TargetInfo &target, unsigned bytes) {
  switch (form) {
  case SortForm::Whole:
    return getBlockSortTiles(target, bytes);
  case SortForm::Rows:
    return getRowTiles(target, RowFamily::Sort, bytes);
  case SortForm::Segments:
    return getRowTiles(target, RowFamily::SegmentSort, bytes);
  }
  llvm_unreachable("all forms are handled");
}

/// The tile that a wave sorts in registers, and those that a block does in one
/// go. All of a block's items go through workgroup memory at once.
static void chooseShortTiles(RadixSort &sort, DeviceSortOp op,
                             uint64_t registers, const TargetInfo &target) {
  TileShape &wave = sort.waveTile;
  wave = {target.waveSize, /*itemsPerThread=*/4};
  wave.halveItemsWhile([&] {
    return wave.itemsPerThread * registers > kMaxNetworkRegisters / 2;
  });
  sort.blockTiles = {getBlockSortTile(sort.tile)};
  uint64_t bytes = sort.getWidest();
  auto isTooMuch = [&](const TileShape &tile) {
    return tile.itemsPerThread * registers > kMaxItemRegisters / 2 ||
           tile.items() * bytes > target.ldsBytes / 2;
  };
  SmallVector<TileShape> tiles;
  if (!hasTunedTile(op))
    tiles = getShortTiles(sort.form, target, bytes);
  bool isWhole = sort.form == SortForm::Whole;
  if (!isWhole)
    llvm::erase_if(tiles, isTooMuch);
  if (!tiles.empty())
    sort.blockTiles = tiles;
  if (isWhole)
    return;
  // One item past a tile would cost a pass for each digit, at every row.
  TileShape most{sort.tile.blockSize, sort.tile.itemsPerThread};
  int64_t longest = sort.blockTiles.back().items();
  most.halveItemsWhile(
      [&] { return most.items() > longest && isTooMuch(most); });
  if (most.items() > longest)
    sort.blockTiles.push_back(most);
}

/// The table's tile is one of keys, of a size. Where digits are counted first,
/// other members are in registers as well, and wait there for their ranks.
static void makeRoomForMembers(RadixSort &sort, DeviceSortOp op,
                               unsigned registers, const TargetInfo &target) {
  TuningAttr tuning = op.getTuningAttr();
  if (!countsDigitsFirst(target) || (tuning && tuning.getItemsPerThread()))
    return;
  unsigned most = countFirstItemRegisters;
  // The code of a float takes more to compute than to keep beside it.
  if (isa<FloatType>(sort.types.front())) {
    registers += llvm::divideCeil(getElementBytes(sort.types.front()), 4);
    most = countFirstCodedRegisters;
  }
  TileShape &tile = sort.tile;
  tile.itemsPerThread =
      std::max(std::min(tile.itemsPerThread, most / registers), 1u);
  unsigned taken = tile.itemsPerThread * registers + countFirstOtherRegisters;
  unsigned blocks =
      target.getBlocksPerUnit(tile.blockSize, taken, /*blockLdsBytes=*/0);
  tile.minBlocks = std::min(tile.minBlocks, blocks);
}

/// Counters of each lane's own leave room for one block on each unit, so that
/// block is as large as possible. That does not pay for short segments.
static void chooseHistogram(RadixSort &sort, const TargetInfo &target) {
  sort.histogramTile = sort.tile;
  if (!sort.countsFirst || sort.form != SortForm::Whole)
    return;
  unsigned words = llvm::divideCeil(getElementBytes(sort.types.front()), 4);
  sort.histogramCopies = getHistogramCopies(target, sort.histogramSize());
  sort.histogramTile = {
      std::min(4 * sort.tile.blockSize, target.maxBlockSize),
      std::min(sort.tile.itemsPerThread, std::max(16 / words, 1u))};
}

/// Whether the op or the target wants counts first, and there is room.
static bool canCountFirst(const RadixSort &sort, DeviceSortOp op,
                          const TargetInfo &target) {
  TuningAttr tuning = op.getTuningAttr();
  bool isTuned = tuning && tuning.getAlgorithm() == Algorithm::CountFirst;
  if (!isTuned && !countsDigitsFirst(target))
    return false;
  uint64_t bytes = 0;
  for (Type type : sort.types)
    bytes += uint64_t(getElementBytes(type)) * sort.tile.items();
  return bytes <= target.ldsBytes / 2;
}

/// The tiles of a sort by blocks that all run at once; fails with a diagnostic
/// if the op requires them and the device cannot hold them.
static LogicalResult chooseCooperativeTiles(RadixSort &sort, DeviceSortOp op,
                                            const DeviceContext &context) {
  TuningAttr tuning = op.getTuningAttr();
  bool isAsked = tuning && tuning.getAlgorithm() == Algorithm::Cooperative;
  bool hasTile = hasTunedTile(op);
  auto isScattered = [&](Value operand) {
    return isa<MemRefType>(operand.getType()) && !hasDenseRows(op, operand);
  };
  auto device = cast<DeviceOpInterface>(op.getOperation());
  if (sort.form != SortForm::Whole || llvm::any_of(op.getIns(), isScattered) ||
      llvm::any_of(device.getWrittenOuts(), isScattered)) {
    if (isAsked)
      return context.notLowered(
          op, "with algorithm cooperative, on rows, on segments or on elements "
              "that are not contiguous,");
    return success();
  }
  // A tile is that of the passes unless it says whose it is.
  if (!isAsked && (hasTile || !context.getLimits().cooperative))
    return success();
  if (!hasTile)
    sort.cooperativeTiles =
        getCooperativeSortTiles(context.getTarget(), sort.getWidest());
  if (sort.cooperativeTiles.empty() && isAsked)
    sort.cooperativeTiles = {{sort.tile, 0}};
  if (isAsked)
    sort.cooperativeTiles.back().maxElements = INT64_MAX;
  // There is room for the counts of as many as the chip may hold.
  const TargetInfo &target = context.getTarget();
  for (auto &[tile, maxElements] : sort.cooperativeTiles) {
    int64_t most = int64_t(target.units.count) *
                   target.getBlocksPerUnit(tile.blockSize, /*registers=*/0,
                                           /*blockLdsBytes=*/0);
    if (std::optional<int64_t> limit = context.getLimits().maxBlocks)
      most = std::min(most, *limit);
    most = std::min(most, context.getMaxGrid(tile.blockSize));
    maxElements = std::min<int64_t>(maxElements, most * tile.items());
  }
  return success();
}

FailureOr<RadixSort> RadixSort::get(DeviceSortOp op,
                                    const DeviceLowering &lowering,
                                    const DeviceContext &context) {
  uint64_t registers = lowering.countItemRegisters();
  RadixSort sort(KeyCodec::get(op));
  auto type = cast<MemRefType>(op.getIns().front().getType());
  sort.form = op.getSegmentForm() ? SortForm::Segments
              : type.getRank() > 1 && RowForm::get(op).isByRow()
                  ? SortForm::Rows
                  : SortForm::Whole;
  sort.types = op.getItemTypes();
  sort.discardsKeys = !op.getDiscards().empty();
  sort.tile = lowering.getTile(context);
  makeRoomForMembers(sort, op, registers, context.getTarget());
  sort.numDigits = sort.codec.getNumDigits(kMaxRadixBits);
  // Two buffers that take turns lead from the first to the second one in an odd
  // number of passes.
  if (op.getMayClobberInput() && sort.numDigits % 2 == 0)
    ++sort.numDigits;
  sort.digitBits = sort.codec.getDigitBits(sort.numDigits);
  // Rows that are sorted in one go are those of the other way of the choice.
  if (getChoice(op).value_or(true))
    chooseShortTiles(sort, op, registers, context.getTarget());
  sort.countsFirst = canCountFirst(sort, op, context.getTarget());
  chooseHistogram(sort, context.getTarget());
  if (failed(chooseCooperativeTiles(sort, op, context)))
    return failure();
  return sort;
}

namespace {

/// Puts the plan together.
class SortPlanner {
public:
  SortPlanner(DeviceSortOp op, const RadixSort &sort,
              const DeviceContext &context)
      : op(op), sort(sort), context(context),
        plan{sort.tile, RowForm::get(op)} {}

  DevicePlan run();

private:
  using Region = WorkspaceRegion;
  using Launches = SmallVector<PlanLaunch>;

  /// The regions that the passes have by name.
  void addRegions();
  /// Operands whose rows are not contiguous get contiguous copies.
  void addCopies();
  static Size allElements() { return Size::elements() * Size::rows(); }
  /// Bytes of what passes have for all elements of `type`.
  Size getBuffer(Type type) const {
    return (allElements() * getElementBytes(type))
        .beyond(sort.form == SortForm::Whole ? 0 : sort.maxWithoutPasses());
  }
  /// A launch that reads the sources, and one that writes the results, too.
  PlanLaunch makeLaunch(unsigned kernel, const LaunchSchedule &schedule);
  PlanLaunch makeInOneGo(unsigned kernel, const LaunchSchedule &schedule);
  PlanLaunch makeShort();
  PlanLaunch makeBlocks(unsigned list);
  /// Adds the cases of one cooperative launch, and the counts of its blocks.
  void addCooperative();
  Launches makePasses();
  /// Where items are between two digits.
  SmallVector<LaunchValue> getOthers();
  void addCase(int64_t maxElements, bool usesWorkspace, Launches launches);

  DeviceSortOp op;
  RadixSort sort;
  const DeviceContext &context;
  DevicePlan plan;
  /// Where members are read from and written to in the end.
  SmallVector<LaunchValue> sources, results;
  Launches before, after;
};

} // namespace

PlanLimit mlir::prim::getSortLimit(DeviceSortOp op,
                                   const DeviceContext &context,
                                   const TileShape &tile) {
  // Places in the output are counted from a tile before it, in unsigned 32-bit
  // bytes.
  int64_t bound = std::min(context.getLimits().maxSortItems,
                           (int64_t(1) << sortCountBits) - tile.items());
  auto type = cast<MemRefType>(op.getIns().front().getType());
  bool isWhole = type.getRank() == 1 && !op.getSegmentForm();
  return {bound - 1,
          ("sorts fewer than " + Twine(bound) + " items at once, found {}; " +
           (isWhole ? "add batches for more" : "sort in parts and merge them"))
              .str()};
}

void SortPlanner::addRegions() {
  // The words of the last pass and the items in between remain in all of it:
  // whichever op comes next, of whatever size, expects zeros.
  Size histograms = 4 * sort.histogramSize(), passTiles = Size::tiles();
  Region counters = Region::zeros(0);
  if (sort.form == SortForm::Rows)
    histograms = histograms * Size::rows();
  if (sort.form == SortForm::Segments) {
    // As many segments are as long as that at most.
    histograms = Size::tiles() * Size::rows() * histograms *
                 SortLists::getSegmentsPerTile(sort);
    passTiles = passTiles * SortLists::getTilesPerTile(sort);
    counters = SortLists::getCounters(sort);
  }
  Size states =
      Size::gridState(IntegerType::get(op.getContext(), 32), passTiles,
                      /*chains=*/int32_t(sort.radix()), sortCountBits);
  if (plan.rows.isByRow())
    states = states.alignTo(Region::rowAlignment) * Size::rows();
  // Segments that need no passes are many where they are short.
  int64_t least = sort.form == SortForm::Whole ? 0 : sort.maxWithoutPasses();
  int64_t tickets = 4 * sort.numDigits;
  if (!sort.cooperativeTiles.empty())
    tickets = std::max<int64_t>(tickets, cooperativeStateBytes);
  histograms = histograms.beyond(least);
  states = states.beyond(least);
  plan.regions = {Region::zeros(tickets), counters};
  if (sort.form != SortForm::Segments) {
    plan.regions.push_back(Region::zeros(histograms));
    plan.regions.push_back(Region::zeros(states));
    return;
  }
  // A kernel clears those that segments need, which may be none.
  plan.regions.push_back(Region::scratch(histograms));
  plan.regions.push_back(Region::scratch(states));
  sort.lists = plan.regions.size();
  plan.regions.push_back(SortLists::getRegion(sort));
}

void SortPlanner::addCopies() {
  auto copy = [&](Value memref, LaunchValue rows, bool toRows) {
    PlanLaunch launch{
        plan.addKernel(toRows ? StringLiteral("sort_to_rows")
                              : StringLiteral("sort_from_rows"),
                       rowCopyThreads,
                       [=, op = op](KernelBuilder &kernel) {
                         emitRowCopy(op, memref, toRows, kernel);
                       }),
        LaunchSchedule::ofWork(allElements(), rowCopyElements,
                               context.getMaxBlocks(rowCopyThreads))};
    launch.pass(RowCopyParams::rows, rows);
    (toRows ? before : after).push_back(launch);
  };
  auto place = [&](Value memref, bool isRead, bool isWritten) {
    if (hasDenseRows(op, memref))
      return LaunchValue::buffer(memref);
    auto rows = LaunchValue::region(plan.regions.size());
    Type element = getElementTypeOrSelf(memref);
    plan.regions.push_back(
        Region::scratch(allElements() * getElementBytes(element)));
    if (isRead)
      copy(memref, rows, /*toRows=*/true);
    if (isWritten)
      copy(memref, rows, /*toRows=*/false);
    return rows;
  };
  for (Value in : op.getIns())
    sources.push_back(place(in, /*isRead=*/true, /*isWritten=*/false));
  // An element that lies in no segment stays as it is.
  for (auto [member, out] : llvm::enumerate(op.getOuts())) {
    if (member || !sort.discardsKeys) {
      results.push_back(place(out, sort.form == SortForm::Segments,
                              /*isWritten=*/true));
      continue;
    }
    // Between digits keys have to be somewhere, in turns there and in the other
    // buffers. What is sorted in one go has no use for it, nor has the last
    // digit.
    results.push_back(LaunchValue::region(plan.regions.size()));
    plan.regions.push_back(Region::scratch(
        sort.numDigits > 2 ? getBuffer(sort.types.front()) : Size(0)));
  }
}

PlanLaunch SortPlanner::makeLaunch(unsigned kernel,
                                   const LaunchSchedule &schedule) {
  return PlanLaunch{kernel, schedule}.pass(SortParams::sources, sources);
}

PlanLaunch SortPlanner::makeInOneGo(unsigned kernel,
                                    const LaunchSchedule &schedule) {
  return makeLaunch(kernel, schedule).pass(SortParams::destinations, results);
}

PlanLaunch SortPlanner::makeShort() {
  unsigned blockSize = sort.waveTile.blockSize;
  auto emit = [op = op, sort = sort](KernelBuilder &kernel) {
    emitSortShort(op, sort, kernel);
  };
  return makeInOneGo(
      plan.addKernel("sort_short", blockSize, emit),
      LaunchSchedule::ofWork(
          sort.form == SortForm::Rows ? Size::rows()
                                      : Size::extent(op.getSegments().front()),
          blockSize / tinySortItems, context.getMaxBlocks(blockSize)));
}

PlanLaunch SortPlanner::makeBlocks(unsigned list) {
  unsigned blockSize = sort.blockTiles[list].blockSize;
  auto emit = [=, op = op, sort = sort](KernelBuilder &kernel) {
    emitSortBlock(op, sort, list, kernel);
  };
  auto getSchedule = [&] {
    int64_t maxBlocks = context.getMaxBlocks(blockSize);
    switch (sort.form) {
    case SortForm::Whole:
      return LaunchSchedule::oneBlock();
    case SortForm::Rows:
      return LaunchSchedule::ofWork(Size::rows(), /*unit=*/1, maxBlocks);
    case SortForm::Segments:
      // A list has fewer segments than a wave's tiles are in the buffer.
      return LaunchSchedule::ofWork(allElements(), sort.waveTile.items(),
                                    maxBlocks);
    }
    llvm_unreachable("all forms are handled");
  };
  return makeInOneGo(plan.addKernel("sort_block", blockSize, emit),
                     getSchedule());
}

SmallVector<LaunchValue> SortPlanner::getOthers() {
  SmallVector<LaunchValue> others = sources;
  if (sort.buffers)
    for (auto [member, other] : llvm::enumerate(others))
      other = LaunchValue::region(sort.buffers + member);
  return others;
}

void SortPlanner::addCooperative() {
  if (sort.cooperativeTiles.empty())
    return;
  // A row of counts for each block of the case that has the most.
  int64_t minItems = INT64_MAX, maxBlocks = 0;
  for (auto [tile, maxElements] : sort.cooperativeTiles) {
    minItems = std::min<int64_t>(minItems, tile.items());
    maxBlocks = std::max<int64_t>(maxBlocks,
                                  llvm::divideCeil(maxElements, tile.items()));
  }
  sort.counts = plan.regions.size();
  plan.regions.push_back(
      {(Size::elements().ceilDiv(minItems).min(maxBlocks) * 4 * sort.radix())
           .beyond(sort.blockTiles.back().items())});
  for (auto [tile, maxElements] : sort.cooperativeTiles) {
    auto emit = [op = op, sort = sort, tile = tile](KernelBuilder &kernel) {
      emitSortCooperative(op, sort, tile, kernel);
    };
    // The last digit goes to the results.
    SmallVector<LaunchValue> first = results, second = getOthers();
    if (sort.numDigits % 2 == 0)
      std::swap(first, second);
    PlanLaunch launch =
        makeLaunch(plan.addKernel("sort_resident", tile.blockSize, emit),
                   LaunchSchedule::blockPerTile().cooperative());
    launch.pass(SortParams::destinations, first);
    launch.pass(SortParams::others, second);
    plan.cases.push_back({maxElements,
                          /*usesWorkspace=*/true,
                          {launch},
                          tile,
                          CaseGuard::holds(Size::tiles()),
                          cooperativeStateBytes});
  }
}

SmallVector<PlanLaunch> SortPlanner::makePasses() {
  unsigned blockSize = sort.tile.blockSize;
  unsigned histogram =
      plan.addKernel("sort_histogram", sort.histogramTile.blockSize,
                     [op = op, sort = sort](KernelBuilder &kernel) {
                       emitSortHistogram(op, sort, kernel);
                     });
  auto addPass = [&](bool isLast) {
    return plan.addKernel("sort_pass", sort.tile,
                          [=, op = op, sort = sort](KernelBuilder &kernel) {
                            emitSortPass(op, sort, isLast, kernel);
                          });
  };
  unsigned last = addPass(/*isLast=*/true), pass = last;
  if (sort.discardsKeys && sort.numDigits > 1)
    pass = addPass(/*isLast=*/false);
  Launches launches{
      sort.histogramCopies == 1
          ? makeLaunch(histogram,
                       LaunchSchedule::spread(context.getMaxBlocks(blockSize),
                                              sortHistogramTiles))
          : makeLaunch(histogram, LaunchSchedule::ofWork(
                                      allElements(), sort.histogramTile.items(),
                                      std::min<int64_t>(
                                          context.getTarget().units.count,
                                          context.getMaxBlocks(
                                              sort.histogramTile.blockSize))))};
  // The last pass writes the results, the one before it elsewhere, and so on.
  SmallVector<LaunchValue> source = sources, others = getOthers();
  for (unsigned digit = 0; digit < sort.numDigits; ++digit) {
    const SmallVector<LaunchValue> &destination =
        (sort.numDigits - 1 - digit) % 2 ? others : results;
    PlanLaunch launch{
        digit + 1 == sort.numDigits ? last : pass,
        LaunchSchedule::blockPerTile(sort.form == SortForm::Segments
                                         ? SortLists::getTilesPerTile(sort)
                                         : 1)};
    launch.pass(SortParams::sources, source);
    launch.pass(SortParams::destinations, destination);
    launch.pass(SortParams::shift,
                sort.codec.getDigitShift(digit, sort.numDigits));
    launch.pass(SortParams::digit, digit);
    launch.pass(SortParams::ticket, LaunchValue::region(Tickets, 4 * digit));
    launch.pass(SortParams::histogram,
                LaunchValue::region(Histograms, 4 * digit * sort.radix()));
    launches.push_back(launch);
    source = destination;
  }
  return launches;
}

void SortPlanner::addCase(int64_t maxElements, bool usesWorkspace,
                          Launches launches) {
  Launches all = before;
  llvm::append_range(all, launches);
  llvm::append_range(all, after);
  plan.cases.push_back(
      {maxElements, usesWorkspace || !before.empty() || !after.empty(), all});
}

DevicePlan SortPlanner::run() {
  plan.limits.push_back(getSortLimit(op, context, sort.tile));
  // Kernels of rows that are sorted in one go map what they load.
  bool isInOneGo = !op.getPrologue().empty();
  if (!isInOneGo)
    addRegions();
  addCopies();
  bool hasCopies = llvm::all_of(sources, [](const LaunchValue &source) {
    return source.kind == LaunchValue::Kind::Region;
  });
  bool clobbers = (op.getMayClobberInput() || hasCopies) && sort.numDigits % 2;
  if (sort.numDigits > 1 && !clobbers && !isInOneGo) {
    sort.buffers = plan.regions.size();
    for (Type type : sort.types) {
      plan.regions.push_back(Region::scratch(getBuffer(type)));
    }
  }
  plan.cases.push_back({0, /*usesWorkspace=*/false, {}});
  bool isByLists = sort.form == SortForm::Segments;
  Launches launches;
  // Segments may have all lengths up to that of the buffer.
  auto next = [&](PlanLaunch launch, int64_t maxElements, bool usesLists) {
    if (!isByLists)
      launches.clear();
    launches.push_back(launch);
    addCase(maxElements, usesLists, launches);
  };
  if (sort.form != SortForm::Whole && !sort.blockTiles.empty())
    next(makeShort(), sort.waveTile.items(), /*usesLists=*/false);
  for (auto [list, tile] : llvm::enumerate(sort.blockTiles))
    next(makeBlocks(list), tile.items(), isByLists);
  if (isInOneGo) {
    plan.cases.back().maxElements = INT64_MAX;
    return plan;
  }
  addCooperative();
  if (!isByLists)
    launches.clear();
  llvm::append_range(launches, makePasses());
  addCase(INT64_MAX, /*usesWorkspace=*/true, launches);
  return plan;
}

std::unique_ptr<Decomposition>
SortLowering::decompose(const DeviceContext &context) const {
  return decomposeSort(op, context.getLimits());
}

namespace {

class RadixSortLowering : public SortLowering {
public:
  explicit RadixSortLowering(DeviceSortOp op)
      : SortLowering(op, DeviceAlgorithm::Sort) {}

  /// Members do not limit the table's tile of sorts; segments have another row.
  void limitTile(TileShape &tile, bool hasBorder) const override {
    if (hasBorder)
      SortLowering::limitTile(tile, hasBorder);
  }

  TileShape getHeldTile(TileShape tile) const override {
    return getBlockSortTile(tile);
  }

  std::unique_ptr<Decomposition>
  decompose(const DeviceContext &context) const override;

  FailureOr<DevicePlan> plan(const DeviceContext &context) const override {
    FailureOr<RadixSort> sort = RadixSort::get(op, *this, context);
    if (failed(sort))
      return failure();
    return SortPlanner(op, *sort, context).run();
  }
};

} // namespace

/// Whether a sort of rows may map elements as it loads them, if it does so
/// once.
static bool canFusePrologue(DeviceSortOp op) {
  auto order = cast<SortOpInterface>(op.getOperation());
  TuningAttr tuning = op.getTuningAttr();
  return !op.getPrologue().empty() && !op.getSegmentForm() &&
         cast<MemRefType>(op.getIns().front().getType()).getRank() > 1 &&
         RowForm::get(op).isByRow() && order.getNumKeys() == 1 &&
         !order.getKeyOrders() &&
         !(tuning && tuning.getAlgorithm() == Algorithm::Cooperative) &&
         llvm::all_of(op.getIns(),
                      [&](Value in) { return hasDenseRows(op, in); });
}

std::unique_ptr<Decomposition>
RadixSortLowering::decompose(const DeviceContext &context) const {
  if (!canFusePrologue(op))
    return SortLowering::decompose(context);
  if (getChoice(op))
    return nullptr;
  FailureOr<RadixSort> sort = RadixSort::get(op, *this, context);
  assert(succeeded(sort) && "only a tuned algorithm may not be there");
  int64_t most = sort->maxWithoutPasses();
  if (std::optional<int64_t> known = RowForm::get(op).getKnownLength()) {
    if (*known <= most)
      return nullptr;
    return SortLowering::decompose(context);
  }
  auto areShort = [op = op, most](HostBuilder &host) {
    return host.sle(RowForm::get(op).emitLength(host), most);
  };
  return std::make_unique<Choice>(
      areShort, std::make_unique<ChosenOp<DeviceSortOp>>(op, /*holds=*/true),
      decomposeLongPrologue(op));
}

std::unique_ptr<DeviceLowering>
mlir::prim::createRadixSortLowering(DeviceSortOp op) {
  return std::make_unique<RadixSortLowering>(op);
}
