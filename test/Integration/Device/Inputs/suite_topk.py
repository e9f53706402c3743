# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_topk and prim.device_nth against numpy's stable sort. Inputs are hard for
a radix select (few distinct keys, all equal, only the last digit different), and k
ranges from none to all of the elements. Covers dimensions, the remaining elements,
memrefs of any layout, and tensors."""

import numpy as np

from ops import topk
from ops.orders import ranks_of
from primtest.comparing import either, same
from primtest.elements import DTYPES
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(15)
TILE = (64, 4)
# The number of elements that one block sorts, and the number per block of the launches
# over all elements.
SORTED, ITEMS = 64, 256
UNTOUCHED = 77


def order_of(ty, unsigned=False):
    return "total" if ty[0] in "fb" else "ult" if unsigned else "slt"


def numbers(ty, n, what="random"):
    dtype = np.dtype(DTYPES[ty])
    if what == "equal":
        return np.full(n, 3, dtype)
    if what == "two":
        return np.where(rng.random(n) < 0.5, 3, 4).astype(dtype)
    if what == "low":
        # Keys that differ in the lowest digit only.
        return rng.integers(0, 50, n).astype(dtype)
    if what == "spread":
        # The first keys are one of each lane, of all waves of 64 lanes by turns.
        p = np.arange(n)
        is_first = (p % 1024 < 256) & (p % 4 == 0)
        return -np.where(is_first, p % 1024 + p // 1024, n + p).astype(dtype)
    if dtype.kind == "f":
        x = rng.standard_normal(n).astype(dtype)
        if what == "sorted":
            return np.sort(x)
        if what == "reversed":
            return np.sort(x)[::-1].copy()
        if what == "special" and n:
            x[rng.random(n) < 0.1] = np.nan
            x[rng.random(n) < 0.1] = -np.nan
            x[rng.random(n) < 0.1] = 0.0
            x[rng.random(n) < 0.1] = -0.0
            x[rng.random(n) < 0.05] = np.inf
        return x
    info = np.iinfo(dtype)
    x = rng.integers(info.min, info.max, n, dtype=dtype, endpoint=True)
    return np.sort(x) if what == "sorted" else np.sort(x)[::-1].copy() if what == "reversed" else x


def expected(members, k, axis=0, unsigned=False, descending=False):
    """The first k items of members along an axis, and the others."""
    rows = [np.moveaxis(m, axis, -1) for m in members]
    order = "total" if rows[0].dtype.kind == "f" else order_of("i", unsigned)
    parts = topk.expected(rows, ranks_of(rows[0], order, descending), k)
    return [[np.moveaxis(row, -1, axis).copy() for row in part] for part in parts]


def run(name, function, members, k, axis=0, rest=False, unordered=False, unsigned=False,
        descending=False, work=0):  # fmt: skip
    """A topk on memrefs, whose outputs hold exactly their results."""
    key = members[0]
    taken, left = expected(members, k, axis, unsigned, descending)
    left = left if rest else []
    wants = taken + left
    outs = [np.full_like(w, UNTOUCHED) for w in wants]
    works = [np.zeros(work, np.int8)] if work else []

    def group(arrays):
        """The items of each row in a canonical order, by their bits."""
        rows = [np.moveaxis(a, axis, -1) for a in arrays]
        return topk.canonical([r.view(f"u{r.dtype.itemsize}") for r in rows])

    def check(outputs):
        found, others = outputs[: len(members)], outputs[len(members) : len(wants)]
        if work and outputs[-1].any():
            return "the workspace is not left zero"
        problem = None
        if unordered:
            problem = same(*group(taken))(group(found)) if k else None
        else:
            problem = same(*taken)(found)
        if problem or not rest or not left[0].size:
            return problem
        problem = same(*group(left))(group(others))
        return f"rest: {problem}" if problem else None

    inout = list(range(len(members), len(members) + len(outs) + len(works)))
    suite.case(f"{name} shape={key.shape} k={k}", function, list(members) + outs + works, check,
               outputs=len(outs) + len(works), inout=inout)  # fmt: skip


def run_nth(name, function, members, nth, axis=0, descending=False, error=None):
    outs = [np.full_like(m, UNTOUCHED) for m in members]
    inout = list(range(len(members), 2 * len(members)))
    suite.case(f"{name} shape={members[0].shape} nth={nth}", function, list(members) + outs + [nth],
               topk.nth_check(members, nth, axis, descending), outputs=len(outs), inout=inout, error=error)  # fmt: skip


def takes(n):
    return sorted({k for k in (0, 1, SORTED - 1, SORTED, n - 1, n) if 0 <= k <= n})


# All types and kinds of keys, pairs, in both directions.
for ty, descending, unsigned in [
    ("i8", False, True), ("i16", True, False), ("i32", False, False), ("i32", True, True),
    ("i64", True, False), ("f16", False, False), ("f32", True, False), ("f64", False, False),
]:  # fmt: skip
    function = f"topk_{ty}_{descending}_{unsigned}"
    suite.function(function, topk.function(
        function, "topk", [ty, "i32"], order_of(ty, unsigned), descending, tile=TILE))  # fmt: skip
    kinds = ["special", "equal"] if ty[0] == "f" else ["random", "two", "low"]
    for what in kinds:
        for n in [0, 1, 5, SORTED, SORTED + 1, 7 * ITEMS - 27]:
            x = numbers(ty, n, what)
            for k in takes(n) if n in (5, 7 * ITEMS - 27) and what == kinds[0] else {0, n // 2}:
                run(f"{function} {what}", function, [x, np.arange(n, dtype=np.int32)], k,
                    unsigned=unsigned, descending=descending)  # fmt: skip

# The remaining elements, unordered, with a workspace that is kept zero; many tiles.
for unordered in [False, True]:
    function = f"rest_{unordered}"
    suite.function(function, topk.function(
        function, "topk", ["i32", "i16", "i64"], "slt", rest=True, unordered=unordered,
        tile=TILE, workspace="initialized"))  # fmt: skip
    for what in ["random", "two", "equal", "sorted", "reversed"]:
        for n in [SORTED - 1, 3 * ITEMS, 70 * ITEMS - 27]:
            x, i = numbers("i32", n, what), np.arange(n)
            for k in takes(n) if n == 3 * ITEMS else [n // 3]:
                run(f"{function} {what}", function, [x, i.astype(np.int16), i], k, rest=True,
                    unordered=unordered, work=1 << 19)  # fmt: skip

# Along dimensions, in any layout.
for rank, dimension, unordered in [(2, 1, False), (2, 0, False), (3, 1, True)]:
    function = f"rows_{rank}_{dimension}"
    suite.function(function, topk.function(
        function, "topk", ["f32", "i32"], "total", True, rank, dimension, rest=True,
        unordered=unordered, tile=TILE))  # fmt: skip
    for n in [1, SORTED, SORTED + 1, 3 * ITEMS + 1]:
        shape = [3] * rank
        shape[dimension] = n
        x = numbers("f32", int(np.prod(shape)), "special").reshape(shape)
        i = np.broadcast_to(
            np.arange(n, dtype=np.int32).reshape([-1 if d == dimension else 1 for d in range(rank)]),
            shape).copy()  # fmt: skip
        for k in {0, 1, n // 2, n}:
            run(function, function, [x, i], k, dimension, rest=True, unordered=unordered,
                descending=True)  # fmt: skip

# Short rows with the tables' tiles, as many as blocks take several of. Few elements of a
# row are found among candidates, of which equal and sorted keys give too many.
for types, dimension, descending, rest in [
    (["f32"], 1, True, False), (["i64", "i16"], 0, False, False), (["i8", "f64"], 1, False, True),
    (["f16", "i32"], 1, False, False),
]:  # fmt: skip
    function = f"short_{types[0]}_{rest}"
    suite.function(function, topk.function(
        function, "topk", types, order_of(types[0]), descending, 2, dimension, rest=rest))  # fmt: skip
    kinds = {"f32": ["special", "equal", "sorted", "reversed"], "i64": ["random", "low", "sorted", "reversed"],
             "i8": ["two", "random"], "f16": ["special"]}[types[0]]  # fmt: skip
    for n in [1, 20, 64, 100, 127, 128, 129, 500, 513, 1100, 3000, 4096, 4097]:
        if n > 1100 and (rest or dimension == 0):
            continue
        for what in kinds + ["spread"] * (n == 4096):
            rows = 40 if n == 100 else 3
            shape = (rows, n) if dimension else (n, rows)
            if dimension:
                x = np.concatenate([numbers(types[0], n, what) for _ in range(rows)]).reshape(shape)
            else:
                x = np.stack([numbers(types[0], n, what) for _ in range(rows)], 1)
            place = np.arange(n).reshape((1, n) if dimension else (n, 1))
            members = [x] + [np.broadcast_to(place, shape).astype(DTYPES[t], order="C") for t in types[1:]]
            most = {0, 1, 7, 8, 24, 63, 64, 65, n} if n in (100, 500, 4096) else {min(8, n), min(64, n), n // 2}
            for k in most:
                run(f"{function} {what}", function, members, k, dimension, rest=rest,
                    descending=descending)  # fmt: skip

# Members that a prologue makes, and keys of which some bits count; with a tile of the op.
for name, clauses, tile in [
    ("index", "", ""), ("bits", " bits(3, 11)", "tuning<block_size = 192, items_per_thread = 12>"),
    ("tile", "", "tuning<block_size = 192, items_per_thread = 4>"),
    ("waves", "", "tuning<block_size = 512>"),
]:  # fmt: skip
    function = f"short_{name}"
    suite.function(function, f"""func.func @{function}(%x: memref<?x?xi32>, %o: memref<?x?xi32>, %p: memref<?x?xi32>) {{
  prim.device_topk ult ins(%x : memref<?x?xi32>) outs(%o, %p : memref<?x?xi32>, memref<?x?xi32>) dimension(1){clauses}
      {tile} prologue {{
  ^bb0(%a: i32, %i: index):
    %n = arith.index_cast %i : index to i32
    %b = arith.xori %a, %n : i32
    prim.yield %b, %n : i32, i32
  }}
  return
}}
""")
    for n in [1, 33, 128, 400, 576, 1000]:
        for what in ["random", "low"]:
            x = numbers("i32", 3 * n, what).reshape(3, n)
            index = np.broadcast_to(np.arange(n, dtype=np.int32), x.shape)
            made = x ^ index
            rank = (made >> 3) & 0xFF if clauses else made.view(np.uint32)
            for k in {1, min(10, n), min(64, n), n}:
                wants, _ = topk.expected([made, index.copy()], rank, k)
                outs = [np.full_like(w, UNTOUCHED) for w in wants]
                suite.case(f"{function} {what} n={n} k={k}", function, [x, *outs], same(*wants),
                           outputs=2, inout=[1, 2])  # fmt: skip

# Elements selected by their place in sorted order.
for ty, descending in [("i32", False), ("f64", True), ("i8", False)]:
    for pairs in [False, True]:
        function = f"nth_{ty}_{pairs}"
        types = [ty] + (["i64"] if pairs else [])
        suite.function(
            function, topk.function(function, "nth", types, order_of(ty), descending, tile=TILE)
        )
        for what in ["random", "equal", "two"]:
            for n in [1, 5, SORTED + 1, 7 * ITEMS - 27]:
                members = [numbers(ty, n, what)] + ([np.arange(n)] if pairs else [])
                for nth in sorted({0, n // 2, n - 1}):
                    run_nth(f"{function} {what}", function, members, nth, descending=descending)
        run_nth(function, function, [np.zeros(0, DTYPES[ty])] + ([np.arange(0)] if pairs else []), 0)
suite.function("nth_rows", topk.function("nth_rows", "nth", ["i32", "i64"], "slt", rank=2, dimension=1, tile=TILE))  # fmt: skip
for n in [1, SORTED, 3 * ITEMS + 1]:
    x = numbers("i32", 3 * n, "low").reshape(3, n)
    i = np.broadcast_to(np.arange(n), x.shape).copy()
    for nth in {0, n // 2, n - 1}:
        run_nth("nth_rows", "nth_rows", [x, i], nth, axis=1)

# An unspecified order is the same in every run: elements before the threshold in input
# order, elements equal to it, and elements after it.
def in_classes(x, k):
    threshold = np.sort(x)[k - 1]
    i = np.arange(len(x))
    return i[x < threshold], i[x == threshold], i[x > threshold]


for what in ["low", "two", "random"]:
    n = 30 * ITEMS - 27
    x, i = numbers("i32", n, what), np.arange(n)
    for k in (1, n // 2, n):
        before, at, behind = in_classes(x, k)
        first = np.concatenate([before, at[: k - len(before)]])
        left = np.setdiff1d(i, first)
        wants = [m[first] for m in (x, i.astype(np.int16), i)] + [m[left] for m in (x, i.astype(np.int16), i)]
        outs = [np.full_like(w, UNTOUCHED) for w in wants] + [np.zeros(1 << 19, np.int8)]
        suite.case(f"rest_True in classes {what} k={k}", "rest_True", [x, i.astype(np.int16), i] + outs,
                   same(*wants, outs[-1]), outputs=7, inout=list(range(3, 10)))  # fmt: skip
        orders = [np.concatenate([before, at, behind])]
        # At an end of the order the element may change places with the one that is there
        # instead. The number of blocks decides.
        if k in (1, n):
            place = 0 if k == 1 else n - 1
            found = np.argmin(x) if k == 1 else np.argmax(x)
            orders.append(np.arange(n))
            orders[1][[place, found]] = found, place
        suite.case(f"nth in classes {what} k={k}", "nth_i32_True", [x, i, np.zeros_like(x), np.zeros_like(i), k - 1],
                   either(*(same(x[order], order) for order in orders)), outputs=2, inout=[2, 3])  # fmt: skip

# Tensors of known sizes, with the tables' tiles. The last one is long.
for n, k in [(100, 7), (9000, 100), (9000, 2500), (230001, 100)]:
    function = f"tensors_{n}_{k}"
    suite.function(function, topk.function(
        function, "topk", ["f32", "i32"], "total", True, tensors=True, sizes=(k, n - k),
        rest=k == 7))  # fmt: skip
    x, i = numbers("f32", n), np.arange(n, dtype=np.int32)
    wants, left = expected([x, i], k, descending=True)
    wants += left if k == 7 else []
    suite.case(function, function, [x, i], same(*wants), outputs=len(wants))

# Sizes that do not match.
x = numbers("i32", 100)
for name, outs, error in [
    ("more", [np.zeros(101, np.int32), np.zeros(101, np.int32)],
     "outs 0 takes 101 elements, but ins 0 has 100"),
    ("unequal", [np.zeros(10, np.int32), np.zeros(9, np.int32)],
     "outs 1 takes 9 elements, but outs 0 takes 10"),
]:  # fmt: skip
    suite.case(name, "topk_i32_False_False", [x, x] + outs, None, outputs=2, inout=[2, 3], error=error)
suite.case("rest that is no rest", "rest_False",
           [x, x.astype(np.int16), x.astype(np.int64)]
           + [np.zeros(n, t) for n in (10, 80) for t in (np.int32, np.int16, np.int64)]
           + [np.zeros(1 << 12, np.int8)], None, outputs=7, inout=list(range(3, 10)),
           error="outs 0 takes 10 elements and rest 0 takes 80, but ins 0 has 100")  # fmt: skip
for nth in (-1, 100):
    suite.case(f"nth {nth}", "nth_i32_False", [x, x.copy(), nth], None, inout=[1],
               error=f"has an nth of {nth}, but ins 0 has 100 elements")  # fmt: skip

suite.run()
