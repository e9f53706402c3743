# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prim.device_rows: norms, softmax and losses against numpy in float64, and exact rows of
integers: of all lengths, along each dimension, without elements, in place, in memory with
holes and at odd addresses, tile by tile, and with operators of all kinds."""

import numpy as np

from ops import rows
from primtest.comparing import same
from primtest.elements import BY_NAME
from primtest.suite import Suite
from row_regions import ARGMAX, CUMULATIVE, EPS, EXACT, LAYER_NORM, LOGSUMEXP, LOWEST, SOFTMAX, exact, terms, within

suite = Suite()
rng = np.random.default_rng(33)
# Rows of lane groups, of waves, of blocks, and of more than registers hold. 32, 256, 1024 and
# 4096 elements of f32 fill what holds them.
WIDTHS = [(5, 1), (9, 7), (11, 32), (5, 100), (3, 256), (3, 1000), (2, 1024), (2, 4096), (2, 4097), (1, 40000)]
# Few elements that a block holds, so that rows of some hundred are kept in workgroup memory, and
# those of 15000 are walked along.
TILE = " tuning<block_size = 64, items_per_thread = 4>"


def program(name, ins, outs, region, row_ins=(), column_ins=(), reads=(), end="", d=1, shape="?x?", before="", scalars=()):
    """A function on memrefs, with the inputs first. Groups are lists of element types;
    a read is a pair of a name and a type; `outs` are pairs of a type and whether there
    is one element for each row."""
    others = "x".join(size for number, size in enumerate(shape.split("x")) if number != d)
    of_row = lambda ty: f"memref<{others}x{ty}>" if others else f"memref<{ty}>"
    length = shape.split("x")[d]
    groups = [
        [(f"%x{i}", f"memref<{shape}x{ty}>") for i, ty in enumerate(ins)],
        [(f"%r{i}", of_row(ty)) for i, ty in enumerate(row_ins)],
        [(f"%c{i}", f"memref<{length}x{ty}>") for i, ty in enumerate(column_ins)],
    ]
    made = [(f"%y{i}", of_row(ty) if narrow else f"memref<{shape}x{ty}>") for i, (ty, narrow) in enumerate(outs)]
    own = [read for read in reads if read not in groups[0]]
    parameters = [*groups[0], *groups[1], *groups[2], *own, *scalars, *made]
    text = rows.op_text(groups[0], made, groups[1], groups[2], reads=reads, dimension=d, end=end, region=region)
    suite.function(name, f"""func.func @{name}({", ".join(f"{v}: {t}" for v, t in parameters)}) {{
  {before}{text}
  return
}}
""")  # fmt: skip


def run(name, function, inputs, before, check, error=None):
    first = len(inputs)
    suite.case(name, function, inputs + before, check, outputs=len(before),
               inout=list(range(first, first + len(before))), error=error)  # fmt: skip


def integers(ty, shape):
    info = np.iinfo(ty)
    return rng.integers(info.min, info.max, shape, dtype=ty, endpoint=True)


LENGTH = """%one = arith.constant 1 : index
  %size = memref.dim %x0, %one : memref<?x?xTY>
  %size32 = arith.index_cast %size : index to i32
  %length = arith.sitofp %size32 : i32 to f32
  %epsilon = arith.constant 1.0e-5 : f32
  """

# ---------------------------------------------------------------------------
# Parts of models
# ---------------------------------------------------------------------------

RMS_NORM = """{
  ^bb0(%e: TY, %gamma: TY, %index: index, %number: index):
    WIDEN %w = arith.extf %e : TY to f32
    WIDEN %scale = arith.extf %gamma : TY to f32
    %square = arith.mulf %w, %w : f32
    %sum = prim.block_reduce add %square all : f32
    %mean = arith.divf %sum, %length : f32
    %positive = arith.addf %mean, %epsilon : f32
    %root = math.rsqrt %positive : f32
    %normed = arith.mulf %w, %root : f32
    %scaled = arith.mulf %normed, %scale : f32
    WIDEN %narrow = arith.truncf %scaled : f32 to TY
    prim.yield %narrow : TY
  }"""
CROSS_ENTROPY = """{
  ^bb0(%e: f32, %label: i32, %index: index, %number: index):
    %max = prim.block_reduce maximumf %e all : f32
    %less = arith.subf %e, %max : f32
    %power = math.exp %less : f32
    %sum = prim.block_reduce add %power all : f32
    %log = math.log %sum : f32
    %at = arith.index_cast %label : i32 to index
    %logit = memref.load %x0[%number, %at] : memref<?x?xf32>
    %rest = arith.subf %max, %logit : f32
    %loss = arith.addf %log, %rest : f32
    prim.yield %loss : f32
  }"""
FULL, ROW = False, True
for suffix, end in [("", ""), ("_walked", TILE)]:
    program(f"softmax{suffix}", ["f32"], [("f32", FULL)], SOFTMAX, end=end)
    program(f"logsumexp{suffix}", ["f32"], [("f32", ROW)], LOGSUMEXP, end=end)
    program(f"layer_norm{suffix}", ["f32"], [("f32", FULL), ("f32", ROW), ("f32", ROW)], LAYER_NORM,
            column_ins=["f32", "f32"], end=end, before=LENGTH.replace("TY", "f32"))  # fmt: skip
    for ty in ["f32", "bf16", "f16"]:
        text = RMS_NORM.replace("WIDEN", "").replace("TY", ty)
        if ty == "f32":
            text = RMS_NORM
            for name, old in [("w", "e"), ("scale", "gamma")]:
                text = text.replace(f"WIDEN %{name} = arith.extf %{old} : TY to f32\n", "").replace(f"%{name},", f"%{old},")
            text = text.replace("%w : f32", "%e : f32").replace("%scale : f32", "%gamma : f32")
            text = text.replace("WIDEN %narrow = arith.truncf %scaled : f32 to TY\n", "").replace("%narrow", "%scaled").replace("TY", "f32")
        program(f"rms_norm_{ty}{suffix}", [ty], [(ty, FULL)], text, column_ins=[ty], end=end,
                before=LENGTH.replace("TY", ty))  # fmt: skip
    program(f"cross_entropy{suffix}", ["f32"], [("f32", ROW)], CROSS_ENTROPY, row_ins=["i32"],
            reads=[("%x0", "memref<?x?xf32>")], end=end)  # fmt: skip
    program(f"cumulative{suffix}", ["f32"], [("f32", FULL)], CUMULATIVE, end=end)
    program(f"argmax{suffix}", ["f32"], [("f32", ROW), ("i32", ROW)], ARGMAX, end=end, before=LOWEST)
    for shape in WIDTHS if not suffix else [(5, 1), (3, 100), (3, 256), (2, 257), (3, 1000), (1, 4096), (1, 15000)]:
        m, n = shape
        x = (rng.standard_normal(shape) * 3).astype(np.float32)
        w = x.astype(np.float64)
        gamma, beta = (rng.standard_normal(n).astype(np.float32) for _ in range(2))
        empty, of_row = np.full(shape, 77, np.float32), np.full(m, 77, np.float32)
        peak = w.max(1, keepdims=True)
        # exp and log are within 4 units in the last place; the difference before exp rounds.
        power = np.exp(w - peak)
        relative = (4 + np.abs(w - peak).max() + terms(n)) * EPS
        total = power.sum(1, keepdims=True)
        run(f"softmax{suffix} {shape}", f"softmax{suffix}", [x], [empty], within((power / total, 2 * relative * power / total)))
        log = np.log(total[:, 0])
        bound = relative + 4 * EPS * (np.abs(log) + np.abs(peak[:, 0]))
        run(f"logsumexp{suffix} {shape}", f"logsumexp{suffix}", [x], [of_row], within((log + peak[:, 0], bound)))
        label = rng.integers(0, n, m).astype(np.int32)
        logit = w[np.arange(m), label]
        bound = relative + 4 * EPS * (np.abs(log) + np.abs(peak[:, 0]) + np.abs(logit))
        run(f"cross_entropy{suffix} {shape}", f"cross_entropy{suffix}", [x, label], [of_row],
            within((log + peak[:, 0] - logit, bound)))  # fmt: skip
        mean = w.mean(1, keepdims=True)
        off = terms(n) * EPS * np.abs(w).mean(1, keepdims=True)
        variance = ((w - mean) ** 2).mean(1, keepdims=True)
        root = 1 / np.sqrt(variance + 1e-5)
        # The mean is off by `off`, which shifts differences and, squared, the variance.
        relative = (terms(n) + 8) * EPS + (off * root) ** 2
        normed = (w - mean) * root
        bound = np.abs(normed * gamma) * relative + off * root * np.abs(gamma) + 4 * EPS * np.abs(beta) + EPS * np.abs(w) * root * np.abs(gamma)
        run(f"layer_norm{suffix} {shape}", f"layer_norm{suffix}", [x, gamma, beta], [empty, of_row, of_row],
            within((normed * gamma + beta, bound), (mean[:, 0], off[:, 0]), (root[:, 0], root[:, 0] * relative[:, 0])))  # fmt: skip
        for ty in ["f32", "bf16", "f16"]:
            element = BY_NAME[ty]
            raw, raw_gamma = element.to_raw(w), element.to_raw(gamma.astype(np.float64))
            wide, wide_gamma = element.to_wide(raw), element.to_wide(raw_gamma)
            want = wide / np.sqrt((wide**2).mean(1, keepdims=True) + 1e-5) * wide_gamma
            bound = np.abs(want) * ((terms(n) + 8) * EPS + (0 if ty == "f32" else float(element.eps))) + 1e-7
            run(f"rms_norm_{ty}{suffix} {shape}", f"rms_norm_{ty}{suffix}", [raw, raw_gamma], [np.full(shape, 77).astype(raw.dtype)],
                within((want, bound)))  # fmt: skip
        positive = np.abs(x)
        prefix = np.cumsum(positive.astype(np.float64), 1)
        run(f"cumulative{suffix} {shape}", f"cumulative{suffix}", [positive], [empty],
            within((prefix / prefix[:, -1:], (2 * terms(n) + 4) * EPS * prefix / prefix[:, -1:])))  # fmt: skip
        few = rng.integers(-9, 9, shape).astype(np.float32)
        run(f"argmax{suffix} {shape}", f"argmax{suffix}", [few], [of_row, np.full(m, 77, np.int32)],
            same(few.max(1), few.argmax(1).astype(np.int32)))  # fmt: skip

# A center that is finite, as frontends write it.
GUARDED = """{
  ^bb0(%e: f32, %index: index, %number: index):
    %zero = arith.constant 0.0 : f32
    %max = prim.block_reduce maximumf %e all : f32
    %finite = math.isfinite %max : f32
    %center = arith.select %finite, %max, %zero : f32
    %less = arith.subf %e, %center : f32
    %power = math.exp %less : f32
    %sum = prim.block_reduce add %power all : f32
    %log = math.log %sum : f32
    %all = arith.addf %log, %center : f32
    prim.yield %all : f32
  }"""


def limits(n):
    """Rows of n elements whose maxima are infinite or NaN, in all or in a part of them, or grow along the row."""
    x = (rng.standard_normal((10, n)) * 3).astype(np.float32)
    x[0, ::2] = -np.inf
    x[1] = -np.inf
    x[2, n // 2] = np.inf
    x[3, n // 3] = np.nan
    x[4, : n - 1] = -np.inf
    x[5] -= 3000
    x[6] = np.linspace(-200, 200, n)
    x[7] = np.linspace(200, -200, n)
    x[8, 0], x[8, -1] = np.inf, -np.inf
    x[9], x[9, 0] = 200, np.inf
    return x


def as_limits(want, bound):
    """A check that the output has the NaNs and infinities of `want`, and is near it elsewhere."""

    def check(outputs):
        got = outputs[0].astype(np.float64)
        if not (np.isnan(got) == np.isnan(want)).all() or not (got[np.isinf(want)] == want[np.isinf(want)]).all():
            return f"got {got}, want {want}"
        finite = np.isfinite(want)
        if not (np.abs(got[finite] - want[finite]) <= np.broadcast_to(bound, want.shape)[finite]).all():
            return f"got {got}, want {want} within {bound}"
        return None

    return check


program("softmax_columns", ["f32"], [("f32", FULL)], SOFTMAX, d=0)
for suffix, end in [("", ""), ("_walked", TILE)]:
    program(f"guarded{suffix}", ["f32"], [("f32", ROW)], GUARDED, end=end)
    for n in [100, 1000] + ([15000] if suffix else []):
        x = limits(n)
        with np.errstate(all="ignore"):
            wide = x.astype(np.float64)
            peak = wide.max(1, keepdims=True)
            power = np.exp(wide - peak)
            part = power / power.sum(1, keepdims=True)
            plain = np.log(power.sum(1)) + peak[:, 0]
            center = np.where(np.isfinite(peak), peak, 0)
            guarded = np.log(np.exp(wide - center).sum(1)) + center[:, 0]
        bound = (8 + 400 + terms(n)) * EPS
        # Numbers below the least normal one have fewer digits.
        of_part = bound * np.nan_to_num(part) + 1e-37
        run(f"softmax{suffix} of limits {n}", f"softmax{suffix}", [x], [np.zeros_like(x)], as_limits(part, of_part))
        for name, want in (("logsumexp", plain), ("guarded", guarded)):
            run(f"{name}{suffix} of limits {n}", f"{name}{suffix}", [x], [np.zeros(10, np.float32)], as_limits(want, bound + 4000 * EPS))
        if not suffix:
            turned = np.ascontiguousarray(x.T)
            run(f"softmax of limits in columns {n}", "softmax_columns", [turned], [np.zeros_like(turned)],
                as_limits(part.T, of_part.T))  # fmt: skip

# ---------------------------------------------------------------------------
# Columns, which blocks take in strips
# ---------------------------------------------------------------------------

# Elements of a column, and columns: of single threads, of registers, and tile by tile; and strips
# of which the last one has fewer columns than threads side by side.
LENGTHS, ACROSS = [1, 7, 64, 65, 300, 1000], [1, 31, 33, 64, 65, 130]
COLUMN_SIZES = [(n, m) for n in LENGTHS for m in ACROSS if n * m <= 40000 or m == 33] + [(1500, 40)]
OF_COLUMN = LENGTH.replace("%one = arith.constant 1 : index", "%one = arith.constant DIM : index")
for suffix, end, d, shape in [("", "", 0, "?x?"), ("_tuned", " tuning<block_size = 128, items_per_thread = 4>", 0, "?x?"), ("_middle", "", 1, "?x?x?")]:
    length = OF_COLUMN.replace("DIM", str(d)).replace("?x?xTY", f"{shape}xf32")
    program(f"columns_softmax{suffix}", ["f32"], [("f32", FULL)], SOFTMAX, d=d, shape=shape, end=end)
    program(f"columns_logsumexp{suffix}", ["f32"], [("f32", ROW)], LOGSUMEXP, d=d, shape=shape, end=end)
    program(f"columns_argmax{suffix}", ["f32"], [("f32", ROW), ("i32", ROW)], ARGMAX, d=d, shape=shape, end=end, before=LOWEST)
    program(f"columns_layer_norm{suffix}", ["f32"], [("f32", FULL), ("f32", ROW), ("f32", ROW)], LAYER_NORM,
            column_ins=["f32", "f32"], d=d, shape=shape, end=end, before=length)  # fmt: skip
    sizes = COLUMN_SIZES if not suffix else [(7, 33), (64, 31), (300, 65), (1000, 1)]
    if d == 1:
        sizes = [(2, n, m) for n, m in [(1, 5), (7, 33), (65, 31), (300, 20), (1100, 3)]]
    for size in sizes:
        n, of_row = size[d], [number for number in range(len(size)) if number != d]
        count = [size[number] for number in of_row]
        x = (rng.standard_normal(size) * 3).astype(np.float32)
        gamma, beta = (rng.standard_normal(n).astype(np.float32) for _ in range(2))
        w, g, o = x.astype(np.float64), *(np.expand_dims(a, [*range(1, len(size) - d)]) for a in (gamma, beta))
        empty, narrow = np.full(size, 77, np.float32), np.full(count, 77, np.float32)
        peak = w.max(d, keepdims=True)
        power = np.exp(w - peak)
        total = power.sum(d, keepdims=True)
        # As for rows above.
        relative = (4 + np.abs(w - peak).max() + terms(n)) * EPS
        run(f"columns_softmax{suffix} {size}", f"columns_softmax{suffix}", [x], [empty], within((power / total, 2 * relative * power / total)))
        log = np.log(total) + peak
        bound = relative + 4 * EPS * (np.abs(np.log(total)) + np.abs(peak))
        run(f"columns_logsumexp{suffix} {size}", f"columns_logsumexp{suffix}", [x], [narrow], within((log.squeeze(d), bound.squeeze(d))))
        few = rng.integers(-9, 9, size).astype(np.float32)
        run(f"columns_argmax{suffix} {size}", f"columns_argmax{suffix}", [few], [narrow, np.full(count, 77, np.int32)],
            same(few.max(d), few.argmax(d).astype(np.int32)))  # fmt: skip
        mean = w.mean(d, keepdims=True)
        off = terms(n) * EPS * np.abs(w).mean(d, keepdims=True)
        root = 1 / np.sqrt(((w - mean) ** 2).mean(d, keepdims=True) + 1e-5)
        relative = (terms(n) + 8) * EPS + (off * root) ** 2
        normed = (w - mean) * root
        bound = np.abs(normed * g) * relative + off * root * np.abs(g) + 4 * EPS * np.abs(o) + EPS * np.abs(w) * root * np.abs(g)
        run(f"columns_layer_norm{suffix} {size}", f"columns_layer_norm{suffix}", [x, gamma, beta], [empty, narrow, narrow],
            within((normed * g + o, bound), (mean.squeeze(d), off.squeeze(d)), (root.squeeze(d), (root * relative).squeeze(d))))  # fmt: skip

# Types of all widths, masks and operators of several members, in place and beside values of rows.
program("columns_types", ["i1", "i64", "f16"], [("i1", FULL), ("i64", FULL), ("f16", ROW), ("i1", ROW)], """{
  ^bb0(%f: i1, %a: i64, %c: f16, %given: i1, %index: index, %number: index):
    %bit = arith.extui %f : i1 to i8
    %bits = prim.block_reduce or %bit all : i8
    %any = arith.trunci %bits : i8 to i1
    %mask = arith.xori %f, %given : i1
    %sum = prim.block_reduce add %a all : i64
    %least = prim.block_reduce minimumf %c all : f16
    %kept = arith.select %mask, %a, %sum : i64
    prim.yield %mask, %kept, %least, %any : i1, i64, f16, i1
  }""", row_ins=["i1"], d=0)  # fmt: skip
for size in [(20, 3), (70, 17), (300, 33), (900, 5)]:
    f, given = rng.random(size) < 0.01, rng.random(size[1]) < 0.5
    a, c = integers(np.int64, size), rng.standard_normal(size).astype(np.float16)
    mask = f ^ given
    with np.errstate(all="ignore"):
        wants = [mask, np.where(mask, a, a.sum(0)), c.min(0), f.any(0)]
    run(f"columns_types {size}", "columns_types", [f, a, c, given], [np.zeros_like(want) for want in wants], same(*wants))
program("columns_cross_entropy", ["f32"], [("f32", ROW)], CROSS_ENTROPY.replace("[%number, %at]", "[%at, %number]"),
        row_ins=["i32"], reads=[("%x0", "memref<?x?xf32>")], d=0)  # fmt: skip
for size in [(20, 3), (70, 33), (700, 40), (3000, 7)]:
    x = (rng.standard_normal(size) * 3).astype(np.float32)
    label, w = rng.integers(0, size[0], size[1]).astype(np.int32), x.astype(np.float64)
    peak, logit = w.max(0), w[label, np.arange(size[1])]
    log = np.log(np.exp(w - peak).sum(0))
    bound = (4 + np.abs(w - peak).max() + terms(size[0]) + 4 * (np.abs(log) + np.abs(peak) + np.abs(logit))) * EPS
    run(f"columns_cross_entropy {size}", "columns_cross_entropy", [x, label], [np.zeros(size[1], np.float32)],
        within((log + peak - logit, bound)))  # fmt: skip
# A fold of so many members that a strip has fewer threads, and more folds than memory has room for.
listed = lambda text, between=", ", count=8: between.join(text.replace("#", str(i)).replace("NEXT", str(i + 1)) for i in range(count))
kinds = listed("i64")
maxima = listed("""%m# = prim.block_reduce maxsi %v# all : i64
    %vNEXT = arith.xori %v#, %m# : i64""", "\n    ", 6)
