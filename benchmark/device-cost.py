#!/usr/bin/env python3
# ===- device-cost.py - The cost table of the device ops --------------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# Writes docs/DeviceCost.md: instructions and traffic of scans, reductions, histograms
# and sorts of 1.2 million elements on the emulator of each chip, and the registers of
# their kernels, beside rocPRIM. All figures on the page are generated.
#
#   benchmark/device-cost.py                  measures and writes table and picture
#   benchmark/device-cost.py --check [--chips=NAME,...] [--ops=NAME,...]
#       measures again what is named and compares it with the table, and the
#       picture with that
#   benchmark/device-cost.py --plot           draws what the table has
#
# Needs the built tools prim-compile and prim-run, and LLVM 22's llc. Exits with 1 if
# rocPRIM is cheaper, or if --check finds a difference.
#
# ===-----------------------------------------------------------------------=== #

import argparse
import concurrent.futures
import csv
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import chart  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
CHIPS = ["gfx90a", "gfx942", "gfx950", "gfx1030", "gfx1100", "gfx1201"]
ELEMENTS = 1_200_000

FOLD = """func.func @main(%x: memref<?x{type}>, %o: memref<{result}>) {{
  prim.device_{op} ins(%x : memref<?x{type}>) outs(%o : memref<{result}>)
  return
}}
"""
AFFINE = """func.func @main(%x: memref<?xi32>, %y: memref<?xi32>, %o: memref<?xi32>, %p: memref<?xi32>) {
  prim.device_scan inclusive ins(%x, %y : memref<?xi32>, memref<?xi32>) outs(%o, %p : memref<?xi32>, memref<?xi32>) combiner {
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
    %s = arith.muli %a, %c : i32
    %t = arith.muli %b, %c : i32
    %u = arith.addi %t, %d : i32
    prim.yield %s, %u : i32, i32
  }
  return
}
"""
PRODUCT = """func.func @main(%x: memref<?xi32>, %o: memref<?xi32>) {
  prim.device_scan inclusive ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) combiner {
  ^bb0(%a: i32, %b: i32):
    %s = arith.muli %a, %b : i32
    prim.yield %s : i32
  }
  return
}
"""
# Needles are drawn from the range of the sorted values, 0 to 65535.
SEARCH = """func.func @main(%x: memref<?xi32>, %s: memref<?xi32>, %o: memref<?xi32>) {
  prim.device_search lower slt ins(%x : memref<?xi32>) in(%s : memref<?xi32>) outs(%o : memref<?xi32>) prologue {
  ^bb0(%a: i32):
    %mask = arith.constant 65535 : i32
    %low = arith.andi %a, %mask : i32
    prim.yield %low : i32
  }
  return
}
"""
# All ranges keep their positions, which a scan of the sizes gives.
COPY = """func.func @main(%x: memref<?xi32>, %n: memref<?xi32>, %p: memref<?xi32>, %o: memref<?xi32>) {
  prim.device_scan exclusive add ins(%n : memref<?xi32>) outs(%p : memref<?xi32>)
  prim.device_batch_copy ins(%x : memref<?xi32>) outs(%o : memref<?xi32>)
      from(%p : memref<?xi32>) to(%p : memref<?xi32>) sizes(%n : memref<?xi32>)
  return
}
"""
SELECT = """func.func @main(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>) {
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) where {
  ^bb0(%a: i32):
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %bit = arith.andi %a, %one : i32
    %even = arith.cmpi eq, %bit, %zero : i32
    prim.yield %even : i1
  }
  return
}
"""
LENGTHS = """func.func @main(%x: memref<?xi32>, %o: memref<?xi32>, %l: memref<?xi32>, %n: memref<i32>) {
  prim.device_run_length nontrivial ins(%x : memref<?xi32>) outs(%o, %l, %n : memref<?xi32>, memref<?xi32>, memref<i32>)
  return
}
"""
HISTOGRAM = """func.func @main(%x: memref<?x{type}>, %h: memref<256xi32>) {{
  %lo = arith.constant {low} : i32
  %hi = arith.constant {high} : i32
  prim.device_histogram {order} ins(%x : memref<?x{type}>) outs(%h : memref<256xi32>)
      even(%lo, %hi : i32, i32)
  return
}}
"""
MAP = """func.func @main(%x: memref<?xi32>, %o: memref<?xi32>) {
  prim.device_map ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) map {
  ^bb0(%a: i32):
    %s = arith.addi %a, %a : i32
    prim.yield %s : i32
  }
  return
}
"""
DIFFERENCE = """func.func @main(%x: memref<?xi32>, %o: memref<?xi32>) {
  prim.device_map ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) neighbour(left) map {
  ^bb0(%a: i32, %b: i32, %has: i1):
    %d = arith.subi %a, %b : i32
    %s = arith.select %has, %d, %a : i32
    prim.yield %s : i32
  }
  return
}
"""
KEYS = """func.func @main(%k: memref<?xi32>, %o: memref<?xi32>) {
  prim.device_sort ult ins(%k : memref<?xi32>) outs(%o : memref<?xi32>)
  return
}
"""
PAIRS = """func.func @main(%k: memref<?xi32>, %v: memref<?xi32>, %ko: memref<?xi32>, %vo: memref<?xi32>) {
  prim.device_sort ult ins(%k, %v : memref<?xi32>, memref<?xi32>) outs(%ko, %vo : memref<?xi32>, memref<?xi32>)
  return
}
"""
COMPARED = """func.func @main(%k: memref<?xi32>, %o: memref<?xi32>) {
  prim.device_sort ins(%k : memref<?xi32>) outs(%o : memref<?xi32>) comparator {
  ^bb0(%a: i32, %b: i32):
    %less = arith.cmpi slt, %a, %b : i32
    prim.yield %less : i1
  }
  return
}
"""
MERGE = """func.func @main(%a: memref<?xi32>, %b: memref<?xi32>, %o: memref<?xi32>) {
  prim.device_merge slt ins(%a : memref<?xi32>) with(%b : memref<?xi32>) outs(%o : memref<?xi32>)
  return
}
"""
TOPK = """func.func @main(%x: memref<?xi32>, %o: memref<100xi32>) {
  prim.device_topk slt descending ins(%x : memref<?xi32>) outs(%o : memref<100xi32>)
  return
}
"""

