# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Host functions around ops that select, count, copy and map elements, made from
family_plans.Plans."""

import numpy as np

from device_plans import BORDER_ELEMENTS, pieces_of
from family_functions import Family
from family_plans import keys_of, positions_of
from ops import batch_copy, histogram, map as maps, rows, run_length, segments, select
from primtest.combiners import ELEMENTS
from primtest.device_programs import flip, flip_odd, flip_text, prologue
from primtest.elements import I1, I32, I8, INDEX, SETS, sample
from primtest.mlir import pairs, region

ODD = """%two = arith.constant 2 : index
%one = arith.constant 1 : index
%low = arith.remui %at, %two : index
%odd = arith.cmpi eq, %low, %one : index
"""


def heads_of(plan, elements, raws):
    """The elements that differ from their predecessors, by the plan's region if it has
    one."""
    if plan.equal:
        return segments.heads_of(segments.equal_parts(elements, raws))
    return segments.heads_of([e.to_wide(raw) for e, raw in zip(elements, raws)])


class Counted(Family):
    """An op whose results are contiguous, with a count of them."""

    def room(self):
        size = self.plan.size()
        return {"all": size, "more": size + 3, "some": size // 3, "none": 0}[self.plan.room]

    def kept(self, element, raws, name="%room", back=None):
        """An out with a list for each data set. `back` are the elements stored from the
        end, last first."""
        room = self.room()
        out = np.zeros((SETS, room), element.raw)
        defined = np.zeros(out.shape, bool)
        for at, part in enumerate(raws):
            defined[at] = select.place(out[at], part, back and back[at])
        return self.out(element, out, defined, (room,), [name])

    def counts(self, found):
        element = ELEMENTS[self.plan.count]
        return self.out(element, found.astype(element.raw), True, (), [])


class Select(Counted):
    def make(self):
        plan, elements = self.plan, self.plan.elements()
        n = plan.size()
        raws = [keys_of(e, self.rng, (n,), plan.data) for e in elements]
        self.types, given, raws = self.changed(raws)
        self.inputs = self.reads_of("x", elements, given)
        self.flags = []
        odd = np.arange(n) % 2 == 1
        if "flag" in plan.form:
            element = BORDER_ELEMENTS[plan.flag]
            flags = keys_of(element, self.rng, (n,), plan.data)
            if not (element is I1 or element.is_float):
                flags = flags % 3
            self.flags = self.reads_of("f", [element], [flags], layout=2)
        self.table = []
        if plan.reads:
            table = self.rng.integers(0, 2, (SETS, n)).astype(np.int8)
            self.table = self.reads_of("q", [I8], [table], (n,), ["%table"], 2)
        if plan.scalar:
            self.numbers = [("%cap", I32, self.rng.integers(0, 2, SETS))]
        if plan.form == "flags":
            classes = np.where(flags != 0, 0, 1)
        elif plan.form.startswith("heads"):
            classes = np.where(heads_of(plan, elements[: plan.keys], raws), 0, 1)
        else:
            kept = select.selects(elements[0], raws[0])
            if plan.index:
                kept = kept | odd
            if self.flags:
                kept = kept & (self.flags[0].element.to_wide(flags) != 0)
            if self.table:
                kept = kept ^ (table != 0)
            if plan.scalar:
                kept = kept ^ (self.numbers[0][2] != 0)[:, None]
            classes = np.where(kept, 0, 1)
            if plan.form == "classes":
                # 7 and -5 are not classes.
                classes = np.where(kept, np.where(odd, 0, 7), np.where(odd, 1, -5))
        number = self.number()

        parts = [select.expected([raw[at] for raw in raws], classes[at], number) for at in range(SETS)]
        left = [[part[2][i] for part in parts] for i in range(len(elements))]
        for c in range(number):
            for i, e in enumerate(elements):
                back = left[i] if plan.rest == "reversed" else None
                self.kept(e, [part[0][c][i] for part in parts], "%%room%d" % c, back)
        for c in range(number):
            self.counts(np.array([part[1][c] for part in parts]))
        self.results_number = len(self.outs)
        if plan.rest == "own":
            for e, raws_left in zip(elements, left):
                self.kept(e, raws_left, "%left")

    def number(self):
        return 2 if self.plan.form == "classes" else 1

    def where(self):
        plan, elements = self.plan, self.plan.elements()
        arguments = [("%%e%d" % i, e.name) for i, e in enumerate(elements)]
        arguments += [("%flag", self.flags[0].element.name)] if self.flags else []
        by_index = plan.index or plan.reads or plan.form == "classes"
        arguments += [("%at", "index")] * by_index
        body, result = select.selects_text(elements[0], "%e0"), "%is"
        if by_index:
            body += ODD
        if plan.index:
            body += "%either = arith.ori %is, %odd : i1\n"
            result = "%either"
        if self.flags:
            flag = self.flags[0].element.name
            is_float = self.flags[0].element.is_float
            zero = "false" if flag == "i1" else "%s : %s" % ("0.0" if is_float else "0", flag)
            body += """%%unset = arith.constant %s
