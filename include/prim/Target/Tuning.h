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
  /// Scans that use a warp scan for each row of a wave's items.
  Scan,
  /// Scans in which each thread folds consecutive items serially; for operators
  /// given as a region.
  SerialScan,
  /// Scans of segments given by offsets, without gaps between them. Chips
  /// without such a row use that of SerialScan.
  SegmentScan,
  /// Reductions of segments given by offsets. Chips without such a row use that
  /// of Reduce.
  SegmentReduce,
  /// Selections: scans of counts whose items go to computed places. Chips
  /// without such a row use that of Scan.
  Select,
  /// Reductions and lengths of runs and segments, whose results are packed.
  /// Chips without such a row use that of SerialScan.
  Runs,
  /// Batches of copies, with vectors as items. Chips without such a row use
  /// that of Scan.
  Copy,
  Sort,
  /// Histograms with counters in workgroup memory.
  Histogram,
  /// Merges of runs, and sorts by a comparator.
  Merge,
  /// Merges of more of these tiles than run at once. Chips without such a row
  /// use that of Merge.
  LongMerge,
  /// Elementwise maps, and maps of an element and its neighbour.
  Map,
  /// Rows in one kernel that are longer than what registers hold.
  Rows
};

/// The part of a buffer that one block processes at a time.
struct TileShape {
  /// Threads per block.
  unsigned blockSize;
  /// Elements per thread.
  unsigned itemsPerThread;
  /// The intended number of resident blocks per compute unit
  /// (`prim.min_blocks`); 0 leaves it to the register use of the kernel.
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

/// The form of a device-wide scan, up to a number of elements.
struct ScanTuningRow {
  /// A look-back with one block per tile; resident blocks that take tiles in
  /// turns; or resident blocks with one tile each, for as many tiles as the
  /// device can hold.
  enum class Form { LookBack, Cooperative, CooperativeTile };

  int64_t maxElements;
  Form form;
  TileShape tile;
  /// For cooperative forms: whether a block begins to read the values of the
  /// other blocks before it stores a tile. Otherwise the reads have too little
  /// time to complete before their use.
  bool readsAhead = false;
};

/// How resident blocks take more than one tile each, and store them turns
/// later.
struct LateTuningRow {
  TileShape tile;
  /// How many tiles a block has on their way to workgroup memory, and after how
  /// many turns it stores one.
  unsigned ahead = 2, late = 2;
};

/// Ops that resident blocks do, and that read or write different bytes for an
/// item: selections by a predicate, selections by flags in memory, selections
/// that write all items, reductions of runs, lengths of runs, lengths of those
/// of several items, and scans of segments by keys or flags, by offsets, or by
/// begins and ends.
enum class LateFamily {
  Select,
  SelectFlags,
  Partition,
  Runs,
  Lengths,
  LongRuns,
  KeyScan,
  OffsetScan,
  RangeScan
};

/// The row for items of `bytes` bytes, of runs with their keys or borders; none
/// if a look-back is as fast.
std::optional<LateTuningRow>
getLateTuningRow(const TargetInfo &target, LateFamily family, unsigned bytes);

/// The rows for elements of `bytes` bytes, by ascending sizes of buffers. The
/// first one has the smallest tile, and the last one no bound. Empty if a
/// look-back with the tile of getTileShape() is as fast.
SmallVector<ScanTuningRow> getScanTuningRows(const TargetInfo &target,
                                             unsigned bytes);
/// The tiles with which one block sorts a small buffer of elements of `bytes`
/// bytes, by ascending size. Empty if a part of the tile of a radix pass is
/// used.
SmallVector<TileShape> getBlockSortTiles(const TargetInfo &target,
                                         unsigned bytes);

/// How the threads of a launch share the rows of an op.
enum class RowGroup {
  /// A wave has several rows in its tile.
  Packed,
  /// Each wave of a block has a row.
  Waves,
  /// A group of lanes of a wave has a row in its tile.
  Lanes,
  /// A block, which may be one wave, has a row in its tile.
  Block,
  /// A cluster of blocks has a row in the tiles of its blocks. Rows of a Block
  /// or a Cluster that are longer than its tiles are kept in workgroup memory.
  Cluster
};

/// The group for rows of up to a number of elements.
struct RowGrouping {
  RowGroup group;
  int64_t maxElements;
  /// The tile of Packed, Block and Cluster, and of a group of Lanes, whose
  /// lanes are its block size.
  TileShape tile = {};
  /// Waves of a block, of Waves and Lanes; and the least row for which they are
  /// chosen over groups for shorter rows, of Waves.
  unsigned waves = 0;
  int64_t minElements = 0;
  /// Blocks of a Cluster, whose tile is that of a block.
  unsigned blocks = 1;

