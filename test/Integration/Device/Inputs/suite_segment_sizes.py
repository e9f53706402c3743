# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sizes of segments that do not match: of flags, keys and offsets, and of the outputs
for them. Each is an error status that names the operand and the sizes. No kernel runs,
which the test checks through the emulator's counts."""

import numpy as np

from primtest.elements import DTYPES
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(37)
TILE = "tuning<block_size = 64, items_per_thread = 2>"
INT, LONG, FLOAT, COUNT = "memref<?xi32>", "memref<?xi64>", "memref<?xf32>", "memref<i32>"


def function(name, op, ins, outs, borders, more="", init=""):
    """An op on buffers of these types, in the order of the parameters."""
    groups = []
    parameters = []
    for word, types in [("ins", ins), ("outs", outs), (borders[0], borders[1:])]:
        values = [f"%{word}{i}" for i in range(len(types))]
        parameters += [f"{value}: {ty}" for value, ty in zip(values, types)]
        groups.append(f"{word}({', '.join(values)} : {', '.join(types)})")
    suite.function(
        name,
        f"""func.func @{name}({", ".join(parameters)}) {{
{init}  prim.{op} {" ".join(groups)} {TILE} {more}
  return
}}
""",
    )


ELEMENTS = {INT: "i32", LONG: "i64", FLOAT: "f32"}


def refused(name, types, sizes, text):
    """Sizes of all buffers except the count, which comes after the outputs."""
    inputs = []
    for ty, size in zip(types, sizes, strict=True):
        if ty == COUNT:
            inputs.append(np.array(0, np.int32))
        else:
            inputs.append(rng.integers(-99, 99, size).astype(DTYPES[ELEMENTS[ty]]))
    suite.case(f"{name}: {sizes}", name, inputs, None, outputs=0, error=text)


# ---------------------------------------------------------------------------
# Scans
# ---------------------------------------------------------------------------

SCAN = "prim.device_scan: "
for clause, borders in [("head", [INT]), ("by_key", [INT]), ("by_key", [LONG, FLOAT])]:
    name = f"scan_{clause}{len(borders)}"
    function(name, "device_scan inclusive add", [INT], [INT], [clause, *borders])
    # One tile, many tiles, no elements: a check does not depend on the path.
    for n in [0, 5, 128, 1000]:
        for other in [n - 1, n + 1]:
            if other < 0:
                continue
            refused(name, [INT, INT, *borders], [n, other] + [n] * len(borders),
                    f"{SCAN}outs 0 has {other} elements, but ins 0 has {n}")  # fmt: skip
            for wrong in range(len(borders)):
                sizes = [n] * len(borders)
                sizes[wrong] = other
                refused(name, [INT, INT, *borders], [n, n] + sizes,
                        f"{SCAN}{clause} {wrong} has {other} elements, but ins 0 has {n}")  # fmt: skip

function("scan_shared", "device_scan inclusive add", [INT], [INT], ["segments", LONG])
for n in [0, 5, 1000]:
    refused("scan_shared", [INT, INT, LONG], [n, n, 0], f"{SCAN}segments 0 has 0 elements")
    refused("scan_shared", [INT, INT, LONG], [n, n + 1, 4],
            f"{SCAN}outs 0 has {n + 1} elements, but ins 0 has {n}")  # fmt: skip
function("scan_pairs", "device_scan exclusive add", [INT], [INT], ["segments", INT, INT])
for n, begins, ends in [(0, 0, 1), (5, 3, 0), (5, 0, 3), (1000, 4, 5), (1000, 999, 1)]:
    refused("scan_pairs", [INT] * 4, [n, n, begins, ends],
            f"{SCAN}segments 1 has {ends} elements, but segments 0 has {begins}")  # fmt: skip

# All operands of a tuple, and all outputs.
TUPLE = """combiner {
  ^bb0(%p: i32, %q: f32, %r: i32, %s: f32):
    prim.yield %r, %s : i32, f32
  }"""
ZERO = """  %zero = arith.constant 0 : i32
  %fzero = arith.constant 0.0 : f32
"""
START = "init(%zero, %fzero : i32, f32) "
function("scan_tuple", "device_scan both", [INT, FLOAT], [INT, FLOAT] * 2, ["head", INT],
         START + TUPLE, ZERO)  # fmt: skip
