# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the layers above the target do not depend on LLVM or on a chip family:
the ops that their passes leave of the programs of the device registry, pass by pass;
the files that their sources include, directly or through prim's own headers; and the
dialects that their passes name. Ops that the last layer builds through the target's
interface belong to the target's own family."""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

from primtest import device_spec
from primtest.device_programs import Program

# Dialects that a pass of a layer may leave in a program.
DIALECTS = "prim scf arith math vector memref gpu cf func ub builtin".split()
PASSES = [
    "prim-bufferize",
    "prim-host-kernels",
    "prim-host-memory",
    "prim-lower-device{chip=%s}",
    "prim-lower-grid",
    "gpu.module(prim-lower-block)",
    "gpu.module(prim-lower-warp)",
]
# Ops that the family adds in the last layer: operations on values in registers. Memory
# ops stay prim's.
FAMILY = ["llvm", "rocdl"]
FOLDERS = ["LowerBlock", "LowerDevice", "LowerGrid", "LowerWarp"]
FOREIGN = re.compile(r"mlir/(Dialect/(LLVMIR|AMDGPU|NVGPU)/|Target/LLVMIR|Conversion/.*ToLLVM)")


def programs(op, share, shares):
    """One module with a program for every n-th combination of the registry. The result
    of a layer does not depend on the chip, so the chips share the programs."""
    text = []
    chosen, _ = device_spec.chosen(op, False, "layers")
    for number, cell in list(enumerate(chosen))[share::shares]:
        size = None
        if cell.form == "static":
            size = device_spec.tile_items(cell.tile) + 1
        text.append(Program("%s_%d" % (op, number), op, cell, size).text())
    return "\n".join(text)


def foreign_ir(text, family=()):
    """The lines of generic text that contain ops of lower layers. `family` are the
    dialects of the target."""
    foreign = r"!llvm|#llvm|#rocdl|#nvvm|syncscope|, [0-9]+ : i[0-9]+>"
    if family:
        foreign = r"!llvm.ptr|#nvvm|, [0-9]+ : i[0-9]+>"
    # The module of the kernels names its target; for the layers this is only data.
    text = re.sub(r"targets = \[#rocdl.target<[^>]*>\]", "", text)

    def is_foreign(part):
        names = set(re.findall(r'"([a-z_]+)\.[a-z_0-9.]+"[(<]', part))
        return not names <= {*DIALECTS, *family} or re.search(foreign, part)

    # There is nearly always no match, which one search of the whole text finds faster.
    if not is_foreign(text):
        return []
    return [line for line in text.splitlines() if is_foreign(line)]


def run(prim_opt, passes, chip, text, *options):
    """The module after the passes, in generic form."""
    pipeline = "builtin.module(%s)" % ",".join(passes).replace("%s", chip)
    command = [prim_opt, "-", "--mlir-print-op-generic", *options]
    done = subprocess.run(
        [*command, "--pass-pipeline=" + pipeline],
        input=text, capture_output=True, text=True, check=False)  # fmt: skip
    if done.returncode != 0:
        sys.exit("FAIL %s: %s" % (pipeline, done.stderr[:2000]))
    return done.stdout


def check_ir(prim_opt, chip, text):
    """Counts the foreign ops that each of the passes leaves in a module."""
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        names = [re.search(r"prim-[a-z-]+", each).group() for each in PASSES]
        run(prim_opt, PASSES, chip, text, "--mlir-print-ir-tree-dir=" + folder,
            "--mlir-print-ir-after=" + ",".join(names), "-o", "/dev/null")  # fmt: skip
        for name in names:
            family = FAMILY if name == names[-1] else ()
            # A pass on the kernels' modules prints only their text.
            left = list(pathlib.Path(folder).rglob("*_%s.mlir" % name))
            if not left:
                sys.exit("FAIL nothing is left by " + name)
            for path in left:
                found = foreign_ir(path.read_text(), family)
                for line in found[:5]:
                    print("FAIL after %s: %s" % (name, line.strip()[:200]))
                bad += len(found)
    # One layer lower there must be foreign ops.
    text = text[: text.index("func.func", 1)]
    if not foreign_ir(run(prim_opt, PASSES, chip, text)):
        sys.exit("FAIL nothing foreign is seen below the warp layer")
    below = [*PASSES, "gpu.module(prim-gpu-to-rocdl)"]
    if not foreign_ir(run(prim_opt, below, chip, text), FAMILY):
        sys.exit("FAIL nothing foreign is seen in the LLVM dialect")
    return bad


def check_dialects(source):
    """The dialects that the passes of the layers name themselves."""
    bad = 0
    table = (source / "include" / "prim" / "Conversion" / "Passes.td").read_text()
    for folder in FOLDERS:
        row = re.search(r"def Prim%s\b.*?dependentDialects = \[(.*?)\]" % folder, table, re.DOTALL)
        if not row:
            sys.exit("FAIL no dependentDialects of Prim%s" % folder)
        for name in re.findall(r"(?:LLVM|ROCDL|NVVM|AMDGPU|NVGPU)Dialect", row.group(1)):
            print("FAIL Prim%s depends on %s" % (folder, name))
            bad += 1
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
    bad = check_headers(args.source.resolve()) + check_dialects(args.source.resolve())
    for op in device_spec.KINDS:
        for share, chip in enumerate(args.chips):
            text = programs(op, share, len(args.chips))
            bad += check_ir(args.prim_opt, chip, text)
    print("layers: %d foreign" % bad)
    sys.exit(bad != 0)


if __name__ == "__main__":
    main()
