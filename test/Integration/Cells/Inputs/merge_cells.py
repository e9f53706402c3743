# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cells of prim.device_merge: the values of all its parameters."""

import functools
from collections import namedtuple

import numpy as np

import select_cells
from ops import merge, orders
from primtest import combiners, covering, program_cells
from primtest.elements import I32, I64, I8, SETS, UNTOUCHED
from primtest.mlir import function, tuning
from primtest.program_cells import Case, describe, whole  # noqa: F401
from select_cells import TURNS, size_of  # noqa: F401

Merge = namedtuple("Merge", "element order descending members wide share data layout form tile size")
AXES = dict(
    element=list(combiners.ELEMENTS),
    order=["slt", "ult", "total", *orders.REGIONS],
    descending=[False, True],
    members=[1, 2, 3],
    # Whether 64 bits are used to count elements.
    wide=[False, True],
    # The share of the first range.
    share=["none", "one", "third", "half", "all"],
    # Ranges that interleave, ranges of equal keys, and ranges one before the other, in
    # turn.
    data=["any", "equal", "before", "behind", "turns"],
    layout=["flat", "offset", "sparse"],
    form=["memrefs", "tensors", "static", "workspace", "initialized"],
    tile=[(64, 2), (192, 3), None],
    size=select_cells.AXES["size"],
)
FREE = ["tile", "size", "share"]
FULL = [("element", "order", "descending", "members"), ("share", "data", "order"),
        ("data", "share", "form", "tile")]  # fmt: skip
KINDS = {"merge": Merge}
# The elements between those of a buffer with holes.
STEP = 2


def legal(cell):
    element = combiners.ELEMENTS[cell.element]
    if cell.order in orders.REGIONS:
        if cell.descending or (cell.order == orders.LOOP and (element.is_float or element.size < 4)):
            return False
        if cell.order == orders.LEXICOGRAPHIC and cell.members < 2:
            return False
    elif element.is_float != (cell.order == "total"):
        return False
    return cell.layout == "flat" or cell.form != "tensors"


def groups_of(op, full):
    return covering.pairs(Merge) + (FULL if full else [])


def chosen(op, full, seed):
    groups = [group for group in groups_of(op, full) if "size" not in group]
    return covering.cover(covering.Space(Merge, AXES, legal, FREE), groups, seed)


def of_share(op, full, programs, large=False):
    groups = [group for group in groups_of(op, full) if "size" not in group]
    return covering.with_sizes(programs, groups, lambda program: select_cells.sizes(program, large), full)


def elements_of(cell):
    element = combiners.ELEMENTS[cell.element]
    return [element, I32, I8 if element.size == 8 else I64][: cell.members]


