# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_map in all its forms: elements of all types, neighbours on both sides, of
tiles and of rows, outputs that are the inputs, places without inputs, and unchanged
elements."""

import numpy as np

from ops import map as maps
from primtest.comparing import same
from primtest.elements import DTYPES
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(21)
ITEMS = 256
TILE = " tuning<block_size = 64, items_per_thread = 4>"
SIZES = [0, 1, 5, ITEMS - 1, ITEMS, ITEMS + 1, 7 * ITEMS - 27]
UNTOUCHED = 77


def numbers(ty, shape):
    if ty == "i1":
        return rng.random(shape) < 0.5
    dtype = np.dtype(DTYPES[ty])
    if dtype.kind == "f":
        return rng.integers(-500, 500, shape).astype(dtype)
    info = np.iinfo(dtype)
    return rng.integers(info.min, info.max, shape, dtype=dtype, endpoint=True)


def buffers(prefix, types, kind="memref", sizes="?"):
    return [(f"%{prefix}{i}", f"{kind}<{sizes}x{ty}>") for i, ty in enumerate(types)]


def listed(operands):
    return "(%s : %s)" % tuple(", ".join(part) for part in zip(*operands))


def parameters(operands):
    return ", ".join(f"{value}: {ty}" for value, ty in operands)


def op(ins, outs, clauses, region):
    group = f" ins{listed(ins)}" if ins else ""
    return f"prim.device_map{group} outs{listed(outs)}{clauses} map {region}"


def program(name, ins, outs, region, clauses=TILE, sizes="?"):
    """A function on memrefs, with the inputs first."""
    x, y = buffers("x", ins, sizes=sizes), buffers("y", outs, sizes=sizes)
    suite.function(name, f"func.func @{name}({parameters(x + y)}) {{\n  {op(x, y, clauses, region)}\n  return\n}}\n")


def run(name, function, inputs, wants, before=None, error=None):
    outs = before or [np.full_like(want, UNTOUCHED % 2 if want.dtype == bool else UNTOUCHED) for want in wants]
    first = len(inputs)
    suite.case(name, function, inputs + outs, same(*wants), outputs=len(wants),
               inout=list(range(first, first + len(wants))), error=error)  # fmt: skip


# Elements of all types, whose members may have several widths.
for ty in [*DTYPES, "i1"]:
    add = "arith.addf" if ty.startswith("f") else "arith.xori"
    program(f"binary_{ty}", [ty, ty], [ty], f"""{{
  ^bb0(%a: {ty}, %b: {ty}):
    %c = {add} %a, %b : {ty}
    prim.yield %c : {ty}
  }}""")  # fmt: skip
    for n in SIZES:
        a, b = numbers(ty, n), numbers(ty, n)
        run(f"binary_{ty} n={n}", f"binary_{ty}", [a, b], [a + b if ty.startswith("f") else a ^ b])
MIXED = """{
  ^bb0(%a: i8, %b: i64, %i: index):
    %c = arith.extsi %a : i8 to i64
    %d = arith.addi %b, %c : i64
    %j = arith.index_cast %i : index to i32
    prim.yield %j, %d, %a : i32, i64, i8
  }"""
for name, clauses in [("mixed", TILE), ("table", "")]:
    program(name, ["i8", "i64"], ["i32", "i64", "i8"], MIXED, clauses)
    for n in SIZES if clauses else [1, 2047, 2048, 2049, 9001]:
        a, b = numbers("i8", n), numbers("i64", n) // 2
        run(f"{name} n={n}", name, [a, b], [np.arange(n, dtype=np.int32), b + a, a])
program("static", ["i32"], ["i32"], """{
  ^bb0(%a: i32):
    %b = arith.addi %a, %a : i32
    prim.yield %b : i32
  }""", sizes="1000")  # fmt: skip
a = rng.integers(-99, 99, 1000).astype(np.int32)
run("static", "static", [a], [a + a])


# Neighbours, and whether they exist: of one type, and of two.
def neighbours(types):
    arguments = [f"%a{i}: {ty}" for i, ty in enumerate(types)]
    arguments += [f"%p{i}: {ty}" for i, ty in enumerate(types)] + ["%has: i1"]
    values = ", ".join(f"%p{i}" for i in range(len(types)))
    return f"""{{
  ^bb0({", ".join(arguments)}):
    prim.yield {values}, %has : {", ".join(types)}, i1
  }}"""


def beside(x, side, axis=0):
    (other,), has = maps.neighbours([x], side, axis)
    return other, has.copy()


for side in ["left", "right"]:
    for types in [*([ty] for ty in [*DTYPES, "i1"]), ["i8", "i64", "i1"]]:
        name = f"{side}_{'_'.join(types)}"
        program(name, types, [*types, "i1"], neighbours(types), f" neighbour({side}){TILE}")
        for n in SIZES:
            inputs = [numbers(ty, n) for ty in types]
            found = [beside(x, side) for x in inputs]
            run(f"{name} n={n}", name, inputs, [p for p, _ in found] + [found[0][1]])

# Differences, in place and out of place: one value passed twice, one buffer passed as
# two parameters of a function that does not know it, and with a workspace.
DIFFERENCE = """{
  ^bb0(%a: i32, %p: i32, %has: i1):
    %d = arith.subi %a, %p : i32
    %r = arith.select %has, %d, %a : i32
    prim.yield %r : i32
  }"""


def difference(x, side, axis=0):
    other, has = beside(x, side, axis)
    return np.where(has, x - other, x)


for side in ["left", "right"]:
    clauses = f" neighbour({side}){TILE}"
    x = buffers("x", ["i32"])
    program(f"apart_{side}", ["i32"], ["i32"], DIFFERENCE, clauses)
    program(f"inner_{side}", ["i32"], ["i32"], DIFFERENCE, clauses)
    suite.function(f"same_{side}", suite.functions[f"inner_{side}"] + f"""func.func @same_{side}({parameters(x)}) {{
  call @inner_{side}(%x0, %x0) : (memref<?xi32>, memref<?xi32>) -> ()
  return
}}
""")  # fmt: skip
    suite.functions.pop(f"inner_{side}")
    suite.function(f"same_{side}_value", f"func.func @same_{side}_value({parameters(x)}) {{\n  {op(x, x, clauses, DIFFERENCE)}\n  return\n}}\n")
    for form in ["", " initialized"]:
        name = f"work_{side}{form.strip()}"
        fill = "0" if form else "-1"
        w = [("%w", "memref<?xi8>")]
        once = op(x, x, f" workspace{listed(w)}{form}{clauses}", DIFFERENCE)
        suite.function(name, f"""func.func @{name}({parameters(x)}) {{
  %bytes = prim.workspace_size {{
    {op(x, x, clauses, DIFFERENCE)}
  }} : index
  %w = gpu.alloc (%bytes) : memref<?xi8>
  %fill = arith.constant {fill} : i8
  gpu.memset %w, %fill : memref<?xi8>, i8
  {once}
  {once}
  gpu.dealloc %w : memref<?xi8>
  return
}}
""")  # fmt: skip
    for n in [*SIZES, 70 * ITEMS - 27]:
        a = rng.integers(-99, 99, n).astype(np.int32)
        want = difference(a, side)
        run(f"apart_{side} n={n}", f"apart_{side}", [a], [want])
        run(f"same_{side} n={n}", f"same_{side}", [], [want], [a])
        run(f"same_{side}_value n={n}", f"same_{side}_value", [], [want], [a])
        for name in [f"work_{side}", f"work_{side}initialized"]:
            run(f"{name} n={n}", name, [], [difference(want, side)], [a])

# Rows along each dimension, whose borders are saved too; and memory with holes.
for side in ["left", "right"]:
    for d in [0, 1]:
        clauses = f" neighbour({side}) dimension({d}){TILE}"
        x, y = buffers("x", ["i32"], sizes="?x?"), buffers("y", ["i32"], sizes="?x?")
        program(f"rows_{side}_{d}", ["i32"], ["i32"], DIFFERENCE, clauses, sizes="?x?")
        suite.function(f"rows_same_{side}_{d}", f"func.func @rows_same_{side}_{d}({parameters(x)}) {{\n  {op(x, x, clauses, DIFFERENCE)}\n  return\n}}\n")
        for shape in [(3, 0), (0, 3), (1, 1), (3, 7), (5, ITEMS), (3, 2 * ITEMS + 5), (2 * ITEMS + 5, 3)]:
            a = rng.integers(-99, 99, shape).astype(np.int32)
            want = difference(a, side, d)
            run(f"rows_{side}_{d} {shape}", f"rows_{side}_{d}", [a], [want])
            run(f"rows_same_{side}_{d} {shape}", f"rows_same_{side}_{d}", [], [want], [a])
program("cube", ["i16", "i16"], ["i32"], """{
  ^bb0(%a: i16, %b: i16, %i: index):
    %c = arith.muli %a, %b : i16
    %w = arith.extui %c : i16 to i32
    %j = arith.index_cast %i : index to i32
    %r = arith.addi %w, %j : i32
    prim.yield %r : i32
  }""", sizes="?x5x?")  # fmt: skip
for shape in [(0, 5, 3), (2, 5, 3), (7, 5, 61)]:
    a, b = (rng.integers(0, 100, shape).astype(np.int16) for _ in range(2))
    place = np.arange(a.size).reshape(shape)
    run(f"cube {shape}", "cube", [a, b], [(a.astype(np.int32) * b + place).astype(np.int32)])
suite.function("scalar", """func.func @scalar(%x: memref<f32>, %y: memref<f32>) {
  prim.device_map ins(%x : memref<f32>) outs(%y : memref<f32>) map {
  ^bb0(%a: f32):
    %b = math.sqrt %a : f32
    prim.yield %b : f32
  }
  return
}
""")  # fmt: skip
run("scalar", "scalar", [np.array(9, np.float32)], [np.array(3, np.float32)])
suite.function("strided", f"""func.func @strided(%x: memref<?x2xi32>, %o: memref<?x3xi1>, %y: memref<?x3xi32>) {{
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x2xi32>
  %xs = memref.subview %x[0, 1] [%n, 1] [1, 1] : memref<?x2xi32> to memref<?xi32, strided<[2], offset: 1>>
  %os = memref.subview %o[0, 1] [%n, 1] [1, 1] : memref<?x3xi1> to memref<?xi1, strided<[3], offset: 1>>
  %ys = memref.subview %y[0, 2] [%n, 1] [1, 1] : memref<?x3xi32> to memref<?xi32, strided<[3], offset: 2>>
  prim.device_map ins(%xs : memref<?xi32, strided<[2], offset: 1>>)
      outs(%ys, %os : memref<?xi32, strided<[3], offset: 2>>, memref<?xi1, strided<[3], offset: 1>>)
      neighbour(right){TILE} map {neighbours(["i32"])}
  prim.device_map ins(%ys : memref<?xi32, strided<[3], offset: 2>>)
      outs(%ys : memref<?xi32, strided<[3], offset: 2>>) neighbour(left){TILE} map {DIFFERENCE}
  return
}}
""")  # fmt: skip
for n in SIZES[1:]:
    x = rng.integers(0, 99, (n, 2)).astype(np.int32)
    other, has = beside(x[:, 1], "right")
    o, y = np.zeros((n, 3), bool), np.full((n, 3), UNTOUCHED, np.int32)
    before = [o.copy(), y.copy()]
    o[:, 1], y[:, 2] = has, difference(other, "left")
    run(f"strided n={n}", "strided", [x], [o, y], before)
suite.function("holes", f"""func.func @holes(%x: memref<?x8xi32>, %y: memref<?x5xi32>) {{
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x8xi32>
  %xs = memref.subview %x[0, 2] [%n, 5] [1, 1] : memref<?x8xi32> to memref<?x5xi32, strided<[8, 1], offset: 2>>
  prim.device_map ins(%xs : memref<?x5xi32, strided<[8, 1], offset: 2>>) outs(%y : memref<?x5xi32>){TILE} map {{
  ^bb0(%a: i32, %i: index):
    %j = arith.index_cast %i : index to i32
    %s = arith.addi %a, %j : i32
    prim.yield %s : i32
  }}
  return
}}
""")  # fmt: skip
for n in [1, 51, 52, 300]:
    x = rng.integers(0, 99, (n, 8)).astype(np.int32)
    want = x[:, 2:7] + np.arange(5 * n, dtype=np.int32).reshape(n, 5)
    run(f"holes n={n}", "holes", [x], [want])

# Places without inputs: a constant, numbers from one on, of a known or unknown size.
suite.function("generated", f"""func.func @generated(%y: memref<?xi32>, %z: memref<?xindex>, %first: i32) {{
  prim.device_map outs(%y, %z : memref<?xi32>, memref<?xindex>){TILE} map {{
  ^bb0(%i: index):
    %j = arith.index_cast %i : index to i32
    %v = arith.addi %first, %j : i32
    prim.yield %v, %i : i32, index
  }}
  return
}}
""")  # fmt: skip
suite.function("constant", """func.func @constant() -> tensor<1000xf16> {
  %e = tensor.empty() : tensor<1000xf16>
  %y = prim.device_map outs(%e : tensor<1000xf16>) map {
  ^bb0:
    %v = arith.constant 2.5 : f16
    prim.yield %v : f16
  } -> tensor<1000xf16>
  return %y : tensor<1000xf16>
}
""")  # fmt: skip
for n in SIZES:
    y, z = np.zeros(n, np.int32), np.zeros(n, np.int64)
    suite.case(f"generated n={n}", "generated", [y, z, 20], same(np.arange(n) + 20, np.arange(n)),
               outputs=2, inout=[0, 1])  # fmt: skip
suite.case("constant", "constant", [], same(np.full(1000, 2.5, np.float16)))

# Elements that are left unchanged; the region only loads and divides by existing
# elements.
program("predicated", ["i32", "i1"], ["i32", "i8", "i1"], """{
  ^bb0(%a: i32, %p: i1):
    %b = arith.trunci %a : i32 to i8
    prim.yield %a, %b, %p, %p : i32, i8, i1, i1
  }""", " predicated" + TILE)  # fmt: skip
program("predicated_neighbour", ["i32"], ["i32"], """{
  ^bb0(%a: i32, %b: i32, %has: i1):
    %less = arith.cmpi slt, %a, %b : i32
    %is = arith.andi %less, %has : i1
    prim.yield %b, %is : i32, i1
  }""", " neighbour(right) predicated" + TILE)  # fmt: skip
for n in SIZES:
    a, p = rng.integers(0, 50, n).astype(np.int32), rng.random(n) < 0.5
    run(f"predicated n={n}", "predicated", [a, p],
        [np.where(p, a, UNTOUCHED), np.where(p, a, UNTOUCHED).astype(np.int8), np.where(p, p, True)])  # fmt: skip
    other, has = beside(a, "right")
    run(f"predicated_neighbour n={n}", "predicated_neighbour", [a],
        [np.where(has & (a < other), other, UNTOUCHED)])  # fmt: skip
suite.function("reading", f"""func.func @reading(%x: memref<?xi32>, %y: memref<?xi32>, %t: memref<?xi32>, %k: i32) {{
  prim.device_map ins(%x : memref<?xi32>) outs(%x, %y : memref<?xi32>, memref<?xi32>) reads(%t : memref<?xi32>){TILE} map {{
  ^bb0(%a: i32, %i: index):
    %v = memref.load %t[%i] : memref<?xi32>
    %q = arith.divsi %a, %v : i32
    %r = arith.addi %q, %k : i32
    prim.yield %r, %v : i32, i32
  }}
  return
}}
""")  # fmt: skip
for n in SIZES:
    x, t = rng.integers(0, 999, n).astype(np.int32), rng.integers(1, 50, n).astype(np.int32)
    suite.case(f"reading n={n}", "reading", [x, np.zeros(n, np.int32), t, 3], same(x // t + 3, t),
               outputs=2, inout=[0, 1])  # fmt: skip

# Tensors: an output in place of an input, and a result without uses.
suite.function("tensors", f"""func.func @tensors(%x: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>) {{
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %e = tensor.empty(%n) : tensor<?xi32>
  %f = tensor.empty(%n) : tensor<?xi32>
  %y:2 = prim.device_map ins(%x : tensor<?xi32>) outs(%e, %f : tensor<?xi32>, tensor<?xi32>){TILE} map {{
  ^bb0(%a: i32):
    %b = arith.addi %a, %a : i32
    prim.yield %b, %a : i32, i32
  }} -> tensor<?xi32>, tensor<?xi32>
  %z = prim.device_map ins(%y#0 : tensor<?xi32>) outs(%y#0 : tensor<?xi32>) neighbour(left){TILE} map {DIFFERENCE}
      -> tensor<?xi32>
  return %y#1, %z : tensor<?xi32>, tensor<?xi32>
}}
""")  # fmt: skip
for n in SIZES:
    x = rng.integers(-99, 99, n).astype(np.int32)
    suite.case(f"tensors n={n}", "tensors", [x], same(x, difference(2 * x, "left")), outputs=2)

# Sizes that do not match are detected before anything is launched.
x = np.zeros(10, np.int32)
run("output of another size", "apart_left", [x], [x[:9]], error="outs 0 has 9 elements, but ins 0 has 10")
run("input of another size", "binary_i32", [x, x[:9]], [x], error="ins 1 has 9 elements, but ins 0 has 10")
suite.case("outputs of two sizes", "generated", [x, np.zeros(9, np.int64), 1], None, inout=[0, 1], outputs=2,
           error="outs 1 has 9 elements, but outs 0 has 10")  # fmt: skip

suite.run()
