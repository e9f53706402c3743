# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_select in all its forms, on hard inputs: everything is selected, nothing,
every other element, one of many, one huge run. On memrefs the elements after the last
result, which must be unchanged, are compared too. Some outputs are too small, so that
the emulator faults on writes past their end."""

import numpy as np

from ops import segments, select
from primtest.comparing import same
from primtest.elements import DTYPES
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(12)
TILE = (64, 4)
ITEMS = 256
SIZES = [0, 1, 5, ITEMS - 1, ITEMS, ITEMS + 1, 7 * ITEMS - 27]
# More tiles than a look-back reads at once.
MANY = 70 * ITEMS - 27
UNTOUCHED = 77


def masks(n):
    i = np.arange(n)
    yield "all", np.ones(n, bool)
    yield "none", np.zeros(n, bool)
    yield "alternating", i % 2 == 0
    yield "one", i == n - 1
    yield "halves", i < n // 2
    yield "tiles", i // ITEMS % 2 == 1
    yield "random", rng.random(n) < 0.3


def numbers(ty, n):
    """Numbers whose lowest bit is free."""
    dtype = np.dtype(DTYPES[ty])
    if dtype.kind == "f":
        return rng.integers(-500, 500, n).astype(dtype)
    info = np.iinfo(dtype)
    return rng.integers(info.min, info.max, n, dtype=dtype, endpoint=True)


def even(ty, others=(), name="where"):
    """A predicate on the first member: its lowest bit is 0."""
    arguments = ", ".join([f"%a: {ty}", *[f"%b{i}: {t}" for i, t in enumerate(others)]])
    return f"""{name} {{
  ^bb0({arguments}):
    %one = arith.constant 1 : {ty}
    %zero = arith.constant 0 : {ty}
    %bit = arith.andi %a, %one : {ty}
    %is = arith.cmpi eq, %bit, %zero : {ty}
    prim.yield %is : i1
  }}"""


def place(kept, capacity, dtype):
    """A buffer of `capacity` elements with the selected ones, as many as fit."""
    out = np.full(capacity, UNTOUCHED, dtype)
    select.place(out, kept)
    return out


def run(name, function, members, classes, inputs=(), counted=1, rest=None, capacity=None,
        rest_capacity=None, count=np.int32, dtypes=None, workspace=False):  # fmt: skip
    """A case on memrefs. `classes` are the classes of the elements, and `members` are
    the items. `inputs` are the op's operands if they differ from these."""
    n = len(classes)
    capacity = n if capacity is None else capacity
    rest_capacity = n if rest_capacity is None else rest_capacity
    inputs = [*(inputs or members)]
    kept, counts, left = select.expected(members, classes, counted)
    wants = [place(part, capacity, part.dtype) for parts in kept for part in parts]
    if rest == "reversed":
        for want, *parts in zip(wants, kept[0], left, strict=True):
            select.place(want, *parts)
    wants += [np.array(number, count) for number in counts]
    if rest == "own":
        wants += [place(m, rest_capacity, m.dtype) for m in left]
    outs = [np.full_like(want, UNTOUCHED) for want in wants]
    inout = list(range(len(inputs), len(inputs) + len(outs)))
    # More than the words of state for this many tiles.
    work = [np.zeros(1 << 16, np.int8)] if workspace else []
    wants += work
    suite.case(f"{name} n={n}", function, inputs + outs + work, same(*wants),
               outputs=len(wants), inout=inout + ([len(inputs + outs)] if work else []))  # fmt: skip


def of_mask(ty, mask):
    x = numbers(ty, len(mask))
    return np.where(mask, x & ~x.dtype.type(1), x | x.dtype.type(1))


# A predicate, with all forms of the rest.
for rest in [None, "own", "reversed"]:
    function = f"even_{rest}"
    suite.function(
        function,
        select.function(function, ["i32"], where=even("i32"), rest=rest, tile=TILE),
    )
    for n in SIZES:
        for name, mask in masks(n):
            x = of_mask("i32", mask)
            run(f"{function} {name}", function, [x], np.where(mask, 0, 1), rest=rest)
    for name, mask in masks(MANY):
        if name in ("all", "alternating", "random"):
            x = of_mask("i32", mask)
            run(f"{function} {name}", function, [x], np.where(mask, 0, 1), rest=rest)
