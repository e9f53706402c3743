# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: libprim, emulator, numpy
# RUN: env PRIM_EMULATOR_CHIP=gfx942 %python %s
# RUN: env PRIM_EMULATOR_CHIP=gfx1100 %python %s
"""Selected elements, by flags, functions and runs, compared with numpy."""

import unittest

import numpy as np
import prim

SIZES = [0, 1, 7, 4096, 9001]
DTYPES = [np.bool_, np.int8, np.uint16, np.int32, np.uint64, np.float16, np.float32, np.float64]
rng = np.random.default_rng(3)


def numbers(n, dtype):
    return rng.integers(0, 2 if dtype is np.bool_ else 100, n).astype(dtype)


def first_of_runs(*keys):
    differ = np.ones(len(keys[0]), bool)
    differ[1:] = np.any([key[1:] != key[:-1] for key in keys], axis=0)
    return differ


class Selects(unittest.TestCase):
    def same(self, found, want):
        if isinstance(want, tuple):
            self.assertIsInstance(found, tuple)
            for f, w in zip(found, want, strict=True):
                self.same(f, w)
            return
        self.assertEqual(found.dtype, want.dtype)
        np.testing.assert_array_equal(found, want)

    def test_flags(self):
        for dtype in DTYPES:
            for n in SIZES:
                x, flags = numbers(n, dtype), rng.random(n) < 0.4
                want = np.compress(flags, x)
                self.same(prim.compress(flags, x), want)
                self.same(prim.compress(flags * np.int16(-256), x), want)

    def test_tuples_and_devices(self):
        x, y = numbers(500, np.int32), numbers(500, np.float64)
        flags = rng.random(500) < 0.5
        self.same(prim.compress(flags, (x, y)), (x[flags], y[flags]))
        found = prim.compress(prim.array(flags), prim.array(x))
        self.assertIsInstance(found, prim.Array)
        self.same(found.numpy(), x[flags])

    def test_functions(self):
        for n in SIZES:
            x, y = numbers(n, np.int32), numbers(n, np.float32)
            self.same(prim.compress(lambda v: v > 50, x), x[x > 50])
            i = np.arange(n)
            keeps = (x > y) | (i % 3 == 0)
            found = prim.compress(lambda v, i: (v[0] > v[1]) | (i % 3 == 0), (x, y))
            self.same(found, (x[keeps], y[keeps]))
        table = prim.array(np.arange(100) % 7 == 0)
        x = numbers(300, np.int64)
        self.same(prim.compress(lambda v: table[v], x), x[x % 7 == 0])
        self.same(prim.compress(lambda v: v < 5, np.arange(12).reshape(3, 4)), np.arange(5))

    def test_out(self):
        x = np.arange(100, dtype=np.int32)
        kept, count = np.full(10, -1, np.int32), np.zeros((), np.int32)
        found = prim.compress(lambda v: v % 20 == 0, x, out=(kept, count))
        self.assertIs(found[0], kept)
        self.same(kept, np.int32([0, 20, 40, 60, 80] + [-1] * 5))
        self.assertEqual(count, 5)
        # More than there is room for.
        prim.compress(lambda v: v % 2 == 0, x, out=(kept, count))
        self.same(kept, np.arange(0, 20, 2, dtype=np.int32))
        self.assertEqual(count, 50)
        there = prim.array(np.full(10, -1, np.int32)), prim.array(np.int64(0))
        self.assertIs(prim.unique_consecutive(x // 25, out=there), there)
        self.same(there[0].numpy(), np.int32([0, 1, 2, 3] + [-1] * 6))

    def test_runs(self):
        for dtype in DTYPES:
            for n in SIZES:
                x = np.repeat(numbers(n, dtype), 3)[:n]
                values = np.arange(n)
                heads = first_of_runs(x)
                self.same(prim.unique_consecutive(x), x[heads])
                self.same(prim.unique_consecutive(x, values), (x[heads], values[heads]))
                self.same(prim.unique_consecutive(prim.sort(x)), np.unique(x))
        nan = np.float32([1, np.nan, np.nan, 1, 1])
        self.same(prim.unique_consecutive(nan), nan[:4])

    def test_keys(self):
        k, m = numbers(999, np.int16) // 50, numbers(999, np.bool_)
        v = np.arange(999)
        heads = first_of_runs(k, m)
        self.same(prim.unique_consecutive((k, m), v), (k[heads], m[heads], v[heads]))
        x = np.sort(numbers(500, np.int32))
        heads = first_of_runs(x // 10)
        self.same(prim.unique_consecutive(x, equal=lambda a, b: a // 10 == b // 10), x[heads])

    def test_lower(self):
        call = prim.compress.lower(lambda v: v > 2, np.int32([1, 2, 3]))
        self.assertIn("prim.device_select", call.mlir())

    def test_errors(self):
        x = np.int32([1, 2, 3])
        for error, text, call in [
            (ValueError, "condition has shape", lambda: prim.compress([True], x)),
            (TypeError, "condition has dtype", lambda: prim.compress([1.0, 2.0, 3.0], x)),
            (TypeError, "condition has to return a comparison", lambda: prim.compress(lambda v: v, x)),
            (TypeError, "out is a ndarray", lambda: prim.compress([1, 0, 1], x, out=x)),
            (TypeError, "out has dtype float32", lambda: prim.compress(
                [1, 0, 1], x, out=(np.zeros(3, np.float32), np.zeros((), np.int64)))),
            (TypeError, "equal is a int", lambda: prim.unique_consecutive(x, equal=3)),
        ]:  # fmt: skip
            with self.assertRaisesRegex(error, text):
                call()


if __name__ == "__main__":
    unittest.main()
