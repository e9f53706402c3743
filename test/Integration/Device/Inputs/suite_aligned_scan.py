# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scans whose tiles begin at aligned elements, wherever inputs and outputs begin."""

import itertools

import numpy as np

from ops import scan
from primtest.comparing import same
from primtest.elements import DTYPES
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(31)
BLOCK = 64
# Elements of the output around those that are written.
BEHIND = 3


def subview(name, of, before, behind, ty):
    """Leaves out elements on both sides; returns the text and the operand."""
    kind = f"memref<?x{ty}, strided<[1], offset: {before}>>"
    text = f"""  %{name}_all = memref.dim {of}, %c0 : memref<?x{ty}>
  %{name}_out = arith.constant {before + behind} : index
  %{name}_n = arith.subi %{name}_all, %{name}_out : index
  %{name} = memref.subview {of}[{before}] [%{name}_n] [1] : memref<?x{ty}> to {kind}
"""
    return text, (f"%{name}", kind)


def program(name, ty, before, before_out, mode, clauses, total, items):
    """A scan from `before` elements on to a buffer from `before_out` on; in place if that
    is None."""
    ins, x = subview("xs", "%x", before, BEHIND, ty)
    outs, o = ("", x) if before_out is None else subview("os", "%o", before_out, BEHIND, ty)
    results = [o] + ([("%t", f"memref<{ty}>")] if total else [])
    parameters = [("%x", f"memref<?x{ty}>")] + ([] if before_out is None else [("%o", f"memref<?x{ty}>")]) + results[1:]
    clauses += f" tuning<block_size = {BLOCK}, items_per_thread = {items}, algorithm = cooperative>"
    suite.function(name, f"""func.func @{name}({", ".join(f"{n}: {t}" for n, t in parameters)}) {{
  %c0 = arith.constant 0 : index
{ins}{outs}  {scan.op_text(mode, "add", [x], results, clauses)}
  return
}}
""")  # fmt: skip


def run(name, ty, before, before_out, mode, reverse, total, n):
    dtype = DTYPES[ty]
    x = rng.integers(-8, 9, before + n + BEHIND).astype(dtype)
    part = x[before : before + n]
    # Sums of bytes wrap around.
    sums = part[::-1] if reverse else part
    inclusive = np.cumsum(sums, dtype=dtype)
    result = np.concatenate([np.zeros(min(n, 1), dtype), inclusive[:-1]]) if mode == "exclusive" else inclusive
    result = result[::-1] if reverse else result
    o = x if before_out is None else np.full(before_out + n + BEHIND, 77, dtype)
    want = o.copy()
    first = before if before_out is None else before_out
    want[first : first + n] = result
    wants = [want] + ([np.array(part.sum(dtype=dtype))] if total else [])
    arguments = ([o] if before_out is None else [x, o]) + ([np.zeros((), dtype)] if total else [])
    inout = list(range(len(arguments) - len(wants), len(arguments)))
    suite.case(f"{name} n={n}", name, arguments, same(*wants), outputs=len(wants), inout=inout)


# Each place of an input, with outputs that are alike, are not, or are the input.
for ty, items, places in [("i8", 16, range(16)), ("i16", 16, range(8)), ("i32", 8, range(4)), ("f32", 8, [1, 2]),
                          ("i64", 4, range(2)), ("f64", 4, [1])]:  # fmt: skip
    tile = BLOCK * items
    vector = 16 // np.dtype(DTYPES[ty]).itemsize
    for before, alike, reverse in itertools.product(places, [True, False, None], [False, True]):
        if ty in ("i8", "i16") and (before + reverse) % 3 and before != vector - 1:
            continue
        before_out = None if alike is None else before + vector * (before % 2) if alike else (before + 1) % vector
        mode = "exclusive" if before % 2 else "inclusive"
        name = f"{ty}_{before}_{'in_place' if before_out is None else before_out}{'_reverse' * reverse}"
        total = alike is not False
        program(name, ty, before, before_out, mode, " total" * total + " reverse" * reverse, total, items)
        for n in [0, 1, tile - before, tile + 1, 4 * tile - before, 4 * tile - before + 1, 4 * tile, 5 * tile - vector]:
            run(name, ty, before, before_out, mode, reverse, total, max(n, 0))

suite.run()
