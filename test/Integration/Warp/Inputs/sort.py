# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Executes prim.warp_sort for one chip: prints what failed, then how many kernels
# ran.
#
#   sort.py PRIM_OPT HIP_LIBRARY CHIP[:FEATURES] [EVERY]
#
# With EVERY, the worked examples and a random one in so many other kernels.

import os
import random
import sys

from hip import Device, compile_module
from sort_cases import WIDTHS, SortKernel, builtin, by_halvings, by_magnitude, lexicographic

WAVES = {"gfx90a": 64, "gfx942": 64, "gfx950": 64}


def cut_off(wave):
    """A block whose last wave has less than half of its lanes, or more."""
    return wave + random.choice((wave // 4 - 3, wave - 7))


def orders(type):
    return ["slt", "ult"] if type[0] == "i" else ["total"]


def keys(wave):
    """Every type, order and direction; whole and partial waves; every number of
    items and every width at least once for each."""
    widths = [w for w in (1, 2, 4, 8, 16, 32, 64) if w <= wave]
    counts = [1, 1, 2, 3, 4, 7]
    turn = 0
    for type in WIDTHS:
        for order in orders(type):
            for descending in (False, True):
                for block in (2 * wave, cut_off(wave)):
                    turn += 1
                    sort = builtin(order, type, descending)
                    yield SortKernel(wave, sort, [type], block, wave, 1)
                    yield SortKernel(wave, sort, [type], block, widths[turn % len(widths)],
                                     counts[turn % len(counts)])
                    yield SortKernel(wave, sort, [type], block, widths[-1 - turn % 3],
                                     counts[turn // 2 % len(counts)], stable=True,
                                     valid=random.choice((None, 0, 1, 9, 23)))
    for width in widths:
        for items in (1, 2, 3, 4, 7):
            sort = builtin("slt", "i32", False)
            yield SortKernel(wave, sort, ["i32"], cut_off(wave), width, items)


def golden(wave):
    """Worked example X22."""
    kernel = SortKernel(wave, builtin("slt", "i32", False), ["i32"], 8, 4, 1)
    kernel.name = "X22"
    kernel.elements = [(x,) for x in (3, 1, 2, 0, 7, 4, 6, 5)]
    kernel.expected = [(x,) for x in range(8)]
    yield kernel


def pairs(wave):
    """Values of other sizes move along; stable and not, with items left out."""
    turn = 0
    for type, values in (("i8", ["i32"]), ("i16", ["f64", "i8"]), ("i32", ["f32"]),
                         ("i64", ["i32"]), ("f16", ["i64"]), ("bf16", ["bf16"]),
                         ("f32", ["i16", "i32"]), ("f64", ["f64"])):
        for block in (wave, cut_off(wave)):
            for stable in (False, True):
                for valid in (None, 5):
                    turn += 1
                    width = (wave, 32, 16, 8, 4)[turn % 5]
                    sort = builtin(orders(type)[0], type, turn % 3 == 0)
                    yield SortKernel(wave, sort, [type] + values, block, width,
                                     (1, 2, 3, 4)[turn % 4], stable, valid)


def comparators(wave):
    """Regions: with ties, on several operands, not to be asked about lanes that
    do not exist."""
    for order, types in ((by_magnitude(), ["i32", "i16"]),
                         (lexicographic(), ["f32", "i64"]), (by_halvings(), ["i32"])):
        for block in (wave, cut_off(wave)):
            for width, items in ((wave, 1), (8, 3), (16, 2)):
                for stable in (False, True):
                    for valid in (None, 11):
                        yield SortKernel(wave, order, types, block, width, items, stable,
                                         valid)


def main():
    prim_opt, library, chip = sys.argv[1:4]
    every = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    chip, _, features = chip.partition(":")
    os.environ["PRIM_EMULATOR_CHIP"] = chip
    random.seed(chip + features)
    wave = 64 if features == "+wavefrontsize64" else WAVES.get(chip, 32)
    target = '#rocdl.target<chip = "%s"%s>' % (
        chip, ', features = "%s"' % features if features else "")
    device = Device(library)
    executed = failed = 0
    for suite in (golden, keys, pairs, comparators):
        kernels = [k for k in suite(wave)
                   if suite is golden or random.randrange(every) == 0]
        text = "gpu.module @m [%s] {\n%s\n}" % (
            target, "\n".join(kernel.text("k%d" % i) for i, kernel in enumerate(kernels)))
        module = device.load(compile_module(prim_opt, text, opt_level=1))
        for i, kernel in enumerate(kernels):
            try:
                difference = kernel.run(device, module, "k%d" % i)
            except RuntimeError as error:
                difference = str(error)
            executed += 1
            if difference:
                failed += 1
                print("%s: %s: %s" % (chip, kernel.name, difference))
    print("%d kernels executed, %d wrong" % (executed, failed))
    return failed != 0 or executed == 0


if __name__ == "__main__":
    sys.exit(main())
