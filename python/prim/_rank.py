# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.topk, prim.partition and prim.argpartition: elements selected by their place in
sorted order."""

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
    """The Call of an op whose results have `size` elements along the axes, or as many
    as x."""
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
        # There is one axis, or all axes are treated as one.
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
    """The `k` largest elements of `x`, and their positions.

    x: an array.
    k: the number of elements, from 0 to the number of elements along the axis.
    largest: False for the smallest elements. NaN is larger than any number.
    sorted: False returns them in an unspecified order, which takes less time.
    less: a function of two elements that says whether the first is smaller; it is
        traced and must be a strict weak order. With it all of x is sorted.
    axis: the axis along which elements are ranked; None flattens the array.
    dtype: the dtype of the positions, int32 or int64; int32 is faster.
    device, chip: as for prim.device(); stream: a driver's handle to run on.

    Returns the elements and their positions: two arrays of x's shape, except for `k`
    elements along the axis. Among equal elements, those with lower positions are taken,
    and they come first.
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
        # numpy accepts several places; here a list must hold exactly one.
        places = np.asarray(kth)
        if places.size != 1:
            raise TypeError(
                f"kth has {places.size} places; pass one, or use prim.sort for several"
            )
        kth = places.reshape(())[()]
    place = _inputs.integer(kth, "kth")
    # For an array without elements any place is valid, as in numpy.
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
    """The elements of `x`, rearranged so that element `kth` is at its place in sorted
    order. No element before it is greater, and no element after it is smaller.

    x: an array.
    kth: a place along the axis, or a list or tuple of one place. A negative place
        counts from the end. Any place is valid if there are no elements.
    axis: the axis along which elements are rearranged; None flattens the array.
    less: as for prim.topk.
    device, chip: as for prim.device(); stream: a driver's handle to run on.

    Returns an array of x's shape. NaN is larger than any number, as in numpy.
    {errors}

    >>> int(prim.partition([3, 1, 4, 1, 5, 9, 2, 6], 3)[3])
    3
    """
    return _partition(x, kth, axis, None, less, device, chip, stream)


@operation
def argpartition(
    x, kth, axis=-1, *, less=None, dtype=np.int64, device=None, chip=None, stream=None
):
    """The positions that bring `x` into an order such as that of prim.partition.

    x, kth, axis, less: as for prim.partition.
    dtype: the dtype of the positions, int32 or int64; int32 is faster.
    device, chip: as for prim.device(); stream: a driver's handle to run on.

    Returns an array of x's shape.
    {errors}

    >>> int(prim.argpartition([3, 1, 4], 0)[0])
    1
    """
    return _partition(x, kth, axis, dtype, less, device, chip, stream)
