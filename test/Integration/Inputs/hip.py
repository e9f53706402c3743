# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs kernels through the HIP module API of a shared library: the emulator, or
a HIP driver where there is a GPU. Needs nothing but Python's own modules."""

import ctypes

HOST_TO_DEVICE, DEVICE_TO_HOST = 1, 2


class Device:
    """Raises RuntimeError, with the library's own words, where a call fails."""

    def __init__(self, library):
        self.hip = ctypes.CDLL(library)
        self.hip.hipGetErrorString.restype = ctypes.c_char_p
        self.check(self.hip.hipInit(0))

    def check(self, status):
        if status == 0:
            return
        text = self.hip.hipGetErrorString(status).decode()
        try:
            self.hip.primEmulatorLastError.restype = ctypes.c_char_p
            text += ": " + self.hip.primEmulatorLastError().decode()
        except AttributeError:
            pass
        raise RuntimeError("HIP error %d: %s" % (status, text))

    def load(self, code):
        """The module of a code object, given as bytes."""
        module = ctypes.c_void_p()
        self.check(self.hip.hipModuleLoadData(ctypes.byref(module), code))
        return module

    def unload(self, module):
        self.check(self.hip.hipModuleUnload(module))

    def copy_in(self, data):
        """A device buffer with these bytes; give it to free() later."""
        buffer = ctypes.c_void_p()
        size = ctypes.c_size_t(len(data))
        self.check(self.hip.hipMalloc(ctypes.byref(buffer), size))
        self.check(self.hip.hipMemcpy(buffer, bytes(data), size, HOST_TO_DEVICE))
        return buffer

    def copy_out(self, buffer, size):
        data = ctypes.create_string_buffer(size)
        self.check(
            self.hip.hipMemcpy(data, buffer, ctypes.c_size_t(size), DEVICE_TO_HOST)
        )
        return data.raw

    def free(self, buffer):
        self.hip.hipFree(buffer)

    def launch(self, module, name, grid, block, arguments):
        """Runs `grid` blocks of `block` (x, y, z) threads and waits for them.
        Arguments are ctypes values."""
        function = ctypes.c_void_p()
        self.check(
            self.hip.hipModuleGetFunction(
                ctypes.byref(function), module, name.encode()
            )
        )
        parameters = (ctypes.c_void_p * len(arguments))(
            *[ctypes.cast(ctypes.pointer(a), ctypes.c_void_p) for a in arguments]
        )
        self.check(
            self.hip.hipModuleLaunchKernel(
                function, grid, 1, 1, *block, 0, None, parameters, None
            )
        )
        self.check(self.hip.hipDeviceSynchronize())


def set_schedule(device, seed):
    """How the emulator interleaves waves and blocks from now on: 0 in turns, -1
    newest first, others at random. A driver has no say in that."""
    set_seed = getattr(device.hip, "primEmulatorSetSeed", None)
    if set_seed:
        set_seed(ctypes.c_int64(seed))
