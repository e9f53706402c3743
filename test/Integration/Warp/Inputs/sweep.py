# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Executes every cell (op x type x width) of the registry on one target and
compares all results that the ops define. Prints what is wrong, then how many
cells were compared and how many the target table and the registry call for; the
two must be the same."""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

from elements import ELEMENTS
from hip import Device
from kernel import Kernel
from registry import entries

WIDTHS = [1, 2, 3, 5, 7, 8, 16, 17, 31, 32, 33, 63, 64]


class Target:
    """A row of the target table."""

    def __init__(self, line):
        self.chip, self.family, wave, features = line.split()
        self.wave = int(wave)
        self.features = "" if features == "-" else features
        self.name = self.chip if not self.features else "%s-wave%d" % (self.chip, self.wave)


def targets(prim_compile):
    done = subprocess.run(
        [prim_compile, "--list-targets"], capture_output=True, text=True, check=True
    )
    rows = [Target(line) for line in done.stdout.splitlines()]
    return {row.name: row for row in rows if row.family == "amdgpu"}


def blocks(width, wave, full):
    """Sizes of blocks: whole waves only, where logical warps fill a wave, and a
    last wave that is cut off in its lower half or in its upper one, where a wave
    of 64 lanes may have to bring values over. All of them for every width that
    divides the wave only in a full sweep."""
    lower, upper = wave + 13, 2 * wave - 7
    if wave % width:
        return [upper]
    if full or width == wave:
        return [wave, lower, upper]
    if width == 8:
        return [wave, lower]
    return [wave]


def make_kernels(target, element, widths, args):
    kernels = []
    for width in widths:
        for block in blocks(width, target.wave, args.full):
            symbol = "w%d_b%d" % (width, block)
            seed = [ord(c) for c in "%s %s %s" % (target.name, element.name, symbol)]
            kernel = Kernel(symbol, target.wave, element, width, block, seed)
            for entry in entries(element, width, target.wave, args.exhaustive):
                entry.add(kernel)
            kernels.append(kernel)
    return kernels


def compile_kernels(prim_compile, target, kernels):
    text = "gpu.module @sweep {\n%s\n}\n" % "\n".join(k.text() for k in kernels)
    with tempfile.TemporaryDirectory() as folder:
        source, code = pathlib.Path(folder, "sweep.mlir"), pathlib.Path(folder, "code")
        source.write_text(text)
        command = [prim_compile, str(source), "--chip=" + target.chip, "-o", str(code)]
        if target.features:
            command.append("--features=" + target.features)
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError("prim-compile failed:\n" + done.stderr[:1500])
        return code.read_bytes()


def expected_cells(target, element, widths, exhaustive):
    return {
        (element.name, entry.name, width)
        for width in widths
        for entry in entries(element, width, target.wave, exhaustive)
    }


def sweep(args, target):
    os.environ["PRIM_EMULATOR_CHIP"] = target.chip
    device = Device(args.library)
    wanted = args.widths or (range(1, target.wave + 1) if args.full else WIDTHS)
    widths = [w for w in wanted if w <= target.wave]
    expected, compared, values, failures = set(), set(), 0, 0
    for element in ELEMENTS:
        if args.types and element.name not in args.types:
            continue
        expected |= expected_cells(target, element, widths, args.exhaustive)
        try:
            kernels = make_kernels(target, element, widths, args)
            module = device.load(compile_kernels(args.prim_compile, target, kernels))
        except RuntimeError as error:
            failures += 1
            print("FAIL %s %s: %s" % (target.name, element.name, error))
            continue
        for kernel in kernels:
            where = "%s width %d, block %d" % (element.name, kernel.width, kernel.block)
            try:
                counts, wrong = kernel.run(device, module)
            except RuntimeError as error:
                failures += 1
                print("FAIL %s %s: %s" % (target.name, where, error))
                continue
            for name, count in counts.items():
                if count:
                    compared.add((element.name, name, kernel.width))
                values += count
            for name, difference in wrong:
                failures += 1
                print("FAIL %s %s %s: %s" % (target.name, name, where, difference))
        device.unload(module)
    for cell in sorted(expected - compared)[:20]:
        print("FAIL %s %s %s width %d: nothing was compared" % (target.name, cell[1], cell[0], cell[2]))
    print("%s: %d of %d cells compared, %d values, %d wrong" % (
        target.name, len(compared & expected), len(expected), values, failures))
    return failures == 0 and bool(expected) and expected == compared


def check_tests(rows, folder):
    """Every row of the target table has a test in `folder` that names it."""
    missing = [
        name
        for name in rows
        if "--target %s " % name not in " ".join(
            path.read_text().replace("\n", " ") + " "
            for path in sorted(folder.glob("sweep-%s.test" % name)))
    ]  # fmt: skip
    for name in missing:
        print("FAIL the target table has %s, but there is no sweep-%s.test that sweeps it" % (name, name))
    print("%d targets, %d without a test" % (len(rows), len(missing)))
    return bool(rows) and not missing


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prim-compile", default="prim-compile")
    parser.add_argument("--library", help="the emulator, or a HIP driver")
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--target", help="one of --list, such as gfx1100-wave64")
    action.add_argument("--list", action="store_true", help="print all targets")
    action.add_argument("--check-tests", type=pathlib.Path, metavar="FOLDER",
                        help="see that every target has a test in this folder")
    parser.add_argument("--widths", type=lambda t: [int(w) for w in t.split(",")],
                        help="instead of all (--full) or chosen ones")
    parser.add_argument("--types", type=lambda t: t.split(","))
    parser.add_argument("--full", action="store_true",
                        help="every width up to the wave, in whole and cut-off blocks")
    parser.add_argument("--exhaustive", action="store_true",
                        help="every variant of every cell in every kernel, instead of by turns")
    args = parser.parse_args()
    rows = targets(args.prim_compile)
    if args.list:
        print("\n".join(rows))
        return
    if args.check_tests:
        sys.exit(not check_tests(rows, args.check_tests))
    if args.target not in rows:
        sys.exit("no target is called %s; there are %s" % (args.target, ", ".join(rows)))
    sys.exit(not sweep(args, rows[args.target]))


if __name__ == "__main__":
    main()
