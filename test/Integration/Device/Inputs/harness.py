# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs device ops on the emulator and compares them with numpy.

A Suite collects functions (MLIR text) and cases (a function, inputs, a check),
compiles all functions once per chip, runs all cases in one process, and prints
every mismatch. Nothing here knows a chip, a wave size or a tile size."""

import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import numpy as np

DTYPES = {
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "f16": np.float16,
    "f32": np.float32,
    "f64": np.float64,
}


# Tiles of a reduction, several per block, whose last block folds 32 results per
# lane: enough for LLVM's vectorised loop, and some more.
MANY_TILES = 4080


def bits(array):
    """The bit patterns of an array, so that -0.0 differs from 0.0 and a NaN
    equals itself."""
    array = np.ascontiguousarray(array)
    return array.view(f"u{array.dtype.itemsize}") if array.dtype.kind == "f" else array


def first_difference(got, want):
    where = np.argwhere((bits(got) != bits(want)).reshape(got.shape))
    index = tuple(int(i) for i in where[0])
    return f"{len(where)} of {got.size} differ, first [{','.join(map(str, index))}]: got {got[index]}, want {want[index]}"


def same(*wants):
    """A check that outputs are bitwise `wants`."""

    def check(outputs):
        for number, (got, want) in enumerate(zip(outputs, wants, strict=True)):
            want = np.asarray(want, dtype=got.dtype)
            if got.shape != want.shape:
                return f"output {number} has shape {got.shape}, want {want.shape}"
            if (bits(got) != bits(want)).any():
                return f"output {number}: {first_difference(got, want)}"
        return None

    return check


def near(want, magnitude, terms):
    """A check that the output is within max(2 log2 terms, 1) eps times
    `magnitude`, the sum of absolute values, of `want` in a wider type."""

    def check(outputs):
        (got,) = outputs
        if got.shape != want.shape:
            return f"output has shape {got.shape}, want {want.shape}"
        eps = np.finfo(got.dtype).eps
        bound = max(2 * np.log2(max(terms, 2)), 1) * eps * magnitude
        error = np.abs(got.astype(want.dtype) - want)
        if not (error <= bound).all():
            worst = np.unravel_index(np.argmax(error - bound), error.shape) if error.shape else ()
            return f"error {error[worst]} at {worst} is above {np.broadcast_to(bound, error.shape)[worst]}"
        return None

    return check


class Suite:
    def __init__(self):
        self.functions = {}
        self.cases = []
        # Text before the module: aliases.
        self.header = ""

    def function(self, name, text):
        """Adds a function; the same name means the same function."""
        assert self.functions.setdefault(name, text) == text, name

    def case(self, name, function, inputs, check, outputs=None, inout=(), error=None):
        """One run. `inputs` are arrays, or numbers for scalars; `check` gets the
        outputs and returns what is wrong with them, or None. With `error` the
        run must fail with that text instead."""
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
        module = folder / "cases.mlir"
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
        module.write_text(text)
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
        batch = folder / "cases.json"
        batch.write_text(json.dumps(listed))
        command = [
            os.path.abspath(shutil.which(args.prim_run) or args.prim_run),
            # By a name that is the same in every run: it is in the keys of what is kept.
            module.name,
            f"--batch={batch}",
            f"--chip={args.chip}",
            f"--device={args.device}",
        ] + args.option
        done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
        lines = {}
        for line in done.stdout.splitlines():
            record = json.loads(line)
            if "case" in record:
                lines[record["case"]] = record
        if len(lines) != len(listed):
            print(done.stderr)
            print(
                f"{len(lines)} of {len(listed)} cases ran; exit status "
                f"{done.returncode}: {' '.join(command)}"
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


# ---------------------------------------------------------------------------
# References
# ---------------------------------------------------------------------------

INTEGER_KINDS = ["add", "mul", "minsi", "maxsi", "minui", "maxui", "and", "or", "xor"]
FLOAT_KINDS = ["add", "mul", "minimumf", "maximumf", "minnumf", "maxnumf"]


def ufunc(kind, dtype):
    """numpy's function of a combiner kind, and the view in which it is right."""
    unsigned = np.dtype(dtype).kind == "i" and np.dtype(f"u{np.dtype(dtype).itemsize}")
    return {
        "add": (np.add, dtype),
        "mul": (np.multiply, dtype),
        "minsi": (np.minimum, dtype),
        "maxsi": (np.maximum, dtype),
        "minui": (np.minimum, unsigned),
        "maxui": (np.maximum, unsigned),
        "minimumf": (np.minimum, dtype),
        "maximumf": (np.maximum, dtype),
        "minnumf": (np.fmin, dtype),
        "maxnumf": (np.fmax, dtype),
        "and": (np.bitwise_and, dtype),
        "or": (np.bitwise_or, dtype),
        "xor": (np.bitwise_xor, dtype),
    }[kind]


