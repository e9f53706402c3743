# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ordinary MLIR around device ops: constants, loops and branches that carry tensors,
calls, slices, linalg, launches, transfers, elements on the host. The harness also
reports buffers that are not freed."""

import numpy as np

from primtest.comparing import same
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(11)


def program(name, text):
    """Adds `text`, in which SCAN(a, b) is replaced by a running sum of `a` in `b`."""
    lines = []
    for line in text.splitlines():
        if "SCAN(" in line:
            head, rest = line.split("SCAN(")
            source, target, type = rest.rstrip(")").split(", ")
            line = (
                f"{head}prim.device_scan inclusive add ins({source} : {type}) "
                f"outs({target} : {type})" + (f" -> {type}" if "tensor" in type else "")
            )
        lines.append(line)
    suite.function(name, "\n".join(lines) + "\n")


def scans(x, times):
    for _ in range(times):
        x = np.cumsum(x, dtype=x.dtype)
    return x


# ---------------------------------------------------------------------------
# Constants
# ---------------------------------------------------------------------------

program(
    "constant",
    """func.func @constant(%i: index) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %x = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %init = arith.constant dense<10> : tensor<i32>
  %o = tensor.empty() : tensor<4xi32>
  %y = SCAN(%x, %o, tensor<4xi32>)
  %p = tensor.empty() : tensor<4xi32>
  %z = prim.device_scan inclusive add ins(%x : tensor<4xi32>) outs(%p : tensor<4xi32>) init(%init : tensor<i32>) -> tensor<4xi32>
  return %y, %z, %x : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}""",
)
suite.case(
    "constant", "constant", [0], same([1, 3, 6, 10], [11, 13, 16, 20], [1, 2, 3, 4]), outputs=3
)

# A constant is never overwritten.
program(
    "constant_outs",
    """func.func @constant_outs(%x: tensor<?x4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %o = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %y = SCAN(%o, %o, tensor<4xi32>)
  %z = SCAN(%o, %y, tensor<4xi32>)
  return %z, %o : tensor<4xi32>, tensor<4xi32>
}""",
)
suite.case(
    "constant outs",
    "constant_outs",
    [np.zeros((1, 4), np.int32)],
    same([5, 11, 18, 26], [5, 6, 7, 8]),
    outputs=2,
)

for type, splat, dense, dtype in [
    ("i8", "7", "[1, -2, 3]", np.int8),
    ("i16", "-300", "[1, -2, 300]", np.int16),
    ("i32", "70000", "[1, -2, 70000]", np.int32),
    ("i64", "1234567890123", "[1, -2, 1234567890123]", np.int64),
    ("index", "1234567890123", "[1, 2, 1234567890123]", np.int64),
    ("f16", "1.5", "[1.0, -2.5, 0.0]", np.float16),
    ("f32", "1.1", "[1.0, -2.5, 0.1]", np.float32),
    ("f64", "1.1", "[1.0, -2.5, 0.1]", np.float64),
]:
    name = f"constants_{type}"
    program(
        name,
        f"""func.func @{name}(%n: index) -> (tensor<5x{type}>, tensor<3x{type}>, tensor<{type}>) {{
  %a = arith.constant dense<{splat}> : tensor<5x{type}>
  %b = arith.constant dense<{dense}> : tensor<3x{type}>
  %c = arith.constant dense<{splat}> : tensor<{type}>
  return %a, %b, %c : tensor<5x{type}>, tensor<3x{type}>, tensor<{type}>
}}""",
    )
    value = dtype(float(splat)) if "." in splat else dtype(int(splat))
    suite.case(
        name, name, [1], same([value] * 5, np.array(eval(dense), dtype), value), outputs=3
    )

# Both edges of a branch lead to one block, and one of the buffers is new.
program(
    "repeated_edge",
    """func.func @repeated_edge(%x: tensor<?xi32>, %y: tensor<?xi32>, %i: index) -> (tensor<?xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.cmpi eq, %i, %c0 : index
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %o = tensor.empty(%n) : tensor<?xi32>
  %z = SCAN(%x, %o, tensor<?xi32>)
  cf.cond_br %p, ^b, ^c
^b:
  cf.br ^a(%z, %y : tensor<?xi32>, tensor<?xi32>)
^c:
  cf.br ^a(%y, %z : tensor<?xi32>, tensor<?xi32>)
^a(%u: tensor<?xi32>, %v: tensor<?xi32>):
  %s = SCAN(%u, %v, tensor<?xi32>)
  return %s, %x : tensor<?xi32>, tensor<?xi32>
}""",
)
for first in (True, False):
    x, y = np.arange(1, 9, dtype=np.int32), np.full(8, 3, np.int32)
    suite.case(
        f"repeated edge {first}",
        "repeated_edge",
        [x, y, 0 if first else 1],
        same(scans(x, 2) if first else scans(y, 1), x),
        outputs=2,
    )

# A branch passes an argument to a block that overwrites it, and the argument is read
# later.
program(
    "brought_argument",
    """func.func @brought_argument(%x: tensor<?xi32>, %y: tensor<?xi32>, %i: index) -> (tensor<?xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.cmpi eq, %i, %c0 : index
  cf.cond_br %p, ^b, ^c
^b:
  cf.br ^a(%x, %y : tensor<?xi32>, tensor<?xi32>)
^c:
  cf.br ^a(%y, %x : tensor<?xi32>, tensor<?xi32>)
^a(%u: tensor<?xi32>, %v: tensor<?xi32>):
  %s = SCAN(%u, %v, tensor<?xi32>)
  return %s, %x : tensor<?xi32>, tensor<?xi32>
}""",
)
for first in (True, False):
    x, y = np.arange(1, 9, dtype=np.int32), np.full(8, 3, np.int32)
    suite.case(
        f"brought argument {first}",
        "brought_argument",
        [x, y, 0 if first else 1],
        same(scans(x if first else y, 1), x),
        outputs=2,
    )

# As above without an argument: the value is read in another block.
program(
    "read_behind",
    """func.func @read_behind(%x: tensor<?xi32>, %y: tensor<?xi32>, %i: index) -> (tensor<?xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.cmpi eq, %i, %c0 : index
  cf.cond_br %p, ^b, ^c
^b:
  return %x, %y : tensor<?xi32>, tensor<?xi32>
^c:
  %s = SCAN(%y, %x, tensor<?xi32>)
  cf.br ^d
^d:
  return %s, %x : tensor<?xi32>, tensor<?xi32>
}""",
)
for first in (True, False):
    x, y = np.arange(1, 9, dtype=np.int32), np.full(8, 3, np.int32)
    suite.case(
        f"read behind {first}",
        "read_behind",
        [x, y, 0 if first else 1],
        same(x, y) if first else same(scans(y, 1), x),
        outputs=2,
    )

# A mask of i1 as an operand of a linalg op.
program(
    "mask",
    """func.func @mask(%a: tensor<4xi32>) -> tensor<4xi32> {
  %m = arith.constant dense<[true, false, true, false]> : tensor<4xi1>
  %t = arith.constant dense<true> : tensor<4xi1>
  %b = arith.constant dense<9> : tensor<4xi32>
  %o = tensor.empty() : tensor<4xi32>
  %s = linalg.map { arith.select } ins(%m, %a, %b : tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) outs(%o : tensor<4xi32>)
  %p = tensor.empty() : tensor<4xi32>
  %r = linalg.map { arith.select } ins(%t, %s, %b : tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) outs(%p : tensor<4xi32>)
  return %r : tensor<4xi32>
}""",
)
suite.case("mask", "mask", [np.arange(4, dtype=np.int32)], same([0, 9, 2, 9]))

# A global that host and device read, and one that a function returns.
program(
    "table",
    """memref.global "private" constant @numbers : memref<4xi32> = dense<[10, 20, 30, 40]>
