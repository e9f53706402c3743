# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds libprim and declares its functions (include/prim-c/Prim.h).

ctypes releases the GIL during each call. Functions that can fail are called through
call(), which raises their messages as a prim.Error."""

import ctypes
import os
import pathlib
import threading
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    byref,
    c_bool,
    c_char_p,
    c_double,
    c_int,
    c_int64,
    c_size_t,
    c_uint,
    c_uint64,
    c_void_p,
)


class Error(RuntimeError):
    """An error that libprim reports: the messages of a compilation with their
    locations, a device that cannot be opened, or a kernel's fault."""


ErrorCallback = CFUNCTYPE(None, c_char_p, c_void_p)
InterruptCheck = CFUNCTYPE(c_bool, c_void_p)


class CompileOptions(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("chip", c_char_p),
        ("features", c_char_p),
        ("optLevel", c_uint),
        ("abi", c_uint),
        ("isolate", c_char_p),
        ("timeLimit", c_uint),
        ("limits", c_char_p),
        ("deviceLibs", c_char_p),
        ("checkConvergence", c_bool),
        ("cache", c_char_p),
        ("checkAlignment", c_bool),
        ("lineTables", c_bool),
        ("reassociate", c_bool),
        ("allowUnregistered", c_bool),
        ("relaxedPrecision", c_bool),
    ]


class Value(Structure):
    _fields_ = [("array", c_void_p), ("bits", c_uint64), ("type", c_int)]


STAGES = {"mlir": 0, "llvm": 1, "isa": 2, "object": 3}

_SHAPE = POINTER(c_int64)
_FAILS = [ErrorCallback, c_void_p]
# The result and argument types of each function.
_FUNCTIONS = {
    "primcVersion": (c_char_p, []),
    "primcLLVMVersion": (c_char_p, []),
    "primcSetInterrupt": (None, [InterruptCheck, c_void_p]),
    "primcForkedInCall": (c_bool, []),
    "primcMaxSortElements": (c_uint64, []),
    "primcCompileOptionsInit": (None, [POINTER(CompileOptions), c_size_t]),
    "primcCompile": (
        c_void_p,
        [c_char_p, c_size_t, c_char_p, POINTER(CompileOptions), c_int] + _FAILS,
    ),
    "primcObjectsCount": (c_size_t, [c_void_p]),
    "primcObjectsName": (c_char_p, [c_void_p, c_size_t]),
    "primcObjectsBytes": (c_void_p, [c_void_p, c_size_t, POINTER(c_size_t)]),
    "primcObjectsDestroy": (None, [c_void_p]),
    "primcCacheFolder": (c_char_p, [c_char_p]),
    "primcCacheCheck": (c_bool, [c_char_p] + _FAILS),
    "primcCacheStatistic": (c_char_p, [c_char_p, c_size_t, POINTER(c_uint64)]),
    "primcCacheClear": (None, [c_char_p]),
    "primcProgramCreate": (
        c_void_p,
        [c_char_p, c_size_t, c_char_p, POINTER(CompileOptions)] + _FAILS,
    ),
    "primcProgramDestroy": (None, [c_void_p]),
    "primcProgramFromCache": (c_bool, [c_void_p]),
    "primcProgramNumTimes": (c_size_t, [c_void_p]),
    "primcProgramTime": (c_char_p, [c_void_p, c_size_t, POINTER(c_double)]),
    "primcProgramCall": (
        c_bool,
        [c_void_p, c_void_p, c_char_p, POINTER(Value), c_size_t]
        + [POINTER(Value), c_size_t, c_void_p]
        + _FAILS,
    ),
    "primcDeviceOpen": (c_void_p, [c_char_p, c_char_p, c_char_p] + _FAILS),
    "primcDeviceDestroy": (None, [c_void_p]),
    "primcDeviceChip": (c_char_p, [c_void_p]),
    "primcDeviceDescription": (c_char_p, [c_void_p]),
    "primcDeviceIsEmulator": (c_bool, [c_void_p]),
    "primcDeviceIsLost": (c_bool, [c_void_p]),
    "primcDeviceRecover": (None, [c_void_p]),
    "primcDeviceGeneration": (c_uint64, [c_void_p]),
    "primcDeviceHas": (c_bool, [c_void_p, c_void_p, c_size_t]),
    "primcDeviceSynchronize": (c_bool, [c_void_p] + _FAILS),
    "primcDeviceStatistic": (c_char_p, [c_void_p, c_size_t, POINTER(c_uint64)]),
    "primcDeviceResetStatistics": (None, [c_void_p]),
    "primcStreamCreate": (c_void_p, [c_void_p] + _FAILS),
    "primcStreamWrap": (c_void_p, [c_void_p, c_void_p] + _FAILS),
    "primcStreamDestroy": (None, [c_void_p]),
    "primcArrayAllocate": (c_void_p, [c_void_p, c_int, c_size_t, _SHAPE] + _FAILS),
    "primcArrayView": (c_void_p, [c_int, c_size_t, _SHAPE, c_void_p] + _FAILS),
    "primcArrayDestroy": (None, [c_void_p]),
    "primcArrayUpload": (c_bool, [c_void_p, c_void_p, c_void_p] + _FAILS),
    "primcArrayDownload": (c_bool, [c_void_p, c_void_p, c_void_p] + _FAILS),
    "primcArrayData": (c_void_p, [c_void_p]),
}

_messages = threading.local()


@ErrorCallback
def _on_error(message, unused):
    # Called in the thread that called the library, before its function returns.
    _messages.text = message.decode("utf-8", "replace")


