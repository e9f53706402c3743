# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scans, reduces and sorts 2^20 numbers on two chips, compares the results with numpy,
and prints the costs."""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

CHIPS = ["gfx942", "gfx1100"]
# (example, op, element type, entry function)
JOBS = [
    ("scan", "scan", "i32", "main"),
    ("scan", "scan", "f32", "floats"),
    ("reduce", "reduce", "i32", "main"),
    ("reduce", "reduce", "f32", "floats"),
    ("sort", "sort", "i32", "main"),
    ("sort", "sort", "f32", "floats"),
]
# Runs at the end: y[i] = a[i] * y[i - 1] + b[i] for all i at once.
PYTHON = """\
import numpy as np
import prim
a, b = np.float32([2, 3, 4, 5]), np.float32([1, 1, 1, 1])
_, y = prim.scan((a, b), lambda f, g: (f[0] * g[0], f[1] * g[0] + g[1]))
print(y)
"""
COLUMNS = [
    ("op", 7),
    ("type", 5),
    ("chip", 8),
    ("elements", 9),
    ("compile ms", 11),
    ("launches", 9),
    ("cross-lane instructions", 42),
    ("bytes/element", 14),
    ("run s", 7),
    ("check", 0),
]


def check(op, x, y):
    """Compares a result with numpy. Returns the finding, and whether it is correct."""
    if op == "sort":
        good = (np.sort(x, kind="stable").view(np.uint32) == y.view(np.uint32)).all()
        return ("bitwise equal" if good else "WRONG"), good
    if x.dtype.kind == "i":
        want = np.cumsum(x, dtype=x.dtype) if op == "scan" else x.sum(dtype=x.dtype)
        good = y.shape == want.shape and (want == y).all()
        return ("bitwise equal" if good else "WRONG"), good
    # Floats must be within 2 log2(n) eps sum|x| of the sum in doubles.
    wide = x.astype(np.float64)
    want, magnitude = (
        (np.cumsum(wide), np.cumsum(np.abs(wide)))
        if op == "scan"
        else (wide.sum(), np.abs(wide).sum())
    )
    bound = 2 * np.log2(len(x)) * np.finfo(x.dtype).eps * magnitude
    used = np.max(np.abs(y.astype(np.float64) - want) / bound)
    good = y.shape == np.shape(want) and used <= 1
    return f"{'within' if good else 'WRONG:'} {used:.2g} of the bound", good


def cross_lane(statistics):
    """Wave-instructions that moved values across lanes, by kind."""
    kinds = ["dpp", "permlane", "readlane", "swizzle", "bpermute"]
    counts = [(k, statistics.get(k, 0)) for k in kinds]
    return ", ".join(f"{k} {n}" for k, n in counts if n) or "none"


def run(prim_run, example, entry, chip, device, source, target):
    """Compiles and runs one function in its own process. Returns its times and
    statistics, or an error text."""
    batch = target.with_suffix(".json")
    batch.write_text(
        json.dumps(
            [{"entry": entry, "inputs": [str(source)], "outputs": [str(target)]}]
        )
    )
    done = subprocess.run(
        [prim_run, example, f"--batch={batch}", f"--chip={chip}", f"--device={device}"],
        capture_output=True,
        text=True,
    )
    records = {}
    for line in done.stdout.splitlines():
        records.update(json.loads(line))
    if not records.get("ok"):
        lines = [l for l in done.stderr.splitlines() if "error" in l] or ["no result"]
        return None, records.get("error", lines[0])
    return records, None


def show_python(build, device):
    """Prints a few lines of Python and runs them. Returns the exit status."""
    print("\nA user-defined operator, in Python (docs/Python.md):\n")
    print("".join(f"  {line}\n" for line in PYTHON.splitlines()), flush=True)
    folder = str(pathlib.Path(build).resolve() / "python")
    environment = dict(
        os.environ, PYTHONPATH=folder, PRIM_DEVICE=device, PRIM_CACHE="0"
    )
    return subprocess.run([sys.executable, "-c", PYTHON], env=environment).returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build", help="build tree")
    parser.add_argument("--device", default="emulator", help="emulator, hip, cuda or auto")
    parser.add_argument("--chip", action="append", help="chips (default: both)")
    parser.add_argument("--elements", type=int, default=1 << 20)
    args = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parent.parent
    prim_run = str(pathlib.Path(args.build) / "bin" / "prim-run")
    rng = np.random.default_rng(1)
    inputs = {
        "i32": rng.integers(-(2**31), 2**31, args.elements).astype(np.int32),
        "f32": rng.standard_normal(args.elements).astype(np.float32),
    }
    print(f"{args.elements} random numbers on {args.device}, results against numpy:\n")
    print("".join(name.ljust(width) for name, width in COLUMNS))
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for ty, x in inputs.items():
            np.save(folder / f"{ty}.npy", x)
        for chip in args.chip or CHIPS:
            for example, op, ty, entry in JOBS:
                target = folder / "result.npy"
                records, error = run(
                    prim_run,
                    str(root / "examples" / f"{example}.mlir"),
                    entry,
                    chip,
                    args.device,
                    folder / f"{ty}.npy",
                    target,
                )
                if error:
                    cells = ["", "", "", "", "", "failed: " + error]
                    bad += 1
                else:
                    statistics = records["statistics"]
                    text, good = check(op, inputs[ty], np.load(target))
                    bad += not good
                    moved = statistics.get("bytes-moved")
                    cells = [
                        f"{sum(records['times'].values()):.0f}",
                        str(statistics["launches"]),
                        cross_lane(statistics),
                        "-" if moved is None else f"{moved / args.elements:.2f}",
                        f"{statistics['run-ms'] / 1000:.1f}",
                        text,
                    ]
                row = [op, ty, chip, str(args.elements)] + cells
                print(
                    "".join(c.ljust(w) for c, (_, w) in zip(row, COLUMNS)), flush=True
                )
    print(
        f"""
launches count kernels, memsets and copies; instructions are whole waves'.
Where to look next:
  the programs above, and others    {root / 'examples'}
  the ISA they become               {prim_run} examples/scan.mlir --chip=gfx942 --dump=isa
  your own arrays                   {prim_run} examples/scan.mlir x.npy --output=y.npy --stats --time"""
    )
    bad += show_python(args.build, args.device) != 0
    if bad:
        print(f"{bad} of the things above failed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
