# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: libprim, emulator, numpy
# RUN: %python %s
"""Arrays of ml_dtypes' bfloat16, compared with float32."""

import unittest

import ml_dtypes
import numpy as np
import prim
from support import same

BF16 = np.dtype(ml_dtypes.bfloat16)


class BFloat16(unittest.TestCase):
    def setUp(self):
        # Integers of at most 8 bits; sums of few of them also fit.
        self.wide = np.random.default_rng(0).integers(-9, 9, 20).astype("float32")
        self.x = self.wide.astype(BF16)

    def test_folds(self):
        x, wide = self.x, self.wide
        same(self, prim.scan(x), np.cumsum(wide).astype(BF16))
        same(self, prim.reduce(x, "max"), wide.max().astype(BF16))
        same(self, prim.scan(x, dtype="float32"), np.cumsum(wide))
        same(self, prim.scan(x, initial=2), (2 + np.cumsum(wide)).astype(BF16))

    def test_sort(self):
        order = np.argsort(self.wide, kind="stable")
        same(self, prim.sort(self.x), self.wide[order].astype(BF16))
        same(self, prim.argsort(self.x), order)

    def test_differences(self):
        same(self, prim.diff(self.x, 2), np.diff(self.wide, 2).astype(BF16))

    def test_function(self):
        def larger(a, b):
            return prim.where(a * 0.5 > b * 0.5, a, b)

        found = prim.scan(self.x, larger, check=True)
        same(self, found, np.maximum.accumulate(self.wide).astype(BF16))
        root = prim.reduce(
            self.x, prologue=lambda v: v * v, dtype="float32", epilogue=np.sqrt
        )
        np.testing.assert_allclose(root, np.sqrt(np.sum(self.wide**2)), rtol=1e-6)
        with self.assertWarnsRegex(prim.AssociativityWarning, "not associative"):
            prim.scan(self.x, lambda a, b: a - b, check=True)

    def test_constant(self):
        found = prim.array(np.arange(3), dtype=BF16)
        same(
            self,
            prim.scan(found, "max", prologue=lambda v: v + 1.5),
            np.array([1.5, 2.5, 3.5], BF16),
        )


if __name__ == "__main__":
    unittest.main()
