# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Warp ops as kernels, and what their results are by the definition of the op:
# folds over lists of items, one after the other.

import random

from hip import element_and_count, pack, unpack


class Kernel:
    """One warp op on inputs that every lane loads, one value per lane."""

    def __init__(self, name, block, inputs, outputs, body, expected):
        self.name = name
        self.block = block
        self.inputs = inputs  # (type, values)
        self.outputs = outputs  # types
        self.body = body
        self.expected = expected  # per output; None where it is poison

    def text(self, symbol):
        arguments = ["%%in%d" % i for i in range(len(self.inputs))]
        arguments += ["%%out%d" % i for i in range(len(self.outputs))]
        lines = [
            "gpu.func @%s(%s) kernel attributes"
            " {known_block_size = array<i32: %d, 1, 1>} {"
            % (symbol, ", ".join(a + ": !llvm.ptr<1>" for a in arguments), self.block),
            "%tid = gpu.thread_id x",
            "%index = arith.index_castui %tid : index to i64",
        ]
        address = (
            "%%%s_at = llvm.getelementptr %%%s[%%index]"
            " : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, %s"
        )
        for i, (type, _) in enumerate(self.inputs):
            lines.append(address % ("in%d" % i, "in%d" % i, type))
            lines.append(
                "%%x%d = llvm.load %%in%d_at : !llvm.ptr<1> -> %s" % (i, i, type)
            )
        lines.append(self.body)
        for i, type in enumerate(self.outputs):
            lines.append(address % ("out%d" % i, "out%d" % i, type))
            lines.append(
                "llvm.store %%r%d, %%out%d_at : %s, !llvm.ptr<1>" % (i, i, type)
            )
        return "\n".join(lines + ["gpu.return", "}"])

    def run(self, device, module, symbol):
        """Empty if all is well, else the first wrong lane."""
        sizes = []
        for type in self.outputs:
            element, count = element_and_count(type)
            sizes.append(self.block * count * len(pack(element, [0])))
        results = device.launch(
            module, symbol, self.block, [pack(t, v) for t, v in self.inputs], sizes
        )
        for i, (type, raw, wanted) in enumerate(
            zip(self.outputs, results, self.expected)
        ):
            for at, (got, want) in enumerate(zip(unpack(type, raw), wanted)):
                if want is None or got == want or (got != got and want != want):
                    continue
                return "result %d, item %d: got %r, expected %r" % (i, at, got, want)
        return ""


def logical_warps(block, wave, width):
    for first in range(0, block, wave):
        end = min(first + wave, block)
        for lane in range(first, end, width):
            yield list(range(lane, min(lane + width, end)))


class Clauses:
    """Operands and text of the clauses that reduce and scan share."""

    def __init__(self, combiner, block, wave, width, items, valid, flag):
        self.combiner = combiner
        self.items = items
        self.valid = valid
        elements = [combiner.sample() for _ in range(block * items)]
        self.elements = elements
        self.types = [
            type if items == 1 else "vector<%dx%s>" % (items, type)
            for type in combiner.types
        ]
        self.inputs = [
            (type, [element[i] for element in elements])
            for i, type in enumerate(self.types)
        ]
        self.values = ", ".join("%%x%d" % i for i in range(len(self.inputs)))
        self.constants = combiner.constants
        self.text = ""
        self.flags = [0] * block
        if valid is not None:
            self.text += " valid(%%x%d)" % len(self.inputs)
            self.inputs.append(("i32", [valid] * block))
        if flag:
            self.flags = [int(random.random() < 0.15) for _ in range(block)]
            self.constants += "%no = arith.constant 0 : i8\n"
            self.constants += "%%flag = arith.cmpi ne, %%x%d, %%no : i8\n" % len(
                self.inputs
            )
            self.inputs.append(("i8", self.flags))
            self.text += " %s(%%flag)" % flag
        if width != wave:
            self.text += " width(%d)" % width

    def items_of(self, lanes):
        return [
            self.elements[lane * self.items + j]
            for lane in lanes
            for j in range(self.items)
        ]

    def counted(self, lanes):
        return lanes if self.valid is None else lanes[: self.valid]


def describe(op, combiner, block, width, items, clauses):
    return "%s %s %s, block %d, width %d, items %d%s" % (
        op, combiner.name, "x".join(combiner.types), block, width, items, clauses)


