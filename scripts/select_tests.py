# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Selects the tests that scripts/test runs for its words, and the files to build for
them.

A word is one of

* a test of the lit suite, as a path or a part of one: Integration/Device/merge-bounds,
  or Integration/Device/merge.test/gfx942 if a file is a test for each of several chips;
* an op or a part of prim. It selects every lit test and every program of unit tests
  whose path contains the word, the tests that test/topics.yaml lists for it, and the
  cells of the block and device ops whose names contain it;
* a chip. With other words it restricts their tests to those that name no other chip;
  alone it selects all tests that name this chip.

Several words form a union. Nothing here needs a build."""

import argparse
import dataclasses
import pathlib
import re
import subprocess
import sys

import yaml

from primtest import chips as chip_lines

ROOT = pathlib.Path(__file__).resolve().parent.parent
TESTS = ROOT / "test"
SUFFIXES = {".mlir", ".test", ".py", ".s", ".c", ".ll", ".mir"}
CELLS = TESTS / "Integration/Cells/Inputs/sweep.py"

# The contents of a test, and the files to build for it. Other tests need all files.
NEEDS = {
    "prim-opt": "bin/prim-opt",
    "prim-run": "bin/prim-run bin/prim-codegen",
    "prim-compile": "bin/prim-compile bin/prim-codegen",
    "prim-check": "bin/prim-check",
    "prim-codegen": "bin/prim-codegen",
    "prim-fuzz": "bin/prim-fuzz",
    "prim-lsp-server": "bin/prim-lsp-server",
    "emulator": "lib/libprim_emulator.so unittests/emulator-diff",
    "libprim": "lib/libprim.so bin/prim-codegen",
    "libprim_mgpu": "lib/libprim_mgpu.so",
    "prim_runtime": "lib/libprim_runtime.so",
}
ALL = re.compile(r"plugin|package|mlir-bindings|fake.cuda|scripts/|benchmark/")


class Unknown(Exception):
    """A word that selects nothing."""


@dataclasses.dataclass
class Selection:
    lit: list  # of names: paths below test
    programs: list  # of names, as ctest has them
    cells: list  # of pairs: a target, and an expression for ops

    def targets(self):
        """The targets that ninja must build."""
        needed = {"unittests/" + program for program in self.programs}
        if self.cells:
            needed |= set(" ".join(NEEDS[n] for n in ("prim-compile", "prim-run", "emulator")).split())
        for name in self.lit:
            text = file_of(name).read_text(errors="replace")
            if ALL.search(text):
                return ["all"]
            found = [w for w in NEEDS if re.search(r"(?<![\w-])%s(?![\w-])" % w, text)]
            if name.startswith("Python/"):
                found += ["libprim", "emulator"]
            if not found:
                return ["all"]
            for word in found:
                needed |= set(NEEDS[word].split())
        return sorted(needed)


def lit_tests():
    """The names of all tests of the lit suite: paths below test. If a file is a test
    for each of several chips, a chip follows the path."""
    files = (
        path
        for path in TESTS.rglob("*")
        if path.suffix in SUFFIXES
        and not {"Inputs", "ops", "primtest"} & set(path.parts)
        and not path.name.startswith("lit.")
    )
    return sorted(
        name
        for path in files
        for name in chip_lines.names_of(str(path.relative_to(TESTS)), path.read_text(errors="replace"))
    )


def file_of(name):
    """The file that contains a test."""
    path = TESTS / name
    return path if path.is_file() else path.parent


def unit_tests():
    """The programs that the build makes from unittests."""
    declared = "".join(path.read_text() for path in (ROOT / "unittests").rglob("CMakeLists.txt"))
    return re.findall(r"add_prim_unittest\((\w+)", declared)


def cell_ops():
    """The ops whose cells are swept."""
    listed = subprocess.run(
        [sys.executable, CELLS, "--list-ops"], capture_output=True, text=True, check=True
    )
    return [line.split()[1] for line in listed.stdout.splitlines()]


def sweep_targets():
    """The rows of the target table: each has a sweep of the warp ops."""
    files = TESTS.glob("Integration/Warp/sweep-*.test")
    return sorted(chip for path in files for chip in chip_lines.chips_of(path.read_text()))


def chips():
    return sorted({target.split("-")[0] for target in sweep_targets()})


def topics():
    return yaml.safe_load((TESTS / "topics.yaml").read_text())


def plain(text):
    """The name without the characters in which spellings differ."""
    return re.sub(r"[-_ ]", "", text).lower()


def select(words):
    """The Selection for words. Raises Unknown if one selects nothing."""
    known = chips()
    wanted_chips = [w for w in words if w in known]
    said = " ".join(words)
    words = [w for w in words if w not in known] or [""] * bool(wanted_chips)
    tests, ops, listed = lit_tests(), cell_ops(), topics()
    lit, programs, cells = set(), set(), set()
    for word in words:
        # A path, relative to the caller's folder.
        name = word.rsplit("/test/", 1)[-1]
        name = name[len("test/") :] if name.startswith("test/") else name
        if name in tests:
            lit.add(name)
            continue
        topic = listed.get(word.replace("-", "_").lower(), {})
        found = {t for t in tests if plain(name) in plain(t)}
        found |= {t for t in tests for more in topic.get("tests", []) if re.search(more, t)}
        own = {p for p in unit_tests() if name and plain(name) in plain(p)}
        own |= set(topic.get("programs", []))
        swept = {op for op in ops if word and plain(word) in plain(op)}
        swept |= {op for op in ops for more in topic.get("cells", []) if re.search(more, op)}
        # The tests that sweep all ops also sweep this one.
        if swept:
            found = {t for t in found if "/Cells/sweep-" not in t}
            levels = {"Block" if op.startswith("block_") else "Device" for op in swept}
            found |= {t for t in tests for level in levels if "Integration/%s/golden.test" % level in t}
        if not found and not own and not swept:
            raise Unknown(word)
        lit |= found
        programs |= own
        cells |= swept
    if wanted_chips:
        others = [chip for chip in known if chip not in wanted_chips]
        named = lambda text: any(re.search(r"\b%s\b" % chip, text) for chip in others)
        lit = {t for t in lit if not named(t)}
        if words == [""]:
            lit = {t for t in lit if any(chip in t for chip in wanted_chips)}
            programs = set()
    if not lit and not programs and not cells:
        raise Unknown(said)
    expression = "^(%s)$" % "|".join(sorted(cells))
    rows = [t for t in sweep_targets() if not wanted_chips or t.split("-")[0] in wanted_chips]
    return Selection(
        sorted(lit), sorted(programs), [(row, expression) for row in rows] if cells else []
    )


def print_words():
    print("chips:  " + " ".join(chips()))
    print("cells:  " + " ".join(cell_ops()))
    print("topics: " + " ".join(topics()))
    print("programs: " + " ".join(unit_tests()))
    print("tests, by folder (a part of a path is enough):")
    by_folder = {}
    for name in lit_tests():
        folder, _, test = name.rpartition("/")
        by_folder.setdefault(folder, []).append(test)
    for folder, names in by_folder.items():
        print("  %s: %s" % (folder or ".", " ".join(names)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words", nargs="*")
    parser.add_argument("--list", action="store_true", help="print all words")
    parser.add_argument("--targets", action="store_true", help="print what is built for them")
    args = parser.parse_args()
    if args.list:
        print_words()
        return
    try:
        selection = select(args.words)
    except Unknown as word:
        sys.exit("prim: no test is about '%s'; scripts/test --list has all words" % word)
    if args.targets:
        print(" ".join(selection.targets()))
        return
    for test in selection.lit:
        print(test)
    for program in selection.programs:
        print(program)
    for row, expression in selection.cells:
        print("cells on %s of %s" % (row, expression))


if __name__ == "__main__":
    main()
