# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Built-in operators: their names in Python, and prim's kind for each dtype.

Depends on dtypes only."""

import builtins
import operator

import numpy as np

from . import _types

# name: kinds for signed, unsigned, float and bool; None if numpy has none.
_KINDS = {
    "sum": ("add", "add", "add", "or"),
    "prod": ("mul", "mul", "mul", "and"),
    "min": ("minsi", "minui", "minimumf", "and"),
    "max": ("maxsi", "maxui", "maximumf", "or"),
    "fmin": ("minsi", "minui", "minnumf", "and"),
    "fmax": ("maxsi", "maxui", "maxnumf", "or"),
    "and": ("and", "and", None, "and"),
    "or": ("or", "or", None, "or"),
    "xor": ("xor", "xor", None, "xor"),
    "any": ("or", "or", None, "or"),
    "all": ("and", "and", None, "and"),
    "logical_xor": (None, None, None, "xor"),
}
_LOGICAL = ("any", "all", "logical_xor")
_ALIASES = {
    "add": "sum", "multiply": "prod", "mul": "prod", "minimum": "min",
    "maximum": "max", "bitwise_and": "and", "bitwise_or": "or",
    "bitwise_xor": "xor", "logical_or": "any", "logical_and": "all",
}  # fmt: skip
_OBJECTS = {
    np.sum: "sum", np.prod: "prod", np.min: "min", np.max: "max", np.any: "any",
    np.all: "all", builtins.sum: "sum", builtins.min: "min", builtins.max: "max",
    builtins.any: "any", builtins.all: "all", operator.add: "sum",
    operator.mul: "prod", operator.and_: "and", operator.or_: "or",
    operator.xor: "xor",
}  # fmt: skip


def name_of(op):
    """The kind's name, given as such or as a function that stands for it. None for any
    other function."""
    if isinstance(op, str):
        name = _ALIASES.get(op, op)
        if name not in _KINDS:
            known = ", ".join(_KINDS)
            raise ValueError(f"op is {op!r}; it can be a function, or one of {known}")
        return name
    if isinstance(op, np.ufunc):
        name = _ALIASES.get(op.__name__, op.__name__)
        return name if name in _KINDS else None
    if callable(op):
        try:
            return _OBJECTS.get(op)
        except TypeError:  # not hashable
            return None
    raise TypeError(
        f"op is a {type(op).__name__}; it can be a name or a function of two values"
    )


def state_dtype(name, source, wanted):
    """The dtype in which a kind folds elements of `source`, by numpy's rules."""
    if name in _LOGICAL:
        if wanted is not None and wanted.kind != "b":
            raise TypeError(
                f"dtype is {wanted}, but op {name!r} gives bool, as in numpy"
            )
        return np.dtype(bool)
    if wanted is not None:
        return wanted
    if name in ("sum", "prod") and source.kind in "bi" and source.itemsize < 8:
        return np.dtype(np.int64)
    if name in ("sum", "prod") and source.kind == "u" and source.itemsize < 8:
        return np.dtype(np.uint64)
    return source


def dtype_for(name, source, out):
    """The dtype in which to fold elements of `source` if `out` has another dtype: the
    dtype of numpy's loop for the two. Raises TypeError if `out` cannot hold it. Sums
    and products of integers are computed in the result's own type, because they wrap to
    the same value there."""
    if name in _LOGICAL:
        return np.dtype(bool)
    whole = _types.class_of(source) in "biu" and _types.class_of(out) in "biu"
    if whole and name in ("sum", "prod"):
        return out.newbyteorder("=")
    try:
        found = np.result_type(source, out)
    except TypeError:  # no dtype holds both
        return source
    if not np.can_cast(found, out, "same_kind"):
        # The dtype that holds both is not one that the user has named.
        raise _types.not_cast(out, source)
    return found


def kind_of(name, dtype):
    """prim's kind for elements of a dtype."""
    kind = _KINDS[name]["iufb".index(_types.class_of(dtype))]
    if kind is None:
        raise TypeError(f"op {name!r} does not work on {dtype}, as in numpy")
    return kind


def has_identity(name):
    """Whether numpy defines the fold of no elements."""
    return name not in ("min", "max", "fmin", "fmax")
