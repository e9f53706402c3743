# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random host programs: device ops that use each other's results, on tensors or on
memrefs, with ordinary MLIR around them. Arrays have the shape (SETS, elements)."""


import numpy as np

from host_families import Families
from ops import orders, sort
from primtest import random_runs
from primtest.comparing import Want
from primtest.device_programs import epilogue, flip, flip_odd, prologue, wider
from primtest.drawing import (
    ANY, FACTOR, FINITE, INPUTS, Drawn, Keys, Value, data, fold, joined, moved, whole)  # fmt: skip
from primtest.elements import EVERY_ELEMENT, I32, INDEX, SETS
from primtest.kernel import Text
from primtest.random_runs import file_of  # noqa: F401
from primtest.runner import number, save

COUNTS = [0, 1, 7, 64, 127, 128, 129, 300, 577, 1000]
# More than a tile of the tuning tables.
LARGE_COUNTS = [4096, 4500, 9000]
TILES = [(64, 2), (64, 2), (192, 3), (128, 4), None]
STATEMENTS = (3, 9)
MOST_OUTPUTS = 8
# The shape of host scalars; () is that of buffers of rank 0.
SCALAR = "scalar"


class Where:
    """Whether more parameters can be added."""

    def __init__(self, inputs=True):
        self.inputs = inputs


class RandomHost(Families, Drawn, Text):
    """Shapes are pairs of a number of elements and whether the type contains it."""

    def __init__(self, symbol, rng, seed):
        Text.__init__(self)
        Drawn.__init__(self, symbol, rng, np.random.default_rng(seed), Where())
        self.tensors = self.chance(0.6)
        self.parameters = []
        # Names of element counts that types do not contain, and of their buffers.
        self.sizes = {}
        self.allocated = []
        counts = COUNTS + LARGE_COUNTS if self.chance(0.15) else COUNTS
        self.shape = (rng.choice(counts), self.chance(0.4))
        for _ in range(rng.randint(*STATEMENTS)):
            self.statement(2)
        self.body.run(self.env)
        self.finish()

    # -- text -----------------------------------------------------------------

    def type(self, element, shape, view=""):
        if shape == SCALAR:
            return element.name
        size = ""
        if shape:
            count, static = shape
            size = "%dx" % count if static else "?x"
        return "%s<%s%s%s>" % (
            "tensor" if self.tensors else "memref",
            size,
            element.name,
            view,
        )

    def type_of(self, value):
        return self.type(value.element, value.shape, value.view)

    def size(self, count):
        """A name for a number of elements."""
        if count not in self.sizes or self.chance(0.1):
            if self.place.inputs and self.chance(0.6):
                name = "%%n%d" % len(self.parameters)
                self.parameters.append((name, INDEX, SCALAR, np.full((SETS, 1), count)))
            else:
                name = self.constant(INDEX, count)
            self.sizes[count] = name
        return self.sizes[count]

    def dynamic_sizes(self, shape):
        return "" if shape == () or shape[1] else self.size(shape[0])

    def buffer(self, element, shape):
        """An empty tensor, or new memory."""
        sizes, type = self.dynamic_sizes(shape), self.type(element, shape)
        if self.tensors:
            return self.let("tensor.empty(%s) : %s" % (sizes, type))
        name = self.let("gpu.alloc (%s) : %s" % (sizes, type))
        self.allocated.append((name, type))
        return name

    def elements_of(self, shape):
        return shape[0] if isinstance(shape, tuple) and shape else 1

    def splat(self, element, shape, number):
        raw = (
            element.to_raw(np.asarray(number, element.wide))
            if element.is_float
            else element.raw.type(number)
        )
        full = np.full((SETS, self.elements_of(shape)), raw)
        name = self.constant(element, number)
        if shape != SCALAR:
            type = self.type(element, shape)
            into = self.buffer(element, shape)
            fill = "linalg.fill ins(%s : %s) outs(%s : %s)" % (
                name,
                element.name,
                into,
                type,
            )
            if self.tensors:
                name = self.let("%s -> %s" % (fill, type))
            else:
                self.line(fill)
                name = into
        return self.given(name, element, shape, whole(abs(number)), full)

    def map(self, text, element, known, function, operands):
        shape = operands[0].shape
        if self.tensors or shape == SCALAR:
            return super().map(text, element, known, function, operands)
        into = Value(self.buffer(element, shape), element, shape, known)
        rank = 0 if shape == () else 1
        maps = ", ".join(
            ["affine_map<(%s) -> (%s)>" % (("i",) * 2 if rank else ("", ""))]
            * (len(operands) + 1)
        )
        arguments = ["%%e%d" % i for i in range(len(operands))]
        self.line(
            "linalg.generic {indexing_maps = [%s], iterator_types = [%s]} ins(%s : %s) outs(%s : %s) {"
            % (
                maps,
                '"parallel"' * rank,
                ", ".join(o.name for o in operands),
                self.types_of(operands),
                into.name,
                self.type_of(into),
            )
        )
        pairs = ["%s: %s" % (a, o.element.name) for a, o in zip(arguments, operands)]
        self.line("^bb0(%s, %%old: %s):" % (", ".join(pairs), element.name))
        self.line(
            "%%new = %s\nlinalg.yield %%new : %s\n}"
            % (text(arguments, lambda e: e.name), element.name)
        )
        self.step([into], lambda *arrays: [function(*arrays)], operands)
        return into

    # -- values -----------------------------------------------------------------

    def parameter(self, element, shape, known):
        if not self.place.inputs:
            return None
        raw = data(element, self.numbers, (self.elements_of(shape),), known)
        name = "%%x%d" % len(self.parameters)
        self.parameters.append((name, element, shape, raw))
        value = self.given(name, element, shape, known, raw)
        value.is_input = True
        return value

    def any_value(self, accept=lambda v: True):
        """A value of rank 1."""
        fits = lambda v: isinstance(v.shape, tuple) and v.shape and accept(v)
        value = self.pick(fits) if self.chance(0.9) else None
        for _ in range(40 if value is None else 0):
            element = self.rng.choice(EVERY_ELEMENT)
            known = self.rng.choice(INPUTS) if element.is_float else FINITE
            if accept(Value("", element, self.shape, known)):
                made = self.parameter(element, self.shape, known)
                return self.add(made) if made else self.pick(fits)
        return value

    def value_of(self, element, shape, need):
        alike = lambda v: v.element is element and v.shape == shape
        value = self.pick(alike) if self.chance(0.85) else None
        if value is None:
            known = need if need.factor or not need.finite else whole(1)
            value = self.parameter(element, shape, known) or self.pick(alike)
        return value and self.prepared(value, need)

    def scalar_of(self, element, shape, need):
        """An initial value: a number that JSON can represent, or a buffer of rank 0."""
        known = (
            FACTOR._replace(most=1) if need.factor else whole(min(need.most or 9, 9))
        )
        if shape == SCALAR:
            return self.parameter(element, SCALAR, known)
        value = self.pick(lambda v: v.element is element and v.shape == ())
        value = value or self.parameter(element, (), known)
        return value and self.prepared(value, need)

    # -- statements ---------------------------------------------------------------

    def statement(self, depth):
        choices = [
            (5, lambda: self.elementwise(lambda v: v.shape not in (SCALAR, ()))),
            (9, self.fold_op),
            (5, self.sort_op),
            (7, self.family_op),
            (3, self.slice_op),
            (1, self.cast_op),
        ]
        if self.tensors:
            choices.append((2, self.insert_op))
        else:
            choices.append((2, self.launch_op))
        if depth:
            choices += [(2, lambda: self.branch(depth)), (2, lambda: self.loop(depth))]
            if self.place.inputs:
                choices.append((1, lambda: self.call(Where(inputs=False))))
        weights = [weight for weight, _ in choices]
        self.rng.choices([make for _, make in choices], weights)[0]()

    def device_op(self, head, tail, operands, results, function, more, place=None):
        """A device op: the text before its operands and after them. `more` are operands
        of clauses. `place` is an additional operand that receives the result."""
        outs = []
        for element, shape, _ in results:
            into = None
            if self.tensors and self.chance(0.25):
                into = self.pick(
                    lambda v: (
                        v.element is element
                        and v.shape == shape
                        and v.name not in outs
                        and v not in more
                    )
                )
            outs.append(place or (into.name if into else self.buffer(element, shape)))
        types = ", ".join(self.type(e, s) for e, s, _ in results)
        if place:
            types = self.type_of(operands[0])

        def text(workspace):
            return "prim.%s ins(%s : %s) outs(%s : %s)%s%s" % (
                head,
                ", ".join(o.name for o in operands),
                self.types_of(operands),
                ", ".join(outs),
                types,
                workspace,
                tail,
            )

        if self.tensors:
            return self.emit(
                text("") + " -> " + types, results, function, operands + more
            )
        values = [Value(o, *result) for o, result in zip(outs, results)]
        if place:
            values[0].view = operands[0].view
        if self.chance(0.6):
            self.line(text(""))
        else:
            self.line(
                "%%%s = prim.workspace_size {\n%s\n} : index"
                % (self.name()[1:], text(""))
            )
            bytes = "%%v%d" % self._names
            space = self.let("gpu.alloc (%s) : memref<?xi8>" % bytes)
            clause = " workspace(%s : memref<?xi8>)" % space
            if self.chance(0.5):
                self.line(
                    "gpu.memset %s, %s : memref<?xi8>, i8"
                    % (space, self.constant("i8", 0))
                )
                clause += " initialized"
            for _ in range(1 if place else self.rng.choice([1, 2])):
                self.line(text(clause))
            self.line("gpu.dealloc %s : memref<?xi8>" % space)
        self.step(values, function, operands + more)
        return values

    def in_place(self, key):
        """Whether a buffer may be overwritten. It is then no longer used, in the next
        iteration either."""
        mine = self.body.pool[self.body.own :]
        if self.tensors or key.is_input or key not in mine or not self.chance(0.5):
            return False
        others = [v for v in self.body.pool if v is not key and v.root == key.root]
        if key.view or others:
            return False
        self.body.pool.remove(key)
        return True

    def fold_op(self):
        rng = self.rng
        key = self.any_value()
        if key is None:
            return
        count, static = shape = key.shape
        change = rng.choice([None, None, None, "prologue", "prologue by index"])
        known = (
            key.known._replace(run=None) if change == "prologue by index" else key.known
        )
        a_fold = self.draw_fold(key.element, max(count, 1), known)
        combiner, elements = a_fold.combiner, a_fold.combiner.elements
        operands = [self.prepared(key, a_fold.needs[0], a_fold.mask)]
        for element, need in zip(elements[1:], a_fold.needs[1:]):
            operands.append(self.value_of(element, shape, need))
        if None in operands:
            return
        may_be_empty = not static or count == 0
        has_identity = combiner.identity is not None
        is_scan = self.chance(0.6)
        init = None
        if self.chance(0.35) or not has_identity:
            kind = rng.choice([SCALAR, ()])
            init = [self.scalar_of(e, kind, n) for e, n in zip(elements, a_fold.needs)]
            if a_fold.mask:
                init = [i and self.prepared(i, ANY, True) for i in init]
            init = None if None in init else init
        if not is_scan and may_be_empty and not has_identity and not init:
            is_scan = True
        mode = rng.choice(["inclusive", "exclusive", "both"])
        if not has_identity and not init:
            mode = "inclusive"
        total = is_scan and has_identity and self.chance(0.3)
        reverse = is_scan and self.chance(0.25)
        after = self.chance(0.2)
        tail = ""
        if init:
            tail += " init(%s : %s)" % (
                ", ".join(i.name for i in init),
                self.types_of(init),
            )
        literals = combiner.identity_literals()
        if literals:
            names = [self.literal(e.name, text) for e, text in zip(elements, literals)]
            tail += " identity(%s : %s)" % (
                ", ".join(names),
                ", ".join(e.name for e in elements),
            )
        tail += " total" * total + " reverse" * reverse
        tile = rng.choice(TILES)
        if tile:
            tail += " tuning<block_size = %d, items_per_thread = %d>" % tile
        if change:
            tail += prologue(change, elements, elements)
        tail += " " + combiner.region if combiner.region else ""
        tail += epilogue(elements) if after else ""
        outs = [wider(e) for e in elements] if after else elements
        flat = lambda raws: [raw[:, None, :] for raw in raws]

        def folded(*values):
            raws = list(values[: len(elements)])
            if change:
                mapped = flip if change == "prologue" else flip_odd
                raws = [mapped(e, raw) for e, raw in zip(elements, raws)]
            start = flat(values[len(elements) :])
            counts = np.ones((SETS, 1, count), bool)
            result = fold(
                a_fold, flat(raws), counts, None, reverse, start or None, True
            )
            if not is_scan:
                made = [self.reduced(a_fold, result, start, not count)]
            else:
                made = [result.inclusive] * (mode != "exclusive")
                made += [result.exclusive] * (mode != "inclusive") + [
                    result.total
                ] * total
            made = [
                (e, raw[:, 0]) for part, _ in made for e, raw in zip(elements, part)
            ]
            if after:
                return [
                    to.to_raw(e.to_wide(f)) if to.is_float else f.astype(to.raw)
                    for e, f, to in ((e, flip(e, raw), wider(e)) for e, raw in made)
                ]
            return [raw for _, raw in made]

        knowns = [o.known for o in operands]
        start_known = [i.known for i in init] if init else knowns
        known = a_fold.known(
            [joined(a, b) for a, b in zip(knowns, start_known)], init is None
        )
        if change and not elements[0].is_float:
            known = [ANY] * len(known)
        results = []
        if is_scan:
            results = [
                (e, shape, k)
                for _ in range(1 + (mode == "both"))
                for e, k in zip(outs, known)
            ]
        if total or not is_scan:
            results += [
                (e, (), k if init is None else ANY) for e, k in zip(outs, known)
            ]
        place = None
        if (
            is_scan
            and len(elements) == 1
            and mode != "both"
            and not total
            and not after
            and operands == [key]
        ):
            place = key.name if self.in_place(key) else None
        head = "device_scan " + mode if is_scan else "device_reduce"
        head += " " + combiner.head if combiner.head else ""
        for value in self.device_op(
            head, tail, operands, results, folded, init or [], place
        ):
            self.add(value)

    def reduced(self, a_fold, result, start, empty):
        """The result of a reduction that starts from `start`."""
        raws, defined = result.total
        if not start:
            return result.total
        if empty:
            return start, defined
        combiner = a_fold.combiner
        folded = combiner.apply(combiner.lift(start), combiner.lift(raws))
        return combiner.lower(tuple(np.broadcast_to(p, defined.shape) for p in folded))[
            0
        ], defined

    def sort_op(self):
        rng = self.rng
        key = self.any_value()
        if key is None:
            return
        shape, operands = key.shape, [key]
        for _ in range(rng.choice([0, 0, 1, 2])):
            more = self.pick(lambda v: v.shape == shape and v not in operands)
            operands += [more] if more else []
        keys = Keys(rng, [o.element for o in operands], True)
        descending = self.chance(0.4)
        clobber = all([self.in_place(o) for o in operands])
        tile = rng.choice(TILES)
        tail = keys.clauses
        tail += " may_clobber_input" * clobber
        tail += " tuning<block_size = %d, items_per_thread = %d>" % tile if tile else ""

        def ordered(*values):
            rank = keys.ranks(values)
            return sort.expected(values, -rank if descending else rank)

        head = "device_sort %s%s" % (keys.head, " descending" * descending)
        results = [(o.element, shape, moved(o.known)) for o in operands]
        for value in self.device_op(head, tail, operands, results, ordered, []):
            self.add(value)

    def launch_op(self):
        """A kernel that scans or sorts every piece of a buffer. A piece is as long as a
        block; the last one is partial or full."""
        rng = self.rng
        key = self.any_value(lambda v: v.shape[0])
        if key is None:
            return
        (count, _), element = key.shape, key.element
        threads = rng.choice([32, 64, 96, 100, 256])
        blocks = -(-count // threads)
        counts = np.arange(blocks * threads).reshape(1, blocks, threads) < count
        counts = np.broadcast_to(counts, (SETS, blocks, threads))
        pad = blocks * threads - count

        def pieces(raw):
            return np.pad(raw, [(0, 0), (0, pad)]).reshape(counts.shape)

        def joined_again(raws):
            return [raw.reshape(SETS, -1)[:, :count] for raw in raws]

        if self.chance(0.3):
            order = "total" if element.is_float else rng.choice(["slt", "ult"])
            descending = self.chance(0.4)
            operands, known = [key], [moved(key.known)]
            op = "prim.block_sort %s%s" % (order, " descending" * descending)
            region = ""

            def function(values):
                limit = counts.sum(axis=-1, keepdims=True)
                ranks = orders.ranks(element, order, pieces(values))
                at = orders.positions(ranks, descending, limit)
                return joined_again([np.take_along_axis(pieces(values), at, -1)])

            literals = []
        else:
            a_fold = self.draw_fold(element, threads, key.known)
            combiner = a_fold.combiner
            operands = [self.prepared(key, a_fold.needs[0], a_fold.mask)]
            for e, need in zip(combiner.elements[1:], a_fold.needs[1:]):
                operands.append(self.value_of(e, key.shape, need))
            if None in operands:
                return
            exclusive = combiner.identity is not None and self.chance(0.5)
            reverse = self.chance(0.3)
            known = a_fold.known([o.known for o in operands], exclusive)
            literals = combiner.identity_literals()
            mode = "exclusive" if exclusive else "inclusive"
            op = "prim.block_scan %s %s" % (mode, combiner.head)
            region = " reverse" * reverse + " " + combiner.region

            def function(*values):
                raws = [pieces(v) for v in values]
                folded = fold(a_fold, raws, counts, None, reverse)
                return joined_again(
                    (folded.exclusive if exclusive else folded.inclusive)[0]
                )

        self.launch(op, region, literals, operands, known, threads, blocks, function)

    def launch(self, op, region, literals, operands, known, threads, blocks, function):
        """A launch of a block op on the values that each thread loads. `region` is the
        text after `valid`."""
        elements = [o.element for o in operands]
        outs = [
            Value(self.buffer(o.element, o.shape), o.element, o.shape, k)
            for o, k in zip(operands, known)
        ]
        names = ["%%x%d" % i for i in range(len(operands))]
        results = ["%%y%d" % i for i in range(len(operands))]
        pairs = [*zip(names, operands), *zip(results, outs)]
        loads, stores, clause = "", "", ""
        for i, (operand, out) in enumerate(zip(operands, outs)):
            name, type = operand.element.name, self.type_of(operand)
            zero = "0.0" if operand.element.is_float else "0"
            loads += """%%e%d = scf.if %%inside -> %s {
  %%load = memref.load %%x%d[%%i] : %s
  scf.yield %%load : %s
} else {
  %%zero = arith.constant %s : %s
  scf.yield %%zero : %s
}
""" % (i, name, i, type, name, zero, name, name)
            stores += "memref.store %%r%d, %%y%d[%%i] : %s\n" % (
                i,
                i,
                self.type_of(out),
            )
        for i, (literal, e) in enumerate(zip(literals, elements)):
            loads += "%%id%d = arith.constant %s : %s\n" % (i, literal, e.name)
        if literals:
            clause = "identity(%s) " % ", ".join(
                "%%id%d" % i for i in range(len(literals))
            )
        symbol = "%s_m%d" % (self.symbol, len(self.functions))
        self.functions.append(
            """gpu.module @%s {
gpu.func @k(%s) kernel attributes {known_block_size = array<i32: %d, 1, 1>} {
%%thread = gpu.thread_id x
%%block = gpu.block_id x
%%first_dim = arith.constant 0 : index
%%size = arith.constant %d : index
%%first = arith.muli %%block, %%size : index
%%i = arith.addi %%first, %%thread : index
%%all = memref.dim %%x0, %%first_dim : %s
%%left = arith.subi %%all, %%first : index
%%count = arith.minui %%left, %%size : index
%%valid = arith.index_cast %%count : index to i32
%%inside = arith.cmpi ult, %%i, %%all : index
%s%s = %s %s %svalid(%%valid)%s : %s
scf.if %%inside {
%s}
gpu.return
}
}"""
            % (
                symbol,
                ", ".join("%s: %s" % (n, self.type_of(v)) for n, v in pairs),
                threads,
                threads,
                self.type_of(operands[0]),
                loads,
                ", ".join("%%r%d" % i for i in range(len(operands))),
                op,
                ", ".join("%%e%d" % i for i in range(len(operands))),
                clause,
                region,
                ", ".join(e.name for e in elements),
                stores,
            )
        )
        one, grid, block = (self.constant(INDEX, n) for n in (1, blocks, threads))
        values = [*operands, *outs]
        self.line(
            "gpu.launch_func @%s::@k blocks in (%s, %s, %s) threads in (%s, %s, %s) args(%s)"
            % (
                symbol,
                grid,
                one,
                one,
                block,
                one,
                one,
                ", ".join("%s : %s" % (v.name, self.type_of(v)) for v in values),
            )
        )
        self.step(outs, function, operands)
        for out in outs:
            self.add(out)

    def place_in(self, count, length):
        """An offset, its number for each data set or its name, and the array."""
        if self.place.inputs and self.chance(0.5):
            at = self.numbers.integers(0, min(count - length + 1, count), (SETS, 1))
            name = "%%o%d" % len(self.parameters)
            self.parameters.append((name, INDEX, SCALAR, at))
            return name, at
        # The verifier requires offsets to be within the elements, also for empty
        # slices.
        at = self.rng.randint(0, min(count - length, count - 1))
        return str(at), np.full((SETS, 1), at)

    def slice_op(self):
        value = self.any_value()
        if value is None or value.view or not value.shape[0]:
            return
        count, _ = value.shape
        length = self.rng.randint(0, count)
        static = self.chance(0.5)
        shape = (length, static)
        size = str(length) if static else self.size(length)
        stride = 1
        if self.tensors and count > 1 and self.chance(0.3):
            stride = 2
            length = self.rng.randint(0, (count + 1) // 2)
            shape = (length, static)
            size = str(length) if static else self.size(length)
        offset, at = self.place_in(count, max((length - 1) * stride + 1, 0))
        known = moved(value.known)

        def sliced(v):
            return [np.take_along_axis(v, at + stride * np.arange(length), -1)]

        part = "%s[%s] [%s] [%d]" % (value.name, offset, size, stride)
        if self.tensors:
            self.add(
                *self.emit(
                    "tensor.extract_slice %s : %s to %s"
                    % (part, self.type_of(value), self.type(value.element, shape)),
                    [(value.element, shape, known)],
                    sliced,
                    [value],
                )
            )
            return
        view = ", strided<[1], offset: %s>" % ("?" if offset[0] == "%" else offset)
        made = Value(self.name(), value.element, shape, known)
        made.view, made.root = view, value.root
        self.line(
            "%s = memref.subview %s : %s to %s"
            % (made.name, part, self.type_of(value), self.type_of(made))
        )
        self.step([made], sliced, [value])
        self.add(made)

    def insert_op(self):
        whole_value = self.any_value(lambda v: v.shape[0])
        if whole_value is None:
            return
        count, _ = whole_value.shape
        part = self.pick(
            lambda v: (
                v is not whole_value
                and v.element is whole_value.element
                and v.shape not in ((), SCALAR)
                and v.shape[0] <= count
            )
        )
        if part is None:
            return
        length, static = part.shape
        size = str(length) if static else self.size(length)
        offset, at = self.place_in(count, length)

        def inserted(v, into):
            into = into.copy()
            np.put_along_axis(into, at + np.arange(length), v, -1)
            return [into]

        self.add(
            *self.emit(
                "tensor.insert_slice %s into %s[%s] [%s] [1] : %s into %s"
                % (
                    part.name,
                    whole_value.name,
                    offset,
                    size,
                    self.type_of(part),
                    self.type_of(whole_value),
                ),
                [
                    (
                        whole_value.element,
                        whole_value.shape,
                        joined(part.known, whole_value.known),
                    )
                ],
                inserted,
                [part, whole_value],
            )
        )

    def cast_op(self):
        value = self.any_value()
        if value is None or value.view:
            return
        count, static = value.shape
        shape = (count, not static)
        text = "%s.cast %s : %s to %s" % (
            "tensor" if self.tensors else "memref",
            value.name,
            self.type_of(value),
            self.type(value.element, shape),
        )
        made = self.emit(
            text, [(value.element, shape, value.known)], lambda v: [v], [value]
        )[0]
        made.root = value.root
        self.add(made)

    # -- control flow ---------------------------------------------------------------

    def condition(self):
        if self.chance(0.7):
            value = self.pick(
                # The host has no arithmetic on the other types.
                lambda v: v.shape == () and v.element.name not in ("f16", "bf16")
            )
            if value:
                load = "tensor.extract" if self.tensors else "memref.load"
                a = self.emit(
                    "%s %s[] : %s" % (load, value.name, self.type_of(value)),
                    [(value.element, SCALAR, value.known)],
                    lambda v: [v],
                    [value],
                )[0]
                return self.compare(
                    a, self.splat(a.element, SCALAR, self.rng.choice([0, 1, 5]))
                ), self.place
        a = self.parameter(I32, SCALAR, FINITE)
        if a is None:
            return None, None
        return self.compare(a, self.splat(I32, SCALAR, 0)), self.place

    def trip_count(self):
        if not self.place.inputs or self.chance(0.4):
            return self.splat(INDEX, SCALAR, self.rng.randint(0, 3))
        times = self.numbers.integers(0, 4, (SETS, 1))
        name = "%%t%d" % len(self.parameters)
        self.parameters.append((name, INDEX, SCALAR, times))
        return self.given(name, INDEX, SCALAR, FINITE, times)

    def copy(self, source, into):
        self.line(
            "memref.copy %s, %s : %s to %s"
            % (source.name, into.name, self.type_of(source), self.type_of(into))
        )

    def destinations(self, like, copied):
        if self.tensors:
            return None
        into = [
            Value(self.buffer(v.element, v.shape), v.element, v.shape, v.known)
            for v in like
        ]
        for value, place in zip(like, into if copied else []):
            self.copy(value, place)
        return into

    def hand_on(self, yields, into):
        if not into:
            super().hand_on(yields, into)
            return
        names = [v.name for v in into]
        # Values that are also overwritten are copied first.
        aside = []
        for value in yields:
            if value.root in names:
                kept = Value(
                    self.buffer(value.element, value.shape),
                    value.element,
                    value.shape,
                    value.known,
                )
                self.copy(value, kept)
                value = kept
            aside.append(value)
        for value, place in zip(aside, into):
            self.copy(value, place)

    def nested(self, draw, outer=None):
        allocated, self.allocated = self.allocated, []
        sizes, self.sizes = self.sizes, {} if outer is not None else dict(self.sizes)

        def drawn():
            yields = draw()
            if outer is None:
                self.free()
            return yields

        made = super().nested(drawn, outer)
        self.allocated, self.sizes = allocated, sizes
        return made

    def free(self, kept=()):
        end = []
        if self._lines and self._lines[-1].startswith("scf.yield"):
            end = [self._lines.pop()]
        for name, type in self.allocated:
            if name not in kept:
                self.line("gpu.dealloc %s : %s" % (name, type))
        self._lines += end

    def end_function(self, yields):
        if not self.tensors:
            yields = self.own_memory(yields)
            self.free([v.name for v in yields])
        return super().end_function(yields)

    def own_memory(self, values):
        """The values in buffers of their own."""
        owned = []
        for value in values:
            into = Value(
                self.buffer(value.element, value.shape),
                value.element,
                value.shape,
                value.known,
            )
            self.copy(value, into)
            self.step([into], lambda v: [v], [value])
            owned.append(into)
        return owned

    # -- results ------------------------------------------------------------------

    def finish(self):
        buffers = [v for v in self.body.pool if v.shape != SCALAR]
        values = [v for v in buffers if not v.used][-MOST_OUTPUTS:]
        values += [v for v in buffers if v.used][-2:]
        before = len(self.body.steps)
        self.results = self.end_function(values)
        for step in self.body.steps[before:]:
            step(self.env)
        self.wants = []
        for value in self.results:
            raw = self.env[value]
            if value.shape == ():
                raw = raw[:, 0]
            self.wants.append(Want(value.element, raw, np.ones(raw.shape, bool)))

    def text(self):
        parameters = ", ".join(
            "%s: %s" % (n, self.type(e, s)) for n, e, s, _ in self.parameters
        )
        return "\n".join(
            [
                *self.functions,
                "func.func @%s(%s) -> (%s) {"
                % (self.symbol, parameters, self.types_of(self.results)),
                *self.all_lines(),
                "}",
            ]
        )

    def case(self, folder, data_set, schedule):
        inputs = []
        for name, element, shape, raw in self.parameters:
            if shape == SCALAR:
                inputs.append(number(element, raw[data_set, 0]))
                continue
            path = folder / ("%s-%s-%d.npy" % (self.symbol, name[1:], data_set))
            save(
                path,
                element,
                np.asarray(raw[data_set, 0] if shape == () else raw[data_set]),
            )
            inputs.append(str(path))
        outputs = [
            str(folder / ("%s-%d-%d.npy" % (self.symbol, data_set, i)))
            for i in range(len(self.results))
        ]
        return {
            "entry": self.symbol,
            "inputs": inputs,
            "outputs": outputs,
            "seed": schedule,
        }


def make(draw):
    return RandomHost("h%d" % draw.number, draw.rng_of("program"), draw.number)


def run(args, options, draws, tally):
    random_runs.run(make, args, options, draws, tally)