program("columns_wide", ["i64"], [("i64", FULL)], f"""{{
  ^bb0(%e: i64, %index: index, %number: index):
    %m:8 = prim.block_reduce {listed("%e")} all identity({listed("%none")}) combiner commutative {{
    ^bb0({listed("%a#: i64")}, {listed("%b#: i64")}):
      {listed("%s# = arith.addi %a#, %b# : i64", between=" ")}
      prim.yield {listed("%s#")} : {kinds}
    }} : {kinds}
    %v0 = arith.subi %e, %m#7 : i64
    {maxima}
    prim.yield %v6 : i64
  }}""", d=0, before="%none = arith.constant 0 : i64\n  ")  # fmt: skip
for size in [(60, 5), (200, 20), (300, 33), (1500, 3)]:
    x = integers(np.int64, size)
    with np.errstate(all="ignore"):
        want = x - x.sum(0)
        for _ in range(6):
            want = want ^ want.max(0)
    run(f"columns_wide {size}", "columns_wide", [x], [np.zeros_like(x)], same(want))
suite.function("columns_in_place", f"""func.func @columns_in_place(%x0: memref<?x?xf32>) {{
  {rows.op_text([("%x0", "memref<?x?xf32>")], [("%x0", "memref<?x?xf32>")], dimension=0, region=SOFTMAX)}
  return
}}
""")  # fmt: skip
for size in [(40, 33), (700, 40), (1100, 7)]:
    x = rng.standard_normal(size).astype(np.float32)
    power = np.exp(x.astype(np.float64) - x.max(0))
    want = power / power.sum(0)
    run(f"columns_in_place {size}", "columns_in_place", [], [x], within((want, want * (terms(size[0]) + 20) * 2 * EPS)))

