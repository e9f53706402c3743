# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %s %prim_src
"""Checks that every device op of the ODS files is in all places that CONTRIBUTING.md
lists under "A new device op". A missing place is printed with the file to change."""

import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1]).resolve()
problems = []


def text(pattern):
    return "\n".join(path.read_text() for path in sorted(source.glob(pattern)))


# "RunLength" of PRIM_DEVICE_OP(DeviceRunLengthOp) is device_run_length.
camel = re.findall(r"PRIM_DEVICE_OP\(Device(\w+)Op\)", text("include/prim/Dialect/Prim/IR/DeviceOps.def"))
listed = {re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower() for name in camel}
declared = set(re.findall(r"def Prim_Device\w+Op : Prim_(?:Device|Rank)Op<\"(\w+)\"", text("include/prim/Dialect/Prim/IR/*.td")))
problems += [f"device_{name} is not in include/prim/Dialect/Prim/IR/DeviceOps.def" for name in sorted(declared - listed)]
problems += [f"DeviceOps.def lists device_{name}, which no .td file declares" for name in sorted(listed - declared)]

# The places at which an op is named, and the form of the name.
PLACES = {
    "test/Dialect/Prim/IR/examples.mlir": "prim.{} ",
    "test/Dialect/Prim/IR/*-invalid.mlir": "prim.{} ",
    "test/Conversion/LowerDevice/*.mlir": "prim.{} ",
    "test/Integration/ops/*.py": "prim.{}",
    "test/Integration/Device/Inputs/*.py": "{}",
    "test/Integration/Random/Inputs/random_*.py": '"{}"',
    "python/mlir/dialects/prim.py": "def {}(",
    "benchmark/compile-time.py": "{}",
    "docs/features.yaml": "{}",
    "README.md": "{}`",
}
for pattern, form in PLACES.items():
    there = text(pattern)
    for name in sorted(declared):
        wanted = form.format(f"device_{name}")
        # A longer name, such as device_sort_segments, is another one.
        end = r"\b" if wanted[-1].isalnum() else ""
        if not re.search(re.escape(wanted) + end, there):
            problems.append(f"{pattern} does not contain {wanted!r}")

print("\n".join(problems))
sys.exit(bool(problems))
