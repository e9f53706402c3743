//===- Tuning.cpp - Tuning tables -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows of the tables. The first matching row is used; a row without a chip
// matches all. benchmark/tune reads them here, and prints better ones.
// benchmark/data/h200/tuning.csv has what other tiles take, those that lost
// included.
//
//===----------------------------------------------------------------------===//

#include "prim/Target/Tuning.h"

#include "prim/Target/RowStrips.h"
#include <string_view>

using namespace mlir;
using namespace mlir::prim;

namespace {

struct TileRow {
  DeviceAlgorithm algorithm;
  /// The prefix of chip names; empty for any chip.
  llvm::StringLiteral chip;
  /// Elements of up to this many bytes.
  unsigned maxBytes;
  TileShape tile;
};

// 64 bytes a thread keep four 16-byte loads in flight; wide tuples have less to
// save registers.
constexpr TileRow tiles[] = {
    // benchmark/silicon on an H200, 2026-11-23 (benchmark/data/h200): the best
    // of five to eight shapes each, geometric means of sizes from 2^20 on.
    // NVIDIA's other chips have not been measured.
    {DeviceAlgorithm::Reduce, "sm_", 2, {256, 64}},
    {DeviceAlgorithm::Reduce, "sm_", 4, {256, 32}},
    // An argmax of 3079 or 2^20 f32 takes 5 to 9 % less with 256 x 16, and of
    // 2^24 or 2^27 1 to 3 % less (tuning.csv).
    {DeviceAlgorithm::Reduce, "sm_", 8, {128, 32}},
    {DeviceAlgorithm::Scan, "sm_", 4, {256, 64, 2}},
    {DeviceAlgorithm::Scan, "sm_", 8, {256, 16, 4}},
    // benchmark/silicon/families on an H200, 2026-11-28, of 15 shapes from
    // 128 x 16 to 1024 x 16, means of 2^24 to 2^27 elements: selections of
    // 4-byte elements take 16 % less time than with Scan's tile, of 8-byte ones
    // 20 %.
    {DeviceAlgorithm::Select, "sm_", 2, {256, 64, 2}},
    {DeviceAlgorithm::Select, "sm_", 4, {1024, 16}},
    {DeviceAlgorithm::Select, "sm_", 8, {1024, 12}},
    // Likewise, for elements with a border: by key and in segments, elements of
    // 4 bytes take 12 to 24 % less than with 64 x 32. For 2^24 elements of 8
    // bytes by key, 256 x 32 takes 131 us, 512 x 24 takes 147, and seven others
    // up to 159.
    {DeviceAlgorithm::SerialScan, "sm_", 16, {256, 32}},
    // The best of 13 shapes from 128 x 32 to 1024 x 14, for elements of 4 bytes
    // and a border: 10^3 segments of 16000 take 62 us instead of 70 with 256 x
    // 32, 10^6 of 0 to 32 take 66 instead of 73. With gaps they take 83 and 87
    // instead of 75 and 80.
    {DeviceAlgorithm::SegmentScan, "sm_", 8, {384, 32}},
    // The best of nine shapes: 10^3 segments of 16000 take 22.1 us, with 256 x
    // 16 22.7, and with 256 x 32 23.2. Smaller elements have not been measured.
    {DeviceAlgorithm::SegmentReduce, "sm_", 2, {256, 64}},
    {DeviceAlgorithm::SegmentReduce, "sm_", 4, {128, 32}},
    // The best of 31 shapes. With a multiple of 16 items, threads whose items
    // all start runs write to the same banks: 1024 x 14 takes 129 us for 2^24
    // runs of one element, and 1024 x 16 takes 188. Reductions by key of f32
    // take 0.5 % more in the mean by the next best one, lengths 0.2 % less with
    // 768 x 18 (tuning.csv).
    {DeviceAlgorithm::Runs, "sm_", 8, {1024, 14}},
    {DeviceAlgorithm::Runs, "sm_", 16, {256, 22}},
    // benchmark/silicon/families on an H200, 2026-11-28, for 128 x 4, 256 x 4,
    // 128 x 2 and 128 x 8: 2^20 copies of up to 128 bytes take 216, 220, 235
    // and 240 us, 64 of 2 MB at odd addresses 81, 86, 90 and 87.
    {DeviceAlgorithm::Copy, "sm_", ~0u, {128, 4}},
    {DeviceAlgorithm::Sort, "sm_", 4, {256, 48, 3}},
    {DeviceAlgorithm::Sort, "sm_", 8, {256, 32, 2}},
    // Wave-instructions for 1000 f64 that the emulator counts: 154 on gfx90a,
    // 150 on gfx942 and 322 on gfx1201 with the tile of all chips, 102, 107 and
    // 175 with these. More items take registers from the waves.
    {DeviceAlgorithm::Reduce, "gfx9", 4, {128, 32}},
    {DeviceAlgorithm::Reduce, "gfx90a", 8, {256, 26}},
    {DeviceAlgorithm::Reduce, "gfx9", 8, {256, 24}},
    {DeviceAlgorithm::Reduce, "gfx11", 4, {128, 32}},
    {DeviceAlgorithm::Reduce, "gfx11", 8, {128, 40}},
    {DeviceAlgorithm::Reduce, "gfx12", 4, {128, 32}},
    {DeviceAlgorithm::Reduce, "gfx12", 8, {128, 40}},
    {DeviceAlgorithm::Reduce, "", 4, {128, 32}},
    {DeviceAlgorithm::Reduce, "", 8, {128, 16}},
    {DeviceAlgorithm::Reduce, "", ~0u, {256, 4}},
    // Wave-instructions for 1000 i64 on gfx942 that the emulator counts: 262,
    // and 289 with half the threads. Seven blocks limit kernels to 72
    // registers, which sums take without spills.
    {DeviceAlgorithm::Scan, "gfx9", 4, {128, 32}},
    {DeviceAlgorithm::Scan, "gfx9", 8, {256, 16, 7}},
    {DeviceAlgorithm::Scan, "", 4, {128, 32}},
    {DeviceAlgorithm::Scan, "", 8, {128, 16}},
    {DeviceAlgorithm::Scan, "", ~0u, {128, 8}},
    {DeviceAlgorithm::SerialScan, "", 4, {128, 32}},
    {DeviceAlgorithm::SerialScan, "", 8, {64, 32}},
    {DeviceAlgorithm::SerialScan, "", ~0u, {128, 8}},
    // RDNA.
    {DeviceAlgorithm::Sort, "gfx1", 4, {256, 20}},
    {DeviceAlgorithm::Sort, "", 4, {256, 16}},
    {DeviceAlgorithm::Sort, "", 8, {256, 12}},
    {DeviceAlgorithm::Sort, "", ~0u, {256, 8}},
    // benchmark/silicon/families on an H200, 2026-11-28: 2^28 bytes take 70, 67
    // and 70 us with 16, 32 and 64 items (a read takes 62), 2^24 take 10.7,
    // 10.3 and 11.9, by two blocks for each multiprocessor.
    {DeviceAlgorithm::Histogram, "sm_", 1, {1024, 32}},
    // 256 bins of 2^20 floats take 7.5, 7.9 and 8.9 us with 8, 16 and 4 items,
    // and 9.1, 9.6 and 9.6 by levels; 2^24 take 24.5, 24.5 and 29.3. In the
    // mean of six cases, the best of nine other shapes takes 1 % more
    // (tuning.csv).
    {DeviceAlgorithm::Histogram, "sm_", 4, {1024, 8}},
    // One block uses half of the workgroup memory; its threads also fill the
    // other half's share of the unit.
    {DeviceAlgorithm::Histogram, "", 4, {1024, 16}},
    {DeviceAlgorithm::Histogram, "", ~0u, {1024, 8}},
    // An odd number of items avoids bank conflicts between threads that merge.
    {DeviceAlgorithm::Merge, "", 4, {256, 11}},
    {DeviceAlgorithm::Merge, "", 8, {256, 9}},
    {DeviceAlgorithm::Merge, "", ~0u, {256, 7}},
    // benchmark/silicon/families on an H200, 2026-11-28, for 11 (9 of 8 bytes),
    // 23 items, and 512 x 23: 2^27 i32 take 442, 403 and 495 us, 2^24 i32 55.6,
    // 52.5 and 64.3, pairs of them 87.0, 80.8 and 87.4, i64 100, 96 and 129;
    // 2^20 i32 take 8.8, 9.9 and 10.1. With 256 x 19, 2^24 i64 take 5 % less,
    // and pairs 5 % more (tuning.csv).
    {DeviceAlgorithm::LongMerge, "sm_", 8, {256, 23}},
    // On an H200, 256 x 4 takes 1 % less (tuning.csv).
    {DeviceAlgorithm::Map, "", 4, {256, 16}},
    {DeviceAlgorithm::Map, "", ~0u, {256, 8}},
    // On an H200, 2026-11-29: log-sum-exp of 32768 and 131072 f32 take 36 and
    // 35
    // us (blocks of 1024 threads 40 and 36, registers 43 and 50), of bf16 44
    // and
    // 42 (60 and 70).
    {DeviceAlgorithm::Rows, "sm_", 2, {512, 16, 4}},
    {DeviceAlgorithm::Rows, "sm_", 4, {512, 8}},
    {DeviceAlgorithm::Rows, "", 4, {1024, 8}},
    {DeviceAlgorithm::Rows, "", ~0u, {1024, 4}},
};

/// Tiles of chips as above, by ascending size, for elements of up to this many
/// bytes.
template <typename Tile>
struct SizeRow {
  llvm::StringLiteral chip;
  unsigned maxBytes;
  Tile tile;
};

/// Such tiles of one family of ops.
template <typename Family, typename Tile>
struct FamilyRow {
  Family family;
  llvm::StringLiteral chip;
  unsigned maxBytes;
  Tile tile;
};

constexpr int64_t unbounded = INT64_MAX;
using Form = ScanTuningRow::Form;

// benchmark/silicon on an H200, 2026-11-24: the best of 20 shapes and forms
// each for inclusive sums of 2^12 to 2^28 elements. For tiles of one round, 512
// and 1024 threads with 4 to 32 items. CUB's time over prim's for i32 at 2^18,
// 2^20, 2^21, 2^22: 1.22, 1.25, 1.23, 1.21; persistent blocks give 1.15, 1.10,
// 1.09, 1.04. Persistent blocks are faster from then on. Twice the blocks with
// half the items take 2 to 4 % less time up to 2^24, and 7 to 12 % more above
// it.
//   build o512x16 --op=scan --tuning='block_size = 512, items_per_thread = 16,
//   algorithm = cooperative_tile'
constexpr SizeRow<ScanTuningRow> scanSteps[] = {
    {"sm_", 1, {1 << 21, Form::CooperativeTile, {512, 16}}},
    {"sm_", 1, {unbounded, Form::Cooperative, {512, 64}, true}},
    {"sm_", 2, {1 << 21, Form::CooperativeTile, {512, 16}}},
    {"sm_", 2, {unbounded, Form::Cooperative, {512, 64}, true}},
    {"sm_", 4, {1 << 18, Form::CooperativeTile, {512, 8}}},
    {"sm_", 4, {1 << 21, Form::CooperativeTile, {512, 16}}},
    {"sm_", 4, {1 << 22, Form::CooperativeTile, {1024, 32}}},
    {"sm_", 4, {unbounded, Form::Cooperative, {512, 32}}},
    {"sm_", 8, {1 << 20, Form::CooperativeTile, {512, 8}}},
    {"sm_", 8, {1 << 21, Form::CooperativeTile, {1024, 16}}},
    {"sm_", 8, {unbounded, Form::Cooperative, {512, 16}}},
};

// benchmark/silicon/families on an H200, 2026-11-28, of six shapes from 512 x
// 16 to 1024 x 12: 2^27 i32, half of which are selected, take 219 us instead of
// the 438 of a look-back, with 768 x 12 and two tiles ahead 250. 2^26 bytes
// take 59 instead of 187, with 1024 x 24 as well.
//
// The others: the best of ten shapes from 512 x 12 to 1024 x 32 (tuning.csv).
// By flags, i32 take 4 to 7 % less than with the shape for predicates, and
// bytes 8 %. A partition of bytes takes 10 % less.
constexpr FamilyRow<LateFamily, LateTuningRow> lateSteps[] = {
    {LateFamily::Select, "sm_", 1, {{768, 32}, 2, 2}},
    {LateFamily::Select, "sm_", 4, {{768, 16}, 1, 2}},
    {LateFamily::Select, "sm_", 8, {{512, 12}, 1, 2}},
    {LateFamily::SelectFlags, "sm_", 1, {{640, 32}, 2, 2}},
    {LateFamily::SelectFlags, "sm_", 4, {{640, 16}, 1, 2}},
    {LateFamily::SelectFlags, "sm_", 8, {{512, 12}, 1, 2}},
    {LateFamily::Partition, "sm_", 1, {{768, 24}, 2, 2}},
    {LateFamily::Partition, "sm_", 4, {{768, 16}, 1, 2}},
    {LateFamily::Partition, "sm_", 8, {{512, 12}, 1, 2}},
    // The best of six shapes from 512 x 12 to 1024 x 8, with tiles that are
    // stored one turn or two turns later: reductions by key of 2^24 f32 in runs
    // of 8 take 57 us, with 512 x 12 two turns later 67; of 2^26 205 and 240.
    // With 512 x 16 runs of one element take 138 us instead of 86, as their
    // results meet in a bank of workgroup memory.
    {LateFamily::Runs, "sm_", 8, {{768, 12}, 1, 1}},
    // The best of seven shapes from 512 x 8 to 896 x 6: reductions by key of
    // 2^24 i64 in runs of 8 take 97 us, with 640 x 6 two turns later 102.
    {LateFamily::Runs, "sm_", 16, {{640, 8}, 1, 1}},
    // The best of nine shapes from 384 x 16 to 1024 x 12: run lengths of 2^24
    // i32 in runs of 8 take 45 us, with 1024 x 12 one turn later 50. Of 14 up
    // to 512 x 32, non-trivial runs take 49 us instead of 56.
    {LateFamily::Lengths, "sm_", 8, {{512, 16}, 1, 2}},
    {LateFamily::LongRuns, "sm_", 8, {{512, 32}, 1, 1}},
    // The best of six shapes from 384 x 20 to 1024 x 8: scans by key of 2^24
    // f32 take 64 us instead of the 85 of a look-back, of 2^26 237 instead of
    // 326. With 512 x 12 two turns later it is 68.
    {LateFamily::KeyScan, "sm_", 8, {{768, 12}, 1, 1}},
    // The best of 12 shapes from 384 x 15 to 1024 x 6: scans by key of 2^24 i64
    // take 109 us instead of the 130 of a look-back.
    {LateFamily::KeyScan, "sm_", 16, {{768, 6}, 1, 2}},
    // benchmark/silicon/families on an H200, 2026-11-29, of 512 x 12, 768 x 12
    // and 1024 x 12, 10^3 segments of 16000 i32 and 10^6 of 0 to 32: 64 and 68
    // us, 62 and 66, 58 and 61, and 62 and 65 by a look-back. With gaps 69 and
    // 77, 70 and 78, 92 and 99, as 64 registers are too few, and 74 and 81.
    // Lanes with 12 items meet in no bank.
    {LateFamily::OffsetScan, "sm_", 8, {{1024, 12}, 1, 2}},
    {LateFamily::RangeScan, "sm_", 8, {{512, 12}, 1, 2}},
};

// benchmark/silicon on an H200, 2026-11-24: sorts and sort_pairs of u32 and
// i64, 256 to 8192 elements, of nine tiles from 128 x 4 to 1024 x 4. CUB's time
// over prim's for u32 at 1024, 2048, 4096: 1.84, 1.40, 1.04. With ten items a
// thread, which 4097 elements have for CUB's single block as well: 1.04.
//   build b256x16 --op=sort,sort_pairs --type=u32,i64
//       --tuning='block_size = 256, items_per_thread = 16' # a quarter: 256 x 4
constexpr SizeRow<TileShape> blockSorts[] = {
    {"sm_", 8, {256, 4}},
    {"sm_", 8, {512, 4}},
    {"sm_", 8, {512, 8}},
    {"sm_", 8, {512, 10}},
};

// benchmark/silicon on an H200, 2026-11-24: sorts and sort_pairs of u32 and
// i64, 2^12 to 2^21 elements, of nine tiles from 256 x 4 to 1024 x 16. CUB's
// time over prim's for u32 at 2^13, 2^14, ... 2^20: 2.3, 2.3, 2.3, 2.2, 2.0,
// 1.9, 1.5, 1.5. With more items a thread has no registers left. A
// multiprocessor holds one block of 512 x 16, which ends at 1081344 elements.
//   build r512x8 --op=sort,sort_pairs --type=u32,i64
//       --tuning='block_size = 512, items_per_thread = 8, algorithm =
//       cooperative'
constexpr SizeRow<CooperativeSortTile> cooperativeSorts[] = {
    {"sm_", 8, {{512, 4}, 1 << 17}},
    {"sm_", 8, {{512, 8}, 1 << 19}},
    {"sm_", 8, {{512, 16}, 1 << 21}},
};

// benchmark/silicon on an H200, 2026-11-24: reductions of 1024 to 16384
// elements, of ten tiles from 128 x 8 to 1024 x 8. A tile of which there is
// half takes up to half as long again as one that is full.
//   build r256x16 --op=reduce --tuning='block_size = 256, items_per_thread =
//   16'
constexpr SizeRow<TileShape> blockReduces[] = {
    {"sm_", 2, {256, 4}}, {"sm_", 2, {256, 16}},    {"sm_", 2, {512, 16}},
    {"sm_", 4, {256, 4}}, {"sm_", 4, {256, 16, 3}}, {"sm_", 8, {256, 2}},
    {"sm_", 8, {256, 8}},
};

struct RankStreamRow {
  /// As in TileRow.
  llvm::StringLiteral chip;
  RankStreamTile tile;
};

// benchmark/silicon/families on an H200, 2026-11-29: 8 of each of 4096 rows of
// 32768 f32 take 151 us with 256 threads and 196 with 512, and 64 take 258 and
// 287. But 50 of 64 rows of 128256 take 48 and 33: there are not enough rows
// for all threads of the multiprocessors.
constexpr RankStreamRow rankStreams[] = {
    {"sm_", {{256, 1}, 1 << 16, 1024}},
};

// Likewise, of seven shapes from 256 x 4 to 512 x 16: the median of 2^20 f32
// takes 34.5 us, and 66 with the tile of a scan, which leaves most
// multiprocessors without a block. Of 2^24 it takes 252 and 209. Up to this
// bound, at most half of them have a block of that tile.
constexpr SizeRow<ShortRankTile> shortRanks[] = {
    {"sm_", 4, {{256, 8}, 1 << 22}},
};

constexpr RowGrouping ofBlock(unsigned blockSize, unsigned itemsPerThread,
                              unsigned minBlocks = 0) {
  return {RowGroup::Block, int64_t(blockSize) * itemsPerThread,
          TileShape{blockSize, itemsPerThread, minBlocks}};
}
constexpr RowGrouping ofWaves(unsigned waves, int64_t minElements,
                              int64_t maxElements) {
  return {RowGroup::Waves, maxElements, {}, waves, minElements};
}
constexpr RowGrouping ofLanes(unsigned lanes, unsigned itemsPerThread,
                              unsigned waves, unsigned minBlocks = 0) {
  return {RowGroup::Lanes, int64_t(lanes) * itemsPerThread,
          TileShape{lanes, itemsPerThread, minBlocks}, waves};
}
constexpr RowGrouping ofCluster(unsigned blocks, unsigned blockSize,
                                unsigned itemsPerThread,
                                unsigned minBlocks = 0) {
  assert(blocks <= kMaxClusterBlocks && "clusters of chips have as many");
  return {RowGroup::Cluster,
          int64_t(blocks) * blockSize * itemsPerThread,
          TileShape{blockSize, itemsPerThread, minBlocks},
          /*waves=*/0,
          /*minElements=*/0,
          blocks};
}
/// A cluster, or a block, whose workgroup memory keeps rows of so many
/// elements.
constexpr RowGrouping ofKept(unsigned blocks, unsigned blockSize,
                             unsigned itemsPerThread, int64_t maxElements,
                             unsigned minBlocks = 0) {
  assert(blocks <= kMaxClusterBlocks && "clusters of chips have as many");
  return {blocks > 1 ? RowGroup::Cluster : RowGroup::Block,
          maxElements,
          TileShape{blockSize, itemsPerThread, minBlocks},
          /*waves=*/0,
          /*minElements=*/0,
          blocks};
}
/// For sizes of elements whose rows have no groups though larger ones have.
constexpr RowGrouping ofNone() { return {RowGroup::Block, 0}; }

constexpr FamilyRow<RowFamily, RowGrouping> rowGroups[] = {
    // benchmark/silicon/families on an H200, 2026-11-28: sums of 55924 rows of
    // 300 f32 take 19.6 us by waves, and 37.7 by a block for each row; of 16777
    // rows of 1000 i16 14.7 and 16.6; an argmax of 65536 rows of 256 f32 22.2
    // and 59.3. Blocks are the best of 14 shapes from 64 x 8 to 1024 x 16 for
    // rows of 300 to 8192 elements: 1000 f32 take 20 us, and 47 with a tile of
    // 16384.
    {RowFamily::Reduce, "sm_", 2, ofWaves(8, 257, 1024)},
    {RowFamily::Reduce, "sm_", 2, ofBlock(64, 8)},
    {RowFamily::Reduce, "sm_", 2, ofBlock(64, 16)},
    {RowFamily::Reduce, "sm_", 2, ofBlock(128, 16)},
    {RowFamily::Reduce, "sm_", 2, ofBlock(256, 16)},
    {RowFamily::Reduce, "sm_", 2, ofBlock(256, 32)},
    {RowFamily::Reduce, "sm_", 4, ofWaves(8, 257, 512)},
    {RowFamily::Reduce, "sm_", 4, ofBlock(64, 8)},
    {RowFamily::Reduce, "sm_", 4, ofBlock(64, 16)},
    {RowFamily::Reduce, "sm_", 4, ofBlock(128, 16)},
    {RowFamily::Reduce, "sm_", 4, ofBlock(256, 16)},
    {RowFamily::Reduce, "sm_", 4, ofBlock(256, 32)},
    {RowFamily::Reduce, "sm_", 8, ofWaves(8, 193, 512)},
    {RowFamily::Reduce, "sm_", 8, ofBlock(64, 16)},
    {RowFamily::Reduce, "sm_", 8, ofBlock(128, 16)},
    // Wave-instructions that the emulator counts for an argmax of 1200 rows of
    // 1000 f32: 459600 instead of 1210800 by a block for each row on gfx942,
    // and 745200 instead of 2596800 on gfx1100. A tile of one wave holds
    // shorter rows as well, and rows of 4-byte elements: a sum with indices
    // takes 298800 by waves instead of 241200.
    {RowFamily::Reduce, "gfx", 4, ofNone()},
    {RowFamily::Reduce, "gfx", 8, ofWaves(8, 513, 1024)},
    // As for reductions: 1000 f32 take 40 us, and 210 with a tile of 16384. Of
    // 21 shapes from 32 x 10 to 1024 x 16 (tuning.csv), 512 x 24 takes 38 us
    // instead of 47 for rows of 10000.
    {RowFamily::Scan, "sm_", 4, ofBlock(64, 8)},
    {RowFamily::Scan, "sm_", 4, ofBlock(64, 16)},
    {RowFamily::Scan, "sm_", 4, ofBlock(128, 16)},
    {RowFamily::Scan, "sm_", 4, ofBlock(256, 16)},
    {RowFamily::Scan, "sm_", 4, ofBlock(256, 32)},
    {RowFamily::Scan, "sm_", 4, ofBlock(512, 24)},
    {RowFamily::Scan, "sm_", 8, ofBlock(64, 16)},
    {RowFamily::Scan, "sm_", 8, ofBlock(128, 16)},
    // Wave-instructions that the emulator counts for each row of a top-k of
    // f32, against a tile of 256 threads for all rows: of 128 elements 561
    // instead of 5557 on gfx942 and 838 instead of 12060 on gfx1100, of 512
    // elements 2676 and 4746. Rows of 128 elements take a network in one wave.
    {RowFamily::Rank, "gfx9", 8, ofBlock(64, 2)},
    {RowFamily::Rank, "gfx9", 8, ofBlock(128, 4)},
    {RowFamily::Rank, "gfx1", 8, ofBlock(32, 4)},
    {RowFamily::Rank, "gfx1", 8, ofBlock(128, 4)},
    {RowFamily::Rank, "sm_", 8, ofBlock(32, 4)},
    {RowFamily::Rank, "sm_", 8, ofBlock(128, 4)},
    {RowFamily::Rank, "sm_", 8, ofBlock(256, 4)},
    // One wave has no barriers to wait at.
    {RowFamily::RankFew, "gfx9", 4, ofBlock(64, 2)},
    {RowFamily::RankFew, "gfx9", 4, ofBlock(64, 8)},
    {RowFamily::RankFew, "gfx9", 4, ofBlock(64, 16)},
    {RowFamily::RankFew, "gfx9", 4, ofBlock(256, 16)},
    {RowFamily::RankFew, "gfx9", 8, ofBlock(64, 2)},
    {RowFamily::RankFew, "gfx9", 8, ofBlock(64, 8)},
    {RowFamily::RankFew, "gfx9", 8, ofBlock(128, 8)},
    {RowFamily::RankFew, "gfx9", 8, ofBlock(256, 16)},
    {RowFamily::RankFew, "gfx1", 4, ofBlock(32, 4)},
    {RowFamily::RankFew, "gfx1", 4, ofBlock(32, 16)},
    {RowFamily::RankFew, "gfx1", 4, ofBlock(32, 32)},
    {RowFamily::RankFew, "gfx1", 4, ofBlock(256, 16)},
    {RowFamily::RankFew, "gfx1", 8, ofBlock(32, 4)},
    {RowFamily::RankFew, "gfx1", 8, ofBlock(32, 16)},
    {RowFamily::RankFew, "gfx1", 8, ofBlock(64, 16)},
    {RowFamily::RankFew, "gfx1", 8, ofBlock(256, 16)},
    // With these blocks ptxas for sm_90 takes 48, 64 and 64 registers for 16,
    // 32 and 16 keys of 4 bytes, and 80, 80 and 96 if it is free to; there are
    // no spills. On an H200, 16384 rows of 4096 take 171 us for k = 64 with
    // four blocks of 256 threads, and 199 to 214 with three.
    {RowFamily::RankFew, "sm_", 4, ofBlock(32, 4)},
    {RowFamily::RankFew, "sm_", 4, ofBlock(32, 16, 28)},
    {RowFamily::RankFew, "sm_", 4, ofBlock(32, 32, 24)},
    {RowFamily::RankFew, "sm_", 4, ofBlock(256, 16, 4)},
    {RowFamily::RankFew, "sm_", 8, ofBlock(32, 4)},
    {RowFamily::RankFew, "sm_", 8, ofBlock(32, 16, 24)},
    {RowFamily::RankFew, "sm_", 8, ofBlock(64, 16)},
    {RowFamily::RankFew, "sm_", 8, ofBlock(256, 16)},
    // The best of ten shapes from 64 x 16 to 512 x 8 (tuning.csv). Rows of 1000
    // i32 take 199 us instead of 509 by a tile of 3072, pairs 273 and 567, i64
    // 454 and 788; of 10000 i32 254 instead of 317 by 256 x 48, pairs 350 and
    // 370. By tiles that rows fill, 256 x 8 and 256 x 12 take less than 128
    // x 8.
    {RowFamily::Sort, "sm_", 4, ofBlock(64, 8)},
    {RowFamily::Sort, "sm_", 4, ofBlock(128, 8)},
    {RowFamily::Sort, "sm_", 4, ofBlock(256, 8)},
    {RowFamily::Sort, "sm_", 4, ofBlock(256, 12)},
    {RowFamily::Sort, "sm_", 4, ofBlock(512, 12)},
    {RowFamily::Sort, "sm_", 4, ofBlock(512, 20)},
    {RowFamily::Sort, "sm_", 8, ofBlock(64, 8)},
    {RowFamily::Sort, "sm_", 8, ofBlock(128, 8)},
    {RowFamily::Sort, "sm_", 8, ofBlock(256, 8)},
    // Wave-instructions that the emulator counts for 64 rows of 300, 900 and
    // 1500 i32: 142016, 281152 and 577024 instead of 319232, 321984 and 1150336
    // by 256 threads on gfx942; 229120, 462016 and 916352 instead of 680320,
    // 689280 and 2259712 on gfx1100, of 200 i32 135488 and 681600.
    {RowFamily::Sort, "gfx9", 8, ofBlock(64, 8)},
    {RowFamily::Sort, "gfx9", 8, ofBlock(128, 8)},
    {RowFamily::Sort, "gfx9", 8, ofBlock(128, 16)},
    {RowFamily::Sort, "gfx1", 8, ofBlock(64, 4)},
    {RowFamily::Sort, "gfx1", 8, ofBlock(64, 8)},
    {RowFamily::Sort, "gfx1", 8, ofBlock(128, 8)},
    {RowFamily::Sort, "gfx1", 8, ofBlock(128, 16)},
    // As for rows: 1000 i32 take 255 us and 413, 10000 i32 299 and 426, mixed
    // lengths 298 and 329. Each list takes 4 us, which 64 x 8 does not save.
    {RowFamily::SegmentSort, "sm_", 4, ofBlock(128, 8)},
    {RowFamily::SegmentSort, "sm_", 4, ofBlock(256, 12)},
    {RowFamily::SegmentSort, "sm_", 4, ofBlock(512, 20)},
    {RowFamily::SegmentSort, "sm_", 8, ofBlock(128, 8)},
    {RowFamily::SegmentSort, "sm_", 8, ofBlock(256, 8)},
    {RowFamily::SegmentSort, "gfx", 8, ofBlock(64, 8)},
    // After what a hand-written kernel of norms takes on an H100. AMD's waves
    // hold rows of up to 1024 elements, which need no barriers.
    {RowFamily::Fused, "gfx", 2, ofLanes(8, 8, 4)},
    {RowFamily::Fused, "gfx", 2, ofLanes(32, 8, 4)},
    {RowFamily::Fused, "gfx", 2, ofLanes(32, 32, 4)},
    {RowFamily::Fused, "gfx", 2, ofBlock(128, 32)},
    {RowFamily::Fused, "gfx", 2, ofBlock(512, 32)},
    {RowFamily::Fused, "gfx", 2, ofBlock(1024, 32)},
    {RowFamily::Fused, "gfx", 4, ofLanes(8, 4, 4)},
    {RowFamily::Fused, "gfx", 4, ofLanes(32, 8, 4)},
    {RowFamily::Fused, "gfx", 4, ofLanes(32, 32, 4)},
    {RowFamily::Fused, "gfx", 4, ofBlock(256, 16)},
    {RowFamily::Fused, "gfx", 4, ofBlock(1024, 16)},
    {RowFamily::Fused, "gfx", 4, ofBlock(1024, 32)},
    // On an H200, 2026-11-29, norms and softmax of 2^27 bytes of bf16: what a
    // group does once for a row takes half of the instructions, so 16 elements
    // for each thread, and 32 warps at least on a multiprocessor. Rows of 256
    // take 66, 69 and 65 us (by 8 elements, as many warps as registers allow,
    // and exact divisions 89, 128 and 94), rows of 1000 65, 71 and 67 (69, 73
    // and 69 with 16 blocks; layer norm of 999 105 instead of 120), rows of
    // 4096
    // 67, 66 and 65 kept by 64 threads (70, 78 and 75 held by 256). Of f32 such
    // a bound gains for layer norm of 256 (78 and 67), and loses for blocks of
    // 128 (softmax of 1000 64 and 67).
    {RowFamily::Fused, "sm_", 2, ofLanes(8, 8, 4, 8)},
    {RowFamily::Fused, "sm_", 2, ofLanes(16, 16, 4, 8)},
    {RowFamily::Fused, "sm_", 2, ofLanes(32, 16, 4, 8)},
    {RowFamily::Fused, "sm_", 2, ofBlock(64, 16, 20)},
    {RowFamily::Fused, "sm_", 2, ofKept(1, 64, 16, 4096, 16)},
    {RowFamily::Fused, "sm_", 2, ofBlock(256, 16, 4)},
    {RowFamily::Fused, "sm_", 2, ofBlock(1024, 16)},
    {RowFamily::Fused, "sm_", 2, ofKept(1, 512, 16, 32768, 3)},
    {RowFamily::Fused, "sm_", 2, ofBlock(1024, 32)},
    {RowFamily::Fused, "sm_", 2, ofKept(8, 256, 16, 131072, 6)},
    {RowFamily::Fused, "sm_", 4, ofLanes(8, 4, 4, 8)},
    {RowFamily::Fused, "sm_", 4, ofLanes(32, 8, 4, 8)},
    {RowFamily::Fused, "sm_", 4, ofLanes(32, 16, 4, 8)},
    {RowFamily::Fused, "sm_", 4, ofBlock(128, 8)},
    {RowFamily::Fused, "sm_", 4, ofBlock(256, 16)},
    {RowFamily::Fused, "sm_", 4, ofBlock(1024, 16)},
    {RowFamily::Fused, "sm_", 4, ofBlock(1024, 32)},
    // Long rows, softmax, RMS norm and layer norm, of 19 shapes: 131072 f32
    // take
    // 84, 80 and 97 us (held by the registers of 8 x 512 threads 90, 78 and 92
    // with two blocks on a multiprocessor, 128, 97 and 117 with one; walked
    // along 133, 100 and 131), bf16 115, 76 and 94 (walked along 155, 99, 121);
    // 32768 bf16 105, 67 and 73 (held by 1024 threads 117, 73 and 88). Rows of
    // 32768 f32 take 82, 68 and 76 held, and at least 78, 70 and 79 kept.
    {RowFamily::Fused, "sm_", 4, ofKept(8, 512, 8, 131072, 3)},
    {RowFamily::Fused, "sm_", 4, ofCluster(8, 512, 32, 2)},
    {RowFamily::Fused, "", 8, ofLanes(32, 8, 4)},
    {RowFamily::Fused, "", 8, ofBlock(256, 8)},
    {RowFamily::Fused, "", 8, ofBlock(1024, 16)},
};

/// Strips of at most as many rows as a wave has lanes. Accesses are at least 32
/// bytes wide; narrower strips have more threads for a row, whose registers
/// hold more of it. On an H200, 2026-11-29, of 2^27 bytes: softmax of 256,
/// 1024, 4096 and 32768 f32 takes 113, 162, 136 and 291 us (blocks of 256 and
/// 512 threads, which do not spill, 166, 127, 144 and 431), of bf16 156, 159,
/// 157 and 231 (239, 188, 215 and 366).
constexpr SizeRow<RowStrip> rowStrips[] = {
    {"", 4, {32, 256, 16}},   {"", 4, {32, 512, 16}},  {"", 4, {32, 1024, 16}},
    {"", 4, {16, 512, 16}},   {"", 4, {16, 1024, 16}}, {"", 4, {32, 1024, 8}},
    {"", ~0u, {16, 256, 8}},  {"", ~0u, {16, 512, 8}}, {"", ~0u, {16, 1024, 8}},
    {"", ~0u, {16, 1024, 4}},
};

/// Tiles of chips as above, for any size of elements.
struct LoopTileRow {
  llvm::StringLiteral chip;
  LoopTile tile;
};

constexpr LoopTileRow loopTiles[] = {
    // Wave-instructions for each step of 64 iterations of a product of f32 with
    // 64 steps, that the emulator counts: 2.1, 2.9 and 5.7 on gfx942, and 8.6
    // by
    // one iteration for each thread without workgroup memory; 4.9 and 6.9 by
    // the
    // first two on gfx1100, and 20.7. Bytes loaded are 43, 26 and 14 times
    // fewer. Not measured on silicon.
    {"", {16, 16, 4, 4, 16}},
    {"", {16, 16, 2, 2, 16}},
    {"", {16, 16, 1, 1, 16}},
};

/// Each thread copies as many elements to workgroup memory as the others.
constexpr bool areCopiedEvenly() {
  for (const LoopTileRow &row : loopTiles)
    if (row.tile.rows() * row.tile.depth % row.tile.blockSize() ||
        row.tile.columns() * row.tile.depth % row.tile.blockSize())
      return false;
  return true;
}
static_assert(areCopiedEvenly());

/// The regions of a plan have the sizes that its first tile needs, so no later
/// tile may be smaller.
constexpr bool areFirstTilesLeast() {
  const SizeRow<ScanTuningRow> *first = nullptr;
  for (const SizeRow<ScanTuningRow> &row : scanSteps) {
    if (!first || first->maxBytes != row.maxBytes ||
        std::string_view(first->chip.data()) != row.chip.data())
      first = &row;
    if (row.tile.tile.items() < first->tile.tile.items())
      return false;
  }
  return true;
}
static_assert(areFirstTilesLeast());

/// Choices of a chip family for all sizes of elements and rows.
struct ChipRow {
  /// As in TileRow.
  llvm::StringLiteral chip;
  bool countsDigitsFirst, foldsInFirstBlock, addsEqualLanes;
  unsigned rowsScannedTogether;
  /// 0 for as many as getMaxPartials().
  unsigned maxReduceBlocks;
  /// Threads of the blocks that find heads of groups, and that take the first
  /// elements of rows which registers do not hold where rankStreams has none.
  unsigned rankThreads;
  /// The widest elements, of whole words, that a merge moves by themselves and
  /// not by their places; bytes.
  unsigned maxMovedBytes;
};

// benchmark/silicon on an H200, 2026-11-24. Counting first: 48 items a thread
// in 80 registers. Reductions of i32 at 2^14, 2^16, 2^20, 2^24 take 4.4, 4.8,
// 5.9, 19.2 us by the first block, and 5.5, 5.5, 6.4, 20.3 by the last one. By
// 528 blocks, four for each multiprocessor, all are resident: 1056, 2112 and
// 4096 take up to 25 % more from 2^24 elements on (--limits=max-blocks); 264,
// 396 and 660 are as good. Twice as many blocks of 128 threads as of 256 take 8
// % more for an argmax of 2^24 f32 (2026-11-28). A top-k of 2^27 f32 takes 228,
// 163 and 148 us with blocks of 128, 256 and 512 threads (families,
// 2026-11-28).
//
// Wave-instructions for 1000 i64 that the emulator counts: 457 on gfx942 and
// 859 on gfx1100 with a scan for each row, 286 and 646 with one for four.
constexpr ChipRow chipRows[] = {
    {"sm_", true, true, true, 1, 528, 512, 8},
    {"", false, false, false, 4, 0, 256, 4},
};

} // namespace

