//===- LateScan.cpp - Tiles that are stored turns later *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LateScan.h"

#include "mlir/Dialect/UB/IR/UBOps.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

WaveCompaction::~WaveCompaction() = default;

//===----------------------------------------------------------------------===//
// WaveSegments
//===----------------------------------------------------------------------===//

SegmentItems WaveSegments::getItems() {
  SegmentItems items(*ofOp.op.getDeviceSegmentForm(), ofOp.keys,
                     ofOp.form.reverse, ofOp.kernel, ofOp.segments, ofOp.shape,
                     /*rowVector=*/0);
  items.setEdge(ofOp.edge);
  return items;
}

SmallVector<Value> WaveSegments::loadAhead(Value tile) {
  SegmentItems items = getItems();
  if (!items.needBefore())
    return {};
  CodeBuilder &b = ofOp.b;
  Value before = ofOp.getBeforeWave(ofOp.getFirst(tile));
  Value element = before;
  if (ofOp.form.reverse)
    element = b.sub(b.sub(ofOp.size, 1), before);
  SmallVector<Value> ahead(items.loadOne(element));
  if (ofOp.form.segmentFlag == Combiner::SegmentFlag::Marks)
    llvm::append_range(ahead, items.loadOne(b.maxsi(b.sub(before, 1), 0)));
  return ahead;
}

void WaveSegments::setEdge(ValueRange ahead) {
  ofOp.edge.clear();
  if (ahead.empty())
    return;
  unsigned arity = getItems().getTypes().size();
  for (; !ahead.empty(); ahead = ahead.drop_front(arity))
    ofOp.edge.emplace_back(ahead.take_front(arity));
}

SmallVector<Value> WaveSegments::load(TileIO &io, ArrayRef<MemoryArray> slots,
                                      ValueRange ahead) {
  setEdge(ahead);
  NoPrefix none(ofOp.kernel, ofOp.combiner);
  tile.emplace(TileScanner(ofOp, none).load(io, slots));
  return {};
}

WarpScanOp WaveSegments::scanPart(ScanMode mode) {
  return createWarpScan(ofOp.b, ofOp.combiner, mode, tile->inputs,
                        /*total=*/true);
}

//===----------------------------------------------------------------------===//
// WaveCells
//===----------------------------------------------------------------------===//

WaveCells::WaveCells(TileScan &scan, unsigned waves, StringRef name)
    : scan(scan), kernel(scan.kernel), b(scan.kernel), waves(waves) {
  for (Type type : scan.types)
    cells.push_back(kernel.workgroupArray(type, 2 * waves, name));
}

Value WaveCells::hasCell() { return b.ult(kernel.waveId(), waves); }

void WaveCells::put(Value set, ValueRange fold) {
  Value first = b.mul(set, waves);
  Value own = b.add(first, kernel.waveId());
  Value isFirstLane = b.eq(kernel.laneId(), 0);
  kernel.ifThen(isFirstLane, [&] { storeAll(b, cells, fold, own); });
}

ValueTuple WaveCells::foldLanes(Value set, Value end) {
  const Combiner &combiner = scan.combiner;
  Value lane = kernel.laneId();
  Value exists = b.ult(lane, end);
  Value first = b.mul(set, waves);
  // All lanes read some cell, which saves a branch.
  Value number = b.add(first, b.minui(lane, waves - 1));
  ValueTuple fold =
      selectTuple(b, exists, loadAll(b, cells, number), combiner.neutral(b));
  return ValueTuple(
      createWarpReduce(b, combiner, fold, /*all=*/true).getResults());
}

ValueTuple WaveCells::foldAll(Value set) {
  return foldLanes(set, b.i32(waves));
}

ValueTuple WaveCells::foldBefore(Value set, Value end) {
  return foldLanes(set, end);
}

//===----------------------------------------------------------------------===//
// LateGather
//===----------------------------------------------------------------------===//

StateGather LateGather::getStates() {
  return StateGather(kernel, scan.types, kernel.region(TileScan::States),
                     scan.tiles, /*perThread=*/1);
}

std::pair<Value, Value> LateGather::getBetween(Value tile, Value blocks) {
  Value zero = b.i32(0), one = b.i32(1);
  Value first = b.maxsi(b.add(b.sub(tile, blocks), one), zero);
  Value end = b.maxsi(tile, zero);
  return {first, end};
}

SmallVector<Value> LateGather::peek(Value tile, Value blocks) {
  auto [first, end] = getBetween(tile, blocks);
  VectorType type = GridPeekOp::getWordsType(scan.types);
  return b.select(
      cells.hasCell(), type,
      [&, first = first, end = end] { return getStates().peek(first, end); },
      [&]() -> SmallVector<Value> { return {ub::PoisonOp::create(b, type)}; });
}

