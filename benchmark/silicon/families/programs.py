#!/usr/bin/env python3
# ===- programs.py - The device ops that are measured -----------------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# Prints MLIR with two functions on memrefs for every program: NAME works in its
# caller's workspace, and NAME_workspace returns the workspace's size. Their parameters
# are those of PROGRAMS in the same order.
#
#   benchmark/silicon/families/programs.py [--only REGEX]
#       [--tuning [REGEX:]PARAMETERS]...
#
# `--tuning` gives programs whose name matches REGEX a tuning attribute. If several
# apply, the last one is used.
#
# ===-----------------------------------------------------------------------=== #

import argparse
import re

# Integer and float spellings of an element type: the order of sorts, "less than", and
# a sum.
LESS = {"f": "arith.cmpf olt", "i": "arith.cmpi slt", "u": "arith.cmpi ult"}


def mlir(kind):
    """The MLIR type of u8, i32, f32, ..."""
    return kind.replace("u", "i")


def order(kind):
    return {"f": "total", "i": "slt", "u": "ult"}[kind[0]]


def buffer(kind, rank=1):
    return f"memref<{'?x' * rank}{mlir(kind)}>"


class Program:
    """A function: its parameters {name: type} and an op, in which W stands for the clauses
    of workspace and tuning."""

    def __init__(self, parameters, op):
        self.parameters, self.op = parameters, op

    def text(self, name, tuning=""):
        parameters = ", ".join(f"%{n}: {t}" for n, t in self.parameters.items())
        tuned = f" tuning<{tuning}>" if tuning else ""
        op = lambda clauses: self.op.replace(" W", clauses + tuned)
        return f"""func.func @{name}({parameters}, %w: memref<?xi8>) {{
  {op(" workspace(%w : memref<?xi8>) initialized")}
  return
}}
func.func @{name}_workspace({parameters}) -> index {{
  %bytes = prim.workspace_size {{
    {op("")}
  }} : index
  return %bytes : index
}}
"""


def group(clause, names, parameters):
    return f"{clause}({', '.join('%' + n for n in names)} : {', '.join(parameters[n] for n in names)})"


def program(op, end="", ins=(), outs=(), **more):
    """`ins` and `outs` are {name: type}; `more` are further clauses {clause: {name: type}} and
    scalars {name: type}. `end` follows the workspace."""
    parameters = {**dict(ins), **dict(outs)}
    scalars = more.pop("scalars", {})
    for operands in more.values():
        parameters |= operands
    parameters |= scalars
    clauses = [group(clause, of, parameters)
               for clause, of in {"ins": dict(ins), "outs": dict(outs), **more}.items() if of]  # fmt: skip
    return Program(parameters, f"prim.{op} {' '.join(clauses)} W {end}")


COUNT = {"c": "memref<i32>"}
I32 = buffer("i32")
# The larger of two (value, index) pairs, with the smaller index of equal values.
LARGER = """combiner commutative {
  ^bb0(%a: f32, %g: i32, %b: f32, %h: i32):
    %greater = arith.cmpf ogt, %a, %b : f32
    %equal = arith.cmpf oeq, %a, %b : f32
    %first = arith.cmpi ult, %g, %h : i32
    %tie = arith.andi %equal, %first : i1
    %take = arith.ori %greater, %tie : i1
    %s = arith.select %take, %a, %b : f32
    %t = arith.select %take, %g, %h : i32
    prim.yield %s, %t : f32, i32
  }"""


def with_index(kind):
    """A prologue that adds the element's index along the dimension."""
    return f"""prologue {{
  ^bb0(%e: {mlir(kind)}, %at: index):
    %place = arith.index_cast %at : index to i32
    prim.yield %e, %place : {mlir(kind)}, i32
  }}"""


def below(kind):
    return f"""where {{
  ^bb0(%e: {mlir(kind)}):
    %less = {LESS[kind[0]]}, %e, %limit : {mlir(kind)}
    prim.yield %less : i1
  }}"""


def selections(kind):
    x, scalar = {"x": buffer(kind)}, {"limit": mlir(kind)}
    out = {"o": buffer(kind), **COUNT}
    yield "select_if", program("device_select", below(kind), x, out, scalars=scalar)
    yield "select_flags", program("device_select", "", x, out, flags={"f": "memref<?xi1>"})
    yield "partition_if", program("device_select", below(kind), x, out, rest={"r": buffer(kind)}, scalars=scalar)
    yield "unique", program("device_select", "heads(1)", x, out)
    classes = f"""classes(3) where {{
  ^bb0(%e: {mlir(kind)}):
    %p = {LESS[kind[0]]}, %e, %limit : {mlir(kind)}
    %q = {LESS[kind[0]]}, %e, %second : {mlir(kind)}
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %zero = arith.constant 0 : i32
    %upper = arith.select %q, %one, %two : i32
    %class = arith.select %p, %zero, %upper : i32
    prim.yield %class : i32
  }}"""
    three = {"o": buffer(kind), "o2": buffer(kind), "c": "memref<i32>", "c2": "memref<i32>"}
    yield "partition_three", program("device_select", classes, x, three, rest={"r": buffer(kind)},
                                     scalars={"limit": mlir(kind), "second": mlir(kind)})  # fmt: skip


