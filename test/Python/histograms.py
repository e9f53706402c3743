# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: libprim, emulator, numpy
# RUN: env PRIM_EMULATOR_CHIP=gfx942 %python %s
# RUN: env PRIM_EMULATOR_CHIP=gfx1100 %python %s
"""Elements counted by bins, against numpy."""

import unittest

import numpy as np
import prim

SIZES = [0, 1, 9001]
DTYPES = [np.int8, np.uint16, np.int64, np.uint64, np.float16, np.float64]
rng = np.random.default_rng(8)


def numbers(n, dtype):
    if np.dtype(dtype).kind == "f":
        return rng.normal(size=n).astype(dtype)
    return rng.integers(0, 101, n).astype(dtype)


class Histograms(unittest.TestCase):
    def same(self, found, want):
        for f, w in zip(found, want, strict=True):
            self.assertEqual(f.dtype, w.dtype)
            np.testing.assert_array_equal(f, w)

    def test_types_and_sizes(self):
        for dtype in DTYPES:
            for n in SIZES:
                x = numbers(n, dtype)
                self.same(prim.histogram(x), np.histogram(x))
                edges = [-1.5, 0, 0.25, 0.25, 7, 33.3, 100]
                self.same(prim.histogram(x, edges), np.histogram(x, edges))
        x = numbers(9001, np.float32)
        for bins, range in [(1, None), (257, (-1, 1)), (256, (0, 0)), (3, (x[3], x[4] + 5))]:
            self.same(prim.histogram(x, bins, range), np.histogram(x, bins, range))

    def test_last_bin_is_closed(self):
        for dtype in DTYPES:
            x = np.array([0, 1, 2, 3, 4], dtype)
            self.same(prim.histogram(x, [0, 2, 4]), np.histogram(x, [0, 2, 4]))
        x = np.array([127, -128], np.int8)
        self.same(prim.histogram(x, [-128, 0, 127]), np.histogram(x, [-128, 0, 127]))

    def test_nan_and_infinities(self):
        x = np.float32([np.nan, np.inf, -np.inf, 0.5, 1, np.nan])
        self.same(prim.histogram(x, 4, (0, 1)), np.histogram(x, 4, (0, 1)))
        x = x[~np.isnan(x)]
        self.same(prim.histogram(x, [0, 1, np.inf]), np.histogram(x, [0, 1, np.inf]))

    def test_weights_and_density(self):
        x = numbers(5000, np.float64)
        for dtype in (np.int32, np.int64, np.float64):
            w = rng.integers(-9, 9, 5000).astype(dtype)
            self.same(prim.histogram(x, 20, weights=w), np.histogram(x, 20, weights=w))
        found = prim.histogram(x, 20, density=True)
        self.same(found, np.histogram(x, 20, density=True))
        with self.assertRaisesRegex(TypeError, "weights is of int8"):
            prim.histogram(x, weights=np.ones(5000, np.int8))

    def test_on_the_device(self):
        x = numbers(5000, np.int32)
        counts, edges = prim.histogram(prim.array(x), 7)
        self.assertIsInstance(counts, prim.Array)
        self.same((counts.numpy(), edges), np.histogram(x, 7))

    def test_bincount(self):
        for dtype in (np.int8, np.uint8, np.int32, np.uint64):
            for n in SIZES:
                x = numbers(n, dtype)
                # numpy does not count numbers that int64 cannot hold.
                want = np.bincount(x.astype(np.int64), minlength=20)
                self.same([prim.bincount(x, minlength=20)], [want])
        x, w = numbers(3000, np.int32), rng.integers(-9, 9, 3000)
        self.same([prim.bincount(x, w)], [np.bincount(x, w)])
        self.same([prim.bincount(prim.array(x)).numpy()], [np.bincount(x)])
        self.same([prim.bincount([])], [np.bincount([])])
        with self.assertRaisesRegex(ValueError, "x has -3, which is negative"):
            prim.bincount([4, -3])
        with self.assertRaisesRegex(TypeError, "it has to be of integers"):
            prim.bincount([1.5])


if __name__ == "__main__":
    unittest.main()
