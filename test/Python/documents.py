# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: libprim, emulator, numpy
# RUN: %python %s %prim_src/docs/Python.md %prim_src/docs/Tutorial.md %prim_src/docs/FromNumPy.md %prim_src/README.md
"""The examples in docstrings, and those of pages that import prim."""

import doctest
import sys

import numpy
import prim
from prim import (
    _array, _device, _diff, _fold, _histogram, _lookup, _map, _merge, _named, _progress,
    _rank, _select, _sort, _unique,
)  # fmt: skip

names = {"prim": prim, "numpy": numpy, "np": numpy}
options = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
tried = failed = 0
for module in (
    prim, _array, _device, _diff, _fold, _histogram, _lookup, _map, _merge, _named,
    _progress, _rank, _select, _sort, _unique,
):  # fmt: skip
    result = doctest.testmod(module, extraglobs=names, optionflags=options)
    assert result.attempted, f"no examples in {module.__name__}"
    tried, failed = tried + result.attempted, failed + result.failed
for path in sys.argv[1:]:
    result = doctest.testfile(
        path, module_relative=False, globs=dict(names), optionflags=options
    )
    assert result.attempted, f"no examples in {path}"
    tried, failed = tried + result.attempted, failed + result.failed
print(f"{tried} examples, {failed} failed")
sys.exit(failed > 0)
