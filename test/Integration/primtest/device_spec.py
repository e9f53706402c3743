# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The device ops to sweep: the values of all their parameters, and the legal
combinations. Nothing here depends on the execution."""

from collections import namedtuple

from ops import orders
from primtest import combiners, covering, segment_cells

Reduce = namedtuple("Reduce", "element combiner init map form rows tile size")
Scan = namedtuple(
    "Scan", "element combiner mode init total reverse map form rows tile size"
)
# Segments of buffers of rank 1 that may have holes.
SegmentReduce = namedtuple(
    "SegmentReduce", "element combiner init map form holes segments tile size"
)
SegmentScan = namedtuple(
    "SegmentScan", "element combiner mode init reverse map form holes segments tile size"
)
Sort = namedtuple("Sort", "element order descending members keys bits map form rows tile size")
SegmentSort = namedtuple(
    "SegmentSort",
    "element order descending members keys bits map form holes segments tile size",
)

# Sizes, as a number of tiles and a number of additional elements. With many tiles, the
# last one has items of every thread, and every thread also has items past the end.
SIZES = {
    "0": (0, 0), "1": (0, 1), "odd": (0, 7), "tile-1": (1, -1), "tile": (1, 0),
    "tile+1": (1, 1), "many": (7, -27)}  # fmt: skip
# Large sizes, if they are requested. For a reduction, several tiles per block, and as
# many partial results as LLVM's vectorised loop over those of a lane takes, plus some.
# For a scan, more tiles than a look-back reads at once.
LARGE_SIZES = {
    Reduce: {"blocks": (4080, -27)},
    Scan: {"window+": (70, -27)},
    SegmentReduce: {"window+": (70, -27)},
    SegmentScan: {"window+": (70, -27)},
    Sort: {},
    SegmentSort: {},
}
# For a sort also sizes near the number of elements that one block sorts for some type,
# which is at most a quarter of the tile of a pass.
SORT_SIZES = {
    "1/8-": (1 / 8, -27), "1/8": (1 / 8, 0), "3/16-": (3 / 16, -27),
    "3/16": (3 / 16, 0), "1/4-": (1 / 4, -27), "1/4": (1 / 4, 0), "1/4+": (1 / 4, 1)}  # fmt: skip
# For sorted rows and segments, sizes near those that lanes and waves sort, with one
# item per lane and with several, and near the smaller of two tiles of a block.
SPAN_SIZES = {
    "16": (0, 16), "17": (0, 17), "wave": (0, 64), "wave+": (0, 65),
    "half wave+": (0, 33), "waves": (0, 256), "waves+": (0, 257),
    "half waves+": (0, 129), "1/3": (1 / 3, 0), "1/3+": (1 / 3, 1)}  # fmt: skip
ALL_SIZES = {
    **SIZES, **LARGE_SIZES[Reduce], **LARGE_SIZES[Scan], **SORT_SIZES,
    **SPAN_SIZES}  # fmt: skip

# Each size known at compile time requires its own program.
STATIC_SIZES = ["0", "1", "tile+1", "many"]
STATIC_SPAN_SIZES = ["0", "17", "many"]

# The forms of the op's operands: memrefs; tensors, whose functions return the results;
# sizes known at compile time; a result in the input; a workspace, undefined or left
# reset by an earlier run; and a form with identical bits in every run, which is for
# operators that round.
FORMS = ["memrefs", "tensors", "static", "workspace", "initialized", "deterministic"]
# The maps of elements before they are combined, and of results: one that keeps the
# type; one for elements of odd index only; one from a narrower type; one to a wider
# type.
MAPS = [None, "prologue", "prologue by index", "prologue from narrow", "epilogue"]
# The layouts of the folded elements: a buffer of rank 1; the last or the first
# dimension of rank 2; the middle dimension of rank 3; a column of a buffer of rank 2,
# which has others at its sides; and the middle of a buffer of which every second
# element must not be accessed (a tensor has no layout and therefore no holes).
ROWS = [None, "last", "first", "middle", "column", "sparse"]
# For a reduction also: several dimensions, with and without another one between them,
# and all of a buffer whose dimensions are reversed, with holes.
SEVERAL = ["outer and inner", "outer two", "permuted"]
# For a sort, which copies rows that are not contiguous, also rows with other elements
# between them; on tensors "sparse" is "middle".
SORT_ROWS = [None, "last", "first", "column", "sparse", "padded"]
# For a device-wide sort also batches, which are merged.
BATCHES = "batches"
# Threads of a block and items of a thread; None uses the tuning tables.
TILES = [(64, 2), (192, 3), None]
# A scan whose blocks each process several tiles, for device-wide scans without holes
# and with any association; in other cases it is an ordinary tile.
PERSISTENT = (64, 4, "persistent")
# A scan by blocks that are all resident, with one tile each.
COOPERATIVE_TILE = (64, 2, "cooperative_tile")
# Resident blocks that take tiles in turns; for device-wide reductions in any order, the
# first block folds their results.
COOPERATIVE = (64, 4, "cooperative")

FOLDS = dict(
    element=list(combiners.ELEMENTS),
    combiner=combiners.NAMES,
    init=[None, "scalar", "buffer"],
    map=MAPS,
    rows=ROWS,
    tile=TILES,
    size=list(SIZES),
)
SEGMENTED = dict(FOLDS, segments=segment_cells.OF_FOLDS, holes=[False, True])
del SEGMENTED["rows"]
SORTS = dict(
    element=list(combiners.ELEMENTS),
    order=["slt", "ult", "total"],
    descending=[False, True],
    members=[1, 2, 3],
    # Most cells have one key and no prologue, because others take twice as long to
    # compile.
    keys=["one"] * 5 + orders.KEYS[1:],
    bits=[False, True],
    map=[None] * 5 + ["prologue by index", "prologue from narrow"],
    form=FORMS[:-1] + ["clobber"],
    tile=TILES,
    size=list(SIZES),
)
AXES = {
    Reduce: dict(FOLDS, form=FORMS, rows=ROWS + SEVERAL, tile=TILES + [COOPERATIVE]),
    Scan: dict(
        FOLDS,
        mode=["inclusive", "exclusive", "both"],
        total=[False, True],
        reverse=[False, True],
        form=FORMS + ["in place"],
        tile=TILES + [PERSISTENT, COOPERATIVE_TILE, COOPERATIVE],
    ),
    SegmentReduce: dict(SEGMENTED, form=FORMS),
    SegmentScan: dict(
        SEGMENTED,
        mode=["inclusive", "exclusive", "both"],
        reverse=[False, True],
        form=FORMS + ["in place"],
        tile=TILES + [PERSISTENT, COOPERATIVE_TILE, COOPERATIVE],
    ),
    Sort: dict(SORTS, order=SORTS["order"] + orders.REGIONS, rows=SORT_ROWS + [BATCHES]),
    SegmentSort: dict(
        SORTS, order=SORTS["order"] + orders.REGIONS,
        segments=segment_cells.OF_SORTS, holes=[False, True],
    ),
}

# Types from which a prologue may convert.
NARROW = {"i16": "i8", "i32": "i16", "i64": "i32", "index": "i32", "f32": "f16", "f64": "f32"}


def legal(cell):
    element = combiners.ELEMENTS[cell.element]
    if type(cell) in (Sort, SegmentSort):
        if cell.map == "prologue from narrow" and cell.element not in NARROW:
            return False
        if not orders.legal_order(element, cell.order, cell.descending):
            return False
        return orders.legal_keys(element, cell.order, cell.keys, cell.members, cell.bits)
    if not combiners.exists(cell.element, cell.combiner):
        return False
    if cell.map == "prologue from narrow" and (
        cell.combiner in combiners.REGIONS or cell.element not in NARROW
    ):
        return False
    identity = combiners.has_identity(cell.combiner)
    if type(cell) in (Reduce, SegmentReduce):
        return bool(identity or cell.init)
    if cell.form == "in place" and (
        cell.mode == "both" or cell.map == "prologue from narrow"
        or (cell.map == "epilogue" and not keeps_types(cell))
    ):  # fmt: skip
        return False
    # A total excludes init.
    if type(cell) is Scan and cell.total and not identity:
        return False
    return bool(identity or cell.init or cell.mode == "inclusive")


def keeps_types(cell):
    """Whether an epilogue, which makes integers i64 and floats f64, changes no type."""
    elements = combiners.combiner(cell.element, cell.combiner).elements
    return all(e.name in ("i64", "index", "f64") for e in elements)


# `scripts/test` covers every pair of values except the costliest; the full sweep covers
# every clause of every operator on every type.
FULL_ONLY = {
    Sort: [("element", "form"), ("element", "tile"), ("element", "rows"),
           ("members", "tile"), ("map", "tile"), ("keys", "tile"), ("element", "map"),
           ("element", "keys"),
           ("map", "form"), ("keys", "map"), ("order", "map"), ("keys", "form")],
    # Keys and orders are those of buffers without segments.
    SegmentSort: [("members", "form"), ("members", "tile"), ("form", "tile")] + [
        pair
        for pair in covering.pairs(SegmentSort)
        if set(pair) & {"element", "order", "map"} and "size" not in pair
    ] + [("keys", "form"), ("keys", "tile"), ("keys", "holes")],
    # The cells without segments test the folds and their elements.
    **{
        kind: [
            (field, other)
            for field, kept in (("element", "segments"), ("combiner", "tile"))
            for other in AXES[kind]
            if other not in (kept, "size")
        ]
        for kind in (SegmentReduce, SegmentScan)
    },
}
FULL = {
    Reduce: [
        ("element", "combiner", "init", "map"),
        ("element", "combiner", "form"),
        ("element", "combiner", "rows"),
        ("rows", "init", "map", "form", "tile"),
    ],
    Scan: [
        ("element", "combiner", "mode", "init", "total", "reverse"),
        ("element", "combiner", "map", "reverse"),
        ("element", "combiner", "form"),
        ("element", "combiner", "mode", "rows"),
        ("rows", "mode", "init", "total", "reverse", "form"),
        ("rows", "map", "form", "tile"),
    ],
    SegmentReduce: [
        ("element", "combiner", "segments"),
        ("segments", "init", "map", "form", "tile"),
        ("segments", "holes", "form", "tile"),
    ],
    SegmentScan: [
        ("element", "combiner", "mode", "segments"),
        ("segments", "mode", "init", "reverse", "form"),
        ("segments", "map", "form", "tile"),
        ("segments", "holes", "reverse", "form", "tile"),
    ],
    Sort: [
        ("element", "order", "descending", "members", "bits", "form"),
        ("element", "members", "rows"),
        ("element", "keys", "bits"),
        ("keys", "members", "rows", "form"),
        ("rows", "map", "form"),
        ("rows", "descending", "bits", "form"),
        ("rows", "members", "form", "tile"),
    ],
    SegmentSort: [
        ("element", "order", "descending", "members", "bits", "segments"),
        ("segments", "descending", "bits", "form"),
        ("segments", "holes", "members", "form", "tile"),
    ],
}

KINDS = {
    "device_reduce": Reduce,
    "device_scan": Scan,
    "device_reduce_segments": SegmentReduce,
    "device_scan_segments": SegmentScan,
    "device_sort": Sort,
    "device_sort_segments": SegmentSort,
}

# Fields on which nothing depends.
FREE = {
    Reduce: ["tile", "size", "form", "rows"],
    Scan: ["tile", "size", "reverse", "rows"],
    SegmentReduce: ["tile", "size", "form", "holes", "segments"],
    SegmentScan: ["tile", "size", "reverse", "holes", "segments"],
    Sort: ["tile", "size", "form", "rows"],
    SegmentSort: ["tile", "size", "form", "holes", "segments"],
}


def span_sizes(program):
    """Sizes of sorted rows and segments. The position at which a block's tile is cut
    does not matter, because the others are cut too."""
    if program.tile:
        return [*SIZES, *SPAN_SIZES]
    ends = [name for name in SORT_SIZES if not name.endswith("-")]
    return [*SIZES, *ends, *[name for name in SPAN_SIZES if "/" not in name]]


def sizes(program, large):
    static = program.form == "static"
    rows, segments = (getattr(program, field, None) for field in ("rows", "segments"))
    rows = None if rows == BATCHES else rows
    sorts = type(program) in (Sort, SegmentSort)
    if sorts and (rows or segments):
        return STATIC_SPAN_SIZES if static else span_sizes(program)
    names = [*STATIC_SIZES] if static else [*SIZES]
    if (sorts or rows) and not program.tile and not static:
        # Rows that are short for a tile have tiles of their own.
        names += SORT_SIZES
    return names + [*LARGE_SIZES[type(program)]] * large


def groups_of(op, full):
    kind = KINDS[op]
    if full:
        return covering.pairs(kind) + FULL[kind]
    return [g for g in covering.pairs(kind) if g not in FULL_ONLY.get(kind, [])]


def chosen(op, full, seed):
    """Programs of an op (cells whose size is not used yet) that together have every
    combination of the values of its groups, and those combinations."""
    kind = KINDS[op]
    groups = [group for group in groups_of(op, full) if "size" not in group]
    space = covering.Space(kind, AXES[kind], legal, FREE[kind])
    return covering.cover(space, groups, seed)


def of_share(op, full, programs, large=False):
    """The cells that a share of the chosen programs requires: all their sizes. Large
    reductions exclude the tables' tiles, because thousands of them are too many. If all
    code is to be executed, sizes known at compile time are excluded too: a kernel
    receives its size as an argument, so it has code for other sizes."""
    if large:
        programs = [p for p in programs if p.tile or type(p) is not Reduce]
        programs = [p for p in programs if p.form != "static"]
    groups = [group for group in groups_of(op, full) if "size" not in group]
    return covering.with_sizes(programs, groups, lambda program: sizes(program, large), full)


# The tiles of the tuning tables; only their order of magnitude is used.
USUAL_TILE = 4096


def tile_items(tile):
    return tile[0] * tile[1] if tile else USUAL_TILE
