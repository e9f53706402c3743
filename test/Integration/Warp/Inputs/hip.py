# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs kernels through the HIP module API of a shared library: the emulator, or
# a HIP driver where there is a GPU. Needs nothing but Python's own modules.

import ctypes
import re
import struct
import subprocess

FORMATS = {
    "i8": "b",
    "i16": "h",
    "i32": "i",
    "i64": "q",
    "f16": "e",
    "f32": "f",
    "f64": "d",
}


def element_and_count(type):
    """The element type, and how many a value of `type` has."""
    match = re.fullmatch(r"vector<(\d+)x(\w+)>", type)
    return (match.group(2), int(match.group(1))) if match else (type, 1)


def pack(type, values):
    element, _ = element_and_count(type)
    return struct.pack("<%d%s" % (len(values), FORMATS[element]), *values)


def unpack(type, raw):
    element, _ = element_and_count(type)
    size = struct.calcsize("<" + FORMATS[element])
    return struct.unpack("<%d%s" % (len(raw) // size, FORMATS[element]), raw)


class Device:
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
        module = ctypes.c_void_p()
        self.check(self.hip.hipModuleLoadData(ctypes.byref(module), code))
        return module

    def unload(self, module):
        self.check(self.hip.hipModuleUnload(module))

    def allocate(self, size):
        pointer = ctypes.c_void_p()
        self.check(
            self.hip.hipMalloc(ctypes.byref(pointer), ctypes.c_size_t(size))
        )
        return pointer

    def launch(self, module, name, block, inputs, output_sizes, grid=1):
        """`grid` blocks; `inputs` are bytes. Returns the outputs as bytes."""
        function = ctypes.c_void_p()
        self.check(
            self.hip.hipModuleGetFunction(
                ctypes.byref(function), module, name.encode()
            )
        )
        buffers = []
        try:
            for data in inputs:
                buffers.append(self.allocate(len(data)))
                self.check(
                    self.hip.hipMemcpy(
                        buffers[-1], data, ctypes.c_size_t(len(data)), 1
                    )
                )
            for size in output_sizes:
                buffers.append(self.allocate(size))
            parameters = (ctypes.c_void_p * len(buffers))(
                *[ctypes.cast(ctypes.pointer(b), ctypes.c_void_p) for b in buffers]
            )
            self.check(
                self.hip.hipModuleLaunchKernel(
                    function, grid, 1, 1, block, 1, 1, 0, None, parameters, None
                )
            )
            self.check(self.hip.hipDeviceSynchronize())
            outputs = []
            for pointer, size in zip(buffers[len(inputs) :], output_sizes):
                data = ctypes.create_string_buffer(size)
                self.check(
                    self.hip.hipMemcpy(data, pointer, ctypes.c_size_t(size), 2)
                )
                outputs.append(data.raw)
            return outputs
        finally:
            for pointer in buffers:
                self.hip.hipFree(pointer)


PIPELINE = (
    "builtin.module(gpu.module(canonicalize,cse,prim-lower-warp,canonicalize,cse,"
    "prim-gpu-to-rocdl),prim-serialize{opt-level=%d})"
)


def compile_module(prim_opt, text, opt_level):
    """The code object of the one gpu.module in `text`."""
    result = subprocess.run(
        [prim_opt, "--pass-pipeline=" + PIPELINE % opt_level],
        input=text,
        capture_output=True,
        text=True,
    )
    if result.returncode:
        raise RuntimeError("prim-opt failed:\n" + result.stderr[:4000])
    literal = re.search(r'bin = "((?:[^"\\]|\\.)*)"', result.stdout).group(1)
    # MLIR's escapes: \\ and \XX.
    return re.sub(
        rb"\\(\\|[0-9A-F]{2})",
        lambda m: b"\\" if m.group(1) == b"\\" else bytes([int(m.group(1), 16)]),
        literal.encode("latin-1"),
    )
