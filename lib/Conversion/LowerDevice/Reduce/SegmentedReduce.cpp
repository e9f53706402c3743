//===- SegmentedReduce.cpp - Lower prim.device_reduce of ranges *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Segments by begins and ends may overlap, so that no single pass over the
// elements has all of them. A wave takes a segment at a time; it leaves long
// ones to a second kernel, and writes down which. That one shares its blocks
// out among them, as many for each as there are: one segment with half of all
// elements keeps them all busy, and many long ones take a block each.
//
//===----------------------------------------------------------------------===//

#include "../Tile/HeadFlagBitmap.h"
#include "DeviceReduce.h"
#include "TileReduce.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// Regions of the workspace: how many segments are long, what blocks leave for
/// the one that finishes last with a segment, and which segments are long.
enum SegmentRegion : unsigned { Counter, States, Long };

/// A segment is long from so many tiles of a wave on.
constexpr int64_t longTiles = 16;
/// And tiny up to so many elements, which a lane folds one after the other.
constexpr int64_t tinyElements = 32;

class SegmentKernel {
public:
  SegmentKernel(DeviceReduceOp op, KernelBuilder &kernel, TileShape tile)
      : op(op), kernel(kernel), tile(tile), b(kernel), folder(op, kernel, tile),
        begins(kernel, op.getSegments().front()),
        ends(kernel, op.getSegments().back()) {
    // Operands may have holes.
    RowView view(op, kernel, /*row=*/Value());
    ins = view.at(op.getIns());
    outs = view.at(op.getOuts());
    init = kernel.loadInit(op.getInit());
  }

  /// Waves for segments of at most `most` elements.
  void emitShort(int64_t most);
  /// All blocks for the long ones.
  void emitLong();

private:
  /// Folds from now on segment `number` (i64, uniform), of which the elements
  /// are returned.
  Value enter(Value number);
  void write(Value number, const OptionalTuple &fold);
  Value tilesOf(Value elements) { return b.ceildivui(elements, tile.items()); }
  /// The fold of `elements` (i64) from `begin` (i64) on, by each lane for
  /// itself.
  OptionalTuple foldByLane(Value begin, Value elements);
  /// Lists the segment `number` of a lane among the long ones.
  void leave(Value number);
  Value region(SegmentRegion number) {
    return kernel.argument(LaunchValue::region(number));
  }

  DeviceReduceOp op;
  KernelBuilder &kernel;
  TileShape tile;
  CodeBuilder &b;
  TileReduce folder;
  SegmentOffsets begins, ends;
  SmallVector<MemoryArray> ins, outs;
  SmallVector<Value> init;
};

} // namespace

Value SegmentKernel::enter(Value number) {
  Value begin = begins.load(number), end = ends.load(number);
  Value elements = b.maxsi(b.sub(end, begin), 0);
  SmallVector<MemoryArray> arrays;
  for (const MemoryArray &array : ins)
    arrays.push_back(array.from(b, begin));
  folder.setInputs(arrays, elements, begin);
  return elements;
}

void SegmentKernel::write(Value number, const OptionalTuple &fold) {
  storeAll(b, outs, folder.finish(fold, init), number);
}

OptionalTuple SegmentKernel::foldByLane(Value begin, Value elements) {
  const Combiner &combiner = folder.getCombiner();
  auto load = [&](Value place) -> ValueTuple {
    Value index = b.add(begin, place);
    ValueTuple item = kernel.loadElement(ins, index);
    return kernel.map(op.getPrologue(), item, index);
  };
  Value zero = b.i64(0), isSome = b.ne(elements, 0);
  // Without an identity the fold starts from the first element.
  ValueTuple start;
  if (combiner.hasIdentity())
    start = combiner.neutral(b);
  else
    start = evaluateIf(b, isSome, /*anywhere=*/false, poisonTuple(b, combiner),
                       [&] { return load(zero); });
  Value second = combiner.hasIdentity() ? zero : b.i64(1);
  ValueTuple fold = b.forEach(second, elements, 1, start,
                              [&](Value place, ValueRange before) {
                                ValueTuple item = load(place);
                                return combiner.combine(b, before, item);
                              });
  return {fold, isSome};
}

void SegmentKernel::leave(Value number) {
  MemoryArray counter(region(Counter), b.getI32Type());
  Value place = createAtomicAdd(b, 1, counter.place(b, b.i32(0)),
                                MemoryOrder::Relaxed, MemoryScope::Device);
  MemoryArray(region(Long), b.getI64Type()).store(b, number, place);
}

