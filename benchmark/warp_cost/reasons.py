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
