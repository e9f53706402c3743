# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cells of prim.device_search and prim.device_batch_copy: what one can vary of them, and
how a cell is executed through prim-run and compared. Neither folds anything."""

import pathlib
import tempfile
from collections import namedtuple

import combiners
import covering
import numpy as np
from device_programs import UNTOUCHED
from elements import I8, I32, I64, SETS, Element, sample
from kernel import Want, first_difference
from select_cells import SCHEDULES, SIZES, USUAL_TILE, save
from sweeping import in_modules, run_batch

Search = namedtuple("Search", "element order descending mode out members prologue heap form tile size")
Copy = namedtuple("Copy", "element number spread place form tile size")

I1 = Element("i1", np.bool_, np.int8)
AXES = {
    "lookup_search": dict(
        element=list(combiners.ELEMENTS),
        order=["slt", "ult", "total", "comparator"],
        descending=[False, True],
        mode=["lower", "upper", "contains"],
        out=["narrow", "wide", "index"],
        members=[1, 2],
        # Of a narrower type, and made what is sorted.
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
        # Where copies come from and go to: alike as vectors of 16 bytes have it, or not,
        # and from one place all of them.
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
PROGRAMS_PER_MODULE = 64


def legal(cell):
    if isinstance(cell, Copy):
        return True
    if cell.prologue and (cell.element == "i8" or cell.members != 1):
        return False
    element = combiners.ELEMENTS[cell.element]
    if cell.order == "comparator":
        # That of the first member, then of a byte. NaNs have no order.
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
    return covering.with_sizes(programs, groups, lambda program: AXES[op]["size"])


def describe(cell):
    fields = cell._asdict().items()
    return " ".join("%s %s" % pair for pair in fields if pair[1] is not None)


def size_of(cell):
    tiles, more = SIZES[cell.size]
    usual = 4 * 256 if isinstance(cell, Search) else USUAL_TILE // 4
    if cell.tile is None and cell.size == "many":
        tiles = 3
    return tiles * (cell.tile[0] * cell.tile[1] if cell.tile else usual) + more


def seeded(cell, *more):
    return np.random.default_rng([*more, *map(ord, cell.element)])


def group(keyword, operands):
    return " %s(%s : %s)" % (keyword, *(", ".join(part) for part in zip(*operands)))


def buffer(cell, element, extent):
    kind = "tensor" if cell.form == "tensors" else "memref"
    return "%s<%sx%s>" % (kind, "?" if extent is None else extent, element)


def tuning(cell):
    return " tuning<block_size = %d, items_per_thread = %d>" % cell.tile if cell.tile else ""


def function(symbol, cell, inputs, out, op, size="%x0"):
    """A function of `op`, which gives its text with or without a workspace."""
    parameters, body, returned = inputs, "", ""
    if cell.form == "tensors":
        body = "%%c0 = arith.constant 0 : index\n%%n = tensor.dim %s, %%c0 : %s\n" % (
            size, dict(inputs)[size])  # fmt: skip
        body += "%s = tensor.empty(%%n) : %s\n%%y = %s -> %s\nreturn %%y : %s\n" % (
            out[0], out[1], op(False), out[1], out[1])  # fmt: skip
        returned = " -> " + out[1]
    elif cell.form in ("workspace", "initialized"):
        parameters = inputs + [out]
        fill, again = (0, op(True) + "\n") if cell.form == "initialized" else (-1, "")
        body = """%%bytes = prim.workspace_size {
%s
} : index
%%w = gpu.alloc (%%bytes) : memref<?xi8>
%%fill = arith.constant %d : i8
gpu.memset %%w, %%fill : memref<?xi8>, i8
%s%s
gpu.dealloc %%w : memref<?xi8>
return
""" % (op(False), fill, again, op(True))
    else:
        parameters = inputs + [out]
        body = op(False) + "\nreturn\n"
    listed = ", ".join("%s: %s" % parameter for parameter in parameters)
    return "func.func @%s(%s)%s {\n%s}\n" % (symbol, listed, returned, body)


def workspace(cell, used):
    if not used:
        return ""
    return " workspace(%w : memref<?xi8>)" + " initialized" * (cell.form == "initialized")


# ---------------------------------------------------------------------------
# Searches
# ---------------------------------------------------------------------------


def answer_of(cell):
    narrow, wide = (I1, I8) if cell.mode == "contains" else (I32, I64)
    return {"narrow": narrow, "wide": wide, "index": combiners.ELEMENTS["index"]}[cell.out]


def ranks(cell, members):
    """Integers in the order of items, equal for those that are; members are of shape
    (count,), raw."""
    element = combiners.ELEMENTS[cell.element]
    first = element.to_wide(members[0])
    if cell.order == "ult":
        first = first.view("u%d" % element.size)
    # NaNs come last and are one value, and so are both zeros.
    rank = np.unique(first + 0 if element.is_float else first, return_inverse=True)[1].astype(np.int64)
    rank = rank.reshape(first.shape)
    if cell.order == "comparator":
        rank = -rank
    if cell.members == 2:
        rank = rank * 256 + members[1]
    return -rank if cell.descending else rank


def search_data(cell, size):
    """Needles as they are given and what is sorted, each a list of members of shape
    (SETS, count), and the answers."""
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
        # Some are found.
        if count:
            some = heap[0][:, ::2]
            some[:] = items[0][:, :1] if size else some
    elif count:
        # Some are found.
        at = rng.integers(0, count, size)
        for member, sorted_member in zip(given, heap):
            member[:, ::2] = sorted_member[:, at][:, ::2]
    answers = np.zeros((SETS, size), answer_of(cell).raw)
    for s in range(SETS):
        rank = ranks(cell, [np.concatenate([h[s], i[s]]) for h, i in zip(heap, items)])
        of_heap, of_items = rank[:count], rank[count:]
        order = np.argsort(of_heap, kind="stable")
        for member in heap:
            member[s] = member[s][order]
        of_heap = of_heap[order]
        lower, upper = (np.searchsorted(of_heap, of_items, side) for side in ("left", "right"))
        answers[s] = {"lower": lower, "upper": upper, "contains": lower < upper}[cell.mode]
    return given, heap, answers


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

    def op(used):
        text = "prim.device_search " + cell.mode
        text += "" if cell.order == "comparator" else " " + cell.order
        text += " descending" * cell.descending
        text += group("ins", ins) + group("in", heap) + group("outs", [out])
        return text + workspace(cell, used) + tuning(cell) + regions

    return function(symbol, cell, ins + heap, out, op)


def search_case(cell, size):
    """Inputs, (element, raw) each, what the output must be, and what it is before."""
    given, heap, answers = search_data(cell, size)
    element = combiners.ELEMENTS[cell.element]
    elements = [element, I8]
    inputs = list(zip([I8] if cell.prologue else elements, given)) + list(zip(elements, heap))
    want = Want(answer_of(cell), answers, np.ones(answers.shape, bool))
    return inputs, want, None


# ---------------------------------------------------------------------------
# Batch copies
# ---------------------------------------------------------------------------

SOURCE = 5003


def copy_case(cell, size):
    rng = seeded(cell, size, *map(ord, cell.spread + cell.place))
    element, number = (combiners.ELEMENTS[name] for name in (cell.element, cell.number))
    sizes = {
        "tiny": rng.integers(0, 4, size),
        "empty": np.where(rng.random(size) < 0.1, rng.integers(-3, 20, size), 0),
        "mixed": np.where(rng.random(size) < 0.1, rng.integers(0, 90, size), rng.integers(0, 9, size)),
        "huge": np.where(np.arange(size) == size // 2, 4900, rng.integers(0, 3, size)),
        "outside": rng.integers(0, 12, size),
    }[cell.spread]
    room = np.maximum(sizes, 0)
    unit = 16 // element.size
    if cell.place == "alike":
        room = -(-room // unit) * unit
    order = rng.permutation(size)
    places = np.zeros(size, np.int64)
    places[order] = np.cumsum(room[order]) - room[order]
    extent = int(room.sum()) + 3
    # On tensors outputs are as large as sources.
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
        # That one has what is left of the output to itself.
        places = np.where(np.arange(size) == 2, extent - 2, places)
    raw = sample(element, rng, (source,))
    if cell.form == "tensors":
        extent = source
    before = np.full(extent * element.size, UNTOUCHED, np.uint8).view(element.raw)
    wants = np.broadcast_to(before, (SETS, extent)).copy()
    defined = np.full(wants.shape, cell.form != "tensors")
    for begin, place, count in zip(*(map(int, a) for a in (begins, places, sizes))):
        low, high = max(0, -begin, -place), min(count, source - begin, extent - place)
        if low < high:
            wants[:, place + low : place + high] = raw[:, begin + low : begin + high]
            defined[:, place + low : place + high] = True
    copies = [np.broadcast_to(a.astype(number.raw), (SETS, size)) for a in (begins, places, sizes)]
    inputs = [(element, raw), *((number, copy) for copy in copies)]
    return inputs, Want(element, wants, defined), np.broadcast_to(before, wants.shape)


def copy_text(symbol, cell, size):
    extents = [None, None, None]
    if size is not None:
        (_, raw), (_, copies), *_ = copy_case(cell, size)[0]
        extents = [raw.shape[1], copies.shape[1], copy_case(cell, size)[1].raw.shape[1]]
    source = ("%x0", buffer(cell, cell.element, extents[0]))
    given = [("%" + name, buffer(cell, cell.number, extents[1])) for name in ("from", "to", "sizes")]
    out = ("%o", buffer(cell, cell.element, extents[2]))

    def op(used):
        text = "prim.device_batch_copy" + group("ins", [source]) + group("outs", [out])
        text += workspace(cell, used)
        text += "".join(group(operand[0][1:], [operand]) for operand in given)
        return text + tuning(cell)

    return function(symbol, cell, [source, *given], out, op)


TEXTS = {"lookup_search": search_text, "lookup_batch_copy": copy_text}
CASES = {"lookup_search": search_case, "lookup_batch_copy": copy_case}


class Run:
    """A cell with a data set, as prim-run's list of cases has it."""

    def __init__(self, folder, number, symbol, op, cell, data_set, schedule):
        self.op, self.cell, self.data_set = op, cell, data_set
        self.symbol, self.schedule = symbol, schedule
        inputs, self.want, before = CASES[op](cell, size_of(cell))
        stem = "%d-" % number
        self.inputs = [save(folder / (stem + "x%d.npy" % i), e, raw[data_set])
                       for i, (e, raw) in enumerate(inputs)]  # fmt: skip
        self.inout = []
        if cell.form != "tensors":
            if before is None:
                shape, element = self.want.raw.shape, self.want.element
                before = np.full(self.want.raw.size * element.size, UNTOUCHED, np.uint8)
                before = (before.astype(bool) if element is I1 else before.view(element.raw)).reshape(shape)
            self.inout.append(len(self.inputs))
            self.inputs.append(save(folder / (stem + "y.npy"), self.want.element, before[data_set]))
        self.output = folder / (stem + "o.npy")

    def case(self):
        return {"entry": self.symbol, "inputs": self.inputs, "outputs": [str(self.output)],
                "inout": self.inout, "seed": self.schedule}  # fmt: skip

    def compare(self):
        """How many values were compared, and what is wrong, or None."""
        got, part = np.load(self.output), self.want.of_set(self.data_set)
        if got.shape != part.raw.shape:
            return 0, "result 0 has shape %s" % (got.shape,)
        raw = received(self, 0, got.view(self.want.element.raw))
        return max(int(part.defined.sum()), 1), first_difference(0, raw, part, ["element"])


