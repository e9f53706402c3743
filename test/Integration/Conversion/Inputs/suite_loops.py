# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops over tensors with random elementwise bodies, counted and with a condition,
against numpy. Bodies read the carried tensors, a tensor that does not change, the
counter and elements of a table."""

import numpy as np

from primtest.comparing import same
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(33)
suite.header = """
#id = affine_map<(i, j) -> (i, j)>
#one = affine_map<(i, j) -> ()>
#column = affine_map<(i, j) -> (0, j)>
#id3 = affine_map<(i, k, j) -> (i, k, j)>
"""
SHAPE, TABLE = (7, 13), 50
TENSOR = "tensor<7x13xi32>"
OPS = {
    "addi": np.add,
    "subi": np.subtract,
    "muli": np.multiply,
    "xori": np.bitwise_xor,
    "maxsi": np.maximum,
    "minsi": np.minimum,
}


class Body:
    """The ops of an iteration as text, and as functions that numpy runs. A value is a
    name, and its array by name."""

    def __init__(self, carried):
        self.lines, self.steps = [], []
        self.values = [f"%a{number}" for number in range(carried)] + ["%x"]

    def emit(self, function, ins, body, maps=None, extra="", shape=TENSOR, id="#id"):
        name = f"%v{len(self.lines)}"
        rank = id[3:] or "2"
        maps = [*(maps or [id] * len(ins)), id]
        arguments = [f"%p{number}: i32" for number in range(len(ins) + 1)]
        types = ", ".join(kind for _, kind in ins)
        operands = f"ins({', '.join(value for value, _ in ins)} : {types})" if ins else ""
        self.lines.append(f"""{extra}
    %e{name[1:]} = tensor.empty() : {shape}
    {name} = linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{', '.join(['"parallel"'] * int(rank))}]}}
        {operands} outs(%e{name[1:]} : {shape}) {{
    ^bb0({', '.join(arguments)}):
      {body}
      linalg.yield %r : i32
    }} -> {shape}""")
        self.steps.append((name, function))
        self.values.append(name)
        return name

    def pick(self):
        return self.values[rng.integers(len(self.values))]

    def add_random(self):
        left, right = self.pick(), self.pick()
        kind = rng.integers(6)
        both = [(left, TENSOR), (right, TENSOR)]
        if kind == 0:  # the counter
            self.emit(lambda v: np.add(v[left], v["%k"]), [(left, TENSOR), ("%k", "i32")],
                      "%r = arith.addi %p0, %p1 : i32", ["#id", "#one"])  # fmt: skip
        elif kind == 1:  # an element of the table
            self.emit(
                lambda v: v["%t"][np.mod(v[left].view(np.uint32), TABLE)], [(left, TENSOR)],
                f"""%m = arith.constant {TABLE} : i32
      %u = arith.remui %p0, %m : i32
      %at = arith.index_castui %u : i32 to index
      %r = tensor.extract %t[%at] : tensor<{TABLE}xi32>""")  # fmt: skip
        elif kind == 2:  # a row of the tensor that does not change, and the index
            self.emit(lambda v: v[left] + v["%x"][:1] * np.arange(SHAPE[0])[:, None].astype(np.int32),
                      [(left, TENSOR), ("%x", TENSOR)],
                      """%i = linalg.index 0 : index
      %w = arith.index_cast %i : index to i32
      %m = arith.muli %p1, %w : i32
      %r = arith.addi %p0, %m : i32""", ["#id", "#column"])  # fmt: skip
        elif kind == 3:  # with a dimension more
            wide = "tensor<7x1x13xi32>"
            number = len(self.lines)
            extra = f"""%w{number} = tensor.expand_shape {left} [[0], [1, 2]] output_shape [7, 1, 13] : {TENSOR} into {wide}"""
            name = self.emit(lambda v: -v[left], [(f"%w{number}", wide)],
                             "%z = arith.constant 0 : i32\n      %r = arith.subi %z, %p0 : i32",
                             extra=extra, shape=wide, id="#id3")  # fmt: skip
            self.values.pop()
            self.lines[-1] += f"\n    %f{number} = tensor.collapse_shape {name} [[0, 1], [2]] : {wide} into {TENSOR}"
            self.steps.append((f"%f{number}", lambda v: v[name]))
            self.values.append(f"%f{number}")
        elif kind == 4:  # a selection
            self.emit(lambda v: np.where(v[left] < v[right], v[left], v["%x"]),
                      [*both, ("%x", TENSOR)],
                      "%c = arith.cmpi slt, %p0, %p1 : i32\n      %r = arith.select %c, %p0, %p2 : i32")  # fmt: skip
        else:
            op = rng.choice(list(OPS))
            self.emit(lambda v: OPS[op](v[left], v[right]), both, f"%r = arith.{op} %p0, %p1 : i32")


def make_case(number):
    carried, count = int(rng.integers(1, 4)), int(rng.integers(0, 6))
    body = Body(carried)
    for _ in range(rng.integers(2, 7)):
        body.add_random()
    yields = [body.values[-1], *(body.pick() for _ in range(carried - 1))]
    names = [f"%a{index}" for index in range(carried)]
    starts = [f"%s{index}" for index in range(carried)]
    is_while = number % 2
    arguments = ", ".join([*(f"{start}: {TENSOR}" for start in starts), f"%x: {TENSOR}",
                           f"%t: tensor<{TABLE}xi32>", "%n: i32"])  # fmt: skip
    types = ", ".join([TENSOR] * carried)
    text = "\n".join(body.lines)
    name = f"loop{number}"
    if is_while:
        loop = f"""%y:{carried + 1} = scf.while (%k = %c0, {', '.join(f"{a} = {s}" for a, s in zip(names, starts))}) : (i32, {types}) -> (i32, {types}) {{
    %go = arith.cmpi slt, %k, %n : i32
    scf.condition(%go) %k, {', '.join(names)} : i32, {types}
  }} do {{
  ^bb0(%k: i32, {', '.join(f"{a}: {TENSOR}" for a in names)}):{text}
    %next = arith.addi %k, %c1 : i32
    scf.yield %next, {', '.join(yields)} : i32, {types}
  }}"""
        results = [f"%y#{index + 1}" for index in range(carried)]
    else:
        loop = f"""%y:{carried} = scf.for %k = %c0 to %n step %c1 iter_args({', '.join(f"{a} = {s}" for a, s in zip(names, starts))}) -> ({types}) : i32 {{{text}
    scf.yield {', '.join(yields)} : {types}
  }}"""
        results = [f"%y#{index}" for index in range(carried)]
    suite.function(name, f"""func.func @{name}({arguments}) -> ({types}) {{
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  {loop}
  return {', '.join(results)} : {types}
}}
""")  # fmt: skip
    inputs = [rng.integers(-(2**31), 2**31, SHAPE).astype(np.int32) for _ in range(carried + 1)]
    table = rng.integers(-99, 99, TABLE).astype(np.int32)
    values = {"%x": inputs[-1], "%t": table}
    now = inputs[:-1]
    for k in range(count):
        values |= {"%k": np.int32(k), **dict(zip(names, now))}
        for value, function in body.steps:
            values[value] = function(values)
        now = [values[value] for value in yields]
    suite.case(name, name, [*inputs, table, count], same(*now), outputs=carried)


with np.errstate(over="ignore"):
    for number in range(24):
        make_case(number)
suite.run()
