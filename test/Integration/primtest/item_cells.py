# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cells of warp_exchange and of the loads and stores of warps and blocks: tiles of
numbered items, in the arrangements of the ops."""

import numpy as np

from primtest.comparing import Want
from primtest.elements import I16, I32, SETS, sample
from primtest.kernel import item_type


def numbers(kernel, items, striped):
    """The number of item j of lane i of a logical warp, (width, items)."""
    lane, item = np.arange(kernel.width)[:, None], np.arange(items)
    return item * kernel.width + lane if striped else lane * items + item


def arranged(width, wave, items, arrangement):
    """The number of item j of thread i of a block, (width, items). Rows are given as
    the number of neighbours that a thread has of each, or as that number and the lanes
    of the warps that form the rows; the default is waves."""
    thread, item = np.arange(width)[:, None], np.arange(items)
    if arrangement in ("blocked", None):
        return thread * items + item
    if arrangement == "striped":
        return item * width + thread
    if isinstance(arrangement, tuple):
        arrangement, wave = arrangement
    first = thread // wave * wave
    lanes = np.minimum(width - first, wave)
    row, place = item // arrangement, item % arrangement
    return first * items + (row * lanes + thread - first) * arrangement + place


def arrangement_clause(arrangement, keyword="arrangement"):
    """The text for a value that arranged() takes."""
    if arrangement is None:
        return ""
    word = arrangement
    if isinstance(arrangement, int):
        word = "rows(%d)" % arrangement
    elif isinstance(arrangement, tuple):
        word = "rows(%d) width(%d)" % arrangement
    return " %s(%s)" % (keyword, word)


def lanes_of(kernel, tiles, at):
    """The values of lanes, from (SETS, warps, numbers): (SETS, block[, items])."""
    lanes = kernel.by_lane(tiles[:, :, at])
    return lanes[..., 0] if at.shape[1] == 1 else lanes


def complete(kernel, items):
    """Whether a lane's logical warp is complete, per item."""
    full = np.broadcast_to(
        kernel.exists.all(axis=-1, keepdims=True), kernel.exists.shape
    )
    return lanes_of(
        kernel, np.repeat(full, items, axis=-1), numbers(kernel, items, False)
    )


def tiles(kernel, items):
    """Values by number, (SETS, warps, width * items)."""
    shape = (len(kernel.threads), kernel.width * items)
    return kernel.once(
        ("tiles", items), lambda: sample(kernel.element, kernel.rng, shape)
    )


def exchange(kernel, name, mode, items, in_registers=False):
    element = kernel.element
    from_striped = mode == "striped_to_blocked"
    before = numbers(kernel, items, from_striped)
    after = numbers(kernel, items, not from_striped)
    values, operand = held(kernel, items, from_striped, before)
    clauses, wanted = "", values
    if mode == "scatter_to_striped":

        def load():
            ranks = kernel.rng.permuted(
                np.broadcast_to(np.arange(values.shape[-1]), values.shape), axis=-1
            )
            return ranks, kernel.lane_input(I16, lanes_of(kernel, ranks, before))

        ranks, rank = kernel.once(("ranks", items), load)
        clauses = " ranks(%s : %s)" % (rank, item_type(I16, items))
        wanted = np.empty_like(values)
        np.put_along_axis(wanted, ranks, values, -1)
    kernel.cell(
        name,
        "prim.warp_exchange %s %s%s %s %s : %s"
        % (mode, operand, clauses, "in_registers" if in_registers else "",
           kernel.width_clause, item_type(element, items)),
        [Want(element, lanes_of(kernel, wanted, after), complete(kernel, items))],
    )  # fmt: skip


# More than the number of elements in the widest vector.
NEAR_AN_END = 16


def counts_of(rng, size, shape):
    """Numbers of active items, out of `size`. Half of the numbers are random; the
    others are near zero and near all, where vectors are cut. One data set is full."""
    near = np.minimum(rng.integers(0, NEAR_AN_END + 1, shape), size)
    near[rng.random(shape) < 0.2] = 0
    near = np.where(rng.random(shape) < 0.5, near, size - near)
    counts = np.where(rng.random(shape) < 0.5, near, rng.integers(0, size + 1, shape))
    counts[0] = size
    return counts


