# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Host functions around one device op, made of Plans: their text, their data, and
what their results must be. Arrays have the data sets as their first axis; what is
folded, scanned or sorted is flat, one piece behind the other."""

import functools
import math
import random

import combiners
import folds
import numpy as np
import segment_cells
import sort_cells
from combiners import ELEMENTS
from device_cells import number, save
from device_plans import BORDER_ELEMENTS, equal, pieces_of
from device_programs import (
    UNTOUCHED,
    convert,
    epilogue,
    flip,
    prologue,
    wider,
)
from elements import EXACT, I8, INDEX, RANDOM, SETS, SPECIAL, sample
from kernel import Want
from segment_cells import I1

# What decides in a "prologue by index" which elements are changed, and what does so
# in one "by table".
ODD = """%bit = arith.constant 1 : index
%none = arith.constant 0 : index
%low = arith.andi %at, %bit : index
%odd = arith.cmpi ne, %low, %none : index
"""
LOOKUP = """%%none = arith.constant 0 : i8
%%entry = %s %%q0[%%at] : %s
%%odd = arith.cmpi ne, %%entry, %%none : i8
"""


# ---------------------------------------------------------------------------
# Buffers
# ---------------------------------------------------------------------------


class Layout:
    """How the elements of a memref lie in its memory. `kind`: "plain"; "offset",
    behind something else; "permuted", other dimensions first; "strided", the same
    with something between them; "backwards", the same with some strides below 0;
    "spread", strided, with strides of 0 along `spread`, as only inputs may have."""

    def __init__(self, kind, extents, rng, spread=()):
        order = list(range(len(extents)))
        if kind not in ("plain", "offset"):
            rng.shuffle(order)
        gaps = kind in ("strided", "backwards", "spread")
        stride = rng.choice([1, 2, 3]) if gaps else 1
        self.strides = [0] * len(extents)
        self.offset = 0 if kind == "plain" else rng.randrange(1, 6)
        for d in reversed(order):
            if d in spread:
                continue
            self.strides[d] = stride
            stride *= max(extents[d], 1)
            stride += rng.randrange(3) if gaps else 0
        for d in order:
            if kind == "backwards" and extents[d] and rng.random() < 0.5:
                self.offset += self.strides[d] * (extents[d] - 1)
                self.strides[d] = -self.strides[d]
        places = np.full(extents, self.offset)
        for d, (extent, stride) in enumerate(zip(extents, self.strides)):
            steps = np.arange(extent) * stride
            places = places + steps.reshape(-1, *[1] * (len(extents) - 1 - d))
        # Where each element is.
        self.places = places
        self.size = int(places.max(initial=-1)) + 1 + (kind != "plain") * 2
        # Whether the type has offset and strides.
        self.known = kind == "offset" or rng.random() < 0.5


class Buffer:
    """A tensor or memref of the function. `raw`: (SETS, *extents), or None for what
    only the op writes; `sizes`: names of the extents."""

    def __init__(self, plan, name, element, extents, sizes, kind, raw=None, spread=()):
        self.name = name
        self.element = element
        self.extents = tuple(extents)
        self.sizes = sizes
        self.known = plan.known(name, len(self.extents))
        self.plain = plan.tensors or kind == "plain" or not self.extents
        self.layout = None
        if not self.plain:
            rng = random.Random("%s %s %d" % (kind, name, plan.seed))
            self.layout = Layout(kind, self.extents, rng, spread)
        self.word = "tensor" if plan.tensors else "memref"
        self.raw = raw

    def shaped(self, layout=""):
        sizes = [
            "%dx" % n if known else "?x" for n, known in zip(self.extents, self.known)
        ]
        return "%s<%s%s%s>" % (self.word, "".join(sizes), self.element.name, layout)

    def type(self):
        if self.plain:
            return self.shaped()
        layout = self.layout
        numbers = [*layout.strides, layout.offset]
        *strides, offset = [str(n) if layout.known else "?" for n in numbers]
        return self.shaped(
            ", strided<[%s], offset: %s>" % (", ".join(strides), offset)
        )

    def unknown_sizes(self):
        """Names and numbers of those that the type does not have; names of several
        dimensions differ."""
        triples = zip(self.sizes, self.extents, self.known)
        return {name: size for name, size, known in triples if not known}

    def parameter(self):
        """What the function takes, the numbers that it takes besides, and what
        makes the op's operand of them."""
        if self.plain:
            return "%s: %s" % (self.name, self.type()), [], ""
        memory = "memref<?x%s>" % self.element.name
        scalars, layout = [], self.layout

        def text(number, name):
            if layout.known:
                return str(number)
            scalars.append((name, number))
            return name

        offset = text(layout.offset, self.name + "o")
        names = ["%ss%d" % (self.name, d) for d in range(len(layout.strides))]
        strides = [text(*pair) for pair in zip(layout.strides, names)]
        sizes = [
            str(n) if known else size
            for n, known, size in zip(self.extents, self.known, self.sizes)
        ]
        view = "%s = memref.reinterpret_cast %sm to offset: [%s]," % (
            self.name, self.name, offset)  # fmt: skip
        view += " sizes: [%s], strides: [%s] : %s to %s" % (
            ", ".join(sizes), ", ".join(strides), memory, self.type())  # fmt: skip
        return "%sm: %s" % (self.name, memory), scalars, view

    def memory(self, raw=None):
        """All of its memory, with elements or without."""
        if self.plain and raw is not None:
            return raw
        shape = self.extents if self.plain else (self.layout.size,)
        count = math.prod(shape) * SETS * self.element.size
        memory = np.full(count, UNTOUCHED, np.uint8)
        # A byte of i1 is 0 or 1.
        memory = memory & 1 if self.element is I1 else memory
        memory = memory.view(self.element.raw).reshape(SETS, *shape)
        if raw is not None:
            memory[:, self.layout.places] = raw
        return memory


