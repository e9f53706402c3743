//===- PersistentScan.cpp - Blocks that scan tile after tile *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block has three tiles at once: the one that it finishes, the next one, of
// which it publishes the fold before that, and one on its way to workgroup
// memory, where there is room for three. Tiles that are not staged, such as the
// one that the end of the buffer cuts off, are read from memory twice.
//
// What lies before a tile is found by a look-back, and the ticket of a fourth
// tile is on its way. Where all blocks run at once they take tiles in turns
// instead, and before a tile lie the block's own last one and those that the
// others have published since: each thread reads what one of these has, and
// begins to before the block turns to its next tile, or, with `readsAhead`,
// before it stores the one before. Much later it would wait for what it reads;
// much sooner most of that is not there yet, and is read again.
//
//===----------------------------------------------------------------------===//

#include "TileScan.h"

#include "../Engine/DeviceLowering.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

/// Tiles in workgroup memory: the one that is finished, the next one, and one
/// that comes.
static constexpr unsigned numSlots = 3;

static uint64_t getInputBytes(Value buffer, const TileShape &tile) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  return llvm::alignTo(uint64_t(getElementBytes(element)) * tile.items(),
                       WorkgroupAllocOp::kAlignment);
}

uint64_t TileScanKernel::getSlotBytes(DeviceOpInterface op,
                                      const TileShape &tile) {
  uint64_t bytes = 0;
  for (Value in : op.getDeviceIns())
    bytes += getInputBytes(in, tile);
  return bytes;
}

uint64_t TileScanKernel::getStageBytes(DeviceOpInterface op,
                                       const TargetInfo &target,
                                       const TileShape &tile) {
  // Copies are of runs of bytes.
  for (Value in : op.getDeviceIns()) {
    auto type = cast<MemRefType>(in.getType());
    if (type.getElementType().isInteger(1) || !type.isLastDimUnitStride())
      return 0;
  }
  uint64_t slot = getSlotBytes(op, tile), other = persistentOtherBytes;
  // What is scanned blocked may go through workgroup memory as well.
  if (DeviceLowering::get(op)->getTuningRow() == DeviceAlgorithm::SerialScan)
    other += target.ldsBytes / 2;
  if (slot == 0 || numSlots * slot + other > target.ldsBytes)
    return 0;
  return numSlots * slot;
}

TileShape TileScanKernel::fitStages(DeviceOpInterface op,
                                    const TargetInfo &target, TileShape tile) {
  for (TileShape fits = tile; fits.itemsPerThread >= leastPersistentItems;
       fits.itemsPerThread /= 2)
    if (getStageBytes(op, target, fits))
      return fits;
  return tile;
}

int32_t TileScanKernel::getPersistentWindow() {
  unsigned words = 0;
  for (Type type : types)
    words += llvm::divideCeil(getElementBytes(type), 4u);
  return std::max(persistentWindowWords / words, kernel.target().waveSize);
}

/// About as many blocks as run at once.
static int64_t getBlocksAtOnce(DeviceOpInterface op, const TargetInfo &target,
                               const TileShape &tile, uint64_t stageBytes) {
  int64_t perUnit = target.getBlocksPerUnit(tile.blockSize, persistentRegisters,
                                            stageBytes + persistentOtherBytes);
  return std::max<int64_t>(perUnit, 1) * target.units.count;
}

unsigned TileScanKernel::getTilesPerThread(DeviceOpInterface op,
                                           const TargetInfo &target,
                                           const TileShape &tile) {
  int64_t blocks =
      getBlocksAtOnce(op, target, tile, getStageBytes(op, target, tile));
  int64_t tiles = llvm::divideCeil(blocks, tile.blockSize);
  return std::min<int64_t>(tiles, mostGatheredPerThread);
}

int64_t TileScanKernel::getPersistentBlocks(DeviceOpInterface op,
                                            const DeviceContext &context,
                                            const TileShape &tile,
                                            bool isCooperative) {
  const TargetInfo &target = context.getTarget();
  int64_t most = context.getMaxGrid(tile.blockSize);
  if (std::optional<int64_t> limit = context.getLimits().maxBlocks)
    most = std::min(most, *limit);
  // Those that each block reads from, and itself.
  int64_t blocks =
      isCooperative
          ? tile.blockSize * getTilesPerThread(op, target, tile) + 1
          : getBlocksAtOnce(op, target, tile, getStageBytes(op, target, tile));
  return std::min(blocks, most);
}

SmallVector<MemoryArray> TileScanKernel::getSlots(Value stages, Value offset) {
  SmallVector<MemoryArray> slots;
  if (!stages)
    return slots;
  Value slot = AdvanceOp::create(b, stages.getType(), stages, offset);
  uint64_t before = 0;
  for (auto [buffer, array] : llvm::zip_equal(op.getDeviceIns(), ins)) {
    slots.emplace_back(advance(b, slot, before), array.getElement());
    before += getInputBytes(buffer, shape);
  }
  return slots;
}

