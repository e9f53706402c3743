# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random device ops, one in each program: of rows, segments or device-wide, on tensors
or on memrefs of any layout, with any legal combination of clauses. A program is made
from a Plan. For a failing program the smallest one that fails likewise can be found."""

import dataclasses
import sys

from device_functions import Program
from device_plans import Plan
from primtest import minimising, random_runs
from primtest.combiners import ELEMENTS, NAMES, exists, has_identity
from primtest.device_programs import wider
from primtest.device_spec import MAPS, NARROW
from primtest.random_runs import file_of  # noqa: F401

replace = dataclasses.replace
MOST_ELEMENTS = 6000
LENGTHS = [1, 2, 3, 7, 31, 64, 65, 100, 127, 128, 129, 256, 300, 577, 1000, 1025]
LARGE_LENGTHS = [2048, 3000, 4096, 4500]
TILES = [(64, 2), (64, 2), (192, 3), (128, 4), None, None]
LAYOUTS = ["plain", "plain", "offset", "permuted", "strided", "backwards"]
INPUT_LAYOUTS = LAYOUTS + ["spread"]
OFFSETS = ["i32", "i64", "index"]
FLAGS = ["i1", "i1", "i8", "i16", "i32", "i64", "index"]


# ---------------------------------------------------------------------------
# Legal combinations
# ---------------------------------------------------------------------------


def legal(plan):
    rank = len(plan.extents)
    if plan.size() > MOST_ELEMENTS or (plan.segments and plan.dimensions is not None):
        return False
    if plan.tensors and (
        plan.workspace or plan.waits or plan.clobber or set(plan.layouts) != {"plain"}
    ):
        return False
    several = plan.dimensions is not None and len(plan.dimensions) > 1
    if several and plan.op != "device_reduce":
        return False
    if rank > 1 and (
        plan.segments or (plan.dimensions is None and plan.op != "device_reduce")
    ):
        return False
    if plan.dimensions is None and not plan.segments:
        # A buffer without holes, which only its layout shows.
        flat = ("plain", "offset") if rank == 1 else ("plain",)
        if (plan.is_sort() or rank > 1) and any(k not in flat for k in plan.layouts):
            return False
    if plan.spread() and (plan.in_place or plan.clobber):
        return False
    if plan.is_sort():
        return _legal_sort(plan)
    return _legal_fold(plan)


def _legal_sort(plan):
    if plan.segments not in (None, "offsets", "ranges"):
        return False
    element = ELEMENTS[plan.members[0]]
    if element.is_float != (plan.order == "total"):
        return False
    return not plan.bits or (not element.is_float and plan.bits[1] <= element.bits)


def _legal_fold(plan):
    if not exists(plan.element, plan.combiner):
        return False
    scan = plan.op == "device_scan"
    if not scan and (plan.total or plan.reverse or plan.in_place):
        return False
    if plan.total and plan.segments:
        return False
    if plan.change == "prologue from narrow" and (
        plan.element not in NARROW or plan.folded().region
    ):
        return False
    if plan.init == "rows" and (plan.dimensions is None or not plan.across()):
        return False
    if plan.deterministic == "any" and (scan or plan.segments):
        return False
    if plan.in_place:
        elements = plan.folded().elements
        same = not plan.after or [wider(e) for e in elements] == elements
        if not same or plan.inputs() != elements:
            return False
    if has_identity(plan.combiner):
        return True
    known = plan.known("%x0", len(plan.extents))
    may_be_empty = any(not known[d] or not plan.extents[d] for d in plan.along())
    if scan:
        inclusive = plan.mode == "inclusive" or plan.init
        return bool(inclusive and not (plan.total and may_be_empty))
    return bool(plan.init or not (plan.segments or may_be_empty))


# ---------------------------------------------------------------------------
# Drawing
# ---------------------------------------------------------------------------


def draw_plan(rng, seed):
    while True:
        plan = _draw(rng, seed)
        if legal(plan):
            return plan


def _chance(rng, probability):
    return rng.random() < probability


def _draw(rng, seed):
    op = rng.choice(["device_scan"] * 4 + ["device_reduce"] * 4 + ["device_sort"] * 2)
    return draw_of(rng, seed, op)


def draw_of(rng, seed, op):
    """A plan of an op, which may not be legal."""
    fields = dict(seed=seed, op=op, tensors=_chance(rng, 0.35))
    fields.update(static=rng.choice(["all", "none", "none", "some"]))
    kind = "whole" if _chance(rng, 0.15) else rng.choice(["rows", "segments"])
    if kind == "rows":
        fields.update(_draw_rows(rng, op))
    elif kind == "segments":
        fields.update(_draw_segments(rng, op))
    else:
        rank = rng.choice([1, 1, 2, 3]) if op == "device_reduce" else 1
        extents = _spread(rng, rng.choice(LENGTHS + LARGE_LENGTHS + [0]), rank)
        # The only dimension may be named.
        named = rank == 1 and op != "device_sort" and _chance(rng, 0.2)
        fields.update(extents=extents, dimensions=(0,) if named else None)
    if not fields["tensors"]:
        fields.update(
            layouts=tuple(
                rng.choice(layouts if _chance(rng, 0.8) else ["plain"])
                for layouts in (INPUT_LAYOUTS, LAYOUTS, LAYOUTS)
            ),
            workspace=rng.choice([None, None, "given", "initialized"]),
            waits=_chance(rng, 0.15),
        )
    fields.update(tile=rng.choice(TILES))
    fields.update(_draw_sort(rng) if op == "device_sort" else _draw_fold(rng, op))
    if op == "device_sort":
        fields.update(clobber=not fields["tensors"] and _chance(rng, 0.3))
    return Plan(**fields)


def _spread(rng, count, rank):
    """Extents with approximately this many elements."""
    extents = []
    for left in reversed(range(rank)):
        if not left:
            extents.append(count)
            break
        most = max(count, 1)
        extent = min(rng.choice([1, 2, 3, 5, rng.randint(1, most)]), most)
        extents.append(extent)
        count = -(-count // extent)
    rng.shuffle(extents)
    return tuple(extents)


def _draw_rows(rng, op):
    rows, length = rng.choice([
        # Few and long, many and short, as many as they are long, or almost none.
        (rng.randint(1, 4), rng.choice(LENGTHS + LARGE_LENGTHS)),
        (rng.randint(1, 4), rng.randint(1, 1200)),
        (rng.randint(80, 1500), rng.choice([0, 1, 2, 3, 5, 8, 17, 33])),
        (rng.randint(5, 60), rng.randint(5, 140)),
        (rng.randint(0, 3), rng.randint(0, 3)),
    ])  # fmt: skip
    rank = rng.randint(2, 4) if rows != 1 else rng.randint(1, 4)
    folded = 1
    if op == "device_reduce" and rank > 1 and _chance(rng, 0.3):
        folded = rng.randint(2, rank)
    across = _spread(rng, rows, rank - folded) if rank > folded else ()
    along = _spread(rng, length, folded)
    dimensions = sorted(rng.sample(range(rank), folded))
    one, other = iter(along), iter(across)
    extents = tuple(next(one if d in dimensions else other) for d in range(rank))
    return dict(extents=extents, dimensions=tuple(dimensions))


def _draw_segments(rng, op):
    size = rng.randint(0, 3), rng.randint(1, 40), rng.randint(1, 1200)
    size = rng.choice([*size * 3, *LENGTHS, *LARGE_LENGTHS])
    kinds = ["offsets", "ranges"]
    kinds += [] if op == "device_sort" else ["flags", "keys", "equal"]
    segments = rng.choice(kinds)
    pieces = rng.choice([1, 2, 3, rng.randint(0, 20), rng.randint(0, size),
                         size // 7, size // 100 + 1])  # fmt: skip
    fields = dict(extents=(size,), segments=segments, pieces=pieces)
    if segments == "flags":
        fields.update(borders=(rng.choice(FLAGS),))
    elif segments in ("keys", "equal"):
        count = rng.choice([1, 1, 2, 3])
        fields.update(borders=tuple(rng.choice(list(ELEMENTS)) for _ in range(count)))
    else:
        count = 2 if segments == "ranges" else 1
        fields.update(borders=(rng.choice(OFFSETS),) * count, outside=_chance(rng, 0.3))
    if op == "device_reduce":
        fields.update(
            capacity=rng.choice(["all", "all", "less", "more"]),
            count=rng.choice(OFFSETS),
        )
    return fields


def _draw_sort(rng):
    count = rng.choice([1, 1, 2, 2, 3])
    members = tuple(rng.choice(list(ELEMENTS)) for _ in range(count))
    key = ELEMENTS[members[0]]
    bits = None
    if not key.is_float and _chance(rng, 0.3):
        bits = tuple(sorted(rng.sample(range(key.bits + 1), 2)))
    order = "total" if key.is_float else rng.choice(["slt", "ult"])
    return dict(members=members, order=order, bits=bits, descending=_chance(rng, 0.4))


def _draw_fold(rng, op):
    element = rng.choice(list(ELEMENTS))
    combiner = rng.choice([n for n in NAMES if exists(element, n)])
    fields = dict(
        element=element,
        combiner=combiner,
        init=rng.choice([None, None, "scalar", "buffer", "rows"]),
        change=rng.choice(
            [None] * 5 + [*MAPS[1:-1], "prologue by table"]
        ),
        after=_chance(rng, 0.2),
    )
    if op == "device_reduce":
        fields.update(deterministic=rng.choice([None, None, None, "run", "any"]))
    else:
        fields.update(
            mode=rng.choice(["inclusive", "exclusive", "both"]),
            total=_chance(rng, 0.25),
            reverse=_chance(rng, 0.3),
            in_place=_chance(rng, 0.15),
            deterministic=rng.choice([None, None, None, "run"]),
        )
    return fields


# ---------------------------------------------------------------------------
# Running
# ---------------------------------------------------------------------------


def plan_of(draw):
    """The plan of a draw; `plan` overrides the drawn one during minimising."""
    return getattr(draw, "plan", None) or draw_plan(draw.rng_of("program"), draw.number)


def make(draw):
    return Program("d%d" % draw.number, plan_of(draw))


def run(args, options, draws, tally):
    random_runs.run(make, args, options, draws, tally)
    minimising.make_smaller(sys.modules[__name__], args, options, draws, tally)


# ---------------------------------------------------------------------------
# Minimising failing programs
# ---------------------------------------------------------------------------


def simpler(plan):
    """Plans with one simplification each, the largest steps first."""
    yield from minimising.simpler_fields(plan, ("segments", "borders", "pieces"))
    if plan.element != "i32":
        yield replace(plan, element="i32", combiner="add")
    if plan.is_sort() and (len(plan.members) > 1 or plan.members[0] != "i32"):
        yield replace(plan, members=("i32",), order="slt")
        yield replace(plan, members=plan.members[:-1] or plan.members)
    if plan.segments:
        plain = "i1" if plan.segments == "flags" else "i32"
        several = 2 if plan.segments == "ranges" else 1
        if plan.borders != (plain,) * several:
            yield replace(plan, borders=(plain,) * several)
        for pieces in sorted({1, plan.pieces // 2, plan.pieces - 1}):
            if 0 <= pieces < plan.pieces:
                yield replace(plan, pieces=pieces)
        yield replace(plan, segments=None, borders=(), pieces=1)
    if plan.dimensions is not None and len(plan.dimensions) > 1:
        for d in plan.dimensions:
            rest = tuple(n for n in plan.dimensions if n != d)
            yield replace(plan, dimensions=rest)
    yield from minimising.smaller_extents(plan)
