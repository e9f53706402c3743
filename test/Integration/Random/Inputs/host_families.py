# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements of random host programs whose device ops move, order, look up or count the
elements of buffers. They leave no element undefined, so that other statements can use
their results."""

import numpy as np

from ops import histogram, map as maps, merge, orders, search, select, sort, topk
from primtest.drawing import FINITE, joined, moved
from primtest.elements import I32, I64, INDEX, SETS

TILES = [(64, 2), (64, 2), (192, 3), (128, 4), None]
COUNTS = [I32, I64, INDEX]


class Families:
    """Additional statements of a RandomHost."""

    def family_op(self):
        key = self.any_value()
        if key is not None:
            self.rng.choice([self.map_op, self.map_op, self.partition_op, self.topk_op,
                             self.merge_op, self.search_op, self.histogram_op])(key)  # fmt: skip

    def tile(self):
        tile = self.rng.choice(TILES)
        return " tuning<block_size = %d, items_per_thread = %d>" % tile if tile else ""

    def more_of(self, key, most):
        """The key and other values of its shape."""
        operands = [key]
        for _ in range(self.rng.randint(0, most)):
            more = self.pick(lambda v: v.shape == key.shape and v not in operands)
            operands += [more] if more else []
        return operands

    def order_of(self, element):
        return "total" if element.is_float else self.rng.choice(["slt", "ult"])

    def clause(self, word, values):
        return " %s(%s : %s)" % (word, ", ".join(v.name for v in values), self.types_of(values))

    def add_all(self, values):
        for value in values:
            self.add(value)

    def map_op(self, key):
        """A map to elements or their neighbours, and the numbers of their places."""
        operands = self.more_of(key, 1)
        side = self.rng.choice([None, "left", "right"])
        numbered = self.chance(0.3)
        types = [o.element.name for o in operands]
        arguments = ["%%n_e%d: %s" % (i, t) for i, t in enumerate(types)]
        values, body = ["%%n_e%d" % i for i in range(len(types))], ""
        if side:
            arguments += ["%%n_p%d: %s" % (i, t) for i, t in enumerate(types)] + ["%n_has: i1"]
            values = ["%%n_p%d" % i for i in range(len(types))]
        elif len(set(types)) == 1:
            # The values as they are, and in another order.
            values = values[::-1]
        if numbered:
            arguments.append("%n_at: index")
            values.append("%n_at")
        results = [(o.element, o.shape, moved(o.known)) for o in operands]
        turned = not side and len(set(types)) == 1
        if turned:
            results = [(o.element, o.shape, o.known) for o in operands[::-1]]
        results += [(INDEX, key.shape, FINITE)] * numbered
        count = key.shape[0]

        def mapped(*arrays):
            made = list(arrays)[::-1] if turned else list(arrays)
            if side:
                made, _ = maps.neighbours(arrays, side)
            return made + [np.broadcast_to(np.arange(count), (SETS, count))] * numbered

        tail = (" neighbour(%s)" % side if side else "") + self.tile()
        tail += " map {\n^bb0(%s):\n%sprim.yield %s : %s\n}" % (
            ", ".join(arguments), body, ", ".join(values),
            ", ".join([*types, *["index"] * numbered]))  # fmt: skip
        place = None
        if operands == [key] and not numbered:
            place = key.name if self.in_place(key) else None
        self.add_all(self.device_op("device_map", tail, operands, results, mapped, [], place))

    def partition_op(self, key):
        """A partition: the selected elements, followed by the rest in reverse order."""
        operands, element, count = self.more_of(key, 1), key.element, key.shape[0]
        element_of_count = self.rng.choice(COUNTS)
        flags = None
        if self.chance(0.4):
            flags = self.pick(lambda v: v.shape == key.shape and not v.element.is_float)
        if flags:
            tail, more = self.clause("flags", [flags]), [flags]
        else:
            compare = "cmpf olt," if element.is_float else "cmpi slt,"
            zero = "0.0" if element.is_float else "0"
            tail = " where {\n^bb0(%s):\n%%n_z = arith.constant %s : %s\n" % (
                ", ".join("%%n_e%d: %s" % (i, o.element.name) for i, o in enumerate(operands)),
                zero, element.name)  # fmt: skip
            tail += "%%n_is = arith.%s %%n_e0, %%n_z : %s\nprim.yield %%n_is : i1\n}" % (compare, element.name)
            more = []

        def parted(*arrays):
            with np.errstate(all="ignore"):
                kept = (arrays[-1] if flags else element.to_wide(arrays[0]) < 0) != 0
            made = [np.empty_like(array) for array in (arrays[:-1] if flags else arrays)]
            for at, is_kept in enumerate(kept):
                members = [array[at] for array, _ in zip(arrays, made)]
                (first,), _, left = select.expected(members, np.where(is_kept, 0, 1))
                for out, *parts in zip(made, first, left):
                    select.place(out[at], *parts)
            return made + [kept.sum(-1, keepdims=True)]

        results = [(o.element, o.shape, moved(o.known)) for o in operands]
        results.append((element_of_count, (), FINITE))
        self.add_all(self.device_op("device_select", " rest reversed" + self.tile() + tail,
                                    operands, results, parted, more))  # fmt: skip

    def topk_op(self, key):
        operands, element, (count, _) = self.more_of(key, 1), key.element, key.shape
        order, descending = self.order_of(element), self.chance(0.5)
        k = self.rng.choice([0, min(1, count), count // 3, count])
        shape = (k, self.chance(0.5))

        def taken(*arrays):
            ranks = orders.key_ranks([element], [order], arrays, descending=descending)
            return topk.expected(arrays, ranks, k)[0]

        results = [(o.element, shape, moved(o.known)) for o in operands]
        head = "device_topk %s%s" % (order, " descending" * descending)
        self.add_all(self.device_op(head, self.tile(), operands, results, taken, []))

    def sorted_by(self, value, order, descending):
        """The value in sorted order."""

        def ordered(array):
            ranks = orders.key_ranks([value.element], [order], [array], descending=descending)
            return sort.expected([array], ranks)

        head = "device_sort %s%s" % (order, " descending" * descending)
        result = (value.element, value.shape, moved(value.known))
        return self.device_op(head, "", [value], [result], ordered, [])[0]

    def merge_op(self, key):
        element = key.element
        other = self.pick(lambda v: v.element is element and isinstance(v.shape, tuple) and v.shape) or key
        order, descending = self.order_of(element), self.chance(0.4)
        parts = [self.sorted_by(v, order, descending) for v in (key, other)]
        count = key.shape[0] + other.shape[0]

        def merged(first, second):
            both = np.concatenate([first, second], -1)
            ranks = orders.key_ranks([element], [order], [both], descending=descending)
            return merge.expected([first], [second], ranks)

        head = "device_merge %s%s" % (order, " descending" * descending)
        tail = self.clause("with", parts[1:]) + self.tile()
        result = (element, (count, self.chance(0.5)), joined(key.known, other.known))
        self.add_all(self.device_op(head, tail, parts[:1], [result], merged, parts[1:]))

    def search_op(self, key):
        element = key.element
        heap = self.pick(lambda v: v.element is element and isinstance(v.shape, tuple) and v.shape) or key
        order, descending = self.order_of(element), self.chance(0.4)
        heap = self.sorted_by(heap, order, descending)
        mode, answer = self.rng.choice(["lower", "upper", "contains"]), self.rng.choice(COUNTS)
        many = heap.shape[0]

        def found(needles, items):
            whole = np.concatenate([needles, items], -1)
            rank = orders.key_ranks([element], [order], [whole], descending=descending)
            return [search.looked_up(mode, rank, many)[1]]

        head = "device_search %s %s%s" % (mode, order, " descending" * descending)
        tail = self.clause("in", [heap]) + self.tile()
        self.add_all(self.device_op(head, tail, [key], [(answer, key.shape, FINITE)], found, [heap]))

    def histogram_op(self, key):
        """A histogram by the lowest bits, or the signs, of elements."""
        element, bins = key.element, self.rng.choice([1, 2, 4, 7])
        answer = self.rng.choice(COUNTS)
        if element.is_float:
            body = """%%n_z = arith.constant 0.0 : %s
