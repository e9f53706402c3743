# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_reduce: its text, functions around it, and its results."""

import numpy as np

from ops import fold_text, segments
from primtest import combiners, folds
from primtest.elements import element_of
from primtest.mlir import empty, listed, tensor


def op_text(kind, ins, outs, clauses=""):
    """Operands and clauses as in scan.op_text()."""
    return "prim.device_reduce" + (f" {kind}" if kind else "") + listed("ins", ins) + listed("outs", outs) + clauses


def _segment_outs(types, clause, elements, size, first, capacity):
    """The destinations of a reduction with `borders`, and text that makes them. `first`
    is its first operand and that operand's type."""
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
    """A function as scan.function() makes it. With flags or keys the outputs hold
    `capacity` segments, or as many as there are elements; the last output is their
    number, an i32."""
    ins = ins or types
    if borders:
        outs, body = _segment_outs(types, *borders, ("%x0", tensor(n, ins[0])), capacity)
    else:
        outs = [(f"%o{i}", f"tensor<{ty}>") for i, ty in enumerate(types)]
        body = "".join(f"  {out} = tensor.empty() : {ty}\n" for out, ty in outs)
    return fold_text.function(
        name, op_text, types, combiner, n, ins, body, outs, init,
        identity, tile, extra, borders,
    )  # fmt: skip


def expected(combiner, inclusive, start, nothing):
    """The folds of rows, computed from their `inclusive` prefixes. They start from
    `start` if it is given; rows without elements give `nothing`."""
    if not inclusive[0].shape[-1]:
        return start or nothing
    fold = tuple(part[..., -1:] for part in inclusive)
    return combiner.apply(start, fold) if start else fold


def expected_of_segments(combiner, state, parts, start, nothing):
    """The folds of the Segments `parts` of a state, as many as the data set with the
    most has."""
    fold, some = segments.reduce(combiner, state, parts, start or nothing)
    return folds.choose(some, combiner.apply(start, fold), fold) if start else fold


def lifted(combiner, values):
    """The state of one raw value for each element, or None."""
    if values is None:
        return None
    return combiner.lift([np.array([v], e.raw) for e, v in zip(combiner.elements, values)])


def of_arrays(kind, arrays, start=None, parts=None):
    """The results of a reduction of `arrays` along their last axis by one of
    primtest.combiners, if no fold rounds. For arrays of rank 1, of the Segments `parts`
    if they are given."""
    combiner = combiners.combiner(element_of(arrays[0]).name, kind)
    start, nothing = (lifted(combiner, values) for values in (start, combiner.identity))
    if parts:
        state = combiner.lift([x[None] for x in arrays])
        return [raw[0] for raw in combiner.raws(expected_of_segments(combiner, state, parts, start, nothing))]
    counts = np.ones(arrays[0].shape, bool)
    inclusive, _ = folds.scan(combiner, combiner.lift(arrays), counts)
    results = combiner.raws(expected(combiner, inclusive, start, nothing))
    return [np.broadcast_to(raw, (*counts.shape[:-1], 1))[..., 0] for raw in results]
