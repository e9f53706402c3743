//===- DeviceRows.cpp - Lower prim.device_rows *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row is loaded once and stays in the registers of a group of lanes or of a
// block, chosen by its length. A longer one is walked along by a block. Rows
// that lie side by side are taken in strips by a block, whose threads share
// each row, or have a thread each.
//
//===----------------------------------------------------------------------===//

#include "../Engine/DeviceLowering.h"
#include "../Engine/OperandChecks.h"
#include "RowBody.h"
#include "RowKeep.h"
#include "RowKernel.h"
#include "SegmentPlan.h"
#include "prim/Dialect/Prim/IR/Limits.h"
#include "prim/Dialect/Prim/Utils/HostMemory.h"
#include <numeric>

using namespace mlir;
using namespace mlir::prim;

namespace {

class RowsLowering : public OpLowering<DeviceRowsOp> {
public:
  explicit RowsLowering(DeviceRowsOp op)
      : OpLowering(op, DeviceAlgorithm::Rows) {}

  unsigned countItemBytes(bool hasBorder) const override {
    unsigned bytes = OpLowering::countItemBytes(hasBorder);
    // A result of the whole row is no item.
    for (auto [number, out] : llvm::enumerate(op.getOuts()))
      if (!op.isOfRow(number))
        bytes = std::max(bytes, getElementBytes(getElementTypeOrSelf(out)));
    return bytes;
  }

  uint64_t countItemRegisters() const override {
    return RowBody(op).countRegisters();
  }

  /// A segment is a row by itself.
  bool carriesBorders() const override { return false; }

  void emitSizeChecks(OperandChecks &checks) const override;
  FailureOr<DevicePlan> plan(const DeviceContext &context) const override;

private:
  int64_t getAlong() const {
    return op.getDimension() ? op.getDimension()->front() : 0;
  }
  /// The plan of segments, whose lengths only kernels know.
  FailureOr<DevicePlan> planSegments(const DeviceContext &context) const;
  void checkOut(OperandChecks &checks, unsigned number, Value out) const;
  void emitSegmentChecks(OperandChecks &checks) const;

  /// The groups whose threads can hold the row that they have.
  SmallVector<RowGrouping> getGroups(const DeviceContext &context,
                                     const RowBody &body,
                                     const TileShape &tile) const;
  /// The groups for rows that are sorted: more than for others, because items
  /// that do not exist take part in all steps of a sort, and up to the longest
  /// row that a block can sort.
  SmallVector<RowGrouping> getSortingGroups(const DeviceContext &context,
                                            const RowBody &body) const;
  /// Whether the threads of a group can sort its rows.
  static bool canSort(const RowGrouping &rows, const DeviceContext &context,
                      const RowBody &body);

  /// The strips for rows that lie side by side, of which the last one is walked
  /// along. Empty if each row has a single thread.
  SmallVector<RowStrip> getStrips(const DeviceContext &context,
                                  const RowBody &body,
                                  const TileShape &tile) const;
  /// Adds the cases of `strips`, which have the rows that are longer than those
  /// of cases before.
  void addStrips(DevicePlan &plan, const DeviceContext &context,
                 ArrayRef<RowStrip> strips) const;

