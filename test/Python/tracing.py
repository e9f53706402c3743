# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: libprim, emulator, numpy
# RUN: %python %s
"""Traced functions give the same results on the device as on numpy arrays. A function
that cannot be traced raises a TypeError with a suggestion."""

import math
import unittest

import numpy as np
import prim
from support import numbers, same


def values(dtype):
    """Numbers including all special ones of a type."""
    dtype = np.dtype(dtype)
    if dtype.kind == "f":
        special = [0, -0.0, 1, -1, 2.5, -2.5, 3, 0.5, -0.5, 7, np.inf, -np.inf, np.nan]
    else:
        limits = np.iinfo(dtype)
        special = [
            0,
            1,
            2,
            3,
            7,
            10,
            limits.max,
            limits.max - 1,
            limits.min,
            limits.min + 1,
        ]
    return np.array(special, dtype)


class Tracing(unittest.TestCase):
    def agree(self, functions, arrays, close=False):
        """Compares all functions at once: they are members of one state."""
        found = prim.scan(
            arrays, lambda a, b: b, prologue=lambda s: tuple(f(*s) for f in functions)
        )
        with np.errstate(all="ignore"):
            for place, (f, one) in enumerate(zip(functions, found)):
                want = np.asarray(f(*arrays))
                if close:
                    self.assertEqual(one.dtype, want.dtype, place)
                    np.testing.assert_allclose(
                        one, want, rtol=8 * np.finfo(want.dtype).eps, err_msg=str(place)
                    )
                else:
                    same(self, one, want, f"function {place} of {arrays[0].dtype}")

    def pairs(self, dtype):
        x, y = np.meshgrid(values(dtype), values(dtype))
        return np.ascontiguousarray(x.ravel()), np.ascontiguousarray(y.ravel())

    def test_arithmetic(self):
        for dtype in ("int8", "uint16", "int32", "uint64", "float32", "float64"):
            arrays = self.pairs(dtype)
            self.agree(
                [lambda x, y: x + y, lambda x, y: x - y, lambda x, y: x * y], arrays
            )
            self.agree(
                [
                    np.minimum,
                    np.maximum,
                    lambda x, y: np.fmin(x, y),
                    lambda x, y: abs(x),
                ],
                arrays,
            )
            self.agree(
                [
                    lambda x, y: -x if x.dtype.kind != "b" else x,
                    lambda x, y: x * 3 + 1,
                    lambda x, y: 5 - x,
                ],
                arrays,
            )

    def test_division(self):
        for dtype in ("int8", "uint8", "int32", "int64", "uint32"):
            self.agree([lambda x, y: x // y, lambda x, y: x % y], self.pairs(dtype))
        self.agree([lambda x, y: x / y], self.pairs("float32"))
        self.agree([lambda x, y: x / y], self.pairs("int32"))
        x, y = self.pairs("float32")
        finite = np.isfinite(x) & np.isfinite(y) & (y != 0)
        self.agree([lambda x, y: x // y, lambda x, y: x % y], (x[finite], y[finite]))

    def test_comparisons_and_bits(self):
        compare = [
            lambda x, y: x < y,
            lambda x, y: x <= y,
            lambda x, y: x == y,
            lambda x, y: x != y,
            lambda x, y: (x > y) | ~(x >= y),
        ]
        for dtype in ("int8", "uint32", "float32"):
            self.agree(compare, self.pairs(dtype))
        bits = [
            lambda x, y: x & y,
            lambda x, y: x | y,
            lambda x, y: x ^ y,
            lambda x, y: ~x,
        ]
        for dtype in ("int16", "uint64"):
            self.agree(bits, self.pairs(dtype))
        x = values("int32")
        shifts = np.array([0, 1, 31, 32, 40, 5, 3, 2, 30, 33], np.int32)
        self.agree([lambda x, y: x << y, lambda x, y: x >> y], (x, shifts))

    def test_conversions(self):
        for dtype in ("int8", "uint8", "int32", "uint32"):
            x = values(dtype)
            targets = [
                "int8",
                "uint16",
                "int64",
                "uint64",
                "float32",
                "float64",
                "bool",
            ]
            self.agree([lambda x, t=t: x.astype(t) for t in targets], (x,))
        # Numbers that int32 holds wrap.
        x = np.float32([-1, -1.5, 255.5, 256, 300, -129, 65536, -40000])
        narrow = ("int8", "uint8", "int16", "uint16")
        for dtype in ("float32", "float64"):
            casts = [lambda x, t=t: x.astype(t) for t in narrow]
            self.agree(casts, (x.astype(dtype),))
        x = np.float32([0, 1.9, -1.9, 100.5, -0.0])
        self.agree(
            [
                lambda x, t=t: x.astype(t)
                for t in ("int8", "int64", "float16", "float64", "bool")
            ],
            (x,),
        )

    def test_promotion(self):
        names = [
            "int8",
            "uint8",
            "int32",
            "uint32",
            "int64",
            "float16",
            "float32",
            "float64",
        ]
        for one in names:
            x, y = np.ones(2, one), [np.ones(2, other) for other in names]
            found = prim.scan(
                (x, *y),
                lambda a, b: b,
                prologue=lambda s: tuple(s[0] + other for other in s[1:]),
            )
            for place, other in enumerate(names):
                if one == "uint64" or other == "uint64":
                    continue
                self.assertEqual(
                    found[place].dtype, np.result_type(x, y[place]), (one, other)
                )
            self.agree(
                [
                    lambda x: x + 1,
                    lambda x: x * 0.5,
                    lambda x: x > 0,
                    lambda x: x + np.float32(2),
                    lambda x: x * np.float64(2),
                ],
                (x,),
            )

    def test_math(self):
        x = np.array([0.1, 0.5, 0.9, 0.25], np.float32)
        for names in (
            ["exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sqrt", "cbrt"],
            ["sin", "cos", "tan", "sinh", "cosh", "tanh"],
            [
                "arcsin",
                "arccos",
                "arctan",
                "arcsinh",
                "arctanh",
                "square",
                "reciprocal",
            ],
        ):
            self.agree([getattr(prim, name) for name in names], (x,), close=True)
        self.agree(
            [np.exp, lambda x: x**0.5, lambda x: x**3, lambda x: 2**x], (x,), close=True
        )
        self.agree([lambda x: prim.erf(x), lambda x: prim.rsqrt(x)], (x,), close=True)
        self.agree(
            [lambda x, y: np.arctan2(x, y), lambda x, y: np.copysign(x, -y)],
            (x, x[::-1].copy()),
            close=True,
        )
        self.agree(
            [
                np.floor,
                np.ceil,
                np.trunc,
                np.rint,
                np.isnan,
                np.isinf,
                np.isfinite,
                np.sign,
            ],
            (values("float32"),),
        )
        zeros = np.float64([0.0, -0.0])
        signs = [lambda x: 1 / np.sign(x), lambda x: 1 / -x, lambda x: 1 / np.rint(x)]
        self.agree(signs, (zeros,))
        self.agree([np.exp], (np.int16([1, 2, 3]),), close=True)
        self.agree(
            [lambda x: x**2, lambda x: x**0, np.sign, np.floor], (values("int32"),)
        )

    def test_exact_comparisons(self):
        """Integers of different types compare as numbers, although float64 would round
        them."""
        big = np.uint64([0, 1, 2**53, 2**53 + 1, 2**63 - 1, 2**63, 2**64 - 1])
        small = np.int64([0, -1, 2**53 + 1, 2**53, 2**63 - 1, -(2**63), -1])
        x, y = [np.ascontiguousarray(a.ravel()) for a in np.meshgrid(big, small)]
        compare = [np.less, np.less_equal, np.greater, np.greater_equal, np.equal]
        compare.append(np.not_equal)
        for f in compare:
            self.agree(
                [f, lambda x, y: f(y, x), lambda x, y: f(y, x.dtype.type(7))], (x, y)
            )
        self.agree(
            [lambda x, y: x < np.int64(-3), lambda x, y: np.int8(-1) < x], (x, y)
        )
        self.agree([lambda x, y: x > y.astype("int8")], (x, y))
        for dtype in ("int8", "uint8", "uint64", "int64"):
            for f in compare:
                self.agree(
                    [
                        lambda v: f(v, 300),
                        lambda v: f(-300, v),
                        lambda v: f(v, -(2**70)),
                        lambda v: f(2**64, v),
                    ],
                    (values(dtype),),
                )

    def test_dtypes_of_powers(self):
        for dtype in ("int8", "uint8", "uint64", "float16", "float32"):
            exponents = [2, 2.0, True, np.int64(2), np.uint8(2), np.float32(2)]
            x = np.array([0, 1, 2, 3, 5], dtype)
            self.agree([lambda v, e=e: np.power(v, e) for e in exponents], (x,))
        self.agree([lambda v: v**300], (values("int32"),))
        self.agree([lambda v: np.power(v, 3)], (np.array([True, False]),))

    def test_loops_for_integers(self):
        """Functions that numpy computes in another type than the argument's, or not at
        all."""
        for dtype in ("bool", "int8", "uint8", "int16", "int32", "uint64"):
            x = np.array([1, 2, 3, -1 if dtype[0] == "i" else 7]).astype(dtype)
            self.agree([np.rint, np.square, np.reciprocal, np.floor, np.sqrt], (x,))
            self.agree([lambda v: np.copysign(v, 300), lambda v: 2**40 / v], (x,))
        same(
            self,
            prim.scan(np.int32([0, 4]), "max", prologue=np.reciprocal),
            np.int32([0, 0]),
        )
        for f in (np.positive, np.negative, np.sign, lambda v: v - v, lambda v: +v):
            with self.assertRaises(TypeError):
                f(np.array([True]))
            with self.assertRaisesRegex(TypeError, "not work on bool, as in numpy"):
                prim.scan.lower([True], "max", prologue=f)
        self.agree([np.positive, lambda v: +v], (values("uint8"),))

    def test_where(self):
        x, y = numbers(500, "int32", 1), numbers(500, "int32", 2)
        self.agree(
            [lambda x, y: np.where(x < y, x, 0), lambda x, y: prim.where(x, y, 1.5)],
            (x, y),
        )

    def test_functions_are_numpys_elsewhere(self):
        same(self, prim.exp(np.float32([1])), np.exp(np.float32([1])))
        self.assertEqual(prim.maximum(2, 3), 3)
        self.assertAlmostEqual(float(prim.erf(1.0)), math.erf(1.0))

    def refused(self, function, remedy, error=TypeError):
        with self.assertRaisesRegex(error, remedy):
            prim.scan.lower(np.int32([1, 2]), "max", prologue=function)

    def test_refusals(self):
        self.refused(
            lambda v: v if v > 0 else 0, r"prim\.where\(condition, a, b\) for if"
        )
        self.refused(lambda v: min(v, 3), r"prim\.minimum")
        self.refused(lambda v: v > 1 and v < 5, "& | ~")
        self.refused(lambda v: 0 < v < 9, r"\(a < b\) & \(b < c\)")
        self.refused(lambda v: math.exp(v), r"prim\.exp for math\.exp")
        self.refused(lambda v: int(v), r"astype\(numpy\.int32\)")
        self.refused(lambda v: [1, 2, 3][v], r"index a prim\.Array")
        self.refused(lambda v: sum(range(v)), "unroll loops")
        self.refused(lambda v: sum(v), "single|tuples of values")
        self.refused(lambda v: np.asarray(v), "single numbers")
        self.refused(
            lambda v: np.sum(v),
            r"numpy\.sum cannot be traced; use a function of prim\.functions",
        )
        self.refused(lambda v: np.gcd(v, 3), r"numpy\.gcd cannot be traced")
        self.refused(lambda v: np.array([1, 2, 3]) + v, "prim.array|values|cannot")
        self.refused(lambda v: None, "prologue: the function returns nothing")
        self.refused(lambda v: v**v, "constant exponent")
        self.refused(lambda v: 1.5 & v, "bitwise_and does not work on float64")
        self.refused(lambda v: v + 2**40, "out of range for int32", OverflowError)
        self.refused(lambda v: v**-1, "negative integer powers", ValueError)
        self.refused(lambda v: round(v), r"prim\.rint")
        self.refused(lambda v: {v: 1}, "unhashable")
        kept = []
        prim.scan.lower(np.int32([1]), "max", prologue=lambda v: kept.append(v) or v)
        self.refused(lambda v: v + kept[0], "another")


if __name__ == "__main__":
    unittest.main()
