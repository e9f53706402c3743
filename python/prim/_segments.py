# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where segments of an array start, given by offsets, flags or keys, and their checks.

_inputs takes the arrays, and _program writes the clause."""

import numpy as np

from . import _array, _inputs, _types
from ._trace import trace


def choose(
    axis=None, keepdims=False, segments=None, head=None, by=None, equal=None,
    what="folded",
):  # fmt: skip
    """The Segments for a call's arguments. None if there are none. `what` is the
    operation on each segment, for messages."""
    said = {"segments": segments, "head": head, "by": by}
    given = [name for name, value in said.items() if value is not None]
    if equal is not None and by is None:
        raise TypeError("equal needs keys to compare; pass by")
    if len(given) > 1:
        raise ValueError(
            f"{given[0]} and {given[1]} both set where segments start; pass one"
        )
    if not given:
        return None
    [name] = given
    if axis is not None:
        raise ValueError(
            f"axis and {name} both set what is {what} together; pass one"
        )
    if keepdims:
        raise ValueError(f"keepdims is for axes, and {name} has none; leave it out")
    return Segments("by_key" if name == "by" else name, said[name], name, equal)


class Segments:
    """The arguments that define where segments start.

    form: the dialect's keyword: segments, head or by_key.
    is_tuple: whether it was given as a tuple.
    arrays: the arrays that a program takes, of numpy or on a device, after settle() has
        returned.
    dtypes: their dtypes.
    lends_bools: whether some are another library's, whose bools may hold any byte.
    """

    def __init__(self, form, value, argument, equal=None):
        self.form, self.argument, self.equal = form, argument, equal
        # Flags are one array; if the argument is a tuple of arrays, they are its rows.
        self.is_tuple = form != "head" and _inputs.is_group(value)
        self.members, self.names = _inputs.named(value, argument, self.is_tuple)
        if form == "segments" and self.is_tuple and len(self.members) != 2:
            raise ValueError(
                f"{argument} has {len(self.members)} arrays; it can be offsets, or a tuple "
                "of begins and ends"
            )
        if equal is not None and not callable(equal):
            raise TypeError(
                f"equal is a {type(equal).__name__}; it has to be a function"
            )

    def settle(self, arrays, lends_bools, shape, beside):
        """Checks the arrays as Inputs has taken them. The inputs have the shape
        `shape`, and messages call them `beside`."""
        self.arrays, self.lends_bools = arrays, lends_bools
        if len(shape) != 1:
            raise ValueError(
                f"{beside} has shape {shape}, but {self.argument} is for arrays of rank "
                f"1; pass {beside}.reshape(-1)"
            )
        if self.form == "segments":
            self._settle_offsets()
        else:
            self._settle_elements(shape, beside)

    @property
    def dtypes(self):
        return [array.dtype for array in self.arrays]

    @property
    def is_counted(self):
        """Whether only the device knows the number of segments."""
        return self.form != "segments"

    @property
    def count(self):
        """The number of segments that the offsets define."""
        return self.arrays[0].shape[0] - (len(self.arrays) == 1)

    def _settle_elements(self, shape, beside):
        for array, name in zip(self.arrays, self.names):
            if array.shape != shape:
                raise ValueError(
                    f"{name} has shape {array.shape}, but {beside} has {shape}"
                )
        if self.form == "head" and _types.class_of(self.dtypes[0]) == "f":
            if not _is_nothing(self.arrays[0]):
                raise TypeError(
                    f"{self.argument} has dtype {self.dtypes[0]}, but flags are bools or "
                    f"integers; pass {self.argument} != 0"
                )
            self.arrays = [self.arrays[0].astype(bool)]

    def _settle_offsets(self):
        for array, name in zip(self.arrays, self.names):
            if array.ndim != 1:
                raise ValueError(
                    f"{name} has shape {array.shape}; it has to be of rank 1"
                )
            if not _is_nothing(array):
                _require_offsets(array, name)
        sizes = [array.shape[0] for array in self.arrays]
        if len(sizes) == 1 and not sizes[0]:
            raise ValueError(
                f"{self.argument} has no elements, but n segments have n + 1 offsets"
            )
        if len(sizes) == 1:
            _require_rising(self.arrays[0], self.argument)
        elif sizes[0] != sizes[1]:
            raise ValueError(
                f"{self.names[1]} has {sizes[1]} elements, but {self.names[0]} has "
                f"{sizes[0]}"
            )
        there = {a.dtype for a in self.arrays if isinstance(a, _array.Array)}
        if len(there) == 2:
            raise TypeError(
                f"{self.names[0]} has dtype {self.dtypes[0]}, but {self.names[1]} has "
                f"{self.dtypes[1]}; begins and ends on a device are of one dtype"
            )
        narrow = all(np.can_cast(dtype, np.int32) for dtype in self.dtypes)
        wanted = there.pop() if there else np.dtype(np.int32 if narrow else np.int64)
        self.arrays = [
            _as_offsets(array, wanted, name)
            for array, name in zip(self.arrays, self.names)
        ]

    def region(self, reads):
        """The region that compares keys, as a list of none or one."""
        function = self.equal
        if function is None and self.form == "by_key" and self.lends_bools:
            # Any byte other than 0 is true.
            function = _equal
        if function is None:
            return []
        group = (self.dtypes, self.is_tuple)
        traced = trace(function, [group, group], "equal", reads)
        return [traced.predicate("equal", "equal")]


def _equal(a, b):
    if not isinstance(a, tuple):
        return a == b
    same = [left == right for left, right in zip(a, b)]
    while len(same) > 1:
        same[:2] = [same[0] & same[1]]
    return same[0]


def _is_nothing(array):
    """Whether the array may come from an empty list, to which numpy gives a default
    dtype."""
    return isinstance(array, np.ndarray) and not array.size and array.dtype == float


def _require_offsets(array, name):
    if _types.class_of(array.dtype) not in "iu":
        raise TypeError(f"{name} has dtype {array.dtype}; offsets are integers")
    if isinstance(array, _array.Array) and array.dtype not in (np.int32, np.int64):
        raise TypeError(
            f"{name} has dtype {array.dtype}, but offsets on a device are int32 or int64; "
            f"pass prim.array({name}, dtype='int64')"
        )


def _require_rising(offsets, name):
    """Requires that offsets do not decrease. Offsets on a device are not checked."""
    if not isinstance(offsets, np.ndarray):
        return
    [falls] = np.nonzero(offsets[1:] < offsets[:-1])
    if len(falls):
        before, after = offsets[falls[0]], offsets[falls[0] + 1]
        raise ValueError(
            f"{name} decreases from {before} to {after} at element {falls[0] + 1}; pass "
            "begins and ends of segments in another order"
        )


def _as_offsets(array, wanted, name):
    """The offsets in one of the types that programs take."""
    if array.dtype == wanted:
        return array
    limits = np.iinfo(wanted)
    if wanted == np.int64:
        # Clipping to int64 is safe, because no array is that long.
        over = array.dtype == np.uint64
        return (np.minimum(array, limits.max) if over else array).astype(wanted)
    if array.size and (array.min() < limits.min or array.max() > limits.max):
        raise TypeError(
            f"{name} has a value that {wanted}, the dtype of those on the device, does "
            "not hold; pass both as int64"
        )
    return array.astype(wanted)


def equal_regions(equal, inputs, is_tuple, reads, keys=None):
    """The region that compares elements, or the first `keys` members of them. None if
    the op's own comparison applies."""
    if equal is not None and not callable(equal):
        raise TypeError(
            f"equal is a {type(equal).__name__}; it has to be a function"
        )
    if equal is None and inputs.lends_bools:
        # Any byte other than 0 is true.
        equal = _equal
    if equal is None:
        return []
    group = (inputs.dtypes[:keys], is_tuple)
    traced = trace(equal, [group, group], "equal", reads)
    return [traced.predicate("equal", "equal")]
