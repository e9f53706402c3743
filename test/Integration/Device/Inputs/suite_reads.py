# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Regions that load from buffers that the op names in `reads`: results of an earlier
op, tables, views with holes, in every region and in both forms.

Tables are exactly as large as their indices require, and elements past the end of a
buffer would be invalid indices of them. The emulator faults on accesses outside."""

import itertools

import numpy as np

from primtest.comparing import same
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(21)
TILE = "tuning<block_size = 64, items_per_thread = 2>"
SIZES = [1, 5, 127, 128, 129, 1500]


def add(name, parameters, body, results=""):
    suite.function(name, f"func.func @{name}({parameters}){results} {{\n{body}}}\n")


def cases(name, make, **options):
    """A case of a function for each size. `make` returns the arguments and the expected
    results."""
    for n in SIZES:
        arguments, want = make(n)
        suite.case(f"{name} n={n}", name, arguments, want, **options)


def numbers(n, low=-50, high=50):
    return rng.integers(low, high, n).astype(np.int32)


# The elements minus the largest one, which stays on the device.
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


def less_largest(n, *others):
    x = numbers(n)
    return [x, *[other(x) for other in others]], same(
        np.cumsum(x - x.max(), dtype=np.int32)
    )


cases(
    "less_largest",
    lambda n: less_largest(n, np.zeros_like, lambda x: np.array(7, np.int32)),
    inout=[1],
)
cases("less_largest_tensors", less_largest)

# A destination that the op may not overwrite in place, because its region reads it.
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


def own_table(n):
    x = numbers(n)
    before = x[np.maximum(np.arange(n) - 1, 0)]
    return [x], same(np.cumsum(x + before, dtype=np.int32))


cases("own_table", own_table)

# Lookups in prologue and epilogue, of types other than the elements'.
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


def tables(n):
    u = rng.standard_normal(1000)
    t = rng.integers(0, len(u), 37).astype(np.int64)
    x = rng.integers(0, len(t), n).astype(np.int8)
    top = np.maximum.accumulate(t[x])
    return [x, t, u, np.zeros(n), np.array(0.0)], same(u[top], u[top[-1]])


cases("tables", tables, outputs=2, inout=[3, 4])

# Columns of a matrix: the strides are known only at run time.
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


def columns(n):
    table = rng.integers(-9, 9, (11, 7)).astype(np.float32)
    x = rng.integers(0, 11, n)
    want = table[x, 1 + 4 * (np.arange(n) % 2)].sum()
    return [x, table, 1, 4, np.array(0, np.float32)], same(want)


cases("columns", columns, inout=[4])

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


def group(n, mode):
    x = numbers(n, 0, 6)
    prefixes = [] if mode in ("inclusive", "reverse") else [3]
    for e in x[::-1] if mode == "reverse" else x:
        if mode == "reverse":
            prefixes.append(CAYLEY[e, prefixes[-1]] if prefixes else e)
        else:
            prefixes.append(CAYLEY[prefixes[-1], e] if prefixes else e)
    want = np.array(prefixes, np.int32)
    want = {"reverse": want[::-1], "exclusive": want[:-1], "reduce": want[-1]}.get(mode, want)
    y = np.array(0, np.int32) if mode == "reduce" else np.zeros(n, np.int32)
    return [x, CAYLEY, y], same(want)


for mode, op, out in [
    ("inclusive", "device_scan inclusive", "memref<?xi32>"),
    ("reverse", "device_scan inclusive", "memref<?xi32>"),
    ("exclusive", "device_scan exclusive", "memref<?xi32>"),
    ("reduce", "device_reduce", "memref<i32>"),
]:
    clauses = {"inclusive": "", "reverse": "reverse"}.get(mode, "init(%e : i32)")
    add(
        f"group_{mode}",
        f"%x: memref<?xi32>, %t: memref<6x?xi32>, %y: {out}",
        f"""  %e = arith.constant 3 : i32
  prim.{op} ins(%x : memref<?xi32>) outs(%y : {out}) {clauses}
      reads(%t : memref<6x?xi32>) {TILE} {GROUP}
  return
""",
    )
    cases(f"group_{mode}", lambda n, mode=mode: group(n, mode), inout=[2])

# Sums modulo a value in device memory; a constant table on tensors; the workspace of an
# op with reads.
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


def modulo(n):
    x = numbers(n, 0, 4)
    values = np.array([5, 3, 11, 2])[x]
    want = np.concatenate([[0], np.cumsum(values)])[:-1] % 17
    return [x, np.array(17, np.int32)], same(want)


cases("modulo", modulo)

# Results replace the rows, and a block reads on into the rows of the next one. After
# these are replaced they are invalid indices, which a region must not be given.
INPLACE = """  %zero = arith.constant 0 : i32
  prim.device_scan inclusive ins(%x : memref<?x?xi32>) outs(%x : memref<?x?xi32>) identity(%zero : i32) dimension(1)
      reads(%t : memref<?xi32>) """
LOOKUP = """    %i = arith.index_cast %e : i32 to index
    %v = memref.load %t[%i] : memref<?xi32>
    prim.yield %v : i32
  }"""
for name, dimension in [("rows_prologue", 1), ("columns_prologue", 0)]:
    add(name, "%x: memref<?x?xi32>, %t: memref<?xi32>",
        INPLACE.replace("dimension(1)", f"dimension({dimension})") + f"""prologue {{
  ^bb0(%e: i32):
{LOOKUP} combiner commutative {{
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    prim.yield %s : i32
  }}
  return
""")  # fmt: skip
add("rows_combiner", "%x: memref<?x?xi32>, %t: memref<?xi32>", INPLACE + f"""combiner commutative {{
  ^bb0(%a: i32, %b: i32):
    %e = arith.addi %a, %b : i32
{LOOKUP}
  return
""")  # fmt: skip
for count, length in [(3000, 100), (700, 3), (40, 300)]:
    x = numbers(count * length, 0, 4).reshape(count, length)
    values = np.array([1000005, 1000003, 1000011, 1000002], np.int32)
    want = np.cumsum(values[x], axis=1, dtype=np.int32)
    suite.case(f"rows_prologue {count}x{length}", "rows_prologue", [x, values],
               same(want), inout=[0])  # fmt: skip
    x = numbers(count * length, 1, 3).reshape(count, length)
    sums = np.arange(2 * length + 1, dtype=np.int32)
    suite.case(f"rows_combiner {count}x{length}", "rows_combiner", [x, sums],
               same(np.cumsum(x, axis=1, dtype=np.int32)), inout=[0])  # fmt: skip

# Waves without a column of their own read none, as another wave may have overwritten it.
for length, count in [(21, 130), (32, 1100), (21, 2049), (40, 130)]:
    x = numbers(count * length, 0, 4).reshape(length, count)
    want = np.cumsum(values[x], axis=0, dtype=np.int32)
    suite.case(f"columns_prologue {length}x{count}", "columns_prologue", [x, values],
               same(want), inout=[0])  # fmt: skip

suite.run()
