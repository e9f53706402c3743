/*===- bits.c - Bit operations ------------------------------------*- C -*-===*\
|*                                                                            *|
|* Part of the prim project, under the Apache License v2.0 with LLVM          *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Counts, reversals, rotations, bit fields, byte permutations.               *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

// RUN: %differential %s %t
// REQUIRES: emulator, clang

#include "Inputs/Differential.h"

#define BITS(T, W)                                                             \
  KERNEL(bits_##T) {                                                           \
    PHASE {                                                                    \
      T x = IN(A, T), y = IN(B, T);                                            \
      unsigned n = (unsigned)(y & (W - 1));                                    \
      OUT(T, 0, (T)__builtin_popcountll(x));                                   \
      OUT(T, 1, x ? (T)(__builtin_clzll(x) - (64 - W)) : (T)W);                \
      OUT(T, 2, x ? (T)__builtin_ctzll(x) : (T)W);                             \
      OUT(T, 3, (T)(x << n | x >> ((W - n) & (W - 1))));                       \
      OUT(T, 4, (T)(x >> n | x << ((W - n) & (W - 1))));                       \
      OUT(T, 5, __builtin_bitreverse##W(x));                                   \
      OUT(T, 6, (T)(x >> n & 0x1f));                                           \
      OUT(T, 7, (T)((x & ~(T)0xf0) | (y << 4 & 0xf0)));                        \
      OUT(T, 8, (T)__builtin_parityll(x));                                     \
      OUT(T, 9, (T)(x & (T)(0 - x)));                                          \
      OUT(T, 10, (T)(x >> 3 & ((T)1 << (n / 2)) - 1));                         \
      OUT(T, 11, (T)(((T)1 << (n / 2)) - 1) << (n / 4));                       \
    }                                                                          \
  }
BITS(u8, 8)
BITS(u16, 16)
BITS(u32, 32)
BITS(u64, 64)

KERNEL(fields) {
  PHASE {
    u32 x = IN(A, u32), y = IN(B, u32), z = IN(C, u32);
    u64 w = IN(A, u64);
    OUT(u32, 0, __builtin_bswap32(x));
    OUT(u32, 1, x >> 8 & 0xfff);
    OUT(u32, 2, (u32)((i32)(x << 12) >> 20));
    OUT(u32, 3, (x & y) | (~x & z));
    OUT(u32, 4, (x & 0xff) << 24 | (y & 0xff00) | z >> 24);
    OUT(u32, 5, (u32)(((u64)x << 32 | y) >> (z & 31)));
    OUT(u32, 6, (u32)__builtin_popcount(x) + y);
    OUT(u32, 7, x ^ y ^ z);
    OUT(u32, 8, (x ^ y) + z);
    OUT(u32, 9, (u32)(i32)(i8)(x >> 16));
    OUT(u32, 10, (u32)(i32)(i16)(x >> 16) + (u32)(u16)y);
    OUT(u32, 11, (u32)__builtin_clrsb((i32)x));
    OUT(u32, 12, (x & 0x00ff00ff) << 8 | (x >> 8 & 0x00ff00ff));
    OUT(u32, 13, ~(x ^ y));
    /* No 64-bit byte swap: at -O0 LLVM 22 copies only 16 of each 32 bits of it
       on gfx1100 (v_mov_b16 of a 32-bit register). */
    OUT(u64, 8, w + x);
    OUT(u64, 9, w << (y & 63) | w >> (-y & 63));
    OUT(u64, 10, (u64)((i64)(w << 7) >> 9));
    OUT(u64, 11, w & ~(u64)x << (z & 31));
  }
}
