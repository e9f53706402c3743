# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""device_scan: kinds, types, modes, regions, tuples, sizes."""

import itertools

import numpy as np

from ops import fold_text, scan
from primtest.comparing import near, same
from primtest.elements import DTYPES, exact_input
from primtest.folds import FLOAT_KINDS, INTEGER_KINDS
from primtest.suite import Suite

# With a tile of 128 elements, small inputs have many tiles and use look-back.
TILE = (64, 2)
TILE_ITEMS = 128
SIZES = [0, 1, 7, TILE_ITEMS - 1, TILE_ITEMS, TILE_ITEMS + 1, 1000]

suite = Suite()
rng = np.random.default_rng(2)


def kinds_and_types():
    for ty in ["i32", "i64"]:
        for kind in INTEGER_KINDS:
            yield kind, ty
    for ty in ["f32", "f64"]:
        for kind in FLOAT_KINDS:
            yield kind, ty


for kind, ty in kinds_and_types():
    for mode in ["inclusive", "exclusive"]:
        name = f"scan_{mode}_{kind}_{ty}"
        suite.function(name, scan.function(name, [ty], kind, mode, tile=TILE))
        # Every size for one kind of each type; a few sizes for the others.
        for n in SIZES if kind == "add" else [1, 300, 1025]:
            x = exact_input(rng, kind, DTYPES[ty], n)
            suite.case(f"{name} n={n}", name, [x], same(*scan.of_arrays(kind, [x], mode)))

# Random floats, within the stated bound of a wider type.
for n in [1000, 5000]:
    x = rng.standard_normal(n).astype(np.float32)
    wide = x.astype(np.float64)
    suite.case(
        f"scan_inclusive_add_f32 random n={n}",
        "scan_inclusive_add_f32",
        [x],
        near(np.cumsum(wide), np.cumsum(np.abs(wide)), n),
    )

# NaN and signed zeros in minimum and maximum; the other forms skip NaN.
special = np.array([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, 3.5], np.float32)
x = np.tile(special, 60)
for kind in ["minimumf", "maximumf"]:
    suite.case(
        f"scan_inclusive_{kind}_f32 after NaN",
        f"scan_inclusive_{kind}_f32",
        [np.concatenate([special[2:4], [np.float32(np.nan)], x])],
        lambda outputs: None
        if np.isnan(outputs[0][2:]).all() and not np.isnan(outputs[0][:2]).any()
        else "NaN is not passed on to the end",
    )

# init, total, reverse, both results at once; static sizes.
for ty in ["i32", "f64"]:
    dtype = DTYPES[ty]
    for n, static in [(0, None), (1, 1), (129, None), (640, 640), (777, None)]:
        x = rng.integers(-8, 9, n).astype(dtype)
        tail = f"{ty}_{'s' + str(n) if static else 'd'}"
        for mode in ["inclusive", "exclusive", "both"]:
            for reverse in [False, True]:
                name = f"scan_{mode}_init_total{'_reverse' * reverse}_{tail}"
                suite.function(
                    name,
                    scan.function(
                        name,
                        [ty],
                        "add",
                        mode,
                        n=static,
                        init=True,
                        total=True,
                        reverse=reverse,
                        tile=TILE,
                    ),
                )
                wants = scan.of_arrays("add", [x], mode, [5], reverse, total=True)
                suite.case(
                    f"{name} n={n}", name, [x, 5], same(*wants), outputs=len(wants)
                )

# Regions: the last operand, an affine map, the first maximum.
for ty in ["i32", "i64", "f32", "f64"]:
    name = f"scan_last_{ty}"
    suite.function(name, scan.function(name, [ty], fold_text.last(ty), tile=TILE))
    for n in [1, 100, 128, 999]:
        x = rng.integers(-1000, 1000, n).astype(DTYPES[ty])
        suite.case(f"{name} n={n}", name, [x], same(*scan.of_arrays("last", [x])))

