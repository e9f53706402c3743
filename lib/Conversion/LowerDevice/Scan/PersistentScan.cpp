//===- PersistentScan.cpp - Blocks that scan tile after tile *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles that are not staged, such as the one that the end of the buffer cuts
// off, are read from memory twice.
//
//===----------------------------------------------------------------------===//

#include "PersistentScan.h"

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// TileStages
//===----------------------------------------------------------------------===//

static uint64_t getTileBytes(Type element, const TileShape &tile) {
  return llvm::alignTo(uint64_t(getElementBytes(element)) * tile.items(),
                       WorkgroupAllocOp::kAlignment);
}

static uint64_t getTilesBytes(TypeRange elements, const TileShape &tile) {
  uint64_t bytes = 0;
  for (Type element : elements)
    bytes += getTileBytes(element, tile);
  return bytes;
}

static SmallVector<Type> getInputTypes(DeviceOpInterface op,
                                       const TileScanForm &form) {
  return llvm::map_to_vector(
      TileScan::getStaged(op, form),
      [](Value in) -> Type { return getElementTypeOrSelf(in); });
}

/// The offset of the results in a slot: each array of them lies where an input
/// of the same size does, so that a wave's part of the one is its part of the
/// other, or behind all inputs.
static uint64_t getPlacedOffset(DeviceOpInterface op, const TileScanForm &form,
                                const TileShape &tile) {
  SmallVector<Type> inputs = getInputTypes(op, form);
  auto haveSameSizes = [](const auto &pair) {
    auto [placed, input] = pair;
    return getElementBytes(placed) == getElementBytes(input);
  };
  unsigned first = 0;
  while (
      !llvm::all_of(llvm::zip(form.placed, ArrayRef(inputs).drop_front(first)),
                    haveSameSizes))
    ++first;
  return getTilesBytes(ArrayRef(inputs).take_front(first), tile);
}

uint64_t TileStages::getSlotBytes(DeviceOpInterface op,
                                  const TileScanForm &form,
                                  const TileShape &tile) {
  uint64_t inputs = getTilesBytes(getInputTypes(op, form), tile);
  uint64_t results =
      getPlacedOffset(op, form, tile) + getTilesBytes(form.placed, tile);
  return std::max(inputs, results);
}

/// Workgroup memory of a block for its scan, without tiles.
static uint64_t getScanBytes(DeviceOpInterface op, const TileScanForm &form,
                             const TargetInfo &target, const TileShape &tile) {
  uint64_t bytes = countBytes(TileScan::getCombiner(op, form).getTypes());
  unsigned rows = getRowsScannedTogether(target, bytes);
  bool exchanges = form.order == ItemOrder::Rows && rows > 1;
  return persistentOtherBytes + (exchanges ? bytes * rows * tile.blockSize : 0);
}

uint64_t TileStages::getBytes(DeviceOpInterface op, const TileScanForm &form,
                              const TargetInfo &target, const TileShape &tile) {
  uint64_t bytes = countSlots(form) * getSlotBytes(op, form, tile);
  uint64_t other = getScanBytes(op, form, target, tile);
  // Items that are scanned blocked may go through workgroup memory as well, but
  // those of a wave's part are loaded as the scan has them.
  if (form.order != ItemOrder::Rows && form.late == 0)
    other += target.ldsBytes / 2;
  return bytes + other > target.ldsBytes ? 0 : bytes;
}

TileShape TileStages::fit(DeviceOpInterface op, const TileScanForm &form,
                          const TargetInfo &target, TileShape tile) {
  for (TileShape fits = tile; fits.itemsPerThread >= minPersistentItems;
       fits.itemsPerThread /= 2)
    if (getBytes(op, form, target, fits))
      return fits;
  return tile;
}

TileStages::TileStages(TileScan &scan)
    : scan(scan), b(scan.kernel), vector(scan.vector) {
  uint64_t bytes =
      getBytes(scan.op, scan.form, scan.kernel.target(), scan.shape);
  if (bytes != 0)
    base = scan.kernel.workgroupArray(b.getI8Type(), bytes, "stages").getBase();
}

SmallVector<Value> TileStages::getPlaces() {
  uint64_t slotBytes = getSlotBytes(scan.op, scan.form, scan.shape);
  SmallVector<Value> places;
  for (unsigned i = 0; i < countSlots(scan.form); ++i)
    places.push_back(b.index(i * slotBytes));
  return places;
}

SmallVector<MemoryArray> TileStages::divide(Value place, uint64_t before,
                                            TypeRange types) {
  SmallVector<MemoryArray> arrays;
  Value slot = AdvanceOp::create(b, base.getType(), base, place);
  for (Type type : types) {
    arrays.emplace_back(advance(b, slot, before), type);
    before += getTileBytes(type, scan.shape);
  }
  return arrays;
}

SmallVector<MemoryArray> TileStages::at(Value place) {
  if (!base)
    return {};
  return divide(place, /*before=*/0, getInputTypes(scan.op, scan.form));
}

