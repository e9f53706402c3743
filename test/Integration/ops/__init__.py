# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A module for each device op: `op_text`, its text from operands and clauses, `function`, a
function around it as suites use them, and what it gives. Suites, cells and random programs
take these from here. Golden cases use the text alone: what they expect is in the yaml."""
