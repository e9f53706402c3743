# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Discarded outputs of all device ops with several outputs. The other outputs are
unaffected, and a discarded one is not accessed, even if it is the buffer of an
input."""

import numpy as np

from ops import merge, reduce, run_length, scan, segments, select, sort, topk
from ops.orders import key_ranks, ranks_of
from primtest.comparing import same
from primtest.elements import I32, element_of
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(77)
TILE = " tuning<block_size = 64, items_per_thread = 4>"
ITEMS = 256
LARGE = 5 * ITEMS - 27
SIZES = [1, ITEMS - 1, LARGE]
UNTOUCHED = 77
WORDS = {"int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64", "float32": "f32", "bool": "i1"}


def type_of(array, static=()):
    sizes = "x".join(static or "?" * array.ndim)
    return f"memref<{sizes}{'x' if sizes else ''}{WORDS[array.dtype.name]}>"


def listed(names, arrays):
    return f"({', '.join(names)} : {', '.join(map(type_of, arrays))})"


def filled(array, size, left=None):
    """`array` at the start of a buffer of `size`, `left` at its end, and the pattern in
    between."""
    result = np.full(size, UNTOUCHED, array.dtype)
    select.place(result, array, left)
    return result


def run(name, op, groups, outs, clauses, region, discards, taken=0, before="", is_loose=False):
    """`groups` are keywords and arrays that are read, with the group named outs in its
    place. `outs` are the expected outputs. The last `taken` of them belong to the group
    `rest`, whose order does not matter if `is_loose`."""
    parameters, text, inputs = [], f"prim.{op}", []

    def add(word, arrays, prefix):
        nonlocal text
        names = [f"%{prefix}{i}" for i in range(len(arrays))]
        parameters.extend(f"{n}: {type_of(a)}" for n, a in zip(names, arrays))
        text += f" {word}{listed(names, arrays)}"

    for word, arrays in groups:
        add(word, arrays, f"{word}_")
        inputs += arrays
    first = len(inputs)
    own = len(outs) - taken
    add("outs", outs[:own], "o")
    if taken:
        add("rest", outs[own:], "r")
    inputs += [np.full_like(out, UNTOUCHED) for out in outs]
    marks = "_".join(map(str, discards))
    function = name.split(" n=")[0].replace(" ", "_").replace("(", "_").replace(")", "").replace(",", "_")
    function = f"{function}_without_{marks}"
    suite.function(function, f"func.func @{function}({', '.join(parameters)}) {{\n"
                   f"  {before}{text} discards({', '.join(map(str, discards))}){clauses} {region}\n  return\n}}\n")  # fmt: skip
    wants = [np.full_like(out, UNTOUCHED) if i in discards else out for i, out in enumerate(outs)]
    check = same(*wants)
    if is_loose:
        exact = same(*wants[:own], *map(np.sort, wants[own:]))
        check = lambda found: exact(found[:own] + [np.sort(out) for out in found[own:]])  # noqa: E731
    suite.case(f"{name} without {marks}", function, inputs, check, outputs=len(outs),
               inout=list(range(first, first + len(outs))))  # fmt: skip


def numbers(n, most=99, dtype=np.int32):
    return rng.integers(-most, most, n, endpoint=True).astype(dtype)


# Maps.
BOTH = """map {
  ^bb0(%a: i32, %b: i64):
    %w = arith.extsi %a : i32 to i64
    %s = arith.addi %w, %b : i64
    %t = arith.subi %a, %a : i32
    prim.yield %t, %s : i32, i64
  }"""
for n in SIZES:
    x, y = numbers(n), numbers(n, dtype=np.int64)
    for discards in [[0], [1]]:
        run(f"map n={n}", "device_map", [("ins", [x, y])], [x - x, x + y], TILE, BOTH, discards)

# Scans and reductions of tuples.
PAIR = """combiner commutative {
  ^bb0(%a: i32, %ai: i64, %b: i32, %bi: i64):
    %m = arith.maxsi %a, %b : i32
    %s = arith.addi %ai, %bi : i64
    prim.yield %m, %s : i32, i64
  }"""
IDENTITY = """%l = arith.constant -1000 : i32
  %z = arith.constant 0 : i64
  """


def fold(name, op, groups, outs, clauses, discards):
    run(name, op, groups, outs, f" identity(%l, %z : i32, i64){clauses}", PAIR, discards, before=IDENTITY)


for n in SIZES:
    x, y = numbers(n), numbers(n, dtype=np.int64)
    maxima, sums = scan.of_arrays("maxsi", [x], "both", [-1000]), scan.of_arrays("add", [y], "both", [0])
    prefixes = [maxima[0], sums[0], maxima[1], sums[1]]
    for discards in [[0, 2, 3], [1, 2]]:
        fold(f"scan both n={n}", "device_scan both", [("ins", [x, y])], prefixes, TILE, discards)
    for discards in [[0], [1]]:
        run(f"scan total n={n}", "device_scan inclusive add", [("ins", [x])],
            scan.of_arrays("add", [x], total=True), " total" + TILE, "", discards)
        fold(f"reduce n={n}", "device_reduce", [("ins", [x, y])], [m[-1] for m in (maxima[0], sums[0])], TILE,
             discards)  # fmt: skip
    flags = rng.random(n) < 0.2
    flags[0] = True
    run(f"scan head n={n}", "device_scan both add", [("ins", [x]), ("head", [flags])],
        scan.of_arrays("add", [x], "both", parts=segments.of_heads(flags)), TILE, "", [0])  # fmt: skip
    keys = np.repeat(rng.integers(-9, 9, n), rng.integers(1, 6, n))[:n].astype(np.int64)
    heads = segments.heads_of([keys])
    begins, counts = run_length.expected(heads)
    (sums,) = reduce.of_arrays("add", [x], parts=segments.of_heads(heads))
    runs = [filled(keys[begins], n), filled(sums, n), np.asarray(len(begins), np.int32)]
    for discards in [[0], [1], [0, 2], [0, 1]]:
        run(f"by key n={n}", "device_reduce add", [("ins", [x]), ("by_key", [keys])], runs, TILE, "", discards)
    lengths = [runs[0], filled(counts.astype(np.int32), n), runs[2]]
    for discards in [[0], [1], [2], [0, 1]]:
        run(f"run length n={n}", "device_run_length", [("ins", [keys])], lengths, TILE, "", discards)
    begins, counts = run_length.expected(heads, True)
    lengths = [filled(begins.astype(np.int64), n), filled(counts.astype(np.int32), n),
               np.asarray(len(begins), np.int64)]  # fmt: skip
    for discards in [[0], [1, 2]]:
        run(f"nontrivial n={n}", "device_run_length nontrivial", [("ins", [keys])], lengths, TILE, "", discards)
    offsets = np.unique(np.concatenate([[0, n], rng.integers(0, n, 9)])).astype(np.int32)
    parts = segments.between(offsets[:-1], offsets[1:], n)
    sums = [reduce.of_arrays(kind, [a], parts=parts)[0] for kind, a in (("maxsi", x), ("add", y))]
    fold(f"segments n={n}", "device_reduce", [("ins", [x, y]), ("segments", [offsets])], sums, TILE, [1])

for shape, dim in [((9, 5), 1), ((3, LARGE), 1), ((40, 30), 0)]:
    x, y = numbers(shape), numbers(shape, dtype=np.int64)
    pairs = [(kind, np.moveaxis(a, dim, -1)) for kind, a in (("maxsi", x), ("add", y))]
    folds = [reduce.of_arrays(kind, [a])[0] for kind, a in pairs]
    name = f"dimension({dim})"
    fold(f"reduce rows of {shape[1]} {name}", "device_reduce", [("ins", [x, y])], folds, " " + name, [0])
    folds = [np.moveaxis(scan.of_arrays(kind, [a])[0], -1, dim).copy() for kind, a in pairs]
    fold(f"scan rows of {shape[1]} {name}", "device_scan inclusive", [("ins", [x, y])], folds, " " + name, [1])

# Selected elements.
WHERE = """where {
  ^bb0(%a: i32, %b: i64):
    %c0 = arith.constant 0 : i32
    %p = arith.cmpi sgt, %a, %c0 : i32
    prim.yield %p : i1
  }"""
THREE = """where {
  ^bb0(%a: i32, %b: i64):
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %p = arith.cmpi sgt, %a, %c0 : i32
    %q = arith.cmpi eq, %a, %c0 : i32
    %c2 = arith.constant 2 : i32
    %r = arith.select %q, %c1, %c2 : i32
    %s = arith.select %p, %c0, %r : i32
    prim.yield %s : i32
  }"""
for n in SIZES:
    x, y = numbers(n, most=3), numbers(n, dtype=np.int64)
    (kept,), (number,), left = select.expected([x, y], np.where(x > 0, 0, 1))
    outs = [filled(a, n) for a in kept] + [np.asarray(number, np.int32)]
    rest = [filled(a, n) for a in left]
    for discards in [[1, 4], [0, 1, 2], [2], [3, 4], [0, 1, 3, 4], [1], [0, 3]]:
        run(f"select n={n}", "device_select", [("ins", [x, y])], outs + rest, TILE, WHERE, discards, taken=2)
    classes, found, _ = select.expected([x, y], np.where(x > 0, 0, np.where(x == 0, 1, 2)), 2)
    outs = [filled(a, n) for members in classes for a in members] + [np.asarray(c, np.int32) for c in found]
    for discards in [[0, 1, 4], [1, 2, 5]]:
        run(f"classes n={n}", "device_select", [("ins", [x, y])], outs, " classes(3)" + TILE, THREE, discards)
    outs = [filled(*pair) for pair in zip(kept, [n, n], left)] + [np.asarray(number, np.int32)]
    run(f"reversed n={n}", "device_select", [("ins", [x, y])], outs, " rest reversed" + TILE, WHERE, [0, 2])
    (kept,), (number,), _ = select.expected([x, y], np.where(segments.heads_of([x]), 0, 1))
    outs = [filled(a, n) for a in kept] + [np.asarray(number, np.int64)]
    for discards in [[0], [1, 2]]:
        run(f"unique n={n}", "device_select", [("ins", [x, y])], outs, " heads(1)" + TILE, "", discards)

# Orders. With one digit, two, three and four, in one block and in passes.
ABS = """comparator {
  ^bb0(%a: i32, %av: i64, %b: i32, %bv: i64):
    %p = math.absi %a : i32
    %q = math.absi %b : i32
    %c = arith.cmpi slt, %p, %q : i32
    prim.yield %c : i1
  }"""
AT = """prologue {
  ^bb0(%a: i32, %at: index):
    %i = arith.index_cast %at : index to i64
    prim.yield %a, %i : i32, i64
  }"""
CASES = [(np.int8, ""), (np.int16, " may_clobber_input"), (np.int32, ""), (np.int32, " bits(0, 24)"),
         (np.int32, " bits(0, 24) may_clobber_input")]  # fmt: skip
for n in SIZES:
    for dtype, clauses in CASES:
        x, y = numbers(n, most=100, dtype=dtype), numbers(n, dtype=np.int64)
        rank = key_ranks([element_of(x)], ["slt"], [x], (0, 24) if "bits" in clauses else None)
        # If the input is clobbered after it is read, no digit remains to sort by.
        for discards in [[0], [1]] if dtype == np.int32 else [[0]]:
            run(f"sort {x.dtype}{clauses.replace('bits(', 'bits ')} n={n}", "device_sort slt",
                [("ins", [x, y])], sort.expected([x, y], rank), clauses + TILE, "", discards)  # fmt: skip
    x, y = numbers(n, most=1000), numbers(n, dtype=np.int64)
    magnitude, rank = ranks_of(np.abs(x), "slt"), ranks_of(x, "slt")
    for discards in [[0], [1]]:
        run(f"comparator n={n}", "device_sort", [("ins", [x, y])], sort.expected([x, y], magnitude), TILE, ABS, discards)
    items = [numbers(n, most=2), x, y]
    outs = sort.expected(items, key_ranks([I32, I32], ["slt", "slt"], items))
    run(f"two keys n={n}", "device_sort slt", [("ins", items)], outs, " keys(2)" + TILE, "", [0, 1])
    run(f"two keys alone n={n}", "device_sort slt", [("ins", items)], outs, " keys(2)" + TILE, "", [0, 2])
    run(f"argsort n={n}", "device_sort slt", [("ins", [x])], sort.expected([x, np.arange(n)], rank), TILE, AT, [0])
    half = n // 3
    a, b = np.sort(x[:half]), np.sort(x[half:])
    av, bv = y[:half], y[half:]
    both = ranks_of(np.concatenate([a, b]), "slt")
    for discards in [[0], [1]]:
        run(f"merge n={n}", "device_merge slt", [("ins", [a, av]), ("with", [b, bv])],
            merge.expected([a, av], [b, bv], both), TILE, "", discards)  # fmt: skip
    # As many elements as a block sorts, and more.
    for k in sorted({1, min(n, 20), n - n // 3}):
        outs, rest = topk.expected([x, y], rank, k)
        for discards in [[0], [1]]:
            run(f"topk n={n} k={k}", "device_topk slt", [("ins", [x, y])], outs, TILE, "", discards)
        if n - k:
            for discards in [[2, 3], [0, 3], [1, 3], [2]]:
                run(f"partial n={n} k={k}", "device_topk slt", [("ins", [x, y])], outs + rest, TILE, "", discards, taken=2,
                    is_loose=True)  # fmt: skip
    run(f"topk comparator n={n}", "device_topk", [("ins", [x, y])],
        topk.expected([x, y], magnitude, 1)[0], TILE, ABS, [0])

for shape, dim in [((5, 9), 1), ((3, LARGE), 1), ((300, 4), 0)]:
    x, y = numbers(shape, most=1000), numbers(shape, dtype=np.int64)
    rows = [np.moveaxis(a, dim, -1) for a in (x, y)]
    outs = [np.moveaxis(a, -1, dim).copy() for a in sort.expected(rows, ranks_of(rows[0], "slt"))]
    run(f"sort rows of {shape[1]} dimension {dim}", "device_sort slt", [("ins", [x, y])], outs, f" dimension({dim})" + TILE,
        "", [0])  # fmt: skip
n = LARGE
x, y = numbers(n, most=1000), numbers(n, dtype=np.int64)
offsets = np.array([0, 7, 7, 60, n - 300, n], np.int32)
begins = segments.between(offsets[:-1], offsets[1:], n).own_begins()[0]
outs = sort.expected([x, y], ranks_of(x, "slt"), begins)
run("sort segments", "device_sort slt", [("ins", [x, y]), ("segments", [offsets])], outs, TILE, "", [0])
outs = sort.expected([x, y], ranks_of(np.abs(x), "slt"), begins)
run("sort segments comparator", "device_sort", [("ins", [x, y]), ("segments", [offsets])], outs, TILE, ABS, [0])

# A discarded output in an input's buffer, of which nothing is written; one element that
# stands for all; a workspace of its own.
suite.function("in_place", f"""func.func @in_place(%k: memref<?xi32>, %v: memref<?xi64>, %o: memref<?xi64>, %one: memref<1xi32>) {{
  %c0 = arith.constant 0 : index
  %n = memref.dim %k, %c0 : memref<?xi32>
  %all = memref.reinterpret_cast %one to offset: [0], sizes: [%n], strides: [0]
      : memref<1xi32> to memref<?xi32, strided<[0]>>
  %bytes = prim.workspace_size {{
    prim.device_sort slt ins(%k, %v : memref<?xi32>, memref<?xi64>)
        outs(%k, %o : memref<?xi32>, memref<?xi64>) discards(0){TILE}
  }} : index
  %w = gpu.alloc(%bytes) : memref<?xi8>
  prim.device_sort slt ins(%k, %v : memref<?xi32>, memref<?xi64>)
      outs(%k, %o : memref<?xi32>, memref<?xi64>) workspace(%w : memref<?xi8>) discards(0){TILE}
  prim.device_scan inclusive add ins(%o : memref<?xi64>) outs(%o : memref<?xi64>)
  prim.device_map ins(%k, %o : memref<?xi32>, memref<?xi64>) outs(%all, %o : memref<?xi32, strided<[0]>>, memref<?xi64>)
      discards(0) neighbour(left){TILE} map {{
  ^bb0(%a: i32, %s: i64, %b: i32, %t: i64, %has: i1):
    %d = arith.subi %s, %t : i64
    %e = arith.select %has, %d, %s : i64
    prim.yield %a, %e : i32, i64
  }}
  gpu.dealloc %w : memref<?xi8>
  return
}}
""")  # fmt: skip
for n in SIZES:
    x, y = numbers(n, most=1000), numbers(n, dtype=np.int64)
    suite.case(f"in place n={n}", "in_place", [x, y, y * 0, np.array([5], np.int32)],
               same(x, y, *sort.expected([y], ranks_of(x, "slt")), [5]), outputs=4, inout=[0, 1, 2, 3])  # fmt: skip

# Tensors: results without uses.
suite.function("tensors", f"""func.func @tensors(%k: tensor<?xi32>, %v: tensor<?xi64>) -> (tensor<?xi64>, tensor<?xi32>) {{
  %c0 = arith.constant 0 : index
  %n = tensor.dim %k, %c0 : tensor<?xi32>
  %e = tensor.empty(%n) : tensor<?xi32>
  %f = tensor.empty(%n) : tensor<?xi64>
  %y:2 = prim.device_sort slt ins(%k, %v : tensor<?xi32>, tensor<?xi64>) outs(%e, %f : tensor<?xi32>, tensor<?xi64>){TILE}
      -> tensor<?xi32>, tensor<?xi64>
  %z:2 = prim.device_sort slt ins(%k, %v : tensor<?xi32>, tensor<?xi64>) outs(%e, %f : tensor<?xi32>, tensor<?xi64>){TILE}
      -> tensor<?xi32>, tensor<?xi64>
  return %y#1, %z#0 : tensor<?xi64>, tensor<?xi32>
}}
""")  # fmt: skip
for n in SIZES:
    x, y = numbers(n, most=1000), numbers(n, dtype=np.int64)
    suite.case(f"tensors n={n}", "tensors", [x, y], same(*sort.expected([y, x], ranks_of(x, "slt"))), outputs=2)

# Nothing is launched for discarded counts of empty inputs.
empty = np.zeros(0, np.int32)
run("empty n=0", "device_select", [("ins", [empty, empty.astype(np.int64)])],
    [empty, empty.astype(np.int64), np.asarray(0, np.int32)], TILE, WHERE, [2])  # fmt: skip

suite.run()