def _candidates():
    """Candidate paths of libprim: the path that the environment names, the path beside
    this package (an installed wheel), and the build tree that contains this file or
    lies beside it."""
    named = os.environ.get("PRIM_LIBRARY")
    if named:
        return [pathlib.Path(named)]
    here = pathlib.Path(__file__).resolve().parent
    link = pathlib.Path(os.path.abspath(__file__)).parent
    folders = [
        here / "lib",
        link / "lib",
        link.parents[1] / "lib",
        here.parents[1] / "build" / "lib",
    ]
    return [folder / "libprim.so" for folder in folders]


_lock = threading.Lock()
_library = None


def library():
    """The loaded libprim. Raises prim.Error if there is none."""
    global _library
    with _lock:
        if _library is None:
            _library = _load()
        return _library


def _load():
    candidates = _candidates()
    for path in candidates:
        if path.exists():
            break
    else:
        tried = ", ".join(map(str, candidates))
        raise Error(
            f"libprim is not at {tried}; build it, or set PRIM_LIBRARY to its path"
        )
    try:
        loaded = ctypes.CDLL(str(path))
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(loaded, name)
            function.restype, function.argtypes = result, arguments
    except (OSError, AttributeError) as error:
        raise Error(f"libprim cannot be used: {error}") from None
    return loaded


def _after_fork():
    """Replaces the lock in the child, which has only one thread: a thread of the parent
    that held it could never release it."""
    global _lock
    _lock = threading.Lock()
    # The child's only thread is its main thread, whichever thread forked.
    vars(_messages).pop("signals", None)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def path():
    """The path of libprim."""
    return os.path.abspath(library()._name)


class _Signals:
    """Runs signal handlers during calls of the main thread. Python runs handlers only
    between bytecodes, so C code that runs long would delay ^C. An exception that a
    handler raises ends the call, which then raises it."""

    def __init__(self):
        self.raised = None
        self._questions = self._ask()
        next(self._questions)
        # A Python function would run handlers before it enters its `try`.
        self._check = InterruptCheck(self._questions.send)
        library().primcSetInterrupt(self._check, None)

    @property
    def are_handled(self):
        """Whether this runs in a signal handler during a call."""
        return self._questions.gi_running

    def _ask(self):
        try:
            while True:
                # Python runs pending handlers when execution continues here.
                yield False
        except GeneratorExit:
            return
        except BaseException as error:
            self.raised = error
        yield True


def _signals():
    """The signal handling for calls of this thread. None if it is not the main
    thread."""
    try:
        found = _messages.signals
    except AttributeError:
        is_main = threading.current_thread() is threading.main_thread()
        found = _messages.signals = _Signals() if is_main else None
    return found


def in_handler():
    """Whether a signal handler runs during this thread's call."""
    found = _signals()
    return found is not None and found.are_handled


def call(name, *arguments):
    """Calls a function that can fail. Raises prim.Error with its message if it does. An
    exception from a signal handler, such as KeyboardInterrupt, ends the call and is
    raised."""
    function, signals = getattr(library(), name), _signals()
    result = function(*arguments, _on_error, None)
    if signals is not None and signals.raised is not None:
        _messages.signals = _Signals()
        raise signals.raised
    if not result:
        text = getattr(_messages, "text", None) or f"{name} has failed"
        _messages.text = None
        raise Error(text)
    return result


def options(chip, settings):
    """CompileOptions for a chip and for settings, named as the C members."""
    made = CompileOptions()
    library().primcCompileOptionsInit(byref(made), ctypes.sizeof(made))
    made.chip = chip.encode()
    made.cache = _cache
    for name, value in settings:
        setattr(made, name, value.encode() if isinstance(value, str) else value)
    return made


# The folder, as in PrimcCompileOptions.
_cache = None


def set_cache(folder):
    """Sets the folder of compiled programs, as PrimcCompileOptions defines it."""
    global _cache
    _cache = folder


def cache_folder():
    """The folder of compiled programs. None if there is none."""
    folder = library().primcCacheFolder(_cache)
    return None if folder is None else os.fsdecode(folder)


def cache_problem():
    """The problem with the folder of compiled programs. None if there is none."""
    try:
        call("primcCacheCheck", _cache)
        return None
    except Error as error:
        return str(error)


def cache_statistics():
    """Counts of this process's accesses to the folder of compiled programs, by name."""
    counts, value = {}, c_uint64()
    function = library().primcCacheStatistic
    while (name := function(_cache, len(counts), byref(value))) is not None:
        counts[name.decode()] = value.value
    return counts


def clear_cache():
    library().primcCacheClear(_cache)


def shape(extents):
    return (c_int64 * len(extents))(*extents)


def compile_text(text, chip, settings, stage):
    """The compiled program: the bytes for each module of kernels."""
    code = text.encode()
    made = call(
        "primcCompile",
        code,
        len(code),
        b"prim",
        byref(options(chip, settings)),
        STAGES[stage],
    )
    try:
        parts = {}
        for index in range(library().primcObjectsCount(made)):
            length = c_size_t()
            start = library().primcObjectsBytes(made, index, byref(length))
            name = library().primcObjectsName(made, index).decode()
            parts[name] = ctypes.string_at(start, length.value)
        return parts
    finally:
        library().primcObjectsDestroy(made)


def most_sorted():
    """The largest number of elements in one sort. Larger inputs are sorted in
    batches."""
    return library().primcMaxSortElements()


def version():
    """The versions of prim and of LLVM, as texts."""
    return library().primcVersion().decode(), library().primcLLVMVersion().decode()
