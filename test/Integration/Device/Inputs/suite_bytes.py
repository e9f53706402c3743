# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums of bytes, which are scanned and reduced several at a time in words, for buffers
that end inside words, rows and tiles."""

import itertools

import numpy as np

from ops import reduce, scan
from primtest.comparing import same
from primtest.suite import Suite

PROGRAM = """func.func @{name}(%x: memref<?xi8>, %y: memref<{size}i8>) {{
  prim.{op} add ins(%x : memref<?xi8>) outs(%y : memref<{size}i8>) {clauses}
  return
}}
"""
OPS = ["device_scan inclusive", "device_scan exclusive", "device_scan inclusive reverse", "device_reduce"]
SIZES = [1, 15, 100, 4096, 70001]

suite = Suite()
rng = np.random.default_rng(5)
for op, n in itertools.product(OPS, SIZES):
    head, reverse, _ = op.partition(" reverse")
    is_scan = op != "device_reduce"
    name = op.replace(" ", "_")
    suite.function(name, PROGRAM.format(
        name=name, op=head, size="?x" if is_scan else "", clauses=reverse.strip()))  # fmt: skip
    x = rng.integers(0, 256, n, np.uint8).view(np.int8)
    if is_scan:
        wants = scan.of_arrays("add", [x], head.split()[1], reverse=bool(reverse))
    else:
        wants = reduce.of_arrays("add", [x])
    blank = np.zeros_like(wants[0])
    suite.case(f"{op} of {n} bytes", name, [x, blank], same(*wants), inout=[1])

suite.run()
