# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.diff: maps whose inputs are views of one array, each shifted by one place."""

import math

import numpy as np

from . import _array, _call, _inputs, _types
from ._operation import operation, stream_of
from ._trace import Reads, memref, trace

# The number of differences that are taken in one pass over memory.
_MOST_ORDERS = 4


class _Ends:
    """The values before and after an array, which Inputs takes beside the array."""

    form = ""

    def __init__(self, **members):
        given = {name: m for name, m in members.items() if m is not None}
        self.names, self.members = list(given), list(given.values())

    def settle(self, arrays, lends_bools, shape, beside):
        self.found = dict(zip(self.names, arrays))

    def taken(self, name, inputs, axis):
        """The arrays at the ends, in the program's shape. A scalar is one element on
        the device."""
        if name not in self.found:
            return []
        array = self.found[name]
        if not array.ndim:
            return [_array.array(array, device=inputs.device)]
        own, other = list(array.shape), list(inputs.shape)
        if len(own) != len(other) or any(
            a != b for i, (a, b) in enumerate(zip(own, other)) if i != axis
        ):
            raise ValueError(
                f"{name} has shape {array.shape}, but x has {inputs.shape}; they may "
                f"differ along axis {axis} alone"
            )
        return [array.reshape(_with(inputs, array.shape[axis]))]


def _with(inputs, extent):
    """The program's shape with another extent along the axis."""
    shape = list(inputs.program_shape)
    shape[_along(inputs)] = extent
    return tuple(shape)


def _along(inputs):
    return 0 if inputs.dimensions is None else inputs.dimensions[0]


class _Text:
    """The body of a function on buffers of one rank. Their extents are those of %y0
    except for dimension `along`. Neighbours along it are a step apart; the step is 1,
    or a parameter gives it. Extents are values of the body, referred to by their
    names."""

    def __init__(self, rank, along, dtype, step):
        self.rank, self.along, self.count, self.lines = rank, along, 0, []
        self.extents = [self.extent("%y0", dtype, i) for i in range(rank)]
        self.zero = self.constant(0)
        self.step = step and self.value(f"arith.index_cast {step} : i64 to index")
        self.temporaries = []

    def value(self, text):
        name, self.count = f"%t{self.count}", self.count + 1
        self.lines.append(f"{name} = {text}")
        return name

    def constant(self, number):
        return self.value(f"arith.constant {number} : index")

    def steps(self, number):
        constant = self.constant(number)
        return self.combined("muli", constant, self.step) if self.step else constant

    def combined(self, op, a, b):
        return self.value(f"arith.{op} {a}, {b} : index")

    def extent(self, buffer, dtype, dimension=None):
        at = self.constant(self.along if dimension is None else dimension)
        return self.value(f"memref.dim {buffer}, {at} : {memref(self.rank, dtype)}")

    def sizes(self, extent):
        sizes = list(self.extents)
        sizes[self.along] = extent
        return ", ".join(sizes)

    def alloc(self, extent, dtype):
        kind = memref(self.rank, dtype)
        name = self.value(f"gpu.alloc ({self.sizes(extent)}) : {kind}")
        self.temporaries.append(f"gpu.dealloc {name} : {kind}")
        return name

    def view(self, buffer, dtype, offset, extent):
        """A view of `extent` elements of each row from `offset` on: its name and
        type."""
        whole = memref(self.rank, dtype)
        strides = ", ".join(["?"] * (self.rank - 1) + ["1"])
        kind = f"{whole[:-1]}, strided<[{strides}], offset: ?>>"
        offsets = [self.zero] * self.rank
        offsets[self.along] = offset
        steps = ", ".join(["1"] * self.rank)
        name = self.value(
            f"memref.subview {buffer}[{', '.join(offsets)}] [{self.sizes(extent)}]"
            f" [{steps}] : {whole} to {kind}"
        )
        return name, kind

    def map(self, ins, out, traced, reads=()):
        clauses = [("ins", ins), ("outs", [out]), ("reads", reads)]
        text = "".join(
            f" {clause}({', '.join(n for n, _ in group)} : {', '.join(k for _, k in group)})"
            for clause, group in clauses
            if group
        )
        self.lines.append(f"prim.device_map{text} {traced.text('map')}")

    def function(self, parameters):
        lines = self.lines + self.temporaries
        body = "".join(f"  {line}\n" for line in lines)
        return f"func.func @main({', '.join(parameters)}) {{\n{body}  return\n}}\n"


def _join(text, parts, names, reads, dtype):
    """The concatenation of the parts in a buffer of `dtype`, and its length. A scalar
    part supplies one element per row."""
    one, total = text.steps(1), text.zero
    lengths = [text.extent(n, a.dtype) if a.ndim else one for n, a in zip(names, parts)]
    for length in lengths:
        total = text.combined("addi", total, length)
    joined, begin = text.alloc(total, dtype), text.zero
    for name, array, length in zip(names, parts, lengths):
        operand = (name, memref(array.ndim, array.dtype))
        if array.ndim:
            traced = trace(lambda v: v, [([array.dtype], False)], "x")
            clauses = [operand], []
        else:
            traced = trace(lambda: array, [], "x", reads)
            clauses = [], [operand]
        traced.convert([dtype])
        text.map(clauses[0], text.view(joined, dtype, begin, length), traced, clauses[1])
        begin = text.combined("addi", begin, length)
    return joined, total


