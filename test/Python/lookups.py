# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: libprim, emulator, numpy
# RUN: env PRIM_EMULATOR_CHIP=gfx942 %python %s
# RUN: env PRIM_EMULATOR_CHIP=gfx1100 %python %s
"""Searches in sorted arrays and batch copies, compared with numpy."""

import unittest

import numpy as np
import prim

DTYPES = [np.bool_, np.int8, np.uint16, np.int32, np.uint64, np.float16, np.float32, np.float64]
rng = np.random.default_rng(4)


def numbers(n, dtype):
    x = rng.integers(0, 2 if dtype is np.bool_ else 100, n).astype(dtype)
    if x.dtype.kind == "f":
        x[::7] = np.nan
        x[1::7] = -0.0
    return x


class Lookups(unittest.TestCase):
    def same(self, found, want):
        self.assertEqual(type(found), type(want))
        self.assertEqual(found.dtype, want.dtype)
        np.testing.assert_array_equal(found, want)

    def test_searchsorted(self):
        for dtype in DTYPES:
            for n, m in [(0, 9), (9, 0), (1, 1), (1500, 300)]:
                a, v = np.sort(numbers(m, dtype)), numbers(n, dtype)
                for side in ["left", "right"]:
                    self.same(prim.searchsorted(a, v, side), np.searchsorted(a, v, side))

    def test_shapes_and_dtypes(self):
        a = np.arange(0, 100, 3)
        for v in [5, 6.5, [[1, 2], [98, 99]], np.int8([4, -4]), np.float32(7)]:
            self.same(prim.searchsorted(a, v), np.searchsorted(a, v))
        self.same(prim.searchsorted(a.astype(np.int8), [200, 5]), np.searchsorted(a, [200, 5]))
        out = np.zeros(2, np.int32)
        self.assertIs(prim.searchsorted(a, [3, 4], out=out), out)
        self.assertEqual(out.tolist(), [1, 2])

    def test_descending_and_less(self):
        a, v = np.sort(numbers(300, np.int32))[::-1].copy(), numbers(400, np.int32)
        want = len(a) - np.searchsorted(a[::-1], v, "right")
        self.same(prim.searchsorted(a, v, descending=True), want)
        self.same(prim.searchsorted(a, v, less=lambda x, y: x > y), want)
        pairs = np.sort(rng.integers(0, 400, 200))
        looked = rng.integers(0, 400, 333)
        split = lambda x: (x // 20, (x % 20).astype(np.float32))
        less = lambda x, y: (x[0] < y[0]) | ((x[0] == y[0]) & (x[1] < y[1]))
        found = prim.searchsorted(split(pairs), split(looked), "right", less=less)
        self.same(found, np.searchsorted(pairs, looked, "right"))

    def test_isin_sorted(self):
        for dtype in DTYPES:
            a, v = np.sort(numbers(40, dtype)), numbers(500, dtype)
            want = np.isin(v, a) | (np.isnan(v) if v.dtype.kind == "f" else False)
            self.same(prim.isin_sorted(v, a), want)
        self.same(prim.isin_sorted([[1, 2]], np.zeros(0, int)), np.zeros((1, 2), bool))

    def test_devices(self):
        a, v = np.arange(10, dtype=np.int32), np.int32([4, 40])
        found = prim.searchsorted(prim.array(a), prim.array(v))
        self.assertIsInstance(found, prim.Array)
        self.same(found.numpy(), np.searchsorted(a, v))
        self.same(prim.searchsorted(a, prim.array(v)).numpy(), np.searchsorted(a, v))

    def test_what_searches_refuse(self):
        with self.assertRaisesRegex(ValueError, "side is 'up'; it can be left or right"):
            prim.searchsorted([1], [1], "up")
        with self.assertRaisesRegex(ValueError, r"a has shape \(1, 1\); it has to be of rank 1"):
            prim.searchsorted([[1]], [1])
        with self.assertRaisesRegex(TypeError, "v is a tuple; pass less"):
            prim.searchsorted((np.zeros(3),), (np.zeros(3),))
        with self.assertRaisesRegex(TypeError, "one of a and v is a tuple"):
            prim.searchsorted((np.zeros(3),), np.zeros(3), less=lambda x, y: x < y)
        with self.assertRaisesRegex(ValueError, "v has 1 arrays, but a has 2"):
            prim.searchsorted((np.zeros(3), np.zeros(3)), (np.zeros(3),), less=lambda x, y: x < y)
        with self.assertRaisesRegex(ValueError, "descending and less"):
            prim.searchsorted([1], [1], descending=True, less=lambda x, y: x < y)
        with self.assertRaisesRegex(TypeError, "v is an array of float32 on a device"):
            prim.searchsorted([1.5], prim.array(np.float32([1])))
        with self.assertRaisesRegex(TypeError, "out has dtype float64"):
            prim.searchsorted([1], [1], out=np.zeros(1))

    def test_batch_copy(self):
        for dtype in DTYPES:
            x = numbers(700, dtype)
            for copies in [0, 1, 300]:
                sizes = rng.integers(-2, 9, copies)
                room = np.maximum(sizes, 0)
                places = np.cumsum(room) - room
                begins = rng.integers(-3, 700, copies)
                want = np.zeros(1500, dtype)
                for b, p, s in zip(begins, places, sizes):
                    low, high = max(0, -b), min(s, len(x) - b)
                    if low < high:
                        want[p + low : p + high] = x[b + low : b + high]
                self.same(prim.batch_copy(x, begins, places, sizes, size=1500), want)

    def test_batch_copy_into(self):
        x, begins, places, sizes = np.arange(10.0), np.int32([2, 5]), [0, 7], np.int8([3, 2])
        want = np.float64([2, 3, 4, 9, 9, 9, 9, 5, 6, 9])
        out = np.full(10, 9.0)
        self.assertIs(prim.batch_copy(x, begins, places, sizes, out=out), out)
        self.same(out, want)
        out = prim.array(np.full(10, 9.0))
        numbers = [prim.array(np.int32(a)) for a in (begins, places, sizes)]
        self.assertIs(prim.batch_copy(prim.array(x), *numbers, out=out), out)
        self.same(out.numpy(), want)

    def test_what_copies_refuse(self):
        x, one = np.zeros(4), [1]
        for more in [{}, {"size": 3, "out": np.zeros(3)}]:
            with self.assertRaisesRegex(TypeError, "pass either size or out"):
                prim.batch_copy(x, one, one, one, **more)
        with self.assertRaisesRegex(ValueError, r"sizes has shape \(2,\), but begins has \(1,\)"):
            prim.batch_copy(x, one, one, [1, 2], size=4)
        with self.assertRaisesRegex(TypeError, "begins has dtype float64"):
            prim.batch_copy(x, [0.5], one, one, size=4)
        with self.assertRaisesRegex(ValueError, "size is -1; it cannot be negative"):
            prim.batch_copy(x, one, one, one, size=-1)
        with self.assertRaisesRegex(ValueError, "x has to be one array of rank 1"):
            prim.batch_copy([[1]], one, one, one, size=4)
        with self.assertRaisesRegex(ValueError, r"out has shape \(2, 2\); it has to be of rank 1"):
            prim.batch_copy(x, one, one, one, out=np.zeros((2, 2)))
        with self.assertRaisesRegex(TypeError, "out has dtype float32"):
            prim.batch_copy(x, one, one, one, out=np.zeros(4, np.float32))
        with self.assertRaisesRegex(TypeError, "have dtypes int32, int64, int64; on a device"):
            prim.batch_copy(x, *(prim.array(np.array(one, d)) for d in (np.int32, np.int64, np.int64)), size=4)


if __name__ == "__main__":
    unittest.main()
