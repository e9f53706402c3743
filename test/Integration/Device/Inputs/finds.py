# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""MLIR text of searches in an unsorted array. Each is a reduction of the places at
which there is a match; its region loads the following elements from the array itself.
The result for no match is the array's size. All functions are on memrefs: the array,
the values to look for if there are any, and the place, an i64 of rank 0."""

HEAD = """func.func @{name}({parameters}, %r: memref<i64>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = memref.dim %x, %c0 : memref<?x{ty}>
  %none = arith.index_cast %size : index to i64
"""
TAIL = "  return\n}\n"
TILE = " tuning<block_size = 64, items_per_thread = 4>"


def adjacent(name, ty, predicate, tile=TILE):
    """The first element for which `predicate` computes %is from the element, %a, and
    the next one, %b."""
    return HEAD.format(name=name, ty=ty, parameters=f"%x: memref<?x{ty}>") + f"""
  prim.device_reduce minsi ins(%x : memref<?x{ty}>) outs(%r : memref<i64>) init(%none : i64)
      reads(%x : memref<?x{ty}>){tile} prologue {{
  ^bb0(%a: {ty}, %i: index):
    %next = arith.addi %i, %c1 : index
    %has = arith.cmpi slt, %next, %size : index
    %at = scf.if %has -> (i64) {{
      %b = memref.load %x[%next] : memref<?x{ty}>
{predicate}
      %here = arith.index_cast %i : index to i64
      %found = arith.select %is, %here, %none : i64
      scf.yield %found : i64
    }} else {{
      scf.yield %none : i64
    }}
    prim.yield %at : i64
  }}
""" + TAIL  # fmt: skip


def _loop(ty, first, compare, goes_on):
    """%hit: the result of `compare` of %e and %k, elements of both arrays, at the last
    place examined. This is the first place where `goes_on` is false."""
    return f"""    %begin = arith.constant {goes_on}
    %end, %hit = scf.while (%j = %c0, %was = %begin) : (index, i1) -> (index, i1) {{
      %more = arith.cmpi slt, %j, %count : index
      %same = arith.cmpi eq, %was, %begin : i1
      %on = arith.andi %more, %same : i1
      scf.condition(%on) %j, %was : index, i1
    }} do {{
    ^bb0(%j: index, %was: i1):
{first}      %k = memref.load %keys[%j] : memref<?x{ty}>
      %is = {compare} %e, %k : {ty}
      %after = arith.addi %j, %c1 : index
      scf.yield %after, %is : index, i1
    }}
"""


def first_of(name, ty, compare="arith.cmpi eq,", tile=TILE):
    """The first element that is one of the keys."""
    parameters = f"%x: memref<?x{ty}>, %keys: memref<?x{ty}>"
    return HEAD.format(name=name, ty=ty, parameters=parameters) + f"""
  %count = memref.dim %keys, %c0 : memref<?x{ty}>
  prim.device_reduce minsi ins(%x : memref<?x{ty}>) outs(%r : memref<i64>) init(%none : i64)
      reads(%keys : memref<?x{ty}>){tile} prologue {{
  ^bb0(%e: {ty}, %i: index):
{_loop(ty, "", compare, "false")}    %here = arith.index_cast %i : index to i64
    %at = arith.select %hit, %here, %none : i64
    prim.yield %at : i64
  }}
""" + TAIL  # fmt: skip


def sequence(name, ty, last=False, compare="arith.cmpi eq,", tile=TILE):
    """The first place, or the last, from which on the elements are the keys."""
    parameters = f"%x: memref<?x{ty}>, %keys: memref<?x{ty}>"
    load = f"""      %place = arith.addi %i, %j : index
      %e = memref.load %x[%place] : memref<?x{ty}>
"""
    least = "  %least = arith.constant -1 : i64\n"
    epilogue = """ epilogue {
  ^bb0(%best: i64):
    %any = arith.cmpi sge, %best, %zero : i64
    %at = arith.select %any, %best, %none : i64
    prim.yield %at : i64
  }"""
    kind, start = ("maxsi", "%least") if last else ("minsi", "%none")
    return HEAD.format(name=name, ty=ty, parameters=parameters) + f"""
  %count = memref.dim %keys, %c0 : memref<?x{ty}>
  %zero = arith.constant 0 : i64
{least}  prim.device_reduce {kind} ins(%x : memref<?x{ty}>) outs(%r : memref<i64>) init({start} : i64)
      reads(%x, %keys : memref<?x{ty}>, memref<?x{ty}>){tile} prologue {{
  ^bb0(%own: {ty}, %i: index):
    %stop = arith.addi %i, %count : index
    %fits = arith.cmpi sle, %stop, %size : index
    %at = scf.if %fits -> (i64) {{
{_loop(ty, load, compare, "true")}      %here = arith.index_cast %i : index to i64
      %found = arith.select %hit, %here, {start} : i64
      scf.yield %found : i64
    }} else {{
      scf.yield {start} : i64
    }}
    prim.yield %at : i64
  }}{epilogue if last else ""}
""" + TAIL  # fmt: skip


def run_of(name, ty, compare="arith.cmpi eq,", tile=TILE):
    """The first place from which on %count elements are %value, in one pass for any
    count. The fold's state is a range of elements: its first element, its length, the
    number of equal elements at its beginning and at its end, and the first matching
    place in it."""
    parameters = f"%x: memref<?x{ty}>, %count: i64, %value: {ty}"
    state = "i64, i64, i64, i64, i64"
    return HEAD.format(name=name, ty=ty, parameters=parameters) + f"""
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  prim.device_reduce ins(%x : memref<?x{ty}>) outs(%r : memref<i64>)
      identity(%zero, %zero, %zero, %zero, %none : {state}){tile} prologue {{
  ^bb0(%e: {ty}, %i: index):
    %here = arith.index_cast %i : index to i64
    %is = {compare} %e, %value : {ty}
    %run = arith.extui %is : i1 to i64
    %long = arith.cmpi sge, %run, %count : i64
    %at = arith.select %long, %here, %none : i64
    prim.yield %here, %one, %run, %run, %at : {state}
  }} combiner {{
  ^bb0(%f: i64, %n: i64, %p: i64, %s: i64, %at: i64, %g: i64, %m: i64, %q: i64, %t: i64, %to: i64):
    %isEmpty = arith.cmpi eq, %n, %zero : i64
    %first = arith.select %isEmpty, %g, %f : i64
    %length = arith.addi %n, %m : i64
    %all = arith.cmpi eq, %p, %n : i64
    %longer = arith.addi %n, %q : i64
    %prefix = arith.select %all, %longer, %p : i64
    %whole = arith.cmpi eq, %t, %m : i64
    %further = arith.addi %m, %s : i64
    %suffix = arith.select %whole, %further, %t : i64
    %across = arith.addi %s, %q : i64
    %goes = arith.cmpi sgt, %q, %zero : i64
    %long = arith.cmpi sge, %across, %count : i64
    %has = arith.andi %goes, %long : i1
    %begin = arith.subi %g, %s : i64
    %here = arith.select %has, %begin, %none : i64
    %least = arith.minsi %at, %to : i64
    %best = arith.minsi %least, %here : i64
    prim.yield %first, %length, %prefix, %suffix, %best : {state}
  }} epilogue {{
  ^bb0(%f: i64, %n: i64, %p: i64, %s: i64, %at: i64):
    prim.yield %at : i64
  }}
""" + TAIL  # fmt: skip
