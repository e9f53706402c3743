#!/usr/bin/env python3
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the programs of models.py as MLIR, with the results that JAX computes.

  export.py [--check] [NAME...]

Needs jax 0.10.2 and iree-base-compiler 3.13.0, whose importer lowers StableHLO to linalg.
--check compares with the files that are there instead: the text must be equal, and the
results must agree within the bounds of models.py."""

import argparse
import pathlib
import subprocess
import sys
import tempfile

import jax
import numpy as np
from iree.compiler import tools

import compare
from models import MODELS

FOLDER = pathlib.Path(__file__).resolve().parent / "exported"


def export(model):
    """The program as generic MLIR, and its results."""
    lowered = jax.jit(lambda *inputs: model.program(jax, *inputs)).lower(*model.inputs)
    results = [np.asarray(r) for r in jax.tree.leaves(lowered.compile()(*model.inputs))]
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(lowered.as_text())
        file.flush()
        compiler = pathlib.Path(tools.__file__).parents[1] / "_mlir_libs/iree-compile"
        text = subprocess.run(
            [compiler, "--compile-to=input", "--iree-input-type=stablehlo",
             "--mlir-print-op-generic", file.name],
            check=True, stdout=subprocess.PIPE, text=True,
        ).stdout  # fmt: skip
    return text, results


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    wrong = 0
    FOLDER.mkdir(exist_ok=True)
    for model in MODELS.values():
        if options.names and model.name not in options.names:
            continue
        text, results = export(model)
        program, values = FOLDER / f"{model.name}.mlir", FOLDER / f"{model.name}.npz"
        error = compare.find_error(model, results, compare.get_wants(model))
        if error:
            print(f"{model.name}: JAX differs from the reference: {error}")
            wrong += 1
        if not options.check:
            program.write_text(text)
            np.savez_compressed(values, *results)
        elif program.read_text() != text:
            print(f"{model.name}: the exported program is another one")
            wrong += 1
    sys.exit(1 if wrong else 0)


main()
