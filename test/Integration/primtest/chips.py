# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Chips as parameters of lit tests.

A file with a line `CHIPS: gfx942 gfx1100` is one test for each of these names. Such a
test is called FILE/NAME, and `%chip` in its lines is the name. `%if gfx942 %{...%}`
restricts a part of a line to one of them. Names are those of chips, or of rows of the
target table, such as gfx1100-wave64."""

import re

LINE = re.compile(r"^.{0,4}\bCHIPS: *(.*)$", re.MULTILINE)


def chips_of(text):
    """The chips that a test's text names, or none."""
    return [chip for line in LINE.findall(text) for chip in line.split()]


def names_of(name, text):
    """The names of the lit tests of the file `name`."""
    return ["%s/%s" % (name, chip) for chip in chips_of(text)] or [name]
