# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: libprim, emulator, numpy
# RUN: %python %s
"""prim.Array, devices, calls, threads, and other libraries' device arrays."""

import contextlib
import gc
import io
import os
import subprocess
import sys
import threading
import unittest
from unittest import mock

import numpy as np
import prim
from prim import _device, _dlpack, _library
from support import INTEGERS, FLOATS, numbers, same


class Foreign:
    """Another library's device array, which is the emulator's memory here."""

    def __init__(self, array, strides=None, frozen=False, **others):
        self.array = array
        self.__cuda_array_interface__ = {
            "shape": array.shape,
            "typestr": array.dtype.str,
            "data": (array.address, frozen),
            "strides": strides,
            "version": 3,
            **others,
        }


class Capsule:
    """An array that supports DLPack."""

    def __init__(self, array, device=(_dlpack.ROCM, 0)):
        self.array, self.device, self.streams = array, device, []

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, stream=None):
        self.streams.append(stream)
        return _dlpack.export(self.array)


class OnTheHost:
    """An array of another library on the host."""

    def __init__(self, array):
        self.array = array

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)


def lend_stream(device, number):
    """A stream of the device, by a handle such as another library would have."""
    made = _library.call("primcStreamCreate", device._handle)
    device._streams[number] = _device.Stream(device, made)
    return device._streams[number]


