# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cells of the sorts of warps and blocks. Every item has a rank, an integer in which the order is
that of the keys; values that move along are the items' numbers, and others of
another size."""

import numpy as np

from primtest.comparing import Want
from primtest.elements import I32, I64, I8, SETS, ordered_keys, sample
from primtest.item_cells import arranged, arrangement_clause, lanes_of, numbers
from primtest.kernel import item_type

# Regions: on the keys; on keys and, where they are equal, numbers, the larger
# first; with a loop that does not come to an end for 0, which is no item's key.
COMPARATOR = "comparator"
LEXICOGRAPHIC = "comparator of two"
LOOP = "comparator with a loop"
REGIONS = [COMPARATOR, LEXICOGRAPHIC, LOOP]


def legal_order(element, order, descending):
    """Whether an order is one of keys of a type."""
    if order in REGIONS:
        return not descending
    return element.is_float == (order == "total")


# Which members are the key: the first, the first two or three in turn, or two with an
# order of their own each.
KEYS = ["one", "two", "three", "orders"]
KEY_COUNTS = {"one": 1, "two": 2, "three": 3, "orders": 2}


def legal_keys(element, order, keys, members, bits):
    """Whether an order, of which the caller knows that it is one of the first key, goes
    with keys and a range of bits; all keys but the first are integers."""
    if order in REGIONS:
        # It multiplies.
        fits = order != LOOP or not (element.is_float or element.size < 4)
        return fits and keys == "one" and not bits and (order != LEXICOGRAPHIC or members > 1)
    return members >= KEY_COUNTS[keys] and not (bits and element.is_float)


def key_orders(elements, order, keys):
    """The order of each key; those behind a float have one that says which."""
    if keys == "orders":
        return [order, "slt" if order == "ult" else "ult"]
    integers = order if order != "total" else "slt" if keys == "three" else "ult"
    return ["total" if e.is_float else integers for e in elements[: KEY_COUNTS[keys]]]


def key_bits(elements, keys):
    """A range of the bits of all keys, an end of which is nowhere."""
    if keys == "one":
        return some_bits(elements[0])
    return 3, sum(e.bits for e in elements[: KEY_COUNTS[keys]]) - 4


def key_words(elements, order, keys, bits):
    """The order of an op, which is nothing where a region has it, and its clauses."""
    clauses = " bits(%d, %d)" % key_bits(elements, keys) if bits else ""
    if order in REGIONS:
        return "", clauses
    if keys == "one":
        return " " + order, clauses
    orders = key_orders(elements, order, keys)
    if keys == "orders":
        return "", " keys(2) orders(%s)" % ", ".join(orders) + clauses
    return " " + orders[-1], " keys(%d)" % len(orders) + clauses


def item_ranks(elements, order, keys, members, bits=False, descending=False):
    """Integers in the order of items, of which `members` are raw arrays."""
    if order in REGIONS:
        parts = [ranks(elements[0], order, members[0])]
        if order == LEXICOGRAPHIC:
            # The larger number first.
            parts.append(-members[1].astype(np.int64))
    else:
        orders = key_orders(elements, order, keys)
        parts = key_parts(elements, orders, members, key_bits(elements, keys) if bits else None)
    rank = joint_ranks(parts)
    return -rank if descending else rank


def key_parts(elements, orders, members, bits=None):
    """What is compared of each key, the first one before all others; of a range of bits of
    all of them, in which those of the last one are the lowest, what is in it."""
    if not bits:
        return [ranks(*key) for key in zip(elements, orders, members)]
    parts, first = [], sum(e.bits for e, _ in zip(elements, orders))
    for element, order, raw in zip(elements, orders, members):
        first -= element.bits
        low, high = max(bits[0] - first, 0), min(bits[1] - first, element.bits)
        if low < high:
            code = element.bit_pattern(raw).astype(np.uint64)
            code ^= np.uint64((order == "slt") << (element.bits - 1))
            parts.append((code >> np.uint64(low)) & np.uint64((1 << (high - low)) - 1))
    return parts


def joint_ranks(parts):
    """Integers that are in the order of tuples of parts."""
    rank = 0
    for part in parts:
        own = np.unique(part, return_inverse=True)[1].reshape(part.shape).astype(np.int64)
        rank = rank * (int(own.max(initial=0)) + 1) + own
    return np.unique(rank, return_inverse=True)[1].reshape(parts[0].shape).astype(np.int64)


def flavor(order):
    """What is known of the keys of an order, as sample_keys() has it."""
    return "loop" if order == LOOP else "finite" if order in REGIONS else "order"


def sample_keys(element, rng, shape, flavor):
    """Raw keys; those of a loop are positive and below 2^10."""
    raw = sample(element, rng, shape, flavor)
    if flavor == "loop":
        raw = (raw & 0x3FF) + (raw & 0x3FF == 0)
    return raw


def ranks(element, order, raw):
    """What is compared: a comparator's is the magnitude of a float, or an
    integer's low three bits; with a loop, how often two divides it."""
    if order == LOOP:
        wide = raw.astype(np.int64)
        return np.log2((wide & -wide).astype(np.float64)).astype(np.int64)
    if order in (COMPARATOR, LEXICOGRAPHIC) and not element.is_float:
        return raw.astype(np.int64) & 7
    if order == "slt":
        return raw.astype(np.int64)
    if order == "ult":
        return element.bit_pattern(raw).astype(np.uint64)
    if order != "total":
        raw = element.to_raw(np.abs(element.to_wide(raw)))
    # Both zeros are one, and all NaNs are, above everything.
    zero = np.zeros((), element.raw)
    raw = np.where(element.to_wide(raw) == 0, zero, raw)
    highest = np.iinfo(np.int64).max
    return np.where(element.is_nan(raw), highest, ordered_keys(element, raw))