# One walk finds two sums with different maxima only if their centers differ. Maxima without NaNs
# begin with one.
JOINT = """{
  ^bb0(%e: f32, %f: f32, %index: index, %number: index):
    %first = prim.block_reduce maxnumf %e all : f32
    %second = prim.block_reduce maximumf %f all : f32
    %center = arith.maximumf %first, %second : f32
    %less = arith.subf %e, %center : f32
    %power = math.exp %less : f32
    %sum = prim.block_reduce add %power all : f32
    %down = arith.subf %f, %center : f32
    %other = math.exp %down : f32
    %others = prim.block_reduce add %other all : f32
    %off = arith.subf %e, %first : f32
    %own = math.exp %off : f32
    %owns = prim.block_reduce add %own all : f32
    prim.yield %sum, %others, %owns : f32, f32, f32
  }"""
program("joint", ["f32", "f32"], [("f32", ROW)] * 3, JOINT, end=TILE)
for n in [300, 15000]:
    x, y = np.full((2, n), 1, np.float32), np.full((2, n), 3, np.float32)
    wants = [n * np.exp(-2.0), float(n), float(n)]
    run(f"joint {n}", "joint", [x, y], [np.zeros(2, np.float32)] * 3,
        within(*((np.full(2, want), (20 + terms(n)) * EPS * want) for want in wants)))  # fmt: skip
