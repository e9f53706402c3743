# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""device_sort along a dimension, and of buffers with holes: any number of rows of all
lengths, operands of which some are copied into rows and some are not, tuples of which
lanes hold few items, buffers that may be clobbered, and kept workspaces."""

import numpy as np

from ops.orders import key_ranks, positions
from primtest.comparing import same
from primtest.elements import DTYPES, element_of
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(47)

# Waves of 64 lanes sort up to 256 items, and blocks 512 or 1024 with one of the tiles,
# and 512 or 2048 with the other. Passes sort longer rows.
TILES = {"small": (64, 8), "large": (128, 16)}
# The values between the elements of a buffer with holes.
SIDE = 0x5A


def tuning(tile):
    """The clause for a tile, or none for that of the table."""
    if tile is None:
        return ""
    return " tuning<block_size = %d, items_per_thread = %d>" % tile


def keys_of(ty, shape):
    dtype = np.dtype(DTYPES[ty])
    if dtype.kind == "f":
        x = rng.standard_normal(shape).astype(dtype)
        special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, -np.nan], dtype)
        where = rng.random(shape) < 0.3
        x[where] = rng.choice(special, where.sum())
        return x
    info = np.iinfo(dtype)
    x = rng.integers(info.min, info.max, shape, dtype, endpoint=True)
    where = rng.random(shape) < 0.3
    x[where] = rng.integers(-3, 4, where.sum())
    return x


def places(keys, axis, kind, descending=False, bits=None):
    """The source places of the sorted items, along `axis`."""
    rows = np.moveaxis(keys, axis, -1)
    ranks = key_ranks([element_of(keys)], [kind], [rows], bits, descending)
    return np.moveaxis(positions(ranks), -1, axis)


class Buffer:
    """A parameter, and the part of it that the op sees: all, or with `pitch` a part of
    each dimension, starting at the second element with a step of two or more."""

    def __init__(self, ty, rank, pitch=None, shape=None):
        self.ty, self.rank, self.pitch = ty, rank, pitch
        sizes = ["?"] * rank if shape is None else list(map(str, shape))
        self.whole = f"memref<{'x'.join(sizes)}x{ty}>"
        self.type = self.whole
        if pitch:
            self.whole = f"memref<{'?x' * rank}{ty}>"
            strides = ["?"] * (rank - 1) + [str(pitch[-1])]
            offset = "1" if rank == 1 else "?"
            layout = f"strided<[{', '.join(strides)}], offset: {offset}>"
            self.type = f"memref<{'?x' * rank}{ty}, {layout}>"

    def view(self, name, sizes):
        if not self.pitch:
            return ""
        ones, steps = ", ".join(["1"] * self.rank), ", ".join(map(str, self.pitch))
        return (f"  {name} = memref.subview {name}w[{ones}] [{', '.join(sizes)}] "
                f"[{steps}] : {self.whole} to {self.type}\n")  # fmt: skip

    def surround(self, array):
        """The buffer, with these elements at the places that the op sees."""
        if not self.pitch:
            return array
        shape = [1 + n * step for n, step in zip(array.shape, self.pitch)]
        bytes = np.full(int(np.prod(shape)) * array.itemsize, SIDE, np.uint8)
        whole = bytes.view(array.dtype).reshape(shape)
        whole[tuple(slice(1, None, step) for step in self.pitch)] = array
        return whole


def function(name, ins, outs, dimension, order, clauses, tile, sized):
    """A sort of buffers. With `sized` the sizes are parameters of the function."""
    body, parameters = "", []
    rank = ins[0].rank
    sizes = [f"%n{i}" for i in range(rank)]
    names = [f"%x{i}" for i in range(len(ins))] + [f"%y{i}" for i in range(len(outs))]
    for value, buffer in zip(names, [*ins, *outs]):
        parameters.append(f"{value}{'w' if buffer.pitch else ''}: {buffer.whole}")
        body += buffer.view(value, sizes)
    parameters += [f"{n}: index" for n in sizes] if sized else []
    groups = [(names[: len(ins)], ins), (names[len(ins) :], outs)]
    operands = [
        f"{word}({', '.join(values)} : {', '.join(b.type for b in buffers)})"
        for word, (values, buffers) in zip(["ins", "outs"], groups)
    ]
    along = "" if dimension is None else f" dimension({dimension})"
    op = f"prim.device_sort {order} {' '.join(operands)}{along}{clauses}{tuning(tile)}"
    suite.function(
        name,
        f"func.func @{name}({', '.join(parameters)}) {{\n{body}  {op}\n  return\n}}\n",
    )


def sort_case(label, name, ins, outs, arrays, axis, kind, descending=False, bits=None,
              sized=False, clobbered=()):  # fmt: skip
    """`clobbered` are the numbers of inputs that are not compared afterwards."""
    at = places(arrays[0], axis, kind, descending, bits)
    wants = [b.surround(np.take_along_axis(x, at, axis)) for b, x in zip(outs, arrays)]
    given = [b.surround(x) for b, x in zip(ins, arrays)]
    before = [b.surround(np.full_like(x, 7)) for b, x in zip(outs, arrays)]
    kept = [i for i in range(len(ins)) if i not in clobbered]
    sizes = list(arrays[0].shape) if sized else []
    looked_at = [*range(len(ins), len(ins) + len(outs)), *kept]
    suite.case(
        label, name, [*given, *before, *sizes], same(*wants, *(given[i] for i in kept)),
        outputs=len(looked_at), inout=looked_at,
    )  # fmt: skip


# ---------------------------------------------------------------------------
# Contiguous rows of all lengths
# ---------------------------------------------------------------------------

LENGTHS = {
    "small": [0, 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256,
              257, 511, 512, 513, 1100],
    "large": [300, 512, 513, 1500, 2047, 2048, 2049, 5000],
}  # fmt: skip
# Key, its order, whether descending, and the values that move along.
TUPLES = [
    ("i32", "slt", False, []), ("f32", "total", True, ["i32"]),
    ("i64", "ult", False, ["i32", "i8"]), ("i8", "slt", True, ["i64"]),
]  # fmt: skip
for ty, kind, descending, values in TUPLES:
    for size, tile in TILES.items():
        name = f"rows_{ty}_{kind}_{size}"
        types = [ty, *values]
        buffers = [Buffer(t, 2) for t in types]
        words = kind + " descending" * descending
        function(name, buffers, buffers, 1, words, "", tile, False)
        for length in LENGTHS[size]:
            shape = (3, length)
            numbers = [rng.permutation(3 * length).reshape(shape) for _ in values]
            arrays = [keys_of(ty, shape)]
            arrays += [n.astype(DTYPES[t]) for n, t in zip(numbers, values)]
            sort_case(f"{name} 3x{length}", name, buffers, buffers, arrays, 1, kind,
                      descending)  # fmt: skip

# The tables' own tiles, and those of them that hold as many members.
for types in [["i32"], ["f32", "i32"], ["i64"] * 5]:
    name = f"rows_table_{len(types)}"
    buffers = [Buffer(t, 2) for t in types]
    function(name, buffers, buffers, 1, "total" if types[0] == "f32" else "slt", "", None, False)
    for length in [300, 512, 513, 1025, 1024, 2048, 2049, 4097]:
        arrays = [keys_of(t, (2, length)) for t in types]
        sort_case(f"{name} 2x{length}", name, buffers, buffers, arrays, 1,
                  "total" if types[0] == "f32" else "slt")  # fmt: skip

# Any number of rows: none, one, more than a wave has groups of lanes, and many of each
# length.
name = "rows_i32_slt_small"
buffers = [Buffer("i32", 2)]
for count, length in [
    (0, 5), (0, 0), (5, 0), (1, 7), (1, 100), (1, 1100), (2, 16), (4, 16), (5, 3),
    (9, 16), (200, 1), (1000, 4), (777, 17), (65, 65), (33, 200), (20, 300),
    (12, 513), (70, 520),
]:  # fmt: skip
    x = keys_of("i32", (count, length))
    sort_case(f"{name} {count}x{length}", name, buffers, buffers, [x], 1, "slt")

# Sorted, backward, and all the same.
for length in [16, 50, 200, 400, 1100]:
    for what, x in [
        ("sorted", np.arange(3 * length)), ("backward", np.arange(3 * length)[::-1]),
        ("equal", np.full(3 * length, 7)),
    ]:  # fmt: skip
        x = x.reshape(3, length).astype(np.int32)
        sort_case(f"{name} {what} 3x{length}", name, buffers, buffers, [x], 1, "slt")

# Only some bits, for every way of sorting.
for kind, bits in [
    ("ult", (3, 11)), ("slt", (20, 32)), ("slt", (0, 31)), ("ult", (31, 32))
]:  # fmt: skip
    name = f"rows_bits_{kind}_{bits[0]}_{bits[1]}"
    buffers = [Buffer("i32", 2), Buffer("i32", 2)]
    clause = f" bits({bits[0]}, {bits[1]})"
    function(name, buffers, buffers, 1, kind, clause, TILES["small"], False)
    for length in [10, 40, 100, 300, 700]:
        x = keys_of("i32", (4, length))
        values = rng.permutation(4 * length).reshape(4, length).astype(np.int32)
        # The sign is the highest of the compared bits, or not among them.
        at = places(x, 1, kind, bits=bits)
        suite.case(
            f"{name} 4x{length}", name, [x, values, x * 0, values * 0],
            same(*(np.take_along_axis(a, at, 1) for a in (x, values))),
            outputs=2, inout=[2, 3],
        )  # fmt: skip

# Items of so many registers that a lane of the network holds two of them, or one, and a
# block has no second tile.
for members, length in [
    (5, 150), (5, 40), (9, 50), (9, 100), (9, 10), (5, 600), (9, 300)
]:  # fmt: skip
    name = f"rows_wide_{members}"
    buffers = [Buffer("i64", 2)] * members
    function(name, buffers, buffers, 1, "slt", "", (64, 4), False)
    arrays = [keys_of("i64", (3, length)) // 2**60]
    arrays += [keys_of("i64", (3, length)) for _ in range(members - 1)]
    sort_case(f"{name} 3x{length}", name, buffers, buffers, arrays, 1, "slt")

# ---------------------------------------------------------------------------
# Other dimensions, and buffers with holes
# ---------------------------------------------------------------------------

for rank, axis, shapes in [
    (2, 0, [(20, 3), (100, 40), (300, 33), (700, 3), (5, 0), (0, 5), (1, 9)]),
    (3, 1, [(2, 20, 3), (3, 70, 35), (2, 600, 5), (2, 0, 3), (0, 4, 3), (1, 100, 1)]),
    (4, 2, [(2, 1, 100, 3), (2, 3, 33, 1), (1, 2, 520, 3)]),
    (4, 0, [(100, 2, 3, 2), (3, 2, 33, 1)]),
]:
    name = f"rows_{rank}_{axis}"
    buffers = [Buffer("i32", rank), Buffer("i64", rank)]
    function(name, buffers, buffers, axis, "slt", "", TILES["small"], False)
    for shape in shapes:
        x = keys_of("i32", shape)
        values = rng.permutation(x.size).reshape(shape).astype(np.int64)
        label = f"{name} {'x'.join(map(str, shape))}"
        sort_case(label, name, buffers, buffers, [x, values], axis, "slt")

# Some of the operands have holes, so copied and uncopied operands are combined: all
# inputs, the key alone, the values alone, and outputs. With an odd number of passes a
# copy may serve as a second buffer; with an even number it may not. In some cases
# inputs may be clobbered, one of which is not a copy.
for odd in [False, True]:
    for clobber in [False, True]:
        for mask in [1, 3, 6, 12, 15] if odd == clobber else [2, 3, 4, 8, 13]:
            pitch = [(2, 2) if mask & 1 << i else None for i in range(4)]
            buffers = [Buffer(t, 2, p) for t, p in zip(["i32", "i16"] * 2, pitch)]
            name = f"holes_{mask}{'_odd' * odd}{'_clobber' * clobber}"
            bits = (0, 24) if odd else None
            clauses = " bits(0, 24)" * odd + " may_clobber_input" * clobber
            ins, outs = buffers[:2], buffers[2:]
            function(name, ins, outs, 1, "ult", clauses, TILES["small"], True)
            for length in [40, 700]:
                x = keys_of("i32", (3, length))
                values = rng.permutation(3 * length).reshape(3, length).astype(np.int16)
                sort_case(f"{name} 3x{length}", name, ins, outs, [x, values], 1, "ult",
                          bits=bits, sized=True,
                          clobbered=[0, 1] if clobber else [])  # fmt: skip

# Rank 1, forward and backward, and along each dimension of three.
for pitch in [1, 2, 7]:
    ins = [Buffer("i32", 1, (pitch,)), Buffer("f64", 1, (3,))]
    outs = [ins[0], Buffer("f64", 1)]
    name = f"holes_1_{pitch}"
    function(name, ins, outs, None, "slt", "", TILES["small"], True)
    for n in [0, 1, 50, 300, 512, 513, 2000]:
        arrays = [keys_of("i32", n), rng.permutation(n).astype(np.float64)]
        sort_case(f"{name} {n}", name, ins, outs, arrays, 0, "slt", sized=True)
for axis in range(3):
    for pitch in [(1, 1, 1), (2, 1, 3)]:
        name = f"holes_3_{axis}_{pitch[-1]}"
        buffers = [Buffer("i16", 3, pitch)]
        words, tile = "slt descending", TILES["small"]
        function(name, buffers, buffers, axis, words, "", tile, True)
        for shape in [
            (3, 4, 5), (60, 3, 2), (3, 60, 2), (2, 3, 600), (600, 2, 3), (40, 40, 3)
        ]:  # fmt: skip
            label = f"{name} {'x'.join(map(str, shape))}"
            x = keys_of("i16", shape)
            sort_case(label, name, buffers, buffers, [x], axis, "slt", True, sized=True)

# A negative stride, and a buffer with reversed dimensions.
plain, rows = "memref<?xi32>", "memref<?x?xi32>"
back, turned = (
    f"memref<{'?x' * n}i32, strided<[{layout}>>"
    for n, layout in [(1, "-1], offset: ?"), (2, "1, ?]")]
)
suite.function(
    "backward",
    f"""func.func @backward(%x: {plain}, %y: {rows}, %z: {rows}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : {plain}
  %last = arith.subi %n, %c1 : index
  %a = memref.reinterpret_cast %x to offset: [%last], sizes: [%n], strides: [-1]
      : {plain} to {back}
  %b = gpu.alloc (%n) : {plain}
  prim.device_sort slt ins(%a : {back}) outs(%b : {plain}){tuning((64, 8))}
  prim.device_sort slt ins(%b : {plain}) outs(%a : {back}){tuning((64, 8))}
  gpu.dealloc %b : {plain}
  %rows = memref.dim %y, %c0 : {rows}
  %columns = memref.dim %y, %c1 : {rows}
  %t = memref.reinterpret_cast %y to offset: [0], sizes: [%columns, %rows],
      strides: [1, %columns] : {rows} to {turned}
  prim.device_sort slt ins(%t : {turned}) outs(%z : {rows}) dimension(1)
      {tuning((64, 8))}
  return
}}
""",
)
for n, shape in [(10, (20, 30)), (100, (300, 5)), (700, (5, 600)), (1500, (1, 9))]:
    x, y = keys_of("i32", n), keys_of("i32", shape)
    wants = np.sort(x)[::-1], np.sort(y.T, axis=1)
    suite.case(f"backward {n}", "backward", [x, y, np.zeros(shape[::-1], np.int32)],
               same(*wants), outputs=2, inout=[0, 2])  # fmt: skip

# Sizes that are known.
for shape, axis in [
    ((7, 16), 1), ((5, 100), 1), ((100, 7), 0), ((3, 700), 1), ((1, 90), 1),
    ((2, 300, 5), 1), ((0, 8), 1), ((8, 0), 1), ((4, 1), 1),
]:  # fmt: skip
    name = f"known_{'x'.join(map(str, shape))}"
    buffers = [Buffer("f32", len(shape), shape=shape)]
    function(name, buffers, buffers, axis, "total", "", TILES["small"], False)
    sort_case(name, name, buffers, buffers, [keys_of("f32", shape)], axis, "total")

# ---------------------------------------------------------------------------
# One workspace for sorts of different rows in sequence
# ---------------------------------------------------------------------------

WORKSPACE = 1 << 20
shapes = [(3, 700), (2, 40), (40, 60), (5, 600), (60, 5), (3, 1100), (0, 7), (2, 513)]
parameters, body, given, poison, wants = [], "", [], [], []
for turn, shape in enumerate(shapes):
    along = turn % 2
    parameters += [f"%{letter}{turn}: {rows}" for letter in "xy"]
    body += (f"  prim.device_sort slt ins(%x{turn} : {rows}) outs(%y{turn} : {rows}) "
             f"dimension({along}) workspace(%w : memref<?xi8>) CLAUSE"
             f"{tuning((64, 2))}\n")  # fmt: skip
    x = keys_of("i32", shape if along else shape[::-1])
    given += [x, x * 0]
    poison.append(2 * turn + 1)
    wants.append(np.sort(x, axis=along))
for clause, fill in [("initialized", 0), ("", 0xA5)]:
    name = f"workspace_{clause or 'undefined'}"
    suite.function(
        name,
        f"func.func @{name}({', '.join(parameters)}, %w: memref<?xi8>) {{\n"
        f"{body.replace('CLAUSE', clause)}  return\n}}\n",
    )
    workspace = np.full(WORKSPACE, fill, np.uint8).view(np.int8)
    left = [np.zeros_like(workspace)] if clause else []
    count = len(wants) + len(left)
    suite.case(name, name, [*given, workspace], same(*wants, *left), outputs=count,
               inout=[*poison, len(given)][:count])  # fmt: skip

# The workspace of short rows that are copied: room for the copies, and none for the
# passes.
suite.function(
    "bytes_of_short_rows",
    f"""func.func @bytes_of_short_rows(%x: {rows}, %y: {rows}) -> index {{
  %bytes = prim.workspace_size {{
    prim.device_sort slt ins(%x : {rows}) outs(%y : {rows}) dimension(0)
  }} : index
  return %bytes : index
}}
""",
)


def is_at_most(most):
    def check(outputs):
        bytes = int(outputs[0])
        return None if bytes <= most else f"{bytes} bytes are more than {most}"

    return check


x = keys_of("i32", (4, 5000))
suite.case("bytes of short rows", "bytes_of_short_rows", [x, x],
           is_at_most(2 * x.nbytes + 4096))  # fmt: skip

# ---------------------------------------------------------------------------
# Prologues
# ---------------------------------------------------------------------------

# Short rows are mapped as they are loaded, if their length is known or not; long ones,
# and rows that are not contiguous, by a map before. A table has an element for each place
# of a row and no more.
YIELDS = {
    "places": "%three = arith.constant 3 : i32\n    %w = arith.muli %place, %three : i32",
    "table": "%w = memref.load %t[%at] : memref<?xi32>",
}


def mapped(name, weights, length, tile, dimension=1, discards=False):
    x = f"memref<?x{length}xi16>" if dimension else f"memref<{length}x?xi16>"
    y, z, f = (x.replace("i16", ty) for ty in ["i32", "i8", "i1"])
    keys = "" if discards else f"%k: {y}, "
    empty = f"""  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : {x}
  %m = memref.dim %x, %c1 : {x}
  %k = memref.alloc({'%n, %m' if length == '?' else '%n'}) : {y}
