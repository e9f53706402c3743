# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_sort by several keys in lexicographic order, the first one being the most
significant, with members that move along, some of the bits of all keys, rows, segments,
and workspaces."""

import numpy as np

from ops import sort
from ops.orders import key_ranks
from ops.segments import between
from primtest.comparing import same
from primtest.elements import DTYPES, element_of
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(4)
TILE = " tuning<block_size = 64, items_per_thread = 2>"
SIZES = [0, 1, 33, 129, 1500]


def numbers(ty, n):
    """Few distinct numbers, so that there are ties in all keys."""
    dtype = np.dtype(DTYPES[ty])
    if dtype.kind != "f":
        return rng.integers(-3, 3, n).astype(dtype)
    x = rng.integers(-2, 3, n).astype(dtype)
    x[rng.random(n) < 0.2] = np.nan
    x[rng.random(n) < 0.2] = -0.0
    return x


def ranks(members, count, order, descending=False, bits=None):
    """The ranks of items by the first `count` members."""
    elements = [element_of(m) for m in members[:count]]
    own = ["total" if e.is_float else order for e in elements]
    return key_ranks(elements, own, members, bits, descending)


def text_of(name, types, head, clauses, form="memrefs", rank=1, borders=False):
    kind = "tensor" if form == "tensors" else "memref"
    shape = "x".join(["?"] * rank)
    groups = [[(f"%{g}{i}", f"{kind}<{shape}x{t}>") for i, t in enumerate(types)] for g in "xy"]
    listed = [", ".join(v for v, _ in g) + " : " + ", ".join(t for _, t in g) for g in groups]
    parameters = groups[0] + groups[1]
    work = ""
    if form == "kept":
        work = " workspace(%w : memref<?xi8>) initialized"
        parameters = parameters + [("%w", "memref<?xi8>")]
    if form in ("workspace", "initialized"):
        work = " workspace(%w : memref<?xi8>)" + " initialized" * (form == "initialized")
    if borders:
        parameters = parameters + [("%b", "memref<?xi32>")]
        clauses += " segments(%b : memref<?xi32>)"

    def op(work):
        return f"prim.device_sort {head} ins({listed[0]}) outs({listed[1]}){work} {clauses}{TILE}"

    if form == "tensors":
        types = ", ".join(t for _, t in groups[1])
        results = ", ".join(f"%r#{i}" for i in range(len(groups[1])))
        body = f"  %r:{len(groups[1])} = {op('')} -> {types}\n  return {results} : {types}\n"
        returned = f" -> ({types})"
    else:
        returned, body = "", f"  {op(work)}\n  return\n"
        if work and form != "kept":
            fill = 0 if form == "initialized" else -1
            again = f"  {op(work)}\n" if form == "initialized" else ""
            body = f"""  %bytes = prim.workspace_size {{
    {op('')}
  }} : index
  %w = gpu.alloc (%bytes) : memref<?xi8>
  %fill = arith.constant {fill} : i8
  gpu.memset %w, %fill : memref<?xi8>, i8
{again}  {op(work)}
  gpu.dealloc %w : memref<?xi8>
  return
