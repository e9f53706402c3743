# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds the smallest random program that fails as a given one does. A `kind` is a
module that draws such programs: it has plan_of, make, legal and simpler."""

import copy
import dataclasses
import json
import pathlib
import re
import shlex

import numpy as np

from primtest import random_runs
from primtest.random_runs import file_of
from primtest.runner import save

replace = dataclasses.replace
# Limits for one program, and for programs of one process.
MOST_TRIES = 150
MOST_SMALLER = 6


def make_smaller(kind, args, options, draws, tally):
    """`kind`: the module that draws such programs."""
    for draw in draws if args.minimise else []:
        if draw.number in tally.failed and tally.counts["wrong"] <= MOST_SMALLER:
            print(Smaller(kind, args, options, draw).found(pathlib.Path(args.minimise)))


class Verdict(random_runs.Tally):
    """The failure of one program."""

    text = None

    def fail(self, draw, text):
        self.text = self.text or text


def alike(text):
    """The part of a failure that a smaller program shares: the kind of error, or the
    fact that values are wrong."""
    for words in ("values are wrong", "ended by a signal"):
        if words in text:
            return words
    message = re.search(r"(error|fault|failed)\b.*", text)
    return re.sub(r"'[^']*'|%?\w*\d\w*", "", message.group() if message else text[-80:])


def extents_below(plan):
    for d, extent in enumerate(plan.extents):
        for less in sorted({1, extent // 2, extent * 3 // 4, extent - 8, extent - 1}):
            if 0 < less < extent:
                yield (*plan.extents[:d], less, *plan.extents[d + 1 :])


def without_a_dimension(plan):
    """Plans without one of the dimensions that are 1 and that the op does not use."""
    for d, extent in enumerate(plan.extents):
        dimensions = plan.dimensions or ()
        if extent == 1 and len(plan.extents) > 1 and d not in dimensions:
            rest = tuple(n - (n > d) for n in dimensions)
            yield replace(
                plan,
                extents=plan.extents[:d] + plan.extents[d + 1 :],
                dimensions=rest if plan.dimensions is not None else None,
            )


def simpler_fields(plan, but):
    """Plans in which one field has its default value."""
    for field in dataclasses.fields(plan):
        if field.name in ("seed", "op", "tensors", "extents", "dimensions", "members",
                          "order", *but):  # fmt: skip
            continue
        if getattr(plan, field.name) != field.default:
            yield replace(plan, **{field.name: field.default})
    for at, kind in enumerate(plan.layouts):
        if kind != "plain":
            layouts = list(plan.layouts)
            layouts[at] = "plain"
            yield replace(plan, layouts=tuple(layouts))


def smaller_extents(plan):
    if plan.dimensions is not None:
        yield replace(plan, dimensions=None)
    yield from without_a_dimension(plan)
    for extents in extents_below(plan):
        yield replace(plan, extents=extents)


class Smaller:
    """The smallest program that fails as a given one does."""

    def __init__(self, kind, args, options, draw):
        self.kind, self.args, self.options = kind, args, options
        self.draw = copy.copy(draw)
        self.draw.plan = kind.plan_of(draw)
        self.tries = 0

    def failure(self, plan, options):
        """The failure of a plan, or None."""
        self.tries += 1
        draw = copy.copy(self.draw)
        draw.plan = plan
        verdict = Verdict(self.args)
        random_runs.run(self.kind.make, self.args, options, [draw], verdict)
        return verdict.text

    def shrink(self):
        plan, options = self.draw.plan, self.options
        text = self.failure(plan, options)
        if text is None:
            return None
        kind = alike(text)

        def fails(plan, options):
            nonlocal text
            found = None
            if self.kind.legal(plan) and self.tries < MOST_TRIES:
                found = self.failure(plan, options)
            if not found or alike(found) != kind:
                return False
            text = found
            return True

        if options and fails(plan, []):
            options = []
        while True:
            for less in self.kind.simpler(plan):
                if less != plan and fails(less, options):
                    plan = less
                    break
            else:
                return plan, options, text

    def found(self, folder):
        """Writes the smallest program to a folder, with all files required to run it,
        and prints its description."""
        smallest = self.shrink()
        name = "d%d" % self.draw.number
        if smallest is None:
            return "  smaller: %s does not fail alone" % name
        plan, options, text = smallest
        draw = copy.copy(self.draw)
        draw.plan = plan
        program = self.kind.make(draw)
        folder.mkdir(parents=True, exist_ok=True)
        cases = []
        for data_set, schedule in random_runs.turns(self.draw, program):
            case = program.case(folder, data_set, schedule)
            cases.append(case)
            for want, path in zip(program.wants, case["outputs"]):
                wanted = pathlib.Path(path.replace("-out", "-wanted"))
                wanted.unlink(missing_ok=True)
                save(wanted, want.element, want.raw[data_set])
        lines = described(program, int((re.findall(r"data set (\d)", text) + [0])[0]))
        module, batch = folder / (name + ".mlir"), folder / (name + ".json")
        module.write_text(file_of([program]))
        batch.write_text(json.dumps(cases, indent=1) + "\n")
        command = [self.args.prim_run, str(module), "--batch=%s" % batch]
        command += [*self.draw.target.options(), "--device=" + self.args.device]
        command += options
        return "  smaller, after %d tries: %s\n  %s\n  %s\n%s\n%s" % (
            self.tries, text, plan.describe(), shlex.join(command),
            lines, module.read_text().rstrip())  # fmt: skip


def described(program, data_set):
    """The parameters with a data set, and which of the compared results belong to
    them."""
    lines, results = ["// Data set %d:" % data_set], 0
    for words, number, buffer in program.parameters:
        if buffer is None:
            lines.append("//   %s = %s" % (words, number[1][data_set]))
            continue
        value = "untouched"
        if buffer.raw is not None:
            raw = np.asarray(buffer.raw[data_set]).reshape(-1)
            shape = "x".join(map(str, buffer.extents)) or "one"
            values = map(str, buffer.element.to_wide(raw[:16]))
            more = " ..." * (raw.size > 16)
            value = "%s of %s%s" % (shape, " ".join(values), more)
        if program.comes_back(buffer):
            value += "; result %d" % results
            results += 1
        lines.append("//   %s = %s" % (words, value))
    return "\n".join(lines)
