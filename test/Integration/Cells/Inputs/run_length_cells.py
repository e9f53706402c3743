# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cells of prim.device_run_length: the values of all its parameters."""

from collections import namedtuple

import numpy as np

import select_cells
from ops import run_length, segments, select
from primtest import combiners, covering
from primtest.comparing import Want
from primtest.elements import I32, I64, SETS, sample, untouched  # noqa: F401
from primtest.mlir import function, tuning
from primtest.program_cells import Case, describe  # noqa: F401
from select_cells import TURNS, room_of, room_text, size_of  # noqa: F401

RunLength = namedtuple("RunLength", "element runs members equal lengths room form tile size")
AXES = dict(
    element=list(combiners.ELEMENTS),
    runs=["all", "nontrivial"],
    members=[1, 2, 3],
    equal=[False, True],
    lengths=["i32", "i64", "index"],
    room=["all", "some", "none"],
    form=["memrefs", "tensors", "static", "initialized"],
    tile=[(64, 2), (192, 3), None],
    size=select_cells.AXES["size"],
)
FREE = ["tile", "size", "lengths"]
FULL = [("element", "runs", "members"), ("runs", "equal", "room", "form"), ("runs", "form", "tile")]
KINDS = {"runs": RunLength}


def legal(cell):
    return True


def groups_of(op, full):
    return covering.pairs(RunLength) + (FULL if full else [])


def chosen(op, full, seed):
    groups = [group for group in groups_of(op, full) if "size" not in group]
    return covering.cover(covering.Space(RunLength, AXES, legal, FREE), groups, seed)


def of_share(op, full, programs, large=False):
    groups = [group for group in groups_of(op, full) if "size" not in group]
    return covering.with_sizes(programs, groups, lambda program: select_cells.sizes(program, large), full)


def elements_of(cell):
    return [combiners.ELEMENTS[cell.element], I32, I64][: cell.members]


def inputs_of(cell, size):
    """Runs of many lengths: most have one element, some are long, and some have a few
    elements."""
    rng = np.random.default_rng([size, *map(ord, cell.element + cell.runs)])
    raws = [sample(e, rng, (size,)) for e in elements_of(cell)]
    new = rng.random((SETS, size)) < [[0.5], [0.02], [0.9]]
    at = np.maximum.accumulate(np.where(new, np.arange(size), 0), axis=1)
    return [(e, np.take_along_axis(raw, at, 1)) for e, raw in zip(elements_of(cell), raws)]


def case_of(cell, size):
    members = inputs_of(cell, size)
    return Case(members, wants_of(cell, size, members))


def wants_of(cell, size, members):
    room = room_of(cell, size)
    # The region uses the last member only.
    compared = members[-1:] if cell.equal else members
    heads = segments.heads_of([element.to_wide(raw) for element, raw in compared])
    length = I32 if cell.lengths == "i32" else I64
    is_long = cell.runs == "nontrivial"
    elements = [I64 if is_long else e for e, _ in (members[:1] if is_long else members)] + [length]
    outs, defined = [], np.full((SETS, room), cell.form != "tensors")
    for element in elements:
        outs.append(untouched(element, (SETS, room)))
    counts = np.zeros(SETS, length.raw)
    for at in range(SETS):
        begins, lengths = run_length.expected(heads[at], is_long)
        parts = [begins] if is_long else [raw[at][begins] for _, raw in members]
        for out, part in zip(outs, [*parts, lengths]):
            defined[at] |= select.place(out[at], part)
        counts[at] = len(lengths)
    wants = [Want(e, out, defined) for e, out in zip(elements, outs)]
    return wants + [Want(length, counts, np.ones(SETS, bool))]


def text_of(symbol, cell, size):
    """The function of a cell. `size` is the statically known size."""
    elements, kind = elements_of(cell), "tensor" if cell.form == "tensors" else "memref"

    def buffer(element, extent):
        return "%s<%sx%s>" % (kind, "?" if extent is None else extent, element)

    room = None if size is None else room_of(cell, size)
    ins = [("%%x%d" % i, buffer(e.name, size)) for i, e in enumerate(elements)]
    firsts = ["i64"] if cell.runs == "nontrivial" else [e.name for e in elements]
    outs = [("%%o%d" % i, buffer(e, room)) for i, e in enumerate([*firsts, cell.lengths])]
    outs.append(("%n", "%s<%s>" % (kind, cell.lengths)))
    region = ""
    if cell.equal:
        arguments = ["%%%s%d: %s" % (s, i, e.name) for s in "ab" for i, e in enumerate(elements)]
        ty, last = elements[-1].name, len(elements) - 1
        compare = "cmpf oeq," if elements[-1].is_float else "cmpi eq,"
        region = " equal {\n^bb0(%s):\n%%is = arith.%s %%a%d, %%b%d : %s\nprim.yield %%is : i1\n}" % (
            ", ".join(arguments), compare, last, last, ty)  # fmt: skip

    def op(workspace):
        return run_length.op_text(
            cell.runs == "nontrivial", ins, outs, workspace, end=tuning(cell.tile), regions=region)

    before = room_text(cell, ins[0][1]) if cell.form == "tensors" else ""
    return function(symbol, cell.form, ins, outs, op, before, "%room")
