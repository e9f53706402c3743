#!/usr/bin/env python3
# ===- device-cost.py - The cost table of the device ops --------------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# Writes docs/DeviceCost.md: instructions and traffic of device ops on 1.2 million
# elements on the emulator of each chip, and the registers of their kernels, beside
# rocPRIM. All figures on the page are generated.
#
#   benchmark/device-cost.py                  measures and writes table and picture
#   benchmark/device-cost.py --check [--chips=NAME,...] [--ops=NAME,...]
#       measures again what is named and compares it with the table, and the
#       picture with that
#   benchmark/device-cost.py --plot           draws what the table has
#
# Needs the built tools prim-compile and prim-run, and LLVM 22's llc. Exits with 1 if
# --check finds a difference.
#
# ===-----------------------------------------------------------------------=== #

import argparse
import array
import concurrent.futures
import csv
import json
import os
import pathlib
import random
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
PARTITION = SELECT.replace(") where", ") rest reversed where")
UNIQUE = """func.func @main(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>) {
  prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) heads(1)
  return
}
"""
RUNS = """func.func @main(%x: memref<?xi32>, %o: memref<?xi32>, %l: memref<?xi32>, %n: memref<i32>) {
  prim.device_run_length ins(%x : memref<?xi32>) outs(%o, %l, %n : memref<?xi32>, memref<?xi32>, memref<i32>)
  return
}
"""
REDUCE_BY_KEY = """func.func @main(%k: memref<?xi32>, %x: memref<?xi32>, %o: memref<?xi32>, %s: memref<?xi32>, %n: memref<i32>) {
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%o, %s, %n : memref<?xi32>, memref<?xi32>, memref<i32>)
      by_key(%k : memref<?xi32>)
  return
}
"""
SCAN_BY_KEY = """func.func @main(%k: memref<?xi32>, %x: memref<?xi32>, %o: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) by_key(%k : memref<?xi32>)
  return
}
"""
SEGMENTED = """func.func @main(%x: memref<?xi32>, %b: memref<?xi32>, %o: memref<?xi32>) {{
  prim.device_{op} ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) segments(%b : memref<?xi32>)
  return
}}
"""
NTH = """func.func @main(%x: memref<?xi32>, %o: memref<?xi32>) {
  %n = arith.constant 600000 : index
  prim.device_nth slt ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) nth(%n)
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
KEYS = """func.func @main(%k: memref<?x{type}>, %o: memref<?x{type}>) {{
  prim.device_sort {order} ins(%k : memref<?x{type}>) outs(%o : memref<?x{type}>)
  return
}}
"""
PAIRS = """func.func @main(%k: memref<?xi32>, %v: memref<?x{type}>, %ko: memref<?xi32>, %vo: memref<?x{type}>) {{
  prim.device_sort ult ins(%k, %v : memref<?xi32>, memref<?x{type}>) outs(%ko, %vo : memref<?xi32>, memref<?x{type}>)
  return
}}
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

