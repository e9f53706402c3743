/*===- half.c - f16 and bf16 --------------------------------------*- C -*-===*\
|*                                                                            *|
|* Part of the prim project, under the Apache License v2.0 with LLVM          *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Half precision: single operations round once, conversions from and to      *|
|* other types.                                                               *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

// RUN: %differential %s %t
// REQUIRES: emulator, clang

#include "Inputs/Differential.h"

KERNEL(arithmetic_f16) {
  PHASE {
    f16 x = IN(A, f16), y = IN(B, f16), z = IN(C, f16);
    OUT(f16, 0, canon16(x + y));
    OUT(f16, 1, canon16(x - y));
    OUT(f16, 2, canon16(x * y));
    OUT(f16, 3, canon16(-x));
    OUT(f16, 4, canon16(x * y + z));
    OUT(f16, 5, x < y ? x : y);
    OUT(f16, 6, (f16)canon32((f32)x));
    OUT(u16, 7, (u16)((x < y) | (x == z) << 1 | (y >= z) << 2 | (x != x) << 3));
    OUT(f32, 4, canon32((f32)x * (f32)y + (f32)z));
    OUT(f32, 5, canon32((f32)x));
    OUT(f64, 3, canon64((f64)y));
    OUT(f16, 16, canon16((f16)IN(A, f32)));
    OUT(f16, 17, canon16((f16)IN(B, f32)));
    OUT(f16, 18, canon16((f16)IN(C, f32)));
    OUT(f16, 19, (f16)IN(A, i16));
    OUT(f16, 20, (f16)IN(A, u16));
    OUT(f16, 21, (f16)IN(A, i8));
    f16 bounded = x > (f16)-30000 && x < (f16)30000 ? x : (f16)-7.5;
    OUT(i16, 22, (i16)bounded);
    OUT(u16, 23, (u16)(bounded < 0 ? -bounded : bounded));
    OUT(i32, 12, (i32)bounded);
  }
}

typedef f16 f16x2 __attribute__((ext_vector_type(2)));
typedef i16 i16x2 __attribute__((ext_vector_type(2)));
typedef u16 u16x2 __attribute__((ext_vector_type(2)));

KERNEL(packed_f16) {
  PHASE {
    f16x2 x = IN(A, f16x2), y = IN(B, f16x2), z = IN(C, f16x2);
    f16x2 sum = x + y, product = x * y, swapped = x.yx - y,
          mixed = x * y.xx + z;
    OUT(f16, 0, canon16(sum.x));
    OUT(f16, 1, canon16(sum.y));
    OUT(f16, 2, canon16(product.x));
    OUT(f16, 3, canon16(product.y));
    OUT(f16, 4, canon16(swapped.x));
    OUT(f16, 5, canon16(swapped.y));
    OUT(f16, 6, canon16(mixed.x));
    OUT(f16, 7, canon16(mixed.y));
    OUT(f16x2, 4, -x);
  }
}

#define PACKED(T)                                                              \
  KERNEL(packed_##T) {                                                         \
    PHASE {                                                                    \
      T x = IN(A, T), y = IN(B, T), z = IN(C, T);                              \
      OUT(T, 0, x + y);                                                        \
      OUT(T, 1, x - y.yx);                                                     \
      OUT(T, 2, x * y + z);                                                    \
      OUT(T, 3, __builtin_elementwise_min(x, y));                              \
      OUT(T, 4, __builtin_elementwise_max(x.yy, y));                           \
      OUT(T, 5, x << (y & 15));                                                \
      OUT(T, 6, x >> (z & 15));                                                \
      OUT(T, 7, __builtin_elementwise_add_sat(x, y));                          \
      OUT(T, 8, __builtin_elementwise_sub_sat(x, z));                          \
      OUT(T, 9, (x & y) | ~z);                                                 \
    }                                                                          \
  }
PACKED(i16x2)
PACKED(u16x2)

/* bfloat16 is the upper half of an f32, rounded to nearest even. The host may
   have no support routine for it. */
static inline u16 toBfloat(f32 x) {
  union {
#ifdef __AMDGCN__
    __bf16 rounded;
#endif
    u16 half;
    u32 word;
    f32 value;
  } u;
#ifdef __AMDGCN__
  u.rounded = (__bf16)x;
  return u.half;
#else
  u.value = x;
  return (u16)((u.word + 0x7fff + (u.word >> 16 & 1)) >> 16);
#endif
}

KERNEL(bfloat) {
  PHASE {
    f32 x = IN(A, f32), y = IN(B, f32);
    OUT(u16, 0, toBfloat(x == x ? x : 1.0f));
    OUT(u16, 1, toBfloat(y == y ? y : 1.0f));
    OUT(f32, 1, canon32((f32)IN(C, __bf16) + (y == y ? y : 2.0f)));
  }
}
