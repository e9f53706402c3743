# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.searchsorted, prim.isin_sorted and prim.batch_copy: operations that read their
arrays at places given by other arrays."""

import numpy as np

from . import _array, _call, _inputs, _program, _types
from ._operation import operation, require_function, stream_of
from ._sort import sort_order
from ._trace import Reads, memref, trace


class _Others:
    """Arrays of rank 1 and equal size that are read besides a call's inputs. Inputs
    takes them as it takes Segments."""

    form = ""

    def __init__(self, members, names):
        self.members, self.names = members, names

    def settle(self, arrays, lends_bools, shape, beside):
        self.arrays, self.lends_bools = arrays, lends_bools
        for array, name in zip(arrays, self.names):
            if array.ndim != 1:
                raise ValueError(
                    f"{name} has shape {array.shape}; it has to be of rank 1"
                )
            if array.shape != arrays[0].shape:
                raise ValueError(
                    f"{name} has shape {array.shape}, but {self.names[0]} has "
                    f"{arrays[0].shape}"
                )

    @property
    def dtypes(self):
        return [array.dtype for array in self.arrays]


def _cast(array, dtype, name, beside):
    """The array converted to `dtype`. Arrays on a device are not converted."""
    if array.dtype == dtype:
        return array
    if not isinstance(array, np.ndarray):
        raise TypeError(
            f"{name} is an array of {array.dtype} on a device, but with {beside} it would "
            f"be compared as {dtype}; pass both of one dtype"
        )
    return array.astype(dtype)


def _whole_numbers(x, argument):
    """Python ints as an array of objects, or integers as an array on the host. None for
    anything else."""
    if isinstance(x, _array.Array) or hasattr(x, "__dlpack__") and not isinstance(
        x, np.ndarray
    ):
        return None
    host = _types.host_array(x, argument)
    if host.dtype.kind in "iu":
        return host
    if not host.size or host.dtype.kind not in "fO" or isinstance(x, np.ndarray):
        return None
    # numpy converts ints that no single integer type holds to floats or objects.
    whole = _types.host_array(x, argument, object)
    is_int = all(
        isinstance(number, (int, np.integer)) and not isinstance(number, bool)
        for number in whole.flat
    )
    return whole if is_int else None


def _split(whole, argument):
    """Numbers as pairs of words that compare as the numbers do: a signed high word and
    an unsigned low word."""
    whole = whole.astype(object)
    high, low = whole >> 64, whole & (2**64 - 1)
    if any(not -(2**63) <= number < 2**63 for number in high.flat):
        raise ValueError(f"{argument} has a number of more than 128 bits")
    return high.astype(np.int64), low.astype(np.uint64)


def _exact(a, v, names, descending):
    """The sorted values and the values to look for, and `less` if required, so that
    integers of different types compare as integers. numpy would promote uint64 and
    int64 to float64, which rounds."""
    sides = [_whole_numbers(x, name) for x, name in zip((a, v), names)]
    if any(side is None for side in sides) or sides[0].dtype == sides[1].dtype != object:
        return a, v, None
    numbers = [int(end) for x in sides if x.size for end in (x.min(), x.max())]
    least, most = min(numbers, default=0), max(numbers, default=0)
    for dtype in (np.int64, np.uint64):
        if np.iinfo(dtype).min <= least and most <= np.iinfo(dtype).max:
            if all(np.can_cast(x.dtype, np.int64, "safe") for x in sides):
                return a, v, None
            return *(x.astype(dtype) for x in sides), None

    def less(p, q):
        p, q = (q, p) if descending else (p, q)
        return (p[0] < q[0]) | ((p[0] == q[0]) & (p[1] < q[1]))

    return *(_split(x, name) for x, name in zip(sides, names)), less


def _promote(inputs, others, name):
    """Converts the values to look for and the sorted values to common dtypes, as numpy
    does."""
    if len(inputs.arrays) != len(others.arrays):
        raise ValueError(
            f"{inputs.argument} has {len(inputs.arrays)} arrays, but {name} has "
            f"{len(others.arrays)}"
        )
    for place, (own, other) in enumerate(zip(inputs.arrays, others.arrays)):
        common = own.dtype
        if other.dtype != common:
            common = _types.check_dtype(
                np.result_type(own.dtype, other.dtype), inputs.argument
            )
        inputs.arrays[place] = _cast(own, common, inputs.argument, name)
        others.arrays[place] = _cast(other, common, name, inputs.argument)
        inputs.dtypes[place] = common


def _search(
    mode, a, v, names, dtype, descending, less, out, device, chip, stream
):  # fmt: skip
    if less is None and not _inputs.is_group(v) and not _inputs.is_group(a):
        a, v, less = _exact(a, v, names, descending)
        descending = descending and less is None
    is_tuple = _inputs.is_group(v)
    if _inputs.is_group(a) != is_tuple:
        raise TypeError(
            f"one of {names[0]} and {names[1]} is a tuple of arrays; both have to be, or "
            "none"
        )
    if is_tuple and less is None:
        raise TypeError(
            f"{names[1]} is a tuple; pass less to compare its elements"
        )
    require_function(less, "less")
    if descending and less is not None:
        raise ValueError(
            "descending and less both set the order; pass one"
        )
    others = _Others(*_inputs.named(a, names[0], is_tuple))
    inputs = _inputs.Inputs(
        v, None, names[1], device, chip, stream, flatten=False, segments=others
    )
    _promote(inputs, others, names[0])
    reads, regions = Reads(), []
    head = f"{mode} {sort_order(inputs.dtypes[0])}" + " descending" * bool(descending)
    if less is not None:
        group = (inputs.dtypes, is_tuple)
        traced = trace(less, [group, group], "less", reads)
        regions, head = [traced.predicate("comparator", "less")], mode
    [given] = _inputs.outs_of(inputs.take_out(out), 1, inputs.shape)
    dtype = np.dtype(dtype)
    if dtype.kind == "i" and given is not None and given.dtype == np.int32:
        dtype = np.dtype(np.int32)
    read = inputs.arrays + others.arrays + reads.arrays
    _inputs.check_same_outs([given], [dtype], read)
    member = _call.Out(
        dtype, inputs.program_shape, inputs.shape, not inputs.on_device, given
    )
    op = _program.Op(
        "device_search", head, 1, inputs.dtypes, [dtype], 1, reads=reads.arrays,
        regions=regions, segmented="in", borders=others.dtypes,
    )  # fmt: skip
    operands = inputs.arrays + [member] + reads.arrays + others.arrays
    outs = _call.Outs([member], False, out)
    text = _program.function_text(op)
    return _call.Call(text, inputs.device, operands, outs, stream_of(inputs))


@operation
def searchsorted(
    a, v, side="left", *, descending=False, less=None, out=None, device=None,
    chip=None, stream=None,
):  # fmt: skip
    """The places in `a`, which is sorted, where the elements of `v` belong: as
    numpy.searchsorted. NaN is larger than any number.

    a: an array of rank 1 in ascending order. With `less` it is in that order, and it
        can be a tuple of arrays, whose elements are tuples.
    v: an array of any shape, or a tuple of as many arrays.
    side: "left" returns the number of elements of a that come before the element of v;
        "right" returns the number of those that do not come after it.
    descending: a is sorted from the largest to the smallest, as prim.sort does.
    less: a function of two elements, tuples if a is one, that says whether the first
        comes before the second; it is traced.
    {place}

    Returns an int64 array of v's shape, or `out`, which is of int64 or int32.
    {errors}

    >>> prim.searchsorted([1, 2, 2, 2, 5, 7], [2, 6, 9])
    array([1, 5, 6])
    >>> prim.searchsorted([1, 2, 2, 2, 5, 7], [2, 6, 9], side="right")
    array([4, 5, 6])
    """
    if side not in ("left", "right"):
        raise ValueError(f"side is {side!r}; it can be left or right")
    mode = "lower" if side == "left" else "upper"
    return _search(
        mode, a, v, ("a", "v"), np.int64, descending, less, out, device, chip, stream
    )


@operation
def isin_sorted(
    element, test_elements, *, descending=False, less=None, out=None, device=None,
    chip=None, stream=None,
):  # fmt: skip
    """Whether each element is among `test_elements`, which are sorted: as numpy.isin,
    except that NaN is found.

    element: an array of any shape, or a tuple of arrays.
    test_elements, descending, less: as a, descending and less of prim.searchsorted.
        With less, an element is found if a test element comes neither before it nor
        after it.
    {place}

    Returns a bool array of element's shape.
    {errors}

    >>> prim.isin_sorted([0, 2, 12, 4], [0, 1, 2, 3, 4])
    array([ True,  True, False,  True])
    """
    return _search(
        "contains", test_elements, element, ("test_elements", "element"), np.bool_,
        descending, less, out, device, chip, stream,
    )  # fmt: skip


def _take_numbers(others):
    """The places and sizes, in one of the dtypes that a program supports."""
    wanted = {a.dtype for a in others.arrays if not isinstance(a, np.ndarray)}
    common = wanted.pop() if wanted else np.dtype(np.int64)
    if not wanted and common in (np.dtype(np.int32), np.dtype(np.int64)):
        for place, (array, name) in enumerate(zip(others.arrays, others.names)):
            if array.size == 0 and isinstance(array, np.ndarray):
                array = array.astype(common)
            if not np.can_cast(array.dtype, common, "safe"):
                raise TypeError(
                    f"{name} has dtype {array.dtype}, which does not fit {common}"
                )
            others.arrays[place] = _cast(array, common, name, "the others")
        return
    raise TypeError(
        f"{', '.join(others.names)} have dtypes {', '.join(map(str, others.dtypes))}; on a "
        "device they have to be of one, int32 or int64"
    )


@operation
def batch_copy(
    x, begins, places, sizes, *, size=None, out=None, device=None, chip=None,
    stream=None,
):  # fmt: skip
    """Copies many ranges of `x` at once: x[begins[k] : begins[k] + sizes[k]] to the
    result from places[k] on, for all k.

    x: an array of rank 1.
    begins, places, sizes: arrays of integers, of rank 1 and of equal size. Ranges may
        overlap in x, but they must not overlap in the result. Parts outside of x or of
        the result are not copied, and a negative size copies nothing.
    size: the number of elements of the result. Elements to which nothing is copied are
        zero.
    out: the array to copy to, instead of size. Its other elements are unchanged.
    device, chip: as for prim.device(); stream: a driver's handle to run on.

    Returns an array of x's dtype, or `out`.
    {errors}

    >>> prim.batch_copy([9, 1, 2, 3, 4, 5, 6, 7, 8], [0, 4, 7], [5, 2, 0], [3, 2, 2], size=9)
    array([7, 8, 4, 5, 0, 9, 1, 2, 0])
    """
    if (size is None) == (out is None):
        raise TypeError("pass either size or out, which set the array to copy to")
    others = _Others([begins, places, sizes], ["begins", "places", "sizes"])
    inputs = _inputs.Inputs(
        x, None, "x", device, chip, stream, flatten=False, segments=others
    )
    if inputs.is_tuple or len(inputs.shape) != 1:
        raise ValueError("x has to be one array of rank 1")
    _take_numbers(others)
    given, [dtype] = None, inputs.dtypes
    if out is None:
        shape = (_inputs.integer(size, "size"),)
        if shape[0] < 0:
            raise ValueError(f"size is {shape[0]}; it cannot be negative")
    else:
        [given] = inputs.take_out(out)
        shape = given.shape
        if len(shape) != 1:
            raise ValueError(f"out has shape {shape}; it has to be of rank 1")
    _inputs.check_same_outs([given], [dtype], inputs.arrays + others.arrays)
    member = _call.Out(dtype, shape, shape, not inputs.on_device, given, is_kept=True)
    data, [number, *_] = memref(1, dtype), others.dtypes
    numbers = memref(1, number)
    zeros = "" if given is not None else _program.zero_text(0, dtype, 1)
    text = f"""func.func @main(%x0: {data}, %y0: {data}, %from: {numbers}, %to: {numbers}, %sizes: {numbers}) {{
{zeros}  prim.device_batch_copy ins(%x0 : {data}) outs(%y0 : {data}) from(%from : {numbers}) to(%to : {numbers}) sizes(%sizes : {numbers})
  return
}}
"""
    operands = inputs.arrays + [member] + others.arrays
    outs = _call.Outs([member], False, out)
    return _call.Call(text, inputs.device, operands, outs, stream_of(inputs))
