# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cells of warp_reduce and warp_scan."""

import folds
import numpy as np
from elements import I32, SETS
from kernel import Want, vector_type


def reduce(kernel, combiner, name, all=False, valid=None, segment=None, items=1):
    given = Given(kernel, combiner, items, valid, segment)
    clauses = given.clauses + (["all"] if all else [])
    if segment:
        state, starts = given.scan(reverse=True)
        # Only a segment's first lane has its fold.
        inclusive, starts = given.scan()
        defined = (starts & given.counts)[..., ::items]
        fold = tuple(part[..., ::items] for part in state)
    else:
        inclusive, _ = given.scan()
        fold, any = folds.total(combiner, inclusive, given.counts)
        defined = kernel.exists & (all | (np.arange(kernel.width) == 0))
        fold = given.or_identity(any, fold, defined)
        if combiner.identity is None:
            defined = defined & any
    kernel.cell(
        name,
        given.text("reduce", "", clauses),
        given.wants(fold, defined),
    )


def scan(kernel, combiner, name, mode, init=False, total=False, reverse=False,
         head=False, packed=False, distance=False, valid=None, items=1):  # fmt: skip
    segment = "head" if head else "packed" if packed else None
    given = Given(kernel, combiner, items, valid, segment)
    clauses = list(given.clauses)
    inclusive, starts = given.scan(reverse)
    defined = given.counts
    wants = []
    if mode != "exclusive":
        wants += given.wants(given.unflatten(inclusive), given.unflatten([defined])[0])
    if mode != "inclusive":
        before = tuple(
            np.roll(part, -1 if reverse else 1, axis=-1) for part in inclusive
        )
        start = None
        if init:
            names, start = given.init()
            clauses.append("init(%s)" % ", ".join(names))
            both = (before, start) if reverse else (start, before)
            before = folds.choose(starts, start, combiner.apply(*both))
        elif combiner.identity is not None:
            before = folds.choose(starts, given.identity(), before)
        else:
            defined = defined & ~starts
        wants += given.wants(given.unflatten(before), given.unflatten([defined])[0])
    for present, word in ((total, "total"), (reverse, "reverse"), (distance, "distance")):
        if present:
            clauses.append(word)
    if total:
        everything, _ = given.scan(segments=False)
        fold, any = folds.total(combiner, everything, given.counts)
        everywhere = kernel.exists
        fold = given.or_identity(any, fold, everywhere)
        if combiner.identity is None:
            everywhere = everywhere & any
        wants += given.wants(fold, everywhere)
    if distance:
        _, heads = given.scan() if reverse else (None, starts)
        position = np.arange(kernel.width)
        begin = np.maximum.accumulate(
            np.where(heads[..., ::items], position, 0), axis=-1
        )
        wants.append(
            Want(I32, kernel.by_lane(position - begin),
                 kernel.by_lane(given.counts[..., ::items])))  # fmt: skip
    kernel.cell(name, given.text("scan", mode, clauses), wants)


