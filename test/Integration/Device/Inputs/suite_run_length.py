# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_run_length: runs and their lengths, of all elements or only of runs of
several, with one huge run, runs of two and of one, and runs that cross tiles. On
memrefs the elements after the last run, which must be unchanged, are compared too, as
are outputs that are too small."""

import numpy as np

from ops import run_length, segments, select
from primtest.comparing import same
from primtest.elements import DTYPES
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(5)
TILE = (64, 4)
ITEMS = 256
SIZES = [0, 1, 2, 5, ITEMS - 1, ITEMS, ITEMS + 1, 7 * ITEMS - 27]
# More tiles than a look-back reads at once.
MANY = 70 * ITEMS - 27
UNTOUCHED = 77
INTEGERS = {"i32": np.int32, "i64": np.int64, "index": np.int64}
NEAR = """ equal {
  ^bb0(%a: i32, %b: i32):
    %d = arith.subi %b, %a : i32
    %two = arith.constant 2 : i32
    %is = arith.cmpi slt, %d, %two : i32
    prim.yield %is : i1
  }"""
# Divides, so it must not be applied to elements that do not exist.
MODULO = """ reads(%t : memref<i32>) equal {
  ^bb0(%a: i32, %b: i32):
    %m = memref.load %t[] : memref<i32>
    %c = arith.remsi %a, %m : i32
    %d = arith.remsi %b, %m : i32
    %is = arith.cmpi eq, %c, %d : i32
    prim.yield %is : i1
  }"""


def heads_of(*keys):
    return segments.heads_of(keys)


def wants_of(keys, heads, nontrivial, lengths, count):
    begins, found = run_length.expected(heads, nontrivial)
    if nontrivial:
        firsts = [begins.astype(np.int64)]
    else:
        firsts = [key[begins] for key in keys]
    return [*firsts, found.astype(INTEGERS[lengths]), np.array(len(found), INTEGERS[count])]


def run(name, function, keys, nontrivial, heads=None, inputs=None, room=None, lengths="i32",
        count="i32", work=False):  # fmt: skip
    """A case on memrefs."""
    heads = heads_of(*keys) if heads is None else heads
    parts = wants_of(keys, heads, nontrivial, lengths, count)
    room = len(heads) if room is None else room
    wants = []
    for part in parts[:-1]:
        want = np.full(room, UNTOUCHED, part.dtype)
        select.place(want, part)
        wants.append(want)
    wants.append(parts[-1])
    outs = [np.full_like(want, UNTOUCHED) for want in wants]
    # More than the words of state for this many tiles.
    space = [np.zeros(1 << 16, np.int8)] if work else []
    inputs = [*(inputs or keys)]
    inout = list(range(len(inputs), len(inputs) + len(outs) + len(space)))
    suite.case(f"{name} n={len(heads)}", function, inputs + outs + space, same(*wants, *space),
               outputs=len(inout), inout=inout)  # fmt: skip


def runs(ty, n):
    dtype = DTYPES[ty]
    i = np.arange(n)
    yield "random", rng.integers(0, 2, n).astype(dtype)
    yield "one run", np.full(n, 3, dtype)
    yield "all different", (i % 120).astype(dtype)
    yield "of two", (i // 2 % 100).astype(dtype)
    yield "of two, askew", ((i + 1) // 2 % 100).astype(dtype)
    yield "long", (i // 300 % 100).astype(dtype)
    yield "tiles", (i // ITEMS % 100).astype(dtype)
    yield "tiles, askew", ((i + 1) // ITEMS % 100).astype(dtype)
    yield "last alone", (i == n - 1).astype(dtype)


for nontrivial in [False, True]:
    kind = "nontrivial" if nontrivial else "all"
    for ty in ["i8", "i16", "i32", "i64", "f16", "f32", "f64"]:
        function = f"{kind}_{ty}"
        suite.function(function, run_length.function(function, [ty], nontrivial, tile=TILE))
        for n in SIZES + [MANY] * (ty in ("i8", "i32", "f64")):
            for name, x in runs(ty, n):
                if ty.startswith("f"):
                    # Each is a run by itself.
                    x[3::7] = np.nan
                run(f"{function} {name}", function, [x], nontrivial)
    for lengths, count in [("i64", "index"), ("index", "i64")]:
        function = f"{kind}_{lengths}_{count}"
        suite.function(function, run_length.function(
            function, ["i32"], nontrivial, None, lengths, count, TILE))
        for n in SIZES:
            x = rng.integers(0, 2, n).astype(np.int32)
            run(function, function, [x], nontrivial, lengths=lengths, count=count)
    # Outputs that do not hold all results.
    for n, room in [(300, 0), (300, 1), (3000, 700), (MANY, 2000)]:
        x = np.repeat(np.arange(n), rng.integers(1, 4, n))[:n].astype(np.int32)
        run(f"room {kind} {room}", f"{kind}_i32", [x], nontrivial, room=room)
    # Keys of several members, and equality defined by a region.
    suite.function(f"{kind}_keys", run_length.function(
        f"{kind}_keys", ["i32", "i1", "i64"], nontrivial, tile=TILE))
    suite.function(f"{kind}_near", run_length.function(
        f"{kind}_near", ["i32"], nontrivial, tile=TILE, tail=NEAR))
    suite.function(f"{kind}_modulo", run_length.function(
        f"{kind}_modulo", ["i32"], nontrivial, tile=TILE, tail=MODULO, reads="memref<i32>"))  # fmt: skip
    suite.function(f"{kind}_zero", run_length.function(
        f"{kind}_zero", ["i32"], nontrivial, tile=TILE, workspace=True))
    suite.function(f"{kind}_table", run_length.function(f"{kind}_table", ["i16"], nontrivial))
    for n in [*SIZES, MANY]:
        for name, k in runs("i32", n):
            m = np.arange(n) % 500 < 250
            run(f"{kind}_keys {name}", f"{kind}_keys", [k, m, (k > 0).astype(np.int64)], nontrivial)
            heads = np.diff(k.astype(np.int64), prepend=-9) >= 2
            run(f"{kind}_near {name}", f"{kind}_near", [k], nontrivial, heads)
            k = k * 2 + 1
            run(f"{kind}_modulo {name}", f"{kind}_modulo", [k], nontrivial, heads_of(k % 4),
                inputs=[k, np.array(4, np.int32)])  # fmt: skip
            if name in ("random", "long"):
                run(f"{kind}_zero {name}", f"{kind}_zero", [k], nontrivial, work=True)
    # The table's tiles.
    for n in [1, 4095, 4096, 4097, 20011]:
        for name, k in runs("i16", n):
            run(f"{kind}_table {name}", f"{kind}_table", [k], nontrivial)
    # Tiles whose results have no room in workgroup memory.
    suite.function(f"{kind}_large", run_length.function(
        f"{kind}_large", ["i64"], nontrivial, tile=(1024, 16)))
    for n in [16383, 16385, 40000]:
        for name, k in runs("i64", n):
            run(f"{kind}_large {name}", f"{kind}_large", [k], nontrivial)
    function = f"{kind}_tensors"
    suite.function(function, run_length.function(
        function, ["i32"], nontrivial, tile=TILE, tensors=True, size=900))
    for n in SIZES:
        x = rng.integers(0, 2, n).astype(np.int32)
        parts = wants_of([x], heads_of(x), nontrivial, "i32", "i32")

        def begins(outputs, parts=parts):
            # Elements after the last result are undefined.
            cut = [got if got.ndim == 0 else got[: len(want)]
                   for got, want in zip(outputs, parts, strict=True)]  # fmt: skip
            return same(*[want if want.ndim == 0 else want[: len(got)]
                          for got, want in zip(outputs, parts, strict=True)])(cut)  # fmt: skip

        suite.case(f"{function} n={n}", function, [x], begins, outputs=3)
suite.function("strided", """func.func @strided(%x: memref<?x2xi32>, %o: memref<?x3xi32>, %n: memref<i32>) {
  %c0 = arith.constant 0 : index
  %size = memref.dim %x, %c0 : memref<?x2xi32>
  %xs = memref.subview %x[0, 1] [%size, 1] [1, 1] : memref<?x2xi32> to memref<?xi32, strided<[2], offset: 1>>
  %os = memref.subview %o[0, 1] [%size, 1] [1, 1] : memref<?x3xi32> to memref<?xi32, strided<[3], offset: 1>>
  %ls = memref.subview %o[0, 2] [%size, 1] [1, 1] : memref<?x3xi32> to memref<?xi32, strided<[3], offset: 2>>
  prim.device_run_length nontrivial ins(%xs : memref<?xi32, strided<[2], offset: 1>>)
      outs(%os, %ls, %n : memref<?xi32, strided<[3], offset: 1>>, memref<?xi32, strided<[3], offset: 2>>, memref<i32>)
      tuning<block_size = 64, items_per_thread = 4>
  return
}
""")  # fmt: skip
for n in SIZES[1:]:
    x = rng.integers(0, 2, (n, 2)).astype(np.int32)
    begins, lengths, count = wants_of([x[:, 1]], heads_of(x[:, 1]), True, "i32", "i32")
    empty = np.full((n, 3), UNTOUCHED, np.int32)
    want = empty.copy()
    want[:count, 1], want[:count, 2] = begins, lengths
    suite.case(f"strided n={n}", "strided", [x, empty, np.array(0, np.int32)],
               same(want, count), outputs=2, inout=[1, 2])  # fmt: skip

# Sizes that do not match are detected before anything is launched.
x, zero = np.zeros(10, np.int32), np.array(0, np.int32)
suite.case("outputs of two sizes", "all_i32", [x, x, x[:9], zero], None, inout=[1, 2, 3],
           outputs=3, error="outs 1 has 9 elements, but outs 0 has 10")  # fmt: skip
suite.case("keys of two sizes", "all_keys",
           [x, np.zeros(9, bool), np.zeros(10, np.int64), x, np.zeros(10, bool), np.zeros(10, np.int64), x, zero],
           None, inout=list(range(3, 8)), outputs=5,
           error="ins 1 has 9 elements, but ins 0 has 10")  # fmt: skip

suite.run()
