# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: package
# RUN: %python %s %t %prim_obj/include %prim_src/include %prim_src/runtime/include %prim_src/runtime/emulator/include
"""Compiles each installed header alone, with all warnings as errors.

Parsing upstream's headers for each of them would take minutes. A header is therefore
compiled over a precompiled header that it includes, directly or through others: what it
includes itself is there either way, and those of ours that it includes are compiled
alone too."""

import argparse
import functools
import pathlib
import re
import subprocess
import sys

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("output", type=pathlib.Path)
parser.add_argument("folders", type=pathlib.Path, nargs="+")
args = parser.parse_args()

# Larger ones first. Each is precompiled over the first one after it that it includes.
BASES = [
    "prim/Dialect/Prim/IR/Prim.h",
    "mlir/Dialect/GPU/IR/GPUDialect.h",
    "mlir/Dialect/Arith/IR/Arith.h",
    "mlir/IR/Operation.h",
    "prim/CodeObject/Disassembler.h",
]
INCLUDE = re.compile(r'^#include "(.+)"', re.M)
upstream = subprocess.run(["llvm-config", "--includedir"], capture_output=True, text=True, check=True).stdout.strip()
command = ["clang++", "-std=c++17", "-fno-rtti", "-fno-exceptions", "-Wall", "-Wextra", "-Werror"]
command += ["-fpch-instantiate-templates"]
for folder in args.folders:
    command += ["-I", str(folder)]
command += ["-isystem", upstream]
headers = sorted({str(file.relative_to(folder)) for folder in args.folders for file in folder.rglob("*.h")})
assert set(BASES[:1]) < set(headers) and len(headers) > 50, headers


@functools.lru_cache(maxsize=None)
def closure(header):
    """The headers of ours and of MLIR that a header includes, itself among them."""
    seen, found = set(), [header]
    while found:
        name = found.pop()
        if name in seen:
            continue
        seen.add(name)
        if name.startswith(("prim", "mlir")):
            for folder in (*args.folders, pathlib.Path(upstream)):
                if (folder / name).is_file():
                    found += INCLUDE.findall((folder / name).read_text())
                    break
    return seen


def compiles(what, *flags):
    run = subprocess.run([*command, *flags], input=f'#include "{what}"\n', text=True, capture_output=True)
    if run.returncode:
        print(f"{what} does not compile alone:\n{run.stderr}", file=sys.stderr)
    return run.returncode == 0


args.output.mkdir(parents=True, exist_ok=True)
precompiled = {}


def over(header):
    """The flags with which a header is compiled over a base that it includes."""
    base = next((base for base in BASES if base in precompiled and base in closure(header)), None)
    return ["-include-pch", str(precompiled[base])] if base else []


fine = True
for number, base in reversed(list(enumerate(BASES))):
    file = args.output / f"{number}.pch"
    if compiles(base, "-x", "c++-header", *over(base), "-", "-o", str(file)):
        precompiled[base] = file
    else:
        fine = False
for header in headers:
    fine = compiles(header, "-x", "c++", "-fsyntax-only", *over(header), "-") and fine
for file in precompiled.values():
    file.unlink(missing_ok=True)
print(f"{len(headers)} headers")
sys.exit(not fine)
