# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The user's arguments: arrays, axes, scalars and `out`, checked by numpy's rules.

Returns arrays that a program takes; runs no program."""

import math

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from . import _array, _device, _types


class Inputs:
    """The arrays of a call, one device, and the axes as a program has them.

    arrays: numpy or prim arrays in the program's shape.
    dtypes: their dtypes.
    is_tuple: whether x was given as a tuple.
    shape: the shape as given.
    on_device: whether results stay on the device.
    stream: the driver's handle of the stream to run on, or None.
    lends_bools: whether some arrays are another library's, whose bools may hold any
        byte.
    axes: the axes of `shape` that the operation goes along.
    size: the number of elements along the axes.
    others: the extents of the other axes.
    dimensions: the axes of the program's shape that the program goes along, or None for
        all of them.

    Parameters of the constructor:

    moving: arrays that move along with x, if any, and their name in messages; with them
        x is a tuple.
    flatten: axis=None flattens the arrays to rank 1.
    scalar_axis: 0 and -1 are axes of a scalar, as for numpy.argsort.
    several: axis may be a tuple.
    segments: Segments of x, or an object with that interface, whose arrays are taken
        too.
    names: the names of the members in messages."""

    def __init__(
        self, x, axis, argument, device, chip, stream, flatten=True, moving=None,
        moving_name="values", scalar_axis=False, several=False, segments=None, names=None,
    ):  # fmt: skip
        is_tuple = is_group(x)
        members, own = named(x, argument, is_tuple)
        names = names or own
        if moving is not None:
            more = named(moving, moving_name, isinstance(moving, tuple))
            members, names, is_tuple = members + more[0], names + more[1], True
        self.is_tuple, self.argument, self.segments = is_tuple, argument, segments
        borders = (segments.members, segments.names) if segments else ([], [])
        self._choose_device(members + borders[0], names + borders[1], device, chip)
        self.stream, self.on_device, self.arrays = _handle_of(stream), False, []
        self.lends_bools = False
        for member, name in zip(members, names):
            self.arrays.append(self._take(member, name))
        self.dtypes = [array.dtype for array in self.arrays]
        self.shape = self.arrays[0].shape
        for array, name in zip(self.arrays, names):
            if array.shape != self.shape:
                raise ValueError(
                    f"{name} has shape {array.shape}, but {names[0]} has {self.shape}"
                )
        if segments:
            lends, self.lends_bools = self.lends_bools, False
            taken = [self._take(member, name) for member, name in zip(*borders)]
            segments.settle(taken, self.lends_bools, self.shape, names[0])
            self.lends_bools = lends
        if scalar_axis and not self.shape and axis is not None:
            normalize_axis_index(integer(axis, "axis"), 1)
            axis = None
        self._set_axes(axis, flatten, several)

    def _choose_device(self, members, names, device, chip):
        own = [
            (m.device, n) for m, n in zip(members, names) if isinstance(m, _array.Array)
        ]
        if own and device is None and chip is None:
            self.device = own[0][0]
        else:
            self.device = _device.device(device, chip)
        for found, name in own:
            if found is not self.device:
                raise ValueError(
                    f"{name} is on {found.chip} ({found.description}), but the call is on "
                    f"{self.device.chip} ({self.device.description})"
                )

    def _take(self, member, name):
        if isinstance(member, _array.Array):
            self.on_device = True
            return member
        foreign = self._take_foreign(member, name)
        if foreign is not None:
            self.on_device = True
            return foreign
        host = _types.host_array(member, name)
        dtype = _types.check_dtype(host.dtype, name)
        dense = np.ascontiguousarray(host, dtype).reshape(host.shape)
        return _types.plain_bools(dense)

    def _take_foreign(self, member, name, writable=False):
        """Another library's array on the device, or None. If the caller names no
        stream, the call runs on the stream of the first such array that names one."""
        array, stream = _array.foreign(member, self.device, name, self.stream, writable)
        if array is not None and array.dtype.kind == "b" and not writable:
            self.lends_bools = True
        if self.stream is None:
            self.stream = stream
        return array

    def take_out(self, out, argument="out"):
        """The arrays to write to, of numpy or on a device. None if there are none."""
        if out is None:
            return None
        members = out if isinstance(out, tuple) else (out,)
        taken = [self._take_out(member, argument) for member in members]
        for member in taken:
            _types.refuse_mask(member, argument)
            _types.check_dtype(member.dtype, argument)
        return taken

    def _take_out(self, member, argument):
        if isinstance(member, (np.ndarray, _array.Array)):
            return member
        foreign = self._take_foreign(member, argument, writable=True)
        if foreign is not None:
            return foreign
        if not hasattr(member, "__dlpack__") or isinstance(member, np.generic):
            raise TypeError(
                f"{argument} is a {type(member).__name__}; it has to be an array of "
                "numpy, of prim, or of a library that shares its arrays by DLPack or "
                "__cuda_array_interface__"
            )
        return np.from_dlpack(member)

    def _set_axes(self, axis, flatten, several):
        """Reduces the arrays to the least rank that the axes allow."""
        self.axes = _axes_of(axis, len(self.shape), several)
        along = [extent for i, extent in enumerate(self.shape) if i in self.axes]
        self.others = tuple(
            extent for i, extent in enumerate(self.shape) if i not in self.axes
        )
        self.size = math.prod(along)
        if axis is None and flatten:
            self.shape = (self.size,)
        if math.prod(self.others) == 1:
            self.program_shape, self.dimensions = (self.size,), None
        else:
            self.program_shape, self.dimensions = _joined(self.shape, self.axes)
        self.arrays = [array.reshape(self.program_shape) for array in self.arrays]

    @property
    def rank(self):
        return len(self.program_shape)

    @property
    def clauses(self):
        if self.dimensions is None:
            return []
        return [f"dimension({', '.join(map(str, self.dimensions))})"]

    @property
    def program_others(self):
        """The extents of a program's results that have an element for each row."""
        if self.dimensions is None:
            return ()
        return tuple(
            extent
            for place, extent in enumerate(self.program_shape)
            if place not in self.dimensions
        )

    def sample(self):
        """Some elements of each member, on the host."""
        if isinstance(self.arrays[0], np.ndarray):
            flat = [array.reshape(-1) for array in self.arrays]
            picks = np.random.default_rng(0).integers(0, max(1, flat[0].size), 4096)
            return [member[picks] if member.size else member for member in flat]
        return [np.asarray(array.reshape(-1)[:4096]) for array in self.arrays]


