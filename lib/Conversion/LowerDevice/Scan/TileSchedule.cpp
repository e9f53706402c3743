//===- TileSchedule.cpp - Which block scans which tile *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The schedules with one tile a block. A buffer of one tile needs no workspace.
//
//===----------------------------------------------------------------------===//

#include "TileSchedule.h"

#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

TileState TileSchedule::getStateOfRow() const {
  TileState state = getState();
  if (scan.byRow) {
    Value states = kernel.region(TileScan::States);
    Value bytes = kernel.stateBytes(scan.tiles, scan.types);
    state.row = kernel.stateOfRow(states, bytes, scan.row);
  }
  return state;
}

//===----------------------------------------------------------------------===//
// WorkspaceReset
//===----------------------------------------------------------------------===//

WorkspaceReset::WorkspaceReset(TileScan &scan, Value several)
    : scan(scan), kernel(scan.kernel), b(scan.kernel),
      isWanted(scan.op.getDeviceWorkspace() &&
               scan.op.isWorkspaceInitialized() && !scan.byRow &&
               scan.op.getDeviceSegmentForm() != SegmentForm::Offsets),
      several(several) {}

void WorkspaceReset::count(Value isDone) {
  if (!isWanted)
    return;
  // The count follows the prefix and not the block's stores, for which its
  // release would wait.
  Value zero = b.i32(0);
  Value counts = kernel.isFirstThread();
  if (several)
    counts = b.andi(several, counts);
  if (isDone)
    counts = b.andi(isDone, counts);
  finished =
      evaluateIf(b, counts, /*anywhere=*/false, zero, [&]() -> ValueTuple {
        return {createAtomicAdd(b, 1,
                                {kernel.region(TileScan::Counters),
                                 b.i32(TileScan::finishedOffset)},
                                MemoryOrder::AcqRel, MemoryScope::Device)};
      }).front();
}

void WorkspaceReset::clear(llvm::function_ref<Value()> blocks) {
  if (!isWanted)
    return;
  Value all = blocks();
  // The block that counts last knows that no other one looks at a state any
  // more. Its first wave has acquired what the others wrote, so it alone
  // clears: a state still under way could otherwise land behind the zero.
  Value isFirstWave = b.eq(kernel.waveId(), 0);
  Value asks = isFirstWave;
  if (several)
    asks = b.andi(several, isFirstWave);
  kernel.ifThen(asks, [&] {
    Value count = WarpBroadcastOp::create(b, finished.getType(), finished,
                                          b.i32(0), /*width=*/IntegerAttr())
                      .getResult(0);
    WarpBarrierOp::create(b);
    Value last = b.sub(all, 1);
    kernel.ifThen(b.eq(count, last), [&] { clearStates(); });
  });
}

void WorkspaceReset::clearStates() {
  // The counters lie before them.
  Value bytes =
      b.add(kernel.stateBytes(scan.tiles, scan.types), workspaceAlignment);
  Value counters = kernel.region(TileScan::Counters);
  kernel.clear(counters, bytes, kernel.laneId(), kernel.target().waveSize);
}

SmallVector<Value> WorkspaceReset::getCarried() const {
  return isWanted ? SmallVector<Value>{finished} : SmallVector<Value>{};
}

SmallVector<Type> WorkspaceReset::getTypes() const {
  return isWanted ? SmallVector<Type>{b.getI32Type()} : SmallVector<Type>{};
}

void WorkspaceReset::setCarried(ValueRange carried) {
  if (isWanted)
    finished = carried.front();
}

SmallVector<Value> WorkspaceReset::getStart() {
  return isWanted ? SmallVector<Value>{b.i32(0)} : SmallVector<Value>{};
}

//===----------------------------------------------------------------------===//
// TileGather
//===----------------------------------------------------------------------===//

std::pair<Value, Value> TileGather::getBetween(Value tile, Value blocks) {
  // Without the one before it, tiles from 0 on.
  Value zero = b.i32(0), one = b.i32(1);
  Value first = b.maxsi(zero, b.add(b.sub(tile, blocks), one));
  Value end = b.minui(tile, scan.tiles);
  return {first, end};
}

