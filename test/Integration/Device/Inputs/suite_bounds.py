# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inputs that are too large for a launch or a sort, under
--limits=max-launch-threads=1024,max-sort-items=500: an error status from the first
excess element on, and correct results below it."""

import numpy as np

from ops import reduce, scan, segments, sort
from ops.orders import ranks_of
from primtest.comparing import same
from primtest.suite import Suite

TILE = (64, 2)
# 16 blocks per launch, with 128 elements each.
MOST = 2048

suite = Suite()
rng = np.random.default_rng(23)


def numbers(n):
    return rng.integers(-1000, 1000, n).astype(np.int32)


suite.function("scan", scan.function("scan", ["i32"], "add", tile=TILE))
suite.function("reduce", reduce.function("reduce", ["i32"], "add", tile=TILE))
suite.function("sort", sort.function("sort", ["i32"], "slt", tile=TILE))

x = numbers(MOST)
suite.case("scan that fits", "scan", [x], same(np.cumsum(x, dtype=np.int32)))
suite.case(
    "scan that does not",
    "scan",
    [numbers(MOST + 1)],
    None,
    error="prim.device_scan: one launch covers at most 2048 elements, found 2049",
)
# A reduction's blocks process more tiles instead.
x = numbers(5 * MOST + 1)
suite.case("reduce", "reduce", [x], same(x.sum(dtype=np.int32)))

# More segments than a launch has threads, most of them empty.
borders = ["segments", ["i32"], None]
suite.function("segments", scan.function("segments", ["i32"], "add", tile=TILE, borders=borders))
suite.function("folds", reduce.function("folds", ["i32"], "add", tile=TILE, borders=borders))
x = numbers(MOST)
offsets = np.sort(rng.integers(0, MOST + 1, 5000)).astype(np.int32)
offsets[[0, -1]] = 0, MOST
parts = segments.between(offsets[:-1], offsets[1:], MOST)
suite.case("segments that fit", "segments", [x, offsets], same(*scan.of_arrays("add", [x], parts=parts)))
suite.case(
    "segments that do not",
    "segments",
    [numbers(MOST + 1), offsets],
    None,
    error="prim.device_scan: one launch covers at most 2048 elements, found 2049",
)
# A reduction's blocks process more segments instead.
x = numbers(MOST + 1)
suite.case("folds", "folds", [x, offsets], same(*reduce.of_arrays("add", [x], parts=parts)))

x = numbers(499)
suite.case("sort that fits", "sort", [x], same(np.sort(x)))
suite.case(
    "sort that does not",
    "sort",
    [numbers(500)],
    None,
    error="prim.device_sort: sorts fewer than 500 items at once, found 500",
)

# Segments of any length, in total, and each row by itself. Waves and blocks process
# several of them, and a pass has a block for each tile.
suite.function(
    "sort_segments",
    sort.function("sort_segments", ["i32"], "slt", tile=TILE, borders=borders),
)
x = numbers(499)
offsets = np.sort(rng.integers(0, 500, 5000)).astype(np.int32)
offsets[[0, 1, -1]] = 0, 300, 499
offsets.sort()
begins = segments.between(offsets[:-1], offsets[1:], 499).own_begins()[0]
suite.case(
    "sort of segments that fits",
    "sort_segments",
    [x, offsets],
    same(*sort.expected([x], ranks_of(x, "slt"), begins)),
)
suite.case(
    "sort of segments that does not",
    "sort_segments",
    [numbers(500), offsets],
    None,
    error="prim.device_sort: sorts fewer than 500 items at once, found 500",
)
suite.function(
    "sort_rows",
    """func.func @sort_rows(%x: memref<?x?xi32>, %y: memref<?x?xi32>) {
  prim.device_sort slt ins(%x : memref<?x?xi32>) outs(%y : memref<?x?xi32>)
      dimension(1) tuning<block_size = 64, items_per_thread = 2>
  return
}
""",
)
for count, length in [(4, 499), (1000, 3), (500, 0), (40, 120), (1, 499)]:
    x = numbers(count * length).reshape(count, length)
    suite.case(f"sort_rows {count}x{length}", "sort_rows", [x, x * 0],
               same(np.sort(x, axis=1)), inout=[1])  # fmt: skip
for count, length, text in [
    (1, 500, "sorts fewer than 500 items at once, found 500"),
    (0, 500, "sorts fewer than 500 items at once, found 500"),
    (5, 499, "one launch covers at most 16 parts of rows, but 5 rows of 499 elements "
             "need more"),
]:  # fmt: skip
    x = numbers(count * length).reshape(count, length)
    suite.case(f"sort_rows {count}x{length}", "sort_rows", [x, x], None, inout=[1],
               error=f"prim.device_sort: {text}")  # fmt: skip

# A reduction along several dimensions has rows as well.
suite.function(
    "fold_rows",
    """func.func @fold_rows(%x: memref<?x?x?xi32>, %y: memref<?xi32>) {
  prim.device_reduce add ins(%x : memref<?x?x?xi32>) outs(%y : memref<?xi32>)
      dimension(0, 2) tuning<block_size = 64, items_per_thread = 2>
  return
}
""",
)
for shape, text in [
    ((20, 16, 20), None), ((3, 15, 2), None), ((1, 16, 5000), None), ((0, 16, 5), None),
    ((0, 40, 5), "40 rows of 0 elements need more"),
    ((10, 17, 20), "17 rows of 200 elements need more"),
    ((3, 50, 2), "50 rows of 6 elements need more"),
]:  # fmt: skip
    x = numbers(int(np.prod(shape))).reshape(shape)
    sums = x.sum(axis=(0, 2), dtype=np.int32)
    error = text and f"one launch covers at most 16 parts of rows, but {text}"
    suite.case(f"fold_rows {shape}", "fold_rows", [x, sums * 0],
               None if text else same(sums), inout=[1], error=error)  # fmt: skip

# Each row has a block, except very short rows, of which blocks take several. Blocks
# take as many turns as required, and none if a row is empty.
ROWS = """func.func @NAME(%x: memref<?x?xi32>, %y: memref<?x?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?x?xi32>) outs(%y : memref<?x?xi32>) dimension(1)TILE
  return
}
"""
for name, tile in [("rows", ""), ("rows_tuned", " tuning<block_size = 64, items_per_thread = 2>")]:
    suite.function(name, ROWS.replace("NAME", name).replace("TILE", tile))
    large = [] if tile else [(8, 600), (100, 3), (3000, 130)]
    for count, length in [(16, 3), (8, 130), (500, 0), *large]:
        x = numbers(count * length).reshape(count, length)
        suite.case(f"{name} {count}x{length}", name, [x, x * 0],
                   same(np.cumsum(x, axis=1, dtype=np.int32)), inout=(1,))  # fmt: skip
    for count, length in [(100, 3), (100, 130)] if tile else [(100, 600)]:
        x = numbers(count * length).reshape(count, length)
        suite.case(f"{name} {count}x{length}", name, [x, x], None, inout=(1,),
                   error=f"parts of rows, but {count} rows of {length} elements need more")  # fmt: skip

# Rows that lie side by side have a lane each; a block takes as many as a wave has
# lanes.
suite.function("columns", ROWS.replace("NAME", "columns").replace("TILE", "").replace("(1)", "(0)"))
for count, error in [(200, None), (600, "parts of rows, but 600 rows of 5 elements need more")]:
    x = numbers(5 * count).reshape(5, count)
    suite.case(f"columns {count}", "columns", [x, x * 0],
               None if error else same(np.cumsum(x, axis=0, dtype=np.int32)), inout=(1,),
               error=error)  # fmt: skip

# Rows without elements take one block each, short ones share blocks, and strided ones
# use a wave's lanes: the limit of one of these plans does not determine that of
# another.
for rows, most in [("8", None), ("9", "covers at most 8 parts of rows, but 9 rows of 0 elements need more")]:
    name = f"empty_{rows}"
    suite.function(name, f"""func.func @{name}(%x: memref<{rows}x?xi32>, %o: memref<{rows}xi32>) {{
  prim.device_reduce add ins(%x : memref<{rows}x?xi32>) outs(%o : memref<{rows}xi32>) dimension(1)
  return
}}
""")  # fmt: skip
    n = int(rows)
    folds = same(np.zeros(n, np.int32)) if most is None else None
    suite.case(name, name, [np.zeros((n, 0), np.int32), np.ones(n, np.int32)], folds, outputs=1, inout=[1], error=most)
    x = numbers(3 * n).reshape(n, 3)
    suite.case(f"{name} short", name, [x, np.ones(n, np.int32)], same(x.sum(1, dtype=np.int32)), outputs=1, inout=[1])
suite.function("strided", """func.func @strided(%x: memref<3x?xi32>, %o: memref<?xi32>) {
  prim.device_reduce add ins(%x : memref<3x?xi32>) outs(%o : memref<?xi32>) dimension(0)
  return
}
""")  # fmt: skip
# 8 blocks, each of which takes a row per lane of a wave, 32 or 64.
for n, fits in [(255, True), (256, True), (513, False)]:
    x = numbers(3 * n).reshape(3, n)
    suite.case(f"strided {n}", "strided", [x, np.ones(n, np.int32)],
               same(x.sum(0, dtype=np.int32)) if fits else None, outputs=1, inout=[1],
               error=None if fits else f"{n} rows of 3 elements need more")  # fmt: skip

# An op that is too large has no workspace size.
for op, n, text in [
    ("device_scan inclusive add", MOST + 1, "one launch covers at most"),
    ("device_sort slt", 500, "sorts fewer than 500 items"),
]:
    name = op.split()[0]
    suite.function(
        f"{name}_size",
        f"""func.func @{name}_size(%x: memref<?xi32>, %y: memref<?xi32>) {{
  %bytes = prim.workspace_size {{
    prim.{op} ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) tuning<block_size = 64, items_per_thread = 2>
  }} : index
  %w = gpu.alloc (%bytes) : memref<?xi8>
  gpu.dealloc %w : memref<?xi8>
  return
}}
""",
    )
    suite.case(
        f"{name} workspace",
        f"{name}_size",
        [numbers(n), numbers(n)],
        None,
        outputs=0,
        error=text,
    )

suite.run()
