/*===- memory.c - Global memory -----------------------------------*- C -*-===*\
|*                                                                            *|
|* Part of the prim project, under the Apache License v2.0 with LLVM          *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Loads and stores of all widths and alignments, and atomics on buffers.     *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

// RUN: %differential %s %t
// REQUIRES: emulator, clang

#include "Inputs/Differential.h"

#define RELAXED __ATOMIC_RELAXED

typedef u8 u8x4 __attribute__((ext_vector_type(4)));
typedef u16 u16x4 __attribute__((ext_vector_type(4)));
typedef u32 u32x4 __attribute__((ext_vector_type(4)));
typedef u64 u64x2 __attribute__((ext_vector_type(2)));
typedef struct {
  u8 tag;
  u16 half;
  u32 word;
  u64 wide;
} __attribute__((packed)) Record;

#define BYTES(which, offset) ((const GLOBAL char *)input##which + (offset))

KERNEL(widths) {
  PHASE {
    u32 at = (INDEX & ~1u) * INPUT_STRIDE;
    OUT(u32x4, 0, *(const GLOBAL u32x4 *)BYTES(A, at));
    OUT(u64x2, 1, *(const GLOBAL u64x2 *)BYTES(B, at));
    OUT(u8x4, 8, *(const GLOBAL u8x4 *)BYTES(C, at));
    OUT(u16x4, 5, *(const GLOBAL u16x4 *)BYTES(C, at + 8));
    OUT(i32, 12, *(const GLOBAL i8 *)BYTES(A, at + 3));
    OUT(i32, 13, *(const GLOBAL i16 *)BYTES(A, at + 6));
    OUT(u32, 14, *(const GLOBAL u8 *)BYTES(A, at + 5));
    OUT(u32, 15, *(const GLOBAL u16 *)BYTES(A, at + 2));
    OUT(u8, 64, (u8)IN(B, u32));
    OUT(u16, 33, (u16)IN(B, u32));
    OUT(u8, 68, (u8)(IN(B, u32) >> 16));
    OUT(u16, 35, (u16)(IN(B, u32) >> 16));
  }
}

KERNEL(unaligned) {
  PHASE {
    u32 limit = GROUP * GROUPS * INPUT_STRIDE - sizeof(Record);
    u32 at = (IN(C, u32) >> 3) % limit;
    const GLOBAL Record *from = (const GLOBAL Record *)BYTES(A, at);
    GLOBAL Record *to =
        (GLOBAL Record *)((GLOBAL char *)output + INDEX * OUTPUT_STRIDE + 1);
    to->tag = from->tag;
    to->half = from->half;
    to->word = from->word;
    to->wide = from->wide;
  }
}

/* Generic pointers to whatever kind of memory. */
NOINLINE u32 sumOf(const u32 *values, u32 count) {
  u32 sum = 0;
  for (u32 i = 0; i < count; ++i)
    sum = sum * 3 + values[i];
  return sum;
}
KERNEL(generic) {
  SHARED(u32, tile, GROUP);
  PHASE { tile[local] = IN(A, u32); }
  PHASE {
    u32 own[4] = {IN(B, u32), 2, IN(C, u32), 4};
    OUT(u32, 0, sumOf(own, 4));
    OUT(u32, 1, sumOf((const u32 *)&tile[local & ~3u], 4));
    OUT(u32, 2, sumOf((const u32 *)((const GLOBAL u32 *)inputA + INDEX), 2));
  }
}

/* All groups meet in the first work-item's row of output. */
#define ATOMICS(T, U)                                                          \
  KERNEL(atomics_##T) {                                                        \
    PHASE {                                                                    \
      T x = IN(A, T);                                                          \
      GLOBAL T *cells = (GLOBAL T *)output;                                    \
      __atomic_fetch_add(&cells[0], x, RELAXED);                               \
      __atomic_fetch_sub(&cells[1], x, RELAXED);                               \
      __atomic_fetch_or(&cells[2], x, RELAXED);                                \
      __atomic_fetch_and(&cells[3], (T)(x | (T)0xff), RELAXED);                \
      __atomic_fetch_xor(&cells[4], x, RELAXED);                               \
      __atomic_fetch_min(&cells[5], x, RELAXED);                               \
      __atomic_fetch_max(&cells[6], x, RELAXED);                               \
      T old = __atomic_load_n(&cells[7], RELAXED), next;                       \
      do                                                                       \
        next = (T)((U)old + (U)x * 3);                                         \
      while (!__atomic_compare_exchange_n(&cells[7], &old, next, 0, RELAXED,   \
                                          RELAXED));                           \
      /* Tickets: who gets which is open, that all are given is not. */        \
      T ticket = __atomic_fetch_add(&cells[8], 1, RELAXED) - (T)(U)cellStart;  \
      if (ticket >= 0 && ticket < GROUP * GROUPS)                              \
        ((GLOBAL u8 *)output)[ticket * OUTPUT_STRIDE + 255] = 1;               \
    }                                                                          \
  }
#define cellStart 0xa5a5a5a5a5a5a5a5ull
ATOMICS(i32, u32)
ATOMICS(u32, u32)
ATOMICS(i64, u64)
ATOMICS(u64, u64)

/* Sums of small integers are exact in any order. */
#define FLOAT_ATOMICS(T)                                                       \
  KERNEL(atomic_add_##T) {                                                     \
    SHARED(T, cells, 1);                                                       \
    PHASE {                                                                    \
      if (local == 0)                                                          \
        cells[0] = 0;                                                          \
    }                                                                          \
    PHASE { __atomic_fetch_add(&cells[0], (T)IN(A, i8), RELAXED); }            \
    PHASE { OUT(T, 0, cells[0]); }                                             \
  }
FLOAT_ATOMICS(f32)
FLOAT_ATOMICS(f64)
