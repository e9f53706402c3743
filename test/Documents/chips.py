# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %s %prim_src
#
# A chip that is only in the table is reported at each place.
# RUN: not %python %s %prim_src --add %prim_src/unittests/Chip/Rows.inc | FileCheck %s --check-prefix=ADDED
# ADDED-DAG: README.md: gfx1101 is missing in: AMD: gfx90a
# ADDED-DAG: README.md: sm_89 is missing in: NVIDIA: sm_80
# ADDED-DAG: docs/Emulator.md: gfx1101 is missing in: kernel for gfx90a
# ADDED-DAG: list-targets.test: sm_89 is missing
# ADDED-DAG: sweep-wave64.test: gfx1101 is missing
# ADDED-DAG: device-cost.py: gfx1101 is missing
"""Checks that each list of all chips has each chip of include/prim/Target/Chips.h."""

import argparse
import pathlib
import re
import sys

# Before the folders of prim, because the lists are in them.
parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("source", type=pathlib.Path)
parser.add_argument("--add", type=pathlib.Path, help="a file with more rows")
options = parser.parse_args()
sys.path.insert(0, str(options.source / "scripts"))

import chips  # noqa: E402

# By family: a file, and the expression whose first match is the list.
SENTENCE = r"[^.]*\."
PLACES = {
    "AMDGPU": [
        ("README.md", "^AMD: " + SENTENCE),
        ("docs/Emulator.md", "kernel for gfx" + SENTENCE),
        ("runtime/emulator/README.md", "^Chips: " + SENTENCE),
        ("test/Tools/prim-compile/list-targets.test", r"(?s)CHECK: .*"),
        ("test/Integration/Warp/sweep-wave32.test test/Integration/Warp/sweep-wave64.test", "^CHIPS: .*"),
        ("unittests/Emulator/LaunchTest.cpp", r"allChips\[\] = [^}]*"),
        ("unittests/Emulator/ValuFloatTest.cpp", r"kAllChips\[\] = [^}]*"),
        ("benchmark/device-cost.py", r"^CHIPS = \[[^]]*"),
        ("benchmark/warp_cost/ops.py", r"^CHIPS = \[[^]]*"),
    ],
    "NVPTX": [
        ("README.md", "^NVIDIA: " + SENTENCE),
        ("test/Tools/prim-compile/list-targets.test", r"(?s)CHECK: .*"),
        ("benchmark/warp_cost/nvidia.py", r"^CHIPS = \[[^]]*"),
    ],
}

table = (options.source / "include/prim/Target/Chips.h").read_text()
rows = chips.rows(table + (options.add.read_text() if options.add else ""))
assert set(rows.values()) == set(PLACES), rows
bad = False
for family, places in PLACES.items():
    for files, expression in places:
        lists = []
        for file in files.split():
            found = re.search(expression, (options.source / file).read_text(), re.MULTILINE)
            if not found:
                sys.exit(f"{file}: nothing matches {expression}")
            lists.append(found[0])
        for chip in [name for name, of in rows.items() if of == family]:
            if not re.search(rf"\b{chip}\b", " ".join(lists)):
                bad = True
                print(f"{files}: {chip} is missing in: {' '.join(lists)[:40]!s}".replace("\n", " "))
sys.exit(bad)
