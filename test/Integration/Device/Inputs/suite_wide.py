# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Integers of 128 bits as tuples of two words: sums that carry, least and greatest
integers, and orders by both words in turn, device-wide and in blocks. Python's integers
are the reference."""

import itertools

import numpy as np

from primtest.comparing import same
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(128)
TILE = " tuning<block_size = 64, items_per_thread = 2>"
SIZES = [1, 127, 128, 1000]
MASK = (1 << 128) - 1

# The words of a number: the lower one, which is unsigned, and the upper one with the
# sign.
SUM = """^bb0(%al: i64, %ah: i64, %bl: i64, %bh: i64):
    %low, %carry = arith.addui_extended %al, %bl : i64, i1
    %more = arith.extui %carry : i1 to i64
    %high = arith.addi %ah, %bh : i64
    %sum = arith.addi %high, %more : i64
    prim.yield %low, %sum : i64, i64"""


def choose(predicate):
    """The number selected by comparing the words, the upper one before the lower
    one."""
    return f"""^bb0(%al: i64, %ah: i64, %bl: i64, %bh: i64):
    %same = arith.cmpi eq, %ah, %bh : i64
    %upper = arith.cmpi {predicate}, %ah, %bh : i64
    %lower = arith.cmpi u{predicate[1:]}, %al, %bl : i64
    %take = arith.select %same, %lower, %upper : i1
    %low = arith.select %take, %al, %bl : i64
    %high = arith.select %take, %ah, %bh : i64
    prim.yield %low, %high : i64, i64"""


LESS = """^bb0(%al: i64, %ah: i64, %bl: i64, %bh: i64):
    %same = arith.cmpi eq, %ah, %bh : i64
    %upper = arith.cmpi slt, %ah, %bh : i64
    %lower = arith.cmpi ult, %al, %bl : i64
    %first = arith.select %same, %lower, %upper : i1
    prim.yield %first : i1"""


def signed(value):
    value &= MASK
    return value - (1 << 128) if value >> 127 else value


def words(values):
    """The lower and the upper words of numbers, which wrap."""
    low = np.array([v & (1 << 64) - 1 for v in values], np.uint64).view(np.int64)
    high = np.array([signed(v) >> 64 for v in values], np.int64)
    return [low, high]


def numbers(n):
    """Numbers, many of which produce carries, or share an upper or a lower word."""
    parts = [0, 1, 2**63, 2**64 - 1, 2**64 - 2]
    return [signed(int(rng.choice(parts[:2] + parts[3:])) << 64 | int(rng.choice(np.array(parts, object))) ^ int(rng.integers(0, 2)))
            for _ in range(n)]  # fmt: skip


KINDS = {
    "sum": (SUM, "%z, %z", lambda a, b: signed(a + b), 0),
    "min": (choose("slt"), "%all, %most", min, (1 << 127) - 1),
    "max": (choose("sgt"), "%z, %least", max, -(1 << 127)),
}
CONSTANTS = """  %z = arith.constant 0 : i64
  %all = arith.constant -1 : i64
  %most = arith.constant 0x7FFFFFFFFFFFFFFF : i64
  %least = arith.constant 0x8000000000000000 : i64
