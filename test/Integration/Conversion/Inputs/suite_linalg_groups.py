# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Groups of linalg ops on the same rows, which become one prim.device_rows, against numpy:
values of a row at other positions, prefixes, selections of tuples, masks, and products."""

import numpy as np

from primtest.comparing import same
from primtest.suite import Suite

from linalg_selections import FINDS, draw_selection, fold_rows

suite = Suite()
rng = np.random.default_rng(11)
suite.header = """
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#of_row = affine_map<(i) -> (i)>
"""
# Rows of lane groups, of blocks, and of more than a block holds.
SHAPES = [(1, 1), (9, 7), (4, 33), (5, 300), (3, 1000), (2, 5000), (2, 70000)]


def case(name, text, shape, inputs, check, outputs=1):
    """Rows of static shape, in which M and N of `text` are."""
    m, n = shape
    function = f"{name}_{m}_{n}"
    text = text.replace("@NAME", f"@{function}").replace("LAST", str(n - 1))
    suite.function(function, text.replace("MxN", f"{m}x{n}").replace("Mx", f"{m}x"))
    suite.case(function, function, inputs, check, outputs=outputs)


# The bits of x at a position of the row, through elementwise code that changes none, and a
# sum that makes it a group. x is also returned where the position is the own one.
GATHER = """func.func @NAME(%x: tensor<MxNxf32>, %at: tensor<Mxi32>) -> (tensor<Mxf32>, tensor<Mxi32>) {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %last = arith.constant LAST : index
  %e0 = tensor.empty() : tensor<Mxi32>
  %e1 = tensor.empty() : tensor<MxNxi32>
  %e2 = tensor.empty() : tensor<Mxf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<MxNxf32>) outs(%e1 : tensor<MxNxi32>) {
  ^bb0(%a: f32, %out: i32):
    %r = arith.bitcast %a : f32 to i32
    linalg.yield %r : i32
  } -> tensor<MxNxi32>
  %o = linalg.fill ins(%zero : i32) outs(%e0 : tensor<Mxi32>) -> tensor<Mxi32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%b : tensor<MxNxi32>) outs(%o : tensor<Mxi32>) {
  ^bb0(%a: i32, %acc: i32):
    %r = arith.addi %a, %acc : i32
    linalg.yield %r : i32
  } -> tensor<Mxi32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%b, %s : tensor<MxNxi32>, tensor<Mxi32>) outs(%e1 : tensor<MxNxi32>) {
  ^bb0(%a: i32, %c: i32, %out: i32):
    %r = arith.xori %a, %c : i32
    linalg.yield %r : i32
  } -> tensor<MxNxi32>
  %g = linalg.generic {indexing_maps = [#of_row, #of_row, #of_row], iterator_types = ["parallel"]}
      ins(%at, %s : tensor<Mxi32>, tensor<Mxi32>) outs(%e2 : tensor<Mxf32>) {
  ^bb0(%p: i32, %c: i32, %out: f32):
    %i = linalg.index 0 : index
    %q = arith.index_cast %p : i32 to index
    %low = arith.maxsi %q, %c0 : index
    %high = arith.minsi %low, %last : index
    %v = tensor.extract %d[%i, %high] : tensor<MxNxi32>
    %w = arith.xori %v, %c : i32
    %r = arith.bitcast %w : i32 to f32
    linalg.yield %r : f32
  } -> tensor<Mxf32>
  return %g, %s : tensor<Mxf32>, tensor<Mxi32>
}
"""
for shape in SHAPES:
    m, n = shape
    x = rng.integers(0, 2**32, shape, dtype=np.uint32).view(np.float32)
    x[rng.random(shape) < 0.4] = rng.choice(np.array([-0.0, 0.0, np.nan, -np.nan, np.inf], np.float32))
    at = rng.integers(-n, 2 * n, m).astype(np.int32)
    at[0] = n
    found = x[np.arange(m), at.clip(0, n - 1)]
    total = x.view(np.int32).sum(1, dtype=np.int32)
    case("gather", GATHER, shape, [x, at],
         same(found, total), 2)  # fmt: skip

# Prefixes from the left or the right, and those at some positions: the last one, the one in
# the middle, and any.
PREFIXES = """func.func @NAME(%x: tensor<MxNxTY>, %at: tensor<Mxindex>) -> (tensor<MxNxTY>, tensor<MxTY>) {
  %e0 = tensor.empty() : tensor<MxTY>
  %e1 = tensor.empty() : tensor<MxNxTY>
  %p = prim.device_scan MODE add ins(%x : tensor<MxNxTY>) outs(%e1 : tensor<MxNxTY>) DIRECTION dimension(1) -> tensor<MxNxTY>
  %l = tensor.extract_slice %p[0, LAST] [M, 1] [1, 1] : tensor<MxNxTY> to tensor<MxTY>
  %k = tensor.extract_slice %p[0, MIDDLE] [M, 1] [1, 1] : tensor<MxNxTY> to tensor<MxTY>
  %d = linalg.generic {indexing_maps = [#id, #row, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %l, %k : tensor<MxNxTY>, tensor<MxTY>, tensor<MxTY>) outs(%e1 : tensor<MxNxTY>) {
  ^bb0(%a: TY, %c: TY, %h: TY, %out: TY):
    %b = arith.LESS %c, %a : TY
    %r = arith.LESS %b, %h : TY
    linalg.yield %r : TY
  } -> tensor<MxNxTY>
  %g = linalg.generic {indexing_maps = [#of_row, #of_row], iterator_types = ["parallel"]}
      ins(%at : tensor<Mxindex>) outs(%e0 : tensor<MxTY>) {
  ^bb0(%q: index, %out: TY):
    %i = linalg.index 0 : index
    %v = tensor.extract %p[%i, %q] : tensor<MxNxTY>
    linalg.yield %v : TY
  } -> tensor<MxTY>
  return %d, %g : tensor<MxNxTY>, tensor<MxTY>
}
"""
for shape in SHAPES:
    m, n = shape
    for mode, reverse, ty in [("inclusive", False, "i32"), ("exclusive", False, "f32"), ("inclusive", True, "i64"), ("exclusive", True, "i32")]:
        dtype = {"i32": np.int32, "i64": np.int64, "f32": np.float32}[ty]
        x = rng.integers(-9, 10, shape).astype(dtype)
        turn = (lambda a: a[:, ::-1]) if reverse else (lambda a: a)
        p = turn(np.cumsum(turn(x), 1, dtype=dtype))
        if mode == "exclusive":
            p = p - x
        at = rng.integers(0, n, m)
        text = PREFIXES.replace("TY", ty).replace("MODE", mode).replace("DIRECTION", "reverse" if reverse else "")
        text = text.replace("MIDDLE", str(n // 2)).replace("LESS", "subf" if ty == "f32" else "subi").replace("[M, 1]", f"[{m}, 1]")
        case(f"prefixes_{mode}_{'right' if reverse else 'left'}", text, shape, [x, at],
             same(p[:, -1:] - p - p[:, n // 2, None], p[np.arange(m), at]), 2)  # fmt: skip

# The element of each row that a selection finds, and the elements that are equal to it. An
# i1 among the inputs, the results and the folds.
SELECT = """func.func @NAME(%x: tensor<MxNxf32>, %mask: tensor<MxNxi1>) -> (tensor<Mxf32>, tensor<Mxi32>, tensor<MxNxi1>, tensor<Mxi1>) {
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i32
  %false = arith.constant false
  %e0 = tensor.empty() : tensor<Mxf32>
  %e1 = tensor.empty() : tensor<Mxi32>
  %e2 = tensor.empty() : tensor<MxNxi1>
  %e3 = tensor.empty() : tensor<Mxi1>
  %o = linalg.fill ins(%least : f32) outs(%e0 : tensor<Mxf32>) -> tensor<Mxf32>
  %p = linalg.fill ins(%zero : i32) outs(%e1 : tensor<Mxi32>) -> tensor<Mxi32>
  %q = linalg.fill ins(%false : i1) outs(%e3 : tensor<Mxi1>) -> tensor<Mxi1>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %mask : tensor<MxNxf32>, tensor<MxNxi1>) outs(%o, %p : tensor<Mxf32>, tensor<Mxi32>) {
  ^bb0(%e0_: f32, %set: i1, %m: f32, %mi: i32):
    %i = linalg.index 1 : index
    %ei = arith.index_cast %i : index to i32
    %e = arith.select %set, %e0_, %least : f32
BODY
    linalg.yield %v, %vi : f32, i32
  } -> (tensor<Mxf32>, tensor<Mxi32>)
  %s = linalg.generic {indexing_maps = [#id, #id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mask, %r#0 : tensor<MxNxf32>, tensor<MxNxi1>, tensor<Mxf32>) outs(%e2 : tensor<MxNxi1>) {
  ^bb0(%a: f32, %set: i1, %b: f32, %out: i1):
    %c = arith.cmpf oeq, %a, %b : f32
    %d = arith.andi %c, %set : i1
    linalg.yield %d : i1
  } -> tensor<MxNxi1>
  %t = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<MxNxi1>) outs(%q : tensor<Mxi1>) {
  ^bb0(%a: i1, %acc: i1):
    %d = arith.ori %a, %acc : i1
    linalg.yield %d : i1
  } -> tensor<Mxi1>
  return %r#0, %r#1, %s, %t : tensor<Mxf32>, tensor<Mxi32>, tensor<MxNxi1>, tensor<Mxi1>
}
"""


def select(name, body, shape, x, mask, found, index):
    equal = (x == found[:, None]) & mask
    case(name, SELECT.replace("BODY", body), shape, [x, mask],
         same(found, index, equal, equal.any(1)), 4)  # fmt: skip


for shape in SHAPES:
    for share in (0, 0.02):
        x = rng.integers(-5, 6, shape).astype(np.float32)
        x[rng.random(shape) < share] = np.nan
        mask = rng.random(shape) < 0.7
        masked = np.where(mask, x, -np.inf).astype(np.float32)
        select(f"finds_{share * 100:.0f}", FINDS, shape, x, mask, masked.max(1), masked.argmax(1).astype(np.int32))
# The greatest or least number, and of equal ones the first or last by an integer with or
# without a sign; a NaN wins. What is neutral for each depends on all of that.
EXTREME = """
    %seventy = arith.constant 70 : i32
    %ej = arith.subi %ei, %seventy : i32
    %0 = arith.cmpf KEY, %m, %e : f32
    %1 = arith.cmpf uno, %m, %m : f32
    %2 = arith.ori %0, %1 : i1
    %3 = arith.cmpf ueq, %m, %e : f32
    %4 = arith.cmpi TIE, %mi, %ej : i32
    %5 = arith.andi %3, %4 : i1
    %6 = arith.cmpf uno, %e, %e : f32
    %7 = arith.xori %6, %1 : i1
    %true = arith.constant true
    %8 = arith.xori %7, %true : i1
    %9 = arith.andi %5, %8 : i1
    %10 = arith.cmpf one, %m, %e : f32
    %11 = arith.andi %2, %10 : i1
    %12 = arith.andi %1, %7 : i1
    %13 = arith.ori %11, %12 : i1
    %14 = arith.ori %13, %9 : i1
    %v = arith.select %14, %m, %e : f32
    %vi = arith.select %14, %mi, %ej : i32"""


def extreme(key, tie):
    """EXTREME as a function of (m, mi, e, ei), where NaN equals NaN and is before numbers."""

    def fold(m, mi, e, ei):
        ej = ei - 70
        if np.isnan(m) != np.isnan(e):
            isLeft = np.isnan(m)
        elif m == e or np.isnan(m):
            signed = tie[0] == "s"
            a, b = (mi, ej) if signed else (mi % 2**32, ej % 2**32)
            isLeft = a < b if tie[1:] == "lt" else a > b
        else:
            isLeft = m > e if key == "ogt" else m < e
        return (m, mi) if isLeft else (e, ej)

    return fold


for key in ("ogt", "olt"):
    for tie in ("slt", "sgt", "ult", "ugt"):
        for shape in ((3, 150), (2, 1030)):
            x = rng.integers(-2, 3, shape).astype(np.float32)
            x[0, rng.random(shape[1]) < 0.05] = np.nan
            mask = rng.random(shape) < 0.8
            # A row in which all elements are the neutral one's number.
            x[1] = np.inf if key == "olt" else -np.inf
            mask[1] = key == "olt"
            masked = np.where(mask, x, -np.inf).astype(np.float32)
            body = EXTREME.replace("KEY", key).replace("TIE", tie)
            select(f"extreme_{key}_{tie}", body, shape, x, mask, *fold_rows(extreme(key, tie), masked))

# A product of matrices, exact in integers: of few columns, which a group computes itself,
# and of many. Sums of its rows, and the rows without them; a start, and no terms.
PRODUCT = """func.func @NAME(%x: tensor<MxKxi32>, %w: tensor<KxNxi32>, %o: tensor<MxNxi32>) -> (tensor<MxNxi32>, tensor<Mxi32>) {
  %zero = arith.constant 0 : i32
  %least = arith.constant -999999 : i32
  %e0 = tensor.empty() : tensor<Mxi32>
  %e1 = tensor.empty() : tensor<MxNxi32>
  %m = linalg.matmul ins(%x, %w : tensor<MxKxi32>, tensor<KxNxi32>) outs(%o : tensor<MxNxi32>) -> tensor<MxNxi32>
  %f = linalg.fill ins(%least : i32) outs(%e0 : tensor<Mxi32>) -> tensor<Mxi32>
  %s = linalg.reduce { arith.maxsi } ins(%m : tensor<MxNxi32>) outs(%f : tensor<Mxi32>) dimensions = [1]
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m, %s : tensor<MxNxi32>, tensor<Mxi32>) outs(%e1 : tensor<MxNxi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %r = arith.subi %a, %b : i32
    linalg.yield %r : i32
  } -> tensor<MxNxi32>
  return %d, %s : tensor<MxNxi32>, tensor<Mxi32>
}
"""
for shape in [(5, 1), (9, 7), (70, 8), (4, 33), (3, 64), (2, 65), (2, 300)]:
    for terms in (0, 1, 19):
        m, n = shape
        x, w, o = (rng.integers(-9, 10, size).astype(np.int32) for size in [(m, terms), (terms, n), shape])
        # Sums below 0, which an element that is not computed would be above.
        x, w, o = abs(x), -abs(w) - 1, -abs(o) - 1
        product = x @ w + o
        most = product.max(1)
        text = PRODUCT.replace("KxN", f"{terms}x{n}").replace("MxK", f"{m}x{terms}")
        case(f"product_{terms}", text, shape, [x, w, o], same(product - most[:, None], most), 2)
        # No element of the product is in memory.
        alone = text.replace("outs(%o : tensor<MxNxi32>)", "outs(%z : tensor<MxNxi32>)").replace("%d, %s : tensor<MxNxi32>, ", "%s : ")
        alone = alone.replace("(tensor<MxNxi32>, tensor<Mxi32>) {", "tensor<Mxi32> {")
        alone = alone.replace("  %m =", "  %z = linalg.fill ins(%zero : i32) outs(%e1 : tensor<MxNxi32>) -> tensor<MxNxi32>\n  %m =")
        case(f"product_{terms}_alone", alone, shape, [x, w, o], same((x @ w).max(1)))

# The first elements of sorted rows: their places, prefixes, greatest value and its number,
# sum, and the second one; and all elements at the places of a sort.
FIRST = """func.func @NAME(%x: tensor<MxNxi32>, %w: tensor<Mxi32>) -> (tensor<MxKxi32>, tensor<MxKxi32>, tensor<Mxi32>, tensor<Mxi32>, tensor<Mxi32>, tensor<MxNxi32>) {
  %zero = arith.constant 0 : i32
  %least = arith.constant -2147483648 : i32
  %e0 = tensor.empty() : tensor<Mxi32>
  %e1 = tensor.empty() : tensor<MxNxi32>
  %e2 = tensor.empty() : tensor<MxKxi32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %w : tensor<MxNxi32>, tensor<Mxi32>) outs(%e1 : tensor<MxNxi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %r = arith.xori %a, %b : i32
    linalg.yield %r : i32
  } -> tensor<MxNxi32>
  %v:2 = prim.device_topk slt descending ins(%p : tensor<MxNxi32>) outs(%e2, %e2 : tensor<MxKxi32>, tensor<MxKxi32>) dimension(1) prologue {
  ^bb0(%a: i32, %at: index):
    %r = arith.index_cast %at : index to i32
    prim.yield %a, %r : i32, i32
  } -> tensor<MxKxi32>, tensor<MxKxi32>
  %c = prim.device_scan inclusive add ins(%v#1 : tensor<MxKxi32>) outs(%e2 : tensor<MxKxi32>) dimension(1) -> tensor<MxKxi32>
  %second = tensor.extract_slice %v#1[0, SECOND] [M, 1] [1, 1] : tensor<MxKxi32> to tensor<Mxi32>
  %o0 = linalg.fill ins(%least : i32) outs(%e0 : tensor<Mxi32>) -> tensor<Mxi32>
  %o1 = linalg.fill ins(%zero : i32) outs(%e0 : tensor<Mxi32>) -> tensor<Mxi32>
  %m:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%v#1 : tensor<MxKxi32>) outs(%o0, %o1 : tensor<Mxi32>, tensor<Mxi32>) {
  ^bb0(%a: i32, %most: i32, %at: i32):
    %j = linalg.index 1 : index
    %i = arith.index_cast %j : index to i32
    %more = arith.cmpi sgt, %a, %most : i32
    %same = arith.cmpi eq, %a, %most : i32
    %less = arith.cmpi slt, %i, %at : i32
    %tie = arith.andi %same, %less : i1
    %take = arith.ori %more, %tie : i1
    %r = arith.select %take, %a, %most : i32
    %q = arith.select %take, %i, %at : i32
    linalg.yield %r, %q : i32, i32
  } -> (tensor<Mxi32>, tensor<Mxi32>)
  %s = linalg.reduce { arith.addi } ins(%v#1 : tensor<MxKxi32>) outs(%o1 : tensor<Mxi32>) dimensions = [1]
  %d = linalg.generic {indexing_maps = [#id, #row, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c, %s, %m#1 : tensor<MxKxi32>, tensor<Mxi32>, tensor<Mxi32>) outs(%e2 : tensor<MxKxi32>) {
  ^bb0(%a: i32, %b: i32, %at: i32, %out: i32):
    %t = arith.subi %b, %a : i32
    %r = arith.addi %t, %at : i32
    linalg.yield %r : i32
  } -> tensor<MxKxi32>
  %z:2 = prim.device_sort slt ins(%p : tensor<MxNxi32>) outs(%e1, %e1 : tensor<MxNxi32>, tensor<MxNxi32>) dimension(1) prologue {
  ^bb0(%a: i32, %at: index):
    %r = arith.index_cast %at : index to i32
    prim.yield %a, %r : i32, i32
  } -> tensor<MxNxi32>, tensor<MxNxi32>
  %g = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%z#1 : tensor<MxNxi32>) outs(%e1 : tensor<MxNxi32>) {
  ^bb0(%at: i32, %out: i32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %at : i32 to index
    %r = tensor.extract %p[%i, %j] : tensor<MxNxi32>
    linalg.yield %r : i32
  } -> tensor<MxNxi32>
  return %v#0, %d, %second, %m#0, %s, %g : tensor<MxKxi32>, tensor<MxKxi32>, tensor<Mxi32>, tensor<Mxi32>, tensor<Mxi32>, tensor<MxNxi32>
}
"""
firsts = np.random.default_rng(41)
for shape, k in [((3, 1), 1), ((9, 7), 3), ((4, 33), 4), ((3, 64), 63), ((5, 65), 2), ((3, 128), 9), ((2, 129), 9), ((2, 1000), 40)]:
    m, n = shape
    # Few values, so that places show whether equal ones keep their order.
    x, w = firsts.integers(-4, 4, shape, dtype=np.int32), firsts.integers(-2, 2, m, dtype=np.int32)
    p = x ^ w[:, None]
    place = np.argsort(-p, axis=1, kind="stable").astype(np.int32)[:, :k]
    sums = place.sum(1, dtype=np.int32)
    rest = sums[:, None] - np.cumsum(place, 1, dtype=np.int32) + place.argmax(1).astype(np.int32)[:, None]
    text = FIRST.replace("MxK", f"{m}x{k}").replace("SECOND", str(min(k, 2) - 1)).replace("[M,", f"[{m},")
    case(f"first_{k}", text, shape, [x, w], same(np.take_along_axis(p, place, 1), rest, place[:, min(k, 2) - 1], place.max(1), sums, np.sort(p, 1)), 6)

selections = np.random.default_rng(31)
for number in range(40):
    body, fold = draw_selection(selections)
    shape = [(3, 150), (5, 21)][number % 2]
    x = selections.integers(-2, 3, shape).astype(np.float32)
    x[selections.random(shape) < 0.1] = np.nan
    # The least number is an element, too, which a neutral value may not hide.
    mask = selections.random(shape) < 0.8
    masked = np.where(mask, x, -np.inf).astype(np.float32)
    text = "    %true = arith.constant true\n" + body
    select(f"selects_{number}", text, shape, x, mask, *fold_rows(fold, masked))

suite.run()
