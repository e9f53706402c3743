# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the sums in the table of reductions: they use no memory, no other operator on
the same type takes fewer instructions, and not all take as few."""

import pathlib
import re
import sys

OTHERS = {
    "add i32": ["maxsi i32", "affine map i32 x i32"],
    "add f32": ["maxnumf f32", "maximumf f32"],
}
LINE = re.compile(r"\| ([^|]+) \| ([^|]+) \| (\d+) \+ (\d+) \+ (\d+) ")

tables = pathlib.Path(sys.argv[1]).read_text().split("\n## ")[1:]
compared = cheaper = 0
for table in tables:
    costs = {}
    for operator, chips, *parts in LINE.findall(table):
        for chip in chips.split(", "):
            costs[operator, chip] = [int(part) for part in parts]
    for (operator, chip), parts in costs.items():
        for other in OTHERS.get(operator, []):
            compared += 1
            cheaper += sum(parts) < sum(costs[other, chip])
            if sum(parts) > sum(costs[other, chip]) or parts[2]:
                sys.exit(f"{operator} on {chip}: {parts}, and {other}: {costs[other, chip]}")
if not cheaper:
    sys.exit("no sum is cheaper than another operator")
print(f"{compared} comparisons, {cheaper} cheaper")
