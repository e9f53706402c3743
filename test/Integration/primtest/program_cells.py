# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cells of device ops that are a function each: the text of such a function, and the
execution of cells through prim-run, with the comparison. A module of such cells, a
`spec`, defines the parameters and their values, and in addition

  text_of(symbol, cell, size)  the function; `size` is the statically known size, or None
  case_of(cell, size)          a Case: the inputs and the expected results
  size_of(cell)                the number of elements
  TURNS                        the number of data sets with which a cell is run, each
                               under another schedule
  program_of(cell)             optional: the cell without the fields on which its
                               function, for unknown sizes, does not depend"""

import pathlib
import tempfile

import numpy as np

from primtest.comparing import Want, compare_outputs
from primtest.elements import SETS, untouched
from primtest.runner import run_batch, save
from primtest.sweeping import in_modules

# The default schedule of the emulator, a random one, and newest group first.
SCHEDULES = [0, 7, -1]
PROGRAMS_PER_MODULE = 200
# Sizes, as a number of tiles and a number of additional elements. With many tiles, the
# last one has items of every thread, and every thread also has items past the end.
SIZES = {
    "0": (0, 0), "1": (0, 1), "odd": (0, 7), "tile-1": (1, -1), "tile": (1, 0),
    "tile+1": (1, 1), "many": (7, -27), "window+": (70, -27)}  # fmt: skip


def describe(cell):
    fields = cell._asdict().items()
    return " ".join("%s %s" % pair for pair in fields if pair[1] is not None)


def elements_of_size(cell, usual, many=7):
    """The number of elements of a cell. `usual` is the size of a tile of the tuning
    tables, and `many` the number of many of these."""
    tiles, more = SIZES[cell.size]
    if cell.tile is None and cell.size == "many":
        tiles = many
    return tiles * (cell.tile[0] * cell.tile[1] if cell.tile else usual) + more


# ---------------------------------------------------------------------------
# Execution
# ---------------------------------------------------------------------------


class Case:
    """`inputs`: numbers, and pairs of an element and raw values, of shape (SETS, ...).
    `wants`: one for each result. `before`: the previous contents of results, if they
    matter. `check(data_set, arrays)`: the error in results that `wants` leaves open."""

    def __init__(self, inputs, wants, before=None, check=None):
        self.inputs, self.wants, self.check = inputs, wants, check
        self.before = before or [untouched(w.element, w.raw.shape) for w in wants]


def whole(element, raw):
    """A Want of all elements."""
    return Want(element, raw, np.ones(raw.shape, bool))


class Run:
    """A cell with a data set, in the form of prim-run's list of cases."""

    def __init__(self, folder, number, symbol, op, cell, size, case, data_set, schedule):
        self.op, self.cell, self.size, self.of = op, cell, size, case
        self.data_set, self.schedule, self.symbol = data_set, schedule, symbol
        path = lambda letter, i: folder / ("%d-%s%d.npy" % (number, letter, i))
        self.inputs = [
            given if not isinstance(given, tuple)
            else save(path("x", i), given[0], np.ascontiguousarray(given[1][data_set]))
            for i, given in enumerate(case.inputs)
        ]  # fmt: skip
        self.inout = []
        # Results on tensors are not parameters.
        if cell.form != "tensors":
            for i, (want, raw) in enumerate(zip(case.wants, case.before)):
                self.inout.append(len(self.inputs))
                raw = np.ascontiguousarray(raw[data_set]).reshape(raw.shape[1:])
                self.inputs.append(save(path("y", i), want.element, raw))
        self.outputs = [path("o", i) for i in range(len(case.wants))]

    def case(self):
        return {"entry": self.symbol, "inputs": self.inputs,
                "outputs": [str(path) for path in self.outputs], "inout": self.inout,
                "seed": self.schedule}  # fmt: skip

    def compare(self):
        """The number of compared values, and the error, or None."""
        counts, difference, arrays = compare_outputs(
            self.of.wants, self.outputs, self.data_set, lambda number, raw: received(self, number, raw)
        )
        if self.of.check and not difference:
            difference = self.of.check(self.data_set, arrays)
        # An empty result counts as compared.
        return max(sum(counts), 1), difference


def received(run, number, raw):
    """The values that are compared: those that the device returned."""
    return raw


def without(cell, **fields):
    """A cell without the fields on which its function does not depend if no sizes are
    known."""
    return cell if cell.form == "static" else cell._replace(**fields)


def run(args, target, device, cells, tally, spec):
    """Compares pairs (op, cell) of a spec and counts them in a Tally."""
    program_of = getattr(spec, "program_of", None) or (lambda cell: without(cell, size=None))
    together = {}
    for op, cell in cells:
        together.setdefault((op, program_of(cell)), []).append(cell)
    programs = list(enumerate(together.items()))
    for part, options in in_modules(args, programs, PROGRAMS_PER_MODULE):
        with tempfile.TemporaryDirectory() as folder:
            run_module(args, target, pathlib.Path(folder), part, tally, options, spec)


def run_module(args, target, folder, programs, tally, options, spec):
    text, runs = "", []
    for number, ((op, program), group) in programs:
        symbol = "%s%d" % (op, number)
        is_static = program.form == "static"
        text += spec.text_of(symbol, program, spec.size_of(program) if is_static else None)
        for cell in group:
            size = spec.size_of(cell)
            case = spec.case_of(cell, size)
            # Each of the three data sets in turn, under each schedule, except in a full
            # sweep.
            for _ in range(SETS if args.full or args.large else spec.TURNS):
                turn = len(runs)
                schedule = SCHEDULES[(turn // SETS) % len(SCHEDULES)]
                runs.append(Run(folder, turn, symbol, op, cell, size, case, turn % SETS, schedule))
    compare_all(args, target, folder, text, runs, tally, options, spec.describe)


def compare_all(args, target, folder, text, runs, tally, options, describe):
    """Runs all Runs, which have `op` and `cell`, and counts them."""
    options = [*target.options(), "--device=" + args.device, *options]
    reports, errors, *_ = run_batch(args.prim_run, folder, text, [r.case() for r in runs], options)
    if len(reports) != len(runs):
        tally.fail("%s: %d of %d cases ran: %s" % (
            runs[0].op.split("_")[0], len(reports), len(runs), errors[:1500]))  # fmt: skip
    for number, run in enumerate(runs):
        report = reports.get(number)
        if not report:
            continue
        where = "%s %s (%d), data set %d, schedule %d" % (
            run.op, describe(run.cell), run.size, run.data_set, run.schedule)  # fmt: skip
        if not report["ok"]:
            tally.fail("%s: %s" % (where, report["error"]))
            continue
        values, difference = run.compare()
        tally.count((run.op, run.cell), values)
        if difference:
            tally.fail("%s: %s" % (where, difference))
