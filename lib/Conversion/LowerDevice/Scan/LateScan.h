//===- LateScan.h - Tiles that are stored turns later --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block that compacts several tiles can leave the results of each in
// workgroup memory and store them a few turns later. By then all other blocks
// have published the counts of the tiles between, so no block waits for another
// one.
//
// Each wave copies, compacts and stores its own part of a tile. So the waves of
// a block meet at one barrier in a turn, at which they exchange their counts.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_LATESCAN_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_LATESCAN_H

#include "PersistentScan.h"

namespace mlir::prim {

/// The op's part in a late schedule. The items of a wave are contiguous, by
/// default with one of each row in a lane. All lanes of the wave call these
/// together.
class WaveCompaction {
public:
  virtual ~WaveCompaction();

  /// The vector of TileIO that says which items of its part a lane has.
  virtual unsigned getVector() { return 1; }

  /// Begins to load, turns ahead, the values that load() needs of elements
  /// outside of the wave's part of `tile` (i32), which may not exist.
  virtual SmallVector<Value> loadAhead(Value tile) { return {}; }
  /// Loads the wave's items, from `slots` where the tile is full and its inputs
  /// have been staged there. Returns what compact() takes.
  virtual SmallVector<Value> load(TileIO &io, ArrayRef<MemoryArray> slots,
                                  ValueRange ahead) = 0;
  /// The types of values of a lane that wait with the wave's results.
  virtual SmallVector<Type> getWaiting() { return {}; }
  /// Puts the results into the wave's part of `slots`, an array for each type
  /// of TileScanForm::placed. Returns the fold of the wave's items, uniform,
  /// and then values of getWaiting().
  virtual ValueTuple compact(TileIO &io, ValueRange loaded,
                             ArrayRef<MemoryArray> slots) = 0;
  /// Stores these results: `own` is what compact() has returned, `before` the
  /// fold of all earlier items.
  virtual void store(TileIO &io, const ValueTuple &own,
                     const ValueTuple &before, ArrayRef<MemoryArray> slots) = 0;
};

/// The part of an op with keys or flags: the wave's items are neighbours in
/// each lane, as TileScanner loads them.
class WaveSegments : public WaveCompaction {
public:
  explicit WaveSegments(TileScan &ofOp) : ofOp(ofOp) {}

  unsigned getVector() override { return TileIO::blocked; }
  SmallVector<Value> loadAhead(Value tile) override;
  SmallVector<Value> load(TileIO &io, ArrayRef<MemoryArray> slots,
                          ValueRange ahead) override;

protected:
  /// The keys or flags, and takes those that have been loaded ahead.
  SegmentItems getItems();
  void setEdge(ValueRange ahead);
  /// Scans the wave's items.
  WarpScanOp scanPart(ScanMode mode);

  /// The tile that the wave has loaded, and not yet compacted.
  std::optional<LoadedTile> tile;

private:
  TileScan &ofOp;
};

/// Folds that waves exchange through workgroup memory at a barrier, in two
/// sets: while some waves still read those of a turn, others write those of
/// their next turn.
class WaveCells {
public:
  WaveCells(TileScan &scan, unsigned waves, StringRef name);

  /// Leaves `fold`, which the first lane has, as that of this wave. `set` (i32)
  /// is 0 or 1.
  void put(Value set, ValueRange fold);
  /// The fold of all waves, and of those before number `end` (i32).
  ValueTuple foldAll(Value set);
  ValueTuple foldBefore(Value set, Value end);

  /// Whether this wave has a cell.
  Value hasCell();

private:
  ValueTuple foldLanes(Value set, Value end);

  TileScan &scan;
  KernelBuilder &kernel;
  CodeBuilder &b;
  unsigned waves;
  SmallVector<MemoryArray> cells;
};

/// The fold of the tiles between a block's last one and its next one. Each
/// thread of the first waves reads one of them. Requires an identity.
class LateGather {
public:
  /// `waves` waves read.
  LateGather(TileScan &scan, unsigned waves)
      : scan(scan), kernel(scan.kernel), b(scan.kernel),
        cells(scan, waves, "tiles between") {}

  /// Begins to read the tiles before `tile` (i32; none if it is negative) that
  /// `blocks` (i32) blocks have had since this one's last tile.
  SmallVector<Value> peek(Value tile, Value blocks);
  /// Waits for what is missing in `peeked`, and puts the folds of the waves
  /// into their cells.
  void gather(Value tile, Value blocks, ValueRange peeked, Value set);
  /// After a barrier: the fold.
  ValueTuple get(Value set) { return cells.foldAll(set); }

private:
  StateGather getStates();
  /// The first of the tiles between, and the one after the last.
  std::pair<Value, Value> getBetween(Value tile, Value blocks);

  TileScan &scan;
  KernelBuilder &kernel;
  CodeBuilder &b;
  WaveCells cells;
};

/// All blocks run at once and take tiles in turns. A block compacts a tile in
/// workgroup memory and publishes its fold. It stores the tile
/// TileScanForm::late turns later. Blocks have whole waves.
class LateSchedule : public LoopSchedule {
public:
  LateSchedule(TileScan &scan, WaveCompaction &compaction)
      : LoopSchedule(scan), compaction(compaction) {}
  void emit();

  /// How resident blocks do `op`, if they do: as `row` says if the op is not
  /// tuned, with a tile that has room; `tile` is that of a look-back.
  static std::optional<LateTuningRow> findRow(DeviceOpInterface op,
                                              TileScanForm form,
                                              std::optional<LateTuningRow> row,
                                              TileShape tile,
                                              const DeviceContext &context);
  /// The case of a plan in which the blocks of `launch`, whose kernel has this
  /// schedule and `form`, take tiles as `row` says.
  static PlanCase makeCase(DeviceOpInterface op, const TileScanForm &form,
                           const LateTuningRow &row,
                           const DeviceContext &context, PlanLaunch launch);

private:
  /// The blocks of a launch: any number up to this, as the device says how many
  /// it holds.
  static int64_t getBlocks(DeviceOpInterface op, const TileScanForm &form,
                           const DeviceContext &context, const TileShape &tile);
  /// How many waves read what other blocks have published.
  static unsigned countReaders(DeviceOpInterface op, const TileScanForm &form,
                               const TargetInfo &target, const TileShape &tile);

  WaveCompaction &compaction;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_LATESCAN_H
