# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Executes cells of device ops through prim-run. A module has many programs; each runs
with every size and data set, under another schedule for each data set."""

import functools
import pathlib
import tempfile

import numpy as np

from ops import orders, reduce, scan, segments, sort
from primtest import combiners, device_spec, folds, runner, segment_cells
from primtest.comparing import Want, compare_outputs
from primtest.device_programs import (
    LAYOUTS, SEGMENT, Program, convert, flip, flip_odd, sorted_members, wider)  # fmt: skip
from primtest.elements import EXACT, SETS, SPECIAL, sample, untouched
from primtest.program_cells import SCHEDULES, compare_all
from primtest.runner import save
from primtest.sweeping import in_modules

# Programs that one process compiles together.
PROGRAMS_PER_MODULE = 64
# The number of additional sizes, small and large, that test loops.
MORE_SIZES = 30

# Tiles that the tuning tables use for sorts of up to 4 bytes.
SORT_TILES = [4096, 5120]
# Tiles that they use for short rows.
ROW_TILES = [1 << bits for bits in range(5, 13)]


def elements_of(cell):
    tiles, more = device_spec.ALL_SIZES[cell.size]
    rows = getattr(cell, "rows", None)
    rows = None if rows == device_spec.BATCHES else rows
    if is_huge(cell) and rows:
        # Blocks are distributed over the rows.
        tiles //= LAYOUTS[rows].count
    if cell.tile is None and cell.size == "many":
        # For sorted rows, more than one tile of any table.
        tiles = 1.5 if type(cell) is device_spec.Sort and rows else 3
    return int(tiles * device_spec.tile_items(cell.tile)) + more


def block_tiles(tile):
    """The numbers of items that one block sorts: a share of the tile of a pass, at
    least one item per thread, and all sizes that the tuning tables may use."""
    if tile:
        return [tile[0] * max(tile[1] // 4, 1)]
    return range(device_spec.USUAL_TILE // 16, device_spec.USUAL_TILE // 2 + 1, device_spec.USUAL_TILE // 16)


def is_long(program, size):
    """Whether a sort of rows has too many elements to be run twice."""
    return program.is_sort and program.rows and size * program.layout.count > device_spec.USUAL_TILE


def is_huge(cell):
    return cell.size in device_spec.LARGE_SIZES[device_spec.Reduce]


def sizes_of(program, cell, large):
    """The sizes with which a cell is run. If all code is to be executed, the tiles end
    at each position of a vector. If values affect the control flow, there are many more
    sizes, each with its own values."""
    size = elements_of(cell)
    loops = not program.is_sort and program.combiner.loops
    if not large or is_huge(cell):
        return [size]
    if program.size is not None:
        return [size] * (len(SCHEDULES) if loops else 1)
    if cell.size == "many":
        few = range(1, MORE_SIZES)
        tiles = (
            [size * i // MORE_SIZES for i in range(MORE_SIZES)]
            if loops
            else [device_spec.tile_items(cell.tile) + i for i in few]
        )
        if program.is_sort:
            tiles += block_tiles(cell.tile)
        if program.rows and not program.is_sort and cell.tile is None:
            # The partial tile ends at each position of a vector, for each of the tiles.
            tiles += [n + n // 2 + i for n in ROW_TILES for i in range(8)]
        return [size, *few, *tiles]
    sizes = [size + i for i in range(2 * len(SCHEDULES) if loops else 1)]
    if program.is_sort and cell.tile is None:
        # Full and partial tiles and block sizes, on every chip.
        sizes += [n + i for n in SORT_TILES for i in (-1, 0, 1)]
        sizes += [n + i for n in block_tiles(None) for i in (-27, 0)]
    if program.rows and not program.is_sort and cell.tile is None:
        sizes += [n + i for n in ROW_TILES for i in (-5, -3, -2, -1, 0, 1)]
    return sizes


def describe(cell):
    words = [cell.element]
    for field, value in cell._asdict().items():
        if field == "element" or value in (None, False):
            continue
        if field == "tile":
            value = "%dx%d" % value[:2] + "".join(map(" %s".__mod__, value[2:]))
        words.append(field if value is True else "%s %s" % (field, value))
    return " ".join(words)


# ---------------------------------------------------------------------------
# Data and references: arrays of shape (SETS, size), or (SETS, rows, size).
# ---------------------------------------------------------------------------


@functools.cache
def inputs_of(element, name, map, size, rows):
    """Raw inputs of a fold, and the values that are combined."""
    combiner = combiners.combiner(element, name)
    rng = np.random.default_rng([*map_seed(element, name), size])
    shape = lead(rows) + (size,)
    if map == "prologue from narrow":
        source = combiners.ELEMENTS[device_spec.NARROW[element]]
        narrow = combiners.combiner(source.name, name)
        raws = narrow.sample(rng, shape)
        return raws, [convert(source, combiner.elements[0], raws[0])]
    raws = combiner.sample(rng, shape)
    change = {"prologue": flip, "prologue by index": flip_odd}.get(map)
    if change is None:
        return raws, raws
    # The combined values have exact sums. The map is its own inverse.
    raws = [change(e, raw) for e, raw in zip(combiner.elements, raws)]
    return raws, [change(e, raw) for e, raw in zip(combiner.elements, raws)]


def lead(rows):
    """The axis of rows, if there can be several."""
    return (LAYOUTS[rows].count,) if rows else ()


def map_seed(*words):
    return [ord(letter) for word in words for letter in word]


@functools.cache
def initial(element, name):
    """Raw initial values, one per data set, that JSON can represent: numbers whose sums
    with the exact data are exact."""
    combiner = combiners.combiner(element, name)
    rng = np.random.default_rng(map_seed(element, name, "init"))
    values = [raw[[EXACT] * SETS, 0] for raw in combiner.sample(rng, (1,))]
    if name == "add" and combiner.elements[0].is_float:
        values[0][SPECIAL] = combiner.elements[0].to_raw(np.array(-0.0))
    if combiner.loops:
        values[0][SPECIAL] = 0
    return values


@functools.cache
def initial_rows(element, name, rows):
    """Raw initial values, one per data set, or one per row if they belong to rows."""
    values = initial(element, name)
    count = LAYOUTS[rows].count
    if not LAYOUTS[rows].shape:
        return [raw.reshape(SETS, 1) for raw in values]
    combiner = combiners.combiner(element, name)
    rng = np.random.default_rng(map_seed(element, name, "init"))
    others = [raw[[EXACT] * SETS] for raw in combiner.sample(rng, (count,))]
    for raw, other in zip(values, others):
        other[:, 0] = raw
        # Numbers other than zero have no exact sums with the special values.
        if name == "add" and combiner.elements[0].is_float:
            other[SPECIAL] = raw[SPECIAL]
    return others


@functools.cache
def prefixes(element, name, map, size, rows, reverse):
    combiner = combiners.combiner(element, name)
    state = combiner.lift(inputs_of(element, name, map, size, rows)[1])
    counts = np.ones((SETS, *lead(rows), size), bool)
    return folds.scan(combiner, state, counts, reverse=reverse)


def lift_all(combiner, values, rows):
    """One value per member for each data set, or for each row of each data set."""
    shape = (SETS, *lead(rows), 1)
    return combiner.lift([
        np.broadcast_to(align(np.asarray(raw, e.raw), len(shape)), shape)
        for e, raw in zip(combiner.elements, values)
    ])  # fmt: skip


def align(array, axes):
    return array.reshape(*array.shape, *[1] * (axes - array.ndim)) if array.ndim else array


def fold_wants(program, size):
    """The expected results of a scan or reduction."""
    cell, combiner = program.cell, program.combiner
    threads, items = (cell.tile or (256, 16))[:2]
    depth = items + int(np.ceil(np.log2(threads))) + -(-size // (threads * items))
    rows, layout = program.rows, program.layout
    key = (cell.element, cell.combiner, cell.map, size, rows)
    start = None
    if cell.init:
        # A buffer has one value for each row.
        values = initial(*key[:2])
        if cell.init == "buffer" and rows:
            values = initial_rows(*key[:2], rows)
        start = lift_all(combiner, values, rows)
    wants = []
    if program.segments:
        start = cell.init and lift_all(combiner, initial(*key[:2]), None)
        return segment_wants(program, size, start, depth)

    def want(state, length):
        """`length` elements of each row, or one fold if it is None."""
        long = (SETS, *lead(rows), 1 if length is None else length)
        state = [np.broadcast_to(part, long) for part in state]
        raws, bounds = combiner.lower(state, depth)
        for element, raw, bound in zip(combiner.elements, raws, bounds):
            if cell.map == "epilogue":
                raw = convert(element, wider(element), flip(element, raw))
                element = wider(element)
            raw = placed(layout, rows, raw, length)
            if bound is not None:
                bound = placed(layout, rows, bound, length, side=0)
            wants.append(Want(element, raw, np.ones(raw.shape, bool), bound))

    identity = combiner.identity and lift_all(combiner, combiner.identity, rows)
    if program.op == "device_scan":
        inclusive, starts = prefixes(*key, cell.reverse)
        states = scan.expected(
            combiner, cell.mode, start, inclusive, starts, start or identity, cell.reverse)  # fmt: skip
        for state in states:
            want(state, size)
        if not program.total:
            return wants
        # A total folds the elements only.
        start = None
    forward, _ = prefixes(*key, False)
    want(reduce.expected(combiner, forward, start, identity), None)
    return wants


def segment_wants(program, size, start, depth):
    """The expected results of a scan or reduction of segments."""
    cell, combiner = program.cell, program.combiner
    parts = segment_cells.segments_of(cell.segments, size, program.is_overlapping())
    raws = inputs_of(cell.element, cell.combiner, cell.map, size, None)[1]
    state = combiner.lift(raws)
    nothing = start
    if not start and combiner.identity:
        nothing = lift_all(combiner, combiner.identity, None)
    wants = []

    def finish(element, raw, bound):
        if cell.map == "epilogue":
            raw, element = convert(element, wider(element), flip(element, raw)), wider(element)
        return element, raw, bound

    if program.op == "device_scan":
        starts = parts.starts(cell.reverse)
        inclusive = segments.scan(combiner, state, starts, cell.reverse)
        states = scan.expected(
            combiner, cell.mode, start, inclusive, starts, nothing, cell.reverse)  # fmt: skip
        inside = parts.inside()
        for each in states:
            each = [np.broadcast_to(part, (SETS, size)) for part in each]
            for number, result in enumerate(zip(combiner.elements, *combiner.lower(each, depth))):
                element, raw, bound = finish(*result)
                # Elements in no segment are unchanged.
                was = untouched(element, raw.shape)
                if program.in_place:
                    was = inputs_of(cell.element, cell.combiner, cell.map, size, None)[0][number]
                raw = np.where(inside, raw, was)
                defined = inside | (not program.returns)
                if bound is not None:
                    bound = np.where(inside, bound, 0)
                wants.append(placed_want(program, element, raw, defined, bound))
        return wants

    result = reduce.expected_of_segments(combiner, state, parts, start, nothing)
    raws, bounds = combiner.lower(result, depth)
    counts, capacity = parts.counts(), program.capacity(size)
    exist = np.arange(capacity) < counts[:, None]

    def of_segments(element, raw, bound=None):
        """The part of the array of each data set for which there is room."""
        room = untouched(element, (SETS, capacity))
        common = min(capacity, raw.shape[-1])
        room[:, :common] = np.where(exist[:, :common], raw[:, :common], room[:, :common])
        if bound is not None:
            bound = np.pad(bound, [(0, 0), (0, capacity)])[:, :capacity] * exist
        return Want(element, room, exist | (not program.returns), bound)

    counted = segment_cells.is_counted(cell.segments)
    if counted and segment_cells.BORDERS[cell.segments][0] == "by_key":
        for element, keys in zip(program.borders, parts.buffers):
            firsts = [keys[at][parts.lists[at][0]] for at in range(SETS)]
            width = counts.max()
            firsts = [np.pad(f, (0, width - len(f))) for f in firsts]
            wants.append(of_segments(element, np.stack(firsts)))
    for result in zip(combiner.elements, raws, bounds):
        wants.append(of_segments(*finish(*result)))
    if counted:
        element = program.results[-1][0]
        wants.append(Want(element, counts.astype(element.raw), np.ones(SETS, bool)))
    return wants


def placed_want(program, element, raw, defined, bound):
    """Elements of the only row, laid out as in the buffer."""
    layout, rows, size = program.layout, program.rows, raw.shape[-1]
    if rows:
        raw, defined = raw[:, None], defined[:, None]
        sides = np.ones(layout.place(defined.astype(np.int8), side=1).shape, bool)
        sides &= layout.place(defined.astype(np.int8), side=1) != 0
        bound = None if bound is None else layout.place(bound[:, None], side=0)
        return Want(element, layout.place(raw), sides, bound)
    return Want(element, raw, defined, bound)


def placed(layout, rows, array, length, **sides):
    """Results of rows, laid out as in the buffer."""
    if not rows:
        return array.reshape((SETS,) if length is None else (SETS, length))
    if length is None:
        return layout.place_folds(array[..., 0])
    return layout.place(array, **sides)


@functools.cache
def keys_of(element, size, rows, flavor, several):
    """Keys, their positions under another name, and a further value. The flavor of the
    keys is that of orders.flavor(). If `several` members are keys there are few
    positions."""
    rng = np.random.default_rng([*map_seed(element, "sort"), size])
    shape = lead(rows) + (size,)
    key, number, other = sorted_members(element)
    count = int(np.prod(shape))
    numbers = np.stack([rng.permutation(count).reshape(shape) for _ in range(SETS)])
    return [
        orders.sample_keys(key, rng, shape, flavor),
        (numbers % 5 - 2 if several else numbers).astype(number.raw),
        sample(other, rng, shape),
    ]


@functools.cache
def sorted_items(element, order, keys, map, size, rows):
    """The operands of a sort, and the items that it sorts."""
    own = size, rows, orders.flavor(order), keys != "one"
    raws, elements = keys_of(element, *own), sorted_members(element)
    if map == "prologue from narrow":
        narrow = device_spec.NARROW[element]
        source = keys_of(narrow, *own)[0]
        return [source, *raws[1:]], [convert(combiners.ELEMENTS[narrow], elements[0], source), *raws[1:]]
    change = {"prologue": flip, "prologue by index": flip_odd}.get(map)
    if change is None:
        return raws, raws
    # The map removes the signs of zeros.
    given = [change(e, raw) for e, raw in zip(elements, raws)]
    return given, [change(e, raw) for e, raw in zip(elements, given)]


def sort_key(cell, size, rows):
    return cell.element, cell.order, cell.keys, cell.map, size, rows


@functools.cache
def sorted_results(key, bits, descending, segments):
    """The items of sorted_items() in sorted order, within their rows or segments."""
    element, order, keys, _, size, rows = key
    items, begins = sorted_items(*key)[1], None
    ranks = orders.item_ranks(sorted_members(element), order, keys, items, bits, descending)
    if segments:
        begins = segment_cells.segments_of(segments, size).own_begins()
        begins = begins.reshape(SETS, *[1] * len(lead(rows)), size)
    return sort.expected(items, ranks, begins)


def sort_wants(program, size):
    cell, rows, layout = program.cell, program.rows, program.layout
    key = sort_key(cell, size, rows)
    given = sorted_items(*key)[0][: cell.members]
    results = sorted_results(key, cell.bits, cell.descending, program.segments)
    inside = np.ones(results[0].shape, bool)
    if program.segments:
        inside = segment_cells.segments_of(program.segments, size).inside()
        inside = inside.reshape(results[0].shape)
    wants = []
    for element, raw in zip(program.sorted, results):
        # Elements in no segment are unchanged.
        raw = np.where(inside, raw, untouched(element, raw.shape))
        raw = placed(layout, rows, raw, size)
        defined = np.ones(raw.shape, bool)
        if program.returns:
            defined = inside.reshape(raw.shape)
        wants.append(Want(element, raw, defined))
    if inputs_stay(program):
        for element, raw in zip(program.inputs, given):
            raw = placed(layout, rows, raw, size)
            wants.append(Want(element, raw, np.ones(raw.shape, bool)))
    return wants


def inputs_stay(program):
    """Whether the test checks that inputs are unchanged."""
    return program.is_sort and program.cell.form not in ("clobber", "tensors")


# ---------------------------------------------------------------------------
# Execution
# ---------------------------------------------------------------------------


def shape_of(program, size, rank):
    """The shape of a result."""
    layout = program.layout
    if rank == SEGMENT:
        return (program.capacity(size),)
    if rank:
        return layout.place(np.zeros((layout.count, size), np.int8)).shape
    return layout.shape


class Run:
    """A program with a size and a data set, in the form of prim-run's list of cases."""

    def __init__(self, folder, turn, program, size, cell, data_set, schedule):
        self.program, self.cell, self.data_set = program, cell, data_set
        self.op = program.kind
        self.schedule = schedule
        self.size = size
        self.wants = wants_of(program, size)
        self.outputs = [folder / ("out%d-%d.npy" % (turn, i)) for i in range(len(self.wants))]
        of = program.cell
        if program.is_sort:
            key = sort_key(of, size, program.rows)
            raws = sorted_items(*key)[0][: of.members]
            key = (of.element, "sort", orders.flavor(of.order), of.keys != "one", of.map, program.rows)
        else:
            raws, _ = inputs_of(of.element, of.combiner, of.map, size, program.rows)
            key = (of.element, of.combiner, of.map, program.rows)
        if program.rows:
            raws = [program.layout.place(raw) for raw in raws]
        name = "-".join(map(str, (*key, size, data_set))).replace(" ", "_")
        inputs = []
        for i, (element, raw) in enumerate(zip(program.inputs, raws)):
            path = folder / ("in-%s-%d.npy" % (name, i))
            inputs.append(save(path, element, raw[data_set]))
        if program.init:
            values = initial(of.element, of.combiner)
            if program.init == "buffer" and program.rows:
                layout = program.layout
                values = [
                    layout.place_folds(raw)
                    for raw in initial_rows(of.element, of.combiner, program.rows)
                ]
            for i, (element, raw) in enumerate(zip(program.combiner.elements, values)):
                if program.init == "scalar":
                    inputs.append(runner.number(element, raw[data_set]))
                    continue
                path = folder / ("init-%s-%s-%d-%d.npy" % ("-".join(map(str, key[:2])).replace(" ", "_"), program.rows, i, data_set))
                inputs.append(save(path, element, np.asarray(raw[data_set])))
        if program.segments:
            segments = segment_cells.segments_of(program.segments, size, program.is_overlapping())
            for i, (element, raw) in enumerate(zip(program.borders, segments.buffers)):
                path = folder / ("borders-%s-%s-%d-%d-%d.npy" % (
                    program.segments, program.is_overlapping(), size, i, data_set))  # fmt: skip
                inputs.append(save(path, element, raw[data_set]))
        self.inout = []
        if not program.returns:
            self.inout = list(range(len(program.results) - len(program.written())))
            for i in program.written():
                element, rank = program.results[i]
                shape = shape_of(program, size, rank)
                path = folder / ("before-%s-%s-%s.npy" % (
                    element.name, "x".join(map(str, shape)), program.rows))  # fmt: skip
                self.inout.append(len(inputs))
                inputs.append(save(path, element, untouched(element, shape)))
        if inputs_stay(program):
            self.inout += range(len(program.inputs))
        self.inputs = inputs

    def case(self):
        return {
            "entry": self.program.symbol,
            "inputs": self.inputs,
            "outputs": [str(path) for path in self.outputs],
            "inout": self.inout,
            "seed": self.schedule,
        }

    def compare(self):
        """The number of compared values, and the error, or None."""
        counts, difference, _ = compare_outputs(
            self.wants, self.outputs, self.data_set, lambda number, raw: received(self, number, raw)
        )
        # An empty result counts as compared.
        return max(sum(counts), 1), difference