for wrong, operand in enumerate(["ins 1", "outs 0", "outs 1", "outs 2", "outs 3", "head 0"]):
    sizes = [300] * 7
    sizes[wrong + 1] = 299
    refused("scan_tuple", [INT, FLOAT] * 3 + [INT], sizes,
            f"{SCAN}{operand} has 299 elements, but ins 0 has 300")  # fmt: skip

# ---------------------------------------------------------------------------
# Reductions
# ---------------------------------------------------------------------------

REDUCE = "prim.device_reduce: "
function("reduce_shared", "device_reduce add", [INT], [INT], ["segments", INT])
for n in [0, 5, 1000]:
    for outs, offsets in [(1, 1), (0, 2), (2, 2), (9, 9), (8, 300)]:
        refused("reduce_shared", [INT] * 3, [n, outs, offsets],
                f"{REDUCE}outs 0 has {outs} elements, but there are {offsets - 1} segments")  # fmt: skip
    for outs in [0, 1]:
        refused("reduce_shared", [INT] * 3, [n, outs, 0], f"{REDUCE}segments 0 has 0 elements")
function("reduce_pairs", "device_reduce add", [INT], [INT], ["segments", INT, INT])
for n in [0, 5, 1000]:
    for outs, begins, ends, text in [
        (3, 3, 4, "segments 1 has 4 elements, but segments 0 has 3"),
        (3, 3, 0, "segments 1 has 0 elements, but segments 0 has 3"),
        (2, 3, 3, "outs 0 has 2 elements, but there are 3 segments"),
        (1, 0, 0, "outs 0 has 1 elements, but there are 0 segments"),
    ]:
        refused("reduce_pairs", [INT] * 4, [n, outs, begins, ends], REDUCE + text)
function("reduce_tuple", "device_reduce", [INT, FLOAT], [INT, FLOAT], ["segments", LONG],
         START + TUPLE, ZERO)  # fmt: skip
refused("reduce_tuple", [INT, FLOAT] * 2 + [LONG], [9, 8, 3, 3, 4],
        f"{REDUCE}ins 1 has 8 elements, but ins 0 has 9")  # fmt: skip
for number in (0, 1):
    sizes = [9, 9, 3, 3, 4]
    sizes[2 + number] = 4
    refused("reduce_tuple", [INT, FLOAT] * 2 + [LONG], sizes,
            f"{REDUCE}outs {number} has 4 elements, but there are 3 segments")  # fmt: skip

# The number of segments by flags and keys is known afterwards; the sizes of these
# operands and of the outputs are known before.
for clause, borders in [("head", [INT]), ("by_key", [INT]), ("by_key", [LONG, FLOAT])]:
    name = f"reduce_{clause}{len(borders)}"
    items = (borders if clause == "by_key" else []) + [INT]
    function(name, "device_reduce add", [INT], items + [COUNT], [clause, *borders])
    types = [INT, *items, COUNT, *borders]
    for n, capacity in [(0, 0), (5, 2), (5, 9), (1000, 1000)]:
        for wrong in range(len(borders)):
            sizes = [n] * len(borders)
            sizes[wrong] += 1
            refused(name, types, [n, *[capacity] * len(items), 1, *sizes],
                    f"{REDUCE}{clause} {wrong} has {n + 1} elements, but ins 0 has {n}")  # fmt: skip
        for wrong in range(1, len(items)):
            sizes = [capacity] * len(items)
            sizes[wrong] += 1
            refused(name, types, [n, *sizes, 1] + [n] * len(borders),
                    f"{REDUCE}outs {wrong} has {capacity + 1} elements, but outs 0 has {capacity}")  # fmt: skip
        if len(items) > 1:
            refused(name, types, [n, capacity + 1, *[capacity] * (len(items) - 1), 1] + [n] * len(borders),
                    f"{REDUCE}outs 1 has {capacity} elements, but outs 0 has {capacity + 1}")  # fmt: skip

# ---------------------------------------------------------------------------
# Sorts
# ---------------------------------------------------------------------------

SORT = "prim.device_sort: "
function("sort_shared", "device_sort slt", [INT], [INT], ["segments", LONG])
for n in [0, 5, 1000]:
    types = [INT, INT, LONG]
    refused("sort_shared", types, [n, n, 0], f"{SORT}segments 0 has 0 elements")
    for other in [n - 1, n + 1]:
        if other >= 0:
            text = f"outs 0 has {other} elements, but ins 0 has {n}"
            refused("sort_shared", types, [n, other, 4], SORT + text)
