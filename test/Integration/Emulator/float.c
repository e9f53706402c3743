/*===- float.c - f32 and f64 --------------------------------------*- C -*-===*\
|*                                                                            *|
|* Part of the prim project, under the Apache License v2.0 with LLVM          *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Arithmetic, fma, square root, rounding to integers, minima and maxima,     *|
|* comparison, ldexp and class tests.                                         *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

// RUN: %differential %s %t
// REQUIRES: emulator, clang

#include "Inputs/Differential.h"

#define FLOAT(T, CANON, SUFFIX)                                                \
  KERNEL(arithmetic_##T) {                                                     \
    PHASE {                                                                    \
      T x = IN(A, T), y = IN(B, T), z = IN(C, T);                              \
      OUT(T, 0, CANON(x + y));                                                 \
      OUT(T, 1, CANON(x - y));                                                 \
      OUT(T, 2, CANON(x * y));                                                 \
      OUT(T, 3, CANON(x * y + z));                                             \
      OUT(T, 4, CANON(x - y * z));                                             \
      OUT(T, 5, CANON(__builtin_fma##SUFFIX(x, y, z)));                        \
      OUT(T, 6, CANON(__builtin_fma##SUFFIX(-x, y, z)));                       \
      OUT(T, 7, CANON(__builtin_fma##SUFFIX(x, y, -x)));                       \
      OUT(T, 8, CANON(__builtin_sqrt##SUFFIX(x)));                             \
      OUT(T, 9, CANON(-x));                                                    \
      OUT(T, 10, CANON(__builtin_fabs##SUFFIX(y) - z));                        \
      OUT(T, 11, CANON(__builtin_copysign##SUFFIX(x, y)));                     \
      OUT(T, 12, CANON(x + (T)1.5));                                           \
      OUT(T, 13, CANON(x * (T)0.1));                                           \
      OUT(T, 14, CANON((x + y) + z));                                          \
      OUT(T, 15, CANON(x * x));                                                \
    }                                                                          \
  }                                                                            \
  KERNEL(rounding_##T) {                                                       \
    PHASE {                                                                    \
      T x = IN(A, T), y = IN(B, T), z = IN(C, T);                              \
      OUT(T, 0, CANON(__builtin_floor##SUFFIX(x)));                            \
      OUT(T, 1, CANON(__builtin_ceil##SUFFIX(x)));                             \
      OUT(T, 2, CANON(__builtin_trunc##SUFFIX(x)));                            \
      OUT(T, 3, CANON(__builtin_rint##SUFFIX(x)));                             \
      OUT(T, 4, CANON(__builtin_roundeven##SUFFIX(y)));                        \
      OUT(T, 5, CANON(__builtin_round##SUFFIX(y)));                            \
      /* + 0: which zero a minimum gives is open */                            \
      OUT(T, 6, CANON(x < y ? x : y));                                         \
      OUT(T, 7, CANON(x > y ? x : y));                                         \
      T quietX = x == x ? x : (T)0, quietY = y == y ? y : (T)0;                \
      OUT(T, 8, CANON(__builtin_fmin##SUFFIX(quietX, quietY) + (T)0));         \
      OUT(T, 9, CANON(__builtin_fmax##SUFFIX(quietX, quietY) + (T)0));         \
      OUT(T, 10, CANON(__builtin_ldexp##SUFFIX(x, IN(B, i8))));                \
      OUT(T, 11, CANON(__builtin_ldexp##SUFFIX(z, IN(B, i16))));               \
      OUT(u32, 28,                                                             \
          (x < y) | (x <= y) << 1 | (x == y) << 2 | (x != y) << 3 |            \
              (x > z) << 4 | (x >= z) << 5 |                                   \
              __builtin_isunordered(x, z) << 6 | !(x < z) << 7 |               \
              !(y >= z) << 8);                                                 \
      OUT(u32, 29,                                                             \
          !!__builtin_isnan(x) | !!__builtin_isinf(x) << 1 |                   \
              !!__builtin_isfinite(x) << 2 | !!__builtin_isnormal(x) << 3 |    \
              !!__builtin_signbit(x) << 4);                                    \
      int exponent;                                                            \
      T finite = __builtin_isfinite(x) ? x : (T)1;                             \
      OUT(T, 12, __builtin_frexp##SUFFIX(finite, &exponent));                  \
      OUT(u32, 30, (u32)exponent);                                             \
    }                                                                          \
  }
FLOAT(f32, canon32, f)
FLOAT(f64, canon64, )
