# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cells of prim.device_select: the values of all its parameters."""

from collections import namedtuple

import numpy as np

from ops import segments, select
from primtest import combiners, covering, program_cells
from primtest.comparing import Want
from primtest.elements import I32, I64, I8, SETS, sample, untouched  # noqa: F401
from primtest.mlir import function, tuning
from primtest.program_cells import Case, describe  # noqa: F401

Select = namedtuple("Select", "element by members rest count room form tile size")

# The ways to select. Flags are bytes. Predicates use the lowest bit of the first
# member, which is then an i8; that bit and the index; or the flag. Classes are the
# numbers of the first member; some of them are not a class.
BY = ["flags", "where", "where by index", "where of flags", "classes", "heads", "heads of two"]
AXES = dict(
    element=list(combiners.ELEMENTS),
    by=BY,
    members=[1, 2, 3],
    rest=[None, "own", "reversed"],
    count=["i32", "i64", "index"],
    room=["all", "some", "none"],
    form=["memrefs", "tensors", "static", "workspace", "initialized"],
    tile=[(64, 2), (192, 3), None],
    size=["0", "1", "odd", "tile-1", "tile", "tile+1", "many"],
)
USUAL_TILE = 4096
FREE = ["tile", "size", "count"]
FULL = [("element", "by", "members"), ("by", "rest", "room", "form"), ("by", "rest", "form", "tile")]
KINDS = {"select": Select}
TURNS = 2


def legal(cell):
    if cell.by == "heads of two" and cell.members < 2:
        return False
    # A reversed rest fills all space that one class leaves.
    if cell.rest == "reversed" and (cell.by == "classes" or cell.room != "all"):
        return False
    return True


def groups_of(op, full):
    return covering.pairs(Select) + (FULL if full else [])


def chosen(op, full, seed):
    groups = [group for group in groups_of(op, full) if "size" not in group]
    return covering.cover(covering.Space(Select, AXES, legal, FREE), groups, seed)


def sizes(program, large):
    return AXES["size"] + ["window+"] * (large and program.tile is not None)


def of_share(op, full, programs, large=False):
    groups = [group for group in groups_of(op, full) if "size" not in group]
    return covering.with_sizes(programs, groups, lambda program: sizes(program, large), full)


def size_of(cell):
    return program_cells.elements_of_size(cell, USUAL_TILE, 3)


def elements_of(cell):
    """The members: the one by which items are selected, if it has a fixed type, and
    others."""
    element = combiners.ELEMENTS[cell.element]
    looked = cell.by in ("where", "where by index", "classes")
    return ([I8] if looked else []) + [element, I32, I64][: cell.members]


def counted(cell):
    return 2 if cell.by == "classes" else 1


