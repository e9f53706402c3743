# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The bits of folds that round. deterministic(any): those of a balanced tree over
element indices, for any tile and chip. deterministic(run): the same bits under every
schedule of a configuration."""

import numpy as np

from ops import reduce, scan
from ops.segments import of_heads
from primtest.comparing import bits
from primtest.elements import DTYPES
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(29)

TILES = {
    "": "",
    "_64x2": "tuning<block_size = 64, items_per_thread = 2>",
    "_192x3": "tuning<block_size = 192, items_per_thread = 3>",
}


def numbers(shape, ty):
    """Numbers of very different magnitudes, so that each association has its own
    sum."""
    scale = 10.0 ** rng.integers(-2 if ty == "f16" else -6, 3 if ty == "f16" else 6, shape)
    return (rng.standard_normal(shape) * scale).astype(DTYPES[ty])


def tree(combine, parts):
    """Combines neighbours along the last axis; an element without a neighbour is
    unchanged."""
    while parts[0].shape[-1] > 1:
        pairs = parts[0].shape[-1] // 2
        left = [part[..., 0 : 2 * pairs : 2] for part in parts]
        right = [part[..., 1 : 2 * pairs : 2] for part in parts]
        rest = [part[..., 2 * pairs :] for part in parts]
        with np.errstate(over="ignore", invalid="ignore"):
            both = combine(left, right)
        parts = [np.concatenate(pair, axis=-1) for pair in zip(both, rest)]
    return [part[..., 0] for part in parts]


def same(*wants):
    def check(outputs):
        for number, (got, want) in enumerate(zip(outputs, wants, strict=True)):
            want = np.asarray(want, got.dtype)
            if got.shape != want.shape or (bits(got) != bits(want)).any():
                return f"output {number}: got {got}, want {want}"
        return None

    return check


def add(left, right):
    return [left[0] + right[0]]


# Composition of affine maps: not commutative, and without identity.
AFFINE = """combiner {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %s = arith.mulf %c, %a : f32
    %t = arith.mulf %c, %b : f32
    %u = arith.addf %t, %d : f32
    prim.yield %s, %u : f32, f32
  }"""


def affine(left, right):
    return [right[0] * left[0], right[0] * left[1] + right[1]]


# ---------------------------------------------------------------------------
# Identical bits everywhere
# ---------------------------------------------------------------------------

SIZES = [1, 2, 3, 127, 128, 129, 1000, 20000]
for tuned, tile in TILES.items():
    for ty in ["f32", "f64", "f16"]:
        name = f"any_add_{ty}{tuned}"
        x = f"memref<?x{ty}>"
        suite.function(
            name,
            f"""func.func @{name}(%x: {x}, %y: memref<{ty}>) {{
  prim.device_reduce add ins(%x : {x}) outs(%y : memref<{ty}>) deterministic(any) {tile}
  return
}}
""",
        )
        for n in [0, *SIZES]:
            values = numbers(n, ty)
            want = tree(add, [values])[0] if n else 0
            suite.case(
                f"{name} n={n}", name, [values, np.zeros((), DTYPES[ty])], same(want), inout=[1]
            )

    name = f"any_affine{tuned}"
    x, y = "memref<?xf32>", "memref<f32>"
    suite.function(
        name,
        f"""func.func @{name}(%x: {x}, %z: {x}, %i: f32, %j: f32, %y: {y}, %w: {y}) {{
  prim.device_reduce ins(%x, %z : {x}, {x}) outs(%y, %w : {y}, {y})
    init(%i, %j : f32, f32) deterministic(any) {tile} {AFFINE}
  return
}}
""",
    )
    for n in [0, *SIZES]:
        a = rng.uniform(0.9, 1.1, n).astype(np.float32)
        b = numbers(n, "f32")
        start = [np.float32(1.5), np.float32(-2.25)]
        wants = start
        if n:
            wants = affine(start, tree(affine, [a, b]))
        zero = np.zeros((), np.float32)
        suite.case(
            f"{name} n={n}", name, [a, b, 1.5, -2.25, zero, zero], same(*wants), outputs=2, inout=[4, 5]
        )

    # Rows that one wave takes, rows that one block takes, and longer ones.
    for dimension, shape in [
        (1, (7, 40)),
        (1, (5, 700)),
        (1, (3, 6000)),
        (0, (900, 3)),
        (1, (4, 0)),
        (1, (0, 5)),
    ]:
        name = f"any_rows_{dimension}{tuned}"
        x, y = "memref<?x?xf32>", "memref<?xf32>"
        suite.function(
            name,
            f"""func.func @{name}(%x: {x}, %y: {y}) {{
  prim.device_reduce add ins(%x : {x}) outs(%y : {y}) dimension({dimension})
    deterministic(any) {tile}
  return
}}
""",
        )
        values = numbers(shape, "f32")
        along = np.moveaxis(values, dimension, -1)
        if 0 in shape:
            want = np.zeros(along.shape[0], np.float32)
        else:
            want = tree(add, [along])[0]
        suite.case(
            f"{name} {shape}",
            name,
            [values, np.full(along.shape[0], 7, np.float32)],
            same(want),
            inout=[1],
        )

    # Elements along several dimensions are numbered in row-major order, for any layout.
    name = f"any_dimensions{tuned}"
    x, z = "memref<?x?x?xf32>", "memref<?x?xf32, strided<[1, ?]>>"
    suite.function(
        name,
        f"""func.func @{name}(%x: {x}, %y: memref<?xf32>, %w: memref<f32>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %l = memref.dim %x, %c0 : {x}
  %m = memref.dim %x, %c1 : {x}
  %n = memref.dim %x, %c2 : {x}
  %lm = arith.muli %l, %m : index
  %z = memref.reinterpret_cast %x to offset: [0], sizes: [%n, %lm], strides: [1, %n]
      : {x} to {z}
  prim.device_reduce add ins(%x : {x}) outs(%y : memref<?xf32>) dimension(0, 2)
    deterministic(any) {tile}
  prim.device_reduce add ins(%z : {z}) outs(%w : memref<f32>) deterministic(any) {tile}
  return
}}
""",
    )
    for shape in [(2, 3, 5), (7, 2, 101), (300, 3, 20), (0, 3, 5), (5, 1, 1)]:
        values = numbers(shape, "f32")
        rows = np.moveaxis(values, 1, 0).reshape(shape[1], shape[0] * shape[2])
        turned = values.reshape(shape[0] * shape[1], shape[2]).T.ravel()
        wants = [np.zeros(shape[1], np.float32), np.float32(0)]
        if values.size:
            wants = [tree(add, [rows])[0], tree(add, [turned])[0]]
        suite.case(
            f"{name} {shape}",
            name,
            [values, np.full(shape[1], 7, np.float32), np.array(7, np.float32)],
            same(*wants),
            outputs=2,
            inout=[1, 2],
        )

# ---------------------------------------------------------------------------
# Identical bits under every schedule
# ---------------------------------------------------------------------------

seen = {}


def repeats(name, exact):
    """Checks that outputs are near `exact` and equal to those of the first run."""

    def check(outputs):
        for got, want in zip(outputs, exact, strict=True):
            if not np.allclose(got, want, rtol=1e-3, atol=20):
                return f"got {got}, want about {want}"
        found = [bits(got).tobytes() for got in outputs]
        if seen.setdefault(name, found) != found:
            return "the bits depend on the schedule"
        return None

    return check


N = 20000
x = numbers(N, "f32")
flags = rng.random(N) < 1 / 900
flags[0] = True
keys = np.cumsum(flags).astype(np.int32)
offsets = np.append(np.flatnonzero(flags), N).astype(np.int32)
none = np.zeros(N, bool)
none[0] = True
f, k = "memref<?xf32>", "memref<?xi32>"
for name, parameters, clauses, inputs, starts, options in [
    ("run_scan", "", "", [], none, {}),
    ("run_scan_reverse", "", "reverse", [], none, {"reverse": True}),
    ("run_scan_exclusive", "", "", [], none, {"mode": "exclusive"}),
    ("run_scan_head", "%b: memref<?xi8>, ", "head(%b : memref<?xi8>)", [flags.astype(np.int8)], flags, {}),
    ("run_scan_key", f"%b: {k}, ", f"by_key(%b : {k})", [keys], flags, {}),
    ("run_scan_segments", f"%b: {k}, ", f"segments(%b : {k})", [offsets], flags, {}),
]:
    mode = options.get("mode", "inclusive")
    tile = TILES["_64x2"]
    suite.function(
        name,
        f"""func.func @{name}(%x: {f}, {parameters}%y: {f}) {{
  prim.device_scan {mode} add ins(%x : {f}) outs(%y : {f}) {clauses} deterministic(run) {tile}
  return
}}
""",
    )
    # In a wider type.
    wants = scan.of_arrays("add", [x.astype(np.float64)], parts=of_heads(starts), **options)
    suite.case(
        name,
        name,
        [x, *inputs, np.zeros(N, np.float32)],
        repeats(name, wants),
        inout=[1 + len(inputs)],
    )

(sums,) = reduce.of_arrays("add", [x.astype(np.float64)], parts=of_heads(flags))
count = len(sums)
suite.function(
    "run_reduce_key",
    f"""func.func @run_reduce_key(%x: {f}, %b: {k}, %u: {k}, %y: {f}, %n: memref<i64>) {{
  prim.device_reduce add ins(%x : {f}) outs(%u, %y, %n : {k}, {f}, memref<i64>)
    by_key(%b : {k}) deterministic(run) {TILES["_64x2"]}
  return
}}
""",
)
suite.case(
    "run_reduce_key",
    "run_reduce_key",
    [x, keys, np.zeros(count, np.int32), np.zeros(count, np.float32), np.zeros((), np.int64)],
    repeats("run_reduce_key", [keys[flags], sums, count]),
    outputs=3,
    inout=[2, 3, 4],
)
rows = numbers((3, 5000), "f32")
suite.function(
    "run_rows",
    """func.func @run_rows(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %t: memref<?xf32>) {
  prim.device_scan inclusive add ins(%x : memref<?x?xf32>)
    outs(%y, %t : memref<?x?xf32>, memref<?xf32>) total dimension(1) deterministic(run)
    tuning<block_size = 64, items_per_thread = 2, algorithm = reduce_then_scan>
  return
}
""",
)
(exact,) = scan.of_arrays("add", [rows.astype(np.float64)])
suite.case(
    "run_rows",
    "run_rows",
    [rows, np.zeros((3, 5000), np.float32), np.zeros(3, np.float32)],
    repeats("run_rows", [exact, exact[:, -1]]),
    outputs=2,
    inout=[1, 2],
)

suite.run()
