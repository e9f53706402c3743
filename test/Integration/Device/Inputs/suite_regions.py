# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Regions that do not terminate on values other than elements.

An element is the range of its own position, and a combiner joins two adjacent ranges.
For padding, an element twice, or two folds in the wrong order, it loops forever, which
the emulator reports. Prologues loop on an index that no element has, and comparators on
a key that was not in the input."""

import itertools

import numpy as np

from endless import RANGE, RANGE_OR_EMPTY, unless
from primtest.launches import block_kernel
from primtest.suite import Suite

suite = Suite()

TILE = "tuning<block_size = 64, items_per_thread = 2>"
SIZES = [1, 5, 127, 128, 129, 1000]
# The values at places without an element; they are adjacent to nothing.
NOTHING = -100

# For combiners that commute: a sum, three times the sum, and the number of terms. The
# identity is three zeros.
SUM = (
    """combiner commutative {
  ^bb0(%a0: i32, %a1: i32, %a2: i32, %b0: i32, %b1: i32, %b2: i32):
    %three = arith.constant 3 : i32
    %ta = arith.muli %a0, %three : i32
    %tb = arith.muli %b0, %three : i32
    %bad_a = arith.cmpi ne, %ta, %a1 : i32
    %bad_b = arith.cmpi ne, %tb, %b1 : i32
    %bad = arith.ori %bad_a, %bad_b : i1
"""
    + unless("bad", "a", "a0")
    + """    %s0 = arith.addi %a, %b0 : i32
    %s1 = arith.addi %a1, %b1 : i32
    %s2 = arith.addi %a2, %b2 : i32
    prim.yield %s0, %s1, %s2 : i32, i32, i32
  }"""
)


def check(*wants):
    """A check of pairs of values and the places where they are defined."""

    def compare(outputs):
        for number, (got, (want, where)) in enumerate(zip(outputs, wants, strict=True)):
            want = np.broadcast_to(want, np.shape(got))
            wrong = np.atleast_1d((got != want) & where)
            if wrong.any():
                at = int(np.argmax(wrong))
                return (
                    f"output {number}[{at}]: got {np.atleast_1d(got)[at]}, "
                    f"want {np.atleast_1d(want)[at]}"
                )
        return None

    return compare


def everywhere(*wants):
    return check(*((want, True) for want in wants))


# ---------------------------------------------------------------------------
# Device
# ---------------------------------------------------------------------------

# An element is its index plus ten; captures the size. The accumulator consists of
# `arity` copies of the index.
PROLOGUE = (
    """prologue {
  ^bb0(%e: i32, %index: index):
    %at = arith.index_cast %index : index to i32
    %ten = arith.constant 10 : i32
    %zero = arith.constant 0 : i32
    %count = arith.index_cast %n : index to i32
    %less = arith.subi %e, %ten : i32
    %other = arith.cmpi ne, %less, %at : i32
    %outside = arith.cmpi uge, %at, %count : i32
    %wrong = arith.ori %other, %outside : i1
"""
    + unless("wrong", "p", "at")
    + """    prim.yield YIELDS
  }"""
)

# A prefix is a range of indices.
EPILOGUE = (
    """epilogue {
  ^bb0(%lo: i32, %hi: i32):
    %size = arith.index_cast %n : index to i32
    %backwards = arith.cmpi sgt, %lo, %hi : i32
    %beyond = arith.cmpi sge, %lo, %size : i32
    %wrong = arith.ori %backwards, %beyond : i1
"""
    + unless("wrong", "l", "lo")
    + """    prim.yield %l, %hi : i32, i32
  }"""
)


def prologue(arity):
    values = ", ".join(["%p"] * arity)
    return PROLOGUE.replace("YIELDS", f"{values} : {', '.join(['i32'] * arity)}")


def function(name, op, outs, clauses, combiner, n=None, init=(), lines=""):
    """A device op on one buffer of i32. `outs` are "n" for a buffer of the input's
    size, or "1"."""
    x = f"tensor<{n or '?'}xi32>"
    types = [x if size == "n" else "tensor<i32>" for size in outs]
    parameters = [f"%x: {x}"] + [f"%init{i}: i32" for i in range(len(init))]
    text = f"func.func @{name}({', '.join(parameters)}) -> ({', '.join(types)}) {{\n"
    text += "  %true = arith.constant true\n  %c0 = arith.constant 0 : index\n"
    text += f"  %n = tensor.dim %x, %c0 : {x}\n{lines}"
    for i, (size, ty) in enumerate(zip(outs, types)):
        sizes = "%n" if size == "n" and not n else ""
        text += f"  %o{i} = tensor.empty({sizes}) : {ty}\n"
    values = ", ".join(f"%o{i}" for i in range(len(outs)))
    if init:
        names = ", ".join(f"%init{i}" for i in range(len(init)))
        clauses = f"init({names} : {', '.join(['i32'] * len(init))}) {clauses}"
    text += (
        f"  %r:{len(outs)} = prim.{op} ins(%x : {x}) outs({values} : "
        f"{', '.join(types)}) {clauses} {combiner} -> {', '.join(types)}\n"
    )
    results = ", ".join(f"%r#{i}" for i in range(len(outs)))
    suite.function(name, f"{text}  return {results} : {', '.join(types)}\n}}\n")


for reverse, mode in itertools.product([False, True], ["inclusive", "both"]):
    count = 2 if mode == "inclusive" else 4
    word = f"{mode}{'_reverse' * reverse}"
    # Only inclusive prefixes need no initial value.
    if mode == "inclusive":
        function(
            f"regions_scan_{word}",
            f"device_scan {mode}",
            "nn",
            f"{'reverse' * reverse} {TILE} {prologue(2)}",
            f"{RANGE} {EPILOGUE}",
        )
    # The size must be known for a total of a region without identity.
    for n in SIZES:
        at = np.arange(n)
        x = (at + 10).astype(np.int32)
        if mode == "inclusive":
            want = [at, np.full(n, n - 1)] if reverse else [np.zeros(n), at]
            suite.case(
                f"regions_scan_{word} n={n}",
                f"regions_scan_{word}",
                [x],
                everywhere(*want),
                outputs=2,
            )
        name = f"regions_scan_{word}_init_total_{n}"
        init = [n, n + 5] if reverse else [-5, -1]
        function(
            name,
            f"device_scan {mode}",
            "n" * count + "11",
            f"total {'reverse' * reverse} {TILE} {prologue(2)}",
            RANGE,
            n=n,
            init=init,
        )
        if reverse:
            wants = [at, np.full(n, n + 5), at + 1, np.full(n, n + 5)]
        else:
            wants = [np.full(n, -5), at, np.full(n, -5), at - 1]
        suite.case(
            name,
            name,
            [x, *init],
            everywhere(*wants[:count], 0, n - 1),
            outputs=count + 2,
        )

EMPTY = "  %e0 = arith.constant 0 : i32\n  %e1 = arith.constant -1 : i32\n"
IDENTITY = "identity(%e0, %e1 : i32, i32)"
for reverse in [False, True]:
    name = f"regions_scan_identity{'_reverse' * reverse}"
    function(
        name,
        "device_scan both",
        "nnnn11",
        f"{IDENTITY} total {'reverse' * reverse} {TILE} {prologue(2)}",
        RANGE_OR_EMPTY,
        lines=EMPTY,
    )
    for n in [0, *SIZES]:
        at = np.arange(n)
        if reverse:
            wants = [at, np.full(n, n - 1), at + 1, np.full(n, n - 1)]
            first = n - 1
        else:
            wants = [np.zeros(n), at, np.zeros(n), at - 1]
            first = 0
        if n:
            wants[2][first], wants[3][first] = 0, -1
        suite.case(
            f"{name} n={n}",
            name,
            [(at + 10).astype(np.int32)],
            everywhere(*wants, 0, n - 1),
            outputs=6,
        )

for name, clauses, combiner, lines in [
    ("regions_reduce_init", "", RANGE, ""),
    ("regions_reduce_identity", IDENTITY, RANGE_OR_EMPTY, EMPTY),
]:
    init = [-5, -1] if "init" in name else []
    function(
        name,
        "device_reduce",
        "11",
        f"{clauses} {TILE} {prologue(2)}",
        combiner,
        init=init,
        lines=lines,
    )
    for n in [0, *SIZES]:
        suite.case(
            f"{name} n={n}",
            name,
            [np.arange(10, n + 10, dtype=np.int32), *init],
            everywhere(-5 if init else 0, n - 1),
            outputs=2,
        )

function(
    "regions_reduce_sum",
    "device_reduce",
    "111",
    f"identity(%e0, %e0, %e0 : i32, i32, i32) {TILE} "
    + prologue(3)
    .replace("prim.yield %p, %p, %p", "prim.yield %s0, %s1, %s2")
    .replace(
        "    prim.yield",
        "    %s2 = arith.constant 1 : i32\n    %three = arith.constant 3 : i32\n"
        "    %s0 = arith.addi %p, %s2 : i32\n"
        "    %s1 = arith.muli %s0, %three : i32\n    prim.yield",
    ),
    SUM,
    lines=EMPTY,
)
for n in [0, *SIZES]:
    fold = n * (n + 1) // 2
    suite.case(
        f"regions_reduce_sum n={n}",
        "regions_reduce_sum",
        [np.arange(10, n + 10, dtype=np.int32)],
        everywhere(fold, 3 * fold, n),
        outputs=3,
    )

# A built-in kind after a prologue.
for op, outs in [
    ("device_reduce maxsi", "1"),
    ("device_scan inclusive maxsi", "n"),
    ("device_scan inclusive maxsi reverse", "n"),
]:
    name = f"regions_{'_'.join(op.split())}"
    op, reverse = op.removesuffix(" reverse"), "reverse" in op
    function(name, op, outs, f"{'reverse' * reverse} {TILE} {prologue(1)}", "")
    for n in SIZES:
        at = np.arange(n)
        want = at if "inclusive" in op and not reverse else n - 1
        suite.case(f"{name} n={n}", name, [(at + 10).astype(np.int32)], everywhere(want))


# ---------------------------------------------------------------------------
# Block and warp
# ---------------------------------------------------------------------------


def add_kernel(name, threads, items, values, lines, outputs, scalars=(), types=2):
    """`values` are per thread and item. `outputs` are triples of an SSA name, its
    expected value, and the place where it is defined. Without a place it is a value of
    thread 0."""
    ty = "i32"
    stored = [
        (value, ty, "first" if where is None else "items") for value, _, where in outputs
    ]
    text = block_kernel(
        name,
        [ty] * types,
        threads,
        items,
        lines,
        stored,
        [(f"s{i}", ty) for i in range(len(scalars))],
    )
    suite.function(name, text)
    buffers = [
        np.zeros(1 if where is None else threads * items, np.int32)
        for _, _, where in outputs
    ]
    suite.case(
        f"{name} {' '.join(map(str, scalars))}",
        name,
        [*[values.astype(np.int32)] * types, *buffers, *scalars],
        check(*((want, True if where is None else where) for _, want, where in outputs)),
        outputs=len(outputs),
        inout=range(types, types + len(outputs)),
    )


def items_type(items, arity=2):
    ty = "i32" if items == 1 else f"vector<{items}xi32>"
    return ", ".join([ty] * arity)


INIT = "    %i0 = arith.constant {} : i32\n    %i1 = arith.constant {} : i32\n"

for (threads, items), reverse in itertools.product(
    [(64, 1), (64, 3), (100, 2), (256, 1), (256, 3)], [False, True]
):
    n = threads * items
    at = np.arange(n)
    tail = f"{threads}x{items}{'_reverse' * reverse}"
    ty = items_type(items)
    flag = "reverse" if reverse else ""
    # The init of a reverse scan comes after the last item, so it depends on the count;
    # it is passed as scalars.
    lines = (
        f"    %r:6 = prim.block_scan both %v0, %v1 init(%s1, %s2) valid(%s0) total {flag} {RANGE} : {ty}\n"
        f"    %i:2 = prim.block_scan inclusive %v0, %v1 valid(%s0) {flag} {RANGE} : {ty}\n"
        f"    %t:2 = prim.block_reduce %v0, %v1 valid(%s0) {RANGE} : {ty}\n"
    )
    for count in sorted({1, 2, n // 3, 64 * items, 64 * items + 1, n - 1, n}):
        if count > n:
            continue
        init = [count, count + 5] if reverse else [-5, -1]
        inside = at < count
        last = np.full(n, count - 1)
        if reverse:
            inclusive = [at, last]
            exclusive = [at + 1, np.full(n, count + 5)]
        else:
            inclusive = [np.zeros(n), at]
            exclusive = [np.full(n, -5), at - 1]
        wants = [*inclusive, *exclusive]
        outputs = [(f"%r#{i}", want, inside) for i, want in enumerate(wants)]
        outputs += [("%r#4", 0, None), ("%r#5", count - 1, None)]
        outputs += [(f"%i#{i}", want, inside) for i, want in enumerate(inclusive)]
        outputs += [("%t#0", 0, None), ("%t#1", count - 1, None)]
        add_kernel(
            f"regions_block_valid_{tail}",
            threads,
            items,
            np.where(inside, at, NOTHING),
            lines,
            outputs,
            [count, *init],
        )
    # All items, after a prefix region that uses their fold.
    if not reverse:
        add_kernel(
            f"regions_block_prefix_{tail}",
            threads,
            items,
            at,
            f"""    %r:4 = prim.block_scan both %v0, %v1 {RANGE} prefix {{
    ^bb0(%lo: i32, %hi: i32):
      %five = arith.constant 5 : i32
      %one = arith.constant 1 : i32
      %p0 = arith.subi %lo, %five : i32
      %p1 = arith.subi %lo, %one : i32
      prim.yield %p0, %p1 : i32, i32
    }} : {ty}
