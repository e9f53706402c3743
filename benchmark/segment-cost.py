#!/usr/bin/env python3
# ===- segment-cost.py - The cost table of rows and segments ---------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# Writes docs/SegmentCost.md: instructions and traffic of scans, reductions and sorts of
# rows and segments on the emulator, beside the op on the same elements without rows or
# segments, and those of fused rows.
#
#   benchmark/segment-cost.py                 measures and writes the table
#   benchmark/segment-cost.py --check [--chips=NAME,...] [--only=TEXT]
#       measures again what is named and compares it with the table
#
# Needs the built tool prim-run, and numpy. Exits with 1 if --check finds a difference.
#
# ===-----------------------------------------------------------------------=== #

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmark/silicon/families"))

import programs  # noqa: E402

CHIPS = ["gfx942", "gfx1100"]
ELEMENTS = 1_200_000

HEAD = """# Cost of rows and segments

`benchmark/segment-cost.py` makes this page on the emulator; do not edit. All figures are for about
%d elements of i32 in the default order of blocks. Sizes are known only at run time, except in
rows marked "known".

* **instructions**: executed wave-instructions per 1000 elements, waits included, of all launches of
  the op.
* **of flat**: the ratio to the instructions of the same op on one flat buffer of as many elements.
* **bytes**: bytes loaded and stored per element in device memory, with the op's own records. The
  figure after the slash is the bytes of elements, flags, keys, offsets and results alone.
* **lines**: cache lines of 64 bytes that instructions touch, times 64, per byte moved. The figure
  is 1 if each line is touched once.
* **launches**: kernels, and regions of the workspace that are cleared.

"""
FUSED = """
## Fused rows

Each line is one `prim.device_rows`, of the programs that [Families](Families.md) times on a GPU,
computed in f32. Norms read their one or two vectors for each row, from a cache. Lengths of segments
are spread evenly.

"""


class Case:
    """An op, its clauses, its operands, and the bytes that must be moved."""

    def __init__(self, words, op, clauses, operands, results, least):
        self.words, self.op, self.clauses = words, op, clauses
        self.operands, self.results, self.least = operands, results, least
        self.size = operands[0].size

    def text(self):
        def type_of(array):
            return memref(array, self.words.endswith("known"))

        x, borders = self.operands[0], self.operands[1:]
        parameters = ["%%x: %s" % type_of(x)]
        parameters += ["%%b%d: %s" % (i, type_of(b)) for i, b in enumerate(borders)]
        parameters += ["%%y%d: %s" % (i, type_of(r)) for i, r in enumerate(self.results)]
        clause = self.clauses
        if borders:
            names = ", ".join("%%b%d" % i for i in range(len(borders)))
            clause += "(%s : %s)" % (names, ", ".join(map(type_of, borders)))
        outs = ", ".join("%%y%d" % i for i in range(len(self.results)))
        return """func.func @main(%s) {
  prim.device_%s ins(%%x : %s) outs(%s : %s) %s
  return
}
""" % (", ".join(parameters), self.op, type_of(x), outs,
           ", ".join(map(type_of, self.results)), clause)  # fmt: skip

    def arguments(self, folder):
        """The arguments for prim-run."""
        for i, array in enumerate([*self.operands, *self.results]):
            np.save(folder / ("%d.npy" % i), array)
            yield str(folder / ("%d.npy" % i))


