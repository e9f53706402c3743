# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parallel primitives on AMD GPUs, and on their emulator: scans, reductions and sorts
of arrays with user-defined operators.

>>> prim.scan(numpy.int32([3, 1, 2]), "max")
array([3, 3, 3], dtype=int32)

prim.functions are the functions for use in traced functions (exp, where, minimum, ...).
Each is also available as a member of prim. docs/Python.md is the manual."""

from . import _math as functions
from ._array import Array, array
from ._call import Call
from ._check import AssociativityWarning
from ._device import Device, device, devices
from ._diff import diff
from ._fold import reduce, reduce_by_key, scan
from ._histogram import bincount, histogram
from ._library import Error, version
from ._lookup import batch_copy, isin_sorted, searchsorted
from ._map import (
    adjacent_difference, adjacent_find, find_end, find_first_of, search, search_n,
    transform,
)  # fmt: skip
from ._merge import merge
from ._named import (
    argmax, argmin, count_nonzero, cummax, cummin, cumprod, cumsum, segment_reduce,
)  # fmt: skip
from ._program import cache_info, clear_cache, set_cache
from ._progress import Event, progress
from ._rank import argpartition, partition, topk
from ._select import compress, unique_consecutive
from ._sort import argsort, sort
from ._unique import flatnonzero, nonzero, run_length, unique

__all__ = [
    "Array",
    "AssociativityWarning",
    "Call",
    "Device",
    "Error",
    "Event",
    "adjacent_difference",
    "adjacent_find",
    "argmax",
    "argmin",
    "argpartition",
    "argsort",
    "array",
    "bincount",
    "batch_copy",
    "cache_info",
    "clear_cache",
    "compress",
    "count_nonzero",
    "cummax",
    "cummin",
    "cumprod",
    "cumsum",
    "device",
    "devices",
    "diff",
    "flatnonzero",
    "nonzero",
    "histogram",
    "isin_sorted",
    "find_end",
    "find_first_of",
    "partition",
    "progress",
    "merge",
    "reduce",
    "reduce_by_key",
    "run_length",
    "scan",
    "searchsorted",
    "search",
    "search_n",
    "segment_reduce",
    "set_cache",
    "sort",
    "unique",
    "transform",
    "topk",
    "unique_consecutive",
    "version",
] + functions.NAMES

for _name in functions.NAMES:
    globals()[_name] = getattr(functions, _name)
abs = functions.absolute  # numpy has both names
del _name
