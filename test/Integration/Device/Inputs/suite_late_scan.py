# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scans by keys and by flags whose blocks store a tile turns later: segments of all
lengths, both directions, prefixes of one and several words, keys that are not equal to
themselves, an operator that is not commutative, and outputs that replace the inputs."""

import numpy as np

from primtest.comparing import same
from primtest.elements import DTYPES
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(31)
TUNING = "tuning<block_size = 128, items_per_thread = {items}, algorithm = cooperative>"
ITEMS = 512

# (a, b) stands for the map of x to a * x + b; the left one is applied first.
MAPS = """ combiner {
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
    %ac = arith.muli %a, %c : i32
    %bc = arith.muli %b, %c : i32
    %bcd = arith.addi %bc, %d : i32
    prim.yield %ac, %bcd : i32, i32
  }"""
INDEXED = """ prologue {
  ^bb0(%x: i32, %index: index):
    %odd = arith.index_cast %index : index to i64
    %last = arith.constant 1 : i64
    %bit = arith.andi %odd, %last : i64
    %narrow = arith.trunci %bit : i64 to i32
    %sum = arith.addi %x, %narrow : i32
    prim.yield %sum : i32
  } epilogue {
  ^bb0(%fold: i32):
    %twice = arith.addi %fold, %fold : i32
    prim.yield %twice : i32
  }"""


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


def add_function(name, value, border, clause, mode, op, init, items, end="", members=1, reverse=False):
    v, k = f"memref<?x{value}>", f"memref<?x{border}>"
    xs = [f"%x{i}" for i in range(members)]
    ys = [f"%y{i}" for i in range(members * (2 if mode == "both" else 1))]
    parameters = ", ".join([f"{x}: {v}" for x in xs] + [f"%k: {k}"] + [f"{y}: {v}" for y in ys])
    values, results = ", ".join([v] * len(xs)), ", ".join([v] * len(ys))
    constant = "5.0" if value.startswith("f") else "5"
    suite.function(name, f"""func.func @{name}({parameters}) {{
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %five = arith.constant {constant} : {value}
  prim.device_scan {mode} {op} ins({", ".join(xs)} : {values}) outs({", ".join(ys)} : {results})
    {init}{"reverse " * reverse}{clause}(%k : {k}) {TUNING.format(items=items)}{end}
  return
}}
""")  # fmt: skip


def segment_starts(keys, clause):
    if clause == "head":
        heads = keys != 0
    else:
        heads = np.ones(len(keys), bool)
        heads[1:] = keys[1:] != keys[:-1]
    heads[:1] = True
    return np.flatnonzero(heads)


def scans(values, keys, clause, mode, reverse, init, combine):
    """The inclusive and exclusive prefixes, members one after the other."""
    n = len(keys)
    starts = segment_starts(keys, clause)
    ends = np.append(starts[1:], n)
    inclusive = [np.zeros_like(value) for value in values]
    exclusive = [np.zeros_like(value) for value in values]
    for start, end in zip(starts, ends):
        fold = init
        places = range(start, end)
        for i in reversed(places) if reverse else places:
            for member, part in zip(exclusive, fold):
                member[i] = part
            item = [value[i] for value in values]
            fold = combine(item, fold) if reverse else combine(fold, item)
            for member, part in zip(inclusive, fold):
                member[i] = part
    # A segment starts from init.
    return {"inclusive": inclusive, "exclusive": exclusive, "both": inclusive + exclusive}[mode]


def add(left, right):
    with np.errstate(over="ignore"):
        return [left[0] + right[0]]


def compose(left, right):
    (a, b), (c, d) = left, right
    with np.errstate(over="ignore"):
        return [a * c, b * c + d]


def add_case(name, function, values, keys, wants):
    places = len(values) + 1
    blank = [np.zeros_like(want) for want in wants]
    suite.case(name, function, [*values, keys, *blank], same(*wants), outputs=len(wants),
               inout=list(range(places, places + len(wants))))  # fmt: skip


SIZES = [1, ITEMS - 1, ITEMS + 1, 9 * ITEMS, 21 * ITEMS - 130]
# Values, keys or flags, the mode, the direction, and items of a thread.
KINDS = [
    ("i32", "i32", "by_key", "inclusive", False, 4),
    ("i32", "i64", "by_key", "both", False, 4),
    ("i64", "i32", "by_key", "exclusive", False, 4),
    ("f32", "f64", "by_key", "inclusive", True, 4),
    ("f64", "i16", "by_key", "both", True, 3),
    ("i8", "i32", "by_key", "inclusive", False, 12),
    ("f16", "i8", "by_key", "exclusive", True, 8),
    ("i32", "i8", "head", "inclusive", False, 4),
    ("i64", "i1", "head", "both", True, 4),
    ("f32", "i32", "head", "exclusive", False, 6),
]
for value, border, clause, mode, reverse, items in KINDS:
    name = f"{clause}_{value}_{border}_{mode}{'_reverse' * reverse}"
    kind, key = DTYPES[value], DTYPES.get(border, np.bool_)
    given = mode == "exclusive"
    init = [kind(5 if given else 0)]
    end = f"init(%five : {value}) " * given
    add_function(name, value, border, clause, mode, "add", end, items, reverse=reverse)
    for n in SIZES:
        for shape in ["one", "all", "short", "long"]:
            heads = draw_heads(n, shape)
            keys = heads.astype(key) if clause == "head" else draw_keys(heads, key)
            values = [rng.integers(-3, 4, n).astype(kind)]
            wants = scans(values, keys, clause, mode, reverse, init, add)
            add_case(f"{name} {shape} n={n}", name, values, keys, wants)

for reverse in [False, True]:
    name = f"maps{'_reverse' * reverse}"
    add_function(name, "i32", "i32", "by_key", "both", "", "identity(%one, %zero : i32, i32) ", 4, MAPS, members=2, reverse=reverse)
    for n in SIZES:
        for shape in ["one", "short", "long"]:
            keys = draw_keys(draw_heads(n, shape), np.int32)
            values = [rng.integers(-9, 9, n).astype(np.int32) for member in range(2)]
            wants = scans(values, keys, "by_key", "both", reverse, [np.int32(1), np.int32(0)], compose)
            add_case(f"{name} {shape} n={n}", name, values, keys, wants)

add_function("indexed", "i32", "i32", "by_key", "inclusive", "add", "", 4, INDEXED)
for n in SIZES:
    keys = draw_keys(draw_heads(n, "long"), np.int32)
    x = rng.integers(-9, 9, n).astype(np.int32)
    odd = x + np.arange(n, dtype=np.int32) % 2
    wants = scans([odd], keys, "by_key", "inclusive", False, [np.int32(0)], add)
    add_case(f"indexed n={n}", "indexed", [x], keys, [2 * want for want in wants])

# Results that replace the values, and keys that are the values.
V = "memref<?xi32>"
suite.function("in_place", f"""func.func @in_place(%x: {V}, %k: {V}) {{
  prim.device_scan inclusive add ins(%x : {V}) outs(%x : {V}) by_key(%k : {V}) {TUNING.format(items=4)}
  return
}}
""")  # fmt: skip
suite.function("own_keys", f"""func.func @own_keys(%k: {V}, %y: {V}) {{
  prim.device_scan inclusive add ins(%k : {V}) outs(%y : {V}) by_key(%k : {V}) {TUNING.format(items=4)}
  return
}}
""")  # fmt: skip
# Elements that begin behind an aligned address.
OFFSET = "memref<?xi32, strided<[1], offset: 1>>"
suite.function("unaligned", f"""func.func @unaligned(%xs: {V}, %k: {V}, %ys: {V}) {{
  %c0 = arith.constant 0 : index
  %size = memref.dim %k, %c0 : {V}
  %x = memref.subview %xs[1] [%size] [1] : {V} to {OFFSET}
  %y = memref.subview %ys[1] [%size] [1] : {V} to {OFFSET}
  prim.device_scan inclusive add ins(%x : {OFFSET}) outs(%y : {OFFSET}) by_key(%k : {V}) {TUNING.format(items=4)}
  return
}}
""")  # fmt: skip
for n in SIZES:
    keys = draw_keys(draw_heads(n, "short"), np.int32)
    x = rng.integers(-9, 9, n).astype(np.int32)
    wants = scans([x], keys, "by_key", "inclusive", False, [np.int32(0)], add)
    suite.case(f"in_place n={n}", "in_place", [x, keys], same(*wants), outputs=1, inout=[0])
    behind = np.append(np.int32(7), x)
    out = np.append(np.int32(0), wants[0])
    suite.case(f"unaligned n={n}", "unaligned", [behind, keys, np.zeros_like(out)], same(out), outputs=1, inout=[2])
    wants = scans([keys], keys, "by_key", "inclusive", False, [np.int32(0)], add)
    add_case(f"own_keys n={n}", "own_keys", [], keys, wants)

suite.run()
