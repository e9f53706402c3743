# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Chooses few cells of many. Cells are named tuples of one kind; a group is some of
their fields. A combination, which is a group with a value for each of its fields, is
required if any cell has it, and covered if a chosen cell has it."""

import itertools
import random

import numpy as np

# The number of cells with a combination from which the best one is taken.
CANDIDATES = 6


class Space:
    """All cells of one `kind`. `axes` gives the values of each field, and `legal` says
    which combinations are legal. `legal` does not depend on the `free` fields, which
    limits the enumeration."""

    def __init__(self, kind, axes, legal, free=()):
        self.kind = kind
        self.free = {field: axes[field] for field in free}
        values = [[None] if field in free else axes[field] for field in kind._fields]
        product = map(kind._make, itertools.product(*values))
        self.cores = [cell for cell in product if legal(cell)]

    def complete(self, core, rng, given):
        """A cell with the given values of free fields and any values of the others."""
        values = {f: rng.choice(v) for f, v in self.free.items() if f not in given}
        return core._replace(**values, **given)


def pairs(kind):
    return list(itertools.combinations(kind._fields, 2))


def combinations(cell, groups):
    return [
        (group, tuple(getattr(cell, field) for field in group)) for group in groups
    ]


def all_combinations(cells, groups):
    return {c for cell in cells for c in combinations(cell, groups)}


# The number of sizes above which a program does not use all of them.
MANY_SIZES = 10


def with_sizes(programs, groups, sizes_of, every=False):
    """Each program with sizes, and the groups and each value with each size that these
    cover. If `every`, a program has all its sizes. Otherwise a program with many sizes
    has half of them, in turn, and a program compiled for a size has one."""
    found = all_combinations(programs, groups)
    cells, turn = [], 0
    for program in programs:
        sizes = sizes_of(program)
        if program.form == "static" and not every:
            sizes = [sizes[turn % len(sizes)]]
            turn += 1
        elif len(sizes) > MANY_SIZES and not every:
            sizes = sizes[turn % 2 :: 2]
            turn += 1
        for size in sizes:
            cells.append(program._replace(size=size))
            for field, value in program._asdict().items():
                if field != "size":
                    found.add(((field, "size"), (value, size)))
    return cells, found


class Codes:
    """A number for the values that some cells have for several fields. Most of the time
    for choosing cells was spent on making tuples of these values."""

    def __init__(self, kind, cells):
        self.kind = kind
        self.cells = cells
        self.columns = {}

    def column(self, field):
        """The codes of a field's values, and the number of codes."""
        if field not in self.columns:
            at, numbers = self.kind._fields.index(field), {}
            codes = [numbers.setdefault(cell[at], len(numbers)) for cell in self.cells]
            self.columns[field] = np.array(codes, np.int64), len(numbers)
        return self.columns[field]

    def first(self, fields, count):
        """For each choice of values that some cell has, in the order of the first such
        cells: the values, and the first `count` cells."""
        code = np.zeros(len(self.cells), np.int64)
        for field in fields:
            more, size = self.column(field)
            code = code * size + more
        order = np.argsort(code, kind="stable")
        starts = np.flatnonzero(np.diff(code[order], prepend=-1))
        ends = np.append(starts[1:], len(order))
        for one in np.argsort(order[starts]):
            found = [self.cells[i] for i in order[starts[one] : ends[one]][:count]]
            yield tuple(getattr(found[0], field) for field in fields), found


def cover(space, groups, seed):
    """Some cells of a space that cover every combination that any of its cells has.
    Other seeds give other choices. Returns them and the combinations."""
    rng = random.Random(seed)
    cores = list(space.cores)
    rng.shuffle(cores)
    codes = Codes(space.kind, cores)
    having = {}
    for group in groups:
        core_fields = [f for f in group if f not in space.free]
        free_fields = [f for f in group if f in space.free]
        free = list(itertools.product(*(space.free[field] for field in free_fields)))
        for values, candidates in codes.first(core_fields, CANDIDATES):
            named = dict(zip(core_fields, values))
            for more in free:
                given = dict(zip(free_fields, more))
                whole = {**named, **given}
                combination = (group, tuple(whole[field] for field in group))
                having[combination] = (candidates, given)
    uncovered = set(having)
    chosen = []
    for combination, (candidates, given) in having.items():
        if combination not in uncovered:
            continue
        cells = [space.complete(core, rng, given) for core in candidates]
        covered = [uncovered.intersection(combinations(c, groups)) for c in cells]
        best = max(range(len(cells)), key=lambda i: len(covered[i]))
        chosen.append(cells[best])
        uncovered -= covered[best]
    return chosen, set(having)
