# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A call: a program's text with the arrays that it is to run on.

Moves arrays to and from the device around the program's run."""

import contextlib
import logging
import time

import numpy as np

from . import _array, _library, _program, _progress

LOG = logging.getLogger("prim")


@contextlib.contextmanager
def _compiling(text):
    """Has what the dialect does not lower yet be said in the words of the caller."""
    try:
        yield
    except _library.Error as error:
        if "is not lowered yet" not in str(error):
            raise
        say = "prim cannot do this yet"
        if "dimension(" in text:
            say = (
                "prim cannot sort along an axis among others that are longer than 1 "
                "yet; call it once per row"
            )
        elif "comparator {" in text:
            say = (
                "prim cannot sort with less yet; sort by keys that have that order, "
                "with values= for what moves along"
            )
        raise NotImplementedError(f"{say} ({error})") from None


class Call:
    """What prim.scan.lower(...) and the other lower functions give: the call that
    prim.scan(...) would have made. Calling it runs it and gives the result."""

    def __init__(self, text, device, operands, outs, stream=None, settings=()):
        self._text, self.device = text, device
        self._operands, self._outs = operands, outs
        self._stream, self._settings = stream, settings
        self._stats = None
        for operand in operands:
            array = operand.given if isinstance(operand, Out) else operand
            if isinstance(array, _array.Array) and array.device is not device:
                raise ValueError(
                    f"an array that the call refers to is on {array.device.chip}, but the "
                    f"call is on {device.chip}"
                )

    def __repr__(self):
        op = _program.summary(self._text)
        return f"<prim.Call on {self.device.chip}: {op}>"

    def mlir(self, stage="source"):
        """The program's MLIR; with stage="lowered" after prim's passes, kernels
        in the LLVM dialect."""
        if stage == "source":
            return self._text
        if stage != "lowered":
            raise ValueError(f"stage is {stage!r}; it can be source or lowered")
        return self._compile("mlir")

    def llvm(self):
        """The optimised LLVM IR of the kernels."""
        return self._compile("llvm")

    def isa(self):
        """The kernels' assembly."""
        return self._compile("isa")

    def _compile(self, stage):
        with _compiling(self._text):
            parts = _library.compile_text(
                self._text, self.device.chip, self._settings, stage
            )
        return "\n".join(part.decode() for part in parts.values())

    def times(self):
        """Milliseconds by stage of the compilation."""
        return self._program().times()

    def stats(self):
        """What the last run executed: launches, instructions by class and bytes
        as the emulator counts them (for the whole process: nothing else may run on the
        chip meanwhile), and the run's milliseconds. Runs the call if it has not run."""
        if self._stats is None:
            self()
        return dict(self._stats)

    def _program(self):
        with _compiling(self._text):
            return _program.programs.get(self._text, self.device.chip, self._settings)

    def __call__(self):
        before, start = self.device.statistics(), time.perf_counter()
        result = self.run()
        self.device.synchronize()
        seconds = time.perf_counter() - start
        after = self.device.statistics()
        self._stats = {
            name: value - before.get(name, 0) for name, value in after.items()
        }
        self._stats["milliseconds"] = 1000 * seconds
        return result

    def run(self):
        """Runs without counting, and waits only for what comes to the host."""
        program = self._program()
        what, start = _program.summary(self._text), time.perf_counter()
        _progress.report("running", what, self.device.chip)
        arguments, results = [], []
        for operand in self._operands:
            if isinstance(operand, np.ndarray):
                operand = _upload(operand, self.device)
            elif isinstance(operand, Out):
                operand = operand.begin(self.device)
                results.append(operand)
            arguments.append(operand)
        arrays = [a for a in arguments if isinstance(a, _array.Array)]
        _array.order(arrays, self._stream)
        enqueued = time.perf_counter()
        program.call(self.device, arguments, self._stream)
        lent = [array._work.owners_stream for array in arrays]
        for array in arrays:
            array._work.stream = self._stream
        if any(stream not in (_array.Work.READY, self._stream) for stream in lent):
            # Their owners do not know when they may go on.
            self.device.synchronize()
        took = 1000 * (time.perf_counter() - enqueued)
        LOG.debug("%r enqueued in %.2f ms", self, took)
        results = [out.finish(a) for out, a in zip(self._outs.members, results)]
        results = self._outs.users or results
        took = 1000 * (time.perf_counter() - start)
        _progress.report("finished", what, self.device.chip, took)
        return tuple(results) if self._outs.is_tuple else results[0]


def _upload(host, device):
    made = _array.Array.allocate(device, host.dtype, host.shape)
    made.upload(host)
    return made


class Outs:
    """The results of a call: Out members, whether they come as a tuple, and the
    user's objects for them, if there are any."""

    def __init__(self, members, is_tuple, users=None):
        self.members, self.is_tuple = members, is_tuple
        if users is not None:
            users = list(users) if isinstance(users, tuple) else [users]
        self.users = users


class Out:
    """A result: as the program has it and as the user gets it."""

    def __init__(self, dtype, program_shape, shape, to_host, given=None):
        self.dtype, self.program_shape, self.shape = dtype, program_shape, shape
        self.to_host, self.given = to_host, given

    def begin(self, device):
        """The array for the program to write to."""
        if isinstance(self.given, _array.Array):
            return self.given.reshape(self.program_shape)
        return _array.Array.allocate(device, self.dtype, self.program_shape)

    def finish(self, array):
        """What the user gets."""
        if isinstance(self.given, _array.Array):
            return self.given
        if self.given is not None:
            np.copyto(self.given, array.numpy().reshape(self.shape))
            return self.given
        if not self.to_host:
            return array.reshape(self.shape)
        host = array.numpy().reshape(self.shape)
        return host if self.shape else host[()]