SmallVector<Value> TileGather::peek(Value tile, Value blocks) {
  auto [first, end] = getBetween(tile, blocks);
  return getStates().peek(first, end);
}

ValueTuple TileGather::gather(Value tile, Value blocks, ValueRange peeked,
                              const ValueTuple &last, const ValueTuple &own,
                              GatheredPrefix &prefix) {
  const Combiner &combiner = scan.combiner;
  auto [first, end] = getBetween(tile, blocks);
  SmallVector<Value> inputs = getStates().gather(first, end, peeked);
  Value count = b.minsi(tile, b.sub(blocks, 1));
  BlockReduceOp fold = createBlockReduce(b, combiner, inputs,
                                         /*all=*/false, atLeastOne(b, count));
  OptionalTuple between(ValueTuple(fold.getResults()), b.ne(count, 0));
  OptionalTuple upToLast(last, b.uge(tile, blocks));
  // No other thread has what a region may be given.
  auto inFirst = [&](llvm::function_ref<ValueTuple()> body) {
    Value isFirst = kernel.isFirstThread();
    return evaluateIf(b, isFirst, combiner.isTotal(), poisonTuple(b, combiner),
                      body);
  };
  ValueTuple before = inFirst(
      [&] { return combineOptional(b, combiner, upToLast, between).values; });
  OptionalTuple gathered(before, b.ne(tile, 0));
  prefix.set(gathered);
  return inFirst(
      [&] { return combineOptional(b, combiner, gathered, own).values; });
}

//===----------------------------------------------------------------------===//
// A tile for each block
//===----------------------------------------------------------------------===//

void RowSchedule::emit() {
  scan.bind();
  scan.size = kernel.rowLength();
  scan.enterRow(kernel.blockId());
  NoPrefix prefix(kernel, scan.combiner);
  TileScanner scanner(scan, prefix);
  Value tile = b.i32(0);
  LoadedTile loaded = scanner.load(tile);
  scanner.finish(tile, loaded);
}

void PackedSchedule::emit() {
  scan.bindPacked();
  NoPrefix prefix(kernel, scan.combiner);
  TileScanner scanner(scan, prefix);
  scan.packed->forTiles([&] {
    LoadedTile loaded = scanner.load(/*tile=*/Value());
    scanner.finish(/*tile=*/Value(), loaded);
  });
}

void LookBackSchedule::emit() {
  scan.bindTiles();
  // With a single tile there is no workspace to take a ticket from.
  Value several = b.ugt(scan.tiles, 1);
  auto takeTicket = [&]() -> SmallVector<Value> {
    return {GridTicketOp::create(b, kernel.region(TileScan::Counters),
                                 /*ordered=*/false)};
  };
  // Rows of one tile need no order.
  auto takeOnly = [&]() -> SmallVector<Value> {
    return {scan.byRow ? kernel.blockId() : b.i32(0)};
  };
  Value tile = b.select(several, b.getI32Type(), takeTicket, takeOnly).front();
  if (scan.byRow)
    tile = scan.enterRowOf(tile);
  LookBackPrefix prefix(kernel, scan.combiner, getStateOfRow());
  TileScanner scanner(scan, prefix);
  WorkspaceReset reset(scan, several);
  LoadedTile loaded = scanner.load(tile);
  scanner.finish(tile, loaded, [&] { reset.count(); });
  reset.clear([&] { return scan.tiles; });
}

void CooperativeTileSchedule::emit() {
  scan.bindTiles();
  GatheredPrefix prefix(kernel, scan.combiner);
  TileScanner scanner(scan, prefix);
  TileGather others(scan, /*perThread=*/1);
  WorkspaceReset reset(scan);
  Value tile = kernel.blockId();
  LoadedTile loaded = scanner.load(tile);
  SmallVector<Value> own = scanner.publish(tile, loaded);
  others.gather(tile, scan.tiles, others.peek(tile, scan.tiles),
                /*last=*/poisonTuple(b, scan.combiner), ValueTuple(own),
                prefix);
  scanner.finish(tile, loaded, [&] { reset.count(); });
  reset.clear([&] { return scan.tiles; });
}
