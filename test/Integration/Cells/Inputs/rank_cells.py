# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cells of prim.device_topk and prim.device_nth: what one can vary of them, and how a cell
is executed through prim-run and compared. Of an order that is free the items are compared
sorted by their bits."""

import pathlib
import tempfile
from collections import namedtuple

import combiners
import covering
import numpy as np
from device_programs import UNTOUCHED
from elements import I8, I32, I64, sample
from select_cells import save
from sort_cells import ranks
from sweeping import in_modules, run_batch

Rank = namedtuple("Rank", "element order form members data take layout tile size")
# The order of integers, and the direction.
ORDERS = ["up", "down", "unsigned up", "unsigned down"]
AXES = dict(
    element=list(combiners.ELEMENTS),
    order=ORDERS,
    form=["topk", "topk rest", "unordered", "unordered rest", "nth"],
    members=[1, 2, 3],
    data=["any", "equal", "two", "sorted", "reversed"],
    take=["0", "1", "some", "most", "all"],
    layout=["memrefs", "tensors", "initialized", "rows", "columns"],
    tile=[(64, 2), (192, 3), None],
    size=["0", "1", "odd", "tile-1", "tile", "tile+1", "many"],
)
SIZES = {
    "0": (0, 0), "1": (0, 1), "odd": (0, 7), "tile-1": (1, -1), "tile": (1, 0),
    "tile+1": (1, 1), "many": (7, -27), "window+": (70, -27)}  # fmt: skip
USUAL_TILE = 4096
ROWS = 3
FREE = ["tile", "size"]
FULL = [("element", "order", "form"), ("form", "take", "layout"), ("data", "take", "form")]
KINDS = {"rank": Rank}
SCHEDULES = [0, 7, -1]
PROGRAMS_PER_MODULE = 64


def is_float(cell):
    return combiners.ELEMENTS[cell.element].is_float


def legal(cell):
    return not (is_float(cell) and cell.order.startswith("unsigned"))


def groups_of(op, full):
    return covering.pairs(Rank) + (FULL if full else [])


def chosen(op, full, seed):
    groups = [group for group in groups_of(op, full) if "size" not in group]
    return covering.cover(covering.Space(Rank, AXES, legal, FREE), groups, seed)


def sizes(program, large):
    # What is so of some tiles is so of the usual one.
    usual = [s for s in AXES["size"] if program.tile is not None or s in ("odd", "tile+1")]
    return usual + ["window+"] * (large and program.tile is not None)


def of_share(op, full, programs, large=False):
    groups = [group for group in groups_of(op, full) if "size" not in group]
    return covering.with_sizes(programs, groups, lambda program: sizes(program, large))


def describe(cell):
    return " ".join("%s %s" % pair for pair in cell._asdict().items() if pair[1] is not None)


def size_of(cell):
    tiles, more = SIZES[cell.size]
    return tiles * (cell.tile[0] * cell.tile[1] if cell.tile else USUAL_TILE) + more


def elements_of(cell):
    return [combiners.ELEMENTS[cell.element], I32, I8][: cell.members]


def order_of(cell):
    return "total" if is_float(cell) else "ult" if cell.order.startswith("unsigned") else "slt"


def ranks_of(cell, raw):
    """Integers that order keys as the op does."""
    rank = ranks(elements_of(cell)[0], order_of(cell), raw)
    rank = np.unique(rank, return_inverse=True)[1].reshape(raw.shape).astype(np.int64)
    return -rank if cell.order.endswith("down") else rank


def take_of(cell, size):
    take = {"0": 0, "1": min(size, 1), "some": size // 3, "most": max(size - 1, 0), "all": size}
    k = take[cell.take]
    return min(k, max(size - 1, 0)) if cell.form == "nth" else k


def rows_of(cell):
    return ROWS if cell.layout in ("rows", "columns") else 1


def data(cell, size):
    """Raw members, of shape (rows, size): the key, the positions, and bytes of them."""
    rng = np.random.default_rng([size, *map(ord, cell.element + cell.data)])
    element = elements_of(cell)[0]
    shape = (rows_of(cell), size)
    # NaNs, zeros and the extremes are among the samples.
    key = sample(element, rng, shape)[0]
    if size and cell.data in ("equal", "two"):
        of = rng.integers(0, 2, shape) if cell.data == "two" else np.zeros(shape, int)
        key = key[0, :: max(size - 1, 1)][of % min(size, 2)]
    if cell.data in ("sorted", "reversed"):
        sign = -1 if cell.data == "reversed" else 1
        order = np.argsort(sign * ranks_of(cell, key), axis=-1, kind="stable")
        key = np.take_along_axis(key, order, -1)
    places = np.broadcast_to(np.arange(size, dtype=np.int32), shape).copy()
    return [key, places, places.astype(np.int8)][: cell.members]


def text_of(symbol, cell):
    elements = elements_of(cell)
    tensors, dimension = cell.layout == "tensors", {"rows": 1, "columns": 0}.get(cell.layout)
    kind = "tensor" if tensors else "memref"

    def buffer(element):
        return "%s<%s%s>" % (kind, "?x" * (1 if dimension is None else 2), element.name)

    def operands(prefix):
        return [("%%%s%d" % (prefix, i), buffer(e)) for i, e in enumerate(elements)]

    def group(keyword, listed):
        if not listed:
            return ""
        return " %s(%s : %s)" % (keyword, *(", ".join(part) for part in zip(*listed)))

    ins, outs = operands("x"), operands("o")
    rest = operands("r") if "rest" in cell.form else []
    is_nth = cell.form == "nth"

    def op(workspace):
        text = "prim.device_%s %s" % ("nth" if is_nth else "topk", order_of(cell))
        text += " descending" * cell.order.endswith("down")
        text += group("ins", ins) + group("outs", outs) + group("rest", rest)
        text += " workspace(%w : memref<?xi8>) initialized" * workspace
        text += " nth(%n)" if is_nth else ""
        text += " unordered" * cell.form.startswith("unordered")
        text += "" if dimension is None else " dimension(%d)" % dimension
        return text + (" tuning<block_size = %d, items_per_thread = %d>" % cell.tile if cell.tile else "")

    results, number = outs + rest, [("%n", "index")]
    parameters, returned, body = ins + results + number, "", ""
    if tensors:
        # Sizes come as those of what is taken.
        parameters, types = ins + number, ", ".join(ty for _, ty in results)
        returned = " -> (%s)" % types
        body = "%%c0 = arith.constant 0 : index\n%%all = tensor.dim %%x0, %%c0 : %s\n" % ins[0][1]
        body += "%left = arith.subi %all, %n : index\n"
        for value, ty in results:
            size = "%left" if value.startswith("%r") else "%all" if is_nth else "%n"
            body += "%s = tensor.empty(%s) : %s\n" % (value, size, ty)
        names = ", ".join("%%y%d" % i for i in range(len(results)))
        body += "%s = %s -> %s\nreturn %s : %s\n" % (names, op(False), types, names, types)
    elif cell.layout == "initialized":
        # Twice, as it is left zero.
        body = """%%bytes = prim.workspace_size {
%s
} : index
%%w = gpu.alloc (%%bytes) : memref<?xi8>
%%zero = arith.constant 0 : i8
gpu.memset %%w, %%zero : memref<?xi8>, i8
%s
%s
gpu.dealloc %%w : memref<?xi8>
return
""" % (op(False), op(True), op(True))
    else:
        body = op(False) + "\nreturn\n"
    listed = ", ".join("%s: %s" % parameter for parameter in parameters)
    return "func.func @%s(%s)%s {\n%s}\n" % (symbol, listed, returned, body)


class Run:
    """A cell, as prim-run's list of cases has it."""

    def __init__(self, folder, number, symbol, cell, schedule):
        self.cell, self.symbol, self.schedule = cell, symbol, schedule
        self.size = size_of(cell)
        self.k = take_of(cell, self.size)
        self.members, self.elements = data(cell, self.size), elements_of(cell)
        counts = [self.size if cell.form == "nth" else self.k]
        counts += [self.size - self.k] * ("rest" in cell.form)
        stem = "%d-" % number
        self.inputs = [self.save(folder / (stem + "x%d.npy" % i), e, m)
                       for i, (e, m) in enumerate(zip(self.elements, self.members))]  # fmt: skip
        self.inout, self.outputs = [], []
        for part, count in enumerate(counts):
            for i, e in enumerate(self.elements):
                before = np.full((rows_of(cell), count * e.size), UNTOUCHED, np.uint8).view(e.raw)
                self.outputs.append(folder / (stem + "o%d_%d.npy" % (part, i)))
                if cell.layout == "tensors":
                    continue
                self.inout.append(len(self.inputs))
                self.inputs.append(self.save(folder / (stem + "y%d_%d.npy" % (part, i)), e, before))
        self.inputs.append(self.k)

    def save(self, path, element, raw):
        if self.cell.layout == "columns":
            raw = np.ascontiguousarray(raw.T)
        elif self.cell.layout != "rows":
            raw = raw[0]
        return save(path, element, raw)

    def load(self, path, element):
        raw = np.load(path).view(element.raw)
        if self.cell.layout == "columns":
            return raw.T
        return raw.reshape(rows_of(self.cell), -1)

    def case(self):
        return {"entry": self.symbol, "inputs": self.inputs,
                "outputs": [str(path) for path in self.outputs], "inout": self.inout,
                "seed": self.schedule}  # fmt: skip

    def compare(self):
        """How many values were compared, and what is wrong, or None."""
        cell, number = self.cell, len(self.elements)
        got = [self.load(path, self.elements[i % number]) for i, path in enumerate(self.outputs)]
        got = [received(self, i, raw) for i, raw in enumerate(got)]
        found = [raw.copy() for raw in got]
        order = np.argsort(ranks_of(cell, self.members[0]), axis=-1, kind="stable")
        values = sum(raw.size for raw in got)
        parts = [found[:number], found[number:]]
        bits = [e.bit_pattern(m) for e, m in zip(self.elements, self.members)]

        def canonical(arrays):
            arrays = [a.view("u%d" % a.itemsize) for a in map(np.ascontiguousarray, arrays)]
            by = np.lexsort(arrays[::-1], axis=-1) if arrays[0].size else slice(None)
            return [np.take_along_axis(a, by, -1) if a.size else a for a in arrays]

        def differ(part, arrays, places, free):
            wants = [np.take_along_axis(b, places, -1) for b in bits]
            if free:
                arrays, wants = canonical(arrays), canonical(wants)
            for i, (a, want) in enumerate(zip(arrays, wants)):
                a = np.ascontiguousarray(a).view("u%d" % a.itemsize)
                if a.shape != want.shape:
                    return "result %d of part %d has shape %s" % (i, part, a.shape)
                wrong = np.argwhere(a != want)
                if len(wrong):
                    at = tuple(wrong[0])
                    return "result %d of part %d: expected %d, got %d at %s; %d of %d values are wrong" % (
                        i, part, want[at], a[at], at, len(wrong), a.size)  # fmt: skip
            return None

        if cell.form != "nth":
            problem = differ(0, parts[0], order[:, : self.k], cell.form.startswith("unordered"))
            if not problem and parts[1]:
                problem = differ(1, parts[1], order[:, self.k :], True)
            return max(values, 1), problem
        problem = differ(0, parts[0], order, True)
        if problem or not self.size:
            return max(values, 1), problem
        of = ranks_of(cell, np.concatenate([self.members[0], got[0]], -1))
        want, of = np.sort(of[:, : self.size], -1)[:, self.k], of[:, self.size :]
        if (of[:, self.k] != want).any():
            problem = "element %d is not what sorting would put there" % self.k
        elif (of[:, : self.k] > want[:, None]).any() or (of[:, self.k :] < want[:, None]).any():
            problem = "elements lie on the wrong side of element %d" % self.k
        return max(values, 1), problem


