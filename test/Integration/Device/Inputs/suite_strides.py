# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sizes, strides and offsets whose bytes wrap around 64 bits are errors that name the
operand. Others are used unchanged: an access beyond the memory is a fault of the
kernel, and negative strides run backwards."""

import numpy as np

from primtest.comparing import same
from primtest.suite import Suite

suite = Suite()
X = np.arange(1, 101, dtype=np.int32)
V = "memref<?xi32, strided<[?], offset: ?>>"
M, W = "memref<?xi32>", "memref<?x?xi32, strided<[?, ?], offset: ?>>"
REACH = "has strides or an offset that exceed 2^63 bytes"


def view(name, of, prefix="", ty=V):
    """A view of a buffer, with three numbers that are parameters of the function."""
    return f"""%{name}0 = arith.index_cast %{prefix}n : i64 to index
  %{name}1 = arith.index_cast %{prefix}s : i64 to index
  %{name}2 = arith.index_cast %{prefix}f : i64 to index
  %{name} = memref.reinterpret_cast %{of} to offset: [%{name}2], sizes: [%{name}0],
      strides: [%{name}1] : {M} to {ty}"""


LAYOUT = "%n: i64, %s: i64, %f: i64"
# The op, its name for the view, and its result for the elements of the view.
OPS = {
    "reduce": (
        f"prim.device_reduce add ins(%v : {V}) outs(%one : memref<i32>)",
        "prim.device_reduce: ins 0",
    ),
    "scan": (
        f"prim.device_scan inclusive add ins(%v : {V}) outs(%y : {M})",
        "prim.device_scan: ins 0",
    ),
    "scan_to": (
        f"prim.device_scan inclusive add ins(%y : {M}) outs(%v : {V})",
        "prim.device_scan: outs 0",
    ),
    "sort": (
        f"prim.device_sort slt ins(%v : {V}) outs(%y : {M})",
        "prim.device_sort: ins 0",
    ),
    "sort_by": (
        f"""prim.device_sort ins(%y : {M}) outs(%v : {V}) comparator {{
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi slt, %a, %b : i32
    prim.yield %c : i1
  }}""",
        "prim.device_sort: outs 0",
    ),
    "map": (
        f"""prim.device_map ins(%y : {M}) outs(%v : {V}) map {{
  ^bb0(%a: i32):
    prim.yield %a : i32
  }}""",
        "prim.device_map: outs 0",
    ),
    "head": (
        f"""prim.device_scan inclusive add ins(%y : {M}) outs(%z : {M}) head(%v : {V})""",
        "prim.device_scan: head 0",
    ),
}
for name, (op, _) in OPS.items():
    suite.function(
        name,
        f"""func.func @{name}(%x: {M}, %y: {M}, %z: {M}, %one: memref<i32>, {LAYOUT}) {{
  {view("v", "x")}
  {op}
  return
}}
""",
    )
suite.function(
    "rows",
    f"""func.func @rows(%x: {M}, %y: {M}, %n: i64, %s: i64, %f: i64, %m: i64, %t: i64) {{
  %0 = arith.index_cast %n : i64 to index
  %1 = arith.index_cast %s : i64 to index
  %2 = arith.index_cast %f : i64 to index
  %3 = arith.index_cast %m : i64 to index
  %4 = arith.index_cast %t : i64 to index
  %v = memref.reinterpret_cast %x to offset: [%2], sizes: [%0, %3], strides: [%1, %4]
      : {M} to {W}
  prim.device_reduce add ins(%v : {W}) outs(%y : {M}) dimension(1)
  return
}}
""",
)
# The elements of the output have more bytes than those of the input.
suite.function(
    "wider",
    f"""func.func @wider(%x: memref<?xi8>, %y: memref<?xi64>, %n: i64) {{
  %0 = arith.index_cast %n : i64 to index
  %v = memref.reinterpret_cast %x to offset: [0], sizes: [%0], strides: [1]
      : memref<?xi8> to memref<?xi8>
  %w = memref.reinterpret_cast %y to offset: [0], sizes: [%0], strides: [1]
      : memref<?xi64> to memref<?xi64>
  prim.device_map ins(%v : memref<?xi8>) outs(%w : memref<?xi64>) map {{
  ^bb0(%a: i8):
    %b = arith.extsi %a : i8 to i64
    prim.yield %b : i64
  }}
  return
}}
""",
)


def inputs(n, *layout):
    written = [np.zeros(shape, np.int32) for shape in (n, n, ())]
    return [X, *written, n, *layout]


for name, (_, operand) in OPS.items():
    # A product of exactly 2^64, one below 2^63 in elements, negative ones, the offset
    # alone, and both together.
    for stride, offset in [
        (1 << 62, 0),
        (1 << 60, 0),
        (-(1 << 62), 9),
        (-(1 << 63), 0),
        (1, 1 << 62),
        (1, -(1 << 61)),
        (1 << 56, (1 << 61) - 1),
    ]:
        suite.case(
            f"{name}: {stride} {offset}",
            name,
            inputs(10, stride, offset),
            None,
            outputs=0,
            error=f"{operand} {REACH}",
        )
# Values that fit are used in full: the kernel leaves its memory and faults. A GPU may
# have memory there, or may end all further work.
for stride, offset in [(1 << 30, 0), (1 << 31, 0), (-(1 << 30), 9), (1, 1 << 32)]:
    suite.case(
        f"reduce, no memory: {stride} {offset}",
        "reduce",
        inputs(3, stride, offset),
        None,
        outputs=0,
        error="reduce_",
    )
for n, stride, offset, want in [
    (10, -1, 9, X[9::-1]),
    (10, 7, 3, X[3:73:7]),
    (20, -5, 99, X[:0:-5]),
    (1, 1 << 62, 4, X[4:5]),
    (0, 1 << 62, 0, X[:0]),
    (5, 0, 2, X[[2] * 5]),
]:
    given = inputs(n, stride, offset)
    for name, found in [("reduce", want.sum()), ("scan", want.cumsum()), ("sort", np.sort(want))]:
        suite.case(
            f"{name}: {n} {stride} {offset}",
            name,
            given,
            same(np.int32(found) if name == "reduce" else found.astype(np.int32)),
            inout=[3 if name == "reduce" else 1],
        )
for layout, is_right in [
    ((4, 10, 0, 10, 1), True),
    ((4, 1, 0, 10, 4), True),
    ((0, 1 << 62, 0, 10, 1 << 62), True),
    ((4, 1 << 60, 0, 10, 1), False),
    ((4, 1, 0, 10, 1 << 60), False),
    ((5, 1 << 58, 0, 5, 1 << 58), False),
]:
    n, s, f, m, t = layout
    rows = np.array([[X[f + i * s + j * t] for j in range(m)] for i in range(n)] if is_right else [])
    suite.case(
        f"rows: {layout}",
        "rows",
        [X, np.zeros(n, np.int32), *layout],
        same(rows.reshape(n, m).sum(1).astype(np.int32)) if is_right else None,
        outputs=int(is_right),
        inout=[1] * is_right,
        error=None if is_right else f"prim.device_reduce: ins 0 {REACH}",
    )
suite.case(
    "wider",
    "wider",
    [np.zeros(8, np.int8), np.zeros(8, np.int64), 1 << 61],
    None,
    outputs=0,
    error="prim.device_map: outs 0 has a size in bytes that does not fit in 63 bits; work in parts",
)

suite.run()