# What stands for elements past the end may have been written, and is not folded then.
DOUBLED = """{
  ^bb0(%e: i32, %index: index, %number: index):
    %twice = arith.addi %e, %e : i32
    %max = prim.block_reduce maxsi %twice all : i32
    prim.yield %twice, %max : i32, i32
  }"""
for d, shape in [(1, (2, 1100)), (0, (300, 33))]:
    suite.function(f"doubled{d}", f"""func.func @doubled{d}(%x0: memref<?x?xi32>, %y1: memref<?xi32>) {{
  {rows.op_text([("%x0", "memref<?x?xi32>")], [("%x0", "memref<?x?xi32>"), ("%y1", "memref<?xi32>")], dimension=d, end=" tuning<block_size = 256, items_per_thread = 4>", region=DOUBLED)}
  return
}}
""")  # fmt: skip
    x = np.ones(shape, np.int32)
    run(f"doubled in place {shape}", f"doubled{d}", [], [x, np.zeros(shape[1 - d], np.int32)],
        same(2 * x, np.full(shape[1 - d], 2, np.int32)))  # fmt: skip

# ---------------------------------------------------------------------------
# Exact rows
# ---------------------------------------------------------------------------



OUTS = [("i32", FULL), ("i32", FULL), ("i32", ROW), ("i32", ROW)]
for direction in ["", "reverse"]:
    for d, shape in [(1, "?x?"), (0, "?x?"), (1, "?x?x?"), (2, "2x?x?")]:
        for suffix, end in [("", ""), ("_walked", TILE)]:
            name = f"exact_{direction}{d}_{shape.count('x') + 1}{suffix}"
            program(name, ["i32", "i8"], OUTS, EXACT.replace("DIRECTION", direction), ["i32"], ["i16"], end=end, d=d, shape=shape)
            sizes = {
                2: [(0, 3), (3, 1), (4, 31), (3, 64), (2, 259), (2, 513)] if end else [(5, n) for n in (1, 2, 3, 4, 31, 33, 128, 129, 255, 256, 257, 511, 512, 513, 1023, 1024, 4095, 4096)] + [(70, 8), (33, 20), (2, 5000)],
                3: [(2, 1, 3), (2, 3, 4), (2, 33, 5), (2, 5, 260)],
            }[shape.count("x") + 1]  # fmt: skip
            for size in sizes:
                if shape.count("x") == 1 and d == 0:
                    size = size[::-1]
                count = [number for i, number in enumerate(size) if i != d]
                x, narrow = integers(np.int32, size), integers(np.int8, size)
                row, column = integers(np.int32, count), integers(np.int16, size[d])
                if 0 in size:
                    found = [np.zeros(size, np.int32)] * 2 + [np.zeros(count, np.int32)] * 2
                else:
                    parts = [rows.as_rows(a, d) for a in (x, narrow)]
                    found = [rows.from_rows(a, size, d) for a in exact(*parts, row.reshape(-1), column, direction == "reverse")]
                before = [np.full_like(a, 77) for a in found]
                run(f"{name} {size}", name, [x, narrow, row, column], before, same(*found))

