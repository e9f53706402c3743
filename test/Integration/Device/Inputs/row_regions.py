# Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Regions of prim.device_rows, and what their suites compare results with."""

import numpy as np

from primtest.elements import BY_NAME

EPS = 2.0**-23
BF16 = BY_NAME["bf16"]


def within(*wants):
    """A check that outputs are within `bound` of `want` in float64, for each pair of
    these; a bound of 0 is for integers."""

    def check(outputs):
        for number, (got, (want, bound)) in enumerate(zip(outputs, wants, strict=True)):
            if got.shape != want.shape:
                return f"output {number} has shape {got.shape}, want {want.shape}"
            wide = BF16.to_wide(got) if got.dtype == np.uint16 else got.astype(np.float64)
            with np.errstate(invalid="ignore"):
                error = np.where(wide == want, 0, np.abs(wide - want))
            if not (error <= bound).all():
                worst = np.unravel_index(np.argmax(np.where(np.isnan(error), np.inf, error - bound)), error.shape)
                return f"output {number}: error {error[worst]} at {worst}, got {wide[worst]}, want {want[worst]}"
        return None

    return check


def terms(n):
    """The bound of a sum of n terms in eps of the sum of magnitudes: 32 items of each of
    1024 threads, or what depends on the number of terms."""
    return max(2 * np.log2(max(n, 2)), 32 + 10)


SOFTMAX = """{
  ^bb0(%e: f32, %index: index, %number: index):
    %max = prim.block_reduce maximumf %e all : f32
    %less = arith.subf %e, %max : f32
    %power = math.exp %less : f32
    %sum = prim.block_reduce add %power all : f32
    %part = arith.divf %power, %sum : f32
    prim.yield %part : f32
  }"""
LAYER_NORM = """{
  ^bb0(%e: f32, %gamma: f32, %beta: f32, %index: index, %number: index):
    %sum = prim.block_reduce add %e all : f32
    %mean = arith.divf %sum, %length : f32
    %less = arith.subf %e, %mean : f32
    %square = arith.mulf %less, %less : f32
    %squares = prim.block_reduce add %square all : f32
    %variance = arith.divf %squares, %length : f32
    %positive = arith.addf %variance, %epsilon : f32
    %root = math.rsqrt %positive : f32
    %normed = arith.mulf %less, %root : f32
    %scaled = arith.mulf %normed, %gamma : f32
    %moved = arith.addf %scaled, %beta : f32
    prim.yield %moved, %mean, %root : f32, f32, f32
  }"""
LOGSUMEXP = """{
  ^bb0(%e: f32, %index: index, %number: index):
    %max = prim.block_reduce maximumf %e all : f32
    %less = arith.subf %e, %max : f32
    %power = math.exp %less : f32
    %sum = prim.block_reduce add %power all : f32
    %log = math.log %sum : f32
    %all = arith.addf %log, %max : f32
    prim.yield %all : f32
  }"""
CUMULATIVE = """{
  ^bb0(%e: f32, %index: index, %number: index):
    %prefix, %total = prim.block_scan inclusive add %e total : f32
    %part = arith.divf %prefix, %total : f32
    prim.yield %part : f32
  }"""
ARGMAX = """{
  ^bb0(%e: f32, %index: index, %number: index):
    %at = arith.index_cast %index : index to i32
    %max, %place = prim.block_reduce %e, %at all identity(%lowest, %none) combiner commutative {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      %more = arith.cmpf ogt, %a, %b : f32
      %equal = arith.cmpf oeq, %a, %b : f32
      %first = arith.cmpi ult, %ai, %bi : i32
      %tie = arith.andi %equal, %first : i1
      %take = arith.ori %more, %tie : i1
      %v = arith.select %take, %a, %b : f32
      %vi = arith.select %take, %ai, %bi : i32
      prim.yield %v, %vi : f32, i32
    } : f32, i32
    prim.yield %max, %place : f32, i32
  }"""
LOWEST = """%lowest = arith.constant 0xFF800000 : f32
  %none = arith.constant -1 : i32
  """

# Folds of folds, prefixes from both sides of one direction, positions, rows and columns.
EXACT = """{
  ^bb0(%e: i32, %narrow: i8, %row: i32, %column: i16, %index: index, %number: index):
    %at = arith.index_cast %index : index to i32
    %line = arith.index_cast %number : index to i32
    %wide = arith.extsi %narrow : i8 to i32
    %right = arith.extsi %column : i16 to i32
    %v = arith.addi %e, %wide : i32
    %max = prim.block_reduce maxsi %v all : i32
    %less = arith.subi %v, %max : i32
    %u = arith.muli %less, %right : i32
    %sum = prim.block_reduce add %u all : i32
    %w = arith.xori %u, %sum : i32
    %exclusive, %total = prim.block_scan exclusive add %w init(%row) DIRECTION total : i32
    %other, %before = prim.block_scan both add %w DIRECTION : i32
    %inclusive = arith.addi %other, %row : i32
    %s = arith.addi %inclusive, %total : i32
    %r = arith.xori %exclusive, %before : i32
    %t = arith.muli %r, %at : i32
    %q = arith.addi %t, %line : i32
    %all = arith.addi %total, %row : i32
    prim.yield %s, %q, %all, %sum : i32, i32, i32, i32
  }"""


def exact(x, narrow, row, column, reverse):
    """In wrapping i32."""
    with np.errstate(all="ignore"):
        v = x + narrow.astype(np.int32)
        u = (v - v.max(1, keepdims=True)) * column.astype(np.int32)
        total_u = u.sum(1, dtype=np.int32)
        w = u ^ total_u[:, None]
        turn = (lambda a: a[:, ::-1]) if reverse else (lambda a: a)
        inclusive = turn(np.cumsum(turn(w), 1, dtype=np.int32)) + row[:, None]
        exclusive = inclusive - w
        total = w.sum(1, dtype=np.int32)
        place = np.arange(x.shape[1], dtype=np.int32)
        line = np.arange(x.shape[0], dtype=np.int32)[:, None]
        changed = exclusive ^ (exclusive - row[:, None])
        return [inclusive + total[:, None], changed * place + line, total + row, total_u]
