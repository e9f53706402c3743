# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: libprim, emulator, numpy
# RUN: env PRIM_EMULATOR_CHIP=gfx942 %python %s
"""Integers at the ends of their types, and further arguments that numpy accepts:
lookups of any pair of types, histograms, comparisons, counts of no elements and of
bools, places in empty arrays, and axes by position."""

import bisect
import itertools
import unittest
import warnings

import numpy as np
import prim

INTEGERS = [
    np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64,
]  # fmt: skip


def ends(dtype):
    """Numbers near the ends of a type, near 0, and where float64 rounds."""
    info = np.iinfo(dtype)
    found = [info.min, info.min + 1, 0, 1, 2, info.max - 1, info.max]
    found += [n for n in (2**53, 2**53 + 1) if n <= info.max]
    return np.array(sorted(set(found)), dtype)


class LookUps(unittest.TestCase):
    def test_all_pairs_of_types(self):
        for first, second in itertools.product(INTEGERS, INTEGERS):
            a, v = ends(first), ends(second)[::-1].copy()
            exact, sought = [int(n) for n in a], [int(n) for n in v]
            with self.subTest(a=first.__name__, v=second.__name__):
                left = [bisect.bisect_left(exact, n) for n in sought]
                right = [bisect.bisect_right(exact, n) for n in sought]
                self.assertEqual(prim.searchsorted(a, v).tolist(), left)
                self.assertEqual(prim.searchsorted(a, v, side="right").tolist(), right)
                among = [n in exact for n in sought]
                self.assertEqual(prim.isin_sorted(v, a).tolist(), among)
                down = [-n for n in exact[::-1]]
                left = [bisect.bisect_left(down, -n) for n in sought]
                found = prim.searchsorted(a[::-1].copy(), v, descending=True)
                self.assertEqual(found.tolist(), left)

    def test_ints_of_python(self):
        self.assertEqual(prim.isin_sorted([2**63], [0, 2**63 - 1]).tolist(), [False])
        self.assertEqual(prim.searchsorted([-1, 2**63], [2**63, 0]).tolist(), [1, 1])
        a = [-(2**70), -1, 2**63, 2**100]
        found = prim.searchsorted(a, [-(2**70), 2**100 - 1, 2**100, 0])
        self.assertEqual(found.tolist(), [0, 3, 3, 2])
        found = prim.isin_sorted([2**100, 5], [5, 2**100 + 1])
        self.assertEqual(found.tolist(), [False, True])
        with self.assertRaisesRegex(ValueError, "a has a number of more than 128 bits"):
            prim.searchsorted([2**200], [1])


class Histograms(unittest.TestCase):
    def same(self, x, bins, **options):
        with self.subTest(x=x[:5].tolist(), dtype=x.dtype.name, bins=bins):
            want = np.histogram(x, bins, **options)
            found = prim.histogram(x, bins, **options)
            np.testing.assert_array_equal(found[0], want[0])
            np.testing.assert_array_equal(found[1], want[1])

    def test_beyond_float64(self):
        self.same(np.array([0, 2**53 + 1]), 4)
        self.same(np.array([2**53 + 3, 2**60 + 1]), 4)
        self.same(np.array([2**53, 2**53 + 1, 2**53 + 3]), [2.0**53, 2.0**53 + 4])
        self.same(np.array([2**53, 2**53 + 1]), np.array([2**53, 2**53 + 1]))

    def test_ends_of_types(self):
        self.same(np.array([2**64 - 1, 0, 5], np.uint64), 4)
        self.same(np.array([2**63 - 1, -(2**63), 0]), 4)
        rng = np.random.default_rng(0)
        for dtype in INTEGERS:
            info = np.iinfo(dtype)
            x = rng.integers(info.min, info.max, 40, dtype, endpoint=True)
            x[:3] = [info.min, info.max, info.max // 2]
            edges = np.sort(rng.integers(info.min, info.max, 5, dtype, endpoint=True))
            for last in (edges[-1], info.max):
                edges[-1] = last
                self.same(x, edges)
                self.same(x, edges.astype(float))
                self.same(x, edges, weights=rng.integers(0, 9, 40))

    def test_infinite_edges(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.same(np.array([1, 2, 3]), [0, 1, np.inf])
            self.same(np.array([1, 2, 3], np.uint64), [-np.inf, 2, np.inf])
            x = np.array([np.inf, -np.inf, np.nan, 0.5, 3])
            self.same(x, [-np.inf, 0, 1, np.inf])
            self.same(x.astype(np.float32), [-np.inf, 0, 1, np.inf])


class Others(unittest.TestCase):
    def test_comparisons(self):
        a, b = prim.array(np.arange(4)), prim.array(np.array([0, 1, 5, 3]))
        self.assertEqual((a == b).tolist(), [True, True, False, True])
        self.assertEqual((a != b).tolist(), [False, False, True, False])
        self.assertEqual((a == 2).tolist(), [False, False, True, False])
        with self.assertRaises(TypeError):
            hash(a)

    def test_bincount(self):
        self.assertEqual(prim.bincount([True, False, True]).tolist(), [1, 2])
        for x in (np.zeros(0, int), np.zeros(0, bool)):
            want = np.bincount(x, np.zeros(0), 5)
            found = prim.bincount(x, np.zeros(0), 5)
            self.assertEqual((found.tolist(), found.dtype), (want.tolist(), want.dtype))

    def test_places(self):
        for kth in (0, -1, 3, [0], (0,)):
            self.assertEqual(prim.partition(np.zeros(0), kth).shape, (0,))
            self.assertEqual(prim.argpartition(np.zeros((2, 0)), kth).shape, (2, 0))
        self.assertEqual(prim.partition([3, 1, 2], [1])[1], 2)
        with self.assertRaisesRegex(TypeError, "kth has 2 places"):
            prim.partition([3, 1, 2], (0, 1))

    def test_axis_by_position(self):
        x = np.array([[1, 2], [3, 0]])
        for name in ("cumsum", "cumprod", "argmax", "argmin", "argsort"):
            want = getattr(np, name)(x, 0)
            np.testing.assert_array_equal(getattr(prim, name)(x, 0), want)
        np.testing.assert_array_equal(
            prim.partition(x, 0, 1), np.partition(x, 0, 1)
        )
        np.testing.assert_array_equal(prim.cummax(x, 1), np.maximum.accumulate(x, 1))


if __name__ == "__main__":
    unittest.main()
