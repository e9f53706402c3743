# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of a frontend, each with its inputs and the same computation in numpy. The
functions of the frontend are used by export.py alone, so that tests need only numpy."""

import dataclasses
import pathlib

import numpy as np


@dataclasses.dataclass
class Model:
    """A program. `program(frontend, *inputs)` is a function of the frontend's package, and
    `reference(*inputs)` gives its results in the next wider type. A float is right within
    `bound` units in the last place of the largest number in its result: the sum of what its
    longest chain of operations may round. `dynamic` has for each input the dimensions whose
    extents the exported program does not know."""

    name: str
    inputs: list
    program: object
    reference: object
    bound: float = 64
    dynamic: tuple = ()


class Frontend:
    """The programs of a frontend. `label` names it in texts, and `folder` holds what it
    exports. Inputs are drawn in the order of the programs."""

    def __init__(self, label, folder, seed):
        self.label = label
        self.folder = pathlib.Path(__file__).resolve().parent / folder
        self.models = {}
        self.rng = np.random.default_rng(seed)

    def model(self, reference, *inputs, bound=64, dynamic=()):
        """Decorates the frontend's function of a program."""

        def add(program):
            name = program.__name__
            self.models[name] = Model(name, list(inputs), program, reference, bound, dynamic)
            return program

        return add

    def floats(self, *shape, dtype=np.float32, scale=1.0):
        return (self.rng.standard_normal(shape) * scale).astype(dtype)

    def ints(self, low, high, *shape, dtype=np.int32):
        return self.rng.integers(low, high, shape).astype(dtype)
