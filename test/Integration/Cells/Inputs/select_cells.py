# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cells of prim.device_select: what one can vary of it, and how a cell is executed
through prim-run and compared. It folds nothing, so that it shares neither the combiners
nor the rows of the cells of other device ops. Others that give counted results are executed
as it is."""

import pathlib
import sys
import tempfile
from collections import namedtuple

import combiners
import covering
import numpy as np
from device_programs import UNTOUCHED
from elements import I8, I32, I64, SETS, sample
from kernel import Want, first_difference
from sweeping import in_modules, run_batch

Select = namedtuple("Select", "element by members rest count room form tile size")

# How it is said what is selected. Flags are bytes; the predicates look at the lowest
# bit of the first member, which is an i8 of its own, at that and the index, and at the
# flag; classes are the numbers of the first member, of which some are none.
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
SIZES = {
    "0": (0, 0), "1": (0, 1), "odd": (0, 7), "tile-1": (1, -1), "tile": (1, 0),
    "tile+1": (1, 1), "many": (7, -27), "window+": (70, -27)}  # fmt: skip
USUAL_TILE = 4096
FREE = ["tile", "size", "count"]
FULL = [("element", "by", "members"), ("by", "rest", "room", "form"), ("by", "rest", "form", "tile")]
KINDS = {"select": Select}
SCHEDULES = [0, 7, -1]
PROGRAMS_PER_MODULE = 64


def legal(cell):
    if cell.by == "heads of two" and cell.members < 2:
        return False
    # A reversed rest fills what one class leaves of as much as there is.
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
    return covering.with_sizes(programs, groups, lambda program: sizes(program, large))


def describe(cell):
    fields = cell._asdict().items()
    return " ".join("%s %s" % pair for pair in fields if pair[1] is not None)


def size_of(cell):
    tiles, more = SIZES[cell.size]
    if cell.tile is None and cell.size == "many":
        tiles = 3
    return tiles * (cell.tile[0] * cell.tile[1] if cell.tile else USUAL_TILE) + more


def elements_of(cell):
    """The members: the one that is looked at, where it is not any type's, and others."""
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
    # Runs of many lengths, for heads: some elements are those before.
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
        is_kept = raws[0] & 1 == 0
    elif cell.by == "where by index":
        is_kept = (raws[0] & 1 == 0) | odd
    elif cell.by == "classes":
        number = raws[0].astype(int) >> 5
        return raws, flags, np.where((number < 0) | (number > 1), 2, number)
    else:
        is_kept = np.zeros((SETS, size), bool)
        is_kept[:, :1] = True
        keys = raws[: 2 if cell.by == "heads of two" else 1]
        for element, key in zip(elements, keys):
            wide = element.to_wide(key)
            is_kept[:, 1:] |= ~(wide[:, 1:] == wide[:, :-1])
    return raws, flags, np.where(is_kept, 0, 1)


def inputs_of(cell, size):
    """Elements and raw values of what a cell is given."""
    raws, flags, _ = data(cell, size)
    return [*zip(elements_of(cell), raws), *[(I8, flags)] * has_flags(cell)]


def wants_of(cell, size):
    """What the results must be, as the op has them: those of classes, counts, the rest."""
    raws, _, classes = data(cell, size)
    elements, number, room = elements_of(cell), counted(cell), room_of(cell, size)

    def place(element, raw, of, back=None):
        bytes = np.full(SETS * room * element.size, UNTOUCHED, np.uint8)
        out = bytes.view(element.raw).reshape(SETS, room)
        defined = np.full(out.shape, cell.form != "tensors")
        for at in range(SETS):
            parts = [raw[at][classes[at] == of][:room]]
            out[at, : len(parts[0])] = parts[0]
            defined[at, : len(parts[0])] = True
            if back is not None:
                left = raw[at][classes[at] >= back][::-1]
                out[at, size - len(left) :] = left
                defined[at] = True
        return Want(element, out, defined)

    back = number if cell.rest == "reversed" else None
    wants = [place(e, raw, c, back) for c in range(number) for e, raw in zip(elements, raws)]
    count = I32 if cell.count == "i32" else I64
    for c in range(number):
        found = (classes == c).sum(axis=1).astype(count.raw)
        wants.append(Want(count, found, np.ones(SETS, bool)))
    if cell.rest == "own":
        wants += [place(e, raw, number) for e, raw in zip(elements, raws)]
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
    """The function of a cell; `size` is what is known of it."""
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

    def group(keyword, operands):
        if not operands:
            return ""
        return " %s(%s : %s)" % (keyword, *(", ".join(part) for part in zip(*operands)))

    region = ""
    if cell.by in WHERE:
        arguments = ["%%e%d: %s" % (i, e.name) for i, e in enumerate(elements)]
        arguments += ["%flag: i8"] * has_flags(cell) + ["%at: index"] * ("index" in cell.by)
        body = "%one = arith.constant 1 : i8\n%zero = arith.constant 0 : i8\n"
        if elements[0] is I8:
            body += "%bit = arith.andi %e0, %one : i8\n"
        region = " where {\n^bb0(%s):\n%s%s}" % (", ".join(arguments), body, WHERE[cell.by])
    results = outs + counts + rest
    types = ", ".join(ty for _, ty in results)

    def op(workspace):
        text = "prim.device_select" + group("ins", ins) + group("outs", outs + counts)
        text += group("rest", rest) + " rest reversed" * (cell.rest == "reversed")
        if workspace:
            text += " workspace(%w : memref<?xi8>)" + " initialized" * (cell.form == "initialized")
        text += group("flags", flags)
        text += {"heads": " heads(1)", "heads of two": " heads(2)", "classes": " classes(3)"}.get(cell.by, "")
        text += " tuning<block_size = %d, items_per_thread = %d>" % cell.tile if cell.tile else ""
        return text + region

    parameters, body, returned = ins + flags, "", ""
    if cell.form == "tensors":
        # As large as ins, or a part of that.
        share = {"all": 1, "some": 3, "none": None}[cell.room]
        body = "%%c0 = arith.constant 0 : index\n%%n = tensor.dim %%x0, %%c0 : %s\n" % ins[0][1]
        body += "%%share = arith.constant %d : index\n" % (share or 1)
        body += "%room = arith.divui %n, %share : index\n" if share else "%room = arith.constant 0 : index\n"
        for value, ty in results:
            body += "%s = tensor.empty(%s) : %s\n" % (value, "%room" * ("?" in ty), ty)
        names = ", ".join("%%y%d" % i for i in range(len(results)))
        body += "%s = %s -> %s\nreturn %s : %s\n" % (names, op(False), types, names, types)
        returned = " -> (%s)" % types
    elif cell.form in ("workspace", "initialized"):
        parameters = parameters + results
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
        parameters = parameters + results
        body = op(False) + "\nreturn\n"
    listed = ", ".join("%s: %s" % parameter for parameter in parameters)
    return "func.func @%s(%s)%s {\n%s}\n" % (symbol, listed, returned, body)