def first_of(cell, size):
    """The number of elements of the first range."""
    return {"none": 0, "one": min(size, 1), "third": size // 3, "half": size // 2, "all": size}[cell.share]


@functools.lru_cache(maxsize=32)
def data(cell, size):
    """Members of both ranges, concatenated, each range sorted, and their joint
    ranks."""
    rng = np.random.default_rng([size, *map(ord, cell.element + cell.order)])
    elements, n = elements_of(cell), first_of(cell, size)
    flavor = orders.flavor(cell.order)
    key = orders.sample_keys(elements[0], rng, (size,), flavor)
    numbers = np.stack([rng.permutation(size) for _ in range(SETS)]).astype(np.int32)
    if size and cell.data == "equal":
        key[:] = key[:, :1]
    rank = orders.item_ranks(elements, cell.order, "one", [key, numbers], descending=cell.descending)
    order = orders.positions(rank)
    # The range of each element, by its place in the result.
    place = np.arange(size)
    first = {
        "any": rng.permuted(np.broadcast_to(place < n, (SETS, size)), axis=-1),
        "equal": np.broadcast_to(place < n, (SETS, size)),
        "before": np.broadcast_to(place < n, (SETS, size)),
        "behind": np.broadcast_to(place >= size - n, (SETS, size)),
        "turns": np.broadcast_to((place + 1) * n // max(size, 1) != place * n // max(size, 1), (SETS, size)),
    }[cell.data]
    source = np.stack([np.concatenate([o[f], o[~f]]) for o, f in zip(order, first)])
    members = [np.take_along_axis(raw, source, -1) for raw in [key, numbers]]
    members += [np.broadcast_to(place.astype(e.raw), (SETS, size)) for e in elements[2:]]
    return members[: len(elements)], np.take_along_axis(rank, source, -1)


def in_memory(cell, raw, fill=0x33):
    """A range as it is laid out in its buffer."""
    if cell.layout == "flat":
        return raw
    step = STEP if cell.layout == "sparse" else 1
    size = raw.shape[-1]
    bytes = np.full(SETS * (1 + step * size) * raw.itemsize, fill, np.uint8)
    memory = bytes.view(raw.dtype).reshape(SETS, 1 + step * size)
    memory[:, 1::step] = raw
    return memory


def case_of(cell, size):
    elements, n, (members, rank) = elements_of(cell), first_of(cell, size), data(cell, size)
    ranges = [raw[:, :n] for raw in members], [raw[:, n:] for raw in members]
    made = [in_memory(cell, raw, UNTOUCHED) for raw in merge.expected(*ranges, rank)]
    given = [pair for members in ranges for pair in zip(elements, members)]
    return Case([(e, in_memory(cell, raw)) for e, raw in given],
                [whole(e, raw) for e, raw in zip(elements, made)])  # fmt: skip


def program_of(cell):
    return program_cells.without(cell, size=None, share=None, data=None)


def text_of(symbol, cell, size):
    """The function of a cell. `size` is the statically known size."""
    elements, kind = elements_of(cell), "tensor" if cell.form == "tensors" else "memref"
    step = STEP if cell.layout == "sparse" else 1
    flat = cell.layout == "flat"
    layout = "" if flat else ", strided<[%d], offset: 1>" % step
    counts = [None] * 3 if size is None else [first_of(cell, size), size - first_of(cell, size), size]

    def buffers(letter, count):
        """Parameters, and the operands made of them."""
        known = "?" if count is None else count
        whole = known if flat or count is None else 1 + step * count
        parameters = [("%%%s%d" % (letter, i), "%s<%sx%s>" % (kind, whole, e.name)) for i, e in enumerate(elements)]
        names = [name + ("" if flat else "v") for name, _ in parameters]
        return parameters, names, ["%s<%sx%s%s>" % (kind, known, e.name, layout) for e in elements]

    groups = [buffers(letter, count) for letter, count in zip("abo", counts)]
    operands = [list(zip(names, types)) for _, names, types in groups]

    def op(workspace):
        order, region = cell.order, ""
        if order in orders.REGIONS:
            order, region = "", " " + orders.comparator(elements[0], order, [e.name for e in elements])
        return merge.op_text(
            order, cell.descending, *operands, workspace, wide=cell.wide, end=tuning(cell.tile), regions=region)

    parameters = [parameter for own, _, _ in groups[:2] for parameter in own]
    body = ""
    if not flat:
        body += "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
        body += "%%step = arith.constant %d : index\n" % step
        for (own, names, types), count in zip(groups, counts):
            for (name, type), view, of in zip(own, names, types):
                known = str(count)
                if count is None:
                    body += "%sd = memref.dim %s, %%c0 : %s\n" % (name, name, type)
                    body += "%sl = arith.subi %sd, %%c1 : index\n%sn = arith.divui %sl, %%step : index\n" % ((name,) * 4)
                    known = name + "n"
                body += "%s = memref.reinterpret_cast %s to offset: [1], sizes: [%s], strides: [%d] : %s to %s\n" % (
                    view, name, known, step, type, of)  # fmt: skip
    if cell.form == "tensors":
        body += "%c0 = arith.constant 0 : index\n"
        for name, (own, _, _) in zip("nm", groups):
            body += "%%%s = tensor.dim %s, %%c0 : %s\n" % (name, *own[0])
        body += "%all = arith.addi %n, %m : index\n"
    return function(symbol, cell.form, parameters, groups[2][0], op, body, "%all")