void LateGather::gather(Value tile, Value blocks, ValueRange peeked,
                        Value set) {
  const Combiner &combiner = scan.combiner;
  auto [first, end] = getBetween(tile, blocks);
  kernel.ifThen(cells.hasCell(), [&, first = first, end = end] {
    SmallVector<Value> read = getStates().gather(first, end, peeked);
    Value number = b.add(first, kernel.threadId());
    Value exists = b.ult(number, end);
    ValueTuple items =
        selectTuple(b, exists, ValueTuple(read), combiner.neutral(b));
    auto fold = createWarpReduce(b, combiner, items, /*all=*/false);
    cells.put(set, fold.getResults());
  });
}

//===----------------------------------------------------------------------===//
// LateSchedule
//===----------------------------------------------------------------------===//

unsigned LateSchedule::countReaders(DeviceOpInterface op,
                                    const TileScanForm &form,
                                    const TargetInfo &target,
                                    const TileShape &tile) {
  int64_t others = getBlocksAtOnce(op, form, target, tile) - 1;
  int64_t waves = tile.blockSize / target.waveSize;
  return std::clamp<int64_t>(llvm::divideCeil(others, target.waveSize), 1,
                             waves);
}

int64_t LateSchedule::getBlocks(DeviceOpInterface op, const TileScanForm &form,
                                const DeviceContext &context,
                                const TileShape &tile) {
  // The blocks that each block reads from, and itself.
  int64_t blocks = std::min<int64_t>(
      getBlocksAtOnce(op, form, context.getTarget(), tile), tile.blockSize + 1);
  return std::min(blocks, getLaunchLimit(context, tile));
}

std::optional<LateTuningRow>
LateSchedule::findRow(DeviceOpInterface op, TileScanForm form,
                      std::optional<LateTuningRow> row, TileShape tile,
                      const DeviceContext &context) {
  if (TuningAttr tuning = op.getDeviceTuning()) {
    if (tuning.getAlgorithm() != Algorithm::Cooperative)
      return std::nullopt;
    if (!row)
      row.emplace();
    row->tile = tile;
  }
  if (!row || !context.getLimits().cooperative ||
      row->tile.blockSize % context.getTarget().waveSize != 0 ||
      !TileScan::getCombiner(op, form).hasIdentity() ||
      // Tiles are copied from contiguous operands only.
      RowForm::get(op).isByRow())
    return std::nullopt;
  form.ahead = row->ahead;
  form.late = row->late;
  // A quarter less at a time, as vectors are of up to four items.
  unsigned &items = row->tile.itemsPerThread;
  for (; items >= minPersistentItems; items -= llvm::divideCeil(items, 4u))
    if (TileStages::getBytes(op, form, context.getTarget(), row->tile))
      return row;
  return std::nullopt;
}

PlanCase LateSchedule::makeCase(DeviceOpInterface op, const TileScanForm &form,
                                const LateTuningRow &row,
                                const DeviceContext &context,
                                PlanLaunch launch) {
  launch.schedule =
      LaunchSchedule::gridStride(getBlocks(op, form, context, row.tile))
          .cooperative();
  return {INT64_MAX,
          /*usesWorkspace=*/true,
          {launch},
          row.tile,
          CaseGuard::holds(1)};
}

