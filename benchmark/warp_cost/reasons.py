# ===- reasons.py - Where a peer may be cheaper -----------------------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# (op, operator, chip, reason): regular expressions that match whole names, and
# why a peer is cheaper there. The first match counts; one that no row needs is
# an error.
#
# ===-----------------------------------------------------------------------=== #

import re

REASONS = [
    (
        "reduce all",
        "maxsi i64",
        "gfx1030|gfx1100|gfx1201",
        "prim's result is scalar: two readlanes bring it there and the store two moves"
        " back. rocPRIM leaves it in vector registers, by way of the LDS pipe",
    ),
    (
        "kernel",
        "device_reduce of i32: the one kernel",
        "gfx(90a|942|950|1030|1100|1201)",
        "prim needs no second launch: this kernel also counts the finished blocks and"
        " folds what they found; rocPRIM launches its kernel again for that",
    ),
    (
        "kernel",
        "device_sort of i32: (histograms|one digit)",
        "gfx1030",
        "rocPRIM's kernel has 1024 threads with few items each there, prim's 256 with"
        " more: loops over a thread's items are unrolled",
    ),
]

NVIDIA_REASONS = [
    (
        "(inclusive|exclusive) scan( \\+ total)?|segmented reduce",
        "(min|max)numf f64",
        "sm_80|sm_90",
        "prim makes integers in the order of the doubles, and doubles of them again:"
        " whether a NaN or which zero wins does not depend on the order of lanes. CUB"
        " compares, with which it does",
    ),
    (
        "match any",
        "1 bit|4 bits",
        "sm_(80|90|100)",
        "what makes the complements of ballots on the pipe that is not the narrow one"
        " is there once for each match, and pays from 8 bits on, which radix sorts have",
    ),
    (
        "exchange",
        ".*",
        "sm_(80|90|100)",
        "prim waits until the memory may be written, which CUB leaves to the caller,"
        " and asks for the lane's number, where CUB's kernel of one warp has the"
        " thread's",
    ),
]


class Reasons:
    """Looks reasons up, and knows which have been used."""

    def __init__(self, reasons):
        self.reasons, self.used = reasons, set()

    def find(self, op, operator, chip):
        for reason in self.reasons:
            if all(
                re.fullmatch(pattern, name)
                for pattern, name in zip(reason, (op, operator, chip))
            ):
                self.used.add(reason)
                return reason[3]
        return None

    def unused(self):
        return [reason for reason in self.reasons if reason not in self.used]
