# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Folds with names of their own, such as prim.cumsum and prim.argmax, with numpy's
defaults. Each is a call of prim.scan or prim.reduce."""

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from . import _inputs, _math
from ._fold import reduce, scan
from ._operation import operation


@operation
def cumsum(
    x, axis=None, dtype=None, out=None, *, device=None, chip=None, stream=None
):  # fmt: skip
    """Prefix sums, as numpy.cumsum: prim.scan with "sum".

    x: an array.
    axis: the axis to scan along; None scans the flattened array.
    dtype: the dtype of the sums; by default int64 or uint64 for narrower integers.
    {place}

    {errors}

    >>> prim.cumsum([[1, 2], [3, 4]], axis=0)
    array([[1, 2],
           [4, 6]])
    """
    return scan.lower(
        x, "sum", axis=axis, dtype=dtype, out=out, device=device, chip=chip,
        stream=stream,
    )  # fmt: skip


@operation
def cumprod(
    x, axis=None, dtype=None, out=None, *, device=None, chip=None, stream=None
):  # fmt: skip
    """Prefix products, as numpy.cumprod: prim.scan with "prod".

    x, axis, dtype: as for prim.cumsum.
    {place}

    {errors}

    >>> prim.cumprod([1, 2, 3, 4])
    array([ 1,  2,  6, 24])
    """
    return scan.lower(
        x, "prod", axis=axis, dtype=dtype, out=out, device=device, chip=chip,
        stream=stream,
    )  # fmt: skip


@operation
def cummax(x, axis=None, *, out=None, device=None, chip=None, stream=None):
    """The maximum of all elements up to and including each, as
    numpy.maximum.accumulate: prim.scan with "max".

    x: an array.
    axis: the axis to scan along; None scans the flattened array.
    {place}

    {errors}

    >>> prim.cummax([3, 1, 4, 1])
    array([3, 3, 4, 4])
    """
    return scan.lower(
        x, "max", axis=axis, out=out, device=device, chip=chip, stream=stream
    )


@operation
def cummin(x, axis=None, *, out=None, device=None, chip=None, stream=None):
    """The minimum of all elements up to and including each, as
    numpy.minimum.accumulate: prim.scan with "min".

    x, axis: as for prim.cummax.
    {place}

    {errors}

    >>> prim.cummin([3, 1, 4, 1])
    array([3, 1, 1, 1])
    """
    return scan.lower(
        x, "min", axis=axis, out=out, device=device, chip=chip, stream=stream
    )


def _first_of(x, beats, argument, axis, keepdims, place):
    """The call for the index of the first element that no other one `beats`."""
    if axis is not None:
        axis = _inputs.integer(axis, "axis")
    shape = getattr(x, "shape", None)
    if shape is None and not hasattr(x, "__dlpack__"):
        x = np.asarray(x)
        shape = x.shape
    if shape is not None and 0 in shape:
        along = shape if axis is None else [shape[normalize_axis_index(axis, len(shape))]]
        if 0 in along:
            raise ValueError(
                f"{argument} is an empty sequence, which has no position to return"
            )

    def combine(p, q):
        # A negative index stands for no element.
        better = beats(q[0], p[0]) | (_math.isnan(q[0]) & ~_math.isnan(p[0]))
        return _math.where((q[1] >= 0) & ((p[1] < 0) | better), q, p)

    return reduce.lower(
        x, combine, axis=axis, keepdims=keepdims, identity=(0, -1),
        prologue=lambda value, at: (value, at), epilogue=lambda best: best[1],
        check=False, **place,
    )  # fmt: skip


@operation
def argmax(
    x, axis=None, out=None, *, keepdims=False, device=None, chip=None, stream=None
):  # fmt: skip
    """The place of the first largest element, as numpy.argmax. A NaN is larger than any
    number.

    x: an array.
    axis: the axis to search along; None searches the flattened array.
    keepdims: keeps the axis in the result, with size 1.
    {place}

    Raises ValueError if there are no elements.
    {errors}

    >>> prim.argmax([[3, 1, 4], [1, 5, 5]], axis=1)
    array([2, 1])
    """
    place = dict(out=out, device=device, chip=chip, stream=stream)
    return _first_of(x, lambda a, b: a > b, "x", axis, keepdims, place)


@operation
def argmin(
    x, axis=None, out=None, *, keepdims=False, device=None, chip=None, stream=None
):  # fmt: skip
    """The place of the first smallest element, as numpy.argmin. A NaN is smaller than
    any number.

    x, axis, keepdims: as for prim.argmax.
    {place}

    Raises ValueError if there are no elements.
    {errors}

    >>> prim.argmin([3, 1, 4, 1])
    np.int64(1)
    """
    place = dict(out=out, device=device, chip=chip, stream=stream)
    return _first_of(x, lambda a, b: a < b, "x", axis, keepdims, place)


@operation
def count_nonzero(
    x, axis=None, *, keepdims=False, out=None, device=None, chip=None, stream=None
):  # fmt: skip
    """The number of elements that are not zero, as numpy.count_nonzero. NaN is not
    zero.

    x: an array.
    axis: the axis to count along, or a tuple of axes; None counts all elements.
    keepdims: keeps the axes in the result, with size 1.
    {place}

    Returns an int64, or an array of them.
    {errors}

    >>> prim.count_nonzero([[0, 1, 7], [3, 0, 2]], axis=1)
    array([2, 2])
    """
    if _inputs.is_group(x):
        raise TypeError("x is a tuple; it has to be one array")
    return reduce.lower(
        x, "sum", axis=axis, keepdims=keepdims, out=out, device=device, chip=chip,
        prologue=lambda value: (value != 0).astype(np.int64), stream=stream,
    )  # fmt: skip


@operation
def segment_reduce(
    x, segments, op="sum", *, dtype=None, out=None, initial=None, identity=None,
    prologue=None, epilogue=None, commutative=False, check=None, device=None,
    chip=None, stream=None,
):  # fmt: skip
    """The fold of each segment of an array: prim.reduce with segments.

    {state}
    segments: offsets, one more than there are segments, or a tuple of begins and ends.
        The fold of an empty segment is `initial`, or else the identity.
    {regions}
    {place}

    Returns an array with an element for each segment.
    {errors}

    >>> prim.segment_reduce([3, 1, 4, 1, 5], [0, 2, 2, 5], "max", initial=0)
    array([3, 0, 5])
    """
    if segments is None:
        raise TypeError(
            "segments is None; it can be offsets, or a tuple of begins and ends"
        )
    return reduce.lower(
        x, op, segments=segments, dtype=dtype, out=out, initial=initial,
        identity=identity, prologue=prologue, epilogue=epilogue,
        commutative=commutative, check=check, device=device, chip=chip, stream=stream,
    )  # fmt: skip
