# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cells of prim.device_map: the values of all its parameters."""

from collections import namedtuple

import numpy as np

import select_cells
from ops import map as maps
from primtest import combiners, covering
from primtest.comparing import Want
from primtest.device_programs import flip, flip_text
from primtest.elements import I32, I64, I8, INDEX, SETS, sample, untouched  # noqa: F401
from primtest.mlir import function, tuning
from primtest.program_cells import Case, describe  # noqa: F401
from select_cells import TURNS, size_of  # noqa: F401

Map = namedtuple("Map", "element members neighbour index predicated layout form tile size")
# The buffers: contiguous; rows and columns of one of rank 2; every third element of
# memory; and as many elements of rank 2, which are numbered in order.
LAYOUTS = ["flat", "rows", "columns", "sparse", "plane"]
AXES = dict(
    element=list(combiners.ELEMENTS),
    members=[0, 1, 2, 3],
    neighbour=[None, "left", "right"],
    index=[False, True],
    predicated=[False, True],
    layout=LAYOUTS,
    form=["memrefs", "tensors", "static", "workspace", "initialized", "in place"],
    tile=[(64, 2), (192, 3), None],
    size=select_cells.AXES["size"],
)
FREE = ["tile", "size"]
FULL = [("element", "members", "neighbour"), ("neighbour", "predicated", "layout", "form"),
        ("neighbour", "index", "layout", "tile")]  # fmt: skip
KINDS = {"map": Map}
ROWS = 3


def legal(cell):
    # A tensor has no layout.
    if cell.layout == "sparse" and cell.form == "tensors":
        return False
    if not cell.members:
        # Without inputs there is no neighbour, nothing to overwrite, and nothing to
        # decide by.
        return cell.index and not (cell.neighbour or cell.predicated or cell.form == "in place")
    return not (cell.neighbour and cell.layout == "plane")


def groups_of(op, full):
    return covering.pairs(Map) + (FULL if full else [])


def chosen(op, full, seed):
    groups = [group for group in groups_of(op, full) if "size" not in group]
    return covering.cover(covering.Space(Map, AXES, legal, FREE), groups, seed)


def of_share(op, full, programs, large=False):
    groups = [group for group in groups_of(op, full) if "size" not in group]
    return covering.with_sizes(programs, groups, lambda program: sizes(program, large), full)


def sizes(program, large):
    # Results for some tiles also hold for the usual one.
    usual = select_cells.sizes(program, large)
    return usual if program.tile else [size for size in usual if size in ("odd", "tile+1")]


def elements_of(cell):
    """The elements of the inputs. If the map is predicated, the first one is a byte
    that decides."""
    element = combiners.ELEMENTS[cell.element]
    return [I8] * cell.predicated + [element, I32, I64][: cell.members]


def shape_of(cell, size):
    if cell.layout in ("rows", "plane"):
        return (ROWS, size)
    return (size, ROWS) if cell.layout in ("columns", "sparse") else (size,)


def given(cell, size):
    rng = np.random.default_rng([size, *map(ord, cell.element)])
    return [sample(e, rng, shape_of(cell, size)) for e in elements_of(cell)]


def axis_of(cell):
    """The axis of a row, in arrays of all data sets."""
    return 2 if cell.layout == "rows" else 1


def case_of(cell, size):
    raws = given(cell, size)
    inputs = list(zip(elements_of(cell), raws))
    shape = (SETS, *shape_of(cell, size))
    before = [untouched(e, shape) for e in results_of(cell)]
    if cell.form == "in place":
        inputs, before[: len(raws)] = [], raws
    wants = wants_of(cell, size, raws, before)
    if cell.form == "tensors" and not inputs:
        inputs = [size]
    return Case(inputs, wants, before)


def results_of(cell):
    return elements_of(cell) + [I8] * (cell.neighbour is not None) + [INDEX] * cell.index


