# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: prim-opt
# RUN: %python %s %prim_src/docs/Conversions.md %prim_obj/bin/prim-opt
"""Checks the programs before and after every pass in docs/Conversions.md: the pass must
turn the first into the second. Names of values are ignored."""

import re
import subprocess
import sys

page, prim_opt = open(sys.argv[1]).read(), sys.argv[2]


def print_through(text, *passes):
    return subprocess.run(
        [prim_opt, "--allow-unregistered-dialect", *passes], input=text, text=True, check=True, stdout=subprocess.PIPE
    ).stdout


sections = re.split(r"^## `([\w-]+)`$", page, flags=re.M)[1:]
pairs = 0
for name, section in zip(sections[::2], sections[1::2], strict=True):
    programs = re.findall(r"```mlir[^\n]*\n(.*?)```", section, re.S)
    assert programs and len(programs) % 2 == 0, name
    for before, after in zip(programs[::2], programs[1::2], strict=True):
        got, want = print_through(before, f"--{name}"), print_through(after)
        assert got != print_through(before), f"{name} changes nothing"
        if got != want:
            sys.exit(f"{name} makes\n{got}\nand not\n{want}")
        pairs += 1
assert pairs >= len(sections) // 2 > 0
