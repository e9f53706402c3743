# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The sweep with one injected defect. WRONG flips the lowest bit of the last value of
the first cell of each level. LOST removes the results of that cell. UNRUN omits that
cell. GAP neither requires nor runs the cells of one element type. The other arguments
are passed to the sweep."""

import sys

import numpy as np

import block_cells
import device_cells
import sweep
from primtest import program_cells

defect = sys.argv.pop(1)


def turned_over(values, defined):
    values = np.array(values)
    at = tuple(np.argwhere(defined)[-1])
    values.view("u%d" % values.itemsize)[at] ^= 1
    return values


class Kernel(block_cells.BlockKernel):
    chosen = None

    def received(self, cell, values):
        defined = cell.wants[0].defined
        if defect == "WRONG" and cell.name == Kernel.chosen and values.shape == defined.shape:
            return turned_over(values, defined)
        return values

    def cell(self, name, op, wants, inner=()):
        Kernel.chosen = Kernel.chosen or name
        if defect == "LOST" and name == Kernel.chosen:
            for want in wants:
                want.defined = np.zeros_like(want.defined)
        super().cell(name, op, wants, inner)


class Run(device_cells.Run):
    chosen = None

    def compare(self):
        Run.chosen = Run.chosen or self.cell
        return (0, None) if self.cell == Run.chosen else super().compare()


def received(run, number, raw):
    if raw.size == 0:
        return raw
    Run.chosen = Run.chosen or run.cell
    return turned_over(raw, np.ones(raw.shape, bool)) if run.cell == Run.chosen else raw


block_cells.BlockKernel = Kernel
if defect == "WRONG":
    for cells in (device_cells, program_cells):
        cells.received = received
elif defect == "LOST":
    device_cells.Run = Run
elif defect == "GAP":
    choose = sweep.choose

    def choose_fewer(*args):
        cells, combinations = choose(*args)
        return [cell for cell in cells if cell.element != "i16"], combinations

    sweep.choose = choose_fewer
else:
    for level in sweep.LEVELS.values():
        level.run = lambda *a, run=level.run: run(*a[:3], a[3][1:], a[4])
sweep.main()