  /// Limits the rows to those that the last case of `plan` can sort.
  LogicalResult limitSorted(DevicePlan &plan,
                            const DeviceContext &context) const;
  /// Whether the threads of a group have registers for its row.
  bool canHold(const RowGrouping &rows, const DeviceContext &context,
               const RowBody &body) const;
  /// Whether the threads of a strip have registers for their rows.
  bool canHold(const RowStrip &strip, const DeviceContext &context,
               const RowBody &body) const;
  /// Blocks that shall fit on a unit, as in TileShape.
  unsigned getMinBlocks(const RowGrouping &rows, const DeviceContext &context,
                        const RowBody &body) const;
  /// Whether there are outputs with the shape of `ins`.
  static bool writesItems(const RowBody &body) {
    return llvm::any_of(body.getWritten(), [](Value value) { return !!value; });
  }
  /// Whether rows are read once anyway and need no registers: tile by tile,
  /// more blocks fit on a unit.
  static bool isStream(const RowBody &body) {
    return body.countWalks() == 1 && !writesItems(body) && body.foldsByThread();
  }
  /// Whether rows may be computed tile by tile.
  static bool canWalk(const RowBody &body) {
    bool scansBothWays =
        body.scans(/*reverse=*/false) && body.scans(/*reverse=*/true);
    return !scansBothWays && !body.hasSorts();
  }
  /// Workgroup memory of a block that may keep elements of rows.
  static uint64_t getKeptBytes(const DeviceContext &context,
                               const RowBody &body) {
    uint64_t bytes = context.getTarget().ldsBytes;
    bool scans = body.scans(/*reverse=*/false) || body.scans(/*reverse=*/true);
    return scans ? bytes / 2 : bytes / 8 * 7;
  }
  static uint64_t countHeldRegisters(const RowGrouping &rows,
                                     const RowBody &body) {
    return rows.tile.itemsPerThread * body.countRegisters() + otherRegisters;
  }
  /// The threads of a block.
  static unsigned countThreads(const RowGrouping &rows,
                               const DeviceContext &context) {
    return rows.group == RowGroup::Lanes
               ? rows.waves * context.getTarget().waveSize
               : rows.tile.blockSize;
  }
  /// Blocks that fit on a unit with so many registers in a thread.
  static unsigned countBlocks(const RowGrouping &rows,
                              const DeviceContext &context,
                              uint64_t registers) {
    return context.getTarget().getBlocksPerUnit(countThreads(rows, context),
                                                registers, 0);
  }

  /// The registers of a thread besides its items.
  static constexpr uint64_t otherRegisters = 24;
  /// The threads of a block of single threads.
  static constexpr unsigned singleThreads = 256;
};

} // namespace

void RowsLowering::checkOut(OperandChecks &checks, unsigned number,
                            Value out) const {
  std::optional<int64_t> first = op.getFirst(out);
  if (!first)
    return checks.compareToIns("outs", number, out);
  int64_t along = getAlong();
  checks.compareToIns("outs", number, out, along);
  Value in = op.getIns().front();
  if (!cast<MemRefType>(in.getType()).isDynamicDim(along))
    return;
  HostBuilder &host = checks.getHost();
  Value taken = host.extent(out, along), all = host.extent(in, along);
  checks.check(host.sle(taken, all),
               "outs " + Twine(number) +
                   " takes {} elements of a row, but rows of ins 0 have {}",
               {taken, all});
}

void RowsLowering::emitSegmentChecks(OperandChecks &checks) const {
  checks.checkIns();
  Value count = checks.countSegments();
  for (auto [number, out] : llvm::enumerate(op.getOuts()))
    if (op.isOfRow(number))
      checks.compareToSegments("outs", number, out, count);
    else
      checks.compareToIns("outs", number, out);
  for (auto [number, in] : llvm::enumerate(op.getRowIns()))
    checks.compareToSegments("row_ins", number, in, count);
  for (auto [number, in] : llvm::enumerate(op.getColumnIns()))
    checks.expectSize("column_ins " + Twine(number), in);
}

void RowsLowering::emitSizeChecks(OperandChecks &checks) const {
  if (op.getSegmentForm())
    return emitSegmentChecks(checks);
  checks.checkIns();
  for (auto [number, out] : llvm::enumerate(op.getOuts()))
    checkOut(checks, number, out);
  for (auto [number, in] : llvm::enumerate(op.getRowIns()))
    checks.compareToIns("row_ins", number, in);
  HostBuilder &host = checks.getHost();
  int64_t along = getAlong();
  Value first = op.getIns().front();
  for (auto [number, in] : llvm::enumerate(op.getColumnIns())) {
    if (!cast<MemRefType>(in.getType()).isDynamicDim(0) &&
        !cast<MemRefType>(first.getType()).isDynamicDim(along))
      continue;
    Value found = host.extent(in, 0), wanted = host.extent(first, along);
    checks.check(host.eq(found, wanted),
                 "column_ins " + Twine(number) +
                     " has {} elements, but rows of ins 0 have {}",
                 {found, wanted});
  }
}

