# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""device_sort by a comparator, and device_merge: inputs of all kinds, pairs and tuples,
invalid orders, buffers with holes, and sizes that do not match."""

import itertools

import numpy as np

from ops import merge, sort
from ops.orders import key_ranks, ranks_of
from primtest.comparing import same
from primtest.elements import DTYPES, I32
from primtest.suite import Suite

TILE = (64, 2)
TILE_ITEMS = 128
SIZES = [0, 1, 2, TILE_ITEMS - 1, TILE_ITEMS, TILE_ITEMS + 1, 333, 9 * TILE_ITEMS - 5]

suite = Suite()
rng = np.random.default_rng(12)


def less(types, predicate, more=""):
    """A comparator of the first member, or of the value that `more` computes from
    it."""
    kind = "cmpf" if types[0].startswith("f") else "cmpi"
    arguments = ", ".join(f"%l{i}: {t}" for i, t in enumerate(types))
    arguments += ", " + ", ".join(f"%r{i}: {t}" for i, t in enumerate(types))
    first = "%is" if more else "%less"
    return f"""comparator {{
  ^bb0({arguments}):
    {first} = arith.{kind} {predicate}, %l0, %r0 : {types[0]}
{more}    prim.yield %less : i1
  }}"""


# By the first member, then, descending, by the second.
THEN = """    %same = arith.cmpi eq, %l0, %r0 : i32
    %above = arith.cmpi sgt, %l1, %r1 : i32
    %tie = arith.andi %same, %above : i1
    %less = arith.ori %is, %tie : i1
