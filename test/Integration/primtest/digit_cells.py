# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cells of block_radix_rank and block_histogram. All of a block's items are a tile,
numbered as in item_cells."""

import numpy as np

from primtest.comparing import Want
from primtest.elements import I32, INDEX, SETS
from primtest.item_cells import arranged, arrangement_clause, counts_of, lanes_of
from primtest.kernel import item_type


def valid_items(kernel, items, valid):
    """The number of active items of each block, (SETS, 1), and the clause."""
    size = kernel.width * items
    if not valid:
        return np.full((SETS, 1), size), ""

    def load():
        counts = counts_of(kernel.rng, size, (SETS, 1))
        counts[-1] = 0
        return counts, kernel.block_input(I32, counts[:, 0])

    counts, operand = kernel.once(("uniform valid", items), load)
    return counts, " valid(%s)" % operand


def by_thread(kernel, numbers, share, fill=0):
    """The values of threads, from values of the block by number, (SETS, n), `share`
    each."""
    padded = np.full((SETS, kernel.width * share), fill, numbers.dtype)
    padded[:, : numbers.shape[1]] = numbers
    padded = padded.reshape(SETS, kernel.width, share)
    return padded[..., 0] if share == 1 else padded


def count(values, valid, bins):
    """The count in each bin of the first `valid` (SETS, 1) values, (SETS, n)."""
    parts = []
    for value, number in zip(values, valid[:, 0]):
        inside = value[:number]
        parts.append(np.bincount(inside[inside < bins].astype(np.int64), minlength=bins))
    return np.array(parts)


def digits_input(kernel, items, arrangement):
    """Items with any bits, (SETS, size), with few distinct values in one set and equal
    ones in another; and an operand."""
    size = kernel.width * items

    def make():
        values = kernel.rng.integers(0, 1 << 32, (SETS, size), np.uint32)
        values[1] &= 0x11111111
        values[2] = values[2, :1]
        return values

    values = kernel.once(("digits", items), make)
    at = arranged(kernel.width, kernel.hardware_wave, items, arrangement)
    operand = kernel.once(
        ("digits", items, arrangement),
        lambda: kernel.lane_input(
            I32, lanes_of(kernel, values.view(np.int32)[:, None], at)
        ),
    )
    return values, at, operand


def radix_rank(kernel, name, items, arrangement, bits, valid, counts, counted, computed):
    """`counts`: whether they are requested and, if so, for how many more digits per
    thread than necessary. `computed`: whether a region computes digits."""
    values, at, operand = digits_input(kernel, items, arrangement)
    radix = 1 << bits
    if computed:
        values = values >> np.uint32(3)
    digits = values & (radix - 1)
    valid, clauses = valid_items(kernel, items, valid)
    takes_part = np.arange(digits.shape[1]) < valid
    order = np.argsort(np.where(takes_part, digits, radix), axis=-1, kind="stable")
    ranks = np.empty(digits.shape, np.int32)
    places = np.broadcast_to(np.arange(digits.shape[1], dtype=np.int32), digits.shape)
    np.put_along_axis(ranks, order, places, -1)
    lanes = lanes_of(kernel, ranks[:, None], at)
    wants, inner = [Want(I32, lanes, np.ones(lanes.shape, bool))], []
    if counts is not None:
        share = 1
        while share * kernel.width < radix or (share < radix and counts):
            counts -= share * kernel.width >= radix
            share *= 2
        numbers = count(digits, valid, radix)
        starts = np.cumsum(numbers, axis=-1) - numbers
        have = by_thread(kernel, np.ones(numbers.shape, bool), share)
        numbers = by_thread(kernel, numbers, share)
        wants.append(Want(I32, numbers, np.ones(numbers.shape, bool)))
        wants.append(Want(I32, by_thread(kernel, starts, share), have))
        clauses += " counts(%d)" % share
        if counted:
            inner.append((wants[1], "%early"))
    types = " : " + item_type(I32, items)
    head = "prim.block_radix_rank %s bits(%d)%s%s" % (
        operand, bits, clauses, arrangement_clause(arrangement))  # fmt: skip
    if computed:
        head += """ digit {
^bb0(%key: i32):
%three = arith.constant 3 : i32
%digit = arith.shrui %key, %three : i32
prim.yield %digit : i32
}"""

    def text(stores):
        return "%s counted {\n^bb0(%%early: %s):\n%s\nprim.yield\n}%s" % (
            head, item_type(I32, share), stores, types)  # fmt: skip

    kernel.cell(name, text if inner else head + types, wants, inner)


def histogram(kernel, name, items, arrangement, bins, valid, result):
    """`result`: the destination of counts. It is the number of counts per thread beyond
    the necessary ones, or the name of a kind of memory."""
    element, size = kernel.element, kernel.width * items
    raw = "u%d" % element.size
    high = np.iinfo(raw).max

    def make():
        # One item in four is in no bin.
        near = kernel.rng.integers(0, bins + bins // 3 + 1, (SETS, size), np.uint64)
        values = np.minimum(near, high).astype(raw)
        values[1, ::5] = high
        return values

    values = kernel.once(("bins", items, bins), make)
    at = arranged(kernel.width, kernel.hardware_wave, items, arrangement)
    operand = kernel.once(
        ("bins", items, bins, arrangement),
        lambda: kernel.lane_input(
            element, lanes_of(kernel, values.view(element.raw)[:, None], at)
        ),
    )
    valid, clause = valid_items(kernel, items, valid)
    numbers = count(values, valid, bins).astype(np.int32)

    def text(to):
        return "prim.block_histogram %s bins(%d)%s%s%s : %s" % (
            operand, bins, clause, to, arrangement_clause(arrangement),
            item_type(element, items))  # fmt: skip

    everywhere = np.ones(numbers.shape, bool)
    if result == "global":
        # Added to the previous contents.
        start = np.frombuffer(bytes([kernel.UNTOUCHED]) * 4, np.int32)

        def add(base):
            memory = kernel.let("prim.base_of %%dst : memref<?x%s>" % element.name)
            step = kernel.let("arith.constant %d : index" % (4 * bins))
            first = kernel.let("arith.constant %d : index" % base)
            block = kernel.let("arith.muli %%bid, %s : index" % step)
            bytes_ = kernel.let("arith.addi %s, %s : index" % (first, block))
            own = kernel.let("prim.advance %s, %s : !prim.base<global>" % (memory, bytes_))
            return text(" into(%s : !prim.base<global>)" % own)

        return kernel.memory_cell(name, add, Want(I32, start + numbers, everywhere))
    if result == "workgroup":
        return _into_workgroup(kernel, name, text, Want(I32, numbers, everywhere))
    share = -(-bins // kernel.width) + result
    lanes = by_thread(kernel, numbers, share)
    kernel.cell(name, text(" counts(%d)" % share),
                [Want(I32, lanes, np.ones(lanes.shape, bool))])  # fmt: skip


# Counters of the largest histogram.
WORKGROUP_BINS = 1000


def _into_workgroup(kernel, name, text, want):
    """The block clears counters, counts, and stores the counters."""
    memory = "memref<%dxi32, #gpu.address_space<workgroup>>" % WORKGROUP_BINS
    counters = "%counters"
    kernel.once("counters", lambda: kernel.workgroup.append("%s : %s" % (counters, memory)))
    bins = want.defined.shape[1]
    zero = kernel.constant(I32, 0)
    end = kernel.constant(INDEX, bins)

    def store(base):
        def each(body):
            at = kernel.name()
            kernel.line("scf.for %s = %%tid to %s step %%size {" % (at, end))
            body(at)
            kernel.line("}\nprim.block_barrier")

        each(lambda at: kernel.line(
            "memref.store %s, %s[%s] : %s" % (zero, counters, at, memory)))  # fmt: skip
        kernel.line(text(" into(%s : %s)" % (counters, memory)))
        kernel.line("prim.block_barrier")
        block = kernel.let("arith.muli %%bid, %s : index" % end)

        def copy(at):
            value = kernel.let("memref.load %s[%s] : %s" % (counters, at, memory))
            place = kernel.let("arith.addi %s, %s : index" % (block, at))
            place = kernel.let("arith.index_castui %s : index to i64" % place)
            kernel.store(value, base, place, I32)

        each(copy)
        return ""

    kernel.memory_cell(name, store, want)