TileShape mlir::prim::getTileShape(const TargetInfo &target,
                                   DeviceAlgorithm algorithm, unsigned bytes) {
  for (const TileRow &row : tiles)
    if (row.algorithm == algorithm && bytes <= row.maxBytes &&
        target.chip.starts_with(row.chip))
      return row.tile;
  if (algorithm == DeviceAlgorithm::SegmentScan)
    return getTileShape(target, DeviceAlgorithm::SerialScan, bytes);
  if (algorithm == DeviceAlgorithm::SegmentReduce)
    return getTileShape(target, DeviceAlgorithm::Reduce, bytes);
  if (algorithm == DeviceAlgorithm::Select)
    return getTileShape(target, DeviceAlgorithm::Scan, bytes);
  if (algorithm == DeviceAlgorithm::Runs)
    return getTileShape(target, DeviceAlgorithm::SerialScan, bytes);
  if (algorithm == DeviceAlgorithm::Copy)
    return getTileShape(target, DeviceAlgorithm::Scan, bytes);
  if (algorithm == DeviceAlgorithm::LongMerge)
    return getTileShape(target, DeviceAlgorithm::Merge, bytes);
  llvm_unreachable("every algorithm has a row for all sizes");
}

static const ChipRow &getChipRow(const TargetInfo &target) {
  for (const ChipRow &row : chipRows)
    if (target.chip.starts_with(row.chip))
      return row;
  llvm_unreachable("the last row is for all chips");
}

