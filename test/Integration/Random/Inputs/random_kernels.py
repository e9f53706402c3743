# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels: warp and block ops that use each other's results, with ordinary MLIR
around them. Arrays have the shape (SETS, threads, items)."""

import math

import numpy as np

from kernel_moves import Moves
from ops import orders
from primtest import lane_cells
from primtest.comparing import Want
from primtest.drawing import (
    ANY, BIT, FINITE, INPUTS, Drawn, Keys, Value, data, fold, joined, moved, satisfies, whole)  # fmt: skip
from primtest.driver import Device, set_schedule
from primtest.elements import EVERY_ELEMENT, I32, I64, INDEX, SETS
from primtest.item_cells import lanes_of, numbers
from primtest.kernel import Kernel, Lanes, item_type
from primtest.runner import compile_kernels, file_of  # noqa: F401

SHAPES = [
    (32, 1, 1),
    (33, 1, 1),
    (64, 1, 1),
    (96, 1, 1),
    (100, 1, 1),
    (128, 1, 1),
    (256, 1, 1),
    (16, 5, 1),
    (32, 4, 1),
    (8, 8, 2),
    (4, 3, 5),
    (7, 1, 1),
    (1, 1, 1),
    (512, 1, 1),
    (1000, 1, 1),
    (32, 32, 1),
]
ITEMS = [2, 3, 4, 8]
STATEMENTS = (5, 14)
MOST_OUTPUTS = 10
# Bytes of a block's items that are sorted or scanned.
MOST_BYTES = 16 * 1024


class Where:
    """The ops that are legal at a place: of blocks and warps, of warps, or of lanes;
    and whether inputs may be loaded."""

    def __init__(self, level, inputs=True):
        self.level = level
        self.inputs = inputs


class RandomKernel(Moves, Drawn, Kernel):
    def __init__(self, symbol, wave, rng, seed):
        shape = rng.choice(SHAPES)
        threads = math.prod(shape)
        element = rng.choice(EVERY_ELEMENT)
        Kernel.__init__(self, symbol, wave, element, min(wave, threads), threads, seed)
        Drawn.__init__(self, symbol, rng, self.rng, Where("block"))
        self.shape = shape
        self.items = rng.choice([n for n in ITEMS if n * threads * 8 <= MOST_BYTES])
        self.partial = []
        # Block ops treat it as one logical warp.
        self.whole_block = Lanes(threads, threads, threads)
        for _ in range(rng.randint(*STATEMENTS)):
            self.statement(2)
        self.body.run(self.env)
        self.store_results()

    # -- text -----------------------------------------------------------------

    def type(self, element, items):
        return item_type(element, items)

    def constant_value(self, element, items, array, literal, known=FINITE):
        full = np.broadcast_to(
            np.asarray(array, element.raw), (SETS, self.block, items)
        )
        name = self.literal(self.type(element, items), literal)
        return self.given(name, element, items, known, full, True)

    def splat(self, element, items, number):
        literal = "%d.0" % number if element.is_float else str(number)
        if items > 1:
            literal = "dense<%s>" % literal
        raw = (
            element.to_raw(np.asarray(number, element.wide))
            if element.is_float
            else number
        )
        return self.constant_value(element, items, raw, literal, whole(abs(number)))

    # -- inputs ---------------------------------------------------------------

    def lane_value(self, element, items, known):
        if not self.place.inputs:
            return None
        raw = data(element, self.numbers, (self.block, items), known)
        name = self.lane_input(element, raw if items > 1 else raw[..., 0])
        return self.given(name, element, items, known, raw)

    def block_value(self, element, known):
        raw = data(element, self.numbers, (1,), known)
        full = np.broadcast_to(raw[:, None, :], (SETS, self.block, 1))
        return self.given(
            self.block_input(element, raw[:, 0]), element, 1, known, full, True
        )

    def any_value(self, accept=lambda v: True):
        """An existing value, or a new input."""
        value = self.pick(accept) if self.chance(0.85) else None
        if value is None:
            for _ in range(40):
                element = self.rng.choice(EVERY_ELEMENT)
                known = self.rng.choice(INPUTS) if element.is_float else FINITE
                like = Value("", element, self.rng.choice([1, self.items]), known)
                if accept(like):
                    made = self.lane_value(element, like.shape, known)
                    return self.add(made) if made else self.pick(accept)
        return value

    def value_of(self, element, items, need):
        """A value of a type, mapped if required."""
        value = self.any_value(lambda v: v.element is element and v.shape == items)
        if value is None:
            known = need if not need.finite or need.factor else whole(1)
            value = self.lane_value(element, items, known)
        return value and self.prepared(value, need)

    def uniform_of(self, element, need):
        value = self.pick(lambda v: v.uniform and v.element is element and v.shape == 1)
        if value is None or not self.chance(0.6):
            if not self.place.inputs:
                return None
            known = need if not satisfies(whole(1), need) else whole(1)
            value = self.block_value(element, known if element.is_float else FINITE)
        return self.prepared(value, need)

    # -- statements -------------------------------------------------------------

    def statement(self, depth):
        choices = [(6, self.elementwise_op), (3, self.vector_op)]
        if self.place.level != "lane":
            choices += [
                (5, lambda: self.fold_op("warp")),
                (2, lambda: self.sort_op("warp")),
                (3, self.move_op),
                (1, self.mask_op),
            ]
        if self.place.level == "block":
            choices += [
                (9, lambda: self.fold_op("block")),
                (4, lambda: self.sort_op("block")),
                (8, self.block_move_op),
            ]
        if depth:
            choices += [(2, lambda: self.branch(depth)), (2, lambda: self.loop(depth))]
            if self.place.inputs:
                choices.append((1, self.call_function))
        weights = [weight for weight, _ in choices]
        self.rng.choices([make for _, make in choices], weights)[0]()

    def elementwise_op(self):
        value = self.any_value()
        if value is not None:
            self.elementwise(lambda v: v is value)

    def vector_op(self):
        rng, items = self.rng, self.items
        vector = self.any_value(lambda v: v.shape == items)
        if vector is None:
            return
        element, type = vector.element, item_type(vector.element, items)
        known = moved(vector.known)
        at = rng.randrange(items)
        choice = rng.randrange(4)
        if choice == 0:
            self.add(
                *self.emit(
                    "vector.extract %s[%d] : %s from %s"
                    % (vector.name, at, element.name, type),
                    [(element, 1, known)],
                    lambda v: [v[..., at : at + 1]],
                    [vector],
                )
            )
            return
        if choice == 1:
            order = [rng.randrange(items) for _ in range(items)]
            self.add(
                *self.emit(
                    "vector.shuffle %s, %s %s : %s, %s"
                    % (vector.name, vector.name, order, type, type),
                    [(element, items, known)],
                    lambda v: [v[..., order]],
                    [vector],
                )
            )
            return
        scalar = self.value_of(element, 1, ANY)
        if scalar is None:
            return
        if choice == 2:
            self.add(
                *self.emit(
                    "vector.broadcast %s : %s to %s"
                    % (scalar.name, element.name, type),
                    [(element, items, moved(scalar.known))],
                    lambda s: [np.repeat(s, items, axis=-1)],
                    [scalar],
                )
            )
            return

        def insert(s, v):
            v = v.copy()
            v[..., at] = s[..., 0]
            return [v]

        self.add(
            *self.emit(
                "vector.insert %s, %s[%d] : %s into %s"
                % (scalar.name, vector.name, at, element.name, type),
                [(element, items, joined(known, scalar.known))],
                insert,
                [scalar, vector],
            )
        )

    # -- collectives --------------------------------------------------------------

    def lanes(self, level, power_of_two=False):
        """Logical warps: the block, or a width of lanes."""
        if level == "block":
            return self.whole_block, ""
        wave, rng = self.wave, self.rng
        widths = (
            [wave, wave, 2, 4, 8, 16, 32]
            if power_of_two
            else [wave, wave, wave, 1, 3, 8, 16, 24, 32]
        )
        width = rng.choice([w for w in widths if w <= wave])
        return Lanes(
            wave, width, self.block
        ), "" if width == wave else "width(%d)" % width

    def position(self, lanes):
        """The lane's number in its logical warp, as an index."""
        value = "%tid"
        for size in () if lanes is self.whole_block else (lanes.wave, lanes.width):
            value = self.let(
                "arith.remui %s, %s : index" % (value, self.constant(INDEX, size))
            )
        return value

    def full(self, value, mask, mask_text, items):
        """`value`, which is poison except where `mask` holds, with other values
        elsewhere."""
        other = self.splat(value.element, items, self.rng.choice([0, 1]))
        if self.chance(0.3) and self.body.own == 0 and self.place.level == "block":
            self.partial.append((value, mask))
        name = self.let(mask_text)
        bit = Value(name, BIT, items, FINITE)
        self.body.steps.append(lambda env: env.__setitem__(bit, mask(env)))
        return self.add(self.select(bit, value, other))

    def first_lane(self, lanes):
        """A mask of the first lanes of logical warps: a function that returns the
        array, and text."""
        at = lanes.by_lane(np.broadcast_to(np.arange(lanes.width), lanes.exists.shape))
        mask = (at == 0)[..., None].astype(np.int8)
        text = "arith.cmpi eq, %s, %s : index" % (
            self.position(lanes),
            self.constant(INDEX, 0),
        )
        return (lambda env: mask), text

    def first_items(self, lanes, items, count, per_item):
        """A mask of the first `count` items (or lanes) of logical warps."""
        place = lanes.by_lane(
            np.broadcast_to(np.arange(lanes.width), lanes.exists.shape)
        )[..., None]
        index = (
            place * items + np.arange(items)
            if per_item
            else np.repeat(place, items, axis=-1)
        )
        position = self.position(lanes)
        limit = self.let("arith.index_cast %s : i32 to index" % count.name)
        if per_item and items > 1:
            position = self.let(
                "arith.muli %s, %s : index" % (position, self.constant(INDEX, items))
            )
        if items > 1:
            type = item_type(INDEX, items)
            position, limit = (
                self.let("vector.broadcast %s : index to %s" % (n, type))
                for n in (position, limit)
            )
            if per_item:
                step = self.literal(
                    type, "dense<[%s]>" % ", ".join(map(str, range(items)))
                )
                position = self.let("arith.addi %s, %s : %s" % (position, step, type))
        text = "arith.cmpi ult, %s, %s : %s" % (
            position,
            limit,
            item_type(INDEX, items),
        )
        return (lambda env: (index < env[count]).astype(np.int8)), text

    def count(self, most, least):
        """A uniform i32, from `least` to `most`."""
        if self.chance(0.4) or not self.place.inputs:
            number = self.rng.randint(least, most)
            return self.splat(I32, 1, number)
        raw = self.numbers.integers(least, most + 1, (SETS, 1)).astype(np.int32)
        full = np.broadcast_to(raw[:, None], (SETS, self.block, 1))
        return self.given(self.block_input(I32, raw[:, 0]), I32, 1, FINITE, full, True)

    def flat(self, lanes, array):
        """(SETS, logical warps, items of them)."""
        warps = lanes.by_warp(array)
        return warps.reshape(*warps.shape[:2], -1)

    def fold_op(self, level):
        rng = self.rng
        key = self.any_value()
        if key is None:
            return
        items = key.shape
        lanes, width = self.lanes(level)
        in_function = not self.place.inputs
        a_fold = self.draw_fold(key.element, lanes.width * items, key.known)
        combiner = a_fold.combiner
        operands = [self.prepared(key, a_fold.needs[0], a_fold.mask)]
        for element, need in zip(combiner.elements[1:], a_fold.needs[1:]):
            operands.append(self.value_of(element, items, need))
        if None in operands:
            return
        has_identity = combiner.identity is not None
        is_scan = in_function or self.chance(0.6)
        clauses = []
        literals = combiner.identity_literals()
        if literals:
            names = [
                self.literal(e.name, text)
                for e, text in zip(combiner.elements, literals)
            ]
            clauses.append("identity(%s)" % ", ".join(names))
        counts = np.repeat(lanes.exists, items, axis=-1)
        valid = heads = None
        per_item = level == "block"
        if not in_function and self.chance(0.25):
            most = lanes.width * items if per_item else lanes.width
            valid = self.count(most, 0 if has_identity else 1)
            clauses.append("valid(%s)" % valid.name)
        elif level == "warp" and not in_function and self.chance(0.25):
            a = self.any_value(lambda v: v.shape == 1)
            heads = a and self.compare(a, self.like(a))
        if heads is not None:
            # A reduction's result is in the first lane of its segment; this is not
            # compared here.
            is_scan = True
            clauses.append("head(%s)" % heads.name)
        operands_in = [*operands, *[v for v in (valid, heads) if v is not None]]

        def arrays(values):
            """The states, the mask of active items, and the heads, from the operands'
            arrays."""
            flat = [self.flat(lanes, v) for v in values[: len(operands)]]
            rest = list(values[len(operands) :])
            inside = counts
            if valid is not None:
                limit = rest.pop(0)[:, :1] * (1 if per_item else items)
                inside = inside & (np.arange(counts.shape[-1]) < limit)
            flags = None
            if heads is not None:
                flags = np.zeros((*lanes.exists.shape, items), bool)
                flags[..., 0] = lanes.by_warp(rest.pop(0))[..., 0] != 0
                flags = flags.reshape(counts.shape)
            return flat, inside, flags, [r[:, :1] for r in rest]

        def of_items(pair):
            shape = (*lanes.exists.shape, items)
            return [lanes.by_lane(raw.reshape(shape)) for raw in pair[0]]

        def of_lanes(pair):
            shape = lanes.exists.shape
            return [
                lanes.by_lane(np.broadcast_to(raw, shape))[..., None] for raw in pair[0]
            ]

        knowns = [o.known for o in operands]
        elements = combiner.elements
        types = ", ".join(item_type(e, items) for e in elements)
        names = ", ".join(o.name for o in operands)
        head = "prim.%s_%s" % (level, "scan" if is_scan else "reduce")
        uniform = level == "block" and heads is None
        if not is_scan:
            everywhere = in_function or self.chance(0.6)
            words = [
                head,
                combiner.head,
                names,
                *clauses,
                "all" if everywhere else "",
                width,
                combiner.region,
            ]

            def reduced(*values):
                flat, inside, _, _ = arrays(values)
                return of_lanes(fold(a_fold, flat, inside).total)

            results = self.emit(
                " ".join(w for w in words if w) + " : " + types,
                [(e, 1, k) for e, k in zip(elements, a_fold.known(knowns, True))],
                reduced,
                operands_in,
                uniform and everywhere,
            )
            for result in results:
                if everywhere:
                    self.add(result)
                else:
                    self.full(result, *self.first_lane(lanes), 1)
            return
        mode = rng.choice(["inclusive", "exclusive", "both"])
        init, prefix = None, None
        if (mode != "inclusive" and not has_identity) or self.chance(0.3):
            init = [self.uniform_of(e, n) for e, n in zip(elements, a_fold.needs)]
            if a_fold.mask:
                init = [i and self.prepared(i, ANY, True) for i in init]
            if None in init:
                init, mode = None, "inclusive"
        if init and level == "block" and heads is None and self.chance(0.4):
            prefix = init
        elif mode == "inclusive":
            init = None
        if heads is not None and mode != "inclusive" and not has_identity and not init:
            mode = "inclusive"
        if init and not prefix:
            clauses.append("init(%s)" % ", ".join(i.name for i in init))
        total = self.chance(0.35) and (has_identity or valid is None)
        reverse = self.chance(0.25)
        clauses += ["total"] * total + ["reverse"] * reverse
        words = [head, mode, combiner.head, names, *clauses, width, combiner.region]
        if prefix:
            arguments = ", ".join("%s: %s" % (self.name(), e.name) for e in elements)
            words.append(
                "prefix {\n^bb0(%s):\nprim.yield %s : %s\n}"
                % (
                    arguments,
                    ", ".join(i.name for i in prefix),
                    ", ".join(e.name for e in elements),
                )
            )

        def scanned(*values):
            flat, inside, flags, start = arrays(values)
            folded = fold(
                a_fold, flat, inside, flags, reverse, start or None, bool(prefix)
            )
            made = []
            if mode != "exclusive":
                made += of_items(folded.inclusive)
            if mode != "inclusive":
                made += of_items(folded.exclusive)
            return made + (of_lanes(folded.total) if total else [])

        init_known = [i.known for i in init] if init else knowns
        first = a_fold.known([joined(a, b) for a, b in zip(knowns, init_known)], False)
        before = first if init else a_fold.known(knowns, True)
        prefixes = ([*zip(elements, first)] if mode != "exclusive" else []) + (
            [*zip(elements, before)] if mode != "inclusive" else []
        )
        results = [(e, items, k) for e, k in prefixes]
        if total:
            results += [(e, 1, k) for e, k in zip(elements, a_fold.known(knowns, True))]
        made = self.emit(
            " ".join(w for w in words if w) + " : " + types,
            results,
            scanned,
            [*operands_in, *(init or [])],
            False,
        )
        for number, result in enumerate(made):
            if number >= len(prefixes):
                result.uniform = uniform
                self.add(result)
            elif valid is not None:
                self.full(
                    result, *self.first_items(lanes, items, valid, per_item), items
                )
            else:
                self.add(result)

    def sort_op(self, level):
        rng = self.rng
        lanes, width = self.lanes(level, power_of_two=True)
        key = self.any_value()
        if key is None:
            return
        element, items = key.element, key.shape
        of_warp = level == "warp"
        comparator = self.chance(0.3)
        descending = not comparator and self.chance(0.4)
        if comparator:
            key = self.prepared(key, FINITE)
        operands = [key]
        for _ in range(rng.choice([0, 0, 1, 2])):
            more = self.pick(lambda v: v.shape == items and v not in operands)
            operands += [more] if more else []
        keys = Keys(rng, [o.element for o in operands[: 1 if of_warp else None]], not of_warp)
        valid = None
        if self.place.inputs and self.chance(0.25):
            valid = self.count(lanes.width * items, 0)
        # Only in blocked arrangement is it simple to say which of a lane's items are
        # valid.
        striped = not of_warp and valid is None and self.chance(0.3)
        at = numbers(lanes, items, striped)
        existing = lanes.exists.sum(axis=-1, keepdims=True) * items

        def ordered(*values):
            flat = [self.flat(lanes, v) for v in values[: len(operands)]]
            counts = existing
            if valid is not None:
                counts = np.minimum(counts, values[-1][:, :1])
            ranks = (
                orders.ranks(element, orders.COMPARATOR, flat[0])
                if comparator
                else keys.ranks(flat)
            )
            source = orders.positions(ranks, descending, counts)
            made = [
                lanes_of(lanes, np.take_along_axis(v, source, -1), at) for v in flat
            ]
            return [v[..., None] if items == 1 else v for v in made]

        words = [
            "prim.%s_sort" % level,
            "" if comparator else keys.head,
            "descending" if descending else "",
            ", ".join(o.name for o in operands),
            "valid(%s)" % valid.name if valid else "",
            "stable" if of_warp else "",
            "" if comparator else keys.clauses.strip(),
            "to(striped)" if striped else "",
            width,
            orders.comparator(element, orders.COMPARATOR, [o.element.name for o in operands])
            if comparator
            else "",
        ]
        types = ", ".join(item_type(o.element, items) for o in operands)
        results = self.emit(
            "%s : %s" % (" ".join(w for w in words if w), types),
            [(o.element, items, moved(o.known)) for o in operands],
            ordered,
            operands + ([valid] if valid else []),
            False,
        )
        for result in results:
            if valid is None:
                self.add(result)
            else:
                self.full(result, *self.first_items(lanes, items, valid, True), items)

    def move_op(self):
        rng = self.rng
        lanes, width = self.lanes("warp", power_of_two=True)
        value = self.any_value()
        if value is None:
            return
        items = value.shape
        result = [(value.element, items, moved(value.known))]
        type = item_type(value.element, items)
        place = np.arange(lanes.width)
        full = lanes.exists.all()
        choice = rng.choice(
            ["broadcast", "shuffle", "exchange"] if full else ["broadcast"]
        )
        if choice == "exchange" and (
            items == 1 or items & (items - 1) or not self.place.inputs
        ):
            choice = "broadcast"
        if choice == "exchange":
            striped = self.chance(0.5)
            mode = "striped_to_blocked" if striped else "blocked_to_striped"
            before, after = (
                numbers(lanes, items, striped),
                numbers(lanes, items, not striped),
            )
            in_registers = self.chance(0.5) and items <= lanes.width

            def exchanged(v):
                flat = np.empty(
                    (SETS, len(lanes.threads), lanes.width * items), v.dtype
                )
                flat[:, :, before] = lanes.by_warp(v)
                return [lanes.by_lane(flat[:, :, after])]

            text = "prim.warp_exchange %s %s %s %s" % (
                mode,
                value.name,
                "in_registers" * in_registers,
                width,
            )
            self.add(
                *self.emit("%s : %s" % (text, type), result, exchanged, [value], False)
            )
            return
        operands = [value]
        if choice == "broadcast":
            least = int(lanes.exists.sum(axis=-1).min())
            lane = self.count(least - 1, 0)
            text = "prim.warp_broadcast %s lane(%s) %s" % (value.name, lane.name, width)
            source = lambda given: np.broadcast_to(given, lanes.exists.shape)
        else:
            mode = rng.choice(["lane", "up", "down", "xor"])
            if self.chance(0.5):
                lane = self.splat(I32, 1, rng.randrange(lanes.width))
            else:
                lane = self.value_of(I32, 1, ANY)
                if lane is None:
                    return
            text = "prim.warp_shuffle %s %s(%s) %s" % (
                value.name,
                mode,
                lane.name,
                width,
            )

            def source(given):
                unsigned = given.astype(np.int64) & 0xFFFFFFFF
                at = {
                    "lane": unsigned % lanes.width,
                    "up": place - unsigned,
                    "down": place + unsigned,
                    "xor": place ^ unsigned,
                }[mode]
                return np.where((at < 0) | (at >= lanes.width), place, at)

        def moved_to(v, given):
            at = source(lanes.by_warp(given)[..., 0])[..., None]
            return [lanes.by_lane(np.take_along_axis(lanes.by_warp(v), at, 2))]

        self.add(
            *self.emit(
                "%s : %s" % (text, type), result, moved_to, [*operands, lane], False
            )
        )

    def match_op(self):
        label = self.any_value(lambda v: v.shape == 1 and not v.element.is_float)
        if label is None or label.element is INDEX:
            return
        everywhere = np.ones((SETS, self.block), bool)

        def matched(labels):
            masks = lane_cells.groups(self, labels[..., 0], everywhere)
            return [masks.view(np.int64)[..., None]]

        text = "prim.warp_match_any %s : %s -> i64" % (label.name, label.element.name)
        result = [(I64, 1, FINITE)]
        self.add(*self.emit(text, result, matched, [label], False))

    def mask_op(self):
        if self.chance(0.3):
            self.match_op()
            return
        a = self.any_value(lambda v: v.shape == 1)
        if a is None:
            return
        bit = self.compare(a, self.like(a))

        def ballot(flags):
            masks = lane_cells.pack(lane_cells.by_wave(self, flags[..., 0] != 0) != 0)[
                ..., None
            ]
            lanes = lane_cells.from_wave(self, np.repeat(masks, self.wave, axis=-1))
            return [lanes.view(np.int64)[..., None]]

        mask = self.emit(
            "prim.warp_ballot %s : i64" % bit.name,
            [(I64, 1, FINITE)],
            ballot,
            [bit],
            False,
        )[0]
        self.add(mask)
        if self.place.inputs and self.chance(0.5):
            place = np.arange(self.block) % self.wave

            def below(masks):
                under = (np.uint64(1) << place.astype(np.uint64)) - np.uint64(1)
                bits = masks[..., 0].view(np.uint64) & under
                return [
                    sum(
                        ((bits >> np.uint64(i)) & np.uint64(1)) for i in range(64)
                    ).astype(np.int32)[..., None]
                ]

            self.add(
                *self.emit(
                    "prim.warp_masked_bit_count %s : i64" % mask.name,
                    [(I32, 1, FINITE)],
                    below,
                    [mask],
                    False,
                )
            )

    # -- control flow -----------------------------------------------------------

    def condition(self):
        """An i1, and the ops that are legal under it. The condition is uniform in the
        block, uniform in each wave, or neither."""
        level = self.place.level
        kinds = {
            "block": ["block", "block", "wave", "lane"],
            "wave": ["wave", "lane"],
            "lane": ["lane"],
        }[level]
        kind = self.rng.choice(kinds) if self.place.inputs else "lane"
        if kind == "block":
            a = self.pick(lambda v: v.uniform and v.shape == 1) or self.block_value(
                I32, FINITE
            )
            b = self.uniform_of(a.element, ANY)
            bit = self.compare(a, b)
        elif kind == "wave":
            waves = -(-self.block // self.wave)
            limit = self.rng.randint(0, waves) * self.wave
            name = self.let(
                "arith.cmpi ult, %%tid, %s : index" % self.constant(INDEX, limit)
            )
            bits = np.broadcast_to(
                (np.arange(self.block) < limit)[None, :, None], (SETS, self.block, 1)
            )
            bit = self.given(name, BIT, 1, FINITE, bits.astype(np.int8))
        else:
            a = self.any_value(lambda v: v.shape == 1)
            if a is None:
                return None, None
            bit = self.compare(a, self.like(a))
        return bit, Where(kind, self.place.inputs)

    def trip_count(self):
        if not self.place.inputs or self.chance(0.4):
            return self.splat(INDEX, 1, self.rng.randint(0, 3))
        raw = self.numbers.integers(0, 4, (SETS, 1))
        full = np.broadcast_to(raw[:, None], (SETS, self.block, 1))
        return self.given(
            self.block_input(INDEX, raw[:, 0]), INDEX, 1, FINITE, full, True
        )

    def call_function(self):
        # In whole waves only, because a function does not know the size of blocks.
        waves = self.place.level != "lane" and self.block % self.wave == 0
        self.call(Where("wave" if waves else "lane", inputs=False))

    # -- results ------------------------------------------------------------------

    def store_results(self):
        values = [v for v in self.body.pool if not v.used]
        used = [v for v in self.body.pool if v.used]
        values = values[-MOST_OUTPUTS:] + used[-2:]
        pairs = [(v, np.ones((SETS, self.block, v.shape), bool)) for v in values]
        pairs += [
            (v, np.broadcast_to(mask(self.env) != 0, (SETS, self.block, v.shape)))
            for v, mask in self.partial
        ]
        for value, defined in pairs:
            raw = np.broadcast_to(self.env[value], defined.shape)
            if value.shape == 1:
                raw, defined = raw[..., 0], defined[..., 0]
            self.value_cell(value.name, value.name, Want(value.element, raw, defined))

    def text(self):
        return "\n".join([*self.functions, super().text()])


# ---------------------------------------------------------------------------
# Execution
# ---------------------------------------------------------------------------


def make(draw):
    return RandomKernel(
        "k%d" % draw.number, draw.target.wave, draw.rng_of("program"), draw.number
    )


def run(args, options, draws, tally):
    """Compiles programs of one target together, and runs each of them."""
    programs = [(draw, make(draw)) for draw in draws]
    target = draws[0].target
    try:
        code = compile_kernels(
            args.prim_compile, target, [p for _, p in programs], options
        )
    except RuntimeError as error:
        if len(draws) > 1:
            # One of the programs causes the failure.
            for draw in draws:
                run(args, options, [draw], tally)
            return
        tally.not_compiled(draws[0], str(error))
        return
    device = Device(args.library)
    module = device.load(code)
    for draw, kernel in programs:
        for schedule in draw.schedules:
            set_schedule(device, schedule)
            try:
                counts, wrong = kernel.run(device, module)
            except RuntimeError as error:
                tally.fail(draw, "schedule %d: %s" % (schedule, error))
                break
            tally.count(draw, sum(counts.values()))
            if wrong:
                tally.fail(draw, "schedule %d: %s: %s" % (schedule, *wrong[0]))
                break
    device.unload(module)
