#!/usr/bin/env python3
# ===- compile-time.py - How long prim takes to compile ----------------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# Processor time from MLIR text to code object, in process and warm, for a fixed list of
# device ops and chips: the least of 20 compilations after 3 that are not counted.
#
#   benchmark/compile-time.py              prints the table
#   benchmark/compile-time.py --write      and writes docs/CompileTime.md and its picture
#   benchmark/compile-time.py --plot       draws what the table has
#   benchmark/compile-time.py --check      measures nothing: compares the page with its
#       own figures, with rocPRIM's, and with the picture
#   benchmark/compile-time.py --rows=sort --chips=gfx942 --runs=5
#   benchmark/compile-time.py --save=DIR   only writes the programs
#
# Needs the built tool compile-time. The least processor time varies little with other
# work on the machine.
#
# ===-----------------------------------------------------------------------=== #

import argparse
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile
import textwrap

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import chart  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CHIPS = ["gfx942", "gfx1100", "gfx1201"]

# Milliseconds that the project aims for: scans, reductions and sorts without rows, keys
# or segments, and anything else.
AIMS = {"scan": 30, "reduce": 30, "sort": 80}
OTHERS = "other ops"
OTHER_AIM = 150
EMPTY = "an empty kernel"


def family_of(op):
    first = op.split()[0]
    parts = re.search("rows|columns|by key|segments", op)
    return first if first in AIMS and not parts else OTHERS


def aim_of(op):
    return AIMS.get(family_of(op), OTHER_AIM)


def listed(prefix, types, wrap):
    return ", ".join("%%%s%d: %s" % (prefix, i, wrap % t) for i, t in enumerate(types))


def program(op, order, types, results=None, clauses=""):
    """A function of memrefs with one op on operands of `types`."""
    results = results or types
    outs = "memref<%s>" if op == "device_reduce" else "memref<?x%s>"

    def operands(prefix, group, wrap):
        names = ", ".join("%%%s%d" % (prefix, i) for i in range(len(group)))
        return "%s : %s" % (names, ", ".join(wrap % t for t in group))

    return "func.func @main(%s, %s) {\n  prim.%s %s ins(%s) outs(%s) %s\n  return\n}\n" % (
        listed("x", types, "memref<?x%s>"),
        listed("y", results, outs),
        op,
        order,
        operands("x", types, "memref<?x%s>"),
        operands("y", results, outs),
        clauses,
    )


def form(op, ins, outs, clause, borders=()):
    """A function of memrefs of any shapes with one op, with `borders` in parentheses
    after the clause."""

    def operands(prefix, group):
        names = ", ".join("%%%s%d" % (prefix, i) for i in range(len(group)))
        return "%s : %s" % (names, ", ".join("memref<%s>" % t for t in group))

    groups = [("x", ins), ("b", borders), ("y", outs)]
    return "func.func @main(%s) {\n  prim.%s ins(%s) outs(%s) %s%s\n  return\n}\n" % (
        ", ".join(listed(prefix, group, "memref<%s>") for prefix, group in groups if group),
        op,
        operands("x", ins),
        operands("y", outs),
        clause,
        "(%s)" % operands("b", borders) if borders else "",
    )


# The smallest value with its place, and the number of equally small values.
LOWEST = """combiner {
  ^bb0(%a: f32, %i: i32, %m: i32, %b: f32, %j: i32, %n: i32):
    %less = arith.cmpf olt, %b, %a : f32
    %same = arith.cmpf oeq, %b, %a : f32
    %both = arith.addi %m, %n : i32
    %v = arith.select %less, %b, %a : f32
    %p = arith.select %less, %j, %i : i32
    %one = arith.select %less, %n, %m : i32
    %c = arith.select %same, %both, %one : i32
    prim.yield %v, %p, %c : f32, i32, i32
  }"""
START = "init(%start0, %start1, %start1 : f32, i32, i32) " + LOWEST
STARTS = """  %start0 = arith.constant 0x7F800000 : f32
  %start1 = arith.constant 0 : i32
"""


LESS = """comparator {
  ^bb0(%a: i32, %b: i32):
    %less = arith.cmpi slt, %a, %b : i32
    prim.yield %less : i1
  }"""
EVEN = """where {
  ^bb0(%a: i32):
    %even = arith.trunci %a : i32 to i1
    prim.yield %even : i1
  }"""
BYTE = """bin {
  ^bb0(%a: i8):
    %bin = arith.extui %a : i8 to i32
    prim.yield %bin : i32
  }"""
TWICE = """map {
  ^bb0(%a: i32):
    %b = arith.addi %a, %a : i32
    prim.yield %b : i32
  }"""