def runs(kind):
    keys, value = {"k": I32}, {"v": buffer(kind)}
    yield "reduce_by_key", program("device_reduce add", "", value, {"u": I32, "o": buffer(kind), **COUNT}, by_key=keys)
    yield "scan_by_key", program("device_scan inclusive add", "", value, {"o": buffer(kind)}, by_key=keys)


def run_lengths(kind):
    x = {"x": buffer(kind)}
    yield "run_length", program("device_run_length", "", x, {"u": buffer(kind), "l": I32, **COUNT})
    yield "runs_nontrivial", program("device_run_length nontrivial", "", x, {"u": I32, "l": I32, **COUNT})


def ranks(kind):
    topk = f"device_topk {order(kind)} descending"
    for rank, rows, dimension in ((1, "", ""), (2, "_rows", "dimension(1) ")):
        x, o = {"x": buffer(kind, rank)}, {"o": buffer(kind, rank)}
        both = {**o, "i": buffer("i32", rank)}
        for suffix, word in (("", ""), ("_unordered", "unordered ")):
            yield "topk" + rows + suffix, program(topk, dimension + word, x, o)
            yield "topk_index" + rows + suffix, program(topk, dimension + word + with_index(kind), x, both)
    yield "nth", program(f"device_nth {order(kind)}", "nth(%n)", {"x": buffer(kind)}, {"o": buffer(kind)},
                         scalars={"n": "index"})  # fmt: skip


def scans(kind):
    yield "scan", program("device_scan inclusive add", "", {"x": buffer(kind)}, {"o": buffer(kind)})


def segments(kind):
    x, one, all_ = {"x": buffer(kind)}, {"o": I32.replace("i32", mlir(kind))}, {"o": buffer(kind)}
    for form, bounds in (("", {"b": I32}), ("_ends", {"b": I32, "e": I32})):
        yield "segment_reduce" + form, program("device_reduce add", "", x, one, segments=bounds)
        yield "segment_scan" + form, program("device_scan inclusive add", "", x, all_, segments=bounds)


def rows(kind):
    x, all_, one = {"x": buffer(kind, 2)}, {"o": buffer(kind, 2)}, {"o": buffer(kind)}
    for name, dimension in (("row", 1), ("column", 0)):
        yield name + "_reduce", program("device_reduce add", f"dimension({dimension})", x, one)
        yield name + "_scan", program("device_scan inclusive add", f"dimension({dimension})", x, all_)


def sorts(kind):
    sort = f"device_sort {order(kind)}"
    key, pair = {"x": buffer(kind)}, {"x": buffer(kind), "v": I32}
    out, both = {"o": buffer(kind)}, {"o": buffer(kind), "p": I32}
    yield "segment_sort", program(sort, "", key, out, segments={"b": I32})
    yield "segment_sort_pairs", program(sort, "", pair, both, segments={"b": I32})
    two = lambda of: {n: buffer(kind if t == buffer(kind) else "i32", 2) for n, t in of.items()}
    yield "row_sort", program(sort, "dimension(1)", two(key), two(out))
    yield "row_sort_pairs", program(sort, "dimension(1)", two(pair), {"o": buffer(kind, 2), "p": buffer("i32", 2)})
    yield "row_argsort", program(sort, "dimension(1) " + with_index(kind), two(key), {"o": buffer(kind, 2), "p": buffer("i32", 2)})
    yield "argsort", program(sort, with_index(kind), key, both)


def sorted_inputs(kind):
    two = {"x": buffer(kind)}, {"y": buffer(kind)}, {"o": buffer(kind)}
    yield "merge", merge(f"device_merge {order(kind)}", *two)
    pairs = {"x": buffer(kind), "v": I32}, {"y": buffer(kind), "z": I32}, {"o": buffer(kind), "p": I32}
    yield "merge_pairs", merge(f"device_merge {order(kind)}", *pairs)
    parameters = {"x": buffer(kind), "s": buffer(kind), "o": I32}
    yield "search", Program(parameters, f"prim.device_search lower {order(kind)} {group('ins', ['x'], parameters)} "
                            f"{group('in', ['s'], parameters)} {group('outs', ['o'], parameters)} W")  # fmt: skip


