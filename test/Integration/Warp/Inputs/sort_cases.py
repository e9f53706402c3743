# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# prim.warp_sort as kernels. Items are compared bit by bit with what came in:
# memory holds integers, the kernel casts them to the types that it sorts.

import random
import struct

WIDTHS = {"i8": 8, "i16": 16, "i32": 32, "i64": 64, "f16": 16, "bf16": 16,
          "f32": 32, "f64": 64}
FORMATS = {8: "B", 16: "H", 32: "I", 64: "Q"}
MANTISSAS = {"f16": 10, "bf16": 7, "f32": 23, "f64": 52}


def logical_warps(block, wave, width):
    for first in range(0, block, wave):
        end = min(first + wave, block)
        for lane in range(first, end, width):
            yield list(range(lane, min(lane + width, end)))


def number(type, bits):
    """The float with these bits."""
    if type == "bf16":
        return struct.unpack("<f", struct.pack("<I", bits << 16))[0]
    form = {"f16": "e", "f32": "f", "f64": "d"}[type]
    return struct.unpack("<" + form, struct.pack("<" + FORMATS[WIDTHS[type]], bits))[0]


def signed(type, bits):
    width = WIDTHS[type]
    return bits - (1 << width) if bits >> (width - 1) else bits


def sample(type):
    """Bits of an element: extremes and duplicates are likely."""
    width = WIDTHS[type]
    top = 1 << (width - 1)
    if type[0] != "i":
        infinity = ((top - 1) >> MANTISSAS[type]) << MANTISSAS[type]
        special = [0, top, infinity, top | infinity, infinity | 1, top | infinity | 1,
                   2 * top - 1, top - 1, 1, top | 1]
    else:
        special = [0, 1, top, top - 1, 2 * top - 1, 2 * top - 2, 7, 7, 7]
    return random.choice(special) if random.random() < 0.4 else random.getrandbits(width)


class Order:
    """What comes first: the op's text, and a key for Python's sort."""

    def __init__(self, text, key, region="", constants="", sampler=None):
        self.text = text
        self.key = key
        self.region = region
        self.constants = constants
        self.sampler = sampler


def builtin(order, type, descending):
    def key(item):
        if order == "slt":
            return signed(type, item[0])
        if order == "ult":
            return item[0]
        value = number(type, item[0])
        return (1, 0.0) if value != value else (0, value)

    return Order(order + (" descending" if descending else ""), key)


def by_magnitude():
    """Keys of i32 by their absolute value; many ties."""
    region = """comparator {
    ^bb0(%a: i32, %av: i16, %b: i32, %bv: i16):
      %x = math.absi %a : i32
      %y = math.absi %b : i32
      %c = arith.cmpi ult, %x, %y : i32
      prim.yield %c : i1
    }"""
    return Order(region, lambda item: abs(signed("i32", item[0])) % (1 << 32),
                 sampler=lambda: [random.choice((-1, 1)) * random.randrange(9) % (1 << 32),
                                  random.getrandbits(16)])


def lexicographic():
    """A float key, then the value, larger values first."""
    region = """comparator {
    ^bb0(%a: f32, %av: i64, %b: f32, %bv: i64):
      %lt = arith.cmpf olt, %a, %b : f32
      %eq = arith.cmpf oeq, %a, %b : f32
      %gt = arith.cmpi sgt, %av, %bv : i64
      %tie = arith.andi %eq, %gt : i1
      %c = arith.ori %lt, %tie : i1
      prim.yield %c : i1
    }"""
    return Order(region, lambda item: (number("f32", item[0]), -signed("i64", item[1])),
                 sampler=lambda: [struct.unpack("<I", struct.pack("<f", random.randrange(-3, 3)))[0],
                                  random.getrandbits(64)])


def halvings(value):
    steps = 0
    while value % 2 == 0:
        value //= 2
        steps += 1
    return steps


def by_halvings():
    """By how often two divides a key; does not come to an end for 0, which no
    item is."""
    count = """
      %%%(r)s = scf.while (%%%(r)si = %%%(v)s) : (i32) -> i32 {
        %%%(r)sl = arith.andi %%%(r)si, %%one : i32
        %%%(r)se = arith.cmpi eq, %%%(r)sl, %%none : i32
        scf.condition(%%%(r)se) %%%(r)si : i32
      } do {
      ^bb0(%%%(r)sj: i32):
        %%%(r)sh = arith.shrui %%%(r)sj, %%one : i32
        scf.yield %%%(r)sh : i32
      }"""
    region = """comparator {
    ^bb0(%%a: i32, %%b: i32):
      %%one = arith.constant 1 : i32
      %%none = arith.constant 0 : i32
      %s
      %s
      %%xs = arith.muli %%y, %%a : i32
      %%ys = arith.muli %%x, %%b : i32
      %%c = arith.cmpi ult, %%xs, %%ys : i32
      prim.yield %%c : i1
    }""" % (count % {"r": "x", "v": "a"}, count % {"r": "y", "v": "b"})
    # odd(b) * a < odd(a) * b: since a = odd(a) * 2^n, this compares 2^n.
    return Order(region, lambda item: halvings(item[0]),
                 sampler=lambda: [random.randrange(1, 1 << 10)])


