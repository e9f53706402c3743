//===- DeviceRanges.cpp - Lower prim.device_reduce of ranges *- C++ -*-===//
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

#include "SegmentMarks.h"
#include "TileReduce.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// Regions of the workspace: how many segments are long, what blocks leave for
/// the one that finishes last with a segment, and which segments are long.
enum RangeRegion : unsigned { Counter, States, Long };

/// A segment is long from so many tiles of a wave on.
constexpr int64_t longTiles = 16;
/// And tiny up to so many elements, which a lane folds one after the other.
constexpr int64_t tinyElements = 32;

class RangeKernel {
public:
  RangeKernel(DeviceReduceOp op, KernelBuilder &kernel, TileShape tile)
      : op(op), kernel(kernel), tile(tile), b(kernel.b()), loc(kernel.loc()),
        folder(op, kernel, tile), begins(kernel, op.getBorders().front()),
        ends(kernel, op.getBorders().back()) {
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
  Value tilesOf(Value elements) {
    return arith::CeilDivUIOp::create(b, loc, elements,
                                      createI64(b, loc, tile.items()));
  }
  /// The fold of `elements` (i64) from `begin` (i64) on, by each lane for
  /// itself.
  OptionalTuple foldByLane(Value begin, Value elements);
  /// What a lane does with its segment `number` if it is long.
  void leave(Value number);
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(b, loc, predicate, lhs, rhs);
  }
  Value region(RangeRegion number) {
    return kernel.argument(LaunchValue::region(number));
  }

  DeviceReduceOp op;
  KernelBuilder &kernel;
  TileShape tile;
  OpBuilder &b;
  Location loc;
  TileReduce folder;
  SegmentOffsets begins, ends;
  SmallVector<MemoryArray> ins, outs;
  SmallVector<Value> init;
};

} // namespace

Value RangeKernel::enter(Value number) {
  Value begin = begins.load(number), end = ends.load(number);
  Value elements = arith::MaxSIOp::create(
      b, loc, arith::SubIOp::create(b, loc, end, begin), createI64(b, loc, 0));
  SmallVector<MemoryArray> arrays;
  for (const MemoryArray &array : ins)
    arrays.push_back(array.from(b, loc, begin));
  folder.setInputs(arrays, elements, begin);
  return elements;
}

void RangeKernel::write(Value number, const OptionalTuple &fold) {
  for (auto [array, value] : llvm::zip_equal(outs, folder.finish(fold, init)))
    array.store(b, loc, value, number);
}

OptionalTuple RangeKernel::foldByLane(Value begin, Value elements) {
  const Combiner &combiner = folder.getCombiner();
  ValueTuple start = combiner.hasIdentity() ? combiner.neutral(b, loc)
                                            : poisonTuple(b, loc, combiner);
  auto loop = scf::ForOp::create(b, loc, createI64(b, loc, 0), elements,
                                 createI64(b, loc, 1), start);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value place = loop.getInductionVar();
  Value index = arith::AddIOp::create(b, loc, begin, place);
  ValueTuple item =
      llvm::map_to_vector(ins, [&](const MemoryArray &array) -> Value {
        return array.load(b, loc, index);
      });
  item = kernel.map(op.getPrologue(), item, index);
  OptionalTuple before(ValueTuple(loop.getRegionIterArgs()));
  if (!combiner.hasIdentity())
    before.present =
        compare(arith::CmpIPredicate::ne, place, createI64(b, loc, 0));
  scf::YieldOp::create(b, loc,
                       combineOptional(b, loc, combiner, before, item).values);
  b.setInsertionPointAfter(loop);
  Value some =
      compare(arith::CmpIPredicate::ne, elements, createI64(b, loc, 0));
  return {ValueTuple(loop.getResults()), some};
}

void RangeKernel::leave(Value number) {
  MemoryArray counter(region(Counter), b.getI32Type());
  Value place = createAtomicAdd(b, loc, createI32(b, loc, 1),
                                counter.place(b, loc, createI32(b, loc, 0)),
                                MemoryOrder::Relaxed, MemoryScope::Device);
  MemoryArray(region(Long), b.getI64Type()).store(b, loc, number, place);
}

