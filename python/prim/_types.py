# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element types: numpy's dtypes, MLIR's types and the C library's numbers.

Depends on numpy and on nothing else in the package. A bool is a byte, 0 or 1, in memory
and an i1 in a traced function."""

import functools

import numpy as np

# PrimcType by the dtype's name.
_CODES = {
    "bool": 5,
    "int8": 1,
    "int16": 2,
    "int32": 3,
    "int64": 4,
    "uint8": 5,
    "uint16": 6,
    "uint32": 7,
    "uint64": 8,
    "float16": 9,
    "bfloat16": 10,
    "float32": 11,
    "float64": 12,
}

_FLOATS = {"float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64"}


def check_dtype(dtype, argument):
    """numpy's dtype for a type in any form that the user may pass. Raises TypeError,
    naming the argument, for a type that devices do not support."""
    try:
        dtype = np.dtype(dtype)
    except TypeError:
        raise TypeError(f"{argument}: {dtype!r} is not understood as a dtype") from None
    if dtype.name not in _CODES:
        raise TypeError(
            f"{argument} has dtype {dtype}, which prim does not work on; it takes "
            "bool, integers of 8 to 64 bits, float16, bfloat16, float32 and float64"
        )
    return dtype.newbyteorder("=")


def host_array(x, argument, dtype=None):
    """The argument as a numpy array. Raises TypeError or ValueError, naming the
    argument, if it is not one, and for masked arrays, which prim does not support."""
    try:
        host = np.asarray(_without_dlpack(x), dtype)
    except ValueError as error:
        raise ValueError(f"{argument}: {error}") from None
    except TypeError as error:
        raise TypeError(f"{argument}: {error}") from None
    rows = x if host.ndim > 1 and isinstance(x, (list, tuple)) else ()
    for part in (x, *rows):
        refuse_mask(part, argument)
    return host


def _without_dlpack(x):
    """numpy's array of a host array that has DLPack alone, which numpy.asarray would
    take for an object. Anything else as it is."""
    if hasattr(x, "__array__") or not hasattr(x, "__dlpack_device__"):
        return x
    is_host = x.__dlpack_device__()[0] == 1  # DLPack's kDLCPU
    return np.from_dlpack(x) if is_host else x


def refuse_mask(x, argument):
    if isinstance(x, np.ma.MaskedArray):
        raise TypeError(
            f"{argument} is a masked array, whose mask prim does not support; pass its "
            "filled() or its data"
        )


def not_cast(out, dtype):
    """The error for a result that cannot be cast to the dtype of `out`."""
    return TypeError(
        f"out has dtype {out}, which {dtype} is not cast to; take another, or pass "
        f"epilogue=lambda v: v.astype({out.name!r})"
    )


@functools.lru_cache(None)
def type_code(dtype):
    """The PrimcType of elements in memory."""
    return _CODES[dtype.name]


@functools.lru_cache(None)
def class_of(dtype):
    """One of b (bool), i, u and f."""
    return "f" if dtype.name in _FLOATS else dtype.kind


@functools.lru_cache(None)
def value_type(dtype):
    """The MLIR type of a value in a traced function."""
    if dtype.name in _FLOATS:
        return _FLOATS[dtype.name]
    return "i1" if dtype.kind == "b" else f"i{8 * dtype.itemsize}"


@functools.lru_cache(None)
def storage_type(dtype):
    """The MLIR type of an element in memory and of a fold's state."""
    return "i8" if dtype.kind == "b" else value_type(dtype)


def holds(dtype, number):
    """Whether a Python integer is one of an integer type's."""
    limits = np.iinfo(dtype)
    return limits.min <= number <= limits.max


def plain_bools(host):
    """The numpy array, with bytes of 0 and 1 for its bools. A view of other data may
    hold other bytes, which numpy treats as true."""
    if host.dtype.kind != "b" or not (host.view(np.uint8) > 1).any():
        return host
    return host.view(np.uint8) != 0


def bits_of(value, dtype):
    """The bits of a scalar of this dtype, as an unsigned integer."""
    return int.from_bytes(np.asarray(value, dtype).tobytes(), "little")


def constant(value, dtype):
    """A scalar as MLIR writes it, exactly."""
    if dtype.kind == "b":
        return "true" if value else "false"
    if dtype.name in _FLOATS:
        return f"0x{bits_of(value, dtype):0{2 * dtype.itemsize}X}"
    value = int(value)
    if dtype.kind == "u" and value >> (8 * dtype.itemsize - 1):
        value -= 1 << (8 * dtype.itemsize)
    return str(value)
