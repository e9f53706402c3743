# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Simulates lowered warp ops for NVIDIA on 32 lanes and compares the results with the
semantics of the ops. Moves follow PTX: reading a lane that is not named, does not exist
or is out of range gives an arbitrary value. The test fails if a lane does not name
itself, or names other lanes than its neighbours do."""

import argparse
import functools
import math
import operator
import random
import re
import struct
import subprocess
import sys

LANES = 32
OP = re.compile(r'^\s*(?:(%\w+) = )?"([\w.]+)"\(([^)]*)\)(?: <\{(.*)\}>)? : \((.*)\) -> (.*)$')
rng = random.Random(7)


def width_of(text):
    """The number of bits of an integer type."""
    return 64 if text == "index" else int(text.lstrip("ibf"))


def signed(value, bits):
    return value - (1 << bits) if value >> (bits - 1) else value


FLOATS = {"f16": "<e", "f32": "<f", "f64": "<d"}


def to_float(bits, kind):
    if kind == "bf16":
        bits, kind = bits << 16, "f32"
    return struct.unpack(FLOATS[kind], bits.to_bytes(struct.calcsize(FLOATS[kind]), "little"))[0]


def from_float(value, kind):
    """The bits of a float, wide enough for every result that is compared."""
    if kind == "bf16":
        return from_float(value, "f32") >> 16
    try:
        return int.from_bytes(struct.pack(FLOATS[kind], value), "little")
    except OverflowError:
        return from_float(math.inf, kind)


def extreme(largest, hands_on_nan):
    """The minimum or maximum of two floats; -0.0 is below 0.0."""

    def fold(a, b):
        if math.isnan(a) or math.isnan(b):
            return a if math.isnan(a) == hands_on_nan else b
        return sorted((a, b), key=lambda v: (v, math.copysign(1, v)))[largest]

    return fold


FLOAT_FOLDS = {
    "addf": lambda a, b: a + b,
    "minnumf": extreme(False, False),
    "maxnumf": extreme(True, False),
    "minimumf": extreme(False, True),
    "maximumf": extreme(True, True),
}


def shuffle(kind, members, values, offset, bound, present):
    """shfl.sync of one word: the values, and whether the source is in range."""
    result, valid = [], []
    for lane in range(LANES):
        if lane not in present:
            result.append(rng.getrandbits(32))
            valid.append(rng.getrandbits(1))
            continue
        segment, clamp, by = bound[lane] >> 8 & 31, bound[lane] & 31, offset[lane] & 31
        last = lane & segment | clamp & ~segment
        if kind == "up":
            source = lane - by
            inside = source >= last
        else:
            source = {"down": lane + by, "bfly": lane ^ by, "idx": lane & segment | by & ~segment}[kind]
            inside = source <= last
        source = source if inside else lane
        named = members[lane] >> source & 1
        result.append(values[source] if named and source in present else rng.getrandbits(32))
        valid.append(int(inside))
    return result, valid


REDUX = {
    "ADD": operator.add, "AND": operator.and_, "OR": operator.or_, "XOR": operator.xor,
    "UMIN": min, "UMAX": max, "MIN": min, "MAX": max,
}  # fmt: skip


def redux(kind, members, values, present):
    """redux.sync, for lanes all of which exist."""
    result = []
    for mask in members:
        lanes = [lane for lane in range(LANES) if mask >> lane & 1]
        assert set(lanes) <= set(present), "redux names lanes that do not come"
        words = [signed(values[lane], 32) if kind in ("MIN", "MAX") else values[lane] for lane in lanes]
        result.append(functools.reduce(REDUX[kind.upper()], words) & 0xFFFFFFFF)
    return result


ARITHMETIC = {
    "addi": lambda a, b, n: a + b,
    "subi": lambda a, b, n: a - b,
    "muli": lambda a, b, n: a * b,
    "andi": lambda a, b, n: a & b,
    "ori": lambda a, b, n: a | b,
    "xori": lambda a, b, n: a ^ b,
    # The result of an oversized shift is unknown.
    "shli": lambda a, b, n: a << b if b < n else rng.getrandbits(n),
    "shrui": lambda a, b, n: a >> b if b < n else rng.getrandbits(n),
    "shrsi": lambda a, b, n: signed(a, n) >> b if b < n else rng.getrandbits(n),
    "remui": lambda a, b, n: a % b,
    "minui": lambda a, b, n: min(a, b),
    "maxui": lambda a, b, n: max(a, b),
    "minsi": lambda a, b, n: min(signed(a, n), signed(b, n)),
    "maxsi": lambda a, b, n: max(signed(a, n), signed(b, n)),
}
# Operations that disappear or become part of other instructions.
ASSEMBLY = {
    "mov.b32 $0, $1;": lambda a: a,
    "mov.b32 $0, $1; @!$2 mad.lo.u32 $0, $1, $3, $3;": lambda a, p, m: a if p else a * m + m,
    "lop3.b32 $0, $1, $2, $3, 0x80;": lambda a, b, c: a & b & c,
    "bfind.u32 $0, $1;": lambda a: a.bit_length() - 1,
    "brev.b32 $0, $1; bfind.shiftamt.u32 $0, $0;": lambda a: (a & -a).bit_length() - 1,
    "{ .reg .b32 t; and.b32 t, $1, $2; setp.ne.u32 $0, t, 0; }": lambda a, bit: int(a & bit != 0),
}
COMPARE = ["==", "!=", "s<", "s<=", "s>", "s>=", "u<", "u<=", "u>", "u>="]


class Wave:
    """Runs the ops of one kernel on the lanes that exist."""

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
        if op == "read.ptx.sreg.lanemask.le":
            return [(2 << lane) - 1 for lane in lanes]
        if op == "read.ptx.sreg.lanemask.ge":
            return [(1 << 32) - (1 << lane) for lane in lanes]
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
            moved, valid = shuffle(kind, self.members(a[0]), a[1], a[2], a[3], self.present)
            return list(zip(moved, valid)) if "is_valid" in attributes else moved
        if op == "redux.sync":
            kind = re.search(r"redux_kind (\w+)", attributes).group(1)
            return redux(kind.upper(), self.members(a[1]), a[0], self.present)
        if op == "match.sync":
            masks = self.members(a[0])
            return [sum(1 << other for other in self.present if a[1][other] == a[1][lane]) & masks[lane]
                    for lane in lanes]  # fmt: skip
        if op == "extractvalue":
            at = int(re.search(r"array<i64: (\d)>", attributes).group(1))
            return [v[at] for v in a[0]]
        if op == "inline_asm":
            text = re.sub(r"\\0A|\\09|\s", " ", re.search(r'asm_string = "(.*?)"', attributes).group(1))
            return [ASSEMBLY[" ".join(text.split())](*v) & (1 << width_of(result)) - 1 for v in zip(*a)]
        if op == "extractelement":
            return [a[0][i][a[1][i]] for i in lanes]
        if op == "insertelement":
            return [[a[1][i] if j == a[2][i] else v for j, v in enumerate(a[0][i])] for i in lanes]
        if op == "bitcast":
            if result.startswith("vector"):
                return [[v & 0xFFFFFFFF, v >> 32] for v in a[0]]
            return [v[0] | v[1] << 32 if isinstance(v, list) else v for v in a[0]]
        if op in FLOAT_FOLDS:
            return [from_float(FLOAT_FOLDS[op](to_float(x, result), to_float(y, result)), result)
                    for x, y in zip(*a)]  # fmt: skip
        if op in ("extf", "truncf"):
            return [from_float(to_float(v, types[0]), result) for v in a[0]]
        if op == "cmpf":
            assert "predicate = 14 " in attributes, "only whether they are unordered"
            return [int(math.isnan(to_float(x, types[0])) or math.isnan(to_float(y, types[0])))
                    for x, y in zip(*a)]  # fmt: skip
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
    """The values that the kernel, in generic form, stores."""
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
    """Reference of a scan. `exclusive` is the identity."""

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


def reduce(fold):
    """Reference of a reduction, for all lanes."""
    return lambda warp, heads: [functools.reduce(fold, warp)] * len(warp)


# Affine maps modulo 2^16, with the factor in the upper half: a combiner that does not
# commute.
AFFINE = """combiner {
  ^bb0(%a: i32, %b: i32):
    %c16 = arith.constant 16 : i32
    %low = arith.constant 65535 : i32
    %fa = arith.shrui %a, %c16 : i32
    %fb = arith.shrui %b, %c16 : i32
    %f = arith.muli %fa, %fb : i32
    %top = arith.shli %f, %c16 : i32
    %ta = arith.andi %a, %low : i32
    %scaled = arith.muli %ta, %fb : i32
    %t = arith.addi %scaled, %b : i32
    %rest = arith.andi %t, %low : i32
    %r = arith.ori %top, %rest : i32
    prim.yield %r : i32
  }"""


def affine(a, b):
    low = 0xFFFF
    return ((a >> 16) * (b >> 16) & low) << 16 | (a & low) * (b >> 16) + b & low


def matches(bits):
    def reference(warp, heads):
        low = (1 << bits) - 1
        return [sum(1 << j for j, w in enumerate(warp) if (w ^ v) & low == 0) for v in warp]

    return reference


def more_cases():
    """The kinds, floats at the borders of their ranges, and a combiner that does not
    commute."""
    every, powers = (1, 2, 7, 16, 32), (2, 16, 32)
    for bits in (8, 32, 64):
        kind, mask = "i%d" % bits, (1 << bits) - 1
        folds = {
            "minsi": lambda a, b, n=bits: min(a, b, key=lambda v: signed(v, n)),
            "maxsi": lambda a, b, n=bits: max(a, b, key=lambda v: signed(v, n)),
            "minui": min, "maxui": max,
            "and": operator.and_, "or": operator.or_, "xor": operator.xor,
            "mul": lambda a, b, m=mask: a * b & m, "add": lambda a, b, m=mask: a + b & m,
        }  # fmt: skip
        for name, fold in folds.items():
            yield "warp_reduce %s %%x all" % name, kind, powers, reduce(fold)
            yield ("warp_reduce %s %%x" % name, kind, powers,
                   lambda w, h, f=fold: [functools.reduce(f, w)] + [None] * (len(w) - 1))  # fmt: skip
        yield "warp_scan exclusive xor %x", kind, every, lambda w, h, f=folds["xor"]: scan(f, 0)(w, None)
        yield "warp_scan exclusive maxui %x", kind, every, lambda w, h: scan(max, 0)(w, None)
        yield "warp_scan exclusive add %x head(%h)", kind, every, lambda w, h, f=folds["add"]: scan(f, 0)(w, h)
        yield "warp_scan inclusive minsi %x head(%h)", kind, every, scan(folds["minsi"])
        yield "warp_broadcast %x lane(%c1)", kind, powers, lambda w, h: [w[1] if w[1:] else None] * len(w)
        # The results of lanes that do not take part are arbitrary.
        yield ("warp_reduce add %x valid(%c5)", kind, every,
               lambda w, h, f=folds["add"]: [functools.reduce(f, w[:5])] + [None] * (len(w) - 1))  # fmt: skip
        yield ("warp_scan inclusive mul %x reverse valid(%c5)", kind, every,
               lambda w, h, f=folds["mul"]: scan(f, reverse=True)(w[:5], None) + [None] * (len(w) - 5))  # fmt: skip
    for bits in (1, 8, 31, 32):
        yield "warp_match_any %%x bits(%d) : i32 -> i32" % bits, "i32", (32,), matches(bits)
    for bits in (20, 33, 40, 64):
        yield "warp_match_any %%x bits(%d) : i64 -> i32" % bits, "i64", (32,), matches(bits)
    yield "warp_scan inclusive %x width(WIDTH) " + AFFINE + " : i32", "i32", every, (
        lambda w, h: scan(affine)(w, None))
    yield "warp_scan inclusive %x reverse width(WIDTH) " + AFFINE + " : i32", "i32", every, (
        lambda w, h: scan(lambda a, b: affine(b, a), reverse=True)(w, None))
    yield "warp_reduce %x all width(WIDTH) " + AFFINE + " : i32", "i32", every, reduce(affine)
    for kind in ("f16", "bf16", "f32", "f64"):
        def of_floats(fold, kind=kind):
            return lambda a, b: from_float(fold(to_float(a, kind), to_float(b, kind)), kind)

        for name, fold in FLOAT_FOLDS.items():
            fold, name = of_floats(fold), name.replace("addf", "add")
            yield "warp_reduce %s %%x all" % name, kind, powers, reduce(fold)
            yield ("warp_scan inclusive %s %%x" % name, kind, every,
                   lambda w, h, f=fold: scan(f)(w, None))  # fmt: skip
            yield "warp_scan inclusive %s %%x head(%%h)" % name, kind, every, scan(fold)


def draw(op, kind):
    """A value of a lane: floats so small that sums are exact, or special values; labels
    with many duplicates."""
    if "match" in op:
        bits = width_of(kind)
        return rng.choice((0, 1, 2, 1 << bits - 1, 1 << bits // 2, 0xFF))
    if "f" not in kind:
        return rng.getrandbits(width_of(kind))
    value = float(rng.randrange(-3, 4))
    if " add " not in op:
        value = rng.choice((value, -0.0, 0.0, math.inf, -math.inf, math.nan, -math.nan))
    return from_float(value, kind)


def same(a, b, kind):
    """Whether two results are equal; all NaNs count as equal."""
    if a == b or "f" not in kind:
        return a == b
    return math.isnan(to_float(a, kind)) and math.isnan(to_float(b, kind))


def cases():
    """Text of the op on %x (i<bits>) and %h (i1), bits, widths, and the reference of a
    logical warp, which maps its values and flags to results; None is an arbitrary
    result."""
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
    for op, kind, widths, reference in (*cases(), *more_cases()):
        for width in widths:
            full = op if " : " in op else "%s width(WIDTH) : %s" % (op, kind)
            full = full.replace("WIDTH", str(width))
            result = full.split("-> ")[1] if "-> " in full else kind
            for whole in (True, False):
                size = " attributes {known_block_size = array<i32: 32, 1, 1>}" if whole else ""
                kernels.append("""
