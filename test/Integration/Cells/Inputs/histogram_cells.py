# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cells of prim.device_histogram: samples, bins, what says which bin it is, and weights.
Bins of floats have a width of 1, so that no rounding moves what is near their bounds."""

import pathlib
import tempfile
from collections import namedtuple

import covering
import numpy as np
from device_programs import UNTOUCHED
from elements import ELEMENTS, F32, F64, I32, I64, INDEX, SETS
from kernel import Want, first_difference
from select_cells import SCHEDULES, save
from sweeping import in_modules, run_batch

Histogram = namedtuple("Histogram", "element by bins count weights form tile size")

SAMPLES = {element.name: element for element in ELEMENTS + [INDEX]}
COUNTS = {"i32": I32, "i64": I64, "index": I64, "f32": F32, "f64": F64}
AXES = dict(
    element=list(SAMPLES),
    by=["even", "constants", "range", "bin"],
    bins=[1, 2, 255, 256, 257, 5000],
    count=list(COUNTS),
    weights=[False, True],
    form=["memrefs", "tensors", "static", "workspace"],
    tile=[(64, 2), (192, 3), None],
    size=["0", "1", "odd", "tile-1", "tile+1", "many"],
)
SIZES = {"0": (0, 0), "1": (0, 1), "odd": (0, 7), "tile-1": (1, -1), "tile+1": (1, 1), "many": (7, -27)}
USUAL_TILE = 4096
FREE = ["tile", "size", "form"]
FULL = [("element", "by", "bins"), ("by", "bins", "count", "weights"), ("bins", "form", "tile")]
KINDS = {"histogram": Histogram}
PROGRAMS_PER_MODULE = 200


def legal(cell):
    # Sums are of weights, and weights of i64 are no index.
    return cell.weights if cell.count.startswith("f") else not (cell.weights and cell.count == "index")


def groups_of(op, full):
    return covering.pairs(Histogram) + (FULL if full else [])


def chosen(op, full, seed):
    groups = [group for group in groups_of(op, full) if "size" not in group]
    return covering.cover(covering.Space(Histogram, AXES, legal, FREE), groups, seed)


def of_share(op, full, programs, large=False):
    groups = [group for group in groups_of(op, full) if "size" not in group]
    return covering.with_sizes(programs, groups, lambda program: AXES["size"])


def describe(cell):
    return " ".join("%s %s" % pair for pair in cell._asdict().items())


def size_of(cell):
    tiles, more = SIZES[cell.size]
    return tiles * (cell.tile[0] * cell.tile[1] if cell.tile else USUAL_TILE) + more


def level_of(cell):
    """The type of bounds and levels: that of samples, unless they are too narrow."""
    element = SAMPLES[cell.element]
    if element.size > 2:
        return element
    return F32 if element.is_float else I32


def bounds_of(cell):
    if SAMPLES[cell.element].is_float:
        return 0, cell.bins
    return -100, -100 + 7 * cell.bins + 3 * (cell.bins % 2)


def levels_of(cell):
    """Levels of which every third one is that before it."""
    low, high = bounds_of(cell)
    number = np.arange(cell.bins + 1)
    return low + np.where(number % 3 == 2, number - 1, number) * ((high - low) // cell.bins)


def data(cell, size):
    """Samples, weights and the bin of each, -1 for none; of shape (SETS, size). The second
    set has one value, and the third one runs."""
    rng = np.random.default_rng([size, *map(ord, cell.element), cell.bins])
    element, count = SAMPLES[cell.element], COUNTS[cell.count]
    low, high = bounds_of(cell)
    margin = 2 + (high - low) // 8
    if element.is_float:
        wide = rng.uniform(low - margin, high + margin, (SETS, size))
        wide[0, ::5] = np.round(wide[0, ::5])
        for number, special in enumerate([np.nan, np.inf, -np.inf, -0.0]):
            wide[0, number + 1 :: 31] = special
    else:
        info = np.iinfo(element.wide)
        wide = rng.integers(max(low - margin, info.min), min(high + margin, info.max), (SETS, size))
    if size:
        wide[1] = wide[1, 0] if cell.element == "i8" else low
    wide[2] = np.sort(wide[2])
    raw = element.to_raw(wide) if element.is_float else wide.astype(element.raw)
    x = element.to_wide(raw)
    inside = (x >= low) & (x < high)
    if cell.by == "range":
        levels = levels_of(cell)
        bins = np.searchsorted(levels, x, side="right") - 1
        inside = (x >= levels[0]) & (x < levels[-1])
    elif cell.by == "bin":
        # The number of the element in turns, of one more than there are bins.
        bins = np.broadcast_to(np.arange(size) % (cell.bins + 1), x.shape)
        inside = bins < cell.bins
    elif element.is_float:
        bins = np.where(inside, x, 0).astype(np.int64)
    else:
        bins = (x.astype(np.int64) - low) * cell.bins // (high - low)
    weights = rng.integers(-9, 10, (SETS, size)).astype(count.raw)
    return raw, weights, np.where(inside, bins, -1)


def want_of(cell, size):
    _, weights, bins = data(cell, size)
    count = COUNTS[cell.count]
    out = np.zeros((SETS, cell.bins), count.raw)
    for at in range(SETS):
        some = bins[at] >= 0
        np.add.at(out[at], bins[at][some], weights[at][some] if cell.weights else count.raw.type(1))
    return Want(count, out, np.ones(out.shape, bool))


def text_of(symbol, cell, size):
    """The function of a cell; `size` is what is known of it."""
    level, kind = level_of(cell), "tensor" if cell.form == "tensors" else "memref"
    extent = "?" if size is None else size
    bins = cell.bins if cell.form in ("static", "tensors") else "?"
    out = "%s<%sx%s>" % (kind, bins, cell.count)
    parameters = [("%x", "%s<%sx%s>" % (kind, extent, cell.element))]
    op = "prim.device_histogram ins(%%x : %s) outs(%%o : %s)" % (parameters[0][1], out)
    body = ""
    if cell.weights:
        ty = "%s<%sx%s>" % (kind, extent, cell.count)
        parameters.append(("%w", ty))
        op += " weights(%%w : %s)" % ty
    if cell.by in ("even", "constants"):
        if cell.by == "even":
            parameters += [("%low", level.name), ("%high", level.name)]
        else:
            for name, bound in zip(("low", "high"), bounds_of(cell)):
                body += "%%%s = arith.constant %s : %s\n" % (
                    name, float(bound) if level.is_float else bound, level.name)  # fmt: skip
        op += " even(%%low, %%high : %s, %s)" % (level.name, level.name)
    elif cell.by == "range":
        levels = bins + 1 if bins != "?" else bins
        ty = "%s<%sx%s>" % (kind, levels, level.name)
        parameters.append(("%l", ty))
        op += " range(%%l : %s)" % ty
    region = ""
    if cell.by == "bin":
        region = """ bin {
^bb0(%%e: %s, %%i: index):
%%turn = arith.constant %d : index
%%bin = arith.remui %%i, %%turn : index
prim.yield %%bin : index
}""" % (cell.element, cell.bins + 1)
    tuning = " tuning<block_size = %d, items_per_thread = %d>" % cell.tile if cell.tile else ""
    returned = ""
    if cell.form == "tensors":
        body += "%%o = tensor.empty() : %s\n%%y = %s%s%s -> %s\nreturn %%y : %s\n" % (
            out, op, tuning, region, out, out)  # fmt: skip
        returned = " -> %s" % out
    else:
        parameters.append(("%o", out))
        given = ""
        if cell.form == "workspace":
            body += "%%bytes = prim.workspace_size {\n%s\n} : index\n" % (op + tuning + region)
            body += "%w = gpu.alloc (%bytes) : memref<?xi8>\n".replace("%w", "%work")
            given = " workspace(%work : memref<?xi8>)"
        body += op + given + tuning + region + "\n"
        body += "gpu.dealloc %work : memref<?xi8>\n" if given else ""
        body += "return\n"
    listed = ", ".join("%s: %s" % parameter for parameter in parameters)
    return "func.func @%s(%s)%s {\n%s}\n" % (symbol, listed, returned, body)


class Run:
    """A cell with a data set, as prim-run's list of cases has it."""

    def __init__(self, folder, number, symbol, cell, data_set, schedule):
        self.cell, self.data_set, self.symbol, self.schedule = cell, data_set, symbol, schedule
        self.size = size_of(cell)
        raw, weights, _ = data(cell, self.size)
        self.want, level, stem = want_of(cell, self.size), level_of(cell), "%d-" % number
        self.inputs = [save(folder / (stem + "x.npy"), SAMPLES[cell.element], raw[data_set])]
        if cell.weights:
            self.inputs.append(save(folder / (stem + "w.npy"), COUNTS[cell.count], weights[data_set]))
        if cell.by == "even":
            self.inputs += [float(b) if level.is_float else b for b in bounds_of(cell)]
        elif cell.by == "range":
            self.inputs.append(save(folder / (stem + "l.npy"), level, levels_of(cell).astype(level.raw)))
        self.inout = []
        if cell.form != "tensors":
            before = np.full(cell.bins * self.want.element.size, UNTOUCHED, np.uint8)
            self.inout = [len(self.inputs)]
            self.inputs.append(
                save(folder / (stem + "o.npy"), self.want.element, before.view(self.want.element.raw))
            )
        self.output = folder / (stem + "y.npy")

    def case(self):
        return {"entry": self.symbol, "inputs": self.inputs, "outputs": [str(self.output)],
                "inout": self.inout, "seed": self.schedule}  # fmt: skip

    def compare(self):
        """How many values were compared, and what is wrong, or None."""
        got, part = np.load(self.output), self.want.of_set(self.data_set)
        if got.shape != part.raw.shape:
            return 0, "the result has shape %s" % (got.shape,)
        raw = received(self, 0, got.view(self.want.element.raw))
        return got.size, first_difference(0, raw, part, ["bin"])


