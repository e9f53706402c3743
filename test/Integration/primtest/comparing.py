# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Expected results, and the differences from them."""

import numpy as np


class Want:
    """An expected result: raw values per lane, the lanes in which it is defined (the
    rest is poison), and the allowed difference (None: bit-exact). An i1 (`is_bit`) is
    compared as an i8."""

    def __init__(self, element, raw, defined, bound=None, is_bit=False):
        self.element = element
        self.raw = np.broadcast_to(raw, defined.shape).astype(element.raw)
        self.defined = defined
        self.bound = bound
        self.is_bit = is_bit

    def of_set(self, data_set):
        """The expected result for one data set."""
        bound = None if self.bound is None else self.bound[data_set]
        raw, defined = self.raw[data_set], self.defined[data_set]
        return Want(self.element, raw, defined, bound)

    def wrong(self, got):
        """Mask of the places where a result is wrong."""
        right = self.element.same(got, self.raw)
        if self.bound is not None:
            with np.errstate(all="ignore"):
                wide = [self.element.to_wide(raw) for raw in (got, self.raw)]
                right = right | (np.abs(wide[0] - wide[1]) <= self.bound)
        return self.defined & ~right


def first_difference(number, got, want, axes=("data set", "lane", "item")):
    """The first place where `got` is wrong, and the difference, or None. `axes` are the
    names of its indices."""
    element = want.element
    wrong = np.argwhere(want.wrong(got).reshape(want.defined.shape))
    if not len(wrong):
        return None
    at = tuple(int(i) for i in wrong[0])
    place = "result %d" % number
    for word, index in zip(axes, at):
        place += ", %s %d" % (word, index)
    show = lambda raw: "%s (0x%x)" % (
        element.to_wide(raw)[()], int(element.bit_pattern(raw.reshape(1))[0]))  # fmt: skip
    return "%s: expected %s, got %s; %d of %d values are wrong" % (
        place, show(want.raw[at]), show(got[at]), len(wrong), int(want.defined.sum()))  # fmt: skip


def compare_outputs(wants, paths, data_set, received):
    """Compares the files of results with Wants. Returns the number of values compared
    for each, the error, or None, and the raw arrays. `received(number, raw)` returns
    the values to compare."""
    counts, difference, arrays = [], None, []
    for number, (want, path) in enumerate(zip(wants, paths)):
        got, part = np.load(path), want.of_set(data_set)
        if got.shape != part.raw.shape:
            return counts, "result %d has shape %s" % (number, got.shape), arrays
        counts.append(int(part.defined.sum()))
        arrays.append(received(number, got.view(want.element.raw)))
        difference = difference or first_difference(number, arrays[-1], part, ["element"])
    return counts, difference, arrays


# ---------------------------------------------------------------------------
# Checks of whole arrays
# ---------------------------------------------------------------------------


def bits(array):
    """The bit patterns of an array, so that -0.0 differs from 0.0 and a NaN equals
    itself."""
    array = np.ascontiguousarray(array)
    return array.view(f"u{array.dtype.itemsize}") if array.dtype.kind == "f" else array


def _first_difference(got, want):
    where = np.argwhere((bits(got) != bits(want)).reshape(got.shape))
    index = tuple(int(i) for i in where[0])
    return f"{len(where)} of {got.size} differ, first [{','.join(map(str, index))}]: got {got[index]}, want {want[index]}"


def same(*wants):
    """A check that outputs are bitwise equal to `wants`."""

    def check(outputs):
        for number, (got, want) in enumerate(zip(outputs, wants, strict=True)):
            want = np.asarray(want, dtype=got.dtype)
            if got.shape != want.shape:
                return f"output {number} has shape {got.shape}, want {want.shape}"
            if (bits(got) != bits(want)).any():
                return f"output {number}: {_first_difference(got, want)}"
        return None

    return check


def either(*checks):
    """A check that passes where one of `checks` does. The error is that of the first."""

    def check(outputs):
        problems = [check(outputs) for check in checks]
        return problems[0] if all(problems) else None

    return check


def near(want, magnitude, terms):
    """A check that the output is within max(2 log2 terms, 1) eps times `magnitude`, the
    sum of absolute values, of `want` in a wider type."""

    def check(outputs):
        (got,) = outputs
        if got.shape != want.shape:
            return f"output has shape {got.shape}, want {want.shape}"
        eps = np.finfo(got.dtype).eps
        bound = max(2 * np.log2(max(terms, 2)), 1) * eps * magnitude
        error = np.abs(got.astype(want.dtype) - want)
        if not (error <= bound).all():
            worst = np.unravel_index(np.argmax(error - bound), error.shape) if error.shape else ()
            return f"error {error[worst]} at {worst} is above {np.broadcast_to(bound, error.shape)[worst]}"
        return None

    return check
