# ===- cases.py - What is measured beside CUB -------------------------------=== #
#
# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------=== #
#
# The cases of each op, in the order in which they are measured.
#
# ===-----------------------------------------------------------------------=== #

import ctypes

import torch
from inputs import (
    D,
    DTYPES,
    EPSILON,
    F32,
    I32,
    INDEX,
    Bound,
    Case,
    draw,
    Either,
    empty,
    Near,
    normal,
    power,
    scalar,
    size,
)

# ===-----------------------------------------------------------------------=== #
# Selections
# ===-----------------------------------------------------------------------=== #


def limit_of(kind, share):
    """The value below which `share` of draw()'s elements are."""
    if kind == "f32":
        return round(-8 + 17 * share)
    info = torch.iinfo(DTYPES[kind])
    return int(info.min + (info.max - info.min) * share)


def select_if(kind, n, share, offset=0):
    x, limit = draw(kind, n + offset)[offset:], limit_of(kind, share)
    kept = x[x < limit]
    o, c = empty(kind, n), empty("i32", ())
    byte = ctypes.c_int8(limit).value if kind == "u8" else limit
    outs = [(o, kept), (c, torch.tensor(kept.numel(), dtype=torch.int32, device=D))]
    return Bound({"prim": (f"select_if_{kind}", [x, o, c, (scalar(kind), byte)])},
                 {"If": (f"select_if_{kind}", [x, o, c], [n, limit])},
                 None, outs, outs, size(x), size(kept))  # fmt: skip


def select_flags(kind, n, share):
    x, limit = draw(kind, n), limit_of(kind, share)
    f = (draw(kind, n, 5) < limit)
    kept = x[f]
    o, c = empty(kind, n), empty("i32", ())
    outs = [(o, kept), (c, torch.tensor(kept.numel(), dtype=torch.int32, device=D))]
    return Bound({"prim": (f"select_flags_{kind}", [x, o, c, f])},
                 {"Flagged": (f"select_flags_{kind}", [x, o, c, f], [n])},
                 lambda: torch.masked_select(x, f), outs, outs, size(x, f), size(kept))  # fmt: skip


def partition_if(kind, n, share):
    x, limit = draw(kind, n), limit_of(kind, share)
    kept, left = x[x < limit], x[x >= limit]
    o, r, c = empty(kind, n), empty(kind, n), empty("i32", ())
    byte = ctypes.c_int8(limit).value if kind == "u8" else limit
    count = torch.tensor(kept.numel(), dtype=torch.int32, device=D)
    outs = [(o, kept), (r, left), (c, count)]
    both = [(o, torch.cat([kept, left.flip(0)])), (c, count)]
    return Bound({"prim": (f"partition_if_{kind}", [x, o, c, r, (scalar(kind), byte)])},
                 {"Partition::If": (f"partition_if_{kind}", [x, o, c], [n, limit])},
                 None, outs, both, size(x), size(x))  # fmt: skip


def partition_three(kind, n):
    x, low, high = draw(kind, n), limit_of(kind, 0.3), limit_of(kind, 0.6)
    parts = [x[x < low], x[(x >= low) & (x < high)], x[x >= high]]
    o, p, r, c, d = *(empty(kind, n) for _ in range(3)), empty("i32", ()), empty("i32", ())
    cc = empty("i32", 2)
    counts = [torch.tensor(part.numel(), dtype=torch.int32, device=D) for part in parts]
    outs = [*zip((o, p, r), parts), (c, counts[0]), (d, counts[1])]
    cub = [*zip((o, p, r), parts), (cc, torch.stack(counts[:2]))]
    return Bound({"prim": (f"partition_three_{kind}", [x, o, p, c, d, r, (scalar(kind), low), (scalar(kind), high)])},
                 {"Partition::If": (f"partition_three_{kind}", [x, o, p, r, cc], [n, low, high])},
                 None, outs, cub, size(x), size(x))  # fmt: skip


# ===-----------------------------------------------------------------------=== #
# Runs
# ===-----------------------------------------------------------------------=== #


def runs_of(n, mean, kind="i32"):
    """Keys in runs of `mean` elements in the mean, geometrically distributed: the keys, those of
    the runs, and the number of the run of each element."""
    torch.manual_seed(8)
    heads = torch.rand(n, device=D) < 1.0 / mean
    heads[0] = True
    number = torch.cumsum(heads, 0) - 1
    # Neighbours differ: the low bit alternates.
    keys = draw(kind, int(number[-1]) + 1, 9)
    keys = (keys & ~1) | (torch.arange(keys.numel(), device=D) & 1).to(keys.dtype)
    return keys[number].contiguous(), keys, number


def unique(kind, n, mean):
    k, keys, _ = runs_of(n, mean, kind)
    o, c = empty(kind, n), empty("i32", ())
    outs = [(o, keys), (c, torch.tensor(keys.numel(), dtype=torch.int32, device=D))]
    return Bound({"prim": (f"unique_{kind}", [k, o, c])}, {"Unique": (f"unique_{kind}", [k, o, c], [n])},
                 lambda: torch.unique_consecutive(k), outs, outs, size(k), size(keys))  # fmt: skip


