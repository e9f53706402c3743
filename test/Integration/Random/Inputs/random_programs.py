# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Executes random valid programs and compares all their results with numpy. A
program is known by its number, which says what it is and on which target it runs;
--count N --seed S runs the programs S to S+N-1, each under two schedules of the
emulator. What is wrong is printed with the command that runs it alone, then how
many programs were compared."""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import shlex
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Inputs"))

import random_hosts
import random_kernels
from sweeping import targets

# Compiled together.
PROGRAMS_PER_MODULE = 6
KINDS = {"kernel": random_kernels, "host": random_hosts}
# An error that is no finding: what the chip cannot do in waves of this size.
DECLINED = "which %s cannot do in waves of %d lanes"


# What programs are compiled with, mostly nothing.
OPTIONS = [[]] * 4 + [["--opt-level=1"], ["--opt-level=0"], ["--check-convergence"]]
# Bounds with which few elements reach what is for many.
LIMITS = [[]] * 2 + [
    ["--limits=max-blocks=3"],
    ["--limits=look-back-window=2,max-blocks=5"],
]


class Draw:
    """What a number stands for."""

    def __init__(self, number, rows):
        self.number = number
        rng = self.rng_of("surroundings")
        self.kind = rng.choice(sorted(KINDS))
        self.target = rows[rng.choice(sorted(rows))]
        self.options = rng.choice(OPTIONS)
        if self.kind == "host":
            self.options = self.options + rng.choice(LIMITS)
        # In turns, and at random or newest first.
        self.schedules = [0, rng.choice([-1, rng.randrange(1, 1000)])]

    def rng_of(self, what):
        """Of their own, or one would say something of the other."""
        return random.Random("%s %d" % (what, self.number))


class Tally:
    """Of the programs of one target."""

    def __init__(self, args):
        self.args = args
        self.counts = collections.Counter()
        self.compared, self.failed = set(), set()

    def fail(self, draw, text):
        """Says so once for each program."""
        if draw.number in self.failed:
            return
        self.failed.add(draw.number)
        self.counts["wrong"] += 1
        args = self.args
        command = [sys.executable, sys.argv[0], "--prim-compile", args.prim_compile]
        command += ["--prim-run", args.prim_run, "--library", args.library]
        command += ["--option=" + option for option in args.option]
        command += ["--count=1", "--seed=%d" % draw.number]
        print(
            "FAIL %s program %d on %s: %s\n  it alone: %s"
            % (draw.kind, draw.number, draw.target.name, text, shlex.join(command))
        )

    def not_compiled(self, draw, text):
        target = draw.target
        if DECLINED % (target.chip, target.wave) in text:
            self.counts["declined"] += 1
        else:
            self.fail(draw, text)

    def count(self, draw, values):
        self.counts["values"] += values
        if values:
            self.compared.add(draw.number)


def run_target(args, draws):
    """Runs programs of one target and prints the counts: an emulator is one chip
    as long as its process lives."""
    os.environ["PRIM_EMULATOR_CHIP"] = draws[0].target.chip
    tally = Tally(args)
    together = {}
    for draw in draws:
        together.setdefault((draw.kind, *draw.options), []).append(draw)
    for (kind, *options), mine in together.items():
        for first in range(0, len(mine), PROGRAMS_PER_MODULE):
            part = mine[first : first + PROGRAMS_PER_MODULE]
            KINDS[kind].run(args, options + args.option, part, tally)
    tally.counts["compared"] = len(tally.compared)
    print(json.dumps(tally.counts))


def run_all(args, rows, draws):
    """One process for each target. Whether all is well."""
    alone = {}
    for draw in draws:
        alone.setdefault(draw.target.name, []).append(draw)

    def run(name):
        command = [*sys.orig_argv, "--target", name]
        return subprocess.run(command, capture_output=True, text=True)

    sums = collections.Counter(called=len(draws))
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for name, done in zip(alone, pool.map(run, alone)):
            *lines, last = done.stdout.splitlines() or [""]
            try:
                counts = json.loads(last)
            except ValueError:
                lines, counts = [*lines, last, done.stderr], {"wrong": 1}
                lines.append("FAIL %s: it came to no end" % name)
            if lines:
                print("\n".join(lines), flush=True)
            sums.update(counts)
    print(
        "%d of %d programs compared on %d targets, %d declined by the chip, %d values, %d wrong"
        % (
            sums["compared"],
            sums["called"],
            len(alone),
            sums["declined"],
            sums["values"],
            sums["wrong"],
        )
    )
    return (
        not sums["wrong"] and 0 < sums["called"] == sums["compared"] + sums["declined"]
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prim-compile", default="prim-compile")
    parser.add_argument("--prim-run", default="prim-run")
    parser.add_argument("--device", default="emulator", help="prim-run's")
    parser.add_argument(
        "--library", required=True, help="the emulator, or a HIP driver"
    )
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=sorted(KINDS), help="programs of one kind")
    parser.add_argument("--target", help="programs of one target, in this process")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        help="passed on to prim's tools, such as --opt-level=1",
    )
    parser.add_argument(
        "--print", action="store_true", help="print the programs instead"
    )
    args = parser.parse_args()
    rows = targets(args.prim_compile)
    draws = [Draw(args.seed + i, rows) for i in range(args.count)]
    draws = [
        d
        for d in draws
        if args.kind in (None, d.kind) and args.target in (None, d.target.name)
    ]
    if not draws:
        sys.exit("there are no such programs")
    if args.print:
        for draw in draws:
            module = KINDS[draw.kind]
            options = " ".join(draw.target.options() + draw.options)
            print("// Program %d, with %s" % (draw.number, options))
            print(module.file_of([module.make(draw)]))
    elif args.target:
        run_target(args, draws)
    else:
        sys.exit(not run_all(args, rows, draws))


if __name__ == "__main__":
    main()
