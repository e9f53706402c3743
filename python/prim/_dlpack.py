# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""DLPack: reads the capsules of other libraries and makes prim's own.

Depends only on the layout of DLManagedTensor, not on the rest of prim."""

import ctypes
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    c_char_p,
    c_int32,
    c_int64,
    c_uint8,
    c_uint16,
    c_uint64,
    c_void_p,
    py_object,
)

CPU, CUDA, ROCM = 1, 2, 10

# (code, bits) by dtype name.
_KINDS = {
    "bool": (6, 8),
    **{f"int{bits}": (0, bits) for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": (1, bits) for bits in (8, 16, 32, 64)},
    **{f"float{bits}": (2, bits) for bits in (16, 32, 64)},
    "bfloat16": (4, 16),
}


class _Tensor(Structure):
    _fields_ = [
        ("data", c_void_p),
        ("device_type", c_int32),
        ("device_id", c_int32),
        ("ndim", c_int32),
        ("code", c_uint8),
        ("bits", c_uint8),
        ("lanes", c_uint16),
        ("shape", POINTER(c_int64)),
        ("strides", POINTER(c_int64)),
        ("byte_offset", c_uint64),
    ]


class _Managed(Structure):
    pass


_Deleter = CFUNCTYPE(None, POINTER(_Managed))
_Managed._fields_ = [("tensor", _Tensor), ("context", c_void_p), ("deleter", _Deleter)]

_api = ctypes.pythonapi
_api.PyCapsule_GetPointer.restype = c_void_p
_api.PyCapsule_GetPointer.argtypes = [py_object, c_char_p]
_api.PyCapsule_New.restype = py_object
_api.PyCapsule_New.argtypes = [c_void_p, c_char_p, c_void_p]
_api.PyCapsule_SetName.argtypes = [py_object, c_char_p]
_api.PyCapsule_IsValid.argtypes = [py_object, c_char_p]


class _Owner:
    """Returns a tensor to its library when it is no longer used."""

    def __init__(self, managed):
        self.managed = managed

    def __del__(self):
        if self.managed.contents.deleter:
            self.managed.contents.deleter(self.managed)


def read(capsule, argument):
    """The dtype's name, the shape, the strides in elements (None if dense), the
    address, and the owner that keeps the memory alive. Consumes the capsule."""
    if not _api.PyCapsule_IsValid(capsule, b"dltensor"):
        raise TypeError(
            f"{argument}: its DLPack capsule is of another version or used up"
        )
    managed = ctypes.cast(
        _api.PyCapsule_GetPointer(capsule, b"dltensor"), POINTER(_Managed)
    )
    _api.PyCapsule_SetName(capsule, b"used_dltensor")
    owner = _Owner(managed)
    tensor = managed.contents.tensor
    for name, kind in _KINDS.items():
        if kind == (tensor.code, tensor.bits) and tensor.lanes == 1:
            break
    else:
        raise TypeError(f"{argument} has elements that prim does not work on")
    shape = tuple(tensor.shape[i] for i in range(tensor.ndim))
    strides = (
        tuple(tensor.strides[i] for i in range(tensor.ndim)) if tensor.strides else None
    )
    return name, shape, strides, (tensor.data or 0) + tensor.byte_offset, owner


# The tensors behind exported capsules, by address, until the consumer releases them.
_exported = {}


@_Deleter
def _release(managed):
    _exported.pop(ctypes.addressof(managed.contents), None)


# For capsules that are being destroyed: Python must not count references to them.
_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, c_void_p, c_char_p)(
    ("PyCapsule_IsValid", _api)
)
_pointer = ctypes.PYFUNCTYPE(c_void_p, c_void_p, c_char_p)(
    ("PyCapsule_GetPointer", _api)
)


@CFUNCTYPE(None, c_void_p)
def _drop(capsule):
    # A capsule that has not been consumed still has its original name.
    if _is_valid(capsule, b"dltensor"):
        _exported.pop(_pointer(capsule, b"dltensor"), None)


def export(array, kind=ROCM):
    """A capsule of an array on a GPU of the given kind; the capsule keeps the array
    alive."""
    managed = _Managed()
    rank = array.ndim
    shape = (c_int64 * max(rank, 1))(*array.shape)
    code, bits = _KINDS[array.dtype.name]
    managed.tensor = _Tensor(
        array.address, kind, 0, rank, code, bits, 1, shape, None, 0
    )
    managed.deleter = _release
    address = ctypes.addressof(managed)
    _exported[address] = (managed, shape, array)
    return _api.PyCapsule_New(address, b"dltensor", ctypes.cast(_drop, c_void_p))
