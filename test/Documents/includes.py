# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %s %prim_src
"""Checks which folders of lib/Conversion/LowerDevice include which: data flows down,
and an algorithm depends only on the parts of which it is built. Prints the edges. Fails
for an edge that is not listed below, for a listed edge without a use, and for an
include of another conversion."""

import collections
import pathlib
import re
import sys

# A folder, and the folders that it may include.
MAY = {
    "Engine": [],
    "Tile": ["Engine"],
    "StridedRows": ["Engine"],
    "Decompose": ["Engine"],
    "Histogram": ["Engine", "Tile"],
    "Scan": ["Engine", "Tile", "StridedRows", "Decompose"],
    "Merge": ["Engine"],
    "Sort": ["Engine", "Tile", "Decompose", "Merge"],
    "Map": ["Engine", "Tile", "Scan"],
    "Rows": ["Engine", "Tile"],
    "Rank": ["Engine", "Tile", "Decompose", "Scan"],
    "Reduce": ["Engine", "Tile", "StridedRows", "Decompose", "Scan"],
}

folder = pathlib.Path(sys.argv[1], "lib/Conversion/LowerDevice")
found = collections.defaultdict(set)
failed = False


def complain(text):
    global failed
    failed = True
    print("FAIL", text)


for path in sorted(folder.glob("*/*")):
    own = path.parent.name
    for name in re.findall(r'#include "(\.\./[^"]+)"', path.read_text()):
        other = name.split("/")[1]
        if other not in MAY:
            complain("%s includes %s, which is no folder of LowerDevice" % (path, name))
        elif other not in MAY[own]:
            complain("%s includes %s; %s may include %s" % (
                path, name, own, ", ".join(MAY[own]) or "no other"))  # fmt: skip
        found[own].add(other)
for own, others in MAY.items():
    print("%-10s -> %s" % (own, ", ".join(sorted(found[own])) or "nothing"))
    for other in sorted(set(others) - found[own]):
        complain("%s no longer includes %s: take it from the list" % (own, other))
folders = {path.name for path in folder.iterdir() if path.is_dir()}
if folders != set(MAY):
    complain("the folders are %s" % sorted(folders))
sys.exit(failed)
