# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs ninja and reports its progress.

Reports the steps done out of all, the estimated minutes left, and at the end the
slowest steps. The estimate for a step is its last time (.ninja_log), or else the usual
time of its kind relative to others. scripts/build calls this."""

import argparse
import os
import pathlib
import re
import resource
import subprocess
import sys
import time

# Relative costs, in seconds, of steps that have not run here.
USUAL = [
    (r"Building CXX object .*(tests|Tests|unittests)", 6),
    (r"Building CXX object .*cmake_pch", 12),
    (r"Building CXX object", 4),
    (r"Linking CXX (executable|shared)", 1),
]
OTHERS = 0.1
EVERY_S = 20
# A shorter build does not list its slowest steps.
LONG_S = 60
SLOWEST = 8


def last_times(folder):
    """Seconds that each output took the last time."""
    seconds = {}
    log = folder / ".ninja_log"
    if log.exists():
        for line in log.read_text(errors="replace").splitlines()[1:]:
            fields = line.split("\t")
            if len(fields) >= 4:
                seconds[fields[3]] = (int(fields[1]) - int(fields[0])) / 1000
    return seconds


def weigh(description, seconds):
    """The expected cost of a step."""
    output = description.split()[-1] if description else ""
    if output in seconds:
        return seconds[output]
    for expression, usual in USUAL:
        if re.search(expression, description):
            return usual
    return OTHERS


def say(text):
    print("prim: " + text, flush=True)


def minutes(seconds):
    return "less than a minute" if seconds < 60 else "about %d min" % round(seconds / 60)


class Progress:
    """The steps done out of all, weighted by their expected cost."""

    def __init__(self, planned, seconds):
        self.weights = {step: weigh(step, seconds) for step in planned}
        self.total = sum(self.weights.values())
        self.done = 0.0
        self.begun = self.told = time.monotonic()

    def finish(self, description):
        self.done += self.weights.pop(description, 0)

    def left(self):
        """Estimated seconds left at the pace so far; None if no pace is known yet."""
        if self.done <= 0:
            return None
        return (time.monotonic() - self.begun) * max(self.total - self.done, 0) / self.done

    def tell(self, finished, of, steady):
        """Reports again, if the terminal can overwrite lines or if it is time."""
        now = time.monotonic()
        if not steady and now - self.told < EVERY_S:
            return
        self.told = now
        left = self.left()
        text = "built %s of %s steps" % (finished, of)
        if left is not None:
            text += ", %s left" % minutes(left)
        if steady:
            print("\r\033[Kprim: " + text, end="", flush=True)
        else:
            say(text)


def describe_costs(folder, begun):
    """The slowest steps of this build."""
    ran = []
    for output, seconds in last_times(folder).items():
        path = folder / output
        if path.exists() and path.stat().st_mtime >= begun:
            ran.append((seconds, path.name))
    # The log has a line for each output of a step.
    ran = sorted(set(ran), reverse=True)[:SLOWEST]
    return ", ".join("%s %.0f s" % (name, seconds) for seconds, name in ran)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("log", type=pathlib.Path, help="gets all that ninja prints")
    parser.add_argument("targets", nargs="*")
    args = parser.parse_args()
    command = ["ninja", "-C", str(args.folder)]
    # Writes complete lines, for any terminal.
    environment = os.environ | {"NINJA_STATUS": "[%f/%t] ", "CLICOLOR_FORCE": "0"}
    plan = subprocess.run(
        [*command, "-n", *args.targets], capture_output=True, text=True, env=environment
    ).stdout
    step = re.compile(r"^\[(\d+)/(\d+)\] (.*)")
    planned = [found[3] for found in map(step.match, plan.splitlines()) if found]
    if "no work to do" in plan:
        return 0
    steady = sys.stdout.isatty()
    say("building, %d step%s" % (len(planned), "s" * (len(planned) != 1)))
    progress = Progress(planned, last_times(args.folder))
    begun = time.time()
    args.log.parent.mkdir(parents=True, exist_ok=True)
    with open(args.log, "w") as log:
        ninja = subprocess.Popen(
            [*command, *args.targets], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", env=environment,
        )  # fmt: skip
        for line in ninja.stdout:
            log.write(line)
            log.flush()
            found = step.match(line)
            if found:
                progress.finish(found[3])
                progress.tell(found[1], found[2], steady)
        status = ninja.wait()
    if steady:
        print("\r\033[K", end="", flush=True)
    if status:
        print("".join(args.log.read_text(errors="replace").splitlines(True)[-40:]), end="", file=sys.stderr)
        print("prim: the build failed; all of its output: %s" % args.log, file=sys.stderr)
        return 1
    took = time.time() - begun
    if took >= LONG_S:
        spent = resource.getrusage(resource.RUSAGE_CHILDREN)
        say(
            "built in %.1f min, %.1f min of processor time; the longest steps: %s"
            % (took / 60, (spent.ru_utime + spent.ru_stime) / 60, describe_costs(args.folder, begun))
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
