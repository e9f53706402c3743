# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements of random kernels that move the items of a block, use their neighbours, or
count them."""

import numpy as np

from primtest.digit_cells import by_thread
from primtest.drawing import ANY, BIT, FINITE, INPUTS, data, joined, moved
from primtest.elements import I32, INDEX, SETS
from primtest.item_cells import arranged, arrangement_clause, lanes_of
from primtest.kernel import item_type

ARRANGEMENTS = ["blocked", "striped", 1, 2, 4]
# In addition, for ops that only move items: rows of warps of this many lanes.
WIDTHS = [1, 2, 8, 16, 32]
HINTS = ["", "", " cache(all)", " cache(stream)", " cache(constant)"]


class Moves:
    """Additional statements of a RandomKernel."""

    def block_move_op(self):
        self.rng.choice([self.exchange_op, self.exchange_op, self.shuffle_op, self.adjacent_op,
                         self.adjacent_op, self.decode_op, self.rank_op, self.count_op,
                         self.load_op, self.load_op])()  # fmt: skip

    # -- tiles ----------------------------------------------------------------

    def tile_of(self, array, at=None):
        """The items of threads by their number, (SETS, 1, size). `at` are the numbers
        that each thread holds; the default is blocked."""
        warps = self.whole_block.by_warp(array)
        if at is None:
            return warps.reshape(SETS, 1, -1)
        tile = np.empty((SETS, 1, at.size), array.dtype)
        tile[:, :, at] = warps
        return tile

    def threads_of(self, tile, at):
        lanes = lanes_of(self.whole_block, tile, at)
        return lanes[..., None] if at.shape[1] == 1 else lanes

    def arranged(self, items, arrangement):
        return arranged(self.block, self.wave, items, arrangement)

    def some_arrangement(self, items):
        fits = [a for a in ARRANGEMENTS if not isinstance(a, int) or items % a == 0]
        return self.rng.choice(fits)

    def some_move(self, items):
        """An arrangement for an op that only moves items."""
        arrangement = self.some_arrangement(items)
        if isinstance(arrangement, int) and self.chance(0.4):
            return arrangement, self.rng.choice([w for w in WIDTHS if w <= self.wave])
        return arrangement

    def members(self, most):
        """Values with the same number of items, or None."""
        key = self.any_value()
        if key is None:
            return None
        found = [key]
        while len(found) < most and self.chance(0.4):
            more = self.pick(lambda v: v.shape == key.shape and v not in found)
            found += [more] if more else []
        return found

    def types(self, members):
        return ", ".join(item_type(m.element, m.shape) for m in members)

    def below(self, items, limit):
        """A value of i32 that is at least 0 and less than a limit."""
        value = self.value_of(I32, items, ANY)
        if value is None:
            return None
        bound = self.splat(I32, items, limit)
        unsigned = lambda x, y: (x.view("u4") % y.view("u4")).view(np.int32)
        return self.binary("arith.remui", value, bound, FINITE, unsigned)

    # -- statements -----------------------------------------------------------

    def load_op(self):
        """A load of a tile of memory: all of it, or the first elements and other values
        for the rest."""
        if not self.place.inputs:
            return
        element, items = self.element, self.rng.choice([1, self.items])
        known = self.rng.choice(INPUTS) if element.is_float else FINITE
        size, arrangement = self.block * items, self.some_move(items)
        at = self.arranged(items, arrangement)
        raw = data(element, self.numbers, (size,), known)
        first = self.memory_input(raw) // element.size
        start = self.let("arith.muli %%bid, %s : index" % self.constant(INDEX, size))
        start = self.let("arith.addi %s, %s : index" % (start, self.constant(INDEX, first)))
        count = fill = None
        clauses, operands = arrangement_clause(arrangement) + self.rng.choice(HINTS), []
        if self.chance(0.4):
            count, fill = self.count(size, 0), self.uniform_of(element, ANY)
            operands = [count, fill]
            clauses = " valid(%s) fill(%s : %s)" % (count.name, fill.name, element.name) + clauses

        def loaded(*arrays):
            tile = raw[:, None]
            if arrays:
                counts, fills = (array[:, :1, 0][..., None] for array in arrays)
                tile = np.where(np.arange(size) < counts, tile, fills)
            return [self.threads_of(tile, at)]

        self.add_all(
            "prim.block_load %%src[%s]%s : memref<?x%s>, %s"
            % (start, clauses, element.name, item_type(element, items)),
            [(element, items, joined(known, fill.known) if fill else known)], loaded, operands)  # fmt: skip

    def exchange_op(self):
        members = self.members(2)
        if members is None:
            return
        items = members[0].shape
        before, after = self.some_move(items), self.some_move(items)
        kind = self.rng.choice(["plain", "ranks", "gather"])
        operands, clauses = list(members), ""
        blocked = self.arranged(items, None)
        if kind == "ranks" and not self.place.inputs:
            kind = "plain"
        if kind == "ranks":
            before = "blocked"
            numbers = np.broadcast_to(np.arange(blocked.size), (SETS, 1, blocked.size))
            ranks = self.threads_of(self.numbers.permuted(numbers, axis=-1), blocked)
            name = self.lane_input(I32, ranks if items > 1 else ranks[..., 0])
            ranks = self.given(name, I32, items, FINITE, ranks.astype(np.int32))
            operands.append(ranks)
            clauses = " ranks(%s : %s)%s" % (
                name, item_type(I32, items), arrangement_clause(after, "to"))  # fmt: skip
        elif kind == "gather":
            after = "blocked"
            places = self.below(items, blocked.size)
            if places is None:
                return
            operands.append(places)
            clauses = " gather(%s : %s)%s" % (
                places.name, item_type(I32, items), arrangement_clause(before, "from"))  # fmt: skip
        else:
            clauses = arrangement_clause(before, "from") + arrangement_clause(after, "to")
        from_, to = self.arranged(items, before), self.arranged(items, after)

        def exchanged(*arrays):
            made, arrays = [], list(arrays)
            where = self.tile_of(arrays.pop()) if kind != "plain" else None
            for array in arrays:
                tile = self.tile_of(array, from_)
                if kind == "ranks":
                    placed = np.empty_like(tile)
                    np.put_along_axis(placed, where, tile, -1)
                    tile = placed
                elif kind == "gather":
                    tile = np.take_along_axis(tile, where, -1)
                made.append(self.threads_of(tile, to))
            return made

        self.add_all(
            "prim.block_exchange %s%s : %s"
            % (", ".join(m.name for m in members), clauses, self.types(members)),
            [(m.element, items, moved(m.known)) for m in members], exchanged, operands)  # fmt: skip

    def add_all(self, text, results, function, operands):
        for value in self.emit(text, results, function, operands, False):
            self.add(value)

    def shuffle_op(self):
        members = self.members(2)
        if members is None:
            return
        items = members[0].shape
        size = self.block * items
        mode = self.rng.choice(["offset", "rotate", "up", "down"])
        words, clauses, operands = mode + " ", "", list(members)
        step = {"up": 1, "down": -1}.get(mode)
        if step is None:
            distance = self.value_of(I32, 1, ANY)
            if distance is None:
                return
            operands.append(distance)
            words, clauses = "", " %s(%s)" % (mode, distance.name)
        fills = []
        if mode != "rotate":
            fills = [self.value_of(m.element, 1, ANY) for m in members]
            if None in fills:
                return
            clauses += " fill(%s)" % ", ".join(f.name for f in fills)
        blocked = self.arranged(items, None)

        def shuffled(*arrays):
            arrays = list(arrays)
            filled = [arrays.pop() for _ in fills][::-1]
            by = np.full((SETS, 1, size), step or 0)
            if step is None:
                by = np.repeat(self.tile_of(arrays.pop().astype(np.int64)), items, -1)
            source = np.arange(size) - by
            inside = (source >= 0) & (source < size)
            made = []
            for i, array in enumerate(arrays):
                tile = np.take_along_axis(self.tile_of(array), source % size, -1)
                if fills:
                    other = np.repeat(self.tile_of(filled[i]), items, -1)
                    tile = np.where(inside, tile, other)
                made.append(self.threads_of(tile, blocked))
            return made

        known = [joined(m.known, f.known) for m, f in zip(members, fills)]
        known = known or [moved(m.known) for m in members]
        self.add_all(
            "prim.block_shuffle %s%s%s : %s"
            % (words, ", ".join(m.name for m in members), clauses, self.types(members)),
            [(m.element, items, k) for m, k in zip(members, known)],
            shuffled, operands + fills)  # fmt: skip

    def adjacent_op(self):
        members = self.members(1)
        if members is None:
            return
        (value,) = members
        items, element = value.shape, value.element
        side = self.rng.choice(["left", "right"])
        rows = self.rng.choice([None, None, *[a for a in (1, 2, 4) if items % a == 0]])
        flag = self.chance(0.5)
        at = self.arranged(items, rows)
        kind = "cmpf olt," if element.is_float else "cmpi slt,"
        body = "%%n_less = arith.%s %%n_a, %%n_b : %s\n" % (kind, element.name)
        body += "%%n_least = arith.select %%n_less, %%n_a, %%n_b : %s\n" % element.name
        result = ("%n_less", "i1") if flag else ("%n_least", element.name)
        valid = self.count(self.block * items, 0) if self.place.inputs and self.chance(0.3) else None

        def looked_at(array, *more):
            tile = self.tile_of(array, at)
            size = tile.shape[-1]
            count = more[0][:, :1] if more else np.full((SETS, 1, 1), size)
            other = np.roll(tile, 1 if side == "left" else -1, -1)
            first, second = (other, tile) if side == "left" else (tile, other)
            less = element.to_wide(first) < element.to_wide(second)
            number = np.arange(size)
            exists = number > 0 if side == "left" else number + 1 < count
            takes = number < count
            exists = exists & takes
            if flag:
                return [self.threads_of(np.where(exists, less, takes), at)]
            return [self.threads_of(np.where(exists, np.where(less, first, second), tile), at)]

        operands = [value] + ([valid] if valid else [])
        made = self.emit(
            "prim.block_adjacent %s %s%s%s map {\n^bb0(%%n_a: %s, %%n_b: %s):\n%sprim.yield %s : %s\n} : %s"
            % (side, value.name, " valid(%s)" % valid.name if valid else "",
               arrangement_clause(rows), element.name, element.name, body, *result,
               self.types(members)),
            [(BIT if flag else element, items, FINITE if flag else moved(value.known))],
            looked_at, operands, False)[0]  # fmt: skip
        if flag:
            # Values from which others can be computed.
            one, none = (self.splat(I32, items, n) for n in (1, 0))
            made = self.select(made, one, none)
        self.add(made)

    def decode_op(self):
        value = self.any_value()
        if value is None:
            return
        items = value.shape
        lengths = self.below(items, 4)
        if lengths is None:
            return
        out = self.rng.choice([1, self.items])
        number = np.arange(self.block * out)
        at = self.arranged(out, None)

        def decoded(array, given):
            tile, given = self.tile_of(array), self.tile_of(given)
            ends = np.cumsum(given, -1)
            run = np.stack([np.searchsorted(e[0], number, "right") for e in ends])[:, None]
            run = np.minimum(run, tile.shape[-1] - 1)
            total = np.broadcast_to(ends[..., -1:], (SETS, self.block, 1))
            return [self.threads_of(np.take_along_axis(tile, run, -1), at), total]

        made, total = self.emit(
            "prim.block_run_length_decode %s lengths(%s : %s) items(%d) total : %s"
            % (value.name, lengths.name, item_type(I32, items), out, self.types([value])),
            [(value.element, out, moved(value.known)), (I32, 1, FINITE)],
            decoded, [value, lengths], False)  # fmt: skip
        total.uniform = True
        self.add(total)
        self.full(made, *self.first_items(self.whole_block, out, total, True), out)

    def rank_op(self):
        value = self.any_value(lambda v: v.element is I32)
        if value is None:
            return
        items, bits = value.shape, self.rng.randint(1, 8)
        arrangement = self.some_arrangement(items)
        at = self.arranged(items, arrangement)

        def ranked(array):
            tile = self.tile_of(array, at)
            order = np.argsort(tile & ((1 << bits) - 1), axis=-1, kind="stable")
            ranks = np.empty_like(order)
            np.put_along_axis(ranks, order, np.broadcast_to(np.arange(tile.shape[-1]), tile.shape), -1)
            return [self.threads_of(ranks, at)]

        self.add_all(
            "prim.block_radix_rank %s bits(%d)%s : %s"
            % (value.name, bits, arrangement_clause(arrangement), self.types([value])),
            [(I32, items, FINITE)], ranked, [value])  # fmt: skip

    def count_op(self):
        value = self.any_value(lambda v: not v.element.is_float)
        if value is None:
            return
        bins = self.rng.randint(1, self.block)

        def counted(array):
            unsigned = self.tile_of(array)[:, 0].view("u%d" % array.itemsize)
            counts = [np.bincount(row[row < bins].astype(np.int64), minlength=bins) for row in unsigned]
            return [by_thread(self.whole_block, np.stack(counts), 1)[..., None]]

        self.add_all(
            "prim.block_histogram %s bins(%d) counts(1) : %s" % (value.name, bins, self.types([value])),
            [(I32, 1, FINITE)], counted, [value])  # fmt: skip
