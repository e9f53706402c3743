# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scans of segments given by offsets whose blocks store a tile turns later: segments of
all lengths, empty and with gaps, in all modes and both directions, lanes whose bits are
in two words of the bitmap, an operator that is not commutative, and elements in no
segment, which stay as they are."""

import numpy as np

from ops import scan
from ops.segments import between
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(31)
BLOCK = 128
NAMES = {np.int8: "i8", np.int32: "i32", np.int64: "i64", np.float32: "f32", np.float64: "f64"}
KEPT = 77

# (a, b) stands for the map of x to a * x + b; the left one is applied first.
MAPS = """combiner {
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
    %ac = arith.muli %a, %c : i32
    %bc = arith.muli %b, %c : i32
    %bcd = arith.addi %bc, %d : i32
    prim.yield %ac, %bcd : i32, i32
  }"""


def add_function(name, kinds, mode, op, clauses, forms, items, end=""):
    outs = kinds * (2 if mode == "both" else 1)
    lists = [(f"%{letter}{i}", f"memref<?x{kind}>") for letter, all_ in (("x", kinds), ("y", outs)) for i, kind in enumerate(all_)]
    ins, results = lists[: len(kinds)], lists[len(kinds) :]
    borders = [(f"%g{i}", "memref<?xi32>") for i in range(forms)]
    listed = lambda pairs: ", ".join(n for n, _ in pairs) + " : " + ", ".join(t for _, t in pairs)
    parameters = ", ".join(f"{n}: {t}" for n, t in lists + borders)
    suite.function(
        name,
        f"""func.func @{name}({parameters}) {{
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  prim.device_scan {mode} {op} ins({listed(ins)}) outs({listed(results)}) {clauses} segments({listed(borders)})
    tuning<block_size = {BLOCK}, items_per_thread = {items}, algorithm = cooperative> {end}
  return
}}
""",
    )


def draw_segments(n, shape, hasGaps):
    """Begins and ends of segments, in any order if there are gaps."""
    lengths = {
        "one": np.array([n]),
        "all": np.ones(n, int),
        "short": rng.integers(0, 9, n // 3 + 1),
        "long": rng.integers(0, 3000, n // 500 + 1),
    }[shape]
    first = int(rng.integers(0, 4)) if n > 8 and shape != "one" else 0
    offsets = np.minimum(first + np.cumsum(np.append(0, lengths)), n)
    begins, ends = offsets[:-1], offsets[1:]
    if not hasGaps:
        return [offsets.astype(np.int32)], begins, ends
    order = rng.permutation(len(begins))
    order = order[rng.random(len(order)) < 0.8] if len(order) > 1 else order
    # A few end early.
    ends = np.where(rng.random(len(ends)) < 0.3, np.maximum(ends - 2, begins), ends)
    begins, ends = begins[order].astype(np.int32), ends[order].astype(np.int32)
    return [begins, ends], begins, ends


def add_case(name, function, values, segments, fold, outputs):
    buffers, begins, ends = segments
    n = len(values[0])
    parts = between(begins, ends, n)
    wants = fold(values, parts)
    inside = parts.inside()[0]
    wants = [np.where(inside, want, np.array(KEPT, want.dtype)) for want in wants]
    blank = [np.full(n, KEPT, want.dtype) for want in wants]

    def check(outputs):
        for number, (got, want) in enumerate(zip(outputs, wants, strict=True)):
            wrong = ~((got == want) | ((got != got) & (want != want)))
            if wrong.any():
                at = int(np.argmax(wrong))
                return f"output {number}[{at}] of {n}: got {got[at]}, want {want[at]}"
        return None

    places = range(len(values), len(values) + outputs)
    suite.case(name, function, [*values, *blank, *buffers], check, outputs=outputs, inout=list(places))


def maps(values, parts):
    """Inclusive, as the tuples of the elements are composed."""
    (starts,) = parts.starts(False)
    a, b = (value.view(np.uint32).copy() for value in values)
    with np.errstate(over="ignore"):
        for i in range(1, len(a)):
            if not starts[i]:
                a[i], b[i] = a[i - 1] * a[i], b[i - 1] * a[i] + b[i]
    return [a.view(np.int32), b.view(np.int32)]


CASES = [
    (np.int32, "inclusive", "add", False, 4),
    (np.int32, "inclusive", "add", True, 12),
    (np.int32, "exclusive", "add", False, 12),
    (np.float32, "both", "maximumf", False, 4),
    (np.int64, "exclusive", "minsi", True, 3),
    (np.int8, "inclusive", "maxsi", False, 12),
    (np.float64, "inclusive", "add", False, 6),
]
for forms in [1, 2]:
    form = "gaps" if forms == 2 else "offsets"
    for kind, mode, op, reverse, items in CASES:
        name = f"{form}_{NAMES[kind]}_{mode}_{op}{'_reverse' * reverse}_{items}"
        add_function(name, [NAMES[kind]], mode, op, "reverse" if reverse else "", forms, items)
        fold = lambda values, parts: scan.of_arrays(op, values, mode, reverse=reverse, parts=parts)
        tile = BLOCK * items
        for n in [1, tile - 1, tile + 1, 5 * tile, 11 * tile - 130]:
            for shape in ["one", "all", "short", "long"]:
                values = [rng.integers(-9, 9, n).astype(kind)]
                segments = draw_segments(n, shape, forms == 2)
                add_case(f"{name} {shape} n={n}", name, values, segments, fold, 2 if mode == "both" else 1)
    name = f"{form}_maps"
    add_function(name, ["i32", "i32"], "inclusive", "", "identity(%one, %zero : i32, i32)", forms, 4, MAPS)
    for shape in ["one", "all", "short", "long"]:
        values = [rng.integers(-9, 9, 3000).astype(np.int32) for member in range(2)]
        add_case(f"{name} {shape}", name, values, draw_segments(3000, shape, forms == 2), maps, 2)

suite.run()
