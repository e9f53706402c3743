#!/usr/bin/env python3
# ===- tune.py - The best tiles of every device op --------------------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# Measures the tiles of tunings.py beside those of the tuning table. `benchmark/tune
# families` starts this.
#
#   tune.py list [--op NAMES]
#       prints a line for each tile: op, bytes, tile, programs and tuning
#   tune.py build [--op NAMES] [--chip CHIP] [--jobs N]
#       where prim is built: makes libraries in build/families, each with another tile of every
#       op, and prints the command that measures them on the GPU
#   tune.py record CSV... [--op NAMES] [--output FILE]
#       merges what bench.py has measured into FILE, benchmark/data/h200/tuning.csv
#
# NAMES are names of ops separated by commas; all by default.
#
# ===-----------------------------------------------------------------------=== #

import argparse
import collections
import concurrent.futures
import csv
import json
import math
import os
import pathlib
import re
import shlex
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import programs  # noqa: E402
import tunings  # noqa: E402

ROOT = HERE.parents[2]
BUILD = pathlib.Path(os.environ.get("PRIM_BUILD") or ROOT / "build")
FOLDER = ROOT / "build/families"
LIST = FOLDER / "tunings.json"
OUTPUT = ROOT / "benchmark/data/h200/tuning.csv"
TITLES = ["op", "rows", "bytes", "case", "table_us", "best", "best_us", "less_%", "others_less_%", "measured"]
# The library of families/build, whose ops have no tuning, as bench.py names it.
TABLE = "prim"


class Failure(Exception):
    """An error in the request."""


def programs_of(op):
    return [name for name in programs.PROGRAMS if re.fullmatch(op.programs, name)]


def chosen(options):
    ops = [op for op in tunings.OPS if not options.op or op.name in options.op]
    for name in options.op or ():
        if name not in (op.name for op in ops):
            raise Failure(f"there is no op '{name}', only {', '.join(dict.fromkeys(op.name for op in tunings.OPS))}")
    return ops


def check(ops):
    """Fails if a row, a program or a tile is not there, or there twice."""
    table = (ROOT / "lib/Target/Tuning.cpp").read_text()
    for op in ops:
        if f"{{{op.rows}, " not in table:
            raise Failure(f"{op.name}: lib/Target/Tuning.cpp has no row {op.rows}")
        if not programs_of(op):
            raise Failure(f"{op.name}: there is no program '{op.programs}'")
        tiles = op.tiles.split()
        if len(set(tiles)) < len(tiles):
            raise Failure(f"{op.name}: a tile is listed twice")


def show(options):
    check(chosen(options))
    for op in chosen(options):
        for name, tuning in op.variants():
            print(op.name, op.bytes, name, ",".join(programs_of(op)), tuning, sep="\t")


# ===-----------------------------------------------------------------------=== #
# Libraries
# ===-----------------------------------------------------------------------=== #


def compile_library(options, label, members):
    """Compiles the programs of [(op, tuning)] to a library. Returns the error, or an empty text."""
    source = FOLDER / "objects" / f"{label}.mlir"
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text("".join(programs.PROGRAMS[name].text(name, tuning)
                              for op, tuning in members for name in programs_of(op)))  # fmt: skip
    command = [str(BUILD / "bin/prim-compile"), str(source), f"--chip={options.chip}", "--emit=shared", "--prefix=",
               f"--header={source.with_suffix('.h')}", "-o", str(FOLDER / f"libprim_{label}.so")]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 0:
        return ""
    lines = [line for line in done.stderr.splitlines() if "error:" in line] or ["it ended without a word"]
    return lines[0].partition("error: ")[2] or lines[0]


def build(options):
    ops = chosen(options)
    check(ops)
    numbered = [(op, list(op.variants())) for op in ops]
    most = max(len(variants) for _, variants in numbered)
    refused = {}

    def make(number):
        """The library with the tile `number` of each op, and its entries of the list."""
        label = f"tune{number}"
        members = [(op, *variants[number]) for op, variants in numbered if number < len(variants)]
        while members and (error := compile_library(options, label, [(op, tuning) for op, _, tuning in members])):
            errors = {each[:2]: compile_library(options, label, [(each[0], each[2])]) for each in members}
            bad = {key: text for key, text in errors.items() if text}
            if not bad:
                raise Failure(error)
            refused.update(bad)
            members = [each for each in members if each[:2] not in bad]
        return label, {f"{op.name} {op.bytes}": name for op, name, _ in members}

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        libraries = dict(pool.map(make, range(most)))
    libraries = {label: tiles for label, tiles in libraries.items() if tiles}
    LIST.write_text(json.dumps(libraries, indent=1) + "\n")
    for (op, name), error in refused.items():
        print(f"{op.name} of {op.bytes} bytes, {name}: {error}")
    command = ["benchmark/silicon/families/bench.py", "--out", "tuning.csv", "--only", "|".join(dict.fromkeys(op.cases for op in ops))]
    for label, file in {TABLE: "families", **{label: label for label in libraries}}.items():
        command += ["--library", f"{label}=build/families/libprim_{file}.so"]
    print(shlex.join(command))


