//===- TileSchedule.h - Which block scans which tile --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels of a TileScan. In a single pass with decoupled look-back every
// element is read once: a block takes a tile by ticket, scans it, and learns
// what comes before it inside the block scan's prefix region, in which one wave
// looks back. A tile that holds whole rows needs no look-back. In a cooperative
// launch with a block for each tile, the blocks gather what the others have
// published. PersistentScan.h has the schedules whose blocks take several
// tiles, ReduceThenScan.h has reduce-then-scan.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_TILESCHEDULE_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_TILESCHEDULE_H

#include "../Tile/StateGather.h"
#include "TileScanner.h"

namespace mlir::prim {

/// Which block scans which tile of a scan; emit() of those that derive from it
/// fills the kernel.
class TileSchedule {
public:
  explicit TileSchedule(TileScan &scan)
      : scan(scan), kernel(scan.kernel), b(scan.kernel) {}

protected:
  /// The state of the op, or of the row that it is at.
  TileState getState() const { return {TileScan::States, scan.tiles}; }
  TileState getStateOfRow() const;

  TileScan &scan;
  KernelBuilder &kernel;
  CodeBuilder &b;
};

/// How a plan names the schedule of a kernel.
using TileScheduleFn = std::function<void(TileScan &)>;

/// Each row has a block, and is no longer than a tile.
class RowSchedule : public TileSchedule {
public:
  using TileSchedule::TileSchedule;
  void emit();
};

/// Waves take tiles of several rows each.
class PackedSchedule : public TileSchedule {
public:
  using TileSchedule::TileSchedule;
  void emit();
};

/// A block takes the next free tile, and looks back. It waits only for tiles
/// that others have taken and will publish without waiting themselves, so that
/// it does not matter which blocks run at once.
class LookBackSchedule : public TileSchedule {
public:
  using TileSchedule::TileSchedule;
  void emit();
};

/// All blocks run at once and have a tile each, of which a thread reads what
/// one other has published.
class CooperativeTileSchedule : public TileSchedule {
public:
  using TileSchedule::TileSchedule;
  void emit();
};

/// Gathers the folds of other blocks' tiles in a cooperative launch.
class TileGather {
public:
  /// A thread reads what up to `perThread` tiles have.
  TileGather(TileScan &scan, unsigned perThread)
      : scan(scan), kernel(scan.kernel), b(scan.kernel), perThread(perThread) {}

  /// Begins to read, in each thread, what the other blocks, of `blocks` (i32),
  /// have of the tiles between this one's last tile and `tile`.
  SmallVector<Value> peek(Value tile, Value blocks);
  /// Folds that behind `last`, all tiles up to the block's last one, to what
  /// comes before `tile`, and gives it to `prefix`; all in the first thread.
  /// Returns the same with `own`, what `tile` has.
  ValueTuple gather(Value tile, Value blocks, ValueRange peeked,
                    const ValueTuple &last, const ValueTuple &own,
                    GatheredPrefix &prefix);

private:
  StateGather getStates() {
    return {kernel, scan.types, kernel.region(TileScan::States), scan.tiles,
            perThread};
  }
  /// The first of the tiles in between, and the one after the last.
  std::pair<Value, Value> getBetween(Value tile, Value blocks);

  TileScan &scan;
  KernelBuilder &kernel;
  CodeBuilder &b;
  unsigned perThread;
};

/// Leaves a workspace zero that was given so: the block that counts itself last
/// clears what tiles have told each other.
class WorkspaceReset {
public:
  /// `several` (i1) is whether there is more than one tile; null: there is.
  explicit WorkspaceReset(TileScan &scan, Value several = {});

  /// Counts the block, if `isDone` (i1, null for always), as one that looks at
  /// no state any more.
  void count(Value isDone = {});
  /// Clears if all blocks, `blocks` (i32) of them, have counted themselves.
  void clear(llvm::function_ref<Value()> blocks);

  /// The values that a loop carries for the count, and their types; none if the
  /// workspace is not reset.
  SmallVector<Value> getCarried() const;
  SmallVector<Type> getTypes() const;
  void setCarried(ValueRange carried);
  /// The values of a block that has not counted itself.
  SmallVector<Value> getStart();

private:
  void clearStates();

  TileScan &scan;
  KernelBuilder &kernel;
  CodeBuilder &b;
  bool isWanted;
  Value several;
  /// In the first thread, how many blocks have counted themselves before, or 0;
  /// i32.
  Value finished;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_TILESCHEDULE_H
