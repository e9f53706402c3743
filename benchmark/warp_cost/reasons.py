# ===- reasons.py - Where a peer may be cheaper -----------------------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# (op, operator, chip, reason): regular expressions that match whole names, and the
# reason why a peer is cheaper there. The first match counts. A reason that no row needs
# is an error.
#
# ===-----------------------------------------------------------------------=== #

import re

REASONS = [
    (
        "reduce all",
        "maxsi i64",
        "gfx1030|gfx1100|gfx1201",
        "prim's result is scalar: two readlanes move it to scalar registers, and the"
        " store moves it back twice. rocPRIM uses the LDS pipe and leaves the result in"
        " vector registers",
    ),
    (
        "kernel",
        "device_reduce of i32: the one kernel",
        "gfx(90a|942|950|1030|1100|1201)",
        "prim needs no second launch: this kernel also counts the finished blocks and"
        " reduces their results. rocPRIM launches its kernel again for that",
    ),
    (
        "kernel",
        "device_sort of i32: (histograms|one digit)",
        "gfx1030",
        "rocPRIM's kernel has 1024 threads with few items each, and prim's has 256 with"
        " more. Loops over a thread's items are unrolled",
    ),
]

NVIDIA_REASONS = [
    (
        "(inclusive|exclusive) scan( \\+ total)?|segmented reduce",
        "(min|max)numf f64",
        "sm_80|sm_90",
        "prim maps the doubles to integers of the same order, and maps the result back."
        " Results for NaN and zeros then do not depend on the order of lanes. CUB"
        " compares doubles, so its results do",
    ),
    (
        "match any",
        "1 bit|4 bits",
        "sm_(80|90|100)",
        "prim inverts ballots with multiply-adds, which do not use the busiest pipe."
        " The constant for this is computed once per match, and pays from 8 bits on, as"
        " in radix sorts",
    ),
    (
        "exchange",
        ".*",
        "sm_(80|90|100)",
        "prim waits until the memory may be written; CUB leaves this to the caller."
        " prim also reads the lane's number, where CUB's kernel of one warp has the"
        " thread's",
    ),
]


class Reasons:
    """Looks up reasons and records which ones were used."""

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
