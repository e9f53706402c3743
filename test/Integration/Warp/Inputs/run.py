# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Executes one suite of warp ops for one chip and compares every result that the
# op defines. Prints what failed, then how many kernels ran.
#
#   run.py PRIM_OPT HIP_LIBRARY CHIP SUITE

import os
import random
import sys

from cases import reduce_kernel, scan_kernel
from combiners import FLOAT_KINDS, INTEGER_KINDS, affine, argmax, gcd, kind, last
from hip import Device, compile_module

WAVES = {"gfx90a": 64, "gfx942": 64, "gfx950": 64}


def kinds(wave):
    """Every kind and type; whole waves, a partial one, logical warps."""
    for type in ["i8", "i16", "i32", "i64", "f16", "f32", "f64"]:
        for name in INTEGER_KINDS if type[0] == "i" else FLOAT_KINDS:
            combiner = kind(name, type)
            for width, block in ((wave, wave), (wave, wave + 5), (8, wave), (5, wave)):
                yield reduce_kernel(combiner, block, wave, width, all=True)
                yield scan_kernel(combiner, block, wave, width, "both", total=True)


def widths(wave):
    """Every kind of logical width, with and without a whole last wave."""
    for combiner in (kind("add", "i32"), kind("add", "f32"), affine("i32", False)):
        for width in (1, 2, 3, 5, 7, 8, 16, 17, 31, 32, 33, 63, 64):
            if width > wave:
                continue
            for block in (2 * wave, wave + 13):
                yield reduce_kernel(combiner, block, wave, width)
                yield reduce_kernel(combiner, block, wave, width, all=True)
                yield scan_kernel(combiner, block, wave, width)
                yield scan_kernel(
                    combiner, block, wave, width, "both", init=True, total=True
                )


def clauses(wave):
    """valid, segments, reverse, with and without an identity."""
    for combiner in (kind("add", "i32"), affine("i64", True), affine("i32", False)):
        for width in sorted({4, 16, 17, 32, wave}):
            for block in (wave, wave + 13):
                shape = (combiner, block, wave, width)
                # Where nothing may be valid, a fold needs an identity.
                total = combiner.identity is not None
                for valid in (0, 1, width // 2, width):
                    if combiner.identity:
                        yield reduce_kernel(*shape, all=True, valid=valid)
                yield reduce_kernel(*shape, flag="head")
                yield reduce_kernel(*shape, flag="tail")
                yield scan_kernel(*shape, "both", reverse=True, init=True, total=True)
                yield scan_kernel(
                    *shape, "both", reverse=True, valid=width - 1, total=total
                )
                yield scan_kernel(
                    *shape, "both", valid=width - 1, total=total, init=True
                )
                yield scan_kernel(*shape, "both", flag=True, total=True, init=True)
                yield scan_kernel(*shape, "exclusive", flag=True)


def regions(wave):
    """Regions that are commutative, that loop, that keep one operand."""
    for combiner in (argmax(), gcd(), last()):
        for width in sorted({8, 17, 32, wave}):
            for block in (wave, wave + 3):
                yield reduce_kernel(combiner, block, wave, width, all=True)
                yield scan_kernel(combiner, block, wave, width, "both", init=True)
                yield scan_kernel(combiner, block, wave, width, reverse=True)


def items(wave):
    """Several items per lane, in vectors that memory does not pad."""
    for combiner in (kind("add", "i32"), kind("mul", "f64"), affine("i32", False)):
        for width in (4, 17, wave):
            for block in (wave, wave + 3):
                shape = (combiner, block, wave, width)
                yield reduce_kernel(*shape, all=True, items=8)
                yield scan_kernel(*shape, "both", total=True, items=4)
                yield scan_kernel(*shape, "both", init=True, reverse=True, items=4)
                yield scan_kernel(*shape, "both", flag=True, items=2)
                yield scan_kernel(*shape, "exclusive", valid=width // 2, items=2)


def main():
    prim_opt, library, chip, suite = sys.argv[1:]
    os.environ["PRIM_EMULATOR_CHIP"] = chip
    random.seed(chip + suite)
    kernels = list(globals()[suite](WAVES.get(chip, 32)))
    text = 'gpu.module @m [#rocdl.target<chip = "%s">] {\n%s\n}' % (
        chip,
        "\n".join(kernel.text("k%d" % i) for i, kernel in enumerate(kernels)),
    )
    device = Device(library)
    module = device.load(compile_module(prim_opt, text, opt_level=1))
    failed = 0
    for i, kernel in enumerate(kernels):
        try:
            difference = kernel.run(device, module, "k%d" % i)
        except RuntimeError as error:
            difference = str(error)
        if difference:
            failed += 1
            print("%s: %s: %s" % (chip, kernel.name, difference))
    print("%d kernels executed, %d wrong" % (len(kernels), failed))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
