# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Segments of device ops, and their folds. The first axis of arrays is the data set,
and the last one the elements."""

import numpy as np

from primtest import folds


class Segments:
    """Segments of `size` elements. `lists` has begins and ends for each data set,
    within the array."""

    def __init__(self, lists, size):
        self.lists = lists
        self.size = size

    def owners(self):
        """The number of each element's segment, 0 if it is in none."""
        owners = np.zeros((len(self.lists), self.size), int)
        for row, (begins, ends) in zip(owners, self.lists):
            sizes = np.maximum(ends - begins, 0)
            firsts = np.cumsum(sizes) - sizes
            at = np.arange(sizes.sum()) - np.repeat(firsts, sizes)
            row[at + np.repeat(begins, sizes)] = np.repeat(np.arange(len(sizes)), sizes)
        return owners

    def own_begins(self):
        """The begin of each element's segment; an element in none is by itself."""
        own = np.tile(np.arange(self.size), (len(self.lists), 1))
        for row, (begins, ends) in zip(own, self.lists):
            for begin, end in zip(begins, ends):
                row[begin : max(begin, end)] = begin
        return own

    def starts(self, reverse):
        """Mask of the elements that come first in a segment, in scan direction."""
        starts = np.zeros((len(self.lists), self.size), bool)
        for row, (begins, ends) in zip(starts, self.lists):
            some = begins < ends
            row[ends[some] - 1 if reverse else begins[some]] = True
        return starts

    def inside(self):
        """Mask of the elements in a segment."""
        edges = np.zeros((len(self.lists), self.size + 1), int)
        for row, (begins, ends) in zip(edges, self.lists):
            some = begins < ends
            np.add.at(row, begins[some], 1)
            np.add.at(row, ends[some], -1)
        return np.cumsum(edges, axis=-1)[:, : self.size] > 0

    def counts(self):
        return np.array([len(begins) for begins, _ in self.lists])


def between(begins, ends, size):
    """Segments of one array of `size` elements, clipped to it."""
    return Segments([tuple(np.clip(border, 0, size) for border in (begins, ends))], size)


def of_heads(heads):
    """Segments of one array, which begin with the first element and at `heads`."""
    begins = np.flatnonzero(np.concatenate([heads[:1] | True, heads[1:]]))
    return between(begins, np.append(begins[1:], len(heads))[: len(begins)], len(heads))


def heads_of(members):
    """Mask of the elements that begin a run: the first one, and each that differs from
    the one before in some member."""
    heads = np.zeros(members[0].shape, bool)
    heads[..., :1] = True
    for member in members:
        heads[..., 1:] |= ~(member[..., 1:] == member[..., :-1])
    return heads


def equal_text(elements):
    """A region that compares integers without their lowest two bits, and floats without
    their signs."""
    sides = [
        ["%%%s%d" % (side, i) for i in range(len(elements))]
        for side in ("left", "right")
    ]
    pairs = [
        "%s: %s" % (name, element.name)
        for names in sides
        for name, element in zip(names, elements)
    ]
    lines, all = [], None
    for i, (left, right, element) in enumerate(zip(*sides, elements)):
        type = element.name
        if element.is_float:
            for name in (left, right):
                lines.append("%sm = math.absf %s : %s" % (name, name, type))
            op = "cmpf oeq"
        else:
            lines.append("%%two%d = arith.constant 2 : %s" % (i, type))
            for name in (left, right):
                shift = "%sm = arith.shrsi %s, %%two%d : %s"
                lines.append(shift % (name, name, i, type))
            op = "cmpi eq"
        lines.append("%%same%d = arith.%s, %sm, %sm : %s" % (i, op, left, right, type))
        if all:
            lines.append("%%all%d = arith.andi %s, %%same%d : i1" % (i, all, i))
        all = "%%all%d" % i if all else "%same0"
    return " equal {\n^bb0(%s):\n%s\nprim.yield %s : i1\n}" % (
        ", ".join(pairs),
        "\n".join(lines),
        all,
    )


def equal_parts(elements, raws):
    """The parts of raw arrays that equal_text() compares."""
    return [np.abs(e.to_wide(raw)) if e.is_float else raw >> 2 for e, raw in zip(elements, raws)]


def scan(combiner, state, starts, reverse=False):
    """Inclusive prefixes of segments, which begin at `starts` in scan direction.
    Computed in steps that double, because the compared operators are associative."""
    if reverse:
        state = tuple(part[..., ::-1] for part in state)
    begun = starts[..., ::-1] if reverse else starts
    distance = 1
    while distance < starts.shape[-1]:
        before = tuple(part[..., :-distance] for part in state)
        here = tuple(part[..., distance:] for part in state)
        both = combiner.apply(*((here, before) if reverse else (before, here)))
        joined = folds.choose(begun[..., distance:], here, both)
        state = tuple(
            np.concatenate([part[..., :distance], new], axis=-1)
            for part, new in zip(state, joined)
        )
        begun = np.concatenate(
            [begun[..., :distance], begun[..., distance:] | begun[..., :-distance]], axis=-1
        )
        distance *= 2
    if reverse:
        state = tuple(part[..., ::-1] for part in state)
    return state


def reduce(combiner, state, segments, nothing):
    """The folds of the segments of all data sets, as many as the one with the most has,
    and a mask of those that have elements. `nothing` (None if it is not needed) is the
    fold of an empty segment."""
    width = int(segments.counts().max())
    if nothing is None:
        nothing = [np.zeros((len(segments.lists), 1), part.dtype) for part in state]
    result = tuple(
        np.broadcast_to(empty, (len(segments.lists), width)).astype(part.dtype)
        for part, empty in zip(state, nothing)
    )
    some = np.zeros((len(segments.lists), width), bool)
    for at, (begins, ends) in enumerate(segments.lists):
        # Segments side by side, each scanned separately.
        sizes = np.maximum(ends - begins, 0)
        firsts = np.cumsum(sizes) - sizes
        place = np.arange(sizes.sum()) - np.repeat(firsts, sizes) + np.repeat(begins, sizes)
        heads = np.zeros(len(place), bool)
        heads[firsts[sizes > 0]] = True
        parts = scan(combiner, tuple(part[at][place] for part in state), heads)
        some[at, : len(sizes)] = sizes > 0
        for part, fold in zip(result, parts):
            part[at][some[at]] = fold[(firsts + sizes - 1)[sizes > 0]]
    return result, some
