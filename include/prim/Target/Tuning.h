//===- Tuning.h - Tuning tables -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tile shapes per algorithm, chip and element size: data, looked up by the
// device lowering and overridden by `#prim.tuning` on an op.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TARGET_TUNING_H
#define PRIM_TARGET_TUNING_H

#include "prim/Target/TargetInfo.h"

namespace mlir::prim {

/// A row of the tile table: ops whose kernels do alike share one.
enum class DeviceAlgorithm {
  Reduce,
  /// With a warp scan for each row of a wave's items.
  Scan,
  /// With each thread's items one after the other: by an operator that is a
  /// region.
  SerialScan,
  Sort,
  /// Whose blocks have counters in workgroup memory.
  Histogram,
  /// Of runs, and the sort by a comparator.
  Merge,
  /// Each element by itself, or with a neighbour; an op that moves elements
  /// from place to place is such a one.
  Map
};

/// The part of a buffer that one block works on at a time.
struct TileShape {
  /// Threads per block.
  unsigned blockSize;
  /// Elements per thread.
  unsigned itemsPerThread;
  /// How many blocks a compute unit is meant to hold at once
  /// (`prim.min_blocks`); 0 leaves it to the registers that the kernel takes.
  unsigned minBlocks = 0;

  constexpr unsigned items() const { return blockSize * itemsPerThread; }
  /// Halves the items of a thread while they, at least two, are too many.
  void halveItemsWhile(llvm::function_ref<bool()> areTooMany) {
    while (itemsPerThread > 1 && areTooMany())
      itemsPerThread /= 2;
  }
};

/// The tile for elements of `bytes` bytes (all members of a tuple together).
TileShape getTileShape(const TargetInfo &target, DeviceAlgorithm algorithm,
                       unsigned bytes);

/// How a scan of a whole buffer goes, up to a number of elements.
struct ScanTuningRow {
  /// By a look-back with a block for each tile; by blocks that all run at once
  /// and take tiles in turns; or by blocks that all run at once and have a tile
  /// each, where the device holds as many.
  enum class Form { LookBack, Cooperative, CooperativeTile };

  int64_t maxElements;
  Form form;
  TileShape tile;
  /// Cooperative ones: whether a block begins to read what the others have
  /// before it stores a tile, as the time until it needs that is too short
  /// otherwise.
  bool readsAhead = false;
};

/// The steps for elements of `bytes` bytes, by ascending sizes of buffers; the
/// first one has the least tile, and the last one no bound. None where a
/// look-back with the tile of getTileShape() is as good.
SmallVector<ScanTuningRow> getScanTuningRows(const TargetInfo &target,
                                             unsigned bytes);
/// By ascending size, the tiles of buffers that one block sorts, which are
/// elements of `bytes` bytes; none where it is a part of the tile of a pass.
SmallVector<TileShape> getBlockSortTiles(const TargetInfo &target,
                                         unsigned bytes);

/// By ascending size, tiles that are less than that of getTileShape(), of
/// buffers that one block reduces: elements of `bytes` bytes.
SmallVector<TileShape> getBlockReduceTiles(const TargetInfo &target,
                                           unsigned bytes);

/// A tile of blocks that all run at once, for up to so many elements.
struct CooperativeSortTile {
  TileShape tile;
  int64_t maxElements;
};

/// By ascending numbers of elements, the tiles of sorts of elements of `bytes`
/// bytes that one cooperative launch does; none where it does not pay.
SmallVector<CooperativeSortTile>
getCooperativeSortTiles(const TargetInfo &target, unsigned bytes);

/// Whether the first block of a reduction folds what all have, which run at
/// once, and not the one that finishes last.
bool foldsInFirstBlock(const TargetInfo &target);

/// The rows of counts that a thread of such a sort reads at once: with 1024
/// threads, those of 64 tiles at a time.
inline constexpr unsigned cooperativeRowsAtOnce = 4;

/// From so many waves on a block folds what they give by lanes, a wave for
/// each, and not one after the other in every thread: the logarithm of the
/// combinations, for a few instructions more around them.
inline constexpr unsigned minWavesFoldedByLanes = 16;

/// Digits that a thread of a radix pass looks after, or more. With two it asks
/// earlier tiles for both at once, which takes fewer bytes in all than asking
/// for each.
inline constexpr unsigned minDigitsPerThread = 2;

/// Whether a radix pass counts the digits of a tile before it ranks its items:
/// an atomic addition in workgroup memory more for each, but counts are known
/// earlier, and neither digits nor ranks take registers.
bool countsDigitsFirst(const TargetInfo &target);

/// Tiles before its own that such a pass looks at at once.
inline constexpr unsigned countFirstWindow = 4;

/// Registers of a thread of such a pass: those of its items at most, of floats
/// with their codes, and all others. benchmark/silicon on an H200, 2026-11-24,
/// pairs of 2^22 to 2^26: with 72 instead of 80 integers take up to 3 % more
/// time, with 96 2 to 9 %; floats lose from 88 down.
inline constexpr unsigned countFirstItemRegisters = 80,
                          countFirstCodedRegisters = 96,
                          countFirstOtherRegisters = 32;

/// Of a sort with such passes: the counters that each of `digits` digits has in
/// a block of the histogram. As many lanes meet neither in a counter nor in a
/// bank.
unsigned getHistogramCopies(const TargetInfo &target, unsigned digits);

/// What a thread looks for at once in a sorted buffer.
inline constexpr unsigned searchesPerThread = 4;

/// Copies that a thread of a batch copy counts the vectors of, and vectors that
/// it moves, at once.
inline constexpr unsigned copyUnitsPerThread = 4;

/// What part of a tile a wave takes by itself of rows that are no longer, by
/// ascending size.
inline constexpr unsigned rowTileShares[] = {32, 4};

/// Rows of which fewer fit into a wave's largest tile are not packed into it:
/// too much of it would be left over.
inline constexpr unsigned minRowsPacked = 4;
/// The longest rows that are packed into `tile`.
constexpr int64_t getMaxPacked(const TileShape &tile) {
  return tile.items() / minRowsPacked;
}

/// Of scans whose blocks take tile after tile: what a block has in workgroup
/// memory besides its tiles (a few words for each wave, and a line more), and
/// the registers of a thread with which it is reckoned how many blocks run at
/// once.
inline constexpr unsigned persistentOtherBytes = 2048;
inline constexpr unsigned persistentRegisters = 128;

/// Words of tiles that a wave of theirs looks at at once: what 264 blocks have
/// published of a value of 4 bytes, as good as all. Wider ones would not go
/// into its registers.
inline constexpr unsigned persistentWindowWords = 256;

/// Of blocks that all run at once: of how many others a thread reads at most
/// what they have. There are no more blocks than that allows.
inline constexpr unsigned maxGatheredPerThread = 8;

/// A thread of theirs has as many items, or tiles are not worth their barriers.
inline constexpr unsigned minPersistentItems = 4;

/// Most blocks over `target` whose blocks take several tiles, of a reduction
/// and of others; each of a reduction's leaves one partial result that the last
/// one reads.
unsigned getMaxReduceBlocks(const TargetInfo &target);
unsigned getMaxBlocks(const TargetInfo &target);

} // namespace mlir::prim

#endif // PRIM_TARGET_TUNING_H
