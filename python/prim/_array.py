# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays on a device: prim.Array, prim.array, and the import of arrays from other
libraries. Owns device memory through the C library; runs no program."""

import ctypes
import operator

import numpy as np

from . import _device, _dlpack, _library, _types
from ._trace import Value


class Work:
    """The stream on which the last work on some memory was enqueued, and, if prim does
    not own the memory, the stream on which its owner continues. None is the device's
    own stream; READY means that no work is pending."""

    READY = object()

    def __init__(self, stream=READY):
        self.stream = self.owners_stream = stream


class Array(_device.Held):
    """A dense array in C order in a device's memory.

    prim's functions take and return such arrays without copies. numpy.asarray(a) copies
    it to the host. a[i:j] and a[i] are views along the first dimension. a == b and a !=
    b compare elements on the host. In a traced function a[v] is a load."""

    _is_prim_array = True
    _destroy = "primcArrayDestroy"
    # Makes numpy return NotImplemented for mixed expressions, which this class lacks.
    __array_ufunc__ = None

    # Comparison is by value, so arrays are not hashable, as in numpy.
    __hash__ = None

    def __eq__(self, other):
        return self._compare(np.equal, other)

    def __ne__(self, other):
        return self._compare(np.not_equal, other)

    def _compare(self, ufunc, other):
        """Compares on the host: a bool for each element, as numpy compares."""
        return ufunc(np.asarray(self), np.asarray(other))

    def __init__(self, handle, device, dtype, shape, owner=None):
        view = isinstance(owner, Array)
        super().__init__(device, handle, owner._generation if view else None)
        self.dtype, self.shape, self._owner = dtype, tuple(shape), owner
        # The stream on which work on the memory was enqueued; views share it.
        self._work = owner._work if view else Work()

    @classmethod
    def allocate(cls, device, dtype, shape):
        """An array whose contents are undefined."""
        handle = _library.call(
            "primcArrayAllocate",
            device._handle,
            _types.type_code(dtype),
            len(shape),
            _library.shape(shape),
        )
        return cls(handle, device, dtype, shape)

    @classmethod
    def view(cls, device, dtype, shape, address, owner):
        """An array on memory that `owner` keeps alive."""
        code = _types.type_code(dtype)
        extents = _library.shape(shape)
        handle = _library.call("primcArrayView", code, len(shape), extents, address)
        return cls(handle, device, dtype, shape, owner)

    def _describe_loss(self):
        return (
            f"an array of shape {self.shape} and {self.dtype} was made before its "
            f"device ({self.device.chip}) was reset, which freed it; make it again"
        )

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def size(self):
        return int(np.prod(self.shape, dtype=np.int64))

    @property
    def nbytes(self):
        return self.size * self.dtype.itemsize

    @property
    def address(self):
        """The address of the first element on the device."""
        return _library.library().primcArrayData(self.handle) or 0

    def upload(self, host):
        """Overwrites the contents with a numpy array of the same shape and dtype, after
        earlier work on the array is done."""
        host = np.ascontiguousarray(_types.host_array(host, "host"))
        if (
            host.shape != self.shape
            and host.size != self.size
            or host.dtype != self.dtype
        ):
            raise ValueError(
                f"an array of shape {self.shape} and {self.dtype} cannot take one of "
                f"shape {host.shape} and {host.dtype}"
            )
        host = _types.plain_bools(host)
        handle = self.handle
        order([self], None)
        if self.size:
            _library.call(
                "primcArrayUpload", self.device._handle, handle, host.ctypes.data
            )

    def numpy(self):
        """A copy on the host, made after earlier work on the array is done."""
        target = np.empty(self.shape, self.dtype)
        handle = self.handle
        order([self], None)
        if self.size:
            _library.call(
                "primcArrayDownload", self.device._handle, handle, target.ctypes.data
            )
        return target

    def __array__(self, dtype=None, copy=None):
        if copy is False:
            raise ValueError(
                "an array on a device cannot become numpy's without a copy"
            )
        host = self.numpy()
        return host if dtype is None else host.astype(dtype, copy=False)

    def reshape(self, *shape):
        """A view of another shape. One extent may be -1."""
        shape = _extents(shape)
        if -1 in shape:
            known = int(np.prod([s for s in shape if s != -1], dtype=np.int64))
            missing = self.size // known if known else 0
            shape = tuple(missing if s == -1 else s for s in shape)
        if int(np.prod(shape, dtype=np.int64)) != self.size:
            raise ValueError(
                f"cannot reshape array of size {self.size} into shape {shape}"
            )
        return self if shape == self.shape else self._part(shape, 0)

    def _part(self, shape, elements):
        address = self.address + elements * self.dtype.itemsize
        return Array.view(self.device, self.dtype, shape, address, self)

    def __getitem__(self, index):
        indices = index if isinstance(index, tuple) else (index,)
        for value in indices:
            if isinstance(value, Value):
                return value.region.load(self, indices)
        if index == ():
            return self
        if not self.shape:
            raise IndexError("an array of rank 0 has no elements to choose from")
        row = int(np.prod(self.shape[1:], dtype=np.int64))
        if isinstance(index, slice):
            start, stop, step = index.indices(self.shape[0])
            if step != 1:
                raise ValueError("a view of an array on a device has a step of 1")
            length = max(0, stop - start)
            return self._part((length,) + self.shape[1:], start * row)
        if isinstance(index, (int, np.integer)):
            if not -self.shape[0] <= index < self.shape[0]:
                raise IndexError(
                    f"index {index} is out of bounds for size {self.shape[0]}"
                )
            return self._part(self.shape[1:], int(index) % self.shape[0] * row)
        raise TypeError("an array on a device is indexed with one integer or slice")

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def item(self):
        """The only element, as a Python scalar."""
        return self.numpy().item()

    def tolist(self):
        return self.numpy().tolist()

    def __float__(self):
        return float(self.item())

    def __int__(self):
        return int(self.item())

    def __bool__(self):
        return bool(self.item())

    def _preview(self):
        """Some elements as text; does not copy the whole array to the host."""
        if self._is_gone or self.device.is_lost:
            return "<lost>"
        if self.size <= 1000:
            return np.array2string(self.numpy(), separator=", ")
        if self.ndim != 1:
            return "..."
        ends = [
            np.array2string(part.numpy(), separator=", ")[1:-1]
            for part in (self[:3], self[-3:])
        ]
        return f"[{ends[0]}, ..., {ends[1]}]"

    def __repr__(self):
        preview, where = self._preview(), f"device={self.device.chip}"
        known = self.size <= 1000 and preview != "<lost>"
        shape = "" if known else f"shape={self.shape}, "
        return f"prim.array({preview}, {shape}dtype={self.dtype}, {where})"

    def _repr_html_(self):
        import html

        cells = [
            ("shape", " x ".join(map(str, self.shape)) or "scalar"),
            ("dtype", self.dtype.name),
            ("bytes", f"{self.nbytes:,}"),
            ("device", self.device.description),
        ]
        rows = "".join(
            f"<tr><th>{k}</th><td>{html.escape(v)}</td></tr>" for k, v in cells
        )
        return f"<table>{rows}</table><pre>{html.escape(self._preview())}</pre>"

    @property
    def __cuda_array_interface__(self):
        if self.device.is_emulator:
            raise AttributeError("memory of the emulator is not memory of a GPU")
        # Consumers of this interface do not know prim's streams.
        self.device.synchronize()
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self.address, False),
            "strides": None,
            "version": 3,
        }

    def __dlpack_device__(self):
        if self.device.is_emulator:
            return (_dlpack.CPU, 0)
        return (_dlpack.CUDA if self.device._kind == "cuda" else _dlpack.ROCM, 0)

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        """A DLPack capsule: of this memory on a GPU, or of a copy on the host for the
        emulator."""
        if self.device.is_emulator:
            return self.numpy().__dlpack__()
        self.device.synchronize()
        return _dlpack.export(self, self.__dlpack_device__()[0])


def _extents(shape):
    """The extents that reshape is called with: integers, or one sequence of them."""
    extents = shape
    try:
        if len(shape) == 1 and np.ndim(shape[0]):
            extents = shape[0]
        extents = tuple(operator.index(extent) for extent in extents)
    except (TypeError, ValueError):
        raise TypeError(f"shape is {shape}; it has to be integers") from None
    if min(extents, default=0) < -1 or extents.count(-1) > 1:
        raise ValueError(f"shape is {extents}; only one extent may be negative, as -1")
    return extents


def order(arrays, stream):
    """Waits for work on streams other than the one that is used next."""
    waiting = [a for a in arrays if a._work.stream not in (Work.READY, stream)]
    if waiting:
        waiting[0].device.synchronize()
    for each in waiting:
        each._work.stream = Work.READY


def array(x, dtype=None, *, device=None, chip=None):
    """Puts an array on a device.

    x: anything that numpy.asarray takes, or an array on a device, which is used in
        place.
    dtype: the dtype of the elements, converted on the host; x's own by default.
    device, chip: as for prim.device().

    Returns a prim.Array. Raises TypeError for a dtype that devices do not support.

    >>> a = prim.array([3, 1, 2], dtype="int32")
    >>> numpy.asarray(a)
    array([3, 1, 2], dtype=int32)
    """
    target = (
        _device.device(device, chip)
        if device or chip or not isinstance(x, Array)
        else x.device
    )
    # `==` would not do: numpy takes None as float64.
    wanted = None if dtype is None else _types.check_dtype(dtype, "dtype")
    there = x if isinstance(x, Array) else foreign(x, target, "x")[0]
    if there is not None and there.device is target:
        if wanted is None or wanted == there.dtype:
            return there
    # Passes the dtype directly: numpy rejects Python numbers that it cannot hold.
    host = _types.host_array(x if there is None else there, "x", wanted)
    host = host.astype(_types.check_dtype(host.dtype, "x"), copy=False)
    made = Array.allocate(target, host.dtype, host.shape)
    made.upload(host)
    return made


def foreign(x, device, argument, stream=None, writable=False):
    """Another library's array on a GPU, as an Array on `device` without a copy, and the
    driver's handle of the stream on which its contents are ready. The handle is None if
    the library does not name a stream. Returns None, None for any other object.

    stream: the driver's handle of the stream that will use the array, for libraries
        that can make their contents ready there.
    writable: rejects read-only arrays."""
    if isinstance(x, (Array, np.ndarray, np.generic)):
        return None, None
    interface = getattr(x, "__cuda_array_interface__", None)
    if interface is not None:
        dtype, shape, strides, address, ready, frozen = _interface(interface, argument)
        if writable and frozen:
            raise ValueError(f"{argument} is read-only")
        owner, unit = x, dtype.itemsize
        work = Work.READY if ready is None else device._stream(ready)
    elif hasattr(x, "__dlpack__") and hasattr(x, "__dlpack_device__"):
        kind, number = x.__dlpack_device__()
        if kind not in (_dlpack.CUDA, _dlpack.ROCM):
            return None, None
        # Some libraries label AMD GPUs as CUDA; none does the reverse.
        if kind == _dlpack.ROCM and device._kind == "cuda":
            raise ValueError(
                f"{argument} is on an AMD GPU, but the call is on {device.description}"
            )
        if number:
            raise ValueError(f"{argument} is on GPU {number}, but prim runs on GPU 0")
        capsule = x.__dlpack__(stream=stream) if stream else x.__dlpack__()
        dtype, shape, strides, address, kept = _dlpack.read(capsule, argument)
        dtype = _types.check_dtype(dtype, argument)
        owner, unit, ready = (x, kept), 1, None
        work = device._stream(stream)
    else:
        return None, None
    _require_dense(shape, strides, unit, argument)
    _require_address(shape, address, dtype, argument)
    view = Array.view(device, dtype, shape, address, owner)
    if view.nbytes and not device._has(address, view.nbytes):
        raise ValueError(
            f"{argument} is at {address:#x}, which is not memory of "
            f"{device.description}: copy arrays of a GPU to the host for the emulator"
        )
    view._work = Work(work)
    return view, ready


def _interface(interface, argument):
    """The contents of a __cuda_array_interface__: dtype, shape, strides, address,
    stream, and whether it is read-only."""
    what = f"{argument}.__cuda_array_interface__"
    try:
        typestr, shape = interface["typestr"], interface["shape"]
        address, frozen = interface["data"]
        shape = tuple(extent.__index__() for extent in shape)
        strides, ready = interface.get("strides"), interface.get("stream")
        address = 0 if address is None else address.__index__()
        if strides is not None:
            strides = tuple(stride.__index__() for stride in strides)
        if ready is not None:
            ready = ready.__index__()
    except (TypeError, KeyError, AttributeError, ValueError) as error:
        raise TypeError(f"{what} is not understood: {error!r}") from None
    dtype = _types.check_dtype(typestr, argument)
    if not np.dtype(typestr).isnative:
        raise TypeError(
            f"{argument} has dtype {typestr}, whose bytes are in the other order; "
            "convert it on the host"
        )
    if min(shape, default=0) < 0:
        raise ValueError(f"{what} has shape {shape}")
    if interface.get("mask") is not None:
        raise TypeError(
            f"{argument} has a mask, which prim does not support; pass its data"
        )
    return dtype, shape, strides, address, ready, frozen


def _require_address(shape, address, dtype, argument):
    if 0 in shape:
        return
    if not address:
        raise ValueError(f"{argument} has shape {shape}, but its address is 0")
    if address % dtype.itemsize:
        raise ValueError(
            f"{argument} is at {address:#x}, which is not a multiple of the "
            f"{dtype.itemsize} bytes of its elements; copy it to an aligned array"
        )


def _require_dense(shape, strides, unit, argument):
    if strides is None:
        return
    if len(strides) != len(shape):
        raise ValueError(
            f"{argument} has {len(strides)} strides for {len(shape)} dimensions"
        )
    if 0 in shape:
        return
    want = unit
    for extent, stride in zip(reversed(shape), reversed(strides)):
        if extent != 1 and stride != want:
            raise ValueError(
                f"{argument} is not contiguous in C order; an array on a device has to be"
            )
        want *= extent
