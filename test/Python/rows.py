# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: libprim, emulator, numpy
# RUN: env PRIM_EMULATOR_CHIP=gfx942 %python %s
# RUN: env PRIM_EMULATOR_CHIP=gfx1100 %python %s
"""Sorts along axes and of segments, and folds along several axes, against numpy."""

import itertools
import unittest

import numpy as np
import prim
from support import numbers, run_on, same, shared

# Lengths that lanes, a wave, a block, and passes sort; and one more than each holds.
LENGTHS = [1, 5, 16, 17, 64, 65, 200, 700, 3000]
SPANS = [0, 1, 16, 17, 100, 300, 1000, 5000]
X = np.int32([3, 1, 4, 1, 5])


def noted(n, dtype="float32", seed=0):
    """Floats with duplicates, NaN, infinities, and zeros of both signs."""
    some = [np.nan, -np.nan, -np.inf, np.inf, 0.0, -0.0, -0.0, 0.0, 1, 1, -2.5]
    return np.random.default_rng(seed + n).choice(some, n).astype(dtype)


def argsorted(x, axis=-1, descending=False):
    """numpy's stable positions; descending with NaN first and equal elements in
    order."""
    if not descending:
        return np.argsort(x, axis=axis, kind="stable")
    last = x.shape[axis] - 1
    turned = np.argsort(np.flip(x, axis), axis=axis, kind="stable")
    return last - np.flip(turned, axis)


def taken(x, order, axis=-1):
    return np.take_along_axis(x, order, axis)


def bits(test, found, wanted, message=""):
    """As same(), including the signs of zeros and of NaN."""
    same(test, found, wanted, message)
    signs = np.signbit(np.asarray(found)), np.signbit(wanted)
    np.testing.assert_array_equal(*signs, message)


class Axes(unittest.TestCase):
    def check(self, x, axis):
        """NaN comes last for either sign; zeros are equal and keep their order."""
        found = prim.sort(x, axis=axis)
        same(self, found, np.sort(x, axis=axis))
        bits(self, found, taken(x, argsorted(x, axis), axis))

    def test_all_axes(self):
        """Sorts of arrays of several ranks (sorts.py has those of rank 1), and of
        views."""
        for shape in ((3, 4), (2, 3, 4), (2, 3, 2, 5), (3, 1, 1, 4), (0, 3), (2, 0, 3)):
            x = noted(int(np.prod(shape))).reshape(shape)
            for axis in range(-len(shape), len(shape)):
                with self.subTest(shape=shape, axis=axis):
                    self.check(x, axis)
            same(self, prim.sort(x), np.sort(x))
        x = noted(240).reshape(4, 6, 10)
        for view in (x.transpose(2, 0, 1), x[::-2, 1:5, ::3], x[:, ::-1].T):
            for axis in range(3):
                self.check(view, axis)

    def test_lengths(self):
        """Lengths for each way of sorting rows, at each position among the axes."""
        for n in LENGTHS:
            x = noted(6 * n)
            for shape, axis in (((6, n), 1), ((n, 6), 0), ((2, n, 3), 1)):
                with self.subTest(shape=shape):
                    self.check(x.reshape(shape), axis)
        # More rows than a block has lanes.
        self.check(noted(1000 * 17).reshape(1000, 17), -1)

    @run_on(2)
    def test_pairs(self):
        for n in LENGTHS:
            keys = numbers(4 * n, "uint8").reshape(4, n) % 50
            a = numbers(4 * n, "float64").reshape(4, n)
            b = np.arange(4 * n, dtype=np.int16).reshape(4, n)
            order = argsorted(keys, descending=True)
            found = prim.sort(keys, (a, b), descending=True)
            for got, given in zip(found, (keys, a, b)):
                same(self, got, taken(given, order), str(n))

    @run_on(1)
    def test_argsort(self):
        """Equal elements keep their order; positions are relative to the row."""
        for n in LENGTHS:
            x = noted(6 * n, "float16").reshape(2, n, 3)
            same(self, prim.argsort(x, axis=1), argsorted(x, 1), str(n))
        nothing = x[:, :0]
        same(self, prim.argsort(nothing, axis=1), argsorted(nothing, 1))

    def test_on_the_device(self):
        x = noted(2 * 65 * 3).reshape(2, 65, 3)
        held, out = prim.array(x), prim.array(np.zeros_like(x))
        self.assertIs(prim.sort(held, axis=1, out=out), out)
        same(self, out, np.sort(x, axis=1))
        found = prim.sort(held, axis=0)
        self.assertIsInstance(found, prim.Array)
        same(self, found, np.sort(x, axis=0))
        same(self, held, x)
        wide = np.zeros((3, 65, 2), np.float32)
        prim.sort(x, axis=1, out=wide.T)
        same(self, wide.T, np.sort(x, axis=1))


