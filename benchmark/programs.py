#!/usr/bin/env python3
# ===- programs.py - Kernels and bytes of exported programs -----------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# Writes docs/Programs.md: the launches of programs that frontends export, and the bytes
# that they move, on the emulator, before and after prim fuses them.
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

PAGE = """# Programs of frontends

`benchmark/programs.py` makes this page; do not edit. `prim-run --allow-unregistered-dialect` reads
the text of each [exported program](../test/Integration/Programs/README.md) as it is. The tests
execute all of them on three chips, and compare the results with numpy and with the frontend.

Launches are kernels, copies and fills. Bytes are those that the kernels move on {chip}, over the
bytes of all inputs and results. A kernel that reads and writes each element once has a ratio of 1.
The inputs are small, so that loads beyond a short row count. A dash is a program that prim did not
accept.

## JAX

JAX 0.10.2 exports these, and IREE's importer 3.13.0 lowers StableHLO to linalg and to ops of IREE.
"Before" is without `prim-fuse-rows` and `prim-frontend-to-prim`.

{jax}

## torch

torch 2.15.0 and torch-mlir 20261001 export these, as linalg and ops of TMTensor. "Before" is
prim before it was tried with any of them.

{torch}
"""

TABLE = """| program | launches before | launches | bytes before | bytes |
|---|---|---|---|---|
"""


def measure(frontend):
    done = subprocess.run(
        [sys.executable, ROOT / "test/Integration/Programs/Inputs/run.py", frontend, "--counts",
         f"--prim-run={ROOT}/build/bin/prim-run", f"--chip={CHIP}"],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    if done.returncode:
        sys.exit(done.stdout)
    return [line.split(",") for line in done.stdout.splitlines() if line.count(",") == 2]


def make_table(frontend, before):
    rows = []
    for name, launches, moved in measure(frontend):
        first, bytes_before = before.get((frontend, name), ("-", "-"))
        rows.append(f"| {name.replace('_', ' ')} | {first} | {launches} | {bytes_before} | {moved} |")
    return TABLE + "\n".join(rows)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    with open(ROOT / "benchmark/data/programs_before.csv") as file:
        lines = [line for line in file if not line.startswith("#")]
    before = {(frontend, name): rest for frontend, name, *rest in csv.reader(lines)}
    tables = {frontend: make_table(frontend, before) for frontend in ("jax", "torch")}
    text = PAGE.format(chip=CHIP, **tables)
    page = ROOT / "docs/Programs.md"
    if options.check:
        sys.exit("docs/Programs.md differs" if page.read_text() != text else 0)
    page.write_text(text)


main()
