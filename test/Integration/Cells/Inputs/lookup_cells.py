# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cells of prim.device_search and prim.device_batch_copy: the values of all their
parameters."""

from collections import namedtuple

import numpy as np

from ops import batch_copy, orders, search
from primtest import combiners, covering, mlir, program_cells
from primtest.comparing import Want
from primtest.elements import I1, I32, I64, I8, SETS, sample, untouched  # noqa: F401
from primtest.mlir import tuning
from primtest.program_cells import Case, describe, whole  # noqa: F401

Search = namedtuple("Search", "element order descending mode out members prologue heap form tile size")
Copy = namedtuple("Copy", "element number spread place form tile size")

AXES = {
    "lookup_search": dict(
        element=list(combiners.ELEMENTS),
        order=["slt", "ult", "total", "comparator"],
        descending=[False, True],
        mode=["lower", "upper", "contains"],
        out=["narrow", "wide", "index"],
        members=[1, 2],
        # A narrower type, converted to the sorted type.
        prologue=[None, "from i8"],
        heap=["0", "1", "few", "equal", "many"],
        form=["memrefs", "tensors", "static", "workspace"],
        tile=[(64, 2), (192, 3), None],
        size=["0", "1", "odd", "tile-1", "tile", "tile+1", "many"],
    ),
    "lookup_batch_copy": dict(
        element=list(combiners.ELEMENTS),
        number=["i32", "i64", "index"],
        spread=["tiny", "empty", "mixed", "huge", "outside"],
        # Sources and destinations of copies: both aligned to vectors of 16 bytes or
        # not, and all from one source.
        place=["alike", "anywhere", "one"],
        form=["memrefs", "tensors", "static", "workspace", "initialized"],
        tile=[(64, 2), (192, 3), None],
        size=["0", "1", "odd", "tile-1", "tile", "tile+1", "many"],
    ),
}  # fmt: skip
HEAPS = {"0": 0, "1": 1, "few": 7, "equal": 300, "many": 700}
FREE = ["tile", "size", "out", "number"]
FULL = {
    "lookup_search": [("element", "order", "mode"), ("order", "descending", "mode", "heap")],
    "lookup_batch_copy": [("element", "spread", "place"), ("spread", "place", "form", "tile")],
}
KINDS = {"lookup_search": Search, "lookup_batch_copy": Copy}
TURNS = 1


def legal(cell):
    if isinstance(cell, Copy):
        return True
    if cell.prologue and (cell.element == "i8" or cell.members != 1):
        return False
    element = combiners.ELEMENTS[cell.element]
    if cell.order == "comparator":
        # The order of the first member, then of a byte. NaNs have no order.
        return not element.is_float and not cell.descending
    if cell.members != 1 or element.is_float != (cell.order == "total"):
        return False
    return True


def groups_of(op, full):
    return covering.pairs(KINDS[op]) + (FULL[op] if full else [])


def chosen(op, full, seed):
    groups = [group for group in groups_of(op, full) if "size" not in group]
    free = [axis for axis in FREE if axis in KINDS[op]._fields]
    space = covering.Space(KINDS[op], AXES[op], legal, free)
    return covering.cover(space, groups, seed)


def of_share(op, full, programs, large=False):
    groups = [group for group in groups_of(op, full) if "size" not in group]
    return covering.with_sizes(programs, groups, lambda program: AXES[op]["size"], full)


def size_of(cell):
    return program_cells.elements_of_size(cell, 1024, 3)


def program_of(cell):
    fields = ["spread", "place"] if isinstance(cell, Copy) else ["heap"]
    return program_cells.without(cell, size=None, **dict.fromkeys(fields))


def seeded(cell, *more):
    return np.random.default_rng([*more, *map(ord, cell.element)])


def buffer(cell, element, extent):
    kind = "tensor" if cell.form == "tensors" else "memref"
    return "%s<%sx%s>" % (kind, "?" if extent is None else extent, element)


def function(symbol, cell, inputs, out, op):
    """A function whose result on tensors is as large as its first input."""
    before = ""
    if cell.form == "tensors":
        before = "%%c0 = arith.constant 0 : index\n%%n = tensor.dim %s, %%c0 : %s\n" % inputs[0]
    return mlir.function(symbol, cell.form, inputs, [out], op, before, "%n")


# ---------------------------------------------------------------------------
# Searches
# ---------------------------------------------------------------------------


def answer_of(cell):
    narrow, wide = (I1, I8) if cell.mode == "contains" else (I32, I64)
    return {"narrow": narrow, "wide": wide, "index": combiners.ELEMENTS["index"]}[cell.out]


def ranks(cell, members):
    """Integers in the order of the items, equal for equal items. Members are raw
    values."""
    element = combiners.ELEMENTS[cell.element]
    if cell.order != "comparator":
        return orders.key_ranks([element], [cell.order], members, descending=cell.descending)
    first = orders.key_ranks([element], ["slt"], members[:1], descending=True)
    return orders.joint_ranks([first, *members[1:]])


def search_data(cell, size):
    """The needles and the sorted values, each a list of members of shape (SETS, count),
    and the answers."""
    rng, count = seeded(cell, size, HEAPS[cell.heap]), HEAPS[cell.heap]
    element = combiners.ELEMENTS[cell.element]
    elements = [element, I8][: cell.members]
    heap = [sample(e, rng, (count,)) for e in elements]
    given = [sample(e, rng, (size,)) for e in elements]
    if cell.heap == "equal":
        for member in heap:
            member[:] = member[:, :1]
    items = given
    if cell.prologue:
        given = [sample(I8, rng, (size,))]
        items = [element.to_raw(given[0].astype(element.wide)) if element.is_float
                 else given[0].astype(element.raw)]  # fmt: skip
        # Some needles are found.
        if count:
            some = heap[0][:, ::2]
            some[:] = items[0][:, :1] if size else some
    elif count:
        # Some needles are found.
        at = rng.integers(0, count, size)
        for member, sorted_member in zip(given, heap):
            member[:, ::2] = sorted_member[:, at][:, ::2]
    rank = ranks(cell, [np.concatenate(pair, -1) for pair in zip(items, heap)])
    at, answers = search.looked_up(cell.mode, rank, count)
    heap = [np.take_along_axis(member, at, -1) for member in heap]
    return given, heap, answers.astype(answer_of(cell).raw)


COMPARATOR = """%%before = arith.cmpi sgt, %%a0, %%b0 : %s
"""
SECOND = """%%same = arith.cmpi eq, %%a0, %%b0 : %s
%%then = arith.cmpi slt, %%a1, %%b1 : i8
%%second = arith.andi %%same, %%then : i1
%%is = arith.ori %%before, %%second : i1
prim.yield %%is : i1
"""


def search_text(symbol, cell, size):
    element = combiners.ELEMENTS[cell.element]
    items = [element.name, "i8"][: cell.members]
    count = None if size is None else HEAPS[cell.heap]
    needles = ["i8"] if cell.prologue else items
    ins = [("%%x%d" % i, buffer(cell, t, size)) for i, t in enumerate(needles)]
    heap = [("%%s%d" % i, buffer(cell, t, count)) for i, t in enumerate(items)]
    out = ("%o", buffer(cell, answer_of(cell).name, size))
    regions = ""
    if cell.prologue:
        how = "sitofp" if element.is_float else "index_cast" if element.name == "index" else "extsi"
        regions += " prologue {\n^bb0(%%e: i8):\n%%v = arith.%s %%e : i8 to %s\nprim.yield %%v : %s\n}" % (
            how, element.name, element.name)  # fmt: skip
    if cell.order == "comparator":
        arguments = ["%%%s%d: %s" % (side, i, t) for side in "ab" for i, t in enumerate(items)]
        body = COMPARATOR % element.name
        body += SECOND % element.name if cell.members == 2 else "prim.yield %before : i1\n"
        regions += " comparator {\n^bb0(%s):\n%s}" % (", ".join(arguments), body)

    def op(workspace):
        return search.op_text(
            cell.mode, "" if cell.order == "comparator" else cell.order, cell.descending, ins, heap,
            [out], workspace, end=tuning(cell.tile), regions=regions)  # fmt: skip

    return function(symbol, cell, ins + heap, out, op)


def search_case(cell, size):
    given, heap, answers = search_data(cell, size)
    element = combiners.ELEMENTS[cell.element]
    elements = [element, I8]
    inputs = list(zip([I8] if cell.prologue else elements, given)) + list(zip(elements, heap))
    return Case(inputs, [whole(answer_of(cell), answers)])


# ---------------------------------------------------------------------------
# Batch copies
# ---------------------------------------------------------------------------

SOURCE = 5003


def copy_case(cell, size):
    rng = seeded(cell, size, *map(ord, cell.spread + cell.place))
    element, number = (combiners.ELEMENTS[name] for name in (cell.element, cell.number))
    drawn = batch_copy.draw_sizes(rng, size, 4900)
    sizes = {**drawn, "outside": rng.integers(0, 12, size)}[cell.spread]
    room = np.maximum(sizes, 0)
    unit = 16 // element.size
    if cell.place == "alike":
        room = -(-room // unit) * unit
    places = batch_copy.draw_places(rng, room)
    extent = int(room.sum()) + 3
    # On tensors, outputs are as large as sources.
    source = max(extent, SOURCE) if cell.form == "tensors" else SOURCE
    begins = rng.integers(0, source - np.maximum(sizes, 0) + 1) if size else np.zeros(0, np.int64)
    if cell.place == "alike":
        begins = begins // unit * unit
    elif cell.place == "one":
        begins = np.full(size, 7)
    if cell.spread == "outside":
        begins = np.where(np.arange(size) % 3 == 0, rng.integers(-20, source + 20, size), begins)
        beyond = np.arange(size) % 5 == 1
        sizes = np.where(np.arange(size) == 2, np.iinfo(number.raw).max, sizes)
        places = np.where(beyond, np.where(begins % 2 == 0, extent + source, -40), places)
        # This copy has the rest of the output to itself.
        places = np.where(np.arange(size) == 2, extent - 2, places)
    raw = sample(element, rng, (source,))
    if cell.form == "tensors":
        extent = source
    wants = untouched(element, (SETS, extent))
    defined = batch_copy.copy(raw, wants, begins, places, sizes) | (cell.form != "tensors")
    copies = [np.broadcast_to(a.astype(number.raw), (SETS, size)) for a in (begins, places, sizes)]
    inputs = [(element, raw), *((number, copy) for copy in copies)]
    return Case(inputs, [Want(element, wants, defined)])


def copy_text(symbol, cell, size):
    extents = [None, None, None]
    if size is not None:
        case = copy_case(cell, size)
        (_, raw), (_, copies), *_ = case.inputs
        extents = [raw.shape[1], copies.shape[1], case.wants[0].raw.shape[1]]
    source = ("%x0", buffer(cell, cell.element, extents[0]))
    given = [("%" + name, buffer(cell, cell.number, extents[1])) for name in ("from", "to", "sizes")]
    out = ("%o", buffer(cell, cell.element, extents[2]))

    def op(workspace):
        return batch_copy.op_text([source], [out], given, workspace, end=tuning(cell.tile))

    return function(symbol, cell, [source, *given], out, op)


def text_of(symbol, cell, size):
    return (copy_text if isinstance(cell, Copy) else search_text)(symbol, cell, size)


def case_of(cell, size):
    return (copy_case if isinstance(cell, Copy) else search_case)(cell, size)
