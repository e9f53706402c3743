# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_reduce: its text, and functions around it."""

from ops import folds
from primtest.mlir import empty, listed, tensor


def op_text(kind, ins, outs, clauses=""):
    """As scan.op_text()."""
    return "prim.device_reduce" + (f" {kind}" if kind else "") + listed("ins", ins) + listed("outs", outs) + clauses


def _segment_outs(types, clause, elements, size, first, capacity):
    """The destinations of a reduction with `borders`, and text that makes them;
    `first` is its first operand and the type of that."""
    numbered = clause == "segments"
    shared = int(numbered and len(elements) == 1)
    items = (elements if clause == "by_key" else []) + types
    if numbered:
        first = "%border0", tensor(size, elements[0])
        capacity = None if size is None else size - shared
    body = ""
    if capacity is None:
        body += "  %%c0 = arith.constant 0 : index\n  %%all = tensor.dim %s, %%c0 : %s\n" % first
        body += f"  %less = arith.constant {shared} : index\n"
        body += "  %n = arith.subi %all, %less : index\n"
    outs = [(f"%o{i}", tensor(capacity, ty)) for i, ty in enumerate(items)]
    body += "".join(empty(out, capacity, ty) for (out, _), ty in zip(outs, items))
    if not numbered:
        body += "  %count = tensor.empty() : tensor<i32>\n"
        outs.append(("%count", "tensor<i32>"))
    return outs, body


def function(
    name,
    types,
    combiner,
    n=None,
    init=False,
    identity=None,
    tile=None,
    extra="",
    ins=None,
    borders=None,
    capacity=None,
):
    """Like scan.function(). Of flags or keys the outputs hold `capacity` segments, or as many as
    there are elements; the last output is their number, an i32."""
    ins = ins or types
    if borders:
        outs, body = _segment_outs(types, *borders, ("%x0", tensor(n, ins[0])), capacity)
    else:
        outs = [(f"%o{i}", f"tensor<{ty}>") for i, ty in enumerate(types)]
        body = "".join(f"  {out} = tensor.empty() : {ty}\n" for out, ty in outs)
    return folds.function(
        name, op_text, types, combiner, n, ins, body, outs, init,
        identity, "", tile, extra, borders,
    )  # fmt: skip
