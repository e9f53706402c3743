# ===- isa.py - Counting instructions in assembly ---------------------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# Splits LLVM's assembly for AMD GPUs into kernels and counts their instructions by
# class.
#
# ===-----------------------------------------------------------------------=== #

import re

# Instructions that only wait or hint: they compute nothing, and their number depends on
# the surrounding code.
WAITS = re.compile(
    r"s_(nop|delay_alu|waitcnt|wait_|wait$|clause|sethalt|sleep|set_inst_prefetch"
    r"|inst_prefetch|sendmsg|code_end|round_mode|denorm_mode)"
)
MEMORY = re.compile(r"(global|flat|buffer|scratch|tbuffer|image)_|s_(buffer_)?load")


def class_of(mnemonic):
    """VALU, SALU, LDS, wait or memory; None for the end of the program."""
    if mnemonic == "s_endpgm":
        return None
    if WAITS.match(mnemonic):
        return "wait"
    if MEMORY.match(mnemonic):
        return "memory"
    if mnemonic.startswith("v_"):
        return "VALU"
    if mnemonic.startswith("ds_"):
        return "LDS"
    if mnemonic.startswith("s_"):
        return "SALU"
    raise ValueError("no class for instruction '%s'" % mnemonic)


def kernels(text):
    """Lists of (mnemonic, whole instruction) per function, up to its last instruction.
    Directives, comments and inner labels are omitted."""
    result, current = {}, None
    for line in text.splitlines():
        code = line.split(";", 1)[0].split("//", 1)[0].strip()
        if not code:
            continue
        label = re.match(r"([A-Za-z_][\w$]*):", code)
        if label:
            current = result.setdefault(label.group(1), [])
            continue
        if code.startswith(".") or current is None:
            if code.startswith(".section") or code.startswith(".end_amdhsa"):
                current = None
            continue
        current.append((code.split()[0], code))
    return {name: code for name, code in result.items() if code}


class Cost:
    """Instructions by class. `total` excludes waits and memory."""

    def __init__(self, valu=0, salu=0, lds=0, waits=0):
        self.valu, self.salu, self.lds, self.waits = valu, salu, lds, waits

    @classmethod
    def of(cls, instructions):
        count = {"VALU": 0, "SALU": 0, "LDS": 0, "wait": 0, "memory": 0, None: 0}
        for mnemonic, _ in instructions:
            count[class_of(mnemonic)] += 1
        return cls(count["VALU"], count["SALU"], count["LDS"], count["wait"])

    def __sub__(self, other):
        return Cost(
            self.valu - other.valu,
            self.salu - other.salu,
            self.lds - other.lds,
            self.waits - other.waits,
        )

    @property
    def total(self):
        return self.valu + self.salu + self.lds

    def __str__(self):
        return "%d %d %d +%d" % (self.valu, self.salu, self.lds, self.waits)
