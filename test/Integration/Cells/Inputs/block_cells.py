# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Executes cells of block ops in kernels of many ops on blocks of one shape, each
launched once per schedule. Each block of the launch has its own data set."""

import math

import block_spec
from primtest import combiners, digit_cells, fold_cells, item_cells, move_cells, sort_cells
from primtest.driver import set_schedule
from primtest.kernel import Kernel
from primtest.runner import compile_kernels

# More cells in a kernel would keep too many inputs in registers.
CELLS_PER_KERNEL = 16
# With more cells, a module's compilation would be the last to end.
KERNELS_PER_MODULE = 24
# How often a kernel with value-dependent control flow is run on further values if all
# code is to be executed: a kernel with loops, and one with partial tiles.
MORE_VALUES_OF_LOOPS = 150
MORE_VALUES_OF_TILES = 40
ITEM_CELLS = {
    block_spec.Adjacent: move_cells.adjacent,
    block_spec.Decode: move_cells.run_length_decode,
    block_spec.Exchange: item_cells.block_exchange,
    block_spec.Histogram: digit_cells.histogram,
    block_spec.Load: item_cells.block_load,
    block_spec.RadixRank: digit_cells.radix_rank,
    block_spec.Shuffle: move_cells.shuffle,
    block_spec.Store: item_cells.block_store,
}
# The names of the schedules: the default order of waves, a random one, and newest
# first.
SCHEDULES = [0, 7, -1]


class BlockKernel(Kernel):
    """A kernel whose cells are ops of blocks of `shape` threads. A block is treated as
    one logical warp of its width."""

    level = "block"

    def __init__(self, symbol, wave, element, shape, seed):
        threads = math.prod(shape)
        super().__init__(symbol, threads, element, threads, threads, seed)
        # Rows are those of real waves.
        self.hardware_wave = wave
        self.shape = shape


def add(kernel, name, cell):
    """Adds a cell of the spec to a kernel, under a name."""
    if type(cell) is block_spec.Sort:
        source, to = (
            math.gcd(rows, cell.items) if isinstance(rows, int) else rows
            for rows in (cell.source, cell.to)
        )
        sort_cells.sort(
            kernel, name, cell.order, cell.descending, members=cell.members,
            items=cell.items, valid=cell.valid, source=source, to=to,
            keys=cell.keys, bits=cell.bits)  # fmt: skip
        return
    options = cell._asdict()
    for field in ("rows", "arrangement", "to"):
        if isinstance(options.get(field), int):
            options[field] = math.gcd(options[field], cell.items)
        if isinstance(options.get(field), tuple):
            rows, width = options[field]
            options[field] = (math.gcd(rows, cell.items), width)
    if type(cell) in ITEM_CELLS:
        del options["element"], options["shape"]
        ITEM_CELLS[type(cell)](kernel, name, **options)
        return
    combiner = combiners.combiner(options.pop("element"), options.pop("combiner"))
    del options["shape"]
    kind = fold_cells.reduce if type(cell) is block_spec.Reduce else fold_cells.scan
    kind(kernel, combiner, name, **options)


def describe(cell):
    """A description of a cell."""
    words = [cell.element, "x".join(map(str, cell.shape)), "of %d" % cell.items]
    for field, value in cell._asdict().items():
        if field in ("element", "shape", "items") or value is None or value is False:
            continue
        words.append(field if value is True else "%s %s" % (field, value))
    return " ".join(words)


def make_kernel(number, cells, wave, seed):
    """A kernel of cells, given as numbered triples, and the meaning of their names."""
    first = cells[0][2]
    kernel = BlockKernel("k%d" % number, wave, combiners.ELEMENTS[first.element],
                         first.shape, [*map(ord, seed), number])  # fmt: skip
    names = {}
    for at, op, cell in cells:
        name = "%s %s #%d" % (op, describe(cell), at)
        names[name] = (op, cell)
        add(kernel, name, cell)
    return kernel, names


def divide(cells):
    """Lists of cells, one list per kernel, as numbered triples."""
    together = {}
    for number, (op, cell) in enumerate(cells):
        together.setdefault((cell.element, cell.shape), []).append((number, op, cell))
    return [
        group[first : first + CELLS_PER_KERNEL]
        for group in together.values()
        for first in range(0, len(group), CELLS_PER_KERNEL)
    ]


def more_values(cells):
    """The number of additional data sets with which all code is executed."""
    kinds = [cell for _, _, cell in cells]
    if any(
        combiners.combiner(cell.element, cell.combiner).loops
        for cell in kinds
        if type(cell) in (block_spec.Reduce, block_spec.Scan)
    ):
        return MORE_VALUES_OF_LOOPS
    cut_off = block_spec.Load, block_spec.Store, block_spec.Histogram
    if any(type(cell) in cut_off and cell.valid for cell in kinds):
        return MORE_VALUES_OF_TILES
    return 0


def run(args, target, device, cells, tally):
    """Compares pairs (op, cell) and counts them in a Tally."""
    divided = divide(cells)
    wave = target.wave
    made = [make_kernel(i, part, wave, target.name) for i, part in enumerate(divided)]
    for first in range(0, len(made), KERNELS_PER_MODULE):
        part = made[first : first + KERNELS_PER_MODULE]
        try:
            kernels = [kernel for kernel, _ in part]
            module = device.load(
                compile_kernels(args.prim_compile, target, kernels, args.option)
            )
        except RuntimeError as error:
            tally.fail("block: %s" % error)
            continue
        for number, (kernel, names) in enumerate(part, first):
            run_kernel(args, device, module, kernel, names, tally)
            # The code does not depend on the values.
            for turn in range(more_values(divided[number]) * args.large):
                seed = "%s %d" % (target.name, turn)
                more, _ = make_kernel(number, divided[number], wave, seed)
                run_kernel(args, device, module, more, names, tally)
        device.unload(module)


def run_kernel(args, device, module, kernel, names, tally):
    number = int(kernel.symbol[1:])
    # Two schedules for each kernel, in turn.
    for turn in range(2):
        schedule = SCHEDULES[(number + turn) % len(SCHEDULES)]
        set_schedule(device, schedule)
        try:
            counts, wrong = kernel.run(device, module)
        except RuntimeError as error:
            tally.fail("%s, schedule %d: %s" % (list(names)[0], schedule, error))
            return
        for name, count in counts.items():
            tally.count(names[name], count)
        for name, difference in wrong:
            tally.fail("%s, schedule %d: %s" % (name, schedule, difference))
