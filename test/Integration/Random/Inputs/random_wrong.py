# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The random programs with one injected defect. WRONG flips the lowest bit of the first
value of every result. REVERSE does so if a device op is in reverse. LOST compares no
values. REFERENCE omits the initial values of folds from the expected results, or uses
zeros instead. The other arguments are those of random_programs.py."""

import sys

import numpy as np

import device_functions
import random_hosts
import random_kernels
import random_programs
from primtest import random_runs

defect = sys.argv.pop(1)


def turned_over(raw):
    raw = np.array(raw)
    raw.reshape(-1).view("u%d" % raw.itemsize)[:1] ^= 1
    return raw


if defect == "WRONG":
    random_kernels.RandomKernel.received = lambda kernel, cell, values: turned_over(
        values
    )
    random_runs.received = lambda program, raw: turned_over(raw)
elif defect == "REVERSE":
    random_runs.received = lambda program, raw: (
        turned_over(raw) if program.plan.reverse else raw
    )
elif defect == "LOST":
    random_kernels.RandomKernel.store_results = lambda kernel: None
    random_runs.compare = lambda *arguments: (0, None)
else:
    fold = random_kernels.fold

    def fold_without_init(
        a_fold, raws, counts, heads=None, reverse=False, init=None, *more
    ):
        return fold(a_fold, raws, counts, heads, reverse, None, *more)

    for module in (random_kernels, random_hosts):
        module.fold = fold_without_init
    folded = device_functions.Program._folded

    def folded_without_init(program):
        if program.starts:
            program.starts = [np.zeros_like(raw) for raw in program.starts]
        return folded(program)

    device_functions.Program._folded = folded_without_init
random_programs.main()