def _axes_of(axis, rank, several):
    """The axes that an argument names, in ascending order."""
    if axis is None:
        return tuple(range(rank))
    if not several or not isinstance(axis, tuple):
        what = "an integer or a tuple of them" if several else "an integer"
        return (normalize_axis_index(integer(axis, "axis", what), rank),)
    found = [normalize_axis_index(integer(each, "axis"), rank) for each in axis]
    if len(set(found)) != len(found):
        raise ValueError(f"axis is {axis}, which names an axis twice")
    return tuple(sorted(found))


def _joined(shape, axes):
    """The shape after adjacent dimensions are merged if all or none of them are in
    `axes`, and the places of the merged axes. This keeps the number of programs low:
    arrays of different ranks share them."""
    groups = []
    for place, extent in enumerate(shape):
        if groups and groups[-1][1] == (place in axes):
            groups[-1][0] *= extent
        else:
            groups.append([extent, place in axes])
    if not axes:
        # Each element is a row of its own.
        groups.append([1, True])
    extents = tuple(extent for extent, _ in groups)
    return extents, [place for place, (_, along) in enumerate(groups) if along]


def _handle_of(stream):
    """The driver's handle of a stream in any form that the caller may pass."""
    handle = getattr(stream, "cuda_stream", stream)
    if handle is not None and not isinstance(handle, int):
        raise TypeError(
            f"stream is a {type(handle).__name__}; it has to be a driver's handle"
        )
    return handle


def is_group(x):
    """Whether an argument is a tuple of arrays, rather than one array of numbers."""
    return isinstance(x, tuple) and bool(x) and all(_rank(member) for member in x)


def named(x, argument, is_tuple):
    """The arrays that an argument holds, and their names in messages."""
    if not is_tuple:
        return [x], [argument]
    return list(x), [f"{argument}[{i}]" for i in range(len(x))]


def _rank(value):
    shape = getattr(value, "shape", None)
    if shape is None:
        interface = getattr(value, "__cuda_array_interface__", None)
        shape = interface.get("shape") if isinstance(interface, dict) else None
    if shape is None and hasattr(value, "__dlpack__"):
        return 1  # an array, at any rate
    try:
        return len(shape) if isinstance(shape, tuple) else np.ndim(value)
    except ValueError:  # ragged; the later conversion reports it by name
        return 1


