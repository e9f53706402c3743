# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random host programs through prim-run, many in a module, and counts the compared
values. A program has a `text`, a `case` for prim-run's list with each data set, and
`wants`, the expected outputs of the case. A program with a `data_set` is run with that
one only, and must give the same bits under all schedules."""

import collections
import os
import pathlib
import shlex
import sys
import tempfile

from primtest.comparing import Want, compare_outputs, first_difference
from primtest.elements import SETS
from primtest.runner import run_batch

# Not a failure: an error about code that the chip does not support in waves of this
# size.
DECLINED = "which %s cannot do in waves of %d lanes"
# Not a failure either: a handwritten kernel has too many ops with memory of their own.
CROWDED = "of workgroup memory, but"


class Tally:
    """The results of the programs of one target."""

    def __init__(self, args):
        self.args = args
        self.counts = collections.Counter()
        self.compared, self.failed = set(), set()

    def fail(self, draw, text):
        """Reports a failure, once for each program."""
        if draw.number in self.failed:
            return
        self.failed.add(draw.number)
        self.counts["wrong"] += 1
        args = self.args
        command = ["env", "PYTHONPATH=" + os.environ.get("PYTHONPATH", "")]
        command += [sys.executable, sys.argv[0], "--prim-compile", args.prim_compile]
        command += ["--prim-run", args.prim_run, "--library", args.library]
        command += ["--option=" + option for option in args.option]
        command += ["--count=1", "--seed=%d" % draw.number]
        print(
            "FAIL %s program %d on %s: %s\n  it alone: %s"
            % (draw.kind, draw.number, draw.target.name, text, shlex.join(command))
        )

    def not_compiled(self, draw, text):
        target = draw.target
        crowded = draw.kind == "kernel" and CROWDED in text
        if DECLINED % (target.chip, target.wave) in text or crowded:
            self.counts["declined"] += 1
        else:
            self.fail(draw, text)

    def count(self, draw, values):
        self.counts["values"] += values
        if values:
            self.compared.add(draw.number)


def file_of(programs):
    """The text of programs for prim-run."""
    text = "\n".join(program.text() for program in programs)
    return "module attributes {gpu.container_module} {\n%s\n}\n" % text


def turns(draw, program):
    """The data set and the schedule of each run of a program."""
    own = getattr(program, "data_set", None)
    return [
        ((draw.number + turn) % SETS if own is None else own, schedule)
        for turn, schedule in enumerate(draw.schedules)
    ]


def run(make, args, options, draws, tally):
    """Compiles programs of one target, made by `make`, together, and runs each of
    them."""
    programs = [make(draw) for draw in draws]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        runs = [
            (draw, program, *turn, program.case(folder, *turn))
            for draw, program in zip(draws, programs)
            for turn in turns(draw, program)
        ]
        reports, errors, *_ = run_batch(
            args.prim_run,
            folder,
            file_of(programs),
            [case for *_, case in runs],
            [*draws[0].target.options(), "--device=" + args.device, *options],
        )
        if len(reports) < len(runs):
            if len(draws) > 1:
                # One of the programs causes the failure.
                for draw in draws:
                    run(make, args, options, [draw], tally)
                return
            tally.not_compiled(draws[0], shortened(errors))
            return
        for at, (draw, program, data_set, schedule, case) in enumerate(runs):
            where = "data set %d, schedule %d" % (data_set, schedule)
            if not reports[at]["ok"]:
                tally.fail(draw, "%s: %s" % (where, reports[at]["error"]))
                continue
            values, difference = compare(program, data_set, case)
            tally.count(draw, values)
            if difference:
                tally.fail(draw, "%s: %s" % (where, difference))


def shortened(text):
    """The informative lines of an error, including those of a stack trace."""
    lines = [line for line in text.splitlines() if " (/usr/" not in line]
    return "\n".join(line[:240] for line in lines[:12])


def compare(program, data_set, case):
    """The number of compared values, and the error, or None."""
    counts, difference, arrays = compare_outputs(
        program.wants, case["outputs"], data_set, lambda number, raw: received(program, raw)
    )
    runs, check = getattr(program, "runs", {}), getattr(program, "check", None)
    for at, (want, raw) in enumerate(zip(program.wants, arrays)):
        other = Want(want.element, runs.setdefault(at, raw), want.of_set(data_set).defined)
        again = first_difference(at, raw, other, ["element"])
        if again and not difference:
            difference = "not as in the run before: " + again
    if check and not difference:
        difference = check(data_set, arrays)
    # An empty result counts as compared.
    return sum(max(count, 1) for count in counts), difference


def received(program, raw):
    """The values that are compared: those that the device returned."""
    return raw
