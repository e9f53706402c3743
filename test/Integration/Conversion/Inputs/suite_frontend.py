# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of JAX as IREE's importer prints them in generic form (jax/README.md), and ops
of torch-mlir, against numpy."""

import pathlib

import numpy as np

from primtest.comparing import same
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(17)
folder = pathlib.Path(__file__).parent / "jax"


def add(name, inputs, check, outputs=1, replace=(), to=None):
    """A case of the program `name`, with parts of its text replaced; its function is then
    called `to`."""
    text = (folder / f"{name}.mlir").read_text()
    # The module is the suite's.
    text = text[text.index("\n") + 1 : text.rindex("})")]
    for old, new in replace:
        assert old in text, old
        text = text.replace(old, new)
    to = to or name
    suite.function(to, text.replace('sym_name = "main"', f'sym_name = "{to}"'))
    suite.case(to, to, inputs, check, outputs=outputs)


def floats(*shape, special=0.2):
    """Floats of which many are equal, with zeros, infinities and NaNs of both signs."""
    x = (rng.integers(-20, 21, shape) / 4).astype(np.float32)
    extra = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, -np.nan], np.float32)
    return np.where(rng.random(shape) < special, rng.choice(extra, shape), x)


def bits(*want):
    """Compares bits, so that NaNs and zeros must be those of the input."""

    def check(outputs):
        for got, expected in zip(outputs, want, strict=True):
            if got.dtype != expected.dtype or got.tobytes() != expected.tobytes():
                return f"{got} is not {expected}"
        return None

    return check


def near(want, bound):
    def check(outputs):
        ok = np.isclose(outputs[0], want, rtol=0, atol=bound, equal_nan=True)
        return None if ok.all() else f"{np.argwhere(~ok)[:3]} differ: {outputs[0][~ok][:3]}"

    return check


# Scans, of rows and of an only element.
for columns in (1000, 1):
    size = [("64x1000x", f"64x{columns}x")]
    x = floats(64, columns, special=0)
    x[3, columns // 2] = np.nan
    want = np.cumsum(x.astype(np.float64), 1)
    add("cumsum", [x], near(want, 2e-3), replace=size, to=f"cumsum_{columns}")
    x = floats(64, columns, special=0.001)
    want = np.maximum.accumulate(x, 1)
    add("cummax", [x], near(want, 0), replace=size, to=f"cummax_{columns}")

# Exclusive scans start from the accumulator, and leave the last result there.
integers = [("xf32", "xi32"), ("f32", "i32"), ("addf", "addi"), ("0.000000e+00", "5")]
integers.append(("<{fastmath = #arith.fastmath<none>}> ", ""))
last = [("%4#0", "%4#1"), ("-> tensor<64x1000xi32>, sym", "-> tensor<64xi32>, sym")]
last.append(("(tensor<64x1000xi32>) -> ()", "(tensor<64xi32>) -> ()"))
exclusive = [("inclusive = true", "inclusive = false")]
torch = [("iree_linalg_ext", "tm_tensor")]
torch.append(("dimension = 1 : i64,", "dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 2>,"))
x = rng.integers(-9, 9, (64, 1000)).astype(np.int32)
before = 5 + np.cumsum(x, 1, dtype=np.int32) - x
add("cumsum", [x], same(np.cumsum(x, 1, dtype=np.int32)), replace=integers, to="inclusive")
add("cumsum", [x], same(before), replace=integers + exclusive, to="exclusive")
add("cumsum", [x], same(x.sum(1, dtype=np.int32)), replace=integers + last, to="sum")
add("cumsum", [x], same(before[:, -1]), replace=integers + exclusive + last, to="before_last")
add("cumsum", [x], same(before), replace=integers + exclusive + torch, to="exclusive_torch")

# Sorts.
for count in (10000, 1, 0):
    size = [("10000x", f"{count}x")]
    x = rng.integers(-50, 50, count).astype(np.int32)
    add("sort", [x], same(np.sort(x)), replace=size, to=f"sort_{count}")
    down = [*size, ("predicate = 2", "predicate = 8")]
    greatest = np.sort(x.view(np.uint32))[::-1].view(np.int32)
    add("sort", [x], same(greatest), replace=down, to=f"sort_down_{count}")
    x = floats(count)
    order = np.argsort(x, kind="stable").astype(np.int32)
    add("sortf", [x], bits(x[order]), replace=size, to=f"sortf_{count}")
    add("argsort", [x], same(order), replace=size, to=f"argsort_{count}")
    # An equal order in a form that is not recognised, which is sorted by comparisons.
    compared = [*size, ("predicate = 1 :", "predicate = 8 :")]
    add("argsort", [x], same(order), replace=compared, to=f"argsort_compared_{count}")
# Two keys: an integer, then a float; and the same with a comparison that is none of
# prim's orders.
a, b = rng.integers(-3, 4, 100).astype(np.int32), floats(100)
c = np.arange(100, dtype=np.int32)
order = np.lexsort((b, a))
want = bits(a[order], b[order], c[order])
add("sort2", [a, b, c], want, outputs=3)
ascending = np.lexsort((b, -a))
other = [('"arith.cmpi"(%arg3, %arg4) <{predicate = 2', '"arith.cmpi"(%arg3, %arg4) <{predicate = 4')]
want = bits(a[ascending], b[ascending], c[ascending])
add("sort2", [a, b, c], want, outputs=3, replace=other, to="sort2_mixed")

# The greatest first, and NaN before them; among equal ones the first.
for columns in (1000, 8):
    x = floats(64, columns)
    x[5] = 1
    x[6] = -np.inf
    order = np.stack([np.lexsort((-row, ~np.isnan(row)))[:8] for row in x]).astype(np.int32)
    want = bits(np.take_along_axis(x, order, 1), order)
    size = [("64x1000x", f"64x{columns}x")]
    add("topk", [x], want, outputs=2, replace=size, to=f"topk_{columns}")
x = rng.integers(-9, 9, 100).astype(np.int32)
x[::3] = -(2**31)
order = np.argsort(-x.astype(np.int64), kind="stable")[:4].astype(np.int32)
add("topki", [x], same(x[order], order), outputs=2)

# Nucleus sampling: a softmax, its argsort, and a cumulative sum of what that gathers. A
# row with a NaN keeps nothing.
x = (rng.integers(-10, 10, (8, 1000)) / 4).astype(np.float32)
x[2, 77] = np.nan
order = np.argsort(-x, 1, kind="stable").astype(np.int32)
order[2] = np.arange(1000)
wide = np.exp(x.astype(np.float64) - x.max(1, keepdims=True))
share = np.take_along_axis(wide / wide.sum(1, keepdims=True), order, 1)
earlier = share.cumsum(1) - share


def nucleus(outputs):
    kept, index = outputs
    if not np.array_equal(index, order):
        return "another order"
    sure = ~(np.abs(earlier - 0.9) < 1e-4)
    want = np.where(earlier < 0.9, share, 0)
    wrong = sure & ~(np.abs(kept - want) < 1e-6)
    return f"{np.argwhere(wrong)[:3]} differ" if wrong.any() else None


add("top_p", [x], nucleus, outputs=2)

# Counts and sums by index. An index that is out of range is left out.
x = rng.integers(-5, 70, 5000).astype(np.int32)
add("bincount", [x], same(np.bincount(np.maximum(x, 0))[:64].astype(np.int32)))
w = rng.standard_normal(5000).astype(np.float32)
sums = np.zeros(64)
inside = (x >= 0) & (x < 64)
np.add.at(sums, x[inside], w[inside])
add("segment_sum", [w, x], near(sums, 1e-4))
started = [("dense<0.000000e+00> : tensor<64xf32>", "dense<2.500000e+00> : tensor<64xf32>")]
add("segment_sum", [w, x], near(sums + 2.5, 1e-4), replace=started, to="scatter_add")


def scatter(name, updates, indices, out, map):
    """A scatter of torch-mlir that adds updates of these types, as a function."""
    types = f"{updates}, {indices}, {out}"
    suite.function(
        name,
        f'''"func.func"() <{{function_type = ({types}) -> {out}, sym_name = "{name}"}}> ({{
^bb0(%u: {updates}, %i: {indices}, %o: {out}):
  %0 = "tm_tensor.scatter"(%u, %i, %o) <{{dimension_map = array<i64: {map}>,
      operandSegmentSizes = array<i32: 2, 1>, unique_indices = false}}> ({{
  ^bb0(%a: i32, %b: i32):
    %s = "arith.addi"(%b, %a) <{{overflowFlags = #arith.overflow<none>}}> : (i32, i32) -> i32
    "tm_tensor.yield"(%s) : (i32) -> ()
  }}) : ({types}) -> {out}
  "func.return"(%0) : ({out}) -> ()
}}) : () -> ()''',
    )


def place(out, updates, tuples, map):
    """Adds each slice of the updates where all its elements are inside of `out`, and else
    the elements that are."""
    want = out.copy()
    unindexed = out.ndim - (updates.ndim - 1)
    for at in np.ndindex(updates.shape):
        position = [0] * unindexed + list(at[1:])
        for index, dim in zip(tuples[at[0]], map, strict=True):
            position[dim] += int(index)
        if all(0 <= p < size for p, size in zip(position, out.shape, strict=True)):
            want[tuple(position)] += updates[at]
    return want


# Slices, windows that are wider than one row, tuples of indices in both orders, and a
# middle dimension. Indices of some are out of range, one of them by 2^62.
for name, form, out, map, top in (
    ("slices", (70, 1, 8), (9, 8), (0,), 11),
    ("whole_slices", (70, 8), (9, 8), (0,), 11),
    ("windows", (70, 3, 8), (9, 8), (0,), 11),
    ("tuples", (300,), (9, 8), (0, 1), 10),
    ("turned", (300,), (9, 8), (1, 0), 10),
    ("middle", (40, 1, 5), (7, 6, 5), (1, 0), 8),
    ("cubes", (40, 2, 2, 2), (3, 4, 5), (0, 1, 2), 6),
):
    u = rng.integers(-99, 99, form).astype(np.int32)
    i = rng.integers(-2, top, (form[0], len(map)))
    i[5, 0] = 2**62
    o = rng.integers(-99, 99, out).astype(np.int32)
    want = same(place(o, u, i, map))
    for prefix, sizes in (("", [u.shape, i.shape, o.shape]), ("any_", None)):
        sizes = sizes or [("?",) * u.ndim, ("?", len(map)), ("?",) * o.ndim]
        types = [
            f"tensor<{'x'.join([str(n) for n in size])}x{kind}>"
            for size, kind in zip(sizes, ("i32", "i64", "i32"), strict=True)
        ]
        scatter(prefix + name, *types, ", ".join([str(n) for n in map]))
        suite.case(prefix + name, prefix + name, [u, i, o], want)

# One update that replaces a row, or an element at two indices. One outside of the
# output is ignored.
suite.function(
    "set_row",
    '''"func.func"() <{function_type = (tensor<1x7xi32>, tensor<1x1xi32>, tensor<5x7xi32>) -> tensor<5x7xi32>, sym_name = "set_row"}> ({
^bb0(%u: tensor<1x7xi32>, %i: tensor<1x1xi32>, %o: tensor<5x7xi32>):
  %0 = "iree_linalg_ext.scatter"(%u, %i, %o) <{dimension_map = array<i64: 0>, unique_indices = true}> ({
  ^bb0(%a: i32, %b: i32):
    "iree_linalg_ext.yield"(%a) : (i32) -> ()
  }) : (tensor<1x7xi32>, tensor<1x1xi32>, tensor<5x7xi32>) -> tensor<5x7xi32>
  "func.return"(%0) : (tensor<5x7xi32>) -> ()
}) : () -> ()''',
)
suite.function(
    "set_element",
    '''"func.func"() <{function_type = (tensor<1xi32>, tensor<1x2xi64>, tensor<5x7xi32>) -> tensor<5x7xi32>, sym_name = "set_element"}> ({
^bb0(%u: tensor<1xi32>, %i: tensor<1x2xi64>, %o: tensor<5x7xi32>):
  %0 = "iree_linalg_ext.scatter"(%u, %i, %o) <{dimension_map = array<i64: 1, 0>, unique_indices = true}> ({
  ^bb0(%a: i32, %b: i32):
    "iree_linalg_ext.yield"(%a) : (i32) -> ()
  }) : (tensor<1xi32>, tensor<1x2xi64>, tensor<5x7xi32>) -> tensor<5x7xi32>
  "func.return"(%0) : (tensor<5x7xi32>) -> ()
}) : () -> ()''',
)
table = rng.integers(-99, 99, (5, 7)).astype(np.int32)
for row in (0, 4, 5, -1):
    new = rng.integers(-99, 99, (1, 7)).astype(np.int32)
    want = table.copy()
    if 0 <= row < 5:
        want[row] = new
    suite.case("set_row", "set_row", [new, np.array([[row]], np.int32), table], same(want))
for column, row in ((6, 4), (0, 2), (7, 0), (3, -1), (-1, 2)):
    want = table.copy()
    if 0 <= row < 5 and 0 <= column < 7:
        want[row, column] = 1234
    at = np.array([[column, row]], np.int64)
    suite.case("set_element", "set_element", [np.array([1234], np.int32), at, table], same(want))

suite.run()
