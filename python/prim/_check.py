# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether an operator is associative on samples of the user's data.

Runs the user's function on numpy arrays, on the host. It only warns and never fails."""

import os
import sys
import warnings

import numpy as np

SAMPLES = 256
# Relative tolerance, because a function may round to float32 itself.
BOUND = 256 * float(np.finfo(np.float32).eps)


class AssociativityWarning(UserWarning):
    """An operator gave different results for (a op b) op c and a op (b op c)."""


def wanted(check):
    """Whether a call is checked: its `check` argument, else
    PRIM_CHECK_ASSOCIATIVITY."""
    return (
        check
        if check is not None
        else os.environ.get("PRIM_CHECK_ASSOCIATIVITY") == "1"
    )


def _tuple(value):
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


def check(function, samples, dtypes, is_tuple, commutative, identity):
    """Warns if a function is not associative on triples of neighbours and of folds.
    Checks commutativity and the identity likewise where they are claimed. `samples` are
    arrays of one length, the members of the state."""

    # Floats are computed in double precision, so differences are not due to rounding.
    dtypes = [np.dtype(np.float64) if d.kind not in "biu" else d for d in dtypes]

    def apply(a, b):
        with np.errstate(all="ignore"):
            found = _tuple(function(a if is_tuple else a[0], b if is_tuple else b[0]))
            shape = np.shape(a[0])
            return tuple(
                np.broadcast_to(np.asarray(f).astype(d), shape)
                for f, d in zip(found, dtypes)
            )

    samples = tuple(np.asarray(s).astype(d) for s, d in zip(samples, dtypes))
    if len(samples[0]) < 3:
        return
    picks = np.random.default_rng(0).integers(0, len(samples[0]), (3, SAMPLES))
    a, b, c = (tuple(s[p] for s in samples) for p in picks)
    ab, bc = apply(a, b), apply(b, c)
    texts = ("(a op b) op c", "a op (b op c)", "associative")
    tests = [
        (apply(ab, c), apply(a, bc), (a, b, c), *texts),
        (apply(ab, bc), apply(a, apply(b, bc)), (a, b, bc), *texts),
    ]
    if commutative:
        tests.append((ab, apply(b, a), (a, b), "a op b", "b op a", "commutative"))
    if identity is not None:
        e = tuple(np.full(SAMPLES, v, d) for v, d in zip(identity, dtypes))
        for found, text in (
            (apply(e, a), "identity op a"),
            (apply(a, e), "a op identity"),
        ):
            tests.append((found, a, (a,), text, "a", "neutral with its identity"))
    # One warning is enough.
    any(_differs(dtypes, *test) for test in tests)


def _differs(dtypes, left, right, operands, left_text, right_text, what):
    """Warns of the first sample for which the two sides differ."""
    wrong = np.zeros(SAMPLES, bool)
    for l, r, dtype in zip(left, right, dtypes):
        if dtype.kind in "biu":
            wrong |= l != r
            continue
        # A difference that rounding can explain is not the operator's fault.
        with np.errstate(all="ignore"):
            l, r = l.astype(np.float64), r.astype(np.float64)
            scale = np.maximum(np.abs(l), np.abs(r))
            for operand in operands:
                for member in operand:
                    scale = np.maximum(scale, np.abs(np.asarray(member, np.float64)))
            bound = BOUND * scale
            near = (np.abs(l - r) <= bound) | (l == r) | (np.isnan(l) & np.isnan(r))
            wrong |= ~near & np.isfinite(l) & np.isfinite(r)
    if not wrong.any():
        return False
    at = int(np.argmax(wrong))

    def show(state):
        members = [str(member[at]) for member in state]
        return members[0] if len(members) == 1 else f"({', '.join(members)})"

    names = ", ".join(f"{n} = {show(o)}" for n, o in zip("abc", operands))
    warnings.warn(
        f"op is not {what} on this data: with {names}, {left_text} is {show(left)} and "
        f"{right_text} is {show(right)}; the results of scans and reductions are undefined",
        AssociativityWarning,
        stacklevel=_users_level(),
    )
    return True


def _users_level():
    """The stacklevel with which the warning points at the user's call."""
    level, frame = 1, sys._getframe(1)
    package = __name__.partition(".")[0]
    while frame and frame.f_globals.get("__name__", "").partition(".")[0] == package:
        level, frame = level + 1, frame.f_back
    return level


def unchecked(error):
    warnings.warn(
        f"op could not be checked on the host: {error}",
        AssociativityWarning,
        stacklevel=_users_level(),
    )
