# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.sort and prim.argsort, and the order of sorted elements.

Decides dtypes and regions. _program writes the text, and _call runs it."""

import numpy as np

from . import _call, _inputs, _library, _program, _segments, _types
from ._operation import operation, require_function, stream_of
from ._trace import Reads, trace


def sort_order(dtype):
    return {"f": "total", "i": "slt"}.get(_types.class_of(dtype), "ult")


def order_of(groups, descending, less, keys):
    """The order of an op on `groups` of dtypes, by keys or by a function: the words
    after the op's name, its regions, and the arrays that they read."""
    require_function(less, "less")
    reads, regions, head = Reads(), [], sort_order(groups[0])
    if descending:
        head += " descending"
    if less is not None:
        if descending:
            raise ValueError(
                "descending and less both set the order; pass one"
            )
        # Only the keys are compared; values that move along are further arguments.
        group = (groups, True)
        take = lambda t: t[:keys] if keys > 1 else t[0]
        traced = trace(
            lambda a, b: less(take(a), take(b)), [group, group], "less", reads
        )
        regions, head = [traced.predicate("comparator", "less")], ""
    return head, regions, reads


def _sort_op(inputs, groups, descending, less, keys, copied, clauses=()):
    """The Op of a sort of `groups` of dtypes. `copied` are the places of the results
    that keep the input's elements outside of all segments."""
    head, regions, reads = order_of(groups, descending, less, keys)
    clauses = [*inputs.clauses, *clauses]
    if inputs.rank == 1 and not inputs.segments and inputs.size > _library.most_sorted():
        clauses.append("batches")
    return _program.Op(
        "device_sort", head, inputs.rank, groups, groups, inputs.rank, clauses,
        reads=reads.arrays, regions=regions, copied=copied,
        segmented=inputs.segments.form if inputs.segments else "",
        borders=inputs.segments.dtypes if inputs.segments else [],
    )  # fmt: skip


def _sort_outs(inputs, dtypes, taken):
    """The members of a sort's results. In a given `out`, elements in no segment are
    unchanged."""
    kept = inputs.segments is not None
    given = _inputs.outs_of(taken, len(dtypes), inputs.shape)
    return [
        _call.Out(
            dtype, inputs.program_shape, inputs.shape, not inputs.on_device, array, kept
        )
        for dtype, array in zip(dtypes, given)
    ]


def _sort_call(inputs, op, text, members, is_tuple, out):
    """The Call of a sort with the given text."""
    borders = inputs.segments.arrays if inputs.segments else []
    given, dtypes = zip(*((member.given, member.dtype) for member in members))
    _inputs.check_same_outs(given, dtypes, inputs.arrays + op.reads + borders)
    operands = inputs.arrays + members + op.reads + borders
    outs = _call.Outs(members, is_tuple, out)
    return _call.Call(text, inputs.device, operands, outs, stream_of(inputs))


@operation
def sort(
    x,
    values=None,
    *,
    axis=-1,
    segments=None,
    descending=False,
    stable=True,
    less=None,
    out=None,
    device=None,
    chip=None,
    stream=None,
):
    """The elements of `x` in sorted order, stably. NaN is larger than any number, as in
    numpy; descending puts it first.

    x: an array, or with `less` a tuple of arrays of one shape.
    values: an array, or a tuple of arrays, of x's shape that move along with it.
    axis: the axis to sort along; None sorts the flattened array.
    segments: sorts parts of x, which is of rank 1, separately. Offsets, or a tuple of
        begins and ends, as for prim.scan. An element in no segment keeps its place in a
        fresh result; in `out` nothing is written there.
    descending: from the largest to the smallest; equal elements keep their order.
    {order}
    {stable}
    {place}

    Returns the sorted array, or a tuple of all arrays if there are values or if x is a
    tuple.
    {errors}

    >>> prim.sort(numpy.float32([2, 3, 1]), descending=True)
    array([3., 2., 1.], dtype=float32)
    >>> prim.sort(numpy.int32([2, 3, 1]), numpy.int32([10, 20, 30]))
    (array([1, 2, 3], dtype=int32), array([30, 10, 20], dtype=int32))
    >>> prim.sort([[2, 3, 1], [6, 5, 4]], axis=0, descending=True)
    array([[6, 5, 4],
           [2, 3, 1]])
    >>> prim.sort([5, 4, 3, 2, 1], segments=[0, 3, 5])
    array([3, 4, 5, 1, 2])
    """
    keys = len(x) if isinstance(x, tuple) and less is not None else 1
    parts = _sort_segments(axis, segments)
    inputs = _sort_inputs(x, values, axis, device, chip, stream, less, parts)
    members = _sort_outs(inputs, inputs.dtypes, inputs.take_out(out))
    copied = _call.fresh_places(members)
    op = _sort_op(inputs, inputs.dtypes, descending, less, keys, copied)
    text = _program.function_text(op)
    return _sort_call(inputs, op, text, members, inputs.is_tuple, out)


