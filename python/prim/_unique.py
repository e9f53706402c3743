# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.run_length, prim.unique, prim.nonzero and prim.flatnonzero: distinct elements,
runs, their counts and their places. Programs of unique consist of several ops in
sequence."""

import numpy as np

from . import _call, _inputs, _segments, _types
from ._operation import operation, stream_of
from ._select import counted
from ._sort import sort_order
from ._trace import Reads, memref

_INT64 = np.dtype(np.int64)


@operation
def run_length(
    x, *, nontrivial=False, equal=None, out=None, device=None, chip=None, stream=None
):
    """The first element of each run of equal elements of `x`, and the length of the
    run.

    x: an array, which is flattened, or a tuple of arrays of one shape, whose elements
        are tuples.
    nontrivial: only runs of more than one element; returns the place where each begins
        instead of its first element.
    {equal}
    out: a tuple of the elements (a tuple of arrays for a tuple) or places, the lengths,
        and the count, an array of rank 0. Places, lengths and count are int32 or int64.
        If there are more runs than places, the count is the number of runs. Elements
        after the last result are unchanged.
    device, chip: as for prim.device(); stream: a driver's handle to run on.

    Returns a pair of elements and lengths, or of places and lengths, or `out`. The call
    waits until the number of runs is known, unless all of `out` is on the device.
    {errors}

    >>> prim.run_length([5, 5, 5, 2, 2, 5])
    (array([5, 2, 5]), array([3, 2, 1]))
    >>> prim.run_length([5, 5, 5, 2, 3, 3], nontrivial=True)
    (array([0, 4]), array([3, 2]))
    """
    inputs = _inputs.Inputs(x, None, "x", device, chip, stream)
    reads = Reads()
    regions = _segments.equal_regions(equal, inputs, inputs.is_tuple, reads)
    first = ("places", [None], False)
    if not nontrivial:
        first = ("elements", inputs.dtypes, inputs.is_tuple)
    groups = [first, ("lengths", [None], False)]
    return counted(
        "device_run_length", "nontrivial" if nontrivial else "", inputs, groups, out,
        [], regions, reads,
    )  # fmt: skip


def _nonzero_text(rank, dtype):
    """A select of indices by the elements. The prologue computes the indices from
    places."""
    element = _types.storage_type(dtype)
    is_float = _types.class_of(dtype) == "f"
    extents = "".join(
        f"  %c{i} = arith.constant {i} : index\n"
        f"  %d{i} = memref.dim %x, %c{i} : {memref(rank, dtype)}\n"
        for i in range(rank)
    )
    body, left = "", "%at"
    for i in reversed(range(1, rank)):
        body += f"      %i{i} = arith.remui {left}, %d{i} : index\n"
        body += f"      %q{i} = arith.divui {left}, %d{i} : index\n"
        left = f"%q{i}"
    places = [left, *(f"%i{i}" for i in range(1, rank))]
    for i, place in enumerate(places):
        body += f"      %p{i} = arith.index_cast {place} : index to i64\n"
    names = ", ".join(f"%p{i}" for i in range(rank))
    wide = ", ".join(["i64"] * rank)
    flat, view = memref(1, dtype), ""
    if rank != 1:
        joined = ", ".join(map(str, range(rank)))
        view = (
            f"  %flat = memref.collapse_shape %x [[{joined}]]"
            f" : {memref(rank, dtype)} into {flat}\n"
        )
    x = "%x" if rank == 1 else "%flat"
    outs = [f"%y{i}" for i in range(rank)]
    parameters = [f"%x: {memref(rank, dtype)}"]
    parameters += [f"{out}: {memref(1, _INT64)}" for out in outs]
    parameters.append(f"%n: {memref(0, _INT64)}")
    where = ""
    if is_float:
        items = ", ".join(f"%j{i}: i64" for i in range(rank))
        where = (
            f" where {{\n    ^bb0({items}, %flag: {element}):\n"
            f"      %zero = arith.constant 0.0 : {element}\n"
            f"      %is = arith.cmpf une, %flag, %zero : {element}\n"
            f"      prim.yield %is : i1\n    }}"
        )
    of = ", ".join([memref(1, _INT64)] * rank + [memref(0, _INT64)])
    return (
        f"func.func @main({', '.join(parameters)}) {{\n{extents}{view}"
        f"  prim.device_select ins({x} : {flat})\n"
        f"      outs({', '.join(outs)}, %n : {of}) flags({x} : {flat}) prologue {{\n"
        f"    ^bb0(%value: {element}, %at: index):\n{body}"
        f"      prim.yield {names} : {wide}\n    }}{where}\n  return\n}}\n"
    )


@operation
def flatnonzero(x, *, device=None, chip=None, stream=None):
    """The places, in the flattened `x`, of the elements that are not zero, as
    numpy.flatnonzero. NaN is not zero.

    x: an array.
    device, chip: as for prim.device(); stream: a driver's handle to run on.

    Returns an array of int64. The call waits until their number is known.
    {errors}

    >>> prim.flatnonzero([[3, 0, 0], [0, 4, 0]])
    array([0, 4])
    """
    inputs = _inputs.Inputs(x, None, "x", device, chip, stream, flatten=False)
    return _nonzero_call(inputs, 1, is_tuple=False)


@operation
def nonzero(x, *, device=None, chip=None, stream=None):
    """The indices of the elements of `x` that are not zero, as numpy.nonzero.

    x: an array of rank 1 or more.
    device, chip: as for prim.device(); stream: a driver's handle to run on.

    Returns a tuple of arrays of int64, one for each dimension. The call waits until
    their number is known.
    {errors}

    >>> prim.nonzero([[3, 0, 0], [0, 4, 0]])
    (array([0, 1]), array([0, 1]))
    """
    inputs = _inputs.Inputs(x, None, "x", device, chip, stream, flatten=False)
    if not inputs.shape:
        raise ValueError("x has no dimensions; pass x.reshape(1)")
    return _nonzero_call(inputs, len(inputs.shape), is_tuple=True)


def _nonzero_call(inputs, rank, is_tuple):
    if inputs.is_tuple:
        raise TypeError("x is a tuple; it has to be one array")
    [array] = inputs.arrays
    if rank != 1:
        array = array.reshape(inputs.shape)
    members = [
        _call.Out(_INT64, s, s, not inputs.on_device)
        for s in [(inputs.size,)] * rank + [()]
    ]
    outs = _call.CountedOuts(members, [(rank, is_tuple)])
    text = _nonzero_text(rank, inputs.dtypes[0])
    return _call.Call(text, inputs.device, [array, *members], outs, stream_of(inputs))


class _UniqueOuts:
    """The results of unique. The last member is the count of the members before it,
    except of the one at the place `whole`, if there is one."""

    def __init__(self, members, whole):
        self.members, self.whole = members, whole

    def finish(self, arrays):
        kept = int(arrays[-1])
        found = [
            out.finish(array, None if place == self.whole else kept)
            for place, (out, array) in enumerate(zip(self.members[:-1], arrays))
        ]
        return tuple(found) if len(found) > 1 else found[0]


def _equal_text(element, is_float, equal_nan):
    """The clause that compares keys and handles NaNs."""
    if not is_float or not equal_nan:
        return ""
    return f""" equal {{
    ^bb0(%a: {element}, %b: {element}):
      %same = arith.cmpf oeq, %a, %b : {element}
      %na = arith.cmpf uno, %a, %a : {element}
      %nb = arith.cmpf uno, %b, %b : {element}
      %both = arith.andi %na, %nb : i1
      %is = arith.ori %same, %both : i1
      prim.yield %is : i1
    }}"""


_ONES = """ prologue {{
    ^bb0(%key: {0}):
      %one = arith.constant 1 : i64
      prim.yield %one : i64
    }}"""


def _unique_text(dtype, index, inverse, counts, equal_nan):
    """Sorts and takes the first element of each run, with its position if it is
    requested. The run of an element is the prefix sum of the first flags, scattered to
    the element's position."""
    element, keys = _types.storage_type(dtype), memref(1, dtype)
    wide, count = memref(1, _INT64), memref(0, _INT64)
    equal = _equal_text(element, _types.class_of(dtype) == "f", equal_nan)
    order, ones = sort_order(dtype), _ONES.format(element)
    moves = index or inverse
    parameters = [f"%x: {keys}", f"%u: {keys}"]
    parameters += [f"%index: {wide}"] * index + [f"%inverse: {wide}"] * inverse
    parameters += [f"%counts: {wide}"] * counts + [f"%n: {count}"]
    temporaries = [("%s", keys)]
    if moves:
        temporaries += [("%p", wide), ("%q", wide)]
    if inverse:
        temporaries += [("%e", wide), ("%r", wide)]
    body = f"  %c0 = arith.constant 0 : index\n  %size = memref.dim %x, %c0 : {keys}\n"
    for name, kind in temporaries:
        body += f"  {name} = gpu.alloc (%size) : {kind}\n"
    if moves:
        body += (
            f"  prim.device_scan exclusive add ins(%x : {keys}) outs(%p : {wide}){ones}\n"
            f"  prim.device_sort {order} ins(%x, %p : {keys}, {wide})"
            f" outs(%s, %q : {keys}, {wide})\n"
        )
    else:
        body += f"  prim.device_sort {order} ins(%x : {keys}) outs(%s : {keys})\n"
    if counts:
        body += (
            f"  prim.device_run_length ins(%s : {keys})"
            f" outs(%u, %counts, %n : {keys}, {wide}, {count}){equal}\n"
        )
    if index:
        # The sort is stable, so the first element of a run is the first one in x.
        known = " discards(0, 2)" if counts else ""
        body += (
            f"  prim.device_select ins(%s, %q : {keys}, {wide})"
            f" outs(%u, %index, %n : {keys}, {wide}, {count}){known} heads(1){equal}\n"
        )
    elif not counts:
        body += (
            f"  prim.device_select ins(%s : {keys}) outs(%u, %n : {keys}, {count})"
            f" heads(1){equal}\n"
        )
    if inverse:
        body += f"""  prim.device_scan exclusive add ins(%s : {keys}) outs(%e : {wide}) by_key(%s : {keys}){ones}{equal}
  prim.device_scan inclusive add ins(%e : {wide}) outs(%r : {wide}) prologue {{
    ^bb0(%place: i64):
      %zero = arith.constant 0 : i64
      %first = arith.cmpi eq, %place, %zero : i64
      %one = arith.extui %first : i1 to i64
      prim.yield %one : i64
    }} epilogue {{
    ^bb0(%sum: i64):
      %one = arith.constant 1 : i64
      %run = arith.subi %sum, %one : i64
      prim.yield %run : i64
    }}
  prim.device_sort ult ins(%q, %r : {wide}, {wide}) outs(%r, %inverse : {wide}, {wide}) discards(0)
"""
    for name, kind in temporaries:
        body += f"  gpu.dealloc {name} : {kind}\n"
    return f"func.func @main({', '.join(parameters)}) {{\n{body}  return\n}}\n"


