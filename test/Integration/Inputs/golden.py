# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Executes the worked examples of
test/golden/{warp,block,block-fold,block-sort,thread}.yaml on one target and prints the
id of each. Examples whose logical warps are wider than the target's wave are left to
targets with wider waves."""

import argparse
import json
import math
import os
import pathlib
import re
import sys

import numpy as np

from primtest.comparing import Want
from primtest.driver import Device
from primtest.elements import ELEMENTS, SETS
from primtest.kernel import Kernel
from primtest.runner import compile_kernels, targets

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "golden"


def ids(prefix, first, last):
    return [prefix + str(i) for i in range(first, last + 1)]


# The ids that the files must have, so that none is lost. An id may be in several files.
IDS = {
    "warp": ids("W", 1, 7) + ["M1"] + ids("C", 1, 9)
    + ids("X", 10, 14) + ["X19"] + ids("X", 21, 25),
    "block": ids("O", 1, 8) + ids("X", 1, 9) + ["X15", "X16", "X17", "I3"],
    "block-fold": ids("B", 1, 15),
    "block-sort": ids("B", 16, 23),
    "thread": ["X20", "I4"],
    "device": ["O1", "O2"] + ids("O", 4, 8) + ids("D", 1, 16)
    + ids("D", 20, 25) + ids("D", 30, 33) + ids("D", 40, 51)
    + ["D52", "D53"] + ids("D", 61, 64) + ["I1", "I2"] + ids("D", 54, 60)
    + ["X18", "X19", "X20", "X26", "X27", "I5"],
}  # fmt: skip
# All ids, from any file.
EVERY = (
    ids("W", 1, 7) + ids("O", 1, 8) + ["M1"] + ids("C", 1, 9) + ids("B", 1, 23)
    + ids("D", 1, 16) + ids("D", 20, 25) + ids("D", 30, 33) + ids("D", 40, 64)
    + ids("I", 1, 5) + ids("X", 1, 27)
)  # fmt: skip

TYPES = {element.name: element for element in ELEMENTS}


def read(path):
    lines = path.read_text().splitlines()
    return [json.loads(line) for line in lines if not line.startswith("#")]


def check_ids():
    """Checks that every id is bound, or states the reason why it is not."""
    bound = {id for of in IDS.values() for id in of}
    waiting = {case["id"]: case["needs"] for case in read(FOLDER / "waiting.yaml")}
    wrong = [(id, "is neither bound nor waiting") for id in EVERY
             if id not in bound and id not in waiting]  # fmt: skip
    wrong += [(id, "waits, but is bound") for id in waiting if id in bound]
    wrong += [(id, "is unknown") for id in {*bound, *waiting} - set(EVERY)]
    wrong += [(id, "waits for nothing") for id, needs in waiting.items() if not needs]
    # The suite of device ops reads its file itself.
    of_devices = {case["id"].split("-")[0] for case in read(FOLDER / "device.yaml")}
    wrong += [(id, "is not in device.yaml") for id in set(IDS["device"]) ^ of_devices]
    for id, why in wrong:
        print("FAIL %s %s" % (id, why))
    print("%d ids: %d bound, %d waiting" % (len(EVERY), len(bound), len(waiting)))
    return not wrong


def want(type, values, threads):
    """The expected result: a value per thread, null where none is defined, or the
    values of some threads by their numbers."""
    element = TYPES["i8" if type == "i1" else type]
    if isinstance(values, dict):
        values = [values.get(str(thread)) for thread in range(threads)]
    raw = np.array(values, object)
    defined = np.not_equal(raw, None).astype(bool)
    raw = np.where(defined, raw, 0).astype(element.raw)
    shape = (SETS, *raw.shape)
    raw, defined = (np.broadcast_to(each, shape) for each in (raw, defined))
    return Want(element, raw, defined, is_bit=type == "i1")


def make_kernel(case, wave):
    shape = case["block"] if isinstance(case["block"], list) else [case["block"]]
    threads = math.prod(shape)
    first = next(t for t, _ in case["in"].values() if t in TYPES)
    width = case.get("width", threads)
    kernel = Kernel(case["id"], max(wave, width), TYPES[first], width, threads, 0)
    kernel.shape = (*shape, 1, 1)[:3]
    names = {}
    for name, (type, values) in case["in"].items():
        raw = np.array(values)
        if raw.ndim == 0:
            names[name] = kernel.block_input(TYPES[type], np.broadcast_to(raw, SETS))
            continue
        lanes = np.broadcast_to(raw, (SETS, *raw.shape))
        if type == "i1":
            names[name] = kernel.flag_input(lanes != 0)
        else:
            names[name] = kernel.lane_input(TYPES[type], lanes)
    # Names outside of regions are those of the inputs.
    bind = lambda text: re.sub(r"%(\w+)", lambda m: names.get(m[1], m[0]), text)
    for line in case.get("let", []):
        kernel.line(bind(line))
    for op, outputs, *more in case["cells"]:
        wants = [want(type, values, threads) for type, values in outputs]
        inner = [
            (Want(TYPES[type], np.array(value), np.ones((SETS, 1), bool)), name)
            for type, value, name in (more[0] if more else [])
        ]
        text = bind(op)
        put = lambda stores, text=text: text.replace("@stores", "\n%s\n" % stores)
        kernel.cell(op.split(" combiner")[0], put if inner else text, wants, inner)
    return kernel


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prim-compile", default="prim-compile")
    parser.add_argument("--library")
    parser.add_argument("--target")
    parser.add_argument("--level", choices=["warp", "block", "block-fold", "block-sort", "thread"])
    parser.add_argument("--file", type=pathlib.Path, help="another than the level's")
    parser.add_argument("--check-ids", action="store_true",
                        help="see that every example is bound or waits for something")
    args = parser.parse_args()
    if args.check_ids:
        sys.exit(not check_ids())
    target = targets(args.prim_compile, args.target)[args.target]
    cases = read(args.file or FOLDER / (args.level + ".yaml"))
    wanted = IDS[args.level]
    failures = 0
    for id in sorted(set(wanted) ^ {case["id"] for case in cases}):
        failures += 1
        print("FAIL %s: %s" % (id, "missing" if id in wanted else "not expected"))
    fitting = [case for case in cases if case.get("width", 0) <= target.wave]
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
        target.name, len(kernels), len(wanted), failures))
    sys.exit(failures != 0 or not kernels)


if __name__ == "__main__":
    main()
