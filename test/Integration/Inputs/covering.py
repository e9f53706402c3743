# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Few cells of many. Cells are named tuples of one kind; a group is some of their
fields. A combination, a group with a value for each of its fields, is called for
if any cell has it, and covered if a chosen cell has it."""

import itertools
import random

# Of how many cells that have a combination the best is taken.
CANDIDATES = 6


class Space:
    """All cells of one `kind`: `axes` gives the values of each field, `legal`
    says what goes together. Of `free` fields it asks nothing, which keeps what has
    to be enumerated small."""

    def __init__(self, kind, axes, legal, free=()):
        self.kind = kind
        self.free = {field: axes[field] for field in free}
        values = [[None] if field in free else axes[field] for field in kind._fields]
        product = map(kind._make, itertools.product(*values))
        self.cores = [cell for cell in product if legal(cell)]

    def complete(self, core, rng, given):
        """A cell with the given values of free fields and any of the others."""
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


def with_sizes(programs, groups, sizes_of):
    """Each program at all its sizes, and what they cover: the groups, and each value
    with each size."""
    found = all_combinations(programs, groups)
    cells = []
    for program in programs:
        for size in sizes_of(program):
            cells.append(program._replace(size=size))
            for field, value in program._asdict().items():
                if field != "size":
                    found.add(((field, "size"), (value, size)))
    return cells, found


def cover(space, groups, seed):
    """Some cells of a space that cover every combination that all of them have.
    Other seeds make other choices. Returns them and the combinations."""
    rng = random.Random(seed)
    cores = list(space.cores)
    rng.shuffle(cores)
    having = {}
    for group in groups:
        core_fields = [f for f in group if f not in space.free]
        free_fields = [f for f in group if f in space.free]
        at = [space.kind._fields.index(field) for field in core_fields]
        some = {}
        for core in cores:
            candidates = some.setdefault(tuple([core[i] for i in at]), [])
            if len(candidates) < CANDIDATES:
                candidates.append(core)
        free = list(itertools.product(*(space.free[field] for field in free_fields)))
        for values, candidates in some.items():
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