void RangeKernel::emitShort(int64_t most) {
  Type i64 = b.getI64Type();
  Value zero = createI64(b, loc, 0), one = createI64(b, loc, 1);
  Value count =
      kernel.argument(LaunchValue::extent(op.getBorders().front(), 0));
  // Fewer segments than lanes are still work for all waves.
  Value each = arith::MinUIOp::create(
      b, loc, arith::CeilDivUIOp::create(b, loc, count, kernel.blocks()),
      createI64(b, loc, kernel.target().waveSize));
  Value groups = arith::CeilDivUIOp::create(
      b, loc, count, arith::MaxUIOp::create(b, loc, each, one));
  Value lane = arith::ExtUIOp::create(b, loc, i64, kernel.laneId());
  kernel.forOwn(groups, [&](Value group) {
    Value first = arith::MulIOp::create(b, loc, group, each);
    Value number = arith::AddIOp::create(b, loc, first, lane);
    Value exists = arith::AndIOp::create(
        b, loc, compare(arith::CmpIPredicate::ult, lane, each),
        compare(arith::CmpIPredicate::ult, number, count));
    // Lanes without a segment look at one that there is.
    Value known = arith::SelectOp::create(b, loc, exists, number, first);
    Value begin = begins.load(known), end = ends.load(known);
    Value elements = arith::MaxSIOp::create(
        b, loc, arith::SubIOp::create(b, loc, end, begin), zero);
    auto upTo = [&](int64_t size) {
      return compare(arith::CmpIPredicate::sle, elements,
                     createI64(b, loc, size));
    };
    Value isTiny = arith::AndIOp::create(b, loc, exists, upTo(tinyElements));
    OptionalTuple fold = foldByLane(
        begin, arith::SelectOp::create(b, loc, isTiny, elements, zero));
    kernel.ifThen(isTiny, [&] { write(number, fold); });
    Value isLong = arith::AndIOp::create(
        b, loc, exists,
        compare(arith::CmpIPredicate::sgt, elements, createI64(b, loc, most)));
    kernel.ifThen(isLong, [&] { leave(number); });

    Value isShort = arith::AndIOp::create(
        b, loc, arith::AndIOp::create(b, loc, exists, upTo(most)),
        compare(arith::CmpIPredicate::sgt, elements,
                createI64(b, loc, tinyElements)));
    Value lanes = WarpBallotOp::create(b, loc, i64, isShort, /*whole=*/true);
    auto loop = scf::WhileOp::create(b, loc, TypeRange{i64}, ValueRange{lanes});
    Block *test = b.createBlock(&loop.getBefore(), {}, i64, loc);
    Value more = compare(arith::CmpIPredicate::ne, test->getArgument(0), zero);
    scf::ConditionOp::create(b, loc, more, test->getArguments());
    Block *body = b.createBlock(&loop.getAfter(), {}, i64, loc);
    Value left = body->getArgument(0);
    Value next = arith::AddIOp::create(
        b, loc, first, math::CountTrailingZerosOp::create(b, loc, left));
    OptionalTuple together = folder.foldTiles(zero, tilesOf(enter(next)));
    kernel.ifThen(kernel.isFirstThread(), [&] { write(next, together); });
    Value others = arith::AndIOp::create(
        b, loc, left, arith::SubIOp::create(b, loc, left, one));
    scf::YieldOp::create(b, loc, ValueRange{others});
    b.setInsertionPointAfter(loop);
  });
}

