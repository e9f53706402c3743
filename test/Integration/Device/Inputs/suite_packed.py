# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rows so short that a wave takes several of them: from one element to one more than
the longest. The last tile is full or has one row; lengths are known or unknown. Rows of
which each wave of a block takes one: the last block is full or has one row."""

import numpy as np

from ops import fold_text, reduce, scan
from primtest.comparing import same
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(33)

# By chip: i32 rows of up to 512 or 256 elements are packed.
SIZES = [
    (1, 1), (2047, 1), (2048, 1), (2049, 1), (700, 2), (1000, 3), (140, 15), (128, 16), (121, 17),
    (67, 31), (64, 32), (63, 33), (50, 100), (17, 255), (16, 256), (15, 257), (9, 511), (8, 512),
    (7, 513),
]  # fmt: skip
KNOWN = [(2049, 1), (1000, 3), (50, 100), (9, 511)]
WRAP = {"dtype": np.int32}


def shape(known, rank=2):
    sizes = known[:rank] if known else "?" * rank
    return "memref<%sxi32>" % "x".join(map(str, sizes))


def fold(op, mode, known):
    """The head of a reduction or scan, and the types of its operands and results."""
    whole = shape(known)
    if op == "reduce":
        return "device_reduce", whole, shape(known, 1)
    return f"device_scan {mode}", whole, whole


def affine(op, known):
    """Affine maps as pairs, which do not commute."""
    name = f"affine_{op}_{'x'.join(map(str, known or ()))}"
    head, whole, out = fold(op, "inclusive", known)
    clause = "identity(%one, %zero : i32, i32)" if op == "reduce" else ""
    suite.function(name, f"""func.func @{name}(%xs: {whole}, %ys: {whole}, %left: {out}, %right: {out}) {{
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  prim.{head} ins(%xs, %ys : {whole}, {whole}) outs(%left, %right : {out}, {out})
    {clause} dimension(1) {fold_text.affine("i32")}
  return
}}
""")  # fmt: skip
    return name


def places(op, known):
    """Elements multiplied by their places, plus an initial value."""
    name = f"places_{op}_{'x'.join(map(str, known or ()))}"
    head, whole, out = fold(op, "exclusive", known)
    clause = "" if op == "reduce" else "reverse"
    suite.function(name, f"""func.func @{name}(%x: {whole}, %y: {out}, %start: i32) {{
  prim.{head} add ins(%x : {whole}) outs(%y : {out}) init(%start : i32) {clause} dimension(1) prologue {{
  ^bb0(%e: i32, %i: index):
    %one = arith.constant 1 : i32
    %narrow = arith.index_cast %i : index to i32
    %place = arith.addi %narrow, %one : i32
    %v = arith.muli %e, %place : i32
    prim.yield %v : i32
  }}
  return
}}
""")  # fmt: skip
    return name


def inplace(known):
    name = f"inplace_{'x'.join(map(str, known or ()))}"
    whole = shape(known)
    suite.function(name, f"""func.func @{name}(%x: {whole}) {{
  prim.device_scan inclusive add ins(%x : {whole}) outs(%x : {whole}) dimension(1)
  return
}}
""")  # fmt: skip
    return name


for size, known in [(s, None) for s in SIZES] + [(s, s) for s in KNOWN]:
    word = "%dx%d%s" % (*size, " known" if known else "")
    a, b = (rng.integers(-99, 99, size, np.int32) | 1 for _ in range(2))
    blank = np.zeros(size, np.int32)
    suite.case(f"affine scan {word}", affine("scan", known), [a, b, blank, blank],
               same(*scan.of_arrays("affine", [a, b])), outputs=2, inout=(2, 3))  # fmt: skip
    suite.case(f"affine reduce {word}", affine("reduce", known), [a, b, blank[:, 0], blank[:, 0]],
               same(*reduce.of_arrays("affine", [a, b])), outputs=2, inout=(2, 3))  # fmt: skip
    weighed = b * np.arange(1, size[1] + 1, **WRAP)
    suite.case(f"places reduce {word}", places("reduce", known), [b, blank[:, 0], 7],
               same(weighed.sum(axis=1, **WRAP) + np.int32(7)), inout=(1,))  # fmt: skip
    behind = np.cumsum(weighed[:, ::-1], axis=1, **WRAP)[:, ::-1]
    suite.case(f"places scan {word}", places("scan", known), [b, blank, 7],
               same(behind - weighed + np.int32(7)), inout=(1,))  # fmt: skip
    suite.case(f"inplace {word}", inplace(known), [b], same(np.cumsum(b, axis=1, **WRAP)),
               inout=(0,))  # fmt: skip

# Equal values keep the smallest place.
CLAUSES = {"init": "init(%low, %none : f32, i32)", "identity": "identity(%low, %none : f32, i32)"}
for form, clause in CLAUSES.items():
    suite.function(f"largest_{form}", f"""func.func @largest_{form}(%x: memref<?x?xf32>, %low: f32, %none: i32, %o: memref<?xf32>, %p: memref<?xi32>) {{
  prim.device_reduce ins(%x : memref<?x?xf32>) outs(%o, %p : memref<?xf32>, memref<?xi32>) {clause} dimension(1) prologue {{
  ^bb0(%e: f32, %index: index):
    %place = arith.index_cast %index : index to i32
    prim.yield %e, %place : f32, i32
  }} {fold_text.argmax("f32")}
  return
}}
""")  # fmt: skip
    for height, width in [(1, 512), (7, 513), (8, 700), (9, 1023), (17, 1024), (16, 1025), (3, 0), (0, 600)]:
        x = rng.integers(-50, 50, (height, width)).astype(np.float32)
        places = np.broadcast_to(np.arange(width, dtype=np.int32), x.shape)
        wants = reduce.of_arrays("argmax", [x, places], [-99, -1])
        blank = [np.zeros(height, np.float32), np.zeros(height, np.int32)]
        suite.case(f"largest {form} {height}x{width}", f"largest_{form}", [x, -99, -1, *blank],
                   same(*wants), outputs=2, inout=[3, 4])  # fmt: skip

suite.run()
