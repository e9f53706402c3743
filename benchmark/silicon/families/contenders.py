# ===- contenders.py - Calls of prim, CUB and torch on torch's tensors -------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# Loads libraries of prim and of CUB through ctypes and binds their functions to tensors,
# and measures calls. Nothing is allocated while time is measured: prim and CUB work in
# memory that is allocated when a function is bound.
#
# ===-----------------------------------------------------------------------=== #

import ctypes
import importlib.util
import statistics

import torch


class Failure(Exception):
    """A call that returned an error."""


class Absent(Exception):
    """A contender that cannot be measured on this machine."""


class Prim:
    """A library of prim-compile and the runtime beside it, on one of torch's streams."""

    def __init__(self, library, stream):
        self.runtime = ctypes.CDLL(str(library.parent / "libprim_runtime.so"), mode=ctypes.RTLD_GLOBAL)
        self.runtime.primLastErrorMessage.restype = ctypes.c_char_p
        self.library = ctypes.CDLL(str(library))
        self.device, self.stream = ctypes.c_void_p(), ctypes.c_void_p()
        self.check(self.runtime.primDeviceOpen(b"cuda", None, None, ctypes.c_int32(0), ctypes.byref(self.device)))
        self.check(self.runtime.primStreamWrap(self.device, ctypes.c_void_p(stream.cuda_stream), ctypes.byref(self.stream)))

    def check(self, status):
        if status:
            raise Failure(self.runtime.primLastErrorMessage().decode())

    def has(self, name):
        return hasattr(self.library, name)

    def bind(self, name, operands):
        """A function without arguments that enqueues `name`. An operand is a tensor or a
        (ctypes type, number)."""
        arguments = [self.device, self.stream]
        for operand in operands:
            if isinstance(operand, tuple):
                arguments.append(operand[0](operand[1]))
                continue
            arguments.append(ctypes.c_void_p(operand.data_ptr()))
            arguments += [ctypes.c_int64(size) for size in operand.shape]
        size = ctypes.c_int64()
        self.check(self.library[name + "_workspace"](*arguments, ctypes.byref(size)))
        # Zeroed once, because each call leaves it zero. torch aligns to 512 bytes.
        workspace = torch.zeros(max(size.value, 1), dtype=torch.int8, device="cuda")
        arguments += [ctypes.c_void_p(workspace.data_ptr()), size]
        function = self.library[name]

        def call():
            assert workspace is not None  # The tensor lives as long as the function.
            self.check(function(*arguments))

        return call


class CubCall(ctypes.Structure):
    """bench::Call in cub/Call.h."""

    _fields_ = [("addresses", ctypes.c_void_p * 8), ("numbers", ctypes.c_int64 * 4)]


class Cub:
    """The library of cub/*.cu."""

    def __init__(self, library, stream):
        self.library, self.stream = ctypes.CDLL(str(library)), ctypes.c_void_p(stream.cuda_stream)

    def bind(self, name, tensors, numbers):
        """A function without arguments that enqueues cub_NAME. A tensor may be None."""
        function = self.library["cub_" + name]
        call = CubCall()
        for at, tensor in enumerate(tensors):
            call.addresses[at] = tensor.data_ptr() if tensor is not None else None
        call.numbers[: len(numbers)] = [int(number) for number in numbers]
        size = ctypes.c_size_t()

        def check(status):
            if status:
                raise Failure(f"cub_{name} returns CUDA's error {status}")

        check(function(None, ctypes.byref(size), ctypes.byref(call), self.stream))
        temporary = torch.empty(max(size.value, 256), dtype=torch.int8, device="cuda")
        address = ctypes.c_void_p(temporary.data_ptr())

        def enqueue():
            assert temporary is not None and tensors is not None
            check(function(address, ctypes.byref(size), ctypes.byref(call), self.stream))

        return enqueue


class Compiled:
    """Functions of tensors that torch.compile has compiled."""

    def __init__(self, stream):
        self.stream = stream

    def bind(self, function, tensors):
        """A function without arguments that enqueues `function` of `tensors`. The call is captured,
        because its guards take the host longer than the kernels take the GPU."""
        if importlib.util.find_spec("triton") is None:
            raise Absent("torch.compile needs triton")
        # Each case has shapes of its own, which are not to become dynamic after a few cases.
        torch.compiler.reset()
        compiled = torch.compile(function, dynamic=False)
        try:
            for _ in range(3):
                compiled(*tensors)
        except torch._dynamo.exc.TorchDynamoException as failure:
            raise Absent(f"torch.compile: {str(failure).splitlines()[0]}") from failure
        graph = torch.cuda.CUDAGraph()
        self.stream.synchronize()
        with torch.cuda.graph(graph, stream=self.stream):
            compiled(*tensors)
        return graph.replay


class Clock:
    """Times of calls by device events, after a read of four times the L2 and while the GPU is
    kept busy, so that a call starts without waiting for the host."""

    def __init__(self, cub, nanoseconds=60_000):
        room = 4 * torch.cuda.get_device_properties(0).L2_cache_size
        self.flush = torch.zeros(room, dtype=torch.int8, device="cuda")
        self.cool = cub.bind("cool", [self.flush, self.flush], [room, nanoseconds])
        self.start, self.stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))

    def time(self, call):
        self.cool()
        self.start.record()
        call()
        self.stop.record()
        self.stop.synchronize()
        return 1000 * self.start.elapsed_time(self.stop)

    def medians(self, calls, rounds):
        """The median of each of `calls` {name: function} in microseconds. All take turns in
        changing order; one round before them does not count."""
        times = {name: [] for name in calls}
        order = list(calls)
        for turn in range(rounds + 1):
            for at in range(len(order)):
                name = order[(at + turn) % len(order)]
                spent = self.time(calls[name])
                if turn:
                    times[name].append(spent)
        return {name: statistics.median(of) for name, of in times.items()}