def integer(value, argument, what="an integer"):
    """The integer that an argument must be."""
    try:
        return value.__index__()
    except (AttributeError, TypeError):
        raise TypeError(
            f"{argument} is a {type(value).__name__}; it has to be {what}"
        ) from None


def dtypes_of(dtype, count, is_tuple, argument="dtype"):
    """The dtypes that the user asks for, one per member; a list of None if the user
    asks for none."""
    if dtype is None:
        return [None] * count
    if not is_tuple:
        return [_types.check_dtype(dtype, argument)]
    wanted = list(dtype) if isinstance(dtype, (tuple, list)) else [dtype] * count
    if len(wanted) != count:
        raise ValueError(f"{argument} has {len(wanted)} dtypes for a state of {count}")
    return [_types.check_dtype(each, argument) for each in wanted]


def scalars_of(value, dtypes, is_tuple, argument):
    """The initial value of a fold, per member: a pair (number, dtype) or an array of
    rank 0."""
    members = list(value) if is_tuple and isinstance(value, (tuple, list)) else [value]
    if len(members) != len(dtypes):
        raise ValueError(
            f"{argument} has {len(members)} values for a state of {len(dtypes)}"
        )
    return [_scalar(member, dtype, argument) for member, dtype in zip(members, dtypes)]


def _scalar(value, dtype, argument):
    if isinstance(value, _array.Array):
        if value.ndim or value.dtype != dtype:
            raise TypeError(
                f"{argument} is an array of shape {value.shape} and {value.dtype} on a "
                f"device; it has to be of shape () and {dtype}, as the state is"
            )
        return value
    host = _types.host_array(value, argument)
    if host.ndim:
        raise TypeError(f"{argument} has shape {host.shape}; it has to be a scalar")
    found = _types.check_dtype(host.dtype, argument)
    number = host[()]
    if _types.class_of(dtype) in "iu":
        limits = np.iinfo(dtype)
        if _types.class_of(found) == "f" or not limits.min <= int(number) <= limits.max:
            raise TypeError(f"{argument} is {value!r}, which is not a value of {dtype}")
    elif dtype.kind == "b":
        number = bool(number)
    return number, dtype


def outs_of(members, count, shape, argument="out"):
    """The result of take_out, checked against the number and the shape of the
    results."""
    if members is None:
        return [None] * count
    if len(members) != count:
        raise ValueError(f"{argument} has {len(members)} arrays for {count} results")
    for member in members:
        if member.shape != shape:
            raise ValueError(
                f"{argument} has shape {member.shape}, but the result has {shape}"
            )
    return members


def check_outs(given, dtypes, inputs, others=(), in_place=False):
    """Checks that results can be stored in the user's arrays, and returns the dtypes to
    write. Scans may write each result over the input with the same number."""
    kept = [(array, None) for array in others]
    kept += [(array, place if in_place else None) for place, array in enumerate(inputs)]
    wanted = []
    for number, (array, dtype) in enumerate(zip(given, dtypes)):
        # The dtype in native byte order, whatever the byte order of the user's array.
        wanted.append(dtype if array is None else array.dtype.newbyteorder("="))
        if array is None:
            continue
        if not np.can_cast(dtype, array.dtype, "same_kind"):
            raise _types.not_cast(array.dtype, dtype)
        if isinstance(array, np.ndarray):
            if not array.flags.writeable:
                raise ValueError("out is read-only")
            continue
        for other, place in kept:
            if _overlap(array, other) and (
                place != number or _extent(array) != _extent(other)
            ):
                raise ValueError(
                    "out overlaps an input or another result on the device"
                )
        kept.append((array, None))
    return wanted


def check_same_outs(given, dtypes, others):
    """Checks `out` for results that are not converted."""
    for array, dtype in zip(given, dtypes):
        if array is not None and array.dtype.newbyteorder("=") != dtype:
            raise TypeError(
                f"out has dtype {array.dtype}, but the result has {dtype}"
            )
    check_outs(given, dtypes, others)


def _extent(array):
    return array.address, array.address + array.nbytes


def _overlap(array, other):
    if not isinstance(other, _array.Array) or not array.nbytes or not other.nbytes:
        return False
    return (
        _extent(array)[0] < _extent(other)[1] and _extent(other)[0] < _extent(array)[1]
    )