class SortKernel:
    def __init__(self, chip_wave, order, types, block, width, items, stable=False,
                 valid=None):
        self.order, self.types, self.block = order, types, block
        self.wave, self.width, self.items = chip_wave, width, items
        self.stable, self.valid = stable, valid
        draw = order.sampler or (lambda: [sample(type) for type in types])
        self.elements = [tuple(draw()) for _ in range(block * items)]
        self.expected = None  # all results, where they are known beforehand
        self.name = "sort %s of %s, block %d, width %d, items %d%s%s" % (
            order.text.replace("\n", " ")[:60], "x".join(types), block, width, items,
            " stable" if stable else "", "" if valid is None else " valid(%d)" % valid)

    def text(self, symbol):
        count = len(self.types)
        arguments = ["%%in%d: !llvm.ptr<1>" % i for i in range(count)]
        arguments += ["%%out%d: !llvm.ptr<1>" % i for i in range(count)]
        lines = [
            "gpu.func @%s(%s) kernel attributes"
            " {known_block_size = array<i32: %d, 1, 1>} {"
            % (symbol, ", ".join(arguments), self.block),
            "%tid = gpu.thread_id x",
            "%lane = arith.index_castui %tid : index to i64",
            "%%items = arith.constant %d : i64" % self.items,
            "%at0 = arith.muli %lane, %items : i64",
        ]
        for j in range(1, self.items):
            lines.append("%%c%d = arith.constant %d : i64" % (j, j))
            lines.append("%%at%d = arith.addi %%at0, %%c%d : i64" % (j, j))
        whole = []
        for i, type in enumerate(self.types):
            memory = "i%d" % WIDTHS[type]
            for j in range(self.items):
                lines.append("%%p%d_%d = llvm.getelementptr %%in%d[%%at%d]"
                             " : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, %s" % (i, j, i, j, memory))
                lines.append("%%m%d_%d = llvm.load %%p%d_%d : !llvm.ptr<1> -> %s"
                             % (i, j, i, j, memory))
                lines.append("%%e%d_%d = arith.bitcast %%m%d_%d : %s to %s"
                             % (i, j, i, j, memory, type))
            if self.items == 1:
                whole.append(("%%e%d_0" % i, type))
                continue
            vector = "vector<%dx%s>" % (self.items, type)
            lines.append("%%x%d = vector.from_elements %s : %s" % (
                i, ", ".join("%%e%d_%d" % (i, j) for j in range(self.items)), vector))
            whole.append(("%%x%d" % i, vector))
        clauses = ""
        if self.valid is not None:
            lines.append("%%n = arith.constant %d : i32" % self.valid)
            clauses += " valid(%n)"
        if self.stable:
            clauses += " stable"
        if self.width != self.wave:
            clauses += " width(%d)" % self.width
        head, region = (("", self.order.text) if self.order.text.startswith("comparator")
                        else (self.order.text + " ", ""))
        lines.append("%s = prim.warp_sort %s%s%s %s : %s" % (
            ", ".join("%%r%d" % i for i in range(count)), head,
            ", ".join(value for value, _ in whole), clauses, region,
            ", ".join(type for _, type in whole)))
        for i, type in enumerate(self.types):
            memory = "i%d" % WIDTHS[type]
            for j in range(self.items):
                value = "%%r%d" % i
                if self.items != 1:
                    lines.append("%%y%d_%d = vector.extract %%r%d[%d] : %s from vector<%dx%s>"
                                 % (i, j, i, j, type, self.items, type))
                    value = "%%y%d_%d" % (i, j)
                lines.append("%%b%d_%d = arith.bitcast %s : %s to %s"
                             % (i, j, value, type, memory))
                lines.append("%%q%d_%d = llvm.getelementptr %%out%d[%%at%d]"
                             " : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, %s" % (i, j, i, j, memory))
                lines.append("llvm.store %%b%d_%d, %%q%d_%d : %s, !llvm.ptr<1>"
                             % (i, j, i, j, memory))
        return "\n".join(lines + ["gpu.return", "}"])

    def run(self, device, module, symbol):
        """Empty if all is well, else what is wrong first."""
        formats = [FORMATS[WIDTHS[type]] for type in self.types]
        count = self.block * self.items
        inputs = [struct.pack("<%d%s" % (count, form), *(e[i] for e in self.elements))
                  for i, form in enumerate(formats)]
        raw = device.launch(module, symbol, self.block, inputs, [len(i) for i in inputs])
        results = list(zip(*(struct.unpack("<%d%s" % (count, form), data)
                             for form, data in zip(formats, raw))))
        if self.expected is not None and results != self.expected:
            return "got %s, expected %s" % (results, self.expected)
        descending = "descending" in self.order.text
        for warp in logical_warps(self.block, self.wave, self.width):
            begin, end = warp[0] * self.items, (warp[-1] + 1) * self.items
            if self.valid is not None:
                end = min(end, begin + self.valid)
            got = results[begin:end]
            want = sorted(self.elements[begin:end], key=self.order.key, reverse=descending)
            where = "items from %d on: got %s, expected %s" % (
                begin, [hex(g[0]) for g in got], [hex(w[0]) for w in want])
            if self.stable and got != want:
                return "not stable; " + where
            if sorted(got) != sorted(want):
                return "no permutation; " + where
            if [self.order.key(g) for g in got] != [self.order.key(w) for w in want]:
                return "out of order; " + where
        return ""
