# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: libprim, emulator, numpy
# RUN: %python %s
"""Random expressions give the same when traced as in numpy: dtypes, values, and errors.

    python differential.py [PROGRAMS [SEED]]

tests more of them. A failure prints the expression and the seed that draws it."""

import random
import sys
import warnings

import numpy as np
import prim

DTYPES = "bool i1 u1 i2 u2 i4 u4 i8 u8 f2 f4 f8".split()
#: Functions of one operand, and of two. Functions that numpy rounds differently (exp,
#: sin, ...) are compared elsewhere, with a tolerance.
UNARY = (
    "-{} +{} ~{} abs({}) np.floor({}) np.ceil({}) np.trunc({}) np.rint({}) "
    "np.sign({}) np.square({}) np.isnan({}) np.isinf({}) np.isfinite({}) "
    "np.logical_not({}) np.positive({}) np.sqrt({})"
).split()
BINARY = [f"({{}} {op} {{}})" for op in "+ - * / // % & | ^".split()]
BINARY += [f"({{}} {op} {{}})" for op in "< <= > >= == !=".split()] * 2
BINARY += [
    f"np.{name}({{}}, {{}})"
    for name in "minimum maximum fmin fmax logical_and logical_or logical_xor "
    "floor_divide remainder copysign".split()
]
#: Numbers of Python, small, wide, of either sign, and of numpy.
NUMBERS = "0 1 2 3 7 -1 -2 100 200 300 -129 40000 70000 2**31 2**32+1 -2**40".split()
NUMBERS += "2**63 2**63-1 -2**63 2**64 True False 0.5 1.5 -2.0 1e10".split()