class Tile:
    """The start of each logical warp's tile in an array of all tiles, as an operand,
    and the number of its active items."""

    def __init__(self, kernel, items, valid):
        self.size = size = kernel.width * items
        warps = len(kernel.threads)
        starts = (np.arange(SETS * warps) * size).reshape(SETS, warps, 1)

        def load_starts():
            lanes = kernel.by_lane(np.repeat(starts, kernel.width, axis=-1))
            return kernel.lane_input(I32, lanes)

        self.start = kernel.once(("starts", items), load_starts)
        self.counts = np.full((SETS, warps, 1), size)
        self.clause = ""
        if valid:

            def load_valid():
                counts = counts_of(kernel.rng, size, (SETS, warps, 1))
                lanes = kernel.by_lane(np.repeat(counts, kernel.width, axis=-1))
                return counts, kernel.lane_input(I32, lanes)

            self.counts, operand = kernel.once(("valid items", items), load_valid)
            self.clause = " valid(%s)" % operand
        self.valid = np.arange(size) < self.counts

    def offset(self, kernel, base):
        """The offset of a tile; `base` counts items from the beginning of the
        memory."""
        start = kernel.let("arith.index_castui %s : i32 to index" % self.start)
        first = kernel.let("arith.constant %d : index" % base)
        return kernel.let("arith.addi %s, %s : index" % (first, start))

    def block_offset(self, kernel, base, reverse):
        """The offset of the first item of a block's tile that goes up or down."""
        return self.offset(kernel, base + (self.size - 1) * reverse)


def in_memory(kernel, items):
    """Values by number, and the item of %src at which they begin."""
    values = tiles(kernel, items)
    return values, kernel.once(
        ("tiles in memory", items),
        lambda: kernel.memory_input(values) // kernel.element.size,
    )


def held(kernel, items, arrangement, at):
    """Values by number, and the values of lanes, which hold the numbers `at`."""
    values = tiles(kernel, items)
    return values, kernel.once(
        ("held", items, arrangement),
        lambda: kernel.lane_input(kernel.element, lanes_of(kernel, values, at)),
    )


