# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shared by all functions that make a prim.Call: the decorator that runs the call, the
texts that docstrings share, and checks of arguments."""

import functools
import inspect
from typing import Any, Callable, ParamSpec, Protocol

import numpy as np

from . import _call, _progress

_Parameters = ParamSpec("_Parameters")

# Parts of docstrings that functions share, by the name that stands for them.
_SHARED = {
    "state": """x: an array, or a tuple of arrays of one shape, whose elements are tuples.
        Arrays of numpy (or what it takes) are copied to the device and results
        back; prim.Array and other libraries' GPU arrays are used where they are.
    op: what folds two elements, and is associative: sum, prod, min, max, fmin, fmax,
        and, or, xor, any, all; a function that stands for one of them (numpy.add);
        or a function of two elements that prim traces. It need not be commutative.
    dtype: of the fold and the result. sum and prod of integers narrower than 64
        bits are int64 or uint64 without it, as in numpy; a function's, x's own.
        Results are cast to the dtype of `out`, where numpy's same_kind allows.""",
    "regions": """initial: where the fold starts: a scalar or a prim.Array of rank 0.
    identity: the neutral element of a function; the other ops have their own.
    prologue: a function of each element (and, with a second parameter, of its
        index), whose result is folded.
    epilogue: a function of each fold, which gives the result's elements.
    commutative: promises that op(a, b) is op(b, a), which can be faster.
    check: samples whether op is associative on x, and warns; without it as
        PRIM_CHECK_ASSOCIATIVITY=1 says.""",
    "borders": """head: flags instead of `segments`: a bool or an integer for each element,
        not 0 where a segment starts. The first element starts one in any case.""",
    "equal": """equal: a function of two neighbouring keys, tuples if there are several, that
        says whether they are equal; it is traced. Without it each NaN is a run by
        itself.""",
    "order": """less: a function of two elements that says whether the first comes before the
        second; it is traced and has to be a strict weak order.
    stable: every sort is; here for numpy's sake.""",
    "place": """out: the array, or tuple of arrays, for the result: of numpy, of prim, or
        another library's that it shares by DLPack or __cuda_array_interface__,
        which is written where it is.
    device, chip: as for prim.device(); stream: a driver's handle to run on.""",
    "errors": """TypeError and ValueError name the argument that is wrong;
    NotImplementedError says what prim does not lower yet; prim.Error is what fails
    on the device.

    The function's ``lower`` attribute takes these arguments and gives a prim.Call, which
    has not run yet: its mlir(), isa(), stats() and times() tell about it.""",
}


class _Operation(Protocol[_Parameters]):
    """A function that runs a call at once, or gives it by `lower`."""

    lower: Callable[_Parameters, _call.Call]

    def __call__(
        self, *arguments: _Parameters.args, **options: _Parameters.kwargs
    ) -> Any: ...


def operation(lower: Callable[_Parameters, _call.Call]) -> _Operation[_Parameters]:
    """A function that runs what `lower` gives, with `lower` as an attribute. Names
    in the docstring's braces stand for the shared parts."""
    lower.__doc__ = (lower.__doc__ or "").format(**_SHARED)

    @functools.wraps(lower)
    def told(*arguments, **options):
        _progress.report("tracing", f"prim.{lower.__name__}")
        return lower(*arguments, **options)

    @functools.wraps(lower)
    def run(*arguments, **options):
        return told(*arguments, **options).run()

    runs: Any = run
    runs.lower = told
    return runs


def arity_of(function):
    if isinstance(function, np.ufunc):
        return function.nin
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 1
    return sum(
        p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
        for p in parameters
    )


def require_function(function, argument):
    if function is not None and not callable(function):
        raise TypeError(
            f"{argument} is a {type(function).__name__}; it has to be a function"
        )


def stream_of(inputs):
    """The library's stream for the caller's handle."""
    return inputs.device._stream(inputs.stream)
