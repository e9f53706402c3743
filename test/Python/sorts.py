# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: libprim, emulator, numpy
# RUN: env PRIM_EMULATOR_CHIP=gfx942 %python %s
# RUN: env PRIM_EMULATOR_CHIP=gfx1100 %python %s
"""prim.sort and prim.argsort against numpy's stable sorts."""

import unittest
import unittest.mock

import numpy as np
import prim
from support import FLOATS, INTEGERS, numbers, same, shared


def descending(x):
    """Positions of a stable descending sort; NaN first."""
    return len(x) - 1 - np.argsort(x[::-1], kind="stable")[::-1]


class Sorts(unittest.TestCase):
    def test_types(self):
        for dtype in shared(INTEGERS + FLOATS + ["bool"]):
            for n in (0, 1, 100, 3000):
                x = numbers(n, dtype)
                same(self, prim.sort(x), np.sort(x, kind="stable"), f"{n} {dtype}")

    def test_nan(self):
        x = np.float32([2, np.nan, -np.inf, 1, -np.nan, 0, -0.0, np.inf])
        same(self, prim.sort(x), np.sort(x, kind="stable"))
        same(self, np.signbit(prim.sort(x)), np.signbit(np.sort(x, kind="stable")))
        same(self, prim.sort(x, descending=True), x[descending(x)])
        same(self, prim.argsort(x), np.argsort(x, kind="stable"))

    def test_argsort(self):
        for dtype in ("int32", "uint8", "float64", "bool"):
            for n in (0, 1, 100, 5000):
                x = numbers(n, dtype)
                same(
                    self, prim.argsort(x), np.argsort(x, kind="stable"), f"{n} {dtype}"
                )
        same(
            self,
            prim.argsort(x, descending=True, dtype="int32"),
            descending(x).astype("int32"),
        )
        out = np.zeros(5000, np.int32)
        self.assertIs(prim.argsort(x, out=out), out)
        same(self, out, np.argsort(x, kind="stable").astype("int32"))
        # A scalar has an axis here, but not in sort.
        for axis in (0, -1, None):
            same(self, prim.argsort(np.int32(3), axis=axis), np.argsort(3, axis=axis))
        for axis in (1, -2):
            with self.assertRaisesRegex(ValueError, f"axis {axis} is out of bounds"):
                prim.argsort(3, axis=axis)

    def test_values(self):
        keys, a = numbers(4000, "uint8"), numbers(4000, "float64")
        order = np.argsort(keys, kind="stable")
        found = prim.sort(keys, a)
        same(self, found[0], keys[order])
        same(self, found[1], a[order])
        on_device = prim.sort(
            prim.array(keys), (prim.array(a), prim.array(order)), descending=True
        )
        self.assertIsInstance(on_device[2], prim.Array)
        same(self, on_device[2], order[descending(keys)])

    def test_axes(self):
        x = numbers(12, "int32").reshape(3, 4)
        same(self, prim.sort(x, axis=None), np.sort(x, axis=None))
        for axis in (0, -1, None):
            same(self, prim.sort(x[0], axis=axis), np.sort(x[0], axis=axis))
        same(
            self, prim.sort(x.reshape(12, 1), axis=0), np.sort(x.reshape(12, 1), axis=0)
        )

    def test_less(self):
        x = numbers(100, "int32")
        call = prim.sort.lower(x, less=lambda a, b: a % 10 < b % 10)
        self.assertIn("comparator {", call.mlir())
        same(self, call(), x[np.argsort(x % 10, kind="stable")])
        by = np.argsort(x % 10, kind="stable")
        same(self, prim.argsort(x, less=lambda a, b: a % 10 < b % 10), by)
        # Several keys, the second one descending, with a value; more than a tile.
        keys = numbers(5000, "int32") % 7, numbers(5000, "float32").round()
        by = np.lexsort((-keys[1], keys[0]))
        less = lambda a, b: (a[0] < b[0]) | ((a[0] == b[0]) & (a[1] > b[1]))
        found = prim.sort(keys, np.arange(5000), less=less)
        for one, want in zip(found, (keys[0][by], keys[1][by], by), strict=True):
            same(self, one, want)
        rows = numbers(120, "int32").reshape(10, 12)
        for axis in (0, 1):
            want = -np.sort(-rows, axis=axis)
            same(self, prim.sort(rows, axis=axis, less=lambda a, b: a > b), want)
        # Also for segments; elements in none stay where they are.
        x, cuts = numbers(1000, "int32"), [3, 50, 50, 700, 990]
        by = np.arange(len(x))
        for begin, end in zip(cuts, cuts[1:]):
            by[begin:end] = begin + np.argsort(x[begin:end] % 10, kind="stable")
        less = lambda a, b: a % 10 < b % 10
        same(self, prim.argsort(x, segments=cuts, less=less), by)
        same(self, prim.sort(x, segments=(cuts[-2::-1], cuts[:0:-1]), less=less), x[by])

    def test_batches(self):
        """More elements than one sort takes are reported as such; here the limit is
        small."""
        from prim import _library

        x = numbers(900, "int32")
        with unittest.mock.patch.object(_library, "most_sorted", lambda: 500):
            call = prim.sort.lower(x)
            self.assertIn("batches", call.mlir())
            same(self, call(), np.sort(x))
            self.assertNotIn("batches", prim.sort.lower(x[:500]).mlir())
            self.assertNotIn("batches", prim.sort.lower(x.reshape(2, 450)).mlir())
            same(self, prim.argsort(x), np.argsort(x, kind="stable"))


if __name__ == "__main__":
    unittest.main()
