# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reports the basic blocks of kernels that have run, over any number of coverage files.

Reads the lines that the emulator appends to PRIM_EMULATOR_COVERAGE: one line of JSON
per function and process (runtime/emulator/Core/Coverage.h has the fields). Adds up the
runs of each block. Prints one row per kind of kernel and chip, every block that has not
run and that no exception excuses, and a last line with the counts. Fails if there is
such a block, or an exception that excuses nothing.

Exceptions are a list in YAML:
    kernel   regular expression that matches the kernel's whole name
    text     regular expression to find in the block's assembly, whose
             instructions are joined by "; "
    chips    list of chips (optional: all)
    reason   why no input can run it, or which test runs it instead
"""

import argparse
import collections
import dataclasses
import json
import pathlib
import re
import sys

import yaml


@dataclasses.dataclass
class Function:
    kernel: str
    chip: str
    wave: int
    blocks: dict  # offset: [bytes, runs, text]


def load(files):
    """The functions of all files by chip, wave size and code."""
    functions = {}
    for file in files:
        for number, line in enumerate(file.read_text().splitlines(), 1):
            try:
                entry = json.loads(line)
                key = entry["chip"], entry["wave"], entry["code"]
                function = functions.setdefault(
                    key, Function(entry["kernel"], entry["chip"], entry["wave"], {})
                )
                for block in entry["blocks"]:
                    merged = function.blocks.setdefault(block["at"], [block["bytes"], 0, []])
                    merged[1] += block["runs"]
                    merged[2] = merged[2] or block.get("text", [])
            except (ValueError, KeyError, TypeError) as error:
                sys.exit(f"{file}:{number}: no coverage record: {error!r}")
    return functions


@dataclasses.dataclass
class ExceptionRule:
    kernel: re.Pattern
    text: re.Pattern
    chips: list
    reason: str
    used: int = 0

    def excuses(self, function, text):
        return bool(
            (not self.chips or function.chip in self.chips)
            and self.kernel.fullmatch(function.kernel)
            and self.text.search("; ".join(text))
        )


def load_exceptions(file):
    rules = []
    for entry in yaml.safe_load(file.read_text()) or []:
        unknown = set(entry) - {"kernel", "text", "chips", "reason"}
        if unknown or not str(entry.get("reason", "")).strip():
            sys.exit(f"{file}: an exception needs a reason and has no {unknown or 'other fields'}: {entry}")
        rules.append(
            ExceptionRule(
                re.compile(entry["kernel"]),
                re.compile(entry["text"]),
                entry.get("chips", []),
                entry["reason"].strip(),
            )
        )
    return rules


def report(functions, rules, lines, out=sys.stdout):
    """Prints the table and the remaining blocks. Returns the number of the latter."""
    rows = collections.defaultdict(lambda: [0, 0, 0, 0])
    missing = []
    for function in sorted(functions.values(), key=lambda f: (f.chip, f.kernel)):
        row = rows[re.sub(r"_?\d+$", "", function.kernel), f"{function.chip} wave{function.wave}"]
        row[0] += 1
        for at, (size, runs, text) in sorted(function.blocks.items()):
            row[1] += 1
            if runs:
                row[2] += 1
                continue
            rule = next((r for r in rules if r.excuses(function, text)), None)
            if rule:
                rule.used += 1
                row[3] += 1
            else:
                missing.append((function, at, size, text))
    print(f"{'kernels':<28}{'chip':<16}{'number':>8}{'blocks':>8}{'ran':>8}{'excused':>9}", file=out)
    for (kernel, chip), row in sorted(rows.items()):
        print(f"{kernel:<28}{chip:<16}{row[0]:>8}{row[1]:>8}{row[2]:>8}{row[3]:>9}", file=out)
    for function, at, size, text in missing:
        where = f"{function.chip} wave{function.wave} {function.kernel}+0x{at:x}"
        print(f"not run: {where}, {size} bytes", file=out)
        for line in text[:lines]:
            print(f"    {line}", file=out)
    for rule in rules:
        if rule.used:
            print(f"excused {rule.used} blocks: {rule.reason}", file=out)
    total = [sum(row[i] for row in rows.values()) for i in range(4)]
    print(
        f"{total[0]} kernels, {total[1]} blocks: {total[2]} ran, {total[3]} excused, {len(missing)} not run",
        file=out,
    )
    return len(missing)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=pathlib.Path, help="coverage files")
    parser.add_argument("--exceptions", type=pathlib.Path)
    parser.add_argument("--lines", type=int, default=6, help="of assembly per block that did not run")
    options = parser.parse_args()
    functions = load(options.files)
    if not functions:
        sys.exit("no kernel was loaded")
    rules = load_exceptions(options.exceptions) if options.exceptions else []
    failed = report(functions, rules, options.lines)
    for rule in rules:
        if not rule.used:
            failed += 1
            print(f"exception excuses nothing: kernel {rule.kernel.pattern}, text {rule.text.pattern}")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
