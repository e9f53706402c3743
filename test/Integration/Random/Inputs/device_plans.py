# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans of host functions around one device op, which specify all its parameters, and
the pieces that the op processes: rows, of a buffer that is transposed for it, or
segments. Each piece is folded, scanned or sorted by itself. The first axis of arrays is
the data set."""

import dataclasses
import math
import random

import numpy as np

from ops.segments import Segments
from primtest import combiners, device_spec
from primtest.combiners import ELEMENTS
from primtest.elements import I1, SETS, sample

BORDER_ELEMENTS = {**ELEMENTS, "i1": I1}


@dataclasses.dataclass(frozen=True)
class DevicePlan:
    """The parameters common to all ops. The defaults are the simplest values."""

    # The seed for data, strides and "some" sizes.
    seed: int = 0
    op: str = "device_scan"
    tensors: bool = False
    extents: tuple = (1,)
    # The sizes that types contain: "all", "none", or "some" of each buffer.
    static: str = "all"
    # The dimensions of the op, or None.
    dimensions: tuple = None
    # None, "given" or "initialized".
    workspace: str = None
    # Whether it is async and waited for.
    waits: bool = False
    # Layouts of the inputs, of the outputs, and of buffers that have an element for
    # each piece or define the pieces.
    layouts: tuple = ("plain", "plain", "plain")
    tile: tuple = None

    def size(self):
        return math.prod(self.extents)

    def along(self):
        """The dimensions along which the elements of one piece lie."""
        if self.dimensions is not None:
            return self.dimensions
        return tuple(range(len(self.extents)))

    def across(self):
        """The other dimensions."""
        return tuple(d for d in range(len(self.extents)) if d not in self.along())

    def row(self):
        return math.prod(self.extents[d] for d in self.along())

    def rows(self):
        return math.prod(self.extents[d] for d in self.across())

    def known(self, name, rank):
        """The sizes that the type of a buffer contains."""
        if self.static != "some":
            return (self.static == "all",) * rank
        rng = random.Random("%s %d" % (name, self.seed))
        return tuple(rng.random() < 0.5 for _ in range(rank))

    def limits(self):
        """The limits with which it is compiled."""
        return []

    def describe(self):
        """The fields that differ from the simplest values."""
        words = [self.op]
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if field.name not in ("op", "seed") and value != field.default:
                words.append("%s=%s" % (field.name, value))
        return ", ".join(words)


@dataclasses.dataclass(frozen=True)
class Plan(DevicePlan):
    """A Plan of ops that fold, scan or sort in a built-in order."""

    # "offsets", "ranges", "flags", "keys" or "equal", of buffers of these elements, and
    # the approximate number of segments.
    segments: str = None
    borders: tuple = ()
    pieces: int = 1
    # Whether offsets lie outside of the buffer.
    outside: bool = False
    # The room in results of counted segments: "all", "less" or "more".
    capacity: str = "all"
    count: str = "i32"
    element: str = "i32"
    combiner: str = "add"
    mode: str = "inclusive"
    total: bool = False
    reverse: bool = False
    # "scalar", "buffer" or "rows".
    init: str = None
    # One of device_spec.MAPS, or "prologue by table", which reads(...).
    change: str = None
    after: bool = False
    deterministic: str = None
    # For a scan.
    in_place: bool = False
    # For a sort, whose elements are its members.
    members: tuple = ("i32",)
    order: str = "slt"
    descending: bool = False
    bits: tuple = None
    clobber: bool = False

    def is_sort(self):
        return self.op == "device_sort"

    def is_counted(self):
        counted = self.segments in ("flags", "keys", "equal")
        return self.op == "device_reduce" and counted

    def spread(self):
        """Dimensions along which all inputs repeat one element in memory: whole
        rows."""
        if self.layouts[0] != "spread":
            return ()
        rng = random.Random("spread %d" % self.seed)
        some = tuple(d for d in self.across() if self.extents[d] and rng.random() < 0.7)
        return some if self.size() else ()

    def inputs(self):
        if self.is_sort():
            return [ELEMENTS[name] for name in self.members]
        if self.change == "prologue from narrow":
            return [ELEMENTS[device_spec.NARROW[self.element]]]
        return self.folded().elements

    def folded(self):
        return combiners.combiner(self.element, self.combiner)


# ---------------------------------------------------------------------------
# Pieces
# ---------------------------------------------------------------------------


def pieces_of(plan, rng):
    """The Segments, and the buffers that define them."""
    if plan.segments in ("offsets", "ranges"):
        return _offsets(plan, rng)
    if plan.segments:
        return _counted(plan, rng)
    begins = np.arange(plan.rows()) * plan.row()
    return Segments([(begins, begins + plan.row())] * SETS, plan.size()), []


def _offsets(plan, rng):
    """Offsets in the layout of the buffer."""
    size, count = plan.size(), plan.pieces
    element = ELEMENTS[plan.borders[0]]
    low, high = (-5, size + 5) if plan.outside else (0, size)
    info = np.iinfo(element.raw)
    lists, raws = [], []
    for _ in range(SETS):
        if plan.segments == "ranges":
            begins, ends = _ranges(plan, rng, low, high, info)
        else:
            cuts = np.sort(rng.integers(low, high + 1, count + 1))
            # Many at one place.
            cuts[count // 3 : count // 2] = cuts[count // 3]
            if rng.random() < 0.5:
                cuts[0], cuts[-1] = low, high
            if plan.outside and count and rng.random() < 0.5:
                cuts[0], cuts[-1] = info.min, info.max
            begins, ends = cuts[:-1], cuts[1:]
            raws.append([cuts])
        if plan.segments == "ranges":
            raws.append([begins, ends])
        lists.append((np.clip(begins, 0, size), np.clip(ends, 0, size)))
    return Segments(lists, size), [
        np.stack(each).astype(element.raw) for each in zip(*raws)
    ]


def _ranges(plan, rng, low, high, info):
    count = plan.pieces
    if plan.op == "device_reduce" and plan.pieces % 2:
        # Segments overlap, and some end before they begin.
        begins = rng.integers(low, high + 1, count)
        long = rng.random(count) < 4 / count
        spans = np.where(
            long, rng.integers(0, plan.size() + 1, count), rng.integers(0, 40, count)
        )
        return begins, np.minimum(begins + spans, high) - rng.integers(0, 3, count)
    cuts = np.sort(rng.integers(low, high + 1, 2 * count))
    if plan.outside and count and rng.random() < 0.5:
        cuts[0], cuts[-1] = info.min, info.max
    order = rng.permutation(count)
    return cuts[0::2][order], cuts[1::2][order]


def _counted(plan, rng):
    """Flags and keys of runs: evenly spaced, rare, or alternating."""
    size = plan.size()
    chance = min(plan.pieces / max(size, 1), 1)
    chances = [
        np.full(4, chance),
        np.full(4, chance / 8),
        rng.permutation([0.0, chance, min(4 * chance, 1), 1.0]),
    ]
    quarter = np.arange(size) * 4 // max(size, 1)
    heads = rng.random((SETS, size)) < np.stack(chances)[:, quarter]
    heads[:, :1] = True
    begins = [np.flatnonzero(row) for row in heads]
    lists = [(b, np.append(b[1:], size)[: len(b)]) for b in begins]
    elements = [BORDER_ELEMENTS[name] for name in plan.borders]
    if plan.segments == "flags":
        flags = heads.copy()
        # The first element starts a segment for any value of its flag.
        flags[0, :1] = False
        (element,) = elements
        if element is I1:
            return Segments(lists, size), [flags]
        some = sample(element, rng, (size,), "finite")
        some = np.where(some == 0, element.raw.type(-1), some)
        return Segments(lists, size), [np.where(flags, some, 0).astype(element.raw)]
    # At each head one of the keys changes, even if the others do not.
    changed = rng.integers(0, len(elements), heads.shape)
    raws = []
    for i, element in enumerate(elements):
        anew = heads & ((changed == i) | (rng.random(heads.shape) < 0.2))
        raws.append(_runs(plan, rng, element, anew, heads))
    return Segments(lists, size), raws


def _runs(plan, rng, element, anew, heads):
    """Keys that differ from their predecessors where a run begins `anew`."""
    if element.is_float:
        palette = [0.0, 1.0, 2.5, np.inf, element.denormal, float(element.largest)]
        palette = element.to_raw(np.array(palette, element.wide))
    else:
        info = np.iinfo(element.raw)
        palette = np.array([0, 1, 2, -1, info.max, info.min, 5], element.raw)
    if plan.segments == "equal" and not element.is_float:
        palette = (np.arange(-3, 4) * 4).astype(element.raw)
    steps = np.where(anew, rng.integers(1, len(palette), anew.shape), 0)
    raw = palette[np.cumsum(steps, axis=-1) % len(palette)]
    if not element.is_float:
        # The parts that `equal` ignores.
        low = rng.integers(0, 4, anew.shape) if plan.segments == "equal" else 0
        return (raw + low).astype(element.raw)
    wide = element.to_wide(raw)
    signs = rng.choice([1.0, -1.0], anew.shape)
    turned = element.to_raw(wide * signs)
    if plan.segments == "equal":
        return turned
    # Zeros of both signs are equal; a NaN is a run by itself.
    raw = np.where(wide == 0, turned, raw)
    alone = heads.copy()
    alone[:, :-1] &= heads[:, 1:]
    nan = element.to_raw(np.array(np.nan))
    return np.where(alone & (rng.random(anew.shape) < 0.2), nan, raw)
