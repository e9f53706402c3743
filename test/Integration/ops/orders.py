# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Orders of the ops that sort, merge, select and look up: their text, the ranks of
items, and the positions of the sorted items. A rank is an integer in the order of the
keys."""

import numpy as np

from primtest.elements import element_of, ordered_keys, sample
from primtest.mlir import region

# Regions: on the keys; on keys and, if they are equal, on numbers, the larger first;
# with a loop that does not terminate for 0, which is not a key of any item.
COMPARATOR = "comparator"
LEXICOGRAPHIC = "comparator of two"
LOOP = "comparator with a loop"
REGIONS = [COMPARATOR, LEXICOGRAPHIC, LOOP]


# Invalid comparators: the line that computes %less from %is, which says whether the
# first key is below the second. Each of two items is less, or the greater one is, or
# none.
BROKEN = {
    "true": "%less = arith.ori %is, %one : i1\n",
    "not": "%less = arith.xori %is, %one : i1\n",
    "never": "%less = arith.xori %is, %is : i1\n",
}


def broken_comparator(elements, name):
    e = elements[0]
    arguments = [("%%%s%d" % (s, i), o.name) for s in "ab" for i, o in enumerate(elements)]
    compare = "cmpf olt" if e.is_float else "cmpi slt"
    body = "%%one = arith.constant 1 : i1\n%%is = arith.%s, %%a0, %%b0 : %s\n" % (compare, e.name)
    body += BROKEN[name]
    return region("comparator", arguments, body, [("%less", "i1")])


def key_clauses(count, own=None, bits=None):
    """The clauses of `count` keys, each with its own order if `own` has orders."""
    text = " keys(%d)" % count * (count > 1 or bool(own))
    text += " orders(%s)" % ", ".join(own) if own else ""
    return text + " bits(%d, %d)" % bits if bits else text


def legal_order(element, order, descending):
    """Whether an order is legal for keys of a type."""
    if order in REGIONS:
        return not descending
    return element.is_float == (order == "total")


# The members that form the key: the first, the first two or three in turn, or two with
# an order each.
KEYS = ["one", "two", "three", "orders"]
KEY_COUNTS = {"one": 1, "two": 2, "three": 3, "orders": 2}


def legal_keys(element, order, keys, members, bits):
    """Whether an order, which the caller has found legal for the first key, is legal
    with these keys and a range of bits; all keys except the first are integers."""
    if order in REGIONS:
        # The comparator multiplies.
        fits = order != LOOP or not (element.is_float or element.size < 4)
        return fits and keys == "one" and not bits and (order != LEXICOGRAPHIC or members > 1)
    return members >= KEY_COUNTS[keys] and not (bits and element.is_float)


def key_orders(elements, order, keys):
    """The order of each key. If there is a float, `keys` determines the order of
    integers."""
    if keys == "orders":
        return [order, "slt" if order == "ult" else "ult"]
    integers = order if order != "total" else "slt" if keys == "three" else "ult"
    return ["total" if e.is_float else integers for e in elements[: KEY_COUNTS[keys]]]


def key_bits(elements, keys):
    """A range of the bits of all keys that begins and ends inside of keys."""
    if keys == "one":
        return some_bits(elements[0])
    return 3, sum(e.bits for e in elements[: KEY_COUNTS[keys]]) - 4


def key_words(elements, order, keys, bits):
    """The order of an op, empty if a region defines it, and its clauses."""
    bits = key_bits(elements, keys) if bits else None
    if order in REGIONS:
        return "", key_clauses(1, bits=bits)
    orders = key_orders(elements, order, keys)
    if keys == "orders":
        return "", key_clauses(len(orders), orders, bits)
    return " " + orders[-1], key_clauses(len(orders), bits=bits)


def item_ranks(elements, order, keys, members, bits=False, descending=False):
    """Integers in the order of items; `members` are raw arrays."""
    if order in REGIONS:
        parts = [ranks(elements[0], order, members[0])]
        if order == LEXICOGRAPHIC:
            # The larger number first.
            parts.append(-members[1].astype(np.int64))
        return joint_ranks(parts)
    orders = key_orders(elements, order, keys)
    return key_ranks(elements, orders, members, key_bits(elements, keys) if bits else None, descending)


def key_ranks(elements, orders, members, bits=None, descending=False):
    """The ranks of items by one key per order, and by a range of their bits."""
    rank = joint_ranks(key_parts(elements, orders, members, bits))
    return -rank if descending else rank


def key_parts(elements, orders, members, bits=None):
    """The compared part of each key, the most significant first. With a range of bits
    over all keys, in which those of the last key are the lowest, the bits in the
    range."""
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
    """Integers in the order of tuples of parts."""
    rank = 0
    for part in parts:
        own = np.unique(part, return_inverse=True)[1].reshape(part.shape).astype(np.int64)
        rank = rank * (int(own.max(initial=0)) + 1) + own
    return np.unique(rank, return_inverse=True)[1].reshape(parts[0].shape).astype(np.int64)


def flavor(order):
    """The flavor of the keys of an order, for sample_keys()."""
    return "loop" if order == LOOP else "finite" if order in REGIONS else "order"


def sample_keys(element, rng, shape, flavor):
    """Raw keys; those for a loop are positive and below 2^10."""
    raw = sample(element, rng, shape, flavor)
    if flavor == "loop":
        raw = (raw & 0x3FF) + (raw & 0x3FF == 0)
    return raw


def ranks(element, order, raw):
    """The compared values: for a comparator, the magnitude of a float or the low three
    bits of an integer; with a loop, the exponent of two in the key."""
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
    # Both zeros are equal, and all NaNs are equal and above everything.
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
    # odd(b) * a < odd(a) * b compares the powers of two in them.
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
    # Names that do not occur in the surrounding code.
    return "comparator {\n^bb0(%s):%s\n  prim.yield %s : i1\n}" % tuple(
        part.replace("%", "%cmp_") for part in (arguments, body, result)
    )


def some_bits(element):
    """A range of bits whose ends are not ends of the key, and which digits of one
    length do not fill: the last digit must begin earlier."""
    return (1, 6) if element.size == 1 else (3, 8 * element.size - 4)


def positions(rank, descending=False, counts=None, begins=None):
    """The source positions of the sorted items, stably; the last axis of ranks is the
    items. Items past the first `counts` stay where they are. `begins`, the first
    position of the segment of each item, keeps items in their segments."""
    rank = np.unique(rank, return_inverse=True)[1].reshape(rank.shape)
    rank = -rank if descending else rank
    if counts is not None:
        rank = np.where(np.arange(rank.shape[-1]) < counts, rank, np.iinfo(rank.dtype).max)
    if begins is None:
        return np.argsort(rank, axis=-1, kind="stable")
    return np.lexsort((rank, np.broadcast_to(begins, rank.shape)), axis=-1)


def ranks_of(x, order, descending=False):
    """The ranks of an array of one of numpy's types."""
    return key_ranks([element_of(x)], [order], [x], None, descending)


def places(x, order, descending=False, begins=None):
    """The source positions of the sorted elements of an array."""
    return positions(ranks_of(x, order, descending), begins=begins)
