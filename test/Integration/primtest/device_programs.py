# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cells of device ops as MLIR functions, and the maps of their prologues and
epilogues as text and on arrays."""

import numpy as np

from ops import fold_text, orders, reduce, scan, sort
from primtest import combiners, device_spec, segment_cells
from primtest.elements import F64, I32, I64, I8, UNTOUCHED
from primtest.mlir import region


# ---------------------------------------------------------------------------
# Maps: flip the lowest bit of an integer, or the sign of a float, but map both zeros to
# 0.0, because sums of products with -0.0 depend on their computation.
# ---------------------------------------------------------------------------


def flip(element, raw):
    if element.is_float:
        return element.to_raw(0 - element.to_wide(raw))
    return raw ^ raw.dtype.type(1)


def flip_odd(element, raw):
    """Flips the elements of odd index along the last axis."""
    return np.where(np.arange(raw.shape[-1]) % 2 == 1, flip(element, raw), raw)


def convert(source, to, raw):
    """Converts to a type that has all values of the first one."""
    return to.to_raw(source.to_wide(raw)) if to.is_float else raw.astype(to.raw)


def wider(element):
    """The wider element that an epilogue makes from results."""
    if element.is_float:
        return F64
    return I64 if element.name in ("i8", "i16", "i32") else element


def flip_text(element, value, result):
    if element.is_float:
        return """%(r)s_0 = arith.constant 0.0 : %(t)s
