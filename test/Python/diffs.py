# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: libprim, emulator, numpy
# RUN: env PRIM_EMULATOR_CHIP=gfx942 %python %s
# RUN: env PRIM_EMULATOR_CHIP=gfx1100 %python %s
"""Differences of neighbours, against numpy."""

import unittest

import numpy as np
import prim

rng = np.random.default_rng(5)
DTYPES = ["?", "b", "B", "h", "H", "i", "I", "q", "Q", "e", "f", "d"]


def sample(shape, dtype):
    bits = rng.integers(0, 256, (*shape, 8), np.uint8)
    if np.dtype(dtype).kind == "f":
        return (bits[..., 0] / 7).astype(dtype)
    # Numbers of all bits, whose differences wrap.
    return bits[..., 0] % 2 == 1 if dtype == "?" else bits.view(dtype)[..., 0].copy()


class Diffs(unittest.TestCase):
    def same(self, x, **options):
        want = np.diff(x, **options)
        found = prim.diff(x, **options)
        self.assertEqual(found.dtype, want.dtype)
        self.assertEqual(found.shape, want.shape)
        np.testing.assert_array_equal(found, want)
        return want

    def test_types(self):
        for n, dtype in enumerate(DTYPES):
            self.same(sample((3000,), dtype), n=1 + n % 2)
        self.same(sample((30,), "?"), n=2)

    def test_orders(self):
        # 11 takes several passes; orders beyond the last element leave no elements.
        for size in [0, 1, 2, 3, 9, 12, 2500]:
            x = sample((size,), "i")
            for n in [0, 1, 2, 3, 11]:
                self.assertEqual(self.same(x, n=n).size, max(0, size - n))

    def test_axes(self):
        shapes = [(3, 700), (700, 3), (1, 9), (9, 1), (0, 4), (4, 0), (3, 5, 4), (2, 1, 9)]
        for shape in shapes:
            x = sample(shape, "h")
            for axis in range(-1, len(shape) - 1):
                self.same(x, axis=axis)
        self.same(sample((4, 6, 5), "f"), n=5, axis=1)
        self.same(sample((4, 6), "f")[:, ::-2].T, n=2, axis=0)

    def test_ends(self):
        x = sample((300,), "i")
        self.same(x, prepend=7)
        self.same(x, prepend=np.int32(7), append=np.int32(-7))
        self.same(x, n=2, prepend=x[:3], append=np.float32(0.5))
        self.same(x, n=0, prepend=x[:3])
        self.same(x, n=400, prepend=x[:3])
        self.same(x[:0], prepend=x[:2], append=x[:0])
        self.same(sample((9,), "?"), prepend=True)
        for axis, beside in [(0, (2, 5, 4)), (1, (3, 1, 4)), (2, (3, 5, 0))]:
            x = sample((3, 5, 4), "B")
            self.same(x, axis=axis, prepend=sample(beside, "B"), append=np.uint8(1))
            self.same(x, axis=axis, n=6, append=sample(beside, "b"))

    def test_devices(self):
        x = sample((4, 50), "i")
        there = prim.array(x)
        found = prim.diff(there, 2, 0)
        self.assertIsInstance(found, prim.Array)
        np.testing.assert_array_equal(found.numpy(), np.diff(x, 2, 0))
        first, out = prim.array(np.int32(5)), prim.array(np.zeros((4, 51), np.int32))
        self.assertIs(prim.diff(there, prepend=first, append=x[:, :1], out=out), out)
        want = np.diff(x, prepend=np.int32(5), append=x[:, :1])
        np.testing.assert_array_equal(out.numpy(), want)
        found = prim.diff(there, axis=0, prepend=first, append=first)
        want = np.diff(x, axis=0, prepend=np.int32(5), append=np.int32(5))
        np.testing.assert_array_equal(found.numpy(), want)
        host = np.zeros(3, np.int32)
        self.assertIs(prim.diff(x[0, :4], out=host), host)
        np.testing.assert_array_equal(host, np.diff(x[0, :4]))

    def test_errors(self):
        x, there = np.int32([1, 2, 3]), prim.array(np.int32([1, 2, 3]))
        for error, text, call in [
            (ValueError, "n is -1", lambda: prim.diff(x, -1)),
            (TypeError, "n is a float", lambda: prim.diff(x, 1.5)),
            (ValueError, "out of bounds", lambda: prim.diff(x, axis=1)),
            (ValueError, "out of bounds", lambda: prim.diff(3)),
            (TypeError, "axis is a NoneType", lambda: prim.diff(x, axis=None)),
            (TypeError, "x is a tuple", lambda: prim.diff((x, x))),
            (ValueError, "append has shape", lambda: prim.diff(x, append=[[1]])),
            (ValueError, "prepend has shape", lambda: prim.diff([x], axis=0, prepend=[x[1:]])),
            (ValueError, "out has shape", lambda: prim.diff(x, out=there)),
            (TypeError, "out has dtype", lambda: prim.diff(x, out=np.zeros(2))),
            (ValueError, "overlaps", lambda: prim.diff(there, out=there[1:])),
        ]:  # fmt: skip
            with self.assertRaisesRegex(error, text):
                call()


if __name__ == "__main__":
    unittest.main()
