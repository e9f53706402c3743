# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A module for each device op: `op_text`, its text from operands and clauses;
`function`, a function around it for suites; and `expected`, the results, computed in
numpy. Suites, cells and random programs use these. Golden cases use only the text,
because their results are in the yaml. Modules that several ops share:

  orders       the orders of keys and comparators, and the ranks that they give items
  segments     where segments are, and the folds of them
  fold_text    functions around scans and reductions"""
