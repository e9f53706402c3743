# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A reduction of 64 i64 members along a dimension, by rows and by columns: more
buffers than a kernel has registers for addresses."""

import numpy as np
from harness import Suite, same

suite = Suite()
rng = np.random.default_rng(64)
MEMBERS = range(64)
X, Y = "memref<?x?xi64>", "memref<?xi64>"


def each(text, separator=", "):
    return separator.join(text.format(i=i) for i in MEMBERS)


suite.function(
    "reduce",
    f"""func.func @reduce({each(f"%x{{i}}: {X}")}, {each(f"%y{{i}}: {Y}")}) {{
  %zero = arith.constant 0 : i64
  prim.device_reduce ins({each("%x{i}")} : {each(X)}) outs({each("%y{i}")} : {each(Y)})
      identity({each("%zero")} : {each("i64")}) dimension(0) combiner commutative {{
  ^bb0({each("%a{i}: i64")}, {each("%b{i}: i64")}):
    {each("%c{i} = arith.addi %a{i}, %b{i} : i64", chr(10))}
    prim.yield {each("%c{i}")} : {each("i64")}
  }}
  return
}}
""",
)
for shape in [(1, 1), (300, 1), (70, 3), (7, 200)]:
    members = [rng.integers(-(1 << 60), 1 << 60, shape) for _ in MEMBERS]
    suite.case(
        f"reduce: {shape}",
        "reduce",
        members + [np.zeros(shape[1], np.int64)] * len(MEMBERS),
        same(*[member.sum(0) for member in members]),
        outputs=len(MEMBERS),
        inout=[len(MEMBERS) + i for i in MEMBERS],
    )

suite.run()
