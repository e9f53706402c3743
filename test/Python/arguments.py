# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: libprim, emulator, numpy
# RUN: %python %s
"""Wrong arguments raise TypeErrors and ValueErrors that name the argument."""

import inspect
import unittest
import warnings

import numpy as np
import prim

X = np.int32([3, 1, 2])


class Arguments(unittest.TestCase):
    def wrong(self, error, text, function, *arguments, **options):
        with self.assertRaisesRegex(error, text):
            function(*arguments, **options)

    def test_operator(self):
        self.wrong(
            ValueError,
            "op is 'plus'; it can be a function, or one of sum, prod",
            prim.scan,
            X,
            "plus",
        )
        self.wrong(TypeError, "op is a int", prim.scan, X, 3)
        self.wrong(
            TypeError,
            "op 'and' does not work on float32",
            prim.scan,
            np.float32([1]),
            "and",
        )
        self.wrong(
            TypeError, "op is 'sum', but the state is a tuple of 2", prim.scan, (X, X)
        )
        self.wrong(
            TypeError,
            "op: the function takes and has to return a tuple of 2 values, not one",
            prim.scan,
            (X, X),
            lambda a, b: a[0],
        )
        self.wrong(
            TypeError,
            "op: the result is float64, but the state is int32; pass dtype=",
            prim.scan,
            X,
            lambda a, b: a / b,
        )
        self.wrong(TypeError, "positional argument", prim.scan, X, lambda a: a)
        self.wrong(TypeError, "^op: .*not on str", prim.scan, X, lambda a, b: "a")
        text = dict(prologue=lambda v: (v, "a"))
        self.wrong(TypeError, "^prologue: .*not on str", prim.scan, X, **text)

    def test_arrays(self):
        self.wrong(TypeError, "x has dtype complex128", prim.scan, [1j])
        self.wrong(TypeError, "x has dtype <U1", prim.sort, ["a"])
        self.wrong(
            TypeError,
            r"x\[1\] has dtype object",
            prim.scan,
            (X, np.array([{}, 1, 2])),
            lambda a, b: a,
        )
        self.wrong(
            ValueError,
            r"x\[1\] has shape \(2,\), but x\[0\] has \(3,\)",
            prim.scan,
            (X, X[:2]),
            lambda a, b: a,
        )
        self.wrong(
            TypeError, "x is a tuple; argsort takes one array", prim.argsort, (X, X)
        )
        self.wrong(TypeError, "x is a tuple; pass less", prim.sort, (X, X))

    def test_moving_arrays(self):
        """An array that moves along with the keys is named as it is passed."""
        for text, options in (
            (r"^values has shape \(4,\), but x has", dict(values=np.zeros(4))),
            (r"^values has shape \(\), but x has", dict(values=3)),
            (r"^values\[1\] has shape \(4,\)", dict(values=(X, np.zeros(4)))),
        ):
            self.wrong(ValueError, text, prim.sort, X, **options)
        less = dict(values=np.zeros(4), less=lambda a, b: a[0] < b[0])
        self.wrong(ValueError, r"^values .*, but x\[0\] has", prim.sort, (X, X), **less)
        self.wrong(TypeError, "^values has dtype c", prim.sort, X, values=X * 1j)

    def test_ragged(self):
        ragged = [[1, 2], [3]]
        for call in (prim.scan, prim.array, prim.argsort):
            self.wrong(ValueError, "^x: .*inhomogeneous", call, ragged)
        pair = (X, ragged), lambda a, b: a
        self.wrong(ValueError, r"^x\[1\]: .*inhomogeneous", prim.scan, *pair)
        self.wrong(ValueError, "^values: ", prim.sort, X, values=ragged)
        self.wrong(ValueError, "^initial: ", prim.scan, X, initial=ragged)

    def test_masks(self):
        """A mask is never ignored."""
        masked = np.ma.masked_array(X, [0, 1, 0])
        for call in (prim.scan, prim.reduce, prim.sort, prim.argsort, prim.array):
            self.wrong(TypeError, "^x is a masked array", call, masked)
            self.wrong(TypeError, "^x is a masked array", call, [masked, masked])
        pair = (X, masked), lambda a, b: a
        self.wrong(TypeError, r"^x\[1\] is a masked array", prim.scan, *pair)
        self.wrong(TypeError, "^values is a masked", prim.sort, X, values=masked)
        self.wrong(TypeError, "^out is a masked", prim.sort, X, out=masked)
        self.wrong(TypeError, "^initial is a", prim.scan, X, initial=np.ma.masked)
        self.wrong(TypeError, "^host is a masked", prim.array(X).upload, masked)

    def test_help(self):
        """Docstrings describe all parameters, including those that functions share."""
        folds = (prim.scan, prim.reduce, prim.segment_reduce, prim.reduce_by_key)
        for function in folds + (prim.sort, prim.argsort):
            for text in (function.__doc__, function.lower.__doc__):
                self.assertNotRegex(text, "[{}]")
                for name in inspect.signature(function).parameters:
                    self.assertRegex(text, rf"(?m)^    .*\b{name}\b[^:\n]*:")

    def test_axis(self):
        self.wrong(ValueError, "axis 1 is out of bounds", prim.scan, X, axis=1)
        self.wrong(IndexError, "axis -2 is out of bounds", prim.sort, X, axis=-2)
        self.wrong(TypeError, "axis is a float", prim.reduce, X, axis=1.0)

    def test_dtype(self):
        self.wrong(
            TypeError, "dtype has dtype complex64", prim.scan, X, dtype="complex64"
        )
        self.wrong(
            TypeError, "dtype: 'wide' is not understood", prim.reduce, X, dtype="wide"
        )
        self.wrong(
            ValueError,
            "dtype has 3 dtypes for a state of 2",
            prim.scan,
            (X, X),
            lambda a, b: a,
            dtype=("i4",) * 3,
        )
        self.wrong(
            TypeError,
            "dtype is int16; positions are int32 or int64",
            prim.argsort,
            X,
            dtype="int16",
        )

        self.wrong(
            TypeError,
            "dtype is float64, but op 'any' gives bool, as in numpy",
            prim.reduce,
            X,
            "any",
            dtype="f8",
        )

    def test_out(self):
        self.wrong(
            ValueError,
            r"out has shape \(2,\), but the result has \(3,\)",
            prim.scan,
            X,
            out=np.zeros(2),
        )
        self.wrong(
            TypeError,
            "out has dtype int32, which float32 is not cast to",
            prim.scan,
            np.float32(X),
            "max",
            out=np.zeros(3, "i4"),
            dtype="f4",
        )
        # numpy casts a sum of floats in this way, but no other result of floats.
        for op in ("sum", "max"):
            self.wrong(
                TypeError,
                r"out has dtype int64, which float64 is not cast to; .*astype\('int64'\)",
                prim.scan,
                np.array([0.5, 0.75, 0.75]),
                op,
                out=np.zeros(3, np.int64),
            )
        # The message names the given type, not one that would hold both.
        for source, out in (("u8", "i8"), ("i8", "u8"), ("i4", "u4"), ("f4", "i4")):
            x, there = np.ones(3, source), np.zeros((), out)
            text = f"^out has dtype {there.dtype}, which {x.dtype} is not cast to; "
            self.wrong(TypeError, text, prim.reduce, x, "min", out=there)
        for dtype in ("complex64", "S3", object, "M8[s]", "longdouble"):
            there = np.zeros(3, dtype)
            text = "^out has dtype .*, which prim does not work on"
            for call in (prim.scan, prim.sort, prim.argsort):
                self.wrong(TypeError, text, call, X, out=there)
            self.wrong(TypeError, text, prim.scan, X, lambda a, b: a, out=there)
        self.wrong(TypeError, "out is a list", prim.scan, X, out=[1, 2, 3])
        self.wrong(
            ValueError, "out has 2 arrays for 1 results", prim.scan, X, out=(X, X)
        )
        frozen = np.zeros(3, np.int64)
        frozen.flags.writeable = False
        self.wrong(ValueError, "out is read-only", prim.scan, X, out=frozen)
        a = prim.array(np.arange(10))
        self.wrong(ValueError, "out overlaps an input", prim.scan, a[:9], out=a[1:])
        self.wrong(ValueError, "out overlaps an input", prim.sort, a, out=a)

        both = (prim.array(X), prim.array(X))
        swap = (both[1], both[0])
        swapped = dict(op=lambda a, b: b, out=swap)
        self.wrong(ValueError, "out overlaps an input", prim.scan, both, **swapped)
        twice = dict(op=lambda a, b: b, out=(both[0], both[0]))
        self.wrong(ValueError, "another result", prim.scan, (X, X), **twice)
        reads = dict(prologue=lambda v: v + both[0][v], out=both[0])
        self.wrong(ValueError, "out overlaps", prim.scan, both[0], "max", **reads)

    def test_starts(self):
        self.wrong(
            TypeError,
            "initial is 1.5, which is not a value of int64",
            prim.scan,
            X,
            initial=1.5,
        )
        self.wrong(
            TypeError,
            "initial is 300, which is not a value of int8",
            prim.scan,
            np.int8([1]),
            "max",
            initial=300,
        )
        self.wrong(
            TypeError, r"initial has shape \(2,\)", prim.reduce, X, initial=[1, 2]
        )
        self.wrong(
            ValueError,
            "identity has 1 values for a state of 2",
            prim.reduce,
            (X, X),
            lambda a, b: a,
            identity=0,
        )
        self.wrong(
            TypeError,
            "exclusive scan with a function needs initial or identity",
            prim.scan,
            X,
            lambda a, b: a,
            exclusive=True,
        )
        self.wrong(
            TypeError,
            "needs identity or initial",
            prim.reduce,
            X,
            lambda a, b: a,
            prologue=lambda v: v + 1,
        )
        self.wrong(
            ValueError,
            "zero-size array to reduction operation max",
            prim.reduce,
            X[:0],
            "max",
        )
        self.wrong(ValueError, "zero-size array", prim.reduce, X[:0], lambda a, b: a)
        for op in ("min", "sum", np.maximum):
            own = "identity is for functions, and op .* has its own; pass initial"
            for call in (prim.reduce, prim.scan):
                self.wrong(TypeError, own, call, X[:0], op, identity=7)

    def test_regions(self):
        self.wrong(
            TypeError,
            "prologue is a int; it has to be a function",
            prim.scan,
            X,
            prologue=3,
        )
        self.wrong(
            TypeError,
            "less has to return a comparison, not int32",
            prim.sort,
            X,
            less=lambda a, b: a - b,
        )
        self.wrong(
            ValueError,
            "descending and less",
            prim.sort,
            X,
            less=lambda a, b: a > b,
            descending=True,
        )

    def test_device(self):
        self.wrong(
            ValueError,
            "device is 'cpu'; it can be auto, hip, cuda, emulator",
            prim.scan,
            X,
            device="cpu",
        )
        self.wrong(prim.Error, "unknown chip 'gfx1'", prim.scan, X, chip="gfx1")
        self.wrong(TypeError, "chip is a int", prim.scan, X, chip=942)
        a = prim.array(X, chip="gfx90a")
        self.wrong(ValueError, "x is on gfx90a", prim.scan, a, chip="gfx1201")

        there = dict(chip="gfx1201")
        for options in (
            dict(prologue=lambda v: v + a[0]),
            dict(initial=a[0]),
            dict(out=prim.array(X, chip="gfx90a")),
        ):
            refers = "an array that the call refers to is on gfx90a"
            self.wrong(ValueError, refers, prim.scan, X, "max", **options, **there)

    def test_associativity(self):
        def minus(a, b):
            return a - b

        with self.assertWarnsRegex(
            prim.AssociativityWarning, "op is not associative on this data: with a = "
        ) as caught:
            prim.scan(X, minus, check=True)
        self.assertEqual(caught.filename, __file__)
        with self.assertWarnsRegex(prim.AssociativityWarning, "not commutative"):
            prim.scan(X, lambda a, b: b, commutative=True, check=True)
        with self.assertWarnsRegex(
            prim.AssociativityWarning, "not neutral with its identity"
        ):
            prim.scan(X, lambda a, b: a * b, identity=0, check=True)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            prim.scan(X, minus)
            noise = np.random.default_rng(0).normal(size=1000).astype(np.float32)
            prim.scan(noise, lambda a, b: a + b, check=True)
            prim.scan(
                noise, lambda a, b: prim.log(prim.exp(a) + prim.exp(b)), check=True
            )
            prim.scan(
                (noise, noise),
                lambda a, b: (a[0] * b[0], a[1] * b[0] + b[1]),
                check=True,
            )


if __name__ == "__main__":
    unittest.main()
