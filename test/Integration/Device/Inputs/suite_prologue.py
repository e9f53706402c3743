# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prologues of merges, run lengths, ranks and batch copies: elements computed when they
are read, their places, and inputs that repeat one constant."""

import numpy as np

from ops import batch_copy, merge, run_length, segments, sort, topk
from ops.orders import ranks_of
from primtest.comparing import same
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(52)
TILE = " tuning<block_size = 64, items_per_thread = 4>"
ITEMS = 256
SIZES = [0, 1, ITEMS - 1, ITEMS, 5 * ITEMS - 27]
UNTOUCHED = 77
PLACE = "%w = arith.index_cast %at : index to i32"
# Computed from an element and its place: a key, the place, and a flag of the key.
MADE = f"""prologue {{{{
  ^bb0(%e: {{ty}}, %at: index):
    {PLACE}
    %zero = arith.constant 0 : i32
    {{key}}
    %s = arith.cmpi sgt, %k, %zero : i32
    %f = arith.extui %s : i1 to i8
    prim.yield %k, %w, %f : i32, i32, i8
  }}}}"""
GIVEN = MADE.format(ty="i16", key="%k = arith.extsi %e : i16 to i32")
# Computed from a constant input and the places: places from the constant on go back by
# a part of it.
COUNTED = MADE.format(ty="i32", key="""%three = arith.constant 3 : i32
    %part = arith.divsi %e, %three : i32
    %far = arith.cmpi sge, %w, %e : i32
    %back = arith.select %far, %part, %zero : i32
    %k = arith.subi %w, %back : i32""")


def numbers(n, most=99, dtype=np.int16):
    return rng.integers(-most, most, n, endpoint=True).astype(dtype)


def filled(array, size):
    result = np.full(size, True if array.dtype == bool else UNTOUCHED, array.dtype)
    result[: len(array)] = array
    return result


def made(keys):
    """Keys, their places and flags."""
    return [keys, np.arange(len(keys), dtype=np.int32), (keys > 0).astype(np.int8)]


def stretched(name, of, size):
    """%name, all of whose elements are equal to that of %of."""
    return f"""  %{name} = memref.reinterpret_cast %{of} to offset: [0], sizes: [{size}], strides: [0]
      : memref<1xi32> to memref<?xi32, strided<[0]>>
