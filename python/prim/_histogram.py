# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.histogram and prim.bincount: elements counted by bins."""

import numpy as np

from . import _array, _call, _inputs, _types
from ._fold import reduce
from ._operation import operation, stream_of
from ._trace import memref


class _Histogram(_call.Outs):
    """The counts or densities, and the edges of the bins."""

    def __init__(self, out, edges, density, rest):
        super().__init__([out], False)
        self.edges, self.density, self.rest = edges, density, rest

    def finish(self, arrays):
        counts = super().finish(arrays)
        if self.rest:
            host = np.asarray(counts).copy()
            host[-1] += self.rest
            if isinstance(counts, np.ndarray):
                counts = host
            else:
                counts.upload(host)
        if self.density:
            counts = np.asarray(counts)
            counts = counts / np.diff(self.edges) / counts.sum()
        return counts, self.edges


def _counted(inputs, bins, dtype, order, way, levels=()):
    """The Call's text, operands and result. `way` is the clause or the region that
    defines the bins."""
    x, *weights = inputs.arrays
    kinds = [("%x", memref(1, x.dtype))]
    kinds += [("%w", memref(1, w.dtype)) for w in weights]
    kinds += [("%l", memref(1, array.dtype)) for array in levels]
    kinds.append(("%y", memref(1, dtype)))
    types = dict(kinds)
    text = f"prim.device_histogram {order}".rstrip()
    text += f" ins(%x : {types['%x']}) outs(%y : {types['%y']})"
    if weights:
        text += f" weights(%w : {types['%w']})"
    parameters = ", ".join(f"{value}: {kind}" for value, kind in kinds)
    text = f"func.func @main({parameters}) {{\n  {text} {way}\n  return\n}}\n"
    out = _call.Out(dtype, (bins,), (bins,), not inputs.on_device)
    return text, [x, *weights, *levels, out], out


def _take(x, weights, dtype, device, chip, stream):
    """x and weights, in x's shape or flattened. Weights are converted to `dtype`, or
    keep their own."""
    if weights is not None and not isinstance(weights, _array.Array):
        weights = _types.host_array(weights, "weights")
        if dtype is not None:
            weights = weights.astype(dtype, casting="safe")
    inputs = _inputs.Inputs(
        x, None, "x", device, chip, stream, moving=weights, moving_name="weights"
    )
    if inputs.dtypes[0].kind == "b":
        raise TypeError("x is of bools; pass x.astype(numpy.uint8)")
    return inputs


def _round_up(values, dtype):
    """For each value, the least number of `dtype` that is not below it."""
    found = values.astype(dtype)
    below = found.astype(np.float64) < values
    return np.where(below, np.nextafter(found, dtype.type(np.inf)), found)


def _levels(edges, kind, dtype):
    """Edges for half-open bins: the last edge is adjusted so that the last bin contains
    it. Their type is one in which elements of `dtype` compare as in numpy. Also returns
    the largest element if it belongs to the last bin and no edge is above it, or
    None."""
    if kind == "f":
        edges = edges.astype(np.float64)
        wide = np.dtype(np.float64 if dtype.itemsize == 8 else np.float32)
        levels = _round_up(edges, wide)
        if np.isposinf(levels[-1]):
            return levels, (np.inf if np.isposinf(edges[-1]) else None)
        # The first number above the last edge.
        if levels[-1] == edges[-1]:
            levels[-1] = np.nextafter(levels[-1], wide.type(np.inf))
        return levels, None
    most = (2**64 if kind == "u" and dtype.itemsize == 8 else 2**63) - 1
    # No element is below it.
    least = 0 if kind == "u" else -(2**63)
    # numpy compares integers of 64 bits with edges of float64 as float64.
    rounds = dtype.itemsize == 8 and edges.dtype.kind == "f"
    rounds |= dtype.itemsize == 8 and np.result_type(edges, dtype).kind == "f"
    first = _first_rounded if rounds else _first_whole
    exact = [edge if isinstance(edge, int) else float(edge) for edge in edges.tolist()]
    found = [first(edge, False) for edge in exact[:-1]] + [first(exact[-1], True)]
    found = [min(max(number, least), most + 1) for number in found]
    # Edges above all elements are equivalent.
    largest = np.iinfo(dtype).max
    levels = np.array(
        [min(number, most) for number in found], np.uint64 if most >= 2**63 else np.int64
    )
    above = found[-1] > most and largest == most
    return levels, (most if above and found[-2] <= most else None)


def _bounded(edge):
    """A float as an integer. Infinities become an integer that no element reaches."""
    return int(np.clip(edge, -(2.0**70), 2.0**70))


