# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: libprim, emulator, numpy
# RUN: env PRIM_EMULATOR_CHIP=gfx942 %python %s
# RUN: env PRIM_EMULATOR_CHIP=gfx1100 %python %s
"""Elements selected by their place in sorted order, compared with numpy."""

import unittest

import numpy as np
import prim

DTYPES = [np.bool_, np.uint32, np.int64, np.float16]
rng = np.random.default_rng(4)


def numbers(shape, dtype):
    x = rng.integers(0, 2 if dtype is np.bool_ else 100, shape).astype(dtype)
    if x.dtype.kind == "f":
        x[rng.random(shape) < 0.05] = np.nan
    return x


def order(x, axis, largest):
    """A stable order, with NaN above everything."""
    keys = x.astype(np.float64)
    keys[keys != keys] = 1000
    return np.argsort(-keys if largest else keys, axis, kind="stable")


class Ranks(unittest.TestCase):
    def check(self, x, k, axis=-1, largest=True):
        places = np.take(order(x, axis, largest), np.arange(k), axis)
        values, found = prim.topk(x, k, largest=largest, axis=axis)
        self.assertEqual((values.dtype, found.dtype), (x.dtype, np.int64))
        np.testing.assert_array_equal(found, places)
        np.testing.assert_array_equal(values, np.take_along_axis(x, places, axis))

    def test_topk(self):
        for dtype in DTYPES:
            for n, k in [(0, 0), (1, 1), (7, 0), (300, 300), (9001, 10)]:
                self.check(numbers(n, dtype), k, largest=n != 300)
        self.check(numbers(20000, np.int32), 6000)

    def test_axes(self):
        x = numbers((5, 70, 3), np.float32)
        for axis in range(-3, 3):
            self.check(x, 2, axis)
        values, places = prim.topk(x, 9, axis=None)
        np.testing.assert_array_equal(places, order(x.ravel(), 0, True)[:9])
        self.assertEqual(values.shape, (9,))

    def test_unordered(self):
        x = rng.permutation(5000).astype(np.int32)
        values, places = prim.topk(x, 30, sorted=False, dtype=np.int32)
        self.assertEqual(places.dtype, np.int32)
        np.testing.assert_array_equal(np.sort(values), np.arange(4970, 5000))
        np.testing.assert_array_equal(x[places], values)

    def test_device(self):
        x = prim.array(numbers(100, np.int64))
        values, places = prim.topk(x, 5)
        self.assertIsInstance(values, prim.Array)
        np.testing.assert_array_equal(places.numpy(), order(x.numpy(), 0, True)[:5])

    def test_partition(self):
        for dtype in (np.int32, np.float16):
            for shape, axis in [(9001, -1), (50, 0), ((4, 600), 1), ((70, 3), 0)]:
                x = numbers(shape, dtype)
                size = x.shape[axis]
                for kth in (0, size // 2, -1):
                    got = prim.partition(x, kth, axis=axis)
                    np.testing.assert_array_equal(np.sort(got, axis), np.sort(x, axis))
                    whole = np.sort(x, axis).take(kth, axis)
                    np.testing.assert_array_equal(got.take(kth, axis), whole)
                    place = prim.argpartition(x, kth, axis=axis)
                    every = np.moveaxis(np.sort(place, axis), axis, -1)
                    np.testing.assert_array_equal(every, np.broadcast_to(np.arange(size), every.shape))
                    np.testing.assert_array_equal(np.take_along_axis(x, place, axis).take(kth, axis), whole)
                    before, behind = np.split(got.astype(np.float64), [kth % size], axis)
                    if before.size and not np.isnan(got.astype(np.float64)).any():
                        self.assertTrue((before.max(axis) <= behind.min(axis)).all())

    def test_less(self):
        """Comparators receive only elements of the input; ties keep their order."""
        ten = np.int32(10)
        less = lambda a, b: a % ten < b % ten
        x = rng.integers(0, 1000, 3000).astype(np.int32)
        for largest in (True, False):
            by = np.argsort(-(x % 10) if largest else x % 10, kind="stable")[:70]
            values, places = prim.topk(x, 70, largest=largest, less=less)
            np.testing.assert_array_equal(places, by)
            np.testing.assert_array_equal(values, x[by])
        rows = rng.integers(0, 1000, (3, 40)).astype(np.int32)
        for axis in (0, 1):
            by = np.argsort(rows % 10, axis=axis, kind="stable")
            place = rows.shape[axis] // 2
            got = prim.partition(rows, place, axis=axis, less=less)
            want = np.take_along_axis(rows, by, axis)
            np.testing.assert_array_equal(got.take(place, axis) % 10, want.take(place, axis) % 10)
            np.testing.assert_array_equal(np.sort(got, axis), np.sort(rows, axis))
            before, behind = np.split(got % 10, [place], axis)
            self.assertTrue((before.max(axis) <= behind.min(axis)).all())
            at = prim.argpartition(rows, place, axis=axis, less=less)
            np.testing.assert_array_equal(
                np.take_along_axis(rows, at, axis).take(place, axis) % 10,
                want.take(place, axis) % 10)  # fmt: skip

    def test_lower(self):
        self.assertIn("prim.device_topk", prim.topk.lower([1, 2], 1).mlir())

    def test_errors(self):
        x = np.int32([1, 2, 3])
        for error, text, call in [
            (ValueError, "k is 4, but there are 3", lambda: prim.topk(x, 4)),
            (ValueError, "k is -1, but there are 3", lambda: prim.topk(x, -1)),
            (TypeError, "k is a float", lambda: prim.topk(x, 1.5)),
            (TypeError, "dtype is int8", lambda: prim.topk(x, 1, dtype=np.int8)),
            (TypeError, "x is a tuple", lambda: prim.topk((x, x), 1)),
            (TypeError, "less", lambda: prim.topk(x, 1, less=3)),
            (ValueError, "kth is 3, but there are 3", lambda: prim.partition(x, 3)),
            (TypeError, "kth has 2 places", lambda: prim.argpartition(x, (0, 1))),
        ]:  # fmt: skip
            with self.assertRaisesRegex(error, text):
                call()


if __name__ == "__main__":
    unittest.main()