  /// The threads that share a row, of Lanes, Block and Cluster.
  constexpr int64_t countThreads() const {
    return int64_t(blocks) * tile.blockSize;
  }
  /// Whether rows of a Block or a Cluster are longer than its tiles, and
  /// workgroup memory keeps them.
  constexpr bool isKept() const {
    return (group == RowGroup::Block || group == RowGroup::Cluster) &&
           maxElements > countThreads() * tile.itemsPerThread;
  }
};

/// The ops that group rows alike.
enum class RowFamily {
  Reduce,
  Scan,
  /// Selections by rank from a row, which is shorter than the part of a radix
  /// pass's tile that longer rows take.
  Rank,
  /// Selections of at most maxRankFew elements of a row whose keys registers
  /// hold, with at most 32 items per thread.
  RankFew,
  /// Sorts of rows, and of segments: each of these tiles has a list of
  /// segments, and a launch.
  Sort,
  SegmentSort,
  /// Rows in one kernel, which registers hold from the first element to the
  /// last one that is written.
  Fused
};
/// The groups for rows of elements (or widest members, or keys) of `bytes`
/// bytes: waves, if any, then blocks by ascending lengths. Empty if the tile of
/// getTileShape() is enough.
SmallVector<RowGrouping> getRowGroups(const TargetInfo &target,
                                      RowFamily family, unsigned bytes);
/// The tiles of a family that has blocks only.
SmallVector<TileShape> getRowTiles(const TargetInfo &target, RowFamily family,
                                   unsigned bytes);

/// The most elements of a row that are found by comparing candidates with each
/// other, instead of by a sort of the row.
inline constexpr unsigned maxRankFew = 64;

/// A block that finds the first elements, at most maxRankFew, of a row that its
/// registers do not hold; the most elements of a row, and the least rows.
struct RankStreamTile {
  TileShape tile;
  int64_t maxElements;
  int64_t minRows;
};
/// They are tried in turn; the last one takes any number of rows.
SmallVector<RankStreamTile> getRankStreamTiles(const TargetInfo &target);

/// The tile for digits of a buffer of up to `maxElements` elements of `bytes`
/// bytes (all members of a tuple together), if it is not that of a scan.
struct ShortRankTile {
  TileShape tile;
  int64_t maxElements;
};
std::optional<ShortRankTile> getShortRankTile(const TargetInfo &target,
                                              unsigned bytes);

/// The part of a parallel loop's iterations, along two of its dimensions, that
/// one block computes if the iterations share what they load.
struct LoopTile {
  /// Threads of a block, and iterations of a thread, along each dimension.
  unsigned threadRows, threadColumns, itemRows, itemColumns;
  /// Steps of the loop in the body whose elements are in workgroup memory at
  /// once.
  unsigned depth;

