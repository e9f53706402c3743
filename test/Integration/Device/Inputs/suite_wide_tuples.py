# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tuples of many members, along a dimension and device-wide: independent members, which
several ops reduce and scan, and members that depend on one of them."""

import numpy as np

from primtest.comparing import same
from primtest.suite import Suite

suite = Suite()
rng = np.random.default_rng(64)
X, Y, ZERO = "memref<?x?xi64>", "memref<?xi64>", "memref<i64>"


def each(members, text, separator=", "):
    return separator.join(text.format(i=i) for i in range(members))


def combiner(members, region):
    return f"""identity({each(members, "%zero")} : {each(members, "i64")}) {{clauses}} combiner {{commutes}} {{{{
  ^bb0({each(members, "%a{i}: i64")}, {each(members, "%b{i}: i64")}):
    {region}
    prim.yield {each(members, "%c{i}")} : {each(members, "i64")}
  }}}}"""


def add(members):
    """Adds every member separately."""
    return combiner(members, each(members, "%c{i} = arith.addi %a{i}, %b{i} : i64", "\n"))


def nearest(members):
    """Keeps the item whose first member, which is at most 0, is larger."""
    return combiner(
        members,
        "%k = arith.cmpi uge, %a0, %b0 : i64\n"
        + each(members, "%c{i} = arith.select %k, %a{i}, %b{i} : i64", "\n"),
    )


def function(name, op, members, region, outputs, clauses="", commutes="", ins=X):
    """`outputs` are the types of the outputs of all members, set by set."""
    sets = range(len(outputs))
    parameters = [f"%x{i}: {ins}" for i in range(members)]
    parameters += [f"%y{s}_{i}: {outputs[s]}" for s in sets for i in range(members)]
    outs = ", ".join(f"%y{s}_{i}" for s in sets for i in range(members))
    types = ", ".join(outputs[s] for s in sets for _ in range(members))
    region = region.format(clauses=clauses, commutes=commutes)
    suite.function(
        name,
        f"""func.func @{name}({", ".join(parameters)}) {{
  %zero = arith.constant 0 : i64
  prim.{op} ins({each(members, "%x{i}")} : {each(members, ins)}) outs({outs} : {types})
      {region}
  return
}}
""",
    )


def case(name, number, inputs, wants):
    outputs = [np.zeros_like(want) for want in wants]
    suite.case(
        f"{name}: {inputs[0].shape}",
        name,
        inputs + outputs,
        same(*wants),
        outputs=len(outputs),
        inout=[number + i for i in range(len(outputs))],
    )


def some(members, shape):
    return [rng.integers(-(1 << 60), 1 << 60, shape) for _ in range(members)]


# 64 members: more buffers than a kernel has registers for addresses.
MANY = 64
function(
    "reduce", "device_reduce", MANY, add(MANY), [Y], "dimension(0)", "commutative"
)
for shape in [(1, 1), (300, 1), (70, 3), (7, 200)]:
    members = some(MANY, shape)
    case("reduce", MANY, members, [member.sum(0) for member in members])

SOME = 18
function("whole", "device_reduce", SOME, add(SOME), [ZERO], "", "commutative", Y)
for size in [0, 1, 5000]:
    members = some(SOME, size)
    case("whole", SOME, members, [member.sum() for member in members])

# The first four belong to one op.
DISCARDED = (0, 1, 2, 3, 10)
function(
    "discards",
    "device_reduce",
    SOME,
    add(SOME),
    [ZERO],
    f"discards({', '.join(map(str, DISCARDED))})",
    "commutative",
    Y,
)
members = some(SOME, 5000)
case(
    "discards",
    SOME,
    members,
    [member.sum() * (i not in DISCARDED) for i, member in enumerate(members)],
)

function(
    "scan", "device_scan both", SOME, add(SOME), [X, X, Y], "total dimension(0)"
)
for shape in [(1, 1), (40, 70), (1000, 2)]:
    members = some(SOME, shape)
    prefixes = [member.cumsum(0) for member in members]
    exclusive = [p - m for p, m in zip(prefixes, members, strict=True)]
    case("scan", SOME, members, prefixes + exclusive + [p[-1] for p in prefixes])

# The output of each member is a part of the next one's input.
ROWS, ROW = 12, 64
base = f"memref<{ROWS}x{ROW}xi64>"
part = f"memref<{{size}}strided<[{{stride}}], offset: {{offset}}>>"
views, types = [], []
for name, first, size, stride in [("x", 0, ROW, 1), ("y", 1, 1, "")]:
    for i in range(ROWS):
        row = (i + first) % ROWS
        shape = f"{ROW}xi64, " if size > 1 else "i64, "
        types.append(part.format(size=shape, stride=stride, offset=row * ROW))
        views.append(
            f"%{name}{i} = memref.subview %base[{row}, 0] [1, {size}] [1, 1] : {base} to {types[-1]}"
        )
lines = "\n  ".join(views)
suite.function(
    "shared",
    f"""func.func @shared(%base: {base}) {{
  %zero = arith.constant 0 : i64
  {lines}
  prim.device_reduce ins({each(ROWS, "%x{i}")} : {", ".join(types[:ROWS])})
      outs({each(ROWS, "%y{i}")} : {", ".join(types[ROWS:])})
      {add(ROWS).format(clauses="", commutes="commutative")}
  return
}}
""",
)
buffer = rng.integers(-(1 << 50), 1 << 50, (ROWS, ROW))
want = buffer.copy()
want[:, 0] = np.roll(buffer.sum(1), 1)
suite.case("shared", "shared", [buffer], same(want), outputs=1, inout=[0])

# The largest key of a column, as an unsigned number, and its companions.
FEW = 10
function("nearest", "device_reduce", FEW, nearest(FEW), [Y], "dimension(0)")
for shape in [(1, 1), (300, 5), (7, 200)]:
    members = some(FEW, shape)
    place = members[0].view(np.uint64).argmax(0)[None]
    case(
        "nearest",
        FEW,
        members,
        [np.take_along_axis(member, place, 0)[0] for member in members],
    )

suite.run()
