# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The MLIR text of a call's program, and compiled programs by their text.

Dtypes, names and traced regions determine the text. libprim compiles it, and keeps
compiled programs on disk. Each text is compiled once per chip and setting, even if
several threads request it at the same time."""

import collections
import dataclasses
import logging
import os
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
    """One device op on memrefs. `clauses` are the clauses without operands, such as
    reverse. init and identity are dtypes, or rank-0 memrefs as (dtype,). `borders` are
    the dtypes of the operands of the clause `segmented`. `count` is the dtype of the
    last of the outs, which receives the number of results. `zeroed` are the places of
    outs that are filled with zero first; `copied` are the places of outs that are
    initialised with the input there."""

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
    segmented: str = ""
    borders: list = dataclasses.field(default_factory=list)
    count: object = None
    zeroed: list = dataclasses.field(default_factory=list)
    copied: list = dataclasses.field(default_factory=list)


def _operand(kind):
    if isinstance(kind, tuple):
        return memref(0, kind[0])
    return _types.storage_type(kind)


def _list(prefix, types):
    names = ", ".join(f"%{prefix}{i}" for i in range(len(types)))
    return f"({names} : {', '.join(types)})"


def op_text(op):
    """The op, and the parameters of the function that contains it."""
    ins = [memref(op.rank, dtype) for dtype in op.ins]
    outs = [memref(op.out_rank, dtype) for dtype in op.outs]
    if op.count is not None:
        outs.append(memref(0, op.count))
    groups = [("x", "ins", ins), ("y", "outs", outs)]
    groups.append(("init", "init", [_operand(kind) for kind in op.init]))
    groups.append(("identity", "identity", [_operand(kind) for kind in op.identity]))
    groups.append(("read", "reads", [memref(a.ndim, a.dtype) for a in op.reads]))
    groups.append(("border", op.segmented, [memref(1, d) for d in op.borders]))
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
    zeros = "".join(zero_text(place, op.outs[place], op.out_rank) for place in op.zeroed)
    copies = "".join(_copy_text(place, op) for place in op.copied)
    head = f"func.func @main({', '.join(parameters)}) {{"
    return f"{head}\n{zeros}{copies}  {text}\n  return\n}}\n"


def zero_text(place, dtype, rank):
    kind = _types.storage_type(dtype)
    number = "0" if kind.startswith("i") else "0.0"
    return (
        f"  %zero{place} = arith.constant {number} : {kind}\n"
        f"  gpu.memset %y{place}, %zero{place} : {memref(rank, dtype)}, {kind}\n"
    )


def _copy_text(place, op):
    kind = memref(op.out_rank, op.outs[place])
    return f"  gpu.memcpy %y{place}, %x{place} : {kind}, {kind}\n"


def argsort_text(op, index):
    """The function of a sort of positions: op sorts the pairs of keys and positions.
    The function returns only the positions, of dtype `index`."""
    keys, positions = memref(op.rank, op.ins[0]), memref(op.rank, index)
    text, _ = op_text(op)
    reads = "".join(
        f", %read{i}: {memref(a.ndim, a.dtype)}" for i, a in enumerate(op.reads)
    )
    borders = "".join(
        f", %border{i}: {memref(1, dtype)}" for i, dtype in enumerate(op.borders)
    )
    copies = _copy_text(1, op) if 1 in op.copied else ""
    return f"""func.func @main(%x0: {keys}, %y1: {positions}{reads}{borders}) {{
{_positions_text(op, index)}  %y0 = memref.cast %x0 : {keys} to {keys}
{copies}  {text}
  gpu.dealloc %x1 : {positions}
  return
}}
"""


def _extents(op):
    return ", ".join(f"%n{i}" for i in range(op.rank))


def _positions_text(op, index):
    """The text that makes %x1, the positions of the elements of %x0, and their
    extents."""
    keys, positions = memref(op.rank, op.ins[0]), memref(op.rank, index)
    element, kind = _types.storage_type(op.ins[0]), _types.storage_type(index)
    along = "".join(
        f" {clause}" for clause in op.clauses if clause.startswith("dimension")
    )
    sizes = "".join(
        f"  %d{i} = arith.constant {i} : index\n"
        f"  %n{i} = memref.dim %x0, %d{i} : {keys}\n"
        for i in range(op.rank)
    )
    # Positions are the exclusive sums of ones.
    return f"""{sizes}  %x1 = gpu.alloc ({_extents(op)}) : {positions}
  prim.device_scan exclusive add ins(%x0 : {keys}) outs(%x1 : {positions}){along} prologue {{
    ^bb0(%key: {element}):
      %one = arith.constant 1 : {kind}
      prim.yield %one : {kind}
    }}