void SegmentKernel::emitShort(int64_t most) {
  Type i64 = b.getI64Type();
  Value zero = b.i64(0), one = b.i64(1);
  Value count =
      kernel.argument(LaunchValue::extent(op.getSegments().front(), 0));
  // Fewer segments than lanes are still work for many waves. More of these
  // would leave lanes without a tiny segment.
  Value waves =
      b.minui(kernel.blocks(), kernel.device().getMaxPartials(tile.blockSize));
  Value each = b.minui(b.ceildivui(count, waves), kernel.target().waveSize);
  Value groups = b.ceildivui(count, b.maxui(each, one));
  Value lane = b.extui(i64, kernel.laneId());
  kernel.forGridStride(groups, [&](Value group) {
    Value first = b.mul(group, each);
    Value number = b.add(first, lane);
    Value exists = b.ult(lane, each);
    exists = b.andi(exists, b.ult(number, count));
    // Lanes without a segment look at one that there is.
    Value known = b.select(exists, number, first);
    Value begin = begins.load(known), end = ends.load(known);
    Value elements = b.maxsi(b.sub(end, begin), zero);
    auto upTo = [&](int64_t size) { return b.sle(elements, size); };
    Value isTiny = b.andi(exists, upTo(tinyElements));
    OptionalTuple fold = foldByLane(begin, b.select(isTiny, elements, zero));
    kernel.ifThen(isTiny, [&] { write(number, fold); });
    Value isLong = b.andi(exists, b.sgt(elements, most));
    kernel.ifThen(isLong, [&] { leave(number); });

    Value isShort = b.andi(exists, upTo(most));
    isShort = b.andi(isShort, b.sgt(elements, tinyElements));
    Value lanes = WarpBallotOp::create(b, i64, isShort, /*whole=*/true);
    auto isLeft = [&](ValueRange values) { return b.ne(values.front(), zero); };
    b.whileLoop(lanes, isLeft, [&](ValueRange values) -> SmallVector<Value> {
      Value left = values.front();
      Value next = b.add(first, math::CountTrailingZerosOp::create(b, left));
      OptionalTuple together = folder.foldTiles(zero, tilesOf(enter(next)));
      kernel.ifThen(kernel.isFirstThread(), [&] { write(next, together); });
      return {b.andi(left, b.sub(left, one))};
    });
  });
}

void SegmentKernel::emitLong() {
  Value count = MemoryArray(region(Counter), b.getI32Type()).load(b, 0);
  // Told how many there are at most, LLVM does not prepare for more.
  Value blocks = b.minui(b.truncI32(kernel.blocks()),
                         kernel.device().getMaxPartials(tile.blockSize));
  Value parts = b.maxui(b.divui(blocks, b.maxui(count, 1)), 1);
  Value state = region(States);
  Value slots = b.zextI64(count);
  kernel.forGridStride(b.mul(slots, b.zextI64(parts)), [&](Value item) {
    Value slot = b.divui(item, b.zextI64(parts));
    Value part = b.sub(item, b.mul(slot, b.zextI64(parts)));
    Value number = MemoryArray(region(Long), b.getI64Type()).load(b, slot);
    Value tiles = tilesOf(enter(number));
    Value each = b.ceildivui(tiles, b.zextI64(parts));
    Value used = b.ceildivui(tiles, each);
    Value takesPart = b.ult(part, used);
    kernel.ifThen(takesPart, [&] {
      Value begin = b.mul(part, each);
      Value end = b.minsi(b.add(begin, each), tiles);
      OptionalTuple fold = folder.foldTiles(begin, end);
      // A segment's state is where it has room for all its parts; one
      // with a single part looks at none.
      Value unit = kernel.stateBytes(b.i32(1), folder.getCombiner().getTypes());
      Value before = b.truncI32(b.mul(slot, b.zextI64(parts)));
      Value own = kernel.stateOfRow(state, unit, before);
      Value tile = b.truncI32(part);
      auto grid = createGridReduce(b, folder.getCombiner(), fold.values, tile,
                                   b.truncI32(used), own,
                                   /*reset=*/false, /*all=*/false);
      kernel.ifThen(grid.getHasFold(), [&] {
        write(number, {ValueTuple(grid.getFold()), fold.present});
      });
    });
  });
}

DevicePlan mlir::prim::planSegmentedReduce(DeviceReduceOp op,
                                           const TileShape &tile,
                                           const DeviceContext &context) {
  TileShape wave{context.getTarget().waveSize, tile.itemsPerThread};
  int64_t most = longTiles * wave.items();
  int64_t maxBlocks = context.getMaxPartials(tile.blockSize);
  DevicePlan plan{tile, RowForm::get(op)};
  using Region = WorkspaceRegion;
  Size states = Size::gridState(op.getAccumulatorTypes(), /*tiles=*/1)
                    .alignTo(Region::rowAlignment) *
                maxBlocks;
  Size offsets = Size::extent(op.getSegments().front());
  plan.regions = {Region::zeros(/*bytes=*/8), Region::zeros(states),
                  Region::scratch(offsets * sizeof(int64_t))};
  // A wave takes up to a segment for each lane; where that makes few waves,
  // fewer.
  Size groups = offsets.ceilDiv(wave.blockSize).max(offsets.min(maxBlocks));
  PlanLaunch ranges{
      plan.addKernel("ranges", wave.blockSize,
                     [=](KernelBuilder &kernel) {
                       SegmentKernel(op, kernel, wave).emitShort(most);
                     }),
      LaunchSchedule::ofWork(groups, /*unit=*/1,
                             context.getMaxBlocks(wave.blockSize))};
  PlanLaunch longOnes{
      plan.addKernel("ranges_long", tile.blockSize,
                     [=](KernelBuilder &kernel) {
                       SegmentKernel(op, kernel, tile).emitLong();
                     }),
      LaunchSchedule::spread(maxBlocks)};
  // No segment is longer than the buffer.
  plan.cases = {{most, /*usesWorkspace=*/false, {ranges}},
                {INT64_MAX, /*usesWorkspace=*/true, {ranges, longOnes}}};
  return plan;
}
