# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_sort: its text, functions around it, and its results."""

import numpy as np

from ops.orders import key_clauses, positions
from primtest.mlir import borders_of, dimension_clause, empty, listed, size_of, tensor, tuning


def op_text(order, descending, ins, outs, clauses=""):
    """Operands are pairs of a name and a type. `order` is None or empty if the clauses,
    the last of which are regions, define it."""
    text = "prim.device_sort" + ("" if order is None else f" {order}") + " descending" * descending
    return text + listed("ins", ins) + listed("outs", outs) + clauses


def clauses(keys="", batches=False, clobbers=False, dimensions=None, borders="", end=""):
    """Clauses of a sort. `keys` is the text of orders.key_clauses(), `borders` that of
    the clause that defines segments, and `end` the tuning and the text after it."""
    text = keys + " batches" * batches + " may_clobber_input" * clobbers
    return text + dimension_clause(dimensions) + borders + end


def function(
    name,
    types,
    order,
    descending=False,
    n=None,
    bits=None,
    tile=None,
    clobber=False,
    borders=None,
    keys=None,
):
    """A sort by the first operand, or by `keys` of them. By several keys the first one
    is the most significant. With several orders, it sorts by all keys at once if `keys`
    says so; else by the last key first, because sorts are stable. An order may be the
    text of a comparator region. `borders` (see fold_text.function) are buffers after
    the operands."""
    orders = [order] if isinstance(order, str) else order
    values = [f"%x{i}" for i in range(len(types))]
    parameters = [f"{v}: {tensor(n, t)}" for v, t in zip(values, types)]
    body = size_of(n, types[0])
    own = orders if keys and len(orders) > 1 else None
    words = key_clauses(keys or 1, own, bits and tuple(bits))
    orders = [""] if own else orders
    given, borders = borders_of(*borders) if borders else ([], "")
    parameters += given
    for by in reversed(range(len(orders))):
        # The key comes first.
        turn = [by] + [i for i in range(len(types)) if i != by]
        for i in turn:
            body += empty(f"%o{by}_{i}", n, types[i])
        types_of = [tensor(n, types[i]) for i in turn]
        turned = ", ".join(types_of)
        results = [f"%r{by}_{i}" for i in range(len(types))]
        region = orders[by] if orders[by].startswith("comparator") else ""
        op = op_text(
            None if region else orders[by], descending and not region,
            list(zip([values[i] for i in turn], types_of)),
            list(zip([f"%o{by}_{i}" for i in turn], types_of)),
            clauses(words, clobbers=clobber, borders=borders, end=tuning(tile) + (f" {region}" if region else "")))  # fmt: skip
        body += f"  {', '.join(results[i] for i in turn)} = {op} -> {turned}\n"
        values = results
    results = ", ".join(tensor(n, t) for t in types)
    body += f"  return {', '.join(values)} : {results}\n"
    return f"func.func @{name}({', '.join(parameters)}) -> ({results}) {{\n{body}}}\n"


def expected(members, rank, begins=None):
    """Arrays `members` in the order of the ranks of their items, stably. Items in no
    segment stay where they are. `begins` is as in orders.positions()."""
    at = positions(rank, begins=begins)
    return [np.take_along_axis(raw, at, -1) for raw in members]
