# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops over slices with random steps, against numpy. A loop carries states of two and
three dimensions, and inserts slices into up to three results: from the front, from the
end, into some positions only, or into a transposed result. Steps read slices of
transposed and of computed tensors, and sum up the last dimension of a state."""

import numpy as np

from primtest.comparing import same
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(34)
ROWS, COLUMNS, DEPTH = 6, 5, 3
suite.header = """
#id2 = affine_map<(i, j) -> (i, j)>
#id3 = affine_map<(i, j, k) -> (i, j, k)>
#rows = affine_map<(i, j, k) -> (i, j)>
#columns = affine_map<(i, j, k) -> (j, k)>
#turned = affine_map<(i, j, k) -> (k, i, j)>
"""
OPS = {
    "addi": np.add,
    "subi": np.subtract,
    "muli": np.multiply,
    "xori": np.bitwise_xor,
    "maxsi": np.maximum,
}


def kind(*shape):
    return f"tensor<{'x'.join(map(str, shape))}xi32>"


FLAT, DEEP, TABLE = kind(ROWS, COLUMNS), kind(ROWS, COLUMNS, DEPTH), kind(COLUMNS, DEPTH)


class Step:
    """The ops of a step as text, and as functions that numpy runs. `flat` and `deep` are
    the names of values of either shape."""

    def __init__(self):
        self.lines, self.code = [], []
        self.flat, self.deep = ["%h"], ["%s"]

    def name(self, function):
        value = f"%v{len(self.code)}"
        self.code.append((value, function))
        return value

    def generic(self, function, ins, maps, body, shape, iterators=("parallel",) * 3, start=None):
        value = self.name(function)
        arguments = ", ".join(f"%p{n}: i32" for n in range(len(ins) + 1))
        names, kinds = zip(*ins)
        out = start or f"%e{value[2:]}"
        if not start:
            self.lines.append(f"{out} = tensor.empty() : {shape}")
        quoted = ", ".join(f'"{i}"' for i in iterators)
        self.lines.append(f"""{value} = linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{quoted}]}}
        ins({', '.join(names)} : {', '.join(kinds)}) outs({out} : {shape}) {{
    ^bb0({arguments}):
      {body}
      linalg.yield %r : i32
    }} -> {shape}""")
        return value

    def slice(self, at):
        value = self.name(lambda v: v["%x"][v["%k"] if at == "%k" else v["%back"]])
        self.lines.append(f"""%w{value[2:]} = tensor.extract_slice %xs[{at}, 0, 0] [1, {ROWS}, {COLUMNS}] [1, 1, 1] : tensor<?x{ROWS}x{COLUMNS}xi32> to {kind(1, ROWS, COLUMNS)}
    {value} = tensor.collapse_shape %w{value[2:]} [[0, 1], [2]] : {kind(1, ROWS, COLUMNS)} into {FLAT}""")
        self.flat.append(value)

    def add_random(self):
        op = rng.choice(list(OPS))
        pick = lambda names: names[rng.integers(len(names))]
        choice = rng.integers(5)
        left, right, deep = pick(self.flat), pick(self.flat), pick(self.deep)
        body = f"%r = arith.{op} %p0, %p1 : i32"
        if choice < 2:
            self.flat.append(self.generic(
                lambda v: OPS[op](v[left], v[right]), [(left, FLAT), (right, FLAT)], ["#id2"] * 3,
                body, FLAT, ("parallel",) * 2))  # fmt: skip
        elif choice == 2:
            self.deep.append(self.generic(
                lambda v: OPS[op](v[deep], v[left][..., None]), [(deep, DEEP), (left, FLAT)],
                ["#id3", "#rows", "#id3"], body, DEEP))  # fmt: skip
        elif choice == 3:
            self.deep.append(self.generic(
                lambda v: OPS[op](v[deep], v["%t"]), [(deep, DEEP), ("%t", TABLE)],
                ["#id3", "#columns", "#id3"], body, DEEP))  # fmt: skip
        else:
            self.flat.append(self.generic(
                lambda v: v[left] + v[deep].sum(-1, dtype=np.int32), [(deep, DEEP)],
                ["#id3", "#rows"], "%r = arith.addi %p1, %p0 : i32", FLAT,
                ("parallel", "parallel", "reduction"), left))  # fmt: skip


def make_case(number):
    # Long loops are unrolled, with or without a rest.
    steps = int(rng.integers(1, 9)) if number % 4 else int(rng.integers(64, 101))
    step = Step()
    step.slice(rng.choice(["%k", "%back"]))
    for _ in range(rng.integers(2, 8)):
        step.add_random()
    h, s = step.flat[-1], step.deep[-1]
    # The shape of a result, the positions of the step, and the values that it gets.
    extent = steps + int(rng.integers(0, 3))
    places = rng.choice(["%k", "%back", "%shifted"], 3)
    sources = [step.flat[rng.integers(len(step.flat))] for _ in range(2)]
    sources.append(step.deep[rng.integers(len(step.deep))])
    extents = [steps if rng.integers(2) or place != "%shifted" else extent for place in places]
    extents = [max(e, steps + 2) if p == "%shifted" else e for e, p in zip(extents, places)]
    shapes = [(e, ROWS, COLUMNS) for e in extents[:2]] + [(extents[2], ROWS, COLUMNS, DEPTH)]
    inserts = []
    for n, (shape, place, source) in enumerate(zip(shapes, places, sources)):
        zeros, sizes = ", 0" * (len(shape) - 1), ", ".join(map(str, (1, *shape[1:])))
        inserts.append(f"%n{n} = tensor.insert_slice {source} into %o{n}[{place}{zeros}] [{sizes}] [{', '.join('1' * len(shape))}] : {kind(*shape[1:])} into {kind(*shape)}")
    is_turned, is_computed = rng.integers(2, size=2)
    xs = f"%x : {kind(ROWS, COLUMNS, steps)}" if is_turned else f"%x : {kind(steps, ROWS, COLUMNS)}"
    x_map = "affine_map<(i, j, k) -> (j, k, i)>" if is_turned else "#id3"
    compute = "%y = arith.muli %in, %in : i32" if is_computed else "%y = arith.addi %in, %zero : i32"
    carried = ["%h", "%s", "%o0", "%o1", "%o2"]
    types = [FLAT, DEEP, *(kind(*shape) for shape in shapes)]
    yields = [h, s, "%n0", "%n1", "%n2"]
    inits = ["%h0", "%s0", "%i0", "%i1", "%i2"]
    xs_type = kind(steps, ROWS, COLUMNS)
    text = "\n    ".join([*step.lines, *inserts]).replace(f"tensor<?x{ROWS}x{COLUMNS}xi32>", xs_type)
    name = f"walk{number}"
    # The first result is transposed, and changed with an element of another tensor.
    last = kind(ROWS, COLUMNS, shapes[0][0])
    suite.function(name, f"""func.func @{name}(%x: {xs.split(' : ')[1]}, %t: {TABLE}, {', '.join(f"{i}: {k}" for i, k in zip(inits, types))}, %z: {last}) -> ({FLAT}, {DEEP}, {last}, {types[3]}, {types[4]}) {{
  %zero = arith.constant 0 : i32
  %first = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %end = arith.constant {steps} : index
  %most = arith.constant {steps - 1} : index
  %e = tensor.empty() : {xs_type}
  %xs = linalg.generic {{indexing_maps = [{x_map}, #id3], iterator_types = ["parallel", "parallel", "parallel"]}} ins({xs}) outs(%e : {xs_type}) {{
  ^bb0(%in: i32, %out: i32):
    {compute}
    linalg.yield %y : i32
  }} -> {xs_type}
  %r:5 = scf.for %i = %first to %end step %one iter_args({', '.join(f"{c} = {i}" for c, i in zip(carried, inits))}) -> ({', '.join(types)}) {{
    %low = arith.maxsi %i, %first : index
    %k = arith.minsi %low, %most : index
    %back = arith.subi %most, %k : index
    %shifted = arith.addi %i, %two : index
    {text}
    scf.yield {', '.join(yields)} : {', '.join(types)}
  }}
  %f = tensor.empty() : {last}
  %last = linalg.generic {{indexing_maps = [#turned, #id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}} ins(%r#2, %z : {types[2]}, {last}) outs(%f : {last}) {{
  ^bb0(%in: i32, %other: i32, %out: i32):
    %y = arith.subi %in, %other : i32
    linalg.yield %y : i32
  }} -> {last}
  return %r#0, %r#1, %last, %r#3, %r#4 : {FLAT}, {DEEP}, {last}, {types[3]}, {types[4]}
}}
""")  # fmt: skip

    def draw(*shape):
        return rng.integers(-(2**31), 2**31, shape).astype(np.int32)

    x = draw(ROWS, COLUMNS, steps) if is_turned else draw(steps, ROWS, COLUMNS)
    table, starts = draw(COLUMNS, DEPTH), [draw(*shape) for shape in
                                           ((ROWS, COLUMNS), (ROWS, COLUMNS, DEPTH), *shapes)]  # fmt: skip
    other = draw(ROWS, COLUMNS, shapes[0][0])
    over_time = np.moveaxis(x, -1, 0) if is_turned else x
    values = {"%x": over_time * over_time if is_computed else over_time, "%t": table}
    now, results = starts[:2], [start.copy() for start in starts[2:]]
    for k in range(steps):
        values |= {"%k": k, "%back": steps - 1 - k, "%shifted": k + 2, "%h": now[0], "%s": now[1]}
        for value, function in step.code:
            values[value] = function(values)
        for result, place, source in zip(results, places, sources):
            result[values[place]] = values[source]
        now = [values[h], values[s]]
    results[0] = np.moveaxis(results[0], 0, -1) - other
    suite.case(name, name, [x, table, *starts, other], same(*now, *results), outputs=5)


with np.errstate(over="ignore"):
    for number in range(24):
        make_case(number)
suite.run()
