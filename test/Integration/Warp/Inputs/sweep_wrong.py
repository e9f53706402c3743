# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The sweep with one injected defect. WRONG CELL flips the lowest bit of the last
defined value of that cell. SILENT CELL leaves it without a value to compare. The other
arguments are passed to the sweep."""

import sys

import numpy as np

import sweep
from primtest.kernel import Kernel

defect, name = sys.argv[1:3]
del sys.argv[1:3]


class Wrong(Kernel):
    def received(self, cell, values):
        values = values.copy()
        if cell.name == name:
            at = tuple(np.argwhere(cell.wants[0].defined)[-1])
            values.view("u%d" % values.itemsize)[at] ^= 1
        return values


class Silent(Kernel):
    def cell(self, cell_name, op, wants, inner=()):
        if cell_name == name:
            for want in wants:
                want.defined = np.zeros_like(want.defined)
        super().cell(cell_name, op, wants, inner)


sweep.Kernel = {"WRONG": Wrong, "SILENT": Silent}[defect]
sweep.main()
