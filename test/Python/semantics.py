# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: libprim, emulator, numpy
# RUN: %python %s %prim_src/docs/Python.md
"""The table of docs/Python.md on NaN, empty arrays, dtypes, runs and equal elements. ROWS
has each cell's text and calls that show it, as `call -> result`."""

import os
import pathlib
import re
import sys

import numpy as np
import prim

nan, inf = np.nan, np.inf
f, i1, i8, b = np.float32, np.int8, np.int64, np.bool_
x, e = f([2, nan, 1, nan, 3]), f([])
rng = np.random.default_rng(1)
big = rng.standard_normal(60000).astype(f)
keys = np.repeat(np.arange(4, dtype=np.int32), 15000)
EMPTY = "empty"
EXACT = "exact"


def add(p, q):
    return p + q


def runs(call):
    """The number of different results under several schedules of the emulator."""
    found = set()
    for seed in ("0", "1", "newest"):
        os.environ["PRIM_EMULATOR_SEED"] = seed
        found.add(np.asarray(call()).tobytes())
    del os.environ["PRIM_EMULATOR_SEED"]
    return len(found)


# For each row: the cells on NaN, on empty arrays, on the dtype of the result, on sums
# of floats in several runs, and on equal elements.
ROWS = {
    "`scan`, `cumsum`, `cumprod`": [
        ("NaN from the first NaN on",
         "prim.scan(x) -> f([2, nan, nan, nan, nan])",
         "prim.cumsum(x) -> f([2, nan, nan, nan, nan])",
         "prim.cumprod(x) -> f([2, nan, nan, nan, nan])"),
        (EMPTY, "prim.scan(e) -> e", "prim.cumsum(e) -> e", "prim.cumprod(e) -> e",
         "prim.scan(e, add) -> e"),
        ("`sum` and `prod` of integers below 64 bits: int64 or uint64; else x's",
         "prim.scan(i1([100, 100])) -> i8([100, 200])",
         "prim.cumsum(np.uint8([200, 100])) -> np.uint64([200, 300])",
         "prim.cumprod(b([1, 1])) -> i8([1, 1])",
         "prim.scan(i1([100, 100]), 'max') -> i1([100, 100])",
         "prim.scan(i1([100, 100]), add) -> i1([100, -56])",
         "prim.scan(np.float16([1, 2])) -> np.float16([1, 3])"),
        ("may differ", "runs(lambda: prim.scan(big)) > 1 -> True",
         "runs(lambda: prim.cumsum(np.tile(big, 10).reshape(2, -1), axis=1)) > 1 -> True",
         "runs(lambda: prim.scan(big[:1000])) -> 1"),
        ("",),
    ],
    "`cummax`, `cummin`": [
        ("NaN from the first NaN on", "prim.cummax(x) -> f([2, nan, nan, nan, nan])",
         "prim.cummin(x) -> f([2, nan, nan, nan, nan])"),
        (EMPTY, "prim.cummax(e) -> e", "prim.cummin(e) -> e"),
        ("x's", "prim.cummax(i1([1, 2])) -> i1([1, 2])", "prim.cummin(b([1, 0])) -> b([1, 0])"),
        (EXACT, "runs(lambda: prim.cummax(big)) -> 1"),
        ("",),
    ],
    "`reduce`": [
        ("NaN; `fmin` and `fmax` ignore it", "prim.reduce(x) -> f(nan)",
         "prim.reduce(x, 'min') -> f(nan)", "prim.reduce(x, 'max') -> f(nan)",
         "prim.reduce(x, 'fmin') -> f(1)", "prim.reduce(x, 'fmax') -> f(3)",
         "prim.reduce(f([nan, 0]), 'any') -> b(True)",
         "prim.reduce(f([nan, 1]), 'all') -> b(True)"),
        ("the neutral element (`sum` 0, `prod` 1, `all` true); ValueError for `min`, `max`, "
         "`fmin`, `fmax`, and for a function without `identity`, unless `initial` is given",
         "prim.reduce(e) -> f(0)", "prim.reduce(e, 'prod') -> f(1)",
         "prim.reduce(e, 'all') -> b(True)", "prim.reduce(e, 'any') -> b(False)",
         "prim.reduce(e, 'min') -> ValueError", "prim.reduce(e, 'max') -> ValueError",
         "prim.reduce(e, 'fmin') -> ValueError", "prim.reduce(e, 'fmax') -> ValueError",
         "prim.reduce(e, add) -> ValueError", "prim.reduce(e, add, identity=0) -> f(0)",
         "prim.reduce(e, 'max', initial=-1) -> f(-1)",
         "prim.reduce(e.reshape(0, 3), 'max', axis=0) -> ValueError",
         "prim.reduce(e.reshape(0, 3), 'max', axis=1) -> e"),
        ("as `scan`; `any` and `all`: bool", "prim.reduce(i1([100, 100])) -> i8(200)",
         "prim.reduce(np.uint8([200, 100])) -> np.uint64(300)",
         "prim.reduce(i1([100, 100]), dtype='int8') -> i1(-56)",
         "prim.reduce(i1([100, 100]), 'max') -> i1(100)",
         "prim.reduce(i1([100, 100]), add) -> i1(-56)",
         "prim.reduce([1, 2], 'any') -> b(True)",
         "prim.reduce(np.int32([6, 3]), 'and') -> np.int32(2)"),
        ("equal", "runs(lambda: prim.reduce(big)) -> 1",
         "runs(lambda: prim.reduce(big, add, identity=0)) -> 1",
         "runs(lambda: prim.reduce(big.reshape(4, -1), axis=1)) -> 1",
         "runs(lambda: prim.reduce(big.reshape(-1, 4), axis=0)) -> 1"),
        ("",),
    ],
    "`segment_reduce`, `reduce` with `segments`": [
        ("NaN in the segment's result", "prim.segment_reduce(x, [0, 1, 3]) -> f([2, nan])",
         "prim.reduce(x, segments=[0, 1, 3]) -> f([2, nan])",
         "prim.segment_reduce(x, [0, 1, 3], 'fmax') -> f([2, 1])"),
        ("an empty segment is the neutral element, also for `min` (inf) and `max` (-inf); NaN "
         "for `fmin` and `fmax`",
         "prim.segment_reduce(x, [0, 0]) -> f([0])",
         "prim.segment_reduce(x, [0, 0], 'min') -> f([inf])",
         "prim.segment_reduce(x, [0, 0], 'max') -> f([-inf])",
         "prim.segment_reduce(i1([1]), [0, 0], 'max') -> i1([-128])",
         "prim.segment_reduce(x, [0, 0], 'fmin') -> f([nan])",
         "prim.segment_reduce(x, [0, 0], 'fmax') -> f([nan])",
         "prim.segment_reduce(x, [0, 0], 'max', initial=7) -> f([7])",
         "prim.segment_reduce(e, [0]) -> e", "prim.segment_reduce(e, [0, 0], add) -> TypeError"),
        ("as `reduce`", "prim.segment_reduce(i1([100, 100]), [0, 2]) -> i8([200])",
         "prim.segment_reduce(i1([100, 100]), [0, 2], 'min') -> i1([100])"),
        ("equal", "runs(lambda: prim.segment_reduce(big, [0, 100, 20000, 60000])) -> 1",
         "runs(lambda: prim.segment_reduce(big, [0, 30000, 31000, 60000])) -> 1"),
        ("",),
    ],
    "`reduce_by_key`": [
        ("each NaN key is a run", "prim.reduce_by_key(f([nan, nan, 1, 1]), f([1, 2, 3, 4])) "
         "-> (f([nan, nan, 1]), f([1, 2, 7]))",
         "prim.reduce_by_key([0, 1, 1], f([1, nan, 2])) -> (i8([0, 1]), f([1, nan]))"),
        (EMPTY, "prim.reduce_by_key(e, e) -> (e, e)"),
        ("the keys'; as `reduce`",
         "prim.reduce_by_key(i1([1, 1]), i1([100, 100])) -> (i1([1]), i8([200]))"),
        ("may differ", "runs(lambda: prim.reduce_by_key(keys, big)[1]) > 1 -> True"),
        ("the run's first key is kept",
         "np.signbit(prim.reduce_by_key(f([-0., 0.]), f([1, 2]))[0]) -> b([True])"),
    ],
    "`argmax`, `argmin`": [
        ("the first NaN", "prim.argmax(x) -> i8(1)", "prim.argmin(x) -> i8(1)"),
        ("ValueError", "prim.argmax(e) -> ValueError", "prim.argmin(e) -> ValueError"),
        ("int64", "prim.argmax(i1([1, 2])) -> i8(1)"),
        (EXACT, "runs(lambda: prim.argmax(big)) -> 1"),
        ("the first", "prim.argmax([1, 3, 3]) -> i8(1)", "prim.argmin([1, 0, 0]) -> i8(1)",
         "prim.argmax(f([-0., 0.])) -> i8(0)"),
    ],
    "`sort`": [
        ("last; first if `descending`", "prim.sort(x) -> f([1, 2, 3, nan, nan])",
         "prim.sort(x, descending=True) -> f([nan, nan, 3, 2, 1])"),
        (EMPTY, "prim.sort(e) -> e"),
        ("x's", "prim.sort(i1([2, 1])) -> i1([1, 2])", "prim.sort(b([1, 0])) -> b([0, 1])"),
        (EXACT, "runs(lambda: prim.sort(big)) -> 1"),
        ("keep their order, also if `descending`; -0.0 equals 0.0",
         "prim.sort([1, 0, 1], [5, 6, 7]) -> (i8([0, 1, 1]), i8([6, 5, 7]))",
         "prim.sort([1, 0, 1], [5, 6, 7], descending=True) -> (i8([1, 1, 0]), i8([5, 7, 6]))",
         "np.signbit(prim.sort(f([0., -0., 0.]))) -> b([0, 1, 0])"),
    ],
    "`argsort`": [
        ("as `sort`", "prim.argsort(x) -> i8([2, 0, 4, 1, 3])",
         "prim.argsort(x, descending=True) -> i8([1, 3, 4, 0, 2])"),
        (EMPTY, "prim.argsort(e) -> i8([])"),
        ("int64, or `dtype`", "prim.argsort(i1([2, 1]), dtype='int32') -> np.int32([1, 0])"),
        (EXACT, "runs(lambda: prim.argsort(big)) -> 1"),
        ("keep their order", "prim.argsort([1, 0, 1, 0]) -> i8([1, 3, 0, 2])",
         "prim.argsort([1, 0, 1, 0], descending=True) -> i8([0, 2, 1, 3])"),
    ],
    "`topk`": [
        ("larger than all numbers", "prim.topk(x, 3)[0] -> f([nan, nan, 3])",
         "prim.topk(x, 4, largest=False)[0] -> f([1, 2, 3, nan])"),
        ("ValueError unless `k` is 0", "prim.topk(e, 0) -> (e, i8([]))", "prim.topk(e, 1) -> ValueError"),
        ("x's; int64, or `dtype`", "prim.topk(i1([1, 2]), 1) -> (i1([2]), i8([1]))",
         "prim.topk(i1([1, 2]), 1, dtype='int32') -> (i1([2]), np.int32([1]))"),
        (EXACT, "runs(lambda: prim.topk(big, 9)[1]) -> 1"),
        ("the first ones, in their order", "prim.topk([1, 2, 2, 2], 2) -> (i8([2, 2]), i8([1, 2]))",
         "prim.topk([1, 1, 1], 2, largest=False)[1] -> i8([0, 1])"),
    ],
    "`partition`, `argpartition`": [
        ("last", "prim.partition(x, 3)[3] -> f(nan)", "prim.partition(x, 2)[2] -> f(3)"),
        (EMPTY, "prim.partition(e, 0) -> e", "prim.argpartition(e, 0) -> i8([])"),
        ("x's; int64, or `dtype`", "prim.partition(i1([2, 1]), 0) -> i1([1, 2])",
         "prim.argpartition([2, 1], 0) -> i8([1, 0])",
         "prim.argpartition([2, 1], 0, dtype='int32') -> np.int32([1, 0])"),
        (EXACT, "runs(lambda: prim.partition(big, 777)[777]) -> 1"),
        ("in any order",),
    ],
    "`merge`": [
        ("last", "prim.merge(f([1, nan]), f([2, nan])) -> f([1, 2, nan, nan])"),
        (EMPTY, "prim.merge(e, e) -> e", "prim.merge(e, f([1])) -> f([1])"),
        ("that of both; TypeError if they differ", "prim.merge(i1([1]), i1([2])) -> i1([1, 2])",
         "prim.merge(f([1]), np.float64([1])) -> TypeError"),
        (EXACT, "runs(lambda: prim.merge(np.sort(big), np.sort(-big))) -> 1"),
        ("those of x first, each in its order",
         "prim.merge([1, 1], [1, 1], ([0, 1], [2, 3]))[1] -> i8([0, 1, 2, 3])"),
    ],
    "`unique`": [
        ("one for all NaN", "prim.unique(x) -> f([1, 2, 3, nan])",
         "prim.unique(x, return_counts=True)[1] -> i8([1, 1, 1, 2])"),
        (EMPTY, "prim.unique(e) -> e"),
        ("x's; int64", "prim.unique(i1([2, 1, 2])) -> i1([1, 2])",
         "prim.unique(i1([2, 1, 2]), return_index=True)[1] -> i8([1, 0])",
         "prim.unique(i1([2, 1, 2]), return_inverse=True)[1] -> i8([1, 0, 1])"),
        (EXACT, "runs(lambda: prim.unique(big)) -> 1"),
        ("the first is kept", "prim.unique([7, 7], return_index=True)[1] -> i8([0])",
         "np.signbit(prim.unique(f([-0., 0.]))) -> b([True])"),
    ],
    "`unique_consecutive`, `run_length`": [
        ("each NaN is a run", "prim.unique_consecutive(f([nan, nan, 1, 1])) -> f([nan, nan, 1])",
         "prim.run_length(f([nan, nan, 1, 1])) -> (f([nan, nan, 1]), i8([1, 1, 2]))"),
        (EMPTY, "prim.unique_consecutive(e) -> e", "prim.run_length(e) -> (e, i8([]))"),
        ("x's; int64", "prim.unique_consecutive(i1([1, 1])) -> i1([1])",
         "prim.run_length(i1([1, 1])) -> (i1([1]), i8([2]))"),
        (EXACT, "runs(lambda: prim.run_length(keys)[1]) -> 1"),
        ("the run's first is kept", "np.signbit(prim.unique_consecutive(f([-0., 0.]))) -> b([True])",
         "np.signbit(prim.run_length(f([-0., 0.]))[0]) -> b([True])"),
    ],
    "`compress`": [
        ("as the condition says", "prim.compress(lambda v: v > 1, x) -> f([2, 3])",
         "prim.compress([1, 1, 0, 0, 0], x) -> f([2, nan])"),
        (EMPTY, "prim.compress(b([]), e) -> e"),
        ("x's", "prim.compress([0, 1], i1([5, 6])) -> i1([6])"),
        (EXACT, "runs(lambda: prim.compress(lambda v: v > 0, big)) -> 1"),
        ("in x's order", "prim.compress([1, 0, 1], [3, 2, 1]) -> i8([3, 1])"),
    ],
    "`nonzero`, `flatnonzero`, `count_nonzero`": [
        ("not zero", "prim.nonzero(f([0, nan, -0.])) -> (i8([1]),)",
         "prim.flatnonzero(f([0, nan, -0.])) -> i8([1])", "prim.count_nonzero(x) -> i8(5)"),
        ("empty; `count_nonzero`: 0", "prim.nonzero(e) -> (i8([]),)", "prim.flatnonzero(e) -> i8([])",
         "prim.count_nonzero(e) -> i8(0)"),
        ("int64", "prim.count_nonzero(i1([1, 0])) -> i8(1)", "prim.flatnonzero(i1([1, 0])) -> i8([0])"),
        (EXACT, "runs(lambda: prim.flatnonzero(big > 0)) -> 1"),
        ("",),
    ],
    "`histogram`": [
        ("in no bin; ValueError without `range` or edges",
         "prim.histogram(x, 2, range=(0, 4))[0] -> i8([1, 2])",
         "prim.histogram(x, [0, 2, 4])[0] -> i8([1, 2])", "prim.histogram(x, 2) -> ValueError"),
        ("counts of 0", "prim.histogram(e, 2)[0] -> i8([0, 0])"),
        ("int64, or that of `weights`", "prim.histogram(i1([1]), 2)[0] -> i8([0, 1])",
         "prim.histogram(i1([1]), 2, weights=f([1]))[0] -> f([0, 1])",
         "prim.histogram([1], 2, weights=np.int32([5]))[0] -> np.int32([0, 5])"),
        ("equal", "runs(lambda: prim.histogram(big, 10, weights=big)[0]) -> 1"),
        ("",),
    ],
    "`bincount`": [
        ("TypeError; in `weights`: NaN in its bin", "prim.bincount(x) -> TypeError",
         "prim.bincount([0, 1, 1], weights=[2, nan, 1.]) -> np.float64([2, nan])"),
        ("`minlength` counts of 0", "prim.bincount([]) -> i8([])",
         "prim.bincount(i8([]), minlength=2) -> i8([0, 0])"),
        ("int64; with `weights` float64", "prim.bincount(i1([1])) -> i8([0, 1])",
         "prim.bincount([1], weights=f([3])) -> np.float64([0, 3])"),
        ("equal", "runs(lambda: prim.bincount(keys, weights=big)) -> 1"),
        ("",),
    ],
    "`searchsorted`": [
        ("larger than all numbers", "prim.searchsorted(f([1, 2, nan]), f([nan, 2])) -> i8([2, 1])",
         "prim.searchsorted(f([1, 2, nan]), f([nan]), side='right') -> i8([3])"),
        ("empty; an empty `a` gives 0", "prim.searchsorted(f([1]), e) -> i8([])",
         "prim.searchsorted(e, f([1])) -> i8([0])"),
        ("int64, or int32 in `out`", "prim.searchsorted(i1([1]), i1([2])) -> i8([1])",
         "prim.searchsorted([1], [2], out=np.zeros(1, 'int32')) -> np.int32([1])"),
        (EXACT, "runs(lambda: prim.searchsorted(np.sort(big), big)) -> 1"),
        ("before or after them, as `side` says", "prim.searchsorted([1, 2, 2, 3], [2]) -> i8([1])",
         "prim.searchsorted([1, 2, 2, 3], [2], side='right') -> i8([3])"),
    ],
    "`isin_sorted`": [
        ("is found (not in numpy)", "prim.isin_sorted(f([nan, 5]), f([1, nan])) -> b([1, 0])",
         "np.isin(f([nan]), f([nan])) -> b([0])"),
        ("empty; an empty `test_elements` gives false", "prim.isin_sorted(e, f([1])) -> b([])",
         "prim.isin_sorted(f([1]), e) -> b([0])"),
        ("bool", "prim.isin_sorted([1], [1]) -> b([1])"),
        (EXACT, "runs(lambda: prim.isin_sorted(big, np.sort(big[:99]))) -> 1"),
        ("",),
    ],
    "`search`, `search_n`": [
        ("equal to nothing", "prim.search(x, f([nan])) -> i8(5)", "prim.search_n(x, 1, nan) -> i8(5)"),
        ("an empty sequence or run is found at 0", "prim.search(x, e) -> i8(0)",
         "prim.search_n(x, 0, 1) -> i8(0)", "prim.search(e, x) -> i8(0)", "prim.search_n(e, 1, 9) -> i8(0)"),
        ("int64; x's size if nothing is found", "prim.search(x, f([9])) -> i8(5)",
         "prim.search_n(x, 2, 9) -> i8(5)"),
        (EXACT, "runs(lambda: prim.search(big, big[777:780])) -> 1"),
        ("the first place", "prim.search([1, 2, 1, 2], [1, 2]) -> i8(0)", "prim.search_n([0, 1, 1], 1, 1) -> i8(1)"),
    ],
    "`find_end`, `find_first_of`, `adjacent_find`": [
        ("equal to nothing", "prim.find_end(x, f([nan])) -> i8(5)",
         "prim.find_first_of(x, f([nan, 1])) -> i8(2)", "prim.adjacent_find(f([nan, nan, 1, 1])) -> i8(2)"),
        ("x's size", "prim.find_end(x, e) -> i8(5)", "prim.find_first_of(x, e) -> i8(5)",
         "prim.find_end(e, e) -> i8(0)", "prim.find_first_of(e, x) -> i8(0)", "prim.adjacent_find(e) -> i8(0)"),
        ("int64; x's size if nothing is found", "prim.find_end(x, f([9])) -> i8(5)",
         "prim.find_first_of(x, f([9])) -> i8(5)", "prim.adjacent_find(x) -> i8(5)"),
        (EXACT, "runs(lambda: prim.find_end(big, big[777:780])) -> 1"),
        ("the first place; `find_end`: the last", "prim.find_end([1, 2, 1, 2], [1, 2]) -> i8(2)",
         "prim.find_first_of([3, 1, 1], [1]) -> i8(1)", "prim.adjacent_find([1, 1, 2, 2]) -> i8(0)"),
    ],
    "`diff`, `adjacent_difference`": [
        ("NaN in both differences", "prim.diff(f([1, nan, 3, 5])) -> f([nan, nan, 2])",
         "prim.adjacent_difference(f([1, nan, 3, 5])) -> f([1, nan, nan, 2])"),
        (EMPTY, "prim.diff(e) -> e", "prim.adjacent_difference(e) -> e", "prim.diff(f([1])) -> e"),
        ("x's, in which integers wrap; bools: bool in `diff`, else TypeError",
         "prim.diff(np.uint8([1, 0])) -> np.uint8([255])",
         "prim.adjacent_difference(np.uint8([1, 0])) -> np.uint8([1, 255])",
         "prim.diff(b([1, 0])) -> b([1])", "prim.adjacent_difference(b([1, 0])) -> TypeError"),
        ("equal", "runs(lambda: prim.diff(big)) -> 1"),
        ("",),
    ],
    "`transform`": [
        ("as the function says", "prim.transform(x, lambda v: v + 1) -> f([3, nan, 2, nan, 4])"),
        (EMPTY, "prim.transform(e, lambda v: v + 1) -> e"),
        ("the function's, by numpy's rules", "prim.transform(i1([1]), lambda v: v / 2) -> np.float64([.5])",
         "prim.transform(i1([1]), lambda v: v > 0) -> b([1])"),
        ("equal", "runs(lambda: prim.transform(big, lambda v: v * v)) -> 1"),
        ("",),
    ],
}  # fmt: skip


