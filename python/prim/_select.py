# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.compress and prim.unique_consecutive: the selected elements, in their order."""

import numpy as np

from . import _call, _inputs, _program, _segments
from ._operation import arity_of, operation, stream_of
from ._trace import Reads, trace


def counted(name, head, inputs, groups, out, clauses, regions, reads, flags=None):
    """The Call of an op whose number of results only the device knows. `groups` lists
    the groups of results as (what, dtypes, whether they are a tuple). A dtype None is
    int64, or int32 if `out` has int32. `flags` are Segments."""
    shape, arity = (inputs.size,), [len(dtypes) for _, dtypes, _ in groups]
    given = [None] * (sum(arity) + 1)
    if out is not None:
        if not isinstance(out, tuple) or len(out) != len(groups) + 1:
            found = type(out).__name__
            found = f"tuple of {len(out)}" if isinstance(out, tuple) else found
            what = ", ".join([what for what, _, _ in groups] + ["count"])
            raise TypeError(f"out is a {found}; it has to be a tuple of {what}")
        taken = [inputs.take_out(part) for part in out]
        shape = taken[0][0].shape
        if len(shape) != 1:
            raise ValueError(f"out[0] has shape {shape}, but the result is of rank 1")
        given = []
        for i, (part, count) in enumerate(zip(taken, [*arity, 1])):
            of = shape if i < len(groups) else ()
            given += _inputs.outs_of(part, count, of, f"out[{i}]")
    dtypes = [dtype for _, dtypes, _ in groups for dtype in dtypes] + [None]
    for i, (dtype, array) in enumerate(zip(dtypes, given)):
        if dtype is None:
            narrow = array is not None and array.dtype == np.int32
            dtypes[i] = np.dtype(np.int32 if narrow else np.int64)
    borders = flags.arrays if flags else []
    _inputs.check_same_outs(given, dtypes, inputs.arrays + borders + reads.arrays)
    shapes = [shape] * sum(arity) + [()]
    members = [
        _call.Out(d, s, s, not inputs.on_device, g)
        for d, s, g in zip(dtypes, shapes, given)
    ]
    op = _program.Op(
        name, head, inputs.rank, inputs.dtypes, dtypes[:-1], 1, clauses,
        reads=reads.arrays, regions=regions, segmented="flags" if flags else "",
        borders=flags.dtypes if flags else [], count=dtypes[-1],
    )  # fmt: skip
    numbers = [(count, is_tuple) for count, (_, _, is_tuple) in zip(arity, groups)]
    outs = _call.CountedOuts(members, numbers, out)
    operands = inputs.arrays + members + reads.arrays + borders
    text = _program.function_text(op)
    return _call.Call(text, inputs.device, operands, outs, stream_of(inputs))


def _select(inputs, out, clauses, regions, reads, flags=None):
    """The Call of a select by `clauses` or by `flags`, which are Segments."""
    groups = [("kept", inputs.dtypes, inputs.is_tuple)]
    return counted(
        "device_select", "", inputs, groups, out, clauses, regions, reads, flags
    )


@operation
def compress(condition, x, *, out=None, device=None, chip=None, stream=None):
    """The selected elements of `x`, in their order.

    condition: a bool or an integer for each element, not 0 for selected elements. Or a
        function of an element that says whether it is selected; it is traced. With a
        second parameter the function also takes the element's index.
    x: an array of rank 1, or a tuple of arrays of one shape, whose elements are tuples.
        With a function x may have any rank and is flattened.
    out: a tuple of two: the array, or tuple of arrays, for the selected elements, and
        the count, an array of rank 0 of int32 or int64. If more elements are selected
        than the array holds, the count is the number of selected elements. Elements
        after the last result are unchanged.
    device, chip: as for prim.device(); stream: a driver's handle to run on.

    Returns an array, or a tuple of them, or `out`. The call waits until the number of
    elements is known, unless all of `out` is on the device.
    {errors}

    >>> prim.compress([True, False, True, True], [3, 1, 4, 1])
    array([3, 4, 1])
    >>> prim.compress(lambda v: v > 2, numpy.float32([3, 1, 4, 1]))
    array([3., 4.], dtype=float32)
    """
    if not callable(condition):
        flags = _segments.Segments("head", condition, "condition")
        inputs = _inputs.Inputs(x, None, "x", device, chip, stream, segments=flags)
        return _select(inputs, out, [], [], Reads(), flags)
    inputs = _inputs.Inputs(x, None, "x", device, chip, stream)
    reads, group = Reads(), (inputs.dtypes, inputs.is_tuple)
    index = arity_of(condition) == 2
    traced = trace(condition, [group], "condition", reads, index)
    regions = [traced.predicate("where", "condition")]
    return _select(inputs, out, [], regions, reads)


@operation
def unique_consecutive(
    x, values=None, *, equal=None, out=None, device=None, chip=None, stream=None
):
    """The first element of each run of equal elements of `x`. If x is sorted, these are
    its distinct elements.

    x: an array, which is flattened, or a tuple of arrays of one shape, whose elements
        are tuples.
    values: an array, or a tuple of arrays, of x's shape that move along with it.
    {equal}
    out: a tuple of the results and of the count, as for prim.compress.
    device, chip: as for prim.device(); stream: a driver's handle to run on.

    Returns an array; a tuple of all arrays if there are values or if x is a tuple; or
    `out`. The call waits until the number of runs is known, unless all of `out` is on
    the device.
    {errors}

    >>> prim.unique_consecutive([1, 4, 2, 4, 4, 7, 7, 7])
    array([1, 4, 2, 4, 7])
    >>> prim.unique_consecutive([5, 5, 2], numpy.float32([1, 2, 3]))
    (array([5, 2]), array([1., 3.], dtype=float32))
    """
    is_tuple = _inputs.is_group(x)
    keys = len(x) if is_tuple else 1
    inputs = _inputs.Inputs(x, None, "x", device, chip, stream, moving=values)
    reads = Reads()
    regions = _segments.equal_regions(equal, inputs, is_tuple, reads, keys)
    return _select(inputs, out, [f"heads({keys})"], regions, reads)
