# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_histogram: its text, functions around it, and its counts."""

import numpy as np

from primtest.elements import F32, I32
from primtest.mlir import called, listed, tuning


def op_text(
    ins, outs, workspace="", weights=(), channels=None, how="bin", ways=(), reads=(), order=None,
    end="", regions="",
):  # fmt: skip
    """Operands and clauses as in select.op_text(). `channels`: their number, and the
    number of those with outputs. `ways`: the operands of `how`, bounds or levels."""
    text = "prim.device_histogram" + ("" if order is None else f" {order}")
    text += listed("ins", ins) + listed("outs", outs) + workspace + listed("weights", weights)
    text += " channels(%d, %d)" % channels if channels else ""
    return text + listed(how, ways) + listed("reads", reads) + end + regions


def function(
    name, types, bins, how, levels=None, bounds=(), weights=None, channels=None, out="i32",
    order="", bin="", prologue="", epilogue="", reads=None, tile=None, tensors=False,
    workspace=False, layout="", shape="?",
):  # fmt: skip
    """A function of one histogram of ins of `types`. `bins` is the number of bins of
    each output, None if unknown. `how` is even, range or bin, `levels` the type of
    bounds or levels, and `bounds` constants that are bounds instead of parameters. On
    memrefs the parameters are ins, weights, bounds or levels, reads, and the outputs.
    On tensors the function makes the outputs."""
    shaped = "tensor" if tensors else "memref"
    ins = [(f"%x{i}", f"{shaped}<{shape}x{t}{layout}>") for i, t in enumerate(types)]
    given = [("%w", f"{shaped}<{shape}x{weights}{layout}>")] if weights else []
    outs = [
        (f"%o{i}", f"{shaped}<{'?' if b is None else b}x{out}>") for i, b in enumerate(bins)
    ]
    read = [("%t", reads)] if reads else []
    body, ways = "", []
    if how == "even":
        ways = [(f"%b{i}", levels) for i in range(2 * len(bins))]
        for (value, ty), bound in zip(ways, bounds):
            body += f"  {value} = arith.constant {bound} : {ty}\n"
    elif how == "range":
        ways = [
            (f"%l{i}", f"{shaped}<{'?' if b is None else b + 1}x{levels}>")
            for i, b in enumerate(bins)
        ]

    parameters = ins + given + ([] if bounds else ways) + read
    work = [("%work", "memref<?xi8>")] if workspace else []
    op = op_text(
        ins, outs, listed("workspace", work) + " initialized" * workspace, given,
        (channels, len(bins)) if channels else None, how, ways, read, order, tuning(tile),
        f" {prologue} {bin} {epilogue}")  # fmt: skip
    return called(name, parameters, outs, op, tensors, work, body)


def level_of(element):
    """The type of bounds and levels: that of samples, unless it is too narrow."""
    if element.size > 2:
        return element
    return F32 if element.is_float else I32


def even_bins(x, low, high, bins):
    """The bin of each sample between two bounds, -1 for none, computed exactly."""
    if not low < high or bins == 0:
        return np.full(x.shape, -1)
    values, at = np.unique(x, return_inverse=True)
    (low_over, low_under), (high_over, high_under) = (b.as_integer_ratio() for b in (low, high))
    width = high_over * low_under - low_over * high_under
    found = np.full(values.shape, -1)
    for number, value in enumerate(values.tolist()):
        if low <= value < high:
            over, under = value.as_integer_ratio()
            found[number] = (over * low_under - low_over * under) * bins * high_under // (under * width)
    return found[at].reshape(x.shape)


def level_bins(x, levels):
    """The bin of each sample between two neighbouring levels, -1 for none."""
    bins = np.searchsorted(levels, x, side="right").astype(np.int64) - 1
    # A NaN is not equal to anything.
    is_out = (bins < 0) | (bins >= len(levels) - 1) | (x != x)
    return np.where(is_out, -1, bins)


def expected(bins, number, dtype, weights=None):
    """Counts, or sums of weights, of elements in these bins, -1 for none. They wrap as
    those of the op do."""
    counts = np.zeros(number, dtype)
    is_in = bins >= 0
    with np.errstate(all="ignore"):
        np.add.at(counts, bins[is_in], counts.dtype.type(1) if weights is None else weights[is_in])
    return counts


def expected_of_sets(bins, number, dtype, weights=None):
    """The counts of several data sets, which are the first axis."""
    weights = [None] * len(bins) if weights is None else weights
    return np.stack([expected(own, number, dtype, w) for own, w in zip(bins, weights)])