# Rows without elements, whose folds are the identity, and one row of a buffer of rank 1.
program("of_none", ["f32"], [("f32", FULL), ("f32", ROW), ("f32", ROW)], """{
  ^bb0(%e: f32, %r: f32, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : f32
    %max = prim.block_reduce maximumf %e all : f32
    %own = arith.addf %sum, %r : f32
    prim.yield %e, %own, %max : f32, f32, f32
  }""", row_ins=["f32"])  # fmt: skip
row = np.arange(300, dtype=np.float32)
none = np.zeros((300, 0), np.float32)
run("of_none", "of_none", [none, row], [none, row * 0, row * 0], same(none, row, row * 0 - np.inf))
program("one", ["i32"], [("i32", FULL), ("i32", ROW)], """{
  ^bb0(%e: i32, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : i32
    %s = arith.subi %e, %sum : i32
    prim.yield %s, %sum : i32, i32
  }""", d=0, shape="?")  # fmt: skip
for n in [0, 1, 5, 1000, 40000]:
    x = integers(np.int32, n)
    total = np.array(x.sum(dtype=np.int32), np.int32)
    with np.errstate(all="ignore"):
        run(f"one {n}", "one", [x], [np.zeros_like(x), np.zeros_like(total)], same(x - total, total))

# Operators that are not commutative, with an identity and without one, in order.
for name, identity in [("affine", " identity(%one, %zero)"), ("affine_bare", "")]:
    for suffix, end in [("", ""), ("_walked", TILE)]:
        program(f"{name}{suffix}", ["i32", "i32"], [("i32", FULL), ("i32", FULL)], f"""{{
  ^bb0(%a: i32, %b: i32, %index: index, %number: index):
    %fa, %fb = prim.block_reduce %a, %b all{identity} combiner {{
    ^bb0(%a0: i32, %b0: i32, %a1: i32, %b1: i32):
      %p = arith.muli %a1, %a0 : i32
      %t = arith.muli %a1, %b0 : i32
      %q = arith.addi %t, %b1 : i32
      prim.yield %p, %q : i32, i32
    }} : i32, i32
    %sa, %sb = prim.block_scan inclusive %a, %b{identity} combiner {{
    ^bb0(%a0: i32, %b0: i32, %a1: i32, %b1: i32):
      %p = arith.muli %a1, %a0 : i32
      %t = arith.muli %a1, %b0 : i32
      %q = arith.addi %t, %b1 : i32
      prim.yield %p, %q : i32, i32
    }} : i32, i32
    %x = arith.addi %fa, %fb : i32
    %y = arith.xori %sb, %x : i32
    prim.yield %y, %sa : i32, i32
  }}""", end=end, before="%one = arith.constant 1 : i32\n  %zero = arith.constant 0 : i32\n  ")  # fmt: skip
        for shape in [(3, 1), (5, 6), (9, 32), (2, 100), (2, 300), (1, 1025)]:
            a, b = integers(np.int32, shape) | 1, integers(np.int32, shape)
            sa, sb = np.empty_like(a), np.empty_like(b)
            with np.errstate(all="ignore"):
                p, q = np.ones(shape[0], np.int32), np.zeros(shape[0], np.int32)
                for j in range(shape[1]):
                    p, q = a[:, j] * p, a[:, j] * q + b[:, j]
                    sa[:, j], sb[:, j] = p, q
                want = sb ^ (p + q)[:, None]
            run(f"{name}{suffix} {shape}", f"{name}{suffix}", [a, b], [a * 0, b * 0], same(want, sa))

