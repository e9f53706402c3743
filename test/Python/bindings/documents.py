# REQUIRES: mlir-bindings, numpy
# RUN: %python %s %prim_src/docs/PythonMLIR.md
"""The examples in docs/PythonMLIR.md. Every builder must have a docstring, and compiled
modules must have type stubs."""

import ast
import doctest
import inspect
import pathlib
import sys

from prim.mlir import _mlir_libs
from prim.mlir.dialects import prim

options = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
result = doctest.testfile(sys.argv[1], module_relative=False, optionflags=options)
assert result.attempted > 10, result
for name, function in inspect.getmembers(prim, inspect.isfunction):
    if function.__module__ == prim.__name__ and not name.startswith("_"):
        assert function.__doc__, f"{name} has no docstring"
stubs = pathlib.Path(_mlir_libs.__file__).absolute().parent
for stub, name in (("_mlir/ir.pyi", "Module"), ("_mlirDialectsPrim.pyi", "TuningAttr")):
    tree = ast.parse((stubs / stub).read_text())
    classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
    assert name in classes, f"{stub} has no {name}"
sys.exit(result.failed > 0)
