#!/usr/bin/env python3
# ===- warp-cost.py - The cost table of the warp ops ------------------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# Writes docs/WarpCost.md and the pages in docs/WarpCost: the instructions between input
# and output of prim and of its peers, per warp op, type and chip. All figures on the
# pages are generated.
#
#   benchmark/warp-cost.py            measures and writes the table and its picture
#   benchmark/warp-cost.py --check    measures and compares with the files
#   benchmark/warp-cost.py --plot     draws what the table has
#   benchmark/warp-cost.py --rocprim=DIR
#       also compiles rocPRIM's warp functions out of the headers in DIR (which
#       has rocprim/ and hip/) and renews benchmark/data/rocprim_warp.tsv; with
#       Debian's packages unpacked, DIR is root/usr/include:
#         apt-get download librocprim-dev libamdhip64-dev
#         for p in *.deb; do dpkg -x $p root; done
#   benchmark/warp-cost.py --cub
#       also compiles CUB's warp functions with nvcc and renews
#       benchmark/data/cub_warp.tsv
#
# Needs the built tools prim-compile and upstream-reduce, and LLVM 22's opt and llc. The
# page of NVIDIA's chips also needs ptxas and nvdisasm. Without them, or with a ptxas of
# another version than the page's, that page is not changed. Exits with 1 if a peer is
# cheaper and warp_cost/reasons.py gives no reason, if a reason applies to no row, or if
# --check finds a difference.
#
# ===-----------------------------------------------------------------------=== #

import argparse
import os
import pathlib
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import chart  # noqa: E402
from warp_cost import data, nvidia, ops, peers, table  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Tools:
    def __init__(self, build, llvm):
        def tool(name, *places):
            for place in places:
                if os.access(place, os.X_OK):
                    return place
            sys.exit("warp-cost: no %s at %s" % (name, " or ".join(places)))

        def of_llvm(name):
            path = os.path.join(llvm, name)
            return path if os.access(path, os.X_OK) else shutil.which(name + "-22") or path

        binaries = os.path.join(build, "bin")
        self.prim_compile = tool("prim-compile", os.path.join(binaries, "prim-compile"))
        self.upstream = tool(
            "upstream-reduce", os.path.join(binaries, "upstream-reduce"))
        self.opt = tool("opt", of_llvm("opt"))
        self.llc = tool("llc", of_llvm("llc"))
        self.clang = of_llvm("clang++")


def nvidia_page(tools, options):
    """The text of the page of NVIDIA's chips, or None, and complaints."""
    ptxas, nvdisasm, nvcc = (
        nvidia.find(name, options.cuda) for name in ("ptxas", "nvdisasm", "nvcc"))
    missing = [name for name, path in (("ptxas", ptxas), ("nvdisasm", nvdisasm)) if not path]
    if options.cub and not nvcc:
        missing.append("nvcc")
    if missing:
        if options.cub:
            sys.exit("warp-cost: --cub needs " + ", ".join(missing))
        print("warp-cost: NVIDIA's page is left out, there is no " + ", ".join(missing), file=sys.stderr)
        return None, []
    version = nvidia.version_of(ptxas)
    path = os.path.join(options.docs, "WarpCost", "nvidia.md")
    if options.check and nvidia.page_version(path) != version:
        print("warp-cost: NVIDIA's page is left out, it is of another ptxas than " + version, file=sys.stderr)
        return None, []
    if options.cub:
        nvidia.renew(nvcc, nvdisasm)
    measured = {}
    for chip in nvidia.CHIPS:
        print("warp-cost: " + chip, file=sys.stderr)
        measured[chip] = nvidia.prim(tools, ptxas, nvdisasm, chip)
    return nvidia.render(measured, version)


# The chips in the picture. Chips within CDNA, and within RDNA, hardly differ.
DRAWN = ["gfx942", "gfx1100"]


def draw(text):
    """The picture of the page: whole kernels beside rocPRIM's."""
    panels = []
    for row in chart.tables(text)[0]:
        figures = [map(float, row[chip].split(" / ")) for chip in DRAWN]
        panels.append((row["prim"], [(c, *f) for c, f in zip(DRAWN, figures)]))
    return chart.pairs("Static instructions of whole kernels, waits not counted", panels)


def main():
    parser = argparse.ArgumentParser(description="The cost table of the warp ops.")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--llvm", default="/usr/lib/llvm-22/bin",
                        help="folder of opt, llc and clang++")
    parser.add_argument("--docs", default=os.path.join(ROOT, "docs"),
                        help="folder of the table")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--plot", action="store_true")
    parser.add_argument("--rocprim", metavar="DIR")
    parser.add_argument("--cub", action="store_true")
    parser.add_argument("--cuda", default="/usr/local/cuda", metavar="DIR",
                        help="the CUDA toolkit, whose tools may also be in PATH")
    options = parser.parse_args()
    front = pathlib.Path(options.docs, "WarpCost.md")
    picture = front.with_suffix(".svg")
    if options.plot:
        chart.sync(front, picture, draw, check=False)
        return 0
    tools = Tools(options.build, options.llvm)

    if options.rocprim:
        data.renew_rocprim(tools, options.rocprim)
    rocprim = data.read_rocprim()

    measured = []
    for chip in ops.CHIPS:
        print("warp-cost: " + chip.label, file=sys.stderr)
        measured.append((
            chip,
            peers.prim(tools, chip, ops.ROWS),
            {
                "upstream": peers.upstream(tools, chip, ops.ROWS),
                "LLVM": peers.atomic(tools, chip, ops.ROWS),
                "rocPRIM": rocprim.get(chip.label, {}),
            },
        ))
    kernels = data.whole_kernels(tools, ops.CHIPS)
    pages, complaints = table.render(measured, kernels, data.rocprim_header())
    text, more = nvidia_page(tools, options)
    complaints += more
    if text:
        pages["nvidia"] = text
    for page, text in pages.items():
        path = os.path.join(options.docs, "WarpCost", page + ".md")
        if not page:
            path = os.path.join(options.docs, "WarpCost.md")
        if options.check:
            with open(path) as file:
                if file.read() != text:
                    complaints.append(
                        "%s is not current: run benchmark/warp-cost.py" % path)
        else:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write(text)
    complaints += chart.sync(front, picture, draw, options.check)
    for complaint in complaints:
        print("warp-cost: " + complaint, file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
