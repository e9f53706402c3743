# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the sweeps of all levels share: the target table, kernels compiled, and
the count of what was called for, compared and found wrong."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from primtest.chips import chips_of


class Target:
    """A row of the target table."""

    def __init__(self, line):
        self.chip, self.family, wave, features = line.split()
        self.wave = int(wave)
        self.features = "" if features == "-" else features
        self.name = self.chip if not self.features else "%s-wave%d" % (self.chip, self.wave)

    def options(self):
        """What prim's tools take to compile for it."""
        features = ["--features=" + self.features] if self.features else []
        return ["--chip=" + self.chip, *features]


def targets(prim_compile, wanted=None):
    """The rows of the target table by name: those that the emulator runs, which
    share what is to be done among them, or `wanted` alone if it is none of them."""
    done = subprocess.run(
        [prim_compile, "--list-targets"], capture_output=True, text=True, check=True
    )
    rows = [Target(line) for line in done.stdout.splitlines()]
    if any(row.name == wanted and row.family != "amdgpu" for row in rows):
        return {row.name: row for row in rows if row.name == wanted}
    return {row.name: row for row in rows if row.family == "amdgpu"}


def tool(name):
    """A tool's path, wherever the process that starts it is."""
    return os.path.abspath(shutil.which(name) or name)


def file_of(kernels):
    """What prim-compile takes."""
    return "gpu.module @sweep {\n%s\n}\n" % "\n".join(k.text() for k in kernels)


def compile_kernels(prim_compile, target, kernels, options=()):
    """The code object of some Kernels, as bytes."""
    with tempfile.TemporaryDirectory() as folder:
        source, code = pathlib.Path(folder, "sweep.mlir"), pathlib.Path(folder, "code")
        text = file_of(kernels)
        if target.family != "amdgpu":
            # Hints for a scheduler that others do not have.
            text = re.sub(r"^ *rocdl\..*\n", "", text, flags=re.MULTILINE)
        source.write_text(text)
        # By a name that is the same in every run: it is in the keys of what is kept.
        command = [tool(prim_compile), source.name, "-o", str(code)]
        command += [*target.options(), *options]
        done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
        if done.returncode:
            raise RuntimeError("prim-compile failed:\n" + done.stderr[:1500])
        return code.read_bytes()


# Bounds with which few elements reach second windows and rounds.
LOWERED = "look-back-window=2,max-blocks=3,histogram-bytes=64"


def in_modules(args, programs, most, limits=()):
    """Pairs of at most so many programs and the options that they are compiled with:
    every other one with lowered bounds, unless options are given. `limits` are those of
    all."""
    for turn, more in enumerate([[], [LOWERED]]):
        mine = programs if args.option else programs[turn::2]
        together = ",".join([*limits, *more])
        options = args.option or ["--limits=" + together] * bool(together)
        for first in range(0, len(mine), most):
            yield mine[first : first + most], options
        if args.option:
            return


def run_batch(args, target, folder, text, cases, options):
    """Runs cases, as prim-run's lists have them, of the functions in `text`.
    Returns what prim-run reports of each that ran, and its errors."""
    module, batch = folder / "cells.mlir", folder / "cells.json"
    module.write_text(text)
    batch.write_text(json.dumps(cases))
    # By a name that is the same in every run: it is in the keys of what is kept.
    command = [tool(args.prim_run), module.name, "--batch=%s" % batch, *target.options()]
    command += ["--device=" + args.device, *options]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    reports = {record["case"]: record for record in records if "case" in record}
    return reports, done.stderr


class Tally:
    """Cells (tuples that begin with what they are, in words) that are called for,
    and those of which a value was compared."""

    def __init__(self, target):
        self.target = target
        self.expected, self.compared = set(), set()
        self.values = self.failures = 0

    def fail(self, text):
        self.failures += 1
        print("FAIL %s %s" % (self.target.name, text))

    def count(self, cell, values):
        self.values += values
        if values:
            self.compared.add(cell)

    def close(self, describe, extra=""):
        """Prints what is missing and the last line; whether all is well."""
        for cell in sorted(self.expected - self.compared, key=str)[:20]:
            print("FAIL %s %s: nothing was compared" % (self.target.name, describe(cell)))
        print("%s: %d of %d cells compared, %d values, %d wrong%s" % (
            self.target.name, len(self.compared & self.expected),
            len(self.expected), self.values, self.failures, extra))  # fmt: skip
        return (
            self.failures == 0
            and bool(self.expected)
            and self.expected == self.compared
        )


def check_tests(rows, folder, ops=("",)):
    """Every row of the target table is a chip of tests in `folder`, and each of the ops is
    among those that one of them says (--only, or all of them)."""
    texts = [path.read_text() for path in sorted(folder.glob("sweep-*.test"))]
    missing = 0
    for name in rows:
        own = [text for text in texts if name in chips_of(text) and "--target %chip" in text]
        if not own:
            missing += 1
            print("FAIL the target table has %s, but no sweep-*.test has it among its CHIPS" % name)
            continue
        only = [re.search(r"--only='(.*?)'", text) for text in own]
        lost = [op for op in ops if not any(found is None or re.search(found[1], op) for found in only)]
        for op in lost:
            print("FAIL no test of %s sweeps %s; add it to --only of one" % (name, op))
        missing += bool(lost)
    print("%d targets, %d without a test" % (len(rows), missing))
    return bool(rows) and not missing
