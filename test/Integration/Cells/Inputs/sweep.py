# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Executes cells of the block and device ops on one target, and compares all defined
results with numpy. The cells are the target's share of cells that together have every
pair of values that the specs allow; with --full many more, and all of them. Prints
errors, then the number of cells compared and required, then the number of combinations
of values that the cells have and that the spec has. The two numbers of each pair must
be equal."""

import argparse
import functools
import os
import pathlib
import re
import sys

import block_cells
import block_spec
import device_cells
import histogram_cells
import lookup_cells
import map_cells
import merge_cells
import rank_cells
import run_length_cells
import select_cells
from primtest import covering, device_spec, program_cells
from primtest.driver import Device
from primtest.runner import targets
from primtest.sweeping import Tally, check_tests


class Level:
    """`spec` defines the cells, and `run` executes them."""

    def __init__(self, spec, cells):
        self.spec = spec
        self.run = getattr(cells, "run", None) or functools.partial(program_cells.run, spec=spec)
        self.describe = cells.describe


LEVELS = {
    "block": Level(block_spec, block_cells),
    "device": Level(device_spec, device_cells),
    "map": Level(map_cells, map_cells),
    "merge": Level(merge_cells, merge_cells),
    "lookup": Level(lookup_cells, lookup_cells),
    "runs": Level(run_length_cells, run_length_cells),
    "histogram": Level(histogram_cells, histogram_cells),
    "rank": Level(rank_cells, rank_cells),
    "select": Level(select_cells, select_cells),
}


def share(rows, target):
    """The index of a target's share of the chosen cells, and the number of shares.
    Targets with the same kind of waves have one share each. They differ in how lanes
    move values, which the sweep of the warp ops tests on each of them."""
    alike = [
        name
        for name, row in rows.items()
        if row.wave == target.wave
    ]
    return alike.index(target.name), len(alike)


@functools.cache
def all_chosen(level, op, full, seed):
    return LEVELS[level].spec.chosen(op, full, seed)


def choose(rows, target, name, op, full, large=False):
    """The required cells of an op on a target, and the combinations that they must
    have: all of them if `full`, else those of its share."""
    spec = LEVELS[name].spec
    if full:
        chosen, _ = all_chosen(name, op, True, target.name)
        return spec.of_share(op, True, chosen, large)
    at, shares = share(rows, target)
    chosen, _ = all_chosen(name, op, False, seed_of(target))
    return spec.of_share(op, False, chosen[at::shares], large)


def seed_of(target):
    """Targets with the same kind of waves distribute the same cells among them."""
    return "%d" % target.wave


def check_shares(rows):
    """Checks that every combination of the spec is in the share of a target, for waves
    of every kind."""
    good = True
    kinds = {}
    for row in rows.values():
        kinds.setdefault(seed_of(row), []).append(row)
    for seed, alike in kinds.items():
        called, dealt = set(), set()
        for name, level in LEVELS.items():
            for op in level.spec.KINDS:
                _, combinations = all_chosen(name, op, False, seed)
                called |= {(op, *combination) for combination in combinations}
                for row in alike:
                    _, combinations = choose(rows, row, name, op, False)
                    dealt |= {(op, *combination) for combination in combinations}
        print("waves of %s: %d of %d combinations in the shares of %s" % (
            seed, len(called & dealt), len(called),
            ", ".join(row.name for row in alike)))  # fmt: skip
        good = good and bool(called) and called <= dealt
    return good and bool(kinds)


def sweep(args, rows, target):
    os.environ["PRIM_EMULATOR_CHIP"] = target.chip
    device = Device(args.library)
    tally = Tally(target)
    called, covered = set(), set()
    for name, level in LEVELS.items():
        ops = [op for op in level.spec.KINDS if re.search(args.only, op)]
        mine = set()
        for op in ops:
            cells, combinations = choose(rows, target, name, op, args.full, args.large)
            if args.types:
                cells = [c for c in cells if c.element in args.types]
            mine |= {(op, cell) for cell in cells}
            called |= {(op, *combination) for combination in combinations}
        tally.expected |= mine
        level.run(args, target, device, sorted(mine, key=str), tally)
        for op in ops:
            compared = [cell for of, cell in tally.compared if of == op]
            groups = level.spec.groups_of(op, args.full)
            covered |= {
                (op, *c) for c in covering.all_combinations(compared, groups)
            }
    missing = set() if args.types else called - covered
    for op, group, values in sorted(missing, key=str)[:20]:
        print("FAIL %s %s: no cell has %s" % (
            target.name, op, ", ".join("%s %s" % pair for pair in zip(group, values))))  # fmt: skip
    good = tally.close(
        lambda cell: "%s %s" % (cell[0], LEVELS[cell[0].split("_")[0]].describe(cell[1])),
        "; %d of %d combinations" % (len(called & covered), len(called)),
    )
    return good and not missing


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prim-compile", default="prim-compile")
    parser.add_argument("--prim-run", default="prim-run")
    parser.add_argument("--device", default="emulator", help="prim-run's")
    parser.add_argument("--library", help="the emulator, or a HIP or CUDA driver")
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--target", help="one of --list, such as gfx1100-wave64")
    action.add_argument("--list", action="store_true", help="print all targets")
    action.add_argument("--check-tests", type=pathlib.Path, metavar="FOLDER",
                        help="see that every target has a test in this folder")
    action.add_argument("--list-ops", action="store_true",
                        help="print the levels and their ops")
    action.add_argument("--check-shares", action="store_true",
                        help="see that the shares of all targets have every pair")
    parser.add_argument("--types", type=lambda t: t.split(","))
    parser.add_argument("--only", default="", help="ops whose names match this expression")
    parser.add_argument("--full", action="store_true",
                        help="more than pairs: see FULL in the specs")
    parser.add_argument("--large", action="store_true",
                        help="also thousands of tiles, and all data sets")
    parser.add_argument("--option", action="append", default=[],
                        help="passed on to prim's tools, such as --opt-level=1")
    args = parser.parse_args()
    if args.list_ops:
        for name, level in LEVELS.items():
            print("\n".join("%s %s" % (name, op) for op in level.spec.KINDS))
        return
    rows = targets(args.prim_compile, args.target)
    if args.list:
        print("\n".join(rows))
        return
    if args.check_tests:
        ops = [op for level in LEVELS.values() for op in level.spec.KINDS]
        sys.exit(not check_tests(rows, args.check_tests, ops))
    if args.check_shares:
        sys.exit(not check_shares(rows))
    if args.target not in rows:
        sys.exit("no target is called %s; there are %s" % (args.target, ", ".join(rows)))
    sys.exit(not sweep(args, rows, rows[args.target]))


if __name__ == "__main__":
    main()