@operation
def unique(
    x, return_index=False, return_inverse=False, return_counts=False, *, equal_nan=True,
    device=None, chip=None, stream=None,
):  # fmt: skip
    """The distinct elements of `x` in ascending order, as numpy.unique.

    x: an array, which is flattened.
    return_index: also returns the place of each element's first occurrence in the
        flattened x.
    return_inverse: also returns, for each element of x, its place in the result.
    return_counts: also returns the number of occurrences of each element.
    equal_nan: whether all NaNs count as one element, rather than one each.
    device, chip: as for prim.device(); stream: a driver's handle to run on.

    Returns an array, or a tuple of it and of the other requested arrays, in that order
    and of int64. The call waits until the number of elements is known.
    {errors}

    >>> prim.unique([3, 1, 3, 2])
    array([1, 2, 3])
    >>> prim.unique([3, 1, 3, 2], return_index=True, return_counts=True)
    (array([1, 2, 3]), array([1, 3, 0]), array([1, 1, 2]))
    """
    inputs = _inputs.Inputs(x, None, "x", device, chip, stream, flatten=False)
    if inputs.is_tuple:
        raise TypeError("x is a tuple; it has to be one array")
    flags = [bool(f) for f in (return_index, return_inverse, return_counts)]
    dtype, flat = inputs.dtypes[0], (inputs.size,)
    shapes = [(dtype, flat, flat)]
    shapes += [(_INT64, flat, inputs.shape if i == 1 else flat) for i in range(3) if flags[i]]
    members = [
        _call.Out(d, p, s, not inputs.on_device)
        for d, p, s in [*shapes, (_INT64, (), ())]
    ]
    outs = _UniqueOuts(members, 1 + flags[0] if flags[1] else None)
    text = _unique_text(dtype, *flags, equal_nan)
    operands = inputs.arrays + members
    return _call.Call(text, inputs.device, operands, outs, stream_of(inputs))