/// Whether a network of registers sorts the items of lanes.
static bool canSortByLanes(BlockSortOp sort, TypeRange members,
                           const RowGrouping &rows, const TargetInfo &target) {
  auto order = cast<SortOpInterface>(sort.getOperation());
  // The network is unrolled, so that more items take LLVM long.
  return target.readsAnyLane() && order.getNumKeys() == 1 &&
         !order.getKeyOrders() &&
         rows.tile.itemsPerThread * prim::countRegisters(members) <=
             kMaxNetworkRegisters / 4;
}

/// Whether the items of a block fit its workgroup memory, beside counters.
static bool canSortByBlock(BlockSortOp sort, TypeRange members,
                           const RowGrouping &rows, const TargetInfo &target) {
  // Digits move member by member, and merges all that is compared.
  uint64_t bytes = countBytes(members) + sizeof(int32_t);
  if (sort.getComparator().empty())
    bytes = getElementBytes(*llvm::max_element(members, [](Type a, Type b) {
      return getElementBytes(a) < getElementBytes(b);
    }));
  return rows.tile.items() * bytes <= target.ldsBytes / 2;
}

bool RowsLowering::canSort(const RowGrouping &rows,
                           const DeviceContext &context, const RowBody &body) {
  const TargetInfo &target = context.getTarget();
  return llvm::all_of(body.getSorts(), [&](BlockSortOp sort) {
    SmallVector<Type> members;
    for (unsigned member : body.getSorted(sort))
      members.push_back(sort.getInputs()[member].getType());
    if (rows.group == RowGroup::Lanes)
      return canSortByLanes(sort, members, rows, target);
    return rows.group == RowGroup::Block &&
           canSortByBlock(sort, members, rows, target);
  });
}

bool RowsLowering::canHold(const RowGrouping &rows,
                           const DeviceContext &context,
                           const RowBody &body) const {
  if (!canSort(rows, context, body))
    return false;
  // Blocks walk along longer segments.
  if (op.getSegmentForm() && (rows.group == RowGroup::Cluster || rows.isKept()))
    return false;
  // Lanes and clusters have no items that do not count.
  if (rows.group != RowGroup::Block && body.lacksIdentity())
    return false;
  if (rows.group == RowGroup::Cluster &&
      (body.scans(/*reverse=*/false) || body.scans(/*reverse=*/true)))
    return false;
  if (rows.isKept()) {
    if (!canWalk(body))
      return false;
    // Folds that several blocks have tile by tile would need barriers for each.
    if (rows.group == RowGroup::Cluster && !body.foldsByThread())
      return false;
    if (countKeptBytes(op, body, rows) > getKeptBytes(context, body))
      return false;
  }
  uint64_t registers = countHeldRegisters(rows, body);
  return op.getTuningAttr() || (registers < kMaxItemRegisters &&
                                countBlocks(rows, context, registers) > 0);
}

bool RowsLowering::canHold(const RowStrip &strip, const DeviceContext &context,
                           const RowBody &body) const {
  // Elements are no neighbours, so that each has addresses of its own: those of
  // what is loaded, and of what is written.
  constexpr uint64_t ofAddress = 2;
  uint64_t ofItem = body.countLoadRegisters();
  for (Value value : body.getWritten())
    ofItem += value ? ofAddress : 0;
  uint64_t registers = strip.itemsPerThread * ofItem + otherRegisters;
  return registers < kMaxItemRegisters &&
         context.getTarget().getBlocksPerUnit(strip.blockSize, registers, 0) >
             0;
}

unsigned RowsLowering::getMinBlocks(const RowGrouping &rows,
                                    const DeviceContext &context,
                                    const RowBody &body) const {
  unsigned least = rows.tile.minBlocks;
  uint64_t loading = rows.tile.itemsPerThread * body.countLoadRegisters();
  if (rows.isKept())
    return least;
  // A region that needs more than the table considers would spill, and one that
  // needs less would be given more: a log-sum-exp of 4096 bf16 takes 55 us
  // instead of 51 then, on an H200.
  if (!writesItems(body) ||
      countBlocks(rows, context, countHeldRegisters(rows, body)) < least ||
      countBlocks(rows, context, loading + otherRegisters) >= least)
    return 0;
  return least;
}