"""
BUFFERS = "memref<?xi64>, memref<?xi64>"
for kind, (region, identity, fold, start) in KINDS.items():
    suite.function(f"scan_{kind}", f"""func.func @scan_{kind}(%l: memref<?xi64>, %h: memref<?xi64>, %i: memref<?xi64>, %j: memref<?xi64>,
    %e: memref<?xi64>, %f: memref<?xi64>, %r: memref<i64>, %s: memref<i64>) {{
{CONSTANTS}  prim.device_scan both ins(%l, %h : {BUFFERS}) outs(%i, %j, %e, %f : {BUFFERS}, {BUFFERS})
      identity({identity} : i64, i64){TILE} combiner commutative {{
  {region}
  }}
  prim.device_reduce ins(%l, %h : {BUFFERS}) outs(%r, %s : memref<i64>, memref<i64>)
      identity({identity} : i64, i64){TILE} combiner commutative {{
  {region}
  }}
  return
}}
""")  # fmt: skip
    suite.function(f"block_{kind}", f"""gpu.module @kernels_{kind} {{
  gpu.func @block(%l: memref<128xi64>, %h: memref<128xi64>, %i: memref<128xi64>, %j: memref<128xi64>, %r: memref<2xi64>)
      kernel attributes {{known_block_size = array<i32: 64, 1, 1>}} {{
  {CONSTANTS}    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = prim.block_load %l[%c0] : memref<128xi64>, vector<2xi64>
    %b = prim.block_load %h[%c0] : memref<128xi64>, vector<2xi64>
    %p:2 = prim.block_scan inclusive %a, %b identity({identity}) combiner commutative {{
    {region}
    }} : vector<2xi64>, vector<2xi64>
    prim.block_store %p#0, %i[%c0] : vector<2xi64>, memref<128xi64>
    prim.block_store %p#1, %j[%c0] : vector<2xi64>, memref<128xi64>
    %t:2 = prim.block_reduce %a, %b all identity({identity}) combiner commutative {{
    {region}
    }} : vector<2xi64>, vector<2xi64>
    memref.store %t#0, %r[%c0] : memref<2xi64>
    memref.store %t#1, %r[%c1] : memref<2xi64>
    gpu.return
  }}
}}
func.func @block_{kind}(%l: memref<128xi64>, %h: memref<128xi64>, %i: memref<128xi64>, %j: memref<128xi64>, %r: memref<2xi64>) {{
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  gpu.launch_func @kernels_{kind}::@block blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
      args(%l : memref<128xi64>, %h : memref<128xi64>, %i : memref<128xi64>, %j : memref<128xi64>, %r : memref<2xi64>)
  return
}}
""")  # fmt: skip
    for n in SIZES:
        x = numbers(n)
        folds = list(itertools.accumulate(x, fold))
        total = words(folds[-1:])
        blank = [np.zeros(n, np.int64)] * 4 + [np.zeros((), np.int64)] * 2
        suite.case(f"scan {kind} n={n}", f"scan_{kind}", words(x) + blank,
                   same(*words(folds), *words([start, *folds[:-1]]), *(word[0] for word in total)),
                   outputs=6, inout=list(range(2, 8)))  # fmt: skip
        if n == 128:
            suite.case(f"block {kind}", f"block_{kind}", words(x) + [np.zeros(n, np.int64)] * 2 + [np.zeros(2, np.int64)],
                       same(*words(folds), np.concatenate(total)), outputs=3, inout=[2, 3, 4])  # fmt: skip

# The upper word is the first key; a value identifies equal numbers.
THREE = "memref<?xi64>, memref<?xi64>, memref<?xi32>"
for name, clauses in [("sort", ""), ("topk", "")]:
    suite.function(name, f"""func.func @{name}(%h: memref<?xi64>, %l: memref<?xi64>, %v: memref<?xi32>,
    %i: memref<?xi64>, %j: memref<?xi64>, %k: memref<?xi32>) {{
  prim.device_{name} ins(%h, %l, %v : {THREE}) outs(%i, %j, %k : {THREE}) keys(2) orders(slt, ult){TILE}
  return
}}
""")  # fmt: skip
FOUR = """^bb0(%ah: i64, %al: i64, %av: i32, %bh: i64, %bl: i64, %bv: i32):
    %same = arith.cmpi eq, %ah, %bh : i64
    %upper = arith.cmpi slt, %ah, %bh : i64
    %lower = arith.cmpi ult, %al, %bl : i64
    %first = arith.select %same, %lower, %upper : i1
    prim.yield %first : i1"""
suite.function("merge", f"""func.func @merge(%h: memref<?xi64>, %l: memref<?xi64>, %v: memref<?xi32>,
    %g: memref<?xi64>, %m: memref<?xi64>, %w: memref<?xi32>, %i: memref<?xi64>, %j: memref<?xi64>, %k: memref<?xi32>) {{
  prim.device_merge ins(%h, %l, %v : {THREE}) with(%g, %m, %w : {THREE}) outs(%i, %j, %k : {THREE}){TILE} comparator {{
  {FOUR}
  }}
  return
}}
""")  # fmt: skip


def ordered(x):
    by = sorted(range(len(x)), key=lambda i: x[i])
    low, high = words([x[i] for i in by])
    return [high, low, np.array(by, np.int32)]


for n in SIZES:
    x = numbers(n)
    low, high = words(x)
    items, want = [high, low, np.arange(n, dtype=np.int32)], ordered(x)
    blank = [np.zeros_like(w) for w in want]
    suite.case(f"sort n={n}", "sort", items + blank, same(*want), outputs=3, inout=[3, 4, 5])
    k = n // 3
    suite.case(f"topk n={n}", "topk", items + [b[:k] for b in blank], same(*(w[:k] for w in want)), outputs=3, inout=[3, 4, 5])
    halves = [ordered(x[: n // 2]), ordered(x[n // 2 :])]
    halves[1][2] += n // 2
    suite.case(f"merge n={n}", "merge", halves[0] + halves[1] + blank, same(*want), outputs=3, inout=[6, 7, 8])

suite.function("block_sort", f"""gpu.module @kernels_sort {{
  gpu.func @block(%l: memref<128xi64>, %h: memref<128xi64>, %i: memref<128xi64>, %j: memref<128xi64>)
      kernel attributes {{known_block_size = array<i32: 64, 1, 1>}} {{
    %c0 = arith.constant 0 : index
    %a = prim.block_load %l[%c0] : memref<128xi64>, vector<2xi64>
    %b = prim.block_load %h[%c0] : memref<128xi64>, vector<2xi64>
    %s:2 = prim.block_sort %a, %b comparator {{
    {LESS}
    }} : vector<2xi64>, vector<2xi64>
    prim.block_store %s#0, %i[%c0] : vector<2xi64>, memref<128xi64>
    prim.block_store %s#1, %j[%c0] : vector<2xi64>, memref<128xi64>
    gpu.return
  }}
}}
func.func @block_sort(%l: memref<128xi64>, %h: memref<128xi64>, %i: memref<128xi64>, %j: memref<128xi64>) {{
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  gpu.launch_func @kernels_sort::@block blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
      args(%l : memref<128xi64>, %h : memref<128xi64>, %i : memref<128xi64>, %j : memref<128xi64>)
  return
}}
""")  # fmt: skip
x = numbers(128)
suite.case("block sort", "block_sort", words(x) + [np.zeros(128, np.int64)] * 2, same(*words(sorted(x))), outputs=2, inout=[2, 3])

suite.run()
