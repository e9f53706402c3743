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

REASONS = []