"""


CONSTANT = "memref<?xi32, strided<[0]>>"
OUTS = "memref<?xi32>, memref<?xi32>, memref<?xi8>"
NAMED = "%o: memref<?xi32>, %p: memref<?xi32>, %q: memref<?xi8>"


def run(name, function, inputs, wants):
    blank = [np.full_like(want, True if want.dtype == bool else UNTOUCHED) for want in wants]
    suite.case(name, function, inputs + blank, same(*wants), outputs=len(wants),
               inout=list(range(len(inputs), len(inputs) + len(wants))))  # fmt: skip


# Merges: places of the second range continue those of the first one.
LESS = """comparator {
  ^bb0(%a: i32, %ap: i32, %af: i8, %b: i32, %bp: i32, %bf: i8):
    %first = arith.cmpi slt, %a, %b : i32
    prim.yield %first : i1
  }"""
for name, head, tail in [("merge", " slt", ""), ("merge_less", "", LESS)]:
    suite.function(name, f"""func.func @{name}(%x: memref<?xi16>, %y: memref<?xi16>, {NAMED}) {{
  prim.device_merge{head} ins(%x : memref<?xi16>) with(%y : memref<?xi16>) outs(%o, %p, %q : {OUTS}){TILE} {GIVEN} {tail}
  return
}}
""")  # fmt: skip
for n in SIZES:
    x, y = np.sort(numbers(n // 3)), np.sort(numbers(n - n // 3))
    both = made(np.concatenate([x, y]).astype(np.int32))
    ranges = [[m[: len(x)] for m in both], [m[len(x) :] for m in both]]
    for name in ["merge", "merge_less"]:
        run(f"{name} n={n}", name, [x, y], merge.expected(*ranges, ranks_of(both[0], "slt")))
# Two ranges of the same counts, without inputs in memory.
suite.function("merge_counts", f"""func.func @merge_counts(%one: memref<1xi32>, {NAMED}) {{
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = memref.dim %o, %c0 : memref<?xi32>
  %half = arith.divui %n, %c2 : index
{stretched("x", "one", "%half")}{stretched("y", "one", "%half")}  prim.device_merge slt ins(%x : {CONSTANT}) with(%y : {CONSTANT}) outs(%o, %p, %q : {OUTS}){TILE} {COUNTED}
  return
}}
""")  # fmt: skip
for half in [1, 3 * ITEMS + 5]:
    places = np.arange(2 * half, dtype=np.int32)
    keys = places - (places >= half) * (half // 3)
    keys = keys.astype(np.int32)
    wants = sort.expected(made(keys), ranks_of(keys, "slt"))
    run(f"merge counts n={2 * half}", "merge_counts", [np.array([half], np.int32)], wants)

# Run lengths: the runs only exist in the computed values.
RUNS = """prologue {
  ^bb0(%e: i16, %at: index):
    %seven = arith.constant 7 : index
    %d = arith.divui %at, %seven : index
    %part = arith.index_cast %d : index to i32
    %z = arith.constant 0 : i16
    %sign = arith.cmpi sgt, %e, %z : i16
    prim.yield %part, %sign : i32, i1
  }"""
HALVES = """prologue {
  ^bb0(%e: i16):
    %wide = arith.sitofp %e : i16 to f32
    %h = arith.constant 5.000000e-01 : f32
    %part = arith.mulf %wide, %h : f32
    prim.yield %part : f32
  }"""
NEAR = """equal {
  ^bb0(%a: f32, %b: f32):
    %d = arith.subf %a, %b : f32
    %m = math.absf %d : f32
    %one = arith.constant 1.000000e+00 : f32
    %first = arith.cmpf olt, %m, %one : f32
    prim.yield %first : i1
  }"""
suite.function("runs", f"""func.func @runs(%x: memref<?xi16>, %o: memref<?xi32>, %p: memref<?xi1>, %l: memref<?xi32>, %n: memref<i32>) {{
  prim.device_run_length ins(%x : memref<?xi16>) outs(%o, %p, %l, %n : memref<?xi32>, memref<?xi1>, memref<?xi32>, memref<i32>){TILE} {RUNS}
  return
}}
""")  # fmt: skip
suite.function("near", f"""func.func @near(%x: memref<?xi16>, %begins: memref<?xi64>, %l: memref<?xi32>, %n: memref<i64>) {{
  prim.device_run_length nontrivial ins(%x : memref<?xi16>) outs(%begins, %l, %n : memref<?xi64>, memref<?xi32>, memref<i64>){TILE} {HALVES} {NEAR}
  return
}}
""")  # fmt: skip
for n in SIZES:
    x = numbers(n, most=2)
    keys = np.arange(n) // 7, x > 0
    begins, lengths = run_length.expected(segments.heads_of(keys))
    run(f"runs n={n}", "runs", [x], [filled(keys[0][begins].astype(np.int32), n), filled(keys[1][begins], n),
        filled(lengths.astype(np.int32), n), np.asarray(len(begins), np.int32)])  # fmt: skip
    far = np.concatenate([[True], np.abs(np.diff(x * 0.5)) >= 1])[:n]
    begins, lengths = run_length.expected(far, True)
    run(f"near n={n}", "near", [x], [filled(begins.astype(np.int64), n), filled(lengths.astype(np.int32), n),
        np.asarray(len(begins), np.int64)])  # fmt: skip

# Ranks: in one block, by digits, more than a block sorts, and all elements sorted.
for name, op, clauses in [("topk", "topk slt", ""), ("topk_any", "topk slt", " unordered"),
                          ("topk_keys", "topk", " keys(2) orders(slt, ult)")]:  # fmt: skip
    suite.function(name, f"""func.func @{name}(%x: memref<?xi16>, {NAMED}) {{
  prim.device_{op} ins(%x : memref<?xi16>) outs(%o, %p, %q : {OUTS}){clauses}{TILE} {GIVEN}
  return
}}
""")  # fmt: skip
suite.function("nth", f"""func.func @nth(%x: memref<?xi16>, {NAMED}) {{
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = memref.dim %x, %c0 : memref<?xi16>
  %third = arith.divui %n, %c3 : index
  prim.device_nth slt ins(%x : memref<?xi16>) outs(%o, %p, %q : {OUTS}) nth(%third){TILE} {GIVEN}
  return
}}
""")  # fmt: skip


def unordered(x, k, whole):
    """The first k in any order; with `whole` all elements, with the first k in
    front."""

    def check(outputs):
        keys, places, flags = outputs
        if len(set(places.tolist())) != len(places) or (keys != x[places]).any() or (flags != (keys > 0)).any():
            return "what is given is not what is there"
        if (np.sort(keys[:k]) != np.sort(x)[:k]).any():
            return "the first ones are others"
        if whole and (keys[k] != np.sort(x)[k] or (keys[k:] < keys[k]).any()):
            return "the one in its place is another"
        return None

    return check


for n in SIZES[1:]:
    x = numbers(n, most=1000)
    wide = x.astype(np.int32)
    items, rank = made(wide), ranks_of(wide, "slt")
    for k in sorted({1, n // 3, n}):
        run(f"topk n={n} k={k}", "topk", [x], topk.expected(items, rank, k)[0])
        blank = [np.zeros(k, np.int32), np.zeros(k, np.int32), np.zeros(k, np.int8)]
        suite.case(f"topk_any n={n} k={k}", "topk_any", [x, *blank], unordered(wide, k, False), outputs=3, inout=[1, 2, 3])
    run(f"topk_keys n={n}", "topk_keys", [x], topk.expected(items, rank, n // 3)[0])
    blank = [np.zeros(n, np.int32), np.zeros(n, np.int32), np.zeros(n, np.int8)]
    suite.case(f"nth n={n}", "nth", [x, *blank], unordered(wide, n // 3, True), outputs=3, inout=[1, 2, 3])
# Keys from a table, by place: in one block, and more than one block sorts.
suite.function("topk_read", f"""func.func @topk_read(%x: memref<?xi16>, %t: memref<?xi32>, %o: memref<?xi32>, %p: memref<?xi32>) {{
  prim.device_topk ult descending ins(%x : memref<?xi16>) outs(%o, %p : memref<?xi32>, memref<?xi32>) reads(%t : memref<?xi32>){TILE}
      prologue {{
  ^bb0(%e: i16, %at: index):
    %k = memref.load %t[%at] : memref<?xi32>
    {PLACE}
    prim.yield %k, %w : i32, i32
  }}
  return
}}
""")  # fmt: skip
for n in [50, 5 * ITEMS - 27]:
    x, t = numbers(n), rng.integers(0, 500, n).astype(np.int32)
    wants, _ = topk.expected(made(t)[:2], ranks_of(t, "ult", True), n // 2)
    run(f"topk_read n={n}", "topk_read", [x, t], wants)
# Along a dimension, in which places are counted.
suite.function("rows", """func.func @rows(%x: memref<?x?xi16>, %o: memref<?x?xi32>, %p: memref<?x?xi32>) {
  prim.device_topk slt descending ins(%x : memref<?x?xi16>) outs(%o, %p : memref<?x?xi32>, memref<?x?xi32>) dimension(1)TILE prologue {
  ^bb0(%e: i16, %at: index):
    PLACE
    %k = arith.extsi %e : i16 to i32
    prim.yield %k, %w : i32, i32
  }
  return
}
""".replace("TILE", TILE).replace("PLACE", PLACE))  # fmt: skip
for columns in [40, 3 * ITEMS + 1]:
    x = rng.integers(-1000, 1000, (5, columns)).astype(np.int16)
    items = [x.astype(np.int32), np.broadcast_to(np.arange(columns, dtype=np.int32), x.shape)]
    run(f"rows of {columns}", "rows", [x], topk.expected(items, ranks_of(x, "slt", True), 9)[0])

# Batch copies: of values computed from elements, and of places alone.
suite.function("copies", """func.func @copies(%x: memref<?xi16>, %f: memref<?xi32>, %t: memref<?xi32>, %s: memref<?xi32>, %y: memref<?xf32>) {
  prim.device_batch_copy ins(%x : memref<?xi16>) outs(%y : memref<?xf32>) from(%f : memref<?xi32>) to(%t : memref<?xi32>)
      sizes(%s : memref<?xi32>)TILE prologue {
  ^bb0(%e: i16, %at: index):
    PLACE
    %k = arith.extsi %e : i16 to i32
    %sum = arith.addi %k, %w : i32
    %z = arith.sitofp %sum : i32 to f32
    prim.yield %z : f32
  }
  return
}
""".replace("TILE", TILE).replace("PLACE", PLACE))  # fmt: skip
suite.function("counted", f"""func.func @counted(%one: memref<1xi32>, %f: memref<?xi32>, %t: memref<?xi32>, %s: memref<?xi32>, %y: memref<?xi1>) {{
  %most = arith.constant 1000 : index
{stretched("x", "one", "%most")}  prim.device_batch_copy ins(%x : {CONSTANT}) outs(%y : memref<?xi1>) from(%f : memref<?xi32>) to(%t : memref<?xi32>)
      sizes(%s : memref<?xi32>){TILE} prologue {{
  ^bb0(%e: i32, %at: index):
    {PLACE}
    %r = arith.remsi %w, %e : i32
    %zero = arith.constant 0 : i32
    %is = arith.cmpi eq, %r, %zero : i32
    prim.yield %is : i1
  }}
  return
}}
""")  # fmt: skip
for sizes in [[5, 0, 700, 1, 1, 90], [1] * 300, [999]]:
    sizes = np.array(sizes, np.int32)
    begins = np.array([rng.integers(0, 1000 - s) for s in sizes], np.int32)
    places = np.cumsum(sizes, dtype=np.int32) - sizes + 3
    x = numbers(1000)
    copied = np.full(sizes.sum() + 9, UNTOUCHED, np.float32)
    counted = np.ones(sizes.sum() + 9, bool)
    batch_copy.copy(x + np.arange(1000), copied, begins, places, sizes)
    batch_copy.copy(np.arange(1000) % 3 == 0, counted, begins, places, sizes)
    run(f"copies of {len(sizes)}", "copies", [x, begins, places, sizes], [copied])
    run(f"counted copies of {len(sizes)}", "counted", [np.array([3], np.int32), begins, places, sizes], [counted])

suite.run()
