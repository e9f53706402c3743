# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Host functions around ops that order elements, made from family_plans.Plans: sorts by
comparators and by several keys, merges, top-k, nth, searches. `check` tests results
that an op does not fully define."""

import numpy as np

from device_plans import BORDER_ELEMENTS, pieces_of
from family_plans import keys_of, numbers_of
from ops import merge, orders, search, sort, topk
from primtest.combiners import ELEMENTS
from primtest.device_programs import convert, flip, flip_odd, prologue
from primtest.device_spec import NARROW
from primtest.elements import I1, INDEX, SETS
from primtest.host_functions import HostFunction
from primtest.mlir import listed, pairs


class Family(HostFunction):
    def __init__(self, symbol, plan):
        super().__init__(symbol, plan)
        self.rng = np.random.default_rng([plan.seed, *map(ord, plan.op)])
        self.given, self.numbers, self.outs, self.results = [], [], [], []
        self.sizes = ["%%n%d" % d for d in range(len(plan.extents))]
        # Outs that are checked by `check`.
        self.loose = []
        self.repeats = not plan.in_place and not plan.clobber
        self.make()
        self.drop()
        if plan.clobber:
            self.forgotten = self.inputs
        if not self.loose:
            self.check = None

    # -- operands -------------------------------------------------------------

    def reads_of(self, letter, elements, raws, extents=None, sizes=None, layout=0):
        """Operands of the op; all of `ins` if no extents are given."""
        plan = self.plan
        if extents is None:
            extents, sizes = plan.extents, self.sizes
        made = self.buffers(letter, elements, extents, sizes, plan.layouts[layout], raws)
        self.given += made
        return made

    def out(self, element, raw, defined, extents, sizes, layout=1, loose=False):
        """A buffer that the op writes, and its expected contents."""
        kind = self.plan.layouts[layout] if extents else "plain"
        name = "y%d_" % len(self.outs)
        (buffer,) = self.buffers(name, [element], extents, sizes, kind)
        self.results.append((raw, np.broadcast_to(defined, raw.shape) & (not loose), None))
        self.loose += [buffer] * loose
        self.outs.append(buffer)
        return buffer

    def drop(self):
        """Discards outs, of which at least one remains. They are unchanged, except as
        results on tensors."""
        wanted = range(len(self.outs)) if not self.loose else []
        self.dropped = [i for i in wanted if self.plan.dropped >> i & 1][: len(wanted) - 1]
        for i in self.dropped:
            raw, defined, mode = self.results[i]
            self.results[i] = raw, np.zeros_like(defined), mode

    def _results(self):
        return self.results

    def unflattened(self, raw, extents=None):
        """Converts (SETS, rows, length of a row) to the layout of buffers."""
        plan = self.plan
        if plan.dimensions is None:
            return raw.reshape(SETS, *(extents or plan.extents))
        (d,) = plan.along()
        across = [n for i, n in enumerate(plan.extents) if i != d]
        return np.moveaxis(raw.reshape(SETS, *across, raw.shape[-1]), -1, d + 1)

    def flattened(self, raw):
        """The inverse of unflattened(), for one data set."""
        plan = self.plan
        raw = np.moveaxis(raw, plan.along()[0], -1)
        return raw.reshape(plan.rows(), raw.shape[-1])

    # -- clauses --------------------------------------------------------------

    def own_order(self):
        """The built-in order of the op, which is not given by a region or clause."""
        plan = self.plan
        return plan.order if plan.order in ("slt", "ult", "total") and not plan.orders else ""

    def discards(self):
        return " discards(%s)" % ", ".join(map(str, self.dropped)) if self.dropped else ""

    def key_clauses(self):
        return orders.key_clauses(self.plan.keys, self.plan.orders, self.plan.bits)

    def comparator(self):
        plan, elements = self.plan, self.plan.elements()
        if plan.order in orders.REGIONS:
            return " " + orders.comparator(elements[0], plan.order, [e.name for e in elements])
        return orders.broken_comparator(elements, plan.order) if plan.order in orders.BROKEN else ""

    def ranks(self, members):
        """Integers in the order of items; members are raw, (..., n)."""
        plan, elements = self.plan, self.plan.elements()
        if plan.order in orders.BROKEN:
            return np.zeros(members[0].shape, np.int64)
        if plan.order in orders.REGIONS:
            return orders.item_ranks(elements, plan.order, "one", members)
        return orders.key_ranks(elements, plan.key_orders(), members, plan.bits, plan.descending)

    def items(self, shape):
        """Members of items to be ordered, (SETS, *shape): keys, then numbers."""
        plan, made = self.plan, []
        for i, e in enumerate(plan.elements()):
            if i < plan.keys:
                flavor = plan.data if not i else "any"
                raw = keys_of(e, self.rng, shape, flavor, plan.kind())
                # Ties, so that the following members matter.
                if plan.keys > 1 and not e.is_float:
                    raw = (raw & 3).astype(raw.dtype)
                made.append(raw)
            else:
                made.append(numbers_of(e, self.rng, shape))
        return made

    def changed(self, raws):
        """The inputs of a prologue, and the items that it computes. The items are
        `raws` if the prologue is its own inverse."""
        plan, elements = self.plan, self.plan.elements()
        if plan.change == "prologue from narrow":
            narrow = ELEMENTS[NARROW[elements[0].name]]
            source = keys_of(narrow, self.rng, raws[0].shape[1:], plan.data, plan.kind())
            made = convert(narrow, elements[0], source)
            return [narrow, *elements[1:]], [source, *raws[1:]], [made, *raws[1:]]
        change = {"prologue": flip, "prologue by index": flip_odd}.get(plan.change)
        if change is None:
            return elements, raws, raws
        # The prologue removes the signs of zeros.
        given = [change(e, raw) for e, raw in zip(elements, raws)]
        return elements, given, [change(e, raw) for e, raw in zip(elements, given)]

    def prologue(self):
        return prologue(self.plan.change, self.types, self.plan.elements()) if self.plan.change else ""

    # -- what is left open ------------------------------------------------------

    def found(self, buffer, data_set, arrays):
        """The contents of the result that corresponds to a buffer."""
        at = self.wanted.index(buffer)
        raw = arrays[at]
        return raw if buffer.plain else raw[buffer.layout.places]

    @property
    def wanted(self):
        """The buffers to which `wants` belong."""
        if self.plan.tensors:
            return self.outs
        return [b for _, _, b in self.parameters if b is not None and self.comes_back(b)]


def bits_of(element, raw):
    """The bits of values, with all NaNs made equal, because the signs of NaNs that
    regions compute are arbitrary."""
    nan = element.to_raw(np.array(np.nan)) if element.is_float else 0
    return element.bit_pattern(np.where(element.is_nan(raw), nan, raw))


class Sort(Family):
    """A sort by a comparator, or by several keys."""

    def make(self):
        plan, elements = self.plan, self.plan.elements()
        raws = self.items((plan.rows(), plan.row()))
        self.types, given, raws = self.changed(raws)
        self.inputs = self.reads_of("x", self.types, [self.unflattened(r) for r in given])
        rank, inside, begins, self.borders = self.ranks(raws), True, None, []
        if plan.segments:
            pieces, borders = pieces_of(plan, self.rng)
            elements_of_borders = [BORDER_ELEMENTS[name] for name in plan.borders]
            self.borders = self.reads_of(
                "k", elements_of_borders, borders, borders[0].shape[1:], ["%many"], 2)  # fmt: skip
            inside, begins = pieces.inside()[:, None], pieces.own_begins()[:, None]
        inside = self.unflattened(np.broadcast_to(inside, rank.shape))
        broken = plan.order in orders.BROKEN
        self.raws = raws
        for e, raw in zip(elements, sort.expected(raws, rank, begins)):
            self.out(e, self.unflattened(raw), inside, plan.extents, self.sizes, loose=broken)

    def check(self, data_set, arrays):
        """Checks that every element comes from the input."""
        if self.plan.segments:
            return None
        for buffer, raw in zip(self.outs, self.raws):
            got, given = (bits_of(buffer.element, r) for r in (self.found(buffer, data_set, arrays), raw[data_set]))
            if not np.isin(got, given).all():
                return "there is an element that no input has"
        return None

    def _op(self, workspace=False):
        plan = self.plan
        clauses = self.workspace_clause(workspace) + self.discards() + sort.clauses(
            self.key_clauses(), bool(plan.batch), plan.clobber, plan.dimensions,
            listed("segments", pairs(self.borders)),
            self.end_clauses(workspace) + self.comparator() + self.prologue())  # fmt: skip
        return sort.op_text(
            self.own_order(), plan.descending, pairs(self.inputs), pairs(self.outs), clauses)


class Merge(Family):
    def make(self):
        plan, elements = self.plan, self.plan.elements()
        n, m = plan.size(), plan.other
        raws = self.items((n + m,))
        broken = plan.order in orders.BROKEN
        parts = [[raw[:, :n] for raw in raws], [raw[:, n:] for raw in raws]]
        rank = self.ranks(raws)
        for at, ranks in ((0, rank[:, :n]), (1, rank[:, n:])):
            if not broken:
                parts[at] = sort.expected(parts[at], ranks)
        raws = [np.concatenate(pair, -1) for pair in zip(*parts)]
        # Places of the second range continue those of the first.
        self.types, given, raws = self.changed(raws)
        self.inputs = self.reads_of("x", self.types, [raw[:, :n] for raw in given])
        self.others = self.reads_of("z", self.types, [raw[:, n:] for raw in given], (m,), ["%m"])
        self.raws = raws
        firsts, seconds = ([raw[:, part] for raw in raws] for part in (slice(n), slice(n, None)))
        for e, raw in zip(elements, merge.expected(firsts, seconds, self.ranks(raws))):
            self.out(e, raw, True, (n + m,), ["%all"], loose=broken)

    check = Sort.check

    def _op(self, workspace=False):
        return merge.op_text(
            self.own_order(), self.plan.descending, pairs(self.inputs), pairs(self.others),
            pairs(self.outs), self.workspace_clause(workspace), self.discards(), self.plan.wide,
            self.end_clauses(workspace), self.comparator() + self.prologue())  # fmt: skip


class Ranked(Family):
    """Top-k and nth."""

    def make(self):
        plan, elements = self.plan, self.plan.elements()
        n, k = plan.row(), plan.other
        self.types, given, raws = self.changed(self.items((plan.rows(), n)))
        self.raws = raws
        self.inputs = self.reads_of("x", self.types, [self.unflattened(r) for r in given])
        broken = plan.order in orders.BROKEN
        is_nth = plan.op == "device_nth"
        self.parts = topk.expected(raws, self.ranks(raws), n if is_nth else k)
        if is_nth:
            self.numbers = [("%k", INDEX, [k] * SETS)]

        def extents(count):
            (d,) = plan.along()
            return tuple(count if i == d else e for i, e in enumerate(plan.extents))

        def outs(part, prefix, loose):
            names = [prefix if i in plan.along() else s for i, s in enumerate(self.sizes)]
            for e, raw in zip(elements, part):
                self.out(e, self.unflattened(raw), True, extents(raw.shape[-1]), names, loose=loose)

        self.free = is_nth or plan.form == "unordered" or broken
        outs(self.parts[0], "%n0" if is_nth else "%k0", self.free)
        if is_nth:
            # All sizes are those of ins.
            for buffer in self.outs:
                buffer.sizes = self.sizes
        self.taken = list(self.outs)
        if plan.rest:
            outs(self.parts[1], "%r0", True)

    def check(self, data_set, arrays):
        plan, elements, k = self.plan, self.plan.elements(), self.plan.other
        flat = [self.flattened(self.found(b, data_set, arrays)) for b in self.outs]
        parts = [flat[: len(elements)], flat[len(elements) :]]
        if plan.order in orders.BROKEN:
            return Sort.check(self, data_set, arrays) if not plan.rest else None

        def differ(number):
            sides = parts[number], [raw[data_set] for raw in self.parts[number]]
            found, wanted = (
                topk.canonical([bits_of(*pair) for pair in zip(elements, of)]) for of in sides
            )
            return any((got != want).any() for got, want in zip(found, wanted))

        if plan.op != "device_nth":
            if differ(0):
                return "other elements are taken; values are wrong"
            if parts[1] and differ(1):
                return "other elements are left; values are wrong"
            return None
        if differ(0):
            return "an element is lost; values are wrong"
        both = [np.concatenate([raw[data_set], got], -1) for raw, got in zip(self.raws, parts[0])]
        rank = self.ranks(both)
        wrong = topk.misplaced(rank[..., plan.row() :], rank[..., : plan.row()], k)
        return wrong and wrong + "; values are wrong"

    def _op(self, workspace=False):
        plan = self.plan
        rest = self.outs[len(self.taken) :]
        return topk.op_text(
            plan.op == "device_nth", self.own_order(), plan.descending, pairs(self.inputs),
            pairs(self.taken), pairs(rest), self.workspace_clause(workspace), self.discards(), "%k",
            self.key_clauses(), plan.form == "unordered", plan.dimensions and plan.dimensions[0],
            self.end_clauses(workspace), self.comparator() + self.prologue())  # fmt: skip


class Search(Family):
    def make(self):
        plan, elements = self.plan, self.plan.elements()
        n, m = plan.size(), plan.other
        raws = self.items((n + m,))
        given = [raw[:, :n] for raw in raws]
        # Some needles are found.
        if m:
            at = self.rng.integers(0, m, n)
            for raw, part in zip(raws, given):
                part[:, ::2] = raw[:, n:][:, at][:, ::2]
        self.types, given, items = self.changed(given)
        heap = [raw[:, n:] for raw in raws]
        whole = [np.concatenate(pair, -1) for pair in zip(items, heap)]
        at, answer = search.looked_up(plan.form, self.ranks(whole), m)
        heap = [np.take_along_axis(raw, at, -1) for raw in heap]
        element = I1 if plan.count == "i1" else ELEMENTS[plan.count]
        self.inputs = self.reads_of("x", self.types, given)
        self.heap = self.reads_of("z", elements, heap, (m,), ["%m"])
        broken = plan.order in orders.BROKEN
        self.out(element, answer.astype(element.raw), True, plan.extents, self.sizes, loose=broken)

    def check(self, data_set, arrays):
        got = self.found(self.outs[0], data_set, arrays)
        if (got < 0).any() or (got > max(self.plan.other, 1)).any():
            return "an answer is none"
        return None

    def _op(self, workspace=False):
        plan = self.plan
        return search.op_text(
            plan.form, self.own_order(), plan.descending, pairs(self.inputs), pairs(self.heap),
            pairs(self.outs), self.workspace_clause(workspace), end=self.end_clauses(workspace),
            regions=self.prologue() + self.comparator())  # fmt: skip