%%set = arith.%s, %%flag, %%unset : %s
%%both = arith.andi %s, %%set : i1
""" % (zero, "cmpf une" if is_float else "cmpi ne", flag, result)
            result = "%both"
        if self.table:
            load = "tensor.extract" if plan.tensors else "memref.load"
            body += """%%entry = %s %%q0[%%at] : %s
%%clear = arith.constant 0 : i8
%%hit = arith.cmpi ne, %%entry, %%clear : i8
%%turned = arith.xori %s, %%hit : i1
""" % (load, self.table[0].type(), result)
            result = "%turned"
        if plan.scalar:
            body += """%%off = arith.constant 0 : i32
%%on = arith.cmpi ne, %%cap, %%off : i32
%%other = arith.xori %s, %%on : i1
""" % result
            result = "%other"
        if plan.form != "classes":
            return region("where", arguments, body, [(result, "i1")])
        body += """%%k0 = arith.constant 0 : i32
%%k1 = arith.constant 1 : i32
%%k7 = arith.constant 7 : i32
%%k5 = arith.constant -5 : i32
%%yes = arith.select %%odd, %%k0, %%k7 : i32
%%no = arith.select %%odd, %%k1, %%k5 : i32
%%class = arith.select %s, %%yes, %%no : i32
""" % result
        return region("where", arguments, body, [("%class", "i32")])

    def _op(self, workspace=False):
        plan, elements = self.plan, self.plan.elements()
        outs, rest = self.outs[: self.results_number], self.outs[self.results_number :]
        regions = self.prologue()
        if plan.form == "heads":
            regions += segments.equal_text(elements[: plan.keys]) if plan.equal else ""
        elif plan.form != "flags":
            regions += self.where()
        return select.op_text(
            pairs(self.inputs), pairs(outs), pairs(rest), plan.rest == "reversed",
            self.workspace_clause(workspace), self.discards(), pairs(self.flags), pairs(self.table),
            plan.keys if plan.form == "heads" else None, 3 if plan.form == "classes" else None,
            self.end_clauses(workspace), regions)  # fmt: skip


class RunLength(Counted):
    def make(self):
        plan, elements = self.plan, self.plan.elements()
        n = plan.size()
        raws = [keys_of(e, self.rng, (n,), plan.data) for e in elements]
        self.types, given, raws = self.changed(raws)
        self.inputs = self.reads_of("x", elements, given)
        heads = heads_of(plan, elements, raws)
        begins, lengths = zip(*(run_length.expected(row, plan.form == "nontrivial") for row in heads))
        count = ELEMENTS[plan.count]
        if plan.form == "nontrivial":
            self.kept(ELEMENTS[plan.flag], begins)
        else:
            for e, raw in zip(elements, raws):
                self.kept(e, [row[b] for row, b in zip(raw, begins)])
        self.kept(count, lengths)
        self.counts(np.array([len(l) for l in lengths]))

    def _op(self, workspace=False):
        plan = self.plan
        regions = self.prologue() + (segments.equal_text(plan.elements()) if plan.equal else "")
        return run_length.op_text(
            plan.form == "nontrivial", pairs(self.inputs), pairs(self.outs),
            self.workspace_clause(workspace), self.discards(), self.end_clauses(workspace), regions)  # fmt: skip


class Map(Family):
    """A map that yields the negated elements or their neighbours, whether these exist,
    and numbers."""

    def make(self):
        plan, elements = self.plan, self.plan.elements()
        shape = (plan.rows(), plan.row())
        raws = [keys_of(e, self.rng, shape, plan.data) for e in elements]
        self.inputs = self.reads_of("x", elements, [self.unflattened(r) for r in raws])
        self.table = []
        # The number of a place; in its row if there are rows.
        place = np.broadcast_to(np.arange(plan.row()), (SETS, *shape))
        if plan.dimensions is None:
            place = np.broadcast_to(np.arange(plan.size()).reshape(shape), (SETS, *shape))
        if plan.reads:
            n = plan.row() if plan.dimensions is not None else plan.size()
            table = self.rng.integers(0, 2, (SETS, n)).astype(np.int8)
            self.table = self.reads_of("q", [I8], [table], (n,), ["%table"], 2)
            picked = np.take_along_axis(table[:, None], place.reshape(SETS, 1, -1), -1)
            picked = picked.reshape(place.shape)
        has = np.ones((SETS, *shape), bool)
        if plan.neighbour:
            made, has = maps.neighbours(raws, plan.neighbour)
        else:
            made = [self.turned(e, raw) for e, raw in zip(elements, raws)]
        keep = np.ones(has.shape, bool)
        if plan.predicated:
            keep = place % 3 != 1
            if elements and elements[0] is not I1:
                keep = keep & select.selects(elements[0], raws[0])
        for i, (e, raw) in enumerate(zip(elements, made)):
            if plan.in_place:
                inside = self.unflattened(np.where(keep, raw, raws[i]))
                self.outs.append(self.inputs[i])
                known = self.unflattened(keep | (not plan.tensors))
                self.results.append((inside, known, None))
                continue
            self.add(e, raw, keep)
        if plan.neighbour:
            self.add(I1, has, keep)
        if plan.index:
            self.add(INDEX, place, keep)
        if plan.reads:
            self.add(I8, picked, keep)
        if plan.scalar:
            some = keys_of(I32, self.rng, (), "any")
            self.numbers = [("%cap", I32, some)]
            self.add(I32, np.broadcast_to(some[:, None, None], keep.shape), keep)

    def add(self, element, raw, keep):
        plan = self.plan
        self.out(element, self.unflattened(raw), self.unflattened(keep), plan.extents, self.sizes)

    def turned(self, element, raw):
        return ~raw if element is I1 else flip(element, raw)

    def _op(self, workspace=False):
        plan, elements = self.plan, self.plan.elements()
        arguments = [("%%e%d" % i, e.name) for i, e in enumerate(elements)]
        results, body = [], ""
        if plan.neighbour:
            arguments += [("%%p%d" % i, e.name) for i, e in enumerate(elements)] + [("%has", "i1")]
            results = [("%%p%d" % i, e.name) for i, e in enumerate(elements)] + [("%has", "i1")]
        else:
            for i, e in enumerate(elements):
                value = "%%m%d" % i
                if e is I1:
                    body += "%s_1 = arith.constant true\n%s = arith.xori %%e%d, %s_1 : i1\n" % (
                        value, value, i, value)  # fmt: skip
                else:
                    body += flip_text(e, "%%e%d" % i, value)
                results.append((value, e.name))
        if plan.index or plan.reads or plan.predicated:
            arguments.append(("%at", "index"))
        results += [("%at", "index")] * plan.index
        if plan.reads:
            load = "tensor.extract" if plan.tensors else "memref.load"
            body += "%%entry = %s %%q0[%%at] : %s\n" % (load, self.table[0].type())
            results.append(("%entry", "i8"))
        results += [("%cap", "i32")] * plan.scalar
        if plan.predicated:
            body += """%three = arith.constant 3 : index
