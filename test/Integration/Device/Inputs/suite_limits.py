# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inputs of 20,000 elements under --limits=max-blocks=150,look-back-window=3. They have
157 tiles, so that blocks process two tiles, the last block folds several partial
results per lane, look-backs process many windows, and the histogram's blocks process
several tiles. The operators detect every wrong order and every tile that is omitted or
processed twice."""

import numpy as np

from ops import fold_text, histogram, reduce, scan, segments, sort
from ops.orders import ranks_of
from primtest.comparing import same
from primtest.elements import DTYPES
from primtest.suite import Suite

TILE = (64, 2)
N = 20000

suite = Suite()
rng = np.random.default_rng(19)

identity = ["1", "0"]
for ty in ["i32", "i64"]:
    info = np.iinfo(DTYPES[ty])
    a, b = (rng.integers(info.min, info.max, N, DTYPES[ty]) | 1 for _ in range(2))
    wants = scan.of_arrays("affine", [a, b])
    combiner = fold_text.affine(ty)
    # With an identity and without one: presence is tracked beside the value.
    for given in [identity, None]:
        name = f"scan_{ty}{'_identity' if given else ''}"
        suite.function(
            name,
            scan.function(name, [ty] * 2, combiner, identity=given, tile=TILE),
        )
        suite.case(name, name, [a, b], same(*wants), outputs=2)
    # A reverse scan keeps the later element on the right.
    name = f"scan_reverse_last_{ty}"
    suite.function(
        name, scan.function(name, [ty], fold_text.last(ty), reverse=True, tile=TILE)
    )
    suite.case(name, name, [b], same(np.full(N, b[-1])))

    name = f"reduce_{ty}"
    suite.function(
        name,
        reduce.function(
            name, [ty] * 2, combiner, identity=identity, init=True, tile=TILE
        ),
    )
    wants = reduce.of_arrays("affine", [a, b], [3, 5])
    suite.case(name, name, [a, b, 3, 5], same(*wants), outputs=2)

    # Without an identity, lanes of the last block that read nothing do not count.
    name = f"reduce_total_{ty}"
    suite.function(name, reduce.function(name, [ty], fold_text.total(ty), init=True, tile=TILE))
    suite.case(name, name, [a, 9], same(*reduce.of_arrays("add", [a], [9])))

for kind, ty in [("add", "i32"), ("minsi", "i64"), ("maxnumf", "f32")]:
    x = rng.integers(-1000, 1000, N).astype(DTYPES[ty])
    for mode in ["inclusive", "exclusive"]:
        name = f"scan_{mode}_{kind}_{ty}"
        suite.function(name, scan.function(name, [ty], kind, mode, tile=TILE))
        suite.case(name, name, [x], same(*scan.of_arrays(kind, [x], mode)))
    name = f"reduce_{kind}_{ty}"
    suite.function(name, reduce.function(name, [ty], kind, tile=TILE))
    suite.case(name, name, [x], same(*reduce.of_arrays(kind, [x])))

# More segments than a launch has threads. At first each element has its own segment;
# later they are long. The operator keeps the later element.
lengths = np.concatenate([np.ones(N // 4, int), rng.integers(0, 60, N)])
offsets = np.concatenate([[0], lengths.cumsum()])
offsets = offsets[offsets <= N].astype(np.int32)
x = rng.integers(-1000, 1000, N).astype(np.int32)
whole = x[: offsets[-1]]
parts = segments.between(offsets[:-1], offsets[1:], len(whole))
sums = scan.of_arrays("add", [whole], parts=parts)
lengths = np.diff(offsets)
after = np.append(whole[1:], np.int32(77))
after[offsets[1:][lengths > 0] - 1] = 77
order = rng.permutation(len(lengths))
pairs = [offsets[:-1][order], offsets[1:][order]]
for name, borders, given in [
    ("shared", ["i32"], [offsets]),
    ("pairs", ["i32"] * 2, pairs),
]:
    said = ["segments", borders, None]
    suite.function(
        f"scan_{name}", scan.function(f"scan_{name}", ["i32"], "add", tile=TILE, borders=said)
    )
    suite.case(f"scan_{name}", f"scan_{name}", [whole, *given], same(*sums))
    back = fold_text.last("i32").replace("yield %b", "yield %a")
    suite.function(
        f"back_{name}",
        scan.function(f"back_{name}", ["i32"], back, "exclusive", init=True, reverse=True,
                      tile=TILE, borders=said),
    )  # fmt: skip
    suite.case(f"back_{name}", f"back_{name}", [whole, 77, *given], same(after))
suite.function(
    "reduce_shared",
    reduce.function("reduce_shared", ["i32"], fold_text.last("i32"), init=True, tile=TILE,
                    borders=["segments", ["i32"], None]),
)  # fmt: skip
suite.case("reduce_shared", "reduce_shared", [whole, 77, offsets],
           same(*reduce.of_arrays("last", [whole], [77], parts)))  # fmt: skip
ranges = rng.integers(0, N + 1, (2, 2000)).astype(np.int64)
ranges[:, :3] = [[0, 1, N // 3], [N, N, N]]
suite.function(
    "reduce_pairs",
    reduce.function("reduce_pairs", ["i32"], fold_text.last("i32"), init=True, tile=TILE,
                    borders=["segments", ["i64"] * 2, None]),
)  # fmt: skip
x = rng.integers(-1000, 1000, N).astype(np.int32)
suite.case("reduce_pairs", "reduce_pairs", [x, 77, *ranges],
           same(*reduce.of_arrays("last", [x], [77], segments.between(*ranges, N))))  # fmt: skip
(runs,) = reduce.of_arrays("add", [whole], parts=parts)
runs = runs[lengths > 0]
names = np.repeat(np.arange(len(runs)), lengths[lengths > 0]).astype(np.int64)
suite.function(
    "reduce_keys",
    reduce.function("reduce_keys", ["i32"], "add", tile=TILE, capacity=len(runs),
                    borders=["by_key", ["i64"], None]),
)  # fmt: skip
suite.case("reduce_keys", "reduce_keys", [whole, names],
           same(np.arange(len(runs)), runs, len(runs)), outputs=3)  # fmt: skip

# Blocks count several rounds of two vectors, then single ones, then bytes.
suite.function("bytes", histogram.function(
    "bytes", ["i8"], [256], "even", "i32", (0, 256), order="ult", tile=(64, 32)))  # fmt: skip
x = rng.integers(0, 256, N - 1).astype(np.uint8)
suite.case("bytes", "bytes", [x.view(np.int8), np.zeros(256, np.int32)],
           same(np.bincount(x, minlength=256).astype(np.int32)), inout=[1])  # fmt: skip

keys = rng.integers(-500, 500, N).astype(np.int32)
values = np.arange(N, dtype=np.float64)
wants = sort.expected([keys, values], ranks_of(keys, "slt"))
suite.function("sort", sort.function("sort", ["i32", "f64"], "slt", tile=TILE))
suite.case("sort", "sort", [keys, values], same(*wants), outputs=2)

# More segments than a launch has blocks, for each way of sorting them, and rows.
lengths = [*rng.integers(0, 17, 700), *rng.integers(17, 257, 30), 1300, 700]
lengths += [*rng.integers(257, 513, 8)]
cuts = np.concatenate([[0], np.cumsum([N - sum(lengths), *rng.permutation(lengths)])])
parts = segments.between(cuts[:-1], cuts[1:], N)
wants = sort.expected([keys, values], ranks_of(keys, "slt"), parts.own_begins()[0])
by_place = rng.permutation(len(cuts) - 1)
for name, borders, given in [
    ("sort_shared", ["i32"], [cuts]),
    ("sort_pairs", ["i32"] * 2, [cuts[:-1][by_place], cuts[1:][by_place]]),
]:
    said = ["segments", borders, None]
    text = sort.function(name, ["i32", "f64"], "slt", tile=(64, 8), borders=said)
    suite.function(name, text)
    inputs = [keys, values, *(each.astype(np.int32) for each in given)]
    suite.case(name, name, inputs, same(*wants), outputs=2)
for dimension in (0, 1):
    name = f"sort_rows_{dimension}"
    suite.function(
        name,
        f"""func.func @{name}(%x: memref<?x?xi32>, %y: memref<?x?xi32>) {{
  prim.device_sort slt ins(%x : memref<?x?xi32>) outs(%y : memref<?x?xi32>)
    dimension({dimension}) tuning<block_size = 64, items_per_thread = 8>
  return
}}
""",
    )
    for count, length in [
        (1, N), (2, 9000), (30, 600), (200, 100), (40, 400), (5000, 3), (3, 0)
    ]:  # fmt: skip
        x = rng.integers(-500, 500, (count, length)).astype(np.int32)
        want = np.sort(x)
        if dimension == 0:
            x, want = x.T.copy(), want.T
        suite.case(f"{name} {count}x{length}", name, [x, np.zeros_like(x)], same(want),
                   inout=[1])  # fmt: skip


def rows(dimension, op, body, tuned=True):
    """A function of buffers of rank 2: the op on rows, with a combiner that does not
    commute."""
    tile = " tuning<block_size = 64, items_per_thread = 2>" if tuned else ""
    name = f"{op}_{dimension}{'' if tuned else '_table'}"
    outs = "memref<?xi32>" if op == "reduce" else "memref<?x?xi32>"
    head = "device_reduce" if op == "reduce" else "device_scan inclusive"
    suite.function(name, f"""func.func @{name}(%xs: memref<?x?xi32>, %ys: memref<?x?xi32>, %left: {outs}, %right: {outs}) {{
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  prim.{head} ins(%xs, %ys : memref<?x?xi32>, memref<?x?xi32>) outs(%left, %right : {outs}, {outs})
    identity(%one, %zero : i32, i32) dimension({dimension}){tile} {body}
  return
}}
""")  # fmt: skip
    return name


# Rows share the blocks and the windows. The table's tiles also have kernels for short
# rows.
for dimension in (0, 1):
    for tuned in (True, False):
        names = [rows(dimension, op, fold_text.affine("i32"), tuned) for op in ("scan", "reduce")]
        for count, length in [(1, N), (2, 3000), (5, 1500), (200, 300), (700, 3), (3, 0)]:
            a, b = (rng.integers(-99, 99, (count, length), np.int32) | 1 for _ in range(2))
            wants, last = scan.of_arrays("affine", [a, b]), reduce.of_arrays("affine", [a, b])
            given = [v.T.copy() if dimension == 0 else v for v in (a, b)]
            found = [w.T if dimension == 0 else w for w in wants]
            for name, results in zip(names, (found, last)):
                empty = [np.zeros(r.shape, np.int32) for r in results]
                suite.case(f"{name}_{count}x{length}", name, given + empty, same(*results),
                           outputs=2, inout=(2, 3))  # fmt: skip

suite.run()
