# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: libprim, emulator, numpy
# RUN: env PRIM_EMULATOR_CHIP=gfx942 %python %s
# RUN: env PRIM_EMULATOR_CHIP=gfx1100 %python %s
"""Functions of elements and of neighbours, and searches, against numpy."""

import unittest

import numpy as np
import prim

SIZES = [0, 1, 7, 4096, 9001]
rng = np.random.default_rng(3)


class Maps(unittest.TestCase):
    def same(self, found, want):
        self.assertEqual(found.dtype, want.dtype)
        np.testing.assert_array_equal(found, want)

    def test_transform(self):
        for n in SIZES:
            x, y = rng.integers(0, 99, n), rng.random(n).astype(np.float32)
            self.same(prim.transform(x, lambda v: v * 2 + 1), x * 2 + 1)
            self.same(prim.transform(x, lambda v, i: v - i), x - np.arange(n))
            total, less = prim.transform((x, y), lambda v: (v[0] + v[1], v[0] < 50))
            self.same(total, x + y)
            self.same(less, x < 50)
        x = rng.integers(0, 99, (3, 5))
        self.same(prim.transform(x, lambda v: v + 1), x + 1)
        there = prim.array(x)
        self.assertIs(prim.transform(there, lambda v: v + 1, out=there), there)
        self.same(there.numpy(), x + 1)

    def test_differences(self):
        for n in SIZES:
            x = rng.integers(0, 99, n)
            self.same(prim.adjacent_difference(x)[1:], np.diff(x))
            self.same(prim.adjacent_difference(x)[:1], x[:1])
            found = prim.adjacent_difference(x, right=True)
            self.same(found[:-1], -np.diff(x))
            self.same(found[-1:], x[-1:])
            there = prim.array(x)
            prim.adjacent_difference(there, out=there)
            self.same(there.numpy()[1:], np.diff(x))
        x = rng.integers(0, 99, (7, 300))
        for axis in [0, 1]:
            found = prim.adjacent_difference(x, axis=axis)
            self.same(np.delete(found, 0, axis), np.diff(x, axis=axis))
        found = prim.adjacent_difference(x[0], lambda a, b: prim.maximum(a, b))
        self.same(found[1:], np.maximum(x[0, 1:], x[0, :-1]))

    def test_finds(self):
        for n in SIZES:
            x = rng.integers(0, 50, n)
            at = np.nonzero(x[1:] == x[:-1])[0]
            self.assertEqual(prim.adjacent_find(x), at[0] if len(at) else n)
            self.assertEqual(prim.adjacent_find(np.arange(n)), n)
            at = np.nonzero(np.isin(x, [7, 60, 3]))[0]
            self.assertEqual(prim.find_first_of(x, [7, 60, 3]), at[0] if len(at) else n)
            x = x // 17
            for keys in [x[n // 2 : n // 2 + 3], np.array([0, 1, 2, 0]), np.array([9])]:
                self.found(x, keys)
            for count in [1, 3, 5]:
                at = [i for i in range(n - count + 1) if (x[i : i + count] == 1).all()]
                self.assertEqual(prim.search_n(x, count, 1), at[0] if at else n)
        there = prim.adjacent_find(prim.array([1, 2, 2]))
        self.assertIsInstance(there, prim.Array)
        self.assertEqual(there.numpy(), 1)

    def found(self, x, keys, equal=None):
        """Compares the places at which the keys are in x with Python's result."""
        n, m, compare = len(x), len(keys), equal or np.equal
        at = [i for i in range(n - m + 1) if compare(x[i : i + m], keys).all()]
        if m == 0:
            # Also after the last element.
            self.assertEqual(at[-1], n)
        self.assertEqual(prim.search(x, keys, equal=equal), at[0] if at else n)
        self.assertEqual(prim.find_end(x, keys, equal=equal), at[-1] if at else n)
        at = np.nonzero(compare(x[:, None], keys).any(axis=1))[0]
        found = prim.find_first_of(x, keys, equal=equal)
        self.assertEqual(found, at[0] if len(at) else n)
        return at

    def test_long_sequences(self):
        for m in [0, 1, 64, 65, 1000]:
            x = rng.integers(0, 2, 3000)
            keys = x[:m] + 0
            # All elements except the last one, and twice all of them.
            x[m - 1] = 1 - x[m - 1]
            for place in [1000, 2000]:
                x[place : place + m] = keys
            self.found(x, keys)
            self.found(keys, x)
            self.found(x, np.append(keys, 2))
            self.found(np.append(x, 7), np.append(keys - 9, 7))
            self.found(x[:m], x[:m])
        # Constants inside of the loop that also occur outside of it.
        x, keys = rng.integers(0, 8, 2000), rng.integers(0, 8, 100)
        x[500:600] = keys ^ 1
        self.assertLess(prim.search(x, keys, equal=lambda a, b: a // 2 == b // 2), 2000)
        self.found(x, keys, lambda a, b: a // 2 == b // 2)
        self.found(x, keys[:3], lambda a, b: (a & 1 == b & 1) & (a * 0 + 1 == 1))
        # Any true value.
        self.assertEqual(prim.search([3, 3, 1, 0], [1, 2], equal=lambda a, b: a - b - 1), 1)
        x, keys = np.float32([np.nan, 1, 2]), np.float32([1, 2])
        self.assertEqual(prim.search(x, keys), 1)
        self.assertEqual(prim.search(x, x), 3)
        x, keys = np.arange(100) % 2 == 0, np.arange(81) % 2 == 1
        self.assertEqual(prim.find_end(prim.array(x), prim.array(keys)).numpy(), 19)

    def test_one_program_for_all_lengths(self):
        x = rng.integers(0, 50, 100)
        texts = {prim.search.lower(x, x[:m]).mlir() for m in [1, 9, 90]}
        self.assertEqual(len(texts), 1)

    def test_errors(self):
        x = np.int32([1, 2, 3])
        for error, text, call in [
            (TypeError, "function is a int", lambda: prim.transform(x, 3)),
            (TypeError, "x is a tuple", lambda: prim.adjacent_difference((x, x))),
            (ValueError, "count is -1", lambda: prim.search_n(x, -1, 2)),
            (ValueError, "x has shape", lambda: prim.search([[1]], [1])),
            (ValueError, "sequence has shape", lambda: prim.search(x, [[1]])),
            (ValueError, "keys has shape", lambda: prim.find_first_of(x, [[1]])),
        ]:  # fmt: skip
            with self.assertRaisesRegex(error, text):
                call()


if __name__ == "__main__":
    unittest.main()
