# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Regions that do not terminate on values other than elements: combiners of ranges of
positions, which join two adjacent ranges."""


def unless(bad, result, value):
    """`result` is `value` (i32) if `bad` (i1) is false; otherwise the code does not
    terminate."""
    return f"""    %{result} = scf.while (%v = %{value}) : (i32) -> i32 {{
      scf.condition(%{bad}) %v : i32
    }} do {{
    ^bb0(%v: i32):
      %next_{result} = arith.addi %v, %v : i32
      scf.yield %next_{result} : i32
    }}
"""


RANGE = (
    """combiner {
  ^bb0(%a0: i32, %a1: i32, %b0: i32, %b1: i32):
    %one = arith.constant 1 : i32
    %next = arith.addi %a1, %one : i32
    %apart = arith.cmpi ne, %next, %b0 : i32
"""
    + unless("apart", "lo", "a0")
    + """    prim.yield %lo, %b1 : i32, i32
  }"""
)

# As above, with an empty range, whose end is before its beginning.
RANGE_OR_EMPTY = (
    """combiner {
  ^bb0(%a0: i32, %a1: i32, %b0: i32, %b1: i32):
    %one = arith.constant 1 : i32
    %no_a = arith.cmpi sgt, %a0, %a1 : i32
    %no_b = arith.cmpi sgt, %b0, %b1 : i32
    %none = arith.ori %no_a, %no_b : i1
    %some = arith.xori %none, %true : i1
    %next = arith.addi %a1, %one : i32
    %differ = arith.cmpi ne, %next, %b0 : i32
    %apart = arith.andi %differ, %some : i1
"""
    + unless("apart", "lo", "a0")
    + """    %r0 = arith.select %no_a, %b0, %lo : i32
    %r1 = arith.select %no_b, %a1, %b1 : i32
    prim.yield %r0, %r1 : i32, i32
  }"""
)