# ---------------------------------------------------------------------------
# Functions
# ---------------------------------------------------------------------------


class Program:
    def __init__(self, symbol, plan):
        self.symbol = symbol
        self.plan = plan
        rng = np.random.default_rng([plan.seed, *map(ord, plan.op)])
        self.pieces, borders = pieces_of(plan, rng)
        # Where sums round, each schedule gives the same bits, or is not compared.
        if plan.deterministic and plan.combiner in ("add", "mul"):
            self.data_set, self.runs = RANDOM, {}
        ins, outs, small = plan.layouts
        sizes = ["%%n%d" % d for d in range(len(plan.extents))]

        def buffers(letter, elements, extents, sizes, kind, raws=None, spread=()):
            return [
                Buffer(plan, "%%%s%d" % (letter, i), e, extents, sizes, kind,
                       raws and raws[i], spread)
                for i, e in enumerate(elements)
            ]  # fmt: skip

        elements = plan.inputs()
        # What is combined, or sorted, as flat arrays.
        self.table = None
        given, self.values = self._data(rng, elements)
        spread = plan.spread()
        given = self._alike(given, spread)
        self.values = self._alike(self.values, spread)
        self.inputs = buffers(
            "x", elements, plan.extents, sizes, ins,
            [self.unflattened(raw) for raw in given], spread)  # fmt: skip
        self.reads = []
        if self.table is not None:
            extents = (plan.row(),)
            self.reads = buffers("q", [I8], extents, ["%long"], small, [self.table])
        self.starts, self.init = None, []
        if plan.init:
            self._make_init(rng, buffers, small)
        if plan.segments:
            elements = [BORDER_ELEMENTS[name] for name in plan.borders]
            extents, names = (plan.size(),), sizes
            if plan.segments in ("offsets", "ranges"):
                extents, names = borders[0].shape[1:], ["%many"]
            self.borders = buffers("k", elements, extents, names, small, borders)
        else:
            self.borders = []
        self._make_outs(outs, small, sizes)

    def _data(self, rng, elements):
        plan = self.plan
        shape = (plan.size(),)
        if plan.is_sort():
            raws = [sample(elements[0], rng, shape)]
            for i, element in enumerate(elements[1:]):
                if i:
                    raws.append(sample(element, rng, shape))
                    continue
                # Numbers, which tell equal keys apart.
                numbers = np.stack([rng.permutation(plan.size()) for _ in range(SETS)])
                numbers = numbers % 2 ** min(element.bits - 1, 32)
                raws.append(element.to_raw(numbers + 0.0) if element.is_float
                            else numbers.astype(element.raw))  # fmt: skip
            return raws, raws
        combiner = plan.folded()
        if plan.change == "prologue from narrow":
            (source,) = elements
            narrow = combiners.combiner(source.name, plan.combiner)
            raws = narrow.sample(rng, shape)
            return raws, [convert(source, combiner.elements[0], raws[0])]
        raws = combiner.sample(rng, shape)
        if plan.change is None:
            return raws, raws
        # Which elements of a row are changed.
        changed = np.ones((SETS, plan.row()), bool)
        if plan.change == "prologue by index":
            changed[:] = np.arange(plan.row()) % 2 == 1
        elif plan.change == "prologue by table":
            self.table = rng.integers(0, 3, changed.shape).astype(np.int8)
            changed = self.table != 0
        changed = np.tile(changed, plan.rows())

        def mapped(raws):
            return [
                np.where(changed, flip(e, raw), raw) for e, raw in zip(elements, raws)
            ]

        # What is combined has the exact sums; mapped twice, it is itself again.
        raws = mapped(raws)
        return raws, mapped(raws)

    def _make_init(self, rng, buffers, kind):
        """What folds start from: numbers whose sums with the exact data are exact,
        and that JSON has."""
        plan, combiner = self.plan, self.plan.folded()
        count = plan.rows() if plan.init == "rows" else 1
        raws = [raw[[EXACT] * SETS] for raw in combiner.sample(rng, (count,))]
        if plan.combiner == "add" and combiner.elements[0].is_float:
            # Other numbers have no exact sums with the special ones.
            raws[0][SPECIAL] = combiner.elements[0].to_raw(np.array(-0.0))
        if combiner.loops:
            raws[0][SPECIAL] = 0
        self.starts = raws
        across = plan.across() if plan.init == "rows" else ()
        extents, names = (
            [plan.extents[d] for d in across],
            ["%%n%d" % d for d in across],
        )
        self.init = buffers(
            "i", combiner.elements, extents, names, kind,
            [raw.reshape(SETS, *extents) for raw in raws])  # fmt: skip

    def _make_outs(self, kind, small, sizes):
        plan = self.plan
        # Pairs of an element and what there is one of it for.
        if plan.is_sort():
            outs = [(e, "element") for e in plan.inputs()]
        else:
            elements = plan.folded().elements
            elements = [wider(e) for e in elements] if plan.after else elements
            if plan.op == "device_scan":
                prefixes = 2 if plan.mode == "both" else 1
                outs = [(e, "element") for e in elements] * prefixes
                outs += [(e, "row") for e in elements] * plan.total
            elif plan.segments:
                keys = plan.borders if plan.segments in ("keys", "equal") else ()
                keys = keys if plan.is_counted() else ()
                outs = [(BORDER_ELEMENTS[k], "piece") for k in keys]
                outs += [(e, "piece") for e in elements]
                outs += [(ELEMENTS[plan.count], "op")] * plan.is_counted()
            else:
                outs = [(e, "row") for e in elements]
        across = [plan.extents[d] for d in plan.across()]
        shapes = {
            "element": (plan.extents, sizes, kind),
            "row": (across, ["%%n%d" % d for d in plan.across()], small),
            "piece": ((self.room(),), ["%room"], small),
            "op": ((), [], "plain"),
        }
        self.outs, self.forms = [], [form for _, form in outs]
        for i, (element, form) in enumerate(outs):
            if plan.in_place and i < len(self.inputs):
                self.outs.append(self.inputs[i])
                continue
            self.outs.append(Buffer(plan, "%%y%d" % i, element, *shapes[form]))

    def room(self):
        """How many pieces results have room for."""
        plan, counts = self.plan, self.pieces.counts()
        if not plan.is_counted():
            return int(counts[0])
        if plan.capacity == "less":
            return int(np.median(counts)) // 2
        return plan.size() + 3 * (plan.capacity == "more")

    def _alike(self, raws, spread):
        """Flat arrays that are the same along some dimensions."""
        plan = self.plan
        if not spread:
            return raws
        shape = [SETS, *[plan.extents[d] for d in plan.across()], plan.row()]
        made = []
        for raw in raws:
            part = raw.reshape(shape)
            for axis, d in enumerate(plan.across(), 1):
                if d in spread:
                    part = np.take(part, np.zeros(shape[axis], int), axis)
            made.append(part.reshape(raw.shape))
        return made

    def unflattened(self, raw):
        """A flat array as the buffer has it."""
        plan = self.plan
        axes = [*plan.across(), *plan.along()]
        raw = raw.reshape(SETS, *[plan.extents[d] for d in axes])
        return np.transpose(raw, [0, *[axes.index(d) + 1 for d in range(len(axes))]])

    # -- text -----------------------------------------------------------------

    def _clauses(self, workspace):
        plan, text = self.plan, ""
        if workspace:
            text += " workspace(%w : memref<?xi8>)"
            text += " initialized" if plan.workspace == "initialized" else ""
        typed = lambda word, names, types: " %s(%s : %s)" % (
            word, ", ".join(names), ", ".join(types))  # fmt: skip
        if plan.is_sort():
            text += " bits(%d, %d)" % plan.bits if plan.bits else ""
            text += " may_clobber_input" * plan.clobber
        else:
            combiner = plan.folded()
            if plan.init:
                types = [b.type() for b in self.init]
                if plan.init == "scalar":
                    types = [e.name for e in combiner.elements]
                text += typed("init", [b.name for b in self.init], types)
            if self.reads:
                text += typed("reads", ["%q0"], [self.reads[0].type()])
            literals = combiner.identity_literals()
            if literals:
                names = ["%%id%d" % i for i in range(len(literals))]
                text += typed("identity", names, [e.name for e in combiner.elements])
        text += " total" * plan.total + " reverse" * plan.reverse
        if plan.dimensions is not None:
            text += " dimension(%s)" % ", ".join(map(str, plan.dimensions))
        if plan.segments:
            word = {"flags": "head", "keys": "by_key", "equal": "by_key"}
            word = word.get(plan.segments, "segments")
            names = [b.name for b in self.borders]
            text += typed(word, names, [b.type() for b in self.borders])
            elements = [b.element for b in self.borders]
            text += equal(elements) if plan.segments == "equal" else ""
        if plan.deterministic:
            text += " deterministic(%s)" % plan.deterministic
        if plan.tile:
            text += " tuning<block_size = %d, items_per_thread = %d>" % plan.tile
        if plan.waits and workspace is not None:
            text += " async"
        if not plan.is_sort():
            if self.reads:
                table = self.reads[0]
                load = "tensor.extract" if plan.tensors else "memref.load"
                lookup = LOOKUP % (load, table.type())
                text += prologue("prologue by index", plan.inputs(), combiner.elements)
                assert ODD in text
                text = text.replace(ODD, lookup)
            elif plan.change:
                text += prologue(plan.change, plan.inputs(), combiner.elements)
            text += " " + combiner.region if combiner.region else ""
            text += epilogue(combiner.elements) if plan.after else ""
        return text

    def _op(self, workspace=False):
        """`workspace`: None for the op that asks for the size of one."""
        plan = self.plan
        words = ["prim." + plan.op]
        words += [plan.mode] if plan.op == "device_scan" else []
        if plan.is_sort():
            words += [plan.order] + ["descending"] * plan.descending
        elif plan.folded().head:
            words.append(plan.folded().head)
        for word, buffers in (("ins", self.inputs), ("outs", self.outs)):
            words.append("%s(%s : %s)" % (
                word, ", ".join(b.name for b in buffers),
                ", ".join(b.type() for b in buffers)))  # fmt: skip
        return " ".join(words) + self._clauses(workspace)

    @property
    def parameters(self):
        """Triples: name and type; of a number its element and values; the Buffer."""
        return self._parameters[0]

    def comes_back(self, buffer):
        """Whether the memory of a parameter is looked at."""
        plan = self.plan
        return not (plan.tensors or (plan.clobber and buffer in self.inputs))

    @functools.cached_property
    def _parameters(self):
        """The parameters, and the text that makes operands of them."""
        plan, made, body = self.plan, [], []
        init = [] if plan.init == "scalar" else self.init
        own = [b for b in self.outs if b not in self.inputs]
        sizes = {}
        given = [*self.inputs, *init, *self.borders, *self.reads]
        for buffer in [*given, *own * (not plan.tensors)]:
            text, scalars, view = buffer.parameter()
            made.append((text, None, buffer))
            made += [("%s: index" % n, (INDEX, [v] * SETS), None) for n, v in scalars]
            if view:
                body.append(view)
                sizes.update(buffer.unknown_sizes())
        for buffer in own * plan.tensors:
            unknown = buffer.unknown_sizes()
            body.append("%s = tensor.empty(%s) : %s" % (
                buffer.name, ", ".join(unknown), buffer.type()))  # fmt: skip
            sizes.update(unknown)
        if plan.init == "scalar":
            for buffer in self.init:
                text = "%s: %s" % (buffer.name, buffer.element.name)
                made.append((text, (buffer.element, buffer.raw), None))
        for name, size in sizes.items():
            made.append(("%s: index" % name, (INDEX, [size] * SETS), None))
        return made, "".join(line + "\n" for line in body)

    def text(self):
        plan = self.plan
        parameters, body = self._parameters
        head = ", ".join(text for text, _, _ in parameters)
        if not plan.is_sort():
            combiner = plan.folded()
            for i, (e, literal) in enumerate(
                zip(combiner.elements, combiner.identity_literals())
            ):
                body += "%%id%d = arith.constant %s : %s\n" % (i, literal, e.name)
        types = ", ".join(b.type() for b in self.outs)
        if plan.tensors:
            names = ", ".join("%%t%d" % i for i in range(len(self.outs)))
            body += "%s = %s -> %s\nreturn %s : %s\n" % (
                names, self._op(), types, names, types)  # fmt: skip
            return "func.func @%s(%s) -> (%s) {\n%s}\n" % (
                self.symbol, head, types, body)  # fmt: skip
        if plan.workspace:
            fill = 0 if plan.workspace == "initialized" else -1
            body += """%%bytes = prim.workspace_size {
%s
} : index
%%w = gpu.alloc (%%bytes) : memref<?xi8>
%%fill = arith.constant %d : i8
gpu.memset %%w, %%fill : memref<?xi8>, i8
""" % (self._op(None), fill)
        # A workspace that is left as it was is one for the next run.
        again = not (plan.in_place or plan.clobber)
        for turn in range(1 + (plan.workspace == "initialized" and again)):
            text = self._op(bool(plan.workspace))
            if plan.waits:
                text = "%%done%d = %s\ngpu.wait [%%done%d]" % (turn, text, turn)
            body += text + "\n"
        if plan.workspace:
            body += "gpu.dealloc %w : memref<?xi8>\n"
        return "func.func @%s(%s) {\n%sreturn\n}\n" % (self.symbol, head, body)

    # -- references -------------------------------------------------------------

    @functools.cached_property
    def wants(self):
        """Of the results of the function, or of all memory that it has been
        given."""
        plan = self.plan
        results = self._results()
        if plan.tensors:
            return [
                Want(b.element, raw, np.broadcast_to(defined, raw.shape),
                     None if bound is None else np.broadcast_to(bound, raw.shape))
                for b, (raw, defined, bound) in zip(self.outs, results)]  # fmt: skip
        wants = []
        for _, _, buffer in self.parameters:
            if buffer is None or not self.comes_back(buffer):
                continue
            memory = np.array(buffer.memory(buffer.raw))
            bounds = None
            if buffer in self.outs:
                raw, defined, bound = results[self.outs.index(buffer)]
                places = ... if buffer.plain else (slice(None), buffer.layout.places)
                defined = np.broadcast_to(defined, raw.shape)
                memory[places] = np.where(defined, raw, memory[places])
                if bound is not None:
                    bounds = np.zeros(memory.shape)
                    bounds[places] = np.where(defined, bound, 0)
            every = np.ones(memory.shape, bool)
            wants.append(Want(buffer.element, memory, every, bounds))
        return wants

    def _results(self):
        """Of the outs: raw values, where they are defined, and bounds."""
        if self.plan.is_sort():
            return self._sorted()
        return self._folded()

    def _sorted(self):
        plan, pieces = self.plan, self.pieces
        key = self.values[0]
        if plan.bits and plan.order == "slt" and plan.bits[1] == 8 * key.itemsize:
            # The sign is one of them.
            ranks = key.astype(np.int64) >> plan.bits[0]
        elif plan.bits:
            ranks = sort_cells.bit_range(key, plan.bits)
        else:
            ranks = sort_cells.ranks(plan.inputs()[0], plan.order, key)
        ranks = np.unique(ranks, return_inverse=True)[1].reshape(key.shape)
        ranks = -ranks if plan.descending else ranks
        inside = pieces.inside()
        # What is in no piece stays where it is.
        begins = np.stack([
            np.where(there, np.append(b, 0)[owner], np.arange(plan.size()))
            for (b, _), owner, there in zip(pieces.lists, pieces.owners(), inside)
        ])  # fmt: skip
        order = np.stack([np.lexsort(pair) for pair in zip(ranks, begins)])
        defined = self.unflattened(inside)
        return [
            (self.unflattened(np.take_along_axis(raw, order, -1)), defined, None)
            for raw in self.values
        ]

    def _folded(self):
        plan, pieces = self.plan, self.pieces
        combiner = plan.folded()
        state = combiner.lift(self.values)
        start = self.starts and combiner.lift(self.starts)
        identity = None
        if combiner.identity:
            pairs = zip(combiner.elements, combiner.identity)
            identity = combiner.lift([np.full((SETS, 1), v, e.raw) for e, v in pairs])
        nothing, results = start or identity, []
        if plan.op == "device_scan":
            results = self._scan(combiner, state, start, nothing)
            if not plan.total:
                return results
            # Of the elements alone.
            start, nothing = None, identity
        folds_of, some = segment_cells.reduce(combiner, state, pieces, nothing)
        if start:
            folds_of = folds.choose(some, combiner.apply(start, folds_of), folds_of)
        if not plan.segments:
            shape = [SETS, *[plan.extents[d] for d in plan.across()]]
            for raw, bound in self._lowered(combiner, folds_of):
                bound = None if bound is None else bound.reshape(shape)
                results.append((raw.reshape(shape), True, bound))
            return results
        counts, room = pieces.counts(), self.room()
        exist = np.arange(room) < counts[:, None]

        def of_pieces(raw, bound=None):
            missing = [(0, 0), (0, room)]
            bound = None if bound is None else np.pad(bound, missing)[:, :room]
            return np.pad(raw, missing)[:, :room], exist, bound

        if plan.is_counted() and plan.segments != "flags":
            width = counts.max()
            for border in self.borders:
                firsts = [row[b] for row, (b, _) in zip(border.raw, pieces.lists)]
                firsts = [np.pad(f, (0, width - len(f))) for f in firsts]
                results.append(of_pieces(np.stack(firsts)))
        results += [of_pieces(*pair) for pair in self._lowered(combiner, folds_of)]
        if plan.is_counted():
            raw = counts.astype(ELEMENTS[plan.count].raw)
            results.append((raw, True, None))
        return results

    def _scan(self, combiner, state, start, nothing):
        plan, pieces = self.plan, self.pieces
        starts = pieces.starts(plan.reverse)
        inclusive = segment_cells.scan(combiner, state, starts, plan.reverse)
        owners = pieces.owners()

        def of_elements(state):
            """What there is one of for each piece, or for all."""
            each = owners if state[0].shape[-1] > 1 else np.zeros_like(owners)
            return tuple(np.take_along_axis(part, each, -1) for part in state)

        results = []
        if not plan.size():
            start, nothing = None, state
        if start:
            start = nothing = of_elements(start)
        states = folds.prefixes(
            combiner, plan.mode, start, inclusive, starts, nothing, plan.reverse
        )
        inside = self.unflattened(pieces.inside())
        for each in states:
            for raw, bound in self._lowered(combiner, each):
                bound = None if bound is None else self.unflattened(bound)
                results.append((self.unflattened(raw), inside, bound))
        return results

    def _lowered(self, combiner, state):
        """Pairs of raw values and bounds, behind the epilogue."""
        plan = self.plan
        threads, items = plan.tile or (256, 16)
        depth = items + int(np.ceil(np.log2(threads)))
        depth += -(-plan.size() // (threads * items))
        pairs = []
        triples = zip(combiner.elements, *combiner.lower(state, depth))
        for element, raw, bound in triples:
            if plan.after:
                raw = convert(element, wider(element), flip(element, raw))
            pairs.append((raw, bound))
        return pairs

    # -- execution --------------------------------------------------------------

    def case(self, folder, data_set, schedule):
        inputs, inout = [], []
        for at, (_, scalar, buffer) in enumerate(self.parameters):
            if buffer is None:
                element, raws = scalar
                raw = np.asarray(raws[data_set], element.raw)
                inputs.append(number(element, raw))
                continue
            name = "%s-%s-%d.npy" % (self.symbol, buffer.name[1:], data_set)
            save(folder / name, buffer.element, buffer.memory(buffer.raw)[data_set])
            if self.comes_back(buffer):
                inout.append(at)
            inputs.append(str(folder / name))
        outputs = [
            "%s/%s-out%d-%d-%d.npy" % (folder, self.symbol, i, data_set, schedule)
            for i in range(len(self.wants))
        ]
        return {
            "entry": self.symbol,
            "inputs": inputs,
            "outputs": outputs,
            "inout": inout,
            "seed": schedule,
        }
