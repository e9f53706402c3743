#!/usr/bin/env python3
# ===- emulator-sort.py - Emulator speed over prim's own radix sort --------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# Sorts generated 32-bit keys on the emulator through prim-run with all checks on.
# Prints executed wave-instructions per second of the run itself, without compilation
# and copies. Uses one thread; the best of several runs counts.
#
# ===-----------------------------------------------------------------------=== #

import argparse
import os
import platform
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def number(text, name):
    found = re.search(rf"^\s*{name}\s+([0-9.]+)", text, re.MULTILINE)
    if not found:
        sys.exit(f"emulator-sort: prim-run printed no '{name}':\n{text}")
    return float(found.group(1))


def processor():
    try:
        with open("/proc/cpuinfo") as info:
            for line in info:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.machine()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prim-run", default=os.path.join(ROOT, "build/bin/prim-run"))
    parser.add_argument("--chips", default="gfx942,gfx1100")
    parser.add_argument("--elements", type=int, default=1 << 20)
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    if not os.access(options.prim_run, os.X_OK):
        sys.exit(f"emulator-sort: no prim-run at {options.prim_run}; build it or pass --prim-run")

    print(f"radix sort of {options.elements} i32 keys on {processor()}, one thread, all checks")
    print(f"{'chip':10}{'wave-instructions':>20}{'seconds':>10}{'million/s':>12}")
    for chip in options.chips.split(","):
        best, instructions = None, 0
        for _ in range(options.repeat):
            command = [
                options.prim_run, os.path.join(ROOT, "examples/sort.mlir"),
                f"--generate={options.elements}xi32:random:seed=1",
                "--device=emulator", f"--chip={chip}", "--stats", "--time"
            ]
            result = subprocess.run(command, capture_output=True, text=True)
            text = result.stdout + result.stderr
            if result.returncode:
                sys.exit(f"emulator-sort: prim-run failed:\n{text}")
            seconds = number(text, "run") / 1000
            instructions = number(text, "instructions")
            best = seconds if best is None else min(best, seconds)
        print(f"{chip:10}{int(instructions):20}{best:10.2f}{instructions / best / 1e6:12.1f}")


if __name__ == "__main__":
    main()
