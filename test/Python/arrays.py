# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: libprim, emulator, numpy
# RUN: %python %s
"""prim.Array, devices, calls, threads, and other libraries' device arrays."""

import gc
import os
import subprocess
import sys
import threading
import unittest
from unittest import mock

import numpy as np
import prim
from prim import _dlpack, _library
from support import INTEGERS, FLOATS, numbers, same


class Foreign:
    """Another library's device array, which is the emulator's memory here."""

    def __init__(self, array, strides=None):
        self.array = array
        self.__cuda_array_interface__ = {
            "shape": array.shape,
            "typestr": array.dtype.str,
            "data": (array.address, False),
            "strides": strides,
            "version": 3,
        }


class Capsule:
    """One that speaks DLPack."""

    def __init__(self, array):
        self.array = array

    def __dlpack_device__(self):
        return (_dlpack.ROCM, 0)

    def __dlpack__(self, stream=None):
        return _dlpack.export(self.array)


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

    def test_views(self):
        x = numbers(24, "int32").reshape(6, 4)
        a = prim.array(x)
        same(self, a[2], x[2])
        same(self, a[-1], x[-1])
        same(self, a[1:4], x[1:4])
        same(self, a.reshape(3, -1), x.reshape(3, -1))
        same(self, prim.scan(a[2:4]), np.cumsum(x[2:4]))
        self.assertEqual([int(v) for v in prim.array([1, 2])], [1, 2])
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
        """Who asks for a chip first changes no default."""
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
        """An array of before a reset says so, and frees nothing of after it."""
        device = prim.device("emulator", "gfx950")
        old = [prim.array(np.arange(5) + i, device=device) for i in range(8)]
        old.append(prim.scan(old[0]))
        part, alive = old[0][1:3], prim.array([1, 2])
        stream = _library.call("primcStreamCreate", device._handle)
        device._streams[77] = stream
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
        # One on another device is what it was.
        same(self, alive, [1, 2])

        made = [prim.array([i, -i], device=device) for i in range(10)]
        self.assertTrue(places & {a.address for a in made})
        del old, part, gone
        gc.collect()
        for i, a in enumerate(made):
            same(self, a, [i, -i])
            same(self, prim.scan(a), [i, 0])

    def test_bools(self):
        """A byte that is neither 0 nor 1 is true, as for numpy."""
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
        made = _library.call("primcStreamCreate", device._handle)
        device._streams[123] = made
        a = prim.scan(prim.array(x), stream=123)
        self.assertIs(a._work.stream, made)
        # The emulator's work is done when it is enqueued: whether somebody waits
        # is all that shows.
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

    def test_log(self):
        prim.clear_cache()
        with self.assertLogs("prim", "INFO") as log:
            prim.argsort([2, 1])
        self.assertRegex(
            log.output[0], r"compiled prim\.device_sort slt for \w+ in \d+ ms"
        )

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
