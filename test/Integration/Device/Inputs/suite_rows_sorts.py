# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sorts in the rows of prim.device_rows: rows of all lengths that lanes and blocks hold,
orders of all kinds, ties, several keys, comparators, and outputs with the first elements
of rows."""

import numpy as np

from ops import rows
from ops.orders import key_ranks, positions
from primtest.comparing import same
from primtest.elements import BY_NAME, DTYPES, element_of
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(59)
# Rows of one element, of groups of lanes, and of blocks; some fill what holds them, some
# have an element more.
WIDTHS = [(3, 1), (5, 2), (9, 7), (4, 31), (3, 32), (11, 33), (2, 64), (2, 65), (3, 100), (2, 256), (2, 257),
          (2, 512), (2, 513), (2, 1000), (1, 1025), (1, 2049), (1, 4096)]  # fmt: skip
FEW = [(1, 1), (5, 6), (3, 32), (3, 77), (2, 300), (1, 2000)]
FULL, ROW = "?x?", "?"


def program(name, ins, outs, region, row_ins=(), end="", d=1, before=""):
    """A function on memrefs; operands are pairs of a shape and an element type."""
    typed = lambda prefix, some: [(f"%{prefix}{i}", f"memref<{shape}x{ty}>") for i, (shape, ty) in enumerate(some)]
    groups = [typed("x", ins), typed("r", row_ins), typed("y", outs)]
    text = rows.op_text(groups[0], groups[2], groups[1], dimension=d, end=end, region=region)
    parameters = ", ".join(f"{v}: {t}" for group in groups for v, t in group)
    suite.function(name, f"func.func @{name}({parameters}) {{\n  {before}{text}\n  return\n}}\n")


def run(name, function, inputs, wants, error=None):
    before = [np.full_like(want, 77) for want in wants]
    first = len(inputs)
    suite.case(name, function, inputs + before, None if error else same(*wants), outputs=len(before),
               inout=list(range(first, first + len(before))), error=error)  # fmt: skip


def keys_of(ty, shape):
    """Many equal keys, and all special values of floats."""
    few = rng.integers(-3, 4, shape)
    if ty == "bf16":
        return BY_NAME[ty].to_raw(np.where(rng.random(shape) < 0.2, np.nan, few))
    dtype = np.dtype(DTYPES[ty])
    if dtype.kind == "f":
        special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, -np.nan], dtype)
        return np.where(rng.random(shape) < 0.3, rng.choice(special, shape), few.astype(dtype))
    info = np.iinfo(dtype)
    wide = rng.integers(info.min, info.max, shape, dtype, endpoint=True)
    # Among the keys are the last ones of each order.
    wide = np.where(rng.random(shape) < 0.2, rng.choice(np.array([info.min, info.max, -1], dtype), shape), wide)
    return np.where(rng.random(shape) < 0.4, few.astype(dtype), wide)


def order_of(keys, kinds, descending=False, bits=None, elements=None):
    """The places from which the items of each row come."""
    elements = elements or [element_of(key) for key in keys]
    return positions(key_ranks(elements, kinds, keys, bits, descending))


def take(array, order):
    return np.take_along_axis(array, order, -1)


# ---------------------------------------------------------------------------
# Built-in orders
# ---------------------------------------------------------------------------

# Of the sorted row, each element's key and source place are written, and the sum of the
# places before it.
KEYS = """{
  ^bb0(%e: TY, %index: index, %number: index):
    %at = arith.index_cast %index : index to i32
    %k, %p = prim.block_sort ORDER %e, %at : TY, i32
    %sum = prim.block_scan inclusive add %p : i32
    %last = prim.block_reduce maxsi %p all : i32
    %all = arith.addi %sum, %last : i32
    prim.yield %k, %p, %all : TY, i32, i32
  }"""
for ty, kind, descending, widths in [
    ("f32", "total", False, WIDTHS), ("f32", "total", True, FEW), ("i32", "slt", True, FEW), ("i32", "ult", False, FEW),
    ("bf16", "total", True, WIDTHS), ("i64", "slt", False, [w for w in WIDTHS if w[1] < 4096]), ("i8", "ult", True, FEW), ("f64", "total", False, FEW),
]:  # fmt: skip
    order = kind + " descending" * descending
    name = f"{ty}_{order.replace(' ', '_')}"
    region = KEYS.replace("ORDER", order).replace("TY", ty)
    for d in [1, 0] if widths is FEW else [1]:
        program(f"{name}_{d}", [(FULL, ty)], [(FULL, ty), (FULL, "i32"), (FULL, "i32")], region, d=d)
        for shape in widths:
            keys = keys_of(ty, shape)
            found = order_of([keys], [kind], descending, elements=[BY_NAME[ty]])
            sums = np.cumsum(found, 1) + shape[1] - 1
            wants = [take(keys, found), found.astype(np.int32), sums.astype(np.int32)]
            turn = (lambda a: np.ascontiguousarray(a.T)) if d == 0 else (lambda a: a)
            run(f"{name}_{d} {shape}", f"{name}_{d}", [turn(keys)], [turn(want) for want in wants])
program("tuned", [(FULL, "i32")], [(FULL, "i32")] * 3, KEYS.replace("ORDER", "slt").replace("TY", "i32"),
        end=" tuning<block_size = 64, items_per_thread = 4>")  # fmt: skip
for shape in [(2, 1), (2, 255), (2, 256)]:
    keys = keys_of("i32", shape)
    found = order_of([keys], ["slt"])
    run(f"tuned {shape}", "tuned", [keys], [take(keys, found), found.astype(np.int32), (np.cumsum(found, 1) + shape[1] - 1).astype(np.int32)])
# No chip has workgroup memory for twice as many.
run("longer", "i32_slt_descending_1", [np.zeros((1, 32769), np.int32)], [np.zeros((1, 32769), np.int32)] * 3,
    error="sorts rows of at most ")
run("tuned longer", "tuned", [keys_of("i32", (1, 257))], [np.zeros((1, 257), np.int32)] * 3,
    error="sorts rows of at most 256 elements on")  # fmt: skip
empty = np.zeros((3, 0), np.float32)
run("none", "f32_total_1", [empty], [empty, empty.astype(np.int32), empty.astype(np.int32)])

# Prefixes from the end of a sorted row, and a fold that keeps the order of its items.
program("ordered", [(FULL, "i32")], [(FULL, "i32"), (ROW, "i32")], """{
  ^bb0(%e: i32, %index: index, %number: index):
    %k = prim.block_sort slt %e : i32
    %after = prim.block_scan exclusive add %k reverse : i32
    %p, %q = prim.block_reduce %three, %k all identity(%one, %zero) combiner {
    ^bb0(%a0: i32, %b0: i32, %a1: i32, %b1: i32):
      %a = arith.muli %a1, %a0 : i32
      %t = arith.muli %a1, %b0 : i32
      %b = arith.addi %t, %b1 : i32
      prim.yield %a, %b : i32, i32
    } : i32, i32
    prim.yield %after, %q : i32, i32
  }""", before="".join(f"%{name} = arith.constant {value} : i32\n  " for name, value in [("zero", 0), ("one", 1), ("three", 3)]))  # fmt: skip
for shape in [*FEW, (1, 8192)]:
    x = keys_of("i32", shape)
    keys, fold = np.sort(x, 1), np.zeros(shape[0], np.int32)
    with np.errstate(all="ignore"):
        for column in keys.T:
            fold = fold * np.int32(3) + column
        after = keys.sum(1, dtype=np.int32, keepdims=True) - np.cumsum(keys, 1, dtype=np.int32)
    run(f"ordered {shape}", "ordered", [x], [after, fold])

# Rows of one buffer of rank 1, and rows whose length is known.
program("one", [("?", "i32")], [("?", "i32")], """{
  ^bb0(%e: i32, %index: index, %number: index):
    %k = prim.block_sort slt %e : i32
    prim.yield %k : i32
  }""", d=0)  # fmt: skip
for n in [0, 1, 200, 3000]:
    keys = keys_of("i32", n)
    run(f"one {n}", "one", [keys], [np.sort(keys)])
for n in [8, 20, 21, 256, 512, 4096]:
    shape = f"?x{n}"
    program(f"known_{n}", [(shape, "f32")], [(shape, "f32"), (shape, "i32"), (shape, "i32")],
            KEYS.replace("ORDER", "total").replace("TY", "f32"))  # fmt: skip
    keys = keys_of("f32", (5, n))
    found = order_of([keys], ["total"])
    run(f"known {n}", f"known_{n}", [keys], [take(keys, found), found.astype(np.int32), (np.cumsum(found, 1) + n - 1).astype(np.int32)])

# ---------------------------------------------------------------------------
# Several keys, bits, and comparators
# ---------------------------------------------------------------------------

program("two_keys", [(FULL, "i32"), (FULL, "f32"), (FULL, "i16")], [(FULL, "i32"), (FULL, "f32"), (FULL, "i16")], """{
  ^bb0(%a: i32, %b: f32, %c: i16, %index: index, %number: index):
    %k, %l, %m = prim.block_sort %a, %b, %c keys(2) orders(slt, total) : i32, f32, i16
    prim.yield %k, %l, %m : i32, f32, i16
  }""")  # fmt: skip
program("bits", [(FULL, "i32")], [(FULL, "i32"), (FULL, "i32")], """{
  ^bb0(%a: i32, %index: index, %number: index):
    %at = arith.index_cast %index : index to i32
    %k, %m = prim.block_sort ult %a, %at bits(1, 3) : i32, i32
    prim.yield %k, %m : i32, i32
  }""")  # fmt: skip
# By the distance from a value of the row; the key moves last, and a wide value with it.
program("comparator", [(FULL, "i64"), (FULL, "i32")], [(FULL, "i64"), (FULL, "i32"), (FULL, "i32")], """{
  ^bb0(%w: i64, %e: i32, %from: i32, %index: index, %number: index):
    %at = arith.index_cast %index : index to i32
    %k, %l, %p = prim.block_sort %w, %e, %at comparator {
    ^bb0(%wl: i64, %el: i32, %pl: i32, %wr: i64, %er: i32, %pr: i32):
      %dl = arith.subi %el, %from : i32
      %dr = arith.subi %er, %from : i32
      %al = math.absi %dl : i32
      %ar = math.absi %dr : i32
      %first = arith.cmpi ult, %al, %ar : i32
      prim.yield %first : i1
    } : i64, i32, i32
    prim.yield %k, %l, %p : i64, i32, i32
  }""", row_ins=[(ROW, "i32")])  # fmt: skip
for shape in [(3, 1), (5, 6), (3, 32), (3, 77), (2, 257), (1, 1000)]:
    a, b, c = rng.integers(-2, 3, shape, dtype=np.int32), keys_of("f32", shape), rng.integers(-9, 9, shape, dtype=np.int16)
    found = order_of([a, b], ["slt", "total"])
    run(f"two_keys {shape}", "two_keys", [a, b, c], [take(v, found) for v in (a, b, c)])
    found = np.argsort(a >> 1 & 3, axis=1, kind="stable")
    run(f"bits {shape}", "bits", [a], [take(a, found), found.astype(np.int32)])
    e, origin = rng.integers(-9, 9, shape, dtype=np.int32), rng.integers(-9, 9, shape[0], dtype=np.int32)
    wide = rng.integers(-(1 << 62), 1 << 62, shape)
    found = np.argsort(np.abs(e - origin[:, None]), axis=1, kind="stable")
    run(f"comparator {shape}", "comparator", [wide, e, origin], [take(wide, found), take(e, found), found.astype(np.int32)])

# ---------------------------------------------------------------------------
# The first elements of rows
# ---------------------------------------------------------------------------

# Items past the end of a row are no elements: a look-up by a sorted place stays in it.
for k in [1, 3, 8]:
    program(f"first_{k}", [(FULL, "f32"), (FULL, "i32")], [(f"?x{k}", "f32"), (f"?x{k}", "i32"), (ROW, "i32"), (FULL, "i32")], """{
  ^bb0(%e: f32, %v: i32, %index: index, %number: index):
    %key, %own, %place = prim.block_sort total descending %e, %v, %index : f32, i32, index
    %k = arith.constant K : index
    %zero = arith.constant 0 : i32
    %isFirst = arith.cmpi ult, %index, %k : index
    %some = arith.select %isFirst, %own, %zero : i32
    %sum = prim.block_reduce add %some all : i32
    prim.yield %key, %own, %sum, %v : f32, i32, i32, i32
  }""".replace("K", str(k)))  # fmt: skip
    for shape in [(3, k), (5, k + 1), (9, 31), (3, 100), (2, 700), (1, 3001)]:
        keys, values = keys_of("f32", shape), rng.integers(-99, 99, shape, dtype=np.int32)
        found = order_of([keys], ["total"], True)[:, :k]
        own = take(values, found)
        run(f"first_{k} {shape}", f"first_{k}", [keys, values], [take(keys, found), own, own.sum(1, dtype=np.int32), values])
keys, values = keys_of("f32", (3, 7)), np.zeros((3, 7), np.int32)
run("first of fewer", "first_8", [keys, values], [np.zeros((3, 8), np.float32), np.zeros((3, 8), np.int32), values[:, 0], values],
    error="outs 0 takes 8 elements of a row, but rows of ins 0 have 7")  # fmt: skip

# Without a sort, in rows of all kinds: walked along, by columns, and with holes.
for suffix, end in [("", ""), ("_walked", " tuning<block_size = 64, items_per_thread = 4>")]:
    program(f"plain{suffix}", [(FULL, "i32")], [("?x5", "i32")], """{
  ^bb0(%e: i32, %index: index, %number: index):
    %sum = prim.block_scan inclusive add %e : i32
    prim.yield %sum : i32
  }""", end=end)  # fmt: skip
    for shape in [(3, 5), (5, 6), (3, 33), (2, 1000), (1, 5000)]:
        x = rng.integers(-99, 99, shape, dtype=np.int32)
        run(f"plain{suffix} {shape}", f"plain{suffix}", [x], [np.cumsum(x, 1, dtype=np.int32)[:, :5]])
program("columns", [(FULL, "i32")], [("5x?", "i32")], """{
  ^bb0(%e: i32, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : i32
    %v = arith.subi %e, %sum : i32
    prim.yield %v : i32
  }""", d=0)  # fmt: skip
for shape in [(5, 3), (9, 40), (300, 2)]:
    x = rng.integers(-99, 99, shape, dtype=np.int32)
    run(f"columns {shape}", "columns", [x], [(x - x.sum(0, dtype=np.int32))[:5]])

suite.run()
