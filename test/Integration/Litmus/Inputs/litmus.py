# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the litmus tests of litmus_kernels.py on one target many times. Prints the
number of forbidden outcomes of each test, which must be 0, and the number of each of
the others. On hardware the allowed weak outcomes are of interest."""

import argparse
import ctypes
import os
import sys

import numpy as np

from litmus_kernels import LITMUS, THREADS, file_of
from primtest.driver import Device, set_schedule
from primtest.runner import compile_text, targets


# Amounts of a launch, and the number of launches, on a GPU and on the emulator. The
# emulator's schedules differ, and its memory orders all accesses.
AMOUNTS = {"blocks": (64, 4), "rounds": (64, 2), "polls": (200, 20), "launches": (100, 3)}


def outcomes(device, module, test, blocks, rounds, polls):
    """The outcomes noted by the threads of the role that has outcomes, two words
    each."""
    pairs = blocks if test.rows else blocks // 2
    size = 8 * THREADS * pairs * rounds
    buffers = []
    try:
        for _ in range(3):
            buffers.append(device.copy_in(bytes(size)))
        arguments = [*buffers, ctypes.c_int32(rounds), ctypes.c_int32(polls)]
        device.launch(module, test.symbol, blocks, (THREADS, 1, 1), arguments, test.cooperative)
        return np.frombuffer(device.copy_out(buffers[2], size), np.uint32).reshape(-1, 2)
    finally:
        for buffer in buffers:
            device.free(buffer)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prim-compile", default="prim-compile")
    parser.add_argument("--library", required=True, help="the emulator, or a HIP driver")
    parser.add_argument("--target", required=True, help="such as gfx1100 or gfx1100-wave64")
    parser.add_argument("--only", default="", help="tests whose names have this in them")
    for name, (often, _) in AMOUNTS.items():
        parser.add_argument("--" + name, type=int, help="instead of %d" % often)
    args = parser.parse_args()
    target = targets(args.prim_compile, args.target)[args.target]
    tests = [test for test in LITMUS if args.only in test.name]
    os.environ["PRIM_EMULATOR_CHIP"] = target.chip
    device = Device(args.library)
    emulates = hasattr(device.library, "primEmulatorSetSeed")
    for name, amounts in AMOUNTS.items():
        if getattr(args, name) is None:
            setattr(args, name, amounts[emulates])
    module = device.load(compile_text(args.prim_compile, file_of(tests), target.options(), "litmus"))
    failed = 0
    for test in tests:
        forbidden, others, total = 0, {}, 0
        error = None
        for seed in range(args.launches):
            set_schedule(device, seed)
            try:
                got = outcomes(device, module, test, args.blocks, args.rounds, args.polls)
            except RuntimeError as failure:
                error = failure
                break
            wrong, counts = test.judge(got)
            forbidden += wrong
            total += len(got)
            for name, count in counts.items():
                others[name] = others.get(name, 0) + count
        bad = forbidden or error or not total
        failed += bool(bad)
        print("%s %s: %d forbidden of %d outcomes%s (%s)" % (
            "FAIL" if bad else "PASS", test.name, forbidden, total,
            "".join(", %s %d" % pair for pair in others.items()), error or test.says))  # fmt: skip
    print("%s: %d litmus tests, %d failed" % (target.name, len(tests), failed))
    sys.exit(failed != 0 or not tests)


if __name__ == "__main__":
    main()