void LateSchedule::emit() {
  scan.bindTiles();
  NoPrefix none(kernel, scan.combiner);
  TileScanner scanner(scan, none);
  WorkspaceReset reset(scan);
  // Arguments come in the order of their first use: the workspace is first.
  kernel.region(TileScan::Counters);
  TileStages stages(scan);
  // Tiles are copied in vectors of rows, and loaded as waves compact them.
  scan.vector = compaction.getVector();
  const unsigned numWaves = scan.shape.blockSize / kernel.target().waveSize;
  LateGather others(
      scan, countReaders(scan.op, scan.form, kernel.target(), scan.shape));
  WaveCells waves(scan, numWaves, "waves of a tile");
  Value first = kernel.blockId();
  Value blocks = b.truncI32(kernel.blocks());
  const Combiner &combiner = scan.combiner;
  const unsigned late = scan.form.late, arity = scan.types.size();
  // The slots of the tile to compact and of those after it come first, then
  // those of the tiles that are to be stored, the oldest one first.
  const unsigned coming = scan.form.ahead;
  auto loop = [&] {
    ValueTuple neutral(combiner.neutral(b));
    Value lag = b.mul(blocks, late);
    SmallVector<Value> places = stages.getPlaces();
    Value next = first;
    for (unsigned i = 0; i < coming; ++i) {
      stages.copy(next, places[i]);
      next = b.add(next, blocks);
    }
    // The tile to compact, the one to copy, the set of cells, the slots, and
    // the fold of all tiles up to the last one that was stored. Of each tile
    // that is to be stored, the folds of the tile, of its waves before this
    // one, and of this wave, and what waits with it. Then what is loaded ahead.
    SmallVector<Value> values{first, next, b.i32(0)};
    llvm::append_range(values, places);
    llvm::append_range(values, neutral);
    SmallVector<Type> types;
    SmallVector<Value> none;
    for (unsigned i = 0; i < 3; ++i) {
      llvm::append_range(types, scan.types);
      llvm::append_range(none, neutral);
    }
    for (Type type : compaction.getWaiting()) {
      types.push_back(type);
      none.push_back(b.zero(type));
    }
    const unsigned numFolds = types.size();
    for (unsigned i = 0; i < late; ++i)
      llvm::append_range(values, none);
    SmallVector<Value> aheadOfFirst = compaction.loadAhead(first);
    llvm::append_range(values, aheadOfFirst);
    llvm::append_range(values, reset.getStart());
    const unsigned numAhead = aheadOfFirst.size();
    const unsigned numReset = reset.getTypes().size();
    auto isLeft = [&](ValueRange args) {
      return b.slt(b.sub(args.front(), lag), scan.tiles);
    };
    auto turn = [&](ValueRange args) {
      auto take = [&](unsigned count) {
        ValueRange taken = args.take_front(count);
        args = args.drop_front(count);
        return taken;
      };
      Value current = take(1).front(), next = take(1).front(),
            set = take(1).front();
      SmallVector<Value> places(take(coming + 1 + late));
      ValueTuple last(take(arity));
      SmallVector<Value> waiting(take(late * numFolds));
      SmallVector<Value> ahead(take(numAhead));
      Value stored = b.sub(current, lag);
      // This wave has read its part of the slot in the last turn.
      WarpBarrierOp::create(b);
      stages.copy(next, places[coming]);
      SmallVector<Value> peeked = others.peek(stored, blocks);
      SmallVector<Value> aheadOfNext =
          compaction.loadAhead(b.add(current, blocks));
      auto compactOne = [&] {
        stages.wait(/*pending=*/coming);
        TileIO io = scan.createIO(scan.getFirst(current));
        SmallVector<Value> loaded =
            compaction.load(io, stages.at(places[0]), ahead);
        WarpBarrierOp::create(b);
        ValueTuple own =
            compaction.compact(io, loaded, stages.placedAt(places[0]));
        waves.put(set, ArrayRef(own).take_front(arity));
        others.gather(stored, blocks, peeked, set);
        kernel.barrier();
        ValueTuple total = waves.foldAll(set);
        scanner.publishFold(current, total);
        SmallVector<Value> results(total);
        llvm::append_range(results, waves.foldBefore(set, kernel.waveId()));
        llvm::append_range(results, own);
        return results;
      };
      auto compactNone = [&] {
        others.gather(stored, blocks, peeked, set);
        kernel.barrier();
        return none;
      };
      SmallVector<Value> compacted =
          b.select(isTile(current), types, compactOne, compactNone);
      ArrayRef<Value> oldest = ArrayRef(waiting).take_front(numFolds);
      TileFolds folds;
      folds.total = ValueTuple(oldest.take_front(arity));
      folds.before = combiner.combine(b, last, others.get(set));
      last = combiner.combine(b, folds.before, folds.total);
      // The block reads no state after its last tile.
      reset.count(b.sge(b.add(stored, blocks), scan.tiles));
      kernel.ifThen(b.sge(stored, 0), [&] {
        TileIO io = scan.createIO(scan.getFirst(stored));
        scanner.storeTotalCount(stored, folds);
        ValueTuple ofWaves(oldest.slice(arity, arity));
        ValueTuple before = combiner.combine(b, folds.before, ofWaves);
        compaction.store(io, ValueTuple(oldest.drop_front(2 * arity)), before,
                         stages.placedAt(places[coming + 1]));
      });
      SmallVector<Value> results{b.add(current, blocks), b.add(next, blocks),
                                 b.sub(b.i32(1), set)};
      std::rotate(places.begin(), places.begin() + 1, places.end());
      llvm::append_range(results, places);
      llvm::append_range(results, last);
      llvm::append_range(results, ArrayRef(waiting).drop_front(numFolds));
      llvm::append_range(results, compacted);
      llvm::append_range(results, aheadOfNext);
      llvm::append_range(results, reset.getCarried());
      return results;
    };
    SmallVector<Value> end = b.whileLoop(values, isLeft, turn);
    reset.setCarried(ArrayRef(end).take_back(numReset));
  };
  emitBlocks(first, reset, [&] { return blocks; }, loop);
}