SIZE = "%dxi32" % ELEMENTS
HALF = "%dxi32" % (ELEMENTS // 2)
SEGMENT = 1000


def elements(type, distribution="random"):
    return "%dx%s:%s" % (ELEMENTS, type, distribution)


def scan_row(type, distribution="random"):
    program = FOLD.format(op="scan inclusive add", type=type, result="?x" + type)
    return ("scan of " + type, program,
            [elements(type, distribution), elements(type, "constant=0")],
            2 * int(type[1:]) // 8)  # fmt: skip


def reduce_row(type, distribution="random"):
    return ("reduction of " + type, FOLD.format(op="reduce add", type=type, result=type),
            [elements(type, distribution), type + ":constant=0"], int(type[1:]) // 8)  # fmt: skip


def sort_row(words, type, order="ult"):
    """A sort reads all keys once to count digits, and once for each digit."""
    size = int(type[1:]) // 8
    return ("sort of " + words, KEYS.format(type=type, order=order),
            [elements(type), elements(type, "constant=0")], size * (1 + 2 * size))  # fmt: skip


def pairs_row(words, type):
    size = int(type[1:]) // 8
    return ("sort of " + words, PAIRS.format(type=type),
            [SIZE + ":random", elements(type), SIZE + ":constant=0",
             elements(type, "constant=0")], 4 + 8 * (4 + size))  # fmt: skip


# Per row: its name in rocPRIM's file if it has one, words, the program, its inputs
# (specifications for prim-run, or the names of FILES), and the bytes that every
# element must at least move.
COUNT = "i32:constant=0"
ZEROS = SIZE + ":constant=0"
ROWS = {
    "scan_i32": scan_row("i32"),
    "scan_f32": scan_row("f32", "small"),
    "scan_i64": scan_row("i64"),
    "scan_f64": scan_row("f64", "small"),
    "scan_i16": scan_row("i16"),
    "scan_i8": scan_row("i8"),
    "scan_by_key_i32": ("scan of i32 by key", SCAN_BY_KEY, ["keys", SIZE + ":random", ZEROS], 12),
    "scan_region": ("scan of i32, a region", PRODUCT, [SIZE + ":random", ZEROS], 8),
    "scan_affine": ("scan of affine maps of i32", AFFINE,
                    [SIZE + ":random", SIZE + ":random", ZEROS, ZEROS], 16),
    "reduce_i32": reduce_row("i32"),
    "reduce_f32": reduce_row("f32", "small"),
    "reduce_i64": reduce_row("i64"),
    "reduce_f64": reduce_row("f64", "small"),
    "reduce_i16": reduce_row("i16"),
    "reduce_i8": reduce_row("i8"),
    "segmented_reduce_i32": ("reduction of segments of 1000 i32", SEGMENTED.format(op="reduce add"),
                             [SIZE + ":random", "starts", "%dxi32:constant=0" % (ELEMENTS // SEGMENT)], 4),
    "reduce_by_key_i32": ("reduction of i32 by key", REDUCE_BY_KEY,
                          ["keys", SIZE + ":random", ZEROS, ZEROS, COUNT], 14),
    "run_length_i32": ("lengths of runs of i32", RUNS, ["keys", ZEROS, ZEROS, COUNT], 10),
    "lengths_i32": ("nontrivial runs of i32", LENGTHS,
                    ["keys", ZEROS, ZEROS, COUNT], 5.5),
    "histogram_u8": ("histogram of bytes, 256 bins",
                     HISTOGRAM.format(type="i8", order="ult", low=0, high=256),
                     [elements("i8"), "256xi32:constant=0"], 1),
    "histogram_one": ("histogram of bytes, all in one bin",
                      HISTOGRAM.format(type="i8", order="ult", low=0, high=256),
                      [elements("i8", "constant=7"), "256xi32:constant=0"], 1),
    "histogram_i32": ("histogram of i32, 256 bins",
                      HISTOGRAM.format(type="i32", order="slt", low=-(2**31), high=2**31 - 1),
                      [SIZE + ":random", "256xi32:constant=0"], 4),
    "map_i32": ("map of i32", MAP, [SIZE + ":random", ZEROS], 8),
    "difference_i32": ("differences of i32", DIFFERENCE, [SIZE + ":random", ZEROS], 8),
    "select_i32": ("select of even i32", SELECT, [SIZE + ":random", ZEROS, COUNT], 6),
    "partition_i32": ("partition of i32 by parity", PARTITION, [SIZE + ":random", ZEROS, COUNT], 8),
    "unique_i32": ("first elements of runs of i32", UNIQUE, ["keys", ZEROS, COUNT], 7),
    "search_i32": ("search of i32 in 65536", SEARCH,
                   [SIZE + ":random", "65536xi32:iota", ZEROS], 8),
    "batch_copy_i32": ("batch copy of ranges of 100 i32", COPY,
                       [SIZE + ":random", "%dxi32:constant=100" % (ELEMENTS // 100),
                        "%dxi32:constant=0" % (ELEMENTS // 100), ZEROS], 8),
    "batch_copy_tiny": ("batch copy of ranges of 5 i32", COPY,
                        [SIZE + ":random", "%dxi32:constant=5" % (ELEMENTS // 5),
                         "%dxi32:constant=0" % (ELEMENTS // 5), ZEROS], 8),
    "sort_keys_u32": sort_row("i32 keys, unsigned", "i32"),
    "sort_keys_f32": sort_row("f32 keys", "f32", "total"),
    "sort_keys_u64": sort_row("i64 keys, unsigned", "i64"),
    "sort_keys_u16": sort_row("i16 keys, unsigned", "i16"),
    "sort_keys_u8": sort_row("i8 keys, unsigned", "i8"),
    "sort_pairs_u32": pairs_row("pairs of i32", "i32"),
    "sort_pairs_u32_u64": pairs_row("pairs of i32 and i64", "i64"),
    "segmented_sort_u32": ("sort of segments of 1000 i32", SEGMENTED.format(op="sort ult"),
                           [SIZE + ":random", "starts", ZEROS], 8),
    # Tiles of 2816, and the number of passes that merge them into one run.
    "sort_compared": ("sort of i32 keys, a comparator", COMPARED, [SIZE + ":random", ZEROS],
                      8 * (1 + (ELEMENTS // 2816).bit_length())),
    "merge_i32": ("merge of i32", MERGE, [HALF + ":iota", HALF + ":iota", ZEROS], 8),
    "nth_element_i32": ("the median of i32", NTH, [SIZE + ":random", ZEROS], 8),
    "topk_i32": ("the largest 100 of i32", TOPK, [SIZE + ":random", "100xi32:constant=0"], 20),
}  # fmt: skip


def write_numpy(path, values):
    """Writes i32 values in numpy's format, which prim-run reads."""
    header = "{'descr': '<i4', 'fortran_order': False, 'shape': (%d,), }" % len(values)
    header = header.ljust(117) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little")
                     + header.encode() + array.array("i", values).tobytes())  # fmt: skip


# Inputs that prim-run does not generate: one of four keys, so that three elements in
# four start a run, and the offsets of segments.
FILES = {
    "keys": lambda: random.Random(1).choices(range(4), k=ELEMENTS),
    "starts": lambda: range(0, ELEMENTS + 1, SEGMENT),
}

# The ops and chips of the picture.
PICTURED = ["scan_i32", "scan_i64", "reduce_i32", "sort_keys_u32", "sort_pairs_u32", "select_i32",
            "reduce_by_key_i32", "merge_i32"]  # fmt: skip

HEAD = """# Cost of device ops

`benchmark/device-cost.py` makes this page on the emulator; do not edit. All figures are for %d
elements in the default order of blocks. A cell `a / b = c` has the figure of prim, the figure of
rocPRIM, and the first over the second: below 1 prim needs less. rocPRIM is version 3.5.0 (March
2025), in `benchmark/data/rocprim_executed.tsv`. It has no tuning for gfx1201, which takes the
default. For gfx950 it has the tuning of gfx942. prim's emulator executed both. Cells without a
slash have no counterpart.

* **instructions**: executed wave-instructions per 1000 elements, waits included, of all launches of
  the op. Waves of 32 lanes need about twice as many instructions as waves of 64.
* **bytes**: bytes loaded and stored per element in device memory, with the op's own records.
* **least**: the bytes of the elements alone.
* **lines**: cache lines of 64 bytes that instructions touch, times 64, per byte moved. The figure
  is 1 if each line is touched once.
* **conflicts**: cycles lost to bank conflicts per workgroup memory instruction.
* **kernels**: for each kernel its vector registers, its bytes of workgroup memory, and the waves
  per SIMD that fit according to LLVM. Kernels of empty buffers are left out.

Keys of runs are one of four values, drawn at random, so that three elements in four start a run.

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
        if name.endswith("_empty_0"):
            continue
        found.append("%s %d, %d, %d" % (
            re.sub(r"_\d+$", "", name), number("NumVgprs"), number("LDSByteSize"), number("Occupancy")))  # fmt: skip
    return "; ".join(found)


def beside(form, own, peer):
    """A cell with prim's figure, and rocPRIM's if there is one."""
    return form % own if peer is None else (form + " / " + form + " = %.2f") % (own, peer, own / peer)


def measure(options, chip, op, peers, files):
    words, program, inputs, least = ROWS[op]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        file = folder / "main.mlir"
        file.write_text(program)
        stats = json.loads(run(
            options.run, str(file),
            *("--input=%s" % files[i] if i in files else "--generate=" + i for i in inputs),
            "--device=emulator", "--chip=" + chip, "--stats=json",
        ))["statistics"]  # fmt: skip
        kernels = kernels_of(options, chip, str(file), folder)
    peer = peers.get((chip, op), (None,) * 3)
    moved = stats["bytes-moved"]
    cells = [
        words, chip,
        beside("%.1f", 1000 * (stats["instructions"] - stats["spins"]) / ELEMENTS, peer[0]),
        beside("%.2f", moved / ELEMENTS, peer[1]), "%g" % least,
        beside("%.2f", 64 * stats["cache-lines"] / moved, peer[2]),
        "%.3g" % round(stats["bank-conflicts"] / max(stats["lds"], 1), 2),
        str(stats["launches"]), kernels,
    ]  # fmt: skip
    return "| " + " | ".join(cells) + " |"


def read_peers():
    with open(ROOT / "benchmark/data/rocprim_executed.tsv") as file:
        rows = csv.DictReader((l for l in file if l[0] != "#"), delimiter="\t")
        return {
            (row["arch"], row["algo"]):
                tuple(float(row[key]) for key in ("total", "bytes_per_element", "lines"))
            for row in rows
        }  # fmt: skip


def draw(text):
    """The picture of the page: prim beside rocPRIM, one panel per op."""
    panels = {ROWS[op][0]: [] for op in PICTURED}
    for row in chart.tables(text)[0]:
        figures = re.fullmatch("(.*) / (.*) = .*", row["instructions"])
        if figures and row["op"] in panels:
            panels[row["op"]].append((row["chip"], float(figures[1]), float(figures[2])))
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
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool, \
            tempfile.TemporaryDirectory() as name:  # fmt: skip
        files = {}
        for key, values in FILES.items():
            if any(key in ROWS[op][2] for op in ops):
                files[key] = pathlib.Path(name) / (key + ".npy")
                write_numpy(files[key], values())
        rows = list(pool.map(lambda cell: measure(options, *cell, peers, files),
                             [(chip, op) for op in ops for chip in chips]))  # fmt: skip
    complaints = []
    if options.check:
        current = page.read_text().splitlines()
        complaints += ["not in docs/DeviceCost.md, run benchmark/device-cost.py: " + row
                       for row in rows if row not in current]  # fmt: skip
    else:
        head = ["op", "chip", "instructions", "bytes", "least", "lines", "conflicts",
                "launches", "kernels"]  # fmt: skip
        page.write_text("\n".join(
            [HEAD % ELEMENTS, "| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
            + rows) + "\n")  # fmt: skip
    complaints += chart.sync(page, picture, draw, options.check)
    for complaint in complaints:
        print("device-cost: " + complaint, file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
