#!/usr/bin/env python3
# ===- programs.py - Kernels and bytes of exported programs -----------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# Writes docs/Programs.md: the launches of programs that JAX exports, and the bytes that
# they move, on the emulator, before and after prim fuses them.
#
#   benchmark/programs.py            measures and writes the page
#   benchmark/programs.py --check    measures and compares with the page
#
# Needs the built tool prim-run, and numpy. Exits with 1 if a result is wrong, or if
# --check finds a difference.
#
# ===-----------------------------------------------------------------------=== #

import argparse
import csv
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
CHIP = "gfx942"

PAGE = """# Programs of JAX

`benchmark/programs.py` makes this page; do not edit. Each program of
[test/Integration/Programs](../test/Integration/Programs/Inputs/models.py) is exported by JAX 0.10.2
and IREE's importer 3.13.0, which lowers StableHLO to linalg and to ops of IREE. `prim-run
--allow-unregistered-dialect` reads the text as it is. The tests execute all of them on three chips,
and compare the results with numpy and with JAX.

Launches are kernels, copies and fills. Bytes are those that the kernels move on {chip}, over the
bytes of all inputs and results. A kernel that reads and writes each element once has a ratio of 1.
The inputs are small, so that loads beyond a short row count. "Before" is without `prim-fuse-rows`
and `prim-frontend-to-prim`; a dash is a program that prim did not accept.

| program | launches before | launches | bytes before | bytes |
|---|---|---|---|---|
{rows}
"""


def measure():
    done = subprocess.run(
        [sys.executable, ROOT / "test/Integration/Programs/Inputs/run.py", "--counts",
         f"--prim-run={ROOT}/build/bin/prim-run", f"--chip={CHIP}"],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    if done.returncode:
        sys.exit(done.stdout)
    return [line.split(",") for line in done.stdout.splitlines() if line.count(",") == 2]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    with open(ROOT / "benchmark/data/programs_before.csv") as file:
        lines = [line for line in file if not line.startswith("#")]
    before = {name: rest for name, *rest in csv.reader(lines)}
    rows = []
    for name, launches, moved in measure():
        first, bytes_before = before.get(name, ("-", "-"))
        rows.append(f"| {name.replace('_', ' ')} | {first} | {launches} | {bytes_before} | {moved} |")
    text = PAGE.format(chip=CHIP, rows="\n".join(rows))
    page = ROOT / "docs/Programs.md"
    if options.check:
        sys.exit("docs/Programs.md differs" if page.read_text() != text else 0)
    page.write_text(text)


main()
