# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is too large for a launch or a sort, under
--limits=max-launch-threads=1024,max-sort-items=500: an error status from one
element on, and right results below it."""

import numpy as np
import programs
from harness import Suite, same

TILE = (64, 2)
# 16 blocks of a launch, with 128 elements each.
MOST = 2048

suite = Suite()
rng = np.random.default_rng(23)


def numbers(n):
    return rng.integers(-1000, 1000, n).astype(np.int32)


suite.function("scan", programs.scan("scan", ["i32"], "add", tile=TILE))
suite.function("reduce", programs.reduce("reduce", ["i32"], "add", tile=TILE))
suite.function("sort", programs.sort("sort", ["i32"], "slt", tile=TILE))

x = numbers(MOST)
suite.case("scan that fits", "scan", [x], same(np.cumsum(x, dtype=np.int32)))
suite.case(
    "scan that does not",
    "scan",
    [numbers(MOST + 1)],
    None,
    error="prim.device_scan: one launch covers at most 2048 elements, found 2049",
)
# A reduction's blocks take more tiles instead.
x = numbers(5 * MOST + 1)
suite.case("reduce", "reduce", [x], same(x.sum(dtype=np.int32)))

# More segments than a launch has threads, most of them empty.
borders = ["segments", ["i32"], None]
suite.function("segments", programs.scan("segments", ["i32"], "add", tile=TILE, borders=borders))
suite.function("folds", programs.reduce("folds", ["i32"], "add", tile=TILE, borders=borders))
x = numbers(MOST)
offsets = np.sort(rng.integers(0, MOST + 1, 5000)).astype(np.int32)
offsets[[0, -1]] = 0, MOST
parts = [x[begin:end] for begin, end in zip(offsets, offsets[1:])]
sums = np.concatenate([p.cumsum(dtype=np.int32) for p in parts])
suite.case("segments that fit", "segments", [x, offsets], same(sums))
suite.case("folds", "folds", [x, offsets], same([p.sum(dtype=np.int32) for p in parts]))
for name, op in [("segments", "device_scan"), ("folds", "device_reduce")]:
    suite.case(
        f"{name} that do not",
        name,
        [numbers(MOST + 1), offsets],
        None,
        error=f"prim.{op}: one launch covers at most 2048 elements, found 2049",
    )

x = numbers(499)
suite.case("sort that fits", "sort", [x], same(np.sort(x)))
suite.case(
    "sort that does not",
    "sort",
    [numbers(500)],
    None,
    error="prim.device_sort: sorts fewer than 500 items at once, found 500",
)

# Each row has a block: of one wave where it is short, and none where it is empty.
ROWS = """func.func @NAME(%x: memref<?x?xi32>, %y: memref<?x?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?x?xi32>) outs(%y : memref<?x?xi32>) dimension(1)TILE
  return
}
"""
for name, tile in [("rows", ""), ("rows_tuned", " tuning<block_size = 64, items_per_thread = 2>")]:
    suite.function(name, ROWS.replace("NAME", name).replace("TILE", tile))
    for count, length in [(16, 3), (8, 130), (500, 0)]:
        x = numbers(count * length).reshape(count, length)
        suite.case(f"{name} {count}x{length}", name, [x, x * 0],
                   same(np.cumsum(x, axis=1, dtype=np.int32)), inout=(1,))  # fmt: skip
    for count, length in [(100, 3), (100, 130)]:
        x = numbers(count * length).reshape(count, length)
        suite.case(f"{name} {count}x{length}", name, [x, x], None, inout=(1,),
                   error=f"parts of rows, and {count} rows of {length} elements take more")  # fmt: skip

# The workspace of what cannot be done has no size.
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
