# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Reads the output of prim-serialize{format=isa} for a module, and prints one line per
# kernel: its name and the instructions between its last load of an input and its first
# store, without registers. DPP controls and similar operands are kept; waits, delays
# and no-ops are removed.

import re
import sys

WAITS = ("s_nop", "s_delay_alu", "s_wait", "s_clause")
SUFFIX = re.compile(r"_(e32|e64)(?=$|_)")
# Operands of an instruction other than its registers.
MODIFIER = re.compile(
    r"(quad_perm:\[[\d,]+\]|row_\w+(?::\w+)?|wave_\w+:\d|bank_mask:0x[0-9a-e]\b"
    r"|swizzle\([^)]*\)|offset\d?:\d+)"
)


def describe(line):
    """An instruction without its registers."""
    name = SUFFIX.sub("", line.split()[0])
    kept = [
        word for word in MODIFIER.findall(line) if not word.startswith("row_mask:0xf")
    ]
    return " ".join([name] + kept)


def main():
    kernel, body = None, []
    text = sys.stdin.read().replace("\\0A", "\n").replace("\\09", "\t")
    for line in text.splitlines():
        label = re.match(r"(k_\w+):", line)
        if label:
            kernel, body = label.group(1), []
        elif kernel and re.match(r"\s+[a-z]", line):
            body.append(line.strip())
            if line.split()[0] != "s_endpgm":
                continue
            loads = [i for i, s in enumerate(body) if s.startswith("global_load")]
            stores = [i for i, s in enumerate(body) if s.startswith("global_store")]
            begin = loads[-1] + 1 if loads else 0
            end = stores[0] if stores else len(body) - 1
            between = [describe(s) for s in body[begin:end] if not s.startswith(WAITS)]
            print(f"{kernel}: {', '.join(between)}")
            kernel = None


main()
