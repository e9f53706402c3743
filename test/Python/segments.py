# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: libprim, emulator, numpy
# RUN: env PRIM_EMULATOR_CHIP=gfx942 %python %s
# RUN: env PRIM_EMULATOR_CHIP=gfx1100 %python %s
"""Segments of scans and reductions, by offsets, flags and keys, against numpy's folds
of each segment by itself."""

import operator
import unittest

import numpy as np
import prim
from support import SIZES, numbers, run_on, same, shared

X = np.int32([3, 1, 4, 1, 5])


class Foreign:
    """Another library's device array, which is the emulator's memory here."""

    def __init__(self, array, typestr):
        self.array = array
        self.__cuda_array_interface__ = {
            "shape": array.shape,
            "typestr": typestr,
            "data": (array.address, False),
            "version": 3,
        }


def spans_of(offsets):
    return list(zip(offsets[:-1].tolist(), offsets[1:].tolist()))


def runs_of(flags):
    """The segments of an array; elements whose `flags` are set start one."""
    starts = np.flatnonzero(flags)
    if not len(flags):
        return []
    bounds = [0] + [int(start) for start in starts if start] + [len(flags)]
    return list(zip(bounds[:-1], bounds[1:]))


def scanned(x, spans, ufunc=np.add, initial=None, exclusive=False, reverse=False, into=0):
    """The prefix folds of each of the spans, which may extend beyond the ends, in x's
    dtype. `into` holds the elements between the spans."""
    found = np.full(len(x), into, x.dtype)
    for begin, end in spans:
        begin, end = max(begin, 0), min(end, len(x))
        if begin >= end:
            continue
        part = x[begin:end]
        part = part[::-1] if reverse else part
        if initial is not None:
            part = np.concatenate([np.array([initial], x.dtype), part])
        part = ufunc.accumulate(part, dtype=x.dtype)
        if initial is not None:
            part = part[:-1] if exclusive else part[1:]
        found[begin:end] = part[::-1] if reverse else part
    return found


def folded(x, spans, initial=0, ufunc=np.add):
    """The fold of each of the spans in x's dtype."""
    return np.array(
        [
            ufunc.reduce(x[max(b, 0) : max(b, e, 0)], initial=initial, dtype=x.dtype)
            for b, e in spans
        ],
        x.dtype,
    )


