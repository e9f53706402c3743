# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %s %prim_src
"""Counts findings about the project's English in pages, in comments of the C++ and ODS
sources, in docstrings and in diagnostics. prose.yaml has the allowed number for each
file. A larger number fails, and so does a smaller one: `prose.py . --update` writes the
smaller numbers, and never a larger one. `prose.py . --list WORD...` prints each finding
whose kind or file contains all words.

The kinds:

* opening: a comment, docstring or sentence of a page that begins with What, That, The same,
  Of, Those, These or Whose, which hides its subject.
* long: a sentence of a page of more than 40 words.
* word: a word or phrase of WORDS, for which a plain one exists.
* diagnostic: a string of an error, warning, remark or note in C++, or of an exception in
  Python, that begins with one of the words of "opening" or has a word or phrase of WORDS.
* wide: a line of a page of more than 100 columns, except in tables, code and headings.
* large: a page of more than 40 kB.
* mean: a page whose sentences have more than 20 words on average."""

import ast
import collections
import pathlib
import re
import sys

import yaml

source = pathlib.Path(sys.argv[1]).resolve()
LEDGER = source / "test/Documents/prose.yaml"
OPENING = re.compile(r"(What|That|The same|Of|Those|These|Whose)\b")
# Each of these words has several meanings, so that the reader has to guess.
WORDS = re.compile(
    r"of (?:a )?whole buffers?|but for|nobody|comes? here|no number in particular|of one's own"
    r"|in the place of|is an error where it stands|looks? after|is told|are told|knows? (?:none|nothing) of"
    r"|is asked for|at all places|behind (?:it|them|that|one another|each other|the other)",
    re.IGNORECASE)  # fmt: skip
# Pages made by scripts/generate-docs and scripts/features.py; their sources determine
# the width of their lines.
GENERATED = {"CInterface", "Dialect", "DeviceOps", "DeviceDataOps", "GridOps", "BlockOps", "WarpOps", "MemoryOps", "Passes",
             "FrontendPasses", "PythonReference", "Features"}  # fmt: skip
# Calls and streams of C++ that take the text of a diagnostic.
DIAGNOSES = re.compile(
    r"\b(?:(?:emit(?:Op|Optional)?Error|emitWarning|emitRemark|attachNote|notifyMatchFailure|createStringError|errs"
    r"|reportFatal\w*Error|fail|fault|refuse|report\w*|warn|unusable|setProblem|notLowered|notStarted|toError|check|wrong)\("
    r"|(?:error|warning|diag|diagnostic|note|stream)\s*<<|(?:error|problem|why|text|reason)\s*=(?!=))")  # fmt: skip
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
Finding = collections.namedtuple("Finding", "file kind line text")


def paragraphs(page):
    """First line and text of each paragraph, list item and table cell outside of
    code."""
    text, first, fenced = [], 0, False
    for number, line in enumerate([*page.read_text().splitlines(), ""], 1):
        fenced ^= line.lstrip().startswith("```")
        stripped = line.strip()
        breaks = fenced or not stripped or stripped.startswith(("```", "#", "|", "* ", "- ", "<")) or re.match(r"\d+\. ", stripped)
        if breaks and text:
            yield first, " ".join(text)
            text = []
        if fenced or not stripped or stripped.startswith(("```", "#", "<")):
            continue
        if stripped.startswith("|"):
            for cell in stripped.strip("|").split("|"):
                if cell.strip(" -:"):
                    yield number, cell.strip()
            continue
        if not text:
            first = number
        text.append(re.sub(r"^(?:[*-]|\d+\.) ", "", stripped))