# Per row: its name in rocPRIM's file if it has one, words, the program, elements, its
# inputs, and the bytes that every element must at least move.
SIZE = "%dxi32" % ELEMENTS
HALF = "%dxi32" % (ELEMENTS // 2)
ROWS = {
    "scan_i32": ("scan of i32", FOLD.format(op="scan inclusive add", type="i32", result="?xi32"),
                 [SIZE + ":random", SIZE + ":constant=0"], 8),
    "scan_f32": ("scan of f32", FOLD.format(op="scan inclusive add", type="f32", result="?xf32"),
                 ["%dxf32:small" % ELEMENTS, "%dxf32:constant=0" % ELEMENTS], 8),
    "scan_region": ("scan of i32, a region", PRODUCT,
                    [SIZE + ":random", SIZE + ":constant=0"], 8),
    "scan_affine": ("scan of affine maps of i32", AFFINE,
                    [SIZE + ":random", SIZE + ":random",
                     SIZE + ":constant=0", SIZE + ":constant=0"], 16),
    "reduce_i32": ("reduction of i32", FOLD.format(op="reduce add", type="i32", result="i32"),
                   [SIZE + ":random", "i32:constant=0"], 4),
    "histogram_u8": ("histogram of bytes, 256 bins",
                     HISTOGRAM.format(type="i8", order="ult", low=0, high=256),
                     ["%dxi8:random" % ELEMENTS, "256xi32:constant=0"], 1),
    "histogram_one": ("histogram of bytes, all in one bin",
                      HISTOGRAM.format(type="i8", order="ult", low=0, high=256),
                      ["%dxi8:constant=7" % ELEMENTS, "256xi32:constant=0"], 1),
    "histogram_i32": ("histogram of i32, 256 bins",
                      HISTOGRAM.format(type="i32", order="slt", low=-(2**31), high=2**31 - 1),
                      [SIZE + ":random", "256xi32:constant=0"], 4),
    "map_i32": ("map of i32", MAP, [SIZE + ":random", SIZE + ":constant=0"], 8),
    "difference_i32": ("differences of i32", DIFFERENCE, [SIZE + ":random", SIZE + ":constant=0"], 8),
    "select_i32": ("select of even i32", SELECT,
                   [SIZE + ":random", SIZE + ":constant=0", "i32:constant=0"], 6),
    "lengths_i32": ("places and lengths of runs of several i32", LENGTHS,
                    [SIZE + ":small", SIZE + ":constant=0", SIZE + ":constant=0",
                     "i32:constant=0"], 4),
    "search_i32": ("search of i32 in 65536", SEARCH,
                   [SIZE + ":random", "65536xi32:iota", SIZE + ":constant=0"], 8),
    "batch_copy_i32": ("batch copy of ranges of 100 i32", COPY,
                       [SIZE + ":random", "%dxi32:constant=100" % (ELEMENTS // 100),
                        "%dxi32:constant=0" % (ELEMENTS // 100), SIZE + ":constant=0"], 8),
    "batch_copy_tiny": ("batch copy of ranges of 5 i32", COPY,
                        [SIZE + ":random", "%dxi32:constant=5" % (ELEMENTS // 5),
                         "%dxi32:constant=0" % (ELEMENTS // 5), SIZE + ":constant=0"], 8),
    "sort_keys_u32": ("sort of i32 keys, unsigned", KEYS,
                      [SIZE + ":random", SIZE + ":constant=0"], 36),
    "sort_pairs_u32": ("sort of pairs of i32", PAIRS,
                       [SIZE + ":random", SIZE + ":random",
                        SIZE + ":constant=0", SIZE + ":constant=0"], 68),
    # Tiles of 2816, and the number of passes that merge them into one run.
    "sort_compared": ("sort of i32 keys, a comparator", COMPARED,
                      [SIZE + ":random", SIZE + ":constant=0"],
                      8 * (1 + (ELEMENTS // 2816).bit_length())),
    "merge_i32": ("merge of i32", MERGE,
                  [HALF + ":iota", HALF + ":iota", SIZE + ":constant=0"], 8),
    "topk_i32": ("the largest 100 of i32", TOPK,
                 [SIZE + ":random", "100xi32:constant=0"], 20),
}  # fmt: skip

HEAD = """# Cost of device ops

`benchmark/device-cost.py` makes this page on the emulator; do not edit. All figures are for %d
elements in the default order of blocks.

* **instructions**: executed wave-instructions per 1000 elements, waits included, of all launches of
  the op. The figure after the slash is rocPRIM's (`benchmark/data/rocprim_executed.tsv`), if it was
  counted. Another emulator counted it. Waves of 32 lanes need about twice as many instructions as
  waves of 64.
* **bytes**: bytes loaded and stored per element in device memory, with the op's own records. The
  figure after the slash is the bytes of the elements alone.
* **lines**: cache lines of 64 bytes that instructions touch, times 64, per byte moved. The figure
  is 1 if each line is touched once.
* **conflicts**: cycles lost to bank conflicts per workgroup memory instruction.
* **kernels**: for each kernel its vector registers, its bytes of workgroup memory, and the waves
  per SIMD that fit according to LLVM.

![Executed instructions of prim and of rocPRIM](DeviceCost.svg)
"""


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit("device-cost: %s failed: %s" % (command[0], done.stderr[:1000]))
    return done.stdout


def kernels_of(options, chip, file, folder):
    """Name, registers, workgroup memory and occupancy of each kernel."""
    ir = folder / "kernels.ll"
    run(options.compile, file, "--chip=" + chip, "--emit=llvm", "-o", str(ir))
    # The module gives its chip and features.
    text = run(options.llc, str(ir), "-o", "-")
    found = []
    for name, body in re.findall(r"; @(\w+)\n(.*?; Occupancy: \d+)", text, re.S):
        number = lambda key: int(re.search(r"; %s: (\d+)" % key, body)[1])
        if number("ScratchSize"):
            sys.exit("device-cost: %s of %s has scratch" % (name, chip))
        found.append("%s %d, %d, %d" % (
            name, number("NumVgprs"), number("LDSByteSize"), number("Occupancy")))  # fmt: skip
    return "; ".join(found)


def measure(options, chip, op, peers):
    words, program, inputs, least = ROWS[op]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        file = folder / "main.mlir"
        file.write_text(program)
        stats = json.loads(run(
            options.run, str(file), *("--generate=" + i for i in inputs),
            "--device=emulator", "--chip=" + chip, "--stats=json",
        ))["statistics"]  # fmt: skip
        kernels = kernels_of(options, chip, str(file), folder)
    count = 1000 * (stats["instructions"] - stats["spins"]) / ELEMENTS
    peer = peers.get((chip, op))
    moved = stats["bytes-moved"]
    cells = [
        words, chip, "%.1f" % count + (" / %.1f" % peer if peer else ""),
        "%.2f / %d" % (moved / ELEMENTS, least),
        "%.2f" % (64 * stats["cache-lines"] / moved),
        "%.2f" % (stats["bank-conflicts"] / max(stats["lds"], 1)),
        str(stats["work-groups"]), str(stats["launches"]), kernels,
    ]  # fmt: skip
    return "| " + " | ".join(cells) + " |", not peer or count < peer


def read_peers():
    with open(ROOT / "benchmark/data/rocprim_executed.tsv") as file:
        rows = csv.DictReader((l for l in file if l[0] != "#"), delimiter="\t")
        return {(row["arch"], row["algo"]): float(row["total"]) for row in rows}


def draw(text):
    """The picture of the page: prim beside rocPRIM, one panel per op."""
    panels = {}
    for row in chart.tables(text)[0]:
        own, _, peer = row["instructions"].partition(" / ")
        if peer:
            panels.setdefault(row["op"], []).append((row["chip"], float(own), float(peer)))
    title = "Executed wave-instructions per 1000 elements, of %d" % ELEMENTS
    return chart.pairs(title, list(panels.items()))


def main():
    parser = argparse.ArgumentParser(description="The cost table of the device ops.")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--llc", default="/usr/lib/llvm-22/bin/llc")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--plot", action="store_true")
    parser.add_argument("--chips", default=",".join(CHIPS))
    parser.add_argument("--ops", default=",".join(ROWS))
    options = parser.parse_args()
    page = ROOT / "docs/DeviceCost.md"
    picture = page.with_suffix(".svg")
    if options.plot:
        chart.sync(page, picture, draw, check=False)
        return 0
    options.compile = str(options.build / "bin" / "prim-compile")
    options.run = str(options.build / "bin" / "prim-run")
    chips, ops = options.chips.split(","), options.ops.split(",")
    if not options.check and (chips != CHIPS or ops != list(ROWS)):
        parser.error("a part of the table can only be checked")
    peers = read_peers()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        rows = list(pool.map(lambda cell: measure(options, *cell, peers),
                             [(chip, op) for op in ops for chip in chips]))  # fmt: skip
    complaints = ["rocPRIM is cheaper: " + row for row, best in rows if not best]
    if options.check:
        current = page.read_text().splitlines()
        complaints += ["not in docs/DeviceCost.md, run benchmark/device-cost.py: " + row
                       for row, _ in rows if row not in current]  # fmt: skip
    else:
        head = ["op", "chip", "instructions", "bytes", "lines", "conflicts",
                "work-groups", "launches", "kernels"]  # fmt: skip
        page.write_text("\n".join(
            [HEAD % ELEMENTS, "| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
            + [row for row, _ in rows]) + "\n")  # fmt: skip
    complaints += chart.sync(page, picture, draw, options.check)
    for complaint in complaints:
        print("device-cost: " + complaint, file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
