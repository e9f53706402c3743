# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Segments for cells of device ops: their kinds, and the buffers that define them. The
first axis of arrays is the data set."""

import functools

import numpy as np

from ops import segments
from primtest.elements import F32, I1, I32, I64, I8, INDEX, SETS

# The operands, as buffers of these elements: flags; keys, of which one tuple has NaN
# and zeros of both signs; keys that a region compares; shared offsets; begins and ends
# with gaps, overlapping for a reduction; and segments for each way of sorting one,
# without an overlap.
BORDERS = {
    "flags": ("head", [I1]),
    "numbers": ("head", [I32]),
    "key": ("by_key", [I64]),
    "keys": ("by_key", [F32, I8]),
    "equal": ("by_key", [I32]),
    "offsets": ("segments", [I32]),
    "ranges": ("segments", [I64, I64]),
    "mixed offsets": ("segments", [I32]),
    "mixed ranges": ("segments", [INDEX, INDEX]),
}
OF_SORTS = ["mixed offsets", "mixed ranges"]
OF_FOLDS = [kind for kind in BORDERS if kind not in OF_SORTS]
EQUAL = """ equal {
^bb0(%left: i32, %right: i32):
  %two = arith.constant 2 : i32
  %l = arith.shrsi %left, %two : i32
  %r = arith.shrsi %right, %two : i32
  %same = arith.cmpi eq, %l, %r : i32
  prim.yield %same : i1
}"""


def is_counted(kind):
    """Whether the number of segments is a result of the reduction."""
    return kind is not None and BORDERS[kind][0] != "segments"


def clause(kind, names, types):
    word, _ = BORDERS[kind]
    text = " %s(%s : %s)" % (word, ", ".join(names), ", ".join(types))
    return text + (EQUAL if kind == "equal" else "")


class Segments(segments.Segments):
    """Segments of `size` elements, and the buffers that define them."""

    def __init__(self, kind, size, overlap):
        super().__init__([], size)
        rng = np.random.default_rng([*kind.encode(), size, overlap])
        count = size // 7 + 3
        if is_counted(kind):
            heads = np.stack([_some_heads(rng, size, i) for i in range(SETS)])
            self.lists = [_ends(each) for each in heads]
            self.buffers = _counted_buffers(rng, kind, heads)
            return
        if kind in OF_SORTS:
            self.lists = _mixed(rng, size, kind)
        else:
            make = _ranges if kind == "ranges" else _offsets
            self.lists = [make(rng, size, count, overlap) for _ in range(SETS)]
        if len(BORDERS[kind][1]) == 2:
            self.buffers = [np.stack([pair[i] for pair in self.lists]) for i in (0, 1)]
        else:
            self.buffers = [
                np.stack([np.append(b, e[-1]) for b, e in self.lists]).astype(np.int32)
            ]


@functools.cache
def segments_of(kind, size, overlap=False):
    return Segments(kind, size, overlap)


def _some_heads(rng, size, data_set):
    """Short segments, long ones, and runs of both."""
    chances = [np.full(4, 0.4), np.full(4, 0.002), rng.permutation([0.0, 0.05, 1.0, 0.5])]
    at = np.arange(size) * 4 // max(size, 1)
    heads = rng.random(size) < chances[data_set][at]
    heads[:1] = True
    return heads


def _ends(heads):
    begins = np.flatnonzero(heads)
    return begins, np.append(begins[1:], len(heads))[: len(begins)]


def _offsets(rng, size, count, overlap):
    """Offsets, many of them at one place: empty segments and, sometimes, elements in
    none."""
    cuts = np.sort(rng.integers(0, size + 1, count + 1))
    cuts[count // 3 : count // 2] = cuts[count // 3]
    if rng.random() < 0.5:
        cuts[0], cuts[-1] = 0, size
    return cuts[:-1], cuts[1:]


def _ranges(rng, size, count, overlap):
    if overlap:
        begins = rng.integers(0, size + 1, count)
        long = rng.random(count) < 0.1
        spans = np.where(long, rng.integers(0, size + 1, count), rng.integers(0, 40, count))
        # A segment that ends before it begins is empty.
        ends = np.minimum(begins + spans, size) - rng.integers(0, 3, count)
        return begins, np.maximum(ends, 0)
    cuts = np.sort(rng.integers(0, size + 1, 2 * count))
    order = rng.permutation(count)
    return cuts[0::2][order], cuts[1::2][order]


def _lengths(rng, size, data_set):
    """Lengths of segments that fill `size` elements: lengths that lanes, waves and
    blocks sort. Except for the second data set, also lengths of more than a tile, if
    the buffer has several tiles."""
    tiny, short, long = (1, 17), (17, 300), (300, 1200)
    ranges = [(0, 2), tiny, (15, 18), short, (63, 66), long]
    if data_set == 1:
        ranges = ranges[:3]
    lengths = [[size // 2], [], [size // 3, size // 3]][data_set]
    rest = size - sum(lengths)
    while rest > 0:
        lengths.append(min(int(rng.integers(*ranges[rng.integers(len(ranges))])), rest))
        rest -= lengths[-1]
    return rng.permutation(lengths).astype(int)


def _mixed(rng, size, kind):
    """Segments to be sorted, as many in each data set: if there are fewer, empty ones
    are added. With begins and ends some elements are in none."""
    lists = []
    for data_set in range(SETS):
        cuts = np.append(0, np.cumsum(_lengths(rng, size, data_set)))
        if kind == "mixed offsets":
            # Sometimes the elements at the ends are in no segment.
            last = max(len(cuts) - rng.integers(0, 2), 1)
            lists.append(cuts[rng.integers(0, 2) % last : last])
            continue
        begins, ends = cuts[:-1], cuts[1:]
        some = rng.random(len(begins)) < 0.8
        lists.append((begins[some], ends[some]))
    count = 3 + max(len(each if kind == "mixed offsets" else each[0]) for each in lists)
    for at, each in enumerate(lists):
        if kind == "mixed offsets":
            cuts = np.sort(np.append(each, rng.choice(each, count - len(each))))
            lists[at] = cuts[:-1], cuts[1:]
            continue
        begins, ends = each
        # A segment that ends before it begins is empty.
        places = rng.integers(0, size + 1, count - len(begins))
        before = places - rng.integers(0, 2, len(places))
        order = rng.permutation(count)
        lists[at] = np.append(begins, places)[order], np.append(ends, before)[order]
    return lists


def _counted_buffers(rng, kind, heads):
    """The first element starts a segment for any value of its flag."""
    if kind in ("flags", "numbers"):
        flags = heads.copy()
        flags[0, :1] = False
        if kind == "flags":
            return [flags]
        values = rng.choice(np.array([1, -1, 256, -(2**31)], np.int32), heads.shape)
        return [np.where(flags, values, 0).astype(np.int32)]
    runs = np.cumsum(heads, axis=-1)
    if kind == "key":
        return [(runs % 3) * 2**40 - 2**39]
    if kind == "equal":
        return [((runs % 5) * 4 + rng.integers(0, 4, heads.shape)).astype(np.int32)]
    # Either of two keys changes; zeros of both signs are equal. A NaN is a run by
    # itself, so it is placed where a run has one element.
    first = (runs // 2 % 3).astype(np.float32)
    zeros = (first == 0) & (rng.random(heads.shape) < 0.5)
    first[zeros] = -0.0
    after = np.ones(heads.shape, bool)
    after[:, :-1] = heads[:, 1:]
    first[heads & after & (rng.random(heads.shape) < 0.3)] = np.nan
    return [first, (runs % 2).astype(np.int8)]
