"""Calls the functions of libprogram.so, compiled from program.mlir, as a C program
would, and compares the results with numpy: call.py FOLDER EMULATOR RUNTIME CHIP
[SECOND]. SECOND is a copy of the emulator, which serves as an additional gfx1100."""

import ctypes
import itertools
import pathlib
import re
import sys

import numpy as np

folder, emulator, runtime_path, chip, *second = sys.argv[1:]
folder = pathlib.Path(folder).resolve()
runtime = ctypes.CDLL(runtime_path)
library = ctypes.CDLL(str(folder / "libprogram.so"))
runtime.primLastErrorMessage.restype = ctypes.c_char_p

# The header defines the functions' parameters; they are not repeated here.
SCALARS = {
    "uint8_t": ctypes.c_uint8,
    "int8_t": ctypes.c_int8,
    "int16_t": ctypes.c_int16,
    "int32_t": ctypes.c_int32,
    "int64_t": ctypes.c_int64,
    "uint16_t": ctypes.c_uint16,
    "float": ctypes.c_float,
    "double": ctypes.c_double,
}
text = (folder / "program.h").read_text()
prototypes = dict(re.findall(r"primStatus\s+program_(\w+)\(([^)]*)\);", text))
assert len(prototypes) == 11, sorted(prototypes)
for name, parameters in prototypes.items():
    function = getattr(library, "program_" + name)
    if parameters != "void":
        types = [p.strip() for p in parameters.split(",")]
        assert types[:2] == ["primDevice *device", "primStream *stream"], types
        function.argtypes = [
            ctypes.c_void_p if "*" in p else SCALARS[p.split()[0]] for p in types
        ]

INVALID, UNSUPPORTED = 1, 5
device, stream = ctypes.c_void_p(), ctypes.c_void_p()


def check(status):
    assert status == 0, (status, runtime.primLastErrorMessage())


def copy(to, source, size, kind):
    check(
        runtime.primMemCopy(
            device, ctypes.c_void_p(to), ctypes.c_void_p(source), ctypes.c_int64(size), kind
        )
    )


class Array:
    """A copy of a numpy array on the device, which exists until the end."""

    made = []

    def __init__(self, values):
        self.like = np.ascontiguousarray(values)
        self.pointer = ctypes.c_void_p()
        check(
            runtime.primMemAlloc(
                device, ctypes.c_int64(self.like.nbytes), ctypes.byref(self.pointer)
            )
        )
        copy(self.pointer.value, self.like.ctypes.data, self.like.nbytes, 1)
        self.made.append(self.pointer)

    def read(self):
        return read(self.pointer, self.like.shape, self.like.dtype)


def read(pointer, shape, dtype):
    check(runtime.primStreamSynchronize(stream))
    result = np.empty(shape, dtype)
    copy(result.ctypes.data, pointer.value, result.nbytes, 2)
    return result


def take(pointer, shape, dtype):
    """An array that a function has allocated, which is freed."""
    result = read(pointer, shape, dtype)
    check(runtime.primMemFreeAsync(device, stream, pointer))
    return result


def call(name, *arguments):
    return getattr(library, "program_" + name)(device, stream, *arguments)


def refused(status, name, *arguments):
    """Makes a call that must fail, and returns the message."""
    got = call(name, *arguments)
    message = runtime.primLastErrorMessage().decode()
    assert got == status, (got, message)
    return message


def out():
    """The destination of a result, whose previous contents must not remain."""
    return ctypes.c_void_p(0x1234), ctypes.c_int64(-7)


def run():
    random = np.random.default_rng(1)
    for n in (0, 1, 2, 63, 1000, 70001):
        x = random.integers(-8, 8, n).astype(np.float32)
        y, size = out()
        check(call("scan", Array(x).pointer, n, ctypes.byref(y), ctypes.byref(size)))
        assert size.value == n, size
        np.testing.assert_array_equal(take(y, n, np.float32), np.cumsum(x, dtype=np.float32))

        i = random.integers(-(2**31), 2**31, n).astype(np.int32)
        into = Array(np.full(n, 3, np.int32))
        check(call("scan_into", Array(i).pointer, n, into.pointer, n))
        sums = np.cumsum(np.append(np.int32(0), i), dtype=np.int32)
        np.testing.assert_array_equal(into.read(), sums[:-1])

        y, _ = out()
        check(call("reduce", Array(i).pointer, n, 17, ctypes.byref(y)))
        assert take(y, (), np.int32) == i.sum(dtype=np.int32) + np.int32(17)

        keys = random.integers(-9, 9, n).astype(np.int32)
        values = random.random(n)
        outs = Array(np.zeros_like(keys)), Array(np.zeros_like(values))
        arrays = Array(keys), Array(values), *outs
        check(call("sort_pairs", *itertools.chain(*((a.pointer, n) for a in arrays))))
        order = np.argsort(keys, kind="stable")
        np.testing.assert_array_equal(outs[0].read(), keys[order])
        np.testing.assert_array_equal(outs[1].read(), values[order])

        x = random.integers(-(2**62), 2**62, (n, 5))
        sums = Array(np.zeros(n, np.int64))
        y, _ = out()
        # Callers need not request a size.
        check(call("rows", Array(x).pointer, n, sums.pointer, n, ctypes.byref(y), None))
        np.testing.assert_array_equal(take(y, (n, 5), np.int64), np.cumsum(x, axis=1))
        np.testing.assert_array_equal(sums.read(), x.sum(axis=1))

        wide = random.integers(-(2**31), 2**31, (n, 3)).astype(np.int32)
        into = Array(np.zeros(n, np.int32))
        check(call("every", Array(wide).pointer, n, 3, into.pointer, n))
        np.testing.assert_array_equal(into.read(), np.maximum.accumulate(wide[:, 0]))


