# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cells that the sweep covers: op x type x width. Each entry is the name of
an op with its clauses, the widths it takes, and a function that adds it to a
kernel."""

import fold_cells
import folds
import item_cells
import lane_cells
import sort_cells
from elements import ELEMENTS, F64, I32, I64


class Entry:
    """`takes` says for which (width, wave) the op is legal and has a result."""

    def __init__(self, name, add, takes=lambda width, wave: True):
        self.name = name
        self.add = add
        self.takes = takes


def power_of_two(width, wave):
    return width & (width - 1) == 0


def whole_wave(width, wave):
    """For ops that have no width."""
    return width == wave


# What every combiner of a type goes through, and what the chosen ones do.
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
    """A minimum, regions that commute or not, with an identity and without, one
    with a loop, one that only moves."""
    yield folds.kind("minimumf" if element.is_float else "maxui", element)
    yield folds.Affine(element, identity=True)
    yield folds.Affine(element, identity=False)
    yield folds.ArgMax(element)
    if element is I32:
        yield folds.Gcd(element)
    if element is F64:
        yield folds.Last(element)


def fold_entries(element, width, all_combiners):
    def entry(form, function, options, combiner):
        name = "%s %s" % (form, combiner.name)
        # One lane has no prefix before it.
        nothing = form == "scan exclusive" and combiner.identity is None
        return Entry(
            name,
            lambda kernel: function(kernel, combiner, name, **options),
            lambda width, wave: width > nothing,
        )

    chosen = list(chosen_combiners(element))
    if not all_combiners:
        chosen = [chosen[(width + ELEMENTS.index(element)) % len(chosen)]]
    every = folds.kinds(element) + [c for c in chosen if c.region]
    chosen = [folds.kind("add", element)] + chosen
    for forms, combiners in ((EVERY_COMBINER, every), (CHOSEN_COMBINERS, chosen)):
        for form, (function, options) in forms.items():
            for combiner in combiners:
                yield entry(form, function, options, combiner)


# Widths of constant operands: within a row, across rows, all lanes.
LANE_OPS = {
    "broadcast lane(constant)": (lane_cells.broadcast, dict(lane="constant")),
    "broadcast lane(uniform)": (lane_cells.broadcast, dict(lane="uniform")),
    "broadcast lane(per warp)": (lane_cells.broadcast, dict(lane="warps")),
    "broadcast tuple": (lane_cells.broadcast, dict(lane="uniform", many=True)),
}
SHUFFLES = {
    "shuffle lane": dict(mode="lane"),
    "shuffle up": dict(mode="up"),
    "shuffle down": dict(mode="down"),
    "shuffle xor": dict(mode="xor"),
    "shuffle tuple": dict(mode="down", many=True),
    "shuffle lane(constant)": dict(mode="lane", constant=lambda w: 2 * w - 1),
    "shuffle up(1)": dict(mode="up", constant=lambda w: 1),
    "shuffle up(half)": dict(mode="up", constant=lambda w: w // 2),
    "shuffle down(1)": dict(mode="down", constant=lambda w: 1),
    "shuffle down(3)": dict(mode="down", constant=lambda w: 3),
    "shuffle xor(1)": dict(mode="xor", constant=lambda w: 1),
    "shuffle xor(6)": dict(mode="xor", constant=lambda w: 6),
    "shuffle xor(half)": dict(mode="xor", constant=lambda w: w // 2),
    "shuffle xor(all)": dict(mode="xor", constant=lambda w: w - 1),
}


def lane_entries(element):
    def entry(name, function, options, takes=lambda width, wave: True):
        return Entry(name, lambda kernel: function(kernel, name=name, **options), takes)

    for name, (function, options) in LANE_OPS.items():
        yield entry(name, function, options)
    for name, options in SHUFFLES.items():
        yield entry(name, lane_cells.shuffle, options, power_of_two)
    yield entry("barrier", lane_cells.barrier, dict(), whole_wave)
    if not element.is_float:
        for name, options in (
            ("match_any", dict(valid=False, bits=0)),
            ("match_any valid bits(5)", dict(valid=True, bits=5)),
        ):
            yield entry(name, lane_cells.match_any, options, whole_wave)
    masks = [(I64, whole_wave)]
    masks.append((I32, lambda width, wave: width == wave == 32))
    if element is I32:
        for mask, takes in masks:
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


def item_entries(element):
    """Tiles of items. A lane of a wave that is cut off has no tile to exchange
    in: widths of more lanes than the last wave has are whole in other waves."""

    def entry(name, function, options, takes=lambda width, wave: True):
        return Entry(name, lambda kernel: function(kernel, name=name, **options), takes)

    for mode in EXCHANGES:
        for items in (3, 4) if mode == "scatter_to_striped" else (1, 2, 4):
            name = "exchange %s of %d" % (mode, items)
            yield entry(name, item_cells.exchange, dict(mode=mode, items=items))
        if mode != "scatter_to_striped":
            yield entry(
                "exchange %s in_registers" % mode,
                item_cells.exchange,
                dict(mode=mode, items=4, in_registers=True),
                lambda width, wave: power_of_two(width, wave) and width >= 4,
            )
    for method in METHODS:
        for clause, options in (
            ("", dict()),
            (" valid", dict(valid=True)),
            (" valid fill", dict(valid=True, fill=True)),
        ):
            options = dict(options, method=method, items=4)
            yield entry("load %s%s" % (method, clause), item_cells.load, options)
            if "fill" not in clause:
                yield entry("store %s%s" % (method, clause), item_cells.store, options)
        options = dict(method=method, items=1)
        yield entry("load %s of 1" % method, item_cells.load, options)
        yield entry("store %s of 1" % method, item_cells.store, options)


def sort_entries(element):
    orders = ["total"] if element.is_float else ["slt", "ult"]
    forms = [
        (order, form, options)
        for order in orders
        for form, options in (
            ("", dict()),
            (" descending stable pairs", dict(descending=True, stable=True, pairs=True)),
        )
    ] + [
        (orders[0], form, options)
        for form, options in (
            (" pairs", dict(pairs=True)),
            (" descending", dict(descending=True)),
            (" of 2", dict(items=2)),
            (" stable pairs of 3 valid",
             dict(stable=True, pairs=True, items=3, valid=True)),
        )
    ] + [
        (sort_cells.COMPARATOR, form, options)
        for form, options in (
            (" pairs", dict(pairs=True)),
            (" stable pairs valid", dict(stable=True, pairs=True, valid=True)),
        )
    ]  # fmt: skip
    for order, form, options in forms:
        name = "sort %s%s" % (order, form)
        options = dict(options, order=order, name=name)
        yield Entry(
            name,
            lambda kernel, options=options: sort_cells.sort(kernel, **options),
            power_of_two,
        )


def entries(element, width, wave, all_combiners):
    """The cells of a type and a width. With `all_combiners` every form of a fold
    is there with every combiner; without it with the sum and one of the others,
    which goes round with width and type."""
    every = list(fold_entries(element, width, all_combiners))
    for family in (lane_entries, item_entries):
        every += list(family(element))
    return [entry for entry in every if entry.takes(width, wave)]
