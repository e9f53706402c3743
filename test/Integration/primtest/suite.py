# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Suites: functions (MLIR text) and cases (a function, inputs, a check). All functions
are compiled once per chip, all cases run in one process, and every mismatch is printed.
Nothing here depends on a chip, a wave size or a tile size."""

import argparse
import pathlib
import shlex
import subprocess
import sys
import tempfile

import numpy as np

from primtest.runner import run_batch

# Tiles of a reduction: several per block, and the last block folds 32 results per lane.
# This is enough for LLVM's vectorised loop and some more.
MANY_TILES = 4080


class Suite:
    def __init__(self):
        self.functions = {}
        self.cases = []
        # Text before the module: aliases.
        self.header = ""

    def function(self, name, text):
        """Adds a function. Functions with the same name must be the same."""
        assert self.functions.setdefault(name, text) == text, name

    def case(self, name, function, inputs, check, outputs=None, inout=(), error=None):
        """One run. `inputs` are arrays, or numbers for scalars. `check` takes the
        outputs and returns the error, or None. With `error` the run must fail with that
        text instead."""
        if outputs is None:
            outputs = 1
        self.cases.append((name, function, inputs, check, outputs, inout, error))

    def run(self):
        parser = argparse.ArgumentParser()
        parser.add_argument("--prim-run", default="prim-run")
        parser.add_argument("--chip", required=True)
        parser.add_argument("--device", default="emulator")
        parser.add_argument(
            "--seeds", default="0", help="schedules of the emulator, comma separated"
        )
        parser.add_argument("--option", action="append", default=[])
        parser.add_argument("--only", help="only cases whose name has this in it")
        parser.add_argument("--skip", help="no case whose name has this in it")
        parser.add_argument(
            "--through", help="a command that the module goes through first"
        )
        parser.add_argument("--keep", help="leave module and inputs in this folder")
        args = parser.parse_args()
        if args.only:
            self.cases = [c for c in self.cases if args.only in c[0]]
        found = len(self.cases)
        if args.skip:
            self.cases = [c for c in self.cases if args.skip not in c[0]]
        skipped = found - len(self.cases)
        with tempfile.TemporaryDirectory() as folder:
            failures, count = self.run_in(args, pathlib.Path(args.keep or folder).resolve())
        more = f", {skipped} skipped" if skipped else ""
        print(f"{count} cases on {args.chip}, {failures} failed{more}")
        if count == 0:
            print("no case ran")
        sys.exit(1 if failures or not count else 0)

    def run_in(self, args, folder):
        folder.mkdir(exist_ok=True)
        used = {case[1] for case in self.cases}
        text = "\n".join(
            t
            for n, t in self.functions.items()
            if n in used or any(f"@{name}(" in t for name in used)
        )
        text = f"{self.header}module attributes {{gpu.container_module}} {{\n{text}}}\n"
        if args.through:
            text = subprocess.run(
                shlex.split(args.through), input=text, text=True, check=True,
                stdout=subprocess.PIPE,
            ).stdout  # fmt: skip
        listed, names = [], []
        for number, (name, function, inputs, _, outputs, inout, _) in enumerate(
            self.cases
        ):
            given = []
            for index, value in enumerate(inputs):
                if np.ndim(value) == 0 and not isinstance(value, np.ndarray):
                    given.append(value)
                    continue
                path = folder / f"in{number}_{index}.npy"
                np.save(path, value)
                given.append(str(path))
            for seed in args.seeds.split(","):
                results = [
                    str(folder / f"out{len(listed)}_{index}.npy")
                    for index in range(outputs)
                ]
                listed.append(
                    {
                        "entry": function,
                        "inputs": given,
                        "outputs": results,
                        "inout": list(inout),
                        "seed": int(seed),
                    }
                )
                names.append((f"{name} (schedule {seed})", number))
        options = [f"--chip={args.chip}", f"--device={args.device}", *args.option]
        batch = run_batch(args.prim_run, folder, text, listed, options, "cases")
        lines = batch.reports
        if len(lines) != len(listed):
            print(batch.errors)
            print(
                f"{len(lines)} of {len(listed)} cases ran; exit status "
                f"{batch.status}: {' '.join(batch.command)}"
            )
            return len(listed) - len(lines), len(listed)
        failures = 0
        for index, (name, number) in enumerate(names):
            _, _, _, check, _, _, error = self.cases[number]
            record = lines[index]
            if error is not None:
                text = record.get("error", "no error")
                wrong = None if error in text else f"expected '{error}', got: {text}"
            elif not record["ok"]:
                wrong = record["error"]
            elif record["statistics"]["abandoned"]:
                wrong = f"{record['statistics']['abandoned']} allocations are neither freed nor returned"
            else:
                wrong = check([np.load(path) for path in listed[index]["outputs"]])
            if wrong:
                failures += 1
                print(f"FAIL {name}: {wrong}")
        return failures, len(listed)
