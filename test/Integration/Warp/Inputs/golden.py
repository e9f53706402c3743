# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Executes the worked examples of test/golden/warp.yaml on one target. Prints
the id of each; those whose logical warps are wider than the target's wave are
left to targets with wider ones."""

import argparse
import json
import os
import pathlib
import re
import sys

import numpy as np
from elements import ELEMENTS, SETS
from hip import Device
from kernel import Kernel, Want
from sweep import compile_kernels, targets


def ids(prefix, first, last):
    return [prefix + str(i) for i in range(first, last + 1)]


# What the file must have, so that none gets lost.
IDS = ids("W", 1, 7) + ["M1"] + ids("C", 1, 9)
IDS += ids("X", 10, 14) + ["X19"] + ids("X", 21, 25)

TYPES = {element.name: element for element in ELEMENTS}


def make_kernel(case, wave):
    first = next(t for t, _ in case["in"].values() if t in TYPES)
    kernel = Kernel(case["id"], wave, TYPES[first], case["width"], case["block"], 0)
    shape = (SETS, case["block"])
    names = {}
    for name, (type, values) in case["in"].items():
        raw = np.array(values)
        if type == "i1":
            names[name] = kernel.flag_input(np.broadcast_to(raw != 0, shape))
        elif raw.ndim:
            names[name] = kernel.lane_input(TYPES[type], np.broadcast_to(raw, shape))
        else:
            names[name] = kernel.block_input(TYPES[type], np.broadcast_to(raw, SETS))
    for op, outputs in case["cells"]:
        wants = []
        for type, values in outputs:
            defined = np.array([v is not None for v in values])
            raw = np.array([0 if v is None else v for v in values])
            wants.append(Want(TYPES[type], np.broadcast_to(raw, shape),
                              np.broadcast_to(defined, shape)))  # fmt: skip
        # Names outside of regions are those of the inputs.
        text = re.sub(r"%(\w+)", lambda m: names.get(m[1], m[0]), op)
        kernel.cell(op.split(" combiner")[0], text, wants)
    return kernel


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prim-compile", default="prim-compile")
    parser.add_argument("--library", required=True)
    parser.add_argument("--target", required=True)
    parser.add_argument("--file", type=pathlib.Path,
                        default=pathlib.Path(__file__).parents[3] / "golden" / "warp.yaml")
    args = parser.parse_args()
    target = targets(args.prim_compile)[args.target]
    lines = args.file.read_text().splitlines()
    cases = [json.loads(line) for line in lines if not line.startswith("#")]
    failures = 0
    for id in sorted(set(IDS) ^ {case["id"] for case in cases}):
        failures += 1
        print("FAIL %s: %s" % (id, "missing" if id in IDS else "not expected"))
    fitting = [case for case in cases if case["width"] <= target.wave]
    kernels = [make_kernel(case, target.wave) for case in fitting]
    os.environ["PRIM_EMULATOR_CHIP"] = target.chip
    device = Device(args.library)
    module = device.load(compile_kernels(args.prim_compile, target, kernels))
    for case, kernel in zip(fitting, kernels):
        compared, wrong = kernel.run(device, module)
        for name, count in compared.items():
            if count == 0:
                wrong.append((name, "nothing was compared"))
        failures += bool(wrong)
        print("%s %s" % ("FAIL" if wrong else "PASS", case["id"]))
        for name, difference in wrong:
            print("  %s: %s" % (name, difference))
    print("%s: %d of %d worked examples executed, %d wrong" % (
        target.name, len(kernels), len(IDS), failures))
    sys.exit(failures != 0 or not kernels)


if __name__ == "__main__":
    main()