bool mlir::prim::countsDigitsFirst(const TargetInfo &target) {
  return getChipRow(target).countsDigitsFirst;
}

bool mlir::prim::foldsInFirstBlock(const TargetInfo &target) {
  return getChipRow(target).foldsInFirstBlock;
}

bool mlir::prim::addsEqualLanes(const TargetInfo &target) {
  return getChipRow(target).addsEqualLanes;
}

unsigned mlir::prim::getRowsScannedTogether(const TargetInfo &target,
                                            unsigned bytes) {
  bool isPossible = bytes == 4 || bytes == 8;
  return isPossible ? getChipRow(target).rowsScannedTogether : 1;
}

unsigned mlir::prim::getHistogramCopies(const TargetInfo &target,
                                        unsigned digits) {
  unsigned copies = target.units.ldsBanks;
  while (copies > 1 && copies * digits * 4 > target.ldsBytes / 8 * 5)
    copies /= 2;
  return copies;
}

bool mlir::prim::movesMergedItems(const TargetInfo &target, unsigned bytes) {
  // benchmark/silicon/families on an H200, 2026-11-28: merges of 2^20, 2^24 and
  // 2^27 i32 take 8.4, 48.5 and 374 us, and 8.7, 52.5 and 404 by places; of
  // 2^24 i64 86 and 94. Wave-instructions for 400000 i32 that the emulator
  // counts: 330500 instead of 334600 on gfx942, 724700 instead of 720200 on
  // gfx1100, with 28 % fewer bank conflicts; for i64 384200 instead of 381500.
  bool isPossible = bytes == 4 || bytes == 8;
  return isPossible && bytes <= getChipRow(target).maxMovedBytes;
}