def room_of(cell, size):
    return {"all": size, "some": size // 3, "none": 0}[cell.room]


def has_flags(cell):
    return cell.by in ("flags", "where of flags")


def data(cell, size):
    """Raw members and flags, of shape (SETS, size), and the class of each element."""
    rng = np.random.default_rng([size, *map(ord, cell.element + cell.by)])
    elements = elements_of(cell)
    raws = [sample(e, rng, (size,)) for e in elements]
    # Runs of many lengths, for heads: some elements equal their predecessors.
    for raw in raws:
        at = np.maximum.accumulate(
            np.where(rng.random((SETS, size)) < [[0.5], [0.02], [1.0]], np.arange(size), 0), axis=1
        )
        if cell.by.startswith("heads"):
            raw[:] = np.take_along_axis(raw, at, 1)
    flags = rng.integers(-2, 3, (SETS, size)).astype(np.int8)
    odd = np.arange(size) % 2 == 1
    if cell.by == "flags":
        is_kept = flags != 0
    elif cell.by == "where of flags":
        is_kept = flags > 0
    elif cell.by == "where":
        is_kept = select.selects(elements[0], raws[0])
    elif cell.by == "where by index":
        is_kept = select.selects(elements[0], raws[0]) | odd
    elif cell.by == "classes":
        number = raws[0].astype(int) >> 5
        return raws, flags, np.where((number < 0) | (number > 1), 2, number)
    else:
        keys = raws[: 2 if cell.by == "heads of two" else 1]
        is_kept = segments.heads_of([e.to_wide(key) for e, key in zip(elements, keys)])
    return raws, flags, np.where(is_kept, 0, 1)


def inputs_of(cell, size):
    """Elements and raw values of a cell's inputs."""
    raws, flags, _ = data(cell, size)
    return [*zip(elements_of(cell), raws), *[(I8, flags)] * has_flags(cell)]


def case_of(cell, size):
    return Case(inputs_of(cell, size), wants_of(cell, size))


def wants_of(cell, size):
    """The expected results, in the order of the op: those of the classes, the counts,
    and the rest."""
    raws, _, classes = data(cell, size)
    elements, number, room = elements_of(cell), counted(cell), room_of(cell, size)

    parts = [select.expected([raw[at] for raw in raws], classes[at], number) for at in range(SETS)]

    def place(element, kept, back=None):
        """A result with an array for each data set, and the elements that are stored
        from its end."""
        out = untouched(element, (SETS, room))
        defined = np.full(out.shape, cell.form != "tensors")
        for at, part in enumerate(kept):
            defined[at] |= select.place(out[at], part, back and back[at])
        return Want(element, out, defined)

    left = [[part[2][i] for part in parts] for i in range(len(elements))]
    back = left if cell.rest == "reversed" else [None] * len(elements)
    wants = [place(e, [part[0][c][i] for part in parts], back[i])
             for c in range(number) for i, e in enumerate(elements)]  # fmt: skip
    count = I32 if cell.count == "i32" else I64
    for c in range(number):
        found = np.array([part[1][c] for part in parts], count.raw)
        wants.append(Want(count, found, np.ones(SETS, bool)))
    if cell.rest == "own":
        wants += [place(e, parts_left) for e, parts_left in zip(elements, left)]
    return wants


WHERE = {
    "where": "%is = arith.cmpi eq, %bit, %zero : i8\nprim.yield %is : i1\n",
    "where by index": """%even = arith.cmpi eq, %bit, %zero : i8
%c2 = arith.constant 2 : index
%c1 = arith.constant 1 : index
%low = arith.remui %at, %c2 : index
%odd = arith.cmpi eq, %low, %c1 : index
%is = arith.ori %even, %odd : i1
prim.yield %is : i1
""",
    "where of flags": "%is = arith.cmpi sgt, %flag, %zero : i8\nprim.yield %is : i1\n",
    "classes": """%five = arith.constant 5 : i8
%high = arith.shrsi %e0, %five : i8
%class = arith.extsi %high : i8 to i32
prim.yield %class : i32
""",
}


def text_of(symbol, cell, size):
    """The function of a cell. `size` is the statically known size."""
    elements, kind = elements_of(cell), "tensor" if cell.form == "tensors" else "memref"

    def buffer(element, extent):
        return "%s<%sx%s>" % (kind, "?" if extent is None else extent, element)

    room = None if size is None else room_of(cell, size)
    ins = [("%%x%d" % i, buffer(e.name, size)) for i, e in enumerate(elements)]
    flags = [("%f", buffer("i8", size))] if has_flags(cell) else []
    outs = [("%%o%d_%d" % (c, i), buffer(e.name, room))
            for c in range(counted(cell)) for i, e in enumerate(elements)]  # fmt: skip
    counts = [("%%n%d" % c, "%s<%s>" % (kind, cell.count)) for c in range(counted(cell))]
    rest = [("%%r%d" % i, buffer(e.name, room)) for i, e in enumerate(elements)]
    rest = rest if cell.rest == "own" else []

    region = ""
    if cell.by in WHERE:
        arguments = ["%%e%d: %s" % (i, e.name) for i, e in enumerate(elements)]
        arguments += ["%flag: i8"] * has_flags(cell) + ["%at: index"] * ("index" in cell.by)
        body = "%one = arith.constant 1 : i8\n%zero = arith.constant 0 : i8\n"
        if elements[0] is I8:
            body += "%bit = arith.andi %e0, %one : i8\n"
        region = " where {\n^bb0(%s):\n%s%s}" % (", ".join(arguments), body, WHERE[cell.by])
    results = outs + counts + rest

    def op(workspace):
        return select.op_text(
            ins, outs + counts, rest, cell.rest == "reversed", workspace, flags=flags,
            heads={"heads": 1, "heads of two": 2}.get(cell.by),
            classes=3 if cell.by == "classes" else None, end=tuning(cell.tile), regions=region)  # fmt: skip

    before = room_text(cell, ins[0][1]) if cell.form == "tensors" else ""
    return function(symbol, cell.form, ins + flags, results, op, before, "%room")


def room_text(cell, type):
    """Makes the size of results on tensors: that of %x0, or a part of it."""
    share = {"all": 1, "some": 3, "none": None}[cell.room]
    text = "%%c0 = arith.constant 0 : index\n%%length = tensor.dim %%x0, %%c0 : %s\n" % type
    text += "%%share = arith.constant %d : index\n" % (share or 1)
    return text + ("%room = arith.divui %length, %share : index\n" if share else "%room = arith.constant 0 : index\n")
