# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Starts prim's tools and reads what they report: the one place that runs prim-compile,
and prim-run on lists of cases."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
from typing import NamedTuple

import numpy as np


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


def compile_text(prim_compile, text, options, name):
    """The code object of kernels, as bytes; RuntimeError where there is none."""
    with tempfile.TemporaryDirectory() as folder:
        source, code = pathlib.Path(folder, name + ".mlir"), pathlib.Path(folder, "code")
        source.write_text(text)
        # By a name that is the same in every run: it is in the keys of what is kept.
        command = [tool(prim_compile), source.name, "-o", str(code), *options]
        done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
        if done.returncode:
            raise RuntimeError("prim-compile failed:\n" + done.stderr[:1500])
        return code.read_bytes()


def file_of(kernels):
    """What prim-compile takes."""
    return "gpu.module @sweep {\n%s\n}\n" % "\n".join(k.text() for k in kernels)


def compile_kernels(prim_compile, target, kernels, options=()):
    """The code object of some Kernels, as bytes."""
    text = file_of(kernels)
    if target.family != "amdgpu":
        # Hints for a scheduler that others do not have.
        text = re.sub(r"^ *rocdl\..*\n", "", text, flags=re.MULTILINE)
    return compile_text(prim_compile, text, [*target.options(), *options], "sweep")


class Batch(NamedTuple):
    """What prim-run reports of each case that ran, by its number, and what it says."""

    reports: dict
    errors: str
    status: int
    command: list


def run_batch(prim_run, folder, text, cases, options, name="cells"):
    """Runs cases, as prim-run's lists have them, of the functions in `text`, with files of
    this name in a folder."""
    module, batch = folder / (name + ".mlir"), folder / (name + ".json")
    module.write_text(text)
    batch.write_text(json.dumps(cases))
    # By a name that is the same in every run: it is in the keys of what is kept.
    command = [tool(prim_run), module.name, "--batch=%s" % batch, *options]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    reports = {record["case"]: record for record in records if "case" in record}
    return Batch(reports, done.stderr, done.returncode, command)


def save(path, element, raw):
    """Writes an array for prim-run, unless it is there; its path as lists have it."""
    if not path.exists():
        raw = np.ascontiguousarray(raw).reshape(raw.shape)
        np.save(path, raw.view("V2") if element.name == "bf16" else raw)
    return str(path)


def number(element, raw):
    """A scalar as lists of cases have it."""
    wide = element.to_wide(np.asarray(raw))
    return float(wide) if element.is_float else int(wide)
