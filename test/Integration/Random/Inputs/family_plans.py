# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans of host functions around one device op that moves, orders, looks up, counts or
maps elements instead of folding them; and the data with which they are drawn."""

import dataclasses

import numpy as np

from device_plans import BORDER_ELEMENTS, DevicePlan
from ops import orders
from primtest.combiners import ELEMENTS
from primtest.elements import SETS

# Patterns of keys: random, all equal, alternating, ascending and descending, up and
# down again, one huge run between others, and runs of many lengths.
DATA = ["any", "equal", "two", "sorted", "reversed", "organ pipe", "one run", "runs"]


@dataclasses.dataclass(frozen=True)
class Plan(DevicePlan):
    """The defaults are the simplest values of all fields."""

    op: str = "device_select"
    # Elements of the other operands: the other range of a merge, the values that are
    # searched, the copied values; of bins; of selected elements.
    other: int = 1
    members: tuple = ("i32",)
    data: str = "any"
    # The way to select, copy or count, or the answer of a search.
    form: str = ""
    # "own" or "reversed".
    rest: str = None
    room: str = "all"
    # Types of counts, lengths, places and answers; of flags.
    count: str = "i32"
    flag: str = "i8"
    order: str = "slt"
    descending: bool = False
    # The number of members that are keys, and the range of their bits.
    keys: int = 1
    bits: tuple = None
    # The order of each key, instead of `order`.
    orders: tuple = None
    # The number of elements of one sort; more are sorted in batches.
    batch: int = 0
    # Whether 64 bits count the elements of a merge.
    wide: bool = False
    # Segments of a sort: "offsets" or "ranges", as in device_plans.Plan.
    segments: str = None
    borders: tuple = ()
    pieces: int = 1
    outside: bool = False
    # For a region.
    equal: bool = False
    change: str = None
    reads: bool = False
    predicated: bool = False
    # The neighbour that a map uses.
    neighbour: str = None
    index: bool = False
    # Whether a region captures a scalar.
    scalar: bool = False
    weights: bool = False
    channels: tuple = None
    in_place: bool = False
    clobber: bool = False
    deterministic: str = None
    # A bit for each out: whether it is discarded.
    dropped: int = 0
    # Whether copies are between addresses.
    addressed: bool = False

    def elements(self):
        return [BORDER_ELEMENTS[name] for name in self.members]

    def is_float(self):
        return self.elements()[0].is_float

    def key_orders(self):
        """The order of each key; floats have only one."""
        own = lambda e: "total" if e.is_float else self.order
        return self.orders or [own(e) for e in self.elements()[: self.keys]]

    def limits(self):
        """The limits with which it is compiled."""
        return ["max-sort-items=%d" % self.batch] * bool(self.batch)

    def kind(self):
        """The kind of keys, as orders.flavor() defines it."""
        return orders.flavor(self.order)


def positions_of(flavor, element, raw, rng):
    """The source places, along the last axis, of the elements of a flavor."""
    n = raw.shape[-1]
    at = np.broadcast_to(np.arange(n), raw.shape)
    if not n or flavor == "any":
        return at
    if flavor == "equal":
        return at * 0
    if flavor == "two":
        return np.minimum(at % 2, n - 1)
    if flavor == "one run":
        return np.where((at >= n // 7) & (at < n - n // 9), n // 7, at)
    if flavor == "runs":
        chance = np.array([0.5, 0.02, 0.9]).reshape(SETS, *[1] * (raw.ndim - 1))
        return np.maximum.accumulate(np.where(rng.random(raw.shape) < chance, at, 0), -1)
    order = orders.positions(orders.ranks(element, "total" if element.is_float else "slt", raw))
    if flavor == "reversed":
        return order[..., ::-1]
    if flavor == "organ pipe":
        return np.concatenate([order[..., ::2], order[..., 1::2][..., ::-1]], -1)
    return order


def keys_of(element, rng, shape, flavor, kind="order"):
    """Raw values of shape (SETS, *shape) of a flavor."""
    if element is BORDER_ELEMENTS["i1"]:
        raw = rng.random((SETS, *shape)) < 0.5
        if flavor == "any":
            return raw
        element = ELEMENTS["i8"]
        return keys_of(element, rng, shape, flavor) % 2 == 1
    raw = orders.sample_keys(element, rng, shape, kind)
    return np.take_along_axis(raw, positions_of(flavor, element, raw, rng), -1)


def numbers_of(element, rng, shape):
    """Values that distinguish items as far as the type allows: their numbers,
    shuffled."""
    count = int(np.prod(shape, dtype=int))
    numbers = np.stack([rng.permutation(count).reshape(shape) for _ in range(SETS)])
    if element is BORDER_ELEMENTS["i1"]:
        return numbers % 2 == 1
    if element.is_float:
        return element.to_raw(numbers % 2 ** min(element.bits - 8, 10) + 0.0)
    return (numbers % 2 ** min(element.bits - 1, 31)).astype(element.raw)
