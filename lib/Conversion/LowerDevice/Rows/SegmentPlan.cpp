//===- SegmentPlan.cpp - Rows that are segments ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How long segments are, only kernels know. The host knows their mean length,
// by which it chooses the group of threads for each of them. Blocks that do not
// hold a segment walk along it at once. Groups of lanes leave such segments to
// a second kernel, where a block takes each.
//
//===----------------------------------------------------------------------===//

#include "SegmentPlan.h"

#include "../Engine/DeviceContext.h"
#include "RowBody.h"
#include "RowKernel.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// A group has room for so many times the mean length.
constexpr int64_t timesMean = 2;
/// The threads of a block with a segment for each thread.
constexpr unsigned singleThreads = 256;

class SegmentPlanner {
public:
  SegmentPlanner(DeviceRowsOp op, const TileShape &tile,
                 const DeviceContext &context)
      : op(op), tile(tile), context(context),
        count(Size::extent(op.getSegments().front())),
        plan{tile, RowForm::get(op)} {}

  DevicePlan run(const RowBody &body, ArrayRef<RowGrouping> groups);

private:
  /// A launch with a block for each `ofBlock` segments, of at most `maxBlocks`.
  PlanLaunch ofSegments(unsigned kernel, int64_t ofBlock, int64_t maxBlocks) {
    return {kernel, LaunchSchedule::ofWork(count, ofBlock, maxBlocks)};
  }
  void addEmpty();
  void addLanes(PlanCase &each, const RowGrouping &rows);
  void addBlocks(PlanCase &each, const SegmentTiles &tiles);
  SegmentTiles getTiles(const RowGrouping &rows) {
    return {rows.tile,
            {rows.tile.blockSize,
             std::min(rows.tile.itemsPerThread, tile.itemsPerThread)}};
  }

  DeviceRowsOp op;
  TileShape tile;
  const DeviceContext &context;
  Size count;
  DevicePlan plan;
  /// The kernel for what lanes leave.
  std::optional<unsigned> longKernel;
};

} // namespace

void SegmentPlanner::addEmpty() {
  unsigned kernel = plan.addKernel(
      "rows_empty", singleThreads,
      [=, op = op](KernelBuilder &kernel) { emitEmptySegments(op, kernel); });
  plan.cases.back().launches.push_back(
      ofSegments(kernel, singleThreads, context.getMaxGrid(singleThreads)));
}

void SegmentPlanner::addLanes(PlanCase &each, const RowGrouping &rows) {
  TileShape block = rows.tile;
  block.blockSize = rows.waves * context.getTarget().waveSize;
  unsigned kernel = plan.addKernel("segments_lanes", block,
                                   [=, op = op](KernelBuilder &kernel) {
                                     emitSegmentsByLanes(op, kernel, rows);
                                   });
  each.launches.push_back(
      ofSegments(kernel, countRowsOfLanes(rows, context.getTarget()),
                 context.getMaxGrid(block.blockSize)));
  if (!longKernel)
    longKernel = plan.addKernel("segments_long", tile,
                                [op = op, tile = tile](KernelBuilder &kernel) {
                                  emitLongSegments(op, kernel, tile);
                                });
  each.launches.push_back(ofSegments(*longKernel, /*ofBlock=*/1,
                                     context.getMaxBlocks(tile.blockSize)));
  each.launches.back().pass(longerThan, rows.maxElements);
}

void SegmentPlanner::addBlocks(PlanCase &each, const SegmentTiles &tiles) {
  TileShape block = tiles.held.value_or(tiles.walked);
  unsigned kernel =
      plan.addKernel("segments", block, [=, op = op](KernelBuilder &kernel) {
        emitSegmentsByBlocks(op, kernel, tiles);
      });
  each.launches.push_back(
      ofSegments(kernel, /*ofBlock=*/1, context.getMaxGrid(block.blockSize)));
}

DevicePlan SegmentPlanner::run(const RowBody &body,
                               ArrayRef<RowGrouping> groups) {
  plan.cases.push_back({0});
  if (body.hasOutOfRow())
    addEmpty();
  Size room = Size::elements().div(count.max(1)) * timesMean;
  for (const RowGrouping &rows : groups) {
    PlanCase each;
    each.guard = {room, rows.maxElements, "segments are short"};
    if (rows.group == RowGroup::Lanes)
      addLanes(each, rows);
    else
      addBlocks(each, getTiles(rows));
    plan.cases.push_back(each);
  }
  // The largest blocks serve all longer ones, too.
  bool hasBlocks = !groups.empty() && groups.back().group == RowGroup::Block;
  if (!hasBlocks) {
    plan.cases.push_back({});
    addBlocks(plan.cases.back(), {std::nullopt, tile});
  }
  plan.cases.back().guard.reset();
  return std::move(plan);
}

FailureOr<DevicePlan>
mlir::prim::planSegmentRows(DeviceRowsOp op, const TileShape &tile,
                            ArrayRef<RowGrouping> groups,
                            const DeviceContext &context) {
  RowBody body(op);
  if (body.hasSorts())
    return op->emitOpError("sorts segments, which is not implemented; use "
                           "prim.device_sort, and other ops before and after "
                           "it");
  if (body.scans(/*reverse=*/false) && body.scans(/*reverse=*/true))
    return op->emitOpError("scans segments in both directions, which is not "
                           "implemented; use one op for each direction");
  return SegmentPlanner(op, tile, context).run(body, groups);
}