""",
            [
                ("%r#0", np.full(n, -5), True),
                ("%r#1", at, True),
                ("%r#2", np.full(n, -5), True),
                ("%r#3", at - 1, True),
            ],
        )

# Logical warps: whole ones, a partial one at the end of the block, and a width that is
# not a power of two. `full` is the result of a warp; an element is its place in its
# warp.
for (threads, width), items, reverse, count in itertools.product(
    [(32, 32), (32, 16), (20, 32), (20, 16), (20, 5)],
    [1, 3],
    [False, True],
    [None, 1, 3, 11, 16],
):
    lane = np.repeat(np.arange(threads) % width, items)
    at = np.arange(threads * items) % (width * items)
    warp = np.arange(threads * items) // (width * items)
    exist = np.minimum(width, threads - warp * width)
    lanes = exist if count is None else np.minimum(exist, count)
    inside = lane < lanes
    end = lanes * items
    valid = "" if count is None else "valid(%s0)"
    flag = "reverse" if reverse else ""
    ty = items_type(items)
    if reverse:
        inclusive, exclusive = [at, end - 1], [at + 1, end - 1]
        has_before = inside & (at != end - 1)
    else:
        inclusive, exclusive = [0 * at, at], [0 * at, at - 1]
        has_before = inside & (at != 0)
    lines = (
        f"    %r:6 = prim.warp_scan both %v0, %v1 {valid} total {flag} width({width}) {RANGE} : {ty}\n"
        f"    %t:2 = prim.warp_reduce %v0, %v1 {valid} all width({width}) {RANGE} : {ty}\n"
        + INIT.format(-5, -1)
    )
    outputs = [(f"%r#{i}", want, inside) for i, want in enumerate(inclusive)]
    outputs += [(f"%r#{i + 2}", want, has_before) for i, want in enumerate(exclusive)]
    outputs += [("%r#4", 0, None), ("%r#5", end[0] - 1, None)]
    outputs += [("%t#0", 0, None), ("%t#1", end[0] - 1, None)]
    if not reverse:
        lines += f"    %x:2 = prim.warp_scan exclusive %v0, %v1 init(%i0, %i1) {valid} width({width}) {RANGE} : {ty}\n"
        outputs += [("%x#0", np.full(at.shape, -5), inside), ("%x#1", at - 1, inside)]
    if items == 1:
        # Segments of three lanes.
        lines += f"""    %c3 = arith.constant 3 : i32
    %rem = arith.remui %v0, %c3 : i32
    %c0 = arith.constant 0 : i32
    %head = arith.cmpi eq, %rem, %c0 : i32
    %h:2 = prim.warp_scan inclusive %v0, %v1 head(%head) {valid} {flag} width({width}) {RANGE} : {ty}
    %g:2 = prim.warp_reduce %v0, %v1 head(%head) {valid} width({width}) {RANGE} : {ty}
