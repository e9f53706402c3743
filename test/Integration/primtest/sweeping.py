# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shared code of the sweeps of all levels: the options with which modules are compiled,
and the counts of required, compared and wrong cells."""

import re

from primtest.chips import chips_of

# Limits with which few elements reach second windows and rounds.
LOWERED = "look-back-window=2,max-blocks=3,histogram-bytes=64"


def in_modules(args, programs, most, limits=()):
    """Pairs of up to `most` programs and the options with which they are compiled:
    every second one with lowered limits, unless options are given. `limits` apply to
    all."""
    for turn, more in enumerate([[], [LOWERED]]):
        mine = programs if args.option else programs[turn::2]
        together = ",".join([*limits, *more])
        options = args.option or ["--limits=" + together] * bool(together)
        for first in range(0, len(mine), most):
            yield mine[first : first + most], options
        if args.option:
            return


class Tally:
    """The required cells (tuples that begin with their names), and those with a
    compared value."""

    def __init__(self, target):
        self.target = target
        self.expected, self.compared = set(), set()
        self.values = self.failures = 0

    def fail(self, text):
        self.failures += 1
        print("FAIL %s %s" % (self.target.name, text))

    def count(self, cell, values):
        self.values += values
        if values:
            self.compared.add(cell)

    def close(self, describe, extra=""):
        """Prints missing cells and the last line. Returns whether there are no
        errors."""
        for cell in sorted(self.expected - self.compared, key=str)[:20]:
            print("FAIL %s %s: nothing was compared" % (self.target.name, describe(cell)))
        print("%s: %d of %d cells compared, %d values, %d wrong%s" % (
            self.target.name, len(self.compared & self.expected),
            len(self.expected), self.values, self.failures, extra))  # fmt: skip
        return (
            self.failures == 0
            and bool(self.expected)
            and self.expected == self.compared
        )


def check_tests(rows, folder, ops=("",)):
    """Checks that every row of the target table is a chip of tests in `folder`, and
    that each of the ops is among those that one of them names (--only, or all of
    them)."""
    texts = [path.read_text() for path in sorted(folder.glob("sweep-*.test"))]
    missing = 0
    for name in rows:
        own = [text for text in texts if name in chips_of(text) and "--target %chip" in text]
        if not own:
            missing += 1
            print("FAIL the target table has %s, but no sweep-*.test has it among its CHIPS" % name)
            continue
        only = [re.search(r"--only='(.*?)'", text) for text in own]
        lost = [op for op in ops if not any(found is None or re.search(found[1], op) for found in only)]
        for op in lost:
            print("FAIL no test of %s sweeps %s; add it to --only of one" % (name, op))
        missing += bool(lost)
    print("%d targets, %d without a test" % (len(rows), missing))
    return bool(rows) and not missing
