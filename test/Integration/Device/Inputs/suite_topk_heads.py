# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_topk of few elements of a long buffer, against numpy's stable sort, and
prim.device_nth of one that is close to an end of the order. The test
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

# One element close to either end of the order, or in the middle.
def run_nth(function, what, members, nth, descending=False, ins=None, work=0):
    outs = [np.full_like(m, UNTOUCHED) for m in members]
    works = [np.zeros(work, np.int8)] if work else []
    ins = members if ins is None else ins
    permuted = topk.nth_check(members, nth, descending=descending)

    def check(outputs):
        if work and outputs[len(outs)].any():
            return "the workspace is not left zero"
        return permuted(outputs[: len(outs)])

    suite.case(f"{function} {what} n={len(ins[0])} nth={nth}", function, [*ins, *outs, *works, nth], check,
               outputs=len(outs) + len(works),
               inout=[len(ins) + i for i in range(len(outs) + len(works))])  # fmt: skip


for types, descending in [(["f32", "i64"], False), (["i32"], False), (["i64", "i16", "i32"], True), (["f16"], True),
                          (["i8", "f64", "i32"], False), (["f64", "i32"], True)]:  # fmt: skip
    function = f"nth_{'_'.join(types)}"
    work = "initialized" if types[0] == "i64" else ""
    suite.function(function, topk.function(
        function, "nth", types, "total" if types[0][0] == "f" else "slt", descending, tile=TILE, workspace=work))  # fmt: skip
    kinds = ["special", "last"] if types[0][0] == "f" else ["random"]
    kinds += {"f32": ["few", "equal", "sorted", "reversed"], "i32": ["few", "groups", "groups few", "groups equal"],
              "i64": ["groups", "equal"], "i8": ["few"]}.get(types[0], [])  # fmt: skip
    for what in kinds:
        sizes = SIZES if what == kinds[0] and types[0] in ("f32", "i32") else [SIZES[-1]]
        for n in [30 * ROW + 1] if what.startswith("groups") else sizes:
            members = [numbers(types[0], n, what, descending)] + [np.arange(n).astype(DTYPES[t]) for t in types[1:]]
            few = [0, 1, 15, 31, 32] if what == kinds[0] else [5, 15]
            for nth in few + [n - 1 - k for k in few] + [n // 2] * (n == SIZES[-1]):
                run_nth(function, what, members, nth, descending, work=(1 << 20) if work else 0)

# Buffers at addresses that vectors are not aligned to, or with strides; outputs that are
# discarded; and members that a prologue makes.
for name, x, o, p, attributes in [
    ("off", "%x[1] [%n] [1]", "%o[3] [%n] [1]", "", ""), ("out", "%x[0] [%n] [1]", "%o[3] [%n] [1]", "", ""),
    ("spread", "%x[1] [%n] [2]", "%o[2] [%n] [2]", "", ""), ("hidden", "%x[0] [%n] [1]", "%o[0] [%n] [1]", "", " discards(0)"),
]:  # fmt: skip
    step = "?" if "[2]" in x else "1"
    part = f"memref<?xi32, strided<[{2 if step == '?' else 1}], offset: "
    begin, at, to = 2 if step == "?" else 1, int(x[3]), int(o[3])
    suite.function(name, f"""func.func @{name}(%x: memref<?xi32>, %y: memref<?xi32>, %o: memref<?xi32>, %p: memref<?xi32>, %at: index) {{
  %zero = arith.constant 0 : index
  %n = memref.dim %y, %zero : memref<?xi32>
  %s = memref.subview {x} : memref<?xi32> to {part}{at}>>
  %t = memref.subview {o} : memref<?xi32> to {part}{to}>>
  prim.device_nth ult ins(%s, %y : {part}{at}>>, memref<?xi32>) outs(%t, %p : {part}{to}>>, memref<?xi32>){attributes}
      nth(%at) tuning<block_size = 128, items_per_thread = 4> prologue {{
  ^bb0(%a: i32, %b: i32, %i: index):
    %j = arith.index_cast %i : index to i32
    %k = arith.xori %a, %b : i32
    prim.yield %k, %j : i32, i32
  }}
  return
}}
""")  # fmt: skip
    n = 5 * ROW + 3
    x, y = numbers("i32", begin * n + at, "random", False), numbers("i32", n, "random", False)
    made = (x[at::begin][:n] ^ y).view(np.uint32)
    for nth in (0, 9, n - 10, n - 1):

        def check(outputs, made=made, n=n, nth=nth, begin=begin, to=to, hidden=bool(attributes)):
            keys, index = outputs[0], outputs[1]
            if (np.sort(index) != np.arange(n)).any():
                return "the output is no permutation"
            found = made[index]
            if not hidden and (keys.view(np.uint32)[to::begin][:n] != found).any():
                return "keys are not those of their items"
            rest = np.delete(keys, to + begin * np.arange(n)) if not hidden else keys
            if (rest != UNTOUCHED).any():
                return "something else is written"
            return topk.misplaced(found, made, nth)

        outs = [np.full(begin * n + to, UNTOUCHED, np.int32), np.full(n, UNTOUCHED, np.int32)]
        suite.case(f"{name} nth={nth}", name, [x, y, *outs, nth], check, outputs=2, inout=[2, 3])

# Rows that a block does not hold, as many as blocks take several of. A block of 64 threads
# compares as many heads as there are; one of 384 has too many where heads are equal.
for types, dimension, descending, block in [(["f32", "i32"], 1, True, 64), (["i64"], 0, False, 64), (["i16", "i8"], 1, False, 64),
                                            (["f32", "i32"], 1, True, 384), (["i64"], 0, False, 384)]:  # fmt: skip
    function = f"stream_{types[0]}_{block}"
    order = "total" if types[0][0] == "f" else "slt"
    suite.function(function, topk.function(
        function, "topk", types, order, descending, 2, dimension, tile=(block, 2)))  # fmt: skip
    kinds = {"f32": ["special", "few", "equal", "sorted", "reversed", "groups"],
             "i64": ["random", "groups few", "groups equal"], "i16": ["random", "few"]}[types[0]]  # fmt: skip
    sizes, rows = [255, 256, 257, 1500, 6000], 12
    if block == 384:
        sizes, rows = [1535, 1537, 6000], 9
        kinds = ["special", "few", "equal"] if types[0] == "f32" else ["random", "groups equal"]
    for what in kinds:
        for n in sizes if what in ("special", "random") else sizes[-1:]:
            x = np.stack([numbers(types[0], n, what, descending, period=32) for _ in range(rows)])
            place = np.broadcast_to(np.arange(n), x.shape)
            members = [x] + [place.astype(DTYPES[t], order="C") for t in types[1:]]
            rank = ranks_of(x, order, descending)
            for k in [0, 1, 8, 64, 65] if n == 6000 and what == kinds[0] else [5, 64]:
                wants, _ = topk.expected(members, rank, k)
                turned = lambda arrays: arrays if dimension else [a.T.copy() for a in arrays]
                outs = [np.full_like(w, UNTOUCHED) for w in turned(wants)]
                suite.case(f"{function} {what} n={n} k={k}", function, [*turned(members), *outs],
                           same(*turned(wants)), outputs=len(outs),
                           inout=[len(members) + i for i in range(len(outs))])  # fmt: skip

suite.run()