function("sort_pairs", "device_sort total", [FLOAT], [FLOAT], ["segments", INT, INT])
for n, begins, ends in [(0, 0, 1), (5, 3, 0), (5, 0, 3), (1000, 4, 5), (1000, 999, 1)]:
    text = f"segments 1 has {ends} elements, but segments 0 has {begins}"
    types = [FLOAT, FLOAT, INT, INT]
    refused("sort_pairs", types, [n, n, begins, ends], SORT + text)
TYPES = [INT, FLOAT, LONG]
function("sort_tuple", "device_sort ult", TYPES, TYPES, ["segments", INT])
for wrong, operand in enumerate(["ins 1", "ins 2", "outs 0", "outs 1", "outs 2"]):
    sizes = [300] * 6
    sizes[wrong + 1] = 299
    text = f"{operand} has 299 elements, but ins 0 has 300"
    refused("sort_tuple", [*TYPES * 2, INT], [*sizes, 4], SORT + text)

# Sizes that are partly known from types.
function("known", "device_reduce add", [INT], ["memref<3xi32>"], ["segments", INT])
ELEMENTS["memref<3xi32>"] = "i32"
refused("known", [INT, "memref<3xi32>", INT], [9, 3, 3],
        f"{REDUCE}outs 0 has 3 elements, but there are 2 segments")  # fmt: skip
function("known_keys", "device_scan inclusive add", [INT], [INT], ["by_key", "memref<3xi32>"])
refused("known_keys", [INT, INT, "memref<3xi32>"], [9, 9, 3],
        f"{SCAN}by_key 0 has 3 elements, but ins 0 has 9")  # fmt: skip

# A workspace that is too small, and one whose size is requested without one.
for name, op, outs, borders in [
    ("scan_work", "device_scan inclusive add", [INT], ["segments", INT]),
    ("reduce_work", "device_reduce add", [INT, COUNT], ["head", INT]),
    ("sort_work", "device_sort slt", [INT], ["segments", INT]),
]:
    function(name, op, [INT], outs, [*borders], "workspace(%work : memref<?xi8>)")
    text = suite.functions[name].replace(") {", ", %work: memref<?xi8>) {", 1)
    suite.functions[name] = text
    n = 1000
    inputs = [np.zeros(n, np.int32)] * (1 + len(outs)) + [np.zeros(n, np.int32)]
    if COUNT in outs:
        inputs[2] = np.array(0, np.int32)
    suite.case(f"{name}: too small", name, inputs + [np.zeros(255, np.int8)], None, outputs=0,
               error="the workspace is too small: it has 255 bytes")  # fmt: skip
suite.function(
    "ask",
    f"""func.func @ask(%x: {INT}, %y: {INT}, %offsets: {INT}) {{
  %bytes = prim.workspace_size {{
    prim.device_reduce add ins(%x : {INT}) outs(%y : {INT}) segments(%offsets : {INT})
  }} : index
  %w = gpu.alloc (%bytes) : memref<?xi8>
  gpu.dealloc %w : memref<?xi8>
  return
}}
""",
)
refused("ask", [INT] * 3, [9, 3, 3], f"{REDUCE}outs 0 has 3 elements, but there are 2 segments")

