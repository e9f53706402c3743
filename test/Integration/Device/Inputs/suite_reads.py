# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Regions that load from buffers the op names in `reads`: what an op before it has
left behind, tables, views with holes, in every region and in both forms.

Tables are as large as their indices need and no larger, and elements past the end of
a buffer would be no indices of them: the emulator faults on what lies outside."""

import itertools

import numpy as np
from harness import Suite, same

suite = Suite()
rng = np.random.default_rng(21)
TILE = "tuning<block_size = 64, items_per_thread = 2>"
SIZES = [1, 5, 127, 128, 129, 1500]


def add(name, parameters, body, results=""):
    suite.function(name, f"func.func @{name}({parameters}){results} {{\n{body}}}\n")


# The elements less the largest one, which never leaves the device.
add(
    "less_largest",
    "%x: memref<?xi32>, %y: memref<?xi32>, %m: memref<i32>",
    f"""  prim.device_reduce maxsi ins(%x : memref<?xi32>) outs(%m : memref<i32>) {TILE}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
      reads(%m : memref<i32>) {TILE} prologue {{
  ^bb0(%e: i32):
    %largest = memref.load %m[] : memref<i32>
    %less = arith.subi %e, %largest : i32
    prim.yield %less : i32
  }}
  return
""",
)
add(
    "less_largest_tensors",
    "%x: tensor<?xi32>",
    f"""  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %mo = tensor.empty() : tensor<i32>
  %m = prim.device_reduce maxsi ins(%x : tensor<?xi32>) outs(%mo : tensor<i32>) {TILE} -> tensor<i32>
  %o = tensor.empty(%n) : tensor<?xi32>
  %y = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>)
      reads(%m : tensor<i32>) {TILE} prologue {{
  ^bb0(%e: i32):
    %largest = tensor.extract %m[] : tensor<i32>
    %less = arith.subi %e, %largest : i32
    prim.yield %less : i32
  }} -> tensor<?xi32>
  return %y : tensor<?xi32>
""",
    " -> tensor<?xi32>",
)
for n in SIZES:
    x = rng.integers(-50, 50, n).astype(np.int32)
    want = np.cumsum(x - x.max(), dtype=np.int32)
    suite.case(f"less_largest n={n}", "less_largest", [x, x * 0, np.array(7, np.int32)],
               same(want), inout=[1])  # fmt: skip
    suite.case(f"less_largest_tensors n={n}", "less_largest_tensors", [x], same(want))

# A destination that the op may not overwrite in place, since its region reads it.
add(
    "own_table",
    "%x: tensor<?xi32>",
    f"""  %y = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%x : tensor<?xi32>)
      reads(%x : tensor<?xi32>) {TILE} prologue {{
  ^bb0(%e: i32, %i: index):
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %back = arith.subi %i, %c1 : index
    %before = arith.maxsi %back, %c0 : index
    %neighbour = tensor.extract %x[%before] : tensor<?xi32>
    %sum = arith.addi %e, %neighbour : i32
    prim.yield %sum : i32
  }} -> tensor<?xi32>
  return %y : tensor<?xi32>
""",
    " -> tensor<?xi32>",
)
for n in SIZES:
    x = rng.integers(-50, 50, n).astype(np.int32)
    before = x[np.maximum(np.arange(n) - 1, 0)]
    suite.case(f"own_table n={n}", "own_table", [x],
               same(np.cumsum(x + before, dtype=np.int32)))  # fmt: skip

# Look-ups in prologue and epilogue, of other types than the elements'.
add(
    "tables",
    "%x: memref<?xi8>, %t: memref<?xi64>, %u: memref<?xf64>, %y: memref<?xf64>, %s: memref<f64>",
    f"""  prim.device_scan inclusive maxsi ins(%x : memref<?xi8>) outs(%y, %s : memref<?xf64>, memref<f64>)
      reads(%t, %u : memref<?xi64>, memref<?xf64>) total {TILE} prologue {{
  ^bb0(%e: i8):
    %i = arith.index_castui %e : i8 to index
    %v = memref.load %t[%i] : memref<?xi64>
    prim.yield %v : i64
  }} epilogue {{
  ^bb0(%v: i64):
    %i = arith.index_cast %v : i64 to index
    %w = memref.load %u[%i] : memref<?xf64>
    prim.yield %w : f64
  }}
  return
""",
)
for n in SIZES:
    u = rng.standard_normal(1000)
    t = rng.integers(0, len(u), 37).astype(np.int64)
    x = rng.integers(0, len(t), n).astype(np.int8)
    top = np.maximum.accumulate(t[x])
    suite.case(f"tables n={n}", "tables", [x, t, u, np.zeros(n), np.array(0.0)],
               same(u[top], u[top[-1]]), outputs=2, inout=[3, 4])  # fmt: skip

# Columns of a matrix: strides that are known when the program runs.
add(
    "columns",
    "%x: memref<?xindex>, %t: memref<?x?xf32>, %first: index, %step: index, %y: memref<f32>",
    f"""  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %rows = memref.dim %t, %c0 : memref<?x?xf32>
  %view = memref.subview %t[0, %first] [%rows, 2] [1, %step]
      : memref<?x?xf32> to memref<?x2xf32, strided<[?, ?], offset: ?>>
  prim.device_reduce add ins(%x : memref<?xindex>) outs(%y : memref<f32>)
      reads(%view : memref<?x2xf32, strided<[?, ?], offset: ?>>) {TILE} prologue {{
  ^bb0(%i: index, %p: index):
    %c2i = arith.constant 2 : index
    %column = arith.remui %p, %c2i : index
    %v = memref.load %view[%i, %column] : memref<?x2xf32, strided<[?, ?], offset: ?>>
    prim.yield %v : f32
  }}
  return