def layouts(n):
    """Offsets of segments: none, one, segments of one element each, empty ones among
    others, gaps at the ends, and offsets beyond the array."""
    rng = np.random.default_rng(n)
    some = np.sort(rng.integers(0, n + 1, n // 5 + 4))
    return {
        "none": np.zeros(1, np.int64),
        "whole": np.array([0, n]),
        "single": np.arange(n + 1),
        "empty": np.zeros(4, np.int64),
        "mixed": np.concatenate([[0, 0], np.repeat(some, rng.integers(1, 3, len(some))), [n]]),
        "gaps": some,
        "few": np.sort(rng.integers(0, n + 1, 3)),
        "outside": np.array([-7, -2, n // 3, n + 5, n + 9]),
    }


def head_layouts(n):
    rng = np.random.default_rng(n)
    return {
        "never": np.zeros(n, bool),
        "always": np.ones(n, bool),
        "some": rng.random(n) < 0.1,
        "rare": rng.random(n) < 0.001,
        "many": rng.random(n) < 0.7,
    }


class Offsets(unittest.TestCase):
    def test_scan(self):
        for n in SIZES:
            x = numbers(n, "int32")
            for name, offsets in layouts(n).items():
                with self.subTest(n=n, name=name):
                    want = scanned(x, spans_of(offsets))
                    found = prim.scan(x, segments=offsets, dtype="int32")
                    same(self, found, want)

    def test_options_of_a_scan(self):
        for n in (0, 1, 65, 2049, 9000):
            x = numbers(n, "int32")
            for name in ("mixed", "gaps"):
                offsets = layouts(n)[name]
                turns = (False, True), (False, False), (True, False), (True, True)
                for exclusive, reverse in shared(turns):
                    options = dict(initial=7, exclusive=exclusive, reverse=reverse)
                    with self.subTest(n=n, name=name, **options):
                        want = scanned(x, spans_of(offsets), **options)
                        options.update(segments=offsets, dtype="int32")
                        same(self, prim.scan(x, **options), want)

    def test_begins_and_ends(self):
        """Segments in any order, with gaps, and some that end before they start."""
        rng = np.random.default_rng(1)
        for n in SIZES:
            x = numbers(n, "float32")
            for name, offsets in layouts(n).items():
                spans = spans_of(offsets)
                spans = [spans[i] for i in rng.permutation(len(spans)) if i % 3]
                spans += [(n // 2, n // 2 - 1), (n + 3, -3)]
                begins, ends = np.array(spans).T
                for reverse in (False, True):
                    with self.subTest(n=n, name=name, reverse=reverse):
                        want = scanned(x, spans, reverse=reverse)
                        found = prim.scan(x, segments=(begins, ends), reverse=reverse)
                        same(self, found, want)
        same(self, prim.scan(X, segments=([], [])), np.zeros(5, np.int64))
        same(self, prim.scan(X, segments=([3, 0], [5, 2])), [3, 4, 0, 1, 6])

    @run_on(2)
    def test_what_lies_in_no_segment(self):
        """An element in no segment is zero in a fresh result, and unchanged in a given
        one."""
        for n in (5, 65, 5000):
            x, offsets = numbers(n, "int32"), np.array([1, 3, n - 1])
            spans = spans_of(offsets)
            there = np.full(n, -5, np.int32)
            self.assertIs(prim.scan(x, segments=offsets, out=there), there)
            same(self, there, scanned(x, spans, into=-5))
            # Some results have another dtype, or holes between the elements.
            wide = np.full((n, 2), 2.5)[:, 0]
            prim.scan(x, "max", segments=offsets, out=wide)
            want = scanned(x, spans, np.maximum).astype(float)
            want[0] = want[-1] = 2.5
            same(self, wide, want)
            held, into = prim.array(x), prim.array(np.full(n, -5, np.int32))
            self.assertIs(prim.scan(held, segments=offsets, out=into), into)
            same(self, into, scanned(x, spans, into=-5))
            same(self, prim.scan(held, "max", segments=offsets)[:1], np.int32([0]))
            # In place.
            prim.scan(held, "sum", segments=([1], [3]), out=held)
            want = x.copy()
            want[1:3] = np.add.accumulate(x[1:3], dtype=np.int32)
            same(self, held, want)
        # A call fills its zeros each time that it runs.
        call = prim.scan.lower(prim.array(X), segments=([1], [3]))
        for _ in range(2):
            same(self, call(), [0, 1, 5, 0, 0])

    def test_reduce(self):
        for n in SIZES:
            x = numbers(n, "int32")
            for name, offsets in layouts(n).items():
                with self.subTest(n=n, name=name):
                    want = folded(x, spans_of(offsets))
                    found = prim.reduce(x, segments=offsets, dtype="int32")
                    same(self, found, want)

    def test_reduce_of_begins_and_ends(self):
        """Segments in any order, some of which overlap."""
        for n in (1, 64, 2049):
            x = numbers(n, "int32")
            spans = [(0, n), (n // 2, n), (n // 3, n // 2 + 1), (n, 0), (-2, n + 2)]
            begins, ends = np.array(spans).T
            found = prim.reduce(x, segments=(begins, ends), dtype="int32")
            same(self, found, folded(x, spans))

    def test_as_numpys_reduceat(self):
        x = numbers(3000, "float64")
        starts = np.unique(np.random.default_rng(0).integers(0, 3000, 40))
        offsets = np.append(starts, 3000)
        for name, ufunc in shared((("sum", np.add), ("max", np.maximum))):
            want = ufunc.reduceat(x, starts)
            same(self, prim.reduce(x, name, segments=offsets), want)
            same(self, prim.segment_reduce(x, offsets, name), want)

    def test_segments_of_nothing(self):
        """The fold of an empty segment is the initial value, or the identity."""
        inf = np.inf
        cases = (
            ("sum", "int32", 0),
            ("prod", "int64", 1),
            ("min", "int16", 2**15 - 1),
            ("max", "uint8", 0),
            ("min", "float32", inf),
            ("max", "float64", -inf),
            ("fmin", "float32", np.nan),
            ("all", "int32", True),
            ("any", "int32", False),
            ("min", "bool", True),
        )
        for op, dtype, want in shared(cases):
            for n in (0, 3):
                x = np.ones(n, dtype)
                found = prim.reduce(x, op, segments=[0, 0, n, n], epilogue=lambda v: v)
                self.assertEqual(found.shape, (3,))
                np.testing.assert_array_equal(found[[0, 2]], [want, want])
        x, offsets = np.int64(X), [0, 0, 5]
        ways = (
            (dict(op="max", initial=4), [4, 5]),
            # The epilogue of an empty segment.
            (dict(epilogue=lambda v: v + 1), [1, 15]),
        )
        for options, want in shared(ways):
            same(self, prim.reduce(x, segments=offsets, **options), want)
        for n in (0, 5):
            same(self, prim.reduce(X[:n], segments=[0]), np.zeros(0, np.int64))
            same(self, prim.reduce(X[:n], segments=[0] * 301), np.zeros(300, np.int64))

    @run_on(1)
    def test_types_of_offsets(self):
        x = numbers(200, "int32")
        offsets = np.array([0, 7, 7, 120, 200])
        want = folded(x, spans_of(offsets))
        options = dict(dtype="int32")
        for dtype in "int8 uint8 int16 uint16 int32 uint32 int64 uint64".split():
            given = np.minimum(offsets, 127) if dtype == "int8" else offsets
            some = folded(x, spans_of(given))
            found = prim.reduce(x, segments=given.astype(dtype), **options)
            same(self, found, some, dtype)
        for given in (offsets.tolist(), tuple(offsets.tolist()), offsets[::-1][::-1]):
            same(self, prim.reduce(x, segments=given, **options), want)
        for dtype in ("int32", "int64"):
            held = prim.array(offsets.astype(dtype))
            found = prim.reduce(x, segments=held, **options)
            self.assertIsInstance(found, prim.Array)
            same(self, found, want)
        # Numbers that the dtype on the device would wrap.
        far = np.uint64([0, 100, 2**63, 2**64 - 1])
        found = prim.reduce(x, segments=far, **options)
        same(self, found, folded(x, [(0, 100), (100, 200), (200, 200)]))
        found = prim.scan(x, segments=(np.uint32([0]), np.uint32([2**32 - 1])), **options)
        same(self, found, scanned(x, [(0, 200)]))
        mixed = (prim.array(np.int32([0, 9])), np.int64([5, 11]))
        found = prim.scan(x, segments=mixed, **options)
        same(self, found, scanned(x, [(0, 5), (9, 11)]))

    @run_on(1)
    def test_out_of_a_reduction(self):
        into = np.zeros(2, np.int16)
        self.assertIs(prim.reduce(X, segments=[0, 2, 5], out=into), into)
        same(self, into, np.int16([4, 10]))
        into = prim.array(np.zeros(2))
        found = prim.segment_reduce(prim.array(X), [0, 2, 5], "max", out=into)
        self.assertIs(found, into)
        same(self, into, [3.0, 5.0])


class Flags(unittest.TestCase):
    def test_scan(self):
        for n in SIZES:
            x = numbers(n, "int32")
            for name, flags in head_layouts(n).items():
                with self.subTest(n=n, name=name):
                    found = prim.scan(x, head=flags, dtype="int32")
                    same(self, found, scanned(x, runs_of(flags)))

    def test_types_of_flags(self):
        for n in (1, 65, 3000):
            x, flags = numbers(n, "int16"), numbers(n, "bool")
            dtypes = "bool int8 uint8 int16 uint32 int64".split()
            turns = False, True, True, False, False, True
            for dtype, reverse in shared(zip(dtypes, turns)):
                # Any number except 0 sets a flag; its lowest bit does not matter.
                given = flags.astype(dtype) * (1 if dtype == "bool" else 4)
                want = scanned(x, runs_of(flags), np.maximum, reverse=reverse)
                same(self, prim.scan(x, "max", head=given, reverse=reverse), want)
        given = Foreign(prim.array(np.uint8([0, 0, 2, 0, 255])), "|b1")
        for head, want in shared(
            ((given, [3, 4, 4, 5, 5]), ((0, 1, 0, 0, 1), [3, 1, 5, 6, 5]))
        ):
            same(self, prim.scan(X, head=head), want)
        same(self, prim.scan([], head=[]), np.zeros(0))

    def test_options_of_a_scan(self):
        for n in (1, 64, 4097):
            x, flags = numbers(n, "uint32"), head_layouts(n)["some"]
            turns = (False, False), (True, False), (True, True), (False, True)
            for exclusive, reverse in shared(turns):
                options = dict(initial=9, exclusive=exclusive, reverse=reverse)
                with self.subTest(n=n, **options):
                    want = scanned(x, runs_of(flags), **options)
                    found = prim.scan(x, head=flags, dtype="uint32", **options)
                    same(self, found, want)

    def test_reduce(self):
        for n in SIZES:
            x = numbers(n, "int32")
            for name, flags in head_layouts(n).items():
                with self.subTest(n=n, name=name):
                    found = prim.reduce(x, head=flags, dtype="int32")
                    same(self, found, folded(x, runs_of(flags)))
        # Runs are never empty and need no initial value.
        for op, want in shared((("min", [1, 1]), (lambda a, b: b, [1, 5]))):
            found = prim.reduce(X, op, head=[0, 0, 1, 0, 0])
            same(self, found, np.int32(want))
        found = prim.reduce(X[:0], op, head=np.zeros(0, np.int64))
        same(self, found, X[:0])

    @run_on(2)
    def test_out_of_a_reduction(self):
        for room in (0, 1, 2, 3, 9):
            folds, count = np.full(room, -1), np.array(-1, "int32")
            given = (folds, count)
            self.assertIs(prim.reduce(X, head=[1, 0, 1, 1, 0], out=given), given)
            self.assertEqual(count, 3)
            want = np.full(room, -1)
            want[:3] = [4, 4, 6][:room]
            same(self, folds, want, str(room))


class Keys(unittest.TestCase):
    def test_scan(self):
        for n in SIZES:
            x = numbers(n, "int32")
            for name, flags in head_layouts(n).items():
                keys = np.cumsum(flags)
                with self.subTest(n=n, name=name):
                    # The first element starts a run, also by its flag.
                    found = prim.scan(x, by=keys % 3, dtype="int32")
                    same(self, found, scanned(x, runs_of(flags)))

    def test_types_of_keys(self):
        dtypes = "bool int8 uint16 int32 uint64 float16 float32 float64".split()
        turns = (False, True, True, False) * 2
        for dtype, reverse in shared(zip(dtypes, turns)):
            for n in (1, 63, 2049):
                x, keys = numbers(n, "int32"), numbers(n, dtype)
                if keys.dtype.kind in "iu":
                    keys = keys // (np.iinfo(dtype).max // 2)
                heads = np.append(True, keys[1:] != keys[:-1])
                runs = runs_of(heads)
                options = dict(dtype="int32")
                found = prim.scan(x, by=keys, reverse=reverse, **options)
                same(self, found, scanned(x, runs, reverse=reverse), dtype)
                firsts, folds = prim.reduce_by_key(keys, x, **options)
                same(self, firsts, keys[heads], dtype)
                same(self, folds, folded(x, runs), dtype)

    def test_nan_and_zeros(self):
        """Each NaN is a run by itself, and the zeros are equal. The first one of equal
        keys is kept."""
        nan = np.nan
        for dtype in shared(("float32", "float16", "float64")):
            keys = np.array([nan, nan, -0.0, 0.0, 1, nan, 1, 1], dtype)
            x = np.arange(1, 9)
            same(self, prim.scan(x, by=keys), [1, 2, 3, 7, 5, 6, 7, 15])
            firsts, folds = prim.reduce_by_key(keys, x)
            same(self, firsts, np.array([nan, nan, 0, 1, nan, 1], dtype))
            self.assertTrue(np.signbit(firsts[2]))
            same(self, folds, [1, 2, 7, 5, 6, 15])

    def test_tuples(self):
        for n in SIZES[1:]:
            a, b, x = numbers(n, "bool"), numbers(n, "float32") + 0, numbers(n, "int32")
            heads = np.append(True, (a[1:] != a[:-1]) | (b[1:] != b[:-1]))
            found = prim.scan(x, by=(a, b), dtype="int32")
            same(self, found, scanned(x, runs_of(heads)))
            (first, second), folds = prim.reduce_by_key((a, b), x, "max")
            same(self, first, a[heads])
            same(self, second, b[heads])
            want = folded(x, runs_of(heads), np.iinfo("int32").min, np.maximum)
            same(self, folds, want)
        # A tuple of one array gives a tuple of one.
        (first,), folds = prim.reduce_by_key((X,), X)
        same(self, first, X)

    def test_equal(self):
        x = np.arange(3000)
        for size in (2, 7, 64, 1000):
            # Differences within a run are ignored.
            heads, keys = x % size == 0, x // size * 10 + x % 7
            equal = lambda a, b: a // 10 == b // 10
            same(self, prim.scan(x, by=keys, equal=equal), scanned(x, runs_of(heads)))
            firsts, folds = prim.reduce_by_key(keys, x, equal=equal)
            same(self, firsts, keys[heads])
            same(self, folds, folded(x, runs_of(heads)))
        # By the first member of a pair alone, with NaN equal to NaN, and by a table.
        pair = (np.int8([1, 1, 2, 2, 2]), np.arange(5))
        first = lambda a, b: a[0] == b[0]
        keys = np.float32([np.nan, np.nan, 1, 1, 2])
        alike = lambda a, b: (a == b) | (np.isnan(a) & np.isnan(b))
        table = prim.array(np.int32([5, 5, 6, 7, 7]))
        looked = lambda a, b: table[a] == table[b]
        ways = (
            (lambda: prim.scan(X, by=pair, equal=first), [3, 4, 4, 5, 10]),
            (lambda: prim.reduce_by_key(pair, X, equal=first)[0][1], [0, 2]),
            (lambda: prim.scan(X, by=np.arange(5), equal=looked), [3, 4, 4, 1, 6]),
            (lambda: prim.scan(X, by=keys, equal=alike), [3, 4, 4, 5, 5]),
        )
        for way, want in shared(ways):
            same(self, way(), want)

    @run_on(1)
    def test_bools_of_others(self):
        """Any byte other than 0 is true."""
        keys = Foreign(prim.array(np.uint8([2, 1, 0, 0, 255])), "|b1")
        same(self, prim.scan(X, by=keys), [3, 4, 4, 5, 5])
        values = Foreign(prim.array(np.uint8([2, 4, 0, 1, 8])), "|b1")
        found = prim.scan(values, "logical_xor", by=[1, 1, 2, 2, 2])
        same(self, found, [True, False, False, True, False])
        two = (keys, np.int8([0, 1, 1, 1, 1]))
        same(self, prim.scan(X, by=two), [3, 1, 4, 5, 5])

    def test_reduce(self):
        for n in SIZES:
            x = numbers(n, "float64")
            for name, flags in head_layouts(n).items():
                keys = np.cumsum(flags).astype("int32") % 5
                with self.subTest(n=n, name=name):
                    firsts, folds = prim.reduce_by_key(keys, x)
                    spans = runs_of(flags)
                    same(self, firsts, keys[[begin for begin, _ in spans]])
                    same(self, folds, folded(x, spans))

    def test_room(self):
        """Results without a place are dropped, but counted."""
        for n in (0, 1, 65, 5000):
            x, keys = numbers(n, "int32"), numbers(n, "int8") // 64
            spans = runs_of(np.append(True, keys[1:] != keys[:-1])[:n])
            firsts = keys[[begin for begin, _ in spans]]
            want = folded(x, spans)
            for room in {0, 1, len(spans) // 2, len(spans), len(spans) + 3}:
                given = (np.full(room, 99, "int8"), np.full(room, 7, "int32"), np.array(0))
                found = prim.reduce_by_key(keys, x, out=given)
                self.assertIs(found, given)
                held = tuple(prim.array(np.full_like(a, 3)) for a in given)
                prim.reduce_by_key(prim.array(keys), x, out=held)
                for filler, arrays in ((None, given), (3, held)):
                    k, f, count = map(np.asarray, arrays)
                    with self.subTest(n=n, room=room, filler=filler):
                        self.assertEqual(count, len(spans))
                        kept = min(room, len(spans))
                        same(self, k[:kept], firsts[:kept])
                        same(self, f[:kept], want[:kept])
                        same(self, k[kept:], np.full(room - kept, filler or 99, "int8"))
                        same(self, f[kept:], np.full(room - kept, filler or 7, "int32"))

    @run_on(2)
    def test_out_of_pairs(self):
        keys = (np.int8([1, 1, 2, 2, 2]), np.bool_([1, 0, 0, 0, 1]))
        given = (
            (np.zeros(4, "int8"), np.zeros(4, bool)),
            (np.zeros(4, "int64"), np.zeros(4, "float32")),
            np.array(0, "int32"),
        )
        combine = lambda a, b: (a[0] + b[0], prim.maximum(a[1], b[1]))
        found = prim.reduce_by_key(keys, (X, X), combine, out=given)
        self.assertIs(found, given)
        same(self, given[0][1], [True, False, False, True])
        same(self, given[1][0], [3, 1, 5, 5])
        same(self, given[1][1], np.float32([3, 1, 4, 5]))
        self.assertEqual(given[2], 4)

    @run_on(2)
    def test_on_the_device(self):
        keys, x = prim.array([7, 7, 3, 7]), prim.array(np.float32([1, 2, 3, 4]))
        firsts, folds = prim.reduce_by_key(keys, x)
        self.assertIsInstance(firsts, prim.Array)
        same(self, firsts, [7, 3, 7])
        same(self, folds, np.float32([3, 3, 4]))
        # The following calls accept them as any other array.
        same(self, prim.scan(folds), np.float32([3, 6, 10]))
        self.assertEqual(folds.reshape(3, 1).shape, (3, 1))
        mixed = prim.reduce_by_key([7, 7, 3, 7], x)[0]
        self.assertIsInstance(mixed, prim.Array)
        # The buffer that is folded may be that of the keys.
        found = prim.reduce_by_key(keys, keys, prologue=lambda v: 1)
        same(self, found[1], [2, 1, 1])
        call = prim.reduce_by_key.lower(keys, x)
        for _ in range(2):
            same(self, call()[1], np.float32([3, 3, 4]))
        self.assertRegex(call.mlir(), r"by_key\(%border0 : memref<\?xi64>\)")


class Functions(unittest.TestCase):
    """User-defined operators, prologues and epilogues, and initial values."""

    def test_affine(self):
        """y[i] = a[i] * y[i - 1] + b[i], which is not commutative."""
        combine = lambda f, g: (f[0] * g[0], f[1] * g[0] + g[1])
        for n in (1, 65, 2049, 9000):
            a, b = numbers(n, "int32", 1), numbers(n, "int32", 2)
            flags = head_layouts(n)["some"]
            spans = runs_of(flags)
            want = np.empty(n, np.int32)
            with np.errstate(over="ignore"):
                for begin, end in spans:
                    y = np.int32(0)
                    for i in range(begin, end):
                        y = want[i] = a[i] * y + b[i]
            offsets = np.array([begin for begin, _ in spans] + [n])
            # The end of each segment, in another order.
            pair = (offsets[:-1][::-1], offsets[1:][::-1])
            ways = (
                dict(head=flags),
                dict(segments=pair),
                dict(segments=offsets),
                dict(by=np.cumsum(flags)),
            )
            for options in shared(ways):
                found = prim.scan((a, b), combine, check=n > 1, **options)
                same(self, found[1], want)
            last = want[[end - 1 for _, end in spans]]
            keys, ab, one = np.cumsum(flags), (a, b), (1, 0)
            ways = (
                lambda: prim.reduce(ab, combine, segments=offsets, identity=one),
                lambda: prim.reduce(ab, combine, head=flags),
                lambda: prim.reduce_by_key(keys, ab, combine)[1],
                lambda: prim.reduce(ab, combine, segments=pair, identity=one),
            )
            for way in shared(ways):
                found = way()[1]
                same(self, found[::-1] if way is ways[3] else found, last)

    def test_order(self):
        """The first and the last of each segment."""
        for n in (1, 64, 5000):
            x, offsets = numbers(n, "uint64"), layouts(n)["mixed"]
            spans = spans_of(offsets)
            for op, place in shared(((lambda a, b: b, -1), (lambda a, b: a, 0))):
                # The operator ignores one side, whatever the initial value is.
                found = prim.reduce(x, head=np.ones(n, bool), op=op)
                same(self, found, x)
                runs = runs_of(head_layouts(n)["some"])
                keys = np.cumsum(head_layouts(n)["some"])
                want = np.array([x[b:e][place] for b, e in runs])
                same(self, prim.reduce_by_key(keys, x, op)[1], want)
            last = lambda a, b: b
            want = np.array([x[e - 1] if b < e else 5 for b, e in spans], "uint64")
            for segments in shared((offsets, (offsets[:-1], offsets[1:]))):
                same(self, prim.reduce(x, last, segments=segments, initial=5), want)

    def test_prologue_and_epilogue(self):
        for n in (1, 65, 5000):
            x, offsets = numbers(n, "float32"), layouts(n)["mixed"]
            spans = spans_of(offsets)
            squares = (x * x).astype("float64")
            options = dict(segments=offsets, dtype="float64")
            found = prim.reduce(x, prologue=np.square, epilogue=np.sqrt, **options)
            same(self, found, np.sqrt(folded(squares, spans)))
            # Indices are those of the whole array.
            index = np.arange(n)
            options = dict(prologue=lambda v, i: i, segments=offsets)
            same(self, prim.reduce(x, **options), folded(index, spans))
            for reverse in shared((False, True)):
                found = prim.scan(x, reverse=reverse, **options)
                same(self, found, scanned(index, spans, reverse=reverse))
            found = prim.scan(x, prologue=lambda v: v != 0, head=x != 0)
            same(self, found, scanned((x != 0).astype(int), runs_of(x != 0)))
            means = prim.reduce_by_key(
                np.cumsum(x > 0),
                x,
                lambda a, b: (a[0] + b[0], a[1] + b[1]),
                prologue=lambda v: (v, 1),
                epilogue=lambda s: s[0] / s[1],
            )[1]
            runs = runs_of(x > 0)
            same(self, means, np.array([np.mean(x[b:e], dtype=float) for b, e in runs]))

    def test_starts(self):
        x, nine, keys = np.int64(X), dict(initial=prim.array(9)), [1, 1, 2, 2, 2]
        options = dict(op=lambda a, b: a * b, by=keys, exclusive=True, identity=1)
        ways = (
            (lambda: prim.scan(x, segments=[0, 2, 5], **nine), [12, 13, 13, 14, 19]),
            (lambda: prim.reduce(x, segments=[0, 2, 2, 5], **nine), [13, 9, 19]),
            (lambda: prim.reduce_by_key(keys, x, **nine)[1], [13, 19]),
            (lambda: prim.scan(x, **options), [1, 3, 1, 4, 4]),
            (lambda: prim.scan(x, initial=2, **options), [2, 6, 2, 8, 8]),
        )
        for way, want in shared(ways):
            same(self, way(), want)

    def test_dtypes(self):
        for n in (1, 3000):
            x, flags = numbers(n, "int16"), head_layouts(n)["some"]
            spans = runs_of(flags)
            for dtype in shared((None, "int16", "int32", "float64")):
                wide = x.astype(dtype or "int64")
                same(self, prim.scan(x, head=flags, dtype=dtype), scanned(wide, spans))
                same(self, prim.reduce(x, head=flags, dtype=dtype), folded(wide, spans))
            truth = numbers(n, "bool")
            for name in shared(("logical_xor", "all")):
                ufunc = {"all": np.logical_and}.get(name, np.logical_xor)
                found = prim.scan(truth, name, head=flags)
                same(self, found, scanned(truth, spans, ufunc))
            low = numbers(n, "float16") / 4
            all_of_each = np.array([truth[b:e].all() for b, e in spans])
            highest = scanned(low, spans, np.maximum)
            ways = (
                (lambda: prim.reduce(truth, "all", head=flags), all_of_each),
                (lambda: prim.scan(low, "max", head=flags), highest),
            )
            for way, want in shared(ways):
                same(self, way(), want)

    @run_on(1)
    def test_operators_by_object(self):
        for op in (np.maximum, max, "maximum", np.max):
            same(self, prim.scan(X, op, segments=[0, 2, 5]), np.int32([3, 3, 4, 4, 5]))
        found = prim.reduce_by_key([1, 1, 2, 2, 2], X, operator.mul, dtype="int32")[1]
        same(self, found, np.int32([3, 20]))


class Arguments(unittest.TestCase):
    def wrong(self, error, text, function, *arguments, **options):
        with self.assertRaisesRegex(error, text):
            function(*arguments, **options)

    def test_one_way(self):
        head, by, offsets = dict(head=X), dict(by=X), dict(segments=[0, 5])
        two = "^{} and {} both set where segments start; pass one"
        for text, options in (
            (two.format("segments", "head"), offsets | head),
            (two.format("segments", "by"), offsets | by),
            (two.format("head", "by"), head | by),
            ("^axis and head both set what is fold", head | dict(axis=0)),
            ("^axis and by both set", by | dict(axis=-1)),
        ):
            self.wrong(ValueError, text, prim.scan, X, **options)
        self.wrong(ValueError, "^segments and head", prim.reduce, X, **offsets, **head)
        self.wrong(ValueError, "^axis and seg", prim.reduce, X, axis=0, **offsets)
        kept = dict(keepdims=True)
        self.wrong(ValueError, "^keepdims is for axes", prim.reduce, X, **kept, **head)
        alone = dict(equal=lambda a, b: a == b)
        self.wrong(TypeError, "^equal .*; pass by", prim.scan, X, **alone)
        self.wrong(TypeError, "^equal .*; pass by", prim.scan, X, **alone, **head)
        self.wrong(TypeError, "^segments is None", prim.segment_reduce, X, None)

    def test_offsets(self):
        device = prim.array
        for error, text, segments in (
            (ValueError, r"^segments has no elements, but n segments", []),
            (ValueError, "^segments decreases from 4 to 3 at element 2; pass begins", [0, 4, 3]),
            (ValueError, "^segments decreases from 200 to 1 at", np.uint8([200, 1])),
            (ValueError, r"^segments has shape \(\); it has to be of rank 1", 5),
            (ValueError, r"^segments has shape \(1, 2\)", [[0, 5]]),
            (ValueError, r"^segments has 3 arrays; .* begins and ends", ([0], [1], [2])),
            (ValueError, r"^segments has 1 arrays", ([0, 5],)),
            (ValueError, r"^segments\[1\] has 1 elements, but .*\[0\] has 2", ([0, 1], [2])),
            (ValueError, r"^segments\[0\] has shape \(1, 1\)", ([[0]], [1])),
            (TypeError, "^segments has dtype float64; offsets are integers", [0.0, 5.0]),
            (TypeError, "^segments has dtype bool; offsets are", [False, True]),
            (TypeError, r"^segments\[1\] has dtype float64; off", ([0], [5.5])),
            (TypeError, "^segments has dtype <U1", "0"),
            (TypeError, "^segments is a masked", np.ma.masked_array([0, 5], [0, 1])),
            (TypeError, "^segments has dtype uint32, .* dtype='int64'", device(np.uint32([0]))),
            (
                TypeError,
                r"^segments\[0\] has dtype int32, but segments\[1\] has int64; begins",
                (device(np.int32([0])), device([5])),
            ),
            (
                TypeError,
                r"^segments\[1\] has a value that int32, .*; pass both as int64",
                (device(np.int32([0])), np.array([2**40])),
            ),
        ):
            for call in (prim.scan, prim.reduce):
                self.wrong(error, text, call, X, segments=segments)
        self.wrong(ValueError, "^segments: .*inhomog", prim.scan, X, segments=[[0], [1, 2]])

    def test_flags_and_keys(self):
        wrong = self.wrong
        text = r"^x has shape \(1, 5\), but {} is for arrays of rank 1; pass x.reshape"
        rows = X.reshape(1, 5)
        wrong(ValueError, text.format("head"), prim.scan, rows, head=rows)
        wrong(ValueError, text.format("by"), prim.scan, rows, by=rows)
        wrong(ValueError, text.format("segments"), prim.reduce, rows, segments=[0, 5])
        wrong(ValueError, r"^x has shape \(\)", prim.reduce, 5, head=True)
        text = r"^{} has shape \(4,\), but {} has \(5,\)"
        wrong(ValueError, text.format("head", "x"), prim.scan, X, head=X[1:])
        wrong(ValueError, text.format(r"by\[1\]", "x"), prim.scan, X, by=(X, X[1:]))
        call = prim.reduce_by_key
        wrong(ValueError, text.format("keys", "values"), call, X[1:], X)
        two = dict(op=lambda a, b: a)
        text = text.format("keys", r"values\[0\]")
        wrong(ValueError, text, call, X[1:], (X, X), **two)
        wrong(ValueError, r"^values has shape \(1, 5\), but keys is", call, X, rows)
        text = "^head has dtype float32, but flags .*; pass head != 0"
        wrong(TypeError, text, prim.scan, X, head=np.float32(X))
        wrong(ValueError, r"^head has shape \(2, 5\)", prim.reduce, X, head=(X, X))
        wrong(TypeError, "^by has dtype complex", prim.scan, X, by=X * 1j)
        wrong(TypeError, "^keys has dtype object", call, None, X)
        text = "^equal is a int; it has to be a function"
        wrong(TypeError, text, prim.scan, X, by=X, equal=3)
        text = "^equal has to return a comparison, not {}"
        for equal, found in ((operator.sub, "int32"), (lambda a, b: (a < b,), "a tuple")):
            wrong(TypeError, text.format(found), prim.scan, X, by=X, equal=equal)
            wrong(TypeError, text.format(found), call, X, X, equal=equal)

    def test_starts(self):
        text = "^a function needs identity or initial to reduce segments"
        op = dict(op=lambda a, b: a, segments=[0, 5])
        self.wrong(TypeError, text, prim.reduce, X, **op)
        text = "^an exclusive scan with a function needs"
        op = dict(op=lambda a, b: a, exclusive=True, head=X)
        self.wrong(TypeError, text, prim.scan, X, **op)

    def test_out(self):
        call, wide, count = prim.reduce_by_key, np.zeros(5, np.int64), np.array(0)
        own = np.zeros(5, np.int32)
        what = "it has to be a tuple of keys, folds, count"
        for error, text, out in (
            (TypeError, f"^out is a ndarray; {what}", X),
            (TypeError, f"^out is a tuple of 2; {what}", (X, X)),
            (TypeError, "^out is a list", ([1], wide, count)),
            (ValueError, r"^out\[0\] has shape \(\), but the r", (count, wide, count)),
            (ValueError, r"^out has shape \(4,\), but .* \(5,\)", (own, wide[1:], count)),
            (ValueError, r"^out\[2\] has shape \(5,\), but .* \(\)", (own, wide, wide)),
            (ValueError, r"^out\[0\] has 2 arrays for 1 r", ((own, own), wide, count)),
            (ValueError, "^out has 2 arrays for 1 r", (own, (wide, wide), count)),
            (TypeError, "^out has dtype int64, but the result has int32", (wide,) * 2 + (count,)),
            (TypeError, "^out has dtype float64, but", (own, wide, np.zeros(()))),
            (TypeError, "^out has dtype uint32, but", (own, wide, np.array(0, "u4"))),
        ):
            self.wrong(error, text, call, X, X, out=out)
        text = "^out is a ndarray; it has to be a tuple of folds, count"
        self.wrong(TypeError, text, prim.reduce, X, head=X, out=wide)
        text = r"^out has shape \(5,\), but the result has \(1,\)"
        self.wrong(ValueError, text, prim.reduce, X, segments=[0, 5], out=wide)
        # No element is written while others read it, or written twice.
        x, other, number = prim.array(X), prim.array(X), prim.array(0)
        twice = "^out overlaps an input or another result"
        for out in ((x, other, number), (other, x, number), (other, other, number)):
            self.wrong(ValueError, twice, call, x, x, "max", out=out)
        self.wrong(ValueError, twice, prim.scan, X, "max", by=x, out=x)
        self.wrong(ValueError, twice, prim.scan, X, "max", head=x, out=x)
        offsets = prim.array(np.int32([0, 1, 2, 4, 5]))
        self.wrong(ValueError, twice, prim.scan, X, "max", segments=offsets, out=offsets)

    def test_device(self):
        there = prim.array(X, chip="gfx90a")
        text = "^{} is on gfx90a"
        x = prim.array(X)
        self.wrong(ValueError, text.format("head"), prim.scan, x, head=there)
        self.wrong(ValueError, text.format(r"by\[1\]"), prim.scan, x, by=(x, there))
        self.wrong(ValueError, text.format("keys"), prim.reduce_by_key, there, X, chip="gfx942")
        # Any array on a device determines where the call runs.
        found = prim.scan(X, head=prim.array([0, 0, 1, 0, 0], chip="gfx1201"))
        self.assertEqual(found.device.chip, "gfx1201")
        same(self, found, [3, 4, 4, 5, 10])


if __name__ == "__main__":
    unittest.main()
