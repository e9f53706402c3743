/*===- control.c - Control flow -----------------------------------*- C -*-===*\
|*                                                                            *|
|* Part of the prim project, under the Apache License v2.0 with LLVM          *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Divergent loops, switches, early exits, calls, recursion, arrays on the    *|
|* stack.                                                                     *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

// RUN: %differential %s %t
// REQUIRES: emulator, clang

#include "Inputs/Differential.h"

KERNEL(collatz) {
  PHASE {
    u32 x = IN(A, u32) & 0xffff, steps = 0;
    while (x > 1 && steps < 200) {
      x = x & 1 ? 3 * x + 1 : x / 2;
      ++steps;
    }
    OUT(u32, 0, steps);
    OUT(u32, 1, x);
  }
}

KERNEL(gcd) {
  PHASE {
    u64 x = IN(A, u64) >> 20, y = IN(B, u64) >> 24;
    while (y) {
      u64 rest = x % y;
      x = y;
      y = rest;
    }
    OUT(u64, 0, x);
  }
}

KERNEL(switches) {
  PHASE {
    u32 x = IN(A, u32), y = IN(B, u32), r;
    switch (x % 9) {
    case 0:
      r = y + 1;
      break;
    case 1:
      r = y * 3;
      /* falls through */
    case 2:
      r = y ^ x;
      break;
    case 5:
      r = 0;
      for (u32 i = 0; i < (y & 7); ++i) {
        if (i == 5)
          break;
        if (i & 1)
          continue;
        r += i * x;
      }
      break;
    case 7:
      r = y / 5;
      break;
    default:
      r = ~y;
    }
    OUT(u32, 0, r);
  }
}

/* Work-items leave at different places. */
KERNEL(exits) {
  PHASE {
    u32 x = IN(A, u32);
    if (x % 3 == 0)
      continue;
    OUT(u32, 0, x);
    if (x & 0x10) {
      OUT(u32, 1, x + 1);
      if (INDEX % 64 == 7)
        continue;
    }
    OUT(u32, 2, INDEX);
  }
}

NOINLINE u32 ackermannLike(u32 m, u32 n) {
  if (m == 0)
    return n + 1;
  if (n == 0)
    return ackermannLike(m - 1, 1);
  return ackermannLike(m - 1, (ackermannLike(m, n - 1)) & 7);
}
NOINLINE f64 horner(const f64 *coefficients, u32 count, f64 x) {
  f64 r = 0;
  for (u32 i = 0; i < count; ++i)
    r = r * x + coefficients[i];
  return r;
}

KERNEL(calls) {
  PHASE {
    f64 coefficients[6];
    for (u32 i = 0; i < 6; ++i)
      coefficients[i] = (f64)(IN(A, i8) + (i32)i);
    OUT(u32, 0, ackermannLike(2, IN(B, u32) & 3));
    OUT(f64, 1, horner(coefficients, 1 + (IN(C, u32) & 3), IN(B, i8) * 0.25));
  }
}

/* Indexed by data: lives in scratch. */
KERNEL(stack) {
  PHASE {
    u32 table[24];
    u8 bytes[16];
    u64 wide[5];
    u32 x = IN(A, u32), y = IN(B, u32);
    for (u32 i = 0; i < 24; ++i)
      table[i] = x * i;
    for (u32 i = 0; i < 16; ++i)
      bytes[(i + y) & 15] = (u8)(x >> i);
    for (u32 i = 0; i < 5; ++i)
      wide[i] = IN(C, u64) + i;
    for (u32 i = 0; i < 40; ++i) {
      x = x * 1664525 + 1013904223;
      u32 k = x >> 16;
      table[k % 24] += bytes[k & 15] + (u32)wide[k % 5];
      wide[(k >> 3) % 5] ^= table[(k >> 5) % 24];
      bytes[k >> 4 & 15] += (u8)table[k % 24];
    }
    u32 sum = 0;
    for (u32 i = 0; i < 24; ++i)
      sum = sum * 31 + table[i];
    for (u32 i = 0; i < 16; ++i)
      sum = sum * 31 + bytes[i];
    OUT(u32, 0, sum);
    OUT(u64, 1, wide[y % 5]);
  }
}

/* An insertion sort of nine numbers, and nested loops with two conditions. */
KERNEL(sorting) {
  PHASE {
    i32 v[9];
    for (u32 i = 0; i < 9; ++i)
      v[i] = IN_AT(A, i32, (INDEX + i * 37) % (GROUP * GROUPS));
    for (u32 i = 1; i < 9; ++i)
      for (u32 k = i; k > 0 && v[k - 1] > v[k]; --k) {
        i32 t = v[k];
        v[k] = v[k - 1];
        v[k - 1] = t;
      }
    for (u32 i = 0; i < 9; ++i)
      OUT(i32, i, v[i]);
  }
}