SmallVector<RowGrouping>
RowsLowering::getSortingGroups(const DeviceContext &context,
                               const RowBody &body) const {
  const TargetInfo &target = context.getTarget();
  unsigned bytes = countItemBytes(/*hasBorder=*/false);
  SmallVector<RowGrouping> groups =
      prim::getRowGroups(target, RowFamily::Fused, bytes);
  int64_t shortest = groups.front().maxElements;
  for (RowGrouping rows : SmallVector<RowGrouping>(groups))
    while (rows.group == RowGroup::Lanes && rows.maxElements > 2 * shortest) {
      rows.tile.itemsPerThread /= 2;
      rows.maxElements /= 2;
      groups.push_back(rows);
    }
  for (const TileShape &tile : getRowTiles(target, RowFamily::Sort, bytes))
    groups.push_back({RowGroup::Block, tile.items(), tile});
  for (RowGrouping &rows : groups) {
    if (rows.group != RowGroup::Block)
      continue;
    rows.tile.halveItemsWhile([&] {
      rows.maxElements = rows.tile.items();
      return !canHold(rows, context, body);
    });
    rows.maxElements = rows.tile.items();
  }
  llvm::stable_sort(groups, [&](const RowGrouping &a, const RowGrouping &b) {
    return std::pair(a.maxElements, countThreads(a, context)) <
           std::pair(b.maxElements, countThreads(b, context));
  });
  int64_t longest = 0;
  llvm::erase_if(groups, [&](const RowGrouping &rows) {
    bool isLonger = rows.maxElements > longest && canHold(rows, context, body);
    if (isLonger)
      longest = rows.maxElements;
    return !isLonger;
  });
  return groups;
}

SmallVector<RowGrouping> RowsLowering::getGroups(const DeviceContext &context,
                                                 const RowBody &body,
                                                 const TileShape &tile) const {
  SmallVector<RowGrouping> groups;
  if (op.getTuningAttr())
    groups.push_back({RowGroup::Block, tile.items(), tile});
  else if (body.hasSorts())
    groups = getSortingGroups(context, body);
  else
    groups = prim::getRowGroups(context.getTarget(), RowFamily::Fused,
                                countItemBytes(/*hasBorder=*/false));
  llvm::erase_if(groups, [&](const RowGrouping &rows) {
    return !canHold(rows, context, body) ||
           (isStream(body) && rows.maxElements > tile.items());
  });
  // The first of groups for the same rows is the best.
  groups.erase(llvm::unique(groups,
                            [](const RowGrouping &a, const RowGrouping &b) {
                              return a.maxElements == b.maxElements;
                            }),
               groups.end());
  for (RowGrouping &rows : groups)
    rows.tile.minBlocks = getMinBlocks(rows, context, body);
  if (op.getSegmentForm())
    return groups;
  // Rows that are longer than these, if workgroup memory can keep them.
  uint64_t bytes = RowKeep::countBytes(op, body);
  int64_t most =
      bytes && canWalk(body) ? getKeptBytes(context, body) / bytes : 0;
  most -= most % tile.items();
  if (most > (groups.empty() ? 0 : groups.back().maxElements) &&
      most > tile.items())
    groups.push_back({RowGroup::Block, most, tile});
  return groups;
}

/// Whether rows lie side by side, so that threads side by side read neighbours
/// where each goes along a row.
static bool areSideBySide(DeviceRowsOp op, const RowForm &rows) {
  auto type = cast<MemRefType>(op.getIns().front().getType());
  return isContiguous(type) && !rows.isDense(type);
}

