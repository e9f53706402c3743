/*===- convert.c - Conversions ------------------------------------*- C -*-===*\
|*                                                                            *|
|* Part of the prim project, under the Apache License v2.0 with LLVM          *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Between integers and floats of all widths, in range where C asks for it.   *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

// RUN: %differential %s %t
// REQUIRES: emulator, clang

#include "Inputs/Differential.h"

#define BOUND(x, limit, other) ((x) > -(limit) && (x) < (limit) ? (x) : (other))

#define CONVERT(T, CANON)                                                      \
  KERNEL(from_##T) {                                                           \
    PHASE {                                                                    \
      T x = IN(A, T), y = IN(B, T);                                            \
      OUT(i8, 0, (i8)BOUND(x, (T)100, (T) - 7.5));                             \
      OUT(u8, 1, (u8)__builtin_fabs(BOUND(x, (T)200, (T)7.5)));                \
      OUT(i16, 1, (i16)BOUND(x, (T)32000, (T) - 300.75));                      \
      OUT(u16, 2, (u16)__builtin_fabs(BOUND(y, (T)65000, (T)300.75)));         \
      OUT(i32, 2, (i32)BOUND(x, (T)2147483000, (T) - 12345.75));               \
      OUT(u32, 3, (u32)__builtin_fabs(BOUND(y, (T)4294967000.0, (T)12345.5))); \
      OUT(i64, 2, (i64)BOUND(x, (T)9.2e18, (T) - 1.5e15));                     \
      OUT(u64, 3, (u64)__builtin_fabs(BOUND(y, (T)1.8e19, (T)3e18)));          \
      OUT(f32, 8, canon32((f32)x));                                            \
      OUT(f64, 5, canon64((f64)x));                                            \
      OUT(u32, 12, (u32)(x > (T)0.5) + (u32)(i32)(y < x));                     \
    }                                                                          \
  }
CONVERT(f32, canon32)
CONVERT(f64, canon64)

#define INTO(T)                                                                \
  KERNEL(into_##T) {                                                           \
    PHASE {                                                                    \
      OUT(T, 0, (T)IN(A, i8));                                                 \
      OUT(T, 1, (T)IN(A, u8));                                                 \
      OUT(T, 2, (T)IN(A, i16));                                                \
      OUT(T, 3, (T)IN(A, u16));                                                \
      OUT(T, 4, (T)IN(A, i32));                                                \
      OUT(T, 5, (T)IN(A, u32));                                                \
      OUT(T, 6, (T)IN(A, i64));                                                \
      OUT(T, 7, (T)IN(A, u64));                                                \
      OUT(T, 8, (T)(u8)(IN(B, u32) >> 8));                                     \
      OUT(T, 9, (T)(u8)(IN(B, u32) >> 24));                                    \
      OUT(T, 10, (T)IN(B, i64));                                               \
      OUT(T, 11, (T)IN(B, u64));                                               \
    }                                                                          \
  }
INTO(f32)
INTO(f64)
