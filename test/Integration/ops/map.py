# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_map: its text."""

from primtest.mlir import listed


def op_text(
    ins, outs, workspace="", discards="", reads=(), neighbour=None, dimension=None, predicated=False,
    end="", regions="",
):  # fmt: skip
    """Operands and clauses as those of select.op_text(); `neighbour` is left or right."""
    text = "prim.device_map" + listed("ins", ins) + listed("outs", outs) + workspace + discards
    text += listed("reads", reads) + (f" neighbour({neighbour})" if neighbour else "")
    text += "" if dimension is None else f" dimension({dimension})"
    return text + " predicated" * predicated + end + regions