def comparator(element, order, types):
    """The region of an order that has one."""
    arguments = ", ".join(
        "%%%s%d: %s" % (side, i, t) for side in "ab" for i, t in enumerate(types)
    )
    magnitude = """
  %%a = math.absf %%a0 : %(t)s
  %%b = math.absf %%b0 : %(t)s
  %%less = arith.cmpf olt, %%a, %%b : %(t)s
  %%equal = arith.cmpf oeq, %%a, %%b : %(t)s"""
    low_bits = """
  %%low = arith.constant 7 : %(t)s
  %%a = arith.andi %%a0, %%low : %(t)s
  %%b = arith.andi %%b0, %%low : %(t)s
  %%less = arith.cmpi ult, %%a, %%b : %(t)s
  %%equal = arith.cmpi eq, %%a, %%b : %(t)s"""
    halve = """
  %%%(s)s = scf.while (%%%(s)si = %%%(s)s0) : (%%(t)s) -> %%(t)s {
    %%%(s)sl = arith.andi %%%(s)si, %%one : %%(t)s
    %%%(s)se = arith.cmpi eq, %%%(s)sl, %%none : %%(t)s
    scf.condition(%%%(s)se) %%%(s)si : %%(t)s
  } do {
  ^bb0(%%%(s)sj: %%(t)s):
    %%%(s)sh = arith.shrui %%%(s)sj, %%one : %%(t)s
    scf.yield %%%(s)sh : %%(t)s
  }"""
    # odd(b) * a < odd(a) * b compares what is not odd in them.
    loop = """
  %%one = arith.constant 1 : %(t)s
  %%none = arith.constant 0 : %(t)s""" + (
        (halve % {"s": "a"} + halve % {"s": "b"}).replace("%", "%%").replace("%%(t)s", "%(t)s")
    ) + """
  %%left = arith.muli %%b, %%a0 : %(t)s
  %%right = arith.muli %%a, %%b0 : %(t)s
  %%less = arith.cmpi ult, %%left, %%right : %(t)s"""
    body = loop if order == LOOP else magnitude if element.is_float else low_bits
    body %= {"t": element.name}
    result = "%less"
    if order == LEXICOGRAPHIC:
        body += """
  %greater = arith.cmpi sgt, %a1, %b1 : i32
  %tie = arith.andi %equal, %greater : i1
  %either = arith.ori %less, %tie : i1"""
        result = "%either"
    # Names that nobody around it has.
    return "comparator {\n^bb0(%s):%s\n  prim.yield %s : i1\n}" % tuple(
        part.replace("%", "%cmp_") for part in (arguments, body, result)
    )


class Sorted(Want):
    """The result of a sort that is not stable: items that the order takes for
    equal may come in any order, but each comes once. `look_up` gives the ranks of
    a result and names its items."""

    def __init__(self, element, raw, defined, kernel, look_up):
        super().__init__(element, raw, defined)
        self.kernel = kernel
        self.look_up = look_up

    def wrong(self, got):
        kernel = self.kernel

        def warps(lanes):
            shape = kernel.exists.shape[:2] + (-1,)
            return kernel.by_warp(lanes).reshape(shape)

        items = self.defined.size // (SETS * kernel.block)
        defined = warps(self.defined) & np.repeat(kernel.exists, items, axis=-1)
        (got_ranks, got_names), (want_ranks, want_names) = (
            self.look_up(warps(raw.astype(self.element.raw))) for raw in (got, self.raw)
        )
        different = got_ranks != want_ranks

        def multiset(names):
            return np.sort(np.where(defined, names, names.dtype.type(0)), axis=-1)

        lost = (multiset(got_names) != multiset(want_names)).any(axis=-1, keepdims=True)
        shape = kernel.exists.shape + got.shape[2:]
        return kernel.by_lane((different | lost).reshape(shape)) & self.defined


