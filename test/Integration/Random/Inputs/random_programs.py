# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Executes random valid programs and compares all their results with numpy. A program
is identified by its number, which determines the program and its target. --count N
--seed S runs N programs from S on, each under two schedules of the emulator. Each error
is printed with the command that runs its program alone, followed by the number of
programs compared. With --minimise each wrong program of a device op is followed by the
smallest one with the same error, and the command to run it."""

import argparse
import collections
import concurrent.futures
import functools
import itertools
import json
import os
import random
import subprocess
import sys

import random_devices
import random_families
import random_hosts
import random_kernels
import random_twice
from primtest.random_runs import Tally
from primtest.runner import targets

# Programs compiled together.
PROGRAMS_PER_MODULE = 6
# Programs run by one process, at least and at most.
PROGRAMS_PER_PROCESS = 30, 600
KINDS = {
    "device": random_devices,
    "family": random_families,
    "host": random_hosts,
    "kernel": random_kernels,
    "twice": random_twice,
}

# Options for compilation, mostly none.
OPTIONS = [[]] * 4 + [["--opt-level=1"], ["--opt-level=0"], ["--check-convergence"]]
# Limits that make few elements use code paths for many.
LIMITS = [[]] * 2 + [
    ["--limits=max-blocks=3,least-columns=1"],
    ["--limits=look-back-window=2,max-blocks=5"],
]
FAMILY_LIMITS = LIMITS + [["--limits=look-back-window=1,histogram-bytes=64,cooperative=0"]]


class Draw:
    """The program, target and schedules that a number determines."""

    def __init__(self, number, rows):
        self.number = number
        rng = self.rng_of("surroundings")
        # In turn, as are the ops of some kinds.
        self.turn, kind = divmod(number, len(KINDS))
        self.kind = sorted(KINDS)[kind]
        self.target = rows[rng.choice(sorted(rows))]
        self.some_options = rng.choice(OPTIONS)
        if self.kind != "kernel":
            limits = FAMILY_LIMITS if self.kind in ("family", "twice") else LIMITS
            self.some_options = self.some_options + rng.choice(limits)
        # Round robin, and random or newest first.
        self.schedules = [0, rng.choice([-1, rng.randrange(1, 1000)])]

    @functools.cached_property
    def options(self):
        """The options, with the limits that the program requires."""
        limits_of = getattr(KINDS[self.kind], "limits_of", None)
        options = list(self.some_options)
        for limit in limits_of(self) if limits_of else []:
            if options and options[-1].startswith("--limits="):
                limit = options.pop()[len("--limits=") :] + "," + limit
            options.append("--limits=" + limit)
        return options

    def rng_of(self, what):
        """A separate random generator for each purpose, so that the draws are
        independent."""
        return random.Random("%s %d" % (what, self.number))


def run_target(args, draws):
    """Runs programs of one target and prints the counts. An emulator has one chip for
    the lifetime of its process."""
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


def part_size(args):
    """The number of programs of a target per process, so that all processes are busy
    and errors are reported before the end."""
    least, most = PROGRAMS_PER_PROCESS
    return min(max(args.count // (4 * args.jobs), least), most)


def run_all(args, draws):
    """Runs processes of one target each. Returns whether there are no errors."""
    counts = collections.Counter(draw.target.name for draw in draws)
    parts = [
        (name, part)
        for name, count in counts.items()
        for part in range(-(-count // part_size(args)))
    ]

    def run(name_and_part):
        name, part = name_and_part
        command = [*sys.orig_argv, "--target", name, "--part=%d" % part]
        return subprocess.run(command, capture_output=True, text=True)

    sums = collections.Counter(called=len(draws))
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for (name, _), done in zip(parts, pool.map(run, parts)):
            *lines, last = done.stdout.splitlines() or [""]
            try:
                found = json.loads(last)
            except ValueError:
                lines, found = [*lines, last, done.stderr], {"wrong": 1}
                lines.append("FAIL %s: it came to no end" % name)
            if lines:
                print("\n".join(lines), flush=True)
            sums.update(found)
    print(
        "%d of %d programs compared on %d targets, %d declined by the chip, %d values, %d wrong"
        % (
            sums["compared"],
            sums["called"],
            len(counts),
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
    parser.add_argument("--part", type=int, help="some of these only")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        help="passed on to prim's tools, such as --opt-level=1",
    )
    parser.add_argument(
        "--minimise", metavar="FOLDER", help="where small programs that fail go"
    )
    parser.add_argument(
        "--print", action="store_true", help="print the programs instead"
    )
    args = parser.parse_args()
    rows = targets(args.prim_compile)
    draws = (Draw(number, rows) for number in itertools.count(args.seed))
    if args.kind:
        draws = (draw for draw in draws if draw.kind == args.kind)
    draws = list(itertools.islice(draws, args.count))
    if args.target:
        draws = [draw for draw in draws if draw.target.name == args.target]
    if args.part is not None:
        first = args.part * part_size(args)
        draws = draws[first : first + part_size(args)]
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
        sys.exit(not run_all(args, draws))


if __name__ == "__main__":
    main()
