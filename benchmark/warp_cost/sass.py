# ===- sass.py - Counting instructions of NVIDIA's chips ---------------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# Splits the output of nvdisasm for a cubin into kernels and counts their instructions
# by the pipe that executes them.
#
# ===-----------------------------------------------------------------------=== #

import dataclasses
import re
import subprocess
import tempfile

CLASSES = [
    ("lanes", re.compile(r"SHFL|C?REDUX|VOTEU?|MATCH|ELECT")),
    ("shared", re.compile(r"LDS|STS|LDSM|STSM|ATOMS|LDS[UM]")),
    # A barrier of a warp that is known to be converged leaves a NOP.
    ("control", re.compile(
        r"BRA|BRX|JMP|BSSY|BSYNC|BREAK|WARPSYNC|ENDCOLLECTIVE|BAR|NOP|YIELD|CALL|RET"
        r"|BMOV|NANOSLEEP|MEMBAR|EXIT|DEPBAR|ERRBAR")),
    ("memory", re.compile(r"LDG|STG|LDC|ULDC|LDCU|LD|ST|LDL|STL|CCTL")),
]


def class_of(mnemonic):
    """lanes, shared, control or memory; alu for all computing instructions."""
    for name, pattern in CLASSES:
        if pattern.fullmatch(mnemonic):
            return name
    return "alu"


@dataclasses.dataclass(frozen=True)
class Cost:
    """Instructions by class. Accesses to global memory and to constants are
    excluded."""

    alu: int = 0
    lanes: int = 0
    shared: int = 0
    control: int = 0

    @classmethod
    def of(cls, mnemonics):
        count = dict.fromkeys(("alu", "lanes", "shared", "control", "memory"), 0)
        for mnemonic in mnemonics:
            count[class_of(mnemonic)] += 1
        del count["memory"]
        return cls(**count)

    def counts(self):
        return dataclasses.astuple(self)

    def __sub__(self, other):
        return Cost(*(a - b for a, b in zip(self.counts(), other.counts())))

    @property
    def total(self):
        return sum(self.counts())

    def __str__(self):
        return "%d + %d + %d + %d" % self.counts()


INSTRUCTION = re.compile(r"\s+/\*[0-9a-f]{4,}\*/\s+\{?\s*(?:@!?U?P\w+\s+)?(([A-Z][A-Z0-9]*)\b.*?)\s*;?\s*\}?$")


def kernels(text):
    """Mnemonics per function, without the padding after the last instruction."""
    result, current = {}, None
    for line in text.splitlines():
        label = re.match(r"\.text\.(\w+):", line)
        if label:
            current = result.setdefault(label[1], [])
        found = INSTRUCTION.match(line)
        if found and current is not None:
            current.append((found[2], found[1]))
    for name, code in result.items():
        while code and (code[-1][0] == "NOP" or re.match(r"BRA `", code[-1][1])):
            code.pop()
        result[name] = [mnemonic for mnemonic, _ in code]
    return result


def disassemble(nvdisasm, cubin):
    """The kernels of a cubin, given as bytes."""
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(cubin)
        file.flush()
        text = subprocess.run(
            [nvdisasm, "-c", file.name], capture_output=True, text=True, check=True
        ).stdout
    return kernels(text)