def differs(found, want):
    """Why a result is not the expected one, or nothing."""
    if isinstance(want, tuple):
        if not isinstance(found, tuple) or len(found) != len(want):
            return f"it is {found!r}"
        return next(filter(None, map(differs, found, want)), None)
    found, want = np.asarray(found), np.asarray(want)
    alike = found.dtype == want.dtype and found.shape == want.shape
    alike = alike and np.array_equal(found, want, equal_nan=want.dtype.kind == "f")
    return None if alike else f"it is {found!r}"


def evaluate(check):
    call, want = check.rsplit(" -> ", 1)
    want = eval(want)
    try:
        found = eval(call)
    except (TypeError, ValueError) as error:
        return None if want is type(error) else f"it raises {error!r}"
    return f"it is {found!r}" if isinstance(want, type) else differs(found, want)


page = pathlib.Path(sys.argv[1]).read_text()
table = page.split("## NaN, empty arrays, dtypes")[1].split("\n## ")[0]
shown = {}
for line in re.findall(r"^\| (`.*) \|$", table, re.MULTILINE):
    name, *cells = line.split("|")
    shown[name.strip()] = [cell.strip() for cell in cells]
failed = 0
for name in shown | ROWS:
    if shown.get(name) != [text for text, *_ in ROWS.get(name, [])]:
        failed += 1
        want = "| " + " | ".join([name] + [text for text, *_ in ROWS.get(name, [])]) + " |"
        print(f"{name}: the page has {shown.get(name)}, and not\n{want.replace('|  |', '| |')}")
for name, cells in ROWS.items():
    for text, *checks in cells:
        for check in checks:
            if why := evaluate(check):
                failed += 1
                print(f"{name}: {text}: {check}: {why}")
print(f"{len(ROWS)} rows, {failed} failed")
sys.exit(failed > 0)