def save(path, element, raw):
    np.save(path, raw.view("V2") if element.name == "bf16" else raw)
    return str(path)


def untouched(wants):
    """What is in results before."""
    bytes = [np.full(want.raw.size * want.element.size, UNTOUCHED, np.uint8) for want in wants]
    return [b.view(want.element.raw).reshape(want.raw.shape) for b, want in zip(bytes, wants)]


class Run:
    """A cell of `spec` with a data set, as prim-run's list of cases has it."""

    def __init__(self, spec, folder, number, symbol, cell, data_set, schedule):
        self.cell, self.data_set, self.symbol, self.schedule = cell, data_set, symbol, schedule
        self.size = size_of(cell)
        self.wants = spec.wants_of(cell, self.size)
        stem = "%d-" % number
        self.inputs = [save(folder / (stem + "x%d.npy" % i), e, raw[data_set])
                       for i, (e, raw) in enumerate(spec.inputs_of(cell, self.size))]  # fmt: skip
        self.inout = []
        before = untouched(self.wants)
        if hasattr(spec, "before_of"):
            before = spec.before_of(cell, self.size)
        if cell.form != "tensors":
            for i, (want, raw) in enumerate(zip(self.wants, before)):
                self.inout.append(len(self.inputs))
                self.inputs.append(save(folder / (stem + "y%d.npy" % i), want.element, raw[data_set]))
        elif not self.inputs:
            self.inputs.append(self.size)
        self.outputs = [folder / (stem + "o%d.npy" % i) for i in range(len(self.wants))]

    def case(self):
        return {"entry": self.symbol, "inputs": self.inputs,
                "outputs": [str(path) for path in self.outputs], "inout": self.inout,
                "seed": self.schedule}  # fmt: skip

    def compare(self):
        """How many values were compared, and what is wrong, or None."""
        values, difference = 0, None
        for number, (want, path) in enumerate(zip(self.wants, self.outputs)):
            got, part = np.load(path), want.of_set(self.data_set)
            if got.shape != part.raw.shape:
                return values, "result %d has shape %s" % (number, got.shape)
            values += int(part.defined.sum())
            raw = received(self, number, got.view(want.element.raw))
            difference = difference or first_difference(number, raw, part, ["element"])
        return max(values, 1), difference


def received(run, number, raw):
    """The values that are compared: those that the device gave."""
    return raw


def run(args, target, device, cells, tally, spec=sys.modules[__name__]):
    """Compares pairs (op, cell) of `spec` and counts them in a Tally."""
    together = {}
    for _, cell in cells:
        static = cell.size if cell.form == "static" else None
        together.setdefault(cell._replace(size=static), []).append(cell)
    programs = list(enumerate(together.items()))
    for part, options in in_modules(args, programs, PROGRAMS_PER_MODULE):
        with tempfile.TemporaryDirectory() as folder:
            run_module(args, target, pathlib.Path(folder), part, tally, options, spec)


def run_module(args, target, folder, programs, tally, options, spec):
    text, runs = "", []
    (op,) = spec.KINDS
    for number, (program, group) in programs:
        symbol = "%s%d" % (op, number)
        text += spec.text_of(symbol, program, size_of(program) if program.size else None)
        for cell in group:
            # Two of the three data sets, each under another schedule, but for a sweep
            # in full.
            for at in range(SETS if args.full or args.large else 2):
                turn = len(runs) + at
                runs.append(Run(spec, folder, len(runs), symbol, cell, (number + at) % SETS,
                                SCHEDULES[turn % len(SCHEDULES)]))  # fmt: skip
    reports, errors = run_batch(args, target, folder, text, [r.case() for r in runs], options)
    if len(reports) != len(runs):
        tally.fail("%s: %d of %d cases ran: %s" % (op, len(reports), len(runs), errors[:1500]))
    for number, run in enumerate(runs):
        report = reports.get(number)
        if not report:
            continue
        where = "%s %s (%d), data set %d, schedule %d" % (
            op, spec.describe(run.cell), run.size, run.data_set, run.schedule)  # fmt: skip
        if not report["ok"]:
            tally.fail("%s: %s" % (where, report["error"]))
            continue
        values, difference = run.compare()
        tally.count((op, run.cell), values)
        if difference:
            tally.fail("%s: %s" % (where, difference))
