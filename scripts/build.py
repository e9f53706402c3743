# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs ninja and says how far it is: steps of how many, about how many minutes are
left, and in the end which steps took the longest.

A step weighs what it took the last time (.ninja_log), or else what one of its kind
usually takes beside others. scripts/build calls this."""

import argparse
import os
import pathlib
import re
import resource
import subprocess
import sys
import time

# Of steps that have not run here: seconds, as parts of each other.
USUAL = [
    (r"Building CXX object .*(tests|Tests|unittests)", 6),
    (r"Building CXX object .*cmake_pch", 12),
    (r"Building CXX object", 4),
    (r"Linking CXX (executable|shared)", 1),
]
OTHERS = 0.1
EVERY_S = 20
# A build that takes less says nothing of what took it.
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
    """What a step is expected to take."""
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
    """Steps done of all, by what they are expected to take."""

    def __init__(self, planned, seconds):
        self.weights = {step: weigh(step, seconds) for step in planned}
        self.total = sum(self.weights.values())
        self.done = 0.0
        self.begun = self.told = time.monotonic()

    def finish(self, description):
        self.done += self.weights.pop(description, 0)

    def left(self):
        """Seconds, at the pace so far; None before there is one."""
        if self.done <= 0:
            return None
        return (time.monotonic() - self.begun) * max(self.total - self.done, 0) / self.done

    def tell(self, finished, of, steady):
        """Says it again, where lines can be written over or it is time."""
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
    """The steps of this build that took the longest."""
    ran = []
    for output, seconds in last_times(folder).items():
        path = folder / output
        if path.exists() and path.stat().st_mtime >= begun:
            ran.append((seconds, path.name))
    # Steps with several outputs are in the log for each.
    ran = sorted(set(ran), reverse=True)[:SLOWEST]
    return ", ".join("%s %.0f s" % (name, seconds) for seconds, name in ran)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("log", type=pathlib.Path, help="gets all that ninja prints")
    parser.add_argument("targets", nargs="*")
    args = parser.parse_args()
    command = ["ninja", "-C", str(args.folder)]
    # Complete lines, whatever terminal there is.
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
