#!/usr/bin/env python3
# ===- conversion-cost.py - What kernels cost before and after --------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# Writes docs/ConversionCost.md: the instructions of gpu.all_reduce and
# gpu.subgroup_reduce, as upstream lowers them and after prim-gpu-to-prim, per type and
# chip. All figures on the page are generated.
#
#   benchmark/conversion-cost.py            measures and writes table and picture
#   benchmark/conversion-cost.py --check    measures and compares with the files
#   benchmark/conversion-cost.py --plot     draws what the table has
#
# Needs the built tools prim-compile and upstream-reduce. Exits with 1 if --check finds
# a difference.
#
# ===-----------------------------------------------------------------------=== #

import argparse
import dataclasses
import os
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import chart  # noqa: E402
from warp_cost import ops, peers  # noqa: E402
from warp_cost.table import show  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

PAGE = """# Cost of the gpu dialect's reductions

`benchmark/conversion-cost.py` makes this page from the assembly for every chip; do not edit. A cell
has instructions as **VALU + SALU + LDS pipe**, and the waits among them in brackets. They are those
of a kernel that loads a value per thread, reduces and stores, less those of the same kernel without
the reduction. Chips with equal figures share a row.

* **before**: upstream's own lowering (`benchmark/UpstreamReduce.cpp`). It lowers
  `gpu.subgroup_reduce` with its DPP patterns where they apply. The size of the block is made a
  constant here. Otherwise upstream would load it and call AMD's device library for it.
* **after**: `prim-gpu-to-prim`, which [`prim-to-rocdl-pipeline`](Passes.md) runs first on kernels.

"aborts" and "fails" say how upstream's compiler ended.

![Instructions before and after](ConversionCost.svg)
"""


@dataclasses.dataclass(frozen=True)
class Row:
    section: str
    label: str
    threads: int  # 0: those of a wave
    op: str
    type: str

    def body(self):
        return "%%r0 = %s : (%s) -> %s" % (self.op, self.type, self.type)


def rows():
    for threads in (64, 256, 1024):
        for kind, type in (("add", "i32"), ("add", "f32"), ("maxsi", "i64"), ("add", "f64")):
            if type in ("i32", "f32") or threads == 256:
                yield Row("gpu.all_reduce", "%s %s, %d threads" % (kind, type, threads),
                          threads, "gpu.all_reduce %s %%x0 uniform {}" % kind, type)
    clauses = [("wave", ""), ("8 lanes", " cluster(size = 8)"),
               ("16 lanes", " cluster(size = 16)"),
               ("4 lanes, stride 8", " cluster(size = 4, stride = 8)")]
    for lanes, clause in clauses:
        for kind, type in (("add", "i32"), ("add", "f32"), ("add", "f16"), ("add", "i64")):
            yield Row("gpu.subgroup_reduce", "%s %s, %s" % (kind, type, lanes), 0,
                      "gpu.subgroup_reduce %s %%x0 uniform%s" % (kind, clause), type)


def measure(chip, assemble):
    """Costs of all rows, by label."""
    result = {}
    for threads in sorted({row.threads for row in rows()}):
        size = threads or chip.wave
        tasks = [
            (row, (row.type,), (row.type,),
             lambda name, row=row: ops.kernel(name, size, (row.type,), (row.type,), row.body()))
            for row in rows()
            if row.threads == threads
        ]
        # A kernel of `size` threads here, in place of warp-cost's kernel of one wave.
        result.update(peers.measure(dataclasses.replace(chip, wave=size), tasks, assemble))
    return result


def render(figures):
    text = PAGE
    for section in dict.fromkeys(row.section for row in rows()):
        text += "\n## `%s`\n\n| reduction | chips | before | after |\n|---|---|---|---|\n" % section
        for row in rows():
            if row.section != section:
                continue
            groups = {}
            for chip, before, after in figures:
                groups.setdefault((show(before[row]), show(after[row])), []).append(chip.label)
            for (before, after), chips in groups.items():
                text += "| %s | %s | %s | %s |\n" % (row.label, ", ".join(chips), before, after)
    return text


def draw(text):
    """The picture of the page: instructions without waits, before and after, on a chip
    of each wave size. Rows that upstream does not compile are omitted."""
    panels = []
    sections = re.findall(r"^## `(.*)`$", text, re.M)
    for section, table in zip(sections, chart.tables(text), strict=True):
        for chip in ("gfx942", "gfx1100"):
            bars = []
            for row in table:
                sums = [sum(map(int, re.findall(r"\d+(?= [+(])", row[key]))) for key in ("after", "before")]
                if chip in row["chips"].split(", ") and sums[1]:
                    bars.append((row["reduction"], *sums))
            panels.append(("%s, %s" % (section, chip), bars))
    title = "Instructions of the gpu dialect's reductions, waits not counted"
    return chart.pairs(title, panels, own="after", peer="before", label=150)


def main():
    parser = argparse.ArgumentParser(description="Kernels before and after conversion.")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--docs", default=os.path.join(ROOT, "docs"), help="folder of the table")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--plot", action="store_true", help="only draw what the table has")
    options = parser.parse_args()
    page = pathlib.Path(options.docs, "ConversionCost.md")
    picture = page.with_suffix(".svg")
    if options.plot:
        chart.sync(page, picture, draw, check=False)
        return 0

    class Tools:
        prim_compile = os.path.join(options.build, "bin", "prim-compile")
        upstream = os.path.join(options.build, "bin", "upstream-reduce")

    for tool in (Tools.prim_compile, Tools.upstream):
        if not os.access(tool, os.X_OK):
            sys.exit("conversion-cost: no " + tool)

    figures = []
    for chip in ops.CHIPS:
        print("conversion-cost: " + chip.label, file=sys.stderr)
        before = measure(chip, peers.upstream_assembler(Tools, chip, "true"))
        after = measure(chip, peers.prim_assembler(Tools, chip))
        figures.append((chip, before, after))
    text = render(figures)
    if not options.check:
        page.write_text(text)
    complaints = chart.sync(page, picture, draw, options.check)
    if page.read_text() != text:
        complaints.append("%s is not current: run benchmark/conversion-cost.py" % page)
    for complaint in complaints:
        print("conversion-cost: " + complaint, file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