""",
)
for n in SIZES:
    table = rng.integers(-9, 9, (11, 7)).astype(np.float32)
    x = rng.integers(0, 11, n)
    want = table[x, 1 + 4 * (np.arange(n) % 2)].sum()
    suite.case(f"columns n={n}", "columns", [x, table, 1, 4, np.array(0, np.float32)],
               same(want), inout=[4])  # fmt: skip

# Permutations of three, by their table: not all commute, and no identity is given.
PERMUTATIONS = list(itertools.permutations(range(3)))
CAYLEY = np.array([[PERMUTATIONS.index(tuple(a[i] for i in b)) for b in PERMUTATIONS]
                   for a in PERMUTATIONS], np.int32)  # fmt: skip
GROUP = """combiner {
  ^bb0(%a: i32, %b: i32):
    %i = arith.index_cast %a : i32 to index
    %j = arith.index_cast %b : i32 to index
    %c = memref.load %t[%i, %j] : memref<6x?xi32>
    prim.yield %c : i32
  }"""
for mode in ["inclusive", "reverse", "exclusive", "reduce"]:
    clauses = "reverse" if mode == "reverse" else "init(%e : i32)" if mode in ("exclusive", "reduce") else ""
    op = "device_reduce" if mode == "reduce" else f"device_scan {'exclusive' if mode == 'exclusive' else 'inclusive'}"
    out = "memref<i32>" if mode == "reduce" else "memref<?xi32>"
    add(
        f"group_{mode}",
        f"%x: memref<?xi32>, %t: memref<6x?xi32>, %y: {out}",
        f"""  %e = arith.constant 3 : i32
  prim.{op} ins(%x : memref<?xi32>) outs(%y : {out}) {clauses}
      reads(%t : memref<6x?xi32>) {TILE} {GROUP}
  return
""",
    )
    for n in SIZES:
        x = rng.integers(0, 6, n).astype(np.int32)
        prefixes = [] if mode in ("inclusive", "reverse") else [3]
        for e in x[::-1] if mode == "reverse" else x:
            if mode == "reverse":
                prefixes.append(CAYLEY[e, prefixes[-1]] if prefixes else e)
            else:
                prefixes.append(CAYLEY[prefixes[-1], e] if prefixes else e)
        want = np.array(prefixes, np.int32)
        want = {"reverse": want[::-1], "exclusive": want[:-1], "reduce": want[-1]}.get(mode, want)
        y = np.array(0, np.int32) if mode == "reduce" else np.zeros(n, np.int32)
        suite.case(f"group_{mode} n={n}", f"group_{mode}", [x, CAYLEY, y], same(want), inout=[2])

# Sums modulo what lies in device memory; a constant table on tensors; the workspace
# of an op that reads.
add(
    "modulo",
    "%x: tensor<?xi32>, %m: tensor<i32>",
    f"""  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %table = arith.constant dense<[5, 3, 11, 2]> : tensor<4xi32>
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %o = tensor.empty(%n) : tensor<?xi32>
  %bytes = prim.workspace_size {{
    %never = prim.device_scan exclusive ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>)
        identity(%zero : i32) reads(%m, %table : tensor<i32>, tensor<4xi32>) {TILE} prologue {{
    ^bb0(%e: i32):
      %i = arith.index_cast %e : i32 to index
      %v = tensor.extract %table[%i] : tensor<4xi32>
      prim.yield %v : i32
    }} combiner commutative {{
    ^bb0(%a: i32, %b: i32):
      prim.yield %a : i32
    }} -> tensor<?xi32>
  }} : index
  %w = tensor.empty(%bytes) : tensor<?xi8>
  %y, %unused = prim.device_scan exclusive ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>)
      workspace(%w : tensor<?xi8>) identity(%zero : i32)
      reads(%m, %table : tensor<i32>, tensor<4xi32>) {TILE} prologue {{
  ^bb0(%e: i32):
    %i = arith.index_cast %e : i32 to index
    %v = tensor.extract %table[%i] : tensor<4xi32>
    prim.yield %v : i32
  }} combiner commutative {{
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    %modulus = tensor.extract %m[] : tensor<i32>
    %r = arith.remui %s, %modulus : i32
    prim.yield %r : i32
  }} -> tensor<?xi32>, tensor<?xi8>
  return %y : tensor<?xi32>
""",
    " -> tensor<?xi32>",
)
for n in SIZES:
    x = rng.integers(0, 4, n).astype(np.int32)
    values = np.array([5, 3, 11, 2])[x]
    want = np.concatenate([[0], np.cumsum(values)])[:-1] % 17
    suite.case(f"modulo n={n}", "modulo", [x, np.array(17, np.int32)], same(want))

suite.run()