def offsets_of(lengths):
    return np.concatenate([[0], np.cumsum(lengths)])


class Segments(unittest.TestCase):
    def sorted(self, x, spans, descending=False):
        """The positions of x, sorted within each of the spans."""
        order = np.arange(len(x))
        for begin, end in spans:
            part = argsorted(x[begin:end], descending=descending)
            order[begin:end] = begin + part
        return order

    def test_offsets(self):
        lengths = np.random.default_rng(3).permutation(SPANS * 2)
        offsets = offsets_of(lengths)
        x = noted(offsets[-1])
        spans = list(zip(offsets[:-1], offsets[1:]))
        bits(self, prim.sort(x, segments=offsets), x[self.sorted(x, spans)])
        for length in SPANS:
            x, offsets = noted(3 * length), np.arange(4) * length
            spans = list(zip(offsets[:-1], offsets[1:]))
            found = prim.sort(x, segments=offsets)
            bits(self, found, x[self.sorted(x, spans)], str(length))
        # Elements in no segment, and segments that extend outside of the array.
        x = noted(100)
        want = x[self.sorted(x, [(7, 40), (40, 60)])]
        bits(self, prim.sort(x, segments=[7, 40, 60]), want)
        want = x[self.sorted(x, [(0, 40), (40, 100)])]
        bits(self, prim.sort(x, segments=[-5, 40, 130, 200]), want)
        for segments in ([3], [3, 3, 3], [100, 200]):
            bits(self, prim.sort(x, segments=segments), x)
        bits(self, prim.sort(x[:0], segments=[0, 0, 2]), x[:0])
        # Many short ones.
        x, offsets = noted(3000), np.arange(1001) * 3
        spans = list(zip(offsets[:-1], offsets[1:]))
        bits(self, prim.sort(x, segments=offsets), x[self.sorted(x, spans)])

    def test_begins_and_ends(self):
        """Pairs of arrays in any order, with gaps. Elements in the gaps stay where they
        are; in a given result they are unchanged."""
        [into] = shared(("fresh", "given"))
        descending = into == "given"
        rng = np.random.default_rng(5)
        offsets = offsets_of(rng.permutation(SPANS * 2))
        spans = list(zip(offsets[:-1], offsets[1:]))
        spans = [spans[i] for i in rng.permutation(len(spans)) if i % 4]
        keys, values = numbers(offsets[-1], "int8"), numbers(offsets[-1], "float64")
        order = self.sorted(keys, spans, descending)
        options = dict(segments=tuple(np.array(spans).T), descending=descending)
        if into == "fresh":
            found = prim.sort(keys, values, **options)
            same(self, found[0], keys[order])
            same(self, found[1], values[order])
            return
        gaps = np.ones(len(keys), bool)
        for begin, end in spans:
            gaps[begin:end] = False
        self.assertTrue(gaps.any())
        given = np.full(len(keys), 99, np.int8), np.full((len(keys), 2), 9.5)[:, 0]
        found = prim.sort(keys, values, out=given, **options)
        self.assertIs(found[1], given[1])
        same(self, found[0], np.where(gaps, np.int8(99), keys[order]))
        same(self, found[1], np.where(gaps, 9.5, values[order]))
        held = tuple(prim.array(np.full(len(keys), 7, a.dtype)) for a in (keys, values))
        prim.sort(prim.array(keys), prim.array(values), out=held, **options)
        same(self, held[0], np.where(gaps, np.int8(7), keys[order]))

    @run_on(2)
    def test_argsort(self):
        """Positions in the whole array."""
        offsets = offsets_of(np.random.default_rng(7).permutation(SPANS)) + 3
        spans = list(zip(offsets[:-1], offsets[1:]))
        x = numbers(offsets[-1] + 5, "uint8") % 9
        held = prim.array(offsets.astype("int32"))
        found = prim.argsort(x, segments=held, dtype="int32")
        self.assertIsInstance(found, prim.Array)
        same(self, found, self.sorted(x, spans).astype("int32"))


