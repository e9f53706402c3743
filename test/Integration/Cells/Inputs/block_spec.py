# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The block ops to sweep: the values of all their parameters, and the legal
combinations. Nothing here depends on the execution."""

from collections import namedtuple

from ops import orders
from primtest import combiners, covering, move_cells

# Threads in x, y and z: less than a wave, one wave, a wave and a part, and the largest
# block; rows and planes.
SHAPES = [(1, 1, 1), (32, 1, 1), (33, 1, 1), (64, 1, 1), (96, 1, 1), (100, 1, 1),
          (256, 1, 1), (640, 1, 1), (1000, 1, 1), (1024, 1, 1), (16, 5, 1), (32, 32, 1),
          (4, 3, 5), (8, 8, 16)]  # fmt: skip
ITEMS = [1, 2, 3, 8]
# The number of neighbours of a row that a thread has, if it divides the thread's items.
ROWS = [1, 2, 4]
ARRANGEMENTS = ["blocked", "striped", *ROWS]
# In addition, for ops that only move items: rows of warps of this many lanes.
MOVES = [*ARRANGEMENTS, (1, 16), (2, 32)]

# The ranks of an exchange: none; the target of every item; the targets of items with
# flags and of items with a rank; and the source of every item.
RANKS = [None, "all", "flags", "guarded", "flags guarded", "gather"]

Reduce = namedtuple("Reduce", "element combiner shape items rows all valid segment")
Scan = namedtuple(
    "Scan", "element combiner shape items rows mode init total reverse valid prefix head"
)
Store = namedtuple("Store", "element shape items arrangement valid reverse in_base cache")
Load = namedtuple("Load", Store._fields + ("fill",))
Exchange = namedtuple("Exchange", "element shape items arrangement to ranks members")
RadixRank = namedtuple(
    "RadixRank", "element shape items arrangement bits valid counts counted computed"
)
Adjacent = namedtuple("Adjacent", "element shape items rows sides valid outside gives")
Shuffle = namedtuple("Shuffle", "element shape items mode distance fill edge members")
Decode = namedtuple("Decode", "element shape items out window offsets total members")
Histogram = namedtuple("Histogram", "element shape items arrangement bins valid result")
Sort = namedtuple(
    "Sort",
    "element order shape items descending members bits valid source to keys",
)

FOLDS = dict(
    element=list(combiners.ELEMENTS),
    combiner=combiners.NAMES,
    shape=SHAPES,
    items=ITEMS,
    rows=[None, *ROWS],
    valid=[None, "constant", "uniform"],
)
TILES = dict(
    element=list(combiners.ELEMENTS),
    shape=SHAPES,
    items=ITEMS,
    arrangement=MOVES,
    valid=[False, True],
    reverse=[False, True],
    in_base=[False, True],
    cache=[None, "all", "stream"],
)
AXES = {
    Reduce: dict(FOLDS, all=[False, True], segment=[None, "head", "tail"]),
    Scan: dict(
        FOLDS,
        mode=["inclusive", "exclusive", "both"],
        init=[False, True],
        total=[False, True],
        reverse=[False, True],
        prefix=[None, "always", "sometimes"],
        head=[False, True],
    ),
    Exchange: dict(
        element=list(combiners.ELEMENTS),
        shape=SHAPES,
        items=ITEMS,
        arrangement=MOVES,
        to=MOVES,
        ranks=RANKS,
        members=[1, 2],
    ),
    Load: dict(TILES, cache=[None, "all", "stream", "constant"], fill=[False, True]),
    Store: TILES,
    RadixRank: dict(
        element=["i32"],
        shape=SHAPES,
        items=ITEMS,
        arrangement=ARRANGEMENTS,
        bits=list(range(1, 9)),
        valid=[False, True],
        counts=[None, 0, 1],
        counted=[False, True],
        computed=[False, True],
    ),
    Histogram: dict(
        element=["i8", "i16", "i32", "i64", "index"],
        shape=SHAPES,
        items=ITEMS,
        arrangement=ARRANGEMENTS,
        bins=[1, 2, 7, 64, 200, 256, 1000],
        valid=[False, True],
        result=[0, 1, "workgroup", "global"],
    ),
    Adjacent: dict(
        element=list(combiners.ELEMENTS),
        shape=SHAPES,
        items=ITEMS,
        rows=[None, *ROWS],
        sides=["left", "right", "left right"],
        valid=[False, True],
        outside=[False, True],
        gives=move_cells.GIVES,
    ),
    Shuffle: dict(
        element=list(combiners.ELEMENTS),
        shape=SHAPES,
        items=ITEMS,
        mode=["offset", "rotate", "up", "down"],
        distance=["constant", "uniform", "lane"],
        fill=[False, True],
        edge=[False, True],
        members=[1, 2],
    ),
    Decode: dict(
        element=list(combiners.ELEMENTS),
        shape=SHAPES,
        items=ITEMS,
        out=ITEMS,
        window=[False, True],
        offsets=[False, True],
        total=[False, True],
        members=[1, 2],
    ),
    Sort: dict(
        element=list(combiners.ELEMENTS),
        order=["slt", "ult", "total", *orders.REGIONS],
        shape=SHAPES,
        items=ITEMS,
        descending=[False, True],
        members=[1, 2, 3],
        bits=[False, True],
        valid=[False, True],
        source=[None, "striped", *ROWS],
        to=[None, "striped", *ROWS],
        keys=orders.KEYS,
    ),
}

# Bytes of items for which block_exchange has room in workgroup memory, and which
# block_sort uses in addition to its own memory.
LDS_BYTES = 64 * 1024
SORT_BYTES = 32 * 1024
# Threads of a block that leaves room for the test's own counters, and a number of
# counters per thread that fits its registers.
MOST_THREADS = 256
MOST_COUNTS = 64


def legal(cell):
    if type(cell) is Sort:
        return _legal_sort(cell)
    if type(cell) is Load:
        return cell.valid or not cell.fill
    if type(cell) is Store:
        return True
    if type(cell) is Adjacent:
        # An item can replace a difference only if it has the difference's type.
        return cell.outside or cell.gives != "other"
    if type(cell) in (Shuffle, Decode):
        return _legal_move(cell)
    if type(cell) is RadixRank:
        return cell.counts is not None or not cell.counted
    if type(cell) is Histogram:
        x, y, z = cell.shape
        if cell.result == "workgroup":
            return x * y * z <= MOST_THREADS
        return cell.result == "global" or x * y * z * MOST_COUNTS > cell.bins
    if type(cell) is Exchange:
        x, y, z = cell.shape
        size = combiners.ELEMENTS[cell.element].size
        return x * y * z * (cell.items or 1) * size <= LDS_BYTES
    if not combiners.exists(cell.element, cell.combiner):
        return False
    if type(cell) is Reduce:
        return not (cell.all and cell.segment)
    identity = combiners.has_identity(cell.combiner)
    if cell.prefix and cell.head:
        # The exclusive prefix of a head, and the values after the end of the block, are
        # undefined.
        if cell.reverse or (cell.mode != "inclusive" and not identity):
            return False
    if cell.init and cell.prefix:
        return False
    return cell.mode == "inclusive" or bool(identity or cell.init or cell.prefix)


def _legal_move(cell):
    x, y, z = cell.shape
    # Two members, and the array that says where they go.
    size = 2 * combiners.ELEMENTS[cell.element].size
    if type(cell) is Decode:
        return x * y * z * (cell.items * (size + 4) + cell.out * 4) <= LDS_BYTES
    # One item has no source in the block.
    if x * y * z * cell.items == 1 and cell.mode != "rotate" and not cell.fill:
        return False
    if (cell.mode == "rotate" and cell.fill) or (
        cell.mode in ("offset", "rotate") and cell.edge
    ):
        return False
    return x * y * z * cell.items * size <= LDS_BYTES


def _legal_sort(cell):
    element = combiners.ELEMENTS[cell.element]
    if not (
        orders.legal_order(element, cell.order, cell.descending)
        and orders.legal_keys(element, cell.order, cell.keys, cell.members, cell.bits)
    ):
        return False
    # The third member has the largest size.
    largest = 8 if cell.members == 3 else max(element.size, 4)
    x, y, z = cell.shape
    # With a comparator, several members are live at once.
    most = SORT_BYTES // 2 if cell.order in orders.REGIONS else SORT_BYTES
    return x * y * z * cell.items * largest <= most


# `scripts/test` covers every pair of values except the costliest. The full sweep covers
# every clause of every operator on every type, and these also in every shape.
FULL_ONLY = {
    Sort: [("element", "shape"), ("element", "source"), ("element", "to"),
           ("element", "keys"), ("members", "source"), ("bits", "source")],
}
FULL = {
    Reduce: [
        ("element", "combiner", "all", "valid"),
        ("combiner", "shape", "items"),
        ("combiner", "rows", "shape"),
        ("combiner", "rows", "all", "valid"),
        ("element", "combiner", "segment", "valid"),
        ("combiner", "rows", "segment", "valid"),
        ("rows", "shape", "segment"),
    ],
    Scan: [
        ("element", "combiner", "mode", "init", "total", "reverse"),
        ("element", "combiner", "mode", "reverse", "valid", "prefix"),
        ("combiner", "shape", "items"),
        ("combiner", "rows", "shape"),
        ("combiner", "rows", "mode", "reverse", "valid", "prefix"),
        ("element", "combiner", "mode", "init", "head"),
        ("combiner", "mode", "reverse", "valid", "prefix", "head"),
        ("rows", "shape", "reverse", "head"),
    ],
    Exchange: [("element", "items", "arrangement", "to", "ranks", "members"),
               ("shape", "items", "arrangement", "to")],
    Load: [("element", "items", "arrangement", "valid", "reverse", "fill"),
           ("shape", "items", "arrangement", "valid", "reverse")],
    Store: [("element", "items", "arrangement", "valid", "reverse"),
            ("shape", "items", "arrangement", "valid", "reverse")],
    RadixRank: [("bits", "arrangement", "valid", "counts", "counted"),
                ("shape", "items", "arrangement", "bits")],
    Histogram: [("element", "arrangement", "bins", "valid", "result"),
                ("shape", "items", "bins", "result")],
    Adjacent: [("element", "rows", "sides", "valid", "outside", "gives"),
               ("shape", "items", "rows", "sides", "valid")],
    Shuffle: [("element", "items", "mode", "distance", "fill", "edge", "members"),
              ("shape", "items", "mode", "distance")],
    Decode: [("element", "items", "out", "window", "offsets", "total"),
             ("shape", "items", "out", "window")],
    Sort: [
        ("element", "order", "descending", "members", "bits", "valid", "to"),
        ("element", "order", "shape", "items"),
        ("order", "keys", "descending", "source", "to", "valid"),
        ("element", "keys", "bits", "descending"),
    ],
}  # fmt: skip

KINDS = {
    "block_reduce": Reduce,
    "block_scan": Scan,
    "block_sort": Sort,
    "block_exchange": Exchange,
    "block_load": Load,
    "block_store": Store,
    "block_radix_rank": RadixRank,
    "block_histogram": Histogram,
    "block_adjacent": Adjacent,
    "block_shuffle": Shuffle,
    "block_run_length_decode": Decode,
}


def groups_of(op, full):
    kind = KINDS[op]
    if full:
        return covering.pairs(kind) + FULL[kind]
    return [g for g in covering.pairs(kind) if g not in FULL_ONLY.get(kind, [])]


def chosen(op, full, seed):
    """Cells of an op that together have every combination of the values of its groups,
    and those combinations."""
    kind = KINDS[op]
    free = ["shape", "items"]
    if kind in (Reduce, Scan):
        free += ["rows", "valid"] + ["total"] * (kind is Scan)
    elif kind is Sort:
        free = ["valid", "source", "to"]
    elif kind is Exchange:
        free = ["members"]
    elif kind is Shuffle:
        free = ["distance", "members"]
    elif kind is Decode:
        free = ["offsets", "total", "members"]
    elif kind in (Load, Store):
        free = ["in_base", "cache"]
    elif kind is Histogram:
        free = ["items", "valid"]
    space = covering.Space(kind, AXES[kind], legal, free)
    return covering.cover(space, groups_of(op, full), seed)


def of_share(op, full, cells, large=False):
    """The cells that a share of the chosen cells requires: the cell itself."""
    return cells, covering.all_combinations(cells, groups_of(op, full))