# In place, and in memory with holes: a part of a larger buffer at an odd address.
suite.function("in_place", f"""func.func @in_place(%x0: memref<?x?xf32>) {{
  {rows.op_text([("%x0", "memref<?x?xf32>")], [("%x0", "memref<?x?xf32>")], dimension=1, region=SOFTMAX)}
  return
}}
""")  # fmt: skip
part = "memref<?x?xi32, strided<[?, 1], offset: ?>>"
suite.function("holes", f"""func.func @holes(%all: memref<?x?xi32>, %m: index, %n: index, %out: memref<?x?xi32>) {{
  %x = memref.subview %all[1, 3] [%m, %n] [1, 1] : memref<?x?xi32> to {part}
  %y = memref.subview %out[1, 1] [%m, %n] [1, 1] : memref<?x?xi32> to {part}
  {rows.op_text([("%x", part)], [("%y", part)], dimension=1, region='''{
  ^bb0(%e: i32, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : i32
    %s = arith.xori %e, %sum : i32
    prim.yield %s : i32
  }''')}
  return
}}
""")  # fmt: skip
for shape in [(4, 8), (3, 33), (2, 300), (2, 1028)]:
    x = (rng.standard_normal(shape)).astype(np.float32)
    power = np.exp(x.astype(np.float64) - x.max(1, keepdims=True))
    want = power / power.sum(1, keepdims=True)
    run(f"in_place {shape}", "in_place", [], [x], within((want, want * (terms(shape[1]) + 20) * 2 * EPS)))
    m, n = shape
    everything, out = integers(np.int32, (m + 2, n + 5)), integers(np.int32, (m + 3, n + 2))
    own, want = everything[1 : m + 1, 3 : n + 3], out.copy()
    want[1 : m + 1, 1 : n + 1] = own ^ own.sum(1, dtype=np.int32, keepdims=True)
    run(f"holes {shape}", "holes", [everything, m, n], [out], same(want))

