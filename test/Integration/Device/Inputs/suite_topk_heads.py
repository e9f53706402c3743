# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_topk of few elements of a long buffer, against numpy's stable sort. The test
passes --limits=max-blocks=8, so that there are 8 times the lanes of a wave as groups, and
buffers of a few thousand elements are long. Inputs have no ties or many, are in order, or
have their first elements in few groups, which makes more candidates than fit."""

import numpy as np

from ops import topk
from ops.orders import ranks_of
from primtest.comparing import same
from primtest.elements import DTYPES
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(21)
TILE = (128, 4)
UNTOUCHED = 77
# Elements of a row of groups with 64 lanes, which with 32 are two rows. The least number
# that takes all of the launches, and numbers with a partial row, vector or none.
ROW = 8 * 64 * 4
SIZES = [ROW - 1, ROW, ROW + 1, 3 * ROW - 5, 9 * ROW + 777]
# All of these are few with 32 lanes, and 32 with 64 lanes only.
TAKEN = [0, 1, 5, 16, 32]


def numbers(ty, n, what, descending, period=512):
    dtype = np.dtype(DTYPES[ty])
    p = np.arange(n)
    if what == "equal":
        return np.full(n, 3, dtype)
    if what == "few":
        return rng.integers(0, 7, n).astype(dtype)
    if what == "last":
        # The last elements come first.
        return np.where(p < n - 20, 50, n - p).astype(dtype) * dtype.type(-1 if descending else 1)
    if what.startswith("groups"):
        # Two groups have all that comes first: by many keys, few, or one.
        values = {"groups": 10000, "groups few": 3, "groups equal": 1}[what]
        first = p // 4 % period < 2
        x = np.where(first, rng.integers(1, values + 1, n), rng.integers(11000, 20000, n))
        return (-x if descending else x).astype(dtype)
    if dtype.kind == "f":
        x = rng.standard_normal(n).astype(dtype)
        if what == "special":
            for value in (np.nan, -np.nan, 0.0, -0.0, np.inf, -np.inf):
                x[rng.random(n) < 0.01] = value
            return x
    else:
        info = np.iinfo(dtype)
        x = rng.integers(info.min, info.max, n, dtype=dtype, endpoint=True)
    return {"random": x, "sorted": np.sort(x), "reversed": np.sort(x)[::-1].copy()}[what]


def run(function, what, members, rank, k, ins=None, work=0):
    wants, _ = topk.expected(members, rank, k)
    outs = [np.full_like(w, UNTOUCHED) for w in wants]
    works = [np.zeros(work, np.int8)] if work else []
    ins = members if ins is None else ins

    def check(outputs):
        if work and outputs[-1].any():
            return "the workspace is not left zero"
        return same(*wants)(outputs[: len(wants)])

    suite.case(f"{function} {what} n={len(ins[0])} k={k}", function, [*ins, *outs, *works], check,
               outputs=len(outs) + len(works),
               inout=[len(ins) + i for i in range(len(outs) + len(works))])  # fmt: skip


for types, order, descending, unordered in [
    (["f32", "i32"], "total", True, False), (["i32", "i64"], "slt", False, False), (["i64", "i8"], "ult", True, False),
    (["f64"], "total", False, False), (["i16", "i32"], "slt", False, False), (["i8", "i32"], "ult", False, False),
    (["f16", "i32"], "total", True, True),
]:  # fmt: skip
    function = f"heads_{types[0]}_{unordered}"
    work = "initialized" if types[0] == "i64" else ""
    suite.function(function, topk.function(
        function, "topk", types, order, descending, unordered=unordered, tile=TILE, workspace=work))  # fmt: skip
    kinds = ["special"] if types[0][0] == "f" else ["random"]
    kinds += {"f32": ["few", "equal", "sorted", "reversed", "last"], "i32": ["few", "groups", "groups few", "groups equal"],
              "i64": ["groups few", "equal"], "f64": ["groups", "few"], "i8": ["few", "equal"]}.get(types[0], [])  # fmt: skip
    for what in kinds:
        sizes = SIZES if what == kinds[0] and types[0] in ("f32", "i64") else [SIZES[-1]]
        if what.startswith("groups"):
            sizes = [30 * ROW + 1]
        for n in sizes:
            x = numbers(types[0], n, what, descending)
            rank = ranks_of(x.view(f"u{x.dtype.itemsize}") if order == "ult" else x, order, descending)
            members = [x] + [np.arange(n).astype(DTYPES[t]) for t in types[1:]]
            for k in TAKEN if n == SIZES[-1] and what == kinds[0] else [5, 16]:
                run(function, what, members, rank, k, work=(1 << 20) if work else 0)

# Members that a prologue makes of several inputs, of which one has a stride, and keys of
# which some bits count.
suite.function("made", """func.func @made(%x: memref<?xi32>, %y: memref<?xi8>, %o: memref<?xi32>, %p: memref<?xi32>) {
  %two = arith.constant 2 : index
  %zero = arith.constant 0 : index
  %all = memref.dim %x, %zero : memref<?xi32>
  %n = arith.divui %all, %two : index
  %s = memref.subview %x[0] [%n] [2] : memref<?xi32> to memref<?xi32, strided<[2]>>
  prim.device_topk ult ins(%s, %y : memref<?xi32, strided<[2]>>, memref<?xi8>)
      outs(%o, %p : memref<?xi32>, memref<?xi32>) bits(3, 19)
      tuning<block_size = 128, items_per_thread = 4> prologue {
  ^bb0(%a: i32, %b: i8, %i: index):
    %at = arith.index_cast %i : index to i32
    %c = arith.extui %b : i8 to i32
    %k = arith.xori %a, %c : i32
    prim.yield %k, %at : i32, i32
  }
  return
}
""")  # fmt: skip
for n in [ROW, 5 * ROW + 3]:
    x, y = numbers("i32", 2 * n, "random", False), numbers("i8", n, "random", False)
    made = x[::2] ^ y.view(np.uint8).astype(np.int32)
    rank = made.view(np.uint32) >> 3 & 0xFFFF
    for k in (1, 16):
        run("made", "random", [made, np.arange(n, dtype=np.int32)], rank, k, ins=[x, y])

# Rows that a block does not hold, as many as blocks take several of.
for types, dimension, descending in [(["f32", "i32"], 1, True), (["i64"], 0, False), (["i16", "i8"], 1, False)]:
    function = f"stream_{types[0]}"
    order = "total" if types[0][0] == "f" else "slt"
    suite.function(function, topk.function(
        function, "topk", types, order, descending, 2, dimension, tile=(64, 2)))  # fmt: skip
    kinds = {"f32": ["special", "few", "equal", "sorted", "reversed", "groups"],
             "i64": ["random", "groups few", "groups equal"], "i16": ["random", "few"]}[types[0]]  # fmt: skip
    for what in kinds:
        for n in [255, 256, 257, 1500, 6000] if what in ("special", "random") else [6000]:
            rows = 12
            x = np.stack([numbers(types[0], n, what, descending, period=32) for _ in range(rows)])
            place = np.broadcast_to(np.arange(n), x.shape)
            members = [x] + [place.astype(DTYPES[t], order="C") for t in types[1:]]
            rank = ranks_of(x, order, descending)
            for k in [0, 1, 8, 64, 65] if n == 6000 and what == kinds[0] else [8, 64]:
                wants, _ = topk.expected(members, rank, k)
                turned = lambda arrays: arrays if dimension else [a.T.copy() for a in arrays]
                outs = [np.full_like(w, UNTOUCHED) for w in turned(wants)]
                suite.case(f"{function} {what} n={n} k={k}", function, [*turned(members), *outs],
                           same(*turned(wants)), outputs=len(outs),
                           inout=[len(members) + i for i in range(len(outs))])  # fmt: skip

suite.run()
