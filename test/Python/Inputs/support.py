# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests of the Python package share: data, and a bitwise comparison."""

import unittest

import numpy as np
import prim

# One element, a wave, a block, and what lies around tiles of several sizes.
SIZES = [0, 1, 2, 63, 64, 65, 257, 1023, 2048, 2049, 4097, 20000]
INTEGERS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
FLOATS = ["float16", "float32", "float64"]


def shared(cases):
    """Those of the cases that are this run's, where a file runs on two chips: what
    the package does by itself, and no chip in a way of its own, is compiled once. The
    other run has the others."""
    is_second = prim.device().chip.startswith("gfx1")
    return list(cases)[is_second::2]


def run_on(number):
    """Decorator of a test of such a thing: it is run on the first or second chip."""
    return unittest.skipUnless(number in shared((1, 2)), "on the other chip")


def numbers(n, dtype, seed=0):
    """Numbers of all of an integer type; small whole ones of a float type, whose
    sums are exact; truth values."""
    rng = np.random.default_rng(seed + n)
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return rng.integers(0, 2, n).astype(bool)
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        return rng.integers(limits.min, limits.max, n, dtype, endpoint=True)
    return rng.choice([-1.0, 0.0, 0.0, 1.0], n).astype(dtype)


def same(test, found, wanted, message=""):
    """Fails unless the arrays have one shape, dtype and contents; NaN is NaN."""
    found, wanted = np.asarray(found), np.asarray(wanted)
    test.assertEqual((found.shape, found.dtype), (wanted.shape, wanted.dtype), message)
    np.testing.assert_array_equal(found, wanted, message)