# Sizes that exceed any memory. The memory is not accessed.
suite.function(
    "views",
    f"""func.func @views(%x: {INT}, %o: {INT}, %count: {COUNT}, %n: i64, %m: i64) {{
  %i = arith.index_cast %n : i64 to index
  %j = arith.index_cast %m : i64 to index
  %v = memref.reinterpret_cast %x to offset: [0], sizes: [%i], strides: [1] : {INT} to {INT}
  %w = memref.reinterpret_cast %o to offset: [0], sizes: [%j], strides: [1] : {INT} to {INT}
  prim.device_reduce add ins(%v : {INT}) outs(%w, %count : {INT}, {COUNT}) head(%v : {INT})
  return
}}
func.func @offset_views(%x: {INT}, %o: {INT}, %n: i64, %m: i64) {{
  %i = arith.index_cast %n : i64 to index
  %j = arith.index_cast %m : i64 to index
  %v = memref.reinterpret_cast %x to offset: [0], sizes: [%i], strides: [1] : {INT} to {INT}
  %w = memref.reinterpret_cast %o to offset: [0], sizes: [%j], strides: [1] : {INT} to {INT}
  prim.device_scan inclusive add ins(%v : {INT}) outs(%v : {INT}) segments(%w : {INT}) {TILE}
  return
}}
func.func @sort_views(%x: {INT}, %o: {INT}, %n: i64, %m: i64) {{
  %i = arith.index_cast %n : i64 to index
  %j = arith.index_cast %m : i64 to index
  %v = memref.reinterpret_cast %x to offset: [0], sizes: [%i], strides: [1]
      : {INT} to {INT}
  %u = memref.reinterpret_cast %x to offset: [0], sizes: [%i], strides: [1]
      : {INT} to {INT}
  %w = memref.reinterpret_cast %o to offset: [0], sizes: [%j], strides: [1]
      : {INT} to {INT}
  prim.device_sort slt ins(%v : {INT}) outs(%u : {INT}) segments(%w : {INT}) {TILE}
  return
}}
func.func @pair_views(%x: {INT}, %o: {INT}, %n: i64, %m: i64) {{
  %j = arith.index_cast %m : i64 to index
  %w = memref.reinterpret_cast %o to offset: [0], sizes: [%j], strides: [1] : {INT} to {INT}
  prim.device_scan inclusive add ins(%x : {INT}) outs(%x : {INT}) segments(%w, %w : {INT}, {INT})
  return
}}
""",
)
suite.function(
    "fold_pair_views",
    f"""func.func @fold_pair_views(%x: {INT}, %o: {INT}, %n: i64, %m: i64) {{
  %j = arith.index_cast %m : i64 to index
  %w = memref.reinterpret_cast %o to offset: [0], sizes: [%j], strides: [1] : {INT} to {INT}
  %v = memref.reinterpret_cast %x to offset: [0], sizes: [%j], strides: [1] : {INT} to {INT}
  prim.device_reduce add ins(%x : {INT}) outs(%v : {INT}) segments(%w, %w : {INT}, {INT})
  return
}}
""",
)
suite.function("offset_views", "")
suite.function("pair_views", "")
suite.function("sort_views", "")
four = np.zeros(4, np.int32)
# 30 bits count the items, including a tile before them.
FEWER = f"sorts fewer than {2**30 - 128}"
for n, capacity, text in [
    (-1, 4, "ins 0 has a size of -1"),
    (4, -1, "outs 0 has a size of -1"),
    (0, -(2**63), "outs 0 has a size of -9223372036854775808"),
    (2**62, 4, "ins 0 has a size in bytes that does not fit in 64 bits"),
    (2**31, 4, "takes fewer than 2147483648 elements, found 2147483648; reduce in parts"),
    (2**31 + 2**40, 4, f"takes fewer than 2147483648 elements, found {2**31 + 2**40}"),
]:  # fmt: skip
    suite.case(f"views: {n} {capacity}", "views", [four, four, np.array(0, np.int32), n, capacity],
               None, outputs=0, error=REDUCE + text)  # fmt: skip
for name, n, offsets, text in [
    ("offset_views", 4, -1, "segments 0 has -1 elements"),
    ("offset_views", 2**40, 4, f"one launch covers at most {(2**32 - 1) // 64 * 128} elements, found {2**40}"),
    ("pair_views", 4, -1, "segments 0 has a size of -1"),
    ("fold_pair_views", 4, 2**32, "takes fewer than 4294967296 segments, found 4294967296; reduce in parts"),
    ("sort_views", -1, 4, "ins 0 has a size of -1"),
    ("sort_views", 4, -1, "segments 0 has -1 elements"),
    ("sort_views", 2**62, 4, "ins 0 has a size in bytes that does not fit in 64 bits"),
    ("sort_views", 2**30, 4, f"{FEWER} items at once, found {2**30}"),
    ("sort_views", 2**33, 4, f"{FEWER} items at once, found {2**33}"),
]:  # fmt: skip
    op = {"sort": SORT, "fold": REDUCE}.get(name.split("_")[0], SCAN)
    suite.case(f"{name}: {n} {offsets}", name, [four, four, n, offsets],
               None, outputs=0, error=op + text)  # fmt: skip

suite.run()