void TileScanKernel::stageTile(Value tile, ArrayRef<MemoryArray> slots) {
  if (slots.empty())
    return;
  TileIO io = createIO(getFirst(tile));
  io.fullOrPartial({}, [&](bool isFull) {
    if (isFull)
      io.stage(ins, slots);
    return SmallVector<Value>();
  });
  // A batch in any case, perhaps an empty one: waits count them.
  CopyCommitOp::create(b);
}

StateGather TileScanKernel::getGather() {
  unsigned perThread = form.protocol == TileScanForm::Protocol::CooperativeTile
                           ? 1
                           : getTilesPerThread(op, kernel.target(), shape);
  return {kernel, types, kernel.region(States), tiles, perThread};
}

std::pair<Value, Value> TileScanKernel::getBetween(Value tile, Value blocks) {
  // Without the one before it, tiles from 0 on.
  Value zero = b.i32(0), one = b.i32(1);
  Value first = b.maxsi(zero, b.add(b.sub(tile, blocks), one));
  Value end = b.minui(tile, tiles);
  return {first, end};
}

SmallVector<Value> TileScanKernel::peekBetween(Value tile, Value blocks) {
  auto [first, end] = getBetween(tile, blocks);
  return getGather().peek(first, end);
}

ValueTuple TileScanKernel::gatherBefore(Value tile, Value blocks,
                                        ValueRange peeked,
                                        const ValueTuple &last,
                                        const ValueTuple &own) {
  auto [first, end] = getBetween(tile, blocks);
  SmallVector<Value> inputs = getGather().gather(first, end, peeked);
  Value one = b.i32(1);
  Value count = b.minsi(tile, b.sub(blocks, one));
  BlockReduceOp fold = createBlockReduce(b, combiner, inputs,
                                         /*all=*/false, atLeastOne(b, count));
  OptionalTuple between(ValueTuple(fold.getResults()), b.ne(count, b.i32(0)));
  OptionalTuple upToLast(last, b.uge(tile, blocks));
  // No other thread has what a region may be given.
  auto inFirst = [&](llvm::function_ref<ValueTuple()> body) {
    return evaluateIf(b, kernel.isFirstThread(), combiner.isTotal(),
                      poisonTuple(b, combiner), body);
  };
  ValueTuple before = inFirst(
      [&] { return combineOptional(b, combiner, upToLast, between).values; });
  gathered = {before, b.ne(tile, b.i32(0))};
  return inFirst(
      [&] { return combineOptional(b, combiner, gathered, own).values; });
}

SmallVector<Value> TileScanKernel::publishTile(Value tile,
                                               const LoadedTile &loaded) {
  BlockReduceOp fold =
      createBlockReduce(b, combiner, loaded.inputs, /*all=*/false, loaded.valid,
                        loaded.rowVector);
  GridPublishOp::create(b, fold.getResults(), tile, tiles,
                        kernel.region(States), /*epoch=*/Value(),
                        /*chains=*/IntegerAttr(), /*bits=*/IntegerAttr(),
                        /*complete=*/false);
  return fold.getResults();
}

void TileScanKernel::emitOneRound() {
  Value tile = kernel.blockId();
  LoadedTile loaded = loadTile(tile);
  SmallVector<Value> own = publishTile(tile, loaded);
  gatherBefore(tile, tiles, peekBetween(tile, tiles),
               /*last=*/poisonTuple(b, combiner), ValueTuple(own));
  finishTile(tile, loaded, [&] {
    if (resets)
      countFinished();
  });
  if (resets)
    resetWorkspace(tiles);
}

