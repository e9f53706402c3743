# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sorts that are too large for a launch, under --limits=max-launch-threads=1024. The
passes have a block for each tile of all rows; for segments, up to twice as many as the
buffer has. Copies, waves and blocks process any number in turns."""

import numpy as np

from primtest.comparing import same
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(59)


def numbers(*shape):
    return rng.integers(-1000, 1000, shape).astype(np.int32)


def sort_case(name, function, inputs, want, text):
    error = text and f"prim.device_sort: one launch covers at most {text}"
    check = None if text else same(want)
    suite.case(name, function, inputs, check, inout=[1], error=error)


FUNCTION = """func.func @NAME(%x: memref<TYPE>, %y: memref<TYPE>MORE) {
  prim.device_sort slt ins(%x : memref<TYPE>) outs(%y : memref<TYPE>) CLAUSE
      tuning<block_size = 64, items_per_thread = 2>
  return
}
"""


def function(name, rank, clause, more=""):
    text = FUNCTION.replace("NAME", name).replace("TYPE", "?x" * rank + "i32")
    suite.function(name, text.replace("CLAUSE", clause).replace("MORE", more))


# 16 blocks of 128 elements each.
function("whole", 1, "")
for n, text in [(2048, None), (2049, "2048 elements, found 2049; work in parts")]:
    x = numbers(n)
    sort_case(f"whole {n}", "whole", [x, x * 0], np.sort(x), text)
function("rows", 2, "dimension(1)")
function("columns", 2, "dimension(0)")
for count, length, text in [
    (1, 2048, None), (3, 640, None), (4, 512, None), (1000, 5, None), (90, 120, None),
    (0, 9000, None),
    (1, 2049, "16 parts of rows, but 1 rows of 2049 elements need more; work in parts"),
    (4, 513, "16 parts of rows, but 4 rows of 513 elements need more; work in parts"),
]:  # fmt: skip
    x = numbers(count, length)
    for name in ["rows", "columns"]:
        given, want = x, np.sort(x, axis=1)
        if name == "columns":
            given, want = given.T.copy(), want.T
        sort_case(f"{name} {count}x{length}", name, [given, given * 0], want, text)

# Eight tiles of the buffer; segments have at most sixteen.
function("segments", 1, "segments(%k : memref<?xi32>)", ", %k: memref<?xi32>")
for n, text in [(1024, None), (1025, "1024 elements, found 1025; work in parts")]:
    for cuts in [
        [0, n], [0, 400, 700, n], [*range(0, n, 3), n], [5, 300, 600, 600, 900]
    ]:  # fmt: skip
        x = numbers(n)
        want = np.zeros_like(x)
        for begin, end in zip(cuts, cuts[1:]):
            want[begin:end] = np.sort(x[begin:end])
        inputs = [x, x * 0, np.array(cuts, np.int32)]
        sort_case(f"segments {n} {len(cuts) - 1}", "segments", inputs, want, text)

suite.run()