def scalars():
    given = [1, -100, -30000, 2**31 - 1, -(2**62) - 1, 2**40, 0x3C01, 0x3F81, 1.25, -1e300]
    types = [
        ctypes.c_uint8, ctypes.c_int8, ctypes.c_int16, ctypes.c_int32, ctypes.c_int64,
        ctypes.c_int64, ctypes.c_uint16, ctypes.c_uint16, ctypes.c_float, ctypes.c_double,
    ]
    results = [type(77) for type in types]
    check(call("scalars", *given, *(ctypes.byref(r) for r in results)))
    wanted = [0, 56, 5536, -2, 2**63 - 2, 2**41, 0x3C01, 0x3F81, 2.5, -2e300]
    assert [r.value for r in results] == wanted, results
    message = refused(INVALID, "scalars", *given, *(ctypes.byref(r) for r in results[:-1]), None)
    assert message == "program_scalars: result9 is null", message
    assert results[0].value == 0 and results[3].value == 0, "results of a failure are zero"

    def bits(a, b):
        x, y = ctypes.c_uint16(), ctypes.c_uint16()
        check(call("round", a, b, ctypes.byref(x), ctypes.byref(y)))
        return x.value, y.value

    # Rounds to nearest, ties to even, and once: 1 + 2^-8 is a tie, a slightly larger
    # number is not.
    assert bits(1 + 2**-8, 1 + 2**-8) == (0x3F80, 0x3F80)
    assert bits(1 + 3 * 2**-8, 1 + 2**-8 + 2**-40) == (0x3F82, 0x3F81)
    assert bits(-0.0, 1 + 3 * 2**-8 - 2**-40) == (0x8000, 0x3F81)
    assert bits(3.4e38, 1e300) == (0x7F80, 0x7F80)
    x, y = bits(float("nan"), float("nan"))
    assert x & 0x7FFF > 0x7F80 and y & 0x7FFF > 0x7F80


def failures():
    x, y, size = Array(np.zeros(8, np.int32)), *out()
    print("sizes:", refused(INVALID, "scan_into", x.pointer, 8, Array(np.zeros(4, np.int32)).pointer, 4))
    print("negative:", refused(INVALID, "scan", x.pointer, -8, ctypes.byref(y), ctypes.byref(size)))
    assert y.value is None and size.value == 0, (y, size)
    print("nowhere:", refused(INVALID, "scan", None, 8, ctypes.byref(y), ctypes.byref(size)))
    check(call("scan", None, 0, ctypes.byref(y), ctypes.byref(size)))
    check(runtime.primMemFreeAsync(device, stream, y))
    print("no result:", refused(INVALID, "scan", x.pointer, 8, None, ctypes.byref(size)))
    print("part:", refused(UNSUPPORTED, "part", x.pointer, 8, 2, ctypes.byref(y), ctypes.byref(size)))
    z = ctypes.c_void_p(1)
    print("twice:", refused(UNSUPPORTED, "twice", 8, ctypes.byref(y), ctypes.byref(size), ctypes.byref(z), None))
    assert y.value is None and z.value is None and size.value == 0
    assert library.program_scan(None, None, None, 0, ctypes.byref(y), None) == INVALID


def scan_three():
    """A scan on the device's own stream."""
    into = Array(np.zeros(3, np.int32))
    check(call("scan_into", Array(np.int32([1, 2, 3])).pointer, 3, into.pointer, 3))
    check(runtime.primDeviceSynchronize(device))
    result = np.empty(3, np.int32)
    copy(result.ctypes.data, into.pointer.value, 12, 2)
    assert result.tolist() == [0, 1, 3]


check(runtime.primDeviceOpen(b"hip", emulator.encode(), chip.encode(), 0, ctypes.byref(device)))
if second:
    pair = [device, ctypes.c_void_p()]
    check(
        runtime.primDeviceOpen(b"hip", second[0].encode(), b"gfx1100", 0, ctypes.byref(pair[1]))
    )
    stream = None
    for device in pair + pair:
        scan_three()
    check(library.program_release())
    for device in pair:
        scan_three()
    print("done on two devices")
    sys.exit()
check(runtime.primStreamCreate(device, ctypes.byref(stream)))
if chip in ("gfx942", "gfx1100"):
    run()
    scalars()
    failures()
    check(library.program_release())
    # Loaded once more, here on the device's own stream.
    own, stream = stream, ctypes.c_void_p()
    scan_three()
    # The emulator can only change its chip if nothing is loaded or allocated.
    for array in Array.made:
        check(runtime.primMemFree(device, array))
    other = ctypes.c_void_p()

    def change():
        return runtime.primDeviceOpen(b"hip", emulator.encode(), b"gfx90a", 0, ctypes.byref(other))

    assert change() == UNSUPPORTED
    check(library.program_release())
    check(change())
    check(runtime.primDeviceClose(other))
    check(runtime.primStreamDestroy(own))
    print("done on", chip)
else:
    y, size = out()
    print("chip:", refused(UNSUPPORTED, "scan", Array(np.zeros(8, np.float32)).pointer, 8, ctypes.byref(y), ctypes.byref(size)))
    assert y.value is None and size.value == 0