def received(run, number, raw):
    """The values that are compared: those that the device gave."""
    return raw


def run(args, target, device, cells, tally):
    """Compares pairs (op, cell) and counts them in a Tally."""
    together = {}
    for _, cell in cells:
        together.setdefault(cell._replace(size=None, data=None, take=None), []).append(cell)
    programs = list(enumerate(together.items()))
    for part, options in in_modules(args, programs, PROGRAMS_PER_MODULE):
        with tempfile.TemporaryDirectory() as folder:
            run_module(args, target, pathlib.Path(folder), part, tally, options)


def run_module(args, target, folder, programs, tally, options):
    text, runs = "", []
    for number, (program, group) in programs:
        symbol = "rank%d" % number
        text += text_of(symbol, program)
        for cell in group:
            schedule = SCHEDULES[len(runs) % len(SCHEDULES)]
            runs.append(Run(folder, len(runs), symbol, cell, schedule))
    reports, errors = run_batch(args, target, folder, text, [r.case() for r in runs], options)
    if len(reports) != len(runs):
        tally.fail("rank: %d of %d cases ran: %s" % (len(reports), len(runs), errors[:1500]))
    for number, run in enumerate(runs):
        report = reports.get(number)
        if not report:
            continue
        where = "rank %s (%d), schedule %d" % (describe(run.cell), run.size, run.schedule)
        if not report["ok"]:
            tally.fail("%s: %s" % (where, report["error"]))
            continue
        values, difference = run.compare()
        tally.count(("rank", run.cell), values)
        if difference:
            tally.fail("%s: %s" % (where, difference))
