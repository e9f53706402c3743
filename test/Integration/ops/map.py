# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_map: its text, and the neighbours that its region receives."""

import numpy as np

from primtest.mlir import listed


def op_text(
    ins, outs, workspace="", discards="", reads=(), neighbour=None, dimension=None, predicated=False,
    end="", regions="",
):  # fmt: skip
    """Operands and clauses as in select.op_text(). `neighbour` is left or right."""
    text = "prim.device_map" + listed("ins", ins) + listed("outs", outs) + workspace + discards
    text += listed("reads", reads) + (f" neighbour({neighbour})" if neighbour else "")
    text += "" if dimension is None else f" dimension({dimension})"
    return text + " predicated" * predicated + end + regions


def neighbours(arrays, side, axis=-1):
    """The neighbours of elements along an axis, and a mask of elements that have one.
    An element without a neighbour gets its own value."""
    shape = arrays[0].shape
    n = shape[axis]
    at = np.arange(n) + (-1 if side == "left" else 1)
    has = np.expand_dims((at >= 0) & (at < n), [d for d in range(len(shape)) if d != axis % len(shape)])
    at = np.clip(at, 0, max(n - 1, 0))
    return [np.take(raw, at, axis) for raw in arrays], np.broadcast_to(has, shape)
