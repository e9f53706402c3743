# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""device_reduce: kinds, types, init, regions, tuples, sizes."""

import numpy as np

from ops import fold_text, reduce
from primtest.comparing import near, same
from primtest.elements import DTYPES, exact_input
from primtest.folds import FLOAT_KINDS, INTEGER_KINDS
from primtest.suite import MANY_TILES, Suite

TILE = (64, 2)
TILE_ITEMS = 128
MANY = MANY_TILES * TILE_ITEMS - 5
SIZES = [0, 1, 7, TILE_ITEMS - 1, TILE_ITEMS, TILE_ITEMS + 1, 3000, MANY]

suite = Suite()
rng = np.random.default_rng(3)

for types, kinds in [(["i32", "i64"], INTEGER_KINDS), (["f32", "f64"], FLOAT_KINDS)]:
    for ty in types:
        for kind in kinds:
            name = f"reduce_{kind}_{ty}"
            suite.function(name, reduce.function(name, [ty], kind, tile=TILE))
            for n in SIZES if kind in ("add", "minsi", "maximumf") else [0, 300, MANY]:
                x = exact_input(rng, kind, DTYPES[ty], n)
                suite.case(f"{name} n={n}", name, [x], same(*reduce.of_arrays(kind, [x])))

for n in [1000, 20000]:
    x = rng.standard_normal(n).astype(np.float32)
    wide = x.astype(np.float64)
    suite.case(
        f"reduce_add_f32 random n={n}",
        "reduce_add_f32",
        [x],
        near(wide.sum(), np.abs(wide).sum(), n),
    )

for ty in ["i32", "i64", "f32", "f64"]:
    for static in [None, 1000]:
        name = f"reduce_init_{ty}_{'s' if static else 'd'}"
        suite.function(
            name, reduce.function(name, [ty], "add", n=static, init=True, tile=TILE)
        )
        for n in [static] if static else [0, 1, 500, MANY]:
            x = rng.integers(-8, 9, n).astype(DTYPES[ty])
            suite.case(f"{name} n={n}", name, [x, 9], same(*reduce.of_arrays("add", [x], [9])))

for ty in ["i32", "i64", "f32", "f64"]:
    name = f"reduce_last_{ty}"
    suite.function(
        name, reduce.function(name, [ty], fold_text.last(ty), init=True, tile=TILE)
    )
    for n in [0, 1, 129, 2500, MANY]:
        x = rng.integers(-1000, 1000, n).astype(DTYPES[ty])
        suite.case(f"{name} n={n}", name, [x, 77], same(*reduce.of_arrays("last", [x], [77])))

for ty in ["i32", "i64"]:
    name = f"reduce_affine_{ty}"
    suite.function(
        name,
        reduce.function(
            name, [ty, ty], fold_text.affine(ty), identity=["1", "0"], tile=TILE
        ),
    )
    for n in [0, 1, 200, 1500, MANY]:
        a, b = (exact_input(rng, "add", DTYPES[ty], n) for _ in range(2))
        wants = reduce.of_arrays("affine", [a, b])
        suite.case(f"{name} n={n}", name, [a, b], same(*wants), outputs=2)

for ty in ["f32", "i64"]:
    name = f"reduce_argmax_{ty}"
    suite.function(
        name,
        reduce.function(name, [ty, "i32"], fold_text.argmax(ty), init=True, tile=TILE),
    )
    for n in [0, 1, 129, 3000, MANY]:
        x = rng.integers(-50, 50, n).astype(DTYPES[ty])
        items, start = [x, np.arange(n, dtype=np.int32)], [-99, -1]
        wants = reduce.of_arrays("argmax", items, start)
        suite.case(f"{name} n={n}", name, [*items, *start], same(*wants), outputs=2)

# No identity pads a tile: threads fold the elements that exist. Tiles with several rows of
# vectors and waves end in any of them.
for ty, tile in [("i32", TILE), ("i32", (128, 8)), ("i64", (128, 12)), ("i8", (64, 32)), ("i32", None)]:
    name = f"reduce_total_{ty}_{'x'.join(map(str, tile)) if tile else 'default'}"
    suite.function(name, reduce.function(name, [ty], fold_text.total(ty), init=True, tile=tile))
    items = tile[0] * tile[1] if tile else 4096
    edges = [1, 3, 64, 65, items // 2 - 1, items // 2 + 5, items - 1, items, items + 1, 3 * items + 7]
    for n in [0, *edges, MANY]:
        x = rng.integers(-128, 128, n).astype(DTYPES[ty])
        suite.case(f"{name} n={n}", name, [x, 9], same(*reduce.of_arrays("add", [x], [9])))

# Places are made by the prologue. Equal values keep the smallest place, and a NaN is never
# taken in place of a number.
suite.function("reduce_places", f"""func.func @reduce_places(%x: memref<?xf32>, %low: f32, %none: i32, %o: memref<f32>, %p: memref<i32>) {{
  prim.device_reduce ins(%x : memref<?xf32>) outs(%o, %p : memref<f32>, memref<i32>) init(%low, %none : f32, i32) prologue {{
  ^bb0(%e: f32, %index: index):
    %place = arith.index_cast %index : index to i32
    prim.yield %e, %place : f32, i32
  }} {fold_text.argmax("f32")}
  return
}}
""")  # fmt: skip
for n in [0, 1, 3, 129, 4095, 4097, MANY]:
    x = rng.integers(-50, 50, n).astype(np.float32)
    items, start = [x, np.arange(n, dtype=np.int32)], [-99, -1]
    wants = reduce.of_arrays("argmax", items, start)
    blank = [np.zeros((), np.float32), np.zeros((), np.int32)]
    suite.case(f"reduce_places n={n}", "reduce_places", [x, *start, *blank], same(*wants), outputs=2, inout=[3, 4])  # fmt: skip

for ty, n in [
    ("i32", 4095),
    ("i32", 4096),
    ("f64", 2000),
    ("i32", MANY_TILES * 4096 - 5),
    ("f64", MANY_TILES * 2048 - 5),
]:
    name = f"reduce_default_{ty}"
    suite.function(name, reduce.function(name, [ty], "add"))
    x = rng.integers(-8, 9, n).astype(DTYPES[ty])
    suite.case(f"{name} n={n}", name, [x], same(*reduce.of_arrays("add", [x])))

# A result that lies in the input: everything is read before it is written.
for how, clause in [("", ""), ("run", " deterministic(run)"), ("any", " deterministic(any)")]:
    for ty in ["i32", "f64"]:
        name = f"reduce_in_place_{ty}_{how}"
        part = f"memref<{ty}, strided<[], offset: ?>>"
        suite.function(name, f"""func.func @{name}(%x: memref<?x{ty}>, %at: index) {{
  %o = memref.subview %x[%at] [1] [1] : memref<?x{ty}> to {part}
  prim.device_reduce add ins(%x : memref<?x{ty}>) outs(%o : {part}){clause} tuning<block_size = 64, items_per_thread = 2>
  return
}}
""")  # fmt: skip
        for n in [1, TILE_ITEMS, 3000] + [MANY] * (not how and ty == "f64"):
            for at in {0, n - 1}:
                x = exact_input(rng, "add", DTYPES[ty], n)
                want = x.copy()
                (want[at],) = reduce.of_arrays("add", [x])
                suite.case(f"{name} n={n} at={at}", name, [x, at], same(want), outputs=1, inout=[0])  # fmt: skip

suite.run()