SmallVector<MemoryArray> TileStages::placedAt(Value place) {
  uint64_t before = getPlacedOffset(scan.op, scan.form, scan.shape);
  return divide(place, before, scan.form.placed);
}

void TileStages::copy(Value tile, Value place) {
  SmallVector<MemoryArray> slots = at(place);
  if (slots.empty())
    return;
  TileIO io(scan.kernel, scan.shape, vector, scan.form.reverse, scan.size,
            scan.getFirst(tile));
  scan.cutFirst(io, tile);
  io.fullOrPartial([&](bool isFull) {
    if (isFull)
      io.stage(scan.getStagedArrays(), slots);
  });
  // A batch in any case, perhaps an empty one: waits count them.
  CopyCommitOp::create(b);
}

void TileStages::wait(unsigned pending) {
  if (!base)
    return;
  CopyWaitOp::create(b, pending);
  // Lanes of a wave may have copied each other's items.
  WarpBarrierOp::create(b);
}

//===----------------------------------------------------------------------===//
// LoopSchedule
//===----------------------------------------------------------------------===//

void LoopSchedule::emitBlocks(Value first, WorkspaceReset &reset,
                              llvm::function_ref<Value()> blocks,
                              llvm::function_ref<void()> loop) {
  auto takeTiles = [&] {
    loop();
    return reset.getCarried();
  };
  // Blocks that are late take no tile, but tickets, so that all are counted.
  auto countLate = [&] {
    reset.count();
    return reset.getCarried();
  };
  reset.setCarried(
      b.select(isTile(first), reset.getTypes(), takeTiles, countLate));
  reset.clear(blocks);
}

void LoopSchedule::emitTurns(const Turn &start, WorkspaceReset &reset,
                             TurnFn turn) {
  unsigned numSlots = TileStages::countSlots(scan.form);
  SmallVector<Value> values{start.current, start.next};
  llvm::append_range(values, start.places);
  llvm::append_range(values, start.carried);
  llvm::append_range(values, reset.getStart());
  unsigned numReset = reset.getTypes().size();
  auto isCurrent = [&](ValueRange args) { return isTile(args.front()); };
  auto finishOne = [&](ValueRange args) {
    Turn now{args[0], args[1], args.slice(2, numSlots),
             args.drop_front(2 + numSlots).drop_back(numReset)};
    Value ahead;
    SmallVector<Value> carried = turn(now, ahead);
    std::rotate(now.places.begin(), now.places.begin() + 1, now.places.end());
    SmallVector<Value> results{now.next, ahead};
    llvm::append_range(results, now.places);
    llvm::append_range(results, carried);
    llvm::append_range(results, reset.getCarried());
    return results;
  };
  SmallVector<Value> last = b.whileLoop(values, isCurrent, finishOne);
  reset.setCarried(ArrayRef(last).take_back(numReset));
}

int64_t LoopSchedule::getBlocksAtOnce(DeviceOpInterface op,
                                      const TileScanForm &form,
                                      const TargetInfo &target,
                                      const TileShape &tile) {
  int64_t perUnit =
      target.getBlocksPerUnit(tile.blockSize, persistentRegisters,
                              TileStages::getBytes(op, form, target, tile) +
                                  getScanBytes(op, form, target, tile));
  return std::max<int64_t>(perUnit, 1) * target.units.count;
}

int64_t LoopSchedule::getLaunchLimit(const DeviceContext &context,
                                     const TileShape &tile) {
  int64_t blocks = context.getMaxGrid(tile.blockSize);
  if (std::optional<int64_t> limit = context.getLimits().maxBlocks)
    blocks = std::min(blocks, *limit);
  return blocks;
}

//===----------------------------------------------------------------------===//
// PersistentSchedule
//===----------------------------------------------------------------------===//

int64_t PersistentSchedule::getBlocks(DeviceOpInterface op,
                                      const TileScanForm &form,
                                      const DeviceContext &context,
                                      const TileShape &tile) {
  return std::min(getBlocksAtOnce(op, form, context.getTarget(), tile),
                  getLaunchLimit(context, tile));
}