def stored_cell(kernel, name, values, stored, defined, text, reverse=False):
    """A cell of an op that writes the `stored` values and leaves the others unchanged.
    `text` returns the op for the item of %dst at which the values begin."""
    element = kernel.element
    untouched = np.frombuffer(bytes([kernel.UNTOUCHED]) * element.size, element.raw)
    wanted = np.where(stored, values, untouched)
    kernel.memory_cell(
        name,
        lambda base: text(base // element.size),
        Want(element, wanted[..., ::-1] if reverse else wanted, defined),
    )


def filled(kernel, values, tile):
    """Values of tiles, with fill values for missing ones, and the clause."""
    element = kernel.element

    def make():
        raw = sample(element, kernel.rng, (1,))[:, 0]
        return raw, kernel.block_input(element, raw)

    raw, operand = kernel.once("fill", make)
    values = np.where(tile.valid, values, raw[:, None, None])
    return values, " fill(%s : %s)" % (operand, element.name)


def load(kernel, name, method, items, valid=False, fill=False):
    element = kernel.element
    values, base = in_memory(kernel, items)
    tile = Tile(kernel, items, valid)
    clauses, defined = tile.clause, tile.valid
    if fill:
        values, clause = filled(kernel, values, tile)
        clauses += clause
        defined = np.ones_like(defined)
    at = numbers(kernel, items, method == "striped")
    defined = lanes_of(kernel, np.broadcast_to(defined, values.shape), at)
    if method == "transpose":
        defined = defined & complete(kernel, items)
    kernel.cell(
        name,
        "prim.warp_load %s %%src[%s]%s %s : memref<?x%s>, %s"
        % (method, tile.offset(kernel, base), clauses, kernel.width_clause,
           element.name, item_type(element, items)),
        [Want(element, lanes_of(kernel, values, at), defined)],
    )  # fmt: skip


def store(kernel, name, method, items, valid=False):
    striped = method == "striped"
    at = numbers(kernel, items, striped)
    values, operand = held(kernel, items, striped, at)
    tile = Tile(kernel, items, valid)
    # The items of lanes that do not exist are not stored.
    stored = np.empty(values.shape, bool)
    stored[:, :, at] = kernel.exists[..., None]
    stored &= tile.valid
    defined = np.ones(values.shape, bool)
    if method == "transpose":
        defined &= kernel.exists.all(axis=-1)[..., None]
    stored_cell(
        kernel, name, values, stored, defined,
        lambda base: "prim.warp_store %s %s, %%dst[%s]%s %s : %s, memref<?x%s>"
        % (method, operand, tile.offset(kernel, base), tile.clause,
           kernel.width_clause, item_type(kernel.element, items), kernel.element.name),
    )  # fmt: skip


def _block_memory(kernel, name, in_base):
    """The memory of a block's tile as an operand, and its type."""
    type = "memref<?x%s>" % kernel.element.name
    if not in_base:
        return name, type
    base = kernel.let("prim.base_of %s : %s" % (name, type))
    return base, "!prim.base<global>"


def cache_clause(hint):
    return " cache(%s)" % hint if hint else ""


def block_load(kernel, name, items, arrangement, valid, reverse, in_base, cache, fill):
    element = kernel.element
    values, base = in_memory(kernel, items)
    tile = Tile(kernel, items, valid)
    at = arranged(kernel.width, kernel.hardware_wave, items, arrangement)
    memory, type = _block_memory(kernel, "%src", in_base)
    read = values[..., ::-1] if reverse else values
    defined = np.broadcast_to(tile.valid, values.shape)
    clauses = tile.clause
    if fill:
        read, clause = filled(kernel, read, tile)
        clauses += clause
        defined = np.ones_like(defined)
    kernel.cell(
        name,
        "prim.block_load %s[%s]%s%s%s%s : %s, %s"
        % (memory, tile.block_offset(kernel, base, reverse), clauses,
           arrangement_clause(arrangement), " reverse" * reverse, cache_clause(cache), type,
           item_type(element, items)),
        [Want(element, lanes_of(kernel, read, at), lanes_of(kernel, defined, at))],
    )  # fmt: skip


def block_store(kernel, name, items, arrangement, valid, reverse, in_base, cache):
    at = arranged(kernel.width, kernel.hardware_wave, items, arrangement)
    values, operand = held(kernel, items, arrangement, at)
    tile = Tile(kernel, items, valid)
    memory, type = _block_memory(kernel, "%dst", in_base)
    stored_cell(
        kernel, name, values, tile.valid, np.ones(values.shape, bool),
        lambda base: "prim.block_store %s, %s[%s]%s%s%s%s : %s, %s"
        % (operand, memory, tile.block_offset(kernel, base, reverse), tile.clause,
           arrangement_clause(arrangement), " reverse" * reverse, cache_clause(cache),
           item_type(kernel.element, items), type),
        reverse,
    )  # fmt: skip


def _ranks(kernel, items, kind, from_, to):
    """The place in the tile from which each item of the result gets its value, (SETS,
    1, size), -1 for poison, and the clauses."""
    size = kernel.width * items
    lanes = lambda array, at: lanes_of(kernel, array, at)
    at = arranged(kernel.width, kernel.hardware_wave, items, None)
    if kind == "gather":

        def sources():
            places = kernel.rng.integers(0, size, (SETS, 1, size))
            return places, kernel.lane_input(I32, lanes(places, at))

        places, operand = kernel.once(("block sources", items), sources)
        clauses = " gather(%s : %s)" % (operand, item_type(I32, items))
        return places, clauses + arrangement_clause(from_, "from")

    flagged, guarded = "flags" in kind, "guarded" in kind

    def make():
        numbers = np.broadcast_to(np.arange(size), (SETS, 1, size))
        ranks = kernel.rng.permuted(numbers, axis=-1)
        goes, guard = np.ones(ranks.shape, bool), np.ones(ranks.shape, bool)
        if flagged:
            goes = kernel.rng.random(ranks.shape) < 0.7
            goes[0, 0, 0] = True
        if guarded:
            guard = kernel.rng.random(ranks.shape) < 0.7
            guard[0, 0, 0] = True
        none = kernel.rng.choice([-1, -1, -1, size, -(2**31), 2**31 - 1], ranks.shape)
        # The rank of an item without a flag is ignored.
        given = np.where(guard & goes, ranks, none)
        operands = [kernel.lane_input(I32, lanes(given, at))]
        if flagged:
            operands.append(kernel.flag_input(lanes(goes, at)))
        return ranks, goes & guard, operands

    ranks, goes, operands = kernel.once(("block ranks", items, kind), make)
    # The remaining items write to a place after the others.
    padded = np.full((SETS, 1, size + 1), -1)
    np.put_along_axis(padded, np.where(goes, ranks, size), np.broadcast_to(
        np.arange(size), ranks.shape).copy(), -1)  # fmt: skip
    places = padded[..., :size]
    clauses = " ranks(%s : %s)" % (operands[0], item_type(I32, items))
    if flagged:
        clauses += " flags(%s)" % operands[1]
    return places, clauses + " guarded" * guarded + arrangement_clause(to, "to")


def block_exchange(kernel, name, items, arrangement, to, ranks, members):
    """Several members are the same items in different orders. `ranks`: the kind of
    ranks, or None."""
    element = kernel.element
    threads, wave = kernel.width, kernel.hardware_wave
    values = tiles(kernel, items)
    if ranks not in (None, "gather"):
        arrangement = None
    if ranks == "gather":
        to = None
    before = arranged(threads, wave, items, arrangement)
    after = arranged(threads, wave, items, to)
    if ranks:
        places, clauses = _ranks(kernel, items, ranks, arrangement, to)
    else:
        places = np.broadcast_to(np.arange(values.shape[-1]), values.shape)
        clauses = arrangement_clause(arrangement, "from") + arrangement_clause(to, "to")
    operands, wants = [], []
    for member in range(members):
        moved = np.roll(values, member, axis=-1)
        operands.append(kernel.once(
            ("member", items, member, arrangement),
            lambda: kernel.lane_input(element, lanes_of(kernel, moved, before))))
        wanted = np.take_along_axis(moved, places, -1)
        wants.append(Want(element, lanes_of(kernel, wanted, after),
                          lanes_of(kernel, places >= 0, after)))  # fmt: skip
    kernel.cell(
        name,
        "prim.block_exchange %s%s : %s"
        % (", ".join(operands), clauses,
           ", ".join([item_type(element, items)] * members)),
        wants,
    )  # fmt: skip
