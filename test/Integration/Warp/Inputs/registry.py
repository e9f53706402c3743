# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cells that the sweep covers: op x type x width. Each entry is the name of
an op with its clauses, the widths it takes, and a function that adds it to a
kernel."""

import fold_cells
import folds
from elements import ELEMENTS, F64, I32


class Entry:
    def __init__(self, name, add, powers_of_two=False, least_width=1):
        self.name = name
        self.add = add
        self.powers_of_two = powers_of_two
        self.least_width = least_width

    def takes(self, width):
        if self.powers_of_two and width & (width - 1):
            return False
        return width >= self.least_width


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


def fold_entries(element, width, thorough):
    def entry(form, function, options, combiner):
        name = "%s %s" % (form, combiner.name)
        # One lane has no prefix before it.
        nothing = form == "scan exclusive" and combiner.identity is None
        return Entry(
            name,
            lambda kernel: function(kernel, combiner, name, **options),
            least_width=2 if nothing else 1,
        )

    chosen = list(chosen_combiners(element))
    if not thorough:
        chosen = [chosen[(width + ELEMENTS.index(element)) % len(chosen)]]
    every = folds.kinds(element) + [c for c in chosen if c.region]
    chosen = [folds.kind("add", element)] + chosen
    for forms, combiners in ((EVERY_COMBINER, every), (CHOSEN_COMBINERS, chosen)):
        for form, (function, options) in forms.items():
            for combiner in combiners:
                yield entry(form, function, options, combiner)


def entries(element, width, thorough):
    """The cells of a type and a width. With `thorough` every form of an op is
    there with every combiner; without it with the sum and one of the others,
    which goes round with width and type."""
    every = list(fold_entries(element, width, thorough))
    return [entry for entry in every if entry.takes(width)]
