# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Devices: lists them, chooses the one that a call runs on, and reads their statistics.

Opens each device once and keeps it open for the lifetime of the process."""

import os
import threading
from ctypes import byref, c_uint64

from . import _library


class Held:
    """A C library handle to an object on a device. A library function ends it when the
    last reference to this object is gone, and a reset of the device ends it too."""

    def __init__(self, device, handle, generation=None):
        self.device, self._handle = device, handle
        self._generation = device.generation if generation is None else generation

    def __del__(self):
        handle, self._handle = getattr(self, "_handle", None), None
        if handle is not None and _library is not None:
            getattr(_library.library(), self._destroy)(handle)

    @property
    def _is_gone(self):
        """Whether the device has been reset since the handle was made."""
        return self._generation != self.device.generation

    @property
    def handle(self):
        """The C library's handle. Raises prim.Error if the device has been reset
        since."""
        if self._is_gone:
            raise _library.Error(self._describe_loss())
        return self._handle


class Stream(Held):
    """A stream of a device, as libprim knows it."""

    _destroy = "primcStreamDestroy"

    def _describe_loss(self):
        return (
            f"the call's stream was there before its device ({self.device.chip}) was "
            "reset, which destroyed it; make the stream and the call again"
        )


class Device:
    """A GPU or the emulator, opened once per kind and chip. prim.device() and
    prim.devices() return it.

    Attributes: chip, such as "gfx942"; is_emulator."""

    def __init__(self, handle, kind):
        self._handle, self._kind = handle, kind
        library = _library.library()
        self.chip = library.primcDeviceChip(handle).decode()
        self.is_emulator = library.primcDeviceIsEmulator(handle)
        self._streams = {}

    @property
    def description(self):
        """A line of text for display."""
        return _library.library().primcDeviceDescription(self._handle).decode()

    @property
    def is_lost(self):
        """Whether a kernel's fault has made the device unusable: all later calls
        fail."""
        return _library.library().primcDeviceIsLost(self._handle)

    def __repr__(self):
        return f"<prim.Device {self.chip}: {self.description}>"

    def synchronize(self):
        """Waits for all work. Raises prim.Error if a kernel has failed."""
        _library.call("primcDeviceSynchronize", self._handle)

    @property
    def generation(self):
        """The number of resets of the device. Arrays of an earlier generation are gone,
        and using one raises prim.Error."""
        return _library.library().primcDeviceGeneration(self._handle)

    def reset(self):
        """Makes an emulator usable again after a kernel's fault. All arrays and streams
        on it are gone, and compiled programs are forgotten."""
        from . import _program

        if _library.in_handler():
            raise _library.Error(
                "a signal handler resets the device during a call; reset it after "
                "that call"
            )
        _program.clear_cache()
        library = _library.library()
        with _lock:
            self._streams = {}
            library.primcDeviceRecover(self._handle)
        # Another thread may have run programs meanwhile; their kernels are gone too.
        _program.clear_cache()

    def _has(self, address, length):
        """Whether memory can belong to the device. On a GPU this is not known."""
        return _library.library().primcDeviceHas(self._handle, address, length)

    def _stream(self, handle):
        """The Stream for a driver's handle; it stays the same one until a reset, so
        that calls see each other's work. None if there is no handle, and for the
        default stream."""
        # 1 and 2 denote the default streams in __cuda_array_interface__.
        if handle in (None, 0, 1):
            return None
        with _lock:
            known = self._streams.get(handle)
            if known is None or known._is_gone:
                made = _library.call("primcStreamWrap", self._handle, handle)
                self._streams[handle] = known = Stream(self, made)
            return known

    def statistics(self):
        """The emulator's counts for the chip since the last reset: launches,
        instructions by class, bytes. Empty on a GPU."""
        counts, value = {}, c_uint64()
        function = _library.library().primcDeviceStatistic
        while (name := function(self._handle, len(counts), byref(value))) is not None:
            counts[name.decode()] = value.value
        return counts

    def reset_statistics(self):
        """Resets the emulator's counts to zero, for all its users in the process."""
        _library.library().primcDeviceResetStatistics(self._handle)


_lock = threading.Lock()
_opened = {}


def _after_fork():
    # In a fork, another thread may have held the lock, and that thread is not in the
    # child.
    global _lock
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _open(kind, chip):
    with _lock:
        return _open_locked(kind, chip)


def _open_locked(kind, chip):
    if (kind, chip) in _opened:
        return _opened[kind, chip]
    if kind == "auto":
        if chip.startswith("sm_"):
            found = _open_locked("cuda", chip)
        else:
            try:
                found = _open_locked("hip", chip)
            except _library.Error:
                found = _open_locked("emulator", chip)
    else:
        if kind == "emulator" and chip:
            # The first device that is opened becomes the default for calls without a
            # chip.
            _open_locked(kind, "")
        name = kind.encode(), chip.encode() or None
        handle = _library.call("primcDeviceOpen", *name, None)
        found = Device(handle, kind)
        known = _opened.get((kind, found.chip))
        if known is not None:
            _library.library().primcDeviceDestroy(handle)
            found = known
        _opened[kind, found.chip] = found
    _opened[kind, chip] = found
    return found


def device(device=None, chip=None):
    """The device of a name and chip.

    device: "auto", "hip", "cuda", "emulator", or a Device. "auto" is an AMD GPU if
        there is one, else the emulator; for a chip of NVIDIA it is the NVIDIA GPU. The
        default is PRIM_DEVICE, else "auto".
    chip: such as "gfx1100" or "sm_90". The default is the chip of the GPU; for the
        emulator it is PRIM_EMULATOR_CHIP, else gfx942.

    >>> prim.device("emulator").is_emulator
    True
    """
    if isinstance(device, Device):
        if chip not in (None, device.chip):
            raise ValueError(f"chip is {chip!r}, but the device is a {device.chip}")
        return device
    if device is None:
        device = os.environ.get("PRIM_DEVICE") or "auto"
    if device not in ("auto", "hip", "cuda", "emulator"):
        raise ValueError(
            f"device is {device!r}; it can be auto, hip, cuda, emulator or a "
            "prim.Device"
        )
    if chip is not None and not isinstance(chip, str):
        raise TypeError(
            f"chip is a {type(chip).__name__}; it can be a name such as 'gfx942'"
        )
    return _open(device, chip or "")


def devices():
    """The devices that can be opened: GPUs first, then the emulator."""
    found = []
    for kind in ("hip", "cuda", "emulator"):
        try:
            found.append(_open(kind, ""))
        except _library.Error:
            continue
    return found