unsigned mlir::prim::getHistogramBytes(const TargetInfo &target) {
  return (target.ldsBytes - target.getFamily().reservedLdsBytes) / 2;
}

/// The rows of the chip for the smallest element size that covers `bytes`
/// bytes.
template <typename Tile>
static SmallVector<Tile> findTiles(ArrayRef<SizeRow<Tile>> rows,
                                   const TargetInfo &target, unsigned bytes) {
  SmallVector<Tile> tiles;
  unsigned maxBytes = 0;
  for (const SizeRow<Tile> &row : rows) {
    if (!target.chip.starts_with(row.chip) || bytes > row.maxBytes)
      continue;
    if (!tiles.empty() && row.maxBytes != maxBytes)
      break;
    maxBytes = row.maxBytes;
    tiles.push_back(row.tile);
  }
  return tiles;
}

SmallVector<ScanTuningRow>
mlir::prim::getScanTuningRows(const TargetInfo &target, unsigned bytes) {
  return findTiles(ArrayRef(scanSteps), target, bytes);
}

/// The rows of one family, as above.
template <typename Family, typename Tile, size_t Count>
static SmallVector<Tile> findTiles(const FamilyRow<Family, Tile> (&rows)[Count],
                                   const TargetInfo &target, Family family,
                                   unsigned bytes) {
  SmallVector<SizeRow<Tile>> ofFamily;
  for (const FamilyRow<Family, Tile> &row : rows)
    if (row.family == family)
      ofFamily.push_back({row.chip, row.maxBytes, row.tile});
  return findTiles(ArrayRef(ofFamily), target, bytes);
}