"""
    listed = ", ".join(f"{v}: {t}" for v, t in parameters)
    return f"func.func @{name}({listed}){returned} {{\n{body}}}\n"


def run(name, function, members, rank, form="memrefs", more=()):
    inputs = [*members, *[np.zeros_like(m) for m in members], *more]
    places = list(range(len(members), 2 * len(members)))
    suite.case(name, function, inputs, same(*sort.expected(members, rank)), outputs=len(members),
               inout=[] if form == "tensors" else places)  # fmt: skip


# Keys of all kinds, one of a byte, followed by members.
for number, (types, count, order, descending, form) in enumerate([
    (["i32", "f64", "i32"], 2, "slt", False, "memrefs"),
    (["i16", "i8", "i64"], 2, "ult", True, "workspace"),
    (["f32", "f16"], 2, "total", True, "initialized"),
    (["i8", "i16", "i32", "f32"], 3, "slt", True, "initialized"),
    (["i64", "i8"], 2, "slt", False, "tensors"),
    (["i8", "f32"], 1, "slt", False, "memrefs"),
]):  # fmt: skip
    function = f"keys{number}"
    head = order + " descending" * descending
    suite.function(function, text_of(function, types, head, f"keys({count})", form))
    for n in SIZES:
        members = [numbers(t, n) for t in types[:count]]
        members += [np.arange(n).astype(DTYPES[t]) for t in types[count:]]
        run(f"{function} n={n}", function, members, ranks(members, count, order, descending), form)

# A workspace that must be left as it was, and one that is too small.
function = "kept"
types = ["i16", "i32", "f64"]
suite.function(function, text_of(function, types, "slt", "keys(2)", "kept"))
for n in SIZES:
    members = [numbers(t, n) for t in types]
    wants = sort.expected(members, ranks(members, 2, "slt"))
    work = np.zeros(1 << 18, np.int8)
    inputs = [*members, *[np.zeros_like(m) for m in members], work]
    suite.case(f"kept n={n}", function, inputs, same(*wants, work), outputs=4,
               inout=[3, 4, 5, 6])  # fmt: skip
suite.case("small workspace", function, [*inputs[:-1], work[:512]], None, outputs=4, inout=[3, 4, 5, 6],
           error="the workspace is too small: it has 512 bytes, but")  # fmt: skip

# Bits of both keys, all of one key and none of the other, and bits of one only.
for bits in [(6, 12), (0, 24), (8, 24), (0, 8), (3, 6), (11, 19)]:
    for order, descending in [("ult", False), ("slt", True)]:
        function = f"bits_{bits[0]}_{bits[1]}_{order}"
        head = order + " descending" * descending
        suite.function(function, text_of(
            function, ["i16", "i8", "i32"], head, f"keys(2) bits({bits[0]}, {bits[1]})"))  # fmt: skip
        for n in [1, 129, 700]:
            members = [rng.integers(-(1 << 15), 1 << 15, n).astype(np.int16),
                       rng.integers(-128, 128, n).astype(np.int8), np.arange(n, dtype=np.int32)]  # fmt: skip
            run(f"{function} n={n}", function, members, ranks(members, 2, order, descending, bits))

# Rows and columns, and segments.
for dimension in [0, 1]:
    function = f"along{dimension}"
    suite.function(function, text_of(
        function, ["i16", "i32", "i32"], "slt", f"keys(2) dimension({dimension})", rank=2))  # fmt: skip
    for shape in [(3, 5), (2, 400), (400, 2), (0, 3)]:
        size = shape[0] * shape[1]
        members = [numbers("i16", size), numbers("i32", size), np.arange(size, dtype=np.int32)]
        members = [m.reshape(shape) for m in members]
        rows = [np.moveaxis(m, dimension, -1) for m in members]
        wants = [np.moveaxis(w, -1, dimension) for w in sort.expected(rows, ranks(rows, 2, "slt"))]
        suite.case(f"{function} {shape}", function, members + [np.zeros_like(m) for m in members],
                   same(*wants), outputs=3, inout=[3, 4, 5])  # fmt: skip
suite.function("segments", text_of("segments", ["i16", "i32", "i32"], "slt", "keys(2)", borders=True))
members = [numbers("i16", 900), numbers("i32", 900), np.arange(900, dtype=np.int32)]
offsets = np.int32([2, 2, 5, 40, 500, 890])
parts = between(offsets[:-1], offsets[1:], 900)
wants = sort.expected(members, ranks(members, 2, "slt"), parts.own_begins()[0])
wants = [np.where(parts.inside()[0], w, 0).astype(w.dtype) for w in wants]
suite.case("segments", "segments", members + [np.zeros_like(m) for m in members] + [offsets],
           same(*wants), outputs=3, inout=[3, 4, 5])  # fmt: skip

# Detected before anything is launched.
x = np.zeros(10, np.int32)
suite.case("sizes", "keys0", [x, np.zeros(9), x, x, np.zeros(10), x], None, inout=[3, 4, 5],
           outputs=3, error="ins 1 has 9 elements, but ins 0 has 10")  # fmt: skip

suite.run()
