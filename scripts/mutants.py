# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds mutants of a source tree, one at a time, and runs the tests that should detect
each of them. scripts/mutants calls this in a copy of the tree. The head of the file
that lists the mutants describes its fields."""

import argparse
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import time

import yaml

FIELDS = {"id", "file", "old", "new", "breaks", "tests"}
# A test counts as hanging if it takes this many times longer than without a mutant, and
# longer than --patience.
SLOWER = 10
# A build that takes longer counts as hanging.
BUILD_LIMIT_S = 1800


class Failure(Exception):
    """An error in the list or the tree."""


def load(path):
    """The list in a file, including the lists of the files that it names. Raises
    Failure if it is invalid."""
    path = pathlib.Path(path)
    try:
        listed = yaml.safe_load(path.read_text())
        listed.setdefault("mutants", [])
        for name in listed.get("files", []):
            listed["mutants"] += yaml.safe_load((path.parent / name).read_text())
    except (OSError, yaml.YAMLError) as error:
        raise Failure(f"{path}: {error}") from error
    seen = set()
    for mutant in listed["mutants"]:
        name = mutant.get("id", "a mutant without an id")
        fields = set(mutant) - {"survives"}
        if fields != FIELDS:
            wrong = ", ".join(sorted(fields ^ FIELDS))
            raise Failure(f"{name}: missing or unknown: {wrong}")
        if name in seen:
            raise Failure(f"{name}: the id occurs twice")
        seen.add(name)
        if mutant["old"] == mutant["new"]:
            raise Failure(f"{name}: changes nothing")
        if "survives" in mutant and not str(mutant["survives"] or "").strip():
            raise Failure(f"{name}: survives without a reason")
        if not mutant["tests"]:
            raise Failure(f"{name}: names no test that should find it")
        for test in mutant["tests"]:
            program_of(listed, test)
    return listed


def program_of(listed, test):
    """The entry of the program that contains a test. Raises Failure if there is
    none."""
    word = test.split()[0]
    programs = listed["programs"]
    if word.startswith("test/"):
        names = [n for n in programs if n.startswith("test/") and word.startswith(n)]
        if names:
            return programs[max(names, key=len)]
    elif word in programs:
        return programs[word]
    raise Failure(f"there is no program for '{test}'")


def apply(mutant, tree):
    """The text of the mutant's file after the change. Raises Failure unless the old
    text occurs exactly once. Any white space matches any other."""
    path = tree / mutant["file"]
    try:
        text = path.read_text()
    except OSError as error:
        raise Failure(f"{mutant['id']}: {error}") from error
    pattern = r"\s+".join(map(re.escape, mutant["old"].split()))
    found = list(re.finditer(pattern, text))
    if len(found) != 1:
        raise Failure(
            f"{mutant['id']}: the old text is {len(found)} times in "
            f"{mutant['file']}, and must be there once"
        )
    return text[: found[0].start()] + mutant["new"] + text[found[0].end() :]


def check(mutants, tree):
    """Whether every mutant can be applied and all of their lit tests exist. Prints the
    errors."""
    wrong = 0
    for mutant in mutants:
        problems = []
        try:
            apply(mutant, tree)
        except Failure as failure:
            problems.append(str(failure))
        problems += [
            f"{mutant['id']}: there is no {test}"
            for test in mutant["tests"]
            if test.startswith("test/") and not (tree / test).exists()
        ]
        for problem in problems:
            print("FAIL " + problem)
        wrong += bool(problems)
    print(f"{len(mutants)} mutants, {wrong} that do not fit the tree")
    return bool(mutants) and not wrong


def choose(mutants, words):
    """The mutants whose id is one of the words, or whose file name contains one."""
    chosen = []
    for word in words:
        by_id = [m for m in mutants if m["id"] == word]
        found = by_id or [m for m in mutants if word in m["file"]]
        if not found:
            raise Failure(f"no mutant has the id '{word}', or a file of that name")
        chosen += found
    return [m for m in mutants if m in chosen] if words else mutants


class Bench:
    """Builds the tree and runs tests in it."""

    def __init__(self, listed, tree, jobs, patience):
        self.tree = tree
        self.jobs = jobs
        self.patience = patience
        self.listed = listed
        self.logs = tree / "build" / "test-logs" / "mutants"
        self.logs.mkdir(parents=True, exist_ok=True)
        # Seconds of each test without a mutant.
        self.usual = {}
        build = tree / "build"
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith("PRIM_")
        } | {
            "PATH": f"{build / 'bin'}:{build / 'venv' / 'bin'}:{os.environ['PATH']}",
            "PYTHONPATH": str(tree / "test/Integration"),
            # No test waits that long.
            "PRIM_EMULATOR_DEADLOCK": "4000000",
        }
        self.lit = "lit"
        cache = build / "CMakeCache.txt"
        for line in cache.read_text().splitlines() if cache.exists() else []:
            if line.startswith("LLVM_EXTERNAL_LIT:"):
                self.lit = line.partition("=")[2]

    def run(self, command, log, limit):
        """Whether a command succeeds within a limit in seconds, and the seconds that it
        took. Its children end with it."""
        start = time.monotonic()
        with open(log, "ab") as out:
            out.write(f"$ {shlex.join(command)}\n".encode())
            out.flush()
            process = subprocess.Popen(
                command, cwd=self.tree, env=self.environment, stdout=out,
                stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                start_new_session=True)  # fmt: skip
            try:
                good = process.wait(limit) == 0
            except subprocess.TimeoutExpired:
                good = False
                out.write(f"took longer than {limit:.0f} s\n".encode())
            finally:
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                process.wait()
        return good, time.monotonic() - start

    def build(self, test, log):
        """Builds the files that a test needs."""
        targets = program_of(self.listed, test).get("targets", "")
        command = self.listed["build"].format(jobs=self.jobs, targets=targets)
        return self.run(shlex.split(command), log, BUILD_LIMIT_S)

    def test(self, test, log):
        word, *rest = shlex.split(test)
        if word.startswith("test/"):
            command = [self.lit, "-v", f"-j{self.jobs}", "build/" + word, *rest]
        else:
            program = program_of(self.listed, test)["run"]
            if "{}" in program:
                program = program.replace("{}", rest.pop(0))
            command = [*shlex.split(program), *rest]
        limit = max(SLOWER * self.usual.get(test, 1e9), self.patience)
        return self.run(command, log, min(limit, BUILD_LIMIT_S))

    def prepare(self, mutants):
        """Builds the unchanged tree and checks that all tests pass on it. Raises
        Failure otherwise, because a test that always fails detects nothing."""
        log = self.logs / "unchanged.log"
        log.unlink(missing_ok=True)
        for test in dict.fromkeys(t for m in mutants for t in m["tests"]):
            if not self.build(test, log)[0]:
                raise Failure(f"the tree does not build; see {log}")
            good, seconds = self.test(test, log)
            if not good:
                raise Failure(f"fails without a mutant: {test}; see {log}")
            self.usual[test] = seconds

    def try_mutant(self, mutant):
        """The result for a mutant: `killed`, `survived` or `not built`; the test that
        killed it; the seconds of the build and of the tests."""
        path = self.tree / mutant["file"]
        before = path.read_text()
        log = self.logs / f"{mutant['id']}.log"
        log.unlink(missing_ok=True)
        path.write_text(apply(mutant, self.tree))
        building = testing = 0.0
        try:
            for test in mutant["tests"]:
                built, seconds = self.build(test, log)
                building += seconds
                if not built:
                    return "not built", "", building, testing
                good, seconds = self.test(test, log)
                testing += seconds
                if not good:
                    return "killed", test, building, testing
            return "survived", "", building, testing
        finally:
            path.write_text(before)


def judge(mutant, outcome):
    """The sentence about an outcome, and whether the outcome is as expected."""
    if outcome == "survived" and "survives" in mutant:
        return f"survives: {' '.join(str(mutant['survives']).split())}", True
    if outcome == "survived":
        return "SURVIVED", False
    if outcome == "killed" and "survives" in mutant:
        return "KILLED, though it is said to survive", False
    return ("killed", True) if outcome == "killed" else ("NOT BUILT", False)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mutants", help="the file that lists them")
    parser.add_argument("chosen", nargs="*", metavar="ID or FILE")
    parser.add_argument("--tree", type=pathlib.Path, help="the tree to be changed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--patience", type=float, default=60, metavar="SECONDS",
                        help="before this no test hangs")  # fmt: skip
    parser.add_argument("--list", action="store_true", help="only print what is chosen")
    parser.add_argument("--check", type=pathlib.Path, metavar="TREE",
                        help="only see that all of them fit a tree")  # fmt: skip
    args = parser.parse_intermixed_args()
    listed = load(args.mutants)
    mutants = choose(listed["mutants"], args.chosen)
    if args.check:
        return check(mutants, args.check)
    if args.list:
        for mutant in mutants:
            print(f"{mutant['id']:32} {mutant['file']}\n    {mutant['breaks']}")
        return True
    if not args.tree:
        parser.error("--tree is missing: a copy, since it is changed")
    if not check(mutants, args.tree):
        return False
    bench = Bench(listed, args.tree.resolve(), args.jobs, args.patience)
    bench.prepare(mutants)
    rows, good = [], True
    for mutant in mutants:
        outcome, test, building, testing = bench.try_mutant(mutant)
        text, fine = judge(mutant, outcome)
        good &= fine
        rows.append((mutant, outcome, text, test, building, testing))
        print(f"{mutant['id']}: {text}{' by ' + test if test else ''} "
              f"({building:.0f} + {testing:.0f} s)", flush=True)  # fmt: skip
    print("\n| mutant | what it breaks | outcome | s |\n|---|---|---|---|")
    for mutant, _, text, test, building, testing in rows:
        print(f"| {mutant['id']} | {' '.join(mutant['breaks'].split())} | "
              f"{text}{f' by `{test}`' if test else ''} | {building + testing:.0f} |")  # fmt: skip
    count = {o: sum(row[1] == o for row in rows) for o in ("killed", "survived", "not built")}
    print(f"\n{len(rows)} mutants: {count['killed']} killed, {count['survived']} survived, "
          f"{count['not built']} not built")  # fmt: skip
    return good


if __name__ == "__main__":
    try:
        sys.exit(not main())
    except Failure as failure:
        sys.exit(f"mutants: {failure}")
