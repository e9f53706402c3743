# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.transform, prim.adjacent_difference, and searches in unsorted arrays."""

import numpy as np

from . import _array, _call, _inputs, _math, _program
from ._fold import reduce
from ._operation import arity_of, operation, require_function, stream_of
from ._trace import Reads, is_device_array, trace


def _map(inputs, function, argument, out, clauses=(), beside=None):
    """The Call of a map. With `beside` the function takes an element, its neighbour on
    that side, and whether the neighbour exists."""
    group = (inputs.dtypes, inputs.is_tuple)
    groups, reads = [group], Reads()
    if beside:
        groups += [group, ([np.dtype(np.bool_)], False)]
    index = arity_of(function) == len(groups) + 1
    traced = trace(function, groups, argument, reads, index)
    taken = inputs.take_out(out)
    given = _inputs.outs_of(taken, len(traced.results), inputs.shape)
    _inputs.check_same_outs(given, traced.dtypes, reads.arrays)
    wanted = _inputs.check_outs(given, traced.dtypes, inputs.arrays, reads.arrays, True)
    members = [
        _call.Out(d, inputs.program_shape, inputs.shape, not inputs.on_device, g)
        for d, g in zip(wanted, given)
    ]
    text = traced.text("map")
    if beside:
        # Whether there is a neighbour is a value, not an element of memory.
        text = text.replace("%a2_0: i8", "%has: i1", 1)
        first, *lines = text.split("\n    ")
        lines.insert(1, "  %a2_0 = arith.extui %has : i1 to i8")
        text = "\n    ".join([first, *lines])
    op = _program.Op(
        "device_map", "", inputs.rank, inputs.dtypes, wanted, inputs.rank,
        list(clauses) + inputs.clauses, reads=reads.arrays, regions=[text],
    )  # fmt: skip
    outs = _call.Outs(members, traced.structure, out)
    operands = inputs.arrays + members + reads.arrays
    return _call.Call(
        _program.function_text(op), inputs.device, operands, outs, stream_of(inputs)
    )


@operation
def transform(x, function, *, out=None, device=None, chip=None, stream=None):
    """Applies a function to each element of `x`.

    x: an array, or a tuple of arrays of one shape, whose elements are tuples.
    function: a function of an element that returns a number, or a tuple for several
        results; it is traced. With a second parameter it also takes the element's
        index.
    {place}

    Returns an array, or a tuple of them, or `out`, which may be x.
    {errors}

    >>> prim.transform(([1, 2, 3], [10, 20, 30]), lambda v: v[0] + v[1])
    array([11, 22, 33])
    """
    if not callable(function):
        raise TypeError(
            f"function is a {type(function).__name__}; it has to be a function"
        )
    inputs = _inputs.Inputs(x, None, "x", device, chip, stream, flatten=False)
    return _map(inputs, function, "function", out)


@operation
def adjacent_difference(
    x, function=None, *, right=False, axis=None, out=None, device=None, chip=None,
    stream=None,
):  # fmt: skip
    """Each element of `x` minus the one before it. The first element is unchanged.

    x: an array, or a tuple of arrays of one shape, whose elements are tuples.
    function: a function of an element and its neighbour, instead of the difference;
        traced.
    right: takes the next element instead of the one before. The last element is
        unchanged.
    axis: the axis along which neighbours are taken; None flattens the array.
    {place}

    Returns an array, or a tuple of them, or `out`, which may be x.
    {errors}

    >>> prim.adjacent_difference([1, 4, 9, 16])
    array([1, 3, 5, 7])
    """
    require_function(function, "function")
    inputs = _inputs.Inputs(x, axis, "x", device, chip, stream)
    if function is None and inputs.is_tuple:
        raise TypeError(
            "x is a tuple; pass a function that computes the result from it"
        )
    combine = function or (lambda a, b: a - b)

    def choose(own, other, has):
        found = combine(own, other)
        if isinstance(found, (tuple, list)):
            return tuple(_math.where(has, f, o) for f, o in zip(found, own))
        return _math.where(has, found, own)

    side = "right" if right else "left"
    return _map(inputs, choose, "function", out, [f"neighbour({side})"], side)


def _there(x, name, device, chip):
    """`x`, of rank 1, on the device, and whether it was there already."""
    on_device = is_device_array(x)
    array = _array.array(x, device=device, chip=chip)
    if array.ndim != 1:
        raise ValueError(f"{name} has shape {array.shape}; it has to be of rank 1")
    return array, on_device


class _Find:
    """A reduction of places. The result for no match is x's size."""

    def __init__(self, x, device, chip, equal):
        require_function(equal, "equal")
        self.x, self.on_device = _there(x, "x", device, chip)
        self.equal = equal or (lambda a, b: a == b)
        # The size is in the array's device memory, so that one program serves all
        # sizes.
        self.size = self.number(self.x.shape[0])

    def number(self, value):
        return _array.array(np.int64(value), device=self.x.device)

    def call(self, is_at, last, stream):
        """The Call that finds the first place, or the last, for which `is_at` holds."""
        x, size = self.x, self.size
        if last:
            call = reduce.lower(
                x, "max", prologue=lambda v, i: _math.where(is_at(v, i), i, -1),
                initial=-1, epilogue=lambda best: _math.where(best < 0, size, best),
                stream=stream,
            )  # fmt: skip
        else:
            call = reduce.lower(
                x, "min", prologue=lambda v, i: _math.where(is_at(v, i), i, size),
                initial=size, stream=stream,
            )  # fmt: skip
        return self.finish(call)

    def finish(self, call):
        for member in call._outs.members:
            member.to_host = not self.on_device
        return call


