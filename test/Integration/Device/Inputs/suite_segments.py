# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Segments of device ops: regions that do not terminate unless they are given elements
of one segment, and ranges of all lengths, of which long ones are distributed over
blocks."""

import numpy as np

from endless import RANGE, RANGE_OR_EMPTY, unless
from ops import fold_text, reduce
from ops.segments import heads_of, of_heads
from primtest.comparing import same
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(23)

TILE = "tuning<block_size = 64, items_per_thread = 2>"

# ---------------------------------------------------------------------------
# Regions
# ---------------------------------------------------------------------------

# An element is ten more than its index, and stands for the range of that index.
PROLOGUE = (
    """prologue {
  ^bb0(%e: i32, %index: index):
    %at = arith.index_cast %index : index to i32
    %ten = arith.constant 10 : i32
    %less = arith.subi %e, %ten : i32
    %wrong = arith.cmpi ne, %less, %at : i32
"""
    + unless("wrong", "p", "at")
    + """    prim.yield %p, %p : i32, i32
  }"""
)
# A key is 1000 times its index plus a small number: only neighbours are compared.
EQUAL = (
    """equal {
  ^bb0(%a: i32, %b: i32):
    %many = arith.constant 1000 : i32
    %one = arith.constant 1 : i32
    %ia = arith.divsi %a, %many : i32
    %ib = arith.divsi %b, %many : i32
    %next = arith.addi %ia, %one : i32
    %apart = arith.cmpi ne, %next, %ib : i32
"""
    + unless("apart", "left", "a")
    + """    %ra = arith.remsi %left, %many : i32
    %rb = arith.remsi %b, %many : i32
    %same = arith.cmpi eq, %ra, %rb : i32
    prim.yield %same : i1
  }"""
)
BORDERS = {
    "head": ["i8"],
    "by_key": ["i32"],
    "offsets": ["i32"],
    "ranges": ["i64", "i64"],
}


def borders_of(form, n):
    """Buffers, and the segments as pairs of begins and ends."""
    heads = rng.random(n) < rng.choice([0.003, 0.1, 0.6])
    heads[:1] = True
    begins = np.flatnonzero(heads)
    ends = np.append(begins[1:], n)[: len(begins)]
    if form == "head":
        return [heads.astype(np.int8)], (begins, ends)
    if form == "by_key":
        return [(np.arange(n) * 1000 + np.cumsum(heads) % 9).astype(np.int32)], (begins, ends)
    # Every third one is empty, and the last element is in none.
    begins, ends = np.repeat(begins, 2), np.repeat(ends, 2)
    ends[1::2] = begins[1::2]
    if form == "offsets":
        begins[1::2] = ends[0::2]
        ends[1::2] = begins[1::2]
        offsets = np.append(begins, ends[-1:] if len(ends) else [0])
        return [offsets.astype(np.int32)], (offsets[:-1], offsets[1:])
    order = rng.permutation(len(begins))
    return [begins[order], ends[order]], (begins[order], ends[order])


# In the suite of regions this constant is at the head of functions.
TRUE_RANGE = RANGE_OR_EMPTY.replace(
    "    %one = arith.constant 1 : i32\n",
    "    %one = arith.constant 1 : i32\n    %true = arith.constant true\n",
)


def function(name, op, form, clauses, combiner, both=False):
    x = "tensor<?xi32>"
    borders = [f"tensor<?x{ty}>" for ty in BORDERS[form]]
    names = ", ".join(f"%g{i}" for i in range(len(borders)))
    given = ", ".join(f"%g{i}: {ty}" for i, ty in enumerate(borders))
    word = "segments" if form in ("offsets", "ranges") else form
    segments = f"{word}({names} : {', '.join(borders)})"
    if form == "by_key":
        segments += " " + EQUAL
    outs = [x, x] * (2 if both else 1)
    size = "%n"
    if op == "device_reduce":
        if form in ("head", "by_key"):
            outs = [x] * (form == "by_key") + outs + ["tensor<i64>"]
        else:
            size = "%m"
    less = int(form == "offsets")
    text = f"""func.func @{name}(%x: {x}, {given}) -> ({", ".join(outs)}) {{
  %c0 = arith.constant 0 : index
  %e0 = arith.constant 0 : i32
  %e1 = arith.constant -1 : i32
  %behind = arith.constant {less} : index
  %n = tensor.dim %x, %c0 : {x}
  %k = tensor.dim %g0, %c0 : {borders[0]}
  %m = arith.subi %k, %behind : index
"""
    for i, ty in enumerate(outs):
        extent = size if ty == x else ""
        text += f"  %o{i} = tensor.empty({extent}) : {ty}\n"
    values = ", ".join(f"%o{i}" for i in range(len(outs)))
    results = ", ".join(f"%r{i}" for i in range(len(outs)))
    text += f"""  {results} = prim.{op} ins(%x : {x}) outs({values} : {", ".join(outs)})
    {clauses} {segments} {TILE} {PROLOGUE} {combiner} -> {", ".join(outs)}
  return {results} : {", ".join(outs)}
}}
"""
    suite.function(name, text)
    return len(outs)


def within(segments, n, wants):
    """A check of prefixes, which are defined in segments only."""
    inside = np.zeros(n, bool)
    for begin, end in zip(*segments):
        inside[begin:end] = True

    def check(outputs):
        for number, (got, want) in enumerate(zip(outputs, wants, strict=True)):
            wrong = inside & (got != want)
            if wrong.any():
                at = int(np.argmax(wrong))
                return f"output {number}[{at}]: got {got[at]}, want {want[at]}"
        return None

    return check


def counted(*wants):
    """A check of results whose last one is the number of the others' elements."""

    def check(outputs):
        count = int(outputs[-1])
        if count != len(wants[0]):
            return f"there are {count} segments, want {len(wants[0])}"
        return same(*wants)([got[:count] for got in outputs[:-1]])

    return check


