# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Searches in unsorted arrays, as written by finds.py."""

import numpy as np

import finds
from primtest.comparing import same
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(5)
ITEMS = 256
SIZES = [0, 1, 2, 5, ITEMS - 1, ITEMS, ITEMS + 1, 7 * ITEMS - 27]
EQUAL = "      %is = arith.cmpi eq, %a, %b : i32"
suite.function("adjacent", finds.adjacent("adjacent", "i32", EQUAL))
suite.function("first_of", finds.first_of("first_of", "i8"))
suite.function("first_of_float", finds.first_of("first_of_float", "f32", "arith.cmpf oeq,"))
suite.function("search", finds.sequence("search", "i32"))
suite.function("find_end", finds.sequence("find_end", "i32", last=True))
suite.function("run_of", finds.run_of("run_of", "i32"))


def first(places, n):
    return places[0] if len(places) else n


def run(name, function, inputs, want):
    place = np.array(-7, np.int64)
    at = [i for i, value in enumerate(inputs) if isinstance(value, np.ndarray)]
    suite.case(name, function, [*inputs, place], same(np.int64(want)), inout=[len(inputs)])
    assert at


for n in SIZES:
    # With a match at this place, or without one.
    for at in sorted({*range(min(n - 1, 3)), n - 2, n // 2, ITEMS - 1} & set(range(n - 1))) + [None]:
        x = (np.arange(n) * 3).astype(np.int32)
        if at is not None:
            x[at + 1 :] -= 3
        run(f"adjacent n={n} at={at}", "adjacent", [x], n if at is None else at)
    x = rng.integers(0, 100, n)
    for keys in [[], [5], [101, 102], [101, 7, 7, 50], list(range(40, 90))]:
        want = first(np.nonzero(np.isin(x, keys))[0], n)
        run(f"first_of n={n} keys={len(keys)}", "first_of", [x.astype(np.int8), np.array(keys, np.int8)], want)
        y, k = x.astype(np.float32), np.array(keys + [np.nan], np.float32)
        y[::9] = np.nan
        want = first(np.nonzero(np.isin(y, keys))[0], n)
        run(f"first_of_float n={n} keys={len(keys)}", "first_of_float", [y, k], want)
    for m in sorted({0, 1, 2, 3, ITEMS + 3, n - 1, n, n + 1} & set(range(2 * ITEMS))):
        x = rng.integers(0, 2, n).astype(np.int32)
        for kind in ["there", "end", "random"]:
            keys = rng.integers(0, 2, m).astype(np.int32)
            if kind != "random" and m <= n:
                keys = x[n - m :].copy() if kind == "end" else x[(n - m) // 2 :][:m].copy()
            at = np.array([i for i in range(n - m + 1) if (x[i : i + m] == keys).all()])
            at = at[at < n]
            run(f"search n={n} m={m} {kind}", "search", [x, keys], first(at, n))
            run(f"find_end n={n} m={m} {kind}", "find_end", [x, keys], at[-1] if len(at) else n)
    for share in [0.5, 0.97, 1]:
        x = np.where(rng.random(n) < share, 4, 9).astype(np.int32)
        for count in [1, 2, 7, 60, ITEMS + 1, n]:
            sums = np.concatenate([[0], np.cumsum(x == 4)])
            at = np.nonzero(sums[count:] - sums[: max(n + 1 - count, 0)] == count)[0]
            want = first(at, n) if count else 0
            run(f"run_of n={n} share={share} count={count}", "run_of", [x, count, 4], min(want, n))

suite.run()
