# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sorts, topk and nth that are lowered to other ops: comparators and several keys of
ranks, segments by a comparator, keys with an order each, more elements than one sort
takes, and prologues. Inputs are hard for sorts, some comparators are invalid orders,
and ops run twice in a row."""

import numpy as np

from ops import sort, topk
from ops.orders import COMPARATOR, LEXICOGRAPHIC, item_ranks, key_ranks, ranks_of
from ops.segments import between
from primtest.comparing import same
from primtest.elements import DTYPES, I32, element_of
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(21)
TILE = " tuning<block_size = 64, items_per_thread = 2>"
UNTOUCHED = 77

# ---------------------------------------------------------------------------
# Inputs, and what numpy makes of them
# ---------------------------------------------------------------------------


def hard(what, n):
    """Keys (i32) on which a sort may be slow or wrong."""
    i = np.arange(n)
    return {
        "equal": np.full(n, 5),
        "sorted": i,
        "reversed": i[::-1],
        "organ pipe": np.minimum(i, n - 1 - i),
        "alternating": i % 2,
        "random": rng.integers(-40, 40, n),
    }[what].astype(np.int32)


HARD = ["equal", "sorted", "reversed", "organ pipe", "alternating", "random"]

# Regions on all members of both items, with a key of i32: by its low three bits; by
# these and then by the second member (i32), the larger first; and two that are invalid
# orders.
LOW = """  %m = arith.constant 7 : i32
  %l = arith.andi %a0, %m : i32
  %r = arith.andi %b0, %m : i32
  %c = arith.cmpi ult, %l, %r : i32
"""
TWO = LOW + """  %e = arith.cmpi eq, %l, %r : i32
  %g = arith.cmpi sgt, %a1, %b1 : i32
  %t = arith.andi %e, %g : i1
  %d = arith.ori %c, %t : i1
"""
TRUE = "  %c = arith.constant true\n"
CIRCLE = """  %s = arith.subi %a0, %b0 : i32
  %h = arith.constant 1 : i32
  %o = arith.andi %s, %h : i32
  %z = arith.constant 0 : i32
  %c = arith.cmpi ne, %o, %z : i32
"""
COMPARATORS = {"low": (LOW, "%c"), "two": (TWO, "%d"), "true": (TRUE, "%c"), "circle": (CIRCLE, "%c")}


def comparator(name, types):
    body, result = COMPARATORS[name]
    args = ", ".join(f"%{s}{i}: {t}" for s in "ab" for i, t in enumerate(types))
    return f" comparator {{\n^bb0({args}):\n{body}  prim.yield {result} : i1\n}}"


def ranks(name, members):
    order = {"low": COMPARATOR, "two": LEXICOGRAPHIC}[name]
    return item_ranks([I32, I32], order, "one", members)


def members_of(what, n, types=("i32", "i32", "i64")):
    """A key, numbers with ties, and the item's original place."""
    columns = [hard(what, n), rng.integers(0, 3, n), np.arange(n)]
    return [c.astype(DTYPES[t]) for c, t in zip(columns, types)]


def rows_of(what, shape, axis, types=("i32", "i32", "i64")):
    size = int(np.prod(shape))
    columns = members_of(what, size, types)
    return [np.ascontiguousarray(np.moveaxis(c.reshape(np.moveaxis(np.empty(shape), axis, -1).shape), -1, axis))
            for c in columns]  # fmt: skip


# ---------------------------------------------------------------------------
# Functions of one op, whose operands are parameters
# ---------------------------------------------------------------------------


