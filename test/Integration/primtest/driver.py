# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs kernels through the module API of a shared library: the emulator, or a HIP or
CUDA driver if there is a GPU. Needs only Python's own modules."""

import ctypes
import struct

HOST_TO_DEVICE, DEVICE_TO_HOST = 1, 2
# CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
MAX_DYNAMIC_SHARED = 8


class Device:
    """Raises RuntimeError with the library's message if a call fails."""

    # The names of functions that take the same arguments in both APIs.
    NAMES = {
        "hip": {
            "load": "hipModuleLoadData",
            "unload": "hipModuleUnload",
            "allocate": "hipMalloc",
            "free": "hipFree",
            "find": "hipModuleGetFunction",
            "launch": "hipModuleLaunchKernel",
            "launch together": "hipModuleLaunchCooperativeKernel",
            "wait": "hipDeviceSynchronize",
        },
        "cuda": {
            "load": "cuModuleLoadData",
            "unload": "cuModuleUnload",
            "allocate": "cuMemAlloc_v2",
            "free": "cuMemFree_v2",
            "find": "cuModuleGetFunction",
            "launch": "cuLaunchKernel",
            "launch together": "cuLaunchCooperativeKernel",
            "wait": "cuCtxSynchronize",
        },
    }

    def __init__(self, library):
        self.library = ctypes.CDLL(library)
        self.api = "cuda" if hasattr(self.library, "cuInit") else "hip"
        if self.api == "hip":
            self.library.hipGetErrorString.restype = ctypes.c_char_p
            self.check(self.library.hipInit(0))
            return
        context = ctypes.c_void_p()
        self.check(self.library.cuInit(0))
        self.check(
            self.library.cuDevicePrimaryCtxRetain(ctypes.byref(context), ctypes.c_int(0))
        )
        self.check(self.library.cuCtxSetCurrent(context))

    def describe(self, status):
        if self.api == "hip":
            return self.library.hipGetErrorString(status).decode()
        text = ctypes.c_char_p()
        self.library.cuGetErrorString(status, ctypes.byref(text))
        return (text.value or b"").decode()

    def check(self, status):
        if status == 0:
            return
        text = self.describe(status)
        try:
            self.library.primEmulatorLastError.restype = ctypes.c_char_p
            text += ": " + self.library.primEmulatorLastError().decode()
        except AttributeError:
            pass
        raise RuntimeError("%s error %d: %s" % (self.api.upper(), status, text))

    def call(self, name, *arguments):
        self.check(getattr(self.library, self.NAMES[self.api][name])(*arguments))

    def copy(self, to, source, size, direction):
        if self.api == "hip":
            self.check(self.library.hipMemcpy(to, source, ctypes.c_size_t(size), direction))
            return
        # The driver knows by itself which side each address belongs to.
        to = ctypes.cast(to, ctypes.c_void_p)
        source = ctypes.cast(source, ctypes.c_void_p)
        self.check(self.library.cuMemcpy(to, source, ctypes.c_size_t(size)))

    def load(self, code):
        """The module of a code object, given as bytes."""
        module = ctypes.c_void_p()
        self.call("load", ctypes.byref(module), code)
        return module

    def unload(self, module):
        self.call("unload", module)

    def copy_in(self, data):
        """A device buffer with these bytes; give it to free() later."""
        buffer = ctypes.c_void_p()
        # CUDA does not allocate zero bytes.
        self.call("allocate", ctypes.byref(buffer), ctypes.c_size_t(max(len(data), 1)))
        self.copy(buffer, bytes(data), len(data), HOST_TO_DEVICE)
        return buffer

    def copy_out(self, buffer, size):
        data = ctypes.create_string_buffer(size)
        self.copy(data, buffer, size, DEVICE_TO_HOST)
        return data.raw

    def free(self, buffer):
        self.call("free", buffer)

    def dynamic_shared(self, module, name):
        """The shared memory that a kernel uses but could not declare. prim's runtime
        requests it too."""
        if self.api == "hip":
            return 0
        place, size = ctypes.c_void_p(), ctypes.c_size_t()
        if self.library.cuModuleGetGlobal_v2(
            ctypes.byref(place), ctypes.byref(size), module,
            ("__prim_dynamic_shared_" + name).encode()):  # fmt: skip
            return 0
        (bytes,) = struct.unpack("<i", self.copy_out(place, 4))
        function = ctypes.c_void_p()
        self.call("find", ctypes.byref(function), module, name.encode())
        self.check(self.library.cuFuncSetAttribute(function, MAX_DYNAMIC_SHARED, bytes))
        return bytes

    def launch(self, module, name, grid, block, arguments, cooperative=False):
        """Runs `grid` blocks of `block` (x, y, z) threads and waits for them. If they
        are cooperative, all are resident. Arguments are ctypes values."""
        function = ctypes.c_void_p()
        self.call("find", ctypes.byref(function), module, name.encode())
        parameters = (ctypes.c_void_p * len(arguments))(
            *[ctypes.cast(ctypes.pointer(a), ctypes.c_void_p) for a in arguments]
        )
        shared = self.dynamic_shared(module, name)
        shape = (function, grid, 1, 1, *block, shared, None, parameters)
        if cooperative:
            self.call("launch together", *shape)
        else:
            self.call("launch", *shape, None)
        self.call("wait")


def set_schedule(device, seed):
    """Sets how the emulator interleaves waves and blocks from now on: 0 in turns, -1
    newest first, other values at random. It has no effect on a driver."""
    set_seed = getattr(device.library, "primEmulatorSetSeed", None)
    if set_seed:
        set_seed(ctypes.c_int64(seed))
