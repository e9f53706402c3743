# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random device ops that move, order, look up, count or map elements, one in each
program, on tensors or on memrefs of any layout, with any legal combination of clauses.
A failing program is minimised as those of random_devices are."""

import dataclasses
import random
import sys

import random_devices
from device_plans import BORDER_ELEMENTS
from family_functions import Merge, Ranked, Search, Sort
from family_moves import BatchCopy, Histogram, Map, Rows, RunLength, Select
from family_plans import DATA, Plan
from ops import orders
from ops.orders import COMPARATOR, LEXICOGRAPHIC, LOOP
from primtest import minimising, random_runs
from primtest.combiners import ELEMENTS
from primtest.device_spec import MAPS, NARROW
from primtest.random_runs import file_of  # noqa: F401
from random_devices import FLAGS, LARGE_LENGTHS, LAYOUTS, MOST_ELEMENTS, OFFSETS, TILES

PROGRAMS = {
    "device_select": Select,
    "device_run_length": RunLength,
    "device_map": Map,
    "device_histogram": Histogram,
    "device_batch_copy": BatchCopy,
    "device_sort": Sort,
    "device_merge": Merge,
    "device_topk": Ranked,
    "device_nth": Ranked,
    "device_search": Search,
    "device_rows": Rows,
}
# Sizes around tiles of all sizes.
LENGTHS = random_devices.LENGTHS + [511, 512, 513, 575, 576, 1151, 1153]
RANKED = ["device_topk", "device_nth"]
BY_KEYS = ["device_sort", *RANKED]
# Ops with several outputs that do not belong to one item.
DROPPING = ["device_select", "device_run_length", "device_map", "device_rows", "device_sort", "device_merge", *RANKED]
ORDERED = ["device_sort", "device_merge", "device_topk", "device_nth", "device_search"]
REGIONS = [*orders.REGIONS, *orders.BROKEN]


def legal(plan):
    rank, tensors = len(plan.extents), plan.tensors
    if plan.size() > MOST_ELEMENTS or plan.other > MOST_ELEMENTS or plan.other < 0:
        return False
    if tensors and (plan.workspace or plan.waits or plan.clobber or set(plan.layouts) != {"plain"}):
        return False
    if rank > 1 and plan.op not in ("device_map", "device_histogram") and plan.dimensions is None:
        return False
    if plan.op in ORDERED:
        return _legal_order(plan)
    if plan.op == "device_select":
        if plan.keys > len(plan.members) or (plan.rest == "reversed" and (
            plan.form == "classes" or plan.room != "all")):  # fmt: skip
            return False
        if "i1" in plan.members and (plan.change or "i1" in plan.members[: plan.keys]):
            return False
        if plan.form == "flags" and BORDER_ELEMENTS[plan.flag].is_float:
            return False
        return not (plan.reads or plan.scalar) or plan.form in ("where", "where flags", "classes")
    if plan.op == "device_map":
        if plan.neighbour and (not plan.members or (rank > 1 and plan.dimensions is None)):
            return False
        results = len(plan.members) + plan.index + plan.reads + plan.scalar
        return results > 0 and (plan.members or not plan.in_place)
    if plan.op == "device_rows":
        return not any(e.is_float for e in plan.elements())
    if plan.op == "device_histogram":
        if plan.channels and (plan.extents[-1] % plan.channels[0] or plan.weights):
            return False
        if plan.form == "bin" and plan.channels:
            return False
        if plan.count.startswith("f"):
            return plan.weights
        return not plan.deterministic and not (plan.weights and plan.count == "index")
    if plan.op == "device_batch_copy" and plan.addressed:
        # The copied ranges lie side by side in all of the memory.
        return not plan.rest and plan.count != "i32" and not tensors and plan.layouts[:2] == ("plain",) * 2
    return True


def _legal_order(plan):
    elements = plan.elements()
    region, rank = plan.order in REGIONS, len(plan.extents)
    keys = elements[: plan.keys]
    if plan.keys > len(elements) or (plan.keys > 1 and plan.op not in BY_KEYS):
        return False
    if region and (plan.descending or plan.keys > 1 or plan.bits):
        return False
    if plan.order == LOOP and (elements[0].is_float or elements[0].size < 4):
        return False
    if plan.order == LEXICOGRAPHIC and (len(elements) < 2 or elements[1].name != "i32"):
        return False
    if not region and (plan.order == "total") != all(k.is_float for k in keys):
        return False
    if plan.orders and (region or len(plan.orders) != plan.keys or plan.op not in BY_KEYS or any(
            k.is_float != (order == "total") for k, order in zip(keys, plan.orders))):  # fmt: skip
        return False
    if plan.bits and (any(k.is_float for k in keys) or plan.bits[1] > sum(k.bits for k in keys)):
        return False
    if plan.op == "device_sort":
        if plan.segments and (rank > 1 or plan.dimensions is not None):
            return False
        if plan.batch and (rank > 1 or plan.segments):
            return False
        if plan.change == "prologue from narrow" and elements[0].name not in NARROW:
            return False
        # Other conditions are those of random_devices.
        return region or plan.keys > 1 or bool(plan.orders or plan.batch or plan.change)
    if plan.op == "device_search":
        if not region and len(elements) > 1:
            return False
        if plan.change == "prologue from narrow":
            return len(elements) == 1 and elements[0].name in NARROW and not region
        # A changed key has an order of its own.
        return not (plan.change and region)
    if plan.op == "device_topk":
        return plan.dimensions is not None and plan.other <= plan.row()
    if plan.op == "device_nth":
        return plan.dimensions is not None and (plan.other < plan.row() or not plan.other)
    return True


def draw_plan(rng, seed, turn):
    """Every op with all data, in turn."""
    op = list(PROGRAMS)[turn % len(PROGRAMS)]
    data = DATA[turn // len(PROGRAMS) % len(DATA)]
    while True:
        plan = draw_of(rng, seed, op, data)
        if legal(plan):
            break
    # Drawn from separate random numbers, so that programs are otherwise unchanged.
    extra = random.Random(seed)
    fields = {}
    if op in DROPPING:
        fields.update(dropped=extra.choice([0, 0, 1, 2, 3, 5, 6, extra.randrange(64)]))
    if op in ("device_merge", "device_run_length", *RANKED):
        fields.update(change=extra.choice([None, None, "prologue", "prologue by index"]))
    if op == "device_rows" and extra.random() < 0.4:
        size = plan.size()
        segments = extra.choice(["offsets", "ranges"])
        fields.update(extents=(size,), dimensions=None, segments=segments, outside=extra.random() < 0.3,
                      pieces=extra.choice([0, 1, 2, 3, extra.randint(0, 20), extra.randint(0, size), size // 7]),
                      borders=(extra.choice(OFFSETS),) * (1 + (segments == "ranges")))  # fmt: skip
    more = dataclasses.replace(plan, **fields)
    return more if legal(more) else plan


def _size(rng):
    small = rng.randint(0, 3), rng.randint(1, 40), rng.randint(1, 1200)
    return rng.choice([*small * 3, *LENGTHS, *LARGE_LENGTHS])


def draw_of(rng, seed, op, data="any"):
    """A plan of an op, which may not be legal."""
    chance = lambda probability: rng.random() < probability
    fields = dict(seed=seed, op=op, tensors=chance(0.3), data=data)
    fields.update(static=rng.choice(["all", "none", "none", "some"]), extents=(_size(rng),))
    if not fields["tensors"]:
        fields.update(
            layouts=tuple(rng.choice(LAYOUTS if chance(0.8) else ["plain"]) for _ in range(3)),
            workspace=rng.choice([None, None, "given", "initialized"]),
            waits=chance(0.15),
        )
    count = rng.choice([1, 1, 2, 2, 3])
    members = [rng.choice(list(ELEMENTS)) for _ in range(count)]
    fields.update(tile=rng.choice(TILES), room=rng.choice(["all", "all", "more", "some", "none"]))
    fields.update(count=rng.choice(OFFSETS), flag=rng.choice(FLAGS), equal=chance(0.3))
    if op in ORDERED:
        _draw_order(rng, op, fields, members)
    elif op == "device_select":
        # Values that are not compared may be arbitrary bits.
        members[1:] = [rng.choice(list(BORDER_ELEMENTS)) for _ in members[1:]]
        fields.update(
            form=rng.choice(["flags", "where", "where flags", "classes", "heads"]), scalar=chance(0.3),
            rest=rng.choice([None, "own", "reversed"]), reads=chance(0.2), index=chance(0.3),
            keys=rng.randint(1, count), flag=rng.choice(list(BORDER_ELEMENTS)), change=rng.choice([None] * 3 + ["prologue", "prologue by index"]))  # fmt: skip
    elif op == "device_run_length":
        fields.update(form=rng.choice(["", "nontrivial"]), flag=rng.choice(OFFSETS))
    elif op == "device_map":
        members = [rng.choice(list(BORDER_ELEMENTS)) for _ in range(rng.choice([0, 1, 1, 2, 3]))]
        fields.update(scalar=chance(0.3))
        if chance(0.4):
            fields.update(_rows(rng, several=True))
        fields.update(neighbour=rng.choice([None, "left", "right"]), index=chance(0.4),
                      reads=chance(0.2), predicated=chance(0.3), in_place=chance(0.3))  # fmt: skip
    elif op == "device_rows":
        members = [rng.choice(["i8", "i16", "i32", "i64", "index"]) for _ in members]
        fields.update(_rows(rng))
        fields.update(index=chance(0.4), in_place=chance(0.3))
    elif op == "device_histogram":
        members = members[:1]
        bins = rng.choice([1, 2, 7, 64, 255, 256, 257, 1000, 5000])
        channels = rng.choice([None, None, (1, 1), (2, 1), (3, 3), (4, 3)])
        if chance(0.3):
            fields.update(extents=tuple(rng.randint(0, 30) for _ in range(rng.randint(2, 3))))
        if channels:
            *lead, last = fields["extents"]
            fields.update(extents=(*lead, last - last % channels[0]))
        weights = chance(0.3) and not channels
        counts = OFFSETS + ["f32", "f64"] * weights
        fields.update(form=rng.choice(["even", "range", "bin"]), other=bins, channels=channels,
                      weights=weights, count=rng.choice(counts), index=chance(0.5),
                      deterministic=rng.choice([None, None, "run"]), reads=chance(0.3),
                      change=rng.choice([None] * 3 + ["prologue", "prologue by index"]))  # fmt: skip
    else:
        members = members[:1]
        fields.update(other=rng.choice([0, 1, 100, 1000, 4500]), rest=rng.choice([None, "own"]),
                      form=rng.choice(["tiny", "empty", "mixed", "huge"]), addressed=chance(0.3),
                      extents=(rng.choice([0, 1, 2, 7, 63, 129, 300, 700]),))  # fmt: skip
        if fields["addressed"]:
            fields.update(tensors=False, rest=None, count=rng.choice(OFFSETS[1:]))
            fields.update(layouts=("plain", "plain", *fields.get("layouts", LAYOUTS)[2:3]))
    return Plan(**fields, members=tuple(members))


def _rows(rng, several=False):
    rows, length = rng.choice([(rng.randint(1, 4), rng.choice(LENGTHS + LARGE_LENGTHS)),
                               (rng.randint(1, 4), rng.randint(0, 1200)),
                               (rng.randint(50, 300), rng.choice([0, 1, 2, 5, 17])),
                               (rng.randint(0, 3), rng.randint(0, 3))])  # fmt: skip
    rank = rng.randint(1, 3)
    extents = list(random_devices._spread(rng, rows, rank - 1)) if rank > 1 else []
    d = rng.randrange(rank)
    extents.insert(d, length)
    named = not several or rng.random() < 0.6
    return dict(extents=tuple(extents), dimensions=(d,) if named else None)


def _draw_order(rng, op, fields, members):
    chance = lambda probability: rng.random() < probability
    if op in RANKED or (op == "device_sort" and chance(0.4)):
        fields.update(_rows(rng))
    if chance(0.4) or (op == "device_sort" and chance(0.4)):
        order = rng.choice([COMPARATOR, LEXICOGRAPHIC, LEXICOGRAPHIC, LOOP, *orders.BROKEN])
        if order == LEXICOGRAPHIC:
            members[1:2] = ["i32"]
        elif order == LOOP:
            members[0] = rng.choice(["i32", "i64", "index"])
        keys = 1
    else:
        keys = rng.randint(2, 3) if op == "device_sort" else rng.randint(1, 2) if op in RANKED else 1
        while len(members) < keys:
            members.append(rng.choice(list(ELEMENTS)))
        floats = all(ELEMENTS[name].is_float for name in members[:keys])
        order = "total" if floats else rng.choice(["slt", "ult"])
        if op in BY_KEYS and chance(0.4) and not any(ELEMENTS[n].is_float for n in members[:keys]):
            bits = sum(ELEMENTS[name].bits for name in members[:keys])
            fields.update(bits=tuple(sorted(rng.sample(range(bits + 1), 2))))
        fields.update(descending=chance(0.4))
        if op in BY_KEYS and chance(0.4):
            fields.update(orders=tuple("total" if ELEMENTS[name].is_float else rng.choice(["slt", "ult"])
                                       for name in members[:keys]))  # fmt: skip
    fields.update(order=order, keys=keys)
    if op == "device_sort":
        fields.update(clobber=not fields["tensors"] and chance(0.2),
                      change=rng.choice([None] * 3 + MAPS[1:-1]))  # fmt: skip
        if fields.get("dimensions") is None and chance(0.5):
            fields.update(batch=rng.choice([130, 400]))
        elif fields.get("dimensions") is None and chance(0.5):
            (size,) = fields["extents"]
            segments = rng.choice(["offsets", "ranges"])
            pieces = rng.choice([1, 2, 3, rng.randint(0, 20), rng.randint(0, size), size // 7])
            fields.update(segments=segments, pieces=pieces, outside=chance(0.3),
                          borders=(rng.choice(OFFSETS),) * (1 + (segments == "ranges")))  # fmt: skip
    elif op == "device_merge":
        fields.update(other=_size(rng), wide=chance(0.3))
    elif op == "device_search":
        fields.update(other=_size(rng), form=rng.choice(["lower", "upper", "contains"]),
                      change=rng.choice([None] * 3 + MAPS[1:-1]))  # fmt: skip
        if fields["form"] == "contains":
            fields.update(count=rng.choice(FLAGS))
        if order not in REGIONS:
            del members[1:]
    else:
        d = fields["dimensions"]
        n = fields["extents"][d[0]] if d else fields["extents"][0]
        fields.update(dimensions=d or (0,))
        most = n if op == "device_topk" else max(n - 1, 0)
        fields.update(other=rng.choice([0, min(1, most), most, max(most - 1, 0), rng.randint(0, most)]))
        if op == "device_topk":
            fields.update(rest=rng.choice([None, "own"]), form=rng.choice(["", "unordered"]))


def simpler(plan):
    """Plans with one simplification each, the largest steps first."""
    yield from minimising.simpler_fields(plan, ("other", "keys", "orders", "segments", "borders", "pieces"))
    if plan.segments:
        yield dataclasses.replace(plan, segments=None, borders=(), pieces=1)
    if plan.orders:
        yield dataclasses.replace(plan, orders=None)
    if len(plan.members) > 1:
        yield dataclasses.replace(plan, members=plan.members[:-1])
    for i, name in enumerate(plan.members):
        if name != "i32":
            yield dataclasses.replace(plan, members=(*plan.members[:i], "i32", *plan.members[i + 1 :]))
    yield from minimising.smaller_extents(plan)
    for other in sorted({0, 1, plan.other // 2, plan.other - 1}):
        if 0 <= other < plan.other:
            yield dataclasses.replace(plan, other=other)


def program_of(symbol, plan):
    return PROGRAMS[plan.op](symbol, plan)


def plan_of(draw):
    return getattr(draw, "plan", None) or draw_plan(draw.rng_of("program"), draw.number, draw.turn)


def limits_of(draw):
    return plan_of(draw).limits()


def make(draw):
    return program_of("d%d" % draw.number, plan_of(draw))


def run(args, options, draws, tally):
    random_runs.run(make, args, options, draws, tally)
    minimising.make_smaller(sys.modules[__name__], args, options, draws, tally)