SOFTMAX = """row {
  ^bb0(%a: f32, %index: index, %number: index):
    %max = prim.block_reduce maximumf %a all : f32
    %less = arith.subf %a, %max : f32
    %power = math.exp %less : f32
    %sum = prim.block_reduce add %power all : f32
    %part = arith.divf %power, %sum : f32
    prim.yield %part : f32
  }"""


def with_start(text):
    return text.replace("{\n", "{\n" + STARTS, 1)


TUPLE = ["f32", "i32", "i32"]
SCAN, REDUCE = "device_scan inclusive add", "device_reduce add"
LINE, SQUARE = ["?xi32"], ["?x?xi32"]
ROWS = {
    "scan add i32": program("device_scan", "inclusive add", ["i32"]),
    "scan add f32": program("device_scan", "inclusive add", ["f32"]),
    "scan add i64": program("device_scan", "inclusive add", ["i64"]),
    "scan maxsi i8": program("device_scan", "inclusive maxsi", ["i8"]),
    "scan tuple (f32, i32, i32)": program("device_scan", "inclusive", TUPLE, clauses=LOWEST),
    "reduce add i32": program("device_reduce", "add", ["i32"]),
    "reduce add f32": program("device_reduce", "add", ["f32"]),
    "reduce maximumf f16": program("device_reduce", "maximumf", ["f16"]),
    "reduce mul f64": program("device_reduce", "mul", ["f64"]),
    "reduce tuple (f32, i32, i32)": with_start(program("device_reduce", "", TUPLE, clauses=START)),
    "scan rows of i32": form(SCAN, SQUARE, SQUARE, "dimension(1)"),
    "scan columns of i32": form(SCAN, SQUARE, SQUARE, "dimension(0)"),
    "scan i32 by key": form(SCAN, LINE, LINE, "by_key", LINE),
    "scan segments of i32": form(SCAN, LINE, LINE, "segments", LINE),
    "reduce rows of i32": form(REDUCE, SQUARE, LINE, "dimension(1)"),
    "reduce columns of i32": form(REDUCE, SQUARE, LINE, "dimension(0)"),
    "reduce i32 by key": form(REDUCE, LINE, [*LINE, *LINE, "i32"], "by_key", LINE),
    "reduce segments of i32": form(REDUCE, LINE, LINE, "segments", LINE),
    "sort keys i32": program("device_sort", "slt", ["i32"]),
    "sort keys f32": program("device_sort", "total", ["f32"]),
    "sort keys i64": program("device_sort", "ult", ["i64"]),
    "sort pairs (i32, i32)": program("device_sort", "slt", ["i32", "i32"]),
    "sort pairs (i64, f64)": program("device_sort", "slt", ["i64", "f64"]),
    "sort rows of i32": form("device_sort slt", SQUARE, SQUARE, "dimension(1)"),
    "sort segments of i32": form("device_sort slt", LINE, LINE, "segments", LINE),
    "merge sort of i32 by a comparator": program("device_sort", "", ["i32"], clauses=LESS),
    "merge of i32": form("device_merge slt", LINE, LINE, "").replace(
        "outs", "with(%x0 : memref<?xi32>) outs"),
    "topk of i32": program("device_topk", "slt", ["i32"]),
    "nth of i32": "func.func @main(%x: memref<?xi32>, %y: memref<?xi32>, %n: index) {\n"
    "  prim.device_nth slt ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) nth(%n)\n  return\n}\n",
    "select of i32": form("device_select", LINE, [*LINE, "i32"], EVEN),
    "unique of i32": form("device_select", LINE, [*LINE, "i32"], "heads(1)"),
    "run length of i32": form("device_run_length", LINE, [*LINE, *LINE, "i32"], ""),
    "map of i32": program("device_map", "", ["i32"], clauses=TWICE),
    "softmax of rows of f32": form("device_rows", ["?x?xf32"], ["?x?xf32"], f"dimension(1) {SOFTMAX}"),
    "search of i32": form("device_search lower slt", LINE, LINE, "").replace(
        "outs", "in(%x0 : memref<?xi32>) outs"),
    "histogram of bytes": form("device_histogram", ["?xi8"], ["256xi32"], BYTE),
    "copies of i32": form("device_batch_copy", LINE, LINE, "from(%x0 : memref<?xi32>) "
                          "to(%x0 : memref<?xi32>) sizes(%x0 : memref<?xi32>)"),
    EMPTY: "gpu.module @kernels {\n  gpu.func @empty(%x: memref<?xi32>) kernel {\n    gpu.return\n"
    "  }\n}\n",
}

