# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Host functions around one device op, made from Plans: their text, their data, and the
expected results. The first axis of arrays is the data set. Elements that are folded,
scanned or sorted are flat, with the pieces in sequence."""

import numpy as np

from device_plans import BORDER_ELEMENTS, pieces_of
from ops import fold_text, orders, reduce, scan, segments, sort
from primtest import combiners
from primtest.combiners import ELEMENTS
from primtest.device_programs import convert, epilogue, flip, prologue, wider
from primtest.elements import EXACT, I8, RANDOM, SETS, SPECIAL, sample
from primtest.host_functions import Buffer, HostFunction
from primtest.mlir import listed, pairs

# The expressions that determine which elements a "prologue by index" and a "prologue by
# table" change.
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
# Functions
# ---------------------------------------------------------------------------


class Program(HostFunction):
    def __init__(self, symbol, plan):
        super().__init__(symbol, plan)
        rng = np.random.default_rng([plan.seed, *map(ord, plan.op)])
        self.pieces, borders = pieces_of(plan, rng)
        # If sums round, each schedule gives the same bits, or they are not compared.
        if plan.deterministic and plan.combiner in ("add", "mul"):
            self.data_set, self.runs = RANDOM, {}
        ins, outs, small = plan.layouts
        sizes = ["%%n%d" % d for d in range(len(plan.extents))]

        elements = plan.inputs()
        # The values that are combined or sorted, as flat arrays.
        self.table = None
        given, self.values = self._data(rng, elements)
        spread = plan.spread()
        given = self._alike(given, spread)
        self.values = self._alike(self.values, spread)
        self.inputs = self.buffers(
            "x", elements, plan.extents, sizes, ins,
            [self.unflattened(raw) for raw in given], spread)  # fmt: skip
        self.reads = []
        if self.table is not None:
            extents = (plan.row(),)
            self.reads = self.buffers("q", [I8], extents, ["%long"], small, [self.table])
        self.starts, self.init = None, []
        if plan.init:
            self._make_init(rng, small)
        if plan.segments:
            elements = [BORDER_ELEMENTS[name] for name in plan.borders]
            extents, names = (plan.size(),), sizes
            if plan.segments in ("offsets", "ranges"):
                extents, names = borders[0].shape[1:], ["%many"]
            self.borders = self.buffers("k", elements, extents, names, small, borders)
        else:
            self.borders = []
        self._make_outs(outs, small, sizes)
        init = [] if plan.init == "scalar" else self.init
        self.given = [*self.inputs, *init, *self.borders, *self.reads]
        if plan.init == "scalar":
            self.numbers = [(b.name, b.element, b.raw) for b in self.init]
        self.repeats = not (plan.in_place or plan.clobber)
        self.forgotten = self.inputs if plan.clobber else ()

    @property
    def before(self):
        if self.plan.is_sort():
            return ""
        combiner = self.plan.folded()
        pairs = enumerate(zip(combiner.elements, combiner.identity_literals()))
        return "".join("%%id%d = arith.constant %s : %s\n" % (i, literal, e.name)
                       for i, (e, literal) in pairs)  # fmt: skip

    def _data(self, rng, elements):
        plan = self.plan
        shape = (plan.size(),)
        if plan.is_sort():
            raws = [sample(elements[0], rng, shape)]
            for i, element in enumerate(elements[1:]):
                if i:
                    raws.append(sample(element, rng, shape))
                    continue
                # Numbers, which distinguish equal keys.
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
        # The elements of a row that are changed.
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

        # The combined values have exact sums. The map is its own inverse.
        raws = mapped(raws)
        return raws, mapped(raws)

    def _make_init(self, rng, kind):
        """The initial values of folds: numbers whose sums with the exact data are
        exact, and which JSON can represent."""
        plan, combiner = self.plan, self.plan.folded()
        count = plan.rows() if plan.init == "rows" else 1
        raws = [raw[[EXACT] * SETS] for raw in combiner.sample(rng, (count,))]
        if plan.combiner == "add" and combiner.elements[0].is_float:
            # Other numbers have no exact sums with the special values.
            raws[0][SPECIAL] = combiner.elements[0].to_raw(np.array(-0.0))
        if combiner.loops:
            raws[0][SPECIAL] = 0
        self.starts = raws
        across = plan.across() if plan.init == "rows" else ()
        extents, names = (
            [plan.extents[d] for d in across],
            ["%%n%d" % d for d in across],
        )
        self.init = self.buffers(
            "i", combiner.elements, extents, names, kind,
            [raw.reshape(SETS, *extents) for raw in raws])  # fmt: skip

    def _make_outs(self, kind, small, sizes):
        plan = self.plan
        # Pairs of an element and the values, one per piece.
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
        """The number of pieces for which results have room."""
        plan, counts = self.plan, self.pieces.counts()
        if not plan.is_counted():
            return int(counts[0])
        if plan.capacity == "less":
            return int(np.median(counts)) // 2
        return plan.size() + 3 * (plan.capacity == "more")

    def _alike(self, raws, spread):
        """Flat arrays that are constant along some dimensions."""
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
        """A flat array in the layout of the buffer."""
        plan = self.plan
        axes = [*plan.across(), *plan.along()]
        raw = raw.reshape(SETS, *[plan.extents[d] for d in axes])
        return np.transpose(raw, [0, *[axes.index(d) + 1 for d in range(len(axes))]])

    # -- text -----------------------------------------------------------------

    def _clauses(self, workspace):
        plan, borders, end = self.plan, "", self.end_clauses(workspace)
        if plan.segments:
            word = {"flags": "head", "keys": "by_key", "equal": "by_key"}
            borders = listed(word.get(plan.segments, "segments"), pairs(self.borders))
            if plan.segments == "equal":
                borders += segments.equal_text([b.element for b in self.borders])
        work = self.workspace_clause(workspace)
        if plan.is_sort():
            keys = orders.key_clauses(1, bits=plan.bits)
            return work + sort.clauses(keys, False, plan.clobber, plan.dimensions, borders, end)
        combiner = plan.folded()
        if self.reads:
            load = "tensor.extract" if plan.tensors else "memref.load"
            text = prologue("prologue by index", plan.inputs(), combiner.elements)
            assert ODD in text
            end += text.replace(ODD, LOOKUP % (load, self.reads[0].type()))
        elif plan.change:
            end += prologue(plan.change, plan.inputs(), combiner.elements)
        end += " " + combiner.region if combiner.region else ""
        end += epilogue(combiner.elements) if plan.after else ""
        init = pairs(self.init)
        if plan.init == "scalar":
            init = [(b.name, b.element.name) for b in self.init]
        literals = enumerate(zip(combiner.elements, combiner.identity_literals()))
        identity = [("%%id%d" % i, e.name) for i, (e, _) in literals]
        return work + fold_text.clauses(
            init, pairs(self.reads), identity, plan.total, plan.reverse, plan.dimensions, borders,
            plan.deterministic, end)  # fmt: skip

    def _op(self, workspace=False):
        plan = self.plan
        operands = pairs(self.inputs), pairs(self.outs), self._clauses(workspace)
        if plan.is_sort():
            return sort.op_text(plan.order, plan.descending, *operands)
        if plan.op == "device_scan":
            return scan.op_text(plan.mode, plan.folded().head, *operands)
        return reduce.op_text(plan.folded().head, *operands)

    # -- references -------------------------------------------------------------

    def _results(self):
        """For each of the outs: raw values, where they are defined, and bounds."""
        if self.plan.is_sort():
            return self._sorted()
        return self._folded()

    def _sorted(self):
        plan, pieces = self.plan, self.pieces
        ranks = orders.key_ranks(
            plan.inputs(), [plan.order], self.values, plan.bits, plan.descending)  # fmt: skip
        defined = self.unflattened(pieces.inside())
        results = sort.expected(self.values, ranks, pieces.own_begins())
        return [(self.unflattened(raw), defined, None) for raw in results]

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
            # A total folds the elements only.
            start, nothing = None, identity
        folds_of = reduce.expected_of_segments(combiner, state, pieces, start, nothing)
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
        inclusive = segments.scan(combiner, state, starts, plan.reverse)
        owners = pieces.owners()

        def of_elements(state):
            """The state of which there is one per piece, or one for all."""
            each = owners if state[0].shape[-1] > 1 else np.zeros_like(owners)
            return tuple(np.take_along_axis(part, each, -1) for part in state)

        results = []
        if not plan.size():
            start, nothing = None, state
        if start:
            start = nothing = of_elements(start)
        states = scan.expected(
            combiner, plan.mode, start, inclusive, starts, nothing, plan.reverse
        )
        inside = self.unflattened(pieces.inside())
        for each in states:
            for raw, bound in self._lowered(combiner, each):
                bound = None if bound is None else self.unflattened(bound)
                results.append((self.unflattened(raw), inside, bound))
        return results

    def _lowered(self, combiner, state):
        """Pairs of raw values and bounds, after the epilogue."""
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