# ===-----------------------------------------------------------------------=== #
# The record
# ===-----------------------------------------------------------------------=== #


def read(path):
    """The card and the day that bench.py names, and its rows."""
    with open(path, newline="") as file:
        lines = list(file)
    heads = [line[1:].strip().split(", ") for line in lines if line[0] == "#"]
    measured = f"{heads[0][0].removeprefix('NVIDIA ')}, {heads[0][-1]}" if heads else ""
    return measured, list(csv.DictReader(line for line in lines if line[0] != "#"))


def less(time, than, digits=0):
    """How much less a time is, in percent of the other."""
    return f"{100 * (1 - time / than):+.{digits}f}"


def mean(values):
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values))


def line_of(op, title, times, measured):
    """A row of the record; `times` are those of tiles, and of the table."""
    table = times[TABLE]
    ranked = sorted((us, name) for name, us in times.items() if name != TABLE)
    (best_us, best), others = ranked[0], ranked[1:]
    return [op.name, op.rows, op.bytes, title, f"{table:.2f}", best, f"{best_us:.2f}", less(best_us, table, digits=1),
            "; ".join(f"{name} {less(us, table)}" for us, name in others), measured]  # fmt: skip


def lines_of(op, rows, libraries, measured):
    """The rows of the record for one op, those of the means first."""
    key = f"{op.name} {op.bytes}"
    cases = collections.defaultdict(dict)
    for row in rows:
        name = TABLE if row["contender"] == TABLE else libraries.get(row["contender"], {}).get(key)
        if name and row["us"] and row["result"] == "ok" and re.search(op.cases, f"{row['family']} {row['type']} {row['shape']}"):
            form = "" if row["form"] == "prim" else f", {row['form']}"
            family = "" if row["family"] == op.name else f"{row['family']} "
            cases[f"{family}{row['type']} {row['shape']}{form}"][name] = float(row["us"])
    cases = {title: times for title, times in cases.items() if TABLE in times and len(times) > 1}
    if not cases:
        return []
    everywhere = set.intersection(*(set(times) for times in cases.values()))
    lines = [line_of(op, title, times, measured) for title, times in cases.items()]
    # The best tile of rows depends on their length.
    if len(cases) > 1 and len(everywhere) > 1 and not op.rows.startswith("RowFamily"):
        means = {name: mean(times[name] for times in cases.values()) for name in everywhere}
        lines.insert(0, line_of(op, "mean", means, measured))
    return lines


def record(options):
    libraries = json.loads(options.list.read_text())
    found = {}
    for path in options.csv:
        measured, rows = read(path)
        for op in chosen(options):
            if lines := lines_of(op, rows, libraries, measured):
                found[op.name, str(op.bytes)] = lines
    kept = []
    if options.output.exists():
        with options.output.open(newline="") as file:
            kept = [[row[title] for title in TITLES] for row in csv.DictReader(file)]
    order = [(op.name, str(op.bytes)) for op in tunings.OPS]
    kept = [line for line in kept if (line[0], line[2]) not in found and (line[0], line[2]) in order]
    lines = kept + [line for of in found.values() for line in of]
    lines.sort(key=lambda line: order.index((line[0], str(line[2]))))
    with options.output.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([TITLES, *lines])
    for line in lines:
        if (line[0], str(line[2])) in found:
            print(line[0], *line[2:8], sep="\t")


def main():
    parser = argparse.ArgumentParser(prog="tune families", description="finds the best tiles of the device ops", allow_abbrev=False)
    steps = parser.add_subparsers(dest="step", required=True, metavar="list|build|record")
    listing = steps.add_parser("list", help="print the tiles that are tried")
    building = steps.add_parser("build", help="compile them")
    building.add_argument("--chip", default="sm_90")
    building.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="compilers at once")
    recording = steps.add_parser("record", help="keep what was measured")
    recording.add_argument("csv", nargs="+", type=pathlib.Path, metavar="CSV")
    recording.add_argument("--output", type=pathlib.Path, default=OUTPUT, metavar="FILE")
    recording.add_argument("--list", type=pathlib.Path, default=LIST, metavar="FILE", help="what `build` has listed")
    for step in (listing, building, recording):
        step.add_argument("--op", type=lambda text: text.split(","), metavar="NAMES")
    options = parser.parse_args()
    try:
        {"list": show, "build": build, "record": record}[options.step](options)
    except Failure as failure:
        print(f"tune: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