class Fused:
    """A program of rows of a type; its arrays are generated."""

    def __init__(self, op, kind, program, rows, columns):
        self.words, self.op, self.program = "%d rows of %d" % (rows, columns), op, program
        self.kind, self.sizes, self.size = kind, (rows, columns), rows * columns
        # Every row is read and written, or is read for one result.
        size_of = {"f32": 4, "bf16": 2, "i32": 4}
        of_row = program.parameters["o"] == "memref<?xf32>"
        self.least = size_of[kind] * (1 if of_row else 2) + (4 / columns if of_row else 0)
        self.least += 4 / columns if "l" in program.parameters else 0

    def text(self):
        parameters = ", ".join("%%%s: %s" % parameter for parameter in self.program.parameters.items())
        return "func.func @main(%s) {\n  %s\n  return\n}\n" % (parameters, self.program.op.replace(" W", ""))

    def arguments(self, folder):
        rows, columns = self.sizes
        for name, kind in self.program.parameters.items():
            if not kind.startswith("memref"):
                yield "--scalar=%s" % {"length": columns, "epsilon": 1e-5}[name]
                continue
            element = re.search(r"\w+(?=>)", kind[len("memref<"):].replace("?x", ""))[0]
            shape = "%dx%d" % self.sizes if kind.count("?") == 2 else columns if name in ("g", "b") else rows
            values = "constant=%d" % (columns // 2) if name == "l" else "random"
            yield "--generate=%sx%s:%s" % (shape, element, values)


class FusedSegments:
    """A program of segments of a type, whose lengths are spread evenly from the least to the
    greatest one."""

    def __init__(self, op, kind, program, least, greatest):
        lengths = np.arange(least, greatest + 1)
        lengths = np.resize(lengths, 2 * ELEMENTS // (least + greatest))
        self.offsets = np.append(0, np.cumsum(np.random.default_rng(8).permutation(lengths))).astype(np.int32)
        self.size, self.op, self.kind, self.program = int(self.offsets[-1]), op, kind, program
        self.words = "%d segments of %d to %d" % (len(lengths), least, greatest)
        of_segment = program.parameters["o"] == "memref<?xf32>" and "log" in op
        share = len(lengths) / self.size
        self.least = {"f32": 4, "bf16": 2}[kind] * (1 if of_segment else 2) + 4 * share * (2 if of_segment else 1)

    text = Fused.text

    def arguments(self, folder):
        np.save(folder / "offsets.npy", self.offsets)
        for name, kind in self.program.parameters.items():
            if name == "b":
                yield str(folder / "offsets.npy")
                continue
            element = re.search(r"\w+(?=>)", kind[len("memref<"):].replace("?x", ""))[0]
            size = len(self.offsets) - 1 if name == "o" and "log" in self.op else self.size
            yield "--generate=%dx%s:random" % (size, element)


def memref(array, known):
    sizes = "".join("%sx" % (size if known else "?") for size in array.shape)
    return "memref<%s%s>" % (sizes, {1: "i8", 4: "i32"}[array.itemsize])


def cases():
    rng = np.random.default_rng(7)
    x = rng.integers(-9, 9, ELEMENTS).astype(np.int32)
    blank = np.zeros(ELEMENTS, np.int32)
    one = np.zeros((), np.int32)
    scan, reduce, sort = "scan inclusive add", "reduce add", "sort slt"
    keys = rng.integers(-(2**31), 2**31, ELEMENTS).astype(np.int32)
    # A sort reads the keys for the histogram, then reads and writes them for each
    # digit.
    passes = 36
    yield Case("flat", scan, "", [x], [blank], 8)
    yield Case("flat", reduce, "", [x], [one], 4)
    yield Case("flat", sort, "", [keys], [blank], passes)
    for length in [10, 100, 1000, 1024, 4096, 10000, ELEMENTS]:
        count = ELEMENTS // length
        rows = x[: count * length].reshape(count, length)
        words = "%d rows of %d" % rows.shape
        yield Case(words, scan, "dimension(1)", [rows], [np.zeros_like(rows)], 8)
        folds = np.zeros(count, np.int32)
        yield Case(words, reduce, "dimension(1)", [rows], [folds], 4 + 4 / length)
        if length <= 1000:
            yield Case(words + ", known", scan, "dimension(1)", [rows], [np.zeros_like(rows)], 8)
            yield Case(words + ", known", reduce, "dimension(1)", [rows], [folds], 4 + 4 / length)
        some = keys[: rows.size].reshape(rows.shape)
        moved = 8 if length <= 4096 else passes
        yield Case(words, sort, "dimension(1)", [some], [np.zeros_like(some)], moved)
    for length in [100, 1000, 10000, 75000]:
        rows = x[: ELEMENTS // length * length].reshape(length, -1)
        words = "%d columns of %d" % rows.shape[::-1]
        yield Case(words, scan, "dimension(0)", [rows], [np.zeros_like(rows)], 8)
        folds = np.zeros(rows.shape[1], np.int32)
        yield Case(words, reduce, "dimension(0)", [rows], [folds], 4 + 4 / length)
        some = keys[: rows.size].reshape(rows.shape)
        moved = 24 if length <= 4096 else 16 + passes
        yield Case(words, sort, "dimension(0)", [some], [np.zeros_like(some)], moved)
    for words, heads in {
        "runs of 10": rng.random(ELEMENTS) < 1 / 10,
        "runs of 1000": rng.random(ELEMENTS) < 1 / 1000,
        "runs of 100000": rng.random(ELEMENTS) < 1 / 100000,
        "half in one run": np.append(np.zeros(ELEMENTS // 2, bool), rng.random(ELEMENTS // 2) < 1 / 5),
    }.items():
        heads[0] = True
        flags = heads.astype(np.int8)
        numbers = np.cumsum(heads).astype(np.int32)
        starts = np.flatnonzero(heads)
        offsets = np.append(starts, ELEMENTS).astype(np.int32)
        folds = np.zeros(len(starts), np.int32)
        share = 4 * len(starts) / ELEMENTS
        yield Case(words, scan, "head", [x, flags], [blank], 9)
        yield Case(words, scan, "by_key", [x, numbers], [blank], 12)
        yield Case(words, scan, "segments", [x, offsets], [blank], 8 + share)
        yield Case(words, sort, "segments", [keys, offsets], [blank], 8 + share)
        yield Case(words, reduce, "head", [x, flags], [folds, one], 5 + share)
        yield Case(words, reduce, "by_key", [x, numbers], [folds, folds, one], 8 + 2 * share)
        yield Case(words, reduce, "segments", [x, offsets], [folds], 4 + 2 * share)
        ranges = [offsets[:-1], offsets[1:]]
        yield Case(words + ", begins and ends", reduce, "segments", [x, *ranges], [folds], 4 + 3 * share)


def fused_cases():
    for kind in ("f32", "bf16"):
        for op, text in programs.fused_rows(kind):
            if op.startswith("segment_"):
                for least, greatest in ((0, 100), (12000, 20000), (0, 2000)):
                    yield FusedSegments(op.removeprefix("segment_"), kind, text, least, greatest)
                continue
            for columns in (256, 1000, 4096, 32768):
                yield Fused(op, kind, text, ELEMENTS // columns, columns)


def measure(options, chip, case):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "main.mlir").write_text(case.text())
        command = [options.run, str(folder / "main.mlir"), "--device=emulator",
                   "--chip=" + chip, "--stats=json", *case.arguments(folder)]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit("segment-cost: %s" % done.stderr[:1000])
    stats = json.loads(done.stdout)["statistics"]
    count = 1000 * (stats["instructions"] - stats["spins"]) / case.size
    moved = stats["bytes-moved"]
    return count, moved / case.size, 64 * stats["cache-lines"] / moved, stats["launches"]


def table(head, lines):
    return "\n".join(["| " + " | ".join(head) + " |", "|---" * len(head) + "|", *lines]) + "\n"


def main():
    parser = argparse.ArgumentParser(description="The cost table of rows and segments.")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--chips", default=",".join(CHIPS))
    parser.add_argument("--only", default="", help="lines that have this in them")
    options = parser.parse_args()
    options.run = str(options.build / "bin" / "prim-run")
    chips = options.chips.split(",")
    if not options.check and (chips != CHIPS or options.only):
        parser.error("a part of the table can only be checked")
    page = ROOT / "docs/SegmentCost.md"
    every = list(cases())
    chosen = [c for c in every if options.only in c.words or c.words == "flat"]
    fused = [c for c in fused_cases() if options.only in "%s %s of %s" % (c.words, c.op, c.kind)]
    work = [(chip, case) for case in [*chosen, *fused] for chip in chips]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda cell: measure(options, *cell), work))
    flat = {(chip, case.op): figures[0]
            for (chip, case), figures in zip(work, found) if case.words == "flat"}  # fmt: skip
    lines, rows = [], []
    for (chip, case), (count, moved, touched, launches) in zip(work, found):
        if isinstance(case, (Fused, FusedSegments)):
            rows.append("| %s | %s of %s | %s | %.0f | %.2f / %.2f | %.2f | %d |" % (
                case.words, case.op, case.kind, chip, count, moved, case.least, touched, launches))  # fmt: skip
            continue
        form = case.clauses + (" of pairs" if len(case.operands) == 3 else "")
        lines.append("| %s | %s %s | %s | %.0f | %.2f | %.2f / %.2f | %.2f | %d |" % (
            case.words, case.op.split()[0], form, chip, count,
            count / flat[chip, case.op], moved, case.least, touched, launches))  # fmt: skip
    if options.check:
        current = page.read_text().splitlines()
        wrong = [line for line in [*lines, *rows] if line not in current]
        for line in wrong:
            print("not in docs/SegmentCost.md, run benchmark/segment-cost.py: " + line,
                  file=sys.stderr)  # fmt: skip
        return 1 if wrong or not lines else 0
    head = ["elements", "op", "chip", "instructions", "of flat", "bytes", "lines", "launches"]
    of_rows = ["rows", *head[1:4], *head[5:]]
    page.write_text(HEAD % ELEMENTS + table(head, lines) + FUSED + table(of_rows, rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