%first = arith.constant 1 : index
%part = arith.remui %at, %three : index
%wanted = arith.cmpi ne, %part, %first : index
"""
            keep = "%wanted"
            if elements and elements[0] is not I1:
                body += select.selects_text(elements[0], "%e0") + "%keep = arith.andi %wanted, %is : i1\n"
                keep = "%keep"
            results.append((keep, "i1"))
        return maps.op_text(
            pairs(self.inputs), pairs(self.outs), self.workspace_clause(workspace), self.discards(),
            pairs(self.table), plan.neighbour, plan.dimensions and plan.dimensions[0], plan.predicated,
            self.end_clauses(workspace), region("map", arguments, body, results))  # fmt: skip


class Rows(Family):
    """Rows or segments of integers, each with its prefixes combined with a fold of the
    row, and numbers."""

    def make(self):
        plan, elements = self.plan, self.plan.elements()
        shape = (plan.rows(), plan.row())
        raws = [keys_of(e, self.rng, shape, plan.data) for e in elements]
        self.inputs = self.reads_of("x", elements, [self.unflattened(r) for r in raws])
        self.inside, self.borders, self.pieces = np.ones((SETS, *shape), bool), [], None
        if plan.segments:
            self.pieces, borders = pieces_of(plan, self.rng)
            types = [BORDER_ELEMENTS[name] for name in plan.borders]
            self.borders = self.reads_of("k", types, borders, borders[0].shape[1:], ["%many"], 2)
            self.inside = self.pieces.inside()[:, None]
        for i, (e, raw) in enumerate(zip(elements, raws)):
            made = self.of_rows(raw)
            if plan.in_place:
                self.outs.append(self.inputs[i])
                self.results.append((self.unflattened(made), np.ones((SETS, *plan.extents), bool), None))
                continue
            self.add(e, made)
        if plan.index:
            at = np.broadcast_to(np.arange(plan.row()), (SETS, *shape))
            number = np.broadcast_to(np.arange(plan.rows())[:, None], (SETS, *shape))
            if plan.segments:
                at, number = at - self.pieces.own_begins()[:, None], self.pieces.owners()[:, None]
            self.add(INDEX, at)
            self.add(INDEX, number)
        self.of_segments = []
        if plan.segments:
            self.of_segments = [len(self.outs)]
            fold = np.zeros((SETS, plan.pieces), raws[0].dtype)
            for at, (begins, ends) in enumerate(self.pieces.lists):
                fold[at] = [np.bitwise_xor.reduce(raws[0][at, 0, b : max(b, e)]) for b, e in zip(begins, ends)]
            self.out(elements[0], fold, True, (plan.pieces,), ["%folds"])

    def of_rows(self, raw):
        """Prefixes and folds; elements in no segment are left as they are."""
        made = raw.copy()
        if not self.plan.segments:
            self.change(raw, made)
            return made
        for at, (begins, ends) in enumerate(self.pieces.lists):
            for begin, end in zip(begins, ends):
                part = np.s_[at, :, begin : max(begin, end)]
                self.change(raw[part], made[part])
        return made

    @staticmethod
    def change(raw, made):
        with np.errstate(all="ignore"):
            made[...] = np.cumsum(raw, -1, dtype=raw.dtype) ^ np.bitwise_xor.reduce(raw, -1, keepdims=True)

    def add(self, element, raw):
        self.out(element, self.unflattened(raw), self.unflattened(self.inside), self.plan.extents, self.sizes)

    def _op(self, workspace=False):
        plan, elements = self.plan, self.plan.elements()
        arguments = [("%%e%d" % i, e.name) for i, e in enumerate(elements)]
        arguments += [("%at", "index"), ("%number", "index")]
        results, body = [], ""
        for i, e in enumerate(elements):
            body += """%%f%d = prim.block_reduce xor %%e%d all : %s
