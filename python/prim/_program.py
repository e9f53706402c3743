# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The MLIR text of a call's program, and compiled programs by their text.

Text is made from dtypes, names and traced regions; compiling is libprim's. Each
text is compiled once per chip and setting, however many threads ask for it."""

import collections
import dataclasses
import logging
import threading
import time
from ctypes import byref, c_double


from . import _library, _progress, _types
from ._trace import memref

LOG = logging.getLogger("prim")


def summary(text):
    """The first line of a program's last op."""
    return [line.strip() for line in text.splitlines() if "prim.device_" in line][-1]


@dataclasses.dataclass
class Op:
    """One device op on memrefs. `clauses` are those without operands, such as
    reverse; init and identity are dtypes, or rank-0 memrefs as (dtype,)."""

    name: str
    head: str
    rank: int
    ins: list
    outs: list
    out_rank: int
    clauses: list = dataclasses.field(default_factory=list)
    init: list = dataclasses.field(default_factory=list)
    identity: list = dataclasses.field(default_factory=list)
    reads: list = dataclasses.field(default_factory=list)
    regions: list = dataclasses.field(default_factory=list)


def _operand(kind):
    if isinstance(kind, tuple):
        return memref(0, kind[0])
    return _types.storage_type(kind)


def _list(prefix, types):
    names = ", ".join(f"%{prefix}{i}" for i in range(len(types)))
    return f"({names} : {', '.join(types)})"


def op_text(op):
    """The op, and the parameters of the function that is made of it."""
    ins = [memref(op.rank, dtype) for dtype in op.ins]
    outs = [memref(op.out_rank, dtype) for dtype in op.outs]
    groups = [("x", "ins", ins), ("y", "outs", outs)]
    groups.append(("init", "init", [_operand(kind) for kind in op.init]))
    groups.append(("identity", "identity", [_operand(kind) for kind in op.identity]))
    groups.append(("read", "reads", [memref(a.ndim, a.dtype) for a in op.reads]))
    parameters, text = [], f"prim.{op.name} {op.head}".rstrip()
    for prefix, clause, types in groups:
        if not types:
            continue
        parameters += [f"%{prefix}{i}: {kind}" for i, kind in enumerate(types)]
        text += f"\n      {clause}{_list(prefix, types)}"
    for clause in op.clauses + op.regions:
        text += " " + clause
    return text, parameters


def function_text(op):
    text, parameters = op_text(op)
    return f"func.func @main({', '.join(parameters)}) {{\n  {text}\n  return\n}}\n"


def argsort_text(op, index):
    """The function of a sort of positions: op sorts the pairs of keys and
    positions, whose dtype is `index`; it gives positions only."""
    key, keys = op.ins[0], memref(op.rank, op.ins[0])
    positions, kind = memref(op.rank, index), _types.storage_type(index)
    element = _types.storage_type(key)
    along = "".join(
        f" {clause}" for clause in op.clauses if clause.startswith("dimension")
    )
    text, _ = op_text(op)
    sizes = "".join(
        f"  %d{i} = arith.constant {i} : index\n"
        f"  %n{i} = memref.dim %x0, %d{i} : {keys}\n"
        for i in range(op.rank)
    )
    extents = ", ".join(f"%n{i}" for i in range(op.rank))
    reads = "".join(
        f", %read{i}: {memref(a.ndim, a.dtype)}" for i, a in enumerate(op.reads)
    )
    # Positions are the exclusive sums of ones.
    return f"""func.func @main(%x0: {keys}, %y1: {positions}{reads}) {{
{sizes}  %x1 = gpu.alloc ({extents}) : {positions}
  %y0 = gpu.alloc ({extents}) : {keys}
  prim.device_scan exclusive add ins(%x0 : {keys}) outs(%x1 : {positions}){along} prologue {{
    ^bb0(%key: {element}):
      %one = arith.constant 1 : {kind}
      prim.yield %one : {kind}
    }}
  {text}
  gpu.dealloc %x1 : {positions}
  gpu.dealloc %y0 : {keys}
  return
}}
"""


class Program:
    """A compiled text."""

    def __init__(self, text, chip, settings):
        code = text.encode()
        options = _library.options(chip, settings)
        self._handle = _library.call(
            "primcProgramCreate", code, len(code), b"prim", byref(options)
        )
        self._devices = set()

    def __del__(self):
        handle, self._handle = getattr(self, "_handle", None), None
        if handle is None or _library is None:
            return
        for device in self._devices:
            try:
                device.synchronize()
            except _library.Error:
                pass
        _library.library().primcProgramDestroy(handle)

    def times(self):
        """Milliseconds by stage of the compilation."""
        library, value = _library.library(), c_double()
        names = {}
        for index in range(library.primcProgramNumTimes(self._handle)):
            name = library.primcProgramTime(self._handle, index, byref(value)).decode()
            names[name] = value.value
        return names

    def call(self, device, arguments, stream=None):
        """Enqueues the function with arrays and scalars, these as (value, dtype)."""
        values = (_library.Value * len(arguments))()
        for value, argument in zip(values, arguments):
            if isinstance(argument, tuple):
                number, dtype = argument
                value.bits = _types.bits_of(number, dtype)
                value.type = _types.type_code(dtype)
            else:
                value.array = argument.handle
        self._devices.add(device)
        _library.call(
            "primcProgramCall",
            self._handle,
            device._handle,
            b"main",
            values,
            len(arguments),
            None,
            0,
            stream,
        )


class _Cache:
    """Programs by text, chip and settings; the least recently used go first."""

    def __init__(self, limit):
        self.limit = limit
        self.lock = threading.Lock()
        self.entries = collections.OrderedDict()
        self.compiled = 0

    def get(self, text, chip, settings):
        key = (text, chip, settings)
        with self.lock:
            # Who listens to progress may call the same again meanwhile.
            entry = self.entries.setdefault(key, [threading.RLock(), None])
            self.entries.move_to_end(key)
            dropped = []
            while len(self.entries) > self.limit:
                dropped.append(self.entries.popitem(last=False))
        # Outside of the lock: unloading waits for the device.
        del dropped
        lock, program = entry
        if program is not None:
            _progress.report("kept", summary(text), chip)
            return program
        if not lock.acquire(blocking=False):
            _progress.report("waiting", summary(text), chip)
            lock.acquire()
        try:
            if entry[1] is None:
                _progress.report("compiling", summary(text), chip)
            if entry[1] is None:
                entry[1] = self._compile(key, entry)
                with self.lock:
                    self.compiled += 1
            return entry[1]
        finally:
            lock.release()

    def _compile(self, key, entry):
        start = time.perf_counter()
        try:
            program = Program(*key)
            took = 1000 * (time.perf_counter() - start)
            LOG.info("compiled %s for %s in %.0f ms", summary(key[0]), key[1], took)
            _progress.report("compiled", summary(key[0]), key[1], took)
            return program
        except _library.Error:
            with self.lock:
                if self.entries.get(key) is entry:
                    del self.entries[key]
            raise

    def clear(self):
        with self.lock:
            entries, self.entries = self.entries, collections.OrderedDict()
        del entries


programs = _Cache(256)


def clear_cache():
    """Forgets all compiled programs, once their work is done."""
    programs.clear()


def cache_info():
    """How many programs are kept, and how many have been compiled."""
    with programs.lock:
        return {"programs": len(programs.entries), "compiled": programs.compiled}
