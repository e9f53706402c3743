# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes and checks docs/Features.md: the operations of other libraries that prim
covers.

docs/features.yaml, and the files that it names, has a row for each operation, with the
test that executes it; its head describes the fields. --write makes the page from it.
--check writes nothing. It fails if the page differs, if a test does not exist or no
chip runs it, or if a test does not contain the text that shows the form."""

import argparse
import pathlib
import re
import sys

import chips as chips_of
import yaml

CHIPS = chips_of.names("AMDGPU")
# By status: the fields that a row has in addition to the common ones.
FIELDS = {
    "full": {"prim", "test", "shows"},
    "part": {"prim", "test", "shows", "note"},
    "none": set(),
}
OPTIONAL = {"full": set(), "part": set(), "none": {"note"}}

HEAD = """# Operations of other libraries

Made by `scripts/features.py` from `docs/features.yaml`; do not edit. prim began with a list of the
operations of rocPRIM 3.4, an older page of it, CUB's `WarpReduce`, OpenCL's work-group functions
and an article on a segmented scan. Each row is one operation, by its id in that list. It names the
form of prim that covers the operation, a test that executes this form, and the chips of the test:
all of {chips}, or some.

* **full**: every parameter, type and boundary case of the source is lowered and executed.
* **part**: the row says what is missing.
* **none**: there is no op for it.

Not counted: features without meaning in prim. They are storage that the caller passes, overloads
with and without it, template parameters that change no result (algorithms, sizes, padding), and
iterator types. Unsigned integers are kinds and orders, and structs are tuples of operands. Integers
of 128 bits are two words (row Y.more). Rules that rocPRIM states for all its device functions have
no row; one of them, capture into a HIP graph, is executed by no test. More elements than a launch
covers are an error. Where no chip is named, the test is about diagnostics.
"""


class Failure(Exception):
    """An error in the data."""


def load(path):
    """The tests by name, and the sections. Raises Failure if a row does not have the
    fields of its status."""
    try:
        listed = yaml.safe_load(path.read_text())
        tests, sections = listed["tests"], []
        for section in listed["sections"]:
            if "file" in section:
                sections += yaml.safe_load((path.parent / section["file"]).read_text())
            else:
                sections.append(section)
    except (OSError, yaml.YAMLError, KeyError, TypeError) as error:
        raise Failure(f"{path}: {error}") from error
    seen = set()
    for row in rows_of(sections):
        name, status = row.get("id", "a row without an id"), row.get("status")
        if name in seen:
            raise Failure(f"{name}: the id occurs twice")
        seen.add(name)
        if status not in FIELDS:
            raise Failure(f"{name}: the status is {', '.join(FIELDS)}, and not {status}")
        needed = {"id", "what", "status"} | FIELDS[status]
        given = {field for field, value in row.items() if value}
        wrong = (needed - given) | (set(row) - needed - OPTIONAL[status])
        if wrong:
            raise Failure(f"{name}: missing or unknown: {', '.join(sorted(wrong))}")
        if "test" in row and row["test"] not in tests:
            raise Failure(f"{name}: there is no test {row['test']}")
    unused = set(tests) - {row.get("test") for row in rows_of(sections)}
    if unused:
        raise Failure(f"tests that no row names: {', '.join(sorted(unused))}")
    return tests, sections


def rows_of(sections):
    return [row for section in sections for row in section["rows"]]


def chips(root, test):
    """The chips that lines RUN and CHIPS of a test name, or None if it has no runs.
    Lines that expect a failure do not count."""
    if "runs" not in test:
        return None
    found = set()
    for path in (path for pattern in test["runs"] for path in root.glob(pattern)):
        for line in path.read_text().splitlines():
            command = re.search(r"\b(?:RUN|DEFINE|CHIPS): *(.*)", line)
            if command and not command[1].startswith("not "):
                found.update(re.findall(r"\bgfx[0-9a-f]+", command[1]))
    return [chip for chip in CHIPS if chip in found]


def problems(root, tests, sections):
    """Errors about the tests that rows name."""
    for name, test in tests.items():
        if not test["file"].startswith("test/") or not (root / test["file"]).is_file():
            yield f"{name}: there is no test {test['file']}"
        elif chips(root, test) == []:
            yield f"{name}: no chip runs it in {', '.join(test['runs'])}"
    for row in rows_of(sections):
        file = tests[row["test"]]["file"] if "test" in row else ""
        if file and (root / file).is_file() and row["shows"] not in (root / file).read_text():
            yield f"{row['id']}: {file} does not have: {row['shows']}"


def count(rows):
    """The number of rows, in total and by status."""
    numbers = [f"{sum(row['status'] == status for row in rows)} {status}" for status in FIELDS]
    return f"{len(rows)} rows: {', '.join(numbers)}"


def table_row(root, tests, row):
    forms = row.get("prim", [])
    forms = [forms] if isinstance(forms, str) else forms
    status = f"{row['status']}: {row['note']}" if "note" in row else row["status"]
    link, names = "", []
    if "test" in row:
        file = tests[row["test"]]["file"]
        link = f"[{pathlib.PurePath(file).name}](../{file})"
        names = chips(root, tests[row["test"]]) or []
    where = "all" if names == CHIPS else ", ".join(names)
    cells = [row["id"], row["what"], ", ".join(f"`{form}`" for form in forms), status, link, where]
    return re.sub(" +", " ", f"| {' | '.join(cells)} |")


def page(root, tests, sections):
    parts = [HEAD.format(chips=", ".join(CHIPS)), f"**{count(rows_of(sections))}.**\n"]
    for section in sections:
        parts.append(f"## {section['title']}\n\n{count(section['rows'])}.\n")
        parts.append("| id | what it is | form | status | test | chips |\n|---|---|---|---|---|---|")
        parts[-1] += "".join("\n" + table_row(root, tests, row) for row in section["rows"]) + "\n"
    return "\n".join(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--write", action="store_true", help="make the page")
    action.add_argument("--check", action="store_true", help="compare, do not write")
    parser.add_argument("--root", type=pathlib.Path, metavar="FOLDER",
                        default=pathlib.Path(__file__).resolve().parent.parent,
                        help="another one that docs/ and test/ are in")  # fmt: skip
    args = parser.parse_args()
    tests, sections = load(args.root / "docs" / "features.yaml")
    path = args.root / "docs" / "Features.md"
    text = page(args.root, tests, sections)
    if args.write:
        path.write_text(text)
    wrong = list(problems(args.root, tests, sections))
    if not path.exists() or path.read_text() != text:
        wrong.append("docs/Features.md is not current: scripts/features.py --write renews it")
    for problem in wrong:
        print("FAIL " + problem)
    print(count(rows_of(sections)))
    return bool(rows_of(sections)) and not wrong


if __name__ == "__main__":
    try:
        sys.exit(not main())
    except Failure as failure:
        sys.exit(f"features: {failure}")
