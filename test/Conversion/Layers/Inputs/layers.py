# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sees that the layers above the target know nothing of LLVM or of a chip's
family: what their passes leave of the programs of the device registry, pass by
pass, and what their sources include, directly or through prim's own headers."""

import argparse
import pathlib
import re
import subprocess
import sys

sys.path += [
    str(pathlib.Path(__file__).resolve().parents[3] / "Integration" / folder / "Inputs")
    for folder in (".", "Cells")
]

import device_cells
import device_spec
from device_programs import Program

# What a pass of a layer may leave in a program.
DIALECTS = "prim scf arith math vector memref gpu cf func ub builtin".split()
PASSES = [
    "prim-bufferize",
    "prim-host-kernels",
    "prim-host-memory",
    "prim-lower-device{chip=%s}",
    "prim-lower-grid",
    "gpu.module(prim-lower-block)",
]
FOLDERS = ["LowerBlock", "LowerDevice", "LowerGrid", "LowerWarp"]
FOREIGN = re.compile(r"mlir/(Dialect/(LLVMIR|AMDGPU|NVGPU)/|Target/LLVMIR|Conversion/.*ToLLVM)")


def programs():
    """One module with a program for each combination that the registry asks for."""
    text = []
    for op in device_spec.KINDS:
        chosen, _ = device_spec.chosen(op, False, "layers")
        for number, cell in enumerate(chosen):
            size = None
            if cell.form == "static":
                size = device_cells.elements_of("tile+1", cell.tile)
            text.append(Program("%s_%d" % (op, number), op, cell, size).text())
    return "\n".join(text)


def foreign_ir(text):
    """What generic text has that belongs below, line by line."""
    for line in text.splitlines():
        # The module of the kernels names its target, which is data to the layers.
        line = re.sub(r"targets = \[#rocdl.target<[^>]*>\]", "", line)
        for name in re.findall(r'"([a-z_]+)\.[a-z_0-9.]+"[(<]', line):
            if name not in DIALECTS:
                yield line
        if re.search(r"!llvm|#llvm|#rocdl|#nvvm|syncscope|, [0-9]+ : i[0-9]+>", line):
            yield line


def run(prim_opt, passes, chip, text):
    """The module after the passes, in generic form."""
    pipeline = "builtin.module(%s)" % ",".join(passes).replace("%s", chip)
    done = subprocess.run(
        [prim_opt, "-", "--mlir-print-op-generic", "--pass-pipeline=" + pipeline],
        input=text, capture_output=True, text=True, check=False)  # fmt: skip
    if done.returncode != 0:
        sys.exit("FAIL %s: %s" % (pipeline, done.stderr[:2000]))
    return done.stdout


def check_ir(prim_opt, chip):
    bad = 0
    text = programs()
    for count in range(1, len(PASSES) + 1):
        found = list(foreign_ir(run(prim_opt, PASSES[:count], chip, text)))
        for line in found[:5]:
            print("FAIL after %s: %s" % (PASSES[count - 1], line.strip()[:200]))
        bad += len(found)
    # One layer lower there must be something to see.
    below = [*PASSES, "gpu.module(prim-lower-warp,prim-gpu-to-rocdl)"]
    text = text[: text.index("func.func", 1)]
    if not list(foreign_ir(run(prim_opt, below, chip, text))):
        sys.exit("FAIL nothing foreign is seen in the LLVM dialect")
    return bad


def includes(path):
    return re.findall(r'^#include "([^"]+)"', path.read_text(), re.MULTILINE)


def check_headers(source):
    """Follows prim's own headers from every file of the layers."""
    bad = seen = 0
    for folder in FOLDERS:
        for path in sorted((source / "lib" / "Conversion" / folder).glob("*.*")):
            todo, done = [path], set()
            while todo:
                file = todo.pop()
                if file in done or file.suffix not in (".h", ".cpp"):
                    continue
                done.add(file)
                for name in includes(file):
                    seen += 1
                    if FOREIGN.search(name):
                        print("FAIL %s includes %s through %s" % (
                            path.relative_to(source), name, file.relative_to(source)))  # fmt: skip
                        bad += 1
                    for base in (file.parent, source / "include"):
                        if (base / name).exists():
                            todo.append((base / name).resolve())
    if not seen:
        sys.exit("FAIL no includes found")
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prim-opt", default="prim-opt")
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--chips", nargs="+", required=True)
    args = parser.parse_args()
    bad = check_headers(args.source.resolve())
    for chip in args.chips:
        bad += check_ir(args.prim_opt, chip)
    print("layers: %d foreign" % bad)
    sys.exit(bad != 0)


if __name__ == "__main__":
    main()