def received(run, number, raw):
    """The values that are compared: those that the device gave."""
    return raw


def run(args, target, device, cells, tally):
    """Compares pairs (op, cell) and counts them in a Tally."""
    together = {}
    for op, cell in cells:
        static = cell.size if cell.form == "static" else None
        together.setdefault((op, cell._replace(size=static)), []).append(cell)
    programs = list(enumerate(together.items()))
    for part, options in in_modules(args, programs, PROGRAMS_PER_MODULE):
        with tempfile.TemporaryDirectory() as folder:
            run_module(args, target, pathlib.Path(folder), part, tally, options)


def run_module(args, target, folder, programs, tally, options):
    text, runs = "", []
    for number, ((op, program), of) in programs:
        symbol = "%s%d" % (op, number)
        text += TEXTS[op](symbol, program, size_of(program) if program.size else None)
        for cell in of:
            # One of the three data sets, under one of three schedules, but for a sweep in
            # full.
            for at in range(SETS if args.full or args.large else 1):
                turn = len(runs) + at
                runs.append(Run(folder, len(runs), symbol, op, cell, turn % SETS,
                                SCHEDULES[(turn // 2) % len(SCHEDULES)]))  # fmt: skip
    reports, errors = run_batch(args, target, folder, text, [r.case() for r in runs], options)
    if len(reports) != len(runs):
        tally.fail("lookup: %d of %d cases ran: %s" % (len(reports), len(runs), errors[:1500]))
    for number, run in enumerate(runs):
        report = reports.get(number)
        if not report:
            continue
        where = "%s %s (%d), data set %d, schedule %d" % (
            run.op, describe(run.cell), size_of(run.cell), run.data_set, run.schedule)  # fmt: skip
        if not report["ok"]:
            tally.fail("%s: %s" % (where, report["error"]))
            continue
        values, difference = run.compare()
        tally.count((run.op, run.cell), values)
        if difference:
            tally.fail("%s: %s" % (where, difference))
