# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the exported programs of a frontend on one chip, and compares the results with the
reference and with those of the frontend.

  run.py jax|torch --prim-run=PATH --chip=CHIP [--device=DEVICE] [--counts] [NAME...]

--counts prints a line of CSV for each program: launches, and bytes moved over those of its
inputs and results."""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import compare
import numpy as np
from frontends import FRONTENDS


def run(model, program, options, folder):
    """The results, those of the frontend, and an error or None."""
    command = [options.prim_run, program, f"--chip={options.chip}",
               f"--device={options.device}", "--allow-unregistered-dialect"]  # fmt: skip
    for number, value in enumerate(model.inputs):
        np.save(folder / f"in{number}.npy", value)
        command.append(folder / f"in{number}.npy")
    stored = np.load(program.with_suffix(".npz"))
    results = [stored[name] for name in stored.files]
    command += [f"--output={folder}/out{number}.npy" for number in range(len(results))]
    if options.counts:
        command.append("--stats=json")
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return None, results, done.stderr.strip()
    if options.counts:
        counts = json.loads(done.stdout)["statistics"]
        least = sum(x.nbytes for x in [*model.inputs, *results])
        print(f"{model.name},{counts['launches']},{counts['bytes-moved'] / least:.2f}")
    got = [np.load(folder / f"out{number}.npy") for number in range(len(results))]
    got = [g.astype(r.dtype) if r.dtype == bool else g for g, r in zip(got, results)]
    return got, results, None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("frontend", choices=FRONTENDS)
    parser.add_argument("--prim-run", required=True)
    parser.add_argument("--chip", required=True)
    parser.add_argument("--device", default="emulator")
    parser.add_argument("--counts", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_intermixed_args()
    frontend = FRONTENDS[options.frontend]
    wrong = ran = 0
    for model in frontend.models.values():
        if options.names and model.name not in options.names:
            continue
        ran += 1
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            got, results, error = run(
                model, frontend.folder / f"{model.name}.mlir", options, folder
            )
            if not error:
                wants = compare.get_wants(model)
                error = compare.find_error(model, got, wants)
            if not error and (error := compare.find_error(model, results, wants)):
                error = f"{frontend.label}: {error}"
            if error:
                wrong += 1
                print(f"{model.name}: {error}")
    print(f"{ran} programs of {frontend.label} on {options.chip}, {wrong} wrong")
    sys.exit(1 if wrong or not ran else 0)


main()