# Outputs that do not hold all results.
for n, capacity, rest_capacity in [(300, 0, 300), (300, 1, 10), (3000, 700, 5), (3000, 3000, 0)]:
    mask = rng.random(n) < 0.5
    for rest in [None, "own"]:
        run(f"capacity {capacity} {rest_capacity} rest={rest}", f"even_{rest}", [of_mask("i32", mask)],
            np.where(mask, 0, 1), rest=rest, capacity=capacity, rest_capacity=rest_capacity)  # fmt: skip

# Flags of all types, with items of all types.
for flag, types in [
    ("i1", ["i8"]),
    ("i8", ["i32"]),
    ("i16", ["f64"]),
    ("i32", ["i16", "i64"]),
    ("i64", ["f16", "i32", "i8"]),
    ("i8", ["i1", "i32"]),
]:
    function = f"flags_{flag}_{'_'.join(types)}"
    suite.function(
        function, select.function(function, types, flags=flag, rest="own", tile=TILE)
    )
    for n in SIZES:
        mask = rng.random(n) < 0.4
        members = [rng.random(n) < 0.5 if t == "i1" else numbers(t, n) for t in types]
        flags = mask if flag == "i1" else np.where(mask, numbers(flag, n) | 2, 0)
        run(function, function, members, np.where(mask, 0, 1), rest="own",
            inputs=[*members, flags.astype(bool if flag == "i1" else DTYPES[flag])])  # fmt: skip

# A predicate of item, flag and index, with a lookup in a table, after a prologue. The
# table's size is that of the buffer, so no index may be past the end.
suite.function("predicated", select.function(
    "predicated", ["i32", "i8"], outs=["i64", "i32"], flags="f32", reads="memref<?xi32>",
    count="i64", tile=TILE,
    prologue="""prologue {
  ^bb0(%a: i32, %b: i8, %i: index):
    %v = memref.load %t[%i] : memref<?xi32>
    %w = arith.addi %a, %v : i32
    %x = arith.extsi %w : i32 to i64
    %y = arith.extsi %b : i8 to i32
    prim.yield %x, %y : i64, i32
  }""",
    where="""where {
  ^bb0(%x: i64, %y: i32, %flag: f32, %i: index):
    %v = memref.load %t[%i] : memref<?xi32>
    %zero = arith.constant 0.0 : f32
    %none = arith.constant 0 : i32
    %is = arith.cmpf ogt, %flag, %zero : f32
    %likes = arith.cmpi sgt, %v, %none : i32
    %c = arith.andi %is, %likes : i1
    prim.yield %c : i1
  }"""))  # fmt: skip
for n in SIZES:
    a, b, t = (rng.integers(-100, 100, n).astype(d) for d in (np.int32, np.int8, np.int32))
    f = rng.standard_normal(n).astype(np.float32)
    f[::7] = np.nan
    run("predicated", "predicated", [(a + t).astype(np.int64), b.astype(np.int32)],
        np.where((f > 0) & (t > 0), 0, 1), inputs=[a, b, f, t], count=np.int64)  # fmt: skip

# Three classes, and numbers that are not a class.
for rest in [None, "own"]:
    function = f"classes_{rest}"
    suite.function(function, select.function(
        function, ["i32"], classes=3, rest=rest, count="index", tile=TILE,
        where="""where {
  ^bb0(%a: i32):
    %two = arith.constant 2 : i32
    %c = arith.shrsi %a, %two : i32
    prim.yield %c : i32
  }"""))  # fmt: skip
    for n in [*SIZES, MANY]:
        for name, x in [
            ("random", rng.integers(0, 12, n)),
            ("others", rng.integers(-40, 40, n)),
            ("sorted", np.sort(rng.integers(0, 12, n))),
            ("one", np.full(n, 5)),
        ]:
            x = x.astype(np.int32)
            c = x >> 2
            c = np.where((c < 0) | (c > 2), 2, c)
            run(f"{function} {name}", function, [x], c, counted=2, rest=rest, count=np.int64)
    for capacity in [0, 3, 500]:
        x = rng.integers(0, 12, 2000).astype(np.int32)
        run(f"{function} capacity={capacity}", function, [x], x >> 2, counted=2, rest=rest,
            capacity=capacity, rest_capacity=capacity + 1, count=np.int64)  # fmt: skip


