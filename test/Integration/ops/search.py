# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_search: its text, functions around it, and its answers."""

import numpy as np

from ops.orders import positions
from primtest.mlir import listed, tuning


def op_text(mode, order, descending, ins, heap, outs, workspace="", reads=(), end="", regions=""):
    """Operands and clauses as in select.op_text(). `order` is empty if the regions
    include a comparator."""
    text = f"prim.device_search {mode}" + (f" {order}" if order else "") + " descending" * descending
    text += listed("ins", ins) + listed("in", heap) + listed("outs", outs)
    return text + workspace + listed("reads", reads) + end + regions


def function(
    name, mode, types, out, order="", descending=False, comparator="", prologue="", ins=None,
    reads=None, tile=None, tensors=False, workspace=False, sizes=("?", "?"),
):  # fmt: skip
    """A function of one search for items of `types` (computed by a prologue from `ins`,
    if given): `sizes`[0] needles in `sizes`[1] sorted items. `order` is a built-in one,
    or `comparator` is a region with its keyword. On memrefs all operands are
    parameters: needles, sorted items, the read buffer (of type `reads`), the output,
    and a workspace, which is optional."""
    shaped = "tensor" if tensors else "memref"
    needles = [(f"%x{i}", f"{shaped}<{sizes[0]}x{t}>") for i, t in enumerate(ins or types)]
    heap = [(f"%s{i}", f"{shaped}<{sizes[1]}x{t}>") for i, t in enumerate(types)]
    read = [("%t", reads)] if reads else []
    outs = [("%o", f"{shaped}<{sizes[0]}x{out}>")]
    work = [("%w", f"{shaped}<?xi8>")] if workspace else []
    parameters = needles + heap + read
    body = ""
    if not tensors:
        parameters = parameters + outs + work
    elif sizes[0] == "?":
        body += (
            "  %c0 = arith.constant 0 : index\n"
            f"  %n = tensor.dim %x0, %c0 : {needles[0][1]}\n"
            f"  %o = tensor.empty(%n) : {outs[0][1]}\n"
        )
    else:
        body += f"  %o = tensor.empty() : {outs[0][1]}\n"
    body += "  " + "%y = " * tensors + op_text(
        mode, order, descending, needles, heap, outs, listed("workspace", work), read, tuning(tile),
        f" {prologue} {comparator}")  # fmt: skip
    of = outs[0][1]
    body += f" -> {of}\n  return %y : {of}\n" if tensors else "\n  return\n"
    parameters = ", ".join(f"{value}: {ty}" for value, ty in parameters)
    return f"func.func @{name}({parameters}){f' -> {of}' if tensors else ''} {{\n{body}}}\n"


def expected(mode, needles, heap):
    """Answers for needles in sorted values, whose order is `<`."""
    lower, upper = (np.searchsorted(heap, needles, side) for side in ("left", "right"))
    return {"lower": lower, "upper": upper, "contains": lower < upper}[mode]


def looked_up(mode, rank, count):
    """The source positions of the sorted items, and the answers. The last axis of the
    joint ranks has the needles and then `count` items."""
    needles, heap = np.split(rank, [rank.shape[-1] - count], axis=-1)
    at = positions(heap)
    heap = np.take_along_axis(heap, at, -1)
    return at, np.stack([expected(mode, *row) for row in zip(needles, heap)])