SmallVector<RowStrip> RowsLowering::getStrips(const DeviceContext &context,
                                              const RowBody &body,
                                              const TileShape &tile) const {
  if (!body.foldsByThread() || body.hasSorts() ||
      body.scans(/*reverse=*/false) || body.scans(/*reverse=*/true))
    return {};
  SmallVector<RowStrip> strips = prim::getRowStrips(
      context.getTarget(), countItemBytes(/*hasBorder=*/false));
  if (op.getTuningAttr()) {
    unsigned rows = std::gcd(strips.back().rows, tile.blockSize);
    strips = {RowStrip{rows, tile.blockSize, tile.itemsPerThread}};
  }
  // The memory of one fold is not that of the fold before it, and each has
  // tuples of a second round.
  uint64_t most = context.getTarget().ldsBytes / 4, bytes = 0;
  for (Operation *each : body.getOps())
    if (CombinerOpInterface fold = RowBody::getFold(each))
      bytes = std::max(bytes, countBytes(RowBody::getFolds(fold).getTypes()));
  for (RowStrip &strip : strips)
    while (strip.blockSize * bytes > most && strip.countThreads() % 2 == 0)
      strip.blockSize /= 2;
  RowStrip walked = strips.pop_back_val();
  llvm::erase_if(strips, [&](const RowStrip &strip) {
    return !canHold(strip, context, body) ||
           (isStream(body) && strip.countTile() > walked.countTile());
  });
  strips.erase(llvm::unique(strips,
                            [](const RowStrip &a, const RowStrip &b) {
                              return a.countTile() == b.countTile();
                            }),
               strips.end());
  strips.push_back(walked);
  return strips;
}

void RowsLowering::addStrips(DevicePlan &plan, const DeviceContext &context,
                             ArrayRef<RowStrip> strips) const {
  auto add = [&](const RowStrip &strip, int64_t maxElements, unsigned kernel) {
    PlanLaunch launch{
        kernel, LaunchSchedule::ofWork(Size::rows(), strip.rows,
                                       context.getMaxGrid(strip.blockSize))};
    plan.cases.push_back({maxElements, /*usesWorkspace=*/false, {launch}});
  };
  for (const RowStrip &strip : strips.drop_back())
    add(strip, strip.countTile(),
        plan.addKernel("rows_strip", strip.blockSize,
                       [=, op = op](KernelBuilder &kernel) {
                         emitHeldByStrip(op, kernel, strip);
                       }));
  const RowStrip &walked = strips.back();
  add(walked, INT64_MAX,
      plan.addKernel("rows_strip_walked", walked.blockSize,
                     [=, op = op](KernelBuilder &kernel) {
                       emitWalkedByStrip(op, kernel, walked);
                     }));
}

LogicalResult RowsLowering::limitSorted(DevicePlan &plan,
                                        const DeviceContext &context) const {
  int64_t most = plan.cases.back().maxElements;
  std::string text = ("sorts rows of at most " + Twine(most) + " elements on " +
                      context.getTarget().chip)
                         .str();
  std::string advice = "; use prim.device_sort, and other ops before and "
                       "after it";
  if (std::optional<int64_t> known = plan.rows.getKnownLength();
      most == 0 || known.value_or(0) > most)
    return op->emitOpError(text)
           << (known ? ", found " + std::to_string(*known) : std::string())
           << advice;
  plan.limits.push_back({most, text + ", found {}" + advice});
  return success();
}

FailureOr<DevicePlan>
RowsLowering::planSegments(const DeviceContext &context) const {
  TileShape tile = getTile(context);
  return planSegmentRows(op, tile, getGroups(context, RowBody(op), tile),
                         context);
}

