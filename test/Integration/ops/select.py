# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_select: its text, functions around it, and the selected elements."""

import numpy as np

from primtest.mlir import called, listed, tuning


def op_text(
    ins, outs, rest=(), reverses=False, workspace="", discards="", flags=(), reads=(), heads=None,
    classes=None, end="", regions="",
):  # fmt: skip
    """Operands are pairs of a name and a type. `workspace`, `discards` and `end` (the
    tuning and the text after it) are clauses; `regions` come after all of them."""
    text = "prim.device_select" + listed("ins", ins) + listed("outs", outs)
    text += listed("rest", rest) + " rest reversed" * reverses + workspace + discards
    text += listed("flags", flags) + listed("reads", reads)
    text += f" heads({heads})" if heads else ""
    text += f" classes({classes})" if classes else ""
    return text + end + regions


def function(
    name, types, outs=None, flags=None, heads=None, equal="", where="", classes=None,
    rest=None, prologue="", reads=None, count="i32", tile=None, tensors=False, sizes=None,
    workspace=False, layout="",
):  # fmt: skip
    """A function of one select, of items of the types `outs` (`types` are those of
    `ins`, if no prologue computes others). `where`, `equal` and `prologue` are regions
    with their keywords, `flags` is an element type, `rest` is None, "own" or
    "reversed". On memrefs all operands are parameters: ins, flags, the read buffer (of
    type `reads`), then outs, counts, rest, and the workspace, an initialized one. On
    tensors the outputs are made with `sizes`, of outs and of rest."""
    outs = outs or types
    counted = (classes or 2) - 1
    shaped = "tensor" if tensors else "memref"

    def buffer(ty, size="?"):
        return f"{shaped}<{size}x{ty}{layout}>"

    ins = [(f"%x{i}", buffer(t)) for i, t in enumerate(types)]
    given = [("%f", buffer(flags))] if flags else []
    read = [("%t", reads)] if reads else []
    kept = [
        (f"%o{c}_{i}", buffer(t, sizes[0] if sizes else "?"))
        for c in range(counted)
        for i, t in enumerate(outs)
    ]
    counts = [(f"%n{c}", f"{shaped}<{count}>") for c in range(counted)]
    left = [
        (f"%r{i}", buffer(t, sizes[-1] if sizes else "?"))
        for i, t in enumerate(outs)
        if rest == "own"
    ]
    work = [("%w", "memref<?xi8>")] if workspace else []
    op = op_text(
        ins, kept + counts, left, rest == "reversed", listed("workspace", work) + " initialized" * workspace,
        "", given, read, heads, classes, tuning(tile), f" {prologue} {equal} {where}")  # fmt: skip
    return called(name, ins + given + read, kept + counts + left, op, tensors, work)


def selects_text(element, value):
    """Text that computes %is from a value: whether it is an even integer, or a float
    below 0."""
    if element.is_float:
        return "%%none = arith.constant 0.0 : %s\n%%is = arith.cmpf olt, %s, %%none : %s\n" % (
            element.name, value, element.name)  # fmt: skip
    return """%%unit = arith.constant 1 : %(t)s
%%none = arith.constant 0 : %(t)s
%%bit = arith.andi %(v)s, %%unit : %(t)s
%%is = arith.cmpi eq, %%bit, %%none : %(t)s
""" % {"t": element.name, "v": value}


def selects(element, raw):
    """Mask of the raw elements that selects_text() selects."""
    if element.is_float:
        with np.errstate(all="ignore"):
            return element.to_wide(raw) < 0
    return raw & 1 == 0


def place(out, kept, left=None):
    """Writes as many of the selected elements into a buffer as it holds and, if given,
    `left` from its end, last first. Returns the mask of the written elements."""
    room = len(out)
    out[: len(kept)] = kept[:room]
    if left is None:
        return np.arange(room) < len(kept)
    out[room - len(left) :] = left[::-1]
    return np.ones(room, bool)


def expected(members, classes, counted=1):
    """For arrays `members`, whose elements have these classes: the selected elements of
    each member in each of the counted classes, their number, and the remaining
    elements."""
    kept = [[member[classes == c] for member in members] for c in range(counted)]
    is_left = (classes < 0) | (classes >= counted)
    counts = [int(np.count_nonzero(classes == c)) for c in range(counted)]
    return kept, counts, [member[is_left] for member in members]