void PersistentSchedule::emit() {
  scan.bindTiles();
  PublishedPrefix prefix(kernel, scan.combiner, getState());
  TileScanner scanner(scan, prefix);
  WorkspaceReset reset(scan);
  Value counter = kernel.region(TileScan::Counters);
  TileStages stages(scan);
  auto request = [&]() -> Value {
    return GridTicketRequestOp::create(b, counter);
  };
  auto await = [&](Value pending) -> Value {
    return GridTicketWaitOp::create(b, pending);
  };
  auto publish = [&](Value tile, Value place) {
    scanner.publish(tile, scanner.load(tile, stages.at(place)));
  };
  Value first = GridTicketOp::create(b, counter, /*ordered=*/false);
  auto loop = [&] {
    SmallVector<Value> places = stages.getPlaces();
    stages.copy(first, places[0]);
    stages.wait(/*pending=*/0);
    // Not asked for before: the first tiles of all blocks shall come before
    // the second ones, or blocks wait for each other in turns.
    Value pending = request();
    publish(first, places[0]);
    Value second = await(pending);
    stages.copy(second, places[1]);
    // The ticket under way.
    Value third = request();
    emitTurns({first, second, places, third}, reset,
              [&](const Turn &turn, Value &ahead) {
                ahead = await(turn.carried.front());
                Value carried = request();
                stages.copy(ahead, turn.places[2]);
                kernel.ifThen(isTile(turn.next), [&] {
                  stages.wait(/*pending=*/1);
                  publish(turn.next, turn.places[1]);
                });
                separate();
                LoadedTile loaded =
                    scanner.load(turn.current, stages.at(turn.places[0]));
                scanner.finish(turn.current, loaded, [&] {
                  // The block reads no state after its last tile.
                  reset.count(b.uge(turn.next, scan.tiles));
                });
                return SmallVector<Value>{carried};
              });
  };
  emitBlocks(first, reset, [&] { return b.truncI32(kernel.blocks()); }, loop);
}

//===----------------------------------------------------------------------===//
// CooperativeSchedule
//===----------------------------------------------------------------------===//

unsigned CooperativeSchedule::getTilesPerThread(DeviceOpInterface op,
                                                const TileScanForm &form,
                                                const TargetInfo &target,
                                                const TileShape &tile) {
  int64_t tiles =
      llvm::divideCeil(getBlocksAtOnce(op, form, target, tile), tile.blockSize);
  return std::min<int64_t>(tiles, maxGatheredPerThread);
}

int64_t CooperativeSchedule::getBlocks(DeviceOpInterface op,
                                       const TileScanForm &form,
                                       const DeviceContext &context,
                                       const TileShape &tile) {
  // The blocks that each block reads from, and itself.
  int64_t blocks =
      tile.blockSize * getTilesPerThread(op, form, context.getTarget(), tile) +
      1;
  return std::min(blocks, getLaunchLimit(context, tile));
}

void CooperativeSchedule::emit() {
  scan.bindAlignedTiles();
  GatheredPrefix prefix(kernel, scan.combiner);
  TileScanner scanner(scan, prefix);
  TileGather others(
      scan, getTilesPerThread(scan.op, scan.form, kernel.target(), scan.shape));
  WorkspaceReset reset(scan);
  // Arguments come in the order of their first use: the workspace is first.
  kernel.region(TileScan::Counters);
  TileStages stages(scan);
  auto publish = [&](Value tile, Value place) {
    return scanner.publish(tile, scanner.load(tile, stages.at(place)));
  };
  Value first = kernel.blockId();
  Value blocks = b.truncI32(kernel.blocks());
  // In turns, the next tile but one is known.
  auto inTurn = [&](Value tile) -> Value { return b.add(tile, blocks); };
  auto loop = [&] {
    SmallVector<Value> places = stages.getPlaces();
    stages.copy(first, places[0]);
    Value second = inTurn(first);
    stages.copy(second, places[1]);
    stages.wait(/*pending=*/1);
    // The first thread's folds, of the tile and of all tiles up to the block's
    // last one, and the state that is being read.
    SmallVector<Value> start = publish(first, places[0]);
    llvm::append_range(start, poisonTuple(b, scan.combiner));
    if (readsAhead)
      llvm::append_range(start, others.peek(first, blocks));
    unsigned arity = scan.types.size();
    emitTurns({first, second, places, start}, reset,
              [&](const Turn &turn, Value &ahead) {
                separate();
                ahead = inTurn(turn.next);
                SmallVector<Value> peeked =
                    readsAhead
                        ? SmallVector<Value>(turn.carried.drop_front(2 * arity))
                        : others.peek(turn.current, blocks);
                stages.copy(ahead, turn.places[2]);
                SmallVector<Value> carried = b.select(
                    isTile(turn.next), scan.types,
                    [&] {
                      stages.wait(/*pending=*/1);
                      return publish(turn.next, turn.places[1]);
                    },
                    [&] { return poisonTuple(b, scan.combiner); });
                ValueTuple own(turn.carried.take_front(arity));
                ValueTuple last(turn.carried.slice(arity, arity));
                llvm::append_range(carried,
                                   others.gather(turn.current, blocks, peeked,
                                                 last, own, prefix));
                separate();
                LoadedTile loaded =
                    scanner.load(turn.current, stages.at(turn.places[0]));
                scanner.finish(turn.current, loaded, [&] {
                  if (readsAhead)
                    llvm::append_range(carried, others.peek(turn.next, blocks));
                  // The block reads no state after its last tile.
                  reset.count(b.uge(turn.next, scan.tiles));
                });
                return carried;
              });
  };
  emitBlocks(first, reset, [&] { return blocks; }, loop);
}
