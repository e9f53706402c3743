# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cells of prim.device_histogram: samples, bins, the way in which bins are defined, and
weights. Bins of floats have a width of 1, so that values near their bounds are not
rounded."""

from collections import namedtuple

import numpy as np

from ops import histogram
from primtest import covering, program_cells
from primtest.elements import ELEMENTS, F32, F64, I32, I64, INDEX, SETS
from primtest.mlir import function, tuning
from primtest.program_cells import Case, describe, whole  # noqa: F401

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
USUAL_TILE = 4096
FREE = ["tile", "size", "form"]
FULL = [("element", "by", "bins"), ("by", "bins", "count", "weights"), ("bins", "form", "tile")]
KINDS = {"histogram": Histogram}
TURNS = 1


def legal(cell):
    # Sums are of weights, and weights of i64 cannot be an index.
    return cell.weights if cell.count.startswith("f") else not (cell.weights and cell.count == "index")


def groups_of(op, full):
    return covering.pairs(Histogram) + (FULL if full else [])


def chosen(op, full, seed):
    groups = [group for group in groups_of(op, full) if "size" not in group]
    return covering.cover(covering.Space(Histogram, AXES, legal, FREE), groups, seed)


def of_share(op, full, programs, large=False):
    groups = [group for group in groups_of(op, full) if "size" not in group]
    return covering.with_sizes(programs, groups, lambda program: AXES["size"], full)


def size_of(cell):
    return program_cells.elements_of_size(cell, USUAL_TILE)


def bounds_of(cell):
    if SAMPLES[cell.element].is_float:
        return 0, cell.bins
    return -100, -100 + 7 * cell.bins + 3 * (cell.bins % 2)


def levels_of(cell):
    """Levels, every third of which is equal to the one before it."""
    low, high = bounds_of(cell)
    number = np.arange(cell.bins + 1)
    return low + np.where(number % 3 == 2, number - 1, number) * ((high - low) // cell.bins)


def data(cell, size):
    """Samples, weights and the bin of each, -1 for none, of shape (SETS, size). All
    samples of the second set are equal, and the third one has runs."""
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
    if cell.by == "range":
        bins = histogram.level_bins(x, levels_of(cell))
    elif cell.by == "bin":
        # The element's number modulo one more than the number of bins.
        bins = np.broadcast_to(np.arange(size) % (cell.bins + 1), x.shape)
        bins = np.where(bins < cell.bins, bins, -1)
    else:
        bins = histogram.even_bins(x, low, high, cell.bins)
    weights = rng.integers(-9, 10, (SETS, size)).astype(count.raw)
    return raw, weights, bins


def case_of(cell, size):
    raw, weights, bins = data(cell, size)
    count, level = COUNTS[cell.count], histogram.level_of(SAMPLES[cell.element])
    out = histogram.expected_of_sets(bins, cell.bins, count.raw, weights if cell.weights else None)
    inputs = [(SAMPLES[cell.element], raw)] + [(count, weights)] * cell.weights
    if cell.by == "even":
        inputs += [float(b) if level.is_float else b for b in bounds_of(cell)]
    elif cell.by == "range":
        levels = levels_of(cell).astype(level.raw)
        inputs.append((level, np.broadcast_to(levels, (SETS, *levels.shape))))
    return Case(inputs, [whole(count, out)])


def text_of(symbol, cell, size):
    """The function of a cell. `size` is the statically known size."""
    level, kind = histogram.level_of(SAMPLES[cell.element]), "tensor" if cell.form == "tensors" else "memref"
    extent = "?" if size is None else size
    bins = cell.bins if cell.form in ("static", "tensors") else "?"
    outs = [("%o", "%s<%sx%s>" % (kind, bins, cell.count))]
    parameters = [("%x", "%s<%sx%s>" % (kind, extent, cell.element))]
    ins, weights, ways, body = parameters[:1], [], [], ""
    if cell.weights:
        weights = [("%v", "%s<%sx%s>" % (kind, extent, cell.count))]
        parameters += weights
    if cell.by in ("even", "constants"):
        if cell.by == "even":
            parameters += [("%low", level.name), ("%high", level.name)]
        else:
            for name, bound in zip(("low", "high"), bounds_of(cell)):
                body += "%%%s = arith.constant %s : %s\n" % (
                    name, float(bound) if level.is_float else bound, level.name)  # fmt: skip
        ways = [("%low", level.name), ("%high", level.name)]
    elif cell.by == "range":
        levels = bins + 1 if bins != "?" else bins
        ways = [("%l", "%s<%sx%s>" % (kind, levels, level.name))]
        parameters += ways
    region = ""
    if cell.by == "bin":
        region = """ bin {
^bb0(%%e: %s, %%i: index):
%%turn = arith.constant %d : index
%%bin = arith.remui %%i, %%turn : index
prim.yield %%bin : index
}""" % (cell.element, cell.bins + 1)
    how = "range" if cell.by == "range" else "even"
    op = lambda workspace: histogram.op_text(
        ins, outs, weights=weights, how=how, ways=ways, end=workspace + tuning(cell.tile), regions=region)
    return function(symbol, cell.form, parameters, outs, op, body)