%%p%d = prim.block_scan inclusive add %%e%d : %s
%%m%d = arith.xori %%p%d, %%f%d : %s
""" % (i, i, e.name, i, i, e.name, i, i, i, e.name)  # fmt: skip
            results.append(("%%m%d" % i, e.name))
        results += [("%at", "index"), ("%number", "index")] * plan.index
        results += [("%f0", elements[0].name) for _ in self.of_segments]
        return rows.op_text(
            pairs(self.inputs), pairs(self.outs), workspace=self.workspace_clause(workspace),
            discards=self.discards(), dimension=plan.dimensions and plan.dimensions[0],
            segments=pairs(self.borders), of_segments=self.of_segments,
            end=self.end_clauses(workspace), region=region("", arguments, body, results).strip())  # fmt: skip


class Histogram(Family):
    """A histogram of integers, in bins with integer bounds, so that nothing is
    rounded."""

    def make(self):
        plan = self.plan
        (element,), bins = plan.elements(), plan.other
        n = plan.size()
        self.given_channels, self.active = plan.channels or (1, 1)
        high = min(3 * bins + 5, 100 if element.bits == 8 else 250 if element.is_float else 30000)
        raw = self.rng.integers(-7, high, (SETS, n))
        raw = raw.astype(np.float64)
        if element.is_float:
            raw[:, 3::17] = np.nan
            raw[:, 5::29] = np.inf
        raw = element.to_raw(raw) if element.is_float else raw.astype(element.raw)
        at = np.broadcast_to(np.arange(n), raw.shape)
        if plan.data != "any":
            at = positions_of(plan.data, element, raw, self.rng)
        raw = np.take_along_axis(raw, at, -1)
        change = {"prologue": flip, "prologue by index": flip_odd}.get(plan.change)
        items = change(element, raw) if change else raw
        wide = element.to_wide(items).astype(np.float64)
        self.inputs = self.reads_of("x", [element], [raw.reshape(SETS, *plan.extents)])
        level = histogram.level_of(element)
        self.bounds, self.levels = [], []
        self.weights, weights = [], None
        count = ELEMENTS[plan.count]
        if plan.weights:
            weights = self.rng.integers(-3, 4, (SETS, n)).astype(count.raw)
            self.weights = self.reads_of("w", [count], [weights.reshape(SETS, *plan.extents)])
        owner = np.arange(n) % self.given_channels
        for c in range(self.active):
            own = bins + c
            low = -3 + c
            if plan.form == "even":
                width = 2 + c
                highest = low + width * own
                number = histogram.even_bins(wide, low, highest, own)
                for value in (low, highest):
                    name = "%%b%d" % len(self.bounds)
                    scalar = np.full(SETS, value)
                    raw_scalar = level.to_raw(scalar + 0.0) if level.is_float else scalar.astype(level.raw)
                    if plan.reads:
                        # A buffer of rank 0.
                        (buffer,) = self.reads_of(name[1:], [level], [raw_scalar], (), [], 2)
                        self.bounds.append((buffer.name, buffer.type()))
                        continue
                    self.numbers.append((name, level, raw_scalar))
                    self.bounds.append((name, level.name))
            elif plan.form == "range":
                levels = low + np.cumsum(self.rng.integers(0, 4, own + 1))
                raws = np.broadcast_to(levels, (SETS, own + 1))
                raws = level.to_raw(raws + 0.0) if level.is_float else raws.astype(level.raw)
                self.levels += self.reads_of("l%d_" % c, [level], [raws], (own + 1,), ["%%levels%d" % c], 2)
                number = histogram.level_bins(wide, levels)
            else:
                number = np.broadcast_to(np.arange(n) // self.given_channels % (own + 1), wide.shape)
                if plan.index:
                    number = np.broadcast_to(np.arange(n) % (own + 1), wide.shape)
                else:
                    number = np.where(select.selects(element, items), 0, min(1, own))
                number = np.where(number < own, number, -1)
            found = np.where(owner == c, number, -1)
            out = histogram.expected_of_sets(found, own, count.raw, weights)
            self.out(count, out, True, (own,), ["%%bins%d" % c])

    def _op(self, workspace=False):
        plan = self.plan
        (element,) = plan.elements()
        ways = self.bounds if plan.form == "even" else pairs(self.levels)
        text = histogram.op_text(
            pairs(self.inputs), pairs(self.outs), self.workspace_clause(workspace), pairs(self.weights),
            plan.channels, "even" if plan.form == "even" else "range", ways,
            end=" deterministic(run)" * bool(plan.deterministic) + self.end_clauses(workspace))  # fmt: skip
        if plan.change:
            text += prologue(plan.change, [element], [element])
        if plan.form != "bin":
            return text
        arguments = [("%e0", element.name)] + [("%at", "index")] * plan.index
        if plan.index:
            body = "%%most = arith.constant %d : index\n%%bin = arith.remui %%at, %%most : index\n" % (plan.other + 1)
            return text + region("bin", arguments, body, [("%bin", "index")])
        body = select.selects_text(element, "%e0") + """%zero = arith.constant 0 : i32
