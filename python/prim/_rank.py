# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.topk, prim.partition and prim.argpartition: what sorting would put at a place."""

import numpy as np

from . import _call, _inputs, _program, _types
from ._operation import operation, require_function, stream_of
from ._sort import order_of


def _take(x, axis, device, chip, stream):
    inputs = _inputs.Inputs(x, axis, "x", device, chip, stream)
    if inputs.is_tuple:
        raise TypeError("x is a tuple; pass one array")
    return inputs


def _index_type(dtype, inputs):
    index = _types.check_dtype(dtype, "dtype")
    if index not in (np.int32, np.int64):
        raise TypeError(f"dtype is {index}; positions are int32 or int64")
    return index


def _rank(inputs, name, descending, less, clauses, index, gives, size=None, nth=None):
    """The Call of an op, whose results have `size` elements along the axes, or all."""
    groups = [inputs.dtypes[0]] + ([index] if index is not None else [])
    head, regions, reads = order_of(groups, descending, less, 1)
    clauses = [*inputs.clauses, *clauses]
    if 0 not in gives:
        clauses.append("discards(0)")
    op = _program.Op(
        name, head, inputs.rank, groups, groups, inputs.rank, clauses,
        reads=reads.arrays, regions=regions,
    )  # fmt: skip
    shape, program = list(inputs.shape), list(inputs.program_shape)
    if size is not None:
        # It is one axis, or all of them as one.
        shape[inputs.axes[0] if len(shape) > 1 else 0] = size
        program[inputs.dimensions[0] if inputs.dimensions else 0] = size
    members = [
        _call.Out(groups[i], tuple(program), tuple(shape), not inputs.on_device)
        for i in gives
    ]
    operands = inputs.arrays + members + reads.arrays
    if nth is not None:
        operands = operands + [(nth, np.dtype(np.int64))]
    text = _program.rank_text(op, index, gives)
    outs = _call.Outs(members, len(members) > 1)
    return _call.Call(text, inputs.device, operands, outs, stream_of(inputs))


@operation
def topk(
    x, k, *, largest=True, sorted=True, less=None, axis=-1, dtype=np.int64, device=None,
    chip=None, stream=None,
):  # fmt: skip
    """The `k` largest elements of `x`, and where they are.

    x: an array.
    k: how many, from 0 to the number of elements along the axis.
    largest: False for the smallest ones. NaN is above everything.
    sorted: False for an order that is not said, which takes less time.
    less: a function of two elements that says whether the first is the smaller one; it
        is traced and has to be a strict weak order. All of x is sorted then.
    axis: the axis to go along; None: the flattened array.
    dtype: of the positions, int32 or int64; the narrower one is faster.
    device, chip: as for prim.device(); stream: a driver's handle to run on.

    Returns the elements and their positions, two arrays of x's shape with `k` elements
    along the axis. Of equal elements those with lower positions are taken, and
    come first.
    {errors}

    >>> prim.topk([3, 1, 4, 1, 5], 2)
    (array([5, 4]), array([4, 2]))
    >>> prim.topk([[3, 1, 4], [1, 5, 9]], 1, largest=False, axis=1)
    (array([[1],
           [1]]), array([[1],
           [0]]))
    """
    inputs = _take(x, axis, device, chip, stream)
    k = _inputs.integer(k, "k")
    if not 0 <= k <= inputs.size:
        raise ValueError(f"k is {k}, but there are {inputs.size} elements along the axis")
    clauses = [] if sorted else ["unordered"]
    index = _index_type(dtype, inputs)
    require_function(less, "less")
    comes_first = less
    if less is not None and largest:
        comes_first = lambda a, b: less(b, a)
    descending = largest and less is None
    return _rank(
        inputs, "device_topk", descending, comes_first, clauses, index, [0, 1], size=k
    )


def _partition(x, kth, axis, index, less, device, chip, stream):
    inputs = _take(x, axis, device, chip, stream)
    if np.ndim(kth):
        # numpy takes several places; here one of them has to be all there is.
        places = np.asarray(kth)
        if places.size != 1:
            raise TypeError(
                f"kth has {places.size} places; pass one, or use prim.sort for several"
            )
        kth = places.reshape(())[()]
    place = _inputs.integer(kth, "kth")
    # Any place will do where there is nothing, as in numpy.
    if inputs.size and not -inputs.size <= place < inputs.size:
        raise ValueError(
            f"kth is {place}, but there are {inputs.size} elements along the axis"
        )
    if index is not None:
        index = _index_type(index, inputs)
    gives = [0] if index is None else [1]
    nth = place % max(inputs.size, 1)
    return _rank(
        inputs, "device_nth", False, less, ["nth(%nth)"], index, gives, nth=nth
    )


@operation
def partition(x, kth, axis=-1, *, less=None, device=None, chip=None, stream=None):
    """The elements of `x` in an order in which element `kth` is where sorting would put
    it, none before it is greater, and none behind it smaller.

    x: an array.
    kth: a place along the axis, or a list or tuple of one place; a negative one counts
        from the end. Any will do where there are no elements.
    axis: the axis to go along; None: the flattened array.
    less: as for prim.topk.
    device, chip: as for prim.device(); stream: a driver's handle to run on.

    Returns an array of x's shape. NaN is above everything, as in numpy.
    {errors}

    >>> int(prim.partition([3, 1, 4, 1, 5, 9, 2, 6], 3)[3])
    3
    """
    return _partition(x, kth, axis, None, less, device, chip, stream)


@operation
def argpartition(
    x, kth, axis=-1, *, less=None, dtype=np.int64, device=None, chip=None, stream=None
):
    """The positions that bring `x` into an order as that of prim.partition.

    x, kth, axis, less: as for prim.partition.
    dtype: of the positions, int32 or int64; the narrower one is faster.
    device, chip: as for prim.device(); stream: a driver's handle to run on.

    Returns an array of x's shape.
    {errors}

    >>> int(prim.argpartition([3, 1, 4], 0)[0])
    1
    """
    return _partition(x, kth, axis, dtype, less, device, chip, stream)
