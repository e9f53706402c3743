//===- PersistentScan.cpp - Blocks that scan tile after tile *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block has three tiles at once: the one that it finishes, the next one, of
// which it publishes the fold before that, and one on its way to workgroup
// memory, where there is room for three. The ticket of a fourth is on its way,
// too, unless all blocks run at once and take tiles in turns. Tiles that are
// not staged, such as the one that the end of the buffer cuts off, are read
// from memory twice.
//
//===----------------------------------------------------------------------===//

#include "TileScan.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
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
  if (DeviceContext::getAlgorithm(op) == DeviceAlgorithm::SerialScan)
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

int64_t TileScanKernel::getPersistentBlocks(DeviceOpInterface op,
                                            const DeviceContext &context,
                                            const TileShape &tile,
                                            bool isResident) {
  const TargetInfo &target = context.getTarget();
  int64_t most = context.getMaxGrid(tile.blockSize);
  if (std::optional<int64_t> limit = context.getLimits().maxBlocks)
    most = std::min(most, *limit);
  if (isResident)
    return most;
  uint64_t bytes = getStageBytes(op, target, tile) + persistentOtherBytes;
  int64_t perUnit =
      target.getBlocksPerUnit(tile.blockSize, persistentRegisters, bytes);
  int64_t blocks = std::max<int64_t>(perUnit, 1) * target.units.count;
  return std::min(blocks, most);
}

SmallVector<MemoryArray> TileScanKernel::getSlots(Value stages, Value offset) {
  SmallVector<MemoryArray> slots;
  if (!stages)
    return slots;
  Value slot = AdvanceOp::create(b, loc, stages.getType(), stages, offset);
  uint64_t before = 0;
  for (auto [buffer, array] : llvm::zip_equal(op.getDeviceIns(), ins)) {
    slots.emplace_back(advance(b, loc, slot, before), array.getElement());
    before += getInputBytes(buffer, shape);
  }
  return slots;
}

void TileScanKernel::stageTile(Value tile, ArrayRef<MemoryArray> slots) {
  if (slots.empty())
    return;
  TileIO io = createIO(getFirst(tile));
  io.byCase({}, [&](bool isFull) {
    if (isFull)
      io.stage(ins, slots);
    return SmallVector<Value>();
  });
  // A batch in any case, perhaps an empty one: waits count them.
  CopyCommitOp::create(b, loc);
}

void TileScanKernel::publishTile(Value tile, ArrayRef<MemoryArray> slots) {
  LoadedTile loaded = loadTile(tile, slots);
  BlockReduceOp fold =
      createBlockReduce(b, loc, combiner, loaded.inputs, /*all=*/false,
                        loaded.valid, loaded.rowVector);
  GridPublishOp::create(b, loc, fold.getResults(), tile, tiles,
                        kernel.region(States), /*epoch=*/Value(),
                        /*chains=*/IntegerAttr(), /*bits=*/IntegerAttr(),
                        /*complete=*/false);
}

void TileScanKernel::emitPersistent() {
  Value counter = kernel.region(Counters), stages;
  uint64_t slotBytes = getSlotBytes(op, shape);
  if (uint64_t bytes = getStageBytes(op, kernel.target(), shape))
    stages = kernel.workgroupArray(b.getI8Type(), bytes, "stages").getBase();
  auto isTile = [&](Value ticket) -> Value {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, ticket,
                                 tiles);
  };
  auto request = [&]() -> Value {
    return GridTicketRequestOp::create(b, loc, counter);
  };
  auto await = [&](Value pending) -> Value {
    return GridTicketWaitOp::create(b, loc, pending);
  };
  auto waitForStages = [&](unsigned pending) {
    if (stages)
      CopyWaitOp::create(b, loc, pending);
  };
  // In turns, the next tile but one is known.
  Value blocks, first;
  if (form.isResident) {
    first = kernel.blockId();
    blocks = arith::TruncIOp::create(b, loc, b.getI32Type(), kernel.blocks());
  } else {
    first = GridTicketOp::create(b, loc, counter, /*ordered=*/false);
  }
  auto inTurn = [&](Value tile) -> Value {
    return arith::AddIOp::create(b, loc, tile, blocks);
  };
  kernel.ifThen(isTile(first), [&] {
    SmallVector<Value> places;
    for (unsigned i = 0; i < numSlots; ++i)
      places.push_back(arith::ConstantIndexOp::create(b, loc, i * slotBytes));
    Value second;
    stageTile(first, getSlots(stages, places[0]));
    if (form.isResident) {
      second = inTurn(first);
      stageTile(second, getSlots(stages, places[1]));
      waitForStages(/*pending=*/1);
      publishTile(first, getSlots(stages, places[0]));
    } else {
      waitForStages(/*pending=*/0);
      // Not asked for before: the first tiles of all blocks shall come before
      // the second ones, or blocks wait for each other in turns.
      Value pending = request();
      publishTile(first, getSlots(stages, places[0]));
      second = await(pending);
      stageTile(second, getSlots(stages, places[1]));
    }

    // The tile to finish, the next one, and where they and one more lie; behind
    // that the ticket under way.
    SmallVector<Value> start{first, second};
    llvm::append_range(start, places);
    if (!form.isResident)
      start.push_back(request());
    SmallVector<Type> types =
        llvm::map_to_vector(start, [](Value value) { return value.getType(); });
    SmallVector<Location> locations(types.size(), loc);
    auto loop = scf::WhileOp::create(b, loc, types, start);
    OpBuilder::InsertionGuard guard(b);
    Block *before = b.createBlock(&loop.getBefore(), {}, types, locations);
    scf::ConditionOp::create(b, loc, isTile(before->getArgument(0)),
                             before->getArguments());
    Block *body = b.createBlock(&loop.getAfter(), {}, types, locations);
    ValueRange args = body->getArguments();
    Value current = args[0], next = args[1];
    SmallVector<Value> slots(args.slice(2, numSlots));
    Value ahead, further;
    // What is scanned blocked goes through memory that both of a block's tiles
    // can have only if barriers stand between them.
    auto separate = [&] {
      if (scansBlocked())
        kernel.barrier();
    };
    if (form.isResident) {
      separate();
      ahead = inTurn(next);
    } else {
      ahead = await(args.back());
      further = request();
    }
    stageTile(ahead, getSlots(stages, slots[2]));
    kernel.ifThen(isTile(next), [&] {
      waitForStages(/*pending=*/1);
      publishTile(next, getSlots(stages, slots[1]));
    });
    separate();
    LoadedTile loaded = loadTile(current, getSlots(stages, slots[0]));
    finishTile(current, loaded);
    std::rotate(slots.begin(), slots.begin() + 1, slots.end());
    SmallVector<Value> results{next, ahead};
    llvm::append_range(results, slots);
    if (further)
      results.push_back(further);
    scf::YieldOp::create(b, loc, results);
  });
  if (!resets)
    return;
  // Blocks that are late take no tile, but tickets, so that all are counted.
  countFinished();
  if (!blocks)
    blocks = arith::TruncIOp::create(b, loc, b.getI32Type(), kernel.blocks());
  resetWorkspace(blocks);
}
