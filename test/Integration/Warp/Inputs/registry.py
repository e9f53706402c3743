# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cells that the sweep covers: op x type x width. Each entry is the name of an op
with its clauses, its legal widths, and a function that adds it to a kernel."""

import zlib

from ops import orders
from primtest import fold_cells, folds, item_cells, lane_cells, sort_cells
from primtest.elements import F64, I32, I64


class Entry:
    """`takes` returns for which (width, wave) the op is legal and has a result."""

    def __init__(self, name, add, takes=lambda width, wave: True):
        self.name = name
        self.add = add
        self.takes = takes


def power_of_two(width, wave):
    return width & (width - 1) == 0


def whole_wave(width, wave):
    """The condition for ops that have no width."""
    return width == wave


class Turn:
    """Selects the variants of a family of cells for a kernel. An exhaustive sweep has
    all of them; otherwise it is one in `of`, in turns that rotate with type and width,
    so that every type and every width covers all neighbours of a form."""
    def __init__(self, element, width, exhaustive):
        self.number = zlib.crc32(("%s %d" % (element.name, width)).encode())
        self.exhaustive = exhaustive

    def pick(self, variants, of=None):
        variants = list(variants)
        if self.exhaustive:
            return variants
        of = of or len(variants)
        return [v for i, v in enumerate(variants) if (i + self.number) % of == 0]


def entry(name, function, options, takes=lambda width, wave: True):
    return Entry(name, lambda kernel: function(kernel, name=name, **options), takes)


# Variants for every combiner of a type, and variants for the chosen ones.
EVERY_COMBINER = {
    "reduce all": (fold_cells.reduce, dict(all=True)),
    "scan both total": (fold_cells.scan, dict(mode="both", total=True)),
}
CHOSEN_COMBINERS = {
    "reduce": (fold_cells.reduce, dict()),
    "reduce valid(uniform)": (fold_cells.reduce, dict(all=True, valid="uniform")),
    "reduce valid(constant)": (fold_cells.reduce, dict(valid="constant")),
    "reduce valid(per warp)": (fold_cells.reduce, dict(all=True, valid="lanes")),
    "reduce head": (fold_cells.reduce, dict(segment="head")),
    "reduce tail": (fold_cells.reduce, dict(segment="tail")),
    "reduce items": (fold_cells.reduce, dict(all=True, items=4)),
    "reduce init": (fold_cells.reduce, dict(init=True)),
    "reduce items init": (fold_cells.reduce, dict(all=True, init=True, items=3)),
    "reduce head init": (fold_cells.reduce, dict(segment="head", init=True)),
    "scan inclusive items init": (
        fold_cells.scan, dict(mode="inclusive", init=True, total=True, items=3)),
    "scan inclusive init": (fold_cells.scan, dict(mode="inclusive", init=True)),
    "scan inclusive head init reverse": (
        fold_cells.scan,
        dict(mode="inclusive", head=True, init=True, reverse=True)),
    "scan inclusive": (fold_cells.scan, dict(mode="inclusive")),
    "scan exclusive": (fold_cells.scan, dict(mode="exclusive")),
    "scan exclusive init": (fold_cells.scan, dict(mode="exclusive", init=True)),
    "scan inclusive reverse": (
        fold_cells.scan, dict(mode="inclusive", reverse=True)),
    "scan both reverse init total": (
        fold_cells.scan, dict(mode="both", init=True, total=True, reverse=True)),
    "scan inclusive head": (fold_cells.scan, dict(mode="inclusive", head=True)),
    "scan both head init total distance": (
        fold_cells.scan,
        dict(mode="both", head=True, init=True, total=True, distance=True)),
    "scan both head reverse": (
        fold_cells.scan, dict(mode="both", head=True, reverse=True)),
    "scan both packed total distance": (
        fold_cells.scan, dict(mode="both", packed=True, total=True, distance=True)),
    "scan both valid(uniform)": (
        fold_cells.scan, dict(mode="both", valid="uniform")),
    "scan both valid(per warp) reverse": (
        fold_cells.scan, dict(mode="both", valid="lanes", reverse=True)),
    "scan both items total": (
        fold_cells.scan, dict(mode="both", total=True, items=4)),
    "scan exclusive items init": (
        fold_cells.scan, dict(mode="exclusive", init=True, items=2)),
    "scan both items head reverse": (
        fold_cells.scan, dict(mode="both", head=True, reverse=True, items=2)),
}  # fmt: skip


def chosen_combiners(element):
    """A minimum, regions that commute or not, with and without an identity, one with a
    loop, and one that only moves values."""
    yield folds.kind("minimumf" if element.is_float else "maxui", element)
    yield folds.Affine(element, identity=True)
    yield folds.Affine(element, identity=False)
    yield folds.ArgMax(element)
    if element is I32:
        yield folds.Gcd(element)
    if element is F64:
        yield folds.Last(element)


def fold_entries(element, turn):
    def fold(form, function, options, combiner):
        # A single lane has no prefix before it.
        nothing = form == "scan exclusive" and combiner.identity is None
        return entry(
            "%s %s" % (form, combiner.name),
            function,
            dict(options, combiner=combiner),
            lambda width, wave: width > nothing,
        )

    chosen = turn.pick(chosen_combiners(element))
    every = folds.kinds(element) + [c for c in chosen if c.region]
    for number, (form, (function, options)) in enumerate(EVERY_COMBINER.items()):
        for combiner in turn.pick(every, 1 + number):
            yield fold(form, function, options, combiner)
    for combiner in [folds.kind("add", element)] + chosen:
        forms = turn.pick(CHOSEN_COMBINERS.items(), 5 if combiner.region else 3)
        for form, (function, options) in forms:
            # A flag in the value's top bit.
            if "packed" in form and (element.is_float or len(combiner.elements) > 1):
                continue
            yield fold(form, function, options, combiner)


BROADCASTS = {
    "broadcast lane(constant)": dict(lane="constant"),
    "broadcast lane(uniform)": dict(lane="uniform"),
    "broadcast lane(per warp)": dict(lane="warps"),
    "broadcast tuple": dict(lane="uniform", many=True),
}
SHUFFLES = {
    "shuffle lane": dict(mode="lane"),
    "shuffle up": dict(mode="up"),
    "shuffle down": dict(mode="down"),
    "shuffle xor": dict(mode="xor"),
}
# Constant operands within a row, across rows, and for all lanes.
MORE_SHUFFLES = {
    "shuffle tuple": dict(mode="down", many=True),
    "shuffle lane(constant)": dict(mode="lane", constant=lambda w: 2 * w - 1),
    "shuffle up(0)": dict(mode="up", constant=lambda w: 0),
    "shuffle up(1)": dict(mode="up", constant=lambda w: 1),
    "shuffle up(half)": dict(mode="up", constant=lambda w: w // 2),
    "shuffle down(0)": dict(mode="down", constant=lambda w: 0),
    "shuffle down(1)": dict(mode="down", constant=lambda w: 1),
    "shuffle down(3)": dict(mode="down", constant=lambda w: 3),
    "shuffle xor(1)": dict(mode="xor", constant=lambda w: 1),
    "shuffle xor(6)": dict(mode="xor", constant=lambda w: 6),
    "shuffle xor(half)": dict(mode="xor", constant=lambda w: w // 2),
    "shuffle xor(all)": dict(mode="xor", constant=lambda w: w - 1),
}


def lane_entries(element, turn):
    for name, options in BROADCASTS.items():
        yield entry(name, lane_cells.broadcast, options)
    for name, options in [*SHUFFLES.items(), *turn.pick(MORE_SHUFFLES.items(), 3)]:
        yield entry(name, lane_cells.shuffle, options, power_of_two)
    yield entry("barrier", lane_cells.barrier, dict(), whole_wave)
    if not element.is_float:
        for name, options in (
            ("match_any", dict(valid=False, bits=0)),
            ("match_any valid bits(5)", dict(valid=True, bits=5)),
            ("match_any bits(%n)", dict(valid=False, bits="uniform")),
        ):
            yield entry(name, lane_cells.match_any, options, whole_wave)
    if element is I32:
        for mask, takes in (
            (I64, whole_wave),
            (I32, lambda width, wave: width == wave == 32),
        ):
            for op, function, options in (
                ("ballot", lane_cells.ballot, dict()),
                ("masked_bit_count", lane_cells.masked_bit_count, dict(add=False)),
                ("masked_bit_count add", lane_cells.masked_bit_count, dict(add=True)),
                ("group_select", lane_cells.group_select, dict()),
            ):
                name = "%s of %s" % (op, mask.name)
                yield entry(name, function, dict(options, element=mask), takes)


EXCHANGES = "blocked_to_striped striped_to_blocked scatter_to_striped".split()
METHODS = "direct striped vectorize transpose".split()


def item_entries(element, turn):
    for mode in EXCHANGES:
        counts = (3, 4) if mode == "scatter_to_striped" else (1, 2, 4, 5)
        for items in turn.pick(counts, 2):
            name = "exchange %s of %d" % (mode, items)
            options = dict(mode=mode, items=items)
            # Lanes of a partial logical warp have no destination.
            yield entry(name, item_cells.exchange, options)
    for mode in turn.pick(EXCHANGES[:2]):
        yield entry(
            "exchange %s in_registers" % mode,
            item_cells.exchange,
            dict(mode=mode, items=4, in_registers=True),
            lambda width, wave: power_of_two(width, wave) and width >= 4,
        )
        # As many items as lanes: each lane gets one from every other lane.
        yield entry(
            "exchange %s in_registers of 8" % mode,
            item_cells.exchange,
            dict(mode=mode, items=8, in_registers=True),
            lambda width, wave: width == 8,
        )
    for number, method in enumerate(METHODS):
        of_1, valid = dict(items=1), dict(items=4, valid=True)
        transfers = {
            "": dict(items=4),
            " of 1": of_1,
            " valid": valid,
            " valid fill": dict(valid, fill=True),
        }
        # Every method, with a different clause for each.
        names = list(transfers)
        names = names[number:] + names[:number]
        for clause in turn.pick(names):
            options = dict(transfers[clause], method=method)
            yield entry("load %s%s" % (method, clause), item_cells.load, options)
        names = [name for name in names if "fill" not in name]
        for clause in turn.pick(names):
            options = dict(transfers[clause], method=method)
            yield entry("store %s%s" % (method, clause), item_cells.store, options)


def sort_entries(element, turn):
    """Orders, with and without values that move along; not stable unless stated."""
    order = "total" if element.is_float else "slt"
    region, of_two = orders.COMPARATOR, orders.LEXICOGRAPHIC
    descending = dict(descending=True, stable=True, members=2)
    valid = dict(stable=True, valid=True)
    forms = [
        (order, "", dict()),
        (order, " descending", dict(descending=True)),
        (order, " descending stable pairs", descending),
        (region, " stable pairs valid", dict(valid, members=2)),
        (order, " of 2", dict(items=2)),
        (order, " pairs", dict(members=2)),
        (order, " stable tuples of 3 valid", dict(valid, members=3, items=3)),
        (region, " pairs", dict(members=2)),
        (of_two, "", dict(members=2)),
        (order, " valid of 7", dict(valid=True, items=7)),
        (order, " stable tuples", dict(stable=True, members=3)),
    ]
    if not element.is_float:
        forms += [("ult", "", dict()), ("ult", " descending stable pairs", descending)]
    if element is I32:
        forms.append((orders.LOOP, " pairs valid", dict(members=2, valid=True)))
    for order, form, options in turn.pick(forms, 6):
        name = "sort %s%s" % (order, form)
        yield entry(name, sort_cells.sort, dict(options, order=order), power_of_two)


def entries(element, width, wave, exhaustive):
    """The cells of a type and a width: all of them if `exhaustive`, else those whose
    turn it is."""
    turn = Turn(element, width, exhaustive)
    every = []
    for family in (fold_entries, lane_entries, item_entries, sort_entries):
        every += family(element, turn)
    return [entry for entry in every if entry.takes(width, wave)]
