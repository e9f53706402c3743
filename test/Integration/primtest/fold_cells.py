# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cells of the reductions and scans of warps and blocks."""

import numpy as np

from primtest import folds
from primtest.comparing import Want
from primtest.elements import I32, I8, SETS
from primtest.item_cells import arranged, arrangement_clause
from primtest.kernel import item_type


def reduce(kernel, combiner, name, all=False, valid=None, segment=None, items=1,
           rows=None, init=False):  # fmt: skip
    given = Given(kernel, combiner, items, valid, segment, rows)
    clauses = given.clauses + (["all"] if all else [])
    from_init = lambda fold: fold
    if init:
        names, start = given.init()
        clauses.append("init(%s)" % ", ".join(names))
        from_init = lambda fold: folds.after(combiner, start, fold, False)
    if segment:
        fold, _ = given.scan(reverse=True)
        # Only the first lane, or item, of a segment has its fold.
        _, starts = given.scan()
        defined = starts & given.counts
        if kernel.level == "warp":
            defined = defined[..., ::items]
            fold = tuple(part[..., ::items] for part in fold)
        else:
            defined = given.unflatten([defined])[0]
            fold = given.unflatten(fold)
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
        given.wants(from_init(fold), defined),
    )


def scan(kernel, combiner, name, mode, init=False, total=False, reverse=False,
         head=False, packed=False, distance=False, valid=None, items=1,
         prefix=None, rows=None):  # fmt: skip
    """`prefix`: "always" has a prefix region, and "sometimes" one that returns a prefix
    in some blocks only."""
    segment = "head" if head else "packed" if packed else None
    given = Given(kernel, combiner, items, valid, segment, rows)
    clauses = list(given.clauses)
    inclusive, starts = given.scan(reverse)
    defined = given.counts
    region = Prefix(given, prefix == "sometimes") if prefix else None
    wants = []
    # The places where a prefix is used, and those where a segment starts without it.
    ahead, anew = given.ahead()
    if mode != "exclusive":
        after = inclusive
        if region:
            after = folds.choose(ahead, region.before(inclusive, reverse), inclusive)
        elif init and mode == "inclusive":
            names, start = given.init()
            clauses.append("init(%s)" % ", ".join(names))
            after = folds.after(combiner, start, inclusive, reverse)
        wants += given.wants(given.unflatten(after), given.unflatten([defined])[0])
    if mode != "inclusive":
        before = folds.shifted(inclusive, reverse)
        if init:
            names, start = given.init()
            clauses.append("init(%s)" % ", ".join(names))
            folded = folds.after(combiner, start, before, reverse)
            before = folds.choose(starts, start, folded)
        elif region:
            nothing = before
            if combiner.identity is not None:
                nothing = folds.choose(starts, given.identity(), before)
            else:
                defined = defined & (region.present | ~starts)
            folded = folds.choose(starts, region.state, region.before(before, reverse))
            before = folds.choose(region.present & ahead & ~anew, folded, nothing)
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
    kernel.cell(
        name,
        given.text("scan", mode, clauses, region),
        wants,
        region.inner() if region else (),
    )