# Elements of all types move, and masks are one bit.
program("types", ["i1", "i64", "f64", "f16"], [("i1", FULL), ("i64", FULL), ("f64", FULL), ("f16", FULL), ("i1", ROW)], """{
  ^bb0(%f: i1, %a: i64, %b: f64, %c: f16, %given: i1, %index: index, %number: index):
    %bit = arith.extui %f : i1 to i32
    %any = prim.block_reduce or %bit all : i32
    %zero = arith.constant 0 : i32
    %some = arith.cmpi ne, %any, %zero : i32
    %mask = arith.xori %f, %given : i1
    %sum = prim.block_reduce add %a all : i64
    %max = prim.block_reduce maximumf %b all : f64
    %least = prim.block_reduce minimumf %c all : f16
    %kept = arith.select %mask, %a, %sum : i64
    prim.yield %mask, %kept, %max, %least, %some : i1, i64, f64, f16, i1
  }""", row_ins=["i1"])  # fmt: skip
for shape in [(4, 1), (5, 30), (3, 200), (2, 1500)]:
    f, given = rng.random(shape) < 0.1, rng.random(shape[0]) < 0.5
    a, b, c = integers(np.int64, shape), rng.standard_normal(shape), rng.standard_normal(shape).astype(np.float16)
    mask = f ^ given[:, None]
    with np.errstate(all="ignore"):
        kept = np.where(mask, a, a.sum(1, keepdims=True))
    wants = [mask, kept, np.broadcast_to(b.max(1, keepdims=True), shape), np.broadcast_to(c.min(1, keepdims=True), shape), f.any(1)]
    run(f"types {shape}", "types", [f, a, b, c, given], [np.zeros_like(want) for want in wants], same(*wants))