"""


def then_ranks(members):
    """The ranks of items in that order; -x - 1 reverses the order of x."""
    return key_ranks([I32, I32], ["slt", "slt"], [members[0], ~members[1]])


def merged(first, second):
    return merge.expected([first], [second], ranks_of(np.concatenate([first, second]), "slt"))


def organ_pipe(n):
    return np.minimum(np.arange(n), n - 1 - np.arange(n)).astype(np.int32)


INPUTS = {
    "random": lambda n: rng.integers(-40, 40, n).astype(np.int32),
    "equal": lambda n: np.full(n, 3, np.int32),
    "sorted": lambda n: np.arange(n, dtype=np.int32),
    "reversed": lambda n: np.arange(n, dtype=np.int32)[::-1].copy(),
    "organ pipe": organ_pipe,
    "alternating": lambda n: (np.arange(n) % 2).astype(np.int32),
    # One run that extends over all tiles, and one item that belongs in front.
    "last first": lambda n: np.roll(np.arange(n, dtype=np.int32), -1),
}

# Sorts of keys, and of pairs whose values show that equal keys keep their order.
suite.function("keys", sort.function("keys", ["i32"], less(["i32"], "slt"), tile=TILE))
pair = ["i32", "i32"]
suite.function("pairs", sort.function("pairs", pair, less(pair, "slt"), tile=TILE))
for kind, make in INPUTS.items():
    for n in SIZES if kind == "random" else SIZES[-2:]:
        given = [make(n), np.arange(n, dtype=np.int32)]
        wants = sort.expected(given, ranks_of(given[0], "slt"))
        suite.case(f"keys {kind} n={n}", "keys", given[:1], same(wants[0]))
        suite.case(f"pairs {kind} n={n}", "pairs", given, same(*wants), outputs=2)

# The table's tile.
suite.function("whole", sort.function("whole", pair, less(pair, "slt")))
x = INPUTS["random"](3 * 2816 + 77)
items = [x, np.arange(x.size, dtype=np.int32)]
suite.case("the table's tile", "whole", items, same(*sort.expected(items, ranks_of(x, "slt"))), outputs=2)

# Tuples sorted by two members, with others that move along: as many as move together
# with the keys, and more, which move to their places at the end.
for types in [pair, pair + ["i16"], pair + ["f64", "i8"]]:
    name = f"tuples_{len(types)}"
    region = less(types, "slt", THEN)
    suite.function(name, sort.function(name, types, region, tile=TILE))
    for n in [50, TILE_ITEMS, 700]:
        given = [rng.integers(-4, 5, n).astype(DTYPES[t]) for t in types[:2]]
        given += [np.arange(n).astype(DTYPES[t]) for t in types[2:]]
        wants = sort.expected(given, then_ranks(given))
        suite.case(f"{name} n={n}", name, given, same(*wants), len(types))

# An order that depends on other operands, and on a scalar.
LOOKED_UP = """func.func @looked_up(%x: memref<?xi32>, %y: memref<?xi32>, %t: memref<?xi32>, %s: i32) {
  prim.device_sort ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
      reads(%t : memref<?xi32>) tuning<block_size = 64, items_per_thread = 2> comparator {
  ^bb0(%a: i32, %b: i32):
    %i = arith.index_cast %a : i32 to index
    %j = arith.index_cast %b : i32 to index
    %u = memref.load %t[%i] : memref<?xi32>
    %v = memref.load %t[%j] : memref<?xi32>
    %p = arith.xori %u, %s : i32
    %q = arith.xori %v, %s : i32
    %less = arith.cmpi slt, %p, %q : i32
    prim.yield %less : i1
  }
  return
}
"""
suite.function("looked_up", LOOKED_UP)
for n in [100, 600]:
    x = rng.permutation(n).astype(np.int32)
    table = rng.integers(0, 64, n).astype(np.int32)
    wants = sort.expected([x], ranks_of(table[x] ^ 21, "slt"))
    inputs = [x, x * 0, table, 21]
    suite.case(f"looked up n={n}", "looked_up", inputs, same(*wants), inout=[1])

# Rows, and buffers with holes.
ROWS = """func.func @NAME(%x: memref<?x?xi32>, %y: memref<?x?xi32>) {
  prim.device_sort ins(%x : memref<?x?xi32>) outs(%y : memref<?x?xi32>) dimension(DIM)
      tuning<block_size = 64, items_per_thread = 2> REGION
  return
}
"""
for dim in [0, 1]:
    text = ROWS.replace("DIM", str(dim)).replace("REGION", less(["i32"], "sgt"))
    suite.function(f"rows_{dim}", text.replace("NAME", f"rows_{dim}"))
    for shape in [(3, 5), (2, 300), (300, 3), (0, 4), (4, 0), (129, 129)]:
        x = rng.integers(-99, 99, shape).astype(np.int32)
        want = -np.sort(-x, axis=dim)
        suite.case(f"rows {dim} {shape}", f"rows_{dim}", [x, x * 0], same(want), inout=[1])

# Every second element of a buffer is merged or sorted into; the others are unchanged.
HOLES = """func.func @holes(%x: memref<?xi32>, %y: memref<?xi32>, %n: index, %m: index) {
  %k = arith.addi %n, %m : index
  %a = memref.subview %x[1] [%n] [2] : memref<?xi32> to memref<?xi32, strided<[2], offset: 1>>
  %b = memref.subview %x[0] [%m] [2] : memref<?xi32> to memref<?xi32, strided<[2]>>
  %o = memref.subview %y[1] [%k] [2] : memref<?xi32> to memref<?xi32, strided<[2], offset: 1>>
  prim.device_merge slt ins(%a : memref<?xi32, strided<[2], offset: 1>>)
      with(%b : memref<?xi32, strided<[2]>>)
      outs(%o : memref<?xi32, strided<[2], offset: 1>>)
      tuning<block_size = 64, items_per_thread = 2>
  return
}
func.func @sorted_holes(%x: memref<?xi32>, %y: memref<?xi32>, %n: index) {
  %a = memref.subview %x[1] [%n] [2] : memref<?xi32> to memref<?xi32, strided<[2], offset: 1>>
  %o = memref.subview %y[1] [%n] [2] : memref<?xi32> to memref<?xi32, strided<[2], offset: 1>>
  prim.device_sort ins(%a : memref<?xi32, strided<[2], offset: 1>>)
      outs(%o : memref<?xi32, strided<[2], offset: 1>>)
      tuning<block_size = 64, items_per_thread = 2> REGION
  return
}
"""
suite.function("holes", HOLES.replace("REGION", less(["i32"], "slt")))
suite.function("sorted_holes", "")
for n, m in [(5, 3), (200, 256), (300, 1)]:
    x = np.zeros(2 * max(n, m) + 1, np.int32)
    a, b = (np.sort(rng.integers(-50, 50, k).astype(np.int32)) for k in (n, m))
    x[1 : 2 * n : 2], x[0 : 2 * m : 2] = a, b
    y = np.full(2 * (n + m) + 1, -7, np.int32)
    want = y.copy()
    (want[1::2],) = merged(a, b)
    suite.case(f"holes {n} {m}", "holes", [x, y, n, m], same(want), inout=[1])
    x = rng.integers(-50, 50, 2 * n + 1).astype(np.int32)
    y = np.full(2 * n + 1, -7, np.int32)
    want = y.copy()
    want[1::2] = np.sort(x[1::2])
    suite.case(f"sorted holes {n}", "sorted_holes", [x, y, n], same(want), inout=[1])

# Invalid orders: the order of the result is undefined, but the op must terminate and
# must not write outside of it.
GUARD = 64
BROKEN = """func.func @NAME(%x: memref<?xTY>, %i: memref<?xi32>, %y: memref<?xTY>, %j: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xTY>
  %o = memref.subview %y[64] [%n] [1] : memref<?xTY> to memref<?xTY, strided<[1], offset: 64>>
  %p = memref.subview %j[64] [%n] [1] : memref<?xi32> to memref<?xi32, strided<[1], offset: 64>>
  prim.device_sort ins(%x, %i : memref<?xTY>, memref<?xi32>)
      outs(%o, %p : memref<?xTY, strided<[1], offset: 64>>, memref<?xi32, strided<[1], offset: 64>>)
      tuning<block_size = 64, items_per_thread = 2> REGION
  return
}
"""
BROKEN_MERGE = """func.func @NAME(%a: memref<?xTY>, %b: memref<?xTY>, %y: memref<?xTY>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xTY>
  %m = memref.dim %b, %c0 : memref<?xTY>
  %k = arith.addi %n, %m : index
  %o = memref.subview %y[64] [%k] [1] : memref<?xTY> to memref<?xTY, strided<[1], offset: 64>>
  prim.device_merge ins(%a : memref<?xTY>) with(%b : memref<?xTY>)
      outs(%o : memref<?xTY, strided<[1], offset: 64>>)
      tuning<block_size = 64, items_per_thread = 2> REGION
  return
}
"""


def guarded(*inputs):
    """Checks that only the places of `inputs` are written, and only with their
    elements."""

    def check(outputs):
        for out, x in zip(outputs, inputs, strict=True):
            if (out[:GUARD] != 99).any() or (out[GUARD + x.size :] != 99).any():
                return "something in front of the output or behind it is overwritten"
            if not np.isin(out[GUARD : GUARD + x.size].view(np.int32), x.view(np.int32)).all():
                return "there is an element that no input has"
        return None

    return check


def with_guards(x):
    return np.full(x.size + 2 * GUARD, 99, x.dtype)


MANY_NANS = np.where(rng.random(1000) < 0.3, np.nan, rng.standard_normal(1000)).astype(np.float32)
ALWAYS = "    %less = arith.constant true\n"
NEVER = "    %less = arith.constant false\n"
for what, ty, predicate, more in [
    ("sle", "i32", "sle", ""), ("ne", "i32", "ne", ""), ("nan", "f32", "olt", ""),
    ("not_oge", "f32", "ult", ""), ("always", "i32", "slt", ALWAYS),
    ("never", "i32", "slt", NEVER),
]:  # fmt: skip
    x = MANY_NANS if ty == "f32" else rng.integers(-9, 9, 1000).astype(np.int32)
    numbers = np.arange(x.size, dtype=np.int32)
    region = less([ty, "i32"], predicate, more)
    text = BROKEN.replace("NAME", f"broken_{what}").replace("TY", ty)
    suite.function(f"broken_{what}", text.replace("REGION", region))
    suite.case(f"broken {what}", f"broken_{what}",
               [x, numbers, with_guards(x), with_guards(numbers)], guarded(x, numbers),
               outputs=2, inout=[2, 3])  # fmt: skip
    # Neither of the ranges is sorted.
    text = BROKEN_MERGE.replace("NAME", f"broken_merge_{what}").replace("TY", ty)
    suite.function(f"broken_merge_{what}", text.replace("REGION", less([ty], predicate, more)))
    suite.case(f"broken merge {what}", f"broken_merge_{what}",
               [x[:600], x[600:], with_guards(x)], guarded(x), inout=[2])  # fmt: skip

# Merges. Values identify the source of elements: equal elements of the first range come
# first.
for ty, kind, descending in [
    ("i32", "slt", False), ("i32", "ult", True), ("f32", "total", False),
    ("f64", "total", True), ("i8", "slt", True), ("i64", "ult", False),
]:  # fmt: skip
    name = f"merge_{kind}{'_descending' * descending}_{ty}"
    suite.function(name, merge.function(name, [ty, "i32"], kind, descending, tile=TILE))
    for n, m in [(0, 0), (1, 0), (0, 130), (64, 64), (65, 64), (300, 1), (1, 300), (500, 470)]:
        keys = rng.integers(-20, 20, n + m).astype(DTYPES[ty])
        if keys.dtype.kind == "f":
            special = np.array([np.nan, -0.0, 0.0, np.inf, -np.inf], keys.dtype)
            where = rng.random(n + m) < 0.4
            keys[where] = rng.choice(special, where.sum())
        ranges = [sort.expected([part], ranks_of(part, kind, descending)) for part in (keys[:n], keys[n:])]
        rank = ranks_of(np.concatenate([first for first, in ranges]), kind, descending)
        for members, numbers in zip(ranges, np.split(np.arange(n + m, dtype=np.int32), [n])):
            members.append(numbers)
        suite.case(f"{name} {n} {m}", name, [*ranges[0], *ranges[1]],
                   same(*merge.expected(*ranges, rank)), outputs=2)  # fmt: skip

region = less(pair + ["i64"], "slt", THEN)
suite.function("merge_tuples", merge.function("merge_tuples", pair + ["i64"], region, tile=TILE))
suite.function("merge_keys", merge.function("merge_keys", ["i32"], "slt", tile=TILE))
suite.function("merge_known", merge.function("merge_known", ["i32"], "slt", sizes=(77, 300), tile=TILE))
for (kind, make), n in itertools.product(INPUTS.items(), [77]):
    parts = [np.sort(make(n)), np.sort(make(300))]
    suite.case(f"merge known {kind}", "merge_known", parts, same(*merged(*parts)))
    # One range lies before the other one, after it, or within it.
    for more in [-1000, 1000, 20]:
        parts = [np.sort(make(400)), np.sort(make(200)) + np.int32(more)]
        suite.case(f"merge {kind} {more}", "merge_keys", parts, same(*merged(*parts)))
parts = []
for n in [333, 444]:
    given = [rng.integers(-4, 5, n).astype(np.int32) for _ in range(2)]
    parts.append(sort.expected(given, then_ranks(given)) + [np.arange(n) + 1000 * len(parts)])
rank = then_ranks([np.concatenate(pair_of) for pair_of in zip(*parts)])
suite.case("merge tuples", "merge_tuples", [*parts[0], *parts[1]], same(*merge.expected(*parts, rank)), 3)

# Sizes that do not match.
SIZED = """func.func @sized(%a: memref<?xi32>, %b: memref<?xi32>, %v: memref<?xi32>, %y: memref<?xi32>, %z: memref<?xi32>) {
  prim.device_merge slt ins(%a, %a : memref<?xi32>, memref<?xi32>)
      with(%b, %v : memref<?xi32>, memref<?xi32>) outs(%y, %z : memref<?xi32>, memref<?xi32>)
  return
}
"""
suite.function("sized", SIZED)
zeros = [np.zeros(n, np.int32) for n in range(8)]
for sizes, error in [
    ((3, 2, 1, 5, 5), "prim.device_merge: with 1 has 1 elements, but with 0 has 2"),
    ((3, 2, 2, 4, 5), "prim.device_merge: outs 0 has 4 elements, but ins has 3 and with has 2"),
    ((3, 2, 2, 5, 6), "prim.device_merge: outs 1 has 6 elements, but ins has 3 and with has 2"),
]:  # fmt: skip
    inputs = [zeros[n] for n in sizes]
    suite.case(f"sizes {sizes}", "sized", inputs, None, inout=[3], error=error)

suite.run()