for form in BORDERS:
    for reverse in [False, True]:
        name = f"regions_scan_{form}{'_reverse' * reverse}"
        function(name, "device_scan inclusive", form, "reverse " * reverse, RANGE)
        for n in [1, 5, 127, 128, 129, 1000]:
            buffers, segments = borders_of(form, n)
            low, high = np.zeros(n, int), np.zeros(n, int)
            for begin, end in zip(*segments):
                at = np.arange(begin, end)
                low[begin:end] = at if reverse else begin
                high[begin:end] = end - 1 if reverse else at
            suite.case(
                f"{name} n={n}",
                name,
                [np.arange(10, n + 10, dtype=np.int32), *buffers],
                within(segments, n, [low, high]),
                outputs=2,
            )
    # Starts from an empty range, which is adjacent to every range, in each mode. There
    # are more tiles than one part of the scan of their folds has.
    for mode, reverse, way in [
        ("inclusive", False, ""),
        ("both", True, ""),
        ("both", False, "deterministic(run)"),
        ("inclusive", True, "deterministic(run)"),
    ]:
        name = f"regions_scan_{form}_{mode}{'_reverse' * reverse}{'_again' * bool(way)}"
        clauses = f"init(%e0, %e1 : i32, i32) {'reverse ' * reverse}{way}"
        function(name, f"device_scan {mode}", form, clauses, TRUE_RANGE, mode == "both")
        for n in [1, 129] + [16385] * bool(way):
            buffers, segments = borders_of(form, n)
            wants = np.zeros((4, n), int)
            for begin, end in zip(*segments):
                at = np.arange(begin, end)
                low, high = (at, end - 1) if reverse else (begin, at)
                wants[0, begin:end], wants[1, begin:end] = low, high
                low, high = (at + 1, end - 1) if reverse else (begin, at - 1)
                wants[2, begin:end], wants[3, begin:end] = low, high
                if begin < end:
                    first = end - 1 if reverse else begin
                    wants[2, first], wants[3, first] = 0, -1
            suite.case(
                f"{name} n={n}",
                name,
                [np.arange(10, n + 10, dtype=np.int32), *buffers],
                within(segments, n, wants if mode == "both" else wants[:2]),
                outputs=4 if mode == "both" else 2,
            )
    name = f"regions_reduce_{form}"
    is_counted = form in ("head", "by_key")
    clauses = "" if is_counted else "identity(%e0, %e1 : i32, i32)"
    combiner = RANGE if is_counted else TRUE_RANGE
    outputs = function(name, "device_reduce", form, clauses, combiner)
    for n in [0, 1, 5, 127, 128, 129, 1000]:
        buffers, (begins, ends) = borders_of(form, n)
        some = begins < ends
        wants = [np.where(some, begins, 0), np.where(some, ends - 1, -1)]
        if form == "by_key":
            wants.insert(0, buffers[0][begins])
        suite.case(
            f"{name} n={n}",
            name,
            [np.arange(10, n + 10, dtype=np.int32), *buffers],
            counted(*wants) if is_counted else same(*wants),
            outputs=outputs,
        )

# Keys of i1, which are bytes in memory, and a region on them.
suite.function(
    "bits",
    """func.func @bits(%x: memref<?xi32>, %k: memref<?xi1>, %u: memref<?xi1>, %y: memref<?xi32>, %n: memref<i32>) {
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%u, %y, %n : memref<?xi1>, memref<?xi32>, memref<i32>)
    by_key(%k : memref<?xi1>) equal {
  ^bb0(%a: i1, %b: i1):
    %differ = arith.xori %a, %b : i1
    %true = arith.constant true
    %same = arith.xori %differ, %true : i1
    prim.yield %same : i1
  }
  return
}
""",
)
keys = rng.random(1000) < 0.5
heads = heads_of([keys])
starts = np.flatnonzero(heads)
values = rng.integers(-9, 9, 1000).astype(np.int32)
(sums,) = reduce.of_arrays("add", [values], parts=of_heads(heads))
suite.case(
    "bits",
    "bits",
    [values, keys, np.zeros(len(starts), bool), np.zeros(len(starts), np.int32), np.zeros((), np.int32)],
    same(keys[starts], sums, len(starts)),
    outputs=3,
    inout=[2, 3, 4],
)

