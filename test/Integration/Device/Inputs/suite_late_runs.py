# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions by key whose blocks store the results of a tile turns later: runs of all
lengths, values of one and two words, keys that are not equal to themselves, an operator
that is not commutative, and outputs that are too small."""

import numpy as np

from primtest.comparing import same
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(29)
TUNING = "tuning<block_size = 128, items_per_thread = 4, algorithm = cooperative>"
ITEMS = 512
NAMES = {np.int32: "i32", np.int64: "i64", np.float32: "f32", np.float64: "f64"}

# (a, b) stands for the map of x to a * x + b; the left one is applied first.
MAPS = """ identity(%one, %zero : i32, i32) {tuning} combiner {{
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
    %ac = arith.muli %a, %c : i32
    %bc = arith.muli %b, %c : i32
    %bcd = arith.addi %bc, %d : i32
    prim.yield %ac, %bcd : i32, i32
  }}"""
HALF = """ epilogue {{
  ^bb0(%sum: {value}):
    %twice = {add} %sum, %sum : {value}
    prim.yield %twice : {value}
  }}"""


def draw_heads(n, shape):
    heads = {
        "one": np.zeros(n, bool),
        "all": np.ones(n, bool),
        "short": rng.random(n) < 1 / 3,
        "long": rng.random(n) < 1 / 1000,
    }[shape]
    heads[:1] = True
    return heads


def draw_keys(heads, kind):
    keys = np.cumsum(heads).astype(kind) * 3
    # Runs of NaN are runs of one element each.
    if np.issubdtype(kind, np.floating):
        keys[rng.random(len(keys)) < 0.1] = np.nan
    return keys


def add_function(name, value, key, op, end, members=1):
    v, k = f"memref<?x{value}>", f"memref<?x{key}>"
    xs = [f"%x{i}" for i in range(members)]
    ys = [f"%y{i}" for i in range(members)]
    parameters = ", ".join(
        [f"{x}: {v}" for x in xs] + [f"%k: {k}, %u: {k}"] + [f"{y}: {v}" for y in ys]
    )
    values = ", ".join([v] * members)
    text = f"""func.func @{name}({parameters}, %n: memref<i32>) {{
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  prim.device_reduce {op} ins({", ".join(xs)} : {values})
    outs(%u, {", ".join(ys)}, %n : {k}, {values}, memref<i32>)
    by_key(%k : {k}) {end}
  return
}}
"""
    suite.function(name, text)


def add_case(name, function, values, keys, fold, room):
    n = len(keys)
    heads = np.ones(n, bool)
    heads[1:] = keys[1:] != keys[:-1]
    starts = np.flatnonzero(heads)
    wants = [keys[starts], *fold(values, starts)]
    outs = [np.zeros(room(len(starts)), want.dtype) for want in wants]
    kept = [want[: len(out)] for want, out in zip(wants, outs)]
    for out, part in zip(outs, kept):
        out[: len(part)] = part
    places = range(len(values) + 1, len(values) + 1 + len(wants) + 1)
    blank = [np.zeros_like(out) for out in outs]
    suite.case(
        name, function, [*values, keys, *blank, np.zeros((), np.int32)],
        same(*outs, np.array(len(starts), np.int32)), outputs=len(wants) + 1, inout=list(places),
    )  # fmt: skip


def sums(values, starts):
    return [2 * np.add.reduceat(values[0], starts, dtype=values[0].dtype)]


def maps(values, starts):
    a, b = np.ones(len(starts), np.uint32), np.zeros(len(starts), np.uint32)
    run = np.zeros(len(values[0]), np.int64)
    run[starts] = 1
    for i, number in enumerate(np.cumsum(run) - 1):
        c, d = (value.view(np.uint32)[i] for value in values)
        with np.errstate(over="ignore"):
            a[number], b[number] = a[number] * c, b[number] * c + d
    return [a.view(np.int32), b.view(np.int32)]


SIZES = [1, ITEMS - 1, ITEMS + 1, 9 * ITEMS, 21 * ITEMS - 130]
KINDS = [(np.int32, np.int32), (np.int64, np.int32), (np.float32, np.float64), (np.float64, np.int64)]
for value, key in KINDS:
    names = NAMES[value], NAMES[key]
    name = "sums_" + "_".join(names)
    add = "arith.addf" if np.issubdtype(value, np.floating) else "arith.addi"
    end = TUNING + HALF.format(value=names[0], add=add)
    add_function(name, *names, "add", end)
    for n in SIZES:
        for shape in ["one", "all", "short", "long"]:
            keys = draw_keys(draw_heads(n, shape), key)
            values = [rng.integers(-9, 9, n).astype(value)]
            add_case(f"{name} {shape} n={n}", name, values, keys, sums, lambda count: count)
    keys = draw_keys(draw_heads(SIZES[-1], "short"), key)
    values = [rng.integers(-9, 9, len(keys)).astype(value)]
    for room in [0, 700]:
        add_case(f"{name} room={room}", name, values, keys, sums, lambda count: room)

add_function("maps", "i32", "i32", "", MAPS.format(tuning=TUNING), members=2)
for n in SIZES:
    for shape in ["one", "all", "short", "long"]:
        keys = draw_keys(draw_heads(n, shape), np.int32)
        values = [rng.integers(-9, 9, n).astype(np.int32) for member in range(2)]
        add_case(f"maps {shape} n={n}", "maps", values, keys, maps, lambda count: count)

# Elements that are not contiguous are left to a look-back.
PAIRS, STRIDED = "memref<?x2xi32>", "memref<?xi32, strided<[2], offset: 1>>"
suite.function("strided", f"""func.func @strided(%xs: {PAIRS}, %ks: {PAIRS}, %u: memref<?xi32>, %ys: {PAIRS}, %n: memref<i32>) {{
  %c0 = arith.constant 0 : index
  %size = memref.dim %xs, %c0 : {PAIRS}
  %runs = memref.dim %ys, %c0 : {PAIRS}
  %x = memref.subview %xs[0, 1] [%size, 1] [1, 1] : {PAIRS} to {STRIDED}
  %k = memref.subview %ks[0, 1] [%size, 1] [1, 1] : {PAIRS} to {STRIDED}
  %y = memref.subview %ys[0, 1] [%runs, 1] [1, 1] : {PAIRS} to {STRIDED}
  prim.device_reduce add ins(%x : {STRIDED}) outs(%u, %y, %n : memref<?xi32>, {STRIDED}, memref<i32>)
    by_key(%k : {STRIDED}) {TUNING}
  return
}}
""")  # fmt: skip
for n in SIZES:
    heads = draw_heads(n, "short")
    x, k = (rng.integers(-9, 9, (n, 2)).astype(np.int32) for part in range(2))
    k[:, 1] = draw_keys(heads, np.int32)
    starts = np.flatnonzero(heads)
    y = np.zeros((len(starts), 2), np.int32)
    blank = y.copy()
    y[:, 1] = np.add.reduceat(x[:, 1], starts, dtype=np.int32)
    count = np.array(len(starts), np.int32)
    suite.case(f"strided n={n}", "strided", [x, k, blank[:, 0].copy(), blank, np.zeros((), np.int32)],
               same(k[starts, 1], y, count), outputs=3, inout=[2, 3, 4])  # fmt: skip

suite.run()