# Folds of prefixes, which items past the end of a row have none of: the greatest one, and
# the bits of the one at a position. A mask, and a table by prefixes, are looked up.
program("of_prefixes", ["i32"], [("i32", ROW), ("f32", ROW), ("i32", ROW), ("i32", FULL)], """{
  ^bb0(%e: i32, %at: index, %index: index, %number: index):
    %zero = arith.constant 0 : i32
    %before = prim.block_scan exclusive add %e : i32
    %max = prim.block_reduce maxsi %before all : i32
    %value = arith.sitofp %before : i32 to f32
    %bits = arith.bitcast %value : f32 to i32
    %own = arith.cmpi eq, %index, %at : index
    %chosen = arith.select %own, %bits, %zero : i32
    %all = prim.block_reduce or %chosen all : i32
    %there = arith.bitcast %all : i32 to f32
    %flag = memref.load %m[%number, %index] : memref<?x?xi1>
    %counted = arith.extui %flag : i1 to i32
    %sum = prim.block_reduce add %counted all : i32
    %down = arith.subi %zero, %before : i32
    %place = arith.index_cast %down : i32 to index
    %found = memref.load %t[%place] : memref<?xi32>
    prim.yield %max, %there, %sum, %found : i32, f32, i32, i32
  }""", row_ins=["index"], reads=[("%m", "memref<?x?xi1>"), ("%t", "memref<?xi32>")])  # fmt: skip
for shape in [(5, 1), (9, 7), (4, 33), (5, 101), (3, 259), (2, 1027), (2, 4099)]:
    x, mask = rng.integers(-99, -1, shape, dtype=np.int32), rng.random(shape) < 0.3
    at = rng.integers(0, shape[1], shape[0])
    at[0] = shape[1] - 1
    before = np.cumsum(x, 1, dtype=np.int32) - x
    # No longer than the prefixes of elements that exist need.
    table = integers(np.int32, 1 - before.min())
    wants = [before.max(1), before[np.arange(shape[0]), at].astype(np.float32), mask.sum(1, dtype=np.int32), table[-before]]
    run(f"of_prefixes {shape}", "of_prefixes", [x, at, mask, table], [np.full_like(want, 77) for want in wants], same(*wants))

# Sizes that do not fit.
x = np.zeros((3, 5), np.float32)
run("wrong columns", "rms_norm_f32", [x, np.zeros(4, np.float32)], [x], None,
    error="column_ins 0 has 4 elements, but rows of ins 0 have 5")  # fmt: skip
run("wrong rows", "cross_entropy", [x, np.zeros(5, np.int32)], [np.zeros(3, np.float32)], None,
    error="row_ins 0 has 5 elements along dimension 0, but ins 0 has 3")  # fmt: skip
run("wrong outs", "softmax", [x], [np.zeros((3, 4), np.float32)], None,
    error="outs 0 has 4 elements along dimension 1, but ins 0 has 5")  # fmt: skip

suite.run()
