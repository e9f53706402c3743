# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cells of block_adjacent, block_shuffle and block_run_length_decode. All of a block's
items are a tile, numbered as in item_cells."""

import numpy as np

from primtest.comparing import Want
from primtest.digit_cells import by_thread, valid_items
from primtest.elements import I32, I64, I8, SETS, sample
from primtest.item_cells import arranged, arrangement_clause, held, lanes_of, tiles
from primtest.kernel import item_type

# The results of regions of block_adjacent: differences, flags, flags that depend on the
# number of the second item, by a branch; a difference of another type; and for two
# members a flag and a difference.
GIVES = ["difference", "flag", "numbered", "other", "members"]


def other_element(element):
    return I64 if element is I32 else I32


def _region(element, gives):
    """The text of a region whose result depends on the order of its arguments."""
    type = element.name
    if element.is_float:
        less = "%%less = arith.cmpf olt, %%a, %%b : %s" % type
        minus = (
            "%%two = arith.constant 2.0 : %s\n"
            "%%minus = arith.select %%less, %%b, %%two : %s" % (type, type)
        )
    else:
        less = "%%less = arith.cmpi slt, %%a, %%b : %s" % type
        minus = "%%minus = arith.subi %%b, %%a : %s" % type
    arguments = [("a", type), ("b", type)]
    lines, yields = [less], [("less", "i1")]
    if gives == "difference":
        lines, yields = [less, minus], [("minus", type)]
    elif gives == "numbered":
        arguments += [("number", "i32")]
        lines += ["""%one = arith.constant 1 : i32
%low = arith.andi %number, %one : i32
%odd = arith.cmpi eq, %low, %one : i32
%flag = scf.if %odd -> i1 {
scf.yield %less : i1
} else {
%true = arith.constant true
%not = arith.xori %less, %true : i1
scf.yield %not : i1
}"""]  # fmt: skip
        yields = [("flag", "i1")]
    elif gives == "other":
        arguments += [("number", "i32")]
        wide = other_element(element).name
        number = "%number"
        if wide == "i64":
            lines.append("%long = arith.extsi %number : i32 to i64")
            number = "%long"
        lines += [
            "%%zero = arith.constant 0 : %s" % wide,
            "%%other = arith.select %%less, %s, %%zero : %s" % (number, wide),
        ]
        yields = [("other", wide)]
    elif gives == "members":
        # Members come item by item; the order of the second one is reversed.
        arguments = [("a", type), ("c", type), ("b", type), ("d", type)]
        lines.append(minus.replace("%a", "%A").replace("%b", "%B")
                     .replace("%A", "%d").replace("%B", "%c")
                     .replace("%less,", "%more,"))  # fmt: skip
        if element.is_float:
            lines.insert(1, "%%more = arith.cmpf olt, %%d, %%c : %s" % type)
        yields = [("less", "i1"), ("minus", type)]
    return "{\n^bb0(%s):\n%s\nprim.yield %s : %s\n}" % (
        ", ".join("%%%s: %s" % each for each in arguments),
        "\n".join(lines),
        ", ".join("%" + name for name, _ in yields),
        ", ".join(type for _, type in yields),
    )


def _minus(element, a, b):
    """The difference of raw values as regions compute it."""
    if not element.is_float:
        with np.errstate(all="ignore"):
            return b - a
    two = element.to_raw(np.array(2.0))
    return np.where(_less(element, a, b), b, two)


def _less(element, a, b):
    with np.errstate(all="ignore"):
        return element.to_wide(a) < element.to_wide(b)


def _looked_at(element, gives, first, second, number):
    """The region's results for pairs, as arrays with their elements, None for a
    flag."""
    less = _less(element, first[0], second[0])
    if gives == "difference":
        return [(element, _minus(element, first[0], second[0]))]
    if gives == "numbered":
        return [(None, np.where(number % 2 == 1, less, ~less))]
    if gives == "other":
        return [(other_element(element), np.where(less, number, 0))]
    if gives == "members":
        return [(None, less), (element, _minus(element, second[1], first[1]))]
    return [(None, less)]


def adjacent(kernel, name, items, rows, sides, valid, outside, gives):
    """`outside`: whether the block's neighbours are given."""
    element = kernel.element
    size = kernel.width * items
    at = arranged(kernel.width, kernel.hardware_wave, items, rows)
    values, operand = held(kernel, items, rows, at)
    members, operands = [values[:, 0]], [operand]
    if gives == "members":
        turned = np.roll(values, 1, axis=-1)
        members.append(turned[:, 0])
        operands.append(kernel.once(
            ("turned", items, rows),
            lambda: kernel.lane_input(element, lanes_of(kernel, turned, at))))  # fmt: skip
    count, clauses = valid_items(kernel, items, valid)
    numbers = np.arange(size)
    takes_part = numbers < count
    left, right = "left" in sides, "right" in sides
    around = []
    for word, wanted in (("predecessor", left), ("successor", right)):
        if outside and wanted:

            def make():
                raw = sample(element, kernel.rng, (2,))
                return raw, [kernel.block_input(element, raw[:, i]) for i in (0, 1)]

            raw, names = kernel.once(word, make)
            clauses += " %s(%s)" % (word, ", ".join(names[: len(members)]))
            around.append(raw)
        else:
            around.append(None)

    wants = []
    for side in ("left", "right"):
        if side not in sides:
            continue
        neighbours = []
        for i, member in enumerate(members):
            beside = np.roll(member, 1 if side == "left" else -1, axis=-1)
            given = around[side == "right"]
            if given is not None and side == "left":
                beside[:, 0] = given[:, i]
            elif given is not None:
                ends = (numbers + 1 == count) & takes_part
                beside = np.where(ends, given[:, i, None], beside)
            neighbours.append(beside)
        if side == "left":
            exists = takes_part & ((numbers > 0) | outside)
            pairs = (neighbours, members, np.broadcast_to(numbers, takes_part.shape))
        else:
            exists = takes_part & ((numbers + 1 < count) | outside)
            pairs = (members, neighbours, np.broadcast_to(numbers + 1, takes_part.shape))
        for i, (type, raw) in enumerate(_looked_at(element, gives, *pairs)):
            defined = np.ones(exists.shape, bool)
            if type is None:
                raw = np.where(exists, raw, takes_part)
            elif type is element:
                raw = np.where(exists, raw, members[i])
            else:
                defined = exists
            give = lambda array: lanes_of(kernel, array[:, None], at)
            wants.append(Want(type or I8, give(raw), give(defined), is_bit=type is None))
    kernel.cell(
        name,
        "prim.block_adjacent %s %s%s%s map %s : %s"
        % (sides, ", ".join(operands), clauses, arrangement_clause(rows),
           _region(element, gives),
           ", ".join([item_type(element, items)] * len(members))),
        wants,
    )  # fmt: skip