  constexpr unsigned blockSize() const { return threadRows * threadColumns; }
  constexpr unsigned rows() const { return threadRows * itemRows; }
  constexpr unsigned columns() const { return threadColumns * itemColumns; }
};
/// The largest tile comes first. It is used if each unit has a block.
SmallVector<LoopTile> getLoopTiles(const TargetInfo &target);

/// How the first elements of a long buffer are selected by the heads of groups.
struct RankHeadsRow {
  /// Groups of a buffer, at most, and those for each element that is taken at
  /// most.
  unsigned groups, groupsPerTaken;
  /// Threads of a block that finds heads, of one that reads groups again, and
  /// of one that finds the bound or ranks candidates.
  unsigned blockSize, pickBlockSize, boundBlockSize;
  /// Blocks that collect candidates, and that rank them.
  unsigned pickBlocks, placeBlocks;
};
RankHeadsRow getRankHeads(const TargetInfo &target);

/// The tiles with which one block reduces a small buffer of elements of `bytes`
/// bytes, by ascending size. All are smaller than that of getTileShape().
SmallVector<TileShape> getBlockReduceTiles(const TargetInfo &target,
                                           unsigned bytes);

/// A tile for resident blocks, for up to `maxElements` elements.
struct CooperativeSortTile {
  TileShape tile;
  int64_t maxElements;
};

/// The tiles of sorts by one cooperative launch, for elements of `bytes` bytes
/// and by ascending numbers of elements. Empty if such a sort is not faster.
SmallVector<CooperativeSortTile>
getCooperativeSortTiles(const TargetInfo &target, unsigned bytes);

/// Whether the first block of a reduction folds the partial results, with all
/// blocks resident, instead of the block that finishes last.
bool foldsInFirstBlock(const TargetInfo &target);

/// The rows of counts that a thread of a cooperative sort reads at once: with
/// 1024 threads, those of 64 tiles at a time.
inline constexpr unsigned cooperativeRowsAtOnce = 4;

/// The number of waves from which a block folds their results by lanes, one
/// lane per wave, instead of serially in every thread. The combinations then
/// take logarithmic time, at the cost of a few more instructions.
inline constexpr unsigned minWavesFoldedByLanes = 16;

/// The rows of a wave whose folds, of `bytes` bytes, one warp scan scans: their
/// folds are exchanged between lanes in workgroup memory. 1 if a scan of each
/// row is as fast.
unsigned getRowsScannedTogether(const TargetInfo &target, unsigned bytes);

/// The least number of digits per thread of a radix pass. A thread with two
/// digits reads both counts of an earlier tile at once, which moves fewer bytes
/// in total than separate reads.
inline constexpr unsigned minDigitsPerThread = 2;

/// Whether a radix pass counts the digits of a tile before it ranks its items.
/// This costs one more atomic addition in workgroup memory per item. Counts are
/// known earlier, and neither digits nor ranks occupy registers.
bool countsDigitsFirst(const TargetInfo &target);

/// Earlier tiles that a pass that counts first reads at once.
inline constexpr unsigned countFirstWindow = 4;

/// Register limits of a thread of a pass that counts first: for its items, for
/// items that are floats with their codes, and for everything else.
/// benchmark/silicon on an H200, 2026-11-24, pairs of 2^22 to 2^26: integers
/// take up to 3 % more time with 72 instead of 80, and 2 to 9 % more with 96.
/// Floats lose from 88 down.
inline constexpr unsigned countFirstItemRegisters = 80,
                          countFirstCodedRegisters = 96,
                          countFirstOtherRegisters = 32;

/// The copies of each of `digits` counters that a histogram block has, in a
/// sort whose passes count first. As many lanes can count without conflicts in
/// a counter or a bank.
unsigned getHistogramCopies(const TargetInfo &target, unsigned digits);

/// Whether the lanes of a wave that add 1 to one counter in workgroup memory
/// take no longer than others, so that threads need not add up equal elements.
bool addsEqualLanes(const TargetInfo &target);

/// Bytes of the counters of a histogram whose bins are not known. Two blocks of
/// a unit have as much, which serves 256 bins best.
unsigned getHistogramBytes(const TargetInfo &target);

/// Whether a merge of single elements of `bytes` bytes puts them back into
/// workgroup memory in their order, instead of their places.
bool movesMergedItems(const TargetInfo &target, unsigned bytes);

/// Needles that a thread searches at once in a sorted buffer.
inline constexpr unsigned searchesPerThread = 4;

/// In a batch copy, the number of copies whose vectors a thread counts at once,
/// and of vectors that it moves at once.
inline constexpr unsigned copyUnitsPerThread = 4;

/// The parts of a tile that a single wave processes, by ascending size; for
/// rows that are not longer than such a part.
inline constexpr unsigned rowTileShares[] = {32, 4};

/// The least number of rows that must fit into a wave's largest tile to pack
/// rows into it. With fewer rows, too much of the tile would be unused.
inline constexpr unsigned minRowsPacked = 4;
/// The longest rows that are packed into `tile`.
constexpr int64_t getMaxPacked(const TileShape &tile) {
  return tile.items() / minRowsPacked;
}

/// Estimates for persistent scans: the workgroup memory of a block besides its
/// tiles (a few words for each wave, and one more line), and the registers of a
/// thread. The number of resident blocks is computed from them.
inline constexpr unsigned persistentOtherBytes = 2048;
inline constexpr unsigned persistentRegisters = 128;

/// Words of tile values that a wave of a persistent scan reads at once: the
/// 4-byte values of 264 blocks, almost all. More would not fit into its
/// registers.
inline constexpr unsigned persistentWindowWords = 256;

/// The most other blocks whose values one thread reads when all blocks are
/// resident. This bounds the number of blocks.
inline constexpr unsigned maxGatheredPerThread = 8;

/// The fewest items per thread of a persistent scan. With smaller tiles,
/// barriers cost too much.
inline constexpr unsigned minPersistentItems = 4;

/// The most blocks of `blockSize` threads for kernels whose blocks take several
/// tiles: as many as `target` can hold at once.
unsigned getMaxBlocks(const TargetInfo &target, unsigned blockSize);
/// The most blocks that each leave a partial result, which one block reads: of
/// a device-wide reduction, and of others.
unsigned getMaxReduceBlocks(const TargetInfo &target);
unsigned getMaxPartials(const TargetInfo &target);

} // namespace mlir::prim

#endif // PRIM_TARGET_TUNING_H
