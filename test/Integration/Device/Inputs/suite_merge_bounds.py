# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sorts by a comparator and merges that are too large, under
--limits=max-launch-threads=1024,max-sort-items=2100: a launch has a block for each tile
of all rows."""

import numpy as np

from primtest.comparing import same
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(60)

SORT = """func.func @NAME(%x: memref<TYPE>, %y: memref<TYPE>) {
  prim.device_sort ins(%x : memref<TYPE>) outs(%y : memref<TYPE>) CLAUSE
      tuning<block_size = 64, items_per_thread = ITEMS> comparator {
  ^bb0(%a: i32, %b: i32):
    %less = arith.cmpi slt, %a, %b : i32
    prim.yield %less : i1
  }
  return
}
"""
MERGE = """func.func @merge(%a: memref<?xi32>, %b: memref<?xi32>, %y: memref<?xi32>) {
  prim.device_merge slt ins(%a : memref<?xi32>) with(%b : memref<?xi32>) outs(%y : memref<?xi32>)
      tuning<block_size = 64, items_per_thread = 2>
  return
}
"""


def numbers(*shape):
    return rng.integers(-1000, 1000, shape).astype(np.int32)


for name, rank, items, clause in [("whole", 1, 2, ""), ("large", 1, 3, ""), ("batches", 1, 3, "batches"),
                                  ("rows", 2, 2, "dimension(1)")]:  # fmt: skip
    text = SORT.replace("NAME", name).replace("TYPE", "?x" * rank + "i32")
    suite.function(name, text.replace("CLAUSE", clause).replace("ITEMS", str(items)))
# 16 blocks of 128 elements each; or of 192, for which the limit of a sort is reached
# first.
for name, shape, error in [
    ("whole", [2048], None),
    ("whole", [2049], "one launch covers at most 2048 elements, found 2049; work in parts"),
    ("large", [2099], None),
    ("large", [2100], "sorts fewer than 2100 items at once, found 2100; add batches for more"),
    # For batches, all elements are in the last round.
    ("batches", [3072], None), ("batches", [3073], "one launch covers at most 3072 elements, found 3073"),
    ("rows", [4, 512], None), ("rows", [16, 20], None),
    ("rows", [4, 513], "one launch covers at most 16 parts of rows, but 4 rows of 513 elements"),
]:  # fmt: skip
    x = numbers(*shape)
    check = None if error else same(np.sort(x, axis=-1))
    suite.case(f"{name} {shape}", name, [x, x * 0], check, inout=[1],
               error=error and f"prim.device_{'merge' if name == 'batches' else 'sort'}: {error}")  # fmt: skip
suite.function("merge", MERGE)
for n, m, error in [(1000, 1048, None), (0, 2048, None), (1000, 1049, "2048 elements, found 2049")]:
    a, b = np.sort(numbers(n)), np.sort(numbers(m))
    whole = np.sort(np.concatenate([a, b]))
    suite.case(f"merge {n} {m}", "merge", [a, b, whole * 0], None if error else same(whole), inout=[2],
               error=error and f"prim.device_merge: one launch covers at most {error}; work in parts")  # fmt: skip

suite.run()