for ty in ["i32", "i64"]:
    name = f"scan_affine_{ty}"
    suite.function(name, scan.function(name, [ty, ty], fold_text.affine(ty), tile=TILE))
    for n in [1, 64, 127, 128, 130, 1500]:
        a = exact_input(rng, "add", DTYPES[ty], n)
        b = exact_input(rng, "add", DTYPES[ty], n)
        suite.case(f"{name} n={n}", name, [a, b], same(*scan.of_arrays("affine", [a, b])), outputs=2)
    # Tiles that move in rows through workgroup memory, with gaps: tiles that begin at
    # rows, tiles that do not, and tiles without gaps.
    for block, items in [(128, 32), (64, 24), (192, 12)]:
        name = f"scan_affine_turned_{ty}_{block}x{items}"
        text = scan.function(name, [ty, ty], fold_text.affine(ty), tile=(block, items))
        suite.function(name, text)
        # A last tile that ends at every position of every row's vectors.
        tile, vector = block * items, 16 // np.dtype(DTYPES[ty]).itemsize
        ends = [
            row + place
            for row in range(0, tile, block * vector)
            for place in range(1, vector + 1)
        ]
        for n in [5000, 2 * tile] + [tile + end for end in ends]:
            a = exact_input(rng, "add", DTYPES[ty], n)
            b = exact_input(rng, "add", DTYPES[ty], n)
            suite.case(f"{name} n={n}", name, [a, b], same(*scan.of_arrays("affine", [a, b])), outputs=2)
    name = f"scan_affine_exclusive_{ty}"
    suite.function(
        name,
        scan.function(
            name,
            [ty, ty],
            fold_text.affine(ty),
            "exclusive",
            identity=["1", "0"],
            tile=TILE,
        ),
    )
    for n in [1, 127, 128, 700]:
        a, b = (exact_input(rng, "add", DTYPES[ty], n) for _ in range(2))
        wants = scan.of_arrays("affine", [a, b], "exclusive")
        suite.case(f"{name} n={n}", name, [a, b], same(*wants), outputs=2)

# In reverse, a region keeps the order of its elements. A total excludes init; it
# requires an identity unless the size is known to be positive.
for ty in ["i32", "i64"]:
    for mode, (n, static) in itertools.product(
        ["inclusive", "exclusive"],
        [(n, False) for n in [0, 1, 127, 300, 2000]]
        + [(n, True) for n in [1, 127, 128, 300]],
    ):
        dtype = DTYPES[ty]
        name = f"scan_affine_{mode}_reverse_total_{ty}{f'_{n}' * static}"
        suite.function(
            name,
            scan.function(
                name,
                [ty, ty],
                fold_text.affine(ty),
                mode,
                n=n if static else None,
                init=True,
                total=True,
                reverse=True,
                identity=None if static else ["1", "0"],
                tile=TILE,
            ),
        )
        a = exact_input(rng, "add", dtype, n)
        b = exact_input(rng, "add", dtype, n)
        wants = scan.of_arrays("affine", [a, b], mode, [3, 5], reverse=True, total=True)
        suite.case(f"{name} n={n}", name, [a, b, 3, 5], same(*wants), outputs=4)

# A tuple of different types.
for ty in ["f32", "i64"]:
    name = f"scan_argmax_{ty}"
    suite.function(
        name, scan.function(name, [ty, "i32"], fold_text.argmax(ty), tile=TILE)
    )
    for n in [1, 127, 128, 129, 1000, 1023]:
        x = rng.integers(-20, 20, n).astype(DTYPES[ty])
        items = [x, np.arange(n, dtype=np.int32)]
        suite.case(f"{name} n={n}", name, items, same(*scan.of_arrays("argmax", items)), outputs=2)

# The tables' own tiles.
for ty, n in [
    (ty, n)
    for ty, tile in [("i32", 4096), ("f64", 2048)]
    for n in [1, tile - 1, tile, tile + 1, 3 * tile - 1, 3 * tile + 1]
]:
    name = f"scan_default_{ty}"
    suite.function(name, scan.function(name, [ty], "add"))
    x = rng.integers(-8, 9, n).astype(DTYPES[ty])
    suite.case(f"{name} n={n}", name, [x], same(*scan.of_arrays("add", [x])))

suite.run()