def reduce_kernel(combiner, block, wave, width, all=False, valid=None, flag=None,
                  items=1):
    clauses = Clauses(combiner, block, wave, width, items, valid, flag)
    count = len(combiner.types)
    body = "%s%s = prim.warp_reduce %s %s %s%s%s %s : %s" % (
        clauses.constants,
        ", ".join("%%r%d" % i for i in range(count)),
        combiner.head,
        clauses.values,
        combiner.clause,
        clauses.text,
        " all" if all else "",
        combiner.region,
        ", ".join(clauses.types),
    )
    expected = [[None] * block for _ in combiner.types]

    def expect(lanes, fold):
        for lane in lanes:
            for i in range(count):
                expected[i][lane] = fold[i]

    for warp in logical_warps(block, wave, width):
        if flag:
            segment = []
            for lane in warp:
                if flag == "head" and clauses.flags[lane] and segment:
                    expect(segment[:1], combiner.fold(clauses.items_of(segment)))
                    segment = []
                segment.append(lane)
                if flag == "tail" and clauses.flags[lane]:
                    expect(segment[:1], combiner.fold(clauses.items_of(segment)))
                    segment = []
            if segment:
                expect(segment[:1], combiner.fold(clauses.items_of(segment)))
            continue
        fold = combiner.fold(clauses.items_of(clauses.counted(warp)))
        fold = fold or combiner.identity
        if fold:
            expect(warp if all else warp[:1], fold)
    name = describe("reduce", combiner, block, width, items,
                    clauses.text + (" all" if all else ""))
    return Kernel(name, block, clauses.inputs, combiner.types, body, expected)


def scan_kernel(combiner, block, wave, width, mode="inclusive", init=False,
                total=False, reverse=False, valid=None, flag=False, items=1):
    clauses = Clauses(combiner, block, wave, width, items, valid,
                      "head" if flag else None)
    count = len(combiner.types)
    text = clauses.text
    start = combiner.sample() if init else None
    if init:
        first = len(clauses.inputs)
        text += " init(%s)" % ", ".join("%%x%d" % (first + i) for i in range(count))
        for type, value in zip(combiner.types, start):
            clauses.inputs.append((type, [value] * block))
    for present, word in ((total, "total"), (reverse, "reverse"), (flag, "distance")):
        if present:
            text += " " + word
    outputs = []
    if mode in ("inclusive", "both"):
        outputs += clauses.types
    if mode in ("exclusive", "both"):
        outputs += clauses.types
    if total:
        outputs += combiner.types
    if flag:
        outputs.append("i32")
    body = "%s%s = prim.warp_scan %s %s %s %s%s %s : %s" % (
        clauses.constants,
        ", ".join("%%r%d" % i for i in range(len(outputs))),
        mode,
        combiner.head,
        clauses.values,
        combiner.clause,
        text,
        combiner.region,
        ", ".join(clauses.types),
    )
    expected = [
        [None] * (block * element_and_count(type)[1]) for type in outputs
    ]

    def expect(output, at, fold):
        if fold:
            for i in range(count):
                expected[output + i][at] = fold[i]

    for warp in logical_warps(block, wave, width):
        counted = clauses.counted(warp)
        values = clauses.items_of(counted)
        heads = [
            p
            for p, lane in enumerate(counted)
            if p == 0 or clauses.flags[lane]
        ]
        for p, lane in enumerate(counted):
            begin = max(h for h in heads if h <= p) * items
            end = min([h for h in heads if h > p] + [len(counted)]) * items
            for j in range(items):
                at, mine = lane * items + j, p * items + j
                output = 0
                with_it = values[mine:end] if reverse else values[begin : mine + 1]
                if mode in ("inclusive", "both"):
                    expect(output, at, combiner.fold(with_it))
                    output += count
                if mode in ("exclusive", "both"):
                    rest = with_it[1:] if reverse else with_it[:-1]
                    if init:
                        rest = rest + [start] if reverse else [start] + rest
                    expect(output, at, combiner.fold(rest) or combiner.identity)
        if total:
            fold = combiner.fold(values) or combiner.identity
            for lane in warp:
                expect(len(outputs) - count - int(flag), lane, fold)
        if flag:
            for p, lane in enumerate(counted):
                expected[-1][lane] = p - max(h for h in heads if h <= p)
    name = describe("scan " + mode, combiner, block, width, items, text)
    return Kernel(name, block, clauses.inputs, outputs, body, expected)