def values(dtype, rng, count):
    """Numbers including the special ones of the type, in any order."""
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return rng.integers(0, 2, count).astype(bool)
    if dtype.kind == "f":
        some = [0, -0.0, 1, -1, 2.5, -2.5, 0.5, 1.5, 3, 7, 100, np.inf, -np.inf, np.nan]
    else:
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
        some = [0, 0, 1, 2, 3, 7, 30, 100, high, high - 1, high // 2 + 1, low, low + 1]
        some += [-1, -2, -7] if low else [high // 2, high // 2 + 2]
    return rng.choice(np.array(some, dtype), count)


class Drawing:
    """Expressions of the names of inputs, as text that Python can evaluate."""

    def __init__(self, pick, names, arrays):
        self.pick, self.names, self.arrays = pick, names, arrays

    def scalar(self):
        if self.pick.random() < 0.6:
            return f"({self.pick.choice(NUMBERS)})"
        dtype = self.pick.choice(DTYPES)
        if dtype == "bool":
            return "np.True_"
        number = self.pick.choice("0 1 2 3 5 100".split())
        return f"np.{np.dtype(dtype).name}({number})"

    def expression(self, depth):
        if depth == 0:
            return self.pick.choice(self.names)
        inner = lambda: self.expression(depth - 1)
        draw = self.pick.random()
        if draw < 0.2:
            return self.pick.choice(UNARY).format(inner())
        if draw < 0.3:
            # numpy wraps numbers that the other operand's type cannot hold, which is an
            # error here.
            last = self.pick.choice([inner(), "0", "1", "0.5", "True"])
            return f"np.where({inner()}, {inner()}, {last})"
        if draw < 0.36:
            # For floats, only squares are rounded once in all implementations.
            exponent = "0 1 2 2.0 True np.int64(2) np.uint8(2) np.float32(2)"
            return f"np.power({inner()}, {self.pick.choice(exponent.split())})"
        if draw < 0.42:
            return self.cast(inner())
        if draw < 0.48:
            return f"({inner()} {self.pick.choice(['<<', '>>'])} {self.operand(depth)})"
        pair = [inner(), self.operand(depth)]
        self.pick.shuffle(pair)
        return self.pick.choice(BINARY).format(*pair)

    def cast(self, text):
        """The expression converted to another type, if the conversion is defined."""
        found = evaluated(text, self.names, self.arrays)
        if isinstance(found, type):
            return text
        to = DTYPES if found.dtype.kind != "f" else ["bool", "f2", "f4", "f8"]
        return f"({text}).astype('{self.pick.choice(to)}')"

    def operand(self, depth):
        if self.pick.random() < 0.5:
            return self.scalar()
        return self.expression(depth - 1)


def evaluated(text, names, arrays):
    """The value of the expression, or the class of its error."""
    try:
        with np.errstate(all="ignore"):
            return eval(text, dict(zip(names, arrays), np=np))
    except (TypeError, OverflowError, ValueError) as error:
        return type(error)


def agree(found, wanted):
    if found.dtype != wanted.dtype or found.shape != wanted.shape:
        return False
    if wanted.dtype.kind != "f":
        return np.array_equal(found, wanted)
    nan = np.isnan(wanted)
    return np.array_equal(np.isnan(found), nan) and np.array_equal(
        (found + 0).view(f"u{found.itemsize}")[~nan],
        (wanted + 0).view(f"u{wanted.itemsize}")[~nan],
    )


def run(seed, failures):
    """One program of as many expressions as numpy accepts."""
    pick, rng = random.Random(seed), np.random.default_rng(seed)
    names = ["x", "y", "z"]
    arrays = [values(pick.choice(DTYPES), rng, 60) for _ in names]
    drawing = Drawing(pick, names, arrays)
    signature = ", ".join(f"{n}: {a.dtype}" for n, a in zip(names, arrays))

    def report(text, what):
        failures.append(f"seed {seed}: {text} of {signature}: {what}")

    kept = []
    for _ in range(16):
        text = drawing.expression(pick.choice([1, 1, 2, 3]))
        wanted = evaluated(text, names, arrays)
        function = lambda s, text=text: eval(text, dict(zip(names, s), np=np))
        try:
            prim.scan.lower(tuple(arrays), lambda a, b: b, prologue=function)
            raised = None
        except (TypeError, OverflowError, ValueError) as error:
            raised = error
        if isinstance(wanted, type):
            # If an expression has several errors, either implementation may find
            # another one first.
            if raised is None:
                report(text, f"numpy raises {wanted.__name__}, prim does not")
        elif raised is not None:
            report(text, f"numpy gives {wanted.dtype}, prim raises {raised!r}")
        else:
            kept.append((text, np.broadcast_to(wanted, arrays[0].shape)))
    if not kept:
        return 0
    found = prim.scan(
        tuple(arrays),
        lambda a, b: b,
        prologue=lambda s: tuple(
            eval(text, dict(zip(names, s), np=np)) for text, _ in kept
        ),
    )
    for (text, wanted), one in zip(kept, found):
        if not agree(one, wanted):
            differ = ~(np.equal(one, wanted) | (one != one) & (wanted != wanted))
            places = np.flatnonzero(differ)[:3]
            rows = [tuple(a[i] for a in arrays) + (one[i], wanted[i]) for i in places]
            report(text, f"{one.dtype}, numpy {wanted.dtype}: {rows}")
    return len(kept)


def run_combiner(seed, failures):
    """One combiner of a state of two, applied to pairs of states."""
    pick, rng = random.Random(seed), np.random.default_rng(seed)
    names, dtypes = ["a", "b", "c", "d"], [pick.choice(DTYPES) for _ in range(2)]
    x, y = [values(dtype, rng, 7) for dtype in dtypes]
    arrays = [x[:-1], y[:-1], x[1:], y[1:]]
    drawing = Drawing(pick, names, arrays)
    texts, wanted = [], []
    while len(texts) < 2:
        text = drawing.expression(pick.choice([1, 2, 2]))
        found, dtype = evaluated(text, names, arrays), np.dtype(dtypes[len(texts)])
        if isinstance(found, type):
            continue
        if not np.can_cast(found.dtype, dtype, "same_kind"):
            continue
        with np.errstate(all="ignore"):
            wanted.append(found.astype(dtype))
        texts.append(text)

    def combine(f, g):
        known = dict(zip(names, f + g), np=np)
        return tuple(eval(text, known) for text in texts)

    for i in range(6):
        found = prim.scan((x[i : i + 2], y[i : i + 2]), combine)
        for text, one, want in zip(texts, found, wanted):
            if not agree(one[1:], want[i : i + 1]):
                state = [array[i] for array in arrays]
                failures.append(
                    f"seed {seed}: {text} as a combiner of {dtypes} on {state}: "
                    f"{one[1]!r}, numpy {want[i]!r}"
                )
    return 2


if __name__ == "__main__":
    programs = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    warnings.simplefilter("ignore")
    failures, tried = [], 0
    for seed in range(first, first + programs):
        tried += run(seed, failures) + run_combiner(seed, failures)
    print("\n".join(failures))
    print(f"{tried} expressions, {len(failures)} disagree")
    sys.exit(bool(failures) or not tried)