void RangeKernel::emitLong() {
  Value one = createI32(b, loc, 1);
  Value count = MemoryArray(region(Counter), b.getI32Type())
                    .load(b, loc, createI32(b, loc, 0));
  // Told how many there are at most, LLVM does not prepare for more.
  Value blocks = arith::MinUIOp::create(
      b, loc, arith::TruncIOp::create(b, loc, b.getI32Type(), kernel.blocks()),
      createI32(b, loc, kernel.getContext().getMaxBlocks(tile.blockSize)));
  Value parts = arith::MaxUIOp::create(
      b, loc,
      arith::DivUIOp::create(b, loc, blocks,
                             arith::MaxUIOp::create(b, loc, count, one)),
      one);
  auto widen = [&](Value value) {
    return arith::ExtUIOp::create(b, loc, b.getI64Type(), value);
  };
  Value state = region(States);
  kernel.forOwn(
      arith::MulIOp::create(b, loc, widen(count), widen(parts)),
      [&](Value item) {
        Value slot = arith::DivUIOp::create(b, loc, item, widen(parts));
        Value part = arith::SubIOp::create(
            b, loc, item, arith::MulIOp::create(b, loc, slot, widen(parts)));
        Value number =
            MemoryArray(region(Long), b.getI64Type()).load(b, loc, slot);
        Value tiles = tilesOf(enter(number));
        Value each = arith::CeilDivUIOp::create(b, loc, tiles, widen(parts));
        Value used = arith::CeilDivUIOp::create(b, loc, tiles, each);
        Value takesPart = arith::CmpIOp::create(
            b, loc, arith::CmpIPredicate::ult, part, used);
        kernel.ifThen(takesPart, [&] {
          Value begin = arith::MulIOp::create(b, loc, part, each);
          Value end = arith::MinSIOp::create(
              b, loc, arith::AddIOp::create(b, loc, begin, each), tiles);
          OptionalTuple fold = folder.foldTiles(begin, end);
          // A segment's state is where it has room for all its parts; one
          // with a single part looks at none.
          Value unit = kernel.stateBytes(createI32(b, loc, 1),
                                         folder.getCombiner().getTypes());
          Value before = arith::TruncIOp::create(
              b, loc, b.getI32Type(),
              arith::MulIOp::create(b, loc, slot, widen(parts)));
          Value own = kernel.stateOfRow(state, unit, before);
          auto narrow = [&](Value value) {
            return arith::TruncIOp::create(b, loc, b.getI32Type(), value);
          };
          auto grid =
              createGridReduce(b, loc, folder.getCombiner(), fold.values,
                               narrow(part), narrow(used), own,
                               /*reset=*/false, /*all=*/false);
          kernel.ifThen(grid.getHasFold(), [&] {
            write(number, {ValueTuple(grid.getFold()), fold.present});
          });
        });
      });
}

FailureOr<DevicePlan>
mlir::prim::planRangeReduce(DeviceReduceOp op, const DeviceContext &context) {
  TileShape tile = context.getTile(op);
  TileShape wave{context.getTarget().waveSize, tile.itemsPerThread};
  int64_t most = longTiles * wave.items();
  int64_t maxBlocks = context.getMaxBlocks(tile.blockSize);
  DevicePlan plan{tile, RowForm::get(op)};
  using Region = WorkspaceRegion;
  Region states{Region::Per::Op,
                /*bytes=*/0,         Region::all,
                Region::Reset::Host, op.getAccumulatorTypes(),
                /*gridTiles=*/1};
  states.gridCopies = maxBlocks;
  plan.regions = {
      {Region::Per::Op, /*bytes=*/8, Region::all, Region::Reset::Host},
      states,
      {Region::Per::Border, /*bytes=*/sizeof(int64_t), /*zeroBytes=*/0,
       Region::Reset::Host}};
  PlanLaunch ranges{
      plan.addKernel("ranges", wave.blockSize,
                     [=](KernelBuilder &kernel) {
                       RangeKernel(op, kernel, wave).emitShort(most);
                     }),
      context.getMaxBlocks(wave.blockSize)};
  ranges.work = PlanLaunch::Work::Borders;
  PlanLaunch longOnes{plan.addKernel("ranges_long", tile.blockSize,
                                     [=](KernelBuilder &kernel) {
                                       RangeKernel(op, kernel, tile).emitLong();
                                     }),
                      maxBlocks};
  // No segment is longer than the buffer.
  plan.cases = {{most, /*usesWorkspace=*/false, {ranges}},
                {INT64_MAX, /*usesWorkspace=*/true, {ranges, longOnes}}};
  return plan;
}