%unit_bin = arith.constant 1 : i32
%bin = arith.select %is, %zero, %unit_bin : i32
"""
        return text + region("bin", arguments, body, [("%bin", "i32")])


class BatchCopy(Family):
    def make(self):
        plan, rng = self.plan, self.rng
        (element,), n = plan.elements(), plan.size()
        number = ELEMENTS[plan.count]
        most = max(plan.other, 1)
        sizes = np.minimum(batch_copy.draw_sizes(rng, n, plan.other)[plan.form], plan.other)
        gaps = rng.integers(0, 3, n) if plan.data == "any" else np.zeros(n, int)
        room = np.maximum(sizes, 0) + gaps
        places = batch_copy.draw_places(rng, room)
        extent = int(room.sum())
        begins = rng.integers(0, most, n)
        begins = np.minimum(begins, plan.other - np.maximum(sizes, 0))
        if plan.rest == "own":
            # Some are partly or wholly outside.
            begins = np.where(rng.random(n) < 0.2, begins - 5, begins)
            begins = np.where(rng.random(n) < 0.2, begins + 5, begins)
            extent = max(extent - 4, 0)
            places = np.where(places == 0, -1, places)
        raw = sample(element, rng, (plan.other,))
        self.inputs = self.reads_of("x", [element], [raw], (plan.other,), ["%m"])
        self.copies = []
        for letter, array in (("a", begins), ("b", places), ("c", sizes)):
            array = np.broadcast_to(array.astype(number.raw), (SETS, n))
            self.copies += self.reads_of(letter, [number], [array], (n,), ["%n0"], 2)
        out = np.zeros((SETS, extent), element.raw)
        defined = batch_copy.copy(raw, out, begins, places, sizes)
        self.out(element, out, defined, (extent,), ["%extent"])

    @property
    def before(self):
        """Computes addresses from places."""
        if not self.plan.addressed:
            return ""
        number, (element,) = self.copies[0].element.name, self.plan.elements()
        text = "%first = arith.constant 0 : index\n"
        text += "%%unit = arith.constant %d : %s\n" % (element.size, number)
        for buffer, memory in zip(self.copies, (self.inputs[0], self.outs[0])):
            name = buffer.name
            text += "%sd = memref.dim %s, %%first : %s\n" % (name, name, buffer.type())
            text += "%sf = gpu.alloc (%sd) : memref<?x%s>\n" % (name, name, number)
            text += "%si = memref.extract_aligned_pointer_as_index %s : %s -> index\n" % (
                name, memory.name, memory.type())  # fmt: skip
            base = name + "i"
            if number != "index":
                text += "%sj = arith.index_cast %si : index to %s\n" % (name, name, number)
                base = name + "j"
            body = "%%v = arith.muli %%e, %%unit : %s\n%%m = arith.addi %s, %%v : %s\n" % (number, base, number)
            text += maps.op_text(
                pairs([buffer]), [(name + "f", "memref<?x%s>" % number)],
                regions=region("map", [("%e", number)], body, [("%m", number)])) + "\n"  # fmt: skip
        return text

    @property
    def after(self):
        if not self.plan.addressed:
            return ""
        return "".join("gpu.dealloc %sf : memref<?x%s>\n" % (b.name, b.element.name) for b in self.copies[:2])

    def _op(self, workspace=False):
        addressed = self.plan.addressed
        ins, outs, copies = pairs(self.inputs), pairs(self.outs), pairs(self.copies)
        end = self.workspace_clause(workspace) + self.end_clauses(workspace)
        if not addressed:
            return batch_copy.op_text(ins, outs, copies, end=end)
        copies[:2] = [(b.name + "f", "memref<?x%s>" % b.element.name) for b in self.copies[:2]]
        return batch_copy.op_text(copies=copies, addressed=self.plan.elements()[0].size, end=end)