"""
        first = at - at % 3
        last = np.minimum(first + 2, end - 1)
        heads = [at, last] if reverse else [first, at]
        outputs += [(f"%h#{i}", want, inside) for i, want in enumerate(heads)]
        outputs += [
            ("%g#0", first, inside & (at == first)),
            ("%g#1", last, inside & (at == first)),
        ]
    add_kernel(
        f"regions_warp_{threads}_{width}x{items}{'_reverse' * reverse}{'_valid' * (count is not None)}",
        threads,
        items,
        np.where(inside, at, NOTHING),
        lines,
        outputs,
        [] if count is None else [count],
    )

# Sorts whose comparator loops on values that are not keys.
COMPARATOR = (
    """comparator {
  ^bb0(%a: i32, %b: i32):
    %one = arith.constant 1 : i32
    %least = arith.minsi %a, %b : i32
    %bad = arith.cmpi slt, %least, %one : i32
"""
    + unless("bad", "x", "a")
    + """    %first = arith.cmpi slt, %x, %b : i32
    prim.yield %first : i1
  }"""
)
rng = np.random.default_rng(8)
for threads, items, stable, count in itertools.product(
    [32, 20], [1, 3], [False, True], [None, 0, 1, 17, 10**6]
):
    n = threads * items
    inside = np.arange(n) < (n if count is None else count)
    keys = np.where(inside, rng.integers(1, 50, n), NOTHING)
    clauses = "" if count is None else "valid(%s0)"
    add_kernel(
        f"regions_warp_sort_{threads}x{items}{'_stable' * stable}{'_valid' * (count is not None)}",
        threads,
        items,
        keys,
        f"    %r = prim.warp_sort %v0 {clauses} {'stable' * stable} width(32) "
        f"{COMPARATOR} : {items_type(items, 1)}\n",
        [("%r", np.concatenate([np.sort(keys[inside]), keys[~inside]]), inside)],
        [] if count is None else [count],
        types=1,
    )

suite.run()