# ---------------------------------------------------------------------------
# Ranges
# ---------------------------------------------------------------------------

LAST = """combiner {
  ^bb0(%l: i32, %r: i32):
    prim.yield %r : i32
  }"""


REGIONS = {"last": LAST, "total": fold_text.total("i32")}


def ranges(name, op, tile, init=True):
    x, b = "memref<?xi32>", "memref<?xi64>"
    given = "init(%i : i32)" if init else ""
    word, region = ("", REGIONS[op]) if op in REGIONS else (op, "")
    suite.function(
        name,
        f"""func.func @{name}(%x: {x}, %b: {b}, %e: {b}, %i: i32, %y: {x}) {{
  prim.device_reduce {word} ins(%x : {x}) outs(%y : {x}) {given}
    segments(%b, %e : {b}, {b}) {tile} {region}
  return
}}
""",
    )


# Neighbours, which waves copy to workgroup memory, with the first element aligned and
# not aligned. The last elements are in none, or in the last one.
NEIGHBOURS = {
    "empty": np.zeros(200, int),
    "tiny": rng.integers(0, 65, 300),
    "most": np.append(np.full(130, 64), [1, 63, 65]),
    "short": np.where(np.arange(300) % 40 == 7, rng.integers(65, 900, 300), rng.integers(0, 20, 300)),
    "long": np.where(np.arange(300) % 90 == 9, 4500, rng.integers(0, 9, 300)),
    # Each has a block, except one that is much longer than the mean.
    "even": np.append(rng.integers(0, 500, 40), [0, 3000]),
}
X, INTS, NAMES = "memref<?xi32>", "memref<?xi32, strided<[1], offset: 3>>", "memref<?xi64>"
for op in ["add", "last", "total"]:
    word, region = ("", REGIONS[op]) if op in REGIONS else (op, "")
    for name, ty in [("aligned", X), ("shifted", INTS)]:
        view = "" if ty == X else f"""  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %size = memref.dim %given, %c0 : {X}
  %left = arith.subi %size, %c3 : index
  %x = memref.subview %given[3] [%left] [1] : {X} to {INTS}
"""  # fmt: skip
        argument = "%x" if ty == X else "%given"
        suite.function(
            f"offsets_{op}_{name}",
            f"""func.func @offsets_{op}_{name}({argument}: {X}, %o: {NAMES}, %i: i32, %y: {X}) {{
{view}  prim.device_reduce {word} ins(%x : {ty}) outs(%y : {X}) init(%i : i32)
    segments(%o : {NAMES}) {TILE} {region}
  return
}}
""",
        )
        for shape, lengths in NEIGHBOURS.items():
            offsets = np.cumsum(np.append(2, lengths))
            for rest in [0, 5]:
                n = offsets[-1] + rest
                values = rng.integers(-1000, 1000, n).astype(np.int32)
                first, last = offsets[:-1], offsets[1:]
                sums = np.concatenate([[0], np.cumsum(values, dtype=np.int64)])
                want = (7 + sums[last] - sums[first]).astype(np.int32)
                if op == "last":
                    want = np.where(last > first, values[last - 1], 7)
                before = [0] * (3 if ty == INTS else 0)
                suite.case(
                    f"offsets_{op}_{name} {shape} {rest}",
                    f"offsets_{op}_{name}",
                    [np.append(before, values).astype(np.int32), offsets, 7, np.zeros(len(first), np.int32)],
                    same(want),
                    inout=[3],
                )

N = 20000
x = rng.integers(-1000, 1000, N).astype(np.int32)
begins = rng.integers(0, N, 700)
for shape, lengths in {
    # One has half of all elements, and many have few or none.
    "one_long": np.where(np.arange(700) == 350, N // 2, rng.integers(0, 30, 700)),
    # There are more long segments than blocks.
    "many_long": np.where(np.arange(700) % 5 == 0, rng.integers(4000, N, 700), 3),
    "all": np.full(700, N),
}.items():
    if shape == "all":
        first = np.zeros(20, int)
    else:
        first = np.where(lengths > 2000, np.minimum(begins, N - lengths), begins)
        first = np.maximum(first, 0)
    last = np.minimum(first + lengths[: len(first)], N)
    for tuned, tile in [("", ""), ("_tuned", TILE)]:
        for op in ["add", "last", "total"]:
            name = f"ranges_{op}{tuned}"
            ranges(name, op, tile)
            if op != "last":
                sums = np.concatenate([[0], np.cumsum(x, dtype=np.int64)])
                want = (7 + sums[last] - sums[first]).astype(np.int32)
            else:
                want = np.where(last > first, x[last - 1], 7)
            suite.case(
                f"{name} {shape}",
                name,
                [x, first, last, 7, np.zeros(len(first), np.int32)],
                same(want),
                inout=[4],
            )

suite.run()
