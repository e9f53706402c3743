# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""device_sort of segments: all lengths in one call, of which waves, blocks and passes
sort some each; none, one, and very many; elements in no segment; segments that overlap
and fill the lists; tuples, some bits, offsets of every kind, and operands with holes
that may be clobbered."""

import numpy as np

from ops import sort
from ops.orders import key_ranks, positions
from ops.segments import between
from primtest.comparing import same
from primtest.elements import DTYPES, element_of
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(53)

# Waves of 64 lanes sort up to 256 items, and blocks 512 or 1024 with one of the tiles,
# and 512 or 2048 with the other. Passes sort longer segments.
SMALL, LARGE = (64, 8), (128, 16)
OFFSETS = {"i32": np.int32, "i64": np.int64, "index": np.int64}


def keys_of(ty, n):
    dtype = np.dtype(DTYPES[ty])
    if dtype.kind == "f":
        some = [0.0, -0.0, 1.5, -2.5, np.inf, np.nan, -np.nan]
        return rng.choice(np.array(some, dtype), n)
    return rng.integers(-50, 50, n).astype(dtype)


def places(keys, begins, ends, kind, descending=False, bits=None):
    """The source places of sorted items; items in no segment stay where they are."""
    ranks = key_ranks([element_of(keys)], [kind], [keys], bits, descending)
    return positions(ranks, begins=between(begins, ends, len(keys)).own_begins()[0])


def inside(n, begins, ends):
    return between(begins, ends, n).inside()[0]


def same_where(mask, *wants):
    """A check that outputs are `wants` where `mask` holds; other elements are
    undefined."""

    def check(outputs):
        return same(*(w[mask] for w in wants))([got[mask] for got in outputs])

    return check


def cuts_of(lengths):
    return np.concatenate([[0], np.cumsum(lengths)]).astype(int)


# ---------------------------------------------------------------------------
# Lengths, on tensors
# ---------------------------------------------------------------------------

EDGES = [0, 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257,
         511, 512, 513, 1023, 1024, 1025]  # fmt: skip
LENGTHS = {
    "none": [],
    "nothing": [0] * 5,
    "one": [1],
    "tiny": list(rng.integers(0, 17, 500)),
    "ones": [1] * 1000,
    "edges": EDGES,
    "edges mixed": list(rng.permutation(EDGES * 3)),
    "short": list(rng.integers(17, 257, 60)),
    "long": [600, 3000, 700, 1, 5000, 513],
    "whole": [4000],
    "one long, many tiny": [*rng.integers(0, 9, 300), 2500, *rng.integers(0, 9, 300)],
    "as many long ones as there can be": [513] * 12,
    "a tile each": [512] * 9,
    "blocks": [300, 400, 500, 257, 511, 512],
    "two tiles each": [2049] * 3,
}
# Key, order, whether descending, values that move along, bits, and the type of offsets.
TUPLES = [
    (["i32"], "slt", False, None, "i32"), (["f32", "i32"], "total", True, None, "i64"),
    (["i64", "i32", "i8"], "ult", False, None, "index"),
    (["i32", "f64"], "ult", True, (3, 11), "i32"),
    (["i8", "i64"], "slt", True, None, "i64"),
]  # fmt: skip
for number, (types, kind, descending, bits, ty) in enumerate(TUPLES):
    for tile, pairs in [(SMALL, number % 2 == 0), (LARGE, number % 2 == 1)]:
        name = f"segments_{'_'.join(types)}_{'pairs' if pairs else 'shared'}"
        suite.function(
            name,
            sort.function(name, types, kind, descending, bits=bits, tile=tile,
                          borders=["segments", [ty] * (1 + pairs), None]),
        )  # fmt: skip
        for what, lengths in LENGTHS.items():
            cuts = cuts_of(lengths)
            n = cuts[-1]
            arrays = [keys_of(types[0], n)]
            arrays += [rng.integers(-100, 100, n).astype(DTYPES[t]) for t in types[1:]]
            begins, ends = cuts[:-1], cuts[1:]
            borders = [cuts]
            if pairs:
                # Out of order, with gaps, and segments that end before they begin.
                shuffled = rng.permutation(len(begins))[: len(begins) * 3 // 4 + 1]
                empty = rng.integers(0, n + 1, (2, 3))
                begins = np.append(begins[shuffled], empty.max(axis=0))
                ends = np.append(ends[shuffled], empty.min(axis=0))
                borders = [begins, ends]
            at = places(arrays[0], begins, ends, kind, descending, bits)
            check = same_where(inside(n, begins, ends), *(x[at] for x in arrays))
            inputs = [*arrays, *(each.astype(OFFSETS[ty]) for each in borders)]
            suite.case(f"{name} {what}", name, inputs, check, outputs=len(types))

# The tables' own tiles.
shared = ["segments", ["i32"], None]
suite.function("table", sort.function("table", ["i32"], "slt", borders=shared))
lengths = [0, 10, 100, 300, 511, 512, 513, 1000, 1024, 1025, 2048, 2049, 4096, 4097, 5120, 5121, 9000]
cuts = cuts_of(rng.permutation(lengths))
x = keys_of("i32", cuts[-1])
suite.case("table", "table", [x, cuts.astype(np.int32)],
           same(x[places(x, cuts[:-1], cuts[1:], "slt")]))  # fmt: skip

# Sizes that are known.
for n in [0, 16, 256, 257, 513, 1500]:
    name = f"known_{n}"
    cuts = np.sort(np.append(rng.integers(0, n + 1, 9), [0, n]))
    said = ["segments", ["i32"], 11]
    text = sort.function(name, ["i32"], "slt", n=n, tile=SMALL, borders=said)
    suite.function(name, text)
    x = keys_of("i32", n)
    want = x[places(x, cuts[:-1], cuts[1:], "slt")]
    suite.case(name, name, [x, cuts.astype(np.int32)], same(want))

# ---------------------------------------------------------------------------
# On memrefs, with holes, if inputs may be clobbered
# ---------------------------------------------------------------------------


def function(name, strides, order, clauses, offsets):
    """Keys and values, each with a stride: ins, then outs, then offsets with their own
    stride (0: one offset many times)."""
    parameters, body, types = [], "  %c0 = arith.constant 0 : index\n", []
    for value, ty, stride in zip(["%x", "%v", "%y", "%w"], ["i32", "i64"] * 2, strides):
        whole = f"memref<?x{f'{stride}x' * (stride > 1)}{ty}>"
        kind = f"memref<?x{ty}, strided<[{stride}]>>"
        parameters.append(f"{value}w: {whole}")
        types.append(kind)
        if "%n" not in body:
            body += f"  %n = memref.dim {value}w, %c0 : {whole}\n"
        body += (f"  {value} = memref.reinterpret_cast {value}w to offset: [0], "
                 f"sizes: [%n], strides: [{stride}] : {whole} to {kind}\n")  # fmt: skip
    ty, stride, count = offsets
    whole = f"memref<?x{ty}>"
    kind = f"memref<?x{ty}, strided<[{stride}]>>"
    for i in range(count):
        parameters.append(f"%k{i}w: {whole}")
        body += f"  %m{i} = memref.dim %k{i}w, %c0 : {whole}\n"
        body += f"  %s{i} = arith.constant {max(stride, 1)} : index\n"
        body += f"  %k{i}n = arith.ceildivui %m{i}, %s{i} : index\n"
        body += (f"  %k{i} = memref.reinterpret_cast %k{i}w to offset: [0], "
                 f"sizes: [%k{i}n], strides: [{stride}] : "
                 f"{whole} to {kind}\n")  # fmt: skip
    names = ", ".join(f"%k{i}" for i in range(count))
    body += (f"  prim.device_sort {order} ins(%x, %v : {types[0]}, {types[1]}) "
             f"outs(%y, %w : {types[2]}, {types[3]}) {clauses} "
             f"segments({names} : {', '.join([kind] * count)}) "
             f"tuning<block_size = 64, items_per_thread = 8>\n")  # fmt: skip
    head = f"func.func @{name}({', '.join(parameters)})"
    suite.function(name, f"{head} {{\n{body}  return\n}}\n")


def spread(array, stride, side):
    if stride == 1:
        return array
    whole = np.full((len(array), stride), side, array.dtype)
    whole[:, 0] = array
    return whole


# Holes in no operand, the key, both inputs, the values written, both outputs, and all.
for number, mask in enumerate([0, 1, 3, 8, 12, 15]):
    odd_or_even = [None, (0, 24)]
    if mask not in (0, 3):
        odd_or_even = [odd_or_even[number % 2]]
    for clobber in [False, True]:
        for bits in odd_or_even:
            strides = [3 if mask & 1 << i else 1 for i in range(4)]
            name = f"holes_{mask}{'_clobber' * clobber}{'_odd' * bool(bits)}"
            clauses = "bits(0, 24) " * bool(bits) + "may_clobber_input" * clobber
            function(name, strides, "ult", clauses, ("i64", 2, 2))
            lengths = rng.permutation([0, 1, 16, 17, 64, 100, 257, 300, 513, 600, 1500])
            cuts = cuts_of(lengths)
            n = cuts[-1] + 5
            some = rng.permutation(len(lengths))[:8]
            begins, ends = cuts[:-1][some], cuts[1:][some]
            arrays = [rng.integers(0, 2**23, n).astype(np.int32), rng.permutation(n)]
            before = [keys_of("i32", n), keys_of("i64", n)]
            at = places(arrays[0], begins, ends, "ult")
            where = inside(n, begins, ends)
            wants = [np.where(where, x[at], was) for x, was in zip(arrays, before)]
            given = [spread(x, s, 7) for x, s in zip([*arrays, *before], strides)]
            looked_at = [spread(x, s, 7) for x, s in zip(wants, strides[2:])]
            kept = [] if clobber else [0, 1]
            borders = [np.repeat(each, 2)[:-1] for each in (begins, ends)]
            for each in borders:
                # The values between offsets are not valid offsets.
                each[1::2] = -(2**60)
            suite.case(
                name, name, [*given, *borders],
                same(*looked_at, *(given[i] for i in kept)), outputs=2 + len(kept),
                inout=[2, 3, *kept],
            )  # fmt: skip

# All offsets are equal; and one buffer has begins and ends.
function("one_place", [1] * 4, "slt", "", ("i32", 0, 1))
function("twice", [1] * 4, "slt", "", ("i32", 1, 1))
offsets = "memref<?xi32, strided<[1]>>"
suite.functions["twice"] = suite.functions["twice"].replace(
    f"segments(%k0 : {offsets})", f"segments(%k0, %k0 : {offsets}, {offsets})"
)
for name in ["one_place", "twice"]:
    arrays, before = ([keys_of("i32", 900), keys_of("i64", 900)] for _ in range(2))
    suite.case(name, name, [*arrays, *before, np.array([3, 500, 800], np.int32)],
               same(*before, *arrays), outputs=4, inout=[2, 3, 0, 1])  # fmt: skip

# ---------------------------------------------------------------------------
# Segments that overlap
# ---------------------------------------------------------------------------

# Many long segments, so that the lists have no room for all of them, and one that
# overlaps with none. The results are undefined, but the sort must terminate and must
# not change elements in no segment.
function("overlap", [1] * 4, "slt", "", ("i64", 1, 2))
for what, length, count in [
    ("tiles", 1200, 400), ("blocks", 400, 400), ("both", None, 500)
]:  # fmt: skip
    for own in [10, 100, 400, 1400]:
        n = 3000
        low = rng.integers(0, 1300, count)
        spans = np.full(count, length) if length else rng.integers(0, 1200, count)
        high = np.minimum(low + spans, 1500)
        order_of = rng.permutation(count + 1)
        begins = np.append(low, 1550)[order_of]
        ends = np.append(high, 1550 + own)[order_of]
        arrays, before = ([keys_of("i32", n), rng.permutation(n)] for _ in range(2))
        check = same_where(~inside(n, begins, ends), *before)
        inputs = [*arrays, *before, begins, ends]
        suite.case(f"overlap {what} {own}", "overlap", inputs, check,
                   outputs=2, inout=[2, 3])  # fmt: skip

suite.run()
