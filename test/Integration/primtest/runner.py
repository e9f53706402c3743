# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Starts prim's tools and reads their reports: the only code that runs prim-compile,
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
        """The options with which prim's tools compile for it."""
        features = ["--features=" + self.features] if self.features else []
        return ["--chip=" + self.chip, *features]


def targets(prim_compile, wanted=None):
    """The rows of the target table by name: those that the emulator supports, which
    share the work, or only `wanted` if it is none of them."""
    done = subprocess.run(
        [prim_compile, "--list-targets"], capture_output=True, text=True, check=True
    )
    rows = [Target(line) for line in done.stdout.splitlines()]
    if any(row.name == wanted and row.family != "amdgpu" for row in rows):
        return {row.name: row for row in rows if row.name == wanted}
    return {row.name: row for row in rows if row.family == "amdgpu"}


def tool(name):
    """A tool's absolute path, independent of the current folder."""
    return os.path.abspath(shutil.which(name) or name)


def compile_text(prim_compile, text, options, name):
    """The code object of kernels, as bytes. Raises RuntimeError if there is none."""
    with tempfile.TemporaryDirectory() as folder:
        source, code = pathlib.Path(folder, name + ".mlir"), pathlib.Path(folder, "code")
        source.write_text(text)
        # The name is the same in every run, because it is part of the cache's keys.
        command = [tool(prim_compile), source.name, "-o", str(code), *options]
        done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
        if done.returncode:
            raise RuntimeError("prim-compile failed:\n" + done.stderr[:1500])
        return code.read_bytes()


def file_of(kernels):
    """The text of kernels for prim-compile."""
    return "gpu.module @sweep {\n%s\n}\n" % "\n".join(k.text() for k in kernels)


def compile_kernels(prim_compile, target, kernels, options=()):
    """The code object of some Kernels, as bytes."""
    text = file_of(kernels)
    if target.family != "amdgpu":
        # Scheduling hints that other chips do not have.
        text = re.sub(r"^ *rocdl\..*\n", "", text, flags=re.MULTILINE)
    return compile_text(prim_compile, text, [*target.options(), *options], "sweep")


class Batch(NamedTuple):
    """prim-run's report on each case that ran, by the case's number, and its
    messages."""

    reports: dict
    errors: str
    status: int
    command: list


def run_batch(prim_run, folder, text, cases, options, name="cells"):
    """Runs cases, in the form of prim-run's lists, of the functions in `text`, with
    files of this name in a folder."""
    module, batch = folder / (name + ".mlir"), folder / (name + ".json")
    module.write_text(text)
    batch.write_text(json.dumps(cases))
    # The name is the same in every run, because it is part of the cache's keys.
    command = [tool(prim_run), module.name, "--batch=%s" % batch, *options]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    reports = {record["case"]: record for record in records if "case" in record}
    return Batch(reports, done.stderr, done.returncode, command)


def save(path, element, raw):
    """Writes an array for prim-run, unless the file exists. Returns its path in the
    form of lists."""
    if not path.exists():
        raw = np.ascontiguousarray(raw).reshape(raw.shape)
        np.save(path, raw.view("V2") if element.name == "bf16" else raw)
    return str(path)


def number(element, raw):
    """A scalar in the form of lists of cases."""
    wide = element.to_wide(np.asarray(raw))
    return float(wide) if element.is_float else int(wide)
