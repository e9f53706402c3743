# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_batch_copy against copies done one by one: all element types, sources and
destinations of all alignments, one huge copy among thousands of tiny and empty ones,
overlapping sources, and ranges that leave the buffers. Elements to which nothing is
copied are compared, too: they must be unchanged. The emulator faults on accesses
outside the buffers."""

import numpy as np

from ops import batch_copy
from primtest.comparing import same
from primtest.elements import DTYPES
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(60)
TILE = (64, 2)
NUMBERS = {"i32": np.int32, "i64": np.int64, "index": np.int64}


def elements(ty, n):
    if ty == "i1":
        return rng.random(n) < 0.5
    dtype = np.dtype(DTYPES.get(ty, np.int64))
    if dtype.kind == "f":
        return rng.integers(0, 256, n * dtype.itemsize).astype(np.uint8).view(dtype)
    info = np.iinfo(dtype)
    return rng.integers(info.min, info.max, n, dtype=dtype, endpoint=True)


def copied(x, out, begins, places, sizes):
    out = out.copy()
    batch_copy.copy(x, out, begins, places, sizes)
    return out


def run(name, function, x, n, copies, offset=0, workspace=False, number="i32"):
    """A case on memrefs, with an output of `n` elements."""
    copies = [np.asarray(c, NUMBERS[number]) for c in copies]
    out = np.resize(~x if x.dtype.kind in "bi" else x[::-1], n) if len(x) else np.zeros(n, x.dtype)
    want = out.copy()
    want[offset:] = copied(x[offset:], out[offset:], *copies)
    # More than the words of state for this many tiles.
    work = [np.zeros(1 << 17, np.int8)] if workspace else []
    suite.case(f"{name} copies={len(copies[0])}", function, [x, *copies, out, *work], same(want, *work),
               outputs=1 + len(work), inout=[4, 5][: 1 + len(work)])  # fmt: skip


def scattered(sizes, n, gap=3):
    """Sources at any place, and destinations in sequence, with gaps, in any order; and
    the contents of a source of `n` elements."""
    sizes = np.asarray(sizes, np.int64)
    order = rng.permutation(len(sizes))
    gaps = rng.integers(0, gap + 1, len(sizes))
    places = np.zeros(len(sizes), np.int64)
    places[order] = np.cumsum(sizes[order] + gaps[order]) - sizes[order]
    begins = rng.integers(0, np.maximum(n - sizes, 0) + 1)
    return (begins, places, sizes), int((sizes + gaps).sum()) + 5


FORMS = {
    "one": [1000],
    "tiny": rng.integers(0, 5, 700),
    "empty": np.zeros(300, int),
    "mixed": rng.integers(0, 60, 150),
    "huge": np.where(np.arange(1500) == 777, 9000, rng.integers(0, 3, 1500)),
    "large": [2000, 0, 3000, 1, 1500],
}
for ty in ["i1", "i8", "i16", "i32", "i64", "f16", "f32", "f64", "index"]:
    function = f"copy_{ty}"
    suite.function(function, batch_copy.function(function, ty, tile=TILE))
    for name, sizes in FORMS.items():
        if ty not in ("i8", "i32", "f64") and name in ("one", "empty", "huge"):
            continue
        x = elements(ty, 9100)
        copies, n = scattered(sizes, len(x))
        run(f"{function} {name}", function, x, n, copies)
    run(f"{function} none", function, elements(ty, 5), 9, ([], [], []))

# Equal and different alignments of source and destination, for buffers at any address.
for ty, offset in [("i8", 1), ("i8", 4), ("i32", 3), ("i16", 5)]:
    function = f"aligned_{ty}_{offset}"
    suite.function(function, batch_copy.function(function, ty, tile=TILE, offset=offset))
    for shift in [0, 1, 4]:
        places = np.arange(8) * 200 + np.arange(8)
        run(f"{function} shift={shift}", function, elements(ty, 1900), 1900,
            (places + shift, places, rng.integers(150, 190, 8)), offset=offset)  # fmt: skip

# All misalignments of source and destination, and all lengths around that of a vector: of
# many copies in a tile, and of copies of whole buffers, beyond which nothing may be read.
for ty, width in [("i8", 16), ("i16", 8), ("i32", 4), ("f64", 2)]:
    function = f"shifted_{ty}"
    suite.function(function, batch_copy.function(function, ty, tile=TILE))
    lengths = np.arange(2 * width + 2) if width <= 8 else np.array([0, 1, 2, 3, 4, 7, 8, 15, 16, 17, 18, 31, 32, 33])
    of, to, sizes = (a.ravel() for a in np.meshgrid(np.arange(width), np.arange(width), lengths))
    room = 4 * width * np.arange(len(sizes))
    x = elements(ty, 4 * width * len(sizes))
    run(f"{function} all", function, x, len(x), (room + of, room[::-1] + to, sizes))
    for offset in [0, 1]:
        function = f"whole_{ty}_{offset}"
        suite.function(function, batch_copy.function(function, ty, tile=TILE, offset=offset))
        for n in [0, 3, width + 1, 4 * width + 2, 130 * width + 1, 300 * width + 5]:
            for of, to in [(0, 0), (0, 1), (1, 0), (2, 3)]:
                run(f"{function} {of} to {to}", function, elements(ty, n + of + offset), n + to + offset,
                    ([of], [to], [n]), offset=offset)  # fmt: skip

# All from one source; destinations in sequence without gaps; numbers of all types.
for number in NUMBERS:
    function = f"by_{number}"
    suite.function(function, batch_copy.function(function, "i32", number, tile=TILE, workspace=True))
    for count in [1, 127, 128, 129, 1000]:
        run(f"{function} repeated", function, elements("i32", 100), 7 * count,
            (np.full(count, 50), np.arange(count) * 7, np.full(count, 7)), number=number, workspace=True)  # fmt: skip
        sizes = rng.integers(0, 9, count)
        run(f"{function} dense", function, elements("i32", 5000), sizes.sum() + 1,
            (rng.integers(0, 4000, count), np.cumsum(sizes) - sizes, sizes), number=number, workspace=True)  # fmt: skip

# Parts outside of the buffers.
least, most = -(1 << 63), (1 << 63) - 1
run("outside", "by_i64", elements("i32", 100), 300,
    ([-5, 90, 200, 0, 0, 10, 0, 0, least, most, most], [0, 20, 40, 290, -8, 50, 60, 300, 70, 80, least],
     [10, 50, 5, 50, 12, -3, least, 5, most, most, most]), number="i64", workspace=True)  # fmt: skip
run("outside", "by_i64", elements("i32", 100), 300, ([-3], [-2], [most]), number="i64", workspace=True)
run("outside", "by_i64", elements("i32", 100), 300, ([least + 1], [least + 4], [most]), number="i64", workspace=True)
run("outside", "by_i32", elements("i32", 100), 300,
    ([-5, 90, 2**31 - 1, -(2**31)], [0, 120, 40, 50], [2**31 - 1, 2**31 - 1, 2**31 - 1, 2**31 - 1]), workspace=True)  # fmt: skip
run("empty source", "by_i32", elements("i32", 0), 50, ([0, -1], [0, 1], [5, 5]), workspace=True)
run("empty output", "by_i32", elements("i32", 50), 0, ([0, -1], [0, 1], [5, 5]), workspace=True)

# Overlapping destinations: each written element must come from one of the sources.
x = np.arange(1000, dtype=np.int32)
suite.case("overlapping places", "copy_i32",
           [x, *(np.array(a, np.int32) for a in ([0, 500], [0, 0], [400, 400])), np.full(500, -1, np.int32)],
           lambda outputs: None if np.isin(outputs[0][:400] % 500, np.arange(400)).all()
           and (outputs[0][400:] == -1).all() else "not from either", outputs=1, inout=[4])  # fmt: skip

# The table's tile; tensors, of which all elements are written; strides.
suite.function("table", batch_copy.function("table", "i32"))
for sizes in [FORMS["huge"], rng.integers(0, 7, 6000)]:
    x = elements("i32", 9100)
    copies, n = scattered(sizes, len(x))
    run("table", "table", x, n, copies)
suite.function("tensors", batch_copy.function("tensors", "f32", tensors=True, sizes=(40, "?", 40 * 11)))
x = elements("f32", 700)
copies = [np.asarray(c, np.int32) for c in (rng.integers(0, 689, 40), rng.permutation(40) * 11, np.full(40, 11))]
suite.case("tensors", "tensors", [x, *copies], same(copied(x, np.zeros(440, np.float32), *copies)), outputs=1)
suite.function("strided", """func.func @strided(%x: memref<?x2xi16>, %c: memref<?x3xi32>, %o: memref<?x3xi16>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x2xi16>
  %k = memref.dim %c, %c0 : memref<?x3xi32>
  %m = memref.dim %o, %c0 : memref<?x3xi16>
  %xs = memref.subview %x[0, 1] [%n, 1] [1, 1] : memref<?x2xi16> to memref<?xi16, strided<[2], offset: 1>>
  %f = memref.subview %c[0, 0] [%k, 1] [1, 1] : memref<?x3xi32> to memref<?xi32, strided<[3]>>
  %t = memref.subview %c[0, 1] [%k, 1] [1, 1] : memref<?x3xi32> to memref<?xi32, strided<[3], offset: 1>>
  %s = memref.subview %c[0, 2] [%k, 1] [1, 1] : memref<?x3xi32> to memref<?xi32, strided<[3], offset: 2>>
  %os = memref.subview %o[0, 2] [%m, 1] [1, 1] : memref<?x3xi16> to memref<?xi16, strided<[3], offset: 2>>
  prim.device_batch_copy ins(%xs : memref<?xi16, strided<[2], offset: 1>>) outs(%os : memref<?xi16, strided<[3], offset: 2>>)
      from(%f : memref<?xi32, strided<[3]>>) to(%t : memref<?xi32, strided<[3], offset: 1>>)
      sizes(%s : memref<?xi32, strided<[3], offset: 2>>) tuning<block_size = 64, items_per_thread = 2>
  return
}
""")  # fmt: skip
for sizes in [FORMS["mixed"], FORMS["large"]]:
    x = elements("i16", 2 * 3100).reshape(-1, 2)
    copies, n = scattered(sizes, 3100)
    out = elements("i16", 3 * n).reshape(-1, 3)
    want = out.copy()
    want[:, 2] = copied(x[:, 1], out[:, 2], *copies)
    suite.case(f"strided copies={len(sizes)}", "strided", [x, np.stack(copies, 1).astype(np.int32), out], same(want),
               outputs=1, inout=[2])  # fmt: skip

# Copies between addresses in several buffers, with the elements of some copied as fewer
# or more, smaller ones; also of i8 from and to any address.
def addressed(name, ty, size, sizes, workspace=False):
    sizes = np.asarray(sizes, np.int64)
    bytes_of = np.maximum(sizes, 0) * size
    x, y = elements(ty, 1200), elements(ty, 900)
    step = np.dtype(DTYPES[ty]).itemsize
    step = min(step, size)
    (_, places, _), n = scattered(bytes_of // step, 0)
    out = elements(ty, -(-n * step // x.itemsize))
    outs = [out, np.ascontiguousarray(out[::-1])]
    wants = [o.copy() for o in outs]
    of, to = rng.integers(0, 2, (2, len(sizes)))
    room = np.where(of == 0, x.nbytes, y.nbytes) - bytes_of
    begins = rng.integers(0, room // step + 1) * step
    for k, count in enumerate(bytes_of):
        source = (x, y)[of[k]].view(np.uint8)[begins[k] : begins[k] + count]
        place = places[k] * step
        wants[to[k]].view(np.uint8)[place : place + count] = source
    work = [np.zeros(1 << 17, np.int8)] if workspace else []
    suite.function(name, batch_copy.addressed_function(name, ty, size, TILE, workspace))
    suite.case(f"{name} copies={len(sizes)}", name, [x, y, of, begins, to, places * step, sizes, *outs, *work],
               same(*wants, *work), outputs=2 + len(work), inout=[7, 8, 9][: 2 + len(work)])  # fmt: skip


addressed("addressed_i8", "i8", 1, [*rng.integers(-3, 70, 200), 800, 0])
addressed("addressed_i32", "i32", 4, rng.integers(0, 60, 150), workspace=True)
addressed("addressed_f64", "f64", 8, [700, 1, 0, -5, 2])
addressed("addressed_halves", "i32", 2, rng.integers(0, 90, 130))

# Sizes that do not match are detected before anything is launched.
zeros = np.zeros(10, np.int32)
suite.case("sizes of another number", "copy_i32", [zeros, zeros, zeros, zeros[:9], zeros], None, inout=[4],
           error="sizes has 9 elements, but from has 10")  # fmt: skip

suite.run()