gpu.func @k%d(%%x: %s, %%h: i1, %%m: memref<1x%s>) kernel%s {
  %%at = arith.constant 0 : index
  %%c0 = arith.constant 0 : i32
  %%c1 = arith.constant 1 : i32
  %%c5 = arith.constant 5 : i32
  %%r = prim.%s
  memref.store %%r, %%m[%%at] : memref<1x%s>
  gpu.return
}
""" % (len(kernels), kind, result, size, full, result))  # fmt: skip
                wanted.append((op, kind, width, whole, reference))
    bad = compared = 0
    for text, (op, kind, width, whole, reference) in zip(lower(args.prim_opt, kernels), wanted):
        for count in (32,) if whole else (32, 21, 1):
            values = [draw(op, kind) for _ in range(LANES)]
            heads = [int(rng.random() < 0.3) for _ in range(LANES)]
            got = execute(text, [values, heads, [0] * LANES], range(count))
            want = []
            for first in range(0, count, width):
                last = min(first + width, count)
                want += reference(values[first:last], heads[first:last])
            compared += count
            if any(w is not None and not same(g, w, kind) for g, w in zip(got, want)):
                print("FAIL %s : %s, width %d, %d lanes: %s, not %s" % (op, kind, width, count, got[:count], want))
                bad += 1
    print("ptx lanes: %d kernels, %d values, %d wrong" % (len(wanted), compared, bad))
    sys.exit(bad != 0 or not compared)


if __name__ == "__main__":
    main()
