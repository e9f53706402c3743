# REQUIRES: mlir-bindings, numpy
# RUN: %python %s %prim_src/docs/PythonMLIR.md
"""The examples in docs/PythonMLIR.md, and every builder has a docstring."""

import doctest
import inspect
import sys

from prim.mlir.dialects import prim

options = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
result = doctest.testfile(sys.argv[1], module_relative=False, optionflags=options)
assert result.attempted > 10, result
for name, function in inspect.getmembers(prim, inspect.isfunction):
    if function.__module__ == prim.__name__ and not name.startswith("_"):
        assert function.__doc__, f"{name} has no docstring"
sys.exit(result.failed > 0)