class Prefix:
    """A prefix region. It yields one value per block, and stores the values that it
    receives to memory."""

    def __init__(self, given, may_be_absent):
        self.given = given
        kernel = given.kernel
        self.names, self.state = given.init()
        self.present = np.ones((SETS, 1, 1), bool)
        self.types = [element.name for element in given.combiner.elements]
        self.yields = list(self.types)
        self.head = kernel.name() if given.heads is not None else None
        if may_be_absent:

            def load():
                present = np.arange(SETS) % 2 == 1
                byte = kernel.block_input(I8, present.astype(np.int8))
                zero = kernel.constant(I8, 0)
                flag = kernel.let("arith.cmpi ne, %s, %s : i8" % (byte, zero))
                return present[:, None, None], flag

            self.present, name = kernel.once("prefix present", load)
            self.names = self.names + [name]
            self.yields.append("i1")
        self.arguments = [kernel.name() for _ in self.types]

    def before(self, state, reverse):
        """`state` with the prefix before it, if there is one."""
        folded = folds.after(self.given.combiner, self.state, state, reverse)
        return folds.choose(self.present, folded, state)

    def inner(self):
        """The values that the region must receive: the fold of the block, or of its
        last segment, and whether that fold starts at its head."""
        given = self.given
        everything, _ = given.scan()
        fold, any = folds.total(given.combiner, everything, given.counts)
        fold = given.or_identity(any, fold, any)
        raws, bounds = given.combiner.lower(fold, given.depth)
        flat = lambda array: None if array is None else array.reshape(SETS, 1)
        holds = []
        if self.head:
            held = flat((given.heads & given.counts).any(axis=-1))
            holds = [(Want(I8, held.astype(np.int8), held | True), self.head + "b")]
        return holds + [
            (Want(element, flat(raw), flat(any | True), flat(bound)), argument)
            for element, raw, bound, argument in zip(
                given.combiner.elements, raws, bounds, self.arguments)
        ]  # fmt: skip

    def text(self, stores):
        pairs = list(zip(self.arguments, self.types))
        if self.head:
            pairs.insert(0, (self.head, "i1"))
            stores = "%sb = arith.extui %s : i1 to i8\n" % (self.head, self.head) + stores
        return "prefix {\n^bb0(%s):\n%s\nprim.yield %s : %s\n}" % (
            ", ".join("%s: %s" % pair for pair in pairs),
            stores, ", ".join(self.names), ", ".join(self.yields))  # fmt: skip


