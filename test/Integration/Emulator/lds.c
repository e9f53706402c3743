/*===- lds.c - Work-group memory ----------------------------------*- C -*-===*\
|*                                                                            *|
|* Part of the prim project, under the Apache License v2.0 with LLVM          *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Values exchanged through LDS in all access widths, and LDS atomics.        *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

// RUN: %differential %s %t
// REQUIRES: emulator, clang

#include "Inputs/Differential.h"

#define EXCHANGE(T)                                                            \
  KERNEL(exchange_##T) {                                                       \
    SHARED(T, tile, GROUP + 1);                                                \
    PHASE { tile[local] = IN(A, T); }                                          \
    PHASE {                                                                    \
      OUT(T, 0, tile[GROUP - 1 - local]);                                      \
      OUT(T, 1, tile[(local * 7 + 3) % GROUP]);                                \
      OUT(T, 2, tile[IN(B, u32) % GROUP]);                                     \
      OUT(T, 3, tile[local ^ 1]);                                              \
    }                                                                          \
  }
EXCHANGE(u8)
EXCHANGE(u16)
EXCHANGE(u32)
EXCHANGE(u64)
EXCHANGE(f16)

typedef u32 u32x4 __attribute__((ext_vector_type(4)));
typedef u32 u32x2 __attribute__((ext_vector_type(2)));
typedef struct {
  u8 tag;
  u32 value;
  u64 wide;
} __attribute__((packed)) Packed;

KERNEL(exchange_wide) {
  SHARED(u32x4, tile, GROUP);
  PHASE {
    u32 x = IN(A, u32);
    u32x4 v = {x, x + 1, IN(B, u32), local};
    tile[local] = v;
  }
  PHASE {
    OUT(u32x4, 0, tile[(local + 5) % GROUP]);
    OUT(u32x2, 2, tile[(local * 3) % GROUP].zw);
    OUT(u32, 6, tile[local ^ 3].y);
  }
}

/* Accesses at odd addresses. */
KERNEL(misaligned) {
  SHARED(Packed, tile, GROUP);
  PHASE {
    tile[local].tag = IN(A, u8);
    tile[local].value = IN(B, u32);
    tile[local].wide = IN(C, u64);
  }
  PHASE {
    u32 k = (local * 5 + 1) % GROUP;
    OUT(u32, 0, tile[k].value);
    OUT(u64, 1, tile[k].wide);
    OUT(u8, 16, tile[k].tag);
  }
}

/* Hillis-Steele scan of a group. */
#define STEP(from, to, distance)                                               \
  PHASE {                                                                      \
    to[local] =                                                                \
        from[local] + (local >= distance ? from[local - distance] : 0);        \
  }
#define SCAN(T)                                                                \
  KERNEL(scan_##T) {                                                           \
    SHARED(T, x, GROUP);                                                       \
    SHARED(T, y, GROUP);                                                       \
    PHASE { x[local] = (T)IN(A, i8); }                                         \
    STEP(x, y, 1)                                                              \
    STEP(y, x, 2)                                                              \
    STEP(x, y, 4)                                                              \
    STEP(y, x, 8)                                                              \
    STEP(x, y, 16)                                                             \
    STEP(y, x, 32)                                                             \
    STEP(x, y, 64)                                                             \
    STEP(y, x, 128)                                                            \
    PHASE { OUT(T, 0, x[local]); }                                             \
  }
SCAN(i32)
SCAN(i64)
SCAN(f32)
SCAN(f64)

#define RELAXED __ATOMIC_RELAXED

KERNEL(histogram) {
  SHARED(u32, bins, 64);
  PHASE {
    if (local < 64)
      bins[local] = 0;
  }
  PHASE { __atomic_fetch_add(&bins[IN(A, u32) >> 7 & 63], 1u, RELAXED); }
  PHASE { OUT(u32, 0, bins[local & 63]); }
}

#define ATOMICS(T, U)                                                          \
  KERNEL(atomics_##T) {                                                        \
    SHARED(T, cells, 8);                                                       \
    PHASE {                                                                    \
      if (local < 8)                                                           \
        cells[local] = local == 3 ? (T) - 1 : 0;                               \
    }                                                                          \
    PHASE {                                                                    \
      T x = IN(A, T);                                                          \
      __atomic_fetch_add(&cells[0], x, RELAXED);                               \
      __atomic_fetch_sub(&cells[1], x, RELAXED);                               \
      __atomic_fetch_or(&cells[2], (T)(x & 0xf0f), RELAXED);                   \
      __atomic_fetch_and(&cells[3], (T)(x | (T) ~(U)0xffff0f), RELAXED);       \
      __atomic_fetch_xor(&cells[4], x, RELAXED);                               \
      __atomic_fetch_min(&cells[5], x, RELAXED);                               \
      __atomic_fetch_max(&cells[6], x, RELAXED);                               \
      T old = __atomic_load_n(&cells[7], RELAXED), next;                       \
      do                                                                       \
        next = (T)((U)old + (U)x * 2);                                         \
      while (!__atomic_compare_exchange_n(&cells[7], &old, next, 0, RELAXED,   \
                                          RELAXED));                           \
    }                                                                          \
    PHASE { OUT(T, 0, cells[local & 7]); }                                     \
  }
ATOMICS(i32, u32)
ATOMICS(u32, u32)
ATOMICS(i64, u64)
ATOMICS(u64, u64)