%(r)s_is = arith.cmpf oeq, %(v)s, %(r)s_0 : %(t)s
%(r)s_n = arith.negf %(v)s : %(t)s
%(r)s = arith.select %(r)s_is, %(r)s_0, %(r)s_n : %(t)s
""" % {"r": result, "v": value, "t": element.name}
    return "%s_1 = arith.constant 1 : %s\n%s = arith.xori %s, %s_1 : %s\n" % (
        result, element.name, result, value, result, element.name)  # fmt: skip


def _convert_text(source, to, value, result):
    if source is to:
        return "", value
    op = "extf" if to.is_float else "index_cast" if to.name == "index" else "extsi"
    return "%s = arith.%s %s : %s to %s\n" % (result, op, value, source.name, to.name), result


def prologue(map, inputs, elements):
    arguments = ["%%e%d" % i for i in range(len(inputs))]
    types = [e.name for e in inputs]
    body, results = "", []
    if map == "prologue by index":
        body = ("%bit = arith.constant 1 : index\n%none = arith.constant 0 : index\n"
                "%low = arith.andi %at, %bit : index\n"
                "%odd = arith.cmpi ne, %low, %none : index\n")  # fmt: skip
    for number, (value, source, to) in enumerate(zip(arguments, inputs, elements)):
        result = "%%m%d" % number
        if map == "prologue from narrow":
            text, result = _convert_text(source, to, value, result)
            body += text
        elif map == "prologue by index":
            body += flip_text(to, value, result + "f")
            body += "%s = arith.select %%odd, %sf, %s : %s\n" % (result, result, value, to.name)
        else:
            body += flip_text(to, value, result)
        results.append(result)
    pairs = [*zip(arguments, types)] + [("%at", "index")] * (map == "prologue by index")
    return region("prologue", pairs, body, list(zip(results, [e.name for e in elements])))


def epilogue(elements):
    arguments = ["%%r%d" % i for i in range(len(elements))]
    body, results = "", []
    for value, element in zip(arguments, elements):
        body += flip_text(element, value, value + "f")
        text, result = _convert_text(element, wider(element), value + "f", value + "w")
        body += text
        results.append(result)
    pairs = [(a, e.name) for a, e in zip(arguments, elements)]
    return region("epilogue", pairs, body, list(zip(results, [wider(e).name for e in elements])))


# ---------------------------------------------------------------------------
# Rows: the elements along the dimension of an op, in arrays whose last two axes are the
# row and the element in it.
# ---------------------------------------------------------------------------


# The dimensions of a row: the only dimension, or two of them.
ALL, OUTER, INNER = "all", "outer", "inner"


class Layout:
    """`order` has the dimensions: those along a row, and extents of the others.
    `dynamic` says whether these are unknown to programs; `named`, whether the op must
    name the dimensions of the row."""

    def __init__(self, *order, dynamic=True, named=True):
        self.order, self.dynamic = order, dynamic
        self.along = [i for i, dim in enumerate(order) if not isinstance(dim, int)]
        self.dimensions = self.along if named else None
        # Extents of arrays with an element for each row, and their product.
        self.shape = tuple(dim for dim in order if isinstance(dim, int))
        self.count = int(np.prod(self.shape, dtype=int))

    def parts(self, size):
        """The extents along a row of this many elements."""
        if len(self.along) == 1:
            return [size]
        inner = next((n for n in range(16, 1, -1) if size % n == 0), 1)
        return [size // inner, inner]

    def place(self, array, side=UNTOUCHED):
        """An array with axes for row and element, laid out as in the buffer."""
        lead = array.shape[:-2]
        parts = self.parts(array.shape[-1])
        split = array.reshape(*lead, *self.shape, *parts)
        first = split.ndim - len(parts)
        at = range(first, split.ndim)
        return np.moveaxis(split, at, [len(lead) + dim for dim in self.along])

    def place_folds(self, array):
        return array.reshape(*array.shape[:-1], *self.shape)

    def extents(self, size):
        """The extents, None if known at run time only."""
        known = size is not None or not self.dynamic
        parts = [None] * len(self.along) if size is None else self.parts(size)
        own = iter(parts)
        return [
            next(own) if not isinstance(dim, int) else dim if known else None
            for dim in self.order
        ]

    def fold_extents(self, size):
        return [n for i, n in enumerate(self.extents(size)) if i not in self.along]

    # The layout without holes, for tensors.
    dense = None


class Sparse(Layout):
    """A part of a buffer that has the dimensions in the order `axes`, and SIDES. The
    second one of `each` neighbours belongs to the part; the others must not be
    accessed."""

    SIDES = "sides"

    def __init__(self, *order, axes, each=2, dense=None, **more):
        super().__init__(*order, **more)
        self.axes, self.each, self.dense = axes, each, dense

    def place(self, array, side=UNTOUCHED):
        own = np.ascontiguousarray(super().place(array))
        sides = np.full(own.nbytes, side, np.uint8).view(own.dtype).reshape(own.shape)
        lead = own.ndim - len(self.order)
        parts = [own if i == 1 else sides for i in range(self.each)]
        whole = np.stack(parts, axis=lead)
        # The dimensions come after the sides.
        source = [lead if axis == self.SIDES else lead + 1 + axis for axis in self.axes]
        return whole.transpose(*range(lead), *source)

    def whole_extents(self, size):
        own = self.extents(size)
        return [self.each if axis == self.SIDES else own[axis] for axis in self.axes]

    def strides(self, size):
        """Strides of the dimensions, and the offset; None for values known at run time
        only."""
        strides, stride = {}, 1
        extents = self.whole_extents(size)
        for axis, extent in zip(reversed(self.axes), reversed(extents)):
            strides[axis] = stride
            stride = None if None in (extent, stride) else stride * max(extent, 1)
        return [strides[dim] for dim in range(len(self.order))], strides[self.SIDES]

    def type_of(self, size, element):
        words = ["?" if n is None else str(n) for n in self.strides(size)[0]]
        offset = self.strides(size)[1]
        layout = ", strided<[%s], offset: %s>" % (
            ", ".join(words), "?" if offset is None else offset)  # fmt: skip
        return shaped(self.extents(size), element, "memref", layout)

    def view(self, name, size, element):
        """The type of the whole buffer, and text that makes `name` from it. The buffer
        has the same name followed by a w."""
        whole = shaped(self.whole_extents(size), element, "memref")
        extents, strides, stride, text = {}, {}, "1", ""
        for at, extent in reversed(list(enumerate(self.whole_extents(size)))):
            axis = self.axes[at]
            strides[axis] = stride
            extents[axis] = str(extent)
            if extent is None:
                extents[axis] = f"{name}n{at}"
                text += f"{name}c{at} = arith.constant {at} : index\n"
                text += f"{name}n{at} = memref.dim {name}w, {name}c{at} : {whole}\n"
            if extent is not None and not stride.startswith("%"):
                stride = str(int(stride) * max(extent, 1))
                continue
            factors = []
            for word, factor in (("l", stride), ("r", extents[axis])):
                if not factor.startswith("%"):
                    text += f"{name}{word}{at} = arith.constant {factor} : index\n"
                    factor = f"{name}{word}{at}"
                factors.append(factor)
            text += f"{name}s{at} = arith.muli {', '.join(factors)} : index\n"
            stride = f"{name}s{at}"
        offset, dims = strides[self.SIDES], range(len(self.order))
        # A subview without rows must not begin in any.
        text += (f"{name} = memref.reinterpret_cast {name}w to offset: [{offset}], "
                 f"sizes: [{', '.join(extents[dim] for dim in dims)}], "
                 f"strides: [{', '.join(strides[dim] for dim in dims)}] : "
                 f"{whole} to {self.type_of(size, element)}\n")  # fmt: skip
        return whole, text


SIDES = Sparse.SIDES
LAYOUTS = {
    None: Layout(ALL, named=False),
    "last": Layout(3, ALL),
    "first": Layout(ALL, 3),
    "middle": Layout(2, ALL, 3, dynamic=False),
    "column": Sparse(ALL, named=False, axes=(0, SIDES), each=3),
    "sparse": Sparse(2, ALL, 3, dynamic=False, axes=(0, 1, 2, SIDES), dense="middle"),
    "padded": Sparse(3, ALL, axes=(0, SIDES, 1), dense="last"),
    "outer and inner": Layout(OUTER, 3, INNER),
    "outer two": Layout(OUTER, INNER, 3),
    "permuted": Sparse(OUTER, INNER, named=False, axes=(1, 0, SIDES), dense="two"),
    "two": Layout(OUTER, INNER, named=False),
}
# For device-wide ops, individually and in batches.
LAYOUTS[device_spec.BATCHES] = LAYOUTS[None]


def shaped(extents, element, kind, layout=""):
    sizes = "".join("%sx" % ("?" if n is None else n) for n in extents)
    return "%s<%s%s%s>" % (kind, sizes, element.name, layout)


# ---------------------------------------------------------------------------
# Functions
# ---------------------------------------------------------------------------


def sorted_members(element):
    """The members of a sorted tuple: a key of that name, its position under another
    name, and a further value."""
    key = combiners.ELEMENTS[element]
    return [key, I32, I8 if key.size == 8 else I64]


# The rank of results with an element for each segment.
SEGMENT = "segment"


class Program:
    """One function around a device op, which it calls twice if a workspace must be left
    reset. `inputs` are the elements of its inputs, `results` the elements and ranks of
    its results, `scalars` those of initial values."""

    def __init__(self, symbol, op, cell, size):
        self.symbol = symbol
        # The kind of cell, and its op.
        self.kind = op
        self.op = op.removesuffix("_segments")
        self.cell = cell
        # Known at compile time, or None.
        self.size = size
        self.is_sort = self.op == "device_sort"
        self.total = getattr(cell, "total", False)
        self.rows = getattr(cell, "rows", None)
        self.segments = getattr(cell, "segments", None)
        if self.segments and cell.holes:
            self.rows = "column"
        if cell.form == "tensors" and isinstance(LAYOUTS[self.rows], Sparse):
            self.rows = LAYOUTS[self.rows].dense
        self.layout = LAYOUTS[self.rows]
        self.combiner = None
        self.borders = segment_cells.BORDERS.get(self.segments, ("", []))[1]
        self.batches = self.rows == device_spec.BATCHES
        self.rows = None if self.batches else self.rows
        if self.is_sort:
            self.sorted = sorted_members(cell.element)[: cell.members]
            self.results = [(e, 1) for e in self.sorted]
            self.inputs = list(self.sorted)
            if cell.map == "prologue from narrow":
                self.inputs[0] = combiners.ELEMENTS[device_spec.NARROW[cell.element]]
        else:
            self.combiner = combiners.combiner(cell.element, cell.combiner)
            elements = self.combiner.elements
            self.inputs = list(elements)
            if cell.map == "prologue from narrow":
                narrow = device_spec.NARROW[cell.element]
                self.inputs = [combiners.ELEMENTS[narrow]]
            outs = [wider(e) for e in elements] if cell.map == "epilogue" else elements
            if self.op == "device_scan":
                prefixes = [(e, 1) for e in outs] * (2 if cell.mode == "both" else 1)
                self.results = prefixes + [(e, 0) for e in outs] * self.total
            elif self.segments:
                keys = self.borders if "by_key" in segment_cells.BORDERS[self.segments] else []
                self.results = [(e, SEGMENT) for e in [*keys, *outs]]
                # As many as flags or keys define.
                counted = segment_cells.is_counted(self.segments)
                self.results += [(I32 if cell.form == "static" else I64, 0)] * counted
            else:
                self.results = [(e, 0) for e in outs]
        self.init = None if self.is_sort else cell.init
        self.in_place = cell.form == "in place"
        self.returns = cell.form == "tensors"

    def _extents(self, rank):
        """The extents of prefixes and their inputs, or of folds."""
        layout = self.layout
        if rank == SEGMENT:
            return [self._segment_count()]
        return (layout.extents if rank else layout.fold_extents)(self.size)

    def is_overlapping(self):
        return self.op == "device_reduce" and self.segments == "ranges"

    def _segment_count(self):
        """The number of segments, None if known at run time only."""
        if self.size is None:
            return None
        return self.capacity(self.size)

    def capacity(self, size):
        """The number of elements of results with one per segment. Counted results may
        have more or less room than that; tensors have room for all."""
        counts = segment_cells.segments_of(self.segments, size, self.is_overlapping()).counts()
        if not segment_cells.is_counted(self.segments):
            return int(counts[0])
        return size if self.returns else int(np.median(counts))

    def border_types(self):
        size = self.size
        sizes = [size] * len(self.borders)
        if size is not None and not segment_cells.is_counted(self.segments):
            shared = len(self.borders) == 1
            sizes = [self.capacity(size) + shared] * len(self.borders)
        kind = "tensor" if self.returns else "memref"
        return [shaped([n], e, kind) for n, e in zip(sizes, self.borders)]

    def _buffer(self, element, rank):
        if rank == 1 and isinstance(self.layout, Sparse):
            return self.layout.type_of(self.size, element)
        kind = "tensor" if self.returns else "memref"
        return shaped(self._extents(rank), element, kind)

    def _parameter(self, name, element, rank):
        """The parameter of the function, and the text that makes the op's operand from
        it."""
        if rank != 1 or not isinstance(self.layout, Sparse):
            return "%s: %s" % (name, self._buffer(element, rank)), ""
        whole, text = self.layout.view(name, self.size, element)
        return f"{name}w: {whole}", text

    def _clauses(self, workspace):
        cell, work, borders, end = self.cell, "", "", ""
        if workspace:
            work = " workspace(%w : memref<?xi8>)" + " initialized" * (cell.form == "initialized")
        if self.segments:
            names = ["%%b%d" % i for i in range(len(self.borders))]
            borders = segment_cells.clause(self.segments, names, self.border_types())
        if cell.tile:
            end += " tuning<block_size = %d, items_per_thread = %d" % cell.tile[:2]
            if cell.tile[2:] and self._may_be(cell.tile[2]):
                end += ", algorithm = %s" % cell.tile[2]
            end += ">"
        if self.is_sort:
            if cell.order in orders.REGIONS:
                names = [e.name for e in self.sorted]
                end += " " + orders.comparator(self.sorted[0], cell.order, names)
            end += prologue(cell.map, self.inputs, self.sorted) if cell.map else ""
            keys = orders.key_words(self.sorted, cell.order, cell.keys, cell.bits)[1]
            return work + sort.clauses(
                keys, self.batches, cell.form == "clobber", self.layout.dimensions, borders, end)  # fmt: skip
        elements = self.combiner.elements
        if cell.map and cell.map.startswith("prologue"):
            end += prologue(cell.map, self.inputs, elements)
        end += " " + self.combiner.region if self.combiner.region else ""
        end += epilogue(elements) if cell.map == "epilogue" else ""
        init = [
            ("%%init%d" % i, e.name if self.init == "scalar" else self._buffer(e, 0))
            for i, e in enumerate(elements if self.init else ())
        ]
        identity = [
            ("%%id%d" % i, e.name) for i, (e, _) in enumerate(zip(elements, self.combiner.identity_literals()))
        ]
        return work + fold_text.clauses(
            init, (), identity, self.total, self.op == "device_scan" and cell.reverse,
            self.layout.dimensions, borders, "run" if cell.form == "deterministic" else None, end)  # fmt: skip

    def _may_be(self, algorithm):
        """Whether the op supports an algorithm: it must be device-wide, without
        holes."""
        cell = self.cell
        if self.rows or cell.form == "deterministic":
            return False
        if self.op == "device_scan":
            return True
        # The first block to finish comes first.
        combiner = self.combiner
        commutes = not combiner.region or "commutative" in combiner.region
        return commutes and bool(combiner.identity) and not self.segments

    def _op(self, workspace=False):
        cell = self.cell
        outs = self._names("x") if self.in_place else self._names("y")
        if self.in_place:
            outs += self._names("y")[len(self.inputs) :]
        types = [self._buffer(e, r) for e, r in self.results]
        ins = [(name, self._buffer(e, 1)) for name, e in zip(self._names("x"), self.inputs)]
        operands = ins, list(zip(outs, types)), self._clauses(workspace)
        if self.is_sort:
            order = orders.key_words(self.sorted, cell.order, cell.keys, False)[0].strip()
            text = sort.op_text(order, cell.descending, *operands)
        elif self.op == "device_scan":
            text = scan.op_text(cell.mode, self.combiner.head, *operands)
        else:
            text = reduce.op_text(self.combiner.head, *operands)
        return text + (" -> " + ", ".join(types) if self.returns else "")

    def _names(self, letter):
        count = len(self.inputs if letter == "x" else self.results)
        return ["%%%s%d" % (letter, i) for i in range(count)]

    def written(self):
        """Numbers of the results that are parameters of their own: all except those
        that replace inputs."""
        first = len(self.inputs) if self.in_place else 0
        return range(first, len(self.results))

    def _segment_size(self):
        """The number of elements in tensors with one per segment."""
        if segment_cells.is_counted(self.segments):
            return "%count = arith.addi %d0, %a0 : index\n"
        kind = self.border_types()[0]
        shared = len(self.borders) == 1
        return ("%first = arith.constant 0 : index\n"
                f"%less = arith.constant {int(shared)} : index\n"
                f"%borders = tensor.dim %b0, %first : {kind}\n"
                "%count = arith.subi %borders, %less : index\n")  # fmt: skip

    def text(self):
        parameters, body = [], ""
        operands = [(n, e, 1) for n, e in zip(self._names("x"), self.inputs)]
        results = [self._buffer(e, r) for e, r in self.results]
        if self.combiner:
            for i, (e, literal) in enumerate(
                zip(self.combiner.elements, self.combiner.identity_literals())
            ):
                body += "%%id%d = arith.constant %s : %s\n" % (i, literal, e.name)
            for i, e in enumerate(self.combiner.elements if self.init else []):
                operands.append(("%%init%d" % i, e, None if self.init == "scalar" else 0))
        for i, text in enumerate(self.border_types() if self.segments else []):
            operands.append(("%%b%d" % i, text, None))
        if not self.returns:
            operands += [("%%y%d" % i, *self.results[i]) for i in self.written()]
        for name, element, rank in operands:
            if rank is None:
                kind = element if isinstance(element, str) else element.name
                parameters.append("%s: %s" % (name, kind))
                continue
            parameter, view = self._parameter(name, element, rank)
            parameters.append(parameter)
            body += view
        form = self.cell.form
        if self.returns:
            extents = self._extents(1)
            for at, extent in enumerate(extents):
                if extent is None:
                    body += "%%a%d = arith.constant %d : index\n" % (at, at)
                    body += "%%d%d = tensor.dim %%x0, %%a%d : %s\n" % (at, at, self._buffer(self.inputs[0], 1))
            sizes = ["%%d%d" % at if n is None else None for at, n in enumerate(extents)]
            if SEGMENT in [rank for _, rank in self.results] and self.size is None:
                body += self._segment_size()
            for i, (_, rank) in enumerate(self.results):
                if rank == SEGMENT:
                    own = ["%count"] if self.size is None else []
                    body += "%%y%d = tensor.empty(%s) : %s\n" % (i, ", ".join(own), results[i])
                    continue
                along = [] if rank else self.layout.along
                own = [n for at, n in enumerate(sizes) if at not in along]
                body += "%%y%d = tensor.empty(%s) : %s\n" % (i, ", ".join(filter(None, own)), results[i])
            names = ["%%r%d" % i for i in range(len(results))]
            body += "%s = %s\nreturn %s : %s\n" % (
                ", ".join(names), self._op(), ", ".join(names), ", ".join(results))  # fmt: skip
        elif form in ("workspace", "initialized"):
            op = self._op(workspace=True)
            body += """%%bytes = prim.workspace_size {
%s
} : index
%%w = gpu.alloc (%%bytes) : memref<?xi8>
%%fill = arith.constant %d : i8
gpu.memset %%w, %%fill : memref<?xi8>, i8
%s
gpu.dealloc %%w : memref<?xi8>
return
""" % (self._op(), *((-1, op) if form == "workspace" else (0, op + "\n" + op)))  # fmt: skip
        else:
            body += self._op() + "\nreturn\n"
        returned = " -> (%s)" % ", ".join(results) if self.returns else ""
        return "func.func @%s(%s)%s {\n%s}\n" % (
            self.symbol, ", ".join(parameters), returned, body)  # fmt: skip
