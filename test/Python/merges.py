# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: libprim, emulator, numpy
# RUN: env PRIM_EMULATOR_CHIP=gfx942 %python %s
# RUN: env PRIM_EMULATOR_CHIP=gfx1100 %python %s
"""prim.merge against numpy's stable sorts of both ranges concatenated."""

import unittest

import numpy as np
import prim
from support import numbers, same

DTYPES = ["bool", "int8", "uint16", "int32", "uint64", "float16", "float32", "float64"]


class Merges(unittest.TestCase):
    def test_types(self):
        for dtype in DTYPES:
            for n, m in [(0, 0), (0, 3), (5, 0), (100, 3), (3000, 2500)]:
                x, y = np.sort(numbers(n, dtype)), np.sort(numbers(m, dtype))
                want = np.sort(np.concatenate([x, y]), kind="stable")
                same(self, prim.merge(x, y), want, f"{n} {m} {dtype}")

    def test_values(self):
        x, y = np.sort(numbers(700, "int32") % 9), np.sort(numbers(650, "int32") % 9)
        whole, places = np.concatenate([x, y]), np.arange(1350)
        by = np.argsort(whole, kind="stable")
        found = prim.merge(x, y, (places[:700], places[700:]))
        self.assertIsInstance(found, tuple)
        same(self, found[0], whole[by])
        same(self, found[1], by)
        halves = [(places[:700], x), (places[700:], y)]
        found = prim.merge(prim.array(x), y, tuple(halves))
        self.assertIsInstance(found[2], prim.Array)
        same(self, found[2], whole[by])
        # From the largest to the smallest; equal elements keep their order.
        x, y = x[::-1], y[::-1]
        by = np.argsort(-np.concatenate([x, y]), kind="stable")
        found = prim.merge(x, y, (places[:700], places[700:]), descending=True)
        same(self, found[1], by)

    def test_less(self):
        x, y = (np.sort(numbers(n, "int32") % 10) + 10 * np.arange(n, dtype="int32") for n in (50, 900))
        whole = np.concatenate([x, y])
        found = prim.merge(x, y, less=lambda a, b: a % 10 < b % 10)
        same(self, found, whole[np.argsort(whole % 10, kind="stable")])
        keys = [np.array([0, 0, 2], "int32"), np.array([5, 3, 9], "float64")]
        more = [np.array([0, 1], "int32"), np.array([4, 1], "float64")]
        less = lambda a, b: (a[0] < b[0]) | ((a[0] == b[0]) & (a[1] > b[1]))
        found = prim.merge(tuple(keys), tuple(more), less=less)
        same(self, found[0], np.array([0, 0, 0, 1, 2], "int32"))
        same(self, found[1], np.array([5.0, 4, 3, 1, 9]))

    def test_out(self):
        out = prim.array(np.zeros(6, "int32"))
        x = np.array([1, 3, 5], "int32")
        self.assertIs(prim.merge(x, x + 1, out=out), out)
        same(self, out, np.arange(1, 7, dtype="int32"))

    def test_wrong(self):
        x = np.arange(4, dtype="int32")
        for error, message, arguments, options in [
            (TypeError, "y has dtype float32, but x has int32", (x, np.float32([1])), {}),
            (ValueError, r"y has shape \(2, 2\)", (x, x.reshape(2, 2)), {}),
            (ValueError, r"x has shape \(2, 2\)", (x.reshape(2, 2), x), {}),
            (TypeError, "values has to be a tuple", (x, x, x), {}),
            (ValueError, r"values\[1\] has shape \(3,\), but y has", (x, x, (x, x[:3])), {}),
            (ValueError, "has 3 arrays, and the second one 2", (x, x, ((x, x), x)), {}),
            (TypeError, "x and y are a tuple and an array", ((x,), x), {}),
            (TypeError, "pass less", ((x, x), (x, x)), {}),
            (TypeError, "less is a int", (x, x), {"less": 3}),
            (ValueError, "pass one", (x, x), {"less": lambda a, b: a < b, "descending": True}),
            (ValueError, "out", (x, x), {"out": np.zeros(3, "int32")}),
        ]:
            with self.assertRaisesRegex(error, message):
                prim.merge(*arguments, **options)


if __name__ == "__main__":
    unittest.main()