def text_of(name, op, head, groups, clauses="", region="", scalars=(), times=1, rank=1, kept=False):
    """`groups` are keywords with element types, some followed by a colon and their own
    layout. `times` is the number of runs of the op. `kept` is a workspace that is a
    parameter, zero before and after."""
    shape = "?x" * rank
    parameters, listed = [], []
    for word, types in groups:
        values = [(f"%{word}{i}", f"memref<{'' if word == 'rank0' else shape}{t}>")
                  for i, t in enumerate(types)]  # fmt: skip
        parameters += values
        listed.append(f"{word}({', '.join(v for v, _ in values)} : {', '.join(t for _, t in values)})")
    body = " ".join(listed)
    if kept:
        parameters.append(("%w", "memref<?xi8>"))
        # After the last output.
        body += " workspace(%w : memref<?xi8>) initialized"
    parameters += list(scalars)
    line = f"  prim.device_{op} {head} {body} {clauses}{TILE}{region}\n"
    given = ", ".join(f"{v}: {t}" for v, t in parameters)
    return f"func.func @{name}({given}) {{\n{line * times}  return\n}}\n"


def add(name, function, ins, wants, works=(), more=(), check=None, error=None):
    outs = [np.full_like(w, UNTOUCHED) for w in wants]
    given = [*ins, *outs, *works, *more]
    count = len(outs) + len(works)
    inout = list(range(len(ins), len(ins) + count))
    suite.case(name, function, given, check or same(*wants, *works), outputs=count, inout=inout,
               error=error)  # fmt: skip


# ---------------------------------------------------------------------------
# Ranks by a comparator, and by several keys
# ---------------------------------------------------------------------------

