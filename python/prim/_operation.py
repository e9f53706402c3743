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

# Parts of docstrings that functions share, by the name used in braces.
_SHARED = {
    "state": """x: an array, or a tuple of arrays of one shape, whose elements are tuples.
        Arrays of numpy, or objects that it converts, are copied to the device, and
        results are copied back. prim.Array and other libraries' GPU arrays are used in
        place.
    op: an associative operator of two elements: sum, prod, min, max, fmin, fmax, and,
        or, xor, any, all; a function that stands for one of them (numpy.add); or a
        function of two elements that prim traces. It need not be commutative.
    dtype: the dtype of the fold and the result. By default it is int64 or uint64 for
        sum and prod of integers narrower than 64 bits, as in numpy, and x's own for a
        function. Results are cast to the dtype of `out` if numpy's same_kind allows
        it.""",
    "regions": """initial: the initial value of the fold: a scalar or a prim.Array of
        rank 0.
    identity: the neutral element of a function; the other ops have their own.
    prologue: a function of each element, whose result is folded. With a second
        parameter it also takes the element's index.
    epilogue: a function of each fold that returns the result's elements.
    commutative: promises that op(a, b) equals op(b, a), which can be faster.
    check: tests on samples of x whether op is associative, and warns if it is not. By
        default it is off, except with PRIM_CHECK_ASSOCIATIVITY=1.""",
    "borders": """head: flags instead of `segments`: a bool or an integer for each element,
        not 0 where a segment starts. The first element always starts a segment.""",
    "equal": """equal: a function of two neighbouring keys, tuples if there are several, that
        says whether they are equal; it is traced. Without it each NaN is a run by
        itself.""",
    "order": """less: a function of two elements that says whether the first comes before the
        second; it is traced and must be a strict weak order.""",
    "stable": """stable: accepted for compatibility with numpy; every sort is stable.""",
    "place": """out: the array, or tuple of arrays, for the result: of numpy, of prim, or of
        another library that shares it by DLPack or __cuda_array_interface__. It is
        written in place.
    device, chip: as for prim.device(); stream: a driver's handle to run on.""",
    "errors": """Raises TypeError or ValueError, naming the argument, for a wrong argument;
    NotImplementedError for an operation that prim does not lower yet; prim.Error for a
    failure on the device.

    The function's ``lower`` attribute takes these arguments and returns a prim.Call
    that has not run yet. Its mlir(), isa(), stats() and times() return information
    about it.""",
}


class _Operation(Protocol[_Parameters]):
    """A function that runs a call at once; its `lower` returns the call instead."""

    lower: Callable[_Parameters, _call.Call]

    def __call__(
        self, *arguments: _Parameters.args, **options: _Parameters.kwargs
    ) -> Any: ...


def operation(lower: Callable[_Parameters, _call.Call]) -> _Operation[_Parameters]:
    """A function that runs the call that `lower` returns, with `lower` as an attribute.
    Names in braces in the docstring are replaced by the shared parts."""
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
