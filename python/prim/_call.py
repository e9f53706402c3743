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
def _compiling():
    """Rephrases errors about ops that are not lowered yet in terms of the caller."""
    try:
        yield
    except _library.Error as error:
        if "is not implemented on" not in str(error):
            raise
        raise NotImplementedError(f"prim cannot do this yet ({error})") from None


class Call:
    """The result of prim.scan.lower(...) and of the other lower functions: the call
    that prim.scan(...) would have made. Calling it runs it and returns the result."""

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
        """The MLIR of the program. With stage="lowered", the MLIR after prim's passes,
        with kernels in the LLVM dialect."""
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
        with _compiling():
            parts = _library.compile_text(
                self._text, self.device.chip, self._settings, stage
            )
        return "\n".join(part.decode() for part in parts.values())

    def times(self):
        """Milliseconds of each stage of the compilation."""
        return self._program().times()

    def stats(self):
        """Statistics of the last run: launches, instructions by class and bytes, as
        counted by the emulator, and the run's time in milliseconds. The emulator counts
        for the whole process, so nothing else may run on the chip meanwhile. Runs the
        call if it has not run."""
        if self._stats is None:
            self()
        return dict(self._stats)

    def _program(self):
        with _compiling():
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
        """Runs without counting. Waits only for results that are copied to the host."""
        program = self._program()
        what, start = _program.summary(self._text), time.perf_counter()
        _progress.report("running", what, self.device.chip)
        arguments, results = [], []
        for operand in self._operands:
            if isinstance(operand, np.ndarray):
                operand = upload(operand, self.device)
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
            # The arrays' owners do not know when the work is done.
            self.device.synchronize()
        took = 1000 * (time.perf_counter() - enqueued)
        LOG.debug("%r enqueued in %.2f ms", self, took)
        found = self._outs.finish(results)
        took = 1000 * (time.perf_counter() - start)
        _progress.report("finished", what, self.device.chip, took)
        return found


def fresh_places(members):
    """The places of results with segments for which the user gave no `out`."""
    return [
        place
        for place, member in enumerate(members)
        if member.is_kept and member.given is None
    ]


def upload(host, device):
    made = _array.Array.allocate(device, host.dtype, host.shape)
    made.upload(host)
    return made


class Outs:
    """The results of a call: Out members, whether they are returned as a tuple, and the
    objects that the user gave for them, if any."""

    def __init__(self, members, is_tuple, users=None):
        self.members, self.is_tuple = members, is_tuple
        if users is not None:
            users = list(users) if isinstance(users, tuple) else [users]
        self.users = users

    def finish(self, arrays):
        """The objects that the user receives for the arrays that the program wrote."""
        results = [out.finish(a) for out, a in zip(self.members, arrays)]
        results = self.users or results
        return tuple(results) if self.is_tuple else results[0]


class CountedOuts:
    """Results whose number is known only on the device: the last member is the count,
    and the others have the maximum size. `groups` are the numbers of members that the
    user receives together, and whether each group is a tuple."""

    def __init__(self, members, groups, users=None):
        self.members, self.groups, self.users = members, groups, users

    def finish(self, arrays):
        """The user's objects, or the results without the unused elements at the end."""
        *items, count = arrays
        kept = None
        if any(out.is_cut for out in self.members[:-1]):
            kept = min(int(count), items[0].shape[0])
        items = [out.finish(a, kept) for out, a in zip(self.members, items)]
        if self.users is not None:
            self.members[-1].finish(count)
            return self.users
        found = []
        for length, is_tuple in self.groups:
            group, items = items[:length], items[length:]
            found.append(tuple(group) if is_tuple else group[0])
        return tuple(found) if len(found) > 1 else found[0]


class Out:
    """A result, in the program's form and in the user's. With `is_kept`, the program
    starts from the contents of the user's array, because it writes only parts of it."""

    def __init__(self, dtype, program_shape, shape, to_host, given=None, is_kept=False):
        self.dtype, self.program_shape, self.shape = dtype, program_shape, shape
        self.to_host, self.given, self.is_kept = to_host, given, is_kept

    @property
    def is_cut(self):
        """Whether its size depends on the number of results."""
        return not isinstance(self.given, _array.Array)

    def begin(self, device):
        """The array that the program writes to."""
        if isinstance(self.given, _array.Array):
            return self.given.reshape(self.program_shape)
        made = _array.Array.allocate(device, self.dtype, self.program_shape)
        if self.is_kept and self.given is not None:
            made.upload(self.given.astype(self.dtype).reshape(self.program_shape))
        return made

    def finish(self, array, kept=None):
        """The object that the user receives; only the first `kept` elements if that is
        given."""
        if isinstance(self.given, _array.Array):
            return self.given
        shape = self.shape
        if kept is not None:
            array, shape = array[:kept], (kept,)
        if self.given is not None:
            target = self.given if kept is None else self.given[:kept]
            np.copyto(target, array.numpy().reshape(shape))
            return self.given
        if not self.to_host:
            return array.reshape(shape)
        host = array.numpy().reshape(shape)
        return host if shape else host[()]
