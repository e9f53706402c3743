# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shared text of functions around scans and reductions, and the regions of their
combiners."""

from primtest.mlir import borders_of, dimension_clause, listed, tensor, tuning

# First (a0, b0), then (a1, b1): associative, not commutative.
AFFINE = """combiner {
  ^bb0(%a0: TY, %b0: TY, %a1: TY, %b1: TY):
    %a = arith.muli %a1, %a0 : TY
    %t = arith.muli %a1, %b0 : TY
    %b = arith.addi %t, %b1 : TY
    prim.yield %a, %b : TY, TY
  }"""

# The value, and the position of its first occurrence.
ARGMAX = """combiner commutative {
  ^bb0(%a: VT, %ai: i32, %b: VT, %bi: i32):
    %gt = arith.CMP %a, %b : VT
    %eq = arith.EQ %a, %b : VT
    %lt = arith.cmpi ult, %ai, %bi : i32
    %tie = arith.andi %eq, %lt : i1
    %take = arith.ori %gt, %tie : i1
    %v = arith.select %take, %a, %b : VT
    %vi = arith.select %take, %ai, %bi : i32
    prim.yield %v, %vi : VT, i32
  }"""

# Keeps the right operand, so a wrong order of operands is always detected.
LAST = """combiner {
  ^bb0(%a: TY, %b: TY):
    prim.yield %b : TY
  }"""

# A sum whose identity is not given. It finds an element that is folded twice.
SUM = """combiner commutative {
  ^bb0(%p: TY, %q: TY):
    %s = arith.addi %p, %q : TY
    prim.yield %s : TY
  }"""


def affine(ty):
    return AFFINE.replace("TY", ty)


def last(ty):
    return LAST.replace("TY", ty)


def total(ty):
    return SUM.replace("TY", ty)


def argmax(ty):
    if ty.startswith("f"):
        text = ARGMAX.replace("CMP", "cmpf ogt,").replace("EQ", "cmpf oeq,")
    else:
        text = ARGMAX.replace("CMP", "cmpi sgt,").replace("EQ", "cmpi eq,")
    return text.replace("VT", ty)


def clauses(
    init=(), reads=(), identity=(), total=False, reverse=False, dimensions=None, borders="",
    deterministic=None, end="",
):  # fmt: skip
    """Clauses of a scan or reduction. `init`, `reads` and `identity` are pairs of a
    name and a type. `borders` is the text of the clause that defines segments, and
    `end` the tuning and the text after it."""
    text = listed("init", init) + listed("reads", reads) + listed("identity", identity)
    text += " total" * total + " reverse" * reverse + dimension_clause(dimensions) + borders
    return text + (f" deterministic({deterministic})" if deterministic else "") + end


def function(
    name, op_text, types, combiner, n, ins, body, outs, init, identity, tile, extra,
    borders=None, total=False, reverse=False,
):  # fmt: skip
    """A function of one scan or reduction, whose text is `op_text(kind, ins, outs,
    clauses)`. `outs` are its destinations, which `body` makes, and their types. `init`
    says whether the initial values are further parameters. `borders`, (clause, element
    types, size or None), defines segments."""
    region = not combiner.isidentifier()
    inputs = [f"%x{i}" for i in range(len(ins))]
    parameters = [f"{v}: {tensor(n, t)}" for v, t in zip(inputs, ins)]
    start = [(f"%init{i}", t) for i, t in enumerate(types) if init]
    parameters += [f"{value}: {ty}" for value, ty in start]
    given, borders = borders_of(*borders) if borders else ([], "")
    parameters += given
    neutral = [(f"%id{i}", t) for i, (_, t) in enumerate(zip(identity or (), types))]
    for (value, ty), literal in zip(neutral, identity or ()):
        body += f"  {value} = arith.constant {literal} : {ty}\n"
    several = len(outs) > 1
    head = f"%r:{len(outs)}" if several else "%r"
    values = ", ".join(f"%r#{i}" for i in range(len(outs))) if several else "%r"
    results = ", ".join(ty for _, ty in outs)
    op = op_text(
        "" if region else combiner, [(v, tensor(n, t)) for v, t in zip(inputs, ins)], outs,
        clauses(start, (), neutral, total, reverse, borders=borders,
                end=f"{tuning(tile)}{extra}{' ' + combiner if region else ''}"))  # fmt: skip
    body += f"  {head} = {op} -> {results}\n  return {values} : {results}\n"
    return f"func.func @{name}({', '.join(parameters)}) -> ({results}) {{\n{body}}}\n"
