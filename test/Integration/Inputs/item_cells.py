# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cells of warp_exchange, warp_load and warp_store: tiles of items, with a
number each, in blocked or striped arrangement."""

import numpy as np
from elements import I16, I32, SETS, sample
from kernel import Want, item_type, vector_type


def numbers(kernel, items, striped):
    """The number of item j of lane i of a logical warp, (width, items)."""
    lane, item = np.arange(kernel.width)[:, None], np.arange(items)
    return item * kernel.width + lane if striped else lane * items + item


def lanes_of(kernel, tiles, at):
    """What lanes hold of (SETS, warps, numbers), (SETS, block[, items])."""
    lanes = kernel.by_lane(tiles[:, :, at])
    return lanes[..., 0] if at.shape[1] == 1 else lanes


def complete(kernel, items):
    """Whether a lane's logical warp has all its lanes, per item."""
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
    values = tiles(kernel, items)
    from_striped = mode == "striped_to_blocked"
    before = numbers(kernel, items, from_striped)
    after = numbers(kernel, items, not from_striped)
    operand = kernel.once(
        ("exchange", items, from_striped),
        lambda: kernel.lane_input(element, lanes_of(kernel, values, before)),
    )
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


class Tile:
    """Where the tile of each logical warp starts in an array of all tiles, as an
    operand, and how many of its items count."""

    def __init__(self, kernel, items, valid):
        size = kernel.width * items
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
                counts = kernel.rng.integers(0, size + 1, (SETS, warps, 1))
                lanes = kernel.by_lane(np.repeat(counts, kernel.width, axis=-1))
                return counts, kernel.lane_input(I32, lanes)

            self.counts, operand = kernel.once(("valid items", items), load_valid)
            self.clause = " valid(%s)" % operand
        self.valid = np.arange(size) < self.counts

    def offset(self, kernel, base):
        """`base` counts items from the beginning of the memory."""
        start = kernel.let("arith.index_castui %s : i32 to index" % self.start)
        first = kernel.let("arith.constant %d : index" % base)
        return kernel.let("arith.addi %s, %s : index" % (first, start))


def load(kernel, name, method, items, valid=False, fill=False):
    element = kernel.element
    values = tiles(kernel, items)
    base = kernel.once(
        ("tiles in memory", items),
        lambda: kernel.memory_input(values) // element.size,
    )
    tile = Tile(kernel, items, valid)
    clauses, defined = tile.clause, tile.valid
    if fill:
        raw = sample(element, kernel.rng, (1,))[:, 0]
        operand = kernel.once("fill", lambda: (raw, kernel.block_input(element, raw)))
        values = np.where(tile.valid, values, operand[0][:, None, None])
        clauses += " fill(%s : %s)" % (operand[1], element.name)
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
    element = kernel.element
    values = tiles(kernel, items)
    striped = method == "striped"
    at = numbers(kernel, items, striped)
    operand = kernel.once(
        ("exchange", items, striped),
        lambda: kernel.lane_input(element, lanes_of(kernel, values, at)),
    )
    tile = Tile(kernel, items, valid)
    # Nobody stores the items of lanes that do not exist; what nobody stores
    # keeps what was there.
    stored = np.empty(values.shape, bool)
    stored[:, :, at] = kernel.exists[..., None]
    stored &= tile.valid
    defined = np.ones(values.shape, bool)
    if method == "transpose":
        defined &= kernel.exists.all(axis=-1)[..., None]
    untouched = np.frombuffer(bytes([kernel.UNTOUCHED]) * element.size, element.raw)
    want = Want(element, np.where(stored, values, untouched), defined)
    kernel.memory_cell(
        name,
        lambda base: "prim.warp_store %s %s, %%dst[%s]%s %s : %s, memref<?x%s>"
        % (method, operand, tile.offset(kernel, base // element.size), tile.clause,
           kernel.width_clause, item_type(element, items), element.name),
        want,
    )  # fmt: skip
