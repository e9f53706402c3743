# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the results of a program with those of its reference."""

import numpy as np


def _widen(array):
    return array.astype(np.float64) if array.dtype.kind == "f" else array


def get_wants(model):
    """The reference's results, from inputs in the next wider type."""
    with np.errstate(all="ignore"):
        results = model.reference(*[_widen(x) for x in model.inputs])
    return list(results) if isinstance(results, tuple) else [results]


def find_error(model, results, wants):
    """The first error in the results, or None. Integers must be equal. Floats must be
    within the model's bound, in units in the last place of the largest number."""
    if len(results) != len(wants):
        return f"{len(results)} results instead of {len(wants)}"
    for number, (got, want) in enumerate(zip(results, wants)):
        if got.shape != want.shape:
            return f"result {number} has the shape {got.shape} instead of {want.shape}"
        if got.dtype.kind != "f":
            if not np.array_equal(got, want.astype(got.dtype)):
                return f"result {number}: {np.count_nonzero(got != want)} values differ"
            continue
        if not np.array_equal(np.isnan(got), np.isnan(want)):
            return f"result {number}: NaNs are in other places"
        finite = np.isfinite(want)
        if not np.array_equal(got[~finite], want[~finite].astype(got.dtype), equal_nan=True):
            return f"result {number}: infinite values differ"
        largest = np.max(np.abs(want[finite]), initial=0)
        bound = model.bound * np.finfo(got.dtype).eps * largest
        worst = np.max(np.abs(got[finite].astype(np.float64) - want[finite]), initial=0)
        if worst > bound:
            return f"result {number}: a difference of {worst}, more than {bound}"
    return None
