# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Computes what lowered warp ops give on NVIDIA, on 32 lanes of its own, and
compares that with what the ops mean. The moves are those of PTX: whoever reads a
lane that is not named, not there or out of range gets anything, and a lane that
does not name itself, or names others than its neighbours do, ends the test."""

import argparse
import random
import re
import subprocess
import sys

LANES = 32
OP = re.compile(r'^\s*(?:(%\w+) = )?"([\w.]+)"\(([^)]*)\)(?: <\{(.*)\}>)? : \((.*)\) -> (.*)$')
rng = random.Random(7)


def width_of(text):
    """Bits of an integer type."""
    return 64 if text == "index" else int(text.lstrip("i"))


def signed(value, bits):
    return value - (1 << bits) if value >> (bits - 1) else value


def shuffle(kind, members, values, offset, clamp, present):
    """shfl.sync of one word."""
    result = []
    for lane in range(LANES):
        if lane not in present:
            result.append(rng.getrandbits(32))
            continue
        source = offset[lane]
        if kind == "up":
            assert clamp[lane] == 0
            source = lane - (source & 31)
            source = lane if source < 0 else source
        else:
            assert clamp[lane] == 31
            source = lane + (source & 31) if kind == "down" else source & 31
            source = lane if source > 31 else source
        named = members[lane] >> source & 1
        result.append(values[source] if named and source in present else rng.getrandbits(32))
    return result


ARITHMETIC = {
    "addi": lambda a, b, n: a + b,
    "subi": lambda a, b, n: a - b,
    "muli": lambda a, b, n: a * b,
    "andi": lambda a, b, n: a & b,
    "ori": lambda a, b, n: a | b,
    "xori": lambda a, b, n: a ^ b,
    # Of an oversized shift nothing is known.
    "shli": lambda a, b, n: a << b if b < n else rng.getrandbits(n),
    "shrui": lambda a, b, n: a >> b if b < n else rng.getrandbits(n),
    "shrsi": lambda a, b, n: signed(a, n) >> b if b < n else rng.getrandbits(n),
    "remui": lambda a, b, n: a % b,
    "minui": lambda a, b, n: min(a, b),
    "maxui": lambda a, b, n: max(a, b),
    "minsi": lambda a, b, n: min(signed(a, n), signed(b, n)),
    "maxsi": lambda a, b, n: max(signed(a, n), signed(b, n)),
}
COMPARE = ["==", "!=", "s<", "s<=", "s>", "s>=", "u<", "u<=", "u>", "u>="]


class Wave:
    """Runs the ops of one kernel on the lanes that are present."""

    def __init__(self, arguments, present):
        self.values, self.present = dict(arguments), present

    def members(self, masks):
        for lane in self.present:
            assert masks[lane] >> lane & 1, "lane %d does not name itself" % lane
            for other in self.present:
                if masks[lane] >> other & 1:
                    assert masks[other] == masks[lane], "lanes do not agree"
        return masks

    def run(self, name, operands, attributes, types, result):
        a = [self.values[operand] for operand in operands]
        dialect, op = name.split(".", 1)
        lanes = range(LANES)
        if op in ("constant", "mlir.constant"):
            text = re.search(r"value = ([-\w]+)", attributes).group(1)
            value = {"true": 1, "false": 0}.get(text)
            return [int(text) & (1 << width_of(result)) - 1 if value is None else value] * LANES
        if op == "mlir.poison":
            return [[rng.getrandbits(32), rng.getrandbits(32)] for _ in lanes]
        if op == "read.ptx.sreg.laneid":
            return list(lanes)
        if op == "read.ptx.sreg.lanemask.lt":
            return [(1 << lane) - 1 for lane in lanes]
        if op == "call_intrinsic":
            assert "llvm.nvvm.activemask" in attributes
            return [sum(1 << lane for lane in self.present)] * LANES
        if op == "vote.sync":
            assert "ballot" in attributes
            masks = self.members(a[0])
            votes = sum(1 << lane for lane in self.present if a[1][lane])
            return [votes & mask for mask in masks]
        if op == "shfl.sync":
            kind = re.search(r"shfl_kind (\w+)", attributes).group(1)
            return shuffle(kind, self.members(a[0]), a[1], a[2], a[3], self.present)
        if op == "extractelement":
            return [a[0][i][a[1][i]] for i in lanes]
        if op == "insertelement":
            return [[a[1][i] if j == a[2][i] else v for j, v in enumerate(a[0][i])] for i in lanes]
        if op == "bitcast":
            if result.startswith("vector"):
                return [[v & 0xFFFFFFFF, v >> 32] for v in a[0]]
            return [v[0] | v[1] << 32 if isinstance(v, list) else v for v in a[0]]
        bits = width_of(types[-1])
        if op == "select":
            return [a[1][i] if a[0][i] else a[2][i] for i in lanes]
        if op == "cmpi":
            text = COMPARE[int(re.search(r"predicate = (\d+)", attributes).group(1))]
            cast = (lambda v: signed(v, bits)) if text[0] == "s" else lambda v: v
            return [int(eval("x %s y" % text.lstrip("su"), {"x": cast(a[0][i]), "y": cast(a[1][i])}))
                    for i in lanes]  # fmt: skip
        mask = (1 << width_of(result)) - 1
        if op in ("trunci", "extui"):
            return [v & mask for v in a[0]]
        if op == "extsi":
            return [signed(v, bits) & mask for v in a[0]]
        if op == "intr.ctpop":
            return [bin(v).count("1") for v in a[0]]
        if op == "intr.ctlz":
            return [bits - v.bit_length() if v else rng.getrandbits(5) for v in a[0]]
        if op == "intr.cttz":
            return [(v & -v).bit_length() - 1 if v else rng.getrandbits(5) for v in a[0]]
        if dialect == "arith" and op in ARITHMETIC:
            return [ARITHMETIC[op](x, y, bits) & mask for x, y in zip(a[0], a[1])]
        sys.exit("FAIL %s is not known here" % name)


def execute(text, arguments, present):
    """What the kernel in generic form stores."""
    names = re.search(r"\^bb0\((.*)\):", text).group(1)
    wave = Wave(zip(re.findall(r"(%\w+):", names), arguments), present)
    for line in text[text.index("^bb0") :].splitlines()[1:]:
        match = OP.match(line)
        if not match or match.group(2) == "gpu.return":
            continue
        result, name, operands, attributes, types, kind = match.groups()
        operands = re.findall(r"%\w+", operands)
        if name == "memref.store":
            return wave.values[operands[0]]
        types = types.split(", ") if types else []
        wave.values[result] = wave.run(name, operands, attributes or "", types, kind)
    sys.exit("FAIL nothing is stored")


def scan(fold, exclusive=None, reverse=False):
    """Reference of a scan; `exclusive` is the identity."""

    def reference(warp, heads):
        order = list(range(len(warp)))[:: -1 if reverse else 1]
        result, sofar = [0] * len(warp), None
        for i in order:
            if heads and heads[i]:
                sofar = None
            if exclusive is not None:
                result[i] = exclusive if sofar is None else sofar
            sofar = warp[i] if sofar is None else fold(sofar, warp[i])
            if exclusive is None:
                result[i] = sofar
        return result

    return reference


def cases():
    """Text of the op on %x (i<bits>) and %h (i1), bits, widths, and the reference
    of a logical warp: its values and flags to results; None is anything."""
    every, powers = (1, 2, 3, 7, 8, 16, 31, 32), (2, 4, 8, 16, 32)

    def add(bits):
        return lambda a, b: (a + b) & (1 << bits) - 1

    def largest(bits):
        return lambda a, b: max(a, b, key=lambda v: signed(v, bits))

    for bits in (8, 32, 64):
        kind = "i%d" % bits
        yield "warp_scan inclusive add %x", kind, every, lambda w, h, b=bits: scan(add(b))(w, None)
        yield "warp_scan exclusive add %x", kind, every, lambda w, h, b=bits: scan(add(b), 0)(w, None)
        yield ("warp_scan exclusive add %x reverse", kind, every,
               lambda w, h, b=bits: scan(add(b), 0, reverse=True)(w, None))  # fmt: skip
        yield ("warp_scan inclusive maxsi %x reverse", kind, every,
               lambda w, h, b=bits: scan(largest(b), reverse=True)(w, None))  # fmt: skip
        yield "warp_scan inclusive add %x head(%h)", kind, every, lambda w, h, b=bits: scan(add(b))(w, h)
        yield ("warp_reduce add %x all", kind, every,
               lambda w, h, b=bits: [sum(w) & (1 << b) - 1] * len(w))  # fmt: skip
        yield "warp_broadcast %x lane(%c0)", kind, every, lambda w, h: [w[0]] * len(w)
        yield ("warp_shuffle %x xor(%c1)", kind, powers,
               lambda w, h: [w[i ^ 1] if i ^ 1 < len(w) else None for i in range(len(w))])  # fmt: skip
        yield ("warp_shuffle %x up(%c1)", kind, powers,
               lambda w, h: [w[max(i - 1, 0)] for i in range(len(w))])  # fmt: skip
        yield ("warp_shuffle %x down(%c1)", kind, powers,
               lambda w, h: [w[i + 1] if i + 1 < len(w) else None for i in range(len(w))])  # fmt: skip
        yield ("warp_sort slt %x", kind, powers,
               lambda w, h, b=bits: sorted(w, key=lambda v: signed(v, b)))  # fmt: skip


def lower(prim_opt, kernels):
    """The kernels in generic form."""
    module = 'gpu.module @m [#nvvm.target<chip = "sm_90">] {\n%s}\n' % "".join(kernels)
    done = subprocess.run(
        [prim_opt, "-", "--mlir-print-op-generic",
         "--pass-pipeline=builtin.module(gpu.module(prim-lower-warp,canonicalize,cse))"],
        input=module, capture_output=True, text=True, check=False)  # fmt: skip
    if done.returncode != 0:
        sys.exit("FAIL %s" % done.stderr[:2000])
    return done.stdout.split('"gpu.func"')[1:]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prim-opt", default="prim-opt")
    args = parser.parse_args()
    kernels, wanted = [], []
    for op, kind, widths, reference in cases():
        for width in widths:
            for whole in (True, False):
                size = " attributes {known_block_size = array<i32: 32, 1, 1>}" if whole else ""
                kernels.append("""
