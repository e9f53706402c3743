# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""device_sort: keys and pairs, orders, directions, bit ranges, sizes."""

import numpy as np

from ops import sort
from ops.orders import key_ranks, ranks_of
from primtest.comparing import same
from primtest.elements import DTYPES, I32, exact_input
from primtest.suite import Suite

TILE = (64, 2)
TILE_ITEMS = 128
# The number of elements that one block sorts, with one item per thread.
BLOCK_ITEMS = 64

suite = Suite()
rng = np.random.default_rng(4)


def keys_of(ty, n):
    """Random keys with many duplicates; floats with every special value."""
    dtype = np.dtype(DTYPES[ty])
    if dtype.kind == "f":
        x = rng.standard_normal(n).astype(dtype)
        special = np.array(
            [0.0, -0.0, np.inf, -np.inf, np.nan, -np.nan, np.finfo(dtype).tiny],
            dtype,
        )
        where = rng.random(n) < 0.3
        x[where] = rng.choice(special, where.sum())
        return x
    x = exact_input(rng, "add", dtype, n)
    where = rng.random(n) < 0.3
    x[where] = rng.integers(-3, 4, where.sum())
    return x


ORDERS = {"i32": ["slt", "ult"], "i64": ["slt", "ult"], "f32": ["total"], "f64": ["total"]}

for ty, kinds in ORDERS.items():
    for kind in kinds:
        for descending in [False, True]:
            tail = f"{kind}{'_descending' * descending}_{ty}"
            keys = f"sort_{tail}"
            suite.function(
                keys, sort.function(keys, [ty], kind, descending, tile=TILE)
            )
            for n in [0, 1, 2, BLOCK_ITEMS, TILE_ITEMS - 1, TILE_ITEMS, TILE_ITEMS + 1, 777]:
                x = keys_of(ty, n)
                wants = sort.expected([x], ranks_of(x, kind, descending))
                suite.case(f"{keys} n={n}", keys, [x], same(*wants))
            # Positions as values show that equal keys keep their order.
            pairs = f"sort_pairs_{tail}"
            suite.function(
                pairs, sort.function(pairs, [ty, "i32"], kind, descending, tile=TILE)
            )
            for n in [0, 1, BLOCK_ITEMS, 100, TILE_ITEMS + 1, 600]:
                items = [keys_of(ty, n), np.arange(n, dtype=np.int32)]
                wants = sort.expected(items, ranks_of(items[0], kind, descending))
                suite.case(f"{pairs} n={n}", pairs, items, same(*wants), outputs=2)

# Values of other widths, several of them.
for types in [["i32", "f64"], ["i64", "f32", "i32"]]:
    name = f"sort_values_{'_'.join(types)}"
    suite.function(name, sort.function(name, types, "slt", tile=TILE))
    for n in [5, BLOCK_ITEMS, TILE_ITEMS + 1, 500]:
        inputs = [keys_of(t, n) for t in types]
        wants = sort.expected(inputs, ranks_of(inputs[0], "slt"))
        suite.case(f"{name} n={n}", name, inputs, same(*wants), len(types))

# Only some bits are compared.
name = "sort_bits"
suite.function(name, sort.function(name, ["i32", "i32"], "ult", bits=(3, 11), tile=TILE))
for n in [40, BLOCK_ITEMS, 100, TILE_ITEMS + 1, 700]:
    items = [exact_input(rng, "add", np.int32, n), np.arange(n, dtype=np.int32)]
    wants = sort.expected(items, key_ranks([I32], ["ult"], items, (3, 11)))
    suite.case(f"{name} n={n}", name, items, same(*wants), 2)

# Inputs that may be overwritten, with an even and an odd number of passes: only the
# latter requires no copy of them. Some blocks have not read their part when the first
# ones write.
for types, bits in [(["i32", "i32"], None), (["i32"], (0, 24))]:
    name = f"sort_clobber_{len(types)}"
    suite.function(
        name, sort.function(name, types, "ult", bits=bits, clobber=True, tile=TILE)
    )
    for n in [1, 40, BLOCK_ITEMS, 5000]:
        x = keys_of("i32", n)
        inputs = [x, np.arange(n, dtype=np.int32)][: len(types)]
        wants = sort.expected(inputs, key_ranks([I32], ["ult"], inputs, bits))
        suite.case(f"{name} n={n}", name, inputs, same(*wants), len(types))

# Sizes known at compile time, sorted input, equal keys.
for n in [1, 64, 1000]:
    name = f"sort_static_{n}"
    suite.function(name, sort.function(name, ["i32"], "slt", n=n, tile=TILE))
    for what, x in [
        ("random", keys_of("i32", n)),
        ("sorted", np.arange(n, dtype=np.int32)),
        ("equal", np.full(n, 7, np.int32)),
    ]:
        suite.case(f"{name} {what}", name, [x], same(np.sort(x)))

# Ten sorts that share their kernels, of one block and of several.
sizes = [40 * i**2 for i in range(10)]
ins = [keys_of("i32", n) for n in sizes]
parameters = ", ".join(f"%x{i}: memref<?xi32>, %y{i}: memref<?xi32>" for i in range(10))
sorts = "".join(
    f"  prim.device_sort slt ins(%x{i} : memref<?xi32>) outs(%y{i} : memref<?xi32>) "
    "tuning<block_size = 64, items_per_thread = 2>\n"
    for i in range(10)
)
suite.function("sort_ten", f"func.func @sort_ten({parameters}) {{\n{sorts}  return\n}}\n")
suite.case(
    "sort_ten",
    "sort_ten",
    [array for x in ins for array in (x, np.zeros_like(x))],
    same(*(np.sort(x) for x in ins)),
    outputs=10,
    inout=range(1, 20, 2),
)

# The tables' own tiles.
for n in [700, 1023, 1024, 4095, 4096, 4097, 10000]:
    suite.function("sort_default", sort.function("sort_default", ["i32"], "slt"))
    x = keys_of("i32", n)
    suite.case(f"sort_default n={n}", "sort_default", [x], same(np.sort(x)))

suite.run()
