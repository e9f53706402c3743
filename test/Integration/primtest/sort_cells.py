# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cells of the sorts of warps and blocks. The members that move along are the items'
numbers, and values of another size."""

import numpy as np

from ops import orders
from primtest.comparing import Want
from primtest.elements import I32, I64, I8, SETS, sample
from primtest.item_cells import arranged, arrangement_clause, lanes_of, numbers
from primtest.kernel import item_type


class Sorted(Want):
    """The result of an unstable sort: equal items may come in any order, but each comes
    once. `look_up` returns the ranks of a result and names its items."""

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


def numbers_in(kernel, items, arrangement):
    """As arranged(), of which warps have only the blocked one."""
    if arrangement is None:
        return numbers(kernel, items, False)
    return arranged(kernel.width, kernel.hardware_wave, items, arrangement)


def sort(kernel, name, order, descending=False, stable=False, members=1, items=1,
         valid=False, bits=False, source=None, to=None, keys="one"):  # fmt: skip
    """`members`: the key, then the item's number, then a further value. Blocks sort
    stably, and support a range of bits, items from an arrangement `source`, results in
    an arrangement `to`, and several keys, whose values are few distinct numbers."""
    element = kernel.element
    of_warps = kernel.level == "warp"
    size = kernel.width * items
    at = numbers_in(kernel, items, source)
    has_region = order in orders.REGIONS
    kind = orders.flavor(order)

    def load():
        shape = (len(kernel.threads), size)
        raw = orders.sample_keys(element, kernel.rng, shape, kind)
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
                # The values include none and all.
                counts[0], counts[-1] = 0, size
                return counts, kernel.block_input(I32, counts[:, 0, 0])
            lanes = kernel.by_lane(np.repeat(counts, kernel.width, axis=-1))
            return counts, kernel.lane_input(I32, lanes)

        valid_counts, operand = kernel.once(("sort valid", items), load_valid)
        counts = np.minimum(counts, valid_counts)
        clauses.append("valid(%s)" % operand)

    elements = [e for e, _ in columns]
    key = orders.item_ranks(elements, order, keys, [raw for _, raw in columns], bits)
    places = orders.positions(key, descending, counts)
    at = numbers_in(kernel, items, to)
    defined = lanes_of(kernel, np.arange(size) < counts, at)

    def want(of, values):
        lanes = lanes_of(kernel, np.take_along_axis(values, places, -1), at)
        if stable or not of_warps or order == orders.LEXICOGRAPHIC:
            return Want(of, lanes, defined)
        if values is index:
            # The item with this number; a number of no item is wrong.
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
                return orders.ranks(of, order, found), of.bit_pattern(canonical)

        return Sorted(of, lanes, defined, kernel, look_up)

    columns = columns[:members]
    types = [item_type(e, items) for e, _ in columns]
    head, key_clauses = orders.key_words(elements, order, keys, bits)
    words = ["prim.%s_sort" % kernel.level, head.strip()]
    words += ["descending"] if descending else []
    words += [", ".join(operands[: len(columns)])] + clauses
    words += ["stable"] if stable else []
    words.append(key_clauses.strip())
    words.append(arrangement_clause(source, "from").strip())
    words.append(arrangement_clause(to, "to").strip())
    words.append(kernel.width_clause)
    if has_region:
        words.append(orders.comparator(element, order, [e.name for e, _ in columns]))
    kernel.cell(
        name,
        "%s : %s" % (" ".join(w for w in words if w), ", ".join(types)),
        [want(of, values) for of, values in columns],
    )
