# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_rows: its text, and rows in order of memory."""

import numpy as np

from primtest.mlir import listed


def op_text(
    ins, outs, row_ins=(), column_ins=(), workspace="", discards="", reads=(), dimension=None, end="", region="",
    segments=(), of_segments=(),
):  # fmt: skip
    """Operands and clauses as in map.op_text(); `region` has braces. `of_segments` are
    the numbers of outputs with an element for each segment."""
    text = "prim.device_rows" + listed("ins", ins) + listed("row_ins", row_ins) + listed("column_ins", column_ins)
    text += listed("outs", outs) + workspace + discards + listed("reads", reads)
    text += "" if dimension is None else f" dimension({dimension})"
    text += listed("segments", segments)
    if of_segments:
        text += f" of_segments({', '.join(map(str, of_segments))})"
    return text + end + " row " + region


def as_rows(array, axis):
    """An array of rank 2 with a row for each set of the other indices."""
    moved = np.moveaxis(array, axis, -1)
    return moved.reshape(-1, array.shape[axis])


def from_rows(rows, shape, axis):
    """The inverse of as_rows(), or with a value for each row an array of one dimension
    less."""
    others = [size for number, size in enumerate(shape) if number != axis % len(shape)]
    if rows.ndim == 1:
        return rows.reshape(others)
    return np.ascontiguousarray(np.moveaxis(rows.reshape([*others, shape[axis]]), -1, axis))