std::optional<LateTuningRow>
mlir::prim::getLateTuningRow(const TargetInfo &target, LateFamily family,
                             unsigned bytes) {
  SmallVector<LateTuningRow> rows = findTiles(lateSteps, target, family, bytes);
  if (rows.empty())
    return std::nullopt;
  return rows.front();
}

SmallVector<TileShape> mlir::prim::getBlockSortTiles(const TargetInfo &target,
                                                     unsigned bytes) {
  return findTiles(ArrayRef(blockSorts), target, bytes);
}

SmallVector<RowGrouping> mlir::prim::getRowGroups(const TargetInfo &target,
                                                  RowFamily family,
                                                  unsigned bytes) {
  SmallVector<RowGrouping> groups = findTiles(rowGroups, target, family, bytes);
  llvm::erase_if(groups, [&](const RowGrouping &rows) {
    return rows.maxElements == 0 ||
           (rows.group == RowGroup::Cluster && !target.has(Clusters));
  });
  return groups;
}

SmallVector<TileShape> mlir::prim::getRowTiles(const TargetInfo &target,
                                               RowFamily family,
                                               unsigned bytes) {
  return llvm::map_to_vector(
      getRowGroups(target, family, bytes), [](const RowGrouping &rows) {
        assert(rows.group == RowGroup::Block && "a block has a tile");
        return rows.tile;
      });
}

