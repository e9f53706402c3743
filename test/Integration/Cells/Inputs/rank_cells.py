# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cells of prim.device_topk and prim.device_nth: the values of all their parameters. If
the order of the results is unspecified, they are compared after sorting by their
bits."""

from collections import namedtuple

import numpy as np

from ops import orders, topk
from primtest import combiners, covering, program_cells
from primtest.comparing import Want
from primtest.elements import I32, I8, SETS
from primtest.mlir import function, tuning
from primtest.program_cells import Case, describe  # noqa: F401

# Keys: one key, or several keys or a comparator, which make the op sort all elements.
Rank = namedtuple("Rank", "element order bits gives members data take form tile size")
Sorted = namedtuple("Sorted", "element order keys bits gives members data take form tile size")
AXES = {
    "rank": dict(
        element=list(combiners.ELEMENTS),
        # The order of integers, and the direction.
        order=["up", "down", "unsigned up", "unsigned down"],
        bits=[False, True],
        gives=["topk", "topk rest", "unordered", "unordered rest", "nth"],
        members=[1, 2, 3],
        data=["any", "equal", "two", "sorted", "reversed"],
        take=["0", "1", "some", "most", "all"],
        form=["memrefs", "tensors", "initialized", "rows", "columns"],
        tile=[(64, 2), (192, 3), None],
        size=["0", "1", "odd", "tile-1", "tile", "tile+1", "many"],
    ),
}
AXES["rank_sorted"] = dict(
    AXES["rank"],
    keys=[*orders.KEYS[1:], *orders.REGIONS],
    gives=["topk rest", "unordered", "nth"],
    data=["any", "equal", "reversed"],
    take=["1", "some", "all"],
)
USUAL_TILE = 4096
ROWS = 3
FREE = ["tile", "size", "data", "take", "form"]
FULL = [("element", "order", "gives"), ("gives", "take", "form"), ("data", "take", "gives")]
KINDS = {"rank": Rank, "rank_sorted": Sorted}
# The groups that are required except in a full sweep, because sorts take a second each
# to compile. Cells of sorts, and of ranks by one key, cover the other combinations.
KEY_GROUPS = [("element",), ("gives", "form"), ("order", "bits")]
KEY_GROUPS += [("keys", other) for other in ("order", "bits", "gives", "members", "data", "take", "tile")]
TURNS = 1


def keys_of(cell):
    """The name that ops.orders has for the keys."""
    keys = getattr(cell, "keys", "one")
    return "one" if keys in orders.REGIONS else keys


def order_of(cell):
    if getattr(cell, "keys", None) in orders.REGIONS:
        return cell.keys
    is_float = combiners.ELEMENTS[cell.element].is_float
    return "total" if is_float else "ult" if cell.order.startswith("unsigned") else "slt"


def legal(cell):
    element, order = combiners.ELEMENTS[cell.element], order_of(cell)
    if element.is_float and cell.order.startswith("unsigned"):
        return False
    if order in orders.REGIONS and cell.order != "up":
        return False
    return orders.legal_keys(element, order, keys_of(cell), cell.members, cell.bits)


def groups_of(op, full):
    pairs = covering.pairs(KINDS[op])
    if full:
        return pairs + FULL + [("element", "keys", "bits", "order")] * (op == "rank_sorted")
    if op == "rank":
        return pairs
    return KEY_GROUPS + [pair for pair in pairs if "size" in pair]


def chosen(op, full, seed):
    groups = [group for group in groups_of(op, full) if "size" not in group]
    return covering.cover(covering.Space(KINDS[op], AXES[op], legal, FREE), groups, seed)


def sizes(program, large):
    # Results for some tiles also hold for the usual one.
    usual = [s for s in AXES["rank"]["size"] if program.tile is not None or s in ("odd", "tile+1")]
    return usual + ["window+"] * (large and program.tile is not None)


def of_share(op, full, programs, large=False):
    groups = [group for group in groups_of(op, full) if "size" not in group]
    return covering.with_sizes(programs, groups, lambda program: sizes(program, large), full)


def size_of(cell):
    return program_cells.elements_of_size(cell, USUAL_TILE)


def program_of(cell):
    return cell._replace(size=None, data=None, take=None)


def elements_of(cell):
    return [combiners.ELEMENTS[cell.element], I32, I8][: cell.members]


def ranks_of(cell, members):
    """Integers that order items as the op does."""
    return orders.item_ranks(elements_of(cell), order_of(cell), keys_of(cell), members,
                                 cell.bits, cell.order.endswith("down"))  # fmt: skip


def take_of(cell, size):
    take = {"0": 0, "1": min(size, 1), "some": size // 3, "most": max(size - 1, 0), "all": size}
    k = take[cell.take]
    return min(k, max(size - 1, 0)) if cell.gives == "nth" else k


def data(cell, size):
    """Raw members, of shape (SETS, rows, size): the key, the positions, and bytes of
    the positions. If there are several keys, all members except the last one have few
    distinct values."""
    rng = np.random.default_rng([size, *map(ord, cell.element + cell.data)])
    elements, order = elements_of(cell), order_of(cell)
    shape = (ROWS if cell.form in ("rows", "columns") else 1, size)
    key = orders.sample_keys(elements[0], rng, shape, orders.flavor(order))
    if size and cell.data in ("equal", "two"):
        of = rng.integers(0, 2, shape) if cell.data == "two" else np.zeros(shape, int)
        ends = key[:, :1, :: max(size - 1, 1)]
        of = np.broadcast_to(of % min(size, 2), key.shape)
        key = np.take_along_axis(np.broadcast_to(ends, (*key.shape[:2], ends.shape[2])), of, -1)
    if cell.data in ("sorted", "reversed"):
        sign = -1 if cell.data == "reversed" else 1
        rank = orders.item_ranks(elements, order, "one", [key, np.zeros(key.shape, np.int32)])
        key = np.take_along_axis(key, orders.positions(sign * rank), -1)
    places = np.broadcast_to(np.arange(size, dtype=np.int32), key.shape)
    number = places
    if keys_of(cell) != "one" and cell.members > 2:
        number = places % 5 - 2
    return [np.ascontiguousarray(key), number, places.astype(np.int8)][: cell.members]


def text_of(symbol, cell, size):
    elements, order = elements_of(cell), order_of(cell)
    dimension = {"rows": 1, "columns": 0}.get(cell.form)
    kind = "tensor" if cell.form == "tensors" else "memref"

    def operands(prefix):
        shape = "?x" * (1 if dimension is None else 2)
        return [("%%%s%d" % (prefix, i), "%s<%s%s>" % (kind, shape, e.name)) for i, e in enumerate(elements)]

    ins, outs = operands("x"), operands("o")
    rest = operands("r") if "rest" in cell.gives else []
    is_nth = cell.gives == "nth"
    words, keys = orders.key_words(elements, order, keys_of(cell), cell.bits)

    def op(workspace):
        region = ""
        if order in orders.REGIONS:
            region = " " + orders.comparator(elements[0], order, [e.name for e in elements])
        return topk.op_text(
            is_nth, words.strip(), cell.order.endswith("down"), ins, outs, rest, workspace, keys=keys,
            unordered=cell.gives.startswith("unordered"), dimension=dimension, end=tuning(cell.tile),
            regions=region)  # fmt: skip

    before = ""
    if cell.form == "tensors":
        before = "%%c0 = arith.constant 0 : index\n%%all = tensor.dim %%x0, %%c0 : %s\n" % ins[0][1]
        before += "%left = arith.subi %all, %n : index\n"
    size = lambda name: "%left" if name.startswith("%r") else "%all" if is_nth else "%n"
    # The sizes of results are those of the selected items.
    return function(symbol, cell.form, ins + [("%n", "index")], outs + rest, op, before, size)


def turned(cell, raw):
    """Converts rows to the layout in memory, and back."""
    if cell.form == "columns":
        return np.ascontiguousarray(np.swapaxes(raw, -1, -2))
    return raw if cell.form == "rows" else raw[:, 0]


def rows_of(cell, raw):
    """The rows of a result."""
    if cell.form == "columns":
        return raw.T
    return raw if cell.form == "rows" else raw[None]


def case_of(cell, size):
    members, elements, k = data(cell, size), elements_of(cell), take_of(cell, size)
    is_nth = cell.gives == "nth"
    taken, left = topk.expected(members, ranks_of(cell, members), size if is_nth else k)
    # The selected items and the remaining ones, and whether their order is specified.
    parts = [(taken, not is_nth and not cell.gives.startswith("unordered"))]
    if "rest" in cell.gives:
        parts.append((left, False))
    wants = []
    for part, is_known in parts:
        for e, raw in zip(elements, part):
            raw = turned(cell, raw)
            wants.append(Want(e, raw, np.full(raw.shape, is_known)))

    def check(data_set, arrays):
        arrays = [rows_of(cell, raw) for raw in arrays]
        for number, (part, is_known) in enumerate(parts):
            first = number * len(elements)
            if is_known or not part[0].size:
                continue
            wanted, found = (topk.canonical([e.bit_pattern(raw) for e, raw in zip(elements, of)])
                             for of in ([raw[data_set] for raw in part], arrays[first:]))  # fmt: skip
            for i, (raw, want) in enumerate(zip(found, wanted)):
                wrong = np.argwhere(raw != want)
                if len(wrong):
                    at = tuple(wrong[0])
                    return "result %d: expected %d, got %d at %s in a canonical order; %d of %d values are wrong" % (
                        first + i, want[at], raw[at], at, len(wrong), raw.size)  # fmt: skip
        if not is_nth or not size:
            return None
        both = [np.concatenate([raw[data_set], got], -1) for raw, got in zip(members, arrays)]
        rank = ranks_of(cell, both)
        return topk.misplaced(rank[..., size:], rank[..., :size], k)

    inputs = [(e, turned(cell, raw)) for e, raw in zip(elements, members)]
    return Case([*inputs, k], wants, check=check)
