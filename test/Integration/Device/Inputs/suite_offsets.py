# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Segments with invalid offsets: decreasing, negative, past the end, the extremes of
their type, and overlapping segments. Parts outside the buffer and empty segments are
ignored. Where segments overlap the results are undefined, but nothing else may be
written, and nothing outside of the buffers may be accessed: buffers that are read end
at the end of an allocation, and buffers that are written lie between guards."""

import itertools

import numpy as np

from ops import fold_text
from primtest.suite import Suite

TILE = "tuning<block_size = 64, items_per_thread = 2>"
# One tile, many tiles, none.
SIZES = [0, 1, 5, 128, 1000]
# Elements before and after a buffer that is written.
GUARD = 64
VIEW = f"memref<?xi32, strided<[1], offset: {GUARD}>>"
OFFSETS = {"i32": np.int32, "i64": np.int64, "index": np.int64}

suite = Suite()
rng = np.random.default_rng(41)


def numbers(n):
    return rng.integers(-1000, 1000, n).astype(np.int32)


# ---------------------------------------------------------------------------
# Programs
# ---------------------------------------------------------------------------


def function(name, op, ty, shared, combiner, counted, clauses="init(%init : i32)"):
    """`op` in a function whose second parameter has the outputs between guards. There
    are as many as the buffer `counted` has elements; for shared offsets one less."""
    given = ["%offsets"] if shared else ["%begins", "%ends"]
    buffer = f"memref<?x{ty}>"
    of_elements, less = counted == "%x", int(counted == "%offsets")
    kind, region = ("", combiner) if "{" in combiner else (combiner, "")
    suite.function(
        name,
        f"""func.func @{name}(%x: memref<?xi32>, %all: memref<?xi32>, %init: i32,
    {", ".join(f"{value}: {buffer}" for value in given)}) {{
  %c0 = arith.constant 0 : index
  %less = arith.constant {less} : index
  %dim = memref.dim {counted}, %c0 : {"memref<?xi32>" if of_elements else buffer}
  %size = arith.subi %dim, %less : index
  %y = memref.subview %all[{GUARD}] [%size] [1] : memref<?xi32> to {VIEW}
  prim.{op} {kind} ins(%x : memref<?xi32>) outs(%y : {VIEW}) {clauses}
      segments({", ".join(given)} : {", ".join([buffer] * len(given))}) {TILE} {region}
  return
}}
""",
    )


class Scan:
    of_elements = True

    def __init__(self, ty, shared, mode, reverse, combiner):
        self.mode, self.reverse, self.adds = mode, reverse, combiner == "add"
        self.name = "_".join(["scan", ty, "shared" if shared else "pairs", mode[:2],
                              "back" if reverse else "forth"])  # fmt: skip
        function(self.name, f"device_scan {mode}", ty, shared, combiner, "%x",
                 "init(%init : i32)" + " reverse" * reverse)  # fmt: skip

    def length(self, x, segments):
        return len(x)

    def place(self, number, begin, end):
        """The place of the results of segment `number`."""
        return slice(begin, end)

    def folds(self, x, init):
        """The result for a segment of elements `x`."""
        x = np.concatenate([[np.int32(init)], x[::-1] if self.reverse else x])
        if self.adds:
            x = x.cumsum(dtype=np.int32)
        x = x[1:] if self.mode == "inclusive" else x[:-1]
        return x[::-1] if self.reverse else x


class Sort:
    of_elements = True

    def __init__(self, ty, shared, descending):
        self.descending = descending
        words = ["sort", ty, "shared" if shared else "pairs"] + ["down"] * descending
        self.name = "_".join(words)
        order = "slt" + " descending" * descending
        function(self.name, "device_sort", ty, shared, order, "%x", "")

    def length(self, x, segments):
        return len(x)

    def place(self, number, begin, end):
        return slice(begin, end)

    def folds(self, x, init):
        return np.sort(x)[::-1] if self.descending else np.sort(x)


class Reduce:
    of_elements = False

    def __init__(self, ty, shared):
        self.name = f"reduce_{ty}_{'shared' if shared else 'pairs'}"
        function(self.name, "device_reduce", ty, shared, "add", "%offsets" if shared else "%begins")

    def length(self, x, segments):
        return segments

    def place(self, number, begin, end):
        return number

    def folds(self, x, init):
        return x.sum(dtype=np.int32) + np.int32(init)


# ---------------------------------------------------------------------------
# Cases
# ---------------------------------------------------------------------------


def case(name, op, x, borders, unknown=False):
    """`unknown` marks the elements of the output that are undefined."""
    begins, ends = (borders[0][:-1], borders[0][1:]) if len(borders) == 1 else borders
    before = numbers(op.length(x, len(begins)) + 2 * GUARD)
    inner = slice(GUARD, len(before) - GUARD)
    want, init = before.copy(), int(rng.integers(-9, 9))
    inside = np.zeros(len(x), bool)
    for number, (begin, end) in enumerate(zip(begins, ends)):
        begin, end = (min(max(int(at), 0), len(x)) for at in (begin, end))
        end = max(begin, end)
        inside[begin:end] = True
        want[inner][op.place(number, begin, end)] = op.folds(x[begin:end], init)
    free = np.zeros(len(before), bool)
    # If segments to be sorted overlap, no other segment is guaranteed to be sorted.
    free[inner] = inside if isinstance(op, Sort) and np.any(unknown) else unknown
    length = len(free[inner])
    reads = [x, *borders]

    def check(outputs):
        for number, (got, given) in enumerate(zip(outputs[1:], reads, strict=True)):
            if (got != given).any():
                return f"buffer {number} that is read is changed"
        wrong = (outputs[0] != want) & ~free
        if not wrong.any():
            return None
        at = int(np.argmax(wrong))
        return f"element {at - GUARD} of {length}: got {outputs[0][at]}, want {want[at]}"

    suite.case(f"{op.name} {name} {len(x)}", op.name, [x, before, init, *borders], check,
               outputs=1 + len(reads), inout=[1, 0, *range(3, 3 + len(borders))])  # fmt: skip


def shared_cases(op, n, ty):
    dtype = OFFSETS[ty]
    least, greatest = np.iinfo(dtype).min, np.iinfo(dtype).max

    def run(name, offsets, unknown=False):
        case(name, op, numbers(n), [np.array(offsets, dtype)], unknown)

    run("no segment", [3])
    run("cut off", sorted([least, -7, 0, n // 3, n // 3, n // 2, n, n + 3, greatest]))
    run("within", [n // 3, n // 3, n // 2, n - n // 3])
    run("before", [least, -9, -1, 0])
    run("behind", [n, n + 1, greatest])
    run("decreasing", range(n + 40, -40, -7))
    run("greatest to least", [greatest, least])
    run("to and fro", [least, greatest] * 20, True)
    # Offsets that rise and fall once, followed by proper segments, whose prefixes are
    # correct.
    half = n // 2
    turn = [0, 2 * half // 3, half // 3, half, half + half // 2, n]
    run("a turn", turn, np.arange(n) < half if op.of_elements else True)
    run("near", rng.integers(-5, n + 5, 300), True)
    run("anywhere", rng.integers(least, greatest, 300, dtype, endpoint=True), True)


def pair_cases(op, n, ty):
    dtype = OFFSETS[ty]
    least, greatest = np.iinfo(dtype).min, np.iinfo(dtype).max

    def run(name, segments, unknown=False):
        segments = rng.permutation(np.array(segments, dtype).reshape(-1, 2))
        case(name, op, numbers(n), [segments[:, i].copy() for i in (0, 1)], unknown)

    nothing = [[greatest, least], [n, 0], [least, -1], [-3, -1], [n, n + 2], [n + 1, greatest],
               [n // 2, n // 2], [n // 2, least], [greatest, n // 2], [0, 0]]  # fmt: skip
    cuts = np.unique(rng.integers(0, n + 1, 40))
    proper = [pair for pair in zip(cuts, cuts[1:]) if rng.random() < 0.6]
    run("no segment", [])
    run("nothing", nothing)
    run("proper", [*proper, *nothing])
    run("all", [*nothing, [least, greatest]])
    # Begins before the buffer and ends after it.
    run("cut off", [[least, n // 3], [n // 2, n - n // 4], [n - n // 4, greatest], *nothing])
    # Some segments overlap in the first half; those of the other half are valid.
    half = n // 2
    low = np.sort(rng.integers(-5, half + 1, (20, 2)), axis=1)
    high = [[half + begin // 2, half + end // 2] for begin, end in proper]
    # Segments of a reduction may overlap.
    run("some overlap", [*low, *high, *nothing], op.of_elements and np.arange(n) < half)
    run("near", rng.integers(-5, n + 5, (300, 2)), op.of_elements)
    anywhere = rng.integers(least, greatest, (300, 2), dtype, endpoint=True)
    run("anywhere", anywhere, op.of_elements)


for ty in OFFSETS:
    ops = [(shared_cases, Reduce(ty, True)), (pair_cases, Reduce(ty, False))]
    for shared, mode, reverse in itertools.product(
        (True, False), ("inclusive", "exclusive"), (False, True)
    ):
        # Half of the operators do not commute: they keep the later element, in scan
        # direction.
        later = fold_text.last("i32")
        if reverse:
            later = later.replace("yield %b", "yield %a")
        combiner = "add" if (mode == "inclusive") != reverse else later
        op = Scan(ty, shared, mode, reverse, combiner)
        ops.append((shared_cases if shared else pair_cases, op))
    for shared in (True, False):
        # Half of them sort from the largest element to the smallest.
        op = Sort(ty, shared, descending=shared == (ty == "i64"))
        ops.append((shared_cases if shared else pair_cases, op))
    for cases, op in ops:
        for n in SIZES:
            cases(op, n, ty)

suite.run()