def run_length(kind, n, mean):
    k, keys, number = runs_of(n, mean, kind)
    lengths = torch.bincount(number).int()
    u, l, c = empty(kind, n), empty("i32", n), empty("i32", ())
    outs = [(u, keys), (l, lengths), (c, torch.tensor(keys.numel(), dtype=torch.int32, device=D))]
    return Bound({"prim": (f"run_length_{kind}", [k, u, l, c])},
                 {"Encode": (f"run_length_{kind}", [k, u, l, c], [n])},
                 lambda: torch.unique_consecutive(k, return_counts=True), outs, outs, size(k), size(keys, lengths))  # fmt: skip


def runs_nontrivial(kind, n, mean):
    k, _, number = runs_of(n, mean, kind)
    lengths = torch.bincount(number).int()
    begins = torch.cumsum(lengths, 0).int() - lengths
    begins, lengths = begins[lengths > 1], lengths[lengths > 1]
    u, l, c = empty("i32", n), empty("i32", n), empty("i32", ())
    outs = [(u, begins), (l, lengths), (c, torch.tensor(lengths.numel(), dtype=torch.int32, device=D))]
    return Bound({"prim": (f"runs_nontrivial_{kind}", [k, u, l, c])},
                 {"NonTrivialRuns": (f"runs_nontrivial_{kind}", [k, u, l, c], [n])},
                 None, outs, outs, size(k), size(begins, lengths))  # fmt: skip


def reduce_by_key(kind, n, mean):
    k, keys, number = runs_of(n, mean)
    v = draw(kind, n)
    sums = torch.zeros(keys.numel(), device=D, dtype=v.dtype).index_add_(0, number, v)
    u, o, c = empty("i32", n), empty(kind, n), empty("i32", ())
    outs = [(u, keys), (o, sums), (c, torch.tensor(keys.numel(), dtype=torch.int32, device=D))]
    return Bound({"prim": (f"reduce_by_key_{kind}", [v, u, o, c, k])},
                 {"ReduceByKey": (f"reduce_by_key_{kind}", [k, v, u, o, c], [n])},
                 None, outs, outs, size(k, v), size(keys, sums))  # fmt: skip


def scanned(v, begins_of_elements):
    """The sums from the beginning of its segment to each element."""
    wide = torch.cumsum(v.double() if v.dtype == torch.float32 else v, 0)
    before = torch.cat([wide.new_zeros(1), wide])[begins_of_elements]
    return (wide - before).to(v.dtype)


def scan_by_key(kind, n, mean):
    k, keys, number = runs_of(n, mean)
    v = draw(kind, n)
    lengths = torch.bincount(number)
    begins = (torch.cumsum(lengths, 0) - lengths)[number]
    o = empty(kind, n)
    outs = [(o, scanned(v, begins))]
    return Bound({"prim": (f"scan_by_key_{kind}", [v, o, k])},
                 {"SumByKey": (f"scan_by_key_{kind}", [k, v, o], [n])}, None, outs, outs, size(k, v), size(o))  # fmt: skip


# ===-----------------------------------------------------------------------=== #
# Ranks
# ===-----------------------------------------------------------------------=== #