SmallVector<RowStrip> mlir::prim::getRowStrips(const TargetInfo &target,
                                               unsigned bytes) {
  SmallVector<RowStrip> strips = findTiles(ArrayRef(rowStrips), target, bytes);
  for (RowStrip &strip : strips)
    strip.rows = std::min(strip.rows, target.waveSize);
  return strips;
}

SmallVector<RankStreamTile>
mlir::prim::getRankStreamTiles(const TargetInfo &target) {
  SmallVector<RankStreamTile> tiles;
  for (const RankStreamRow &row : rankStreams)
    if (target.chip.starts_with(row.chip))
      tiles.push_back(row.tile);
  tiles.push_back({{getChipRow(target).rankThreads, 1},
                   /*maxElements=*/1 << 17,
                   /*minRows=*/1});
  return tiles;
}

std::optional<ShortRankTile>
mlir::prim::getShortRankTile(const TargetInfo &target, unsigned bytes) {
  SmallVector<ShortRankTile> found =
      findTiles(ArrayRef(shortRanks), target, bytes);
  if (found.empty())
    return std::nullopt;
  return found.front();
}

SmallVector<LoopTile> mlir::prim::getLoopTiles(const TargetInfo &target) {
  SmallVector<LoopTile> tiles;
  for (const LoopTileRow &row : loopTiles)
    if (target.chip.starts_with(row.chip))
      tiles.push_back(row.tile);
  return tiles;
}