# Title, and the tool's stages that it covers.
COLUMNS = [
    ("MLIR passes", ["parse", "device ops", "kernels"]),
    ("to LLVM IR", ["translation"]),
    ("LLVM optimisation", ["LLVM optimisation"]),
    ("code generation", ["code generation", "code check"]),
    ("linking", ["linking"]),
]
# The columns that are LLVM's work, and those that any IR needs.
GENERATION = ["code generation", "linking"]
LLVM = ["LLVM optimisation", *GENERATION]


PAGE = """# Compile time

`benchmark/compile-time.py --write` measures the time from MLIR text to code object. The process has
compiled the program before and keeps its context (`isolate=none`). The figures are processor time
in one thread, the least of %(runs)d compilations. Elapsed time on an idle machine is the same or less,
because other processes take a part of the caches. A context with threads compiles independent
kernels concurrently; with two threads, a sort of keys takes two thirds of the time.

The machine: %(machine)s.

The aims are 30 ms for a scan or a reduction without rows, keys or segments, 80 ms for such a radix
sort with all its kernels, and 150 ms for anything else.

%(verdict)s

![Compile time of prim and of clang on rocPRIM](CompileTime.svg)

%(table)s

The MLIR passes are prim's and upstream's, from tensors or memrefs to the LLVM dialect. Lowering and
loading host code takes a few more milliseconds (`prim-run --time` shows it). On chips of gfx9, code
generation includes a copy of the module, in case the code has [a fault of LLVM](LLVMFaults.md)
("code check" in `prim-run --time`). A separate process for LLVM (`isolate`, [Tools](Tools.md)) adds
4 ms as a fork and 20 ms as a program.

## LLVM's share

%(share)s

Most of LLVM 22's time grows with the instructions of a kernel. No pass dominates it: in a scan of
i32 on gfx942, instruction selection takes 11 %% of the whole time, InstCombine 8 %%, the two
schedulers 6 %%, and each of the other passes at most 3 %%.

## Comparison with clang on rocPRIM

Most of the time is that of the header alone. C++ compiles a function once per type and operator, as
prim does.

%(peers)s
"""


def peers():
    """The table of benchmark/data/rocprim_compile.tsv."""
    path = os.path.join(ROOT, "benchmark/data/rocprim_compile.tsv")
    with open(path, encoding="utf-8") as file:
        comments, rows = [], []
        for line in file:
            if line.startswith("#"):
                comments.append(line[1:].strip())
            else:
                rows.append(line.strip().split("\t"))
    table = ["| unit | seconds |", "|---|--:|"]
    for unit, least, most in rows[1:]:
        table.append("| %s | %s |" % (unit, least if least == most else least + " to " + most))
    return "\n".join(comments) + "\n\n" + "\n".join(table)


def judge(missed, count):
    """The sentence about `missed`, pairs of an op and a chip, out of `count`."""
    chips = {}
    for op, chip in missed:
        chips.setdefault(op, []).append(chip)
    named = ["* %s%s" % (op, "" if len(on) == len(CHIPS) else " on " + " and ".join(on))
             for op, on in chips.items()]  # fmt: skip
    return "%d of %d rows are above the aim%s" % (
        len(missed),
        count,
        ":\n\n" + "\n".join(named) if named else ".",
    )


def share(rows):
    """The sentences about LLVM's part in `rows` of the table."""

    def spent(row, columns):
        return sum(float(row[column]) for column in columns)

    def span(numbers, form):
        return "%s to %s" % (form % min(numbers), form % max(numbers))

    empty = [row for row in rows if row["op"] == EMPTY]
    ops = [row for row in rows if row["op"] != EMPTY]
    short = [row for row in ops if family_of(row["op"]) in ("scan", "reduce")]
    text = (
        "LLVM optimises, generates code and links. This is %s %% of the time of an op. "
        "Code generation and linking alone, without any optimisation before them, take %s ms for "
        "scans and reductions with the aim of 30 ms. The floor is an empty kernel: it takes %s ms, "
        "of which LLVM's part is %s ms."
    ) % (
        span([100 * spent(row, LLVM) / float(row["ms"]) for row in ops], "%.0f"),
        span([spent(row, GENERATION) for row in short], "%.0f"),
        span([float(row["ms"]) for row in empty], "%.1f"),
        span([spent(row, LLVM) for row in empty], "%.1f"),
    )
    return textwrap.fill(text, 100)


