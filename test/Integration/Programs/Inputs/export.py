#!/usr/bin/env python3
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the programs of a frontend as MLIR, with the results that the frontend computes.

  export.py jax|torch [--check] [NAME...]

For jax it needs jax 0.10.2 and iree-base-compiler 3.13.0, whose importer lowers StableHLO to
linalg; for torch, torch 2.15.0 and torch-mlir 20261001. --check compares with the files that
are there instead: the text must be equal, and the results must agree within the bounds of
the models."""

import argparse
import pathlib
import subprocess
import sys
import tempfile

import compare
import numpy as np
from frontends import FRONTENDS


def export_jax(model):
    """The program as generic MLIR, and its results."""
    import jax
    from iree.compiler import tools

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


def export_torch(model):
    """The program as generic MLIR, and its results."""
    import torch
    from torch_mlir import fx

    class Module(torch.nn.Module):
        def forward(self, *inputs):
            return model.program(torch, *inputs)

    inputs = [torch.from_numpy(x) for x in model.inputs]
    shapes = [{dim: torch.export.Dim.AUTO for dim in dims} for dims in model.dynamic]
    module = fx.export_and_import(
        Module(), *inputs, output_type="linalg-on-tensors",
        dynamic_shapes={"inputs": tuple(shapes)} if shapes else None,
    )  # fmt: skip
    results = model.program(torch, *inputs)
    results = list(results) if isinstance(results, tuple) else [results]
    text = module.operation.get_asm(print_generic_op_form=True)
    return text + "\n", [r.numpy() for r in results]


EXPORTERS = {"jax": export_jax, "torch": export_torch}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("frontend", choices=EXPORTERS)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_intermixed_args()
    frontend = FRONTENDS[options.frontend]
    wrong = 0
    frontend.folder.mkdir(exist_ok=True)
    for model in frontend.models.values():
        if options.names and model.name not in options.names:
            continue
        text, results = EXPORTERS[options.frontend](model)
        program = frontend.folder / f"{model.name}.mlir"
        error = compare.find_error(model, results, compare.get_wants(model))
        if error:
            print(f"{model.name}: {frontend.label} differs from the reference: {error}")
            wrong += 1
        if not options.check:
            program.write_text(text)
            np.savez_compressed(program.with_suffix(".npz"), *results)
        elif program.read_text() != text:
            print(f"{model.name}: the exported program is another one")
            wrong += 1
    sys.exit(1 if wrong else 0)


main()
