/*===- vector.c - Vectors with computed indices -------------------*- C -*-===*\
|*                                                                            *|
|* Part of the prim project, under the Apache License v2.0 with LLVM          *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Elements of register vectors chosen at run time, the same in all lanes or  *|
|* not.                                                                       *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

// RUN: %differential %s %t
// REQUIRES: emulator, clang

#include "Inputs/Differential.h"

typedef u32 u32x16 __attribute__((ext_vector_type(16)));
typedef u64 u64x4 __attribute__((ext_vector_type(4)));
typedef u16 u16x8 __attribute__((ext_vector_type(8)));

KERNEL(uniform_index) {
  PHASE {
    u32x16 v = {IN(A, u32), 1, 2,  3,  4,  IN(B, u32), 6,  7,
                8,          9, 10, 11, 12, 13,         14, IN(C, u32)};
    u32 i = IN_AT(A, u32, group) & 15, k = IN_AT(B, u32, group) >> 3 & 15;
    v[i] += 7;
    v[k] ^= 0x5500;
    OUT(u32, 0, v[k]);
    OUT(u32, 1, v[(i + 1) & 15]);
    OUT(u32, 2, v[(i + k) & 15]);
  }
}

KERNEL(divergent_index) {
  PHASE {
    u32x16 v = {IN(A, u32), 1, 2,  3,  4,  IN(B, u32), 6,  7,
                8,          9, 10, 11, 12, 13,         14, IN(C, u32)};
    u64x4 w = {IN(A, u64), IN(B, u64), IN(C, u64), 4};
    u16x8 h = {IN(A, u16), 1, 2, IN(B, u16), 4, 5, IN(C, u16), 7};
    u32 i = IN(A, u32) & 15, k = IN(B, u32) >> 3 & 15;
    v[i] += 7;
    w[k & 3] *= 3;
    h[i & 7] -= 5;
    OUT(u32, 0, v[k]);
    OUT(u64, 1, w[i & 3]);
    OUT(u16, 8, h[k & 7]);
    OUT(u16x8, 2, h);
  }
}
