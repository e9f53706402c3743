# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: libprim, emulator, numpy
# RUN: env PRIM_EMULATOR_CHIP=gfx942 %python %s
# RUN: env PRIM_EMULATOR_CHIP=gfx1100 %python %s
"""Distinct elements of an array, their counts and their places, compared with numpy."""

import itertools
import unittest

import numpy as np
import prim

SIZES = [0, 1, 7, 9001]
DTYPES = [np.bool_, np.int8, np.uint16, np.int32, np.uint64, np.float16, np.float64]
rng = np.random.default_rng(8)


def numbers(n, dtype, top=100):
    return rng.integers(0, 2 if dtype is np.bool_ else top, n).astype(dtype)


def runs_of(heads):
    begins = np.flatnonzero(heads)
    return begins, np.diff(np.append(begins, len(heads)))


def heads_of(*keys):
    differ = np.ones(len(keys[0]), bool)
    differ[1:] = np.any([key[1:] != key[:-1] for key in keys], axis=0)
    return differ


class Uniques(unittest.TestCase):
    def same(self, found, want):
        if isinstance(want, tuple):
            self.assertIsInstance(found, tuple)
            for f, w in zip(found, want, strict=True):
                self.same(f, w)
            return
        self.assertEqual(found.dtype, want.dtype)
        np.testing.assert_array_equal(found, want)

    def test_run_length(self):
        for dtype in DTYPES:
            for n in SIZES:
                x = np.repeat(numbers(n, dtype), rng.integers(1, 4, n))[:n]
                begins, lengths = runs_of(heads_of(x))
                self.same(prim.run_length(x), (x[begins], lengths))
                several = lengths > 1
                found = prim.run_length(x, nontrivial=True)
                self.same(found, (begins[several], lengths[several]))
        self.same(prim.run_length(np.full((90, 100), 3)), (np.int64([3]), np.int64([9000])))
        nan = np.float32([1, np.nan, np.nan, 1, 1])
        self.same(prim.run_length(nan), (nan[:4], np.int64([1, 1, 1, 2])))

    def test_keys(self):
        k, m = numbers(999, np.int16) // 50, numbers(999, np.bool_)
        begins, lengths = runs_of(heads_of(k, m))
        self.same(prim.run_length((k, m)), ((k[begins], m[begins]), lengths))
        x = np.sort(numbers(500, np.int32))
        begins, lengths = runs_of(heads_of(x // 10))
        several = lengths > 1
        found = prim.run_length(x, nontrivial=True, equal=lambda a, b: a // 10 == b // 10)
        self.same(found, (begins[several], lengths[several]))

    def test_out(self):
        x = np.repeat(np.arange(50, dtype=np.int32), 2)
        out = np.full(10, -1, np.int32), np.full(10, -1, np.int64), np.zeros((), np.int32)
        self.assertIs(prim.run_length(x, out=out), out)
        self.same(out, (np.arange(10, dtype=np.int32), np.full(10, 2), np.array(50, np.int32)))
        places = np.full(60, -1, np.int64)
        there = tuple(prim.array(a) for a in (places, places.astype(np.int32), np.int64(0)))
        prim.run_length(prim.array(x), nontrivial=True, out=there)
        want = np.append(np.arange(0, 100, 2), np.full(10, -1))
        self.same(there[0].numpy(), want)
        self.assertEqual(there[2].numpy(), 50)

    def test_unique(self):
        for dtype in [np.bool_, np.uint64, np.float16]:
            for n in SIZES:
                x = numbers(n, dtype)
                self.same(prim.unique(x), np.unique(x))
        for n in SIZES:
            x = numbers(n, np.int32, 1000)
            self.same(prim.unique(x, True, True, True), np.unique(x, True, True, True))
        x = numbers(3000, np.int32, 1000).reshape(30, 100)
        for flags in [(True, False, False), (False, True, False), (False, False, True)]:
            self.same(prim.unique(x, *flags), np.unique(x, *flags))
        x = np.float32([3, np.nan, -0.0, 0.0, np.nan, -np.inf, 3])
        self.same(prim.unique(x, True, True, True), np.unique(x, True, True, True))
        found = prim.unique(x, return_counts=True, equal_nan=False)
        self.same(found, np.unique(x, return_counts=True, equal_nan=False))
        found = prim.unique(prim.array(np.int32([2, 1, 2])), False, True)
        self.assertIsInstance(found[1], prim.Array)
        self.same(found[1].numpy(), np.int64([1, 0, 1]))

    def test_nonzero(self):
        for dtype in [np.bool_, np.int8, np.uint64, np.float16]:
            for n in SIZES:
                x = numbers(n, dtype, 3)
                self.same(prim.flatnonzero(x), np.flatnonzero(x))
                self.same(prim.nonzero(x), np.nonzero(x))
        for shape in [(3, 5), (0, 4), (7, 11, 13), (2, 3, 4, 5)]:
            x = numbers(int(np.prod(shape)), np.int8, 3).reshape(shape)
            self.same(prim.nonzero(x), np.nonzero(x))
            self.same(prim.flatnonzero(x), np.flatnonzero(x))
            self.same(prim.nonzero(x.T), np.nonzero(x.T))
        x = np.float32([0, -0.0, np.nan, 1])
        self.same(prim.flatnonzero(x), np.flatnonzero(x))
        found = prim.nonzero(prim.array(np.int32([[0, 1], [2, 0]])))
        self.assertIsInstance(found[0], prim.Array)
        self.same(tuple(f.numpy() for f in found), np.nonzero([[0, 1], [2, 0]]))

    def test_count_nonzero(self):
        shaped = numbers(3 * 50 * 4, np.int8, 3).reshape(3, 50, 4)
        for number, dtype in enumerate([np.bool_, np.int8, np.uint64, np.float16, np.float64]):
            x, axis = shaped.astype(dtype), [None, 0, 1, -1, (0, 2)][number]
            for keepdims in [False, True]:
                found = prim.count_nonzero(x, axis, keepdims=keepdims)
                want = np.asarray(np.count_nonzero(x, axis, keepdims=keepdims))
                self.same(np.asarray(found), want)
        for x in [np.float32([0, -0.0, np.nan, 1]), np.int32(3), np.zeros((0, 3))]:
            self.assertEqual(prim.count_nonzero(x), np.count_nonzero(x))
        self.same(prim.count_nonzero(np.zeros((0, 3)), 0), np.int64([0, 0, 0]))
        there = prim.count_nonzero(prim.array(np.int32([0, 5, 0])))
        self.assertEqual(there.numpy(), 1)

    def test_lower(self):
        call = prim.run_length.lower(np.int32([1, 2, 3]), nontrivial=True)
        self.assertIn("prim.device_run_length nontrivial", call.mlir())

    def test_errors(self):
        x = np.int32([1, 2, 3])
        for error, text, call in [
            (TypeError, "out is a ndarray; it has to be a tuple of elements, lengths, count",
             lambda: prim.run_length(x, out=x)),
            (TypeError, "out is a tuple of 2; it has to be a tuple of places, lengths, count",
             lambda: prim.run_length(x, nontrivial=True, out=(x, x))),
            (TypeError, "equal is a int", lambda: prim.run_length(x, equal=3)),
            (TypeError, "x is a tuple", lambda: prim.unique((x, x))),
            (TypeError, "x is a tuple", lambda: prim.flatnonzero((x, x))),
            (TypeError, "x is a tuple", lambda: prim.count_nonzero((x, x))),
            (ValueError, "x has no dimensions", lambda: prim.nonzero(np.int32(3))),
        ]:  # fmt: skip
            with self.assertRaisesRegex(error, text):
                call()


if __name__ == "__main__":
    unittest.main()