class Given:
    """The operands of one op, and the clauses that reduce and scan share. States are
    flat: the items of a logical warp in sequence. `rows`: the number of neighbours of a
    row that a thread has, if its items are not one run."""

    def __init__(self, kernel, combiner, items, valid, segment, rows=None):
        self.kernel = kernel
        self.combiner = combiner
        self.items = items
        self.clauses = []
        # The place of each item of each lane in the flat order, and the inverse.
        self.at = self.inverse = slice(None)
        if rows:
            self.clauses.append(arrangement_clause(rows).strip())
            self.at = arranged(kernel.width, kernel.hardware_wave, items, rows).ravel()
            self.inverse = np.argsort(self.at)
        shape = (kernel.block,) if items == 1 else (kernel.block, items)
        rng = kernel.rng
        key = (combiner.name, items)

        def load():
            raws = combiner.sample(rng, shape)
            pairs = zip(combiner.elements, raws)
            return raws, [kernel.lane_input(e, raw) for e, raw in pairs]

        self.raws, self.names = kernel.once(("input", key), load)
        literals = combiner.identity_literals()
        if literals:
            names = [
                kernel.literal(e.name, text)
                for e, text in zip(combiner.elements, literals)
            ]
            self.clauses.append("identity(%s)" % ", ".join(names))
        # The number of additions that an item undergoes within a thread and among
        # threads.
        self.depth = items + int(np.ceil(np.log2(kernel.width)))
        self.counts = np.repeat(kernel.exists, items, axis=-1)
        # The unit of `valid`: lanes of a warp, items of a block.
        self.per_unit = items if kernel.level == "warp" else 1
        if valid:
            name, units = self._valid(valid)
            self.clauses.append("valid(%s)" % name)
            below = np.arange(kernel.width * items) < units * self.per_unit
            self.counts = self.counts & below
        self.heads = None
        if segment == "packed":
            # The flag is the top bit of the input; the value is the bits below.
            self.clauses.append("packed")
            self.heads = kernel.by_warp(self.raws[0] < 0)
            self.raws = [self.raws[0] & np.iinfo(self.raws[0].dtype).max]
        elif segment:
            name, self.heads = self._flags(segment)
            self.clauses.append("%s(%s)" % (segment, name))
        self.key = key + (valid, segment, rows)

    def _valid(self, valid):
        """The number of active lanes or items: a constant, one number per block, or one
        per logical warp; 0 if there is an identity."""
        kernel, least = self.kernel, int(self.combiner.identity is None)
        width = kernel.width * self.items // self.per_unit
        if valid == "constant":
            # Counts large enough that all steps of a fold reach some of them.
            count = max(2 * width // 3, 1)
            return kernel.constant(I32, count), np.full((SETS, 1, 1), count)

        def load_uniform():
            counts = kernel.rng.permutation([width // 2 + 1, width, least])
            return kernel.block_input(I32, counts), counts[:, None, None]

        def load_lanes():
            warps = kernel.threads.shape[0]
            counts = kernel.rng.integers(least, width + 1, (SETS, warps, 1))
            lanes = kernel.by_lane(np.repeat(counts, kernel.width, axis=-1))
            return kernel.lane_input(I32, lanes), counts

        load = load_uniform if valid == "uniform" else load_lanes
        return kernel.once(("valid", valid, least, width), load)

    def _flags(self, segment):
        """Segments of few and of many lanes, or items of a block, and of one."""
        kernel = self.kernel
        of_items = kernel.level == "block" and self.items > 1
        shape = (kernel.block, self.items) if of_items else (kernel.block,)
        # In a block of this many items some waves have no head.
        chances = [0.15, 0.5, 0.98] if kernel.level == "warp" else [0.005, 0.2, 0.95]

        def load():
            chance = np.array(chances).reshape(-1, *[1] * len(shape))
            flags = kernel.rng.random((SETS, *shape)) < chance
            return flags, kernel.flag_input(flags)

        flags, name = kernel.once(("flags", shape), load)
        flags = kernel.by_warp(flags)
        heads = flags
        if kernel.level == "warp":
            heads = np.zeros(flags.shape + (self.items,), bool)
            heads[..., 0] = np.roll(flags, 1, axis=-1) if segment == "tail" else flags
        heads = heads.reshape(self.counts.shape)[..., self.inverse]
        if kernel.level == "block" and segment == "tail":
            heads = np.roll(heads, 1, axis=-1)
        return name, heads

    def ahead(self):
        """Masks of the items that come before all heads, and of the heads."""
        if self.heads is None:
            return np.ones_like(self.counts), np.zeros_like(self.counts)
        return ~np.logical_or.accumulate(self.heads, axis=-1), self.heads

    def scan(self, reverse=False, segments=True):
        kernel, combiner = self.kernel, self.combiner
        heads = self.heads if segments else None

        def make():
            warps = [kernel.by_warp(raw) for raw in self.raws]
            flat = [raw.reshape(self.counts.shape)[..., self.inverse] for raw in warps]
            state = combiner.lift(flat)
            return folds.scan(combiner, state, self.counts, heads, reverse)

        return kernel.once(("scan", self.key, reverse, heads is None), make)

    def init(self):
        """Names of the initial values of a scan, and their state: one per block."""
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
        return tuple(part[..., self.at].reshape(shape) for part in state)

    def wants(self, state, defined):
        kernel = self.kernel
        raws, bounds = self.combiner.lower(state, self.depth)
        return [
            Want(element, kernel.by_lane(raw), kernel.by_lane(defined),
                 None if bound is None else kernel.by_lane(bound))
            for element, raw, bound in zip(self.combiner.elements, raws, bounds)
        ]  # fmt: skip

    def text(self, op, mode, clauses, prefix=None):
        """The op; with a Prefix, a function of the contents of its region."""
        combiner = self.combiner
        types = [item_type(e, self.items) for e in combiner.elements]
        head = ["prim.%s_%s" % (self.kernel.level, op), mode, combiner.head]
        head += [", ".join(self.names), *clauses, self.kernel.width_clause]

        def whole(region):
            words = [*head, combiner.region, region]
            return "%s : %s" % (" ".join(w for w in words if w), ", ".join(types))

        return (lambda stores: whole(prefix.text(stores))) if prefix else whole("")
