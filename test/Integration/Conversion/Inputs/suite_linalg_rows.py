# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions along some of the loops of linalg ops, and the idioms of frontends for
argmax, softmax and norms, as one program each, against numpy."""

import numpy as np

from primtest.comparing import same
from primtest.suite import Suite

from linalg_selections import FINDS, draw_selection, fold_rows

suite = Suite()
rng = np.random.default_rng(5)
suite.header = """
#id1 = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
#id2 = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#id3 = affine_map<(i, j, k) -> (i, j, k)>
#swapped = affine_map<(i, j, k) -> (k, i)>
#middle = affine_map<(i, j, k) -> (j)>
#outer = affine_map<(i, j, k) -> (i)>
"""
SHAPES = [(1, 1), (3, 7), (64, 33), (5, 1000), (2, 5000)]


def small(*shape):
    return rng.integers(-7, 8, shape).astype(np.int32)


def near(want, bound):
    """Floats within `bound` of the reference, which is computed in float64."""

    def check(outputs):
        worst = np.max(np.abs(outputs[0].astype(np.float64) - want), initial=0)
        return None if worst <= bound else f"differs by {worst}, more than {bound}"

    return check


def case(name, function, inputs, check, outputs=1):
    suite.function(function.split("@")[1].split("(")[0], function)
    suite.case(name, function.split("@")[1].split("(")[0], inputs, check, outputs=outputs)


ROWS = """func.func @sum_of_rows(%x: tensor<?x?xi32>, %o: tensor<?xi32>) -> tensor<?xi32> {
  %r = linalg.reduce { arith.addi } ins(%x : tensor<?x?xi32>) outs(%o : tensor<?xi32>) dimensions = [1]
  return %r : tensor<?xi32>
}
"""
COLUMNS = """func.func @turned_sum(%x: tensor<?x?xi32>, %o: tensor<?xi32>) -> tensor<?xi32> {
  %r = linalg.generic {indexing_maps = [#turned, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xi32>) outs(%o : tensor<?xi32>) {
  ^bb0(%a: i32, %acc: i32):
    %m = arith.addi %acc, %a : i32
    linalg.yield %m : i32
  } -> tensor<?xi32>
  return %r : tensor<?xi32>
}
"""
OF_ROWS = """func.func @offsets_and_weights(%x: tensor<?x?xi32>, %y: tensor<?xi32>, %z: tensor<?xi32>, %o: tensor<?xi32>) -> tensor<?xi32> {
  %r = linalg.generic {indexing_maps = [#id2, #row, #column, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %y, %z : tensor<?x?xi32>, tensor<?xi32>, tensor<?xi32>) outs(%o : tensor<?xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32, %acc: i32):
    %d = arith.subi %a, %b : i32
    %e = arith.muli %c, %d : i32
    %m = arith.addi %acc, %e : i32
    linalg.yield %m : i32
  } -> tensor<?xi32>
  return %r : tensor<?xi32>
}
"""
for shape in SHAPES:
    x, o = small(*shape), small(shape[0])
    case(f"rows_{shape}", ROWS, [x, o], same(x.sum(1, dtype=np.int32) + o))
    y = small(shape[1])
    case(f"columns_{shape}", COLUMNS, [x, y], same(x.sum(0, dtype=np.int32) + y))
    want = ((x - o[:, None]) * y).sum(1, dtype=np.int32) + o
    case(f"of_rows_{shape}", OF_ROWS, [x, o, y, o], same(want))

# The index of an element in several folded loops, of which one is looked up, and an
# output with its dimensions in another order.
case(
    "several_loops",
    """func.func @several_loops(%x: tensor<?x?x?xi32>, %y: tensor<?xi32>, %o: tensor<?xi32>) -> tensor<?xi32> {
  %r = linalg.generic {indexing_maps = [#id3, #middle, #outer], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x, %y : tensor<?x?x?xi32>, tensor<?xi32>) outs(%o : tensor<?xi32>) {
  ^bb0(%a: i32, %b: i32, %acc: i32):
    %k = linalg.index 2 : index
    %w = arith.index_cast %k : index to i32
    %p = arith.muli %a, %b : i32
    %q = arith.muli %p, %w : i32
    %m = arith.addi %acc, %q : i32
    linalg.yield %m : i32
  } -> tensor<?xi32>
  return %r : tensor<?xi32>
}
""",
    [x := small(4, 9, 50), y := small(9), o := small(4)],
    same((x * y[:, None] * np.arange(50)).sum((1, 2)).astype(np.int32) + o),
)
case(
    "swapped",
    """func.func @swapped(%x: tensor<?x?x?xi32>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.generic {indexing_maps = [#id3, #swapped], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x : tensor<?x?x?xi32>) outs(%o : tensor<?x?xi32>) {
  ^bb0(%a: i32, %acc: i32):
    %m = arith.xori %acc, %a : i32
    linalg.yield %m : i32
  } -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
""",
    [x := small(4, 40, 6), o := small(6, 4)],
    same(np.bitwise_xor.reduce(x, axis=1).T ^ o),
)

# A comparison of each element, reduced as truth values. They are stored as bytes, but are
# numbers of one bit, of which true is the smallest.
TRUTHS = """func.func @{name}(%x: tensor<?x?xi32>, %e: tensor<?x?xi1>, %f: tensor<?xi1>, %o: tensor<?xi32>) -> tensor<?xi32> {{
  %zero = arith.constant 0 : i32
  %start = arith.constant {start}
  %c = linalg.generic {{indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}}
      ins(%x : tensor<?x?xi32>) outs(%e : tensor<?x?xi1>) {{
  ^bb0(%a: i32, %b: i1):
    %t = arith.cmpi sgt, %a, %zero : i32
    linalg.yield %t : i1
  }} -> tensor<?x?xi1>
  %n = linalg.fill ins(%start : i1) outs(%f : tensor<?xi1>) -> tensor<?xi1>
  %r = linalg.reduce {{ arith.{op} }} ins(%c : tensor<?x?xi1>) outs(%n : tensor<?xi1>) dimensions = [1]
  %w = linalg.map {{ arith.extui }} ins(%r : tensor<?xi1>) outs(%o : tensor<?xi32>)
  return %w : tensor<?xi32>
}}
"""
for name, op, start, fold in [("any", "ori", "false", np.any), ("largest_truth", "maxsi", "true", np.all)]:
    x = small(50, 9)
    outputs = [np.zeros((50, 9), bool), np.zeros(50, bool), small(50)]
    want = same(fold(x > 0, axis=1).astype(np.int32))
    case(name, TRUTHS.format(name=name, op=op, start=start), [x, *outputs], want)

ARGMAX = """func.func @{name}(%x: tensor<?x?xf32>, %e0: tensor<?xf32>, %e1: tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>) {{
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i32
  %o = linalg.fill ins(%least : f32) outs(%e0 : tensor<?xf32>) -> tensor<?xf32>
  %p = linalg.fill ins(%zero : i32) outs(%e1 : tensor<?xi32>) -> tensor<?xi32>
  %r:2 = linalg.generic {{indexing_maps = [#id2, #row, #row], iterator_types = ["parallel", "reduction"]}}
      ins(%x : tensor<?x?xf32>) outs(%o, %p : tensor<?xf32>, tensor<?xi32>) {{
  ^bb0(%e: f32, %m: f32, %mi: i32):
    %i = linalg.index 1 : index
    %ei = arith.index_cast %i : index to i32
{body}
    linalg.yield %v, %vi : f32, i32
  }} -> (tensor<?xf32>, tensor<?xi32>)
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xi32>
}}
"""
# The first greatest number; a NaN is never selected.
SKIPS = ARGMAX.format(name="skips", body="""
    %c = arith.cmpf ogt, %e, %m : f32
    %v = arith.select %c, %e, %m : f32
    %vi = arith.select %c, %ei, %mi : i32""")
FIRST_NAN = ARGMAX.format(name="finds", body=FINDS)
# As torch-mlir: a maximum that is NaN if there is one, and the first greatest number of
# those before it.
STOPS = ARGMAX.format(name="stops", body="""
    %v = arith.maximumf %e, %m : f32
    %c = arith.cmpf ogt, %e, %m : f32
    %vi = arith.select %c, %ei, %mi : i32""")
# The same, and whether that number is at an odd position.
ODD = STOPS.replace("@stops", "@odd").replace("i32", "i1")
# This fold in a kernel of rows, which needs rows that are not empty.
STOPPED = STOPS.replace("@stops", "@stopped").replace(
    "f32>, %e0: ", "f32>, %e2: tensor<?x?xf32>, %e0: ").replace(
    "-> (tensor<?xf32>, tensor<?xi32>) {\n  %least", "-> (tensor<?x?xf32>, tensor<?xi32>) {\n  %least").replace(
    "  return %r#0", """  %s = linalg.generic {indexing_maps = [#id2, #row, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %r#0 : tensor<?x?xf32>, tensor<?xf32>) outs(%e2 : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.subf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<?x?xf32>
  return %s""").replace(": tensor<?xf32>, tensor<?xi32>\n}", ": tensor<?x?xf32>, tensor<?xi32>\n}")  # fmt: skip
for shape in SHAPES:
    for share in (0, 0.003, 0.3, 1):
        x = rng.integers(-5, 6, shape).astype(np.float32)
        x[rng.random(shape) < share] = np.nan
        empty = [np.zeros(shape[0], np.float32), np.zeros(shape[0], np.int32)]
        numbers = np.where(np.isnan(x), -np.inf, x)
        index = numbers.argmax(1).astype(np.int32)
        case(f"skips_{shape}_{share}", SKIPS, [x, *empty], same(numbers.max(1), index), 2)
        want = same(x.max(1), x.argmax(1).astype(np.int32))
        case(f"finds_{shape}_{share}", FIRST_NAN, [x, *empty], want, 2)
        before = np.where(np.isnan(x).cumsum(1) > 0, -np.inf, x).argmax(1).astype(np.int32)
        case(f"stops_{shape}_{share}", STOPS, [x, *empty], same(x.max(1), before), 2)
        rows, columns = shape
        if rows and columns:
            text = STOPPED.replace("@stopped", f"@stopped_{rows}_{columns}")
            text = text.replace("?x?", f"{rows}x{columns}x").replace("<?x", f"<{rows}x")
            text = text.replace("xx", "x")
            want = same(x - x.max(1, keepdims=True), before)
            case(f"stopped_{shape}_{share}", text, [x, np.zeros_like(x), *empty], want, 2)
        bits = [empty[0], np.zeros(shape[0], bool)]
        case(f"odd_{shape}_{share}", ODD, [x, *bits], same(x.max(1), before % 2 == 1), 2)

SOFTMAX = """func.func @softmax(%x: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.softmax dimension(1) ins(%x : tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
"""
for shape in SHAPES:
    x = rng.standard_normal(shape).astype(np.float32) * 4
    wide = np.exp(x.astype(np.float64) - x.max(1, keepdims=True))
    want = wide / wide.sum(1, keepdims=True)
    case(f"softmax_{shape}", SOFTMAX, [x, np.zeros_like(x)], near(want, 2e-6))

# Elementwise code after sums of columns, of rows, and of all, with two results.
MEANS = """func.func @{name}(%x: {shape}, %e: {sums}) -> ({sums}, {sums}) {{
  %zero = arith.constant 0 : i32
  %seven = arith.constant 7 : i32
  %o = linalg.fill ins(%zero : i32) outs(%e : {sums}) -> {sums}
  %s = linalg.reduce {{ arith.addi }} ins(%x : {shape}) outs(%o : {sums}) dimensions = [{dims}]
  %r:2 = linalg.generic {{indexing_maps = [{map}, {map}, {map}], iterator_types = [{loops}]}}
      ins(%s : {sums}) outs(%e, %e : {sums}, {sums}) {{
  ^bb0(%a: i32, %out0: i32, %out1: i32):
    %q = arith.divsi %a, %seven : i32
    %b = arith.xori %a, %q : i32
    linalg.yield %q, %b : i32, i32
  }} -> ({sums}, {sums})
  return %r#0, %r#1 : {sums}, {sums}
}}
"""
for shape in SHAPES:
    x = small(*shape)
    for dims, axis in (("0", 0), ("1", 1), ("0, 1", (0, 1))):
        sums = x.sum(axis, dtype=np.int32)
        quotient = np.trunc(sums / 7).astype(np.int32)
        of_all = dims == "0, 1"
        name = f"means_{shape[0]}_{shape[1]}_{len(dims)}{dims[0]}"
        text = MEANS.format(
            name=name, dims=dims, shape=f"tensor<{shape[0]}x{shape[1]}xi32>",
            sums="tensor<i32>" if of_all else f"tensor<{len(sums)}xi32>",
            map="affine_map<() -> ()>" if of_all else "#id1", loops="" if of_all else '"parallel"')  # fmt: skip
        case(name, text, [x, np.zeros_like(sums)], same(quotient, sums ^ quotient), 2)

# Programs of random comparisons and selections of a float and its index. Whether they
# are converted or stay one thread for each row, they give the same as the fold in order.
selections = np.random.default_rng(9)
for number in range(48):
    body, fold = draw_selection(selections)
    x = selections.integers(-2, 3, (4, 150)).astype(np.float32)
    x[selections.random(x.shape) < 0.2] = np.nan
    text = ARGMAX.format(name=f"selects{number}", body="    %true = arith.constant true\n" + body)
    empty = [np.zeros(4, np.float32), np.zeros(4, np.int32)]
    case(f"selects_{number}", text, [x, *empty], same(*fold_rows(fold, x)), 2)

suite.run()