# The first element of each run: by one key, by two, of floats (each NaN is a run by
# itself), of values computed by a prologue, and by a region that defines equality.
def heads_of(*keys):
    return np.where(segments.heads_of(keys), 0, 1)


def runs(ty, n):
    dtype = DTYPES[ty]
    yield "random", rng.integers(0, 3, n).astype(dtype)
    yield "one run", np.full(n, 3, dtype)
    yield "all different", (np.arange(n) % 120).astype(dtype)
    yield "long runs", (np.arange(n) // 300 % 100).astype(dtype)
    yield "of two", (np.arange(n) // 2 % 100).astype(dtype)


NEAR = """equal {
  ^bb0(%a: i32, %b: i32):
    %d = arith.subi %b, %a : i32
    %two = arith.constant 2 : i32
    %is = arith.cmpi slt, %d, %two : i32
    prim.yield %is : i1
  }"""
MODULO = """equal {
  ^bb0(%a: i32, %b: i32):
    %m = memref.load %t[] : memref<i32>
    %c = arith.remsi %a, %m : i32
    %d = arith.remsi %b, %m : i32
    %is = arith.cmpi eq, %c, %d : i32
    prim.yield %is : i1
  }"""
HALF = """prologue {
  ^bb0(%a: i32, %i: index):
    %two = arith.constant 2 : i32
    %j = arith.index_cast %i : index to i32
    %s = arith.addi %a, %j : i32
    %h = arith.divsi %s, %two : i32
    prim.yield %h : i32
  }"""
for ty in ["i8", "i16", "i32", "i64", "f16", "f32", "f64"]:
    suite.function(f"unique_{ty}", select.function(f"unique_{ty}", [ty], heads=1, tile=TILE))
suite.function("unique_key", select.function(
    "unique_key", ["i16", "f64", "i8"], heads=1, rest="own", tile=TILE))  # fmt: skip
suite.function("unique_keys", select.function(
    "unique_keys", ["i32", "i1", "i64"], heads=2, rest="reversed", tile=TILE))  # fmt: skip
suite.function("unique_near", select.function("unique_near", ["i32"], heads=1, equal=NEAR, tile=TILE))
suite.function("unique_modulo", select.function(
    "unique_modulo", ["i32"], heads=1, equal=MODULO, reads="memref<i32>", tile=TILE))  # fmt: skip
suite.function("unique_mapped", select.function("unique_mapped", ["i32"], heads=1, prologue=HALF, tile=TILE))
for n in [*SIZES, MANY]:
    for ty in ["i8", "i16", "i32", "i64", "f16", "f32", "f64"]:
        for name, x in runs(ty, n):
            if ty.startswith("f"):
                x[::5] = np.nan
            run(f"unique_{ty} {name}", f"unique_{ty}", [x], heads_of(x))
    for name, k in runs("i16", n):
        run(f"unique_key {name}", "unique_key", [k, numbers("f64", n), numbers("i8", n)], heads_of(k),
            rest="own")  # fmt: skip
    for name, k in runs("i32", n):
        m = rng.random(n) < 0.2
        run(f"unique_keys {name}", "unique_keys", [k, m, numbers("i64", n)], heads_of(k, m),
            rest="reversed")  # fmt: skip
        run(f"unique_near {name}", "unique_near", [k], np.where(
            np.diff(k.astype(np.int64), prepend=-9) < 2, 1, 0))  # fmt: skip
        run(f"unique_modulo {name}", "unique_modulo", [k], heads_of(k % 2),
            inputs=[k, np.array(2, np.int32)])  # fmt: skip
        half = ((k + np.arange(n)) // 2).astype(np.int32)
        run(f"unique_mapped {name}", "unique_mapped", [half], heads_of(half), inputs=[k])

# The tables' tiles; a workspace that is kept zero over several runs; tensors, and
# strides.
for ty in ["i8", "i32", "f64"]:
    function = f"table_{ty}"
    suite.function(function, select.function(function, [ty], flags="i8", rest="reversed"))
    for n in [1, 4095, 4096, 4097, 20011]:
        mask = rng.random(n) < 0.5
        x = numbers(ty, n)
        run(function, function, [x], np.where(mask, 0, 1), inputs=[x, mask.astype(np.int8)],
            rest="reversed")  # fmt: skip
suite.function("kept_zero", select.function(
    "kept_zero", ["i32"], where=even("i32"), workspace=True, tile=TILE))  # fmt: skip
for n in [*SIZES, MANY]:
    mask = rng.random(n) < 0.5
    run("kept_zero", "kept_zero", [of_mask("i32", mask)], np.where(mask, 0, 1), workspace=True)
suite.function("tensors", select.function(
    "tensors", ["i32", "f32"], flags="i1", rest="own", tensors=True, sizes=(900, 700), tile=TILE))  # fmt: skip
for n in SIZES:
    mask = rng.random(n) < 0.5
    x, y = numbers("i32", n), numbers("f32", n)
    (kept,), (number,), left = select.expected([x, y], np.where(mask, 0, 1))
    parts = [*kept, np.array(number, np.int32), *left]

    def begins(outputs, parts=parts):
        # Elements after the last result are undefined.
        cut = [got if got.ndim == 0 else got[: len(want)]
               for got, want in zip(outputs, parts, strict=True)]  # fmt: skip
        return same(*[want if want.ndim == 0 else want[: len(got)]
                      for got, want in zip(outputs, parts, strict=True)])(cut)  # fmt: skip

    suite.case(f"tensors n={n}", "tensors", [x, y, mask], begins, outputs=5)
suite.function("strided", """func.func @strided(%x: memref<?x2xi32>, %o: memref<?x3xi32>, %n: memref<i32>, %r: memref<?x3xi32>) {
  %c0 = arith.constant 0 : index
  %size = memref.dim %x, %c0 : memref<?x2xi32>
  %xs = memref.subview %x[0, 1] [%size, 1] [1, 1] : memref<?x2xi32> to memref<?xi32, strided<[2], offset: 1>>
  %os = memref.subview %o[0, 1] [%size, 1] [1, 1] : memref<?x3xi32> to memref<?xi32, strided<[3], offset: 1>>
  %rs = memref.subview %r[0, 2] [%size, 1] [1, 1] : memref<?x3xi32> to memref<?xi32, strided<[3], offset: 2>>
  prim.device_select heads(1) tuning<block_size = 64, items_per_thread = 4> ins(%xs : memref<?xi32, strided<[2], offset: 1>>)
      outs(%os, %n : memref<?xi32, strided<[3], offset: 1>>, memref<i32>)
      rest(%rs : memref<?xi32, strided<[3], offset: 2>>)
  return
}
""")  # fmt: skip
for n in SIZES[1:]:
    x = rng.integers(0, 3, (n, 2)).astype(np.int32)
    classes = heads_of(x[:, 1])
    o, r = (np.full((n, 3), UNTOUCHED, np.int32) for _ in range(2))
    o[:, 1], r[:, 2] = (place(x[classes == c, 1], n, np.int32) for c in range(2))
    empty = np.full((n, 3), UNTOUCHED, np.int32)
    suite.case(f"strided n={n}", "strided", [x, empty, np.array(0, np.int32), empty],
               same(o, np.array((classes == 0).sum()), r), outputs=3, inout=[1, 2, 3])  # fmt: skip

# Sizes that do not match are detected before anything is launched.
x = np.zeros(10, np.int32)
zero = np.array(0, np.int32)
suite.case("reversed rest of another size", "even_reversed", [x, x[:9], zero], None,
           inout=[1, 2], outputs=2, error="outs 0 has 9 elements, but ins 0 has 10")  # fmt: skip
suite.case("flags of another size", "flags_i8_i32",
           [x, np.zeros(9, np.int8), x, zero, x], None, inout=[2, 3, 4], outputs=3,
           error="flags 0 has 9 elements, but ins 0 has 10")  # fmt: skip
suite.case("outputs of two sizes", "unique_key",
           [np.zeros(10, np.int16), np.zeros(10), np.zeros(10, np.int8), np.zeros(10, np.int16), np.zeros(9),
            np.zeros(10, np.int8), zero, np.zeros(10, np.int16), np.zeros(10), np.zeros(10, np.int8)],
           None, inout=list(range(3, 10)), outputs=7,
           error="outs 1 has 9 elements, but outs 0 has 10")  # fmt: skip

suite.run()
