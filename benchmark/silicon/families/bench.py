#!/usr/bin/env python3
# ===- bench.py - Measure the device ops beside CUB and torch ---------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# Measures the cases of cases.py on the GPU and writes a line of CSV for each contender
# of a case as soon as it is measured. A file that exists is continued: its cases are not
# measured again.
#
#   families/bench.py --out FILE [--only REGEX] [--seconds N] [--rounds N]
#       [--library NAME=FILE]...
#
# Needs torch, and what families/build makes in build/families. Several libraries of
# prim are measured side by side. A result that is wrong, or a call that fails, is
# printed and makes the exit status 1. `--seconds` ends the run early, in good order.
#
# ===-----------------------------------------------------------------------=== #

import argparse
import csv
import pathlib
import re
import sys
import time

import torch

import cases
import contenders

ROOT = pathlib.Path(__file__).resolve().parents[3]
TITLES = ["family", "type", "shape", "contender", "form", "us", "limit_us", "limit", "result"]


class Bench:
    def __init__(self, options):
        stream = torch.cuda.Stream()
        torch.cuda.set_stream(stream)
        folder = ROOT / "build/families"
        self.options = options
        self.cub = contenders.Cub(folder / "libcub_families.so", stream)
        named = [text.partition("=") for text in options.library] or [("prim", "=", str(folder / "libprim_families.so"))]
        self.prims = {name: contenders.Prim(pathlib.Path(file).resolve(), stream) for name, _, file in named}
        self.compiled = contenders.Compiled(stream)
        self.clock = contenders.Clock(self.cub)
        self.wrong = 0
        self.spare = torch.zeros(1 << 30, dtype=torch.int8, device="cuda")

    def limit(self, bound):
        """The name of the limit and a call that moves the least bytes: a read if the op writes
        little, else a copy."""
        half = self.spare.numel() // 2
        if bound.writes * 8 < bound.reads:
            room = min(bound.reads, 2 * half)
            return "read", self.cub.bind("limit_read", [self.spare, self.spare], [room // 16 * 16]), bound.reads / room
        moved = (bound.reads + bound.writes) // 2
        room = min(moved, half)
        return "copy", self.cub.bind("limit_copy", [self.spare, self.spare[half:]], [room // 16 * 16]), moved / room

    def contenders(self, bound):
        """(kind, form, a function that binds the call, expectation) of each."""
        prim, cub = bound.expected, bound.expected_cub
        for library, of in self.prims.items():
            for form, (name, operands) in bound.prim.items():
                if of.has(name):
                    yield library, form, lambda of=of, name=name, operands=operands: of.bind(name, operands), prim
        for form, (name, tensors, numbers) in bound.cub.items():
            yield "cub", form, lambda name=name, tensors=tensors, numbers=numbers: self.cub.bind(name, tensors, numbers), cub
        if bound.torch:
            yield "torch", "", lambda: bound.torch, None
        if bound.compiled:
            yield "compile", "", lambda: self.compiled.bind(*bound.compiled), None

    def check(self, form, call, expectation):
        """Calls once and gives "ok", or what is wrong."""
        if expectation is None:
            call()
            return "ok"
        expectation.poison()
        call()
        torch.cuda.synchronize()
        return expectation.differ(form) or "ok"

    def measure(self, case, writer):
        bound = case.bind()
        limit, call, factor = self.limit(bound)
        calls, results, checks = {"limit": call}, {}, {}
        for kind, form, bind, expectation in self.contenders(bound):
            key = kind, form
            try:
                call = bind()
                results[key] = self.check(form, call, expectation)
                calls[key], checks[key] = call, expectation
            except contenders.Absent as reason:
                print(f"left out: {case.name}, {kind}: {reason}", flush=True)
            except contenders.Failure as failure:
                results[key] = str(failure)
        rounds = self.options.rounds
        slowest = max(self.clock.time(call) for call in calls.values())
        if slowest > 3000:
            rounds = max(rounds // 2, 5)
        medians = self.clock.medians(calls, rounds)
        for key, call in calls.items():
            # The workspace is as the calls before have left it.
            if key != "limit" and results[key] == "ok":
                results[key] = self.check(key[1], call, checks[key])
        for (kind, form), result in results.items():
            if result != "ok":
                print(f"WRONG: {case.name}, {kind} {form}: {result}", flush=True)
                self.wrong += 1
            us = medians.get((kind, form))
            factor_of_form = factor * bound.form_reads.get(form, bound.reads) / bound.reads
            writer.writerow([case.family, case.type, case.shape, kind, form, f"{us:.2f}" if us else "",
                             f"{medians['limit'] * factor_of_form:.2f}", limit, result])  # fmt: skip

    def run(self):
        path = pathlib.Path(self.options.out)
        done = set()
        if path.exists():
            with path.open(newline="") as file:
                done = {(row["family"], row["type"], row["shape"]) for row in csv.DictReader(line for line in file if line[0] != "#")}
        begin = time.time()
        left = 0
        with path.open("a", newline="") as file:
            if not done:
                version = self.cub.library.cub_version()
                print(f"# {torch.cuda.get_device_name(0)}, CUB {version // 100000}.{version // 100 % 1000}.{version % 100}, "
                      f"torch {torch.__version__}, {time.strftime('%Y-%m-%d')}", file=file)  # fmt: skip
                csv.writer(file).writerow(TITLES)
            for case in cases.all_cases():
                if (case.family, case.type, case.shape) in done or not re.search(self.options.only, case.name):
                    continue
                if time.time() - begin > self.options.seconds:
                    left += 1
                    continue
                try:
                    self.measure(case, csv.writer(file))
                except torch.OutOfMemoryError:
                    print(f"left out, as memory is too small: {case.name}", flush=True)
                file.flush()
                torch.cuda.empty_cache()
        print(f"{left} cases left, {self.wrong} wrong, {time.time() - begin:.0f} s")
        return 1 if self.wrong else 0


def main():
    parser = argparse.ArgumentParser(description="measures the device ops beside CUB and torch")
    parser.add_argument("--out", required=True, metavar="FILE")
    parser.add_argument("--only", default="", metavar="REGEX")
    parser.add_argument("--seconds", type=float, default=540)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--library", action="append", default=[], metavar="NAME=FILE")
    sys.exit(Bench(parser.parse_args()).run())


if __name__ == "__main__":
    main()
