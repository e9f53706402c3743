# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random products of matrices, by tiles: any layout, batches, sizes that do not fill a
tile, known and unknown extents, and elementwise code after them, against numpy, which
sums in the order of the program: the results have the same bits. Few long sums, of
integers, become reductions."""

import itertools

import numpy as np

from primtest.comparing import same
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(35)

# The types of factors and of their sum.
TYPES = [
    ("f32", np.float32, "f32", np.float32, ""),
    ("f64", np.float64, "f64", np.float64, ""),
    ("i32", np.int32, "i32", np.int32, ""),
    ("f16", np.float16, "f32", np.float32, "arith.extf"),
    ("i8", np.int8, "i32", np.int32, "arith.extsi"),
]
LONG_TYPES = [TYPES[2], TYPES[4]]
SIZES = [2, 5, 15, 16, 17, 33, 64, 65, 100, 130]


def draw(dtype, shape):
    if np.issubdtype(dtype, np.integer):
        return rng.integers(-9, 10, shape).astype(dtype)
    return rng.standard_normal(shape).astype(dtype)


def shuffled(dims):
    return [dims[i] for i in rng.permutation(len(dims))]


class Product:
    def __init__(self, number, is_long=False):
        self.name = f"product{number}"
        self.is_known = is_long or bool(rng.integers(3))
        types = LONG_TYPES if is_long else TYPES
        self.small, small_type, self.sum, self.sum_type, self.extension = types[number % len(types)]
        batches = [f"b{i}" for i in range(rng.integers(0, 3))]
        steps = [f"k{i}" for i in range(1 if rng.integers(4) else 2)]
        self.size = {dim: int(rng.integers(2, 4)) for dim in batches}
        sizes, lengths = ([2, 5, 11], [520, 700]) if is_long else (SIZES, [1, 3, 16, 31, 40])
        self.size |= {"m": int(rng.choice(sizes)), "n": int(rng.choice(sizes))}
        self.size |= {dim: int(rng.choice(lengths)) for dim in steps}
        self.out = shuffled([*batches, "m", "n"])
        self.left = shuffled([*batches, "m", *steps])
        self.right = shuffled([*batches, "n", *steps])
        self.dims, self.steps = [*self.out, *steps], steps
        self.bias = self.out[-1:]
        self.a, self.b = (draw(small_type, self.shape(dims)) for dims in (self.left, self.right))
        self.c, self.d = (draw(self.sum_type, self.shape(dims)) for dims in (self.out, self.bias))

    def shape(self, dims):
        return tuple(self.size[dim] for dim in dims)

    def kind(self, dims, element):
        extents = [str(self.size[dim]) if self.is_known else "?" for dim in dims]
        return f"tensor<{'x'.join(extents)}x{element}>"

    def spread(self, array, dims, over):
        """`array`, of `dims`, in the shape of `over`."""
        order = [dims.index(dim) for dim in over if dim in dims]
        return array.transpose(order).reshape([self.size[dim] if dim in dims else 1 for dim in over])

    def compute(self):
        a = self.spread(self.a, self.left, self.dims).astype(self.sum_type)
        b = self.spread(self.b, self.right, self.dims).astype(self.sum_type)
        total = self.c.copy()
        for step in itertools.product(*(range(self.size[dim]) for dim in self.steps)):
            total = total + a[(..., *step)] * b[(..., *step)]
        total = total + self.d
        return np.maximum(total, self.sum_type(0))

    def map(self, dims, of):
        return f"affine_map<({', '.join(of)}) -> ({', '.join(dims)})>"

    def text(self):
        is_float = self.sum[0] == "f"
        add, mul, most = ("addf", "mulf", "maximumf") if is_float else ("addi", "muli", "maxsi")
        kinds = ['"parallel"'] * len(self.out) + ['"reduction"'] * len(self.steps)
        a, b, out, bias = (
            self.kind(dims, element)
            for dims, element in [(self.left, self.small), (self.right, self.small), (self.out, self.sum), (self.bias, self.sum)]
        )  # fmt: skip
        extend = "".join(f"    %{x}e = {self.extension} %{x}s : {self.small} to {self.sum}\n" for x in "ab" if self.extension)  # fmt: skip
        suffix = "e" if self.extension else "s"
        zero = "0.0" if is_float else "0"
        return f"""func.func @{self.name}(%a: {a}, %b: {b}, %c: {out}, %d: {bias}) -> {out} {{
  %zero = arith.constant {zero} : {self.sum}
  %p = linalg.generic {{indexing_maps = [{self.map(self.left, self.dims)}, {self.map(self.right, self.dims)}, {self.map(self.out, self.dims)}], iterator_types = [{', '.join(kinds)}]}}
      ins(%a, %b : {a}, {b}) outs(%c : {out}) {{
  ^bb0(%as: {self.small}, %bs: {self.small}, %s: {self.sum}):
{extend}    %t = arith.{mul} %a{suffix}, %b{suffix} : {self.sum}
    %u = arith.{add} %s, %t : {self.sum}
    linalg.yield %u : {self.sum}
  }} -> {out}
  %r = linalg.generic {{indexing_maps = [{self.map(self.out, self.out)}, {self.map(self.bias, self.out)}, {self.map(self.out, self.out)}], iterator_types = [{', '.join(kinds[: len(self.out)])}]}}
      ins(%p, %d : {out}, {bias}) outs(%c : {out}) {{
  ^bb0(%x: {self.sum}, %y: {self.sum}, %o: {self.sum}):
    %t = arith.addf %x, %y : {self.sum}
    %u = arith.{most} %t, %zero : {self.sum}
    linalg.yield %u : {self.sum}
  }} -> {out}
  return %r : {out}
}}
""".replace("arith.addf", f"arith.{add}")  # fmt: skip


with np.errstate(over="ignore"):
    for number in range(58):
        product = Product(number, is_long=number >= 50)
        suite.function(product.name, product.text())
        suite.case(product.name, product.name, [product.a, product.b, product.c, product.d], same(product.compute()))
suite.run()
