# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_search in all its forms, against numpy.searchsorted. The sorted values
are empty, all equal, full of duplicates, or contain NaNs and both zeros, and there are
fewer and more of them than a tile."""

import numpy as np

from ops import orders, search
from primtest.comparing import same
from primtest.elements import DTYPES, I32, I8, element_of
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(54)
TILE = (64, 4)
ITEMS = 256
SIZES = [0, 1, 5, ITEMS - 1, ITEMS, ITEMS + 1, 3 * ITEMS - 27]
HEAPS = [0, 1, 2, 3, 7, 64, 1000]
OUTS = {**DTYPES, "i1": np.bool_, "index": np.int64}
UNTOUCHED = 77
PAIR = """comparator {
  ^bb0(%a: i32, %u: i8, %b: i32, %v: i8):
    %before = arith.cmpi sgt, %a, %b : i32
    %same = arith.cmpi eq, %a, %b : i32
    %then = arith.cmpi ult, %u, %v : i8
    %second = arith.andi %same, %then : i1
    %is = arith.ori %before, %second : i1
    prim.yield %is : i1
  }"""
# By a table of 16, and with a division that must not be applied to all elements.
TABLE = """comparator {
  ^bb0(%a: i32, %b: i32):
    %c15 = arith.constant 15 : i32
    %hundred = arith.constant 100 : i32
    %ai = arith.andi %a, %c15 : i32
    %bi = arith.andi %b, %c15 : i32
    %i = arith.index_cast %ai : i32 to index
    %j = arith.index_cast %bi : i32 to index
    %p = memref.load %t[%i] : memref<?xi32>
    %q = memref.load %t[%j] : memref<?xi32>
    %da = arith.divsi %hundred, %p : i32
    %db = arith.divsi %hundred, %q : i32
    %is = arith.cmpi slt, %da, %db : i32
    prim.yield %is : i1
  }"""
ALWAYS = """comparator {
  ^bb0(%a: i32, %b: i32):
    %yes = arith.constant true
    prim.yield %yes : i1
  }"""
WIDEN = """prologue {
  ^bb0(%a: i16, %i: index):
    %w = arith.extsi %a : i16 to i64
    %j = arith.index_cast %i : index to i64
    %s = arith.addi %w, %j : i64
    prim.yield %s : i64
  }"""


def answer(mode, needles, heap, out):
    """numpy's answer for keys whose order is that of `<`."""
    return search.expected(mode, needles, heap).astype(OUTS[out])


def run(name, function, needles, heap, want, reads=(), workspace=()):
    out = np.full(len(needles[0]), UNTOUCHED, want.dtype)
    inputs = [*needles, *heap, *reads, out, *workspace]
    place = len(inputs) - 1 - len(workspace)
    suite.case(f"{name} n={len(needles[0])} of {len(heap[0])}", function, inputs, same(want),
               outputs=1, inout=[place])  # fmt: skip


def keys(ty, n, order):
    """Few distinct values or many, including the largest and the smallest."""
    dtype = np.dtype(DTYPES[ty])
    if dtype.kind == "f":
        x = rng.integers(-20, 20, n).astype(dtype)
        x[::7], x[1::7], x[2::11] = -0.0, 0.0, np.inf
        x[3::13] = np.nan
        x[4::13] = -np.nan
        return x
    info = np.iinfo(dtype)
    x = rng.integers(-20, 20, n).astype(dtype)
    x[::5] = rng.integers(info.min, info.max, len(x[::5]), dtype=dtype, endpoint=True)
    x[1::17], x[2::17] = info.max, info.min
    return x


def ranks(x, order):
    """Keys that compare with `<` as the order defines."""
    return orders.ranks(element_of(x), order, x)


# Every type, order and mode.
TYPES = [("i8", "slt"), ("i16", "ult"), ("i32", "slt"), ("i32", "ult"), ("i64", "slt"), ("f16", "total"),
         ("f32", "total"), ("f64", "total")]  # fmt: skip
