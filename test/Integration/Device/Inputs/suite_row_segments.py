# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_rows on segments: of all lengths around what lanes and blocks hold, much
longer ones among short ones, empty ones, with gaps and in any order, in place, in memory
with holes and at odd addresses. Elements in no segment keep what they had."""

import numpy as np

from ops import rows
from primtest.comparing import same
from primtest.elements import BY_NAME
from primtest.suite import Suite
from row_regions import ARGMAX, BF16, CUMULATIVE, EPS, EXACT, LAYER_NORM, LOGSUMEXP, LOWEST, SOFTMAX, exact, terms, within

suite = Suite()
rng = np.random.default_rng(40)
# Few elements that a block holds.
TILE = " tuning<block_size = 64, items_per_thread = 4>"
FULL, ROW = False, True
UNTOUCHED = 77


def program(name, ins, outs, region, row_ins=(), column_ins=(), reads=(), end="", offsets="i32", ranges=False, before="", layout=""):
    """A function on memrefs, with the inputs first and the offsets after them. `outs`
    are pairs of a type and whether there is one element for each segment."""
    full = lambda ty: f"memref<?x{ty}{layout}>"
    groups = [
        [(f"%x{i}", full(ty)) for i, ty in enumerate(ins)],
        [(f"%r{i}", full(ty)) for i, ty in enumerate(row_ins)],
        [(f"%c{i}", f"memref<?x{ty}>") for i, ty in enumerate(column_ins)],
    ]
    borders = [(f"%s{i}", full(offsets)) for i in range(1 + ranges)]
    made = [(f"%y{i}", full(ty)) for i, (ty, _) in enumerate(outs)]
    of_segments = [i for i, (_, narrow) in enumerate(outs) if narrow]
    text = rows.op_text(groups[0], made, groups[1], groups[2], reads=[(v, full(ty)) for v, ty in reads], end=end,
                        region=region, segments=borders, of_segments=of_segments)  # fmt: skip
    parameters = ", ".join(f"{v}: {t}" for v, t in [*groups[0], *groups[1], *groups[2], *borders, *made])
    suite.function(name, f"func.func @{name}({parameters}) {{\n  {before}{text}\n  return\n}}\n")


class Pieces:
    """Segments of one buffer, by their clipped begins and ends, and the buffers that
    give them."""

    def __init__(self, size, begins, ends, buffers):
        self.size, self.buffers = size, buffers
        self.lists = [np.arange(b, max(b, e)) for b, e in zip(np.clip(begins, 0, size), np.clip(ends, 0, size))]
        self.lengths = np.array([len(each) for each in self.lists], int)
        self.count, self.longest = len(self.lists), int(self.lengths.max(initial=0))

    def spread(self, parts, dtype):
        """Values of each element of segments, in a buffer of which the rest is untouched."""
        out = np.full(self.size, UNTOUCHED, dtype)
        for place, part in zip(self.lists, parts):
            out[place] = part
        return out

    def each(self, function, *arrays):
        """The results of `function` for the elements of each segment."""
        return [function(number, *(a[place] for a in arrays)) for number, place in enumerate(self.lists)]


def offsets_of(lengths, before=0, behind=0, dtype=np.int32):
    """Segments side by side, with elements in none at the ends."""
    cuts = before + np.concatenate([[0], np.cumsum(lengths)]).astype(int)
    return Pieces(int(cuts[-1]) + behind, cuts[:-1], cuts[1:], [cuts.astype(dtype)])


def ranges_of(lengths, dtype=np.int64):
    """Segments in any order, with gaps; empty ones may end before they begin."""
    order = rng.permutation(len(lengths))
    gaps = rng.integers(0, 3, len(lengths))
    begins = np.zeros(len(lengths), int)
    begins[order] = np.cumsum(np.asarray(lengths)[order] + gaps[order]) - np.asarray(lengths)[order]
    ends = begins + lengths
    ends[np.asarray(lengths) == 0] -= 1
    return Pieces(int(ends.max(initial=0)) + 2, begins, ends, [begins.astype(dtype), ends.astype(dtype)])


def run(name, function, inputs, before, check, error=None):
    first = len(inputs)
    suite.case(name, function, inputs + before, check, outputs=len(before),
               inout=list(range(first, first + len(before))), error=error)  # fmt: skip


def untouched(size, dtype=np.float32):
    return np.full(size, UNTOUCHED, dtype)


# Lengths whose mean chooses each group: 16, 128 and 512 at most for lanes, more for
# blocks. Each has segments that fill what its threads hold, a half and a quarter of it, one
# element less and more, much longer ones, and empty ones. A long one follows more segments
# than a block has threads.
few = lambda most, count: list(rng.integers(0, most, count))
LENGTHS = {
    "lanes": [0, 1, 31, 32, 33, *few(12, 1400), 0, 0, 2500, *few(9, 30), 300, 0, *[16] * 8, *[17] * 8],
    "half waves": [0, 100, 255, 256, 257, *few(90, 60), 0, 1, 2000, 1, *[64] * 4, *[65] * 4, *[128] * 4, *[129] * 4],
    "waves": [1023, 1024, 1025, 0, 3, *few(500, 30), 3000, 511, 512, 513, *[256] * 4, *[257] * 4, 512, 512],
    "blocks": [4095, 4096, 4097, 0, 1, 130, 9000, 2, 2000, *few(300, 6), 1024, 1025, 2048, 2049],
    "one": [700],
}
# Those of the largest blocks.
LARGE = {
    "large blocks": [16384, 16385, 3000, 1, 0],
    "largest blocks": [32769, 20000, 0, 5, 9000],
}
WALKED = {
    "short": [0, 1, 255, 256, 257, 0, 511, 512, 513, 700, 3],
    "none": [0, 0, 0],
}
LAYER_NORM_OF_LENGTH = LAYER_NORM.replace("(%e: f32, ", "(%e: f32, %length: f32, ")
HALF_SOFTMAX = """{
  ^bb0(%h: bf16, %index: index, %number: index):
    %e = arith.extf %h : bf16 to f32
    %max = prim.block_reduce maximumf %e all : f32
    %less = arith.subf %e, %max : f32
    %power = math.exp %less : f32
    %sum = prim.block_reduce add %power all : f32
    %part = arith.divf %power, %sum : f32
    %narrow = arith.truncf %part : f32 to bf16
    prim.yield %narrow, %max : bf16, f32
  }"""
CROSS_ENTROPY = """{
  ^bb0(%e: f32, %place: i32, %index: index, %number: index):
    %max = prim.block_reduce maximumf %e all : f32
    %less = arith.subf %e, %max : f32
    %power = math.exp %less : f32
    %sum = prim.block_reduce add %power all : f32
    %log = math.log %sum : f32
    %at = arith.index_cast %place : i32 to index
    %logit = memref.load %x0[%at] : memref<?xf32>
    %rest = arith.subf %max, %logit : f32
    %loss = arith.addf %log, %rest : f32
    prim.yield %loss : f32
  }"""
EPSILON = "%epsilon = arith.constant 1.0e-5 : f32\n  "

for suffix, end in [("", ""), ("_walked", TILE)]:
    program(f"softmax{suffix}", ["f32"], [("f32", FULL)], SOFTMAX, end=end)
    program(f"softmax_bf16{suffix}", ["bf16"], [("bf16", FULL), ("f32", ROW)], HALF_SOFTMAX, end=end, offsets="i64")
    program(f"logsumexp{suffix}", ["f32"], [("f32", ROW)], LOGSUMEXP, end=end, ranges=True, offsets="i64")
    program(f"layer_norm{suffix}", ["f32"], [("f32", FULL), ("f32", ROW), ("f32", ROW)], LAYER_NORM_OF_LENGTH, row_ins=["f32"],
            column_ins=["f32", "f32"], end=end, before=EPSILON)  # fmt: skip
    program(f"cumulative{suffix}", ["f32"], [("f32", FULL)], CUMULATIVE, end=end, ranges=True, offsets="index")
    program(f"argmax{suffix}", ["f32"], [("f32", ROW), ("i32", ROW)], ARGMAX, end=end, before=LOWEST)
    program(f"cross_entropy{suffix}", ["f32"], [("f32", ROW)], CROSS_ENTROPY, row_ins=["i32"], reads=[("%x0", "f32")], end=end)
    for kind, lengths in (WALKED if suffix else LENGTHS).items():
        side, ranges = offsets_of(lengths, before=3, behind=2), ranges_of(lengths)
        longest = side.longest
        x = (rng.standard_normal(side.size) * 3).astype(np.float32)
        wide = x.astype(np.float64)
        peaks = side.each(lambda _, e: e.max(initial=-np.inf), wide)
        powers = side.each(lambda n, e: np.exp(e - peaks[n]), wide)
        totals = [p.sum() for p in powers]
        relative = (4 + np.ptp(wide) + terms(longest)) * EPS
        parts = [p / t for p, t in zip(powers, totals)]
        bound = side.spread([2 * relative * p for p in parts], np.float64)
        bound[side.spread([0 * p for p in parts], np.float32) == UNTOUCHED] = 0
        run(f"softmax{suffix} {kind}", f"softmax{suffix}", [x, *side.buffers], [untouched(side.size)],
            within((side.spread(parts, np.float64), bound)))  # fmt: skip

        raw = BF16.to_raw(wide)
        narrow = BF16.to_wide(raw).astype(np.float64)
        tops = side.each(lambda _, e: e.max(initial=-np.inf), narrow)
        shares = side.each(lambda n, e: np.exp(e - tops[n]) / np.exp(e - tops[n]).sum(), narrow)
        want = side.spread(shares, np.float64)
        rest = BF16.to_raw(np.float64(UNTOUCHED))
        want_bound = np.where(want == UNTOUCHED, 0, (2 * relative + 2.0**-8) * want + 1e-37)
        run(f"softmax_bf16{suffix} {kind}", f"softmax_bf16{suffix}", [raw, side.buffers[0].astype(np.int64)],
            [np.full(side.size, rest), untouched(side.count)],
            within((want, want_bound), (np.array(tops), 0)))  # fmt: skip

        y = (rng.standard_normal(ranges.size) * 3).astype(np.float32)
        logs = ranges.each(lambda _, e: (m := e.max(initial=-np.inf)) + np.log(np.exp(e - m).sum()) if len(e) else -np.inf, y.astype(np.float64))
        run(f"logsumexp{suffix} {kind}", f"logsumexp{suffix}", [y, *ranges.buffers], [untouched(ranges.count)],
            within((np.array(logs), (relative + 8 * EPS * (20 + np.log(max(longest, 2)))))))  # fmt: skip

        gamma, beta = (rng.standard_normal(max(longest, 1)).astype(np.float32) for _ in range(2))
        length = side.lengths.astype(np.float32)
        with np.errstate(all="ignore"):
            mean = np.array(side.each(lambda _, e: e.sum() / len(e) if len(e) else np.nan, wide))
            root = np.array([1 / np.sqrt(((e - m) ** 2).mean() + 1e-5) if len(e) else np.nan for e, m in zip(side.each(lambda _, e: e, wide), mean)])
        off = terms(longest) * EPS * np.array(side.each(lambda _, e: np.abs(e).mean() if len(e) else 0.0, wide))
        inexact = (terms(longest) + 8) * EPS + (off * root) ** 2
        place = lambda e: np.arange(len(e))
        normed = side.each(lambda n, e: (e - mean[n]) * root[n], wide)
        moved = [v * gamma[place(v)] + beta[place(v)] for v in normed]
        loose = [np.abs(v * gamma[place(v)]) * inexact[n] + off[n] * root[n] * np.abs(gamma[place(v)]) + 4 * EPS * np.abs(beta[place(v)])
                 + EPS * np.abs(e) * root[n] * np.abs(gamma[place(v)]) for n, (v, e) in enumerate(zip(normed, side.each(lambda _, e: e, wide)))]  # fmt: skip
        bound = side.spread(loose, np.float64)
        bound[side.spread(moved, np.float64) == UNTOUCHED] = 0
        some = side.lengths > 0

        def norms(outputs, want=side.spread(moved, np.float64), bound=bound, some=some, mean=mean, off=off, root=root, inexact=inexact):
            full, got_mean, got_root = outputs
            if not (np.isnan(got_mean[~some]).all() and np.isnan(got_root[~some]).all()):
                return "an empty segment has 0 / 0 elements, so no mean"
            return within((want, bound), (mean[some], off[some]), (root[some], (root * inexact)[some]))([full, got_mean[some], got_root[some]])

        run(f"layer_norm{suffix} {kind}", f"layer_norm{suffix}", [x, length, gamma, beta, *side.buffers],
            [untouched(side.size), untouched(side.count), untouched(side.count)], norms)  # fmt: skip

        positive = np.abs(y) + np.float32(0.01)
        sums = ranges.each(lambda _, e: np.cumsum(e) / e.sum(), positive.astype(np.float64))
        want = ranges.spread(sums, np.float64)
        bound = np.where(want == UNTOUCHED, 0, (2 * terms(longest) + 4) * EPS * want)
        run(f"cumulative{suffix} {kind}", f"cumulative{suffix}", [positive, *ranges.buffers], [untouched(ranges.size)], within((want, bound)))

        small = rng.integers(-9, 9, side.size).astype(np.float32)
        best = side.each(lambda _, e: e.max(initial=-np.inf), small)
        first = side.each(lambda _, e: e.argmax() if len(e) else -1, small)
        run(f"argmax{suffix} {kind}", f"argmax{suffix}", [small, *side.buffers], [untouched(side.count), untouched(side.count, np.int32)],
            same(np.array(best, np.float32), np.array(first, np.int32)))  # fmt: skip

        # Values of the row are computed for empty segments, too, so their label is in bounds.
        label = np.array([rng.choice(at) if len(at) else 0 for at in side.lists], np.int32)
        logs = np.array([m + np.log(t) if t else -np.inf for m, t in zip(peaks, totals)])
        losses = logs - wide[label]
        run(f"cross_entropy{suffix} {kind}", f"cross_entropy{suffix}", [x, label, *side.buffers], [untouched(side.count)],
            within((losses, relative + 8 * EPS * (20 + np.log(max(longest, 2))))))  # fmt: skip

# ---------------------------------------------------------------------------
# Exact segments
# ---------------------------------------------------------------------------


def integers(ty, shape):
    info = np.iinfo(ty)
    return rng.integers(info.min, info.max, shape, dtype=ty, endpoint=True)


OUTS = [("i32", FULL), ("i32", FULL), ("i32", ROW), ("i32", ROW)]
HOLES = ", strided<[?], offset: ?>"


def exact_segments(pieces, x, narrow, row, column, reverse):
    """exact() of suites of rows, segment by segment."""
    found = []
    for number, place in enumerate(pieces.lists):
        if len(place) == 0:
            # The sum of no elements is 0, and the total, too.
            found.append([np.zeros(0, np.int32)] * 2 + [row[number], np.int32(0)])
            continue
        s, q, total, sum = exact(x[place][None], narrow[place][None], row[number : number + 1], column[: len(place)], reverse)
        # exact() has but one row, number 0.
        found.append([s[0], q[0] + np.int32(number), total[0], sum[0]])
    full = [pieces.spread([each[i] for each in found], np.int32) for i in (0, 1)]
    return full + [np.array([each[i] for each in found], np.int32) for i in (2, 3)]


def exact_case(name, pieces, reverse):
    x, narrow = integers(np.int32, pieces.size), integers(np.int8, pieces.size)
    row, column = integers(np.int32, pieces.count), integers(np.int16, max(pieces.longest, 1))
    wants = exact_segments(pieces, x, narrow, row, column, reverse)
    before = [untouched(len(want), np.int32) for want in wants]
    kind = name.split()[0]
    run(name, kind, [x, narrow, row, column, *pieces.buffers], before, same(*wants))


for direction in ["", "reverse"]:
    region = EXACT.replace("DIRECTION", direction)
    for suffix, end in [("", ""), ("_walked", TILE)]:
        program(f"exact_{direction}{suffix}", ["i32", "i8"], OUTS, region, ["i32"], ["i16"], end=end)
        program(f"exact_ranges_{direction}{suffix}", ["i32", "i8"], OUTS, region, ["i32"], ["i16"], end=end, ranges=True, offsets="index")
        for kind, lengths in (WALKED if suffix else LENGTHS).items():
            exact_case(f"exact_{direction}{suffix} {kind}", offsets_of(lengths, before=1, behind=1), direction == "reverse")
            exact_case(f"exact_ranges_{direction}{suffix} {kind}", ranges_of(lengths), direction == "reverse")

for kind, lengths in LARGE.items():
    exact_case(f"exact_ {kind}", offsets_of(lengths, before=1), False)
    exact_case(f"exact_ranges_reverse {kind}", ranges_of(lengths), True)

# Without segments, without elements, and with offsets outside of the buffer.
exact_case("exact_ no segments", Pieces(5, [], [], [np.array([2], np.int32)]), False)
exact_case("exact_ranges_ no segments", Pieces(5, [], [], [np.zeros(0, np.int64)] * 2), False)
exact_case("exact_ no elements", offsets_of([0] * 300), False)
exact_case("exact_ empty", offsets_of([0] * 300, before=7), False)
wrong = np.array([-5, 3, 3, 40, 2**31 - 1], np.int32)
exact_case("exact_ outside", Pieces(100, wrong[:-1].astype(int), wrong[1:].astype(int), [wrong]), False)

# A combiner without identity, whose empty segments write nothing.
program("first", ["i32"], [("i32", FULL)], """{
  ^bb0(%e: i32, %index: index, %number: index):
    %most = prim.block_reduce %e all combiner {
    ^bb0(%a: i32, %b: i32):
      %c = arith.maxsi %a, %b : i32
      prim.yield %c : i32
    } : i32
    prim.yield %most : i32
  }""")  # fmt: skip
for kind, lengths in {**LENGTHS, **LARGE}.items():
    pieces = offsets_of(lengths, before=1)
    x = integers(np.int32, pieces.size)
    want = pieces.spread(pieces.each(lambda _, e: np.full(len(e), e.max()) if len(e) else e, x), np.int32)
    run(f"first {kind}", "first", [x, *pieces.buffers], [untouched(pieces.size, np.int32)], same(want))

# In place, and in memory with holes, at odd addresses.
suite.function("in_place", """func.func @in_place(%s: memref<?xi32>, %x: memref<?xi16>) {
  prim.device_rows ins(%x : memref<?xi16>) outs(%x : memref<?xi16>) segments(%s : memref<?xi32>) row {
  ^bb0(%e: i16, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : i16
    %own = arith.subi %e, %sum : i16
    prim.yield %own : i16
  }
  return
}
""")  # fmt: skip
suite.function("holes", f"""func.func @holes(%wide: memref<?x3xi16>, %cuts: memref<?x2xi64>, %y: memref<?x2xi32>) {{
  %c0 = arith.constant 0 : index
  %n = memref.dim %wide, %c0 : memref<?x3xi16>
  %m = memref.dim %cuts, %c0 : memref<?x2xi64>
  %k = memref.dim %y, %c0 : memref<?x2xi32>
  %x = memref.reinterpret_cast %wide to offset: [1], sizes: [%n], strides: [3] : memref<?x3xi16> to memref<?xi16, strided<[3], offset: 1>>
  %o = memref.reinterpret_cast %wide to offset: [2], sizes: [%n], strides: [3] : memref<?x3xi16> to memref<?xi16, strided<[3], offset: 2>>
  %s = memref.reinterpret_cast %cuts to offset: [1], sizes: [%m], strides: [2] : memref<?x2xi64> to memref<?xi64, strided<[2], offset: 1>>
  %z = memref.reinterpret_cast %y to offset: [1], sizes: [%k], strides: [2] : memref<?x2xi32> to memref<?xi32, strided<[2], offset: 1>>
  prim.device_rows ins(%x : memref<?xi16, strided<[3], offset: 1>>) outs(%o, %z : memref<?xi16, strided<[3], offset: 2>>, memref<?xi32, strided<[2], offset: 1>>)
      segments(%s : memref<?xi64, strided<[2], offset: 1>>) of_segments(1) row {{
  ^bb0(%e: i16, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : i16
    %own = arith.subi %e, %sum : i16
    %wide_sum = arith.extsi %sum : i16 to i32
    prim.yield %own, %wide_sum : i16, i32
  }}
  return
}}
""")  # fmt: skip
suite.function("odd", """func.func @odd(%s: memref<?xi32>, %bytes: memref<?xi16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %bytes, %c0 : memref<?xi16>
  %less = arith.subi %n, %c1 : index
  %x = memref.reinterpret_cast %bytes to offset: [1], sizes: [%less], strides: [1] : memref<?xi16> to memref<?xi16, strided<[1], offset: 1>>
  prim.device_rows ins(%x : memref<?xi16, strided<[1], offset: 1>>) outs(%x : memref<?xi16, strided<[1], offset: 1>>) segments(%s : memref<?xi32>) row {
  ^bb0(%e: i16, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : i16
    %own = arith.subi %e, %sum : i16
    prim.yield %own : i16
  }
  return
}
""")  # fmt: skip
for kind, lengths in LENGTHS.items():
    for pieces in [offsets_of(lengths, before=2, behind=3)]:
        x = integers(np.int16, pieces.size)
        sums = pieces.each(lambda _, e: e.sum(dtype=np.int16), x)
        want = x.copy()
        for place, total in zip(pieces.lists, sums):
            with np.errstate(all="ignore"):
                want[place] -= total
        run(f"in_place {kind}", "in_place", pieces.buffers, [x], same(want))
        run(f"odd {kind}", "odd", pieces.buffers, [np.append(np.int16(5), x)], same(np.append(np.int16(5), want)))
        wide = np.stack([x, x, untouched(pieces.size, np.int16)], axis=1)
        inside = np.zeros(pieces.size, bool)
        inside[np.concatenate(pieces.lists)] = True
        wide_want = wide.copy()
        wide_want[:, 2] = np.where(inside, want, UNTOUCHED)
        cuts = np.stack([pieces.buffers[0], pieces.buffers[0]], axis=1).astype(np.int64)
        cuts[:, 0] = -1
        y = untouched((pieces.count, 2), np.int32)
        y_want = y.copy()
        y_want[:, 1] = sums
        suite.case(f"holes {kind}", "holes", [wide, cuts, y], same(wide_want, y_want), outputs=2, inout=[0, 2])

# Sizes that do not fit.
x, cuts = np.zeros(5, np.float32), np.array([0, 2, 5], np.int32)
run("no offsets", "softmax", [x, cuts[:0]], [x], None, error="segments 0 has 0 elements, but n segments have n + 1 offsets")
run("wrong outs", "softmax", [x, cuts], [x[:4]], None, error="outs 0 has 4 elements, but ins 0 has 5")
run("wrong folds", "argmax", [x, cuts], [x[:3], cuts[:2]], None, error="outs 0 has 3 elements, but there are 2 segments")
run("wrong rows", "cross_entropy", [x, cuts, cuts], [x[:2]], None, error="row_ins 0 has 3 elements, but there are 2 segments")
run("wrong ranges", "logsumexp", [x, np.zeros(3, np.int64), np.zeros(2, np.int64)], [x[:3]], None,
    error="segments 1 has 2 elements, but segments 0 has 3")  # fmt: skip

suite.run()