def _reduce_orders(text, source, length, dtype, orders):
    """Maps from a buffer and its length to %y0, through temporary buffers if there are
    many orders."""
    while orders > _MOST_ORDERS:
        size = text.combined("subi", length, text.steps(_MOST_ORDERS))
        target = text.alloc(size, dtype)
        _pass(text, source, target, dtype, _MOST_ORDERS, size)
        source, length, orders = target, size, orders - _MOST_ORDERS
    _pass(text, source, "%y0", dtype, orders, text.extents[text.along])


def _pass(text, source, target, dtype, orders, size):
    views = [
        text.view(source, dtype, text.steps(place), size)
        for place in range(orders + 1)
    ]
    traced = trace(_differences, [([dtype] * len(views), True)], "x")
    text.map(views, (target, memref(text.rank, dtype)), traced)


def _differences(values):
    """The final value after taking differences of the elements repeatedly."""
    while len(values) > 1:
        values = [
            b != a if b.dtype.kind == "b" else b - a for a, b in zip(values, values[1:])
        ]
    return values[0]


@operation
def diff(
    x, n=1, axis=-1, prepend=None, append=None, *, out=None, device=None, chip=None,
    stream=None,
):  # fmt: skip
    """Each element of `x` minus the one before it, as numpy.diff. The result has one
    element fewer. For bools, it says whether the neighbours differ.

    x: an array of rank 1 or more.
    n: the number of times that differences are taken. With 0 the result is x.
    axis: the axis along which differences are taken.
    prepend, append: values to put before and after x first: scalars, or arrays of x's
        shape except along the axis. The result has the type that numpy computes from
        all of them.
    {place}

    Returns an array that is shorter by n along the axis, or `out`.
    {errors}

    >>> prim.diff([1, 2, 4, 7, 0])
    array([ 1,  2,  3, -7])
    >>> prim.diff([1, 2, 4, 7, 0], n=2)
    array([  1,   1, -10])
    >>> prim.diff([[1, 3, 6], [0, 5, 6]], axis=0, append=9)
    array([[-1,  2,  0],
           [ 9,  4,  3]])
    """
    orders = _inputs.integer(n, "n")
    if orders < 0:
        raise ValueError(f"n is {orders}; it has to be 0 or more")
    axis = _inputs.integer(axis, "axis")
    # With n=0 nothing is prepended or appended, as in numpy.
    ends = _Ends(prepend=prepend, append=append) if orders else _Ends()
    inputs = _inputs.Inputs(
        x, axis, "x", device, chip, stream, flatten=False, segments=ends
    )
    if inputs.is_tuple:
        raise TypeError("x is a tuple; it has to be one array")
    [axis] = inputs.axes
    before, behind = (ends.taken(name, inputs, axis) for name in ("prepend", "append"))
    parts = before + inputs.arrays + behind
    dtype = _types.check_dtype(np.result_type(*(a.dtype for a in parts)), "the result")
    total = sum(a.shape[_along(inputs)] if a.ndim else 1 for a in parts)
    extent = max(0, total - orders)
    shape = inputs.shape[:axis] + (extent,) + inputs.shape[axis + 1 :]
    [given] = _inputs.outs_of(inputs.take_out(out), 1, shape)
    _inputs.check_same_outs([given], [dtype], parts)
    rank, step, sizes = inputs.rank, None, []
    program_shape = _with(inputs, extent)
    if inputs.dimensions == [0]:
        # Along the first axis, neighbours are the same distance apart everywhere, so
        # row boundaries do not matter.
        sizes = [(inputs.program_shape[1], np.dtype(np.int64))]
        rank, step, program_shape = 1, "%step", (math.prod(program_shape),)
        parts = [a.reshape(-1) if a.ndim else a for a in parts]
    member = _call.Out(dtype, program_shape, shape, not inputs.on_device, given)
    text, reads = _Text(rank, _along(inputs), dtype, step), Reads()
    names = [f"%x{i}" if a.ndim else reads.add(a)[0] for i, a in enumerate(parts)]
    source = names[0]
    if len(parts) > 1:
        source, length = _join(text, parts, names, reads, dtype)
    else:
        length = text.extent(source, dtype)
    # If the result is empty, intermediate differences need not be computed.
    _reduce_orders(text, source, length, dtype, orders if extent else min(orders, 1))
    # One scalar may be at both ends.
    operands = dict(zip(names, parts))
    parameters = [f"{n}: {memref(a.ndim, a.dtype)}" for n, a in operands.items()]
    parameters.append(f"%y0: {memref(rank, dtype)}")
    parameters += ["%step: i64"] * len(sizes)
    outs = _call.Outs([member], False, out)
    operands = [*operands.values(), member, *sizes]
    return _call.Call(
        text.function(parameters), inputs.device, operands, outs, stream_of(inputs)
    )
