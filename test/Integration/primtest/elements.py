# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element types: their representation in memory, and the wider numbers in which the
references compute.

A value is `raw` as in memory (for bf16, which numpy lacks, its bits) or `wide`: itself
for an integer, a float64 for f16, bf16 and f32, and for f64 the processor's long
double."""

import numpy as np


class Element:
    def __init__(self, name, raw, wide, mantissa=0, exponent=0):
        self.name = name
        self.raw = np.dtype(raw)
        self.wide = np.dtype(wide)
        self.size = self.raw.itemsize
        self.bits = 8 * self.size
        self.is_float = mantissa != 0
        if self.is_float:
            # Distance from 1 to the next number, and the extremes.
            self.eps = self.wide.type(2.0) ** -mantissa
            bias = 2 ** (exponent - 1) - 1
            self.largest = (2 - self.eps) * self.wide.type(2.0) ** bias
            self.denormal = self.wide.type(2.0) ** (1 - bias - mantissa)

    def to_wide(self, raw):
        # The bits are arbitrary, so numpy would warn about signalling NaNs.
        with np.errstate(all="ignore"):
            if self.name == "bf16":
                raw = (raw.astype(np.uint32) << 16).view(np.float32)
            return raw.astype(self.wide)

    def to_raw(self, wide):
        wide = np.asarray(wide)
        if self.name != "bf16":
            with np.errstate(all="ignore"):
                return wide.astype(self.raw)
        # To nearest, ties to even, in one rounding: bits lost in the conversion to
        # float32 are merged into its lowest bit.
        with np.errstate(all="ignore"):
            single = wide.astype(np.float32)
            bits = single.view(np.uint32)
            toward_zero = np.abs(single) > np.abs(wide)
            inexact = single != wide
            bits = np.where(toward_zero & np.isfinite(wide), bits - 1, bits)
            bits = np.where(inexact, bits | 1, bits).astype(np.uint32)
        rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
        return np.where(np.isnan(wide), 0x7FC0, rounded).astype(np.uint16)

    def literal(self, raw):
        """A constant of this type in MLIR, bit-exact."""
        if not self.is_float:
            return str(int(raw))
        return "0x%0*X" % (2 * self.size, int(self.bit_pattern(raw.reshape(1))[0]))

    def is_nan(self, raw):
        if not self.is_float:
            return np.zeros(raw.shape, bool)
        if self.name == "bf16":
            return (raw & 0x7FFF) > 0x7F80
        return np.isnan(raw)

    def bit_pattern(self, raw):
        return np.ascontiguousarray(raw).view("u%d" % self.size)

    def same(self, a, b):
        """Mask of places where two raw arrays agree bit for bit; all NaNs are equal."""
        return (self.bit_pattern(a) == self.bit_pattern(b)) | (
            self.is_nan(a) & self.is_nan(b)
        )


I8 = Element("i8", np.int8, np.int8)
I16 = Element("i16", np.int16, np.int16)
I32 = Element("i32", np.int32, np.int32)
I64 = Element("i64", np.int64, np.int64)
F16 = Element("f16", np.float16, np.float64, 10, 5)
BF16 = Element("bf16", np.uint16, np.float64, 7, 8)
F32 = Element("f32", np.float32, np.float64, 23, 8)
F64 = Element("f64", np.float64, np.longdouble, 52, 11)
INDEX = Element("index", np.int64, np.int64)
I1 = Element("i1", np.bool_, np.int8)
# The types of the warp sweep; the sweeps of higher levels use all types.
ELEMENTS = [I8, I16, I32, I64, F16, BF16, F32, F64]
EVERY_ELEMENT = [I8, I16, I32, I64, INDEX, F16, BF16, F32, F64]
BY_NAME = {element.name: element for element in EVERY_ELEMENT}


# The previous contents of results, in each byte.
UNTOUCHED = 0x5A


def untouched(element, shape):
    """The previous contents of an array."""
    bytes = np.full(int(np.prod(shape)) * element.size, UNTOUCHED, np.uint8)
    # A byte of i1 is 0 or 1.
    bytes = bytes & 1 if element.name == "i1" else bytes
    return bytes.view(element.raw).reshape(shape)


def ordered_keys(element, raw):
    """Integers in the order of the floats, with -0.0 below 0.0. The key of NaN is
    unspecified."""
    bits = element.to_wide(raw).astype(np.float64).view(np.int64)
    return np.where(bits < 0, np.int64(-(2**63)) - bits - 1, bits)


def from_ordered_keys(element, keys):
    bits = np.where(keys < 0, np.int64(-(2**63)) - keys - 1, keys)
    return element.to_raw(bits.view(np.float64))


# ---------------------------------------------------------------------------
# Data sets. Each block of a launch has one: numbers on which arithmetic is exact,
# random ones, and special ones.
# ---------------------------------------------------------------------------

EXACT, RANDOM, SPECIAL = range(3)
SETS = 3


def sample(element, rng, shape, flavor="order"):
    """Raw values of shape (SETS, *shape). `flavor` is their use: "add" and "mul" have
    sets on which these folds are exact in any order; "order" is for ops that only move
    and compare; "finite" is "order" without NaN."""
    sets = [
        element.to_raw(make(element, rng, shape))
        if element.is_float
        else make(element, rng, shape)
        for make in _MAKERS[flavor if element.is_float else "integer"]
    ]
    return np.stack(sets)


def _pick(pool):
    return lambda element, rng, shape: rng.choice(
        np.array(pool(element), element.wide), shape
    )


def _any_integer(element, rng, shape):
    info = np.iinfo(element.raw)
    return rng.integers(info.min, info.max, shape, element.raw, endpoint=True)


def _small(element, rng, shape):
    return rng.integers(-9, 10, shape).astype(element.wide)


def _bounded_walk(element, rng, shape):
    """Integers of which every run, through all axes, has a sum between -120 and 120,
    which bf16 represents exactly."""
    walk = np.cumsum(rng.integers(-9, 10, np.prod(shape, dtype=int)))
    bounded = np.abs((walk + 60) % 240 - 120) - 60
    return np.diff(bounded, prepend=0).reshape(shape)


def _normal(element, rng, shape):
    return rng.standard_normal(shape).astype(element.wide)


def _near_one(element, rng, shape):
    """Numbers of which any run, through all axes, has a product between 3/4 and 4/3 and
    is therefore not denormal."""
    walk = rng.uniform(-0.14, 0.14, np.prod(shape, dtype=int))
    steps = np.diff(walk, prepend=0).reshape(shape)
    return rng.choice([-1.0, 1.0], shape) * np.exp(steps)


def _powers_of_two(element, rng, shape):
    """Numbers of which any subset, in any order, has a product between 1/128 and 128:
    reductions of built-in kinds may combine them in any order. Signs distinguish the
    others."""
    size = np.prod(shape, dtype=int)
    steps = np.zeros(size, int)
    places = rng.permutation(size)[:14]
    steps[places] = np.resize([1, -1], len(places))
    return rng.choice([-1.0, 1.0], shape) * np.exp2(steps.reshape(shape))


def _extremes(element):
    info = np.iinfo(element.raw)
    return [info.min, info.max, info.min + 1, info.max - 1, -1, 0, 1]


def _finite(element):
    return [0.0, -0.0, element.denormal, -element.denormal, element.largest,
            -element.largest, np.inf, -np.inf, 1.0, -1.0]  # fmt: skip


def _exact_sums(element):
    # Mostly zeros, so that their signs are visible in the result.
    return ([-0.0] * 40 + [0.0] * 6 + [element.denormal, -3 * element.denormal] * 6
            + [np.inf] * 2 + [-np.inf, np.nan])  # fmt: skip


def _staged(pool, quiet, calm):
    """Values from `pool`. If there are many, half of them are `quiet`, and a quarter
    before or after these is from `calm`, so that one NaN does not make all prefixes
    equal."""
    few = 64

    def make(element, rng, shape):
        size = np.prod(shape, dtype=int)
        values = rng.choice(np.array(pool(element), element.wide), size)
        if size > few:
            values[: size // 2] = quiet
            middle = slice(size // 2, size - size // 4)
            values[middle] = rng.choice(
                np.array(calm(element), element.wide), middle.stop - middle.start
            )
            if rng.integers(2):
                values = values[::-1]
        return values.reshape(shape)

    return make


def _zeros_and_denormals(element):
    # As many positive as negative ones, so that sums of thousands stay exact.
    return [-0.0] * 8 + [0.0, element.denormal, -element.denormal]


def _signs(element):
    return [1.0] * 8 + [-1.0, -1.0]


def _exact_products(element):
    return [1.0, -1.0] * 24 + [0.0, -0.0, np.inf, -np.inf, np.nan]


_MAKERS = {
    "integer": [_small, _any_integer, _pick(_extremes)],
    "add": [_bounded_walk, _normal, _staged(_exact_sums, -0.0, _zeros_and_denormals)],
    "mul": [_powers_of_two, _near_one, _staged(_exact_products, 1.0, _signs)],
    "order": [_small, _normal, _pick(lambda e: _finite(e) + [np.nan, np.nan])],
    "finite": [_small, _normal, _pick(_finite)],
}


# ---------------------------------------------------------------------------
# Whole arrays, of types that numpy has.
# ---------------------------------------------------------------------------

DTYPES = {
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "f16": np.float16,
    "f32": np.float32,
    "f64": np.float64,
}


def element_of(array):
    """The element of an array, for integers of any signedness."""
    letter = "f" if array.dtype.kind == "f" else "i"
    return BY_NAME["%s%d" % (letter, 8 * array.itemsize)]


def exact_input(rng, kind, dtype, n):
    """Inputs on which every partial result of `kind` is exact, so that any order of
    combination gives the same bits."""
    dtype = np.dtype(dtype)
    if dtype.kind == "f":
        if kind == "add":
            return rng.integers(-8, 9, n).astype(dtype)
        if kind == "mul":
            # Powers of two whose running product stays near one.
            exponents = rng.integers(-1, 2, n)
            keep = np.cumsum(exponents)
            exponents[np.abs(keep) > 40] = 0
            signs = rng.choice([-1.0, 1.0], n)
            walk = np.clip(np.cumsum(exponents), -20, 20)
            steps = np.diff(walk, prepend=0)
            return (signs * np.exp2(steps)).astype(dtype)
        return rng.standard_normal(n).astype(dtype)
    info = np.iinfo(dtype)
    return rng.integers(info.min, info.max, n, dtype=dtype, endpoint=True)