def some_bits(element):
    """A range of bits neither end of which is an end of the key, and which digits
    of one length do not fill: the last one has to begin earlier."""
    return (1, 6) if element.size == 1 else (3, 8 * element.size - 4)


def bit_range(raw, bits):
    """The bits of keys in a half-open range, as integers."""
    mask = np.uint64((1 << (bits[1] - bits[0])) - 1)
    codes = raw.view("u%d" % raw.itemsize).astype(np.uint64)
    return (codes >> np.uint64(bits[0])) & mask


def positions(key, descending, counts):
    """Where the sorted items come from, stably; those past the first `counts`
    stay where they are. `key` are ranks, their last axis the items."""
    rank = np.unique(key, return_inverse=True)[1].reshape(key.shape)
    rank = -rank if descending else rank
    inside = np.arange(key.shape[-1]) < counts
    rank = np.where(inside, rank, np.iinfo(rank.dtype).max)
    return np.argsort(rank, axis=-1, kind="stable")


def sort(kernel, name, order, descending=False, stable=False, members=1, items=1,
         valid=False, bits=False, striped=False, source=None, keys="one"):  # fmt: skip
    """`members`: the key, then the item's number, then something else. Blocks
    sort stably, and have a range of bits, striped results, items from an arrangement
    `source`, and several keys: of these, numbers are few."""
    element = kernel.element
    of_warps = kernel.level == "warp"
    size = kernel.width * items
    at = numbers(kernel, items, False)
    if source is not None:
        at = arranged(kernel.width, kernel.hardware_wave, items, source)
    has_region = order in REGIONS
    kind = flavor(order)

    def load():
        shape = (len(kernel.threads), size)
        raw = sample_keys(element, kernel.rng, shape, kind)
        index = kernel.rng.permuted(
            np.broadcast_to(np.arange(size), raw.shape), axis=-1
        )
        index = (index if keys == "one" else index % 5 - 2).astype(np.int32)
        other = I8 if element.size == 8 else I64
        columns = [(element, raw), (I32, index), (other, sample(other, kernel.rng, shape))]
        operands = [kernel.lane_input(e, lanes_of(kernel, v, at)) for e, v in columns]
        return columns, operands

    columns, operands = kernel.once(("sort", items, kind, source, keys != "one"), load)
    index = columns[1][1]
    counts = kernel.exists.sum(axis=-1, keepdims=True) * items
    clauses = []
    if valid:

        def load_valid():
            counts = kernel.rng.integers(0, size + 1, (SETS, len(kernel.threads), 1))
            if not of_warps:
                # None and all are among them.
                counts[0], counts[-1] = 0, size
                return counts, kernel.block_input(I32, counts[:, 0, 0])
            lanes = kernel.by_lane(np.repeat(counts, kernel.width, axis=-1))
            return counts, kernel.lane_input(I32, lanes)

        valid_counts, operand = kernel.once(("sort valid", items), load_valid)
        counts = np.minimum(counts, valid_counts)
        clauses.append("valid(%s)" % operand)

    elements = [e for e, _ in columns]
    key = item_ranks(elements, order, keys, [raw for _, raw in columns], bits)
    places = positions(key, descending, counts)
    at = numbers(kernel, items, striped)
    defined = lanes_of(kernel, np.arange(size) < counts, at)

    def want(of, values):
        lanes = lanes_of(kernel, np.take_along_axis(values, places, -1), at)
        if stable or not of_warps or order == LEXICOGRAPHIC:
            return Want(of, lanes, defined)
        if values is index:
            # The item that has a number; a number that none has is wrong.
            place = np.argsort(index, axis=-1)

            def look_up(found):
                inside = found.clip(0, size - 1)
                items = np.take_along_axis(place, inside, -1)
                return np.take_along_axis(key, items, -1), found

        else:

            def look_up(found):
                canonical = np.where(
                    of.is_nan(found), np.zeros((), of.raw), found
                )
                return ranks(of, order, found), of.bit_pattern(canonical)

        return Sorted(of, lanes, defined, kernel, look_up)

    columns = columns[:members]
    types = [item_type(e, items) for e, _ in columns]
    head, key_clauses = key_words(elements, order, keys, bits)
    words = ["prim.%s_sort" % kernel.level, head.strip()]
    words += ["descending"] if descending else []
    words += [", ".join(operands[: len(columns)])] + clauses
    words += ["stable"] if stable else []
    words.append(key_clauses.strip())
    words.append(arrangement_clause(source, "from").strip())
    words += ["to(striped)"] if striped else []
    words.append(kernel.width_clause)
    if has_region:
        words.append(comparator(element, order, [e.name for e, _ in columns]))
    kernel.cell(
        name,
        "%s : %s" % (" ".join(w for w in words if w), ", ".join(types)),
        [want(of, values) for of, values in columns],
    )