RankHeadsRow mlir::prim::getRankHeads(const TargetInfo &target) {
  return {/*groups=*/16384,
          /*groupsPerTaken=*/16,
          /*blockSize=*/getChipRow(target).rankThreads,
          /*pickBlockSize=*/256,
          /*boundBlockSize=*/1024,
          /*pickBlocks=*/512,
          /*placeBlocks=*/64};
}

SmallVector<TileShape> mlir::prim::getBlockReduceTiles(const TargetInfo &target,
                                                       unsigned bytes) {
  return findTiles(ArrayRef(blockReduces), target, bytes);
}

SmallVector<CooperativeSortTile>
mlir::prim::getCooperativeSortTiles(const TargetInfo &target, unsigned bytes) {
  return findTiles(ArrayRef(cooperativeSorts), target, bytes);
}

unsigned mlir::prim::getMaxReduceBlocks(const TargetInfo &target) {
  if (unsigned blocks = getChipRow(target).maxReduceBlocks)
    return blocks;
  return getMaxPartials(target);
}

unsigned mlir::prim::getMaxPartials(const TargetInfo &target) {
  // Several blocks for each compute unit of the largest chips. The last block
  // still reads the partial results in a few loads per lane.
  return 32 * target.waveSize;
}

unsigned mlir::prim::getMaxBlocks(const TargetInfo &target,
                                  unsigned blockSize) {
  return std::max(target.getResidentThreads() / blockSize, 1u);
}