def sentences(text):
    """Sentences without the targets of links; inline code counts as one word."""
    text = re.sub(r"`[^`]*`", "Code", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\*\*([^*]*)\*\*", r"\1", text)
    return [s for s in re.split(r"(?<=[.!?])\s+(?=[A-Z(`\"])", text) if s.strip()]


def of_page(page):
    name = page.relative_to(source).as_posix()
    counts = []
    for line, text in paragraphs(page):
        for sentence in sentences(text):
            words = len(re.findall(r"[\w'/-]+", sentence))
            # Cells and items that are not sentences do not count.
            if words >= 4 and sentence.rstrip().endswith((".", ":", ";")):
                counts.append(words)
            if words > 40:
                yield Finding(name, "long", line, f"{words} words: {sentence}")
            if OPENING.match(sentence):
                yield Finding(name, "opening", line, sentence)
        for found in WORDS.finditer(re.sub(r"`[^`]*`", "", text)):
            yield Finding(name, "word", line, f"{found[0]!r}: {text[max(0, found.start() - 40) : found.end() + 40]}")
    fenced = False
    for number, line in enumerate(page.read_text().splitlines(), 1):
        fenced ^= line.startswith("```")
        if len(line) > 100 and not fenced and page.stem not in GENERATED and not re.match(r"\s*[|#`]", line) and " " in line[:100].strip():
            yield Finding(name, "wide", number, line)
    if page.stat().st_size > 40_000:
        yield Finding(name, "large", 1, f"{page.stat().st_size} bytes")
    if counts and sum(counts) > 20 * len(counts):
        yield Finding(name, "mean", 1, f"{sum(counts) / len(counts):.1f} words a sentence")


def of_comments(path):
    """Findings in comments that begin with /// or, in file headings, with //."""
    name = path.relative_to(source).as_posix()
    before = ""
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        comment = re.match(r"\s*///? ?(?!/)(.*)", line)
        begins = comment and not re.match(r"\s*///? ?(?!/)\S", before)
        if begins and OPENING.match(comment[1]):
            yield Finding(name, "opening", number, comment[1])
        if comment:
            for found in WORDS.finditer(comment[1]):
                yield Finding(name, "word", number, f"{found[0]!r}: {comment[1]}")
        before = line


def of_docstrings(path):
    name = path.relative_to(source).as_posix()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            text = ast.get_docstring(node)
            line = getattr(node, "lineno", 1)
            if text and OPENING.match(text):
                yield Finding(name, "opening", line, text.splitlines()[0])
            for found in WORDS.finditer(text or ""):
                yield Finding(name, "word", line, f"{found[0]!r} in the docstring")


def is_poor(text):
    """Whether the text of a diagnostic begins or continues with a word that hides its
    meaning. Diagnostics begin with a lower-case letter."""
    return WORDS.search(text) or OPENING.match(text[:1].upper() + text[1:])


def of_diagnostics(path):
    """Findings in the strings of the statements that match DIAGNOSES."""
    name = path.relative_to(source).as_posix()
    # Comments become spaces, so that positions stay.
    text = re.sub(r"(?m)(?<=\s)//.*|^//.*", lambda m: " " * len(m[0]), path.read_text(errors="replace"))
    end = 0
    for call in DIAGNOSES.finditer(text):
        if call.start() < end:
            continue
        strings, between = [], ""
        end = call.end()
        while end < len(text) and text[end] not in ";{}":
            if literal := LITERAL.match(text, end):
                # Adjacent literals are one string.
                if strings and not between.strip():
                    strings[-1] += literal[1]
                else:
                    strings.append(literal[1])
                end, between = literal.end(), ""
            else:
                between += text[end]
                end += 1
        for number, string in enumerate(strings):
            if is_poor(string) if number == 0 else WORDS.search(string):
                yield Finding(name, "diagnostic", text.count("\n", 0, call.start()) + 1, string)


def of_exceptions(path):
    name = path.relative_to(source).as_posix()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Raise) and node.exc:
            parts = [part.value for part in ast.walk(node.exc) if isinstance(part, ast.Constant) and isinstance(part.value, str)]
            for number, part in enumerate(parts):
                if is_poor(part) if number == 0 else WORDS.search(part):
                    yield Finding(name, "diagnostic", node.lineno, part)


def findings():
    pages = [*source.glob("*.md"), *(source / "docs").rglob("*.md"), *(source / "runtime").rglob("*.md"),
             *(source / "benchmark").rglob("*.md")]
    for page in sorted(pages):
        yield from of_page(page)
    for folder in ["include", "lib", "runtime", "tools", "unittests", "python"]:
        for path in sorted((source / folder).rglob("*")):
            if path.suffix in {".h", ".cpp", ".td", ".def"}:
                yield from of_comments(path)
            if folder != "unittests" and path.suffix in {".h", ".cpp", ".def"}:
                yield from of_diagnostics(path)
    for folder in ["python", "scripts", "benchmark", "test"]:
        for path in sorted((source / folder).rglob("*.py")):
            if "Inputs/snippets" not in path.as_posix():
                yield from of_docstrings(path)
                if folder != "test":
                    yield from of_exceptions(path)


found = list(findings())
arguments = sys.argv[2:]
if arguments[:1] == ["--list"]:
    for f in found:
        if all(word in f"{f.file} {f.kind}" for word in arguments[1:]):
            print(f"{f.file}:{f.line}: {f.kind}: {f.text}")
    sys.exit()

count = collections.Counter((f.file, f.kind) for f in found)
ledger = yaml.safe_load(LEDGER.read_text()) if LEDGER.exists() else {}
left = {(file, kind): n for file, kinds in (ledger.get("left") or {}).items() for kind, n in kinds.items()}
if arguments == ["--update"]:
    first = not left
    wanted = collections.defaultdict(dict)
    for key in sorted(count):
        n = count[key] if first else min(count[key], left.get(key, 0))
        if n:
            wanted[key[0]][key[1]] = n
    head = LEDGER.read_text().split("left:")[0] if LEDGER.exists() else ""
    lines = [f"  {file}: {{{', '.join(f'{kind}: {n}' for kind, n in kinds.items())}}}" for file, kinds in wanted.items()]
    LEDGER.write_text(head + "left:\n" + "\n".join(lines) + "\n")
    sys.exit()

wrong = False
for key in sorted(set(count) | set(left)):
    if count[key] > left.get(key, 0):
        wrong = True
        print(f"{key[0]}: {count[key]} of kind '{key[1]}', and {left.get(key, 0)} are allowed:")
        print("\n".join(f"  line {f.line}: {f.text}" for f in found if (f.file, f.kind) == key))
    elif count[key] < left[key]:
        wrong = True
        print(f"{key[0]}: {count[key]} of kind '{key[1]}' are left of {left[key]}; prose.py . --update writes that")
sys.exit(wrong)