MODES = [("lower", "i32"), ("upper", "i64"), ("contains", "i1")]
for number, (ty, order) in enumerate(TYPES):
    mode, out = MODES[number % 3]
    whole = (ty, order) in (("i32", "slt"), ("f32", "total"))
    for descending in [False, True] if whole or ty == "i64" else [number % 2 == 1]:
        modes = MODES if whole else [(mode, out)]
        for mode, out in modes:
            function = f"{mode}_{ty}_{order}{'_desc' if descending else ''}"
            suite.function(function, search.function(
                function, mode, [ty], out, order, descending, tile=TILE))  # fmt: skip
            for n, m in [*((n, 100) for n in SIZES), *((ITEMS + 3, m) for m in HEAPS)]:
                heap = keys(ty, m, order)
                rank = ranks(heap, order)
                heap = heap[orders.positions(rank)]
                needles = keys(ty, n, order)
                needles[: n // 2] = rng.choice(heap, n // 2) if m else 0
                sorted_ranks, wanted = ranks(heap, order), ranks(needles, order)
                if not descending:
                    run(function, function, [needles], [heap], answer(mode, wanted, sorted_ranks, out))
                    continue
                # After, in one direction, is before in the other.
                other = {"lower": "upper", "upper": "lower", "contains": "contains"}[mode]
                want = answer(other, wanted, sorted_ranks, out)
                run(function, function, [needles], [heap[::-1].copy()],
                    want if mode == "contains" else (m - want).astype(want.dtype))  # fmt: skip

# All equal, and runs of equal elements.
for name, heap in [("all equal", np.full(777, 3)), ("runs", np.arange(900) // 300), ("two", np.repeat([3, 5], 400))]:
    for mode, out in MODES:
        needles = rng.integers(-1, 7, ITEMS * 2 + 9).astype(np.int32)
        heap = heap.astype(np.int32)
        run(f"{name} {mode}", f"{mode}_i32_slt", [needles], [heap], answer(mode, needles, heap, out))

# All types to which contains writes its answers, and indices.
for mode, out in [("contains", "i8"), ("contains", "i32"), ("contains", "index"), ("lower", "index")]:
    function = f"{mode}_to_{out}"
    suite.function(function, search.function(function, mode, ["i32"], out, "slt", tile=TILE))
    heap = np.sort(rng.integers(0, 500, 300)).astype(np.int32)
    needles = rng.integers(-5, 505, 400).astype(np.int32)
    run(function, function, [needles], [heap], answer(mode, needles, heap, out))

# Tuples; a table in memory; an invalid comparator; a prologue with an index.
for mode, out in MODES:
    function = f"pairs_{mode}"
    suite.function(function, search.function(
        function, mode, ["i32", "i8"], out, comparator=PAIR, tile=TILE))  # fmt: skip
    for n, m in [(ITEMS + 5, 0), (ITEMS + 5, 1), (2 * ITEMS - 1, 500)]:
        heap, needles = ((rng.integers(-4, 4, s).astype(np.int32), rng.integers(-3, 3, s).astype(np.int8))
                         for s in (m, n))  # fmt: skip
        a, b = (np.concatenate(pair) for pair in zip(needles, heap))
        rank = orders.key_ranks([I32, I8], ["slt", "ult"], [~a, b])
        at, (want,) = search.looked_up(mode, rank[None], m)
        heap = [member[at[0]] for member in heap]
        run(function, function, needles, heap, want.astype(OUTS[out]))
suite.function("table", search.function(
    "table", "upper", ["i32"], "i32", comparator=TABLE, reads="memref<?xi32>", tile=TILE))  # fmt: skip
table = np.array([1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8, -8], np.int32)
for n, m in [(5, 3), (ITEMS + 1, 200)]:
    heap, needles = (rng.integers(0, 1 << 20, s).astype(np.int32) for s in (m, n))
    rank, wanted = (np.trunc(100 / table[x & 15]) for x in (heap, needles))
    heap = heap[orders.positions(rank)]
    run("table", "table", [needles], [heap], answer("upper", wanted, np.sort(rank), "i32"), reads=[table])
suite.function("always", search.function("always", "lower", ["i32"], "i32", comparator=ALWAYS, tile=TILE))
for m in [0, 1, 6, 1000]:
    needles = np.zeros(300, np.int32)
    run("always", "always", [needles], [np.zeros(m, np.int32)], np.full(300, m, np.int32))
suite.function("widened", search.function(
    "widened", "upper", ["i64"], "i32", "slt", prologue=WIDEN, ins=["i16"], tile=TILE))  # fmt: skip
for n in SIZES:
    heap = np.sort(rng.integers(-300, 300, 333))
    needles = rng.integers(-300, 300, n).astype(np.int16)
    run("widened", "widened", [needles], [heap], answer("upper", needles + np.arange(n), heap, "i32"))

# Tensors with known sizes and others; the table's tile; a workspace that is not
# required.
for sizes in [("?", "?"), (300, 77), (300, 0)]:
    function = f"tensors_{'x'.join(map(str, sizes)).replace('?', 'n')}"
    suite.function(function, search.function(
        function, "lower", ["f32"], "i64", "total", tensors=True, sizes=sizes))  # fmt: skip
    n, m = 300, 77 if sizes[1] == "?" else sizes[1]
    heap, needles = (rng.standard_normal(s).astype(np.float32) for s in (m, n))
    heap.sort()
    suite.case(function, function, [needles, heap], same(answer("lower", needles, heap, "i64")), outputs=1)
suite.function("worked", search.function("worked", "upper", ["i8"], "i32", "ult", workspace=True))
heap = np.sort(rng.integers(0, 255, 5000).astype(np.uint8))
needles = rng.integers(0, 255, 9001).astype(np.uint8)
run("worked", "worked", [needles.view(np.int8)], [heap.view(np.int8)], answer("upper", needles, heap, "i32"),
    workspace=[np.zeros(256, np.int8)])  # fmt: skip

# Every second element, and more elements than 32 bits can count, all of which are one
# in memory.
suite.function("strided", """func.func @strided(%x: memref<?x2xi32>, %s: memref<?x3xi32>, %o: memref<?x2xi32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x2xi32>
  %m = memref.dim %s, %c0 : memref<?x3xi32>
  %xs = memref.subview %x[0, 1] [%n, 1] [1, 1] : memref<?x2xi32> to memref<?xi32, strided<[2], offset: 1>>
  %ss = memref.subview %s[0, 2] [%m, 1] [1, 1] : memref<?x3xi32> to memref<?xi32, strided<[3], offset: 2>>
  %os = memref.subview %o[0, 0] [%n, 1] [1, 1] : memref<?x2xi32> to memref<?xi32, strided<[2]>>
  prim.device_search lower slt ins(%xs : memref<?xi32, strided<[2], offset: 1>>)
      in(%ss : memref<?xi32, strided<[3], offset: 2>>) outs(%os : memref<?xi32, strided<[2]>>)
      tuning<block_size = 64, items_per_thread = 4>
  return
}
""")  # fmt: skip
for n in [1, 255, 700]:
    needles, heap = (rng.integers(0, 99, shape).astype(np.int32) for shape in ((n, 2), (150, 3)))
    heap[:, 2].sort()
    out = np.full((n, 2), UNTOUCHED, np.int32)
    want = out.copy()
    want[:, 0] = search.expected("lower", needles[:, 1], heap[:, 2])
    suite.case(f"strided n={n}", "strided", [needles, heap, out], same(want), outputs=1, inout=[2])
suite.function("far", """func.func @far(%x: memref<?xi8>, %s: memref<?xi8>, %m: index, %o: memref<?xi64>) {
  %ss = memref.reinterpret_cast %s to offset: [0], sizes: [%m], strides: [0] : memref<?xi8> to memref<?xi8, strided<[0]>>
  prim.device_search upper slt ins(%x : memref<?xi8>) in(%ss : memref<?xi8, strided<[0]>>) outs(%o : memref<?xi64>)
      tuning<block_size = 64, items_per_thread = 4>
  return
}
""")  # fmt: skip
for m in [1 << 31, (1 << 33) + 5]:
    needles = rng.integers(0, 7, 300).astype(np.int8)
    suite.case(f"far {m}", "far", [needles, np.array([3], np.int8), m, np.zeros(300, np.int64)],
               same(np.where(needles < 3, 0, m)), outputs=1, inout=[3])  # fmt: skip
suite.function("too_far", """func.func @too_far(%x: memref<?xi8>, %s: memref<?xi8>, %m: index, %o: memref<?xi32>) {
  %ss = memref.reinterpret_cast %s to offset: [0], sizes: [%m], strides: [0] : memref<?xi8> to memref<?xi8, strided<[0]>>
  prim.device_search upper slt ins(%x : memref<?xi8>) in(%ss : memref<?xi8, strided<[0]>>) outs(%o : memref<?xi32>)
  return
}
""")  # fmt: skip

# Sizes that do not match are detected before anything is launched.
x, zeros = np.zeros(10, np.int32), np.zeros(9, np.int32)
suite.case("an output of another size", "lower_i32_slt", [x, x, zeros], None, inout=[2],
           error="outs 0 has 9 elements, but ins 0 has 10")  # fmt: skip
suite.case("keys of two sizes", "pairs_upper",
           [x, np.zeros(10, np.int8), x, np.zeros(9, np.int8), np.zeros(10, np.int64)], None,
           inout=[4], error="in 1 has 9 elements, but in 0 has 10")  # fmt: skip
suite.case("positions of too few bits", "too_far",
           [np.zeros(3, np.int8), np.zeros(1, np.int8), 1 << 31, np.zeros(3, np.int32)], None, inout=[3],
           error="in has 2147483648 elements, whose positions do not fit in outs of i32; use outs of i64")  # fmt: skip

suite.run()