void TileScanKernel::emitPersistent() {
  Value counter = kernel.region(Counters), stages;
  uint64_t slotBytes = getSlotBytes(op, shape);
  if (uint64_t bytes = getStageBytes(op, kernel.target(), shape))
    stages = kernel.workgroupArray(b.getI8Type(), bytes, "stages").getBase();
  auto isTile = [&](Value ticket) -> Value { return b.ult(ticket, tiles); };
  auto request = [&]() -> Value {
    return GridTicketRequestOp::create(b, counter);
  };
  auto await = [&](Value pending) -> Value {
    return GridTicketWaitOp::create(b, pending);
  };
  auto waitForStages = [&](unsigned pending) {
    if (stages)
      CopyWaitOp::create(b, pending);
  };
  // In turns, the next tile but one is known.
  Value blocks, first;
  if (form.isCooperative()) {
    first = kernel.blockId();
    blocks = b.truncI32(kernel.blocks());
  } else {
    first = GridTicketOp::create(b, counter, /*ordered=*/false);
  }
  auto inTurn = [&](Value tile) -> Value { return b.add(tile, blocks); };
  Value zero = b.i32(0);
  // Takes one tile after the other, from the first one on.
  auto takeTiles = [&]() -> SmallVector<Value> {
    SmallVector<Value> places;
    for (unsigned i = 0; i < numSlots; ++i)
      places.push_back(b.index(i * slotBytes));
    Value second;
    SmallVector<Value> published;
    stageTile(first, getSlots(stages, places[0]));
    if (form.isCooperative()) {
      second = inTurn(first);
      stageTile(second, getSlots(stages, places[1]));
      waitForStages(/*pending=*/1);
      published =
          publishTile(first, loadTile(first, getSlots(stages, places[0])));
    } else {
      waitForStages(/*pending=*/0);
      // Not asked for before: the first tiles of all blocks shall come before
      // the second ones, or blocks wait for each other in turns.
      Value pending = request();
      publishTile(first, loadTile(first, getSlots(stages, places[0])));
      second = await(pending);
      stageTile(second, getSlots(stages, places[1]));
    }

    // The tile to finish, the next one, and where they and one more lie; behind
    // that the ticket under way, or what the first thread knows: what the tile
    // has, and all tiles up to the block's last one.
    SmallVector<Value> start{first, second};
    llvm::append_range(start, places);
    if (form.isCooperative()) {
      llvm::append_range(start, published);
      llvm::append_range(start, poisonTuple(b, combiner));
      if (form.readsAhead)
        llvm::append_range(start, peekBetween(first, blocks));
    } else {
      start.push_back(request());
    }
    if (resets)
      start.push_back(zero);
    auto finishOne = [&](ValueRange args) {
      Value current = args[0], next = args[1];
      SmallVector<Value> slots(args.slice(2, numSlots));
      ValueRange known = args.drop_front(2 + numSlots);
      Value ahead;
      SmallVector<Value> carried, peeked;
      // What is scanned blocked goes through memory that both of a block's
      // tiles can have only if barriers stand between them.
      auto separate = [&] {
        if (scansBlocked())
          kernel.barrier();
      };
      if (form.isCooperative()) {
        separate();
        ahead = inTurn(next);
        if (form.readsAhead)
          llvm::append_range(
              peeked, known.drop_front(2 * types.size()).drop_back(resets));
        else
          peeked = peekBetween(current, blocks);
      } else {
        ahead = await(known.front());
        carried = {request()};
      }
      stageTile(ahead, getSlots(stages, slots[2]));
      SmallVector<Value> ofNext = b.select(
          isTile(next), form.isCooperative() ? TypeRange(types) : TypeRange(),
          [&] {
            waitForStages(/*pending=*/1);
            SmallVector<Value> fold =
                publishTile(next, loadTile(next, getSlots(stages, slots[1])));
            return form.isCooperative() ? fold : SmallVector<Value>();
          },
          [&] {
            return form.isCooperative() ? poisonTuple(b, combiner)
                                        : SmallVector<Value>();
          });
      if (form.isCooperative()) {
        carried = ofNext;
        unsigned size = types.size();
        ValueTuple own(known.take_front(size));
        ValueTuple last(known.slice(size, size));
        llvm::append_range(carried,
                           gatherBefore(current, blocks, peeked, last, own));
      }
      separate();
      LoadedTile loaded = loadTile(current, getSlots(stages, slots[0]));
      finishTile(current, loaded, [&] {
        if (form.readsAhead)
          llvm::append_range(carried, peekBetween(next, blocks));
        // Of its last tile, the block looks at no state any more.
        if (resets)
          countFinished(b.uge(next, tiles));
      });
      if (resets)
        carried.push_back(finished);
      std::rotate(slots.begin(), slots.begin() + 1, slots.end());
      SmallVector<Value> results{next, ahead};
      llvm::append_range(results, slots);
      llvm::append_range(results, carried);
      return results;
    };
    SmallVector<Value> last = b.whileLoop(
        start, [&](ValueRange args) { return isTile(args.front()); },
        finishOne);
    return SmallVector<Value>(ArrayRef(last).take_back(resets ? 1 : 0));
  };
  // Blocks that are late take no tile, but tickets, so that all are counted.
  auto countLate = [&]() -> SmallVector<Value> {
    if (!resets)
      return {};
    countFinished();
    return {finished};
  };
  SmallVector<Value> counted =
      b.select(isTile(first), resets ? TypeRange(b.getI32Type()) : TypeRange(),
               takeTiles, countLate);
  if (!resets)
    return;
  finished = counted.front();
  if (!blocks)
    blocks = b.truncI32(kernel.blocks());
  resetWorkspace(blocks);
}
