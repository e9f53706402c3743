# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The chips of include/prim/Target/Chips.h, read from its text. prim-compile
--list-targets prints them too, but must be built."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent


def rows(text):
    """The families of the chips by their names, in the order of the rows in `text`."""
    return dict(re.findall(r'^ +\{"(\w+)", TargetFamily::(\w+),', text, re.MULTILINE))


def names(family, root=ROOT):
    """The names of the chips of a family: AMDGPU or NVPTX."""
    found = rows((root / "include/prim/Target/Chips.h").read_text())
    return [name for name, of in found.items() if of == family]
