# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_scan: its text, and functions around it."""

import functools

from ops import folds
from primtest.mlir import empty, listed, size_of, tensor


def op_text(mode, kind, ins, outs, clauses=""):
    """Operands are pairs of a name and a type; `kind` is empty where the clauses, whose
    last are regions, have a combiner."""
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
    """A scan of one operand per entry of `types`; `ins` are the types of the
    inputs, where `extra` has a prologue that converts them. `combiner` is a kind or the text
    of a region with its commutative keyword; `init` takes scalars as further
    parameters, and `borders` (see folds.function) buffers behind them."""
    ins = ins or types
    body = size_of(n, ins[0])
    outs = []
    for i, ty in enumerate(types * (2 if mode == "both" else 1)):
        body += empty(f"%o{i}", n, ty)
        outs.append((f"%o{i}", tensor(n, ty)))
    for i, ty in enumerate(types if total else ()):
        body += f"  %t{i} = tensor.empty() : tensor<{ty}>\n"
        outs.append((f"%t{i}", f"tensor<{ty}>"))
    return folds.function(
        name, functools.partial(op_text, mode), types, combiner, n, ins, body, outs, init,
        identity, " total" * total + " reverse" * reverse, tile, extra, borders,
    )  # fmt: skip