FailureOr<DevicePlan> RowsLowering::plan(const DeviceContext &context) const {
  if (op.getSegmentForm())
    return planSegments(context);
  TileShape tile = getTile(context);
  DevicePlan plan{tile, RowForm::get(op)};
  RowBody body(op);
  plan.cases.push_back({0});
  auto ofRows = [&](unsigned kernel, int64_t ofBlock, unsigned threads) {
    return PlanLaunch{kernel,
                      LaunchSchedule::ofWork(Size::rows(), ofBlock,
                                             context.getMaxGrid(threads))};
  };
  if (body.hasOutOfRow() && !body.lacksFolds())
    plan.cases.back().launches.push_back(
        ofRows(plan.addKernel("rows_empty", singleThreads,
                              [=, op = op](KernelBuilder &kernel) {
                                emitEmptyRows(op, kernel);
                              }),
               singleThreads, singleThreads));
  auto limit = [&](int64_t most) {
    plan.limits.push_back(
        {most, ("scans rows of at most " + Twine(most) +
                " elements in both directions, found {}; use one op for each "
                "direction")
                   .str()});
  };
  // A thread by itself sorts nothing.
  if (areSideBySide(op, plan.rows) && !body.hasSorts()) {
    if (!canWalk(body))
      limit(tile.itemsPerThread);
    unsigned kernel = plan.addKernel("rows_single", singleThreads,
                                     [=, op = op](KernelBuilder &kernel) {
                                       emitWalkedByThread(op, kernel, tile);
                                     });
    SmallVector<RowStrip> strips = getStrips(context, body, tile);
    plan.cases.push_back({strips.empty() ? INT64_MAX : maxRowOfThread,
                          /*usesWorkspace=*/false,
                          {ofRows(kernel, singleThreads, singleThreads)}});
    if (!strips.empty())
      addStrips(plan, context, strips);
    return plan;
  }
  int64_t least = 1;
  for (const RowGrouping &rows : getGroups(context, body, tile)) {
    PlanCase held{rows.maxElements};
    if (rows.isKept()) {
      unsigned kernel = plan.addKernel("rows_kept", rows.tile,
                                       [=, op = op](KernelBuilder &kernel) {
                                         emitKept(op, kernel, rows, least);
                                       });
      plan.kernels.back().clusterBlocks = rows.blocks;
      held.launches.push_back({kernel, LaunchSchedule::fixed(rows.blocks)});
      held.tile = rows.tile;
    } else if (rows.group == RowGroup::Cluster) {
      unsigned kernel = plan.addKernel(
          "rows_cluster", rows.tile, [=, op = op](KernelBuilder &kernel) {
            emitHeldByCluster(op, kernel, rows, least);
          });
      plan.kernels.back().clusterBlocks = rows.blocks;
      held.launches.push_back({kernel, LaunchSchedule::fixed(rows.blocks)});
      held.tile = rows.tile;
    } else if (rows.group == RowGroup::Lanes) {
      unsigned threads = countThreads(rows, context);
      TileShape block = rows.tile;
      block.blockSize = threads;
      unsigned kernel = plan.addKernel(
          "rows_lanes", block, [=, op = op](KernelBuilder &kernel) {
            emitHeldByLanes(op, kernel, rows, least);
          });
      held.launches.push_back(
          ofRows(kernel, countRowsOfLanes(rows, context.getTarget()), threads));
    } else {
      unsigned kernel = plan.addKernel(
          "rows", rows.tile, [=, op = op](KernelBuilder &kernel) {
            emitHeldByBlock(op, kernel, rows.tile, least);
          });
      held.launches.push_back({kernel, LaunchSchedule::oneBlock()});
      held.tile = rows.tile;
    }
    plan.cases.push_back(held);
    least = rows.maxElements + 1;
  }
  if (!canWalk(body)) {
    if (!body.hasSorts())
      limit(plan.cases.back().maxElements);
    else if (failed(limitSorted(plan, context)))
      return failure();
    plan.cases.back().maxElements = INT64_MAX;
    return plan;
  }
  TileShape walked = tile;
  // Other regions have more values at once than the table considers.
  if (!isStream(body))
    walked.minBlocks = 0;
  unsigned kernel = plan.addKernel(
      "rows_walked", walked, [=, op = op](KernelBuilder &kernel) {
        emitWalkedByBlock(op, kernel, walked, least);
      });
  plan.cases.push_back({INT64_MAX,
                        /*usesWorkspace=*/false,
                        {{kernel, LaunchSchedule::oneBlock()}},
                        tile});
  return plan;
}

std::unique_ptr<DeviceLowering> mlir::prim::createLowering(DeviceRowsOp op) {
  return std::make_unique<RowsLowering>(op);
}