"""
    suite.function(name, f"""func.func @{name}(%x: {x}, %f: {f}, %t: memref<?xi32>, {keys}%p: {y}, %q: {z}) {{
{empty * discards}  prim.device_sort slt ins(%x, %f : {x}, {f}) outs(%k, %p, %q : {y}, {y}, {z}) reads(%t : memref<?xi32>) dimension({dimension}){' discards(0)' * discards}{tuning(tile)} prologue {{
  ^bb0(%e: i16, %flag: i1, %at: index):
    %key = arith.extsi %e : i16 to i32
    %place = arith.index_cast %at : index to i32
    {YIELDS[weights]}
    %u = arith.extui %flag : i1 to i8
    prim.yield %key, %w, %u : i32, i32, i8
  }}
{'  memref.dealloc %k : ' + y if discards else ''}
  return
}}
""")  # fmt: skip


def mapped_case(name, weights, shape, axis=1, discards=False):
    keys = rng.integers(-40, 41, shape).astype(np.int16)
    at = places(keys.astype(np.int32), axis, "slt")
    table = rng.integers(-1000, 1000, shape[axis]).astype(np.int32)
    weight = table if weights == "table" else 3 * np.arange(shape[axis], dtype=np.int32)
    flags = rng.random(shape) < 0.5
    moved = [np.take_along_axis(values, at, axis) for values in [keys.astype(np.int32), flags]]
    wants = [moved[0], weight[at], moved[1].astype(np.int8)]
    wants = wants[discards:]
    blank = [np.full(want.shape, 7, want.dtype) for want in wants]
    suite.case(f"{name} {shape[0]}x{shape[1]}", name, [keys, flags, table, *blank], same(*wants),
               outputs=len(wants), inout=list(range(3, 3 + len(wants))))  # fmt: skip


for weights in YIELDS:
    for size, tile in TILES.items():
        name = f"mapped_{weights}_{size}"
        mapped(name, weights, "?", tile)
        for length in LENGTHS[size]:
            mapped_case(name, weights, (5, length))
    mapped_case(f"mapped_{weights}_small", weights, (777, 10))
    for length in [10, 200, 500, 1100]:
        name = f"mapped_{weights}_{length}"
        mapped(name, weights, length, TILES["small"])
        mapped_case(name, weights, (9, length))
        mapped_case(name, weights, (0, length))
    # The usual argsort: keys go nowhere.
    mapped(f"mapped_alone_{weights}", weights, "?", TILES["small"], discards=True)
    for length in [10, 300, 1100]:
        mapped_case(f"mapped_alone_{weights}", weights, (9, length), discards=True)
    name = f"mapped_columns_{weights}"
    mapped(name, weights, "?", TILES["small"], dimension=0)
    mapped_case(name, weights, (60, 7), axis=0)
    mapped_case(name, weights, (1100, 3), axis=0)
suite.run()
