# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Features of device ops besides the operator: prologues and epilogues with captures
and indices, buffers written earlier, aliasing, tokens."""

import numpy as np

from primtest.comparing import same
from primtest.suite import MANY_TILES, Suite

suite = Suite()
rng = np.random.default_rng(7)
TILE = "tuning<block_size = 64, items_per_thread = 2>"
MANY = MANY_TILES * 128 - 5

# The sum of squares around a captured value; the accumulator is wider than the input.
suite.function(
    "prologue",
    f"""func.func @prologue(%x: tensor<?xi32>, %shift: i32) -> tensor<i64> {{
  %o = tensor.empty() : tensor<i64>
  %r = prim.device_reduce ins(%x : tensor<?xi32>) outs(%o : tensor<i64>) {TILE} prologue {{
  ^bb0(%e: i32):
    %d = arith.subi %e, %shift : i32
    %w = arith.extsi %d : i32 to i64
    %s = arith.muli %w, %w : i64
    prim.yield %s : i64
  }} combiner commutative {{
  ^bb0(%a: i64, %b: i64):
    %s = arith.addi %a, %b : i64
    prim.yield %s : i64
  }} -> tensor<i64>
  return %r : tensor<i64>
}}
""".replace("%o : tensor<i64>) tuning", "%o : tensor<i64>) identity(%z : i64) tuning").replace(
        "  %o = tensor.empty", "  %z = arith.constant 0 : i64\n  %o = tensor.empty"
    ),
)
for n in [0, 1, 1000, MANY]:
    x = rng.integers(-1000, 1000, n).astype(np.int32)
    suite.case(
        f"prologue n={n}",
        "prologue",
        [x, 17],
        same(((x.astype(np.int64) - 17) ** 2).sum(dtype=np.int64)),
    )

# Argmax without a tensor of indices.
suite.function(
    "index",
    f"""func.func @index(%x: tensor<?xf32>) -> (tensor<f32>, tensor<i32>) {{
  %lowest = arith.constant 0xFF800000 : f32
  %none = arith.constant -1 : i32
  %m = tensor.empty() : tensor<f32>
  %i = tensor.empty() : tensor<i32>
  %r:2 = prim.device_reduce ins(%x : tensor<?xf32>) outs(%m, %i : tensor<f32>, tensor<i32>)
      init(%lowest, %none : f32, i32) {TILE} prologue {{
  ^bb0(%e: f32, %at: index):
    %p = arith.index_cast %at : index to i32
    prim.yield %e, %p : f32, i32
  }} combiner {{
  ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
    %take = arith.cmpf oge, %a, %b : f32
    %v = arith.select %take, %a, %b : f32
    %vi = arith.select %take, %ai, %bi : i32
    prim.yield %v, %vi : f32, i32
  }} -> tensor<f32>, tensor<i32>
  return %r#0, %r#1 : tensor<f32>, tensor<i32>
}}
""",
)
for n in [0, 1, 129, 2000, MANY]:
    x = rng.integers(-50, 50, n).astype(np.float32)
    suite.case(f"index n={n}", "index", [x], same(*((x.max(), x.argmax()) if n else (-np.inf, -1))), outputs=2)

# Scan of a mapped value, with the prefix mapped to another type.
suite.function(
    "epilogue",
    f"""func.func @epilogue(%x: tensor<?xi32>, %scale: f32) -> tensor<?xf32> {{
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %o = tensor.empty(%n) : tensor<?xf32>
  %r = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%o : tensor<?xf32>) {TILE} epilogue {{
  ^bb0(%p: i32):
    %f = arith.sitofp %p : i32 to f32
    %s = arith.mulf %f, %scale : f32
    prim.yield %s : f32
  }} -> tensor<?xf32>
  return %r : tensor<?xf32>
}}
""",
)
for n in [0, 1, 777]:
    x = rng.integers(-100, 100, n).astype(np.int32)
    want = np.cumsum(x, dtype=np.int32).astype(np.float32) * np.float32(0.25)
    suite.case(f"epilogue n={n}", "epilogue", [x, 0.25], same(want))

# The output takes six times as many registers as the folded values, so the table's tile
# for such small elements does not fit.
suite.function(
    "widened",
    """func.func @widened(%a: tensor<?xi16>, %b: tensor<?xi16>, %c: tensor<?xi16>)
    -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<i64>, tensor<i64>, tensor<i64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i16
  %n = tensor.dim %a, %c0 : tensor<?xi16>
  %o = tensor.empty(%n) : tensor<?xi64>
  %t = tensor.empty() : tensor<i64>
  %r:9 = prim.device_scan both ins(%a, %b, %c : tensor<?xi16>, tensor<?xi16>, tensor<?xi16>)
      outs(%o, %o, %o, %o, %o, %o, %t, %t, %t : tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<i64>, tensor<i64>, tensor<i64>)
      identity(%zero, %zero, %zero : i16, i16, i16) total combiner {
  ^bb0(%x0: i16, %x1: i16, %x2: i16, %y0: i16, %y1: i16, %y2: i16):
    %s0 = arith.addi %x0, %y0 : i16
    %s1 = arith.xori %x1, %y1 : i16
    %s2 = arith.ori %x2, %y2 : i16
    prim.yield %s0, %s1, %s2 : i16, i16, i16
  } epilogue {
  ^bb0(%p0: i16, %p1: i16, %p2: i16):
    %w0 = arith.extsi %p0 : i16 to i64
    %w1 = arith.extsi %p1 : i16 to i64
    %w2 = arith.extsi %p2 : i16 to i64
    prim.yield %w0, %w1, %w2 : i64, i64, i64
  } -> tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<i64>, tensor<i64>, tensor<i64>
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6, %r#7, %r#8 : tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<i64>, tensor<i64>, tensor<i64>
}
""",
)
for n in [0, 1, 511, 512, 513, 5000]:
    xs = [rng.integers(-100, 100, n).astype(np.int16) for _ in range(3)]
    folds = [
        np.cumsum(xs[0], dtype=np.int16),
        np.bitwise_xor.accumulate(xs[1]),
        np.bitwise_or.accumulate(xs[2]),
    ]
    ends = [np.concatenate([[0], fold]).astype(np.int64) for fold in folds]
    want = [end[1:] for end in ends] + [end[:-1] for end in ends]
    want += [end[-1] for end in ends]
    suite.case(f"widened n={n}", "widened", xs, same(*want), outputs=9)

# An initial value that an earlier op has left in memory, and work in place.
suite.function(
    "chain",
    f"""func.func @chain(%x: tensor<?xi32>) -> tensor<?xi32> {{
  %e = tensor.empty() : tensor<i32>
  %s = prim.device_reduce add ins(%x : tensor<?xi32>) outs(%e : tensor<i32>) {TILE} -> tensor<i32>
  %y = prim.device_scan exclusive add ins(%x : tensor<?xi32>) outs(%x : tensor<?xi32>)
      init(%s : tensor<i32>) {TILE} -> tensor<?xi32>
  return %y : tensor<?xi32>
}}
""",
)
for n in [1, 128, 1000, MANY]:
    x = rng.integers(-1000, 1000, n).astype(np.int32)
    suite.case(
        f"chain n={n}",
        "chain",
        [x],
        same((x.sum() + np.cumsum(x) - x).astype(np.int32)),
    )

# One element as an input of any size, by a stride of 0. With a prologue that uses only
# the index it gives consecutive numbers, for which no buffer is made either.
SAME = """%x = memref.reinterpret_cast %c to offset: [0], sizes: [%n], strides: [0]
      : memref<1xi32> to memref<?xi32, strided<[0]>>"""
INS = "ins(%x : memref<?xi32, strided<[0]>>)"
COUNTED = """prologue {
  ^bb0(%e: i32, %at: index):
    %v = arith.index_cast %at : index to i32
    prim.yield %v : i32
  }"""
OUT = "outs(%o : memref<?xi32>)"
THIRDS = """where {
  ^bb0(%v: i32):
    %three = arith.constant 3 : i32
    %zero = arith.constant 0 : i32
    %rest = arith.remui %v, %three : i32
    %is = arith.cmpi eq, %rest, %zero : i32
    prim.yield %is : i1
  }"""
count = lambda n: np.arange(n, dtype=np.int32)
for name, op, outs, want in [
    ("reduce", f"prim.device_reduce add {INS} outs(%o : memref<i32>) {TILE}", ["i32"], lambda n: [np.int32(7 * n)]),
    ("scan", f"prim.device_scan inclusive add {INS} {OUT} {TILE}", ["?xi32"], lambda n: [7 * (count(n) + 1)]),
    ("sort", f"prim.device_sort slt {INS} {OUT} {TILE}", ["?xi32"], lambda n: [np.full(n, 7, np.int32)]),
    ("select", f"prim.device_select {INS} outs(%o, %p : memref<?xi32>, memref<i32>) {TILE} {COUNTED} {THIRDS}",
     ["?xi32", "i32"], lambda n: [np.append(count(n)[::3], np.full(n - len(count(n)[::3]), -1, np.int32)),
                                  np.int32(len(count(n)[::3]))]),
    ("count reduce", f"prim.device_reduce add {INS} outs(%o : memref<i32>) {TILE} {COUNTED}", ["i32"],
     lambda n: [count(n).sum(dtype=np.int32)]),
    ("count scan", f"prim.device_scan exclusive maxsi {INS} {OUT} init(%z : i32) {TILE} {COUNTED}", ["?xi32"],
     lambda n: [np.append(np.int32(-9), count(n)[:-1])[:n]]),
]:  # fmt: skip
    function = "same_" + name.replace(" ", "_")
    parameters = "".join(f", %{o}: memref<{t}>" for o, t in zip("op", outs))
    suite.function(function, f"""func.func @{function}(%c: memref<1xi32>, %n: index{parameters}) {{
  %z = arith.constant -9 : i32
  {SAME}
  {op}
  return
}}
""")  # fmt: skip
    for n in [0, 1, 1000, 5000]:
        wants = want(n)
        blank = [np.full(np.shape(w), -1, np.int32) for w in wants]
        suite.case(f"same {name} n={n}", function, [np.array([7], np.int32), n, *blank], same(*wants),
                   outputs=len(wants), inout=range(2, 2 + len(wants)))  # fmt: skip

suite.run()