func.func @table(%i: index, %y: memref<4xi32>) -> (i32, memref<4xi32>) {
  %x = memref.get_global @numbers : memref<4xi32>
  %v = memref.load %x[%i] : memref<4xi32>
  SCAN(%x, %y, memref<4xi32>)
  return %v, %x : i32, memref<4xi32>
}""",
)
suite.case(
    "table",
    "table",
    [3, np.zeros(4, np.int32)],
    same(40, [10, 20, 30, 40], [10, 30, 60, 100]),
    outputs=3,
    inout=[1],
)

# ---------------------------------------------------------------------------
# Control flow
# ---------------------------------------------------------------------------

# Every iteration has its own buffer.
program(
    "loop",
    """func.func @loop(%x: tensor<?xi32>, %n: index) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<?xi32> {
    %o = tensor.empty(%d) : tensor<?xi32>
    %y = SCAN(%t, %o, tensor<?xi32>)
    scf.yield %y : tensor<?xi32>
  }
  return %r : tensor<?xi32>
}""",
)
# A double buffer: two buffers swap.
program(
    "swap",
    """func.func @swap(%x: tensor<?xi32>, %b: tensor<?xi32>, %n: index) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x, %u = %b) -> (tensor<?xi32>, tensor<?xi32>) {
    %y = SCAN(%t, %u, tensor<?xi32>)
    scf.yield %y, %t : tensor<?xi32>, tensor<?xi32>
  }
  return %r#0 : tensor<?xi32>
}""",
)
x = rng.integers(-9, 9, 100).astype(np.int32)
for n in [0, 1, 2, 5]:
    suite.case(f"loop n={n}", "loop", [x, n], same(scans(x, n)))
    suite.case(f"swap n={n}", "swap", [x, np.zeros_like(x), n], same(scans(x, n)))

# Loop-carried values may swap places, be used after the loop, or be passed twice.
for name, carried, body, yielded, after, reference in [
    ("kept", "%x, %b", "%y = SCAN(%t, %u, tensor<?xi32>)", "%y, %t", "%x", lambda t, u: (scans(t, 1), t)),
    ("twice", "%x, %x", "%y = SCAN(%t, %u, tensor<?xi32>)", "%y, %t", "%x", lambda t, u: (scans(t, 1), t)),
    ("both", "%x, %b", "%y = SCAN(%t, %t, tensor<?xi32>)", "%y, %y", "%x", lambda t, u: (scans(t, 1),) * 2),
    ("outer", "%x, %b", "%y = SCAN(%u, %u, tensor<?xi32>)", "%x, %y", "%b", lambda t, u: (x, scans(u, 1))),
    ("place", "%x, %b", "%y = SCAN(%t, %t, tensor<?xi32>)", "%u, %y", "%x", lambda t, u: (u, scans(t, 1))),
    (
        "choice",
        "%x, %b",
        """%c = arith.cmpi ne, %i, %c1 : index
    %y = scf.if %c -> tensor<?xi32> {
      %v = SCAN(%t, %u, tensor<?xi32>)
      scf.yield %v : tensor<?xi32>
    } else {
      scf.yield %t : tensor<?xi32>
    }""",
        "%y, %t",
        "%b",
        None,
    ),
]:
    program(
        f"carry_{name}",
        f"""func.func @carry_{name}(%x: tensor<?xi32>, %b: tensor<?xi32>, %n: index) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = {carried.split(", ")[0]}, %u = {carried.split(", ")[1]}) -> (tensor<?xi32>, tensor<?xi32>) {{
    {body}
    scf.yield {yielded} : tensor<?xi32>, tensor<?xi32>
  }}
  %d = tensor.dim %x, %c0 : tensor<?xi32>
  %o = tensor.empty(%d) : tensor<?xi32>
  %z = SCAN({after}, %o, tensor<?xi32>)
  return %r#0, %r#1, %z : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}}""",
    )
    second = rng.integers(-9, 9, 100).astype(np.int32)
    for n in [0, 1, 2, 5]:
        t, u = x, second if carried == "%x, %b" else x
        for i in range(n):
            if reference:
                t, u = reference(t, u)
            else:
                t, u = (t if i == 1 else scans(t, 1)), t
        suite.case(
            f"carry {name} n={n}",
            f"carry_{name}",
            [x, second, n],
            same(t, u, scans(x if after == "%x" else second, 1)),
            outputs=3,
        )