def wants_of(cell, size, raws, befores):
    elements, axis = elements_of(cell), axis_of(cell)
    whole = (SETS, *shape_of(cell, size))
    along = [-1 if i == axis else 1 for i in range(len(whole))]
    place = np.arange(whole[axis])
    if cell.layout == "plane":
        numbers = np.broadcast_to(np.arange(ROWS * size).reshape(1, ROWS, size), whole)
    else:
        numbers = np.broadcast_to(place.reshape(along), whole)
    made = [flip(e, raw) for e, raw in zip(elements, raws)]
    if cell.neighbour:
        made, has = maps.neighbours(raws, cell.neighbour, axis)
        made.append(has.astype(np.int8))
    made += [numbers] * cell.index
    kept = raws[0] & 1 == 0 if cell.predicated else np.ones(whole, bool)
    inside = np.ones(whole, bool)
    if cell.layout == "sparse":
        # One column of three is the buffer.
        inside[..., [0, 2]] = False
    wants = []
    for element, raw, before in zip(results_of(cell), made, befores):
        defined = np.broadcast_to(kept | (cell.form != "tensors"), whole)
        wants.append(Want(element, np.where(kept & inside, raw, before), defined))
    return wants


def text_of(symbol, cell, size):
    """The function of a cell. `size` is the statically known size."""
    elements, kind = elements_of(cell), "tensor" if cell.form == "tensors" else "memref"
    extents = shape_of(cell, "?" if size is None else size)
    sparse = cell.layout == "sparse"

    def buffer(element):
        return "%s<%sx%s>" % (kind, "x".join(map(str, extents)), element)

    def part(element):
        return "memref<%sx%s, strided<[%d], offset: 1>>" % (extents[0], element, ROWS)

    of = part if sparse else buffer
    suffix = "s" if sparse else ""
    results = [e.name for e in results_of(cell)]
    in_place = cell.form == "in place"
    outs = [("%%o%d" % i, buffer(e)) for i, e in enumerate(results)]
    ins = [] if in_place else [("%%x%d" % i, buffer(e.name)) for i, e in enumerate(elements)]
    names = ["%%%s%d%s" % ("o" if in_place else "x", i, suffix) for i in range(len(elements))]
    operands = ["%%o%d%s" % (i, suffix) for i in range(len(results))]

    # The region.
    arguments = ["%%e%d: %s" % (i, e.name) for i, e in enumerate(elements)]
    body, values = "", []
    for i, e in enumerate(elements):
        if cell.neighbour:
            arguments.append("%%p%d: %s" % (i, e.name))
            values.append("%%p%d" % i)
            continue
        body += flip_text(e, "%%e%d" % i, "%%m%d" % i)
        values.append("%%m%d" % i)
    if cell.neighbour:
        arguments.append("%has: i1")
        body += "%has8 = arith.extui %has : i1 to i8\n"
        values.append("%has8")
    if cell.index:
        arguments.append("%at: index")
        values.append("%at")
    yielded = list(results)
    if cell.predicated:
        body += """%one = arith.constant 1 : i8
%zero = arith.constant 0 : i8
%bit = arith.andi %e0, %one : i8
%keep = arith.cmpi eq, %bit, %zero : i8
"""
        values.append("%keep")
        yielded.append("i1")
    region = " map {\n^bb0(%s):\n%sprim.yield %s : %s\n}" % (
        ", ".join(arguments), body, ", ".join(values), ", ".join(yielded))  # fmt: skip

    def op(workspace):
        return maps.op_text(
            [(name, of(e.name)) for name, e in zip(names, elements)],
            [(name, of(e)) for name, e in zip(operands, results)], workspace, neighbour=cell.neighbour,
            dimension=axis_of(cell) - 1 if cell.layout in ("rows", "columns") else None,
            predicated=cell.predicated, end=tuning(cell.tile), regions=region)  # fmt: skip

    body, length = "", ""
    if sparse:
        parameters = ins + outs
        body += "%%c0 = arith.constant 0 : index\n%%n = memref.dim %s, %%c0 : %s\n" % parameters[0]
        for name, type in parameters:
            element = type[:-1].split("x", 2)[-1]
            body += "%ss = memref.reinterpret_cast %s to offset: [1], sizes: [%s], strides: [%d] : %s to %s\n" % (
                name, name, "%n" if size is None else size, ROWS, type, part(element))  # fmt: skip
    if cell.form == "tensors" and size is None:
        length = "%n"
        if ins:
            at = extents.index("?")
            body += "%%c = arith.constant %d : index\n%%n = tensor.dim %%x0, %%c : %s\n" % (at, ins[0][1])
    if cell.form == "tensors" and not ins:
        # The size is not known from any operand.
        ins = [("%n", "index")]
    return function(symbol, cell.form, ins, outs, op, body, length)