def draw(text):
    """The picture of the page: ops as ranges over their chips, and clang on rocPRIM."""
    own, clang = chart.tables(text)
    spans = {}
    for row in own:
        spans.setdefault(row["op"], []).append(float(row["ms"]))
    groups = []
    for family, aim in [*AIMS.items(), (OTHERS, OTHER_AIM)]:
        rows = [(op, "own", min(ms), max(ms), "%g to %g ms" % (min(ms), max(ms)))
                for op, ms in spans.items() if family_of(op) == family and op != EMPTY]  # fmt: skip
        for row in clang:
            if row["unit"].split()[0] == family:
                ms = [1000 * float(s) for s in row["seconds"].split(" to ")]
                rows.append(("rocPRIM: " + row["unit"], "peer", ms[0], ms[-1], row["seconds"] + " s"))
        groups.append((family, aim, rows))
    legend = [
        ("own", "prim: MLIR text to code object, processor time, least and most over chips"),
        ("aim", "the aim"),
        ("peer", "clang: a translation unit with rocPRIM's"),
    ]
    ticks = [(20, "20 ms"), (50, "50"), (100, "100"), (200, "200"), (500, "500"),
             (1000, "1 s"), (2000, "2"), (5000, "5"), (10000, "10 s")]  # fmt: skip
    return chart.ranges("Compile time", legend, groups, ticks)


def check(page, picture):
    """The parts of the page that do not match the rest of the page, the data file or
    the picture."""
    text = page.read_text()
    rows = chart.tables(text)[0]
    missed = [(row["op"], row["chip"]) for row in rows
              if float(row["ms"]) > aim_of(row["op"])]  # fmt: skip
    complaints = chart.sync(page, picture, draw, check=True)
    if [(row["op"], row["chip"]) for row in rows] != [(op, chip) for op in ROWS for chip in CHIPS]:
        complaints.append("the rows of the table are others")
    if judge(missed, len(rows)) + "\n\n![" not in text:
        complaints.append("the table says: " + judge(missed, len(rows)))
    if share(rows) not in text:
        complaints.append("the table says: " + share(rows))
    if peers() not in text:
        complaints.append("rocPRIM's figures are not those of benchmark/data")
    return complaints


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as info:
        for line in info:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.machine()


def measure(tool, text, chip, runs):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        done = subprocess.run(
            [tool, chip, file.name, str(runs)], capture_output=True, text=True, check=False
        )
    if done.returncode:
        sys.exit("compile-time: %s\n%s" % (text, done.stderr))
    return json.loads(done.stdout)


def to_cells(name, chip, result):
    stages = result["stages"]
    parts = [sum(stages.get(stage, 0) for stage in names) for _, names in COLUMNS]
    times = [result["cpu"], *parts]
    return [name, chip] + ["%.1f" % ms if ms < 10 else "%.0f" % ms for ms in times]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", default=os.path.join(ROOT, "build/bin/compile-time"))
    parser.add_argument("--chips", default=",".join(CHIPS))
    parser.add_argument("--rows", default="", help="only rows whose names have this in them")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--plot", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--save", metavar="DIR")
    options = parser.parse_args()
    page = pathlib.Path(ROOT, "docs/CompileTime.md")
    picture = page.with_suffix(".svg")
    if options.check:
        sys.exit("\n".join("compile-time: " + c for c in check(page, picture)) or 0)
    if options.plot:
        chart.sync(page, picture, draw, check=False)
        return
    rows = {name: text for name, text in ROWS.items() if options.rows in name}
    if options.save:
        os.makedirs(options.save, exist_ok=True)
        for name, text in rows.items():
            plain = "".join(c if c.isalnum() else "_" for c in name)
            with open(os.path.join(options.save, plain + ".mlir"), "w", encoding="utf-8") as file:
                file.write(text)
        return
    titles = ["op", "chip", "ms"] + [title for title, _ in COLUMNS]
    lines = ["| " + " | ".join(titles) + " |", "|---|---" + "|--:" * (len(titles) - 2) + "|"]
    print("\n".join(lines))
    missed = []
    for name, text in rows.items():
        for chip in options.chips.split(","):
            result = measure(options.tool, text, chip, options.runs)
            lines.append("| " + " | ".join(to_cells(name, chip, result)) + " |")
            print(lines[-1], flush=True)
            # Rounded as in the table.
            if round(result["cpu"]) > aim_of(name):
                missed.append((name, chip))
    verdict = judge(missed, len(lines) - 2)
    print(verdict)
    if options.write:
        text = PAGE % {
            "machine": "%s, %d processors, %.1f processes waiting or running on average meanwhile"
            % (processor(), os.cpu_count(), os.getloadavg()[1]),
            "runs": options.runs,
            "table": "\n".join(lines),
            "verdict": verdict,
            "share": share(chart.tables("\n".join(lines))[0]),
            "peers": peers(),
        }
        page.write_text(text, encoding="utf-8")
        chart.sync(page, picture, draw, check=False)


if __name__ == "__main__":
    main()
