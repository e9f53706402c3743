/*===- integer.c - Integer arithmetic of all widths ---------------*- C -*-===*\
|*                                                                            *|
|* Part of the prim project, under the Apache License v2.0 with LLVM          *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Arithmetic, comparison and selection on 8- to 64-bit integers.             *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

// RUN: %differential %s %t
// REQUIRES: emulator, clang

#include "Inputs/Differential.h"

#define INTEGER(T, U)                                                          \
  KERNEL(arithmetic_##T) {                                                     \
    PHASE {                                                                    \
      T x = IN(A, T), y = IN(B, T), z = IN(C, T);                              \
      OUT(T, 0, (T)((U)x + (U)y));                                             \
      OUT(T, 1, (T)((U)x - (U)y));                                             \
      OUT(T, 2, (T)((u64)x * (u64)y));                                         \
      OUT(T, 3, (T)((u64)x * (u64)y + (u64)z));                                \
      OUT(T, 4, (T)((U)x + (U)y + (U)z));                                      \
      OUT(T, 5, x < y ? x : y);                                                \
      OUT(T, 6, x > y ? x : y);                                                \
      OUT(T, 7,                                                                \
          x < y ? (y < z   ? y                                                 \
                   : x < z ? z                                                 \
                           : x)                                                \
                : (x < z   ? x                                                 \
                   : y < z ? z                                                 \
                           : y));                                              \
      OUT(T, 8, (T)(x & y));                                                   \
      OUT(T, 9, (T)((x | y) ^ z));                                             \
      OUT(T, 10, (T)(~x & z));                                                 \
      OUT(T, 11, (T)(x << (y & (sizeof(T) * 8 - 1))));                         \
      OUT(T, 12, (T)(x >> (y & (sizeof(T) * 8 - 1))));                         \
      OUT(T, 13, (T)(0 - (U)x));                                               \
      OUT(T, 14, (T)((x & z) | y));                                            \
      OUT(T, 15, (T)(((U)x << 3) + (U)z));                                     \
      OUT(T, 16,                                                               \
          (T)((x < y) | (x <= y) << 1 | (x == y) << 2 | (x != z) << 3 |        \
              (x > z) << 4 | (y >= z) << 5));                                  \
      OUT(T, 17, x < 0 ? (T)(0 - (U)x) : x);                                   \
      OUT(T, 18, __builtin_elementwise_add_sat(x, y));                         \
      OUT(T, 19, __builtin_elementwise_sub_sat(x, y));                         \
    }                                                                          \
  }
INTEGER(i8, u8)
INTEGER(u8, u8)
INTEGER(i16, u16)
INTEGER(u16, u16)
INTEGER(i32, u32)
INTEGER(u32, u32)
INTEGER(i64, u64)
INTEGER(u64, u64)

/* Carries across 32-bit words, products of all widths. */
KERNEL(wide) {
  PHASE {
    u64 x = IN(A, u64), y = IN(B, u64), z = IN(C, u64), sum;
    unsigned __int128 product = (unsigned __int128)x * y;
    OUT(u64, 0, (u64)product);
    OUT(u64, 1, (u64)(product >> 64));
    __int128 sproduct = (__int128)(i64)x * (i64)y + (i64)z;
    OUT(u64, 2, (u64)sproduct);
    OUT(u64, 3, (u64)(sproduct >> 64));
    unsigned __int128 wideSum =
        ((unsigned __int128)x << 64 | y) + ((unsigned __int128)z << 64 | x);
    OUT(u64, 4, (u64)wideSum);
    OUT(u64, 5, (u64)(wideSum >> 64));
    wideSum =
        ((unsigned __int128)x << 64 | y) - ((unsigned __int128)z << 64 | x);
    OUT(u64, 6, (u64)wideSum);
    OUT(u64, 7, (u64)(wideSum >> 64));
    OUT(u64, 8, (u64)(u32)x * (u32)y + z);
    OUT(u64, 9, (u64)((i64)(i32)x * (i32)y + (i64)z));
    OUT(u64, 10, (u64)__builtin_add_overflow(x, y, &sum) + sum);
    OUT(u64, 11, (u64)__builtin_sub_overflow(x, y, &sum) + sum);
    OUT(u32, 24, (u32)((x & 0xffffff) * (y & 0xffffff)));
    OUT(u32, 25, (u32)(((i32)((u32)x << 8) >> 8) * ((i32)((u32)y << 8) >> 8)));
    OUT(u32, 26, (u32)((u64)(u32)x * (u32)y >> 32));
    OUT(u32, 27, (u32)((i64)(i32)x * (i32)y >> 32));
  }
}
