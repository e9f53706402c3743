# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.merge: merges two sorted arrays into one."""

from . import _call, _inputs, _program
from ._operation import operation, stream_of
from ._sort import order_of


class _Range:
    """The second range, which _inputs.Inputs takes besides the first. Its arrays are in
    `arrays` after settle() has returned."""

    form = "with"

    def __init__(self, members, names):
        self.members, self.names = members, names

    def settle(self, arrays, lends_bools, shape, name):
        for array, own in zip(arrays, self.names):
            if array.shape != arrays[0].shape:
                raise ValueError(
                    f"{own} has shape {array.shape}, but {self.names[0]} has "
                    f"{arrays[0].shape}"
                )
        for found, own in ((shape, name), (arrays[0].shape, self.names[0])):
            if len(found) != 1:
                raise ValueError(f"{own} has shape {found}; ranges are of rank 1")
        self.arrays = arrays


def _groups(x, y, values):
    """The arrays of both ranges, and their names in messages."""
    is_tuple = _inputs.is_group(x)
    if is_tuple != _inputs.is_group(y):
        raise TypeError("x and y are a tuple and an array; both have to be the same")
    groups = [_inputs.named(g, n, is_tuple) for g, n in ((x, "x"), (y, "y"))]
    if values is not None:
        if not isinstance(values, tuple) or len(values) != 2:
            raise TypeError(
                "values has to be a tuple of two: the values of x and the values of y"
            )
        for place, (group, moving) in enumerate(zip(groups, values)):
            more = _inputs.named(moving, f"values[{place}]", isinstance(moving, tuple))
            groups[place] = tuple(a + b for a, b in zip(group, more))
    counts = [len(members) for members, _ in groups]
    if counts[0] != counts[1]:
        raise ValueError(
            f"the first range has {counts[0]} arrays, and the second one {counts[1]}"
        )
    return groups, is_tuple


@operation
def merge(
    x, y, values=None, *, descending=False, less=None, out=None, device=None, chip=None,
    stream=None,
):  # fmt: skip
    """Merges `x` and `y`, which are sorted, into sorted order, stably: of equal
    elements, those of x come first. NaN is larger than any number, as for prim.sort.

    x, y: arrays of rank 1 and of one dtype. With `less` also tuples of arrays, whose
        elements are tuples. If they are not sorted, the order of the result is
        undefined.
    values: a tuple of two, the values that move along with x and with y: an array each,
        or a tuple of arrays each.
    descending: both are sorted from the largest to the smallest.
    {order}
    {place}

    Returns the merged array; with values (or tuples) a tuple of all.
    {errors}

    >>> prim.merge([0, 1, 2], [1, 1, 5])
    array([0, 1, 1, 1, 2, 5])
    >>> prim.merge([0, 2], [0, 1], ([10, 12], [20, 21]))
    (array([0, 0, 1, 2]), array([10, 20, 21, 12]))
    """
    (first, second), is_tuple = _groups(x, y, values)
    if is_tuple and less is None:
        raise TypeError("x is a tuple; pass less to compare its elements")
    keys = len(x) if is_tuple else 1
    other = _Range(*second)
    members, is_tuple = first[0], is_tuple or values is not None
    inputs = _inputs.Inputs(
        tuple(members) if is_tuple else members[0], None, "x", device, chip, stream,
        segments=other, names=first[1],
    )  # fmt: skip
    for array, dtype, name, own in zip(
        other.arrays, inputs.dtypes, first[1], second[1]
    ):
        if array.dtype != dtype:
            raise TypeError(f"{own} has dtype {array.dtype}, but {name} has {dtype}")
    head, regions, reads = order_of(inputs.dtypes, descending, less, keys)
    shape = (inputs.size + other.arrays[0].shape[0],)
    taken = inputs.take_out(out)
    given = _inputs.outs_of(taken, len(inputs.dtypes), shape)
    operands = inputs.arrays + reads.arrays + other.arrays
    _inputs.check_same_outs(given, inputs.dtypes, operands)
    members = [
        _call.Out(dtype, shape, shape, not inputs.on_device, array)
        for dtype, array in zip(inputs.dtypes, given)
    ]
    op = _program.Op(
        "device_merge", head, 1, inputs.dtypes, inputs.dtypes, 1, reads=reads.arrays,
        regions=regions, segmented=other.form, borders=inputs.dtypes,
    )  # fmt: skip
    outs = _call.Outs(members, is_tuple, out)
    operands = inputs.arrays + members + reads.arrays + other.arrays
    return _call.Call(
        _program.function_text(op), inputs.device, operands, outs, stream_of(inputs)
    )
