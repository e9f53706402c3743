# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_scan: its text, functions around it, and its results."""

import functools

import numpy as np

from ops import fold_text, reduce, segments
from primtest import combiners, folds
from primtest.elements import element_of
from primtest.mlir import empty, listed, size_of, tensor


def op_text(mode, kind, ins, outs, clauses=""):
    """Operands are pairs of a name and a type. `kind` is empty if the clauses, the last
    of which are regions, include a combiner."""
    return f"prim.device_scan {mode}" + (f" {kind}" if kind else "") + listed("ins", ins) + listed("outs", outs) + clauses


def function(
    name,
    types,
    combiner,
    mode="inclusive",
    n=None,
    init=False,
    total=False,
    reverse=False,
    identity=None,
    tile=None,
    extra="",
    ins=None,
    borders=None,
):
    """A scan of one operand per entry of `types`. `ins` are the types of the inputs if
    `extra` has a prologue that converts them. `combiner` is a kind, or the text of a
    region with its commutative keyword. `init` adds scalars as further parameters, and
    `borders` (see fold_text.function) adds buffers after them."""
    ins = ins or types
    body = size_of(n, ins[0])
    outs = []
    for i, ty in enumerate(types * (2 if mode == "both" else 1)):
        body += empty(f"%o{i}", n, ty)
        outs.append((f"%o{i}", tensor(n, ty)))
    for i, ty in enumerate(types if total else ()):
        body += f"  %t{i} = tensor.empty() : tensor<{ty}>\n"
        outs.append((f"%t{i}", f"tensor<{ty}>"))
    return fold_text.function(
        name, functools.partial(op_text, mode), types, combiner, n, ins, body, outs, init,
        identity, tile, extra, borders, total, reverse,
    )  # fmt: skip


def expected(combiner, mode, start, inclusive, starts, first, reverse):
    """The states of a scan of segments in `mode`: the `inclusive` folds, the folds of
    all elements before each one, or both, starting from `start` if it is given.
    `starts` marks the first elements of segments, whose exclusive prefix is `first`."""

    def from_start(state):
        return folds.after(combiner, start, state, reverse) if start else state

    states = []
    if mode != "exclusive":
        states.append(from_start(inclusive))
    if mode != "inclusive":
        states.append(folds.choose(starts, first, from_start(folds.shifted(inclusive, reverse))))
    return states


def of_arrays(kind, arrays, mode="inclusive", start=None, reverse=False, total=False, parts=None):
    """The results of a scan of `arrays` along their last axis by one of
    primtest.combiners, if no fold rounds. For arrays of rank 1, of the Segments `parts`
    if they are given."""
    combiner = combiners.combiner(element_of(arrays[0]).name, kind)
    state, start = combiner.lift(arrays), reduce.lifted(combiner, start)
    if parts:
        (starts,) = parts.starts(reverse)
        inclusive = segments.scan(combiner, state, starts, reverse)
    else:
        counts = np.ones(arrays[0].shape, bool)
        inclusive, starts = folds.scan(combiner, state, counts, reverse=reverse)
    identity = reduce.lifted(combiner, combiner.identity)
    states = expected(combiner, mode, start, inclusive, starts, start or identity, reverse)
    results = [raw for each in states for raw in combiner.raws(each)]
    return results + (reduce.of_arrays(kind, arrays) if total else [])
