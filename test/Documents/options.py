# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %s %prim_src
"""Checks the table of options in docs/Embedding.md against CompileOptions.def and the
members of PrimPipelineOptions. --update writes the rows."""

import argparse
import pathlib
import re
import sys

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("source", type=pathlib.Path)
parser.add_argument("--update", action="store_true")
args = parser.parse_args()

definitions = (args.source / "include/prim/Pipelines/CompileOptions.def").read_text()
header = (args.source / "include/prim/Pipelines/PrimToBinary.h").read_text()

rows = []
for kind, name, default, argument, text in re.findall(
    r'^(PRIM_\w+)\([\w:]+, (\w+), ([^,]+), "([\w-]+)",\s+((?:"[^"]*"\s*)+)\)', definitions, re.MULTILINE
):
    # A pipeline's default differs here: see PrimPipelineOptions().
    default = re.search(rf'{name} = ("\w+");', header[header.index("PrimPipelineOptions()") :]) or [0, default]
    both = "" if kind == "PRIM_PIPELINE_OPTION" else "yes"
    text = "".join(re.findall('"([^"]*)"', text))
    shown = default[1].strip('"')
    rows.append(f"| `{name}` | `{argument}` | {f'`{shown}`' if shown else ''} | {both} | {text} |")
assert len(rows) == len(re.findall(r"^PRIM_(?!TEXT)\w+\(", definitions, re.MULTILINE)), rows

page = args.source / "docs/Embedding.md"
text = page.read_text()
found = re.search(r"(?<=\n)\| field \| in text \|.*\n\|-.*\n((?:\|.*\n)*)", text)
if args.update:
    page.write_text(text.replace(found[1], "\n".join(rows) + "\n"))
elif found[1] != "\n".join(rows) + "\n":
    sys.exit("docs/Embedding.md: the table of options is not current; run options.py with --update")

# The members that are no options in text.
body = re.search(r"struct PrimPipelineOptions .*?\n};", header, re.DOTALL)[0]
for name in re.findall(r"^  [\w:<>]+ \*?(\w+)(?: = \w+)?;$", body, re.MULTILINE):
    assert f"`{name}`" in text, f"docs/Embedding.md does not have {name}"