gpu.func @k%d(%%x: %s, %%h: i1, %%m: memref<1x%s>) kernel%s {
  %%at = arith.constant 0 : index
  %%c0 = arith.constant 0 : i32
  %%c1 = arith.constant 1 : i32
  %%r = prim.%s width(%d) : %s
  memref.store %%r, %%m[%%at] : memref<1x%s>
  gpu.return
}
""" % (len(kernels), kind, kind, size, op, width, kind, kind))  # fmt: skip
                wanted.append((op, kind, width, whole, reference))
    bad = compared = 0
    for text, (op, kind, width, whole, reference) in zip(lower(args.prim_opt, kernels), wanted):
        for count in (32,) if whole else (32, 21, 1):
            values = [rng.getrandbits(width_of(kind)) for _ in range(LANES)]
            heads = [int(rng.random() < 0.3) for _ in range(LANES)]
            got = execute(text, [values, heads, [0] * LANES], range(count))
            want = []
            for first in range(0, count, width):
                last = min(first + width, count)
                want += reference(values[first:last], heads[first:last])
            compared += count
            if any(w is not None and g != w for g, w in zip(got, want)):
                print("FAIL %s : %s, width %d, %d lanes: %s, not %s" % (op, kind, width, count, got[:count], want))
                bad += 1
    print("ptx lanes: %d kernels, %d values, %d wrong" % (len(wanted), compared, bad))
    sys.exit(bad != 0 or not compared)


if __name__ == "__main__":
    main()
