# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sorts that may clobber their inputs: the passes alternate between inputs and outputs,
so the workspace holds only the tiles' state and no third buffer."""

import numpy as np

from ops import sort
from ops.orders import key_ranks, ranks_of
from primtest.comparing import same
from primtest.elements import DTYPES, element_of
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(9)
TILE = " tuning<block_size = 64, items_per_thread = 8>"
ITEMS = 512
CLOBBERS = " may_clobber_input"

LESS = """ comparator {{
  ^bb0(%a: {ty}, %av: i32, %b: {ty}, %bv: i32):
    %first = arith.{compare}, %a, %b : {ty}
    prim.yield %first : i1
  }}"""


def program(name, ty, order, clauses, region, shape="?", head=TILE):
    """Sorts pairs, and returns the workspace sizes with the clause and without it."""
    keys, values = f"memref<{shape}x{ty}>", f"memref<{shape}xi32>"
    op = f"prim.device_sort {order} ins(%k, %v : {keys}, {values}) outs(%o, %p : {keys}, {values}){clauses}{head}"
    suite.function(name, f"""func.func @{name}(%k: {keys}, %v: {values}, %o: {keys}, %p: {values}, %bytes: memref<2xindex>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %with = prim.workspace_size {{
    {op}{CLOBBERS}{region}
  }} : index
  %without = prim.workspace_size {{
    {op}{region}
  }} : index
  prim.device_map outs(%bytes : memref<2xindex>) map {{
  ^bb0(%i: index):
    %first = arith.cmpi eq, %i, %c0 : index
    %b = arith.select %first, %with, %without : index
    prim.yield %b : index
  }}
  {op}{CLOBBERS}{region}
  return
}}
""")  # fmt: skip


def check(keys, values, has_buffer, states):
    """Checks the sorted values, and that a workspace without the clause has one more
    buffer."""
    sorted_ = same(keys, values)

    def result(outputs):
        wrong = sorted_(outputs[:2])
        if wrong:
            return wrong
        clobbers, keeps = (int(b) for b in outputs[2])
        items = keys.nbytes + values.nbytes
        if clobbers > states:
            return f"the workspace has {clobbers} bytes, and what tiles tell each other takes {states}"
        if has_buffer and keeps < items:
            return f"the workspace of one that keeps its input has {keeps} bytes for {items} of items"
        return None

    return result


def run(name, function, k, v, rank, axis=-1, states=0):
    # One digit takes one pass, from inputs to outputs.
    rows = [np.moveaxis(m, axis, -1) for m in (k, v, rank)]
    keys, values = (np.moveaxis(w, -1, axis) for w in sort.expected(rows[:2], rows[2]))
    blank = [np.zeros_like(k), np.zeros_like(v), np.zeros(2, np.int64)]
    suite.case(name, function, [k, v, *blank], check(keys, values, k.shape[axis] > ITEMS and k.itemsize > 1, states), outputs=3, inout=[2, 3, 4])


# One digit, two, four and eight. The state is that of a look-back with a chain for each
# value of a digit, and a histogram for each digit.
for ty, clauses in [("i8", ""), ("i16", ""), ("i32", ""), ("i64", ""), ("f32", ""), ("i32", " bits(3, 20)")]:
    name = f"{ty}{'_bits' * bool(clauses)}"
    order = "total" if ty.startswith("f") else "slt"
    program(name, ty, order, clauses, "")
    for n in [100, 3 * ITEMS, 20 * ITEMS - 7]:
        k = rng.integers(-99, 99, n).astype(DTYPES[ty])
        if clauses:
            k = rng.integers(0, 2**31, n).astype(np.int32)
        rank = key_ranks([element_of(k)], [order], [k], (3, 20) if clauses else None)
        words = (n // ITEMS + 2) * 256 + 9 * 256
        run(f"{name} n={n}", name, k, rng.integers(0, 99, n).astype(np.int32), rank, states=4 * words + 4096)
program("less", "f64", "", "", LESS.format(ty="f64", compare="cmpf olt"))
for n in [100, 3 * ITEMS, 20 * ITEMS - 7]:
    k = rng.integers(-99, 99, n).astype(np.float64)
    run(f"less n={n}", "less", k, np.arange(n, dtype=np.int32), ranks_of(k, "total"))
program("rows", "i32", "ult", " dimension(1)", "", shape="?x?")
program("columns_less", "i32", "", " dimension(0)", LESS.format(ty="i32", compare="cmpi ult"), shape="?x?")
k = rng.integers(0, 999, (3, 4 * ITEMS + 1)).astype(np.int32)
v = rng.integers(0, 999, k.shape).astype(np.int32)
run("rows", "rows", k, v, ranks_of(k, "ult"), axis=1, states=3 * 4 * (7 + 9) * 256 + 4096)
k, v = np.ascontiguousarray(k.T), np.ascontiguousarray(v.T)
run("columns by a comparator", "columns_less", k, v, ranks_of(k, "ult"), axis=0)

suite.run()
