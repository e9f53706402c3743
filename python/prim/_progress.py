# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reports the progress of a call to a callback.

Depends on nothing else in the package."""

import contextlib
import contextvars
import dataclasses
import logging
import sys
from collections.abc import Callable, Iterator

LOG = logging.getLogger("prim")


@dataclasses.dataclass(frozen=True)
class Event:
    """A step of a call. str() gives a line of text for display.

    stage: "tracing" (functions are called, arrays checked), "compiling", "compiled",
        "loaded" (found on disk), "waiting" (another thread compiles the same program),
        "kept" (compiled before), "running" (arrays are copied, kernels enqueued),
        "finished" (results for the host have arrived; device arrays may still be
        computed).
    what: the operation, such as "prim.device_scan inclusive addf", or the function
        while it is traced.
    chip: such as "gfx942"; None while tracing.
    milliseconds: the duration of the step, if the stage is the end of one."""

    stage: str
    what: str
    chip: str | None = None
    milliseconds: float | None = None

    def __str__(self):
        line = f"prim: {self.stage} {self.what}"
        if self.chip:
            line += f" for {self.chip}"
        if self.milliseconds is not None:
            line += f" in {self.milliseconds:.0f} ms"
        return line


Callback = Callable[[Event], object]

_callback: contextvars.ContextVar[Callback | None] = contextvars.ContextVar(
    "prim.progress", default=None
)


def _print(event):
    print(event, file=sys.stderr, flush=True)


@contextlib.contextmanager
def progress(callback: Callback = _print) -> Iterator[None]:
    """Within `with prim.progress():` the calls of this thread report their progress.

    callback: a function of a prim.Event; without one each event is printed as a line on
        the standard error output. It runs in the calling thread, before the step that
        the event announces. An exception that it raises is logged; the callback is then
        not called again, and the call continues.

    >>> with prim.progress(lambda event: print(event.stage)):
    ...     y = prim.scan(numpy.int16([1, 2]), "xor")
    tracing
    compiling
    compiled
    running
    finished
    """
    if not callable(callback):
        raise TypeError(
            f"callback is a {type(callback).__name__}; it has to be a function"
        )
    token = _callback.set(callback)
    try:
        yield
    finally:
        _callback.reset(token)


def report(stage, what, chip=None, milliseconds=None):
    """Reports an event to the callback, if there is one."""
    callback = _callback.get()
    if callback is None:
        return
    # Calls that the callback itself makes are not reported to it.
    token = _callback.set(None)
    try:
        callback(Event(stage, what, chip, milliseconds))
    except Exception:
        LOG.exception("a callback of prim.progress has failed; it hears no more")
        callback = None
    finally:
        _callback.reset(token)
    if callback is None:
        _callback.set(None)