def _sort_segments(axis, segments):
    """The Segments of a sort. With segments an axis of -1 counts as not given."""
    if segments is not None and axis is not None:
        if _inputs.integer(axis, "axis") == -1:
            axis = None
    return _segments.choose(axis, False, segments, what="sorted")


def _sort_inputs(x, values, axis, device, chip, stream, less, parts):
    if values is not None and less is None and isinstance(x, tuple):
        # Here keys are one array; if x is a tuple of arrays, they are its rows.
        x = _types.host_array(x, "x")
    inputs = _inputs.Inputs(
        x, axis, "x", device, chip, stream, moving=values, segments=parts
    )
    if inputs.is_tuple and values is None and less is None:
        raise TypeError(
            "x is a tuple; pass less to compare its elements, or values"
        )
    return inputs


@operation
def argsort(
    x,
    axis=-1,
    *,
    segments=None,
    descending=False,
    stable=True,
    less=None,
    dtype=np.int64,
    out=None,
    device=None,
    chip=None,
    stream=None,
):
    """The positions that sort `x`: ``x[prim.argsort(x)]`` is sorted, stably.

    x: an array.
    axis: the axis to sort along, to which the positions refer; None sorts the flattened
        array.
    segments: sorts parts of x, as for prim.sort. Positions refer to all of x. An
        element in no segment has its own position in a fresh result and is unchanged in
        `out`.
    descending: from the largest to the smallest; equal elements keep their order.
    dtype: the dtype of the positions, int32 or int64; int32 is faster.
    {order}
    {stable}
    {place}

    Returns an array of x's shape.
    {errors}

    >>> prim.argsort([2, 3, 1])
    array([2, 0, 1])
    >>> prim.argsort([[2, 3, 1], [6, 5, 4]])
    array([[2, 0, 1],
           [2, 1, 0]])
    >>> prim.argsort([5, 4, 3, 2, 1], segments=[0, 3, 5])
    array([2, 1, 0, 4, 3])
    """
    parts = _sort_segments(axis, segments)
    inputs = _inputs.Inputs(
        x, axis, "x", device, chip, stream, scalar_axis=True, segments=parts
    )
    if inputs.is_tuple:
        raise TypeError("x is a tuple; argsort takes one array")
    taken = inputs.take_out(out)
    if taken and dtype is np.int64 and taken[0].dtype == np.int32:
        dtype = np.int32
    index = _types.check_dtype(dtype, "dtype")
    if index not in (np.int32, np.int64):
        raise TypeError(f"dtype is {index}; positions are int32 or int64")
    if index == np.int32 and inputs.size > np.iinfo(np.int32).max:
        raise ValueError(
            "dtype is int32, which does not hold the positions; pass int64"
        )
    members = _sort_outs(inputs, [index], taken)
    # The sort is of pairs; only their second members are returned.
    copied = [1] if _call.fresh_places(members) else []
    groups = [inputs.dtypes[0], index]
    op = _sort_op(inputs, groups, descending, less, 1, copied, ["discards(0)"])
    text = _program.argsort_text(op, index)
    return _sort_call(inputs, op, text, members, False, out)
