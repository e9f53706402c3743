# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Executes every cell (op x type x width) of the registry on one target and compares
all defined results. Prints errors, then the number of cells compared and the number
that the target table and the registry require; the two must be equal."""

import argparse
import os
import pathlib
import sys

from primtest.driver import Device
from primtest.elements import ELEMENTS
from primtest.kernel import Kernel
from primtest.runner import compile_kernels, targets
from primtest.sweeping import Tally, check_tests
from registry import entries

WIDTHS = [1, 2, 3, 5, 7, 8, 16, 17, 31, 32, 33, 63, 64]


def blocks(width, wave, full):
    """Sizes of blocks: whole waves only if logical warps fill a wave; otherwise also a
    last wave that is cut in its lower half or in its upper one, where a wave of 64
    lanes may have to move values across. A full sweep uses all of them for every width
    that divides the wave."""
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
    tally = Tally(target)
    for element in ELEMENTS:
        if args.types and element.name not in args.types:
            continue
        tally.expected |= expected_cells(target, element, widths, args.exhaustive)
        try:
            kernels = make_kernels(target, element, widths, args)
            module = device.load(compile_kernels(args.prim_compile, target, kernels))
        except RuntimeError as error:
            tally.fail("%s: %s" % (element.name, error))
            continue
        for kernel in kernels:
            where = "%s width %d, block %d" % (element.name, kernel.width, kernel.block)
            try:
                counts, wrong = kernel.run(device, module)
            except RuntimeError as error:
                tally.fail("%s: %s" % (where, error))
                continue
            for name, count in counts.items():
                tally.count((element.name, name, kernel.width), count)
            for name, difference in wrong:
                tally.fail("%s %s: %s" % (name, where, difference))
        device.unload(module)
    return tally.close(lambda cell: "%s %s width %d" % (cell[1], cell[0], cell[2]))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prim-compile", default="prim-compile")
    parser.add_argument("--library", help="the emulator, or a HIP or CUDA driver")
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
    rows = targets(args.prim_compile, args.target)
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