class Arrays(unittest.TestCase):
    def test_round_trip(self):
        for dtype in INTEGERS + FLOATS + ["bool"]:
            for shape in ((), (0,), (5,), (2, 3)):
                x = numbers(int(np.prod(shape)), dtype).reshape(shape)
                a = prim.array(x)
                self.assertEqual(
                    (a.shape, a.dtype, a.nbytes), (x.shape, x.dtype, x.nbytes)
                )
                same(self, a, x)
        same(self, prim.array([1, 2], dtype="float16"), np.float16([1, 2]))
        same(
            self, prim.array(np.arange(6).reshape(2, 3).T), np.arange(6).reshape(2, 3).T
        )
        same(self, prim.array(np.arange(3, dtype=">i4")), np.arange(3, dtype="i4"))

    def test_dtype(self):
        """None is not a dtype, although numpy considers float64 equal to it."""
        a = prim.array(np.float32([1, 2]))
        self.assertIs(prim.array(a, dtype="float32"), a)
        for dtype in (np.dtype("float64"), np.float64, "float64", "int8"):
            same(self, prim.array(a, dtype=dtype), np.array([1, 2], dtype))
            same(self, prim.array(Foreign(a), dtype=dtype), np.array([1, 2], dtype))
            self.assertEqual(prim.array([1, 2], dtype=dtype).dtype, dtype)
        with self.assertRaisesRegex(TypeError, "dtype has dtype complex64"):
            prim.array([1, 2], dtype="complex64")
        with self.assertRaisesRegex(OverflowError, "300 out of bounds for uint8"):
            prim.array([1, 300], dtype="uint8")
        same(self, prim.array(np.int32([300]), dtype="uint8"), np.uint8([44]))

    def test_views(self):
        x = numbers(24, "int32").reshape(6, 4)
        a = prim.array(x)
        same(self, a[2], x[2])
        same(self, a[-1], x[-1])
        same(self, a[1:4], x[1:4])
        same(self, a.reshape(3, -1), x.reshape(3, -1))
        same(self, prim.scan(a[2:4]), np.cumsum(x[2:4]))
        self.assertEqual([int(v) for v in prim.array([1, 2])], [1, 2])
        for shape in ((8, 3), (np.int64(24),), ([2, -1],), (np.array([4, 6]),)):
            same(self, a.reshape(*shape), x.reshape(*shape))
        same(self, prim.array(np.int8(3)).reshape(()), np.int8(3))
        for error, text, shape in (
            (ValueError, "only one extent may be negative, as -1", (-6, -4)),
            (ValueError, "only one extent may be negative, as -1", (-1, -1)),
            (ValueError, "cannot reshape array of size 24 into", (5, -1)),
            (TypeError, r"shape is \(2.0, 12\); it has to be integers", (2.0, 12)),
            (TypeError, "shape is .*; it has to be integers", ("24",)),
            (TypeError, "shape is .*; it has to be integers", ([[2, 3], [4]],)),
        ):
            with self.assertRaisesRegex(error, text):
                a.reshape(*shape)
        with self.assertRaises(IndexError):
            a[6]
        with self.assertRaisesRegex(ValueError, "step of 1"):
            a[::2]
        part = prim.array(x)[3]
        gc.collect()
        same(self, part, x[3])

    def test_stays_on_device(self):
        a = prim.array(numbers(100, "int32"))
        b = prim.scan(prim.scan(a))
        self.assertIsInstance(b, prim.Array)
        self.assertIsInstance(prim.reduce(b), prim.Array)
        self.assertIs(prim.array(b), b)
        same(self, b, np.cumsum(np.cumsum(a)))

    def test_shows(self):
        a = prim.array(np.float32([1, 2]))
        chip = a.device.chip
        self.assertEqual(repr(a), f"prim.array([1., 2.], dtype=float32, device={chip})")
        big = prim.array(np.arange(5000, dtype="int16"))
        self.assertEqual(
            repr(big),
            f"prim.array([0, 1, 2, ..., 4997, 4998, 4999], shape=(5000,), dtype=int16, device={chip})",
        )
        self.assertIn("<th>dtype</th><td>float32</td>", a._repr_html_())

    def test_foreign(self):
        x = numbers(500, "float32")
        a = prim.array(x)
        for other in (Foreign(a), Foreign(a, (4,)), Capsule(a)):
            found = prim.scan(other)
            self.assertIsInstance(found, prim.Array)
            same(self, found, np.cumsum(x))
        with self.assertRaisesRegex(ValueError, "x is not contiguous"):
            prim.scan(Foreign(a, (8,)))
        self.assertEqual(len(_dlpack._exported), 0)
        capsule = _dlpack.export(a)
        self.assertEqual(len(_dlpack._exported), 1)
        del capsule
        self.assertEqual(len(_dlpack._exported), 0)
        self.assertFalse(hasattr(a, "__cuda_array_interface__"))
        same(self, np.from_dlpack(a), x)

    def test_foreign_that_is_wrong(self):
        a = prim.array(numbers(6, "int32").reshape(2, 3))
        there = prim.array(numbers(6, "int32"), device=prim.device(chip="gfx1100"))
        host = numbers(6, "int32")
        memory = f"x is at {host.ctypes.data:#x}, which is not memory of gfx"
        for error, text, other in (
            (TypeError, "x has dtype >i4, whose bytes", Foreign(a, typestr=">i4")),
            (ValueError, "x has 1 strides for 2 dimensions", Foreign(a, (4,))),
            (ValueError, "x has 3 strides for 2", Foreign(a, (4, 12, 4))),
            (ValueError, "x has 1 strides for 2", Foreign(a, (4,), shape=(0, 3))),
            (ValueError, r"has shape \(-2, 3\)", Foreign(a, shape=(-2, 3))),
            (TypeError, "x.__cuda_array_interface__ is not un", Foreign(a, shape=6)),
            (TypeError, "is not understood", Foreign(a, shape=("2",))),
            (TypeError, "is not understood", Foreign(a, data=None)),
            (TypeError, "is not understood", Foreign(a, stream="mine")),
            (TypeError, "x has dtype complex64", Foreign(a, typestr="<c8")),
            (TypeError, "x has a mask", Foreign(a, mask=a)),
            (ValueError, "x has shape .* address is 0", Foreign(a, data=(0, False))),
            (ValueError, "x has shape .* address is 0", Foreign(a, data=(None, True))),
            (
                ValueError,
                "x is at 0x[0-9a-f]+1, which is not a multiple of the 8 bytes",
                Foreign(a, shape=(2,), typestr="<i8", data=(a.address + 1, False)),
            ),
            (ValueError, memory, Foreign(a, data=(host.ctypes.data, False))),
            (ValueError, "x is at 0x10, which is no", Foreign(a, data=(16, False))),
            (ValueError, "which is not memory of", Foreign(a, shape=(2, 4))),
            (ValueError, "which is not memory of", Foreign(there)),
            (ValueError, "which is not memory of", Capsule(there)),
            (ValueError, "which is not memory of", Capsule(there, (_dlpack.CUDA, 0))),
            (ValueError, "x is on GPU 1, but", Capsule(a, (_dlpack.ROCM, 1))),
        ):
            for call in (prim.scan, prim.array, prim.sort):
                with self.assertRaisesRegex(error, text):
                    call(other)
        self.assertFalse(a.device.is_lost)
        same(self, prim.scan(Foreign(a)), np.cumsum(a.numpy()))

    def test_foreign_bools(self):
        bytes_ = np.uint8([2, 0, 255, 1, 4])
        odd = Foreign(prim.array(bytes_), typestr="|b1")
        plain = bytes_ != 0
        for name in ("max", "xor", "min"):
            wanted = dict(max="or", xor="xor", min="and")[name]
            wanted = getattr(np, f"logical_{wanted}").accumulate(plain)
            same(
                self, prim.scan(odd, name).numpy().view(np.uint8), wanted.view(np.uint8)
            )
        found = prim.scan(odd, lambda a, b: b).numpy().view(np.uint8)
        same(self, found, plain.view(np.uint8))

    def test_foreign_out(self):
        """Results are written in place to another library's array."""
        x = numbers(300, "int32")
        sums = np.cumsum(x, dtype=np.int32)
        for make in (Foreign, Capsule):
            memory = prim.array(np.zeros(300, np.int32))
            out = make(memory)
            self.assertIs(prim.scan(x, out=out), out)
            same(self, memory, sums)
            self.assertIs(prim.scan(prim.array(x), "max", out=out), out)
            same(self, memory, np.maximum.accumulate(x))
            self.assertIs(prim.sort(x, out=out), out)
            same(self, memory, np.sort(x))
            self.assertIs(prim.argsort(x, out=out), out)
            same(self, memory, np.argsort(x, kind="stable").astype(np.int32))
            scalar = prim.array(np.int32(0))
            prim.reduce(x, out=make(scalar))
            same(self, scalar, sums[-1])
            # In place.
            memory.upload(x)
            prim.scan(out, out=out)
            same(self, memory, sums)
            with self.assertRaisesRegex(ValueError, "out overlaps an input"):
                prim.sort(out, out=out)
        first, second = prim.array(x), prim.array(x)
        outs = (Foreign(first), Capsule(second))
        found = prim.scan((x, x), lambda a, b: (b[1], b[0]), out=outs)
        self.assertEqual([id(f) for f in found], [id(o) for o in outs])
        same(self, second, x)
        host = np.zeros(300, np.int32)
        other = OnTheHost(host)
        self.assertIs(prim.scan(x, out=other), other)
        same(self, host, sums)
        same(self, prim.scan(OnTheHost(x)), np.cumsum(x))
        same(self, prim.array(OnTheHost(host)), host)
        for error, text, out in (
            (ValueError, "out is read-only", Foreign(first, frozen=True)),
            (ValueError, r"out has shape \(3,\)", Foreign(first, shape=(3,))),
            (ValueError, "out is at 0x10", Foreign(first, data=(16, False))),
            (ValueError, "out is not contiguous", Foreign(first, (8,))),
            (
                TypeError,
                "out has dtype uint8, which int32",
                Foreign(first, typestr="u1"),
            ),
            (TypeError, "out is a int32; it has to be", np.int32(3)),
        ):
            with self.assertRaisesRegex(error, text):
                prim.scan(x, "max", out=out)

    def test_call(self):
        call = prim.scan.lower(numbers(3000, "int32"), "max")
        self.assertIn("prim.device_scan inclusive maxsi", call.mlir())
        self.assertIn("llvm.func", call.mlir("lowered"))
        self.assertIn("s_endpgm", call.isa())
        self.assertIn("define amdgpu_kernel", call.llvm())
        same(self, call(), np.maximum.accumulate(numbers(3000, "int32")))
        stats = call.stats()
        self.assertGreater(stats["instructions"], 100)
        self.assertGreaterEqual(stats["bytes-loaded"], 12000)
        self.assertIn("code generation", call.times())
        again = call.stats()
        self.assertEqual(again, stats)

    def test_devices(self):
        self.assertTrue(prim.devices()[-1].is_emulator)
        wave32 = prim.device("emulator", "gfx1100")
        self.assertIs(prim.device("emulator", "gfx1100"), wave32)
        x = numbers(1000, "int32")
        here, there = prim.array(x), prim.array(x, device=wave32)
        same(self, prim.scan(here), np.cumsum(x))
        same(self, prim.scan(there), np.cumsum(x))
        same(self, prim.scan(x, chip="gfx1201"), np.cumsum(x))
        self.assertEqual(prim.scan(there).device.chip, "gfx1100")

    def test_default_chip(self):
        """The first caller that requests a chip does not change the default."""
        code = (
            "import prim; a = prim.device('emulator', 'gfx1100'); "
            "print(a.chip, prim.device().chip)"
        )
        environment = dict(os.environ, PRIM_EMULATOR_CHIP="gfx90a")
        found = subprocess.check_output([sys.executable, "-c", code], env=environment)
        self.assertEqual(found.split(), [b"gfx1100", b"gfx90a"])

    def test_fault(self):
        device = prim.device("emulator", "gfx90a")
        table = prim.array([1, 2, 3], device=device)
        with self.assertRaisesRegex(prim.Error, "outside every allocation"):
            prim.scan([1 << 40], prologue=lambda v: table[v], device=device)
        self.assertTrue(device.is_lost)
        self.assertIn("<lost>", repr(table))
        device.reset()
        same(self, prim.scan([1, 2], device=device), [1, 3])

    def test_reset(self):
        """Using an array from before a reset is an error, and it frees no later
        memory."""
        device = prim.device("emulator", "gfx950")
        old = [prim.array(np.arange(5) + i, device=device) for i in range(8)]
        old.append(prim.scan(old[0]))
        part, alive = old[0][1:3], prim.array([1, 2])
        lend_stream(device, 77)
        places = {a.address for a in old}
        before = device.generation
        device.reset()
        self.assertEqual(device.generation, before + 1)
        self.assertEqual(device._streams, {})
        uses = [
            lambda a: a.numpy(),
            lambda a: a.upload(np.arange(a.size)),
            lambda a: a.address,
            lambda a: a[:1],
            lambda a: prim.scan(a),
            lambda a: prim.scan([1, 2], prologue=lambda v: v + a[0], device=device),
        ]
        for gone in (old[1], old[-1], part):
            self.assertIn("<lost>", repr(gone))
            for use in uses:
                with self.assertRaisesRegex(prim.Error, r"\(gfx950\) was reset"):
                    use(gone)
        with self.assertRaisesRegex(prim.Error, "was reset"):
            prim.scan(np.arange(5), out=old[0], device=device)
        with self.assertRaisesRegex(prim.Error, "not a live stream"):
            prim.scan([1, 2], stream=77, device=device)
        # An array on another device is unchanged.
        same(self, alive, [1, 2])

        made = [prim.array([i, -i], device=device) for i in range(10)]
        self.assertTrue(places & {a.address for a in made})
        del old, part, gone
        gc.collect()
        for i, a in enumerate(made):
            same(self, a, [i, -i])
            same(self, prim.scan(a), [i, 0])

    def test_stream_of_before_a_reset(self):
        """Objects that still hold the stream report an error: a call, and work on an
        array."""
        device = prim.device("emulator", "gfx950")
        lend_stream(device, 78)
        x = np.arange(5)
        call = prim.scan.lower(x, stream=78, device=device)
        same(self, call(), np.cumsum(x))
        result = prim.scan(prim.array(x, device=device), stream=78)
        device.reset()
        for use in (call, call.run):
            with self.assertRaisesRegex(prim.Error, r"stream .*\(gfx950\) was reset"):
                use()
        with self.assertRaisesRegex(prim.Error, "was reset"):
            result.numpy()
        lend_stream(device, 78)
        same(self, prim.scan(x, stream=78, device=device), np.cumsum(x))
        # A stream that a reset elsewhere has ended is looked up again, and 78 is not a
        # driver's handle.
        device._streams[78]._generation -= 1
        with self.assertRaisesRegex(prim.Error, "not a live stream"):
            prim.scan(x, stream=78, device=device)

    def test_program_of_before_a_reset(self):
        """A program that another thread runs just before the reset is forgotten too."""
        device = prim.device("emulator", "gfx950")
        library = _library.library()
        recover, scan = library.primcDeviceRecover, lambda: prim.scan(x, device=device)

        def late(handle):
            same(self, scan(), np.cumsum(x))
            recover(handle)

        x = np.arange(7)
        with mock.patch.object(library, "primcDeviceRecover", late):
            device.reset()
        same(self, scan(), np.cumsum(x))

    def test_stream_is_destroyed_once(self):
        """A stream is destroyed with its last holder, whatever happens to the device
        before."""
        device = prim.device("emulator", "gfx950")
        device.reset()
        library = _library.library()
        with mock.patch.object(
            library, "primcStreamDestroy", wraps=library.primcStreamDestroy
        ) as destroy:
            lend_stream(device, 79)
            call = prim.scan.lower([1, 2], stream=79, device=device)
            device.reset()
            gc.collect()
            destroy.assert_not_called()
            del call
            gc.collect()
            destroy.assert_called_once()

    def test_bools(self):
        """A byte that is neither 0 nor 1 is true, as in numpy."""
        odd = np.uint8([2, 0, 255, 1, 4]).view(bool)
        plain = np.array([True, False, True, True, True])
        same(self, prim.array(odd).numpy().view(np.uint8), plain.view(np.uint8))
        a = prim.array(np.zeros(5, bool))
        a.upload(odd)
        for x in (odd, a, prim.array(odd)):
            for call, wanted in (
                (lambda: prim.scan(x, "max"), np.maximum.accumulate(plain)),
                (lambda: prim.scan(x, "xor"), np.logical_xor.accumulate(plain)),
                (lambda: prim.scan(x), np.cumsum(plain)),
                (lambda: prim.reduce(x, "all"), np.all(plain)),
                (lambda: prim.sort(x), np.sort(plain)),
                (lambda: prim.scan(x, lambda a, b: b), plain),
            ):
                found = np.asarray(call())
                same(self, found, wanted)
                if found.dtype == bool:
                    self.assertLessEqual(found.view(np.uint8).max(), 1)

    def test_streams(self):
        """Work on two streams that uses one array is in order."""
        x = numbers(3000, "int32")
        device = prim.device()
        made = lend_stream(device, 123)
        a = prim.scan(prim.array(x), stream=123)
        self.assertIs(a._work.stream, made)
        # The emulator's work is done when it is enqueued, so only the waits are
        # visible.
        with mock.patch.object(device, "synchronize", wraps=device.synchronize) as wait:
            prim.scan(a, "max", stream=123)
            wait.assert_not_called()
            b = prim.scan(a[:1000], "max")
            wait.assert_called_once()
        self.assertIsNone(b._work.stream)
        same(self, b, np.maximum.accumulate(np.cumsum(x)[:1000]))
        same(self, prim.scan(a, stream=123), np.cumsum(np.cumsum(x)))
        with self.assertRaisesRegex(TypeError, "stream is a str"):
            prim.scan(a, stream="mine")

    def streams(self, *handles):
        """Streams of the device, by the handles of another library."""
        device = prim.device()
        return device, [lend_stream(device, handle) for handle in handles]

    def waits(self, device):
        return mock.patch.object(device, "synchronize", wraps=device.synchronize)

    def test_foreign_streams(self):
        """A call waits for all streams on which its arrays are made, and their owners
        wait for the call."""
        x, y = numbers(500, "int32", 1), numbers(500, "int32", 2)
        device, (first, second) = self.streams(201, 202)
        a, b = prim.array(x), prim.array(y)

        def call(*others, **options):
            with self.waits(device) as wait:
                found = prim.scan(others, lambda f, g: (f[0] + g[0], g[1]), **options)
            stream = found[0]._work.stream
            same(self, found[0], np.cumsum(x, dtype=np.int32))
            same(self, found[1], y)
            return stream, wait.call_count

        on = lambda array, stream: Foreign(array, stream=stream)
        self.assertEqual(call(on(a, 201), on(b, 201)), (first, 0))
        self.assertEqual(call(on(a, 201), Foreign(b)), (first, 0))
        # Before and after.
        self.assertEqual(call(on(a, 201), on(b, 202)), (first, 2))
        self.assertEqual(call(on(a, 201), on(b, 202), stream=202), (second, 2))
        self.assertEqual(call(on(a, 201), Foreign(b), stream=202), (second, 2))
        self.assertEqual(call(on(a, 1), Foreign(b)), (None, 0))
        # A DLPack capsule is made for a stream, by default for the default one.
        capsule = Capsule(b)
        self.assertEqual(call(Foreign(a), capsule, stream=202), (second, 0))
        self.assertEqual(call(on(a, 201), Capsule(b)), (first, 0))
        self.assertEqual(call(Capsule(a), on(b, 201)), (first, 2))
        self.assertEqual(capsule.streams, [202])
        with self.waits(device) as wait:
            prim.scan(a, out=Foreign(prim.array(x), stream=201))
            self.assertEqual(wait.call_count, 0)
            prim.scan(a, out=Foreign(prim.array(x), stream=201), stream=202)
            self.assertEqual(wait.call_count, 2)

    def test_upload_waits(self):
        """Pending work on a stream is done before its array is overwritten."""
        x = numbers(3000, "int32")
        device, (made,) = self.streams(203)
        a = prim.array(x)
        with self.waits(device) as wait:
            found = prim.scan(a, stream=203)
            wait.assert_not_called()
            a.upload(x[::-1])
            wait.assert_called_once()
            a.upload(x)
            wait.assert_called_once()
        same(self, found, np.cumsum(x))

    def test_log(self):
        prim.clear_cache()
        with self.assertLogs("prim", "INFO") as log:
            prim.argsort([2, 1])
        self.assertRegex(
            log.output[0], r"compiled prim\.device_sort slt for \w+ in \d+ ms"
        )

    def test_progress(self):
        x, events = numbers(10, "int16"), []
        prim.clear_cache()
        with prim.progress(events.append):
            prim.scan(x, "max")
            prim.scan(x, "max")
        prim.scan(x, "max")
        first = ["tracing", "compiling", "compiled", "running", "finished"]
        again = ["tracing", "kept", "running", "finished"]
        self.assertEqual([event.stage for event in events], first + again)
        self.assertEqual(events[0].what, "prim.scan")
        chip = prim.device().chip
        self.assertEqual(str(events[1]), f"prim: compiling {events[1].what} for {chip}")
        self.assertRegex(str(events[2]), r" for gfx\w+ in \d+ ms$")
        for event in events:
            timed = event.stage in ("compiled", "finished")
            self.assertEqual(event.milliseconds is not None, timed)

        # Without a callback events are printed as lines, and only within the context.
        with contextlib.redirect_stderr(io.StringIO()) as text:
            with prim.progress():
                prim.scan(x, "max")
            prim.scan(x, "max")
        self.assertEqual(text.getvalue().count("\n"), 4)
        # Contexts can be nested, and a callback may call prim itself.
        inner = []

        def nested(event):
            inner.append(event.stage)
            same(self, prim.scan(x, "max"), np.maximum.accumulate(x))

        prim.clear_cache()
        events.clear()
        with prim.progress(events.append):
            with prim.progress(nested):
                prim.scan(x, "max")
            self.assertEqual(inner[0], "tracing")
            self.assertEqual(events, [])
            prim.scan(x, "max")
        self.assertEqual([event.stage for event in events], again)
        with self.assertRaisesRegex(TypeError, "callback is a int"):
            with prim.progress(3):
                pass

    def test_progress_callback_that_fails(self):
        heard = []

        def fails(event):
            heard.append(event.stage)
            raise ValueError("no")

        x = numbers(10, "int32")
        with self.assertLogs("prim", "ERROR") as log, prim.progress(fails):
            same(self, prim.scan(x, "max"), np.maximum.accumulate(x))
        self.assertEqual(heard, ["tracing"])
        self.assertIn("ValueError: no", log.output[0])

    def test_progress_of_threads(self):
        """Each thread receives events of its own calls, including waits for another
        thread."""
        prim.clear_cache()
        heard, gate = [[], []], threading.Event()

        def listen(number, event):
            heard[number].append(event.stage)
            if event.stage == "compiling":
                gate.set()
            if event.stage == "compiling" and not waited.wait(60):
                raise AssertionError("nobody waits")
            if event.stage == "waiting":
                waited.set()

        def call(number):
            with prim.progress(lambda event: listen(number, event)):
                prim.scan(numbers(10, "int32"), "min")

        waited = threading.Event()
        first = threading.Thread(target=call, args=(0,))
        first.start()
        self.assertTrue(gate.wait(60))
        call(1)
        first.join()
        ends = ["running", "finished"]
        self.assertEqual(heard[0], ["tracing", "compiling", "compiled"] + ends)
        self.assertEqual(heard[1], ["tracing", "waiting"] + ends)

    def test_cache(self):
        prim.clear_cache()
        start = prim.cache_info()["compiled"]
        for n in (1, 10, 1000):
            prim.scan(numbers(n, "int64"))
        self.assertEqual(prim.cache_info()["compiled"] - start, 1)
        prim.scan(numbers(3, "int64"), lambda a, b: a + b)
        prim.scan(numbers(3, "int64"), lambda c, d: c + d)
        self.assertEqual(prim.cache_info()["compiled"] - start, 2)

    def test_threads(self):
        prim.clear_cache()
        start, errors = prim.cache_info()["compiled"], []
        gate = threading.Barrier(8)

        def work(number):
            try:
                gate.wait()
                for turn in range(6):
                    x = numbers(500 + 100 * number + turn, "int32")
                    if number % 2:
                        same(self, prim.scan(x), np.cumsum(x))
                    else:
                        same(self, prim.sort(x), np.sort(x))
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(errors, [])
        self.assertEqual(prim.cache_info()["compiled"] - start, 2)

    def test_call_of_several_threads(self):
        x = numbers(20000, "int32")
        call, found = prim.scan.lower(prim.array(x), "max"), [None] * 6

        def work(number):
            for _ in range(5):
                found[number] = call.run().numpy()

        threads = [threading.Thread(target=work, args=(n,)) for n in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for one in found:
            same(self, one, np.maximum.accumulate(x))

    def test_released_interpreter(self):
        """Other threads run while one compiles."""
        done, turns = threading.Event(), []

        def compile_something():
            prim.sort.lower(numbers(3, "float64"), numbers(3, "int8"))()
            done.set()

        thread = threading.Thread(target=compile_something)
        thread.start()
        while not done.wait(0.001):
            turns.append(1)
        thread.join()
        self.assertGreater(len(turns), 10)


if __name__ == "__main__":
    unittest.main()
