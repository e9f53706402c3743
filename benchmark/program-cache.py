#!/usr/bin/env python3
# ===- program-cache.py - What a compiled program costs the next time --------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# Milliseconds until a program can be called from Python: compiled, loaded from disk,
# and found in memory. Every measurement of the first two runs in its own process with a
# new folder. The least of all runs counts, because other work on the machine only adds
# time.
#
#   build/venv/bin/python benchmark/program-cache.py            prints the table
#   build/venv/bin/python benchmark/program-cache.py --write    and puts it into docs/Cache.md
#   ... --runs=3 --chips=gfx942
#
# ===-----------------------------------------------------------------------=== #

import argparse
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
ROWS = {
    "scan of int32": "prim.scan.lower(x, dtype='int32', **on)",
    "scan with a function of two arrays": "prim.scan.lower((f, f), lambda a, b: (a[0] * b[0], a[1] * b[0] + b[1]), **on)",
    "reduction of float64": "prim.reduce.lower(f, **on)",
    "sort of int32": "prim.sort.lower(x, **on)",
}

# One process: a call's text, its program, and the program again.
PROCESS = """
import json, sys, time
import numpy as np
import prim

x, f = np.arange(1000, dtype="int32"), np.ones(1000)
on = dict(device="emulator", chip=sys.argv[1])
prim.device(**on)
spent = []
def timed(work):
    start = time.perf_counter()
    result = work()
    spent.append(1000 * (time.perf_counter() - start))
    return result
call = timed(lambda: %s)
timed(call._program)
timed(call._program)
print(json.dumps([spent, prim.cache_info()["loaded"]]))
"""


def measure(build, source, chip, folder):
    """Milliseconds of the text, the program and the program again, and whether it came
    from disk."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PRIM_")}
    environment["PYTHONPATH"] = str(build / "python")
    environment["PRIM_CACHE_DIR"] = folder
    done = subprocess.run(
        [sys.executable, "-c", PROCESS % source, chip],
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
    )
    spent, loaded = json.loads(done.stdout)
    return spent, loaded


def row(build, source, chip, runs):
    """The least times for the text, compilation, disk and memory, and the entry's size
    in bytes."""
    samples = {"text": [], "compiled": [], "disk": [], "memory": []}
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            for expected, name in enumerate(("compiled", "disk")):
                spent, loaded = measure(build, source, chip, folder)
                if loaded != expected:
                    sys.exit(f"program-cache: {loaded} programs were loaded, not {expected}")
                samples[name].append(spent[1])
                samples["text"].append(spent[0])
                samples["memory"].append(spent[2])
            entries = [e for e in pathlib.Path(folder).iterdir()]
            size = sum(entry.stat().st_size for entry in entries)
    return {name: min(found) for name, found in samples.items()}, size


def processor():
    for line in open("/proc/cpuinfo"):
        if line.startswith("model name"):
            return re.sub(r" \d+-Core.*", "", line.split(":", 1)[1].strip())
    return platform.machine()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--chips", default="gfx942,gfx1201")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--rows", default="", help="those whose name begins so")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    lines = [
        "| call | chip | text ms | compiled ms | from disk ms | from memory ms | kB on disk |",
        "|---|---|--:|--:|--:|--:|--:|",
    ]
    rows = {name: ROWS[name] for name in ROWS if name.startswith(options.rows)}
    for name, source in rows.items():
        for chip in options.chips.split(","):
            found, size = row(options.build, source, chip, options.runs)
            lines.append(
                f"| {name} | {chip} | {found['text']:.2f} | {found['compiled']:.0f} | {found['disk']:.1f} "
                f"| {found['memory']:.3f} | {size / 1000:.0f} |"
            )
            print(lines[-1], file=sys.stderr)
    load = os.getloadavg()[0]
    about = (
        f"The least of {options.runs} runs, on {processor()} with {os.cpu_count()} processors, "
        f"{load:.1f} processes waiting or running on average in the last minute."
    )
    text = "\n".join(lines) + "\n\n" + about + "\n"
    print(text)
    if options.write:
        page = ROOT / "docs/Cache.md"
        marks = r"(<!-- benchmark/program-cache.py -->\n).*(<!-- end -->\n)"
        page.write_text(
            re.sub(marks, lambda m: m[1] + text + m[2], page.read_text(), flags=re.S)
        )


if __name__ == "__main__":
    main()