@operation
def adjacent_find(x, *, equal=None, device=None, chip=None, stream=None):
    """The place of the first element of `x` that is equal to the next one. The number
    of elements if there is none.

    x: an array of rank 1.
    equal: a function of an element and the next one that replaces the comparison;
        traced.
    device, chip: as for prim.device(); stream: a driver's handle to run on.
    {errors}

    >>> int(prim.adjacent_find([3, 1, 1, 4]))
    1
    """
    find = _Find(x, device, chip, equal)
    x, last = find.x, find.number(find.x.shape[0] - 1)

    def is_at(value, i):
        return (i < last) & find.equal(value, x[_math.minimum(i + 1, last)])

    return find.call(is_at, False, stream)


@operation
def find_first_of(x, keys, *, equal=None, device=None, chip=None, stream=None):
    """The place of the first element of `x` that is equal to any of `keys`. The number
    of elements if there is none.

    x, keys: arrays of rank 1. Each element is compared with the keys one by one.
    equal: a function of an element and a key that replaces the comparison; traced.
    device, chip: as for prim.device(); stream: a driver's handle to run on.
    {errors}

    >>> int(prim.find_first_of([6, 3, 5, 4], [10, 5]))
    2
    """
    find = _Find(x, device, chip, equal)
    keys, _ = _there(keys, "keys", find.x.device, None)
    count = find.number(keys.shape[0])

    def is_at(value, i):
        return ~i.region.every(
            i >= 0, count, lambda j: _math.logical_not(find.equal(value, keys[j]))
        )

    return find.call(is_at, False, stream)


def _sequence(x, sequence, equal, last, device, chip, stream):
    find = _Find(x, device, chip, equal)
    x = find.x
    keys, _ = _there(sequence, "sequence", x.device, None)
    count = keys.shape[0]
    # The last place of an empty sequence is x's size, at which there is no element.
    begin = find.number(-1 if last and not count else x.shape[0] - count)
    count = find.number(count)

    def is_at(value, i):
        return i.region.every(
            i <= begin, count, lambda j: find.equal(x[i + j], keys[j])
        )

    return find.call(is_at, last, stream)


@operation
def search(x, sequence, *, equal=None, device=None, chip=None, stream=None):
    """The first place from which on the elements of `x` are those of `sequence`. The
    number of elements of x if there is none.

    x, sequence: arrays of rank 1. At each place elements are compared until two differ.
    equal: a function of an element of each that says whether they are equal; traced.
    device, chip: as for prim.device(); stream: a driver's handle to run on.
    {errors}

    >>> int(prim.search([6, 5, 4, 1, 5, 4], [5, 4]))
    1
    """
    return _sequence(x, sequence, equal, False, device, chip, stream)


@operation
def find_end(x, sequence, *, equal=None, device=None, chip=None, stream=None):
    """The last place from which on the elements of `x` are those of `sequence`. The
    number of elements of x if there is none, or if the sequence is empty.

    x, sequence: arrays of rank 1. At each place elements are compared until two differ.
    equal: a function of an element of each that says whether they are equal; traced.
    device, chip: as for prim.device(); stream: a driver's handle to run on.
    {errors}

    >>> int(prim.find_end([6, 5, 4, 1, 5, 4], [5, 4]))
    4
    """
    return _sequence(x, sequence, equal, True, device, chip, stream)


@operation
def search_n(x, count, value, *, equal=None, device=None, chip=None, stream=None):
    """The first place from which on `count` elements of `x` are equal to `value`. The
    number of elements if there is none. It takes one pass for any count.

    x: an array of rank 1. count: an integer, not negative. value: a number.
    equal: a function of an element and the value that says whether they are equal; traced.
    device, chip: as for prim.device(); stream: a driver's handle to run on.
    {errors}

    >>> int(prim.search_n([1, 7, 1, 7, 7, 7], 3, 7))
    3
    """
    find = _Find(x, device, chip, equal)
    count = _inputs.integer(count, "count")
    if count < 0:
        raise ValueError(f"count is {count}; it has to be 0 or more")
    count, size = find.number(count), find.size
    value = _array.array(np.asarray(value, find.x.dtype), device=find.x.device)

    def element(own, i):
        run = _math.where(find.equal(own, value), i * 0 + 1, 0)
        return i, i * 0 + 1, run, run, _math.where(run >= count, i, size)

    def join(p, q):
        # The state of a range: where it begins, its length, the number of equal
        # elements at its beginning and at its end, and the first place in it.
        first = _math.where(p[1] == 0, q[0], p[0])
        prefix = _math.where(p[2] == p[1], p[1] + q[2], p[2])
        suffix = _math.where(q[3] == q[1], q[1] + p[3], q[3])
        is_across = (q[2] > 0) & (p[3] + q[2] >= count)
        across = _math.where(is_across, q[0] - p[3], size)
        best = _math.minimum(_math.minimum(p[4], q[4]), across)
        return first, p[1] + q[1], prefix, suffix, best

    call = reduce.lower(
        find.x, join, prologue=element, identity=(0, 0, 0, 0, np.iinfo(np.int64).max),
        epilogue=lambda state: _math.minimum(state[4], size), check=False, stream=stream,
    )  # fmt: skip
    return find.finish(call)
