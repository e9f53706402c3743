//===- PersistentScan.h - Blocks that scan tile after tile --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where blocks are few and stay, each takes tile after tile: it folds and
// publishes its next tile before it finishes this one, so that what others ask
// for has long been there, and has the tile after that on its way from memory.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_PERSISTENTSCAN_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_PERSISTENTSCAN_H

#include "TileSchedule.h"

namespace mlir::prim {

/// The tiles that a block has in workgroup memory: the one that it scans or
/// finishes, the next one, one that comes, and those that are not yet stored.
class TileStages {
public:
  explicit TileStages(TileScan &scan);

  static unsigned countSlots(const TileScanForm &form) {
    return 1 + form.ahead + form.late;
  }
  /// Bytes of workgroup memory that all of them take; none where tiles do not
  /// go there, such as those for which there is no room.
  static uint64_t getBytes(DeviceOpInterface op, const TileScanForm &form,
                           const TargetInfo &target, const TileShape &tile);
  /// `tile`, or a smaller one for which there is room, if there is any.
  static TileShape fit(DeviceOpInterface op, const TileScanForm &form,
                       const TargetInfo &target, TileShape tile);

  /// The offset of each slot; index.
  SmallVector<Value> getPlaces();
  /// The op's inputs in the slot at `place`; nowhere if tiles do not go there.
  SmallVector<MemoryArray> at(Value place);
  /// The results of an item, in the slot at `place`. They may lie where the
  /// inputs do.
  SmallVector<MemoryArray> placedAt(Value place);
  /// Begins to copy `tile` to the slot at `place`.
  void copy(Value tile, Value place);
  /// Waits until no more than `pending` tiles are on their way.
  void wait(unsigned pending);

private:
  static uint64_t getSlotBytes(DeviceOpInterface op, const TileScanForm &form,
                               const TileShape &tile);
  /// Arrays of these types, one after the other, in the slot at `place` from
  /// byte `before` on.
  SmallVector<MemoryArray> divide(Value place, uint64_t before,
                                  TypeRange types);

  TileScan &scan;
  CodeBuilder &b;
  /// The slots; null if tiles do not go there.
  Value base;
  /// The vector of TileIO in which tiles are copied.
  unsigned vector;
};

/// Blocks that take several tiles each.
class LoopSchedule : public TileSchedule {
public:
  using TileSchedule::TileSchedule;

protected:
  /// The state of a block before it finishes a tile.
  struct Turn {
    /// The tile to finish, and the next one.
    Value current, next;
    /// Their slots, and that of the tile after them.
    SmallVector<Value> places;
    /// Other values that the loop carries.
    ValueRange carried;
  };
  using TurnFn = llvm::function_ref<SmallVector<Value>(const Turn &, Value &)>;

  /// About as many blocks as run at once.
  static int64_t getBlocksAtOnce(DeviceOpInterface op, const TileScanForm &form,
                                 const TargetInfo &target,
                                 const TileShape &tile);
  /// The most blocks that a launch may have.
  static int64_t getLaunchLimit(const DeviceContext &context,
                                const TileShape &tile);

  Value isTile(Value number) { return b.ult(number, scan.tiles); }
  /// Emits `loop` for blocks whose `first` tile is there, with what resets the
  /// workspace.
  void emitBlocks(Value first, WorkspaceReset &reset,
                  llvm::function_ref<Value()> blocks,
                  llvm::function_ref<void()> loop);
  /// Emits turns from `start` on until there is no tile; `turn` returns the
  /// values that the next one carries, and sets the tile after its two.
  void emitTurns(const Turn &start, WorkspaceReset &reset, TurnFn turn);
  /// Separates the two tiles of a block, which share workgroup memory where
  /// they are scanned blocked.
  void separate() {
    if (scan.form.order != ItemOrder::Rows)
      kernel.barrier();
  }
};

/// They take tiles by ticket, of which one is always on its way, and look back.
class PersistentSchedule : public LoopSchedule {
public:
  using LoopSchedule::LoopSchedule;
  void emit();

  /// The blocks of a launch, about as many as run at once on the largest chip.
  /// More take a ticket and nothing else.
  static int64_t getBlocks(DeviceOpInterface op, const TileScanForm &form,
                           const DeviceContext &context, const TileShape &tile);
};

/// All run at once and take tiles in turns. Before a tile lie the block's own
/// last one and those that the others have published since: each thread reads
/// what some of these have, and begins to before the block turns to its next
/// tile, or, with `readsAhead`, before it stores the one before. Much later it
/// would wait for what it reads; much sooner most of that is not there yet, and
/// is read again.
class CooperativeSchedule : public LoopSchedule {
public:
  CooperativeSchedule(TileScan &scan, bool readsAhead)
      : LoopSchedule(scan), readsAhead(readsAhead) {}
  void emit();

  /// The blocks of a launch: any number up to this, as the device says how many
  /// it holds.
  static int64_t getBlocks(DeviceOpInterface op, const TileScanForm &form,
                           const DeviceContext &context, const TileShape &tile);

private:
  /// How many tiles each thread reads at most.
  static unsigned getTilesPerThread(DeviceOpInterface op,
                                    const TileScanForm &form,
                                    const TargetInfo &target,
                                    const TileShape &tile);

  /// As in ScanTuningRow.
  bool readsAhead;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_PERSISTENTSCAN_H
