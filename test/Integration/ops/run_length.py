# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_run_length: its text, functions around it, and the runs that it finds."""

import numpy as np

from primtest.mlir import called, listed, tuning


def op_text(nontrivial, ins, outs, workspace="", discards="", end="", regions=""):
    """Operands and clauses as in select.op_text()."""
    text = "prim.device_run_length" + " nontrivial" * nontrivial
    return text + listed("ins", ins) + listed("outs", outs) + workspace + discards + end + regions


def function(name, types, nontrivial, firsts=None, lengths="i32", count="i32", tile=None, tail="",
             reads=None, tensors=False, size="?", workspace=False):  # fmt: skip
    """A function of the lengths of runs, or of runs of several elements. `firsts` are
    the types of the outputs beside the length, by default the members or an index.
    Operands are parameters as for select.function(); `tail` has further clauses."""
    shaped = "tensor" if tensors else "memref"
    firsts = firsts or (["index"] if nontrivial else types)
    ins = [(f"%x{i}", f"{shaped}<?x{t}>") for i, t in enumerate(types)]
    outs = [(f"%o{i}", f"{shaped}<{size}x{t}>") for i, t in enumerate([*firsts, lengths])]
    outs.append(("%n", f"{shaped}<{count}>"))
    work = [("%w", "memref<?xi8>")] if workspace else []
    op = op_text(
        nontrivial, ins, outs, listed("workspace", work) + " initialized" * workspace,
        end=tuning(tile) + tail)  # fmt: skip
    return called(name, ins + ([("%t", reads)] if reads else []), outs, op, tensors, work)


def expected(heads, nontrivial=False):
    """The begins and lengths of runs, whose first elements are `heads`."""
    begins = np.flatnonzero(heads)
    lengths = np.diff(np.append(begins, len(heads)))
    is_found = lengths > 1 if nontrivial else np.ones(lengths.shape, bool)
    return begins[is_found], lengths[is_found]