def merge(op, first, second, outs):
    parameters = {**first, **second, **outs}
    return Program(parameters, f"prim.{op} {group('ins', first, parameters)} {group('with', second, parameters)} "
                   f"{group('outs', outs, parameters)} W")  # fmt: skip


def fused_rows(kind):
    """Norms of rows, computed in f32."""
    t, x, o = mlir(kind), {"x": buffer(kind, 2)}, {"o": buffer(kind, 2)}
    narrow = kind != "f32"

    def row(arguments, body, result, ofs=(), out=t, along="dimension(1) "):
        """`ofs` are arguments of the row, {name: type}, before those of columns."""
        names = ["e", *arguments]
        text = "".join(f"    %{name}_w = arith.extf %{name} : {t} to f32\n" for name in names if narrow) + body
        for name in names:
            text = text.replace(f"${name}", f"%{name}_w" if narrow else f"%{name}")
        end = f"    prim.yield {result} : f32"
        if out != "f32":
            end = f"    %n = arith.truncf {result} : f32 to {t}\n    prim.yield %n : {t}"
        of_row = [f"%{name}: {of}" for name, of in dict(ofs).items()]
        taken = ", ".join([f"%e: {t}", *of_row, *(f"%{name}: {t}" for name in arguments)])
        return f"{along}row {{\n  ^bb0({taken}, %at: index, %number: index):\n{text}{end}\n  }}"

    softmax = """    %max = prim.block_reduce maximumf $e all : f32
    %less = arith.subf $e, %max : f32
    %power = math.exp %less : f32
    %sum = prim.block_reduce add %power all : f32
    %part = arith.divf %power, %sum : f32
"""
    yield "softmax", program("device_rows", row([], softmax, "%part"), x, o)
    yield "segment_softmax", program("device_rows", row([], softmax, "%part", along=""), {"x": buffer(kind)}, {"o": buffer(kind)},
                                     segments={"b": I32})  # fmt: skip
    scalars = {"length": "f32", "epsilon": "f32"}
    yield "rms_norm", program("device_rows", row(["scale"], """    %square = arith.mulf $e, $e : f32
    %sum = prim.block_reduce add %square all : f32
    %mean = arith.divf %sum, %length : f32
    %positive = arith.addf %mean, %epsilon : f32
    %root = math.rsqrt %positive : f32
    %normed = arith.mulf $e, %root : f32
    %scaled = arith.mulf %normed, $scale : f32
""", "%scaled"), x, o, column_ins={"g": buffer(kind)}, scalars=scalars)  # fmt: skip
    yield "layer_norm", program("device_rows", row(["scale", "move"], """    %sum = prim.block_reduce add $e all : f32
    %mean = arith.divf %sum, %length : f32
    %less = arith.subf $e, %mean : f32
    %square = arith.mulf %less, %less : f32
    %squares = prim.block_reduce add %square all : f32
    %variance = arith.divf %squares, %length : f32
    %positive = arith.addf %variance, %epsilon : f32
    %root = math.rsqrt %positive : f32
    %normed = arith.mulf %less, %root : f32
    %scaled = arith.mulf %normed, $scale : f32
    %moved = arith.addf %scaled, $move : f32
""", "%moved"), x, o, column_ins={"g": buffer(kind), "b": buffer(kind)}, scalars=scalars)  # fmt: skip
    log_sum_exp = """    %max = prim.block_reduce maximumf $e all : f32
    %less = arith.subf $e, %max : f32
    %power = math.exp %less : f32
    %sum = prim.block_reduce add %power all : f32
    %log = math.log %sum : f32
    %all = arith.addf %log, %max : f32
"""
    of_row = {"o": buffer("f32")}
    yield "log_sum_exp", program("device_rows", row([], log_sum_exp, "%all", out="f32"), x, of_row)
    yield "segment_log_sum_exp", program("device_rows", row([], log_sum_exp, "%all", out="f32", along="of_segments(0) "),
                                         {"x": buffer(kind)}, of_row, segments={"b": I32})  # fmt: skip
    at = "    %c = arith.index_cast %label : i32 to index\n"
    if narrow:
        score = f"    %raw = memref.load %x[%number, %c] : {x['x']}\n    %score = arith.extf %raw : {t} to f32\n"
    else:
        score = f"    %score = memref.load %x[%number, %c] : {x['x']}\n"
    loss = log_sum_exp + at + score + "    %loss = arith.subf %all, %score : f32\n"
    yield "cross_entropy", program("device_rows", row([], loss, "%loss", ofs={"label": "i32"}, out="f32"), x, of_row,
                                   row_ins={"l": I32}, reads={"x": x["x"]})  # fmt: skip



