# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What folds, scans and sorts of whole arrays give, in numpy."""

import numpy as np


def ufunc(kind, dtype):
    """numpy's function of a combiner kind, and the view in which it is right."""
    unsigned = np.dtype(dtype).kind == "i" and np.dtype(f"u{np.dtype(dtype).itemsize}")
    return {
        "add": (np.add, dtype),
        "mul": (np.multiply, dtype),
        "minsi": (np.minimum, dtype),
        "maxsi": (np.maximum, dtype),
        "minui": (np.minimum, unsigned),
        "maxui": (np.maximum, unsigned),
        "minimumf": (np.minimum, dtype),
        "maximumf": (np.maximum, dtype),
        "minnumf": (np.fmin, dtype),
        "maxnumf": (np.fmax, dtype),
        "and": (np.bitwise_and, dtype),
        "or": (np.bitwise_or, dtype),
        "xor": (np.bitwise_xor, dtype),
    }[kind]


def identity(kind, dtype):
    """What an empty fold gives."""
    dtype = np.dtype(dtype)
    if dtype.kind == "f":
        value = {
            "add": 0.0,
            "mul": 1.0,
            "minimumf": np.inf,
            "maximumf": -np.inf,
            "minnumf": np.nan,
            "maxnumf": np.nan,
        }[kind]
        return dtype.type(value)
    info = np.iinfo(dtype)
    value = {
        "add": 0,
        "mul": 1,
        "minsi": info.max,
        "maxsi": info.min,
        "minui": -1,
        "maxui": 0,
        "and": -1,
        "or": 0,
        "xor": 0,
    }[kind]
    return dtype.type(value)


def fold(kind, x, initial=None):
    function, view = ufunc(kind, x.dtype)
    start = identity(kind, x.dtype) if initial is None else x.dtype.type(initial)
    values = np.concatenate([np.array([start], x.dtype), x]).view(view)
    with np.errstate(all="ignore"):
        return np.asarray(function.reduce(values, dtype=view)).view(x.dtype)


def prefix(kind, x, mode, initial=None, reverse=False):
    function, view = ufunc(kind, x.dtype)
    if reverse:
        x = x[::-1]
    start = identity(kind, x.dtype) if initial is None else x.dtype.type(initial)
    values = np.concatenate([np.array([start], x.dtype), x]).view(view)
    with np.errstate(all="ignore"):
        all_prefixes = function.accumulate(values, dtype=view).view(x.dtype)
    result = all_prefixes[1:] if mode == "inclusive" else all_prefixes[:-1]
    return np.ascontiguousarray(result[::-1] if reverse else result)


def float_order(x, descending=False):
    """The stable order `total`: -0.0 equals 0.0, NaN is above everything."""
    nan = np.isnan(x)
    keys = np.where(nan, 0, x) + 0.0
    # Keys in descending order with ties in input order: sort by the negated key.
    if descending:
        return np.lexsort((-keys, ~nan))
    return np.lexsort((keys, nan))


def order(x, kind, descending=False):
    """Positions of the elements in sorted order, stable both ways."""
    if kind == "total":
        return float_order(x, descending)
    if kind == "ult":
        x = x.view(f"u{x.dtype.itemsize}")
    if descending:
        x = np.bitwise_not(x)
    return np.argsort(x, kind="stable")
