# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_merge: its text, functions around it, and its results."""

import numpy as np

from ops import sort
from primtest.mlir import empty, listed, tensor, tuning


def op_text(order, descending, ins, others, outs, workspace="", discards="", wide=False, end="", regions=""):
    """Operands and clauses as in select.op_text(). `order` is empty if the regions
    include a comparator."""
    text = "prim.device_merge" + (f" {order}" if order else "") + " descending" * descending
    text += listed("ins", ins) + listed("with", others) + listed("outs", outs)
    return text + workspace + discards + " wide" * wide + end + regions


def function(name, types, order, descending=False, sizes=(None, None), tile=None):
    """A merge by the first operand, or by a comparator region. The parameters are the
    operands of one range, then those of the other."""
    groups = [[f"%{letter}{i}" for i in range(len(types))] for letter in "ab"]
    lists = [[tensor(n, t) for t in types] for n in sizes]
    parameters = [
        f"{v}: {tensor(n, t)}" for g, n in zip(groups, sizes) for v, t in zip(g, types)
    ]
    total = None if None in sizes else sum(sizes)
    body = "  %c0 = arith.constant 0 : index\n"
    for group, n in zip(groups, sizes):
        value = group[0]
        body += f"  %n{value[1]} = tensor.dim {value}, %c0 : {tensor(n, types[0])}\n"
    body += "  %n = arith.addi %na, %nb : index\n"
    outs = [(f"%o{i}", tensor(total, t)) for i, t in enumerate(types)]
    body += "".join(empty(name, total, t) for (name, _), t in zip(outs, types))
    results = ", ".join(ty for _, ty in outs)
    values = ", ".join(f"%r{i}" for i in range(len(types)))
    region = order if order.startswith("comparator") else ""
    op = op_text(
        "" if region else order, descending, list(zip(groups[0], lists[0])), list(zip(groups[1], lists[1])),
        outs, end=tuning(tile), regions=f" {region}" if region else "")  # fmt: skip
    body += f"  {values} = {op} -> {results}\n  return {values} : {results}\n"
    return f"func.func @{name}({', '.join(parameters)}) -> ({results}) {{\n{body}}}\n"


def expected(firsts, seconds, rank):
    """The merged members of two sorted ranges, `firsts` and `seconds`, whose joint
    ranks are `rank`. Equal items of the first range come first."""
    return sort.expected([np.concatenate(pair, -1) for pair in zip(firsts, seconds)], rank)