%%n_is = arith.cmpf olt, %%n_e, %%n_z : %s
%%n_k = arith.extui %%n_is : i1 to i32
""" % (element.name, element.name)  # fmt: skip
        else:
            body = "%%n_m = arith.constant 7 : %s\n%%n_l = arith.andi %%n_e, %%n_m : %s\n" % (
                element.name, element.name)  # fmt: skip
            cast = {"i8": "extui", "i16": "extui", "i32": None, "i64": "trunci", "index": "index_cast"}[element.name]
            body += "%%n_k = arith.%s %%n_l : %s to i32\n" % (cast, element.name) if cast else ""
        result = "%n_k" if element is not I32 else "%n_l"

        def counted(array):
            with np.errstate(all="ignore"):
                number = (element.to_wide(array) < 0).astype(int) if element.is_float else array & 7
            number = np.where(number < bins, number, -1).astype(int)
            return [histogram.expected_of_sets(number, bins, answer.raw)]

        tail = self.tile() + " bin {\n^bb0(%%n_e: %s):\n%sprim.yield %s : i32\n}" % (
            element.name, body, result)  # fmt: skip
        shape = (bins, self.chance(0.5))
        self.add_all(self.device_op("device_histogram", tail, [key], [(answer, shape, FINITE)], counted, []))
