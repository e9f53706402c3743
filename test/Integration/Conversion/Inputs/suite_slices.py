# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random chains of slices, reshapes and elementwise ops, some of which end in a scan of
rows or a histogram, against numpy."""

import numpy as np

from primtest.comparing import same
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(34)
suite.header = "#id = affine_map<(i, j) -> (i, j)>\n"


def kind(array):
    return f"tensor<{'x'.join(map(str, array.shape))}xi32>"


class Chain:
    def __init__(self, number):
        self.name, self.lines = f"chain{number}", []
        shape = tuple(int(n) for n in rng.integers(1, 12, 2))
        self.array = rng.integers(-99, 99, shape).astype(np.int32)
        self.inputs, self.arguments, self.value = [self.array], [f"%x: {kind(self.array)}"], "%x"

    def define(self, text, array):
        value = f"%v{len(self.lines)}"
        self.lines.append(f"  {value} = {text}")
        self.array = np.ascontiguousarray(array)
        return value

    def box(self, whole, part):
        """Offsets at which `part` is in `whole`, and the text of a box."""
        offsets = [int(rng.integers(0, w - p + 1)) for w, p in zip(whole, part)]
        return offsets, f"[{offsets[0]}, {offsets[1]}] [{part[0]}, {part[1]}] [1, 1]"

    def map(self):
        old = kind(self.array)
        empty = self.define(f"tensor.empty() : {old}", self.array)
        # A prologue in several dimensions has no position.
        is_indexed = rng.integers(2)
        index = np.arange(self.array.shape[0], dtype=np.int32)[:, None] if is_indexed else 5
        added = "arith.index_cast %i : index to i32" if is_indexed else "arith.constant 5 : i32"
        self.value = self.define(
            f"""linalg.generic {{indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}}
      ins({self.value} : {old}) outs({empty} : {old}) {{
  ^bb0(%a: i32, %out: i32):
    %i = linalg.index 0 : index
    %n = {added}
    %c = arith.constant {(factor := int(rng.integers(2, 9)))} : i32
    %m = arith.muli %a, %c : i32
    %r = arith.addi %m, %n : i32
    linalg.yield %r : i32
  }} -> {old}""",
            self.array * np.int32(factor) + np.asarray(index, np.int32),
        )

    def extract(self):
        part = [int(rng.integers(1, n + 1)) for n in self.array.shape]
        offsets, box = self.box(self.array.shape, part)
        new = self.array[offsets[0] : offsets[0] + part[0], offsets[1] : offsets[1] + part[1]]
        self.value = self.define(f"tensor.extract_slice {self.value}{box} : {kind(self.array)} to {kind(new)}", new)

    def insert(self):
        whole = tuple(n + int(rng.integers(0, 4)) for n in self.array.shape)
        given = rng.integers(-99, 99, whole).astype(np.int32)
        argument = f"%y{len(self.inputs)}"
        self.inputs.append(given)
        self.arguments.append(f"{argument}: {kind(given)}")
        part = self.array.shape
        offsets, box = self.box(whole, part)
        new = given.copy()
        new[offsets[0] : offsets[0] + part[0], offsets[1] : offsets[1] + part[1]] = self.array
        self.value = self.define(
            f"tensor.insert_slice {self.value} into {argument}{box} : {kind(self.array)} into {kind(new)}", new)  # fmt: skip

    def reshape(self):
        old = self.array
        wide = f"tensor<{old.shape[0]}x1x{old.shape[1]}xi32>"
        value = self.define(f"tensor.expand_shape {self.value} [[0, 1], [2]] output_shape [{old.shape[0]}, 1, {old.shape[1]}] : {kind(old)} into {wide}", old)  # fmt: skip
        self.value = self.define(f"tensor.collapse_shape {value} [[0], [1, 2]] : {wide} into {kind(old)}", old)

    def concatenate(self):
        old = self.array
        new = np.concatenate([old, old], axis=1)
        # The pieces are an input and the value.
        given = rng.integers(-99, 99, old.shape).astype(np.int32)
        argument = f"%y{len(self.inputs)}"
        self.inputs.append(given)
        self.arguments.append(f"{argument}: {kind(given)}")
        rows, columns = old.shape
        empty = self.define(f"tensor.empty() : {kind(new)}", old)
        first = self.define(f"tensor.insert_slice {argument} into {empty}[0, 0] [{rows}, {columns}] [1, 1] : {kind(old)} into {kind(new)}", old)  # fmt: skip
        self.value = self.define(
            f"tensor.insert_slice {self.value} into {first}[0, {columns}] [{rows}, {columns}] [1, 1] : {kind(old)} into {kind(new)}",
            np.concatenate([given, old], axis=1))  # fmt: skip

    def end(self):
        """Perhaps a scan of rows or a histogram of all elements."""
        choice = rng.integers(3)
        old = kind(self.array)
        if choice == 1:
            empty = self.define(f"tensor.empty() : {old}", self.array)
            self.value = self.define(f"prim.device_scan inclusive add ins({self.value} : {old}) outs({empty} : {old}) dimension(1) -> {old}",
                                     self.array.cumsum(1, dtype=np.int32))  # fmt: skip
        elif choice == 2:
            empty = self.define("tensor.empty() : tensor<7xi32>", self.array)
            self.value = self.define(f"""prim.device_histogram ins({self.value} : {old}) outs({empty} : tensor<7xi32>) bin {{
  ^bb0(%a: i32):
    %c = arith.constant 7 : i32
    %r = arith.remui %a, %c : i32
    prim.yield %r : i32
  }} -> tensor<7xi32>""", np.bincount((self.array.view(np.uint32) % 7).ravel(), minlength=7).astype(np.int32))  # fmt: skip


def make_case(number):
    chain = Chain(number)
    steps = [chain.map, chain.extract, chain.insert, chain.reshape, chain.concatenate]
    for step in rng.integers(len(steps), size=rng.integers(2, 8)):
        steps[step]()
    chain.map()
    chain.end()
    text = "\n".join(chain.lines)
    suite.function(chain.name, f"""func.func @{chain.name}({', '.join(chain.arguments)}) -> {kind(chain.array)} {{
{text}
  return {chain.value} : {kind(chain.array)}
}}
""")  # fmt: skip
    suite.case(chain.name, chain.name, chain.inputs, same(chain.array))


with np.errstate(over="ignore"):
    for number in range(40):
        make_case(number)
suite.run()
