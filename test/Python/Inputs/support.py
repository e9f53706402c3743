# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shared code of the tests of the Python package: data, and a bitwise comparison."""

import unittest

import numpy as np
import prim

# One element, a wave, a block, and sizes near tiles of several sizes.
SIZES = [0, 1, 2, 63, 64, 65, 257, 1023, 2048, 2049, 4097, 20000]
INTEGERS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
FLOATS = ["float16", "float32", "float64"]


def shared(cases):
    """The cases for this run, if a file runs on two chips. Work of the package itself
    that does not depend on a chip is compiled only once; the other run has the other
    cases."""
    is_second = prim.device().chip.startswith("gfx1")
    return list(cases)[is_second::2]


def run_on(number):
    """Decorator of a test that does not depend on the chip: it runs on the first or
    second chip."""
    return unittest.skipUnless(number in shared((1, 2)), "on the other chip")


def numbers(n, dtype, seed=0):
    """Integers over the whole range of an integer type; small integers in a float type,
    whose sums are exact; bools."""
    rng = np.random.default_rng(seed + n)
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return rng.integers(0, 2, n).astype(bool)
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        return rng.integers(limits.min, limits.max, n, dtype, endpoint=True)
    return rng.choice([-1.0, 0.0, 0.0, 1.0], n).astype(dtype)


def same(test, found, wanted, message=""):
    """Fails unless the arrays have the same shape, dtype and contents; NaN equals
    NaN."""
    found, wanted = np.asarray(found), np.asarray(wanted)
    test.assertEqual((found.shape, found.dtype), (wanted.shape, wanted.dtype), message)
    np.testing.assert_array_equal(found, wanted, message)