def received(run, number, raw):
    """The values that are compared: those that the device gave."""
    return raw


def run(args, target, device, cells, tally):
    """Compares pairs (op, cell) and counts them in a Tally."""
    together = {}
    for _, cell in cells:
        static = cell.size if cell.form == "static" else None
        together.setdefault(cell._replace(size=static), []).append(cell)
    programs = list(enumerate(together.items()))
    for part, options in in_modules(args, programs, PROGRAMS_PER_MODULE):
        with tempfile.TemporaryDirectory() as folder:
            run_module(args, target, pathlib.Path(folder), part, tally, options)


def run_module(args, target, folder, programs, tally, options):
    text, runs = "", []
    for number, (program, group) in programs:
        symbol = "histogram%d" % number
        text += text_of(symbol, program, size_of(program) if program.size else None)
        for cell in group:
            # One of the data sets, but for a sweep in full.
            for at in range(SETS if args.full or args.large else 1):
                turn = len(runs) + at
                runs.append(Run(folder, len(runs), symbol, cell, turn % SETS,
                                SCHEDULES[turn % len(SCHEDULES)]))  # fmt: skip
    reports, errors = run_batch(args, target, folder, text, [r.case() for r in runs], options)
    if len(reports) != len(runs):
        tally.fail("histogram: %d of %d cases ran: %s" % (len(reports), len(runs), errors[:1500]))
    for number, run in enumerate(runs):
        report = reports.get(number)
        if not report:
            continue
        where = "histogram %s (%d), data set %d, schedule %d" % (
            describe(run.cell), run.size, run.data_set, run.schedule)  # fmt: skip
        if not report["ok"]:
            tally.fail("%s: %s" % (where, report["error"]))
            continue
        values, difference = run.compare()
        tally.count(("histogram", run.cell), values)
        if difference:
            tally.fail("%s: %s" % (where, difference))
