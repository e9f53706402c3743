# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_histogram in all its forms: bins by bounds, levels and regions, and
samples of all types. Hard inputs: all samples in one bin, none in any, NaN and
infinities, and the bounds themselves and their neighbours. The reference computes bins
exactly."""

import sys

import numpy as np

from ops import histogram
from primtest.comparing import same
from primtest.elements import DTYPES
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(55)
TILE = (64, 4)
ITEMS = 256
SIZES = [0, 1, 5, ITEMS - 1, ITEMS, ITEMS + 1, 7 * ITEMS - 27]
UNTOUCHED = 77
WIDTHS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "index": 64}
REALS = {"f16", "f32", "f64"}


def dtype_of(ty, unsigned=False):
    if ty == "i1":
        return np.dtype(np.bool_)
    dtype = np.dtype(DTYPES["i64" if ty == "index" else ty])
    return np.dtype(f"u{dtype.itemsize}") if unsigned and dtype.kind == "i" else dtype


def signed(array):
    """The array in the form that the programs take."""
    return array.view(f"i{array.dtype.itemsize}") if array.dtype.kind == "u" else array


def case(name, function, inputs, wants):
    outs = [np.full_like(want, UNTOUCHED) for want in wants]
    first = len(inputs)
    suite.case(
        name, function, [*inputs, *outs], same(*wants), outputs=len(wants),
        inout=range(first, first + len(outs)),
    )  # fmt: skip


def skewed(x, one):
    """Sets of samples: unchanged, all equal, and runs."""
    yield "random", x
    yield "one", np.full_like(x, one)
    yield "runs", np.sort(x)


def samples(ty, n, unsigned):
    dtype = dtype_of(ty, unsigned)
    if dtype.kind == "b":
        return rng.random(n) < 0.4
    if dtype.kind == "f":
        x = rng.integers(-80, 80, n).astype(dtype) / dtype.type(4)
        some = rng.random(n)
        for k, value in enumerate([np.nan, np.inf, -np.inf, -0.0]):
            x[(some > k / 40) & (some < (k + 1) / 40)] = value
        return x
    info = np.iinfo(dtype)
    return rng.integers(info.min, info.max, n, dtype=dtype, endpoint=True)


def wrapped(bound, ty):
    """An unsigned bound as the signed number with the same bits."""
    if ty in WIDTHS and bound >= 2 ** (WIDTHS[ty] - 1):
        return bound - 2 ** WIDTHS[ty]
    return bound


# Every type of sample, with bounds as parameters and as constants, of its own type and
# of a wider one. Steps of floats are powers of two, which are exact.
EVEN = [
    ("i1", "ult", "i32", 0, 2, 2), ("i8", "slt", "i8", -100, 100, 7),
    ("i8", "ult", "i32", 0, 256, 256), ("i8", "slt", "i32", -128, 128, 255),
    ("i16", "slt", "i16", -30000, 30000, 257), ("i16", "ult", "i32", 0, 65536, 256),
    ("i32", "slt", "i32", -(2**31), 2**31 - 1, 255), ("i32", "ult", "i32", 0, 2**32 - 1, 256),
    ("i32", "slt", "i64", -(2**31), 2**31, 256), ("i32", "slt", "i32", 5, 5, 3),
    ("i64", "slt", "i64", -(2**63), 2**63 - 1, 257), ("i64", "ult", "i64", 3, 2**64 - 1, 7),
    ("index", "slt", "index", -(2**62), 2**62, 5000),
    ("f16", "", "f16", -8.0, 8.0, 64), ("f32", "", "f32", -8.0, 8.0, 256),
    ("f64", "", "f64", -8.0, 8.0, 1), ("f16", "", "f32", -16.0, 16.0, 2),
    ("i8", "slt", "f32", -100.5, 27.5, 256), ("f32", "total", "f64", 4.0, -4.0, 5),
]  # fmt: skip
for number, (ty, order, level, low, high, bins) in enumerate(EVEN):
    unsigned = order == "ult"
    out = ["i32", "i64", "index"][number % 3]
    for constant in (False, True)[: 1 if ty in REALS else 2]:
        name = f"even{number}{'_constant' * constant}"
        bounds = (wrapped(low, level), wrapped(high, level))
        suite.function(name, histogram.function(
            name, [ty], [bins if number % 2 else None], "even", level,
            bounds if constant else (), out=out, order=order, tile=TILE,
        ))  # fmt: skip
        for n in SIZES if ty in ("i8", "f32") and number < 15 else [ITEMS + 1, 7 * ITEMS - 27]:
            x = samples(ty, n, unsigned)
            if ty not in ("i1", "f16", "i8") and n > 4 and ty not in REALS:
                x[0], x[1], x[2] = low, high - 1, min(high, np.iinfo(x.dtype).max)
            for kind, values in skewed(x, x[0]) if n > ITEMS else [("random", x)]:
                want = histogram.expected(histogram.even_bins(values, low, high, bins), bins, dtype_of(out))
                given = [] if constant else list(bounds)
                case(f"{name} {ty} {kind} {n}", name, [signed(values), *given], [want])

# Both neighbours of the begin of each bin, for bins whose width is not an integer; for
# floats, also the number just below the upper bound. With 77 bins some estimates are
# too low.
for ty, bins in [("i32", 251), ("i32", 77), ("i64", 1021), ("i64", 77)]:
    low, high = int(np.iinfo(DTYPES[ty]).min), int(np.iinfo(DTYPES[ty]).max)
    name = f"edges_{ty}_{bins}"
    suite.function(name, histogram.function(name, [ty], [bins], "even", ty, tile=TILE))
    begins = [low - -(high - low) * k // bins for k in range(1, bins)]
    x = np.array([min(b + d, high) for b in begins for d in (-1, 0, 1)], DTYPES[ty])
    case(name, name, [x, low, high], [histogram.expected(histogram.even_bins(x, low, high, bins), bins, np.int32)])
for ty, low, high, bins in [("f32", 0.1, 0.7, 49), ("f64", -0.3, 0.6, 300)]:
    name = f"just_below_{ty}"
    suite.function(name, histogram.function(name, [ty], [bins], "even", ty, tile=TILE))
    low, high = (DTYPES[ty](bound) for bound in (low, high))
    x = np.array([np.nextafter(high, low), low, high, np.nextafter(low, DTYPES[ty](-1))])
    want = np.zeros(bins, np.int32)
    want[[0, -1]] = 1
    case(name, name, [x, float(low), float(high)], [want])

# Levels: with duplicates, more than fit a block's memory, and none.
for number, (ty, order, level, bins) in enumerate([
    ("i8", "slt", "i16", 20), ("i32", "ult", "i32", 255), ("i64", "slt", "i64", 257),
    ("f32", "", "f32", 256), ("f64", "", "f64", 1), ("i32", "slt", "f64", 100),
    ("f32", "", "f32", 5000), ("f32", "", "f32", 0), ("i16", "slt", "i16", 3),
]):  # fmt: skip
    unsigned = order == "ult"
    for known in (True, False):
        name = f"range{number}{'_known' * known}"
        out = ["i32", "i64", "index"][number % 3]
        suite.function(name, histogram.function(
            name, [ty], [bins if known else None], "range", level, out=out, order=order, tile=TILE,
        ))  # fmt: skip
        levels = np.sort(samples(level, bins + 1, unsigned))
        if levels.dtype.kind == "f":
            levels = np.sort(rng.integers(-60, 60, bins + 1) / 4).astype(levels.dtype)
        for n in SIZES if number in (3, 6) else [7 * ITEMS - 27]:
            x = samples(ty, n, unsigned)
            if n > 1 and ty == level and bins:
                x[0], x[1] = levels[-1], levels[0]
            for kind, values in skewed(x, x[0] if ty != level else levels[bins // 2]) if n else [("none", x)]:
                want = histogram.expected(histogram.level_bins(values, levels), bins, dtype_of(out))
                case(f"{name} {ty} {kind} {n}", name, [signed(values), signed(levels)], [want])

# Levels that are not even: cells with many of them, or with all; infinite ones, and
# distances that overflow or vanish. Samples are the levels and their neighbours.
f32 = np.float32
SKEWED = {
    "powers": np.geomspace(1e-3, 1e9, 301, dtype=f32),
    "cluster": np.sort(np.concatenate([np.arange(200), [-1e30, 1e30]])).astype(f32),
    "infinite": np.array([-np.inf, -3, 0, 2, np.inf], f32),
    "half_infinite": np.array([1, 2, 5, np.inf], f32),
    "overflow": (np.linspace(-3, 3, 65) * 1e38).astype(f32),
    "tiny": (np.arange(40) * 1e-45).astype(f32),
    "equal": np.full(30, 7, f32),
    "wide": np.linspace(-1.7, 1.7, 33) * 1e308,
    "close": 1 + np.arange(50) * 2.0**-52,
    "integers": np.sort(rng.integers(-(2**63), 2**63 - 1, 300)),
    "steps": np.sort(np.concatenate([np.arange(-100, 100), [-(2**31), 2**31 - 1]])).astype(np.int32),
}  # fmt: skip
for name, levels in SKEWED.items():
    ty = {"f4": "f32", "f8": "f64", "i4": "i32", "i8": "i64"}[levels.dtype.str[1:]]
    bins = len(levels) - 1
    near = [levels]
    with np.errstate(all="ignore"):
        if levels.dtype.kind == "f":
            near += [np.nextafter(levels, levels.dtype.type(d)) for d in (-np.inf, np.inf)]
            near += [np.array([np.nan, 0, -np.inf, np.inf], levels.dtype)]
        else:
            near += [levels - 1, levels + 1]
    x = rng.permutation(np.concatenate(near))
    for known in (True, False):
        entry = f"skewed_{name}{'_known' * known}"
        suite.function(entry, histogram.function(
            entry, [ty], [bins if known else None], "range", ty, order="" if ty[0] == "f" else "slt", tile=TILE))  # fmt: skip
        want = histogram.expected(histogram.level_bins(x, levels), bins, np.int32)
        case(entry, entry, [x, levels], [want])

# Regions, which only see existing elements: by the index, from a table, of a tuple.
for name, text, numbers in [
    ("bin_index", "bin {\n  ^bb0(%a: i32, %i: index):\n    %c = arith.constant 3 : index\n"
     "    %b = arith.divui %i, %c : index\n    prim.yield %b : index\n  }", lambda x, i: i // 3),
    ("bin_low", "bin {\n  ^bb0(%a: i32):\n    %c = arith.constant 15 : i32\n"
     "    %b = arith.andi %a, %c : i32\n    prim.yield %b : i32\n  }", lambda x, i: x & 15),
]:  # fmt: skip
    suite.function(name, histogram.function(name, ["i32"], [13], "bin", bin=text, tile=TILE))
    for n in SIZES:
        x = samples("i32", n, False)
        found = numbers(x, np.arange(n))
        case(f"{name} {n}", name, [x], [histogram.expected(np.where(found < 13, found, -1), 13, np.int32)])
TABLE = """bin {
  ^bb0(%a: i8):
    %w = arith.extui %a : i8 to i32
    %i = arith.index_cast %w : i32 to index
    %b = memref.load %t[%i] : memref<256xi32>
    prim.yield %b : i32
  }"""
suite.function("bin_table", histogram.function(
    "bin_table", ["i8"], [31], "bin", bin=TABLE, reads="memref<256xi32>", tile=TILE))  # fmt: skip
SUM = """prologue {
  ^bb0(%a: i32, %c: i32, %i: index):
    %s = arith.addi %a, %c : i32
    prim.yield %s : i32
  }"""
suite.function("prologue", histogram.function(
    "prologue", ["i32", "i32"], [9], "even", "i32", order="slt", prologue=SUM, tile=TILE))  # fmt: skip
for n in SIZES:
    table = rng.integers(-3, 40, 256).astype(np.int32)
    x = samples("i8", n, False)
    found = table[x.view(np.uint8)]
    want = histogram.expected(np.where((found >= 0) & (found < 31), found, -1), 31, np.int32)
    case(f"bin_table {n}", "bin_table", [x, table], [want])
    a, c = (rng.integers(-50, 50, n).astype(np.int32) for _ in range(2))
    case(f"prologue {n}", "prologue", [a, c, -61, 33], [histogram.expected(histogram.even_bins(a + c, -61, 33, 9), 9, np.int32)])

# Bytes from any address on: before, in and after whole vectors, and rounds of several.
suite.function("bytes_from", """func.func @bytes_from(%x: memref<?xi8>, %first: index, %n: index, %h: memref<256xi32>) {
  %part = memref.subview %x[%first] [%n] [1] : memref<?xi8> to memref<?xi8, strided<[1], offset: ?>>
  prim.device_histogram ins(%part : memref<?xi8, strided<[1], offset: ?>>) outs(%h : memref<256xi32>) tuning<block_size = 64, items_per_thread = 32> bin {
  ^bb0(%a: i8):
    %b = arith.extui %a : i8 to i32
    prim.yield %b : i32
  }
  return
}
""")  # fmt: skip
for first in (0, 1, 6, 15):
    for n in (0, 1, 14, 15, 16, 17, 33, 1040, 2048, 2065, 5000):
        x = rng.integers(0, 256, first + n + 16).astype(np.uint8)
        want = np.bincount(x[first : first + n], minlength=256).astype(np.int32)
        case(f"bytes_from {first} {n}", "bytes_from", [x.view(np.int8), first, n], [want])

# Weights.
for ty in ["i32", "i64"]:
    for sample, level, low, high in [("i8", "i32", -128, 128), ("f32", "f32", -8.0, 8.0)]:
        for bins in [4] if ty == "i32" else [300]:
            name = f"weights_{ty}_{sample}_{bins}"
            suite.function(name, histogram.function(
                name, [sample], [bins], "even", level, weights=ty, out=ty, tile=TILE))  # fmt: skip
            for n in [0, ITEMS + 1, 7 * ITEMS - 27]:
                x = samples(sample, n, False)
                if sample == "f32":
                    x = np.where(np.isfinite(x), np.floor(x), x).astype(np.float32)
                w = samples(ty, n, False)
                found = histogram.even_bins(x, low, high, bins)
                for kind, values in [("random", found), ("one", np.zeros_like(found))]:
                    y = x if kind == "random" else np.full_like(x, low)
                    case(f"{name} {kind} {n}", name, [y, w, low, high],
                         [histogram.expected(values, bins, w.dtype, w)])  # fmt: skip

# Float weights, all of whose sums are exact.
for ty in ["f32", "f64"]:
    for sample, level, low, high, bins in [
        ("i32", "i32", -500, 500, 7), ("f32", "f32", -8.0, 8.0, 300), ("i8", "i32", -128, 128, None),
    ]:  # fmt: skip
        name = f"weights_{ty}_{sample}"
        suite.function(name, histogram.function(
            name, [sample], [bins], "even", level, weights=ty, out=ty, tile=TILE,
            workspace=sample == "i32"))  # fmt: skip
        number = bins or 256
        for n in SIZES:
            x = samples(sample, n, False)
            if sample == "i32":
                x %= 600
            if sample == "f32":
                x = np.where(np.isfinite(x), np.floor(x), x).astype(np.float32)
            w = rng.integers(-99, 99, n).astype(ty.replace("f", "float"))
            work = [np.zeros(1 << 16, np.int8)] if sample == "i32" else []
            for kind, y in skewed(x, low) if n else [("none", x)]:
                want = histogram.expected(histogram.even_bins(y, low, high, number), number, w.dtype, w)
                inputs = [y, w, low, high]
                suite.case(f"{name} {kind} {n}", name,
                           [*inputs, np.full_like(want, UNTOUCHED), *work], same(want), inout=[4])  # fmt: skip

# Epilogues, by the count and by the bin, of counts and sums in all places: bytes, few
# bins, more bins than a block holds, a number of bins that is not known.
MAPPED = """epilogue {
  ^bb0(%%c: %s, %%i: index):
    %%n = arith.index_cast %%i : index to i32
    %%f = arith.sitofp %%n : i32 to f64
    %%d = %s %%c : %s to f64
    %%s = arith.subf %%d, %%f : f64
    prim.yield %%s : f64
  }"""
for ty, bins, known, weights in [
    ("i8", 100, True, None), ("i8", 100, False, None), ("i32", 20, True, None),
    ("i32", 20, False, None), ("i32", 20000, True, None), ("i32", 20000, False, None),
    ("i32", 20, True, "i64"), ("i32", 20, False, "i64"), ("i32", 20, True, "f32"),
    ("i32", 2000, False, "f32"),
]:  # fmt: skip
    name = f"mapped_{ty}_{bins}{'_known' * known}_{weights or 'counts'}"
    count = weights or "i32"
    convert = "arith.extf" if count == "f32" else "arith.sitofp"
    suite.function(name, histogram.function(
        name, [ty], [bins if known else None], "even", "i32", order="slt", weights=weights, out="f64",
        epilogue=MAPPED % (count, convert, count), tile=TILE))  # fmt: skip
    for n in SIZES:
        x = (rng.integers(-40, 200, n) % 128 if ty == "i8" else rng.integers(-3, bins + 3, n)).astype(DTYPES[ty])
        w = rng.integers(-9, 9, n).astype(dtype_of(count))
        for kind, y in skewed(x, x[0]) if n else [("none", x)]:
            found = histogram.even_bins(y, 0, bins, bins)
            want = histogram.expected(found, bins, w.dtype, w if weights else None)
            given = [y, *([w] if weights else []), 0, bins]
            case(f"{name} {kind} {n}", name, given, [want - np.arange(bins, dtype=np.float64)])

# Other weights, whose sums have the same bits under every schedule.
def steady(want, magnitude):
    seen = []

    def check(outputs):
        (got,) = outputs
        seen.append(got)
        if not (np.abs(got - want) <= 64 * np.finfo(np.float32).eps * magnitude).all():
            return f"off by {np.abs(got - want).max()}"
        return None if got.tobytes() == seen[0].tobytes() else "differs from the first schedule's"

    return check


suite.function("inexact", histogram.function(
    "inexact", ["i32"], [5], "even", "i32", weights="f32", out="f32", tile=TILE))  # fmt: skip
x, w = rng.integers(0, 5, 31 * ITEMS).astype(np.int32), rng.standard_normal(31 * ITEMS).astype(np.float32)
suite.case(
    "inexact", "inexact", [x, w, 0, 5, np.zeros(5, np.float32)],
    steady(histogram.expected(x, 5, np.float64, w.astype(np.float64)), histogram.expected(x, 5, np.float64, np.abs(w).astype(np.float64))),
    inout=[4],
)  # fmt: skip

# Channels: of vectors that hold whole pixels, and of others; of rows that are apart.
for number, (ty, channels, bins, how) in enumerate([
    ("i8", 4, [256, 100, 7], "even"), ("i8", 3, [5, 6], "even"), ("i32", 4, [9, 4, 3], "even"),
    ("f32", 3, [4, 5, 6], "range"), ("i16", 2, [300, 3], "range"), ("f32", 5, [2], "even"),
    ("i8", 2, [None, None], "even"),
]):  # fmt: skip
    level = {"i8": "i32", "i16": "i16", "i32": "i32", "f32": "f32"}[ty]
    name = f"channels{number}"
    order = "" if ty == "f32" else "slt"
    suite.function(name, histogram.function(
        name, [ty], bins, how, level, channels=channels, order=order, tile=TILE, shape="?x?"))  # fmt: skip
    strided = name + "_strided"
    suite.function(strided, histogram.function(
        strided, [ty], bins, how, level, channels=channels, order=order, tile=TILE, shape="?x?",
        layout=", strided<[?, 1]>"))  # fmt: skip
    for rows, pixels in [(0, 5), (1, 1), (3, 7), (9, 41)]:
        x = samples(ty, rows * pixels * channels, False).reshape(rows, pixels * channels)
        given, wants = [], []
        sizes = [b or 11 for b in bins]
        for c, number_of in enumerate(sizes):
            own = x[:, c::channels]
            if how == "even":
                low, high = (-100 - c, 90 + 10 * c) if ty != "f32" else (-8.0, 8.0)
                given += [low, high]
                wants.append(histogram.expected(histogram.even_bins(own, low, high, number_of), number_of, np.int32))
            else:
                levels = np.sort(samples(ty, number_of + 1, False))
                if ty == "f32":
                    levels = (np.arange(number_of + 1) * 3 - 9).astype(np.float32)
                given.append(levels)
                wants.append(histogram.expected(histogram.level_bins(own, levels), number_of, np.int32))
        case(f"{name} {rows}x{pixels}", name, [x, *given], wants)

# Rows and samples with holes between them.
suite.function("roi", """func.func @roi(%x: memref<?x?xf32>, %lo: f32, %hi: f32, %h: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %rows = memref.dim %x, %c0 : memref<?x?xf32>
  %all = memref.dim %x, %c1 : memref<?x?xf32>
  %columns = arith.divui %all, %c2 : index
  %part = memref.subview %x[0, 1] [%rows, %columns] [1, 2] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 2], offset: 1>>
  prim.device_histogram ins(%part : memref<?x?xf32, strided<[?, 2], offset: 1>>) outs(%h : memref<64xi32>)
      even(%lo, %hi : f32, f32) tuning<block_size = 64, items_per_thread = 4>
  return
}
""")  # fmt: skip
for rows, columns in [(1, 2), (3, 10), (20, 60)]:
    x = samples("f32", rows * columns, False).reshape(rows, columns)
    case(f"roi {rows}x{columns}", "roi", [x, -8.0, 8.0],
         [histogram.expected(histogram.even_bins(x[:, 1::2], -8.0, 8.0, 64), 64, np.int32)])  # fmt: skip

# Bounds in device memory, and levels and counts with holes between them.
suite.function("bounds_on_device", """func.func @bounds_on_device(%x: memref<?xi32>, %lo: memref<i32>, %hi: memref<i32>, %h: memref<9xi64>) {
  prim.device_histogram ins(%x : memref<?xi32>) outs(%h : memref<9xi64>) even(%lo, %hi : memref<i32>, memref<i32>)
      tuning<block_size = 64, items_per_thread = 4>
  return
}
""")  # fmt: skip
suite.function("holes", """func.func @holes(%x: memref<?xf32>, %l: memref<11x3xf32>, %h: memref<10x2xi32>) {
  %levels = memref.subview %l[0, 1] [11, 1] [1, 1] : memref<11x3xf32> to memref<11xf32, strided<[3], offset: 1>>
  %counts = memref.subview %h[0, 1] [10, 1] [1, 1] : memref<10x2xi32> to memref<10xi32, strided<[2], offset: 1>>
  prim.device_histogram ins(%x : memref<?xf32>) outs(%counts : memref<10xi32, strided<[2], offset: 1>>)
      range(%levels : memref<11xf32, strided<[3], offset: 1>>) tuning<block_size = 64, items_per_thread = 4>
  return
}
""")  # fmt: skip
for n in SIZES:
    x = rng.integers(-60, 60, n).astype(np.int32)
    bounds = [np.array(-50, np.int32), np.array(49, np.int32)]
    case(f"bounds_on_device {n}", "bounds_on_device", [x, *bounds],
         [histogram.expected(histogram.even_bins(x, -50, 49, 9), 9, np.int64)])  # fmt: skip
    x = samples("f32", n, False)
    levels = np.full((11, 3), np.nan, np.float32)
    levels[:, 1] = np.arange(11) * 2 - 11
    want = np.full((10, 2), UNTOUCHED, np.int32)
    want[:, 1] = histogram.expected(histogram.level_bins(x, levels[:, 1]), 10, np.int32)
    case(f"holes {n}", "holes", [x, levels], [want])

# Sizes that do not match.
suite.function("levels_amiss", histogram.function("levels_amiss", ["f32"], [None], "range", "f32"))
suite.function("pixels_amiss", histogram.function("pixels_amiss", ["i8"], [4], "even", "i32", channels=3))
suite.function("weights_amiss", histogram.function(
    "weights_amiss", ["i8"], [4], "even", "i32", weights="i32"))  # fmt: skip
x, counts = np.zeros(10, np.float32), np.zeros(4, np.int32)
for name, inputs, error in [
    ("levels_amiss", [x, np.zeros(4, np.float32), counts],
     "range 0 has 4 levels, but outs 0 has 4 bins, which need one more"),
    ("pixels_amiss", [x.astype(np.int8), 0, 9, counts],
     "ins 0 has 10 elements in its last dimension, which is not a multiple of the 3 channels of a pixel"),
    ("weights_amiss", [x.astype(np.int8), np.zeros(9, np.int32), 0, 9, counts],
     "weights 0 has 9 elements, but ins 0 has 10"),
]:  # fmt: skip
    suite.case(name, name, inputs, None, outputs=1, inout=[len(inputs) - 1], error=error)

# Tensors.
suite.function("tensors", histogram.function(
    "tensors", ["i32"], [16], "even", "i32", (0, 160), tensors=True, tile=TILE))  # fmt: skip
for n in SIZES:
    x = rng.integers(-20, 200, n).astype(np.int32)
    suite.case(f"tensors {n}", "tensors", [x], same(histogram.expected(histogram.even_bins(x, 0, 160, 16), 16, np.int32)))

if __name__ == "__main__":
    sys.exit(suite.run())
