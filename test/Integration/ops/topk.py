# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_topk and prim.device_nth: their text, functions around them, and their
results."""

import numpy as np

from ops.orders import positions, ranks_of
from primtest.comparing import same
from primtest.mlir import called, listed, tuning


def op_text(
    is_nth, order, descending, ins, outs, rest=(), workspace="", discards="", place="%n", keys="",
    unordered=False, dimension=None, end="", regions="",
):  # fmt: skip
    """Operands and clauses as in select.op_text(). `order` is empty if the clauses
    `keys` or a comparator define it. `place` is the operand of an nth."""
    text = "prim.device_" + ("nth" if is_nth else "topk") + (f" {order}" if order else "")
    text += " descending" * descending + listed("ins", ins) + listed("outs", outs)
    text += listed("rest", rest) + workspace + discards + f" nth({place})" * is_nth + keys
    text += " unordered" * unordered
    return text + ("" if dimension is None else f" dimension({dimension})") + end + regions


def function(
    name, op, types, order, descending=False, rank=1, dimension=None, rest=False,
    unordered=False, tile=None, tensors=False, sizes=("?", "?"), workspace="", layout="",
):  # fmt: skip
    """A function of one topk or nth (`op`). On memrefs all operands are parameters:
    ins, outs, rest, the workspace (followed by the words `workspace`), and the place of
    an nth. On tensors they are ins and that place, and outs have `sizes`, of outs and
    of rest."""
    shaped = "tensor" if tensors else "memref"

    def buffer(ty, size="?"):
        shape = ["?"] * rank
        shape[dimension or 0] = str(size)
        return f"{shaped}<{'x'.join(shape)}x{ty}{layout}>"

    is_nth = op == "nth"
    ins = [(f"%x{i}", buffer(t)) for i, t in enumerate(types)]
    outs = [(f"%o{i}", buffer(t, sizes[0])) for i, t in enumerate(types)]
    left = [(f"%r{i}", buffer(t, sizes[1])) for i, t in enumerate(types) if rest]
    work = [("%w", "memref<?xi8>")] if workspace else []
    place = [("%n", "index")] if is_nth else []
    results = outs + left
    op = op_text(
        is_nth, order, descending, ins, outs, left,
        listed("workspace", work) + (f" {workspace}" if workspace.strip() else ""), place="%n",
        dimension=dimension, unordered=unordered, end=tuning(tile))  # fmt: skip
    return called(name, ins + place, results, op, tensors) if tensors else called(
        name, ins, results, op, tensors, work + place)  # fmt: skip


def expected(members, rank, k):
    """The first `k` items of `members`, whose last axis is the items, and the others,
    in order."""
    at = positions(rank)
    return [
        [np.take_along_axis(raw, part, -1) for raw in members] for part in (at[..., :k], at[..., k:])
    ]


def canonical(bits):
    """The items of each row, whose members are in `bits`, sorted by these. Two rows
    with the same items give equal results."""
    at = np.lexsort(bits[::-1], axis=-1)
    return [np.take_along_axis(member, at, -1) for member in bits]


def misplaced(ranks, given, k):
    """The error of an nth that left items of these `ranks` for inputs of ranks `given`,
    or None. Item `k` must be the one of sorted order, and the others must be on their
    sides."""
    if not ranks.size:
        return None
    pivot = np.sort(given, axis=-1)[..., k : k + 1]
    if (ranks[..., k : k + 1] != pivot).any():
        return "element %d is not what sorting would put there" % k
    if (ranks[..., :k] > pivot).any() or (ranks[..., k:] < pivot).any():
        return "elements lie on the wrong side of element %d" % k
    return None


def nth_check(members, nth, axis=0, descending=False):
    """A check of the outputs of an nth of `members`. Where there are several, the last one
    tells elements apart."""
    key = members[0]

    def check(outputs):
        if not key.size:
            return None
        # Items stay together: an index is among the members, or there is only a key.
        if len(members) > 1:
            index = outputs[len(members) - 1]
            if (np.sort(index, axis) != np.sort(members[-1], axis)).any():
                return "the output is no permutation"
            for m, o in zip(members, outputs, strict=False):
                problem = same(np.take_along_axis(m, index, axis))([o])
                if problem:
                    return problem
        rows = [np.moveaxis(x, axis, -1) for x in (key, outputs[0])]
        order = "total" if key.dtype.kind == "f" else "slt"
        given, found = np.split(ranks_of(np.concatenate(rows, -1), order, descending), 2, axis=-1)
        if len(members) == 1 and (np.sort(found, -1) != np.sort(given, -1)).any():
            return "the output is no permutation"
        return misplaced(found, given, nth)

    return check