# A value that an iteration or a function makes once and passes twice is two tensors:
# writing one of them does not change the other.
program(
    "handed_on_twice",
    """func.func private @twice(%x: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xi32>
  %o = tensor.empty(%d) : tensor<?xi32>
  %y = SCAN(%x, %o, tensor<?xi32>)
  return %y, %y : tensor<?xi32>, tensor<?xi32>
}
func.func @handed_on_twice(%x: tensor<?xi32>, %n: index) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?xi32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x, %u = %x) -> (tensor<?xi32>, tensor<?xi32>) {
    %o = tensor.empty(%d) : tensor<?xi32>
    %y = SCAN(%t, %o, tensor<?xi32>)
    scf.yield %y, %y : tensor<?xi32>, tensor<?xi32>
  }
  %z = SCAN(%r#0, %r#0, tensor<?xi32>)
  %a, %b = call @twice(%x) : (tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  %c = SCAN(%a, %a, tensor<?xi32>)
  return %z, %r#1, %c, %b : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}""",
)
for n in [0, 1, 2]:
    suite.case(
        f"handed on twice n={n}",
        "handed_on_twice",
        [x, n],
        same(scans(x, n + 1), scans(x, n), scans(x, 2), scans(x, 1)),
        outputs=4,
    )

# Ops that upstream folds to constants, whose size is then unknown.
program(
    "same_operands",
    """func.func @same_operands(%x: tensor<?xi32>) -> tensor<?xi32> {
  %zero = arith.xori %x, %x : tensor<?xi32>
  %same = arith.cmpi eq, %x, %x : tensor<?xi32>
  %y = arith.select %same, %zero, %x : tensor<?xi1>, tensor<?xi32>
  return %y : tensor<?xi32>
}""",
)
suite.case("same operands", "same_operands", [x], same(np.zeros_like(x)))