"""


def rank_text(op, index, gives):
    """The function of an op that ranks `op.ins`, the second of which, if there is one,
    holds positions of dtype `index`. `gives` are the places of the results that it
    returns. The operand of an nth follows them."""
    text, _ = op_text(op)
    types = [memref(op.rank, dtype) for dtype in op.ins]
    is_nth = op.name == "device_nth"
    parameters = [f"%x0: {types[0]}"] + [f"%y{i}: {types[i]}" for i in gives]
    parameters += [
        f"%read{i}: {memref(a.ndim, a.dtype)}" for i, a in enumerate(op.reads)
    ]
    before = after = ""
    if is_nth:
        parameters.append("%place: i64")
        before = "  %nth = arith.index_cast %place : i64 to index\n"
    if index is not None:
        before += _positions_text(op, index)
        after = f"  gpu.dealloc %x1 : {types[1]}\n"
    if 0 not in gives:
        before += f"  %y0 = memref.cast %x0 : {types[0]} to {types[0]}\n"
    head = f"func.func @main({', '.join(parameters)}) {{"
    return f"{head}\n{before}  {text}\n{after}  return\n}}\n"


class Program:
    """A compiled text."""

    def __init__(self, text, chip, settings):
        code = text.encode()
        options = _library.options(chip, settings)
        self._handle = _library.call(
            "primcProgramCreate", code, len(code), b"prim", byref(options)
        )
        self._devices = set()
        self.from_disk = _library.library().primcProgramFromCache(self._handle)

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
        """Milliseconds of each stage of the compilation."""
        library, value = _library.library(), c_double()
        names = {}
        for index in range(library.primcProgramNumTimes(self._handle)):
            name = library.primcProgramTime(self._handle, index, byref(value)).decode()
            names[name] = value.value
        return names

    def call(self, device, arguments, stream=None):
        """Enqueues the function with arrays and scalars, on a Stream or on the device's
        own. Scalars are given as (value, dtype)."""
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
            None if stream is None else stream.handle,
        )


class _Cache:
    """Programs by text, chip and settings. Evicts the least recently used program
    first."""

    def __init__(self, limit):
        self.limit = limit
        self.lock = threading.Lock()
        self.entries = collections.OrderedDict()
        self.compiled = 0
        self.loaded = 0
        self.warned = False

    def get(self, text, chip, settings):
        key = (text, chip, settings)
        with self.lock:
            # A progress callback may make the same call again meanwhile.
            entry = self.entries.setdefault(key, [threading.RLock(), None])
            self.entries.move_to_end(key)
            dropped = []
            while len(self.entries) > self.limit:
                dropped.append(self.entries.popitem(last=False))
        # Not under the lock, because unloading waits for the device.
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
                    self.compiled += not entry[1].from_disk
                    self.loaded += entry[1].from_disk
            return entry[1]
        finally:
            lock.release()

    def _compile(self, key, entry):
        start = time.perf_counter()
        try:
            program = Program(*key)
            took = 1000 * (time.perf_counter() - start)
            how = "loaded" if program.from_disk else "compiled"
            LOG.info("%s %s for %s in %.0f ms", how, summary(key[0]), key[1], took)
            self._warn()
            _progress.report(how, summary(key[0]), key[1], took)
            return program
        except _library.Error:
            with self.lock:
                if self.entries.get(key) is entry:
                    del self.entries[key]
            raise

    def _warn(self):
        """Warns once if compiled programs cannot be kept on disk."""
        if self.warned:
            return
        problem = _library.cache_problem()
        if problem is not None:
            self.warned = True
            LOG.warning("%s", problem)

    def after_fork(self):
        """Recreates locks that threads of the parent process may have held."""
        self.lock = threading.Lock()
        for entry in self.entries.values():
            entry[0] = threading.RLock()

    def clear(self):
        with self.lock:
            entries, self.entries = self.entries, collections.OrderedDict()
        del entries


programs = _Cache(256)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=programs.after_fork)


def clear_cache(disk=False):
    """Forgets all compiled programs after their work is done. With disk=True it also
    deletes those in the folder of compiled programs, including those of other
    processes."""
    programs.clear()
    if disk:
        _library.clear_cache()


def cache_info():
    """Statistics of compiled programs: the number of "programs" in memory, how many
    have been "compiled", and how many "loaded" from disk. Also the "folder" on disk
    (None if there is none), the "problem" with it (None if there is none), and this
    process's accesses to it ("disk": hits, misses, rejected, stored, failed,
    evicted)."""
    with programs.lock:
        info = {
            "programs": len(programs.entries),
            "compiled": programs.compiled,
            "loaded": programs.loaded,
        }
    info["folder"] = _library.cache_folder()
    info["problem"] = _library.cache_problem()
    info["disk"] = _library.cache_statistics()
    return info


def set_cache(folder):
    """Sets the folder on disk for programs that are compiled from now on.

    folder: a path; "default" for the folder that the environment names (PRIM_CACHE_DIR,
        else prim in XDG_CACHE_HOME or in ~/.cache); None to keep nothing on disk.
        PRIM_CACHE=0 in the environment overrides all of these.

    Raises TypeError or ValueError if the folder is not a path.
    """
    if folder is None:
        _library.set_cache(b"none")
    elif isinstance(folder, str) and folder == "default":
        _library.set_cache(None)
    else:
        _library.set_cache(_path_of(folder))


def _path_of(folder):
    try:
        path = os.fsencode(folder)
    except TypeError:
        raise TypeError(
            f"folder is a {type(folder).__name__}; it can be a path, 'default' or None"
        ) from None
    if not path:
        raise ValueError(
            "folder is empty; pass a path, 'default' for what the environment says, or "
            "None for no folder"
        )
    if b"\0" in path:
        raise ValueError(f"folder is {folder!r}; a path has no NUL")
    return os.path.abspath(path)
