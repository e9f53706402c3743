# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: libprim, emulator, numpy
# RUN: env PRIM_EMULATOR_CHIP=gfx942 %python %s
# RUN: env PRIM_EMULATOR_CHIP=gfx1100 %python %s
"""prim.scan and prim.reduce against numpy, for kinds, dtypes, sizes and options."""

import unittest

import numpy as np
import prim
from support import FLOATS, INTEGERS, SIZES, numbers, run_on, same, shared

UFUNCS = {
    "sum": np.add,
    "prod": np.multiply,
    "min": np.minimum,
    "max": np.maximum,
    "fmin": np.fmin,
    "fmax": np.fmax,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
    "any": np.logical_or,
    "all": np.logical_and,
    "logical_xor": np.logical_xor,
}


class Folds(unittest.TestCase):
    def fold(self, name, dtype, sizes, calls=(prim.scan, prim.reduce)):
        ufunc = UFUNCS[name]
        for n in sizes:
            x = numbers(n, dtype)
            if name == "prod" and x.dtype.kind == "f":
                x = np.where(x == 0, 1, x).astype(dtype)
            message = f"{name} of {n} {dtype}"
            if prim.scan in calls:
                same(self, prim.scan(x, name), ufunc.accumulate(x), message)
            if prim.reduce in calls and (n or not name.endswith(("min", "max"))):
                same(self, prim.reduce(x, name), ufunc.reduce(x), message)

    def test_sum_of_all_types(self):
        for dtype in shared(INTEGERS + FLOATS + ["bool"]):
            self.fold(
                "sum", dtype, [0, 1, 65, 1000] if dtype == "float16" else SIZES[::2]
            )

    def test_kinds(self):
        """Each kind with all dtypes, alternating between chips, and between scans and
        reductions."""
        calls = [prim.scan, prim.scan, prim.reduce, prim.reduce]
        for number, name in enumerate(UFUNCS):
            cases = list(zip(["int32", "uint8", "float32", "bool"], calls))
            for dtype, call in shared(cases[:: -1 if number % 2 else 1]):
                if dtype != "float32" or name not in ("and", "or", "xor"):
                    self.fold(name, dtype, [0, 1, 65, 3000], [call])
            calls = calls[::-1]

    def test_sizes(self):
        self.fold("sum", "int32", SIZES)
        self.fold("max", "float64", SIZES)

    def test_nan(self):
        x = np.float32([1, np.nan, 3, -np.inf, 2])
        for name in shared(("min", "max", "fmax", "fmin")):
            same(self, prim.scan(x, name), UFUNCS[name].accumulate(x), name)

    def test_operators_by_object(self):
        import operator

        x = numbers(100, "int32")
        for op in (np.add, operator.add, sum, np.sum, "add"):
            same(self, prim.scan(x, op), np.cumsum(x))
        for op in (max, np.maximum, np.max):
            same(self, prim.reduce(x, op), x.max())

    def test_exclusive_reverse_initial(self):
        for n in (0, 1, 65, 5000):
            x = numbers(n, "int32")
            sums = np.cumsum(x, dtype=np.int64)
            before = sums - x
            same(self, prim.scan(x, exclusive=True), before)
            same(self, prim.scan(x, initial=7), sums + 7)
            same(self, prim.scan(x, exclusive=True, initial=7), before + 7)
            same(
                self,
                prim.scan(x, reverse=True),
                np.cumsum(x[::-1], dtype=np.int64)[::-1],
            )
            same(self, prim.reduce(x, initial=7), np.sum(x, initial=7))
            same(self, prim.reduce(x, "max", initial=3), np.max(x, initial=3))
        start = prim.reduce(prim.array([4, 5]))
        same(self, prim.scan(np.int64([1, 2]), initial=start), np.int64([10, 12]))
        two, three = [True, False], [True, False, True]
        ways = (
            (lambda: prim.scan(two, "all", initial=False), [False, False]),
            (lambda: prim.reduce(np.int32([1, 2]), "all", initial=0), np.False_),
            (lambda: prim.reduce([False], "max", initial=300), np.True_),
            (lambda: prim.scan(three, "all", exclusive=True), [True, True, False]),
        )
        for way, want in shared(ways):
            same(self, way(), want)

    def test_dtype(self):
        x = numbers(3000, "int16")
        for dtype in shared(("int16", "int32", "float64", "uint8")):
            same(self, prim.scan(x, dtype=dtype), np.cumsum(x, dtype=dtype))
            same(self, prim.reduce(x, dtype=dtype), np.sum(x, dtype=dtype))
        same(self, prim.reduce(np.float32([0.5, 0.7]), dtype="int32"), np.int32(0))
        same(
            self,
            prim.reduce(
                np.int8([100, 100]), lambda a, b: a + b, dtype="int32", identity=0
            ),
            np.int32(200),
        )

    @run_on(2)
    def test_out(self):
        x = numbers(300, "int32")
        out = np.zeros(300, np.int32)
        self.assertIs(prim.scan(x, out=out), out)
        same(self, out, np.cumsum(x, out=np.zeros(300, np.int32)))
        wide = np.zeros((300, 2))[:, 0]
        prim.scan(x, "max", out=wide)
        same(self, wide, np.maximum.accumulate(x).astype(float))
        on_device = prim.array(x)
        self.assertIs(prim.scan(on_device, "max", out=on_device), on_device)
        same(self, on_device, np.maximum.accumulate(x))
        scalar = np.zeros((), np.int64)
        prim.reduce(x, out=scalar)
        same(self, scalar, x.sum())

    def test_dtype_of_out(self):
        """Elements are not cast to the result's type before they are folded."""
        calls = (prim.scan, prim.reduce)
        for dtype, to in (
            ("float64", "float32"),
            ("int32", "int8"),
            ("int32", "float32"),
            ("int8", "int64"),
            ("uint8", "int16"),
            ("bool", "int32"),
            ("int64", "bool"),
        ):
            x = numbers(50, dtype)
            if dtype == "float64":
                x = x * 0.75
            cases = [("sum", calls[0]), ("max", calls[1])]
            calls = calls[::-1]
            if to in ("bool", "int64"):
                cases[1] = ("sum", calls[0])
            for name, call in shared(cases):
                ufunc, shape = UFUNCS[name], 50 if call is prim.scan else ()
                found, wanted = np.zeros(shape, to), np.zeros(shape, to)
                call(x, name, out=found)
                (ufunc.accumulate if shape else ufunc.reduce)(x, out=wanted)
                same(self, found, wanted, f"{name} of {dtype} to {to}")
        # numpy's loop for these two is that of float64.
        x, found = numbers(50, "uint64"), np.zeros(50, np.int64)
        prim.scan(x, out=found)
        same(self, found, np.cumsum(x).astype(np.int64))
        whole = np.zeros(3, np.int64)
        x = np.array([0.5, 0.75, 0.75])
        prim.scan(x, epilogue=lambda v: v.astype("int64"), out=whole)
        same(self, whole, np.cumsum(x).astype(np.int64))

    def test_axes(self):
        x = numbers(24, "int32").reshape(2, 3, 4)
        same(self, prim.scan(x), np.cumsum(x))
        same(self, prim.reduce(x), np.sum(x))
        same(self, prim.reduce(x, keepdims=True), np.sum(x, keepdims=True))
        row = x.reshape(1, 24, 1)
        same(self, prim.scan(row, axis=1), np.cumsum(row, axis=1))
        same(self, prim.reduce(row, axis=-2), np.sum(row, axis=-2))
        same(
            self,
            prim.reduce(row, axis=1, keepdims=True),
            np.sum(row, axis=1, keepdims=True),
        )

    def test_rows(self):
        """One axis among others, with rows that are empty, short, and many tiles
        long."""
        shapes = [(3, 4), (2, 3, 4), (5, 1000), (1000, 5), (2, 0, 3), (0, 4), (2, 9000, 2)]
        for shape in shapes:
            x = numbers(int(np.prod(shape)), "int32").reshape(shape)
            for axis in range(-len(shape), len(shape)):
                with self.subTest(shape=shape, axis=axis):
                    same(self, prim.scan(x, axis=axis), np.cumsum(x, axis=axis))
                    kept = prim.reduce(x, "max", axis=axis, keepdims=True, initial=3)
                    same(self, kept, np.max(x, axis=axis, keepdims=True, initial=3))

    def test_rows_on_the_device(self):
        x = numbers(3000, "float32").reshape(3, 1000)
        held, out = prim.array(x), prim.array(np.zeros((3, 1000), np.float32))
        found = prim.scan(held, "max", axis=0, out=out)
        self.assertIs(found, out)
        same(self, out.numpy(), np.maximum.accumulate(x, axis=0))
        folds = prim.reduce(held, "min", axis=1)
        self.assertIsInstance(folds, prim.Array)
        same(self, folds.numpy(), np.min(x, axis=1))

    def test_rows_of_tuples(self):
        """The place of the largest element of each row: indices are relative to the
        row."""
        x = numbers(6000, "int32").reshape(2, 1000, 3)
        for axis in shared(range(3)):
            found = prim.reduce(
                x,
                lambda p, q: prim.where(q[0] > p[0], q, p),
                prologue=lambda v, i: (v, i),
                epilogue=lambda p: p[1],
                identity=(np.iinfo(np.int32).min, -1),
                axis=axis,
            )
            same(self, found, np.argmax(x, axis=axis))

    def test_names_of_numpys(self):
        """prim.cumsum and similar functions, and places of NaNs and of equal
        elements."""
        dtypes = ("bool", "uint8", "int32", "int64", "float16", "float64", "float32")
        axes = (None, 0, 1, -1)
        # One of the functions with each dtype, and all of them with the last one.
        cases = [
            (("argmin", "argmax")[number // 2 % 2], dtype, axes[number % 4])
            for number, dtype in enumerate(dtypes)
        ]
        cases += [("argmax", "float32", axis) for axis in axes]
        for name, dtype, axis in shared(cases):
            x = (numbers(600, "int32") % 5).astype(dtype).reshape(3, 50, 4)
            if x.dtype.kind == "f":
                x[1, 7, 2] = np.nan
                x[0] = -np.inf
            with self.subTest(name=name, dtype=dtype, axis=axis):
                want = getattr(np, name)(x, axis=axis)
                same(self, getattr(prim, name)(x, axis=axis), want)
        for axis in shared((0, 1)):
            want = np.maximum.accumulate(x, axis=axis)
            same(self, prim.cummax(x, axis=axis), want)
            want = np.minimum.accumulate(x, axis=-axis)
            same(self, prim.cummin(x, axis=-axis), want)
            same(self, prim.cumsum(x[1:2], axis=axis), np.cumsum(x[1:2], axis=axis))
        same(self, prim.cumsum(x[1:2]), np.cumsum(x[1:2]))
        same(self, prim.cumprod([1, 2, 3]), np.cumprod([1, 2, 3]))
        for name, axis in shared([("argmax", 1), ("argmin", 0)]):
            kept = getattr(prim, name)(prim.array(x), axis=axis, keepdims=True)
            same(self, kept.numpy(), getattr(np, name)(x, axis=axis, keepdims=True))
        self.assertEqual(prim.argmin([3, 1, 1]), 1)
        for axis in (None, 0):
            with self.assertRaisesRegex(ValueError, "x is an empty sequence"):
                prim.argmax(np.ones((0, 3)), axis=axis)
        with self.assertRaisesRegex(ValueError, "axis 2 is out of bounds"):
            prim.argmax(np.ones((0, 3)), axis=2)

    def test_rows_need_a_start(self):
        with self.assertRaisesRegex(TypeError, "needs identity or initial"):
            prim.reduce(np.ones((2, 3)), lambda a, b: a * b, axis=0)


class Functions(unittest.TestCase):
    def test_affine(self):
        def combine(f, g):
            return f[0] * g[0], f[1] * g[0] + g[1]

        for n in SIZES:
            a, b = numbers(n, "int32", 1), numbers(n, "int32", 2)
            found = prim.scan((a, b), combine, check=True)
            y, wanted = np.int32(0), np.empty(n, np.int32)
            with np.errstate(over="ignore"):
                for i in range(n):
                    y = wanted[i] = a[i] * y + b[i]
                same(self, found[0], np.multiply.accumulate(a, dtype=np.int32))
            same(self, found[1], wanted, str(n))

    def test_argmax(self):
        def combine(a, b):
            return prim.where((b[0] > a[0]) | ((b[0] == a[0]) & (b[1] < a[1])), b, a)

        for n in SIZES[1:]:
            x = numbers(n, "int8")
            value, place = prim.reduce((x, np.arange(n)), combine, commutative=True)
            self.assertEqual((value, place), (x.max(), x.argmax()))

    @run_on(2)
    def test_argmax_by_index(self):
        x = numbers(5000, "float32")
        place = prim.reduce(
            x,
            lambda a, b: prim.where(
                (b[0] > a[0]) | ((b[0] == a[0]) & (b[1] < a[1])), b, a
            ),
            prologue=lambda v, i: (v, i),
            epilogue=lambda state: state[1],
            identity=(-np.inf, -1),
        )
        same(self, place, x.argmax())

    def test_not_commutative(self):
        for n in SIZES[1:]:
            x = numbers(n, "uint64")
            same(self, prim.reduce(x, lambda a, b: b), x[-1])
            same(self, prim.reduce(x, lambda a, b: a), x[0])
            same(
                self,
                prim.scan(x, lambda a, b: b, exclusive=True, initial=5)[1:],
                x[:-1],
            )

    @run_on(2)
    def test_bool_state(self):
        flags = numbers(3000, "bool")
        values = numbers(3000, "int32")

        def combine(a, b):
            return prim.where(b[1], b[0], a[0] + b[0]), a[1] | b[1]

        found, seen = prim.scan((values, flags), combine)
        wanted, total = np.empty_like(values), np.int32(0)
        with np.errstate(over="ignore"):
            for i in range(3000):
                total = values[i] if flags[i] else total + values[i]
                wanted[i] = total
        same(self, found, wanted)
        same(self, seen, np.logical_or.accumulate(flags))

    def test_prologue_and_epilogue(self):
        x = numbers(2000, "float32")
        same(self, prim.reduce(x, prologue=lambda v: v != 0), np.count_nonzero(x))
        same(
            self,
            prim.reduce(x, prologue=np.square, epilogue=np.sqrt),
            np.sqrt(np.sum(x * x)),
        )
        same(
            self,
            prim.scan(x, prologue=lambda v, i: i, dtype="int64"),
            np.cumsum(np.arange(2000)),
        )
        mean, count = prim.reduce(
            (x, np.ones(2000, np.int32)),
            lambda a, b: (a[0] + b[0], a[1] + b[1]),
            epilogue=lambda s: (s[0] / s[1], s[1]),
        )
        same(self, count, np.int32(2000))
        self.assertEqual(mean.dtype, np.float64)

    @run_on(2)
    def test_reads(self):
        x = prim.array(numbers(1000, "float32"))
        top = prim.reduce(x, "max")
        same(
            self,
            prim.scan(x, prologue=lambda v: v - top),
            np.cumsum(x.numpy() - top.numpy()),
        )
        table = prim.array(np.int32([10, 20, 30, 40]))
        picks = numbers(500, "uint8") % 4
        same(
            self,
            prim.reduce(picks, prologue=lambda v: table[v]),
            table.numpy()[picks].sum(),
        )

    @run_on(1)
    def test_log_space(self):
        x = numbers(3000, "float32")
        found = prim.scan(x, np.logaddexp)
        want = np.logaddexp.accumulate(x.astype("float64"))
        np.testing.assert_allclose(found, want, rtol=1e-5)
        infinite = np.float32([-np.inf, -np.inf, 1])
        same(self, prim.scan(infinite, np.logaddexp), infinite)

    @run_on(1)
    def test_closure_is_not_stale(self):
        x = numbers(10, "int32")
        for scale in (2, 3):
            same(
                self,
                prim.reduce(x, "max", prologue=lambda v: v * scale, dtype="int64"),
                np.max(x * scale).astype("int64"),
            )


if __name__ == "__main__":
    unittest.main()