program(
    "nested",
    """func.func @nested(%x: tensor<?xi32>, %n: index) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %d = tensor.dim %x, %c0 : tensor<?xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<?xi32> {
    %q = scf.for %j = %c0 to %i step %c1 iter_args(%u = %t) -> tensor<?xi32> {
      %rest = arith.remui %j, %c2 : index
      %even = arith.cmpi eq, %rest, %c0 : index
      %z = scf.if %even -> tensor<?xi32> {
        %o = tensor.empty(%d) : tensor<?xi32>
        %y = SCAN(%u, %o, tensor<?xi32>)
        scf.yield %y : tensor<?xi32>
      } else {
        scf.yield %u : tensor<?xi32>
      }
      scf.yield %z : tensor<?xi32>
    }
    scf.yield %q : tensor<?xi32>
  }
  return %r : tensor<?xi32>
}""",
)
for n in [1, 4]:
    times = sum((i + 1) // 2 for i in range(n))
    suite.case(f"nested n={n}", "nested", [x, n], same(scans(x, times)))

# Runs until a value on the device is reached.
program(
    "until",
    """func.func @until(%x: tensor<?xi32>, %limit: i32) -> (tensor<?xi32>, i32) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xi32>
  %zero = arith.constant 0 : i32
  %r:2 = scf.while (%t = %x, %last = %zero) : (tensor<?xi32>, i32) -> (tensor<?xi32>, i32) {
    %e = tensor.empty() : tensor<i32>
    %s = prim.device_reduce add ins(%t : tensor<?xi32>) outs(%e : tensor<i32>) -> tensor<i32>
    %v = tensor.extract %s[] : tensor<i32>
    %go = arith.cmpi slt, %v, %limit : i32
    scf.condition(%go) %t, %v : tensor<?xi32>, i32
  } do {
  ^bb0(%t: tensor<?xi32>, %v: i32):
    %o = tensor.empty(%d) : tensor<?xi32>
    %y = SCAN(%t, %o, tensor<?xi32>)
    scf.yield %y, %v : tensor<?xi32>, i32
  }
  return %r#0, %r#1 : tensor<?xi32>, i32
}""",
)
ones = np.ones(10, np.int32)
suite.case(
    "until", "until", [ones, 1000], same(scans(ones, 4), scans(ones, 4).sum()), outputs=2
)
suite.case("until at once", "until", [ones, 3], same(ones, 10), outputs=2)

program(
    "choose",
    """func.func @choose(%x: tensor<?xi32>, %y: tensor<?xi32>, %k: index) -> tensor<?xi32> {
  %s = scf.index_switch %k -> tensor<?xi32>
  case 0 { scf.yield %x : tensor<?xi32> }
  case 1 {
    %z = SCAN(%y, %y, tensor<?xi32>)
    scf.yield %z : tensor<?xi32>
  }
  default {
    %c = arith.constant dense<3> : tensor<2xi32>
    %d = tensor.cast %c : tensor<2xi32> to tensor<?xi32>
    scf.yield %d : tensor<?xi32>
  }
  return %s : tensor<?xi32>
}""",
)
for k, want in [(0, x), (1, scans(x[:7], 1)), (2, [3, 3])]:
    suite.case(f"choose {k}", "choose", [x, x[:7], k], same(want))

# ---------------------------------------------------------------------------
# Calls
# ---------------------------------------------------------------------------

program(
    "calls",
    """func.func private @fresh(%x: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xi32>
  %o = tensor.empty(%d) : tensor<?xi32>
  %y = SCAN(%x, %o, tensor<?xi32>)
  return %y : tensor<?xi32>
}
func.func private @same(%x: tensor<?xi32>) -> tensor<?xi32> {
  return %x : tensor<?xi32>
}
func.func private @place(%x: tensor<?xi32>) -> tensor<?xi32> {
  %y = SCAN(%x, %x, tensor<?xi32>)
  return %y : tensor<?xi32>
}
func.func private @down(%x: tensor<?xi32>, %n: index) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %done = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %done -> tensor<?xi32> {
    scf.yield %x : tensor<?xi32>
  } else {
    %m = arith.subi %n, %c1 : index
    %y = func.call @fresh(%x) : (tensor<?xi32>) -> tensor<?xi32>
    %q = func.call @down(%y, %m) : (tensor<?xi32>, index) -> tensor<?xi32>
    scf.yield %q : tensor<?xi32>
  }
  return %r : tensor<?xi32>
}
func.func @calls(%x: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %c3 = arith.constant 3 : index
  %a = call @fresh(%x) : (tensor<?xi32>) -> tensor<?xi32>
  %b = call @same(%a) : (tensor<?xi32>) -> tensor<?xi32>
  %c = call @place(%x) : (tensor<?xi32>) -> tensor<?xi32>
  %d = call @place(%c) : (tensor<?xi32>) -> tensor<?xi32>
  %e = call @down(%x, %c3) : (tensor<?xi32>, index) -> tensor<?xi32>
  return %b, %d, %c, %e, %b : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}""",
)
suite.case(
    "calls",
    "calls",
    [x],
    same(scans(x, 1), scans(x, 2), scans(x, 1), scans(x, 3), scans(x, 1)),
    outputs=5,
)

# ---------------------------------------------------------------------------
# Tensors and linalg
# ---------------------------------------------------------------------------

program(
    "shapes",
    """func.func @shapes(%x: tensor<4x8xi32>, %v: i32) -> (tensor<2x16xi32>, tensor<4x8xi32>, tensor<2xi32>, tensor<8x4xi32>) {
  %flat = tensor.collapse_shape %x [[0, 1]] : tensor<4x8xi32> into tensor<32xi32>
  %o = tensor.empty() : tensor<32xi32>
  %y = SCAN(%flat, %o, tensor<32xi32>)
  %a = tensor.expand_shape %y [[0, 1]] output_shape [4, 8] : tensor<32xi32> into tensor<4x8xi32>
  %row = tensor.extract_slice %x[1, 0] [1, 8] [1, 1] : tensor<4x8xi32> to tensor<8xi32>
  %p = tensor.empty() : tensor<8xi32>
  %s = SCAN(%row, %p, tensor<8xi32>)
  %b = tensor.insert_slice %s into %x[2, 0] [1, 8] [1, 1] : tensor<8xi32> into tensor<4x8xi32>
  %w = arith.addi %v, %v : i32
  %c = tensor.from_elements %v, %w : tensor<2xi32>
  %e = tensor.empty() : tensor<8x4xi32>
  %extents = arith.constant dense<[2, 16]> : tensor<2xindex>
  %wide = tensor.reshape %a(%extents) : (tensor<4x8xi32>, tensor<2xindex>) -> tensor<2x16xi32>
  %t = linalg.transpose ins(%x : tensor<4x8xi32>) outs(%e : tensor<8x4xi32>) permutation = [1, 0]
  return %wide, %b, %c, %t : tensor<2x16xi32>, tensor<4x8xi32>, tensor<2xi32>, tensor<8x4xi32>
}""",
)
m = rng.integers(-9, 9, (4, 8)).astype(np.int32)
inserted = m.copy()
inserted[2] = np.cumsum(m[1])
suite.case(
    "shapes",
    "shapes",
    [m, 21],
    same(np.cumsum(m, dtype=np.int32).reshape(2, 16), inserted, [21, 42], m.T),
    outputs=4,
)

# Rows are used in place; columns have holes and are copied to buffers without holes.
for name, count, offset, sizes, type, axis in [
    ("rows", 4, "%i, 0", "1, 8", "tensor<8xi32>", 1),
    ("columns", 8, "0, %i", "4, 1", "tensor<4xi32>", 0),
]:
    program(
        name,
        f"""func.func @{name}(%x: tensor<4x8xi32>) -> tensor<4x8xi32> {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant {count} : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<4x8xi32> {{
    %s = tensor.extract_slice %t[{offset}] [{sizes}] [1, 1] : tensor<4x8xi32> to {type}
    %y = SCAN(%s, %s, {type})
    %z = tensor.insert_slice %y into %t[{offset}] [{sizes}] [1, 1] : {type} into tensor<4x8xi32>
    scf.yield %z : tensor<4x8xi32>
  }}
  return %r : tensor<4x8xi32>
}}""",
    )
    suite.case(name, name, [m], same(np.cumsum(m, axis=axis, dtype=np.int32)))

program(
    "makers",
    """func.func @makers(%n: index, %v: i32, %x: tensor<?xi32>) -> (tensor<?xi32>, tensor<8xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %g = tensor.generate %n {
  ^bb0(%k: index):
    %e = arith.index_cast %k : index to i32
    tensor.yield %e : i32
  } : tensor<?xi32>
  %s = tensor.splat %v : tensor<8xi32>
  %p = tensor.pad %x low[1] high[2] {
  ^bb0(%k: index):
    tensor.yield %v : i32
  } : tensor<?xi32> to tensor<?xi32>
  %c = tensor.concat dim(0) %x, %g : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  %o = tensor.empty(%n) : tensor<?xi32>
  %f = linalg.fill ins(%v : i32) outs(%o : tensor<?xi32>) -> tensor<?xi32>
  return %g, %s, %p, %c, %f : tensor<?xi32>, tensor<8xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}""",
)
for n in [0, 1, 300]:
    suite.case(
        f"makers n={n}",
        "makers",
        [n, 6, x],
        same(
            np.arange(n),
            [6] * 8,
            np.pad(x, (1, 2), constant_values=6),
            np.concatenate([x, np.arange(n)]),
            [6] * n,
        ),
        outputs=5,
    )

program(
    "normalise",
    """func.func @normalise(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty() : tensor<f32>
  %t = prim.device_reduce add ins(%x : tensor<?xf32>) outs(%e : tensor<f32>) -> tensor<f32>
  %h = tensor.empty() : tensor<f32>
  %half = linalg.map { arith.negf } ins(%t : tensor<f32>) outs(%h : tensor<f32>)
  %o = tensor.empty(%d) : tensor<?xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]} ins(%x, %half : tensor<?xf32>, tensor<f32>) outs(%o : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %s = arith.mulf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %q : tensor<?xf32>
}""",
)
y = rng.integers(0, 9, 1000).astype(np.float32)
suite.case("normalise", "normalise", [y], same(y * -y.sum()))

program(
    "elementwise",
    """func.func @elementwise(%x: tensor<?xi32>, %m: memref<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %m, %c0 : memref<?xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %i = arith.index_cast %bx : index to i32
    memref.store %i, %m[%bx] : memref<?xi32>
    gpu.terminator
  }
  %t = bufferization.to_tensor %m restrict : memref<?xi32> to tensor<?xi32>
  %less = arith.cmpi slt, %x, %t : tensor<?xi32>
  %s = arith.select %less, %x, %t : tensor<?xi1>, tensor<?xi32>
  %y = arith.muli %s, %s : tensor<?xi32>
  return %y : tensor<?xi32>
}""",
)
v = rng.integers(0, 300, 300).astype(np.int32)
suite.case(
    "elementwise",
    "elementwise",
    [v, np.zeros_like(v)],
    same(np.minimum(v, np.arange(300)) ** 2, np.arange(300)),
    outputs=2,
    inout=[1],
)

program(
    "product",
    """func.func @product(%a: tensor<?x8xi64>, %b: tensor<8x5xi64>) -> tensor<?x5xi64> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %a, %c0 : tensor<?x8xi64>
  %z = arith.constant 0x0102030405060708 : i64
  %o = tensor.empty(%d) : tensor<?x5xi64>
  %f = linalg.fill ins(%z : i64) outs(%o : tensor<?x5xi64>) -> tensor<?x5xi64>
  %t = linalg.matmul ins(%a, %b : tensor<?x8xi64>, tensor<8x5xi64>) outs(%f : tensor<?x5xi64>) -> tensor<?x5xi64>
  return %t : tensor<?x5xi64>
}""",
)
a, b = rng.integers(-9, 9, (3, 8)), rng.integers(-9, 9, (8, 5))
suite.case("product", "product", [a, b], same(a @ b + 0x0102030405060708))

# A size that the device computes.
program(
    "sized",
    """func.func @sized(%x: tensor<?xi32>) -> tensor<?xi32> {
  %e = tensor.empty() : tensor<i32>
  %s = prim.device_reduce add ins(%x : tensor<?xi32>) outs(%e : tensor<i32>) -> tensor<i32>
  %v = tensor.extract %s[] : tensor<i32>
  %n = arith.index_cast %v : i32 to index
  %o = tensor.empty(%n) : tensor<?xi32>
  %f = linalg.fill ins(%v : i32) outs(%o : tensor<?xi32>) -> tensor<?xi32>
  return %f : tensor<?xi32>
}""",
)
suite.case("sized", "sized", [np.arange(10, dtype=np.int32)], same([45] * 45))

# ---------------------------------------------------------------------------
# Memrefs
# ---------------------------------------------------------------------------

program(
    "transfers",
    """func.func @transfers(%x: memref<8x8xi32>, %y: memref<4x4xi32>, %n: index) -> (i32, memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %s = memref.subview %x[2, 2] [4, 4] [1, 1] : memref<8x8xi32> to memref<4x4xi32, strided<[8, 1], offset: 18>>
  memref.copy %s, %y : memref<4x4xi32, strided<[8, 1], offset: 18>> to memref<4x4xi32>
  %h = memref.alloca() : memref<4xi32>
  scf.for %i = %c0 to %c4 step %c1 {
    %v = arith.index_cast %i : index to i32
    memref.store %v, %h[%i] : memref<4xi32>
  }
  %r = memref.subview %y[1, 0] [1, 4] [1, 1] : memref<4x4xi32> to memref<4xi32, strided<[1], offset: 4>>
  gpu.memcpy %r, %h : memref<4xi32, strided<[1], offset: 4>>, memref<4xi32>
  %w = memref.load %x[%c1, %c4] : memref<8x8xi32>
  memref.store %w, %y[%c0, %c1] : memref<4x4xi32>
  memref.copy %r, %h : memref<4xi32, strided<[1], offset: 4>> to memref<4xi32>
  %z = arith.constant 0 : i32
  %t = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %z) -> i32 {
    %v = memref.load %h[%i] : memref<4xi32>
    %q = arith.addi %u, %v : i32
    scf.yield %q : i32
  }
  %d = arith.constant 7.25 : f64
  %t0 = gpu.wait async
  %a, %t1 = gpu.alloc async [%t0] (%n) : memref<?xf64>
  %t2 = gpu.memset async [%t1] %a, %d : memref<?xf64>, f64
  gpu.wait [%t2]
  return %t, %a : i32, memref<?xf64>
}""",
)
board = np.arange(64, dtype=np.int32).reshape(8, 8)
copied = board[2:6, 2:6].copy()
copied[1] = range(4)
copied[0, 1] = board[1, 4]
suite.case(
    "transfers",
    "transfers",
    [board, np.zeros((4, 4), np.int32), 5],
    same(6, [7.25] * 5, copied),
    outputs=3,
    inout=[1],
)

# An element that consists of several numbers is copied rather than set.
program(
    "wide_element",
    """func.func @wide_element(%y: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = gpu.alloc () : memref<2xvector<4xi32>>
  %v = arith.constant dense<[5, 7, 11, 13]> : vector<4xi32>
  memref.store %v, %a[%c1] : memref<2xvector<4xi32>>
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %w = memref.load %a[%c1] : memref<2xvector<4xi32>>
    %e = vector.extract %w[%i] : i32 from vector<4xi32>
    memref.store %e, %y[%i] : memref<4xi32>
  }
  gpu.dealloc %a : memref<2xvector<4xi32>>
  return
}""",
)
suite.case(
    "wide element",
    "wide_element",
    [np.zeros(4, np.int32)],
    same([5, 7, 11, 13]),
    outputs=1,
    inout=[0],
)

program(
    "grow",
    """func.func @grow(%x: memref<4xi32>, %n: index) -> memref<?xi32> {
  %a = memref.alloc(%n) : memref<?xi32>
  %v = arith.constant 7 : i32
  linalg.fill ins(%v : i32) outs(%a : memref<?xi32>)
  %c2 = arith.constant 2 : index
  %m = arith.muli %n, %c2 : index
  %b = memref.realloc %a(%m) : memref<?xi32> to memref<?xi32>
  %s = memref.subview %b[%n] [4] [1] : memref<?xi32> to memref<4xi32, strided<[1], offset: ?>>
  memref.copy %x, %s : memref<4xi32> to memref<4xi32, strided<[1], offset: ?>>
  return %b : memref<?xi32>
}""",
)
suite.case("grow", "grow", [np.arange(4, dtype=np.int32), 4], same([7] * 4 + [0, 1, 2, 3]))

program(
    "launches",
    """func.func @launches(%x: memref<?xi32>, %m: memref<4x8xi32>, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %n = memref.dim %x, %c0 : memref<?xi32>
  %g = arith.ceildivui %n, %c64 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %g, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %b = arith.muli %bx, %c64 : index
    %i = arith.addi %b, %tx : index
    %in = arith.cmpi ult, %i, %n : index
    scf.if %in {
      %v = memref.load %x[%i] : memref<?xi32>
      %w = arith.muli %v, %k : i32
      memref.store %w, %x[%i] : memref<?xi32>
    }
    gpu.terminator
  }
  scf.parallel (%i, %j) = (%c1, %c1) to (%c3, %c8) step (%c1, %c2) {
    memref.store %k, %m[%i, %j] : memref<4x8xi32>
  }
  // Loops in loops, with memory of a thread's own.
  scf.parallel (%i) = (%c0) to (%c1) step (%c1) {
    scf.parallel (%j) = (%c0) to (%c8) step (%c1) {
      %t = memref.alloca() : memref<i32>
      %v = memref.load %m[%i, %j] : memref<4x8xi32>
      memref.store %v, %t[] : memref<i32>
      %w = memref.load %t[] : memref<i32>
      %u = arith.addi %w, %w : i32
      memref.store %u, %m[%i, %j] : memref<4x8xi32>
    }
  }
  scf.forall (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xi32>
    %w = arith.addi %v, %k : i32
    memref.store %w, %x[%i] : memref<?xi32>
  }
  affine.parallel (%i) = (0) to (%n) {
    %v = affine.load %x[%i] : memref<?xi32>
    %w = arith.addi %v, %v : i32
    affine.store %w, %x[%i] : memref<?xi32>
  }
  return
}""",
)
for n in [0, 1, 256, 1000]:
    v = np.arange(n, dtype=np.int32)
    marked = m.copy()
    marked[1:3, 1:8:2] = 5
    marked[0] *= 2
    suite.case(
        f"launches n={n}",
        "launches",
        [v, m, 5],
        same((v * 5 + 5) * 2, marked),
        outputs=2,
        inout=[0, 1],
    )

# ---------------------------------------------------------------------------
# Failures end the host code that depends on them
# ---------------------------------------------------------------------------

program(
    "division",
    """func.func private @positive(%m: index) -> index {
  %c0 = arith.constant 0 : index
  %ok = arith.cmpi ne, %m, %c0 : index
  cf.assert %ok, "the divisor is 0"
  return %m : index
}
func.func @division(%n: index) -> index {
  %c100 = arith.constant 100 : index
  %k = call @positive(%n) : (index) -> index
  %r = arith.divui %c100, %k : index
  return %r : index
}""",
)
suite.case("division", "division", [7], same(14))
suite.case("division by 0", "division", [0], None, error="the divisor is 0")

# The buffer is too large for the machine, and the loop would wait for its value.
program(
    "endless",
    """func.func @endless(%n: index) -> i32 {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %r = scf.while (%i = %zero) : (i32) -> i32 {
    %o = tensor.empty(%n) : tensor<?xi32>
    %f = linalg.fill ins(%one : i32) outs(%o : tensor<?xi32>) -> tensor<?xi32>
    %c0 = arith.constant 0 : index
    %v = tensor.extract %f[%c0] : tensor<?xi32>
    %go = arith.cmpi ne, %v, %one : i32
    scf.condition(%go) %v : i32
  } do {
  ^bb0(%i: i32):
    scf.yield %i : i32
  }
  return %r : i32
}""",
)
suite.case("a loop that ends", "endless", [5], same(1))
suite.case("no memory", "endless", [1 << 40], None, error="bytes of memory")

suite.run()
