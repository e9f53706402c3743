# ===- tunings.py - The tiles that are tried for each device op -------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# An entry of OPS has the rows of lib/Target/Tuning.cpp that the tiles are for, the bytes by
# which one of them is found, the programs and the cases that are measured, and the tiles:
# threads of a block x items of a thread. tune.py reads them.
#
# ===-----------------------------------------------------------------------=== #

import dataclasses


@dataclasses.dataclass(frozen=True)
class Op:
    """The tiles of one op and size of element."""

    name: str
    # The algorithm, or the family, in the table.
    rows: str
    bytes: int
    # Expressions for whole names of programs, and for names of cases.
    programs: str
    cases: str
    tiles: str
    # The form that the tuning asks for.
    algorithm: str = ""
    # Items of the tuned tile for each item of a thread of these tiles: one block sorts and ranks
    # a quarter of the tile of a radix pass.
    share: int = 1

    def variants(self):
        """(name, the contents of the tuning attribute) of each tile."""
        for name in self.tiles.split():
            block, items = map(int, name.split("x"))
            text = f"block_size = {block}, items_per_thread = {items * self.share}"
            yield name, text + (f", algorithm = {self.algorithm}" if self.algorithm else "")


LATE = "cooperative"
SELECT4 = "512x12 512x16 512x20 640x16 768x12 768x16 768x20 1024x8 1024x12 1024x16"
SELECT1 = "512x32 512x48 512x64 640x32 768x24 768x32 768x48 1024x16 1024x24 1024x32"
RUNS4 = "256x16 384x12 512x8 512x12 512x16 640x8 640x10 768x8 1024x6"
PARTS = "384x12 512x8 512x12 512x20 640x12 768x12 1024x8 1024x12"
HEADS = "128x32 256x18 256x24 256x26 256x32 384x22 512x14 512x22"
ROWS4 = ("32x10 32x12 32x16 64x5 64x8 64x16 128x4 128x8 128x16 128x24 256x8 256x12 256x16 256x40 384x8 "
         "384x28 512x20 512x24 1024x10 1024x12 1024x16")  # fmt: skip