def fused_columns(kind):
    """Norms of columns."""
    for name, of in fused_rows(kind):
        if name in ("softmax", "layer_norm"):
            yield f"column_{name}", Program(of.parameters, of.op.replace("dimension(1)", "dimension(0)"))


def single():
    x = {"x": buffer("f32")}
    index = {"v": I32}
    best = {"o": "memref<f32>", "i": "memref<i32>"}
    scalars = {"lo": "f32", "none": "i32"}
    for suffix, clause in (("", "init"), ("_identity", "identity")):
        neutral = clause + "(%lo, %none : f32, i32) "
        yield "argmax" + suffix, program("device_reduce", neutral + with_index("f32") + LARGER, x, best, scalars=scalars)
        yield "argmax_given" + suffix, program("device_reduce", neutral + LARGER, {**x, **index}, best, scalars=scalars)
        yield "row_argmax" + suffix, program("device_reduce", "dimension(1) " + neutral + with_index("f32") + LARGER,
                                             {"x": buffer("f32", 2)}, {"o": buffer("f32"), "i": I32}, scalars=scalars)  # fmt: skip


def histograms():
    even = {"lo": "f32", "hi": "f32"}
    yield "histogram_even_f32", program("device_histogram", "", {"x": buffer("f32")}, {"o": I32}, even=even)
    yield "histogram_even_u8", program("device_histogram ult", "", {"x": buffer("u8")}, {"o": I32},
                                       even={"lo": "i32", "hi": "i32"})  # fmt: skip
    yield "histogram_range_f32", program("device_histogram", "", {"x": buffer("f32")}, {"o": I32}, range={"l": buffer("f32")})
    yield "histogram_bin_u8", program("device_histogram", """bin {
  ^bb0(%e: i8):
    %n = arith.extui %e : i8 to i32
    prim.yield %n : i32
  }""", {"x": buffer("u8")}, {"o": I32})


def copies(kind):
    places = {"b": buffer("i64"), "d": buffer("i64"), "n": buffer("i64")}
    parameters = {"x": buffer(kind), "o": buffer(kind), **places}
    yield "batch_copy", Program(parameters, f"prim.device_batch_copy {group('ins', ['x'], parameters)} {group('outs', ['o'], parameters)} W "
                                + " ".join(group(c, [n], parameters) for c, n in (("from", "b"), ("to", "d"), ("sizes", "n"))))  # fmt: skip


def maps(kind):
    add = "arith.addf" if kind[0] == "f" else "arith.addi"
    less = add.replace("add", "sub")
    t = mlir(kind)
    yield "map_add", program("device_map", f"""map {{
  ^bb0(%e: {t}, %g: {t}):
    %s = {add} %e, %g : {t}
    prim.yield %s : {t}
  }}""", {"x": buffer(kind), "v": buffer(kind)}, {"o": buffer(kind)})  # fmt: skip
    yield "difference", program("device_map", f"""neighbour(left) map {{
  ^bb0(%e: {t}, %l: {t}, %has: i1):
    %d = {less} %e, %l : {t}
    %s = arith.select %has, %d, %e : {t}
    prim.yield %s : {t}
  }}""", {"x": buffer(kind)}, {"o": buffer(kind)})  # fmt: skip


# The families and the types that they are measured with.
FAMILIES = [
    (selections, ["i32", "f32", "u8", "i64"]), (runs, ["f32", "i64"]), (run_lengths, ["i32", "i64"]),
    (ranks, ["f32"]), (scans, ["u8", "i32", "i64"]), (segments, ["f32", "i32"]), (rows, ["f32", "i16", "i64"]), (sorts, ["i32", "f32", "i64"]),
    (sorted_inputs, ["i32", "i64"]), (copies, ["u8", "i32"]), (maps, ["f32"]), (fused_rows, ["f32", "bf16"]),
    (fused_columns, ["f32", "bf16"]),
]  # fmt: skip
PROGRAMS = {f"{name}_{kind}": of for family, kinds in FAMILIES for kind in kinds for name, of in family(kind)}
PROGRAMS |= dict(single())
PROGRAMS |= dict(histograms())


def main():
    parser = argparse.ArgumentParser(description="prints the MLIR of what is measured")
    parser.add_argument("--only", default="", metavar="REGEX")
    parser.add_argument("--tuning", action="append", default=[], metavar="[REGEX:]PARAMETERS")
    options = parser.parse_args()
    for name, of in PROGRAMS.items():
        if not re.search(options.only, name):
            continue
        tuning = ""
        for text in options.tuning:
            place, colon, parameters = text.rpartition(":")
            if not colon or re.search(place, name):
                tuning = parameters.strip()
        print(of.text(name, tuning), end="")


if __name__ == "__main__":
    main()