def _first_whole(edge, after):
    """The first integer that is not below an edge, or that is above it."""
    whole = -(-edge // 1) if isinstance(edge, int) else _bounded(np.ceil(edge))
    return whole + (after and whole == edge)


def _first_rounded(edge, after):
    """The first integer that is not below an edge, or that is above it, if integers are
    rounded to float64 before they are compared."""
    edge = float(edge)
    if after:
        edge = float(np.nextafter(edge, np.inf))
    if abs(edge) < 2**53 or not np.isfinite(edge):
        return _bounded(np.ceil(edge))
    below = int(np.nextafter(edge, -np.inf))
    middle = (below + int(edge)) // 2
    return middle if float(middle) >= edge else middle + 1


@operation
def histogram(
    x, bins=10, range=None, *, weights=None, density=False, device=None, chip=None, stream=None
):
    """The number of elements of `x` in each bin, by numpy.histogram's rules: bins are
    half-open, except the last one, which includes both of its edges.

    x: an array of numbers, which is flattened. NaN belongs to no bin.
    bins: the number of bins of equal width between the least and the largest element,
        or the edges in ascending order. For an array of numpy also all that
        numpy.histogram_bin_edges takes.
    range: (low, high) instead of the least and the largest element.
    weights: the value to add for each element: an array of x's shape of int32, int64,
        float32 or float64. Sums of floats are the same in every run.
    density: returns values of a probability density instead of counts, on the host.
    device, chip: as for prim.device(); stream: a driver's handle to run on.

    Returns the counts, of dtype int64 or the weights' dtype, and the edges.
    {errors}

    >>> prim.histogram([1, 2, 1, 4], bins=[0, 1, 2, 3])
    (array([0, 2, 1]), array([0, 1, 2, 3]))
    """
    inputs = _take(x, weights, None, device, chip, stream)
    sample = inputs.arrays[0]
    if isinstance(sample, _array.Array):
        sample = _ends(sample, bins, range)
    edges = np.histogram_bin_edges(sample, bins, range)
    kind = _types.class_of(inputs.dtypes[0])
    levels, largest = _levels(edges, kind, inputs.dtypes[0])
    dtype = inputs.dtypes[1] if weights is not None else np.dtype(np.int64)
    if weights is not None and (dtype.kind not in "if" or dtype.itemsize < 4):
        raise TypeError(
            f"weights is of {dtype}; it has to be of int32, int64, float32 or float64"
        )
    order = {"u": "ult", "i": "slt"}.get(kind, "")
    way = f"range(%l : {memref(1, levels.dtype)})"
    text, operands, out = _counted(
        inputs, len(edges) - 1, dtype, order, way, [levels]
    )
    # The op's bins do not include their last edge.
    rest = 0
    if largest is not None:
        is_largest = np.asarray(inputs.arrays[0]) == largest
        added = is_largest if weights is None else np.asarray(inputs.arrays[1])
        rest = added[is_largest].sum(dtype=dtype)
    outs = _Histogram(out, edges, density, rest)
    return _call.Call(text, inputs.device, operands, outs, stream_of(inputs))


def _ends(x, bins, range):
    """Elements on the host that have the same edges as `x`, which is on a device."""
    if isinstance(bins, str):
        raise TypeError(
            "bins is a rule, which needs an array of numpy; pass a number or edges"
        )
    if np.ndim(bins) or range is not None or not x.shape[0]:
        return np.zeros(0, x.dtype)
    return np.array([_number(reduce(x, op)) for op in ("min", "max")], x.dtype)


def _number(value):
    """The number in an array of rank 0, on the host or on a device."""
    return np.asarray(value)[()]


@operation
def bincount(x, weights=None, minlength=0, *, device=None, chip=None, stream=None):
    """The number of occurrences in `x` of each number from 0 to the largest, by
    numpy.bincount's rules.

    x: an array of rank 1 of bools, or of integers that are not negative.
    weights: the value to add for each element: an array of x's shape of float64, or one
        that numpy converts to float64. Sums are the same in every run.
    minlength: the least number of bins.
    device, chip: as for prim.device(); stream: a driver's handle to run on.

    Returns an array of int64; with weights, of float64 unless x is empty. The call
    waits until the largest number is known.
    {errors}

    >>> prim.bincount([0, 1, 1, 3])
    array([1, 2, 0, 1])
    """
    if np.ndim(x) != 1:
        raise ValueError(f"x has rank {np.ndim(x)}; it has to have rank 1")
    if not isinstance(x, _array.Array):
        host = _types.host_array(x, "x")
        if isinstance(x, (list, tuple)) and not host.size:
            host = host.astype(np.int64)  # numpy makes floats of an empty list
        x = host.view(np.uint8) if host.dtype.kind == "b" else host
    inputs = _take(x, weights, np.float64, device, chip, stream)
    if weights is not None and inputs.dtypes[1] != np.float64:
        raise TypeError(f"weights is of {inputs.dtypes[1]}; it has to be of float64")
    kind, array = _types.class_of(inputs.dtypes[0]), inputs.arrays[0]
    if kind not in "iu":
        raise TypeError(f"x is of {inputs.dtypes[0]}; it has to be of integers")
    length = _inputs.integer(minlength, "minlength")
    if length < 0:
        raise ValueError(f"minlength is {length}, which is negative")
    if array.shape[0]:
        found = array if isinstance(array, np.ndarray) else _ends(array, 1, None)
        if int(found.min()) < 0:
            raise ValueError(f"x has {int(found.min())}, which is negative")
        length = max(length, int(found.max()) + 1)
    ty = _types.storage_type(inputs.dtypes[0])
    way = f"""bin {{
    ^bb0(%a: {ty}):
      %i = arith.index_castui %a : {ty} to index
      prim.yield %i : index
    }}"""
    # numpy ignores the weights if there are no elements.
    is_count = weights is None or not array.shape[0]
    dtype = np.dtype(np.int64 if is_count else np.float64)
    if is_count:
        del inputs.arrays[1:]
    text, operands, out = _counted(inputs, length, dtype, "", way)
    outs = _call.Outs([out], False)
    return _call.Call(text, inputs.device, operands, outs, stream_of(inputs))
