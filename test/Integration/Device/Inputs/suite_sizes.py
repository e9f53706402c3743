# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sizes that do not match, or that exceed any memory, are error statuses that name the
operand and the sizes, before anything is launched or copied. So are loops whose trip
count cannot be represented. A buffer of several dimensions is reduced flat."""

import numpy as np

from ops import fold_text
from primtest.comparing import same
from primtest.elements import DTYPES
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(29)
TILE = "tuning<block_size = 64, items_per_thread = 2>"
M, F = "memref<?xi32>", "memref<?xf32>"


def numbers(n, ty="i32"):
    return rng.integers(-1000, 1000, n).astype(DTYPES[ty])


def refused(name, inputs, error):
    suite.case(name, name.split(":")[0], inputs, None, outputs=0, error=error)


# One tile, many tiles, no elements: a check does not depend on the path.
suite.function(
    "scan",
    f"""func.func @scan(%x: {M}, %y: {M}) {{
  prim.device_scan inclusive add ins(%x : {M}) outs(%y : {M}) {TILE}
  return
}}
""",
)
for n in [0, 5, 128, 1000]:
    for other in [n - 1, n + 1]:
        if other >= 0:
            refused(
                f"scan: {n} {other}",
                [numbers(n), numbers(other)],
                f"prim.device_scan: outs 0 has {other} elements, but ins 0 has {n}",
            )

suite.function(
    "both",
    f"""func.func @both(%x: {M}, %y: {F}, %a: {M}, %b: {F}, %c: {M}, %d: {F}) {{
  %zero = arith.constant 0 : i32
  %fzero = arith.constant 0.0 : f32
  prim.device_scan both ins(%x, %y : {M}, {F}) outs(%a, %b, %c, %d : {M}, {F}, {M}, {F})
      init(%zero, %fzero : i32, f32) {TILE} combiner {{
  ^bb0(%p: i32, %q: f32, %r: i32, %s: f32):
    prim.yield %r, %s : i32, f32
  }}
  return
}}
""",
)
types = ["i32", "f32"] * 3
for wrong in range(1, 6):
    sizes = [9] * 6
    sizes[wrong] = 8
    operand = f"ins {wrong}" if wrong < 2 else f"outs {wrong - 2}"
    refused(
        f"both: operand {wrong}",
        [numbers(n, ty) for n, ty in zip(sizes, types)],
        f"prim.device_scan: {operand} has 8 elements, but ins 0 has 9",
    )

suite.function(
    "sort",
    f"""func.func @sort(%x: {M}, %v: {F}, %y: {M}, %w: memref<9xf32>) {{
  prim.device_sort slt ins(%x, %v : {M}, {F}) outs(%y, %w : {M}, memref<9xf32>) {TILE}
  return
}}
""",
)
for wrong, sizes, text in [
    ("values", [9, 10, 9, 9], "ins 1 has 10 elements, but ins 0 has 9"),
    ("keys", [9, 9, 3, 9], "outs 0 has 3 elements, but ins 0 has 9"),
    ("static", [10, 10, 10, 9], "outs 1 has 9 elements, but ins 0 has 10"),
]:
    refused(
        f"sort: {wrong}",
        [numbers(n, ty) for n, ty in zip(sizes, ["i32", "f32"] * 2)],
        f"prim.device_sort: {text}",
    )

suite.function(
    "tuple",
    f"""func.func @tuple(%x: {M}, %v: {F}, %a: memref<i32>, %b: memref<f32>) {{
  %zero = arith.constant 0 : i32
  %fzero = arith.constant 0.0 : f32
  prim.device_reduce ins(%x, %v : {M}, {F}) outs(%a, %b : memref<i32>, memref<f32>)
      init(%zero, %fzero : i32, f32) {TILE} combiner {{
  ^bb0(%p: i32, %q: f32, %r: i32, %s: f32):
    prim.yield %r, %s : i32, f32
  }}
  return
}}
""",
)
refused(
    "tuple: members",
    [numbers(1000), numbers(999, "f32"), np.array(0, np.int32), np.array(0, np.float32)],
    "prim.device_reduce: ins 1 has 999 elements, but ins 0 has 1000",
)

# Rows: sizes of every dimension, and the remaining dimensions of a reduction.
R, RF = "memref<?x?xi32>", "memref<?x?xf32>"
A, AF = "memref<?x?x?xi32>", "memref<?x?x5xf32>"
suite.function(
    "sort_rows",
    f"""func.func @sort_rows(%x: {R}, %v: {RF}, %y: {R}, %w: memref<?x7xf32>) {{
  prim.device_sort slt ins(%x, %v : {R}, {RF}) outs(%y, %w : {R}, memref<?x7xf32>)
      dimension(0) {TILE}
  return
}}
func.func @fold_rows(%x: {A}, %v: {AF}, %a: {M}, %b: {F}, %i: {M}) {{
  %rest = arith.constant 0.0 : f32
  prim.device_reduce ins(%x, %v : {A}, {AF}) outs(%a, %b : {M}, {F})
      init(%i, %rest : {M}, f32) dimension(0, 2) {TILE} combiner {{
  ^bb0(%p: i32, %q: f32, %r: i32, %s: f32):
    prim.yield %r, %s : i32, f32
  }}
  return
}}
""",
)
suite.function("fold_rows", "")


def shaped(shapes):
    types = ["i32", "f32"] * 2 + ["i32"]
    return [numbers(int(np.prod(s)), ty).reshape(s) for s, ty in zip(shapes, types)]


# The operand, the dimension, and the size of the first operand.
for shapes, operand, found, at, wanted in [
    ([(9, 7), (8, 7), (9, 7), (9, 7)], "ins 1", 8, 0, 9),
    ([(9, 7), (9, 8), (9, 7), (9, 7)], "ins 1", 8, 1, 7),
    ([(9, 7), (9, 7), (10, 7), (9, 7)], "outs 0", 10, 0, 9),
    ([(0, 7), (0, 7), (0, 0), (0, 7)], "outs 0", 0, 1, 7),
    ([(9, 6), (9, 6), (9, 6), (9, 7)], "outs 1", 7, 1, 6),
]:
    refused(
        f"sort_rows: {shapes}",
        shaped(shapes),
        f"prim.device_sort: {operand} has {found} elements along dimension {at}, "
        f"but ins 0 has {wanted}",
    )
for shapes, operand, found, at, wanted in [
    ([(3, 4, 5), (3, 6, 5), (4,), (4,), (4,)], "ins 1", 6, 1, "4"),
    ([(3, 4, 6), (3, 4, 5), (4,), (4,), (4,)], "ins 1", 5, 2, "6"),
    ([(3, 4, 5), (3, 4, 5), (3,), (4,), (4,)], "outs 0", 3, 0, "4 along dimension 1"),
    ([(0, 4, 5), (0, 4, 5), (4,), (5,), (4,)], "outs 1", 5, 0, "4 along dimension 1"),
    ([(3, 4, 5), (3, 4, 5), (4,), (4,), (5,)], "init 0", 5, 0, "4 along dimension 1"),
]:
    refused(
        f"fold_rows: {shapes}",
        shaped(shapes),
        f"prim.device_reduce: {operand} has {found} elements along dimension {at}, "
        f"but ins 0 has {wanted}",
    )

# Sizes that the program computes.
suite.function(
    "alloc",
    """func.func @alloc(%n: i64, %m: i64) {
  %i = arith.index_cast %n : i64 to index
  %j = arith.index_cast %m : i64 to index
  %b = gpu.alloc (%i, %j) : memref<?x3x?xi32>
  gpu.dealloc %b : memref<?x3x?xi32>
  return
}
""",
)
for n, m in [(-1, 4), (4, -1), (-1, -1), (2**31, 2**31), (2**40, 2**40), (0, -1)]:
    refused(
        f"alloc: {n} {m}",
        [n, m],
        f"gpu.alloc: cannot allocate memref<?x3x?xi32> of sizes {n} x {m}",
    )

suite.function(
    "realloc",
    f"""func.func @realloc(%n: index, %m: index) -> {M} {{
  %v = arith.constant 7 : i32
  %a = memref.alloc(%n) : {M}
  linalg.fill ins(%v : i32) outs(%a : {M})
  %b = memref.realloc %a(%m) : {M} to {M}
  linalg.fill ins(%v : i32) outs(%b : {M})
  return %b : {M}
}}
""",
)
for m in [0, 2, 8]:
    suite.case(f"realloc {m}", "realloc", [4, m], same([7] * m))
for m in [-1, 2**62, 2**62 + 4]:
    refused(
        f"realloc: {m}",
        [4, m],
        f"memref.realloc: cannot allocate memref<?xi32> of sizes {m}",
    )

# A view may have any size; its memory is not accessed.
suite.function(
    "view",
    f"""func.func @view(%x: {M}, %n: i64) {{
  %i = arith.index_cast %n : i64 to index
  %v = memref.reinterpret_cast %x to offset: [0], sizes: [%i], strides: [1] : {M} to {M}
  prim.device_scan inclusive add ins(%v : {M}) outs(%v : {M})
  return
}}
func.func @matrix(%x: {M}, %y: memref<i32>, %n: i64, %m: i64) {{
  %i = arith.index_cast %n : i64 to index
  %j = arith.index_cast %m : i64 to index
  %v = memref.reinterpret_cast %x to offset: [0], sizes: [%i, %j], strides: [%j, 1] : {M} to memref<?x?xi32, strided<[?, 1]>>
  %w = memref.cast %v : memref<?x?xi32, strided<[?, 1]>> to memref<?x?xi32>
  prim.device_reduce add ins(%w : memref<?x?xi32>) outs(%y : memref<i32>)
  return
}}
func.func @dimensions(%x: {M}, %y: memref<1xi32>, %n: i64, %m: i64) {{
  %i = arith.index_cast %n : i64 to index
  %j = arith.index_cast %m : i64 to index
  %v = memref.reinterpret_cast %x to offset: [0], sizes: [%i, 1, %j], strides: [0, 1, 0]
      : {M} to memref<?x1x?xi32, strided<[0, 1, 0]>>
  prim.device_reduce add ins(%v : memref<?x1x?xi32, strided<[0, 1, 0]>>)
      outs(%y : memref<1xi32>) dimension(0, 2) {TILE}
  return
}}
func.func @holes(%x: {M}, %y: memref<i32>, %n: i64, %m: i64) {{
  %i = arith.index_cast %n : i64 to index
  %j = arith.index_cast %m : i64 to index
  %v = memref.reinterpret_cast %x to offset: [0], sizes: [%i, %j], strides: [0, 0]
      : {M} to memref<?x?xi32, strided<[0, 0]>>
  prim.device_reduce add ins(%v : memref<?x?xi32, strided<[0, 0]>>)
      outs(%y : memref<i32>) {TILE}
  return
}}
func.func @sortview(%x: {M}, %n: i64) {{
  %i = arith.index_cast %n : i64 to index
  %v = memref.reinterpret_cast %x to offset: [0], sizes: [%i], strides: [1] : {M} to {M}
  %w = memref.reinterpret_cast %x to offset: [%i], sizes: [%i], strides: [1] : {M} to memref<?xi32, strided<[1], offset: ?>>
  prim.device_sort slt ins(%v : {M}) outs(%w : memref<?xi32, strided<[1], offset: ?>>)
  return
}}
""",
)
suite.function("matrix", "")
suite.function("dimensions", "")
suite.function("holes", "")
suite.function("sortview", "")
for n, text in [
    (-1, "prim.device_scan: ins 0 has a size of -1"),
    (-(2**63), "prim.device_scan: ins 0 has a size of -9223372036854775808"),
    (2**62, "prim.device_scan: ins 0 has a size in bytes that does not fit in 64 bits"),
    (2**40, f"prim.device_scan: one launch covers at most {(2**32 - 1) // 128 * 4096} elements, found {2**40}"),
]:
    refused(f"view: {n}", [numbers(4), n], text)
for n in [2**30, 2**31, 2**32 + 1]:
    refused(f"sortview: {n}", [numbers(4), n], f"items at once, found {n}; add batches")
for n, m, text in [
    (3, -2, "ins 0 has a size of -2 along dimension 1"),
    (2**31, 2**31, "ins 0 has a size in bytes that does not fit in 64 bits"),
]:
    refused(f"matrix: {n} {m}", [numbers(4), np.array(0, np.int32), n, m], text)

# Rows along several dimensions have at most as many elements as 31 bits count. All of
# them are one element in memory.
MOST = 2**31 - 1
for name, rank in [("dimensions", 1), ("holes", 0)]:
    out = np.zeros([1] * rank, np.int32)
    for n, m, text in [
        (2, 2**30, f"found {2**31}; use one op for each dimension"),
        (MOST, 3, f"found {3 * MOST}; use one op for each dimension"),
        (2**30, 2**29, f"found {2**59}; use one op for each dimension"),
    ]:
        text = f"several dimensions of at most {MOST} elements in total, {text}"
        error = f"prim.device_reduce: takes {text}"
        refused(f"{name}: {n} {m}", [numbers(4), out, n, m], error)
    for n, m, text in [
        (2**31, 2**31, "ins 0 has a size in bytes that does not fit in 64 bits"),
        (3, -2, f"ins 0 has a size of -2 along dimension {1 + rank}"),
    ]:
        error = f"prim.device_reduce: {text}"
        refused(f"{name}: {n} {m}", [numbers(4), out, n, m], error)
    x = numbers(4)
    for n, m in [(3, 5), (0, 5), (40, 50)]:
        want = np.int32(x[0] * n * m).reshape(out.shape)
        suite.case(f"{name} {n} {m}", name, [x, out, n, m], same(want), inout=[1])

# Copies of buffers on either side, with and without holes. A buffer that is too long
# would overrun the target; a short one would leave the rest unchanged.
suite.function(
    "into",
    f"""func.func @into(%x: {M}, %y: {M}, %n: index) {{
  %s = memref.subview %y[1] [%n] [1] : {M} to memref<?xi32, strided<[1], offset: 1>>
  memref.copy %x, %s : {M} to memref<?xi32, strided<[1], offset: 1>>
  return
}}
func.func @spread(%x: {M}, %y: {M}, %n: index) {{
  %s = memref.subview %y[0] [%n] [2] : {M} to memref<?xi32, strided<[2]>>
  gpu.memcpy %s, %x : memref<?xi32, strided<[2]>>, {M}
  return
}}
func.func @linalg(%x: {M}, %y: {M}) {{
  linalg.copy ins(%x : {M}) outs(%y : {M})
  return
}}
func.func @stack(%x: {M}, %y: {M}) {{
  %h = memref.alloca() : memref<4xi32>
  %d = memref.cast %h : memref<4xi32> to {M}
  gpu.memcpy %d, %x : {M}, {M}
  gpu.memcpy %y, %d : {M}, {M}
  return
}}
func.func @insert(%x: tensor<?xi32>, %y: tensor<?xi32>, %n: index) -> tensor<?xi32> {{
  %r = tensor.insert_slice %x into %y[2] [%n] [1] : tensor<?xi32> into tensor<?xi32>
  return %r : tensor<?xi32>
}}
func.func @block(%x: memref<?x?xi32>, %y: memref<?x4xi32>) {{
  memref.copy %x, %y : memref<?x?xi32> to memref<?x4xi32>
  return
}}
""",
)
for name in ["spread", "linalg", "stack", "insert", "block"]:
    suite.function(name, "")


def differ(source, target, dim=0):
    return (
        f"the source has a size of {source} along dimension {dim}, "
        f"but the target has {target}"
    )


x, y = numbers(4), numbers(12)
for name, at in [("into", slice(1, 5)), ("spread", slice(0, 8, 2)), ("insert", slice(2, 6))]:
    want = y.copy()
    want[at] = x
    if name == "insert":
        suite.case(name, name, [x, y, 4], same(want))
    else:
        suite.case(name, name, [x, y, 4], same(x, want), outputs=2, inout=[0, 1])
    for n in [3, 5]:
        refused(f"{name}: 4 {n}", [x, y, n], differ(4, n))
for name, op in [("linalg", "linalg.copy: "), ("stack", "gpu.memcpy: ")]:
    suite.case(name, name, [x, numbers(4)], same(x, x), outputs=2, inout=[0, 1])
    for n in [3, 5]:
        refused(f"{name}: 4 {n}", [x, numbers(n)], op + differ(4, n))
refused("stack: 7 12", [numbers(7), y], "gpu.memcpy: " + differ(7, 4))
x = numbers(12).reshape(3, 4)
suite.case("block", "block", [x, numbers(12).reshape(3, 4)], same(x, x), outputs=2, inout=[0, 1])
refused("block: rows", [x, numbers(8).reshape(2, 4)], differ(3, 2))
refused("block: columns", [x.reshape(4, 3), numbers(16).reshape(4, 4)], differ(3, 4, 1))

# Other linalg ops: every operand has the extents of the loops, and a computed position,
# as in a window, is inside the buffer.
suite.function(
    "sum",
    f"""func.func @sum(%x: {M}, %y: {M}) {{
  linalg.add ins(%x, %y : {M}, {M}) outs(%y : {M})
  return
}}
func.func @onto(%x: memref<4xi32>, %y: {M}) {{
  linalg.add ins(%x, %x : memref<4xi32>, memref<4xi32>) outs(%y : {M})
  return
}}
func.func @stack_sum(%x: {M}, %y: {M}) {{
  %h = memref.alloca() : memref<4xi32>
  %d = memref.cast %h : memref<4xi32> to {M}
  gpu.memcpy %d, %x : {M}, {M}
  linalg.add ins(%d, %d : {M}, {M}) outs(%d : {M})
  gpu.memcpy %y, %d : {M}, {M}
  return
}}
func.func @slide(%x: {M}, %w: {M}, %y: {M}) {{
  linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i + j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}}
    ins(%x, %w : {M}, {M}) outs(%y : {M}) {{
  ^bb0(%a: i32, %b: i32, %c: i32):
    %p = arith.muli %a, %b : i32
    %s = arith.addi %p, %c : i32
    linalg.yield %s : i32
  }}
  return
}}
func.func @turn(%x: {M}, %y: memref<?x2xi32>) {{
  linalg.generic {{indexing_maps = [affine_map<(i, j) -> (5 - i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}}
    ins(%x : {M}) outs(%y : memref<?x2xi32>) {{
  ^bb0(%a: i32, %b: i32):
    linalg.yield %a : i32
  }}
  return
}}
func.func @tensors(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {{
  %r = arith.addi %x, %y : tensor<?xi32>
  return %r : tensor<?xi32>
}}
""",
)
for name in ["onto", "stack_sum", "slide", "turn", "tensors"]:
    suite.function(name, "")


def uneven(operand, found, origin, wanted):
    return (
        f"operand {operand} has a size of {found} along dimension 0, "
        f"but operand {origin} has a size of {wanted} along dimension 0"
    )


def outside(found, least, greatest):
    return (
        f"linalg.generic: operand 0 has a size of {found} along dimension 0, "
        f"but positions from {least} to {greatest} are accessed"
    )


x, y = numbers(4), numbers(4)
suite.case("sum", "sum", [x, y], same(x, x + y), outputs=2, inout=[0, 1])
suite.case("onto", "onto", [x, numbers(4)], same(x + x), outputs=1, inout=[1])
suite.case("stack sum", "stack_sum", [x, numbers(4)], same(x + x), outputs=1, inout=[1])
suite.case("tensors", "tensors", [x, x], same(x + x))
for n in [3, 5]:
    refused(f"sum: {n}", [x, numbers(n)], "linalg.add: " + uneven(1, n, 0, 4))
    refused(f"onto: {n}", [x, numbers(n)], "linalg.add: " + uneven(2, n, 0, 4))
    refused(f"tensors: {n}", [x, numbers(n)], uneven(1, n, 0, 4))
x, w = numbers(6), numbers(3)
want = np.convolve(x, w[::-1], "valid").astype(np.int32)
suite.case("slide", "slide", [x, w, np.zeros(4, np.int32)], same(want), outputs=1, inout=[2])
suite.case("slide none", "slide", [x, w, numbers(0)], same(numbers(0)), outputs=1, inout=[2])
refused("slide: 5", [x, w, numbers(5)], outside(6, 0, 6))
x = numbers(6)
want = np.stack([x[::-1], x[::-1]], 1)
suite.case("turn", "turn", [x, np.zeros((6, 2), np.int32)], same(want), outputs=1, inout=[1])
refused("turn: 7", [x, np.zeros((7, 2), np.int32)], outside(6, -1, 5))
refused("turn: short", [numbers(5), np.zeros((2, 2), np.int32)], outside(5, 4, 5))

# Parallel loops: a loop does not run if its trip count exceeds 63 bits or its step
# makes no progress. If a dimension is empty, only the step is checked.
suite.function(
    "square",
    """func.func @square(%x: memref<?xi64>, %lo: index, %hi: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%lo, %c0) to (%hi, %m) step (%c1, %c1) {
    %k = arith.subi %i, %lo : index
    %v = arith.index_cast %i : index to i64
    memref.store %v, %x[%k] : memref<?xi64>
  }
  return
}
func.func @stride(%x: memref<?xi64>, %s: index) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xi64>
  %v = arith.constant 3 : i64
  scf.parallel (%i) = (%c0) to (%n) step (%s) {
    memref.store %v, %x[%i] : memref<?xi64>
  }
  return
}
""",
)
suite.function("stride", "")
low, high = -(2**63), 2**63 - 1
x = numbers(4, "i64")
for lo, hi, m in [(0, 2**33, 2**33), (0, 2**32, 2**32), (low, high, 1), (-1, high, 1), (0, high, 2)]:
    refused(
        f"square: {lo} {hi} {m}",
        [x, lo, hi, m],
        "scf.parallel: has a number of iterations that does not fit in 63 bits",
    )
for lo, hi, m in [(low, high, 0), (0, 2**62, -5), (high, low, 2**62), (5, 5, 3)]:
    suite.case(f"square {lo} {hi} {m}", "square", [x, lo, hi, m], same(x), inout=[0])
for lo in [low, -2, high - 4]:
    at = lo + np.arange(4)
    suite.case(f"square {lo}", "square", [x, lo, lo + 4, 3], same(at), inout=[0])
for step in [0, -1, -3, low]:
    refused(
        f"stride: {step}",
        [x, step],
        f"scf.parallel: the step along dimension 0 is {step}, not positive",
    )
for step in [1, 3, high]:
    want = x.copy()
    want[::step] = 3
    suite.case(f"stride {step}", "stride", [x, step], same(want), inout=[0])

# An element that the host reads or sets.
suite.function(
    "element",
    f"""func.func @element(%x: {M}) -> i32 {{
  %c3 = arith.constant 3 : index
  %v = memref.load %x[%c3] : {M}
  return %v : i32
}}
func.func @put(%x: memref<2x?xi32>, %v: i32) {{
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  memref.store %v, %x[%c1, %c3] : memref<2x?xi32>
  return
}}
""",
)
suite.function("put", "")
x = numbers(4)
suite.case("element", "element", [x], same(x[3], x), outputs=2, inout=[0])
board = numbers(8).reshape(2, 4)
want = board.copy()
want[1, 3] = 7
suite.case("put", "put", [board, 7], same(want), inout=[0])
for n in [0, 3]:
    refused(
        f"element: {n}",
        [numbers(n)],
        f"memref.load: has the index 3 in dimension 0 of a buffer that has a size of {n} there",
    )
    refused(
        f"put: {n}",
        [numbers(2 * n).reshape(2, n), 7],
        f"memref.store: has the index 3 in dimension 1 of a buffer that has a size of {n} there",
    )

# Flat reductions of several dimensions, in row-major order.
for types, combiner in [
    (["i32"], "add"),
    (["i64"], "maxsi"),
    (["i32"], fold_text.last("i32")),
]:
    ty = types[0]
    for shape in ["?x?", "7x?x3", "40x50"]:
        name = f"flat_{ty}_{'kind' if combiner.isidentifier() else 'region'}_{shape.replace('?', 'd')}"
        dims = [int(d) if d != "?" else None for d in shape.split("x")]
        buffer = f"tensor<{shape}x{ty}>"
        kind, region = (combiner, "") if combiner.isidentifier() else ("", combiner)
        suite.function(
            name,
            f"""func.func @{name}(%x: {buffer}, %init: {ty}) -> tensor<{ty}> {{
  %o = tensor.empty() : tensor<{ty}>
  %r = prim.device_reduce {kind} ins(%x : {buffer}) outs(%o : tensor<{ty}>) init(%init : {ty}) {TILE}
      {region} -> tensor<{ty}>
  return %r : tensor<{ty}>
}}
""",
        )
        for filled in [[40, 50], [7, 101, 3], [1, 1], [0, 5], [7, 0, 3], [40, 50]]:
            if len(filled) != len(dims) or any(
                d not in (None, f) for d, f in zip(dims, filled)
            ):
                continue
            x = rng.integers(-1000, 1000, filled).astype(DTYPES[ty])
            flat = np.concatenate([[DTYPES[ty](5)], x.ravel()])
            want = {"add": flat.sum(dtype=x.dtype), "maxsi": flat.max()}.get(
                combiner, flat[-1]
            )
            suite.case(f"{name} {filled}", name, [x, 5], same(want))

# The index that a prologue gets is the row-major one; several inputs at once; the only
# long dimension of three.
suite.function(
    "argmax",
    f"""func.func @argmax(%x: tensor<?x?xf32>) -> (tensor<f32>, tensor<i64>) {{
  %lowest = arith.constant 0xFF800000 : f32
  %none = arith.constant -1 : i64
  %m = tensor.empty() : tensor<f32>
  %i = tensor.empty() : tensor<i64>
  %r:2 = prim.device_reduce ins(%x : tensor<?x?xf32>) outs(%m, %i : tensor<f32>, tensor<i64>)
      init(%lowest, %none : f32, i64) {TILE} prologue {{
  ^bb0(%e: f32, %at: index):
    %p = arith.index_cast %at : index to i64
    prim.yield %e, %p : f32, i64
  }} combiner {{
  ^bb0(%a: f32, %ai: i64, %b: f32, %bi: i64):
    %take = arith.cmpf oge, %a, %b : f32
    %v = arith.select %take, %a, %b : f32
    %vi = arith.select %take, %ai, %bi : i64
    prim.yield %v, %vi : f32, i64
  }} -> tensor<f32>, tensor<i64>
  return %r#0, %r#1 : tensor<f32>, tensor<i64>
}}
func.func @long(%x: tensor<1x?x1xi32>) -> (tensor<1x?x1xi32>, tensor<1x1xi32>) {{
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<1x?x1xi32>
  %o = tensor.empty(%n) : tensor<1x?x1xi32>
  %s = tensor.empty() : tensor<1x1xi32>
  %r = prim.device_scan inclusive add ins(%x : tensor<1x?x1xi32>) outs(%o : tensor<1x?x1xi32>)
      dimension(1) {TILE} -> tensor<1x?x1xi32>
  %t = prim.device_reduce add ins(%x : tensor<1x?x1xi32>) outs(%s : tensor<1x1xi32>)
      dimension(1) {TILE} -> tensor<1x1xi32>
  return %r, %t : tensor<1x?x1xi32>, tensor<1x1xi32>
}}
""",
)
suite.function("long", "")
x = rng.permutation(1500).reshape(30, 50).astype(np.float32)
suite.case("argmax", "argmax", [x], same(x.max(), x.argmax()), outputs=2)
x = numbers(700).reshape(1, 700, 1)
suite.case(
    "long",
    "long",
    [x],
    same(x.cumsum(1, dtype=np.int32), x.sum(1, dtype=np.int32)),
    outputs=2,
)

suite.run()