def topk(n, k, few=False, ascending=False, columns=0, descending=False, equal=False, behind=False):
    x = normal(n, few)
    if ascending or descending:
        x = torch.sort(x, descending=descending).values
    if equal:
        x.fill_(1)
    if behind:
        # All elements of the last part are larger than any other.
        x[-(n // 64) :] += 20
    if columns:
        # As vectors of four in rows of 16384, all largest elements are in few columns,
        # of which one is below all others.
        column = torch.arange(n, device=D) // 4 % 16384
        x += torch.where(column < columns, 20, 0) - torch.where(column == columns - 1, 10, 0)
    values, places = torch.sort(x, descending=True, stable=True)
    values, places = values[:k].clone(), places[:k].int()
    o, i = empty("f32", k), empty("i32", k)
    # CUB's results are in no order.
    return Bound({"sorted": ("topk_f32", [x, o]), "index": ("topk_index_f32", [x, o, i]),
                  "unordered": ("topk_unordered_f32", [x, o])},
                 {"MaxPairs": ("topk_f32", [x, o, i], [n, k])},
                 lambda: torch.topk(x, k), Ranked(o, i, values, places, x), Ranked(o, i, values, None, x), size(x), size(o, i))  # fmt: skip


def topk_rows(rows, columns, k, few=False):
    x = normal((rows, columns), few)
    values, places = torch.sort(x, dim=1, descending=True, stable=True)
    values, places = values[:, :k].contiguous(), places[:, :k].int().contiguous()
    o, i = empty("f32", (rows, k)), empty("i32", (rows, k))
    cub = {}
    if columns in (16, 128, 1024, 4096):
        cub["BatchedTopK pairs"] = ("topk_rows_f32", [x, o, i], [rows, columns, k])
        cub["BatchedTopK keys"] = ("topk_rows_f32", [x, o, None], [rows, columns, k])
    return Bound({"index": ("topk_index_rows_f32", [x, o, i]), "sorted": ("topk_rows_f32", [x, o]),
                  "unordered": ("topk_rows_unordered_f32", [x, o])},
                 cub, lambda: torch.topk(x, k, dim=1),
                 Ranked(o, i, values, places, x), Ranked(o, i, values, None, x), size(x), size(o, i))  # fmt: skip


class Nth:
    """The expected results of nth: its value, and no larger ones before it."""

    def __init__(self, o, value, place):
        self.o, self.value, self.place = o, value, place

    def poison(self):
        self.o.fill_(float("nan"))

    def differ(self, form):
        o, v = self.o, self.value
        if form == "TopK::MinKeys":
            return None if o.max() == v else "the largest is another"
        right = o[self.place] == v and (o[: self.place] <= v).all() and (o[self.place :] >= v).all()
        return None if right else "elements are not where they belong"


class Ranked:
    """Expected results of a top-k in any order, with the indices of a form that has them."""

    def __init__(self, o, i, values, places, x):
        self.o, self.i, self.values, self.places, self.x = o, i, values, places, x

    def poison(self):
        self.o.fill_(float("nan"))
        self.i.fill_(-1)

    def differ(self, form):
        found, at = self.o, self.i.long()
        indexed = form == "index" or form in ("MaxPairs", "BatchedTopK pairs")
        if form in ("sorted", "index") and not torch.equal(found, self.values):
            return "values differ"
        if not torch.equal(torch.sort(found, dim=-1, descending=True).values, self.values):
            return "values differ in any order"
        if indexed and (int(at.min()) < 0 or int(at.max()) >= self.x.shape[-1] or not torch.equal(torch.gather(self.x, -1, at), found)):
            return "indices do not lead to the values"
        if form == "index" and not torch.equal(self.i, self.places):
            return "indices of equal values are not the first ones in order"
        return None


def nth(n, place):
    x = normal(n)
    value = torch.sort(x).values[place]
    o, least = empty("f32", n), empty("f32", place + 1)
    # The largest of the smallest ones is the nth; torch takes 50 to 500 times as long.
    return Bound({"prim": ("nth_f32", [x, o, (INDEX, place)])}, {"TopK::MinKeys": ("bottomk_f32", [x, least], [n, place + 1])},
                 None, Nth(o, value, place), Nth(least, value, place), size(x), size(o))  # fmt: skip


# ===-----------------------------------------------------------------------=== #
# Segments and rows
# ===-----------------------------------------------------------------------=== #


def lengths_of(what):
    torch.manual_seed(9)
    if what == "10^6 of 0 to 32":
        return torch.randint(0, 33, (1_000_000,), device=D)
    if what == "10^5 of 0 to 100":
        return torch.randint(0, 101, (100_000,), device=D)
    if what == "10^3 of 16000":
        return torch.randint(12000, 20000, (1000,), device=D)
    assert what == "mixed"
    # A few long ones among many short ones.
    return torch.cat([torch.randint(0, 64, (200_000,), device=D), torch.randint(0, 100_000, (100,), device=D),
                      torch.randint(0, 1000, (4000,), device=D)])[torch.randperm(204_100, device=D)]  # fmt: skip


def segments(scan, kind, what):
    lengths = lengths_of(what)
    ends = torch.cumsum(lengths, 0).int()
    b = torch.cat([ends.new_zeros(1), ends])
    n, count = int(ends[-1]), lengths.numel()
    v = draw(kind, n)
    number = torch.repeat_interleave(torch.arange(count, device=D), lengths)
    ids = number.int()
    begins, after = b[:-1].clone(), b[1:].clone()
    if scan:
        o = empty(kind, n)
        outs, name = [(o, scanned(v, b[:-1].long()[number]))], "segment_scan"
        cub = {"SegScan": (f"segment_scan_{kind}", [v, o, b], [count]), "SumByKey(ids)": (f"scan_by_key_{kind}", [ids, v, o], [n])}
    else:
        o = empty(kind, count)
        all_sums = torch.zeros(count, device=D, dtype=v.dtype).index_add_(0, number, v)
        outs, name = [(o, all_sums)], "segment_reduce"
        cub = {"SegReduce": (f"segment_reduce_{kind}", [v, o, b], [count])}
        # Runs of the segments' numbers give the sums of those that are not empty, which is CUB's
        # faster way for short ones.
        u, sums, c = empty("i32", n), empty(kind, count), empty("i32", ())
        cub["ByKey(ids)"] = (f"reduce_by_key_{kind}", [ids, v, u, sums, c], [n])
    by_key = [] if scan else [(sums, all_sums[lengths > 0])]
    return Bound({"offsets": (f"{name}_{kind}", [v, o, b]), "begins and ends": (f"{name}_ends_{kind}", [v, o, begins, after])},
                 cub, None, outs, Either({"ByKey(ids)": by_key}, outs), size(v, b), size(o))  # fmt: skip


def rows(what, kind, height, width):
    x = draw(kind, (height, width))
    along = 0 if what.startswith("column") else 1
    if what.endswith("scan"):
        o = empty(kind, (height, width))
        expected = torch.cumsum(x.double() if kind == "f32" else x.long(), along).to(x.dtype)
        call = lambda: torch.cumsum(x, along, dtype=x.dtype)
    else:
        o = empty(kind, width if along == 0 else height)
        expected = torch.sum(x, along, dtype=torch.float64 if kind == "f32" else torch.int64).to(x.dtype)
        call = lambda: torch.sum(x, along, dtype=x.dtype)
    cub = {"Seg": (f"{what}_{kind}", [x, o], [height, width])} if kind == "f32" and along else {}
    outs = [(o, expected)]
    return Bound({"prim": (f"{what}_{kind}", [x, o])}, cub, call, outs, outs, size(x), size(o))


LOWEST = [(F32, float("-inf")), (I32, -1)]


def scans(kind, n, before, before_out):
    """The first elements of input and output stand `before` and `before_out` elements
    after an aligned address."""
    x, o = draw(kind, n + before)[before:], empty(kind, n + before_out)[before_out:]
    outs = [(o, torch.cumsum(x.long(), 0).to(x.dtype))]
    return Bound({"prim": (f"scan_{kind}", [x, o])}, {"InclusiveScan": (f"scan_{kind}", [x, o], [n])},
                 None, outs, outs, size(x), size(o))  # fmt: skip


def argmax(n):
    x = normal(n)
    v = torch.arange(n, dtype=torch.int32, device=D)
    o, i, wide = empty("f32", ()), empty("i32", ()), empty("i64", 1)
    best = x.max()
    place = (x == best).nonzero()[0, 0]
    return Bound({"init": ("argmax", [x, o, i, *LOWEST]), "identity": ("argmax_identity", [x, o, i, *LOWEST]),
                  "given": ("argmax_given", [x, v, o, i, *LOWEST])},
                 {"ArgMax": ("argmax_f32", [x, o, wide], [n])}, lambda: torch.max(x, 0),
                 [(o, best), (i, place.int())], [(o, best), (wide, place.reshape(1))], size(x), 8, {"given": size(x, v)})  # fmt: skip


def row_argmax(height, width):
    x = normal((height, width))
    o, i = empty("f32", height), empty("i32", height)
    pairs = empty("i32", (height, 2))
    best = x.max(1).values
    place = (x == best[:, None]).int().argmax(1).int()
    return Bound({"init": ("row_argmax", [x, o, i, *LOWEST]), "identity": ("row_argmax_identity", [x, o, i, *LOWEST])},
                 {"SegArgMax": ("row_argmax_f32", [x, pairs], [height, width])}, lambda: torch.max(x, 1),
                 [(o, best), (i, place)], [(pairs, torch.stack([place, best.view(torch.int32)], 1))], size(x), size(o, i))  # fmt: skip


def norms(what, width, gamma, beta):
    """A function of torch and its operands after the input."""
    if what == "softmax":
        return lambda x: torch.softmax(x, 1), []
    if what == "rms_norm":
        return lambda x, gamma: torch.nn.functional.rms_norm(x, (width,), gamma, EPSILON), [gamma]
    return lambda x, gamma, beta: torch.nn.functional.layer_norm(x, (width,), gamma, beta, EPSILON), [gamma, beta]


def fused_rows(what, kind, width):
    height = (1 << 27) // width // DTYPES[kind].itemsize
    x = normal((height, width)).to(DTYPES[kind])
    g, b = (normal(width, seed=seed).to(DTYPES[kind]) for seed in (3, 4))
    o, wide = empty(kind, (height, width)), x.double()
    function, operands = norms(what, width, g, b)
    scalars = [(F32, float(width)), (F32, EPSILON)] if operands else []
    expected = function(wide, *(operand.double() for operand in operands))
    near = Near(o, expected, units=64 if kind == "f32" else 1)
    return Bound({"prim": (f"{what}_{kind}", [x, o, *operands, *scalars])}, {}, lambda: function(x, *operands),
                 near, None, size(x, *operands), size(o), compiled=(function, [x, *operands]))  # fmt: skip


def norm_of_columns(x, gamma, beta):
    wide = x.float() if x.dtype == torch.bfloat16 else x
    variance, mean = torch.var_mean(wide, 0, correction=0, keepdim=True)
    return ((wide - mean) * torch.rsqrt(variance + EPSILON) * gamma[:, None] + beta[:, None]).to(x.dtype)


def fused_columns(what, kind, length):
    width = (1 << 27) // length // DTYPES[kind].itemsize
    x = normal((length, width)).to(DTYPES[kind])
    o, wide = empty(kind, (length, width)), x.double()
    function, operands, scalars = lambda x: torch.softmax(x, 0), [], []
    if what == "layer_norm":
        function, scalars = norm_of_columns, [(F32, float(length)), (F32, EPSILON)]
        operands = [normal(length, seed=seed).to(DTYPES[kind]) for seed in (3, 4)]
    expected = function(wide, *(operand.double() for operand in operands))
    near = Near(o, expected, units=64 if kind == "f32" else 1)
    return Bound({"prim": (f"column_{what}_{kind}", [x, o, *operands, *scalars])}, {}, lambda: function(x, *operands),
                 near, None, size(x, *operands), size(o), compiled=(function, [x, *operands]))  # fmt: skip


def row_losses(what, kind, width):
    """A number for each row: the logarithm of a sum of powers, and that less the row's score."""
    height = (1 << 27) // width // DTYPES[kind].itemsize
    x, o = normal((height, width)).to(DTYPES[kind]), empty("f32", height)
    torch.manual_seed(5)
    labels = torch.randint(0, width, (height,), device=D, dtype=torch.int32)
    if what == "log_sum_exp":
        function, operands = lambda x: torch.logsumexp(x.float(), 1), []
        expected = torch.logsumexp(x.double(), 1)
    else:
        function = lambda x, of: torch.nn.functional.cross_entropy(x.float(), of, reduction="none")
        operands = [labels]
        expected = torch.nn.functional.cross_entropy(x.double(), labels.long(), reduction="none")
    given = [operand.long() for operand in operands]
    return Bound({"prim": (f"{what}_{kind}", [x, o, *operands])}, {}, lambda: function(x, *given),
                 Near(o, expected, units=64), None, size(x, *operands), size(o), compiled=(function, [x, *given]))  # fmt: skip


def fused_segments(what, kind, which):
    """Softmax of each segment, or the logarithm of its sum of powers; -inf of an empty one."""
    lengths = lengths_of(which)
    ends = torch.cumsum(lengths, 0).int()
    b = torch.cat([ends.new_zeros(1), ends])
    n, count = int(ends[-1]), lengths.numel()
    x, number = normal(n).to(DTYPES[kind]), torch.repeat_interleave(torch.arange(count, device=D), lengths)

    def parts(x, number):
        most = x.new_full((count,), float("-inf")).scatter_reduce(0, number, x, "amax")
        powers = torch.exp(x - most[number])
        return powers, most, torch.zeros_like(most).index_add(0, number, powers)

    def softmax(x, number):
        powers, _, sums = parts(x if x.dtype == torch.float64 else x.float(), number)
        return (powers / sums[number]).to(x.dtype)

    def log_sum_exp(x, number):
        _, most, sums = parts(x if x.dtype == torch.float64 else x.float(), number)
        return torch.log(sums) + most

    is_softmax = what == "softmax"
    function = softmax if is_softmax else log_sum_exp
    o = empty(kind, n) if is_softmax else empty("f32", count)
    near = Near(o, function(x.double(), number), units=1 if is_softmax and kind != "f32" else 64)
    return Bound({"prim": (f"segment_{what}_{kind}", [x, o, b])}, {}, lambda: function(x, number),
                 near, None, size(x, b), size(o), compiled=(function, [x, number]))  # fmt: skip


# ===-----------------------------------------------------------------------=== #
# Sorts of rows and segments
# ===-----------------------------------------------------------------------=== #


def bits_of(kind, n):
    return normal(n) if kind == "f32" else draw(kind, n)


def row_sorts(kind, height, width):
    """Rows as a dimension and as segments by offsets."""
    x = bits_of(kind, (height, width))
    flat, n = x.view(-1), height * width
    b = torch.arange(0, n + 1, width, dtype=torch.int32, device=D)
    o = empty(kind, (height, width))
    expected = torch.sort(x, dim=1).values
    outs = [(o, expected)]
    flat_outs = o.view(-1)
    return Bound({"rows": (f"row_sort_{kind}", [x, o]), "offsets": (f"segment_sort_{kind}", [flat, flat_outs, b])},
                 {"SegSort": (f"segment_sort_{kind}", [flat, o, b], [n, height]),
                  "SegRadixSort": (f"segment_radix_sort_{kind}", [flat, o, b], [n, height])},
                 lambda: torch.sort(x, dim=1), outs, outs, size(x), size(o))  # fmt: skip


def row_sort_pairs(kind, height, width):
    x = bits_of(kind, (height, width))
    flat, n = x.view(-1), height * width
    b = torch.arange(0, n + 1, width, dtype=torch.int32, device=D)
    v = torch.arange(width, dtype=torch.int32, device=D).repeat(height, 1)
    o, p = empty(kind, (height, width)), empty("i32", (height, width))
    keys, places = torch.sort(x, dim=1, stable=True)
    outs = [(o, keys), (p, places.int())]
    return Bound({"rows": (f"row_sort_pairs_{kind}", [x, v, o, p]), "index": (f"row_argsort_{kind}", [x, o, p]),
                  "offsets": (f"segment_sort_pairs_{kind}", [flat, v.view(-1), o.view(-1), p.view(-1), b])},
                 {"StableSegSort": (f"segment_sort_pairs_{kind}", [flat, o, b, v, p], [n, height]),
                  "SegRadixSort": (f"segment_radix_sort_pairs_{kind}", [flat, o, b, v, p], [n, height])},
                 lambda: torch.sort(x, dim=1, stable=True), outs, outs, size(x, v), size(o, p))  # fmt: skip


def segment_sorts(kind):
    """Segments of very different lengths."""
    lengths = lengths_of("mixed")
    ends = torch.cumsum(lengths, 0).int()
    b = torch.cat([ends.new_zeros(1), ends])
    n, count = int(ends[-1]), lengths.numel()
    x, o = bits_of(kind, n), empty(kind, n)
    number = torch.repeat_interleave(torch.arange(count, device=D), lengths)
    by_key = torch.sort(x, stable=True).indices
    expected = x[by_key[torch.sort(number[by_key], stable=True).indices]]
    outs = [(o, expected)]
    return Bound({"offsets": (f"segment_sort_{kind}", [x, o, b])},
                 {"SegSort": (f"segment_sort_{kind}", [x, o, b], [n, count])}, None, outs, outs, size(x, b), size(o))  # fmt: skip


def argsort(n):
    x = draw("i32", n)
    o, p = empty("i32", n), empty("i32", n)
    keys, places = torch.sort(x, stable=True)
    outs = [(o, keys), (p, places.int())]
    return Bound({"index": ("argsort_i32", [x, o, p])}, {}, lambda: torch.sort(x, stable=True), outs, outs, size(x), size(o, p))


# ===-----------------------------------------------------------------------=== #
# Histograms, copies, merges, maps
# ===-----------------------------------------------------------------------=== #


def histogram_bytes(n, what, offset=0):
    x = draw("u8", n + offset)[offset:] if what == "uniform" else torch.full((n,), 7, dtype=torch.uint8, device=D)
    o = empty("i32", 256)
    outs = [(o, torch.bincount(x.long(), minlength=256).int() if n <= 1 << 26 else sum(
        torch.bincount(part.long(), minlength=256) for part in x.split(1 << 24)).int())]  # fmt: skip
    return Bound({"even": ("histogram_even_u8", [x, o, (I32, 0), (I32, 256)]), "bin": ("histogram_bin_u8", [x, o])},
                 {"Even": ("histogram_even_u8", [x, o], [n, 256, 0, 256])}, None, outs, outs, size(x), 0)  # fmt: skip


def histogram_floats(n, bins):
    torch.manual_seed(4)
    # Sixteenths, so that the bin of a float is exact.
    x = torch.randint(0, 16 * 256, (n,), device=D).float() / 16
    o = empty("i32", bins)
    expected = torch.bincount((x * (bins / 256)).long(), minlength=bins).int()
    outs = [(o, expected)]
    l = torch.arange(bins + 1, device=D).float() * (256 / bins)
    return Bound({"even": ("histogram_even_f32", [x, o, (F32, 0.0), (F32, 256.0)]), "range": ("histogram_range_f32", [x, o, l])},
                 {"Even": ("histogram_even_f32", [x, o], [n, bins, 0, 256]), "Range": ("histogram_range_f32", [x, o, l], [n, bins])},
                 lambda: torch.histc(x, bins, 0, 256), outs, outs, size(x), 0)  # fmt: skip


def batch_copy(kind, count, low, high, unit=1):
    """Ranges of `low` to `high` elements, multiples of `unit`, written in another order."""
    torch.manual_seed(6)
    n = torch.randint(low // unit, high // unit + 1, (count,), device=D) * unit
    ends = torch.cumsum(n, 0)
    b, total = ends - n, int(ends[-1])
    order = torch.randperm(count, device=D)
    moved = torch.empty_like(n)
    moved[order] = torch.cumsum(n[order], 0) - n[order]
    x, o = draw(kind, total), empty(kind, total)
    places = torch.arange(total, device=D) + torch.repeat_interleave(moved - b, n)
    expected = torch.empty_like(x)
    expected[places] = x
    width = x.element_size()
    sources, targets = x.data_ptr() + b * width, o.data_ptr() + moved * width
    outs = [(o, expected)]
    cub = {"Copy": (f"batch_copy_{kind}", [sources, targets, n], [count])}
    cub["Memcpy"] = ("batch_memcpy_u8", [sources, targets, n * width], [count])
    bound = Bound({"prim": (f"batch_copy_{kind}", [x, o, b, moved, n])}, cub, None, outs, outs, size(x, b, moved, n), size(o))
    return bound


def merge(kind, n, pairs=False):
    """Two halves of n elements in all."""
    x, y = (torch.sort(draw(kind, n // 2, seed)).values for seed in (1, 2))
    v, z = (torch.arange(n // 2, dtype=torch.int32, device=D) + base for base in (0, n // 2))
    o, p = empty(kind, n), empty("i32", n)
    keys, order = torch.sort(torch.cat([x, y]), stable=True)
    if pairs:
        outs = [(o, keys), (p, torch.cat([v, z])[order])]
        return Bound({"prim": (f"merge_pairs_{kind}", [x, v, y, z, o, p])},
                     {"MergePairs": (f"merge_pairs_{kind}", [x, v, y, z, o, p], [n // 2, n // 2])},
                     None, outs, outs, size(x, y, v, z), size(o, p))  # fmt: skip
    outs = [(o, keys)]
    return Bound({"prim": (f"merge_{kind}", [x, y, o])}, {"MergeKeys": (f"merge_{kind}", [x, y, o], [n // 2, n // 2])},
                 None, outs, outs, size(x, y), size(o))  # fmt: skip


def search(kind, needles, n, ordered):
    s = torch.sort(draw(kind, n)).values
    x = draw(kind, needles, 3)
    x = torch.sort(x).values if ordered else x
    o = empty("i32", needles)
    outs = [(o, torch.searchsorted(s, x).int())]
    cub = {"LowerBound": (f"search_{kind}", [x, s, o], [needles, n])}
    if ordered and kind == "i32":
        cub["LowerBoundSortedValues"] = (f"search_sorted_{kind}", [x, s, o], [needles, n])
    return Bound({"prim": (f"search_{kind}", [x, s, o])}, cub, lambda: torch.searchsorted(s, x, out_int32=True),
                 outs, outs, size(x) + min(size(s), 32 * needles), size(o))  # fmt: skip


def maps(what, n, offset=0):
    x, v, o = draw("f32", n + offset)[offset:], draw("f32", n, 2), empty("f32", n)
    if what == "map_add":
        outs = [(o, x + v)]
        return Bound({"prim": ("map_add_f32", [x, v, o])}, {"Transform": ("map_add_f32", [x, v, o], [n])},
                     lambda: torch.add(x, v, out=o), outs, outs, size(x, v), size(o))  # fmt: skip
    outs = [(o, torch.cat([x[:1], x[1:] - x[:-1]]))]
    return Bound({"prim": ("difference_f32", [x, o])}, {"SubtractLeft": ("difference_f32", [x, o], [n])},
                 None, outs, outs, size(x), size(o))  # fmt: skip


# ===-----------------------------------------------------------------------=== #
# The list
# ===-----------------------------------------------------------------------=== #


def all_cases():
    """Every case, in the order in which they are measured."""
    add = []

    def case(family, kind, shape, function, *arguments, **more):
        add.append(Case(family, kind, shape, lambda: function(*arguments, **more)))

    for rows_, columns, ks in ((262144, 128, (8, 64)), (65536, 128, (8,)), (65536, 1024, (8, 64)), (16384, 4096, (8, 64)),
                               (1000003, 16, (4,)), (4096, 32768, (8, 64)), (64, 1048576, (64,)), (64, 128256, (50,))):  # fmt: skip
        for k in ks:
            for few in (False, True):
                case("top-k of rows", "f32", f"{rows_}x{columns} k={k}" + (" few values" if few else ""), topk_rows, rows_, columns, k, few)
    for n, k in ((1 << 20, 100), (1 << 24, 100), (1 << 24, 1024), (1 << 24, 1 << 20), (1 << 27, 100)):
        case("top-k", "f32", f"{power(n)} k={k}", topk, n, k)
    case("top-k", "f32", "2^24 k=1024 few values", topk, 1 << 24, 1024, few=True)
    case("top-k", "f32", "2^24 k=1024 ascending", topk, 1 << 24, 1024, ascending=True)
    case("top-k", "f32", "2^24 k=1024 in few columns", topk, 1 << 24, 1024, columns=1024)
    case("top-k", "f32", "2^24 k=1024 in fewer columns", topk, 1 << 24, 1024, columns=512)
    case("top-k", "f32", "2^24 k=1024 descending", topk, 1 << 24, 1024, descending=True)
    case("top-k", "f32", "2^24 k=1024 equal", topk, 1 << 24, 1024, equal=True)
    case("top-k", "f32", "2^24 k=1024 at the end", topk, 1 << 24, 1024, behind=True)
    for n, place in ((1 << 20, 1 << 19), (1 << 24, 1 << 23), (1 << 24, 100), ((1 << 24), (1 << 24) - 101), (1 << 27, 1 << 26)):
        case("nth", "f32", f"{power(n)} nth={place}", nth, n, place)
    for kind, height, width in (("i32", 1677721, 10), ("i32", 167772, 100), ("f32", 167772, 100), ("i32", 16777, 1000),
                                ("f32", 16777, 1000), ("i64", 16777, 1000), ("i32", 1677, 10000)):  # fmt: skip
        case("sort of rows", kind, f"{height}x{width}", row_sorts, kind, height, width)
        case("sort of rows, pairs", kind, f"{height}x{width}", row_sort_pairs, kind, height, width)
    case("sort of segments", "i32", "mixed", segment_sorts, "i32")
    case("argsort", "i32", "2^24", argsort, 1 << 24)
    for kind in ("u8", "i32", "i64"):
        for place, before, before_out in (("", 0, 0), (", unaligned", 1, 1), (", input unaligned", 1, 0)):
            case("scan", kind, "2^24" + place, scans, kind, 1 << 24, before, before_out)
    for n in (3079, 1 << 20, 1 << 24, 1 << 27):
        case("argmax", "f32", power(n), argmax, n)
    for height, width in ((4096, 4096), (65536, 256), (256, 65536), (1000003, 16)):
        case("argmax of rows", "f32", f"{height}x{width}", row_argmax, height, width)
    for what in ("10^6 of 0 to 32", "10^3 of 16000", "mixed"):
        for kind in ("f32", "i32"):
            case("segmented reduction", kind, what, segments, False, kind, what)
            case("segmented scan", kind, what, segments, True, kind, what)
    for n, mean in ((1 << 20, 8), (1 << 24, 1), (1 << 24, 2), (1 << 24, 8), (1 << 24, 1000), (1 << 26, 8)):
        case("reduction by key", "f32", f"{power(n)} runs of {mean}", reduce_by_key, "f32", n, mean)
        case("scan by key", "f32", f"{power(n)} runs of {mean}", scan_by_key, "f32", n, mean)
        case("unique", "i32", f"{power(n)} runs of {mean}", unique, "i32", n, mean)
        case("run length", "i32", f"{power(n)} runs of {mean}", run_length, "i32", n, mean)
        case("non-trivial runs", "i32", f"{power(n)} runs of {mean}", runs_nontrivial, "i32", n, mean)
    for function, name in ((reduce_by_key, "reduction by key"), (scan_by_key, "scan by key"), (unique, "unique"), (run_length, "run length")):
        case(name, "i64", "2^24 runs of 8", function, "i64", 1 << 24, 8)
    for n in (1 << 20, 1 << 24, 1 << 27):
        for share in (0.5, 0.05):
            case("select", "i32", f"{power(n)} {share:.0%}", select_if, "i32", n, share)
            case("select by flags", "i32", f"{power(n)} {share:.0%}", select_flags, "i32", n, share)
        case("partition", "i32", power(n), partition_if, "i32", n, 0.5)
        case("partition, three classes", "i32", power(n), partition_three, "i32", n)
    for kind, n in (("f32", 1 << 24), ("u8", 1 << 26), ("i64", 1 << 24)):
        case("select", kind, f"{power(n)} 50%", select_if, kind, n, 0.5)
    case("select", "i32", "2^24+1 50%, unaligned", select_if, "i32", 1 << 24, 0.5, offset=1)
    case("select by flags", "u8", "2^26 50%", select_flags, "u8", 1 << 26, 0.5)
    case("partition", "u8", "2^26", partition_if, "u8", 1 << 26, 0.5)
    for n in (1 << 20, 1 << 24, 1 << 28):
        for what in ("uniform", "equal"):
            case("histogram of bytes", "u8", f"{power(n)} {what}", histogram_bytes, n, what)
    case("histogram of bytes", "u8", "2^24 uniform, unaligned", histogram_bytes, 1 << 24, "uniform", offset=1)
    for n, bins in ((1 << 20, 256), (1 << 24, 256), (1 << 24, 4096)):
        case("histogram of floats", "f32", f"{power(n)} {bins} bins", histogram_floats, n, bins)
    for height, width in ((4096, 4096), (65536, 256), (256, 65536), (4095, 4097), (65535, 255), (1000003, 16), (16, 1000003)):
        for what in ("row_reduce", "row_scan", "column_reduce", "column_scan"):
            name = ("columns: " if "column" in what else "rows: ") + ("scan" if "scan" in what else "reduction")
            case(name, "f32", f"{height}x{width}", rows, what, "f32", height, width)
    for width in (300, 1000, 2000, 3000, 8192, 10000, 16384, 32768, 131072):
        height = (1 << 24) // width
        case("rows: scan", "f32", f"{height}x{width}", rows, "row_scan", "f32", height, width)
        case("rows: reduction", "f32", f"{height}x{width}", rows, "row_reduce", "f32", height, width)
    for kind in ("i16", "i64"):
        for width in (1000, 4096, 32768):
            height = (1 << 24) // width
            case("rows: scan", kind, f"{height}x{width}", rows, "row_scan", kind, height, width)
            case("rows: reduction", kind, f"{height}x{width}", rows, "row_reduce", kind, height, width)
    for what in ("softmax", "rms_norm", "layer_norm"):
        for kind in ("f32", "bf16"):
            for width in (256, 999, 1000, 4095, 4096, 32768, 131072):
                case("fused rows", kind, f"{what} of {width}", fused_rows, what, kind, width)
    for what in ("softmax", "layer_norm"):
        for kind in ("f32", "bf16"):
            for length in (64, 256, 1000, 1024, 2048, 4096, 32768):
                case("fused columns", kind, f"{what} of {length}", fused_columns, what, kind, length)
    for what in ("log_sum_exp", "cross_entropy"):
        for kind in ("f32", "bf16"):
            for width in (256, 4096, 32768, 131072):
                case("fused rows", kind, f"{what} of {width}", row_losses, what, kind, width)
    for what in ("softmax", "log_sum_exp"):
        for kind in ("f32", "bf16"):
            for which in ("10^5 of 0 to 100", "10^3 of 16000", "mixed"):
                case("fused segments", kind, f"{what}, {which}", fused_segments, what, kind, which)
    for kind, count, low, high in (("u8", 1 << 20, 0, 128), ("u8", 1 << 14, 7000, 9000), ("u8", 64, 2000000, 2200000),
                                   ("i32", 1 << 20, 0, 32), ("i32", 1 << 14, 1800, 2200)):  # fmt: skip
        case("batch copy", kind, f"{power(count)} of {low} to {high}", batch_copy, kind, count, low, high)
    case("batch copy", "u8", "2^6 of 2000000 to 2200000, aligned", batch_copy, "u8", 64, 2000000, 2200000, unit=16)
    for n in (1 << 20, 1 << 24, 1 << 27):
        case("merge", "i32", power(n), merge, "i32", n)
    case("merge", "i64", "2^24", merge, "i64", 1 << 24)
    case("merge of pairs", "i32", "2^24", merge, "i32", 1 << 24, pairs=True)
    for ordered in (False, True):
        case("search", "i32", "2^24 in 2^20" + (", sorted" if ordered else ""), search, "i32", 1 << 24, 1 << 20, ordered)
        case("search", "i64", "2^22 in 2^24" + (", sorted" if ordered else ""), search, "i64", 1 << 22, 1 << 24, ordered)
    for n in (1 << 20, 1 << 24, 1 << 27):
        case("map", "f32", f"{power(n)} sum", maps, "map_add", n)
        case("map", "f32", f"{power(n)} difference", maps, "difference", n)
    case("map", "f32", "2^24+1 sum, unaligned", maps, "map_add", 1 << 24, offset=1)
    return add