def shuffle(kernel, name, items, mode, distance, fill, edge, members):
    """`distance`: whether it is a constant, or a value of the block or of each
    thread."""
    element, threads = kernel.element, kernel.width
    size = threads * items
    at = arranged(threads, kernel.hardware_wave, items, None)
    values = tiles(kernel, items)
    clauses, words = "", mode + " "
    step = np.full((SETS, size), 1 if mode == "up" else -1)
    if mode in ("offset", "rotate"):
        words = ""
        step, operand = _distance(kernel, size, distance)
        step = np.repeat(step, items, axis=-1)
        clauses += " %s(%s)" % (mode, operand)
    source = np.arange(size) - step
    exists = (source >= 0) & (source < size)
    source %= size
    if mode == "rotate":
        exists[:] = True

    wants, operands, fills, edges = [], [], [], []
    for member in range(members):
        moved = np.roll(values, member, axis=-1)[:, 0]
        operands.append(kernel.once(
            ("member", items, member, None),
            lambda: kernel.lane_input(element, lanes_of(kernel, moved[:, None], at))))  # fmt: skip
        wanted = np.take_along_axis(moved, source, -1)
        defined = exists
        if fill:

            def make():
                raw = sample(element, kernel.rng, (threads,))
                return raw, kernel.lane_input(element, raw)

            raw, operand = kernel.once(("fill", member), make)
            fills.append(operand)
            wanted = np.where(exists, wanted, np.repeat(raw, items, axis=-1))
            defined = np.ones_like(exists)
        give = lambda array: lanes_of(kernel, array[:, None], at)
        wants.append(Want(element, give(wanted), give(defined)))
        last = moved[:, -1 if mode == "up" else 0]
        everywhere = np.ones((SETS, threads), bool)
        edges.append(Want(element, np.repeat(last[:, None], threads, -1), everywhere))
    if fill:
        clauses += " fill(%s)" % ", ".join(fills)
    if edge:
        clauses += " edge"
        wants += edges
    kernel.cell(
        name,
        "prim.block_shuffle %s%s%s : %s"
        % (words, ", ".join(operands), clauses,
           ", ".join([item_type(element, items)] * members)),
        wants,
    )  # fmt: skip