TYPES = ["i32", "i32", "i64"]
for which in ["low", "two"]:
    region = comparator(which, TYPES)
    for op, left in [("topk", False), ("topk", True), ("nth", False)]:
        function = f"{op}_{which}_{left}"
        groups = [("ins", TYPES), ("outs", TYPES)] + [("rest", TYPES)] * left
        scalars = [("%n", "index")] if op == "nth" else []
        suite.function(function, text_of(function, op, "", groups, " nth(%n)" if scalars else "",
                                         region, scalars, times=2, kept=left))  # fmt: skip
        for what in HARD:
            for n in [0, 1, 128, 1000] if what == "random" else [700]:
                members = members_of(what, n)
                for k in sorted({0, 1, n // 3, n} if what == "random" else {n // 3}):
                    if op == "nth" and k == n and n:
                        continue
                    taken, rest = topk.expected(members, ranks(which, members), n if op == "nth" else k)
                    wants = taken + (rest if left else [])
                    works = [np.zeros(1 << 18, np.int8)] if left else []
                    add(f"{function} {what} n={n} k={k}", function, members, wants, works,
                        [k] if scalars else [])  # fmt: skip
for axis in [0, 1]:
    function = f"topk_rows_{axis}"
    suite.function(function, text_of(
        function, "topk", "", [("ins", TYPES), ("outs", TYPES), ("rest", TYPES)],
        f" dimension({axis})", comparator("two", TYPES), rank=2))  # fmt: skip
    for n in [1, 50, 300]:
        members = rows_of("random", (n, 3) if axis == 0 else (3, n), axis)
        rows = [np.moveaxis(m, axis, -1) for m in members]
        parts = topk.expected(rows, ranks("two", rows), n // 2)
        add(f"{function} n={n}", function, members,
            [np.moveaxis(w, -1, axis).copy() for part in parts for w in part])  # fmt: skip

# Composite keys with an order each, and some bits of one key. The sweep covers two
# keys, and bits without signs.
for number, (op, types, count, clauses, descending) in enumerate([
    ("sort", ["i16", "f64", "i8", "i64"], 3, "keys(3) orders(ult, total, slt)", False),
    ("topk", ["i32", "i64"], 1, "keys(1) orders(ult)", True),
]):  # fmt: skip
    function = f"orders{number}"
    orders = clauses.split("orders(")[1][:-1].split(", ")
    scalars = [("%n", "index")] if op == "nth" else []
    suite.function(function, text_of(
        function, op, "descending" * descending, [("ins", types), ("outs", types)],
        clauses + (" nth(%n)" if scalars else ""), "", scalars))  # fmt: skip
    for n in [1, 129, 900]:
        members = [rng.integers(-3, 3, n).astype(DTYPES[t]) for t in types[:-1]] + [np.arange(n)]
        elements = [element_of(m) for m in members]
        k = n // 2 if op == "topk" else n
        wants, _ = topk.expected(members, key_ranks(elements, orders, members, None, descending), k)
        add(f"{function} n={n}", function, members, wants, more=[n // 2] if scalars else [])  # fmt: skip

for bits, order, descending in [((1, 32), "slt", True), ((3, 20), "ult", False)]:
    for op in ["topk", "nth"]:
        function = f"{op}_bits_{bits[0]}_{bits[1]}"
        scalars = [("%n", "index")] if op == "nth" else []
        suite.function(function, text_of(
            function, op, order + " descending" * descending, [("ins", ["i32", "i64"]), ("outs", ["i32", "i64"])],
            f"bits({bits[0]}, {bits[1]})" + (" nth(%n)" if scalars else ""), "", scalars))  # fmt: skip
        for n in [1, 60, 800]:
            key = rng.integers(-(2**31), 2**31, n).astype(np.int32)
            members = [key, np.arange(n)]
            rank = key_ranks([I32], [order], members, bits, descending)
            if op == "topk":
                for k in {1, n // 2, n}:
                    add(f"{function} n={n} k={k}", function, members, topk.expected(members, rank, k)[0])
                continue

            def check(outputs, rank=rank, nth=n // 2, members=members):
                found = outputs[1]
                if (np.sort(found) != members[1]).any() or (members[0][found] != outputs[0]).any():
                    return "the output is no permutation"
                return topk.misplaced(rank[found], rank, nth)

            add(f"{function} n={n}", function, members, members, more=[n // 2], check=check)

# ---------------------------------------------------------------------------
# Segments by a comparator
# ---------------------------------------------------------------------------

for which in ["low", "two"]:
    for shared in [True, False]:
        function = f"segments_{which}_{shared}"
        borders = [("%p0", "memref<?xi32>"), ("%p1", "memref<?xi32>")][: 2 - shared]
        listed = f"{', '.join(v for v, _ in borders)} : {', '.join(t for _, t in borders)}"
        suite.function(function, text_of(
            function, "sort", "", [("ins", TYPES), ("outs", TYPES)], f"segments({listed})",
            comparator(which, TYPES), borders, times=2, kept=shared))  # fmt: skip
        for what in HARD:
            lengths = [0, 1, 2, 0, 40, 128, 129, 3, 500] if what == "random" else [250, 1, 300]
            cuts = 3 + np.concatenate([[0], np.cumsum(rng.permutation(lengths))])
            n = cuts[-1] + 5
            begins, ends = cuts[:-1], cuts[1:]
            given = [cuts]
            if not shared:
                # Out of order, with gaps, and some that end before they begin.
                some = rng.permutation(len(begins))[: len(begins) * 3 // 4 + 1]
                begins, ends = np.append(begins[some], 9), np.append(ends[some], 2)
                given = [begins, ends]
            members = members_of(what, n)
            parts = between(begins, ends, n)
            wants = sort.expected(members, ranks(which, members), parts.own_begins()[0])
            wants = [np.where(parts.inside()[0], w, UNTOUCHED).astype(w.dtype) for w in wants]
            works = [np.zeros(1 << 18, np.int8)] if shared else []
            add(f"{function} {what}", function, members, wants, works, [g.astype(np.int32) for g in given])
        if shared:
            continue
        members = members_of("random", 0)
        add(f"{function} of none", function, members, members, more=[np.zeros(0, np.int32)] * 2)

# An order that depends on other operands, and on a scalar. The sort does not read the
# operands of a prologue.
READING = """{region} {{
^bb0({arguments}):
{loads}  prim.yield {result}
}}"""
COMPARED = READING.format(
    region=" comparator", arguments="%a: i32, %b: i32", result="%c : i1",
    loads="""  %i = arith.index_cast %a : i32 to index
  %j = arith.index_cast %b : i32 to index
  %u = memref.load %reads0[%i] : memref<?xi32>
  %v = memref.load %reads0[%j] : memref<?xi32>
  %p = arith.xori %u, %s : i32
  %q = arith.xori %v, %s : i32
  %c = arith.cmpi slt, %p, %q : i32
""")  # fmt: skip
MADE = READING.format(
    region=" prologue", arguments="%a: i32", result="%p : i32",
    loads="""  %i = arith.index_cast %a : i32 to index
  %u = memref.load %reads0[%i] : memref<?xi32>
  %p = arith.xori %u, %s : i32
""")  # fmt: skip
SCALAR = [("%s", "i32")]
for op, head, region, clauses in [
    ("topk", "", COMPARED, ""), ("sort", "", COMPARED, "segments(%p0, %p1 : memref<?xi32>, memref<?xi32>)"),
    ("sort", "slt", MADE, ""), ("sort", "", COMPARED, "batches"),
]:  # fmt: skip
    function = f"reads_{op}_{clauses[:8]}_{head}".replace("(", "")
    more = [(f"%p{i}", "memref<?xi32>") for i in range(2 * clauses.startswith("seg"))]
    suite.function(function, text_of(
        function, op, head, [("ins", ["i32"]), ("outs", ["i32"]), ("reads", ["i32"])], clauses,
        region, more + SCALAR))  # fmt: skip
    n = 600
    x, table = rng.permutation(n).astype(np.int32), rng.integers(0, 64, n).astype(np.int32)
    borders = []
    if more:
        # Between segments there are indices without an element.
        borders = [np.int32([10, 255, 9]), np.int32([250, 555, 3])]
        x[:10], x[250:255], x[555:] = 1 << 30, -(1 << 30), 1 << 29
    key = table[np.where(np.abs(x) < n, x, 0)] ^ 21
    parts = between(np.array([10, 255]), np.array([250, 555]), n) if more else None
    begins = parts.own_begins()[0] if more else None
    (want,) = sort.expected([key if head else x], ranks_of(key, "slt"), begins)
    if more:
        want = np.where(parts.inside()[0], want, UNTOUCHED).astype(x.dtype)
    suite.case(function, function, [x, np.full_like(x, UNTOUCHED)[: len(want)], table, *borders, 21],
               same(want), inout=[1])  # fmt: skip

# Comparators that are invalid orders: nothing outside of the outputs is written.
for which in ["true", "circle"]:
    for op in ["topk", "sort"]:
        function = f"no_order_{op}_{which}"
        borders = [("%p0", "memref<?xi32>")] if op == "sort" else []
        suite.function(function, text_of(
            function, op, "", [("ins", ["i32", "i64"]), ("outs", ["i32", "i64"])],
            "segments(%p0 : memref<?xi32>)" if borders else "",
            comparator(which, ["i32", "i64"]), borders))  # fmt: skip
        members = [hard("random", 900), np.arange(900)]
        offsets = np.int32([5, 200, 201, 700])
        outs = [np.full(900, UNTOUCHED, m.dtype) for m in members]

        def check(outputs, members=members, whole=op == "topk"):
            for out, m, before in zip(outputs, members, [UNTOUCHED] * 2):
                if not np.isin(out, np.append(m, before)).all():
                    return "an element that none of the input is"
                if not whole and ((out[:5] != before).any() or (out[700:] != before).any()):
                    return "an element in no segment is written"
            return None

        add(f"{function}", function, members, outs, more=[offsets] if borders else [], check=check)

# An error status before anything is launched: results are unchanged.
SHIFTED = """func.func @{name}(%x: memref<?xi32>, %y: memref<?xi32>, %w: memref<?xi8>, %by: index) {{
  %size = memref.dim %w, %zero : memref<?xi8>
  %left = arith.subi %size, %by : index
  %v = memref.view %w[%by][%left] : memref<?xi8> to memref<?xi8>
  prim.device_{op} ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) workspace(%v : memref<?xi8>){clauses}{tile}{region}
  return
}}
""".replace("  %size", "  %zero = arith.constant 0 : index\n  %size")
for op, clauses, region in [
    ("topk", "", comparator("low", ["i32"])), ("topk slt", "", ""), ("sort slt", " batches", ""),
]:  # fmt: skip
    function = f"{op.replace(' ', '_')}_shifted"
    suite.function(function, SHIFTED.format(name=function, op=op, clauses=clauses, tile=TILE, region=region))
    # One tile, which uses no workspace.
    x = hard("random", 100)
    key = x & 7 if region else x
    for by in [1, 128, 256]:
        suite.case(f"{function} by {by}", function, [x, np.full_like(x, UNTOUCHED), np.zeros(1 << 18, np.int8), by],
                   same(*sort.expected([x], ranks_of(key, "slt"))), outputs=1, inout=[1],
                   error=None if by == 256 else "must be aligned to 256 bytes")  # fmt: skip
    # Sizes in between do not have enough room.
    x = hard("random", 300)
    suite.case(f"{function} of 512 bytes", function,
               [x, np.full_like(x, UNTOUCHED), np.zeros(1 << 18, np.int8), (1 << 18) - 512],
               None, inout=[1], error="workspace is too small")  # fmt: skip

# ---------------------------------------------------------------------------
# More elements than one sort takes (max-sort-items is lowered)
# ---------------------------------------------------------------------------

for number, (types, head, clauses, region, ranks_by) in enumerate([
    (["i32", "i32", "i64"], "slt", "", "", lambda m: ranks_of(m[0], "slt")),
    (["i32", "i32", "i64"], "ult descending", "bits(1, 4)", "",
     lambda m: key_ranks([I32], ["ult"], m, (1, 4), True)),
    (["i32", "i32", "i64"], "slt", "keys(2) may_clobber_input", "",
     lambda m: key_ranks([I32, I32], ["slt", "slt"], m)),
    (TYPES, "", "", comparator("two", TYPES), lambda m: ranks("two", m)),
]):  # fmt: skip
    function = f"batches{number}"
    suite.function(function, text_of(
        function, "sort", head, [("ins", types), ("outs", types)], clauses + " batches", region,
        kept=number == 3))  # fmt: skip
    for what in HARD if number in (0, 3) else ["random"]:
        for n in [0, 1, 500, 1100, 3001] if what == "random" else [1100]:
            members = members_of(what, n, types)
            wants = sort.expected(members, ranks_by(members))
            works = [np.zeros(1 << 18, np.int8)] if number == 3 else []
            add(f"{function} {what} n={n}", function, members, wants, works)
# A size that is statically too large.
suite.function("batches_known", """func.func @batches_known(%x: tensor<3000xi32>) -> tensor<3000xi32> {
  %o = tensor.empty() : tensor<3000xi32>
  %y = prim.device_sort slt ins(%x : tensor<3000xi32>) outs(%o : tensor<3000xi32>)""" + TILE + """
      -> tensor<3000xi32>
  return %y : tensor<3000xi32>
}
""")
x = hard("random", 3000)
suite.case("batches of a known size", "batches_known", [x], same(np.sort(x)))

# ---------------------------------------------------------------------------
# Prologues
# ---------------------------------------------------------------------------

PLACES = """ prologue {
^bb0(%e: i16, %at: index):
  %w = arith.extsi %e : i16 to i32
  %s = arith.muli %w, %w : i32
  prim.yield %s, %at : i32, index
}"""
for name, head, clauses, rank in [
    ("whole", "slt", "", 1), ("rows", "slt", "dimension(1)", 2), ("two", "slt", "keys(2)", 1),
    ("batches", "slt descending", "batches", 1),
]:  # fmt: skip
    function = f"prologue_{name}"
    suite.function(function, text_of(
        function, "sort", head, [("ins", ["i16"]), ("outs", ["i32", "index"])], clauses, PLACES, rank=rank))  # fmt: skip
    for n in [0, 1, 128, 900]:
        shape = (n,) if rank == 1 else (2, n)
        e = rng.integers(-20, 20, shape).astype(np.int16)
        key = e.astype(np.int32) ** 2
        at = np.broadcast_to(np.arange(n), shape)
        wants = sort.expected([key, at], ranks_of(key, "slt", "descending" in head))
        add(f"{function} n={n}", function, [e], wants)

suite.run()