def identity(kind, dtype):
    """What an empty fold gives."""
    dtype = np.dtype(dtype)
    if dtype.kind == "f":
        value = {
            "add": 0.0,
            "mul": 1.0,
            "minimumf": np.inf,
            "maximumf": -np.inf,
            "minnumf": np.nan,
            "maxnumf": np.nan,
        }[kind]
        return dtype.type(value)
    info = np.iinfo(dtype)
    value = {
        "add": 0,
        "mul": 1,
        "minsi": info.max,
        "maxsi": info.min,
        "minui": -1,
        "maxui": 0,
        "and": -1,
        "or": 0,
        "xor": 0,
    }[kind]
    return dtype.type(value)


def fold(kind, x, initial=None):
    function, view = ufunc(kind, x.dtype)
    start = identity(kind, x.dtype) if initial is None else x.dtype.type(initial)
    values = np.concatenate([np.array([start], x.dtype), x]).view(view)
    with np.errstate(all="ignore"):
        return np.asarray(function.reduce(values, dtype=view)).view(x.dtype)


def prefix(kind, x, mode, initial=None, reverse=False):
    function, view = ufunc(kind, x.dtype)
    if reverse:
        x = x[::-1]
    start = identity(kind, x.dtype) if initial is None else x.dtype.type(initial)
    values = np.concatenate([np.array([start], x.dtype), x]).view(view)
    with np.errstate(all="ignore"):
        all_prefixes = function.accumulate(values, dtype=view).view(x.dtype)
    result = all_prefixes[1:] if mode == "inclusive" else all_prefixes[:-1]
    return np.ascontiguousarray(result[::-1] if reverse else result)


def exact_input(rng, kind, dtype, n):
    """Inputs on which every partial result of `kind` is exact, so that any order
    of combination gives the same bits."""
    dtype = np.dtype(dtype)
    if dtype.kind == "f":
        if kind == "add":
            return rng.integers(-8, 9, n).astype(dtype)
        if kind == "mul":
            # Powers of two whose running product stays near one.
            exponents = rng.integers(-1, 2, n)
            keep = np.cumsum(exponents)
            exponents[np.abs(keep) > 40] = 0
            signs = rng.choice([-1.0, 1.0], n)
            walk = np.clip(np.cumsum(exponents), -20, 20)
            steps = np.diff(walk, prepend=0)
            return (signs * np.exp2(steps)).astype(dtype)
        return rng.standard_normal(n).astype(dtype)
    info = np.iinfo(dtype)
    return rng.integers(info.min, info.max, n, dtype=dtype, endpoint=True)


def float_order(x, descending=False):
    """The stable order `total`: -0.0 equals 0.0, NaN is above everything."""
    nan = np.isnan(x)
    keys = np.where(nan, 0, x) + 0.0
    # Keys in descending order with ties in input order: sort by the negated key.
    if descending:
        return np.lexsort((-keys, ~nan))
    return np.lexsort((keys, nan))


def order(x, kind, descending=False):
    """Positions of the elements in sorted order, stable both ways."""
    if kind == "total":
        return float_order(x, descending)
    if kind == "ult":
        x = x.view(f"u{x.dtype.itemsize}")
    if descending:
        x = np.bitwise_not(x)
    return np.argsort(x, kind="stable")


def shape_of(n, ty):
    return f"{'?' if n is None else n}x{ty}"
