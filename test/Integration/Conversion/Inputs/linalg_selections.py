# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random bodies of linalg ops that compare and select a float and its index."""

import numpy as np

# An argmax as JAX and numpy have it: the first NaN, if there is one.
FINDS = """
    %0 = arith.cmpf ogt, %m, %e : f32
    %1 = arith.cmpf une, %m, %m : f32
    %2 = arith.ori %0, %1 : i1
    %3 = arith.cmpf oeq, %m, %e : f32
    %4 = arith.cmpi slt, %mi, %ei : i32
    %5 = arith.andi %3, %4 : i1
    %6 = arith.ori %2, %5 : i1
    %v = arith.select %2, %m, %e : f32
    %vi = arith.select %6, %mi, %ei : i32"""
PREDICATES = {
    "oeq": lambda a, b: a == b,
    "ogt": lambda a, b: a > b,
    "ole": lambda a, b: a <= b,
    "one": lambda a, b: a < b or a > b,
    "ord": lambda a, b: a == a and b == b,
    "ueq": lambda a, b: not (a < b or a > b),
    "ugt": lambda a, b: not a <= b,
    "ule": lambda a, b: not a > b,
    "ult": lambda a, b: not a >= b,
    "une": lambda a, b: not a == b,
    "uno": lambda a, b: a != a or b != b,
}
INTEGERS = {
    "eq": lambda a, b: a == b,
    "slt": lambda a, b: a < b,
    "sge": lambda a, b: a >= b,
    "ugt": lambda a, b: a > b,
}
LOGIC = {
    "andi": lambda a, b: a and b,
    "ori": lambda a, b: a or b,
    "xori": lambda a, b: a != b,
}


def draw_selection(draw):
    """The text of a body, and the same as a function of (m, mi, e, ei)."""
    lines, steps, names = [], [], ["%true"]
    for number in range(draw.integers(1, 5)):
        name = f"%t{number}"
        if len(names) > 2 and draw.random() < 0.4:
            op = str(draw.choice(list(LOGIC)))
            a, b = (str(x) for x in draw.choice(names, 2))
            lines.append(f"    {name} = arith.{op} {a}, {b} : i1")
            steps.append((name, LOGIC[op], a, b))
        else:
            of, table, ty = [("cmpf", PREDICATES, "f32"), ("cmpi", INTEGERS, "i32")][
                draw.random() < 0.3]
            predicate = str(draw.choice(list(table)))
            operands = ["%m", "%e"] if of == "cmpf" else ["%mi", "%ei"]
            a, b = (str(x) for x in draw.choice(operands, 2))
            lines.append(f"    {name} = arith.{of} {predicate}, {a}, {b} : {ty}")
            steps.append((name, table[predicate], a, b))
        names.append(name)
    turned = draw.integers(0, 2, 2)
    conditions = [names[-1], str(draw.choice(names[1:]))]
    for result, pair, ty, condition, turn in zip(
        ("%v", "%vi"), (("%m", "%e"), ("%mi", "%ei")), ("f32", "i32"), conditions, turned):
        yes, no = pair[::-1] if turn else pair
        lines.append(f"    {result} = arith.select {condition}, {yes}, {no} : {ty}")
        steps.append((result, None, condition, (yes, no)))

    def fold(m, mi, e, ei):
        values = {"%m": m, "%mi": mi, "%e": e, "%ei": ei, "%true": True}
        for name, function, a, b in steps:
            if function:
                values[name] = function(values[a], values[b])
            else:
                values[name] = values[b[0] if values[a] else b[1]]
        return values["%v"], values["%vi"]

    return "\n".join(lines), fold


def fold_rows(fold, x):
    best, at = np.full(len(x), -np.inf, np.float32), np.zeros(len(x), np.int32)
    for row in range(len(x)):
        m, mi = np.float32(-np.inf), 0
        for i, e in enumerate(x[row]):
            m, mi = fold(m, mi, e, i)
        best[row], at[row] = m, mi
    return best, at