def received(run, number, raw):
    """The values that are compared: those that the device returned."""
    return raw


_wants = {}


def wants_of(program, size):
    key = (program.kind, program.cell, size)
    if key not in _wants:
        _wants[key] = (sort_wants if program.is_sort else fold_wants)(program, size)
    return _wants[key]


def make_programs(cells):
    """Programs, and the cells that each executes."""
    together = {}
    for op, cell in cells:
        static = cell.size if cell.form == "static" else None
        together.setdefault((op, cell._replace(size=static)), []).append(cell)
    made = []
    for number, ((op, cell), group) in enumerate(together.items()):
        size = elements_of(cell) if cell.size else None
        made.append((Program("f%d" % number, op, cell, size), group))
    return made


# Lanes fold some rows side by side, which are 3 or 6.
FEW_COLUMNS = "least-columns=4"
# Limits of programs that sort in batches. Other programs could not sort as many
# elements.
FEW_ITEMS = "max-sort-items=400"


def run(args, target, device, cells, tally):
    """Compares pairs (op, cell) and counts them in a Tally."""
    made = make_programs(cells)
    # Large inputs are large files.
    together = PROGRAMS_PER_MODULE // 4 if args.large else PROGRAMS_PER_MODULE
    for has_batches, limits in ((False, [FEW_COLUMNS]), (True, [FEW_ITEMS])):
        mine = [pair for pair in made if pair[0].batches == has_batches]
        for part, options in in_modules(args, mine, together, limits):
            with tempfile.TemporaryDirectory() as folder:
                run_module(args, target, pathlib.Path(folder), part, tally, options)
            _wants.clear()


def run_module(args, target, folder, programs, tally, options):
    text = "\n".join(program.text() for program, _ in programs)
    runs, turn = [], 0
    for program, group in programs:
        for cell in group:
            # Two of the three data sets, except in a full sweep.
            all_sets = args.full or args.large
            for size in sizes_of(program, cell, args.large):
                few = is_huge(cell) or is_long(program, size) and not all_sets
                sets = 1 if few else SETS if all_sets else 2
                # Each data set runs under another schedule, in turn.
                turn += 1
                for at in range(sets):
                    data_set = (turn // len(SCHEDULES) + at) % SETS
                    schedule = SCHEDULES[(turn + at) % len(SCHEDULES)]
                    runs.append(Run(folder, len(runs), program, size, cell, data_set, schedule))
        if args.large:
            for cached in (inputs_of, prefixes, keys_of, sorted_items, sorted_results):
                cached.cache_clear()
    compare_all(args, target, folder, text, runs, tally, options, describe)