def _distance(kernel, size, kind):
    """The distance by which items move, (SETS, threads), and an operand. Distances wrap
    around any number of times, up to the limits of the type."""

    def make():
        shape = (SETS, kernel.width if kind == "lane" else 1)
        far = kernel.rng.integers(-(2**31), 2**31, shape)
        near = kernel.rng.integers(-size, size + 1, shape)
        some = np.where(kernel.rng.random(shape) < 0.2, far, near)
        # A distance with results to compare.
        some[0] = kernel.rng.integers(-1, 2, shape[1])
        if kind == "constant":
            some[:] = kernel.rng.integers(-(size // 2), size // 2 + 1)
            return some, kernel.constant(I32, some[0, 0])
        if kind == "lane":
            some[2, 0] = -(2**31)
            return some, kernel.lane_input(I32, some)
        return some, kernel.block_input(I32, some[:, 0])

    some, operand = kernel.once(("distance", size, kind), make)
    return np.broadcast_to(some, (SETS, kernel.width)), operand


def run_length_decode(kernel, name, items, out, window, offsets, total, members):
    """`out`: items per thread of the window, which begins at `window`, or with the
    first item."""
    element, threads = kernel.element, kernel.width
    runs, size = threads * items, threads * out
    at = arranged(threads, kernel.hardware_wave, items, None)
    values = tiles(kernel, items)

    def make():
        # Runs of a few items; runs of which almost all are empty; one run of many
        # items.
        lengths = kernel.rng.integers(0, 2 * (size // runs) + 2, (SETS, runs))
        few = kernel.rng.random(runs) < 0.9
        lengths[1] = np.where(few, 0, 5 * lengths[1])
        lengths[2] = np.where(few, 0, lengths[2])
        lengths[2, kernel.rng.integers(0, runs)] = 3 * size
        return lengths, kernel.lane_input(I32, lanes_of(kernel, lengths[:, None], at))

    lengths, operand = kernel.once(("lengths", items, out), make)
    totals = lengths.sum(axis=-1)
    clauses, begin = "", np.zeros(SETS, int)
    if window:

        def start():
            where = np.minimum(totals, totals * [0, 1, 1] // [1, 2, 3] + [1, 0, 0])
            return where, kernel.block_input(I32, where)

        begin, start_operand = kernel.once(("window", items, out), start)
        clauses = " window(%s)" % start_operand
    number = begin[:, None] + np.arange(size)
    exists = number < totals[:, None]
    ends = np.cumsum(lengths, axis=-1)
    run = np.stack([np.searchsorted(e, n, "right") for e, n in zip(ends, number)])
    run = np.minimum(run, runs - 1)
    give = lambda array: by_thread(kernel, array, out)
    wants, operands = [], []
    for member in range(members):
        moved = np.roll(values, member, axis=-1)[:, 0]
        operands.append(kernel.once(
            ("member", items, member, None),
            lambda: kernel.lane_input(element, lanes_of(kernel, moved[:, None], at))))  # fmt: skip
        decoded = np.take_along_axis(moved, run, -1)
        wants.append(Want(element, give(decoded), give(exists)))
    if offsets:
        within = number - np.take_along_axis(ends - lengths, run, -1)
        wants.append(Want(I32, give(within), give(exists)))
    if total:
        everywhere = np.ones((SETS, threads), bool)
        wants.append(Want(I32, np.repeat(totals[:, None], threads, -1), everywhere))
    kernel.cell(
        name,
        "prim.block_run_length_decode %s lengths(%s : %s) items(%d)%s%s%s : %s"
        % (", ".join(operands), operand, item_type(I32, items), out, clauses,
           " offsets" * offsets, " total" * total,
           ", ".join([item_type(element, items)] * members)),
        wants,
    )  # fmt: skip