class Given:
    """The operands of one op and the clauses that reduce and scan share. States
    are flat: the items of a logical warp, one after the other."""

    def __init__(self, kernel, combiner, items, valid, segment):
        self.kernel = kernel
        self.combiner = combiner
        self.items = items
        self.clauses = []
        shape = (kernel.block,) if items == 1 else (kernel.block, items)
        rng = kernel.rng
        key = (combiner.name, items)

        def load():
            raws = combiner.sample(rng, shape)
            pairs = zip(combiner.elements, raws)
            return raws, [kernel.lane_input(e, raw) for e, raw in pairs]

        self.raws, self.names = kernel.once(("input", key), load)
        if combiner.identity is not None and combiner.region:
            self.clauses.append(combiner.identity_clause(kernel))
        exists = kernel.exists
        if valid:
            name, counts = self._valid(valid)
            self.clauses.append("valid(%s)" % name)
            exists = exists & (np.arange(kernel.width) < counts)
        self.counts = np.repeat(exists, items, axis=-1)
        self.heads = None
        if segment == "packed":
            # The flag is the top bit of the input, the value what is below.
            self.clauses.append("packed")
            self.heads = kernel.by_warp(self.raws[0] < 0)
            self.raws = [self.raws[0] & np.iinfo(self.raws[0].dtype).max]
        elif segment:
            name, self.heads = self._flags(segment)
            self.clauses.append("%s(%s)" % (segment, name))
        self.key = key + (valid, segment)

    def _valid(self, valid):
        """How many lanes count: a constant, one number per block, or one per
        logical warp; 0 where there is an identity."""
        kernel, least = self.kernel, int(self.combiner.identity is None)
        width = kernel.width
        if valid == "constant":
            count = max((width + 1) // 2, 1)
            return kernel.constant(I32, count), np.full((SETS, 1, 1), count)

        def load_uniform():
            counts = np.array([width // 2 + 1, width, least])
            return kernel.block_input(I32, counts), counts[:, None, None]

        def load_lanes():
            warps = kernel.threads.shape[0]
            counts = kernel.rng.integers(least, width + 1, (SETS, warps, 1))
            lanes = kernel.by_lane(np.repeat(counts, width, axis=-1))
            return kernel.lane_input(I32, lanes), counts

        load = load_uniform if valid == "uniform" else load_lanes
        return kernel.once(("valid", valid, least), load)

    def _flags(self, segment):
        """Segments of few and of many lanes, and of one."""
        kernel = self.kernel

        def load():
            chance = np.array([0.15, 0.5, 0.98])[:, None]
            flags = kernel.rng.random((SETS, kernel.block)) < chance
            return flags, kernel.flag_input(flags)

        flags, name = kernel.once("flags", load)
        flags = kernel.by_warp(flags)
        if segment == "tail":
            flags = np.roll(flags, 1, axis=-1)
        heads = np.zeros(flags.shape + (self.items,), bool)
        heads[..., 0] = flags
        return name, heads.reshape(self.counts.shape)

    def scan(self, reverse=False, segments=True):
        kernel, combiner = self.kernel, self.combiner
        heads = self.heads if segments else None

        def make():
            warps = [kernel.by_warp(raw) for raw in self.raws]
            flat = [raw.reshape(self.counts.shape) for raw in warps]
            state = combiner.lift(flat)
            return folds.scan(combiner, state, self.counts, heads, reverse)

        return kernel.once(("scan", self.key, reverse, heads is None), make)

    def init(self):
        """Names of what a scan starts from, and its state: one per block."""
        kernel, combiner = self.kernel, self.combiner

        def load():
            raws = combiner.sample(kernel.rng, (1,))
            pairs = zip(combiner.elements, raws)
            names = [kernel.block_input(e, raw[:, 0]) for e, raw in pairs]
            return names, combiner.lift([raw[:, :, None] for raw in raws])

        return kernel.once(("init", combiner.name), load)

    def identity(self):
        raws = [np.full((SETS, 1, 1), value) for value in self.combiner.identity]
        return self.combiner.lift([r.astype(e.raw) for e, r in zip(self.combiner.elements, raws)])

    def or_identity(self, any, fold, lanes):
        if self.combiner.identity is not None:
            fold = folds.choose(any, fold, self.identity())
        return tuple(np.broadcast_to(part, lanes.shape) for part in fold)

    def unflatten(self, state):
        if self.items == 1:
            return state
        shape = self.kernel.exists.shape + (self.items,)
        return tuple(part.reshape(shape) for part in state)

    def wants(self, state, defined):
        kernel = self.kernel
        raws, bounds = self.combiner.lower(state)
        return [
            Want(element, kernel.by_lane(raw), kernel.by_lane(defined),
                 None if bound is None else kernel.by_lane(bound))
            for element, raw, bound in zip(self.combiner.elements, raws, bounds)
        ]  # fmt: skip

    def text(self, op, mode, clauses):
        combiner = self.combiner
        types = [
            e.name if self.items == 1 else vector_type(e, self.items)
            for e in combiner.elements
        ]
        words = ["prim.warp_" + op, mode, combiner.head, ", ".join(self.names)]
        words += clauses + [self.kernel.width_clause, combiner.region]
        return "%s : %s" % (" ".join(w for w in words if w), ", ".join(types))
