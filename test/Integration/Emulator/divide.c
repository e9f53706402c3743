/*===- divide.c - Division ----------------------------------------*- C -*-===*\
|*                                                                            *|
|* Part of the prim project, under the Apache License v2.0 with LLVM          *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Integer and floating-point division and remainder; the latter must round   *|
|* correctly, denormals included.                                             *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

// RUN: %differential %s %t
// REQUIRES: emulator, clang

#include "Inputs/Differential.h"

#define DIVIDE(T, MIN)                                                         \
  KERNEL(divide_##T) {                                                         \
    PHASE {                                                                    \
      T x = IN(A, T), y = IN(B, T);                                            \
      if (y == 0)                                                              \
        y = 3;                                                                 \
      if (MIN && x == MIN && y == (T) - 1)                                     \
        x = 17;                                                                \
      OUT(T, 0, (T)(x / y));                                                   \
      OUT(T, 1, (T)(x % y));                                                   \
      OUT(T, 2, (T)(x / 7));                                                   \
      OUT(T, 3, (T)(x % 100));                                                 \
      OUT(T, 4, (T)(x / 16));                                                  \
      T small = (T)(IN(C, T) & 0x1f);                                          \
      OUT(T, 5, (T)(x / (T)(small + 1)));                                      \
    }                                                                          \
  }
DIVIDE(i8, (-128))
DIVIDE(u8, 0)
DIVIDE(i16, (-32768))
DIVIDE(u16, 0)
DIVIDE(i32, (-2147483647 - 1))
DIVIDE(u32, 0)
DIVIDE(i64, (-9223372036854775807ll - 1))
DIVIDE(u64, 0)

#define FDIVIDE(T, CANON)                                                      \
  KERNEL(divide_##T) {                                                         \
    PHASE {                                                                    \
      T x = IN(A, T), y = IN(B, T), z = IN(C, T);                              \
      OUT(T, 0, CANON(x / y));                                                 \
      OUT(T, 1, CANON(y / z));                                                 \
      OUT(T, 2, CANON(z / x));                                                 \
      OUT(T, 3, CANON((T)1 / x));                                              \
      OUT(T, 4, CANON(x / (T)3));                                              \
      OUT(T, 5, CANON(-y / x));                                                \
    }                                                                          \
  }
FDIVIDE(f32, canon32)
FDIVIDE(f64, canon64)
FDIVIDE(f16, canon16)