class Folds(unittest.TestCase):
    def test_axes(self):
        """Folds along all subsets of the axes of an array."""
        for shape in ((4,), (3, 5), (3, 1, 4), (2, 65, 3, 7), (2, 0, 3)):
            x = numbers(int(np.prod(shape)), "int32").reshape(shape)
            places = range(len(shape))
            counts = range(len(shape) + 1)
            some = [itertools.combinations(places, count) for count in counts]
            for axis in shared(itertools.chain(*some)):
                with self.subTest(shape=shape, axis=axis):
                    same(self, prim.reduce(x, axis=axis), np.sum(x, axis=axis))
                    turned = tuple(a - len(shape) for a in reversed(axis))
                    kept = dict(axis=turned, keepdims=True)
                    same(self, prim.reduce(x, **kept), np.sum(x, **kept))

    def test_options(self):
        x = noted(6 * 100 * 4).reshape(6, 100, 4)
        for axis in shared(((0, 2), (0, 1))):
            options = dict(axis=axis, keepdims=True)
            found = prim.reduce(prim.array(x), "fmax", initial=0.5, **options)
            self.assertIsInstance(found, prim.Array)
            same(self, found, np.fmax.reduce(x, initial=0.5, **options))
            into = np.zeros(found.shape)
            self.assertIs(prim.reduce(x, "max", out=into, **options), into)
            same(self, into, np.max(x, **options).astype(float))
        with self.assertRaisesRegex(ValueError, "^x: zero-size array to reduction"):
            prim.reduce(x[:, :0], "max", axis=(0, 1))

    def test_order(self):
        """Elements are processed in C order, and their index counts in that order."""
        x = numbers(5 * 40 * 7, "int32").reshape(5, 40, 7)
        for axis in shared(((2, 0), (0, 1))):
            rows = np.moveaxis(x, sorted(axis), range(2))
            rows = rows.reshape(-1, rows.shape[2])
            last = prim.reduce(x, lambda a, b: b, axis=axis, initial=3)
            same(self, last, rows[-1])
            place = prim.reduce(
                x,
                lambda p, q: prim.where(q[0] > p[0], q, p),
                prologue=lambda v, i: (v, i),
                epilogue=lambda p: p[1],
                identity=(np.iinfo(np.int32).min, -1),
                axis=axis,
            )
            same(self, place, np.argmax(rows, axis=0))


class Arguments(unittest.TestCase):
    def wrong(self, error, text, function, *arguments, **options):
        with self.assertRaisesRegex(error, text):
            function(*arguments, **options)

    def test_axes(self):
        x = X.reshape(1, 5)
        for call in (prim.sort, prim.argsort, prim.scan, prim.reduce, prim.argmax):
            for axis in (2, -3):
                text = f"axis {axis} is out of bounds"
                self.wrong(ValueError, text, call, x, axis=axis)
            for axis in (0.0, "0", [0]):
                text = f"^axis is a {type(axis).__name__}; it has to be an integer"
                self.wrong(TypeError, text, call, x, axis=axis)
        for call in (prim.sort, prim.argsort, prim.scan, prim.argmin):
            text = "^axis is a tuple; it has to be an integer$"
            self.wrong(TypeError, text, call, x, axis=(0, 1))
        self.wrong(TypeError, "^axis is a tuple", prim.argmax, x[:0], axis=(0,))
        self.wrong(ValueError, "axis 0 is out of bounds", prim.sort, 3, axis=0)
        for axis in ((0, 0), (1, -1)):
            text = r"^axis is \(.*\), which names an axis twice"
            self.wrong(ValueError, text, prim.reduce, x, axis=axis)
        self.wrong(ValueError, "axis 2 is out of bounds", prim.reduce, x, axis=(0, 2))
        self.wrong(TypeError, "^axis is a float", prim.reduce, x, axis=(0, 1.0))
        text = "^a reduction with a function and .* needs identity or initial"
        self.wrong(TypeError, text, prim.reduce, X.reshape(1, 5, 1), max_of, axis=())

    def test_segments(self):
        for call in (prim.sort, prim.argsort):
            for error, text, options in (
                (ValueError, "^axis and segments both set what is sorted", dict(axis=0)),
                (ValueError, "^segments decreases from 4", dict(segments=[0, 4, 3])),
                (ValueError, "^segments has no elements", dict(segments=[])),
                (ValueError, "^segments has 3 arrays", dict(segments=([0], [1], [2]))),
                (ValueError, r"^segments\[1\] has 1 el", dict(segments=([0, 1], [2]))),
                (TypeError, "^segments has dtype float64", dict(segments=[0.0, 5.0])),
                (TypeError, "^segments has dtype bool", dict(segments=[False, True])),
                (TypeError, "^segments has dtype <U1", dict(segments="0")),
                (TypeError, "^axis is a float", dict(axis=1.0)),
            ):
                self.wrong(error, text, call, X, **dict(segments=[0, 5]) | options)
            text = r"^x has shape \(1, 5\), but segments is for arrays of rank 1"
            self.wrong(ValueError, text, call, X.reshape(1, 5), segments=[0, 5])
            call.lower(X, segments=[0, 5], axis=np.int64(-1))
        text = r"^values has shape \(4,\), but x has"
        self.wrong(ValueError, text, prim.sort, X, X[1:], segments=[0, 5])
        offsets = prim.array(np.int32([0, 1, 2, 4, 5]))
        options = dict(segments=offsets, out=offsets)
        self.wrong(ValueError, "^out overlaps an input", prim.sort, X, **options)
        held = prim.array(X)
        self.wrong(ValueError, "^out overlaps", prim.sort, held, axis=-1, out=held)


def max_of(a, b):
    return prim.where(b > a, b, a)


if __name__ == "__main__":
    unittest.main()