OPS = [
    Op("select", "LateFamily::Select", 1, "select_if_u8", "^select u8", SELECT1, LATE),
    Op("select", "LateFamily::Select", 4, "select_if_[if]32", r"^select [if]32 2\^(24|27)", SELECT4, LATE),
    Op("select", "LateFamily::Select", 8, "select_if_i64", "^select i64",
       "256x16 384x12 384x16 512x8 512x12 512x16 640x8 768x8 1024x6 1024x8", LATE),
    Op("select by flags", "LateFamily::SelectFlags", 1, "select_flags_u8", "^select by flags u8", SELECT1, LATE),
    Op("select by flags", "LateFamily::SelectFlags", 4, "select_flags_i32", r"^select by flags i32 2\^(24|27)", SELECT4, LATE),
    Op("partition", "LateFamily::Partition", 1, "partition_if_u8", "^partition u8", SELECT1, LATE),
    Op("partition", "LateFamily::Partition", 4, "partition_if_i32", r"^partition i32 2\^(24|27)", SELECT4, LATE),
    Op("partition by classes", "LateFamily::Partition", 4, "partition_three_i32", "^partition, three classes", SELECT4, LATE),
    Op("unique", "LateFamily::Select", 4, "unique_i32", r"^unique i32 2\^2[46]", SELECT4, LATE),
    Op("reduction by key", "LateFamily::Runs", 8, "reduce_by_key_f32", "^reduction by key f32", RUNS4, LATE),
    Op("reduction by key", "LateFamily::Runs", 16, "reduce_by_key_i64", "^reduction by key i64",
       "256x16 384x8 384x10 512x6 512x8 640x6 768x5 1024x4", LATE),
    Op("run lengths", "LateFamily::Runs", 8, "(run_length|runs_nontrivial)_i32", "^(run length|non-trivial runs) i32", RUNS4, LATE),
    Op("scan by key", "DeviceAlgorithm::SerialScan", 8, "scan_by_key_f32", "^scan by key f32", HEADS),
    Op("segmented scan", "DeviceAlgorithm::SegmentScan", 8, "segment_scan_(f32|i32)", "^segmented scan", HEADS),
    Op("segmented scan", "LateFamily::OffsetScan", 8, "segment_scan_(f32|i32)", "^segmented scan", PARTS, LATE),
    Op("segmented scan", "LateFamily::RangeScan", 8, "segment_scan_ends_(f32|i32)", "^segmented scan", PARTS, LATE),
    Op("segmented reduction", "DeviceAlgorithm::SegmentReduce", 4, "segment_reduce(_ends)?_(f32|i32)", "^segmented reduction",
       "64x32 128x16 128x32 256x8 256x16 512x8 512x16 512x32 1024x8 1024x16"),
    Op("rows: reduction", "RowFamily::Reduce", 4, "row_reduce_f32", "^rows: reduction f32", ROWS4),
    Op("rows: scan", "RowFamily::Scan", 4, "row_scan_f32", "^rows: scan f32", ROWS4),
    Op("rows: scan", "RowFamily::Scan", 8, "row_scan_i64", "^rows: scan i64", "64x16 128x8 128x16 256x8 256x16 512x8 512x16 1024x4"),
    Op("columns: reduction", "DeviceAlgorithm::Reduce", 4, "column_reduce_f32", "^columns: reduction",
       "128x8 128x16 256x8 256x16 512x8 512x16 512x32 1024x16"),
    Op("columns: scan", "DeviceAlgorithm::Scan", 4, "column_scan_f32", "^columns: scan", "128x8 128x16 256x8 256x16 256x32 512x8 512x16 1024x16"),
    Op("argmax", "DeviceAlgorithm::Reduce", 8, "argmax(_identity)?", "^argmax f32", "128x8 128x16 256x8 256x16 256x32 512x8 512x16 1024x8"),
    Op("top-k of rows", "RowFamily::RankFew", 4, "topk(_index)?_rows_f32", r"^top-k of rows .*x(128|1024|4096) ",
       "32x4 64x2 32x32 64x16 128x8 256x4 128x32 256x16 512x8 1024x4", share=4),
    Op("top-k", "DeviceAlgorithm::Scan", 4, "topk(_index)?_f32", "^top-k f32", "128x16 256x8 256x16 256x32 512x8 512x16 1024x8 1024x16"),
    Op("nth", "DeviceAlgorithm::Scan", 4, "nth_f32", "^nth", "256x16 256x32 512x8 512x16 512x32 1024x8 1024x16 1024x32"),
    Op("sort of rows", "RowFamily::Sort", 4, "(row_sort|segment_sort|row_sort_pairs|segment_sort_pairs|row_argsort)_i32",
       r"^sort of rows(, pairs)? i32 .*x1000", "64x16 128x8 256x4 512x2 256x8 512x4 512x8 256x12 512x5 512x6", share=4),
    Op("sort of rows", "RowFamily::Sort", 8, "(row_sort|segment_sort)_i64", "^sort of rows i64", "64x16 128x8 256x4 512x2 1024x1 256x8 512x4",
       share=4),
    Op("histogram", "DeviceAlgorithm::Histogram", 1, "histogram_(even|bin)_u8", "^histogram of bytes",
       "256x64 512x32 512x64 768x32 768x48 1024x16 1024x24 1024x32 1024x48 1024x64"),
    Op("histogram", "DeviceAlgorithm::Histogram", 4, "histogram_(even|range)_f32", "^histogram of floats",
       "256x16 512x8 512x16 512x24 768x8 768x16 1024x4 1024x8 1024x12 1024x16"),
    Op("merge", "DeviceAlgorithm::Merge", 4, "merge_i32", "^merge i32", "128x23 256x15 256x19 256x23 256x27 384x17 384x23 512x11 512x15 512x19"),
    Op("merge", "DeviceAlgorithm::Merge", 8, "merge_i64|merge_pairs_i32", "^merge (i64|of pairs)",
       "128x15 256x7 256x11 256x15 256x19 384x11 384x15 512x7 512x11 512x15"),
    Op("search", "DeviceAlgorithm::Scan", 4, "search_i(32|64)", "^search", "64x4 128x2 128x4 128x8 256x2 256x4 256x8 512x4"),
    Op("batch copy", "DeviceAlgorithm::Copy", 1, "batch_copy_u8", "^batch copy u8", "128x4 256x2 256x4 256x8 512x2 512x4 512x8 1024x4"),
    Op("map", "DeviceAlgorithm::Map", 4, "(map_add|difference)_f32", "^map", "128x16 128x32 256x4 256x8 256x16 256x32 512x4 512x8 512x16 1024x4"),
]  # fmt: skip
